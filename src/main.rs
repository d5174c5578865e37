//! The `parlour` command: the only part of the project with input and output.

mod args;
mod commands;
mod console;
mod drawing;
mod failure;
mod input;
mod load;
mod manual;
mod output;
mod players;
mod progress;
mod repl;
mod view;

use args::{Cli, Command};
use clap::Parser;
use console::Console;
use failure::Failure;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let console = Console::new(cli.colour, cli.style);
    let result = run(cli.command, &console);
    ExitCode::from(result.map_or_else(|failure| failure.report(), |()| 0))
}

fn run(command: Option<Command>, console: &Console) -> Result<(), Failure> {
    match command {
        None => repl::run(None, &args::Choices::default(), console),
        Some(Command::Repl { file, choices }) => repl::run(file.as_deref(), &choices, console),
        Some(Command::Check { files, choices, format }) => commands::check::run(&files, &choices, format, console),
        Some(Command::Play(args)) => commands::play::run(&args, console),
        Some(Command::Show(args)) => commands::show::run(&args, console),
        Some(Command::Moves(args)) => commands::moves::run(&args, console),
        Some(Command::Perft(args)) => commands::perft::run(&args, console),
        Some(Command::Solve(args)) => commands::solve::run(&args, console),
        Some(Command::Playout(args)) => commands::playout::run(&args, console),
        Some(Command::Trial(args)) => commands::trial::run(&args, console),
        Some(Command::Why(args)) => commands::why::run(&args, console),
        Some(Command::Test(args)) => commands::test::run(&args, console),
        Some(Command::Conform { paths, format, compile: true, games, .. }) => {
            commands::conform::survey(&paths, format, games, console)
        }
        Some(Command::Conform { paths, format, shared, .. }) => {
            commands::conform::run(&paths, format, shared.as_deref(), console)
        }
        Some(Command::Fmt { files, check }) => commands::fmt::run(&files, check, console),
        Some(Command::Doc { name, html, games, format }) => {
            commands::doc::run(&name.join(" "), html.as_deref(), &games, format)
        }
        Some(Command::New { name, folder, template }) => commands::new::run(&name, &folder, &template),
        Some(Command::Completions { shell }) => commands::shell::completions(shell),
        Some(Command::Man) => commands::shell::man(),
        Some(Command::Explain(args)) => commands::explain::run(&args, console),
    }
}
