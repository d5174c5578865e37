//! Replay of other systems' recorded play.
//!
//! A [`Recording`] is what another system did with a game: for every ply the mover, the board, the scores and the legal moves,
//! then the move that was chosen. [`replay`] leads a [`Replica`] — any implementation of the same rules — along it and reports
//! the first [`Difference`] of each game; a [`Summary`] sorts the games by what went wrong.
//!
//! The format is that of the recorded play of Ludii's library: JSON, compressed with gzip, with boards and moves as short
//! strings. Nothing here knows of our own machine.

mod compare;
mod notation;
mod recording;
mod render;
mod replay;
mod summary;

pub use notation::{Action, Actions, Place, RecordedMove, SiteContent, SitePiece};
pub use recording::{
    Container, Outcome, ReadError, RecordedDecision, RecordedPly, RecordedTrial, Recording, Site, SiteKind,
};
pub use replay::{Difference, DifferenceKind, Failure, MoveKey, Refusal, Replica, Report, replay};
pub use summary::{Cause, GameResult, Summary};
