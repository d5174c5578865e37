//! Play: the library's public face.

mod fault;
mod game;
mod nodes;
mod notation;
mod observation;
mod perft;
pub mod picture;
mod playout;
mod position;
mod redraw;
mod rounds;
mod setup;
mod sight;
mod solve;
mod state;
mod trial;
mod value;
mod why;

pub use crate::machine::{Fault, Move, Rng};
pub use crate::program::NodeKind;
pub(crate) use fault::{text as fault_text, text_within as fault_text_within};
pub use game::{Game, LoadError, Source};
pub use nodes::{Audience, ChanceOutcome, Secret};
pub use notation::ParseMoveError;
pub(crate) use notation::plain;
pub use observation::{Observation, ZoneView};
pub use perft::{Perft, Unit, divide, perft};
pub use playout::{Playouts, Report, playouts};
pub use rounds::Record;
pub use setup::{RoundSetup, Setup, SetupError, SetupPiece};
pub use sight::{SeenPiece, SiteView};
pub use solve::{Search, Solutions, SolveError, solve};
pub use state::{ApplyError, Outcome, Piece, State};
pub use trial::{Trial, TrialError};
pub use value::Value;
pub use why::{Place, Question, Reason, Verdict, Why, WhyError};
