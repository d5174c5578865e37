//! Which argument goes into which slot.

use super::kinds::Kinds;
use crate::catalogue::{Alternative, Signature, Slot, SlotKind, SlotType};
use crate::tree::{Node, NodeKind};

/// For each slot of a signature, the arguments in it.
pub type Placement = Vec<Filling>;

/// What is in a slot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Filling {
    /// Nothing.
    Empty,
    /// The argument with this index.
    One(usize),
    /// The arguments from one index up to another, for a slot that takes any number.
    Run(usize, usize),
}

/// Why the arguments do not match a signature.
#[derive(Debug)]
pub struct Misfit<'a> {
    /// How many arguments do match.
    pub matched: usize,
    /// What is wrong.
    pub problem: Problem<'a>,
}

/// What is wrong with arguments.
#[derive(Debug)]
pub enum Problem<'a> {
    /// An argument is not what is asked; any of these slots might take it.
    Wrong(usize, Vec<&'a Slot>),
    /// No argument fills this slot.
    Missing(&'a Slot),
    /// There is no slot left for this argument.
    TooMany(usize),
    /// The signature has no such keyword.
    UnknownName(usize),
    /// The keyword was used before.
    Twice(usize),
}

/// Places `args` into the slots of `signature`.
pub fn place<'a>(kinds: &Kinds, args: &[Node], signature: &'a Signature) -> Result<Placement, Misfit<'a>> {
    let mut placement = vec![Filling::Empty; signature.slots.len()];
    let mut named_problem = None;
    let mut named_matched = 0;
    let mut positional = Vec::new();
    for (i, arg) in args.iter().enumerate() {
        let NodeKind::Named(named) = &arg.kind else {
            positional.push(i);
            continue;
        };
        let slot = signature.slots.iter().position(|s| s.kind == SlotKind::Named && s.name == named.name);
        let problem = match slot {
            None => Problem::UnknownName(i),
            Some(s) if placement[s] != Filling::Empty => Problem::Twice(i),
            Some(s) if !kinds.fits(&named.value, &signature.slots[s].ty) => {
                placement[s] = Filling::One(i);
                Problem::Wrong(i, vec![&signature.slots[s]])
            }
            Some(s) => {
                placement[s] = Filling::One(i);
                named_matched += 1;
                continue;
            }
        };
        named_problem.get_or_insert(problem);
    }

    let slots: Vec<usize> =
        (0..signature.slots.len()).filter(|&s| signature.slots[s].kind != SlotKind::Named).collect();
    let mut search = Search {
        kinds,
        args: positional.iter().map(|&i| &args[i]).collect(),
        slots: slots.iter().map(|&s| &signature.slots[s]).collect(),
        failed: vec![false; (positional.len() + 1) * (slots.len() + 1)],
        chosen: vec![Filling::Empty; slots.len()],
        furthest: 0,
        wanted: Vec::new(),
    };
    let found = search.from(0, 0);
    let (furthest, wanted) = (search.furthest, search.wanted);
    let matched = named_matched + if found { positional.len() } else { furthest };
    if !found {
        let required = wanted.iter().copied().find(|slot| !slot.optional);
        let problem = match (positional.get(furthest), required) {
            (None, Some(slot)) => Problem::Missing(slot),
            // Something before was left out: say so rather than blame each optional slot.
            (Some(&i), _) if !wanted.is_empty() => Problem::Wrong(i, wanted),
            (Some(&i), _) => Problem::TooMany(i),
            (None, None) => Problem::TooMany(args.len().saturating_sub(1)),
        };
        return Err(Misfit { matched, problem });
    }
    if let Some(problem) = named_problem {
        return Err(Misfit { matched, problem });
    }
    let missing = signature
        .slots
        .iter()
        .enumerate()
        .find(|(s, slot)| slot.kind == SlotKind::Named && !slot.optional && placement[*s] == Filling::Empty);
    if let Some((_, slot)) = missing {
        return Err(Misfit { matched, problem: Problem::Missing(slot) });
    }
    for (&s, filling) in slots.iter().zip(search.chosen) {
        // From counting positional arguments to counting all; a run has no named argument within unless one was put there.
        placement[s] = match filling {
            Filling::Empty => Filling::Empty,
            Filling::One(p) => Filling::One(positional[p]),
            Filling::Run(from, to) => Filling::Run(positional[from], positional[to - 1] + 1),
        };
    }
    Ok(placement)
}

/// Whether a node is a word that no type asked for has among its own.
fn is_borrowed(node: &Node, asked: &SlotType) -> bool {
    let NodeKind::Symbol(word) = &node.kind else { return false };
    !asked.0.iter().any(|alternative| matches!(alternative, Alternative::One(ty) if ty.has_word(word)))
}

/// The search for slots of positional arguments: in order, optional slots skipped where that helps.
struct Search<'k, 'n, 'a> {
    kinds: &'k Kinds<'k>,
    args: Vec<&'n Node>,
    slots: Vec<&'a Slot>,
    /// Whether the arguments from one on are known not to go into the slots from another on.
    failed: Vec<bool>,
    chosen: Vec<Filling>,
    /// How many arguments could be placed at best, and the slots asked for at that point.
    furthest: usize,
    wanted: Vec<&'a Slot>,
}

impl<'a> Search<'_, '_, 'a> {
    fn from(&mut self, arg: usize, slot: usize) -> bool {
        let key = arg * (self.slots.len() + 1) + slot;
        if self.failed[key] {
            return false;
        }
        let found = self.attempt(arg, slot);
        self.failed[key] = !found;
        found
    }

    fn attempt(&mut self, arg: usize, slot: usize) -> bool {
        let Some(&asked) = self.slots.get(slot) else {
            self.reached(arg, None);
            return arg == self.args.len();
        };
        let ends = match asked.kind {
            SlotKind::Rest => self.runs(arg, asked),
            _ => Vec::from_iter(self.args.get(arg).filter(|node| self.kinds.fits(node, &asked.ty)).map(|_| arg + 1)),
        };
        if ends.is_empty() {
            self.reached(arg, Some(asked));
        }
        // A word that is none of the slot's own, such as a role for a number, rather goes where it is one: `All` names directions, too.
        if asked.optional && self.args.get(arg).is_some_and(|node| is_borrowed(node, &asked.ty)) {
            self.chosen[slot] = Filling::Empty;
            if self.from(arg, slot + 1) {
                return true;
            }
        }
        for end in ends {
            self.chosen[slot] = if asked.kind == SlotKind::Rest { Filling::Run(arg, end) } else { Filling::One(arg) };
            if self.from(end, slot + 1) {
                return true;
            }
        }
        self.chosen[slot] = Filling::Empty;
        asked.optional && self.from(arg, slot + 1)
    }

    /// Where a run of arguments for `asked` may end: after one collection, or after all that fit.
    fn runs(&self, arg: usize, asked: &Slot) -> Vec<usize> {
        let Some(first) = self.args.get(arg) else { return Vec::new() };
        let list = SlotType(vec![Alternative::List(asked.ty.clone())]);
        let fitting = self.args[arg..].iter().take_while(|node| self.kinds.fits_member(node, &asked.ty)).count();
        let collection = self.kinds.fits(first, &list).then_some(arg + 1);
        let run = (fitting > 0).then_some(arg + fitting).filter(|&end| Some(end) != collection);
        collection.into_iter().chain(run).collect()
    }

    fn reached(&mut self, arg: usize, wanted: Option<&'a Slot>) {
        if arg > self.furthest {
            self.furthest = arg;
            self.wanted.clear();
        }
        if arg == self.furthest
            && let Some(slot) = wanted
            && !self.wanted.iter().any(|other| other.name == slot.name)
        {
            self.wanted.push(slot);
        }
    }
}
