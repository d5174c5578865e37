//! What changed, in words.

use super::question::piece_name;
use super::reason::Reason;
use crate::machine::Step;
use crate::play::{Setup, SetupPiece, State};
use std::collections::BTreeMap;

/// The forms that did something, each with what it did.
pub(super) fn reasons(before: &State, steps: &[Step]) -> Vec<Reason> {
    let mut reasons: Vec<Reason> = Vec::new();
    let mut state = before.clone();
    let mut at = 0;
    while at < steps.len() {
        // What one form does without another in between is told at once.
        let mut last = at;
        while steps.get(last + 1).is_some_and(|next| next.origin == steps[at].origin && next.part == steps[at].part) {
            last += 1;
        }
        let old = seen(&state);
        state.look_at(&steps[last].after);
        let changes = differences(&old, &seen(&state));
        if let Some(origin) = steps[at].origin.filter(|_| !changes.is_empty()) {
            reasons.push(Reason { says: Some(changes.join("; ")), ..Reason::of("effect", state.game(), origin) });
        }
        at = last + 1;
    }
    reasons
}

/// What stands on a site.
pub(super) fn stands(state: &State, site: u32) -> String {
    let label = state.game().equipment().label(site);
    let pieces = state.pieces(site);
    if pieces.is_empty() {
        return format!("{label} is empty");
    }
    let owner = |component: u32| {
        let owner = state.game().equipment().components[component as usize - 1].owner;
        if (1..=state.game().players()).contains(&owner) { format!(" of player {owner}") } else { String::new() }
    };
    let top = pieces.last().expect("it is not empty").component;
    match state.count(site) {
        1 => format!("{label} holds {}{}", piece_name(state.game(), top), owner(top)),
        n if pieces.len() == 1 => format!("{label} holds {n} {}{}", piece_name(state.game(), top), owner(top)),
        n => format!("{label} holds {n} pieces, {}{} on top", piece_name(state.game(), top), owner(top)),
    }
}

/// Everything that can be told of a position, by what it is about.
fn seen(state: &State) -> BTreeMap<String, String> {
    let setup: Setup = state.setup();
    let list = |pieces: &[SetupPiece]| pieces.iter().rev().map(SetupPiece::to_string).collect::<Vec<_>>().join(",");
    let mut seen: BTreeMap<String, String> = BTreeMap::new();
    for (label, pieces) in setup.sites.iter().chain(&setup.zones) {
        seen.insert(label.clone(), list(pieces));
    }
    seen.extend(setup.variables.iter().map(|(name, value)| (format!("var {name}"), value.to_string())));
    for (player, score) in setup.scores.iter().flatten().enumerate() {
        seen.insert(format!("score of player {}", player + 1), score.to_string());
    }
    for (player, amount) in setup.amounts.iter().flatten().enumerate() {
        seen.insert(format!("amount of player {}", player + 1), amount.to_string());
    }
    seen.extend(setup.pot.map(|pot| ("pot".to_owned(), pot.to_string())));
    let program = state.game().program();
    seen.insert("next to move".to_owned(), format!("player {}", state.field(program.wellknown.next, 0)));
    for (i, field) in program.fields.iter().enumerate().filter(|(_, field)| field.name == "counter") {
        let id = crate::program::op::FieldId(i as u16);
        seen.insert(field.name.clone(), state.field(id, 0).to_string());
    }
    let phase = program.wellknown.phase_of;
    for player in phase.iter().flat_map(|_| 1..=state.game().players()) {
        let node = phase.map_or(0, |field| state.field(field, player));
        let name = program.nodes.get(node as usize).map_or("", |node| node.name.as_str());
        seen.insert(format!("phase of player {player}"), name.to_owned());
    }
    if let Some(outcome) = state.outcome() {
        let ranks: Vec<String> = outcome.ranks.iter().map(ToString::to_string).collect();
        seen.insert("the game".to_owned(), format!("over, ranks {}", ranks.join(" ")));
    }
    seen
}

/// `a1: White → empty`.
fn differences(old: &BTreeMap<String, String>, new: &BTreeMap<String, String>) -> Vec<String> {
    let all: std::collections::BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let word = |text: Option<&String>| text.filter(|t| !t.is_empty()).cloned().unwrap_or_else(|| "empty".to_owned());
    let changed = all.into_iter().filter(|key| old.get(*key) != new.get(*key));
    changed.map(|key| format!("{key}: {} → {}", word(old.get(key)), word(new.get(key)))).collect()
}
