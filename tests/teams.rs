//! Players who play together: who is a friend, who an enemy, and who wins.

use parlour_interpreter::play::{Game, State};

const GAME: &str = r#"
(game "Teams"
    (players 4)
    (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules
        (start { (set Team 1 {P1 P3}) (set Team 2 {P2 P4}) })
        (play (move Add (to (sites Empty))))
        (end (if (is Line 2 Orthogonal) (result TeamMover RESULT)))))
"#;

fn after(result: &str, moves: &[&str]) -> State {
    let game = Game::from_text(&GAME.replace("RESULT", result)).unwrap_or_else(|e| panic!("{e}"));
    let mut state = game.start(0).expect("a start");
    for text in moves {
        let chosen = state.parse_move(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        state.apply(&chosen).expect("a legal move");
    }
    state
}

#[test]
fn partners_are_friends_and_the_others_enemies() {
    let state = after("Win", &["a1", "c1", "b2"]);
    // Player 4 is to move, with player 2.
    let value = |text: &str| state.eval(text).unwrap_or_else(|e| panic!("{e}")).show(state.game());
    for (text, wanted) in [
        ("(is Friend (who at:(coord \"C1\")))", "True"),
        ("(is Enemy (who at:(coord \"C1\")))", "False"),
        ("(is Enemy (who at:(coord \"A1\")))", "True"),
        ("(is Enemy (who at:(coord \"B2\")))", "True"),
        ("(sites Occupied by:Enemy)", "{a1 b2}"),
        ("(sites Occupied by:NonMover)", "{a1 c1 b2}"),
        ("(sites Occupied by:TeamMover)", "{c1}"),
        ("(sites Occupied by:Ally)", "{c1}"),
        ("(sites Occupied by:Team1)", "{a1 b2}"),
        ("(forEach (sites Board) if:(is Friend (who at:(site))))", "{c1}"),
        ("(count Pieces Enemy)", "2"),
    ] {
        assert!(value(text).eq_ignore_ascii_case(wanted), "{text}: {} instead of {wanted}", value(text));
    }
}

#[test]
fn a_team_shares_what_it_wins_or_loses() {
    let moves = ["a1", "c1", "b2", "c3", "a2"];
    assert_eq!(after("Win", &moves).outcome().expect("it is over").ranks, [1.5, 3.5, 1.5, 3.5]);
    assert_eq!(after("Loss", &moves).outcome().expect("it is over").ranks, [3.5, 1.5, 3.5, 1.5]);
}
