//! Values that play remembers: under each name, how often each value was remembered and not yet forgotten.

use super::{Env, Lower};
use crate::program::op::{Bin, Cmp, FieldId, Op, Reg, SetReg};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::rules::{Call, Term, TermKind};

/// Values below this can be remembered, and all sites.
const LEAST_VALUES: u32 = 256;

impl<'t> Lower<'t> {
    /// How often each value is remembered under a name.
    pub(super) fn remembered(&mut self, call: &Call) -> FieldId {
        let name = call.get("name").and_then(Term::text).unwrap_or_default();
        if let Some(field) = self.memories.get(name) {
            return *field;
        }
        let field = self.b.field(&format!("remembered {name}"), self.eq.sites.max(LEAST_VALUES), 4, 0, false);
        self.memories.insert(name.to_owned(), field);
        field
    }

    /// The field of a `(values Remembered …)`.
    pub(super) fn as_remembered(&mut self, term: &Term) -> Option<FieldId> {
        let call = term.call().filter(|c| c.prim == Prim::ValuesRemembered)?;
        Some(self.remembered(call))
    }

    /// One more of a value; with `unique`, unless it is remembered already.
    pub(super) fn remember(&mut self, call: &Call, value: Reg) {
        let field = self.remembered(call);
        let unique = matches!(call.get("unique").map(|t| &t.kind), Some(TermKind::Bool(true)));
        self.within_values(field, value);
        let (before, one) = (self.load_at(field, value), self.c(1));
        let more = if unique { one } else { self.bin(Bin::Add, before, one) };
        self.op(Op::StoreAt { field, i: value, a: more });
    }

    /// One less of a value.
    pub(super) fn forget(&mut self, call: &Call, value: Reg) {
        let field = self.remembered(call);
        let (before, zero, one) = (self.load_at(field, value), self.c(0), self.c(1));
        let less = self.bin(Bin::Sub, before, one);
        let less = self.bin(Bin::Max, less, zero);
        self.op(Op::StoreAt { field, i: value, a: less });
    }

    /// Forgets all values of a name, or of all names where none is said.
    pub(super) fn forget_all(&mut self, call: &Call) {
        let mut fields = vec![self.remembered(call)];
        if call.get("name").is_none() {
            let mut remembering = Vec::new();
            super::usage::visit(self.game, &mut |term| {
                let remembers = |c: &&Call| matches!(c.prim, Prim::RememberValue | Prim::StartRememberValue);
                remembering.extend(term.call().filter(remembers));
            });
            fields.extend(remembering.into_iter().map(|call| self.remembered(call)));
            fields.sort_unstable();
            fields.dedup();
        }
        let zero = self.c(0);
        for field in fields {
            self.op(Op::Fill { field, a: zero });
        }
    }

    /// Nothing is dropped silently: a value that has no place stops the game.
    fn within_values(&mut self, field: FieldId, value: Reg) {
        let last = self.b.field_info(field).len as i32 - 1;
        let (zero, last) = (self.c(0), self.c(last));
        let (bad, good) = (self.b.label(), self.b.label());
        self.op(Op::JumpCmp { cmp: Cmp::Lt, a: value, b: zero, to: bad });
        self.op(Op::JumpCmp { cmp: Cmp::Le, a: value, b: last, to: good });
        self.b.place(bad);
        let origin = self.b.origin;
        self.fault(
            "E0518",
            "a value is remembered that is too large, or negative",
            "remember sites, or small numbers",
            origin,
        );
        self.b.place(good);
    }

    /// How many values are remembered.
    pub(super) fn count_remembered(&mut self, field: FieldId) -> Reg {
        let (sum, value) = (self.b.reg(), self.b.reg());
        let zero = self.c(0);
        self.op(Op::Move { d: sum, a: zero });
        self.each_remembered(field, value, |l| {
            let times = l.load_at(field, value);
            l.op(Op::Bin { op: Bin::Add, d: sum, a: sum, b: times });
        });
        sum
    }

    /// Runs `body` for each value that is remembered, ascending.
    pub(super) fn each_remembered(&mut self, field: FieldId, value: Reg, body: impl FnOnce(&mut Self)) {
        let last = self.b.field_info(field).len as i32 - 1;
        let (zero, last) = (self.c(0), self.c(last));
        self.count_up(value, zero, last, |l| {
            let skip = l.b.label();
            let times = l.load_at(field, value);
            l.op(Op::JumpUnless { c: times, to: skip });
            body(l);
            l.b.place(skip);
        });
    }

    /// The sites among the values remembered.
    pub(super) fn remembered_sites(&mut self, field: FieldId) -> SetReg {
        let (sites, value) = (self.b.set(), self.b.reg());
        let none = self.b.set_constant([]);
        self.op(Op::SetMove { d: sites, a: none });
        let board = self.b.set_constant(0..self.eq.sites);
        self.each_remembered(field, value, |l| {
            let (skip, on) = (l.b.label(), l.b.reg());
            l.op(Op::SetHas { d: on, s: board, i: value });
            l.op(Op::JumpUnless { c: on, to: skip });
            l.op(Op::SetInsert { d: sites, i: value });
            l.b.place(skip);
        });
        sites
    }

    /// A `(set RememberValue …)` of the start: one value, or all sites of a region.
    pub(super) fn remember_at_start(&mut self, call: &'t Call, env: &Env<'t>) {
        match (call.get("value"), call.get("region")) {
            (Some(value), _) => {
                let value = self.int(value, env);
                self.remember(call, value);
            }
            (None, Some(region)) => {
                let sites = self.region(region, env);
                let site = self.b.reg();
                self.each(sites, site, |l| l.remember(call, site));
            }
            _ => {}
        }
    }
}
