//! Moves from region to region, and on one site: select, add, remove.

use crate::board::{Direction, RelationType, SiteType};
use crate::lower::conditions::predicates::Var;
use crate::lower::effects::change::Traits;
use crate::lower::moves::Emission;
use crate::lower::moves::travel::Clauses;
use crate::lower::regions::directions::Dirs;
use crate::lower::{Env, Lower};
use crate::program::op::{Bin, Cmp, Op, Reg, SetReg};
use crate::program::{MoveKind, Role};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::rules::{Call, Term};

impl<'t> Lower<'t> {
    pub(in crate::lower) fn generate_from_to(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let clauses = Clauses::of(call);
        let condition = Clauses::condition(clauses.to);
        let count = call.get("count");
        let copy = call.flag("copy");
        let to = self.var(term, "to");
        self.each_from(&clauses, term, env, |l, from, env| {
            let region = match clauses.to.and_then(|c| Some((c, c.get("region")?))) {
                Some((clause, region)) => {
                    l.note_ask();
                    let set = l.sites_said(clause, region, env);
                    l.note_within(region.origin, Some(Role::To), set, env);
                    set
                }
                None => {
                    let site = match env.to.or(env.site) {
                        Some(site) => site,
                        None => l.load(l.fields.last_to.expect("every game has it")),
                    };
                    l.single(site)
                }
            };
            let region = l.aimed(region);
            let number = count.map(|c| {
                let n = l.int(c, env);
                let reg = l.var(term, "count");
                l.op(Op::Move { d: reg, a: n });
                reg
            });
            let inner = Env { from: Some(from), to: Some(to), ..env.clone() };
            // Nothing can be moved from an empty site.
            let none = l.b.label();
            let what = l.load_at(l.known.what, from);
            l.op(Op::JumpUnless { c: what, to: none });
            if l.eq.has_large() {
                l.travel_large(term, &clauses, region, copy, &inner, none);
            }
            for (i, turn) in l.turns_said(&clauses, env).into_iter().enumerate() {
                l.within(i, |l| {
                    let turn = turn.map(|turn| {
                        let reg = l.var(term, "rotation");
                        l.op(Op::Move { d: reg, a: turn });
                        reg
                    });
                    let effects = |l: &mut Self, e: &Env<'t>| {
                        l.apply_clause(Clauses::apply(clauses.to), e);
                        let (Some(from), Some(to)) = (e.from, e.to) else { return };
                        l.unless_nowhere(from, to, |l| match number {
                            _ if clauses.level(e).is_some() && l.levels_are_single() => {
                                l.insert_piece(from, to, call, &clauses, e);
                            }
                            Some(number) => l.move_count(from, to, number, copy, false),
                            None if copy => l.copy_piece(from, to),
                            None if clauses.stack => {
                                let lo = clauses.level(e).unwrap_or_else(|| l.c(0));
                                l.move_pieces(from, to, lo, None);
                            }
                            None => l.insert_piece(from, to, call, &clauses, e),
                        });
                        if let Some((a, field)) = turn.zip(l.known.rotation) {
                            let cell = l.cell(to, None, e);
                            l.op(Op::StoreAt { field, i: cell, a });
                        }
                    };
                    let emission = || {
                        let mut emission = Emission::travel(from, to);
                        // Where it is not the same for all moves, how many go is part of the choice.
                        let counted = number.filter(|_| env.value.is_some());
                        emission.choices.extend(counted.map(|number| (Role::Count, number)));
                        emission.choices.extend(turn.map(|turn| (Role::Rotation, turn)));
                        emission
                    };
                    let to_env = Env { to: None, ..inner.clone() };
                    match l.landings(region, condition, &to_env) {
                        Some(reached) => l.emit(term, &inner, emission().through(reached, 1), effects),
                        None => l.each(region, to, |l| {
                            let skip = l.b.label();
                            if let Some(condition) = condition {
                                l.unless(condition, &inner, skip);
                            }
                            l.emit(term, &inner, emission(), effects);
                            l.b.place(skip);
                        }),
                    }
                });
            }
            l.b.place(none);
        });
    }

    /// One piece goes to another site, at the level that is said there, or on top.
    fn insert_piece(&mut self, from: Reg, to: Reg, call: &'t Call, clauses: &Clauses<'t>, env: &Env<'t>) {
        let level = self.settle_insertion(call, to, env);
        self.move_piece(from, to, clauses.level(env));
        self.insert(to, level);
    }

    /// The rotations that a destination says pieces may have there; one that is none if it says nothing.
    fn turns_said(&mut self, clauses: &Clauses<'t>, env: &Env<'t>) -> Vec<Option<Reg>> {
        let Some(said) = clauses.to.and_then(|c| c.get("rotations")) else { return vec![None] };
        let Some(directions) = said.call().filter(|c| c.prim == Prim::Rotations).and_then(|c| c.get("directions"))
        else {
            return said.members().iter().map(|turn| Some(self.int(turn, env))).collect();
        };
        let dirs = self.directions(directions, env);
        let ways = self.eq.board.directions(self.eq.kind(), RelationType::Adjacent).to_vec();
        let turns = self.singles(&dirs).into_iter().filter_map(|d| ways.iter().position(|way| *way == d));
        turns.map(|turn| Some(self.b.constant(turn as i32))).collect()
    }

    pub(in crate::lower) fn generate_select(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let clauses = Clauses::of(call);
        if [clauses.from, clauses.to].into_iter().flatten().any(runs_through_levels) {
            return self.select_pieces(&clauses, term, env);
        }
        if clauses.to.is_none() {
            let clause = clauses.from.expect("checked");
            self.note_generator(term, env);
            let region = match clause.get("region") {
                Some(region) => {
                    self.note_ask();
                    let set = self.sites_said(clause, region, env);
                    self.note_within(region.origin, Some(Role::To), set, env);
                    self.within_kind(set, clause)
                }
                None => match env.from.or(env.site) {
                    Some(site) => self.single(site),
                    None => self.board_set(),
                },
            };
            let site = self.var(term, "from");
            let mut inner = Env { from: Some(site), to: Some(site), ..env.clone() };
            self.settle_level(clause.get("level"), term, &mut inner);
            let mut emission = Emission::place(site);
            let level = inner.level.filter(|_| self.stacks.is_some() && clause.look("level").is_some());
            emission.choices.extend(level.map(|level| (Role::LevelTo, level)));
            let Some(condition) = clause.get("if") else {
                return self.emit_placed(term, None, region, site, &inner, emission, |_, _| {});
            };
            let bare = Env { from: None, to: None, ..env.clone() };
            if !crate::lower::asks_of_destination(condition)
                && let Some(good) = self.where_(condition, Var::From, &bare)
            {
                let set = self.set_and(region, good);
                return self.emit(term, &inner, emission.through(set, 0), |_, _| {});
            }
            self.each(region, site, |l| {
                let skip = l.b.label();
                l.unless(condition, &inner, skip);
                l.emit(term, &inner, emission, |_, _| {});
                l.b.place(skip);
            });
            return;
        }
        let condition = Clauses::condition(clauses.to);
        let to = self.var(term, "to");
        self.each_from(&clauses, term, env, |l, from, env| {
            let region = match clauses.to.and_then(|c| Some((c, c.get("region")?))) {
                Some((clause, region)) => {
                    l.note_ask();
                    let set = l.sites_said(clause, region, env);
                    l.note_within(region.origin, Some(Role::To), set, env);
                    set
                }
                // Without one, it is the site itself.
                None => l.single(from),
            };
            let inner = Env { from: Some(from), to: Some(to), ..env.clone() };
            l.each(region, to, |l| {
                let skip = l.b.label();
                if let Some(condition) = condition {
                    l.unless(condition, &inner, skip);
                }
                l.emit(term, &inner, Emission::travel(from, to), |l, e| l.apply_clause(Clauses::apply(clauses.to), e));
                l.b.place(skip);
            });
        });
    }

    /// Of a region, what is of the kind of site that a clause means. Those of hands are cells, and must be asked for as such.
    fn within_kind(&mut self, region: SetReg, clause: &'t Call) -> SetReg {
        if self.eq.kind() == SiteType::Cell || self.eq.containers.len() < 2 || clause.look("siteType").is_some() {
            return region;
        }
        let board = self.board_set();
        self.set_and(region, board)
    }

    /// `(move Select (from … level:Any) (to … level:Any))`: pieces on any level of their stacks.
    fn select_pieces(&mut self, clauses: &Clauses<'t>, term: &'t Term, env: &Env<'t>) {
        let from = clauses.from.expect("checked");
        self.each_piece(from, (Role::From, "from"), term, env, |l, at, env| match clauses.to {
            None => {
                let to =
                    at.iter().map(|(role, reg)| (if *role == Role::From { Role::To } else { Role::LevelTo }, *reg));
                l.emit(term, env, selection(MoveKind::Place, to.collect()), |_, _| {});
            }
            Some(to) => l.each_piece(to, (Role::To, "to"), term, env, |l, there, env| {
                let choices = at.iter().chain(&there).copied().collect();
                l.emit(term, env, selection(MoveKind::Travel, choices), |l, e| {
                    l.apply_clause(Clauses::apply(Some(to)), e)
                });
            }),
        });
    }

    /// Runs `body` for each piece that a clause means: with what names it, and with the words of the clause.
    fn each_piece(
        &mut self,
        clause: &'t Call,
        (role, which): (Role, &'static str),
        term: &'t Term,
        env: &Env<'t>,
        body: impl FnOnce(&mut Self, Vec<(Role, Reg)>, &Env<'t>),
    ) {
        let Some(stacks) = self.stacks.clone() else { return self.unsupported(term) };
        let region = match clause.get("region") {
            Some(region) if crate::lower::is_int(region) => {
                let site = self.site_said(clause, region, env);
                self.single(site)
            }
            Some(region) => self.sites_said(clause, region, env),
            None => self.board_set(),
        };
        let occupied = self.occupied();
        let sites = self.set_and(region, occupied);
        let is_from = role == Role::From;
        let (site, level) = (self.var(term, which), self.var(term, if is_from { "level from" } else { "level to" }));
        let mut inner = Env { level: Some(level), ..env.clone() };
        if is_from {
            (inner.from, inner.to, inner.level_from, inner.level_to) =
                (Some(site), Some(site), Some(level), Some(level));
        } else {
            (inner.to, inner.level_to) = (Some(site), Some(level));
        }
        self.each(sites, site, |l| {
            let height = l.load_at(stacks.height, site);
            let (one, zero) = (l.c(1), l.c(0));
            let top = l.bin(Bin::Sub, height, one);
            let lowest = if runs_through_levels(clause) { zero } else { top };
            let (lowest, top) = match clause.get("level").filter(|_| !runs_through_levels(clause)) {
                Some(said) => {
                    let said = l.int(said, &inner);
                    (said, said)
                }
                None => (lowest, top),
            };
            l.count_up(level, lowest, top, |l| {
                let skip = l.b.label();
                if let Some(condition) = clause.get("if") {
                    l.unless(condition, &inner, skip);
                }
                let level_role = if is_from { Role::LevelFrom } else { Role::LevelTo };
                body(l, vec![(role, site), (level_role, level)], &inner);
                l.b.place(skip);
            });
        });
    }

    /// Moves on one site each, for the sites of a set that satisfy a condition on `(to)`.
    #[expect(clippy::too_many_arguments, reason = "the parts of one move")]
    pub(in crate::lower) fn emit_placed(
        &mut self,
        term: &'t Term,
        condition: Option<&'t Term>,
        region: SetReg,
        site: Reg,
        env: &Env<'t>,
        emission: Emission,
        effects: impl FnOnce(&mut Self, &Env<'t>),
    ) {
        let to_env = Env { to: None, from: None, ..env.clone() };
        match self.landings(region, condition, &to_env) {
            Some(set) => {
                self.emit(term, env, emission.through(set, 0), effects);
            }
            None => self.each(region, site, |l| {
                let skip = l.b.label();
                if let Some(condition) = condition {
                    l.unless(condition, env, skip);
                }
                l.emit(term, env, emission, effects);
                l.b.place(skip);
            }),
        }
    }

    pub(in crate::lower) fn generate_add(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let clause = call.get("to").and_then(Term::call).expect("checked");
        let kind = self.kind_in(clause, "siteType");
        self.note_generator(term, env);
        let region = match clause.get("region") {
            Some(region) => {
                self.note_ask();
                let set = self.sites_said(clause, region, env);
                self.note_within(region.origin, Some(Role::To), set, env);
                set
            }
            None => match env.to.or(env.site) {
                Some(site) => self.single(site),
                None => self.part(kind, crate::board::Region::Board),
            },
        };
        let site = self.var(term, "to");
        let inner = Env { to: Some(site), ..env.clone() };
        let pieces = self.pieces_to_add(call, term);
        for (i, piece) in pieces.into_iter().enumerate() {
            self.within(i, |l| {
                let clauses = Clauses::of(call);
                let (done, mut known) = (l.b.label(), None);
                if l.eq.has_large() {
                    let bare = Env { to: env.to, ..inner.clone() };
                    let (what, _, traits) = l.addition(&piece, None, &bare);
                    if l.place_large(term, &clauses, (what, traits.state), region, &inner, done) {
                        return l.b.place(done);
                    }
                }
                // Which piece it is, and how many, does not hang on the site, and is known before anything is done.
                let (piece, count) = (l.settle_piece(piece, term, env), l.settle_count(call, term, env));
                l.emit_placed(term, clause.get("if"), region, site, &inner, Emission::place(site), |l, e| {
                    let (what, _, traits) = l.addition(&piece, None, e);
                    known = l.const_of(what).and_then(|what| u32::try_from(what).ok());
                    let level = l.settle_insertion(call, site, e);
                    l.apply_clause(Clauses::apply(clauses.to), e);
                    let traits = Traits { kept: Clauses::apply(clauses.to).is_some(), ..traits };
                    l.unless_none(count, |l| {
                        l.put_piece(site, what, count, traits);
                        l.insert(site, level);
                    });
                });
                if let (Some(_), Some(rule)) = (known, l.rule_ids.get(&l.key(term, "rule")).copied()) {
                    l.b.rule_mut(rule).piece = known;
                }
                l.b.place(done);
            });
        }
    }

    /// Of some sites those on whose pieces no two others rest.
    fn unpinned(&mut self, sites: SetReg, occupied: SetReg) -> SetReg {
        let above = self.near_table(&Dirs::new(vec![Direction::Upward]));
        let (free, here, site, one) = (self.b.set(), self.b.set(), self.b.reg(), self.c(1));
        self.op(Op::SetMove { d: free, a: sites });
        self.each(sites, site, |l| {
            let next = l.b.label();
            l.op(Op::SetTable { d: here, table: above, i: site });
            l.op(Op::SetAnd { d: here, a: here, b: occupied });
            let n = l.size_of(here);
            l.op(Op::JumpCmp { cmp: Cmp::Le, a: n, b: one, to: next });
            l.op(Op::SetRemove { d: free, i: site });
            l.b.place(next);
        });
        free
    }

    /// `(gravity)`: pieces drop to free sites below them until none can, the first that can each time.
    pub(in crate::lower) fn drop_pieces(&mut self) {
        let Some(rule) = self.meta_rule(Prim::Gravity) else { return };
        if self.stacks.is_some() {
            return self.unsupported(rule);
        }
        let (starts, below) = self.step_lists(&Dirs::new(vec![Direction::Downward]));
        let (site, at, to, zero, one) = (self.b.reg(), self.b.reg(), self.b.reg(), self.c(0), self.c(1));
        let (again, end) = (self.b.here(), self.b.label());
        let dropped = self.b.label();
        let (occupied, board) = (self.occupied(), self.board_set());
        let pieces = self.set_and(occupied, board);
        self.each(pieces, site, |l| {
            let next = l.b.label();
            l.op(Op::Table { d: at, table: starts, i: site });
            let more = l.b.here();
            l.op(Op::Table { d: to, table: below, i: at });
            l.op(Op::JumpCmp { cmp: Cmp::Lt, a: to, b: zero, to: next });
            let there = l.load_at(l.known.what, to);
            let taken = l.b.label();
            l.op(Op::JumpIf { c: there, to: taken });
            l.move_piece(site, to, None);
            l.op(Op::Jump { to: dropped });
            l.b.place(taken);
            l.op(Op::Bin { op: Bin::Add, d: at, a: at, b: one });
            l.op(Op::Loop { to: more });
            l.b.place(next);
        });
        self.op(Op::Jump { to: end });
        self.b.place(dropped);
        self.op(Op::Loop { to: again });
        self.b.place(end);
    }

    pub(in crate::lower) fn generate_remove(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        self.note_generator(term, env);
        self.note_ask();
        let region_term = call.get("region").expect("checked");
        let region = self.sites_said(call, region_term, env);
        self.note_within(region_term.origin, Some(Role::To), region, env);
        let occupied = self.occupied();
        let mut region = self.set_and(region, occupied);
        if self.purpose == crate::lower::Purpose::Choose && self.meta_rule(Prim::Pin).is_some() {
            region = self.unpinned(region, occupied);
        }
        let site = self.var(term, "to");
        let inner = Env { to: Some(site), from: env.from.or(Some(site)), ..env.clone() };
        let level = call.get("level").filter(|_| self.stacks.is_some()).map(|level| {
            let (d, a) = (self.var(term, "level"), self.int(level, &inner));
            self.op(Op::Move { d, a });
            d
        });
        let mut emission = Emission::place(site);
        emission.choices.extend(level.map(|level| (Role::LevelTo, level)));
        self.emit_placed(term, None, region, site, &inner, emission, |l, e| {
            let said = match level {
                Some(level) => l.removal_from(call, level, e),
                None => l.removal(call, e),
            };
            l.remove_at(call, site, said);
        });
    }
}

/// Whether a clause means the pieces on all levels.
fn runs_through_levels(clause: &Call) -> bool {
    clause.get("level").and_then(Term::symbol) == Some("Any")
}

fn selection(kind: MoveKind, choices: Vec<(Role, Reg)>) -> Emission {
    Emission { kind, choices, set: None, word: String::new(), secrecy: crate::program::Secrecy::Open }
}
