//! `parlour play`: a game at the keyboard.

use super::show::position;
use super::trial;
use crate::args::Play;
use crate::console::Console;
use crate::failure::{Failure, USAGE};
use crate::input::{Candidate, Input, Line, Words};
use crate::load;
use crate::players::{self, Random};
use parlour_interpreter::play::picture::Style;
use parlour_interpreter::play::{ApplyError, Fault, Move, State};
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, SystemTime};

const HELP: &str = "\
A move is given by its notation, the beginning of it, or its number in the list.
  moves      lists the legal moves
  board      shows the board again
  undo       takes your last move back
  save FILE  writes the game so far as a trial
  quit       leaves
";
const COMMANDS: [&str; 6] = ["moves", "board", "undo", "save", "help", "quit"];

/// Runs the command.
pub fn run(args: &Play, console: &Console) -> Result<(), Failure> {
    let game = load::game(&args.file, &args.choices.selection(), console)?;
    load::check_seat(&game, args.seat)?;
    let humans = match &args.human {
        _ if args.auto => Vec::new(),
        Some(humans) => humans.clone(),
        None if game.players() == 0 => Vec::new(),
        None => vec![args.seat.unwrap_or(1)],
    };
    if let Some(seat) = args.seat.filter(|seat| !humans.is_empty() && !humans.contains(seat)) {
        let what =
            format!("error: player {seat} is not at the keyboard, so nobody may look through that player's eyes");
        return Err(Failure::new(USAGE, what));
    }
    if let Some(player) = humans.iter().find(|player| !(1..=game.players()).contains(player)) {
        let what = format!("error: there is no player {player}; the game has {}", game.players());
        return Err(Failure::new(USAGE, what));
    }
    let seed = args.seed.unwrap_or_else(clock);
    let fail = |fault: Fault| load::fault(&game, &fault, console);
    let state = match &args.setup {
        Some(text) => load::set_up(&game, text, console)?,
        None => game.start(seed).map_err(fail)?,
    };
    // Who plays at the keyboard sees what that player sees. Of several, the one who decides looks.
    let viewer = args.seat.or_else(|| humans.first().copied().filter(|_| state.has_secrets()));
    let mut table = Table {
        viewer,
        changes: args.seat.is_none() && humans.len() > 1 && state.has_secrets(),
        state,
        random: Random::new(seed),
        humans,
        ask_chance: args.ask_chance,
        auto: args.auto,
        input: Input::new(console, false),
        style: console.boards(),
        delay: Duration::from_millis(args.delay),
        limit: args.limit,
        file: &args.file,
    };
    writeln!(io::stdout().lock(), "{}", game.name())?;
    table.play().map_err(|stop| match stop {
        Stop::Fault(fault) => fail(fault),
        Stop::Output(error) => error.into(),
    })
}

fn clock() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64)
}

enum Stop {
    Fault(Fault),
    Output(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Stop::Output(error)
    }
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Stop::Fault(fault)
    }
}

/// What the person at the keyboard wants.
enum Wish {
    Move(Move),
    Undo,
    Quit,
}

struct Table<'a> {
    state: State,
    /// Through whose eyes the game is shown; `None` for all of it.
    viewer: Option<u32>,
    /// Whether that is whoever decides at the keyboard.
    changes: bool,
    random: Random,
    humans: Vec<u32>,
    ask_chance: bool,
    /// Whether nobody is at the keyboard.
    auto: bool,
    input: Input,
    style: Style,
    delay: Duration,
    /// Plies after which a game without people stops.
    limit: u32,
    file: &'a Path,
}

impl Table<'_> {
    fn play(&mut self) -> Result<(), Stop> {
        self.show()?;
        while !self.state.is_over() {
            if self.auto && self.state.history().count() >= self.limit as usize {
                writeln!(io::stdout().lock(), "stopped after {} plies; --limit PLIES goes on for longer", self.limit)?;
                return Ok(());
            }
            // Chance rolls by itself, unless it is to be asked for.
            let human = match self.state.decider() {
                Some(decider) => self.humans.contains(&self.state.seat_of(decider)),
                // Whoever watches says when it goes on.
                None if self.state.goes_on_by_itself() => !self.auto,
                None => self.ask_chance,
            };
            let wish =
                if human { self.ask()? } else { self.random.choose(&mut self.state)?.map_or(Wish::Quit, Wish::Move) };
            match wish {
                Wish::Move(chosen) => self.make(&chosen, human)?,
                Wish::Undo => self.undo()?,
                Wish::Quit => return Ok(()),
            }
        }
        Ok(())
    }

    fn show(&mut self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        if self.changes
            && let Some(decider) = self.state.decider().filter(|decider| self.humans.contains(decider))
        {
            if self.viewer != Some(decider) {
                writeln!(out, "\nwhat follows is for player {decider} alone")?;
            }
            self.viewer = Some(decider);
        }
        write!(out, "\n{}", position(&self.state, self.viewer, self.style))?;
        out.flush()
    }

    fn make(&mut self, chosen: &Move, human: bool) -> Result<(), Stop> {
        let who = players::maker(&self.state);
        let round = self.state.round();
        match self.state.apply(chosen) {
            Ok(()) => {}
            Err(ApplyError::Fault(fault)) => return Err(fault.into()),
            Err(error) => {
                writeln!(io::stdout().lock(), "{error}")?;
                return Ok(());
            }
        }
        if !human {
            let text = self.state.history_seen_by(self.viewer).pop().unwrap_or_default();
            writeln!(io::stdout().lock(), "{who} {text}")?;
            std::thread::sleep(self.delay);
        }
        if let (Some(round), Some(now)) = (round, self.state.round())
            && (round != now || self.state.is_over())
        {
            let mut out = io::stdout().lock();
            writeln!(out, "\nround {round} is over")?;
            for record in self.state.records() {
                let Some(left) = record.rounds.get(round as usize - 1) else { continue };
                let each = left.iter().enumerate().map(|(i, value)| format!("player {}: {value}", i + 1));
                writeln!(out, "{} in it: {}", record.name.to_lowercase(), each.collect::<Vec<_>>().join(", "))?;
            }
        }
        self.show()?;
        Ok(())
    }

    /// Goes back to where a person had the choice.
    fn undo(&mut self) -> io::Result<()> {
        let mut undone = self.state.undo().is_some();
        let waits = |state: &State, humans: &[u32]| match state.decider() {
            Some(decider) => humans.contains(&state.seat_of(decider)),
            None => state.goes_on_by_itself(),
        };
        while undone && !waits(&self.state, &self.humans) {
            undone = self.state.undo().is_some();
        }
        self.show()
    }

    /// Asks until the answer is a move or a command that leaves the table.
    fn ask(&mut self) -> Result<Wish, Stop> {
        let moves = self.state.notated_moves()?;
        let first = COMMANDS.iter().copied().chain(moves.iter().map(|(_, text)| text.as_str())).map(Candidate::plain);
        self.input.offer(Words { first: first.collect(), before_files: vec!["save".into()], ..Words::default() });
        let goes_on = self.state.goes_on_by_itself();
        let prompt = if goes_on { "Enter goes on (or help)> " } else { "your move (or help)> " };
        loop {
            let line = match self.input.line(prompt) {
                Line::Text(line) => line,
                Line::Interrupted | Line::End => return Ok(Wish::Quit),
            };
            let (head, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
            let mut out = io::stdout().lock();
            match (head.to_lowercase().as_str(), rest.trim()) {
                ("", _) if goes_on => {
                    return Ok(moves.into_iter().next().map_or(Wish::Quit, |(only, _)| Wish::Move(only)));
                }
                ("", _) => {}
                ("help" | "?", _) => out.write_all(HELP.as_bytes())?,
                ("moves", _) => out.write_all(players::list(&moves).as_bytes())?,
                ("board", _) => out.write_all(position(&self.state, self.viewer, self.style).as_bytes())?,
                ("quit" | "exit", _) => return Ok(Wish::Quit),
                ("undo", _) if self.state.history().next().is_none() => writeln!(out, "there is nothing to take back")?,
                ("undo", _) => return Ok(Wish::Undo),
                ("save", "") => writeln!(out, "save needs the name of a file")?,
                ("save", file) => match trial::save(&self.state, self.viewer, Some(self.file), Path::new(file)) {
                    Ok(()) => match self.viewer {
                        Some(seat) => writeln!(out, "saved to {file}: what player {seat} knows of the game")?,
                        None => writeln!(out, "saved to {file}")?,
                    },
                    Err(why) => writeln!(out, "{why}")?,
                },
                _ => match players::parse(&mut self.state, &line) {
                    Ok(chosen) => return Ok(Wish::Move(chosen)),
                    Err(why) => writeln!(out, "{why}")?,
                },
            }
        }
    }
}
