//! `parlour conform`: replay of other systems' recorded play.

use crate::args::Format;
use crate::console::Console;
use crate::failure::{Failure, INTERRUPTED, USAGE, WRONG};
use crate::progress;
use parlour_interpreter::conform::{self, Case, Cases, Effort, RuleFiles, Settings};
use std::fs;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Runs the command on recordings.
pub fn run(paths: &[PathBuf], format: Format, shared: Option<&Path>, console: &Console) -> Result<(), Failure> {
    let mut recordings = Vec::new();
    for path in paths {
        find(path, &RECORDINGS, &mut recordings)
            .map_err(|error| Failure::new(WRONG, format!("error: `{}` cannot be read: {error}", path.display())))?;
    }
    recordings.sort();
    let Some(first) = recordings.first() else {
        return Err(Failure::new(USAGE, "error: there are no recordings (`.json.gz`) there"));
    };
    let rules = match shared {
        Some(shared) => shared.join(RULES),
        None => rules_beside(first).ok_or_else(|| {
            Failure::new(USAGE, "error: the rule files are not found; name the folder that holds `lud` with --shared")
        })?,
    };
    let folder = Folder { recordings, rules };
    let settings = Settings { threads: progress::cores(), ..Settings::default() };
    let stop = progress::interruptible();
    let done = AtomicUsize::new(0);
    let total = folder.len() as u64;
    let far = || (done.load(Ordering::Relaxed) as u64, format!("{} of {total} games", done.load(Ordering::Relaxed)));
    let outcomes = progress::shown(console, total, &far, || conform::run(&folder, &settings, stop, &done));
    let mut out = io::BufWriter::new(io::stdout().lock());
    match format {
        Format::Json => writeln!(out, "{}", outcomes.summary.to_json())?,
        Format::Text => {
            for report in &outcomes.reports {
                writeln!(out, "{report}")?;
            }
            writeln!(out, "{} of {} games replayed", outcomes.summary.replayed, outcomes.summary.games)?;
            for (cause, games) in &outcomes.summary.causes {
                let cause = serde_json::to_value(cause).unwrap_or_default();
                writeln!(out, "  {:<16} {}", cause.as_str().unwrap_or_default(), games.len())?;
            }
        }
    }
    out.flush()?;
    if progress::was_interrupted() {
        return Err(Failure::said(INTERRUPTED));
    }
    if outcomes.summary.replayed < outcomes.summary.games { Err(Failure::said(WRONG)) } else { Ok(()) }
}

/// The folder of rule files, beside that of the recordings.
const RULES: &str = "lud";

/// How files of recorded play end.
const RECORDINGS: [&str; 1] = [".json.gz"];

/// How rule files end.
const RULE_FILES: [&str; 2] = [".lud", ".game"];

/// Loads every rule file at or below the paths, and plays each at random.
pub fn survey(paths: &[PathBuf], format: Format, games: u64, console: &Console) -> Result<(), Failure> {
    let mut files = Vec::new();
    for path in paths {
        find(path, &RULE_FILES, &mut files)
            .map_err(|error| Failure::new(WRONG, format!("error: `{}` cannot be read: {error}", path.display())))?;
    }
    files.sort();
    if files.is_empty() {
        return Err(Failure::new(USAGE, "error: there are no rule files (`.lud`, `.game`) there"));
    }
    let (library, effort) = (Library(files), Effort { threads: progress::cores(), games, ..Effort::default() });
    let stop = progress::interruptible();
    let done = AtomicUsize::new(0);
    let total = library.len() as u64;
    let far = || (done.load(Ordering::Relaxed) as u64, format!("{} of {total} files", done.load(Ordering::Relaxed)));
    let survey = progress::shown(console, total, &far, || conform::survey(&library, &effort, stop, &done));
    let plays = survey.counts().get(conform::Fate::Plays.name()).copied().unwrap_or(0);
    let mut out = io::BufWriter::new(io::stdout().lock());
    match format {
        Format::Json => writeln!(out, "{}", survey.to_json())?,
        Format::Text => {
            for finding in survey.findings.iter().filter(|finding| finding.fate != conform::Fate::Plays) {
                writeln!(out, "{}: {}: {}", finding.file, finding.fate.name(), finding.fate.what())?;
            }
            writeln!(out, "{plays} of {} files can be played", survey.findings.len())?;
            for (fate, count) in survey.counts() {
                writeln!(out, "  {fate:<16} {count}")?;
            }
            for (word, alone, all) in survey.missing() {
                writeln!(out, "  {alone:>4} lack only, {all:>4} lack: {word}")?;
            }
        }
    }
    out.flush()?;
    if progress::was_interrupted() {
        return Err(Failure::said(INTERRUPTED));
    }
    if plays < survey.findings.len() { Err(Failure::said(WRONG)) } else { Ok(()) }
}

/// Every file at or below a path whose name ends in one of some ways.
fn find(path: &Path, endings: &[&str], found: &mut Vec<PathBuf>) -> io::Result<()> {
    if fs::metadata(path)?.is_dir() {
        for entry in fs::read_dir(path)? {
            let path = entry?.path();
            if path.is_dir() || endings.iter().any(|ending| path.to_string_lossy().ends_with(ending)) {
                find(&path, endings, found)?;
            }
        }
    } else {
        found.push(path.to_owned());
    }
    Ok(())
}

/// Rule files on disk.
struct Library(Vec<PathBuf>);

impl RuleFiles for Library {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn file(&self, index: usize) -> (String, Result<Vec<u8>, String>) {
        let path = &self.0[index];
        (path.display().to_string(), fs::read(path).map_err(|error| format!("it cannot be read: {error}")))
    }

    fn named(&self, name: &str) -> Option<(String, Vec<u8>)> {
        let path = self.0.iter().find(|path| path.file_stem().is_some_and(|stem| stem == name))?;
        Some((path.display().to_string(), fs::read(path).ok()?))
    }
}

/// The folder of rule files that is nearest above a recording.
fn rules_beside(recording: &Path) -> Option<PathBuf> {
    let real = recording.canonicalize().ok()?;
    real.ancestors().map(|folder| folder.join(RULES)).find(|folder| folder.is_dir())
}

/// Recordings on disk, and the rule files they name.
struct Folder {
    recordings: Vec<PathBuf>,
    rules: PathBuf,
}

impl Cases for Folder {
    fn len(&self) -> usize {
        self.recordings.len()
    }

    fn recording(&self, index: usize) -> Result<Case, String> {
        let path = &self.recordings[index];
        let name = path.display().to_string();
        let recording = fs::read(path).map_err(|error| format!("`{name}` cannot be read: {error}"))?;
        Ok(Case { name, recording })
    }

    fn rules(&self, file: &str) -> Result<Vec<u8>, String> {
        let inside = Path::new(file).components().all(|part| matches!(part, Component::Normal(_)));
        if !inside {
            return Err(format!("`{file}` leads out of the folder of rule files"));
        }
        fs::read(self.rules.join(file)).map_err(|error| format!("`{file}` cannot be read: {error}"))
    }
}
