//! Outlines given by the lengths of their sides.

use crate::board::error::{BoardError, BoardErrorKind};
use crate::board::geometry::{Point, Polygon};

/// On squares: right after each side, left before one of negative length, which is then gone along backwards.
pub(super) fn square_sides(sides: &[i32]) -> Result<Polygon, BoardError> {
    check(sides)?;
    // Rows and columns a unit up, right, down, left, in the order of right turns from the first side.
    let ways = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)];
    let (mut row, mut column, mut way) = (0.0, 0.0, 3);
    let mut points = vec![Point::new(column, row)];
    for &side in sides {
        way = (way + if side < 0 { 3 } else { 1 }) % 4;
        row += f64::from(side) * ways[way].0;
        column += f64::from(side) * ways[way].1;
        points.push(Point::new(column, row));
    }
    Ok(Polygon { points })
}

/// On squares that stand on their corners, a diagonal apart: left after each side, right before one of negative length.
pub(super) fn celtic_sides(sides: &[i32]) -> Result<Polygon, BoardError> {
    let diagonal = std::f64::consts::SQRT_2;
    let points = square_sides(sides)?.points.into_iter().map(|p| Point::new(p.y * diagonal, p.x * diagonal));
    Ok(Polygon { points: points.collect() })
}

/// On hexagons and triangles: a sixth of a turn after each side, back before one of negative length. The lengths are used
/// over and over for at least five sides; each counts the sites, so the side is one unit shorter.
pub(super) fn sixfold_sides(sides: &[i32], xy: impl Fn(f64, f64) -> Point) -> Result<Polygon, BoardError> {
    check(sides)?;
    let ways = [(1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (-1.0, 0.0), (-1.0, -1.0), (0.0, -1.0)];
    let (mut row, mut column, mut way) = (0.0, 0.0, 1);
    let mut points = vec![xy(row, column)];
    for i in 0..sides.len().max(5) {
        let side = sides[i % sides.len()];
        let length = if side < 0 { side + 1 } else { side - 1 };
        way = (way + if length < 0 { 5 } else { 1 }) % 6;
        if length > 0 {
            row += f64::from(length) * ways[way].0;
            column += f64::from(length) * ways[way].1;
            points.push(xy(row, column));
        }
    }
    Ok(Polygon { points })
}

fn check(sides: &[i32]) -> Result<(), BoardError> {
    if sides.is_empty() {
        return Err(BoardError::new(BoardErrorKind::Empty, "an outline has no sides"));
    }
    match sides.iter().find(|side| side.unsigned_abs() > 10_000 || **side == 0) {
        Some(side) => {
            let message = format!("a side of an outline is {side}, but must be from 1 to 10000");
            Err(BoardError::new(BoardErrorKind::BadNumber, message))
        }
        None => Ok(()),
    }
}
