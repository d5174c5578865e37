//! Boards as text.

use super::{Content, Look, kinds};
use crate::board::{Board, Point, Region, Site, SiteType};

/// How text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Whether signs beyond ASCII may be used.
    pub unicode: bool,
    /// Columns of a line.
    pub width: usize,
}

impl Default for Style {
    /// ASCII, as wide as is still of any use.
    fn default() -> Style {
        Style { unicode: false, width: 240 }
    }
}

/// The board as text, the top row first. Grids have coordinates along two sides, and are shown in parts side by side where they are
/// too wide; other boards show sites where they lie, each line between the coordinates of its first and last site. What cannot be
/// shown so is listed. Stacks read from the bottom up. A `*` follows the site to which the last move was made.
#[must_use]
pub fn text(board: &Board, content: &dyn Content, style: Style) -> String {
    let unicode = style.unicode;
    let kinds = kinds(board, content);
    let layers = board.layers(board.kind());
    if kinds.len() == 1 && layers == 1 && is_level_grid(board, board.kind()) {
        return grid(board, content, style);
    }
    let mut picture = String::new();
    for layer in 0..layers {
        let marks = marks(board, content, &kinds, (layers > 1).then_some(layer), unicode);
        if layers > 1 {
            picture.push_str(&format!("layer {layer}\n"));
        }
        picture.push_str(&scatter(&marks, style.width).unwrap_or_else(|| list(board, content, &kinds)));
    }
    picture
}

fn stack(content: &dyn Content, kind: SiteType, site: Site) -> String {
    content.tokens(kind, site).iter().map(|token| token.text.as_str()).collect()
}

fn width(text: &str) -> usize {
    text.chars().count()
}

/// Whether rows and columns of the board are rows and columns of the picture.
fn is_level_grid(board: &Board, kind: SiteType) -> bool {
    if board.has_polar_labels() {
        return false;
    }
    let at = |site: Site| board.position(kind, site);
    board.grid(kind).is_some_and(|(_, columns)| {
        (0..board.count(kind) as Site).all(|site| {
            let (row, column) = (site / columns * columns, site % columns);
            (at(site).y - at(row).y).abs() < 0.01 && (at(site).x - at(column).x).abs() < 0.01
        })
    })
}

fn grid(board: &Board, content: &dyn Content, Style { unicode, width: room }: Style) -> String {
    let kind = board.kind();
    let (rows, columns) = (board.rows(kind), board.columns(kind));
    let empty = if unicode { "·" } else { "." };
    let shown = |row: u32, column: u32| match stack(content, kind, row * columns + column) {
        tokens if tokens.is_empty() => empty.to_string(),
        tokens => tokens,
    };
    let heading = |column: u32| board.label(kind, column).trim_end_matches(|c: char| c.is_ascii_digit()).to_string();
    let margin = rows.to_string().len();
    let cells = || (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c)));
    let widest = cells().map(|(r, c)| width(&shown(r, c))).max().unwrap_or(1);
    let wide = (0..columns).map(|c| width(&heading(c))).max().unwrap_or(1).max(widest);
    // One more column than the content needs, for the mark of the last move.
    let fits = ((room.saturating_sub(margin + 1)) / (wide + 1)).max(1) as u32;
    let line = |first: String, from: u32, cell: &dyn Fn(u32) -> String| {
        let part = from..columns.min(from + fits);
        let cells: String = part.map(|c| format!("{:<w$}", cell(c), w = wide + 1)).collect();
        format!("{}\n", format!("{first:>margin$} {cells}").trim_end())
    };
    let (starred, joined) = (content.starred(), content.joined(kind));
    let marked = |row: u32, column: u32| {
        let site = row * columns + column;
        let starred = starred.contains(&(kind, site));
        let shown = format!("{}{}", shown(row, column), if starred { "*" } else { "" });
        // What one piece covers is joined along the row; up and down there is no room for it.
        let goes_on =
            column + 1 < columns && (joined.contains(&(site, site + 1)) || joined.contains(&(site + 1, site)));
        if goes_on { format!("{shown:-<w$}", w = wide + 1) } else { shown }
    };
    let mut picture = String::new();
    for from in (0..columns).step_by(fits as usize) {
        if from > 0 {
            picture.push('\n');
        }
        for row in (0..rows).rev() {
            picture.push_str(&line((row + 1).to_string(), from, &|column| marked(row, column)));
        }
        picture.push_str(&line(String::new(), from, &heading));
    }
    picture
}

/// Something to be shown at a place.
struct Mark {
    at: Point,
    text: String,
    label: String,
    last: bool,
}

/// The marks of a layer: every site of the kinds shown and, where edges are shown, the vertices between them.
fn marks(board: &Board, content: &dyn Content, kinds: &[SiteType], layer: Option<u32>, unicode: bool) -> Vec<Mark> {
    let mut marks = Vec::new();
    let starred = content.starred();
    for &kind in kinds {
        for site in 0..board.count(kind) as Site {
            if layer.is_some_and(|layer| board.layer(kind, site) != layer) {
                continue;
            }
            let tokens = stack(content, kind, site);
            let written = content.tokens(kind, site).last().is_some_and(|token| token.look == Look::Written);
            let text = match (tokens.is_empty(), kind, unicode) {
                // On edges 1 is a line, and 0 is none.
                (false, SiteType::Edge, _) if written && tokens == "1" => edge_sign(board, site, unicode).into(),
                (false, SiteType::Edge, _) if written && tokens == "0" => "x".into(),
                (false, ..) => tokens,
                (true, ..) if content.blank(kind) => " ".into(),
                (true, SiteType::Edge, _) => edge_sign(board, site, unicode).into(),
                (true, _, true) => "·".into(),
                (true, _, false) => ".".into(),
            };
            let label = if kind == board.kind() { board.label(kind, site).to_string() } else { String::new() };
            marks.push(Mark { at: board.position(kind, site), text, label, last: starred.contains(&(kind, site)) });
        }
    }
    if kinds.contains(&SiteType::Edge) && !kinds.contains(&SiteType::Vertex) {
        let vertices = board.region(SiteType::Vertex, Region::Board).into_iter();
        let shown = vertices.filter(|&v| layer.is_none_or(|layer| board.layer(SiteType::Vertex, v) == layer));
        marks.extend(shown.map(|v| Mark {
            at: board.position(SiteType::Vertex, v),
            text: "+".into(),
            label: String::new(),
            last: false,
        }));
    }
    marks
}

fn edge_sign(board: &Board, edge: Site, unicode: bool) -> &'static str {
    let [a, b] = board.graph().edges()[edge as usize].ends.map(|v| board.position(SiteType::Vertex, v));
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    match () {
        () if dy.abs() < 0.3 * dx.abs() => {
            if unicode {
                "─"
            } else {
                "-"
            }
        }
        () if dx.abs() < 0.3 * dy.abs() => {
            if unicode {
                "│"
            } else {
                "|"
            }
        }
        () if dx * dy > 0.0 => {
            if unicode {
                "╱"
            } else {
                "/"
            }
        }
        () => {
            if unicode {
                "╲"
            } else {
                "\\"
            }
        }
    }
}

/// Marks on lines by height, each in proportion to how far right it is; none if they do not fit.
fn scatter(marks: &[Mark], room: usize) -> Option<String> {
    let mut order: Vec<&Mark> = marks.iter().collect();
    order.sort_by(|a, b| b.at.y.total_cmp(&a.at.y).then(a.at.x.total_cmp(&b.at.x)));
    let mut lines: Vec<Vec<&Mark>> = Vec::new();
    for mark in order {
        match lines.last_mut() {
            Some(line) if (line[0].at.y - mark.at.y).abs() < 0.05 => line.push(mark),
            _ => lines.push(vec![mark]),
        }
    }
    lines.iter_mut().for_each(|line| line.sort_by(|a, b| a.at.x.total_cmp(&b.at.x)));
    let left = marks.iter().map(|m| m.at.x).fold(f64::INFINITY, f64::min);
    let mut scale: f64 = 1.0;
    for pair in lines.iter().flat_map(|line| line.windows(2)) {
        let gap = pair[1].at.x - pair[0].at.x;
        if gap < 0.01 {
            return None;
        }
        scale = scale.max((width(&pair[0].text) as f64 + 1.0) / gap);
    }
    let margin = lines.iter().map(|line| width(&line[0].label)).max().unwrap_or(0);
    let mut picture = String::new();
    for line in &lines {
        let mut row = format!("{:<margin$} ", line[0].label);
        let mut at = 0;
        for mark in line {
            let column = ((mark.at.x - left) * scale).round() as usize;
            // Rounding may bring two marks a place too near; a mark of the last move takes the place between them.
            let column = column.max(at + usize::from(at > 0 && !row.ends_with('*')));
            if column > room {
                return None;
            }
            row.extend(std::iter::repeat_n(' ', column - at));
            row.push_str(&mark.text);
            at = column + width(&mark.text);
            if mark.last {
                row.push('*');
                at += 1;
            }
        }
        let last = &line[line.len() - 1].label;
        if line.len() > 1 && !last.is_empty() {
            row.push_str(&format!("  {last}"));
        }
        let row = row.trim_end();
        if width(row) > room {
            return None;
        }
        picture.push_str(row);
        picture.push('\n');
    }
    Some(picture)
}

/// Sites with something on them, one a line.
fn list(board: &Board, content: &dyn Content, kinds: &[SiteType]) -> String {
    let mut picture = String::new();
    for &kind in kinds {
        for site in 0..board.count(kind) as Site {
            let tokens = stack(content, kind, site);
            if !tokens.is_empty() {
                let of = if kind == board.kind() { String::new() } else { format!("{} ", kind.name()) };
                picture.push_str(&format!("{of}{}: {tokens}\n", board.label(kind, site)));
            }
        }
    }
    if picture.is_empty() { "empty\n".into() } else { picture }
}
