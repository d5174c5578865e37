//! Our own machine as a replica.

use std::time::Instant;

use super::notation::{Place, SiteContent, SitePiece};
use super::recording::{Outcome, RecordedDecision, RecordedTrial, Recording, SiteKind};
use super::replay::{MoveKey, Replica};
use crate::board::SiteType;
use crate::lower::Equipment;
use crate::play::{Fault, Game, Move, SetupPiece, State};
use crate::program::{MoveKind, Role, Rule};

/// A game of ours, led along a recording.
#[derive(Clone)]
pub struct Own {
    state: State,
    moves: Vec<Move>,
    /// For each component of ours the recorded one; the first is component 1.
    components: Vec<u32>,
    /// The site kind that boards list, and where its sites and those of the containers lie with us.
    listed: Listed,
    /// For each die of ours the recorded component.
    dice: Vec<u32>,
    /// What the dice showed before a roll that a forced pass leaves unrecorded.
    before: Option<Vec<i32>>,
    deadline: Instant,
    check_every: usize,
}

/// Which of our sites a recording lists, and under which numbers.
#[derive(Clone)]
struct Listed {
    kind: SiteType,
    usual: bool,
    containers: u32,
    /// For the sites of each container, the board's usual ones included: the first, one past the last, and the number the recording
    /// gives to the first. It may leave room between board and hands.
    numbers: Vec<(u32, u32, u32)>,
}

impl Listed {
    fn number(&self, equipment: &Equipment, site: u32) -> u32 {
        let within = self.numbers.iter().find(|(first, end, _)| (*first..*end).contains(&site));
        within.map_or_else(|| equipment.place_of(site).1, |(first, _, recorded)| recorded + site - first)
    }

    /// The site that a recording gives this number.
    fn site(&self, number: u32) -> Option<u32> {
        let within = |(first, end, recorded): &&(u32, u32, u32)| (*recorded..recorded + end - first).contains(&number);
        self.numbers.iter().find(within).map(|(first, _, recorded)| first + number - recorded)
    }
}

impl Own {
    /// The game set up as recorded, chance included. No decision is begun after `deadline`; the modes of the generator are held against each other
    /// at every ply whose number `check_every` divides, never if that is 0.
    ///
    /// # Errors
    /// A fault of the set-up.
    pub fn new(
        game: &Game,
        recording: &Recording,
        trial: &RecordedTrial,
        deadline: Instant,
        check_every: usize,
    ) -> Result<Self, Fault> {
        let equipment = game.equipment();
        let kind = match recording.site_kind {
            SiteKind::Cell => SiteType::Cell,
            SiteKind::Vertex => SiteType::Vertex,
            SiteKind::Edge => SiteType::Edge,
        };
        let containers = equipment.containers.iter().map(|c| c.first + c.sites).max().unwrap_or(0);
        let numbers = (equipment.containers.iter().zip(&recording.containers))
            .map(|(ours, theirs)| (ours.first, ours.first + ours.sites, theirs.first))
            .collect();
        let listed = Listed { kind, usual: kind == equipment.kind(), containers, numbers };
        let components = components(equipment, recording);
        let is_die = |(_, (name, _)): &(usize, &(String, u32))| name.starts_with("Die");
        let dice = recording.components.iter().enumerate().filter(is_die).map(|(at, _)| at as u32 + 1).collect();
        let mut state = game.start(0)?;
        if game.begin()?.is_chance() && listed.usual {
            state = set_up_as_recorded(state, recording, trial, &listed, &components);
        }
        Ok(Self { state, moves: Vec::new(), components, listed, dice, before: None, deadline, check_every })
    }

    /// A die, as a piece on its site whose state is the face it shows.
    fn die(&self, site: u32) -> Option<SiteContent> {
        let equipment = self.state.game().equipment();
        let at = equipment.dice.iter().position(|die| die.site == site)?;
        let shown = self.state.dice().get(at).copied().unwrap_or(0);
        let face = equipment.dice[at].faces.iter().position(|face| *face == shown).unwrap_or(0);
        let component = *self.dice.get(at)?;
        let piece = SitePiece { component, count: 1, state: face as i64, rotation: 0, value: 0 };
        Some(SiteContent { site: self.listed.number(equipment, site), pieces: vec![piece] })
    }

    /// Whether nothing can be done here but pass.
    fn only_passes(&mut self) -> bool {
        let passes = |m: &Move, state: &State| state.game().program().rules[m.rule as usize].kind == MoveKind::Pass;
        let moves = self.state.legal_moves().unwrap_or_default();
        !self.state.is_chance() && moves.iter().all(|m| passes(m, &self.state))
    }

    /// Lets chance bring what is recorded: a roll, or (where none is, since nothing could be done with it) one that is followed by a
    /// forced pass.
    fn roll(&mut self, decision: &RecordedDecision) -> Result<(), Fault> {
        self.before = None;
        while self.state.is_chance() {
            let equipment = self.state.game().equipment();
            let rolls = decision.rolls();
            let faces: Vec<i32> = (equipment.dice.iter())
                .filter_map(|die| {
                    let recorded = self.listed.number(equipment, die.site);
                    let (_, face) = rolls.iter().find(|(site, _)| *site == recorded)?;
                    die.faces.get(*face as usize).copied()
                })
                .collect();
            let outcomes = self.state.legal_moves()?;
            if let Some(outcome) = outcomes.iter().find(|o| o.values[..] == faces[..]) {
                self.state.resolve(outcome)?;
                continue;
            }
            let shown = self.state.dice();
            let kept = self.state.keep();
            for (k, outcome) in outcomes.iter().enumerate() {
                self.state.resolve(outcome)?;
                if k + 1 == outcomes.len() || self.only_passes() {
                    break;
                }
                self.state.restore(kept.clone());
            }
            self.before.get_or_insert(shown);
        }
        Ok(())
    }

    fn content(&self, site: u32) -> Option<SiteContent> {
        if let Some(die) = self.die(site) {
            return Some(die);
        }
        let pieces = self.state.pieces(site);
        let count = if self.state.game().program().stacks.is_some() { 1 } else { i64::from(self.state.count(site)) };
        let pieces: Vec<SitePiece> = pieces
            .into_iter()
            .map(|piece| SitePiece {
                component: self.components.get(piece.component as usize - 1).copied().unwrap_or(piece.component),
                count,
                state: i64::from(piece.state),
                rotation: i64::from(piece.rotation),
                value: i64::from(piece.value),
            })
            .collect();
        let site = self.listed.number(self.state.game().equipment(), site);
        (!pieces.is_empty()).then_some(SiteContent { site, pieces })
    }

    fn key(&self, chosen: &Move) -> MoveKey {
        let rule = &self.state.game().program().rules[chosen.rule as usize];
        let place = place(&self.listed, self.state.game().equipment(), rule, chosen);
        let mut key = MoveKey::from(place);
        let mut mark = |name: &str, value: String| _ = key.marks.insert(name.to_owned(), value);
        if let Some((act, say)) = word_of(rule) {
            mark("act", act.to_owned());
            mark("say", say.to_owned());
        }
        let of = |role: Role| value(rule, chosen, role);
        if let (Some(low), Some(high)) = (of(Role::LevelMin), of(Role::LevelMax)) {
            mark("levels", format!("{low}-{high}"));
        }
        if let Some(level) = of(Role::LevelMin) {
            mark("level", level.to_string());
        }
        if let Some(what) = of(Role::What).or(rule.piece.map(|piece| piece as i32)) {
            let what = usize::try_from(what - 1).ok().and_then(|k| self.components.get(k).copied()).unwrap_or(0);
            mark("what", what.to_string());
        }
        if let Some(level) = of(Role::LevelFrom) {
            mark("level", level.to_string());
            if level > 0 {
                mark("levels", format!("{level}-{level}"));
            }
        }
        if let Some(at) = of(Role::Die).and_then(|die| usize::try_from(die).ok()) {
            let shown = self.state.dice().get(at).copied().unwrap_or(0);
            let die = self.state.game().equipment().dice.get(at);
            let face = die.and_then(|die| die.faces.iter().position(|face| *face == shown)).unwrap_or(0);
            mark("die", format!("face {face}"));
        }
        for (role, name) in [(Role::State, "state"), (Role::Count, "count"), (Role::Rotation, "rotation")] {
            if let Some(value) = of(role) {
                mark(name, value.to_string());
            }
        }
        key
    }
}

/// The position in which a recorded trial begins, where chance has set it up.
fn set_up_as_recorded(
    state: State,
    recording: &Recording,
    trial: &RecordedTrial,
    listed: &Listed,
    components: &[u32],
) -> State {
    let Some(first) = trial.plies.first() else { return state };
    let equipment = state.game().equipment();
    let piece = |piece: &SitePiece| {
        let at = components.iter().position(|theirs| *theirs == piece.component)?;
        let name = equipment.components[at].name.clone();
        let small = |n: i64| i32::try_from(n).unwrap_or(0);
        let (state, rotation, value) = (small(piece.state), small(piece.rotation), small(piece.value));
        let count = u32::try_from(piece.count).unwrap_or(1);
        Some(SetupPiece { count, state, rotation, value, ..SetupPiece::one(name) })
    };
    let on_board = first.board.iter().filter(|content| !recording.is_die(content.site));
    let mut setup = state.setup();
    setup.sites = on_board
        .filter_map(|content| {
            let site = listed.site(content.site)?;
            Some((equipment.label(site), content.pieces.iter().filter_map(piece).collect()))
        })
        .collect();
    setup.mover = Some(first.mover);
    State::from_setup(state.game(), &setup).unwrap_or(state)
}

/// The recorded component for each of ours: the one of its name, else the one of its place among those of its owner, else that of its
/// place.
fn components(equipment: &Equipment, recording: &Recording) -> Vec<u32> {
    let ours = &equipment.components;
    let find = |(i, component): (usize, &crate::lower::Component)| {
        let named = recording.components.iter().position(|(name, _)| *name == component.name);
        let before = ours[..i].iter().filter(|other| other.owner == component.owner).count();
        let owned = recording.components.iter().enumerate().filter(|(_, (_, owner))| *owner == component.owner);
        let owned = owned.map(|(at, _)| at).nth(before);
        named.or(owned).unwrap_or(i) as u32 + 1
    };
    ours.iter().enumerate().map(find).collect()
}

fn value(rule: &Rule, chosen: &Move, role: Role) -> Option<i32> {
    rule.choices.iter().zip(&chosen.values).find(|((r, _), _)| *r == role).map(|(_, v)| *v)
}

fn word_of(rule: &Rule) -> Option<(&str, &str)> {
    (rule.kind == MoveKind::Word).then(|| rule.word.split_once(' ').unwrap_or((rule.word.as_str(), "")))
}

fn place(listed: &Listed, equipment: &Equipment, rule: &Rule, chosen: &Move) -> Place {
    let site = |role: Role| {
        value(rule, chosen, role).map(|s| u32::try_from(s).map_or(-1, |s| i64::from(listed.number(equipment, s))))
    };
    match rule.kind {
        MoveKind::Pass => Place::Pass,
        MoveKind::Word | MoveKind::Chance | MoveKind::Number => Place::Sites { from: -1, to: -1 },
        MoveKind::Travel | MoveKind::Place | MoveKind::Effect => {
            let to = site(Role::To).unwrap_or(-1);
            Place::Sites { from: site(Role::From).unwrap_or(to), to }
        }
    }
}

impl Replica for Own {
    fn mover(&self) -> u32 {
        self.state.mover()
    }

    fn board(&self) -> Vec<SiteContent> {
        let equipment = self.state.game().equipment();
        if self.listed.usual {
            return (0..self.listed.containers).filter_map(|site| self.content(site)).collect();
        }
        let first = equipment.first_of_kind[self.listed.kind as usize];
        let sites = first.map_or(0..0, |first| first..first + equipment.board.count(self.listed.kind) as u32);
        sites.filter_map(|site| self.content(site)).collect()
    }

    fn scores(&self) -> Option<Vec<i64>> {
        let players = self.state.game().players() as usize;
        Some(self.state.scores().map_or_else(|| vec![0; players], |scores| scores.into_iter().map(i64::from).collect()))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.state.outcome().map(|outcome| {
            let winner = outcome.winner();
            // Ludii ranks nobody where there is nobody to lose to.
            let ranking = if winner.is_none() && outcome.ranks.len() == 1 { vec![0.0] } else { outcome.ranks };
            Outcome { winner: winner.unwrap_or(0), ranking }
        })
    }

    fn foresee(&mut self, decision: &RecordedDecision) {
        // A fault shows again when the moves are asked for.
        let _ = self.roll(decision);
    }

    fn legal(&mut self) -> Result<Vec<MoveKey>, String> {
        if Instant::now() > self.deadline {
            return Err("the game takes too long".to_owned());
        }
        if self.check_every > 0 && (self.state.ply() as usize).is_multiple_of(self.check_every) {
            self.state.check_modes()?;
        }
        self.moves = self.state.legal_moves().map_err(|fault| crate::play::fault_text(self.state.game(), &fault))?;
        Ok(self.moves.iter().map(|chosen| self.key(chosen)).collect())
    }

    fn apply(&mut self, index: usize, _: &RecordedDecision) -> Result<(), String> {
        let chosen = self.moves.get(index).cloned().ok_or_else(|| "no such move is listed".to_owned())?;
        self.state.resolve(&chosen).map_err(|fault| crate::play::fault_text(self.state.game(), &fault))?;
        if let Some(before) = self.before.take() {
            self.state.show_dice(&before);
        }
        Ok(())
    }
}
