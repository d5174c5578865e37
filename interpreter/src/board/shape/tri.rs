//! Boards on triangles.

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
        let (n, m) = (self.size(size, 1)?, self.size(other.unwrap_or(size), 1)?);
        // The size of a star counts edges, whatever pieces stand on.
        let star = shape == TriShape::Star;
        let (n, m) = if star { (n, m) } else { (self.vertices_along(n), self.vertices_along(m)) };
        let lattice = self.lattice(shape, n, m)?;
        let at = |(row, column)| if lattice.rises { rising(row, column) } else { leaning(row, column) };
        let mut graph = self.unit_graph(lattice.places().map(at).collect())?;
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
