//! The machine of Parlour: from checked rules to play.
pub mod board;
pub mod conform;
pub mod lower;
pub mod machine;
pub mod picture;
pub mod play;
pub mod program;

pub use play::{Game, Move, Outcome, State, Trial};
