//! What can be wrong with a board, and how large one may be.

use std::fmt;

/// Why a board could not be built.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardError {
    /// The kind of fault, for whoever decides what to do.
    pub kind: BoardErrorKind,
    /// The fault in words, for the author of the rules.
    pub message: String,
}

/// Kinds of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardErrorKind {
    /// A size of zero, or a shape that leaves nothing to stand on.
    Empty,
    /// More elements, or more work, than the limit allows.
    TooLarge,
    /// A number that is not finite, or out of the range of its place.
    BadNumber,
    /// A vertex, edge, cell or direction that isn't there.
    NotFound,
    /// Something that this board cannot mean.
    Unsupported,
}

impl BoardError {
    pub(crate) fn new(kind: BoardErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for BoardError {}

/// How large a board may be.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most elements of any one kind.
    pub elements: usize,
    /// The most pairs of elements that one operation may compare.
    pub pairs: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { elements: 100_000, pairs: 100_000_000 }
    }
}

impl Limits {
    /// An error if `count` elements are too many.
    pub(crate) fn check(&self, count: usize) -> Result<(), BoardError> {
        if count <= self.elements {
            return Ok(());
        }
        let message = format!("the board has {count} elements, more than the limit of {}", self.elements);
        Err(BoardError::new(BoardErrorKind::TooLarge, message))
    }

    /// An error if comparing `a` things with `b` things is too much work.
    pub(crate) fn check_pairs(&self, a: usize, b: usize) -> Result<(), BoardError> {
        if a.saturating_mul(b) <= self.pairs {
            return Ok(());
        }
        let message = format!("the board needs {a} × {b} comparisons, more than the limit of {}", self.pairs);
        Err(BoardError::new(BoardErrorKind::TooLarge, message))
    }
}
