//! Finds the quote that is missing.
//!
//! Where one is missing, texts and what lies between them change places up to the end of the form: the string that is never closed is
//! the last of them, and the mistake lies where the first string runs over the end of a line.

use crate::diagnostic::{Diagnostic, codes};
use crate::span::Span;

use super::token::{Lexeme, Token, plain};

/// Moves each finding about a string that is not closed to where the quote is missing. The form around it is left out, with what else
/// was found in it: its texts and words cannot be told apart.
pub(super) fn find_lost(text: &str, tokens: &mut Vec<Token>, diagnostics: &mut Vec<Diagnostic>) {
    let open: Vec<Span> = diagnostics.iter().filter(|d| d.code == codes::STRING).filter_map(Diagnostic::span).collect();
    for string in open {
        let last = string.start as usize;
        let begin = text[..last].rfind("\n(").map_or(0, |at| at + 1);
        let end = text[last..].find("\n(").map_or(text.len(), |at| last + at);
        let within = |span: Span| begin <= span.start as usize && (span.start as usize) < end;
        let runs_on = |token: &&Token| {
            let span = token.origin.span;
            let is_text = matches!(token.lexeme, Lexeme::Text(_)) && within(span) && span.start < string.start;
            is_text && text[span.start as usize..span.end as usize].contains('\n')
        };
        let first = tokens.iter().find(runs_on).map(|token| token.origin.span);
        diagnostics.retain(|d| d.span().is_none_or(|span| !within(span) || span == string));
        tokens.retain(|token| !within(token.origin.span));
        let Some(first) = first else { continue };
        let line = text[first.start as usize..].find('\n').map_or(first.end, |length| first.start + length as u32);
        let first = Span { end: line.min(first.end), ..first };
        for finding in diagnostics.iter_mut().filter(|d| d.code == codes::STRING && d.span() == Some(string)) {
            let label = "a quote is missing in this line: here, or at the words before";
            let help = finding.help.take().unwrap_or_default();
            *finding = Diagnostic::error(codes::STRING, "a string is not closed", plain(first), label)
                .also(plain(string), "so that this one has no end")
                .help(help);
        }
    }
}
