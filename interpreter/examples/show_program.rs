//! Prints the program of a rule file: `cargo run --example show_program -- FILE`.
use parlour_interpreter::play::{Game, Source};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("which rule file?")?;
    let bytes = std::fs::read(&path)?;
    let source = Source { name: &path, bytes: &bytes, files: &parlour_grammar::expand::NoFiles };
    let game = Game::load(&source, &Default::default())?;
    print!("{}", game.program());
    Ok(())
}
