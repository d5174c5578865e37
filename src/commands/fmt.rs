//! `parlour fmt`: rule files in the usual layout.

use crate::console::Console;
use crate::failure::{Failure, WRONG};
use crate::load;
use parlour_grammar::diagnostic::{Diagnostic, render};
use parlour_grammar::format::{Unformatted, format};
use parlour_grammar::parse::{MAX_FILE, add_bytes};
use parlour_grammar::span::{Sources, Traces};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Runs the command.
pub fn run(paths: &[PathBuf], check: bool, console: &Console) -> Result<(), Failure> {
    if paths.is_empty() {
        return filter(check, console);
    }
    let mut out = io::stdout().lock();
    let mut failed = false;
    for path in paths {
        let files = match files(path) {
            Ok(files) => files,
            Err(why) => {
                failed = true;
                report(&format!("error: `{}` {why}", path.display()));
                continue;
            }
        };
        for file in files {
            match one(&file, check, console) {
                Ok(false) => {}
                Ok(true) => {
                    failed |= check;
                    writeln!(out, "{}", file.display())?;
                }
                Err(why) => {
                    failed = true;
                    report(&why);
                }
            }
        }
    }
    if failed { Err(Failure::said(WRONG)) } else { Ok(()) }
}

/// From standard input to standard output.
fn filter(check: bool, console: &Console) -> Result<(), Failure> {
    let mut bytes = Vec::new();
    let read = io::stdin().lock().take(MAX_FILE as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| Failure::new(WRONG, format!("error: standard input cannot be read: {error}")))?;
    let text = laid_out("<stdin>", &bytes, console).map_err(|why| Failure::new(WRONG, why))?;
    if !check {
        io::stdout().lock().write_all(text.as_bytes())?;
    } else if text.as_bytes() != bytes {
        writeln!(io::stdout().lock(), "<stdin>")?;
        return Err(Failure::said(WRONG));
    }
    Ok(())
}

/// Brings a file into the usual layout, or only looks; whether it is, or was, in another.
fn one(path: &Path, check: bool, console: &Console) -> Result<bool, String> {
    let bytes = load::read(path).map_err(|why| format!("error: `{}` {why}", path.display()))?;
    let text = laid_out(&path.to_string_lossy(), &bytes, console)?;
    let differs = text.as_bytes() != bytes;
    if differs && !check {
        replace(path, &text).map_err(|error| format!("error: `{}` cannot be written: {error}", path.display()))?;
    }
    Ok(differs)
}

fn laid_out(name: &str, bytes: &[u8], console: &Console) -> Result<String, String> {
    let mut sources = Sources::default();
    let (file, unreadable) = add_bytes(&mut sources, name, bytes);
    let wrong = |found: &[Diagnostic]| {
        let shown = found.iter().map(|found| render(found, &sources, &Traces::default(), console.errors()));
        Err(shown.collect::<String>())
    };
    if let Some(unreadable) = unreadable {
        return wrong(&[unreadable]);
    }
    match format(&sources, file) {
        Ok(text) => Ok(text),
        Err(Unformatted::Wrong(found)) => wrong(&found),
        Err(Unformatted::Changed) => Err(format!(
            "error: `{name}` stays as it is: the new layout would have changed what it says, which is a fault of the formatter"
        )),
    }
}

/// The file, or every rule file in a folder, sorted.
fn files(path: &Path) -> Result<Vec<PathBuf>, String> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    let entries = fs::read_dir(path).map_err(|error| format!("cannot be read: {error}"))?;
    for entry in entries {
        let entry = entry.map_err(|error| format!("cannot be read: {error}"))?;
        let inner = entry.path();
        // Links are not followed: they may lead in a circle.
        let kind = entry.file_type().map_err(|error| format!("cannot be read: {error}"))?;
        if kind.is_dir() {
            found.extend(files(&inner)?);
        } else if kind.is_file() && inner.extension().is_some_and(|extension| extension == "game") {
            found.push(inner);
        }
    }
    found.sort();
    Ok(found)
}

/// Replaces a file as a whole: whatever happens, there is the old text or the new one.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    // A link stays one: the file it leads to is replaced.
    let path = path.canonicalize()?;
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    let written = (|| {
        let mut file = File::create_new(&temporary)?;
        file.write_all(text.as_bytes())?;
        file.set_permissions(fs::metadata(&path)?.permissions())?;
        file.sync_all()?;
        fs::rename(&temporary, &path)
    })();
    if written.as_ref().is_err_and(|error| error.kind() != io::ErrorKind::AlreadyExists) {
        _ = fs::remove_file(&temporary);
    }
    written
}

fn report(message: &str) {
    _ = writeln!(io::stderr(), "{}", message.trim_end());
}
