//! Tokens → trees, by the second half of the grammar, without recursion.

use crate::diagnostic::{Diagnostic, codes};
use crate::span::Origin;
use crate::tree::{Named, Node, NodeKind};

use super::token::{Lexeme, Token};

/// How deep brackets may nest. Later stages walk trees recursively and rely on it.
pub const MAX_DEPTH: usize = 256;

/// Builds the trees of `tokens`, whose brackets may be out of order only because of fragments of options: files are checked
/// before (see `brackets.rs`).
pub fn build(tokens: &[Token], diagnostics: &mut Vec<Diagnostic>) -> Vec<Node> {
    let mut builder = Builder { open: vec![Frame::top()], skipped: 0, diagnostics };
    for (i, token) in tokens.iter().enumerate() {
        let before_dots = tokens.get(i + 1).is_some_and(|next| next.lexeme == Lexeme::Dots);
        let after_dots = i > 0 && tokens[i - 1].lexeme == Lexeme::Dots;
        if after_dots && token.lexeme == Lexeme::Dots {
            builder.diagnostics.push(range_lacks_end(token.origin));
        } else {
            builder.take(token, before_dots);
        }
    }
    builder.finish()
}

/// Brackets of files match before trees are built, so only options can bring them out of order.
const BY_OPTION: &str = "the brackets of the file match, but what an option stands for has too many or too few";

struct Builder<'a> {
    /// The brackets that are open, the top level first; never empty.
    open: Vec<Frame>,
    /// Brackets open beyond the depth allowed.
    skipped: usize,
    diagnostics: &'a mut Vec<Diagnostic>,
}

struct Frame {
    bracket: Lexeme,
    origin: Origin,
    items: Vec<Node>,
    pending: Vec<Pending>,
}

/// What waits for the next value.
enum Pending {
    Name(String, Origin),
    Range(Node),
}

impl Frame {
    fn top() -> Self {
        let nowhere = super::token::plain(crate::span::Span::new(crate::span::FileId(0), 0, 0));
        Frame { bracket: Lexeme::Hole, origin: nowhere, items: Vec::new(), pending: Vec::new() }
    }
}

impl Builder<'_> {
    fn take(&mut self, token: &Token, before_dots: bool) {
        let kind = match &token.lexeme {
            Lexeme::Open | Lexeme::ListOpen => return self.open(token),
            Lexeme::Close | Lexeme::ListClose => return self.close(token, before_dots),
            _ if self.skipped > 0 => return,
            Lexeme::Name(name) => return self.name(name, token.origin),
            Lexeme::Dots => return self.dots(token.origin),
            Lexeme::Text(text) => NodeKind::Text(text.clone()),
            Lexeme::Int(value) => NodeKind::Int(*value),
            Lexeme::Real(value) => NodeKind::Real(*value),
            Lexeme::Bool(value) => NodeKind::Bool(*value),
            Lexeme::Symbol(word) => NodeKind::Symbol(word.clone()),
            Lexeme::Param(name) => NodeKind::Param(name.clone()),
            Lexeme::Hole => NodeKind::Hole,
            Lexeme::OptionRef(option, arg) => NodeKind::OptionRef { option: option.clone(), arg: arg.clone() },
            Lexeme::Fragment(text) => NodeKind::Fragment(text.clone()),
        };
        self.value(Node { kind, origin: token.origin }, before_dots);
    }

    fn frame(&mut self) -> &mut Frame {
        self.open.last_mut().expect("the top level stays open")
    }

    fn open(&mut self, token: &Token) {
        if self.open.len() > MAX_DEPTH {
            if self.skipped == 0 {
                let message = format!("brackets nest deeper than {MAX_DEPTH} levels");
                self.diagnostics.push(
                    Diagnostic::error(codes::DEPTH, message, token.origin, "one level too many")
                        .help("give parts of it names with `(define \"Name\" …)`"),
                );
            }
            self.skipped += 1;
            return;
        }
        self.open.push(Frame {
            bracket: token.lexeme.clone(),
            origin: token.origin,
            items: Vec::new(),
            pending: Vec::new(),
        });
    }

    fn close(&mut self, token: &Token, before_dots: bool) {
        if self.skipped > 0 {
            self.skipped -= 1;
            return;
        }
        if self.open.len() == 1 {
            let closer = if token.lexeme == Lexeme::Close { ")" } else { "}" };
            self.diagnostics.push(
                Diagnostic::error(
                    codes::CLOSES_NOTHING,
                    format!("`{closer}` closes nothing"),
                    token.origin,
                    "no bracket is open here",
                )
                .help(BY_OPTION),
            );
            return;
        }
        self.drop_pending();
        let frame = self.open.pop().expect("more than the top level is open");
        let expected = if frame.bracket == Lexeme::Open { Lexeme::Close } else { Lexeme::ListClose };
        if expected != token.lexeme {
            let list = frame.bracket == Lexeme::ListOpen;
            self.diagnostics.push(wrong_bracket(list, frame.origin, token.origin, false));
        }
        let origin = enclose(frame.origin, token.origin);
        let kind = if frame.bracket == Lexeme::Open {
            if frame.items.is_empty() {
                self.diagnostics.push(
                    Diagnostic::error(codes::EMPTY, "empty brackets", origin, "a ludeme's name is missing")
                        .help("a ludeme reads `(name arguments…)`; an empty collection is `{}`"),
                );
                return;
            }
            NodeKind::Call(frame.items)
        } else {
            NodeKind::List(frame.items)
        };
        self.value(Node { kind, origin }, before_dots);
    }

    fn name(&mut self, name: &str, origin: Origin) {
        if !self.frame().pending.is_empty() {
            self.drop_pending();
        }
        self.frame().pending.push(Pending::Name(name.to_owned(), origin));
    }

    fn dots(&mut self, origin: Origin) {
        // A left operand was already set aside by `value`.
        if !matches!(self.frame().pending.last(), Some(Pending::Range(_))) {
            self.diagnostics.push(range_lacks_end(origin));
        }
    }

    fn value(&mut self, node: Node, before_dots: bool) {
        let frame = self.frame();
        let mut node = node;
        if let Some(Pending::Range(_)) = frame.pending.last() {
            let Some(Pending::Range(left)) = frame.pending.pop() else { unreachable!("just seen") };
            let origin = enclose(left.origin, node.origin);
            node = Node { kind: NodeKind::Range(Box::new((left, node))), origin };
            if before_dots {
                self.diagnostics.push(
                    Diagnostic::error(codes::RANGE, "a range of a range", origin, "this is a range already")
                        .help("a range reads `0..5`, both ends included"),
                );
            }
        } else if before_dots {
            frame.pending.push(Pending::Range(node));
            return;
        }
        let frame = self.frame();
        if let Some(Pending::Name(name, name_origin)) = frame.pending.pop() {
            let origin = enclose(name_origin, node.origin);
            node = Node { kind: NodeKind::Named(Box::new(Named { name, name_origin, value: node })), origin };
        }
        frame.items.push(node);
    }

    /// Reports what waits for a value that will not come.
    fn drop_pending(&mut self) {
        while let Some(pending) = self.frame().pending.pop() {
            let diagnostic = match pending {
                Pending::Name(name, origin) => {
                    Diagnostic::error(codes::NAME, format!("`{name}:` has no value"), origin, "a value should follow")
                }
                Pending::Range(left) => {
                    // The name before it waited for the range, which is the one thing that lacks.
                    self.frame().pending.pop();
                    range_lacks_end(left.origin)
                }
            };
            self.diagnostics.push(diagnostic);
        }
    }

    fn finish(mut self) -> Vec<Node> {
        self.drop_pending();
        for frame in self.open.drain(1..).rev() {
            let opener = if frame.bracket == Lexeme::Open { "(" } else { "{" };
            self.diagnostics.push(
                Diagnostic::error(codes::NOT_CLOSED, format!("`{opener}` is not closed"), frame.origin, "opens here")
                    .help(BY_OPTION),
            );
        }
        self.open.pop().expect("the top level stays open").items
    }
}

/// A bracket that is closed by one of the other kind; `opener_is_wrong` if it is rather the opener that was mistyped.
pub(super) fn wrong_bracket(list: bool, opened: Origin, closed: Origin, opener_is_wrong: bool) -> Diagnostic {
    let (open, expected, other, found) = if list { ("{", "}", "(", ")") } else { ("(", ")", "{", "}") };
    let message = format!("`{open}` is closed by `{found}`");
    if opener_is_wrong {
        Diagnostic::error(codes::WRONG_BRACKET, message, opened, format!("expected `{other}`"))
            .also(closed, "closed here")
            .help(format!("write `{other}`, or close it with `{expected}`"))
    } else {
        Diagnostic::error(codes::WRONG_BRACKET, message, closed, format!("expected `{expected}`"))
            .also(opened, "opens here")
            .help(format!("write `{expected}`, or open it with `{other}`"))
    }
}

fn range_lacks_end(origin: Origin) -> Diagnostic {
    Diagnostic::error(codes::RANGE, "a range lacks an end", origin, "here")
        .help("a range reads `0..5`, both ends included")
}

/// From `first` to `last`, if both are written in the same place; else where it begins.
fn enclose(first: Origin, last: Origin) -> Origin {
    if first.trace == last.trace { Origin { span: first.span.to(last.span), ..first } } else { first }
}
