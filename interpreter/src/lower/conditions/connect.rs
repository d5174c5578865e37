//! Chains of pieces: whether they join regions of the board, are kept from it, or close a loop.

use crate::board::{Corner, Direction, Region, RelationType};
use crate::lower::regions::directions::Dirs;
use crate::lower::{Env, Lower};
use crate::program::op::{Cmp, Op, Reg, SetReg};
use parlour_grammar::diagnostic::Diagnostic;
use parlour_grammar::rules::{Call, Term};

impl<'t> Lower<'t> {
    /// Whether the pieces joined to one join regions: all of them, or so many.
    pub(in crate::lower) fn is_connected(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Reg {
        let Some((regions, need)) = self.regions_to_join(call, term, env) else { return self.c(0) };
        let near = self.steps_in(call, env);
        let site = match call.get("at") {
            Some(at) => self.int(at, env),
            None => self.load(self.fields.last_to.expect("every game has it")),
        };
        let own = match call.get("role") {
            Some(role) => self.owned_by(role, env),
            None => {
                let what = self.kind_at(site);
                let who = self.owner_of(what);
                self.owned_by_player(who)
            }
        };
        let (seed, chain) = (self.single(site), self.b.set());
        self.op(Op::Flood { d: chain, seed, within: own, near });
        let met = self.how_many_meet(&regions, chain);
        self.cmp(Cmp::Ge, met, need)
    }

    /// Whether no chain of a player's sites and empty ones can join regions any more: all of them, or so many with the first.
    pub(in crate::lower) fn is_blocked(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Reg {
        let Some((regions, need)) = self.regions_to_join(call, term, env) else { return self.c(0) };
        let near = self.steps_in(call, env);
        let own = match call.get("role") {
            Some(role) => self.owned_by(role, env),
            None => {
                let mover = self.mover();
                self.owned_by_player(mover)
            }
        };
        let empty = self.empty_sites(self.eq.kind());
        let open = self.set_or(own, empty);
        let seeds = self.set_and(open, regions[0]);
        let (d, zero, one, end) = (self.b.reg(), self.c(0), self.c(1), self.b.label());
        self.op(Op::Move { d, a: zero });
        self.each_group(seeds, Some(open), near, |l, group| {
            let met = l.how_many_meet(&regions, group);
            l.op(Op::JumpCmp { cmp: Cmp::Ge, a: met, b: need, to: end });
        });
        self.op(Op::Move { d, a: one });
        self.b.place(end);
        d
    }

    /// Whether pieces of one kind close a loop: around sites beside a site, none of which lies at the rim, there are only pieces of
    /// one player, and two of them are joined.
    pub(in crate::lower) fn is_loop(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Reg {
        if call.flag("path") {
            return self.is_path_loop(call, term, env);
        }
        let kind = self.kind_in(call, "siteType");
        let start = match call.get("start").filter(|t| crate::lower::is_int(t)) {
            Some(start) => self.int(start, env),
            None => self.load(self.fields.last_to.expect("every game has it")),
        };
        let colour = match call.get("colour") {
            Some(colour) => self.player_or_int(colour, env),
            None => self.mover(),
        };
        let adjacent = self.near_table(&Dirs::of_relation(RelationType::Adjacent));
        let beside = self.near_table(&Dirs::of_relation(RelationType::Orthogonal));
        let joined = self.steps_in(call, env);
        let board = self.part(kind, Region::Board);
        let outer = self.part(kind, Region::Outer);

        let (d, zero, one, end) = (self.b.reg(), self.c(0), self.c(1), self.b.label());
        self.op(Op::Move { d, a: zero });
        let what = self.kind_at(start);
        self.op(Op::JumpUnless { c: what, to: end });
        let same = self.sites_of_component(what);
        let own = self.owned_by_player(colour);
        let others = self.set_diff(board, same);
        let mut inside = others;
        let around = self.b.set();
        self.op(Op::SetTable { d: around, table: adjacent, i: start });
        let mut seeds = self.set_diff(around, outer);
        let surrounded = call.get("surround").or(call.get("surroundList"));
        if let Some(roles) = surrounded {
            let mut theirs = self.b.set_constant([]);
            for role in roles.members() {
                let of_role = self.owned_by(role, env);
                theirs = self.set_or(theirs, of_role);
            }
            inside = self.set_and(others, theirs);
            seeds = self.set_and(seeds, theirs);
        }
        // A piece of the chain may itself lie within a loop.
        let (site, group, seen) = (self.b.reg(), self.b.set(), self.b.set());
        let none = self.b.set_constant([]);
        self.op(Op::SetMove { d: seen, a: none });
        self.each(seeds, site, |l| {
            let (next, c) = (l.b.label(), l.b.reg());
            l.op(Op::SetHas { d: c, s: seen, i: site });
            l.op(Op::JumpIf { c, to: next });
            let seed = l.single(site);
            let within = l.set_or(inside, seed);
            l.op(Op::Flood { d: group, seed, within, near: beside });
            // What a piece of the chain borders on may be several areas, some of them enclosed without it.
            let unseen = l.b.label();
            l.op(Op::SetHas { d: c, s: inside, i: site });
            l.op(Op::JumpUnless { c, to: unseen });
            let area = l.set_and(group, inside);
            l.op(Op::SetOr { d: seen, a: seen, b: area });
            l.b.place(unseen);
            l.op(Op::SetMeets { d: c, a: group, b: outer });
            l.op(Op::JumpIf { c, to: next });
            let around = l.image(group, beside);
            let ring = l.set_diff(around, group);
            l.op(Op::SetWithin { d: c, a: ring, b: own });
            l.op(Op::JumpUnless { c, to: next });
            let pieces = l.set_and(ring, same);
            let reached = l.image(pieces, joined);
            l.op(Op::SetMeets { d: c, a: reached, b: pieces });
            l.op(Op::JumpUnless { c, to: next });
            l.op(Op::Move { d, a: one });
            l.op(Op::Jump { to: end });
            l.b.place(next);
        });
        self.b.place(end);
        d
    }

    /// The regions that a form asks about, and how many of them must be joined.
    fn regions_to_join(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Option<(Vec<SetReg>, Reg)> {
        let regions: Vec<SetReg> = if let Some(list) = call.get("regions") {
            list.members().iter().map(|r| self.region(r, env)).collect()
        } else if let Some(family) = call.get("family").and_then(Term::symbol) {
            let Some(family) = self.regions_of_family(family) else {
                self.unsupported(term);
                return None;
            };
            family.into_iter().map(|sites| self.b.set_constant(sites)).collect()
        } else {
            self.regions_of_role(call.get("role").expect("checked"), env)
        };
        if regions.is_empty() {
            self.report(
                Diagnostic::error("E0413", "there are no regions to connect", term.origin, "this player has none")
                    .help("give the player regions in the equipment: `(regions P1 { (sites Side N) (sites Side S) })`"),
            );
            return None;
        }
        let need = self.int_or(call.get("number"), regions.len() as i32, env);
        Some((regions, need))
    }

    /// How many regions have a site in a set.
    fn how_many_meet(&mut self, regions: &[SetReg], set: SetReg) -> Reg {
        let mut count = self.c(0);
        for region in regions {
            let d = self.b.reg();
            self.op(Op::SetMeets { d, a: set, b: *region });
            count = self.bin(crate::program::op::Bin::Add, count, d);
        }
        count
    }

    /// The regions of a family that the shape of the board gives; none for families that the rules describe.
    pub(in crate::lower) fn regions_of_family(&self, family: &str) -> Option<Vec<Vec<u32>>> {
        let (board, kind) = (&self.eq.board, self.eq.kind());
        let sites = 0..board.count(kind) as u32;
        let sides = || {
            let compass = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"].into_iter().filter_map(Direction::from_name);
            compass.map(|d| board.region(kind, Region::Side(d)))
        };
        let corners = board.region(kind, Region::Corners(Corner::Any));
        let mut regions: Vec<Vec<u32>> = match family {
            "Corners" => corners.into_iter().map(|site| vec![site]).collect(),
            "Sides" => sides().collect(),
            "SidesNoCorners" => sides().map(|s| s.into_iter().filter(|s| !corners.contains(s)).collect()).collect(),
            "AllSites" => vec![sites.collect()],
            "Rows" => (0..board.rows(kind)).map(|k| board.region(kind, Region::Row(k))).collect(),
            "Columns" => (0..board.columns(kind)).map(|k| board.region(kind, Region::Column(k))).collect(),
            "Layers" => (0..board.layers(kind)).map(|k| board.region(kind, Region::Layer(k))).collect(),
            "Touching" => {
                let pairs = |s: u32| {
                    let near = board.steps(kind, s, RelationType::Adjacent.direction()).to_vec();
                    near.into_iter().filter(move |t| *t > s).map(move |t| vec![s, t])
                };
                sites.flat_map(pairs).collect()
            }
            "AllDirections" => {
                let lines = |s: u32| {
                    let rays = board.rays(kind, s, RelationType::All.direction());
                    let mut reached: Vec<u32> = rays.flatten().copied().chain([s]).collect();
                    reached.sort_unstable();
                    reached.dedup();
                    reached
                };
                sites.map(lines).collect()
            }
            "SubGrids" => {
                let side = (board.count(kind) as f64).sqrt().sqrt() as u32;
                let of = |s: &u32| (board.row(kind, *s) / side.max(1), board.column(kind, *s) / side.max(1));
                let grids = (0..side).flat_map(|row| (0..side).map(move |column| (row, column)));
                grids.map(|grid| sites.clone().filter(|s| of(s) == grid).collect()).collect()
            }
            _ => return None,
        };
        regions.retain(|region| !region.is_empty());
        Some(regions)
    }
}
