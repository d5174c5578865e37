//! Brackets: whether they are closed, and how a line looks while it is typed.

use parlour_grammar::catalogue::Catalogue;
use std::ops::Range;

/// A part of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Open,
    Close,
    Text,
    Comment,
    Word,
    Blank,
}

/// The parts of a line, in order, without gaps.
fn parts(line: &str) -> Vec<(Part, Range<usize>)> {
    let mut parts: Vec<(Part, Range<usize>)> = Vec::new();
    let mut rest = line.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        let part = match c {
            '(' | '{' => Part::Open,
            ')' | '}' => Part::Close,
            '"' => {
                let mut escaped = false;
                for (_, c) in rest.by_ref() {
                    match c {
                        _ if escaped => escaped = false,
                        '\\' => escaped = true,
                        '"' => break,
                        _ => {}
                    }
                }
                Part::Text
            }
            '/' if line[at..].starts_with("//") => {
                while rest.next_if(|(_, c)| *c != '\n').is_some() {}
                Part::Comment
            }
            c if c.is_whitespace() => Part::Blank,
            _ => {
                let goes_on = |(at, c): &(usize, char)| {
                    !c.is_whitespace() && !"(){}\"".contains(*c) && !line[*at..].starts_with("//")
                };
                while rest.next_if(goes_on).is_some() {}
                Part::Word
            }
        };
        let end = rest.peek().map_or(line.len(), |(at, _)| *at);
        parts.push((part, at..end));
    }
    parts
}

/// Whether a text begins with a bracket that is not closed yet. Commands are one line each, but for those that take an expression.
pub fn is_open(text: &str) -> bool {
    let text = text.trim_start();
    let text = text.strip_prefix("eval ").unwrap_or(text).trim_start();
    if !text.starts_with(['(', '{']) {
        return false;
    }
    let parts = parts(text);
    let depth: i64 =
        parts.iter().map(|(part, _)| i64::from(*part == Part::Open) - i64::from(*part == Part::Close)).sum();
    depth > 0
}

/// The line with colours: brackets by depth, the pair at the cursor set off, those that match nothing in red; texts; ludemes.
pub fn paint(line: &str, at: usize) -> String {
    const DEPTHS: [&str; 3] = ["\x1b[36m", "\x1b[35m", "\x1b[33m"];
    const BOLD: &str = "\x1b[1;7m";
    const RED: &str = "\x1b[31m";
    const TEXT: &str = "\x1b[32m";
    const LUDEME: &str = "\x1b[34m";
    const DIM: &str = "\x1b[2m";
    const PLAIN: &str = "\x1b[0m";
    let parts = parts(line);
    let mut pairs: Vec<Option<usize>> = vec![None; parts.len()];
    let mut depths = vec![0; parts.len()];
    let mut open: Vec<usize> = Vec::new();
    for (i, (part, range)) in parts.iter().enumerate() {
        match part {
            Part::Open => {
                depths[i] = open.len();
                open.push(i);
            }
            Part::Close => {
                let matches =
                    |o: &usize| &line[parts[*o].1.clone()] == if &line[range.clone()] == ")" { "(" } else { "{" };
                if let Some(o) = open.last().copied().filter(|o| matches(o)) {
                    open.pop();
                    (pairs[i], pairs[o]) = (Some(o), Some(i));
                    depths[i] = open.len();
                }
            }
            _ => {}
        }
    }
    // The bracket at the cursor, or the one before it.
    let touched = |i: usize| parts[i].1.start == at || parts[i].1.end == at;
    let mut out = String::new();
    for (i, (part, range)) in parts.iter().enumerate() {
        let text = &line[range.clone()];
        let after_open = i > 0 && parts[i - 1].0 == Part::Open;
        let style = match part {
            Part::Open | Part::Close => match pairs[i] {
                Some(other) if touched(i) || touched(other) => BOLD,
                None if *part == Part::Close => RED,
                _ => DEPTHS[depths[i] % DEPTHS.len()],
            },
            Part::Text => TEXT,
            Part::Comment => DIM,
            Part::Word if after_open && Catalogue::get().with_head(text).next().is_some() => LUDEME,
            Part::Word | Part::Blank => "",
        };
        match style {
            "" => out.push_str(text),
            style => out.push_str(&format!("{style}{text}{PLAIN}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{is_open, paint};

    #[test]
    fn brackets_are_counted_outside_of_strings_and_comments() {
        assert!(is_open("(sites"));
        assert!(!is_open("(sites Empty)"));
        assert!(is_open("(a \")\" {"));
        assert!(is_open("(a // )\n"));
        assert!(!is_open("(a // (\n)"));
        assert!(!is_open("moves ("));
        assert!(is_open("eval (sites"));
        assert!(is_open("(define \"A\\\")\" (b)"));
    }

    #[test]
    fn nothing_but_colour_is_added() {
        for line in ["(sites Empty)", "b2", "(a \"(\" {b)}) // c", "\"open", "é(ü)", ""] {
            for at in 0..=line.len() {
                let mut plain = String::new();
                let mut rest = paint(line, at);
                while let Some(start) = rest.find('\x1b') {
                    plain += &rest[..start];
                    let end = rest[start..].find('m').expect("a colour ends") + start + 1;
                    rest = rest[end..].to_owned();
                }
                assert_eq!(plain + &rest, line);
            }
        }
    }

    #[test]
    fn pairs_and_strays_are_shown() {
        let painted = paint("(sites Empty)", 0);
        assert_eq!(painted.matches("\x1b[1;7m").count(), 2, "{painted:?}");
        assert!(painted.contains("\x1b[34msites"), "{painted:?}");
        assert!(paint("a)", 0).contains("\x1b[31m)"));
        assert!(paint("(a}", 0).contains("\x1b[31m}"));
    }
}
