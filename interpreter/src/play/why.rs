//! Why a move is legal, or not, for people.

use super::{Fault, Game, LoadError, State, Why};
use crate::machine::Wanted;
use crate::program::Role;
use parlour_grammar::diagnostic::{Diagnostic, codes};
use std::cmp::Reverse;

/// Conditions shown at most.
const MOST: usize = 3;

impl State {
    /// Why the move written so is legal, or not; `None` if the text does not name sites, pieces or numbers as moves do.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn why_text(&mut self, text: &str) -> Result<Option<Why>, Fault> {
        let questions = questions(self.game(), text);
        let mut best: Option<Why> = None;
        for wanted in &questions {
            let why = self.why(wanted)?;
            let rank = |why: &Why| (why.legal, why.explanation.failures.first().map(|f| f.agreed + 1));
            if best.as_ref().is_none_or(|best| rank(&why) > rank(best)) {
                best = Some(why);
            }
        }
        Ok(best)
    }
}

impl Game {
    /// The conditions that stood against a move, as a diagnostic; `None` if none was asked.
    #[must_use]
    pub fn explain_illegal(&self, text: &str, why: &Why) -> Option<LoadError> {
        let mut failures = why.explanation.failures.clone();
        failures.sort_by_key(|failure| Reverse(failure.agreed));
        let closest = failures.first()?.agreed;
        let mut shown = failures.iter().filter(|failure| failure.agreed == closest).take(MOST);
        let first = shown.next()?;
        let message = format!("`{text}` is not a legal move here");
        let label = "this does not hold";
        let mut found = Diagnostic::error(codes::ILLEGAL_MOVE, message, first.origin, label);
        for failure in shown {
            found = found.also(failure.origin, "nor does this");
        }
        Some(LoadError {
            diagnostics: vec![found],
            sources: self.sources().clone(),
            traces: self.expanded().traces.clone(),
        })
    }

    /// Where the rules that make moves are written: file, line, and the beginning of the text of each. Those that no text stands
    /// for, such as forced passes, are left out.
    #[must_use]
    pub fn rule_texts(&self) -> Vec<String> {
        let whole = self.expanded().game.as_ref().map(|game| game.origin);
        let mut texts: Vec<String> = Vec::new();
        for (i, rule) in self.program().rules.iter().enumerate() {
            let written = Some(rule.origin) != whole;
            texts.extend(self.rule_text(i as u16).filter(|text| written && !texts.contains(text)));
        }
        texts
    }

    /// Where a rule that makes a move is written: file, line, and the beginning of its text.
    #[must_use]
    pub fn rule_text(&self, rule: u16) -> Option<String> {
        let span = self.program().rules.get(rule as usize)?.origin.span;
        let source = self.sources().get(span.file);
        let line = source.text[..span.start as usize].matches('\n').count() + 1;
        let text = self.sources().slice(span).split_whitespace().collect::<Vec<_>>().join(" ");
        let text = if text.chars().count() > 80 { text.chars().take(79).collect::<String>() + "…" } else { text };
        Some(format!("{}:{line}: {text}", source.name))
    }
}

/// What a text may ask: `a1-b2`, `a1-3-b2`, `b2`, each perhaps with `=Piece` or `=3`.
fn questions(game: &Game, text: &str) -> Vec<Wanted> {
    let text = text.trim().replace("->", "-");
    let (sites, rest) = text.split_once('=').map_or((text.as_str(), None), |(sites, rest)| (sites, Some(rest)));
    let mut more = Vec::new();
    for part in rest.into_iter().flat_map(|rest| rest.split(',')) {
        let components = &game.equipment().components;
        match (components.iter().position(|c| c.name.eq_ignore_ascii_case(part)), part.parse()) {
            (Some(component), _) => more.push((Role::What, component as i32 + 1)),
            (None, Ok(state)) => more.push((Role::State, state)),
            (None, Err(_)) => return Vec::new(),
        }
    }
    let with = |choices: Vec<(Role, i32)>| Wanted { choices: choices.into_iter().chain(more.clone()).collect() };
    let site = |text: &str| game.equipment().site(text).map(|site| site as i32);
    let parts: Vec<&str> = sites.split('-').collect();
    match parts[..] {
        ["pass"] => vec![with(Vec::new())],
        [at] => match site(at) {
            Some(at) => vec![with(vec![(Role::To, at)]), with(vec![(Role::From, at)])],
            None => Vec::new(),
        },
        [from, to] => match (site(from), site(to)) {
            (Some(from), Some(to)) => vec![with(vec![(Role::From, from), (Role::To, to)])],
            _ => Vec::new(),
        },
        [from, count, to] => match (site(from), count.parse(), site(to)) {
            (Some(from), Ok(count), Some(to)) => {
                vec![with(vec![(Role::From, from), (Role::Count, count), (Role::To, to)])]
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}
