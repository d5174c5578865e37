//! Typed rules: every ludeme resolved to a row of the catalogue, every argument in its slot.

use crate::catalogue::{Prim, Type};
use crate::span::Origin;
use std::sync::atomic::{AtomicU32, Ordering};

/// Most players of a game.
pub const MOST_PLAYERS: i32 = 16;

/// A checked game.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The game, or the match: a call of `game` or `match`.
    pub game: Term,
}

/// A typed expression of the language.
#[derive(Clone, Debug)]
pub struct Term {
    /// What it is.
    pub kind: TermKind,
    /// What it denotes by itself: a site where a region is asked stays a number, and a role where a player's number is asked
    /// stays a role. A collection has the type of its members, or the type it stands for: `{0 1}` as a region is a region.
    pub ty: Type,
    /// Where it is written and how it came here.
    pub origin: Origin,
}

/// The kinds of typed expression.
#[derive(Clone, Debug)]
pub enum TermKind {
    /// A whole number.
    Int(i32),
    /// A number with a fraction.
    Real(f64),
    /// A truth value.
    Bool(bool),
    /// A text: the name of a piece, a region, a site, a vote …
    Text(String),
    /// A word of an enumeration, such as `Orthogonal`, `Cell` or `P1`; [`Term::ty`] says of which.
    Symbol(String),
    /// A collection.
    List(Vec<Term>),
    /// `a..b`, both ends included: of numbers, or of coordinates in a collection of them.
    Range(Box<(Term, Term)>),
    /// A ludeme with its arguments.
    Call(Call),
}

/// A ludeme with its arguments.
#[derive(Clone, Debug)]
pub struct Call {
    /// The row of the catalogue.
    pub prim: Prim,
    /// Which of the row's signatures it matched.
    pub signature: usize,
    /// The arguments given, each with the name of its slot, in the order of the signature. If the name offers a choice of
    /// words, as `is Odd|Even` does, the first is the word chosen, in slot `word`. A slot for any number of arguments holds a
    /// collection, even of one.
    pub args: Vec<(&'static str, Term)>,
    asked: Asked,
}

/// Which arguments of a call have been asked for: one bit each, and one for the call as such.
#[derive(Debug, Default)]
struct Asked(AtomicU32);

impl Asked {
    /// That the call itself has been met.
    const MET: u32 = 1 << 31;

    fn note(&self, bits: u32) {
        self.0.fetch_or(bits, Ordering::Relaxed);
    }

    fn bits(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A copy has not been asked for anything.
impl Clone for Asked {
    fn clone(&self) -> Self {
        Asked::default()
    }
}

impl Call {
    /// A ludeme of this row, whose arguments match this signature.
    #[must_use]
    pub fn new(prim: Prim, signature: usize, args: Vec<(&'static str, Term)>) -> Self {
        Call { prim, signature, args, asked: Asked::default() }
    }

    /// The argument in `slot`, if it was given; it is remembered that somebody has asked.
    #[must_use]
    pub fn get(&self, slot: &str) -> Option<&Term> {
        let found = self.args.iter().position(|(name, _)| *name == slot);
        self.asked.note(found.map_or(0, |i| 1 << i) | Asked::MET);
        found.map(|i| &self.args[i].1)
    }

    /// The same for those who only look at rules, and give the argument no meaning.
    #[must_use]
    pub fn look(&self, slot: &str) -> Option<&Term> {
        self.args.iter().find(|(name, _)| *name == slot).map(|(_, term)| term)
    }

    /// Whether the flag in `slot` is set. The checker has seen to it that flags are constants.
    #[must_use]
    pub fn flag(&self, slot: &str) -> bool {
        self.flag_or(slot, false)
    }

    /// Whether the flag in `slot` is set, `usual` if it was not given.
    #[must_use]
    pub fn flag_or(&self, slot: &str, usual: bool) -> bool {
        match self.get(slot).map(|flag| &flag.kind) {
            Some(TermKind::Bool(said)) => *said,
            _ => usual,
        }
    }

    /// The argument in `slot`, for those who give it a meaning although they do not meet the ludeme as a whole.
    pub fn heed(&self, slot: &str) -> Option<&Term> {
        let found = self.args.iter().position(|(name, _)| *name == slot)?;
        self.asked.note(1 << found);
        Some(&self.args[found].1)
    }

    /// Counts all arguments as asked for.
    pub fn excuse(&self) {
        self.asked.note(!Asked::MET);
    }

    /// The arguments for which nobody has asked, of a call that has been met.
    pub fn unasked(&self) -> impl Iterator<Item = &(&'static str, Term)> {
        let bits = self.asked.bits();
        let met = bits & Asked::MET != 0;
        self.args.iter().enumerate().filter(move |(i, _)| met && bits & (1 << i) == 0).map(|(_, arg)| arg)
    }
}

impl Term {
    /// Whether this, as a condition on a destination, can hold only where a piece stands. Where it cannot tell, it may hold elsewhere.
    #[must_use]
    pub fn asks_for_a_piece(&self) -> bool {
        let Some(call) = self.call() else { return false };
        match call.prim {
            Prim::AndBool => call.get("list").is_some_and(|list| list.members().iter().any(Term::asks_for_a_piece)),
            Prim::IsPlayer => call.get("role").and_then(Term::call).is_some_and(|who| who.prim == Prim::Who),
            Prim::IsSite => call.get("word").and_then(Term::symbol) == Some("Occupied"),
            _ => false,
        }
    }

    /// The ludeme, if it is one.
    #[must_use]
    pub fn call(&self) -> Option<&Call> {
        match &self.kind {
            TermKind::Call(call) => Some(call),
            _ => None,
        }
    }

    /// Whether a number stands for a site by what its ludeme means.
    #[must_use]
    pub fn names_site(&self) -> bool {
        self.call().is_some_and(|call| match call.prim {
            Prim::Last => matches!(call.get("word").and_then(Term::symbol), Some("From" | "To")),
            Prim::FromSite
            | Prim::ToSite
            | Prim::BetweenSite
            | Prim::Site
            | Prim::EdgeSite
            | Prim::Where
            | Prim::Ahead
            | Prim::CentrePoint
            | Prim::Coord
            | Prim::HandSite
            | Prim::RegionSite
            | Prim::TrackSiteFirst
            | Prim::TrackSiteEnd
            | Prim::TrackSiteMove => true,
            _ => false,
        })
    }

    /// The members of a collection; a single term counts as a collection of itself.
    #[must_use]
    pub fn members(&self) -> &[Term] {
        match &self.kind {
            TermKind::List(members) => members,
            _ => std::slice::from_ref(self),
        }
    }

    /// The word of a symbol.
    #[must_use]
    pub fn symbol(&self) -> Option<&str> {
        match &self.kind {
            TermKind::Symbol(word) => Some(word),
            _ => None,
        }
    }

    /// The text of a string.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match &self.kind {
            TermKind::Text(text) => Some(text),
            _ => None,
        }
    }
}
