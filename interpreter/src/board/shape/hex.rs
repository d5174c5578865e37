//! Boards on hexagons.

use super::outline::sixfold_sides;
use super::{Canvas, HexShape, Outline};
use crate::board::error::BoardError;
use crate::board::geometry::{Point, PointIndex};
use crate::board::graph::Graph;

/// Corners of a unit hexagon with a corner at the top.
const CORNERS: [(f64, f64); 6] = [(0.0, 1.0), (HALF, 0.5), (HALF, -0.5), (0.0, -1.0), (-HALF, -0.5), (-HALF, 0.5)];
const ALL: &[usize] = &[0, 1, 2, 3, 4, 5];
const HALF: f64 = 0.866_025_403_784_438_6;

/// The middle of a hexagon on rows that lean to the left.
fn leaning(row: f64, column: f64) -> Point {
    Point::new(2.0 * HALF * (column - 0.5 * row), 1.5 * row)
}

/// The middle of a hexagon on rows that rise to the left and to the right.
fn rising(row: f64, column: f64) -> Point {
    Point::new(1.5 * (column - row), HALF * (row + column))
}

impl Canvas<'_> {
    pub(crate) fn hex(&self, shape: HexShape, size: i32, other: Option<i32>) -> Result<Graph, BoardError> {
        match (shape, other) {
            (HexShape::Hexagon, Some(other)) => return self.hex_outline(&Outline::Sides(vec![size, other])),
            (HexShape::Limping, _) => {
                return self.hex_outline(&Outline::Sides(vec![size, size.saturating_add(1)]));
            }
            _ => {}
        }
        let lattice = self.lattice(shape, self.size(size, 1)?, self.size(other.unwrap_or(size), 1)?)?;
        if shape == HexShape::Hexagon {
            return self.hexagon(&lattice.places().collect::<Vec<_>>());
        }
        let middle = |(row, column)| if lattice.rises { rising(row, column) } else { leaning(row, column) };
        self.hexagons(lattice.places().map(|place| (middle(place), ALL)), lattice.rises)
    }

    /// A regular outline: first the corners along the bottoms of its rows up to the middle one, then those along the tops of the rows
    /// from there. In which order corners come decides which cell beside the first has the phase after its own.
    fn hexagon(&self, places: &[(f64, f64)]) -> Result<Graph, BoardError> {
        let middle = places.last().map_or(0.0, |(row, _)| row / 2.0);
        let ends_row = |i: usize| places.get(i + 1).is_none_or(|next| next.0 > places[i].0);
        let side = |i: usize, most: &'static [usize], all: &'static [usize]| {
            let (row, column) = places[i];
            (leaning(row, column), if ends_row(i) { all } else { most })
        };
        let below = (0..places.len()).filter(|i| places[*i].0 <= middle).map(|i| side(i, &[4, 3], &[4, 3, 2]));
        let above = (0..places.len()).filter(|i| places[*i].0 >= middle).map(|i| side(i, &[5, 0], &[5, 0, 1]));
        self.hexagons(below.chain(above), false)
    }

    pub(crate) fn hex_outline(&self, outline: &Outline) -> Result<Graph, BoardError> {
        let polygon = match outline {
            Outline::Sides(sides) => sixfold_sides(sides, leaning)?,
            Outline::Polygon(polygon) => polygon.clone(),
        };
        let polygon = polygon.inflated(0.1);
        let (rows, columns) = self.lattice_bounds(&polygon, 3)?;
        let cells = (rows.0..=rows.1).flat_map(|r| (columns.0..=columns.1).map(move |c| leaning(r as f64, c as f64)));
        self.hexagons(cells.filter(|&p| polygon.contains(p)).map(|p| (p, ALL)), false)
    }

    /// Hexagons by their middles, and by the corners that each adds, as far as they are not there yet.
    fn hexagons<'a>(
        &self,
        cells: impl Iterator<Item = (Point, &'a [usize])>,
        stand: bool,
    ) -> Result<Graph, BoardError> {
        let mut index = PointIndex::new(0.5);
        let mut points: Vec<Point> = Vec::new();
        for (middle, corners) in cells {
            for (x, y) in corners.iter().map(|corner| CORNERS[*corner]) {
                let (x, y) = if stand { (y, x) } else { (x, y) };
                let p = Point::new(middle.x + x, middle.y + y);
                if index.find(p, |q| q.flat_distance(p) < 0.1).is_none() {
                    index.insert(points.len() as u32, p);
                    points.push(p);
                }
            }
            self.limits.check(points.len())?;
        }
        let mut graph = self.unit_graph(points)?;
        graph.reorder_all();
        Ok(graph)
    }
}
