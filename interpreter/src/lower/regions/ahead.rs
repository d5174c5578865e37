//! What lies ahead of a site, also beyond an edge and in a direction that is computed; and numbers over all players.

use crate::board::{Edges, RelationType, WalkEnd};
use crate::lower::numbers::OFF;
use crate::lower::{Env, Lower};
use crate::program::op::{Bin, Cmp, Op, Reg, TableId};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::diagnostic::Diagnostic;
use parlour_grammar::rules::{Call, Term};

impl<'t> Lower<'t> {
    /// The site ahead that a form means.
    pub(in crate::lower) fn ahead_of(&mut self, call: &'t Call, env: &Env<'t>) -> Reg {
        let site = self.site_in(call, "site", env);
        let steps = self.int_or(call.get("steps"), 1, env);
        self.ahead(site, steps, call, env)
    }

    /// The site so many steps ahead, as far as the board goes.
    fn ahead(&mut self, site: Reg, steps: Reg, call: &'t Call, env: &Env<'t>) -> Reg {
        let directions = call.get("directions");
        if let Some(next) = self.steps_at_edges(call, env) {
            return self.repeated(next, site, steps);
        }
        let dirs = match directions {
            Some(d) => self.directions(d, env),
            None => crate::lower::regions::directions::Dirs::new(vec![self.facing(env)]),
        };
        // Where the board does not go on so far, nothing lies ahead but the site itself.
        let known = self.const_of(steps);
        let far = known.map_or(Some(0), |k| usize::try_from(k).ok()?.checked_sub(1));
        let ahead = |s: u32| {
            let rays = self.rays_of(s, &dirs);
            far.and_then(|far| rays.iter().find_map(|ray| ray.get(far))).map_or(s as i32, |to| *to as i32)
        };
        let question = (dirs.clone(), far);
        let next = match self.ways_known.ahead.get(&question) {
            Some(next) => next,
            None => {
                let next = (0..self.eq.sites).map(ahead).collect();
                let next = self.b.table(next);
                self.ways_known.ahead.put(question, next)
            }
        };
        let (base, steps) = (self.c(0), if known.is_some() { self.c(1) } else { steps });
        self.repeated((next, base), site, steps)
    }

    /// Steps by a table, whose part for the direction begins at a place.
    fn repeated(&mut self, (next, base): (TableId, Reg), site: Reg, steps: Reg) -> Reg {
        if self.const_of(steps) == Some(1) {
            let i = self.bin(Bin::Add, base, site);
            // Off the board there is nothing ahead, whatever the direction.
            let (d, end, off, zero) = (self.b.reg(), self.b.label(), self.c(OFF), self.c(0));
            self.op(Op::Move { d, a: off });
            self.op(Op::JumpCmp { cmp: Cmp::Lt, a: site, b: zero, to: end });
            let to = self.table_at(next, i);
            self.op(Op::Move { d, a: to });
            self.b.place(end);
            return d;
        }
        let at = self.b.reg();
        self.op(Op::Move { d: at, a: site });
        let (k, one, zero) = (self.b.reg(), self.c(1), self.c(0));
        self.count_up(k, one, steps, |l| {
            let off = l.b.label();
            l.op(Op::JumpCmp { cmp: Cmp::Lt, a: at, b: zero, to: off });
            let i = l.bin(Bin::Add, base, at);
            let to = l.table_at(next, i);
            l.op(Op::Move { d: at, a: to });
            l.b.place(off);
        });
        at
    }

    /// The site a step ahead of each, for each direction that a computed one may be, or for the one that is named: where the edges
    /// matter or the direction is computed. And where the part of the table for the direction begins.
    fn steps_at_edges(&mut self, call: &'t Call, env: &Env<'t>) -> Option<(TableId, Reg)> {
        let directions = call.get("directions");
        let number = directions.and_then(Term::call).filter(|c| c.prim == Prim::DirectionNumber);
        let said = call.get("edges");
        if number.is_none() && said.is_none() {
            return None;
        }
        let edges = match said.and_then(Term::symbol) {
            Some("Wrap") => Some(Edges::Wrap),
            Some("Fall" | "Block") => Some(Edges::Fall),
            None => None,
            Some(_) => {
                self.unsupported(said.expect("it was found above"));
                None
            }
        };
        let kind = self.eq.kind();
        let (singles, base) = match (number, directions) {
            (Some(number), _) => {
                let n = self.int(number.get("number").expect("checked"), env);
                let (one, width) = (self.c(1), self.c(self.eq.sites as i32));
                let n = self.bin(Bin::Sub, n, one);
                (self.eq.board.directions(kind, RelationType::All).to_vec(), self.bin(Bin::Mul, n, width))
            }
            (None, Some(d)) => {
                let dirs = self.directions(d, env);
                (self.singles(&dirs), self.c(0))
            }
            (None, None) => (vec![self.facing(env)], self.c(0)),
        };
        let question = (singles, edges);
        if let Some(table) = self.ways_known.at_edges.get(&question) {
            return Some((table, base));
        }
        let singles = &question.0;
        let board_sites = self.eq.board_sites();
        let mut table = Vec::with_capacity(singles.len() * self.eq.sites as usize);
        let mut flaw = None;
        for direction in singles {
            let way = self.eq.board.way(kind, *direction);
            for s in 0..self.eq.sites {
                let stays = if edges.is_none() { s as i32 } else { OFF };
                let next =
                    if s < board_sites { way.walk(s, 1, edges.unwrap_or(Edges::Fall)) } else { Ok(WalkEnd::Off) };
                table.push(match next {
                    Ok(WalkEnd::At(to)) => to as i32,
                    Ok(_) => stays,
                    Err(e) => {
                        flaw.get_or_insert(e);
                        stays
                    }
                });
            }
        }
        let table = self.b.table(table);
        if let Some(e) = flaw {
            let at = said.or(directions).map_or(self.b.origin, |t| t.origin);
            let found = Diagnostic::error("E0511", e.to_string(), at, "there is no way ahead so on this board");
            self.report(found.help("name directions in which the board has one straight way from each site"));
            return Some((table, base));
        }
        Some((self.ways_known.at_edges.put(question, table), base))
    }

    /// `(count Players if:…)`, `(greatest Player …)`
    pub(in crate::lower) fn over_players(&mut self, call: &'t Call, env: &Env<'t>) -> Reg {
        let d = self.b.reg();
        let (greatest, op) = match call.get("value") {
            Some(_) => (self.c(i32::MIN), Bin::Max),
            None => (self.c(0), Bin::Add),
        };
        self.op(Op::Move { d, a: greatest });
        for p in 1..=self.players() {
            let inner = Env { player: Some(self.c(p as i32)), ..env.clone() };
            let value = self.within(p as usize, |l| match call.get("value") {
                Some(value) => l.int(value, &inner),
                None => l.bool(call.get("if").expect("checked"), &inner),
            });
            self.op(Op::Bin { op, d, a: d, b: value });
        }
        d
    }
}
