//! What lies beside the board, and what is said about it.

use std::fmt::Write;

use super::tokens::{badge, card, piece};
use super::{INK, escape, number};
use crate::picture::{Look, Panel, Scene, Token};

/// At least so wide, so that there is room for words.
pub const WIDTH: f64 = 400.0;
const MARGIN: f64 = 16.0;
/// Of a piece beside the board.
const RADIUS: f64 = 15.0;
/// Of writing.
const SIZE: f64 = 13.0;
/// Between panels.
const GAP: f64 = 14.0;
/// How wide a letter is, in parts of its size.
const LETTER: f64 = 0.62;

/// Panels side by side as far as they fit, and notes, below what is there already; how far they reach down.
pub fn draw(out: &mut String, scene: &Scene, width: f64, top: f64) -> f64 {
    let room = width - 2.0 * MARGIN;
    let (mut x, mut y, mut deepest) = (0.0, top + 4.0, top + 4.0);
    for panel in scene.panels.iter().filter(|panel| !panel.piles.is_empty()) {
        let wide = width_of(panel).min(room);
        if x > 0.0 && x + wide > room {
            (x, y) = (0.0, deepest);
        }
        deepest = deepest.max(pieces(out, panel, (MARGIN + x, y), room));
        x += wide + GAP;
    }
    y = deepest;
    let empty: Vec<&str> =
        scene.panels.iter().filter(|panel| panel.piles.is_empty()).map(|panel| panel.title.as_str()).collect();
    let empty = (!empty.is_empty()).then(|| format!("empty: {}", empty.join(", ")));
    for note in empty.iter().chain(&scene.notes) {
        for line in folded(note, (room / (LETTER * SIZE)) as usize) {
            y += 1.45 * SIZE;
            write(out, MARGIN, y, SIZE, &line);
        }
    }
    y + MARGIN
}

fn title(panel: &Panel) -> String {
    format!("{} ({})", panel.title, panel.piles.iter().map(|pile| pile.1).sum::<u32>())
}

fn width_of(panel: &Panel) -> f64 {
    let words = title(panel).chars().count() as f64 * LETTER * SIZE;
    panel.piles.iter().map(step).sum::<f64>().max(words)
}

/// How much room a pile takes in its row.
fn step((token, count): &(Token, u32)) -> f64 {
    let own = if is_card(token) { card(RADIUS).0 } else { 2.0 * RADIUS };
    own + 5.0 + if *count > 1 { 0.9 * RADIUS } else { 0.0 }
}

/// A panel: its title, then its pieces in as many rows as they need; how far it reaches down.
fn pieces(out: &mut String, panel: &Panel, (left, top): (f64, f64), room: f64) -> f64 {
    let mut y = top + 1.5 * SIZE;
    write(out, left, y, SIZE, &title(panel));
    let cards = panel.piles.iter().any(|pile| is_card(&pile.0));
    let height = if cards { card(RADIUS).1 } else { 2.0 * RADIUS } + 8.0;
    y += 6.0 + height / 2.0;
    let mut x = 0.0;
    for pile in &panel.piles {
        let wide = step(pile);
        if x > 0.0 && x + wide > room {
            (x, y) = (0.0, y + height);
        }
        let half = if is_card(&pile.0) { card(RADIUS).0 / 2.0 } else { RADIUS };
        let at = (left + x + half, y);
        if pile.1 > 1 {
            piece(out, (at.0 + 3.0, at.1 - 2.0), RADIUS, &pile.0, false);
        }
        piece(out, at, RADIUS, &pile.0, true);
        if pile.1 > 1 {
            badge(out, (at.0 + half + 0.3 * RADIUS, at.1 + 0.5 * RADIUS), 0.55 * RADIUS, &format!("\u{d7}{}", pile.1));
        }
        x += wide;
    }
    y + height / 2.0
}

fn is_card(token: &Token) -> bool {
    matches!(token.look, Look::Card | Look::Back)
}

/// Lines of at most so many letters, broken after commas if there are any, and otherwise between words.
fn folded(text: &str, letters: usize) -> Vec<String> {
    let separator = if text.contains(", ") { ", " } else { " " };
    let mut lines: Vec<String> = Vec::new();
    for part in text.split_inclusive(separator) {
        match lines.last_mut() {
            Some(line) if line.chars().count() + part.trim_end().chars().count() <= letters => line.push_str(part),
            _ => lines.push(part.to_owned()),
        }
    }
    lines
}

fn write(out: &mut String, x: f64, y: f64, size: f64, text: &str) {
    let [x, y, size] = [x, y, size].map(number);
    _ = writeln!(
        out,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{INK}\" text-anchor=\"start\">{}</text>",
        escape(text)
    );
}
