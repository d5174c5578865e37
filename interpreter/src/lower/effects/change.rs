//! Changes of what stands on sites: pieces put down, moved, removed, turned into others.

use crate::lower::{Env, Lower};
use crate::program::op::{Bin, Cmp, FieldId, Op, Reg, SetReg};
use parlour_grammar::diagnostic::Dialect;
use parlour_grammar::rules::{Call, Term};

/// What is said of a piece that is put down, beside its kind and number.
#[derive(Clone, Copy, Default)]
pub(in crate::lower) struct Traits {
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
pub(in crate::lower) struct Removal {
    level: Option<Reg>,
    count: Option<Reg>,
}

impl<'t> Lower<'t> {
    /// The fields that make up what stands on a site, in a game without stacks.
    pub(in crate::lower) fn facts(&self) -> Vec<FieldId> {
        let known = &self.known;
        let facts = [Some(known.what), known.count, known.state, known.rotation, known.value, known.mark];
        facts.into_iter().chain(known.hidden).flatten().collect()
    }

    /// Notes the site of an action, where a rule asks for that of the last one, or for all to which a move came.
    pub(in crate::lower) fn acted_at(&mut self, site: Reg) {
        if let Some(field) = self.fields.acting {
            self.op(Op::Store { field, a: site });
        }
        if let Some(field) = self.fields.came {
            let one = self.c(1);
            self.op(Op::StoreAt { field, i: site, a: one });
        }
        self.acted_from(site);
    }

    /// Where the action at hand comes from, if that is not where it is.
    pub(in crate::lower) fn acted_from(&mut self, site: Reg) {
        if let Some(field) = self.fields.acting_from {
            self.op(Op::Store { field, a: site });
        }
    }

    /// What is over, the move itself or its consequences too, is what rules see as the last action from now on.
    pub(in crate::lower) fn acted(&mut self) {
        if let (Some(acting), Some(field)) = (self.fields.acting, self.fields.last_action) {
            let site = self.load(acting);
            self.op(Op::Store { field, a: site });
        }
        if let (Some(acting), Some(field)) = (self.fields.acting_from, self.fields.last_action_from) {
            let site = self.load(acting);
            self.op(Op::Store { field, a: site });
        }
    }

    /// Takes everything off a site.
    pub(in crate::lower) fn clear_site(&mut self, site: Reg) {
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
        if let Some(anchor) = self.known.anchor {
            return self.clear_piece(site, anchor);
        }
        for field in self.facts_to_clear() {
            self.op(Op::StoreAt { field, i: site, a: zero });
        }
    }

    /// The facts that go with a piece that is taken off.
    pub(in crate::lower) fn facts_to_clear(&self) -> Vec<FieldId> {
        let stays = |field: &FieldId| self.hides_sites && self.known.hidden.contains(&Some(*field));
        self.facts().into_iter().filter(|field| !stays(field)).collect()
    }

    /// What is said of pieces to be removed, as it is before any of them is.
    pub(in crate::lower) fn removal(&mut self, call: &'t Call, env: &Env<'t>) -> Removal {
        let level = call.get("level").map(|level| self.int(level, env));
        Removal { level, count: call.get("count").map(|count| self.int(count, env)) }
    }

    /// The same, where the level is known already.
    pub(in crate::lower) fn removal_from(&mut self, call: &'t Call, level: Reg, env: &Env<'t>) -> Removal {
        Removal { level: Some(level), count: call.get("count").map(|count| self.int(count, env)) }
    }

    /// What `(remove …)` does to one site: at once, or once the turn passes.
    pub(in crate::lower) fn remove_at(&mut self, call: &'t Call, site: Reg, said: Removal) {
        self.acted_at(site);
        if call.get("at").and_then(Term::symbol) == Some("EndOfTurn") {
            let field = self.doomed_field();
            let one = self.c(1);
            self.op(Op::StoreAt { field, i: site, a: one });
            return;
        }
        if let Some(stacks) = self.stacks.clone() {
            let level = match said.level {
                // A level that is none is the lowest.
                Some(level) => {
                    let zero = self.c(0);
                    self.bin(Bin::Max, level, zero)
                }
                None => {
                    let height = self.load_at(stacks.height, site);
                    let one = self.c(1);
                    self.bin(Bin::Sub, height, one)
                }
            };
            let times = said.count.unwrap_or_else(|| self.c(1));
            let nowhere = self.c(crate::lower::numbers::OFF);
            self.note_lap(site, nowhere, Some(level));
            if self.const_of(times) == Some(1) {
                self.op(Op::Pull { site, level });
                return;
            }
            // Each from that level, as long as there is one there: then from the top.
            let (k, one) = (self.b.reg(), self.c(1));
            self.count_up(k, one, times, |l| {
                let height = l.load_at(stacks.height, site);
                let top = l.bin(Bin::Sub, height, one);
                let at = l.bin(Bin::Min, level, top);
                l.op(Op::Pull { site, level: at });
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
        let nowhere = self.c(crate::lower::numbers::OFF);
        self.note_lap(site, nowhere, None);
        self.clear_site(site);
    }

    /// Puts pieces on a site: on top in a game with stacks, in place of another kind otherwise.
    pub(in crate::lower) fn put_piece(&mut self, site: Reg, what: Reg, count: Option<Reg>, traits: Traits) {
        self.acted_at(site);
        if let Some(stacks) = self.stacks.clone() {
            let one = self.c(1);
            let known = &self.known;
            let said = [(known.state, traits.state), (known.rotation, traits.rotation), (known.value, traits.value)];
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
        self.lay(site, what, count, traits);
    }

    /// The same on a site without stacks, where nothing of a large piece stands.
    pub(in crate::lower) fn put_on_site(&mut self, site: Reg, what: Reg, count: Option<Reg>, traits: Traits) {
        let (known, one, done) = (&self.known, self.b.constant(1), self.b.label());
        let said = [(known.state, traits.state), (known.rotation, traits.rotation), (known.value, traits.value)];
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
        let stays = self.hides_sites;
        let hidden = self.known.hidden.into_iter().filter(|_| !stays);
        for field in [self.known.mark].into_iter().chain(hidden).flatten() {
            self.op(Op::StoreAt { field, i: site, a: zero });
        }
        self.b.place(done);
    }

    /// One piece goes from a site (its top, or a level) to another.
    pub(in crate::lower) fn move_piece(&mut self, from: Reg, to: Reg, level: Option<Reg>) {
        self.acted_at(to);
        self.acted_from(from);
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
        if self.known.anchor.is_some() {
            return self.carry(from, to, None, false);
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

    /// A copy of the (top) piece of a site is put on another.
    pub(in crate::lower) fn copy_piece(&mut self, from: Reg, to: Reg) {
        if self.eq.has_large() {
            self.acted_at(to);
            return self.carry(from, to, None, true);
        }
        let one = self.c(1);
        if self.known.count.is_some() {
            return self.move_count(from, to, one, true, true);
        }
        self.acted_at(to);
        let Some(stacks) = self.stacks.clone() else {
            let fields = self.facts();
            let values: Vec<Reg> = fields.iter().map(|f| self.load_at(*f, from)).collect();
            return fields.into_iter().zip(values).for_each(|(field, a)| self.op(Op::StoreAt { field, i: to, a }));
        };
        let top = |l: &mut Self, site: Reg| {
            let height = l.load_at(stacks.height, site);
            let level = l.bin(Bin::Sub, height, one);
            l.cell_at(site, level)
        };
        let (what, cell) = (self.load_at(stacks.top, from), top(self, from));
        let values: Vec<Reg> = stacks.facts.iter().map(|f| self.load_at(*f, cell)).collect();
        self.op(Op::Push { site: to, what });
        let cell = top(self, to);
        for (field, a) in stacks.facts.iter().zip(values) {
            self.op(Op::StoreAt { field: *field, i: cell, a });
        }
    }

    /// The pieces from a level on go to another site, in order: all above, or `n`.
    pub(in crate::lower) fn move_pieces(&mut self, from: Reg, to: Reg, lo: Reg, n: Option<Reg>) {
        let Some(stacks) = self.stacks.clone() else { return self.move_piece(from, to, None) };
        self.acted_at(to);
        self.acted_from(from);
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
    /// Whether a level from which something goes means the piece there alone, whatever else is said: so it does in Ludii.
    pub(in crate::lower) fn levels_are_single(&self) -> bool {
        self.stacks.is_some() && self.dialect == Dialect::Ludii
    }

    /// Moves pieces of a stack, unless they go to where they are: then they stay as they are.
    pub(in crate::lower) fn unless_nowhere(&mut self, from: Reg, to: Reg, body: impl FnOnce(&mut Self)) {
        let end = self.b.label();
        if self.stacks.is_some() {
            self.op(Op::JumpCmp { cmp: Cmp::Eq, a: from, b: to, to: end });
        }
        body(self);
        self.b.place(end);
    }

    /// What happens with so many pieces, if there are any.
    pub(in crate::lower) fn unless_none(&mut self, count: Option<Reg>, body: impl FnOnce(&mut Self)) {
        let none = self.b.label();
        if let Some(count) = count.filter(|count| self.const_of(*count).is_none()) {
            let zero = self.c(0);
            self.op(Op::JumpCmp { cmp: Cmp::Le, a: count, b: zero, to: none });
        }
        body(self);
        self.b.place(none);
    }

    /// The level that a piece is put in at, where one is said, and how many pieces are on it and above.
    pub(in crate::lower) fn settle_insertion(
        &mut self,
        call: &'t Call,
        site: Reg,
        env: &Env<'t>,
    ) -> Option<(Reg, Reg)> {
        let level = call.get("to").and_then(Term::call).and_then(|to| to.get("level"))?;
        let height = self.stacks.as_ref()?.height;
        let level = self.int(level, env);
        let height = self.load_at(height, site);
        Some((level, self.bin(Bin::Sub, height, level)))
    }

    /// The piece just put on a stack goes in at a level: those from there on come to lie above it.
    pub(in crate::lower) fn insert(&mut self, site: Reg, at: Option<(Reg, Reg)>) {
        let Some((level, above)) = at else { return };
        self.op(Op::Shove { from: site, to: site, lo: level, n: above });
    }

    pub(in crate::lower) fn move_top(&mut self, from: Reg, to: Reg, k: Reg) {
        let Some(stacks) = self.stacks.clone() else { return self.move_piece(from, to, None) };
        self.acted_at(to);
        self.acted_from(from);
        self.note_lap(from, to, None);
        let height = self.load_at(stacks.height, from);
        let lo = self.bin(Bin::Sub, height, k);
        let zero = self.c(0);
        let lo = self.bin(Bin::Max, lo, zero);
        self.op(Op::Shove { from, to, lo, n: k });
    }

    /// So many of the pieces that are counted on a site go to another.
    pub(in crate::lower) fn move_count(&mut self, from: Reg, to: Reg, n: Reg, copy: bool, whole: bool) {
        if self.stacks.is_some() {
            return self.move_top(from, to, n);
        }
        if self.known.count.is_none() {
            let stays = copy && self.eq.has_large();
            return if stays { self.carry(from, to, None, true) } else { self.move_piece(from, to, None) };
        }
        self.acted_at(to);
        self.acted_from(from);
        if self.eq.has_large() {
            return self.carry_count(from, to, n, copy);
        }
        self.move_small_count(from, to, n, copy, whole);
    }

    /// The same of pieces that stand on one site.
    pub(in crate::lower) fn move_small_count(&mut self, from: Reg, to: Reg, n: Reg, copy: bool, whole: bool) {
        let Some(count) = self.known.count else { return };
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
        if !whole {
            // What an empty site has been given is its own: it stays.
            self.op(Op::JumpUnless { c: target, to: end });
        }
        for (field, a) in others.iter().zip(values) {
            self.op(Op::StoreAt { field: *field, i: to, a: if whole { a } else { zero } });
        }
        self.b.place(end);
        self.b.place(skip);
    }

    /// The (top) piece of a site becomes another kind, and is seen as that one is.
    pub(in crate::lower) fn replace_piece(&mut self, site: Reg, what: Reg) {
        self.acted_at(site);
        let skip = self.b.label();
        if self.eq.has_large() {
            let small = self.b.label();
            self.replace_large(site, what, small);
            self.op(Op::Jump { to: skip });
            self.b.place(small);
        }
        self.change_kind(site, what);
        self.b.place(skip);
    }

    /// The same of a piece of one site, or of one that lies as the other will.
    fn change_kind(&mut self, site: Reg, what: Reg) {
        let (zero, skip) = (self.c(0), self.b.label());
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

    /// The pieces of one player, or of everybody, on some sites become the same kinds of another's.
    pub(in crate::lower) fn take_control(&mut self, sites: SetReg, of: Option<Reg>, by: Reg) {
        let sites = self.whole_pieces(sites);
        let n = self.eq.components.len();
        let owners = self.players() + 2;
        let mut changed = vec![0; (n + 1) * owners as usize];
        for (i, component) in self.eq.components.iter().enumerate() {
            let whole = component.body_of.map_or(component, |whole| &self.eq.components[whole as usize - 1]);
            for owner in 0..owners {
                let alike = |id: &usize| self.eq.components[id - 1].shape == whole.shape;
                let other = self.eq.component_of(&component.base, owner).filter(alike);
                // The body of a piece becomes that of the other.
                let other = match component.body_of {
                    Some(_) => other.and_then(|id| self.eq.body(id as u32)),
                    None => other.map(|id| id as u32),
                };
                changed[(i + 1) * owners as usize + owner as usize] = other.map_or(i as i32 + 1, |id| id as i32);
            }
        }
        if self.stacks.is_none()
            && self.known.hidden.iter().all(Option::is_none)
            && let (Some(of), Some(by)) = (of.map_or(Some(None), |of| self.const_of(of).map(Some)), self.const_of(by))
            && (0..owners as i32).contains(&by)
        {
            // The place of an empty site has no entry: nothing changes there.
            let owned = self.owner_table();
            let table = (0..=n)
                .map(|what| match what {
                    1.. if of.is_none_or(|of| owned[what].max(0) == of) => {
                        changed[what * owners as usize + by as usize]
                    }
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
            if let Some(of) = of {
                l.op(Op::JumpCmp { cmp: Cmp::Ne, a: owner, b: of, to: skip });
            }
            let row = l.bin(Bin::Mul, what, width);
            let at = l.bin(Bin::Add, row, by);
            let new = l.table(changed, at);
            l.acted_at(site);
            l.change_kind(site, new);
            l.b.place(skip);
        });
    }

    /// A piece's state becomes the other of the two that its kind flips between.
    pub(in crate::lower) fn flip(&mut self, site: Reg) {
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
