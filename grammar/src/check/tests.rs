use super::*;
use crate::catalogue::Catalogue;
use crate::parse::parse;
use crate::span::Sources;

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
