//! Hexagons cut into bent squares.

use std::f64::consts::TAU;

use super::Canvas;
use crate::board::error::BoardError;
use crate::board::geometry::{Point, PointIndex};
use crate::board::graph::Graph;

/// Half of √3: the height of a unit triangle.
const HEIGHT: f64 = 0.866_025_403_784_438_6;

/// A drawing to which vertices and edges are added where they are not there yet.
struct Sheet {
    graph: Graph,
    index: PointIndex,
}

impl Sheet {
    fn vertex(&mut self, at: Point) -> u32 {
        self.index.find(at, |q| q.near(at, 0.001)).unwrap_or_else(|| {
            let id = self.graph.add_vertex(at);
            self.index.insert(id, at);
            id
        })
    }

    fn line(&mut self, a: Point, b: Point) {
        let (a, b) = (self.vertex(a), self.vertex(b));
        self.graph.add_edge(a, b);
    }
}

fn between(a: Point, b: Point, part: f64) -> Point {
    Point::new(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part)
}

fn turned(p: Point, turn: f64) -> Point {
    let (sin, cos) = (TAU * turn).sin_cos();
    Point::new(p.x * cos - p.y * sin, p.x * sin + p.y * cos)
}

impl Canvas<'_> {
    /// Six kites around the middle, or three parts around a small triangle, each with so many cells along its sides.
    pub(crate) fn quadhex(&self, layers: i32, thirds: bool) -> Result<Graph, BoardError> {
        let n = self.size(layers, 1)?;
        self.limits.check(n.saturating_mul(n).saturating_mul(6))?;
        let mut sheet = Sheet { graph: Graph::default(), index: PointIndex::new(0.1) };
        if thirds {
            Self::three_parts(&mut sheet, n)
        } else {
            Self::six_kites(&mut sheet, n)
        }
        let mut graph = sheet.graph;
        graph.make_faces(true, self.limits)?;
        graph.reorder_all();
        Ok(graph)
    }

    /// The kite above the middle reaches from there up to the side of the hexagon, along it to a corner, and back by the middle of the
    /// next side.
    fn six_kites(sheet: &mut Sheet, n: usize) {
        let size = n as f64;
        let part = |k: usize| k as f64 / size;
        let (middle, top, corner) =
            (Point::new(0.0, 0.0), Point::new(0.0, size * HEIGHT), Point::new(size / 2.0, size * HEIGHT));
        let side = between(corner, Point::new(size, 0.0), 0.5);
        for turn in 0..6 {
            let at = |row: usize, column: usize| {
                let (inner, outer) = (between(middle, side, part(row)), between(top, corner, part(row)));
                turned(between(inner, outer, part(column)), f64::from(turn) / 6.0)
            };
            for (row, column) in (0..n).flat_map(|row| (0..n).map(move |column| (row, column))) {
                sheet.line(at(row, column), at(row, column + 1));
                sheet.line(at(row, column + 1), at(row + 1, column + 1));
                if row == n - 1 {
                    sheet.line(at(n, column + 1), at(n, column));
                }
            }
        }
    }

    /// A part lies along the lower side of the hexagon and rises to half of each of the sides next to it, and to near the middle. Between
    /// the parts lie strips of cells, and a triangle in the middle.
    fn three_parts(sheet: &mut Sheet, n: usize) {
        let size = n as f64;
        let part = |k: usize| k as f64 / size;
        let (corner, next) = (Point::new(-size / 2.0, -size * HEIGHT), Point::new(-size, 0.0));
        let (foot, middle) = (Point::new(0.0, -size * HEIGHT), Point::new(0.0, 0.0));
        let ratio = size / (size + 0.5);
        let (top, side) = (between(foot, middle, ratio), between(corner, next, ratio / 2.0));
        let mirrored = |p: Point| Point::new(-p.x, p.y);
        let at = |row: usize, column: usize| {
            between(between(corner, foot, part(row)), between(side, top, part(row)), part(column))
        };
        for turn in 0..3 {
            let turn = f64::from(turn) / 3.0;
            for (row, column) in (0..n).flat_map(|row| (0..n).map(move |column| (row, column))) {
                let [a, b, c, d] = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(r, k)| at(row + r, column + k));
                for (p, q) in [(a, b), (c, d), (a, c), (b, d)] {
                    sheet.line(turned(p, turn), turned(q, turn));
                    sheet.line(turned(mirrored(p), turn), turned(mirrored(q), turn));
                }
            }
            // The middle triangle, and the side that this part and the next share.
            sheet.line(turned(top, turn), turned(top, turn + 1.0 / 3.0));
            sheet.line(turned(mirrored(side), turn), turned(side, turn + 1.0 / 3.0));
        }
    }
}
