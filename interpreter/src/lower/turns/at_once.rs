//! The ends of a game after a ply in which all players have moved at once.
//!
//! No one of them is the mover, so each end is asked for every player, with that player's own move as the last. The first end that
//! holds for anybody counts. Where it holds for several who would have it end differently, it is a draw; those whom it only takes out
//! of the game leave it together.

use crate::lower::{Copy_, Env, Lower};
use crate::program::Part;
use crate::program::op::{Bin, BlockId, Cmp, FieldId, Label, Op, Reg, Verdict};
use parlour_grammar::diagnostic::Dialect;
use parlour_grammar::rules::Term;

/// What is kept of each player's move: for a field of the last move, by player.
pub(in crate::lower) type OwnMoves = Vec<(FieldId, FieldId)>;

impl<'t> Lower<'t> {
    /// Whether the ends after a turn of a phase are asked for every player.
    pub(in crate::lower) fn ends_for_all(&self, phase: usize) -> bool {
        self.dialect == Dialect::Parlour && self.is_simultaneous(phase)
    }

    /// The fields that keep each player's own move of a ply.
    fn own_moves(&mut self) -> OwnMoves {
        if self.turns.simultaneous.own.is_empty() {
            let n = self.players() + 1;
            for (name, field) in [
                ("from of player", self.fields.last_from),
                ("to of player", self.fields.last_to),
                ("level of player", self.fields.last_level),
            ] {
                let own = self.b.field(name, n, 5, crate::lower::numbers::OFF, false);
                self.turns.simultaneous.own.extend(field.map(|field| (field, own)));
            }
        }
        self.turns.simultaneous.own.clone()
    }

    /// Keeps the move that has just been made as that of its player.
    pub(in crate::lower) fn keep_own_move(&mut self, player: Reg) {
        for (last, own) in self.own_moves() {
            let value = self.load(last);
            self.op(Op::StoreAt { field: own, i: player, a: value });
        }
    }

    /// Code for an end that is asked for every player; play goes on at `over` once the game has ended.
    pub(in crate::lower) fn end_rule_for_all(&mut self, rule: &'t Term, over: Label) {
        let players: Vec<Reg> = (1..=self.players()).map(|p| self.c(p as i32)).collect();
        let judges: Vec<BlockId> = (1..=self.players()).map(|p| self.judge_of(p, rule)).collect();
        let (zero, one, end) = (self.c(0), self.c(1), self.b.label());
        let before = self.ranks(&players);
        let (several, ended, first) = (self.b.reg(), self.b.reg(), self.b.reg());
        [several, ended, first].into_iter().for_each(|flag| self.op(Op::Move { d: flag, a: zero }));
        let lead: Vec<Reg> = players.iter().map(|_| self.b.reg()).collect();
        lead.iter().for_each(|rank| self.op(Op::Move { d: *rank, a: zero }));
        let mut held = Vec::new();
        for ((player, judge), rank) in players.iter().zip(&judges).zip(&before) {
            let (holds, yes, next) = (self.b.reg(), self.b.label(), self.b.label());
            self.op(Op::Move { d: holds, a: zero });
            held.push(holds);
            // Who has left the game has not moved.
            self.op(Op::JumpIf { c: *rank, to: next });
            self.op(Op::Mark {});
            self.op(Op::Call { block: *judge });
            let after = self.ranks(&players);
            let is_over = self.load(self.known.over);
            self.op(Op::Rollback {});
            let goes_on = self.b.label();
            self.op(Op::JumpCmp { cmp: Cmp::Ne, a: is_over, b: one, to: goes_on });
            self.op(Op::Move { d: ended, a: one });
            self.op(Op::Jump { to: yes });
            self.b.place(goes_on);
            for (before, after) in before.iter().zip(&after) {
                self.op(Op::JumpCmp { cmp: Cmp::Ne, a: *before, b: *after, to: yes });
            }
            self.op(Op::Jump { to: next });
            self.b.place(yes);
            self.op(Op::Move { d: holds, a: one });
            let later = self.b.label();
            self.op(Op::JumpIf { c: first, to: later });
            self.op(Op::Move { d: first, a: *player });
            for (lead, after) in lead.iter().zip(&after) {
                self.op(Op::Move { d: *lead, a: *after });
            }
            self.op(Op::Jump { to: next });
            self.b.place(later);
            for (lead, after) in lead.iter().zip(&after) {
                let same = self.b.label();
                self.op(Op::JumpCmp { cmp: Cmp::Eq, a: *lead, b: *after, to: same });
                self.op(Op::Move { d: several, a: one });
                self.b.place(same);
            }
            self.b.place(next);
        }
        self.op(Op::JumpUnless { c: first, to: end });
        let (differ, leave) = (self.b.label(), self.b.label());
        self.op(Op::JumpIf { c: several, to: differ });
        for (player, judge) in players.iter().zip(&judges) {
            let other = self.b.label();
            self.op(Op::JumpCmp { cmp: Cmp::Ne, a: first, b: *player, to: other });
            self.op(Op::Call { block: *judge });
            self.b.place(other);
        }
        self.op(Op::Jump { to: end });
        self.b.place(differ);
        self.op(Op::JumpUnless { c: ended, to: leave });
        let condition = rule.call().and_then(|rule| rule.get("condition")).map_or(rule.origin, |term| term.origin);
        self.note_begin(Part::End, rule.origin);
        self.note_condition(condition, one, &Env::default());
        self.note_done(Part::End, rule.origin);
        self.op(Op::Result { who: zero, verdict: Verdict::Draw });
        self.op(Op::Jump { to: end });
        self.b.place(leave);
        for (holds, judge) in held.iter().zip(&judges) {
            let other = self.b.label();
            self.op(Op::JumpUnless { c: *holds, to: other });
            self.op(Op::Call { block: *judge });
            self.b.place(other);
        }
        self.share_ranks(&players, &held);
        self.b.place(end);
        let is_over = self.load(self.known.over);
        self.op(Op::JumpCmp { cmp: Cmp::Eq, a: is_over, b: one, to: over });
    }

    /// Those for whom an end has held share the ranks that they have got one after the other.
    fn share_ranks(&mut self, players: &[Reg], held: &[Reg]) {
        let (sum, n, zero) = (self.b.reg(), self.b.reg(), self.c(0));
        self.op(Op::Move { d: sum, a: zero });
        self.op(Op::Move { d: n, a: zero });
        let ranks = self.ranks(players);
        for (rank, holds) in ranks.into_iter().zip(held) {
            let counted = self.bin(Bin::Mul, rank, *holds);
            self.op(Op::Bin { op: Bin::Add, d: sum, a: sum, b: counted });
            self.op(Op::Bin { op: Bin::Add, d: n, a: n, b: *holds });
        }
        let shared = self.bin(Bin::Div, sum, n);
        for (player, holds) in players.iter().zip(held) {
            let other = self.b.label();
            self.op(Op::JumpUnless { c: *holds, to: other });
            self.op(Op::StoreAt { field: self.known.rank, i: *player, a: shared });
            self.b.place(other);
        }
    }

    fn ranks(&mut self, players: &[Reg]) -> Vec<Reg> {
        players.iter().map(|player| self.load_at(self.known.rank, *player)).collect()
    }

    /// The block that asks an end for one player, as the mover whose move was the last.
    fn judge_of(&mut self, player: u32, rule: &'t Term) -> BlockId {
        let block = self.b.begin_block(&format!("an end for player {player}"));
        let outer = self.copy;
        self.copy = Copy_ { mover: player, ..outer };
        let who = self.c(player as i32);
        let (mover, next) = (self.load(self.known.mover), self.load(self.known.next));
        self.op(Op::Store { field: self.known.mover, a: who });
        let follows = self.next_active(who);
        self.op(Op::Store { field: self.known.next, a: follows });
        let mut last = Vec::new();
        for (field, own) in self.own_moves() {
            last.push((field, self.load(field)));
            let value = self.load_at(own, who);
            self.op(Op::Store { field, a: value });
        }
        self.within(player as usize, |l| l.end_rule(rule, None, &Env::default()));
        last.extend([(self.known.mover, mover), (self.known.next, next)]);
        for (field, value) in last {
            self.op(Op::Store { field, a: value });
        }
        self.op(Op::Ret {});
        self.b.end_block();
        self.copy = outer;
        block
    }
}
