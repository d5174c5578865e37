//! `(do … next:…)`: moves after others, and moves after which a condition holds.

use crate::lower::moves::Emission;
use crate::lower::{Env, First, Lower, Purpose, Sink};
use crate::program::op::{Cmp, Op};
use parlour_grammar::diagnostic::Dialect;
use parlour_grammar::rules::{Call, Term};
use std::rc::Rc;

impl<'t> Lower<'t> {
    pub(in crate::lower) fn generate_do(&mut self, call: &'t Call, env: &Env<'t>) {
        let moves = call.get("moves").expect("checked");
        let Some(next) = call.get("next") else { return self.generate_if_afterwards(call, moves, env) };
        // With dice, a turn that leaves nothing to do is passed: that is a move, which what follows the others follows. Where nothing
        // does, and nobody asks, the pass of the whole turn is as good.
        let whole = self.phases[self.copy.node].play.and_then(Term::call).and_then(|play| play.get("moves"));
        let whole = whole.and_then(Term::call).is_some_and(|play| std::ptr::eq(play, call));
        let unasked = whole && env.thens.is_empty() && !self.usage.stalemates;
        // Of one piece among several that is no pass of the turn.
        let passes = !self.eq.dice.is_empty() && !unasked && env.component.is_none();
        if self.is_chancy(moves) {
            // It has been done before the decision.
            return self.generate_next(call, next, env, passes);
        }
        // What comes first is done in trial, the moves are those of the state reached, and each begins with it.
        let bare = env.bare();
        self.op(Op::Mark {});
        self.perform(moves, &bare);
        let mut inner = env.clone();
        // In files of Ludii each part of what comes next begins with it anew, as its recorded play shows.
        let once = self.purpose == Purpose::Perform && self.dialect != Dialect::Ludii;
        let done = once.then(|| self.b.reg());
        if let Some(done) = done {
            let zero = self.c(0);
            self.op(Op::Move { d: done, a: zero });
        }
        inner.firsts.push(First { moves, env: Rc::new(bare), done });
        self.generate_next(call, next, &inner, passes);
        self.op(Op::Rollback {});
    }

    /// The moves that come after others in a `(do …)`, or a pass where there are none.
    fn generate_next(&mut self, call: &'t Call, next: &'t Term, env: &Env<'t>, passes: bool) {
        if !passes {
            return self.generate_if_afterwards(call, next, env);
        }
        self.counting(|l| {
            let (before, after, some) = (l.b.reg(), l.b.reg(), l.b.label());
            l.op(Op::Emitted { d: before });
            l.generate_if_afterwards(call, next, env);
            l.op(Op::Emitted { d: after });
            l.op(Op::JumpCmp { cmp: Cmp::Ne, a: before, b: after, to: some });
            l.emit(next, env, Emission::pass(), |_, _| {});
            l.b.place(some);
        });
    }

    /// The moves after which a condition holds, where one is given.
    fn generate_if_afterwards(&mut self, call: &'t Call, moves: &'t Term, env: &Env<'t>) {
        match call.get("ifAfterwards") {
            // Where threats are looked for nothing is threatened in turn: most of these conditions hold then.
            Some(condition) if self.threatening && self.always_holds(condition, env) => self.generate(moves, env),
            Some(condition) => {
                // What follows the moves outside of this form comes after the condition.
                let following = env.thens.len();
                let seat = (self.copy, self.posing);
                let sink = Sink::Afterwards(condition, Rc::new(env.bare()), Rc::default(), seat, following);
                self.sinks.push(sink);
                self.generate(moves, env);
                self.sinks.pop();
            }
            None => self.generate(moves, env),
        }
    }

    /// Whether a condition is found to hold before play. What is lowered to see that is thrown away.
    fn always_holds(&mut self, condition: &'t Term, env: &Env<'t>) -> bool {
        let scratch = self.b.begin_block("scratch");
        let c = self.bool(condition, env);
        let holds = self.const_of(c).is_some_and(|k| k != 0);
        self.b.drop_block(scratch);
        holds
    }
}
