//! Boards as text and as SVG, for every shape. Pure: the same board and pieces give the same picture.
//!
//! ```
//! use parlour_interpreter::board::{Board, Shape, SiteType};
//! use parlour_interpreter::picture::{self, Style, Token};
//! let board = Board::new(&Shape::square(3), SiteType::Cell)?;
//! let middle = |kind, site| if (kind, site) == (SiteType::Cell, 4) { vec![Token::new("X", 1)] } else { vec![] };
//! let picture = picture::text(&board, &middle, Style::default());
//! assert_eq!(picture, "\
//! 3 . . .
//! 2 . X .
//! 1 . . .
//!   A B C
//! ");
//! # Ok::<(), parlour_interpreter::board::BoardError>(())
//! ```

mod svg;
mod text;

pub use svg::{Page, film, page, strip};
pub use text::{Style, text};

use crate::board::{Board, Point, Site, SiteType};

/// A piece, or whatever else a site shows, in a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// A few letters, or a sign.
    pub text: String,
    /// Whose it is; 0 for no one's. Decides colour and shape.
    pub owner: u8,
    /// How it is drawn.
    pub look: Look,
}

/// How a token is drawn; text shows all of them alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// In the shape and the colour of its owner.
    Piece,
    /// In the shape of its owner and this colour.
    Tinted(Tint),
    /// As what is written on the ground: a number, without a piece that bears it.
    Written,
    /// As a card that lies face up.
    Card,
    /// As a card that lies face down.
    Back,
}

/// The colours that pieces may be of, whoever they belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "colours need no words")]
pub enum Tint {
    White,
    Black,
    Red,
    Blue,
    Green,
    Yellow,
    Violet,
    Turquoise,
    Orange,
    Brown,
    Grey,
    Pink,
}

impl Tint {
    /// The colour of this name, or with this first letter: `B` is blue.
    #[must_use]
    pub fn named(name: &str) -> Option<Tint> {
        let name = name.to_ascii_lowercase();
        // Of two colours with one first letter, the earlier is meant by it.
        const NAMES: [(&str, Tint); 15] = [
            ("white", Tint::White),
            ("red", Tint::Red),
            ("blue", Tint::Blue),
            ("green", Tint::Green),
            ("yellow", Tint::Yellow),
            ("violet", Tint::Violet),
            ("orange", Tint::Orange),
            ("turquoise", Tint::Turquoise),
            ("pink", Tint::Pink),
            ("black", Tint::Black),
            ("brown", Tint::Brown),
            ("grey", Tint::Grey),
            ("gray", Tint::Grey),
            ("purple", Tint::Violet),
            ("cyan", Tint::Turquoise),
        ];
        let whole = NAMES.iter().find(|(full, _)| *full == name);
        whole.or_else(|| NAMES.iter().find(|(full, _)| name.len() == 1 && full.starts_with(&name))).map(|found| found.1)
    }
}

impl Token {
    /// The token with this text, of this owner.
    #[must_use]
    pub fn new(text: impl Into<String>, owner: u8) -> Self {
        Self { text: text.into(), owner, look: Look::Piece }
    }
}

/// What stands on a site, from the bottom up.
pub trait Content {
    /// The tokens of a site; none if it is empty.
    fn tokens(&self, kind: SiteType, site: Site) -> Vec<Token>;

    /// Whether sites of a kind on which there is nothing are left blank.
    fn blank(&self, kind: SiteType) -> bool {
        let _ = kind;
        false
    }

    /// Pairs of sites that one piece covers.
    fn joined(&self, _kind: SiteType) -> Vec<(Site, Site)> {
        Vec::new()
    }

    /// The paths across the tile on a site.
    fn paths(&self, _kind: SiteType, _site: Site) -> Vec<Stroke> {
        Vec::new()
    }

    /// The sites of the last move, in its order: where it came from, if that is known, and where it went. Pictures mark them.
    fn last(&self) -> Vec<(SiteType, Site)> {
        Vec::new()
    }

    /// The sites that text marks: where the last move went, unless something else is to be shown.
    fn starred(&self) -> Vec<(SiteType, Site)> {
        self.last().last().copied().into_iter().collect()
    }
}

/// A path across a tile, in the coordinates of the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// One end.
    pub from: Point,
    /// The other.
    pub to: Point,
    /// Whose colour it has; 0 for no one's.
    pub owner: u8,
}

impl<F: Fn(SiteType, Site) -> Vec<Token>> Content for F {
    fn tokens(&self, kind: SiteType, site: Site) -> Vec<Token> {
        self(kind, site)
    }
}

/// All that a picture shows.
pub struct Scene<'a> {
    /// The board.
    pub board: &'a Board,
    /// What stands on it.
    pub content: &'a dyn Content,
    /// What lies beside it.
    pub panels: Vec<Panel>,
    /// What is said below it, a line each.
    pub notes: Vec<String>,
}

/// A hand, a zone: pieces that lie in a row beside the board.
pub struct Panel {
    /// Its name.
    pub title: String,
    /// The pieces, equal ones together with their number.
    pub piles: Vec<(Token, u32)>,
}

/// Which kinds of site a picture must show: the board's own, and others on which something stands.
fn kinds(board: &Board, content: &dyn Content) -> Vec<SiteType> {
    let used = |kind: SiteType| (0..board.count(kind) as Site).any(|s| !content.tokens(kind, s).is_empty());
    SiteType::ALL.into_iter().filter(|&kind| kind == board.kind() || used(kind)).collect()
}

#[cfg(test)]
mod tests;
