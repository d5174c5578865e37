//! Differences as text.

use std::collections::BTreeMap;
use std::fmt;

use super::compare::{by_site, differing_sites};
use super::notation::{SiteContent, SitePiece};
use super::recording::{Outcome, Recording};
use super::replay::{Difference, DifferenceKind, Failure, Refusal, Report};

/// A picture with more rows or columns than this is left out: the differing sites are named anyway.
const LARGEST_PICTURE: usize = 41;
/// How many sites or moves are named before the rest is only counted.
const LONGEST_LIST: usize = 12;

/// Two boards side by side, or one if they are equal. Differing sites are marked with `!`.
pub fn side_by_side(recording: &Recording, theirs: &[SiteContent], ours: &[SiteContent]) -> String {
    let marked = differing_sites(recording, theirs, ours);
    let Some(left) = picture(recording, theirs, &marked) else { return String::new() };
    if marked.is_empty() {
        return titled("both", &left).join("\n");
    }
    let left = titled("recorded", &left);
    let right = titled("ours", &picture(recording, ours, &marked).unwrap_or_default());
    let width = left.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let rows = left.len().max(right.len());
    let line = |lines: &[String], row: usize| lines.get(row).cloned().unwrap_or_default();
    let joined =
        (0..rows).map(|row| format!("{:width$}   |  {}", line(&left, row), line(&right, row)).trim_end().to_owned());
    joined.collect::<Vec<_>>().join("\n")
}

/// Sites and what stands there in the recording and with us.
pub fn sites(recording: &Recording, differing: &[u32], theirs: &[SiteContent], ours: &[SiteContent]) -> String {
    let (theirs, ours) = (by_site(theirs), by_site(ours));
    let show = |board: &BTreeMap<u32, &[SitePiece]>, site| {
        board.get(site).map_or_else(|| "empty".to_owned(), |pieces| stack(pieces))
    };
    let named = differing.iter().map(|site| {
        format!("{} recorded {} ours {}", site_name(recording, *site), show(&theirs, site), show(&ours, site))
    });
    list(&named.collect::<Vec<_>>(), "; ")
}

/// An end in a few words.
pub fn outcome(outcome: Option<&Outcome>) -> String {
    match outcome {
        None => "the game goes on".to_owned(),
        Some(Outcome { winner: 0, ranking }) => format!("no winner, ranking {ranking:?}"),
        Some(Outcome { winner, ranking }) => format!("player {winner} wins, ranking {ranking:?}"),
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {} of {} positions agree", self.game, self.agreed, self.recorded)?;
        match &self.failure {
            None => Ok(()),
            Some(Failure::Refused(refusal)) => writeln!(f, "{refusal}"),
            Some(Failure::Differs(difference)) => write!(f, "{difference}"),
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "trial {}, ply {}: {} — {}", self.trial, self.ply, self.kind, self.what)?;
        let path = &self.path[self.path.len().saturating_sub(LONGEST_LIST)..];
        let before = if path.len() < self.path.len() { "… " } else { "" };
        writeln!(f, "moves so far: {before}{}", path.join(" "))?;
        if !self.boards.is_empty() {
            writeln!(f, "{}", self.boards)?;
        }
        for (title, moves) in [("recorded", &self.moves_only_theirs), ("ours", &self.moves_only_ours)] {
            if !moves.is_empty() {
                writeln!(f, "moves only {title}: {}", list(moves, ", "))?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for DifferenceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Mover => "the mover differs",
            Self::Moves => "the moves differ",
            Self::Board => "the board differs",
            Self::Score => "the score differs",
            Self::End => "the end differs",
            Self::Illegal => "a recorded move is not possible",
            Self::Fault => "the rules cannot go on",
        })
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WordMissing(word) => write!(f, "the word `{word}` is missing"),
            Self::Other(reason) => f.write_str(reason),
        }
    }
}

/// Lines of a board as seen from above, then what lies beside it. `None` if it would be too large.
fn picture(recording: &Recording, board: &[SiteContent], marked: &[u32]) -> Option<Vec<String>> {
    let (xs, ys) = (levels(recording.sites.iter().map(|s| s.x)), levels(recording.sites.iter().map(|s| s.y)));
    if xs.len().max(ys.len()) > LARGEST_PICTURE {
        return None;
    }
    let pieces = by_site(board);
    let text = |site: u32| {
        let content = pieces.get(&site).map_or_else(|| ".".to_owned(), |pieces| stack(pieces));
        if marked.contains(&site) { format!("{content}!") } else { content }
    };
    let mut grid = vec![vec![String::new(); xs.len()]; ys.len()];
    for (site, place) in (0u32..).zip(&recording.sites) {
        grid[level(&ys, place.y)][level(&xs, place.x)] = text(site);
    }
    let width = grid.iter().flatten().map(|cell| cell.chars().count()).max().unwrap_or(0);
    let row = |cells: &Vec<String>| {
        let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:width$}")).collect();
        cells.join(" ").trim_end().to_owned()
    };
    let mut lines: Vec<String> = grid.iter().rev().map(row).collect();
    for container in recording.containers.iter().skip(1) {
        let held = (container.first..container.first + container.sites).map(text);
        lines.push(format!("{}: {}", container.name, held.collect::<Vec<_>>().join(" ")));
    }
    Some(lines)
}

/// The distinct values among coordinates, ascending; values closer than a rounding error count as one.
fn levels(coordinates: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut sorted: Vec<f64> = coordinates.collect();
    sorted.sort_by(f64::total_cmp);
    sorted.dedup_by(|a, b| (*a - *b).abs() < 0.01);
    sorted
}

fn level(levels: &[f64], coordinate: f64) -> usize {
    levels.partition_point(|level| *level <= coordinate + 0.005).saturating_sub(1)
}

fn stack(pieces: &[SitePiece]) -> String {
    pieces.iter().map(piece).collect::<Vec<_>>().join("/")
}

fn piece(piece: &SitePiece) -> String {
    let facts = [('x', piece.count, 1), ('s', piece.state, 0), ('v', piece.value, 0), ('r', piece.rotation, 0)];
    let said =
        facts.iter().filter(|(_, value, usual)| value != usual).map(|(letter, value, _)| format!("{letter}{value}"));
    format!("{}{}", piece.component, said.collect::<String>())
}

fn site_name(recording: &Recording, site: u32) -> String {
    match recording.sites.get(site as usize) {
        Some(known) => format!("{site} ({})", known.label),
        None => site.to_string(),
    }
}

fn list(items: &[String], separator: &str) -> String {
    let shown = items[..items.len().min(LONGEST_LIST)].join(separator);
    match items.len().saturating_sub(LONGEST_LIST) {
        0 => shown,
        rest => format!("{shown} and {rest} more"),
    }
}

fn titled(title: &str, lines: &[String]) -> Vec<String> {
    let mut titled = vec![title.to_owned()];
    titled.extend_from_slice(lines);
    titled
}
