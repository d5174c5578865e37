//! Boards against those of another system's recorded play: number of sites, labels, places, neighbours.
//!
//! The recordings lie outside the repository, at `$PARLOUR_SHARED` or `../shared`; without them there is nothing to check.

#[path = "recorded_boards/shapes.rs"]
mod shapes;
#[path = "recorded_boards/text.rs"]
mod text;

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use parlour_interpreter::board::{Board, Direction};
use serde_json::Value;

/// How many recorded boards must agree in everything.
const AGREED: usize = 740;

#[test]
fn boards_agree_with_recorded_play() {
    let Some(shared) = shared_folder() else {
        eprintln!("skipped: no recorded play");
        return;
    };
    let mut outcomes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut agreed = 0;
    for file in files(&shared.join("ludii-trials/trials")) {
        let trial = read_trial(&file);
        let source = fs::read_to_string(shared.join("ludii-trials/lud").join(trial["file"].as_str().unwrap_or("")))
            .or_else(|_| fs::read_to_string(rule_file(&shared, &file)))
            .unwrap_or_default();
        match compare(&source, &trial) {
            Ok(()) => agreed += 1,
            Err((kind, detail)) => {
                let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
                outcomes.entry(kind).or_default().push(format!("{name}: {detail}"));
            }
        }
    }
    for (kind, games) in &outcomes {
        println!("== {kind}: {}", games.len());
        for game in games {
            println!("   {game}");
        }
    }
    println!("{agreed} boards agree");
    assert!(agreed >= AGREED, "{agreed} boards agree, but {AGREED} did before");
}

fn compare(source: &str, trial: &Value) -> Result<(), (String, String)> {
    let fail = |kind: &str, detail: String| Err((kind.to_string(), detail));
    let (shape, kind) = match text::board_of(source).and_then(|node| shapes::board(&node)) {
        Ok(found) => found,
        Err(why) => return fail("not evaluated", why),
    };
    let board = match Board::new(&shape, kind) {
        Ok(board) => board,
        Err(error) => return fail("no board", error.message),
    };
    let sites = trial["sites"].as_array().cloned().unwrap_or_default();
    if trial["site_type"] != kind.name() {
        return fail("other kind of site", format!("{} for {}", kind.name(), trial["site_type"]));
    }
    if sites.len() != board.count(kind) {
        return fail("other number of sites", format!("{} for {}", board.count(kind), sites.len()));
    }
    for (i, site) in sites.iter().enumerate() {
        let p = board.position(kind, i as u32);
        let (x, y) = (site[1].as_f64().unwrap_or(0.0), site[2].as_f64().unwrap_or(0.0));
        if (p.x - x).abs() > 0.001 || (p.y - y).abs() > 0.001 {
            return fail("other places", format!("{i} at {:.4},{:.4} for {x},{y}", p.x, p.y));
        }
    }
    let mut labels = Vec::new();
    let mut near = Vec::new();
    let mut order = Vec::new();
    for (i, site) in sites.iter().enumerate() {
        let label = board.label(kind, i as u32);
        if site[0] != label {
            labels.push(format!("{i} {label} for {}", site[0]));
        }
        let theirs: Vec<u32> =
            site[3].as_array().into_iter().flatten().filter_map(|n| Some(n.as_u64()? as u32)).collect();
        let ours = board.steps(kind, i as u32, Direction::Adjacent).to_vec();
        if ours != theirs {
            order.push(format!("{i} {ours:?} for {theirs:?}"));
        }
        let sorted = |mut list: Vec<u32>| {
            list.sort_unstable();
            list.dedup();
            list
        };
        if sorted(ours.clone()) != sorted(theirs.clone()) {
            near.push(format!("{i} {ours:?} for {theirs:?}"));
        }
    }
    for (kind, found) in [("other neighbours", near), ("other labels", labels), ("other order of neighbours", order)] {
        if let Some(first) = found.first() {
            return fail(kind, format!("{} sites: {first}", found.len()));
        }
    }
    Ok(())
}

fn shared_folder() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    let folder = std::env::var_os("PARLOUR_SHARED").map_or(beside, PathBuf::from);
    folder.join("ludii-trials/trials").is_dir().then_some(folder)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|e| e == "gz") {
            found.push(path);
        }
    }
    found
}

fn rule_file(shared: &Path, trial: &Path) -> PathBuf {
    let trials = shared.join("ludii-trials/trials");
    let inside = trial.strip_prefix(&trials).unwrap_or(trial).to_string_lossy().replace(".json.gz", ".lud");
    shared.join("ludii-trials/lud").join(inside)
}

fn read_trial(file: &Path) -> Value {
    let mut text = String::new();
    let packed = fs::File::open(file).expect("a listed file opens");
    flate2::read::GzDecoder::new(packed).read_to_string(&mut text).expect("a trial unpacks");
    serde_json::from_str(&text).expect("a trial is JSON")
}
