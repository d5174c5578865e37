//! Pictures of games, as SVG and as PNG.

mod letters;

use crate::args::Pictures;
use crate::failure::{Failure, WRONG};
use crate::output::{self, Kind};
use crate::players;
use parlour_interpreter::play::State;
use parlour_interpreter::play::picture::{self, Page};
use resvg::{tiny_skia, usvg};
use std::io::{self, Write};
use std::path::Path;

/// Pixels of a PNG for one of the SVG, as far as the whole does not become too large.
const SCALE: f32 = 2.0;
/// Pixels of the longer side of a PNG at most.
const LONGEST: f32 = 16_000.0;

impl Pictures {
    /// Whether there is anything to draw.
    pub fn are_wanted(&self) -> bool {
        self.svg.is_some() || self.png.is_some()
    }
}

/// The position, and how the game stands.
pub fn last(state: &State, seat: Option<u32>) -> Page {
    picture::page(state, seat, Some(players::status(state)))
}

/// Writes a picture to the files that are named.
pub fn write(svg: &str, to: &Pictures) -> Result<(), Failure> {
    if let Some(path) = &to.svg {
        put(path, Kind::Svg, svg.as_bytes())?;
    }
    if let Some(path) = &to.png {
        put(
            path,
            Kind::Png,
            &png(svg).map_err(|why| Failure::new(WRONG, format!("error: no PNG can be made: {why}")))?,
        )?;
    }
    Ok(())
}

fn put(path: &Path, kind: Kind, bytes: &[u8]) -> Result<(), Failure> {
    if path.as_os_str() == "-" {
        return Ok(io::stdout().lock().write_all(bytes)?);
    }
    output::write(path, kind, bytes)
        .map_err(|error| Failure::new(WRONG, format!("error: `{}` cannot be written: {error}", path.display())))
}

/// The picture as PNG. Its letters are drawn as shapes, so that it looks the same everywhere, whatever fonts there are.
fn png(svg: &str) -> Result<Vec<u8>, String> {
    let svg = letters::drawn(svg)?;
    let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).map_err(|error| error.to_string())?;
    let size = tree.size();
    let scale = SCALE.min(LONGEST / size.width().max(size.height()));
    let side = |length: f32| ((length * scale).ceil() as u32).max(1);
    let mut pixels = tiny_skia::Pixmap::new(side(size.width()), side(size.height())).ok_or("it is too large")?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    #[test]
    fn letters_appear_without_fonts() {
        let of = |text: &str| {
            let svg = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20\" height=\"20\" font-family=\"Hack\">\
                 <text x=\"2\" y=\"15\">{text}</text></svg>"
            );
            super::png(&svg).expect("it is a picture")
        };
        let all: Vec<Vec<u8>> = ["", "K", "x", "\u{d7}", "4"].map(of).to_vec();
        for (i, one) in all.iter().enumerate() {
            assert!(all[..i].iter().all(|other| other != one), "sign {i} looks like another");
        }
        assert!(super::png("<svg").is_err());
    }
}
