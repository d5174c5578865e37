//! The manual, from the catalogue and from the comments of definitions.

use crate::commands::explain::fold;
use parlour_grammar::catalogue::{Catalogue, Row};
use parlour_grammar::diagnostic::suggestion;
use parlour_grammar::expand::{DefinitionInfo, Parameters};
use parlour_interpreter::play::Game;
use std::fmt::Write;

/// Everything there is a page for.
pub fn names(game: Option<&Game>) -> Vec<String> {
    let definitions = game.map(|game| &game.expanded().definitions[..]).unwrap_or_default();
    let heads = Catalogue::get().heads().map(str::to_owned);
    heads.chain(definitions.iter().map(|definition| definition.name.clone())).collect()
}

/// The page of a ludeme, `move` or `move Step`, or of a definition; or what to say if there is none.
pub fn page(name: &str, game: Option<&Game>) -> Result<String, String> {
    let name = name.trim().trim_matches(['(', ')', '"']).trim();
    let definitions = game.map(|game| &game.expanded().definitions[..]).unwrap_or_default();
    let mut out = String::new();
    for definition in definitions.iter().filter(|definition| definition.name.eq_ignore_ascii_case(name)) {
        define(&mut out, definition);
    }
    let wanted: Vec<String> = name.split_whitespace().map(str::to_lowercase).collect();
    let rows: Vec<(&Row, String)> = Catalogue::get()
        .rows
        .iter()
        .filter_map(|row| {
            let spelling = row.spellings.iter().find(|spelling| {
                let text = spelling.to_string().to_lowercase();
                let mut words = text.split_whitespace();
                wanted
                    .iter()
                    .all(|wanted| words.next().is_some_and(|word| word.split('|').any(|choice| choice == wanted)))
            })?;
            Some((row, spelling.to_string()))
        })
        .collect();
    match &rows[..] {
        // A head of many kinds: one line for each.
        [_, _, _, _, ..] => rows.iter().for_each(|(row, spelling)| _ = writeln!(out, "({spelling} …)  {}", row.doc)),
        _ => rows.iter().for_each(|(row, spelling)| ludeme(&mut out, row, spelling)),
    }
    if !out.is_empty() && !wanted.is_empty() {
        return Ok(out);
    }
    let names = names(game);
    let advice = suggestion(name, names.iter().map(String::as_str));
    Err(format!("there is no ludeme or definition `{name}`{}", advice.map(|a| format!("; {a}")).unwrap_or_default()))
}

fn ludeme(out: &mut String, row: &Row, spelling: &str) {
    for signature in &row.signatures {
        _ = writeln!(out, "{} → {}", signature.usage(spelling), row.ty.name());
    }
    _ = writeln!(out, "  {}\n  e.g. {}", fold(row.doc, 100).replace('\n', "\n  "), row.example);
}

fn define(out: &mut String, definition: &DefinitionInfo) {
    let parameters: Vec<String> = match &definition.parameters {
        Parameters::Numbered(n) => (1..=*n).map(|i| format!(" [<#{i}>]")).collect(),
        Parameters::Named(list) => list
            .iter()
            .map(|parameter| {
                let kind = parameter.type_name.as_ref().map(|(name, _)| format!(":{name}")).unwrap_or_default();
                let part = format!("<{}{kind}>", parameter.name);
                if parameter.optional || parameter.default.is_some() {
                    format!(" [{part}]")
                } else {
                    format!(" {part}")
                }
            })
            .collect(),
    };
    let place = if definition.library { "of the library" } else { "of this game" };
    _ = writeln!(out, "(\"{}\"{})   a definition {place}", definition.name, parameters.concat());
    for line in definition.doc.lines() {
        _ = writeln!(out, "  {line}");
    }
    if let Parameters::Named(list) = &definition.parameters {
        for parameter in list {
            _ = writeln!(out, "  {}: {}", parameter.name, parameter.doc);
        }
    }
}
