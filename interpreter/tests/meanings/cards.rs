//! What is said of cards.

use crate::{all_hold, begin, make, moves};

#[test]
fn a_trump_suit_is_chosen_among_those_that_are_listed() {
    let rules = r#"phases:{
        (phase "Trump" (play (move Set TrumpSuit {1 3})) (nextPhase "Play"))
        (phase "Play" (play (move Pass (then (set TrumpSuit 2)))))
    } (end (if (= 4 (count Moves)) (result Mover Win)))"#;
    let mut state = begin("trump.game", "(board (square 1)) (deck)", rules);
    all_hold(&state, &[("(= -1 (card TrumpSuit))", true)]);
    assert_eq!(moves(&mut state), ["trump 1", "trump 3"]);
    make(&mut state, "trump 3");
    all_hold(&state, &[("(= 3 (card TrumpSuit))", true)]);
    make(&mut state, "pass");
    all_hold(&state, &[("(= 2 (card TrumpSuit))", true)]);
}
