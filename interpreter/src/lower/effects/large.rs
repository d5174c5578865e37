//! Pieces that cover several sites: what is put down, moved and taken off with them.
//!
//! The anchor of a large piece has its component and all that is known of it; on each other site that it covers stands its body, a
//! component of the same owner. So whatever asks who or what is on a site finds the piece on all of them, and only what counts or moves
//! pieces must tell an anchor from a body. Every covered site knows its anchor.

use crate::lower::effects::change::Traits;
use crate::lower::moves::travel::Clauses;
use crate::lower::moves::{Emission, SetChoice};
use crate::lower::{Env, Lower};
use crate::program::op::{Bin, Cmp, FieldId, Label, Op, Reg, SetReg, SetTableId};
use crate::program::{MoveKind, Role, Secrecy};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::diagnostic::{Diagnostic, Dialect, codes};
use parlour_grammar::rules::{Call, Term};
use parlour_grammar::span::Origin;
use std::rc::Rc;

/// A row that no table has.
const NOWHERE: i32 = -(1 << 28);

/// How large pieces can lie.
pub(in crate::lower) struct Ways {
    /// The sites covered: for each shape and way a row for each site.
    covered: SetTableId,
    /// By component and way, the first of these rows.
    begins: Vec<i32>,
    /// By component and way, the anchors from which a piece covers other sites than in any way before. In Ludii that is no matter.
    firsts: SetTableId,
    /// By row of what is covered, the anchor of the first way that covers the same.
    anchors: Vec<i32>,
    /// By row of what is covered, the first way that covers the same.
    alike: Vec<i32>,
}

impl<'t> Lower<'t> {
    /// Says so where the rules do with pieces what cannot be done with large ones.
    pub(in crate::lower) fn check_large(&mut self) {
        if !self.eq.has_large() {
            return;
        }
        const SMALL_ONLY: [Prim; 7] =
            [Prim::Push, Prim::Attract, Prim::Sow, Prim::SwapPieces, Prim::Flip, Prim::PlaceStack, Prim::SizeStack];
        let mut found: Vec<&'t Term> = Vec::new();
        crate::lower::usage::visit(self.game, &mut |term| {
            found.extend(term.call().filter(|c| SMALL_ONLY.contains(&c.prim)).map(|_| term));
        });
        let stacked = self.stacks.is_some().then_some(self.game).filter(|_| found.is_empty());
        for term in found.into_iter().chain(stacked) {
            let label =
                if self.stacks.is_some() { "pieces stack in this game" } else { "this is for pieces of one site" };
            let message = "this cannot be done in a game with large pieces";
            let help = "leave out the walk of the tiles, or what is done here";
            self.report(Diagnostic::error(codes::LARGE_USE, message, term.origin, label).help(help));
        }
    }

    /// The sites that a piece of the start covers, if that is known before play; it is said where it does not fit.
    pub(in crate::lower) fn covered_at_start(
        &mut self,
        id: i32,
        state: Option<Reg>,
        site: u32,
        origin: Origin,
    ) -> Vec<u32> {
        let state = state.map_or(Some(0), |state| self.const_of(state));
        let (Some(id), Some(state)) = (u32::try_from(id).ok(), state) else { return vec![site] };
        let covered = self.eq.covered(id, state, site);
        if covered.is_empty() {
            let name = &self.eq.components[id as usize - 1].name;
            let message = format!("`{name}` does not fit on the board at {}", self.eq.label(site));
            let ways = self.eq.shape_of(id).map_or(0, crate::lower::Shape::ways);
            let found = Diagnostic::error(codes::LARGE_USE, message, origin, "lying so");
            self.report(
                found.help(format!("choose another site, or with `state:` one of the {ways} ways in which it can lie")),
            );
        }
        covered
    }

    /// Says so where a piece is to lie in a way in which it cannot.
    fn check_way(&mut self, term: &Term, what: Reg, way: Reg) {
        let (Some(what), Some(way)) = (self.const_of(what), self.const_of(way)) else { return };
        let Some(ways) = u32::try_from(what).ok().and_then(|id| self.eq.shape_of(id)).map(crate::lower::Shape::ways)
        else {
            return;
        };
        if u32::try_from(way).is_ok_and(|way| way < ways) {
            return;
        }
        let piece = term.call().and_then(|call| call.get("piece")).and_then(Term::call);
        let at = piece.and_then(|piece| piece.get("state")).map_or(term.origin, |state| state.origin);
        // Said once of all players' pieces of the kind.
        let name = &self.eq.components[what as usize - 1].base;
        let message = format!("`{name}` does not lie in a way numbered {way}");
        let found = Diagnostic::error(codes::LARGE_USE, message, at, "no such way to lie");
        self.report(found.help(format!("it can lie in {ways} ways, numbered from 0 to {}", ways.saturating_sub(1))));
    }

    // Tables.

    /// For each component the one whose pieces it belongs to, in a game with large pieces: its own, or that of which it is the body.
    pub(in crate::lower) fn whole_kinds(&self) -> Option<Vec<i32>> {
        let whole = |(at, c): (usize, &crate::lower::Component)| c.body_of.map_or(at as i32 + 1, |whole| whole as i32);
        let kinds = self.eq.components.iter().enumerate().map(whole);
        self.eq.has_large().then(|| std::iter::once(0).chain(kinds).collect())
    }

    /// What is known before play of how large pieces can lie.
    fn ways_to_lie(&mut self) -> Rc<Ways> {
        if let Some(known) = &self.ways {
            return known.clone();
        }
        let (sites, board, most) = (self.eq.sites, self.eq.board_sites(), self.most_ways());
        // Pieces of one site, and all that lie off the board, cover that one.
        let mut rows: Vec<Vec<u32>> = (0..sites).map(|site| vec![site]).collect();
        let (mut anchors, mut alike) = ((0..sites as i32).collect::<Vec<_>>(), vec![0; sites as usize]);
        let (mut first_rows, mut firsts) = (Vec::new(), Vec::new());
        for shape in &self.eq.shapes {
            first_rows.push(rows.len() as i32);
            for way in 0..shape.ways() {
                let mut first = Vec::new();
                for site in 0..sites {
                    let on_board = site < board;
                    rows.push(if on_board { shape.footprint(way, site).to_vec() } else { vec![site] });
                    let (w, anchor) = match self.dialect {
                        // The halves of a domino differ, so that it is one thing to lie the one way and another the other.
                        Dialect::Parlour if on_board && !self.eq.has_dominoes() => shape.first_alike(way, site),
                        _ => (way, site),
                    };
                    anchors.push(anchor as i32);
                    alike.push(w as i32);
                    if (w, anchor) == (way, site) {
                        first.push(site);
                    }
                }
                firsts.push(first);
            }
        }
        let mut begins = vec![NOWHERE; most as usize + 1];
        let mut first_table = vec![Vec::new(); most as usize + 1];
        let mut before: Vec<usize> = vec![0];
        self.eq.shapes.iter().for_each(|shape| before.push(before[before.len() - 1] + shape.ways() as usize));
        for component in &self.eq.components {
            for way in 0..=most {
                let known = component.shape.filter(|at| way < self.eq.shapes[*at].ways());
                begins.push(match (component.shape, known) {
                    (None, _) => 0,
                    (_, Some(at)) => first_rows[at] + (way * sites) as i32,
                    _ => NOWHERE,
                });
                first_table.push(known.map_or_else(Vec::new, |at| firsts[before[at] + way as usize].clone()));
            }
        }
        let (covered, firsts) = (self.b.set_table(rows), self.b.set_table(first_table));
        let ways = Rc::new(Ways { covered, begins, firsts, anchors, alike });
        self.ways = Some(ways.clone());
        ways
    }

    fn most_ways(&self) -> u32 {
        self.eq.shapes.iter().map(crate::lower::Shape::ways).max().unwrap_or(0)
    }

    /// By component and way to lie.
    fn by_way(&mut self, values: Vec<i32>, what: Reg, way: Reg) -> Reg {
        let (zero, most) = (self.c(0), self.c(self.most_ways() as i32));
        let way = self.bin(Bin::Max, way, zero);
        let way = self.bin(Bin::Min, way, most);
        let width = self.c(self.most_ways() as i32 + 1);
        let row = self.bin(Bin::Mul, what, width);
        let at = self.bin(Bin::Add, row, way);
        self.table(values, at)
    }

    /// The sites that a piece covers; none where it does not fit.
    pub(in crate::lower) fn covered(&mut self, what: Reg, way: Reg, site: Reg) -> SetReg {
        let ways = self.ways_to_lie();
        let first = self.by_way(ways.begins.clone(), what, way);
        let row = self.bin(Bin::Add, first, site);
        let d = self.b.set();
        self.op(Op::SetTable { d, table: ways.covered, i: row });
        d
    }

    pub(in crate::lower) fn state_at(&mut self, site: Reg) -> Reg {
        match self.known.state {
            Some(field) => self.load_at(field, site),
            None => self.c(0),
        }
    }

    /// Whether a component is one of large pieces: by component.
    fn is_large(&mut self, what: Reg) -> Reg {
        let large = self.eq.components.iter().map(|c| i32::from(c.shape.is_some()));
        let table = std::iter::once(0).chain(large).collect();
        self.table(table, what)
    }

    // What stands where.

    /// The kind of the (top) piece on a site, or of the one that covers it.
    pub(in crate::lower) fn kind_at(&mut self, site: Reg) -> Reg {
        let there = self.load_at(self.known.what, site);
        match self.whole_kinds() {
            Some(kinds) => self.table(kinds, there),
            None => there,
        }
    }

    /// Where the piece that covers a site has its anchor.
    pub(in crate::lower) fn anchor_of(&mut self, site: Reg) -> Reg {
        let Some(anchor) = self.known.anchor else { return site };
        let (d, known, one, end) = (self.b.reg(), self.load_at(anchor, site), self.c(1), self.b.label());
        self.op(Op::Move { d, a: site });
        self.op(Op::JumpUnless { c: known, to: end });
        self.op(Op::Bin { op: Bin::Sub, d, a: known, b: one });
        self.b.place(end);
        d
    }

    /// The members of a set that are no bodies of large pieces.
    pub(in crate::lower) fn without_bodies(&mut self, set: SetReg) -> SetReg {
        if !self.eq.has_large() {
            return set;
        }
        let bodies = self.eq.components.iter().map(|c| if c.body_of.is_some() { 0 } else { -1 });
        let classes = std::iter::once(-1).chain(bodies).collect();
        let table = self.b.table(classes);
        let index = self.b.index("body", self.known.what, Some(table), 1);
        let bodies = self.class(index, 0);
        self.set_diff(set, bodies)
    }

    /// A region, with the anchors of the pieces that reach into it: what is asked there of pieces is asked of them. In Ludii's dialect a
    /// piece is where its anchor is, and nowhere else.
    pub(in crate::lower) fn anchors_within(&mut self, region: SetReg) -> SetReg {
        if !self.eq.has_large() || self.dialect == Dialect::Ludii {
            return region;
        }
        let (all, occupied, site) = (self.b.set(), self.occupied(), self.b.reg());
        let covered = self.set_and(region, occupied);
        self.op(Op::SetMove { d: all, a: region });
        self.each(covered, site, |l| {
            let anchor = l.anchor_of(site);
            l.op(Op::SetInsert { d: all, i: anchor });
        });
        all
    }

    /// The sites that the piece on a site covers; none if there is no piece.
    pub(in crate::lower) fn whole_piece(&mut self, site: Reg) -> SetReg {
        let at = self.anchor_of(site);
        let (what, way) = (self.load_at(self.known.what, at), self.state_at(at));
        if self.eq.has_large() {
            return self.covered(what, way, at);
        }
        let (one, occupied) = (self.single(at), self.occupied());
        self.set_and(one, occupied)
    }

    /// The members of a set, with all sites that their pieces cover.
    pub(in crate::lower) fn whole_pieces(&mut self, set: SetReg) -> SetReg {
        if !self.eq.has_large() {
            return set;
        }
        let (all, site) = (self.b.set(), self.b.reg());
        self.op(Op::SetMove { d: all, a: set });
        self.each(set, site, |l| {
            let piece = l.whole_piece(site);
            l.op(Op::SetOr { d: all, a: all, b: piece });
        });
        all
    }

    /// `(size LargePiece …)`: how many sites a piece covers, or those in a region together.
    pub(in crate::lower) fn size_of_pieces(&mut self, call: &'t Call, env: &Env<'t>) -> Reg {
        if let Some(region) = call.get("in") {
            let set = self.region(region, env);
            let set = self.anchors_within(set);
            let occupied = self.occupied();
            let set = self.set_and(set, occupied);
            let set = self.without_bodies(set);
            return self.sum_over(set, |l, site| {
                let piece = l.whole_piece(site);
                l.size_of(piece)
            });
        }
        let site = self.site_in(call, "at", env);
        let piece = self.whole_piece(site);
        self.size_of(piece)
    }

    // Changes.

    /// Takes the piece that covers a site off the board, in a game with large pieces.
    pub(in crate::lower) fn clear_piece(&mut self, site: Reg, anchor: FieldId) {
        let piece = self.whole_piece(site);
        let (zero, at) = (self.c(0), self.b.reg());
        let fields = self.facts_to_clear();
        self.each(piece, at, |l| {
            for field in fields.into_iter().chain([anchor]) {
                l.op(Op::StoreAt { field, i: at, a: zero });
            }
        });
    }

    /// Puts a piece down where it fits, in place of all that stands there. Where it does not fit, nothing happens.
    pub(in crate::lower) fn lay(&mut self, site: Reg, what: Reg, count: Option<Reg>, traits: Traits) {
        let Some(anchor) = self.known.anchor else { return self.put_on_site(site, what, count, traits) };
        let (zero, one, end) = (self.c(0), self.c(1), self.b.label());
        let piece = self.covered(what, traits.state.unwrap_or(zero), site);
        self.op(Op::JumpEmpty { s: piece, to: end });
        let at = self.b.reg();
        self.each(piece, at, |l| {
            let (free, known) = (l.b.label(), l.load_at(anchor, at));
            l.op(Op::JumpUnless { c: known, to: free });
            l.clear_piece(at, anchor);
            l.b.place(free);
        });
        self.put_on_site(site, what, count, traits);
        let (large, small) = (self.is_large(what), self.b.label());
        match self.const_of(large) {
            Some(0) => self.op(Op::Jump { to: small }),
            Some(_) => {}
            None => self.op(Op::JumpUnless { c: large, to: small }),
        }
        let bodies = (0..=self.eq.components.len() as u32).map(|c| self.eq.body(c).map_or(0, |body| body as i32));
        let bodies = bodies.collect();
        let body = self.table(bodies, what);
        let known = self.bin(Bin::Add, site, one);
        let rest = self.b.set();
        self.op(Op::SetMove { d: rest, a: piece });
        self.op(Op::SetRemove { d: rest, i: site });
        let fields = self.facts_to_clear();
        let (what_field, count_field) = (self.known.what, self.known.count);
        self.each(rest, at, |l| {
            for field in fields {
                let value = match field {
                    field if field == what_field => body,
                    field if Some(field) == count_field => one,
                    _ => zero,
                };
                l.op(Op::StoreAt { field, i: at, a: value });
            }
            l.op(Op::StoreAt { field: anchor, i: at, a: known });
        });
        self.op(Op::StoreAt { field: anchor, i: site, a: known });
        self.mark_pips(site, what, traits.state.unwrap_or(zero), piece);
        self.b.place(small);
        self.b.place(end);
    }

    /// One piece goes from a site to another, perhaps lying another way; a copy of it, if it stays. Where it does not fit, nothing happens.
    pub(in crate::lower) fn carry(&mut self, from: Reg, to: Reg, way: Option<Reg>, stays: bool) {
        let (what, end) = (self.load_at(self.known.what, from), self.b.label());
        let now = self.state_at(from);
        let way = way.unwrap_or(now);
        let fits = self.covered(what, way, to);
        self.op(Op::JumpEmpty { s: fits, to: end });
        self.note_lap(from, to, None);
        let kept: Vec<FieldId> = [self.known.mark].into_iter().chain(self.known.hidden).flatten().collect();
        let values: Vec<Reg> = kept.iter().map(|f| self.load_at(*f, from)).collect();
        let fact = |l: &mut Self, field: Option<FieldId>| field.map(|f| l.load_at(f, from));
        let (rotation, value) = (fact(self, self.known.rotation), fact(self, self.known.value));
        let traits = Traits { state: self.known.state.map(|_| way), rotation, value, ..Traits::default() };
        if !stays {
            self.take_one(from);
        }
        self.lay(to, what, None, traits);
        if self.hides_sites && !stays {
            // What was hidden there has gone.
            let zero = self.c(0);
            let hidden: Vec<FieldId> = self.known.hidden.into_iter().flatten().collect();
            hidden.into_iter().for_each(|field| self.op(Op::StoreAt { field, i: from, a: zero }));
        }
        for (field, a) in kept.into_iter().zip(values) {
            self.op(Op::StoreAt { field, i: to, a });
        }
        self.b.place(end);
    }

    /// So many of the pieces on a site, or copies of them, go to another: of a large piece one.
    pub(in crate::lower) fn carry_count(&mut self, from: Reg, to: Reg, n: Reg, stays: bool) {
        let (what, large, end) = (self.load_at(self.known.what, from), self.b.label(), self.b.label());
        let is_large = self.is_large(what);
        self.op(Op::JumpIf { c: is_large, to: large });
        self.move_small_count(from, to, n, stays, true);
        self.op(Op::Jump { to: end });
        self.b.place(large);
        self.carry(from, to, None, stays);
        self.b.place(end);
    }

    /// Takes one of the pieces on a site away: the last of them clears it.
    fn take_one(&mut self, site: Reg) {
        let (last, end) = (self.b.label(), self.b.label());
        if let Some(count) = self.known.count {
            let (n, one) = (self.load_at(count, site), self.c(1));
            self.op(Op::JumpCmp { cmp: Cmp::Le, a: n, b: one, to: last });
            let left = self.bin(Bin::Sub, n, one);
            self.op(Op::StoreAt { field: count, i: site, a: left });
            self.op(Op::Jump { to: end });
        }
        self.b.place(last);
        self.clear_site(site);
        self.b.place(end);
    }

    /// A large piece becomes another kind, or a piece a large one: what was there goes.
    pub(in crate::lower) fn replace_large(&mut self, site: Reg, what: Reg, otherwise: Label) {
        let there = self.load_at(self.known.what, site);
        let (now, then) = (self.kind_at(site), self.is_large(what));
        let now = self.is_large(now);
        let large = self.bin(Bin::Or, now, then);
        self.op(Op::JumpUnless { c: large, to: otherwise });
        self.op(Op::JumpUnless { c: there, to: otherwise });
        let at = self.anchor_of(site);
        self.clear_site(at);
        self.lay(at, what, None, Traits::default());
    }

    // Generators.

    /// Whether a form can move large pieces.
    pub(in crate::lower) fn moves_large(&self, term: &Term) -> bool {
        term.call().is_some_and(|c| {
            matches!(c.prim, Prim::FromTo | Prim::Step | Prim::Select | Prim::ForEachDirection | Prim::Promote)
        })
    }

    /// Says so where a form is to move pieces of a kind that is too large for it.
    pub(in crate::lower) fn refuse_large(&mut self, term: &'t Term, env: &Env<'t>) {
        let large = env.component.is_some_and(|c| self.eq.shape_of(c as u32).is_some());
        if large && !self.moves_large(term) {
            let found = Diagnostic::error(
                codes::LARGE_MOVES,
                "a large piece cannot move so",
                term.origin,
                "for pieces of one site",
            );
            self.report(
                found.help("a piece that covers several sites moves by `(move Step …)` or `(move (from …) (to …))`"),
            );
        }
    }

    /// Goes on at `to` unless what stands on a site can be moved by a form.
    pub(in crate::lower) fn skip_unless_origin(&mut self, site: Reg, term: &'t Term, to: Label) {
        if self.eq.has_large() {
            let one = self.single(site);
            let one = self.origins(one, term);
            self.op(Op::JumpEmpty { s: one, to });
        }
    }

    /// The sites of a set, for a form that moves pieces: anchors only, and none of large pieces where the form cannot move them.
    pub(in crate::lower) fn origins(&mut self, set: SetReg, term: &'t Term) -> SetReg {
        if !self.eq.has_large() {
            return set;
        }
        if self.moves_large(term) {
            return self.without_bodies(set);
        }
        let classes = std::iter::once(-1)
            .chain(self.eq.components.iter().map(|c| if c.shape.is_some() || c.body_of.is_some() { 0 } else { -1 }));
        let table = self.b.table(classes.collect());
        let index = self.b.index("large", self.known.what, Some(table), 1);
        let large = self.class(index, 0);
        let off_board = self.b.set_constant(self.eq.board_sites()..self.eq.sites);
        let large = self.set_diff(large, off_board);
        self.set_diff(set, large)
    }

    /// Those of `candidates` from which a piece that lies one way covers only good sites.
    fn fitting(&mut self, (what, way): (Reg, Reg), candidates: SetReg, good: SetReg) -> SetReg {
        let ways = self.ways_to_lie();
        let i = self.by_way(ways.begins.clone(), what, way);
        let d = self.b.set();
        self.op(Op::Fits { d, table: ways.covered, i, c: candidates, s: good });
        d
    }

    /// Runs `body` for each way in which a large piece can lie, with the sites on which its anchor can come: of `candidates`, such that
    /// all that it covers is good. Ways that come to the same are one.
    fn each_way(
        &mut self,
        term: &'t Term,
        what: Reg,
        (candidates, good): (SetReg, SetReg),
        now: Option<(Reg, Reg)>,
        body: impl FnOnce(&mut Self, Reg, SetReg),
    ) {
        let ways = self.ways_to_lie();
        let of_kind = |c: &crate::lower::Component| c.shape.map_or(0, |at| self.eq.shapes[at].ways() as i32 - 1);
        let last_ways = std::iter::once(-1).chain(self.eq.components.iter().map(of_kind)).collect();
        let (way, zero, last) = (self.var(term, "way"), self.c(0), self.table(last_ways, what));
        // The anchor and way that the piece has now, or those that come to the same.
        let now = now.map(|(site, state)| {
            let first = self.by_way(ways.begins.clone(), what, state);
            let row = self.bin(Bin::Add, first, site);
            (self.table(ways.anchors.clone(), row), self.table(ways.alike.clone(), row))
        });
        self.count_up(way, zero, last, |l| {
            let fitting = l.fitting((what, way), candidates, good);
            let width = l.c(l.most_ways() as i32 + 1);
            let row = l.bin(Bin::Mul, what, width);
            let row = l.bin(Bin::Add, row, way);
            let first = l.b.set();
            l.op(Op::SetTable { d: first, table: ways.firsts, i: row });
            let fitting = l.set_and(fitting, first);
            if let Some((site, state)) = now {
                let other = l.b.label();
                l.op(Op::JumpCmp { cmp: Cmp::Ne, a: way, b: state, to: other });
                l.op(Op::SetRemove { d: fitting, i: site });
                l.b.place(other);
            }
            body(l, way, fitting);
        });
    }

    /// The transitions of a large piece on `from`, if there is one: to every place and way to lie such that all sites it covers satisfy
    /// what the form says of the destination, its present ones aside. For other pieces the code goes on.
    pub(in crate::lower) fn travel_large(
        &mut self,
        term: &'t Term,
        clauses: &Clauses<'t>,
        region: SetReg,
        copy: bool,
        env: &Env<'t>,
        done: Label,
    ) {
        let (Some(from), Some(to)) = (env.from, env.to) else { return };
        self.where_large(from, done, |l, what| {
            let good = l.good_for_large(term, region, clauses, env);
            let (good, state) = (l.b_or_body(good, from), l.state_at(from));
            let candidates = match l.dialect {
                Dialect::Parlour => good,
                Dialect::Ludii => {
                    // It may turn in place only where the region has that place.
                    let own = l.set_diff(good, region);
                    let (here, d) = (l.single(from), l.b.set());
                    let here = l.set_and(here, own);
                    l.op(Op::SetDiff { d, a: good, b: here });
                    d
                }
            };
            let good = l.good_for_first_domino(good);
            l.each_way(term, what, (candidates, good), Some((from, state)), |l, way, sites| {
                let emission = Emission {
                    kind: MoveKind::Travel,
                    choices: vec![(Role::From, from), (Role::To, to), (Role::State, way)],
                    set: Some(SetChoice { set: sites, choice: 1, derived: None }),
                    word: String::new(),
                    secrecy: Secrecy::Open,
                };
                l.emit(term, env, emission, |l, e| {
                    l.acted_at(to);
                    l.apply_clause(Clauses::apply(clauses.to), e);
                    l.carry(from, to, Some(way), copy);
                });
            });
        });
    }

    /// Runs `body` if a large piece stands on a site, and goes on at `done` then.
    fn where_large(&mut self, site: Reg, done: Label, body: impl FnOnce(&mut Self, Reg)) {
        let small = self.b.label();
        let what = self.load_at(self.known.what, site);
        let large = self.is_large(what);
        self.op(Op::JumpUnless { c: large, to: small });
        self.within(1, |l| body(l, what));
        self.op(Op::Jump { to: done });
        self.b.place(small);
    }

    /// A set, and what the piece on a site covers.
    fn b_or_body(&mut self, set: SetReg, site: Reg) -> SetReg {
        let body = self.whole_piece(site);
        let off_board = self.b.set_constant(self.eq.board_sites()..self.eq.sites);
        let body = self.set_diff(body, off_board);
        self.set_or(set, body)
    }

    /// Of the first domino only the anchor must lie where it is said; its other sites may be any.
    fn good_for_first_domino(&mut self, good: SetReg) -> SetReg {
        if !self.eq.has_dominoes() {
            return good;
        }
        let (board, d, some) = (self.board_set(), self.b.set(), self.b.label());
        let occupied = self.occupied();
        let taken = self.set_and(occupied, board);
        self.op(Op::SetMove { d, a: good });
        self.op(Op::JumpSome { s: taken, to: some });
        self.op(Op::SetMove { d, a: board });
        self.b.place(some);
        d
    }

    /// The sites of a region that satisfy the condition on the destination.
    fn good_for_large(&mut self, term: &'t Term, region: SetReg, clauses: &Clauses<'t>, env: &Env<'t>) -> SetReg {
        let to_env = Env { to: None, ..env.clone() };
        match Clauses::condition(clauses.to) {
            Some(condition) => {
                self.filtered(region, condition, crate::lower::conditions::predicates::Var::To, term, &to_env)
            }
            None => region,
        }
    }

    /// Steps of a large piece, if there is one on `from`: lying as it does, onto sites that all satisfy what the form says of the
    /// destination, its present ones aside. For other pieces the code goes on.
    pub(in crate::lower) fn step_large(
        &mut self,
        term: &'t Term,
        clauses: &Clauses<'t>,
        near: SetTableId,
        env: &Env<'t>,
        done: Label,
    ) {
        let (Some(from), Some(to)) = (env.from, env.to) else { return };
        self.where_large(from, done, |l, what| {
            let board = l.board_set();
            let good = l.good_for_large(term, board, clauses, env);
            let good = l.b_or_body(good, from);
            let (reached, state) = (l.b.set(), l.state_at(from));
            l.op(Op::SetTable { d: reached, table: near, i: from });
            let fitting = l.fitting((what, state), reached, good);
            l.emit(term, env, Emission::travel(from, to).through(fitting, 1), |l, e| {
                l.travel_effects(clauses, None, e)
            });
        });
    }

    /// Placements of a piece, if it is a large one: on every site and each way to lie, or the one said, such that all sites it covers are
    /// in the region. For other pieces the code goes on. Whether there can be no others comes back.
    pub(in crate::lower) fn place_large(
        &mut self,
        term: &'t Term,
        clauses: &Clauses<'t>,
        (what, state): (Reg, Option<Reg>),
        region: SetReg,
        env: &Env<'t>,
        done: Label,
    ) -> bool {
        let (Some(site), small) = (env.to, self.b.label()) else { return false };
        let large = self.is_large(what);
        match self.const_of(large) {
            Some(0) => return false,
            Some(_) => {}
            None => self.op(Op::JumpUnless { c: large, to: small }),
        }
        let candidates = self.good_for_large(term, region, clauses, env);
        let good = match self.dialect {
            Dialect::Parlour => candidates,
            Dialect::Ludii => self.empty_sites(self.eq.kind()),
        };
        let place = |l: &mut Self, way: Reg, sites: SetReg| {
            let emission = Emission {
                kind: MoveKind::Place,
                choices: vec![(Role::To, site), (Role::State, way)],
                set: Some(SetChoice { set: sites, choice: 0, derived: None }),
                word: String::new(),
                secrecy: Secrecy::Open,
            };
            l.emit(term, env, emission, |l, e| {
                l.apply_clause(Clauses::apply(clauses.to), e);
                l.put_piece(site, what, None, Traits { state: Some(way), ..Traits::default() });
            });
        };
        match state {
            Some(said) => {
                self.check_way(term, what, said);
                let way = self.var(term, "way");
                self.op(Op::Move { d: way, a: said });
                let fitting = self.fitting((what, way), candidates, good);
                place(self, way, fitting);
            }
            None => self.each_way(term, what, (candidates, good), None, place),
        }
        self.op(Op::Jump { to: done });
        self.b.place(small);
        self.const_of(large).is_some()
    }
}
