//! Codes of tiles: pieces that cover several sites, paths across tiles, dominoes.

use super::Code;

/// The shapes of the pieces are too large, or too many.
pub const LARGE_SHAPES: &str = "E0570";
/// A large piece is to move as only small ones can.
pub const LARGE_MOVES: &str = "E0571";
/// A large piece does not fit where the start puts it, or the rules do with it what cannot be done.
pub const LARGE_USE: &str = "E0572";
/// A tile has other sides than the sites of the board.
pub const TILE_SIDES: &str = "E0573";
/// A path does not fit its tile.
pub const TILE_PATH: &str = "E0574";
/// Paths are asked about where no tile has any.
pub const NO_PATHS: &str = "E0575";
/// Dominoes are asked about where there are none on a board.
pub const NO_DOMINOES: &str = "E0576";

/// Codes of tiles.
pub const TILES: &[Code] = &[
    Code {
        code: LARGE_SHAPES,
        title: "pieces that are too large for the board, or take no step",
        explanation: "For each piece that covers several sites it is worked out before play which sites it covers, from every site and in every way that it can lie. On this board that is too much: take a smaller board, or fewer and shorter walks. A walk has a step `F` for each site after the first; pieces of one site have none.",
    },
    Code {
        code: LARGE_MOVES,
        title: "a large piece that slides, hops or leaps",
        explanation: "A piece that covers several sites, as its `(tile … {F R F} …)` says, moves by `(move Step …)`, lying as it does, or by `(move (from …) (to …))`, which may turn it. What `to` says must hold for every site that it comes to cover. Slides, hops, leaps and walks are for pieces of one site.",
    },
    Code {
        code: LARGE_USE,
        title: "something that cannot be done with large pieces",
        explanation: "A piece that covers several sites stands on its first site, and cannot be stacked, pushed, sown or swapped. The start must put it where it fits: its state says which way it lies, the number of the walk times the number of directions, and the direction.",
    },
    Code {
        code: TILE_SIDES,
        title: "a tile that does not fit the board",
        explanation: "A tile with paths lies on a site of the board and has as many sides: `numSides:` may be left out. Paths end in the slots of a side, at most 16 of them: `slotsPerSide:`, or `slots:` for each side.",
    },
    Code {
        code: TILE_PATH,
        title: "a path that does not fit its tile",
        explanation: "`(path from:0 to:2 colour:1)` leads from one side of a tile to another. Sides are numbered from 0, clockwise from the first direction of the board, and so are the slots of a side. No two paths of a tile end in the same slot.",
    },
    Code {
        code: NO_PATHS,
        title: "paths, where no tile has any",
        explanation: "`(is SidesMatch)`, `(is Loop … path:True)` and `(pathExtent …)` are about the paths across tiles. Describe some in the equipment: `(tile \"Curve\" { (path from:0 to:1 colour:1) })`.",
    },
    Code {
        code: NO_DOMINOES,
        title: "dominoes on a board, where there are none",
        explanation: "`(deal Dominoes 7)`, `(sites LineOfPlay)` and `(is PipsMatch)` are about dominoes that lie on a board of squares, each half on two by two of them: `(dominoes upTo:6)` with `(boardless Square)`. Games that only need to know what is in hands and at the ends of a line do without a board: see the zones of `parlour doc zone`.",
    },
];
