//! What the terminal can do.

use crate::args::{Colour, Signs};
use parlour_grammar::diagnostic::Style;
use parlour_interpreter::play::picture;
use std::io::{self, IsTerminal};

/// Whether and how to decorate what is written.
#[derive(Clone, Copy, Debug)]
pub struct Console {
    colour: Colour,
    no_colour: bool,
    signs: Option<Signs>,
}

impl Console {
    /// A console with colours and signs as the user wants them.
    pub fn new(colour: Colour, signs: Option<Signs>) -> Console {
        let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let no_colour = set("NO_COLOR") || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Console { colour, no_colour, signs }
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

    /// How boards are written on standard output: as wide as the terminal, or as `COLUMNS` says; with signs that it shows.
    pub fn boards(&self) -> picture::Style {
        let terminal = ::console::Term::stdout();
        let said =
            std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).filter(|columns| *columns > 0);
        let found = || terminal.size_checked().filter(|_| terminal.is_term()).map(|(_, columns)| usize::from(columns));
        picture::Style {
            unicode: self.signs.map_or_else(|| terminal.is_term() && shows_unicode(), |signs| signs == Signs::Unicode),
            width: said.or_else(found).unwrap_or(picture::Style::default().width),
        }
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

/// Whether the terminal is one for signs of all kinds: by what the locale says of its encoding.
fn shows_unicode() -> bool {
    let locale =
        ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| std::env::var(name).ok().filter(|v| !v.is_empty()));
    cfg!(windows) || locale.is_some_and(|locale| locale.to_ascii_lowercase().replace('-', "").ends_with("utf8"))
}
