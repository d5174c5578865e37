//! `parlour playout`: random play, measured.

use crate::args::{Format, Playout};
use crate::console::Console;
use crate::failure::{Failure, INTERRUPTED};
use crate::load;
use indicatif::{ProgressBar, ProgressStyle};
use parlour_interpreter::play::{Fault, Game, Playouts, Report, playouts};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// Runs the command.
pub fn run(args: &Playout, console: &Console) -> Result<(), Failure> {
    let game = load::game(&args.file, &args.choices.selection(), console)?;
    let time = args.seconds.or(args.count.is_none().then_some(1.0)).map(Duration::from_secs_f64);
    let settings =
        Playouts { time, count: args.count, threads: threads(args.threads), seed: args.seed, limit: args.limit };
    let report = measure(&game, &settings, console).map_err(|fault| load::fault(&game, &fault, console))?;
    let mut out = io::stdout().lock();
    match args.format {
        Format::Json => writeln!(out, "{:#}", serde_json::to_value(&report).unwrap_or_default())?,
        Format::Text => out.write_all(text(&report).as_bytes())?,
    }
    if STOP.load(Ordering::Relaxed) { Err(Failure::said(INTERRUPTED)) } else { Ok(()) }
}

/// So many threads, or as many as there are cores.
fn threads(wanted: usize) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    if wanted == 0 { cores() } else { wanted.min(1024) }
}

/// Plays, showing progress; Ctrl-C stops it early.
pub fn measure(game: &Game, settings: &Playouts, console: &Console) -> Result<Report, Fault> {
    STOP.store(false, Ordering::Relaxed);
    // Where a handler cannot be set, or was set before, Ctrl-C is as it is.
    _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(INTERRUPTED));
        }
    });
    let done = AtomicU64::new(0);
    if !console.shows_progress() {
        return playouts(game, settings, &STOP, &done);
    }
    let finished = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watcher = scope.spawn(|| watch(settings, &done, &finished));
        let report = playouts(game, settings, &STOP, &done);
        finished.store(true, Ordering::Relaxed);
        // The bar is decoration: nothing is lost with it.
        _ = watcher.join();
        report
    })
}

/// Shows how far it is, once it takes long enough to be worth a look.
fn watch(settings: &Playouts, done: &AtomicU64, finished: &AtomicBool) {
    let begun = Instant::now();
    let bar = match (settings.time, settings.count) {
        (Some(time), _) => ProgressBar::new(time.as_millis() as u64),
        (None, Some(count)) => ProgressBar::new(count),
        (None, None) => ProgressBar::new_spinner(),
    };
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {msg}") {
        bar.set_style(style);
    }
    while !finished.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(50));
        let games = done.load(Ordering::Relaxed);
        bar.set_position(if settings.time.is_some() { begun.elapsed().as_millis() as u64 } else { games });
        bar.set_message(format!("{games} playouts"));
    }
    bar.finish_and_clear();
}

/// The report for people.
pub fn text(report: &Report) -> String {
    let mut out = String::new();
    let share = |n: u64| if report.playouts > 0 { 100.0 * n as f64 / report.playouts as f64 } else { 0.0 };
    _ = writeln!(
        out,
        "{}: {} playouts in {:.2} s on {} thread{}",
        report.game,
        report.playouts,
        report.seconds,
        report.threads,
        if report.threads == 1 { "" } else { "s" }
    );
    _ = writeln!(out, "  playouts per second  {:.0}", report.playouts_per_second);
    _ = writeln!(out, "  plies per second     {:.0}", report.plies_per_second);
    _ = writeln!(out, "  mean plies           {:.2}", report.mean_plies);
    _ = writeln!(out, "  mean branching       {:.2}", report.mean_branching);
    for (i, wins) in report.wins.iter().enumerate() {
        let score = report.mean_scores.get(i).copied().unwrap_or_default();
        _ = writeln!(out, "  player {} wins        {wins} ({:.2} %), mean score {score:.4}", i + 1, share(*wins));
    }
    _ = writeln!(out, "  draws                {} ({:.2} %)", report.draws, share(report.draws));
    if report.unfinished > 0 {
        _ = writeln!(out, "  unfinished           {} ({:.2} %)", report.unfinished, share(report.unfinished));
    }
    out
}
