//! Numbers that may have fractions.

use crate::{all_hold, begin, load, make};

const BOARD: &str = r#"(board (square 2)) (piece "Disc" Each)"#;

#[test]
fn what_is_cut_off_is_known_before_play() {
    let rules = "(play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))";
    let state = begin("fractions.game", BOARD, rules);
    all_hold(
        &state,
        &[
            ("(= 2 (toInt 2.75))", true),
            ("(= -2 (toInt (- 0 2.75)))", true),
            ("(= 4 (toInt (toFloat (count Sites in:(sites Board)))))", true),
            ("(= 2 (toInt (sqrt 5.5)))", true),
            ("(= 5 (toInt (max {2.5 (^ 1.5 4.0)})))", true),
            ("(toBool 0.5)", true),
            ("(toBool (- 1.5 1.5))", false),
            ("(toBool (toFloat (count Pieces All)))", false),
        ],
    );
}

fn winner(payoffs: &str) -> Option<u32> {
    let rules = format!(
        "(play (move Add (to (sites Empty)) (then (addScore P1 2)))) (end (if (is Full) (payoffs {{ {payoffs} }})))"
    );
    let mut state = begin("payoffs.game", BOARD, &rules);
    ["a1", "b1", "a2", "b2"].iter().for_each(|text| make(&mut state, text));
    state.outcome().and_then(|outcome| outcome.winner())
}

#[test]
fn payoffs_may_depend_on_play() {
    // The first player has 8 points.
    assert_eq!(winner("(payoff P1 (toFloat (score P1))) (payoff P2 7.5)"), Some(1));
    assert_eq!(winner("(payoff P1 (toFloat (score P1))) (payoff P2 8.25)"), Some(2));
    assert_eq!(winner("(payoff P1 (- (toFloat (score P1)) 1.0)) (payoff P2 (toFloat (score P1)))"), Some(2));
    let text = format!(
        "(game \"Test\" (players 2) (equipment {{ {BOARD} }}) (rules (play (move Pass)) (end (if (no Moves Next) (payoffs {{ (payoff P1 (sqrt (toFloat (score P1)))) (payoff P2 1.5) }})))))"
    );
    let error = load("payoffs.game", &text).expect_err("a fraction depends on play");
    assert!(error.contains("E0426"), "{error}");
}
