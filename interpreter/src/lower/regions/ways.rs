//! Directions that chance draws among others, before the moves that go their way.

use crate::board::Direction;
use crate::lower::{Env, Lower};
use crate::program::op::{Cmp, Op};
use parlour_grammar::diagnostic::{Diagnostic, codes};
use parlour_grammar::rules::{Call, Term};

/// Most outcomes of such a draw: code is made for each.
const MOST_CHOICES: usize = 64;

impl<'t> Lower<'t> {
    /// What `(directions Random …)` may come to: each choice of so many of the directions, or of all where there are fewer.
    pub(in crate::lower) fn ways_to_draw(
        &mut self,
        call: &'t Call,
        term: &'t Term,
        env: &Env<'t>,
    ) -> Option<Vec<Vec<Direction>>> {
        let among = self.directions(call.get("directions").expect("checked"), env);
        let singles = self.singles(&among);
        let num = call.get("num").expect("checked");
        let n = self.int(num, env);
        let told = match self.const_of(n) {
            Some(n) if n > 0 => Ok(n as usize),
            Some(n) => Err((codes::DIRECTIONS_DRAWN, format!("{n} directions are to be drawn"))),
            None => Err(("E0409", "how many directions are drawn must be known before play".to_owned())),
        };
        let n = match told {
            Ok(n) => n,
            Err((code, message)) => {
                let found = Diagnostic::error(code, message, num.origin, "expected 1 or more");
                self.report(found.help("write a whole number, as in `num:1`"));
                return None;
            }
        };
        let choices = choices(&singles, n.min(singles.len()));
        if choices.len() > MOST_CHOICES {
            let message = format!("there are {} ways to draw these directions", choices.len());
            let found = Diagnostic::error(
                codes::DIRECTIONS_DRAWN,
                message,
                term.origin,
                format!("at most {MOST_CHOICES} are expected"),
            );
            self.report(found.help("draw fewer of them, or among fewer: `(directions Random Orthogonal num:1)`"));
            return None;
        }
        Some(choices)
    }

    /// A form whose directions chance has drawn: `body` lowers it for each choice, under the condition that it is that one.
    pub(in crate::lower) fn branch_on_drawn_directions(
        &mut self,
        asked: &'t Call,
        open: &'t Term,
        env: &Env<'t>,
        body: &mut dyn FnMut(&mut Self),
    ) {
        let Some(drawn) = self.settled_value(open) else { return self.unsupported(open) };
        let Some(choices) = self.ways_to_draw(asked, open, env) else { return };
        let at = std::ptr::from_ref(open) as usize;
        for (i, directions) in choices.into_iter().enumerate() {
            let (other, here) = (self.b.label(), self.c(i as i32 + 1));
            self.op(Op::JumpCmp { cmp: Cmp::Ne, a: drawn, b: here, to: other });
            self.decided.drawn.push((at, directions));
            self.within(i, |l| body(l));
            self.decided.drawn.pop();
            self.b.place(other);
        }
    }
}

/// Each choice of `n` of some directions, in their order.
fn choices(of: &[Direction], n: usize) -> Vec<Vec<Direction>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (i, first) in of.iter().enumerate() {
        for rest in choices(&of[i + 1..], n - 1) {
            all.push(std::iter::once(*first).chain(rest).collect());
        }
    }
    all
}
