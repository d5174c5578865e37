//! Drawings: vertices, the edges between them, and the faces they enclose.

use rustc_hash::{FxHashMap, FxHashSet};

use super::error::{BoardError, BoardErrorKind, Limits};
use super::geometry::{Point, meeting};
use super::table::Table;
use super::topology::SiteType;

/// A drawing that a board is made of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Graph {
    pub(crate) vertices: Vec<Vertex>,
    pub(crate) edges: Vec<Edge>,
    pub(crate) faces: Vec<Face>,
    /// Whether vertices are hollows, and edges only say which are neighbours.
    pub(crate) pits: bool,
    by_ends: FxHashMap<(u32, u32), u32>,
}

/// A point of a drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    /// Where it is.
    pub at: Point,
    /// The vertex it turns about, on round boards.
    pub pivot: Option<u32>,
}

/// A line between two vertices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// The vertices at its ends.
    pub ends: [u32; 2],
    /// The tangents at its ends, if it is curved.
    pub curve: Option<[[f64; 2]; 2]>,
}

impl Edge {
    /// The other end.
    #[must_use]
    pub fn other(&self, vertex: u32) -> u32 {
        if self.ends[0] == vertex { self.ends[1] } else { self.ends[0] }
    }
}

/// An area enclosed by edges.
#[derive(Clone, Debug, PartialEq)]
pub struct Face {
    /// Its vertices, in order around it.
    pub corners: Vec<u32>,
    /// Where it counts as being: the mean of its corners, as a rule.
    pub at: Point,
}

/// What touches what.
pub(crate) struct Links {
    /// Edges at a vertex, counter-clockwise from west.
    pub(crate) vertex_edges: Table<u32>,
    /// Faces at a vertex.
    pub(crate) vertex_faces: Table<u32>,
    /// Edges around a face; each follows the corner of the same index.
    pub(crate) face_edges: Table<u32>,
    /// Faces on the left and on the right of an edge.
    pub(crate) edge_faces: Vec<[Option<u32>; 2]>,
}

const MAX_FACE_SIDES: usize = 32;

impl Graph {
    /// The vertices.
    #[must_use]
    pub fn vertices(&self) -> &[Vertex] {
        &self.vertices
    }

    /// The edges.
    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The faces.
    #[must_use]
    pub fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// Whether the vertices are hollows, as on mancala boards, where edges only say which are neighbours.
    #[must_use]
    pub fn has_pits(&self) -> bool {
        self.pits
    }

    /// The place of a vertex.
    #[must_use]
    pub fn point(&self, vertex: u32) -> Point {
        self.vertices[vertex as usize].at
    }

    /// The middle of an edge.
    #[must_use]
    pub fn edge_point(&self, edge: u32) -> Point {
        Point::middle(self.edges[edge as usize].ends.iter().map(|&v| self.point(v)))
    }

    /// The places of all elements of a kind.
    #[must_use]
    pub fn points(&self, kind: SiteType) -> Vec<Point> {
        match kind {
            SiteType::Vertex => self.vertices.iter().map(|v| v.at).collect(),
            SiteType::Edge => (0..self.edges.len() as u32).map(|e| self.edge_point(e)).collect(),
            SiteType::Cell => self.faces.iter().map(|f| f.at).collect(),
        }
    }

    /// Vertices at these points and no edges.
    #[must_use]
    pub fn from_points(points: impl IntoIterator<Item = Point>) -> Self {
        Self::of_vertices(points.into_iter().map(|at| Vertex { at, pivot: None }).collect())
    }

    pub(crate) fn of_vertices(vertices: Vec<Vertex>) -> Self {
        Self { vertices, ..Self::default() }
    }

    /// Adds a vertex, even where there is one.
    pub(crate) fn add_vertex(&mut self, at: Point) -> u32 {
        self.vertices.push(Vertex { at, pivot: None });
        self.vertices.len() as u32 - 1
    }

    /// The first vertex at a place, allowing for rounding.
    #[must_use]
    pub fn find_vertex(&self, at: Point) -> Option<u32> {
        self.vertices.iter().position(|v| v.at.near(at, 0.001)).map(|v| v as u32)
    }

    pub(crate) fn find_or_add_vertex(&mut self, at: Point) -> u32 {
        self.find_vertex(at).unwrap_or_else(|| self.add_vertex(at))
    }

    /// The edge between two vertices.
    #[must_use]
    pub fn find_edge(&self, a: u32, b: u32) -> Option<u32> {
        self.by_ends.get(&(a.min(b), a.max(b))).copied()
    }

    /// Adds an edge unless there is one. A loop from a vertex to itself is no edge.
    pub(crate) fn add_edge(&mut self, a: u32, b: u32) {
        self.add_curved_edge(a, b, None);
    }

    pub(crate) fn add_curved_edge(&mut self, a: u32, b: u32, curve: Option<[[f64; 2]; 2]>) {
        let next = self.edges.len() as u32;
        let mut added = false;
        if a != b {
            self.by_ends.entry((a.min(b), a.max(b))).or_insert_with(|| {
                added = true;
                next
            });
        }
        if added {
            self.edges.push(Edge { ends: [a, b], curve });
        }
    }

    /// Adds a face with these corners, and the edges around it that were missing.
    pub(crate) fn add_face(&mut self, corners: Vec<u32>) {
        for (i, &a) in corners.iter().enumerate() {
            self.add_edge(a, corners[(i + 1) % corners.len()]);
        }
        let key = face_key(&corners);
        if !self.faces.iter().any(|face| face_key(&face.corners) == key) {
            self.push_face(corners);
        }
    }

    fn push_face(&mut self, corners: Vec<u32>) {
        let at = Point::middle(corners.iter().map(|&v| self.point(v)));
        self.faces.push(Face { corners, at });
    }

    /// The mean length of the edges.
    pub(crate) fn mean_edge(&self) -> f64 {
        let total: f64 = self.edges.iter().map(|e| self.point(e.ends[0]).distance(self.point(e.ends[1]))).sum();
        if self.edges.is_empty() { 0.0 } else { total / self.edges.len() as f64 }
    }

    /// Moves every vertex; edges and faces follow.
    pub(crate) fn transform(&mut self, change: impl Fn(Point) -> Point) {
        for vertex in &mut self.vertices {
            vertex.at = change(vertex.at);
        }
        for i in 0..self.faces.len() {
            self.faces[i].at = Point::middle(self.faces[i].corners.iter().map(|&v| self.point(v)));
        }
    }

    /// Finds the faces anew: every area that edges enclose and no edge divides. With `crossings`, no face is bounded by an
    /// edge that crosses an earlier one.
    pub(crate) fn make_faces(&mut self, crossings: bool, limits: &Limits) -> Result<(), BoardError> {
        self.faces.clear();
        let crossed = if crossings { self.crossing_edges(limits)? } else { vec![false; self.edges.len()] };
        let around = self.vertex_edges();
        let mut known: FxHashSet<Vec<u32>> = FxHashSet::default();
        let mut walked = vec![[false; 2]; self.edges.len()];
        for start in 0..self.vertices.len() as u32 {
            for &first in around.row(start as usize) {
                let end = usize::from(self.edges[first as usize].ends[1] == start);
                if walked[first as usize][end] {
                    continue;
                }
                let Some((corners, last)) = self.walk_face(start, first, &around, &crossed) else { continue };
                // Where edges lie on each other, a way may come back by another edge than it began with: then the ways that
                // begin elsewhere on it need not lead around the same face.
                let again = if last == first { corners.len() } else { 0 };
                for (i, &a) in corners.iter().enumerate().take(again) {
                    let b = corners[(i + 1) % corners.len()];
                    if let Some(e) = self.find_edge(a, b) {
                        walked[e as usize][usize::from(self.edges[e as usize].ends[1] == b)] = true;
                    }
                }
                if self.corner_area(&corners) < 0.0 && known.insert(face_key(&corners)) {
                    self.push_face(corners);
                }
            }
        }
        limits.check(self.faces.len())
    }

    /// The corners met by turning as sharply right as possible at every vertex, if that leads back to the start, and the edge by
    /// which it does.
    fn walk_face(&self, start: u32, first: u32, around: &Table<u32>, crossed: &[bool]) -> Option<(Vec<u32>, u32)> {
        let level = self.point(start).z;
        let mut corners = vec![start];
        let (mut at, mut edge) = (start, first);
        loop {
            let here = around.row(at as usize);
            let arrived = here.iter().position(|&e| e == edge)?;
            let (turned, next) = (1..here.len())
                .map(|m| here[(arrived + m) % here.len()])
                .map(|e| (e, self.edges[e as usize].other(at)))
                .find(|&(_, v)| (self.point(v).z - level).abs() < 0.0001)?;
            (edge, at) = (turned, next);
            if at == start {
                return (corners.len() >= 3).then_some((corners, edge));
            }
            if corners.contains(&at) || corners.len() >= MAX_FACE_SIDES {
                return None;
            }
            corners.push(at);
            if crossed[edge as usize] {
                return None;
            }
        }
    }

    /// Which edges cross an earlier edge, other than at a shared end.
    fn crossing_edges(&self, limits: &Limits) -> Result<Vec<bool>, BoardError> {
        limits.check_pairs(self.edges.len(), self.edges.len() / 2)?;
        let ends = |e: usize| (self.point(self.edges[e].ends[0]), self.point(self.edges[e].ends[1]));
        let apart = |a: (Point, Point), b: (Point, Point)| {
            a.0.x.max(a.1.x) < b.0.x.min(b.1.x) - 0.01
                || a.0.x.min(a.1.x) > b.0.x.max(b.1.x) + 0.01
                || a.0.y.max(a.1.y) < b.0.y.min(b.1.y) - 0.01
                || a.0.y.min(a.1.y) > b.0.y.max(b.1.y) + 0.01
        };
        let joined = |a: (Point, Point), b: (Point, Point)| {
            [a.0, a.1].iter().any(|p| p.flat_distance(b.0) < 0.001 || p.flat_distance(b.1) < 0.001)
        };
        let within = |t: f64| (-1e-7..=1.0 + 1e-7).contains(&t);
        let crosses =
            |a, b| !apart(a, b) && !joined(a, b) && meeting(a, b).is_some_and(|(s, t)| within(s) && within(t));
        Ok((0..self.edges.len()).map(|e| (0..e).any(|earlier| crosses(ends(e), ends(earlier)))).collect())
    }

    fn corner_area(&self, corners: &[u32]) -> f64 {
        let n = corners.len();
        (0..n)
            .map(|i| (self.point(corners[i]), self.point(corners[(i + 1) % n])))
            .map(|(a, b)| a.x * b.y - b.x * a.y)
            .sum()
    }

    /// Edges at each vertex, counter-clockwise from west.
    pub(crate) fn vertex_edges(&self) -> Table<u32> {
        let mut pairs: Vec<(u32, f64, u32)> = Vec::with_capacity(2 * self.edges.len());
        for (e, edge) in self.edges.iter().enumerate() {
            for &v in &edge.ends {
                pairs.push((v, self.point(v).angle_to(self.point(edge.other(v))), e as u32));
            }
        }
        pairs.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let pairs: Vec<_> = pairs.into_iter().map(|(v, _, e)| (v, e)).collect();
        Table::group(self.vertices.len(), &pairs)
    }

    /// What touches what.
    pub(crate) fn links(&self) -> Links {
        let mut edge_faces = vec![[None; 2]; self.edges.len()];
        let mut at_vertex = Vec::new();
        let mut face_edges = Table::default();
        for (f, face) in self.faces.iter().enumerate() {
            for (i, &a) in face.corners.iter().enumerate() {
                at_vertex.push((a, f as u32));
                if let Some(e) = self.find_edge(a, face.corners[(i + 1) % face.corners.len()]) {
                    let right = usize::from(self.edges[e as usize].ends[0] == a);
                    edge_faces[e as usize][right] = Some(f as u32);
                    face_edges.push(e);
                }
            }
            face_edges.end_row();
        }
        Links {
            vertex_edges: self.vertex_edges(),
            vertex_faces: Table::group(self.vertices.len(), &at_vertex),
            face_edges,
            edge_faces,
        }
    }

    /// Numbers the elements of a kind row by row from the bottom left: by ascending 100 y + x.
    pub(crate) fn reorder(&mut self, kind: SiteType) {
        let points = self.points(kind);
        let score = |i: &u32| points[*i as usize].y * 100.0 + points[*i as usize].x;
        let mut order: Vec<u32> = (0..points.len() as u32).collect();
        order.sort_by(|a, b| score(a).total_cmp(&score(b)));
        match kind {
            SiteType::Vertex => self.permute_vertices(&order),
            SiteType::Edge => {
                self.edges = order.iter().map(|&e| self.edges[e as usize]).collect();
                self.index_edges();
            }
            SiteType::Cell => self.faces = order.iter().map(|&f| self.faces[f as usize].clone()).collect(),
        }
    }

    pub(crate) fn reorder_all(&mut self) {
        for kind in SiteType::ALL {
            self.reorder(kind);
        }
    }

    /// Keeps the vertices in `order` and gives them its numbers; edges and faces that lose a vertex go.
    pub(crate) fn permute_vertices(&mut self, order: &[u32]) {
        let mut number = vec![u32::MAX; self.vertices.len()];
        for (new, &old) in order.iter().enumerate() {
            number[old as usize] = new as u32;
        }
        let renamed = |v: u32| Some(number[v as usize]).filter(|&n| n != u32::MAX);
        self.vertices = order
            .iter()
            .map(|&old| self.vertices[old as usize])
            .map(|v| Vertex { pivot: v.pivot.and_then(renamed), ..v })
            .collect();
        self.edges = std::mem::take(&mut self.edges)
            .into_iter()
            .filter_map(|e| Some(Edge { ends: [renamed(e.ends[0])?, renamed(e.ends[1])?], ..e }))
            .collect();
        self.faces = std::mem::take(&mut self.faces)
            .into_iter()
            .filter_map(|f| Some(Face { corners: f.corners.iter().map(|&v| renamed(v)).collect::<Option<_>>()?, ..f }))
            .collect();
        self.index_edges();
    }

    /// Removes the edges for which `gone` holds and the faces they bound.
    pub(crate) fn remove_edges(&mut self, gone: impl Fn(u32) -> bool) {
        let links = self.links();
        let mut f = 0;
        self.faces.retain(|_| {
            f += 1;
            !links.face_edges.row(f - 1).iter().any(|&e| gone(e))
        });
        let mut e = 0;
        self.edges.retain(|_| {
            e += 1;
            !gone(e - 1)
        });
        self.index_edges();
    }

    /// Removes faces and, with `trim`, the edges of theirs that then bound no face.
    pub(crate) fn remove_faces(&mut self, gone: &[bool], trim: bool) {
        let links = self.links();
        let mut f = 0;
        self.faces.retain(|_| {
            f += 1;
            !gone[f - 1]
        });
        if !trim {
            return;
        }
        let lost = |face: &Option<u32>| face.is_some_and(|f| gone[f as usize]);
        let kept = |face: &Option<u32>| face.is_some_and(|f| !gone[f as usize]);
        let mut e = 0;
        self.edges.retain(|_| {
            e += 1;
            let sides = &links.edge_faces[e - 1];
            !sides.iter().any(lost) || sides.iter().any(kept)
        });
        self.index_edges();
    }

    fn index_edges(&mut self) {
        self.by_ends.clear();
        for (e, edge) in self.edges.iter().enumerate() {
            let [a, b] = edge.ends;
            self.by_ends.entry((a.min(b), a.max(b))).or_insert(e as u32);
        }
    }

    /// An error if the drawing is empty, too large, or has unsound coordinates.
    pub(crate) fn check(&self, limits: &Limits) -> Result<(), BoardError> {
        if self.vertices.is_empty() {
            return Err(BoardError::new(BoardErrorKind::Empty, "the board has no vertices"));
        }
        limits.check(self.vertices.len().max(self.edges.len()).max(self.faces.len()))?;
        match self.vertices.iter().find(|v| !v.at.is_sound()) {
            Some(v) => {
                let message = format!("a vertex lies at ({}, {}, {}), out of range", v.at.x, v.at.y, v.at.z);
                Err(BoardError::new(BoardErrorKind::BadNumber, message))
            }
            None => Ok(()),
        }
    }
}

/// The same for the same corners in the same cyclic order, either way round.
fn face_key(corners: &[u32]) -> Vec<u32> {
    let n = corners.len();
    let first = (0..n).min_by_key(|&i| corners[i]).unwrap_or(0);
    let turn = |step: usize| (0..n).map(move |i| corners[(first + i * step) % n]);
    if n == 0 {
        return Vec::new();
    }
    let (forth, back): (Vec<_>, Vec<_>) = (turn(1).collect(), turn(n - 1).collect());
    forth.min(back)
}
