//! Tracks: ways around the board that pieces follow.

use super::direction::Direction;
use super::error::{BoardError, BoardErrorKind};
use super::topology::{Board, Site, SiteType};

/// A part of the description of a track.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrackStep {
    /// The track goes on at this site, which may lie off the board, as in a hand.
    Site(Site),
    /// Straight on in a direction: so many steps, or until the edge of the board.
    Walk(Direction, Option<u32>),
    /// The track leads off the board.
    End,
}

/// A way around the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Track {
    /// The sites in order; `None` is off the board.
    pub sites: Vec<Option<Site>>,
    /// How many times each site is to be passed before going on, beyond the first: loops that touch a corner bump there.
    pub bumps: Vec<u32>,
    /// Whether the last site leads on to the first.
    pub looped: bool,
}

impl Track {
    /// Reads `1,E,N3,W,End`.
    ///
    /// # Errors
    /// If a part is neither a site, a direction with an optional count, nor `End`.
    pub fn parse(text: &str) -> Result<Vec<TrackStep>, BoardError> {
        // A comma after the last part says nothing.
        text.trim_end_matches([',', ' ']).split(',').map(str::trim).map(step).collect()
    }

    /// Follows the parts on a board.
    ///
    /// # Errors
    /// If the first part is not a site, or a walk begins off the board or goes a way that the board doesn't have.
    pub fn new(board: &Board, kind: SiteType, parts: &[TrackStep], looped: bool) -> Result<Self, BoardError> {
        let mut sites = Vec::new();
        for part in parts {
            match *part {
                TrackStep::Site(site) => sites.push(Some(site)),
                TrackStep::End => sites.push(None),
                TrackStep::Walk(direction, count) => {
                    let Some(from) = sites.last().copied().flatten().filter(|&s| (s as usize) < board.count(kind))
                    else {
                        let message = format!("the track goes `{direction}` from a place that is not on the board");
                        return Err(BoardError::new(BoardErrorKind::NotFound, message));
                    };
                    if board.step_table(kind, direction).is_none() {
                        let message = format!("the track goes `{direction}`, a direction that this board doesn't have");
                        return Err(BoardError::new(BoardErrorKind::NotFound, message));
                    }
                    for ray in board.rays(kind, from, direction) {
                        sites.extend(ray.iter().take(count.map_or(usize::MAX, |c| c as usize)).map(|&s| Some(s)));
                    }
                }
            }
        }
        Ok(Self::of_sites(sites, looped))
    }

    /// The track over these sites; a site that follows itself becomes a bump.
    #[must_use]
    pub fn of_sites(places: Vec<Option<Site>>, looped: bool) -> Self {
        let (mut sites, mut bumps): (Vec<Option<Site>>, Vec<u32>) = (Vec::new(), Vec::new());
        for place in places {
            if sites.last() == Some(&place) {
                *bumps.last_mut().expect("as many as sites") += 1;
            } else {
                sites.push(place);
                bumps.push(0);
            }
        }
        Self { sites, bumps, looped }
    }

    /// The loops of a Surakarta board on a grid of this size: `count` of them, the first along the row `first` from the
    /// bottom, each forth and back. Each follows four lines, joined around the corners; where it leaves the grid it bumps.
    #[must_use]
    pub fn surakarta(rows: u32, columns: u32, count: u32, first: u32) -> Vec<Self> {
        let site = |row: u32, column: u32| row * columns + column;
        let mut tracks = Vec::new();
        for line in (first..first.saturating_add(count)).take_while(|&l| l < rows && l < columns) {
            let (top, right) = (rows - 1 - line, columns - 1 - line);
            let sides: [Vec<Site>; 4] = [
                (0..columns).map(|c| site(line, c)).collect(),
                (0..rows).map(|r| site(r, right)).collect(),
                (0..columns).rev().map(|c| site(top, c)).collect(),
                (0..rows).rev().map(|r| site(r, line)).collect(),
            ];
            tracks.extend(Self::around_corners(&sides));
        }
        tracks
    }

    /// The same on a triangle of points, whose rows grow shorter by one: three lines each.
    #[must_use]
    pub fn surakarta_triangle(rows: u32, count: u32, first: u32) -> Vec<Self> {
        // The number of the first site of a row.
        let start = |row: u32| (0..row).map(|r| rows - r).sum::<u32>();
        let mut tracks = Vec::new();
        for line in (first..first.saturating_add(count)).take_while(|&l| l < rows) {
            let length = rows - line;
            let sides: [Vec<Site>; 3] = [
                (0..length).map(|k| start(line) + k).collect(),
                (0..length).map(|k| start(k) + (rows - 1 - line - k)).collect(),
                (0..length).rev().map(|k| start(k) + line).collect(),
            ];
            tracks.extend(Self::around_corners(&sides));
        }
        tracks
    }

    /// Lines joined to a loop, forth and back: between one and the next it bumps.
    fn around_corners(sides: &[Vec<Site>]) -> [Self; 2] {
        let looped = |sides: &mut dyn Iterator<Item = Vec<Site>>| {
            let mut sites: Vec<Site> = Vec::new();
            for side in sides {
                sites.extend(&side);
                sites.extend(side.last());
            }
            Self::of_sites(sites.into_iter().map(Some).collect(), true)
        };
        let forth = looped(&mut sides.iter().cloned());
        [forth, looped(&mut sides.iter().rev().map(|side| side.iter().rev().copied().collect()))]
    }

    /// Whether a site occurs more than once.
    #[must_use]
    pub fn crosses_itself(&self) -> bool {
        let mut sorted = self.sites.clone();
        sorted.sort_unstable();
        sorted.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// The places along the track at which a site lies.
    pub fn places(&self, site: Site) -> impl Iterator<Item = usize> + '_ {
        (0..self.sites.len()).filter(move |&i| self.sites[i] == Some(site))
    }

    /// The place `count` steps on from a place; past the end of a track that is no loop there is none.
    #[must_use]
    pub fn onward(&self, place: usize, count: usize) -> Option<usize> {
        let to = place.checked_add(count)?;
        match self.sites.len() {
            0 => None,
            length if self.looped => Some(to % length),
            length => (to < length).then_some(to),
        }
    }
}

fn step(part: &str) -> Result<TrackStep, BoardError> {
    let letters = part.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &part[letters.len()..];
    let count = || digits.parse::<u32>().ok();
    let step = match letters {
        "" => count().map(TrackStep::Site),
        "End" if digits.is_empty() => Some(TrackStep::End),
        _ => Direction::from_name(letters)
            .filter(|d| d.is_single() && (digits.is_empty() || count().is_some()))
            .map(|direction| TrackStep::Walk(direction, count())),
    };
    step.ok_or_else(|| {
        let message = format!("`{part}` in a track is neither a site, a direction, nor `End`");
        BoardError::new(BoardErrorKind::NotFound, message)
    })
}

#[cfg(test)]
mod tests {
    use super::super::Shape;
    use super::*;

    #[test]
    fn around_a_square() {
        let board = Board::new(&Shape::square(3), SiteType::Cell).unwrap();
        let parts = Track::parse("0,E,N,W,S1").unwrap();
        let track = Track::new(&board, SiteType::Cell, &parts, true).unwrap();
        let sites: Vec<_> = track.sites.iter().map(|s| s.unwrap()).collect();
        assert_eq!(sites, [0, 1, 2, 5, 8, 7, 6, 3]);
        assert_eq!(track.onward(6, 3), Some(1));
        assert!(!track.crosses_itself());
    }

    #[test]
    fn surakarta_loops_join_lines_around_corners() {
        let tracks = Track::surakarta(6, 6, 2, 1);
        assert_eq!(tracks.len(), 4);
        let sites: Vec<_> = tracks[0].sites.iter().map(|s| s.unwrap()).collect();
        assert_eq!(sites[..8], [6, 7, 8, 9, 10, 11, 4, 10]);
        assert_eq!(tracks[0].bumps[..7], [0, 0, 0, 0, 0, 1, 0]);
        assert_eq!(sites.len(), 24);
        assert!(tracks[0].crosses_itself());
    }

    #[test]
    fn loops_of_a_triangle_join_three_lines() {
        let tracks = Track::surakarta_triangle(4, 1, 1);
        let sites: Vec<_> = tracks[0].sites.iter().map(|s| s.unwrap()).collect();
        // Rows of 4, 3, 2 and 1 points: along the second row, up beside the right side, down beside the left.
        assert_eq!(sites, [4, 5, 6, 2, 5, 7, 8, 5, 1]);
        assert_eq!(tracks[0].bumps, [0, 0, 1, 0, 0, 1, 0, 0, 1]);
        assert_eq!(tracks.len(), 2);
    }

    #[test]
    fn nonsense_is_refused() {
        assert!(Track::parse("0,Q").is_err());
        assert!(Track::parse("0,,1").is_err());
        assert_eq!(Track::parse("0,1,").unwrap().len(), 2, "a comma at the end says nothing");
        let board = Board::new(&Shape::square(3), SiteType::Cell).unwrap();
        let parts = Track::parse("99,E").unwrap();
        assert!(Track::new(&board, SiteType::Cell, &parts, false).is_err());
    }
}
