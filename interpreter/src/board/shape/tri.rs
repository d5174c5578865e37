//! Boards on triangles.

use super::hex::in_star;
use super::outline::sixfold_sides;
use super::{Canvas, Outline, TriShape};
use crate::board::error::BoardError;
use crate::board::geometry::Point;
use crate::board::graph::Graph;

const HEIGHT: f64 = 0.866_025_403_784_438_6;

/// A vertex on rows that lean to the left.
fn leaning(row: f64, column: f64) -> Point {
    Point::new(column - 0.5 * row, HEIGHT * row)
}

/// A vertex on rows that rise to the left and to the right.
fn rising(row: f64, column: f64) -> Point {
    Point::new(HEIGHT * (column - row), 0.5 * (row + column))
}

impl Canvas<'_> {
    pub(crate) fn tri(&self, shape: TriShape, size: i32, other: Option<i32>) -> Result<Graph, BoardError> {
        if shape == TriShape::Limping {
            let sides = vec![size, size.saturating_add(1)];
            return self.tri_outline(&Outline::Sides(sides), i64::from(size));
        }
        let (size, other) = (self.size(size, 1)?, self.size(other.unwrap_or(size), 1)?);
        let (n, m) = (self.vertices_along(size) as i64, self.vertices_along(other) as i64);
        let (rows, columns, inside): (i64, i64, Box<dyn Fn(i64, i64) -> bool>) = match shape {
            TriShape::Hexagon | TriShape::Limping => (2 * n - 1, 2 * n - 1, Box::new(move |r, c| (r - c).abs() < n)),
            TriShape::Diamond => (n, n, Box::new(|_, _| true)),
            TriShape::Prism => (n + m - 1, n + m - 1, Box::new(move |r, c| (r - c).abs() < n)),
            TriShape::Triangle => (n, n, Box::new(|r, c| r <= c)),
            TriShape::Square => (n, 2 * n, Box::new(move |r, c| c >= (r + 1) / 2 && c < n + r / 2)),
            TriShape::Rectangle => (n, m + n, Box::new(move |r, c| c >= (r + 1) / 2 && c < m + r / 2)),
            TriShape::Star => {
                let n = size as i64;
                (4 * n + 1, 4 * n + 1, Box::new(move |r, c| in_star(r, c, n)))
            }
        };
        self.limits.check((rows.saturating_mul(columns)) as usize)?;
        let stand = matches!(shape, TriShape::Diamond | TriShape::Prism);
        let places = (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))).filter(|&(r, c)| inside(r, c));
        let at = |(r, c): (i64, i64)| if stand { rising(r as f64, c as f64) } else { leaning(r as f64, c as f64) };
        let mut graph = self.unit_graph(places.map(at).collect())?;
        graph.reorder_all();
        Ok(graph)
    }

    pub(crate) fn tri_outline(&self, outline: &Outline, margin: i64) -> Result<Graph, BoardError> {
        let polygon = match outline {
            Outline::Sides(sides) => sixfold_sides(sides, leaning)?,
            Outline::Polygon(polygon) => polygon.clone(),
        };
        let polygon = polygon.inflated(0.1);
        let (rows, columns) = self.lattice_bounds(&polygon, margin)?;
        let places = (rows.0..=rows.1).flat_map(|r| (columns.0..=columns.1).map(move |c| leaning(r as f64, c as f64)));
        let mut graph = self.unit_graph(places.filter(|&p| polygon.contains(p)).collect())?;
        graph.reorder_all();
        Ok(graph)
    }
}
