//! Walks off the board.

use parlour_interpreter::Game;

#[test]
fn a_walk_that_falls_takes_its_pieces_out_of_the_game() {
    let game = Game::from_text(
        r#"(game "Edge"
            (players 2)
            (equipment { (board (square 3)) (piece "Disc" Each) })
            (rules
                (start { (place Stack "Disc1" (sites {"A1"}) count:3) (place Stack "Disc2" (sites {"C3"}) count:2) })
                (play
                    (forEach Site (sites Controlled by:Mover)
                        (forEach Value min:1 max:(size Stack at:(site))
                            (move Walk (from (site) top:(value)) {N E} steps:(value) edges:Fall))))
                (end (if (no Stacks Next) (result Mover Win)))))"#,
    )
    .unwrap_or_else(|e| panic!("{e}"));
    let mut state = game.start(0).expect("the game starts");
    let moves: Vec<String> = state.notated_moves().expect("the rules hold").into_iter().map(|(_, text)| text).collect();
    assert_eq!(moves, ["a1-1-b1", "a1-1-a2", "a1-2-c1", "a1-2-a3", "a1-3-off"]);
    state.check_modes().unwrap_or_else(|e| panic!("{e}"));
    let fall = state.parse_move("a1-3-off").expect("it is legal");
    state.apply(&fall).expect("it is legal");
    assert!(state.pieces(0).is_empty(), "all three have left");
    // Black can only leave, too: from the corner every way leads off the board.
    let fall = state.parse_move("c3-1-off").expect("it is legal");
    state.apply(&fall).expect("it is legal");
    assert_eq!(state.pieces(8).len(), 1);
    state.undo();
    state.undo();
    assert_eq!(state.pieces(0).len(), 3);
}
