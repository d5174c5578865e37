//! Regions around sites: neighbours, rays, what lies between, what touches.

use crate::board::{RelationType, SiteType};
use crate::lower::conditions::predicates::Var;
use crate::lower::regions::directions::Dirs;
use crate::lower::{Env, Lower};
use crate::program::op::{Bin, Cmp, Op, Reg, SetReg, SetTableId, TableId};
use parlour_grammar::diagnostic::Diagnostic;
use parlour_grammar::rules::{Call, Term};

/// How the sites in line between two are found.
#[derive(Clone, Copy)]
pub(in crate::lower) enum BetweenLines {
    /// In a table, at the first by the number of sites plus the second: quick, and large.
    Table(SetTableId),
    /// By runs from the first along each of these maps, one of which comes to the second.
    Maps(TableId),
}

impl<'t> Lower<'t> {
    pub(in crate::lower) fn sites_around(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> SetReg {
        let region = self.region(call.get("region").expect("checked"), env);
        let around = match call.get("if") {
            // What is asked may speak of the site that others are around.
            Some(condition) if self.depends(condition, Var::From, env) => {
                let (all, none, from) = (self.b.set(), self.b.set_constant([]), self.b.reg());
                self.op(Op::SetMove { d: all, a: none });
                let inner = Env { from: Some(from), ..env.clone() };
                self.each(region, from, |l| {
                    let one = l.single(from);
                    let around = l.around(one, call, term, env);
                    let around = l.filtered(around, condition, Var::To, condition, &inner);
                    l.op(Op::SetOr { d: all, a: all, b: around });
                });
                all
            }
            Some(condition) => {
                let around = self.around(region, call, term, env);
                self.filtered(around, condition, Var::To, condition, env)
            }
            None => self.around(region, call, term, env),
        };
        // A site is not around itself, nor are those of a region around it.
        if call.flag("includeSelf") {
            self.set_or(around, region)
        } else if call.get("region").is_some_and(crate::lower::is_int) {
            around
        } else {
            self.set_diff(around, region)
        }
    }

    /// The sites around those of a region, of the kind that is asked for.
    fn around(&mut self, region: SetReg, call: &'t Call, term: &'t Term, env: &Env<'t>) -> SetReg {
        let dirs = match call.get("directions") {
            Some(d) => self.directions(d, env),
            None => Dirs::of_relation(RelationType::Adjacent),
        };
        let distance = self.int_or(call.get("distance"), 1, env);
        let around = if self.const_of(distance) == Some(1) {
            let near = match call.get("edges").and_then(Term::symbol) {
                Some("Wrap") => self.near_table_around_edges(&dirs),
                _ => self.near_table(&dirs),
            };
            self.image(region, near)
        } else {
            // Straight on, the sites at the distance.
            let sites = self.eq.sites as usize;
            let rays: Vec<Vec<Vec<u32>>> = (0..self.eq.sites).map(|s| self.rays_of(s, &dirs)).collect();
            let longest = rays.iter().flatten().map(Vec::len).max().unwrap_or(0);
            // Rows for the one distance, if it is known, or else for each from 0 on; beyond the last there are no sites.
            let known = self.const_of(distance).map(|k| usize::try_from(k).unwrap_or(0).min(longest + 1));
            let distances = known.map_or(0..=longest, |k| k..=k);
            if !self.has_room(distances.clone().count() * sites, term) {
                return self.b.set_constant([]);
            }
            let mut rows = Vec::new();
            for k in distances {
                let at = |ray: &Vec<u32>| ray.get(k.checked_sub(1)?).copied();
                rows.extend(rays.iter().map(|rays| rays.iter().filter_map(at).collect()));
            }
            let table = self.b.set_table(rows);
            let (n, most) = (self.c(sites as i32), self.c(longest as i32 + 1));
            let base = match known {
                Some(_) => self.c(0),
                None => {
                    let distance = self.bin(Bin::Min, distance, most);
                    self.bin(Bin::Mul, distance, n)
                }
            };
            let (all, site) = (self.b.set(), self.b.reg());
            let none = self.b.set_constant([]);
            self.op(Op::SetMove { d: all, a: none });
            self.each(region, site, |l| {
                let i = l.bin(Bin::Add, base, site);
                let row = l.b.set();
                l.op(Op::SetTable { d: row, table, i });
                l.op(Op::SetOr { d: all, a: all, b: row });
            });
            all
        };
        let keep = match call.get("type").and_then(Term::symbol) {
            Some("Empty") => Some(self.empty_sites(self.eq.kind())),
            Some("NotEmpty") => Some(self.occupied()),
            Some("Own") => Some({
                let mover = self.mover();
                self.owned_by_player(mover)
            }),
            Some("Enemy") => Some({
                let mut theirs = None;
                for p in self.enemies() {
                    let enemy = self.c(p as i32);
                    let owned = self.owned_by_player(enemy);
                    theirs = Some(theirs.map_or(owned, |others| self.set_or(others, owned)));
                }
                theirs.unwrap_or_else(|| self.b.set_constant([]))
            }),
            _ => None,
        };
        match keep {
            Some(keep) => self.set_and(around, keep),
            None => around,
        }
    }

    /// The union of the rows of a table for the members of a set.
    pub(in crate::lower) fn image(&mut self, set: SetReg, table: crate::program::op::SetTableId) -> SetReg {
        let (all, site) = (self.b.set(), self.b.reg());
        let none = self.b.set_constant([]);
        self.op(Op::SetMove { d: all, a: none });
        self.each(set, site, |l| {
            let row = l.b.set();
            l.op(Op::SetTable { d: row, table, i: site });
            l.op(Op::SetOr { d: all, a: all, b: row });
        });
        all
    }

    pub(in crate::lower) fn sites_direction(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> SetReg {
        let dirs = match call.get("directions") {
            Some(d) => self.directions(d, env),
            None => Dirs::of_relation(RelationType::Adjacent),
        };
        let tables = self.ray_tables(&dirs);
        let region = self.region(call.get("from").expect("checked"), env);
        let distance = self.int_or(call.get("distance"), crate::lower::numbers::INFINITY, env);
        let included = call.flag("included");
        let stop_included = call.flag("stopIncluded");
        let all = self.b.set();
        let none = self.b.set_constant([]);
        self.op(Op::SetMove { d: all, a: if included { region } else { none } });
        let from = self.b.reg();
        let to = self.var(term, "to");
        let one = self.c(1);
        let inner = Env { to: Some(to), site: None, from: env.from, ..env.clone() };
        self.each(region, from, |l| {
            let steps = l.b.reg();
            l.each_ray(tables, from, |l, cursor, next_ray| {
                let zero = l.c(0);
                l.op(Op::Move { d: steps, a: zero });
                let top = l.b.here();
                l.op(Op::JumpCmp { cmp: Cmp::Ge, a: steps, b: distance, to: next_ray });
                l.op(Op::Advance { d: to, p: cursor, table: tables.sites, to: next_ray });
                l.op(Op::Bin { op: Bin::Add, d: steps, a: steps, b: one });
                if let Some(stop) = call.get("stop") {
                    let c = l.bool(stop, &inner);
                    let go_on = l.b.label();
                    l.op(Op::JumpUnless { c, to: go_on });
                    if stop_included {
                        l.op(Op::SetInsert { d: all, i: to });
                    }
                    l.op(Op::Jump { to: next_ray });
                    l.b.place(go_on);
                }
                l.op(Op::SetInsert { d: all, i: to });
                l.op(Op::Loop { to: top });
            });
        });
        all
    }

    pub(in crate::lower) fn sites_between(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> SetReg {
        let dirs = match call.get("directions") {
            Some(d) => self.directions(d, env),
            None => Dirs::of_relation(RelationType::Adjacent),
        };
        let (from, to) =
            (self.int(call.get("from").expect("checked"), env), self.int(call.get("to").expect("checked"), env));
        let Some(lines) = self.between_lines(dirs, term) else { return self.b.set_constant([]) };
        let mut set = self.between(lines, from, to);
        for (slot, site) in [("fromIncluded", from), ("toIncluded", to)] {
            if call.flag(slot) {
                let one = self.single(site);
                set = self.set_or(set, one);
            }
        }
        match call.get("cond") {
            Some(condition) => {
                self.filtered(set, condition, crate::lower::conditions::predicates::Var::Between, condition, env)
            }
            None => set,
        }
    }

    /// The sites that the last move passed: those in line between where it came from and where it went.
    pub(in crate::lower) fn passed_by_last(&mut self, term: &'t Term) -> SetReg {
        let (from, to) =
            (self.fields.last_from.expect("every game has it"), self.fields.last_to.expect("every game has it"));
        let (from, to) = (self.load(from), self.load(to));
        match self.between_lines(Dirs::of_relation(RelationType::All), term) {
            Some(lines) => self.between(lines, from, to),
            None => self.b.set_constant([]),
        }
    }

    /// The sites in line between two.
    pub(in crate::lower) fn between(&mut self, lines: BetweenLines, from: Reg, to: Reg) -> SetReg {
        let table = match lines {
            BetweenLines::Table(table) => table,
            BetweenLines::Maps(maps) => {
                let (seed, goal) = (self.single(from), self.single(to));
                let all = self.b.set_constant(0..self.eq.sites);
                let (through, d) = (self.set_diff(all, goal), self.b.set());
                self.op(Op::Enclosed { d, seed, through, goal, maps });
                return d;
            }
        };
        let width = self.c(self.eq.sites as i32);
        let at = self.bin(Bin::Mul, from, width);
        let at = self.bin(Bin::Add, at, to);
        match self.const_of(at) {
            Some(row) => {
                let sites = self.b.set_table_row(table, row);
                self.b.set_constant(sites)
            }
            None => {
                let d = self.b.set();
                self.op(Op::SetTable { d, table, i: at });
                d
            }
        }
    }

    /// How the sites between two are found, made once for its directions: by a table of all pairs where it has room, else by runs.
    pub(in crate::lower) fn between_lines(&mut self, dirs: Dirs, term: &'t Term) -> Option<BetweenLines> {
        if let Some((_, lines)) = self.between.iter().find(|(known, _)| *known == dirs) {
            return Some(*lines);
        }
        let n = self.eq.sites;
        let lines = if self.fits((n * n) as usize) {
            let mut rows = vec![Vec::new(); (n * n) as usize];
            for s in 0..n {
                for ray in self.rays_of(s, &dirs) {
                    for (i, t) in ray.iter().enumerate() {
                        rows[(s * n + t) as usize].extend_from_slice(&ray[..i]);
                    }
                }
            }
            BetweenLines::Table(self.b.set_table(rows))
        } else if let Some(maps) = self.ray_maps(&dirs) {
            BetweenLines::Maps(self.map_list(maps))
        } else {
            self.has_room((n * n) as usize, term);
            return None;
        };
        self.between.push((dirs, lines));
        Some(lines)
    }

    pub(in crate::lower) fn sites_incident(&mut self, call: &'t Call, env: &Env<'t>) -> SetReg {
        let result = call
            .get("result")
            .and_then(Term::symbol)
            .and_then(crate::lower::equipment::graphs::site_type)
            .unwrap_or(self.eq.kind());
        let of = call
            .get("of")
            .and_then(Term::symbol)
            .and_then(crate::lower::equipment::graphs::site_type)
            .unwrap_or(self.eq.kind());
        let site = self.int(call.get("at").expect("checked"), env);
        let kinds = [result, of].map(|kind| self.eq.first_of_kind[kind as usize]);
        let [Some(first_result), Some(first_of)] = kinds else {
            // Only an expression asks for a kind of site that the rules never name: the game's states know nothing of it.
            self.report(
                Diagnostic::error("E0410", "the game has no sites of this kind", self.b.origin, "not in play")
                    .help("the rules of the game speak of other sites only"),
            );
            return self.b.set_constant([]);
        };
        let mut rows = vec![Vec::new(); self.eq.sites as usize];
        for s in 0..self.eq.board.count(of) as u32 {
            rows[(s + first_of) as usize] =
                self.eq.board.incident(of, s, result).iter().map(|t| t + first_result).collect();
        }
        let set = self.row_of(rows, site);
        match call.get("role").or(call.get("owner")) {
            Some(role) => {
                let owned = self.owned_by(role, env);
                self.set_and(set, owned)
            }
            None => set,
        }
    }

    /// The edge that joins two vertices; nowhere if none does.
    pub(in crate::lower) fn edge_between(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Reg {
        let (Some(a), Some(b)) = (call.get("vertex1"), call.get("vertex2")) else {
            self.unsupported(term);
            return self.c(crate::lower::numbers::OFF);
        };
        let (a, b) = (self.int(a, env), self.int(b, env));
        let (edges, vertices) = (self.first(SiteType::Edge), self.first(SiteType::Vertex));
        let mut rows = vec![Vec::new(); self.eq.sites as usize];
        for vertex in 0..self.eq.board.count(SiteType::Vertex) as u32 {
            let edges =
                self.eq.board.incident(SiteType::Vertex, vertex, SiteType::Edge).iter().map(|edge| edge + edges);
            rows[(vertex + vertices) as usize] = edges.collect();
        }
        if !self.has_room(rows.len(), term) {
            return self.c(crate::lower::numbers::OFF);
        }
        let (at_a, at_b) = (self.row_of(rows.clone(), a), self.row_of(rows, b));
        let (both, d, same) = (self.set_and(at_a, at_b), self.b.reg(), self.b.label());
        let off = self.c(crate::lower::numbers::OFF);
        self.op(Op::Move { d, a: off });
        self.op(Op::JumpCmp { cmp: Cmp::Eq, a, b, to: same });
        self.op(Op::SetMin { d, s: both });
        self.b.place(same);
        d
    }

    /// The levels of a stack that meet a condition, from a level on: upwards or downwards.
    pub(in crate::lower) fn levels_that(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> SetReg {
        let site = self.int(call.get("at").expect("checked"), env);
        let height = self.height_at(site);
        let (zero, one, d) = (self.c(0), self.c(1), self.b.set());
        let none = self.b.set_constant([]);
        if self.stacks.as_ref().is_some_and(|stacks| stacks.max as usize > self.eq.width * 64) {
            self.unsupported(term);
        }
        self.op(Op::SetMove { d, a: none });
        let top = self.bin(Bin::Sub, height, one);
        let upwards = call.get("stackDirection").and_then(Term::symbol) == Some("FromBottom");
        let (mut least, mut most) = (zero, top);
        if let Some(start) = call.get("startAt") {
            // What lies below the stack is no place to start: then all of it counts.
            let start = self.int(start, env);
            if upwards {
                least = self.bin(Bin::Max, start, zero);
            } else {
                let said = self.bin(Bin::Min, start, top);
                let all = self.b.label();
                most = self.b.reg();
                self.op(Op::Move { d: most, a: top });
                self.op(Op::JumpCmp { cmp: Cmp::Lt, a: start, b: zero, to: all });
                self.op(Op::Move { d: most, a: said });
                self.b.place(all);
            }
        }
        let level = self.b.reg();
        let inner = Env { level: Some(level), ..env.clone() };
        self.count_up(level, least, most, |l| {
            let skip = l.b.label();
            if let Some(condition) = call.get("if") {
                l.unless(condition, &inner, skip);
            }
            l.op(Op::SetInsert { d, i: level });
            l.b.place(skip);
        });
        d
    }

    pub(in crate::lower) fn expand(&mut self, call: &'t Call, env: &Env<'t>) -> SetReg {
        let mut set = match call.get("region") {
            Some(region) => self.region(region, env),
            None => {
                let site = self.int(call.get("origin").expect("checked"), env);
                self.single(site)
            }
        };
        let steps = self.int_or(call.get("steps"), 1, env);
        let dirs = match call.get("directions") {
            Some(d) => self.directions(d, env),
            None => Dirs::of_relation(RelationType::Adjacent),
        };
        if let (Some(k), Some(mut sites)) = (self.const_of(steps), self.b.set_constant_of(set)) {
            let mut reached = vec![false; self.eq.sites as usize];
            sites.iter().for_each(|site| reached[*site as usize] = true);
            let mut done = 0;
            for _ in 0..k.max(0) {
                let front = done..sites.len();
                if front.is_empty() {
                    break;
                }
                done = sites.len();
                for at in front {
                    for t in self.steps_of_site(sites[at], &dirs) {
                        if !std::mem::replace(&mut reached[t as usize], true) {
                            sites.push(t);
                        }
                    }
                }
            }
            return self.b.set_constant(sites);
        }
        let near = self.near_table(&dirs);
        let (d, k) = (self.b.set(), self.b.reg());
        self.op(Op::SetMove { d, a: set });
        let one = self.c(1);
        self.count_up(k, one, steps, |l| {
            set = l.image(d, near);
            l.op(Op::SetOr { d, a: d, b: set });
        });
        d
    }

    pub(in crate::lower) fn for_each_region(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> SetReg {
        if let Some(condition) = call.get("if") {
            let set = self.region(call.get("region").expect("checked"), env);
            // The site of a loop around is still the destination at hand.
            let env = &Env { to: env.to.or(env.site), ..env.clone() };
            return self.filtered(set, condition, crate::lower::conditions::predicates::Var::Site, term, env);
        }
        if let Some(of) = call.get("of") {
            let outer = self.region(of, env);
            let site = self.var(term, "site");
            let all = self.b.set();
            let none = self.b.set_constant([]);
            self.op(Op::SetMove { d: all, a: none });
            let inner = Env { site: Some(site), ..env.clone() };
            self.each(outer, site, |l| {
                let set = l.region(call.get("region").expect("checked"), &inner);
                l.op(Op::SetOr { d: all, a: all, b: set });
            });
            return all;
        }
        self.unsupported(term);
        self.b.set_constant([])
    }
}
