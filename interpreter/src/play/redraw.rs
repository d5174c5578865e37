//! Another course of a game that a player could not tell from the one played: everything outside the player's audience drawn anew,
//! consistently with the history.
//!
//! The draw is a walk through whole games (Metropolis): a step changes what the player does not know somewhere (pieces that were dealt
//! elsewhere, a choice that others made unseen) and plays on from there; it is kept if all that the player is shown on the way
//! comes out the same. What that is, is read here off the declarations of the rules and the words of the states, and not
//! from [`super::Observation`]: so the one can be held against the other.

use super::state::PastMove;
use super::{Fault, Move, State};
use crate::lower::{Audience, Component, Facet};
use crate::machine::{self, Rng};
use crate::program::layout::RoundFields;
use crate::program::op::FieldId;
use crate::program::{NodeKind, Program, Secrecy};
use parlour_grammar::diagnostic::Diagnostic;

/// Steps of the walk where a decision is tried.
const STEPS: u32 = 12;

/// A course of a game.
#[derive(Clone)]
struct World {
    start: machine::State,
    moves: Vec<Move>,
}

/// What a course must have in common with the one played.
struct Known {
    /// What the player sees, before each move and at the end.
    facts: Vec<Vec<i32>>,
    /// The moves that the player knows to have been made.
    fixed: Vec<bool>,
}

/// How a step goes on from a course.
struct Step {
    world: World,
    /// The ply whose move is drawn anew.
    anew: Option<usize>,
}

impl State {
    /// A state that the player could as well be in, with the history that leads there: drawn in so many steps. `None` if all that
    /// the player does not know came out as it is.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn redrawn(&self, seat: u32, rng: &mut Rng, steps: u32) -> Result<Option<State>, Fault> {
        let plays = (1..=self.game().players()).contains(&seat);
        if plays { self.redrawn_for(seat, rng, steps) } else { Ok(None) }
    }

    fn redrawn_for(&self, seat: u32, rng: &mut Rng, steps: u32) -> Result<Option<State>, Fault> {
        let mut first = self.clone();
        first.back_to_start();
        let known = self.known_to(seat);
        let free: Vec<usize> = (0..known.fixed.len()).filter(|i| !known.fixed[*i]).collect();
        let dealt = self.is_dealt()?;
        let played =
            World { start: first.words().clone(), moves: self.history_here().map(|(m, _)| m.clone()).collect() };
        let mut world = played.clone();
        for _ in 0..steps {
            let Some(step) = self.step(&world, seat, &free, dealt, rng) else { break };
            if let Some(next) = first.follow(step, seat, &known, rng)? {
                world = next;
            }
        }
        if world.start == played.start && world.moves == played.moves {
            return Ok(None);
        }
        first.restart_from(world.start.clone());
        for chosen in &world.moves {
            // Every move was legal on the walk.
            if first.apply(chosen).is_err() {
                return Ok(None);
            }
        }
        Ok(Some(first))
    }

    /// What the legal moves tell who decides of what that player does not see: a move that there is or is not, though all that the
    /// player sees is the same.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn told_by_moves(&mut self, rng: &mut Rng) -> Result<Option<Diagnostic>, Fault> {
        let Some(side) = self.decider().filter(|_| !self.is_over()) else { return Ok(None) };
        let decider = self.seat_of(side);
        let Some(mut other) = self.redrawn_for(decider, rng, STEPS)? else { return Ok(None) };
        let (here, there) = (self.notated_moves()?, other.notated_moves()?);
        let lacks = |list: &[(Move, String)], text: &str| list.iter().all(|(_, other)| other != text);
        let only = here.iter().find(|(_, text)| lacks(&there, text));
        let Some((chosen, text)) = only.or_else(|| there.iter().find(|(_, text)| lacks(&here, text))) else {
            return Ok(None);
        };
        let origin = self.game().program().rules[chosen.rule as usize].origin;
        let what = format!("whether player {decider} may play `{text}` depends on what player {decider} does not see");
        let found = Diagnostic::warning("W0502", what, origin, "the list of these moves tells a secret");
        Ok(Some(found.help(
            "offer what could be possible as far as the player knows, `(choose … seenBy:Mover)` in a turn, and let the rules answer the \
             attempt; `(is Hidden at:(site) to:Mover)` asks what the player does not see",
        )))
    }

    /// Whether chance has a part in the set-up: otherwise all know how the game begins.
    fn is_dealt(&self) -> Result<bool, Fault> {
        let first = State::set_up(self.game(), 0, true)?;
        for seed in 1..4 {
            if State::set_up(self.game(), seed, true)?.words() != first.words() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn known_to(&self, seat: u32) -> Known {
        let count = self.history_here().count();
        let pasts: Vec<PastMove<'_>> = (0..count).filter_map(|i| self.past_at(i)).collect();
        let mut facts: Vec<Vec<i32>> = pasts.iter().map(|past| self.facts(past.before, seat)).collect();
        facts.push(self.facts(self.words(), seat));
        let sealed = self.sealed_since(&pasts);
        let fixed = pasts.iter().enumerate().map(|(i, past)| {
            let side = self.side_in(past.before, seat);
            if past.decider == Some(side) {
                return true;
            }
            match self.secrecy_of(past.chosen) {
                Secrecy::Open | Secrecy::Announced => i < sealed,
                Secrecy::Private => past.decider.is_none() && past.mover == side,
                _ => false,
            }
        });
        Known { fixed: fixed.collect(), facts }
    }

    fn secrecy_of(&self, chosen: &Move) -> Secrecy {
        self.game().program().rules.get(chosen.rule as usize).map_or(Secrecy::Open, |rule| rule.secrecy)
    }

    /// The first ply of the sealed decision under way; beyond the last if there is none.
    fn sealed_since(&self, pasts: &[PastMove<'_>]) -> usize {
        let program = self.game().program();
        let at = |words: &machine::State| words.get(program, program.wellknown.node, 0);
        let kind = |node: i32| program.nodes.get(node as usize).map(|node| node.kind);
        let mut next = at(self.words());
        let Some(NodeKind::Sealed(number)) = kind(next).filter(|_| !self.is_over()) else { return pasts.len() };
        // Its nodes follow each other: one that does not come before the next is of an earlier turn.
        let mut since = pasts.len();
        while since > 0 {
            let node = at(pasts[since - 1].before);
            if kind(node) != Some(NodeKind::Sealed(number)) || node >= next {
                break;
            }
            (next, since) = (node, since - 1);
        }
        since
    }

    /// A change of what the player does not know.
    fn step(&self, world: &World, seat: u32, free: &[usize], dealt: bool, rng: &mut Rng) -> Option<Step> {
        let mut world = world.clone();
        if dealt && (free.is_empty() || rng.below(2) == 0) {
            self.deal_elsewhere(&mut world.start, seat, rng);
            return Some(Step { world, anew: None });
        }
        let any = |rng: &mut Rng| free[rng.below(free.len() as u32) as usize];
        if free.is_empty() {
            return None;
        }
        let (i, j) = (any(rng), any(rng));
        if i == j || world.moves[i].rule != world.moves[j].rule || rng.below(3) == 0 {
            return Some(Step { world, anew: Some(i) });
        }
        // Two choices change places, such as which piece was put on which site.
        let width = world.moves[i].values.len().min(world.moves[j].values.len());
        if width > 0 {
            let k = rng.below(width as u32) as usize;
            let (a, b) = (world.moves[i].values[k], world.moves[j].values[k]);
            (world.moves[i].values[k], world.moves[j].values[k]) = (b, a);
        }
        Some(Step { world, anew: None })
    }

    /// Two pieces that the player does not see in their zones, or does not know on their sites, change places.
    fn deal_elsewhere(&self, words: &mut machine::State, seat: u32, rng: &mut Rng) {
        let side = self.side_in(words, seat);
        let (program, equipment) = (self.game().program(), self.game().equipment());
        let kinds = equipment.components.len() as u32;
        let pick = |rng: &mut Rng, n: usize| rng.below(n as u32) as usize;
        let mut places: Vec<(FieldId, u32, u32)> = Vec::new();
        if let Some(field) = program.wellknown.zones {
            for (row, zone) in equipment.zones.iter().enumerate() {
                if !sees(zone.seen_by, side, zone.owner) {
                    let at = |kind: u32| row as u32 * (kinds + 1) + kind;
                    let there = (1..=kinds).filter(|kind| words.get(program, field, at(*kind)) > 0);
                    places.extend(there.map(|kind| (field, at(0), kind)));
                }
            }
        }
        let what = program.stacks.as_ref().map_or(program.wellknown.what, |stacks| stacks.levels);
        if program.stacks.is_none() {
            for site in 0..equipment.sites {
                let kind = words.get(program, what, site) as u32;
                if kind > 0 && self.is_hidden(words, Facet::What, site, kind, side) {
                    places.push((what, site, kind));
                }
            }
        }
        if places.is_empty() {
            return;
        }
        let (a, b) = (places[pick(rng, places.len())], places[pick(rng, places.len())]);
        let owner = |kind: u32| equipment.components[kind as usize - 1].owner;
        if (a.0, a.1) == (b.0, b.1) || a.2 == b.2 || owner(a.2) != owner(b.2) {
            return;
        }
        for ((field, at, old), new) in [(a, b.2), (b, a.2)] {
            if Some(field) == program.wellknown.zones {
                for (kind, n) in [(old, -1), (new, 1)] {
                    let there = words.get(program, field, at + kind);
                    words.put(program, field, at + kind, there + n);
                }
            } else {
                words.put(program, field, at, new as i32);
            }
        }
        words.derive(program);
    }

    /// Plays a course; where an unknown move is not possible any more, another takes its place. `None` if the player would have seen
    /// a difference.
    fn follow(&self, step: Step, seat: u32, known: &Known, rng: &mut Rng) -> Result<Option<World>, Fault> {
        let Step { mut world, anew } = step;
        let mut state = self.clone();
        state.restart_from(world.start.clone());
        for (i, fixed) in known.fixed.iter().enumerate() {
            if self.facts(state.words(), seat) != known.facts[i] || state.is_over() {
                return Ok(None);
            }
            let moves = state.legal_moves()?;
            if !moves.contains(&world.moves[i]) || anew == Some(i) {
                let sealed = matches!(state.node_kind(), NodeKind::Sealed(_));
                let unseen = |m: &&Move| sealed || !matches!(self.secrecy_of(m), Secrecy::Open | Secrecy::Announced);
                let others: Vec<&Move> = moves.iter().filter(unseen).collect();
                if *fixed || others.is_empty() {
                    return Ok(None);
                }
                world.moves[i] = others[rng.below(others.len() as u32) as usize].clone();
            }
            state.resolve(&world.moves[i])?;
            if state.game().index() != self.game().index() {
                // Another game of the match has begun.
                return Ok(None);
            }
        }
        Ok((self.facts(state.words(), seat) == known.facts[known.fixed.len()]).then_some(world))
    }

    // What the player sees, by the declarations.

    /// All that the player sees of a state, as numbers.
    fn facts(&self, words: &machine::State, seat: u32) -> Vec<i32> {
        let side = self.side_in(words, seat);
        let (program, equipment) = (self.game().program(), self.game().equipment());
        let known = &program.wellknown;
        let of = |field: FieldId, i: u32| words.get(program, field, i);
        let mut facts = vec![of(known.mover, 0), of(known.node, 0), of(known.plies, 0), of(known.over, 0)];
        facts.push(known.decider.map_or(0, |field| of(field, 0)));
        facts.extend((0..=program.players).map(|player| of(known.rank, player)));
        for field in known.rounds.iter().flat_map(RoundFields::fields) {
            facts.extend((0..program.fields[field.0 as usize].len).map(|i| of(field, i)));
        }
        facts.extend(known.score.into_iter().flat_map(|field| (1..=program.players).map(move |p| of(field, p))));
        if let Some(field) = known.zones {
            let kinds = equipment.components.len() as u32;
            for (row, zone) in equipment.zones.iter().enumerate() {
                let row = row as u32 * (kinds + 1);
                let shown = if sees(zone.seen_by, side, zone.owner) { kinds } else { 0 };
                facts.extend((0..=shown).map(|kind| of(field, row + kind)));
            }
        }
        for site in 0..equipment.sites {
            let cells = match &program.stacks {
                Some(stacks) => site * stacks.max..site * stacks.max + of(stacks.height, site) as u32,
                None => site..site + 1,
            };
            let what = program.stacks.as_ref().map_or(known.what, |stacks| stacks.levels);
            for cell in cells {
                let kind = of(what, cell) as u32;
                let hidden = |facet| self.is_hidden(words, facet, cell, kind, side);
                if kind == 0 || hidden(Facet::Presence) {
                    continue;
                }
                facts.push(site as i32);
                let whose = equipment.components[kind as usize - 1].owner as i32;
                facts.push(if hidden(Facet::Who) { -1 } else { whose });
                let base = |kind: u32| {
                    let name = &equipment.components[kind as usize - 1].base;
                    equipment.components.iter().position(|c| c.base == *name).map_or(0, |i| i as i32)
                };
                facts.push(match (hidden(Facet::What), hidden(Facet::Who)) {
                    (true, _) => -1,
                    (false, true) => base(kind),
                    (false, false) => kind as i32,
                });
                for (facet, field) in [
                    (Facet::State, known.state),
                    (Facet::Rotation, known.rotation),
                    (Facet::Value, known.value),
                    (Facet::Count, known.count),
                ] {
                    facts.extend(field.map(|field| if hidden(facet) { -1 } else { of(field, cell) }));
                }
            }
        }
        facts
    }

    /// Whether a facet of a piece of this kind in a cell is hidden from a player.
    fn is_hidden(&self, words: &machine::State, facet: Facet, cell: u32, kind: u32, side: u32) -> bool {
        let Some(component) = self.game().equipment().components.get((kind as usize).wrapping_sub(1)) else {
            return false;
        };
        let program: &Program = self.game().program();
        let changed = program.wellknown.hidden[facet as usize].map_or(0, |field| words.get(program, field, cell));
        declared_hidden(component, facet, side) != (changed >> (side - 1) & 1 == 1)
    }
}

/// Whether the kind of piece says that a facet is hidden from a player.
fn declared_hidden(component: &Component, facet: Facet, side: u32) -> bool {
    match facet {
        Facet::Presence => !sees(component.seen_by, side, component.owner),
        Facet::What | Facet::State | Facet::Rotation | Facet::Value => !sees(component.known_by, side, component.owner),
        Facet::Who | Facet::Count => false,
    }
}

fn sees(audience: Audience, side: u32, owner: u32) -> bool {
    match audience {
        Audience::Owner => side == owner,
        Audience::Others => side != owner,
        Audience::Everyone => true,
        Audience::Nobody => false,
    }
}
