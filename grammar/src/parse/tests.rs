//! Tests of parser and printer.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::{Parsed, add_bytes, parse};
use crate::parse::token::fits_tree_rules;
use crate::print::print;
use crate::span::{FileId, Origin, Sources, Span, Trace};
use crate::tree::{Named, Node, NodeKind};

fn parsed(text: &str) -> Parsed {
    let mut sources = Sources::default();
    let file = sources.add("test", text);
    parse(&sources, file)
}

fn codes(text: &str) -> Vec<&'static str> {
    parsed(text).diagnostics.iter().map(|d| d.code).collect()
}

#[track_caller]
fn reads_as(text: &str, expected: &str) {
    let parsed = parsed(text);
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let shown: Vec<String> = parsed.nodes.iter().map(|node| format!("{:?}", Shape(node))).collect();
    assert_eq!(shown.join(" "), expected);
    assert_eq!(fits_tree_rules(text), Ok(()));
}

/// A node as Rust would show it, without origins.
struct Shape<'a>(&'a Node);

impl std::fmt::Debug for Shape<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.0.kind {
            NodeKind::Call(items) => items.iter().fold(&mut f.debug_tuple("Call"), |t, i| t.field(&Shape(i))).finish(),
            NodeKind::List(items) => items.iter().fold(&mut f.debug_tuple("List"), |t, i| t.field(&Shape(i))).finish(),
            NodeKind::Named(named) => write!(f, "{}={:?}", named.name, Shape(&named.value)),
            NodeKind::Range(ends) => write!(f, "{:?}..{:?}", Shape(&ends.0), Shape(&ends.1)),
            NodeKind::Symbol(word) => f.write_str(word),
            NodeKind::Text(text) => write!(f, "{text:?}"),
            NodeKind::Int(value) => write!(f, "{value}i"),
            NodeKind::Real(value) => write!(f, "{value}r"),
            other => write!(f, "{other:?}"),
        }
    }
}

#[test]
fn words_and_numbers() {
    reads_as(
        "P1 T333333_33434 3D -1 +2 1.5 .5 -.25 1e3 2. *",
        "P1 T333333_33434 3D -1i 2i 1.5r 0.5r -0.25r 1000r 2r *",
    );
    reads_as("True false Falsehood", "Bool(true) Bool(false) Falsehood");
    reads_as("\"a \\\"b\\\" \\\\c \\n\\u{5C}\"", r#""a \"b\" \\c \n\\""#);
    // A file of Ludii has this for a quotation mark.
    reads_as(r#""a \\"b\\" c""#, r#""a \\\"b\\\" c""#);
}

#[test]
fn forms_lists_and_names() {
    reads_as("(a {1 2}// c\n b:3 c: {})", "Call(a, List(1i, 2i), b=3i, c=List)");
    reads_as("(< 1 2) (>= (=) !=)", "Call(<, 1i, 2i) Call(>=, Call(=), !=)");
    reads_as("0..5 a:0..5 \"A1\"..\"B2\" (f)..1 1 .. 2", "0i..5i a=0i..5i \"A1\"..\"B2\" Call(f)..1i 1i..2i");
    reads_as("(\"Name\" ~ #1 #from P#1)", "Call(\"Name\", Hole, Param(\"1\"), Param(\"from\"), P#1)");
}

#[test]
fn options() {
    reads_as(
        "(x <Size> <Size:rows> 0..<Size:n>)",
        "Call(x, OptionRef { option: \"Size\", arg: None }, OptionRef { option: \"Size\", arg: Some(\"rows\") }, \
         0i..OptionRef { option: \"Size\", arg: Some(\"n\") })",
    );
    reads_as(
        r#"(item "Yes" <(dual > <)> <> < (<= 5 (x ">")) > <a b> <5>)**"#,
        r#"Call(item, "Yes", Fragment("(dual "), Fragment(")"), Fragment(""), Fragment(" (<= 5 (x \">\")) "), Fragment("a b"), Fragment("5")) **"#,
    );
}

#[test]
fn comments_are_handed_out() {
    let text = "// one\n(a \"// no\") // two";
    let comments = parsed(text).comments;
    let shown: Vec<&str> = comments.iter().map(|span| &text[span.start as usize..span.end as usize]).collect();
    assert_eq!(shown, ["// one", "// two"]);
}

#[test]
fn every_mistake_is_found() {
    assert_eq!(codes("(define (b)\n(game c))\n(test ] ())"), ["E0104", "E0105", "E0103", "E0111"]);
    assert_eq!(codes("(a \"b)\n(c)"), ["E0102"]);
    assert_eq!(codes("(a b: c: 1 ..)"), ["E0108", "E0109"]);
    assert_eq!(codes("(a {b)}"), ["E0106", "E0106"]);
    assert_eq!(codes("(a b .. .. c)"), ["E0109"]);
    assert_eq!(codes("(a b .. ..)"), ["E0109", "E0109"]);
}

#[test]
fn deep_and_large_texts() {
    for depth in [255, 256, 257, 100_000] {
        let text = format!("{}x{}", "(".repeat(depth), ")".repeat(depth));
        assert_eq!(codes(&text).is_empty(), depth <= 256, "{depth}");
    }
    for unit in ["(", ")", "{", "a:", "<", "<a ", "..", "\"", "\\", "1..", "~", "(item <", "#"] {
        drop(parsed(&unit.repeat(20_000)));
    }
    assert_eq!(parsed(&"(a b:{1 2}) ".repeat(20_000)).nodes.len(), 20_000);
}

#[test]
fn bytes_that_are_no_text() {
    let mut sources = Sources::default();
    let (file, diagnostic) = add_bytes(&mut sources, "test", b"(a \xFF)");
    assert_eq!(diagnostic.map(|d| (d.code, d.span())), Some(("E0101", Some(Span::new(file, 3, 6)))));
    assert_eq!(codes("(a \0\0\0)"), ["E0103"]);
    assert_eq!(codes("\u{FEFF}(a)"), [""; 0]);
}

fn node(kind: NodeKind) -> Node {
    Node { kind, origin: Origin { span: Span::new(FileId(0), 0, 0), trace: Trace::NONE } }
}

fn word() -> impl Strategy<Value = String> {
    "[A-Za-z][A-Za-z0-9_]{0,6}"
        .prop_filter("a truth value", |w| !w.eq_ignore_ascii_case("true") && !w.eq_ignore_ascii_case("false"))
}

fn leaf() -> impl Strategy<Value = Node> {
    prop_oneof![
        any::<i64>().prop_map(NodeKind::Int),
        any::<f64>().prop_filter("finite", |x| x.is_finite()).prop_map(NodeKind::Real),
        any::<bool>().prop_map(NodeKind::Bool),
        any::<String>().prop_map(NodeKind::Text),
        "[\"\\\\n#<>(\n\r ]{0,6}".prop_map(NodeKind::Text),
        word().prop_map(NodeKind::Symbol),
        word().prop_map(NodeKind::Param),
        Just(NodeKind::Hole),
        (word(), proptest::option::of(word())).prop_map(|(option, arg)| NodeKind::OptionRef { option, arg }),
        // A fragment cannot end with `(`, since `(>` reads as a comparison.
        "[a-z(){} 0-9]{0,8}"
            .prop_filter("not a reference", |t| t.is_empty() || !t.chars().all(char::is_alphanumeric))
            .prop_filter("no comparison", |t| !t.trim_end().ends_with('('))
            .prop_map(NodeKind::Fragment),
    ]
    .prop_map(node)
}

fn tree() -> impl Strategy<Value = Node> {
    leaf().prop_recursive(6, 60, 6, |inner| {
        let operator = prop::sample::select(vec!["=", "<", "<=", ">", ">=", "!=", "+", "-", "*", "/", "%", "^"]);
        let head = prop_oneof![operator.prop_map(str::to_owned), word()].prop_map(|w| node(NodeKind::Symbol(w)));
        let named = (word(), inner.clone())
            .prop_filter("one name", |(_, value)| !matches!(value.kind, NodeKind::Named(_)))
            .prop_map(|(name, value)| {
                let name_origin = value.origin;
                node(NodeKind::Named(Box::new(Named { name, name_origin, value })))
            });
        let end = inner.clone().prop_filter("no range", |n| !matches!(n.kind, NodeKind::Range(_) | NodeKind::Named(_)));
        prop_oneof![
            (head, prop::collection::vec(inner.clone(), 0..6)).prop_map(|(head, mut items)| {
                items.insert(0, head);
                node(NodeKind::Call(items))
            }),
            prop::collection::vec(inner, 0..6).prop_map(|items| node(NodeKind::List(items))),
            named,
            (end.clone(), end).prop_map(|ends| node(NodeKind::Range(Box::new(ends)))),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn what_is_printed_reads_the_same(nodes in prop::collection::vec(tree(), 0..4)) {
        let text = print(&nodes);
        let again = parsed(&text);
        prop_assert!(again.diagnostics.is_empty(), "{text}\n{:?}", again.diagnostics);
        prop_assert_eq!(again.nodes.len(), nodes.len());
        for (a, b) in std::iter::zip(&again.nodes, &nodes) {
            prop_assert!(a.same(b), "{}\n{}", a, b);
        }
        prop_assert_eq!(fits_tree_rules(&text), Ok(()));
    }

    #[test]
    fn the_builder_agrees_with_the_tree_rules(text in "(\\(|\\)|\\{|\\}|[abT<>=#~\":. \n1]|item |\\.\\.|<A>|<A:b>|//){0,40}") {
        prop_assert_eq!(codes(&text).iter().all(|code| code.starts_with('W')), fits_tree_rules(&text).is_ok() , "{:?} {:?}", codes(&text), fits_tree_rules(&text));
    }

    #[test]
    fn nothing_panics(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut sources = Sources::default();
        let (file, _) = add_bytes(&mut sources, "test", &bytes);
        let first = parse(&sources, file);
        drop(print(&first.nodes));
    }
}

#[test]
fn square_brackets_are_one_mistake_each() {
    for (text, found) in [
        ("(game [a b])", vec!["E0103"]),
        ("(game {a b])", vec!["E0103"]),
        ("(game {a (b]})", vec!["E0103"]),
        ("(game {a (b) ] c)", vec!["E0103"]),
        ("] (game a)", vec!["E0103"]),
    ] {
        assert_eq!(codes(text), found, "{text}");
    }
    assert_eq!(format!("{:?}", parsed("(game [a b])").nodes), format!("{:?}", parsed("(game {a b})").nodes));
}
