//! The session: the game at hand, the moves made and taken back, and the files it all comes from.

use crate::commands::show::position;
use crate::commands::trial;
use crate::console::Console;
use crate::load;
use crate::players::{self, Random};
use parlour_grammar::expand::Selection;
use parlour_interpreter::play::{Fault, Game, Move, Setup, SetupError, State, Trial};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// What is told when there is no game.
pub(super) const NO_GAME: &str = "there is no game yet: `load FILE` opens one";

/// What tells one version of a file from the next.
type Stamp = Option<(SystemTime, u64)>;

/// Who plays at random: a player, or chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Robot {
    Player(u32),
    Chance,
}

/// Plies that random players make in a row at most.
const MOST_RANDOM: u32 = 1_000;

/// Where a game begins.
#[derive(Clone, Default)]
pub(super) struct Start {
    pub seed: u64,
    /// The text of a set-up, if it is not the one of the rules.
    pub setup: Option<String>,
}

/// A game that was put aside.
struct Kept {
    file: Option<PathBuf>,
    selection: Selection,
    seed: u64,
    state: State,
    redo: Vec<String>,
}

/// A game being tried out. Whatever goes wrong leaves it as it was; what to tell the user is returned.
pub struct Session {
    /// How diagnostics are shown.
    pub console: Console,
    /// The rule file.
    pub file: Option<PathBuf>,
    /// The files and choices that the rules were made of, and what was changed since.
    pub(super) selection: Selection,
    /// Through whose eyes the game is seen; `None` for all of it.
    seat: Option<u32>,
    pub(super) seed: u64,
    random: Random,
    /// Who plays at random.
    robots: Vec<Robot>,
    pub(super) state: Option<State>,
    redo: Vec<String>,
    /// The game that another one was begun in place of.
    earlier: Option<Box<Kept>>,
    stamps: Vec<(PathBuf, Stamp)>,
}

impl Session {
    /// A session without a game.
    pub fn new(selection: Selection, console: Console) -> Session {
        Session {
            console,
            file: None,
            seat: None,
            selection,
            seed: 0,
            random: Random::new(0),
            robots: Vec::new(),
            state: None,
            redo: Vec::new(),
            earlier: None,
            stamps: Vec::new(),
        }
    }

    /// The game.
    pub fn game(&self) -> Option<&Game> {
        self.state.as_ref().map(State::game)
    }

    /// The state, if there is a game.
    pub fn state(&mut self) -> Result<&mut State, String> {
        self.state.as_mut().ok_or_else(|| NO_GAME.to_owned())
    }

    /// A fault of the rules, as it is told.
    pub fn fault(&self, fault: &Fault) -> String {
        self.game().map_or_else(|| fault.to_string(), |game| game.fault(fault).render(self.console.output()))
    }

    /// The board, and who is to move.
    pub fn board(&self) -> Result<String, String> {
        self.state
            .as_ref()
            .map(|state| position(state, self.seat, self.console.boards()))
            .ok_or_else(|| NO_GAME.to_owned())
    }

    /// The player through whose eyes the game is seen.
    pub fn seat(&self) -> Option<u32> {
        self.seat
    }

    /// From now on everything is shown as a player sees it, or as it is.
    pub fn look_as(&mut self, seat: Option<u32>) -> Result<String, String> {
        let players = self.game().ok_or(NO_GAME)?.players();
        if let Some(seat) = seat.filter(|seat| !(1..=players).contains(seat)) {
            return Err(format!("there is no player {seat}: the game has {players}"));
        }
        self.seat = seat;
        self.board()
    }

    /// Whether there may be something that the player must not be told.
    pub fn hides(&self) -> bool {
        self.seat.is_some() && self.state.as_ref().is_some_and(State::has_secrets)
    }

    /// The game, for what tells more than a player may know: refused while one is named.
    pub fn all_seen(&mut self, what: &str) -> Result<&mut State, String> {
        match self.seat {
            Some(seat) if self.hides() => {
                Err(format!("{what} could tell what player {seat} does not see; `as all` shows everything"))
            }
            _ => self.state(),
        }
    }

    // Files.

    /// Opens a rule file.
    pub fn load(&mut self, file: &Path) -> Result<String, String> {
        // The choices made for another file would hardly fit this one.
        let same = self.file.as_deref().is_none_or(|known| known == file);
        let selection = if same { self.selection.clone() } else { Selection::default() };
        let kept = self.kept();
        let told = self.open(file, selection, &Start { seed: self.seed, setup: None }, &[])?;
        self.put_aside(kept);
        Ok(told)
    }

    /// The game at hand, if a move was made in it, or it was set up by hand.
    fn kept(&self) -> Option<Kept> {
        let state = self.state.clone().filter(|s| !self.line().is_empty() || s.begun_from().is_some())?;
        let (file, selection) = (self.file.clone(), self.selection.clone());
        Some(Kept { file, selection, seed: self.seed, state, redo: self.redo.clone() })
    }

    fn put_aside(&mut self, kept: Option<Kept>) {
        if let Some(kept) = kept {
            self.earlier = Some(Box::new(kept));
        }
    }

    /// Goes back to the game that another one was begun in place of; that one is put aside in turn.
    pub fn restore(&mut self) -> Result<String, String> {
        let earlier = *self.earlier.take().ok_or("no game was put aside")?;
        let kept = self.kept();
        self.put_aside(kept);
        let game = earlier.state.game().clone();
        (self.file, self.selection, self.seed, self.redo) =
            (earlier.file, earlier.selection, earlier.seed, earlier.redo);
        self.state = Some(earlier.state);
        self.seat = self.seat.filter(|seat| *seat <= game.players());
        self.watch(&game);
        Ok(format!("{}\n{}", game.name(), self.board()?))
    }

    /// Reads the rule file again, and plays the moves again on it.
    pub fn reload(&mut self) -> Result<String, String> {
        let file = self.file.clone().ok_or_else(|| NO_GAME.to_owned())?;
        self.open(&file, self.selection.clone(), &self.begun(), &self.line())
    }

    /// Whether a file of the game has changed since it was read.
    pub fn is_stale(&self) -> bool {
        self.stamps.iter().any(|(file, stamp)| self::stamp(file) != *stamp)
    }

    /// Plays a recorded game, on its own rule file if it names one.
    pub fn trial(&mut self, path: &Path) -> Result<String, String> {
        let trial = load::trial(path).map_err(|failure| failure.message)?;
        let file = trial::game_of(&trial, path).or_else(|| self.file.clone());
        let file = file.ok_or_else(|| "the trial does not name its rule file; load it first".to_owned())?;
        let selection = load::chosen(&trial, &Selection::default());
        // What does not replay is refused, and the game at hand stays.
        let game = load::game(&file, &selection, &self.console).map_err(|failure| failure.message)?;
        trial.replay(&game).map_err(|error| error.to_string())?;
        let kept = self.kept();
        let start = Start { seed: trial.seed, setup: trial.setup.clone() };
        let told = self.open(&file, selection, &start, &trial.moves)?;
        self.put_aside(kept);
        Ok(told)
    }

    /// Writes the game so far as a trial.
    pub fn save(&self, path: &Path) -> Result<String, String> {
        let state = self.state.as_ref().ok_or(NO_GAME)?;
        trial::save(state, self.seat, self.file.as_deref(), path)?;
        Ok(match self.seat {
            Some(seat) => format!("saved to {}: what player {seat} knows of the game", path.display()),
            None => format!("saved to {}", path.display()),
        })
    }

    /// The present game as a trial.
    pub fn recorded(&self) -> Result<Trial, String> {
        self.state.as_ref().map(|state| Trial::known_to(state, self.seat)).ok_or_else(|| NO_GAME.to_owned())
    }

    /// Opens a file with these choices and plays these moves, as far as they fit.
    pub(super) fn open(
        &mut self,
        file: &Path,
        selection: Selection,
        start: &Start,
        moves: &[String],
    ) -> Result<String, String> {
        let loaded = load::load(file, &selection);
        if self.file.is_none() || self.file.as_deref() == Some(file) || loaded.is_ok() {
            self.stamps = vec![(file.to_owned(), stamp(file))];
            self.file = Some(file.to_owned());
        }
        let game = loaded.map_err(|error| error.render(self.console.output()))?;
        let mut state = self.begin(&game, start)?;
        let misfit = self.replay(&mut state, moves).err();
        // Moves that had been taken back, and those that do not fit these rules, can still be made again.
        let made = state.history().count();
        let present = if moves == self.line() { self.ply().min(made) } else { made };
        while state.history().count() > present {
            state.undo();
        }
        self.redo = moves[present..].iter().rev().cloned().collect();
        self.watch(&game);
        self.seat = self.seat.filter(|seat| *seat <= game.players());
        (self.selection, self.seed, self.random) = (selection, start.seed, Random::new(start.seed));
        self.robots.retain(|robot| !matches!(robot, Robot::Player(player) if *player > game.players()));
        let warnings = game.warnings().render(self.console.output());
        let name = game.name().to_owned();
        self.state = Some(state);
        Ok(format!("{warnings}{name}\n{}{}", misfit.unwrap_or_default(), self.board()?))
    }

    /// The game at its start.
    pub(super) fn begin(&self, game: &Game, start: &Start) -> Result<State, String> {
        let fault = |fault: Fault| game.fault(&fault).render(self.console.output());
        let Some(text) = &start.setup else { return game.start(start.seed).map_err(fault) };
        let state = Setup::parse(game, text).and_then(|setup| State::from_setup(game, &setup));
        state.map_err(|error| match error {
            SetupError::Fault(found) => fault(found),
            error => format!("this is no position of the game: {error}"),
        })
    }

    /// Where the present game began.
    pub(super) fn begun(&self) -> Start {
        let setup = self.state.as_ref().and_then(State::begun_from).map(str::to_owned);
        Start { seed: self.seed, setup }
    }

    /// Makes moves as far as they fit; the first that does not is told.
    pub(super) fn replay(&self, state: &mut State, moves: &[String]) -> Result<(), String> {
        for (i, text) in moves.iter().enumerate() {
            let made = state.parse_move(text).map_err(|error| error.to_string());
            let made = made.and_then(|chosen| state.apply(&chosen).map_err(|error| error.to_string()));
            made.map_err(|why| match self.seat {
                // Neither the move nor what could have been played instead need be known to the player.
                Some(_) => format!("ply {} does not fit these rules\n", i + 1),
                None => format!("ply {}, `{text}`, does not fit these rules: {why}\n", i + 1),
            })?;
        }
        Ok(())
    }

    /// Notes the versions of all files of the game.
    fn watch(&mut self, game: &Game) {
        let named = game.sources().iter().map(|(_, source)| source.name.as_str());
        let files = named.filter(|name| !name.starts_with('<')).map(PathBuf::from);
        self.stamps = files
            .map(|file| {
                let stamp = stamp(&file);
                (file, stamp)
            })
            .collect();
    }

    // Moves.

    /// Plies made.
    pub fn ply(&self) -> usize {
        self.state.as_ref().map_or(0, |state| state.history().count())
    }

    /// The moves made, and then those taken back, in the order of play.
    pub(super) fn line(&self) -> Vec<String> {
        let made = self.state.iter().flat_map(|state| state.history().map(|(_, text)| text.to_owned()));
        made.chain(self.redo.iter().rev().cloned()).collect()
    }

    /// How the legal moves are written.
    pub fn notations(&mut self) -> Vec<String> {
        let seat = self.seat;
        let state = self.state.as_mut().filter(|state| seat.is_none_or(|seat| state.is_asked(seat)));
        let moves = state.and_then(|state| state.notated_moves().ok()).unwrap_or_default();
        moves.into_iter().map(|(_, text)| text).collect()
    }

    /// Makes the move that a text names.
    pub fn play(&mut self, text: &str) -> Result<String, String> {
        self.must_be_asked()?;
        let chosen = players::parse(self.state()?, text)?;
        self.make(&chosen)?;
        self.with_robots()
    }

    /// The board, after those who play at random have made their moves.
    fn with_robots(&mut self) -> Result<String, String> {
        let mut told = String::new();
        for ply in 0..=MOST_RANDOM {
            let Some(state) = self.state.as_mut() else { break };
            let next = state.decider().map_or(Robot::Chance, |side| Robot::Player(state.seat_of(side)));
            if state.is_over() || !self.robots.contains(&next) {
                break;
            }
            if ply == MOST_RANDOM {
                told +=
                    &format!("they have made {MOST_RANDOM} moves in a row, and stop: `auto {MOST_RANDOM}` goes on\n");
                break;
            }
            let who = players::maker(state);
            let Some(chosen) = self.random.choose(state).map_err(|fault| self.fault(&fault))? else { break };
            self.make(&chosen)?;
            let seat = self.seat;
            let text = self.state()?.history_seen_by(seat).pop().unwrap_or_default();
            told += &format!("{who} {text}\n");
        }
        Ok(told + &self.board()?)
    }

    /// Who plays at random from now on: `1`, `2,3`, `chance`, `all`, `off`; nothing only asks.
    pub fn set_robots(&mut self, text: &str) -> Result<String, String> {
        let players = self.game().ok_or(NO_GAME)?.players();
        let mut robots = Vec::new();
        for word in text.split([',', ' ']).filter(|word| !word.is_empty()) {
            match (word, word.parse()) {
                ("off", _) => robots.clear(),
                ("all", _) => robots.extend((1..=players).map(Robot::Player).chain([Robot::Chance])),
                ("chance", _) => robots.push(Robot::Chance),
                (_, Ok(player)) if (1..=players).contains(&player) => robots.push(Robot::Player(player)),
                _ => {
                    return Err(format!(
                        "`{word}` is no player: name some of 1 to {players}, or `chance`, `all` or `off`; `auto {word}` makes random moves"
                    ));
                }
            }
        }
        if !text.is_empty() {
            self.robots = robots;
            return self.with_robots();
        }
        let name = |robot: &Robot| match robot {
            Robot::Player(player) => format!("player {player}"),
            Robot::Chance => "chance".to_owned(),
        };
        let names: Vec<String> = self.robots.iter().map(name).collect();
        Ok(if names.is_empty() {
            "nobody plays at random\n".to_owned()
        } else {
            format!("at random: {}\n", names.join(", "))
        })
    }

    /// Begins a game in a position; without a text, the present one is told as a text that can be changed and given back.
    pub fn set_up(&mut self, text: &str) -> Result<String, String> {
        if text.is_empty() {
            let told = |state: &mut State| {
                let note = "a set-up is a turn's beginning: what has been decided in this turn so far is not in it";
                let note = if state.begins_turn() || state.is_over() { String::new() } else { format!("{note}\n") };
                format!("setup {}\n{note}", state.setup())
            };
            return self.all_seen("a set-up").map(told);
        }
        let game = self.game().ok_or(NO_GAME)?.clone();
        let start = Start { seed: self.seed, setup: Some(text.to_owned()) };
        let state = self.begin(&game, &start)?;
        let kept = self.kept();
        self.put_aside(kept);
        self.state = Some(state);
        self.redo.clear();
        self.board()
    }

    /// A player who is named decides for nobody else, nor for chance.
    pub fn must_be_asked(&mut self) -> Result<(), String> {
        let seat = self.seat;
        match seat {
            Some(seat) if !self.state()?.is_asked(seat) => Err(format!("it is not for player {seat} to decide here")),
            _ => Ok(()),
        }
    }

    fn make(&mut self, chosen: &Move) -> Result<(), String> {
        let state = self.state()?;
        state.apply(chosen).map_err(|error| error.to_string())?;
        let text = state.history().last().map(|(_, text)| text.to_owned());
        if self.redo.last() == text.as_ref() {
            self.redo.pop();
        } else {
            self.redo.clear();
        }
        Ok(())
    }

    /// Makes random moves.
    pub fn random(&mut self, plies: u32) -> Result<String, String> {
        let state = self.state.as_mut().ok_or(NO_GAME)?;
        self.redo.clear();
        let made = self.random.play(state, plies);
        made.map_err(|fault| self.fault(&fault))?;
        self.with_robots()
    }

    /// Takes moves back.
    pub fn undo(&mut self, plies: usize) -> Result<String, String> {
        let target = self.ply().checked_sub(plies.max(1)).ok_or_else(|| match self.ply() {
            0 => "there is nothing to take back".to_owned(),
            n => format!("only {n} plies were made"),
        })?;
        self.go_to(target)
    }

    /// Makes moves again that were taken back.
    pub fn redo(&mut self, plies: usize) -> Result<String, String> {
        if plies.max(1) > self.redo.len() {
            return Err(match self.redo.len() {
                0 => "there is nothing to make again".to_owned(),
                n => format!("only {n} plies were taken back"),
            });
        }
        self.go_to(self.ply() + plies.max(1))
    }

    /// Goes to the position after so many plies of the game, ahead or back.
    pub fn go_to(&mut self, ply: usize) -> Result<String, String> {
        let known = self.line().len();
        if ply > known {
            return Err(format!("the game has only {known} plies"));
        }
        while self.ply() > ply {
            let state = self.state()?;
            let text = state.history().last().map(|(_, text)| text.to_owned());
            state.undo();
            self.redo.extend(text);
        }
        while self.ply() < ply {
            let Some(text) = self.redo.last().cloned() else { break };
            let chosen = players::parse(self.state()?, &text)?;
            self.make(&chosen)?;
        }
        self.board()
    }

    /// Begins the game anew, perhaps with another seed.
    pub fn restart(&mut self, seed: Option<u64>) -> Result<String, String> {
        let seed = seed.unwrap_or(self.seed);
        let game = self.game().ok_or(NO_GAME)?.clone();
        let state = self.begin(&game, &Start { seed, setup: None })?;
        let kept = self.kept();
        self.put_aside(kept);
        (self.seed, self.random, self.state) = (seed, Random::new(seed), Some(state));
        self.redo.clear();
        self.with_robots()
    }
}

fn stamp(file: &Path) -> Stamp {
    let metadata = std::fs::metadata(file).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}
