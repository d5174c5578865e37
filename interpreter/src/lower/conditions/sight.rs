//! What is seen in lines from a site.

use crate::board::RelationType;
use crate::lower::regions::directions::Dirs;
use crate::lower::{Env, Lower};
use crate::program::op::{Op, SetReg};
use parlour_grammar::rules::{Call, Term};

impl<'t> Lower<'t> {
    /// In each direction the empty sites before the first piece, the last of them, or that piece.
    pub(in crate::lower) fn sites_in_sight(&mut self, call: &'t Call, env: &Env<'t>) -> SetReg {
        let dirs = match call.get("directions") {
            Some(d) => self.directions(d, env),
            None => Dirs::of_relation(RelationType::Adjacent),
        };
        let sight = call.get("type").and_then(Term::symbol).unwrap_or("Piece");
        let from = self.site_in(call, "at", env);
        let tables = self.ray_tables(&dirs);
        let (seen, to, last) = (self.b.set(), self.b.reg(), self.b.reg());
        let (none, off) = (self.b.set_constant([]), self.c(crate::lower::numbers::OFF));
        self.op(Op::SetMove { d: seen, a: none });
        self.each_ray(tables, from, |l, cursor, next_ray| {
            let (end, piece) = (l.b.label(), l.b.label());
            l.op(Op::Move { d: last, a: off });
            let top = l.b.here();
            l.op(Op::Advance { d: to, p: cursor, table: tables.sites, to: end });
            let what = l.load_at(l.known.what, to);
            l.op(Op::JumpIf { c: what, to: piece });
            l.op(Op::Move { d: last, a: to });
            if sight == "Empty" {
                l.op(Op::SetInsert { d: seen, i: to });
            }
            l.op(Op::Loop { to: top });
            l.b.place(piece);
            if sight == "Piece" {
                l.op(Op::SetInsert { d: seen, i: to });
            }
            l.b.place(end);
            if sight == "Farthest" {
                l.op(Op::SetInsert { d: seen, i: last });
            }
            l.op(Op::Jump { to: next_ray });
        });
        seen
    }
}
