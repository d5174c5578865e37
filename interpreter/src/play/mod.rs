//! Play: the library's public face.

mod game;
mod notation;
mod perft;
mod playout;
mod setup;
mod state;
mod trial;
mod value;

pub use crate::machine::{Fault, Move};
pub use game::{Game, LoadError, Source};
pub use notation::ParseMoveError;
pub use perft::{Perft, Unit, divide, perft};
pub use playout::{Playouts, Report, playouts};
pub use setup::{Setup, SetupError, SetupPiece};
pub use state::{ApplyError, Outcome, Piece, State, Why};
pub use trial::{Trial, TrialError};
pub use value::Value;

/// Which program is run.
pub(crate) fn fault_text(game: &Game, fault: &Fault) -> String {
    let (text, origin) = match fault {
        Fault::Fuel(origin) => ("a rule goes on without end".to_owned(), Some(*origin)),
        Fault::Overflow(origin) => ("a value or a stack grows beyond what the game can hold".to_owned(), Some(*origin)),
        Fault::Depth(origin) => ("moves within moves go too deep".to_owned(), Some(*origin)),
        Fault::Rule(k) => {
            let info = &game.program().faults[*k as usize];
            (info.message.clone(), Some(info.origin))
        }
        Fault::NoSuchNode => ("the state does not belong to this game".to_owned(), None),
    };
    match origin {
        Some(origin) => {
            let source = game.sources().get(origin.span.file);
            let line = source.text[..origin.span.start as usize].matches('\n').count() + 1;
            format!("{text} ({}, line {line})", source.name)
        }
        None => text,
    }
}
