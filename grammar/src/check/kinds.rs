//! Bottom up: what each ludeme may denote.

use rustc_hash::FxHashMap;

use super::blame;
use super::place::{Placement, place};
use crate::catalogue::{Alternative, Catalogue, Row, SlotKind, SlotType, Type};
use crate::diagnostic::Diagnostic;
use crate::tree::{Node, NodeKind};

/// A row and signature that a ludeme's arguments match.
#[derive(Debug)]
pub struct Match {
    /// The row.
    pub row: &'static Row,
    /// The index of the signature.
    pub signature: usize,
    /// How many items of the call are its name.
    pub name_length: usize,
    /// The word chosen, as an index into the items of the call, if the spelling offers a choice.
    pub word: Option<usize>,
    /// Which argument goes where.
    pub placement: Placement,
}

/// What the ludemes of a tree may denote.
#[derive(Debug, Default)]
pub struct Kinds<'d> {
    /// The names of the definitions, for those who misspell one.
    pub definitions: &'d [&'d str],
    /// By address of the node; none for a ludeme at fault. At most one match for each type.
    matches: FxHashMap<*const Node, Vec<Match>>,
}

/// A row that a call names, before its arguments are looked at.
pub struct Candidate {
    /// The row.
    pub row: &'static Row,
    /// How many items of the call are its name.
    pub name_length: usize,
    /// The word chosen, as an index into the items of the call, if the spelling offers a choice.
    pub word: Option<usize>,
}

/// The rows that a call may mean by its head and the words after it: the longest names first.
pub fn candidates(items: &[Node]) -> Vec<Candidate> {
    let Some(head) = items.first().and_then(Node::symbol) else { return Vec::new() };
    let mut found: Vec<Candidate> = Catalogue::get()
        .with_head(head)
        .filter_map(|(row, spelling)| {
            let mut word = None;
            for (i, choice) in spelling.words.iter().enumerate() {
                let item = items.get(i + 1)?.symbol()?;
                if !choice.contains(&item) {
                    return None;
                }
                word = (choice.len() > 1).then_some(i + 1).or(word);
            }
            Some(Candidate { row, name_length: 1 + spelling.words.len(), word })
        })
        .collect();
    found.sort_by_key(|candidate| std::cmp::Reverse(candidate.name_length));
    found
}

/// What the places may ask for that an argument of a call could have, by its label.
fn wanted_of(items: &[Node], item: &Node) -> Vec<Type> {
    let label = match &item.kind {
        NodeKind::Named(named) => Some(named.name.as_str()),
        _ => None,
    };
    let found = candidates(items);
    let slots = found.iter().flat_map(|candidate| &candidate.row.signatures).flat_map(|signature| &signature.slots);
    let mut wanted = Vec::new();
    slots.filter(|slot| (slot.kind == SlotKind::Named).then_some(slot.name) == label).for_each(|slot| {
        types_of(&slot.ty, &mut wanted);
    });
    wanted
}

/// All that a slot takes, whether alone or in a collection.
fn types_of(asked: &SlotType, types: &mut Vec<Type>) {
    for alternative in &asked.0 {
        match alternative {
            Alternative::One(ty) => types.push(*ty),
            Alternative::List(inner) => types_of(inner, types),
        }
    }
}

impl<'d> Kinds<'d> {
    /// Looks at all ludemes of `root`; with a diagnostic for each that is at fault.
    pub fn of(root: &Node, definitions: &'d [&'d str]) -> (Kinds<'d>, Vec<Diagnostic>) {
        let (mut kinds, mut diagnostics) = (Kinds { definitions, ..Kinds::default() }, Vec::new());
        kinds.visit(root, &[], &mut diagnostics);
        (kinds, diagnostics)
    }

    /// The matches of a call.
    pub fn matches(&self, call: &Node) -> &[Match] {
        self.matches.get(&std::ptr::from_ref(call)).map_or(&[], Vec::as_slice)
    }

    /// Whether the ludeme is at fault and so counts as whatever is asked.
    pub fn at_fault(&self, call: &Node) -> bool {
        self.matches(call).is_empty()
    }

    /// A type the node may denote, if nobody asks for any in particular.
    pub fn any_type(&self, node: &Node) -> Option<SlotType> {
        if let NodeKind::Call(_) = node.kind {
            return self.matches(node).first().map(|m| SlotType::one(m.row.ty));
        }
        Type::ALL.iter().map(|&ty| SlotType::one(ty)).find(|ty| self.fits(node, ty))
    }

    /// `wanted` is what the place of the node may ask for; nothing if that is not known.
    fn visit(&mut self, node: &Node, wanted: &[Type], diagnostics: &mut Vec<Diagnostic>) {
        match &node.kind {
            NodeKind::Call(items) => {
                for item in items.iter().skip(1) {
                    self.visit(item, &wanted_of(items, item), diagnostics);
                }
                self.visit_call(node, items, wanted, diagnostics);
            }
            NodeKind::List(members) => members.iter().for_each(|member| self.visit(member, wanted, diagnostics)),
            NodeKind::Named(named) => self.visit(&named.value, wanted, diagnostics),
            NodeKind::Range(ends) => {
                self.visit(&ends.0, wanted, diagnostics);
                self.visit(&ends.1, wanted, diagnostics);
            }
            NodeKind::Int(value) if i32::try_from(*value).is_err() => diagnostics.push(blame::too_large(node)),
            NodeKind::Param(_) | NodeKind::Hole | NodeKind::OptionRef { .. } | NodeKind::Fragment(_) => {
                diagnostics.push(blame::unexpanded(node))
            }
            _ => {}
        }
    }

    fn visit_call(&mut self, node: &Node, items: &[Node], wanted: &[Type], diagnostics: &mut Vec<Diagnostic>) {
        let mut matches: Vec<Match> = Vec::new();
        for Candidate { row, name_length, word } in candidates(items) {
            if matches.iter().any(|m| m.row.ty == row.ty) {
                continue;
            }
            let args = &items[name_length..];
            let placed = row
                .signatures
                .iter()
                .enumerate()
                .find_map(|(i, signature)| Some((i, place(self, args, signature).ok()?)));
            if let Some((signature, placement)) = placed {
                matches.push(Match { row, signature, name_length, word, placement });
            }
        }
        if matches.is_empty() {
            diagnostics.push(blame::call(self, node, items, wanted));
        }
        self.matches.insert(std::ptr::from_ref(node), matches);
    }
}
