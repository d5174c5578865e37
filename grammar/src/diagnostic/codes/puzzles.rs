//! Codes of deduction puzzles: `E085…`.

use super::Code;

/// A puzzle whose sites have no values.
pub const NO_BOARD_VALUES: &str = "E0850";
/// A range of values that is none.
pub const BAD_VALUES: &str = "E0851";
/// Pieces beside values.
pub const PIECES_IN_PUZZLE: &str = "E0852";
/// Something that is no given.
pub const BAD_GIVEN: &str = "E0853";
/// A site with two givens.
pub const GIVEN_TWICE: &str = "E0854";
/// Givens that break a constraint.
pub const GIVENS_CLASH: &str = "E0855";
/// Hints that do not fit.
pub const BAD_HINT: &str = "E0856";
/// A hint where there is none.
pub const NO_HINT: &str = "E0857";
/// A constraint on regions, without regions.
pub const NO_REGIONS: &str = "E0858";
/// Not one puzzle.
pub const ONE_PUZZLE: &str = "E0859";
/// A constraint that can never hold.
pub const NEVER_HOLDS: &str = "E0860";
/// Constraints beyond number.
pub const TOO_MANY_CONSTRAINTS: &str = "E0861";

/// Deduction puzzles.
pub const PUZZLES: &[Code] = &[
    Code {
        code: NO_BOARD_VALUES,
        title: "a puzzle without values",
        explanation: "`(satisfy …)`, givens and constraints are about the values of sites, so the board says which there are, for the sites that it is played on: `(board (square 9) (values Cell 1..9))`, or `(board (square 5) (values Edge 0..1) use:Edge)`.",
    },
    Code {
        code: BAD_VALUES,
        title: "not a range of values",
        explanation: "The values of sites are whole numbers from a least to a greatest, both known before play: `(values Cell 1..9)`. There are at most a thousand of them. What is asked of lines, `(is Line 3 what:1)`, is one of them.",
    },
    Code {
        code: PIECES_IN_PUZZLE,
        title: "pieces in a puzzle",
        explanation: "On a board with `(values …)` each site holds a value or is open; no piece can ever stand there. Files in Ludii's dialect may describe pieces all the same, which then only say how values look.",
    },
    Code {
        code: BAD_GIVEN,
        title: "not a given",
        explanation: "Givens are pairs of a site and its value, `(set {{\"A1\" 5} {\"B3\" 2}})`, or the rows of the board from the top, `(set rows:{\"..3\" \"1..\" \".2.\"})`, with a figure or a full stop for each site. The site is one that the board is played on, and the value one of its `(values …)`.",
    },
    Code {
        code: GIVEN_TWICE,
        title: "a site that is given twice",
        explanation: "A site has one value: giving it again is most likely a slip in the number of the site.",
    },
    Code {
        code: GIVENS_CLASH,
        title: "givens that break a constraint",
        explanation: "What is given cannot be changed, so a constraint that it breaks can never hold, and the puzzle has no solution. What is shown is the constraint and the givens that break it.",
    },
    Code {
        code: BAD_HINT,
        title: "a hint that does not fit",
        explanation: "A hint names sites of the kind that its `(hints …)` are about, each of them once, and has a number. Of one site there is one hint at most; a constraint that compares two sites, `(forAll Hint …)` with `(to)`, needs hints of two sites each.",
    },
    Code {
        code: NO_HINT,
        title: "no hint here",
        explanation: "`(hint)` is the number of the hint at hand: within `(forAll Hint …)`, and in `(is Sum (hint))` and `(is Count … (hint))` on `HintRegions`. Elsewhere say whose it is: `(hint at:(from))`. All of them need `(hints …)` in the equipment.",
    },
    Code {
        code: NO_REGIONS,
        title: "a constraint on no regions",
        explanation: "`(all Different)`, `(is Sum 15)`, `(is Unique)` without a region of their own are about the `(regions …)` of the equipment, such as `(regions {Columns Rows SubGrids})`; `SubGrids` are there on square boards whose size is a square number, such as 4, 9, 16.",
    },
    Code {
        code: ONE_PUZZLE,
        title: "not one puzzle",
        explanation: "A deduction puzzle is solved by one player and has one `(satisfy …)`, whose constraints `(is Solved)` asks. Constraints such as `(all Different)`, `(is Count …)` and `(forAll …)` say something in it only.",
    },
    Code {
        code: NEVER_HOLDS,
        title: "a constraint that can never hold",
        explanation: "Whatever is assigned, this constraint fails, so the puzzle has no solution. It asks for a sum or a count that its sites cannot reach, or it does not depend on any value.",
    },
    Code {
        code: TOO_MANY_CONSTRAINTS,
        title: "too many constraints",
        explanation: "`(forAll Cell …)` stands for one constraint for each cell, and one within another multiplies: three of them on a board of 400 cells are 64 million. Ask for each site what is about its row, its region or the sites beside it.",
    },
];
