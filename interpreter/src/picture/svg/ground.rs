//! The board itself: cells, lines, points, coordinates, and where they lie on the page.

use std::fmt::Write;

use super::{escape, number};
use crate::board::{Board, Edge, Point, Site, SiteType};

/// Pixels from one site to the next.
const UNIT: f64 = 48.0;
/// Cells by colour of the chequering.
const CELLS: [&str; 6] = ["#d8b98a", "#f0dfbd", "#e4cda2", "#c9a877", "#ead6ae", "#dcc196"];
const LINE: &str = "#6b5537";
const LABEL: &str = "#6b5a3d";
/// Room around the board, for coordinates and for stacks that lean over the edge.
const MARGIN: f64 = 36.0;

/// The board without anything on it.
pub fn draw(board: &Board, frame: &Frame) -> String {
    let mut out = String::new();
    if !board.graph().has_pits() {
        cells(&mut out, board, frame);
        edges(&mut out, board, frame);
    }
    if board.kind() == SiteType::Vertex || board.graph().edges().is_empty() {
        points(&mut out, board, frame);
    }
    labels(&mut out, board, frame);
    out
}

/// From places on the board to places on the page.
pub struct Frame {
    scale: f64,
    left: f64,
    top: f64,
    /// Pixels from left to right.
    pub width: f64,
    /// Pixels from top to bottom.
    pub height: f64,
    /// Of a piece.
    pub radius: f64,
    /// The middle of each cell that has a bent side, on the board.
    bent: Vec<Option<Point>>,
}

impl Frame {
    /// The frame in which the board fits, with neighbours a unit apart.
    pub fn new(board: &Board) -> Self {
        let sites = board.positions(board.kind());
        let all = || sites.iter().chain(board.positions(SiteType::Vertex)).map(|&p| flat(p));
        let (mut low, mut high) = (Point::new(f64::MAX, f64::MAX), Point::new(f64::MIN, f64::MIN));
        for p in all() {
            low = Point::new(low.x.min(p.x), low.y.min(p.y));
            high = Point::new(high.x.max(p.x), high.y.max(p.y));
        }
        // The distance of neighbours, not of far-away sites, should fill a unit.
        let mut gaps: Vec<f64> = board.graph().edges().iter().map(|e| length(board, e)).collect();
        gaps.sort_by(f64::total_cmp);
        let gap = gaps.get(gaps.len() / 4).copied().filter(|&g| g > 1e-6).unwrap_or(1.0);
        let nearest = if board.kind() == SiteType::Edge { gap / 2.0 } else { nearest(board, gap) };
        let extent = (high.x - low.x).max(high.y - low.y);
        let scale = (UNIT / nearest.min(gap)).min(4000.0 / extent.max(1e-6));
        Self {
            scale,
            left: MARGIN - low.x * scale,
            top: MARGIN + high.y * scale,
            width: (high.x - low.x) * scale + 2.0 * MARGIN,
            height: (high.y - low.y) * scale + 2.0 * MARGIN,
            radius: 0.36 * scale * nearest,
            bent: (0..board.graph().faces().len()).map(|face| middle(board, face)).collect(),
        }
    }

    /// Where a place of the board is on the page.
    pub fn place(&self, p: Point) -> (f64, f64) {
        let p = flat(p);
        (self.left + p.x * self.scale, self.top - p.y * self.scale)
    }
}

impl Frame {
    /// Where a site is on the page.
    pub fn site(&self, board: &Board, kind: SiteType, site: Site) -> (f64, f64) {
        let bent = if kind == SiteType::Cell { self.bent.get(site as usize).copied().flatten() } else { None };
        self.place(bent.unwrap_or_else(|| board.position(kind, site)))
    }
}

/// Points of a bent side that stand for it.
const SAMPLES: u32 = 8;

/// Where a piece has most room in a cell with a bent side; elsewhere the place of the site is the middle.
fn middle(board: &Board, face: usize) -> Option<Point> {
    let corners = &board.graph().faces()[face].corners;
    let mut rim: Vec<Point> = Vec::new();
    let mut bent = false;
    for (i, &from) in corners.iter().enumerate() {
        let to = corners[(i + 1) % corners.len()];
        let (p, q) = (board.position(SiteType::Vertex, from), board.position(SiteType::Vertex, to));
        rim.push(p);
        if let Some([a, b]) = controls(board, from, to) {
            bent = true;
            rim.extend((1..SAMPLES).map(|step| {
                let t = f64::from(step) / f64::from(SAMPLES);
                let (u, v) = (1.0 - t, t);
                let of = |p: f64, a: f64, b: f64, q: f64| {
                    u * u * u * p + 3.0 * u * u * v * a + 3.0 * u * v * v * b + v * v * v * q
                };
                Point { x: of(p.x, a.x, b.x, q.x), y: of(p.y, a.y, b.y, q.y), ..p }
            }));
        }
    }
    if !bent {
        return None;
    }
    // From the mean of the rim to where the rim is farthest on all sides.
    let count = rim.len() as f64;
    let mean = |of: fn(&Point) -> f64| rim.iter().map(of).sum::<f64>() / count;
    let mut at = Point { x: mean(|p| p.x), y: mean(|p| p.y), ..rim[0] };
    let room = |p: Point| {
        let sides = rim.iter().zip(rim.iter().cycle().skip(1));
        sides.map(|(a, b)| from_side(p, *a, *b)).fold(f64::MAX, f64::min)
    };
    let mut step = rim[0].flat_distance(at) / 4.0;
    for _ in 0..24 {
        let around = (0..16).map(|turn| {
            let angle = f64::from(turn) / 16.0 * std::f64::consts::TAU;
            Point { x: at.x + step * angle.cos(), y: at.y + step * angle.sin(), ..at }
        });
        // A little more room is not worth leaving the middle.
        match around.max_by(|p, q| room(*p).total_cmp(&room(*q))) {
            Some(better) if room(better) > room(at) + 0.2 * step => at = better,
            _ => step /= 2.0,
        }
    }
    Some(at)
}

/// How far a point is from the straight line between two others.
fn from_side(p: Point, a: Point, b: Point) -> f64 {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let square = dx * dx + dy * dy;
    let along = if square > 0.0 { (((p.x - a.x) * dx + (p.y - a.y) * dy) / square).clamp(0.0, 1.0) } else { 0.0 };
    (p.x - a.x - along * dx).hypot(p.y - a.y - along * dy)
}

/// Height is shown as a shift to the upper right.
fn flat(p: Point) -> Point {
    Point::new(p.x + 0.25 * p.z, p.y + 0.45 * p.z)
}

fn length(board: &Board, edge: &Edge) -> f64 {
    let [a, b] = edge.ends.map(|v| flat(board.position(SiteType::Vertex, v)));
    a.flat_distance(b)
}

/// A distance that most neighbours keep, from the steps of the board's own sites.
fn nearest(board: &Board, default: f64) -> f64 {
    let kind = board.kind();
    let mut gaps = Vec::new();
    for site in 0..board.count(kind) as Site {
        let here = flat(board.position(kind, site));
        let steps = board.steps(kind, site, crate::board::Direction::Adjacent).iter();
        gaps.extend(steps.map(|&to| here.flat_distance(flat(board.position(kind, to)))).filter(|&g| g > 1e-6));
    }
    gaps.sort_by(f64::total_cmp);
    gaps.get(gaps.len() / 20).copied().unwrap_or(default)
}

/// The corners of a cell; none of other sites.
pub fn corners(board: &Board, frame: &Frame, kind: SiteType, site: Site) -> Vec<(f64, f64)> {
    let face = board.graph().faces().get(site as usize).filter(|_| kind == SiteType::Cell);
    let corners = face.map_or(&[][..], |face| &face.corners);
    corners.iter().map(|corner| frame.place(board.position(SiteType::Vertex, *corner))).collect()
}

fn cells(out: &mut String, board: &Board, frame: &Frame) {
    for (site, face) in board.graph().faces().iter().enumerate() {
        let mut path = String::new();
        for (i, &corner) in face.corners.iter().enumerate() {
            let next = face.corners[(i + 1) % face.corners.len()];
            if i == 0 {
                let (x, y) = frame.place(board.position(SiteType::Vertex, corner));
                _ = write!(path, "M{} {}", number(x), number(y));
            }
            path.push_str(&stroke(board, frame, corner, next));
        }
        let chequered = board.kind() == SiteType::Cell;
        let colour = if chequered { usize::from(board.phase(SiteType::Cell, site as Site)) } else { 1 };
        _ = writeln!(out, "<path d=\"{path}Z\" fill=\"{}\"/>", CELLS[colour.min(CELLS.len() - 1)]);
    }
}

fn edges(out: &mut String, board: &Board, frame: &Frame) {
    for edge in board.graph().edges() {
        let (x, y) = frame.place(board.position(SiteType::Vertex, edge.ends[0]));
        let path = stroke(board, frame, edge.ends[0], edge.ends[1]);
        let width = if board.kind() == SiteType::Cell { 1.5 } else { 2.5 };
        _ = writeln!(
            out,
            "<path d=\"M{} {}{path}\" fill=\"none\" stroke=\"{LINE}\" stroke-width=\"{width}\" stroke-linecap=\"round\"/>",
            number(x),
            number(y)
        );
    }
}

/// The way along the edge from one vertex to another, as part of a path.
pub fn stroke(board: &Board, frame: &Frame, from: u32, to: u32) -> String {
    let place = |p: Point| {
        let (x, y) = frame.place(p);
        format!("{} {}", number(x), number(y))
    };
    let end = place(board.position(SiteType::Vertex, to));
    match controls(board, from, to) {
        Some([first, second]) => format!("C{} {} {end}", place(first), place(second)),
        None => format!("L{end}"),
    }
}

/// The points that bend the edge from one vertex to another, if it is bent.
fn controls(board: &Board, from: u32, to: u32) -> Option<[Point; 2]> {
    let edge = board.graph().edges()[board.graph().find_edge(from, to)? as usize];
    let curve = edge.curve?;
    let [out_of, into] = if edge.ends[0] == from { curve } else { [curve[1], curve[0]] };
    let (p, q) = (board.position(SiteType::Vertex, from), board.position(SiteType::Vertex, to));
    let reach = p.flat_distance(q) / 3.0;
    let control = |at: Point, way: [f64; 2]| Point { x: at.x + way[0] * reach, y: at.y + way[1] * reach, ..at };
    Some([control(p, out_of), control(q, into)])
}

fn points(out: &mut String, board: &Board, frame: &Frame) {
    for &p in board.positions(SiteType::Vertex) {
        let (x, y) = frame.place(p);
        let (size, fill) = if board.graph().has_pits() { (1.25, CELLS[0]) } else { (0.3, LINE) };
        let (x, y, radius) = (number(x), number(y), number(size * frame.radius));
        _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\"/>");
    }
}

/// Coordinates: on grids along the left and the bottom, elsewhere small beside each site.
fn labels(out: &mut String, board: &Board, frame: &Frame) {
    let kind = board.kind();
    let mut write_at = |x: f64, y: f64, size: f64, text: &str| {
        let (x, y, size) = (number(x), number(y), number(size));
        _ = writeln!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{LABEL}\">{}</text>", escape(text));
    };
    let level = |(rows, columns): (u32, u32)| {
        let at = |r: u32, c: u32| board.position(kind, r * columns + c);
        (0..rows).all(|r| (at(r, 0).x - at(0, 0).x).abs() < 0.01)
            && (0..columns).all(|c| (at(0, c).y - at(0, 0).y).abs() < 0.01)
    };
    if let Some((rows, columns)) = board.grid(kind).filter(|&size| level(size) && !board.has_polar_labels()) {
        for row in 0..rows {
            let (_, y) = frame.place(board.position(kind, row * columns));
            write_at(0.45 * MARGIN, y + 5.0, 14.0, &(row + 1).to_string());
        }
        for column in 0..columns {
            let (x, _) = frame.place(board.position(kind, column));
            let name = board.label(kind, column).trim_end_matches(|c: char| c.is_ascii_digit());
            write_at(x, frame.height - 0.35 * MARGIN, 14.0, name);
        }
        return;
    }
    let size = (0.4 * frame.radius).clamp(5.5, 11.0);
    for site in 0..board.count(kind) as Site {
        let (x, y) = frame.site(board, kind, site);
        let (dx, dy) = match kind {
            SiteType::Vertex if !board.graph().has_pits() => (1.1 * frame.radius, 1.0 * frame.radius),
            SiteType::Vertex => (0.0, 1.55 * frame.radius),
            SiteType::Edge => (0.85 * frame.radius, 0.85 * frame.radius),
            // At the foot of the cell, below the piece on it.
            SiteType::Cell => (0.0, 1.32 * frame.radius),
        };
        write_at(x + dx, y + dy, size, board.label(kind, site));
    }
}
