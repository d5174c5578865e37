//! Pieces, stacks, cards, and the marks of the last move.

use std::fmt::Write;

use super::ground::{Frame, stroke};
use super::{INK, LAST, escape, number};
use crate::board::{Board, Site, SiteType};
use crate::picture::{Look, Scene, Tint, Token};

/// The darkest pieces.
const DARK: &str = "#2b2a29";
/// Fill and ink of the pieces of no one and of players 1, 2, 3 …; the first two differ in light as well.
const OWNERS: [(&str, &str); 9] = [
    ("#b8b4aa", INK),
    ("#fdfcf7", INK),
    (DARK, "#fdfcf7"),
    ("#c2453a", "#fdfcf7"),
    ("#3d6fa8", "#fdfcf7"),
    ("#4f8a4b", "#fdfcf7"),
    ("#e0aa3a", INK),
    ("#7b4f9d", "#fdfcf7"),
    ("#3e9a97", INK),
];
/// Corners of their pieces, and by how many turns of a corner these are turned; none for discs.
const CORNERS: [(u32, f64); 9] =
    [(0, 0.0), (0, 0.0), (0, 0.0), (4, 0.5), (6, 0.0), (4, 0.0), (5, 0.0), (5, 0.5), (8, 0.5)];
/// Stacks of more pieces show so many of them, and their height as a number.
const SHOWN: usize = 6;

/// A stack, the upper pieces higher.
pub fn stack(out: &mut String, (x, y): (f64, f64), radius: f64, tokens: &[Token]) {
    let hidden = tokens.len().saturating_sub(SHOWN);
    let shown = &tokens[hidden..];
    let rise = 0.3 * radius;
    let foot = y + 0.5 * rise * shown.len().saturating_sub(1) as f64;
    for (level, token) in shown.iter().enumerate() {
        let top = level + 1 == shown.len();
        piece(out, (x, foot - level as f64 * rise), radius, token, top);
    }
    if tokens.len() > 2 {
        badge(out, (x + 0.95 * radius, foot + 0.75 * radius), 0.62 * radius, &tokens.len().to_string());
    }
}

/// A piece alone, or one of a stack; what is written on it is seen where nothing lies on it.
pub fn piece(out: &mut String, at: (f64, f64), radius: f64, token: &Token, written: bool) {
    if token.look == Look::Written {
        let letters = token.text.chars().count().max(1);
        let size = (1.6 * radius).min(2.6 * radius / letters as f64);
        return write(out, (at.0, at.1 + 0.36 * size), size, INK, &token.text);
    }
    let owner = usize::from(token.owner).min(OWNERS.len() - 1);
    let (fill, ink) = match token.look {
        Look::Tinted(tint) => colours(tint),
        Look::Card => ("#fffefa", if token.text.contains(['\u{2665}', '\u{2666}']) { "#b3261e" } else { INK }),
        Look::Back => ("#34597f", "#fdfcf7"),
        Look::Piece | Look::Written => OWNERS[owner],
    };
    // Dark pieces lie on dark pieces.
    let rim = if fill == DARK { "#cfc8b8" } else { INK };
    let outline =
        format!("fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"{}\"", number((0.07 * radius).clamp(0.6, 1.4)));
    let (x, y) = at;
    match token.look {
        Look::Card | Look::Back => {
            let (w, h) = card(radius);
            rect(out, (x - w / 2.0, y - h / 2.0), (w, h), 0.18 * radius, &outline);
            if token.look == Look::Back {
                let inner = format!("fill=\"none\" stroke=\"{ink}\" stroke-width=\"1\" stroke-dasharray=\"2 2\"");
                rect(out, (x - 0.36 * w, y - 0.39 * h), (0.72 * w, 0.78 * h), 0.1 * radius, &inner);
            }
        }
        _ => match CORNERS[owner] {
            (0, _) => {
                let (x, y, r) = (number(x), number(y), number(radius));
                _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" {outline}/>");
            }
            (corners, turn) => {
                _ = writeln!(
                    out,
                    "<path d=\"{}\" {outline} stroke-linejoin=\"round\"/>",
                    polygon(at, radius, corners, turn)
                );
            }
        },
    }
    let (text, suit) = match SUITS.iter().find(|(sign, _)| token.text.ends_with(*sign)) {
        Some((sign, path)) => (token.text.trim_end_matches(*sign), Some(path)),
        None => (token.text.as_str(), None),
    };
    let letters = text.chars().count();
    if written && letters > 0 {
        let size = (1.15 * radius).min(2.5 * radius / letters as f64);
        let up = if suit.is_some() { 0.45 * radius } else { 0.0 };
        write(out, (x, y - up + 0.36 * size), size, ink, text);
    }
    if let Some(path) = suit.filter(|_| written) {
        let (x, y, size) = (number(x), number(y + 0.5 * radius), number(0.42 * radius));
        _ = writeln!(out, "<path d=\"{path}\" transform=\"translate({x} {y}) scale({size})\" fill=\"{ink}\"/>");
    }
}

/// The signs of suits are drawn, since not every font has them.
const SUITS: [(char, &str); 4] = [
    ('\u{2660}', "M0-1C1.3 0 .9.65.45.65C.2.65.08.5.06.35L.25 1L-.25 1L-.06.35C-.08.5-.2.65-.45.65C-.9.65-1.3 0 0-1Z"),
    ('\u{2665}', "M0 1C-1.3.05-1-.9-.5-.9C-.2-.9 0-.65 0-.45C0-.65.2-.9.5-.9C1-.9 1.3.05 0 1Z"),
    ('\u{2666}', "M0-1.05L.75 0L0 1.05L-.75 0Z"),
    (
        '\u{2663}',
        "M-.42-.52a.42.42 0 1 0 .84 0a.42.42 0 1 0-.84 0ZM-.92.16a.42.42 0 1 0 .84 0a.42.42 0 1 0-.84 0Z\
         M.08.16a.42.42 0 1 0 .84 0a.42.42 0 1 0-.84 0ZM-.1-.3L.1-.3L.25 1L-.25 1Z",
    ),
];

/// How wide and how high a card is, where pieces have this radius.
pub fn card(radius: f64) -> (f64, f64) {
    (1.6 * radius, 2.2 * radius)
}

/// Pieces on an edge: the edge in the colours of the uppermost, and on it what is written.
pub fn along(out: &mut String, board: &Board, frame: &Frame, edge: Site, tokens: &[Token]) {
    let ends = board.graph().edges()[edge as usize].ends;
    let at = frame.site(board, SiteType::Edge, edge);
    let number_only = tokens.last().filter(|token| token.look == Look::Written);
    if let Some(token) = number_only.filter(|token| token.text == "0") {
        // No line is here.
        return piece(out, at, 0.5 * frame.radius, &Token { text: "\u{d7}".to_owned(), ..token.clone() }, true);
    }
    let (x, y) = frame.place(board.position(SiteType::Vertex, ends[0]));
    let path = format!("M{} {}{}", number(x), number(y), stroke(board, frame, ends[0], ends[1]));
    let fill = tokens.last().map_or(OWNERS[0].0, |top| OWNERS[usize::from(top.owner).min(OWNERS.len() - 1)].0);
    let fill = if number_only.is_some() { INK } else { fill };
    for (colour, width) in [(INK, 0.55), (fill, 0.38)] {
        let width = number(width * frame.radius);
        _ = writeln!(
            out,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\"/>"
        );
    }
    match number_only {
        Some(token) if token.text == "1" => {}
        Some(token) => badge(out, at, 0.6 * frame.radius, &token.text),
        None => stack(out, at, 0.6 * frame.radius, tokens),
    }
}

/// Between two sites that one piece covers: a bar in its colours. First all outlines, then all fillings.
pub fn join(out: &mut String, (from, to): ((f64, f64), (f64, f64)), radius: f64, token: &Token, outline: bool) {
    let owner = usize::from(token.owner).min(OWNERS.len() - 1);
    let fill = match token.look {
        Look::Tinted(tint) => colours(tint).0,
        _ => OWNERS[owner].0,
    };
    let (colour, width) = if outline { (INK, 1.84) } else { (fill, 1.7) };
    let [x1, y1, x2, y2, width] = [from.0, from.1, to.0, to.1, width * radius].map(number);
    _ = writeln!(
        out,
        "<path d=\"M{x1} {y1}L{x2} {y2}\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\"/>"
    );
}

/// A path across a tile: from where, to where, and in whose colour.
type Stroke = ((f64, f64), (f64, f64), u8);

/// A tile with its paths: each leads from side to side, past the middle. It has the form of its cell, where the board has other cells
/// than squares.
pub fn tile(out: &mut String, (x, y): (f64, f64), radius: f64, corners: &[(f64, f64)], paths: &[Stroke]) {
    let style = format!("fill=\"#8f8778\" stroke=\"{INK}\" stroke-width=\".8\"");
    if corners.len() == 4 || corners.is_empty() {
        let half = 1.3 * radius;
        rect(out, (x - half, y - half), (2.0 * half, 2.0 * half), 0.2 * radius, &style);
    } else {
        let mut outline = String::new();
        for (i, corner) in corners.iter().enumerate() {
            let towards = |middle: f64, corner: f64| number(middle + 0.94 * (corner - middle));
            let (x, y) = (towards(x, corner.0), towards(y, corner.1));
            _ = write!(outline, "{}{x} {y}", if i == 0 { 'M' } else { 'L' });
        }
        _ = writeln!(out, "<path d=\"{outline}Z\" {style}/>");
    }
    for (from, to, owner) in paths {
        // The colour of the third player shows better on a tile than black.
        let owner = if *owner == 2 { 3 } else { usize::from(*owner).min(OWNERS.len() - 1) };
        let [x1, y1, x, y, x2, y2, width] = [from.0, from.1, x, y, to.0, to.1, 0.36 * radius].map(number);
        let fill = OWNERS[owner].0;
        _ = writeln!(
            out,
            "<path d=\"M{x1} {y1}Q{x} {y} {x2} {y2}\" fill=\"none\" stroke=\"{fill}\" stroke-width=\"{width}\"/>"
        );
    }
}

/// Where the last move went: a frame around the site it led to, a broken one around that it came from, an arrow between.
pub fn last_move(out: &mut String, scene: &Scene, frame: &Frame) {
    let sites = scene.content.last();
    let places: Vec<(f64, f64)> = sites.iter().map(|&(kind, site)| frame.site(scene.board, kind, site)).collect();
    let ring = 1.22 * frame.radius;
    for (i, &(x, y)) in places.iter().enumerate() {
        let broken = if i + 1 == places.len() { "" } else { " stroke-dasharray=\"4 3\"" };
        let style = format!("fill=\"{LAST}\" fill-opacity=\".14\" stroke=\"{LAST}\" stroke-width=\"2\"{broken}");
        rect(out, (x - ring, y - ring), (2.0 * ring, 2.0 * ring), 0.3 * ring, &style);
    }
    if let [from, .., to] = places[..] {
        arrow(out, from, to, ring);
    }
}

/// An arrow from one frame to another, if they are far enough apart.
fn arrow(out: &mut String, from: (f64, f64), to: (f64, f64), ring: f64) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    if length < 0.5 * ring {
        return;
    }
    let (ux, uy) = (dx / length, dy / length);
    let (start, end) = (0.6 * ring, (length - 0.85 * ring).max(0.7 * length));
    let at = |along: f64, aside: f64| {
        format!("{} {}", number(from.0 + ux * along - uy * aside), number(from.1 + uy * along + ux * aside))
    };
    let head = 0.34 * ring;
    _ = writeln!(
        out,
        "<path d=\"M{}L{}\" stroke=\"{LAST}\" stroke-width=\"3\" stroke-opacity=\".8\"/>\n<path d=\"M{}L{}L{}Z\" fill=\"{LAST}\"/>",
        at(start.min(end), 0.0),
        at(end, 0.0),
        at(end + head, 0.0),
        at(end - 0.5 * head, head),
        at(end - 0.5 * head, -head)
    );
}

/// A number in a small field.
pub fn badge(out: &mut String, (x, y): (f64, f64), radius: f64, text: &str) {
    let wide = radius * (1.1 + 0.7 * text.chars().count() as f64);
    let style = format!("fill=\"#fff3bf\" stroke=\"{INK}\" stroke-width=\".8\"");
    rect(out, (x - wide / 2.0, y - 0.8 * radius), (wide, 1.6 * radius), 0.6 * radius, &style);
    let size = 1.3 * radius;
    write(out, (x, y + 0.36 * size), size, INK, text);
}

fn rect(out: &mut String, (x, y): (f64, f64), (width, height): (f64, f64), corner: f64, style: &str) {
    let [x, y, width, height, corner] = [x, y, width, height, corner].map(number);
    _ = writeln!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{corner}\" {style}/>");
}

/// Text around a place of its base line.
fn write(out: &mut String, (x, y): (f64, f64), size: f64, ink: &str, text: &str) {
    let [x, y, size] = [x, y, size].map(number);
    _ = writeln!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{ink}\">{}</text>", escape(text));
}

/// A regular polygon a little larger than the disc of this radius would be, the first corner up.
fn polygon((x, y): (f64, f64), radius: f64, corners: u32, turn: f64) -> String {
    let radius = radius * if corners < 5 { 1.22 } else { 1.08 };
    let mut path = String::new();
    for corner in 0..corners {
        let angle = (f64::from(corner) + turn) / f64::from(corners) * std::f64::consts::TAU;
        let (x, y) = (number(x + radius * angle.sin()), number(y - radius * angle.cos()));
        _ = write!(path, "{}{x} {y}", if corner == 0 { 'M' } else { 'L' });
    }
    path + "Z"
}

fn colours(tint: Tint) -> (&'static str, &'static str) {
    match tint {
        Tint::White => ("#fdfcf7", INK),
        Tint::Black => (DARK, "#fdfcf7"),
        Tint::Red => ("#c2453a", "#fdfcf7"),
        Tint::Blue => ("#2f62a0", "#fdfcf7"),
        Tint::Green => ("#3f7d3c", "#fdfcf7"),
        Tint::Yellow => ("#f2d14b", INK),
        Tint::Violet => ("#7b4f9d", "#fdfcf7"),
        Tint::Turquoise => ("#6fc7c2", INK),
        Tint::Orange => ("#e58a2b", INK),
        Tint::Brown => ("#6d4a2c", "#fdfcf7"),
        Tint::Grey => ("#b8b4aa", INK),
        Tint::Pink => ("#eea3b8", INK),
    }
}
