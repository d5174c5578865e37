//! Lists of numbers that a rule computes, where what is asked of them needs no list: the greatest, the sum, how many, which sites.

use super::ints::OFF;
use super::{Env, Lower};
use crate::program::op::{Bin, Cmp, Op, Reg, SetReg};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::rules::{Call, Term};

/// `(results …)`, alone in a slot for a list of numbers.
pub(super) fn results(term: Option<&Term>) -> Option<&Call> {
    let [only] = term?.members() else { return None };
    only.call().filter(|call| call.prim == Prim::Results)
}

impl<'t> Lower<'t> {
    /// Runs `body` for each number of `(results …)`, in order.
    fn each_result(&mut self, results: &'t Call, env: &Env<'t>, body: impl FnOnce(&mut Self, Reg)) {
        let froms = self.region(results.get("from").expect("checked"), env);
        let (from, to) = (self.b.reg(), self.b.reg());
        self.each(froms, from, |l| {
            let inner = Env { from: Some(from), ..env.clone() };
            let tos = l.region(results.get("to").expect("checked"), &inner);
            l.each(tos, to, |l| {
                let inner = Env { to: Some(to), ..inner.clone() };
                let value = l.int(results.get("value").expect("checked"), &inner);
                body(l, value);
            });
        });
    }

    /// The greatest or least number, −1 where there is none.
    pub(super) fn best_result(&mut self, op: Bin, results: &'t Call, env: &Env<'t>) -> Reg {
        let (best, any) = (self.b.reg(), self.b.reg());
        let (off, zero, one) = (self.c(OFF), self.c(0), self.c(1));
        self.op(Op::Move { d: best, a: off });
        self.op(Op::Move { d: any, a: zero });
        self.each_result(results, env, |l, value| {
            let (first, end) = (l.b.label(), l.b.label());
            l.op(Op::JumpUnless { c: any, to: first });
            l.op(Op::Bin { op, d: best, a: best, b: value });
            l.op(Op::Jump { to: end });
            l.b.place(first);
            l.op(Op::Move { d: best, a: value });
            l.op(Op::Move { d: any, a: one });
            l.b.place(end);
        });
        best
    }

    /// The sum or product of the numbers.
    pub(super) fn total_of_results(&mut self, op: Bin, results: &'t Call, env: &Env<'t>) -> Reg {
        let (total, neutral) = (self.b.reg(), self.c(i32::from(op == Bin::Mul)));
        self.op(Op::Move { d: total, a: neutral });
        self.each_result(results, env, |l, value| l.op(Op::Bin { op, d: total, a: total, b: value }));
        total
    }

    /// How many numbers there are.
    pub(super) fn count_results(&mut self, results: &'t Call, env: &Env<'t>) -> Reg {
        let (n, zero, one) = (self.b.reg(), self.c(0), self.c(1));
        self.op(Op::Move { d: n, a: zero });
        self.each_result(results, env, |l, _| l.op(Op::Bin { op: Bin::Add, d: n, a: n, b: one }));
        n
    }

    /// The numbers as sites; those that are none are left out.
    pub(super) fn sites_of_results(&mut self, results: &'t Call, env: &Env<'t>) -> SetReg {
        let (d, none) = (self.b.set(), self.b.set_constant([]));
        let (zero, sites) = (self.c(0), self.c(self.eq.sites as i32));
        self.op(Op::SetMove { d, a: none });
        self.each_result(results, env, |l, value| {
            let skip = l.b.label();
            l.op(Op::JumpCmp { cmp: Cmp::Lt, a: value, b: zero, to: skip });
            l.op(Op::JumpCmp { cmp: Cmp::Ge, a: value, b: sites, to: skip });
            l.op(Op::SetInsert { d, i: value });
            l.b.place(skip);
        });
        d
    }
}
