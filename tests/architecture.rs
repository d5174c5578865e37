//! What the project promises of its own shape: the direction of dependencies, no game in code, no huge files.

use parlour_grammar::catalogue::{Catalogue, Type};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Modules of each library, with the modules of either library that each may use beside itself.
const GRAMMAR: &[(&str, &[&str])] = &[
    ("span", &[]),
    ("diagnostic", &["span"]),
    ("tree", &["span"]),
    ("parse", &["span", "diagnostic", "tree", "print"]),
    ("print", &["tree"]),
    ("format", &["span", "diagnostic", "parse"]),
    ("expand", &["span", "diagnostic", "tree", "parse", "print"]),
    ("catalogue", &[]),
    ("rules", &["span", "catalogue"]),
    ("check", &["span", "diagnostic", "tree", "parse", "print", "expand", "catalogue", "rules"]),
    ("english", &["span", "expand", "catalogue", "rules", "check", "tree"]),
];
const INTERPRETER: &[(&str, &[&str])] = &[
    ("board", &[]),
    ("picture", &["board"]),
    ("program", &["span"]),
    ("lower", &["span", "diagnostic", "catalogue", "rules", "board", "program"]),
    ("machine", &["span", "program"]),
    ("play", &["grammar", "board", "picture", "program", "lower", "machine"]),
    ("testing", &["grammar", "play"]),
    ("conform", &["grammar", "board", "program", "lower", "machine", "play"]),
];

#[test]
fn dependencies_point_one_way() {
    let mut wrong = Vec::new();
    for (folder, modules) in [("grammar/src", GRAMMAR), ("interpreter/src", INTERPRETER)] {
        for (module, allowed) in modules {
            let files = sources(&root().join(folder).join(module));
            let single = root().join(folder).join(format!("{module}.rs"));
            for file in files.into_iter().chain(single.exists().then_some(single)) {
                let code = code(&file);
                let own = used(&code, "crate::").into_iter().map(|name| (name, false));
                let of_grammar = used(&code, "parlour_grammar::").into_iter().map(|name| (name, true));
                for (name, grammar) in own.chain(of_grammar) {
                    let known = modules.iter().any(|(known, _)| *known == name) || grammar;
                    let fine =
                        name == *module || allowed.contains(&name.as_str()) || grammar && allowed.contains(&"grammar");
                    if known && !fine {
                        wrong.push(format!("{}: `{module}` may not use `{name}`", file.display()));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_module_has_its_place() {
    for (folder, modules) in [("grammar/src", GRAMMAR), ("interpreter/src", INTERPRETER)] {
        let lib = fs::read_to_string(root().join(folder).join("lib.rs")).expect("the library has a root");
        for line in lib.lines() {
            if let Some(name) = line.strip_prefix("pub mod ").and_then(|rest| rest.strip_suffix(';')) {
                assert!(modules.iter().any(|(known, _)| *known == name), "{folder}: say what `{name}` may use");
            }
        }
    }
}

#[test]
fn the_grammar_is_pure() {
    let io = ["std::fs", "std::io", "std::env", "std::process", "std::net", "std::time", "println!", "eprintln!"];
    for file in sources(&root().join("grammar/src")) {
        let code = code(&file);
        for word in io {
            assert!(!code.contains(word), "{} uses {word}", file.display());
        }
    }
}

#[test]
fn no_code_names_a_game() {
    let words = |name: &str| {
        // Boards may be called after a game that is played on them: `surakartaBoard`.
        let is_head = |head: &str| head.strip_suffix("Board").unwrap_or(head).eq_ignore_ascii_case(name);
        let heads = Catalogue::get().heads().any(|head| is_head(head) || head.eq_ignore_ascii_case(name));
        heads || Type::ALL.iter().any(|ty| ty.words().iter().any(|word| word.eq_ignore_ascii_case(name)))
    };
    let mut names = BTreeSet::new();
    for game in files(&root().join("games"), "game") {
        let text = fs::read_to_string(&game).expect("rule files are text");
        let declared = text.split("(game \"").nth(1).and_then(|rest| rest.split('"').next()).map(str::to_owned);
        let stem = game.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        // A game may be called like a ludeme; the word is then the language's. A letter or two are part of any word.
        let told = |name: &String| name.chars().count() > 2 && !words(name);
        names.extend(declared.into_iter().chain(stem).filter(told).map(|name| plain(&name)));
    }
    assert!(!names.is_empty());
    for file in sources(&root().join("grammar/src")).into_iter().chain(sources(&root().join("interpreter/src"))) {
        // The standard library has a module of a game's name.
        let code = plain(&code(&file).replace("sync::atomic", "").replace("Atomic", ""));
        for name in &names {
            assert!(!code.contains(name.as_str()), "{} names the game {name}", file.display());
        }
    }
}

/// Files that are too long already: to be divided, and never to be joined by others.
const TO_BE_DIVIDED: &[&str] = &[];

#[test]
fn no_file_is_huge() {
    let folders = ["src", "grammar", "interpreter", "stdlib", "tests", "benches"];
    for file in folders.iter().flat_map(|folder| sources(&root().join(folder))) {
        let lines = fs::read_to_string(&file).expect("sources are text").lines().count();
        let known = TO_BE_DIVIDED.iter().any(|known| file.ends_with(known));
        assert!(lines <= 1000 || known, "{} has {lines} lines", file.display());
    }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    files(folder, "rs")
}

/// Every file below a folder with this extension, sorted.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else { return found };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|e| e == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The code of a file, without comments and unit tests.
fn code(file: &Path) -> String {
    if file.file_name().is_some_and(|name| name == "tests.rs") {
        return String::new();
    }
    let text = fs::read_to_string(file).expect("sources are text");
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The modules named right after `prefix`, alone or in braces.
fn used(code: &str, prefix: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for rest in code.split(prefix).skip(1) {
        let mut depth = 0;
        let mut name = String::new();
        for c in rest.chars() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                c if c.is_alphanumeric() || c == '_' => name.push(c),
                ',' if depth == 1 => {}
                c if c.is_whitespace() && depth > 0 => continue,
                _ if depth == 0 => break,
                // Inside a module of the braces: skip to the next one.
                _ => {
                    names.insert(std::mem::take(&mut name));
                    name.push('/');
                    continue;
                }
            }
            if (c == ',' && depth == 1) || depth == 0 && c == '}' {
                names.insert(std::mem::take(&mut name));
            }
            if depth == 0 && c == '}' {
                break;
            }
        }
        names.insert(name);
    }
    names.retain(|name| !name.is_empty() && !name.contains('/'));
    names
}

/// The words of a text, small, each between blanks: `DeathStacks`, `death-stacks` and "Death Stacks" are the same two.
fn plain(text: &str) -> String {
    let mut words = String::from(" ");
    let mut before = ' ';
    for c in text.chars() {
        let parts = !c.is_ascii_alphanumeric() || c.is_ascii_uppercase() && before.is_ascii_lowercase();
        if parts && !words.ends_with(' ') {
            words.push(' ');
        }
        if c.is_ascii_alphanumeric() {
            words.push(c.to_ascii_lowercase());
        }
        before = c;
    }
    words.trim_end().to_owned() + " "
}
