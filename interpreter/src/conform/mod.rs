//! Replay of other systems' recorded play.
//!
//! A [`Recording`] is what another system did with a game: for every ply the mover, the board, the scores and the legal moves,
//! then the move that was chosen. [`replay`] leads a [`Replica`] — any implementation of the same rules — along it and reports
//! the first [`Difference`] of each game; a [`Summary`] sorts the games by what went wrong.
//!
//! Where nothing is recorded, [`survey`] says which rule files of a library load and can be played at random.
//!
//! The format is that of the recorded play of Ludii's library: JSON, compressed with gzip, with boards and moves as short
//! strings. Only [`Own`] knows of our own machine: it is the replica that
//! [`run`] holds against whole folders.
//!
//! What to know of the recordings:
//! - A board lists the sites of one kind, the one that pieces stand on by default; what stands on others isn't recorded. Hands and dice
//!   follow, numbered after the board.
//! - A die's recorded face is the one before the roll; [`RecordedDecision::rolls`] gives the new one.
//! - A turn in which nothing can be moved is a ply of its own, a forced pass. A pass is listed without its actions.
//! - The mover stays when the game ends.
//! - Effects of a capture stand in front of the move that captures, and consequences are only among what was done.

mod compare;
mod notation;
mod own;
mod recording;
mod render;
mod replay;
mod run;
mod summary;
mod survey;

pub use notation::{Action, Actions, Place, RecordedMove, SiteContent, SitePiece};
pub use own::Own;
pub use recording::{
    Container, Outcome, ReadError, RecordedDecision, RecordedPly, RecordedTrial, Recording, Site, SiteKind,
};
pub use replay::{Difference, DifferenceKind, Failure, MoveKey, Refusal, Replica, Report, replay};
pub use run::{Case, Cases, Outcomes, Settings, held_against, run};
pub use summary::{Cause, GameResult, Summary};
pub use survey::{Effort, Fate, Finding, RuleFiles, Survey, survey};
