//! The rules of a game in plain English, good enough to play from.
//!
//! Every primitive of the catalogue has a phrase (`phrases`): a template, or a function where what it means depends on what
//! stands in it. Phrases are put together by type: moves are what one does, conditions are clauses, numbers, sites and regions
//! are noun phrases. A definition speaks for itself where its documentation has a line `says: …` (`ideas`); one that is long and
//! used more than once is named, and told once among the terms.
//!
//! The person who reads is the one to move: `you`.

mod boards;
mod conditions;
mod constants;
mod deeds;
mod directions;
mod ends;
mod equipment;
mod facts;
mod ideas;
mod movement;
mod numbers;
mod options;
mod people;
mod phrases;
mod places;
mod puzzles;
mod render;
mod setup;
mod sights;
mod teller;
mod template;
#[cfg(test)]
mod tests;
mod turns;
mod words;

use serde::Serialize;

use crate::expand::Expanded;
use crate::rules::Term;
use crate::span::Sources;

pub use render::{markdown, text};

use teller::Teller;

/// The rules of a game in English.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// The name of the game.
    pub title: String,
    /// What the author says of it: the comment at the top of the file.
    pub about: Option<String>,
    /// Players, equipment, set-up, turns, the end …, in this order.
    pub sections: Vec<Section>,
}

/// A part of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Section {
    /// What it is about.
    pub title: String,
    /// What it says.
    pub items: Vec<Said>,
}

/// A statement: one or more sentences, and what belongs to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Said {
    /// The sentences.
    pub text: String,
    /// Whether the parts come one after the other.
    #[serde(skip_serializing_if = "is_false")]
    pub ordered: bool,
    /// Its parts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<Said>,
    /// Whether what is done has a subject of its own, and does not go on with the verb before.
    #[serde(skip)]
    clause: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_false(value: &bool) -> bool {
    !value
}

/// Headings of what is the same for all games of a match.
const PLAYERS: &str = "Players";
const ROUNDS: &str = "Rounds";
const OPTIONS: &str = "Options";

/// The heading under which the set-up is told: where a picture of the board fits.
pub const SET_UP: &str = "Set-up";

/// Tells the rules of a checked game, a call of `game`. `expanded` is what they were checked from, `sources` the texts.
#[must_use]
pub fn explain(game: &Term, expanded: &Expanded, sources: &Sources) -> Explanation {
    let teller = Teller::new(game, expanded, sources);
    // First to see which definitions come up more than once, then until it stays as it is.
    let mut sections = teller.sections(game);
    for _ in 0..8 {
        if !teller.name_ideas() {
            break;
        }
        sections = teller.sections(game);
    }
    let terms = teller.terms();
    if !terms.is_empty() {
        sections.push(Section { title: "Terms".to_owned(), items: terms });
    }
    if let Some(options) = options::section(expanded) {
        sections.push(options);
    }
    sections.retain(|section| !section.items.is_empty());
    let name = game.call().and_then(|call| call.get("name")).and_then(Term::text);
    Explanation { title: name.unwrap_or("A game").to_owned(), about: options::about(expanded, sources), sections }
}

/// Tells the rules of a match of one game, which is called so by itself.
#[must_use]
pub fn explain_match_of_one(name: &str, game: &Term, expanded: &Expanded, sources: &Sources) -> Explanation {
    let mut told = explain(game, expanded, sources);
    let rounds = told.sections.iter_mut().filter(|section| section.title == ROUNDS);
    rounds.for_each(|section| section.items.insert(0, Said::new(format!("Each round is a game of {name}."))));
    told
}

/// Tells the rules of a match of several games: each by its name, with what [`explain`] takes.
#[must_use]
pub fn explain_match(games: &[(String, &Term, &Expanded)], sources: &Sources) -> Explanation {
    let mut whole = Explanation::default();
    let mut options = Vec::new();
    for (k, (name, game, expanded)) in games.iter().enumerate() {
        let mut told = explain(game, expanded, sources);
        if k == 0 {
            (whole.title, whole.about) = (told.title, told.about);
            let teller = Teller::new(game, expanded, sources);
            let items = teller.games(games);
            let players = told.sections.iter().position(|section| section.title == PLAYERS);
            whole.sections.extend(players.map(|at| told.sections.remove(at)));
            whole.sections.push(Section { title: "The match".to_owned(), items });
        }
        for mut section in told.sections {
            match section.title.as_str() {
                PLAYERS | ROUNDS => continue,
                OPTIONS => options = vec![section],
                title => {
                    section.title = format!("{name}: {title}");
                    whole.sections.push(section);
                }
            }
        }
    }
    whole.sections.extend(options);
    whole
}

impl Teller<'_> {
    fn sections(&self, game: &Term) -> Vec<Section> {
        self.begin();
        let Some(call) = game.call() else { return Vec::new() };
        let section = |title: &str, items: Vec<Said>| Section { title: title.to_owned(), items };
        let rules = call.get("rules").and_then(Term::call);
        let mut out = vec![section(PLAYERS, self.players(call)), section("Equipment", self.equipment(call))];
        let Some(rules) = rules else { return out };
        out.push(section(SET_UP, self.set_up(rules)));
        let movements = self.movements(call);
        out.push(section(if self.facts.players == 0 { "A tick" } else { "A turn" }, self.play(rules)));
        out.push(section("How the pieces move", movements));
        out.push(section("The end", self.ends(rules)));
        out.push(section(ROUNDS, self.rounds(rules)));
        out
    }
}
