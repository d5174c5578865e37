//! Chains, loops and slides around corners.

use parlour_interpreter::Game;

fn load(text: &str) -> Game {
    Game::from_text(text).unwrap_or_else(|e| panic!("{e}"))
}

/// Plays moves and tells who has won, if it is over.
fn winner(game: &Game, moves: &str) -> Option<u32> {
    let mut state = game.start(0).expect("the game starts");
    for text in moves.split_whitespace() {
        assert!(state.outcome().is_none(), "it is over before {text}");
        let choice = state.parse_move(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        state.apply(&choice).expect("it is legal");
    }
    state.outcome().map(|outcome| outcome.ranks.iter().position(|r| *r < 1.5).expect("somebody wins") as u32 + 1)
}

fn loops(condition: &str) -> Game {
    load(&format!(
        r#"(game "Loops"
            (players 2)
            (equipment {{ (board (hex 3)) (piece "Disc" Each) }})
            (rules (play (move Add (to (sites Empty)))) (end (if {condition} (result Mover Win)))))"#
    ))
}

#[test]
fn a_loop_closes_around_what_it_likes_and_never_around_the_rim() {
    // Around the middle, `c3`, lie b2 b3 c2 c4 d3 d4; the rim of this board is all the rest.
    let any = loops("(is Loop)");
    let ring = "b2 a1 b3 a2 c4 a3 d4 b1 d3 b4 c2";
    assert_eq!(winner(&any, ring), Some(1), "around an empty site");
    assert_eq!(winner(&any, "b2 c3 b3 a2 c4 a3 d4 b1 d3 b4 c2"), Some(1), "around an enemy");
    assert_eq!(winner(&any, "b2 a1 b3 a2 c4 a3 d4 b1 d3 b4 c3"), None, "a gap is left");
    let enemy = loops("(is Loop surround:Next)");
    assert_eq!(winner(&enemy, ring), None, "nothing is surrounded");
    assert_eq!(winner(&enemy, "b2 c3 b3 a2 c4 a3 d4 b1 d3 b4 c2"), Some(1));
}

#[test]
fn sides_and_corners_are_regions_to_connect() {
    let game = load(
        r#"(game "Corners"
            (players 2)
            (equipment { (board (hex 3)) (piece "Disc" Each) })
            (rules
                (play (move Add (to (sites Empty))))
                (end
                    (if (or (is Connected 2 Corners) (is Connected 3 SidesNoCorners)) (result Mover Win)))))"#,
    );
    assert_eq!(winner(&game, "a1 c3 a2 b2 a3"), Some(1), "two corners");
    assert_eq!(winner(&game, "a2 a1 b2 a3 c2 b1"), None, "of one side only");
}

#[test]
fn a_slide_takes_what_it_meets_once_it_has_gone_around_a_corner() {
    let game = load(
        r#"(game "Corner"
            (players 2)
            (equipment {
                (surakartaBoard (square 4) loops:1)
                (piece "Disc" Each
                    (move Slide "AllTracks"
                        (between if:(or (= (between) (from)) (is Empty (between))))
                        (to if:(is Enemy (who at:(to))) (apply if:False (remove (to))))))
            })
            (rules
                (start { (place "Disc1" (sites {"B4"})) (place "Disc2" (sites {"A3" "B1"})) })
                (play (forEach Piece))
                (end (if (no Pieces Next) (result Mover Win)))))"#,
    );
    let mut state = game.start(0).expect("the game starts");
    let moves: Vec<String> = state.notated_moves().expect("the rules hold").into_iter().map(|(_, text)| text).collect();
    // Up and around the corner to a3; down its own line only after a corner: around the other end to b1.
    assert_eq!(moves, ["b4-a3"]);
    state.check_modes().unwrap_or_else(|e| panic!("{e}"));
    let shot = state.parse_move("b4-a3").expect("it is legal");
    state.apply(&shot).expect("it is legal");
    assert!(state.outcome().is_none());
}
