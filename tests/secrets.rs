//! What a player is not to see cannot be told: every rule file with zones is played, everything outside a player's audience is
//! dealt anew, and all that the player is shown stays the same.
//!
//! What is dealt anew is found from the declarations of the zones alone, not from what the observation makes of them.

mod common;

use common::Dice;
use parlour_interpreter::lower::Audience;
use parlour_interpreter::play::{Game, Setup, State, picture};

/// The position with all that the seat does not see dealt anew: the hidden pieces are put together, shuffled, and each hidden zone
/// gets as many as it had.
fn redrawn(game: &Game, setup: &Setup, seat: u32, dice: &mut Dice) -> Setup {
    let hidden = |i: usize| match game.equipment().zones[i].seen_by {
        Audience::Everyone => false,
        Audience::Owner => game.equipment().zones[i].owner != seat,
        Audience::Others => game.equipment().zones[i].owner == seat,
        Audience::Nobody => true,
    };
    let mut setup = setup.clone();
    let mut pool = Vec::new();
    let zones = setup.zones.iter_mut().enumerate().filter(|(i, _)| hidden(*i));
    let sizes: Vec<(usize, usize)> = zones
        .map(|(i, (_, pieces))| {
            let each = pieces.drain(..).flat_map(|p| (0..p.count).map(move |_| p.component.clone()));
            let before = pool.len();
            pool.extend(each);
            (i, pool.len() - before)
        })
        .collect();
    for (i, size) in sizes {
        for _ in 0..size {
            let component = pool.swap_remove(dice.below(pool.len()));
            setup.zones[i].1.push(parlour_interpreter::play::SetupPiece::one(component));
        }
    }
    setup
}

fn shown(state: &mut State, seat: u32) -> String {
    let moves = state.moves_seen_by(seat).expect("moves");
    let seen = state.observation(seat);
    format!("{}{moves:?}\n{seen:?}", picture::text_as(state, Some(seat), true))
}

#[test]
fn what_is_hidden_makes_no_difference_to_what_is_shown() {
    let (mut compared, mut differed) = (0, 0);
    for path in common::games() {
        for selection in common::all_selections(&common::load(&path, &[])) {
            let game = common::try_load(&path, &selection).unwrap_or_else(|e| panic!("{path}:\n{e}"));
            if game.equipment().zones.is_empty() {
                continue;
            }
            let mut dice = Dice(7);
            let mut state = game.start(3).expect("a start");
            for _ in 0..12 {
                let setup = state.setup();
                for seat in 1..=game.players() {
                    let other = redrawn(&game, &setup, seat, &mut dice);
                    differed += u32::from(other != setup);
                    let mut here = State::from_setup(&game, &setup).expect("a position");
                    let mut there = State::from_setup(&game, &other).expect("a position");
                    assert_eq!(shown(&mut here, seat), shown(&mut there, seat), "{path} {selection:?}, player {seat}");
                    compared += 1;
                }
                let moves = state.legal_moves().expect("moves");
                if moves.is_empty() {
                    break;
                }
                let chosen = &moves[dice.below(moves.len())];
                state.apply(chosen).expect("a legal move");
            }
        }
    }
    assert!(compared > 0 && differed > 0);
}
