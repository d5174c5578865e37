use super::*;

fn board(shape: &Shape, kind: SiteType) -> Board {
    Board::new(shape, kind).expect("the board is sound")
}

fn labels(board: &Board, sites: &[Site]) -> String {
    sites.iter().map(|&s| board.label(board.kind(), s)).collect::<Vec<_>>().join(" ")
}

fn names(directions: &[Direction]) -> String {
    directions.iter().map(|d| d.name()).collect::<Vec<_>>().join(" ")
}

fn region(board: &Board, region: Region) -> String {
    labels(board, &board.region(board.kind(), region))
}

#[test]
fn regions_of_a_square() {
    let board = board(&Shape::square(4), SiteType::Cell);
    assert_eq!(region(&board, Region::Bottom), "A1 B1 C1 D1");
    assert_eq!(region(&board, Region::Right), "D1 D2 D3 D4");
    assert_eq!(region(&board, Region::Inner), "B2 C2 B3 C3");
    assert_eq!(region(&board, Region::Centre), "B2 C2 B3 C3");
    assert_eq!(region(&board, Region::Corners(Corner::Any)), "A1 D1 A4 D4");
    assert_eq!(region(&board, Region::Side(Direction::N)), "A4 B4 C4 D4");
    assert_eq!(region(&board, Region::Row(1)), "A2 B2 C2 D2");
    assert_eq!(region(&board, Region::Column(2)), "C1 C2 C3 C4");
    assert_eq!(region(&board, Region::Phase(1)), "B1 D1 A2 C2 B3 D3 A4 C4");
    assert_eq!(board.region(SiteType::Edge, Region::Edges(EdgeKind::Horizontal)).len(), 20);
}

#[test]
fn sides_of_a_hexagon_are_its_edges() {
    let board = board(&Shape::hex(3), SiteType::Cell);
    assert_eq!(board.count(SiteType::Cell), 19);
    assert_eq!(region(&board, Region::Side(Direction::S)), "A1 B1 C1");
    assert_eq!(region(&board, Region::Side(Direction::NE)), "E3 E4 E5");
    assert_eq!(region(&board, Region::Centre), "C3");
    assert_eq!(region(&board, Region::Corners(Corner::Convex)), "A1 C1 A3 E3 C5 E5");
}

#[test]
fn hexagons_have_six_ways_on_and_six_across() {
    let board = board(&Shape::hex(3), SiteType::Cell);
    let c3 = board.site(SiteType::Cell, "C3").unwrap();
    assert_eq!(names(board.directions(SiteType::Cell, RelationType::Adjacent)), "NNE E SSE SSW W NNW");
    assert_eq!(names(board.directions(SiteType::Cell, RelationType::Diagonal)), "N ENE ESE S WSW WNW");
    assert_eq!(labels(&board, board.steps(SiteType::Cell, c3, Direction::Adjacent)), "D4 D3 C2 B2 B3 C4");
    let fr = Relative::from_name("FR").unwrap();
    let right = board.relative(SiteType::Cell, Direction::N, fr, RelationType::Adjacent);
    assert_eq!(names(&right), "NNE");
}

#[test]
fn relative_directions_of_a_square() {
    let board = board(&Shape::square(4), SiteType::Cell);
    let of = |name: &str| {
        let relative = Relative::from_name(name).unwrap();
        names(&board.relative(SiteType::Cell, Direction::N, relative, RelationType::Adjacent))
    };
    assert_eq!(of("FR"), "NE");
    assert_eq!(of("FL"), "NW");
    assert_eq!(of("Forwards"), "NW N NE");
    assert_eq!(of("Rightward"), "E");
    assert_eq!(of("Backward"), "S");
}

#[test]
fn rays_go_straight_on() {
    let board = board(&Shape::square(4), SiteType::Cell);
    let rays = |label: &str, direction| {
        let site = board.site(SiteType::Cell, label).unwrap();
        board.rays(SiteType::Cell, site, direction).map(|ray| labels(&board, ray)).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(rays("A1", Direction::NE), "B2 C3 D4");
    assert_eq!(rays("B1", Direction::Orthogonal), "B2 B3 B4; C1 D1; A1");
    assert_eq!(rays("A1", Direction::S), "");
}

#[test]
fn lines_through_a_site_come_once() {
    let board = board(&Shape::square(4), SiteType::Cell);
    let lines = |direction| {
        let b2 = board.site(SiteType::Cell, "B2").unwrap();
        let show = |line: &Line<'_>| format!("{} | {}", labels(&board, line.ahead), labels(&board, line.behind));
        board.lines(SiteType::Cell, b2, direction).iter().map(show).collect::<Vec<_>>()
    };
    assert_eq!(lines(Direction::Orthogonal), ["B3 B4 | B1", "C2 D2 | A2"]);
    assert_eq!(lines(Direction::N), ["B3 B4 | B1"]);
    assert_eq!(lines(Direction::Adjacent).len(), 4);
}

#[test]
fn rings_go_round() {
    let rings = Shape::Concentric(ConcentricShape::Rings { cells: vec![1, 8, 8], stagger: false });
    let board = board(&rings, SiteType::Vertex);
    let top = board.region(SiteType::Vertex, Region::Top)[0];
    let clockwise: Vec<_> = board.rays(SiteType::Vertex, top, Direction::CW).collect();
    assert_eq!(clockwise.len(), 1);
    assert_eq!(clockwise[0].len(), 7, "all but the start");
    let inward: Vec<_> = board.rays(SiteType::Vertex, top, Direction::In).map(<[Site]>::len).collect();
    assert_eq!(inward, [2]);
    assert_eq!(board.rays(SiteType::Vertex, top, Direction::Rotational).count(), 3);
    let walk = board.walk(SiteType::Vertex, top, Direction::CW, 8, Edges::Block).unwrap();
    assert_eq!(walk, WalkEnd::At(top));
}

#[test]
fn cells_edges_and_vertices_know_each_other() {
    let board = board(&Shape::square(2), SiteType::Cell);
    assert_eq!(board.incident(SiteType::Cell, 0, SiteType::Vertex).len(), 4);
    assert_eq!(board.incident(SiteType::Cell, 0, SiteType::Edge).len(), 4);
    assert_eq!(board.incident(SiteType::Vertex, 4, SiteType::Cell), [0, 1, 2, 3]);
    for edge in 0..board.count(SiteType::Edge) as Site {
        for &cell in board.incident(SiteType::Edge, edge, SiteType::Cell) {
            assert!(board.incident(SiteType::Cell, cell, SiteType::Edge).contains(&edge));
        }
    }
}

#[test]
fn nonsense_is_refused() {
    let kind = |shape: &Shape, site: SiteType| Board::new(shape, site).map(|_| ()).unwrap_err().kind;
    let at = |x, y| Point::new(x, y);
    let square = || Box::new(Shape::square(3));
    assert_eq!(kind(&Shape::square(0), SiteType::Cell), BoardErrorKind::Empty);
    assert_eq!(kind(&Shape::square(-4), SiteType::Vertex), BoardErrorKind::Empty);
    assert_eq!(kind(&Shape::square(i32::MAX), SiteType::Cell), BoardErrorKind::TooLarge);
    assert_eq!(kind(&Shape::rectangle(100_000, 100_000), SiteType::Cell), BoardErrorKind::TooLarge);
    assert_eq!(kind(&Shape::hex(100_000), SiteType::Cell), BoardErrorKind::TooLarge);
    assert_eq!(kind(&Shape::Shift(f64::NAN, 0.0, 0.0, square()), SiteType::Cell), BoardErrorKind::BadNumber);
    assert_eq!(kind(&Shape::Scale(1e9, 1.0, 1.0, square()), SiteType::Cell), BoardErrorKind::BadNumber);
    let lonely = Shape::Explicit { vertices: vec![at(0.0, 0.0)], edges: vec![] };
    assert_eq!(kind(&lonely, SiteType::Cell), BoardErrorKind::Empty);
    let loose = Shape::Explicit { vertices: vec![at(0.0, 0.0)], edges: vec![(0, 7)] };
    assert_eq!(kind(&loose, SiteType::Vertex), BoardErrorKind::NotFound);
    let without = Shape::Remove {
        shape: square(),
        cells: vec![99],
        cells_at: vec![],
        edges: vec![],
        vertices: vec![],
        polygon: None,
        trim_edges: true,
    };
    assert_eq!(kind(&without, SiteType::Cell), BoardErrorKind::NotFound);
    assert_eq!(kind(&Shape::Keep(Polygon::default(), square()), SiteType::Cell), BoardErrorKind::BadNumber);
    let deep = (0..1000).fold(Shape::square(2), |shape, _| Shape::MakeFaces(Box::new(shape)));
    assert_eq!(kind(&deep, SiteType::Cell), BoardErrorKind::TooLarge);
}

/// Every shape in many sizes, on every kind of site: a board or an error, in reasonable time.
#[test]
fn no_shape_panics() {
    let hex = [
        HexShape::Hexagon,
        HexShape::Diamond,
        HexShape::Prism,
        HexShape::Triangle,
        HexShape::Rectangle,
        HexShape::Square,
        HexShape::Star,
        HexShape::Limping,
    ];
    for kind in SiteType::ALL {
        for n in [-1, 0, 1, 2, 3, 5] {
            let mut shapes = vec![
                Shape::Regular { sides: n, star: true },
                Shape::Wedge { rows: n, columns: 3 },
                Shape::Celtic { rows: n, columns: 3 },
                Shape::CelticOutline(Outline::Sides(vec![n, 3, -1, n])),
                Shape::Spiral { turns: n, sites: 12, clockwise: true },
                Shape::Concentric(ConcentricShape::Target { rings: n }),
                Shape::Concentric(ConcentricShape::Rings { cells: vec![n, n + 1, 0, 8], stagger: true }),
                Shape::Mancala { rows: n, columns: n, stores: Stores::Outer },
                Shape::SquareSides { sides: vec![n, n, -n, n], diagonals: None },
                Shape::Layers(n, Box::new(Shape::square(2))),
                Shape::Complete { shape: Box::new(Shape::square(n)), each_cell: false },
                Shape::Dual(Box::new(Shape::hex(n))),
                Shape::Subdivide(n, Box::new(Shape::square(n))),
                Shape::SplitCrossings(Box::new(Shape::Regular { sides: 7, star: true })),
                Shape::Trim(Box::new(Shape::Add {
                    shape: Some(Box::new(Shape::square(n))),
                    vertices: vec![Point::new(-1.0, -1.0)],
                    edges: vec![(Pick::Index(0), Pick::At(Point::new(-1.0, -1.0)))],
                    curved: vec![],
                    cells: vec![],
                    connect: true,
                })),
                Shape::Square { shape: SquareShape::Diamond, size: n, diagonals: None, pyramidal: false },
                Shape::Square { shape: SquareShape::Square, size: n, diagonals: None, pyramidal: true },
            ];
            for diagonals in [Diagonals::Alternating, Diagonals::Solid, Diagonals::Concentric, Diagonals::Radiating] {
                shapes.push(Shape::Rectangle { rows: n, columns: n + 1, diagonals: Some(diagonals) });
            }
            for shape in hex {
                shapes.push(Shape::Hex { shape, size: n, other: Some(n + 1) });
                shapes.push(Shape::Tri { shape, size: n, other: None });
            }
            for shape in shapes {
                _ = Board::new(&shape, kind);
            }
        }
    }
}

#[test]
fn large_boards_are_built_quickly() {
    let clock = std::time::Instant::now();
    let board = board(&Shape::square(19), SiteType::Cell);
    let taken = clock.elapsed();
    assert_eq!(board.count(SiteType::Cell), 361);
    println!("19×19 built in {taken:?}");
    // Unoptimised and on a busy machine it may take a while, but not this long.
    assert!(taken.as_millis() < 1000, "19×19 takes {taken:?}");
    let line = board_of_a_line(20_000);
    assert_eq!(line.rays(SiteType::Cell, 0, Direction::E).next().unwrap().len(), 19_999);
}

fn board_of_a_line(columns: i32) -> Board {
    board(&Shape::rectangle(1, columns), SiteType::Cell)
}

/// What Ludii 1.3 makes of them: how many vertices, edges and cells, and the labels of some.
#[test]
fn knots_are_numbered_and_named_as_in_ludii() {
    let sides = |sides: &[i32]| Shape::CelticOutline(Outline::Sides(sides.to_vec()));
    let corners = [(1.0, 2.0), (1.0, 6.0), (3.0, 6.0), (3.0, 4.0), (4.0, 4.0), (4.0, 2.0)];
    let polygon = Shape::CelticOutline(Outline::Polygon(Polygon::new(&corners)));
    for (shape, counts, last) in [
        (Shape::Celtic { rows: 1, columns: 1 }, [8, 12, 5], ["C3", "C3"]),
        (Shape::Celtic { rows: 3, columns: 3 }, [28, 52, 25], ["G7", "I9"]),
        (Shape::Celtic { rows: 2, columns: 4 }, [26, 48, 23], ["I5", "K7"]),
        (sides(&[4, 3, -1, 2, 3]), [32, 59, 28], ["E9", "G6"]),
        (sides(&[3, 3, 3, 3]), [22, 38, 17], ["H3", "G3"]),
        (polygon, [21, 38, 18], ["E7", "F4"]),
    ] {
        let board = board(&shape, SiteType::Vertex);
        assert_eq!(SiteType::ALL.map(|kind| board.count(kind)), counts, "{shape:?}");
        let label = |kind| board.label(kind, board.count(kind) as Site - 1);
        assert_eq!([label(SiteType::Vertex), label(SiteType::Cell)], last, "{shape:?}");
    }
    let one = board(&Shape::Celtic { rows: 1, columns: 1 }, SiteType::Cell);
    // A rounded corner shares a side with the square in the middle.
    assert_eq!(one.steps(SiteType::Cell, 0, Direction::Orthogonal), [2]);
}
