//! Changes of what stands on sites: pieces put down, moved, removed, turned into others.

use super::{Env, Lower};
use crate::program::op::{Bin, Cmp, FieldId, Op, Reg, SetReg};
use parlour_grammar::rules::{Call, Term};

/// What is said of a piece that is put down, beside its kind and number.
#[derive(Clone, Copy, Default)]
pub(super) struct Traits {
    pub state: Option<Reg>,
    pub rotation: Option<Reg>,
    pub value: Option<Reg>,
    /// Whether what is not said stays as an `(apply …)` has set it for the place.
    pub kept: bool,
    /// Whether a piece that stands there already stays, as it does in Ludii.
    pub yields: bool,
}

/// From which level pieces are removed, and how many, if that is said.
#[derive(Clone, Copy)]
pub(super) struct Removal {
    level: Option<Reg>,
    count: Option<Reg>,
}

/// Which pieces of a site go elsewhere.
#[derive(Clone, Copy)]
pub(super) struct Transfer {
    /// How many, if that is said: of a stack, those on top.
    pub count: Option<Reg>,
    /// The level of the piece, if that is said: else it is the top one.
    pub level: Option<Reg>,
    /// Whether those above go with it: all, if no level is said.
    pub stack: bool,
    /// Whether they stay, and others like them go.
    pub copy: bool,
}

impl<'t> Lower<'t> {
    /// The fields that make up what stands on a site, in a game without stacks.
    pub(super) fn facts(&self) -> Vec<FieldId> {
        let known = &self.known;
        let facts = [Some(known.what), known.count, known.state, known.rotation, known.value, known.mark];
        facts.into_iter().chain(known.hidden).flatten().collect()
    }

    /// Notes the site of an action, where a rule asks for that of the last one.
    pub(super) fn acted_at(&mut self, site: Reg) {
        if let Some(field) = self.fields.acting {
            self.op(Op::Store { field, a: site });
        }
    }

    /// What is over, the move itself or its consequences too, is what rules see as the last action from now on.
    pub(super) fn acted(&mut self) {
        if let (Some(acting), Some(field)) = (self.fields.acting, self.fields.last_action) {
            let site = self.load(acting);
            self.op(Op::Store { field, a: site });
        }
    }

    /// Takes everything off a site.
    pub(super) fn clear_site(&mut self, site: Reg) {
        let zero = self.c(0);
        if let Some(stacks) = self.stacks.clone() {
            let exit = self.b.label();
            let top = self.b.here();
            let height = self.load_at(stacks.height, site);
            self.op(Op::JumpUnless { c: height, to: exit });
            let one = self.c(1);
            let level = self.bin(Bin::Sub, height, one);
            self.op(Op::Pull { site, level });
            self.op(Op::Loop { to: top });
            self.b.place(exit);
            return;
        }
        for field in self.facts() {
            self.op(Op::StoreAt { field, i: site, a: zero });
        }
    }

    /// What is said of pieces to be removed, as it is before any of them is.
    pub(super) fn removal(&mut self, call: &'t Call, env: &Env<'t>) -> Removal {
        Removal {
            level: call.get("level").map(|level| self.int(level, env)),
            count: call.get("count").map(|count| self.int(count, env)),
        }
    }

    /// What `(remove …)` does to one site: at once, or once the turn passes.
    pub(super) fn remove_at(&mut self, call: &'t Call, site: Reg, said: Removal) {
        self.acted_at(site);
        if call.get("at").and_then(Term::symbol) == Some("EndOfTurn") {
            let field = self.doomed_field();
            let one = self.c(1);
            self.op(Op::StoreAt { field, i: site, a: one });
            return;
        }
        if let Some(stacks) = self.stacks.clone() {
            let level = match said.level {
                Some(level) => level,
                None => {
                    let height = self.load_at(stacks.height, site);
                    let one = self.c(1);
                    self.bin(Bin::Sub, height, one)
                }
            };
            let times = said.count.unwrap_or_else(|| self.c(1));
            let nowhere = self.c(super::ints::OFF);
            self.note_lap(site, nowhere, Some(level));
            if self.const_of(times) == Some(1) {
                self.op(Op::Pull { site, level });
                return;
            }
            let (k, one, at) = (self.b.reg(), self.c(1), self.b.reg());
            self.op(Op::Move { d: at, a: level });
            self.count_up(k, one, times, |l| {
                l.op(Op::Pull { site, level: at });
                l.op(Op::Bin { op: Bin::Sub, d: at, a: at, b: one });
            });
            return;
        }
        if let (Some(n), Some(field)) = (said.count, self.known.count) {
            let before = self.load_at(field, site);
            let left = self.bin(Bin::Sub, before, n);
            let zero = self.c(0);
            let (gone, end) = (self.b.label(), self.b.label());
            self.op(Op::JumpCmp { cmp: Cmp::Le, a: left, b: zero, to: gone });
            self.op(Op::StoreAt { field, i: site, a: left });
            self.op(Op::Jump { to: end });
            self.b.place(gone);
            self.clear_site(site);
            self.b.place(end);
            return;
        }
        let nowhere = self.c(super::ints::OFF);
        self.note_lap(site, nowhere, None);
        self.clear_site(site);
    }

    /// Puts pieces on a site: on top in a game with stacks, in place of another kind otherwise.
    pub(super) fn put_piece(&mut self, site: Reg, what: Reg, count: Option<Reg>, traits: Traits) {
        self.acted_at(site);
        let one = self.c(1);
        let known = &self.known;
        let said = [(known.state, traits.state), (known.rotation, traits.rotation), (known.value, traits.value)];
        if let Some(stacks) = self.stacks.clone() {
            let times = count.unwrap_or(one);
            let put = |l: &mut Self| {
                l.op(Op::Push { site, what });
                for (field, fact) in said {
                    let (Some(field), Some(a)) = (field, fact) else { continue };
                    let height = l.load_at(stacks.height, site);
                    let level = l.bin(Bin::Sub, height, one);
                    let cell = l.cell_at(site, level);
                    l.op(Op::StoreAt { field, i: cell, a });
                }
            };
            if self.const_of(times) == Some(1) {
                return put(self);
            }
            let k = self.b.reg();
            self.count_up(k, one, times, put);
            return;
        }
        let done = self.b.label();
        if let Some(field) = self.known.count {
            // More of the same kind are counted, and what is known of them stays; another kind replaces what was there.
            let n = count.unwrap_or(one);
            let there = self.load_at(self.known.what, site);
            let other = self.b.label();
            self.op(if traits.yields {
                Op::JumpUnless { c: there, to: other }
            } else {
                Op::JumpCmp { cmp: Cmp::Ne, a: there, b: what, to: other }
            });
            let before = self.load_at(field, site);
            let after = self.bin(Bin::Add, before, n);
            self.op(Op::StoreAt { field, i: site, a: after });
            for (field, fact) in said {
                if let (Some(field), Some(a)) = (field, fact) {
                    self.op(Op::StoreAt { field, i: site, a });
                }
            }
            self.op(Op::Jump { to: done });
            self.b.place(other);
            self.op(Op::StoreAt { field, i: site, a: n });
        } else if traits.yields {
            let (there, free) = (self.load_at(self.known.what, site), self.b.label());
            self.op(Op::JumpUnless { c: there, to: free });
            for (field, fact) in said {
                if let (Some(field), Some(a)) = (field, fact) {
                    self.op(Op::StoreAt { field, i: site, a });
                }
            }
            self.op(Op::Jump { to: done });
            self.b.place(free);
        }
        self.op(Op::StoreAt { field: self.known.what, i: site, a: what });
        let zero = self.c(0);
        for (field, fact) in said {
            if let Some(field) = field.filter(|_| fact.is_some() || !traits.kept) {
                self.op(Op::StoreAt { field, i: site, a: fact.unwrap_or(zero) });
            }
        }
        for field in [self.known.mark].into_iter().chain(self.known.hidden).flatten() {
            self.op(Op::StoreAt { field, i: site, a: zero });
        }
        self.b.place(done);
    }

    /// Pieces go from a site to another, or copies of them do.
    pub(super) fn transfer(&mut self, from: Reg, to: Reg, what: Transfer) {
        let Transfer { count, level, stack, copy } = what;
        if copy && let Some(stacks) = self.stacks.clone() {
            let height = self.load_at(stacks.height, from);
            let one = self.c(1);
            let above = |l: &mut Self, lo| l.bin(Bin::Sub, height, lo);
            let (lo, n) = match (count, level) {
                (Some(n), _) => (above(self, n), n),
                (None, level) if stack => {
                    let lo = level.unwrap_or_else(|| self.c(0));
                    (lo, above(self, lo))
                }
                (None, Some(level)) => (level, one),
                (None, None) => (above(self, one), one),
            };
            return self.copy_pieces(from, to, lo, n);
        }
        match count {
            Some(count) => self.move_count(from, to, count, copy, false),
            // The piece on the level, and all above it.
            None if stack => {
                let lo = level.unwrap_or_else(|| self.c(0));
                self.move_pieces(from, to, lo, None);
            }
            None if copy && self.known.count.is_some() => {
                let one = self.c(1);
                self.move_count(from, to, one, true, true);
            }
            None if copy => {
                self.acted_at(to);
                let mark = self.known.mark;
                for field in self.facts().into_iter().filter(|field| Some(*field) != mark) {
                    let fact = self.load_at(field, from);
                    self.op(Op::StoreAt { field, i: to, a: fact });
                }
            }
            None => self.move_piece(from, to, level),
        }
    }

    /// Copies of so many pieces from a level on are put on another stack, in order.
    fn copy_pieces(&mut self, from: Reg, to: Reg, lo: Reg, n: Reg) {
        let Some(stacks) = self.stacks.clone() else { return };
        self.acted_at(to);
        let (level, one) = (self.b.reg(), self.c(1));
        let beyond = self.bin(Bin::Add, lo, n);
        let last = self.bin(Bin::Sub, beyond, one);
        self.count_up(level, lo, last, |l| {
            let cell = l.cell_at(from, level);
            let what = l.load_at(stacks.levels, cell);
            l.op(Op::Push { site: to, what });
            let height = l.load_at(stacks.height, to);
            let top = l.bin(Bin::Sub, height, one);
            let copy = l.cell_at(to, top);
            let mark = l.known.mark;
            for field in stacks.facts.iter().copied().filter(|field| Some(*field) != mark) {
                let fact = l.load_at(field, cell);
                l.op(Op::StoreAt { field, i: copy, a: fact });
            }
        });
    }

    /// One piece goes from a site (its top, or a level) to another.
    pub(super) fn move_piece(&mut self, from: Reg, to: Reg, level: Option<Reg>) {
        self.acted_at(to);
        let one = self.c(1);
        if self.stacks.is_some() {
            return match level {
                Some(level) => {
                    self.note_lap(from, to, Some(level));
                    self.op(Op::Shove { from, to, lo: level, n: one });
                }
                None => self.move_top(from, to, one),
            };
        }
        if self.known.count.is_some() {
            return self.move_count(from, to, one, false, true);
        }
        self.note_lap(from, to, None);
        let zero = self.c(0);
        let fields = self.facts();
        let values: Vec<Reg> = fields.iter().map(|f| self.load_at(*f, from)).collect();
        for field in &fields {
            self.op(Op::StoreAt { field: *field, i: from, a: zero });
        }
        for (field, a) in fields.into_iter().zip(values) {
            self.op(Op::StoreAt { field, i: to, a });
        }
    }

    /// The pieces from a level on go to another site, in order: all above, or `n`.
    pub(super) fn move_pieces(&mut self, from: Reg, to: Reg, lo: Reg, n: Option<Reg>) {
        let Some(stacks) = self.stacks.clone() else { return self.move_piece(from, to, None) };
        self.acted_at(to);
        let n = match n {
            Some(n) => n,
            None => {
                let height = self.load_at(stacks.height, from);
                self.bin(Bin::Sub, height, lo)
            }
        };
        self.op(Op::Shove { from, to, lo, n });
    }

    /// The top `k` pieces go to another site, in order.
    pub(super) fn move_top(&mut self, from: Reg, to: Reg, k: Reg) {
        let Some(stacks) = self.stacks.clone() else { return self.move_piece(from, to, None) };
        self.acted_at(to);
        self.note_lap(from, to, None);
        let height = self.load_at(stacks.height, from);
        let lo = self.bin(Bin::Sub, height, k);
        let zero = self.c(0);
        let lo = self.bin(Bin::Max, lo, zero);
        self.op(Op::Shove { from, to, lo, n: k });
    }

    /// So many of the pieces that are counted on a site go to another.
    pub(super) fn move_count(&mut self, from: Reg, to: Reg, n: Reg, copy: bool, whole: bool) {
        if self.stacks.is_some() {
            return self.move_top(from, to, n);
        }
        let Some(count) = self.known.count else { return self.move_piece(from, to, None) };
        self.acted_at(to);
        self.note_lap(from, to, None);
        let (what_field, zero) = (self.known.what, self.c(0));
        let skip = self.b.label();
        let there = self.load_at(count, from);
        let n = self.bin(Bin::Min, n, there);
        self.op(Op::JumpCmp { cmp: Cmp::Le, a: n, b: zero, to: skip });
        self.op(Op::JumpCmp { cmp: Cmp::Eq, a: from, b: to, to: skip });
        let what = self.load_at(what_field, from);
        let others: Vec<FieldId> = [self.known.state, self.known.rotation, self.known.value]
            .into_iter()
            .chain(self.known.hidden)
            .flatten()
            .collect();
        let values: Vec<Reg> = others.iter().map(|f| self.load_at(*f, from)).collect();
        if !copy {
            let left = self.bin(Bin::Sub, there, n);
            let some = self.b.label();
            self.op(Op::StoreAt { field: count, i: from, a: left });
            self.op(Op::JumpIf { c: left, to: some });
            self.op(Op::StoreAt { field: what_field, i: from, a: zero });
            for field in &others {
                self.op(Op::StoreAt { field: *field, i: from, a: zero });
            }
            self.b.place(some);
        }
        let (other, end) = (self.b.label(), self.b.label());
        let target = self.load_at(what_field, to);
        self.op(Op::JumpCmp { cmp: Cmp::Ne, a: target, b: what, to: other });
        let before = self.load_at(count, to);
        let after = self.bin(Bin::Add, before, n);
        self.op(Op::StoreAt { field: count, i: to, a: after });
        self.op(Op::Jump { to: end });
        self.b.place(other);
        self.op(Op::StoreAt { field: what_field, i: to, a: what });
        self.op(Op::StoreAt { field: count, i: to, a: n });
        for (field, a) in others.iter().zip(values) {
            self.op(Op::StoreAt { field: *field, i: to, a: if whole { a } else { zero } });
        }
        self.b.place(end);
        self.b.place(skip);
    }

    /// The (top) piece of a site becomes another kind, and is seen as that one is.
    pub(super) fn replace_piece(&mut self, site: Reg, what: Reg) {
        self.acted_at(site);
        let zero = self.c(0);
        let skip = self.b.label();
        let there = self.load_at(self.known.what, site);
        self.op(Op::JumpCmp { cmp: Cmp::Eq, a: there, b: zero, to: skip });
        let mut cell = site;
        if let Some(stacks) = self.stacks.clone() {
            let height = self.load_at(stacks.height, site);
            let one = self.c(1);
            let level = self.bin(Bin::Sub, height, one);
            cell = self.cell_at(site, level);
            self.op(Op::StoreAt { field: stacks.levels, i: cell, a: what });
        }
        for field in self.known.hidden.into_iter().flatten() {
            self.op(Op::StoreAt { field, i: cell, a: zero });
        }
        self.op(Op::StoreAt { field: self.known.what, i: site, a: what });
        self.b.place(skip);
    }

    /// The pieces of one player on some sites become the same kinds of another's.
    pub(super) fn take_control(&mut self, sites: SetReg, of: Reg, by: Reg) {
        let n = self.eq.components.len();
        let owners = self.players() + 2;
        let mut changed = vec![0; (n + 1) * owners as usize];
        for (i, component) in self.eq.components.iter().enumerate() {
            for owner in 0..owners {
                changed[(i + 1) * owners as usize + owner as usize] =
                    self.eq.component_of(&component.base, owner).map_or(i as i32 + 1, |id| id as i32);
            }
        }
        if self.stacks.is_none()
            && self.known.hidden.iter().all(Option::is_none)
            && let (Some(of), Some(by)) = (self.const_of(of), self.const_of(by))
            && (0..owners as i32).contains(&by)
        {
            // The place of an empty site has no entry: nothing changes there.
            let owned = self.owner_table();
            let table = (0..=n)
                .map(|what| match what {
                    1.. if owned[what].max(0) == of => changed[what * owners as usize + by as usize],
                    _ => -1,
                })
                .collect();
            let table = self.b.table(table);
            self.op(Op::Remap { field: self.known.what, s: sites, table });
            return;
        }
        let (site, width) = (self.b.reg(), self.c(owners as i32));
        self.each(sites, site, |l| {
            let what = l.load_at(l.known.what, site);
            let owner = l.owner_of(what);
            let skip = l.b.label();
            l.op(Op::JumpCmp { cmp: Cmp::Ne, a: owner, b: of, to: skip });
            let row = l.bin(Bin::Mul, what, width);
            let at = l.bin(Bin::Add, row, by);
            let new = l.table(changed, at);
            l.replace_piece(site, new);
            l.b.place(skip);
        });
    }

    /// A piece's state becomes the other of the two that its kind flips between.
    pub(super) fn flip(&mut self, site: Reg) {
        let Some(field) = self.known.state else { return };
        let most = self.most_state() as usize + 1;
        let mut flipped = vec![0; (self.eq.components.len() + 1) * most];
        for (i, component) in self.eq.components.iter().enumerate() {
            for state in 0..most {
                let other = match component.flips {
                    Some((a, b)) if a == state as i32 => b,
                    Some((a, b)) if b == state as i32 => a,
                    _ => state as i32,
                };
                flipped[(i + 1) * most + state] = other;
            }
        }
        let what = self.load_at(self.known.what, site);
        let zero = self.c(0);
        let cell = if self.stacks.is_some() {
            let env = Env::default();
            self.cell(site, None, &env)
        } else {
            site
        };
        let state = self.load_at(field, cell);
        let width = self.c(most as i32);
        let row = self.bin(Bin::Mul, what, width);
        let at = self.bin(Bin::Add, row, state);
        let new = self.table(flipped, at);
        let skip = self.b.label();
        self.op(Op::JumpCmp { cmp: Cmp::Eq, a: what, b: zero, to: skip });
        self.op(Op::StoreAt { field, i: cell, a: new });
        self.b.place(skip);
    }
}
