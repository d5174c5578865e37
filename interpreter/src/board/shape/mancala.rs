//! Boards of pits in rows.

use super::{Canvas, Stores, join};
use crate::board::error::{BoardError, BoardErrorKind};
use crate::board::geometry::Point;
use crate::board::graph::Graph;

impl Canvas<'_> {
    /// Numbers run from the left store along the rows, from the bottom up, to the right store.
    pub(crate) fn mancala(&self, rows: i32, columns: i32, stores: Stores) -> Result<Graph, BoardError> {
        if !(2..=6).contains(&rows) {
            let message = format!("a mancala board has {rows} rows, but must have 2 to 6");
            return Err(BoardError::new(BoardErrorKind::BadNumber, message));
        }
        let columns = self.size(columns, 1)?;
        self.limits.check(columns.saturating_mul(rows as usize))?;
        // How far the stores stand off the board differs with its height.
        let (left, right) = match rows {
            2 => (-0.85, -0.15),
            3 => (-1.0, 0.0),
            5 => (-1.0, 0.0),
            _ => (-0.9, -0.1),
        };
        let middle = f64::from(rows - 1) / 2.0;
        let mut graph = Graph::default();
        let store = |graph: &mut Graph, x: f64| {
            if stores == Stores::Outer {
                graph.add_vertex(Point::new(x, middle));
            }
        };
        store(&mut graph, left);
        for row in 0..rows {
            let first = graph.vertices.len() as u32;
            for column in 0..columns as u32 {
                graph.add_vertex(Point::new(f64::from(column), f64::from(row)));
                if column > 0 {
                    graph.add_edge(first + column - 1, first + column);
                }
            }
        }
        store(&mut graph, columns as f64 + right);
        let reach = 1.1 * graph.mean_edge();
        join(&mut graph, reach, self.limits, |a, b| a.flat_distance(b) < reach)?;
        graph.make_faces(true, self.limits)?;
        graph.pits = true;
        Ok(graph)
    }
}
