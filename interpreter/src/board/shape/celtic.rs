//! Boards like knotwork: squares on their corners, side by side, whose outline is rounded by curved edges.

use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::{FRAC_1_SQRT_2, SQRT_2};

use super::outline::celtic_sides;
use super::{Canvas, Outline};
use crate::board::error::BoardError;
use crate::board::geometry::Point;
use crate::board::graph::Graph;

/// How far a rounded corner reaches from the middle of its square, in half diagonals along each axis.
const CORNER: f64 = 1.4;

/// The tips of a square, from the right one counter-clockwise.
const TIPS: [(i64, i64); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

impl Canvas<'_> {
    pub(crate) fn celtic(&self, rows: i32, columns: i32) -> Result<Graph, BoardError> {
        let (rows, columns) = (self.size(rows, 1)?, self.size(columns, 1)?);
        self.limits.check(rows.saturating_mul(columns))?;
        self.knots(&(0..rows as i64).flat_map(|row| (0..columns as i64).map(move |column| (column, row))).collect())
    }

    /// The squares whose middles, a diagonal apart, lie inside an outline.
    pub(crate) fn celtic_outline(&self, outline: &Outline) -> Result<Graph, BoardError> {
        let outline = match outline {
            Outline::Sides(sides) => celtic_sides(sides)?,
            Outline::Polygon(polygon) => polygon.clone(),
        };
        let outline = outline.inflated(0.1);
        let (rows, columns) = self.lattice_bounds(&outline, 1)?;
        let inside = |&(x, y): &(i64, i64)| outline.contains(Point::new(x as f64 * SQRT_2, y as f64 * SQRT_2));
        let all = (rows.0..=rows.1).flat_map(|row| (columns.0..=columns.1).map(move |column| (column, row)));
        self.knots(&all.filter(inside).collect())
    }

    /// The drawing of these squares, by column and row. Points lie a half diagonal apart; those a side apart are joined, so squares of
    /// the same size come to lie between the squares.
    fn knots(&self, squares: &BTreeSet<(i64, i64)>) -> Result<Graph, BoardError> {
        let at = |(x, y): (f64, f64)| Point::new(x * FRAC_1_SQRT_2, y * FRAC_1_SQRT_2);
        let (mut ids, mut points) = (BTreeMap::new(), Vec::new());
        for (column, row) in squares {
            for (dx, dy) in TIPS {
                let tip = (2 * column + dx, 2 * row + dy);
                ids.entry(tip).or_insert_with(|| {
                    points.push(at((tip.0 as f64, tip.1 as f64)));
                    points.len() as u32 - 1
                });
            }
        }
        let mut graph = self.unit_graph(points)?;
        for &(column, row) in squares {
            let beside = |dx: i64, dy: i64| squares.contains(&(column + dx, row + dy));
            let tip = |dx: i64, dy: i64| ids[&(2 * column + dx, 2 * row + dy)];
            for (n, (ax, ay)) in TIPS.into_iter().enumerate() {
                // A quarter of the square, between one tip and the next.
                let (bx, by) = TIPS[(n + 1) % 4];
                let (outward, a, b) = ((ax + bx, ay + by), tip(ax, ay), tip(bx, by));
                let slant = [outward.0 as f64 * FRAC_1_SQRT_2, outward.1 as f64 * FRAC_1_SQRT_2];
                if !beside(ax, ay) && !beside(bx, by) && !beside(outward.0, outward.1) {
                    let place = |middle: i64, way: i64| 2.0 * middle as f64 + CORNER * way as f64;
                    let corner = graph.add_vertex(at((place(column, outward.0), place(row, outward.1))));
                    let back = |x: i64, y: i64| [-x as f64, -y as f64];
                    graph.add_curved_edge(a, corner, Some([slant, back(bx, by)]));
                    graph.add_curved_edge(corner, b, Some([back(ax, ay), slant]));
                    graph.add_face(vec![b, corner, a]);
                }
                // A hollow between this square and the next along an outer side: `b` is the tip that they share.
                if beside(bx, by) && !beside(ax, ay) && !beside(outward.0, outward.1) {
                    let end = tip(ax + 2 * bx, ay + 2 * by);
                    let other = [(ax - bx) as f64 * FRAC_1_SQRT_2, (ay - by) as f64 * FRAC_1_SQRT_2];
                    graph.add_curved_edge(a, end, Some([slant, other]));
                    graph.add_face(vec![end, a, b]);
                }
            }
        }
        graph.reorder_all();
        Ok(graph)
    }
}
