//! How often a position has occurred is the same number wherever a rule asks.

use parlour_interpreter::Game;

#[test]
fn the_present_position_is_counted_once_at_a_decision() {
    let game = Game::from_text(
        r#"(game "Shuttle"
            (players 2)
            (equipment { (board (rectangle 1 4)) (piece "Disc" Each) })
            (rules
                (start { (place "Disc1" 0) (place "Disc2" 3) })
                (play
                    (if (>= (count Occurrences) 2)
                        (move Pass)
                        (forEach Piece "Disc" (move Step Adjacent (to if:(is Empty (to)))))))
                (end (if (>= (count Occurrences ignoreMover:True) 3) (result Mover Draw)))))"#,
    )
    .unwrap_or_else(|e| panic!("{e}"));
    let mut state = game.start(0).expect("the game starts");
    let occurred = |state: &parlour_interpreter::State, ignoring: &str| {
        state.eval(&format!("(count Occurrences{ignoring})")).unwrap_or_else(|e| panic!("{e}")).show(&game)
    };
    assert_eq!((occurred(&state, ""), occurred(&state, " ignoreMover:True")), ("1".into(), "1".into()));
    for text in ["a1-b1", "d1-c1", "b1-a1", "c1-d1"] {
        let moves = state.notated_moves().expect("the rules hold");
        assert!(moves.iter().all(|(_, move_text)| move_text != "pass"), "before {text}: {moves:?}");
        let step = state.parse_move(text).expect("it is legal");
        state.apply(&step).expect("it is legal");
    }
    // The start again, with the same mover.
    assert_eq!((occurred(&state, ""), occurred(&state, " ignoreMover:True")), ("2".into(), "2".into()));
    let moves: Vec<String> = state.notated_moves().expect("the rules hold").into_iter().map(|(_, text)| text).collect();
    assert_eq!(moves, ["pass"]);
    let pass = state.parse_move("pass").expect("it is legal");
    state.apply(&pass).expect("it is legal");
    assert!(state.is_over(), "the ends count this occurrence, the third whoever moves");
}

#[test]
fn the_last_action_can_be_asked_for_though_no_rule_does() {
    let game = Game::from_text(
        r#"(game "Drop"
            (players 2)
            (equipment { (board (square 3)) (piece "Disc" Each) })
            (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#,
    )
    .unwrap_or_else(|e| panic!("{e}"));
    let mut state = game.start(0).expect("the game starts");
    let add = state.parse_move("b2").expect("it is legal");
    state.apply(&add).expect("it is legal");
    let value = state.eval("(last To afterConsequence:True)").unwrap_or_else(|e| panic!("{e}"));
    // What is a site is shown as one: the fifth of nine.
    assert_eq!(value.show(&game), "b2");
    // What the game has no sites for is an error of the expression.
    assert!(state.eval("(sites Incident Edge of:Vertex at:0)").is_err());
}
