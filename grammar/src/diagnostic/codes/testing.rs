//! Codes of tests in rule files: `E08…`.

use super::Code;

/// A test or a step of one cannot be read.
pub const BAD_TEST: &str = "E0801";
/// A change of a game at hand is neither a definition nor an option.
pub const NO_CHANGE: &str = "E0810";
/// An expression in a test cannot be computed, or is no truth value.
pub const TEST_EXPRESSION: &str = "E0808";
/// What a test expects is not so.
pub const TEST_FAILS: &str = "E0807";
/// A move in a test is not legal.
pub const TEST_MOVE: &str = "E0806";
/// The game of a test cannot be loaded, or not be begun.
pub const TEST_NOT_LOADED: &str = "E0804";
/// It is not said which game is tested.
pub const TEST_OF_NOTHING: &str = "E0803";
/// A set-up in a test is no position of the game.
pub const TEST_SETUP: &str = "E0805";
/// Two tests of a file have one name.
pub const TEST_TWICE: &str = "E0802";

/// Codes of tests.
pub const TESTS: &[Code] = &[
    Code {
        code: BAD_TEST,
        title: "a test that cannot be read",
        explanation: "A test reads `(test \"Name\" of:\"path\" (step …) …)`, with at least one step; `of:` may be left out. Each step is one of those of the guide to tests, such as `(setup \"a1=White\")`, `(play \"a1-a2\")`, `(moves 20)` or `(check (= 3 (count Pieces P1)))`. The help shows how the step at hand is written.",
    },
    Code {
        code: TEST_TWICE,
        title: "two tests with one name",
        explanation: "A test is found by its name, so each name stands once in a file.",
    },
    Code {
        code: TEST_OF_NOTHING,
        title: "tests of no game",
        explanation: "Tests beside a game, in the same file, are tests of it. A file of tests alone names the rule file, seen from its own folder: `(tests of:\"line.game\")`. A file has one game, or one such line, and not both. A single test may name another file: `(test \"Name\" of:\"line.game\" …)`.",
    },
    Code {
        code: TEST_NOT_LOADED,
        title: "the game of a test cannot be loaded",
        explanation: "The rule file cannot be read, something in it is wrong with these options, or its set-up fails. A test that means a mistake expects it by its code: `(error \"E0301\")`.",
    },
    Code {
        code: TEST_SETUP,
        title: "a set-up in a test that is no position",
        explanation: "The text of `(setup …)` or `(board …)` cannot be read for this game, or the position it describes is impossible: it names a site, a piece, a phase or a record that is not there, or more pieces than fit.",
    },
    Code {
        code: TEST_MOVE,
        title: "a move in a test that is not legal",
        explanation: "`(play …)` makes legal moves only. What a player must not do is said by `(illegal …)`; a move that leads to a fault of the rules by `(error \"E0602\" \"a1-a2\")`.",
    },
    Code {
        code: TEST_FAILS,
        title: "what a test expects is not so",
        explanation: "Either the rules or the test are wrong. What is shown below the place is what was expected (`-`) and what came (`+`).",
    },
    Code {
        code: TEST_EXPRESSION,
        title: "an expression in a test that says neither true nor false",
        explanation: "`(check …)` takes an expression of the language with a truth value, such as `(= 3 (count Pieces P1))`. It is computed where the game stands, for the player to move, and can call the definitions of the rule file.",
    },
    Code {
        code: NO_CHANGE,
        title: "a change that is neither a definition nor an option",
        explanation: "What is changed of a game at hand, without touching its file, is a definition, `(define \"Name\" …)`, or an option, `(option \"Name\" …)`: it counts instead of that of the same name. For anything else change the file, which is read again by itself.",
    },
];
