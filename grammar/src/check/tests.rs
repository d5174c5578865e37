use super::*;
use crate::catalogue::Catalogue;
use crate::diagnostic::{Style, render};
use crate::parse::parse;
use crate::span::{Sources, Traces};

fn read(text: &str) -> Node {
    let mut sources = Sources::default();
    let file = sources.add("test", text);
    let parsed = parse(&sources, file);
    assert!(parsed.diagnostics.is_empty(), "{text}\n{:#?}", parsed.diagnostics);
    parsed.nodes.into_iter().next().expect("one form")
}

#[test]
fn every_example_checks_to_its_own_row() {
    for row in &Catalogue::get().rows {
        let (term, diagnostics) = check_expression(&read(row.example), Some(row.ty), &[]);
        assert!(diagnostics.is_empty(), "{:?}: {}\n{diagnostics:#?}", row.prim, row.example);
        let prim = term.unwrap().call().unwrap().prim;
        assert_eq!(prim, row.prim, "{}", row.example);
    }
}

/// The source and what is found in it, as a reader sees them.
fn report(text: &str, expected: Option<Type>) -> String {
    let mut sources = Sources::default();
    let file = sources.add("test.game", text);
    let parsed = parse(&sources, file);
    assert!(parsed.diagnostics.is_empty(), "{text}");
    let node = &parsed.nodes[0];
    let found = if expected == Some(Type::Game) { check(node, &[]).1 } else { check_expression(node, expected, &[]).1 };
    let shown = found.iter().map(|d| render(d, &sources, &Traces::default(), Style::default()));
    format!("{text}\n{}\n{}", "-".repeat(80), shown.collect::<Vec<_>>().join("\n"))
}

/// One snapshot for each mistake: the source, a line, and the message.
macro_rules! mistakes {
    ($($name:ident $ty:ident $text:literal;)*) => {
        $(
            #[test]
            fn $name() {
                insta::assert_snapshot!(report($text, Some(Type::$ty)));
            }
        )*
    };
}

mistakes! {
    unknown_ludeme Moves "(moev Step (to if:(is Empty (to))))";
    word_without_its_head Bool "(Line 3)";
    unknown_word Bool "(is Emty (to))";
    unknown_word_before_named_argument Int "(count Peices at:(to))";
    missing_word Bool "(is (to))";
    wrong_kind Moves "(move Step (to (is Empty (to))))";
    wrong_kind_of_named_argument Moves "(move Step (to if:(sites Empty)))";
    wrong_member_of_collection Region "(sites {1 2 (is Full) 4})";
    wrong_whole Moves "(sites Empty)";
    word_of_another_enumeration Int "(handSite Cell)";
    unknown_symbol Moves "(move Step Fowards (to))";
    missing_argument Moves "(move Step Forward)";
    missing_named_argument Int "(who (to))";
    too_many_arguments Bool "(is Empty (to) (from))";
    unknown_named_argument Moves "(move Step (to fi:(is Empty (to))))";
    named_argument_twice Int "(who at:(to) at:(from))";
    ludeme_without_brackets Bool "(is Empty to)";
    text_that_is_no_definition EndRule "(if \"Line3Win\" (result Mover Win))";
    call_of_a_number Region "(sites (1 2 3))";
    large_number Int "(+ 1 3000000000)";
    several_mistakes Moves "(or (move Step Fowards (to)) (move Sleep) (move Add (to (sites Emtpy))))";
    mistake_deep_inside Moves "(if (is Full) (forEach Site (sites Board) (move Remove (site) level:(sites Top))))";
    unknown_names Game "(game \"Names\" (players 2)
    (equipment {
        (board (square 5) (track \"Ring\" {0..4} loop:True))
        (piece \"Pawn\" Each)
        (piece \"King\" P1)
        (regions \"Home\" P1 (sites Bottom))
        (map \"Entry\" { (pair P1 5) })
    })
    (rules
        (start { (place \"Pwan1\" (sites Bottom)) (place \"King2\" 0) })
        phases:{
            (phase \"One\"
                (play (move Add (piece \"Pawn3\") (to (sites \"Hone\"))))
                (nextPhase (is In (mapEntry \"Enrty\" P3) (sites Track \"Rong\")) \"Tow\"))
            (phase \"Two\" (play (forEach Piece)))
        }
        (end (if (no Moves Next) (result Mover Win)))))";
    odd_brackets Bool "(and ((is Empty ((to))) (is Full)))";
    a_colon_behind_a_name Int "(coord:\"A1\")";
    end_without_result EndRule "(if (is Full))";
    nothing_to_play Game "(game \"Nothing\" (players 2) (equipment {}) (rules phases:{ (phase \"One\") }))";
}

#[test]
fn deep_trees_end_in_an_error() {
    let deep = |levels: usize| {
        let mut node = read("(is Full)");
        for _ in 0..levels {
            let not = read("(not 1)").call().unwrap()[0].clone();
            let origin = node.origin;
            node = Node { kind: crate::tree::NodeKind::Call(vec![not, node]), origin };
        }
        node
    };
    assert!(check_expression(&deep(DEPTH_LIMIT - 3), Some(Type::Bool), &[]).0.is_some());
    let found = check_expression(&deep(1_000), Some(Type::Bool), &[]).1;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].code, crate::diagnostic::codes::NESTING);
}
