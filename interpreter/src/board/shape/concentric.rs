//! Figures around a centre.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use super::{Canvas, ConcentricShape};
use crate::board::error::{BoardError, BoardErrorKind};
use crate::board::geometry::{Point, PointIndex};
use crate::board::graph::Graph;
use crate::board::topology::SiteType;

/// A place on a ring.
#[derive(Clone, Copy)]
struct Place {
    at: Point,
    angle: f64,
}

impl Canvas<'_> {
    pub(crate) fn concentric(&self, shape: &ConcentricShape) -> Result<Graph, BoardError> {
        match shape {
            ConcentricShape::Polygons { sides, rings, midpoints, join_midpoints, join_corners } => {
                let (sides, rings) = (self.size(*sides, 3)?, self.size(*rings, 1)?);
                self.limits.check(sides.saturating_mul(rings).saturating_mul(2))?;
                self.polygons(sides, rings, *midpoints, *join_midpoints, *join_corners)
            }
            ConcentricShape::Rings { cells, stagger } => {
                let counts: Vec<usize> = cells.iter().map(|n| n.unsigned_abs() as usize).collect();
                let total = counts.iter().fold(0usize, |sum, &n| sum.saturating_add(n));
                if total == 0 {
                    return Err(BoardError::new(BoardErrorKind::Empty, "a concentric board has no rings"));
                }
                self.limits.check(total.saturating_mul(2))?;
                if self.kind == SiteType::Cell {
                    self.ring_cells(&counts, *stagger)
                } else {
                    let bare: Vec<bool> = cells.iter().map(|n| *n < 0).collect();
                    self.ring_vertices(&counts, &bare, *stagger)
                }
            }
            ConcentricShape::Target { rings } => self.target(self.size(*rings, 1)?),
        }
    }

    fn polygons(
        &self,
        sides: usize,
        rings: usize,
        midpoints: bool,
        join_midpoints: bool,
        join_corners: bool,
    ) -> Result<Graph, BoardError> {
        let arc = TAU / sides as f64;
        let first = FRAC_PI_2 + if sides.is_multiple_of(2) { arc / 2.0 } else { 0.0 };
        let growth = if sides == 3 { 2.0 } else { 1.0 };
        let per_side = if midpoints { 2 } else { 1 };
        let per_ring = (sides * per_side) as u32;
        let mut graph = Graph::default();
        for ring in 0..rings {
            let radius = 1.0 + ring as f64 * growth;
            let corner = |side: usize| {
                let angle = first + arc * side as f64;
                Point::new(radius * angle.cos(), radius * angle.sin())
            };
            let base = graph.vertices.len() as u32;
            for side in 0..sides {
                graph.add_vertex(corner(side));
                if midpoints {
                    graph.add_vertex(Point::middle([corner(side), corner(side + 1)].into_iter()));
                }
            }
            for v in 0..per_ring {
                graph.add_edge(base + v, base + (v + 1) % per_ring);
            }
        }
        for ring in 0..rings as u32 - 1 {
            for side in 0..sides as u32 {
                let v = ring * per_ring + side * per_side as u32;
                if join_corners {
                    graph.add_edge(v, v + per_ring);
                }
                // Without midpoints their place is that of the next corner.
                if join_midpoints && (midpoints || join_corners) {
                    let v = v + 1;
                    if (v + per_ring) < graph.vertices.len() as u32 {
                        graph.add_edge(v, v + per_ring);
                    }
                }
            }
        }
        graph.reorder_all();
        if self.kind == SiteType::Cell {
            graph.make_faces(true, self.limits)?;
        }
        Ok(graph)
    }

    /// Places on a ring, clockwise from the top and then sorted by angle.
    fn ring(radius: f64, count: usize, turned: bool) -> Vec<Place> {
        let step = TAU / count as f64;
        let places = (0..count).map(|i| {
            let angle = FRAC_PI_2 + if turned { step / 2.0 } else { 0.0 } - step * i as f64;
            Place { at: Point::new(radius * angle.cos(), radius * angle.sin()), angle }
        });
        places.collect()
    }

    /// Cells between circles and spokes: circle k has radius k − ½, and the spokes of the rings on both sides end on it.
    fn ring_cells(&self, counts: &[usize], stagger: bool) -> Result<Graph, BoardError> {
        let rings = counts.len();
        let mut graph = Graph::from_points([Point::new(0.0, 0.0)]);
        let mut index = PointIndex::new(0.1);
        index.insert(0, graph.point(0));
        let radius = |circle: usize| (circle as f64 - 0.5).max(0.0);
        let spokes = |ring: usize, circle: usize| {
            let turned = stagger && ring % 2 == 1;
            let count = if counts[ring] < 2 { 0 } else { counts[ring] };
            Self::ring(radius(circle), count, turned)
        };
        let mut circles = Vec::new();
        for circle in 0..=rings {
            let outer = (circle > 0).then(|| spokes(circle - 1, circle));
            let inner = (circle < rings).then(|| spokes(circle, circle));
            let mut places: Vec<Place> = outer.into_iter().chain(inner).flatten().collect();
            for place in &mut places {
                place.angle = wrap(place.angle);
            }
            places.sort_by(|a, b| a.angle.total_cmp(&b.angle));
            circles.push(thin_out(places, 0.001));
        }
        let mut vertex = |graph: &mut Graph, at: Point| {
            index.find(at, |q| q.near(at, 0.001)).unwrap_or_else(|| {
                let id = graph.add_vertex(at);
                index.insert(id, at);
                id
            })
        };
        for place in circles.iter().flatten() {
            vertex(&mut graph, place.at);
        }
        for circle in &circles {
            let ids: Vec<u32> = circle.iter().map(|place| vertex(&mut graph, place.at)).collect();
            add_circle(&mut graph, circle, &ids);
        }
        for ring in 0..rings {
            for (a, b) in spokes(ring, ring).into_iter().zip(spokes(ring, ring + 1)) {
                let (a, b) = (vertex(&mut graph, a.at), vertex(&mut graph, b.at));
                graph.add_edge(a, b);
            }
        }
        for v in &mut graph.vertices {
            v.pivot = Some(0);
        }
        graph.make_faces(true, self.limits)?;
        Ok(graph)
    }

    /// Vertices on circles, joined to those straight outward on the next, and to their neighbours on a circle that is not bare.
    fn ring_vertices(&self, counts: &[usize], bare: &[bool], stagger: bool) -> Result<Graph, BoardError> {
        if let [sides] = counts {
            let sides = self.size(i32::try_from(*sides).unwrap_or(i32::MAX), 3)?;
            let mut graph = self.corners(sides);
            (0..sides as u32).for_each(|n| graph.add_edge(n, (n + 1) % sides as u32));
            graph.reorder_all();
            return Ok(graph);
        }
        // A first ring of several leaves the centre empty.
        let hollow = counts[0] != 1;
        let added = (counts[0] > 1).then_some(0);
        let bare: Vec<bool> = added.map(|_| false).into_iter().chain(bare.iter().copied()).collect();
        let counts: Vec<usize> = added.into_iter().chain(counts.iter().copied()).collect();
        let mut index = PointIndex::new(0.1);
        let mut graph = Graph::default();
        let mut circles: Vec<Vec<Place>> = Vec::new();
        for (circle, &count) in counts.iter().enumerate() {
            let mut places = Self::ring(circle as f64, count, stagger && circle % 2 == 1);
            if circle > 0 {
                places.sort_by(|a, b| a.angle.total_cmp(&b.angle));
                places = thin_out(places, 0.1);
            }
            for place in &places {
                index.insert(graph.add_vertex(place.at), place.at);
            }
            circles.push(places);
        }
        let find = |at: Point| index.find(at, |q| q.near(at, 0.001));
        for (circle, _) in circles.iter().zip(&bare).skip(1).filter(|(_, bare)| !**bare) {
            let ids: Vec<u32> = circle.iter().filter_map(|place| find(place.at)).collect();
            add_circle(&mut graph, circle, &ids);
        }
        for circle in 0..circles.len() - 1 {
            for place in &circles[circle] {
                let Some(a) = find(place.at) else { continue };
                if circle == 0 {
                    circles[1].iter().filter_map(|outer| find(outer.at)).for_each(|b| graph.add_edge(a, b));
                    continue;
                }
                let ratio = (circle + 1) as f64 / circle as f64;
                if let Some(b) = find(Point::new(place.at.x * ratio, place.at.y * ratio)) {
                    graph.add_edge(a, b);
                    if hollow {
                        graph.vertices[b as usize].pivot = Some(a);
                    }
                }
            }
        }
        if let (false, Some(pivot)) = (hollow, find(Point::new(0.0, 0.0))) {
            graph.vertices.iter_mut().for_each(|v| v.pivot = Some(pivot));
        }
        Ok(graph)
    }

    /// Rings that are cells: each counts as lying at its lowest point, so that they form a line.
    fn target(&self, rings: usize) -> Result<Graph, BoardError> {
        self.limits.check(rings.saturating_mul(8))?;
        if self.kind != SiteType::Cell {
            let message = "a target board has only cells to stand on";
            return Err(BoardError::new(BoardErrorKind::Unsupported, message));
        }
        let mut graph = Graph::default();
        for ring in 0..rings as u32 {
            let radius = f64::from(ring + 1);
            for step in 0..8 {
                let angle = FRAC_PI_2 + TAU / 8.0 * f64::from(step);
                graph.add_vertex(Point::new(radius * angle.cos(), radius * angle.sin()));
            }
            for step in 0..8 {
                let (a, b) = (ring * 8 + step, ring * 8 + (step + 1) % 8);
                let (p, q) = (graph.point(a), graph.point(b));
                let curve = [[-p.y / radius, p.x / radius], [q.y / radius, -q.x / radius]];
                graph.add_curved_edge(a, b, Some(curve));
            }
        }
        graph.make_faces(true, self.limits)?;
        for (f, face) in graph.faces.iter_mut().enumerate() {
            face.at = Point::new(0.0, if f == 0 { 0.0 } else { -(f as f64) - 0.5 });
        }
        Ok(graph)
    }
}

fn wrap(angle: f64) -> f64 {
    let mut angle = angle;
    while angle < -PI {
        angle += TAU;
    }
    while angle > PI {
        angle -= TAU;
    }
    angle
}

/// Without places that coincide with the one before.
fn thin_out(mut places: Vec<Place>, tolerance: f64) -> Vec<Place> {
    for n in (1..places.len()).rev() {
        if places[n].at.flat_distance(places[n - 1].at) < tolerance {
            places.remove(n);
        }
    }
    places
}

/// Curved edges from each place on a circle to the next.
fn add_circle(graph: &mut Graph, places: &[Place], ids: &[u32]) {
    let n = places.len();
    if n < 2 || ids.len() != n {
        return;
    }
    for i in 0..n {
        let way = |from: usize, to: usize| {
            let (a, b) = (places[from % n].at, places[to % n].at);
            let length = a.flat_distance(b).max(1e-9);
            [(b.x - a.x) / length, (b.y - a.y) / length]
        };
        let curve = [way(i + n - 1, i + 1), way(i + 2, i)];
        graph.add_curved_edge(ids[i], ids[(i + 1) % n], Some(curve));
    }
}
