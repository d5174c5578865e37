//! What a text may ask: moves as far as they are named.

use crate::machine::{Move, Wanted};
use crate::play::{Game, notation};
use crate::program::{MoveKind, Role};
use parlour_grammar::diagnostic::did_you_mean;

/// What can be asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// Why a move is legal, or not.
    Move(String),
    /// Why the game is over, or not.
    End,
    /// What did what of the last move.
    Last,
}

impl Question {
    /// `end`, `last`, or a move.
    #[must_use]
    pub fn parse(text: &str) -> Question {
        match text.trim() {
            "end" => Question::End,
            "last" => Question::Last,
            text => Question::Move(text.to_owned()),
        }
    }
}

/// A legal move.
pub(super) fn exactly(game: &Game, chosen: &Move) -> Wanted {
    let rule = &game.program().rules[chosen.rule as usize];
    let named =
        rule.choices.iter().zip(&chosen.values).filter(|((role, _), _)| !matches!(role, Role::Other | Role::Die));
    Wanted {
        kinds: vec![rule.kind],
        word: (rule.kind == MoveKind::Word).then(|| rule.word.clone()),
        choices: named.map(|((role, _), value)| (*role, *value)).collect(),
    }
}

/// `pass`, `swap`, `a1-b2`, `a1-3-b2`, `a1.2-b2`, `b2`, each perhaps with `=Piece` or `=3`; `3`; `Piece`.
pub(super) fn read(game: &Game, text: &str, legal: &[String]) -> Result<Vec<Wanted>, String> {
    let text = text.trim().replace("->", "-").replace('>', "-");
    let of = |kinds: &[MoveKind], choices: Vec<(Role, i32)>| Wanted { kinds: kinds.to_vec(), word: None, choices };
    if text.eq_ignore_ascii_case("pass") {
        return Ok(vec![of(&[MoveKind::Pass], Vec::new())]);
    }
    let rules = &game.program().rules;
    if rules.iter().any(|rule| rule.kind == MoveKind::Word && rule.word.eq_ignore_ascii_case(&text)) {
        return Ok(vec![Wanted { word: Some(text), ..of(&[MoveKind::Word], Vec::new()) }]);
    }
    if let Ok(number) = text.parse::<i32>() {
        return match rules.iter().any(|rule| rule.kind == MoveKind::Number) {
            true => Ok(vec![of(&[MoveKind::Number], vec![(Role::Count, number)])]),
            false => Err(format!("there is no move number {number}: they are numbered from 1 to {}", legal.len())),
        };
    }
    let piece = |name: &str| {
        let named = game.equipment().components.iter().position(|c| c.name.eq_ignore_ascii_case(name));
        named.map(|at| at as i32 + 1)
    };
    if let Some(component) = piece(&text) {
        return Ok(vec![of(&[], vec![(Role::What, component)])]);
    }
    let (sites, rest) = text.split_once('=').map_or((text.as_str(), None), |(sites, rest)| (sites, Some(rest)));
    let mut more = Vec::new();
    for part in rest.into_iter().flat_map(|rest| rest.split(',')) {
        match (piece(part), part.parse()) {
            (Some(component), _) => more.push((Role::What, component)),
            (None, Ok(state)) => more.push((Role::State, state)),
            (None, Err(_)) => return Err(format!("`{part}` is neither a piece of this game nor a number")),
        }
    }
    let parts: Vec<&str> = sites.split('-').collect();
    let (from, count, to) = match parts[..] {
        [at] => (None, None, at),
        [from, to] => (Some(from), None, to),
        [from, count, to] => (Some(from), Some(count), to),
        _ => return Err(unreadable(&text, legal)),
    };
    let mut choices = more;
    if let Some(count) = count {
        choices.push((Role::Count, count.parse().map_err(|_| unreadable(&text, legal))?));
    }
    let Some(from) = from else {
        let at = site(game, to, (Role::To, Role::LevelTo), &text, legal)?;
        let start = at.iter().map(|(role, v)| (if *role == Role::To { Role::From } else { Role::LevelFrom }, *v));
        let start = start.chain(choices.iter().copied()).collect();
        choices.extend(at);
        return Ok(vec![of(&[], choices), of(&[MoveKind::Travel], start)]);
    };
    choices.extend(site(game, from, (Role::From, Role::LevelFrom), &text, legal)?);
    choices.extend(site(game, to, (Role::To, Role::LevelTo), &text, legal)?);
    Ok(vec![of(&[], choices)])
}

/// A site, perhaps with a level: `a1`, `a1.2`.
fn site(
    game: &Game,
    text: &str,
    roles: (Role, Role),
    whole: &str,
    legal: &[String],
) -> Result<Vec<(Role, i32)>, String> {
    let equipment = game.equipment();
    let (label, level) = match equipment.site(text) {
        Some(_) => (text, None),
        None => text.rsplit_once('.').map_or((text, None), |(label, level)| (label, level.parse().ok())),
    };
    let Some(site) = equipment.site(label) else {
        // Only what looks like a site is taken for one.
        if !label.chars().any(|c| c.is_ascii_digit()) {
            return Err(unreadable(whole, legal));
        }
        let (first, last) = (equipment.label(0), equipment.label(equipment.board_sites().saturating_sub(1)));
        let labels: Vec<String> = (0..equipment.sites).map(|site| equipment.label(site)).collect();
        let near = did_you_mean(label, labels.iter().map(String::as_str));
        let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        return Err(format!(
            "there is no site `{label}`: the sites of this board are called `{first}` to `{last}`{near}"
        ));
    };
    Ok(std::iter::once((roles.0, site as i32)).chain(level.map(|level| (roles.1, level))).collect())
}

fn unreadable(text: &str, legal: &[String]) -> String {
    let example = legal.first().map(|example| format!(": here they are written like `{example}`")).unwrap_or_default();
    let near = did_you_mean(text, legal.iter().map(String::as_str));
    let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    format!("`{text}` does not read as a move{example}{near}")
}

/// Legal moves that share a site with one that is not.
pub(super) fn near(game: &Game, wanted: &Wanted, legal: &[String], most: usize) -> Vec<String> {
    let label = |role: Role| {
        let named = wanted.choices.iter().find(|(r, _)| *r == role);
        named.map(|(_, site)| game.equipment().label(*site as u32))
    };
    let from = label(Role::From);
    let whole = from.iter().chain(&label(Role::To)).cloned().collect::<Vec<_>>().join("-");
    let mut near: Vec<String> = Vec::new();
    for site in from.into_iter().chain(label(Role::To)) {
        let like = legal.iter().filter(|text| {
            let sites = text.split_once('=').map_or(text.as_str(), |(sites, _)| sites);
            sites.split('-').any(|part| part == site || part.split('.').next() == Some(&site))
        });
        let mut like: Vec<&String> = like.collect();
        // What is about the same sites altogether comes first.
        like.sort_by_key(|text| text.split('=').next() != Some(&whole));
        for text in like {
            if near.len() < most && !near.contains(text) {
                near.push(text.clone());
            }
        }
        if !near.is_empty() {
            break;
        }
    }
    near
}

/// How a kind of piece is written.
pub(super) fn piece_name(game: &Game, component: u32) -> String {
    notation::component(game, component as i32)
}
