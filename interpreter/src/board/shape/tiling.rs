//! Tilings of several polygons: a motif repeated over a lattice, with an edge wherever two vertices are a unit apart.

use std::f64::consts::{FRAC_PI_6, TAU};

use super::outline::{sixfold_sides, square_sides};
use super::{Canvas, Outline, Tiling};
use crate::board::error::{BoardError, BoardErrorKind};
use crate::board::geometry::{Point, PointIndex};
use crate::board::graph::Graph;

/// √3 and half of it: the height of a unit triangle.
const ROOT3: f64 = 1.732_050_807_568_877_2;
const HEIGHT: f64 = ROOT3 / 2.0;

/// How a tiling is laid.
struct Pattern {
    motif: Vec<Point>,
    /// From one column, and from one row, to the next.
    column: (f64, f64),
    row: (f64, f64),
    /// Whether one size means a hexagon of motifs instead of a rhombus.
    hexagon: bool,
    /// Whether two sizes are counted from the middle.
    doubled: bool,
}

impl Canvas<'_> {
    pub(crate) fn tiling(&self, tiling: Tiling, size: i32, other: Option<i32>) -> Result<Graph, BoardError> {
        let pattern = pattern(tiling);
        let (n, m) = (self.size(size, 1)?, self.size(other.unwrap_or(size), 1)?);
        self.limits.check(n.saturating_mul(m).saturating_mul(4))?;
        let hexagon = pattern.hexagon && other.is_none();
        let doubled = hexagon || pattern.doubled;
        let count = |n: usize| if doubled { 2 * n as i64 - 1 } else { n as i64 };
        let mut index = PointIndex::new(0.5);
        let mut points: Vec<Point> = Vec::new();
        for row in 0..count(n) {
            for column in (0..count(m)).filter(|column| !hexagon || (row - column).abs() < n as i64) {
                let (r, c) = (row as f64, column as f64);
                let x = c * pattern.column.0 + r * pattern.row.0;
                let y = c * pattern.column.1 + r * pattern.row.1;
                add_motif(&pattern.motif, Point::new(x, y), &mut index, &mut points);
            }
            self.limits.check(points.len())?;
        }
        let mut graph = self.unit_graph(points)?;
        // This one keeps the numbers in which its octagons come.
        if tiling != Tiling::T488 {
            graph.reorder_all();
        }
        Ok(graph)
    }

    /// The motifs whose middles are inside an outline.
    pub(crate) fn tiling_outline(&self, tiling: Tiling, outline: &Outline) -> Result<Graph, BoardError> {
        let Pattern { mut motif, mut column, mut row, .. } = pattern(tiling);
        match tiling {
            Tiling::T3636 | Tiling::T33344 | Tiling::T488 => {}
            Tiling::T3464 => {
                // Here rows lie, so that sides can be counted along them.
                motif.iter_mut().for_each(|p| *p = Point::new(p.y, p.x));
                (column, row) = ((1.0 + ROOT3, 0.0), (-(1.0 + ROOT3) / 2.0, (3.0 + ROOT3) / 2.0));
            }
            _ => {
                let message = "this tiling takes a size, not an outline";
                return Err(BoardError::new(BoardErrorKind::Unsupported, message));
            }
        }
        let middle = |r: f64, c: f64| Point::new(c * column.0 + r * row.0, c * column.1 + r * row.1);
        let polygon = match outline {
            // Up and across change places: it is laid the other way around than squares are.
            Outline::Sides(sides) if tiling == Tiling::T488 => {
                let mut polygon = square_sides(sides)?;
                polygon.points.iter_mut().for_each(|p| *p = Point::new(p.y, p.x));
                polygon
            }
            Outline::Sides(sides) => sixfold_sides(sides, middle)?,
            Outline::Polygon(polygon) => polygon.clone(),
        };
        let polygon = polygon.inflated(0.1);
        let (rows, columns) = self.lattice_bounds(&polygon, 2)?;
        let mut index = PointIndex::new(0.5);
        let mut points: Vec<Point> = Vec::new();
        for (r, c) in (rows.0..=rows.1).flat_map(|r| (columns.0..=columns.1).map(move |c| (r, c))) {
            let at = middle(r as f64, c as f64);
            if !polygon.contains(at) {
                continue;
            }
            add_motif(&motif, at, &mut index, &mut points);
            self.limits.check(points.len())?;
        }
        let mut graph = self.unit_graph(points)?;
        graph.reorder_all();
        Ok(graph)
    }

    /// Bricks two wide in rows that are offset by half a brick; with `trim`, the ends of rows are cut off straight.
    pub(crate) fn brick(&self, rows: i32, columns: i32, trim: bool) -> Result<Graph, BoardError> {
        let (rows, columns) = (self.size(rows, 1)?, self.size(columns, 1)?);
        self.limits.check(rows.saturating_mul(columns).saturating_mul(4))?;
        let mut graph = Graph::default();
        let mut index = PointIndex::new(0.5);
        let last = 2 * columns;
        for row in 0..rows {
            for column in (row % 2..=last).step_by(2) {
                let (left, width) = match column {
                    0 if trim => (1, 1),
                    _ if trim && column >= last => (column, 1),
                    _ => (column, 2),
                };
                let top = (0..=width).map(|x| (left + x, row + 1));
                let bottom = (0..=width).rev().map(|x| (left + x, row));
                let ids: Vec<u32> = top
                    .chain(bottom)
                    .map(|(x, y)| Point::new(x as f64, y as f64))
                    .map(|p| {
                        index.find(p, |q| q.near(p, 0.001)).unwrap_or_else(|| {
                            let id = graph.add_vertex(p);
                            index.insert(id, p);
                            id
                        })
                    })
                    .collect();
                for (i, &a) in ids.iter().enumerate() {
                    graph.add_edge(a, ids[(i + 1) % ids.len()]);
                }
            }
        }
        graph.make_faces(false, self.limits)?;
        graph.reorder_all();
        Ok(graph)
    }
}

/// Adds the points of a motif that are not there yet.
fn add_motif(motif: &[Point], middle: Point, index: &mut PointIndex, points: &mut Vec<Point>) {
    for offset in motif {
        let p = Point::new(middle.x + offset.x, middle.y + offset.y);
        if index.find(p, |q| q.flat_distance(p) < 0.1).is_none() {
            index.insert(points.len() as u32, p);
            points.push(p);
        }
    }
}

/// Corners of a regular polygon around the origin.
fn ring(corners: usize, radius: f64, first: f64) -> impl Iterator<Item = Point> {
    let angle = move |i: usize| first + TAU * i as f64 / corners as f64;
    (0..corners).map(move |i| Point::new(radius * angle(i).cos(), radius * angle(i).sin()))
}

fn pattern(tiling: Tiling) -> Pattern {
    // Corners of a unit dodecagon, and their distance from its middle.
    let dodecagon = || ring(12, (1.0 + HEIGHT) / (FRAC_PI_6 / 2.0).cos(), FRAC_PI_6 / 2.0);
    let plain = Pattern { motif: Vec::new(), column: (0.0, 0.0), row: (0.0, 0.0), hexagon: true, doubled: false };
    // Columns that rise to the right and rows that rise to the left, or rows that lean to the left.
    let rising = |x: f64, y: f64| ((x, y / 2.0), (-x, y / 2.0));
    let leaning = |x: f64| ((x, 0.0), (-x / 2.0, x * HEIGHT));
    match tiling {
        Tiling::T33336 => Pattern {
            motif: (-2..=2)
                .flat_map(|r| (-2..=2).map(move |c| (r, c)))
                .filter(|&(r, c): &(i32, i32)| (r - c).abs() <= 2 && (r, c) != (0, 0))
                .map(|(r, c)| Point::new(f64::from(c) - 0.5 * f64::from(r), HEIGHT * f64::from(r)))
                .collect(),
            column: (2.5, HEIGHT),
            row: (-2.0, ROOT3),
            ..plain
        },
        Tiling::T33344 => Pattern {
            motif: [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(x, y)| Point::new(x, y)).to_vec(),
            column: (1.0, 0.0),
            row: (0.5, 1.0 + HEIGHT),
            hexagon: false,
            ..plain
        },
        Tiling::T33434 => {
            let (a, b) = (0.5, HEIGHT);
            let corners = [(a, a + b), (a + b, b), (0.0, a), (1.0 + b, 0.0), (b, 0.0)];
            let signs = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)];
            let step = 0.5 + HEIGHT;
            Pattern {
                motif: corners.iter().flat_map(|&(x, y)| signs.map(|(s, t)| Point::new(s * x, t * y))).collect(),
                column: (step, step),
                row: (-step, step),
                hexagon: false,
                ..plain
            }
        }
        Tiling::T3464 => {
            let (column, row) = rising((3.0 + ROOT3) / 2.0, 1.0 + ROOT3);
            Pattern { motif: ring(6, 1.0, 0.0).chain(dodecagon()).collect(), column, row, ..plain }
        }
        Tiling::T33333333434 => {
            let (column, row) = rising(1.5 + ROOT3, 2.0 + ROOT3);
            Pattern { motif: ring(6, 1.0, 0.0).chain(dodecagon()).collect(), column, row, ..plain }
        }
        Tiling::T3636 => {
            let (column, row) = leaning(2.0);
            Pattern { motif: ring(6, 1.0, 0.0).collect(), column, row, doubled: true, ..plain }
        }
        Tiling::T4612 => {
            let (column, row) = leaning(3.0 + ROOT3);
            Pattern { motif: dodecagon().collect(), column, row, ..plain }
        }
        Tiling::T31212 => {
            let (column, row) = leaning(2.0 + ROOT3);
            Pattern { motif: dodecagon().collect(), column, row, ..plain }
        }
        Tiling::T488 => {
            let (u, v) = (0.5, 0.5 + std::f64::consts::FRAC_1_SQRT_2);
            let corners = [(u, v), (v, u), (v, -u), (u, -v), (-u, -v), (-v, -u), (-v, u), (-u, v)];
            Pattern {
                motif: corners.map(|(x, y)| Point::new(x, y)).to_vec(),
                column: (2.0 * v, 0.0),
                row: (0.0, 2.0 * v),
                hexagon: false,
                ..plain
            }
        }
    }
}
