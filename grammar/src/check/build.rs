//! Top down: typed terms, once all is known to fit.

use super::fits::{collection, enumeration};
use super::kinds::{Kinds, Match};
use super::place::Filling;
use crate::catalogue::{Alternative, SlotKind, SlotType, Type};
use crate::rules::{Call, Term, TermKind};
use crate::tree::{Node, NodeKind};

/// The term of `node`, which fits `asked`.
pub fn term(kinds: &Kinds, node: &Node, asked: &SlotType) -> Term {
    let exact = asked.0.iter().find(|alternative| is_exactly(kinds, node, alternative));
    let alternative = exact.or_else(|| asked.0.iter().find(|a| kinds.fits_alternative(node, a)));
    match (alternative, &node.kind) {
        (Some(Alternative::List(inner)), NodeKind::List(members)) => list(kinds, node, members, inner),
        (Some(Alternative::One(ty)), _) => one(kinds, node, *ty),
        _ => unreachable!("only what fits is built"),
    }
}

/// Whether `node` is of the type asked without standing in for it.
fn is_exactly(kinds: &Kinds, node: &Node, asked: &Alternative) -> bool {
    let Alternative::One(asked) = asked else { return kinds.fits_alternative(node, asked) };
    match &node.kind {
        NodeKind::Call(_) => kinds.matches(node).iter().any(|m| m.row.ty == *asked),
        NodeKind::Int(_) => *asked == Type::Int,
        NodeKind::Symbol(word) => asked.has_word(word),
        _ => kinds.fits_alternative(node, &Alternative::One(*asked)),
    }
}

fn one(kinds: &Kinds, node: &Node, asked: Type) -> Term {
    let made = |kind, ty| Term { kind, ty, origin: node.origin };
    match &node.kind {
        NodeKind::Call(items) => {
            let matches = kinds.matches(node);
            let found =
                matches.iter().find(|m| m.row.ty == asked).or_else(|| matches.iter().find(|m| m.row.ty.fits(asked)));
            call(kinds, node, items, found.expect("only what fits is built"))
        }
        NodeKind::Int(value) => {
            made(TermKind::Int(i32::try_from(*value).expect("large numbers were refused")), Type::Int)
        }
        NodeKind::Real(value) => made(TermKind::Real(*value), Type::Float),
        NodeKind::Bool(value) => made(TermKind::Bool(*value), Type::Bool),
        NodeKind::Text(text) => made(TermKind::Text(text.clone()), Type::Text),
        NodeKind::Symbol(word) => {
            let ty = enumeration(word, asked).expect("only what fits is built");
            made(TermKind::Symbol(word.clone()), ty)
        }
        NodeKind::Range(ends) => range(kinds, node, &ends.0, &ends.1),
        NodeKind::List(members) => {
            let inner = collection(kinds, members, asked).expect("only what fits is built");
            Term { ty: asked, ..list(kinds, node, members, &inner) }
        }
        NodeKind::Named(_)
        | NodeKind::Param(_)
        | NodeKind::Hole
        | NodeKind::OptionRef { .. }
        | NodeKind::Fragment(_) => {
            unreachable!("reported before anything is built")
        }
    }
}

fn range(kinds: &Kinds, node: &Node, from: &Node, to: &Node) -> Term {
    let ty = SlotType::one(kinds.ends_of_range(from, to).expect("only what fits is built"));
    let ends = Box::new((term(kinds, from, &ty), term(kinds, to, &ty)));
    Term { kind: TermKind::Range(ends), ty: Type::Range, origin: node.origin }
}

fn list(kinds: &Kinds, node: &Node, members: &[Node], inner: &SlotType) -> Term {
    let members = members.iter().map(|m| member(kinds, m, inner)).collect();
    Term { kind: TermKind::List(members), ty: member_type(inner), origin: node.origin }
}

fn member(kinds: &Kinds, node: &Node, inner: &SlotType) -> Term {
    match &node.kind {
        NodeKind::Range(ends) if !kinds.fits(node, inner) => range(kinds, node, &ends.0, &ends.1),
        _ => term(kinds, node, inner),
    }
}

/// The type of a collection: that of its members.
fn member_type(inner: &SlotType) -> Type {
    match &inner.0[0] {
        Alternative::One(ty) => *ty,
        Alternative::List(inner) => member_type(inner),
    }
}

fn call(kinds: &Kinds, node: &Node, items: &[Node], found: &Match) -> Term {
    let given = &items[found.name_length..];
    let word = found.word.map(|i| {
        let word = items[i].symbol().expect("a word is a symbol").to_owned();
        ("word", Term { kind: TermKind::Symbol(word), ty: Type::Word, origin: items[i].origin })
    });
    let mut args = Vec::from_iter(word);
    for (slot, filling) in found.row.signatures[found.signature].slots.iter().zip(&found.placement) {
        let arg = match *filling {
            Filling::Empty => continue,
            Filling::One(i) => match &given[i].kind {
                NodeKind::Named(named) if slot.kind == SlotKind::Named => term(kinds, &named.value, &slot.ty),
                _ => term(kinds, &given[i], &slot.ty),
            },
            Filling::Run(from, to) => run(kinds, node, &given[from..to], &slot.ty),
        };
        args.push((slot.name, arg));
    }
    let call = Call::new(found.row.prim, found.signature, args);
    Term { kind: TermKind::Call(call), ty: found.row.ty, origin: node.origin }
}

/// Any number of arguments, or one collection of them, as a collection.
fn run(kinds: &Kinds, call: &Node, given: &[Node], inner: &SlotType) -> Term {
    if let [only] = given
        && let NodeKind::List(members) = &only.kind
        && members.iter().all(|m| kinds.fits_member(m, inner))
    {
        return list(kinds, only, members, inner);
    }
    let positional = given.iter().filter(|node| !matches!(node.kind, NodeKind::Named(_)));
    let members = positional.map(|m| member(kinds, m, inner)).collect();
    Term { kind: TermKind::List(members), ty: member_type(inner), origin: call.origin }
}
