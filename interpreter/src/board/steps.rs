//! From each site to those next to it, and in which directions.

use std::f64::consts::{FRAC_PI_2, TAU};

use super::direction::{Bearing, Direction, RelationType};
use super::geometry::{Point, line_distance, turn};
use super::graph::{Graph, Links};
use super::table::Table;
use super::topology::{Site, SiteType};

/// Steps between the sites of one kind: in general, and by direction.
#[derive(Clone, Debug)]
pub(crate) struct Steps {
    by_direction: Vec<Option<Table<Site>>>,
    /// For each relation, the directions that its steps take.
    taken: [u64; 5],
}

/// A step and the set of directions and groups it belongs to.
#[derive(Clone, Copy, Default)]
struct Step {
    to: Site,
    directions: u64,
    bearing: Bearing,
}

fn bit(direction: Direction) -> u64 {
    1 << direction as u32
}

impl Steps {
    /// The steps between the elements of a kind.
    pub(crate) fn new(kind: SiteType, graph: &Graph, links: &Links, points: &[Point]) -> Self {
        let unit = graph.mean_edge();
        let pivots = pivots(graph);
        let mut by_direction: Vec<Vec<(u32, Site)>> = vec![Vec::new(); Direction::COUNT];
        let mut taken = [0; 5];
        for site in 0..points.len() as u32 {
            let mut steps = related(kind, site, graph, links, points);
            let here = points[site as usize];
            for step in &mut steps {
                step.bearing = Bearing::new(here, points[step.to as usize], unit);
            }
            let fine = crowded(kind, site, graph, links, &steps, here, unit);
            for step in &mut steps {
                add(step, step.bearing.direction(fine));
                if let Some(way) = circular(kind, site, step, graph, &pivots, points) {
                    add(step, way);
                }
            }
            sort_clockwise(&mut steps, |step| step.bearing.angle);
            for step in steps {
                let mut rest = step.directions;
                while rest != 0 {
                    by_direction[rest.trailing_zeros() as usize].push((site, step.to));
                    rest &= rest - 1;
                }
                for (relation, taken) in RelationType::ALL.into_iter().zip(&mut taken) {
                    if step.directions & bit(relation.direction()) != 0 {
                        *taken |= step.directions;
                    }
                }
            }
        }
        let table = |pairs: Vec<_>| (!pairs.is_empty()).then(|| Table::group(points.len(), &pairs));
        Self { by_direction: by_direction.into_iter().map(table).collect(), taken }
    }

    /// The single directions, other than those of rings, that steps of a relation take.
    pub(crate) fn directions(&self, relation: RelationType) -> Vec<Direction> {
        let mask = self.taken[relation as usize];
        let singles = Direction::ALL.iter().filter(|d| d.is_single() && !d.is_circular());
        singles.copied().filter(|&d| mask & bit(d) != 0).collect()
    }

    pub(crate) fn in_direction(&self, site: Site, direction: Direction) -> &[Site] {
        self.table(direction).map_or(&[], |table| table.row(site as usize))
    }

    /// The steps in this direction by site, if there are any.
    pub(crate) fn table(&self, direction: Direction) -> Option<&Table<Site>> {
        self.by_direction[direction as usize].as_ref()
    }
}

/// Sorts clockwise from north by angle; equal angles stay in order.
pub(crate) fn sort_clockwise<T>(items: &mut [T], angle: impl Fn(&T) -> f64) {
    let turn = |item: &T| (FRAC_PI_2 - angle(item) + 0.0001).rem_euclid(TAU);
    // Whole numbers, so that each angle is computed once; a step of 2⁻⁴⁰ of a turn is nothing.
    items.sort_by_cached_key(|item| (turn(item) * (1u64 << 40) as f64) as u64);
}

fn add(step: &mut Step, direction: Direction) {
    step.directions |= bit(direction);
    for &group in direction.groups() {
        step.directions |= bit(group);
    }
}

/// The steps from a site by relation, each target once.
fn related(kind: SiteType, site: Site, graph: &Graph, links: &Links, points: &[Point]) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::with_capacity(8);
    let mut push = |to: Site, relation: Direction, adjacent: bool| {
        let directions = bit(relation) | bit(Direction::All) | if adjacent { bit(Direction::Adjacent) } else { 0 };
        match steps.iter_mut().find(|step| step.to == to) {
            Some(step) => step.directions |= directions,
            None => steps.push(Step { to, directions, bearing: Bearing::default() }),
        }
    };
    match kind {
        SiteType::Vertex => {
            for &e in links.vertex_edges.row(site as usize) {
                push(graph.edges[e as usize].other(site), Direction::Orthogonal, true);
            }
            let edges = links.vertex_edges.row(site as usize);
            let joined = |to: Site| edges.iter().any(|e| graph.edges[*e as usize].other(site) == to);
            for &f in links.vertex_faces.row(site as usize) {
                // Where an edge leads there too, the step is along the edge.
                if let Some(to) = across(site, f, graph).filter(|to| !joined(*to)) {
                    push(to, Direction::Diagonal, false);
                }
            }
        }
        SiteType::Edge => {
            for &v in &graph.edges[site as usize].ends {
                for &e in links.vertex_edges.row(v as usize) {
                    if e != site {
                        push(e, Direction::Orthogonal, true);
                    }
                }
            }
        }
        SiteType::Cell => cell_steps(site, graph, links, points, &mut push),
    }
    steps
}

/// The corner of a face most nearly opposite to one of its corners; triangles have none.
fn across(vertex: u32, face: u32, graph: &Graph) -> Option<u32> {
    let face = &graph.faces[face as usize];
    if face.corners.len() < 4 {
        return None;
    }
    let from = graph.point(vertex);
    closest(face.corners.iter().copied().filter(|&v| v != vertex), |v| line_distance(face.at, from, graph.point(v)))
}

/// The first item of least distance.
fn closest(items: impl Iterator<Item = u32>, distance: impl Fn(u32) -> f64) -> Option<u32> {
    items.min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
}

/// Cells: orthogonal across edges; diagonal through corners, the one straightest through each; off-diagonal the rest that
/// touch; and diagonal along a single edge that leads away from a corner where three edges meet.
fn cell_steps(
    site: Site,
    graph: &Graph,
    links: &Links,
    points: &[Point],
    push: &mut impl FnMut(Site, Direction, bool),
) {
    let here = points[site as usize];
    let corners = &graph.faces[site as usize].corners;
    let mut used = vec![site];
    for &e in links.face_edges.row(site as usize) {
        for other in links.edge_faces[e as usize].iter().flatten().copied().filter(|&f| f != site) {
            used.push(other);
            push(other, Direction::Orthogonal, true);
        }
    }
    for &v in corners {
        let unused = links.vertex_faces.row(v as usize).iter().copied().filter(|f| !used.contains(f));
        if let Some(other) = closest(unused, |f| line_distance(graph.point(v), here, points[f as usize])) {
            used.push(other);
            push(other, Direction::Diagonal, true);
        }
    }
    for &v in corners {
        for &other in links.vertex_faces.row(v as usize) {
            if !used.contains(&other) {
                used.push(other);
                push(other, Direction::OffDiagonal, true);
            }
        }
    }
    let own = links.face_edges.row(site as usize);
    for &v in corners {
        let edges = links.vertex_edges.row(v as usize);
        let Some(&away) = edges.iter().find(|e| !own.contains(e)).filter(|_| edges.len() == 3) else { continue };
        let end = graph.edges[away as usize].other(v);
        for &other in links.vertex_faces.row(end as usize) {
            let there = points[other as usize];
            let off = line_distance(graph.point(v), here, there) + line_distance(graph.point(end), here, there);
            if !used.contains(&other) && off / here.flat_distance(there) <= 0.1 {
                used.push(other);
                push(other, Direction::Diagonal, false);
            }
        }
    }
}

/// Whether two ways out of a site, to elements of any kind, fall into the same of eight directions: then it has sixteen.
fn crowded(kind: SiteType, site: Site, graph: &Graph, links: &Links, steps: &[Step], here: Point, unit: f64) -> bool {
    let s = site as usize;
    let mut used = 0;
    let mut twice = |bearing: Bearing| {
        let before = used;
        used |= bit(bearing.direction(false));
        before == used
    };
    if steps.iter().any(|step| twice(step.bearing)) {
        return true;
    }
    let mut taken = |to: Point| twice(Bearing::new(here, to, unit));
    match kind {
        SiteType::Vertex => {
            links.vertex_edges.row(s).iter().any(|&e| taken(graph.edge_point(e)))
                || links.vertex_faces.row(s).iter().any(|&f| taken(graph.faces[f as usize].at))
        }
        SiteType::Edge => {
            let ends = graph.edges[s].ends;
            let mut faces: Vec<u32> = links.edge_faces[s].iter().flatten().copied().collect();
            for v in ends {
                for &f in links.vertex_faces.row(v as usize) {
                    if !faces.contains(&f) {
                        faces.push(f);
                    }
                }
            }
            ends.iter().any(|&v| taken(graph.point(v))) || faces.iter().any(|&f| taken(graph.faces[f as usize].at))
        }
        SiteType::Cell => {
            graph.faces[s].corners.iter().any(|&v| taken(graph.point(v)))
                || links.face_edges.row(s).iter().any(|&e| taken(graph.edge_point(e)))
        }
    }
}

/// Which vertices others turn about.
fn pivots(graph: &Graph) -> Vec<bool> {
    let mut pivots = vec![false; graph.vertices.len()];
    for vertex in &graph.vertices {
        if let Some(p) = vertex.pivot {
            pivots[p as usize] = true;
        }
    }
    pivots
}

/// In, out or along a ring, on boards that have a pivot. Along a ring vertices go by curved edges, cells by shared ones.
fn circular(
    kind: SiteType,
    site: Site,
    step: &Step,
    graph: &Graph,
    pivots: &[bool],
    points: &[Point],
) -> Option<Direction> {
    let pivot_of = |v: u32| graph.vertices[v as usize].pivot;
    let pivot = match kind {
        SiteType::Vertex if pivots[site as usize] => return Some(Direction::Out),
        SiteType::Vertex => pivot_of(site),
        SiteType::Edge => graph.edges[site as usize].ends.iter().find_map(|&v| pivot_of(v)),
        SiteType::Cell => graph.faces[site as usize].corners.iter().find_map(|&v| pivot_of(v)),
    };
    let centre = graph.point(pivot?);
    if step.directions & bit(Direction::Diagonal) != 0 {
        return None;
    }
    let (here, there) = (points[site as usize], points[step.to as usize]);
    let (reach, length) = (here.flat_distance(centre), here.flat_distance(there));
    if length < 1e-9 {
        return None;
    }
    if reach < 1e-9 {
        return Some(Direction::Out);
    }
    let inward =
        ((there.x - here.x) * (centre.x - here.x) + (there.y - here.y) * (centre.y - here.y)) / (reach * length);
    if inward > 0.9 {
        return Some(Direction::In);
    }
    if inward < -0.9 {
        return Some(Direction::Out);
    }
    let along = match kind {
        SiteType::Vertex => graph.find_edge(site, step.to).is_some_and(|e| graph.edges[e as usize].curve.is_some()),
        SiteType::Cell => step.directions & bit(Direction::Orthogonal) != 0,
        SiteType::Edge => false,
    };
    along.then(|| if turn(centre, there, here) > 0.0 { Direction::CW } else { Direction::CCW })
}
