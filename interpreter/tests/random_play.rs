//! Random play picks a move before it asks the conditions that moves must meet once they have happened: it must all the same make
//! legal moves alone, each as likely as any other.

use parlour_grammar::expand::{NoFiles, Selection};
use parlour_interpreter::machine::{Log, Machine, State};
use parlour_interpreter::play::{Game, Source};
use std::collections::BTreeMap;
use std::sync::Arc;

fn load(name: &str, text: &[u8]) -> Game {
    let source = Source { name, bytes: text, files: &NoFiles };
    Game::load(&source, &Selection::default()).unwrap_or_else(|e| panic!("{e}"))
}

/// A game on nine cells whose moves must meet a condition afterwards.
fn small(condition: &str) -> Game {
    let text = format!(
        "(game \"Small\" (players 2) (equipment {{ (board (square 3)) (piece \"Disc\" Each) }})
            (rules (play (do (move Add (to (sites Empty))) ifAfterwards:{condition})) (end (if (is Line 3) (result Mover Win)))))"
    );
    load("small.game", text.as_bytes())
}

fn opening(machine: &mut Machine) -> (State, Log) {
    let (mut state, mut log) = (State::default(), Log::default());
    machine.start(&mut state, &mut log).expect("the game starts");
    (state, log)
}

/// The states that the legal moves lead to.
fn reached(machine: &mut Machine, state: &State, log: &Log) -> Vec<Vec<u64>> {
    let (mut moves, mut here, mut log_here) = (Vec::new(), state.clone(), log.clone());
    machine.list(&mut here, &mut log_here, |found| moves.push(found)).expect("moves");
    let states = moves.iter().map(|chosen| {
        let (mut next, mut log) = (state.clone(), log.clone());
        machine.resolve(chosen, &mut next, &mut log).expect("it is legal");
        next.words().to_vec()
    });
    states.collect()
}

#[test]
fn random_play_makes_legal_moves() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../games");
    let file = |path: &str| {
        let bytes = std::fs::read(format!("{root}/{path}.game")).expect("the game is there");
        load(path, &bytes)
    };
    let games = [
        file("chess/chess"),
        file("chess/shogi"),
        file("chess/xiangqi"),
        // Now and then nothing is legal, and the turn is passed.
        small("(is In (last To) (sites Bottom))"),
        small("(not (is Line 2))"),
    ];
    for game in &games {
        let (mut machine, mut other) =
            (Machine::new(Arc::clone(game.program())), Machine::new(Arc::clone(game.program())));
        for seed in 0..4 {
            machine.seed(seed);
            let (mut state, mut log) = opening(&mut machine);
            for ply in 0..60 {
                let legal = reached(&mut other, &state, &log);
                machine.playout(ply + 1, &mut state, &mut log).expect("the rules hold");
                if legal.is_empty() {
                    break;
                }
                assert!(legal.iter().any(|next| next == state.words()), "{}: ply {ply} is not legal", game.name());
                if state.get(game.program(), game.program().wellknown.over, 0) != 0 {
                    break;
                }
            }
        }
    }
}

#[test]
fn each_legal_move_is_as_likely() {
    // Three of nine cells: most of what is picked at first is refused.
    let game = small("(is In (last To) (sites Bottom))");
    assert!(game.program().rules.iter().any(|rule| rule.test.is_some()), "nothing is left to be asked later");
    let mut machine = Machine::new(Arc::clone(game.program()));
    let (start, log) = opening(&mut machine);
    let mut times = BTreeMap::new();
    for seed in 0..3000 {
        let (mut state, mut log) = (start.clone(), log.clone());
        machine.seed(seed);
        machine.playout(1, &mut state, &mut log).expect("the rules hold");
        *times.entry(state.words().to_vec()).or_insert(0) += 1;
    }
    assert_eq!(times.len(), 3, "the bottom row has three cells");
    // Six standard deviations of 3,000 draws of one in three.
    assert!(times.values().all(|n: &i32| (n - 1000).abs() < 155), "{:?}", times.values());
}
