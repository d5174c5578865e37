//! Snapshots: what a game does, as a text that a person can review.

use crate::play::{Fault, Game, Outcome, Rng, State, Unit, perft, picture};
use parlour_grammar::expand::OptionInfo;

/// Plies of the random game at most.
const PLIES: usize = 60;
/// Leaves of a depth beyond which no deeper one is counted.
const LEAVES: u64 = 400;
/// The greatest depth that is counted.
const DEPTH: u32 = 4;
/// Most moves that are listed.
const MOVES: usize = 120;
/// The longest line of moves.
const WIDTH: usize = 110;

/// The opening, counts of sequences of moves, and a random game of a seed.
///
/// # Errors
/// A fault of the rules.
pub fn snapshot(game: &Game) -> Result<String, Fault> {
    let mut out = format!("{}, {} players\n", game.name(), game.players());
    for option in game.options() {
        let OptionInfo { label, .. } = option;
        out += &format!("option {label}: {}\n", option.value());
    }
    if let Some(ruleset) = game.rulesets().iter().find(|ruleset| ruleset.chosen) {
        out += &format!("ruleset {}\n", ruleset.name);
    }

    let mut state = game.start(0)?;
    out += &format!("\n== opening\n{}", picture::text(&state, picture::Style::default()));
    let moves: Vec<String> = state.notated_moves()?.into_iter().map(|(_, text)| text).collect();
    out += &format!("\n== legal moves: {}\n", moves.len());
    let more = moves.len().saturating_sub(MOVES);
    wrap(moves.iter().take(MOVES).map(String::as_str), &mut out);
    if more > 0 {
        out += &format!("… and {more} more\n");
    }

    out += "\n== perft\n";
    for depth in 1..=DEPTH {
        let leaves = perft(&state, depth, Unit::Ply)?;
        out += &format!("{depth}: {leaves}\n");
        if leaves > LEAVES || leaves == 0 {
            break;
        }
    }

    play(&mut state)?;
    let played: Vec<&str> = state.history().map(|(_, text)| text).collect();
    out += &format!("\n== a random game, seed 0: {} plies\n", played.len());
    wrap(played.into_iter(), &mut out);
    out += "\n";
    out += &picture::text(&state, picture::Style::default());
    out += &match state.outcome() {
        Some(Outcome { ranks }) => {
            let ranks: Vec<String> = ranks.iter().map(f64::to_string).collect();
            format!("ranks: {}\n", ranks.join(" "))
        }
        None => "the game goes on\n".to_owned(),
    };
    Ok(out.lines().map(|line| format!("{}\n", line.trim_end())).collect())
}

/// Plays as `parlour trial --random` does.
fn play(state: &mut State) -> Result<(), Fault> {
    let (mut players, mut chance) = (Rng::stream(0, "random players"), Rng::stream(0, "chance"));
    for _ in 0..PLIES {
        let drawn = state.draw(&mut chance)?;
        let chosen = match drawn {
            Some(outcome) => outcome,
            None => {
                let moves = state.legal_moves()?;
                let k = players.below(moves.len() as u32) as usize;
                let Some(chosen) = moves.into_iter().nth(k) else { return Ok(()) };
                chosen
            }
        };
        match state.apply(&chosen) {
            Ok(()) => {}
            Err(crate::play::ApplyError::Fault(fault)) => return Err(fault),
            // Unreachable for a move that was listed as legal.
            Err(_) => return Ok(()),
        }
    }
    Ok(())
}

fn wrap<'a>(words: impl Iterator<Item = &'a str>, out: &mut String) {
    let mut column = 0;
    for word in words {
        let long = word.chars().count();
        if column > 0 {
            let fits = column + 1 + long <= WIDTH;
            out.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        out.push_str(word);
        column += long;
    }
    if column > 0 {
        out.push('\n');
    }
}
