//! Leading an implementation along recorded play.

use std::collections::BTreeMap;

use serde::Serialize;

use super::compare::{self, MoveSets};
use super::notation::{Place, SiteContent};
use super::recording::{Outcome, RecordedDecision, RecordedPly, RecordedTrial, Recording};
use super::render;

/// An implementation of a game's rules that can be led along recorded play.
pub trait Replica: Clone {
    /// Who is to move.
    fn mover(&self) -> u32;

    /// The sites that hold something, of the kind that the recording lists, with hands; in the published numbers. In any order.
    fn board(&self) -> Vec<SiteContent>;

    /// The score of each player, the first player first; `None` in a game without scores.
    fn scores(&self) -> Option<Vec<i64>>;

    /// How the game ended, if it did.
    fn outcome(&self) -> Option<Outcome>;

    /// Takes note of what chance brings in this ply, before its moves are asked for: rolls stand in front of the actions of every
    /// recorded move, other results among those that were done.
    fn foresee(&mut self, decision: &RecordedDecision) {
        let _ = decision;
    }

    /// The legal moves, in any order.
    ///
    /// # Errors
    /// Why they cannot be told.
    fn legal(&mut self) -> Result<Vec<MoveKey>, String>;

    /// Makes one of the moves that [`Replica::legal`] listed, by its index there. `decision` says what chance brings, and `after` what it
    /// came to.
    fn apply(&mut self, index: usize, decision: &RecordedDecision, after: &RecordedPly) -> Result<(), String>;
}

/// A legal move of a [`Replica`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MoveKey {
    /// Where it goes.
    pub place: Place,
    /// What tells it from others of the same place, under the names of [`super::RecordedMove::marks`]. Their values are compared only
    /// where several recorded moves go to one place, and only those by which these differ; so a replica gives the marks by which its own
    /// moves of one place differ, and may give more.
    pub marks: BTreeMap<String, String>,
}

impl From<Place> for MoveKey {
    fn from(place: Place) -> Self {
        Self { place, marks: BTreeMap::new() }
    }
}

/// Why a game cannot be replayed at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A word of the language is missing.
    WordMissing(String),
    /// Anything else.
    Other(String),
}

/// How far the replay of one game went.
#[derive(Clone, Debug)]
pub struct Report {
    /// The name of the game.
    pub game: String,
    /// Its rule file.
    pub file: String,
    /// How many positions agreed, over all trials.
    pub agreed: usize,
    /// How many positions are recorded.
    pub recorded: usize,
    /// What stopped the replay, if something did.
    pub failure: Option<Failure>,
}

/// What stopped a replay.
#[derive(Clone, Debug)]
pub enum Failure {
    /// The game was refused.
    Refused(Refusal),
    /// The first difference.
    Differs(Box<Difference>),
}

/// The first thing in which a replica differs from a recording.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The index of the trial.
    pub trial: usize,
    /// The index of the ply: the number of moves made before.
    pub ply: usize,
    /// In what they differ.
    pub kind: DifferenceKind,
    /// What was recorded and what we have instead, in one line.
    pub what: String,
    /// The recorded board and ours, side by side, or one of them if they are equal.
    pub boards: String,
    /// The places of the moves that led here, the last of them last.
    pub path: Vec<String>,
    /// Moves only we have.
    pub moves_only_ours: Vec<String>,
    /// Moves only the recording has.
    pub moves_only_theirs: Vec<String>,
}

/// In what a replica differs from a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DifferenceKind {
    /// Who is to move.
    Mover,
    /// The legal moves.
    Moves,
    /// What stands where.
    Board,
    /// The scores.
    Score,
    /// Whether and how the game ended.
    End,
    /// A recorded move could not be made.
    Illegal,
    /// The rules could not go on.
    Fault,
}

/// Leads replicas along every trial of a recording. `factory` sets the game up for a trial, whose first board says how chance set it up.
/// A trial is left at its first difference; the report keeps the first of all.
pub fn replay<'a, R: Replica>(
    recording: &'a Recording,
    mut factory: impl FnMut(&'a Recording, &'a RecordedTrial) -> Result<R, Refusal>,
) -> Report {
    let mut report = Report {
        game: recording.game.clone(),
        file: recording.file.clone(),
        agreed: 0,
        recorded: recording.trials.iter().map(|trial| trial.plies.len()).sum(),
        failure: None,
    };
    for index in 0..recording.trials.len() {
        let replica = match factory(recording, &recording.trials[index]) {
            Ok(replica) => replica,
            Err(refusal) => {
                report.failure = Some(Failure::Refused(refusal));
                return report;
            }
        };
        let (agreed, difference) = replay_trial(recording, index, replica);
        report.agreed += agreed;
        if let (Some(difference), None) = (difference, &report.failure) {
            report.failure = Some(Failure::Differs(Box::new(difference)));
        }
    }
    report
}

/// How many of the ways to read a trial are tried, where its moves may be several of ours.
const MOST_READINGS: usize = 64;

/// A place in a trial at which the recorded move may be one of several.
struct Fork<R> {
    ply: usize,
    replica: R,
    untried: Vec<usize>,
}

fn replay_trial<R: Replica>(recording: &Recording, index: usize, replica: R) -> (usize, Option<Difference>) {
    let plies = &recording.trials[index].plies;
    let (mut forks, mut readings, mut replica) = (Vec::new(), 1, replica);
    let mut furthest: Option<Box<Difference>> = None;
    let (mut ply, mut reached) = (0, 0);
    while ply < plies.len() {
        let step = Step { recording, index, ply };
        let Err(difference) = step.follow(&plies[ply], &mut replica, &mut forks) else {
            ply += 1;
            if ply > reached {
                // A reading that leads on is worth as many more.
                (reached, readings) = (ply, 1);
            }
            continue;
        };
        if furthest.as_ref().is_none_or(|before| before.ply < difference.ply) {
            furthest = Some(difference);
        }
        // What led here may have been another move.
        loop {
            let fork = forks.last_mut().filter(|_| readings < MOST_READINGS);
            let Some(fork) = fork else {
                let difference = furthest.expect("one was found");
                return (difference.ply, Some(*difference));
            };
            let Some(other) = fork.untried.pop() else {
                forks.pop();
                continue;
            };
            readings += 1;
            replica.clone_from(&fork.replica);
            ply = fork.ply;
            let (decision, after) = (plies[ply].decision.as_ref(), plies.get(ply + 1));
            if decision.zip(after).is_some_and(|(decision, after)| replica.apply(other, decision, after).is_ok()) {
                ply += 1;
                break;
            }
        }
    }
    (plies.len(), None)
}

/// One ply of a replay.
struct Step<'a> {
    recording: &'a Recording,
    index: usize,
    ply: usize,
}

type Checked = Result<(), Box<Difference>>;

impl Step<'_> {
    /// Compares a ply and makes its move; where that may be one of several, the others are left to try.
    fn follow<R: Replica>(&self, recorded: &RecordedPly, replica: &mut R, forks: &mut Vec<Fork<R>>) -> Checked {
        let trial = &self.recording.trials[self.index];
        let outcome = if recorded.decision.is_none() { trial.outcome.as_ref() } else { None };
        self.compare(recorded, outcome, replica)?;
        match &recorded.decision {
            Some(decision) => self.advance(decision, replica, forks),
            None => Ok(()),
        }
    }

    /// Compares positions: the board first, since most differences show there.
    fn compare(&self, recorded: &RecordedPly, outcome: Option<&Outcome>, replica: &impl Replica) -> Checked {
        let ours = replica.board();
        let differing = compare::differing_sites(self.recording, &recorded.board, &ours);
        if !differing.is_empty() {
            let what = render::sites(self.recording, &differing, &recorded.board, &ours);
            return Err(self.difference(DifferenceKind::Board, what, replica));
        }
        let scores = replica.scores();
        if recorded.scores.is_some() && scores != recorded.scores {
            let what = format!("recorded scores {:?}, ours {scores:?}", recorded.scores.as_deref().unwrap_or_default());
            return Err(self.difference(DifferenceKind::Score, what, replica));
        }
        let end = replica.outcome();
        if !compare::same_outcome(outcome, end.as_ref()) {
            let what = format!("recorded: {}; ours: {}", render::outcome(outcome), render::outcome(end.as_ref()));
            return Err(self.difference(DifferenceKind::End, what, replica));
        }
        if outcome.is_none() && replica.mover() != recorded.mover {
            let what = format!("recorded mover {}, ours {}", recorded.mover, replica.mover());
            return Err(self.difference(DifferenceKind::Mover, what, replica));
        }
        Ok(())
    }

    /// Compares the legal moves, then makes the recorded one.
    fn advance<R: Replica>(&self, decision: &RecordedDecision, replica: &mut R, forks: &mut Vec<Fork<R>>) -> Checked {
        replica.foresee(decision);
        let ours = replica.legal().map_err(|reason| self.difference(DifferenceKind::Fault, reason, replica))?;
        let sets = MoveSets::new(decision, &ours);
        if let Some(what) = sets.difference() {
            let mut difference = self.difference(DifferenceKind::Moves, what, replica);
            difference.moves_only_ours = sets.only_ours;
            difference.moves_only_theirs = sets.only_theirs;
            return Err(difference);
        }
        let mut untried = compare::find(decision, &ours);
        untried.reverse();
        let first = untried.pop();
        if !untried.is_empty() {
            forks.push(Fork { ply: self.ply, replica: replica.clone(), untried });
        }
        let after = self.recording.trials[self.index].plies.get(self.ply + 1);
        let made = match first.zip(after) {
            Some((index, after)) => replica.apply(index, decision, after),
            None => Err("we do not have it".to_owned()),
        };
        made.map_err(|reason| {
            let what = format!("the recorded move {} cannot be made: {reason}", decision.chosen.place);
            self.difference(DifferenceKind::Illegal, what, replica)
        })
    }

    fn difference(&self, kind: DifferenceKind, what: String, replica: &impl Replica) -> Box<Difference> {
        let plies = &self.recording.trials[self.index].plies;
        let path = plies[..self.ply].iter().filter_map(|ply| Some(ply.decision.as_ref()?.chosen.place.to_string()));
        Box::new(Difference {
            trial: self.index,
            ply: self.ply,
            kind,
            what,
            boards: render::side_by_side(self.recording, &plies[self.ply].board, &replica.board()),
            path: path.collect(),
            moves_only_ours: Vec::new(),
            moves_only_theirs: Vec::new(),
        })
    }
}
