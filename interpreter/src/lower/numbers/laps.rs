//! Where on a track a piece is, of the places at which the track comes to its site.
//!
//! A track may come to a site more than once before it ends: then the site does not tell how far a piece has come. What is kept is how many
//! pieces of each kind are at each later place of such a site; the others that stand there are at its first. A piece that goes on is at
//! the next place of the site it comes to; one that is put on the board, or comes to a site that lies only behind it, at the first. Where
//! pieces began, as many as began there are sent back to the beginning when they come to it again.

use crate::lower::Lower;
use crate::lower::numbers::OFF;
use crate::program::op::{Bin, BlockId, Cmp, FieldId, Label, Op, Reg};
use std::rc::Rc;

/// The tracks on which places are kept, and the code that keeps them.
pub(in crate::lower) struct Laps {
    field: FieldId,
    /// How many pieces began on each site, in the place of its first slot.
    began: FieldId,
    tracks: Vec<Lap>,
    /// Notes that a piece goes from a site to another (−1 for none), before it does, as the registers say.
    block: BlockId,
    from: Reg,
    to: Reg,
    what: Reg,
}

/// A track that comes to a site twice, for one kind of piece.
#[derive(Clone)]
struct Lap {
    track: usize,
    component: i32,
    /// The place of its first slot in the field.
    base: i32,
    /// The first place of each site on the track.
    first: Vec<i32>,
    /// The slots of each site, one for each later place: the first, and one past the last.
    low: Vec<i32>,
    high: Vec<i32>,
    /// The place of each slot on the track.
    places: Vec<i32>,
}

impl<'t> Lower<'t> {
    /// What keeps the places of pieces, where a track makes that necessary.
    fn laps(&mut self) -> Option<Rc<Laps>> {
        if let Some(known) = &self.laps {
            return known.clone();
        }
        let (mut tracks, mut base) = (Vec::new(), 0);
        for (at, named) in self.eq.tracks.iter().enumerate().filter(|(_, named)| !named.track.looped) {
            let n = self.eq.sites as usize;
            let mut later: Vec<Vec<i32>> = vec![Vec::new(); n];
            let mut first = vec![OFF; n];
            for (place, site) in named.track.sites.iter().enumerate() {
                let Some(site) = site.map(|site| site as usize).filter(|site| *site < n) else { continue };
                if first[site] == OFF { first[site] = place as i32 } else { later[site].push(place as i32) }
            }
            let places: Vec<i32> = later.iter().flatten().copied().collect();
            if places.is_empty() || !self.usage.walks_tracks {
                continue;
            }
            let mut end = 0;
            let (mut low, mut high) = (Vec::new(), Vec::new());
            for places in &later {
                low.push(end);
                end += places.len() as i32;
                high.push(end);
            }
            for (component, piece) in self.eq.components.iter().enumerate() {
                if named.owner == 0 || piece.owner == named.owner {
                    let (first, low, high, places) = (first.clone(), low.clone(), high.clone(), places.clone());
                    tracks.push(Lap { track: at, component: component as i32 + 1, base, first, low, high, places });
                    base += end;
                }
            }
        }
        if base == 0 {
            self.laps = Some(None);
            return None;
        }
        let field = self.b.field("places on tracks", base as u32, 5, 0, false);
        let began = self.b.field("began on tracks", base as u32, 5, 0, false);
        let (from, to, what) = (self.b.reg(), self.b.reg(), self.b.reg());
        let block = self.b.begin_block("places on tracks");
        for lap in &tracks {
            self.goes_along(lap, (field, began), from, to, what);
        }
        self.op(Op::Ret {});
        self.b.end_block();
        let laps = Rc::new(Laps { field, began, tracks, block, from, to, what });
        self.laps = Some(Some(laps.clone()));
        Some(laps)
    }

    /// Keeps how many pieces begin on each site that a track comes to more than once.
    pub(in crate::lower) fn keep_beginnings(&mut self) {
        let Some(laps) = self.laps() else { return };
        for lap in &laps.tracks {
            let twice = lap.low.iter().zip(&lap.high).enumerate().filter(|(_, (low, high))| low < high);
            let sites: Vec<u32> = twice.map(|(site, _)| site as u32).collect();
            let (sites, site, base) = (self.b.set_constant(sites), self.b.reg(), self.c(lap.base));
            self.each(sites, site, |l| {
                let n = l.pieces_on(lap.component, site);
                let low = l.table(lap.low.clone(), site);
                let at = l.bin(Bin::Add, base, low);
                l.op(Op::StoreAt { field: laps.began, i: at, a: n });
            });
        }
    }

    /// Notes that a piece is about to go from a site (its top, or a level) to another; −1 is neither.
    pub(in crate::lower) fn note_lap(&mut self, from: Reg, to: Reg, level: Option<Reg>) {
        let Some(laps) = self.laps() else { return };
        let what = match (level, &self.stacks) {
            (Some(level), Some(stacks)) => {
                let levels = stacks.levels;
                let cell = self.cell_at(from, level);
                self.load_at(levels, cell)
            }
            _ => self.kind_at(from),
        };
        for (d, a) in [(laps.from, from), (laps.to, to), (laps.what, what)] {
            self.op(Op::Move { d, a });
        }
        self.op(Op::Call { block: laps.block });
    }

    /// The place on a track from which the piece on a site goes on: its first one unless a piece is known to be at a later one.
    pub(in crate::lower) fn place_on_track(&mut self, track: usize, site: Reg, first: Reg) -> Reg {
        let Some(laps) = self.laps() else { return first };
        let (place, end) = (self.b.reg(), self.b.label());
        self.op(Op::Move { d: place, a: first });
        for lap in laps.tracks.iter().filter(|lap| lap.track == track) {
            let other = self.b.label();
            let (low, high) = (self.table(lap.low.clone(), site), self.table(lap.high.clone(), site));
            self.op(Op::JumpCmp { cmp: Cmp::Ge, a: low, b: high, to: end });
            let n = self.pieces_on(lap.component, site);
            self.op(Op::JumpUnless { c: n, to: other });
            let slot = self.lap_left(lap, (laps.field, laps.began), n, low, high, end);
            let later = self.table(lap.places.clone(), slot);
            self.op(Op::Move { d: place, a: later });
            self.op(Op::Jump { to: end });
            self.b.place(other);
        }
        self.b.place(end);
        place
    }

    /// The slot from which a piece goes: on to `first` if one is at the first place of its site.
    fn lap_left(
        &mut self,
        lap: &Lap,
        (field, began): (FieldId, FieldId),
        n: Reg,
        low: Reg,
        high: Reg,
        first: Label,
    ) -> Reg {
        let (slot, at_first) = (self.b.reg(), self.b.reg());
        let (one, zero, base) = (self.c(1), self.c(0), self.c(lap.base));
        let beginning = self.bin(Bin::Add, base, low);
        let began = self.load_at(began, beginning);
        self.op(Op::Bin { op: Bin::Add, d: at_first, a: n, b: began });
        let last = self.bin(Bin::Sub, high, one);
        self.count_up(slot, low, last, |l| {
            let at = l.bin(Bin::Add, base, slot);
            let here = l.load_at(field, at);
            l.op(Op::Bin { op: Bin::Sub, d: at_first, a: at_first, b: here });
        });
        self.op(Op::JumpCmp { cmp: Cmp::Gt, a: at_first, b: zero, to: first });
        let found = self.b.label();
        self.count_up(slot, low, last, |l| {
            let at = l.bin(Bin::Add, base, slot);
            let here = l.load_at(field, at);
            l.op(Op::JumpIf { c: here, to: found });
        });
        self.op(Op::Jump { to: first });
        self.b.place(found);
        slot
    }

    /// Code for one track and kind of piece: which place the piece leaves, and which it comes to.
    fn goes_along(&mut self, lap: &Lap, fields: (FieldId, FieldId), from: Reg, to: Reg, what: Reg) {
        let (field, _) = fields;
        let (zero, one, base, off) = (self.c(0), self.c(1), self.c(lap.base), self.c(OFF));
        let (next, arrive, place) = (self.b.label(), self.b.label(), self.b.reg());
        let component = self.c(lap.component);
        self.op(Op::JumpCmp { cmp: Cmp::Ne, a: what, b: component, to: next });
        self.op(Op::Move { d: place, a: off });
        self.op(Op::JumpCmp { cmp: Cmp::Lt, a: from, b: zero, to: arrive });
        let first = self.table(lap.first.clone(), from);
        self.op(Op::Move { d: place, a: first });
        let (low, high) = (self.table(lap.low.clone(), from), self.table(lap.high.clone(), from));
        self.op(Op::JumpCmp { cmp: Cmp::Ge, a: low, b: high, to: arrive });
        let n = self.pieces_on(lap.component, from);
        let slot = self.lap_left(lap, fields, n, low, high, arrive);
        let later = self.table(lap.places.clone(), slot);
        self.op(Op::Move { d: place, a: later });
        let at = self.bin(Bin::Add, base, slot);
        let here = self.load_at(field, at);
        let fewer = self.bin(Bin::Sub, here, one);
        self.op(Op::StoreAt { field, i: at, a: fewer });
        self.b.place(arrive);
        self.op(Op::JumpCmp { cmp: Cmp::Lt, a: to, b: zero, to: next });
        self.op(Op::JumpCmp { cmp: Cmp::Lt, a: place, b: zero, to: next });
        let (low, high) = (self.table(lap.low.clone(), to), self.table(lap.high.clone(), to));
        self.op(Op::JumpCmp { cmp: Cmp::Ge, a: low, b: high, to: next });
        let first = self.table(lap.first.clone(), to);
        self.op(Op::JumpCmp { cmp: Cmp::Gt, a: first, b: place, to: next });
        let (slot, last) = (self.b.reg(), self.bin(Bin::Sub, high, one));
        self.count_up(slot, low, last, |l| {
            let behind = l.b.label();
            let there = l.table(lap.places.clone(), slot);
            l.op(Op::JumpCmp { cmp: Cmp::Le, a: there, b: place, to: behind });
            let at = l.bin(Bin::Add, base, slot);
            let here = l.load_at(field, at);
            let more = l.bin(Bin::Add, here, one);
            l.op(Op::StoreAt { field, i: at, a: more });
            l.op(Op::Jump { to: next });
            l.b.place(behind);
        });
        self.b.place(next);
    }

    /// How many pieces of a kind are on a site.
    fn pieces_on(&mut self, component: i32, site: Reg) -> Reg {
        let component = self.c(component);
        let Some(stacks) = self.stacks.clone() else {
            let what = self.kind_at(site);
            let is_it = self.cmp(Cmp::Eq, what, component);
            return match self.known.count {
                Some(count) => {
                    let count = self.load_at(count, site);
                    self.bin(Bin::Mul, is_it, count)
                }
                None => is_it,
            };
        };
        let (n, level, zero, one) = (self.b.reg(), self.b.reg(), self.c(0), self.c(1));
        self.op(Op::Move { d: n, a: zero });
        let height = self.load_at(stacks.height, site);
        let top = self.bin(Bin::Sub, height, one);
        self.count_up(level, zero, top, |l| {
            let cell = l.cell_at(site, level);
            let what = l.load_at(stacks.levels, cell);
            let is_it = l.cmp(Cmp::Eq, what, component);
            l.op(Op::Bin { op: Bin::Add, d: n, a: n, b: is_it });
        });
        n
    }
}
