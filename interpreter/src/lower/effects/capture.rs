//! Captures around a site: custodial, by surrounding.

use crate::board::RelationType;
use crate::lower::conditions::predicates::Var;
use crate::lower::moves::Emission;
use crate::lower::moves::travel::Clauses;
use crate::lower::numbers::INFINITY;
use crate::lower::regions::directions::Dirs;
use crate::lower::{Env, Lower};
use crate::program::op::{Bin, Cmp, MapId, Op, Reg, SetReg, TableId};
use crate::program::{MoveKind, Role};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::rules::{Call, Term};

/// A search for runs of pieces between a site and another: custodial capture.
pub(in crate::lower) struct Flanking<'t> {
    dirs: Dirs,
    between: &'t Term,
    to: &'t Term,
}

impl<'t> Lower<'t> {
    /// The search that a generator makes, if it is custodial from the site of `var` with conditions that sets can say.
    pub(in crate::lower) fn flanking(&mut self, moves: &'t Term, var: Var, env: &Env<'t>) -> Option<Flanking<'t>> {
        let call = moves.call().filter(|c| c.prim == Prim::Custodial)?;
        let from = call.get("from").and_then(Term::call).and_then(|f| f.get("region"))?;
        self.is_var(from, var, env).then_some(())?;
        self.flanking_of(call, env)
    }

    /// A custodial search without bounds, over lines along which whole sets can be shifted.
    pub(in crate::lower) fn flanking_of(&mut self, call: &'t Call, env: &Env<'t>) -> Option<Flanking<'t>> {
        if self.plain {
            return None;
        }
        let clauses = Clauses::of(call);
        let bounded = clauses.between.is_some_and(|b| b.look("range").is_some() || b.look("trail").is_some());
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
    pub(in crate::lower) fn flanked_by(&mut self, flanking: &Flanking<'t>, from: Reg, env: &Env<'t>) -> SetReg {
        let maps = self.ray_maps(&flanking.dirs).expect("the search was found sayable");
        let bare = Env { to: None, between: None, ..env.clone() };
        let between = self.where_(flanking.between, Var::Between, &bare).expect("the search was found sayable");
        let to = self.where_(flanking.to, Var::To, &bare).expect("the search was found sayable");
        // A run ends at the first site that does not belong to it.
        let to = self.set_diff(to, between);
        let (all, seed) = (self.b.set(), self.single(from));
        let maps = self.map_list(maps);
        self.op(Op::Enclosed { d: all, seed, through: between, goal: to, maps });
        all
    }

    pub(in crate::lower) fn map_list(&mut self, maps: Vec<MapId>) -> TableId {
        self.b.table(maps.into_iter().map(|map| i32::from(map.0)).collect())
    }

    /// The sites from which something would be flanked.
    pub(in crate::lower) fn flanked_from(&mut self, flanking: &Flanking<'t>, env: &Env<'t>) -> SetReg {
        let maps = self.ray_maps(&flanking.dirs).expect("the search was found sayable");
        let bare = Env { to: None, between: None, ..env.clone() };
        let between = self.where_(flanking.between, Var::Between, &bare).expect("the search was found sayable");
        let to = self.where_(flanking.to, Var::To, &bare).expect("the search was found sayable");
        // A run ends at the first site that does not belong to it.
        let to = self.set_diff(to, between);
        // Backwards: from the flanking pieces through a run of pieces between to the site before it.
        let back = maps.into_iter().map(|map| self.b.reversed_map(map)).collect();
        let maps = self.map_list(back);
        let all = self.b.set();
        self.op(Op::Beyond { d: all, seed: to, through: between, maps });
        all
    }

    pub(in crate::lower) fn generate_custodial(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let clauses = Clauses::of(call);
        let dirs = self.move_directions(call, RelationType::Adjacent, env);
        let tables = self.ray_tables(&dirs);
        let (lo, hi) = match clauses.between.and_then(|b| b.get("range")).and_then(Term::call) {
            Some(range) => self.range(range, env).unwrap_or_else(|| (self.c(0), self.c(INFINITY))),
            None => (self.c(0), self.c(INFINITY)),
        };
        let between = self.var(term, "between");
        let (zero, one) = (self.c(0), self.c(1));
        let from = match clauses.from.and_then(|f| Some((f, f.get("region")?))) {
            Some((clause, site)) => self.site_said(clause, site, env),
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
                    let what = l.kind_at(to);
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
            // What stands behind may be weighed against the first piece of the run.
            l.op(Op::Table { d: between, table: tables.sites, i: cursor2 });
            let at_to = Env { to: Some(to), between: Some(between), ..base.clone() };
            match friend {
                Some(condition) => l.unless(condition, &at_to, next_ray),
                None => {
                    let what = l.kind_at(to);
                    let who = l.owner_of(what);
                    let mover = l.mover();
                    l.op(Op::JumpCmp { cmp: Cmp::Ne, a: who, b: mover, to: next_ray });
                }
            }
            // Each piece of the run.
            let k = l.b.reg();
            l.count_up(k, one, length, |l| {
                let end = l.b.label();
                l.op(Op::Advance { d: between, p: cursor2, table: tables.sites, to: end });
                let inner = Env { between: Some(between), site: env.site, ..at_to.clone() };
                l.capture_between(clauses, between, term, &inner);
                l.b.place(end);
            });
        });
    }

    /// What is done to a piece that is caught: what `apply:` of its clause says, or else it is removed.
    pub(in crate::lower) fn capture_between(
        &mut self,
        clauses: Clauses<'t>,
        between: Reg,
        term: &'t Term,
        env: &Env<'t>,
    ) {
        if let Some(moves) = Clauses::apply(clauses.between).and_then(|a| a.get("moves")) {
            return self.generate(moves, env);
        }
        let emission = Emission {
            kind: MoveKind::Effect,
            choices: vec![(Role::To, between)],
            set: None,
            word: String::new(),
            secrecy: crate::program::Secrecy::Open,
        };
        self.emit(term, env, emission, |l, _| l.clear_site(between));
    }

    pub(in crate::lower) fn is_enemy(&mut self, who: Reg) -> Reg {
        self.needs_players();
        let enemies = (0..=self.players() + 1)
            .map(|p| i32::from(p >= 1 && p <= self.players() && p != self.copy.mover))
            .collect();
        self.table(enemies, who)
    }

    /// Pieces next to `from` that are surrounded on all sides of a relation.
    pub(in crate::lower) fn generate_surround(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let clauses = Clauses::of(call);
        let relation = call
            .get("relation")
            .and_then(Term::symbol)
            .and_then(crate::lower::regions::directions::relation)
            .unwrap_or(RelationType::Adjacent);
        let dirs = Dirs::of_relation(relation);
        let (starts, sites) = self.step_lists(&dirs);
        let allowed = self.int_or(call.get("except"), 0, env);
        let from = match clauses.from.and_then(|f| Some((f, f.get("region")?))) {
            Some((clause, site)) => self.site_said(clause, site, env),
            None => self.load(self.fields.last_to.expect("every game has it")),
        };
        // A kind of piece of which one must be among those around.
        let with = call.get("with").map(|piece| self.piece_named(Some(piece), None, term, env));
        let met = self.b.reg();
        let between = self.var(term, "between");
        let (outer, inner_cursor, to, open) = (self.b.reg(), self.b.reg(), self.b.reg(), self.b.reg());
        let zero = self.c(0);
        let exit = self.b.label();
        self.op(Op::Table { d: outer, table: starts, i: from });
        let next = self.b.here();
        self.op(Op::Advance { d: between, p: outer, table: sites, to: exit });
        let again = self.b.label();
        let base = Env { from: Some(from), between: Some(between), ..env.clone() };
        match Clauses::condition(clauses.between) {
            Some(condition) => self.unless(condition, &Env { to: None, ..base.clone() }, again),
            None => {
                let what = self.kind_at(between);
                let who = self.owner_of(what);
                let c = self.is_enemy(who);
                self.op(Op::JumpUnless { c, to: again });
            }
        }
        self.op(Op::Move { d: open, a: zero });
        self.op(Op::Move { d: met, a: zero });
        self.op(Op::Table { d: inner_cursor, table: starts, i: between });
        let counted = self.b.label();
        let side = self.b.here();
        self.op(Op::Advance { d: to, p: inner_cursor, table: sites, to: counted });
        let at_side = Env { to: Some(to), ..base.clone() };
        let c = match Clauses::condition(clauses.to) {
            Some(condition) => self.bool(condition, &at_side),
            None => {
                let what = self.kind_at(to);
                let who = self.owner_of(what);
                let mover = self.mover();
                self.cmp(Cmp::Eq, who, mover)
            }
        };
        if let Some(with) = with {
            let what = self.kind_at(to);
            let is = self.cmp(Cmp::Eq, what, with);
            self.op(Op::Bin { op: Bin::Or, d: met, a: met, b: is });
        }
        let free = self.not(c);
        self.op(Op::Bin { op: Bin::Add, d: open, a: open, b: free });
        self.op(Op::Loop { to: side });
        self.b.place(counted);
        self.op(Op::JumpCmp { cmp: Cmp::Gt, a: open, b: allowed, to: again });
        if with.is_some() {
            self.op(Op::JumpUnless { c: met, to: again });
        }
        self.capture_between(clauses, between, term, &base);
        self.b.place(again);
        self.op(Op::Loop { to: next });
        self.b.place(exit);
    }
}
