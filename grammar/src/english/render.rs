//! Explanations as Markdown and as plain text.

use std::fmt::Write;

use super::words;
use super::{Explanation, SET_UP, Said};

/// As Markdown. `board` is a drawing of the board, shown with the set-up.
#[must_use]
pub fn markdown(explanation: &Explanation, board: Option<&str>) -> String {
    let mut out = format!("# {}\n", explanation.title);
    if let Some(about) = &explanation.about {
        _ = write!(out, "\n{about}\n");
    }
    for section in &explanation.sections {
        _ = write!(out, "\n## {}\n\n", section.title);
        items(&section.items, false, "", &mut out);
        if let Some(board) = board.filter(|_| section.title == SET_UP) {
            _ = write!(out, "\n```text\n{}\n```\n", board.trim_end());
        }
    }
    out
}

/// As plain text, in lines of at most `width` characters.
#[must_use]
pub fn text(explanation: &Explanation, board: Option<&str>, width: usize) -> String {
    let mut out = format!("{}\n{}\n", explanation.title, "=".repeat(explanation.title.chars().count()));
    if let Some(about) = &explanation.about {
        _ = write!(out, "\n{}\n", folded(about, "", "", width));
    }
    for section in &explanation.sections {
        _ = write!(out, "\n{}\n{}\n\n", section.title, "-".repeat(section.title.chars().count()));
        let mut list = String::new();
        items(&section.items, false, "", &mut list);
        for line in list.lines() {
            let start = line.len() - line.trim_start().len();
            let mark = line[start..].find(' ').map_or(0, |at| at + 1);
            let (head, rest) = line.split_at(start + mark);
            _ = writeln!(out, "{}", folded(&quoted(rest), head, &" ".repeat(head.chars().count()), width));
        }
        if let Some(board) = board.filter(|_| section.title == SET_UP) {
            _ = write!(out, "\n{}\n", board.trim_end());
        }
    }
    out
}

/// A list, one item a line.
fn items(list: &[Said], ordered: bool, indent: &str, out: &mut String) {
    for (n, said) in list.iter().enumerate() {
        let mark = if ordered { format!("{}. ", n + 1) } else { "- ".to_owned() };
        let text = if said.text.is_empty() { "As the case may be" } else { &said.text };
        let text = match said.items.is_empty() {
            true => words::sentence(text),
            false => format!("{}:", words::capital(text.trim_end_matches([':', '.', ' ']))),
        };
        _ = writeln!(out, "{indent}{mark}{text}");
        items(&said.items, said.ordered, &format!("{indent}{}", " ".repeat(mark.len())), out);
    }
}

/// The text with names in quotes.
fn quoted(text: &str) -> String {
    let mut open = false;
    text.chars()
        .map(|c| match c {
            '*' => {
                open = !open;
                if open { '“' } else { '”' }
            }
            c => c,
        })
        .collect()
}

/// The text in lines of at most `width` characters, the first beginning with `first`, the others with `next`.
fn folded(text: &str, first: &str, next: &str, width: usize) -> String {
    let mut out = first.to_owned();
    let mut length = first.chars().count();
    let mut fresh = true;
    for word in text.split_whitespace() {
        let n = word.chars().count();
        if !fresh && length + 1 + n > width {
            out.push('\n');
            out.push_str(next);
            length = next.chars().count();
            fresh = true;
        }
        if !fresh {
            out.push(' ');
            length += 1;
        }
        out.push_str(word);
        length += n;
        fresh = false;
    }
    out
}
