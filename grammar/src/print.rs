//! Syntax trees → text. Parsing the text gives the same tree again.

use std::fmt::{self, Display, Write};

use crate::tree::{Node, NodeKind};

/// How wide lines may get before a form is broken over several.
const WIDTH: usize = 100;

impl Display for Node {
    /// The node on one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        flat(self, f)
    }
}

/// The trees as an indented text, one top-level form after the other.
#[must_use]
pub fn print(nodes: &[Node]) -> String {
    let mut out = String::new();
    for node in nodes {
        if !out.is_empty() && !matches!(node.kind, NodeKind::Symbol(_)) {
            out.push('\n');
        }
        indented(node, 0, &mut out);
        out.push('\n');
    }
    out
}

fn indented(node: &Node, indent: usize, out: &mut String) {
    let line = node.to_string();
    if indent + line.chars().count() <= WIDTH {
        out.push_str(&line);
        return;
    }
    match &node.kind {
        NodeKind::Call(items) => {
            out.push('(');
            let mut items = items.iter();
            if let Some(head) = items.next() {
                indented(head, indent + 1, out);
            }
            for item in items {
                new_line(indent + 4, out);
                indented(item, indent + 4, out);
            }
            new_line(indent, out);
            out.push(')');
        }
        NodeKind::List(items) => {
            out.push('{');
            for item in items {
                new_line(indent + 4, out);
                indented(item, indent + 4, out);
            }
            new_line(indent, out);
            out.push('}');
        }
        NodeKind::Named(named) => {
            let _ = write!(out, "{}:", named.name);
            indented(&named.value, indent, out);
        }
        _ => out.push_str(&line),
    }
}

fn new_line(indent: usize, out: &mut String) {
    let _ = write!(out, "\n{:indent$}", "");
}

fn flat(node: &Node, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match &node.kind {
        NodeKind::Call(items) => sequence("(", items, ")", f),
        NodeKind::List(items) => sequence("{", items, "}", f),
        NodeKind::Named(named) => {
            write!(f, "{}:", named.name)?;
            flat(&named.value, f)
        }
        NodeKind::Int(value) => write!(f, "{value}"),
        // `{:?}` always writes a point or an exponent, so that the text reads back as a real.
        NodeKind::Real(value) => write!(f, "{value:?}"),
        NodeKind::Bool(true) => f.write_str("True"),
        NodeKind::Bool(false) => f.write_str("False"),
        NodeKind::Text(text) => quoted(text, f),
        NodeKind::Symbol(word) => f.write_str(word),
        NodeKind::Range(ends) => {
            flat(&ends.0, f)?;
            // `a ..` and `a..` are the same, but `1...5` would not be.
            f.write_str("..")?;
            flat(&ends.1, f)
        }
        NodeKind::Param(name) => write!(f, "#{name}"),
        NodeKind::Hole => f.write_char('~'),
        NodeKind::OptionRef { option, arg: Some(arg) } => write!(f, "<{option}:{arg}>"),
        NodeKind::OptionRef { option, arg: None } => write!(f, "<{option}>"),
        NodeKind::Fragment(text) => write!(f, "<{text}>"),
    }
}

fn sequence(open: &str, items: &[Node], close: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(open)?;
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            f.write_char(' ')?;
        }
        flat(item, f)?;
    }
    f.write_str(close)
}

fn quoted(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_char('"')?;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' => f.write_str("\\\"")?,
            // A quotation mark after a backslash would not end the string.
            '\\' if matches!(chars.peek(), None | Some('"')) => f.write_str("\\u{5C}")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            c => f.write_char(c)?,
        }
    }
    f.write_char('"')
}
