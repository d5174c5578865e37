//! `parlour perft`: the number of sequences of so many plies.

use crate::args::{Format, Perft};
use crate::console::Console;
use crate::failure::Failure;
use crate::load;
use parlour_interpreter::play::{self, State, Unit};
use serde_json::{Value, json};
use std::io::{self, Write};

/// Runs the command.
pub fn run(args: &Perft, console: &Console) -> Result<(), Failure> {
    let state = load::state(&args.file, &args.at, &args.choices.selection(), None, console)?;
    let (unit, called) = match (args.turns, args.results, args.decisions) {
        (true, ..) => (Unit::Turn, "turn"),
        (_, true, _) => (Unit::Result, "result"),
        (_, _, true) => (Unit::Decision, "decision"),
        _ => (Unit::Ply, "ply"),
    };
    let count =
        count(&state, args.depth, unit, args.divide).map_err(|fault| load::fault(state.game(), &fault, console))?;
    let mut out = io::stdout().lock();
    match args.format {
        Format::Json => {
            let divided = |(first, leaves): &(String, u64)| json!({ "move": first, "leaves": leaves });
            let mut value = json!({
                "game": state.game().name(),
                "depth": args.depth,
                "unit": called,
                "leaves": count.leaves,
            });
            if args.divide {
                value["moves"] = count.divided.iter().map(divided).collect::<Value>();
            }
            writeln!(out, "{value:#}")?;
        }
        Format::Text => out.write_all(count.text(args.divide).as_bytes())?,
    }
    Ok(())
}

/// Leaves, and by first move if they were asked for.
pub struct Count {
    leaves: u64,
    divided: Vec<(String, u64)>,
}

impl Count {
    /// A number, or lines of first moves and then the total.
    pub fn text(&self, divide: bool) -> String {
        if !divide {
            return format!("{}\n", self.leaves);
        }
        let lines = self.divided.iter().map(|(first, leaves)| format!("{first}: {leaves}\n"));
        lines.chain([format!("total: {}\n", self.leaves)]).collect()
    }
}

/// Counts.
pub fn count(state: &State, depth: u32, unit: Unit, divide: bool) -> Result<Count, play::Fault> {
    if !divide || depth == 0 {
        return Ok(Count { leaves: play::perft(state, depth, unit)?, divided: Vec::new() });
    }
    let divided = play::divide(state, depth, unit)?;
    let leaves = divided.iter().map(|first| first.leaves).sum();
    Ok(Count { leaves, divided: divided.into_iter().map(|first| (first.notation, first.leaves)).collect() })
}
