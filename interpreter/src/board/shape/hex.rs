//! Boards on hexagons.

use super::outline::sixfold_sides;
use super::{Canvas, HexShape, Outline};
use crate::board::error::BoardError;
use crate::board::geometry::{Point, PointIndex};
use crate::board::graph::Graph;

/// Corners of a unit hexagon with a corner at the top.
const CORNERS: [(f64, f64); 6] =
    [(0.0, 1.0), (HALF, 0.5), (HALF, -0.5), (0.0, -1.0), (-HALF, -0.5), (-HALF, 0.5)];
const HALF: f64 = 0.866_025_403_784_438_6;

/// The middle of a hexagon on rows that lean to the left.
fn leaning(row: f64, column: f64) -> Point {
    Point::new(2.0 * HALF * (column - 0.5 * row), 1.5 * row)
}

/// The middle of a hexagon on rows that rise to the left and to the right.
fn rising(row: f64, column: f64) -> Point {
    Point::new(1.5 * (column - row), HALF * (row + column))
}

impl Canvas<'_> {
    pub(crate) fn hex(&self, shape: HexShape, size: i32, other: Option<i32>) -> Result<Graph, BoardError> {
        match (shape, other) {
            (HexShape::Hexagon, Some(other)) => return self.hex_outline(&Outline::Sides(vec![size, other])),
            (HexShape::Limping, _) => {
                return self.hex_outline(&Outline::Sides(vec![size, size.saturating_add(1)]));
            }
            _ => {}
        }
        let (n, m) = (self.size(size, 1)?, self.size(other.unwrap_or(size), 1)?);
        self.limits.check(n.max(m).saturating_mul(n.max(m)))?;
        let (n, m) = (n as i64, m as i64);
        // The corners of cells lie turned by a quarter where rows rise.
        let stand = matches!(shape, HexShape::Diamond | HexShape::Prism);
        let (rows, columns, inside): (i64, i64, Box<dyn Fn(i64, i64) -> bool>) = match shape {
            HexShape::Hexagon | HexShape::Limping => (2 * n - 1, 2 * n - 1, Box::new(move |r, c| (r - c).abs() < n)),
            HexShape::Diamond => (n, n, Box::new(|_, _| true)),
            HexShape::Prism => (n + m - 1, n + m - 1, Box::new(move |r, c| (r - c).abs() < n)),
            HexShape::Triangle => (n, n, Box::new(|r, c| r <= c)),
            HexShape::Square => (n, 2 * n, Box::new(move |r, c| c >= (r + 1) / 2 && c < n + r / 2)),
            HexShape::Rectangle => (n, m + n, Box::new(move |r, c| c >= (r + 1) / 2 && c < m + r / 2)),
            HexShape::Star => (4 * n + 1, 4 * n + 1, Box::new(move |r, c| in_star(r, c, n))),
        };
        self.limits.check((rows * columns) as usize)?;
        let cells = (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))).filter(|&(r, c)| inside(r, c));
        let middle = |(r, c): (i64, i64)| {
            if stand { rising(r as f64, c as f64) } else { leaning(r as f64, c as f64) }
        };
        self.hexagons(cells.map(middle), stand)
    }

    pub(crate) fn hex_outline(&self, outline: &Outline) -> Result<Graph, BoardError> {
        let polygon = match outline {
            Outline::Sides(sides) => sixfold_sides(sides, leaning)?,
            Outline::Polygon(polygon) => polygon.clone(),
        };
        let polygon = polygon.inflated(0.1);
        let (rows, columns) = self.lattice_bounds(&polygon, 3)?;
        let cells = (rows.0..=rows.1).flat_map(|r| (columns.0..=columns.1).map(move |c| leaning(r as f64, c as f64)));
        self.hexagons(cells.filter(|&p| polygon.contains(p)), false)
    }

    /// The hexagons with these middles.
    fn hexagons(&self, middles: impl Iterator<Item = Point>, stand: bool) -> Result<Graph, BoardError> {
        let mut index = PointIndex::new(0.5);
        let mut points: Vec<Point> = Vec::new();
        for middle in middles {
            for (x, y) in CORNERS {
                let (x, y) = if stand { (y, x) } else { (x, y) };
                let p = Point::new(middle.x + x, middle.y + y);
                if index.find(p, |q| q.flat_distance(p) < 0.1).is_none() {
                    index.insert(points.len() as u32, p);
                    points.push(p);
                }
            }
            self.limits.check(points.len())?;
        }
        let mut graph = self.unit_graph(points)?;
        graph.reorder_all();
        Ok(graph)
    }
}

/// A star on rows that lean: two triangles, one upside down.
pub(super) fn in_star(r: i64, c: i64, n: i64) -> bool {
    if r < n {
        c >= n && c - r <= n
    } else if r <= 2 * n {
        r - c <= n && c < 3 * n + 1
    } else if r <= 3 * n {
        c >= n && c - r <= n
    } else {
        c <= 3 * n && r - c <= n
    }
}
