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
    assert_eq!(text(&hexagons, &some(&hexagons), narrow), "A1: x\nA3: xxo\nA6: o\n");
}

fn scene<'a>(board: &'a Board, content: &'a dyn Content) -> Scene<'a> {
    Scene { board, content, panels: vec![], notes: vec![] }
}

#[test]
fn grid_as_svg() {
    let board = board(&Shape::square(3), SiteType::Cell);
    insta::assert_snapshot!(page(&scene(&board, &some(&board))).document());
}

/// A move from one site of a board to another, on which a stack too tall to be shown whole stands.
struct Moved;

impl Content for Moved {
    fn tokens(&self, kind: SiteType, site: Site) -> Vec<Token> {
        if (kind, site) == (SiteType::Cell, 3) { vec![Token::new("x", 3); 9] } else { vec![] }
    }

    fn last(&self) -> Vec<(SiteType, Site)> {
        vec![(SiteType::Cell, 0), (SiteType::Cell, 3)]
    }
}

#[test]
fn a_move_of_a_tall_stack_as_svg() {
    let board = board(&Shape::square(2), SiteType::Cell);
    insta::assert_snapshot!(page(&scene(&board, &Moved)).document());
}

#[test]
fn hands_and_notes_as_svg() {
    let board = board(&Shape::square(1), SiteType::Cell);
    let card = |text: &str, look| Token { look, ..Token::new(text, 0) };
    let panels = vec![
        Panel {
            title: "hand1".into(),
            piles: vec![(card("K\u{2665}", Look::Card), 1), (card("7\u{2660}", Look::Card), 2)],
        },
        Panel { title: "hand2".into(), piles: vec![(card("", Look::Back), 12)] },
        Panel { title: "off".into(), piles: vec![] },
    ];
    let empty = |_: SiteType, _: Site| vec![];
    let all = Scene { panels, notes: vec!["scores: player 1: 3".into()], ..scene(&board, &empty) };
    insta::assert_snapshot!(page(&all).document());
}

#[test]
fn films_and_strips_hold_every_position() {
    let board = board(&Shape::square(2), SiteType::Cell);
    let pages: Vec<Page> = (0..4).map(|_| page(&scene(&board, &Moved))).collect();
    assert_eq!(strip(&pages).matches("<g ").count(), 4);
    let film = film(&pages, 0.5);
    assert_eq!(film.matches("<animate ").count(), 4);
    assert!(film.contains("keyTimes=\"0;0.50000;1.00000\" dur=\"3s\""), "{film}");
    assert_eq!(film.matches("<g visibility=\"visible\">").count(), 1);
}

#[test]
fn labels_are_escaped() {
    let board = board(&Shape::square(1), SiteType::Cell);
    let picture = page(&scene(&board, &|_: SiteType, _: Site| vec![Token::new("<&\u{7}\">", 9)])).document();
    assert!(picture.contains("&lt;&amp;&quot;&gt;"));
}
