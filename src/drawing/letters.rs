//! Letters as shapes, for pictures that must not depend on fonts.

use resvg::usvg::roxmltree::{Document, Node};
use std::fmt::Write;
use ttf_parser::{Face, OutlineBuilder};

/// The same picture with a shape in place of each text. Texts are as our pictures have them: at a place, of a size, in one line.
pub fn drawn(svg: &str) -> Result<String, String> {
    let face = Face::parse(epaint_default_fonts::HACK_REGULAR, 0).map_err(|error| error.to_string())?;
    let document = Document::parse(svg).map_err(|error| error.to_string())?;
    let (mut out, mut done) = (String::with_capacity(svg.len() * 2), 0);
    for node in document.descendants().filter(|node| node.has_tag_name("text")) {
        out.push_str(&svg[done..node.range().start]);
        out.push_str(&shape(&face, node));
        done = node.range().end;
    }
    out.push_str(&svg[done..]);
    Ok(out)
}

/// A text as a path.
fn shape(face: &Face, node: Node) -> String {
    let inherited = |name: &str| node.ancestors().find_map(|node| node.attribute(name));
    let number = |name: &str| inherited(name).and_then(|value| value.parse::<f32>().ok());
    let scale = number("font-size").unwrap_or(16.0) / f32::from(face.units_per_em());
    let unknown = face.glyph_index('?').unwrap_or_default();
    let glyphs: Vec<_> =
        node.text().unwrap_or_default().chars().map(|c| face.glyph_index(c).unwrap_or(unknown)).collect();
    let advance = |glyph| f32::from(face.glyph_hor_advance(glyph).unwrap_or_default()) * scale;
    let width: f32 = glyphs.iter().map(|glyph| advance(*glyph)).sum();
    let before = match inherited("text-anchor") {
        Some("middle") => width / 2.0,
        Some("end") => width,
        _ => 0.0,
    };
    let mut pen = Pen {
        x: number("x").unwrap_or_default() - before,
        y: number("y").unwrap_or_default(),
        scale,
        path: String::new(),
    };
    for glyph in glyphs {
        face.outline_glyph(glyph, &mut pen);
        pen.x += advance(glyph);
    }
    format!("<path d=\"{}\" fill=\"{}\"/>", pen.path, inherited("fill").unwrap_or("black"))
}

/// Writes outlines, whose height counts upwards, where the pen is.
struct Pen {
    x: f32,
    y: f32,
    scale: f32,
    path: String,
}

impl Pen {
    fn write(&mut self, command: char, points: &[(f32, f32)]) {
        self.path.push(command);
        for (x, y) in points {
            _ = write!(self.path, "{:.2} {:.2} ", self.x + x * self.scale, self.y - y * self.scale);
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.write('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.write('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.write('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.write('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.path.push('Z');
    }
}
