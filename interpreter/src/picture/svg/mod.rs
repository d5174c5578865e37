//! Pictures as SVG: of a position, of several side by side, and of a game as it goes on.

mod ground;
mod panels;
mod tokens;

use std::fmt::Write;

use super::{Scene, kinds};
use crate::board::{Site, SiteType};
use ground::Frame;

/// Behind everything.
const PAPER: &str = "#faf6ec";
/// Outlines and writing.
const INK: &str = "#1d1d1b";
/// What has been moved.
const LAST: &str = "#0b7285";
/// The first that is there is taken.
const FONTS: &str = "Hack, DejaVu Sans Mono, Menlo, Consolas, monospace";

/// A position as it lies on a page: what stays the same while a game goes on, and what changes.
pub struct Page {
    width: f64,
    height: f64,
    ground: String,
    pieces: String,
}

/// The picture of a scene.
#[must_use]
pub fn page(scene: &Scene) -> Page {
    let (mut width, mut height) = (0.0_f64, 8.0);
    let (mut ground, mut pieces) = (String::new(), String::new());
    if !is_bare(scene) {
        let frame = Frame::new(scene.board);
        ground = ground::draw(scene.board, &frame);
        tokens::last_move(&mut pieces, scene, &frame);
        for kind in kinds(scene.board, scene.content) {
            // The higher on the page, the earlier: stacks lean over what is behind them.
            let mut sites: Vec<Site> = (0..scene.board.count(kind) as Site).collect();
            let y = |site: Site| scene.board.position(kind, site).y;
            sites.sort_by(|&a, &b| y(b).total_cmp(&y(a)));
            let joined = scene.content.joined(kind);
            for outline in [true, false] {
                for (a, b) in &joined {
                    let ends = (frame.site(scene.board, kind, *a), frame.site(scene.board, kind, *b));
                    if let [token, ..] = &scene.content.tokens(kind, *a)[..] {
                        tokens::join(&mut pieces, ends, frame.radius, token, outline);
                    }
                }
            }
            for site in sites {
                let shown = scene.content.tokens(kind, site);
                let paths = scene.content.paths(kind, site);
                if !paths.is_empty() {
                    let paths: Vec<_> =
                        paths.iter().map(|p| (frame.place(p.from), frame.place(p.to), p.owner)).collect();
                    let corners = ground::corners(scene.board, &frame, kind, site);
                    tokens::tile(&mut pieces, frame.site(scene.board, kind, site), frame.radius, &corners, &paths);
                } else if kind == SiteType::Edge && !shown.is_empty() {
                    tokens::along(&mut pieces, scene.board, &frame, site, &shown);
                } else {
                    let at = frame.site(scene.board, kind, site);
                    tokens::stack(&mut pieces, at, frame.radius, &shown);
                }
            }
        }
        (width, height) = (frame.width, frame.height);
    }
    width = width.max(panels::WIDTH);
    height = panels::draw(&mut pieces, scene, width, height);
    Page { width, height, ground, pieces }
}

/// Whether the board is no more than a place to stand on: one site, and nothing there.
fn is_bare(scene: &Scene) -> bool {
    let board = scene.board;
    board.count(board.kind()) == 1 && scene.content.tokens(board.kind(), 0).is_empty() && !scene.panels.is_empty()
}

impl Page {
    /// As a document of its own.
    #[must_use]
    pub fn document(&self) -> String {
        document(self.width, self.height, &format!("{}{}", self.ground, self.pieces))
    }
}

/// Several positions side by side, as many in a row as make the whole about as wide as high.
#[must_use]
pub fn strip(pages: &[Page]) -> String {
    let (width, height) = extent(pages);
    let columns = ((pages.len() as f64 * height / width).sqrt().ceil() as usize).clamp(1, pages.len().max(1));
    let rows = pages.len().div_ceil(columns);
    let mut body = String::new();
    for (i, page) in pages.iter().enumerate() {
        let (x, y) = ((i % columns) as f64 * width, (i / columns) as f64 * height);
        _ = writeln!(body, "<g transform=\"translate({} {})\">", number(x), number(y));
        body.push_str(&page.ground);
        body.push_str(&page.pieces);
        body.push_str("</g>\n");
    }
    document(width * columns as f64, height * rows as f64, &body)
}

/// A game as it goes on: each position is there for so many seconds, the last for three times as long; then it begins again.
#[must_use]
pub fn film(pages: &[Page], seconds: f64) -> String {
    let (width, height) = extent(pages);
    let moments = pages.len() as f64 + 2.0;
    let mut body = pages.first().map(|page| page.ground.clone()).unwrap_or_default();
    for (i, page) in pages.iter().enumerate() {
        let (from, to) = (i as f64 / moments, if i + 1 == pages.len() { 1.0 } else { (i + 1) as f64 / moments });
        // Whoever does not show moving pictures shows the last position.
        let first = if i + 1 == pages.len() { "visible" } else { "hidden" };
        _ = writeln!(
            body,
            "<g visibility=\"{first}\"><animate attributeName=\"visibility\" calcMode=\"discrete\" \
             values=\"hidden;visible;hidden\" keyTimes=\"0;{from:.5};{to:.5}\" dur=\"{}s\" repeatCount=\"indefinite\"/>",
            number(seconds * moments)
        );
        body.push_str(&page.pieces);
        body.push_str("</g>\n");
    }
    document(width, height, &body)
}

fn extent(pages: &[Page]) -> (f64, f64) {
    let most = |of: fn(&Page) -> f64| pages.iter().map(of).fold(1.0, f64::max);
    (most(|page| page.width), most(|page| page.height))
}

fn document(width: f64, height: f64, body: &str) -> String {
    let (width, height) = (number(width), number(height));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"{FONTS}\" text-anchor=\"middle\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"{PAPER}\"/>\n\
         {body}</svg>\n"
    )
}

/// Numbers to a hundredth of a pixel.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
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
