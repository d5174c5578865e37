//! `parlour test`: the tests, trials and snapshots under a path.

mod find;
mod report;
mod snapshots;

use crate::args::{Test as Args, TestFormat};
use crate::console::Console;
use crate::failure::{Failure, INTERRUPTED, USAGE, WRONG};
use crate::load;
use crate::progress;
use find::Found;
use parlour_grammar::diagnostic::{self, Style};
use parlour_grammar::expand::Selection;
use parlour_grammar::span::Traces;
use parlour_interpreter::play::{Game, Trial};
use parlour_interpreter::testing::{self, Games, NotLoaded, Suite, Test};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Something that is tried.
enum Job<'a> {
    /// A test of a file.
    Test(&'a Found, &'a Suite, &'a Test),
    /// A file whose tests cannot be read.
    Unread(&'a Found, String),
    /// A recorded game.
    Trial(&'a Path),
    /// A rule file, and its snapshot.
    Snapshot(&'a Path, PathBuf),
}

/// What came of it.
pub struct Entry {
    pub file: String,
    /// The line of a test.
    pub line: Option<usize>,
    pub name: String,
    pub kind: &'static str,
    pub outcome: Outcome,
    pub expectations: usize,
}

pub enum Outcome {
    Passed,
    /// Why nothing was tried.
    Skipped(String),
    /// What is wrong: codes with lines, and texts.
    Failed(Vec<Wrong>),
    /// The snapshot as it is now, and what differs.
    Changed {
        path: PathBuf,
        now: String,
        diff: String,
    },
}

pub struct Wrong {
    pub code: &'static str,
    pub message: String,
    pub line: Option<usize>,
    /// All of it, for people.
    pub text: String,
}

/// Runs the command.
pub fn run(args: &Args, console: &Console) -> Result<(), Failure> {
    let here = [PathBuf::from(".")];
    let paths = if args.paths.is_empty() { &here[..] } else { &args.paths };
    let found = find::find(paths)?;
    let style = match args.format {
        TestFormat::Text => console.output(),
        TestFormat::Json | TestFormat::Junit => Style { colour: false, width: 110 },
    };
    let renews = args.accept || args.review;
    let jobs: Vec<Job<'_>> = jobs(&found, renews, style)
        .into_iter()
        .filter(|job| args.filter.as_ref().is_none_or(|filter| job.title().contains(filter)))
        .collect();
    if jobs.is_empty() {
        let what = match &args.filter {
            Some(filter) => format!("error: no test there has `{filter}` in its name"),
            None => "error: there are no tests, trials or snapshots there".to_owned(),
        };
        return Err(Failure::new(USAGE, what));
    }
    let stop = progress::interruptible();
    let done = AtomicUsize::new(0);
    let total = jobs.len() as u64;
    let far = || (done.load(Ordering::Relaxed) as u64, format!("{} of {total} tests", done.load(Ordering::Relaxed)));
    let threads = if args.threads == 0 { progress::cores() } else { args.threads };
    let cache = Cache::default();
    let entries = progress::shown(console, total, &far, || {
        testing::parallel(&jobs, threads, |_, job| {
            let entry = (!stop.load(Ordering::Relaxed)).then(|| job.run(&cache, style));
            done.fetch_add(1, Ordering::Relaxed);
            entry
        })
    });
    let mut entries: Vec<Entry> = entries.into_iter().flatten().collect();
    if progress::was_interrupted() {
        return Err(Failure::said(INTERRUPTED));
    }
    if renews {
        snapshots::renew(&mut entries, args.review)?;
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    report::write(&entries, args.format, &mut out)?;
    let failed = entries.iter().any(|entry| matches!(entry.outcome, Outcome::Failed(_) | Outcome::Changed { .. }));
    if failed { Err(Failure::said(WRONG)) } else { Ok(()) }
}

fn jobs(found: &[Found], renews: bool, style: Style) -> Vec<Job<'_>> {
    let mut jobs = Vec::new();
    for file in found {
        if let Some(why) = &file.unreadable {
            jobs.push(Job::Unread(file, format!("error: {why}\n")));
        }
        if file.is_trial {
            jobs.push(Job::Trial(&file.path));
            continue;
        }
        if let Some(suite) = &file.suite {
            if suite.has_errors() {
                let render = |found| diagnostic::render(found, &suite.sources, &Traces::default(), style);
                jobs.push(Job::Unread(file, suite.diagnostics.iter().map(render).collect()));
            }
            jobs.extend(suite.readable().into_iter().map(|test| Job::Test(file, suite, test)));
        }
        let snapshot = snapshots::of(&file.path);
        let is_rules = file.path.extension().is_some_and(|ending| ending == "game");
        // A snapshot is begun for files that are named, not for every file of a folder.
        if is_rules && (snapshot.is_file() || renews && file.named) {
            jobs.push(Job::Snapshot(&file.path, snapshot));
        }
    }
    jobs
}

impl Job<'_> {
    fn file(&self) -> String {
        let path: &Path = match self {
            Job::Test(found, ..) | Job::Unread(found, _) => &found.path,
            Job::Trial(path) | Job::Snapshot(path, _) => path,
        };
        path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/")
    }

    fn name(&self) -> &str {
        match self {
            Job::Test(_, _, test) => &test.name,
            Job::Unread(..) => "tests",
            Job::Trial(_) => "trial",
            Job::Snapshot(..) => "snapshot",
        }
    }

    /// What `--filter` looks at.
    fn title(&self) -> String {
        format!("{}: {}", self.file(), self.name())
    }

    fn run(&self, cache: &Cache, style: Style) -> Entry {
        let (mut line, mut expectations, mut kind) = (None, 1, "test");
        let outcome = match self {
            Job::Test(found, suite, test) => {
                line = Some(test.line(suite));
                let verdict = suite.run(test, &Rules { file: &found.path, cache }, false);
                expectations = verdict.expectations;
                let wrong: Vec<Wrong> = verdict.failures.iter().map(|failure| wrong(failure, suite, style)).collect();
                if wrong.is_empty() { Outcome::Passed } else { Outcome::Failed(wrong) }
            }
            Job::Unread(found, text) => {
                let first = found.suite.as_ref().and_then(|suite| suite.diagnostics.first());
                let message = first.map_or_else(|| text.trim().to_owned(), |found| found.message.clone());
                let code = first.map_or("", |found| found.code);
                Outcome::Failed(vec![Wrong { code, message, line, text: text.clone() }])
            }
            Job::Trial(path) => {
                kind = "trial";
                trial(path, cache)
            }
            Job::Snapshot(path, snapshot) => {
                kind = "snapshot";
                snapshots::compare(path, snapshot, cache)
            }
        };
        Entry { file: self.file(), line, name: self.name().to_owned(), kind, outcome, expectations }
    }
}

fn wrong(failure: &testing::Failure, suite: &Suite, style: Style) -> Wrong {
    let found = &failure.diagnostic;
    let line = found.span().map(|span| {
        let text = &suite.sources.get(span.file).text;
        text[..span.start as usize].matches('\n').count() + 1
    });
    let text = failure.render(&suite.sources, style);
    Wrong { code: found.code, message: found.message.clone(), line, text }
}

fn failed(text: impl Into<String>) -> Outcome {
    let text = text.into();
    let message = text.lines().next().unwrap_or_default().to_owned();
    Outcome::Failed(vec![Wrong { code: "", message, line: None, text: text.trim_end().to_owned() + "\n" }])
}

fn trial(path: &Path, cache: &Cache) -> Outcome {
    let trial: Trial = match load::trial(path) {
        Ok(trial) => trial,
        Err(failure) => return failed(failure.message),
    };
    if let Some(seat) = trial.seat {
        return Outcome::Skipped(format!("it is only what player {seat} knows of a game"));
    }
    let Some(file) = super::trial::game_of(&trial, path) else {
        return failed("error: the trial does not name its rule file");
    };
    let choices = load::chosen(&trial, &Selection::default());
    match cache.load(&file, &choices) {
        Err(error) => failed(text_of(&error)),
        Ok(game) => trial
            .replay(&game)
            .map_or_else(|error| failed(format!("error: the trial does not fit: {error}")), |_| Outcome::Passed),
    }
}

fn text_of(error: &NotLoaded) -> String {
    match error {
        NotLoaded::Unreadable(why) => format!("error: {why}"),
        NotLoaded::Wrong(error) => error.to_string(),
    }
}

/// What a game is loaded by: its file, and what is chosen.
type Key = (PathBuf, Selection);
type Loaded = Arc<OnceLock<Result<Game, NotLoaded>>>;

/// Games that were loaded: many tests are of one game with the same choices.
#[derive(Default)]
pub struct Cache(Mutex<BTreeMap<Key, Loaded>>);

impl Cache {
    fn load(&self, path: &Path, selection: &Selection) -> Result<Game, NotLoaded> {
        let key = (path.to_owned(), selection.clone());
        let place = Arc::clone(self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default());
        let loaded = place.get_or_init(|| {
            load::load(path, selection).map_err(|error| match error {
                load::NotLoaded::Unreadable(why) => NotLoaded::Unreadable(why),
                load::NotLoaded::Wrong(error) => NotLoaded::Wrong(error),
            })
        });
        loaded.clone()
    }
}

/// The rule files that the tests of a file name.
struct Rules<'a> {
    file: &'a Path,
    cache: &'a Cache,
}

impl Games for Rules<'_> {
    fn load(&self, of: Option<&str>, selection: &Selection) -> Result<Game, NotLoaded> {
        let folder = self.file.parent().unwrap_or(Path::new(""));
        let path = of.map_or_else(|| self.file.to_owned(), |of| folder.join(of));
        self.cache.load(&path, selection)
    }
}
