use super::*;
use crate::catalogue::Catalogue;
use crate::span::{FileId, Origin, Span, Trace};
use crate::tree::{Named, NodeKind};

fn read(text: &str) -> Node {
    let mut at = 0;
    node(text, &mut at)
}

fn node(text: &str, at: &mut usize) -> Node {
    let skip = |at: &mut usize| *at += text[*at..].len() - text[*at..].trim_start().len();
    skip(at);
    let start = *at;
    let close = match text.as_bytes()[start] {
        b'(' => ')',
        b'{' => '}',
        b'"' => {
            *at += text[start + 1..].find('"').unwrap() + 2;
            return made(start, *at, NodeKind::Text(text[start + 1..*at - 1].to_owned()));
        }
        _ => {
            let word = text[start..].split([' ', '\n', '(', ')', '{', '}', ':']).next().unwrap();
            *at += word.len();
            if text[*at..].starts_with(':') {
                *at += 1;
                let value = node(text, at);
                let name_origin = made(start, start + word.len(), NodeKind::Hole).origin;
                return made(start, *at, NodeKind::Named(Box::new(Named { name: word.to_owned(), name_origin, value })));
            }
            let kind = if let Ok(value) = word.parse() {
                NodeKind::Int(value)
            } else if let Ok(value) = word.parse() {
                NodeKind::Real(value)
            } else if let Some((a, b)) = word.split_once("..") {
                let end = |n: &str| made(start, *at, NodeKind::Int(n.parse().unwrap()));
                NodeKind::Range(Box::new((end(a), end(b))))
            } else {
                match word {
                    "True" => NodeKind::Bool(true),
                    "False" => NodeKind::Bool(false),
                    _ => NodeKind::Symbol(word.to_owned()),
                }
            };
            return made(start, *at, kind);
        }
    };
    *at += 1;
    let mut items = Vec::new();
    loop {
        skip(at);
        if text[*at..].starts_with(close) {
            *at += 1;
            break;
        }
        items.push(node(text, at));
    }
    made(start, *at, if close == ')' { NodeKind::Call(items) } else { NodeKind::List(items) })
}

fn made(start: usize, end: usize, kind: NodeKind) -> Node {
    Node { kind, origin: Origin { span: Span::new(FileId(0), start, end), trace: Trace::NONE } }
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
