//! Values of expressions.

use super::game::Game;
use parlour_grammar::catalogue::{Prim, Type};
use parlour_grammar::rules::Term;

/// What an expression gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A whole number: a site, a player, a count.
    Int(i32),
    /// A truth value.
    Bool(bool),
    /// Sites.
    Region(Vec<u32>),
    /// A site; none if it is off the board.
    Site(Option<u32>),
    /// A player, or none (0), or all (a number above those of the players).
    Player(u32),
    /// A kind of piece, counted from 1; 0 for none.
    Piece(u32),
    /// Directions, by name.
    Directions(Vec<String>),
    /// What a generator makes, as moves are written.
    Moves(Vec<String>),
    /// It could not be computed.
    Fault(String),
}

impl Value {
    /// The value as text, sites by their labels.
    #[must_use]
    pub fn show(&self, game: &Game) -> String {
        match self {
            Value::Int(n) => n.to_string(),
            Value::Bool(b) => if *b { "True" } else { "False" }.to_owned(),
            Value::Region(sites) => {
                let labels: Vec<String> = sites.iter().map(|s| game.equipment().label(*s)).collect();
                format!("{{{}}}", labels.join(" "))
            }
            Value::Site(Some(site)) => game.equipment().label(*site),
            Value::Site(None) => "off the board".to_owned(),
            Value::Player(0) => "no player".to_owned(),
            Value::Player(player) if *player > game.players() => "all players".to_owned(),
            Value::Player(player) => format!("player {player}"),
            Value::Piece(0) => "no piece".to_owned(),
            Value::Piece(piece) => super::notation::component(game, *piece as i32),
            Value::Directions(names) => names.join(" "),
            Value::Moves(moves) if moves.is_empty() => "no moves".to_owned(),
            Value::Moves(moves) => {
                let plural = if moves.len() == 1 { "" } else { "s" };
                format!("{} move{plural}: {}", moves.len(), moves.join(" "))
            }
            Value::Fault(why) => format!("cannot be computed: {why}"),
        }
    }
}

/// What a number stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    Number,
    Site,
    Player,
    Piece,
}

impl Meaning {
    /// As far as a term shows it.
    pub fn of(term: &Term) -> Meaning {
        if matches!(term.ty, Type::Role | Type::Player) {
            return Meaning::Player;
        }
        if term.names_site() {
            return Meaning::Site;
        }
        let Some(call) = term.call() else { return Meaning::Number };
        match call.prim {
            Prim::PlayerIndex
            | Prim::PlayerOf
            | Prim::PlayerBy
            | Prim::Who
            | Prim::Mover
            | Prim::Next
            | Prim::Prev
            | Prim::Starter
            | Prim::Decider => Meaning::Player,
            Prim::What => Meaning::Piece,
            Prim::IfInt => call.get("yes").map_or(Meaning::Number, Meaning::of),
            _ => Meaning::Number,
        }
    }

    /// The value that a number is.
    pub fn value(self, game: &Game, n: i32) -> Value {
        let whole = u32::try_from(n);
        match (self, whole) {
            (Meaning::Site, Ok(site)) if site < game.equipment().sites => Value::Site(Some(site)),
            (Meaning::Site, Err(_)) => Value::Site(None),
            (Meaning::Player, Ok(player)) => Value::Player(player),
            (Meaning::Piece, Ok(piece)) => Value::Piece(piece),
            _ => Value::Int(n),
        }
    }
}
