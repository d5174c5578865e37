//! Named parts of a board.

use super::direction::Direction;
use super::measure::Property;
use super::topology::{Board, Site, SiteType};
use std::collections::BTreeSet;

/// A part of a board that its shape defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Region {
    /// All of it.
    Board,
    /// The highest sites.
    Top,
    /// The lowest sites.
    Bottom,
    /// The leftmost sites.
    Left,
    /// The rightmost sites.
    Right,
    /// The sites away from the rim.
    Inner,
    /// The sites at the rim.
    Outer,
    /// The sites on the line around the board.
    Perimeter,
    /// The sites nearest to the middle.
    Centre,
    /// The corners.
    Corners(Corner),
    /// The cells with the most corners.
    Major,
    /// The other cells.
    Minor,
    /// The side of the board that faces one of eight directions.
    Side(Direction),
    /// A row, counted from the bottom.
    Row(u32),
    /// A column, counted from the left.
    Column(u32),
    /// A layer, counted from the ground.
    Layer(u32),
    /// The sites of one colour, where neighbours differ in colour.
    Phase(u8),
    /// The edges that run in certain ways.
    Edges(EdgeKind),
}

/// Which corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corner {
    /// All.
    Any,
    /// Those that stick out.
    Convex,
    /// Those that point in.
    Concave,
}

/// How an edge runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeKind {
    /// Horizontal or vertical.
    Axial,
    /// From left to right.
    Horizontal,
    /// From bottom to top.
    Vertical,
    /// Neither.
    Angled,
    /// Like `/`.
    Slash,
    /// Like `\`.
    Slosh,
}

impl Board {
    /// The sites of a kind in a region, in ascending order.
    #[must_use]
    pub fn region(&self, kind: SiteType, region: Region) -> Vec<Site> {
        let with = |property: Property| self.measures.with(kind, property);
        let where_ = |wanted: &dyn Fn(Site) -> bool| (0..self.count(kind) as Site).filter(|&s| wanted(s)).collect();
        match region {
            Region::Board => where_(&|_| true),
            Region::Top => with(Property::Top),
            Region::Bottom => with(Property::Bottom),
            Region::Left => with(Property::Left),
            Region::Right => with(Property::Right),
            Region::Inner => with(Property::Inner),
            Region::Outer => with(Property::Outer),
            Region::Perimeter => with(Property::Perimeter),
            Region::Centre => with(Property::Centre),
            Region::Corners(Corner::Any) => with(Property::Corner),
            Region::Corners(Corner::Convex) => with(Property::Convex),
            Region::Corners(Corner::Concave) => with(Property::Concave),
            Region::Major => with(Property::Major),
            Region::Minor => with(Property::Minor),
            Region::Side(direction) => Property::side(direction).map(with).unwrap_or_default(),
            Region::Row(row) => where_(&|s| self.row(kind, s) == row),
            Region::Column(column) => where_(&|s| self.column(kind, s) == column),
            Region::Layer(layer) => where_(&|s| self.layer(kind, s) == layer),
            Region::Phase(phase) => where_(&|s| self.phase(kind, s) == phase),
            Region::Edges(way) if kind == SiteType::Edge => where_(&|s| way.matches(self, s)),
            Region::Edges(_) => Vec::new(),
        }
    }

    /// How many rows there are.
    #[must_use]
    pub fn rows(&self, kind: SiteType) -> u32 {
        self.situations(kind).iter().map(|s| s.row + 1).max().unwrap_or(0)
    }

    /// How many columns there are.
    #[must_use]
    pub fn columns(&self, kind: SiteType) -> u32 {
        self.situations(kind).iter().map(|s| s.column + 1).max().unwrap_or(0)
    }

    /// How many rows and columns the lowest layer has.
    #[must_use]
    pub fn ground_size(&self, kind: SiteType) -> (u32, u32) {
        let ground = || self.situations(kind).iter().filter(|s| s.layer == 0);
        let rows: BTreeSet<u32> = ground().map(|s| s.row).collect();
        let columns: BTreeSet<u32> = ground().map(|s| s.column).collect();
        (rows.len() as u32, columns.len() as u32)
    }

    /// How many layers there are.
    #[must_use]
    pub fn layers(&self, kind: SiteType) -> u32 {
        self.situations(kind).iter().map(|s| s.layer + 1).max().unwrap_or(0)
    }
}

impl EdgeKind {
    fn matches(self, board: &Board, edge: Site) -> bool {
        let [a, b] = board.graph().edges()[edge as usize].ends.map(|v| board.graph().point(v));
        let turns = a.angle_to(b) / std::f64::consts::TAU;
        // Opposite ways count as one: eight parts of half a turn, the first around the horizontal.
        let part = (turns * 16.0 + 0.5).floor().rem_euclid(8.0) as u8;
        match self {
            Self::Axial => matches!(part, 0 | 4),
            Self::Horizontal => part == 0,
            Self::Vertical => part == 4,
            Self::Angled => !matches!(part, 0 | 4),
            Self::Slash => (1..4).contains(&part),
            Self::Slosh => part > 4,
        }
    }
}
