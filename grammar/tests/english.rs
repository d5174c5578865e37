//! The rules of the project's games in English: nothing of the language shows, and what nine of them say is kept in snapshots, to
//! be read as an author would. To write them anew: `INSTA_UPDATE=always cargo test -p parlour-grammar --test english`.
//!
//! Rule files of Ludii's library, where there are any, must show nothing of the language either.

use std::path::{Path, PathBuf};

use parlour_grammar::check::check;
use parlour_grammar::english::{Explanation, Said, explain, markdown, text};
use parlour_grammar::expand::{Files, OptionKind, Selection, expand};
use parlour_grammar::span::Sources;

/// The games whose rules are kept as they are told.
const KEPT: &[&str] = &[
    "stacks/death-stacks",
    "pattern/azteka",
    "capture/leech",
    "combat/simple-life-or-death",
    "line/tic-tac-toe",
    "race/breakthrough",
    "territory/othello",
    "dice/pig",
    "cards/whist",
];

struct Folder(PathBuf);

impl Files for Folder {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        std::fs::read(self.0.join(path)).map_err(|error| error.to_string())
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The rules of a file in English, and the options it has; nothing if it does not check.
fn told(path: &Path, selection: &Selection) -> Option<(Explanation, Vec<Selection>)> {
    let mut sources = Sources::default();
    let file = sources.add(path.to_string_lossy(), std::fs::read_to_string(path).ok()?);
    let files = Folder(path.parent()?.to_owned());
    let expanded = expand(&mut sources, file, selection, parlour_stdlib::FILES, &files);
    let rules = check(expanded.game.as_ref()?, &[]).0?;
    let others = expanded.options.iter().flat_map(|option| match &option.kind {
        OptionKind::Items(items) => {
            items.iter().filter(|item| !item.default).map(|item| (option.label.clone(), item.name.clone())).collect()
        }
        OptionKind::Number { .. } => Vec::new(),
    });
    let others = others.map(|choice| Selection { options: vec![choice], ..Selection::default() }).collect();
    Some((explain(&rules.game, &expanded, &sources), others))
}

fn below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(below(&path, ending));
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[test]
fn rules_are_told_in_english() {
    for name in KEPT {
        let path = root().join("games").join(format!("{name}.game"));
        let (told, _) = told(&path, &Selection::default()).unwrap_or_else(|| panic!("{name} does not check"));
        let name = name.rsplit('/').next().unwrap_or(name);
        insta::with_settings!({ snapshot_path => "english", prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name, markdown(&told, None));
        });
    }
}

#[test]
fn nothing_of_the_language_shows() {
    let (mut wrong, mut read) = (Vec::new(), 0);
    for path in below(&root().join("games"), "game") {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let Some((explanation, others)) = told(&path, &Selection::default()) else { panic!("{name} does not check") };
        problems(&name, &explanation, &mut wrong);
        for selection in others {
            if let Some((explanation, _)) = told(&path, &selection) {
                problems(&format!("{name} {:?}", selection.options), &explanation, &mut wrong);
            }
            read += 1;
        }
    }
    assert!(read > 50);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn recorded_rule_files_are_told_too() {
    let shared = std::env::var_os("PARLOUR_SHARED").map_or(root().join("../shared"), PathBuf::from);
    let files = below(&shared.join("ludii-trials/lud"), "lud");
    if files.is_empty() {
        println!("skipped: no recorded rule files; set PARLOUR_SHARED");
        return;
    }
    let (mut wrong, mut read) = (Vec::new(), 0);
    // Every fortieth is enough to see what they have in common.
    for path in files.iter().step_by(40) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        if let Some((explanation, _)) = told(path, &Selection::default()) {
            problems(&name, &explanation, &mut wrong);
            read += 1;
        }
    }
    println!("{read} rule files are told");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn lines_of_plain_text_are_folded() {
    let path = root().join("games/capture/leech.game");
    let (told, _) = told(&path, &Selection::default()).expect("it checks");
    let text = text(&told, None, 80);
    assert!(text.lines().all(|line| line.chars().count() <= 80 || !line.trim().contains(' ')), "{text}");
    assert!(!text.contains('*'));
}

/// What is wrong with the wording of a game's rules.
fn problems(name: &str, explanation: &Explanation, wrong: &mut Vec<String>) {
    // What authors call their options and rulesets is theirs.
    for section in explanation.sections.iter().filter(|section| section.title != "Options") {
        if section.items.is_empty() {
            wrong.push(format!("{name}: nothing is said under {}", section.title));
        }
        section.items.iter().for_each(|said| each(said, &mut |text| wording(name, text, wrong)));
    }
    for line in markdown(explanation, None).lines().filter(|line| line.trim_start().starts_with("- ")) {
        if !line.ends_with(['.', ':', '!', '?']) {
            wrong.push(format!("{name}: no full stop: {line}"));
        }
    }
}

fn each(said: &Said, see: &mut impl FnMut(&str)) {
    see(&said.text);
    said.items.iter().for_each(|item| each(item, see));
}

fn wording(name: &str, text: &str, wrong: &mut Vec<String>) {
    let mut found = |what: &str| wrong.push(format!("{name}: {what}: {text}"));
    for bad in [
        "  ",
        " .",
        " ,",
        "..",
        ",,",
        "((",
        "))",
        "()",
        "{",
        "}",
        "\"",
        "#",
        " a a ",
        " the the ",
        "a the ",
        " of of ",
        ": .",
    ] {
        if text.contains(bad) {
            found(&format!("`{bad}`"));
        }
    }
    let camel = |word: &str| word.chars().skip(1).any(char::is_uppercase) && word.chars().any(char::is_lowercase);
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| camel(word)) {
        found(&format!("`{word}`"));
    }
    if text
        .split(' ')
        .any(|word| word.starts_with('(') && word.len() > 1 && text.matches('(').count() != text.matches(')').count())
    {
        found("brackets");
    }
}
