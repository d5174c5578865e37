//! How moves are written: from–to, with what else tells them apart; each legal move in one way.

use super::game::Game;
use super::{Fault, Move};
use crate::program::{MoveKind, Role};
use std::collections::BTreeMap;
use std::fmt;

/// Why a text is no legal move.
#[derive(Clone, PartialEq, Debug)]
pub enum ParseMoveError {
    /// No legal move is written so; some that are like it.
    Unknown {
        /// The text.
        text: String,
        /// Legal moves that resemble it.
        near: Vec<String>,
    },
    /// Several legal moves begin so.
    Ambiguous {
        /// The text.
        text: String,
        /// The moves that begin so.
        matches: Vec<String>,
    },
    /// It is not for this player to decide.
    NotAsked {
        /// The player.
        seat: u32,
    },
    /// The rules cannot say.
    Fault(Fault),
}

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseMoveError::Unknown { text, near } if near.is_empty() => write!(f, "`{text}` is not a legal move here"),
            ParseMoveError::Unknown { text, near } => {
                write!(f, "`{text}` is not a legal move here; legal ones like it: {}", near.join(", "))
            }
            ParseMoveError::Ambiguous { text, matches } => write!(f, "`{text}` could be any of {}", matches.join(", ")),
            ParseMoveError::NotAsked { seat } => write!(f, "it is not for player {seat} to decide here"),
            ParseMoveError::Fault(fault) => write!(f, "the rules cannot say: {fault}"),
        }
    }
}

impl std::error::Error for ParseMoveError {}

/// How a move is written, as long as nothing else is written so.
pub(super) fn bare(game: &Game, m: &Move) -> String {
    let Some(rule) = game.program().rules.get(m.rule as usize) else { return format!("#{}", m.rule) };
    let value = |role: Role| rule.choices.iter().zip(&m.values).find(|((r, _), _)| *r == role).map(|(_, v)| *v);
    let site = |s: i32| u32::try_from(s).map_or_else(|_| "off".to_owned(), |s| game.equipment().label(s));
    // A piece in a stack: the site and the level, counted from 0 at the bottom.
    let piece = |at: Role, level: Role| {
        let level = value(level).map_or_else(String::new, |level| format!(".{level}"));
        value(at).map(|s| site(s) + &level)
    };
    match rule.kind {
        MoveKind::Pass => "pass".to_owned(),
        MoveKind::Word => {
            let number = value(Role::Count).map_or_else(String::new, |n| format!(" {n}"));
            rule.word.to_lowercase() + &number
        }
        MoveKind::Travel => {
            let from = piece(Role::From, Role::LevelFrom).unwrap_or_default();
            let to = piece(Role::To, Role::LevelTo).unwrap_or_default();
            match value(Role::Count) {
                Some(count) => format!("{from}-{count}-{to}"),
                None => format!("{from}-{to}"),
            }
        }
        MoveKind::Chance => {
            let values = rule.choices.iter().zip(&m.values).map(|((role, _), v)| match role {
                Role::From | Role::To => site(*v),
                Role::What => component(game, *v),
                _ => v.to_string(),
            });
            let values = values.collect::<Vec<_>>().join("-");
            if rule.word.is_empty() { values } else { format!("{}:{values}", rule.word) }
        }
        MoveKind::Assign | MoveKind::Mark => {
            let sign = if rule.kind == MoveKind::Assign { "=" } else { "/" };
            let what = value(Role::What).map_or_else(String::new, |what| component(game, what));
            format!("{}{sign}{what}", piece(Role::To, Role::LevelTo).unwrap_or_default())
        }
        MoveKind::Number => value(Role::Count).unwrap_or_default().to_string(),
        MoveKind::Place | MoveKind::Effect => match (piece(Role::To, Role::LevelTo), value(Role::What)) {
            (Some(to), _) => to,
            // A piece that goes from one zone to another is all that the move is about.
            (None, Some(what)) => component(game, what),
            (None, None) if rule.word.is_empty() => "do".to_owned(),
            (None, None) => rule.word.to_lowercase(),
        },
    }
}

pub(super) fn component(game: &Game, number: i32) -> String {
    let found = game.equipment().components.get((number as usize).wrapping_sub(1));
    found.map_or_else(|| number.to_string(), |c| c.name.clone())
}

/// What else tells a move from others written alike.
fn rest(game: &Game, m: &Move) -> String {
    let rule = &game.program().rules[m.rule as usize];
    let others = rule.choices.iter().zip(&m.values).filter(|((role, _), _)| {
        let told = matches!(role, Role::From | Role::To | Role::LevelFrom | Role::LevelTo)
            || rule.kind == MoveKind::Travel && *role == Role::Count
            || matches!(rule.kind, MoveKind::Assign | MoveKind::Mark) && *role == Role::What;
        !told
    });
    let piece = rule.piece.map(|piece| component(game, piece as i32));
    others
        .map(|((role, _), v)| match role {
            Role::What => component(game, *v),
            _ => v.to_string(),
        })
        .chain(piece)
        .collect::<Vec<_>>()
        .join(",")
}

/// How each of the legal moves is written.
pub(super) fn notations(game: &Game, moves: &[Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(|m| bare(game, m)).collect();
    let shared = |texts: &[String]| -> BTreeMap<String, u32> {
        let mut counts = BTreeMap::new();
        texts.iter().for_each(|t| *counts.entry(t.clone()).or_insert(0) += 1);
        counts
    };
    let counts = shared(&texts);
    for (text, m) in texts.iter_mut().zip(moves) {
        if counts[text] > 1 {
            let rest = rest(game, m);
            if !rest.is_empty() {
                *text = format!("{text}={rest}");
            }
        }
    }
    // What is still the same does the same by different rules: they are numbered.
    let counts = shared(&texts);
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for text in &mut texts {
        if counts[text] > 1 {
            let n = seen.entry(text.clone()).or_insert(0);
            *n += 1;
            if *n > 1 {
                *text = format!("{text}~{n}");
            }
        }
    }
    texts
}

/// A text as moves are compared: small letters, and one arrow.
pub(crate) fn plain(text: &str) -> String {
    text.trim().to_lowercase().replace("->", "-").replace('>', "-")
}

/// Whether a rule of the game could write a move so, in some position.
pub(super) fn is_possible(game: &Game, text: &str) -> bool {
    let text = plain(text);
    let whole = text.split_once('~').map_or(&*text, |(text, _)| text);
    let text = whole.split_once('=').map_or(whole, |(text, _)| text);
    let number = |text: &str| text.parse::<i64>().is_ok();
    let site = |text: &str| text == "off" || game.equipment().site(text).is_some();
    let piece = |text: &str| {
        text.is_empty() || site(text) || text.rsplit_once('.').is_some_and(|(at, level)| site(at) && number(level))
    };
    let kind = |text: &str| game.equipment().components.iter().any(|c| c.name.to_lowercase() == text);
    let outcome = |text: &str| number(text) || site(text) || kind(text);
    game.program().rules.iter().any(|rule| match rule.kind {
        MoveKind::Pass => text == "pass",
        MoveKind::Word => {
            let numbered = rule.choices.iter().any(|(role, _)| *role == Role::Count);
            let rest = text.strip_prefix(&rule.word.to_lowercase());
            rest.is_some_and(|rest| if numbered { number(rest.trim_start()) } else { rest.is_empty() })
        }
        MoveKind::Number => number(text),
        MoveKind::Travel => text.match_indices('-').any(|(i, _)| {
            let to = &text[i + 1..];
            piece(&text[..i]) && (piece(to) || to.split_once('-').is_some_and(|(n, to)| number(n) && piece(to)))
        }),
        MoveKind::Chance => {
            let word = rule.word.to_lowercase();
            let values = if word.is_empty() { Some(text) } else { text.strip_prefix(&format!("{word}:")) };
            values.is_some_and(|values| joined(values, &outcome))
        }
        MoveKind::Assign => whole.split_once('=').is_some_and(|(at, what)| piece(at) && kind(what)),
        MoveKind::Mark => whole.rsplit_once('/').is_some_and(|(at, what)| piece(at) && kind(what)),
        MoveKind::Effect if !rule.word.is_empty() => text == rule.word.to_lowercase(),
        MoveKind::Place | MoveKind::Effect => text == "do" || !text.is_empty() && (piece(text) || kind(text)),
    })
}

/// Whether a text is one or several values with hyphens between them, which may have hyphens themselves.
fn joined(text: &str, value: &impl Fn(&str) -> bool) -> bool {
    value(text) || text.match_indices('-').any(|(i, _)| value(&text[..i]) && joined(&text[i + 1..], value))
}

/// Whether a move could begin so: with a site and a hyphen, or with the beginning of a name.
pub(super) fn may_begin(game: &Game, start: &str) -> bool {
    let start = plain(start);
    let at = |text: &str| {
        let text = text.rsplit_once('.').map_or(text, |(at, _)| at);
        text.is_empty() || game.equipment().site(text).is_some()
    };
    let whole = start.match_indices('-').any(|(i, _)| at(&start[..i]));
    let equipment = game.equipment();
    let sites = equipment.containers.iter().map(|c| c.first + c.sites).max().unwrap_or(0);
    let named = |name: &str| !name.is_empty() && name.to_lowercase().starts_with(&start);
    let word = |word: &str| named(word) || !word.is_empty() && start.starts_with(&(word.to_lowercase() + ":"));
    whole
        || is_possible(game, &start)
        || (0..sites).any(|site| named(&equipment.label(site)))
        || equipment.components.iter().any(|c| named(&c.name))
        || game.program().rules.iter().any(|rule| word(&rule.word))
}

/// The legal move that is written so: exactly, or with more than is needed to tell it from the others.
pub(super) fn written<'m>(game: &Game, text: &str, moves: &'m [(Move, String)]) -> Option<&'m Move> {
    let wanted = plain(text);
    let full =
        |m: &Move| wanted.contains('=') && format!("{}={}", bare(game, m), rest(game, m)).to_lowercase() == wanted;
    let short = moves.iter().find(|(_, t)| t.to_lowercase() == wanted);
    short.or_else(|| moves.iter().find(|(m, _)| full(m))).map(|(m, _)| m)
}

/// The legal move that a text stands for: written so, or as the only one that begins so.
pub(super) fn find(game: &Game, text: &str, moves: &[(Move, String)]) -> Result<Move, ParseMoveError> {
    let wanted = plain(text);
    if let Some(m) = written(game, text, moves) {
        return Ok(m.clone());
    }
    let matches: Vec<&(Move, String)> =
        moves.iter().filter(|(_, t)| !wanted.is_empty() && t.to_lowercase().starts_with(&wanted)).collect();
    match matches[..] {
        [(m, _)] => Ok(m.clone()),
        [] => {
            let sites = |text: &str| text.split('=').next().unwrap_or_default().to_lowercase();
            let whole = sites(&wanted);
            let first = whole.split('-').next().unwrap_or_default();
            let alike =
                moves.iter().filter(|(_, t)| !first.is_empty() && sites(t).split('-').any(|part| part == first));
            let mut near: Vec<String> = alike.map(|(_, t)| t.clone()).collect();
            // What is about the same sites altogether comes first.
            near.sort_by_key(|t| sites(t) != whole);
            near.truncate(8);
            Err(ParseMoveError::Unknown { text: text.trim().to_owned(), near })
        }
        _ => Err(ParseMoveError::Ambiguous {
            text: text.trim().to_owned(),
            matches: matches.iter().take(8).map(|(_, t)| t.clone()).collect(),
        }),
    }
}
