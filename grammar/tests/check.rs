//! Recorded rule files of Ludii's library check against the catalogue.
//!
//! The files are not part of the project. They are looked for in `$PARLOUR_SHARED`, or in `../shared` beside the workspace.

use std::path::{Path, PathBuf};

use parlour_grammar::check::check;
use parlour_grammar::diagnostic::{Diagnostic, Style, render};
use parlour_grammar::expand::{NoFiles, Selection, expand};
use parlour_grammar::span::Sources;

/// Files that are wrong in themselves, with the reason.
const KNOWN: &[(&str, &str)] = &[
    ("Cittabhramanrpasya Khelanam", "says \"King-noCross\" for \"King_noCross\""),
    ("Hindustani Chess", "promotes to a queen, of which there is none"),
    ("Kriegsspiel", "says (sites \"FireTemp\") for its definition \"RegionFireTemp\""),
    ("Level Chess", "asks for regions that only its larger boards have"),
    ("Shogi Puzzle", "says \"Captured\" and \"Where\" for its maps \"captured\" and \"where\""),
    ("Tai Shogi", "promotes a poisonous snake, of which there is none"),
    ("Udat Pagada", "says \"ThrowDiceValue\" for its map \"Throw\""),
];

#[test]
fn recorded_rule_files_check() {
    let Some(files) = corpus() else {
        println!("skipped: no recorded rule files; set PARLOUR_SHARED");
        return;
    };
    let (mut good, mut failures) = (0, Vec::new());
    for path in &files {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let problems = problems(&name, &std::fs::read_to_string(path).expect("UTF-8"));
        good += usize::from(problems.is_empty());
        let known = KNOWN.iter().any(|(known, _)| *known == name);
        if problems.is_empty() == known {
            failures.push(format!("{}: {}", path.display(), if known { "checks now" } else { "has errors" }));
            failures.extend(problems);
        }
    }
    println!("{good} of {} files check", files.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn problems(name: &str, text: &str) -> Vec<String> {
    let mut sources = Sources::default();
    let file = sources.add(name, text);
    let expanded = expand(&mut sources, file, &Selection::default(), parlour_stdlib::FILES, &NoFiles);
    let mut found = expanded.diagnostics;
    if let Some(game) = &expanded.game {
        found.extend(check(game, &[]).1);
    }
    let errors = found.iter().filter(|d| Diagnostic::is_error(d));
    errors.map(|d| render(d, &sources, &expanded.traces, Style::default())).collect()
}

fn corpus() -> Option<Vec<PathBuf>> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    let shared = std::env::var_os("PARLOUR_SHARED").map_or(beside, PathBuf::from);
    let mut files = Vec::new();
    let mut folders = vec![shared.join("ludii-trials/lud")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).ok()?.flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "lud") {
                files.push(path);
            }
        }
    }
    files.sort();
    (!files.is_empty()).then_some(files)
}
