//! `parlour playout`: random play, measured.

use crate::args::{Format, Playout};
use crate::console::Console;
use crate::failure::{Failure, INTERRUPTED};
use crate::load;
use crate::progress;
use parlour_interpreter::play::{Fault, Game, Playouts, Report, playouts};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// More threads than this help nobody.
const MOST_THREADS: usize = 1024;

/// Runs the command.
pub fn run(args: &Playout, console: &Console) -> Result<(), Failure> {
    let game = load::game(&args.file, &args.choices.selection(), console)?;
    let time = args.seconds.or(args.count.is_none().then_some(1.0)).map(Duration::from_secs_f64);
    let threads = if args.threads == 0 { progress::cores() } else { args.threads.min(MOST_THREADS) };
    let settings = Playouts { time, count: args.count, threads, seed: args.seed, limit: args.limit };
    let report = measure(&game, &settings, console).map_err(|fault| load::fault(&game, &fault, console))?;
    let mut out = io::stdout().lock();
    match args.format {
        Format::Json => writeln!(out, "{:#}", serde_json::to_value(&report).unwrap_or_default())?,
        Format::Text => out.write_all(text(&report).as_bytes())?,
    }
    if progress::was_interrupted() { Err(Failure::said(INTERRUPTED)) } else { Ok(()) }
}

/// Plays, showing progress; Ctrl-C stops it early.
pub fn measure(game: &Game, settings: &Playouts, console: &Console) -> Result<Report, Fault> {
    let stop = progress::interruptible();
    let done = AtomicU64::new(0);
    let begun = Instant::now();
    let total = settings.time.map_or(settings.count.unwrap_or(0), |time| time.as_millis() as u64);
    let far = || {
        let games = done.load(Ordering::Relaxed);
        let position = if settings.time.is_some() { begun.elapsed().as_millis() as u64 } else { games };
        (position, format!("{games} playouts"))
    };
    progress::shown(console, total, &far, || playouts(game, settings, stop, &done))
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
    let nobody = if report.wins.len() == 1 { "lost " } else { "draws" };
    _ = writeln!(out, "  {nobody}                {} ({:.2} %)", report.draws, share(report.draws));
    if report.unfinished > 0 {
        _ = writeln!(out, "  unfinished           {} ({:.2} %)", report.unfinished, share(report.unfinished));
    }
    out
}
