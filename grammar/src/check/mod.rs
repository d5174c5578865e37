//! From the syntax tree to typed rules.
//!
//! After a look at the `brackets`, two passes. `kinds` goes bottom up and notes for every ludeme which rows and
//! signatures of the catalogue its arguments match, and so what it may denote; where nothing matches, that ludeme is at fault,
//! `blame` says why, and it then counts as whatever is asked, so that one mistake is one message. If there is none, `build`
//! goes top down, takes at each ludeme the row that denotes what is asked, and makes the typed term. `names` then looks at the
//! names, and `lint` at what makes no sense although it is well formed.

mod blame;
mod brackets;
mod build;
mod fits;
mod kinds;
mod lint;
mod names;
mod place;
#[cfg(test)]
mod tests;

use crate::catalogue::{SlotType, Type};
use crate::diagnostic::{Diagnostic, Dialect};
use crate::rules::{Rules, Term};
use crate::tree::Node;

use kinds::Kinds;
pub(crate) use names::each_term;

/// How deeply ludemes and collections may be nested.
pub const DEPTH_LIMIT: usize = 200;

/// Checks a game or a match whose definitions and options have been expanded; `definitions` are the names that could be called.
///
/// The rules are there exactly if no diagnostic is an error.
#[must_use]
pub fn check(game: &Node, definitions: &[&str]) -> (Option<Rules>, Vec<Diagnostic>) {
    check_as(Dialect::Parlour, game, definitions)
}

/// The same for a rule file of a dialect.
#[must_use]
pub fn check_as(dialect: Dialect, game: &Node, definitions: &[&str]) -> (Option<Rules>, Vec<Diagnostic>) {
    let (term, mut diagnostics) = check_expression(game, Some(Type::Game), definitions);
    let rules = term.map(|game| Rules { game });
    if let Some(rules) = &rules {
        diagnostics.extend(names::check(rules).into_iter().map(|found| found.in_dialect(dialect)));
        diagnostics.extend(lint::lint(rules).into_iter().map(|found| found.in_dialect(dialect)));
    }
    let sound = !diagnostics.iter().any(Diagnostic::is_error);
    (rules.filter(|_| sound), diagnostics)
}

/// Checks any expression; `expected` is what it must denote, if that matters.
///
/// The term is there exactly if no diagnostic is an error.
#[must_use]
pub fn check_expression(node: &Node, expected: Option<Type>, definitions: &[&str]) -> (Option<Term>, Vec<Diagnostic>) {
    let expected = expected.map(SlotType::one);
    if let Some(deep) = brackets::beyond(node, DEPTH_LIMIT) {
        return (None, vec![blame::too_deep(deep)]);
    }
    let mut warnings = Vec::new();
    let node = &brackets::tidied(node, &mut warnings);
    let (kinds, mut diagnostics) = Kinds::of(node, definitions);
    if diagnostics.is_empty() {
        let asked = expected.clone().or_else(|| kinds.any_type(node));
        match asked {
            Some(asked) if kinds.fits(node, &asked) => return (Some(build::term(&kinds, node, &asked)), warnings),
            asked => diagnostics.push(blame::whole(&kinds, node, asked.as_ref())),
        }
    }
    diagnostics.append(&mut warnings);
    diagnostics.sort_by_key(Diagnostic::span);
    (None, diagnostics)
}
