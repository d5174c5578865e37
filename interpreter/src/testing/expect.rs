//! What tests expect of a position.

use super::diff;
use super::steps::{Decider, Kind, Standing, Word};
use crate::play::{Audience, Setup, State, Value, picture, plain};
use parlour_grammar::diagnostic::codes;
use parlour_grammar::parse::{Lexeme, tokenize};
use parlour_grammar::span::{FileId, Origin, Sources};

/// An expectation that is not met.
pub(super) struct Unmet {
    pub code: &'static str,
    pub message: String,
    /// More of it, in several lines.
    pub detail: String,
    /// Where, if not at the step as a whole.
    pub origin: Option<Origin>,
}

type Met = Result<(), Unmet>;

fn unmet(message: impl Into<String>, detail: impl Into<String>) -> Unmet {
    Unmet { code: codes::TEST_FAILS, message: message.into(), detail: detail.into(), origin: None }
}

/// Expected and found, each on a line of its own.
fn differ(message: &str, expected: impl ToString, found: impl ToString) -> Unmet {
    unmet(message, format!("- {}\n+ {}", expected.to_string(), found.to_string()))
}

fn equal(message: &str, expected: String, found: String) -> Met {
    if expected == found { Ok(()) } else { Err(differ(message, expected, found)) }
}

/// Most legal moves that are listed where one is missed.
const MOST_LISTED: usize = 60;

/// Looks whether what a step expects is so.
pub(super) fn look(kind: &Kind, sources: &Sources, state: &mut State) -> Met {
    match kind {
        Kind::Moves(count, start) => {
            if let Some(start) = start.as_ref().filter(|start| !state.game().could_begin(start)) {
                return Err(mistyped(format!("no move of this game can begin with `{start}`"), &legal(state)?));
            }
            let mut found = legal(state)?;
            let begins = |text: &String, start: &str| plain(text).starts_with(&plain(start));
            found.retain(|text| start.as_ref().is_none_or(|start| begins(text, start)));
            if found.len() == *count {
                return Ok(());
            }
            let which = start.as_ref().map_or_else(String::new, |start| format!(" that begin with `{start}`"));
            let message = format!("{count} legal moves{which} were expected, but there are {}", found.len());
            Err(unmet(message, listed(&found)))
        }
        Kind::Legal(words) => {
            let found = legal(state)?;
            for word in words {
                if !is_legal(state, word)? {
                    return Err(at(word, "is not legal", listed(&found)));
                }
            }
            Ok(())
        }
        Kind::Illegal(words) => {
            let found = legal(state)?;
            if let Some(word) = words.iter().find(|word| !state.game().could_write(&word.text)) {
                let unmet = mistyped(format!("no move of this game is written `{}`", word.text), &found);
                return Err(Unmet { origin: Some(word.origin), ..unmet });
            }
            for word in words {
                if is_legal(state, word)? {
                    return Err(at(word, "is legal", listed(&found)));
                }
            }
            Ok(())
        }
        Kind::Only(words) => {
            let mut found = legal(state)?;
            let mut wanted: Vec<String> = words.iter().map(|word| plain(&word.text)).collect();
            found.iter_mut().for_each(|text| *text = plain(text));
            found.sort();
            wanted.sort();
            if found == wanted {
                return Ok(());
            }
            let detail = diff::lines(&wanted.join("\n"), &found.join("\n"));
            Err(unmet("other moves are legal than were expected", detail))
        }
        Kind::Board(text) => board(text, state),
        Kind::Score(wanted) => {
            let found = state.scores().ok_or_else(|| unmet("the game has no scores", ""))?;
            equal("the scores are others", join(wanted), join(&found))
        }
        Kind::Record(name, wanted) => {
            let records = state.records();
            let Some(record) = records.iter().find(|record| record.name.eq_ignore_ascii_case(name)) else {
                let known: Vec<&str> = records.iter().map(|record| record.name.as_str()).collect();
                return Err(unmet(format!("nothing is recorded as `{name}`"), listed(&known)));
            };
            equal("the record is another", join(wanted), join(&record.sums))
        }
        Kind::Round(wanted) => {
            let found = state.round().ok_or_else(|| unmet("the game has no rounds", ""))?;
            equal("it is another round", wanted.to_string(), found.to_string())
        }
        Kind::Seats(wanted) => {
            let found: Vec<u32> = (1..=state.game().players()).map(|side| state.seat_of(side)).collect();
            equal("the sides are played by others", join(wanted), join(&found))
        }
        Kind::Mover(wanted) => check_seat(*wanted, state)
            .and_then(|()| equal("it is another's turn", format!("P{wanted}"), format!("P{}", state.mover()))),
        Kind::Node(who, name) => {
            if let Decider::Player(player) = who {
                check_seat(*player, state)?;
            }
            let text = |who: Decider, what: &str| match who {
                Decider::Player(player) => format!("P{player} {what:?}"),
                Decider::Chance => format!("Chance {what:?}"),
                Decider::Nobody => format!("Nobody {what:?}"),
            };
            let found = match state.decider() {
                Some(player) => Decider::Player(player),
                None if state.is_chance() => Decider::Chance,
                None => Decider::Nobody,
            };
            let found = text(found, state.node_name());
            equal("something else is decided", text(*who, name), found)
        }
        Kind::History(wanted) => history(wanted, state),
        Kind::Sees(seat, lines) => {
            check_seat(*seat, state)?;
            let shown = picture::text_as(state, Some(*seat), picture::Style::default());
            let missing = lines.iter().find(|line| !shown.lines().any(|there| there == line.text));
            missing.map_or(Ok(()), |line| Err(at(line, &format!("is not what player {seat} sees"), shown)))
        }
        Kind::Knows(seat, moves) => {
            check_seat(*seat, state)?;
            let found = state.moves_seen_by(*seat).map_err(|fault| broken(state, &fault))?;
            let wanted: Vec<&str> = moves.iter().map(|word| word.text.as_str()).collect();
            if found == wanted {
                return Ok(());
            }
            let message = format!("player {seat} knows other moves");
            Err(unmet(message, diff::lines(&wanted.join("\n"), &found.join("\n"))))
        }
        Kind::Ranks(wanted) => {
            let found = state.outcome().ok_or_else(|| unmet("the game goes on", ""))?.ranks;
            equal("the ranks are others", join(wanted), join(&found))
        }
        Kind::Result(wanted) => {
            if let Standing::Win(players) = wanted {
                players.iter().try_for_each(|player| check_seat(*player, state))?;
            }
            equal("the game stands otherwise", wanted.to_string(), standing(state).to_string())
        }
        Kind::Check(origin) => check(sources.slice(origin.span), state),
        // What is done, and not looked at.
        Kind::With(_) | Kind::Each(_) | Kind::Setup(_) | Kind::Play(..) | Kind::Chance(_) | Kind::Finding(..) => Ok(()),
    }
}

/// Whether a move is among others, however it is spelt.
fn is_legal(state: &mut State, word: &Word) -> Result<bool, Unmet> {
    state.is_legal(&word.text).map_err(|fault| broken(state, &fault))
}

/// What could not come true in any position says nothing.
fn mistyped(message: String, found: &[String]) -> Unmet {
    Unmet { code: codes::TEST_MOVE, ..unmet(message, listed(found)) }
}

fn legal(state: &mut State) -> Result<Vec<String>, Unmet> {
    let moves = state.notated_moves().map_err(|fault| broken(state, &fault))?;
    Ok(moves.into_iter().map(|(_, text)| text).collect())
}

fn broken(state: &State, fault: &crate::play::Fault) -> Unmet {
    unmet("the rules cannot say which moves are legal", state.game().fault(fault).to_string())
}

fn at(word: &Word, what: &str, detail: String) -> Unmet {
    Unmet { origin: Some(word.origin), ..unmet(format!("`{}` {what}", word.text), detail) }
}

fn listed<T: AsRef<str>>(moves: &[T]) -> String {
    let shown: Vec<&str> = moves.iter().take(MOST_LISTED).map(AsRef::as_ref).collect();
    let more = moves.len() - shown.len();
    let rest = if more > 0 { format!(" … and {more} more") } else { String::new() };
    if shown.is_empty() { "there are none".to_owned() } else { format!("there are: {}{rest}", shown.join(" ")) }
}

fn join<T: ToString>(values: &[T]) -> String {
    values.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}

fn check_seat(seat: u32, state: &State) -> Met {
    let players = state.game().players();
    if seat > players { Err(unmet(format!("there is no player {seat}: the game has {players}"), "")) } else { Ok(()) }
}

fn board(text: &str, state: &State) -> Met {
    let wrong = |message: String| Unmet { code: codes::TEST_SETUP, ..unmet(message, "") };
    let wanted = Setup::parse(state.game(), text).map_err(|error| wrong(error.to_string()))?;
    let equipment = state.game().equipment();
    if let Some((site, _)) = wanted.sites.iter().find(|(site, _)| equipment.site(site).is_none()) {
        return Err(wrong(format!("there is no site `{site}`")));
    }
    let only = Setup { sites: wanted.sites.clone(), zones: wanted.zones.clone(), ..Setup::default() };
    if wanted != only {
        return Err(wrong("only sites and zones stand on a board; the rest has steps of its own".to_owned()));
    }
    match diff::board(state, &wanted) {
        None => Ok(()),
        Some(detail) => Err(unmet("other pieces stand there than were expected", detail)),
    }
}

/// Who may know each move, and that nobody else is told.
fn history(wanted: &[Audience], state: &State) -> Met {
    let audiences = state.history_audiences();
    for seat in 1..=state.game().players() {
        let told = state.observation(seat).history;
        if let Some((text, _)) = told.iter().zip(&audiences).find(|(text, who)| !who.includes(seat) && *text != "?") {
            return Err(unmet(format!("player {seat} is told the move `{text}`, and must not know it"), ""));
        }
    }
    let named = wanted.iter().filter_map(|who| if let Audience::Only(player) = who { Some(*player) } else { None });
    named.into_iter().try_for_each(|player| check_seat(player, state))?;
    let text = |audience: &Audience| match audience {
        Audience::All => "All".to_owned(),
        Audience::Only(player) => format!("P{player}"),
        Audience::Nobody => "Nobody".to_owned(),
    };
    let all = |audiences: &[Audience]| audiences.iter().map(text).collect::<Vec<_>>().join(" ");
    equal("the moves so far are for others to know", all(wanted), all(&audiences))
}

/// Who has the best rank: one player, several but not all, or nobody.
fn standing(state: &State) -> Standing {
    let Some(outcome) = state.outcome() else { return Standing::Ongoing };
    if outcome.ranks.len() == 1 && outcome.winner().is_none() {
        return Standing::Loss;
    }
    let best = outcome.ranks.iter().copied().fold(f64::MAX, f64::min);
    let first: Vec<u32> = (1..).zip(&outcome.ranks).filter(|(_, rank)| **rank <= best).map(|(i, _)| i).collect();
    // Where nobody plays, nobody is ahead.
    if first.len() != 1 && first.len() == outcome.ranks.len() { Standing::Draw } else { Standing::Win(first) }
}

impl std::fmt::Display for Standing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Standing::Ongoing => f.write_str("the game goes on"),
            Standing::Draw => f.write_str("a draw"),
            Standing::Loss => f.write_str("lost"),
            Standing::Win(players) => {
                let players: Vec<String> = players.iter().map(|player| format!("P{player}")).collect();
                write!(f, "{} win{}", players.join(" and "), if players.len() == 1 { "s" } else { "" })
            }
        }
    }
}

/// Computes an expression as it is written.
fn check(text: &str, state: &State) -> Met {
    let wrong = |message: &str, detail: String| Unmet { code: codes::TEST_EXPRESSION, ..unmet(message, detail) };
    let value = state.eval(text).map_err(|error| wrong("the expression is wrong", error.to_string()))?;
    match value {
        Value::Bool(true) => Ok(()),
        Value::Bool(false) => Err(unmet("this is not so", operands(text, state))),
        Value::Fault(why) => Err(wrong("the expression cannot be computed", why)),
        other => {
            let message = format!("the expression is no truth value, but {}", other.show(state.game()));
            Err(wrong(&message, String::new()))
        }
    }
}

/// The values of what a comparison compares, each on a line.
fn operands(expression: &str, state: &State) -> String {
    let tokens = tokenize(FileId(0), expression, 0).tokens;
    let comparison = matches!(&tokens[..], [_, head, ..] if ["=", "!=", "<", ">", "<=", ">="]
        .contains(&&expression[head.origin.span.start as usize..head.origin.span.end as usize]));
    if !comparison {
        return String::new();
    }
    let (mut depth, mut start, mut out) = (0_usize, 0, String::new());
    for token in &tokens[2..] {
        let span = token.origin.span;
        if depth == 0 {
            start = span.start as usize;
        }
        match token.lexeme {
            Lexeme::Open | Lexeme::ListOpen => depth += 1,
            Lexeme::Close | Lexeme::ListClose if depth == 0 => break,
            Lexeme::Close | Lexeme::ListClose => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let operand = &expression[start..span.end as usize];
            if let Ok(value) = state.eval(operand) {
                let value = value.show(state.game());
                if value != operand {
                    out += &format!("{operand} is {value}\n");
                }
            }
        }
    }
    out
}
