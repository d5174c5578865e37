//! Libraries of rule files: which of them can be played, and what the others lack.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize};

use parlour_grammar::expand::Files;
use serde::Serialize;

use super::replay::Refusal;
use super::run::{MOST_LOOPS, in_parallel, loaded, missing_words, refusal};
use crate::machine::Rng;
use crate::play::{Fault, Game};

/// Where rule files come from: the caller's business, since nothing here reads files.
pub trait RuleFiles: Sync {
    /// How many there are.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The name of one, and its text.
    fn file(&self, index: usize) -> (String, Result<Vec<u8>, String>);

    /// The rule file of a game of this name, for matches: its path, and its text.
    fn named(&self, name: &str) -> Option<(String, Vec<u8>)> {
        let _ = name;
        None
    }
}

/// The files that a rule file may ask for: by the name of a game alone.
struct ByName<'a>(&'a dyn RuleFiles);

impl Files for ByName<'_> {
    fn read(&self, _: &str) -> Result<Vec<u8>, String> {
        Err("only games are found by their names here".to_owned())
    }

    fn named(&self, name: &str) -> Option<(String, Vec<u8>)> {
        self.0.named(name)
    }
}

/// How rule files are tried.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// On how many threads.
    pub threads: usize,
    /// How many random games of each are played, with the seeds from 0 on.
    pub games: u64,
    /// Plies after which a game is broken off.
    pub plies: u32,
    /// Loops that the rules of one file may make: no ply is begun after them.
    pub loops: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Self { threads: 1, games: 3, plies: 500, loops: MOST_LOOPS }
    }
}

/// What became of a rule file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It was loaded and played.
    Plays,
    /// Words of the language are missing: each of them once.
    WordMissing(Vec<String>),
    /// It was refused for another reason.
    Refused(String),
    /// Play could not go on.
    Fault(String),
    /// The rules had made too many loops before the games were played.
    Slow,
}

impl Fate {
    /// Its name in tables.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Fate::Plays => "plays",
            Fate::WordMissing(_) => "word_missing",
            Fate::Refused(_) => "refused",
            Fate::Fault(_) => "fault",
            Fate::Slow => "slow",
        }
    }

    /// What there is to say of it, in one line.
    #[must_use]
    pub fn what(&self) -> String {
        match self {
            Fate::Plays | Fate::Slow => String::new(),
            Fate::WordMissing(words) => words.join("; "),
            Fate::Refused(reason) | Fate::Fault(reason) => reason.clone(),
        }
    }
}

/// A rule file and what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The file.
    pub file: String,
    /// What became of it.
    pub fate: Fate,
}

/// What became of many rule files, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Survey {
    /// One by one.
    pub findings: Vec<Finding>,
}

impl Survey {
    /// How many files had each fate, by its name.
    #[must_use]
    pub fn counts(&self) -> BTreeMap<&'static str, usize> {
        let mut counts = BTreeMap::new();
        for finding in &self.findings {
            *counts.entry(finding.fate.name()).or_default() += 1;
        }
        counts
    }

    /// The words that files lack, with how many lack nothing else and how many lack them at all; the most wanted first.
    #[must_use]
    pub fn missing(&self) -> Vec<(&str, usize, usize)> {
        let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        for finding in &self.findings {
            let Fate::WordMissing(words) = &finding.fate else { continue };
            for word in words {
                let (alone, all) = counts.entry(word).or_default();
                *alone += usize::from(words.len() == 1);
                *all += 1;
            }
        }
        let mut rows: Vec<_> = counts.into_iter().map(|(word, (alone, all))| (word, alone, all)).collect();
        rows.sort_by_key(|(word, alone, all)| (std::cmp::Reverse(*alone), std::cmp::Reverse(*all), *word));
        rows
    }

    /// The survey as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}

/// Loads all files and plays each at random. `done` counts them while they are tried, `stop` leaves out those not yet begun.
pub fn survey(files: &dyn RuleFiles, effort: &Effort, stop: &AtomicBool, done: &AtomicUsize) -> Survey {
    let findings = in_parallel(files.len(), effort.threads, stop, done, |index| {
        let (file, text) = files.file(index);
        let fate = match text {
            Ok(bytes) => fate(&file, &bytes, &ByName(files), effort),
            Err(reason) => Fate::Refused(reason),
        };
        Finding { file, fate }
    });
    Survey { findings }
}

fn fate(file: &str, bytes: &[u8], files: &dyn Files, effort: &Effort) -> Fate {
    let game = match loaded(file, bytes, files) {
        Ok(game) => game,
        Err(error) => {
            return match (missing_words(&error), refusal(&error)) {
                (words, _) if !words.is_empty() => Fate::WordMissing(words),
                (_, Refusal::WordMissing(reason) | Refusal::Other(reason)) => Fate::Refused(reason),
            };
        }
    };
    for seed in 0..effort.games {
        match play(&game, seed, effort.plies, effort.loops) {
            Ok(true) => {}
            Ok(false) => return Fate::Slow,
            Err(fault) => return Fate::Fault(format!("seed {seed}: {}", crate::play::fault_text(&game, &fault))),
        }
    }
    Fate::Plays
}

/// One random game. Whether it came to an end before the game had made that many loops.
fn play(game: &Game, seed: u64, plies: u32, most_loops: u64) -> Result<bool, Fault> {
    let mut state = game.start(seed)?;
    let (mut choices, mut chance) = (Rng::stream(seed, "moves"), Rng::stream(seed, "chance"));
    while !state.is_over() && state.ply() < plies {
        if game.loops() > most_loops {
            return Ok(false);
        }
        let chosen = if state.is_chance() {
            state.draw(&mut chance)?
        } else {
            let mut moves = state.legal_moves()?;
            let n = u32::try_from(moves.len()).unwrap_or(u32::MAX);
            (n > 0).then(|| moves.swap_remove(choices.below(n) as usize))
        };
        match chosen {
            Some(chosen) => state.resolve(&chosen)?,
            None => return Err(Fault::NoSuchNode),
        }
    }
    Ok(true)
}
