//! Points, angles and polygons.

use rustc_hash::FxHashMap;

/// A place in space; flat boards have `z` 0 everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Point {
    /// To the east.
    pub x: f64,
    /// To the north.
    pub y: f64,
    /// Upward.
    pub z: f64,
}

impl Point {
    /// A point of the plane.
    #[must_use]
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y, z: 0.0 }
    }

    /// Distance in space.
    #[must_use]
    pub fn distance(self, other: Self) -> f64 {
        (self.flat_distance(other).powi(2) + (self.z - other.z).powi(2)).sqrt()
    }

    /// Distance seen from above.
    #[must_use]
    pub fn flat_distance(self, other: Self) -> f64 {
        ((self.x - other.x).powi(2) + (self.y - other.y).powi(2)).sqrt()
    }

    /// The direction to `other`, in radians counter-clockwise from east, from −π to π.
    #[must_use]
    pub fn angle_to(self, other: Self) -> f64 {
        (other.y - self.y).atan2(other.x - self.x)
    }

    /// Whether the two are the same point, allowing for rounding.
    #[must_use]
    pub fn near(self, other: Self, tolerance: f64) -> bool {
        (self.x - other.x).abs() + (self.y - other.y).abs() + (self.z - other.z).abs() < tolerance
    }

    /// Whether all coordinates are finite and small enough to compute with.
    #[must_use]
    pub fn is_sound(self) -> bool {
        [self.x, self.y, self.z].iter().all(|c| c.is_finite() && c.abs() < 1e6)
    }

    /// The nearest point in single precision, which is how an author's coordinates count: what lies just between two rows
    /// then falls into the same one as in Ludii.
    pub(crate) fn single(self) -> Self {
        let single = |c: f64| f64::from(c as f32);
        Self { x: single(self.x), y: single(self.y), z: single(self.z) }
    }

    pub(crate) fn middle(points: impl Iterator<Item = Self>) -> Self {
        let (mut sum, mut count) = (Self::default(), 0.0);
        for p in points {
            sum = Self { x: sum.x + p.x, y: sum.y + p.y, z: sum.z + p.z };
            count += 1.0;
        }
        if count == 0.0 { sum } else { Self { x: sum.x / count, y: sum.y / count, z: sum.z / count } }
    }
}

/// Twice the signed area of the triangle: positive if `c` lies left of the way from `a` to `b`.
pub(crate) fn turn(a: Point, b: Point, c: Point) -> f64 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

/// Distance from `p` to the endless line through `a` and `b`, seen from above.
pub(crate) fn line_distance(p: Point, a: Point, b: Point) -> f64 {
    let length = a.flat_distance(b);
    if length < 1e-7 { p.flat_distance(a) } else { (turn(a, b, p) / length).abs() }
}

/// The tangent of the bend at `b` on the way from `a` to `c`; infinite from a right angle on.
pub(crate) fn bend(a: Point, b: Point, c: Point) -> f64 {
    let (vx, vy, ux, uy) = (b.x - a.x, b.y - a.y, c.x - b.x, c.y - b.y);
    let along = ux * vx + uy * vy;
    if along <= 0.0 { f64::INFINITY } else { ((uy * vx - ux * vy) / along).abs() }
}

/// Where the segments `a` and `b` meet, as fractions of each, unless they are parallel.
pub(crate) fn meeting(a: (Point, Point), b: (Point, Point)) -> Option<(f64, f64)> {
    let (ax, ay) = (a.1.x - a.0.x, a.1.y - a.0.y);
    let (bx, by) = (b.1.x - b.0.x, b.1.y - b.0.y);
    let (dx, dy) = (b.0.x - a.0.x, b.0.y - a.0.y);
    let det = bx * ay - by * ax;
    (det.abs() >= 1e-7).then(|| ((bx * dy - by * dx) / det, (ax * dy - ay * dx) / det))
}

/// A closed line of points, to cut boards with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Polygon {
    /// The corners, in order.
    pub points: Vec<Point>,
}

impl Polygon {
    /// The polygon with these corners.
    #[must_use]
    pub fn new(corners: &[(f64, f64)]) -> Self {
        Self { points: corners.iter().map(|&(x, y)| Point::new(x, y)).collect() }
    }

    /// The polygon and its copies turned about the origin: `copies` in all, as one closed line.
    #[must_use]
    pub fn turned(&self, copies: usize) -> Self {
        let mut points = Vec::with_capacity(self.points.len() * copies);
        for copy in 0..copies {
            let (sin, cos) = (std::f64::consts::TAU * copy as f64 / copies as f64).sin_cos();
            points.extend(self.points.iter().map(|p| Point::new(p.x * cos - p.y * sin, p.x * sin + p.y * cos)));
        }
        Self { points }
    }

    /// Whether the point is inside, by the even–odd rule.
    #[must_use]
    pub fn contains(&self, p: Point) -> bool {
        let mut inside = false;
        for (a, b) in self.sides() {
            if (a.y < p.y) != (b.y < p.y) && a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x) < p.x {
                inside = !inside;
            }
        }
        inside
    }

    /// Twice the area, negative if the corners run clockwise.
    #[must_use]
    pub fn area2(&self) -> f64 {
        self.sides().map(|(a, b)| a.x * b.y - b.x * a.y).sum()
    }

    /// Every corner moved by `amount`, away from the side it bends to: outward where the line runs clockwise.
    pub(crate) fn inflated(&self, amount: f64) -> Self {
        let n = self.points.len();
        let points = (0..n).map(|i| {
            let (a, b, c) = (self.points[(i + n - 1) % n], self.points[i], self.points[(i + 1) % n]);
            let sign = if turn(a, b, c) < 1e-7 { 0.5 * amount } else { -0.5 * amount };
            let unit = |p: Point| {
                let length = p.flat_distance(b);
                if length == 0.0 { (0.0, 0.0) } else { ((b.x - p.x) / length, (b.y - p.y) / length) }
            };
            let (u, v) = (unit(a), unit(c));
            Point::new(b.x + sign * (u.0 + v.0), b.y + sign * (u.1 + v.1))
        });
        Self { points: points.collect() }
    }

    /// Lowest and highest coordinates.
    pub(crate) fn bounds(&self) -> (Point, Point) {
        bounds(self.points.iter().copied())
    }

    fn sides(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        let n = self.points.len();
        (0..n).map(move |i| (self.points[i], self.points[(i + 1) % n]))
    }
}

/// The corners of the box around some points, seen from above; both at the origin if there are none.
pub(crate) fn bounds(points: impl Iterator<Item = Point>) -> (Point, Point) {
    points
        .map(|p| (p, p))
        .reduce(|(low, high), (p, _)| {
            (Point::new(low.x.min(p.x), low.y.min(p.y)), Point::new(high.x.max(p.x), high.y.max(p.y)))
        })
        .unwrap_or_default()
}

/// Finds points by place.
pub(crate) struct PointIndex {
    size: f64,
    buckets: FxHashMap<(i64, i64), Vec<(u32, Point)>>,
}

impl PointIndex {
    /// An index for look-ups within `reach`.
    pub(crate) fn new(reach: f64) -> Self {
        Self { size: reach, buckets: FxHashMap::default() }
    }

    pub(crate) fn insert(&mut self, id: u32, p: Point) {
        self.buckets.entry(self.bucket(p)).or_default().push((id, p));
    }

    /// The lowest id for which `wanted` holds among the points within reach of `p`.
    pub(crate) fn find(&self, p: Point, wanted: impl Fn(Point) -> bool) -> Option<u32> {
        self.around(p).filter(|&(_, q)| wanted(q)).map(|(id, _)| id).min()
    }

    /// Every point within reach of `p`, and some others near.
    pub(crate) fn around(&self, p: Point) -> impl Iterator<Item = (u32, Point)> + '_ {
        let (i, j) = self.bucket(p);
        (-1..=1)
            .flat_map(move |di| (-1..=1).map(move |dj| (i + di, j + dj)))
            .filter_map(|key| self.buckets.get(&key))
            .flatten()
            .copied()
    }

    fn bucket(&self, p: Point) -> (i64, i64) {
        ((p.x / self.size).floor() as i64, (p.y / self.size).floor() as i64)
    }
}
