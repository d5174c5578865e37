//! `parlour moves`: the legal moves, one a line.

use crate::args::Choices;
use crate::console::Console;
use crate::failure::Failure;
use crate::load;
use std::io::{self, Write};
use std::path::Path;

/// Runs the command.
pub fn run(
    file: &Path,
    trial: Option<&Path>,
    seat: Option<u32>,
    choices: &Choices,
    console: &Console,
) -> Result<(), Failure> {
    let mut state = load::state(file, trial, &choices.selection(), console)?;
    load::check_seat(&state, seat)?;
    let moves = match seat {
        Some(seat) => state.moves_seen_by(seat),
        None => state.notated_moves().map(|moves| moves.into_iter().map(|(_, text)| text).collect()),
    };
    let moves = moves.map_err(|fault| load::fault(state.game(), &fault, console))?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    // Where chance decides, each outcome with its probability.
    let mut outcomes = state.outcomes().map_err(|fault| load::fault(state.game(), &fault, console))?;
    // What may be drawn is a secret to whom the pile is one.
    if seat.is_some() {
        outcomes.clear();
    }
    for outcome in &outcomes {
        writeln!(out, "{}  {:.6}", outcome.notation, outcome.probability)?;
    }
    for text in moves.into_iter().filter(|_| outcomes.is_empty()) {
        writeln!(out, "{text}")?;
    }
    Ok(out.flush()?)
}
