//! The machine of Parlour: from checked rules to play.
pub mod board;
pub mod picture;
