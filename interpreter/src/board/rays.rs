//! Straight on: the sites that follow from a site in a direction.

use super::direction::Direction;
use super::error::{BoardError, BoardErrorKind, Limits};
use super::geometry::{Point, bend};
use super::steps::{Steps, sort_clockwise};
use super::table::Table;
use super::topology::Site;

/// The sites met on going straight on, the nearest first; the site where it starts is not among them.
pub type Ray<'a> = &'a [Site];

/// A straight line through a site: one ray, and the ray the opposite way, empty if there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// One way.
    pub ahead: Ray<'a>,
    /// The other way.
    pub behind: Ray<'a>,
}

/// The rays of one kind of site in one direction. Rays on one line are parts of one list, so a board needs little more
/// room for its rays than for its steps.
#[derive(Debug, Clone, Default)]
pub(crate) struct Rays {
    sites: Vec<Site>,
    /// By site: first and last place in `sites`, the last excluded.
    spans: Table<(u32, u32)>,
}

/// How far a ray may bend at a site: a quarter of a radian, as a tangent.
const BEND: f64 = 0.255_341_921_221_036_3;
/// How far the two halves of a line may bend: a tenth of a radian, as a tangent.
const OPPOSITE_BEND: f64 = 0.100_334_672_085_450_55;
const NONE: u32 = u32::MAX;

impl Rays {
    /// Follows every step in `direction`: as straight on as possible among the steps in it, until none is straight enough
    /// or the way closes. Along and across rings the first step counts as straight.
    pub(crate) fn new(
        direction: Direction,
        steps: &Table<Site>,
        points: &[Point],
        limits: &Limits,
    ) -> Result<Self, BoardError> {
        let next = successors(direction, steps, points);
        let mut rays = Layout::new(next.len(), points.len());
        let mut follows = vec![false; next.len()];
        for &step in next.iter().filter(|&&step| step != NONE) {
            follows[step as usize] = true;
        }
        let sources = sources(steps);
        // Lines from their beginnings, then whatever is left: rings.
        for head in (0..next.len()).filter(|&s| !follows[s]).chain(0..next.len()) {
            if rays.spans[head].is_none() {
                rays.lay(head, &next, steps, &sources);
                if rays.sites.len() > limits.pairs {
                    let message =
                        format!("the lines of the board run into each other in more than {} places", limits.pairs);
                    return Err(BoardError::new(BoardErrorKind::TooLarge, message));
                }
            }
        }
        let spans = sources.iter().copied().zip(rays.spans.into_iter().map(Option::unwrap_or_default));
        Ok(Self { sites: rays.sites, spans: Table::group(steps.len(), &spans.collect::<Vec<_>>()) })
    }

    /// The rays of several directions together, each once; of two that begin alike, the longer.
    pub(crate) fn union(parts: &[&Self], points: &[Point]) -> Self {
        let mut union = Self::default();
        let bases: Vec<u32> = parts
            .iter()
            .map(|part| {
                let base = union.sites.len() as u32;
                union.sites.extend(&part.sites);
                base
            })
            .collect();
        for (site, here) in points.iter().enumerate() {
            let mut spans: Vec<(u32, u32)> = Vec::new();
            for (part, base) in parts.iter().zip(&bases) {
                for &(from, to) in part.spans.row(site) {
                    let span = (from + base, to + base);
                    let within = |a: (u32, u32), b: (u32, u32)| union.slice(b).starts_with(union.slice(a));
                    if !spans.iter().any(|&other| within(span, other)) {
                        spans.retain(|&other| !within(other, span));
                        spans.push(span);
                    }
                }
            }
            sort_clockwise(&mut spans, |&span| here.angle_to(points[union.slice(span)[0] as usize]));
            union.spans.push_row(spans);
        }
        union
    }

    /// The rays from a site, clockwise from north.
    pub(crate) fn from(&self, site: Site) -> impl Iterator<Item = Ray<'_>> + Clone {
        self.spans.row(site as usize).iter().map(|&span| self.slice(span))
    }

    fn slice(&self, (from, to): (u32, u32)) -> Ray<'_> {
        &self.sites[from as usize..to as usize]
    }
}

/// Whether two rays from a site lie on one line.
pub(crate) fn are_opposite(site: Site, a: Ray<'_>, b: Ray<'_>, points: &[Point]) -> bool {
    let at = |s: Site| points[s as usize];
    bend(at(a[0]), at(site), at(b[0])) < OPPOSITE_BEND
}

/// Lists of sites under construction, with the part of them that each step's ray is.
struct Layout {
    sites: Vec<Site>,
    spans: Vec<Option<(u32, u32)>>,
    // Room to work in: zero and `NONE` everywhere between two lines.
    visits: Vec<u8>,
    seen: Vec<u32>,
    line: Vec<Site>,
    way: Vec<usize>,
}

impl Layout {
    fn new(steps: usize, sites: usize) -> Self {
        Self {
            sites: Vec::new(),
            spans: vec![None; steps],
            visits: vec![0; steps],
            seen: vec![NONE; sites],
            line: Vec::new(),
            way: Vec::new(),
        }
    }

    /// Writes down the line that begins with the step `head`, a ring twice round, and the rays that are parts of it.
    fn lay(&mut self, head: usize, next: &[u32], steps: &Table<Site>, sources: &[Site]) {
        self.line.push(sources[head]);
        let mut step = head;
        while self.visits[step] < 2 {
            self.visits[step] += 1;
            self.line.push(steps.items()[step]);
            self.way.push(step);
            if next[step] == NONE {
                break;
            }
            step = next[step] as usize;
        }
        // From the end back: a ray ends before the first site that it, or its start, has met already.
        let base = self.sites.len() as u32;
        let mut end = self.line.len() as u32;
        for i in (0..self.line.len()).rev() {
            let again = std::mem::replace(&mut self.seen[self.line[i] as usize], i as u32);
            end = end.min(again);
            if let Some(&step) = self.way.get(i) {
                // A step met twice keeps its first place, from which the whole ring follows.
                if self.spans[step].is_none_or(|(from, _)| from >= base) {
                    self.spans[step] = Some((base + i as u32, base + end - 1));
                }
            }
        }
        self.sites.extend(&self.line[1..]);
        self.line.drain(..).for_each(|site| self.seen[site as usize] = NONE);
        self.way.drain(..).for_each(|step| self.visits[step] = 0);
    }
}

/// The site that each step leaves.
fn sources(steps: &Table<Site>) -> Vec<Site> {
    let mut sources = vec![0; steps.items().len()];
    for (site, row) in steps.rows().enumerate() {
        sources[steps.start(site)..][..row.len()].fill(site as Site);
    }
    sources
}

/// For each step, the step that goes straight on.
fn successors(direction: Direction, steps: &Table<Site>, points: &[Point]) -> Vec<u32> {
    let mut next = Vec::with_capacity(steps.items().len());
    for (site, row) in steps.rows().enumerate() {
        for &at in row {
            let onward = steps.row(at as usize);
            let mut best = (BEND, None);
            for (i, &to) in onward.iter().enumerate() {
                let off = if direction.is_circular() {
                    if i == 0 { 0.0 } else { BEND }
                } else {
                    bend(points[site], points[at as usize], points[to as usize])
                };
                if off < best.0 {
                    best = (off, Some((steps.start(at as usize) + i) as u32));
                }
            }
            next.push(best.1.unwrap_or(NONE));
        }
    }
    next
}

impl Steps {
    /// The rays along all these steps, by direction.
    pub(crate) fn rays(&self, points: &[Point], limits: &Limits) -> Result<Vec<Option<Rays>>, BoardError> {
        let mut rays: Vec<Option<Rays>> = Vec::with_capacity(Direction::COUNT);
        for &direction in Direction::ALL {
            let made = match self.table(direction) {
                None => None,
                // Straight on too, through the middle, as none of the four goes.
                Some(table) if direction == Direction::Rotational => {
                    let straight = Rays::new(direction, table, points, limits)?;
                    let parts: Vec<&Rays> = [Direction::In, Direction::Out, Direction::CW, Direction::CCW]
                        .iter()
                        .filter_map(|&d| rays[d as usize].as_ref())
                        .chain([&straight])
                        .collect();
                    Some(Rays::union(&parts, points))
                }
                Some(table) => {
                    // Groups often have the same steps.
                    let groups = (Direction::All as usize..direction as usize).map(|d| Direction::ALL[d]);
                    let mut same = groups.filter(|&d| d != Direction::Rotational && self.table(d) == Some(table));
                    match same.next() {
                        Some(twin) => rays[twin as usize].clone(),
                        None => Some(Rays::new(direction, table, points, limits)?),
                    }
                }
            };
            rays.push(made);
        }
        Ok(rays)
    }
}
