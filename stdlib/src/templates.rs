//! Games to begin from: small, whole, and tested. `parlour new` writes them under another name.

/// What a template's game is called.
pub const NAME: &str = "Name of the Game";

/// A game to begin from.
#[derive(Clone, Copy, Debug)]
pub struct Template {
    /// What it is chosen by; also the stem of its files.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// The rule file.
    pub game: &'static str,
    /// Its tests.
    pub test: &'static str,
}

macro_rules! templates {
    ($($name:literal: $about:literal,)*) => {
        /// Every template, the usual one first.
        pub const TEMPLATES: &[Template] = &[$(Template {
            name: $name,
            about: $about,
            game: include_str!(concat!("../templates/", $name, ".game")),
            test: include_str!(concat!("../templates/", $name, ".test")),
        }),*];
    };
}

templates! {
    "board": "pieces are put on a square board; a row of them wins",
    "stacks": "stacks walk as many steps as they are high; whoever is on top owns them",
    "cards": "both players choose a card of their hand unseen; the higher one wins the trick",
    "dice": "throw as often as you dare; a one loses the points of the turn",
}
