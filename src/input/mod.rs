//! Lines from the user: with editing, completion and history on a terminal, plainly otherwise.

mod complete;
mod highlight;

pub use complete::{Candidate, Forms, Words};
pub use highlight::is_open;

use crate::console::Console;
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Context, Editor, Helper};
use std::borrow::Cow;
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

impl Input {
    /// Input as it suits the console. With `history`, lines are remembered from one session to the next where that is possible.
    pub fn new(console: &Console, history: bool) -> Input {
        if !console.is_interactive() {
            return Input(Kind::Plain);
        }
        let config = rustyline::Config::builder().auto_add_history(true).completion_type(CompletionType::List).build();
        let Ok(mut editor) = Editor::with_config(config) else { return Input(Kind::Plain) };
        editor.set_helper(Some(Assistant { colours: console.output().colour, ..Assistant::default() }));
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

/// The file of the history, in the user's state folder.
fn history_file() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let state = folder("XDG_STATE_HOME")
        .or_else(|| folder("HOME").map(|home| home.join(".local").join("state")))
        .or_else(|| folder("LOCALAPPDATA"))?;
    Some(state.join("parlour").join("history"))
}

/// Completes words, colours them, and waits for brackets to be closed.
#[derive(Default)]
struct Assistant {
    words: Words,
    files: FilenameCompleter,
    colours: bool,
}

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, context: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let Some((start, found)) = complete::complete(&self.words, &line[..at]) else {
            return self.files.complete(line, at, context);
        };
        let width = found.iter().map(|candidate| candidate.text.chars().count()).max().unwrap_or(0).min(24);
        let pair = |candidate: Candidate| {
            let display = match candidate.doc.is_empty() {
                true => candidate.text.clone(),
                false => format!("{:<width$}  {}", candidate.text, candidate.doc),
            };
            Pair { display, replacement: candidate.text }
        };
        Ok((start, found.into_iter().map(pair).collect()))
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

impl Highlighter for Assistant {
    fn highlight<'l>(&self, line: &'l str, at: usize) -> Cow<'l, str> {
        if self.colours { Cow::Owned(highlight::paint(line, at)) } else { Cow::Borrowed(line) }
    }

    fn highlight_char(&self, _: &str, _: usize, _: CmdKind) -> bool {
        self.colours
    }
}

impl Helper for Assistant {}
