//! The notation of positions: what each of its fields says, as the equipment declares it.

use crate::lower::equipment::graphs;
use crate::lower::equipment::{Component, Equipment};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::diagnostic::Diagnostic;
use parlour_grammar::rules::{Call, Term};

/// A field of a position as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Field {
    /// The rows of the board, from the top.
    Board,
    /// What the zones of players hold.
    Hands,
    /// The sites that are pending.
    Pending,
    /// The counter.
    Counter,
    /// The number of the turn, from 1, in which all players move.
    Turn,
    /// The player to move, by a word for each.
    Mover(Vec<String>),
    /// Signs, each for a site whose piece is in a state.
    State {
        /// The state.
        state: i32,
        /// The signs and their sites.
        signs: Vec<(String, u32)>,
    },
    /// A variable, by its name.
    Variable(String),
}

/// Reads the notation of a game's equipment, if there is one.
pub(in crate::lower) fn read(items: &[Term], equipment: &Equipment, diags: &mut Vec<Diagnostic>) -> Vec<Field> {
    letters(items, equipment, diags);
    let mut notations = items.iter().filter(|item| item.call().is_some_and(|call| call.prim == Prim::Notation));
    let notation = notations.next().and_then(Term::call);
    if let Some(second) = notations.next() {
        let found =
            Diagnostic::error("E0590", "the notation is described twice", second.origin, "the second description");
        diags.push(found.help("keep one of them"));
    }
    let fields = notation.and_then(|call| call.get("fields")).map_or(&[][..], Term::members);
    fields.iter().filter_map(|term| field(term, term.call()?, equipment, diags)).collect()
}

/// Letters of pieces can be told from what else stands in a position, and from each other.
fn letters(items: &[Term], equipment: &Equipment, diags: &mut Vec<Diagnostic>) {
    let components = &equipment.components;
    for (i, component) in components.iter().enumerate() {
        // One item of the equipment describes the kind of every player.
        let first = !components[..i].iter().any(|other| other.item == component.item);
        let Some(letter) = component.letter.as_ref().filter(|_| first) else { continue };
        let sign = |c: char| c.is_whitespace() || c.is_ascii_digit() || "/[]-".contains(c);
        let same = |other: &Component| {
            other.owner == component.owner && other.letter.as_ref().is_some_and(|l| l.eq_ignore_ascii_case(letter))
        };
        let why = if letter.is_empty() || letter.contains(sign) {
            "it could be taken for something else"
        } else if components[..i].iter().any(same) {
            "another kind of the same player has it"
        } else {
            continue;
        };
        let message = format!("`{letter}` cannot stand for the piece `{}`", component.base);
        let found = Diagnostic::error("E0591", message, items[component.item].origin, why);
        diags.push(found.help("give it a letter of its own, such as `letter:\"N\"`"));
    }
}

fn field(term: &Term, call: &Call, equipment: &Equipment, diags: &mut Vec<Diagnostic>) -> Option<Field> {
    let mut wrong = |message: String, at: &Term, label: &str, help: &str| {
        diags.push(Diagnostic::error("E0590", message, at.origin, label).help(help));
    };
    match call.prim {
        Prim::FieldMover => {
            let words = call.get("words")?;
            let texts: Vec<String> = words.members().iter().filter_map(Term::text).map(str::to_owned).collect();
            if texts.len() != equipment.players.len() {
                let message = format!("{} words for {} players", texts.len(), equipment.players.len());
                wrong(message, words, "one word for each player is needed", "such as `(field Mover {\"w\" \"b\"})`");
                return None;
            }
            Some(Field::Mover(texts))
        }
        Prim::FieldState => {
            let mut signs = Vec::new();
            for pair in call.get("signs")?.members() {
                let text = |slot: &str| pair.call().and_then(|pair| pair.get(slot)).and_then(Term::text);
                let (Some(sign), Some(label)) = (text("key"), text("value")) else {
                    let help = "such as `(pair \"K\" \"H1\")`";
                    wrong("no sign of a site".to_owned(), pair, "a sign and the coordinate of its site", help);
                    continue;
                };
                match equipment.site(label) {
                    Some(site) => signs.push((sign.to_owned(), site)),
                    None => {
                        wrong(format!("there is no site `{label}`"), pair, "on this board", "name a site by its label")
                    }
                }
            }
            Some(Field::State { state: call.get("state").and_then(graphs::whole)?, signs })
        }
        Prim::FieldVar => Some(Field::Variable(call.get("name")?.text()?.to_owned())),
        _ => match call.get("word").and_then(Term::symbol)? {
            "Board" => Some(Field::Board),
            "Hands" if equipment.zones.iter().all(|zone| zone.owner == 0) => {
                let help = "declare one for each, such as `(zone \"Hand\" Each)`";
                wrong("no player has a zone".to_owned(), term, "nothing can be in it", help);
                None
            }
            "Hands" => Some(Field::Hands),
            "Pending" => Some(Field::Pending),
            "Counter" => Some(Field::Counter),
            _ => Some(Field::Turn),
        },
    }
}
