//! `parlour moves`: the legal moves, one a line.

use crate::args::Format;
use crate::args::Moves as Args;
use crate::console::Console;
use crate::failure::Failure;
use crate::{load, view};
use std::io::{self, Write};

/// Runs the command.
pub fn run(args: &Args, console: &Console) -> Result<(), Failure> {
    let mut state = load::state(&args.file, &args.at, &args.choices.selection(), args.seat, console)?;
    let moves = view::moves(&mut state, args.seat).map_err(|fault| load::fault(state.game(), &fault, console))?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    if args.format == Format::Json {
        writeln!(out, "{:#}", view::moves_json(&state, args.seat, &moves))?;
        return Ok(out.flush()?);
    }
    for (text, probability) in moves {
        match probability {
            // Where chance decides, each outcome with its probability.
            Some(probability) => writeln!(out, "{text}  {probability:.6}")?,
            None => writeln!(out, "{text}")?,
        }
    }
    Ok(out.flush()?)
}
