//! What a player sees: derived from the audiences that the rules declare, never written per game.
//!
//! - Of a piece on a site, each player sees what its kind and the effects of the rules leave to be seen.
//! - Of a zone, all see how many pieces it has, and its audience what they are.
//! - Of a move, who makes it knows all. The others know what was announced, and otherwise the sites on which they see
//!   something change, with the piece if they see it there. A move that takes a piece out of a zone is known, as far as the piece
//!   goes, to who sees where it comes from or where it lies then.
//! - Of a decision that is not the player's, the player knows what everybody could know to be possible.

use super::notation::ParseMoveError;
use super::sight::SiteView;
use super::{Fault, Move, Outcome, State, notation};
use crate::program::{MoveKind, NodeKind, Role, Secrecy};
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
    /// Who decides; nobody where chance does.
    pub decider: Option<u32>,
    /// The phase of the game.
    pub phase: String,
    /// What is decided.
    pub node: String,
    /// The pieces on each site that does not look empty.
    pub sites: Vec<SiteView>,
    /// The zones.
    pub zones: Vec<ZoneView>,
    /// The score of each player.
    pub scores: Option<Vec<i32>>,
    /// What each player has to stake.
    pub amounts: Option<Vec<i32>>,
    /// What lies in the pot.
    pub pot: Option<i32>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// The moves made so far as the player knows them: with all of the above, the player's information state.
    pub history: Vec<String>,
}

/// What stands for what is not seen.
pub(super) const HIDDEN: &str = "?";

/// What a player knows of a move of the history.
struct Known {
    /// How it is written.
    text: String,
    /// The sites of it that the player knows, in its order.
    sites: Vec<u32>,
}

impl State {
    /// Whether the rules can hide anything from a player.
    #[must_use]
    pub fn has_secrets(&self) -> bool {
        let (equipment, program) = (self.game().equipment(), self.game().program());
        equipment.board_secrets
            || equipment.zones.iter().any(|zone| zone.seen_by != crate::lower::Audience::Everyone)
            || program.rules.iter().any(|rule| !matches!(rule.secrecy, Secrecy::Open | Secrecy::Announced))
            || program.nodes.iter().any(|node| matches!(node.kind, NodeKind::Sealed(_)))
    }

    /// Whether a seat decides here.
    #[must_use]
    pub fn is_asked(&self, seat: u32) -> bool {
        !self.is_over() && self.decider() == Some(self.side_of(seat))
    }

    /// What a player sees of this state.
    #[must_use]
    pub fn observation(&self, seat: u32) -> Observation {
        self.seen_by(Some(seat))
    }

    /// The state as a player sees it, or as it is.
    #[must_use]
    pub fn seen_by(&self, seat: Option<u32>) -> Observation {
        let side = seat.map(|seat| self.side_of(seat));
        Observation {
            seat,
            ply: self.ply(),
            mover: self.mover(),
            decider: self.decider(),
            phase: self.phase().to_owned(),
            node: self.node_name().to_owned(),
            sites: self.sites_seen_by(side).into_iter().filter(|view| !view.pieces.is_empty()).collect(),
            zones: self.zones_seen_by(seat),
            scores: self.scores(),
            amounts: self.amounts(),
            pot: self.pot(),
            outcome: self.outcome(),
            history: self.history_seen_by(seat),
        }
    }

    /// The zones as a player sees them, or as they are.
    pub(super) fn zones_seen_by(&self, seat: Option<u32>) -> Vec<ZoneView> {
        let side = seat.map(|seat| self.side_of(seat));
        let (equipment, program) = (self.game().equipment(), self.game().program());
        let Some(field) = program.wellknown.zones else { return Vec::new() };
        let kinds = equipment.components.len() as u32;
        let at = |i: u32| self.words().get(program, field, i) as u32;
        let view = |(row, zone): (usize, &crate::lower::Zone)| {
            let row = row as u32 * (kinds + 1);
            let seen = side.is_none_or(|side| zone.seen_by.includes(side, zone.owner));
            let pieces = || (1..=kinds).map(|k| (k, at(row + k))).filter(|(_, n)| *n > 0).collect();
            ZoneView { name: zone.name.clone(), count: at(row), pieces: seen.then(pieces) }
        };
        equipment.zones.iter().enumerate().map(view).collect()
    }

    /// Every site as a player sees it, or as it is.
    pub(super) fn views(&self, seat: Option<u32>) -> Vec<SiteView> {
        self.sites_seen_by(seat.map(|seat| self.side_of(seat)))
    }

    // History.

    /// The moves made so far as a player knows them, or as they are.
    #[must_use]
    pub fn history_seen_by(&self, seat: Option<u32>) -> Vec<String> {
        let mut seen = self.earlier().map(|earlier| earlier.history_seen_by(seat)).unwrap_or_default();
        seen.extend(self.history_here_seen_by(seat));
        seen
    }

    /// The same of the moves of the game at hand.
    pub(super) fn history_here_seen_by(&self, seat: Option<u32>) -> Vec<String> {
        match seat {
            Some(seat) if self.has_secrets() => {
                let side = self.side_of(seat);
                let audiences = self.audiences_here();
                let known = audiences.iter().enumerate().map(|(i, audience)| {
                    let sealed = !audience.includes(side);
                    if sealed { HIDDEN.to_owned() } else { self.known_move(i, seat).text }
                });
                known.collect()
            }
            _ => self.history_here().map(|(_, text)| text.to_owned()).collect(),
        }
    }

    /// The sites of the last move that a player knows.
    pub(super) fn last_sites_seen_by(&self, seat: Option<u32>) -> Vec<u32> {
        match (seat, self.history_here().count().checked_sub(1)) {
            (Some(seat), Some(last)) if self.has_secrets() => {
                let side = self.side_of(seat);
                let sealed = self.audiences_here().last().is_some_and(|audience| !audience.includes(side));
                let earlier = self.past_at(last).is_some_and(|past| self.is_of_earlier_round(past.before));
                if sealed || earlier { Vec::new() } else { self.known_move(last, seat).sites }
            }
            _ => self.last_sites(),
        }
    }

    /// How the last move is written for a player, unless a new round, or another game of a match, has begun since.
    pub(super) fn last_move_seen_by(&self, seat: Option<u32>) -> Option<String> {
        let last = self.history_here().count().checked_sub(1)?;
        let earlier = self.past_at(last).is_some_and(|past| self.is_of_earlier_round(past.before));
        self.history_here_seen_by(seat).pop().filter(|_| !earlier)
    }

    /// What a player knows of a move of the history.
    fn known_move(&self, i: usize, seat: u32) -> Known {
        let Some(past) = self.past_at(i) else { return Known { text: HIDDEN.to_owned(), sites: Vec::new() } };
        // The side that was the player's then: in a match it may be another now.
        let side = self.side_in(past.before, seat);
        let own = past.decider == Some(side);
        let game = self.game();
        let rule = game.program().rules.get(past.chosen.rule as usize);
        let secrecy = rule.map_or(Secrecy::Open, |rule| rule.secrecy);
        let value = |role: Role| {
            let found = rule?.choices.iter().zip(&past.chosen.values).find(|((r, _), _)| *r == role)?;
            u32::try_from(*found.1).ok()
        };
        let sites = || [Role::From, Role::To].into_iter().filter_map(value).collect();
        if own {
            return Known { text: past.text.to_owned(), sites: sites() };
        }
        // Written by itself: how the maker's list tells it from others may depend on what is hidden.
        let bare = || notation::bare(game, past.chosen);
        let nothing = || Known { text: HIDDEN.to_owned(), sites: Vec::new() };
        match secrecy {
            Secrecy::Open | Secrecy::Announced => Known { text: bare(), sites: sites() },
            Secrecy::Private if past.decider.is_none() && past.mover == side => Known { text: bare(), sites: sites() },
            Secrecy::Private | Secrecy::Untold => nothing(),
            Secrecy::UntilMade => {
                let mut text = bare();
                // Where it went is what `bare` writes; which piece it was lies open now.
                if let (Some(_), Some(what)) = (value(Role::To), value(Role::What)) {
                    text = format!("{text}={}", notation::component(game, what as i32));
                }
                Known { text, sites: sites() }
            }
            Secrecy::Kept | Secrecy::Hidden => match value(Role::To) {
                Some(to) => Known { text: format!("{}={HIDDEN}", game.equipment().label(to)), sites: vec![to] },
                None => nothing(),
            },
            Secrecy::OnBoard => {
                let (before, after) = (self.sight_of(past.before), self.sight_of(past.after));
                let changes = |site: &u32| {
                    *site < game.equipment().sites && before.view(*site, Some(side)) != after.view(*site, Some(side))
                };
                let (from, to) = (value(Role::From).filter(changes), value(Role::To).filter(changes));
                let label = |site: Option<u32>| site.map_or_else(|| HIDDEN.to_owned(), |s| game.equipment().label(s));
                let text = match (from, to) {
                    (None, None) => HIDDEN.to_owned(),
                    _ if rule.is_some_and(|rule| rule.kind == MoveKind::Travel) => {
                        format!("{}-{}", label(from), label(to))
                    }
                    (Some(site), None) => label(Some(site)),
                    (_, Some(to)) => {
                        let seen = after.view(to, Some(side)).pieces.pop().and_then(|piece| piece.component);
                        let put = value(Role::What);
                        let what = put.map(|put| match seen.filter(|seen| *seen == put) {
                            Some(seen) => format!("={}", notation::component(game, seen as i32)),
                            None => format!("={HIDDEN}"),
                        });
                        format!("{}{}", label(Some(to)), what.unwrap_or_default())
                    }
                };
                Known { text, sites: from.into_iter().chain(to).collect() }
            }
        }
    }

    // Decisions.

    /// Whether what can be decided here may depend on what not everybody sees.
    fn is_private(&self) -> bool {
        let equipment = self.game().equipment();
        let program = self.game().program();
        let node = self.field(program.wellknown.node, 0);
        let phase = program.nodes.get(node as usize).map_or(0, |node| node.phase);
        // What one player chose or rolled unseen can be read later in the turn.
        let kept = |rule: &crate::program::Rule| matches!(rule.secrecy, Secrecy::Private | Secrecy::Untold);
        equipment.board_secrets || equipment.private_phases.contains(&phase) || program.rules.iter().any(kept)
    }

    /// The legal moves as a player knows them: one's own as they are. Of another's decision, what everybody could know to be
    /// possible; all that is not is one entry, and tells nothing.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn moves_seen_by(&mut self, seat: u32) -> Result<Vec<String>, Fault> {
        if self.is_over() {
            return Ok(Vec::new());
        }
        let (side, decider) = (self.side_of(seat), self.decider());
        if decider == Some(side) || !self.has_secrets() {
            return Ok(self.notated_moves()?.into_iter().map(|(_, text)| text).collect());
        }
        if self.is_private() {
            return Ok(vec![HIDDEN.to_owned()]);
        }
        let moves = self.legal_moves()?;
        let mut seen: Vec<String> = Vec::new();
        for chosen in moves {
            let secrecy = self.game().program().rules.get(chosen.rule as usize).map_or(Secrecy::Open, |r| r.secrecy);
            let text = match secrecy {
                Secrecy::Open | Secrecy::Announced => notation::bare(self.game(), &chosen),
                // What is rolled for the mover alone could be anything, which all know; what is chosen is another's matter.
                _ => HIDDEN.to_owned(),
            };
            if text != HIDDEN || !seen.contains(&text) {
                seen.push(text);
            }
        }
        Ok(seen)
    }

    /// The legal move that a player means by a text. Only who decides is told anything about what is legal.
    ///
    /// # Errors
    /// If none is, if it is not for this player to decide, or the rules have a fault.
    pub fn parse_move_of(&mut self, seat: u32, text: &str) -> Result<Move, ParseMoveError> {
        if !self.is_asked(seat) {
            return Err(ParseMoveError::NotAsked { seat });
        }
        self.parse_move(text)
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
