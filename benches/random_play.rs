//! Random play of the interpreter against hand-written code of the same games, in one run: `cargo bench --bench random_play`.
//!
//! Each game is played by both for a few seconds in turns, so that both see the same machine; what counts is the ratio. Where the
//! system tells it, time is that of the processor and not of the clock, so that other programs disturb little.

#[path = "hand_written.rs"]
#[allow(missing_docs, clippy::all, clippy::pedantic, reason = "kept as close to how such code is written as can be")]
mod hand_written;

use hand_written as hand;
use parlour_grammar::expand::{Files, Selection};
use parlour_interpreter::machine::{Log, Machine, State};
use parlour_interpreter::play::{Game, Source};
use std::sync::Arc;
use std::time::Instant;

/// Plies after which a game of Death Stacks is broken off, in both.
const CAP: u32 = 500;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let seconds: f64 = arguments.iter().find_map(|a| a.parse().ok()).unwrap_or(3.0);
    let wanted = |name: &str| {
        arguments.iter().all(|a| a.parse::<f64>().is_ok()) || arguments.iter().any(|a| name.contains(a.as_str()))
    };
    println!(
        "{:<14} {:>14} {:>14} {:>8} {:>12} {:>10} {:>10}",
        "game", "by hand /s", "interpreted /s", "ratio", "plies /s", "mean hand", "mean ours"
    );
    let table = hand::ttt_table();
    let stacks = hand::DS::new();
    let mut history = hand::Tab::new(20);
    if wanted("tic-tac-toe") {
        compare("tic-tac-toe", "games/line/tic-tac-toe.game", u32::MAX, seconds, |g, r| hand::ttt(g, &table, r));
    }
    if wanted("breakthrough") {
        compare("breakthrough", "games/race/breakthrough.game", u32::MAX, seconds, hand::breakthrough);
    }
    if wanted("othello") {
        compare("othello", "games/territory/othello.game", u32::MAX, seconds, hand::reversi);
    }
    if wanted("death-stacks") {
        compare("death-stacks", "games/stacks/death-stacks.game", CAP, seconds, |g, r| {
            hand::death(g, &stacks, &mut history, r, CAP)
        });
    }
    println!(
        "\n{:<28} {:>14} {:>12} {:>10} {:>12} {:>10}",
        "game", "playouts /s", "plies /s", "mean plies", "bytes/state", "load ms"
    );
    for (path, players) in games() {
        let name = path.rsplit('/').next().unwrap_or(&path).trim_end_matches(".game");
        let name = players.map_or(name.to_owned(), |players| format!("{name}, {players} players"));
        if wanted(&name) {
            measure(&name, &path, players, seconds);
        }
    }
}

/// Every rule file of the project, in order, and for how many players where it is measured with more than one number of them.
fn games() -> Vec<(String, Option<u32>)> {
    let mut found = Vec::new();
    let mut folders = vec![std::path::PathBuf::from("games")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "game") {
                found.push(path.display().to_string());
            }
        }
    }
    found.sort();
    let numbers =
        |path: &str| SIZES.iter().find(|(file, _)| *file == path).map_or(&[None][..], |(_, numbers)| *numbers);
    found
        .into_iter()
        .flat_map(|path| numbers(&path).iter().map(move |n| (path.clone(), *n)).collect::<Vec<_>>())
        .collect()
}

/// Rule files that are measured with several numbers of players.
const SIZES: &[(&str, &[Option<u32>])] = &[
    ("games/capture/leech.game", &[Some(2), Some(3), Some(4)]),
    ("games/combat/simple-life-or-death.game", &[Some(2), Some(6)]),
];

/// The files beside a rule file, which variants are made of.
struct Folder(String);

impl Files for Folder {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        std::fs::read(format!("{}/{path}", self.0)).map_err(|e| e.to_string())
    }
}

/// A game as the interpreter plays it.
struct Ours {
    machine: Machine,
    opening: State,
    opening_log: Log,
    state: State,
    log: Log,
    limit: i32,
}

impl Ours {
    fn load(path: &str, players: Option<u32>, limit: u32) -> Result<Ours, String> {
        let bytes = std::fs::read(path).map_err(|_| format!("{path} is not there"))?;
        let options = players.map(|players| ("players".to_owned(), players.to_string()));
        let selection = Selection { options: options.into_iter().collect(), ..Selection::default() };
        let folder = Folder(path.rsplit_once('/').map_or(".", |(folder, _)| folder).to_owned());
        let game = Game::load(&Source { name: path, bytes: &bytes, files: &folder }, &selection);
        let game = game.map_err(|e| format!("does not load:\n{e}"))?;
        if game.games().count() > 1 {
            return Err("a match of several games, each of which has a row of its own".to_owned());
        }
        let mut machine = Machine::new(Arc::clone(game.program()));
        let (mut opening, mut log) = (State::default(), Log::default());
        machine.seed(1);
        machine.start(&mut opening, &mut log).map_err(|fault| format!("does not start: {fault}"))?;
        let limit = limit.min(i32::MAX as u32) as i32;
        Ok(Ours { machine, state: opening.clone(), opening, opening_log: log.clone(), log, limit })
    }

    /// Plays so many games at random; how many plies they had.
    fn play(&mut self, games: u64) -> u64 {
        let plies = self.machine.program().wellknown.plies;
        let mut total = 0;
        for _ in 0..games {
            self.state.copy_from(&self.opening);
            self.log.copy_from(&self.opening_log);
            self.machine.playout(self.limit, &mut self.state, &mut self.log).expect("the rules hold");
            total += self.state.get(self.machine.program(), plies, 0) as u64;
        }
        total
    }
}

/// How often a game is loaded: the least time counts.
const LOADS: u32 = 3;

/// Loads a game, plays it for about `seconds`, and prints a line.
fn measure(name: &str, path: &str, players: Option<u32>, seconds: f64) {
    let mut load = f64::INFINITY;
    let mut loaded = Err(String::new());
    for _ in 0..LOADS {
        let begun = cpu();
        loaded = Ours::load(path, players, CAP * 20);
        load = load.min(cpu() - begun);
    }
    let mut ours = match loaded {
        Ok(ours) => ours,
        Err(why) => return println!("{name:<28} {why}"),
    };
    let (mut games, mut plies) = (0u64, 0u64);
    ours.play(1);
    let begun = cpu();
    while cpu() - begun < seconds {
        plies += ours.play(4);
        games += 4;
    }
    let time = cpu() - begun;
    println!(
        "{name:<28} {:>14.1} {:>12.0} {:>10.1} {:>12} {:>10.1}",
        games as f64 / time,
        plies as f64 / time,
        plies as f64 / games as f64,
        ours.opening.words().len() * 8,
        load * 1000.0
    );
}

/// Plays both for about `seconds` each, in alternating slices, and prints a line.
fn compare(name: &str, path: &str, limit: u32, seconds: f64, mut by_hand: impl FnMut(&mut hand::Rng, &mut hand::R)) {
    let mut ours = match Ours::load(path, None, limit) {
        Ok(ours) => ours,
        Err(why) => return println!("{name:<14} {why}"),
    };
    let mut rng = hand::Rng(0x1234_5678_9ABC_DEF1);
    let mut hand_total = hand::R::default();
    let (mut hand_games, mut games, mut plies) = (0u64, 0u64, 0u64);
    let (mut hand_time, mut time) = (0.0, 0.0);
    // Batches grow until one takes a while: reading the clock must not count. The first of each warms up.
    const SLICE: f64 = 0.05;
    let (mut hand_batch, mut batch) = (16, 4);
    while hand_time < seconds || time < seconds {
        let mut tally = hand::R::default();
        let begun = cpu();
        for _ in 0..hand_batch {
            by_hand(&mut rng, &mut tally);
        }
        let took = cpu() - begun;
        if took < SLICE {
            hand_batch *= 2;
        } else {
            hand_time += took;
            hand_games += hand_batch;
            hand_total.moves += tally.moves;
        }
        let begun = cpu();
        let batch_plies = ours.play(batch);
        let took = cpu() - begun;
        if took < SLICE {
            batch *= 2;
        } else {
            time += took;
            games += batch;
            plies += batch_plies;
        }
    }
    let (hand_rate, rate) = (hand_games as f64 / hand_time, games as f64 / time);
    println!(
        "{name:<14} {hand_rate:>14.0} {rate:>14.0} {:>7.1}x {:>12.0} {:>10.2} {:>10.2}",
        hand_rate / rate,
        plies as f64 / time,
        hand_total.moves as f64 / hand_games as f64,
        plies as f64 / games as f64
    );
}

/// Seconds of processor time this thread has had, or of the clock where the system does not tell.
fn cpu() -> f64 {
    thread_local!(static BEGUN: Instant = Instant::now());
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|s| s.split_whitespace().next().and_then(|n| n.parse::<f64>().ok()));
    nanos.map_or_else(|| BEGUN.with(|b| b.elapsed().as_secs_f64()), |n| n / 1e9)
}
