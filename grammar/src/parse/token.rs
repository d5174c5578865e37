//! Text → tokens, by the first half of the grammar.

use pest::Parser;
use pest::iterators::Pair;

use crate::diagnostic::{Diagnostic, codes};
use crate::span::{FileId, Origin, Span, Trace, commands_terminal};

use super::grammar::{Grammar, Rule};

/// A token and where it came from.
#[derive(Clone, Debug)]
pub struct Token {
    /// What it is.
    pub lexeme: Lexeme,
    /// Where it is written and how it came here.
    pub origin: Origin,
}

/// The kinds of token.
#[derive(Clone, Debug, PartialEq)]
pub enum Lexeme {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `{`
    ListOpen,
    /// `}`
    ListClose,
    /// `"…"`, escapes resolved.
    Text(String),
    /// A whole number.
    Int(i64),
    /// A number with a fraction.
    Real(f64),
    /// `True` or `False`.
    Bool(bool),
    /// A bare word or an operator.
    Symbol(String),
    /// `name:`
    Name(String),
    /// `..`
    Dots,
    /// `#1`, `#name`
    Param(String),
    /// `~`
    Hole,
    /// `<Tag>`, `<Tag:arg>`
    OptionRef(String, Option<String>),
    /// `<…>` in an option's item: the text between the angles as it stands.
    Fragment(String),
}

/// What a text divides into.
#[derive(Clone, Debug, Default)]
pub struct Tokens {
    /// The tokens in order, comments left out.
    pub tokens: Vec<Token>,
    /// The comments in order.
    pub comments: Vec<Span>,
    /// Mistakes inside tokens: open strings, stray characters, numbers that are too large.
    pub diagnostics: Vec<Diagnostic>,
}

/// Divides `text`, which stands in `file` from byte `offset` on, into tokens.
#[must_use]
pub fn tokenize(file: FileId, text: &str, offset: usize) -> Tokens {
    let mut out = Tokens::default();
    match Grammar::parse(Rule::tokens, text) {
        Ok(pairs) => {
            let pairs = pairs.flat_map(Pair::into_inner);
            let mut reader = Reader { file, offset, open: Vec::new(), excess: excess(pairs.clone()) };
            for pair in pairs {
                reader.read(&pair, &mut out);
            }
        }
        Err(error) => {
            let at = match error.location {
                pest::error::InputLocation::Pos(at) | pest::error::InputLocation::Span((at, _)) => at,
            };
            let origin = plain(Span::new(file, offset + at, offset + at));
            out.diagnostics.push(Diagnostic::error(codes::STRAY, "this text cannot be read", origin, "from here on"));
        }
    }
    merge_strays(&mut out.diagnostics);
    out
}

/// Whether the whole of `text` fits the tree rules of the grammar; the recursive counterpart of [`super::build`].
#[cfg(test)]
pub(crate) fn fits_tree_rules(text: &str) -> Result<(), String> {
    Grammar::parse(Rule::file, text).map(drop).map_err(|e| e.to_string())
}

pub(crate) fn plain(span: Span) -> Origin {
    Origin { span, trace: Trace::NONE }
}

/// How many more brackets open than close, but for the square ones that close.
fn excess<'t>(pairs: impl Iterator<Item = Pair<'t, Rule>>) -> isize {
    let step = |pair: Pair<'_, Rule>| match pair.as_rule() {
        Rule::form_open | Rule::list_open => 1,
        Rule::form_close | Rule::list_close => -1,
        Rule::stray if pair.as_str() == "[" => 1,
        _ => 0,
    };
    pairs.map(step).sum()
}

struct Reader {
    file: FileId,
    offset: usize,
    /// The brackets that are open, as they are written, and where: what a square one closes.
    open: Vec<(char, Span)>,
    /// How many closers are missing in the text, for which square ones may stand.
    excess: isize,
}

impl Reader {
    fn read(&mut self, pair: &Pair<'_, Rule>, out: &mut Tokens) {
        let span = pair.as_span();
        let span = Span::new(self.file, self.offset + span.start(), self.offset + span.end());
        let text = pair.as_str();
        let lexeme = match pair.as_rule() {
            Rule::form_open => {
                self.open.push(('(', span));
                Lexeme::Open
            }
            Rule::list_open => {
                self.open.push(('{', span));
                Lexeme::ListOpen
            }
            Rule::form_close => {
                self.open.pop();
                Lexeme::Close
            }
            Rule::list_close => {
                self.open.pop();
                Lexeme::ListClose
            }
            Rule::stray if text == "[" || text == "]" => match self.square(text, span, &mut out.diagnostics) {
                Some(lexeme) => lexeme,
                None => return,
            },
            Rule::string => {
                let resolved = unescape(&text[1..text.len() - 1]);
                if let Some(c) = resolved.chars().find(|c| commands_terminal(*c)) {
                    out.diagnostics.push(commanding(span, c));
                }
                Lexeme::Text(resolved.replace(commands_terminal, "?"))
            }
            Rule::open_string => {
                out.diagnostics.push(open_string(span, text));
                Lexeme::Text(unescape(&text[1..]))
            }
            Rule::integer => Lexeme::Int(text.parse().unwrap_or_else(|_| {
                out.diagnostics.push(too_large(span, text, "does not fit in 64 bits"));
                0
            })),
            Rule::real => match text.parse::<f64>() {
                Ok(value) if value.is_finite() => Lexeme::Real(value),
                _ => {
                    out.diagnostics.push(too_large(span, text, "beyond the numbers with a fraction"));
                    Lexeme::Real(0.0)
                }
            },
            Rule::boolean => Lexeme::Bool(text.eq_ignore_ascii_case("true")),
            Rule::name => Lexeme::Name(text[..text.len() - 1].to_owned()),
            Rule::dots => Lexeme::Dots,
            Rule::hole => Lexeme::Hole,
            Rule::parameter => Lexeme::Param(text[1..].to_owned()),
            Rule::symbol | Rule::comparison => Lexeme::Symbol(text.to_owned()),
            Rule::option_ref => {
                let mut parts = text[1..text.len() - 1].splitn(2, ':').map(str::to_owned);
                Lexeme::OptionRef(parts.next().unwrap_or_default(), parts.next())
            }
            Rule::fragment => Lexeme::Fragment(text[1..text.len() - 1].to_owned()),
            Rule::comment => {
                out.comments.push(span);
                return;
            }
            Rule::surplus => {
                out.diagnostics.push(Diagnostic::warning(codes::SURPLUS, "a surplus `>`", plain(span), "left out"));
                return;
            }
            Rule::stray => {
                out.diagnostics.push(stray(span, text));
                return;
            }
            _ => return,
        };
        out.tokens.push(Token { lexeme, origin: plain(span) });
    }

    /// The bracket that a square one stands for, unless it closes nothing.
    fn square(&mut self, text: &str, span: Span, diagnostics: &mut Vec<Diagnostic>) -> Option<Lexeme> {
        let finding = |label: &str, help: &str| {
            Diagnostic::error(codes::STRAY, format!("`{text}` means nothing here"), plain(span), label).help(help)
        };
        if text == "[" {
            self.open.push(('[', span));
            diagnostics
                .push(finding("here", "collections are written in braces, `{ … }`, and ludemes in brackets, `( … )`"));
            return Some(Lexeme::ListOpen);
        }
        let opener = if self.excess > 0 { self.open.pop() } else { None };
        self.excess -= 1;
        let (closer, lexeme) = match opener {
            Some(('[', _)) => return Some(Lexeme::ListClose),
            Some(('(', opened)) => (Some((")", opened)), Some(Lexeme::Close)),
            Some((_, opened)) => (Some(("}", opened)), Some(Lexeme::ListClose)),
            None => (None, None),
        };
        diagnostics.push(match closer {
            Some((closer, opened)) => {
                finding(&format!("expected `{closer}`"), &format!("write `{closer}`")).also(plain(opened), "opens here")
            }
            None => finding("here", "take it out"),
        });
        lexeme
    }
}

fn commanding(span: Span, c: char) -> Diagnostic {
    let message = format!("the character U+{:04X} cannot stand in a text", u32::from(c));
    Diagnostic::error(codes::STRAY, message, plain(span), "it is in here")
        .help("it is not shown but commands the terminal, or turns the direction of writing: leave it out")
}

fn too_large(span: Span, text: &str, label: &str) -> Diagnostic {
    Diagnostic::error(codes::NUMBER, format!("the number `{text}` is too large"), plain(span), label)
}

fn open_string(span: Span, text: &str) -> Diagnostic {
    let line = text.lines().next().map_or(1, str::len).max(1);
    let quote = Span { end: span.start + line as u32, ..span };
    Diagnostic::error(codes::STRING, "a string is not closed", plain(quote), "begins here")
        .help("end it with `\"`; inside a string write `\\\"` for a quotation mark")
}

fn stray(span: Span, text: &str) -> Diagnostic {
    let origin = plain(span);
    match text {
        "<" | ">" => Diagnostic::error(codes::STRAY, format!("`{text}` does not belong here"), origin, "neither a comparison nor an option")
            .help("a comparison stands first in its brackets, as in `(< 1 2)`; a reference to an option reads `<Tag>` or `<Tag:argument>`; what an option's item stands for reads `<…>`"),
        ":" => Diagnostic::error(codes::STRAY, "`:` without a name before it", origin, "here")
            .help("a named argument reads `name:value`, without a blank before the colon"),
        _ => {
            let shown = text.chars().next().map(|c| c.escape_debug().to_string()).unwrap_or_default();
            Diagnostic::error(codes::STRAY, format!("the character `{shown}` means nothing here"), origin, "here")
                .help("such characters may stand in strings and comments only")
        }
    }
}

/// One finding for a run of stray characters, so that a picture pasted by accident gives one error and not thousands.
fn merge_strays(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.dedup_by(|later, earlier| {
        let (Some(b), Some(a)) = (later.span(), earlier.span()) else { return false };
        let run = later.code == codes::STRAY && earlier.code == codes::STRAY && a.end == b.start;
        if run {
            earlier.labels[0].origin.span.end = b.end;
        }
        run
    });
}

/// Resolves `\"`, `\\`, `\n`, `\r`, `\t` and `\u{…}`; any other backslash stands for itself.
fn unescape(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let (resolved, length) = match rest.as_bytes().first() {
            Some(b'"') => ('"', 1),
            Some(b'\\') => ('\\', 1),
            Some(b'n') => ('\n', 1),
            Some(b'r') => ('\r', 1),
            Some(b't') => ('\t', 1),
            Some(b'u') => code_point(rest).unwrap_or(('\\', 0)),
            _ => ('\\', 0),
        };
        out.push(resolved);
        rest = &rest[length..];
    }
    out + rest
}

/// The character of `u{…}`, and the length of that.
fn code_point(text: &str) -> Option<(char, usize)> {
    let end = text.find('}')?;
    let digits = text.strip_prefix("u{")?.get(..end - 2)?;
    Some((char::from_u32(u32::from_str_radix(digits, 16).ok()?)?, end + 1))
}
