//! Every primitive has words, and none of them shows how it is written.

use super::teller::Teller;
use super::{explain, markdown};
use crate::catalogue::{Catalogue, Type};
use crate::check::{check, check_expression};
use crate::expand::{Expanded, NoFiles, Selection, expand};
use crate::span::Sources;
use crate::tree::Node;

/// The types whose rows are told by what stands around them, and say nothing alone.
const PARTS: &[Type] = &[
    Type::Game,
    Type::Players,
    Type::PlayerSpec,
    Type::Mode,
    Type::Equipment,
    Type::Item,
    Type::Track,
    Type::Values,
    Type::Flips,
    Type::Pair,
    Type::CardSpec,
    Type::Hint,
    Type::Path,
    Type::Attribute,
    Type::Graph,
    Type::Poly,
    Type::Rules,
    Type::Meta,
    Type::MetaRule,
    Type::Start,
    Type::StartRule,
    Type::ItemCount,
    Type::Play,
    Type::Phase,
    Type::NextPhase,
    Type::End,
    Type::EndRule,
    Type::Result,
    Type::FinalScore,
    Type::Payoff,
    Type::Rounds,
    Type::Record,
    Type::Games,
    Type::Subgame,
    Type::Field,
    Type::From,
    Type::To,
    Type::Between,
    Type::Then,
    Type::Apply,
];

fn read(text: &str) -> (Sources, Expanded, Node) {
    let mut sources = Sources::default();
    let file = sources.add("example", format!("(game {text})"));
    let expanded = expand(&mut sources, file, &Selection::default(), &[], &NoFiles);
    let node = expanded.game.clone().expect("a form");
    let inner = node.call().and_then(|items| items.get(1)).cloned().expect("the example");
    (sources, expanded, inner)
}

#[test]
fn every_primitive_has_words() {
    let mut wrong = Vec::new();
    for row in &Catalogue::get().rows {
        if PARTS.contains(&row.ty) {
            continue;
        }
        let (sources, expanded, node) = read(row.example);
        let (term, found) = check_expression(&node, Some(row.ty), &[]);
        let Some(term) = term else {
            wrong.push(format!("{}: {found:?}", row.example));
            continue;
        };
        let teller = Teller::new(&term, &expanded, &sources);
        teller.begin();
        let text = teller.any_phrase(&term);
        if text.trim().is_empty() || text == "a number" || leak(&text).is_some() {
            wrong.push(format!("{}: {} says “{text}”", row.name(), row.example));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What of the language shows in a text, if anything does.
fn leak(text: &str) -> Option<String> {
    text.split(|c: char| c.is_whitespace() || "“”.,;:'*".contains(c))
        .find(|word| {
            let inner = word.chars().skip(1).any(char::is_uppercase) && word.chars().any(char::is_lowercase);
            inner || word.contains(['{', '}', '#', '<', '>'])
        })
        .map(str::to_owned)
}

#[test]
fn definitions_speak_for_themselves() {
    let text = r#"
        // Where one may go.
        //   says: an empty square within <Reach> of #1
        (define "Near" (intersection (sites Empty) (expand #1 steps:<Reach>)))
        (option "Reach" <Reach> range:1..9 default:3)
        (game "Walk"
            (players 2)
            (equipment { (board (square 5)) (piece "Disc" Each) })
            (rules
                (play (move Add (to ("Near" (sites Centre)))))
                (end (if (is Full) (result Mover Draw)))))
    "#;
    let mut sources = Sources::default();
    let file = sources.add("walk", text);
    let expanded = expand(&mut sources, file, &Selection::default(), &[], &NoFiles);
    let (rules, found) = check(expanded.game.as_ref().expect("a game"), &[]);
    let rules = rules.unwrap_or_else(|| panic!("{found:?}"));
    let told = markdown(&explain(&rules.game, &expanded, &sources), None);
    assert!(told.contains("put one of your Discs on an empty square within three of the central squares."), "{told}");
}
