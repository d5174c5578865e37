//! Nodes: who decides, what chance may bring, and what is still hidden from whom.

use super::playout::MOST_IN_A_ROW;
use super::{Fault, Move, State};
use crate::machine::Rng;
use crate::program::NodeKind;
use crate::program::op::FieldId;

/// One thing that chance may bring.
#[derive(Clone, PartialEq, Debug)]
pub struct ChanceOutcome {
    /// The transition, to be applied like a move.
    pub outcome: Move,
    /// How it is written.
    pub notation: String,
    /// Its weight: it comes with this probability, by the sum of all weights.
    pub weight: u32,
    /// Its probability.
    pub probability: f64,
}

/// Who may know a fact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// Everybody.
    All,
    /// One player.
    Only(u32),
    /// Nobody: it is kept for later.
    Nobody,
}

impl Audience {
    /// Whether a player may know it.
    #[must_use]
    pub fn includes(self, player: u32) -> bool {
        match self {
            Audience::All => true,
            Audience::Only(p) => p == player,
            Audience::Nobody => false,
        }
    }
}

/// A value of the state that is not for everybody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Secret {
    /// The field.
    pub field: FieldId,
    /// The place in it.
    pub place: u32,
    /// Who may know it.
    pub audience: Audience,
}

impl State {
    /// What kind of node the game waits at.
    #[must_use]
    pub fn node_kind(&self) -> NodeKind {
        self.node().map_or(NodeKind::Decision, |node| node.kind)
    }

    /// Whether all players choose a move of this phase at once, unseen by each other.
    #[must_use]
    pub fn is_at_once(&self) -> bool {
        matches!(self.node_kind(), NodeKind::Sealed(_)) && self.node_name() == self.phase()
    }

    /// What is decided here: the name of the step or choice, or of the phase.
    #[must_use]
    pub fn node_name(&self) -> &str {
        self.node().map_or("", |node| node.name.as_str())
    }

    fn node(&self) -> Option<&crate::program::Node> {
        let program = self.game().program();
        let node = self.words().get(program, program.wellknown.node, 0);
        program.nodes.get(usize::try_from(node).ok()?)
    }

    /// Whether chance decides here.
    #[must_use]
    pub fn is_chance(&self) -> bool {
        !self.is_over() && self.node_kind() == NodeKind::Chance
    }

    /// Whether nobody decides here, and nothing either: the game goes on by itself.
    #[must_use]
    pub fn goes_on_by_itself(&self) -> bool {
        !self.is_over() && !self.is_chance() && self.decider().is_none()
    }

    /// Whether chance decides here among the effects of the last move, which is not over.
    #[must_use]
    pub fn is_chance_of_move(&self) -> bool {
        self.is_chance() && self.node().is_some_and(|node| node.follows)
    }

    /// Whether the game waits at the beginning of a turn: set-ups are such positions.
    #[must_use]
    pub fn begins_turn(&self) -> bool {
        let program = self.game().program();
        let mut again = self.clone();
        let words = self.words().clone();
        program.phases == program.nodes.len() || again.entered().is_ok_and(|entered| entered == words)
    }

    /// The player who decides; nobody where chance does, or where the game goes on by itself.
    #[must_use]
    pub fn decider(&self) -> Option<u32> {
        if self.is_chance() {
            return None;
        }
        let program = self.game().program();
        let asked = program.wellknown.decider.map_or(0, |field| self.words().get(program, field, 0));
        Some(if asked > 0 { asked as u32 } else { self.mover() }).filter(|who| *who > 0)
    }

    /// What each die of the equipment shows.
    #[must_use]
    pub fn dice(&self) -> Vec<i32> {
        let program = self.game().program();
        let Some(field) = program.wellknown.dice else { return Vec::new() };
        (0..self.game().equipment().dice.len() as u32).map(|die| self.words().get(program, field, die)).collect()
    }

    /// What has been rolled in the turn so far, as a player knows it, or as it is: `first:6`.
    #[must_use]
    pub fn rolled(&self, seat: Option<u32>) -> Vec<String> {
        let (nodes, past) = (&self.game().program().nodes, self.past_nodes());
        let mover = self.mover();
        let of_turn =
            past.iter().enumerate().rev().take_while(|(i, _)| self.past_at(*i).is_some_and(|p| p.mover == mover));
        let rolls = of_turn.filter(|(_, (_, kind, _))| *kind == NodeKind::Chance);
        let mut texts = None;
        let mut rolled: Vec<String> = Vec::new();
        for (i, (node, _, _)) in rolls {
            // The outcome of a roll goes by the roll's name; what is drawn is no number.
            let texts = texts.get_or_insert_with(|| self.history_here_seen_by(seat));
            let name = nodes.get(*node as usize).map(|node| node.name.to_lowercase());
            let text = &texts[i];
            if name.is_some_and(|name| {
                text.strip_prefix(name.as_str())
                    .and_then(|rest| rest.strip_prefix(':'))
                    .is_some_and(|face| face.parse::<i32>().is_ok())
            }) {
                rolled.push(text.clone());
            }
        }
        rolled.reverse();
        rolled
    }

    /// What chance may bring here, with weights and probabilities; empty where a player decides.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn outcomes(&mut self) -> Result<Vec<ChanceOutcome>, Fault> {
        if !self.is_chance() {
            return Ok(Vec::new());
        }
        let weights = self.weights()?;
        let total: f64 = weights.iter().map(|w| f64::from(*w)).sum();
        let moves = self.notated_moves()?;
        Ok(moves
            .into_iter()
            .zip(weights)
            .map(|((outcome, notation), weight)| ChanceOutcome {
                outcome,
                notation,
                weight,
                probability: f64::from(weight) / total,
            })
            .collect())
    }

    /// Draws what chance brings here, from a stream of the caller's; nothing where a player decides.
    ///
    /// # Errors
    /// A fault of the rules; to draw on and on without a decision is one.
    pub fn draw(&mut self, rng: &mut Rng) -> Result<Option<Move>, Fault> {
        let mut outcomes = self.outcomes()?;
        if outcomes.is_empty() {
            return Ok(None);
        }
        if self.drawn_in_a_row() >= MOST_IN_A_ROW {
            return Err(Fault::Fuel(self.node().map_or(self.game().rules().origin, |node| node.origin)));
        }
        let weights: Vec<i32> = outcomes.iter().map(|o| i32::try_from(o.weight).unwrap_or(i32::MAX)).collect();
        let k = crate::machine::drawn(&weights, rng) as usize;
        Ok(Some(outcomes.swap_remove(k).outcome))
    }

    /// The values of the state that not everybody may know: what has been chosen in the sealed decision under way.
    #[must_use]
    pub fn secrets(&self) -> Vec<Secret> {
        if self.is_over() || !matches!(self.node_kind(), NodeKind::Sealed(_)) {
            return Vec::new();
        }
        let known = &self.game().program().wellknown;
        let places = |field: FieldId| {
            (0..=self.game().players()).map(move |place| Secret {
                field,
                place,
                audience: if place == 0 { Audience::Nobody } else { Audience::Only(place) },
            })
        };
        known.sealed.iter().copied().flat_map(places).collect()
    }

    /// Who may know each move of the history, in its order: choices of the sealed decision under way are their makers' alone.
    #[must_use]
    pub fn history_audiences(&self) -> Vec<Audience> {
        let mut audiences = self.earlier().map(State::history_audiences).unwrap_or_default();
        audiences.extend(self.audiences_here());
        audiences
    }

    /// The same of the moves of the game at hand.
    pub(super) fn audiences_here(&self) -> Vec<Audience> {
        let now = if self.is_over() { NodeKind::Decision } else { self.node_kind() };
        let mut audiences: Vec<Audience> = Vec::new();
        let mut open = matches!(now, NodeKind::Sealed(_));
        // The nodes of a sealed decision follow each other; one that does not come before the next is of an earlier turn.
        let mut next = self.field(self.game().program().wellknown.node, 0);
        for (node, kind, decider) in self.past_nodes().into_iter().rev() {
            open &= kind == now && node < next;
            next = node;
            audiences.push(if open { Audience::Only(decider) } else { Audience::All });
        }
        audiences.reverse();
        audiences
    }
}
