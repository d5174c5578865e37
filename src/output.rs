//! What is written: files, in whose place nothing else of the user's may stand, and texts for a terminal, which they may not command.

use std::io;
use std::path::Path;

/// What a file holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A recorded game.
    Trial,
    /// A picture as SVG.
    Svg,
    /// A picture as PNG.
    Png,
    /// A page of the manual.
    Page,
}

/// What marks a page of the manual as one.
pub const GENERATOR: &str = "<meta name=\"generator\" content=\"parlour\">";

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Trial => "trial",
            Kind::Svg => "SVG picture",
            Kind::Png => "PNG picture",
            Kind::Page => "page of the manual",
        }
    }

    /// Whether a file of this kind looks so.
    fn is(self, bytes: &[u8]) -> bool {
        let text = || String::from_utf8_lossy(bytes);
        match self {
            Kind::Trial => {
                let text = text();
                let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with("//"));
                first.is_some_and(|line| line.starts_with("(trial"))
            }
            Kind::Svg => text().contains("<svg"),
            Kind::Png => bytes.starts_with(b"\x89PNG"),
            Kind::Page => text().contains(GENERATOR),
        }
    }
}

/// Writes a file. One that is there is replaced only if it is empty or of the same kind.
pub fn write(path: &Path, kind: Kind, bytes: &[u8]) -> io::Result<()> {
    match std::fs::read(path) {
        Ok(there) if !there.is_empty() && !kind.is(&there) => {
            let why = format!("it is there already, is no {}, and stays as it is; choose another name", kind.name());
            Err(io::Error::new(io::ErrorKind::AlreadyExists, why))
        }
        _ => std::fs::write(path, bytes),
    }
}

/// A text without what commands a terminal: control characters, and those that turn the direction of writing. Colours stay.
pub fn harmless(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let colour = rest.strip_prefix("\u{1b}[").and_then(|code| {
            let end = code.find(|c: char| !c.is_ascii_digit() && c != ';')?;
            code[end..].starts_with('m').then_some("\u{1b}[".len() + end + 1)
        });
        let length = colour.unwrap_or(c.len_utf8());
        match parlour_grammar::span::commands_terminal(c) && colour.is_none() {
            true => out.push('?'),
            false => out.push_str(&rest[..length]),
        }
        rest = &rest[length..];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Kind, harmless, write};

    #[test]
    fn only_colours_reach_the_terminal() {
        assert_eq!(harmless("\u{1b}[31mred\u{1b}[0m\n\tä"), "\u{1b}[31mred\u{1b}[0m\n\tä");
        assert_eq!(harmless("\u{1b}]0;title\u{7}\u{1b}[2J\u{202e}x"), "?]0;title??[2J?x");
    }

    #[test]
    fn what_is_of_another_kind_stays() {
        let path = std::env::temp_dir().join(format!("parlour-output-{}", std::process::id()));
        let text = || std::fs::read_to_string(&path).expect("it was written");
        std::fs::write(&path, "(game \"Mine\")").expect("a folder for such files");
        assert!(write(&path, Kind::Trial, b"(trial \"Mine\")").is_err());
        assert_eq!(text(), "(game \"Mine\")");
        for there in ["", "(trial \"Old\")"] {
            std::fs::write(&path, there).expect("it can be written");
            write(&path, Kind::Trial, b"(trial \"Mine\")").expect("a trial may take its place");
            assert_eq!(text(), "(trial \"Mine\")");
        }
        std::fs::remove_file(&path).expect("it is there");
    }

    #[test]
    fn kinds_of_files_are_told_apart() {
        assert!(Kind::Trial.is(b"// mine\n\n(trial \"Chess\")"));
        assert!(!Kind::Trial.is(b"(game \"Chess\")"));
        assert!(!Kind::Page.is(b"<!doctype html>"));
    }
}
