//! Rule files and trials, read from disk.

use crate::args::At;
use crate::console::Console;
use crate::failure::{FAULT, Failure, WRONG};
use parlour_grammar::diagnostic::Style;
use parlour_grammar::expand::{Files, Selection};
use parlour_grammar::parse::MAX_FILE;
use parlour_interpreter::play::{Fault, Game, LoadError, Setup, SetupError, Source, State, Trial, TrialError};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Why a rule file cannot be played.
pub enum NotLoaded {
    /// It cannot be read.
    Unreadable(String),
    /// It is wrong.
    Wrong(Box<LoadError>),
}

impl NotLoaded {
    /// As text.
    pub fn render(&self, style: Style) -> String {
        match self {
            NotLoaded::Unreadable(why) => format!("error: {why}\n"),
            NotLoaded::Wrong(error) => {
                // A mistake in a definition is one mistake, however often the definition is called.
                let mut error = error.clone();
                let mut seen = BTreeSet::new();
                error.diagnostics.retain(|found| seen.insert((found.code, found.span(), found.message.clone())));
                error.render(style)
            }
        }
    }
}

/// Loads a rule file.
pub fn load(path: &Path, selection: &Selection) -> Result<Game, NotLoaded> {
    let bytes = read(path).map_err(|why| NotLoaded::Unreadable(format!("`{}` {why}", path.display())))?;
    let name = path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
    let files = Folder::of(path);
    let source = Source { name: &name, bytes: &bytes, files: &files };
    Game::load(&source, selection).map_err(|error| NotLoaded::Wrong(Box::new(error)))
}

/// Loads a rule file for a command that goes no further without it.
pub fn game(path: &Path, selection: &Selection, console: &Console) -> Result<Game, Failure> {
    load(path, selection).map_err(|error| Failure::new(WRONG, error.render(console.errors())))
}

/// Reads a trial.
pub fn trial(path: &Path) -> Result<Trial, Failure> {
    let fail = |why: String| Failure::new(WRONG, format!("error: `{}` {why}", path.display()));
    let bytes = read(path).map_err(fail)?;
    let text = String::from_utf8(bytes).map_err(|_| fail("is not text in UTF-8".to_owned()))?;
    Trial::parse(&text).map_err(|error| fail(format!("is not a trial: {error}")))
}

/// The position that a text describes.
pub fn set_up(game: &Game, text: &str, console: &Console) -> Result<State, Failure> {
    let state = Setup::parse(game, text).and_then(|setup| State::from_setup(game, &setup));
    state.map_err(|error| match error {
        SetupError::Fault(fault) => self::fault(game, &fault, console),
        error => Failure::new(WRONG, format!("error: the set-up is no position of this game: {error}")),
    })
}

/// The state after a trial, in a position that is set up, or at the start of the game. What the trial says of ruleset and options counts unless the user says
/// otherwise.
pub fn state(
    path: &Path,
    at: &At,
    selection: &Selection,
    seat: Option<u32>,
    console: &Console,
) -> Result<State, Failure> {
    let Some(after) = &at.trial else {
        let game = game(path, selection, console)?;
        check_seat(&game, seat)?;
        return match &at.setup {
            Some(text) => set_up(&game, text, console),
            None => game.start(0).map_err(|fault| self::fault(&game, &fault, console)),
        };
    };
    let trial = trial(after)?;
    let game = game(path, &chosen(&trial, selection), console)?;
    check_seat(&game, seat)?;
    replay(&trial, &game, seat, console)
}

/// The choices of a trial, overridden by those of the user.
pub fn chosen(trial: &Trial, selection: &Selection) -> Selection {
    let mut chosen = Selection {
        ruleset: trial.ruleset.clone(),
        options: trial.options.clone(),
        changes: if selection.changes.is_empty() { trial.changes.clone() } else { selection.changes.clone() },
    };
    if selection.ruleset.is_some() {
        chosen.ruleset.clone_from(&selection.ruleset);
    }
    for (name, value) in &selection.options {
        chosen.options.retain(|(other, _)| !other.eq_ignore_ascii_case(name));
        chosen.options.push((name.clone(), value.clone()));
    }
    chosen
}

/// Plays a trial. A player who is named is not told what the others could have done where it does not fit.
pub fn replay(trial: &Trial, game: &Game, seat: Option<u32>, console: &Console) -> Result<State, Failure> {
    trial.replay(game).map_err(|error| match error {
        TrialError::Fault(fault) => self::fault(game, &fault, console),
        TrialError::Move { ply, .. } | TrialError::Apply { ply, .. } if seat.is_some() => {
            Failure::new(WRONG, format!("error: the trial does not fit at ply {ply}"))
        }
        _ => Failure::new(WRONG, format!("error: the trial does not fit: {error}")),
    })
}

/// Whether somebody plays who is asked to look.
pub fn check_seat(game: &Game, seat: Option<u32>) -> Result<(), Failure> {
    let players = game.players();
    match seat {
        Some(seat) if !(1..=players).contains(&seat) => {
            Err(Failure::new(WRONG, format!("error: there is no player {seat}: the game has {players}")))
        }
        _ => Ok(()),
    }
}

/// A fault of the rules as a failure.
pub fn fault(game: &Game, fault: &Fault, console: &Console) -> Failure {
    Failure::new(FAULT, game.fault(fault).render(console.errors()))
}

/// The content of a file, or what is the matter with it, to be put behind its name.
pub fn read(path: &Path) -> Result<Vec<u8>, String> {
    let say = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => "does not exist".to_owned(),
        std::io::ErrorKind::PermissionDenied => "may not be read".to_owned(),
        _ => format!("cannot be read: {error}"),
    };
    let file = File::open(path).map_err(say)?;
    if file.metadata().map_err(say)?.is_dir() {
        return Err("is a folder, not a file".to_owned());
    }
    // A little more than is allowed, so that the library sees what is too large.
    let mut bytes = Vec::new();
    file.take(MAX_FILE as u64 + 1).read_to_end(&mut bytes).map_err(say)?;
    Ok(bytes)
}

/// The folder of the file that was opened: all that imports can reach.
struct Folder {
    path: PathBuf,
}

impl Folder {
    fn of(file: &Path) -> Folder {
        let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty());
        Folder { path: parent.unwrap_or(Path::new(".")).to_owned() }
    }
}

impl Folder {
    /// Whether a path ends elsewhere. Symbolic links may lead anywhere: what counts is where they end.
    fn leads_out(&self, wanted: &Path) -> bool {
        matches!((self.path.canonicalize(), wanted.canonicalize()), (Ok(folder), Ok(real)) if !real.starts_with(&folder))
    }
}

impl Files for Folder {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        let wanted = self.path.join(path);
        if self.leads_out(&wanted) {
            return Err("it leads out of the folder of the file that was opened".to_owned());
        }
        // A pipe that nobody writes to would never end; only the file that is opened by the user may be one.
        if wanted.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            return Err("the file is a pipe or a device".to_owned());
        }
        read(&wanted).map_err(|why| format!("the file {why}"))
    }

    fn beside(&self, path: &str) -> Vec<String> {
        let folder = path.rsplit_once('/').map_or_else(String::new, |(folder, _)| format!("{folder}/"));
        let rules = |name: &str| name.ends_with(".game") || name.ends_with(".lud");
        let searched = self.path.join(&folder);
        if self.leads_out(&searched) {
            return Vec::new();
        }
        let found = std::fs::read_dir(searched).into_iter().flatten().flatten();
        let names = found.filter_map(|file| file.file_name().into_string().ok());
        let mut paths: Vec<String> = names.filter(|name| rules(name)).map(|name| format!("{folder}{name}")).collect();
        paths.sort_unstable();
        paths
    }
}
