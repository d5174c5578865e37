//! `parlour solve`: the solutions of a puzzle.

use crate::args::{Format, Solve};
use crate::console::Console;
use crate::failure::{Failure, USAGE};
use crate::load;
use parlour_interpreter::play::{Search, SolveError, solve};
use serde_json::json;
use std::io::{self, Write};

/// Runs the command.
pub fn run(args: &Solve, console: &Console) -> Result<(), Failure> {
    let state = load::state(&args.file, &args.at, &args.choices.selection(), None, console)?;
    let most = if args.count { u64::MAX } else { args.most };
    let keep = if args.count { 0 } else { usize::try_from(most).unwrap_or(usize::MAX) };
    let found = solve(&state, Search { most, keep, positions: args.limit }).map_err(|error| match error {
        SolveError::Fault(fault) => load::fault(state.game(), &fault, console),
        SolveError::Chance => {
            let name = state.game().name();
            Failure::new(
                USAGE,
                format!("error: chance decides something in {name}: what it comes to cannot be searched for"),
            )
        }
        SolveError::NoPuzzle => {
            let name = state.game().name();
            Failure::new(
                USAGE,
                format!("error: {name} is no puzzle whose sites get values: its play is not `(satisfy …)`"),
            )
        }
    })?;
    let mut out = io::stdout().lock();
    if args.format == Format::Json {
        let solutions: Vec<String> = found.found.iter().map(|state| state.setup().to_string()).collect();
        let value = json!({
            "game": state.game().name(),
            "count": found.count,
            "complete": found.complete,
            "positions": found.positions,
            "solutions": solutions,
        });
        writeln!(out, "{value:#}")?;
        return Ok(());
    }
    for (i, solution) in found.found.iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        write!(out, "{}", parlour_interpreter::play::picture::text(solution, console.boards()))?;
    }
    let plural = if found.count == 1 { "" } else { "s" };
    let open = if found.complete { "" } else { " or more" };
    match found.count {
        0 if found.complete => writeln!(out, "no solution")?,
        0 => writeln!(out, "no solution among {} positions", found.positions)?,
        count => writeln!(out, "{count} solution{plural}{open}")?,
    }
    Ok(())
}
