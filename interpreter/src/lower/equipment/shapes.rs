//! Shapes of pieces that cover several sites: for each way such a piece can lie, the sites it covers from each site.
//!
//! A large piece stands on its *anchor*, the first site of its walk; the others are its *body*. Which way it lies is its state: the number
//! of its walk times the number of orthogonal directions, and the direction in which the walk begins. Off the board it takes one site.

use crate::board::Turtle;
use crate::lower::equipment::{Component, Equipment};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::diagnostic::{Diagnostic, codes};
use parlour_grammar::rules::Term;

/// Most places, each with its way to lie, that the shapes of a game may have; and most words that the sets of sites covered may take.
const MOST_PLACES: usize = 1 << 18;
const MOST_WORDS: usize = 1 << 23;

/// The shape of pieces that cover several sites.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    walks: Vec<Vec<Turtle>>,
    sites: u32,
    /// By way to lie and site of the board: the sites covered, the anchor first; none where it does not fit.
    footprints: Vec<Vec<u32>>,
}

impl Shape {
    /// In how many ways a piece can lie.
    #[must_use]
    pub fn ways(&self) -> u32 {
        (self.footprints.len() / self.sites.max(1) as usize) as u32
    }

    /// The sites that a piece covers that lies one way with its anchor on a site of the board; none if it does not fit.
    #[must_use]
    pub fn footprint(&self, way: u32, site: u32) -> &[u32] {
        let row = (site < self.sites).then(|| way as usize * self.sites as usize + site as usize);
        row.and_then(|row| self.footprints.get(row)).map_or(&[], Vec::as_slice)
    }

    /// The first way and anchor of a piece that covers the same sites.
    #[must_use]
    pub fn first_alike(&self, way: u32, site: u32) -> (u32, u32) {
        let sorted = |sites: &[u32]| {
            let mut sites = sites.to_vec();
            sites.sort_unstable();
            sites
        };
        let covered = sorted(self.footprint(way, site));
        // One that covers the same sites has its anchor among them.
        let alike = (0..=way).flat_map(|w| covered.iter().map(move |anchor| (w, *anchor)));
        alike.into_iter().find(|(w, anchor)| sorted(self.footprint(*w, *anchor)) == covered).unwrap_or((way, site))
    }
}

impl Equipment {
    /// Whether the game has pieces that cover several sites.
    #[must_use]
    pub fn has_large(&self) -> bool {
        !self.shapes.is_empty()
    }

    /// The shape of a component, counted from 1, if it covers several sites.
    #[must_use]
    pub fn shape_of(&self, component: u32) -> Option<&Shape> {
        self.shapes.get(self.components.get(component.checked_sub(1)? as usize)?.shape?)
    }

    /// The component of which a component is the body, both counted from 1.
    #[must_use]
    pub fn body_of(&self, component: u32) -> Option<u32> {
        self.components.get(component.checked_sub(1)? as usize)?.body_of
    }

    /// The body of a component, both counted from 1.
    #[must_use]
    pub fn body(&self, component: u32) -> Option<u32> {
        self.components.iter().position(|c| c.body_of == Some(component)).map(|at| at as u32 + 1)
    }

    /// The sites that a piece covers: its own if it is small, or lies off the board; none where it does not fit.
    #[must_use]
    pub fn covered(&self, component: u32, state: i32, site: u32) -> Vec<u32> {
        match self.shape_of(component) {
            Some(shape) if site < self.board_sites() => shape.footprint(state.max(0) as u32, site).to_vec(),
            _ => vec![site],
        }
    }

    /// Gives each component that its item describes by walks its shape, and a component for its body.
    pub(in crate::lower) fn read_shapes(&mut self, items: &[Term], diags: &mut Vec<Diagnostic>) {
        let kinds: Vec<usize> = (0..self.components.len()).collect();
        for at in kinds {
            let Some(item) = items.get(self.components[at].item) else { continue };
            let walks = walks_of(item);
            // Where pieces lie in zones, dominoes are kinds of piece as cards are.
            if walks.is_empty() || self.components[at].pips.is_some() && !self.zones.is_empty() {
                continue;
            }
            if walks.iter().any(|walk| !walk.contains(&Turtle::Forward)) {
                let message = "a walk without a step covers one site only";
                let found = Diagnostic::error(codes::LARGE_SHAPES, message, item.origin, "of this tile");
                diags.push(found.help(
                    "write a step `F` for each site after the first, as in `{F R F}`; a piece of one site has no walk",
                ));
                return;
            }
            let Some(number) = self.shape_of_walks(walks) else {
                let found =
                    Diagnostic::error(codes::LARGE_SHAPES, "these pieces are too large", item.origin, "on this board");
                diags.push(found.help("make the board smaller, or the walks shorter"));
                return;
            };
            self.components[at].shape = Some(number);
            let whole = &self.components[at];
            let body = Component { name: format!("{} (body)", whole.name), item: usize::MAX, ..whole.clone() };
            self.components.push(Component { shape: None, pips: None, body_of: Some(at as u32 + 1), ..body });
        }
    }

    fn shape_of_walks(&mut self, walks: Vec<Vec<Turtle>>) -> Option<usize> {
        if let Some(known) = self.shapes.iter().position(|shape| shape.walks == walks) {
            return Some(known);
        }
        let (kind, sites) = (self.kind(), self.board_sites());
        let headings = self.board.headings(kind);
        let known: u32 = self.shapes.iter().map(Shape::ways).sum();
        let places = (known as usize + walks.len() * headings).saturating_mul(self.sites as usize);
        if places > MOST_PLACES
            || places.saturating_mul(self.width) > MOST_WORDS
            || walks.iter().any(|w| w.len() > 1024)
        {
            return None;
        }
        let mut footprints = Vec::new();
        for walk in &walks {
            for heading in 0..headings {
                for site in 0..sites {
                    let mut covered = Vec::new();
                    for site in self.board.trace(kind, site, heading, walk).unwrap_or_default() {
                        if !covered.contains(&site) {
                            covered.push(site);
                        }
                    }
                    footprints.push(covered);
                }
            }
        }
        self.shapes.push(Shape { walks, sites, footprints });
        Some(self.shapes.len() - 1)
    }
}

/// The walks by which an item of the equipment says what its pieces cover; none for pieces that stand on one site.
fn walks_of(item: &Term) -> Vec<Vec<Turtle>> {
    let Some(call) = item.call() else { return Vec::new() };
    match call.prim {
        Prim::Tile => {
            let Some(walks) = call.get("walk") else { return Vec::new() };
            if walks.members().iter().all(|step| step.symbol().is_some()) {
                return vec![turtle(walks.members().iter().filter_map(Term::symbol))];
            }
            walks.members().iter().map(|walk| turtle(walk.members().iter().filter_map(Term::symbol))).collect()
        }
        // Each half is as wide as two sites, so that a domino can lie against the middle of another.
        Prim::Dominoes | Prim::Domino => vec![turtle("F R F R F L F L F R F R F".split(' '))],
        _ => Vec::new(),
    }
}

/// A walk as steps and turns.
pub(in crate::lower) fn turtle<'s>(steps: impl Iterator<Item = &'s str>) -> Vec<Turtle> {
    let step = |word: &str| match word {
        "R" => Turtle::Right,
        "L" => Turtle::Left,
        _ => Turtle::Forward,
    };
    steps.map(step).collect()
}
