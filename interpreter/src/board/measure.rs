//! What a drawing looks like: its rim, corners and sides, its rows and columns, and a colouring.

use std::collections::VecDeque;
use std::f64::consts::{PI, TAU};

use rustc_hash::FxHashSet;

use super::direction::Direction;
use super::geometry::{Point, bounds, line_distance, turn};
use super::graph::{Graph, Links};
use super::topology::{Site, SiteType};

/// A quality of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Property {
    Perimeter,
    Outer,
    Inner,
    Left,
    Right,
    Top,
    Bottom,
    Centre,
    Corner,
    Convex,
    Concave,
    Major,
    Minor,
    /// The sides, clockwise from north by eighths.
    SideN,
    SideNE,
    SideE,
    SideSE,
    SideS,
    SideSW,
    SideW,
    SideNW,
}

const SIDES: [Property; 8] = [
    Property::SideN,
    Property::SideNE,
    Property::SideE,
    Property::SideSE,
    Property::SideS,
    Property::SideSW,
    Property::SideW,
    Property::SideNW,
];

impl Property {
    pub(crate) fn side(direction: Direction) -> Option<Self> {
        direction.sixteenths().filter(|s| s % 2 == 0).map(|s| SIDES[s as usize / 2])
    }

    fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// The qualities and colours of the sites of each kind.
#[derive(Debug, Clone, Default)]
pub(crate) struct Measures {
    properties: [Vec<u32>; 3],
    phases: [Vec<u8>; 3],
}

/// Where a site is among rows, columns and layers.
#[derive(Debug, Clone, Default)]
pub(crate) struct Situation {
    pub(crate) row: u32,
    pub(crate) column: u32,
    pub(crate) layer: u32,
    pub(crate) label: String,
}

impl Measures {
    pub(crate) fn new(graph: &Graph, links: &Links, points: &[Vec<Point>; 3]) -> (Self, [Vec<Situation>; 3]) {
        let mut measures = Self { properties: [0, 1, 2].map(|k| vec![0; points[k].len()]), ..Self::default() };
        let perimeters = perimeters(graph, links);
        measures.mark_perimeters(&perimeters, graph, links);
        measures.mark_rim(graph, links);
        for kind in SiteType::ALL {
            measures.mark_extremes(kind, &points[kind as usize]);
        }
        measures.mark_sizes(graph);
        for perimeter in &perimeters {
            measures.mark_corners(perimeter, graph);
        }
        measures.spread_corners(graph, links);
        let middle = Point::middle(graph.vertices.iter().map(|v| v.at));
        for perimeter in &perimeters {
            measures.mark_sides(perimeter, graph, middle);
        }
        measures.spread_sides(graph, links);
        for kind in SiteType::ALL {
            measures.mark_centre(kind, &points[kind as usize]);
            measures.phases[kind as usize] = phases(kind, graph, links, points[kind as usize].len());
        }
        (measures, situations(points))
    }

    pub(crate) fn has(&self, kind: SiteType, site: Site, property: Property) -> bool {
        self.properties[kind as usize][site as usize] & property.bit() != 0
    }

    /// The sites with a quality, in ascending order.
    pub(crate) fn with(&self, kind: SiteType, property: Property) -> Vec<Site> {
        (0..self.properties[kind as usize].len() as Site).filter(|&s| self.has(kind, s, property)).collect()
    }

    pub(crate) fn phase(&self, kind: SiteType, site: Site) -> u8 {
        self.phases[kind as usize][site as usize]
    }

    fn set(&mut self, kind: SiteType, site: Site, property: Property) {
        self.properties[kind as usize][site as usize] |= property.bit();
    }

    fn mark_perimeters(&mut self, perimeters: &[Vec<u32>], graph: &Graph, links: &Links) {
        for perimeter in perimeters {
            for (i, &a) in perimeter.iter().enumerate() {
                self.set(SiteType::Vertex, a, Property::Perimeter);
                let Some(e) = graph.find_edge(a, perimeter[(i + 1) % perimeter.len()]) else { continue };
                self.set(SiteType::Edge, e, Property::Perimeter);
                if let Some(face) = one_face(links, e) {
                    self.set(SiteType::Cell, face, Property::Perimeter);
                }
            }
        }
    }

    /// Cells with a corner on the perimeter and outside edges between such corners are at the rim too.
    fn mark_rim(&mut self, graph: &Graph, links: &Links) {
        for (f, face) in graph.faces.iter().enumerate() {
            if face.corners.iter().any(|&v| self.has(SiteType::Vertex, v, Property::Perimeter)) {
                self.set(SiteType::Cell, f as Site, Property::Perimeter);
            }
        }
        for (e, edge) in graph.edges.iter().enumerate() {
            let open = links.edge_faces[e].iter().any(Option::is_none);
            if open && edge.ends.iter().all(|&v| self.has(SiteType::Vertex, v, Property::Perimeter)) {
                self.set(SiteType::Edge, e as Site, Property::Perimeter);
            }
        }
        for bits in self.properties.iter_mut().flatten() {
            let rim = *bits & Property::Perimeter.bit() != 0;
            *bits |= if rim { Property::Outer } else { Property::Inner }.bit();
        }
    }

    fn mark_extremes(&mut self, kind: SiteType, points: &[Point]) {
        let (low, high) = bounds(points.iter().copied());
        for (site, p) in points.iter().enumerate() {
            let extremes = [
                (p.x - low.x, Property::Left),
                (high.x - p.x, Property::Right),
                (p.y - low.y, Property::Bottom),
                (high.y - p.y, Property::Top),
            ];
            for (off, property) in extremes {
                if off < 0.01 {
                    self.set(kind, site as Site, property);
                }
            }
        }
    }

    fn mark_sizes(&mut self, graph: &Graph) {
        let most = graph.faces.iter().map(|f| f.corners.len()).max().unwrap_or(0);
        for (f, face) in graph.faces.iter().enumerate() {
            let size = if face.corners.len() == most { Property::Major } else { Property::Minor };
            self.set(SiteType::Cell, f as Site, size);
        }
    }

    /// Corners of a perimeter are where it bends most. How much it bends at a vertex is how far the vertex lies from the
    /// chords between its first, second and third neighbours on either side, nearer chords counting more, smoothed a little.
    fn mark_corners(&mut self, perimeter: &[u32], graph: &Graph) {
        let n = perimeter.len();
        if n < 6 {
            for &v in perimeter {
                self.set(SiteType::Vertex, v, Property::Corner);
                self.set(SiteType::Vertex, v, Property::Convex);
            }
            return;
        }
        let at = |i: usize| graph.point(perimeter[i % n]);
        let bends = |i: usize| -> f64 {
            let chord = |k: usize| {
                let (a, p, b) = (at(i + n - k), at(i), at(i + k));
                let off = line_distance(p, a, b) / k as f64;
                if turn(a, p, b) < 1e-7 { -off } else { off }
            };
            (1..4).map(chord).sum()
        };
        let raw: Vec<f64> = (0..n).map(bends).collect();
        let score: Vec<f64> = (0..n).map(|i| (4.0 * raw[i] + raw[(i + 1) % n] + raw[(i + n - 1) % n]) / 6.0).collect();
        let (before, after) = (|i: usize| score[(i + n - 1) % n], |i: usize| score[(i + 1) % n]);
        let peak = |i: usize| score[i] >= 0.32 && score[i] >= before(i) - 0.001 && score[i] >= after(i) - 0.001;
        let mut convex: Vec<bool> = (0..n).map(peak).collect();
        // Neighbours that bend nearly as much count too.
        for i in 0..n {
            if convex[i] {
                convex[(i + n - 1) % n] |= before(i) >= 0.95 * score[i];
                convex[(i + 1) % n] |= after(i) >= 0.95 * score[i];
            }
        }
        let dent = |i: usize| score[i] <= -0.25 && score[i] <= before(i) + 0.001 && score[i] <= after(i) + 0.001;
        for i in 0..n {
            for (is, property) in [(convex[i], Property::Convex), (dent(i), Property::Concave)] {
                if is {
                    self.set(SiteType::Vertex, perimeter[i], Property::Corner);
                    self.set(SiteType::Vertex, perimeter[i], property);
                }
            }
        }
    }

    /// Edges between corners and the cells at them are corners; a corner by itself makes corners of its rim edges and of
    /// the cells there.
    fn spread_corners(&mut self, graph: &Graph, links: &Links) {
        for v in 0..graph.vertices.len() as u32 {
            if !self.has(SiteType::Vertex, v, Property::Corner) {
                continue;
            }
            let concave = self.has(SiteType::Vertex, v, Property::Concave);
            let shape = if concave { Property::Concave } else { Property::Convex };
            let edges = links.vertex_edges.row(v as usize);
            let is_pair = |&&e: &&u32| self.has(SiteType::Vertex, graph.edges[e as usize].other(v), Property::Corner);
            let paired: Vec<u32> = edges.iter().filter(is_pair).copied().collect();
            let alone = paired.is_empty();
            let rim = |e: &u32| self.has(SiteType::Edge, *e, Property::Perimeter);
            let marked = if alone { edges.iter().copied().filter(rim).collect() } else { paired };
            for &e in &marked {
                self.set(SiteType::Edge, e, Property::Corner);
                self.set(SiteType::Edge, e, shape);
                if let Some(face) = one_face(links, e).filter(|_| !alone || !concave) {
                    self.set(SiteType::Cell, face, Property::Corner);
                    self.set(SiteType::Cell, face, shape);
                }
            }
            if alone && concave && !marked.is_empty() {
                for &f in links.vertex_faces.row(v as usize) {
                    let corners = graph.faces[f as usize].corners.iter();
                    if corners.filter(|&&c| self.has(SiteType::Vertex, c, Property::Perimeter)).count() == 1 {
                        self.set(SiteType::Cell, f, Property::Corner);
                        self.set(SiteType::Cell, f, Property::Concave);
                    }
                }
            }
        }
    }

    /// Each run from corner to corner is a side, named for where it lies from the middle.
    fn mark_sides(&mut self, perimeter: &[u32], graph: &Graph, middle: Point) {
        let n = perimeter.len();
        let corner = |i: usize| self.has(SiteType::Vertex, perimeter[i % n], Property::Corner);
        let mut runs = Vec::new();
        for from in (0..n).filter(|&i| corner(i)) {
            let to = (from + 1..=from + n).find(|&i| corner(i)).unwrap_or(from + n);
            runs.push((from, to));
        }
        for (from, to) in runs {
            let run = || (from..=to).map(|i| perimeter[i % n]);
            let mean = Point::middle(run().map(|v| graph.point(v)));
            let part = (middle.angle_to(mean) / TAU * 16.0 + 0.5).floor().rem_euclid(16.0) as u32;
            let side = match part {
                0 => Property::SideE,
                1..4 => Property::SideNE,
                4 => Property::SideN,
                5..8 => Property::SideNW,
                8 => Property::SideW,
                9..12 => Property::SideSW,
                12 => Property::SideS,
                _ => Property::SideSE,
            };
            for v in run() {
                self.set(SiteType::Vertex, v, side);
            }
        }
    }

    fn spread_sides(&mut self, graph: &Graph, links: &Links) {
        let mask: u32 = SIDES.iter().map(|side| side.bit()).sum();
        for v in 0..graph.vertices.len() {
            let sides = self.properties[SiteType::Vertex as usize][v] & mask;
            for &e in links.vertex_edges.row(v) {
                self.properties[SiteType::Edge as usize][e as usize] |= sides;
            }
            for &f in links.vertex_faces.row(v) {
                self.properties[SiteType::Cell as usize][f as usize] |= sides;
            }
        }
    }

    /// The centre is what is least far, in the sum of squares, from the corners and, on small boards, the perimeter: that
    /// is, nearest to their mean.
    fn mark_centre(&mut self, kind: SiteType, points: &[Point]) {
        let corners = self.with(kind, Property::Corner);
        let rim = if points.len() < 100 { self.with(kind, Property::Perimeter) } else { Vec::new() };
        let marks = || corners.iter().chain(&rim).map(|&s| points[s as usize]);
        let (mean, weight) = (Point::middle(marks()), marks().count() as f64);
        let score = |p: &Point| weight * p.flat_distance(mean).powi(2);
        let least = points.iter().map(score).fold(f64::INFINITY, f64::min);
        for (site, p) in points.iter().enumerate() {
            if score(p) - least < 0.0001 {
                self.set(kind, site as Site, Property::Centre);
            }
        }
    }
}

fn one_face(links: &Links, edge: u32) -> Option<u32> {
    let [left, right] = links.edge_faces[edge as usize];
    left.or(right)
}

/// The line around each part of the drawing that does not lie within another, counter-clockwise from its leftmost vertex.
fn perimeters(graph: &Graph, links: &Links) -> Vec<Vec<u32>> {
    let mut order: Vec<u32> = (0..graph.vertices.len() as u32).collect();
    order.sort_by(|&a, &b| graph.point(a).x.total_cmp(&graph.point(b).x));
    let mut covered = vec![false; order.len()];
    let mut found: Vec<(Vec<u32>, super::geometry::Polygon, (Point, Point))> = Vec::new();
    for i in 0..order.len() {
        let start = order[i];
        if covered[start as usize] {
            continue;
        }
        let perimeter = walk_around(start, graph, links);
        let polygon = super::geometry::Polygon { points: perimeter.iter().map(|&v| graph.point(v)).collect() };
        let (low, high) = polygon.bounds();
        perimeter.iter().for_each(|&v| covered[v as usize] = true);
        if perimeter.len() > 2 {
            for &v in order[i..].iter().take_while(|&&v| graph.point(v).x <= high.x) {
                let p = graph.point(v);
                let boxed = p.y >= low.y && p.y <= high.y;
                if !covered[v as usize] && boxed && polygon.contains(p) {
                    covered[v as usize] = true;
                }
            }
        }
        found.push((perimeter, polygon, (low, high)));
    }
    let mut inside = vec![false; found.len()];
    for a in (0..found.len()).rev() {
        let p = graph.point(found[a].0[0]);
        inside[a] = (0..found.len()).filter(|&b| b != a && !inside[b] && found[b].0.len() > 2).any(|b| {
            let (_, polygon, (low, high)) = &found[b];
            p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y && polygon.contains(p)
        });
    }
    found.into_iter().zip(inside).filter(|(_, inside)| !inside).map(|((perimeter, ..), _)| perimeter).collect()
}

/// Keeps to the right until the start comes round again.
fn walk_around(start: u32, graph: &Graph, links: &Links) -> Vec<u32> {
    let from = graph.point(start);
    let southness = |e: &u32| {
        let to = graph.point(graph.edges[*e as usize].other(start));
        (to.x - from.x).atan2(from.y - to.y)
    };
    let edges = links.vertex_edges.row(start as usize);
    let Some(&first) = edges.iter().min_by(|a, b| southness(a).total_cmp(&southness(b))) else { return vec![start] };
    let (mut way, mut at, mut edge) = (Vec::new(), start, first);
    while way.len() <= 2 * graph.edges.len() {
        way.push(at);
        at = graph.edges[edge as usize].other(at);
        if at == start {
            break;
        }
        let here = links.vertex_edges.row(at as usize);
        let arrived = here.iter().position(|&e| e == edge).unwrap_or(0);
        edge = here[(arrived + 1) % here.len()];
    }
    way
}

/// Colours the sites of a kind one after the other, each with the lowest colour that no neighbour has, starting from the
/// first and going on to those most constrained.
fn phases(kind: SiteType, graph: &Graph, links: &Links, count: usize) -> Vec<u8> {
    const UNSEEN: u8 = u8::MAX;
    let neighbours = |site: u32| -> Vec<u32> {
        let s = site as usize;
        match kind {
            SiteType::Vertex => {
                links.vertex_edges.row(s).iter().map(|&e| graph.edges[e as usize].other(site)).collect()
            }
            SiteType::Edge => {
                let around = |v: u32| links.vertex_edges.row(v as usize);
                graph.edges[s].ends.iter().flat_map(|&v| around(v)).copied().filter(|&e| e != site).collect()
            }
            SiteType::Cell => {
                let sides = links.face_edges.row(s).iter().flat_map(|&e| links.edge_faces[e as usize]);
                sides.flatten().filter(|&f| f != site).collect()
            }
        }
    };
    let mut phases = vec![UNSEEN; count];
    let mut around = vec![0u8; count];
    for start in 0..count as u32 {
        if phases[start as usize] != UNSEEN {
            continue;
        }
        let mut queue = VecDeque::from([start]);
        while let Some(site) = queue.pop_front() {
            if phases[site as usize] != UNSEEN {
                continue;
            }
            let phase = around[site as usize].trailing_ones().min(4) as u8;
            phases[site as usize] = phase;
            let near = neighbours(site);
            near.iter().for_each(|&other| around[other as usize] |= 1 << phase);
            for other in near {
                match around[other as usize].count_ones() {
                    _ if phases[other as usize] != UNSEEN => {}
                    0 | 1 => queue.push_back(other),
                    _ => queue.push_front(other),
                }
            }
        }
    }
    phases
}

/// Sorts the sites of each kind into rows and columns, which need not be level: the angles at which they fall into the
/// fewest and tightest are found by trying.
fn situations(points: &[Vec<Point>; 3]) -> [Vec<Situation>; 3] {
    let mut angles = (0.0, 0.5);
    let mut of = |kind: SiteType| {
        let points = &points[kind as usize];
        if points.is_empty() {
            return Vec::new();
        }
        let (low, high) = bounds(points.iter().copied());
        let unit = ((high.x - low.x) + (high.y - low.y)) / 2.0 / (points.len() as f64).sqrt();
        let by_row = |angle: f64| clusters(row_distances(points, angle), unit);
        let by_column = |angle: f64| clusters(column_distances(points, angle), unit);
        // Edges keep to the rows and columns of the vertices.
        if kind != SiteType::Edge {
            let degrees = |list: &[u32]| list.iter().map(|&d| f64::from(d) / 180.0 * PI).collect::<Vec<_>>();
            angles.0 = least(&degrees(&[0, 15, 30, 45, 60]), |a| by_row(a).1);
            angles.1 = angles.0 + least(&degrees(&[90, 105, 120]), |a| by_column(angles.0 + a).1);
        }
        let (rows, columns) = (by_row(angles.0).0, by_column(angles.1).0);
        let layers = clusters(points.iter().map(|p| p.z).collect(), unit).0;
        let mut situations = label(points, rows, columns, &layers);
        if kind == SiteType::Edge {
            // Edges go by number.
            situations.iter_mut().enumerate().for_each(|(e, situation)| situation.label = e.to_string());
        }
        situations
    };
    let [vertices, edges, cells] = [of(SiteType::Vertex), of(SiteType::Edge), of(SiteType::Cell)];
    [vertices, edges, cells]
}

fn least(candidates: &[f64], score: impl Fn(f64) -> f64) -> f64 {
    let mut best = (1000.0, 0.0);
    for &candidate in candidates {
        let found = score(candidate);
        if found < best.0 {
            best = (found, candidate);
        }
    }
    best.1
}

/// Distances from a line below the board, tilted by the angle.
fn row_distances(points: &[Point], angle: f64) -> Vec<f64> {
    let (low, high) = bounds(points.iter().copied());
    let a = Point::new((low.x + high.x) / 2.0, low.y - (high.y - low.y));
    distances(points, a, high.x - low.x, angle)
}

/// Distances from a line to the left of the board, tilted by the angle.
fn column_distances(points: &[Point], angle: f64) -> Vec<f64> {
    let (low, high) = bounds(points.iter().copied());
    let a = Point::new(low.x - (high.x - low.x), (low.y + high.y) / 2.0);
    distances(points, a, high.x - low.x, angle)
}

fn distances(points: &[Point], a: Point, length: f64, angle: f64) -> Vec<f64> {
    let b = Point::new(a.x + length * angle.cos(), a.y + length * angle.sin());
    points.iter().map(|&p| line_distance(p, a, b)).collect()
}

/// Groups values that are close together, in ascending order, and says how badly they group.
fn clusters(values: Vec<f64>, unit: f64) -> (Vec<u32>, f64) {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut cluster = vec![0; values.len()];
    // The number, sum and last of each group.
    let mut groups: Vec<(f64, f64, f64)> = Vec::new();
    for i in order {
        let value = values[i];
        match groups.last_mut() {
            Some((count, sum, last)) if (value - *sum / *count).abs() <= 0.6 * unit => {
                (*count, *sum, *last) = (*count + 1.0, *sum + value, value);
            }
            _ => groups.push((1.0, value, value)),
        }
        cluster[i] = groups.len() as u32 - 1;
    }
    let error: f64 = groups.iter().map(|(count, sum, last)| (sum / count - last).powi(2) / count).sum();
    (cluster, error + 0.01 * groups.len() as f64)
}

/// Names sites by column and row, and by layer where there are several. If two would get one name, rows and columns are
/// level after all.
fn label(points: &[Point], mut rows: Vec<u32>, mut columns: Vec<u32>, layers: &[u32]) -> Vec<Situation> {
    let layered = layers.windows(2).any(|pair| pair[0] != pair[1]);
    let name = |row: u32, column: u32, layer: u32| {
        let place = if layered { format!("/{layer}") } else { String::new() };
        format!("{}{}{place}", letters(column), row + 1)
    };
    let mut labels: Vec<String> = (0..points.len()).map(|i| name(rows[i], columns[i], layers[i])).collect();
    let distinct: FxHashSet<&String> = labels.iter().collect();
    if distinct.len() < labels.len() {
        level(points, &mut rows, |p| p.y);
        level(points, &mut columns, |p| p.x);
        labels = (0..points.len()).map(|i| format!("{}{}", letters(columns[i]), rows[i] + 1)).collect();
    }
    let situation = |(i, label)| Situation { row: rows[i], column: columns[i], layer: layers[i], label };
    labels.into_iter().enumerate().map(situation).collect()
}

/// Numbers sites by the distinct coordinates on the ground; sites above take the number of the coordinate they share.
fn level(points: &[Point], numbers: &mut [u32], coordinate: impl Fn(&Point) -> f64) {
    let mut values: Vec<f64> = points.iter().filter(|p| p.z == 0.0).map(&coordinate).collect();
    values.sort_by(f64::total_cmp);
    values.dedup_by(|a, b| (*a - *b).abs() < 0.001);
    for (number, p) in numbers.iter_mut().zip(points) {
        let value = coordinate(p);
        let at = values.partition_point(|&v| v < value - 0.001);
        if values.get(at).is_some_and(|v| (v - value).abs() < 0.001) {
            *number = at as u32;
        }
    }
}

/// A, B, … Z, AA, AB …
fn letters(column: u32) -> String {
    let digit = |n: u32| char::from(b'A' + (n % 26) as u8);
    let mut rest = column;
    let mut letters = String::from(digit(rest));
    while rest >= 26 {
        rest = rest / 26 - 1;
        letters.insert(0, digit(rest));
    }
    letters
}
