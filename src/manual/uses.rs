//! Where rule files use the words of the language.

use parlour_grammar::catalogue::Catalogue;
use parlour_grammar::parse::{Lexeme, MAX_FILE, Token, parse, tokenize};
use parlour_grammar::span::Sources;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The files that use each name: a ludeme's usual spelling, a definition's name in quotes, a label with its colon, or a word.
pub type Uses = BTreeMap<String, BTreeSet<String>>;

/// Looks through rule files, each with the name it is shown under.
pub fn find(files: &[(String, String)]) -> Uses {
    let mut uses = Uses::new();
    for (name, text) in files {
        let mut sources = Sources::default();
        let file = sources.add(name.as_str(), text.as_str());
        let parsed = parse(&sources, file);
        look(&parsed.tokens, name, &mut uses);
        for token in &parsed.tokens {
            if let Lexeme::Fragment(inner) = &token.lexeme {
                look(&tokenize(file, inner, 0).tokens, name, &mut uses);
            }
        }
    }
    uses
}

fn look(tokens: &[Token], file: &str, uses: &mut Uses) {
    for (i, token) in tokens.iter().enumerate() {
        match &token.lexeme {
            Lexeme::Text(text) => {
                uses.entry(format!("\"{text}\"")).or_default().insert(file.to_owned());
            }
            Lexeme::Name(label) => {
                uses.entry(format!("{label}:")).or_default().insert(file.to_owned());
            }
            Lexeme::Symbol(head) if i > 0 && tokens[i - 1].lexeme == Lexeme::Open => {
                let given: Vec<&str> = tokens[i + 1..]
                    .iter()
                    .map_while(|token| match &token.lexeme {
                        Lexeme::Symbol(word) => Some(word.as_str()),
                        _ => None,
                    })
                    .collect();
                let fitting = || {
                    Catalogue::get().with_head(head).filter(|(_, spelling)| {
                        spelling.words.len() <= given.len()
                            && spelling.words.iter().zip(&given).all(|(choice, word)| choice.contains(word))
                    })
                };
                // `(move Step …)` is no use of a plain `move`.
                let most = fitting().map(|(_, spelling)| spelling.words.len()).max();
                for (row, _) in fitting().filter(|(_, spelling)| Some(spelling.words.len()) == most) {
                    uses.entry(row.name()).or_default().insert(file.to_owned());
                }
            }
            Lexeme::Symbol(word) => {
                uses.entry(word.clone()).or_default().insert(file.to_owned());
            }
            _ => {}
        }
    }
}

/// The options, items and rulesets of this name, each with its file and with what is said of it.
pub fn choices(files: &[(String, String)], name: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (path, text) in files {
        let mut sources = Sources::default();
        let file = sources.add(path.as_str(), text.as_str());
        let tokens = parse(&sources, file).tokens;
        let mut option = "";
        for (i, three) in tokens.windows(3).enumerate() {
            let [Lexeme::Open, Lexeme::Symbol(head), Lexeme::Text(called)] = [0, 1, 2].map(|j| &three[j].lexeme) else {
                continue;
            };
            let what = match head.as_str() {
                "option" => {
                    option = called;
                    "an option".to_owned()
                }
                "item" => format!("an item of the option \"{option}\""),
                "ruleset" => "a ruleset".to_owned(),
                _ => continue,
            };
            if called.rsplit('/').next().is_some_and(|last| last.eq_ignore_ascii_case(name)) {
                let said = said(&tokens[i + 3..]).map(|said| format!("\n  {said}")).unwrap_or_default();
                found.push(format!("\"{called}\"   {what} of {path}{said}"));
            }
        }
    }
    found
}

/// The last text before the form ends: what is said of it.
fn said(rest: &[Token]) -> Option<&str> {
    let (mut depth, mut last) = (0, None);
    for token in rest {
        match &token.lexeme {
            Lexeme::Open | Lexeme::ListOpen => depth += 1,
            Lexeme::Close | Lexeme::ListClose if depth == 0 => break,
            Lexeme::Close | Lexeme::ListClose => depth -= 1,
            Lexeme::Text(text) if depth == 0 => last = Some(text.as_str()),
            _ => {}
        }
    }
    last
}

/// The rule files below a folder, sorted by name; none where there is no such folder.
pub fn files(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let Ok(entries) = std::fs::read_dir(folder) else { return found };
    for entry in entries.flatten() {
        let Ok(kind) = entry.file_type() else { continue };
        let path = entry.path();
        if kind.is_dir() {
            found.extend(files(&path));
        } else if kind.is_file()
            && path.extension().is_some_and(|extension| extension == "game")
            && entry.metadata().is_ok_and(|metadata| metadata.len() <= MAX_FILE as u64)
            && let Ok(text) = std::fs::read_to_string(&path)
        {
            found.push((path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/"), text));
        }
    }
    found.sort();
    found
}
