//! Moves that are forced: where the rules say so, they are made without asking.

use crate::lower::{Copy_, Env, Lower, Purpose, Sink};
use crate::program::op::{Op, SetReg, Want};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::rules::Term;

impl<'t> Lower<'t> {
    /// Whether the rules say `(meta (automove))`.
    pub(in crate::lower) fn forces_moves(&self) -> bool {
        self.meta_rules().iter().any(|rule| rule.call().is_some_and(|c| c.prim == Prim::Automove))
    }

    /// After a move: as long as there are sites to which only one move of the mover leads, those moves are made, all at once. They belong
    /// to the move before: what it was is not changed by them.
    pub(in crate::lower) fn make_forced_moves(&mut self, copy: Copy_) {
        if !self.forces_moves() {
            return;
        }
        let known = [self.fields.last_from, self.fields.last_to, Some(self.known.plies)];
        let kept: Vec<_> = known.into_iter().flatten().map(|field| (field, self.load(field))).collect();
        let (once, twice) = (self.b.set(), self.b.set());
        let (end, done) = (self.b.label(), self.b.label());
        // Each of them would forget where those before it came to.
        let (came, before) = (self.b.set(), self.came_to());
        self.op(Op::SetMove { d: came, a: before });
        let top = self.b.here();
        let none = self.b.set_constant([]);
        self.op(Op::SetMove { d: once, a: none });
        self.op(Op::SetMove { d: twice, a: none });
        let ignored = self.b.reg();
        let counted = self.b.label();
        self.op(Op::Begin { want: Want::Count, end: counted });
        self.generate_again(copy, Sink::Tally(once, twice), 1);
        self.b.place(counted);
        self.op(Op::End { d: ignored });
        self.op(Op::SetDiff { d: once, a: once, b: twice });
        self.op(Op::JumpEmpty { s: once, to: end });
        self.op(Op::SetOr { d: came, a: came, b: once });
        let listed = self.b.label();
        self.op(Op::Begin { want: Want::List, end: listed });
        self.generate_again(copy, Sink::Only(once), 2);
        self.b.place(listed);
        self.op(Op::End { d: ignored });
        self.op(Op::Perform { to: done });
        self.b.place(done);
        for (field, a) in &kept {
            self.op(Op::Store { field: *field, a: *a });
        }
        self.op(Op::Loop { to: top });
        self.b.place(end);
        if let Some(field) = self.fields.came {
            let (site, one) = (self.b.reg(), self.c(1));
            self.each(came, site, |l| l.op(Op::StoreAt { field, i: site, a: one }));
        }
    }

    /// The moves of a node and mover once more, through a sink: on a way of their own, since the loop variables of others may be in use.
    fn generate_again(&mut self, copy: Copy_, sink: Sink<'t>, way: usize) {
        let outer = (
            std::mem::replace(&mut self.copy, copy),
            std::mem::replace(&mut self.purpose, Purpose::Ask),
            std::mem::replace(&mut self.sinks, vec![sink]),
            std::mem::replace(&mut self.path, vec![usize::MAX - way]),
            std::mem::replace(&mut self.plain, false),
            std::mem::take(&mut self.decided),
        );
        let play = self.phases[copy.node].play.or_else(|| self.rules.get("play"));
        if let Some(moves) = play.and_then(Term::call).and_then(|p| p.get("moves")) {
            self.generate(moves, &Env::default());
        }
        (self.copy, self.purpose, self.sinks, self.path, self.plain, self.decided) = outer;
    }

    /// The sites that the last move came to, or did something on: those of its consequences, and of the moves it forced, included.
    pub(in crate::lower) fn came_to(&mut self) -> SetReg {
        let Some(field) = self.fields.came else {
            let last = self.load(self.fields.last_to.expect("every game has it"));
            return self.single(last);
        };
        let table = self.b.table(vec![-1, 0]);
        let index = self.b.index("came to", field, Some(table), 1);
        self.class(index, 0)
    }
}
