//! Pictures as they are written: small ones, each in a snapshot of its own. After a change, `INSTA_UPDATE=always cargo test --test suite pictures`;
//! look at what has changed.

use parlour_interpreter::board::{Board, Shape, Site, SiteType};
use parlour_interpreter::picture::{Content, Look, Page, Panel, Scene, Token, film, page, strip};

fn assert_picture(name: &str, svg: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("pictures");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, svg));
}

fn square(size: i32) -> Board {
    Board::new(&Shape::square(size), SiteType::Cell).expect("the board is sound")
}

/// A few pieces: one, a stack of three, one of another player.
fn some(_: SiteType, site: Site) -> Vec<Token> {
    match site {
        0 => vec![Token::new("x", 1)],
        2 => vec![Token::new("x", 1), Token::new("x", 1), Token::new("o", 2)],
        5 => vec![Token::new("o", 2)],
        _ => vec![],
    }
}

fn scene<'a>(board: &'a Board, content: &'a dyn Content) -> Scene<'a> {
    Scene { board, content, panels: vec![], notes: vec![] }
}

#[test]
fn grid_as_svg() {
    let board = square(3);
    assert_picture("grid", &page(&scene(&board, &some)).document());
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
    let board = square(2);
    assert_picture("tall_stack", &page(&scene(&board, &Moved)).document());
}

#[test]
fn hands_and_notes_as_svg() {
    let board = square(1);
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
    assert_picture("hands_and_notes", &page(&all).document());
}

#[test]
fn films_and_strips_hold_every_position() {
    let board = square(2);
    let pages: Vec<Page> = (0..4).map(|_| page(&scene(&board, &Moved))).collect();
    assert_eq!(strip(&pages).matches("<g ").count(), 4);
    let film = film(&pages, 0.5);
    assert_eq!(film.matches("<animate ").count(), 4);
    assert!(film.contains("keyTimes=\"0;0.50000;1.00000\" dur=\"3s\""), "{film}");
    assert_eq!(film.matches("<g visibility=\"visible\">").count(), 1);
}
