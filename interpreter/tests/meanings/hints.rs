//! Hints at hand.

use crate::{load, moves};

fn puzzle(constraint: &str) -> String {
    format!(
        r#"(game "Hinted" (players 1)
            (equipment {{ (board (square 2) (values Cell (range 1 2))) (hints {{ (hint {{0 1}} 0) (hint {{2 3}} 2) }}) }})
            (rules (play (satisfy {{ {constraint} }})) (end (if (is Solved) (result P1 Win)))))"#
    )
}

#[test]
fn the_sites_of_a_hint_are_at_hand_with_it() {
    let game = load("hinted.game", &puzzle("(forAll Hint (is Count (sites Hint) of:1 (hint)))"));
    let mut state = game.unwrap_or_else(|e| panic!("{e}")).start(0).expect("the game starts");
    assert_eq!(moves(&mut state), ["a1=2", "a2=1", "b1=2", "b2=1"]);
    let error = load("hinted.game", &puzzle("(is Count (sites Hint) of:1 1)")).expect_err("no hint is at hand");
    assert!(error.contains("E0857"), "{error}");
}
