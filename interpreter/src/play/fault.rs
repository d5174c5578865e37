//! Faults of the rules, for people.

use super::{Fault, Game, LoadError};
use parlour_grammar::diagnostic::{Diagnostic, Severity, codes};
use parlour_grammar::span::Origin;

impl Game {
    /// A fault as a diagnostic that points at the rule.
    #[must_use]
    pub fn fault(&self, fault: &Fault) -> LoadError {
        LoadError {
            diagnostics: vec![diagnostic(self, fault)],
            sources: self.sources().clone(),
            traces: self.expanded().traces.clone(),
        }
    }
}

/// A fault in one line.
pub(crate) fn text(game: &Game, fault: &Fault) -> String {
    text_within(game, game, fault)
}

/// The same for a fault of the game compiled along with an expression, which is no file of the game.
pub(crate) fn text_within(game: &Game, with_expression: &Game, fault: &Fault) -> String {
    let found = diagnostic(with_expression, fault);
    let source = found.span().and_then(|span| Some((span, game.sources().find(span.file)?)));
    match source {
        Some((span, source)) => {
            let line = source.text[..span.start as usize].matches('\n').count() + 1;
            format!("{} ({}, line {line})", found.message, source.name)
        }
        None => found.message,
    }
}

fn diagnostic(game: &Game, fault: &Fault) -> Diagnostic {
    let message = fault.to_string();
    let at = |code, origin: Origin, label: &str| Diagnostic::error(code, message.clone(), origin, label);
    match fault {
        Fault::Fuel(origin) => at(codes::ENDLESS, *origin, "the steps of a ply were used up here")
            .help("look for a loop that nothing ends"),
        Fault::Overflow(origin) => at(codes::OVERFLOW, *origin, "this writes what does not fit")
            .help("numbers that are kept begin at 0, and fill the place that the game's largest ones need: a piece says `maxState:`, `maxCount:` or `maxValue:`, a board of high stacks `largeStack:True`"),
        Fault::Large(origin) => at(codes::LARGE_RESULT, *origin, "this goes beyond 32 bits").help(format!(
            "numbers go from {} to {}: compute with smaller ones",
            i32::MIN,
            i32::MAX
        )),
        Fault::Depth(origin) => at(codes::MOVES_TOO_DEEP, *origin, "one level too deep"),
        Fault::Rule(k, origin) => {
            // Whichever game of the match it came up in.
            let info =
                |game: Game| game.program().faults.get(*k as usize).filter(|info| info.origin == *origin).cloned();
            match game.games().find_map(info) {
                Some(info) => Diagnostic::error(info.code, info.message, info.origin, "in this rule").help(info.help),
                None => at(codes::FOREIGN_STATE, *origin, "in this rule"),
            }
        }
        Fault::NoSuchNode => Diagnostic {
            code: codes::FOREIGN_STATE,
            severity: Severity::Error,
            message,
            labels: Vec::new(),
            help: None,
        },
    }
}
