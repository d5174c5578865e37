//! Boards on squares.

use super::{Canvas, Diagonals, join};
use crate::board::error::BoardError;
use crate::board::geometry::{Point, PointIndex, Polygon};
use crate::board::graph::Graph;

/// First and last.
pub(crate) type Span = (i64, i64);

impl Canvas<'_> {
    pub(crate) fn rectangle(
        &self,
        rows: i32,
        columns: i32,
        diagonals: Option<Diagonals>,
        pyramidal: bool,
    ) -> Result<Graph, BoardError> {
        let rows = self.vertices_along(self.size(rows, 1)?);
        let columns = self.vertices_along(self.size(columns, 1)?);
        self.limits.check(rows.saturating_mul(columns))?;
        let at = |row: usize, column: usize| Point::new(column as f64, row as f64);
        let mut graph = Graph::from_points((0..rows).flat_map(|r| (0..columns).map(move |c| at(r, c))));
        let number = |row: usize, column: usize| (row * columns + column) as u32;
        for row in 0..rows {
            for column in 0..columns {
                if row + 1 < rows {
                    graph.add_edge(number(row, column), number(row + 1, column));
                }
                if column + 1 < columns {
                    graph.add_edge(number(row, column), number(row, column + 1));
                }
            }
        }
        if pyramidal {
            self.pile(&mut graph, rows, columns)?;
        }
        draw_diagonals(&mut graph, (0, rows as i64), (0, columns as i64), diagonals);
        graph.make_faces(false, self.limits)?;
        graph.reorder_all();
        Ok(graph)
    }

    /// Layers of vertices in the hollows of the layer below, all a unit apart.
    fn pile(&self, graph: &mut Graph, rows: usize, columns: usize) -> Result<(), BoardError> {
        self.limits.check(rows.saturating_mul(columns).saturating_mul(rows.min(columns)) / 3)?;
        for layer in 1..rows {
            let shift = layer as f64 * 0.5;
            for row in 0..rows - layer {
                for column in 0..columns.saturating_sub(layer) {
                    let z = layer as f64 * std::f64::consts::FRAC_1_SQRT_2;
                    graph.add_vertex(Point { x: shift + column as f64, y: shift + row as f64, z });
                }
            }
        }
        join(graph, 1.1, self.limits, |a, b| (a.distance(b) - 1.0).abs() < 0.05)
    }

    pub(crate) fn square_diamond(&self, size: i32, diagonals: Option<Diagonals>) -> Result<Graph, BoardError> {
        let d = self.size(size, 1)?;
        self.limits.check(d.saturating_mul(d).saturating_mul(4))?;
        let d = d as i64;
        let inside = |r: i64, c: i64| r + c >= d - 1 && c - r <= d && r - c <= d && r + c < 3 * d;
        let cells = (0..2 * d).flat_map(|r| (0..2 * d).map(move |c| (r, c))).filter(|&(r, c)| inside(r, c));
        let mut graph = self.unit_graph(cells.map(|(r, c)| Point::new(c as f64, r as f64)).collect())?;
        draw_diagonals(&mut graph, (0, 2 * d), (0, 2 * d), diagonals);
        graph.make_faces(false, self.limits)?;
        graph.reorder_all();
        Ok(graph)
    }

    pub(crate) fn square_polygon(&self, outline: &Polygon, diagonals: Option<Diagonals>) -> Result<Graph, BoardError> {
        let outline = outline.inflated(0.1);
        let (rows, columns) = self.lattice_bounds(&outline, 2)?;
        let mut points = Vec::new();
        for row in rows.0..=rows.1 {
            points.extend((columns.0..=columns.1).map(|c| Point::new(c as f64, row as f64)));
        }
        points.retain(|&p| outline.contains(p));
        let mut graph = self.unit_graph(points)?;
        draw_diagonals(&mut graph, rows, columns, diagonals);
        graph.make_faces(false, self.limits)?;
        graph.reorder_all();
        Ok(graph)
    }

    /// The rows and columns around a polygon, both ends included.
    pub(crate) fn lattice_bounds(&self, outline: &Polygon, margin: i64) -> Result<(Span, Span), BoardError> {
        let (low, high) = outline.bounds();
        if !low.is_sound() || !high.is_sound() {
            let message = "a corner of a polygon is out of range";
            return Err(BoardError::new(crate::board::BoardErrorKind::BadNumber, message));
        }
        let rows = (low.y as i64 - margin, high.y as i64 + margin);
        let columns = (low.x as i64 - margin, high.x as i64 + margin);
        self.limits.check(((rows.1 - rows.0 + 1) * (columns.1 - columns.0 + 1)) as usize)?;
        Ok((rows, columns))
    }
}

/// Lines across the unit squares between these rows and columns, both ends included.
fn draw_diagonals(graph: &mut Graph, rows: Span, columns: Span, diagonals: Option<Diagonals>) {
    let Some(diagonals) = diagonals else { return };
    let mut index = PointIndex::new(0.5);
    for (v, vertex) in graph.vertices.iter().enumerate() {
        index.insert(v as u32, vertex.at);
    }
    let vertex = |x: i64, y: i64| {
        let p = Point::new(x as f64, y as f64);
        index.find(p, |q| q.near(p, 0.001))
    };
    let (middle_row, middle_column) = ((rows.0 + rows.1) / 2, (columns.0 + columns.1) / 2);
    if diagonals == Diagonals::Radiating {
        let reach = ((rows.1 - rows.0) / 2).max((columns.1 - columns.0) / 2);
        for n in 0..=reach {
            for (dx, dy) in [(1, 1), (1, -1), (-1, -1), (-1, 1)] {
                let at = |n: i64| vertex(middle_row + n * dx, middle_column + n * dy);
                if let (Some(a), Some(b)) = (at(n), at(n + 1)) {
                    graph.add_edge(a, b);
                }
            }
        }
        return;
    }
    for r in rows.0..=rows.1 {
        for c in columns.0..=columns.1 {
            let corners = (vertex(c, r), vertex(c, r + 1), vertex(c + 1, r + 1), vertex(c + 1, r));
            let (Some(sw), Some(nw), Some(ne), Some(se)) = corners else { continue };
            let rising = match diagonals {
                Diagonals::Alternating => (r + c) % 2 == 0,
                Diagonals::Concentric => (r < middle_row) != (c < middle_column),
                Diagonals::SolidNoSplit => {
                    graph.add_edge(sw, ne);
                    false
                }
                Diagonals::Solid => {
                    let middle = graph.add_vertex(Point::new(c as f64 + 0.5, r as f64 + 0.5));
                    for corner in [sw, nw, ne, se] {
                        graph.add_edge(corner, middle);
                    }
                    continue;
                }
                Diagonals::Radiating => unreachable!("drawn above"),
            };
            if rising {
                graph.add_edge(sw, ne);
            } else {
                graph.add_edge(nw, se);
            }
        }
    }
}
