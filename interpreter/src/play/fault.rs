//! Faults of the rules, for people.

use super::{Fault, Game, LoadError};
use crate::program::Program;
use parlour_grammar::diagnostic::{Diagnostic, Severity, codes};
use parlour_grammar::span::Origin;

impl Game {
    /// A fault as a diagnostic that points at the rule.
    #[must_use]
    pub fn fault(&self, fault: &Fault) -> LoadError {
        LoadError {
            diagnostics: vec![diagnostic(self.program(), fault)],
            sources: self.sources().clone(),
            traces: self.expanded().traces.clone(),
        }
    }
}

/// A fault in one line.
pub(crate) fn text(game: &Game, fault: &Fault) -> String {
    text_within(game, game.program(), fault)
}

/// The same for a program made of the game and an expression, which is no file of the game.
pub(crate) fn text_within(game: &Game, program: &Program, fault: &Fault) -> String {
    let found = diagnostic(program, fault);
    let source = found.span().and_then(|span| Some((span, game.sources().find(span.file)?)));
    match source {
        Some((span, source)) => {
            let line = source.text[..span.start as usize].matches('\n').count() + 1;
            format!("{} ({}, line {line})", found.message, source.name)
        }
        None => found.message,
    }
}

fn diagnostic(program: &Program, fault: &Fault) -> Diagnostic {
    let message = fault.to_string();
    let at = |code, origin: Origin, label: &str| Diagnostic::error(code, message.clone(), origin, label);
    match fault {
        Fault::Fuel(origin) => at(codes::ENDLESS, *origin, "the steps of a ply were used up here")
            .help("look for a loop that nothing ends"),
        Fault::Overflow(origin) => at(codes::OVERFLOW, *origin, "this writes what does not fit"),
        Fault::Large(origin) => at(codes::LARGE_RESULT, *origin, "this goes beyond 32 bits").help(format!(
            "numbers go from {} to {}: compute with smaller ones",
            i32::MIN,
            i32::MAX
        )),
        Fault::Depth(origin) => at(codes::MOVES_TOO_DEEP, *origin, "one level too deep"),
        Fault::Rule(k) => {
            let info = &program.faults[*k as usize];
            Diagnostic::error(info.code, info.message.clone(), info.origin, "in this rule").help(info.help.clone())
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
