//! What random play tells about rules that load: games that nobody ends, or that somebody cannot win, or takes no part in.
//!
//! How much is played is counted in games, plies and loops of the rules, so that a file gives the same findings on every machine.

use crate::players::Random;
use parlour_grammar::diagnostic::{Diagnostic, codes};
use parlour_grammar::expand::{OptionInfo, OptionKind, Selection};
use parlour_grammar::span::Origin;
use parlour_grammar::tree::Node;
use parlour_interpreter::play::{Fault, Game, Playouts, State, playouts};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicU64};

/// Most random games, and most plies of all of them. As soon as every player has won one nothing more can be found.
const GAMES: u64 = 1_000;
const PLIES: u64 = 100_000;
/// Games played between two looks at what they gave.
const BATCH: u64 = 16;
/// Plies after which a game counts as endless.
const LIMIT: u32 = 2_000;
/// So many games must have been played before it is said that somebody never wins.
const ENOUGH: u64 = 200;
/// Games and plies of each that are looked at move by move.
const LOOKED_AT: u64 = 2;
const LOOKED_AT_PLIES: u32 = 60;
/// Most moves of a ply that are compared with each other.
const MOST_COMPARED: usize = 5_000;
/// Loops that the rules may make in the games that are looked at, and about as many as they may in the others.
const LOOKED_AT_LOOPS: u64 = 2_000_000;
const LOOPS: u64 = 200_000_000;

/// Plays at random, and says what is odd.
pub fn of_play(game: &Game) -> Result<Vec<Diagnostic>, Fault> {
    let mut found = Vec::new();
    let n = game.players() as usize;
    let (of_moves, loops_of_a_ply) = of_moves(game)?;
    let most = PLIES.min(LOOPS / loops_of_a_ply.max(1));
    let limit = LIMIT.min(u32::try_from(most).unwrap_or(LIMIT));
    let batch = BATCH.min(most / u64::from(LIMIT)).max(1);
    let (mut played, mut plies, mut unfinished, mut wins) = (0, 0, 0, vec![0; n]);
    // Where several share a win, as the partners of a team do, only the scores tell.
    let mut shared = false;
    while played < GAMES && plies < most && (unfinished == played || wins.contains(&0)) {
        let settings = Playouts { count: Some(batch), seed: played, limit, ..Playouts::default() };
        let report = playouts(game, &settings, &AtomicBool::new(false), &AtomicU64::new(0))?;
        played += report.playouts;
        plies += report.plies;
        unfinished += report.unfinished;
        wins.iter_mut().zip(&report.wins).for_each(|(all, new)| *all += new);
        let even = |score: &f64| (score - 0.5).abs() < 1e-9;
        shared |= report.wins.iter().all(|wins| *wins == 0) && !report.mean_scores.iter().all(even);
    }
    let ends = place_of_end(game);
    // What goes on by itself may go on; and of games that are too much work to be played for long nothing can be said.
    if unfinished == played {
        if n == 0 || limit < LIMIT {
            found.extend(of_moves);
            return Ok(found);
        }
        let message = format!("none of {played} random games came to an end");
        found.extend(ends.map(|at| {
            Diagnostic::warning(codes::NEVER_ENDS, message, at, format!("each was broken off after {LIMIT} plies"))
                .help("say when the game ends at the latest, such as `(if (>= (count Moves) 500) (result Mover Draw))`")
        }));
    } else if n > 1 && !shared && played - unfinished >= ENOUGH {
        let losers: Vec<String> =
            (1..=n).filter(|player| wins[player - 1] == 0).map(|player| format!("player {player}")).collect();
        let who = match losers.len() {
            0 => None,
            all if all == n => Some("nobody won any".to_owned()),
            _ => Some(format!("{} won none", losers.join(" and "))),
        };
        if let (Some(who), Some(at)) = (who, ends) {
            let message = format!("{who} of {} random games", played - unfinished);
            let help = "see whether the ends say who wins, and for each player; if it must be so, let this be";
            found.push(Diagnostic::warning(codes::NEVER_WINS, message, at, "by these ends").help(help));
        }
    }
    found.extend(of_moves);
    Ok(found)
}

/// What single moves tell: players who decide nothing, moves that two rules make. And how many loops the rules make for a ply.
fn of_moves(game: &Game) -> Result<(Vec<Diagnostic>, u64), Fault> {
    let before = game.loops();
    let mut found: BTreeMap<(u32, u32), Diagnostic> = BTreeMap::new();
    let (mut deciders, mut plies) = (BTreeSet::new(), 0);
    for seed in 0..LOOKED_AT {
        let mut state = game.start(seed)?;
        let mut players = Random::new(seed);
        for _ in 0..LOOKED_AT_PLIES {
            if state.goes_on_by_itself() || game.loops() - before > LOOKED_AT_LOOPS {
                break;
            }
            if let Some(side) = state.decider() {
                deciders.insert(state.seat_of(side));
                if let Some(double) = made_twice(&mut state)? {
                    let key = double.span().map_or((0, 0), |span| (span.file.0, span.start));
                    found.entry(key).or_insert(double);
                }
            }
            if players.play(&mut state, 1)? == 0 {
                break;
            }
            plies += 1;
        }
    }
    let idle: Vec<u32> = (1..=game.players()).filter(|seat| !deciders.contains(seat)).collect();
    let mut found: Vec<Diagnostic> = found.into_values().collect();
    if let (Some(player), Some(at)) = (idle.first(), place(game, &["play", "rules"]))
        && plies >= 20 * game.players()
    {
        let message = format!("player {player} never decides anything in {plies} plies of random play");
        let help = "see whether the turn passes on, and whether the player has pieces";
        found.push(Diagnostic::warning(codes::NEVER_MOVES, message, at, "by these rules").help(help));
    }
    Ok((found, (game.loops() - before) / u64::from(plies.max(1))))
}

/// A move that two rules make, with the same effect: the later of the rules.
fn made_twice(state: &mut State) -> Result<Option<Diagnostic>, Fault> {
    if state.legal_moves()?.len() > MOST_COMPARED {
        return Ok(None);
    }
    let moves = state.notated_moves()?;
    for (double, text) in &moves {
        let Some((plain, _)) = text.split_once('~') else { continue };
        let Some((first, _)) = moves.iter().find(|(_, other)| other == plain) else { continue };
        let (mut a, mut b) = (state.clone(), state.clone());
        if a.apply(first).is_err() || b.apply(double).is_err() || a.setup().to_string() != b.setup().to_string() {
            continue;
        }
        let rules = &state.game().program().rules;
        let (one, other) = (rules[first.rule as usize].origin, rules[double.rule as usize].origin);
        let message = format!("two rules make the move `{plain}`, with the same effect");
        let finding = Diagnostic::warning(codes::MADE_TWICE, message, other, "this rule makes it")
            .also(one, "and so does this")
            .help("leave one of them out, or give it a condition that the other does not have");
        return Ok(Some(finding));
    }
    Ok(None)
}

/// Options that the user chose and that make no difference, such as one that only matters under another choice of a second option.
pub fn idle_choices(game: &Game, load: impl Fn(&Selection) -> Option<Game>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (name, value) in &game.selection().options {
        let Some(option) = game.options().iter().find(|option| option.is_called(name)) else { continue };
        let differs = others(option).into_iter().any(|other| {
            let mut selection = game.selection().clone();
            selection.options.iter_mut().filter(|(n, _)| n == name).for_each(|(_, v)| v.clone_from(&other));
            // What cannot be played is different, too.
            load(&selection).is_none_or(|other| other.fingerprint() != game.fingerprint())
        });
        if !differs {
            let at = Origin { span: option.span, trace: parlour_grammar::span::Trace::NONE };
            let message = format!("the option \"{}\" makes no difference here", option.label);
            found.push(
                Diagnostic::warning(codes::IDLE_OPTION, message, at, format!("`{value}` was chosen"))
                    .help("what is chosen for the other options leaves nothing to it"),
            );
        }
    }
    found
}

/// Other values of an option.
pub fn others(option: &OptionInfo) -> Vec<String> {
    let chosen = option.value();
    let all: Vec<String> = match &option.kind {
        OptionKind::Items(items) => items.iter().map(|item| item.name.clone()).collect(),
        OptionKind::Number { min, max, default } => [min, max, default].map(ToString::to_string).into(),
    };
    all.into_iter().filter(|value| *value != chosen).collect()
}

/// Where it is said who wins: of a match, what its rounds say, and not what ends one of them.
fn place_of_end(game: &Game) -> Option<Origin> {
    let rounds = game.expanded().game.as_ref().and_then(|root| find(root, "rounds"));
    match rounds {
        Some(rounds) => Some(find(rounds, "end").unwrap_or(rounds).origin),
        None => place(game, &["end", "rules"]),
    }
}

fn find<'n>(node: &'n Node, head: &str) -> Option<&'n Node> {
    if node.head() == Some(head) { Some(node) } else { node.children().find_map(|child| find(child, head)) }
}

/// Where the first of these forms stands.
fn place(game: &Game, heads: &[&str]) -> Option<Origin> {
    let root = game.expanded().game.as_ref()?;
    heads.iter().find_map(|head| find(root, head)).map(|node| node.origin)
}
