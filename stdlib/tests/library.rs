//! The library is complete, documented and well formed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use parlour_stdlib::FILES;

/// Names that definitions call and games define.
const OF_THE_GAME: &[&str] = &["Columns", "PiecesOwnedBy"];

/// A definition as it is written.
#[derive(Debug)]
struct Definition {
    file: &'static str,
    name: &'static str,
    comment: Vec<&'static str>,
    body: String,
}

/// The definitions of all files. A definition starts in the first column, and so does its closing bracket.
fn definitions() -> Vec<Definition> {
    let mut found = Vec::new();
    for (file, text) in FILES {
        let (mut comment, mut body) = (Vec::new(), Vec::new());
        for line in text.lines() {
            if let Some(said) = line.strip_prefix("//") {
                comment.push(said);
            } else if line.is_empty() {
                comment.clear();
            } else {
                body.push(line);
                if line.starts_with(')') {
                    let name = body[0].strip_prefix("(define \"").and_then(|rest| rest.strip_suffix('"'));
                    let name = name.unwrap_or_else(|| panic!("{file}: not a definition: {}", body[0]));
                    found.push(Definition {
                        file,
                        name,
                        comment: std::mem::take(&mut comment),
                        body: body[1..].join("\n"),
                    });
                    body.clear();
                }
            }
        }
        assert!(body.is_empty(), "{file}: text after the last definition: {body:?}");
    }
    found
}

#[test]
fn every_file_of_the_folder_is_embedded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lib");
    let on_disk: BTreeSet<String> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    let embedded: BTreeSet<String> = FILES.iter().map(|(path, _)| (*path).to_owned()).collect();
    assert_eq!(embedded, on_disk);
}

#[test]
fn names_are_unique() {
    let mut seen = BTreeMap::new();
    for definition in definitions() {
        let before = seen.insert(definition.name, definition.file);
        assert!(before.is_none(), "{} is defined in {} and {}", definition.name, before.unwrap(), definition.file);
    }
}

#[test]
fn brackets_are_balanced() {
    for (file, text) in FILES {
        let mut open = Vec::new();
        for (number, line) in text.lines().enumerate() {
            for c in code_of(line).chars() {
                match c {
                    '(' | '{' => open.push(c),
                    ')' => assert_eq!(open.pop(), Some('('), "{file}:{}", number + 1),
                    '}' => assert_eq!(open.pop(), Some('{'), "{file}:{}", number + 1),
                    _ => {}
                }
            }
            assert!(!line.starts_with(')') || open.is_empty(), "{file}:{}: something is left open", number + 1);
        }
    }
}

#[test]
fn every_definition_is_documented() {
    for Definition { name, comment, body, .. } in definitions() {
        let meaning = comment.first().is_some_and(|line| line.starts_with(' ') && !line.starts_with("  "));
        assert!(meaning, "{name}: its comment begins with its meaning");
        let examples: Vec<_> = comment.iter().filter_map(|line| line.strip_prefix("   e.g. ")).collect();
        assert!(!examples.is_empty(), "{name}: no example");
        assert!(
            examples.iter().all(|example| example.contains(&format!("\"{name}\""))),
            "{name}: an example of something else"
        );
        assert!(examples.iter().all(|example| is_balanced(example)), "{name}: an example with open brackets");
        let documented =
            (1..).take_while(|n| comment.iter().any(|line| line.starts_with(&format!("   #{n} ")))).count();
        assert_eq!(documented, parameters(&body), "{name}: a line for each parameter");
    }
}

#[test]
fn definitions_call_what_is_defined() {
    let all = definitions();
    let known: BTreeSet<&str> = all.iter().map(|d| d.name).chain(OF_THE_GAME.iter().copied()).collect();
    for Definition { name, body, .. } in &all {
        for called in body.split("(\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(known.contains(called), "{name} calls {called}, which is not defined");
            assert_ne!(called, *name, "{name} calls itself");
        }
    }
}

#[test]
fn every_name_that_recorded_games_use_is_defined() {
    let Some(trials) = recorded_play() else { return };
    let known: BTreeSet<&str> = definitions().iter().map(|d| d.name).collect();
    let words = std::fs::read_to_string(trials.join("words.tsv")).unwrap();
    let names: Vec<&str> =
        words.lines().filter_map(|line| line.strip_prefix("library definition\t")?.split('\t').next()).collect();
    assert!(names.len() > 100, "the list of words has changed its form");
    let missing: Vec<_> = names.iter().filter(|name| !known.contains(*name)).collect();
    assert!(missing.is_empty(), "not defined: {missing:?}");
}

/// Calls that give more than the definition takes; Ludii passes over such arguments.
const WITH_SURPLUS: &[(&str, &str)] = &[("CaptureAll", "Next Loss"), ("NextSiteOnTrack", "#3 from:#1 #2 #3")];

#[test]
fn recorded_games_give_no_more_arguments_than_are_taken() {
    let Some(trials) = recorded_play() else { return };
    let all = definitions();
    let taken: BTreeMap<&str, usize> = all.iter().map(|d| (d.name, parameters(&d.body))).collect();
    let mut games = Vec::new();
    collect_games(&trials.join("lud"), &mut games);
    for game in games {
        let text = std::fs::read_to_string(&game).unwrap();
        let text: Vec<&str> = text.lines().map(code_of).collect();
        let text = text.join(" ");
        for (at, _) in text.match_indices("(\"") {
            let Some((name, rest)) = text[at + 2..].split_once('"') else { continue };
            let Some(taken) = taken.get(name).filter(|_| !text.contains(&format!("(define \"{name}\""))) else {
                continue;
            };
            let given = arguments(rest);
            let surplus =
                given.len() > *taken && !WITH_SURPLUS.contains(&(name, given.join(" ").replace('"', "").as_str()));
            assert!(!surplus, "{}: (\"{name}\" {}) takes {taken}", game.display(), given.join(" "));
        }
    }
}

/// Where the recorded play is, if it is anywhere.
fn recorded_play() -> Option<PathBuf> {
    let shared = std::env::var_os("PARLOUR_SHARED")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared"), PathBuf::from);
    let trials = shared.join("ludii-trials");
    if trials.is_dir() {
        return Some(trials);
    }
    eprintln!("skipped: no recorded play at {}", trials.display());
    None
}

fn collect_games(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect_games(&path, into);
        } else {
            into.push(path);
        }
    }
}

/// A line without its comment.
fn code_of(line: &str) -> &str {
    let mut quoted = false;
    for (at, c) in line.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '/' if !quoted && line[at..].starts_with("//") => return &line[..at],
            _ => {}
        }
    }
    line
}

/// The highest number of a parameter.
fn parameters(body: &str) -> usize {
    let number = |rest: &str| rest.chars().take_while(char::is_ascii_digit).collect::<String>().parse().ok();
    body.split('#').skip(1).filter_map(number).max().unwrap_or(0)
}

/// The arguments of a call, given what follows its name.
fn arguments(rest: &str) -> Vec<&str> {
    let (mut found, mut depth, mut quoted, mut start) = (Vec::new(), 0usize, false, None);
    for (at, c) in rest.char_indices() {
        let ends = !quoted && depth == 0 && (c.is_whitespace() || c == ')');
        if ends {
            found.extend(start.take().map(|start| &rest[start..at]));
            if c == ')' {
                break;
            }
            continue;
        }
        start = start.or(Some(at));
        match c {
            '"' => quoted = !quoted,
            '(' | '{' if !quoted => depth += 1,
            ')' | '}' if !quoted => depth -= 1,
            _ => {}
        }
    }
    found
}

fn is_balanced(text: &str) -> bool {
    let mut open = Vec::new();
    text.chars().all(|c| match c {
        '(' | '{' => {
            open.push(c);
            true
        }
        ')' => open.pop() == Some('('),
        '}' => open.pop() == Some('{'),
        _ => true,
    }) && open.is_empty()
}
