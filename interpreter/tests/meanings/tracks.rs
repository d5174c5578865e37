//! Tracks at hand.

use crate::{begin, load, make};

/// A row of six sites: one track along its first half, one along its second, and a piece to be set on any of them.
const HALVES: &str =
    r#"(board (rectangle 1 6) { (track "Left" {0 1 2}) (track "Right" {3 4 5}) }) (piece "Disc" Each)"#;

fn rules(end: &str) -> String {
    format!("(play (move Add (to (sites Empty)))) (end {end})")
}

#[test]
fn an_end_is_asked_of_each_track() {
    let end = rules("(forEach Track if:(= 2 (count Pieces Mover in:(sites Track))) (result Mover Loss))");
    for name in ["halves.game", "halves.lud"] {
        let mut state = begin(name, HALVES, &end);
        // One piece of the first player on each track, then the second on one: no first track would tell.
        for (text, over) in [("A1", false), ("B1", false), ("D1", false), ("C1", true)] {
            make(&mut state, text);
            assert_eq!(state.is_over(), over, "{name}: {text}");
        }
    }
}

#[test]
fn tracks_are_numbered_as_the_board_lists_them() {
    let end =
        rules("(forEach Track if:(and (= 1 (track)) (= 3 (count Pieces All in:(sites Track)))) (result Mover Win))");
    let mut state = begin("halves.game", HALVES, &end);
    for (text, over) in [("A1", false), ("B1", false), ("C1", false), ("D1", false), ("E1", false), ("F1", true)] {
        make(&mut state, text);
        assert_eq!(state.is_over(), over, "{text}");
    }
}

#[test]
fn a_track_that_is_named_is_meant_whatever_is_at_hand() {
    let end =
        |region: &str| rules(&format!("(forEach Track if:(= 2 (count Pieces All in:{region})) (result Mover Win))"));
    let over = |name: &str| {
        let mut state = begin(name, HALVES, &end("(sites Track \"Left\")"));
        ["D1", "E1"].iter().for_each(|text| make(&mut state, text));
        state.is_over()
    };
    assert!(!over("halves.game"));
    // Ludii asks of the track at hand.
    assert!(over("halves.lud"));
}

#[test]
fn the_sites_of_a_track_are_met_in_the_loop_over_tracks() {
    let first = "(forEach Track if:(= 4 (trackSite FirstSite if:(is Occupied (to)))) (result Mover Win))";
    let mut state = begin("halves.game", HALVES, &rules(first));
    make(&mut state, "A1");
    assert!(!state.is_over());
    make(&mut state, "E1");
    assert!(state.is_over());
    let text = format!(
        "(game \"Test\" (players 2) (equipment {{ {HALVES} }}) (rules {}))",
        rules("(if (= 0 (track)) (result Mover Win))")
    );
    let error = load("halves.game", &text).expect_err("no track is at hand");
    assert!(error.contains("E0505"), "{error}");
}
