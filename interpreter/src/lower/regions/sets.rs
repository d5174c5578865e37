//! Sets of sites: parts of the board, pieces by owner and kind, and operations on sets.

use crate::board::{Region, SiteType};
use crate::lower::regions::directions::Dirs;
use crate::lower::{Env, Lower};
use crate::program::op::{Bin, Cmp, Op, Reg, SetReg, Small};
use parlour_grammar::diagnostic::Dialect;
use parlour_grammar::rules::{Call, Term, TermKind};

/// What says, behind the sites, that something is pending.
pub(crate) const PENDING: i32 = 2;

impl<'t> Lower<'t> {
    // Parts of the board.

    /// A part of the board that its shape defines.
    pub(in crate::lower) fn part(&mut self, kind: SiteType, region: Region) -> SetReg {
        let first = self.first(kind);
        let sites = self.eq.board.region(kind, region).into_iter().map(|s| s + first);
        self.b.set_constant(sites)
    }

    /// All sites of the board's usual kind.
    pub(in crate::lower) fn board_set(&mut self) -> SetReg {
        let n = self.eq.board_sites();
        self.b.set_constant(0..n)
    }

    pub(in crate::lower) fn whole_board(&self, kind: SiteType) -> bool {
        kind == self.eq.kind() && self.eq.board_sites() == self.eq.sites
    }

    pub(in crate::lower) fn empty_sites(&mut self, kind: SiteType) -> SetReg {
        let index = self.empty_index();
        let empty = self.class(index, 0);
        if self.whole_board(kind) {
            return empty;
        }
        let board = self.part(kind, Region::Board);
        self.set_and(empty, board)
    }

    /// Where a piece may be added on an open plane: in the middle at first, then beside the others.
    pub(in crate::lower) fn playable_sites(&mut self, kind: SiteType) -> SetReg {
        let near = self.near_table(&Dirs::of_relation(crate::board::RelationType::Adjacent));
        let (occupied, empty) = (self.occupied(), self.empty_sites(kind));
        let beside = self.image(occupied, near);
        let (d, centre, none) = (self.b.set(), self.part(kind, Region::Centre), self.b.label());
        let beside = self.set_and(beside, empty);
        self.op(Op::SetMove { d, a: centre });
        self.op(Op::JumpEmpty { s: occupied, to: none });
        self.op(Op::SetMove { d, a: beside });
        self.b.place(none);
        d
    }

    pub(in crate::lower) fn occupied(&mut self) -> SetReg {
        let empty = self.empty_index();
        let empty = self.class(empty, 0);
        let all = self.b.set_constant(0..self.eq.sites);
        self.set_diff(all, empty)
    }

    pub(in crate::lower) fn class(&mut self, index: crate::program::op::IndexId, class: u32) -> SetReg {
        let d = self.b.set();
        self.op(Op::LoadSet { d, index, class: Small(class as u16) });
        d
    }

    /// Row `i` of a table of sets.
    pub(in crate::lower) fn row_of(&mut self, rows: Vec<Vec<u32>>, i: Reg) -> SetReg {
        if let Some(k) = self.const_of(i) {
            let row = usize::try_from(k).ok().and_then(|k| rows.get(k).cloned()).unwrap_or_default();
            return self.b.set_constant(row);
        }
        let table = self.b.set_table(rows);
        let d = self.b.set();
        self.op(Op::SetTable { d, table, i });
        d
    }

    /// The sites of the container of a number: the board is 0, then hands.
    pub(in crate::lower) fn sites_of_container(&mut self, number: Reg) -> SetReg {
        let rows = self.eq.containers.iter().map(|c| (c.first..c.first + c.sites).collect()).collect();
        self.row_of(rows, number)
    }

    /// The greatest state that pieces are said to have; players + 1 at least.
    pub(in crate::lower) fn most_state(&self) -> u32 {
        let flips = self.eq.components.iter().filter_map(|c| c.flips).map(|(a, b)| a.max(b)).max().unwrap_or(0);
        (flips as u32).max(self.players() + 1).max(15)
    }

    // Pieces.

    /// The sites whose (top) piece belongs to the players of a role.
    pub(in crate::lower) fn owned_by(&mut self, role: &'t Term, env: &Env<'t>) -> SetReg {
        let n = self.players();
        match role.symbol() {
            Some("All" | "Each") => self.occupied(),
            Some(word) if n != 2 && self.several(word).is_some() => {
                let index = self.owner_index();
                let mut all: Option<SetReg> = None;
                for p in self.several(word).expect("asked above") {
                    let set = self.class(index, p);
                    all = Some(all.map_or(set, |a| self.set_or(a, set)));
                }
                all.unwrap_or_else(|| self.b.set_constant([]))
            }
            _ => {
                let who = self.player_or_int(role, env);
                self.owned_by_player(who)
            }
        }
    }

    pub(in crate::lower) fn owned_by_player(&mut self, who: Reg) -> SetReg {
        let index = self.owner_index();
        if let Some(k) = self.const_of(who) {
            if k < 0 || k as u32 > self.players() + 1 {
                return self.b.set_constant([]);
            }
            return self.class(index, k as u32);
        }
        let d = self.b.set();
        self.op(Op::LoadSetAt { d, index, i: who });
        d
    }

    /// The sites with a piece of the role's players on any level, of one of these names if there are some.
    pub(in crate::lower) fn owned_anywhere(&mut self, role: &'t Term, names: &[String], env: &Env<'t>) -> SetReg {
        let Some(stacks) = self.stacks.clone() else { return self.owned_by(role, env) };
        let all = matches!(role.symbol(), Some("All" | "Each"));
        if all && names.is_empty() {
            return self.occupied();
        }
        let named = |c: &crate::lower::Component| i32::from(names.contains(&c.base) || names.contains(&c.name));
        let named: Option<Vec<i32>> =
            (!names.is_empty()).then(|| std::iter::once(0).chain(self.eq.components.iter().map(named)).collect());
        let wanted = role
            .symbol()
            .and_then(|word| if all { Some((0..=self.players() + 1).collect()) } else { self.several(word) })
            .map(|players| (0..=self.players() + 1).map(|p| i32::from(players.contains(&p))).collect::<Vec<_>>());
        let who = if wanted.is_some() { self.c(1) } else { self.player_or_int(role, env) };
        let occupied = self.occupied();
        let d = self.b.set();
        let none = self.b.set_constant([]);
        self.op(Op::SetMove { d, a: none });
        let (site, level) = (self.b.reg(), self.b.reg());
        self.each_level(occupied, (site, level), |l, cell| {
            let what = l.load_at(stacks.levels, cell);
            let skip = l.b.label();
            if let Some(named) = named {
                let called = l.table(named, what);
                l.op(Op::JumpUnless { c: called, to: skip });
            }
            let owner = l.owner_of(what);
            let owner = match wanted {
                Some(wanted) => l.table(wanted, owner),
                None => owner,
            };
            l.op(Op::JumpCmp { cmp: Cmp::Ne, a: owner, b: who, to: skip });
            l.op(Op::SetInsert { d, i: site });
            l.b.place(skip);
        });
        d
    }

    /// The sites of stacks that hold, on any level, a piece of one of these kinds.
    pub(in crate::lower) fn kinds_anywhere(&mut self, kinds: &[Reg]) -> SetReg {
        let Some(stacks) = self.stacks.clone() else { return self.sites_of_components(kinds) };
        let (occupied, none, d) = (self.occupied(), self.b.set_constant([]), self.b.set());
        self.op(Op::SetMove { d, a: none });
        let (site, level) = (self.b.reg(), self.b.reg());
        self.each_level(occupied, (site, level), |l, cell| {
            let there = l.load_at(stacks.levels, cell);
            let (found, other) = (l.b.label(), l.b.label());
            for kind in kinds {
                l.op(Op::JumpCmp { cmp: Cmp::Eq, a: there, b: *kind, to: found });
            }
            l.op(Op::Jump { to: other });
            l.b.place(found);
            l.op(Op::SetInsert { d, i: site });
            l.b.place(other);
        });
        d
    }

    /// The sites whose (top) piece is of one of these kinds.
    pub(in crate::lower) fn sites_of_components(&mut self, kinds: &[Reg]) -> SetReg {
        let sets: Vec<SetReg> = kinds.iter().map(|kind| self.sites_of_component(*kind)).collect();
        let union = sets.into_iter().reduce(|a, b| self.set_or(a, b));
        union.unwrap_or_else(|| self.b.set_constant([]))
    }

    /// The sites whose (top) piece has this name, with or without its owner's number.
    pub(in crate::lower) fn sites_of_name(&mut self, name: &str) -> SetReg {
        let mut classes = vec![-1];
        classes.extend(self.eq.components.iter().map(|c| if c.base == name || c.name == name { 0 } else { -1 }));
        let table = self.b.table(classes);
        let index = self.b.index(name, self.known.what, Some(table), 1);
        self.class(index, 0)
    }

    pub(in crate::lower) fn sites_of_component(&mut self, what: Reg) -> SetReg {
        let index = self.what_index();
        match self.const_of(what) {
            Some(k) if k >= 1 && k as usize <= self.eq.components.len() => self.class(index, k as u32),
            Some(_) => self.b.set_constant([]),
            None => {
                let d = self.b.set();
                self.op(Op::LoadSetAt { d, index, i: what });
                // Class 0 is the empty sites, which are in no line and no group of pieces.
                d
            }
        }
    }

    pub(in crate::lower) fn sites_occupied(&mut self, call: &'t Call, env: &Env<'t>) -> SetReg {
        let by = call.get("by").expect("checked");
        let top = call.flag_or("top", true);
        let names: Vec<String> = call
            .get("component")
            .or(call.get("components"))
            .map(|c| c.members().iter().filter_map(Term::text).map(str::to_owned).collect())
            .unwrap_or_default();
        let mut set = if top { self.owned_by(by, env) } else { self.owned_anywhere(by, &names, env) };
        let called = |c: &crate::lower::Component| names.contains(&c.base) || names.contains(&c.name);
        if top && self.stacks.is_some() && !names.is_empty() && self.dialect == Dialect::Ludii {
            // In Ludii it counts whose the stack is, and of which kind any piece in it is.
            let kinds: Vec<i32> = (1..).zip(&self.eq.components).filter(|(_, c)| called(c)).map(|(k, _)| k).collect();
            let kinds: Vec<Reg> = kinds.into_iter().map(|kind| self.c(kind)).collect();
            let anywhere = self.kinds_anywhere(&kinds);
            set = self.set_and(set, anywhere);
        } else if let Some(first) = names.first().filter(|_| top || self.stacks.is_none()) {
            let mut named = self.sites_of_name(first);
            for name in &names[1..] {
                let more = self.sites_of_name(name);
                named = self.set_or(named, more);
            }
            set = self.set_and(set, named);
        }
        let container = match call.get("container") {
            Some(container) => match (&container.kind, container.text()) {
                (_, Some(name)) => {
                    // `"Hand"` is that of whose pieces they are.
                    let numbered = |c: &crate::lower::Container| {
                        c.name.strip_prefix(name).is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()))
                    };
                    let several = by.symbol().is_some_and(|w| matches!(w, "All" | "Each") || self.several(w).is_some());
                    if several {
                        let all = self.eq.containers.iter().filter(|c| c.name == name || numbered(c));
                        let within = self.b.set_constant(all.flat_map(|c| c.first..c.first + c.sites));
                        return self.set_and(set, within);
                    }
                    let who = self.player_or_int(by, env);
                    let rows = (0..=self.players() + 1)
                        .map(|p| {
                            let of = |c: &&crate::lower::Container| c.name == name || numbered(c) && c.owner == p;
                            self.eq.containers.iter().filter(of).flat_map(|c| c.first..c.first + c.sites).collect()
                        })
                        .collect();
                    let within = self.row_of(rows, who);
                    return self.set_and(set, within);
                }
                (TermKind::Int(n), _) => self.eq.containers.get(*n as usize).map(|c| c.first..c.first + c.sites),
                _ => {
                    let number = self.int(container, env);
                    let within = self.sites_of_container(number);
                    return self.set_and(set, within);
                }
            },
            // Pieces in hands are pieces of theirs too, where they are on sites of the same kind: those of hands are cells.
            None if self.eq.kind() == SiteType::Cell => Some(0..self.eq.sites),
            None => Some(0..self.eq.board_sites()),
        };
        let kind = self.kind_in(call, "on");
        if kind != self.eq.kind() {
            let board = self.part(kind, Region::Board);
            return self.set_and(set, board);
        }
        for other in [SiteType::Cell, SiteType::Vertex, SiteType::Edge].into_iter().filter(|other| *other != kind) {
            if self.eq.first_of_kind[other as usize].is_some() {
                let elsewhere = self.part(other, Region::Board);
                set = self.set_diff(set, elsewhere);
            }
        }
        match container {
            Some(range) if range == (0..self.eq.sites) => set,
            Some(range) => {
                let range = self.b.set_constant(range);
                self.set_and(set, range)
            }
            None => set,
        }
    }

    // Operations.

    pub(in crate::lower) fn set_and(&mut self, a: SetReg, b: SetReg) -> SetReg {
        self.set_op(a, b, |x, y| x && y, |d, a, b| Op::SetAnd { d, a, b })
    }

    pub(in crate::lower) fn set_or(&mut self, a: SetReg, b: SetReg) -> SetReg {
        self.set_op(a, b, |x, y| x || y, |d, a, b| Op::SetOr { d, a, b })
    }

    pub(in crate::lower) fn set_diff(&mut self, a: SetReg, b: SetReg) -> SetReg {
        self.set_op(a, b, |x, y| x && !y, |d, a, b| Op::SetDiff { d, a, b })
    }

    pub(in crate::lower) fn set_op(
        &mut self,
        a: SetReg,
        b: SetReg,
        member: fn(bool, bool) -> bool,
        op: fn(SetReg, SetReg, SetReg) -> Op,
    ) -> SetReg {
        if let (Some(x), Some(y)) = (self.b.set_constant_of(a), self.b.set_constant_of(b)) {
            let sites = (0..self.eq.sites).filter(|s| member(x.contains(s), y.contains(s)));
            return self.b.set_constant(sites);
        }
        let d = self.b.set();
        self.op(op(d, a, b));
        d
    }

    pub(in crate::lower) fn single(&mut self, site: Reg) -> SetReg {
        if let Some(k) = self.const_of(site) {
            let site = u32::try_from(k).ok().filter(|s| *s < self.eq.sites);
            return self.b.set_constant(site);
        }
        let d = self.b.set();
        self.op(Op::Single { d, i: site });
        d
    }

    /// The sites that are pending.
    pub(in crate::lower) fn pending_sites(&mut self) -> SetReg {
        let field = self.pending_field();
        // The place behind the sites is in no class: no set has room for it.
        let table = self.b.table(vec![-1, 0, -1]);
        let index = self.b.index("pending", field, Some(table), 1);
        self.class(index, 0)
    }

    /// Runs `body` with the place of a number that may be pending, and whether it is no site's, unless it has none.
    pub(in crate::lower) fn at_pending(&mut self, number: Reg, body: impl FnOnce(&mut Self, Reg, Reg)) {
        let (zero, sites, end) = (self.c(0), self.c(self.eq.sites as i32), self.b.label());
        let behind = self.c(2 * self.eq.sites as i32);
        self.op(Op::JumpCmp { cmp: Cmp::Lt, a: number, b: zero, to: end });
        self.op(Op::JumpCmp { cmp: Cmp::Ge, a: number, b: behind, to: end });
        let beyond = self.cmp(Cmp::Ge, number, sites);
        let place = self.bin(Bin::Add, number, beyond);
        body(self, place, beyond);
        self.b.place(end);
    }

    /// Sites, or a number, are pending from where the code that comes back is run.
    pub(in crate::lower) fn set_pending(
        &mut self,
        value: Option<&'t Term>,
        env: &Env<'t>,
    ) -> crate::lower::effects::Commit<'t> {
        let (field, flag) = (self.pending_field(), self.c(self.eq.sites as i32));
        let number = value.filter(|v| self.usage.pending_numbers && crate::lower::is_int(v));
        if let Some(number) = number.map(|v| self.int(v, env)) {
            return Box::new(move |l| {
                let (one, pending) = (l.c(1), l.c(PENDING));
                l.at_pending(number, |l, place, beyond| {
                    // What is said of numbers that are no sites is in no set of those.
                    let said = l.bin(Bin::Add, one, beyond);
                    l.op(Op::StoreAt { field, i: place, a: said });
                });
                l.op(Op::StoreAt { field, i: flag, a: pending });
            });
        }
        let sites = value.map(|v| self.region(v, env));
        Box::new(move |l| {
            let (one, pending, none) = (l.c(1), l.c(PENDING), l.b.label());
            if let Some(sites) = sites {
                // Of no sites nothing is pending.
                l.op(Op::JumpEmpty { s: sites, to: none });
                let site = l.b.reg();
                l.each(sites, site, |l| l.op(Op::StoreAt { field, i: site, a: one }));
            }
            l.op(Op::StoreAt { field, i: flag, a: pending });
            l.b.place(none);
        })
    }

    /// Whether a number is pending.
    pub(in crate::lower) fn is_pending_number(&mut self, number: Reg) -> Reg {
        let (field, d, zero) = (self.pending_field(), self.b.reg(), self.c(0));
        self.op(Op::Move { d, a: zero });
        self.at_pending(number, |l, place, _| {
            let said = l.load_at(field, place);
            l.op(Op::Cmp { cmp: Cmp::Ne, d, a: said, b: zero });
        });
        d
    }

    /// Whether anything is pending.
    pub(in crate::lower) fn is_pending(&mut self) -> Reg {
        let field = self.pending_field();
        let (flag, pending) = (self.c(self.eq.sites as i32), self.c(PENDING));
        let said = self.load_at(field, flag);
        self.cmp(Cmp::Eq, said, pending)
    }

    /// What is pending, if that is one thing; 0 otherwise.
    pub(in crate::lower) fn pending_value(&mut self) -> Reg {
        let pending = self.pending_sites();
        let (value, n, end) = (self.b.reg(), self.b.reg(), self.b.label());
        let (zero, one) = (self.c(0), self.c(1));
        self.op(Op::Move { d: value, a: zero });
        self.op(Op::SetCount { d: n, s: pending });
        self.op(Op::JumpCmp { cmp: Cmp::Ne, a: n, b: one, to: end });
        self.op(Op::SetMin { d: value, s: pending });
        self.b.place(end);
        value
    }

    pub(in crate::lower) fn pending_field(&mut self) -> crate::program::op::FieldId {
        // Sums of two sites, where such are pending, have places behind it.
        let n = self.eq.sites + 1 + if self.usage.pending_numbers { self.eq.sites } else { 0 };
        if let Some(field) = self.fields.pending {
            return field;
        }
        // One place for each site, and one more: whether anything is pending.
        let field = self.b.field("pending", n, 3, 0, false);
        self.fields.pending = Some(field);
        field
    }

    pub(in crate::lower) fn doomed_field(&mut self) -> crate::program::op::FieldId {
        if let Some(field) = self.fields.doomed {
            return field;
        }
        let field = self.b.field("to be removed", self.eq.sites, 3, 0, false);
        self.fields.doomed = Some(field);
        field
    }

    /// Where what stands is to be removed.
    pub(in crate::lower) fn doomed_sites(&mut self) -> SetReg {
        let field = self.doomed_field();
        let table = self.b.table(vec![-1, 0]);
        let index = self.b.index("doomed", field, Some(table), 1);
        self.class(index, 0)
    }

    pub(in crate::lower) fn steps_of_site(&self, site: u32, dirs: &Dirs) -> Vec<u32> {
        let (kind, number) = self.eq.place_of(site);
        if number as usize >= self.eq.board.count(kind) {
            return Vec::new();
        }
        let first = self.first(kind);
        dirs.at(number).flat_map(|d| self.eq.board.steps(kind, number, d)).map(|t| t + first).collect()
    }
}
