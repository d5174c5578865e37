//! What the edges of players draw: trees, regular graphs, paths, crossings.

use crate::board::{Region, RelationType, SiteType};
use crate::lower::regions::directions::Dirs;
use crate::lower::{Env, Lower};
use crate::program::op::{Bin, Cmp, Label, Op, Reg, SetReg, SetTableId};
use parlour_grammar::rules::{Call, Term};

impl<'t> Lower<'t> {
    /// Whether the edges of a player have no cycle; join all points without one; or do that along one path and what hangs on it.
    pub(in crate::lower) fn is_tree(&mut self, word: &str, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Reg {
        let Some(edges) = self.drawn_by(call, term, env) else { return self.c(0) };
        let points = self.points();
        let (n, parts, touched) = (self.size_of(edges), self.parts_of(edges), self.touched(edges));
        // A graph without a cycle has as many edges as points, but one less in each part.
        let more = self.bin(Bin::Add, n, parts);
        let tree = self.cmp(Cmp::Eq, more, touched);
        if word == "Tree" {
            return tree;
        }
        if word == "TreeCentre" {
            return self.is_tree_centre(edges, tree, term);
        }
        let all = self.c(points.len() as i32 - 1);
        let all = self.cmp(Cmp::Eq, n, all);
        let spanning = self.bin(Bin::And, tree, all);
        if word == "SpanningTree" {
            return spanning;
        }
        // Without the edges that end at a point of their own, a path is left: no point of it has three edges.
        let (inner, two, d, end) = (self.b.set(), self.c(2), self.b.reg(), self.b.label());
        self.op(Op::Move { d, a: spanning });
        self.op(Op::JumpUnless { c: spanning, to: end });
        self.op(Op::SetMove { d: inner, a: edges });
        self.at_each_point(|l, at| {
            let here = l.set_and(edges, at);
            let (n, one, next) = (l.size_of(here), l.c(1), l.b.label());
            l.op(Op::JumpCmp { cmp: Cmp::Ne, a: n, b: one, to: next });
            l.op(Op::SetDiff { d: inner, a: inner, b: here });
            l.b.place(next);
        });
        let greatest = self.greatest_degree(inner);
        self.op(Op::Cmp { cmp: Cmp::Le, d, a: greatest, b: two });
        self.b.place(end);
        d
    }

    /// Whether the last move went to the middle of a tree: no branch there has more than half of the tree's points. A tree can have two
    /// such points, side by side.
    fn is_tree_centre(&mut self, edges: SetReg, is_tree: Reg, term: &Term) -> Reg {
        let Some(first) = self.eq.first_of_kind[SiteType::Vertex as usize] else {
            self.unsupported(term);
            return self.c(0);
        };
        let mut rows = vec![Vec::new(); self.eq.sites as usize];
        for (row, at) in rows[first as usize..].iter_mut().zip(self.points()) {
            *row = at;
        }
        let (table, near, at) = (self.b.set_table(rows), self.edges_beside(), self.b.set());
        let (d, zero, end) = (self.b.reg(), self.c(0), self.b.label());
        self.op(Op::Move { d, a: zero });
        self.op(Op::JumpUnless { c: is_tree, to: end });
        let site = self.load(self.fields.last_to.expect("every game has it"));
        self.op(Op::JumpCmp { cmp: Cmp::Lt, a: site, b: zero, to: end });
        self.op(Op::SetTable { d: at, table, i: site });
        self.op(Op::SetAnd { d: at, a: at, b: edges });
        self.op(Op::JumpEmpty { s: at, to: end });
        let (whole, one, two) = (self.b.set(), self.c(1), self.c(2));
        self.op(Op::Flood { d: whole, seed: at, within: edges, near });
        let points = self.size_of(whole);
        let points = self.bin(Bin::Add, points, one);
        let beyond = self.b.set();
        self.op(Op::SetDiff { d: beyond, a: whole, b: at });
        let (edge, branch) = (self.b.reg(), self.b.set());
        self.each(at, edge, |l| {
            // Beyond each edge that ends here there are as many points as edges, this one counted.
            let seed = l.single(edge);
            let within = l.set_or(beyond, seed);
            l.op(Op::Flood { d: branch, seed, within, near });
            let n = l.size_of(branch);
            let twice = l.bin(Bin::Mul, n, two);
            l.op(Op::JumpCmp { cmp: Cmp::Gt, a: twice, b: points, to: end });
        });
        self.op(Op::Move { d, a: one });
        self.b.place(end);
        d
    }

    /// Whether as many edges of a player end at each point of the board: so many, or an odd or even number.
    pub(in crate::lower) fn is_regular(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Reg {
        let Some(edges) = self.drawn_by(call, term, env) else { return self.c(0) };
        let (zero, one, two) = (self.c(0), self.c(1), self.c(2));
        let least = self.b.reg();
        let most = self.c(crate::lower::numbers::INFINITY);
        self.op(Op::Move { d: least, a: most });
        self.at_each_point(|l, at| {
            let here = l.set_and(edges, at);
            let n = l.size_of(here);
            l.op(Op::Bin { op: Bin::Min, d: least, a: least, b: n });
        });
        let greatest = self.greatest_degree(edges);
        let mut d = self.cmp(Cmp::Eq, least, greatest);
        let wanted = self.int_or(call.get("k"), 0, env);
        if self.const_of(wanted) != Some(0) {
            let (any, so_many) = (self.cmp(Cmp::Eq, wanted, zero), self.cmp(Cmp::Eq, wanted, greatest));
            let fits = self.bin(Bin::Or, any, so_many);
            d = self.bin(Bin::And, d, fits);
        }
        for (slot, rest) in [("odd", one), ("even", zero)] {
            if call.flag(slot) {
                let remainder = self.bin(Bin::Rem, greatest, two);
                let fits = self.cmp(Cmp::Eq, remainder, rest);
                d = self.bin(Bin::And, d, fits);
            }
        }
        d
    }

    /// Whether the edges of a player that hang together with one are a path of some length; or, closed, whether the shortest cycle
    /// through it has that length.
    pub(in crate::lower) fn is_path(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Reg {
        let kind = self.kind_in(call, "siteType");
        let range = call.get("length").and_then(Term::call).and_then(|range| self.range(range, env));
        let (Some((lo, hi)), Some(_)) = (range, self.eq.first_of_kind[kind as usize]) else {
            self.unsupported(term);
            return self.c(0);
        };
        if kind != SiteType::Edge {
            return self.is_path_of_points(kind, call, (lo, hi), env);
        }
        let Some(edges) = self.drawn_by(call, term, env) else { return self.c(0) };
        let edge = match call.get("from") {
            Some(from) => self.int(from, env),
            None => self.load(self.fields.last_to.expect("every game has it")),
        };
        let near = self.edges_beside();
        let (d, zero, end) = (self.b.reg(), self.c(0), self.b.label());
        self.op(Op::Move { d, a: zero });
        let closed = call.flag("closed");
        let length = if closed {
            let (first, count) = (self.first(SiteType::Edge), self.eq.board.count(SiteType::Edge));
            let ends: Vec<[u32; 2]> = self.eq.board.graph().edges().iter().map(|e| e.ends).collect();
            let points = self.points();
            let of_end = |k: usize| {
                let mut rows = vec![Vec::new(); first as usize + count];
                for (e, ends) in ends.iter().enumerate() {
                    rows[first as usize + e] = points[ends[k] as usize].clone();
                }
                rows
            };
            let (from, to) = (self.b.set_table(of_end(0)), self.b.set_table(of_end(1)));
            let (reached, goal, rest) = (self.b.set(), self.b.set(), self.b.set());
            self.op(Op::SetMove { d: rest, a: edges });
            self.op(Op::SetRemove { d: rest, i: edge });
            self.op(Op::SetTable { d: reached, table: from, i: edge });
            self.op(Op::SetAnd { d: reached, a: reached, b: rest });
            self.op(Op::SetTable { d: goal, table: to, i: edge });
            self.op(Op::SetAnd { d: goal, a: goal, b: rest });
            self.loop_through(reached, goal, (rest, near), end)
        } else {
            let (seed, part) = (self.single(edge), self.b.set());
            self.op(Op::Flood { d: part, seed, within: edges, near });
            let (length, touched, two) = (self.size_of(part), self.touched(part), self.c(2));
            let greatest = self.greatest_degree(part);
            self.op(Op::JumpCmp { cmp: Cmp::Gt, a: greatest, b: two, to: end });
            self.op(Op::JumpCmp { cmp: Cmp::Eq, a: touched, b: length, to: end });
            length
        };
        self.op(Op::JumpCmp { cmp: Cmp::Lt, a: length, b: lo, to: end });
        self.op(Op::Cmp { cmp: Cmp::Le, d, a: length, b: hi });
        self.b.place(end);
        d
    }

    /// The same of vertices or cells: those that hang together with one are a path, none joined to more than two others.
    fn is_path_of_points(&mut self, kind: SiteType, call: &'t Call, (lo, hi): (Reg, Reg), env: &Env<'t>) -> Reg {
        let own = self.owned_by(call.get("role").expect("checked"), env);
        let own = {
            let all = self.part(kind, Region::Board);
            self.set_and(own, all)
        };
        let site = match call.get("from") {
            Some(from) => self.int(from, env),
            None => self.load(self.fields.last_to.expect("every game has it")),
        };
        let near = self.joined(kind);
        let (d, zero, end) = (self.b.reg(), self.c(0), self.b.label());
        self.op(Op::Move { d, a: zero });
        self.op(Op::JumpOutside { s: own, i: site, to: end });
        let (beside, two) = (self.b.set(), self.c(2));
        let closed = call.flag("closed");
        let length = self.b.reg();
        if closed {
            // The shortest way from a neighbour to another that does not come through here.
            let most = self.c(crate::lower::numbers::INFINITY);
            self.op(Op::Move { d: length, a: most });
            self.op(Op::SetTable { d: beside, table: near, i: site });
            self.op(Op::SetAnd { d: beside, a: beside, b: own });
            let (rest, reached, goal, first) = (self.b.set(), self.b.set(), self.b.set(), self.b.reg());
            self.op(Op::SetMove { d: rest, a: own });
            self.op(Op::SetRemove { d: rest, i: site });
            self.each(beside, first, |l| {
                let next = l.b.label();
                l.op(Op::SetMove { d: goal, a: beside });
                l.op(Op::SetRemove { d: goal, i: first });
                let seed = l.single(first);
                l.op(Op::SetMove { d: reached, a: seed });
                let so_far = l.loop_through(reached, goal, (rest, near), next);
                l.op(Op::Bin { op: Bin::Min, d: length, a: length, b: so_far });
                l.b.place(next);
            });
            self.op(Op::JumpCmp { cmp: Cmp::Eq, a: length, b: most, to: end });
        } else {
            let (seed, part, point, ends) = (self.single(site), self.b.set(), self.b.reg(), self.b.reg());
            self.op(Op::Flood { d: part, seed, within: own, near });
            self.op(Op::SetCount { d: length, s: part });
            self.op(Op::Move { d: ends, a: zero });
            self.each(part, point, |l| {
                l.op(Op::SetTable { d: beside, table: near, i: point });
                l.op(Op::SetAnd { d: beside, a: beside, b: part });
                let n = l.size_of(beside);
                l.op(Op::JumpCmp { cmp: Cmp::Gt, a: n, b: two, to: end });
                l.op(Op::Bin { op: Bin::Add, d: ends, a: ends, b: n });
            });
            // Where nothing goes around, there is one joint less than points: each was met from both sides.
            let twice = self.bin(Bin::Mul, length, two);
            self.op(Op::JumpCmp { cmp: Cmp::Eq, a: ends, b: twice, to: end });
        }
        self.op(Op::JumpCmp { cmp: Cmp::Lt, a: length, b: lo, to: end });
        self.op(Op::Cmp { cmp: Cmp::Le, d, a: length, b: hi });
        self.b.place(end);
        d
    }

    /// The length of the shortest loop through a thing that `reached` lies at one side of and `goal` at the other: that thing, one of
    /// each, and all that lies in line between. Goes to `none` if they do not hang together within `within`. `reached` grows.
    fn loop_through(
        &mut self,
        reached: SetReg,
        goal: SetReg,
        (within, near): (SetReg, SetTableId),
        none: Label,
    ) -> Reg {
        let (length, one, two, met) = (self.b.reg(), self.c(1), self.c(2), self.b.label());
        let (before, meets) = (self.b.reg(), self.b.reg());
        self.op(Op::Move { d: length, a: two });
        let again = self.b.here();
        self.op(Op::SetMeets { d: meets, a: reached, b: goal });
        self.op(Op::JumpIf { c: meets, to: met });
        self.op(Op::SetCount { d: before, s: reached });
        let around = self.image(reached, near);
        let around = self.set_and(around, within);
        self.op(Op::SetOr { d: reached, a: reached, b: around });
        let grown = self.size_of(reached);
        self.op(Op::JumpCmp { cmp: Cmp::Eq, a: before, b: grown, to: none });
        self.op(Op::Bin { op: Bin::Add, d: length, a: length, b: one });
        self.op(Op::Loop { to: again });
        self.b.place(met);
        length
    }

    /// For each vertex those that an edge joins to it; for each cell those around it.
    fn joined(&mut self, kind: SiteType) -> SetTableId {
        if kind != SiteType::Vertex {
            return self.near_table(&Dirs::of_relation(RelationType::Adjacent));
        }
        let first = self.first(kind);
        let mut rows = vec![Vec::new(); self.eq.sites as usize];
        for edge in self.eq.board.graph().edges() {
            let [a, b] = edge.ends.map(|v| v + first);
            rows[a as usize].push(b);
            rows[b as usize].push(a);
        }
        self.b.set_table(rows)
    }

    /// `(sites Crossing …)`: the edges of a player, or of all, that cross one.
    pub(in crate::lower) fn crossing_edges(&mut self, call: &'t Call, env: &Env<'t>) -> SetReg {
        let edge = self.int(call.get("at").expect("checked"), env);
        let table = self.crossings();
        let d = self.b.set();
        self.op(Op::SetTable { d, table, i: edge });
        let occupied = self.occupied();
        let theirs = match call.get("role").filter(|role| !matches!(role.symbol(), Some("All" | "Each" | "Shared"))) {
            Some(role) => self.owned_by(role, env),
            None => occupied,
        };
        self.set_and(d, theirs)
    }

    /// `(is Crossing …)`: whether two edges cross.
    pub(in crate::lower) fn is_crossing(&mut self, call: &'t Call, env: &Env<'t>) -> Reg {
        let (a, b) =
            (self.int(call.get("edge1").expect("checked"), env), self.int(call.get("edge2").expect("checked"), env));
        let table = self.crossings();
        let (set, d) = (self.b.set(), self.b.reg());
        self.op(Op::SetTable { d: set, table, i: a });
        self.op(Op::SetHas { d, s: set, i: b });
        d
    }

    /// For each edge, those that cross it: away from its ends.
    fn crossings(&mut self) -> SetTableId {
        let graph = self.eq.board.graph();
        let lines: Vec<_> = graph.edges().iter().map(|e| e.ends.map(|v| graph.point(v))).collect();
        let side = |a: crate::board::Point, b: crate::board::Point, c: crate::board::Point| {
            let cross = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
            if cross.abs() < 1e-9 { 0 } else { cross.signum() as i32 }
        };
        let first = self.first(SiteType::Edge);
        let mut rows = vec![Vec::new(); first as usize];
        for [a, b] in &lines {
            let crosses = |[c, d]: &[crate::board::Point; 2]| {
                side(*a, *b, *c) * side(*a, *b, *d) < 0 && side(*c, *d, *a) * side(*c, *d, *b) < 0
            };
            rows.push((0..).zip(&lines).filter(|(_, line)| crosses(line)).map(|(e, _)| first + e).collect());
        }
        self.b.set_table(rows)
    }

    /// The edges that a player has drawn, or those that are nobody's.
    fn drawn_by(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Option<SetReg> {
        if self.eq.first_of_kind[SiteType::Edge as usize].is_none() {
            self.unsupported(term);
            return None;
        }
        let role = call.get("role").expect("checked");
        if matches!(role.symbol(), Some("Shared" | "All")) {
            let (all, occupied) = (self.part(SiteType::Edge, Region::Board), self.occupied());
            return Some(self.set_and(all, occupied));
        }
        Some(self.owned_by(role, env))
    }

    /// For each point of the board, the edges that end there.
    fn points(&self) -> Vec<Vec<u32>> {
        let first = self.first(SiteType::Edge);
        let mut points = vec![Vec::new(); self.eq.board.count(SiteType::Vertex)];
        for (e, edge) in (first..).zip(self.eq.board.graph().edges()) {
            edge.ends.iter().for_each(|v| points[*v as usize].push(e));
        }
        points
    }

    /// For each edge, those that share a point with it.
    fn edges_beside(&mut self) -> SetTableId {
        let points = self.points();
        let mut rows = vec![Vec::new(); self.first(SiteType::Edge) as usize];
        for edge in self.eq.board.graph().edges() {
            rows.push(edge.ends.iter().flat_map(|v| points[*v as usize].iter().copied()).collect());
        }
        self.b.set_table(rows)
    }

    /// Runs `body` for each point of the board, with the edges that end there.
    fn at_each_point(&mut self, body: impl FnOnce(&mut Self, SetReg)) {
        let points = self.points();
        let last = self.c(points.len() as i32 - 1);
        let table = self.b.set_table(points);
        let (point, zero, at) = (self.b.reg(), self.c(0), self.b.set());
        self.count_up(point, zero, last, |l| {
            l.op(Op::SetTable { d: at, table, i: point });
            body(l, at);
        });
    }

    /// How many points of the board are ends of edges.
    fn touched(&mut self, edges: SetReg) -> Reg {
        let (n, zero) = (self.b.reg(), self.c(0));
        self.op(Op::Move { d: n, a: zero });
        self.at_each_point(|l, at| {
            let c = l.b.reg();
            l.op(Op::SetMeets { d: c, a: edges, b: at });
            l.op(Op::Bin { op: Bin::Add, d: n, a: n, b: c });
        });
        n
    }

    /// How many edges end at a point at most.
    fn greatest_degree(&mut self, edges: SetReg) -> Reg {
        let (greatest, zero) = (self.b.reg(), self.c(0));
        self.op(Op::Move { d: greatest, a: zero });
        self.at_each_point(|l, at| {
            let here = l.set_and(edges, at);
            let n = l.size_of(here);
            l.op(Op::Bin { op: Bin::Max, d: greatest, a: greatest, b: n });
        });
        greatest
    }

    /// In how many parts edges hang together.
    fn parts_of(&mut self, edges: SetReg) -> Reg {
        let near = self.edges_beside();
        let (n, zero, one) = (self.b.reg(), self.c(0), self.c(1));
        self.op(Op::Move { d: n, a: zero });
        self.each_group(edges, Some(edges), near, |l, _| l.op(Op::Bin { op: Bin::Add, d: n, a: n, b: one }));
        n
    }
}
