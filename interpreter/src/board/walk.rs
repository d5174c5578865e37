//! Walks of an exact number of steps, and what happens at the edge of the board.

use super::direction::Direction;
use super::error::{BoardError, BoardErrorKind};
use super::topology::{Board, Site, SiteType};

/// What a walk does at the edge of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edges {
    /// Turns back, as a mirror through the middle of the edge sites would: they are not counted twice. Of a diagonal walk
    /// only the component that would leave is reversed, in a corner both.
    Reflect,
    /// Turns back as a mirror around the board would: an edge site counts twice.
    Bounce,
    /// Goes on at the other side.
    Wrap,
    /// Leaves the board.
    Fall,
    /// Is not possible.
    Block,
}

/// Where a walk ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalkEnd {
    /// On a site.
    At(Site),
    /// Off the board.
    Off,
    /// The walk is not possible.
    Blocked,
}

impl Edges {
    /// The coordinate that a walk from `at` to `to` reaches on an axis from 0 to `length` − 1.
    fn fold(self, to: i64, length: i64) -> Result<i64, WalkEnd> {
        let mirrored = |period: i64, last: i64| {
            let along = to.rem_euclid(period.max(1));
            if along <= last { along } else { period - along }
        };
        match self {
            _ if (0..length).contains(&to) => Ok(to),
            Self::Reflect => Ok(mirrored(2 * (length - 1), length - 1)),
            // As far again beyond the edge, which lies half a site out.
            Self::Bounce => Ok(to.rem_euclid(2 * length)).map(|along| along.min(2 * length - 1 - along)),
            Self::Wrap => Ok(to.rem_euclid(length)),
            Self::Fall => Err(WalkEnd::Off),
            Self::Block => Err(WalkEnd::Blocked),
        }
    }
}

/// A direction of a board in which to walk.
#[derive(Clone, Copy, Debug)]
pub struct Way<'a> {
    board: &'a Board,
    kind: SiteType,
    direction: Direction,
    delta: Option<(i64, i64)>,
}

impl Way<'_> {
    /// Where a walk in this direction ends, from a site of the board: see [`Board::walk`].
    ///
    /// # Errors
    /// If there is no one line to walk along.
    pub fn walk(&self, from: Site, count: u32, edges: Edges) -> Result<WalkEnd, BoardError> {
        match self.delta {
            Some(delta) => Ok(self.board.walk_grid(self.kind, from, delta, count, edges)),
            None => self.board.walk_line(self.kind, from, self.direction, count, edges),
        }
    }
}

impl Board {
    /// Where a walk of exactly `count` steps ends. On a full grid of rows and columns each component of the direction is
    /// treated by itself; on other boards the walk keeps to the straight line through the site.
    ///
    /// # Errors
    /// If there is no one line to walk along: the direction forks, or the board has no such direction.
    pub fn walk(
        &self,
        kind: SiteType,
        from: Site,
        direction: Direction,
        count: u32,
        edges: Edges,
    ) -> Result<WalkEnd, BoardError> {
        if from as usize >= self.count(kind) {
            let message = format!("a walk begins at site {from}, but there are {}", self.count(kind));
            return Err(BoardError::new(BoardErrorKind::NotFound, message));
        }
        self.way(kind, direction).walk(from, count, edges)
    }

    /// A direction to walk in: found once, where many walks are asked for.
    #[must_use]
    pub fn way(&self, kind: SiteType, direction: Direction) -> Way<'_> {
        Way { board: self, kind, direction, delta: self.grid_delta(kind, direction) }
    }

    /// Rows and columns, if the sites of a kind fill a grid and are numbered along its rows.
    #[must_use]
    pub fn grid(&self, kind: SiteType) -> Option<(u32, u32)> {
        let (rows, columns) = (self.rows(kind), self.columns(kind));
        let in_place = |site: Site| self.row(kind, site) * columns + self.column(kind, site) == site;
        let count = self.count(kind);
        let full = rows as usize * columns as usize == count && count > 0;
        (full && (0..count as Site).all(in_place)).then_some((rows, columns))
    }

    /// How a step in a direction changes row and column, if it does so alike everywhere.
    fn grid_delta(&self, kind: SiteType, direction: Direction) -> Option<(i64, i64)> {
        self.grid(kind)?;
        let change = |a: Site, b: Site| {
            let of = |s: Site| (i64::from(self.row(kind, s)), i64::from(self.column(kind, s)));
            (of(b).0 - of(a).0, of(b).1 - of(a).1)
        };
        let table = self.step_table(kind, direction)?;
        let mut changes =
            table.rows().enumerate().flat_map(|(from, row)| row.iter().map(move |&to| change(from as Site, to)));
        let delta = changes.next()?;
        (delta.0.abs() <= 1 && delta.1.abs() <= 1 && changes.all(|other| other == delta)).then_some(delta)
    }

    fn walk_grid(&self, kind: SiteType, from: Site, delta: (i64, i64), count: u32, edges: Edges) -> WalkEnd {
        let axis =
            |at: u32, delta: i64, length: u32| edges.fold(i64::from(at) + delta * i64::from(count), i64::from(length));
        let columns = self.columns(kind);
        let row = axis(self.row(kind, from), delta.0, self.rows(kind));
        let column = axis(self.column(kind, from), delta.1, columns);
        match (row, column) {
            (Ok(row), Ok(column)) => WalkEnd::At(row as Site * columns + column as Site),
            (Err(end), _) | (_, Err(end)) => end,
        }
    }

    fn walk_line(
        &self,
        kind: SiteType,
        from: Site,
        direction: Direction,
        count: u32,
        edges: Edges,
    ) -> Result<WalkEnd, BoardError> {
        let mut rays = self.rays(kind, from, direction);
        let ahead = rays.next();
        let forks = rays.next().is_some();
        let behind = match (ahead, direction.opposite()) {
            (Some(ahead), _) => self.opposite(kind, from, direction, ahead),
            (None, Some(back)) => self.rays(kind, from, back).next().unwrap_or(&[]),
            (None, None) => &[],
        };
        if forks || (ahead.is_none() && self.step_table(kind, direction).is_none()) {
            let why = if forks { "forks" } else { "does not exist on this board" };
            let message = format!("a walk cannot go `{direction}` from `{}`: it {why}", self.label(kind, from));
            return Err(BoardError::new(BoardErrorKind::Unsupported, message));
        }
        let ahead = ahead.unwrap_or(&[]);
        let closed = ahead.last().is_some_and(|&last| self.steps(kind, last, direction).first() == Some(&from));
        if closed {
            let at = count as usize % (ahead.len() + 1);
            return Ok(WalkEnd::At(if at == 0 { from } else { ahead[at - 1] }));
        }
        let to = behind.len() as i64 + i64::from(count);
        Ok(match edges.fold(to, (behind.len() + 1 + ahead.len()) as i64) {
            Err(end) => end,
            Ok(to) => WalkEnd::At(match to - behind.len() as i64 {
                0 => from,
                on if on > 0 => ahead[on as usize - 1],
                back => behind[(-back) as usize - 1],
            }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Shape;
    use super::*;

    fn end(board: &Board, from: &str, direction: &str, count: u32, edges: Edges) -> String {
        let site = board.site(SiteType::Cell, from).unwrap();
        let direction = Direction::from_name(direction).unwrap();
        match board.walk(SiteType::Cell, site, direction, count, edges).unwrap() {
            WalkEnd::At(site) => board.label(SiteType::Cell, site).to_lowercase(),
            WalkEnd::Off => "off".into(),
            WalkEnd::Blocked => "blocked".into(),
        }
    }

    #[test]
    fn reflection_turns_at_the_edge_sites() {
        let board = Board::new(&Shape::square(6), SiteType::Cell).unwrap();
        let reflect = |from: &str, way: &str, count| end(&board, from, way, count, Edges::Reflect);
        assert_eq!(reflect("e6", "E", 3), "d6");
        assert_eq!(reflect("e5", "E", 8), "c5");
        assert_eq!(reflect("f6", "NE", 2), "d4");
        assert_eq!(reflect("b5", "NW", 3), "c4");
        assert_eq!(reflect("d5", "N", 2), "d5");
        for from in ["a1", "c3", "f2"] {
            for way in ["N", "NE", "E", "SE", "S", "SW", "W", "NW"] {
                assert_eq!(reflect(from, way, 10), from, "the period is 10");
            }
        }
    }

    #[test]
    fn from_a_corner_three_sites_are_a_step_away() {
        let board = Board::new(&Shape::square(6), SiteType::Cell).unwrap();
        let ends = |from: &str| {
            let mut ends: Vec<String> = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
                .iter()
                .map(|way| end(&board, from, way, 1, Edges::Reflect))
                .collect();
            ends.sort();
            ends.dedup();
            ends.len()
        };
        assert_eq!((ends("a1"), ends("b1"), ends("c3")), (3, 5, 8));
    }

    #[test]
    fn other_edges() {
        let board = Board::new(&Shape::square(6), SiteType::Cell).unwrap();
        assert_eq!(end(&board, "f3", "E", 1, Edges::Bounce), "f3");
        assert_eq!(end(&board, "e3", "E", 3, Edges::Bounce), "e3");
        assert_eq!(end(&board, "e6", "NE", 3, Edges::Wrap), "b3");
        assert_eq!(end(&board, "e6", "NE", 3, Edges::Fall), "off");
        assert_eq!(end(&board, "e6", "NE", 3, Edges::Block), "blocked");
        assert_eq!(end(&board, "e6", "S", 3, Edges::Block), "e3");
    }
}
