//! Snapshots: `NAME.snapshot` beside `NAME.game`.

use super::{Cache, Entry, Outcome, failed, text_of};
use crate::failure::{Failure, WRONG};
use parlour_grammar::expand::Selection;
use parlour_interpreter::testing;
use std::fs;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

/// The snapshot of a rule file.
pub fn of(rules: &Path) -> PathBuf {
    rules.with_extension("snapshot")
}

/// What a game does now, against its snapshot.
pub fn compare(rules: &Path, path: &Path, cache: &Cache) -> Outcome {
    let game = match cache.load(rules, &Selection::default()) {
        Ok(game) => game,
        Err(error) => return failed(text_of(&error)),
    };
    let now = match testing::snapshot(&game) {
        Ok(now) => now,
        Err(fault) => return failed(game.fault(&fault).to_string()),
    };
    let before = match fs::read_to_string(path) {
        Ok(before) => before.replace("\r\n", "\n"),
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return failed(format!("error: `{}` cannot be read: {error}", path.display())),
    };
    if before == now {
        return Outcome::Passed;
    }
    Outcome::Changed { path: path.to_owned(), diff: testing::diff(&before, &now), now }
}

/// Writes the snapshots that have changed: all of them, or those that the user accepts.
pub fn renew(entries: &mut [Entry], review: bool) -> Result<(), Failure> {
    let changed = entries.iter().filter(|entry| matches!(entry.outcome, Outcome::Changed { .. })).count();
    let mut seen = 0;
    for entry in entries {
        let Outcome::Changed { path, now, diff } = &entry.outcome else { continue };
        seen += 1;
        if review {
            match ask(path, diff, seen, changed)? {
                Answer::Accept => {}
                Answer::Skip => continue,
                Answer::Quit => break,
            }
        }
        fs::write(path, now)
            .map_err(|error| Failure::new(WRONG, format!("error: `{}` cannot be written: {error}", path.display())))?;
        // The results go to standard output, perhaps as data.
        _ = writeln!(io::stderr(), "wrote {}", path.display());
        entry.outcome = Outcome::Passed;
    }
    Ok(())
}

enum Answer {
    Accept,
    Skip,
    Quit,
}

fn ask(path: &Path, diff: &str, number: usize, of: usize) -> Result<Answer, Failure> {
    let mut out = io::stderr().lock();
    write!(out, "{} ({number} of {of})\n{diff}", path.display())?;
    loop {
        write!(out, "[a]ccept, [s]kip or [q]uit? ")?;
        out.flush()?;
        let mut line = String::new();
        if io::stdin().lock().read_line(&mut line)? == 0 {
            writeln!(out)?;
            return Ok(Answer::Quit);
        }
        match line.trim() {
            "a" | "accept" => return Ok(Answer::Accept),
            // Nothing waits to be rejected: the snapshot stays as it was.
            "s" | "skip" | "r" | "reject" => return Ok(Answer::Skip),
            "q" | "quit" => return Ok(Answer::Quit),
            _ => {}
        }
    }
}
