//! Pieces that cover several sites: numbers that are known, what stands under them, and how they move.

use parlour_interpreter::Game;
use parlour_interpreter::play::{Setup, State, Unit, perft};

fn game(equipment: &str, rules: &str) -> Game {
    let text = format!("(game \"Test\" (players 2) (equipment {{ {equipment} }}) (rules {rules}))");
    Game::from_text(&text).unwrap_or_else(|e| panic!("{e}"))
}

fn moves(state: &mut State) -> Vec<String> {
    state.check_modes().unwrap_or_else(|e| panic!("{e}"));
    let mut moves: Vec<String> =
        state.notated_moves().expect("the rules hold").into_iter().map(|(_, text)| text).collect();
    moves.sort();
    moves
}

fn play(state: &mut State, text: &str) {
    let chosen = state.parse_move(text).unwrap_or_else(|e| panic!("{e}"));
    state.apply(&chosen).unwrap_or_else(|e| panic!("{e}"));
}

fn set_up(game: &Game, text: &str) -> State {
    let setup = Setup::parse(game, text).unwrap_or_else(|e| panic!("{e}"));
    State::from_setup(game, &setup).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn tilings_by_dominoes_are_as_many_as_are_known() {
    // Each tiling comes about in every order of its dominoes. OEIS A099390 has the numbers of tilings.
    for (rows, columns, tilings, orders) in [(2, 3, 3, 6), (2, 5, 8, 120), (4, 3, 11, 720)] {
        let board = format!("(board (rectangle {rows} {columns})) (tile \"Domino\" Shared {{F}})");
        let game = game(
            &board,
            "(play (move Add (piece \"Domino\") (to (sites Empty)))) (end (if (no Moves Next) (result Mover Win)))",
        );
        let start = game.start(0).expect("the game starts");
        let found = perft(&start, rows * columns / 2, Unit::Ply).expect("the rules hold");
        assert_eq!(found, tilings * orders, "{rows} by {columns}");
    }
}

#[test]
fn positions_of_the_l_game_are_2296_but_for_turning_the_board() {
    let rules = r#"
        phases:{
            (phase "Ls" (play (move Add (piece "L") (to (sites Empty)))) (nextPhase (= 2 (count Moves)) "Dots"))
            (phase "Dots"
                (play (move Add (piece "Dot0")
                    (to (sites Empty) if:(or (no Pieces "Dot") (< (regionSite (sites Occupied by:Neutral) index:0) (to)))))))
        }
        (end (if (= 9 (count Moves)) (result P1 Win)))"#;
    let game = game(r#"(board (square 4)) (tile "L" Each { {L F R F F} {R F L F F} }) (piece "Dot" Neutral)"#, rules);
    let start = game.start(0).expect("the game starts");
    assert_eq!(perft(&start, 1, Unit::Ply).expect("the rules hold"), 48);
    assert_eq!(perft(&start, 2, Unit::Ply).expect("the rules hold"), 656);
    // Each of the eight symmetries of the board makes another position of one: none is its own image. Where the first dot is put on the
    // last free square, the second is passed.
    assert_eq!(perft(&start, 4, Unit::Ply).expect("the rules hold"), 8 * 2296 + 656);
}

/// Whether who is to move wins, by search.
fn wins(state: &mut State) -> bool {
    let legal = state.legal_moves().expect("the rules hold");
    legal.iter().any(|chosen| {
        let mover = state.mover();
        state.apply(chosen).expect("it is legal");
        let won = match state.outcome() {
            Some(outcome) => outcome.winner() == Some(mover),
            None => !wins(state),
        };
        state.undo();
        won
    })
}

#[test]
fn domineering_is_won_as_is_known() {
    // Upright begins: whether it wins, by a search written for this game alone, on bits.
    for (rows, columns, first) in [(2, 2, true), (2, 3, true), (3, 3, true), (2, 4, false), (4, 2, true), (3, 4, false)]
    {
        let board = format!("(board (rectangle {rows} {columns})) (tile \"Domino\" Each {{F}})");
        let rules = "(play (move Add (piece \"Domino\" state:(- (mover) 1)) (to (sites Empty)))) (end (if (no Moves Next) (result Mover Win)))";
        let game = game(&board, rules);
        let mut start = game.start(0).expect("the game starts");
        let found = start.outcome().is_none() && wins(&mut start);
        assert_eq!(found, first, "{rows} by {columns}");
    }
}

#[test]
fn a_piece_stands_on_all_that_it_covers() {
    let game = game(
        r#"(board (square 4)) (tile "Bar" Each {F F}) (piece "Disc" Each)"#,
        r#"(play (or {
                (move Remove (sites Occupied by:Next))
                (forEach Piece "Bar" (move Step Orthogonal (to if:(not (is Mover (who at:(to)))))))
                (move (from (sites Occupied by:Mover component:"Disc")) (to (sites Occupied by:Next)))
            }))
           (end (if (is Line 3) (result P1 Win)))"#,
    );
    let mut state = set_up(&game, "a1=Bar1/1 d1=Disc1 a2=Disc2 c2=Bar2 mover=1");
    // The bar steps where all that it newly covers may be entered; it stays on the board, and off the own disc.
    assert_eq!(moves(&mut state), ["a1-a2", "a2", "c2", "c3", "c4", "d1-a2", "d1-c2", "d1-c3", "d1-c4"]);
    play(&mut state, "c3");
    assert_eq!(state.setup().to_string(), "a1=Bar1/1 d1=Disc1 a2=Disc2 mover=1 plies=1");
}

#[test]
fn what_a_large_piece_comes_to_cover_is_taken() {
    let game = game(
        r#"(board (square 4)) (tile "Bar" Each {F F}) (piece "Disc" Each)"#,
        r#"(play (or (forEach Piece (move Step Orthogonal (to if:(not (is Mover (who at:(to))))))) (move Pass)))
           (end (if (no Pieces Next) (result Mover Win)))"#,
    );
    let mut state = set_up(&game, "a1=Bar1/1 b2=Disc2 c2=Bar2 mover=1");
    play(&mut state, "a1-a2");
    assert_eq!(state.setup().to_string(), "a2=Bar1/1 mover=1 plies=1");
    assert!(state.outcome().is_some());
}

#[test]
fn set_ups_lay_large_pieces_where_they_fit() {
    let game = game(
        r#"(board (square 3)) (tile "Bar" Each {F F})"#,
        r#"(play (move (from (sites Occupied by:Mover)) (to (sites Empty)))) (end (if (no Moves Next) (result Mover Win)))"#,
    );
    let refused = |text: &str| {
        let setup = Setup::parse(&game, text).unwrap_or_else(|e| panic!("{e}"));
        State::from_setup(&game, &setup).expect_err("it is no position").to_string()
    };
    assert_eq!(refused("a2=Bar1 mover=1"), "`Bar1` does not fit on the board at `a2`, lying so");
    assert_eq!(refused("a1=Bar1 a2=Bar2/1 mover=1"), "`Bar2` is to stand on `a2`, which `Bar1` covers");
    let mut state = set_up(&game, "a1=Bar1 c1=Bar2 mover=1");
    // Of places at which it would cover the same, each counts once; turned in its place it is where it was.
    assert_eq!(moves(&mut state), ["a1-b1"]);
}

#[test]
fn dominoes_lie_along_the_line_of_play_where_pips_match() {
    let game = game(
        "(boardless Square 21) (hand Each size:6) (dominoes upTo:2)",
        r#"
        (start (deal Dominoes 2))
        (play (or
            (do (move (from (sites Hand Mover)) (to (sites LineOfPlay))) ifAfterwards:(is PipsMatch))
            (move Pass (then (take Domino)))))
        (end (if (no Pieces "Bag") (result Mover Win)))"#,
    );
    // The bag has those that have not been dealt.
    let mut state = game.start(0).expect("the game starts");
    while state.is_chance() {
        let first = state.legal_moves().expect("the rules hold")[0].clone();
        state.apply(&first).expect("chance can bring it");
    }
    assert_eq!(moves(&mut state).len(), 2 * 4 + 1, "two dominoes, each in four ways, or a pass");
    play(&mut state, "pass");
    let taken = state.setup().to_string();
    assert!(taken.contains("hand1.3=") && !taken.contains("bag.1=") && taken.contains("bag.2="), "{taken}");
    // Against a 1-2 that lies across, its 1 to the left: a 2-2 meets the 2 at its end, in line, crosswise or turned aside; a 0-0 fits nowhere.
    let mut state = set_up(&game, "j11=Domino12 hand1.1=Domino22 hand1.2=Domino00 bag.1=Domino01 mover=1");
    let legal = moves(&mut state);
    assert!(legal.iter().all(|m| m == "pass" || m.starts_with("hand1.1-")), "{legal:?}");
    assert!(legal.contains(&"hand1.1-n11".to_owned()), "in line: {legal:?}");
    let mut state = set_up(&game, "j11=Domino12 hand1.1=Domino01 bag.1=Domino02 mover=1");
    assert!(!moves(&mut state).iter().any(|m| m.starts_with("hand1.1-n11")), "a 0 does not meet a 2");
}
