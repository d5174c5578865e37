//! Matches: which round it is, who sits where, what is recorded.

use super::State;
use crate::machine;
use crate::program::layout::RoundFields;

/// What the rounds so far have left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Its name in the rules.
    pub name: String,
    /// The sum of each seat, the first being seat 1's.
    pub sums: Vec<i32>,
    /// The same of each round that is over, where they are kept one by one.
    pub rounds: Vec<Vec<i32>>,
}

impl State {
    fn round_fields(&self) -> Option<&RoundFields> {
        self.game().program().wellknown.rounds.as_ref()
    }

    /// The number of the round, from 1, where the game is a match of rounds.
    #[must_use]
    pub fn round(&self) -> Option<u32> {
        Some(self.field(self.round_fields()?.round, 0) as u32)
    }

    /// Whether a state of this game belongs to a round before the present one.
    pub(super) fn is_of_earlier_round(&self, words: &machine::State) -> bool {
        let program = self.game().program();
        self.round_fields()
            .is_some_and(|rounds| words.get(program, rounds.round, 0) < self.words().get(program, rounds.round, 0))
    }

    /// The seat that plays a side: the person behind `P1`, `P2`. They differ where the rounds of a match change who sits where.
    #[must_use]
    pub fn seat_of(&self, side: u32) -> u32 {
        let seats = self.round_fields().and_then(|rounds| rounds.seats);
        seats.map_or(side, |field| self.field(field, side) as u32)
    }

    /// The side that a seat plays in this round.
    #[must_use]
    pub fn side_of(&self, seat: u32) -> u32 {
        self.side_in(self.words(), seat)
    }

    /// The side that a seat plays in a state of this game.
    pub(super) fn side_in(&self, words: &machine::State, seat: u32) -> u32 {
        let Some(field) = self.round_fields().and_then(|rounds| rounds.seats) else { return seat };
        let program = self.game().program();
        (1..=program.players).find(|side| words.get(program, field, *side) as u32 == seat).unwrap_or(seat)
    }

    /// What the rounds so far have left, in the order of the rules.
    #[must_use]
    pub fn records(&self) -> Vec<Record> {
        let Some(rounds) = self.round_fields() else { return Vec::new() };
        let players = self.game().players();
        let over = if self.is_over() { self.round() } else { self.round().map(|round| round - 1) }.unwrap_or(0);
        let record = |(name, field): &(String, crate::program::op::FieldId)| {
            let row = |row: u32| (1..=players).map(|seat| self.field(*field, row * (players + 1) + seat)).collect();
            let kept = self.game().program().fields[field.0 as usize].len / (players + 1) - 1;
            Record { name: name.clone(), sums: row(0), rounds: (1..=over.min(kept)).map(row).collect() }
        };
        rounds.records.iter().map(record).collect()
    }

    /// Rounds won by each seat, where the match counts them.
    #[must_use]
    pub fn rounds_won(&self) -> Option<Vec<i32>> {
        let field = self.round_fields()?.wins?;
        Some((1..=self.game().players()).map(|seat| self.field(field, seat)).collect())
    }

    /// Which round it is and what is recorded, as lines of text; nothing where the game is no match.
    pub(super) fn rounds_text(&self) -> String {
        let Some(round) = self.round() else { return String::new() };
        let players = self.game().players();
        let each = |values: &[i32]| {
            let each = values.iter().enumerate().map(|(i, value)| format!("player {}: {value}", i + 1));
            each.collect::<Vec<_>>().join(", ")
        };
        let mut out = format!("round {round}");
        out.extend(self.game().title().map(|title| format!(", {title}")));
        if (1..=players).any(|side| self.seat_of(side) != side) {
            let sides = (1..=players).map(|side| format!("player {} plays side {side}", self.seat_of(side)));
            out += &format!(": {}", sides.collect::<Vec<_>>().join(", "));
        }
        out.push('\n');
        if let Some(wins) = self.rounds_won() {
            out += &format!("rounds won: {}\n", each(&wins));
        }
        for record in self.records() {
            out += &format!("{}: {}\n", record.name.to_lowercase(), each(&record.sums));
        }
        out
    }
}
