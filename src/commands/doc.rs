//! `parlour doc`: the manual.

use crate::args::Format;
use crate::failure::{Failure, WRONG};
use crate::manual::{self, html, uses};
use crate::output::{self, Kind};
use serde_json::{Value, json};
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Runs the command.
pub fn run(name: &str, html: Option<&Path>, games: &Path, format: Format) -> Result<(), Failure> {
    if let Some(folder) = html {
        return write(folder, games);
    }
    let mut out = io::stdout().lock();
    if name.trim().is_empty() {
        match format {
            Format::Text => out.write_all(manual::index().as_bytes())?,
            Format::Json => writeln!(out, "{:#}", json!(manual::names(None)))?,
        }
        return Ok(());
    }
    let files = uses::files(games);
    let bare = name.trim().trim_matches(['(', ')', '"']).trim();
    let choices = uses::choices(&files, bare);
    let page = match manual::page(name, None) {
        Ok(page) => page,
        Err(why) if choices.is_empty() => return Err(Failure::new(WRONG, format!("error: {why}"))),
        Err(_) => String::new(),
    };
    match format {
        Format::Text => {
            out.write_all(page.as_bytes())?;
            choices.iter().try_for_each(|choice| writeln!(out, "{choice}"))?;
            out.write_all(manual::used(name, &uses::find(&files)).as_bytes())?;
        }
        Format::Json => writeln!(out, "{:#}", json(name))?,
    }
    Ok(())
}

/// What there is under a name.
fn json(name: &str) -> Value {
    let name = name.trim().trim_matches(['(', ')', '"']).trim();
    let ludemes: Vec<Value> = manual::rows(name)
        .iter()
        .map(|(row, spelling)| {
            let signatures: Vec<String> = row.signatures.iter().map(|signature| signature.usage(spelling)).collect();
            json!({
                "name": spelling, "type": row.ty.name(), "signatures": signatures, "doc": row.doc, "example": row.example,
            })
        })
        .collect();
    let definitions: Vec<Value> = manual::library()
        .iter()
        .filter(|definition| definition.name.eq_ignore_ascii_case(name))
        .map(|definition| json!({ "name": definition.name, "doc": definition.doc }))
        .collect();
    let types: Vec<Value> =
        manual::types_of(name).map(|ty| json!({ "name": ty.name(), "doc": ty.doc(), "words": ty.words() })).collect();
    json!({ "ludemes": ludemes, "definitions": definitions, "types": types })
}

fn write(folder: &Path, games: &Path) -> Result<(), Failure> {
    let fail = |path: &Path, error: io::Error| {
        Failure::new(WRONG, format!("error: `{}` cannot be written: {error}", path.display()))
    };
    fs::create_dir_all(folder).map_err(|error| fail(folder, error))?;
    for (name, text) in html::pages(&uses::find(&uses::files(games))) {
        let path = folder.join(name);
        output::write(&path, Kind::Page, text.as_bytes()).map_err(|error| fail(&path, error))?;
    }
    writeln!(io::stdout().lock(), "{}", folder.join("index.html").display())?;
    Ok(())
}
