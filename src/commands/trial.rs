//! `parlour trial`: recorded games, replayed and made.

use crate::args::{Format, Trial as Args};
use crate::console::Console;
use crate::drawing;
use crate::failure::{Failure, USAGE};
use crate::load;
use crate::output::{self, Kind};
use crate::players::{self, Random};
use crate::view;
use parlour_interpreter::play::{State, Trial, picture};
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

/// Runs the command.
pub fn run(args: &Args, console: &Console) -> Result<(), Failure> {
    match (&args.random, &args.trial) {
        (Some(file), _) => random(file, args, console),
        (None, Some(trial)) => replay(trial, args, console),
        (None, None) => Err(Failure::new(USAGE, "error: which trial?")),
    }
}

fn replay(path: &Path, args: &Args, console: &Console) -> Result<(), Failure> {
    let trial = load::trial(path)?;
    let Some(file) = args.game.clone().or_else(|| game_of(&trial, path)) else {
        let what =
            format!("error: `{}` does not name its rule file; name it: parlour trial TRIAL GAME", path.display());
        return Err(Failure::new(USAGE, what));
    };
    let game = load::game(&file, &load::chosen(&trial, &args.choices.selection()), console)?;
    load::check_seat(&game, args.seat)?;
    let state = load::replay(&trial, &game, args.seat, console)?;
    if trial.rules.is_some_and(|rules| rules != game.fingerprint()) {
        _ = writeln!(io::stderr(), "note: the rules have changed since the trial was recorded, but it still fits");
    }
    if args.pictures.are_wanted() {
        return draw(&state, args);
    }
    if args.seat.is_some() || args.format == Format::Json {
        return print(&Trial { file: trial.file.clone(), ..Trial::known_to(&state, args.seat) }, &state, args.format);
    }
    let mut out = io::stdout().lock();
    writeln!(out, "{}: {} plies replayed; {}", path.display(), trial.moves.len(), players::status(&state))?;
    Ok(())
}

fn random(file: &Path, args: &Args, console: &Console) -> Result<(), Failure> {
    let game = load::game(file, &args.choices.selection(), console)?;
    load::check_seat(&game, args.seat)?;
    let fail = |fault| load::fault(&game, &fault, console);
    let mut state = game.start(args.seed).map_err(fail)?;
    Random::new(args.seed).play(&mut state, args.limit).map_err(fail)?;
    if args.pictures.are_wanted() {
        return draw(&state, args);
    }
    let trial = Trial { file: Some(slashes(file)), ..Trial::known_to(&state, args.seat) };
    print(&trial, &state, args.format)
}

/// Draws a game that was played: its end, or every position.
fn draw(played: &State, args: &Args) -> Result<(), Failure> {
    if !args.animate && !args.strip {
        return drawing::write(&drawing::last(played, args.seat).document(), &args.pictures);
    }
    // From the end back to the start.
    let mut state = played.clone();
    let mut pages = vec![drawing::last(&state, args.seat)];
    while state.undo().is_some() {
        if state.history().count().is_multiple_of(args.every as usize) {
            pages.push(drawing::last(&state, args.seat));
        }
    }
    pages.reverse();
    let picture =
        if args.strip { picture::strip(&pages) } else { picture::film(&pages, f64::from(args.delay) / 1000.0) };
    drawing::write(&picture, &args.pictures)
}

fn print(trial: &Trial, state: &State, format: Format) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match format {
        Format::Text => write!(out, "{trial}")?,
        Format::Json => writeln!(out, "{:#}", view::trial_json(trial, state))?,
    }
    Ok(())
}

/// The rule file that a trial names, from the folder of the trial.
pub fn game_of(trial: &Trial, path: &Path) -> Option<PathBuf> {
    let file = trial.file.as_ref()?;
    Some(path.parent().map_or_else(|| PathBuf::from(file), |folder| folder.join(file)))
}

/// Writes the game played so far, or what a player knows of it, to a file, naming its rule file.
pub fn save(state: &State, seat: Option<u32>, game: Option<&Path>, path: &Path) -> Result<(), String> {
    let trial = Trial { file: game.map(|game| relative(game, path)), ..Trial::known_to(state, seat) };
    output::write(path, Kind::Trial, trial.to_string().as_bytes())
        .map_err(|error| format!("`{}` cannot be written: {error}", path.display()))
}

/// The way from the folder of `from` to `file`.
fn relative(file: &Path, from: &Path) -> String {
    let folder = from.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let (Ok(file_real), Ok(folder)) = (file.canonicalize(), folder.canonicalize()) else { return slashes(file) };
    let shared = file_real.components().zip(folder.components()).take_while(|(a, b)| a == b).count();
    let up = folder.components().skip(shared).map(|_| Component::ParentDir);
    slashes(&up.chain(file_real.components().skip(shared)).collect::<PathBuf>())
}

fn slashes(path: &Path) -> String {
    path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/")
}
