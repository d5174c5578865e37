//! Reasons: places in the rules, with what is so there.

use crate::machine::{Asked, Near, Told};
use crate::play::Game;
use crate::play::value::{Meaning, Value};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::rules::{Term, TermKind};
use parlour_grammar::span::{Origin, Span};

/// A place in a file, counted from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The file, as messages call it.
    pub file: String,
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
}

/// A form of the rules, and what is so of it here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// What it is: `made by`, `would be made by`, `nearest`, `condition`, `end`, `effect`.
    pub role: &'static str,
    /// Where it is written.
    pub place: Place,
    /// How it begins.
    pub text: String,
    /// Whether it holds, for a condition.
    pub holds: Option<bool>,
    /// What is so: `6 < 5`.
    pub says: Option<String>,
    /// Terms within it, and their values.
    pub values: Vec<(String, String)>,
    /// The definitions that it came through, innermost first, each with the place of the call.
    pub through: Vec<(String, Place)>,
}

/// Characters of a form that are shown.
const LONGEST: usize = 90;
/// Terms whose values are shown.
const MOST_VALUES: usize = 8;
/// Sites that are shown.
const MOST_SITES: usize = 16;
/// Calls that are shown.
const MOST_CALLS: usize = 4;

impl Reason {
    /// A form of the rules.
    pub(super) fn of(role: &'static str, game: &Game, origin: Origin) -> Reason {
        let frames = game.expanded().traces.frames(origin.trace);
        let through = frames.take(MOST_CALLS).map(|frame| (frame.what.clone(), place(game, frame.call.span)));
        Reason {
            role,
            place: place(game, origin.span),
            text: excerpt(game, origin.span),
            holds: None,
            says: None,
            values: Vec::new(),
            through: through.collect(),
        }
    }

    /// A form that made other moves, or none.
    pub(super) fn of_near(game: &Game, near: &Near) -> Reason {
        let mut reason = Reason::of("nearest", game, near.origin);
        reason.says = Some("makes moves, but not this one".to_owned());
        for (least, most) in &near.bounds {
            let range = match least <= most {
                true => format!("{least} to {most}"),
                false => "nothing".to_owned(),
            };
            reason.values.push(("(value)".to_owned(), range));
        }
        reason.add_values(game, &near.values, near.origin);
        reason
    }

    /// Reasons in which a constraint is told once, with all the sites that it has been asked of.
    pub(super) fn told_once(reasons: Vec<Reason>) -> Vec<Reason> {
        let mut once: Vec<Reason> = Vec::new();
        for reason in reasons {
            let of_sites = |says: &Option<String>| says.as_ref().is_some_and(|says| says.starts_with("of "));
            let same = once.iter_mut().find(|other| {
                (other.role, &other.place, other.holds) == (reason.role, &reason.place, reason.holds)
                    && of_sites(&other.says)
                    && of_sites(&reason.says)
            });
            match same {
                Some(other) => {
                    let both = [other.says.take(), reason.says].into_iter().flatten().collect::<Vec<_>>();
                    other.says = Some(both.join("; "));
                    // They are those of one of the sites.
                    other.values.clear();
                }
                None => once.push(reason),
            }
        }
        once
    }

    fn add_values(&mut self, game: &Game, values: &[(Origin, bool, Told)], whole: Origin) {
        for (origin, ty, told) in values.iter().filter(|(origin, ..)| *origin != whole) {
            let told = match told {
                Told::Times(held, 1) => if *held == 1 { "true" } else { "false" }.to_owned(),
                Told::Times(held, asked) => format!("true {held} of {asked} times"),
                told => shown(game, &value(game, *origin, *ty, told)),
            };
            let of = (excerpt(game, origin.span), told);
            if self.values.len() < MOST_VALUES && !self.values.contains(&of) {
                self.values.push(of);
            }
        }
    }

    /// A condition that was asked.
    pub(super) fn of_condition(role: &'static str, game: &Game, asked: &Asked) -> Reason {
        let mut reason = Reason::of(role, game, asked.origin);
        reason.holds = Some(asked.holds);
        reason.says = match &asked.sites {
            Some((sought, sites)) => {
                let all = shown(game, &Value::Region(sites.clone()));
                let found = sought.iter().find(|site| sites.contains(site));
                let label = |site: u32| game.equipment().label(site);
                let labels: Vec<String> = sought.iter().map(|site| label(*site)).collect();
                Some(match found {
                    None if sites.is_empty() => "no site is such a one here".to_owned(),
                    Some(site) => format!("{} is among {all}", label(*site)),
                    None if labels.len() > 1 => format!("neither {} is among {all}", labels.join(" nor ")),
                    None => format!("{} is not among {all}", labels.join("")),
                })
            }
            None => comparison(game, asked).map(|says| {
                let verdict = if asked.holds { "true" } else { "false" };
                format!("{says} is {verdict}")
            }),
        };
        // A constraint tells the sites that it has been asked of.
        let about =
            asked.values.iter().find(|(origin, _, told)| *origin == asked.origin && matches!(told, Told::Sites(_)));
        if let Some((origin, ty, told)) = about.filter(|_| asked.sites.is_none()) {
            let of = format!("of {}", shown(game, &value(game, *origin, *ty, told)).trim_matches(['{', '}']));
            reason.says = Some(match reason.says.take() {
                Some(says) => format!("{of}: {says}"),
                None => of,
            });
        }
        reason.add_values(game, &asked.values, asked.origin);
        if asked.holds && !asked.wanted {
            let says = reason.says.take().map(|says| format!("{says}; ")).unwrap_or_default();
            reason.says = Some(format!("{says}it must not hold"));
        }
        reason
    }
}

/// `6 < 5`, for a condition that compares.
fn comparison(game: &Game, asked: &Asked) -> Option<String> {
    let call = find(game.term(), asked.origin)?.call()?;
    let sign = match call.prim {
        Prim::Equals => "=",
        Prim::NotEquals => "≠",
        Prim::Less => "<",
        Prim::LessOrEqual => "≤",
        Prim::Greater => ">",
        Prim::GreaterOrEqual => "≥",
        _ => return None,
    };
    let (a, b) = (call.get("a")?, call.get("b")?);
    let operand = |term: &Term| match &term.kind {
        TermKind::Int(n) => Some(n.to_string()),
        TermKind::Symbol(word) => Some(word.clone()),
        TermKind::Text(text) => Some(text.clone()),
        _ => {
            let told = asked.values.iter().find(|(origin, ..)| *origin == term.origin);
            told.map(|(origin, ty, told)| shown(game, &value(game, *origin, *ty, told)))
        }
    };
    Some(format!("{} {sign} {}", operand(a)?, operand(b)?))
}

fn value(game: &Game, origin: Origin, truth: bool, told: &Told) -> Value {
    match told {
        Told::Sites(sites) => {
            Value::Region(sites.iter().copied().filter(|site| *site < game.equipment().sites).collect())
        }
        Told::Int(n) if truth => Value::Bool(*n != 0),
        Told::Int(n) => find(game.term(), origin).map_or(Meaning::Number, Meaning::of).value(game, *n),
        Told::Nothing | Told::Times(..) => Value::Int(0),
    }
}

fn shown(game: &Game, value: &Value) -> String {
    match value {
        Value::Region(sites) if sites.len() > MOST_SITES => {
            let first = Value::Region(sites[..MOST_SITES].to_vec()).show(game);
            format!("{} … {} in all}}", first.trim_end_matches('}'), sites.len())
        }
        Value::Bool(holds) => if *holds { "true" } else { "false" }.to_owned(),
        value => value.show(game),
    }
}

/// The term of a place.
fn find(term: &Term, origin: Origin) -> Option<&Term> {
    if term.origin == origin && term.call().is_some() {
        return Some(term);
    }
    match &term.kind {
        TermKind::List(members) => members.iter().find_map(|member| find(member, origin)),
        TermKind::Range(ends) => find(&ends.0, origin).or_else(|| find(&ends.1, origin)),
        TermKind::Call(call) => call.args.iter().find_map(|(_, arg)| find(arg, origin)),
        _ => None,
    }
}

fn place(game: &Game, span: Span) -> Place {
    let Some(source) = game.sources().find(span.file) else {
        return Place { file: "?".to_owned(), line: 1, column: 1 };
    };
    let before = &source.text[..source.text.floor_char_boundary(span.start as usize)];
    let begin = before.rfind('\n').map_or(0, |at| at + 1);
    Place {
        file: source.name.clone(),
        line: before.matches('\n').count() + 1,
        column: before[begin..].chars().count() + 1,
    }
}

/// The text of a form, in one line.
fn excerpt(game: &Game, span: Span) -> String {
    if game.sources().find(span.file).is_none() {
        return "…".to_owned();
    }
    let mut text = String::new();
    for line in game.sources().slice(span).lines() {
        // A comment would swallow what follows.
        let code = line.split("//").next().unwrap_or_default().trim();
        if !code.is_empty() {
            text += if text.is_empty() { "" } else { " " };
            text += code;
        }
    }
    if text.chars().count() <= LONGEST {
        return text;
    }
    text.chars().take(LONGEST - 1).collect::<String>() + "…"
}
