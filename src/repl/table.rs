//! The commands of the REPL.

use super::session::Session;
use crate::args::MAX_DEPTH;
use crate::args::setting;
use crate::commands::{explain, perft, playout, show};
use crate::drawing;
use crate::players;
use parlour_grammar::diagnostic::did_you_mean;
use parlour_interpreter::play::{Playouts, Unit};
use std::path::Path;
use std::time::Duration;

/// What a line leads to.
pub enum Answer {
    /// Something to say.
    Said(String),
    /// The end.
    Quit,
}

/// A command: what it does with what follows its name.
pub struct Command {
    /// Its name.
    pub name: &'static str,
    /// What follows it.
    usage: &'static str,
    /// What it does.
    doc: &'static str,
    run: Run,
}

type Run = fn(&mut Session, &str) -> Result<String, String>;

const fn command(name: &'static str, usage: &'static str, doc: &'static str, run: Run) -> Command {
    Command { name, usage, doc, run }
}

/// Every command but those that leave.
pub const COMMANDS: &[Command] = &[
    command("load", "FILE", "opens a rule file", |s, file| s.load(Path::new(needed(file, "a file")?))),
    command("reload", "", "reads the file again; done by itself when it changes", |s, _| s.reload()),
    command("board", "", "shows the board", |s, _| s.board()),
    command("as", "PLAYER|all", "shows everything as this player sees it, or all of it", look),
    command("moves", "", "lists the legal moves", moves),
    command("move", "MOVE", "makes a move; `move` may be left out", |s, text| s.play(needed(text, "a move")?)),
    command("undo", "[N]", "takes moves back", |s, n| s.undo(number(n, 1)?)),
    command("redo", "[N]", "makes them again", |s, n| s.redo(number(n, 1)?)),
    command("goto", "N", "goes to the position after N plies", |s, n| {
        s.go_to(number(needed(n, "a number of plies")?, 0)?)
    }),
    command("random", "[N]", "makes N random moves", |s, n| s.random(number(n, 1)?)),
    command("new", "", "begins the game anew", |s, _| s.restart(None)),
    command("seed", "N", "begins anew with another seed", |s, n| s.restart(Some(number(needed(n, "a number")?, 0)?))),
    command("options", "", "lists options and rulesets, with what is chosen", |s, _| s.options()),
    command("option", "NAME=VALUE", "sets an option", option),
    command("ruleset", "NAME", "chooses a ruleset", |s, name| s.set_ruleset(needed(name, "a name")?)),
    command("why", "MOVE", "says why a move is legal, or which conditions fail", why),
    command("eval", "EXPRESSION", "computes an expression here; a line that begins with `(` needs no `eval`", eval),
    command("show", "[board|program|stats]", "shows the board, the compiled program, or statistics", show_part),
    command("svg", "FILE", "writes a picture of the board", svg),
    command("history", "", "shows the game so far as a trial", |s, _| Ok(s.recorded()?.to_string())),
    command("save", "TRIAL", "writes the game so far as a trial", |s, file| s.save(Path::new(needed(file, "a file")?))),
    command("trial", "TRIAL", "plays a trial", |s, file| s.trial(Path::new(needed(file, "a file")?))),
    command("perft", "DEPTH", "counts the sequences of so many plies from here, by first move", count),
    command("playout", "[SECONDS]", "plays whole games at random, and measures", measure),
    command("doc", "LUDEME", "the manual's page of a ludeme or a definition", |s, name| {
        crate::manual::page(needed(name, "a ludeme")?, s.game())
    }),
    command("explain", "CODE", "what the code of a diagnostic means", |_, code| explain::text(needed(code, "a code")?)),
    command("help", "", "lists the commands", |_, _| Ok(help())),
];

/// Does what a line says: a command, an expression, or a move.
pub fn run(session: &mut Session, line: &str) -> Answer {
    let (head, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let name = head.to_lowercase();
    let result = match name.as_str() {
        "" => Ok(String::new()),
        "quit" | "exit" => return Answer::Quit,
        _ if line.starts_with(['(', '{']) => eval(session, line),
        _ if line.starts_with("//") => Ok(String::new()),
        _ => match COMMANDS.iter().find(|command| command.name == name) {
            Some(command) => (command.run)(session, rest.trim()),
            None => play(session, line),
        },
    };
    Answer::Said(result.unwrap_or_else(|error| error))
}

/// A line that is no command can only be a move.
fn play(session: &mut Session, line: &str) -> Result<String, String> {
    // Where it is not for the player to decide, no move would do, and nothing is said about what was typed.
    session.must_be_asked()?;
    session.play(line).map_err(|error| match did_you_mean(line, COMMANDS.iter().map(|command| command.name)) {
        Some(near) => format!("{error}; did you mean the command `{near}`?"),
        None => error,
    })
}

fn help() -> String {
    let usage = |command: &Command| format!("{} {}", command.name, command.usage);
    let width = COMMANDS.iter().map(|command| usage(command).len()).max().unwrap_or(0);
    let lines = COMMANDS.iter().map(|command| format!("  {:<width$}  {}\n", usage(command), command.doc));
    let rest = "  quit\nAnything else is a move: its notation, the beginning of it, or its number in the list.\n";
    lines.chain([rest.to_owned()]).collect()
}

fn needed<'a>(text: &'a str, what: &str) -> Result<&'a str, String> {
    if text.is_empty() { Err(format!("{what} is needed")) } else { Ok(text) }
}

fn number<T: std::str::FromStr>(text: &str, default: T) -> Result<T, String> {
    if text.is_empty() {
        Ok(default)
    } else {
        text.parse().map_err(|_| format!("`{text}` is not a number that fits here"))
    }
}

fn moves(session: &mut Session, _: &str) -> Result<String, String> {
    if let Some(seat) = session.seat().filter(|_| session.must_be_asked().is_err()) {
        let moves = session.state()?.moves_seen_by(seat).map_err(|fault| session.fault(&fault))?;
        let none = || "there are no legal moves\n".to_owned();
        return Ok(if moves.is_empty() { none() } else { moves.iter().map(|text| format!("{text}\n")).collect() });
    }
    let moves = session.state()?.notated_moves().map_err(|fault| session.fault(&fault))?;
    Ok(if moves.is_empty() { "there are no legal moves\n".to_owned() } else { players::list(&moves) })
}

fn look(session: &mut Session, seat: &str) -> Result<String, String> {
    match seat {
        "" => Ok(session.seat().map_or_else(|| "all is shown\n".to_owned(), |seat| format!("as player {seat}\n"))),
        "all" => session.look_as(None),
        seat => session.look_as(Some(number(seat, 0)?)),
    }
}

fn option(session: &mut Session, text: &str) -> Result<String, String> {
    let (name, value) = setting(text)?;
    session.set_option(name, value)
}

fn why(session: &mut Session, text: &str) -> Result<String, String> {
    let text = needed(text, "a move")?;
    let style = session.console.output();
    session.must_be_asked()?;
    let hides = session.hides();
    let state = session.state()?;
    if state.is_over() {
        return Ok("the game is over: no move is legal\n".to_owned());
    }
    // The beginning of a legal move, or its number, stands for it here as elsewhere.
    let full = match players::parse(state, text) {
        Ok(chosen) => state.notation(&chosen).unwrap_or_else(|_| text.to_owned()),
        Err(_) => text.to_owned(),
    };
    let why = state.why_text(&full).map_err(|fault| session.fault(&fault))?;
    let game = session.game().ok_or("there is no game")?;
    let Some(why) = why else {
        return Err(format!("`{text}` does not read as a move: sites are joined by `-`, as in {}", example(game)));
    };
    if why.legal {
        let rules = why.explanation.made_by.iter().filter_map(|rule| game.rule_text(*rule));
        return Ok(format!("`{full}` is legal, by\n{}", rules.map(|rule| format!("  {rule}\n")).collect::<String>()));
    }
    if hides {
        // Which condition fails where could tell what stands there.
        return Ok(format!("`{full}` is not legal\n"));
    }
    if let Some(found) = game.explain_illegal(&full, &why) {
        return Ok(found.render(style));
    }
    let rules: String = game.rule_texts().iter().map(|rule| format!("  {rule}\n")).collect();
    Ok(format!("`{full}` is not legal: none of the rules reaches it\n{rules}"))
}

/// A move between the first two sites.
fn example(game: &parlour_interpreter::Game) -> String {
    format!("`{}-{}`", game.equipment().label(0), game.equipment().label(1))
}

fn eval(session: &mut Session, text: &str) -> Result<String, String> {
    let style = session.console.output();
    let state = session.all_seen("an expression")?;
    let value = state.eval(needed(text, "an expression")?).map_err(|error| error.render(style))?;
    Ok(format!("{}\n", value.show(state.game())))
}

fn show_part(session: &mut Session, part: &str) -> Result<String, String> {
    match part {
        "" | "board" => session.board(),
        "program" => Ok(session.state()?.game().program().to_string()),
        "stats" => Ok(show::statistics(session.state()?.game())),
        _ => Err(format!("there is no `{part}` to show, but board, program and stats")),
    }
}

fn svg(session: &mut Session, file: &str) -> Result<String, String> {
    let seat = session.seat();
    let picture = drawing::last(session.state()?, seat).document();
    std::fs::write(needed(file, "a file")?, picture).map_err(|error| format!("`{file}` cannot be written: {error}"))?;
    Ok(format!("wrote {file}\n"))
}

fn count(session: &mut Session, depth: &str) -> Result<String, String> {
    let depth = number(needed(depth, "a depth")?, 1)?;
    if depth > MAX_DEPTH {
        return Err(format!("at most {MAX_DEPTH} plies are counted"));
    }
    let count = perft::count(session.all_seen("a count")?, depth, Unit::Ply, true);
    count.map(|count| count.text(true)).map_err(|fault| session.fault(&fault))
}

fn measure(session: &mut Session, seconds: &str) -> Result<String, String> {
    let seconds = number(seconds, 1.0)?;
    let time = Duration::try_from_secs_f64(seconds).map_err(|_| format!("`{seconds}` is no number of seconds"))?;
    let settings = Playouts { time: Some(time), count: None, ..Playouts::default() };
    let console = session.console;
    let game = session.state()?.game().clone();
    playout::measure(&game, &settings, &console)
        .map(|report| playout::text(&report))
        .map_err(|fault| session.fault(&fault))
}
