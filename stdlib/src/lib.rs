//! The standard library: definitions written in the language itself, embedded as text.
//!
//! Every definition is preceded by a comment in one form, which the reference manual and the REPL show: its meaning, a line
//! for each parameter that begins with `#1`, `#2`, …, and examples that begin with `e.g.`.
//!
//! A parameter left out counts as a hole: in the arguments of another definition it keeps its place, elsewhere it vanishes, and takes
//! the name before it along (`at:#2`). Arguments beyond the parameters are passed over.
//!
//! A name that the body of a definition calls is looked up where the definition is used: a game may define the name itself, and
//! some definitions ask for that ("OppositePit" wants the game to define "Columns").

pub mod templates;

/// Every library file: its path inside the library, and its text.
pub const FILES: &[(&str, &str)] = &[
    ("boards.game", include_str!("../lib/boards.game")),
    ("captures.game", include_str!("../lib/captures.game")),
    ("conditions.game", include_str!("../lib/conditions.game")),
    ("ends.game", include_str!("../lib/ends.game")),
    ("hops.game", include_str!("../lib/hops.game")),
    ("pieces.game", include_str!("../lib/pieces.game")),
    ("sowing.game", include_str!("../lib/sowing.game")),
    ("stacks.game", include_str!("../lib/stacks.game")),
    ("starts.game", include_str!("../lib/starts.game")),
    ("steps.game", include_str!("../lib/steps.game")),
    ("tracks.game", include_str!("../lib/tracks.game")),
    ("turns.game", include_str!("../lib/turns.game")),
    ("walks.game", include_str!("../lib/walks.game")),
];
