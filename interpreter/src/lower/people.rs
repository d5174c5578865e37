//! Players found by what they have.

use super::{Env, Lower};
use crate::program::op::{Cmp, Op, Reg};
use parlour_grammar::rules::Call;

impl<'t> Lower<'t> {
    /// `(player Most …)`, `(player Least …)`: nobody (0) if the condition holds for none.
    pub(super) fn player_by(&mut self, most: bool, call: &'t Call, env: &Env<'t>) -> Reg {
        let n = self.players();
        let (found, value) = (self.b.reg(), self.b.reg());
        let nobody = self.c(0);
        self.op(Op::Move { d: found, a: nobody });
        for k in 0..n {
            let player = self.c(((self.copy.mover - 1 + k) % n + 1) as i32);
            let inner = Env { player: Some(player), ..env.clone() };
            let (skip, better) = (self.b.label(), self.b.label());
            if let Some(condition) = call.get("if") {
                self.unless(condition, &inner, skip);
            }
            let here = self.int(call.get("value").expect("checked"), &inner);
            self.op(Op::JumpUnless { c: found, to: better });
            let cmp = if most { Cmp::Le } else { Cmp::Ge };
            self.op(Op::JumpCmp { cmp, a: here, b: value, to: skip });
            self.b.place(better);
            self.op(Op::Move { d: value, a: here });
            self.op(Op::Move { d: found, a: player });
            self.b.place(skip);
        }
        found
    }
}
