//! What moves that travel have in common; steps, slides, directions.

use crate::board::RelationType;
use crate::lower::conditions::predicates::Var;
use crate::lower::moves::{Emission, SetChoice};
use crate::lower::numbers::INFINITY;
use crate::lower::regions::directions::{Dirs, RayTables};
use crate::lower::{Env, Lower};
use crate::program::Role;
use crate::program::op::{Bin, Cmp, Label, Op, Reg, SetReg, TableId};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::rules::{Call, Term};

/// What `(from …)`, `(between …)` and `(to …)` say of a move.
pub(in crate::lower) struct Clauses<'t> {
    pub(in crate::lower) from: Option<&'t Call>,
    pub(in crate::lower) between: Option<&'t Call>,
    pub(in crate::lower) to: Option<&'t Call>,
    pub(in crate::lower) stack: bool,
}

impl<'t> Clauses<'t> {
    pub(in crate::lower) fn of(call: &'t Call) -> Clauses<'t> {
        let clause = |slot: &str| call.get(slot).and_then(Term::call);
        Clauses { from: clause("from"), between: clause("between"), to: clause("to"), stack: call.flag("stack") }
    }

    /// The level of what moves, if it is said: else it is the top.
    pub(in crate::lower) fn level(&self, env: &Env<'t>) -> Option<Reg> {
        self.from.and_then(|c| c.get("level")).and(env.level)
    }

    pub(in crate::lower) fn condition(clause: Option<&'t Call>) -> Option<&'t Term> {
        clause.and_then(|c| c.get("if"))
    }

    /// The condition of the effect at the destination: for slides and hops it says whether they may end there.
    pub(in crate::lower) fn stop(&self) -> Option<&'t Term> {
        Self::apply(self.to).and_then(|apply| apply.get("if"))
    }

    pub(in crate::lower) fn apply(clause: Option<&'t Call>) -> Option<&'t Call> {
        clause.and_then(|c| c.get("apply")).and_then(Term::call)
    }
}

impl<'t> Lower<'t> {
    // Shared parts.

    /// Calls `body` for each ray from `from`, with a cursor into its sites and where to go on with the next ray.
    pub(in crate::lower) fn each_ray(
        &mut self,
        tables: RayTables,
        from: Reg,
        body: impl FnOnce(&mut Self, Reg, Label),
    ) {
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

    pub(in crate::lower) fn move_directions(&mut self, call: &'t Call, default: RelationType, env: &Env<'t>) -> Dirs {
        match call.get("directions") {
            Some(d) => self.directions(d, env),
            None => Dirs::of_relation(default),
        }
    }

    /// Runs `body` for each origin: those of the clause, or the one at hand, or else where the last move ended.
    pub(in crate::lower) fn each_from(
        &mut self,
        clauses: &Clauses<'t>,
        at: &'t Term,
        env: &Env<'t>,
        body: impl FnOnce(&mut Self, Reg, &Env<'t>),
    ) {
        self.refuse_large(at, env);
        let Some(clause) = clauses.from else {
            let from = match env.from.or(env.site) {
                Some(from) => from,
                None => self.load(self.fields.last_to.expect("every game has it")),
            };
            let inner = Env { from: Some(from), ..env.clone() };
            self.note_generator(at, &inner);
            return body(self, from, &inner);
        };
        let level = clause.get("level");
        match clause.get("region") {
            Some(region) if crate::lower::is_int(region) || region.ty == parlour_grammar::catalogue::Type::Int => {
                let value = self.site_said(clause, region, env);
                self.note_within_one(region.origin, Role::From, value, env);
                let from = self.var(at, "from");
                self.op(Op::Move { d: from, a: value });
                let skip = self.b.label();
                let zero = self.c(0);
                self.op(Op::JumpCmp { cmp: Cmp::Lt, a: from, b: zero, to: skip });
                self.skip_unless_origin(from, at, skip);
                let mut inner = Env { from: Some(from), from_set: None, ..env.clone() };
                self.settle_level(level, at, &mut inner);
                self.check_from(clause, &inner, skip);
                self.note_generator(at, &inner);
                body(self, from, &inner);
                self.b.place(skip);
            }
            Some(region) => {
                self.note_ask();
                let set = self.sites_said(clause, region, env);
                self.note_within(region.origin, Some(Role::From), set, env);
                let set = self.origins(set, at);
                let from = self.var(at, "from");
                let mut inner = Env { from: Some(from), from_set: None, ..env.clone() };
                self.each(set, from, |l| {
                    let skip = l.b.label();
                    l.settle_level(level, at, &mut inner);
                    l.check_from(clause, &inner, skip);
                    l.note_generator(at, &inner);
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
                self.note_generator(at, &inner);
                body(self, from, &inner);
                self.b.place(skip);
            }
        }
    }

    pub(in crate::lower) fn settle_level(&mut self, level: Option<&'t Term>, at: &'t Term, env: &mut Env<'t>) {
        if let Some(level) = level {
            let value = self.int(level, env);
            let reg = self.var(at, "level");
            self.op(Op::Move { d: reg, a: value });
            env.level = Some(reg);
        }
    }

    pub(in crate::lower) fn check_from(&mut self, clause: &'t Call, env: &Env<'t>, skip: Label) {
        if let Some(condition) = clause.get("if") {
            // There is no destination yet: to ask for it is to ask for the origin.
            self.unless(condition, &Env { to: env.to.or(env.from), ..env.clone() }, skip);
        }
    }

    /// The effects of a clause: `(apply if:… moves)`.
    pub(in crate::lower) fn apply_clause(&mut self, apply: Option<&'t Call>, env: &Env<'t>) {
        let Some(apply) = apply else { return };
        let Some(moves) = apply.get("moves") else { return };
        let skip = self.b.label();
        if let Some(condition) = apply.get("if") {
            let c = self.bool(condition, env);
            self.op(Op::JumpUnless { c, to: skip });
        }
        let env = env.bare();
        self.perform(moves, &env);
        self.b.place(skip);
    }

    // Step.

    /// Whether a form generates for a whole set of origins at once.
    pub(in crate::lower) fn takes_a_set_of_origins(&mut self, call: &'t Call, env: &Env<'t>) -> bool {
        if call.prim != Prim::Step
            || self.eq.has_large()
            || self.stacks.is_some() && call.look("stack").is_some()
            || self.is_undecided(call, env)
        {
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

    pub(in crate::lower) fn where_is_sayable(&mut self, condition: &'t Term, env: &Env<'t>) -> bool {
        // Said twice, but emitted once: a block is opened to try in, and thrown away unless it is needed.
        let scratch = self.b.begin_block("scratch");
        let found = self.where_(condition, Var::To, env).is_some();
        self.b.drop_block(scratch);
        found
    }

    pub(in crate::lower) fn generate_step(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
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
            let done = l.b.label();
            if l.eq.has_large() {
                let near = l.near_table(&dirs);
                l.step_large(term, &clauses, near, &inner, done);
            }
            l.step_small(term, &clauses, &dirs, &inner);
            l.b.place(done);
        });
    }

    /// Steps from `(from)` of what stands on one site.
    fn step_small(&mut self, term: &'t Term, clauses: &Clauses<'t>, dirs: &Dirs, env: &Env<'t>) {
        let (Some(from), Some(to)) = (env.from, env.to) else { return };
        let effects = |l: &mut Self, env: &Env<'t>| l.travel_effects(clauses, None, env);
        let condition = Clauses::condition(clauses.to);
        let to_env = Env { to: None, ..env.clone() };
        let good = match condition {
            Some(c) => self.where_(c, Var::To, &to_env),
            None => Some(self.b.set_constant(0..self.eq.sites)),
        };
        if let Some(good) = good.filter(|_| !self.plain) {
            let near = self.near_table(dirs);
            let reached = self.b.set();
            self.op(Op::SetTable { d: reached, table: near, i: from });
            let reached = self.set_and(reached, good);
            return self.emit(term, env, Emission::travel(from, to).through(reached, 1), effects);
        }
        let (starts, sites) = self.step_lists(dirs);
        let cursor = self.b.reg();
        self.op(Op::Table { d: cursor, table: starts, i: from });
        let exit = self.b.label();
        let top = self.b.here();
        self.op(Op::Advance { d: to, p: cursor, table: sites, to: exit });
        let skip = self.b.label();
        self.unless_aimed(to, skip);
        if let Some(condition) = condition {
            self.unless(condition, env, skip);
        }
        self.emit(term, env, Emission::travel(from, to), effects);
        self.b.place(skip);
        self.op(Op::Loop { to: top });
        self.b.place(exit);
    }

    /// What a travelling move does: the effects of its clauses, then the piece (or the stack) goes.
    pub(in crate::lower) fn travel_effects(&mut self, clauses: &Clauses<'t>, hurdles: Option<SetReg>, env: &Env<'t>) {
        if let Some(hurdles) = hurdles
            && let Some(apply) = Clauses::apply(clauses.between)
        {
            let between = self.b.reg();
            let inner = Env { between: Some(between), ..env.clone() };
            self.each(hurdles, between, |l| l.apply_clause(Some(apply), &inner));
        } else if env.between.is_some() {
            self.apply_clause(Clauses::apply(clauses.between), env);
        }
        if !self.is_replacement(clauses) {
            self.apply_clause(Clauses::apply(clauses.to), env);
        }
        let (Some(from), Some(to)) = (env.from, env.to) else { return };
        let level = clauses.level(env);
        if clauses.stack {
            let lo = level.unwrap_or_else(|| self.c(0));
            self.move_pieces(from, to, lo, None);
        } else {
            self.move_piece(from, to, level);
        }
    }

    /// Whether the destination's effect is only that what stands there goes, which the arriving piece sees to.
    fn is_replacement(&self, clauses: &Clauses<'t>) -> bool {
        let Some(apply) = Clauses::apply(clauses.to).filter(|a| a.look("if").is_none()) else { return false };
        let Some(remove) = apply.get("moves").and_then(Term::call).filter(|m| m.prim == Prim::Remove) else {
            return false;
        };
        let bare = remove.args.len() == 1;
        let at_to = remove.get("region").and_then(Term::call).is_some_and(|r| r.prim == Prim::ToSite);
        bare && at_to && self.stacks.is_none() && self.known.count.is_none()
    }

    // Slide.

    pub(in crate::lower) fn generate_slide(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let clauses = Clauses::of(call);
        if let Some(track) = call.get("track").and_then(Term::text) {
            return self.generate_slide_along(track, &clauses, term, env);
        }
        let dirs = self.move_directions(call, RelationType::Adjacent, env);
        let tables = self.ray_tables(&dirs);
        let (lo, hi) = self.length_range(clauses.between, env);
        // Sites that are passed are only kept in mind where something happens there.
        let passed = Clauses::apply(clauses.between).and_then(|_| self.between_lines(dirs.clone(), term));
        let to = self.var(term, "to");
        let distinct = self.rays_overlap(&dirs);
        self.distinct(distinct, |l| {
            l.each_from(&clauses, term, env, |l, from, env| {
                let steps = l.b.reg();
                let (zero, one) = (l.c(0), l.c(1));
                let last = l.last_passed(&clauses);
                l.each_ray(tables, from, |l, cursor, next_ray| {
                    l.op(Op::Move { d: steps, a: zero });
                    l.pass(last, None);
                    let top = l.b.here();
                    l.op(Op::Advance { d: to, p: cursor, table: tables.sites, to: next_ray });
                    l.op(Op::Bin { op: Bin::Add, d: steps, a: steps, b: one });
                    l.op(Op::JumpCmp { cmp: Cmp::Gt, a: steps, b: hi, to: next_ray });
                    let inner = Env { from: Some(from), to: Some(to), between: Some(to), ..env.clone() };
                    let arriving = Env { between: last.or(Some(to)), ..inner.clone() };
                    let emit = |l: &mut Self, env: &Env<'t>| {
                        let skip = l.b.label();
                        l.op(Op::JumpCmp { cmp: Cmp::Lt, a: steps, b: lo, to: skip });
                        l.unless_aimed(to, skip);
                        if let Some(may_end) = clauses.stop() {
                            l.unless(may_end, env, skip);
                        }
                        let inner = Env { between: None, ..env.clone() };
                        l.emit(term, &inner, Emission::travel(from, to), |l, e| {
                            let passed = passed.map(|lines| l.between(lines, from, to));
                            l.travel_effects(&clauses, passed, e);
                            l.leave_trail(&clauses, from, (tables.sites, cursor, steps), e);
                        });
                        l.b.place(skip);
                    };
                    // It ends where the destination's condition holds, and goes on over sites that it may pass. Mostly only sites that
                    // it may not pass need be asked.
                    let destination = Clauses::condition(clauses.to);
                    let asked_first =
                        destination.filter(|c| Clauses::condition(clauses.between).is_some() || !c.asks_for_a_piece());
                    if let Some(condition) = asked_first {
                        let (short, go_on) = (l.b.label(), l.b.label());
                        l.op(Op::JumpCmp { cmp: Cmp::Lt, a: steps, b: lo, to: short });
                        l.unless(condition, &arriving, go_on);
                        emit(l, &arriving);
                        l.op(Op::Jump { to: next_ray });
                        l.b.place(short);
                        l.b.place(go_on);
                    }
                    let stop = l.b.label();
                    l.note_ask();
                    let passable = match Clauses::condition(clauses.between) {
                        Some(condition) => l.bool(condition, &inner),
                        None => {
                            let what = l.load_at(l.known.what, to);
                            l.not(what)
                        }
                    };
                    let origin = Clauses::condition(clauses.between).map_or(term.origin, |c| c.origin);
                    l.note_passing(origin, passable, (tables.sites, cursor), &inner);
                    l.at_origin(origin, |l| match l.const_of(passable) {
                        Some(0) => l.op(Op::Jump { to: stop }),
                        Some(_) => {}
                        None => l.op(Op::JumpUnless { c: passable, to: stop }),
                    });
                    emit(l, &inner);
                    l.pass(last, Some(to));
                    l.op(Op::Loop { to: top });
                    l.b.place(stop);
                    if let Some(condition) = destination.filter(|_| asked_first.is_none()) {
                        l.unless(condition, &arriving, next_ray);
                        emit(l, &arriving);
                    }
                });
            });
        });
    }

    /// Where the site passed last is kept on a straight way, if the destination's clause asks for it: there `(between)` is that site.
    pub(in crate::lower) fn last_passed(&mut self, clauses: &Clauses<'t>) -> Option<Reg> {
        let asks = [Clauses::condition(clauses.to), clauses.stop()];
        let asks = asks.into_iter().flatten().any(|c| crate::lower::turns::script::speaks(c, &[Prim::BetweenSite]));
        asks.then(|| self.b.reg())
    }

    /// Keeps the site passed last: none at the beginning of a way.
    pub(in crate::lower) fn pass(&mut self, last: Option<Reg>, site: Option<Reg>) {
        let Some(d) = last else { return };
        let a = site.unwrap_or_else(|| self.c(crate::lower::numbers::OFF));
        self.op(Op::Move { d, a });
    }

    /// The pieces that a slide leaves behind: where it began, and on each site that it passed.
    fn leave_trail(
        &mut self,
        clauses: &Clauses<'t>,
        from: Reg,
        (ray, cursor, steps): (TableId, Reg, Reg),
        env: &Env<'t>,
    ) {
        let Some(piece) = clauses.between.and_then(|between| between.get("trail")) else { return };
        let (what, traits) = (self.int(piece, env), crate::lower::effects::change::Traits::default());
        self.put_piece(from, what, None, traits);
        let (k, site, zero, two) = (self.b.reg(), self.b.reg(), self.c(0), self.c(2));
        let (first, last) = (self.bin(Bin::Sub, cursor, steps), self.bin(Bin::Sub, steps, two));
        self.count_up(k, zero, last, |l| {
            let at = l.bin(Bin::Add, first, k);
            l.op(Op::Table { d: site, table: ray, i: at });
            l.put_piece(site, what, None, traits);
        });
    }

    /// How far: the range of a `(between …)` clause.
    pub(in crate::lower) fn length_range(&mut self, between: Option<&'t Call>, env: &Env<'t>) -> (Reg, Reg) {
        match between.and_then(|b| b.get("range")).and_then(Term::call) {
            Some(range) => match self.range(range, env) {
                Some(bounds) => bounds,
                None => (self.c(1), self.c(INFINITY)),
            },
            None => (self.c(1), self.c(INFINITY)),
        }
    }

    /// Generates through a list that drops what comes twice, where it may.
    pub(in crate::lower) fn distinct(&mut self, needed: bool, body: impl FnOnce(&mut Self)) {
        if !needed || self.purpose == crate::lower::Purpose::Ask {
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

    /// Directions from a site: each first site in turn.
    pub(in crate::lower) fn for_each_direction(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let clauses = Clauses::of(call);
        self.decided.facing = self.decided.along.take().flatten();
        let dirs = self.move_directions(call, RelationType::Adjacent, env);
        self.decided.facing = None;
        let piece = env.from;
        let led = (clauses.from.is_none() && piece.is_some()).then(|| self.directions_along(&dirs));
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
                let inner = Env { from: piece.or(Some(from)), to: Some(to), between: Some(to), ..env.clone() };
                if let Some(condition) = condition {
                    l.unless(condition, &inner, next_ray);
                }
                let skip = l.b.label();
                l.op(Op::JumpCmp { cmp: Cmp::Lt, a: steps, b: lo, to: skip });
                let moves = call.get("moves").or(Clauses::apply(clauses.to).and_then(|a| a.get("moves")));
                if let Some(moves) = moves {
                    let outer = l.decided.led.take();
                    l.decided.led = led.map(|led| (from, to, led));
                    l.generate(moves, &Env { between: env.between, ..inner.clone() });
                    l.decided.led = outer;
                }
                l.b.place(skip);
                if let Some(passable) = Clauses::condition(clauses.between) {
                    l.unless(passable, &Env { to: None, ..inner }, next_ray);
                }
                l.op(Op::Loop { to: top });
            });
        });
    }
}
