//! Known values of small games of cards, found through the library alone.

use crate::common;
use parlour_interpreter::play::{Game, Setup, State};
use std::collections::BTreeMap;

/// What a player knows: the own card and the history, as the observation gives them.
fn knows(state: &State, seat: u32) -> String {
    let seen = state.observation(seat);
    let hand = seen.zones.iter().find(|z| z.name == format!("Hand{seat}")).expect("a hand");
    format!("{:?} {}", hand.pieces, seen.history.join(" "))
}

/// The chance to bet in Kuhn's equilibrium, where the first player bluffs a third of the time with the worst card.
fn equilibrium(seat: u32, card: u32, history: &[String]) -> f64 {
    let facing = history.last().is_some_and(|m| m.contains("bet"));
    match (seat, facing, card) {
        (_, true, 1) | (1, false, 2) | (2, false, 2) => 0.0,
        (_, _, 3) => 1.0,
        (1, true, 2) => 2.0 / 3.0,
        _ => 1.0 / 3.0,
    }
}

/// Player 1's expected score where one seat plays the equilibrium and the other as `plan` says.
fn value(state: &mut State, responder: u32, plan: &mut dyn FnMut(&str) -> bool, cards: [u32; 2]) -> f64 {
    if state.is_over() {
        return f64::from(state.scores().expect("scores")[0]);
    }
    let (mover, key) = (state.mover(), knows(state, state.mover()));
    let history = state.observation(mover).history;
    let bets = if mover == responder {
        f64::from(u8::from(plan(&key)))
    } else {
        equilibrium(mover, cards[mover as usize - 1], &history)
    };
    let moves = state.notated_moves().expect("moves");
    let mut sum = 0.0;
    for (chosen, text) in moves {
        let chance = if text.contains("bet") { bets } else { 1.0 - bets };
        if chance > 0.0 {
            state.apply(&chosen).expect("a legal move");
            sum += chance * value(state, responder, plan, cards);
            state.undo();
        }
    }
    sum
}

/// Player 1's expected score over the six deals.
fn over_deals(game: &Game, responder: u32, plan: &mut dyn FnMut(&str) -> bool) -> f64 {
    let mut sum = 0.0;
    for (a, b) in [(1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)] {
        let rest = 6 - a - b;
        let text = format!("hand1=Card-{a} hand2=Card-{b} pack=Card-{rest} mover=1");
        let setup = Setup::parse(game, &text).expect("a set-up");
        let mut state = State::from_setup(game, &setup).expect("a position");
        sum += value(&mut state, responder, plan, [a, b]) / 6.0;
    }
    sum
}

#[test]
fn kuhn_poker_is_worth_minus_an_eighteenth() {
    let game = common::load("games/cards/kuhn-poker.game", &[]);
    for responder in [1, 2] {
        // Where the responder decides, and what it knows there.
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        for bets in [false, true] {
            over_deals(&game, responder, &mut |key| {
                let n = known.len();
                known.entry(key.to_owned()).or_insert(n);
                bets
            });
        }
        assert_eq!(known.len(), 6, "{known:?}");
        let values = (0..64_u32).map(|plan| over_deals(&game, responder, &mut |key| plan >> known[key] & 1 == 1));
        let best = if responder == 1 { values.fold(f64::MIN, f64::max) } else { values.fold(f64::MAX, f64::min) };
        assert!((best + 1.0 / 18.0).abs() < 1e-9, "player {responder} can reach {best}");
    }
}
