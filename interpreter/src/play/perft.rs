//! Counting the leaves of the game tree.

use super::state::Kept;
use super::{Fault, Move, State};
use std::collections::BTreeSet;

/// What one step of depth is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Unit {
    /// One node: a decision, or an outcome of chance.
    #[default]
    Ply,
    /// All decisions of a player up to the next player's.
    Turn,
    /// All decisions of a player up to the next player's; turns of several plies that come to the same position are one.
    Result,
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

/// The states to which the turns from a state lead: those of several plies that come to the same position once.
fn results(state: &mut State) -> Result<Vec<Kept>, Fault> {
    let mut found = Vec::new();
    let mut positions = BTreeSet::new();
    let begun = state.mover();
    let mut open = if state.is_over() { Vec::new() } else { vec![(state.keep(), true)] };
    while let Some((kept, first)) = open.pop() {
        state.restore(kept.clone());
        for m in state.legal_moves()? {
            state.restore(kept.clone());
            state.resolve(&m)?;
            if is_same_turn(state, begun) {
                open.push((state.keep(), false));
            } else if first || positions.insert(state.setup().to_string()) {
                found.push(state.keep());
            }
        }
    }
    Ok(found)
}

/// Whether the turn of who was to move goes on. Where nobody plays, each ply is a turn.
fn is_same_turn(state: &State, begun: u32) -> bool {
    begun > 0 && !state.is_over() && state.mover() == begun
}

/// Depth first over whole turns, by what they come to.
fn count_results(state: &mut State, depth: u32) -> Result<u64, Fault> {
    if depth == 0 {
        return Ok(1);
    }
    let mut leaves = 0;
    let mut open = vec![results(state)?];
    while let Some(mut deepest) = open.pop() {
        if open.len() as u64 + 1 == u64::from(depth) {
            leaves += deepest.len() as u64;
        } else if let Some(kept) = deepest.pop() {
            open.push(deepest);
            state.restore(kept);
            open.push(results(state)?);
        }
    }
    Ok(leaves)
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
        let same = matches!(unit, Unit::Turn | Unit::Result) && is_same_turn(&next, state.mover());
        let free = same || unit == Unit::Decision && state.is_chance();
        let left = if free { depth } else { depth.saturating_sub(1) };
        divided.push(Perft { first, notation, leaves: count(&mut next, left, unit)? });
    }
    Ok(divided)
}

/// A position on the way down, and the moves from it that are left to try.
struct Open {
    moves: std::vec::IntoIter<Move>,
    mover: u32,
    /// Whether a move from it takes no depth, whoever moves next.
    free: bool,
    depth: u32,
}

/// Depth first, on a stack of its own: games may be deeper than the thread's.
fn count(state: &mut State, depth: u32, unit: Unit) -> Result<u64, Fault> {
    if unit == Unit::Result {
        return count_results(state, depth);
    }
    let mut leaves = 0;
    let mut open: Vec<Open> = Vec::new();
    let mut kept = Vec::new();
    let mut depth = depth;
    loop {
        let free = unit == Unit::Decision && state.is_chance();
        if depth == 0 {
            leaves += 1;
        } else if depth == 1 && unit != Unit::Turn && !free && !state.is_over() {
            leaves += u64::from(state.count_moves()?);
        } else if !state.is_over() {
            open.push(Open { moves: state.legal_moves()?.into_iter(), mover: state.mover(), free, depth });
            kept.push(state.keep());
        }
        // The next move of the deepest position that has one left.
        let (m, mover, free) = loop {
            let Some(deepest) = open.last_mut() else { return Ok(leaves) };
            state.restore(kept.pop().expect("one for each open position"));
            match deepest.moves.next() {
                Some(m) => {
                    depth = deepest.depth;
                    break (m, deepest.mover, deepest.free);
                }
                None => drop(open.pop()),
            }
        };
        kept.push(state.keep());
        state.resolve(&m)?;
        let same_turn = free || unit == Unit::Turn && is_same_turn(state, mover);
        depth -= u32::from(!same_turn);
    }
}
