//! Walks of steps and turns, as a turtle would go: the shape of a piece that covers several sites, or of a pattern.

use super::direction::RelationType;
use super::topology::{Board, Site, SiteType};

/// One step of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Turtle {
    /// A step ahead, to the next site.
    Forward,
    /// A turn to the next orthogonal direction, clockwise.
    Right,
    /// The same the other way.
    Left,
}

impl Board {
    /// In how many directions walks can begin: the orthogonal ones.
    #[must_use]
    pub fn headings(&self, kind: SiteType) -> usize {
        self.directions(kind, RelationType::Orthogonal).len()
    }

    /// The sites of a walk from a site, which is the first of them, begun in the orthogonal direction of this number, clockwise from the
    /// first; `None` if it leaves the board.
    #[must_use]
    pub fn trace(&self, kind: SiteType, from: Site, heading: usize, walk: &[Turtle]) -> Option<Vec<Site>> {
        let ways = self.directions(kind, RelationType::Orthogonal);
        let (mut at, way, mut sites) = (from, *ways.get(heading)?, vec![from]);
        // A turn neither rises nor falls: it stays among the directions that climb alike.
        let alike: Vec<_> = ways.iter().copied().filter(|other| other.climb() == way.climb()).collect();
        let mut facing = alike.iter().position(|&other| other == way)?;
        for step in walk {
            match step {
                Turtle::Right => facing = (facing + 1) % alike.len(),
                Turtle::Left => facing = (facing + alike.len() - 1) % alike.len(),
                Turtle::Forward => {
                    at = *self.steps(kind, at, alike[facing]).last()?;
                    sites.push(at);
                }
            }
        }
        Some(sites)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Shape, SquareShape};
    use super::*;
    use Turtle::{Forward, Left, Right};

    #[test]
    fn a_walk_begins_in_each_direction_and_stays_on_the_board() {
        let board = Board::new(&Shape::square(3), SiteType::Cell).unwrap();
        let sites = |from: &str, heading, walk: &[Turtle]| {
            let from = board.site(SiteType::Cell, from).unwrap();
            let traced = board.trace(SiteType::Cell, from, heading, walk)?;
            Some(traced.iter().map(|s| board.label(SiteType::Cell, *s)).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(board.headings(SiteType::Cell), 4);
        assert_eq!(sites("A1", 0, &[Forward, Forward, Right, Forward]).as_deref(), Some("A1 A2 A3 B3"));
        assert_eq!(sites("A1", 1, &[Forward, Left, Forward]).as_deref(), Some("A1 B1 B2"));
        assert_eq!(sites("A1", 2, &[Forward]), None);
    }

    #[test]
    fn a_turn_keeps_to_its_layer() {
        let shape = Shape::Square { shape: SquareShape::Square, size: 3, diagonals: None, pyramidal: true };
        let board = Board::new(&shape, SiteType::Vertex).unwrap();
        let corner = board.site(SiteType::Vertex, "A1/0").unwrap();
        let around = [Forward, Right, Forward, Right, Forward, Right, Forward];
        let square = board.trace(SiteType::Vertex, corner, 0, &around).unwrap();
        let labels: Vec<_> = square.iter().map(|s| board.label(SiteType::Vertex, *s)).collect();
        assert_eq!(labels.join(" "), "A1/0 A3/0 C3/0 C1/0 A1/0");
    }
}
