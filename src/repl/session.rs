//! The session: the game at hand, the moves made and taken back, and the files it all comes from.

use crate::commands::show::position;
use crate::commands::trial;
use crate::console::Console;
use crate::load;
use crate::players::{self, Random};
use parlour_grammar::expand::{OptionInfo, OptionKind, Selection};
use parlour_interpreter::play::{Fault, Game, Move, State, Trial};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// What is told when there is no game.
const NO_GAME: &str = "there is no game yet: `load FILE` opens one";

/// What tells one version of a file from the next.
type Stamp = Option<(SystemTime, u64)>;

/// A game being tried out. Whatever goes wrong leaves it as it was; what to tell the user is returned.
pub struct Session {
    /// How diagnostics are shown.
    pub console: Console,
    /// The rule file.
    pub file: Option<PathBuf>,
    /// Through whose eyes the game is seen; `None` for all of it.
    seat: Option<u32>,
    selection: Selection,
    seed: u64,
    random: Random,
    state: Option<State>,
    redo: Vec<String>,
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
            state: None,
            redo: Vec::new(),
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
        self.open(file, self.selection.clone(), self.seed, &[])
    }

    /// Reads the rule file again, and plays the moves again on it.
    pub fn reload(&mut self) -> Result<String, String> {
        let file = self.file.clone().ok_or_else(|| NO_GAME.to_owned())?;
        self.open(&file, self.selection.clone(), self.seed, &self.line())
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
        let selection = Selection { ruleset: trial.ruleset.clone(), options: trial.options.clone() };
        // What does not replay is refused, and the game at hand stays.
        let game = load::game(&file, &selection, &self.console).map_err(|failure| failure.message)?;
        trial.replay(&game).map_err(|error| error.to_string())?;
        self.open(&file, selection, trial.seed, &trial.moves)
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
    fn open(&mut self, file: &Path, selection: Selection, seed: u64, moves: &[String]) -> Result<String, String> {
        let loaded = load::load(file, &selection);
        if self.file.is_none() || self.file.as_deref() == Some(file) || loaded.is_ok() {
            self.stamps = vec![(file.to_owned(), stamp(file))];
            self.file = Some(file.to_owned());
        }
        let game = loaded.map_err(|error| error.render(self.console.output()))?;
        let mut state = game.start(seed).map_err(|fault| game.fault(&fault).render(self.console.output()))?;
        let misfit = moves.iter().enumerate().find_map(|(i, text)| {
            let made = state.parse_move(text).map_err(|error| error.to_string());
            let made = made.and_then(|chosen| state.apply(&chosen).map_err(|error| error.to_string()));
            made.err().map(|why| match self.seat {
                // Neither the move nor what could have been played instead need be known to the player.
                Some(_) => format!("ply {} does not fit these rules\n", i + 1),
                None => format!("ply {}, `{text}`, does not fit these rules: {why}\n", i + 1),
            })
        });
        // Moves that had been taken back can still be made again, if all before them fit.
        let present = self.ply().min(moves.len());
        let same_line = misfit.is_none() && !moves.is_empty() && moves == self.line();
        self.redo.clear();
        if same_line {
            while state.history().count() > present {
                self.redo.extend(state.history().last().map(|(_, text)| text.to_owned()));
                state.undo();
            }
        }
        self.watch(&game);
        self.seat = self.seat.filter(|seat| *seat <= game.players());
        (self.selection, self.seed, self.random) = (selection, seed, Random::new(seed));
        let warnings = game.warnings().render(self.console.output());
        let name = game.name().to_owned();
        self.state = Some(state);
        Ok(format!("{warnings}{name}\n{}{}", misfit.unwrap_or_default(), self.board()?))
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
    fn line(&self) -> Vec<String> {
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
        self.board()
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
        let state = game.start(seed).map_err(|fault| self.fault(&fault))?;
        (self.seed, self.random, self.state) = (seed, Random::new(seed), Some(state));
        self.redo.clear();
        self.board()
    }

    // Options.

    /// Sets an option, and plays the moves again.
    pub fn set_option(&mut self, name: String, value: String) -> Result<String, String> {
        let options = self.game().map(Game::options).unwrap_or_default();
        let option = options.iter().find(|option| is_called(option, &name)).cloned();
        let mut selection = self.selection.clone();
        selection.options.retain(|(other, _)| {
            plain(other) != plain(&name) && option.as_ref().is_none_or(|option| !is_called(option, other))
        });
        selection.options.push((name, value));
        self.select(selection)
    }

    /// Chooses a ruleset, and plays the moves again.
    pub fn set_ruleset(&mut self, name: &str) -> Result<String, String> {
        self.select(Selection { ruleset: Some(name.to_owned()), ..self.selection.clone() })
    }

    fn select(&mut self, selection: Selection) -> Result<String, String> {
        let file = self.file.clone().filter(|_| self.state.is_some()).ok_or_else(|| NO_GAME.to_owned())?;
        self.open(&file, selection, self.seed, &self.line())
    }

    /// The options and rulesets, with what is chosen.
    pub fn options(&self) -> Result<String, String> {
        let game = self.game().ok_or(NO_GAME)?;
        let mut out = String::new();
        for option in game.options() {
            let names = match &option.kind {
                OptionKind::Items(items) => items.iter().map(|item| item.name.as_str()).collect::<Vec<_>>().join(" | "),
                OptionKind::Number { min, max, .. } => format!("{min} to {max}"),
            };
            let called = option.short.as_deref().unwrap_or(&option.tag);
            out.push_str(&format!("{called}={}   {} ({names})\n", option.value(), option.label));
        }
        for ruleset in game.rulesets() {
            out.push_str(&format!("ruleset {}{}\n", ruleset.name, if ruleset.chosen { "   (chosen)" } else { "" }));
        }
        Ok(if out.is_empty() { "the file has no options\n".to_owned() } else { out })
    }

    /// Everything that `option` can be given.
    pub fn option_values(&self) -> Vec<String> {
        let options = self.game().map(Game::options).unwrap_or_default();
        let each = options.iter().flat_map(|option| {
            let called = option.short.as_ref().unwrap_or(&option.tag);
            match &option.kind {
                OptionKind::Items(items) => {
                    items.iter().map(|item| format!("{called}={}", item.short.as_ref().unwrap_or(&item.name))).collect()
                }
                OptionKind::Number { .. } => vec![format!("{called}=")],
            }
        });
        each.collect()
    }

    /// The names of the rulesets.
    pub fn ruleset_names(&self) -> Vec<String> {
        self.game().map(Game::rulesets).unwrap_or_default().iter().map(|ruleset| ruleset.name.clone()).collect()
    }
}

/// Names of options are the same whatever their case, blanks and signs.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn is_called(option: &OptionInfo, name: &str) -> bool {
    let names = [Some(&option.label), Some(&option.tag), option.short.as_ref()];
    names.into_iter().flatten().any(|known| plain(known) == plain(name))
}

fn stamp(file: &Path) -> Stamp {
    let metadata = std::fs::metadata(file).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}
