//! Leaps and walks: where they lead is known before play.

use crate::board::{Direction, Edges, RelationType, WalkEnd, Way};
use crate::lower::conditions::predicates::Var;
use crate::lower::moves::Emission;
use crate::lower::moves::travel::Clauses;
use crate::lower::regions::directions::RayTables;
use crate::lower::{Env, Lower};
use crate::program::op::{Bin, Cmp, Op, Reg, SetReg, SetTableId};
use crate::program::{MoveKind, Role};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::diagnostic::Diagnostic;
use parlour_grammar::rules::{Call, Term};

impl<'t> Lower<'t> {
    pub(in crate::lower) fn generate_leap(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let clauses = Clauses::of(call);
        let Some(table) = self.walk_table(call, env) else { return self.unsupported(term) };
        let to = self.var(term, "to");
        let condition = Clauses::condition(clauses.to);
        self.each_from(&clauses, term, env, |l, from, env| {
            let inner = Env { from: Some(from), to: Some(to), ..env.clone() };
            let reached = l.b.set();
            l.op(Op::SetTable { d: reached, table, i: from });
            l.emit_reached(term, &clauses, condition, reached, from, to, &inner);
        });
    }

    /// For each site those to which the walks of a form lead from there, begun in every orthogonal direction, or in the first with
    /// `rotations:False`; with `forward:True` those that lie ahead. Nothing if that is not known before play.
    pub(in crate::lower) fn walk_table(&mut self, call: &'t Call, env: &Env<'t>) -> Option<SetTableId> {
        let walks = call.get("walk")?;
        let one = walks.members().iter().all(|m| m.symbol().is_some());
        let walks: Vec<Vec<char>> =
            if one { vec![letters(walks)] } else { walks.members().iter().map(letters).collect() };
        let mut known = |slot: &str| {
            let said = call.get(slot).map(|said| self.bool(said, env))?;
            Some(self.const_of(said).map(|k| k != 0))
        };
        let (forward, rotations) =
            (known("forward").unwrap_or(Some(false))?, known("rotations").unwrap_or(Some(true))?);
        let facing = if forward { self.faced(env) } else { None };
        let mut rows: Vec<Vec<u32>> = (0..self.eq.sites).map(|s| self.leaps(s, &walks, rotations)).collect();
        if let Some(facing) = facing {
            for (from, row) in (0..).zip(&mut rows) {
                row.retain(|to| self.lies_ahead(facing, from, *to));
            }
        }
        Some(self.b.set_table(rows))
    }

    /// Whether a site lies further on in each way that a direction leads: rows, columns.
    fn lies_ahead(&self, facing: Direction, from: u32, to: u32) -> bool {
        let place = |site: u32| {
            let (kind, number) = self.eq.place_of(site);
            (self.eq.board.row(kind, number), self.eq.board.column(kind, number))
        };
        let ((row, column), (to_row, to_column)) = (place(from), place(to));
        let (up, right) = (to_row.cmp(&row) as i32, to_column.cmp(&column) as i32);
        let (dx, dy) = facing.signs();
        (dy == 0 || up == dy) && (dx == 0 || right == dx)
    }

    /// Destinations in a set, filtered by the condition on each.
    #[expect(clippy::too_many_arguments, reason = "the parts of one move")]
    pub(in crate::lower) fn emit_reached(
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
        if let Some(reached) = self.landings(reached, condition, &to_env) {
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

    /// Where walks of steps and turns lead from a site, begun in every orthogonal direction, or in the first.
    fn leaps(&self, site: u32, walks: &[Vec<char>], rotations: bool) -> Vec<u32> {
        let (kind, number) = self.eq.place_of(site);
        let mut reached = Vec::new();
        if number as usize >= self.eq.board.count(kind) {
            return reached;
        }
        let first = self.first(kind);
        let compass = self.eq.board.directions(kind, RelationType::Orthogonal);
        for walk in walks {
            for start in 0..if rotations { compass.len() } else { compass.len().min(1) } {
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
    pub(in crate::lower) fn generate_walk(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
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
        let paths = call.look("through").is_some();
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
                Emission {
                    kind: MoveKind::Travel,
                    choices,
                    set: None,
                    word: String::new(),
                    secrecy: crate::program::Secrecy::Open,
                }
            };
            let effects = |l: &mut Self, e: &Env<'t>| {
                l.apply_clause(Clauses::apply(clauses.to), e);
                if l.stacks.is_some() { l.move_top(from, to, count) } else { l.move_piece(from, to, e.level) }
            };
            if let Some(table) = ends_table {
                let reached = l.b.set();
                l.op(Op::SetTable { d: reached, table, i: at });
                let to_env = Env { to: None, ..inner.clone() };
                match l.landings(reached, condition, &to_env) {
                    Some(reached) => {
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
                if edges == Edges::Fall && falls.contains(&1) {
                    // A walk that leaves the board ends nowhere, and takes its pieces out of the game.
                    let (stays, off) = (l.b.label(), l.c(crate::lower::numbers::OFF));
                    let leaves = l.table(falls, at);
                    l.op(Op::JumpCmp { cmp: Cmp::Ne, a: leaves, b: one, to: stays });
                    l.op(Op::Move { d: to, a: off });
                    let emission = emission(l);
                    l.emit(term, &inner, emission, effects);
                    l.b.place(stays);
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
    pub(in crate::lower) fn parts_ends(&self, condition: &Term, env: &Env<'t>) -> bool {
        let Some(call) = condition.call().filter(|c| c.prim == Prim::NotEquals) else { return false };
        let (Some(a), Some(b)) = (call.get("a"), call.get("b")) else { return false };
        let env = Env { to: None, ..env.clone() };
        let pair = |a, b| self.is_var(a, Var::To, &env) && self.is_var(b, Var::From, &env);
        pair(a, b) || pair(b, a)
    }
}

fn letters(walk: &Term) -> Vec<char> {
    walk.members().iter().filter_map(Term::symbol).filter_map(|w| w.chars().next()).collect()
}
