//! What chance decides in the equipment: regions, and the moves of pieces.

use crate::{all_hold, load, make, moves};
use parlour_interpreter::play::State;

fn begin(equipment: &str, rules: &str) -> State {
    let text =
        format!("(game \"Test\" (players {{ (player N) (player S) }}) (equipment {{ {equipment} }}) (rules {rules}))");
    load("drawn.game", &text).unwrap_or_else(|e| panic!("{e}")).begin().expect("the game begins")
}

#[test]
fn regions_are_drawn_in_their_order_before_anything_is_placed() {
    let equipment = r#"(board (square 3)) (piece "Disc" Each)
        (regions "Base" (sites Random (sites Bottom)))
        (regions "Near" (sites Random (difference (expand (sites "Base") Orthogonal) (sites "Base")) num:2))
        (regions "All" (union (sites "Base") (sites "Near")))
        (regions P1 (sites Random (sites Top)))
        (regions P2 { (sites Left) (sites Random (sites Right)) })"#;
    let rules = r#"(start (place "Disc1" (sites "Near")))
        (play (move Add (to (intersection (sites Empty) (sites Mover)))))
        (end (if (is In (last To) (sites "All")) (result Mover Win)))"#;
    let mut state = begin(equipment, rules);
    assert_eq!(moves(&mut state), ["a1", "b1", "c1"]);
    make(&mut state, "b1");
    assert_eq!(moves(&mut state), ["a1", "b2", "c1"]);
    make(&mut state, "a1");
    assert_eq!(moves(&mut state), ["b2", "c1"]);
    make(&mut state, "b2");
    make(&mut state, "c3");
    assert_eq!(moves(&mut state), ["c1", "c2", "c3"]);
    make(&mut state, "c2");
    assert!(!state.is_chance());
    all_hold(
        &state,
        &[
            ("(is Occupied 0)", true),
            ("(is Occupied 4)", true),
            ("(is Occupied 1)", false),
            ("(= 3 (count Sites in:(sites \"All\")))", true),
        ],
    );
    // It stays as it was drawn, whoever moves.
    assert_eq!(moves(&mut state), ["c3"]);
    make(&mut state, "c3");
    assert_eq!(moves(&mut state), ["a2", "a3", "c2"]);
}

#[test]
fn what_the_moves_of_pieces_ask_of_chance_is_drawn_once_for_all_of_a_kind() {
    let equipment = r#"(board (square 4))
        (piece "Runner" Each (move Step Forward (to if:(and (is Empty (to)) (< 1 (value Random (range 1 2)))))))
        (piece "Walker" Each (move Step Forward (to if:(is Empty (to)))))"#;
    let rules = r#"(start { (place "Runner1" {"A1" "B1"}) (place "Walker1" {"C1"}) (place "Walker2" {"D4"}) })
        (play (forEach Piece)) (end (if (no Pieces Next) (result Mover Win)))"#;
    let mut state = begin(equipment, rules);
    assert!(state.is_chance());
    assert_eq!(moves(&mut state), ["1", "2"]);
    let mut still = state.clone();
    make(&mut still, "1");
    assert_eq!(moves(&mut still), ["c1-c2"]);
    make(&mut state, "2");
    assert_eq!(moves(&mut state), ["a1-a2", "b1-b2", "c1-c2"]);
    make(&mut state, "c1-c2");
    // The second player has no piece that asks.
    assert!(!state.is_chance());
    assert_eq!(moves(&mut state), ["d4-d3"]);
}

#[test]
fn a_roll_in_the_moves_of_a_piece_comes_before_the_decision() {
    let equipment = r#"(board (square 4)) (dice d:2 num:1)
        (piece "Runner" Each (do (roll) next:(move Slide Forward (between (exact (count Pips)) if:(is Empty (between))))))
        (piece "Walker" Each (move Step Forward (to if:(is Empty (to)))))"#;
    let rules = r#"(start { (place "Runner1" {"A1"}) (place "Walker1" {"C4"}) (place "Walker2" {"D4"}) })
        (play (forEach Piece)) (end (if (no Pieces Next) (result Mover Win)))"#;
    let mut state = begin(equipment, rules);
    assert_eq!(moves(&mut state), ["1", "2"]);
    make(&mut state, "2");
    assert_eq!(moves(&mut state), ["a1-a3"]);
    make(&mut state, "a1-a3");
    assert!(!state.is_chance());
    make(&mut state, "d4-d3");
    make(&mut state, "2");
    // Neither piece can go so far: only the turn is passed.
    assert_eq!(moves(&mut state), ["pass"]);
}

#[test]
fn directions_are_drawn_before_the_moves_that_go_their_way() {
    let equipment = r#"(board (square 3)) (piece "Disc" Each (move Step (directions Random Orthogonal num:2) (to if:(is Empty (to)))))"#;
    let rules = r#"(start { (place "Disc1" {"B2"}) (place "Disc2" {"C3"}) })
        (play (forEach Piece)) (end (if (no Pieces Next) (result Mover Win)))"#;
    let mut state = begin(equipment, rules);
    let outcomes = moves(&mut state);
    assert_eq!(outcomes.len(), 6, "{outcomes:?}");
    let mut found: Vec<Vec<String>> = Vec::new();
    for outcome in &outcomes {
        let mut after = state.clone();
        make(&mut after, outcome);
        found.push(moves(&mut after));
    }
    found.sort();
    let pair = |a: &str, b: &str| vec![format!("b2-{a}"), format!("b2-{b}")];
    assert_eq!(
        found,
        [pair("a2", "b1"), pair("a2", "b3"), pair("a2", "c2"), pair("b1", "b3"), pair("b1", "c2"), pair("b3", "c2")]
    );
}
