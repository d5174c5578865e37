//! What follows what, as recorded play of Ludii shows it: passes, levels, sowing, places on tracks.

use parlour_grammar::expand::{NoFiles, Selection};
use parlour_interpreter::Game;
use parlour_interpreter::play::{Source, State};

/// A game in Ludii's dialect: its equipment, what stands at the start, and its moves.
fn begin(equipment: &str, start: &str, play: &str) -> State {
    let text = format!(
        "(game \"Follow\" (players 2) (equipment {{ {equipment} }}) (rules (start {{ {start} }}) (play {play}) \
         (end (if (no Pieces P2) (result P1 Win)))))"
    );
    let source = Source { name: "follow.lud", bytes: text.as_bytes(), files: &NoFiles };
    let game = Game::load(&source, &Selection::default()).unwrap_or_else(|e| panic!("{e}\n{text}"));
    game.start(0).expect("the game starts")
}

fn make(state: &mut State, text: &str) {
    let chosen = state.parse_move(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    state.apply(&chosen).expect("it is legal");
}

/// The components on a site, from the bottom up.
fn stack(state: &State, site: u32) -> Vec<u32> {
    state.pieces(site).iter().map(|piece| piece.component).collect()
}

const DISCS: &str = "(board (square 3)) (piece \"Disc\" Each)";

#[test]
fn with_dice_what_follows_the_moves_follows_the_pass() {
    let dice = "(board (square 3)) (piece \"Disc\" Each) (dice d:2 num:1)";
    let mut state = begin(
        dice,
        "(place \"Disc2\" (sites {8}))",
        "(do (roll) next:(forEach Piece (move Step N (to if:(is Empty (to))))) (then (moveAgain)))",
    );
    for _ in 0..2 {
        let roll = state.legal_moves().expect("it is rolled")[0].clone();
        state.apply(&roll).expect("it is rolled");
        assert_eq!(state.mover(), 1);
        make(&mut state, "pass");
    }
}

#[test]
fn what_is_taken_from_a_level_is_the_piece_there() {
    let start = "(place Stack items:{\"Disc1\" \"Disc2\" \"Disc1\"} 0)";
    let mut state = begin(DISCS, start, "(move (from 0 level:1) (to 4) stack:True)");
    let only = state.legal_moves().expect("moves")[0].clone();
    state.apply(&only).expect("it is legal");
    assert_eq!((stack(&state, 0), stack(&state, 4)), (vec![1, 1], vec![2]));
}

#[test]
fn a_piece_goes_in_at_a_level() {
    let start = "(place Stack items:{\"Disc1\" \"Disc1\" \"Disc2\"} 0)";
    let mut state = begin(DISCS, start, "(move Add (piece \"Disc2\") (to 0 level:1) stack:True)");
    let only = state.legal_moves().expect("moves")[0].clone();
    state.apply(&only).expect("it is legal");
    assert_eq!(stack(&state, 0), [1, 2, 1, 2]);
}

#[test]
fn a_piece_is_found_on_any_level_of_the_board() {
    let equipment = format!("{DISCS} (hand Each) (piece \"King\" Each)");
    let start = "(place Stack items:{\"King2\" \"Disc1\"} 5) (place Stack \"King1\" (handSite P1))";
    let state = begin(&equipment, start, "(move Add (to (sites Empty)))");
    for (text, value) in [("(= 5 (where \"King\" P2))", true), ("(= Off (where \"King\" P1))", true)] {
        let found = state.eval(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(format!("{found:?}"), format!("Bool({value})"), "{text}");
    }
}

#[test]
fn sowing_asks_of_the_pits_as_they_were() {
    let board = "(mancalaBoard 2 3 store:None (track \"Track\" \"0,E,N,W\" loop:True)) (piece \"Seed\" Shared) \
                 (piece \"Disc\" P2) (hand P2)";
    let start = "(set Count 8 to:(sites {0})) (set Count 1 to:(sites {2})) (place \"Disc2\" (handSite P2))";
    let sown = |skip: &str| {
        let play = format!("(move Select (from 0) (then (sow skipIf:{skip})))");
        let mut state = begin(board, start, &play);
        let only = state.legal_moves().expect("moves")[0].clone();
        state.apply(&only).expect("it is legal");
        (0..6).map(|site| state.count(site)).collect::<Vec<u32>>()
    };
    // The one pit that held a single seed is passed each time round, and those that hold one by then are not.
    assert_eq!(sown("(= 1 (count at:(to)))"), [1, 2, 1, 1, 2, 2]);
    // How many are left to sow, while the first of them is.
    assert_eq!(sown("(and (= 8 (value)) (= 1 (to)))"), [1, 1, 3, 1, 1, 2]);
}

#[test]
fn a_pass_among_other_moves_of_a_turn_is_no_turn_passed() {
    let play = "(if (is Prev Mover) (move Pass) (or (move Pass) (move Select (from 0) (then (moveAgain)))))";
    let mut state = begin(DISCS, "(place \"Disc2\" (sites {8}))", play);
    for text in ["a1", "pass", "pass"] {
        make(&mut state, text);
    }
    assert!(!state.is_over(), "player 1 did something before passing");
    make(&mut state, "pass");
    assert!(state.is_over(), "both have passed");
}

#[test]
fn pieces_come_back_to_where_they_began() {
    let board =
        "(board (rectangle 1 4) (track \"Track\" {0 1 2 3 2 1 0 1} P1 directed:True)) (piece \"Disc\" Each) (hand P2)";
    let go = "(move (from 0) (to (trackSite Move from:0 \"Track\" steps:1)))";
    let back = "(move (from 1) (to 0))";
    let play = format!("(if (is Occupied 0) {go} {back})");
    let start = "(place \"Disc1\" (sites {0})) (place \"Disc2\" (handSite P2))";
    let mut state = begin(board, start, &play);
    for text in ["a1-b1", "b1-a1", "a1-b1"] {
        make(&mut state, text);
    }
    assert_eq!(stack(&state, 1), [1]);
}

#[test]
fn a_condition_afterwards_is_asked_before_what_follows() {
    let play = "(do (move Add (piece \"Disc1\") (to (sites Empty))) ifAfterwards:(is Occupied 8) (then (remove 8)))";
    let mut state = begin(DISCS, "(place \"Disc2\" (sites {8}))", play);
    assert_eq!(state.legal_moves().expect("moves").len(), 8);
}

#[test]
fn who_lose_together_share_their_ranks() {
    let text = "(game \"Three\" (players 3) (equipment { (board (square 2)) (piece \"Disc\" Each) }) (rules \
        (start { (place \"Disc2\" (sites {0})) (place \"Disc3\" (sites {1})) }) \
        (play (move Remove (sites {0 1}) (then (and (remove 0) (remove 1))))) \
        (end (forEach NonMover if:(no Pieces Player) (result Player Loss)))))";
    let source = Source { name: "three.lud", bytes: text.as_bytes(), files: &NoFiles };
    let game = Game::load(&source, &Selection::default()).unwrap_or_else(|e| panic!("{e}"));
    let mut state = game.start(0).expect("the game starts");
    let first = state.legal_moves().expect("moves")[0].clone();
    state.apply(&first).expect("it is legal");
    assert_eq!(state.outcome().expect("it is over").ranks, [1.0, 2.5, 2.5]);
}
