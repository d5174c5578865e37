//! What a player sees of the pieces on a site: by what their kinds say, and what effects have changed.

use super::{Piece, State};
use crate::lower::{Equipment, Facet};
use crate::machine;
use crate::program::Program;
use crate::program::op::FieldId;

/// A piece as a player sees it: what is hidden is `None`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeenPiece {
    /// Which component, counted from 1.
    pub component: Option<u32>,
    /// Its kind, without its owner.
    pub kind: Option<String>,
    /// Its owner: 0 for none.
    pub owner: Option<u32>,
    /// Its state.
    pub state: Option<i32>,
    /// Its rotation.
    pub rotation: Option<i32>,
    /// Its value.
    pub value: Option<i32>,
}

/// A site as a player sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SiteView {
    /// The site.
    pub site: u32,
    /// The pieces that the player sees there, bottom to top.
    pub pieces: Vec<SeenPiece>,
    /// How many there are, where a game counts the pieces of a site without stacking them.
    pub count: Option<u32>,
    /// The site on which a piece that covers this one too has its place, if the player sees it.
    pub covered_from: Option<u32>,
}

/// The pieces of a state, and who sees them.
#[derive(Clone, Copy)]
pub(super) struct Sight<'a> {
    equipment: &'a Equipment,
    program: &'a Program,
    words: &'a machine::State,
}

impl State {
    pub(super) fn sight(&self) -> Sight<'_> {
        self.sight_of(self.words())
    }

    pub(super) fn sight_of<'a>(&'a self, words: &'a machine::State) -> Sight<'a> {
        Sight { equipment: self.game().equipment(), program: self.game().program(), words }
    }

    /// Every site as a player sees it, or as it is.
    pub(super) fn sites_seen_by(&self, side: Option<u32>) -> Vec<SiteView> {
        let sight = self.sight();
        (0..self.game().equipment().sites).map(|site| sight.view(site, side)).collect()
    }
}

impl Sight<'_> {
    fn field(&self, id: FieldId, i: u32) -> i32 {
        self.words.get(self.program, id, i)
    }

    /// The pieces on a site, bottom to top, each with the place where its facts are kept.
    pub(super) fn cells(&self, site: u32) -> Vec<(u32, Piece)> {
        let known = &self.program.wellknown;
        let fact = |id: Option<FieldId>, i: u32| id.map_or(0, |id| self.field(id, i));
        let piece = |component: i32, i: u32| Piece {
            component: component as u32,
            state: fact(known.state, i),
            rotation: fact(known.rotation, i),
            value: fact(known.value, i),
        };
        match &self.program.stacks {
            Some(stacks) => {
                let height = self.field(stacks.height, site) as u32;
                let cells = (0..height).map(|level| site * stacks.max + level);
                cells.map(|cell| (cell, piece(self.field(stacks.levels, cell), cell))).collect()
            }
            None => match self.field(known.what, site) {
                // A body is part of the piece on its anchor.
                0 => Vec::new(),
                component if self.equipment.body_of(component as u32).is_some() => Vec::new(),
                component => vec![(site, piece(component, site))],
            },
        }
    }

    /// The players for whom a facet of the piece in a cell is not as its kind says: one bit each.
    pub(super) fn changed(&self, facet: Facet, cell: u32) -> u32 {
        self.program.wellknown.hidden[facet as usize].map_or(0, |field| self.field(field, cell) as u32)
    }

    /// Whether a facet of the piece in a cell is hidden from a player.
    fn hides(&self, facet: Facet, cell: u32, component: u32, side: u32) -> bool {
        let Some(kind) = self.equipment.components.get((component as usize).wrapping_sub(1)) else { return false };
        let presence = !kind.seen_by.includes(side, kind.owner);
        let usual = match facet {
            Facet::Presence => presence,
            Facet::What | Facet::State | Facet::Rotation | Facet::Value => !kind.known_by.includes(side, kind.owner),
            Facet::Who | Facet::Count => false,
        };
        let bit = side.checked_sub(1).and_then(|bit| 1u32.checked_shl(bit)).unwrap_or(0);
        usual != (self.changed(facet, cell) & bit != 0)
    }

    /// A site as a player sees it, or as it is.
    pub(super) fn view(&self, site: u32, side: Option<u32>) -> SiteView {
        let hidden =
            |facet: Facet, cell: u32, component: u32| side.is_some_and(|side| self.hides(facet, cell, component, side));
        let mut counted = true;
        let mut pieces = Vec::new();
        for (cell, piece) in self.cells(site) {
            let hides = |facet| hidden(facet, cell, piece.component);
            if hides(Facet::Presence) {
                continue;
            }
            counted &= !hides(Facet::Count);
            let kind = self.equipment.components.get((piece.component as usize).wrapping_sub(1));
            let (what, who) = (!hides(Facet::What), !hides(Facet::Who));
            pieces.push(SeenPiece {
                component: (what && who).then_some(piece.component),
                kind: kind.filter(|_| what).map(|kind| kind.base.clone()),
                owner: kind.filter(|_| who).map(|kind| kind.owner),
                state: (!hides(Facet::State)).then_some(piece.state),
                rotation: (!hides(Facet::Rotation)).then_some(piece.rotation),
                value: (!hides(Facet::Value)).then_some(piece.value),
            });
        }
        let count = self.program.wellknown.count.filter(|_| self.program.stacks.is_none());
        let count = count.filter(|_| counted && !pieces.is_empty()).map(|field| self.field(field, site) as u32);
        let anchor = self.program.wellknown.anchor.map_or(0, |field| self.field(field, site) as u32);
        let covered_from = anchor.checked_sub(1).filter(|at| *at != site && !self.view(*at, side).pieces.is_empty());
        SiteView { site, pieces, count, covered_from }
    }
}
