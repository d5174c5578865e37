//! What the formatter promises: a text in the usual layout stays as it is, and the layout changes nothing that a text says.

use std::path::{Path, PathBuf};

use parlour_grammar::diagnostic::Diagnostic;
use parlour_grammar::format::{Unformatted, WIDTH, format};
use parlour_grammar::parse::{Lexeme, Parsed, parse, tokenize};
use parlour_grammar::span::{FileId, Sources};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

#[test]
fn the_layout() {
    let cases = [
        ("", ""),
        ("\n\n// alone\n", "// alone\n"),
        ("(a   b\n  c)(d)", "(a b\n    c)\n(d)\n"),
        ("(a\n\n\n\nb\n\n)", "(a\n\n    b\n)\n"),
        ("(a { b c } {d e})", "(a { b c } {d e})\n"),
        ("( game \"x\" { ( item ) * } )", "(game \"x\" { (item)* })\n"),
        ("(a x: 1 .. 5 // why\n)", "(a x:1..5 // why\n)\n"),
        ("(a x: // why\n 5)", "(a x: // why\n    5)\n"),
        ("(a { // first\n b     // second\n })", "(a { // first\n    b // second\n})\n"),
        ("(a\n b     // one\n (c d) // two\n)", "(a\n    b     // one\n    (c d) // two\n)\n"),
        ("(a < b   c d > <  d >)", "(a <b c d> <  d >)\n"),
        ("(a <(b\n(c)\n)> <(b >)", "(a <(b\n    (c)\n)> <(b >)\n"),
        ("(a <X>> (< 1 2) ( <  1 2))", "(a <X>> (< 1 2) (< 1 2))\n"),
        ("(a \"b\n  c\" +5 1.50)", "(a \"b\n  c\" +5 1.50)\n"),
    ];
    for (text, wanted) in cases {
        assert_eq!(formatted(text).as_deref(), Some(wanted), "{text}");
        assert_eq!(formatted(wanted).as_deref(), Some(wanted), "{text}");
    }
}

#[test]
fn long_lines_are_broken() {
    let long = "a-word-of-some-length ".repeat(3);
    let text = format!("(or {{ (move (to {long})) (move (to {long})) }} end:True)");
    let lines: Vec<String> = formatted(&text).expect("it parses").lines().map(str::to_owned).collect();
    assert!(lines.len() > 2 && lines.iter().all(|line| line.len() <= WIDTH), "{lines:#?}");
    let text = format!("(or {{ (move (to {long})) (move (to {long})) }})");
    let lines: Vec<String> = formatted(&text).expect("it parses").lines().map(str::to_owned).collect();
    assert_eq!([lines[0].as_str(), lines[3].as_str()], ["(or {", "})"], "{lines:#?}");
}

#[test]
fn what_does_not_parse_is_not_touched() {
    for text in ["(a", "a)", "(a \"b)", "(a [)", "()", "(a b:)", "(a 1..)", "(a \0)"] {
        let mut sources = Sources::default();
        let file = sources.add("test", text);
        assert!(matches!(format(&sources, file), Err(Unformatted::Wrong(found)) if !found.is_empty()), "{text}");
    }
}

/// Every rule file of the project that parses is in the usual layout, those that are wrong in other ways included.
#[test]
fn the_files_of_the_project_are_formatted() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    ["games", "stdlib", "tests"].iter().for_each(|folder| collect(&root.join(folder), "game", &mut files));
    assert!(files.len() > 50);
    let mut wrong = Vec::new();
    for file in &files {
        let Ok(text) = std::fs::read_to_string(file) else { continue };
        check_promises(&file.display().to_string(), &text);
        for line in formatted(&text).iter().flat_map(|text| text.lines()) {
            assert!(line.chars().count() <= WIDTH || line.contains("//"), "{}: too long: {line}", file.display());
        }
        if formatted(&text).is_some_and(|new| new != text) {
            wrong.push(file.display().to_string());
        }
    }
    assert!(wrong.is_empty(), "run `parlour fmt games stdlib tests`: {}", wrong.join(", "));
}

/// The files are not part of the project. They are looked for in `$PARLOUR_SHARED`, or in `../shared` beside the workspace.
#[test]
fn recorded_rule_files_keep_what_they_say() {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    let shared = std::env::var_os("PARLOUR_SHARED").map_or(beside, PathBuf::from);
    let mut files = Vec::new();
    collect(&shared.join("ludii-trials/lud"), "lud", &mut files);
    for file in &files {
        check_promises(&file.display().to_string(), &std::fs::read_to_string(file).expect("UTF-8"));
    }
    match files.len() {
        0 => println!("skipped: no recorded rule files (803 in all); set PARLOUR_SHARED"),
        n => println!("{n} files"),
    }
}

fn collect(folder: &Path, extension: &str, into: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, extension, into);
        } else if path.extension().is_some_and(|found| found == extension) {
            into.push(path);
        }
    }
    into.sort();
}

fn formatted(text: &str) -> Option<String> {
    let mut sources = Sources::default();
    let file = sources.add("test", text);
    match format(&sources, file) {
        Ok(text) => Some(text),
        Err(Unformatted::Wrong(_)) => None,
        Err(Unformatted::Changed) => panic!("the layout changes what is said:\n{text}"),
    }
}

fn check_promises(name: &str, text: &str) {
    let (before, sources) = parsed(text);
    let Some(new) = formatted(text) else {
        assert!(before.diagnostics.iter().any(Diagnostic::is_error), "{name}");
        return;
    };
    assert_eq!(formatted(&new).as_deref(), Some(new.as_str()), "{name}: not stable");
    let (after, again) = parsed(&new);
    assert_eq!(lexemes(&before), lexemes(&after), "{name}: says something else");
    let comments = |parsed: &Parsed, sources: &Sources| -> Vec<String> {
        parsed.comments.iter().map(|span| sources.slice(*span).trim_end().to_owned()).collect()
    };
    assert_eq!(comments(&before, &sources), comments(&after, &again), "{name}: comments");
}

fn parsed(text: &str) -> (Parsed, Sources) {
    let mut sources = Sources::default();
    let file = sources.add("test", text);
    (parse(&sources, file), sources)
}

/// The tokens of a text; fragments by what they are made of, since blanks in them mean nothing.
fn lexemes(parsed: &Parsed) -> Vec<Lexeme> {
    let mut out = Vec::new();
    for token in &parsed.tokens {
        match &token.lexeme {
            Lexeme::Fragment(inner) => {
                out.push(Lexeme::Fragment(String::new()));
                out.extend(tokenize(FileId(0), inner, 0).tokens.into_iter().map(|token| token.lexeme));
            }
            other => out.push(other.clone()),
        }
    }
    out
}

/// Texts that mostly parse: forms with blanks, ends of lines and comments in all places.
fn text() -> impl Strategy<Value = String> {
    let gap = prop::sample::select(vec![" ", "  ", "\n", "\n\n\n", " // said\n", "\n// said  \n", "\r\n", "\t"]);
    let word = prop::sample::select(vec![
        "a",
        "Each",
        "#1",
        "~",
        "-5",
        "1.5",
        ".5",
        "1..5",
        "a .. b",
        "<A>",
        "<A:b>",
        "<A>>",
        "\"text\"",
        "\"t\n  u\"",
        "{}",
        "b:c",
        "b: // said\n c",
        "<a b>",
        "< a >",
        "<>",
        "<(a>",
        "<(a {b\n\nc})\n\"d\">",
        "a-word-that-is-very-long-indeed-and-longer",
    ]);
    let leaf = word.prop_map(str::to_owned);
    leaf.prop_recursive(6, 80, 7, move |inner| {
        let items = prop::collection::vec((inner, gap.clone()), 1..7)
            .prop_map(|items| items.into_iter().map(|(item, gap)| format!("{item}{gap}")).collect::<String>());
        (prop::sample::select(vec!["(h ", "{", "{ ", "(\nh ", "(< ", "n:(h ", "<(h "]), items, any::<bool>()).prop_map(
            |(open, items, star)| {
                let close = if open.contains('{') {
                    "}"
                } else if open == "<(h " {
                    ")>"
                } else {
                    ")"
                };
                format!("{open}{items}{close}{}", if star { "*" } else { "" })
            },
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn any_text_keeps_what_it_says(text in text()) {
        check_promises("", &text);
    }

    #[test]
    fn any_characters_at_all(text in "(\\(|\\)|\\{|\\}|[abT<>=#~\":. \n1/*]|item |\\.\\.|<A>|<A:b>|//){0,40}") {
        check_promises("", &text);
    }
}
