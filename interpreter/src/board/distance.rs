//! Distances, and steps as tables and shifts for whole sets of sites at once.

use super::direction::{Direction, RelationType};
use super::topology::{Board, Site, SiteType};

/// Sites that all step by the same difference of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shift {
    /// What a step adds to the number of the site.
    pub delta: i32,
    /// The sites it leaves from, in ascending order.
    pub from: Vec<Site>,
}

impl Board {
    /// For each site the one a step away, or −1; `None` if some site has several.
    #[must_use]
    pub fn single_steps(&self, kind: SiteType, direction: Direction) -> Option<Vec<i32>> {
        let to = |site: Site| match self.steps(kind, site, direction) {
            [] => Some(-1),
            [to] => Some(*to as i32),
            _ => None,
        };
        (0..self.count(kind) as Site).map(to).collect()
    }

    /// The steps in a direction as shifts, by ascending delta; `None` if some site has several.
    #[must_use]
    pub fn shifts(&self, kind: SiteType, direction: Direction) -> Option<Vec<Shift>> {
        let steps = self.single_steps(kind, direction)?;
        let mut moves: Vec<(i32, Site)> =
            steps.iter().enumerate().filter(|&(_, &to)| to >= 0).map(|(i, &to)| (to - i as i32, i as Site)).collect();
        moves.sort_unstable();
        let groups = moves.chunk_by(|a, b| a.0 == b.0);
        Some(groups.map(|g| Shift { delta: g[0].0, from: g.iter().map(|m| m.1).collect() }).collect())
    }

    /// The least number of steps of a relation from any of `from` to each site; `None` where there is no way.
    #[must_use]
    pub fn distances(&self, kind: SiteType, from: &[Site], relation: RelationType) -> Vec<Option<u32>> {
        let mut distances = vec![None; self.count(kind)];
        let mut queue = std::collections::VecDeque::new();
        for &site in from {
            if let Some(distance @ None) = distances.get_mut(site as usize) {
                *distance = Some(0);
                queue.push_back((site, 0));
            }
        }
        while let Some((site, distance)) = queue.pop_front() {
            for &next in self.steps(kind, site, relation.direction()) {
                if distances[next as usize].is_none() {
                    distances[next as usize] = Some(distance + 1);
                    queue.push_back((next, distance + 1));
                }
            }
        }
        distances
    }
}

#[cfg(test)]
mod tests {
    use super::super::Shape;
    use super::*;

    #[test]
    fn a_square_board_shifts_as_one() {
        let board = Board::new(&Shape::square(4), SiteType::Cell).unwrap();
        let north = board.shifts(SiteType::Cell, Direction::N).unwrap();
        assert_eq!(north, [Shift { delta: 4, from: (0..12).collect() }]);
        assert!(board.shifts(SiteType::Cell, Direction::Orthogonal).is_none());
        let distances = board.distances(SiteType::Cell, &[0], RelationType::Orthogonal);
        assert_eq!(distances[15], Some(6));
    }
}
