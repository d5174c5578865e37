//! Pairs of pieces that a turn remembers.
//!
//! Pieces have no identity of their own: only where a rule remembers pairs does a piece get a mark, the first time it is remembered in
//! a turn. The mark goes where the piece goes, as its state would, and is forgotten with the turn.

use crate::lower::{Env, Lower};
use crate::program::op::{Bin, Cmp, FieldId, Op, Reg};
use parlour_grammar::rules::{Call, Term};

/// Most pieces that one turn can remember, where it is not known how many there are.
const MOST_MARKS: u32 = 255;

impl<'t> Lower<'t> {
    /// Marks go from 1 to this, less one.
    fn marks(&self) -> u32 {
        let known = if self.usage.adds { None } else { self.eq.pieces_at_start };
        known.map_or(MOST_MARKS, |n| n.min(MOST_MARKS)) + 1
    }

    /// Which pairs are remembered under a name: by the marks of both pieces.
    fn pairs(&mut self, call: &Call) -> FieldId {
        let name = call.get("name").and_then(Term::text).unwrap_or_default();
        if let Some(field) = self.turns.pairs.get(name) {
            return *field;
        }
        let n = self.marks();
        let field = self.b.field(&format!("pairs {name}"), n * n, 3, 0, false);
        self.turns.pairs.insert(name.to_owned(), field);
        field
    }

    /// How many pieces have marks.
    fn marked(&mut self) -> FieldId {
        if let Some(field) = self.turns.marked {
            return field;
        }
        let field = self.b.field("marked", 1, 4, 0, false);
        self.turns.marked = Some(field);
        field
    }

    /// Where the marks of the two pieces at hand are.
    fn pair_at_hand(&mut self, env: &Env<'t>) -> [Reg; 2] {
        let last = |l: &mut Self, field: Option<FieldId>| l.load(field.expect("every game has it"));
        let from = env.from.unwrap_or_else(|| last(self, self.fields.last_from));
        let to = env.to.unwrap_or_else(|| last(self, self.fields.last_to));
        [(from, env.level_from), (to, env.level_to)].map(|(site, level)| match level {
            Some(level) if self.stacks.is_some() => self.cell_at(site, level),
            _ => self.cell(site, None, env),
        })
    }

    /// `(remember Pair)`
    pub(in crate::lower) fn remember_pair(
        &mut self,
        call: &'t Call,
        env: &Env<'t>,
    ) -> impl FnOnce(&mut Self) + use<'t> {
        let cells = self.pair_at_hand(env);
        let (pairs, marked, mark) = (self.pairs(call), self.marked(), self.known.mark);
        let origin = self.b.origin;
        move |l: &mut Self| {
            let Some(mark) = mark else { return };
            let (one, most, width) = (l.c(1), l.c(l.marks() as i32 - 1), l.c(l.marks() as i32));
            let marks = cells.map(|cell| {
                let (known, room, d) = (l.b.label(), l.b.label(), l.b.reg());
                let there = l.load_at(mark, cell);
                l.op(Op::Move { d, a: there });
                l.op(Op::JumpIf { c: there, to: known });
                let n = l.load(marked);
                let n = l.bin(Bin::Add, n, one);
                l.op(Op::JumpCmp { cmp: Cmp::Le, a: n, b: most, to: room });
                l.fault(
                    "E0608",
                    "too many pieces are remembered in one turn",
                    "remember fewer pairs of pieces",
                    origin,
                );
                l.b.place(room);
                l.op(Op::Store { field: marked, a: n });
                l.op(Op::StoreAt { field: mark, i: cell, a: n });
                l.op(Op::Move { d, a: n });
                l.b.place(known);
                d
            });
            let row = l.bin(Bin::Mul, marks[0], width);
            let at = l.bin(Bin::Add, row, marks[1]);
            l.op(Op::StoreAt { field: pairs, i: at, a: one });
        }
    }

    /// `(is Paired)`
    pub(in crate::lower) fn is_paired(&mut self, call: &'t Call, env: &Env<'t>) -> Reg {
        let cells = self.pair_at_hand(env);
        // An expression may ask in a game whose rules never do: then nothing is remembered.
        let Some(mark) = self.known.mark else { return self.c(0) };
        let pairs = self.pairs(call);
        let [a, b] = cells.map(|cell| self.load_at(mark, cell));
        let width = self.c(self.marks() as i32);
        let row = self.bin(Bin::Mul, a, width);
        let at = self.bin(Bin::Add, row, b);
        self.load_at(pairs, at)
    }

    /// Marks and pairs are forgotten, if there are any.
    pub(in crate::lower) fn forget_pairs(&mut self) {
        let (Some(marked), Some(mark)) = (self.turns.marked, self.known.mark) else { return };
        let (end, zero, one) = (self.b.label(), self.c(0), self.c(1));
        let n = self.load(marked);
        self.op(Op::JumpUnless { c: n, to: end });
        let (a, b, width) = (self.b.reg(), self.b.reg(), self.c(self.marks() as i32));
        for field in self.turns.pairs.values().copied().collect::<Vec<_>>() {
            self.count_up(a, one, n, |l| {
                let row = l.bin(Bin::Mul, a, width);
                l.count_up(b, one, n, |l| {
                    let at = l.bin(Bin::Add, row, b);
                    l.op(Op::StoreAt { field, i: at, a: zero });
                });
            });
        }
        let (sites, site, level) = (self.occupied(), self.b.reg(), self.b.reg());
        self.each(sites, site, |l| match l.stacks.clone() {
            Some(stacks) => {
                let height = l.load_at(stacks.height, site);
                let last = l.bin(Bin::Sub, height, one);
                l.count_up(level, zero, last, |l| {
                    let cell = l.cell_at(site, level);
                    l.op(Op::StoreAt { field: mark, i: cell, a: zero });
                });
            }
            None => l.op(Op::StoreAt { field: mark, i: site, a: zero }),
        });
        self.op(Op::Store { field: marked, a: zero });
        self.b.place(end);
    }
}
