//! The REPL: a game at hand, tried out move by move and changed while it is played.

mod session;
mod table;

use crate::args::Choices;
use crate::console::Console;
use crate::failure::Failure;
use crate::input::{Input, Line, Words};
use session::Session;
use std::io::{self, Write};
use std::path::Path;
use table::{Answer, COMMANDS};

const WELCOME: &str = "Parlour. `load FILE` opens a rule file, `help` lists the commands, `quit` leaves.\n";

/// Runs the REPL until its input ends.
pub fn run(file: Option<&Path>, choices: &Choices, console: &Console) -> Result<(), Failure> {
    let mut input = Input::new(console, true);
    let mut session = Session::new(choices.selection(), *console);
    if input.is_interactive() {
        say(WELCOME)?;
    }
    if let Some(file) = file {
        say(&either(session.load(file)))?;
    }
    loop {
        if input.is_interactive() {
            input.offer(words(&mut session));
        }
        let line = match input.line("> ") {
            Line::Text(line) => line,
            Line::Interrupted => continue,
            Line::End => return Ok(()),
        };
        if session.is_stale() {
            say(&either(session.reload().map(|told| format!("the file has changed: {told}"))))?;
        }
        match table::run(&mut session, line.trim()) {
            Answer::Said(text) => say(&text)?,
            Answer::Quit => return Ok(()),
        }
    }
}

/// What went well and what did not are said in the same place.
fn either(result: Result<String, String>) -> String {
    result.unwrap_or_else(|error| error)
}

fn say(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    if !text.is_empty() && !text.ends_with('\n') {
        out.write_all(b"\n")?;
    }
    out.flush()
}

/// What can be completed here.
fn words(session: &mut Session) -> Words {
    let moves = session.notations();
    let commands: Vec<String> = COMMANDS.iter().map(|command| command.name.to_owned()).collect();
    let list = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    Words {
        first: commands.iter().cloned().chain(moves.iter().cloned()).collect(),
        before_files: list(&["load", "save", "trial", "svg"]),
        after: vec![
            ("why".into(), moves.clone()),
            ("move".into(), moves),
            ("doc".into(), crate::manual::names(session.game())),
            ("show".into(), list(&["board", "program", "stats"])),
            ("option".into(), session.option_values()),
            ("ruleset".into(), session.ruleset_names()),
            ("help".into(), commands),
            ("as".into(), list(&["all"])),
        ],
    }
}
