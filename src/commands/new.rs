//! `parlour new`: a game begun from a template.

use crate::failure::{Failure, USAGE, WRONG};
use parlour_stdlib::templates::{NAME, TEMPLATES};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Runs the command.
pub fn run(name: &str, folder: &Path, template: &str) -> Result<(), Failure> {
    let Some(found) = TEMPLATES.iter().find(|found| found.name == template) else {
        return Err(Failure::new(USAGE, format!("error: there is no template `{template}`")));
    };
    let name = name.trim();
    let stem = stem(name);
    if stem.is_empty() || name.contains(['"', '\\']) || name.chars().any(char::is_control) {
        let what = "error: a game is called by letters and numbers, without quotes: parlour new \"Line of Three\"";
        return Err(Failure::new(USAGE, what));
    }
    let (rules, tests) = (format!("{stem}.game"), format!("{stem}.test"));
    let texts = [
        (&rules, found.game.replace(NAME, name)),
        (&tests, found.test.replace(&format!("of:\"{}.game\"", found.name), &format!("of:\"{rules}\""))),
    ];
    if let Some((taken, _)) = texts.iter().find(|(file, _)| folder.join(file).exists()) {
        let what = format!("error: `{}` is there already, and stays as it is", folder.join(taken).display());
        return Err(Failure::new(WRONG, what));
    }
    let fail = |path: &Path, error: io::Error| {
        Failure::new(WRONG, format!("error: `{}` cannot be written: {error}", path.display()))
    };
    fs::create_dir_all(folder).map_err(|error| fail(folder, error))?;
    let mut out = io::stdout().lock();
    for (file, text) in texts {
        let path = folder.join(file);
        // Created and never replaced, even if it came up a moment ago.
        let written = File::create_new(&path).and_then(|mut made| made.write_all(text.as_bytes()));
        written.map_err(|error| fail(&path, error))?;
        writeln!(out, "{}", shown(&path))?;
    }
    let (rules, tests) = (shown(&folder.join(rules)), shown(&folder.join(tests)));
    write!(out, "\nNext:\n  parlour play {rules}\n  parlour test {tests}\n  parlour repl {rules}\n")?;
    Ok(())
}

/// A name as that of a file: `Line of Three` is `line-of-three`.
fn stem(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

/// A path as it is typed, whatever the system writes between folders.
fn shown(path: &Path) -> String {
    let text = path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
    text.strip_prefix("./").unwrap_or(&text).to_owned()
}
