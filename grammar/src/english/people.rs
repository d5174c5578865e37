//! People: the one to move is `you`, the others by the part they have.

use crate::catalogue::{Prim, Type};
use crate::rules::{Term, TermKind};

use super::teller::Teller;
use super::words;

impl Teller<'_> {
    /// A player as one speaks of him: `you`, `your opponent`, `player 1`.
    pub fn who(&self, term: &Term) -> String {
        match &term.kind {
            TermKind::Symbol(word) => self.role(word),
            TermKind::Int(n) => self.role(&format!("P{n}")),
            TermKind::List(members) => {
                words::list(&members.iter().map(|member| self.who(member)).collect::<Vec<_>>(), "and")
            }
            TermKind::Call(call) => match call.prim {
                Prim::Mover => "you".to_owned(),
                Prim::Next => self.role("Next"),
                Prim::Prev => self.role("Prev"),
                Prim::PlayerIndex => self.scope(|scope| scope.player.clone()),
                Prim::PlayerOf | Prim::SeatOf => {
                    call.args.first().map(|(_, index)| self.who(index)).unwrap_or_default()
                }
                Prim::Decider => self.scope(|scope| scope.actor.clone()),
                Prim::Who => format!("the owner of what is {}", self.at(call)),
                _ => self.number(term),
            },
            _ => self.number(term),
        }
    }

    /// Whose, of a player.
    pub fn whose(&self, term: &Term) -> String {
        let who = self.who(term);
        if self.scope(|scope| scope.player == who) && who.starts_with("that ") {
            return "their".to_owned();
        }
        words::possessive(&who)
    }

    /// A role as one speaks of it.
    pub fn role(&self, word: &str) -> String {
        let two = self.facts.players == 2;
        match word {
            "Mover" => "you".to_owned(),
            "P1" | "Next" | "Prev" if self.facts.players == 1 => "you".to_owned(),
            "Next" | "Prev" | "Enemy" | "NonMover" if two => "your opponent".to_owned(),
            "Next" => "the next player".to_owned(),
            "Prev" => "the player before you".to_owned(),
            "Enemy" => "an opponent".to_owned(),
            "Friend" if two => "you".to_owned(),
            "Friend" => "you or a partner".to_owned(),
            "Ally" => "a partner".to_owned(),
            "NonMover" => "another player".to_owned(),
            "Each" => "each player".to_owned(),
            "All" | "Shared" => "everybody".to_owned(),
            "Neutral" | "P0" => "nobody".to_owned(),
            "TeamMover" => "your team".to_owned(),
            "Player" => self.scope(|scope| scope.player.clone()),
            _ => match (word.strip_prefix('P'), word.strip_prefix("Team")) {
                (Some(n), _) if n.parse::<u32>().is_ok() => format!("player {n}"),
                (_, Some(n)) => format!("team {n}"),
                _ => words::spaced(word),
            },
        }
    }

    /// A piece of somebody, without its article: `piece of yours`, `enemy piece`, `Disc of player 1`.
    pub fn piece_of(&self, owner: &Term, thing: &str) -> String {
        if let Some(word) = owner.symbol().filter(|_| owner.ty == Type::Role) {
            match word {
                "Mover" => return format!("{thing} of yours"),
                "Enemy" => return format!("enemy {thing}"),
                "Friend" if self.facts.players == 2 => return format!("{thing} of yours"),
                "Friend" => return format!("{thing} of yours or of a partner"),
                "All" | "Each" => return thing.to_owned(),
                "Neutral" => return format!("neutral {thing}"),
                _ => {}
            }
        }
        if thing == "piece"
            && let Some(kind) = owner.symbol().and_then(|role| self.facts.only_kind(role))
        {
            return self.thing(kind);
        }
        let who = self.who(owner);
        match who.as_str() {
            "you" => format!("{thing} of yours"),
            "nobody" => format!("neutral {thing}"),
            "your opponent" => format!("{thing} of your opponent"),
            _ => format!("{thing} of {who}"),
        }
    }
}

impl Teller<'_> {
    /// For whom a condition holds and for whom it does not, where it only asks which of two players is to move.
    pub fn by_player(&self, condition: &Term) -> Option<(String, String)> {
        if self.facts.players != 2 || self.speaks(condition) {
            return None;
        }
        let call = condition.call()?;
        let is_mover = |term: &Term| term.symbol() == Some("Mover") || term.as_prim(Prim::Mover).is_some();
        let number = |term: &Term| match term.symbol() {
            Some(word) => word.strip_prefix('P')?.parse::<i64>().ok(),
            None => term.constant(),
        };
        let player = match call.prim {
            Prim::IsPlayer => {
                let (word, role) = (call.word("word")?, call.get("role")?);
                match word {
                    "Mover" => number(role)?,
                    word if is_mover(role) => word.strip_prefix('P')?.parse().ok()?,
                    _ => return None,
                }
            }
            Prim::Equals => match (call.get("a")?, call.get("b")?) {
                (a, b) if is_mover(a) => number(b)?,
                (a, b) if is_mover(b) => number(a)?,
                _ => return None,
            },
            _ => return None,
        };
        match player {
            1 => Some(("player 1".to_owned(), "player 2".to_owned())),
            2 => Some(("player 2".to_owned(), "player 1".to_owned())),
            _ => None,
        }
    }

    /// One of two things, by a condition: `… for player 1 and … for player 2`, or `… if …, otherwise …`.
    pub fn one_or_other(&self, condition: &Term, yes: &str, no: &str) -> String {
        match self.by_player(condition) {
            Some((a, b)) => format!("{yes} for {a} and {no} for {b}"),
            None => format!("{yes} if {}, otherwise {no}", self.condition(condition, true)),
        }
    }
}

/// The verb that goes with a subject: `are` with `you` and with plurals.
pub(super) fn agree(subject: &str, singular: &str, plural: &str) -> String {
    let many = subject == "you" || subject == "they" || subject.ends_with("players");
    if many { plural.to_owned() } else { singular.to_owned() }
}
