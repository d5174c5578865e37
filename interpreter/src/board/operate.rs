//! Shapes made of shapes.

use super::error::{BoardError, BoardErrorKind};
use super::geometry::{Point, PointIndex, Polygon, bounds, meeting};
use super::graph::{Edge, Graph, Vertex};
use super::shape::{Canvas, CurvedEdge, Pick, Shape, join};
use super::topology::SiteType;

impl Canvas<'_> {
    /// Draws a shape that is made of others.
    pub(crate) fn combine(&self, shape: &Shape, depth: usize) -> Result<Graph, BoardError> {
        let part = |shape: &Shape| self.draw(shape, depth + 1);
        let moved = |shape: &Shape, change: &dyn Fn(Point) -> Point| {
            let mut graph = part(shape)?;
            graph.transform(change);
            graph.check(self.limits)?;
            Ok(graph)
        };
        match shape {
            Shape::Add { shape, vertices, edges, curved, cells, connect } => {
                let graph = shape.as_ref().map_or_else(|| Ok(Graph::default()), |shape| part(shape))?;
                self.add(graph, vertices, edges, curved, cells, *connect)
            }
            Shape::Remove { shape, cells, cells_at, edges, vertices, polygon, trim_edges } => {
                let mut graph = part(shape)?;
                if let Some(polygon) = polygon {
                    keep_vertices(&mut graph, |v| !polygon.contains(v.at));
                }
                remove_cells(&mut graph, cells, cells_at, *trim_edges)?;
                remove_edges(&mut graph, edges)?;
                remove_vertices(&mut graph, vertices)?;
                Ok(graph)
            }
            Shape::Merge { shapes, connect } => {
                let graphs = shapes.iter().map(part).collect::<Result<Vec<_>, _>>()?;
                self.merge(&graphs, *connect)
            }
            Shape::Union { shapes, connect } => {
                let graphs = shapes.iter().map(part).collect::<Result<Vec<_>, _>>()?;
                let mut graph = unite(&graphs);
                if *connect {
                    self.connect(&mut graph)?;
                }
                Ok(graph)
            }
            Shape::Intersect(shapes) => self.intersect(&shapes.iter().map(part).collect::<Result<Vec<_>, _>>()?),
            Shape::Shift(x, y, z, shape) => moved(shape, &|p| Point { x: p.x + x, y: p.y + y, z: p.z + z }),
            Shape::Scale(x, y, z, shape) => moved(shape, &|p| Point { x: p.x * x, y: p.y * y, z: p.z * z }),
            Shape::Rotate(degrees, shape) => self.rotate(part(shape)?, *degrees),
            Shape::Skew(amount, shape) => {
                let mut graph = part(shape)?;
                let (low, _) = bounds(graph.vertices.iter().map(|v| v.at));
                graph.transform(|p| Point { x: p.x + (p.y - low.y) * amount, ..p });
                Ok(graph)
            }
            Shape::Dual(shape) => self.dual(&part(shape)?),
            Shape::Subdivide(least, shape) => self.subdivide(part(shape)?, *least),
            Shape::Keep(polygon, shape) => self.cut(part(shape)?, polygon, true),
            Shape::Clip(polygon, shape) => self.cut(part(shape)?, polygon, false),
            Shape::Hole(polygon, shape) => {
                let mut graph = part(shape)?;
                let polygon = polygon.inflated(0.1);
                let gone: Vec<bool> = graph.faces.iter().map(|f| polygon.contains(f.at)).collect();
                graph.remove_faces(&gone, true);
                Ok(graph)
            }
            Shape::Complete { shape, each_cell } => self.complete(part(shape)?, *each_cell),
            Shape::SplitCrossings(shape) => self.split_crossings(part(shape)?),
            Shape::MakeFaces(shape) => {
                let mut graph = part(shape)?;
                graph.make_faces(true, self.limits)?;
                Ok(graph)
            }
            Shape::Trim(shape) => Ok(trim(part(shape)?)),
            Shape::Renumber(kinds, shape) => {
                let mut graph = part(shape)?;
                let all = kinds.is_empty();
                SiteType::ALL.into_iter().filter(|k| all || kinds.contains(k)).for_each(|k| graph.reorder(k));
                Ok(graph)
            }
            Shape::Layers(count, shape) => self.layers(&part(shape)?, self.size(*count, 1)?),
            _ => Err(BoardError::new(BoardErrorKind::Unsupported, "this shape is not made of others")),
        }
    }

    fn add(
        &self,
        mut graph: Graph,
        vertices: &[Point],
        edges: &[(Pick, Pick)],
        curved: &[CurvedEdge],
        cells: &[Vec<Pick>],
        connect: bool,
    ) -> Result<Graph, BoardError> {
        let total = vertices.len() + edges.len() + curved.len() + cells.iter().map(Vec::len).sum::<usize>();
        self.limits.check_pairs(total, graph.vertices.len() + total)?;
        for edge in curved {
            let [a, b] = edge.ends.map(|at| graph.find_or_add_vertex(at.single()));
            graph.add_curved_edge(a, b, Some(edge.tangents));
        }
        let before = graph.vertices.len();
        for at in vertices {
            graph.find_or_add_vertex(at.single());
        }
        let new: Vec<u32> = (before as u32..graph.vertices.len() as u32).collect();
        for &(a, b) in edges {
            let (a, b) = (place(&mut graph, a)?, place(&mut graph, b)?);
            graph.add_edge(a, b);
        }
        for cell in cells {
            let corners = cell.iter().map(|&pick| place(&mut graph, pick)).collect::<Result<Vec<_>, _>>()?;
            if corners.len() < 3 {
                let message = format!("a cell has {} corners, but needs at least 3", corners.len());
                return Err(BoardError::new(BoardErrorKind::BadNumber, message));
            }
            graph.add_face(corners);
        }
        graph.check(self.limits)?;
        if connect {
            let reach = 1.1 * graph.mean_edge();
            self.limits.check_pairs(new.len(), graph.vertices.len())?;
            for &a in &new {
                for b in 0..graph.vertices.len() as u32 {
                    if graph.point(a).flat_distance(graph.point(b)) < reach {
                        graph.add_edge(a, b);
                    }
                }
            }
        }
        Ok(graph)
    }

    /// Joins all vertices that are hardly further apart than the mean edge is long, and finds the cells anew.
    fn connect(&self, graph: &mut Graph) -> Result<(), BoardError> {
        let reach = 1.1 * graph.mean_edge();
        join(graph, reach, self.limits, |a, b| a.flat_distance(b) < reach)?;
        graph.make_faces(true, self.limits)
    }

    fn merge(&self, graphs: &[Graph], connect: bool) -> Result<Graph, BoardError> {
        let united = unite(graphs);
        self.limits.check(united.vertices.len().max(united.edges.len()))?;
        let mut index = PointIndex::new(0.1);
        let mut graph = Graph::default();
        let mut number = Vec::with_capacity(united.vertices.len());
        for vertex in &united.vertices {
            let id = index.find(vertex.at, |q| q.near(vertex.at, 0.01)).unwrap_or_else(|| {
                let id = graph.add_vertex(vertex.at);
                index.insert(id, vertex.at);
                id
            });
            number.push(id);
        }
        for (old, &new) in number.iter().enumerate() {
            let pivot = united.vertices[old].pivot.map(|p| number[p as usize]);
            let vertex: &mut Vertex = &mut graph.vertices[new as usize];
            vertex.pivot = vertex.pivot.or(pivot);
        }
        for edge in &united.edges {
            let [a, b] = edge.ends.map(|v| number[v as usize]);
            graph.add_curved_edge(a, b, edge.curve);
        }
        graph.make_faces(false, self.limits)?;
        if connect {
            self.connect(&mut graph)?;
        }
        Ok(graph)
    }

    fn intersect(&self, graphs: &[Graph]) -> Result<Graph, BoardError> {
        let Some((first, others)) = graphs.split_first() else {
            return Err(BoardError::new(BoardErrorKind::Empty, "nothing to intersect"));
        };
        let mut graph = first.clone();
        let same = |at: Point, there: &Graph| there.vertices.iter().position(|v| v.at.near(at, 0.01)).map(|v| v as u32);
        for other in others {
            self.limits.check_pairs(graph.vertices.len(), other.vertices.len())?;
            let twin: Vec<Option<u32>> = graph.vertices.iter().map(|v| same(v.at, other)).collect();
            let lost: Vec<bool> = graph
                .edges
                .iter()
                .map(|e| {
                    let [a, b] = e.ends.map(|v| twin[v as usize]);
                    a.zip(b).and_then(|(a, b)| other.find_edge(a, b)).is_none()
                })
                .collect();
            graph.remove_edges(|e| lost[e as usize]);
            let kept: Vec<u32> = (0..twin.len() as u32).filter(|&v| twin[v as usize].is_some()).collect();
            graph.permute_vertices(&kept);
        }
        if !others.is_empty() {
            graph.make_faces(false, self.limits)?;
        }
        Ok(graph)
    }

    fn rotate(&self, mut graph: Graph, degrees: f64) -> Result<Graph, BoardError> {
        let (low, high) = bounds(graph.vertices.iter().map(|v| v.at));
        let (cx, cy) = ((low.x + high.x) / 2.0, (low.y + high.y) / 2.0);
        let (sin, cos) = degrees.to_radians().sin_cos();
        let turned = |x: f64, y: f64| (x * cos - y * sin, y * cos + x * sin);
        graph.transform(|p| {
            let (x, y) = turned(p.x - cx, p.y - cy);
            Point { x: cx + x, y: cy + y, ..p }
        });
        for edge in &mut graph.edges {
            edge.curve = edge.curve.map(|ends| ends.map(|[x, y]| <[f64; 2]>::from(turned(x, y))));
        }
        graph.check(self.limits)?;
        Ok(graph)
    }

    fn dual(&self, source: &Graph) -> Result<Graph, BoardError> {
        if source.faces.is_empty() {
            return Err(BoardError::new(BoardErrorKind::Empty, "the dual of a shape without cells is nothing"));
        }
        let mut graph = Graph::from_points(source.faces.iter().map(|f| f.at));
        for sides in source.links().edge_faces {
            if let [Some(left), Some(right)] = sides {
                graph.add_edge(left, right);
            }
        }
        graph.make_faces(false, self.limits)?;
        graph.reorder_all();
        Ok(graph)
    }

    fn subdivide(&self, mut graph: Graph, least: i32) -> Result<Graph, BoardError> {
        if self.kind == SiteType::Vertex {
            graph.make_faces(true, self.limits)?;
        }
        let least = usize::try_from(least).unwrap_or(0);
        for f in (0..graph.faces.len()).rev() {
            let face = graph.faces[f].clone();
            if face.corners.len() >= least {
                let middle = graph.add_vertex(face.at);
                face.corners.iter().for_each(|&corner| graph.add_edge(middle, corner));
            }
        }
        graph.faces.clear();
        if self.kind == SiteType::Cell {
            graph.make_faces(true, self.limits)?;
        }
        Ok(graph)
    }

    /// Keeps the vertices inside the polygon, or those outside.
    fn cut(&self, mut graph: Graph, polygon: &Polygon, inside: bool) -> Result<Graph, BoardError> {
        if polygon.points.len() < 3 {
            let message = format!("a polygon has {} corners, but needs at least 3", polygon.points.len());
            return Err(BoardError::new(BoardErrorKind::BadNumber, message));
        }
        let polygon = polygon.inflated(0.1);
        keep_vertices(&mut graph, |v| polygon.contains(v.at) == inside);
        graph.make_faces(false, self.limits)?;
        Ok(graph)
    }

    fn complete(&self, mut graph: Graph, each_cell: bool) -> Result<Graph, BoardError> {
        let all: Vec<u32> = (0..graph.vertices.len() as u32).collect();
        let groups = if each_cell { graph.faces.iter().map(|f| f.corners.clone()).collect() } else { vec![all] };
        let pairs = groups.iter().map(|g| g.len().saturating_mul(g.len()) / 2).fold(0, usize::saturating_add);
        self.limits.check(pairs)?;
        if !each_cell {
            graph.remove_edges(|_| true);
        }
        for group in &groups {
            for (i, &a) in group.iter().enumerate() {
                group[i + 1..].iter().for_each(|&b| graph.add_edge(a, b));
            }
        }
        if !each_cell {
            graph.make_faces(true, self.limits)?;
        }
        Ok(graph)
    }

    /// Splits the first two edges that cross, until none do; then the first edge that a vertex touches, likewise. The parts
    /// of a split edge come last.
    fn split_crossings(&self, mut graph: Graph) -> Result<Graph, BoardError> {
        self.limits.check_pairs(graph.edges.len(), graph.edges.len())?;
        let ends = |graph: &Graph, edge: &Edge| (graph.point(edge.ends[0]), graph.point(edge.ends[1]));
        let mut edges = std::mem::take(&mut graph.edges);
        let within = |t: f64| t > 0.01 && t < 0.99;
        let mut a = 0;
        while a < edges.len() {
            let line = ends(&graph, &edges[a]);
            let found = (a + 1..edges.len()).find_map(|b| {
                let (s, t) = meeting(line, ends(&graph, &edges[b]))?;
                (within(s) && within(t)).then_some((b, s))
            });
            let Some((b, s)) = found else {
                a += 1;
                continue;
            };
            let at = Point::new(line.0.x + s * (line.1.x - line.0.x), line.0.y + s * (line.1.y - line.0.y));
            let middle = graph.add_vertex(at);
            let (second, first) = (edges.remove(b), edges.remove(a));
            let pivots = [first, second].into_iter().flat_map(|e| e.ends);
            graph.vertices[middle as usize].pivot = pivots.filter_map(|v| graph.vertices[v as usize].pivot).next();
            for edge in [first, second] {
                edges.push(Edge { ends: [edge.ends[0], middle], curve: None });
                edges.push(Edge { ends: [middle, edge.ends[1]], curve: None });
            }
            self.limits.check(edges.len().max(graph.vertices.len()))?;
        }
        self.limits.check_pairs(edges.len(), graph.vertices.len())?;
        let mut e = 0;
        while e < edges.len() {
            let edge = edges[e];
            let (p, q) = ends(&graph, &edge);
            let touching =
                (0..graph.vertices.len() as u32).find(|&v| !edge.ends.contains(&v) && touches(graph.point(v), p, q));
            match touching {
                Some(v) => {
                    edges.remove(e);
                    edges.push(Edge { ends: [edge.ends[0], v], curve: None });
                    edges.push(Edge { ends: [v, edge.ends[1]], curve: None });
                    self.limits.check(edges.len())?;
                }
                None => e += 1,
            }
        }
        let mut split = Graph::of_vertices(graph.vertices);
        edges.iter().for_each(|e| split.add_curved_edge(e.ends[0], e.ends[1], e.curve));
        split.make_faces(true, self.limits)?;
        Ok(split)
    }

    fn layers(&self, ground: &Graph, count: usize) -> Result<Graph, BoardError> {
        self.limits.check(count.saturating_mul(ground.vertices.len().max(ground.edges.len())))?;
        let floors: Vec<Graph> = (0..count)
            .map(|layer| {
                let mut floor = ground.clone();
                floor.transform(|p| Point { z: p.z + layer as f64, ..p });
                floor
            })
            .collect();
        let mut graph = unite(&floors);
        let size = ground.vertices.len() as u32;
        for v in size..graph.vertices.len() as u32 {
            graph.add_edge(v - size, v);
        }
        graph.reorder_all();
        Ok(graph)
    }
}

/// Whether a point lies on a line between two others, away from them.
fn touches(v: Point, p: Point, q: Point) -> bool {
    let length = p.distance(q);
    let (to_p, to_q) = (v.distance(p), v.distance(q));
    to_p >= 0.001 && to_q >= 0.001 && length > 0.0 && {
        // The height of the triangle over the line, by its sides.
        let along = (to_p.powi(2) - to_q.powi(2) + length.powi(2)) / (2.0 * length);
        (0.0..=length).contains(&along) && (to_p.powi(2) - along.powi(2)).max(0.0).sqrt() <= 0.001
    }
}

/// All vertices, edges and faces, one drawing after the other.
fn unite(graphs: &[Graph]) -> Graph {
    let mut united = Graph::default();
    for graph in graphs {
        let base = united.vertices.len() as u32;
        let moved = |v: &Vertex| Vertex { pivot: v.pivot.map(|p| p + base), ..*v };
        united.vertices.extend(graph.vertices.iter().map(moved));
        for edge in &graph.edges {
            united.add_curved_edge(edge.ends[0] + base, edge.ends[1] + base, edge.curve);
        }
        for face in &graph.faces {
            let corners = face.corners.iter().map(|v| v + base).collect();
            united.faces.push(super::graph::Face { corners, at: face.at });
        }
    }
    united
}

fn keep_vertices(graph: &mut Graph, kept: impl Fn(&Vertex) -> bool) {
    let order: Vec<u32> = (0..graph.vertices.len() as u32).filter(|&v| kept(&graph.vertices[v as usize])).collect();
    graph.permute_vertices(&order);
}

fn remove_cells(graph: &mut Graph, cells: &[u32], cells_at: &[Vec<Point>], trim: bool) -> Result<(), BoardError> {
    let mut gone = vec![false; graph.faces.len()];
    for &cell in cells {
        match gone.get_mut(cell as usize) {
            Some(gone) => *gone = true,
            None => return Err(missing("cell", &cell.to_string(), graph.faces.len())),
        }
    }
    for points in cells_at {
        let mut corners = points.iter().map(|&p| graph.find_vertex(p)).collect::<Option<Vec<_>>>().unwrap_or_default();
        corners.sort_unstable();
        let is_it = |face: &super::graph::Face| {
            let mut own = face.corners.clone();
            own.sort_unstable();
            own == corners
        };
        match graph.faces.iter().position(is_it) {
            Some(face) => gone[face] = true,
            None => return Err(missing("cell", "with these corners", graph.faces.len())),
        }
    }
    if gone.contains(&true) {
        graph.remove_faces(&gone, trim);
    }
    Ok(())
}

/// Edges that aren't there need no removing; vertices that aren't there are a mistake.
fn remove_edges(graph: &mut Graph, edges: &[(Pick, Pick)]) -> Result<(), BoardError> {
    let mut gone = Vec::new();
    for &(a, b) in edges {
        gone.extend(graph.find_edge(find(graph, a)?, find(graph, b)?));
    }
    if !gone.is_empty() {
        graph.remove_edges(|e| gone.contains(&e));
    }
    Ok(())
}

fn remove_vertices(graph: &mut Graph, vertices: &[Pick]) -> Result<(), BoardError> {
    let gone = vertices.iter().map(|&pick| find(graph, pick)).collect::<Result<Vec<_>, _>>()?;
    let mut kept = vec![true; graph.vertices.len()];
    gone.iter().for_each(|&v| kept[v as usize] = false);
    let order: Vec<u32> = (0..kept.len() as u32).filter(|&v| kept[v as usize]).collect();
    graph.permute_vertices(&order);
    Ok(())
}

fn find(graph: &Graph, pick: Pick) -> Result<u32, BoardError> {
    let found = match pick {
        Pick::Index(v) => Some(v).filter(|&v| (v as usize) < graph.vertices.len()),
        Pick::At(at) => graph.find_vertex(at),
    };
    found.ok_or_else(|| missing("vertex", &describe(pick), graph.vertices.len()))
}

fn place(graph: &mut Graph, pick: Pick) -> Result<u32, BoardError> {
    match pick {
        Pick::Index(_) => find(graph, pick),
        Pick::At(at) => Ok(graph.find_or_add_vertex(at.single())),
    }
}

fn describe(pick: Pick) -> String {
    match pick {
        Pick::Index(v) => v.to_string(),
        Pick::At(p) => format!("at ({}, {})", p.x, p.y),
    }
}

fn missing(what: &str, which: &str, count: usize) -> BoardError {
    BoardError::new(BoardErrorKind::NotFound, format!("there is no {what} {which}: the shape has {count}"))
}

/// Removes edges with an end that no other edge has, the last first, then vertices without edges.
fn trim(mut graph: Graph) -> Graph {
    let mut degree = vec![0u32; graph.vertices.len()];
    graph.edges.iter().flat_map(|e| e.ends).for_each(|v| degree[v as usize] += 1);
    let mut gone = vec![false; graph.edges.len()];
    for (e, edge) in graph.edges.iter().enumerate().rev() {
        if edge.ends.iter().any(|&v| degree[v as usize] == 1) {
            gone[e] = true;
            edge.ends.iter().for_each(|&v| degree[v as usize] -= 1);
        }
    }
    graph.remove_edges(|e| gone[e as usize]);
    let mut wanted: Vec<bool> = degree.iter().map(|&d| d > 0).collect();
    graph.vertices.iter().filter_map(|v| v.pivot).for_each(|p| wanted[p as usize] = true);
    let order: Vec<u32> = (0..wanted.len() as u32).filter(|&v| wanted[v as usize]).collect();
    graph.permute_vertices(&order);
    graph
}
