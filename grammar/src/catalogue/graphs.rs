//! Graphs: the shapes of boards, and what makes one graph out of others.

macro_rules! graph_rows {
    ([$next:ident $($after:ident)*] $($rows:tt)*) => { $next! { [$($after)*] $($rows)*

    /// A board of squares.
    Square: Graph = "square"
        { "[shape:SquareShape] dim:Int [diagonals=Diagonals] [pyramidal=Flag]" "outline:Poly|{Int} [diagonals=Diagonals]" }
        "(square Diamond 5 diagonals:Solid)";
    /// A board of squares with so many rows and columns.
    Rectangle: Graph = "rectangle"
        { "rows:Int [columns:Int] [diagonals=Diagonals]" }
        "(rectangle 4 8)";
    /// A board of hexagons.
    Hex: Graph = "hex"
        { "[shape:HexShape] dim:Int [dim2:Int]" "outline:Poly|{Int}" }
        "(hex Diamond 11)";
    /// A board of triangles.
    Tri: Graph = "tri"
        { "[shape:TriShape] dim:Int [dim2:Int]" "outline:Poly|{Int}" }
        "(tri Hexagon 3)";
    /// A board of bricks.
    Brick: Graph = "brick"
        { "[shape:BrickShape] dim:Int [dim2:Int] [trim=Flag]" }
        "(brick Diamond 4 trim:True)";
    /// A board like knotwork: rows of squares that stand on their corners, with squares between them, rounded along the rim. An outline
    /// gives the lengths of its sides, turning left after each, or a polygon in which the middles of squares lie, a diagonal apart.
    Celtic: Graph = "celtic"
        { "rows:Int [columns:Int]" "outline:Poly|{Int}" }
        "(celtic 3 5)";
    /// A board of quadrilaterals inside a hexagon.
    Quadhex: Graph = "quadhex"
        { "layers:Int [thirds=Flag]" }
        "(quadhex 4)";
    /// A board on a semi-regular tiling.
    Tiling: Graph = "tiling"
        { "tiling:TilingWord dim:Int [dim2:Int]" "tiling:TilingWord outline:Poly|{Int}" }
        "(tiling T3636 3)";
    /// A regular polygon or star.
    Regular: Graph = "regular"
        { "[star:StarShape] sides:Int" }
        "(regular Star 5)";
    /// A polygon repeated.
    Repeat: Graph = "repeat"
        { "rows:Int columns:Int step={{Float}} poly:Poly|{Poly}" }
        "(repeat 3 3 step:{{1 0} {0 1}} (poly {{0 0} {0 1} {1 1} {1 0}}))";
    /// A spiral.
    Spiral: Graph = "spiral"
        { "turns=Int sites=Int [clockwise=Flag]" }
        "(spiral turns:4 sites:80)";
    /// A triangle that widens downwards.
    Wedge: Graph = "wedge"
        { "rows:Int [columns:Int]" }
        "(wedge 4)";
    /// Rings around a centre: of a shape, with so many sides, or with so many cells each. Where such a number is negative, vertices are not
    /// joined along the ring.
    Concentric: Graph = "concentric"
        { "shape:ConcentricShape [rings=Int] [steps=Int] [midpoints=Flag] [joinMidpoints=Flag] [joinCorners=Flag] [stagger=Flag]"
          "sides=Int [rings=Int] [steps=Int] [midpoints=Flag] [joinMidpoints=Flag] [joinCorners=Flag] [stagger=Flag]"
          "cells:{Int} [rings=Int] [steps=Int] [midpoints=Flag] [joinMidpoints=Flag] [joinCorners=Flag] [stagger=Flag]" }
        "(concentric Square rings:3 joinMidpoints:True)";
    /// A graph by its vertices and edges.
    GraphExplicit: Graph = "graph"
        { "vertices={{Float}} [edges={{Int}}]" }
        "(graph vertices:{{0 0} {1 0} {0.5 1.5}} edges:{{0 1} {1 2}})";
    /// A polygon by its corners.
    Poly: Poly = "poly"
        { "points:{{Float}} [rotns=Int]" }
        "(poly {{0 0} {0 3} {3 0}})";

    /// A graph with vertices, edges or cells added.
    GraphAdd: Graph = "add"
        { "[graph:Graph] [vertices={{Float}}] [edges={{Int}}|{{{Float}}}] [edgesCurved={{{Float}}}] [cells={{Int}}|{{{Float}}}] [connect=Flag]" }
        "(add (square 3) vertices:{{4 4}} edges:{{0 9}})";
    /// A graph without what lies outside a polygon, cut at its border.
    Clip: Graph = "clip"
        { "graph:Graph poly:Poly" }
        "(clip (square 4) (poly {{0 0} {0 3} {3 0}}))";
    /// A graph with an edge between any two vertices.
    Complete: Graph = "complete"
        { "graph:Graph [eachCell=Flag]" }
        "(complete (hex 1))";
    /// The graph whose vertices are the cells of another.
    Dual: Graph = "dual"
        { "graph:Graph" }
        "(dual (square 5))";
    /// A graph without the cells inside a polygon.
    Hole: Graph = "hole"
        { "graph:Graph poly:Poly" }
        "(hole (square 8) (poly {{3 3} {3 5} {5 5} {5 3}}))";
    /// What several graphs share.
    Intersect: Graph = "intersect"
        { "graphs:Graph…" }
        "(intersect (square 4) (rectangle 2 5))";
    /// What of a graph lies within a polygon.
    Keep: Graph = "keep"
        { "graph:Graph poly:Poly" }
        "(keep (square 4) (poly {{0 0} {0 3} {3 0}}))";
    /// A graph in several layers.
    Layers: Graph = "layers"
        { "layers:Int graph:Graph" }
        "(layers 3 (square 3))";
    /// A graph with a cell wherever its edges enclose one.
    MakeFaces: Graph = "makeFaces"
        { "graph:Graph" }
        "(makeFaces (graph vertices:{{0 0} {1 0} {1 1}} edges:{{0 1} {1 2} {2 0}}))";
    /// Several graphs as one; vertices at the same place become one.
    Merge: Graph = "merge"
        { "graphs:Graph… [connect=Flag]" }
        "(merge (rectangle 6 2) (rectangle 3 5))";
    /// Several graphs side by side.
    GraphUnion: Graph = "union"
        { "graphs:Graph… [connect=Flag]" }
        "(union (square 3) (shift 5 0 (square 3)))";
    /// A graph with new coordinates for its elements.
    Recoordinate: Graph = "recoordinate"
        { "[siteTypeA:SiteType] [siteTypeB:SiteType] [siteTypeC:SiteType] graph:Graph" }
        "(recoordinate Vertex (square 3))";
    /// A graph without some of its elements.
    GraphRemove: Graph = "remove"
        { "graph:Graph [cells={Int}|{{{Float}}}] [edges={{Int}}|{{{Float}}}] [vertices={Int}|{{Float}}] [trimEdges=Flag]"
          "graph:Graph poly:Poly [trimEdges=Flag]" }
        "(remove (square 5) cells:{0 4 20 24} trimEdges:True)";
    /// A graph whose elements are numbered anew, from the bottom left.
    Renumber: Graph = "renumber"
        { "[siteTypeA:SiteType] [siteTypeB:SiteType] [siteTypeC:SiteType] graph:Graph" }
        "(renumber Vertex (square 3))";
    /// A graph turned by so many degrees.
    Rotate: Graph = "rotate"
        { "degrees:Float graph:Graph" }
        "(rotate 45 (square 5))";
    /// A graph made larger or smaller.
    Scale: Graph = "scale"
        { "x:Float [y:Float] [z:Float] graph:Graph" }
        "(scale 2 (square 5))";
    /// A graph moved.
    Shift: Graph = "shift"
        { "x:Float y:Float [z:Float] graph:Graph" }
        "(shift 0 10 (square 5))";
    /// A graph pushed aslant.
    Skew: Graph = "skew"
        { "amount:Float graph:Graph" }
        "(skew 0.5 (square 5))";
    /// A graph with a vertex wherever edges cross.
    SplitCrossings: Graph = "splitCrossings"
        { "graph:Graph" }
        "(splitCrossings (square 3 diagonals:Solid))";
    /// A graph whose large cells are divided around their centres.
    Subdivide: Graph = "subdivide"
        { "graph:Graph [min=Int]" }
        "(subdivide (tiling T3464 2) min:6)";
    /// A graph without loose ends.
    Trim: Graph = "trim"
        { "graph:Graph" }
        "(trim (square 3))";

    } };
}
