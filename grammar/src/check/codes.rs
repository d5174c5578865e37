//! The codes of what the checker finds.

/// An unknown ludeme.
pub const UNKNOWN_LUDEME: &str = "E0301";
/// An unknown word after the head of a ludeme.
pub const UNKNOWN_WORD: &str = "E0302";
/// Something of another kind than is asked.
pub const WRONG_KIND: &str = "E0303";
/// An argument is missing.
pub const MISSING: &str = "E0304";
/// Too many arguments.
pub const TOO_MANY: &str = "E0305";
/// An unknown named argument.
pub const UNKNOWN_KEYWORD: &str = "E0306";
/// An unknown word.
pub const UNKNOWN_SYMBOL: &str = "E0307";
/// A named argument given twice.
pub const TWICE: &str = "E0308";
/// Ludemes nest too deeply.
pub const NESTING: &str = "E0309";
/// A number is too large.
pub const LARGE_NUMBER: &str = "E0310";
/// A parameter or option that was not expanded.
pub const UNEXPANDED: &str = "E0311";
/// No ludeme where one must be.
pub const NO_LUDEME: &str = "E0312";
/// A ludeme without its brackets.
pub const BARE_LUDEME: &str = "E0313";
/// No such piece.
pub const UNKNOWN_PIECE: &str = "E0320";
/// No such region.
pub const UNKNOWN_REGION: &str = "E0321";
/// No such track.
pub const UNKNOWN_TRACK: &str = "E0322";
/// No such map.
pub const UNKNOWN_MAP: &str = "E0323";
/// No such phase.
pub const UNKNOWN_PHASE: &str = "E0324";
/// No such player.
pub const NO_SUCH_PLAYER: &str = "E0325";
/// Something the game cannot do without is missing.
pub const INCOMPLETE: &str = "E0326";
