//! Tests in rule files: `(test "Name" (setup "…") (play "…") (moves 20) …)`.
//!
//! [`Suite::read`] finds the tests of a file and says what is wrong with them; [`Suite::run`] runs one of them. [`snapshot()`] puts
//! down what a game does, as a text that a person can review. Where rule files come from is the host's affair: [`Games`].
//!
//! ```
//! use parlour_interpreter::Game;
//! use parlour_interpreter::testing::{Games, NotLoaded, Suite};
//! use parlour_grammar::expand::Selection;
//!
//! const RULES: &str = r#"
//!     (game "Line of Three"
//!         (players 2)
//!         (equipment { (board (square 3)) (piece "Disc" Each) })
//!         (rules
//!             (play (move Add (to (sites Empty))))
//!             (end (if (is Line 3) (result Mover Win)))))
//!     (test "a row of three wins"
//!         (play "a1" "b1" "a2" "b2")
//!         (moves 5)
//!         (play "a3")
//!         (result P1 Win)
//!         (check (= 3 (count Pieces P1))))
//! "#;
//! struct Only;
//! impl Games for Only {
//!     fn load(&self, _: Option<&str>, _: &Selection) -> Result<Game, NotLoaded> {
//!         Game::from_text(RULES).map_err(|error| NotLoaded::Wrong(Box::new(error)))
//!     }
//! }
//! let suite = Suite::read("line.game", RULES.as_bytes());
//! assert!(suite.diagnostics.is_empty());
//! let verdict = suite.run(&suite.tests[0], &Only, false);
//! assert!(verdict.failures.is_empty());
//! // Five moves that must be legal, and three steps.
//! assert_eq!(verdict.expectations, 8);
//! ```

mod args;
mod diff;
mod each;
mod expect;
mod parallel;
mod read;
mod run;
mod snapshot;
mod steps;

pub use diff::lines as diff;
pub use parallel::parallel;
pub use run::{Failure, Games, NotLoaded, Verdict};
pub use snapshot::snapshot;

use parlour_grammar::diagnostic::Diagnostic;
use parlour_grammar::span::{Origin, Sources};
use steps::Step;

/// The tests of a file.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    /// The file.
    pub sources: Sources,
    /// The rule file that is tested, seen from the folder of this one; `None` where the tests stand beside the game.
    pub of: Option<String>,
    /// The tests, in the order of the text.
    pub tests: Vec<Test>,
    /// What is wrong with them. While there are errors none of them is to be run.
    pub diagnostics: Vec<Diagnostic>,
}

/// A test: a row of steps.
#[derive(Clone, Debug)]
pub struct Test {
    /// Its name.
    pub name: String,
    /// The rule file, where it is another than that of the file.
    pub of: Option<String>,
    /// Where it stands.
    pub origin: Origin,
    steps: Vec<Step>,
}

impl Test {
    /// The line of its file it begins on, counted from 1.
    #[must_use]
    pub fn line(&self, suite: &Suite) -> usize {
        let text = &suite.sources.get(self.origin.span.file).text;
        text[..self.origin.span.start as usize].matches('\n').count() + 1
    }
}
