//! Boards: graphs of cells, vertices and edges with directions.
//!
//! A [`Shape`] says what to draw, [`Graph`] is the drawing, and [`Board`] is what play reads: sites with numbers, labels,
//! steps, rays and regions, for cells, vertices and edges alike.
//!
//! ```
//! use parlour_interpreter::board::{Board, Direction, Shape, SiteType};
//! let board = Board::new(&Shape::square(8), SiteType::Cell)?;
//! let e4 = board.site(SiteType::Cell, "E4").unwrap();
//! let north = board.steps(SiteType::Cell, e4, Direction::N);
//! assert_eq!(board.label(SiteType::Cell, north[0]), "E5");
//! # Ok::<(), parlour_interpreter::board::BoardError>(())
//! ```
//!
//! Nothing here knows the rule language; lowering turns its terms into shapes.

mod direction;
mod distance;
mod error;
mod geometry;
mod graph;
mod measure;
mod operate;
mod polar;
mod rays;
mod region;
mod shape;
mod steps;
mod table;
mod topology;
mod trace;
mod track;
mod walk;

pub use direction::{Direction, RelationType, Relative};
pub use distance::Shift;
pub use error::{BoardError, BoardErrorKind, Limits};
pub use geometry::{Point, Polygon};
pub use graph::{Edge, Face, Graph, Vertex};
pub use polar::Polar;
pub use rays::{Line, Ray};
pub use region::{Corner, EdgeKind, Region};
pub use shape::{
    ConcentricShape, CurvedEdge, Diagonals, HexShape, Outline, Pick, Shape, SquareShape, Stores, Tiling, TriShape,
};
pub use table::Table;
pub use topology::{Board, Site, SiteType};
pub use trace::Turtle;
pub use track::{Track, TrackStep};
pub use walk::{Edges, WalkEnd, Way};

#[cfg(test)]
mod tests;
