//! The REPL: a game at hand, tried out move by move and changed while it is played.

mod rules;
mod session;
mod table;

use crate::args::Choices;
use crate::console::Console;
use crate::failure::Failure;
use crate::input::{Candidate, Forms, Input, Line, Words};
use crate::output::harmless;
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
    out.write_all(harmless(text).as_bytes())?;
    if !text.is_empty() && !text.ends_with('\n') {
        out.write_all(b"\n")?;
    }
    out.flush()
}

/// What can be completed here.
fn words(session: &mut Session) -> Words {
    let moves: Vec<Candidate> = session.notations().into_iter().map(Candidate::plain).collect();
    let commands: Vec<Candidate> = COMMANDS.iter().map(|command| Candidate::new(command.name, command.doc)).collect();
    let list = |words: &[&str]| words.iter().map(|word| Candidate::plain(*word)).collect::<Vec<_>>();
    let plain = |words: Vec<String>| words.into_iter().map(Candidate::plain).collect::<Vec<_>>();
    let manual = plain(crate::manual::names(session.game()));
    let why = list(&["end", "last"]).into_iter().chain(moves.iter().cloned()).collect();
    let rulesets = plain(session.ruleset_names());
    let diff = rulesets.iter().cloned().chain(session.option_values()).chain(list(&["file"])).collect();
    Words {
        first: commands.iter().cloned().chain(list(&["quit"])).chain(moves.iter().cloned()).collect(),
        before_files: ["load", "save", "trial", "svg"].map(str::to_owned).to_vec(),
        forms: Some(forms(session)),
        after: vec![
            ("why".into(), why),
            ("move".into(), moves),
            ("doc".into(), manual.clone()),
            ("show".into(), list(&["board", "program", "stats"])),
            ("option".into(), session.option_values()),
            ("ruleset".into(), rulesets),
            ("diff".into(), diff),
            ("undefine".into(), plain(session.changed_names())),
            ("random".into(), list(&["off", "all", "chance"])),
            ("help".into(), commands.into_iter().chain(manual).collect()),
            ("as".into(), list(&["all"])),
        ],
    }
}

/// What expressions can name.
fn forms(session: &Session) -> Forms {
    let game = session.game();
    let definitions = crate::manual::definitions(game).into_iter();
    let names = game.into_iter().flat_map(|game| {
        let equipment = game.equipment();
        let pieces = equipment.components.iter().map(|piece| Candidate::new(&piece.name, "a piece"));
        pieces.chain((0..equipment.sites).map(|site| Candidate::new(equipment.label(site), "a site")))
    });
    Forms {
        definitions: definitions.map(|definition| Candidate::new(definition.name, definition.doc)).collect(),
        names: names.collect(),
    }
}
