//! What holds for every rule file in `games/`, with every single change of an option and in every ruleset.

use crate::common;
use crate::common::Dice;
use parlour_interpreter::play::{Game, Move, Playouts, State, Trial, playouts};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicU64};

/// Every game with every change, by name.
static GAMES: LazyLock<Vec<(String, Game)>> = LazyLock::new(|| {
    let mut games = Vec::new();
    for path in common::games() {
        for selection in common::all_selections(&common::load(&path, &[])) {
            let name = format!("{path} {:?} {:?}", selection.options, selection.ruleset);
            let game = common::try_load(&path, &selection).unwrap_or_else(|e| panic!("{name}:\n{e}"));
            games.push((name, game));
        }
    }
    games
});

/// Runs a check on each game with each change.
fn each_game(mut check: impl FnMut(&str, &Game)) {
    GAMES.iter().for_each(|(name, game)| check(name, game));
}

/// Plays at random for at most `plies`, showing each state before its move.
fn play(game: &Game, plies: usize, seed: u64, mut see: impl FnMut(&mut State, &[(Move, String)])) -> State {
    let (mut state, mut dice) = (game.start(seed).expect("a start"), Dice(seed));
    // Plies are decisions: what chance brings between them is not counted.
    for _ in 0..4 * plies {
        if state.ply() as usize >= plies {
            break;
        }
        let moves = state.notated_moves().expect("moves");
        see(&mut state, &moves);
        if moves.is_empty() {
            break;
        }
        let chosen =
            if state.is_chance() { drawn(&mut state, &mut dice) } else { moves[dice.below(moves.len())].0.clone() };
        state.apply(&chosen).unwrap_or_else(|e| panic!("{} {:?}: {e}", game.name(), game.selection()));
    }
    state
}

/// An outcome of chance, by its weight.
fn drawn(state: &mut State, dice: &mut Dice) -> Move {
    let outcomes = state.outcomes().expect("outcomes");
    let mut left = dice.below(outcomes.iter().map(|o| o.weight as usize).sum());
    let at = outcomes.iter().position(|o| {
        let here = left < o.weight as usize;
        left = left.saturating_sub(o.weight as usize);
        here
    });
    outcomes[at.expect("the weights add up")].outcome.clone()
}

#[test]
fn the_modes_of_a_generator_agree() {
    each_game(|name, game| {
        play(game, 40, 1, |state, _| {
            let asked = state.check_modes().unwrap_or_else(|e| panic!("{name}, ply {}: {e}", state.ply()));
            assert!(asked, "{name} is too large to be explained");
        });
    });
}

#[test]
fn every_move_is_written_in_one_way_of_its_own() {
    each_game(|name, game| {
        play(game, 25, 2, |state, moves| {
            let mut texts: Vec<&String> = moves.iter().map(|(_, text)| text).collect();
            texts.sort();
            let twice = texts.windows(2).find(|pair| pair[0] == pair[1]);
            assert!(twice.is_none(), "{name}: {} stands for two moves", twice.expect("found")[0]);
            // Where there are many moves, some of them are read.
            for (chosen, text) in moves.iter().step_by(7.max(moves.len() / 16)) {
                assert_eq!(state.parse_move(text).as_ref(), Ok(chosen), "{name}: {text}");
            }
        });
    });
}

#[test]
fn chance_lists_what_it_may_bring() {
    each_game(|name, game| {
        play(game, 30, 12, |state, moves| {
            let outcomes = state.outcomes().expect("outcomes");
            let chooses = state.decider().is_some() || state.goes_on_by_itself();
            assert_eq!(outcomes.is_empty(), chooses || state.is_over(), "{name}");
            if !outcomes.is_empty() {
                let sum: f64 = outcomes.iter().map(|o| o.probability).sum();
                assert!((sum - 1.0).abs() < 1e-9, "{name}: probabilities add up to {sum}");
                assert!(
                    outcomes.iter().zip(moves).all(|(o, (m, text))| o.outcome == *m && o.notation == *text),
                    "{name}"
                );
            }
        });
    });
}

#[test]
fn undo_brings_everything_back() {
    each_game(|name, game| {
        let mut trail = Vec::new();
        let mut state = play(game, 60, 3, |state, moves| trail.push((state.words().clone(), moves.len())));
        while let Some((words, moves)) = trail.pop() {
            if *state.words() != words {
                state.undo().expect("a move to take back");
            }
            assert!(*state.words() == words, "{name}: ply {}", state.ply());
            assert_eq!(state.count_moves().expect("moves") as usize, moves, "{name}: ply {}", state.ply());
        }
        assert!(state.undo().is_none());
    });
}

#[test]
fn the_hash_is_the_position() {
    each_game(|name, game| {
        // The games of a match have positions of their own.
        let mut seen: BTreeMap<(Option<String>, u64), String> = BTreeMap::new();
        for seed in 0..4 {
            play(game, 30, seed, |state, _| {
                let position = parlour_interpreter::play::Setup {
                    mover: None,
                    scores: None,
                    phase: None,
                    plies: 0,
                    variables: Vec::new(),
                    rounds: None,
                    counter: None,
                    amounts: None,
                    pot: None,
                    ..state.setup()
                };
                let title = state.game().title();
                let text = format!("{} {position}", title.unwrap_or_default());
                let hash = state.words().hash(state.game().program());
                let known = seen.entry((title.map(str::to_owned), hash)).or_insert_with(|| text.clone());
                assert_eq!(*known, text, "{name}: two positions have one hash");
            });
        }
        let mut texts: Vec<&String> = seen.values().collect();
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), seen.len(), "{name}: one position has two hashes");
    });
}

#[test]
fn a_position_set_up_again_goes_on_alike() {
    each_game(|name, game| {
        let mut before = None;
        play(game, 20, 5, |state, moves| {
            // Set-ups are positions in which a turn begins: who moves again may have to go on from where the last move went.
            let again = before.replace(state.mover()) == before;
            if state.is_over() || !state.begins_turn() || again {
                return;
            }
            let setup = state.setup();
            let text = setup.to_string();
            let read =
                parlour_interpreter::play::Setup::parse(game, &text).unwrap_or_else(|e| panic!("{name}: {text}: {e}"));
            assert_eq!(read, setup, "{name}: {text}");
            let mut again = State::from_setup(game, &setup).unwrap_or_else(|e| panic!("{name}: {text}: {e}"));
            assert_eq!(again.words().hash(game.program()), state.words().hash(game.program()), "{name}: {text}");
            if !moves.iter().any(|(_, text)| text == "swap") {
                assert_eq!(again.count_moves().expect("moves") as usize, moves.len(), "{name}: {text}");
            }
        });
    });
}

#[test]
fn trials_replay() {
    each_game(|name, game| {
        let state = play(game, 50, 6, |_, _| {});
        let trial = Trial::of(&state);
        let read = Trial::parse(&trial.to_string()).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(read, trial, "{name}");
        let again = read.replay(game).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(again.words() == state.words(), "{name}");
    });
}

#[test]
fn moves_of_other_positions_do_no_harm() {
    each_game(|name, game| {
        let mut pool: Vec<Move> = Vec::new();
        play(game, 10, 8, |_, moves| pool.extend(moves.iter().map(|(m, _)| m.clone())));
        let (mut state, mut dice) = (game.start(0).expect("a start"), Dice(9));
        for _ in 0..200 {
            let mut tried = pool[dice.below(pool.len())].clone();
            if dice.below(3) == 0
                && let Some(value) = tried.values.first_mut()
            {
                *value = [-1, i32::MAX, i32::MIN, 0, 1_000_000][dice.below(5)];
            }
            let (before, legal) = (state.words().clone(), state.legal_moves().expect("moves").contains(&tried));
            let applied = state.apply(&tried).is_ok();
            assert!(applied == legal, "{name}: {tried:?}");
            assert!(applied || *state.words() == before, "{name}: a refused move has changed something");
        }
    });
}

#[test]
fn the_playout_program_plays_as_step_by_step() {
    for path in common::games() {
        let game = common::load(&path, &[]);
        let (limit, n) = (60, 150);
        let settings = Playouts { count: Some(n), seed: 11, limit, ..Playouts::default() };
        let report = playouts(&game, &settings, &AtomicBool::new(false), &AtomicU64::new(0)).expect("playouts");
        let mut plies = 0u64;
        for seed in 0..n {
            plies += u64::from(play(&game, limit as usize, 1000 + seed, |_, _| {}).ply());
        }
        let mean = plies as f64 / n as f64;
        assert!((report.mean_plies - mean).abs() / mean < 0.1, "{path}: {} plies against {mean}", report.mean_plies);
    }
}
