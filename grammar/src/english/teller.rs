//! Who tells: the facts of the game, and what is being talked about.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::catalogue::Type;
use crate::expand::{Expanded, OptionInfo};
use crate::rules::{Call, Term, TermKind};
use crate::span::{Sources, Trace, Traces};

use super::facts::Facts;
use super::ideas::{Idea, Saying};
use super::phrases::{Phrase, phrase};
use super::words;

/// What tells the rules.
pub(super) struct Teller<'a> {
    pub facts: Facts,
    pub traces: &'a Traces,
    pub sources: &'a Sources,
    pub options: &'a [OptionInfo],
    /// What definitions say of themselves, by name as in frames.
    pub sayings: BTreeMap<String, Saying>,
    /// Definitions that came up, by name and wording.
    pub ideas: RefCell<BTreeMap<(String, String), Idea>>,
    scope: RefCell<Scope>,
}

/// What words mean at a place in the rules.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    /// The expansions the place came through.
    pub trace: Trace,
    /// Who acts.
    pub actor: String,
    /// Whether moves are made without being chosen.
    pub performed: bool,
    pub from: String,
    pub to: String,
    pub between: String,
    pub site: String,
    pub value: String,
    pub level: String,
    pub player: String,
    pub sites: String,
    pub kind: String,
    /// Whether a track is at hand: `that track`.
    pub track: bool,
    /// What moves, where that has been said: `it`, or `one of your pieces`.
    pub piece: Option<String>,
}

impl Scope {
    fn new(site: &str) -> Self {
        let words = |text: &str| text.to_owned();
        Scope {
            trace: Trace::NONE,
            actor: words("you"),
            performed: false,
            from: format!("the {site} it comes from"),
            to: format!("the {site} it goes to"),
            between: format!("the {site} it passes"),
            site: format!("that {site}"),
            value: words("that number"),
            level: words("that level"),
            player: words("that player"),
            sites: words("all of it"),
            kind: words("it"),
            track: false,
            piece: None,
        }
    }
}

impl<'a> Teller<'a> {
    pub fn new(game: &Term, expanded: &'a Expanded, sources: &'a Sources) -> Self {
        let sayings = expanded.definitions.iter().filter_map(Saying::of).collect();
        Teller {
            facts: Facts::of(game),
            traces: &expanded.traces,
            sources,
            options: &expanded.options,
            sayings,
            ideas: RefCell::default(),
            scope: RefCell::new(Scope::new("site")),
        }
    }

    /// Begins to tell the rules, perhaps anew.
    pub fn begin(&self) {
        self.scope.replace(Scope::new(self.facts.site));
        self.ideas.borrow_mut().values_mut().for_each(|idea| idea.uses = 0);
    }

    /// A word of the scope.
    pub fn scope<T>(&self, read: impl FnOnce(&Scope) -> T) -> T {
        read(&self.scope.borrow())
    }

    /// Runs `tell` in a changed scope.
    pub fn within<T>(&self, change: impl FnOnce(&mut Scope), tell: impl FnOnce() -> T) -> T {
        let before = self.scope.borrow().clone();
        change(&mut self.scope.borrow_mut());
        let told = tell();
        self.scope.replace(before);
        told
    }

    /// Goes on inside `term`, whose own words are told elsewhere.
    pub fn inside<T>(&self, term: &Term, tell: impl FnOnce(&Call) -> T) -> Option<T> {
        let call = term.call()?;
        Some(self.within(|scope| scope.trace = term.origin.trace, || tell(call)))
    }

    /// A number of things: `three steps`, `as many steps as …`.
    pub fn counted(&self, term: &Term, thing: &str) -> String {
        match term.constant() {
            Some(n) => words::counted(n, thing),
            None => {
                let number = self.number(term);
                if number.contains(' ') && !number.starts_with("that ") {
                    format!("as many {} as {number}", words::plural(thing))
                } else {
                    format!("{number} {}", words::plural(thing))
                }
            }
        }
    }

    /// Any term, by its type.
    pub fn any_phrase(&self, term: &Term) -> String {
        match term.ty {
            Type::Region => self.places(term).all(),
            Type::Bool => self.condition(term, true),
            Type::Direction => self.direction(term),
            Type::Role | Type::Player => self.who(term),
            Type::Zone => self.zone(term),
            Type::Moves => self.deed(term).inline(),
            Type::Text => self.name_of(term),
            Type::Piece => self.piece_ref(term),
            Type::From | Type::To | Type::Between | Type::Then | Type::Apply => {
                term.call().map(|call| self.part(call)).unwrap_or_default()
            }
            _ => self.number(term),
        }
    }

    /// A name or a word as such.
    pub fn name_of(&self, term: &Term) -> String {
        match &term.kind {
            TermKind::Text(text) => words::shown(text),
            TermKind::Symbol(word) => words::shown(word),
            TermKind::List(members) => {
                words::list(&members.iter().map(|member| self.name_of(member)).collect::<Vec<_>>(), "and")
            }
            _ => self.any_phrase(term),
        }
    }

    /// The phrase of a ludeme that is a noun, or of a part.
    pub fn part(&self, call: &Call) -> String {
        match phrase(call.prim) {
            Phrase::Noun(template) | Phrase::Do(template) => self.fill(template, call),
            Phrase::If(yes, _) => self.fill(yes, call),
            Phrase::Place(adjective, head, rest) => self.fill(&format!("{adjective} {head} {rest}"), call),
            Phrase::Own => String::new(),
        }
    }
}

impl Term {
    /// A number that is written out.
    pub(super) fn int(&self) -> Option<i32> {
        match self.kind {
            TermKind::Int(n) => Some(n),
            _ => None,
        }
    }

    /// A truth value that is written out.
    pub(super) fn truth(&self) -> Option<bool> {
        match self.kind {
            TermKind::Bool(truth) => Some(truth),
            _ => None,
        }
    }

    /// Whether chance decides something in it.
    pub(super) fn is_chancy(&self) -> bool {
        use crate::catalogue::Prim;
        let mut found = false;
        crate::check::each_term(self, &mut |term| {
            let prim = term.call().map(|call| call.prim);
            found |= matches!(
                prim,
                Some(Prim::Roll | Prim::Random | Prim::ValueRandom | Prim::SitesRandom | Prim::DirectionsRandom)
            );
        });
        found
    }

    /// The ludeme, if it is this one.
    pub(super) fn as_prim(&self, prim: crate::catalogue::Prim) -> Option<&Call> {
        self.call().filter(|call| call.prim == prim)
    }
}

impl Call {
    /// The word of a slot.
    pub(super) fn word(&self, slot: &str) -> Option<&str> {
        self.get(slot).and_then(Term::symbol)
    }
}
