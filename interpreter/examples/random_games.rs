//! Plays random games of a rule file: `cargo run --release --example random_games -- FILE [SECONDS]`.
use parlour_interpreter::play::{Game, Playouts, Source, playouts};
use std::sync::atomic::{AtomicBool, AtomicU64};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let path = args.next().ok_or("which rule file?")?;
    let seconds: f64 = args.next().map_or(Ok(1.0), |s| s.parse())?;
    let bytes = std::fs::read(&path)?;
    let source = Source { name: &path, bytes: &bytes, files: &parlour_grammar::expand::NoFiles };
    let game = Game::load(&source, &Default::default())?;
    let settings =
        Playouts { time: Some(std::time::Duration::from_secs_f64(seconds)), count: None, ..Default::default() };
    let report = playouts(&game, &settings, &AtomicBool::new(false), &AtomicU64::new(0))?;
    println!("{report:#?}");
    Ok(())
}
