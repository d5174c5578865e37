//! Polygons, wedges, spirals, patterns and explicit graphs.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, TAU};

use super::Canvas;
use crate::board::error::{BoardError, BoardErrorKind};
use crate::board::geometry::{Point, PointIndex, Polygon};
use crate::board::graph::Graph;
use crate::board::topology::SiteType;

impl Canvas<'_> {
    /// Corners counter-clockwise from the top, or from the top right of a square, about a unit apart.
    pub(crate) fn regular(&self, sides: i32, star: bool) -> Result<Graph, BoardError> {
        let sides = self.size(sides, 3)?;
        let mut graph = self.corners(sides);
        let far = if star { (sides - 1) / 2 } else { 1 };
        for n in 0..sides {
            graph.add_edge(n as u32, ((n + far) % sides) as u32);
        }
        if self.kind == SiteType::Cell {
            graph.make_faces(true, self.limits)?;
        }
        graph.reorder_all();
        Ok(graph)
    }

    pub(super) fn corners(&self, sides: usize) -> Graph {
        let radius = sides as f64 / TAU;
        let first = if sides == 4 { FRAC_PI_4 } else { FRAC_PI_2 };
        let angle = |n: usize| first + n as f64 / sides as f64 * TAU;
        Graph::from_points((0..sides).map(|n| Point::new(radius * angle(n).cos(), radius * angle(n).sin())))
    }

    pub(crate) fn wedge(&self, rows: i32, columns: i32) -> Result<Graph, BoardError> {
        let (rows, columns) = (self.size(rows, 2)?, self.size(columns, 2)?);
        self.limits.check(rows.saturating_mul(columns))?;
        let tip = (rows - 1) as f64;
        let mut graph = Graph::from_points([Point::new(tip, tip)]);
        for row in 1..rows {
            for column in 0..columns {
                let across = column as f64 / (columns - 1) as f64;
                let down = row as f64;
                graph.add_vertex(Point::new(tip - down + across * 2.0 * down, tip - down));
            }
        }
        for column in 0..columns {
            graph.add_edge(0, column as u32 + 1);
        }
        for row in 1..rows {
            let first = ((row - 1) * columns + 1) as u32;
            for column in 0..columns as u32 {
                if column + 1 < columns as u32 {
                    graph.add_edge(first + column, first + column + 1);
                }
            }
            for column in 0..columns as u32 {
                if row + 1 < rows {
                    graph.add_edge(first + column, first + column + columns as u32);
                }
            }
        }
        Ok(graph)
    }

    /// Sites at even angles along an even spiral: the first turn has as many as fit so that all turns have their share, the
    /// second twice and every later one four times as many.
    pub(crate) fn spiral(&self, turns: i32, sites: i32, clockwise: bool) -> Result<Graph, BoardError> {
        let (turns, sites) = (self.size(turns, 1)?, self.size(sites, 2)?);
        let share = |base: usize| (1..turns).map(|turn| base * [1, 2, 4][turn.min(3) - 1]).sum::<usize>() + 1;
        let base = (1..sites).find(|&base| share(base) > sites).map_or(1, |base| (base - 1).max(1));
        let mut angles = vec![0.0];
        let mut steps = base;
        for ring in 1..=turns + 1 {
            let step = TAU / steps as f64;
            let first = TAU * ring as f64 - if ring <= 2 || ring % 2 == 1 { step / 2.0 } else { 0.0 };
            angles.extend((0..steps).map(|i| first + step * i as f64));
            if ring <= 2 {
                steps *= 2;
            }
            self.limits.check(angles.len())?;
        }
        if angles.len() <= sites {
            let message = format!("a spiral of {turns} turns has no room for {sites} sites");
            return Err(BoardError::new(BoardErrorKind::BadNumber, message));
        }
        for _ in 0..2 {
            for i in 2..sites {
                angles[i] = (angles[i - 1] + angles[i + 1]) / 2.0;
            }
        }
        if sites > 2 {
            angles[1] -= 0.5 * (angles[2] - angles[1]);
        }
        let mirror = if clockwise { -1.0 } else { 1.0 };
        let at = |&angle: &f64| Point::new(mirror * angle * angle.cos(), angle * angle.sin());
        let mut graph =
            Graph::from_points(std::iter::once(Point::new(0.0, 0.0)).chain(angles[1..sites].iter().map(at)));
        for i in 0..sites - 1 {
            let way = |a: usize, b: usize| {
                let (a, b) = (graph.point(a as u32), graph.point(b as u32));
                let length = a.flat_distance(b).max(1e-9);
                [(b.x - a.x) / length, (b.y - a.y) / length]
            };
            let curve = [way(i.saturating_sub(1), i + 1), way((i + 2).min(sites - 1), i)];
            graph.add_curved_edge(i as u32, i as u32 + 1, Some(curve));
        }
        for vertex in &mut graph.vertices {
            vertex.pivot = Some(0);
        }
        Ok(graph)
    }

    pub(crate) fn repeat(
        &self,
        rows: i32,
        columns: i32,
        steps: [(f64, f64); 2],
        polygons: &[Polygon],
    ) -> Result<Graph, BoardError> {
        let (rows, columns) = (self.size(rows, 1)?, self.size(columns, 1)?);
        let corners: usize = polygons.iter().map(|p| p.points.len()).sum();
        self.limits.check(rows.saturating_mul(columns).saturating_mul(corners))?;
        let mut graph = Graph::default();
        let mut index = PointIndex::new(0.1);
        for row in 0..rows {
            for column in 0..columns {
                let dx = column as f64 * steps[0].0 + row as f64 * steps[1].0;
                let dy = column as f64 * steps[0].1 + row as f64 * steps[1].1;
                for polygon in polygons {
                    let ids: Vec<u32> = polygon
                        .points
                        .iter()
                        .map(|p| Point::new(p.x + dx, p.y + dy))
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
        }
        graph.make_faces(false, self.limits)?;
        graph.reorder_all();
        Ok(graph)
    }

    pub(crate) fn explicit(&self, vertices: &[Point], edges: &[(u32, u32)]) -> Result<Graph, BoardError> {
        self.limits.check(vertices.len().max(edges.len()))?;
        let mut graph = Graph::from_points(vertices.iter().map(|at| at.single()));
        for &(a, b) in edges {
            if a.max(b) as usize >= vertices.len() {
                let message =
                    format!("an edge joins vertices {a} and {b}, but there are only {} vertices", vertices.len());
                return Err(BoardError::new(BoardErrorKind::NotFound, message));
            }
            graph.add_edge(a, b);
        }
        graph.check(self.limits)?;
        graph.make_faces(false, self.limits)?;
        Ok(graph)
    }
}
