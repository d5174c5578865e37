//! A position that play remembers, and moves that must not bring it back.

use crate::lower::{Env, Lower, Sink};
use crate::program::op::{Bin, Label, Op, RuleId, Small};
use parlour_grammar::rules::Term;

/// The log of positions remembered.
const REMEMBERED: u16 = 3;

impl<'t> Lower<'t> {
    /// `(remember State)`: the position as it is now takes the place of the one remembered before.
    pub(in crate::lower) fn remember_state(&mut self) {
        let field = self.stored_field();
        let (before, one) = (self.load(field), self.c(1));
        let number = self.bin(Bin::Add, before, one);
        self.op(Op::Store { field, a: number });
        let who = self.who_in_round(number);
        self.op(Op::LogPosition { log: Small(REMEMBERED), who });
    }

    /// `(avoidStoredState …)`: the moves that do not lead to the position remembered.
    pub(in crate::lower) fn generate_avoiding(&mut self, moves: &'t Term, env: &Env<'t>) {
        self.sinks.push(Sink::Stored);
        self.generate(moves, env);
        self.sinks.pop();
    }

    /// A transition that leads to the position remembered goes to `dropped`.
    pub(in crate::lower) fn drop_stored(&mut self, rule: RuleId, env: &Env<'t>, dropped: Label) {
        let field = self.stored_field();
        // What is remembered in trial does not count.
        let (number, seen, d) = (self.load(field), self.b.reg(), self.b.reg());
        let who = self.who_in_round(number);
        self.op(Op::Mark {});
        self.try_rule(rule, env);
        self.op(Op::Occurrences { d, log: Small(REMEMBERED), who });
        self.op(Op::Move { d: seen, a: d });
        self.op(Op::Rollback {});
        self.op(Op::JumpIf { c: seen, to: dropped });
    }

    /// How many positions have been remembered so far.
    fn stored_field(&mut self) -> crate::program::op::FieldId {
        self.logs.stored = true;
        self.scalar(|f| &mut f.stored, "positions remembered", 0)
    }
}
