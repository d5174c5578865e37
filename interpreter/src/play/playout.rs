//! Random play, measured.

use super::state::MOST_GAMES_IN_A_ROW;
use super::{Fault, Game};
use crate::machine::{Log, Machine, Rng, State, next_game};
use crate::program::NodeKind;
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long, and with what.
#[derive(Clone, Debug)]
pub struct Playouts {
    /// Stop after so long. The games that are then under way do not count; their plies do.
    pub time: Option<Duration>,
    /// Stop after so many.
    pub count: Option<u64>,
    /// Threads to use, at least 1.
    pub threads: usize,
    /// Where randomness begins.
    pub seed: u64,
    /// Plies after which a game is broken off.
    pub limit: u32,
}

impl Default for Playouts {
    fn default() -> Self {
        Playouts { time: None, count: Some(1000), threads: 1, seed: 0, limit: 10_000 }
    }
}

/// What random play gave.
#[derive(Clone, Debug, Serialize, PartialEq)]
pub struct Report {
    /// The game.
    pub game: String,
    /// Games played.
    pub playouts: u64,
    /// Plies played.
    pub plies: u64,
    /// Seconds it took.
    pub seconds: f64,
    /// Threads used.
    pub threads: usize,
    /// Games per second, all threads together.
    pub playouts_per_second: f64,
    /// Plies per second, all threads together.
    pub plies_per_second: f64,
    /// Mean number of plies of a game.
    pub mean_plies: f64,
    /// Mean number of legal moves, over a sample of the games.
    pub mean_branching: f64,
    /// Games won outright by each player.
    pub wins: Vec<u64>,
    /// Games without one winner.
    pub draws: u64,
    /// Games broken off at the limit.
    pub unfinished: u64,
    /// The mean of what each player gets: 1 for the best rank, 0 for the worst.
    pub mean_scores: Vec<f64>,
}

/// Plies between two looks at the clock.
const SLICE: i32 = 64;

/// Outcomes of chance without a decision between them, after which a game is found to be endless.
pub(super) const MOST_IN_A_ROW: u32 = 10_000;

#[derive(Default)]
struct Tally {
    playouts: u64,
    /// Plies of all games, and of those that count.
    plies: u64,
    counted_plies: u64,
    wins: Vec<u64>,
    draws: u64,
    unfinished: u64,
    scores: Vec<f64>,
    choices: u64,
    decisions: u64,
}

/// Plays at random until time or count is up, or `stop` is set. `done` counts the games played so far.
///
/// # Errors
/// A fault of the rules.
pub fn playouts(game: &Game, settings: &Playouts, stop: &AtomicBool, done: &AtomicU64) -> Result<Report, Fault> {
    let begun = Instant::now();
    let threads = settings.threads.max(1);
    let results: Vec<Result<Tally, Fault>> = std::thread::scope(|scope| {
        let workers: Vec<_> =
            (0..threads).map(|t| scope.spawn(move || work(game, settings, t, threads, begun, stop, done))).collect();
        workers.into_iter().map(|w| w.join().unwrap_or(Err(Fault::NoSuchNode))).collect()
    });
    let seconds = begun.elapsed().as_secs_f64();
    let n = game.players() as usize;
    let mut total = Tally { wins: vec![0; n], scores: vec![0.0; n], ..Tally::default() };
    for result in results {
        let tally = result?;
        total.playouts += tally.playouts;
        total.plies += tally.plies;
        total.counted_plies += tally.counted_plies;
        total.draws += tally.draws;
        total.unfinished += tally.unfinished;
        total.choices += tally.choices;
        total.decisions += tally.decisions;
        for p in 0..n {
            total.wins[p] += tally.wins[p];
            total.scores[p] += tally.scores[p];
        }
    }
    let ratio = |a: f64, b: f64| if b > 0.0 { a / b } else { 0.0 };
    Ok(Report {
        game: game.name().to_owned(),
        playouts: total.playouts,
        plies: total.plies,
        seconds,
        threads,
        playouts_per_second: ratio(total.playouts as f64, seconds),
        plies_per_second: ratio(total.plies as f64, seconds),
        mean_plies: ratio(total.counted_plies as f64, total.playouts as f64),
        mean_branching: ratio(total.choices as f64, total.decisions as f64),
        wins: total.wins,
        draws: total.draws,
        unfinished: total.unfinished,
        mean_scores: total.scores.iter().map(|s| ratio(*s, total.playouts as f64)).collect(),
    })
}

fn work(
    game: &Game,
    settings: &Playouts,
    thread: usize,
    threads: usize,
    begun: Instant,
    stop: &AtomicBool,
    done: &AtomicU64,
) -> Result<Tally, Fault> {
    let n = game.players() as usize;
    let mut tally = Tally { wins: vec![0; n], scores: vec![0.0; n], ..Tally::default() };
    let mut table = Table::new(game);
    let (mut opening, mut log) = (State::default(), Log::default());
    table.games[0].0.seed(settings.seed);
    table.games[0].0.start(&mut opening, &mut log)?;
    let opening_log = log.clone();
    let mut seeds = Rng::stream(settings.seed, &format!("playouts {thread}"));
    let share = |total: u64| total / threads as u64 + u64::from((thread as u64) < total % threads as u64);
    let most = settings.count.map(share);
    let limit = i32::try_from(settings.limit).unwrap_or(i32::MAX);
    let is_up = || stop.load(Ordering::Relaxed) || settings.time.is_some_and(|t| begun.elapsed() >= t);
    // Games and plies since the last look at the clock.
    let (mut games, mut since) = (0u64, 0i32);
    let mut stopped = is_up();
    while most.is_none_or(|m| tally.playouts < m) && !stopped {
        table.begin(&opening, u64::from(seeds.below(u32::MAX)) << 32 | u64::from(seeds.below(u32::MAX)));
        log.copy_from(&opening_log);
        // Branching is measured on a sample, ply by ply.
        let samples = tally.playouts.is_multiple_of(1024);
        let mut ply = 0i32;
        let whole = loop {
            let to = limit.min(ply.saturating_add(SLICE));
            let (machine, state) = &mut table.games[table.at];
            if samples {
                sample(machine, state, &mut log, to, &mut tally)?;
            } else {
                machine.playout(to, state, &mut log)?;
            }
            let known = &machine.program().wellknown;
            let of = |field| state.get(machine.program(), field, 0);
            let (now, over) = (of(known.plies), of(known.over) != 0);
            since += now - ply;
            tally.plies += (now - ply) as u64;
            ply = now;
            let whole = over && !table.go_onward(&mut log, ply)? || ply >= limit;
            games += u64::from(whole);
            if since >= SLICE {
                since = 0;
                done.fetch_add(std::mem::take(&mut games), Ordering::Relaxed);
                stopped = is_up();
            }
            if whole || stopped {
                break whole;
            }
        };
        if !whole {
            break;
        }
        let (machine, state) = &table.games[table.at];
        let (program, known) = (machine.program(), &machine.program().wellknown);
        tally.playouts += 1;
        tally.counted_plies += ply as u64;
        if state.get(program, known.over, 0) == 0 {
            tally.unfinished += 1;
            tally.scores.iter_mut().for_each(|s| *s += 0.5);
            continue;
        }
        let mut winner = None;
        for p in 0..n {
            let twice = state.get(program, known.rank, p as u32 + 1);
            winner = winner.or((twice == 2).then_some(p));
            tally.scores[p] += if n > 1 {
                (n as f64 - f64::from(twice) / 2.0) / (n as f64 - 1.0)
            } else {
                f64::from(u8::from(twice == 2))
            };
        }
        match winner {
            Some(p) => tally.wins[p] += 1,
            None => tally.draws += 1,
        }
    }
    done.fetch_add(games, Ordering::Relaxed);
    Ok(tally)
}

/// Where a game is played, or the games of a match, one after the other.
struct Table {
    games: Vec<(Machine, State)>,
    /// The game that is being played.
    at: usize,
    /// The last position of the game before it.
    ended: State,
    /// The ply with which it began, and how many games in a row have begun there.
    begun: (i32, u32),
}

impl Table {
    fn new(game: &Game) -> Table {
        let games = game.games().map(|game| (Machine::new(Arc::clone(game.program())), State::default()));
        Table { games: games.collect(), at: 0, ended: State::default(), begun: (0, 0) }
    }

    fn begin(&mut self, opening: &State, seed: u64) {
        (self.at, self.begun) = (0, (0, 0));
        self.games[0].0.seed(seed);
        self.games[0].1.copy_from(opening);
    }

    /// Where the game is over after so many plies, begins the one that follows in the match. Returns whether there is one.
    fn go_onward(&mut self, log: &mut Log, ply: i32) -> Result<bool, Fault> {
        let (machine, state) = &self.games[self.at];
        let Some(next) = next_game(machine.program(), state).filter(|next| *next < self.games.len()) else {
            return Ok(false);
        };
        let program = Arc::clone(machine.program());
        if next != self.at {
            let streams = machine.streams();
            self.games[next].0.take_streams(streams);
        }
        self.ended.copy_from(&self.games[self.at].1);
        let in_a_row = if self.begun.0 == ply { self.begun.1 + 1 } else { 0 };
        (self.at, self.begun) = (next, (ply, in_a_row));
        if in_a_row > MOST_GAMES_IN_A_ROW {
            return Err(Fault::Fuel(program.origins[0]));
        }
        let (machine, state) = &mut self.games[next];
        machine.carry_on(&program, &self.ended, state, log)?;
        Ok(true)
    }
}

/// Plays decision by decision to ply number `limit`, counting the choices.
fn sample(machine: &mut Machine, state: &mut State, log: &mut Log, limit: i32, tally: &mut Tally) -> Result<(), Fault> {
    let program = Arc::clone(machine.program());
    let known = &program.wellknown;
    let mut in_a_row = 0;
    loop {
        let ply = state.get(&program, known.plies, 0);
        if state.get(&program, known.over, 0) != 0 || ply >= limit {
            return Ok(());
        }
        let node = program.nodes.get(state.get(&program, known.node, 0) as usize);
        if let Some(node) = node.filter(|node| node.kind == NodeKind::Chance) {
            let mut outcomes = Vec::new();
            machine.list(state, log, |outcome| outcomes.push(outcome))?;
            let drawn = machine.draw_listed() as usize;
            machine.resolve(outcomes.get(drawn).ok_or(Fault::NoSuchNode)?, state, log)?;
            in_a_row += 1;
            if in_a_row > MOST_IN_A_ROW {
                return Err(Fault::Fuel(node.origin));
            }
            continue;
        }
        in_a_row = 0;
        tally.choices += u64::from(machine.count(state, log)?);
        tally.decisions += 1;
        machine.playout(ply + 1, state, log)?;
    }
}
