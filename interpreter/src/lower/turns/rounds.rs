//! Rounds: what becomes of a round that is over, and how the next one begins.
//!
//! The rules speak of sides only: `P1`, `Mover`, `Next`. Who sits where is a map from sides to seats, which may change between
//! rounds; records belong to seats, and so does the result of the match. Everything else a round begins with is what the state
//! begins with.

use crate::lower::{Copy_, Env, Lower};
use crate::program::layout::RoundFields;
use crate::program::op::{Bin, BlockId, Cmp, FieldId, Label, Op, Reg, Verdict};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::diagnostic::{Diagnostic, codes};
use parlour_grammar::rules::{Call, Term};
use std::collections::BTreeMap;

/// The record in which a match of another game keeps its score.
const MATCH_SCORE: &str = "Match";

/// Most rounds whose values are kept one by one: of longer matches only the sums are.
const MOST_KEPT: i32 = 64;

/// What sets apart positions that are told apart by a number: more than all players of all rounds that a game can have.
const WITH: i32 = 1 << 20;

/// What the lowering of rounds knows.
#[derive(Default)]
pub(in crate::lower) struct Rounds<'t> {
    /// The form, where the game is a match.
    call: Option<(&'t Call, &'t Term)>,
    /// The number of the round, from 1.
    pub round: Option<FieldId>,
    /// Plies played before this round.
    began: Option<FieldId>,
    /// The side that began the round; once it is over, the one that begins the next.
    starter: Option<FieldId>,
    /// The seat of each side, by index; none where all keep theirs.
    pub seats: Option<FieldId>,
    /// 1 where the match is to end with this round.
    last: Option<FieldId>,
    /// Rounds won by each seat, where that is what counts.
    wins: Option<FieldId>,
    /// How many games the match has, if it is one of games.
    pub games: usize,
    /// One more than the number, from 0, of the game of the match that comes next, once a game is over; 0 where there is none.
    onward: Option<FieldId>,
    /// Records by name: a row for the sum, then one for each round if so many are kept; a row has a place for each seat.
    records: BTreeMap<String, FieldId>,
    /// Rounds whose values are kept one by one.
    kept: i32,
    /// Whether what is being lowered is asked when a round is over.
    judging: bool,
    /// Whether it is an end of the match.
    closing: bool,
}

impl<'t> Lower<'t> {
    /// Reads the form and makes the fields of a match.
    pub(in crate::lower) fn read_rounds(&mut self) {
        let Some(term) = self.rules.get("rounds") else { return };
        let Some(call) = term.call().filter(|c| c.prim == Prim::Rounds) else { return self.unsupported(term) };
        self.rounds.call = Some((call, term));
        let players = self.players();
        let lasting = |l: &mut Self, name: &str, len: u32, initial: i32| {
            let field = l.b.field(name, len, 5, initial, false);
            l.b.lasts(field);
            field
        };
        self.rounds.round = Some(lasting(self, "round", 1, 1));
        self.rounds.began = Some(lasting(self, "plies of earlier rounds", 1, 0));
        self.rounds.starter = Some(lasting(self, "starter", 1, 1));
        self.rounds.last = Some(lasting(self, "last round", 1, 0));
        if call.get("seats").and_then(Term::symbol) == Some("Rotate") {
            self.rounds.seats = Some(lasting(self, "seats", players + 1, 0));
        }
        if call.look("result").is_none() && (call.look("count").is_some() || call.look("until").is_some()) {
            self.rounds.wins = Some(lasting(self, "rounds won", players + 1, 0));
        }
        if let Some(next) = call.get("next") {
            if self.rounds.games > 1 {
                self.rounds.onward = Some(self.b.field("next game", 1, 5, 0, false));
            } else {
                let found = Diagnostic::error(
                    codes::BAD_MATCH,
                    "the rounds are all of this game",
                    next.origin,
                    "there is no other game that could come next",
                );
                self.report(found.help("leave `next:` out; it is said of the subgames of a `(match …)`"));
            }
        }
        let count = call.get("count").map(|count| {
            // Whatever it takes to compute it is no part of the game: it must be known before play.
            self.b.begin_block("number of rounds");
            let n = self.int(count, &Env::default());
            self.op(Op::Ret {});
            self.b.end_block();
            (count, self.const_of(n))
        });
        if let Some((at, n)) = count
            && n.is_none_or(|n| n < 1)
        {
            let found = match n {
                Some(n) => {
                    Diagnostic::error("E0550", format!("a match of {n} rounds"), at.origin, "expected 1 or more")
                }
                None => {
                    let what = "how many rounds there are is not known before play";
                    Diagnostic::error("E0550", what, at.origin, "this depends on the position")
                }
            };
            self.report(found.help(
                "say a number, or `(count Players)`; `until:` ends a match when something holds, and a game that is played once needs no rounds",
            ));
        }
        self.rounds.kept = count.and_then(|(_, n)| n).filter(|n| (1..=MOST_KEPT).contains(n)).unwrap_or(0);
        for record in self.record_terms() {
            let Some(name) = record.call().map(name_of) else { continue };
            if self.rounds.records.contains_key(name) {
                let found =
                    Diagnostic::error("E0551", format!("`{name}` is kept twice"), record.origin, "the second of them");
                self.report(found.help("give each record a name of its own"));
                continue;
            }
            let rows = self.rounds.kept as u32 + 1;
            let field = lasting(self, &format!("record:{name}"), rows * (players + 1), 0);
            self.rounds.records.insert(name.to_owned(), field);
        }
        // What the match begins with besides.
        for field in [self.known.plies, self.known.log_len] {
            self.b.lasts(field);
        }
    }

    fn record_terms(&self) -> Vec<&'t Term> {
        let keep = self.rounds.call.and_then(|(call, _)| call.get("keep"));
        keep.map(Term::members).unwrap_or_default().iter().collect()
    }

    fn records_said(&self) -> Vec<&'t Call> {
        self.record_terms().into_iter().filter_map(Term::call).collect()
    }

    /// Whether the game is a match of rounds.
    pub(in crate::lower) fn is_match(&self) -> bool {
        self.rounds.call.is_some()
    }

    /// Where everybody sits at the start of the match.
    pub(in crate::lower) fn seats_at_start(&mut self) {
        let Some(field) = self.rounds.seats else { return };
        for p in 1..=self.players() {
            let p = self.c(p as i32);
            self.op(Op::StoreAt { field, i: p, a: p });
        }
    }

    /// Plies played in this round.
    pub(in crate::lower) fn plies_of_round(&mut self) -> Reg {
        let plies = self.load(self.known.plies);
        match self.rounds.began {
            Some(began) => {
                let began = self.load(began);
                self.bin(Bin::Sub, plies, began)
            }
            None => plies,
        }
    }

    /// Positions of different rounds are different: who is to move, among the players of all rounds.
    pub(in crate::lower) fn who_in_round(&mut self, who: Reg) -> Reg {
        let mut key = who;
        let mut tell_apart = |l: &mut Self, value: Reg, width: i32| {
            let width = l.c(width);
            let before = l.bin(Bin::Mul, value, width);
            key = l.bin(Bin::Add, key, before);
        };
        if let Some(round) = self.rounds.round {
            let round = self.load(round);
            tell_apart(self, round, self.players() as i32 + 1);
        }
        if let Some(with) = self.logs.with {
            let value = self.int(with, &Env::default());
            tell_apart(self, value, WITH);
        }
        key
    }

    /// Whether the set-up may say who begins: later rounds may be begun as the match says.
    pub(in crate::lower) fn unless_starter_said(&mut self, set: impl FnOnce(&mut Self)) {
        let said = self.rounds.call.is_some_and(|(call, _)| call.look("starter").is_some());
        let Some(round) = self.rounds.round.filter(|_| said) else { return set(self) };
        let (later, one) = (self.b.label(), self.c(1));
        let round = self.load(round);
        self.op(Op::JumpCmp { cmp: Cmp::Gt, a: round, b: one, to: later });
        set(self);
        self.b.place(later);
    }

    /// The set-up is done: who begins, and when.
    pub(in crate::lower) fn round_begins(&mut self) {
        let (Some(round), Some(began), Some(starter)) = (self.rounds.round, self.rounds.began, self.rounds.starter)
        else {
            return;
        };
        if self.rounds.call.is_some_and(|(call, _)| call.look("starter").is_some()) {
            let (first, one) = (self.b.label(), self.c(1));
            let round = self.load(round);
            self.op(Op::JumpCmp { cmp: Cmp::Le, a: round, b: one, to: first });
            let mover = self.load(starter);
            self.op(Op::Store { field: self.known.mover, a: mover });
            let next = self.next_active(mover);
            self.op(Op::Store { field: self.known.next, a: next });
            self.b.place(first);
        }
        let mover = self.load(self.known.mover);
        self.op(Op::Store { field: starter, a: mover });
        let plies = self.load(self.known.plies);
        self.op(Op::Store { field: began, a: plies });
    }

    /// What the interface reads of a match.
    pub(in crate::lower) fn rounds_known(&self) -> Option<RoundFields> {
        let (round, began, starter) = (self.rounds.round?, self.rounds.began?, self.rounds.starter?);
        // In the order in which the file gives them.
        let names = self.records_said().into_iter().map(name_of);
        let mut records: Vec<(String, FieldId)> = Vec::new();
        for name in names {
            if let Some(field) = self.rounds.records.get(name)
                && !records.iter().any(|(known, _)| known == name)
            {
                records.push((name.to_owned(), *field));
            }
        }
        Some(RoundFields {
            round,
            began,
            starter,
            seats: self.rounds.seats,
            wins: self.rounds.wins,
            records,
            onward: self.rounds.onward,
        })
    }

    // What may be asked.

    /// The seat of a side.
    pub(in crate::lower) fn seat_of(&mut self, side: Reg) -> Reg {
        match self.rounds.seats {
            Some(field) => self.load_at(field, side),
            None => side,
        }
    }

    pub(in crate::lower) fn round_number(&mut self) -> Reg {
        match self.rounds.round {
            Some(field) => self.load(field),
            None => self.c(1),
        }
    }

    pub(in crate::lower) fn round_starter(&mut self, term: &Term) -> Reg {
        match self.rounds.starter {
            Some(field) => self.load(field),
            None => {
                self.no_rounds("starter", term);
                self.c(1)
            }
        }
    }

    fn no_rounds(&mut self, what: &str, term: &Term) {
        self.report(
            Diagnostic::error("E0552", format!("`({what} …)` without rounds"), term.origin, "the game is no match")
                .help("add the rounds after the end, such as `(rounds 2 seats:Rotate)`"),
        );
    }

    pub(in crate::lower) fn recorded(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Reg {
        let name = name_of(call);
        let side = self.player_or_int(call.get("player").expect("checked"), env);
        let Some(field) = self.rounds.records.get(name).copied() else {
            if self.is_match() {
                let names: Vec<String> = self.rounds.records.keys().map(|n| format!("`{n}`")).collect();
                let found =
                    Diagnostic::error("E0553", format!("no record is called `{name}`"), term.origin, "unknown record");
                self.report(found.help(if names.is_empty() {
                    "records are kept by the rounds: `(rounds 2 keep:(record \"Points\" (score Player)))`".to_owned()
                } else {
                    format!("the records are {}", names.join(", "))
                }));
            } else {
                self.no_rounds("recorded", term);
            }
            return self.c(0);
        };
        let mut place = self.seat_of(side);
        if let Some(round) = call.get("round") {
            if self.rounds.kept == 0 {
                let found = Diagnostic::error(
                    "E0554",
                    "the rounds are not kept one by one",
                    round.origin,
                    "only their sum is known",
                );
                self.report(
                    found.help(format!("they are in matches of a fixed number of rounds, at most {MOST_KEPT}")),
                );
                return self.c(0);
            }
            let (said, round) = (round, self.int(round, env));
            if let Some(k) = self.const_of(round).filter(|k| !(0..=self.rounds.kept).contains(k)) {
                let found = Diagnostic::error("E0839", format!("there is no round {k}"), said.origin, "out of range");
                self.report(found.help(format!("the match has the rounds 1 to {}", self.rounds.kept)));
                return self.c(0);
            }
            let width = self.c(self.players() as i32 + 1);
            let row = self.bin(Bin::Mul, round, width);
            place = self.bin(Bin::Add, place, row);
        }
        self.load_at(field, place)
    }

    /// The place of a player in the round that is over.
    pub(in crate::lower) fn placing(&mut self, player: &'t Term, word: &str, term: &'t Term, env: &Env<'t>) -> Reg {
        if !self.rounds.judging {
            self.report(
                Diagnostic::error(
                    "E0555",
                    format!("`({word} …)` is asked before the round is over"),
                    term.origin,
                    "nobody has come out of it yet",
                )
                .help("ask it in the records, the `until:`, the `starter:` or the result of `(rounds …)`"),
            );
            return self.c(1);
        }
        let who = self.player_or_int(player, env);
        let own = self.load_at(self.known.rank, who);
        let mut place = self.c(1);
        for p in 1..=self.players() {
            let other = self.c(p as i32);
            let other = self.load_at(self.known.rank, other);
            let above = self.cmp(Cmp::Lt, other, own);
            place = self.bin(Bin::Add, place, above);
        }
        place
    }

    pub(in crate::lower) fn has_won(&mut self, player: &'t Term, term: &'t Term, env: &Env<'t>) -> Reg {
        if !self.rounds.judging {
            self.placing(player, "won", term, env);
        }
        let who = self.player_or_int(player, env);
        self.won_by(who)
    }

    /// Nobody came out better, and somebody worse.
    fn won_by(&mut self, who: Reg) -> Reg {
        let own = self.load_at(self.known.rank, who);
        if self.players() == 1 {
            // Alone, who wins has rank 1; who loses, the rank after it.
            let first = self.c(2);
            return self.cmp(Cmp::Eq, own, first);
        }
        let (mut best, mut alike) = (self.c(1), self.c(0));
        for other in 1..=self.players() {
            let other = self.c(other as i32);
            let other = self.load_at(self.known.rank, other);
            let not_above = self.cmp(Cmp::Le, own, other);
            best = self.bin(Bin::Mul, best, not_above);
            let below = self.cmp(Cmp::Lt, own, other);
            alike = self.bin(Bin::Max, alike, below);
        }
        self.bin(Bin::Mul, best, alike)
    }

    // The end of a round.

    /// For each mover, the block that writes down what a round leaves, and the result of the match if it was the last.
    pub(in crate::lower) fn judge_round_blocks(&mut self) -> Vec<BlockId> {
        let Some((call, term)) = self.rounds.call else { return Vec::new() };
        self.movers().map(|mover| self.judge_round_block(mover, call, term)).collect()
    }

    fn judge_round_block(&mut self, mover: u32, call: &'t Call, term: &'t Term) -> BlockId {
        self.copy = Copy_ { node: 0, mover };
        let block = self.b.begin_block(&format!("what the round leaves after {mover}"));
        self.rounds.judging = true;
        self.at_origin(term.origin, |l| l.judge_round(call));
        self.rounds.judging = false;
        self.op(Op::Ret {});
        self.b.end_block();
        block
    }

    fn judge_round(&mut self, call: &'t Call) {
        let players = self.players();
        let (zero, one) = (self.c(0), self.c(1));
        let env = |l: &mut Self, p: u32| Env { player: Some(l.c(p as i32)), ..Env::default() };
        for record in self.records_said() {
            let (value, name) = (record.get("value").expect("checked"), name_of(record));
            let Some(field) = self.rounds.records.get(name).copied() else { continue };
            let values: Vec<(u32, Reg)> = (1..=players)
                .map(|p| {
                    let env = env(self, p);
                    // Kept apart: what a value is computed in may be used for the next.
                    let (kept, value) = (self.b.reg(), self.int(value, &env));
                    self.op(Op::Move { d: kept, a: value });
                    (p, kept)
                })
                .collect();
            for (p, value) in values {
                self.add_to_record(field, p, value);
            }
        }
        if let Some(wins) = self.rounds.wins {
            for p in 1..=players {
                let side = self.c(p as i32);
                let won = self.won_by(side);
                let seat = self.seat_of(side);
                let n = self.load_at(wins, seat);
                let n = self.bin(Bin::Add, n, won);
                self.op(Op::StoreAt { field: wins, i: seat, a: n });
            }
        }
        let (over, on, decided) = (self.b.label(), self.b.label(), self.b.label());
        if let Some(end) = call.get("end") {
            self.end_of_match(end, decided);
        }
        let last = self.load(self.rounds.last.expect("made with the match"));
        self.op(Op::JumpIf { c: last, to: over });
        if let Some(count) = call.get("count") {
            let (round, count) = (self.round_number(), self.int(count, &Env::default()));
            self.op(Op::JumpCmp { cmp: Cmp::Ge, a: round, b: count, to: over });
        }
        if let Some(until) = call.get("until") {
            let done = self.bool(until, &Env::default());
            if self.const_of(done) == Some(1) {
                let found = Diagnostic::warning(
                    "W0606",
                    "the match ends after its first round",
                    until.origin,
                    "this always holds",
                );
                self.report(found.help("leave `(rounds …)` out, or say what must be reached"));
            }
            if self.const_of(done) == Some(0) && call.look("count").is_none() {
                let found = Diagnostic::error("E0556", "the rounds never end", until.origin, "this never holds");
                self.report(
                    found.help("say how many there are, or until when: `until:(>= (recorded \"Points\" Mover) 100)`"),
                );
            }
            self.op(Op::JumpIf { c: done, to: over });
        }
        self.next_starter(call);
        if let (Some(next), Some(onward)) = (call.get("next"), self.rounds.onward) {
            self.next_game(next, onward);
        }
        self.op(Op::Jump { to: on });

        self.b.place(over);
        // The match takes the place of the round: everybody is in it again until its result is known.
        self.op(Op::Store { field: self.known.over, a: zero });
        self.op(Op::Fill { field: self.known.rank, a: zero });
        match (call.get("result"), self.rounds.wins) {
            (Some(result), _) => self.result(result, &Env::default()),
            (None, Some(wins)) => {
                let scores = self.by_side(wins);
                self.op(Op::Rank { scores });
            }
            (None, None) => {}
        }
        self.b.place(decided);
        self.op(Op::Result { who: zero, verdict: Verdict::Draw });
        if self.rounds.seats.is_some() {
            let ranks: Vec<(Reg, Reg)> = (1..=players)
                .map(|p| {
                    let side = self.c(p as i32);
                    (self.seat_of(side), self.load_at(self.known.rank, side))
                })
                .collect();
            for (seat, rank) in ranks {
                self.op(Op::StoreAt { field: self.known.rank, i: seat, a: rank });
            }
        }
        self.op(Op::Store { field: self.rounds.last.expect("made with the match"), a: one });
        self.b.place(on);
    }

    /// Notes which game of the match comes next.
    fn next_game(&mut self, term: &'t Term, onward: FieldId) {
        let next = self.int(term, &Env::default());
        let games = self.rounds.games as i32;
        let help = format!("its games are counted from 0 to {}", games - 1);
        if let Some(k) = self.const_of(next)
            && !(0..games).contains(&k)
        {
            let message = format!("there is no game {k} in this match");
            let found = Diagnostic::error(codes::BAD_MATCH, message, term.origin, "out of range");
            return self.report(found.help(help));
        }
        let (bad, good) = (self.b.label(), self.b.label());
        let (zero, one, last) = (self.c(0), self.c(1), self.c(games - 1));
        self.op(Op::JumpCmp { cmp: Cmp::Lt, a: next, b: zero, to: bad });
        self.op(Op::JumpCmp { cmp: Cmp::Le, a: next, b: last, to: good });
        self.b.place(bad);
        self.fault(codes::BAD_MATCH, "the game that is to come next is none of this match", help, term.origin);
        self.b.place(good);
        let next = self.bin(Bin::Add, next, one);
        self.op(Op::Store { field: onward, a: next });
    }

    /// The ends of the match are judged; where one gives a result, goes on at `decided`.
    fn end_of_match(&mut self, end: &'t Term, decided: Label) {
        let (zero, one, players) = (self.c(0), self.c(1), self.players());
        let ranks = self.b.field("ranks of the round", players + 1, 3, 0, false);
        let copy = |l: &mut Self, from: FieldId, to: FieldId| {
            for p in 1..=players {
                let p = l.c(p as i32);
                let rank = l.load_at(from, p);
                l.op(Op::StoreAt { field: to, i: p, a: rank });
            }
        };
        copy(self, self.known.rank, ranks);
        self.op(Op::Store { field: self.known.over, a: zero });
        self.op(Op::Fill { field: self.known.rank, a: zero });
        self.rounds.judging = false;
        self.rounds.closing = true;
        for rule in end.call().and_then(|end| end.get("rules")).map(Term::members).unwrap_or_default() {
            self.end_rule(rule, None, &Env::default());
        }
        (self.rounds.judging, self.rounds.closing) = (true, false);
        let over = self.load(self.known.over);
        self.op(Op::JumpIf { c: over, to: decided });
        copy(self, ranks, self.known.rank);
        self.op(Op::Store { field: self.known.over, a: one });
    }

    /// How many rounds are over.
    pub(in crate::lower) fn rounds_over(&mut self, term: &'t Term) -> Reg {
        if !self.is_match() {
            self.no_rounds("count Trials", term);
            return self.c(0);
        }
        let (round, one) = (self.round_number(), self.c(1));
        if self.rounds.judging || self.rounds.closing { round } else { self.bin(Bin::Sub, round, one) }
    }

    /// `(matchScore …)`: what the games of a match have given a player.
    pub(in crate::lower) fn match_score(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Reg {
        let Some(field) = self.rounds.records.get(MATCH_SCORE).copied() else {
            self.no_rounds("matchScore", term);
            return self.c(0);
        };
        let side = self.player_or_int(call.get("role").expect("checked"), env);
        let seat = self.seat_of(side);
        self.load_at(field, seat)
    }

    /// The same of all players, by side, in the end of such a match.
    pub(in crate::lower) fn match_scores(&mut self) -> Option<FieldId> {
        let field = self.rounds.records.get(MATCH_SCORE).copied().filter(|_| self.rounds.closing)?;
        Some(self.by_side(field))
    }

    /// What a field has for each seat, in a field that has it for the side on which the seat plays.
    fn by_side(&mut self, of_seats: FieldId) -> FieldId {
        let by_side = self.b.field("by side", self.players() + 1, 5, 0, false);
        for p in 1..=self.players() {
            let side = self.c(p as i32);
            let seat = self.seat_of(side);
            let n = self.load_at(of_seats, seat);
            self.op(Op::StoreAt { field: by_side, i: side, a: n });
        }
        by_side
    }

    fn add_to_record(&mut self, field: FieldId, p: u32, value: Reg) {
        let side = self.c(p as i32);
        let seat = self.seat_of(side);
        let sum = self.load_at(field, seat);
        let sum = self.bin(Bin::Add, sum, value);
        self.op(Op::StoreAt { field, i: seat, a: sum });
        if self.rounds.kept > 0 {
            let (round, width) = (self.round_number(), self.c(self.players() as i32 + 1));
            let row = self.bin(Bin::Mul, round, width);
            let place = self.bin(Bin::Add, seat, row);
            self.op(Op::StoreAt { field, i: place, a: value });
        }
    }

    /// Seats move on, and who begins the next round is known.
    fn next_starter(&mut self, call: &'t Call) {
        let n = self.players();
        let starter = self.rounds.starter.expect("made with the match");
        let one = self.c(1);
        let begins = match call.get("starter") {
            None => self.load(starter),
            Some(rule) => match rule.symbol() {
                Some("Keep" | "Rotate") => self.load(starter),
                Some(word @ ("Winner" | "Loser")) => {
                    // The first of those who came out best, or worst.
                    let best = self.b.reg();
                    let first = self.c(1);
                    self.op(Op::Move { d: best, a: first });
                    for p in 2..=n {
                        let skip = self.b.label();
                        let p = self.c(p as i32);
                        let (own, other) = (self.load_at(self.known.rank, p), self.load_at(self.known.rank, best));
                        let cmp = if word == "Winner" { Cmp::Ge } else { Cmp::Le };
                        self.op(Op::JumpCmp { cmp, a: own, b: other, to: skip });
                        self.op(Op::Move { d: best, a: p });
                        self.b.place(skip);
                    }
                    best
                }
                _ => {
                    let who = self.player_or_int(rule, &Env::default());
                    self.must_play(who, rule.origin);
                    who
                }
            },
        };
        let seat = self.b.reg();
        let of = self.seat_of(begins);
        self.op(Op::Move { d: seat, a: of });
        if call.get("starter").and_then(Term::symbol) == Some("Rotate") {
            let players = self.c(n as i32);
            let next = self.bin(Bin::Rem, seat, players);
            let next = self.bin(Bin::Add, next, one);
            self.op(Op::Move { d: seat, a: next });
        }
        let Some(seats) = self.rounds.seats else {
            return self.op(Op::Store { field: starter, a: seat });
        };
        // Each seat takes the side after its own.
        let before: Vec<Reg> = (1..=n)
            .map(|p| {
                let side = self.c(p as i32);
                self.load_at(seats, side)
            })
            .collect();
        for (p, seat) in (1..=n).zip(before) {
            let next = self.c((p % n + 1) as i32);
            self.op(Op::StoreAt { field: seats, i: next, a: seat });
        }
        for p in 1..=n {
            let (skip, side) = (self.b.label(), self.c(p as i32));
            let here = self.load_at(seats, side);
            self.op(Op::JumpCmp { cmp: Cmp::Ne, a: here, b: seat, to: skip });
            self.op(Op::Store { field: starter, a: side });
            self.b.place(skip);
        }
    }

    /// A round is over: what it leaves is written down by `judge`, and the next one begins, if there is one.
    pub(in crate::lower) fn round_over_block(&mut self, judge: BlockId, start: BlockId) -> BlockId {
        let block = self.b.begin_block("the round is over");
        let done = self.b.label();
        let one = self.c(1);
        self.op(Op::Call { block: judge });
        let last = self.load(self.rounds.last.expect("made with the match"));
        self.op(Op::JumpIf { c: last, to: done });
        let round = self.rounds.round.expect("made with the match");
        let n = self.load(round);
        let n = self.bin(Bin::Add, n, one);
        self.op(Op::Store { field: round, a: n });
        // Another game begins with a state of its own, which is not made here.
        if self.rounds.onward.is_none() {
            let origin = self.rounds.call.map_or(self.game.origin, |(_, term)| term.origin);
            self.at_origin(origin, |l| l.op(Op::NewRound {}));
            self.op(Op::Call { block: start });
        }
        self.b.place(done);
        self.op(Op::Ret {});
        self.b.end_block();
        block
    }

    /// Ends the round, or the match, where nothing more is decided in it: those who have no place yet share what is left.
    pub(in crate::lower) fn finish_round(&mut self, word: &str) {
        let (nobody, one) = (self.c(0), self.c(1));
        if word == "Match"
            && let Some(last) = self.rounds.last
        {
            self.op(Op::Store { field: last, a: one });
        }
        self.op(Op::Result { who: nobody, verdict: Verdict::Draw });
    }
}

fn name_of(call: &Call) -> &str {
    call.get("name").and_then(Term::text).unwrap_or_default()
}
