//! Games of chance: published counts, exact probabilities and rules of the last detail, found through the library alone.

use crate::common;
use parlour_interpreter::play::{Fault, Game, Playouts, Rng, Setup, State, Unit, perft, playouts};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicU64};

/// All ways of a turn of backgammon, chance included, by the position they lead to.
fn turns(state: &mut State, begun: bool, found: &mut BTreeMap<String, (State, u64)>) {
    if begun && state.begins_turn() {
        found.entry(state.setup().to_string()).or_insert_with(|| (state.clone(), 0)).1 += 1;
        return;
    }
    for chosen in state.legal_moves().expect("moves") {
        state.apply(&chosen).expect("a legal move");
        turns(state, true, found);
        state.undo();
    }
}

/// Leaves as the Regular Games system counts them: 36 rolls, and each order of moving the checkers by itself.
#[test]
fn backgammon_has_as_many_first_turns_as_published() {
    let state = common::load("games/race/backgammon.game", &[]).start(0).expect("a start");
    assert_eq!(perft(&state, 2, Unit::Ply).expect("a count"), 36);
    assert_eq!(perft(&state, 1, Unit::Turn).expect("a count"), 2574);
}

#[test]
#[ignore = "takes minutes"]
fn backgammon_has_as_many_second_turns_as_published() {
    let mut state = common::load("games/race/backgammon.game", &[]).start(0).expect("a start");
    let mut found = BTreeMap::new();
    turns(&mut state, false, &mut found);
    let counts = found.values().map(|(state, n)| n * perft(state, 1, Unit::Turn).expect("a count"));
    assert_eq!(counts.sum::<u64>(), 6_545_432);
}

/// The histories of Goofspiel with three cards: each place where both bid with a choice, and each end.
fn histories(state: &mut State) -> u64 {
    if state.is_over() {
        return 1;
    }
    let moves = state.legal_moves().expect("moves");
    let bids = !state.is_chance() && state.decider() == Some(1) && moves.len() > 1;
    let below = moves.iter().map(|chosen| {
        state.apply(chosen).expect("a legal move");
        let below = histories(state);
        state.undo();
        below
    });
    below.sum::<u64>() + u64::from(bids)
}

#[test]
fn goofspiel_with_three_cards_has_273_histories() {
    let mut state = common::load("games/cards/goofspiel.game", &["cards=3"]).start(0).expect("a start");
    assert_eq!(histories(&mut state), 273);
}

/// The chance that the hand is a natural, once it has two cards.
fn natural(state: &mut State) -> f64 {
    let zones = state.setup().zones;
    let hand = &zones.iter().find(|(name, _)| name == "hand").expect("a hand").1;
    if hand.iter().map(|cards| cards.count).sum::<u32>() == 2 {
        let has = |card: &str| hand.iter().any(|cards| cards.component == card);
        return f64::from(u8::from(has("Card-1") && has("Card-10")));
    }
    let outcomes = state.outcomes().expect("outcomes");
    let chances = outcomes.into_iter().map(|outcome| {
        state.apply(&outcome.outcome).expect("an outcome");
        let chance = outcome.probability * natural(state);
        state.undo();
        chance
    });
    chances.sum()
}

/// 16 tens and 4 aces among the 1,326 pairs of a deck.
#[test]
fn a_natural_is_dealt_64_times_in_1326() {
    let mut state = common::load("games/cards/blackjack.game", &["decks=1"]).start(0).expect("a start");
    let found = natural(&mut state);
    assert!((found - 64.0 / 1326.0).abs() < 1e-12, "{found}");
}

/// Games from here on, and what each decider knows at each decision: the own die and all bids.
fn bids(state: &mut State, known: &mut BTreeSet<String>) -> (u64, u64) {
    if state.is_over() {
        return (1, 0);
    }
    let seat = state.mover();
    let seen = state.observation(seat);
    let own = seen.zones.iter().find(|z| z.name == format!("Dice{seat}")).expect("dice");
    known.insert(format!("{seat} {:?} {}", own.pieces, seen.history.join(" ")));
    let (mut games, mut decisions) = (0, 1);
    for chosen in state.legal_moves().expect("moves") {
        state.apply(&chosen).expect("a legal move");
        let (more, deeper) = bids(state, known);
        (games, decisions) = (games + more, decisions + deeper);
        state.undo();
    }
    (games, decisions)
}

/// With one die each: 24,576 information states, as published for this form of the game, and 294,883 histories with the empty one
/// and the first die. Each row of bids is told apart by what the other die shows, so one row of opposing dice is counted for all.
#[test]
fn liars_dice_has_as_many_information_states_as_published() {
    let game = common::load("games/dice/liars-dice.game", &[]);
    let mut known = BTreeSet::new();
    let (mut games, mut decisions) = (0, 0);
    for die in 1..=6 {
        let setup = Setup::parse(&game, &format!("dice1=Die-{die} dice2=Die-{die} mover=1")).expect("a set-up");
        let (more, deeper) = bids(&mut State::from_setup(&game, &setup).expect("a position"), &mut known);
        (games, decisions) = (games + 6 * more, decisions + 6 * deeper);
    }
    assert_eq!(known.len(), 24_576);
    assert_eq!((games, 1 + 6 + decisions + games), (147_420, 294_883));
}

#[test]
fn rolls_without_end_are_blamed_on_the_roll() {
    let game = Game::from_text(
        r#"(game "Rolls"
            (players 2)
            (equipment { (board (square 3)) (piece "Disc" Each) (dice d:6 num:1) })
            (rules
                (start (set Var "Luck" 0))
                (play (move Add (to (sites Empty)) (then (while (< (var "Luck") 5) (roll)))))
                (end (if (is Line 3) (result Mover Win)))))"#,
    )
    .unwrap_or_else(|e| panic!("{e}"));
    let place = |fault: &Fault| {
        assert!(matches!(fault, Fault::Fuel(_)), "{fault:?}");
        let found = game.fault(fault);
        let span = found.diagnostics[0].labels[0].origin.span;
        found.sources.get(span.file).text[span.start as usize..span.end as usize].to_owned()
    };
    let mut state = game.start(0).expect("it starts");
    let chosen = state.legal_moves().expect("moves").remove(0);
    state.apply(&chosen).expect("a move");
    let mut rng = Rng::stream(0, "chance");
    let fault = loop {
        match state.draw(&mut rng) {
            Ok(outcome) => state.apply(&outcome.expect("chance decides")).expect("an outcome"),
            Err(fault) => break fault,
        }
    };
    assert_eq!(place(&fault), "(roll)");
    let once = Playouts { count: Some(1), ..Playouts::default() };
    let fault = playouts(&game, &once, &AtomicBool::new(false), &AtomicU64::new(0)).expect_err("it never ends");
    assert_eq!(place(&fault), "(roll)");
}
