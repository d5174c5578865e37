//! Every driver of the tests of the whole, in one program, so that it is linked once and the drivers share the processors.
//! `cargo test --test suite NAME` runs the driver of that name.

mod common;

mod architecture;
mod bad;
mod card_games;
mod chance_games;
mod codes;
mod command;
mod docs;
mod files;
mod fuzz;
mod games;
mod hidden_games;
mod made;
mod matches;
mod own_tests;
mod perft;
mod pictures;
mod properties;
mod puzzles;
mod repl;
mod retold;
mod secrets;
mod slips;
mod teams;
mod why;
