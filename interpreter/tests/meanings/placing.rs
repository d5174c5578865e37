//! How many pieces the start puts where.

use crate::{all_hold, begin};

const BOARD: &str = r#"(board (rectangle 1 6)) (piece "Seed" Shared)"#;
const RULES: &str = "(play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))";

fn placed(name: &str, rule: &str, counts: [u32; 6]) {
    let state = begin(name, BOARD, &format!("(start {rule}) {RULES}"));
    for (site, n) in counts.iter().enumerate() {
        all_hold(&state, &[(&format!("(= {n} (count at:{site}))"), true)]);
    }
}

#[test]
fn each_site_gets_its_own_count() {
    placed("seeds.game", r#"(place "Seed" (sites {0..2}) counts:{3 1 2})"#, [3, 1, 2, 0, 0, 0]);
    // In the order in which they are listed.
    placed("seeds.game", r#"(place "Seed" (sites {5 4 1}) counts:{3 1 2})"#, [0, 2, 0, 0, 1, 3]);
    placed("seeds.game", r#"(place "Seed" {"C1" "A1"} counts:{4 5})"#, [5, 0, 4, 0, 0, 0]);
    placed("seeds.game", r#"(place "Seed" (sites Left) counts:{4})"#, [4, 0, 0, 0, 0, 0]);
    placed("seeds.game", r#"(place "Seed" (sites {0 1}) counts:{4})"#, [4, 4, 0, 0, 0, 0]);
    // Ludii lets the first count for all.
    placed("seeds.lud", r#"(place "Seed" (sites {5 4 1}) counts:{3 1 2})"#, [0, 3, 0, 0, 3, 3]);
}

#[test]
fn what_is_said_of_the_pieces_holds_on_each_site() {
    let state =
        begin("seeds.game", BOARD, &format!("(start (place \"Seed\" (sites {{0 1}}) counts:{{2 3}} state:1)) {RULES}"));
    all_hold(&state, &[("(= 1 (state at:0))", true), ("(= 1 (state at:1))", true), ("(= 3 (count at:1))", true)]);
}

#[test]
fn stacks_are_as_high_as_is_counted_for_their_sites() {
    for (name, counts) in [("stacks.game", [2, 0, 0, 0, 0, 1]), ("stacks.lud", [1, 0, 0, 0, 0, 2])] {
        let equipment = r#"(board (rectangle 1 6)) (piece "Disc" Each)"#;
        let state =
            begin(name, equipment, &format!("(start (place Stack \"Disc1\" (sites {{5 0}}) counts:{{1 2}})) {RULES}"));
        for (site, n) in counts.iter().enumerate() {
            all_hold(&state, &[(&format!("(= {n} (size Stack at:{site}))"), true)]);
        }
    }
}
