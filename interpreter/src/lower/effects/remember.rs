//! Values that play remembers: under each name, how often each value was remembered and not yet forgotten.

use crate::lower::{Env, Lower};
use crate::program::op::{Bin, Cmp, FieldId, Op, Reg, SetReg};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::rules::{Call, Term, TermKind};

/// Values below this can be remembered, and all sites; and as many more, either way, as the numbers in what is remembered come to.
const LEAST_VALUES: u32 = 256;
/// Most values that have a place under one name.
const MOST_VALUES: u32 = 1 << 16;

/// How often each value is remembered under a name: a table of the values from `low` to `high`.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct Memory {
    field: FieldId,
    low: i32,
    high: i32,
}

impl<'t> Lower<'t> {
    /// What is remembered under a name.
    pub(in crate::lower) fn remembered(&mut self, call: &Call) -> Memory {
        self.memory(call.get("name").and_then(Term::text).unwrap_or_default())
    }

    fn memory(&mut self, name: &str) -> Memory {
        if let Some(memory) = self.memories.get(name) {
            return *memory;
        }
        let most = self.most_added_to_remembered(name);
        // Nowhere is a site, too.
        let (low, high) = (-1 - most as i32, self.eq.sites.max(LEAST_VALUES) as i32 + most as i32 - 1);
        let field = self.b.field(&format!("remembered {name}"), (high - low + 1) as u32, 4, 0, false);
        let memory = Memory { field, low, high };
        self.memories.insert(name.to_owned(), memory);
        memory
    }

    /// What the numbers in the values remembered under a name come to: so far they may lie beyond sites and small numbers.
    fn most_added_to_remembered(&self, name: &str) -> u32 {
        let mut most = 0u64;
        crate::lower::usage::visit(self.game, &mut |term| {
            let Some(call) = term.call().filter(|c| matches!(c.prim, Prim::RememberValue | Prim::StartRememberValue))
            else {
                return;
            };
            let same = call.look("name").and_then(Term::text).unwrap_or_default() == name;
            let Some(value) = call.look("value").filter(|_| same) else { return };
            let mut sum = 0u64;
            crate::lower::usage::visit(value, &mut |t| {
                if let TermKind::Int(n) = t.kind {
                    sum += u64::from(n.unsigned_abs());
                }
            });
            // A number by itself is small, or all that there is.
            most = most.max(if sum < u64::from(LEAST_VALUES) && value.call().is_none() { 0 } else { sum });
        });
        most.min(u64::from(MOST_VALUES)) as u32
    }

    /// The field of a `(values Remembered …)`.
    pub(in crate::lower) fn as_remembered(&mut self, term: &Term) -> Option<Memory> {
        let call = term.call().filter(|c| c.prim == Prim::ValuesRemembered)?;
        Some(self.remembered(call))
    }

    /// How often a value is remembered.
    pub(in crate::lower) fn times_remembered(&mut self, memory: Memory, value: Reg) -> Reg {
        let place = self.place_remembered(memory, value);
        self.load_at(memory.field, place)
    }

    fn place_remembered(&mut self, memory: Memory, value: Reg) -> Reg {
        let low = self.c(memory.low);
        self.bin(Bin::Sub, value, low)
    }

    /// One more of a value; with `unique`, no more than one.
    pub(in crate::lower) fn remember(&mut self, call: &Call, value: Reg) {
        let memory = self.remembered(call);
        let unique = call.flag("unique");
        self.within_values(memory, value);
        let (place, one) = (self.place_remembered(memory, value), self.c(1));
        let before = self.load_at(memory.field, place);
        let more = if unique { one } else { self.bin(Bin::Add, before, one) };
        self.op(Op::StoreAt { field: memory.field, i: place, a: more });
    }

    /// Of a value that is remembered only once, whether it is already.
    pub(in crate::lower) fn remembered_before(&mut self, call: &'t Call, env: &Env<'t>) -> Option<Reg> {
        if call.prim != Prim::RememberValue || !call.flag("unique") {
            return None;
        }
        let value = self.int(call.get("value").expect("checked"), env);
        let memory = self.remembered(call);
        self.within_values(memory, value);
        Some(self.times_remembered(memory, value))
    }

    /// One less of a value.
    pub(in crate::lower) fn forget(&mut self, call: &Call, value: Reg) {
        let memory = self.remembered(call);
        let (place, zero, one) = (self.place_remembered(memory, value), self.c(0), self.c(1));
        let before = self.load_at(memory.field, place);
        let less = self.bin(Bin::Sub, before, one);
        let less = self.bin(Bin::Max, less, zero);
        self.op(Op::StoreAt { field: memory.field, i: place, a: less });
    }

    /// Forgets all values of a name, or of all names where none is said.
    pub(in crate::lower) fn forget_all(&mut self, call: &Call) {
        let mut fields = vec![self.remembered(call).field];
        if call.look("name").is_none() {
            let mut remembering = Vec::new();
            crate::lower::usage::visit(self.game, &mut |term| {
                let remembers = |c: &&Call| matches!(c.prim, Prim::RememberValue | Prim::StartRememberValue);
                remembering.extend(term.call().filter(remembers));
            });
            let names = remembering.into_iter().map(|c| c.look("name").and_then(Term::text).unwrap_or_default());
            fields.extend(names.map(|name| self.memory(name).field));
            fields.sort_unstable();
            fields.dedup();
        }
        let zero = self.c(0);
        for field in fields {
            self.op(Op::Fill { field, a: zero });
        }
    }

    /// Nothing is dropped silently: a value that has no place stops the game.
    fn within_values(&mut self, memory: Memory, value: Reg) {
        if self.const_of(value).is_some_and(|k| (memory.low..=memory.high).contains(&k)) {
            return;
        }
        let (low, high) = (self.c(memory.low), self.c(memory.high));
        let (bad, good) = (self.b.label(), self.b.label());
        self.op(Op::JumpCmp { cmp: Cmp::Lt, a: value, b: low, to: bad });
        self.op(Op::JumpCmp { cmp: Cmp::Le, a: value, b: high, to: good });
        self.b.place(bad);
        let origin = self.b.origin;
        self.fault(
            "E0518",
            format!("a value is remembered that is not between {} and {}", memory.low, memory.high),
            "remember sites, or small numbers, or what comes to no more than the numbers written there",
            origin,
        );
        self.b.place(good);
    }

    /// How many values are remembered.
    pub(in crate::lower) fn count_remembered(&mut self, memory: Memory) -> Reg {
        let (sum, value) = (self.b.reg(), self.b.reg());
        let zero = self.c(0);
        self.op(Op::Move { d: sum, a: zero });
        self.each_remembered(memory, value, |l| {
            let times = l.times_remembered(memory, value);
            l.op(Op::Bin { op: Bin::Add, d: sum, a: sum, b: times });
        });
        sum
    }

    /// Runs `body` for each value that is remembered, ascending.
    pub(in crate::lower) fn each_remembered(&mut self, memory: Memory, value: Reg, body: impl FnOnce(&mut Self)) {
        let (low, high) = (self.c(memory.low), self.c(memory.high));
        self.count_up(value, low, high, |l| {
            let skip = l.b.label();
            let times = l.times_remembered(memory, value);
            l.op(Op::JumpUnless { c: times, to: skip });
            body(l);
            l.b.place(skip);
        });
    }

    /// The sites among the values remembered.
    pub(in crate::lower) fn remembered_sites(&mut self, memory: Memory) -> SetReg {
        let (sites, value) = (self.b.set(), self.b.reg());
        let none = self.b.set_constant([]);
        self.op(Op::SetMove { d: sites, a: none });
        let board = self.b.set_constant(0..self.eq.sites);
        self.each_remembered(memory, value, |l| {
            let (skip, on) = (l.b.label(), l.b.reg());
            l.op(Op::SetHas { d: on, s: board, i: value });
            l.op(Op::JumpUnless { c: on, to: skip });
            l.op(Op::SetInsert { d: sites, i: value });
            l.b.place(skip);
        });
        sites
    }

    /// A `(set RememberValue …)` of the start: one value, or all sites of a region.
    pub(in crate::lower) fn remember_at_start(&mut self, call: &'t Call, env: &Env<'t>) {
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
