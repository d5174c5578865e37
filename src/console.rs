//! What the terminal can do.

use crate::args::Colour;
use parlour_grammar::diagnostic::Style;
use std::io::{self, IsTerminal};

/// Whether and how to decorate what is written.
#[derive(Clone, Copy, Debug)]
pub struct Console {
    colour: Colour,
    no_colour: bool,
}

impl Console {
    /// A console with colours as the user wants them.
    pub fn new(colour: Colour) -> Console {
        let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        Console { colour, no_colour: set("NO_COLOR") || std::env::var_os("TERM").is_some_and(|term| term == "dumb") }
    }

    fn colours(&self, terminal: bool) -> bool {
        match self.colour {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => terminal && !self.no_colour,
        }
    }

    /// How diagnostics are rendered on standard error.
    pub fn errors(&self) -> Style {
        Style { colour: self.colours(io::stderr().is_terminal()), width: 110 }
    }

    /// How diagnostics are rendered on standard output.
    pub fn output(&self) -> Style {
        Style { colour: self.colours(io::stdout().is_terminal()), width: 110 }
    }

    /// Whether somebody sits at the keyboard and sees the screen.
    pub fn is_interactive(&self) -> bool {
        io::stdin().is_terminal() && io::stdout().is_terminal()
    }

    /// Whether progress is shown.
    pub fn shows_progress(&self) -> bool {
        io::stderr().is_terminal()
    }
}
