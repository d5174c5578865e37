//! Leaf counts and random play against published numbers: `perft/*.tsv`, with their sources.
//!
//! `cargo test --release --test suite perft -- --ignored` counts to the greater depths too, which takes minutes.

use crate::common;
use parlour_interpreter::play::{Playouts, Setup, State, Unit, perft, playouts};
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Instant;

/// The rows of a table, its comments aside.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(|line| line.split('\t').collect())
}

fn count(deep: bool) {
    for table in ["classics", "chess", "draughts", "stacks"] {
        let text = std::fs::read_to_string(common::root().join(format!("tests/perft/{table}.tsv"))).expect("a table");
        for row in rows(&text) {
            let [path, choices, position, unit, counts, _source] = row[..] else { panic!("{row:?}") };
            let unit = match unit {
                "ply" => Unit::Ply,
                "turn" => Unit::Turn,
                "result" => Unit::Result,
                "decision" => Unit::Decision,
                _ => panic!("{row:?}"),
            };
            let choices: Vec<&str> = choices.split(' ').filter(|c| *c != "-").collect();
            let game = common::load(path, &choices);
            let setup = |text| Setup::parse(&game, text).and_then(|setup| State::from_setup(&game, &setup));
            let state = match position {
                "-" => game.start(0).expect("a start"),
                text => setup(text).unwrap_or_else(|error| panic!("{path}: {text}: {error}")),
            };
            let (quick, slow) = counts.split_once('|').unwrap_or((counts, ""));
            let first = quick.split_whitespace().count();
            let counts = quick.split_whitespace().chain(slow.split_whitespace());
            for (i, published) in counts.enumerate() {
                if i >= first && !deep {
                    break;
                }
                let begun = Instant::now();
                let ours = perft(&state, i as u32 + 1, unit).expect("a count");
                println!("{path} {choices:?} {position} depth {}: {ours} in {:.2?}", i + 1, begun.elapsed());
                assert_eq!(ours.to_string(), published, "{path} {position} at depth {}", i + 1);
            }
        }
    }
}

#[test]
fn leaves_are_as_published() {
    count(false);
}

#[test]
#[ignore = "takes minutes, and the release profile"]
fn leaves_are_as_published_to_greater_depths() {
    count(true);
}

#[test]
fn random_play_is_as_published() {
    for row in rows(&std::fs::read_to_string(common::root().join("tests/perft/random.tsv")).expect("a table")) {
        let [path, plies, score, _source] = row[..] else { panic!("{row:?}") };
        let (plies, score): (f64, f64) = (plies.parse().expect("a number"), score.parse().expect("a number"));
        let settings = Playouts { count: Some(1500), seed: 7, ..Playouts::default() };
        let game = common::load(path, &[]);
        let report = playouts(&game, &settings, &AtomicBool::new(false), &AtomicU64::new(0)).expect("playouts");
        let off = |ours: f64, published: f64| (ours - published).abs() / published;
        assert!(off(report.mean_plies, plies) < 0.1, "{path}: {} plies, published {plies}", report.mean_plies);
        let ours = 100.0 * report.mean_scores[0];
        assert!(off(ours, score) < 0.1, "{path}: the first player scores {ours} %, published {score} %");
    }
}
