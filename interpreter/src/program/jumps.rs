//! Jumps are led straight to where they go: past other jumps, and past questions whose answer is known where they come from. What nothing
//! leads to any more goes.
//!
//! So conditions that are computed as values, one after another, become a way through the code.

use super::op::{Label, Op, Reg, Visitor};
use super::passes::{Draft, Item};
use rustc_hash::{FxHashMap, FxHashSet};

/// Most times that a block is gone through: each may show more.
const ROUNDS: usize = 4;

/// Leads the jumps of each block straight. `constant` tells what a register holds that is never written.
pub(super) fn straighten(
    drafts: &mut [Draft],
    constant: &impl Fn(Reg) -> Option<i32>,
    fresh: &mut impl FnMut() -> Label,
) {
    for draft in drafts {
        for _ in 0..ROUNDS {
            settle_constants(&mut draft.items, constant);
            let led = lead(&mut draft.items, fresh);
            let before = draft.items.len();
            clear(&mut draft.items);
            if !led && draft.items.len() == before {
                break;
            }
        }
    }
}

/// Jumps that hang on a constant are taken always, or never.
fn settle_constants(items: &mut Vec<Item>, constant: &impl Fn(Reg) -> Option<i32>) {
    items.retain_mut(|item| {
        let Item::Op { op, .. } = item else { return true };
        let (c, taken_if, to) = match *op {
            Op::JumpIf { c, to } => (c, true, to),
            Op::JumpUnless { c, to } => (c, false, to),
            _ => return true,
        };
        match constant(c) {
            Some(value) if (value != 0) == taken_if => *op = Op::Jump { to },
            Some(_) => return false,
            None => {}
        }
        true
    });
}

/// Leads each jump as far as is known where it stands. Returns whether any goes elsewhere now.
fn lead(items: &mut Vec<Item>, fresh: &mut impl FnMut() -> Label) -> bool {
    let mut places: FxHashMap<Label, usize> = FxHashMap::default();
    for (at, item) in items.iter().enumerate() {
        if let Item::Label(label) = item {
            places.insert(*label, at);
        }
    }
    // Where it goes on behind a question that has been answered.
    let mut behind: FxHashMap<usize, Label> = FxHashMap::default();
    let mut changed = false;
    for at in 0..items.len() {
        let Item::Op { op, .. } = items[at] else { continue };
        let Some(to) = op.target() else { continue };
        let Some(&place) = places.get(&to).filter(|place| **place > at) else { continue };
        let Some((next, there)) = op_from(items, place) else { continue };
        let new = match there {
            Op::Jump { to: further } if further != to => retarget(op, further),
            Op::Ret {} if matches!(op, Op::Jump { .. }) => Op::Ret {},
            Op::JumpIf { c, to: further } | Op::JumpUnless { c, to: further } => {
                let Some(truth) = known_truth(items, at, op, c) else { continue };
                let taken = truth == matches!(there, Op::JumpIf { .. });
                retarget(op, if taken { further } else { *behind.entry(next).or_insert_with(&mut *fresh) })
            }
            _ => continue,
        };
        if let Item::Op { op, .. } = &mut items[at] {
            *op = new;
            changed = true;
        }
    }
    if !behind.is_empty() {
        let all = std::mem::take(items);
        for (at, item) in all.into_iter().enumerate() {
            items.push(item);
            items.extend(behind.get(&at).copied().map(Item::Label));
        }
    }
    changed
}

/// Whether a register is known to hold a true value where a jump is taken that asks of it, or of what has just been put there.
fn known_truth(items: &[Item], at: usize, op: Op, asked: Reg) -> Option<bool> {
    let (c, truth) = match op {
        Op::JumpIf { c, .. } => (c, true),
        Op::JumpUnless { c, .. } => (c, false),
        _ => return None,
    };
    let put_there = || match at.checked_sub(1).map(|before| &items[before]) {
        Some(Item::Op { op: Op::Move { d, a }, .. }) => *d == asked && *a == c,
        _ => false,
    };
    (c == asked || put_there()).then_some(truth)
}

/// The first instruction from a place on, and where it stands.
fn op_from(items: &[Item], place: usize) -> Option<(usize, Op)> {
    items[place..].iter().enumerate().find_map(|(k, item)| match item {
        Item::Op { op, .. } => Some((place + k, *op)),
        Item::Label(_) => None,
    })
}

fn retarget(mut op: Op, to: Label) -> Op {
    struct Retarget(Label);
    impl Visitor for Retarget {
        fn label(&mut self, label: &mut Label) {
            *label = self.0;
        }
    }
    op.visit(&mut Retarget(to));
    op
}

/// Takes out labels that nothing names, jumps to what follows anyway, and what stands behind the end of a way. The last instruction
/// of a block stays.
fn clear(items: &mut Vec<Item>) {
    let named: FxHashSet<Label> = items
        .iter()
        .filter_map(|item| match item {
            Item::Op { op, .. } => op.target(),
            Item::Label(_) => None,
        })
        .collect();
    items.retain(|item| if let Item::Label(label) = item { named.contains(label) } else { true });
    let last = items.iter().rposition(|item| matches!(item, Item::Op { .. })).unwrap_or(0);
    let mut kept: Vec<Item> = Vec::with_capacity(items.len());
    let mut over = false;
    for at in 0..items.len() {
        match &items[at] {
            Item::Label(_) => over = false,
            Item::Op { .. } if over && at != last => continue,
            Item::Op { op, .. } => {
                if let Op::Jump { to } | Op::JumpIf { to, .. } | Op::JumpUnless { to, .. } | Op::JumpCmp { to, .. } = op
                    && at != last
                    && follows(items, at, *to)
                {
                    continue;
                }
                over = matches!(op, Op::Jump { .. } | Op::Ret {} | Op::Stop {} | Op::Loop { .. } | Op::Fault { .. });
            }
        }
        kept.push(items[at].clone());
    }
    *items = kept;
}

/// Whether a label stands right behind an instruction.
fn follows(items: &[Item], at: usize, label: Label) -> bool {
    items[at + 1..]
        .iter()
        .map_while(|item| match item {
            Item::Label(label) => Some(*label),
            Item::Op { .. } => None,
        })
        .any(|other| other == label)
}
