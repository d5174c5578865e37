//! Every recorded rule file of Ludii's library parses, prints, and expands.
//!
//! The files are not part of the project. They are looked for in `$PARLOUR_SHARED`, or in `../shared` beside the workspace.

use std::path::{Path, PathBuf};

use parlour_grammar::diagnostic::{Style, render};
use parlour_grammar::expand::{NoFiles, Selection, expand};
use parlour_grammar::parse::{Lexeme, Parsed, parse};
use parlour_grammar::print::print;
use parlour_grammar::span::Sources;

/// Files that are wrong in themselves, with the reason.
const KNOWN: &[(&str, &str)] = &[];

#[test]
fn every_file_parses_prints_and_expands() {
    let Some(files) = corpus() else {
        println!("skipped: no recorded rule files; set PARLOUR_SHARED");
        return;
    };
    let mut failures = Vec::new();
    for path in &files {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let bytes = std::fs::read(path).expect("a readable file");
        let text = String::from_utf8(bytes).expect("UTF-8");
        let problems = problems(&name, &text);
        let known = KNOWN.iter().any(|(known, _)| *known == name);
        if problems.is_empty() == known {
            failures.push(format!("{}: {}", path.display(), if known { "is fine now" } else { "has errors" }));
            failures.extend(problems);
        }
    }
    println!("{} files", files.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// One closing bracket of each file is left out, or doubled. What is said should point within two lines of it.
#[test]
fn a_wrong_bracket_is_found_where_it_is() {
    let Some(files) = corpus() else {
        println!("skipped: no recorded rule files; set PARLOUR_SHARED");
        return;
    };
    let mut seed = 1_u64;
    let mut below = |bound: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % bound
    };
    let (mut missing, mut surplus) = (0, 0);
    for path in &files {
        let text = std::fs::read_to_string(path).expect("a readable file");
        let closers: Vec<usize> = parse_text(&text)
            .tokens
            .iter()
            .filter(|token| matches!(token.lexeme, Lexeme::Close | Lexeme::ListClose))
            .map(|token| token.origin.span.start as usize)
            .collect();
        let at = closers[below(closers.len())];
        let (mut without, mut twice) = (text.clone(), text.clone());
        let bracket = without.remove(at);
        twice.insert(at, bracket);
        missing += usize::from(points_near(&without, at));
        surplus += usize::from(points_near(&twice, at));
    }
    println!("of {} brackets, {missing} found when missing, {surplus} when doubled", files.len());
    assert!(missing * 100 >= files.len() * 97, "{missing}");
    assert!(surplus * 100 >= files.len() * 93, "{surplus}");
}

fn points_near(text: &str, at: usize) -> bool {
    let line = |at: usize| text[..at].matches('\n').count();
    parse_text(text)
        .diagnostics
        .iter()
        .flat_map(|diagnostic| &diagnostic.labels)
        .any(|label| line(label.origin.span.end as usize).abs_diff(line(at)) <= 2)
}

fn parse_text(text: &str) -> Parsed {
    let mut sources = Sources::default();
    let file = sources.add("test", text);
    parse(&sources, file)
}

fn problems(name: &str, text: &str) -> Vec<String> {
    let mut sources = Sources::default();
    let file = sources.add(name, text);
    let parsed = parse(&sources, file);
    let printed = print(&parsed.nodes);
    let mut again = Sources::default();
    let copy = again.add(name, printed);
    let reparsed = parse(&again, copy);
    let mut out = Vec::new();
    let same = parsed.nodes.len() == reparsed.nodes.len()
        && std::iter::zip(&parsed.nodes, &reparsed.nodes).all(|(a, b)| a.same(b));
    if !same {
        out.push("the printed text reads differently".to_owned());
    }
    let expanded = expand(&mut sources, file, &Selection::default(), &[], &NoFiles);
    // Definitions of the library are not at hand here.
    for diagnostic in expanded.diagnostics.iter().filter(|d| d.is_error() && d.code != "E0201") {
        out.push(render(diagnostic, &sources, &expanded.traces, Style::default()));
    }
    if expanded.game.is_none() {
        out.push("no game".to_owned());
    }
    out
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
