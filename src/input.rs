//! Lines from the user: with editing, completion and history on a terminal, plainly otherwise.

use crate::console::Console;
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Editor, Helper};
use std::io::{self, BufRead};
use std::path::PathBuf;

/// What the user gave.
pub enum Line {
    /// A line, or an expression of several lines.
    Text(String),
    /// Ctrl-C.
    Interrupted,
    /// There is no more.
    End,
}

/// Where lines come from.
pub struct Input(Kind);

enum Kind {
    Plain,
    Editor { editor: Box<Editor<Assistant, FileHistory>>, history: Option<PathBuf> },
}

/// What can be completed.
#[derive(Default)]
pub struct Words {
    /// What a line can begin with.
    pub first: Vec<String>,
    /// First words after which a file follows.
    pub before_files: Vec<String>,
    /// What can follow other first words.
    pub after: Vec<(String, Vec<String>)>,
}

impl Input {
    /// Input as it suits the console. With `history`, lines are remembered from one session to the next where that is possible.
    pub fn new(console: &Console, history: bool) -> Input {
        if !console.is_interactive() {
            return Input(Kind::Plain);
        }
        let config = rustyline::Config::builder().auto_add_history(true).build();
        let Ok(mut editor) = Editor::with_config(config) else { return Input(Kind::Plain) };
        editor.set_helper(Some(Assistant::default()));
        let history = history.then(history_file).flatten();
        if let Some(file) = &history {
            // No history is no reason not to play.
            _ = editor.load_history(file);
        }
        Input(Kind::Editor { editor: Box::new(editor), history })
    }

    /// Whether there is somebody who sees prompts.
    pub fn is_interactive(&self) -> bool {
        matches!(self.0, Kind::Editor { .. })
    }

    /// Says what can be completed from now on.
    pub fn offer(&mut self, words: Words) {
        if let Kind::Editor { editor, .. } = &mut self.0
            && let Some(assistant) = editor.helper_mut()
        {
            assistant.words = words;
        }
    }

    /// The next line; lines that begin with a bracket go on until it is closed.
    pub fn line(&mut self, prompt: &str) -> Line {
        match &mut self.0 {
            Kind::Plain => plain(),
            Kind::Editor { editor, .. } => match editor.readline(prompt) {
                Ok(text) => Line::Text(text),
                Err(ReadlineError::Interrupted) => Line::Interrupted,
                Err(_) => Line::End,
            },
        }
    }
}

impl Drop for Input {
    fn drop(&mut self) {
        if let Kind::Editor { editor, history: Some(file) } = &mut self.0 {
            if let Some(folder) = file.parent() {
                _ = std::fs::create_dir_all(folder);
            }
            _ = editor.save_history(file);
        }
    }
}

fn plain() -> Line {
    let mut text = String::new();
    loop {
        let mut bytes = Vec::new();
        match io::stdin().lock().read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) if text.is_empty() => return Line::End,
            Ok(0) | Err(_) => return Line::Text(text),
            Ok(_) => text.push_str(&String::from_utf8_lossy(&bytes)),
        }
        if !is_open(&text) {
            return Line::Text(text);
        }
    }
}

/// Whether a text begins with a bracket that is not closed yet.
pub fn is_open(text: &str) -> bool {
    if !text.trim_start().starts_with(['(', '{']) {
        return false;
    }
    let (mut depth, mut quoted, mut escaped) = (0_i64, false, false);
    for line in text.lines() {
        let mut previous = ' ';
        for c in line.chars() {
            match c {
                _ if escaped => escaped = false,
                '\\' if quoted => escaped = true,
                '"' => quoted = !quoted,
                _ if quoted => {}
                '/' if previous == '/' => break,
                '(' | '{' => depth += 1,
                ')' | '}' => depth -= 1,
                _ => {}
            }
            previous = c;
        }
    }
    depth > 0
}

/// The file of the history, in the user's state folder.
fn history_file() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let state = folder("XDG_STATE_HOME")
        .or_else(|| folder("HOME").map(|home| home.join(".local").join("state")))
        .or_else(|| folder("LOCALAPPDATA"))?;
    Some(state.join("parlour").join("history"))
}

/// Completes words, and waits for brackets to be closed.
#[derive(Default)]
struct Assistant {
    words: Words,
    files: FilenameCompleter,
}

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, context: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let before = &line[..at];
        let start = before.rfind(char::is_whitespace).map_or(0, |i| i + 1);
        let head = before.split_whitespace().next().unwrap_or_default();
        let words = if start == 0 {
            &self.words.first
        } else if self.words.before_files.iter().any(|word| word == head) {
            return self.files.complete(line, at, context);
        } else {
            match self.words.after.iter().find(|(word, _)| word == head) {
                Some((_, words)) => words,
                None => return Ok((at, Vec::new())),
            }
        };
        let typed = before[start..].to_lowercase();
        let fitting = words.iter().filter(|word| word.to_lowercase().starts_with(&typed));
        Ok((start, fitting.map(|word| Pair { display: word.clone(), replacement: word.clone() }).collect()))
    }
}

impl Validator for Assistant {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        Ok(if is_open(context.input()) { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}

impl Hinter for Assistant {
    type Hint = String;
}

impl Highlighter for Assistant {}

impl Helper for Assistant {}

#[cfg(test)]
mod tests {
    use super::is_open;

    #[test]
    fn brackets_are_counted_outside_of_strings_and_comments() {
        assert!(is_open("(sites"));
        assert!(!is_open("(sites Empty)"));
        assert!(is_open("(a \")\" {"));
        assert!(is_open("(a // )\n"));
        assert!(!is_open("(a // (\n)"));
        assert!(!is_open("moves ("));
    }
}
