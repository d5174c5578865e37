//! Codes of what is given before play: regions and directions that chance draws, what the start places and deals, fractions.

use super::Code;

/// A region is asked for before chance draws it.
pub const REGION_TOO_EARLY: &str = "E0424";
/// As many counts as sites, or items, are not given.
pub const COUNTS_DIFFER: &str = "E0425";
/// A number that depends on play has a fraction.
pub const FRACTION_IN_PLAY: &str = "E0426";
/// Cards are dealt from nowhere.
pub const CARDS_WITHOUT_ZONES: &str = "E0427";
/// Dominoes are dealt in play.
pub const DEALT_IN_PLAY: &str = "E0428";
/// Directions cannot be drawn so.
pub const DIRECTIONS_DRAWN: &str = "E0429";

/// Codes of what is given before play.
pub const GIVEN: &[Code] = &[
    Code {
        code: REGION_TOO_EARLY,
        title: "a region before chance draws it",
        explanation: "Regions of the equipment in which chance decides are drawn in the order in which they are listed, when the game is set up. One may speak only of those before it.",
    },
    Code {
        code: COUNTS_DIFFER,
        title: "counts that do not fit",
        explanation: "Where several things are placed, `counts:` gives one number for each: for each item of a stack, or for each site of one item. Where all get the same, write `count:`.",
    },
    Code {
        code: FRACTION_IN_PLAY,
        title: "a fraction in play",
        explanation: "Numbers that depend on play are whole. A number with a fraction must be known before play, or be made whole: count in smaller units.",
    },
    Code {
        code: CARDS_WITHOUT_ZONES,
        title: "cards are dealt without zones",
        explanation: "In Ludii a deck is a stack beside the board, and a hand one more. Here cards lie in zones, whose order nobody knows: place them in one, and let chance draw from it with `(draw …)`.",
    },
    Code {
        code: DEALT_IN_PLAY,
        title: "dominoes are dealt in play",
        explanation: "Dominoes are dealt to all players when the game is set up: `(start (deal Dominoes 7))`. Later each is taken by the one who moves: `(take Domino)`.",
    },
    Code {
        code: DIRECTIONS_DRAWN,
        title: "directions that cannot be drawn",
        explanation: "Chance draws at least one direction. Each choice of several is an outcome, for which the moves are laid out: where there are too many, draw fewer, or among fewer.",
    },
];
