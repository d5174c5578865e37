//! Many recordings, each held against its rule file, on several threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use parlour_grammar::diagnostic::{Diagnostic, codes};
use parlour_grammar::expand::{Files, NoFiles, Selection};

use super::own::Own;
use super::recording::Recording;
use super::replay::{Failure, Refusal, Report, replay};
use super::summary::Summary;
use crate::play::{Game, LoadError, Source};

/// A recording and the rules it is of.
pub struct Case {
    /// What it is called where it cannot be read.
    pub name: String,
    /// The recording, compressed with gzip.
    pub recording: Vec<u8>,
}

/// Where cases come from: the caller's business, since nothing here reads files.
pub trait Cases: Sync {
    /// How many there are.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The recording of one.
    ///
    /// # Errors
    /// Why it cannot be read.
    fn recording(&self, index: usize) -> Result<Case, String>;

    /// The rule file that a recording names.
    ///
    /// # Errors
    /// Why it cannot be read.
    fn rules(&self, file: &str) -> Result<Vec<u8>, String>;
}

/// Loops that the rules of one game may make before it is given up: thirty times what the longest recordings take.
pub(super) const MOST_LOOPS: u64 = 1 << 30;

/// How cases are run.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// On how many threads.
    pub threads: usize,
    /// Loops that the rules of one game may make: no decision is begun after them.
    pub loops: u64,
    /// At every ply whose number this divides, the modes of the generator are held against each other; 0 for never.
    pub check_every: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { threads: 1, loops: MOST_LOOPS, check_every: 0 }
    }
}

/// What became of all cases.
#[derive(Debug, Default)]
pub struct Outcomes {
    /// In numbers.
    pub summary: Summary,
    /// How many games were accepted.
    pub compiled: usize,
    /// One by one, in the order of the cases.
    pub reports: Vec<Report>,
}

/// Replays all cases. `done` counts them while they are run, `stop` leaves out those not yet begun.
pub fn run(cases: &dyn Cases, settings: &Settings, stop: &AtomicBool, done: &AtomicUsize) -> Outcomes {
    let mut outcomes = Outcomes::default();
    for report in in_parallel(cases.len(), settings.threads, stop, done, |index| one(cases, index, settings)) {
        outcomes.summary.add(&report);
        outcomes.compiled += usize::from(!matches!(report.failure, Some(Failure::Refused(_))));
        outcomes.reports.push(report);
    }
    outcomes
}

/// What `work` makes of the numbers below `len`, on several threads, in their order.
pub(super) fn in_parallel<T: Send>(
    len: usize,
    threads: usize,
    stop: &AtomicBool,
    done: &AtomicUsize,
    work: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let found: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::new());
    let run = || {
        while !stop.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= len {
                break;
            }
            let made = work(index);
            done.fetch_add(1, Ordering::Relaxed);
            if let Ok(mut found) = found.lock() {
                found.push((index, made));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.max(1) {
            scope.spawn(run);
        }
        run();
    });
    let mut found = found.into_inner().unwrap_or_default();
    found.sort_by_key(|(index, _)| *index);
    found.into_iter().map(|(_, made)| made).collect()
}

fn one(cases: &dyn Cases, index: usize, settings: &Settings) -> Report {
    let refused = |name: &str, reason: String| Report {
        game: name.to_owned(),
        file: name.to_owned(),
        agreed: 0,
        recorded: 0,
        failure: Some(Failure::Refused(Refusal::Other(reason))),
    };
    let case = match cases.recording(index) {
        Ok(case) => case,
        Err(reason) => return refused("?", reason),
    };
    match Recording::from_gzip(&case.recording) {
        Ok(recording) => held_against(&recording, cases.rules(&recording.file), settings),
        Err(error) => refused(&case.name, error.to_string()),
    }
}

/// Replays one recording with the rules of a file.
pub fn held_against(recording: &Recording, rules: Result<Vec<u8>, String>, settings: &Settings) -> Report {
    let game = rules.map_err(Refusal::Other).and_then(|bytes| load(recording, &bytes));
    replay(recording, |recording, trial| {
        let game = game.as_ref().map_err(Clone::clone)?;
        Own::new(game, recording, trial, settings.loops, settings.check_every)
            .map_err(|fault| Refusal::Other(crate::play::fault_text(game, &fault)))
    })
}

fn load(recording: &Recording, bytes: &[u8]) -> Result<Game, Refusal> {
    loaded(&recording.file, bytes, &NoFiles).map_err(|error| refusal(&error))
}

/// The game of a rule file.
pub(super) fn loaded(name: &str, bytes: &[u8], files: &dyn Files) -> Result<Game, LoadError> {
    Game::load(&Source { name, bytes, files }, &Selection::default())
}

/// What is missing in the language, each once.
pub(super) fn missing_words(error: &LoadError) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for found in error.diagnostics.iter().filter(|found| says_missing(found)) {
        if !words.contains(&found.message) {
            words.push(found.message.clone());
        }
    }
    words
}

fn says_missing(found: &Diagnostic) -> bool {
    matches!(found.code, "E0502" | codes::UNKNOWN_LUDEME | codes::UNKNOWN_DEFINITION)
}

/// Why a file was refused: the first word that is missing, else the first error.
pub(super) fn refusal(error: &LoadError) -> Refusal {
    if let Some(found) = error.diagnostics.iter().find(|found| says_missing(found)) {
        return Refusal::WordMissing(found.message.clone());
    }
    let first = error.diagnostics.iter().find(|found| found.is_error());
    Refusal::Other(first.map_or_else(String::new, |found| {
        let place = found.span().map_or_else(String::new, |span| {
            let text = &error.sources.get(span.file).text;
            let shown: String =
                text.get(span.start as usize..span.end as usize).unwrap_or_default().chars().take(60).collect();
            format!(": {}", shown.split_whitespace().collect::<Vec<_>>().join(" "))
        });
        format!("{} {}{place}", found.code, found.message)
    }))
}
