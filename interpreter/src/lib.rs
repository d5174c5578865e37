//! The machine of Parlour: from checked rules to play.
//!
//! A [`Game`] is a rule file, checked and compiled. A [`State`] is a game in play: it lists its legal [`Move`]s, makes them, takes
//! them back, says how it ended, and evaluates any expression of the language where it stands. A [`Trial`] is a recorded game.
//!
//! ```
//! use parlour_interpreter::{Game, Trial};
//!
//! let game = Game::from_text(r#"
//!     (game "Line of Three"
//!         (players 2)
//!         (equipment { (board (square 3)) (piece "Disc" Each) })
//!         (rules
//!             (play (move Add (to (sites Empty))))
//!             (end (if (is Line 3) (result Mover Win)))))
//! "#)?;
//! let mut state = game.start(0)?;
//! for text in ["a1", "b1", "a2", "b2", "a3"] {
//!     let chosen = state.parse_move(text)?;
//!     state.apply(&chosen)?;
//! }
//! assert_eq!(state.outcome().and_then(|o| o.winner()), Some(1));
//! assert_eq!(state.eval("(count Pieces P1)")?.show(&game), "3");
//!
//! // What was played replays exactly.
//! let trial = Trial::parse(&Trial::of(&state).to_string())?;
//! assert!(trial.replay(&game)?.is_over());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The modules, each of which knows only those before it: [`board`], [`program`], [`lower`], [`machine`], [`play`],
//! [`picture`], [`testing`] and [`conform`].
pub mod board;
pub mod conform;
pub mod lower;
pub mod machine;
pub mod picture;
pub mod play;
pub mod program;
pub mod testing;

pub use play::{Game, Move, Outcome, State, Trial};
