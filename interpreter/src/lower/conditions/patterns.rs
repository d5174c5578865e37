//! Configurations: pieces that stand as a walk describes, or as a list does; and sites by their distance.

use crate::board::{RelationType, SiteType};
use crate::lower::conditions::predicates::Var;
use crate::lower::numbers::INFINITY;
use crate::lower::regions::directions::{Dirs, RayTables};
use crate::lower::{Env, Lower};
use crate::program::op::{Bin, Cmp, Op, Reg, SetReg, SetTableId};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::rules::{Call, Term, TermKind};

impl<'t> Lower<'t> {
    /// Whether a walk from a site, begun in any direction, leads over pieces of the kinds named, which take turns; or all sites of
    /// such walks.
    pub(in crate::lower) fn pattern(&mut self, call: &'t Call, found: Option<SetReg>, env: &Env<'t>) -> Reg {
        let kind = self.kind_in(call, "siteType");
        let from = match call.get("from") {
            Some(from) => self.int(from, env),
            None => self.load(self.fields.last_to.expect("every game has it")),
        };
        let steps: Vec<&str> =
            call.get("walk").map(Term::members).unwrap_or_default().iter().filter_map(Term::symbol).collect();
        let tables = self.walks_as_rays(kind, &steps);
        let (d, zero, one, done) = (self.b.reg(), self.c(0), self.c(1), self.b.label());
        self.op(Op::Move { d, a: zero });
        self.op(Op::JumpCmp { cmp: Cmp::Lt, a: from, b: zero, to: done });
        let kinds: Vec<Reg> = match (call.get("whats"), call.get("what")) {
            (Some(whats), _) => whats.members().iter().map(|what| self.int(what, env)).collect(),
            (None, Some(what)) => vec![self.int(what, env)],
            (None, None) => {
                // Sites where nothing stands are a pattern only where that is asked for: 0 is the kind of nothing.
                let what = self.kind_at(from);
                self.op(Op::JumpUnless { c: what, to: done });
                vec![what]
            }
        };
        let (to, turn, sites) = (self.b.reg(), self.b.reg(), self.b.set());
        let n = self.c(kinds.len() as i32);
        self.each_ray(tables, from, |l, cursor, next| {
            let none = l.b.set_constant([]);
            l.op(Op::SetMove { d: sites, a: none });
            l.op(Op::Move { d: turn, a: zero });
            let (top, whole) = (l.b.here(), l.b.label());
            l.op(Op::Advance { d: to, p: cursor, table: tables.sites, to: whole });
            l.op(Op::SetInsert { d: sites, i: to });
            let there = l.kind_at(to);
            let fits = l.b.label();
            for (k, what) in kinds.iter().enumerate() {
                let (k, other) = (l.c(k as i32), l.b.label());
                l.op(Op::JumpCmp { cmp: Cmp::Ne, a: turn, b: k, to: other });
                l.op(Op::JumpCmp { cmp: Cmp::Ne, a: there, b: *what, to: next });
                l.op(Op::Jump { to: fits });
                l.b.place(other);
            }
            l.b.place(fits);
            l.op(Op::Bin { op: Bin::Add, d: turn, a: turn, b: one });
            l.op(Op::Bin { op: Bin::Rem, d: turn, a: turn, b: n });
            l.op(Op::Loop { to: top });
            l.b.place(whole);
            l.op(Op::Move { d, a: one });
            match found {
                Some(found) => l.op(Op::SetOr { d: found, a: found, b: sites }),
                None => l.op(Op::Jump { to: done }),
            }
        });
        self.b.place(done);
        d
    }

    /// The walks of steps and turns from each site that stay on the board, one for each direction to begin with.
    fn walks_as_rays(&mut self, kind: SiteType, steps: &[&str]) -> RayTables {
        let walk = crate::lower::equipment::shapes::turtle(steps.iter().copied());
        let first = self.first(kind);
        let mut rays_of: Vec<Vec<Vec<u32>>> = vec![Vec::new(); self.eq.sites as usize];
        for s in 0..self.eq.board.count(kind) as u32 {
            let traced = (0..self.eq.board.headings(kind)).filter_map(|way| self.eq.board.trace(kind, s, way, &walk));
            rays_of[(s + first) as usize] = traced.map(|path| path.into_iter().map(|t| t + first).collect()).collect();
        }
        let (mut starts, mut rays, mut sites) = (Vec::new(), Vec::new(), Vec::new());
        for of_site in rays_of {
            starts.push(rays.len() as i32);
            for ray in of_site {
                rays.push(sites.len() as i32);
                sites.extend(ray.into_iter().map(|t| t as i32));
                sites.push(-1);
            }
        }
        starts.push(rays.len() as i32);
        RayTables { starts: self.b.table(starts), rays: self.b.table(rays), sites: self.b.table(sites) }
    }

    /// The sites of a container, by its name or its number.
    fn container_of(&mut self, container: &'t Term) -> Option<std::ops::Range<u32>> {
        let found = match (container.text(), crate::lower::equipment::graphs::whole(container)) {
            (Some(name), _) => self.eq.containers.iter().find(|c| c.name == name),
            (None, number) => number.and_then(|n| self.eq.containers.get(usize::try_from(n).ok()?)),
        };
        let sites = found.map(|c| c.first..c.first + c.sites);
        if sites.is_none() {
            self.unsupported(container);
        }
        sites
    }

    /// `(is Target …)`: whether sites hold these kinds of piece, in order; of stacks, whether one is made so from bottom to top.
    pub(in crate::lower) fn is_target(&mut self, call: &'t Call, env: &Env<'t>) -> Reg {
        let wanted: Vec<Reg> =
            call.get("configuration").map(Term::members).unwrap_or_default().iter().map(|t| self.int(t, env)).collect();
        let sites: Vec<Reg> = match call.get("sites") {
            Some(sites) => sites.members().iter().map(|t| self.int(t, env)).collect(),
            None => {
                let sites = match call.get("container").map(|container| self.container_of(container)) {
                    Some(container) => container.unwrap_or_default(),
                    None => 0..self.eq.board_sites(),
                };
                sites.map(|s| self.c(s as i32)).collect()
            }
        };
        let (d, zero, one, end) = (self.b.reg(), self.c(0), self.c(1), self.b.label());
        self.op(Op::Move { d, a: zero });
        if let Some(stacks) = self.stacks.clone() {
            let n = self.c(wanted.len() as i32);
            for site in sites {
                let other = self.b.label();
                let height = self.load_at(stacks.height, site);
                self.op(Op::JumpCmp { cmp: Cmp::Ne, a: height, b: n, to: other });
                for (level, what) in wanted.iter().enumerate() {
                    let level = self.c(level as i32);
                    let cell = self.cell_at(site, level);
                    let there = self.load_at(stacks.levels, cell);
                    self.op(Op::JumpCmp { cmp: Cmp::Ne, a: there, b: *what, to: other });
                }
                self.op(Op::Move { d, a: one });
                self.op(Op::Jump { to: end });
                self.b.place(other);
            }
        } else if wanted.len() == sites.len() {
            for (site, what) in sites.into_iter().zip(wanted) {
                let there = self.kind_at(site);
                self.op(Op::JumpCmp { cmp: Cmp::Ne, a: there, b: what, to: end });
            }
            self.op(Op::Move { d, a: one });
        }
        self.b.place(end);
        d
    }

    /// `(sites Distance …)`: the sites so many steps away, over sites where a step may lead if one is given.
    pub(in crate::lower) fn sites_at_distance(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> SetReg {
        let from = self.int(call.get("from").expect("checked"), env);
        let range = call.get("range").expect("checked");
        let bounds = match &range.kind {
            TermKind::Range(ends) => {
                let ends: &'t (Term, Term) = ends;
                Some((self.int(&ends.0, env), self.int(&ends.1, env)))
            }
            TermKind::Call(range) => self.range(range, env),
            _ => None,
        };
        let Some((least, most)) = bounds else {
            self.unsupported(range);
            return self.b.set_constant([]);
        };
        let (all, zero) = (self.b.set(), self.c(0));
        let seed = self.single(from);
        let none = self.b.set_constant([]);
        self.op(Op::SetMove { d: all, a: none });
        // Without a step the site itself is at distance 0.
        if call.look("step").is_none() {
            let skip = self.b.label();
            self.op(Op::JumpCmp { cmp: Cmp::Gt, a: least, b: zero, to: skip });
            self.op(Op::SetMove { d: all, a: seed });
            self.b.place(skip);
        }
        self.spread(call, seed, most, term, env, |l, steps, front, _| {
            let near = l.b.label();
            l.op(Op::JumpCmp { cmp: Cmp::Lt, a: steps, b: least, to: near });
            l.op(Op::SetOr { d: all, a: all, b: front });
            l.b.place(near);
        });
        all
    }

    /// `(count Steps …)` by a step: how many steps lead from a site into a region; −1 if none do.
    pub(in crate::lower) fn count_steps_by(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Reg {
        let from = self.int(call.get("site").expect("checked"), env);
        let goal = self.region(call.get("region").expect("checked"), env);
        let (d, met, zero, most) = (self.b.reg(), self.b.reg(), self.c(0), self.c(INFINITY));
        let end = self.b.label();
        let seed = self.single(from);
        self.op(Op::Move { d, a: zero });
        self.op(Op::SetMeets { d: met, a: seed, b: goal });
        self.op(Op::JumpIf { c: met, to: end });
        // From nowhere, and to nowhere, there is no way to go.
        self.op(Op::JumpCmp { cmp: Cmp::Lt, a: from, b: zero, to: end });
        self.op(Op::SetCount { d: met, s: goal });
        self.op(Op::JumpUnless { c: met, to: end });
        self.op(Op::Move { d, a: most });
        self.spread(call, seed, most, term, env, |l, steps, front, _| {
            let on = l.b.label();
            l.op(Op::SetMeets { d: met, a: front, b: goal });
            l.op(Op::JumpUnless { c: met, to: on });
            l.op(Op::Move { d, a: steps });
            l.op(Op::Jump { to: end });
            l.b.place(on);
        });
        self.b.place(end);
        d
    }

    /// Runs `body` for 1, 2, … steps away from a site, up to `most` and as long as there are sites: with the number, the sites that
    /// are just so far, and all that are nearer.
    fn spread(
        &mut self,
        call: &'t Call,
        seed: SetReg,
        most: Reg,
        term: &'t Term,
        env: &Env<'t>,
        body: impl FnOnce(&mut Self, Reg, SetReg, SetReg),
    ) {
        let step = call.get("step").and_then(Term::call).filter(|c| c.prim == Prim::Step);
        let (near, open) = self.step_reach(call, step, term, env);
        // What hangs on where a step begins is asked for each site that one can begin on.
        let of_each = step.and_then(|step| step.get("to").and_then(Term::call)?.get("if"));
        let of_each = of_each.filter(|condition| self.depends(condition, Var::From, env));
        let (steps, one, exit, any) = (self.b.reg(), self.c(1), self.b.label(), self.b.reg());
        let (front, nearer) = (self.b.set(), self.b.set());
        self.op(Op::SetMove { d: front, a: seed });
        self.op(Op::SetMove { d: nearer, a: seed });
        self.op(Op::Move { d: steps, a: one });
        let top = self.b.here();
        self.op(Op::JumpCmp { cmp: Cmp::Gt, a: steps, b: most, to: exit });
        let next = match (of_each, open) {
            (Some(condition), _) => {
                let (all, none, from, around) = (self.b.set(), self.b.set_constant([]), self.b.reg(), self.b.set());
                self.op(Op::SetMove { d: all, a: none });
                self.each(front, from, |l| {
                    l.op(Op::SetTable { d: around, table: near, i: from });
                    let inner = Env { from: Some(from), to: None, ..env.clone() };
                    let open = l.filtered(around, condition, Var::To, term, &inner);
                    l.op(Op::SetOr { d: all, a: all, b: open });
                });
                all
            }
            (None, Some(open)) => {
                let next = self.image(front, near);
                self.set_and(next, open)
            }
            (None, None) => self.image(front, near),
        };
        self.op(Op::SetDiff { d: front, a: next, b: nearer });
        self.op(Op::SetCount { d: any, s: front });
        self.op(Op::JumpUnless { c: any, to: exit });
        self.op(Op::SetOr { d: nearer, a: nearer, b: front });
        body(self, steps, front, nearer);
        self.op(Op::Bin { op: Bin::Add, d: steps, a: steps, b: one });
        self.op(Op::Loop { to: top });
        self.b.place(exit);
    }

    /// Which sites are a step apart, and which a step may lead to.
    fn step_reach(
        &mut self,
        call: &'t Call,
        step: Option<&'t Call>,
        term: &'t Term,
        env: &Env<'t>,
    ) -> (SetTableId, Option<SetReg>) {
        let Some(step) = step else {
            let relation =
                call.get("relation").and_then(Term::symbol).and_then(crate::lower::regions::directions::relation);
            return (self.near_table(&Dirs::of_relation(relation.unwrap_or(RelationType::Adjacent))), None);
        };
        let dirs = self.move_directions(step, RelationType::Adjacent, env);
        let condition = step.get("to").and_then(Term::call).and_then(|to| to.get("if"));
        let condition = condition.filter(|condition| !self.depends(condition, Var::From, env));
        let open = condition.map(|condition| {
            let all = self.b.set_constant(0..self.eq.sites);
            self.filtered(all, condition, Var::To, term, &Env { to: None, ..env.clone() })
        });
        (self.near_table(&dirs), open)
    }
}
