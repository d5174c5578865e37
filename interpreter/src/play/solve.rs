//! Solutions of deduction puzzles: a search over the values of one open site after the other, always one with the fewest that are
//! left. In which order values are written makes no difference.

use super::{Fault, Move, State};
use crate::program::{MoveKind, Role};

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Solutions {
    /// The solved positions, those looked for.
    pub found: Vec<State>,
    /// How many there are, of those looked for or not.
    pub count: u64,
    /// Whether these are all: the search has come to its end.
    pub complete: bool,
    /// Positions that were looked at.
    pub positions: u64,
}

/// How far a search goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Search {
    /// It ends with so many solutions.
    pub most: u64,
    /// So many of them are kept.
    pub keep: usize,
    /// It ends after so many positions.
    pub positions: u64,
}

impl Default for Search {
    /// As far as is needed to see whether there is exactly one solution.
    fn default() -> Self {
        Search { most: 2, keep: 2, positions: 10_000_000 }
    }
}

/// Why there is no search.
#[derive(Clone, PartialEq, Debug)]
pub enum SolveError {
    /// The game is no puzzle whose sites get values.
    NoPuzzle,
    /// Chance decides something in it.
    Chance,
    /// A fault of the rules.
    Fault(Fault),
}

impl From<Fault> for SolveError {
    fn from(fault: Fault) -> Self {
        SolveError::Fault(fault)
    }
}

/// Searches for the solutions of a puzzle from a state: what has a value keeps it.
///
/// # Errors
/// If the game is no such puzzle, or its rules cannot go on.
pub fn solve(state: &State, search: Search) -> Result<Solutions, SolveError> {
    if state.game().equipment().variables.is_empty() {
        return Err(SolveError::NoPuzzle);
    }
    let mut state = state.clone();
    let mut solutions = Solutions { found: Vec::new(), count: 0, complete: true, positions: 0 };
    // For each position on the way down, itself and what is still to be tried from it.
    let mut open = Vec::new();
    loop {
        if solutions.positions >= search.positions {
            solutions.complete = false;
            return Ok(solutions);
        }
        solutions.positions += 1;
        let choices = choices(&mut state)?;
        if choices.solved {
            solutions.count += 1;
            if solutions.found.len() < search.keep {
                let mut found = choices.end.clone();
                found.write_noughts();
                solutions.found.push(found);
            }
            if solutions.count >= search.most {
                // Whether there are more is not known.
                solutions.complete = false;
                return Ok(solutions);
            }
        }
        open.push((state.keep(), choices.moves.into_iter()));
        let chosen = loop {
            let Some((kept, moves)) = open.last_mut() else { return Ok(solutions) };
            match moves.next() {
                Some(chosen) => {
                    state.restore(kept.clone());
                    break chosen;
                }
                None => drop(open.pop()),
            }
        };
        state.resolve(&chosen)?;
    }
}

impl State {
    /// Open sites get the value 0, as which they count where a puzzle is solved.
    fn write_noughts(&mut self) {
        let game = self.game().clone();
        let Some(values) = game.equipment().values.filter(|values| (values.least..=values.most).contains(&0)) else {
            return;
        };
        let open: Vec<u32> =
            game.equipment().variables.iter().copied().filter(|site| self.pieces(*site).is_empty()).collect();
        self.set_values(&open, values.component(0));
    }
}

/// What a position is, and what can be tried from it.
struct Choices {
    solved: bool,
    /// The position as it was reached.
    end: State,
    /// The values of one site.
    moves: Vec<Move>,
}

fn choices(state: &mut State) -> Result<Choices, SolveError> {
    if state.is_chance() {
        return Err(SolveError::Chance);
    }
    let won = state.outcome().is_some_and(|outcome| outcome.winner() == Some(1));
    let end = state.clone();
    let game = state.game().clone();
    let none = |solved: bool, end: State| Choices { solved, end, moves: Vec::new() };
    let sites: Vec<u32> =
        game.equipment().variables.iter().copied().filter(|site| state.pieces(*site).is_empty()).collect();
    if sites.is_empty() {
        return Ok(none(won, end));
    }
    // A puzzle may count as solved, or as failed, while sites are open: the search goes on all the same.
    state.reopen();
    let program = game.program();
    let value = |m: &Move, role: Role| {
        let choices = &program.rules[m.rule as usize].choices;
        choices.iter().zip(&m.values).find(|((r, _), _)| *r == role).map(|(_, v)| *v)
    };
    let moves: Vec<Move> = (state.legal_moves()?.into_iter())
        .filter(|m| program.rules[m.rule as usize].kind == MoveKind::Assign)
        .collect();
    let nought = game.equipment().values.map(|values| values.component(0));
    if won && moves.iter().all(|m| value(m, Role::What) == nought) {
        // Nothing but noughts is left to write: that is how it counts already.
        return Ok(none(true, end));
    }
    let of_site = |site: u32| -> Vec<Move> {
        moves.iter().filter(|m| value(m, Role::To) == Some(site as i32)).cloned().collect()
    };
    let fewest = sites.into_iter().map(of_site).min_by_key(Vec::len).unwrap_or_default();
    Ok(Choices { solved: false, end, moves: fewest })
}
