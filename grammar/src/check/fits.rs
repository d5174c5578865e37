//! Whether a node may stand where something is asked.

use super::kinds::Kinds;
use crate::catalogue::{Alternative, COLLECTIONS, SlotType, Type};
use crate::tree::{Node, NodeKind};

impl Kinds<'_> {
    /// Whether `node` may stand where `asked` is asked.
    pub fn fits(&self, node: &Node, asked: &SlotType) -> bool {
        asked.0.iter().any(|alternative| self.fits_alternative(node, alternative))
    }

    /// The same for one alternative.
    pub fn fits_alternative(&self, node: &Node, asked: &Alternative) -> bool {
        match asked {
            Alternative::One(ty) => self.fits_one(node, *ty),
            Alternative::List(inner) => match &node.kind {
                NodeKind::List(members) => members.iter().all(|member| self.fits_member(member, inner)),
                _ => false,
            },
        }
    }

    /// Whether `member` may stand in a collection of `inner`: a range does where its ends do.
    pub fn fits_member(&self, member: &Node, inner: &SlotType) -> bool {
        self.fits(member, inner)
            || match &member.kind {
                NodeKind::Range(ends) => self
                    .ends_of_range(&ends.0, &ends.1)
                    .is_some_and(|end| inner.0.iter().any(|a| matches!(a, Alternative::One(ty) if end.fits(*ty)))),
                _ => false,
            }
    }

    /// What the ends of a range are: numbers, or texts that are coordinates.
    pub fn ends_of_range(&self, from: &Node, to: &Node) -> Option<Type> {
        [Type::Int, Type::Text].into_iter().find(|ty| {
            let ty = SlotType::one(*ty);
            self.fits(from, &ty) && self.fits(to, &ty)
        })
    }

    fn fits_one(&self, node: &Node, asked: Type) -> bool {
        match &node.kind {
            NodeKind::Call(_) => self.at_fault(node) || self.matches(node).iter().any(|found| found.row.ty.fits(asked)),
            NodeKind::Int(_) => Type::Int.fits(asked),
            NodeKind::Real(_) => Type::Float.fits(asked),
            NodeKind::Bool(_) => Type::Bool.fits(asked),
            NodeKind::Text(_) => Type::Text.fits(asked),
            NodeKind::Symbol(word) => enumeration(word, asked).is_some(),
            NodeKind::Range(ends) => Type::Range.fits(asked) && self.ends_of_range(&ends.0, &ends.1) == Some(Type::Int),
            NodeKind::List(members) => collection(self, members, asked).is_some(),
            // Reported already.
            NodeKind::Param(_) | NodeKind::Hole | NodeKind::OptionRef { .. } | NodeKind::Fragment(_) => true,
            NodeKind::Named(_) => false,
        }
    }
}

/// The enumeration through which `word` may stand for `asked`: `asked` itself if it has the word.
pub fn enumeration(word: &str, asked: Type) -> Option<Type> {
    let others = Type::ALL.iter().copied().filter(|ty| ty.fits(asked));
    std::iter::once(asked).chain(others).find(|ty| ty.has_word(word))
}

/// What the members of a collection are taken for, if it may stand for `asked`.
pub fn collection(kinds: &Kinds, members: &[Node], asked: Type) -> Option<SlotType> {
    COLLECTIONS
        .iter()
        .filter(|(_, whole)| whole.fits(asked))
        .map(|(member, _)| SlotType::one(*member))
        .find(|member| members.iter().all(|m| kinds.fits_member(m, member)))
}
