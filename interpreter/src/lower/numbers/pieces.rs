//! How many pieces: on a site, in a region, of a player, in a stack.

use crate::board::SiteType;
use crate::lower::conditions::predicates::Var;
use crate::lower::{Env, Lower};
use crate::program::layout::Stacks;
use crate::program::op::{Bin, Cmp, Op, Reg, SetReg};
use parlour_grammar::rules::{Call, Term};

impl<'t> Lower<'t> {
    /// How high the stack on a site is; what is only counted there is as high as it is many.
    pub(in crate::lower) fn height_at(&mut self, site: Reg) -> Reg {
        match self.stacks.clone() {
            Some(stacks) => self.load_at(stacks.height, site),
            None => self.pieces_at(site),
        }
    }

    /// How many pieces stand on a site.
    pub(in crate::lower) fn pieces_at(&mut self, site: Reg) -> Reg {
        match (self.known.count, self.stacks.clone()) {
            (_, Some(stacks)) => self.load_at(stacks.height, site),
            (Some(count), None) => self.load_at(count, site),
            (None, None) => {
                let what = self.load_at(self.known.what, site);
                let zero = self.c(0);
                self.cmp(Cmp::Ne, what, zero)
            }
        }
    }

    /// Where on the board a piece of a kind stands: the first such site, or off the board. In a stack it may be on any level.
    pub(in crate::lower) fn where_is(&mut self, what: Reg, state: Option<Reg>) -> Reg {
        let (d, off) = (self.b.reg(), self.c(crate::lower::numbers::OFF));
        let Some(stacks) = self.stacks.clone() else {
            let index = self.what_index();
            let set = self.b.set();
            self.op(Op::LoadSetAt { d: set, index, i: what });
            // Nothing is nowhere, though many sites hold it.
            let nothing = self.b.label();
            self.op(Op::Move { d, a: off });
            self.op(Op::JumpUnless { c: what, to: nothing });
            let set = if self.eq.board_sites() < self.eq.sites {
                let board = self.board_set();
                self.set_and(set, board)
            } else {
                set
            };
            let Some(state) = state else {
                self.op(Op::SetMin { d, s: set });
                self.b.place(nothing);
                return d;
            };
            let (site, found) = (self.b.reg(), self.b.label());
            self.op(Op::Move { d, a: off });
            self.each(set, site, |l| {
                let other = l.b.label();
                let here = l.state_at(site);
                l.op(Op::JumpCmp { cmp: Cmp::Ne, a: here, b: state, to: other });
                l.op(Op::Move { d, a: site });
                l.op(Op::Jump { to: found });
                l.b.place(other);
            });
            self.b.place(found);
            self.b.place(nothing);
            return d;
        };
        let (found, site, level) = (self.b.label(), self.b.reg(), self.b.reg());
        let (occupied, board) = (self.occupied(), self.board_set());
        let occupied = self.set_and(occupied, board);
        self.op(Op::Move { d, a: off });
        self.each_level(occupied, (site, level), |l, cell| {
            let other = l.b.label();
            let here = l.load_at(stacks.levels, cell);
            l.op(Op::JumpCmp { cmp: Cmp::Ne, a: here, b: what, to: other });
            if let Some(state) = state {
                let here = l.state_at(cell);
                l.op(Op::JumpCmp { cmp: Cmp::Ne, a: here, b: state, to: other });
            }
            l.op(Op::Move { d, a: site });
            l.op(Op::Jump { to: found });
            l.b.place(other);
        });
        self.b.place(found);
        d
    }

    /// `(count …)` of a site or of the sites of a region.
    pub(in crate::lower) fn count_at(&mut self, call: &'t Call, env: &Env<'t>) -> Reg {
        if let Some(region) = call.get("in") {
            let set = self.sites_said(call, region, env);
            return self.sum_over(set, Self::pieces_at);
        }
        let site = self.site_in(call, "at", env);
        self.pieces_at(site)
    }

    /// How many sites the board has, or another container.
    pub(in crate::lower) fn sites_of_container_named(&mut self, name: &str, term: &'t Term) -> Reg {
        if name == "Board" {
            return self.c(self.eq.board_sites() as i32);
        }
        let sites = self.eq.containers[1..].iter().find(|container| container.name == name).map(|c| c.sites);
        if sites.is_none() {
            self.unsupported(term);
        }
        self.c(sites.unwrap_or(0) as i32)
    }

    /// `(count Pieces …)`: on every level, in a game with stacks.
    pub(in crate::lower) fn count_pieces(&mut self, call: &'t Call, env: &Env<'t>) -> Reg {
        if let Some(stacks) = self.stacks.clone() {
            return self.count_levels(call, &stacks, env);
        }
        let set = self.sites_of_pieces(call, env);
        if self.known.count.is_some() { self.sum_over(set, Self::pieces_at) } else { self.size_of(set) }
    }

    /// `(where Level …)`: the level of a piece in a stack, from the top or from the bottom; −1 if it is not there.
    pub(in crate::lower) fn where_level(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Reg {
        let Some(stacks) = self.stacks.clone() else {
            self.unsupported(term);
            return self.c(0);
        };
        let what = match call.get("what") {
            Some(what) => self.int(what, env),
            None => {
                let who = self.player_or_int(call.get("role").expect("checked"), env);
                let name = call.get("name").and_then(Term::text).unwrap_or_default().to_owned();
                self.component_by_owner(&name, who, term)
            }
        };
        let site = self.int(call.get("at").expect("checked"), env);
        let state = call.get("state").map(|state| self.int(state, env));
        let from_top = call.flag_or("fromTop", true);
        let (found, level, zero, one) = (self.b.reg(), self.b.reg(), self.c(0), self.c(1));
        let (off, end) = (self.c(crate::lower::numbers::OFF), self.b.label());
        self.op(Op::Move { d: found, a: off });
        self.op(Op::JumpCmp { cmp: Cmp::Le, a: what, b: zero, to: end });
        let height = self.load_at(stacks.height, site);
        let last = self.bin(Bin::Sub, height, one);
        self.count_up(level, zero, last, |l| {
            let other = l.b.label();
            let cell = l.cell_at(site, level);
            let there = l.load_at(stacks.levels, cell);
            l.op(Op::JumpCmp { cmp: Cmp::Ne, a: there, b: what, to: other });
            if let Some(wanted) = state {
                let state = l.state_at(cell);
                l.op(Op::JumpCmp { cmp: Cmp::Ne, a: state, b: wanted, to: other });
            }
            l.op(Op::Move { d: found, a: level });
            if !from_top {
                l.op(Op::Jump { to: end });
            }
            l.b.place(other);
        });
        self.b.place(end);
        found
    }

    /// `(no Pieces …)`: that `(count Pieces …)` is 0.
    pub(in crate::lower) fn no_pieces(&mut self, call: &'t Call, env: &Env<'t>) -> Reg {
        let n = if self.stacks.is_some() {
            self.count_pieces(call, env)
        } else {
            // Counted or not, a site has a piece or has none.
            let set = self.sites_of_pieces(call, env);
            self.size_of(set)
        };
        self.not(n)
    }

    pub(in crate::lower) fn size_of(&mut self, s: SetReg) -> Reg {
        let d = self.b.reg();
        self.op(Op::SetCount { d, s });
        d
    }

    /// The sum of what `of` says of each site of a set.
    pub(in crate::lower) fn sum_over(&mut self, set: SetReg, of: impl FnOnce(&mut Self, Reg) -> Reg) -> Reg {
        let (sum, site) = (self.b.reg(), self.b.reg());
        let zero = self.c(0);
        self.op(Op::Move { d: sum, a: zero });
        self.each(set, site, |l| {
            let n = of(l, site);
            l.op(Op::Bin { op: Bin::Add, d: sum, a: sum, b: n });
        });
        sum
    }

    /// The sites whose piece is one that `role`, `of`, `name` and `in` mean.
    fn sites_of_pieces(&mut self, call: &'t Call, env: &Env<'t>) -> SetReg {
        let mut set = match (call.get("role"), call.get("of")) {
            (Some(role), _) => self.owned_by(role, env),
            (None, Some(of)) => {
                let who = self.int(of, env);
                self.owned_by_player(who)
            }
            (None, None) => self.occupied(),
        };
        set = self.without_bodies(set);
        if let Some(name) = call.get("name").and_then(Term::text) {
            // The bag of dominoes is named where pieces are.
            let bag = self.eq.bag().filter(|bag| bag.name == name).map(|bag| bag.first..bag.first + bag.sites);
            let named = match bag {
                Some(bag) => self.b.set_constant(bag),
                None => self.sites_of_name(name),
            };
            set = self.set_and(set, named);
        }
        if let Some(region) = call.get("in") {
            let region = self.sites_said(call, region, env);
            let within = self.anchors_within(region);
            set = self.set_and(set, within);
        }
        if call.look("siteType").is_some() {
            let of_kind = self.sites_of_kind(self.kind_in(call, "siteType"));
            set = self.set_and(set, of_kind);
        }
        if let Some(condition) = call.get("if") {
            set = self.filtered(set, condition, Var::Site, condition, env);
        }
        set
    }

    /// All sites of a kind; those of hands and the like are cells.
    fn sites_of_kind(&mut self, kind: SiteType) -> SetReg {
        let board = self.eq.board_sites();
        let of_kind = |site: &u32| match *site < board {
            true => self.eq.place_of(*site).0 == kind,
            false => kind == SiteType::Cell,
        };
        let sites: Vec<u32> = (0..self.eq.sites).filter(of_kind).collect();
        self.b.set_constant(sites)
    }

    /// The pieces on all levels of which the same is true.
    fn count_levels(&mut self, call: &'t Call, stacks: &Stacks, env: &Env<'t>) -> Reg {
        let mut owners: Option<Vec<u32>> = None;
        let mut owner = None;
        match (call.get("role"), call.get("of")) {
            (Some(role), _) => match role.symbol() {
                Some("All" | "Each" | "Shared") => {}
                Some(word) if self.several(word).is_some() => owners = self.several(word),
                _ => owner = Some(self.player_or_int(role, env)),
            },
            (None, Some(of)) => owner = Some(self.int(of, env)),
            (None, None) => {}
        }
        let name = call.get("name").and_then(Term::text);
        let meant = |c: &crate::lower::Component| {
            name.is_none_or(|n| n == c.base || n == c.name) && owners.as_ref().is_none_or(|o| o.contains(&c.owner))
        };
        let meant: Vec<i32> =
            std::iter::once(0).chain(self.eq.components.iter().map(|c| i32::from(meant(c)))).collect();
        let mut sites = match call.get("in") {
            Some(region) => self.sites_said(call, region, env),
            None => self.occupied(),
        };
        if call.look("siteType").is_some() {
            let of_kind = self.sites_of_kind(self.kind_in(call, "siteType"));
            sites = self.set_and(sites, of_kind);
        }
        let (sum, site, level) = (self.b.reg(), self.b.reg(), self.b.reg());
        let zero = self.c(0);
        self.op(Op::Move { d: sum, a: zero });
        self.each_level(sites, (site, level), |l, cell| {
            let what = l.load_at(stacks.levels, cell);
            let mut counts = l.table(meant, what);
            if let Some(player) = owner {
                let own = l.owner_of(what);
                let own = l.cmp(Cmp::Eq, own, player);
                counts = l.bin(Bin::And, counts, own);
            }
            if let Some(condition) = call.get("if") {
                // It is asked of a piece that counts by the rest.
                let (all, skip) = (l.b.reg(), l.b.label());
                l.op(Op::Move { d: all, a: counts });
                l.op(Op::JumpUnless { c: all, to: skip });
                let c = l.bool(condition, &Env { site: Some(site), level: Some(level), ..env.clone() });
                l.op(Op::Move { d: all, a: c });
                l.b.place(skip);
                counts = all;
            }
            l.op(Op::Bin { op: Bin::Add, d: sum, a: sum, b: counts });
        });
        sum
    }

    /// `(count Stack …)`: the pieces of a stack that satisfy a condition, up to one that ends the count.
    pub(in crate::lower) fn count_stack(&mut self, call: &'t Call, env: &Env<'t>) -> Reg {
        let Some(stacks) = self.stacks.clone() else { return self.c(0) };
        let from_top = call.get("stackDirection").and_then(Term::symbol) == Some("FromTop");
        let site = self.site_in(call, "at", env);
        let (sum, step, level) = (self.b.reg(), self.b.reg(), self.b.reg());
        let (zero, one) = (self.c(0), self.c(1));
        let height = self.load_at(stacks.height, site);
        let last = self.bin(Bin::Sub, height, one);
        self.op(Op::Move { d: sum, a: zero });
        let exit = self.b.label();
        self.count_up(step, zero, last, |l| {
            let at = if from_top { l.bin(Bin::Sub, last, step) } else { step };
            l.op(Op::Move { d: level, a: at });
            let inner = Env { level: Some(level), site: Some(site), ..env.clone() };
            if let Some(stop) = call.get("stop") {
                let stop = l.bool(stop, &inner);
                l.op(Op::JumpIf { c: stop, to: exit });
            }
            let skip = l.b.label();
            if let Some(condition) = call.get("if") {
                let c = l.bool(condition, &inner);
                l.op(Op::JumpUnless { c, to: skip });
            }
            l.op(Op::Bin { op: Bin::Add, d: sum, a: sum, b: one });
            l.b.place(skip);
        });
        self.b.place(exit);
        sum
    }
}
