//! `parlour conform`: replay of other systems' recorded play.

use crate::args::Format;
use crate::console::Console;
use crate::failure::{Failure, USAGE};
use std::path::{Path, PathBuf};

/// Runs the command.
pub fn run(_: &[PathBuf], _: Format, _: Option<&Path>, _: &Console) -> Result<(), Failure> {
    Err(Failure::new(USAGE, "error: this build cannot replay recordings"))
}
