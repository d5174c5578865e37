//! Moves that travel, or happen at a place: step, slide, hop, leap, walk, from–to, select, remove, add, custodial, surround.

use super::directions::{Dirs, RayTables};
use super::ints::INFINITY;
use super::moves::{Emission, SetChoice};
use super::predicates::Var;
use super::{Env, Lower};
use crate::board::{Edges, RelationType, WalkEnd, Way};
use crate::program::op::{Bin, Cmp, Label, Op, Reg, SetReg};
use crate::program::{MoveKind, Role};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::diagnostic::Diagnostic;
use parlour_grammar::rules::{Call, Term, TermKind};

/// What `(from …)`, `(between …)` and `(to …)` say of a move.
struct Clauses<'t> {
    from: Option<&'t Call>,
    between: Option<&'t Call>,
    to: Option<&'t Call>,
    stack: bool,
}

impl<'t> Clauses<'t> {
    fn of(call: &'t Call) -> Clauses<'t> {
        let clause = |slot: &str| call.get(slot).and_then(Term::call);
        Clauses {
            from: clause("from"),
            between: clause("between"),
            to: clause("to"),
            stack: matches!(call.get("stack").map(|t| &t.kind), Some(TermKind::Bool(true))),
        }
    }

    fn condition(clause: Option<&'t Call>) -> Option<&'t Term> {
        clause.and_then(|c| c.get("if"))
    }

    fn apply(clause: Option<&'t Call>) -> Option<&'t Call> {
        clause.and_then(|c| c.get("apply")).and_then(Term::call)
    }
}

/// A search for runs of pieces between a site and another: custodial capture.
pub(super) struct Flanking<'t> {
    dirs: Dirs,
    between: &'t Term,
    to: &'t Term,
}

impl<'t> Lower<'t> {
    // Shared parts.

    /// Calls `body` for each ray from `from`, with a cursor into its sites and where to go on with the next ray.
    pub(super) fn each_ray(&mut self, tables: RayTables, from: Reg, body: impl FnOnce(&mut Self, Reg, Label)) {
        let (lo, hi, cursor) = (self.b.reg(), self.b.reg(), self.b.reg());
        self.op(Op::Range { lo, hi, table: tables.starts, i: from });
        let (exit, next) = (self.b.label(), self.b.label());
        let top = self.b.here();
        self.op(Op::JumpCmp { cmp: Cmp::Ge, a: lo, b: hi, to: exit });
        self.op(Op::Table { d: cursor, table: tables.rays, i: lo });
        body(self, cursor, next);
        self.b.place(next);
        let one = self.c(1);
        self.op(Op::Bin { op: Bin::Add, d: lo, a: lo, b: one });
        self.op(Op::Loop { to: top });
        self.b.place(exit);
    }

    fn move_directions(&mut self, call: &'t Call, default: RelationType, env: &Env<'t>) -> Dirs {
        match call.get("directions") {
            Some(d) => self.directions(d, env),
            None => Dirs::of_relation(default),
        }
    }

    /// Runs `body` for each origin: those of the clause, or the one at hand, or else where the last move ended.
    fn each_from(
        &mut self,
        clauses: &Clauses<'t>,
        at: &'t Term,
        env: &Env<'t>,
        body: impl FnOnce(&mut Self, Reg, &Env<'t>),
    ) {
        let Some(clause) = clauses.from else {
            let from = match env.from.or(env.site) {
                Some(from) => from,
                None => self.load(self.fields.last_to.expect("every game has it")),
            };
            let inner = Env { from: Some(from), ..env.clone() };
            return body(self, from, &inner);
        };
        let level = clause.get("level");
        match clause.get("region") {
            Some(region) if super::is_int(region) || region.ty == parlour_grammar::catalogue::Type::Int => {
                let value = self.int(region, env);
                let from = self.var(at, "from");
                self.op(Op::Move { d: from, a: value });
                let skip = self.b.label();
                let zero = self.c(0);
                self.op(Op::JumpCmp { cmp: Cmp::Lt, a: from, b: zero, to: skip });
                let mut inner = Env { from: Some(from), from_set: None, ..env.clone() };
                self.settle_level(level, at, &mut inner);
                self.check_from(clause, &inner, skip);
                body(self, from, &inner);
                self.b.place(skip);
            }
            Some(region) => {
                let set = self.region(region, env);
                let from = self.var(at, "from");
                let mut inner = Env { from: Some(from), from_set: None, ..env.clone() };
                self.each(set, from, |l| {
                    let skip = l.b.label();
                    l.settle_level(level, at, &mut inner);
                    l.check_from(clause, &inner, skip);
                    body(l, from, &inner);
                    l.b.place(skip);
                });
            }
            None => {
                let from = match env.from.or(env.site) {
                    Some(from) => from,
                    None => self.load(self.fields.last_to.expect("every game has it")),
                };
                let mut inner = Env { from: Some(from), ..env.clone() };
                let skip = self.b.label();
                self.settle_level(level, at, &mut inner);
                self.check_from(clause, &inner, skip);
                body(self, from, &inner);
                self.b.place(skip);
            }
        }
    }

    fn settle_level(&mut self, level: Option<&'t Term>, at: &'t Term, env: &mut Env<'t>) {
        if let Some(level) = level {
            let value = self.int(level, env);
            let reg = self.var(at, "level");
            self.op(Op::Move { d: reg, a: value });
            env.level = Some(reg);
        }
    }

    fn check_from(&mut self, clause: &'t Call, env: &Env<'t>, skip: Label) {
        if let Some(condition) = clause.get("if") {
            self.unless(condition, env, skip);
        }
    }

    /// The effects of a clause: `(apply if:… moves)`.
    fn apply_clause(&mut self, apply: Option<&'t Call>, env: &Env<'t>) {
        let Some(apply) = apply else { return };
        let Some(moves) = apply.get("moves") else { return };
        let skip = self.b.label();
        if let Some(condition) = apply.get("if") {
            let c = self.bool(condition, env);
            self.op(Op::JumpUnless { c, to: skip });
        }
        let env = Env { firsts: Vec::new(), thens: Vec::new(), from_set: None, ..env.clone() };
        self.perform(moves, &env);
        self.b.place(skip);
    }

    // Step.

    /// Whether a form generates for a whole set of origins at once.
    pub(super) fn takes_a_set_of_origins(&mut self, call: &'t Call, env: &Env<'t>) -> bool {
        if call.prim != Prim::Step || self.stacks.is_some() && call.get("stack").is_some() {
            return false;
        }
        let clauses = Clauses::of(call);
        let to_env = Env { to: None, ..env.clone() };
        let plain_from = clauses.from.is_none_or(|c| c.args.is_empty());
        let to = Clauses::condition(clauses.to);
        // The condition on the destination must not look back at the origin.
        let sets = to.is_none_or(|c| !self.depends(c, Var::From, &to_env) && self.where_is_sayable(c, &to_env));
        let dirs = self.move_directions(call, RelationType::Adjacent, env);
        plain_from && sets && self.step_maps(&dirs).is_some()
    }

    fn where_is_sayable(&mut self, condition: &'t Term, env: &Env<'t>) -> bool {
        // Said twice, but emitted once: a block is opened to try in, and thrown away unless it is needed.
        let scratch = self.b.begin_block("scratch");
        let found = self.where_(condition, Var::To, env).is_some();
        self.b.drop_block(scratch);
        found
    }

    pub(super) fn generate_step(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let clauses = Clauses::of(call);
        let dirs = self.move_directions(call, RelationType::Adjacent, env);
        let condition = Clauses::condition(clauses.to);
        let to = self.var(term, "to");
        let effects = |l: &mut Self, env: &Env<'t>| l.travel_effects(&clauses, None, env);
        if let (Some(set), Some(from)) = (env.from_set, env.from) {
            let maps = self.step_maps(&dirs).expect("it was found to take a set of origins");
            let to_env = Env { to: None, ..env.clone() };
            let good =
                condition.map(|c| self.where_(c, Var::To, &to_env).expect("it was found to take a set of origins"));
            let inner = Env { from: Some(from), to: Some(to), from_set: None, ..env.clone() };
            for map in maps {
                let mut reached = self.b.set();
                self.op(Op::Shift { d: reached, a: set, map });
                if let Some(good) = good {
                    reached = self.set_and(reached, good);
                }
                let back = self.b.back_table(map);
                let emission = Emission {
                    set: Some(SetChoice { set: reached, choice: 1, derived: Some((0, back)) }),
                    ..Emission::travel(from, to)
                };
                self.emit(term, &inner, emission, effects);
            }
            return;
        }
        self.each_from(&clauses, term, env, |l, from, env| {
            let inner = Env { from: Some(from), to: Some(to), ..env.clone() };
            let to_env = Env { to: None, ..env.clone() };
            let good = match condition {
                Some(c) => l.where_(c, Var::To, &to_env),
                None => Some(l.b.set_constant(0..l.eq.sites)),
            };
            if let Some(good) = good.filter(|_| !l.plain) {
                let near = l.near_table(&dirs);
                let reached = l.b.set();
                l.op(Op::SetTable { d: reached, table: near, i: from });
                let reached = l.set_and(reached, good);
                return l.emit(term, &inner, Emission::travel(from, to).through(reached, 1), effects);
            }
            let (starts, sites) = l.step_lists(&dirs);
            let cursor = l.b.reg();
            l.op(Op::Table { d: cursor, table: starts, i: from });
            let exit = l.b.label();
            let top = l.b.here();
            l.op(Op::Advance { d: to, p: cursor, table: sites, to: exit });
            let skip = l.b.label();
            if let Some(condition) = condition {
                l.unless(condition, &inner, skip);
            }
            l.emit(term, &inner, Emission::travel(from, to), effects);
            l.b.place(skip);
            l.op(Op::Loop { to: top });
            l.b.place(exit);
        });
    }

    /// What a travelling move does: the effects of its clauses, then the piece (or the stack) goes.
    fn travel_effects(&mut self, clauses: &Clauses<'t>, hurdles: Option<SetReg>, env: &Env<'t>) {
        if let Some(hurdles) = hurdles
            && let Some(apply) = Clauses::apply(clauses.between)
        {
            let between = self.b.reg();
            let inner = Env { between: Some(between), ..env.clone() };
            self.each(hurdles, between, |l| l.apply_clause(Some(apply), &inner));
        } else if env.between.is_some() {
            self.apply_clause(Clauses::apply(clauses.between), env);
        }
        self.apply_clause(Clauses::apply(clauses.to), env);
        let (Some(from), Some(to)) = (env.from, env.to) else { return };
        if clauses.stack {
            let zero = self.c(0);
            self.move_pieces(from, to, zero, None);
        } else {
            self.move_piece(from, to, env.level);
        }
    }

    // Slide.

    pub(super) fn generate_slide(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let clauses = Clauses::of(call);
        if call.get("track").is_some() {
            return self.unsupported(term);
        }
        let dirs = self.move_directions(call, RelationType::Adjacent, env);
        let tables = self.ray_tables(&dirs);
        let (lo, hi) = self.length_range(clauses.between, env);
        let to = self.var(term, "to");
        let distinct = self.rays_overlap(&dirs);
        self.distinct(distinct, |l| {
            l.each_from(&clauses, term, env, |l, from, env| {
                let steps = l.b.reg();
                let (zero, one) = (l.c(0), l.c(1));
                l.each_ray(tables, from, |l, cursor, next_ray| {
                    l.op(Op::Move { d: steps, a: zero });
                    let top = l.b.here();
                    l.op(Op::Advance { d: to, p: cursor, table: tables.sites, to: next_ray });
                    l.op(Op::Bin { op: Bin::Add, d: steps, a: steps, b: one });
                    l.op(Op::JumpCmp { cmp: Cmp::Gt, a: steps, b: hi, to: next_ray });
                    let inner = Env { from: Some(from), to: Some(to), between: Some(to), ..env.clone() };
                    let emit = |l: &mut Self| {
                        let skip = l.b.label();
                        l.op(Op::JumpCmp { cmp: Cmp::Lt, a: steps, b: lo, to: skip });
                        let inner = Env { between: None, ..inner.clone() };
                        l.emit(term, &inner, Emission::travel(from, to), |l, e| l.travel_effects(&clauses, None, e));
                        l.b.place(skip);
                    };
                    // It goes on over sites that it may pass; the first that it may not pass can still be a destination.
                    let stop = l.b.label();
                    let passable = match Clauses::condition(clauses.between) {
                        Some(condition) => l.bool(condition, &inner),
                        None => {
                            let what = l.load_at(l.known.what, to);
                            l.not(what)
                        }
                    };
                    let settled = super::settled(&inner);
                    let origin = Clauses::condition(clauses.between).map_or(term.origin, |c| c.origin);
                    l.at_origin(origin, |l| match l.const_of(passable) {
                        Some(0) => l.op(Op::Jump { to: stop }),
                        Some(_) => {}
                        None => l.b.guard(Op::JumpUnless { c: passable, to: stop }, false, settled),
                    });
                    emit(l);
                    l.op(Op::Loop { to: top });
                    l.b.place(stop);
                    if let Some(condition) = Clauses::condition(clauses.to) {
                        l.unless(condition, &inner, next_ray);
                        emit(l);
                    }
                });
            });
        });
    }

    /// How far: the range of a `(between …)` clause.
    fn length_range(&mut self, between: Option<&'t Call>, env: &Env<'t>) -> (Reg, Reg) {
        match between.and_then(|b| b.get("range")).and_then(Term::call) {
            Some(range) => match self.range(range, env) {
                Some(bounds) => bounds,
                None => (self.c(1), self.c(INFINITY)),
            },
            None => (self.c(1), self.c(INFINITY)),
        }
    }

    /// Generates through a list that drops what comes twice, where it may.
    fn distinct(&mut self, needed: bool, body: impl FnOnce(&mut Self)) {
        if !needed || self.purpose == super::Purpose::Ask {
            return body(self);
        }
        let end = self.b.label();
        let ignored = self.b.reg();
        self.op(Op::Begin { want: crate::program::op::Want::List, end });
        body(self);
        self.b.place(end);
        self.op(Op::End { d: ignored });
        self.op(Op::Distinct {});
    }

    // Hop.

    pub(super) fn generate_hop(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
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
        self.generate_long_hop(&clauses, &dirs, tables, [before, least, most, after], term, env);
    }

    /// A hop over one piece: up to `before` free sites, the hurdle, up to `after` sites to pass before landing.
    fn generate_single_hop(
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
        let go = Clauses::condition(clauses.to);
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
                let found = match hurdle {
                    Some(condition) => l.bool(condition, &at_hurdle),
                    None => l.load_at(l.known.what, between),
                };
                if l.const_of(before) == Some(0) {
                    let settled = super::settled(&base);
                    let origin = hurdle.map_or(term.origin, |h| h.origin);
                    match l.const_of(found) {
                        Some(0) => l.op(Op::Jump { to: next_ray }),
                        Some(_) => {}
                        None => l.at_origin(origin, |l| {
                            l.b.guard(Op::JumpUnless { c: found, to: next_ray }, false, settled)
                        }),
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
                if let Some(condition) = go {
                    l.unless(condition, &inner, next_ray);
                }
                l.emit(term, &inner, Emission::travel(from, to), |l, e| l.travel_effects(clauses, None, e));
                l.op(Op::Bin { op: Bin::Add, d: steps, a: steps, b: one });
                l.op(Op::JumpCmp { cmp: Cmp::Gt, a: steps, b: after, to: next_ray });
                l.op(Op::Loop { to: top });
            });
        });
    }

    /// A hop over several pieces in a row: the hurdle begins after up to `before` sites and has from `least` to `most` sites.
    fn generate_long_hop(
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
        let go = Clauses::condition(clauses.to);
        let hurdle = Clauses::condition(clauses.between);
        // The sites from one site to another on a line, the first included: what was hopped.
        let n = self.eq.sites;
        if !self.has_room((n * n) as usize, term) {
            return;
        }
        let mut rows = vec![Vec::new(); (n * n) as usize];
        for s in 0..n {
            for ray in self.rays_of(s, dirs) {
                for (i, t) in ray.iter().enumerate() {
                    let row = &mut rows[(s * n + t) as usize];
                    row.push(s);
                    row.extend_from_slice(&ray[..i]);
                }
            }
        }
        let runs = self.b.set_table(rows);
        let width = self.c(n as i32);
        self.each_from(clauses, term, env, |l, from, env| {
            let (steps, cut, cursor_of, last) = (l.b.reg(), l.b.reg(), l.b.reg(), l.b.reg());
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
                // Landing behind it.
                l.op(Op::Move { d: steps, a: zero });
                l.op(Op::Move { d: last, a: zero });
                let top = l.b.here();
                l.op(Op::Advance { d: to, p: cursor, table: tables.sites, to: next_ray });
                l.op(Op::JumpIf { c: last, to: next_ray });
                let inner = Env { to: Some(to), between: None, ..base };
                if let Some(condition) = go {
                    l.unless(condition, &inner, next_ray);
                }
                let _ = cut;
                // Hurdles are the sites from the first on to the landing.
                l.emit(term, &inner, Emission::travel(from, to), |l, e| {
                    let row = l.bin(Bin::Mul, first, width);
                    let at = l.bin(Bin::Add, row, to);
                    let hurdles = l.b.set();
                    l.op(Op::SetTable { d: hurdles, table: runs, i: at });
                    let occupied = l.occupied();
                    let hurdles = l.set_and(hurdles, occupied);
                    l.travel_effects(clauses, Some(hurdles), e);
                });
                l.op(Op::Bin { op: Bin::Add, d: steps, a: steps, b: one });
                l.op(Op::JumpCmp { cmp: Cmp::Gt, a: steps, b: after, to: next_ray });
                l.op(Op::Loop { to: top });
            });
        });
    }

    // Leap.

    pub(super) fn generate_leap(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let clauses = Clauses::of(call);
        let walks = call.get("walk").expect("checked");
        let one = walks.members().iter().all(|m| m.symbol().is_some());
        let walks: Vec<Vec<char>> =
            if one { vec![letters(walks)] } else { walks.members().iter().map(letters).collect() };
        let rows: Vec<Vec<u32>> = (0..self.eq.sites).map(|s| self.leaps(s, &walks)).collect();
        let table = self.b.set_table(rows);
        let to = self.var(term, "to");
        let condition = Clauses::condition(clauses.to);
        self.each_from(&clauses, term, env, |l, from, env| {
            let inner = Env { from: Some(from), to: Some(to), ..env.clone() };
            let reached = l.b.set();
            l.op(Op::SetTable { d: reached, table, i: from });
            l.emit_reached(term, &clauses, condition, reached, from, to, &inner);
        });
    }

    /// Destinations in a set, filtered by the condition on each.
    #[expect(clippy::too_many_arguments, reason = "the parts of one move")]
    fn emit_reached(
        &mut self,
        term: &'t Term,
        clauses: &Clauses<'t>,
        condition: Option<&'t Term>,
        reached: SetReg,
        from: Reg,
        to: Reg,
        env: &Env<'t>,
    ) {
        let effects = |l: &mut Self, e: &Env<'t>| l.travel_effects(clauses, None, e);
        let to_env = Env { to: None, ..env.clone() };
        let good = match condition {
            Some(c) => self.where_(c, Var::To, &to_env),
            None if self.plain => None,
            None => Some(reached),
        };
        if let Some(good) = good {
            let reached = if condition.is_some() { self.set_and(reached, good) } else { reached };
            return self.emit(term, env, Emission::travel(from, to).through(reached, 1), effects);
        }
        self.each(reached, to, |l| {
            let skip = l.b.label();
            if let Some(condition) = condition {
                l.unless(condition, env, skip);
            }
            l.emit(term, env, Emission::travel(from, to), effects);
            l.b.place(skip);
        });
    }

    /// Where walks of steps and turns lead from a site, begun in every orthogonal direction.
    fn leaps(&self, site: u32, walks: &[Vec<char>]) -> Vec<u32> {
        let (kind, number) = self.eq.place_of(site);
        let mut reached = Vec::new();
        if number as usize >= self.eq.board.count(kind) {
            return reached;
        }
        let first = self.first(kind);
        let compass = self.eq.board.directions(kind, RelationType::Orthogonal);
        for walk in walks {
            for start in 0..compass.len() {
                let (mut at, mut heading, mut on_board) = (number, start, true);
                for letter in walk {
                    match letter {
                        'R' => heading = (heading + 1) % compass.len(),
                        'L' => heading = (heading + compass.len() - 1) % compass.len(),
                        _ => match self.eq.board.steps(kind, at, compass[heading]).first() {
                            Some(next) => at = *next,
                            None => {
                                on_board = false;
                                break;
                            }
                        },
                    }
                }
                if on_board && at != number && !reached.contains(&(at + first)) {
                    reached.push(at + first);
                }
            }
        }
        reached.sort_unstable();
        reached
    }

    // Walk.

    /// A walk of an exact number of steps. What lies on the way does not matter unless `through` says so, so where walks end is
    /// known before play.
    pub(super) fn generate_walk(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let clauses = Clauses::of(call);
        let dirs = self.move_directions(call, RelationType::Adjacent, env);
        let edges = match call.get("edges").and_then(Term::symbol) {
            Some("Reflect") => Edges::Reflect,
            Some("Bounce") => Edges::Bounce,
            Some("Wrap") => Edges::Wrap,
            Some("Block") => Edges::Block,
            _ => Edges::Fall,
        };
        let singles = self.singles(&dirs);
        let sites = self.eq.sites;
        // As many steps as a stack can be high, or as lead around the board: beyond that, walks only repeat.
        let around = 2 * self.eq.board.rows(self.eq.kind()).max(self.eq.board.columns(self.eq.kind())) as usize + 2;
        let most = self.stacks.as_ref().map_or(0, |s| s.max as usize).max(around).min(256);
        let paths = call.get("through").is_some();
        if !self.has_room(sites as usize * (most + 1), term) {
            return;
        }
        let mut ends: Vec<Vec<u32>> = vec![Vec::new(); sites as usize * (most + 1)];
        let mut falls = vec![0i32; sites as usize * (most + 1)];
        // For walks that look at what they pass: each by its sites, −1 at the end.
        let (mut starts, mut lists, mut pool) = (vec![0; sites as usize * (most + 1) + 1], Vec::new(), Vec::new());
        let ways: Vec<Way<'_>> = singles.iter().map(|d| self.eq.board.way(self.eq.kind(), *d)).collect();
        let mut flaw = None;
        'sites: for s in 0..self.eq.board_sites() {
            for k in 1..=most {
                let at = s as usize * (most + 1) + k;
                starts[at] = lists.len() as i32;
                for way in &ways {
                    match way.walk(s, k as u32, edges) {
                        Ok(WalkEnd::At(to)) => {
                            ends[at].push(to);
                            if paths {
                                lists.push(pool.len() as i32);
                                for j in 1..=k as u32 {
                                    if let Ok(WalkEnd::At(on)) = way.walk(s, j, edges) {
                                        pool.push(on as i32);
                                    }
                                }
                                pool.push(-1);
                            }
                        }
                        Ok(WalkEnd::Off) => falls[at] = 1,
                        Ok(WalkEnd::Blocked) => {}
                        Err(e) => {
                            flaw = Some(e);
                            break 'sites;
                        }
                    }
                }
                starts[at + 1] = lists.len() as i32;
            }
        }
        if let Some(e) = flaw {
            let found = Diagnostic::error("E0511", e.to_string(), term.origin, "pieces cannot walk so on this board");
            return self.report(found.help("name directions in which the board has one straight way from each site"));
        }
        let steps_term = call.get("steps").expect("checked");
        let to = self.var(term, "to");
        let mut condition = Clauses::condition(clauses.to);
        let through = call.get("through");
        if !self.plain && through.is_none() && condition.is_some_and(|c| self.parts_ends(c, env)) {
            // That a walk must not end where it began is known before play too.
            ends.iter_mut().enumerate().for_each(|(at, row)| row.retain(|to| *to as usize != at / (most + 1)));
            condition = None;
        }
        let (count, width) = (self.var(term, "count"), self.c(most as i32 + 1));
        let limit = self.c(most as i32);
        let one = self.c(1);
        let ends_table = if through.is_none() { Some(self.b.set_table(ends)) } else { None };
        let path_tables = through.map(|_| (self.b.table(starts), self.b.table(lists), self.b.table(pool)));
        self.each_from(&clauses, term, env, |l, from, env| {
            let steps = l.int(steps_term, env);
            let skip = l.b.label();
            l.op(Op::JumpCmp { cmp: Cmp::Lt, a: steps, b: one, to: skip });
            let steps = l.bin(Bin::Min, steps, limit);
            // How many pieces go: `(from … top:k)` or one.
            match clauses.from.and_then(|c| c.get("top")) {
                Some(top) => {
                    let k = l.int(top, env);
                    l.op(Op::Move { d: count, a: k });
                }
                None => l.op(Op::Move { d: count, a: one }),
            }
            let base = l.bin(Bin::Mul, from, width);
            let at = l.bin(Bin::Add, base, steps);
            let inner = Env { from: Some(from), to: Some(to), ..env.clone() };
            let emission = |l: &Self| {
                let mut choices = vec![(Role::From, from)];
                if l.stacks.is_some() {
                    choices.push((Role::Count, count));
                }
                choices.push((Role::To, to));
                Emission { kind: MoveKind::Travel, choices, set: None, word: String::new() }
            };
            let effects = |l: &mut Self, e: &Env<'t>| {
                l.apply_clause(Clauses::apply(clauses.to), e);
                if l.stacks.is_some() { l.move_top(from, to, count) } else { l.move_piece(from, to, e.level) }
            };
            if let Some(table) = ends_table {
                let reached = l.b.set();
                l.op(Op::SetTable { d: reached, table, i: at });
                let to_env = Env { to: None, ..inner.clone() };
                let good = match condition {
                    Some(c) => l.where_(c, Var::To, &to_env),
                    None if l.plain => None,
                    None => Some(reached),
                };
                match good {
                    Some(good) => {
                        let reached = if condition.is_some() { l.set_and(reached, good) } else { reached };
                        let emission = emission(l);
                        let last = emission.choices.len() - 1;
                        l.emit(term, &inner, emission.through(reached, last), effects);
                    }
                    None => l.each(reached, to, |l| {
                        let drop = l.b.label();
                        if let Some(condition) = condition {
                            l.unless(condition, &inner, drop);
                        }
                        let emission = emission(l);
                        l.emit(term, &inner, emission, effects);
                        l.b.place(drop);
                    }),
                }
            } else if let (Some((starts, lists, pool)), Some(through)) = (path_tables, through) {
                let tables = RayTables { starts, rays: lists, sites: pool };
                l.distinct(true, |l| {
                    l.each_ray(tables, at, |l, cursor, next| {
                        // Every site before the last must satisfy the condition.
                        let (ahead, probe) = (l.b.reg(), l.b.reg());
                        let arrived = l.b.label();
                        let top = l.b.here();
                        l.op(Op::Advance { d: to, p: cursor, table: pool, to: next });
                        l.op(Op::Move { d: probe, a: cursor });
                        l.op(Op::Advance { d: ahead, p: probe, table: pool, to: arrived });
                        let passing = Env { between: Some(to), ..inner.clone() };
                        l.unless(through, &passing, next);
                        l.op(Op::Loop { to: top });
                        l.b.place(arrived);
                        if let Some(condition) = condition {
                            l.unless(condition, &inner, next);
                        }
                        let emission = emission(l);
                        l.emit(term, &inner, emission, effects);
                    });
                });
            }
            l.b.place(skip);
        });
    }

    /// Whether a condition only says that a move must not end where it begins.
    fn parts_ends(&self, condition: &Term, env: &Env<'t>) -> bool {
        let Some(call) = condition.call().filter(|c| c.prim == Prim::NotEquals) else { return false };
        let (Some(a), Some(b)) = (call.get("a"), call.get("b")) else { return false };
        let env = Env { to: None, ..env.clone() };
        let pair = |a, b| self.is_var(a, Var::To, &env) && self.is_var(b, Var::From, &env);
        pair(a, b) || pair(b, a)
    }

    // From and to.

    pub(super) fn generate_from_to(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let clauses = Clauses::of(call);
        let condition = Clauses::condition(clauses.to);
        let count = call.get("count");
        let copy = matches!(call.get("copy").map(|t| &t.kind), Some(TermKind::Bool(true)));
        let to = self.var(term, "to");
        self.each_from(&clauses, term, env, |l, from, env| {
            let region = match clauses.to.and_then(|c| c.get("region")) {
                Some(region) => l.region(region, env),
                None => {
                    let site = match env.to.or(env.site) {
                        Some(site) => site,
                        None => l.load(l.fields.last_to.expect("every game has it")),
                    };
                    l.single(site)
                }
            };
            let number = count.map(|c| {
                let n = l.int(c, env);
                let reg = l.var(term, "count");
                l.op(Op::Move { d: reg, a: n });
                reg
            });
            let inner = Env { from: Some(from), to: Some(to), ..env.clone() };
            let effects = |l: &mut Self, e: &Env<'t>| {
                l.apply_clause(Clauses::apply(clauses.to), e);
                let (Some(from), Some(to)) = (e.from, e.to) else { return };
                match number {
                    Some(number) => l.move_count(from, to, number, copy),
                    None if clauses.stack => {
                        let zero = l.c(0);
                        l.move_pieces(from, to, zero, None);
                    }
                    None => l.move_piece(from, to, e.level),
                }
            };
            // Nothing can be moved from an empty site.
            let none = l.b.label();
            let what = l.load_at(l.known.what, from);
            l.op(Op::JumpUnless { c: what, to: none });
            let to_env = Env { to: None, ..inner.clone() };
            let good = match condition {
                Some(c) => l.where_(c, Var::To, &to_env),
                None if l.plain => None,
                None => Some(region),
            };
            match good {
                Some(good) => {
                    let reached = if condition.is_some() { l.set_and(region, good) } else { region };
                    l.emit(term, &inner, Emission::travel(from, to).through(reached, 1), effects);
                }
                None => l.each(region, to, |l| {
                    let skip = l.b.label();
                    if let Some(condition) = condition {
                        l.unless(condition, &inner, skip);
                    }
                    l.emit(term, &inner, Emission::travel(from, to), effects);
                    l.b.place(skip);
                }),
            }
            l.b.place(none);
        });
    }

    pub(super) fn generate_select(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let clauses = Clauses::of(call);
        if clauses.to.is_none() {
            let clause = clauses.from.expect("checked");
            let region = match clause.get("region") {
                Some(region) => self.region(region, env),
                None => self.board_set(),
            };
            let site = self.var(term, "from");
            let inner = Env { from: Some(site), to: Some(site), ..env.clone() };
            let emission = Emission::place(site);
            let Some(condition) = clause.get("if") else {
                return self.emit_placed(term, None, region, site, &inner, emission, |_, _| {});
            };
            let bare = Env { from: None, to: None, ..env.clone() };
            if let Some(good) = self.where_(condition, Var::From, &bare) {
                let set = self.set_and(region, good);
                return self.emit(term, &inner, emission.through(set, 0), |_, _| {});
            }
            self.each(region, site, |l| {
                let skip = l.b.label();
                l.unless(condition, &inner, skip);
                l.emit(term, &inner, emission, |_, _| {});
                l.b.place(skip);
            });
            return;
        }
        let condition = Clauses::condition(clauses.to);
        let to = self.var(term, "to");
        self.each_from(&clauses, term, env, |l, from, env| {
            let region = match clauses.to.and_then(|c| c.get("region")) {
                Some(region) => l.region(region, env),
                None => l.board_set(),
            };
            let inner = Env { from: Some(from), to: Some(to), ..env.clone() };
            l.each(region, to, |l| {
                let skip = l.b.label();
                if let Some(condition) = condition {
                    l.unless(condition, &inner, skip);
                }
                l.emit(term, &inner, Emission::travel(from, to), |l, e| l.apply_clause(Clauses::apply(clauses.to), e));
                l.b.place(skip);
            });
        });
    }

    /// Moves on one site each, for the sites of a set that satisfy a condition on `(to)`.
    #[expect(clippy::too_many_arguments, reason = "the parts of one move")]
    fn emit_placed(
        &mut self,
        term: &'t Term,
        condition: Option<&'t Term>,
        region: SetReg,
        site: Reg,
        env: &Env<'t>,
        emission: Emission,
        effects: impl FnOnce(&mut Self, &Env<'t>),
    ) {
        let to_env = Env { to: None, from: None, ..env.clone() };
        let good = match condition {
            Some(c) => self.where_(c, Var::To, &to_env),
            None if self.plain => None,
            None => Some(region),
        };
        match good {
            Some(good) => {
                let set = if condition.is_some() { self.set_and(region, good) } else { region };
                self.emit(term, env, emission.through(set, 0), effects);
            }
            None => self.each(region, site, |l| {
                let skip = l.b.label();
                if let Some(condition) = condition {
                    l.unless(condition, env, skip);
                }
                l.emit(term, env, emission, effects);
                l.b.place(skip);
            }),
        }
    }

    pub(super) fn generate_add(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let clause = call.get("to").and_then(Term::call).expect("checked");
        let kind = self.kind_in(clause, "siteType");
        let region = match clause.get("region") {
            Some(region) => self.region(region, env),
            None => match env.to.or(env.site) {
                Some(site) => self.single(site),
                None => self.part(kind, crate::board::Region::Board),
            },
        };
        let site = self.var(term, "to");
        let inner = Env { to: Some(site), ..env.clone() };
        let pieces = self.pieces_to_add(call, term, env);
        for (i, piece) in pieces.into_iter().enumerate() {
            self.within(i, |l| {
                let count = call.get("count");
                let clauses = Clauses::of(call);
                l.emit_placed(term, clause.get("if"), region, site, &inner, Emission::place(site), |l, e| {
                    l.apply_clause(Clauses::apply(clauses.to), e);
                    l.add_piece(site, &piece, count, e);
                });
            });
        }
    }

    pub(super) fn generate_remove(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let region = self.region(call.get("region").expect("checked"), env);
        let occupied = self.occupied();
        let region = self.set_and(region, occupied);
        let site = self.var(term, "to");
        let inner = Env { to: Some(site), from: env.from.or(Some(site)), ..env.clone() };
        self.emit_placed(term, None, region, site, &inner, Emission::place(site), |l, e| l.remove_at(call, site, e));
    }

    // Custodial capture.

    /// The search that a generator makes, if it is custodial from the site of `var` with conditions that sets can say.
    pub(super) fn flanking(&mut self, moves: &'t Term, var: Var, env: &Env<'t>) -> Option<Flanking<'t>> {
        let call = moves.call().filter(|c| c.prim == Prim::Custodial)?;
        let from = call.get("from").and_then(Term::call).and_then(|f| f.get("region"))?;
        self.is_var(from, var, env).then_some(())?;
        self.flanking_of(call, env)
    }

    /// A custodial search without bounds, over lines along which whole sets can be shifted.
    pub(super) fn flanking_of(&mut self, call: &'t Call, env: &Env<'t>) -> Option<Flanking<'t>> {
        if self.plain {
            return None;
        }
        let clauses = Clauses::of(call);
        let bounded = clauses.between.is_some_and(|b| b.get("range").is_some() || b.get("trail").is_some());
        let (between, to) = (Clauses::condition(clauses.between)?, Clauses::condition(clauses.to)?);
        if bounded {
            return None;
        }
        let bare = Env { to: None, between: None, ..env.clone() };
        let sayable = self.sayable(between, Var::Between, &bare) && self.sayable(to, Var::To, &bare);
        let dirs = self.move_directions(call, RelationType::Adjacent, env);
        (sayable && self.ray_maps(&dirs).is_some()).then_some(Flanking { dirs, between, to })
    }

    /// The sites flanked from one site.
    pub(super) fn flanked_by(&mut self, flanking: &Flanking<'t>, from: Reg, env: &Env<'t>) -> SetReg {
        let maps = self.ray_maps(&flanking.dirs).expect("the search was found sayable");
        let bare = Env { to: None, between: None, ..env.clone() };
        let between = self.where_(flanking.between, Var::Between, &bare).expect("the search was found sayable");
        let to = self.where_(flanking.to, Var::To, &bare).expect("the search was found sayable");
        // A run ends at the first site that does not belong to it.
        let to = self.set_diff(to, between);
        let (all, seed) = (self.b.set(), self.single(from));
        let none = self.b.set_constant([]);
        self.op(Op::SetMove { d: all, a: none });
        for map in maps {
            let (run, beyond, c) = (self.b.set(), self.b.set(), self.b.reg());
            self.op(Op::Run { d: run, seed, through: between, map });
            let skip = self.b.label();
            self.op(Op::JumpEmpty { s: run, to: skip });
            self.op(Op::Shift { d: beyond, a: run, map });
            self.op(Op::SetMeets { d: c, a: beyond, b: to });
            self.op(Op::JumpUnless { c, to: skip });
            self.op(Op::SetOr { d: all, a: all, b: run });
            self.b.place(skip);
        }
        all
    }

    /// The sites from which something would be flanked.
    pub(super) fn flanked_from(&mut self, flanking: &Flanking<'t>, env: &Env<'t>) -> SetReg {
        let maps = self.ray_maps(&flanking.dirs).expect("the search was found sayable");
        let bare = Env { to: None, between: None, ..env.clone() };
        let between = self.where_(flanking.between, Var::Between, &bare).expect("the search was found sayable");
        let to = self.where_(flanking.to, Var::To, &bare).expect("the search was found sayable");
        // A run ends at the first site that does not belong to it.
        let to = self.set_diff(to, between);
        let all = self.b.set();
        let none = self.b.set_constant([]);
        self.op(Op::SetMove { d: all, a: none });
        for map in maps {
            // Backwards: from the flanking pieces through a run of pieces between to the site before it.
            let back = self.b.reversed_map(map);
            let run = self.b.set();
            self.op(Op::Run { d: run, seed: to, through: between, map: back });
            let reached = self.b.set();
            self.op(Op::Shift { d: reached, a: run, map: back });
            self.op(Op::SetOr { d: all, a: all, b: reached });
        }
        all
    }

    pub(super) fn generate_custodial(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let clauses = Clauses::of(call);
        let dirs = self.move_directions(call, RelationType::Adjacent, env);
        let tables = self.ray_tables(&dirs);
        let (lo, hi) = match clauses.between.and_then(|b| b.get("range")).and_then(Term::call) {
            Some(range) => self.range(range, env).unwrap_or_else(|| (self.c(0), self.c(INFINITY))),
            None => (self.c(0), self.c(INFINITY)),
        };
        let between = self.var(term, "between");
        let (zero, one) = (self.c(0), self.c(1));
        let from = match clauses.from.and_then(|f| f.get("region")) {
            Some(site) => self.int(site, env),
            None => self.load(self.fields.last_to.expect("every game has it")),
        };
        let target = Clauses::condition(clauses.between);
        let friend = Clauses::condition(clauses.to);
        let (to, length, cursor2) = (self.b.reg(), self.b.reg(), self.b.reg());
        self.each_ray(tables, from, |l, cursor, next_ray| {
            let base = Env { from: Some(from), ..env.clone() };
            l.op(Op::Move { d: length, a: zero });
            l.op(Op::Move { d: cursor2, a: cursor });
            // How long the run is, and what stands behind it.
            let behind = l.b.label();
            let top = l.b.here();
            l.op(Op::Advance { d: to, p: cursor, table: tables.sites, to: next_ray });
            l.op(Op::JumpCmp { cmp: Cmp::Ge, a: length, b: hi, to: behind });
            let c = match target {
                Some(condition) => l.bool(condition, &Env { between: Some(to), to: None, ..base.clone() }),
                None => {
                    let what = l.load_at(l.known.what, to);
                    let who = l.owner_of(what);
                    l.is_enemy(who)
                }
            };
            l.op(Op::JumpUnless { c, to: behind });
            l.op(Op::Bin { op: Bin::Add, d: length, a: length, b: one });
            l.op(Op::Loop { to: top });
            l.b.place(behind);
            l.op(Op::JumpUnless { c: length, to: next_ray });
            l.op(Op::JumpCmp { cmp: Cmp::Lt, a: length, b: lo, to: next_ray });
            let at_to = Env { to: Some(to), between: None, ..base.clone() };
            match friend {
                Some(condition) => l.unless(condition, &at_to, next_ray),
                None => {
                    let what = l.load_at(l.known.what, to);
                    let who = l.owner_of(what);
                    let mover = l.c(l.copy.mover as i32);
                    l.op(Op::JumpCmp { cmp: Cmp::Ne, a: who, b: mover, to: next_ray });
                }
            }
            // Each piece of the run.
            let k = l.b.reg();
            l.count_up(k, one, length, |l| {
                let end = l.b.label();
                l.op(Op::Advance { d: between, p: cursor2, table: tables.sites, to: end });
                let inner = Env { between: Some(between), site: env.site, ..at_to.clone() };
                match Clauses::apply(clauses.between).and_then(|a| a.get("moves")) {
                    Some(moves) => l.generate(moves, &inner),
                    None => l.emit(
                        term,
                        &inner,
                        Emission {
                            kind: MoveKind::Effect,
                            choices: vec![(Role::To, between)],
                            set: None,
                            word: String::new(),
                        },
                        |l, _| l.clear_site(between),
                    ),
                }
                l.b.place(end);
            });
        });
    }

    fn is_enemy(&mut self, who: Reg) -> Reg {
        let enemies = (0..=self.players() + 1)
            .map(|p| i32::from(p >= 1 && p <= self.players() && p != self.copy.mover))
            .collect();
        self.table(enemies, who)
    }

    /// Pieces next to `from` that are surrounded on all sides of a relation.
    pub(super) fn generate_surround(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let clauses = Clauses::of(call);
        let relation = call
            .get("relation")
            .and_then(Term::symbol)
            .and_then(super::directions::relation)
            .unwrap_or(RelationType::Adjacent);
        let dirs = Dirs::of_relation(relation);
        let (starts, sites) = self.step_lists(&dirs);
        let allowed = self.int_or(call.get("except"), 0, env);
        let from = match clauses.from.and_then(|f| f.get("region")) {
            Some(site) => self.int(site, env),
            None => self.load(self.fields.last_to.expect("every game has it")),
        };
        if call.get("with").is_some() {
            return self.unsupported(term);
        }
        let between = self.var(term, "between");
        let (outer, inner_cursor, to, open) = (self.b.reg(), self.b.reg(), self.b.reg(), self.b.reg());
        let (zero, one) = (self.c(0), self.c(1));
        let exit = self.b.label();
        self.op(Op::Table { d: outer, table: starts, i: from });
        let next = self.b.here();
        self.op(Op::Advance { d: between, p: outer, table: sites, to: exit });
        let again = self.b.label();
        let base = Env { from: Some(from), between: Some(between), ..env.clone() };
        match Clauses::condition(clauses.between) {
            Some(condition) => self.unless(condition, &Env { to: None, ..base.clone() }, again),
            None => {
                let what = self.load_at(self.known.what, between);
                let who = self.owner_of(what);
                let c = self.is_enemy(who);
                self.op(Op::JumpUnless { c, to: again });
            }
        }
        self.op(Op::Move { d: open, a: zero });
        self.op(Op::Table { d: inner_cursor, table: starts, i: between });
        let counted = self.b.label();
        let side = self.b.here();
        self.op(Op::Advance { d: to, p: inner_cursor, table: sites, to: counted });
        let at_side = Env { to: Some(to), ..base.clone() };
        let c = match Clauses::condition(clauses.to) {
            Some(condition) => self.bool(condition, &at_side),
            None => {
                let what = self.load_at(self.known.what, to);
                let who = self.owner_of(what);
                let mover = self.c(self.copy.mover as i32);
                self.cmp(Cmp::Eq, who, mover)
            }
        };
        let free = self.not(c);
        self.op(Op::Bin { op: Bin::Add, d: open, a: open, b: free });
        self.op(Op::Loop { to: side });
        self.b.place(counted);
        self.op(Op::JumpCmp { cmp: Cmp::Gt, a: open, b: allowed, to: again });
        match Clauses::apply(clauses.between).and_then(|a| a.get("moves")) {
            Some(moves) => self.generate(moves, &base),
            None => self.emit(
                term,
                &base,
                Emission { kind: MoveKind::Effect, choices: vec![(Role::To, between)], set: None, word: String::new() },
                |l, _| l.clear_site(between),
            ),
        }
        self.b.place(again);
        self.op(Op::Loop { to: next });
        self.b.place(exit);
        let _ = one;
    }

    /// Directions from a site: each first site in turn.
    pub(super) fn for_each_direction(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let clauses = Clauses::of(call);
        let dirs = self.move_directions(call, RelationType::Adjacent, env);
        let tables = self.ray_tables(&dirs);
        let (lo, hi) = match clauses.between.and_then(|b| b.get("range")).and_then(Term::call) {
            Some(range) => self.range(range, env).unwrap_or_else(|| (self.c(1), self.c(1))),
            None => (self.c(1), self.c(1)),
        };
        let to = self.var(term, "to");
        let condition = Clauses::condition(clauses.to);
        self.each_from(&clauses, term, env, |l, from, env| {
            let steps = l.b.reg();
            let (zero, one) = (l.c(0), l.c(1));
            l.each_ray(tables, from, |l, cursor, next_ray| {
                l.op(Op::Move { d: steps, a: zero });
                let top = l.b.here();
                l.op(Op::Advance { d: to, p: cursor, table: tables.sites, to: next_ray });
                l.op(Op::Bin { op: Bin::Add, d: steps, a: steps, b: one });
                l.op(Op::JumpCmp { cmp: Cmp::Gt, a: steps, b: hi, to: next_ray });
                let inner = Env { from: Some(from), to: Some(to), between: Some(to), ..env.clone() };
                if let Some(passable) = Clauses::condition(clauses.between) {
                    l.unless(passable, &Env { to: None, ..inner.clone() }, next_ray);
                }
                let skip = l.b.label();
                l.op(Op::JumpCmp { cmp: Cmp::Lt, a: steps, b: lo, to: skip });
                if let Some(condition) = condition {
                    l.unless(condition, &inner, skip);
                }
                let moves = call.get("moves").or(Clauses::apply(clauses.to).and_then(|a| a.get("moves")));
                if let Some(moves) = moves {
                    l.generate(moves, &Env { between: env.between, ..inner });
                }
                l.b.place(skip);
                l.op(Op::Loop { to: top });
            });
        });
    }
}

fn letters(walk: &Term) -> Vec<char> {
    walk.members().iter().filter_map(Term::symbol).filter_map(|w| w.chars().next()).collect()
}
