//! `parlour why`: why a move is legal or not, why the game is over or not, what did what.

use crate::args::{Format, Why as Args};
use crate::console::Console;
use crate::failure::{Failure, WRONG};
use crate::load;
use parlour_grammar::diagnostic::codes;
use parlour_interpreter::play::{Place, Question, Reason, State, Verdict, Why, WhyError};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{self, Write as _};

/// Runs the command.
pub fn run(args: &Args, console: &Console) -> Result<(), Failure> {
    let mut state = load::state(&args.file, &args.at, &args.choices.selection(), None, console)?;
    let why = match state.why(&Question::parse(&args.question)) {
        Ok(why) => why,
        Err(WhyError::Fault(fault)) => return Err(load::fault(state.game(), &fault, console)),
        Err(error) => return Err(Failure::new(WRONG, format!("error: {error}"))),
    };
    let mut out = io::stdout().lock();
    match args.format {
        Format::Text => out.write_all(text(&why, &state).as_bytes())?,
        Format::Json => writeln!(out, "{:#}", data(&why))?,
    }
    Ok(())
}

/// An answer for people.
pub fn text(why: &Why, state: &State) -> String {
    let mut out = format!("{}{}\n", why.answer, ending(why, state));
    if !why.facts.is_empty() {
        _ = writeln!(out, "  {}", why.facts.join("; "));
    }
    for reason in &why.reasons {
        form(&mut out, reason);
    }
    match (why.near.is_empty(), why.verdict) {
        (true, _) => {}
        (false, _) if state.is_chance() => _ = writeln!(out, "what can come: {}", why.near.join(", ")),
        (false, Verdict::Illegal) => _ = writeln!(out, "legal here: {}", why.near.join(", ")),
        (false, _) => _ = writeln!(out, "  {}", why.near.join(", ")),
    }
    out
}

/// How the game ended, where that is what was asked.
fn ending(why: &Why, state: &State) -> String {
    match (why.verdict, state.outcome()) {
        (Verdict::Over, Some(outcome)) => format!(": {}", crate::players::result(state.game(), &outcome)),
        _ => String::new(),
    }
}

/// A form with its place, what is so of it, and the way it came.
fn form(out: &mut String, reason: &Reason) {
    let lead = match (reason.role, reason.holds) {
        ("made by", _) => "made by",
        ("would be made by", _) => "this would make it",
        ("nearest", _) => "this comes nearest",
        ("end", Some(true)) => "holds, so this end applies",
        ("condition", Some(true)) => "holds",
        (_, Some(true)) => "holds",
        (_, Some(false)) => "does not hold",
        (_, None) => "done by",
    };
    _ = writeln!(out, "{lead}: {}", place(&reason.place));
    _ = writeln!(out, "    {}", reason.text);
    if let Some(says) = &reason.says {
        _ = writeln!(out, "      {says}");
    }
    let width = reason.values.iter().map(|(text, _)| text.chars().count()).max().unwrap_or(0).min(50);
    for (text, value) in &reason.values {
        _ = writeln!(out, "      {text:<width$}  = {value}");
    }
    for (what, call) in &reason.through {
        _ = writeln!(out, "      in {what}, called at {}", place(call));
    }
}

fn place(place: &Place) -> String {
    format!("{}:{}:{}", place.file, place.line, place.column)
}

/// An answer for programs.
pub fn data(why: &Why) -> Value {
    let place = |place: &Place| json!({ "file": place.file, "line": place.line, "column": place.column });
    let reason = |reason: &Reason| {
        let pair = |(text, value): &(String, String)| json!({ "text": text, "value": value });
        let call = |(what, call): &(String, Place)| json!({ "what": what, "call": place(call) });
        json!({
            "role": reason.role,
            "place": place(&reason.place),
            "text": reason.text,
            "holds": reason.holds,
            "says": reason.says,
            "values": reason.values.iter().map(pair).collect::<Vec<_>>(),
            "through": reason.through.iter().map(call).collect::<Vec<_>>(),
        })
    };
    let verdict = match why.verdict {
        Verdict::Legal => "legal",
        Verdict::Illegal => "illegal",
        Verdict::Over => "over",
        Verdict::GoesOn => "goes on",
        Verdict::Done => "done",
    };
    json!({
        "verdict": verdict,
        "code": (why.verdict == Verdict::Illegal).then_some(codes::ILLEGAL_MOVE),
        "answer": why.answer,
        "facts": why.facts,
        "reasons": why.reasons.iter().map(reason).collect::<Vec<_>>(),
        "moves": why.near,
    })
}
