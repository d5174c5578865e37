//! Our own machine as a replica.

use std::collections::BTreeMap;

use super::compare;
use super::notation::{Actions, Place, SiteContent, SitePiece};
use super::recording::{Outcome, RecordedDecision, RecordedPly, RecordedTrial, Recording, SiteKind};
use super::replay::{MoveKey, Replica};
use crate::board::SiteType;
use crate::lower::Equipment;
use crate::play::{Fault, Game, Move, SetupPiece, State};
use crate::program::{MoveKind, Role, Rule};

/// Most courses of chance among the effects of one move that are tried.
const MOST_COURSES: usize = 4096;

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
    /// Whether recorded moves of one place differ in the piece that is put there.
    kinds_tell: bool,
    /// Where the game goes on by itself: the place that the recording names it by, that of the first thing that happens.
    happens_at: Option<Place>,
    most_loops: u64,
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
    /// The game set up as recorded, chance included. No decision is begun once the game has made `most_loops`; the modes of the
    /// generator are held against each other at every ply whose number `check_every` divides, never if that is 0.
    ///
    /// # Errors
    /// A fault of the set-up.
    pub fn new(
        game: &Game,
        recording: &Recording,
        trial: &RecordedTrial,
        most_loops: u64,
        check_every: usize,
    ) -> Result<Self, Fault> {
        let equipment = game.equipment();
        let kind = match recording.site_kind {
            SiteKind::Cell => SiteType::Cell,
            SiteKind::Vertex => SiteType::Vertex,
            SiteKind::Edge => SiteType::Edge,
        };
        // A bag, which comes last, is no container of theirs.
        let listed = equipment.containers.iter().zip(&recording.containers);
        let containers = listed.map(|(ours, _)| ours.first + ours.sites).max().unwrap_or(0);
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
        Ok(Self {
            state,
            moves: Vec::new(),
            components,
            listed,
            dice,
            before: None,
            kinds_tell: false,
            happens_at: None,
            most_loops,
            check_every,
        })
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
            let faces = self.faces(&decision.rolls());
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

    /// Lets chance among the effects of a move bring what leads to the position recorded after it. Returns whether that was found; if
    /// not, chance has brought anything.
    fn follow_chance(
        &mut self,
        decision: &RecordedDecision,
        after: &RecordedPly,
        tries: &mut usize,
    ) -> Result<bool, Fault> {
        if !self.state.is_chance_of_move() {
            *tries = tries.saturating_sub(1);
            return Ok(self.shows(after));
        }
        let mut outcomes = self.state.legal_moves()?;
        let faces = self.faces(&decision.rolls_after());
        if let Some(at) = outcomes.iter().position(|o| !faces.is_empty() && o.values[..] == faces[..]) {
            outcomes = vec![outcomes.swap_remove(at)];
        }
        let kept = self.state.keep();
        for outcome in &outcomes {
            self.state.resolve(outcome)?;
            if self.follow_chance(decision, after, tries)? {
                return Ok(true);
            }
            if *tries == 0 {
                break;
            }
            self.state.restore(kept.clone());
        }
        if let Some(outcome) = outcomes.first().filter(|_| *tries > 0) {
            self.state.resolve(outcome)?;
            while self.state.is_chance_of_move() {
                let outcome = self.state.legal_moves()?.swap_remove(0);
                self.state.resolve(&outcome)?;
            }
        }
        Ok(false)
    }

    /// Whether the position is the recorded one, as far as boards tell, and who is to move where somebody is.
    fn shows(&self, after: &RecordedPly) -> bool {
        if after.decision.is_some() && self.state.mover() != after.mover {
            return false;
        }
        let dice = &self.state.game().equipment().dice;
        let dice: Vec<u32> =
            dice.iter().map(|die| self.listed.number(self.state.game().equipment(), die.site)).collect();
        let ours = self.board();
        let (mut theirs, mut ours) = (compare::by_site(&after.board), compare::by_site(&ours));
        theirs.retain(|site, _| !dice.contains(site));
        ours.retain(|site, _| !dice.contains(site));
        theirs == ours
    }

    /// Whether pieces came to sites, and went from them, as recorded, where boards do not tell: on sites of other kinds.
    fn has_drawn(&self, did: &Actions) -> bool {
        let equipment = self.state.game().equipment();
        let mut told = BTreeMap::new();
        for action in did.flat() {
            let site = |kind: &str, number: &str| {
                let kinds = [SiteType::Cell, SiteType::Vertex, SiteType::Edge].into_iter();
                let kind = kinds.filter(|k| *k != self.listed.kind).find(|k| action.fact(kind) == Some(k.name()))?;
                let number = u32::try_from(action.number(number)?).ok()?;
                let first = equipment.first_of_kind[kind as usize]?;
                ((number as usize) < equipment.board.count(kind)).then_some(first + number)
            };
            match action.kind {
                "Add" => told.extend(site("type", "to").map(|site| (site, true))),
                "Remove" => told.extend(site("type", "to").map(|site| (site, false))),
                "Move" => {
                    // Others may stay where one goes from.
                    site("typeFrom", "from").and_then(|from| told.remove(&from));
                    told.extend(site("typeTo", "to").map(|site| (site, true)));
                }
                _ => {}
            }
        }
        told.into_iter().all(|(site, there)| self.state.pieces(site).is_empty() != there)
    }

    /// What dice of ours show by the faces recorded for their sites.
    fn faces(&self, rolls: &[(u32, u32)]) -> Vec<i32> {
        let equipment = self.state.game().equipment();
        let faces = equipment.dice.iter().filter_map(|die| {
            let recorded = self.listed.number(equipment, die.site);
            let (_, face) = rolls.iter().find(|(site, _)| *site == recorded)?;
            die.faces.get(*face as usize).copied()
        });
        faces.collect()
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
        let equipment = self.state.game().equipment();
        // In a puzzle a component is a value, and 0 is nothing.
        let is_value = equipment.values.is_some();
        let pieces = pieces.into_iter().filter(|piece| !is_value || piece.component > 0);
        let pieces = pieces.map(|piece| self.as_domino(site, piece)).collect::<Vec<_>>();
        let site = self.listed.number(equipment, site);
        (!pieces.is_empty()).then_some(SiteContent { site, pieces })
    }

    /// Ludii notes the number of a domino on the board as its count, its first pips as its value, and 1 where it lies in a hand.
    fn as_domino(&self, site: u32, piece: SitePiece) -> SitePiece {
        let equipment = self.state.game().equipment();
        let ours = self.components.iter().position(|theirs| *theirs == piece.component);
        let Some((first, _)) = ours.and_then(|at| equipment.components[at].pips) else { return piece };
        if site < equipment.board_sites() {
            SitePiece { count: i64::from(piece.component), value: i64::from(first), ..piece }
        } else {
            SitePiece { value: 1, ..piece }
        }
    }

    /// Tells moves that are alike apart by the piece that is on their site afterwards.
    fn tell_kinds(&mut self, keys: &mut [MoveKey]) {
        let alike = |keys: &[MoveKey], key: &MoveKey| keys.iter().filter(|other| *other == key).count() > 1;
        let told: Vec<usize> = (0..keys.len()).filter(|at| alike(keys, &keys[*at])).collect();
        for at in told {
            let Place::Sites { to, .. } = keys[at].place else { continue };
            let Some(site) = u32::try_from(to).ok().and_then(|to| self.listed.site(to)) else { continue };
            let (kept, chosen) = (self.state.keep(), self.moves[at].clone());
            // A fault shows when the move is made.
            if self.state.resolve(&chosen).is_ok()
                && let Some(piece) = self.state.pieces(site).last()
            {
                let what = self.components.get(piece.component as usize - 1).copied().unwrap_or(0);
                keys[at].marks.insert("what".to_owned(), what.to_string());
            }
            self.state.restore(kept);
        }
    }

    fn key(&self, chosen: &Move) -> MoveKey {
        let rule = &self.state.game().program().rules[chosen.rule as usize];
        let place = place(&self.listed, self.state.game().equipment(), rule, chosen);
        let mut key = MoveKey::from(place);
        let mut mark = |name: &str, value: String| _ = key.marks.insert(name.to_owned(), value);
        match rule.kind {
            MoveKind::Assign => mark("act", "Set".to_owned()),
            MoveKind::Mark => mark("act", "Toggle".to_owned()),
            _ => {}
        }
        if let Some((act, say)) = word_of(rule) {
            mark("act", act.to_owned());
            mark("say", say.to_owned());
            if let Some(bet) = value(rule, chosen, Role::Count) {
                mark("bet", bet.to_string());
            }
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
            let name = if self.state.game().equipment().values.is_some() { "value" } else { "what" };
            mark(name, what.to_string());
        }
        if let Some(level) = of(Role::LevelFrom) {
            mark("level", level.to_string());
            if level > 0 {
                mark("levels", format!("{level}-{level}"));
            }
        }
        if let (Some(level), Some(site)) = (of(Role::LevelTo), of(Role::To).and_then(|site| u32::try_from(site).ok())) {
            // The top is not named.
            if (level + 1) as usize != self.state.pieces(site).len() {
                mark("level", level.to_string());
            }
        }
        if let Some(at) = of(Role::Die).and_then(|die| usize::try_from(die).ok()) {
            let shown = self.state.dice().get(at).copied().unwrap_or(0);
            let die = self.state.game().equipment().dice.get(at);
            let face = die.and_then(|die| die.faces.iter().position(|face| *face == shown)).unwrap_or(0);
            mark("die", format!("face {face}"));
        }
        for (role, name) in [(Role::State, "state"), (Role::Count, "count"), (Role::Rotation, "rotation")] {
            // A state that is 0 is not written down.
            if let Some(value) = of(role).filter(|value| role != Role::State || *value != 0) {
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
        let (count, value) = if equipment.components[at].pips.is_some() { (1, 0) } else { (count, value) };
        Some(SetupPiece { count, state, rotation, value, ..SetupPiece::one(name) })
    };
    let on_board = first.board.iter().filter(|content| !recording.is_die(content.site));
    let mut setup = state.setup();
    let ours = std::mem::take(&mut setup.sites);
    setup.sites = on_board
        .filter_map(|content| {
            let label = equipment.label(listed.site(content.site)?);
            let mut pieces: Vec<SetupPiece> = content.pieces.iter().filter_map(piece).collect();
            // Who sees what is not recorded: the rules of the start say it of the site, whatever chance has put there.
            if let Some((_, same)) = ours.iter().find(|(other, _)| *other == label) {
                pieces.iter_mut().zip(same).for_each(|(piece, own)| piece.hidden.clone_from(&own.hidden));
            }
            Some((label, pieces))
        })
        .collect();
    if let Some(bag) = equipment.bag() {
        let lies = |theirs: u32| first.board.iter().any(|site| site.pieces.iter().any(|p| p.component == theirs));
        let left = in_the_order_taken(trial, recording.components.len() as u32).filter(|theirs| !lies(*theirs));
        let bagged = (bag.first..)
            .zip(left)
            .filter_map(|(site, theirs)| Some((equipment.label(site), vec![piece(&SitePiece::new(theirs))?])));
        setup.sites.extend(bagged.collect::<Vec<_>>());
    }
    setup.mover = Some(first.mover);
    // Each player begins in a phase of their own.
    setup.phase = None;
    State::from_setup(state.game(), &setup).unwrap_or(state)
}

/// Whether moves of one place differ in the piece that they put there.
fn kinds_tell(decision: &RecordedDecision) -> bool {
    let mut kinds: std::collections::BTreeMap<Place, String> = std::collections::BTreeMap::new();
    decision.moves.iter().flatten().any(|recorded| {
        let Some(what) = recorded.marks().remove("what") else { return false };
        *kinds.entry(recorded.place).or_insert_with(|| what.clone()) != what
    })
}

/// The recorded components, those first that are added in play, in that order.
fn in_the_order_taken(trial: &RecordedTrial, components: u32) -> impl Iterator<Item = u32> {
    let decisions = trial.plies.iter().filter_map(|ply| ply.decision.as_ref());
    let added = decisions.flat_map(|decision| {
        let actions = decision.did.flat().into_iter().filter(|action| action.kind == "Add");
        actions.filter_map(|action| u32::try_from(action.number("what")?).ok()).collect::<Vec<_>>()
    });
    let mut order: Vec<u32> = Vec::new();
    for theirs in added.chain(1..=components) {
        if !order.contains(&theirs) {
            order.push(theirs);
        }
    }
    order.into_iter()
}

/// The recorded component for each of ours: the one of its name, else the one of its place among those of its owner, else that of its
/// place. In a puzzle it is its value.
fn components(equipment: &Equipment, recording: &Recording) -> Vec<u32> {
    let ours = &equipment.components;
    if let Some(values) = equipment.values {
        return (values.first..=values.most).map(|value| value.max(0) as u32).collect();
    }
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
        MoveKind::Travel | MoveKind::Place | MoveKind::Assign | MoveKind::Mark | MoveKind::Effect => {
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
            let in_teams = self.state.game().equipment().players.iter().any(|player| player.team > 0);
            // Ludii ranks nobody where there is nobody to lose to.
            let ranking = match outcome.ranks {
                ranks if winner.is_none() && ranks.len() == 1 => vec![0.0],
                ranks if in_teams && ranks.iter().any(|rank| *rank != ranks[0]) => best_of_shared(&ranks),
                ranks => ranks,
            };
            let first = || ranking.iter().position(|rank| in_teams && *rank == 1.0).map_or(0, |at| at as u32 + 1);
            Outcome { winner: winner.unwrap_or_else(first), ranking }
        })
    }

    fn foresee(&mut self, decision: &RecordedDecision) {
        // A fault shows again when the moves are asked for.
        let _ = self.roll(decision);
        self.kinds_tell = kinds_tell(decision);
        self.happens_at = self.state.goes_on_by_itself().then_some(decision.chosen.place);
    }

    fn legal(&mut self) -> Result<Vec<MoveKey>, String> {
        if self.state.game().loops() > self.most_loops {
            return Err("the game takes too long".to_owned());
        }
        if self.check_every > 0 && (self.state.ply() as usize).is_multiple_of(self.check_every) {
            self.state.check_modes()?;
        }
        self.moves = self.state.legal_moves().map_err(|fault| crate::play::fault_text(self.state.game(), &fault))?;
        let mut keys: Vec<MoveKey> = self.moves.iter().map(|chosen| self.key(chosen)).collect();
        if let Some(place) = self.happens_at {
            keys.iter_mut().for_each(|key| key.place = place);
        }
        if self.kinds_tell {
            self.tell_kinds(&mut keys);
        }
        Ok(keys)
    }

    fn apply(&mut self, index: usize, decision: &RecordedDecision, after: &RecordedPly) -> Result<(), String> {
        let chosen = self.moves.get(index).cloned().ok_or_else(|| "no such move is listed".to_owned())?;
        let made = self.state.resolve(&chosen);
        let mut tries = MOST_COURSES;
        made.and_then(|()| self.follow_chance(decision, after, &mut tries))
            .map_err(|fault| crate::play::fault_text(self.state.game(), &fault))?;
        if !self.has_drawn(&decision.did) {
            return Err("it does something else where boards do not tell".to_owned());
        }
        if let Some(before) = self.before.take() {
            self.state.show_dice(&before);
        }
        Ok(())
    }
}

/// The ranks of players of whom those who share places have the best of them, as in the teams of Ludii, and not the mean.
fn best_of_shared(ranks: &[f64]) -> Vec<f64> {
    ranks.iter().map(|rank| 1.0 + ranks.iter().filter(|other| *other < rank).count() as f64).collect()
}
