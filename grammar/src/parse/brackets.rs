//! Finds brackets that do not match, near the place where one is missing.
//!
//! A file whose brackets match passes untouched. Otherwise it is taken apart at the lines that begin with `(` and a word that
//! begins top-level forms, and each part is repaired on its own: indentation tells where a bracket was forgotten.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, Dialect, Severity, codes};
use crate::span::Origin;

use super::build::wrong_bracket;
use super::token::{Lexeme, Token};

/// How many mistakes are reported for one top-level form.
const MAX_PER_FORM: usize = 8;

/// Makes the brackets of `tokens` match, reporting each repair. Ludii leaves `(metadata …)` out before it looks at brackets, so in its
/// files what is wrong there is odd and no more.
pub(super) fn balance(
    text: &str,
    tokens: Vec<Token>,
    dialect: Dialect,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Token> {
    let lines = Lines::of(text, &tokens);
    let begins: Vec<bool> =
        (0..tokens.len()).map(|i| lines.column[i] == Some(0) && begins_form(&tokens[i..])).collect();
    if balanced(&tokens) && !nested(&tokens, &begins) {
        return tokens;
    }
    let mut out = Vec::with_capacity(tokens.len());
    let mut start = 0;
    for i in 1..=tokens.len() {
        if begins.get(i) != Some(&false) {
            let part = start..i;
            if balanced(&tokens[part.clone()]) {
                out.extend_from_slice(&tokens[part]);
            } else {
                let (before, is_metadata) = (diagnostics.len(), begins_metadata(&tokens[part.clone()]));
                Repair::new(&tokens, &lines, part).run(&mut out, diagnostics);
                if is_metadata && dialect == Dialect::Ludii {
                    diagnostics[before..].iter_mut().for_each(|found| found.severity = Severity::Warning);
                }
            }
            start = i;
        }
    }
    out
}

fn begins_form(tokens: &[Token]) -> bool {
    match tokens {
        [Token { lexeme: Lexeme::Open, .. }, Token { lexeme: Lexeme::Symbol(head), .. }, ..] => {
            super::TOP_LEVEL.contains(&head.as_str())
        }
        _ => false,
    }
}

fn begins_metadata(tokens: &[Token]) -> bool {
    matches!(tokens.get(1), Some(Token { lexeme: Lexeme::Symbol(head), .. }) if head == "metadata")
}

/// Whether a form that should stand at the top level stands inside another: a bracket is missing before it, and the surplus one
/// that makes up for it comes later. What metadata hold is laid out in many ways.
fn nested(tokens: &[Token], begins: &[bool]) -> bool {
    let (mut depth, mut in_metadata) = (0_usize, false);
    std::iter::zip(tokens, begins).enumerate().any(|(i, (token, begins))| {
        if depth == 0 {
            in_metadata = begins_metadata(&tokens[i..]);
        }
        let nested = *begins && depth > 0 && !in_metadata;
        match token.lexeme {
            Lexeme::Open | Lexeme::ListOpen => depth += 1,
            Lexeme::Close | Lexeme::ListClose => depth = depth.saturating_sub(1),
            _ => {}
        }
        nested
    })
}

fn balanced(tokens: &[Token]) -> bool {
    let mut open = Vec::new();
    tokens.iter().all(|token| match token.lexeme {
        Lexeme::Open => {
            open.push(Lexeme::Close);
            true
        }
        Lexeme::ListOpen => {
            open.push(Lexeme::ListClose);
            true
        }
        Lexeme::Close | Lexeme::ListClose => open.pop().as_ref() == Some(&token.lexeme),
        _ => true,
    }) && open.is_empty()
}

/// Where tokens stand in their lines.
struct Lines {
    /// The column, for the first token of a line.
    column: Vec<Option<usize>>,
    /// The column of the first token of the line that the token stands in.
    indent: Vec<usize>,
}

impl Lines {
    fn of(text: &str, tokens: &[Token]) -> Self {
        let (mut column, mut indent) = (Vec::with_capacity(tokens.len()), Vec::with_capacity(tokens.len()));
        let mut previous_end = 0;
        let mut current = 0;
        for (i, token) in tokens.iter().enumerate() {
            let start = token.origin.span.start as usize;
            let between = &text[previous_end..start];
            let first = i == 0 || between.contains('\n');
            if first {
                let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
                current = start - line;
            }
            column.push(first.then_some(current));
            indent.push(current);
            previous_end = token.origin.span.end as usize;
        }
        Lines { column, indent }
    }
}

struct Repair<'a> {
    tokens: &'a [Token],
    lines: &'a Lines,
    part: std::ops::Range<usize>,
    /// Openers that are open, as indices of tokens.
    open: Vec<Opener>,
    /// Brackets that are missing (positive) or superfluous (negative) in this part.
    excess: isize,
    /// The column at which the lines inside a bracket begin, by its opener.
    inside: BTreeMap<usize, usize>,
    /// The first closer after which the indentation does not fit the brackets.
    suspect: Option<usize>,
    found: usize,
}

/// A bracket that is open.
#[derive(Clone, Copy)]
struct Opener {
    /// The index of its token; of the word that it is missing before.
    at: usize,
    /// Whether it is a `{`: what it holds is often indented no deeper.
    list: bool,
}

impl<'a> Repair<'a> {
    fn new(tokens: &'a [Token], lines: &'a Lines, part: std::ops::Range<usize>) -> Self {
        let excess = tokens[part.clone()]
            .iter()
            .map(|t| match t.lexeme {
                Lexeme::Open | Lexeme::ListOpen => 1,
                Lexeme::Close | Lexeme::ListClose => -1,
                _ => 0,
            })
            .sum();
        Repair { tokens, lines, part, open: Vec::new(), excess, inside: BTreeMap::new(), suspect: None, found: 0 }
    }

    fn run(mut self, out: &mut Vec<Token>, diagnostics: &mut Vec<Diagnostic>) {
        for i in self.part.clone() {
            self.close_by_indentation(i, out, diagnostics);
            self.look_for_surplus(i);
            self.open_before_head(i, out, diagnostics);
            let keep = match self.tokens[i].lexeme {
                Lexeme::Open | Lexeme::ListOpen => {
                    self.open.push(Opener { at: i, list: self.tokens[i].lexeme == Lexeme::ListOpen });
                    true
                }
                Lexeme::Close | Lexeme::ListClose => self.close(i, out, diagnostics),
                _ => true,
            };
            if keep {
                out.push(self.tokens[i].clone());
            }
        }
        let end = self.tokens[self.part.end - 1].origin;
        while let Some(opener) = self.open.pop() {
            self.missing(opener, end, "expected before the form ends", out, diagnostics);
        }
    }

    /// Closes what should have been closed before a line that is indented no more than the line of the opener; before a line
    /// that begins with a closer, less than it.
    fn close_by_indentation(&mut self, i: usize, out: &mut Vec<Token>, diagnostics: &mut Vec<Diagnostic>) {
        let Some(column) = self.lines.column[i] else { return };
        let (least, label) = match self.tokens[i].lexeme {
            Lexeme::Close | Lexeme::ListClose => {
                (column + 1, "expected after this, by the indentation of the next line")
            }
            _ => (column, "expected after this, as the next line is indented no deeper"),
        };
        while self.excess > 0
            && let Some(&opener) = self.open.last()
            && self.lines.indent[opener.at] >= least + usize::from(opener.list)
        {
            self.open.pop();
            self.excess -= 1;
            self.missing(opener, self.tokens[i - 1].origin, label, out, diagnostics);
        }
    }

    /// Opens a bracket before a word that only begins ludemes, where there are more closers than openers.
    fn open_before_head(&mut self, i: usize, out: &mut Vec<Token>, diagnostics: &mut Vec<Diagnostic>) {
        let begins = i == self.part.start || matches!(self.tokens[i - 1].lexeme, Lexeme::Open | Lexeme::Name(_));
        if self.excess >= 0 || begins || !is_head(&self.tokens[i].lexeme) {
            return;
        }
        let (word, origin) = (&self.tokens[i].lexeme, self.tokens[i].origin);
        let Lexeme::Symbol(word) = word else { return };
        self.report(diagnostics, || {
            Diagnostic::error(codes::CLOSES_NOTHING, "one `)` too many", origin, "is `(` missing before this?")
                .help(format!("write `({word}`"))
        });
        self.excess += 1;
        self.open.push(Opener { at: i, list: false });
        out.push(Token { lexeme: Lexeme::Open, origin });
    }

    /// Compares where a line begins with where it should, by the brackets that are open.
    fn look_for_surplus(&mut self, i: usize) {
        let (Some(column), Some(&opener)) = (self.lines.column[i], self.open.last()) else { return };
        let closes = |token: &Token| matches!(token.lexeme, Lexeme::Close | Lexeme::ListClose);
        let deeper = if closes(&self.tokens[i]) {
            column > self.lines.indent[opener.at]
        } else {
            column > *self.inside.entry(opener.at).or_insert(column)
        };
        if deeper && self.suspect.is_none() && closes(&self.tokens[i - 1]) {
            self.suspect = Some(i - 1);
        }
    }

    /// Takes a closer; `false` if it is left out or was replaced.
    fn close(&mut self, i: usize, out: &mut Vec<Token>, diagnostics: &mut Vec<Diagnostic>) -> bool {
        let token = &self.tokens[i];
        let list = token.lexeme == Lexeme::ListClose;
        let Some(&opener) = self.open.last() else {
            self.excess += 1;
            self.superfluous(i, diagnostics);
            return false;
        };
        if opener.list == list {
            if self.excess < 0 && self.open.len() == 1 && i + 1 < self.part.end {
                self.excess += 1;
                self.superfluous(i, diagnostics);
                return false;
            }
            self.open.pop();
            return true;
        }
        // The other kind of bracket: either one was mistyped, or one or more are missing before it.
        let deeper = self.open.iter().rposition(|o| o.list == list);
        match deeper {
            Some(depth) if self.excess > 0 => {
                let before = self.tokens[i - 1].origin;
                while self.open.len() > depth + 1 {
                    let opener = self.open.pop().expect("longer than depth");
                    self.excess -= 1;
                    self.missing(opener, before, "expected after this", out, diagnostics);
                }
                self.open.pop();
                true
            }
            _ if self.excess < 0 => {
                self.excess += 1;
                if list && self.tokens[i - 1].lexeme != Lexeme::ListClose && self.suspect.is_none() {
                    self.no_list(opener, i, diagnostics);
                } else {
                    self.superfluous(i, diagnostics);
                }
                false
            }
            _ => {
                self.open.pop();
                let closed = token.origin;
                let opened = self.tokens[opener.at].origin;
                let wrong = self.is_wrong(opener);
                self.report(diagnostics, || wrong_bracket(opener.list, opened, closed, wrong));
                out.push(closer_of(opener, closed));
                false
            }
        }
    }

    /// Whether an opener is rather the other bracket, by what comes after it: `{is` for `(is`, `({` for `{{`.
    fn is_wrong(&self, opener: Opener) -> bool {
        let next = &self.tokens[(opener.at + 1).min(self.tokens.len() - 1)].lexeme;
        if opener.list {
            is_head(next)
        } else {
            !matches!(next, Lexeme::Symbol(_) | Lexeme::Text(_) | Lexeme::Param(_))
        }
    }

    /// `}` closes nothing, and what is open is a `(`.
    fn no_list(&mut self, opener: Opener, i: usize, diagnostics: &mut Vec<Diagnostic>) {
        let (opened, closer) = (self.tokens[opener.at].origin, self.tokens[i].origin);
        self.report(diagnostics, || {
            Diagnostic::error(codes::CLOSES_NOTHING, "`}` closes nothing", opened, "is `{` missing within this?")
                .also(closer, "closed here")
                .help("open the collection with `{`, or take the `}` out")
        });
    }

    fn missing(
        &mut self,
        opener: Opener,
        at: Origin,
        label: &str,
        out: &mut Vec<Token>,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let opened = self.tokens[opener.at].origin;
        let (open, close) = if opener.list { ("{", "}") } else { ("(", ")") };
        let doubled = self.doubled(opener, at);
        self.report(diagnostics, || {
            let message = format!("`{open}` is not closed");
            if let Some(doubled) = doubled {
                Diagnostic::error(codes::NOT_CLOSED, message, doubled, "one bracket too many")
                    .also(at, format!("else `{close}` is {label}"))
                    .help(format!("take one `{open}` out"))
            } else {
                Diagnostic::error(codes::NOT_CLOSED, message, at, format!("`{close}` {label}"))
                    .also(opened, "opens here")
                    .help(format!("add `{close}`"))
            }
        });
        out.push(closer_of(opener, at));
    }

    /// A bracket that names no ludeme, as another follows at once: the opener itself, or a round one that was opened and closed
    /// within it, before `end`.
    fn doubled(&self, opener: Opener, end: Origin) -> Option<Origin> {
        let tokens = &self.tokens[opener.at..self.part.end];
        if let [first, second, ..] = tokens
            && first.lexeme == second.lexeme
        {
            return Some(first.origin);
        }
        let within = tokens.windows(3).take_while(|window| window[0].origin.span.start < end.span.start);
        within.into_iter().find_map(|window| match [&window[0].lexeme, &window[1].lexeme, &window[2].lexeme] {
            [Lexeme::Open, Lexeme::Open, Lexeme::Symbol(_) | Lexeme::Text(_)] if !opener.list => Some(window[0].origin),
            _ => None,
        })
    }

    /// A closer that is too many: nothing is open, or the form would end with it although more follows.
    fn superfluous(&mut self, i: usize, diagnostics: &mut Vec<Diagnostic>) {
        let token = &self.tokens[i];
        let closer = if token.lexeme == Lexeme::Close { ")" } else { "}" };
        let (what, label) = match self.open.is_empty() {
            true => ("closes nothing", "one bracket too many, here or before"),
            false => ("ends the form too early", "one bracket too many, here or before, as more follows"),
        };
        let suspect = self.suspect.take().map(|suspect| self.tokens[suspect].origin);
        let opener = if closer == ")" { "(" } else { "{" };
        self.report(diagnostics, || {
            let message = format!("`{closer}` {what}");
            let finding = match suspect {
                Some(suspect) if suspect != token.origin => {
                    let label = "by the indentation of the next line, this bracket is one too many";
                    Diagnostic::error(codes::CLOSES_NOTHING, message, suspect, label)
                        .also(token.origin, "which shows here")
                }
                _ => Diagnostic::error(codes::CLOSES_NOTHING, message, token.origin, label),
            };
            finding.help(format!("take the bracket out, or see whether a `{opener}` is missing before it"))
        });
    }

    fn report(&mut self, diagnostics: &mut Vec<Diagnostic>, make: impl FnOnce() -> Diagnostic) {
        self.found += 1;
        if self.found <= MAX_PER_FORM {
            diagnostics.push(make());
        }
    }
}

fn closer_of(opener: Opener, origin: Origin) -> Token {
    Token { lexeme: if opener.list { Lexeme::ListClose } else { Lexeme::Close }, origin }
}

/// Whether a word stands only at the head of a ludeme: words that are arguments begin with a capital letter. (A star marks the
/// default of an option.)
fn is_head(lexeme: &Lexeme) -> bool {
    match lexeme {
        Lexeme::Symbol(word) => word != "*" && !word.starts_with(char::is_uppercase) && !word.contains('#'),
        _ => false,
    }
}
