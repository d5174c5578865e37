//! The manual, from the catalogue and from the comments of definitions.

pub mod forms;
pub mod html;
pub mod ideas;
pub mod uses;

use crate::commands::explain::fold;
use parlour_grammar::catalogue::{Catalogue, Row, Signature, SlotKind, SlotType, Type, manual};
use parlour_grammar::diagnostic::suggestion;
use parlour_grammar::expand::{DefinitionInfo, NoFiles, Parameters, Selection, expand};
use parlour_grammar::span::Sources;
use parlour_interpreter::play::Game;
use std::fmt::Write;

/// So many files are named of those that use something.
const FEW: usize = 5;

/// What stands behind an argument that is written without its name.
const UNLABELLED: &str = ", written without its name";

/// The definitions of the library, by name.
pub fn library() -> Vec<DefinitionInfo> {
    let mut sources = Sources::default();
    let file = sources.add("", "");
    expand(&mut sources, file, &Selection::default(), parlour_stdlib::FILES, &NoFiles).definitions
}

/// The definitions that can be called: those of the game, or of the library alone.
pub fn definitions(game: Option<&Game>) -> Vec<DefinitionInfo> {
    game.map_or_else(library, |game| game.expanded().definitions.clone())
}

/// Everything there is a page for.
pub fn names(game: Option<&Game>) -> Vec<String> {
    let heads = Catalogue::get().heads().map(str::to_owned);
    let types = Type::ALL.iter().flat_map(|ty| std::iter::once(ty.name()).chain(ty.words().iter().copied()));
    let labels = Catalogue::get().rows.iter().flat_map(|row| row.signatures.iter().flat_map(Signature::keywords));
    let mut names: Vec<String> = heads
        .chain(types.chain(labels).map(str::to_owned))
        .chain(definitions(game).into_iter().map(|definition| definition.name))
        .chain(forms::FORMS.iter().map(|form| form.name.to_owned()))
        .chain(ideas::IDEAS.iter().flat_map(|idea| idea.names).map(|name| (*name).to_owned()))
        .collect();
    names.sort();
    names.dedup();
    names
}

/// The page of a ludeme, `move` or `move Step`, of a definition, or of whatever else has a name; or what to say if there is none.
pub fn page(name: &str, game: Option<&Game>) -> Result<String, String> {
    let name = name.trim().trim_matches(['(', ')', '"']).trim();
    let definitions = definitions(game);
    let mut out = String::new();
    for definition in definitions.iter().filter(|definition| definition.name.eq_ignore_ascii_case(name)) {
        define(&mut out, definition);
    }
    for form in forms::FORMS.iter().filter(|form| form.name.eq_ignore_ascii_case(name)) {
        form.usage.iter().for_each(|usage| _ = writeln!(out, "{usage}   a form of rule files"));
        _ = writeln!(out, "  {}\n  e.g. {}", fold(form.doc, 100).replace('\n', "\n  "), form.example);
    }
    if let Some(idea) = ideas::called(name) {
        _ = writeln!(out, "{name}   an idea\n  {}", fold(idea.doc, 100).replace('\n', "\n  "));
        let ludemes: Vec<String> = idea.ludemes.iter().map(|ludeme| format!("({ludeme} …)")).collect();
        _ = writeln!(out, "  see {}; {}", ludemes.join(", "), idea.page);
    }
    let rows = rows(name);
    match &rows[..] {
        // A head of many kinds: one line for each.
        [_, _, _, _, ..] => rows.iter().for_each(|(row, spelling)| _ = writeln!(out, "({spelling} …)  {}", row.doc)),
        _ => rows.iter().for_each(|(row, spelling)| ludeme(&mut out, row, spelling)),
    }
    types(&mut out, name);
    let unlabelled = out.is_empty();
    label(&mut out, name.trim_end_matches(':'), unlabelled);
    if !out.is_empty() && !name.is_empty() {
        return Ok(out);
    }
    let names = names(game);
    let advice = suggestion(name, names.iter().map(String::as_str));
    Err(format!(
        "there is no ludeme, definition, type, word or label `{name}`{}",
        advice.map(|a| format!("; {a}")).unwrap_or_default()
    ))
}

/// The rows of ludemes whose spelling begins so, each with that spelling.
pub fn rows(name: &str) -> Vec<(&'static Row, String)> {
    let wanted: Vec<String> = name.split_whitespace().map(str::to_lowercase).collect();
    let fits = |spelling: &str| {
        let text = spelling.to_lowercase();
        let mut words = text.split_whitespace();
        wanted.iter().all(|wanted| words.next().is_some_and(|word| word.split('|').any(|choice| choice == wanted)))
    };
    let rows = Catalogue::get().rows.iter().filter_map(|row| {
        row.spellings.iter().map(ToString::to_string).find(|spelling| fits(spelling)).map(|spelling| (row, spelling))
    });
    rows.filter(|_| !wanted.is_empty()).collect()
}

/// The types called so, and those that have it among their words.
pub fn types_of(name: &str) -> impl Iterator<Item = Type> {
    Type::ALL.iter().copied().filter(move |ty| {
        ty.name().eq_ignore_ascii_case(name) || ty.words().iter().any(|word| word.eq_ignore_ascii_case(name))
    })
}

fn types(out: &mut String, name: &str) {
    for ty in types_of(name) {
        if ty.name().eq_ignore_ascii_case(name) {
            _ = writeln!(out, "{}   a type\n  {}", ty.name(), ty.doc());
            for (words, meaning) in meanings(ty.words().iter().map(|one| ((*one).to_owned(), manual::word(ty, one)))) {
                let line = format!("{}: {}", words.join(" "), meaning.unwrap_or_default());
                _ = writeln!(out, "    {}", fold(&line, 92).replace('\n', "\n        "));
            }
            let ludemes = |which: &dyn Fn(&Row) -> bool| {
                let mut names: Vec<String> =
                    Catalogue::get().rows.iter().filter(|row| which(row)).map(Row::name).collect();
                names.sort();
                names.dedup();
                fold(&names.join(", "), 96).replace('\n', "\n    ")
            };
            for (what, list) in
                [("made by", ludemes(&|row| row.ty == ty)), ("taken by", ludemes(&|row| takes(row, ty)))]
            {
                if !list.is_empty() {
                    _ = writeln!(out, "  {what}\n    {list}");
                }
            }
        } else {
            let word = ty.words().iter().find(|word| word.eq_ignore_ascii_case(name)).unwrap_or(&name);
            _ = writeln!(out, "{word}   a word of {}: {}", ty.name(), ty.doc());
            if let Some(meaning) = manual::word(ty, word) {
                _ = writeln!(out, "  {}", fold(meaning, 98).replace('\n', "\n  "));
            }
        }
    }
}

/// The ludemes that have an argument of this name: a label, or if wanted one without.
fn label(out: &mut String, name: &str, unlabelled: bool) {
    let mut lines = Vec::new();
    for row in &Catalogue::get().rows {
        let slots = row.signatures.iter().flat_map(|signature| &signature.slots);
        let asked = slots.filter(|slot| slot.name.eq_ignore_ascii_case(name));
        lines.extend(asked.filter_map(|slot| match slot.kind {
            SlotKind::Named => {
                let form = format!("({} … {}:<{}>)", row.name(), slot.name, slot.ty);
                Some((form, manual::argument(row, slot.name)))
            }
            _ => unlabelled.then(|| (format!("({} … <{}:{}>){UNLABELLED}", row.name(), slot.name, slot.ty), None)),
        }));
    }
    lines.sort();
    lines.dedup();
    if lines.is_empty() {
        return;
    }
    if lines.iter().all(|(form, _)| form.ends_with(UNLABELLED)) {
        _ = writeln!(out, "{name}   an argument of");
    } else {
        _ = writeln!(out, "{name}:   a label; it stands before an argument of");
    }
    for (forms, meaning) in meanings(lines.into_iter()) {
        _ = writeln!(out, "  {}", forms.join("\n  "));
        if let Some(meaning) = meaning {
            _ = writeln!(out, "    {}", fold(meaning, 96).replace('\n', "\n    "));
        }
    }
}

/// What is called alike, by what it means, in the order in which each meaning comes first.
fn meanings(all: impl Iterator<Item = (String, Option<&'static str>)>) -> Vec<(Vec<String>, Option<&'static str>)> {
    let mut groups: Vec<(Vec<String>, Option<&'static str>)> = Vec::new();
    for (name, meaning) in all {
        match groups.iter_mut().find(|(_, of)| *of == meaning) {
            Some((names, _)) => names.push(name),
            None => groups.push((vec![name], meaning)),
        }
    }
    groups
}

/// Where rule files use what is called so.
pub fn used(name: &str, uses: &uses::Uses) -> String {
    let name = name.trim().trim_matches(['(', ')', '"']).trim();
    let ludemes: std::collections::BTreeSet<String> = rows(name).iter().map(|(row, _)| row.name()).collect();
    let known = |word: &str| types_of(word).next().is_some();
    let keys = ludemes.into_iter().chain([format!("\"{name}\""), format!("{}:", name.trim_end_matches(':'))]);
    let words = uses.keys().filter(|key| key.eq_ignore_ascii_case(name) && known(name)).cloned();
    let mut out = String::new();
    for key in keys.chain(words) {
        if let Some(files) = uses.get(&key) {
            let some: Vec<&str> = files.iter().take(FEW).map(String::as_str).collect();
            let more = if files.len() > FEW { format!(", and {} more", files.len() - FEW) } else { String::new() };
            let line = format!("{key} is used in {}{more}", some.join(", "));
            _ = writeln!(out, "{}", fold(&line, 100).replace('\n', "\n    "));
        }
    }
    out
}

/// Whether an argument of a ludeme has this type.
pub fn takes(row: &Row, ty: Type) -> bool {
    fn holds(slot: &SlotType, ty: Type) -> bool {
        use parlour_grammar::catalogue::Alternative;
        slot.0.iter().any(|alternative| match alternative {
            Alternative::One(one) => *one == ty,
            Alternative::List(inner) => holds(inner, ty),
        })
    }
    row.signatures.iter().flat_map(|signature| &signature.slots).any(|slot| holds(&slot.ty, ty))
}

/// Everything there is, by what it denotes.
pub fn index() -> String {
    let mut out = String::new();
    for ty in Type::ALL {
        let mut names: Vec<String> = Catalogue::get().rows.iter().filter(|row| row.ty == *ty).map(Row::name).collect();
        names.sort();
        names.dedup();
        if !names.is_empty() {
            let list = fold(&names.join(", "), 96).replace('\n', "\n  ");
            _ = writeln!(out, "{}: {}\n  {list}", ty.name(), ty.doc());
        }
    }
    let enumerations: Vec<&str> = Type::ALL.iter().filter(|ty| !ty.words().is_empty()).map(|ty| ty.name()).collect();
    let library: Vec<String> = library().into_iter().map(|definition| definition.name).collect();
    let list = |text: String| fold(&text, 96).replace('\n', "\n  ");
    _ = writeln!(out, "Types that are words:\n  {}", list(enumerations.join(", ")));
    _ = writeln!(out, "Definitions of the library:\n  {}", list(library.join(", ")));
    out
}

fn ludeme(out: &mut String, row: &Row, spelling: &str) {
    for signature in &row.signatures {
        _ = writeln!(out, "{} → {}", signature.usage(spelling), row.ty.name());
    }
    _ = writeln!(out, "  {}", fold(row.doc, 100).replace('\n', "\n  "));
    for label in row.labels() {
        let meaning = manual::argument(row, label).unwrap_or_default();
        _ = writeln!(out, "  {}", fold(&format!("{label}: {meaning}"), 98).replace('\n', "\n      "));
    }
    _ = writeln!(out, "  e.g. {}", row.example);
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
