//! Rings and segments: sites by their distance from the middle of the board, and by their angle around it.

use super::topology::{Board, Site, SiteType};

/// Two distances or angles closer than this are the same.
const NEAR: f64 = 1e-3;

/// Where a site lies around the middle of the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Polar {
    /// Its distance from the middle.
    pub radius: f64,
    /// Its angle clockwise from the top, in turns: at least 0 and less than 1.
    pub angle: f64,
}

impl Polar {
    /// Whether the site is the middle itself, which no ring and no segment has.
    #[must_use]
    pub fn is_middle(self) -> bool {
        self.radius <= NEAR
    }

    /// Whether the middle of the board sees both in one direction.
    #[must_use]
    pub fn same_angle(self, other: Self) -> bool {
        (self.angle - other.angle).abs() < NEAR
    }
}

impl Board {
    /// Where each site lies around the middle of the board.
    #[must_use]
    pub fn around_the_middle(&self, kind: SiteType) -> Vec<Polar> {
        let all: Vec<Site> = (0..self.count(kind) as Site).collect();
        self.around_their_middle(kind, &all)
    }

    /// Where each of some sites lies around the middle of them all.
    #[must_use]
    pub fn around_their_middle(&self, kind: SiteType, sites: &[Site]) -> Vec<Polar> {
        let points: Vec<_> = sites.iter().map(|site| self.position(kind, *site)).collect();
        let n = points.len().max(1) as f64;
        let (x, y) = points.iter().fold((0.0, 0.0), |(x, y), p| (x + p.x / n, y + p.y / n));
        let around = points.iter().map(|p| {
            let turns = ((p.x - x).atan2(p.y - y) / std::f64::consts::TAU).rem_euclid(1.0);
            // Just left of the top is the top.
            Polar { radius: (p.x - x).hypot(p.y - y), angle: if turns > 1.0 - NEAR { 0.0 } else { turns } }
        });
        around.collect()
    }

    /// The sites at each distance from the middle, from the middle out; the middle itself is no ring.
    #[must_use]
    pub fn rings(&self, kind: SiteType) -> Vec<Vec<Site>> {
        self.grouped(kind, |p| p.radius)
    }

    /// The sites at each angle, clockwise from the top.
    #[must_use]
    pub fn segments(&self, kind: SiteType) -> Vec<Vec<Site>> {
        self.grouped(kind, |p| p.angle)
    }

    /// The same board, with sites labelled by ring and segment instead of column and row: `3.8`; the middle is `0`.
    #[must_use]
    pub fn with_polar_labels(mut self) -> Self {
        for kind in [SiteType::Vertex, SiteType::Cell] {
            let mut places = vec![(0, 0); self.count(kind)];
            for (k, ring) in self.rings(kind).into_iter().enumerate() {
                ring.into_iter().for_each(|s| places[s as usize].0 = k + 1);
            }
            for (k, segment) in self.segments(kind).into_iter().enumerate() {
                segment.into_iter().for_each(|s| places[s as usize].1 = k + 1);
            }
            let layered = (0..self.count(kind)).any(|s| self.layer(kind, s as Site) > 0);
            for (s, (ring, segment)) in places.into_iter().enumerate() {
                let layer = self.layer(kind, s as Site);
                let above = if layered { format!("/{layer}") } else { String::new() };
                let place = if ring == 0 { "0".to_owned() } else { format!("{ring}.{segment}") };
                self.relabel(kind, s as Site, place + &above);
            }
        }
        self.polar = true;
        self
    }

    /// Whether sites are labelled by ring and segment.
    #[must_use]
    pub fn has_polar_labels(&self) -> bool {
        self.polar
    }

    fn grouped(&self, kind: SiteType, by: impl Fn(Polar) -> f64) -> Vec<Vec<Site>> {
        let around = self.around_the_middle(kind);
        let by = |s: Site| by(around[s as usize]);
        let mut sites: Vec<Site> = (0..around.len() as Site).filter(|s| !around[*s as usize].is_middle()).collect();
        sites.sort_by(|a, b| by(*a).total_cmp(&by(*b)).then(a.cmp(b)));
        let mut found: Vec<Vec<Site>> = Vec::new();
        for s in sites {
            match found.last_mut().filter(|f| (by(f[f.len() - 1]) - by(s)).abs() < NEAR) {
                Some(same) => same.push(s),
                None => found.push(vec![s]),
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ConcentricShape, Shape};
    use super::*;

    #[test]
    fn rings_count_from_the_middle_and_segments_clockwise() {
        let shape = Shape::Concentric(ConcentricShape::Rings { cells: vec![1, 4, 4], stagger: false });
        let board = Board::new(&shape, SiteType::Cell).unwrap().with_polar_labels();
        let labels =
            |sites: &[Site]| sites.iter().map(|s| board.label(SiteType::Cell, *s)).collect::<Vec<_>>().join(" ");
        assert_eq!(board.rings(SiteType::Cell).iter().map(Vec::len).collect::<Vec<_>>(), [4, 4]);
        let segments: Vec<String> = board.segments(SiteType::Cell).iter().map(|s| labels(s)).collect();
        assert_eq!(segments, ["1.1 2.1", "1.2 2.2", "1.3 2.3", "1.4 2.4"]);
        assert_eq!(
            board.site(SiteType::Cell, "0").map(|s| board.around_the_middle(SiteType::Cell)[s as usize].is_middle()),
            Some(true)
        );
        let angles: Vec<f64> = board.rings(SiteType::Cell)[0]
            .iter()
            .map(|s| board.around_the_middle(SiteType::Cell)[*s as usize].angle)
            .collect();
        assert!(angles.iter().all(|a| (0.0..1.0).contains(a)), "{angles:?}");
    }
}
