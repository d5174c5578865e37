//! Boards as SVG.

use std::fmt::Write;

use super::{Content, Token, kinds};
use crate::board::{Board, Edge, Point, Site, SiteType};

/// Pixels from one site to the next.
const UNIT: f64 = 48.0;
/// Fill and ink of the pieces of no one and of players 1, 2, 3 …
const OWNERS: [(&str, &str); 9] = [
    ("#b8b4aa", "#1d1d1b"),
    ("#fdfcf7", "#1d1d1b"),
    ("#2b2a29", "#fdfcf7"),
    ("#c2453a", "#fdfcf7"),
    ("#3d6fa8", "#fdfcf7"),
    ("#4f8a4b", "#fdfcf7"),
    ("#d9a02f", "#1d1d1b"),
    ("#7b4f9d", "#fdfcf7"),
    ("#3e9a97", "#fdfcf7"),
];
/// Cells by colour of the chequering.
const CELLS: [&str; 6] = ["#d8b98a", "#f0dfbd", "#e4cda2", "#c9a877", "#ead6ae", "#dcc196"];
const LINE: &str = "#6b5537";
const LABEL: &str = "#8a7758";

/// The board as an SVG document: its cells, lines and points, what stands on them, and the coordinates of its sites.
#[must_use]
pub fn svg(board: &Board, content: &dyn Content) -> String {
    let frame = Frame::new(board);
    let mut out = String::new();
    let (width, height) = (number(frame.width), number(frame.height));
    _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" text-anchor=\"middle\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#faf6ec\"/>"
    );
    if !board.graph().has_pits() {
        cells(&mut out, board, &frame);
        edges(&mut out, board, &frame);
    }
    if board.kind() == SiteType::Vertex || board.graph().edges().is_empty() {
        points(&mut out, board, &frame);
    }
    labels(&mut out, board, &frame);
    let kinds = kinds(board, content);
    for kind in kinds {
        // The higher on the page, the earlier: stacks lean over what is behind them.
        let mut sites: Vec<Site> = (0..board.count(kind) as Site).collect();
        sites.sort_by(|&a, &b| board.position(kind, b).y.total_cmp(&board.position(kind, a).y));
        for site in sites {
            pieces(&mut out, frame.place(board.position(kind, site)), frame.radius, &content.tokens(kind, site));
        }
    }
    out.push_str("</svg>\n");
    out
}

/// From places on the board to places on the page.
struct Frame {
    scale: f64,
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    radius: f64,
}

const MARGIN: f64 = 36.0;

impl Frame {
    fn new(board: &Board) -> Self {
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
        }
    }

    fn place(&self, p: Point) -> (f64, f64) {
        let p = flat(p);
        (self.left + p.x * self.scale, self.top - p.y * self.scale)
    }
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

/// Numbers to a hundredth of a pixel.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
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
fn stroke(board: &Board, frame: &Frame, from: u32, to: u32) -> String {
    let (p, q) = (board.position(SiteType::Vertex, from), board.position(SiteType::Vertex, to));
    let (x, y) = frame.place(q);
    let edge = board.graph().find_edge(from, to).map(|e| board.graph().edges()[e as usize]);
    let Some((edge, curve)) = edge.and_then(|e| Some((e, e.curve?))) else {
        return format!("L{} {}", number(x), number(y));
    };
    let [out_of, into] = if edge.ends[0] == from { curve } else { [curve[1], curve[0]] };
    let reach = p.flat_distance(q) / 3.0;
    let control = |at: Point, way: [f64; 2]| {
        let (x, y) = frame.place(Point { x: at.x + way[0] * reach, y: at.y + way[1] * reach, ..at });
        format!("{} {}", number(x), number(y))
    };
    format!("C{} {} {} {}", control(p, out_of), control(q, into), number(x), number(y))
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
    let size = (0.55 * frame.radius).clamp(6.0, 11.0);
    for site in 0..board.count(kind) as Site {
        let (x, y) = frame.place(board.position(kind, site));
        let (dx, dy) = if kind == SiteType::Vertex && !board.graph().has_pits() {
            (0.75 * frame.radius, 0.9 * frame.radius)
        } else {
            (0.0, 1.1 * frame.radius + 0.4 * size)
        };
        write_at(x + dx, y + dy, size, board.label(kind, site));
    }
}

/// A stack, the upper pieces higher.
fn pieces(out: &mut String, (x, y): (f64, f64), radius: f64, tokens: &[Token]) {
    for (level, token) in tokens.iter().enumerate() {
        let (fill, ink) = OWNERS[usize::from(token.owner).min(OWNERS.len() - 1)];
        let up = y - level as f64 * 0.32 * radius;
        let (cx, cy, r) = (number(x), number(up), number(radius));
        _ = writeln!(
            out,
            "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"{r}\" fill=\"{fill}\" stroke=\"#1d1d1b\" stroke-width=\"1.2\"/>"
        );
        if level + 1 == tokens.len() && !token.text.is_empty() {
            let size = radius * if token.text.chars().count() > 1 { 0.8 } else { 1.1 };
            _ = writeln!(
                out,
                "<text x=\"{cx}\" y=\"{}\" font-size=\"{}\" fill=\"{ink}\">{}</text>",
                number(up + 0.36 * size),
                number(size),
                escape(&token.text)
            );
        }
    }
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c if c.is_control() => {}
            c => escaped.push(c),
        }
    }
    escaped
}
