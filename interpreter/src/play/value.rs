//! Values of expressions.

use super::game::Game;

/// What an expression gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A whole number: a site, a player, a count.
    Int(i32),
    /// A truth value.
    Bool(bool),
    /// Sites.
    Region(Vec<u32>),
    /// So many moves.
    Moves(u32),
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
            Value::Moves(n) => format!("{n} moves"),
            Value::Fault(why) => format!("cannot be computed: {why}"),
        }
    }
}
