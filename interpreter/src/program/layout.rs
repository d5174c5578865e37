//! The layout of a state: which words hold what.
//!
//! A state is a row of 64-bit words: the position's hash, then fields (arrays of small integers packed in lanes), then the derived
//! indexes (site sets by class of a field's value). Only what a game uses has words.

use super::op::{FieldId, IndexId, TableId};

/// An array of integers in the state.
#[derive(Clone, Debug)]
pub struct Field {
    /// What it holds, as the program's text form names it.
    pub name: String,
    /// First word.
    pub base: u32,
    /// Number of integers.
    pub len: u32,
    /// Logarithm of an integer's width in bits: 3, 4 or 5. Narrow ones are unsigned, 32-bit ones signed.
    pub lane: u8,
    /// The value at the start.
    pub initial: i32,
    /// Seed of the field's part of the position's hash; `None` where the field does not belong to the position. The value 0
    /// contributes nothing.
    pub hash: Option<u64>,
    /// The indexes derived from it.
    pub indexes: Vec<IndexId>,
    /// Whether it outlasts the rounds of a match.
    pub lasts: bool,
}

impl Field {
    /// Words it takes.
    #[must_use]
    pub fn words(&self) -> u32 {
        let per_word = 64 >> self.lane;
        self.len.div_ceil(per_word)
    }

    /// Whether it is one number that nothing is derived from: then it has a word to itself, and is read and written whole.
    #[must_use]
    pub fn is_plain_scalar(&self) -> bool {
        self.len == 1 && self.hash.is_none() && self.indexes.is_empty()
    }

    /// The largest value a lane can hold.
    #[must_use]
    pub fn max(&self) -> i32 {
        match self.lane {
            3 => 0xFF,
            4 => 0xFFFF,
            _ => i32::MAX,
        }
    }

    /// The smallest value a lane can hold.
    #[must_use]
    pub fn min(&self) -> i32 {
        if self.lane < 5 { 0 } else { i32::MIN }
    }

    /// The narrowest lane for values from 0 to `max`.
    #[must_use]
    pub fn lane_for(max: i32) -> u8 {
        match max {
            0..=0xFF => 3,
            0x100..=0xFFFF => 4,
            _ => 5,
        }
    }
}

/// A family of site sets derived from a field: class `c` holds the sites whose value is mapped to `c`.
#[derive(Clone, Debug)]
pub struct Index {
    /// What it tells, as the program's text form names it.
    pub name: String,
    /// The field it is derived from.
    pub field: FieldId,
    /// From value to class, a negative one for none; `None` takes the value itself as the class.
    pub classes_of: Option<TableId>,
    /// Number of classes.
    pub classes: u32,
    /// First word; each class takes as many words as a site set has.
    pub base: u32,
    /// The class of each value, −1 for none: filled when the program is linked.
    pub by_value: Vec<i16>,
}

impl Index {
    /// The class of a value, −1 for none.
    #[must_use]
    #[inline(always)]
    pub fn class_of(&self, value: i32) -> i16 {
        self.by_value.get(value as u32 as usize).copied().unwrap_or(-1)
    }
}

/// Where the pieces of a game with stacks are kept.
#[derive(Clone, Debug)]
pub struct Stacks {
    /// `levels[site × max + level]`: the component there.
    pub levels: FieldId,
    /// Pieces on each site.
    pub height: FieldId,
    /// The component on top of each site.
    pub top: FieldId,
    /// Most pieces that a site can hold.
    pub max: u32,
    /// Further facts of each piece (state, value, rotation), arranged as `levels`.
    pub facts: Vec<FieldId>,
}

/// What is known of a match beyond its present round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundFields {
    /// The number of the round, from 1.
    pub round: FieldId,
    /// Plies played before it.
    pub began: FieldId,
    /// The side that began it.
    pub starter: FieldId,
    /// The seat of each side, by index, where that changes.
    pub seats: Option<FieldId>,
    /// Rounds won by each seat, by index, where they are counted.
    pub wins: Option<FieldId>,
    /// What is recorded, by name: the sum for each seat, by index, and then the same for each round, if they are kept one by one.
    pub records: Vec<(String, FieldId)>,
    /// In a match of several games: one more than the number, from 0, of the one that follows this game, once it is over; 0 while it goes
    /// on, and where the match is over.
    pub onward: Option<FieldId>,
}

/// The fields that the machine and the player's interface read by themselves.
#[derive(Clone, Debug)]
pub struct Wellknown {
    /// The node the game waits at.
    pub node: FieldId,
    /// The player to move.
    pub mover: FieldId,
    /// The player to move after this one.
    pub next: FieldId,
    /// The player who moved before.
    pub prev: FieldId,
    /// Plies played.
    pub plies: FieldId,
    /// 1 once the game is over.
    pub over: FieldId,
    /// Twice the rank of each player (by index, from 1), 0 while none is given.
    pub rank: FieldId,
    /// Occurrences noted in each log.
    pub log_len: FieldId,
    /// The component on each site: the top one in a game with stacks.
    pub what: FieldId,
    /// Pieces on each site, where a game counts without stacking.
    pub count: Option<FieldId>,
    /// The state of each piece.
    pub state: Option<FieldId>,
    /// The rotation of each piece.
    pub rotation: Option<FieldId>,
    /// The value of each piece.
    pub value: Option<FieldId>,
    /// For each facet of a piece, the players from whom it is not hidden, or not seen by, as its kind says: one bit each. Arranged as
    /// [`Wellknown::state`]; see [`crate::lower::Facet`].
    pub hidden: [Option<FieldId>; 7],
    /// The mark by which a turn knows a piece again, where it remembers pairs.
    pub mark: Option<FieldId>,
    /// One more than the anchor of the piece that covers each site, in a game with pieces that cover several; 0 for others.
    pub anchor: Option<FieldId>,
    /// The score of each player, by index.
    pub score: Option<FieldId>,
    /// What each player has to stake, by index.
    pub amount: Option<FieldId>,
    /// What lies in the pot.
    pub pot: Option<FieldId>,
    /// The phase each player is in, by index, in a game with several.
    pub phase_of: Option<FieldId>,
    /// The face that each die of the equipment shows.
    pub dice: Option<FieldId>,
    /// The pieces of each zone: `zones[zone × (components + 1) + component]`, and how many they are in all in place of component 0.
    pub zones: Option<FieldId>,
    /// The player who is asked, where that is not the mover: 0 otherwise.
    pub decider: Option<FieldId>,
    /// What outlasts the rounds of a match, in a game that is one.
    pub rounds: Option<RoundFields>,
    /// What players have chosen in a sealed decision: hidden while it goes on. Place 0 is the last choice, place `p` that of player `p`.
    pub sealed: Vec<FieldId>,
}

impl Wellknown {
    /// The fields that the player's interface reads.
    #[must_use]
    pub fn fields(&self) -> Vec<FieldId> {
        let known = [self.node, self.mover, self.next, self.plies, self.over, self.rank, self.what];
        known
            .into_iter()
            .chain(
                [self.count, self.state, self.rotation, self.value, self.anchor, self.score, self.amount, self.pot]
                    .into_iter()
                    .chain([self.decider, self.dice, self.zones])
                    .flatten(),
            )
            .chain(self.hidden.into_iter().flatten())
            .chain(self.sealed.iter().copied())
            .chain(self.rounds.iter().flat_map(RoundFields::fields))
            .collect()
    }
}

impl RoundFields {
    /// All of them.
    #[must_use]
    pub fn fields(&self) -> Vec<FieldId> {
        let records = self.records.iter().map(|(_, field)| *field);
        [self.round, self.began, self.starter]
            .into_iter()
            .chain(self.seats)
            .chain(self.wins)
            .chain(self.onward)
            .chain(records)
            .collect()
    }
}
