//! Replaces references to options, token by token, since what an option stands for may hold half a form.

use crate::diagnostic::{Diagnostic, codes, suggestion};
use crate::parse::{Lexeme, Token};
use crate::span::{Frame, Trace, Traces};

use super::options::Options;

/// How many tokens a file may grow to.
const MAX_TOKENS: usize = 1 << 22;
/// How deep options may refer to options.
const MAX_CHAIN: usize = 64;

/// One pass over tokens.
pub(super) struct Substitution<'a> {
    options: &'a mut Options,
    traces: &'a mut Traces,
    diagnostics: &'a mut Vec<Diagnostic>,
    /// The options and arguments that are being replaced, outermost first.
    open: Vec<(usize, usize)>,
    full: bool,
}

impl<'a> Substitution<'a> {
    pub(super) fn new(options: &'a mut Options, traces: &'a mut Traces, diagnostics: &'a mut Vec<Diagnostic>) -> Self {
        Substitution { options, traces, diagnostics, open: Vec::new(), full: false }
    }

    /// `tokens` with what the chosen options stand for.
    pub(super) fn run(mut self, tokens: &[Token]) -> Vec<Token> {
        let mut out = Vec::with_capacity(tokens.len());
        self.tokens(tokens, Trace::NONE, &mut out);
        out
    }

    fn tokens(&mut self, tokens: &[Token], trace: Trace, out: &mut Vec<Token>) {
        for token in tokens {
            let mut token = token.clone();
            token.origin.trace = trace;
            match &token.lexeme {
                Lexeme::OptionRef(tag, arg) => self.reference(tag, arg.as_deref(), &token, out),
                Lexeme::Text(text) if text.contains('<') => {
                    token.lexeme = Lexeme::Text(self.in_text(text));
                    out.push(token);
                }
                _ => out.push(token),
            }
        }
    }

    fn reference(&mut self, tag: &str, arg: Option<&str>, token: &Token, out: &mut Vec<Token>) {
        let Some(option) = self.options.by_tag(tag, arg) else {
            let diagnostic =
                Diagnostic::error(codes::UNKNOWN_OPTION, format!("there is no option `<{tag}>`"), token.origin, "here");
            let tags = self.options.options.iter().map(|option| option.info.tag.as_str());
            self.diagnostics.push(diagnostic.help_if(suggestion(tag, tags)));
            out.push(token.clone());
            return;
        };
        let Some(place) = self.options.options[option].argument(arg) else {
            let names = &self.options.options[option].args;
            let message = format!("the option `<{tag}>` has no argument `{}`", arg.unwrap_or_default());
            let diagnostic = Diagnostic::error(codes::UNKNOWN_OPTION_ARGUMENT, message, token.origin, "here")
                .also(self.options.options[option].origin, "the option is here");
            let near = suggestion(arg.unwrap_or_default(), names.iter().map(String::as_str));
            self.diagnostics.push(diagnostic.help_if(near));
            out.push(token.clone());
            return;
        };
        if self.open.contains(&(option, place)) || self.open.len() >= MAX_CHAIN {
            let message = format!("the option `<{tag}>` refers to itself");
            self.diagnostics.push(Diagnostic::error(codes::RECURSION, message, token.origin, "here"));
            out.push(token.clone());
            return;
        }
        let (tokens, frame) = {
            let option = &self.options.options[option];
            let (tokens, definition) = option.chosen_tokens(place);
            (
                tokens,
                Frame {
                    what: format!("option \"{}\"", option.info.label),
                    definition,
                    call: token.origin,
                    arguments: Vec::new(),
                    lacks: None,
                },
            )
        };
        if out.len() + tokens.len() > MAX_TOKENS {
            if !self.full {
                let message = format!("options grow the file beyond {MAX_TOKENS} words, at `<{tag}>`");
                self.diagnostics.push(Diagnostic::error(codes::TOO_LARGE, message, token.origin, "here"));
            }
            self.full = true;
            out.push(token.clone());
            return;
        }
        if tokens.is_empty() {
            forget_name(out);
            return;
        }
        let trace = self.traces.push(frame);
        self.open.push((option, place));
        self.tokens(&tokens, trace, out);
        self.open.pop();
    }

    /// Replaces references inside a string; what is no reference to an option, such as `<br>`, stays.
    fn in_text(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find('<') {
            out.push_str(&rest[..at]);
            rest = &rest[at..];
            let replaced = rest.find('>').and_then(|end| {
                let inner = &rest[1..end];
                let (tag, arg) = inner.split_once(':').map_or((inner, None), |(tag, arg)| (tag, Some(arg)));
                let option = &self.options.options[self.options.by_tag(tag, arg)?];
                Some((end + 1, option.chosen_text(option.argument(arg)?)))
            });
            match replaced {
                Some((end, text)) => {
                    out.push_str(&text);
                    rest = &rest[end..];
                }
                None => {
                    out.push('<');
                    rest = &rest[1..];
                }
            }
        }
        out + rest
    }
}

/// When an option stands for nothing, a name that waits for it goes too: `count:<Option>` is then left out.
fn forget_name(out: &mut Vec<Token>) {
    if matches!(out.last(), Some(Token { lexeme: Lexeme::Name(_), .. })) {
        out.pop();
    }
}
