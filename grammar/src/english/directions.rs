//! Directions.

use crate::catalogue::{Prim, Type};
use crate::rules::{Term, TermKind};

use super::teller::Teller;
use super::words;

impl Teller<'_> {
    /// Directions as an adverb: `diagonally`, `forward`, `in any direction`.
    pub fn direction(&self, term: &Term) -> String {
        if let Some(said) = self.said(term) {
            return said;
        }
        self.within(|scope| scope.trace = term.origin.trace, || self.plain_direction(term))
    }

    fn plain_direction(&self, term: &Term) -> String {
        match &term.kind {
            TermKind::Symbol(word) => adverb(word),
            TermKind::List(members) => {
                let words: Vec<&str> = members.iter().filter_map(Term::symbol).collect();
                match pair(&words) {
                    Some(both) => both.to_owned(),
                    None => words::list(&members.iter().map(|member| self.direction(member)).collect::<Vec<_>>(), "or"),
                }
            }
            TermKind::Call(call) => match call.prim {
                Prim::Directions => match (call.get("directions"), call.get("from"), call.get("to")) {
                    (Some(directions), ..) => self.direction(directions),
                    (_, Some(from), Some(to)) => {
                        format!("in the direction from {} to {}", self.site(from), self.site(to))
                    }
                    _ => "in any direction".to_owned(),
                },
                Prim::DirectionNumber => match call.get("number") {
                    Some(number) => format!("in {}", self.number(number)),
                    None => String::new(),
                },
                Prim::UnionDirections => {
                    let list = call.get("list").map_or(&[][..], Term::members);
                    words::list(&list.iter().map(|part| self.direction(part)).collect::<Vec<_>>(), "or")
                }
                _ if term.ty == Type::Direction => self.part(call),
                _ => format!("towards {}", self.number(term)),
            },
            _ => self.number(term),
        }
    }

    /// A direction as the name of a side.
    pub fn compass(&self, term: &Term) -> String {
        let way = self.direction(term);
        way.strip_prefix("to the ").unwrap_or(&way).to_owned()
    }

    /// Neighbours in these directions: `orthogonally next to`.
    pub fn next_to(&self, directions: Option<&Term>) -> String {
        let Some(way) = directions.map(|directions| self.direction(directions)) else { return "next to".to_owned() };
        match way.as_str() {
            "in any direction" => "next to".to_owned(),
            _ => format!("{way} next to"),
        }
    }
}

/// Two directions that have a common name.
fn pair(words: &[&str]) -> Option<&'static str> {
    Some(match words {
        ["FL", "FR"] | ["FR", "FL"] => "diagonally forward",
        ["BL", "BR"] | ["BR", "BL"] => "diagonally backward",
        ["CW", "CCW"] | ["CCW", "CW"] => "along the ring",
        ["In", "Out"] | ["Out", "In"] => "across the rings",
        ["N", "S"] | ["S", "N"] => "along the column",
        ["E", "W"] | ["W", "E"] => "along the row",
        ["Leftward", "Rightward"] | ["Rightward", "Leftward"] => "sideways",
        ["N", "E", "S", "W"] => "orthogonally",
        _ => return None,
    })
}

/// A direction as an adverb.
pub(super) fn adverb(word: &str) -> String {
    let words = match word {
        "All" | "Adjacent" => "in any direction",
        "Orthogonal" => "orthogonally",
        "Diagonal" => "diagonally",
        "OffDiagonal" => "off the diagonals",
        "Angled" => "at an angle",
        "Axial" => "along an axis",
        "SameLayer" => "within the layer",
        "Upward" => "upwards",
        "Downward" => "downwards",
        "Rotational" => "around the centre",
        "Base" => "at the base",
        "Support" => "at the supporting sites",
        "CW" => "clockwise",
        "CCW" => "anticlockwise",
        "In" => "inwards",
        "Out" => "outwards",
        "Forward" => "straight forward",
        "Backward" => "straight backward",
        "Rightward" => "to the right",
        "Leftward" => "to the left",
        "Forwards" => "forward, straight or aslant",
        "Backwards" => "backward, straight or aslant",
        "Rightwards" => "to the right, straight or aslant",
        "Leftwards" => "to the left, straight or aslant",
        "FL" | "FLL" | "FLLL" => "diagonally forward to the left",
        "FR" | "FRR" | "FRRR" => "diagonally forward to the right",
        "BL" | "BLL" | "BLLL" => "diagonally backward to the left",
        "BR" | "BRR" | "BRRR" => "diagonally backward to the right",
        "SameDirection" => "in the same direction",
        "OppositeDirection" => "back the way it came",
        _ => return compass(word),
    };
    words.to_owned()
}

/// A direction of the compass, perhaps between layers: `to the north-east`.
fn compass(word: &str) -> String {
    let (layer, rest) = match word.strip_prefix('U') {
        Some(rest) => ("up", rest),
        None => word.strip_prefix('D').map_or(("", word), |rest| ("down", rest)),
    };
    let name = match rest {
        "N" => "north",
        "S" => "south",
        "E" => "east",
        "W" => "west",
        "NE" => "north-east",
        "NW" => "north-west",
        "SE" => "south-east",
        "SW" => "south-west",
        "NNE" => "north-north-east",
        "ENE" => "east-north-east",
        "ESE" => "east-south-east",
        "SSE" => "south-south-east",
        "SSW" => "south-south-west",
        "WSW" => "west-south-west",
        "WNW" => "west-north-west",
        "NNW" => "north-north-west",
        _ => "",
    };
    match (layer, name) {
        ("", "") => words::spaced(word),
        ("", name) => format!("to the {name}"),
        (layer, "") => layer.to_owned(),
        (layer, name) => format!("{layer} to the {name}"),
    }
}
