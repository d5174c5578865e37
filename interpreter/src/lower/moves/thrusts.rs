//! Effects along lines: pieces pushed and drawn, captured in a row, or on both sides of a site; and shots.

use crate::board::RelationType;
use crate::lower::effects::change::Traits;
use crate::lower::moves::Emission;
use crate::lower::moves::travel::Clauses;
use crate::lower::regions::directions::Dirs;
use crate::lower::{Env, Lower};
use crate::program::op::{Bin, Cmp, Op, Reg, TableId};
use parlour_grammar::diagnostic::Dialect;
use parlour_grammar::rules::{Call, Term};

impl<'t> Lower<'t> {
    fn origin_of(&mut self, clauses: &Clauses<'t>, env: &Env<'t>) -> Reg {
        match clauses.from.and_then(|f| Some((f, f.get("region")?))) {
            Some((clause, site)) => self.site_said(clause, site, env),
            None => self.load(self.fields.last_to.expect("every game has it")),
        }
    }

    /// Whether a site is one that a clause `(to …)` means: what it says, or an enemy's.
    fn is_meant(&mut self, clauses: &Clauses<'t>, to: Reg, env: &Env<'t>) -> Reg {
        match Clauses::condition(clauses.to) {
            Some(condition) => self.bool(condition, &Env { to: Some(to), ..env.clone() }),
            None => {
                let what = self.kind_at(to);
                let who = self.owner_of(what);
                self.is_enemy(who)
            }
        }
    }

    /// `(directional …)`: the sites that are meant in lines from a site, as far as they follow one another.
    pub(in crate::lower) fn generate_directional(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let clauses = Clauses::of(call);
        let dirs = match call.get("directions") {
            Some(d) => self.directions(d, env),
            // That of the last move: what is being lowered is for one it may have had.
            None => Dirs::new(self.decided.last.flatten().into_iter().collect()),
        };
        let tables = self.ray_tables(&dirs);
        let from = self.origin_of(&clauses, env);
        let to = self.var(term, "to");
        let base = Env { from: Some(from), ..env.clone() };
        let skip = self.b.label();
        let zero = self.c(0);
        self.op(Op::JumpCmp { cmp: Cmp::Lt, a: from, b: zero, to: skip });
        self.each_ray(tables, from, |l, cursor, next| {
            let top = l.b.here();
            l.op(Op::Advance { d: to, p: cursor, table: tables.sites, to: next });
            let c = l.is_meant(&clauses, to, &base);
            l.op(Op::JumpUnless { c, to: next });
            l.capture_at(&clauses, to, term, &Env { to: Some(to), ..base.clone() });
            l.op(Op::Loop { to: top });
        });
        self.b.place(skip);
    }

    /// `(intervene …)`: runs of sites that are meant, on both sides of a site.
    pub(in crate::lower) fn generate_intervene(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let clauses = Clauses::of(call);
        let dirs = self.move_directions(call, RelationType::Adjacent, env);
        let (least, most) = match clauses.between.and_then(|b| b.get("range")).and_then(Term::call) {
            Some(range) => self.range(range, env).unwrap_or_else(|| (self.c(1), self.c(1))),
            None => (self.c(1), self.c(1)),
        };
        let from = self.origin_of(&clauses, env);
        let to = self.var(term, "to");
        let base = Env { from: Some(from), ..env.clone() };
        let singles = self.singles(&dirs);
        let skip = self.b.label();
        let zero = self.c(0);
        self.op(Op::JumpCmp { cmp: Cmp::Lt, a: from, b: zero, to: skip });
        for (i, way) in singles.iter().enumerate() {
            let Some(back) = way.opposite().filter(|back| !singles[..i].contains(back)) else { continue };
            let (ahead, behind) = (self.ray_tables(&Dirs::new(vec![*way])), self.ray_tables(&Dirs::new(vec![back])));
            let lengths = [self.b.reg(), self.b.reg()];
            let starts = [self.b.reg(), self.b.reg()];
            self.each_ray(ahead, from, |l, first, next| {
                l.op(Op::Move { d: starts[0], a: first });
                l.run_of(&clauses, ahead.sites, first, lengths[0], most, &base);
                l.op(Op::JumpCmp { cmp: Cmp::Lt, a: lengths[0], b: least, to: next });
                l.each_ray(behind, from, |l, second, next| {
                    l.op(Op::Move { d: starts[1], a: second });
                    l.run_of(&clauses, behind.sites, second, lengths[1], most, &base);
                    l.op(Op::JumpCmp { cmp: Cmp::Lt, a: lengths[1], b: least, to: next });
                    for (k, table) in [(1, behind.sites), (0, ahead.sites)] {
                        let (n, one, done) = (l.b.reg(), l.c(1), l.b.label());
                        l.count_up(n, one, lengths[k], |l| {
                            l.op(Op::Advance { d: to, p: starts[k], table, to: done });
                            l.within(2 * i + k, |l| {
                                l.capture_at(&clauses, to, term, &Env { to: Some(to), ..base.clone() })
                            });
                        });
                        l.b.place(done);
                    }
                });
            });
        }
        self.b.place(skip);
    }

    /// How many sites in a row are meant, up to `most`.
    fn run_of(&mut self, clauses: &Clauses<'t>, table: TableId, cursor: Reg, n: Reg, most: Reg, env: &Env<'t>) {
        let (zero, one, end, to) = (self.c(0), self.c(1), self.b.label(), self.b.reg());
        self.op(Op::Move { d: n, a: zero });
        let top = self.b.here();
        self.op(Op::JumpCmp { cmp: Cmp::Ge, a: n, b: most, to: end });
        self.op(Op::Advance { d: to, p: cursor, table, to: end });
        let c = self.is_meant(clauses, to, env);
        self.op(Op::JumpUnless { c, to: end });
        self.op(Op::Bin { op: Bin::Add, d: n, a: n, b: one });
        self.op(Op::Loop { to: top });
        self.b.place(end);
    }

    /// `(push … direction)`: the piece goes a step, and with it all that stand before it, up to a free site or over the edge.
    pub(in crate::lower) fn push(&mut self, call: &'t Call, env: &Env<'t>) {
        let clauses = Clauses::of(call);
        let mut dirs = self.move_directions(call, RelationType::Adjacent, env);
        dirs.0.truncate(1);
        let tables = self.ray_tables(&dirs);
        let from = self.origin_of(&clauses, env);
        let (carried, there, to, end, zero) = (self.b.reg(), self.b.reg(), self.b.reg(), self.b.label(), self.c(0));
        self.op(Op::JumpCmp { cmp: Cmp::Lt, a: from, b: zero, to: end });
        self.each_ray(tables, from, |l, cursor, next| {
            let first = l.kind_at(from);
            l.op(Op::Move { d: carried, a: first });
            l.clear_site(from);
            let top = l.b.here();
            l.op(Op::Advance { d: to, p: cursor, table: tables.sites, to: next });
            l.acted_at(to);
            let what = l.kind_at(to);
            l.op(Op::Move { d: there, a: what });
            l.clear_site(to);
            // An empty site is pushed on as a piece is: what stands beyond it goes a step further.
            let nothing = l.b.label();
            l.op(Op::JumpUnless { c: carried, to: nothing });
            l.put_piece(to, carried, None, Traits::default());
            l.b.place(nothing);
            l.op(Op::JumpUnless { c: there, to: next });
            l.op(Op::Move { d: carried, a: there });
            l.op(Op::Loop { to: top });
        });
        self.b.place(end);
    }

    /// `(attract …)`: in each line the pieces come as near to the site as they can, in their order.
    pub(in crate::lower) fn attract(&mut self, call: &'t Call, env: &Env<'t>) {
        let clauses = Clauses::of(call);
        let dirs = self.move_directions(call, RelationType::Adjacent, env);
        let tables = self.ray_tables(&dirs);
        let from = self.origin_of(&clauses, env);
        let (near, to, free, end, zero) = (self.b.reg(), self.b.reg(), self.b.reg(), self.b.label(), self.c(0));
        self.op(Op::JumpCmp { cmp: Cmp::Lt, a: from, b: zero, to: end });
        self.each_ray(tables, from, |l, cursor, next| {
            l.op(Op::Move { d: near, a: cursor });
            let top = l.b.here();
            l.op(Op::Advance { d: to, p: cursor, table: tables.sites, to: next });
            let (what, none) = (l.kind_at(to), l.b.label());
            l.op(Op::JumpUnless { c: what, to: none });
            l.op(Op::Advance { d: free, p: near, table: tables.sites, to: next });
            l.clear_site(to);
            l.put_piece(free, what, None, Traits::default());
            l.b.place(none);
            l.op(Op::Loop { to: top });
        });
        self.b.place(end);
    }

    /// `(move Shoot …)`: a piece is put on a site in a line, beyond none that is not free.
    pub(in crate::lower) fn generate_shot(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let clauses = Clauses::of(call);
        let dirs = self.move_directions(call, RelationType::Adjacent, env);
        let tables = self.ray_tables(&dirs);
        let piece = self.pieces_to_add(call, term).into_iter().next();
        let Some(piece) = piece else { return };
        let from = self.origin_of(&clauses, env);
        let to = self.var(term, "to");
        let skip = self.b.label();
        let zero = self.c(0);
        self.op(Op::JumpCmp { cmp: Cmp::Lt, a: from, b: zero, to: skip });
        let last = self.last_passed(&clauses);
        // In Ludii a shot has no `(from)` of its own.
        let shooter = if self.dialect == Dialect::Ludii { env.from } else { Some(from) };
        let inner = Env { from: shooter, to: Some(to), between: last.or(Some(to)), ..env.clone() };
        self.each_ray(tables, from, |l, cursor, next| {
            l.pass(last, None);
            let top = l.b.here();
            l.op(Op::Advance { d: to, p: cursor, table: tables.sites, to: next });
            match Clauses::condition(clauses.to) {
                Some(condition) => l.unless(condition, &inner, next),
                None => {
                    let what = l.kind_at(to);
                    l.op(Op::JumpIf { c: what, to: next });
                }
            }
            l.emit(term, &inner, Emission::place(to), |l, e| {
                let (what, count, traits) = l.addition(&piece, None, e);
                l.put_piece(to, what, count, traits);
            });
            l.pass(last, Some(to));
            l.op(Op::Loop { to: top });
        });
        self.b.place(skip);
    }

    /// What is done to a piece on a site that a clause `(to …)` means: what it says, or else the piece is removed.
    fn capture_at(&mut self, clauses: &Clauses<'t>, site: Reg, term: &'t Term, env: &Env<'t>) {
        if let Some(moves) = Clauses::apply(clauses.to).and_then(|a| a.get("moves")) {
            return self.generate(moves, env);
        }
        let emission = Emission { kind: crate::program::MoveKind::Effect, ..Emission::place(site) };
        self.emit(term, env, emission, |l, _| l.clear_site(site));
    }
}
