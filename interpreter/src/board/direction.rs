//! Directions: absolute, in groups, and relative to a facing.

use std::f64::consts::TAU;
use std::fmt;

use super::geometry::Point;

macro_rules! directions {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {
        /// A way to leave a site: one direction, or a group of them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Direction { $($(#[$doc])* $name),* }

        impl Direction {
            /// Every direction and group, the compass first and clockwise from north.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Its name in rules.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$name => stringify!($name)),* }
            }
        }
    };
}

directions! {
    /// North.
    N,
    /// North-north-east, and so on around the compass.
    NNE, #[allow(missing_docs, reason = "as the direction before it")] NE, #[allow(missing_docs, reason = "as the direction before it")] ENE,
    /// East.
    E, #[allow(missing_docs, reason = "as the direction before it")] ESE, #[allow(missing_docs, reason = "as the direction before it")] SE, #[allow(missing_docs, reason = "as the direction before it")] SSE,
    /// South.
    S, #[allow(missing_docs, reason = "as the direction before it")] SSW, #[allow(missing_docs, reason = "as the direction before it")] SW, #[allow(missing_docs, reason = "as the direction before it")] WSW,
    /// West.
    W, #[allow(missing_docs, reason = "as the direction before it")] WNW, #[allow(missing_docs, reason = "as the direction before it")] NW, #[allow(missing_docs, reason = "as the direction before it")] NNW,
    /// Straight up.
    U,
    /// Up and to the north, and so on.
    UN, #[allow(missing_docs, reason = "as the direction before it")] UNE, #[allow(missing_docs, reason = "as the direction before it")] UE, #[allow(missing_docs, reason = "as the direction before it")] USE, #[allow(missing_docs, reason = "as the direction before it")] US,
    #[allow(missing_docs, reason = "as the direction before it")] USW, #[allow(missing_docs, reason = "as the direction before it")] UW, #[allow(missing_docs, reason = "as the direction before it")] UNW,
    /// Straight down.
    D,
    /// Down and to the north, and so on.
    DN, #[allow(missing_docs, reason = "as the direction before it")] DNE, #[allow(missing_docs, reason = "as the direction before it")] DE, #[allow(missing_docs, reason = "as the direction before it")] DSE, #[allow(missing_docs, reason = "as the direction before it")] DS,
    #[allow(missing_docs, reason = "as the direction before it")] DSW, #[allow(missing_docs, reason = "as the direction before it")] DW, #[allow(missing_docs, reason = "as the direction before it")] DNW,
    /// Towards the pivot of a round board.
    In,
    /// Away from the pivot of a round board.
    Out,
    /// Clockwise along a ring.
    CW,
    /// Counter-clockwise along a ring.
    CCW,
    /// Group: every step to another site of the kind.
    All,
    /// Group: across a shared edge, or along one.
    Orthogonal,
    /// Group: through a corner, or across a cell.
    Diagonal,
    /// Group: touching, but neither orthogonal nor diagonal.
    OffDiagonal,
    /// Group: touching.
    Adjacent,
    /// Group: the ways along and across the rings of a round board.
    Rotational,
    /// Group: without change of height.
    SameLayer,
    /// Group: upward.
    Upward,
    /// Group: downward.
    Downward,
    /// Group: north, east, south, west, up and down.
    Axial,
    /// Group: every compass direction but the four axes.
    Angled,
}

/// How two sites of a kind are related.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelationType {
    /// Across a shared edge, or along one.
    Orthogonal,
    /// Through a corner, or across a cell.
    Diagonal,
    /// Touching, but neither orthogonal nor diagonal.
    OffDiagonal,
    /// Touching.
    Adjacent,
    /// Any of these.
    All,
}

impl RelationType {
    /// All relations.
    pub const ALL: [Self; 5] = [Self::Orthogonal, Self::Diagonal, Self::OffDiagonal, Self::Adjacent, Self::All];

    /// The group of directions of this relation.
    #[must_use]
    pub fn direction(self) -> Direction {
        match self {
            Self::Orthogonal => Direction::Orthogonal,
            Self::Diagonal => Direction::Diagonal,
            Self::OffDiagonal => Direction::OffDiagonal,
            Self::Adjacent => Direction::Adjacent,
            Self::All => Direction::All,
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Direction {
    pub(crate) const COUNT: usize = Self::ALL.len();

    /// The direction of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|d| d.name() == name)
    }

    /// The sixteen directions of the compass, clockwise from north.
    #[must_use]
    pub fn compass() -> &'static [Self] {
        &Self::ALL[..16]
    }

    /// The compass direction so many sixteenths clockwise of north.
    #[must_use]
    pub fn compass_at(sixteenths: i32) -> Self {
        Self::ALL[sixteenths.rem_euclid(16) as usize]
    }

    /// How many sixteenths of a turn a compass direction lies clockwise of north.
    #[must_use]
    pub fn sixteenths(self) -> Option<i32> {
        ((self as usize) < 16).then_some(self as i32)
    }

    /// How it climbs, as a number: along the ground, straight up, up, straight down, down.
    #[must_use]
    pub fn climb(self) -> u8 {
        match self {
            Self::U => 1,
            Self::D => 3,
            _ if self > Self::U && self < Self::D => 2,
            _ if self > Self::D && self <= Self::DNW => 4,
            _ => 0,
        }
    }

    /// Whether it is one direction, not a group.
    #[must_use]
    pub fn is_single(self) -> bool {
        self < Self::All
    }

    /// Whether it is one of those of a round board.
    #[must_use]
    pub fn is_circular(self) -> bool {
        matches!(self, Self::In | Self::Out | Self::CW | Self::CCW)
    }

    /// Whether it leads right or left, and up or down, by 1, −1 or 0.
    #[must_use]
    pub fn signs(self) -> (i32, i32) {
        match self {
            Self::N => (0, 1),
            Self::NNE | Self::NE | Self::ENE => (1, 1),
            Self::E => (1, 0),
            Self::ESE | Self::SE | Self::SSE => (1, -1),
            Self::S => (0, -1),
            Self::SSW | Self::SW | Self::WSW => (-1, -1),
            Self::W => (-1, 0),
            Self::WNW | Self::NW | Self::NNW => (-1, 1),
            _ => (0, 0),
        }
    }

    /// The direction back.
    #[must_use]
    pub fn opposite(self) -> Option<Self> {
        match self {
            Self::U => Some(Self::D),
            Self::D => Some(Self::U),
            Self::In => Some(Self::Out),
            Self::Out => Some(Self::In),
            Self::CW => Some(Self::CCW),
            Self::CCW => Some(Self::CW),
            _ if (self as usize) < 16 => Some(Self::compass_at(self as i32 + 8)),
            _ if self < Self::D => Some(Self::ALL[Self::DN as usize + (self as usize - Self::UN as usize + 4) % 8]),
            _ if self < Self::In => Some(Self::ALL[Self::UN as usize + (self as usize - Self::DN as usize + 4) % 8]),
            _ => None,
        }
    }

    /// The groups, other than relations, that this single direction is in.
    pub(crate) fn groups(self) -> &'static [Self] {
        match self {
            Self::N | Self::E | Self::S | Self::W => &[Self::SameLayer, Self::Axial],
            _ if (self as usize) < 16 => &[Self::SameLayer, Self::Angled],
            Self::U => &[Self::Upward, Self::Axial],
            Self::D => &[Self::Downward, Self::Axial],
            _ if self < Self::D => &[Self::Upward],
            _ if self < Self::In => &[Self::Downward],
            Self::In | Self::Out | Self::CW | Self::CCW => &[Self::Rotational],
            _ => &[],
        }
    }
}

/// Where one point lies as seen from another.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bearing {
    /// Counter-clockwise from east, from −π to π.
    pub(crate) angle: f64,
    rise: i8,
    plumb: bool,
}

impl Bearing {
    /// Where `b` lies as seen from `a`, on a board with edges about as long as `unit`.
    pub(crate) fn new(a: Point, b: Point, unit: f64) -> Self {
        let rise = i8::from(b.z - a.z > 0.1 * unit) - i8::from(b.z - a.z < -0.1 * unit);
        Self { angle: a.angle_to(b), rise, plumb: rise != 0 && a.flat_distance(b) < 0.1 * unit }
    }

    /// The nearest of 16 directions, or of 8 if not `fine`.
    pub(crate) fn direction(self, fine: bool) -> Direction {
        if self.plumb {
            return if self.rise < 0 { Direction::D } else { Direction::U };
        }
        // Sectors are centred on the directions, counted counter-clockwise from east.
        let width = if fine { 1 } else { 2 };
        let sector = (self.angle / TAU * f64::from(16 / width) + 0.5).floor() as i32;
        let clockwise = (4 - sector * width).rem_euclid(16);
        if self.rise == 0 {
            return Direction::compass_at(clockwise);
        }
        // With height there are eight: whatever lies between two axes is the diagonal.
        let eighth = if clockwise % 4 == 0 { clockwise / 2 } else { clockwise / 4 * 2 + 1 };
        let first = if self.rise > 0 { Direction::UN } else { Direction::DN };
        Direction::ALL[first as usize + eighth as usize]
    }
}

/// A direction relative to where a piece faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relative {
    /// Straight ahead.
    Forward,
    /// Straight back.
    Backward,
    /// A quarter turn right.
    Rightward,
    /// A quarter turn left.
    Leftward,
    /// Everything less than a quarter turn from straight ahead.
    Forwards,
    /// Everything less than a quarter turn from straight back.
    Backwards,
    /// Everything to the right.
    Rightwards,
    /// Everything to the left.
    Leftwards,
    /// The next direction of the board, this many to the right of straight ahead.
    ForwardRight(u8),
    /// The next direction of the board, this many to the left of straight ahead.
    ForwardLeft(u8),
    /// The next direction of the board, this many to the right of straight back, as seen from there.
    BackRight(u8),
    /// The next direction of the board, this many to the left of straight back, as seen from there.
    BackLeft(u8),
}

impl Relative {
    /// The relative direction of this name: `Forward`, `FR`, `BLL` …
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "Forward" => Self::Forward,
            "Backward" => Self::Backward,
            "Rightward" => Self::Rightward,
            "Leftward" => Self::Leftward,
            "Forwards" => Self::Forwards,
            "Backwards" => Self::Backwards,
            "Rightwards" => Self::Rightwards,
            "Leftwards" => Self::Leftwards,
            "FR" => Self::ForwardRight(1),
            "FRR" => Self::ForwardRight(2),
            "FRRR" => Self::ForwardRight(3),
            "FL" => Self::ForwardLeft(1),
            "FLL" => Self::ForwardLeft(2),
            "FLLL" => Self::ForwardLeft(3),
            "BR" => Self::BackRight(1),
            "BRR" => Self::BackRight(2),
            "BRRR" => Self::BackRight(3),
            "BL" => Self::BackLeft(1),
            "BLL" => Self::BackLeft(2),
            "BLLL" => Self::BackLeft(3),
            _ => return None,
        })
    }

    /// What this means for a piece that faces `facing`, among the compass directions that exist. A facing that is no
    /// compass direction has no right and left.
    pub(crate) fn resolve(self, facing: Direction, exists: impl Fn(Direction) -> bool) -> Vec<Direction> {
        let Some(ahead) = facing.sixteenths() else {
            let way = match self {
                Self::Forward => Some(facing),
                Self::Backward => facing.opposite(),
                _ => None,
            };
            return way.filter(|&d| exists(d)).into_iter().collect();
        };
        let at = |turn: i32| Direction::compass_at(ahead + turn);
        let all = |turns: &mut dyn Iterator<Item = i32>| turns.map(at).filter(|&d| exists(d)).collect();
        let nth = |from: i32, step: i32, n: u8| {
            let mut ways = (1..=16).map(|i| at(from + step * i)).filter(|&d| exists(d));
            ways.nth(usize::from(n.max(1)) - 1).into_iter().collect()
        };
        match self {
            Self::Forward => all(&mut [0].into_iter()),
            Self::Backward => all(&mut [8].into_iter()),
            Self::Rightward => all(&mut [4].into_iter()),
            Self::Leftward => all(&mut [-4].into_iter()),
            Self::Forwards => all(&mut (-3..=3)),
            Self::Backwards => all(&mut (5..=11)),
            Self::Rightwards => all(&mut (1..=7)),
            Self::Leftwards => all(&mut (1..=7).map(|i| -i)),
            Self::ForwardRight(n) => nth(0, 1, n),
            Self::ForwardLeft(n) => nth(0, -1, n),
            // Ludii's BL turns left from straight back, so it ends up on the piece's right; the names keep that meaning.
            Self::BackRight(n) => nth(8, 1, n),
            Self::BackLeft(n) => nth(8, -1, n),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_direction_back_leads_back() {
        for &d in Direction::ALL {
            if let Some(back) = d.opposite() {
                assert_eq!(back.opposite(), Some(d), "{d}");
            }
        }
        assert_eq!(Direction::UNE.opposite(), Some(Direction::DSW));
    }

    #[test]
    fn ways_between_points_have_names() {
        let at = |x, y| Point::new(x, y);
        let of = |x, y, fine| Bearing::new(at(0.0, 0.0), at(x, y), 1.0).direction(fine);
        assert_eq!(of(1.0, 1.0, false), Direction::NE);
        assert_eq!(of(0.0, 1.0, true), Direction::N);
        assert_eq!(of(0.5, 0.866, true), Direction::NNE);
        assert_eq!(of(0.5, 0.866, false), Direction::NE);
        assert_eq!(of(-1.0, -0.1, true), Direction::W);
        let up = Point { z: 1.0, ..at(0.5, 0.5) };
        assert_eq!(Bearing::new(at(0.0, 0.0), up, 1.0).direction(true), Direction::UNE);
    }

    #[test]
    fn relative_to_north() {
        let eight = |d: Direction| d.sixteenths().is_some_and(|s| s % 2 == 0);
        let name = |r: &str| Relative::from_name(r).unwrap().resolve(Direction::N, eight);
        assert_eq!(name("FR"), [Direction::NE]);
        assert_eq!(name("Forwards"), [Direction::NW, Direction::N, Direction::NE]);
        assert_eq!(name("BL"), [Direction::SE]);
    }
}
