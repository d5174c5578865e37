//! Games in which players do not see everything: what the rules show, and to whom.

use crate::common;
use parlour_interpreter::play::{Game, ParseMoveError, Setup, State};

fn play(state: &mut State, moves: &str) {
    for text in moves.split_whitespace() {
        let chosen = state.parse_move(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        state.apply(&chosen).unwrap_or_else(|e| panic!("{text}: {e}"));
    }
}

/// What a player sees on a site: the name of the piece, its owner where that is all, or nothing.
fn seen(state: &State, seat: u32, site: &str) -> String {
    let game = state.game();
    let number = game.equipment().site(site).expect("a site");
    let view = state.observation(seat).sites.into_iter().find(|view| view.site == number);
    let Some(piece) = view.and_then(|view| view.pieces.into_iter().next_back()) else { return String::new() };
    match (piece.component, piece.owner) {
        (Some(component), _) => game.equipment().components[component as usize - 1].name.clone(),
        (None, Some(owner)) => format!("?{owner}"),
        (None, None) => "?".to_owned(),
    }
}

fn at(game: &Game, setup: &str) -> State {
    let setup = Setup::parse(game, setup).expect("a set-up");
    State::from_setup(game, &setup).expect("a position")
}

#[test]
fn soldiers_are_known_to_their_owner_until_they_fight() {
    let game = common::load("games/hidden/skirmish.game", &[]);
    let battle = "a1=Flag1 f6=Flag2 reserve1= reserve2= phase=battle mover=1";
    // The higher rank stays, and is known from then on.
    let mut state = at(&game, &format!("c3=Captain1 c4=Scout2 {battle}"));
    assert_eq!([seen(&state, 1, "c4"), seen(&state, 2, "c4"), seen(&state, 2, "c3")], ["?2", "Scout2", "?1"]);
    assert_eq!(state.moves_seen_by(2).expect("moves"), ["?"], "what player 1 can do tells what player 1 has");
    play(&mut state, "c3-c4");
    assert_eq!([seen(&state, 1, "c4"), seen(&state, 2, "c4")], ["Captain1", "Captain1"]);
    assert_eq!(state.observation(2).history, ["c3-c4"]);
    // Who attacks a higher rank is gone, and the other is known.
    let mut state = at(&game, &format!("c3=Scout1 c4=Captain2 b5=Miner2 {battle}"));
    play(&mut state, "c3-c4");
    assert_eq!([seen(&state, 1, "c4"), seen(&state, 1, "b5"), seen(&state, 2, "c3")], ["Captain2", "?2", ""]);
    play(&mut state, "c4-d4");
    assert_eq!(seen(&state, 1, "d4"), "Captain2", "what has been seen is known wherever it goes");
    // A miner clears a bomb, a spy brings down a marshal, equals fall together.
    for (attacker, defender, left) in
        [("Miner1", "Bomb2", "Miner1"), ("Spy1", "Marshal2", "Spy1"), ("Scout1", "Scout2", "")]
    {
        let mut state = at(&game, &format!("c3={attacker} c4={defender} b1=Scout1 b5=Miner2 {battle}"));
        play(&mut state, "c3-c4");
        assert_eq!(seen(&state, 2, "c4"), left, "{attacker} against {defender}");
    }
}

#[test]
fn the_side_that_loses_its_flag_loses() {
    let game = common::load("games/hidden/skirmish.game", &[]);
    let mut state = at(&game, "a1=Flag1 b4=Spy1 b5=Flag2 f6=Scout2 reserve1= reserve2= phase=battle mover=1");
    play(&mut state, "b4-b5");
    assert_eq!(state.outcome().and_then(|outcome| outcome.winner()), Some(1));
}

#[test]
fn ships_are_not_seen_until_they_are_hit() {
    let game = common::load("games/hidden/battleships.game", &[]);
    let mut state = game.start(1).expect("a start");
    play(&mut state, "a1 a3 c1 c3 e1 e2 f5 f6");
    assert_eq!([seen(&state, 1, "a2"), seen(&state, 2, "a2")], ["Ship1".to_owned(), String::new()]);
    assert_eq!(state.observation(2).history, ["?"; 8]);
    play(&mut state, "g1 g3 i1 i3 k1 k2 l5 l6");
    assert_eq!(state.phase(), "Shooting");
    // A hit is a wreck that all see; a miss is a splash.
    play(&mut state, "g2 b2");
    assert_eq!([seen(&state, 1, "g2"), seen(&state, 2, "g2"), seen(&state, 1, "g1")], ["Wreck2", "Wreck2", ""]);
    assert_eq!([seen(&state, 1, "b2"), seen(&state, 2, "b2"), seen(&state, 2, "b1")], ["Splash0", "Splash0", ""]);
    assert_eq!(state.observation(2).history[16..], ["g2", "b2"]);
    // Every square of the other's sea can be shot at, but those that were.
    assert_eq!(state.moves_seen_by(1).expect("moves").len(), 35);
}

#[test]
fn who_tries_a_taken_square_is_told_and_tries_again() {
    let game = common::load("games/hidden/phantom-tic-tac-toe.game", &[]);
    let mut state = game.start(1).expect("a start");
    play(&mut state, "b2");
    assert_eq!([seen(&state, 1, "b2"), seen(&state, 2, "b2")], ["Nought1".to_owned(), String::new()]);
    assert_eq!(state.moves_seen_by(2).expect("moves").len(), 9, "as far as player 2 knows, all is free");
    assert_eq!(state.moves_seen_by(1).expect("moves"), ["?"]);
    play(&mut state, "b2");
    assert_eq!((state.decider(), seen(&state, 2, "b2")), (Some(2), "Nought1".to_owned()));
    assert_eq!(state.moves_seen_by(2).expect("moves").len(), 8);
    play(&mut state, "a1");
    assert_eq!(state.observation(1).history, ["b2", "?", "?"]);
    assert_eq!(state.observation(2).history, ["?", "b2", "a1"]);
    assert_eq!((state.decider(), seen(&state, 1, "a1")), (Some(1), String::new()));
    // Only who decides is told what is legal.
    assert!(matches!(state.parse_move_of(2, "c3"), Err(ParseMoveError::NotAsked { seat: 2 })));
}

#[test]
fn a_die_is_seen_by_who_rolls_it() {
    let game = common::load("games/hidden/bluff.game", &[]);
    let mut state = game.start(1).expect("a start");
    play(&mut state, "die:2 5");
    assert_eq!(state.observation(1).history, ["die:2", "5"]);
    assert_eq!(state.observation(2).history, ["?", "5"]);
    play(&mut state, "believe");
    assert_eq!(state.scores(), Some(vec![1, 0]));
}

/// Ludii's words: facts of single sites, hidden and shown by the rules of the start and of play.
#[test]
fn facts_of_sites_are_hidden_as_ludii_says_it() {
    let game = Game::from_text(
        r#"(game "Hidden Facts"
            (players 2)
            (equipment { (board (square 3)) (piece "Disc" Each) (piece "King" Each) })
            (rules
                (start {
                    (place "Disc1" (sites Bottom)) (place "King2" coord:"B3")
                    (set Hidden What (sites Bottom) to:P2)
                    (set Hidden at:7 to:P1)
                })
                (play (or
                    (forEach Piece (move Step Forward (to if:(is Empty (to)))))
                    (move Select (from (sites Hidden to:Mover)) (then (set Hidden at:(last From) False to:Mover)))))
                (end (if (is Hidden What at:(last To) to:P2) (result P1 Draw)))))"#,
    )
    .unwrap_or_else(|e| panic!("{e}"));
    let state = game.start(0).expect("a start");
    assert_eq!([seen(&state, 1, "a1"), seen(&state, 2, "a1")], ["Disc1", "?1"]);
    assert_eq!([seen(&state, 1, "b3"), seen(&state, 2, "b3")], [String::new(), "King2".to_owned()]);
    // A set-up tells who sees what, and comes back the same.
    let setup = state.setup();
    assert_eq!(setup.to_string(), "a1=Disc1?k2 b1=Disc1?k2 c1=Disc1?k2 b3=King2?p1 mover=1");
    assert_eq!(Setup::parse(&game, &setup.to_string()).as_ref(), Ok(&setup));
    assert_eq!(State::from_setup(&game, &setup).expect("a position").setup(), setup);
}
