//! Why a command ends without success, and its exit code.

use crate::output::harmless;
use std::io::{self, Write};

/// The file, trial or move is wrong.
pub const WRONG: u8 = 1;
/// Wrong usage.
pub const USAGE: u8 = 2;
/// A fault of the rules in play.
pub const FAULT: u8 = 3;
/// Stopped by the user.
pub const INTERRUPTED: u8 = 130;

/// An exit code, and what to say on standard error; nothing if it was said already.
#[derive(Debug)]
pub struct Failure {
    /// The exit code.
    pub code: u8,
    /// What to say.
    pub message: String,
}

impl Failure {
    /// A failure with a line to say.
    pub fn new(code: u8, message: impl Into<String>) -> Failure {
        Failure { code, message: message.into() }
    }

    /// A failure of which everything was said.
    pub fn said(code: u8) -> Failure {
        Failure::new(code, "")
    }

    /// Says it, and returns the exit code.
    pub fn report(self) -> u8 {
        let message = self.message.trim_end();
        if !message.is_empty() {
            // With standard error gone there is nobody left to tell.
            _ = writeln!(io::stderr(), "{}", harmless(message));
        }
        self.code
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            // Whoever read our output has seen enough.
            io::ErrorKind::BrokenPipe => Failure::said(0),
            _ => Failure::new(WRONG, format!("error: cannot write: {error}")),
        }
    }
}
