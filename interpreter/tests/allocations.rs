//! Random play allocates nothing once its buffers have grown: not per ply, not per game.

use parlour_grammar::expand::{NoFiles, Selection};
use parlour_interpreter::machine::{Log, Machine, State};
use parlour_interpreter::play::{Game, Source};
use std::sync::Arc;

#[test]
fn playouts_do_not_allocate() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../games");
    for path in [
        "line/tic-tac-toe",
        "race/breakthrough",
        "territory/othello",
        "stacks/death-stacks",
        "connection/hex",
        "combat/simple-life-or-death",
        "chess/chess",
        "race/backgammon",
    ] {
        let bytes = std::fs::read(format!("{root}/{path}.game")).expect("the game is there");
        let source = Source { name: path, bytes: &bytes, files: &NoFiles };
        let game = Game::load(&source, &Selection::default()).unwrap_or_else(|e| panic!("{e}"));
        let mut machine = Machine::new(Arc::clone(game.program()));
        let (mut opening, mut log) = (State::default(), Log::default());
        machine.start(&mut opening, &mut log).expect("the game starts");
        let opening_log = log.clone();
        let mut state = opening.clone();
        let mut play = |seed: u64| {
            machine.seed(seed);
            state.copy_from(&opening);
            log.copy_from(&opening_log);
            machine.playout(300, &mut state, &mut log).expect("the rules hold");
        };
        // Buffers grow to what these games need.
        (0..20).for_each(&mut play);
        let counted = allocation_counter::measure(|| (0..20).for_each(&mut play));
        // Debug builds copy the state once after each run, to compute anew what is derived from it.
        let checks = if cfg!(debug_assertions) { 20 } else { 0 };
        assert_eq!(counted.count_total, checks, "{path} allocates in random play");
    }
}
