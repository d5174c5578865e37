//! The commands of the REPL.

use super::session::Session;
use crate::args::MAX_DEPTH;
use crate::args::setting;
use crate::commands::{explain, perft, playout, show, why};
use crate::drawing;
use crate::output::{self, Kind};
use crate::players;
use parlour_grammar::diagnostic::did_you_mean;
use parlour_interpreter::play::{Playouts, Question, Unit, Value, Verdict, WhyError, picture};
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
    /// What it does, in one line.
    pub doc: &'static str,
    /// What else there is to say of it.
    more: &'static str,
    run: Run,
}

type Run = fn(&mut Session, &str) -> Result<String, String>;

const fn command(name: &'static str, usage: &'static str, doc: &'static str, run: Run) -> Command {
    Command { name, usage, doc, more: "", run }
}

impl Command {
    const fn more(self, more: &'static str) -> Command {
        Command { more, ..self }
    }
}

/// Every command but those that leave.
pub const COMMANDS: &[Command] = &[
    command("load", "FILE", "opens a rule file", |s, file| s.load(Path::new(needed(file, "a file")?))).more(
        "If the file is wrong, what was open stays. A file that changes on disk is read again before the next command.",
    ),
    command("reload", "", "reads the file again; done by itself when it changes", |s, _| s.reload())
        .more("The moves are played again on the new rules; the first that no longer fits is told, and can be made again\nwith `redo` once the rules allow it."),
    command("board", "", "shows the board", |s, _| s.board()),
    command("as", "PLAYER|all", "shows everything as this player sees it, or all of it", look),
    command("moves", "", "lists the legal moves", moves),
    command("move", "MOVE", "makes a move; `move` may be left out", |s, text| s.play(needed(text, "a move")?))
        .more("A move is given by its notation, the beginning of it, or its number in the list of `moves`."),
    command("undo", "[N]", "takes moves back", |s, n| s.undo(number(n, 1)?)),
    command("redo", "[N]", "makes them again", |s, n| s.redo(number(n, 1)?)),
    command("goto", "PLY", "goes to the position after so many plies", |s, n| {
        s.go_to(number(needed(n, "a number of plies")?, 0)?)
    }),
    command("setup", "[TEXT]", "begins a game in a position; without a text, tells the present one as such a text", |s, text| {
        s.set_up(text)
    })
    .more(
        "`setup a1=White c5=Black,White mover=2`: sites with their pieces from top to bottom, and what else is to be said.\n\
         To edit the present position, print it with `setup`, change the line, and give it back.",
    ),
    command("auto", "[N]", "makes N random moves", |s, n| s.random(number(n, 1)?)),
    command("random", "[PLAYERS|off]", "lets players, or chance, move at random; `random` asks who does", |s, text| {
        s.set_robots(text)
    })
    .more("`random 2`, `random 2,chance`, `random all`. They move as soon as it is their turn after a move of yours."),
    command("new", "", "begins the game anew", |s, _| s.restart(None)),
    command("seed", "N", "begins anew with another seed", |s, n| s.restart(Some(number(needed(n, "a number")?, 0)?))),
    command("restore", "", "goes back to the game before the last `new`, `seed`, `setup`, `load` or `trial`", |s, _| {
        s.restore()
    }),
    command("options", "", "lists options and rulesets, with what is chosen", |s, _| s.options()),
    command("option", "NAME=VALUE", "sets an option", option)
        .more("The moves are played again. A number of players, where it is an option, is set so too."),
    command("ruleset", "NAME", "chooses a ruleset", |s, name| s.set_ruleset(needed(name, "a name")?)),
    command("define", "\"NAME\" BODY", "changes a definition, as does a line `(define \"NAME\" BODY)`", |s, text| {
        s.change(&format!("(define {})", needed(text, "a name in quotes, and a body")?))
    })
    .more(
        "It counts instead of that of the file, which stays as it is, until `undefine` or `reset` takes it back. An option\n\
         can be typed anew so too: `(option \"Name\" …)`. What is wrong changes nothing.",
    ),
    command("undefine", "NAME", "takes the change of a definition or option back", |s, name| {
        s.take_back(Some(needed(name, "a name")?))
    }),
    command("reset", "", "takes back every change: definitions, options, the ruleset", |s, _| s.take_back(None)),
    command("changes", "", "lists what differs from the file as it is", |s, _| Ok(s.changes())),
    command("diff", "RULESET|NAME=VALUE…|FILE|file", "tells which moves differ here under other rules", |s, target| {
        s.compare(needed(target, "a ruleset, options, a file, or `file` for the file as it is")?)
    })
    .more("The same moves are made under the other rules. If one does not fit there, it is named instead."),
    command("why", "MOVE|end|last", "says why a move is legal or not, why the game is over or not, what did what", why).more(
        "`why MOVE` shows the form that makes it, or would, and the conditions that hold or fail, with their values.\n\
         `why end` shows every end rule, `why last` what each form did with the last move.",
    ),
    command("eval", "EXPRESSION", "computes an expression here; a line that begins with `(` needs no `eval`", eval)
        .more("Sites are marked on the board too; a generator of moves lists them."),
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
    command("help", "[COMMAND|LUDEME|CODE]", "lists the commands, or tells more of one, of a ludeme, or of a code", help),
];

/// Does what a line says: a command, an expression, or a move.
pub fn run(session: &mut Session, line: &str) -> Answer {
    let (head, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let name = head.to_lowercase();
    let result = match name.as_str() {
        "" => Ok(String::new()),
        "quit" | "exit" => return Answer::Quit,
        _ if line.starts_with(['(', '{']) => form(session, line),
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

fn help(session: &mut Session, what: &str) -> Result<String, String> {
    if !what.is_empty() {
        let name = what.to_lowercase();
        return match COMMANDS.iter().find(|command| command.name == name) {
            Some(command) => {
                let more = if command.more.is_empty() { String::new() } else { format!("{}\n", command.more) };
                Ok(format!("{} {}\n{}\n{more}", command.name, command.usage, command.doc))
            }
            None => explain::text(what).or_else(|_| crate::manual::page(what, session.game())).map_err(|error| {
                let near = did_you_mean(&name, COMMANDS.iter().map(|command| command.name));
                near.map_or(error, |near| format!("there is no command `{what}`; did you mean `{near}`?"))
            }),
        };
    }
    let usage = |command: &Command| format!("{} {}", command.name, command.usage);
    let width = COMMANDS.iter().map(|command| usage(command).len()).max().unwrap_or(0).min(24);
    let lines = COMMANDS.iter().map(|command| format!("  {:<width$}  {}\n", usage(command), command.doc));
    let rest = "  quit\nAnything else is a move: its notation, the beginning of it, or its number in the list.\n\
                A line that begins with `(` is an expression, or a definition to be changed.\n";
    Ok(lines.chain([rest.to_owned()]).collect())
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
    let question = Question::parse(needed(text, "a move, `end` or `last`")?);
    if matches!(question, Question::Move(_)) {
        session.must_be_asked()?;
    }
    let hides = session.hides();
    if hides && !matches!(question, Question::Move(_)) {
        session.all_seen("what is asked and done")?;
    }
    let state = session.state()?;
    // The number of a legal move stands for it here as elsewhere.
    let question = match question {
        Question::Move(text) => Question::Move(match players::parse(state, &text) {
            Ok(chosen) => state.notation(&chosen).unwrap_or(text),
            Err(_) => text,
        }),
        other => other,
    };
    let mut why = match state.why(&question) {
        Ok(why) => why,
        Err(WhyError::Fault(fault)) => return Err(session.fault(&fault)),
        Err(error) => return Err(error.to_string()),
    };
    if hides {
        // Which condition fails where, and with what value, could tell what stands there.
        why.reasons.retain(|reason| why.verdict == Verdict::Legal && reason.role == "made by");
        why.facts.clear();
    }
    Ok(why::text(&why, session.state()?))
}

/// An expression, or a definition or option that is to count instead of that of the file.
fn form(session: &mut Session, text: &str) -> Result<String, String> {
    let head = text.trim_start_matches(['(', ' ']).split(|c: char| !c.is_alphanumeric()).next();
    match head {
        Some("define" | "option") => session.change(text),
        _ => eval(session, text),
    }
}

fn eval(session: &mut Session, text: &str) -> Result<String, String> {
    let (style, boards) = (session.console.output(), session.console.boards());
    let seat = session.seat();
    let state = session.all_seen("an expression")?;
    let value = state.eval(needed(text, "an expression")?).map_err(|error| error.render(style))?;
    let marked = match &value {
        Value::Region(sites) => sites.clone(),
        Value::Site(site) => site.iter().copied().collect(),
        _ => Vec::new(),
    };
    let board = if marked.is_empty() { String::new() } else { picture::text_marking(state, seat, boards, &marked) };
    Ok(format!("{}\n{board}", value.show(state.game())))
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
    let path = Path::new(needed(file, "a file")?);
    output::write(path, Kind::Svg, picture.as_bytes())
        .map_err(|error| format!("`{file}` cannot be written: {error}"))?;
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
