//! Counting the leaves of the game tree.

use super::{Fault, Move, State};

/// What one step of depth is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Unit {
    /// One node: a decision, or an outcome of chance.
    #[default]
    Ply,
    /// All decisions of a player up to the next player's.
    Turn,
    /// One decision of a player; what chance may bring is gone through on the way, each outcome once.
    Decision,
}

/// The number of sequences of exactly `depth` plies, or turns, from a state.
///
/// # Errors
/// A fault of the rules.
pub fn perft(state: &State, depth: u32, unit: Unit) -> Result<u64, Fault> {
    let mut state = state.clone();
    count(&mut state, depth, unit)
}

/// A first move and the number of sequences that begin with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Perft {
    /// The move.
    pub first: Move,
    /// How it is written.
    pub notation: String,
    /// The sequences.
    pub leaves: u64,
}

/// The same, for each first move.
///
/// # Errors
/// A fault of the rules.
pub fn divide(state: &State, depth: u32, unit: Unit) -> Result<Vec<Perft>, Fault> {
    let mut state = state.clone();
    let mut divided = Vec::new();
    for (first, notation) in state.notated_moves()? {
        let mut next = state.clone();
        next.resolve(&first)?;
        let same = unit == Unit::Turn && !next.is_over() && next.mover() == state.mover();
        let free = same || unit == Unit::Decision && state.is_chance();
        let left = if free { depth } else { depth.saturating_sub(1) };
        divided.push(Perft { first, notation, leaves: count(&mut next, left, unit)? });
    }
    Ok(divided)
}

fn count(state: &mut State, depth: u32, unit: Unit) -> Result<u64, Fault> {
    if depth == 0 {
        return Ok(1);
    }
    if state.is_over() {
        return Ok(0);
    }
    if depth == 1 && (unit == Unit::Ply || unit == Unit::Decision && !state.is_chance()) {
        return Ok(u64::from(state.count_moves()?));
    }
    let mover = state.mover();
    let chance = unit == Unit::Decision && state.is_chance();
    let mut leaves = 0;
    for m in state.legal_moves()? {
        let kept = state.keep();
        state.resolve(&m)?;
        let same_turn = chance || unit == Unit::Turn && !state.is_over() && state.mover() == mover;
        leaves += count(state, if same_turn { depth } else { depth - 1 }, unit)?;
        state.restore(kept);
    }
    Ok(leaves)
}
