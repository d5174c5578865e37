//! Recorded play is replayed by our own machine.
//!
//! The recordings lie outside the project: in `$PARLOUR_SHARED`, or in `shared` beside the workspace. Without them the tests say so
//! and pass. `PARLOUR_CONFORM=all` replays every recording and holds the counts to their floors.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::time::Duration;

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
const FLOORS: (usize, usize) = (595, 393);

struct Folder {
    root: PathBuf,
    files: Vec<PathBuf>,
}

impl Folder {
    /// The recordings whose name satisfies `wanted`, if there are any recordings.
    fn open(wanted: impl Fn(&str) -> bool) -> Option<Folder> {
        let shared = std::env::var_os("PARLOUR_SHARED")
            .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared"), PathBuf::from);
        let root = shared.join("ludii-trials");
        if !root.join("trials").is_dir() {
            eprintln!("skipped: no recorded play at {}", root.display());
            return None;
        }
        let mut files = Vec::new();
        collect(&root.join("trials"), &mut files);
        files.retain(|file| {
            file.file_name().and_then(|n| n.to_str()).is_some_and(|n| wanted(n.trim_end_matches(".json.gz")))
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

#[test]
fn the_spread_agrees_at_every_ply() {
    let Some(folder) = Folder::open(|name| SPREAD.contains(&name)) else { return };
    assert_eq!(folder.len(), SPREAD.len());
    // Every seventh ply the modes of the generators are held against each other, the plain form among them.
    let outcomes = folder.run(&Settings { threads: threads(), time: Duration::from_secs(120), check_every: 7 });
    for report in &outcomes.reports {
        assert!(report.failure.is_none(), "{report}");
        assert_eq!(report.agreed, report.recorded, "{}", report.game);
    }
}

#[test]
fn the_known_disagreements_are_recorded_games() {
    let Some(folder) = Folder::open(|_| true) else { return };
    let lines = include_str!("conform/known.tsv").lines().filter(|line| !line.starts_with('#'));
    for line in lines {
        let file = line.split('\t').next().unwrap_or_default();
        assert!(folder.root.join("lud").join(file).is_file(), "{file} is no recorded game");
        assert_eq!(line.split('\t').count(), 3, "{line}");
    }
}

#[test]
fn as_many_games_agree_as_ever() {
    if std::env::var("PARLOUR_CONFORM").as_deref() != Ok("all") {
        eprintln!("skipped: set PARLOUR_CONFORM=all to replay every recording");
        return;
    }
    let Some(folder) = Folder::open(|_| true) else { return };
    let outcomes = folder.run(&Settings { threads: threads(), time: Duration::from_secs(20), check_every: 0 });
    let found = (outcomes.compiled, outcomes.summary.replayed);
    for (cause, games) in &outcomes.summary.causes {
        for game in games {
            println!("{cause:?}\t{}\t{}/{}\t{}", game.file, game.agreed, game.recorded, game.what);
        }
        println!("{:5} {cause:?}", games.len());
    }
    println!("{} games, {} compiled, {} replayed", outcomes.summary.games, found.0, found.1);
    assert!(found.0 >= FLOORS.0 && found.1 >= FLOORS.1, "{found:?} compiled and replayed, the floors are {FLOORS:?}");
}
