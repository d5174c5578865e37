//! The replay of many games in numbers, by what went wrong.

use std::collections::BTreeMap;

use serde::Serialize;

use super::replay::{DifferenceKind, Failure, Refusal, Report};

/// What became of many games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// How many games there are.
    pub games: usize,
    /// How many agreed in every position.
    pub replayed: usize,
    /// The others, by cause, in the order in which they were added.
    pub causes: BTreeMap<Cause, Vec<GameResult>>,
}

/// Why a game was not replayed to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// A word of the language is missing.
    WordMissing,
    /// It was refused for another reason.
    Refused,
    /// The first position differs.
    SetUpDiffers,
    /// The legal moves differ, or a recorded one cannot be made.
    MovesDiffer,
    /// A later board differs.
    BoardDiffers,
    /// A later score differs.
    ScoreDiffers,
    /// Another player is to move.
    MoverDiffers,
    /// The end differs.
    EndDiffers,
    /// Our rules could not go on.
    Fault,
}

/// A game that was not replayed to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameResult {
    /// The name of the game.
    pub game: String,
    /// Its rule file.
    pub file: String,
    /// How many positions agreed.
    pub agreed: usize,
    /// How many positions are recorded.
    pub recorded: usize,
    /// What went wrong, in one line.
    pub what: String,
}

impl Summary {
    /// Adds the report of a game.
    pub fn add(&mut self, report: &Report) {
        self.games += 1;
        let Some((cause, what)) = report.failure.as_ref().map(cause) else {
            self.replayed += 1;
            return;
        };
        self.causes.entry(cause).or_default().push(GameResult {
            game: report.game.clone(),
            file: report.file.clone(),
            agreed: report.agreed,
            recorded: report.recorded,
            what,
        });
    }

    /// The summary as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}

fn cause(failure: &Failure) -> (Cause, String) {
    let difference = match failure {
        Failure::Refused(Refusal::WordMissing(word)) => return (Cause::WordMissing, word.clone()),
        Failure::Refused(Refusal::Other(reason)) => return (Cause::Refused, reason.clone()),
        Failure::Differs(difference) => difference,
    };
    let cause = match difference.kind {
        DifferenceKind::Moves | DifferenceKind::Illegal => Cause::MovesDiffer,
        DifferenceKind::Fault => Cause::Fault,
        _ if difference.ply == 0 => Cause::SetUpDiffers,
        DifferenceKind::Board => Cause::BoardDiffers,
        DifferenceKind::Score => Cause::ScoreDiffers,
        DifferenceKind::Mover => Cause::MoverDiffers,
        DifferenceKind::End => Cause::EndDiffers,
    };
    (cause, format!("trial {}, ply {}: {}", difference.trial, difference.ply, difference.what))
}
