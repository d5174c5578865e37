//! The machine of Parlour: from checked rules to play.
pub mod board;
pub mod conform;
pub mod machine;
pub mod program;
