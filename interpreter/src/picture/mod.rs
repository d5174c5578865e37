//! Boards as text and as SVG, for every shape. Pure: the same board and pieces give the same picture.
//!
//! ```
//! use parlour_interpreter::board::{Board, Shape, SiteType};
//! use parlour_interpreter::picture::{self, Token};
//! let board = Board::new(&Shape::square(3), SiteType::Cell)?;
//! let middle = |kind, site| if (kind, site) == (SiteType::Cell, 4) { vec![Token::new("X", 1)] } else { vec![] };
//! let picture = picture::text(&board, &middle, false);
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

pub use svg::svg;
pub use text::text;

use crate::board::{Board, Site, SiteType};

/// A piece, or whatever else a site shows, in a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// A few letters, or a sign.
    pub text: String,
    /// Whose it is; 0 for no one's. Decides the colour.
    pub owner: u8,
}

impl Token {
    /// The token with this text, of this owner.
    #[must_use]
    pub fn new(text: impl Into<String>, owner: u8) -> Self {
        Self { text: text.into(), owner }
    }
}

/// What stands on a site, from the bottom up.
pub trait Content {
    /// The tokens of a site; none if it is empty.
    fn tokens(&self, kind: SiteType, site: Site) -> Vec<Token>;

    /// Whether the last move was made to the site; pictures mark it.
    fn is_last(&self, _kind: SiteType, _site: Site) -> bool {
        false
    }
}

impl<F: Fn(SiteType, Site) -> Vec<Token>> Content for F {
    fn tokens(&self, kind: SiteType, site: Site) -> Vec<Token> {
        self(kind, site)
    }
}

/// Which kinds of site a picture must show: the board's own, and others on which something stands.
fn kinds(board: &Board, content: &dyn Content) -> Vec<SiteType> {
    let used = |kind: SiteType| (0..board.count(kind) as Site).any(|s| !content.tokens(kind, s).is_empty());
    SiteType::ALL.into_iter().filter(|&kind| kind == board.kind() || used(kind)).collect()
}

#[cfg(test)]
mod tests;
