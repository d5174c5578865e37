//! The catalogue: one table of all primitive ludemes. The checker, completion, the manual and "did you mean" read it.

/// A primitive ludeme: its row in the catalogue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Prim {
    /// `(game "Name" …)`
    Game,
}

/// What an expression denotes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Type {
    /// A whole number, sites and player indices included.
    Int,
}
