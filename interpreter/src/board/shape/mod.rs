//! Shapes: what a board can be told to look like.

mod celtic;
mod concentric;
mod hex;
mod lattice;
mod mancala;
mod outline;
mod plain;
mod quadhex;
mod square;
mod tiling;
mod tri;

use super::error::{BoardError, BoardErrorKind, Limits};
use super::geometry::{Point, Polygon};
use super::graph::Graph;
use super::topology::SiteType;

/// What a board looks like: a tiling, a figure, or a combination of such. Sizes count the sites that pieces stand on along a
/// side, so that the same shape has as many vertices, if they stand on vertices, as it has cells, if they stand on cells.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// On squares: a square, or a square turned on its corner.
    Square {
        /// The outline.
        shape: SquareShape,
        /// Sites along a side.
        size: i32,
        /// Lines across the squares.
        diagonals: Option<Diagonals>,
        /// Whether smaller squares are stacked on it, as in a pile of balls.
        pyramidal: bool,
    },
    /// On squares: a rectangle.
    Rectangle {
        /// From bottom to top.
        rows: i32,
        /// From left to right.
        columns: i32,
        /// Lines across the squares.
        diagonals: Option<Diagonals>,
    },
    /// On squares: the part inside a polygon.
    SquarePolygon {
        /// The outline, in rows and columns.
        outline: Polygon,
        /// Lines across the squares.
        diagonals: Option<Diagonals>,
    },
    /// On squares: sides of these lengths, turning right after each; a negative length turns left before it.
    SquareSides {
        /// The lengths.
        sides: Vec<i32>,
        /// Lines across the squares.
        diagonals: Option<Diagonals>,
    },
    /// On hexagons.
    Hex {
        /// The outline.
        shape: HexShape,
        /// Cells along a side, or rows.
        size: i32,
        /// Cells along other sides, or columns, if they differ.
        other: Option<i32>,
    },
    /// On hexagons: sides of these lengths, or the part inside a polygon.
    HexOutline(Outline),
    /// On triangles.
    Tri {
        /// The outline.
        shape: TriShape,
        /// Sites along a side, or rows.
        size: i32,
        /// Sites along other sides, or columns, if they differ.
        other: Option<i32>,
    },
    /// On triangles: sides of these lengths, or the part inside a polygon.
    TriOutline(Outline),
    /// On several polygons.
    Tiling {
        /// Which.
        tiling: Tiling,
        /// Motifs along a side, or rows.
        size: i32,
        /// Columns, where rows and columns are meant.
        other: Option<i32>,
    },
    /// On several polygons: sides of these lengths, or the part inside a polygon.
    TilingOutline(Tiling, Outline),
    /// A hexagon cut into squares that are bent: six kites, or three parts around a triangle.
    Quadhex {
        /// Cells along the side of a part.
        layers: i32,
        /// Whether there are three parts.
        thirds: bool,
    },
    /// On bricks two wide, every second row offset by half a brick.
    Brick {
        /// How many rows.
        rows: i32,
        /// Bricks in a row, one more in every second row.
        columns: i32,
        /// Whether the ends of rows are cut off straight.
        trim: bool,
    },
    /// Like knotwork: squares on their corners, rounded along the rim.
    Celtic {
        /// How many rows of squares.
        rows: i32,
        /// Squares in a row.
        columns: i32,
    },
    /// Like knotwork: sides of these lengths, turning left after each, or the part inside a polygon.
    CelticOutline(Outline),
    /// Figures around a centre.
    Concentric(ConcentricShape),
    /// Pits in rows.
    Mancala {
        /// From 2 to 6.
        rows: i32,
        /// Pits in a row.
        columns: i32,
        /// Where the stores are.
        stores: Stores,
    },
    /// A regular polygon, or a star.
    Regular {
        /// How many corners.
        sides: i32,
        /// Whether lines join corners that are furthest apart.
        star: bool,
    },
    /// A triangle of rows that widen from its tip.
    Wedge {
        /// The tip and the rows below it.
        rows: i32,
        /// Vertices in each row.
        columns: i32,
    },
    /// A line that winds outward.
    Spiral {
        /// How often it winds.
        turns: i32,
        /// How many vertices it has.
        sites: i32,
        /// Which way.
        clockwise: bool,
    },
    /// Polygons repeated along rows and columns.
    Repeat {
        /// How many rows.
        rows: i32,
        /// How many columns.
        columns: i32,
        /// From one column to the next and from one row to the next.
        steps: [(f64, f64); 2],
        /// What is repeated.
        polygons: Vec<Polygon>,
    },
    /// Points and the lines between them.
    Explicit {
        /// The vertices.
        vertices: Vec<Point>,
        /// Pairs of vertices, by index.
        edges: Vec<(u32, u32)>,
    },
    /// A drawing made elsewhere.
    Drawn(Box<Graph>),

    /// More vertices, edges and cells.
    Add {
        /// To what.
        shape: Option<Box<Shape>>,
        /// Vertices.
        vertices: Vec<Point>,
        /// Edges between vertices, which are added too if need be.
        edges: Vec<(Pick, Pick)>,
        /// Edges that are curved.
        curved: Vec<CurvedEdge>,
        /// Cells by their corners, which are added too if need be.
        cells: Vec<Vec<Pick>>,
        /// Whether the new vertices are joined to all near them.
        connect: bool,
    },
    /// Fewer of them.
    Remove {
        /// Of what.
        shape: Box<Shape>,
        /// Cells by index.
        cells: Vec<u32>,
        /// Cells by their corners.
        cells_at: Vec<Vec<Point>>,
        /// Edges by their ends.
        edges: Vec<(Pick, Pick)>,
        /// Vertices.
        vertices: Vec<Pick>,
        /// Every vertex inside.
        polygon: Option<Polygon>,
        /// Whether edges that no longer bound a cell go with the cells.
        trim_edges: bool,
    },
    /// Several shapes, where vertices at one place become one.
    Merge {
        /// What is merged.
        shapes: Vec<Shape>,
        /// Whether vertices near each other are joined.
        connect: bool,
    },
    /// Several shapes side by side, numbered one after the other.
    Union {
        /// What is united.
        shapes: Vec<Shape>,
        /// Whether vertices near each other are joined.
        connect: bool,
    },
    /// What is common to several shapes.
    Intersect(Vec<Shape>),
    /// Moved.
    Shift(f64, f64, f64, Box<Shape>),
    /// Stretched from the origin.
    Scale(f64, f64, f64, Box<Shape>),
    /// Turned counter-clockwise about its middle, by degrees; numbers stay.
    Rotate(f64, Box<Shape>),
    /// Every row shifted in proportion to its height.
    Skew(f64, Box<Shape>),
    /// A vertex for each cell.
    Dual(Box<Shape>),
    /// Cells with at least this many corners divided from their middle.
    Subdivide(i32, Box<Shape>),
    /// Only what is inside the polygon.
    Keep(Polygon, Box<Shape>),
    /// Only what is outside the polygon.
    Clip(Polygon, Box<Shape>),
    /// Without the cells inside the polygon.
    Hole(Polygon, Box<Shape>),
    /// Every pair of vertices joined; of each cell, if so said.
    Complete {
        /// Of what.
        shape: Box<Shape>,
        /// Whether only vertices of one cell are joined.
        each_cell: bool,
    },
    /// A vertex wherever two edges cross or touch.
    SplitCrossings(Box<Shape>),
    /// Cells found anew.
    MakeFaces(Box<Shape>),
    /// Without edges that lead nowhere, and vertices by themselves.
    Trim(Box<Shape>),
    /// Numbered anew from the bottom left; all kinds if none are given.
    Renumber(Vec<SiteType>, Box<Shape>),
    /// Copies one above the other, joined.
    Layers(i32, Box<Shape>),
}

/// Outlines on squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquareShape {
    /// As many rows as columns.
    Square,
    /// One more column than rows.
    Limping,
    /// A square on its corner.
    Diamond,
}

/// Lines across the squares of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Diagonals {
    /// One in each square, turning from square to square.
    Alternating,
    /// Both, which meet in a vertex.
    Solid,
    /// Both, which cross.
    SolidNoSplit,
    /// One in each square, around the middle.
    Concentric,
    /// From the middle to the corners.
    Radiating,
}

/// Outlines on hexagons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HexShape {
    /// Six sides; with a second size, sides of alternating lengths.
    Hexagon,
    /// A rhombus on its corner.
    Diamond,
    /// A rhombus with two corners cut off.
    Prism,
    /// Three sides.
    Triangle,
    /// Rows of one length.
    Rectangle,
    /// As many rows as columns.
    Square,
    /// A star with six points.
    Star,
    /// Sides of alternating lengths, one apart.
    Limping,
}

/// Outlines on triangles: the same as on hexagons.
pub type TriShape = HexShape;

/// Tilings of the plane by regular polygons, named for the polygons around a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tiling {
    /// Triangles around hexagons.
    T33336,
    /// Rows of triangles and rows of squares.
    T33344,
    /// Squares and pairs of triangles.
    T33434,
    /// Triangles, squares and hexagons.
    T3464,
    /// Two kinds of vertex, written `T333333_33434`: triangles and squares around hexagons of triangles.
    T33333333434,
    /// Triangles and hexagons.
    T3636,
    /// Squares, hexagons and dodecagons.
    T4612,
    /// Triangles and dodecagons.
    T31212,
    /// Squares and octagons.
    T488,
}

/// An outline of any form.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// Sides of these lengths, turning after each; used over and over until the outline closes.
    Sides(Vec<i32>),
    /// A polygon.
    Polygon(Polygon),
}

/// Figures around a centre.
#[derive(Clone, Debug, PartialEq)]
pub enum ConcentricShape {
    /// Polygons one inside the other.
    Polygons {
        /// Corners of each.
        sides: i32,
        /// How many there are.
        rings: i32,
        /// Whether sides have a vertex in the middle.
        midpoints: bool,
        /// Whether the middles of sides are joined to those of the next ring.
        join_midpoints: bool,
        /// Whether corners are joined to those of the next ring.
        join_corners: bool,
    },
    /// Rings of cells, or of vertices, from the centre outward.
    Rings {
        /// How many on each ring. Where it is negative, vertices are not joined around the ring.
        cells: Vec<i32>,
        /// Whether every second ring is turned by half a cell.
        stagger: bool,
    },
    /// Rings that are cells themselves.
    Target {
        /// How many.
        rings: i32,
    },
}

/// Where the stores of a mancala board are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stores {
    /// There are none.
    None,
    /// One at each end.
    Outer,
}

/// An edge with the tangents at its ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvedEdge {
    /// Where it begins and ends.
    pub ends: [Point; 2],
    /// Which way it leaves each end.
    pub tangents: [[f64; 2]; 2],
}

/// A vertex, by index or by place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pick {
    /// By index.
    Index(u32),
    /// By place.
    At(Point),
}

impl Shape {
    /// A square board without more.
    #[must_use]
    pub fn square(size: i32) -> Self {
        Self::Square { shape: SquareShape::Square, size, diagonals: None, pyramidal: false }
    }

    /// A rectangular board without more.
    #[must_use]
    pub fn rectangle(rows: i32, columns: i32) -> Self {
        Self::Rectangle { rows, columns, diagonals: None }
    }

    /// A board of hexagons with six equal sides.
    #[must_use]
    pub fn hex(size: i32) -> Self {
        Self::Hex { shape: HexShape::Hexagon, size, other: None }
    }

    /// Draws it, for a board whose pieces stand on this kind of site.
    ///
    /// # Errors
    /// If a size is zero, too large or out of range, or an index points nowhere.
    pub fn draw(&self, kind: SiteType, limits: &Limits) -> Result<Graph, BoardError> {
        let canvas = Canvas { kind, limits };
        let graph = canvas.draw(self, 0)?;
        graph.check(limits)?;
        Ok(graph)
    }
}

/// How deep shapes may lie inside shapes.
const MAX_DEPTH: usize = 100;

/// What every shape needs to know to be drawn.
#[derive(Clone, Copy)]
pub(crate) struct Canvas<'a> {
    pub(crate) kind: SiteType,
    pub(crate) limits: &'a Limits,
}

impl Canvas<'_> {
    pub(crate) fn draw(&self, shape: &Shape, depth: usize) -> Result<Graph, BoardError> {
        if depth > MAX_DEPTH {
            let message = format!("shapes lie inside shapes more than {MAX_DEPTH} deep");
            return Err(BoardError::new(BoardErrorKind::TooLarge, message));
        }
        match shape {
            Shape::Square { shape: SquareShape::Diamond, size, diagonals, .. } => {
                self.square_diamond(*size, *diagonals)
            }
            Shape::Square { shape, size, diagonals, pyramidal } => {
                let columns = if *shape == SquareShape::Limping { size.saturating_add(1) } else { *size };
                self.rectangle(*size, columns, *diagonals, *pyramidal)
            }
            Shape::Rectangle { rows, columns, diagonals } => self.rectangle(*rows, *columns, *diagonals, false),
            Shape::SquarePolygon { outline, diagonals } => self.square_polygon(outline, *diagonals),
            Shape::SquareSides { sides, diagonals } => self.square_polygon(&outline::square_sides(sides)?, *diagonals),
            Shape::Hex { shape, size, other } => self.hex(*shape, *size, *other),
            Shape::HexOutline(outline) => self.hex_outline(outline),
            Shape::Tri { shape, size, other } => self.tri(*shape, *size, *other),
            Shape::TriOutline(outline) => self.tri_outline(outline, 2),
            Shape::Tiling { tiling, size, other } => self.tiling(*tiling, *size, *other),
            Shape::TilingOutline(tiling, outline) => self.tiling_outline(*tiling, outline),
            Shape::Quadhex { layers, thirds } => self.quadhex(*layers, *thirds),
            Shape::Brick { rows, columns, trim } => self.brick(*rows, *columns, *trim),
            Shape::Celtic { rows, columns } => self.celtic(*rows, *columns),
            Shape::CelticOutline(outline) => self.celtic_outline(outline),
            Shape::Concentric(shape) => self.concentric(shape),
            Shape::Mancala { rows, columns, stores } => self.mancala(*rows, *columns, *stores),
            Shape::Regular { sides, star } => self.regular(*sides, *star),
            Shape::Wedge { rows, columns } => self.wedge(*rows, *columns),
            Shape::Spiral { turns, sites, clockwise } => self.spiral(*turns, *sites, *clockwise),
            Shape::Repeat { rows, columns, steps, polygons } => self.repeat(*rows, *columns, *steps, polygons),
            Shape::Explicit { vertices, edges } => self.explicit(vertices, edges),
            Shape::Drawn(graph) => Ok((**graph).clone()),
            _ => self.combine(shape, depth),
        }
    }

    /// A size given by an author as a count of something.
    pub(crate) fn size(&self, value: i32, least: usize) -> Result<usize, BoardError> {
        let size = usize::try_from(value).unwrap_or(0);
        if size < least {
            let kind = if value <= 0 { BoardErrorKind::Empty } else { BoardErrorKind::BadNumber };
            return Err(BoardError::new(kind, format!("a board size is {value}, but must be at least {least}")));
        }
        self.limits.check(size)?;
        Ok(size)
    }

    /// A size in sites, as one in vertices: a row of n cells has n + 1.
    pub(crate) fn vertices_along(&self, size: usize) -> usize {
        size + usize::from(self.kind == SiteType::Cell)
    }

    /// The drawing with these vertices, an edge between any two that are a unit apart, and the faces between.
    pub(crate) fn unit_graph(&self, points: Vec<Point>) -> Result<Graph, BoardError> {
        self.limits.check(points.len())?;
        let mut graph = Graph::from_points(points);
        join(&mut graph, 1.1, self.limits, |a, b| (a.flat_distance(b) - 1.0).abs() < 0.01)?;
        graph.make_faces(false, self.limits)?;
        Ok(graph)
    }
}

/// Joins the vertices that are to be joined, among those less than `reach` apart.
pub(crate) fn join(
    graph: &mut Graph,
    reach: f64,
    limits: &Limits,
    wanted: impl Fn(Point, Point) -> bool,
) -> Result<(), BoardError> {
    if reach <= 0.0 || !reach.is_finite() {
        return Ok(());
    }
    let mut index = super::geometry::PointIndex::new(reach);
    for (v, vertex) in graph.vertices.iter().enumerate() {
        index.insert(v as u32, vertex.at);
    }
    for a in 0..graph.vertices.len() as u32 {
        let here = graph.point(a);
        let mut near: Vec<u32> =
            index.around(here).filter(|&(b, there)| b > a && wanted(here, there)).map(|(b, _)| b).collect();
        near.sort_unstable();
        limits.check(graph.edges.len() + near.len())?;
        for b in near {
            graph.add_edge(a, b);
        }
    }
    Ok(())
}
