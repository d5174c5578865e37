use super::*;
use crate::catalogue::Catalogue;
use crate::diagnostic::{Style, render};
use crate::parse::parse;
use crate::span::{Sources, Traces};

fn read(text: &str) -> Node {
    let mut sources = Sources::default();
    let file = sources.add("test", text);
    let parsed = parse(&sources, file);
    assert!(parsed.diagnostics.is_empty(), "{text}\n{:#?}", parsed.diagnostics);
    parsed.nodes.into_iter().next().expect("one form")
}

#[test]
fn every_example_checks_to_its_own_row() {
    for row in &Catalogue::get().rows {
        let (term, diagnostics) = check_expression(&read(row.example), Some(row.ty));
        assert!(diagnostics.is_empty(), "{:?}: {}\n{diagnostics:#?}", row.prim, row.example);
        let prim = term.unwrap().call().unwrap().prim;
        assert_eq!(prim, row.prim, "{}", row.example);
    }
}

#[test]
#[ignore]
fn corpus() {
    let (mut good, mut all) = (0, 0);
    let mut shown = String::new();
    for entry in std::fs::read_dir("/tmp/cat_expanded").unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let mut sources = Sources::default();
        let file = sources.add(path.file_name().unwrap().to_string_lossy(), text);
        let parsed = parse(&sources, file);
        all += 1;
        let Some(node) = parsed.nodes.first() else { continue };
        let (rules, found) = check(node);
        good += usize::from(rules.is_some());
        for d in found.iter() {
            let text = sources.slice(d.span().unwrap());
            let end = text.char_indices().nth(70).map_or(text.len(), |(i, _)| i);
            shown += &format!("{} {} | {} | {}\n", d.code, d.message, &text[..end], sources.get(file).name);
            if std::env::var("FULL").is_ok() {
                shown += &render(d, &sources, &Traces::default(), Style::default());
            }
        }
    }
    std::fs::write("/tmp/cat_corpus.txt", shown).unwrap();
    println!("{good} of {all}");
}
