//! `parlour completions` and `parlour man`: what a system wants to know of a command.

use crate::args::Cli;
use crate::failure::Failure;
use clap::CommandFactory;
use std::io::{self, Write};

/// Prints the completions for a shell.
pub fn completions(shell: clap_complete::Shell) -> Result<(), Failure> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "parlour", &mut text);
    Ok(io::stdout().lock().write_all(&text)?)
}

/// Prints the manual page: the command, then each of its commands.
pub fn man() -> Result<(), Failure> {
    let mut command = Cli::command();
    command.build();
    let mut text = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut text)?;
    for inner in command.get_subcommands() {
        let page = clap_mangen::Man::new(inner.clone());
        writeln!(text, ".SH \"PARLOUR {}\"", inner.get_name().to_uppercase())?;
        page.render_description_section(&mut text)?;
        page.render_synopsis_section(&mut text)?;
        page.render_options_section(&mut text)?;
    }
    Ok(io::stdout().lock().write_all(&text)?)
}
