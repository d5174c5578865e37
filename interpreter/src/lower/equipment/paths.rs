//! Tiles with paths: which ends of paths lie on which sides, whether the sides of neighbours match, and where paths lead.
//!
//! The sides of a tile are numbered clockwise from the first orthogonal direction, and a rotation turns them as it turns directions. On a
//! side the ends of paths lie in slots; the first of a side meets the last of the neighbour's.

use crate::board::RelationType;
use crate::lower::equipment::{Component, Equipment};
use crate::lower::{Env, Lower};
use crate::program::op::{Bin, Cmp, Op, Reg, SetReg};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::diagnostic::{Diagnostic, codes};
use parlour_grammar::rules::{Call, Term};

/// Most slots on a side of a tile.
const MOST_SLOTS: i32 = 16;

/// A path across a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Path {
    /// Its ends: side and slot.
    pub ends: [(u32, u32); 2],
    /// Its colour: the number of a player, or another.
    pub colour: i32,
}

/// The paths of a tile that an item of the equipment describes, and how many slots its sides have.
fn read(call: &Call, item: &Term, sides: u32, diags: &mut Vec<Diagnostic>) -> (Vec<Path>, u32) {
    if call.prim != Prim::Tile {
        return (Vec::new(), 1);
    }
    if call.look("numSides").and_then(crate::lower::equipment::graphs::whole) == Some(sides as i32) {
        // As many as the board says.
        call.heed("numSides");
    }
    let Some(list) = call.get("paths") else { return (Vec::new(), 1) };
    let number = |call: &Call, slot: &str| call.get(slot).map_or(Some(0), crate::lower::equipment::graphs::whole);
    let of_sides = call
        .get("slots")
        .map(|s| s.members().iter().filter_map(crate::lower::equipment::graphs::whole).max().unwrap_or(1));
    let slots = of_sides.or(call.get("slotsPerSide").and_then(crate::lower::equipment::graphs::whole)).unwrap_or(1);
    let said = call.get("numSides").map_or(Some(sides as i32), crate::lower::equipment::graphs::whole);
    if said != Some(sides as i32) || !(1..=MOST_SLOTS).contains(&slots) {
        let found = Diagnostic::error(
            codes::TILE_SIDES,
            "this tile does not fit the board",
            item.origin,
            "its sides or slots are not right",
        );
        diags.push(found.help(format!("a site of this board has {sides} sides, and a side 1 to {MOST_SLOTS} slots")));
        return (Vec::new(), 1);
    }
    let mut paths: Vec<Path> = Vec::new();
    for term in list.members() {
        let Some(path) = term.call() else { continue };
        let end = |side: &str, slot: &str| Some((number(path, side)?, number(path, slot)?));
        let ends = [end("from", "slotsFrom"), end("to", "slotsTo")];
        let on_tile = |(side, slot): (i32, i32)| {
            let fits = (0..sides as i32).contains(&side) && (0..slots).contains(&slot);
            fits.then_some((side as u32, slot as u32))
        };
        let known: Vec<(u32, u32)> = ends.into_iter().flatten().filter_map(on_tile).collect();
        let taken = paths.iter().any(|other| other.ends.iter().any(|end| known.contains(end)));
        let (&[a, b], Some(colour), false) = (&known[..], number(path, "colour"), taken) else {
            let found = Diagnostic::error(
                codes::TILE_PATH,
                "this path does not fit its tile",
                term.origin,
                "from where, or to where",
            );
            let help = format!(
                "sides are 0 to {}, their slots 0 to {}, and no two paths end in one slot",
                sides - 1,
                slots - 1
            );
            diags.push(found.help(help));
            continue;
        };
        paths.push(Path { ends: [a, b], colour });
    }
    (paths, slots as u32)
}

impl Equipment {
    /// Gives each component the paths that its item describes.
    pub(in crate::lower) fn read_paths(&mut self, items: &[Term], diags: &mut Vec<Diagnostic>) {
        let sides = self.board.headings(self.kind()) as u32;
        for (at, item) in items.iter().enumerate() {
            let Some(call) = item.call() else { continue };
            let (paths, slots) = read(call, item, sides, diags);
            for component in self.components.iter_mut().filter(|c| c.item == at) {
                (component.paths, component.slots) = (paths.clone(), slots);
            }
        }
    }

    /// The slots of a side of the game's tiles: of the tile that has most.
    fn most_slots(&self) -> u32 {
        self.components.iter().map(|c| c.slots).max().unwrap_or(1)
    }

    /// Whether the game has tiles with paths.
    #[must_use]
    pub fn has_paths(&self) -> bool {
        self.components.iter().any(|c| !c.paths.is_empty())
    }

    /// By how much a rotation by one side changes the number that says how a piece is turned.
    #[must_use]
    pub fn turn_of_a_side(&self) -> u32 {
        let (kind, sides) = (self.kind(), self.board.headings(self.kind()).max(1));
        (self.board.directions(kind, RelationType::Adjacent).len() / sides).max(1) as u32
    }
}

/// A path that is followed: where it is, and by which end it goes on.
struct Follow {
    start: Reg,
    end: Reg,
    at: Reg,
    out: Reg,
}

impl<'t> Lower<'t> {
    /// How many ends of paths a tile can have.
    fn ends(&self) -> u32 {
        self.eq.board.headings(self.eq.kind()) as u32 * self.eq.most_slots()
    }

    /// By component, rotation in sides, and end of a path: what `of` says of the path there and of which of its ends that is.
    fn by_end(&self, missing: i32, of: impl Fn(&Path, (u32, u32)) -> i32) -> Vec<i32> {
        let (sides, slots) = (self.eq.board.headings(self.eq.kind()) as u32, self.eq.most_slots());
        let none = Component::none();
        let mut values = Vec::new();
        for component in std::iter::once(&none).chain(&self.eq.components) {
            for turn in 0..sides {
                for end in 0..sides * slots {
                    let here = ((end / slots + sides - turn) % sides, end % slots);
                    let found = component.paths.iter().find_map(|path| {
                        let at = path.ends.iter().position(|e| *e == here)?;
                        let (side, slot) = path.ends[1 - at];
                        Some(of(path, ((side + turn) % sides, slot)))
                    });
                    values.push(found.unwrap_or(missing));
                }
            }
        }
        values
    }

    /// Where the ends of the tile on a site begin in tables by end.
    fn tile_row(&mut self, site: Reg) -> Reg {
        let what = self.load_at(self.known.what, site);
        let (sides, ends) = (self.c(self.eq.board.headings(self.eq.kind()) as i32), self.c(self.ends() as i32));
        let mut row = self.bin(Bin::Mul, what, sides);
        if let Some(field) = self.known.rotation {
            let rotation = self.load_at(field, site);
            let per_side = self.c(self.eq.turn_of_a_side() as i32);
            let turn = self.bin(Bin::Div, rotation, per_side);
            let turn = self.bin(Bin::Rem, turn, sides);
            row = self.bin(Bin::Add, row, turn);
        }
        self.bin(Bin::Mul, row, ends)
    }

    fn colours(&self) -> Vec<i32> {
        self.by_end(0, |path, _| path.colour)
    }

    /// For each end of a path on a site the site beyond it, and the end of a path there that meets it; −1 at the edge of the board.
    fn across(&self) -> (Vec<i32>, Vec<i32>) {
        let (kind, sites, slots) = (self.eq.kind(), self.eq.board_sites(), self.eq.most_slots());
        let ways = self.eq.board.directions(kind, RelationType::Orthogonal).to_vec();
        let (mut beyond, mut meets) = (Vec::new(), Vec::new());
        for site in 0..sites {
            for way in &ways {
                let next = self.eq.board.steps(kind, site, *way).last().copied();
                let back = next.and_then(|next| {
                    ways.iter().position(|back| self.eq.board.steps(kind, next, *back).contains(&site))
                });
                for slot in 0..slots {
                    let met = next.zip(back).map(|(next, back)| (next as i32, back as u32 * slots + slots - 1 - slot));
                    beyond.push(met.map_or(-1, |(next, _)| next));
                    meets.push(met.map_or(-1, |(_, end)| end as i32));
                }
            }
        }
        (beyond, meets)
    }

    /// `(is SidesMatch)`: whether what meets at the sides of the tile on a site is of one colour, or nothing on both.
    pub(in crate::lower) fn sides_match(&mut self, value: Option<&'t Term>, term: &'t Term, env: &Env<'t>) -> Reg {
        let site = match value {
            Some(site) => self.int(site, env),
            None => self.load(self.fields.last_to.expect("every game has it")),
        };
        if !self.has_tiles(term) {
            return self.c(0);
        }
        let (d, zero, one, end) = (self.b.reg(), self.c(0), self.c(1), self.b.label());
        self.op(Op::Move { d, a: zero });
        let there = self.load_at(self.known.what, site);
        self.op(Op::JumpUnless { c: there, to: end });
        let (beyond, meets) = self.across();
        let colours = self.colours();
        let (row, ends) = (self.tile_row(site), self.c(self.ends() as i32));
        let (k, last) = (self.b.reg(), self.c(self.ends() as i32 - 1));
        let first = self.bin(Bin::Mul, site, ends);
        self.count_up(k, zero, last, |l| {
            let skip = l.b.label();
            let at = l.bin(Bin::Add, first, k);
            let next = l.table(beyond, at);
            l.op(Op::JumpCmp { cmp: Cmp::Lt, a: next, b: zero, to: skip });
            let tile = l.is_tile(next);
            l.op(Op::JumpUnless { c: tile, to: skip });
            let met = l.table(meets, at);
            let other = l.tile_row(next);
            let (own, other) = (l.bin(Bin::Add, row, k), l.bin(Bin::Add, other, met));
            let (own, other) = (l.table(colours.clone(), own), l.table(colours, other));
            l.op(Op::JumpCmp { cmp: Cmp::Ne, a: own, b: other, to: end });
            l.b.place(skip);
        });
        self.op(Op::Move { d, a: one });
        self.b.place(end);
        d
    }

    /// Whether a tile with paths is on a site.
    fn is_tile(&mut self, site: Reg) -> Reg {
        let tiles = self.eq.components.iter().map(|c| i32::from(!c.paths.is_empty()));
        let table = std::iter::once(0).chain(tiles).collect();
        let what = self.load_at(self.known.what, site);
        self.table(table, what)
    }

    fn has_tiles(&mut self, term: &Term) -> bool {
        let some = self.eq.has_paths();
        if !some {
            let found = Diagnostic::error(
                codes::NO_PATHS,
                "the game has no tiles with paths",
                term.origin,
                "what this asks about",
            );
            let help = "describe some: `(tile \"Curve\" { (path from:0 to:1 colour:1) })`";
            self.report(found.help(help));
        }
        some
    }

    /// The sites from which paths are followed: those said, or where the last move came to.
    fn path_starts(&mut self, call: &'t Call, env: &Env<'t>) -> SetReg {
        match call.get("start") {
            Some(start) if crate::lower::is_int(start) => {
                let site = self.int(start, env);
                self.single(site)
            }
            Some(start) => self.region(start, env),
            None => self.came_to(),
        }
    }

    /// Follows each path of a colour from each of some sites both ways. `reached` runs for every site beyond an end, `closed` once if a
    /// path comes back to where it began.
    fn follow_paths(
        &mut self,
        call: &'t Call,
        env: &Env<'t>,
        reached: impl FnOnce(&mut Self, &Follow, Reg),
        closed: impl FnOnce(&mut Self),
    ) {
        let colour = match call.get("colour") {
            Some(colour) => self.player_or_int(colour, env),
            None => self.mover(),
        };
        let starts = self.path_starts(call, env);
        let board = self.board_set();
        let starts = self.set_and(starts, board);
        let (zero, last, ends) = (self.c(0), self.c(self.ends() as i32 - 1), self.c(self.ends() as i32));
        let follow = Follow { start: self.b.reg(), end: self.b.reg(), at: self.b.reg(), out: self.b.reg() };
        let (beyond, meets) = self.across();
        let slots = self.eq.most_slots();
        let (colours, exits) = (self.colours(), self.by_end(-1, |_, (side, slot)| (side * slots + slot) as i32));
        self.each(starts, follow.start, |l| {
            let row = l.tile_row(follow.start);
            l.count_up(follow.end, zero, last, |l| {
                let done = l.b.label();
                let at = l.bin(Bin::Add, row, follow.end);
                let here = l.table(colours.clone(), at);
                l.op(Op::JumpCmp { cmp: Cmp::Ne, a: here, b: colour, to: done });
                l.op(Op::Move { d: follow.at, a: follow.start });
                l.op(Op::Move { d: follow.out, a: follow.end });
                let top = l.b.here();
                let at = l.bin(Bin::Mul, follow.at, ends);
                let at = l.bin(Bin::Add, at, follow.out);
                let next = l.table(beyond, at);
                l.op(Op::JumpCmp { cmp: Cmp::Lt, a: next, b: zero, to: done });
                reached(l, &follow, next);
                let met = l.table(meets, at);
                let row = l.tile_row(next);
                let at = l.bin(Bin::Add, row, met);
                let there = l.table(colours, at);
                l.op(Op::JumpCmp { cmp: Cmp::Ne, a: there, b: colour, to: done });
                let out = l.table(exits, at);
                l.op(Op::JumpCmp { cmp: Cmp::Lt, a: out, b: zero, to: done });
                let open = l.b.label();
                l.op(Op::JumpCmp { cmp: Cmp::Ne, a: next, b: follow.start, to: open });
                l.op(Op::JumpCmp { cmp: Cmp::Ne, a: out, b: follow.end, to: open });
                closed(l);
                l.op(Op::Jump { to: done });
                l.b.place(open);
                l.op(Op::Move { d: follow.at, a: next });
                l.op(Op::Move { d: follow.out, a: out });
                l.op(Op::Loop { to: top });
                l.b.place(done);
            });
        });
    }

    /// `(is Loop … path:True)`: whether a path of a colour comes back to where it begins.
    pub(in crate::lower) fn is_path_loop(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Reg {
        let (d, zero, one) = (self.b.reg(), self.c(0), self.c(1));
        self.op(Op::Move { d, a: zero });
        if self.has_tiles(term) {
            self.follow_paths(call, env, |_, _, _| {}, |l| l.op(Op::Move { d, a: one }));
        }
        d
    }

    /// `(pathExtent …)`: how many rows or columns a path of a colour leads away from where it begins, the site beyond its end counted.
    pub(in crate::lower) fn path_extent(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Reg {
        let (d, zero) = (self.b.reg(), self.c(0));
        self.op(Op::Move { d, a: zero });
        if !self.has_tiles(term) {
            return d;
        }
        let (kind, board) = (self.eq.kind(), &self.eq.board);
        let sites = 0..self.eq.board_sites();
        let rows: Vec<i32> = sites.clone().map(|s| board.row(kind, s) as i32).collect();
        let columns: Vec<i32> = sites.map(|s| board.column(kind, s) as i32).collect();
        let measure = move |l: &mut Self, follow: &Follow, next: Reg| {
            for places in [rows, columns] {
                let (a, b) = (l.table(places.clone(), follow.start), l.table(places, next));
                for (a, b) in [(a, b), (b, a)] {
                    let away = l.bin(Bin::Sub, a, b);
                    l.op(Op::Bin { op: Bin::Max, d, a: d, b: away });
                }
            }
        };
        self.follow_paths(call, env, measure, |_| {});
        d
    }
}
