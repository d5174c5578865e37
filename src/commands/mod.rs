//! The commands, one a file.

pub mod check;
pub mod conform;
pub mod doc;
pub mod explain;
pub mod fmt;
pub mod lint;
pub mod moves;
pub mod new;
pub mod perft;
pub mod play;
pub mod playout;
pub mod shell;
pub mod show;
pub mod solve;
pub mod test;
pub mod trial;
pub mod why;
