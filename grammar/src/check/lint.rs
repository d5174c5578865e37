//! What is well formed and makes no sense: choices without values, conditions that are always true, things said twice.
//!
//! Only what is written so in one place counts: a `True` that an option or an argument puts there has its reason elsewhere.

use std::collections::BTreeMap;

use super::names::each_term;
use crate::catalogue::{Alternative, Prim, Slot, SlotKind, SlotType, Type};
use crate::diagnostic::{Diagnostic, codes};
use crate::rules::{Call, Rules, Term, TermKind};
use crate::span::Trace;

/// Looks at every ludeme of the rules.
pub fn lint(rules: &Rules) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    each_term(&rules.game, &mut |term| {
        if let Some(call) = term.call() {
            runs_backwards(term, call, &mut found);
            flags(call, &mut found);
            below_zero(call, &mut found);
            divides_by_zero(call, &mut found);
            nameless(call, &mut found);
            of_kind(term, call, &mut found);
            conditions(term, call, &mut found);
        }
    });
    unused_pieces(rules, &mut found);
    pieces_of_nobody(rules, &mut found);
    found
}

fn of_kind(term: &Term, call: &Call, found: &mut Vec<Diagnostic>) {
    match call.prim {
        Prim::Choose => choose(call, found),
        Prim::AttributeSpec => {
            if let Some(values) = call.get("values") {
                some_values(values, "the attribute has no value", found);
            }
        }
        Prim::PieceKind => {
            let attributes = call.get("attributes").map_or(&[][..], Term::members);
            let names = attributes.iter().filter_map(|a| a.call()?.get("name"));
            twice(names, codes::ATTRIBUTE_TWICE, "the piece has the attribute", "leave one of them out", found);
        }
        Prim::AnyOrder => {
            let steps = call.get("list").map_or(&[][..], Term::members);
            let names = steps.iter().filter_map(|s| s.call().filter(|c| c.prim == Prim::TurnStep)?.get("name"));
            let help = "a player who chooses one could not say which: give them different names";
            twice(names, codes::STEP_TWICE, "there is already a step", help, found);
        }
        Prim::Ranking if call.get("criteria").is_some_and(|criteria| criteria.members().is_empty()) => {
            found.push(
                Diagnostic::error(codes::NO_CRITERIA, "a ranking by nothing", term.origin, "there is no criterion")
                    .help("say what counts, the more the better: `(ranking { (score Player) })`"),
            );
        }
        Prim::IsAngle if call.get("word").and_then(Term::symbol) == Some("Reflex") => {
            let message = "a condition that is never true";
            let finding = Diagnostic::warning(codes::CONSTANT, message, term.origin, "never true");
            found.push(
                finding.help("two lines meet in no more than half a turn: `(is Obtuse …)` asks for a wide angle"),
            );
        }
        Prim::Turn => {
            for slot in ["begin", "end"] {
                let ends = |c: &&Call| c.prim == Prim::Finish && c.get("word").and_then(Term::symbol) == Some("Turn");
                if let Some(at) = call.get(slot).filter(|t| t.call().filter(ends).is_some()) {
                    let message = format!("`{slot}:` only finishes the turn");
                    found.push(
                        Diagnostic::warning(codes::IDLE, message, at.origin, "so nothing else happens in it")
                            .help("leave it out, or say when: `(if … (finish Turn))`"),
                    );
                }
            }
        }
        _ => {}
    }
}

fn choose(call: &Call, found: &mut Vec<Diagnostic>) {
    if let Some(values) = call.get("values") {
        some_values(values, "there is nothing to choose", found);
    }
    let Some(words) = call.get("words") else { return };
    some_values(words, "there is nothing to choose", found);
    twice(
        words.members().iter(),
        codes::WORD_TWICE,
        "there is already a choice",
        "each word stands for one choice",
        found,
    );
    for word in words.members() {
        let Some(text) = word.text() else { continue };
        let odd = text.chars().find(|c| !(c.is_alphanumeric() || " -_'.+!?&%/*=".contains(*c)));
        let label = match odd {
            Some(c) => format!("`{}` cannot stand in a move", c.escape_debug()),
            None if text.trim().is_empty() => "this word is empty".to_owned(),
            None => continue,
        };
        found.push(
            Diagnostic::error(codes::BAD_CHOICE_WORD, "a choice that cannot be written as a move", word.origin, label)
                .help("players type it, and trials keep it: use letters, digits, blanks and hyphens"),
        );
    }
}

/// A range of numbers whose lower end is the second one: there is nothing in it. (Sites and faces may be listed downwards.)
fn runs_backwards(term: &Term, call: &Call, found: &mut Vec<Diagnostic>) {
    let ends = match (call.prim, call.get("range").or(call.get("values")).map(|range| (range, &range.kind))) {
        (Prim::Range, _) => call.get("min").zip(call.get("max")).map(|(from, to)| (term, from, to)),
        // A loop that a definition writes may well be empty for some of its arguments.
        (Prim::ForEachValue | Prim::StartForEachValue, _) if term.origin.trace == Trace::NONE => {
            call.get("min").zip(call.get("max")).map(|(from, to)| (term, from, to))
        }
        (_, Some((range, TermKind::Range(ends)))) => Some((range, &ends.0, &ends.1)),
        _ => None,
    };
    let Some((range, from, to)) = ends else { return };
    let (TermKind::Int(from), TermKind::Int(to)) = (&from.kind, &to.kind) else { return };
    if from > to {
        let right = match call.prim {
            Prim::Range => format!("(range {to} {from})"),
            Prim::ForEachValue | Prim::StartForEachValue => format!("min:{to} max:{from}"),
            _ => format!("{to}..{from}"),
        };
        let message = "there is nothing in this range";
        found.push(
            Diagnostic::error(codes::NO_VALUES, message, range.origin, "it runs backwards")
                .help(format!("name the lower end first: `{right}`")),
        );
    }
}

/// A flag that is left to play.
fn flags(call: &Call, found: &mut Vec<Diagnostic>) {
    let slots = &call.prim.row().signatures[call.signature].slots;
    for (name, value) in &call.args {
        let is_flag = |slot: &&Slot| slot.name == *name && slot.ty == SlotType::one(Type::Flag);
        if value.call().is_some() && slots.iter().any(|slot| is_flag(&slot)) {
            let message = format!("`{name}:` is not known before play");
            found.push(
                Diagnostic::error(codes::FLAG_IN_PLAY, message, value.origin, "this is asked in play").help(format!(
                    "write `{name}:True` or `{name}:False`, and choose between two forms with `(if … …)`"
                )),
            );
        }
    }
}

/// What is counted has no number below zero.
const COUNTS: &[&str] = &[
    "count",
    "distance",
    "k",
    "maxCount",
    "maxState",
    "maxValue",
    "min",
    "num",
    "numPerHole",
    "rings",
    "sides",
    "size",
    "steps",
    "top",
    "upTo",
];

fn below_zero(call: &Call, found: &mut Vec<Diagnostic>) {
    // Along a track one may go back; numbers that are no counts may be any; how many are placed is asked of the numbers worked out.
    let may = |name: &str| match call.prim {
        Prim::Place | Prim::PlaceStack | Prim::PlaceRandom => name == "count",
        Prim::TrackSiteMove => name == "steps",
        Prim::ForEachValue | Prim::StartForEachValue | Prim::Range => name == "min",
        Prim::Concentric => name == "sides",
        _ => false,
    };
    for (name, value) in call.args.iter().filter(|(name, _)| COUNTS.contains(name) && !may(name)) {
        if let TermKind::Int(n) = value.kind
            && n < 0
        {
            let message = format!("`{name}:` is below zero");
            let finding = Diagnostic::error(codes::BELOW_ZERO, message, value.origin, "so many there cannot be");
            found.push(finding.help("write a number from 0 on"));
        }
    }
}

fn divides_by_zero(call: &Call, found: &mut Vec<Diagnostic>) {
    let divisor = call.get("b").filter(|_| matches!(call.prim, Prim::Divide | Prim::Modulo));
    if let Some(zero) = divisor.filter(|term| matches!(term.kind, TermKind::Int(0))) {
        found.push(
            Diagnostic::error(codes::BY_ZERO, "a division by zero", zero.origin, "nothing can be divided by this")
                .help("the second number is the one that divides"),
        );
    }
}

/// A name of blanks only, by which nothing can be spoken of.
fn nameless(call: &Call, found: &mut Vec<Diagnostic>) {
    if let Some(name) = call.get("name").filter(|name| name.text().is_some_and(|text| text.trim().is_empty())) {
        found.push(
            Diagnostic::error(codes::NAMELESS, "a name is empty", name.origin, "nothing is written here")
                .help("rules, moves and boards speak of it by its name: give it one"),
        );
    }
}

/// A collection that must have a member.
fn some_values(values: &Term, message: &str, found: &mut Vec<Diagnostic>) {
    if matches!(&values.kind, TermKind::List(members) if members.is_empty()) {
        found.push(
            Diagnostic::error(codes::NO_VALUES, message, values.origin, "this is empty")
                .help("give at least one value"),
        );
    }
}

/// Texts that stand twice among others.
fn twice<'t>(
    texts: impl Iterator<Item = &'t Term>,
    code: &'static str,
    message: &str,
    help: &str,
    found: &mut Vec<Diagnostic>,
) {
    let mut seen: Vec<(String, &Term)> = Vec::new();
    for term in texts {
        let Some(text) = term.text() else { continue };
        // Words of moves are the same in upper and lower case.
        let plain = text.to_lowercase();
        match seen.iter().find(|(other, _)| *other == plain) {
            Some((_, first)) => found.push(
                Diagnostic::error(code, format!("{message} \"{text}\""), term.origin, "again here")
                    .also(first.origin, "first here")
                    .help(help),
            ),
            None => seen.push((plain, term)),
        }
    }
}

/// Conditions that do not depend on anything.
fn conditions(term: &Term, call: &Call, found: &mut Vec<Diagnostic>) {
    let signature = &call.prim.row().signatures[call.signature];
    for (name, arg) in &call.args {
        let Some(slot) = signature.slots.iter().find(|slot| slot.name == *name) else { continue };
        let asks = slot.ty == SlotType(vec![Alternative::One(Type::Bool)]);
        if !asks || slot.kind == SlotKind::Named && !matches!(*name, "if" | "until") {
            continue;
        }
        let members = if slot.kind == SlotKind::Rest { arg.members() } else { std::slice::from_ref(arg) };
        for condition in members {
            // What an option or a definition brings may well be constant in one use of it.
            let written_here = condition.origin.trace == Trace::NONE && term.origin.trace == Trace::NONE;
            let Some(value) = constant(condition).filter(|_| written_here) else {
                continue;
            };
            // A game of one turn ends in any case.
            if value && call.prim == Prim::EndIf {
                continue;
            }
            // A slide that may capture nothing says so.
            if !value && call.prim == Prim::To {
                continue;
            }
            let (what, help) = match value {
                true => ("always true", "leave it out, or say what it depends on"),
                false => ("never true", "so what depends on it never happens: leave it out, or say what it depends on"),
            };
            let message = format!("a condition that is {what}");
            found.push(Diagnostic::warning(codes::CONSTANT, message, condition.origin, what).help(help));
        }
    }
}

/// What a condition is, if its text alone tells.
fn constant(condition: &Term) -> Option<bool> {
    if let TermKind::Bool(value) = condition.kind {
        return Some(value);
    }
    let call = condition.call()?;
    let numbers: Vec<i32> = call
        .args
        .iter()
        .filter(|(_, arg)| arg.origin.trace == condition.origin.trace)
        .filter_map(|(_, arg)| match arg.kind {
            TermKind::Int(value) => Some(value),
            _ => None,
        })
        .collect();
    let [a, b] = numbers[..] else { return None };
    match call.prim {
        Prim::Equals => Some(a == b),
        Prim::NotEquals => Some(a != b),
        Prim::Less => Some(a < b),
        Prim::LessOrEqual => Some(a <= b),
        Prim::Greater => Some(a > b),
        Prim::GreaterOrEqual => Some(a >= b),
        _ => None,
    }
}

/// What is asked about pieces of somebody, where all pieces of the game belong to nobody.
fn pieces_of_nobody(rules: &Rules, found: &mut Vec<Diagnostic>) {
    let (mut owned, mut free) = (false, false);
    let mut asked: Vec<&Term> = Vec::new();
    each_term(&rules.game, &mut |term| {
        let Some(call) = term.call() else { return };
        let role = call.get("role").and_then(Term::symbol);
        let nobodys = |usual: &str| matches!(role.unwrap_or(usual), "Shared" | "All" | "Neutral" | "P0");
        match call.prim {
            Prim::PieceKind | Prim::Die | Prim::MancalaBoard => owned |= !nobodys("Each"),
            Prim::Tile => (owned, free) = (owned || !nobodys("Shared"), free || nobodys("Shared")),
            Prim::Dominoes | Prim::Domino | Prim::Deck | Prim::Card => free = true,
            Prim::NoPieces | Prim::CountPieces if !nobodys("All") => asked.push(term),
            _ => {}
        }
    });
    if owned || !free {
        return;
    }
    found.extend(asked.into_iter().map(|term| {
        let message = "the pieces of this game belong to nobody";
        Diagnostic::warning(codes::NOBODYS_PIECES, message, term.origin, "so nobody has any").help(
            "ask about sites instead: `(all Sites (sites Hand Mover) if:(is Empty (site)))`; or leave the player out",
        )
    }));
}

/// Pieces that no rule speaks of. Rules that say no piece, as `(move Add (to …))` does, may mean any of the mover's.
fn unused_pieces(rules: &Rules, found: &mut Vec<Diagnostic>) {
    let bare = |text: &str| text.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
    let (mut pieces, mut said, mut unsaid) = (Vec::new(), BTreeMap::<String, usize>::new(), false);
    each_term(&rules.game, &mut |term| {
        if let Some(call) = term.call() {
            match call.prim {
                Prim::PieceKind => pieces.extend(call.get("name")),
                // A site or an effect may be given as the number of a kind.
                prim => unsaid |= call.get("piece").is_none() && NAME_NO_PIECE.contains(&prim),
            }
        }
        if let Some(text) = term.text() {
            // `Card-hearts-14` is a kind of `Card`.
            *said.entry(bare(text.split('-').next().unwrap_or(text))).or_default() += 1;
        }
    });
    if unsaid {
        return;
    }
    for name in &pieces {
        let Some(text) = name.text() else { continue };
        // Its own declaration, and those of the same name for other players, say nothing of its use.
        let declared = pieces.iter().filter(|other| other.text().map(bare) == Some(bare(text))).count();
        if said.get(&bare(text)).is_none_or(|n| *n <= declared) {
            let message = format!("no rule speaks of the piece \"{text}\"");
            found.push(
                Diagnostic::warning(codes::UNUSED_PIECE, message, name.origin, "it never comes into play")
                    .help("place it at the start, let a move add it, or leave it out"),
            );
        }
    }
}

/// Ludemes that put pieces into play without their names.
const NAME_NO_PIECE: &[Prim] =
    &[Prim::Add, Prim::Claim, Prim::Dominoes, Prim::Deck, Prim::PieceRef, Prim::StartSetSite, Prim::SetSite];
