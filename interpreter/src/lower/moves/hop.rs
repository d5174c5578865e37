//! Hops: over one piece, or over several in a row.

use crate::board::RelationType;
use crate::lower::moves::Emission;
use crate::lower::moves::travel::Clauses;
use crate::lower::regions::directions::{Dirs, RayTables};
use crate::lower::{Env, Lower};
use crate::program::op::{Bin, Cmp, Label, Op, Reg};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::rules::{Call, Term};

impl<'t> Lower<'t> {
    pub(in crate::lower) fn generate_hop(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let clauses = Clauses::of(call);
        let dirs = self.move_directions(call, RelationType::Adjacent, env);
        let tables = self.ray_tables(&dirs);
        let number = |l: &mut Self, slot: &str, default: i32| match clauses.between.and_then(|b| b.get(slot)) {
            Some(term) => l.int(term, env),
            None => l.c(default),
        };
        let before = number(self, "before", 0);
        let after = number(self, "after", 0);
        let (least, most) = match clauses.between.and_then(|b| b.get("range")).and_then(Term::call) {
            Some(range) => self.range(range, env).unwrap_or_else(|| (self.c(1), self.c(1))),
            None => (self.c(1), self.c(1)),
        };
        if self.const_of(least) == Some(1) && self.const_of(most) == Some(1) {
            return self.generate_single_hop(&clauses, tables, before, after, term, env);
        }
        // Where sites behind the hurdle are passed, there may be two ways to one of them.
        // That there may be no hurdle must be said: `(max 2)` says no more than how long one may be.
        let said = |b: &Call| b.get("range").and_then(Term::call).is_some_and(|range| range.prim != Prim::RangeMax);
        let steps = clauses.between.is_some_and(said) && self.const_of(least).is_none_or(|n| n <= 0);
        let twice = steps || self.const_of(after) != Some(0);
        self.distinct(twice, |l| {
            if steps {
                l.within(1, |l| l.generate_hop_over_nothing(&clauses, tables, (least, most), term, env));
            }
            let (none, zero) = (l.b.label(), l.c(0));
            match l.const_of(most) {
                Some(n) if n <= 0 => return l.b.place(none),
                Some(_) => {}
                None => l.op(Op::JumpCmp { cmp: Cmp::Le, a: most, b: zero, to: none }),
            }
            l.generate_long_hop(&clauses, &dirs, tables, [before, least, most, after], term, env);
            l.b.place(none);
        });
    }

    /// Where there may be no hurdle at all: steps.
    fn generate_hop_over_nothing(
        &mut self,
        clauses: &Clauses<'t>,
        tables: RayTables,
        (least, most): (Reg, Reg),
        term: &'t Term,
        env: &Env<'t>,
    ) {
        let (to, zero, some) = (self.var(term, "to"), self.c(0), self.b.label());
        if self.const_of(least).is_none() {
            self.op(Op::JumpCmp { cmp: Cmp::Gt, a: least, b: zero, to: some });
        }
        // Less than nothing is no length.
        match self.const_of(most) {
            Some(n) if n < 0 => return self.b.place(some),
            Some(_) => {}
            None => self.op(Op::JumpCmp { cmp: Cmp::Lt, a: most, b: zero, to: some }),
        }
        self.each_from(clauses, term, env, |l, from, env| {
            l.each_ray(tables, from, |l, cursor, next_ray| {
                l.op(Op::Advance { d: to, p: cursor, table: tables.sites, to: next_ray });
                let inner = Env { from: Some(from), to: Some(to), between: None, ..env.clone() };
                if let Some(go) = Clauses::condition(clauses.to) {
                    l.unless(go, &inner, next_ray);
                }
                l.emit(term, &inner, Emission::travel(from, to), |l, e| l.travel_effects(clauses, None, e));
            });
        });
        self.b.place(some);
    }

    /// A hop over one piece: up to `before` free sites, the hurdle, up to `after` sites to pass before landing.
    pub(in crate::lower) fn generate_single_hop(
        &mut self,
        clauses: &Clauses<'t>,
        tables: RayTables,
        before: Reg,
        after: Reg,
        term: &'t Term,
        env: &Env<'t>,
    ) {
        let (to, between) = (self.var(term, "to"), self.var(term, "between"));
        let (zero, one) = (self.c(0), self.c(1));
        let (go, stop) = (Clauses::condition(clauses.to), Clauses::stop(clauses));
        let hurdle = Clauses::condition(clauses.between);
        self.each_from(clauses, term, env, |l, from, env| {
            let steps = l.b.reg();
            l.each_ray(tables, from, |l, cursor, next_ray| {
                let landing = l.b.label();
                let base = Env { from: Some(from), ..env.clone() };
                l.op(Op::Move { d: steps, a: zero });
                let search = l.b.here();
                l.op(Op::Advance { d: between, p: cursor, table: tables.sites, to: next_ray });
                let at_hurdle = Env { between: Some(between), to: None, ..base.clone() };
                l.note_ask();
                let found = match hurdle {
                    Some(condition) => l.bool(condition, &at_hurdle),
                    // Where nothing is said of what lies between, it may be anything.
                    None if clauses.between.is_none() => one,
                    None => l.load_at(l.known.what, between),
                };
                if l.const_of(before) == Some(0) {
                    let origin = hurdle.map_or(term.origin, |h| h.origin);
                    l.note_passing(origin, found, (tables.sites, cursor), &base);
                    match l.const_of(found) {
                        Some(0) => l.op(Op::Jump { to: next_ray }),
                        Some(_) => {}
                        None => l.at_origin(origin, |l| l.op(Op::JumpUnless { c: found, to: next_ray })),
                    }
                } else {
                    l.op(Op::JumpIf { c: found, to: landing });
                    l.op(Op::Bin { op: Bin::Add, d: steps, a: steps, b: one });
                    l.op(Op::JumpCmp { cmp: Cmp::Gt, a: steps, b: before, to: next_ray });
                    if let Some(condition) = go {
                        let passing = Env { to: Some(between), between: None, ..base.clone() };
                        l.unless(condition, &passing, next_ray);
                    }
                    l.op(Op::Loop { to: search });
                }
                l.b.place(landing);
                l.op(Op::Move { d: steps, a: zero });
                let top = l.b.here();
                l.op(Op::Advance { d: to, p: cursor, table: tables.sites, to: next_ray });
                let inner = Env { to: Some(to), between: Some(between), ..base };
                l.unless_landing_stops(clauses, (from, to), term, &inner, next_ray);
                if stop.is_none() {
                    l.emit(term, &inner, Emission::travel(from, to), |l, e| l.travel_effects(clauses, None, e));
                }
                l.op(Op::Bin { op: Bin::Add, d: steps, a: steps, b: one });
                l.op(Op::JumpCmp { cmp: Cmp::Gt, a: steps, b: after, to: next_ray });
                l.op(Op::Loop { to: top });
            });
        });
    }

    /// Goes on where the landing condition holds. Where it does not, the ray is over; if `(apply if:…)` says that the hop may stop there,
    /// that is a move, which does to what stands there what the clause says, and nothing to what was hopped.
    fn unless_landing_stops(
        &mut self,
        clauses: &Clauses<'t>,
        (from, to): (Reg, Reg),
        term: &'t Term,
        env: &Env<'t>,
        over: Label,
    ) {
        let Some(go) = Clauses::condition(clauses.to) else { return };
        let Some(stop) = Clauses::stop(clauses) else { return self.unless(go, env, over) };
        let free = self.b.label();
        let c = self.bool(go, env);
        self.op(Op::JumpIf { c, to: free });
        self.unless(stop, env, over);
        let env = Env { between: None, ..env.clone() };
        self.emit(term, &env, Emission::travel(from, to), |l, e| l.travel_effects(clauses, None, e));
        self.op(Op::Jump { to: over });
        self.b.place(free);
    }

    /// A hop over several pieces in a row: the hurdle begins after up to `before` sites and has from `least` to `most` sites.
    pub(in crate::lower) fn generate_long_hop(
        &mut self,
        clauses: &Clauses<'t>,
        dirs: &Dirs,
        tables: RayTables,
        [before, least, most, after]: [Reg; 4],
        term: &'t Term,
        env: &Env<'t>,
    ) {
        let (to, between, first, length) =
            (self.var(term, "to"), self.var(term, "between"), self.var(term, "first"), self.var(term, "length"));
        let (zero, one) = (self.c(0), self.c(1));
        let (go, stop) = (Clauses::condition(clauses.to), Clauses::stop(clauses));
        let hurdle = Clauses::condition(clauses.between);
        let Some(lines) = self.between_lines(dirs.clone(), term) else { return };
        self.each_from(clauses, term, env, |l, from, env| {
            let (steps, cursor_of, start) = (l.b.reg(), l.b.reg(), l.b.reg());
            l.each_ray(tables, from, |l, cursor, next_ray| {
                let base = Env { from: Some(from), ..env.clone() };
                let is_hurdle = |l: &mut Self| match hurdle {
                    Some(condition) => l.bool(condition, &Env { between: Some(between), to: None, ..base.clone() }),
                    None => l.load_at(l.known.what, between),
                };
                // Look for the hurdle.
                let grow = l.b.label();
                l.op(Op::Move { d: steps, a: zero });
                let search = l.b.here();
                l.op(Op::Move { d: start, a: cursor });
                l.op(Op::Advance { d: between, p: cursor, table: tables.sites, to: next_ray });
                let found = is_hurdle(l);
                l.op(Op::JumpIf { c: found, to: grow });
                l.op(Op::Bin { op: Bin::Add, d: steps, a: steps, b: one });
                l.op(Op::JumpCmp { cmp: Cmp::Gt, a: steps, b: before, to: next_ray });
                if let Some(condition) = go {
                    l.unless(condition, &Env { to: Some(between), between: None, ..base.clone() }, next_ray);
                }
                l.op(Op::Loop { to: search });
                // It grows as far as it may.
                l.b.place(grow);
                l.op(Op::Move { d: first, a: between });
                l.op(Op::Move { d: length, a: one });
                let grown = l.b.label();
                let more = l.b.here();
                l.op(Op::JumpCmp { cmp: Cmp::Ge, a: length, b: most, to: grown });
                l.op(Op::Move { d: cursor_of, a: cursor });
                l.op(Op::Advance { d: between, p: cursor_of, table: tables.sites, to: grown });
                let c = is_hurdle(l);
                l.op(Op::JumpUnless { c, to: grown });
                l.op(Op::Move { d: cursor, a: cursor_of });
                l.op(Op::Bin { op: Bin::Add, d: length, a: length, b: one });
                l.op(Op::Loop { to: more });
                l.b.place(grown);
                l.op(Op::JumpCmp { cmp: Cmp::Lt, a: length, b: least, to: next_ray });
                // Landing behind it, or behind the least of it.
                l.op(Op::Move { d: steps, a: zero });
                let (skipping, landing) = (l.b.here(), l.b.label());
                l.op(Op::JumpCmp { cmp: Cmp::Ge, a: steps, b: least, to: landing });
                l.op(Op::Advance { d: between, p: start, table: tables.sites, to: next_ray });
                l.op(Op::Bin { op: Bin::Add, d: steps, a: steps, b: one });
                l.op(Op::Loop { to: skipping });
                l.b.place(landing);
                let (from_here, later) = (l.b.here(), l.b.label());
                l.op(Op::Move { d: cursor, a: start });
                l.op(Op::Move { d: steps, a: zero });
                let top = l.b.here();
                l.op(Op::Advance { d: to, p: cursor, table: tables.sites, to: later });
                let inner = Env { to: Some(to), between: None, ..base };
                l.unless_landing_stops(clauses, (from, to), term, &inner, later);
                // Hurdles are the sites from the first on to the landing.
                let hopped = |l: &mut Self, e: &Env<'t>| {
                    let (one, rest) = (l.single(first), l.between(lines, first, to));
                    let hurdles = l.set_or(one, rest);
                    let occupied = l.occupied();
                    let hurdles = l.set_and(hurdles, occupied);
                    l.travel_effects(clauses, Some(hurdles), e);
                };
                if stop.is_none() {
                    l.emit(term, &inner, Emission::travel(from, to), hopped);
                }
                l.op(Op::Bin { op: Bin::Add, d: steps, a: steps, b: one });
                l.op(Op::JumpCmp { cmp: Cmp::Gt, a: steps, b: after, to: later });
                l.op(Op::Loop { to: top });
                l.b.place(later);
                l.op(Op::Advance { d: between, p: start, table: tables.sites, to: next_ray });
                l.op(Op::Bin { op: Bin::Sub, d: length, a: length, b: one });
                l.op(Op::JumpCmp { cmp: Cmp::Lt, a: length, b: least, to: next_ray });
                l.op(Op::Loop { to: from_here });
            });
        });
    }
}
