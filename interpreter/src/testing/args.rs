//! The arguments of steps. Each reader gives `None` where what stands there is something else.

use super::steps::{Decider, Kind, Standing, Word};
use crate::play::Audience;
use parlour_grammar::diagnostic::codes;
use parlour_grammar::expand::Selection;
use parlour_grammar::tree::{Node, NodeKind};

/// Reads a step by its head and what follows it.
pub(super) fn step(head: &str, items: &[Node]) -> Option<Kind> {
    Some(match (head, items) {
        ("with", items) => Kind::With(selection(items)?),
        ("each", items) => Kind::Each(words(items)?),
        ("setup", [text]) => Kind::Setup(text.text()?.to_owned()),
        ("play", [items @ .., Node { kind: NodeKind::Named(named), .. }]) if named.name == "times" => {
            Kind::Play(some_words(items)?, u16::try_from(int(&named.value)?).ok().filter(|times| *times > 0)?)
        }
        ("play", items) => Kind::Play(some_words(items)?, 1),
        ("chance", []) => Kind::Chance(0),
        ("chance", [Node { kind: NodeKind::Named(named), .. }]) if named.name == "seed" => {
            Kind::Chance(u64::try_from(int(&named.value)?).ok()?)
        }
        ("moves", [count]) => Kind::Moves(usize::try_from(int(count)?).ok()?, None),
        ("moves", [count, start]) => Kind::Moves(usize::try_from(int(count)?).ok()?, Some(start.text()?.to_owned())),
        ("legal", items) => Kind::Legal(some_words(items)?),
        ("illegal", items) => Kind::Illegal(some_words(items)?),
        ("only", items) => Kind::Only(words(items)?),
        ("board", [text]) => Kind::Board(text.text()?.to_owned()),
        ("score", [_, ..]) => Kind::Score(ints(items)?),
        ("record", [name, values @ ..]) if !values.is_empty() => Kind::Record(name.text()?.to_owned(), ints(values)?),
        ("round", [number]) => Kind::Round(int(number)?),
        ("seats", [_, ..]) => Kind::Seats(ints(items)?),
        ("mover", [player]) => Kind::Mover(self::player(player)?),
        ("node", [who, name]) => {
            let who = match who.symbol() {
                Some("Chance") => Decider::Chance,
                Some("Nobody") => Decider::Nobody,
                _ => Decider::Player(player(who)?),
            };
            Kind::Node(who, name.text()?.to_owned())
        }
        ("history", items) => Kind::History(items.iter().map(audience).collect::<Option<_>>()?),
        ("sees", [seat, lines @ ..]) => Kind::Sees(player(seat)?, some_words(lines)?),
        ("knows", [seat, moves @ ..]) => Kind::Knows(player(seat)?, words(moves)?),
        ("ranks", [_, ..]) => Kind::Ranks(items.iter().map(number).collect::<Option<_>>()?),
        ("result", items) => Kind::Result(standing(items)?),
        ("check", [expression]) => Kind::Check(expression.origin),
        ("error", [code]) if is_code(code, 'E') => Kind::Finding(code.text()?.to_owned(), None),
        ("error", [code, chosen]) if is_code(code, 'E') => Kind::Finding(code.text()?.to_owned(), Some(word(chosen)?)),
        ("warning", [code]) if is_code(code, 'W') => Kind::Finding(code.text()?.to_owned(), None),
        _ => return None,
    })
}

fn is_code(node: &Node, family: char) -> bool {
    node.text().is_some_and(|code| code.starts_with(family) && codes::explain(code).is_some())
}

fn word(node: &Node) -> Option<Word> {
    Some(Word { text: node.text()?.to_owned(), origin: node.origin })
}

fn words(items: &[Node]) -> Option<Vec<Word>> {
    items.iter().map(word).collect()
}

/// At least one.
fn some_words(items: &[Node]) -> Option<Vec<Word>> {
    words(items).filter(|words| !words.is_empty())
}

fn int(node: &Node) -> Option<i64> {
    match node.kind {
        NodeKind::Int(n) => Some(n),
        _ => None,
    }
}

fn ints(items: &[Node]) -> Option<Vec<i64>> {
    items.iter().map(int).collect()
}

fn number(node: &Node) -> Option<f64> {
    match node.kind {
        NodeKind::Real(n) => Some(n),
        _ => int(node).map(|n| n as f64),
    }
}

/// `P2`, or 2.
fn player(node: &Node) -> Option<u32> {
    let number = match node.symbol() {
        Some(word) => word.strip_prefix('P')?.parse().ok()?,
        None => u32::try_from(int(node)?).ok()?,
    };
    (number > 0).then_some(number)
}

fn audience(node: &Node) -> Option<Audience> {
    match node.symbol() {
        Some("All") => Some(Audience::All),
        Some("Nobody") => Some(Audience::Nobody),
        _ => player(node).map(Audience::Only),
    }
}

fn standing(items: &[Node]) -> Option<Standing> {
    let (last, players) = items.split_last()?;
    match (last.symbol()?, players) {
        ("Ongoing", []) => Some(Standing::Ongoing),
        ("Draw", []) => Some(Standing::Draw),
        ("Loss", []) => Some(Standing::Loss),
        ("Win", [_, ..]) => {
            let mut players: Vec<u32> = players.iter().map(player).collect::<Option<_>>()?;
            players.sort_unstable();
            Some(Standing::Win(players))
        }
        _ => None,
    }
}

fn selection(items: &[Node]) -> Option<Selection> {
    let mut selection = Selection::default();
    for item in items {
        match &item.kind {
            NodeKind::Text(text) => {
                let (name, value) = text.split_once('=')?;
                selection.options.push((name.trim().to_owned(), value.trim().to_owned()));
            }
            NodeKind::Named(named) if named.name == "ruleset" && selection.ruleset.is_none() => {
                selection.ruleset = Some(named.value.text()?.to_owned());
            }
            _ => return None,
        }
    }
    (selection != Selection::default()).then_some(selection)
}
