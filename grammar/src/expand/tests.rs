//! Tests of expansion.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::*;
use crate::diagnostic::{Style, json, render};

/// Files in memory.
struct Memory(BTreeMap<&'static str, &'static str>);

impl Files for Memory {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        self.0.get(path).map(|text| text.as_bytes().to_vec()).ok_or_else(|| "no such file".to_owned())
    }
}

fn load_with(
    text: &str,
    selection: &Selection,
    library: &[(&str, &str)],
    files: &[(&'static str, &'static str)],
) -> (Sources, Expanded) {
    let mut sources = Sources::default();
    let root = sources.add("games/root.game", text);
    let files = Memory(files.iter().copied().collect());
    let expanded = expand(&mut sources, root, selection, library, &files);
    (sources, expanded)
}

fn load(text: &str) -> Expanded {
    load_with(text, &Selection::default(), &[], &[]).1
}

/// What the game reads as, without its own brackets and name.
#[track_caller]
fn game(expanded: &Expanded) -> String {
    let errors: Vec<_> = expanded.diagnostics.iter().filter(|d| d.is_error()).collect();
    assert!(errors.is_empty(), "{errors:?}");
    let items = expanded.game.as_ref().and_then(Node::call).expect("a game");
    items[2..].iter().map(Node::to_string).collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn reads(text: &str, expected: &str) {
    assert_eq!(game(&load(text)), expected);
}

fn choose(pairs: &[(&str, &str)]) -> Selection {
    Selection {
        options: pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect(),
        ..Selection::default()
    }
}

#[test]
fn numbered_parameters() {
    reads(
        r#"(define "Hop" (hop #1 if:#2 {#3})) (game "G" ("Hop" A (b) 1..3) "Hop" ("Hop" ~ (b)))"#,
        "(hop A if:(b) {1..3}) (hop {}) (hop if:(b) {})",
    );
    reads(r#"(define "Two" 1 #1 2) (game "G" {"Two"} x:"Two" ("Two" 5))"#, "{1 2} x:1 2 1 5 2");
    reads(
        r#"(define "F" (#1 a)) (define "B" (b #1)) (game "G" ("F" and) ("F" "B") ("F") (("B" 1)))"#,
        "(and a) (b a) (a) (b 1)",
    );
    reads(r#"(define "Named" (m #1)) (game "G" ("Named" at:End))"#, "(m at:End)");
    reads(
        r#"(define "Y3" (three)) (define "B" "Y#1" P#1 "c #1") (game "G" ("B" 3) ("B" "z"))"#,
        "(three) P3 \"c 3\" \"Yz\" Pz \"c z\"",
    );
    reads(r#"(define "Inner" (in #1 #2)) (define "Outer" ("Inner" #1 #2)) (game "G" ("Outer" ~ b))"#, "(in b)");
    reads(r##"(define "Colour" (c "#fff8dc" #1)) (game "G" ("Colour" 1))"##, "(c \"#fff8dc\" 1)");
}

#[test]
fn named_parameters() {
    let define = r#"(define "Reach" "doc" (params { (param "from" Site "start") (param "n" Int default:(size)) (param "then" optional:True) }) (sites #from distance:#n then:#then))"#;
    reads(
        &format!(r#"{define} (game "G" ("Reach" (to)) ("Reach" n:2 from:(x)) ("Reach" (y) ~ (z)))"#),
        "(sites (to) distance:(size)) (sites (x) distance:2) (sites (y) distance:(size) then:(z))",
    );
    let expanded = load(&format!(r#"{define} (game "G" ("Reach" (to)))"#));
    let info = &expanded.definitions[0];
    assert_eq!(info.doc, "doc");
    let Parameters::Named(params) = &info.parameters else { panic!("named") };
    assert_eq!(params[0].type_name.as_ref().map(|t| t.0.as_str()), Some("Site"));
    assert_eq!(params[0].doc, "start");
}

#[test]
fn comments_document() {
    let expanded = load("// ------\n// Hops.\n// #1 = where\n(define \"Hop\" (hop #1))\n(game \"G\" \"Hop\")");
    assert_eq!(expanded.definitions[0].doc, "Hops.\n#1 = where");
}

#[test]
fn what_is_typed_counts_instead_of_what_is_in_the_files() {
    let text = r#"(define "A" (a)) (define "B" ("A" 1)) (option "O" <O> args:{ <x> } { (item "One" <1> "")* })
        (game "G" "A" "B" <O>)"#;
    let change = |changes: &[&str]| {
        let changes = changes.iter().map(|form| (*form).to_owned()).collect();
        load_with(text, &Selection { changes, ..Selection::default() }, &[], &[]).1
    };
    assert_eq!(game(&change(&[])), "(a) (a) 1");
    assert_eq!(game(&change(&[r#"(define "A" (c #1))"#])), "(c) (c 1) 1");
    assert_eq!(game(&change(&[r#"(option "O" <O> args:{ <x> } { (item "Two" <2> "")* })"#])), "(a) (a) 2");
    let wrong = change(&["(game \"H\" 1)"]);
    let found = wrong.diagnostics.iter().find(|d| d.code == codes::NO_CHANGE).expect("it is said");
    assert_eq!(found.span().map(|span| span.start), Some(0));
}

#[test]
fn a_game_is_never_a_definition() {
    let expanded = load(r#"(define "G" (x)) (game "G" "G") (metadata (info { (description "G") }) (graphics {"G"}))"#);
    assert_eq!(expanded.game.map(|g| g.to_string()).as_deref(), Some("(game \"G\" (x))"));
    assert_eq!(expanded.metadata[0].to_string(), "(metadata (info {(description \"G\")}) (graphics {(x)}))");
}

const SIZES: &str = r#"(option "Board Size" <Size> args:{ <n> <m> } short:size { (item "3x3 board" short:small <3> <> "") (item "Large" <10> <(b)> "")** (item "Other" <4> <> "")* })"#;

#[test]
fn options_and_rulesets() {
    let text = format!(
        r#"{SIZES} (rulesets {{ (ruleset "Ruleset/Old (Said)" {{ "Board Size/3x3 board" }}) (ruleset "Ruleset/New" {{ "Board Size/Other" }})* }}) (game "G" (s <Size>) {{<Size:m>}} count:<Size:m> "s<Size:n>")"#
    );
    let with = |ruleset: Option<&str>, options: &[(&str, &str)]| {
        let selection = Selection { ruleset: ruleset.map(str::to_owned), ..choose(options) };
        game(&load_with(&text, &selection, &[], &[]).1)
    };
    assert_eq!(with(None, &[]), "(s 4) {} \"s4\"");
    assert_eq!(with(Some("old-said"), &[]), "(s 3) {} \"s3\"");
    assert_eq!(with(Some("old-said"), &[("SIZE", "large")]), "(s 10) {(b)} count:(b) \"s10\"");
    assert_eq!(with(None, &[("board-size", "small")]), "(s 3) {} \"s3\"");
    let info = &load(&text).options[0];
    assert_eq!((info.value().as_str(), &info.chosen_by), ("Other", &ChosenBy::Ruleset("New".to_owned())));
}

#[test]
fn numbers() {
    let text = r#"(option "Cap" <Cap> range:0..1000 default:500 "doc") (game "G" (>= (count) <Cap>) 1..<Cap>)"#;
    reads(text, "(>= (count) 500) 1..500");
    assert_eq!(game(&load_with(text, &choose(&[("cap", "7")]), &[], &[]).1), "(>= (count) 7) 1..7");
}

#[test]
fn options_may_hold_half_a_form_or_definitions() {
    let text = r#"(option "Dual" <Dual> args:{<begin> <end>} { (item "No" <> <> "") (item "Yes" <(dual > <)> "")* })
        (option "R" <R> args:{<r>} { (item "A" < (define "D" (deep <Dual:begin> #1 <Dual:end>)) ("D" 1) > "") })
        (game "G" (board <Dual:begin> (square 3) <Dual:end>) (rules <R>))"#;
    reads(text, "(board (dual (square 3))) (rules (deep (dual 1)))");
    assert_eq!(game(&load_with(text, &choose(&[("dual", "no")]), &[], &[]).1), "(board (square 3)) (rules (deep 1))");
}

#[test]
fn metadata_for_some_choices() {
    let text = format!(
        r#"{SIZES} (game "G" <Size>) (metadata (graphics {{ (useFor {{ "Board Size/Large" }} (a)) (useFor "Board Size/Other" (b)) }}))"#
    );
    assert_eq!(load(&text).metadata[0].to_string(), "(metadata (graphics {(a)}))");
}

const BASE: &str = r#"(define "Win" (line 3)) (option "Board Size" <Size> args:{ <n> } { (item "Small" <3>) (item "Large" <10>) })
    (rulesets { (ruleset "Ruleset/Big" { "Board Size/Large" }) }) (game "Base" (square <Size>) "Win" "Lib") (metadata (info {(author "A")}))"#;

#[test]
fn variants() {
    let library = [("lib.game", r#"(define "Lib" (lib)) (define "Win" (never))"#)];
    let files = [
        ("base.game", BASE),
        (
            "sub/four.game",
            r#"(variant "Four" of:"../base.game" options:{ "Board Size/Large" }) (define "Win" (line 4))"#,
        ),
    ];
    let read = |text: &str, options: &[(&str, &str)]| {
        let expanded = load_with(text, &choose(options), &library, &files).1;
        (expanded.game.as_ref().map(Node::to_string).unwrap_or_default(), expanded)
    };
    assert_eq!(read(r#"(variant "V" of:"base.game")"#, &[]).0, r#"(game "V" (square 3) (line 3) (lib))"#);
    assert_eq!(
        read(r#"(variant "V" of:"base.game" ruleset:"Big")"#, &[]).0,
        r#"(game "V" (square 10) (line 3) (lib))"#
    );
    assert_eq!(
        read(r#"(variant of:"base.game") (define "Win" (line 5))"#, &[]).0,
        r#"(game "Base" (square 3) (line 5) (lib))"#
    );
    let (four, expanded) = read(r#"(variant "V" of:"sub/four.game") (define "Lib" (own))"#, &[]);
    assert_eq!(four, r#"(game "V" (square 10) (line 4) (own))"#);
    assert_eq!(expanded.options[0].chosen_by, ChosenBy::Variant("Four".to_owned()));
    assert_eq!(expanded.metadata.len(), 1);
    assert!(expanded.diagnostics.is_empty(), "{:?}", expanded.diagnostics);
    assert_eq!(
        read(r#"(variant "V" of:"sub/four.game")"#, &[("size", "small")]).0,
        r#"(game "V" (square 3) (line 4) (lib))"#
    );
}

#[test]
fn imports() {
    let files = [
        ("a.game", r#"(import "lib/b.game") (define "A" (a "B")) (game "No" 1)"#),
        ("lib/b.game", r#"(define "B" (b)) (option "O" <O> range:1..3)"#),
    ];
    let expanded =
        load_with(r#"(import "a.game") (import "lib/b.game") (game "G" "A" <O>)"#, &Selection::default(), &[], &files)
            .1;
    assert_eq!(game(&expanded), "(a (b)) 1");
    assert!(expanded.diagnostics.is_empty(), "{:?}", expanded.diagnostics);
}

#[test]
fn expressions() {
    let (mut sources, loaded) = load_with(
        &format!(r#"{SIZES} (define "Twice" (* 2 #1)) (game "G" ("Twice" <Size>))"#),
        &Selection::default(),
        &[],
        &[],
    );
    let file = sources.add("<input>", r#"("Twice" <Size>) ("Thrice" 1)"#);
    let expression = expand_expression(&sources, file, &loaded);
    assert_eq!(expression.nodes[0].to_string(), "(* 2 10)");
    assert_eq!(expression.diagnostics.iter().map(|d| d.code).collect::<Vec<_>>(), ["E0201"]);
}

#[test]
fn traces_lead_back_to_the_call() {
    let text = r#"(option "O" <O> args:{<a>} { (item "x" <(deep)>) }) (define "In" (in <O>)) (define "Out" (out "In")) (game "G" "Out")"#;
    let expanded = load(text);
    let mut node = expanded.game.as_ref().expect("a game");
    while let Some(inner) = node.children().last()
        && node.head() != Some("deep")
    {
        node = inner;
    }
    let steps: Vec<&str> = expanded.traces.frames(node.origin.trace).map(|frame| frame.what.as_str()).collect();
    assert_eq!(steps, ["option \"O\"", "\"In\"", "\"Out\""]);
}

#[test]
fn expansion_is_bounded() {
    let wrap = format!("(define \"W\" {}#1{})", "(a ".repeat(200), ")".repeat(200));
    let nested = format!("{wrap} (game \"G\" {}1{})", "(\"W\" ".repeat(100), ")".repeat(100));
    assert!(load(&nested).diagnostics.iter().any(|d| d.code == codes::TOO_DEEP));
    let chain: String = (0..5000).map(|i| format!("(define \"D{i}\" (x \"D{}\"))", i + 1)).collect();
    assert!(load(&format!("{chain} (game \"G\" \"D0\")")).diagnostics.iter().any(|d| d.code == codes::TOO_DEEP));
    let doubling: String = (0..60).map(|i| format!("(define \"D{i}\" \"D{0}\" \"D{0}\")", i + 1)).collect();
    assert!(load(&format!("{doubling} (define \"D60\" x) (game \"G\" \"D0\")")).has_errors());
    let options: String = (0..60)
        .map(|i| format!("(option \"O{i}\" <O{i}> args:{{<a>}} {{ (item \"x\" <<O{0}> <O{0}>>) }})", i + 1))
        .collect();
    assert!(load(&format!("{options} (option \"O60\" <O60> range:1..2) (game \"G\" <O0>)")).has_errors());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn mutated_files_never_panic(edits in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..12, "[(){}<>\"#~.:*a1 \n]{0,3}"), 1..6), which in 0_usize..3) {
        let mut text = [SIZES, BASE, "(define \"Re\" \"doc\" (params { (param \"from\" Site default:(to)) }) (a #from))\n(game \"G\" (\"Re\" from:(b)) \"Re\")"][which].to_owned();
        for (at, length, insert) in edits {
            let start = text.floor_char_boundary(at.index(text.len() + 1));
            let end = text.floor_char_boundary((start + length).min(text.len())).max(start);
            text.replace_range(start..end, &insert);
        }
        let (sources, expanded) = load_with(&text, &Selection::default(), &[("lib", BASE)], &[]);
        for diagnostic in &expanded.diagnostics {
            drop(render(diagnostic, &sources, &expanded.traces, Style::default()));
        }
        drop(json(&expanded.diagnostics, &sources, &expanded.traces));
    }
}
