//! Brackets that name no ludeme: `((to))` for `(to)`, `(= ((a) (b)))` for `(= (a) (b))`, and `((a) (b))` for `{ (a) (b) }`; and a colon
//! behind a name, as in `(coord:"A1")`. Ludii reads them so.

use crate::catalogue::Catalogue;
use crate::diagnostic::{Diagnostic, codes};
use crate::tree::{Node, NodeKind};

/// A node more than `levels` deep, if there is any.
pub fn beyond(node: &Node, levels: usize) -> Option<&Node> {
    if levels == 0 {
        return Some(node);
    }
    match &node.kind {
        NodeKind::Call(items) | NodeKind::List(items) => items.iter().find_map(|item| beyond(item, levels - 1)),
        NodeKind::Named(named) => beyond(&named.value, levels - 1),
        NodeKind::Range(ends) => beyond(&ends.0, levels - 1).or_else(|| beyond(&ends.1, levels - 1)),
        _ => None,
    }
}

/// The tree without such brackets, with a warning for each.
pub fn tidied(node: &Node, warnings: &mut Vec<Diagnostic>) -> Node {
    let mut node = node.clone();
    tidy(&mut node, warnings);
    node
}

/// What has two sides.
const COMPARISONS: [&str; 6] = ["=", "!=", "<", "<=", ">", ">="];

fn tidy(node: &mut Node, warnings: &mut Vec<Diagnostic>) {
    let compares = node.head().is_some_and(|head| COMPARISONS.contains(&head));
    if let NodeKind::Call(items) = &mut node.kind
        && compares
        && let [_, both] = &mut items[..]
        && let NodeKind::Call(sides) = &mut both.kind
        && sides.len() == 2
        && sides.iter().all(|side| matches!(side.kind, NodeKind::Call(_)))
    {
        let message = "brackets around both sides of a comparison";
        let found = Diagnostic::warning(codes::ODD_BRACKETS, message, both.origin, "these brackets name no ludeme");
        warnings.push(found.help("leave them out"));
        let sides = std::mem::take(sides);
        items.pop();
        items.extend(sides);
    }
    if let NodeKind::Call(items) = &mut node.kind {
        let ludemes = items.iter().all(|item| matches!(item.kind, NodeKind::Call(_)));
        let value = |item: &Node| !matches!(item.kind, NodeKind::Symbol(_) | NodeKind::Text(_) | NodeKind::Named(_));
        let odd = |message, help: &str| {
            Diagnostic::warning(codes::ODD_BRACKETS, message, node.origin, "these brackets name no ludeme").help(help)
        };
        if let [Node { kind: NodeKind::Named(named), origin }] = &mut items[..]
            && Catalogue::get().with_head(&named.name).next().is_some()
        {
            let message = "a colon behind the name of a ludeme";
            let found = Diagnostic::warning(codes::ODD_BRACKETS, message, *origin, "a blank is meant");
            warnings.push(found.help("leave the colon out"));
            let head = Node { kind: NodeKind::Symbol(named.name.clone()), origin: *origin };
            let value = std::mem::replace(&mut named.value, head.clone());
            *items = vec![head, value];
            return tidy(node, warnings);
        }
        if items.len() == 1 && value(&items[0]) {
            warnings.push(odd("brackets around a single value", "leave them out"));
            if let Some(only) = items.pop() {
                *node = only;
            }
            return tidy(node, warnings);
        }
        if items.len() > 1 && ludemes {
            warnings.push(odd("a collection in round brackets", "write it in curly brackets, `{…}`"));
            node.kind = NodeKind::List(std::mem::take(items));
        }
    }
    match &mut node.kind {
        NodeKind::Call(items) | NodeKind::List(items) => items.iter_mut().for_each(|item| tidy(item, warnings)),
        NodeKind::Named(named) => tidy(&mut named.value, warnings),
        NodeKind::Range(ends) => {
            tidy(&mut ends.0, warnings);
            tidy(&mut ends.1, warnings);
        }
        _ => {}
    }
}
