//! Outlines on rows that lean or rise: where the cells of hexagons and the vertices of triangles lie.

use super::{Canvas, HexShape};
use crate::board::error::BoardError;

/// The rows and columns of an outline, whether a place in them is inside, and whether rows rise to both sides instead of
/// leaning to the left.
pub(super) struct Lattice {
    rows: i64,
    columns: i64,
    inside: Inside,
    n: i64,
    m: i64,
    pub(super) rises: bool,
}

/// Whether a row and a column are inside an outline of two sizes.
type Inside = fn(i64, i64, i64, i64) -> bool;

impl Canvas<'_> {
    /// The places of an outline with `n` along one side, or rows, and `m` along the other, or columns.
    pub(super) fn lattice(&self, shape: HexShape, n: usize, m: usize) -> Result<Lattice, BoardError> {
        self.limits.check(n.max(m).saturating_mul(n.max(m)))?;
        let (n, m) = (n as i64, m as i64);
        let (rows, columns, inside): (i64, i64, Inside) = match shape {
            HexShape::Hexagon | HexShape::Limping => (2 * n - 1, 2 * n - 1, |r, c, n, _| (r - c).abs() < n),
            HexShape::Diamond => (n, n, |_, _, _, _| true),
            HexShape::Prism => (n + m - 1, n + m - 1, |r, c, n, _| (r - c).abs() < n),
            HexShape::Triangle => (n, n, |r, c, _, _| r <= c),
            HexShape::Square => (n, 2 * n, |r, c, n, _| c >= (r + 1) / 2 && c < n + r / 2),
            HexShape::Rectangle => (n, m + n, |r, c, _, m| c >= (r + 1) / 2 && c < m + r / 2),
            HexShape::Star => (4 * n + 1, 4 * n + 1, in_star),
        };
        self.limits.check(rows.saturating_mul(columns) as usize)?;
        Ok(Lattice { rows, columns, inside, n, m, rises: matches!(shape, HexShape::Diamond | HexShape::Prism) })
    }
}

impl Lattice {
    /// Rows and columns of the places inside, row by row.
    pub(super) fn places(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let all = (0..self.rows).flat_map(|r| (0..self.columns).map(move |c| (r, c)));
        all.filter(|&(r, c)| (self.inside)(r, c, self.n, self.m)).map(|(r, c)| (r as f64, c as f64))
    }
}

/// Two triangles, one upside down.
fn in_star(r: i64, c: i64, n: i64, _: i64) -> bool {
    if r < n {
        c >= n && c - r <= n
    } else if r <= 2 * n {
        r - c <= n && c < 3 * n + 1
    } else if r <= 3 * n {
        c >= n && c - r <= n
    } else {
        c <= 3 * n && r - c <= n
    }
}
