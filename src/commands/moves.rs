//! `parlour moves`: the legal moves, one a line.

use crate::args::Choices;
use crate::console::Console;
use crate::failure::Failure;
use crate::load;
use std::io::{self, Write};
use std::path::Path;

/// Runs the command.
pub fn run(file: &Path, trial: Option<&Path>, choices: &Choices, console: &Console) -> Result<(), Failure> {
    let mut state = load::state(file, trial, &choices.selection(), console)?;
    let moves = state.notated_moves().map_err(|fault| load::fault(state.game(), &fault, console))?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    // Where chance decides, each outcome with its probability.
    let outcomes = state.outcomes().map_err(|fault| load::fault(state.game(), &fault, console))?;
    for outcome in &outcomes {
        writeln!(out, "{}  {:.6}", outcome.notation, outcome.probability)?;
    }
    for (_, text) in moves.into_iter().filter(|_| outcomes.is_empty()) {
        writeln!(out, "{text}")?;
    }
    Ok(out.flush()?)
}
