use super::*;
use crate::board::{ConcentricShape, Shape, Stores};

fn board(shape: &Shape, kind: SiteType) -> Board {
    Board::new(shape, kind).expect("the board is sound")
}

/// A few pieces on the board's own sites: one, a stack of three, one of another player.
fn some(board: &Board) -> impl Fn(SiteType, Site) -> Vec<Token> {
    let own = board.kind();
    move |kind, site| match (kind == own, site) {
        (true, 0) => vec![Token::new("x", 1)],
        (true, 2) => vec![Token::new("x", 1), Token::new("x", 1), Token::new("o", 2)],
        (true, 5) => vec![Token::new("o", 2)],
        _ => vec![],
    }
}

fn morris() -> Shape {
    Shape::Concentric(ConcentricShape::Polygons {
        sides: 4,
        rings: 3,
        midpoints: true,
        join_midpoints: true,
        join_corners: false,
    })
}

fn shown(shape: &Shape, kind: SiteType) -> String {
    let board = board(shape, kind);
    text(&board, &some(&board), Style::default())
}

#[test]
fn grid_as_text() {
    insta::assert_snapshot!(shown(&Shape::square(4), SiteType::Cell));
}

#[test]
fn hexagons_as_text() {
    insta::assert_snapshot!(shown(&Shape::hex(3), SiteType::Cell));
}

#[test]
fn morris_as_text() {
    insta::assert_snapshot!(shown(&morris(), SiteType::Vertex));
}

#[test]
fn mancala_as_text() {
    insta::assert_snapshot!(shown(&Shape::Mancala { rows: 2, columns: 6, stores: Stores::Outer }, SiteType::Vertex));
}

#[test]
fn edges_as_text() {
    insta::assert_snapshot!(shown(&Shape::square(3), SiteType::Edge));
}

#[test]
fn rings_as_text() {
    let rings = Shape::Concentric(ConcentricShape::Rings { cells: vec![1, 4, 8], stagger: false });
    insta::assert_snapshot!(shown(&rings, SiteType::Cell));
}

#[test]
fn layers_as_text() {
    insta::assert_snapshot!(shown(&Shape::Layers(2, Box::new(Shape::square(2))), SiteType::Vertex));
}

#[test]
fn wide_grids_are_shown_in_parts_and_other_wide_boards_as_lists() {
    let narrow = Style { unicode: false, width: 20 };
    let grid = board(&Shape::square(12), SiteType::Cell);
    let shown = text(&grid, &some(&grid), narrow);
    assert!(shown.lines().all(|line| line.len() <= 20), "{shown}");
    assert_eq!(shown.matches("12 ").count(), 3, "{shown}");
    assert!(shown.contains("A   B   C   D") && shown.contains("I   J   K   L"), "{shown}");
    let hexagons = board(&Shape::hex(9), SiteType::Cell);
    assert_eq!(text(&hexagons, &some(&hexagons), narrow), "A1: x\nC1: xxo\nF1: o\n");
}

#[test]
fn labels_are_escaped() {
    let board = board(&Shape::square(1), SiteType::Cell);
    let content = |_: SiteType, _: Site| vec![Token::new("<&\u{7}\">", 9)];
    let picture = page(&Scene { board: &board, content: &content, panels: vec![], notes: vec![] }).document();
    assert!(picture.contains("&lt;&amp;&quot;&gt;"));
}
