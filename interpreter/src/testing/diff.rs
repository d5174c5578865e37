//! Differences of texts and of boards.

use crate::play::{Setup, SetupPiece, State, picture};

/// Most pairs of lines that are compared: beyond it one text is shown after the other.
const MOST: usize = 4_000_000;

/// The lines of two texts: what only the first has after `-`, what only the second has after `+`.
#[must_use]
pub fn lines(expected: &str, found: &str) -> String {
    let (a, b): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), found.lines().collect());
    let mut out = String::new();
    let mut put = |sign: char, line: &str| {
        out.push_str(format!("{sign} {line}").trim_end());
        out.push('\n');
    };
    if a.len().saturating_mul(b.len()) > MOST {
        a.iter().for_each(|line| put('-', line));
        b.iter().for_each(|line| put('+', line));
        return out;
    }
    // The longest common subsequence of what is left of both, from each pair of lines on.
    let width = b.len() + 1;
    let mut longest = vec![0_u32; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            longest[i * width + j] = if a[i] == b[j] {
                longest[(i + 1) * width + j + 1] + 1
            } else {
                longest[(i + 1) * width + j].max(longest[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        if i < a.len() && j < b.len() && a[i] == b[j] {
            put(' ', a[i]);
            (i, j) = (i + 1, j + 1);
        } else if j == b.len() || i < a.len() && longest[(i + 1) * width + j] >= longest[i * width + j + 1] {
            put('-', a[i]);
            i += 1;
        } else {
            put('+', b[j]);
            j += 1;
        }
    }
    out
}

/// What differs between a position and what is expected on some of its sites and in some of its zones; `None` if nothing does.
pub(super) fn board(state: &State, wanted: &Setup) -> Option<String> {
    let found = state.setup();
    let mut expected = found.clone();
    let mut out = String::new();
    for (site, pieces) in &wanted.sites {
        let there = found.sites.iter().find(|(label, _)| label == site).map(|(_, pieces)| pieces.clone());
        let there = there.unwrap_or_default();
        if there != *pieces {
            out += &format!("- {site}={}\n+ {site}={}\n", list(pieces), list(&there));
            expected.sites.retain(|(label, _)| label != site);
            expected.sites.push((site.clone(), pieces.clone()));
        }
    }
    for (zone, pieces) in &wanted.zones {
        let zone = zone.to_lowercase();
        let there = found.zones.iter().find(|(name, _)| *name == zone).map(|(_, pieces)| pieces.clone());
        let there = there.unwrap_or_default();
        // A zone has no order.
        if sorted(&there) != sorted(pieces) {
            out += &format!("- {zone}={}\n+ {zone}={}\n", list(pieces), list(&there));
            expected.zones.retain(|(name, _)| *name != zone);
            expected.zones.push((zone, pieces.clone()));
        }
    }
    if out.is_empty() {
        return None;
    }
    // Both as set-ups, so that the pictures differ in nothing else. What cannot be set up is not drawn.
    let drawn = |setup: &Setup| {
        State::from_setup(state.game(), setup).map(|state| picture::text(&state, picture::Style::default()))
    };
    if let (Ok(expected), Ok(found)) = (drawn(&expected), drawn(&found)) {
        out += "\n";
        out += &lines(&expected, &found);
    }
    Some(out)
}

/// Pieces as set-ups write them, from top to bottom.
fn list(pieces: &[SetupPiece]) -> String {
    pieces.iter().rev().map(SetupPiece::to_string).collect::<Vec<_>>().join(",")
}

fn sorted(pieces: &[SetupPiece]) -> Vec<String> {
    let mut all: Vec<String> = pieces.iter().map(ToString::to_string).collect();
    all.sort();
    all
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn lines_that_differ_are_marked() {
        assert_eq!(lines("a\nb\nc\n", "a\nx\nc\nd\n"), "  a\n- b\n+ x\n  c\n+ d\n");
        assert_eq!(lines("", ""), "");
    }
}
