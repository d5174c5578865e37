//! Groups: sites joined by steps. Moves and conditions for each, and the areas that a player surrounds.

use crate::board::RelationType;
use crate::lower::conditions::predicates::Var;
use crate::lower::regions::directions::Dirs;
use crate::lower::{Env, Lower};
use crate::program::op::{Bin, Cmp, Op, Reg, SetReg, SetTableId};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::rules::{Call, Term};

impl<'t> Lower<'t> {
    /// Runs `body` for each group that has one of the seeds: sites joined by steps, all of `within` or else of one owner. Which
    /// seeds there are is settled before the first.
    pub(in crate::lower) fn each_group(
        &mut self,
        seeds: SetReg,
        within: Option<SetReg>,
        near: SetTableId,
        body: impl FnOnce(&mut Self, SetReg),
    ) {
        let (rest, site, group, zero) = (self.b.set(), self.b.reg(), self.b.set(), self.c(0));
        self.op(Op::SetMove { d: rest, a: seeds });
        let exit = self.b.label();
        let top = self.b.here();
        self.op(Op::SetMin { d: site, s: rest });
        self.op(Op::JumpCmp { cmp: Cmp::Lt, a: site, b: zero, to: exit });
        let seed = self.single(site);
        let within = match within {
            Some(within) => within,
            None => {
                let what = self.kind_at(site);
                let who = self.owner_of(what);
                self.owned_by_player(who)
            }
        };
        self.op(Op::Flood { d: group, seed, within, near });
        self.op(Op::SetInsert { d: group, i: site });
        self.op(Op::SetDiff { d: rest, a: rest, b: group });
        body(self, group);
        self.op(Op::Loop { to: top });
        self.b.place(exit);
    }

    /// The sites a step away, in the directions of a form; in any if it names none.
    pub(in crate::lower) fn steps_in(&mut self, call: &'t Call, env: &Env<'t>) -> SetTableId {
        let dirs = match call.get("directions") {
            Some(d) => self.directions(d, env),
            None => Dirs::of_relation(RelationType::Adjacent),
        };
        self.near_table(&dirs)
    }

    /// The sites whose groups `(forEach Group …)` and `(all Groups …)` run through: the occupied ones that satisfy a condition, or
    /// else the mover's.
    fn grouped(
        &mut self,
        call: &'t Call,
        condition: Option<&'t Term>,
        term: &'t Term,
        env: &Env<'t>,
    ) -> (SetReg, SetReg) {
        let kind = self.kind_in(call, "siteType");
        let board = self.part(kind, crate::board::Region::Board);
        match condition {
            Some(condition) => {
                let within = self.filtered(board, condition, Var::To, term, env);
                let occupied = self.occupied();
                (self.set_and(within, occupied), within)
            }
            None => {
                let mover = self.mover();
                let own = self.owned_by_player(mover);
                let own = self.set_and(own, board);
                (own, own)
            }
        }
    }

    /// `(forEach Group …)`: moves for each group, as `(sites)`.
    pub(in crate::lower) fn for_each_group(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let near = self.steps_in(call, env);
        let (seeds, within) = self.grouped(call, call.get("if"), term, env);
        let moves = call.get("moves").expect("checked");
        self.each_group(seeds, Some(within), near, |l, group| {
            l.generate(moves, &Env { group: Some(group), from_set: None, ..env.clone() });
        });
    }

    /// The same where the moves are performed: one group after the other, all found beforehand.
    pub(in crate::lower) fn perform_for_each_group(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let near = self.steps_in(call, env);
        let (seeds, within) = self.grouped(call, call.get("if"), term, env);
        let moves = call.get("moves").expect("checked");
        let kept = self.b.set();
        self.op(Op::SetMove { d: kept, a: within });
        self.each_group(seeds, Some(kept), near, |l, group| {
            l.perform(moves, &Env { group: Some(group), from_set: None, ..env.clone() });
        });
    }

    /// `(all Groups …)`: whether each group, as `(sites)`, satisfies a condition.
    pub(in crate::lower) fn all_groups(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Reg {
        let near = self.steps_in(call, env);
        let (seeds, within) = self.grouped(call, call.get("of"), term, env);
        let condition = call.get("if").expect("checked");
        let (d, zero, one, end) = (self.b.reg(), self.c(0), self.c(1), self.b.label());
        self.op(Op::Move { d, a: zero });
        self.each_group(seeds, Some(within), near, |l, group| {
            let c = l.bool(condition, &Env { group: Some(group), ..env.clone() });
            l.op(Op::JumpUnless { c, to: end });
        });
        self.op(Op::Move { d, a: one });
        self.b.place(end);
        d
    }

    /// `(size Territory …)`: how many empty sites lie in areas around which only pieces of the player lie.
    pub(in crate::lower) fn size_of_territory(&mut self, call: &'t Call, env: &Env<'t>) -> Reg {
        let near = self.steps_in(call, env);
        let kind = self.kind_in(call, "siteType");
        let empty = self.empty_sites(kind);
        let own = self.owned_by(call.get("role").expect("checked"), env);
        let (n, size, held, zero) = (self.b.reg(), self.b.reg(), self.b.reg(), self.c(0));
        self.op(Op::Move { d: n, a: zero });
        self.each_group(empty, Some(empty), near, |l, area| {
            let skip = l.b.label();
            let around = l.image(area, near);
            let border = l.set_diff(around, area);
            l.op(Op::SetWithin { d: held, a: border, b: own });
            l.op(Op::JumpUnless { c: held, to: skip });
            l.op(Op::SetCount { d: size, s: area });
            l.op(Op::Bin { op: Bin::Add, d: n, a: n, b: size });
            l.b.place(skip);
        });
        n
    }

    /// `(enclose …)`: the groups next to a site that have no free site beside them, but for so many.
    pub(in crate::lower) fn generate_enclose(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let clauses = crate::lower::moves::travel::Clauses::of(call);
        let near = self.steps_in(call, env);
        let kind = self.kind_in(call, "siteType");
        let board = self.part(kind, crate::board::Region::Board);
        let from = match clauses.from.and_then(|f| Some((f, f.get("region")?))) {
            Some((clause, site)) => self.site_said(clause, site, env),
            None => self.load(self.fields.last_to.expect("every game has it")),
        };
        let zero = self.c(0);
        let end = self.b.label();
        self.op(Op::JumpCmp { cmp: Cmp::Lt, a: from, b: zero, to: end });
        let there = self.kind_at(from);
        self.op(Op::JumpUnless { c: there, to: end });
        let condition = crate::lower::moves::travel::Clauses::condition(clauses.between);
        let bare = Env { from: Some(from), to: None, between: None, ..env.clone() };
        let targets = match condition {
            Some(condition) => self.filtered(board, condition, Var::Between, term, &bare),
            None => {
                let mut all = self.b.set_constant([]);
                for p in self.enemies() {
                    let who = self.c(p as i32);
                    let theirs = self.owned_by_player(who);
                    all = self.set_or(all, theirs);
                }
                self.set_and(all, board)
            }
        };
        let empty = self.empty_sites(kind);
        let exceptions = self.int_or(call.get("numException"), 0, env);
        let free = self.set_diff(empty, targets);
        let seed = self.single(from);
        let beside = self.image(seed, near);
        let reachable = if self.const_of(exceptions) == Some(0) { targets } else { self.set_or(targets, free) };
        let seeds = self.set_and(beside, reachable);
        let may_be_empty = condition.is_some_and(asks_for_empty);
        let all_near = may_be_empty.then(|| self.near_table(&Dirs::of_relation(RelationType::All)));
        let (caught, none, left, n) = (self.b.set(), self.b.set_constant([]), self.b.reg(), self.b.reg());
        let grown = self.b.set();
        self.op(Op::SetMove { d: caught, a: none });
        self.each_group(seeds, Some(targets), near, |l, group| {
            let (next, closed) = (l.b.label(), l.b.label());
            l.op(Op::Move { d: left, a: exceptions });
            l.op(Op::SetMove { d: grown, a: group });
            if l.const_of(exceptions) != Some(0) {
                // A free site beside the piece is an exception like any other.
                let of_targets = l.b.label();
                l.op(Op::SetMeets { d: n, a: group, b: free });
                l.op(Op::JumpUnless { c: n, to: of_targets });
                let one = l.c(1);
                l.op(Op::Bin { op: Bin::Sub, d: left, a: left, b: one });
                let within = l.set_or(targets, group);
                let whole = l.b.set();
                l.op(Op::Flood { d: whole, seed: group, within, near });
                l.op(Op::SetOr { d: grown, a: grown, b: whole });
                l.b.place(of_targets);
            }
            let again = l.b.here();
            let around = l.image(grown, near);
            let open = l.set_and(around, free);
            let open = l.set_diff(open, grown);
            l.op(Op::SetCount { d: n, s: open });
            l.op(Op::JumpUnless { c: n, to: closed });
            l.op(Op::JumpCmp { cmp: Cmp::Gt, a: n, b: left, to: next });
            l.op(Op::Bin { op: Bin::Sub, d: left, a: left, b: n });
            l.op(Op::SetOr { d: grown, a: grown, b: open });
            let within = l.set_or(targets, grown);
            let more = l.b.set();
            l.op(Op::Flood { d: more, seed: grown, within, near });
            l.op(Op::SetOr { d: grown, a: grown, b: more });
            l.op(Op::Loop { to: again });
            l.b.place(closed);
            if let Some(all_near) = all_near {
                // What is around an area must hang together.
                let around = l.image(grown, near);
                let border = l.set_diff(around, grown);
                let (first, chain, whole) = (l.b.reg(), l.b.set(), l.b.reg());
                l.op(Op::SetMin { d: first, s: border });
                let seed = l.single(first);
                l.op(Op::Flood { d: chain, seed, within: border, near: all_near });
                l.op(Op::SetWithin { d: whole, a: border, b: chain });
                l.op(Op::JumpUnless { c: whole, to: next });
            }
            l.op(Op::SetOr { d: caught, a: caught, b: grown });
            l.b.place(next);
        });
        let between = self.var(term, "between");
        let inner = Env { from: Some(from), between: Some(between), ..env.clone() };
        self.each(caught, between, |l| {
            l.capture_between(crate::lower::moves::travel::Clauses::of(call), between, term, &inner)
        });
        self.b.place(end);
    }
}

/// Whether a condition speaks of empty sites.
fn asks_for_empty(condition: &Term) -> bool {
    let mut found = false;
    crate::lower::usage::visit(condition, &mut |t| {
        let word = || t.call().and_then(|c| c.look("word")).and_then(Term::symbol);
        found |=
            t.call().is_some_and(|c| c.prim == Prim::SitesEmpty || c.prim == Prim::IsSite && word() == Some("Empty"));
    });
    found
}
