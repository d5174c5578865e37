//! Text → syntax trees.
//!
//! `parlour.pest` is the grammar. [`token`] divides a text by it, [`brackets`](self) finds brackets that do not match, and
//! [`build()`] makes trees. Each reports what it finds and goes on, so that one run shows every mistake of a file.

mod brackets;
mod build;
mod grammar;
mod quotes;
#[cfg(test)]
mod tests;
pub mod token;

pub use build::{MAX_DEPTH, build};
pub use token::{Lexeme, Token, Tokens, tokenize};

use crate::diagnostic::{Diagnostic, Dialect, codes};
use crate::span::{FileId, Sources, Span};
use crate::tree::Node;

/// The words that begin the forms of a file's top level.
pub const TOP_LEVEL: &[&str] =
    &["game", "match", "variant", "define", "option", "rulesets", "ruleset", "metadata", "import", "test", "tests"];

/// The largest file that is read, in bytes.
pub const MAX_FILE: usize = 1 << 26;

/// A file as trees.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// The top-level forms. References to options may stand among them.
    pub nodes: Vec<Node>,
    /// The tokens the trees are made of; brackets that were missing are filled in.
    pub tokens: Vec<Token>,
    /// The comments, `//` included.
    pub comments: Vec<Span>,
    /// What is wrong.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses the file `file`.
#[must_use]
pub fn parse(sources: &Sources, file: FileId) -> Parsed {
    let Tokens { tokens, comments, mut diagnostics } = read(sources, file);
    let nodes = build(&tokens, &mut diagnostics);
    diagnostics.sort_by_key(Diagnostic::span);
    Parsed { nodes, tokens, comments, diagnostics }
}

/// Divides the file `file` into tokens whose brackets match, missing ones filled in.
#[must_use]
pub fn read(sources: &Sources, file: FileId) -> Tokens {
    let source = sources.get(file);
    let (text, dialect) = (&source.text, Dialect::of_file(&source.name));
    let Tokens { mut tokens, comments, mut diagnostics } = tokenize(file, text, 0);
    quotes::find_lost(text, &mut tokens, &mut diagnostics);
    let tokens = brackets::balance(text, tokens, dialect, &mut diagnostics);
    Tokens { tokens, comments, diagnostics }
}

/// The top-level forms, each as its tokens; a token outside of any form is a form of its own.
pub fn top_level(tokens: &[Token]) -> impl Iterator<Item = &[Token]> {
    let mut depth = 0_usize;
    tokens.split_inclusive(move |token| {
        match token.lexeme {
            Lexeme::Open | Lexeme::ListOpen => depth += 1,
            Lexeme::Close | Lexeme::ListClose => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    })
}

/// The word that begins a top-level form; empty if none does.
#[must_use]
pub fn head(form: &[Token]) -> &str {
    match form {
        [Token { lexeme: Lexeme::Open, .. }, Token { lexeme: Lexeme::Symbol(head), .. }, ..] => head,
        _ => "",
    }
}

/// Adds a file read as bytes. Bytes that are not UTF-8 are an error, but a file is added all the same, so that the error has a
/// place to point at.
pub fn add_bytes(sources: &mut Sources, name: &str, bytes: &[u8]) -> (FileId, Option<Diagnostic>) {
    if bytes.len() > MAX_FILE {
        let file = sources.add(name, "");
        let message = format!("`{name}` is too large: {} bytes, of {MAX_FILE} allowed", bytes.len());
        let diagnostic = Diagnostic::error(codes::FILE_SIZE, message, token::plain(Span::new(file, 0, 0)), "not read");
        return (file, Some(diagnostic));
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => (sources.add(name, text), None),
        Err(error) => {
            let at = error.valid_up_to();
            let file = sources.add(name, String::from_utf8_lossy(bytes));
            let shown = token::plain(Span::new(file, at, at + char::REPLACEMENT_CHARACTER.len_utf8()));
            let message = format!("`{name}` is not text in UTF-8");
            let label = format!("the byte 0x{:02X} does not belong here", bytes[at]);
            let diagnostic = Diagnostic::error(codes::UTF8, message, shown, label).help("save the file as UTF-8");
            (file, Some(diagnostic))
        }
    }
}
