//! Deduction puzzles: how many solutions they have, against published numbers; and what is legal in Ludii's dialect.

use crate::common;
use parlour_grammar::diagnostic::Dialect;
use parlour_grammar::expand::Selection;
use parlour_interpreter::play::{Game, Search, SolveError, Source, State, solve};

fn count(path: &str, choices: &[&str]) -> u64 {
    let state = common::load(path, choices).start(0).expect("it starts");
    let all = Search { most: u64::MAX, keep: 0, ..Search::default() };
    let found = solve(&state, all).expect("it is a puzzle");
    assert!(found.complete, "{path} {choices:?}");
    found.count
}

/// Queens: the sequence A000170 of the OEIS. Latin squares: A002860. Sudokus of order 2: A107739.
#[test]
fn puzzles_have_as_many_solutions_as_is_known() {
    for (size, solutions) in [("4", 2), ("5", 10), ("6", 4), ("8", 92)] {
        assert_eq!(count("games/puzzle/n-queens.game", &[&format!("size={size}")]), solutions, "{size} queens");
    }
    assert_eq!(count("games/puzzle/futoshiki.game", &["puzzle=LatinFour"]), 576);
    assert_eq!(count("games/puzzle/sudoku.game", &["puzzle=EmptyFour"]), 288);
}

/// Binairos of order 6: A253316 of the OEIS. Where three noughts may stand side by side there are more, as a count by other means says.
#[test]
fn lines_of_a_puzzle_are_of_equal_values_anywhere() {
    for (lines, solutions) in [("Any", 4140), ("Ones", 9252)] {
        assert_eq!(count("tests/worked/binairo.game", &["size=6", &format!("lines={lines}")]), solutions, "{lines}");
    }
}

#[test]
fn the_puzzles_here_have_one_solution() {
    for (path, choices) in [
        ("games/puzzle/sudoku.game", &["puzzle=Nine"]),
        ("games/puzzle/sudoku.game", &["puzzle=Four"]),
        ("games/puzzle/futoshiki.game", &["puzzle=Four"]),
        ("games/puzzle/futoshiki.game", &["puzzle=Five"]),
        ("games/puzzle/kakuro.game", &["puzzle=Small"]),
        ("games/puzzle/slitherlink.game", &["puzzle=Four"]),
    ] {
        assert_eq!(count(path, choices), 1, "{path} {choices:?}");
    }
}

#[test]
fn what_is_no_puzzle_is_not_solved() {
    let state = common::load("games/puzzle/peg-solitaire.game", &[]).start(0).expect("it starts");
    assert_eq!(solve(&state, Search::default()).map(|found| found.count), Err(SolveError::NoPuzzle));
}

#[test]
fn what_chance_decides_is_not_searched_for() {
    let game = Game::from_text(
        r#"(game "Rolled Latin"
            (players 1)
            (equipment { (board (square 2) (values Cell 1..2)) (regions {Columns Rows}) (dice d:3 num:1) })
            (rules
                (play (do (roll) next:(satisfy { (all Different) })))
                (end (if (is Solved) (result P1 Win)))))"#,
    );
    let state = game.unwrap_or_else(|e| panic!("{e}")).start(0).expect("it starts");
    assert_eq!(solve(&state, Search::default()).map(|found| found.count), Err(SolveError::Chance));
}

/// A Latin square of order 3 in Ludii's dialect, with one given.
const LATIN: &str = r#"(game "Latin"
    (players 1)
    (equipment { (board (square 3) (values Cell (range 1 3))) (regions {Columns Rows}) })
    (rules
        (start (set {{0 1}}))
        (play (satisfy (all Different)))
        (end (if (is Solved) (result P1 Win)))))"#;

fn ludii(text: &str) -> State {
    assert_eq!(Dialect::of_file("latin.lud"), Dialect::Ludii);
    let files = common::beside("latin.lud");
    let source = Source { name: "latin.lud", bytes: text.as_bytes(), files: &files };
    let game = Game::load(&source, &Selection::default());
    game.unwrap_or_else(|error| panic!("{error}")).start(0).expect("it starts")
}

fn texts(state: &mut State) -> Vec<String> {
    state.notated_moves().expect("it goes on").into_iter().map(|(_, text)| text).collect()
}

fn play(state: &mut State, text: &str) {
    let chosen = state.parse_move(text).unwrap_or_else(|error| panic!("{error}"));
    state.apply(&chosen).expect("it is legal");
    state.check_modes().unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn in_ludiis_dialect_values_are_also_changed_and_excluded() {
    let mut state = ludii(LATIN);
    // Eight open sites, each with three values to assign and three to exclude; the given closes 1 to four of them.
    assert_eq!(texts(&mut state).len(), 8 * 3 + 8 * 3 - 4);
    play(&mut state, "b2=2");
    let moves = texts(&mut state);
    assert!(["b2=1", "b2=2", "b2=3", "b2/1", "b2/3"].iter().all(|text| moves.iter().any(|m| m == text)), "{moves:?}");
    assert!(!["b2/2", "a1=2", "a1/2", "c2=2"].iter().any(|text| moves.iter().any(|m| m == text)), "{moves:?}");
    // A value let in again leaves the site open, and excluding the first settles it on the other: without a look at constraints.
    play(&mut state, "b2/1");
    assert!(state.pieces(4).is_empty());
    play(&mut state, "b2/2");
    assert_eq!(state.game().equipment().components[state.pieces(4)[0].component as usize - 1].name, "1");
    assert!(state.outcome().is_none());
}

#[test]
fn what_is_broken_must_be_mended_first() {
    let mut state = ludii(LATIN);
    play(&mut state, "b1=2");
    // From 2 alone to 1 and 2, and from there to 1 alone, which stands beside the given 1.
    play(&mut state, "b1/1");
    play(&mut state, "b1/2");
    let assigned: Vec<String> = texts(&mut state).into_iter().filter(|text| text.contains('=')).collect();
    assert_eq!(assigned, ["b1=2", "b1=3"]);
}
