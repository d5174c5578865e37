//! The board as play reads it: numbered sites with labels, steps and rays.

use super::direction::{Direction, RelationType, Relative};
use super::error::{BoardError, BoardErrorKind, Limits};
use super::geometry::Point;
use super::graph::{Graph, Links};
use super::measure::{Measures, Situation};
use super::rays::{Line, Ray, Rays, are_opposite};
use super::shape::Shape;
use super::steps::Steps;
use super::table::Table;

/// The number of a site among the sites of its kind.
pub type Site = u32;

/// The kinds of site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SiteType {
    /// A point.
    Vertex,
    /// A line between two points.
    Edge,
    /// An area enclosed by lines.
    Cell,
}

impl SiteType {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Vertex, Self::Edge, Self::Cell];

    /// Its name in rules.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Vertex => "Vertex",
            Self::Edge => "Edge",
            Self::Cell => "Cell",
        }
    }
}

/// A board: all that is fixed about the places of a game. Sites of each kind are numbered from 0, as Ludii numbers them:
/// row by row from the bottom left where the shape has no numbering of its own.
#[derive(Debug, Clone)]
pub struct Board {
    kind: SiteType,
    graph: Graph,
    pub(crate) measures: Measures,
    elements: [Elements; 3],
    /// Whether sites are labelled by ring and segment.
    pub(super) polar: bool,
}

/// What is known about the sites of one kind.
#[derive(Debug, Clone)]
struct Elements {
    points: Vec<Point>,
    situations: Vec<Situation>,
    steps: Steps,
    rays: Vec<Option<Rays>>,
    /// Incident elements, by their kind.
    incident: [Table<Site>; 3],
    supported: [Vec<Direction>; 5],
}

impl Board {
    /// The board of this shape, whose pieces stand on sites of this kind.
    ///
    /// # Errors
    /// If the shape has no such site, is too large, or makes no sense.
    pub fn new(shape: &Shape, kind: SiteType) -> Result<Self, BoardError> {
        Self::with_limits(shape, kind, &Limits::default())
    }

    /// The same, of a size within `limits`.
    ///
    /// # Errors
    /// If the shape has no such site, is too large, or makes no sense.
    pub fn with_limits(shape: &Shape, kind: SiteType, limits: &Limits) -> Result<Self, BoardError> {
        Self::from_graph(shape.draw(kind, limits)?, kind, limits)
    }

    /// The board that is drawn so.
    ///
    /// # Errors
    /// If the drawing has no site of this kind, is too large, or has unsound coordinates.
    pub fn from_graph(graph: Graph, kind: SiteType, limits: &Limits) -> Result<Self, BoardError> {
        graph.check(limits)?;
        let links = graph.links();
        let all_points = SiteType::ALL.map(|kind| graph.points(kind));
        if all_points[kind as usize].is_empty() {
            let message = format!("the board has no site of type `{}`", kind.name());
            return Err(BoardError::new(BoardErrorKind::Empty, message));
        }
        let (measures, mut situations) = Measures::new(&graph, &links, &all_points);
        let mut elements = Vec::with_capacity(3);
        for (kind, points) in SiteType::ALL.into_iter().zip(all_points) {
            let steps = Steps::new(kind, &graph, &links, &points);
            let rays = steps.rays(&points, limits)?;
            let incident = SiteType::ALL.map(|other| incidence(kind, other, &graph, &links));
            let supported = RelationType::ALL.map(|relation| steps.directions(relation));
            let situations = std::mem::take(&mut situations[kind as usize]);
            elements.push(Elements { points, situations, steps, rays, incident, supported });
        }
        let elements = elements.try_into().expect("there are three kinds");
        Ok(Self { kind, graph, measures, elements, polar: false })
    }

    /// The kind of site that pieces stand on unless the rules say otherwise.
    #[must_use]
    pub fn kind(&self) -> SiteType {
        self.kind
    }

    /// The drawing.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// How many sites there are of a kind.
    #[must_use]
    pub fn count(&self, kind: SiteType) -> usize {
        self.of(kind).points.len()
    }

    /// The coordinate of a site, such as `A1`, or `3.8` where sites are labelled by ring and segment.
    ///
    /// # Panics
    /// If there is no such site, as for all questions about one site's place.
    #[must_use]
    pub fn label(&self, kind: SiteType, site: Site) -> &str {
        &self.situation(kind, site).label
    }

    /// The first site with this label, in either case.
    #[must_use]
    pub fn site(&self, kind: SiteType, label: &str) -> Option<Site> {
        let labels = self.of(kind).situations.iter();
        labels.map(|s| &s.label).position(|l| l.eq_ignore_ascii_case(label)).map(|s| s as Site)
    }

    /// Where a site is.
    #[must_use]
    pub fn position(&self, kind: SiteType, site: Site) -> Point {
        self.of(kind).points[site as usize]
    }

    /// Where all sites of a kind are.
    #[must_use]
    pub fn positions(&self, kind: SiteType) -> &[Point] {
        &self.of(kind).points
    }

    /// The row of a site, from the bottom.
    #[must_use]
    pub fn row(&self, kind: SiteType, site: Site) -> u32 {
        self.situation(kind, site).row
    }

    /// The column of a site, from the left.
    #[must_use]
    pub fn column(&self, kind: SiteType, site: Site) -> u32 {
        self.situation(kind, site).column
    }

    /// The layer of a site, from the ground.
    #[must_use]
    pub fn layer(&self, kind: SiteType, site: Site) -> u32 {
        self.situation(kind, site).layer
    }

    /// The colour of a site in a colouring by which neighbours differ, as on a chequered board.
    #[must_use]
    pub fn phase(&self, kind: SiteType, site: Site) -> u8 {
        self.measures.phase(kind, site)
    }

    /// The sites one step away in a direction or group, clockwise from north.
    #[must_use]
    pub fn steps(&self, kind: SiteType, site: Site, direction: Direction) -> &[Site] {
        self.of(kind).steps.in_direction(site, direction)
    }

    /// The steps of all sites in a direction or group, if there are any.
    #[must_use]
    pub fn step_table(&self, kind: SiteType, direction: Direction) -> Option<&Table<Site>> {
        self.of(kind).steps.table(direction)
    }

    /// The rays from a site in a direction or group, clockwise from north. On regular boards there is one per direction.
    pub fn rays(&self, kind: SiteType, site: Site, direction: Direction) -> impl Iterator<Item = Ray<'_>> + Clone {
        self.of(kind).rays[direction as usize].iter().flat_map(move |rays| rays.from(site))
    }

    /// The straight lines through a site along a direction or group, each once. Of a single direction, the other half may
    /// be in any.
    #[must_use]
    pub fn lines(&self, kind: SiteType, site: Site, direction: Direction) -> Vec<Line<'_>> {
        let mut lines: Vec<Line<'_>> = Vec::new();
        for ahead in self.rays(kind, site, direction) {
            if lines.iter().any(|line| line.behind == ahead) {
                continue;
            }
            lines.push(Line { ahead, behind: self.opposite(kind, site, direction, ahead) });
        }
        lines
    }

    /// The ray opposite to `ray`, one of the site's rays in `direction`; empty if there is none.
    #[must_use]
    pub fn opposite(&self, kind: SiteType, site: Site, direction: Direction, ray: Ray<'_>) -> Ray<'_> {
        let points = self.positions(kind);
        let first = |directions: &[Direction]| {
            let mut others = directions.iter().flat_map(|&d| self.rays(kind, site, d));
            others.find(|other| are_opposite(site, ray, other, points))
        };
        let found = match direction.opposite() {
            Some(back) if direction.is_circular() => self.rays(kind, site, back).next(),
            Some(back) => first(&[back]).or_else(|| first(&Direction::ALL[..Direction::All as usize])),
            None => first(&[direction]),
        };
        found.unwrap_or(&[])
    }

    /// The single directions that steps of a relation take anywhere on the board, the compass clockwise from north first.
    #[must_use]
    pub fn directions(&self, kind: SiteType, relation: RelationType) -> &[Direction] {
        &self.of(kind).supported[relation as usize]
    }

    /// What a relative direction means on this board for a piece that faces `facing`, among the directions of a relation.
    #[must_use]
    pub fn relative(
        &self,
        kind: SiteType,
        facing: Direction,
        relative: Relative,
        relation: RelationType,
    ) -> Vec<Direction> {
        relative.resolve(facing, |direction| self.directions(kind, relation).contains(&direction))
    }

    /// The single directions in which one site lies straight on from another.
    #[must_use]
    pub fn directions_to(&self, kind: SiteType, from: Site, to: Site) -> Vec<Direction> {
        let leads = |d: &Direction| self.rays(kind, from, *d).any(|ray| ray.contains(&to));
        self.directions(kind, RelationType::All).iter().copied().filter(leads).collect()
    }

    /// The elements of one kind that touch a site of another: the corners and edges of a cell, the ends of an edge, and so
    /// on; of the same kind, the orthogonal neighbours.
    #[must_use]
    pub fn incident(&self, kind: SiteType, site: Site, other: SiteType) -> &[Site] {
        if kind == other {
            return self.steps(kind, site, Direction::Orthogonal);
        }
        self.of(kind).incident[other as usize].row(site as usize)
    }

    fn of(&self, kind: SiteType) -> &Elements {
        &self.elements[kind as usize]
    }

    pub(crate) fn situation(&self, kind: SiteType, site: Site) -> &Situation {
        &self.of(kind).situations[site as usize]
    }

    pub(super) fn relabel(&mut self, kind: SiteType, site: Site, label: String) {
        self.elements[kind as usize].situations[site as usize].label = label;
    }

    pub(crate) fn situations(&self, kind: SiteType) -> &[Situation] {
        &self.of(kind).situations
    }
}

fn incidence(kind: SiteType, other: SiteType, graph: &Graph, links: &Links) -> Table<Site> {
    let mut table = Table::default();
    match (kind, other) {
        (SiteType::Vertex, SiteType::Edge) => return links.vertex_edges.clone(),
        (SiteType::Vertex, SiteType::Cell) => return links.vertex_faces.clone(),
        (SiteType::Cell, SiteType::Edge) => return links.face_edges.clone(),
        (SiteType::Edge, SiteType::Vertex) => graph.edges.iter().for_each(|e| table.push_row(e.ends)),
        (SiteType::Edge, SiteType::Cell) => {
            links.edge_faces.iter().for_each(|sides| table.push_row(sides.iter().flatten().copied()));
        }
        (SiteType::Cell, SiteType::Vertex) => {
            graph.faces.iter().for_each(|f| table.push_row(f.corners.iter().copied()));
        }
        _ => {}
    }
    table
}
