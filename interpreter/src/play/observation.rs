//! What a player sees: derived from who sees each zone, never written per game.
//!
//! Everything on sites is seen by all. Of a zone, all see how many pieces it has, and its audience what they are. A move that takes
//! a piece out of a zone that not all see is known, as far as the piece goes, to who makes it; to others once the piece lies
//! where they see it.

use super::{Fault, Move, Outcome, Piece, State, notation};
use crate::lower::Audience;
use crate::program::{Role, Secrecy};
use std::fmt;

/// A zone as a player sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ZoneView {
    /// Its name: `Hand1`.
    pub name: String,
    /// How many pieces it has.
    pub count: u32,
    /// Which they are, each component with its number; `None` for who does not see it.
    pub pieces: Option<Vec<(u32, u32)>>,
}

/// A state as a player sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct Observation {
    /// The player; `None` for who sees all.
    pub seat: Option<u32>,
    /// Plies played.
    pub ply: u32,
    /// The player to move.
    pub mover: u32,
    /// The phase of the game.
    pub phase: String,
    /// The pieces on each occupied site, bottom to top.
    pub sites: Vec<(u32, Vec<Piece>)>,
    /// The zones.
    pub zones: Vec<ZoneView>,
    /// The score of each player.
    pub scores: Option<Vec<i32>>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// The moves made so far as the player knows them: with all of the above, the player's information state.
    pub history: Vec<String>,
}

/// What stands for a piece that is not seen.
const HIDDEN: &str = "?";

impl State {
    /// What a player sees of this state.
    #[must_use]
    pub fn observation(&self, seat: u32) -> Observation {
        self.seen_by(Some(seat))
    }

    /// The state as a player sees it, or as it is.
    pub(super) fn seen_by(&self, seat: Option<u32>) -> Observation {
        let sites = (0..self.game().equipment().sites).map(|site| (site, self.pieces(site)));
        Observation {
            seat,
            ply: self.ply(),
            mover: self.mover(),
            phase: self.phase().to_owned(),
            sites: sites.filter(|(_, pieces)| !pieces.is_empty()).collect(),
            zones: self.zones_seen_by(seat),
            scores: self.scores(),
            outcome: self.outcome(),
            history: self.history_seen_by(seat),
        }
    }

    /// The zones as a player sees them, or as they are.
    pub(super) fn zones_seen_by(&self, seat: Option<u32>) -> Vec<ZoneView> {
        let (equipment, program) = (self.game().equipment(), self.game().program());
        let Some(field) = program.wellknown.zones else { return Vec::new() };
        let kinds = equipment.components.len() as u32;
        let at = |i: u32| self.words().get(program, field, i) as u32;
        let view = |(row, zone): (usize, &crate::lower::Zone)| {
            let row = row as u32 * (kinds + 1);
            let seen = match (zone.seen_by, seat) {
                (_, None) | (Audience::Everyone, _) => true,
                (Audience::Owner, Some(seat)) => zone.owner == seat,
                (Audience::Nobody, Some(_)) => false,
            };
            let pieces = || (1..=kinds).map(|k| (k, at(row + k))).filter(|(_, n)| *n > 0).collect();
            ZoneView { name: zone.name.clone(), count: at(row), pieces: seen.then(pieces) }
        };
        equipment.zones.iter().enumerate().map(view).collect()
    }

    fn history_seen_by(&self, seat: Option<u32>) -> Vec<String> {
        let known = |((decider, chosen, text), audience): ((u32, &Move, &str), super::Audience)| {
            let sealed = seat.is_some_and(|seat| !audience.includes(seat));
            match self.secrecy(chosen) {
                _ if sealed => HIDDEN.to_owned(),
                Secrecy::Hidden if seat.is_some() => self.veiled(chosen),
                Secrecy::Kept if seat.is_some_and(|seat| seat != decider) => self.veiled(chosen),
                _ => text.to_owned(),
            }
        };
        self.past_moves().zip(self.history_audiences()).map(known).collect()
    }

    fn secrecy(&self, chosen: &Move) -> Secrecy {
        self.game().program().rules.get(chosen.rule as usize).map_or(Secrecy::Open, |rule| rule.secrecy)
    }

    /// A move without the piece it is about.
    fn veiled(&self, chosen: &Move) -> String {
        let rule = &self.game().program().rules[chosen.rule as usize];
        let to = rule.choices.iter().zip(&chosen.values).find(|((role, _), _)| *role == Role::To).map(|(_, v)| *v);
        match to.and_then(|to| u32::try_from(to).ok()) {
            Some(to) => format!("{}={HIDDEN}", self.game().equipment().label(to)),
            None => HIDDEN.to_owned(),
        }
    }

    /// The legal moves as a player knows them: what the player who decides could do with pieces that only that player sees is one
    /// entry, and tells nothing of them.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn moves_seen_by(&mut self, seat: u32) -> Result<Vec<String>, Fault> {
        let (decider, moves) = (self.decider(), self.notated_moves()?);
        if decider == Some(seat) {
            return Ok(moves.into_iter().map(|(_, text)| text).collect());
        }
        let mut seen = Vec::new();
        for (chosen, _) in moves {
            // Written by itself: how it is told from others may depend on what is hidden.
            let text = match self.secrecy(&chosen) {
                Secrecy::Open => notation::bare(self.game(), &chosen),
                _ => HIDDEN.to_owned(),
            };
            if text != HIDDEN || !seen.contains(&text) {
                seen.push(text);
            }
        }
        Ok(seen)
    }

    /// The zones as text, one a line.
    pub(super) fn zones_text(&self, seat: Option<u32>) -> String {
        let names = |pieces: &[(u32, u32)]| {
            let name = |(kind, n): &(u32, u32)| {
                let name = &self.game().equipment().components[*kind as usize - 1].name;
                if *n == 1 { name.clone() } else { format!("{name}*{n}") }
            };
            pieces.iter().map(name).collect::<Vec<_>>().join(" ")
        };
        let line = |zone: ZoneView| match &zone.pieces {
            Some(pieces) => format!("{} ({}): {}", zone.name.to_lowercase(), zone.count, names(pieces)),
            None => format!("{} ({}): {HIDDEN}", zone.name.to_lowercase(), zone.count),
        };
        self.zones_seen_by(seat).into_iter().map(|zone| line(zone).trim_end().to_owned() + "\n").collect()
    }
}

impl fmt::Display for ZoneView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.count)
    }
}
