//! Recorded play is replayed by our own machine.
//!
//! The recordings lie outside the project: in `$PARLOUR_SHARED`, or in `shared` beside the workspace. Without them the tests say so
//! and pass. `conform/disagreements.tsv` names every recorded game that we do not play as it was recorded, and why.
//!
//! - Usually a spread of games that stress different parts of the kernel is replayed: every one must agree at every ply.
//! - `PARLOUR_CONFORM=all` replays every recording: those not listed must agree, those listed must not, so that the list stays true.
//! - `PARLOUR_CONFORM=accept` does the same, and writes the list anew. What is said of disagreements in which the recording is at
//!   fault stays.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize};

use parlour_interpreter::conform::{Case, Cases, Outcomes, Settings, run};

/// Games that stress different parts of the kernel; each must agree at every ply of both trials.
const SPREAD: [&str; 11] = [
    "Tic-Tac-Toe",
    "Hex",
    "Reversi",
    "Breakthrough",
    "Connect Four",
    "English Draughts",
    "Lasca",
    "Oware",
    "Nine Men's Morris",
    "Tablut",
    "Dots and Boxes",
];

/// How many of all recorded games must compile, and how many must agree throughout. Raise them, never lower them.
const FLOORS: (usize, usize) = (803, 773);

const LIST: &str = "tests/conform/disagreements.tsv";

const HEAD: &str = "\
# Recorded games that we do not play as they were recorded: the rule file, whose mistake it is (`ours` or `theirs`), the cause, and
# the first difference, or how we know that the recording is at fault. Tab-separated. Written by
# `PARLOUR_CONFORM=accept cargo test -p parlour-interpreter --test conform`.
";

struct Folder {
    root: PathBuf,
    files: Vec<PathBuf>,
}

impl Folder {
    /// The recordings that satisfy `wanted`, by the name of their rule file, if there are any recordings.
    fn open(wanted: impl Fn(&str) -> bool) -> Option<Folder> {
        let shared = std::env::var_os("PARLOUR_SHARED")
            .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared"), PathBuf::from);
        let root = shared.join("ludii-trials");
        let trials = root.join("trials");
        if !trials.is_dir() {
            eprintln!("skipped: no recorded play at {}, so that none of 803 games was replayed", root.display());
            return None;
        }
        let mut files = Vec::new();
        collect(&trials, &mut files);
        files.retain(|file| {
            let name = file.strip_prefix(&trials).unwrap_or(file).to_string_lossy().replace(".json.gz", ".lud");
            wanted(&name)
        });
        files.sort();
        Some(Folder { root, files })
    }

    fn run(&self, settings: &Settings) -> Outcomes {
        run(self, settings, &AtomicBool::new(false), &AtomicUsize::new(0))
    }
}

impl Cases for Folder {
    fn len(&self) -> usize {
        self.files.len()
    }

    fn recording(&self, index: usize) -> Result<Case, String> {
        let path = &self.files[index];
        let recording = std::fs::read(path).map_err(|e| e.to_string())?;
        Ok(Case { name: path.display().to_string(), recording })
    }

    fn rules(&self, file: &str) -> Result<Vec<u8>, String> {
        std::fs::read(self.root.join("lud").join(file)).map_err(|e| format!("{file}: {e}"))
    }
}

fn collect(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() { collect(&path, into) } else { into.push(path) }
    }
}

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A line of the list, without the rule file.
struct Disagreement {
    whose: String,
    cause: String,
    what: String,
}

fn listed() -> BTreeMap<String, Disagreement> {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(LIST)).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| match line.split('\t').collect::<Vec<_>>()[..] {
            [file, whose @ ("ours" | "theirs"), cause, what] => (
                file.to_owned(),
                Disagreement { whose: whose.to_owned(), cause: cause.to_owned(), what: what.to_owned() },
            ),
            _ => panic!("this is no line of the list: {line}"),
        })
        .collect()
}

#[test]
fn the_spread_agrees_at_every_ply() {
    let spread = |file: &str| SPREAD.iter().any(|name| file.ends_with(&format!("/{name}.lud")));
    let Some(folder) = Folder::open(spread) else { return };
    assert_eq!(folder.len(), SPREAD.len());
    // Every seventh ply the modes of the generators are held against each other, the plain form among them.
    let outcomes = folder.run(&Settings { threads: threads(), check_every: 7, ..Settings::default() });
    for report in &outcomes.reports {
        assert!(report.failure.is_none(), "{report}");
        assert_eq!(report.agreed, report.recorded, "{}", report.game);
    }
}

#[test]
fn games_that_agreed_still_do() {
    let listed = listed();
    let Some(folder) = Folder::open(|file| !listed.contains_key(file)) else { return };
    let outcomes = folder.run(&Settings { threads: threads(), ..Settings::default() });
    println!("{} games replayed", outcomes.summary.replayed);
    assert!(outcomes.summary.causes.is_empty(), "these games no longer agree: {:#?}", outcomes.summary.causes);
    assert_eq!(outcomes.summary.replayed, folder.len());
}

#[test]
fn listed_disagreements_are_recorded_games() {
    let Some(folder) = Folder::open(|_| true) else { return };
    for file in listed().keys() {
        assert!(folder.root.join("lud").join(file).is_file(), "{file} is no recorded game");
    }
}

#[test]
fn the_list_of_disagreements_is_true() {
    let mode = std::env::var("PARLOUR_CONFORM").unwrap_or_default();
    if mode != "all" && mode != "accept" {
        eprintln!("skipped: set PARLOUR_CONFORM=all to replay every recording");
        return;
    }
    let Some(folder) = Folder::open(|_| true) else { return };
    let outcomes = folder.run(&Settings { threads: threads(), ..Settings::default() });
    let listed = listed();
    let mut list = HEAD.to_owned();
    let mut differing = BTreeMap::new();
    for (cause, games) in &outcomes.summary.causes {
        println!("{:5} {cause:?}", games.len());
        let cause = serde_json::to_value(cause).unwrap();
        let cause = cause.as_str().unwrap().to_owned();
        differing.extend(
            games.iter().map(|game| (game.file.clone(), (cause.clone(), game.what.replace(['\t', '\n'], " ")))),
        );
    }
    for (file, (cause, what)) in &differing {
        let kept = listed.get(file).filter(|known| known.whose == "theirs" && known.cause == *cause);
        let (whose, what) = kept.map_or(("ours", what), |known| ("theirs", &known.what));
        writeln!(list, "{file}\t{whose}\t{cause}\t{what}").unwrap();
    }
    let found = (outcomes.compiled, outcomes.summary.replayed);
    println!("{} games, {} compiled, {} replayed", outcomes.summary.games, found.0, found.1);
    if mode == "accept" {
        std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join(LIST), list).unwrap();
    } else {
        let (now, before): (BTreeSet<_>, BTreeSet<_>) = (differing.keys().collect(), listed.keys().collect());
        let new: Vec<_> = now.difference(&before).map(|file| (file, &differing[*file])).collect();
        assert!(new.is_empty(), "these games no longer agree: {new:#?}");
        let gone: Vec<_> = before.difference(&now).collect();
        assert!(gone.is_empty(), "these games agree now, take them from the list: {gone:#?}");
    }
    assert!(found.0 >= FLOORS.0 && found.1 >= FLOORS.1, "{found:?} compiled and replayed, the floors are {FLOORS:?}");
}
