//! Set registers are shared: what is needed in one stretch of one block gives its register to what is needed in another.
//!
//! Blocks call each other, so each has registers of its own for this; and those that several blocks name, that the host reads, or
//! that hold something when their block begins, stay as they are.

use super::op::{Access, Label, SetReg, Visitor};
use super::passes::{Draft, Item};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// Where a register is needed: in which block, from which instruction to which.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stretch {
    draft: usize,
    first: usize,
    last: usize,
}

/// Gives every set register a new number, and tells how many there are but for the constants, whose place `constant` tells. What is
/// written before it is read, and named in one block only, shares registers. `keeps` are read by the host: they are renumbered, too.
pub(super) fn share_sets(
    drafts: &mut [Draft],
    keeps: &mut [SetReg],
    constant: impl Fn(SetReg) -> Option<SetReg>,
) -> u32 {
    let mut found = Found { stretches: BTreeMap::new(), own: keeps.iter().copied().collect(), draft: 0, at: 0 };
    for (draft, items) in drafts.iter_mut().enumerate() {
        found.draft = draft;
        for (at, item) in items.items.iter_mut().enumerate() {
            found.at = at;
            if let Item::Op { op, .. } = item {
                op.visit(&mut found);
            }
        }
    }
    let Found { mut stretches, mut own, .. } = found;
    stretches.retain(|set, _| constant(*set).is_none());
    own.retain(|set| constant(*set).is_none());
    let mut numbers: BTreeMap<SetReg, u32> = (0..).zip(&own).map(|(n, set)| (*set, n)).collect();
    let mut count = own.len() as u32;
    let mut by_draft: Vec<Vec<(Stretch, SetReg)>> = vec![Vec::new(); drafts.len()];
    for (set, stretch) in stretches.into_iter().filter(|(set, _)| !own.contains(set)) {
        by_draft[stretch.draft].push((stretch, set));
    }
    for (draft, sets) in drafts.iter().zip(&mut by_draft) {
        let loops = loops_of(draft);
        for (stretch, _) in sets.iter_mut() {
            stretch.last = end_of_loops(&loops, *stretch);
        }
        sets.sort_by_key(|(stretch, set)| (stretch.first, *set));
        let mut free: BTreeSet<u32> = BTreeSet::new();
        let mut held: BinaryHeap<Reverse<(usize, u32)>> = BinaryHeap::new();
        for (stretch, set) in sets {
            while let Some(&Reverse((last, number))) = held.peek()
                && last < stretch.first
            {
                held.pop();
                free.insert(number);
            }
            let number = free.pop_first().unwrap_or_else(|| {
                count += 1;
                count - 1
            });
            held.push(Reverse((stretch.last, number)));
            numbers.insert(*set, number);
        }
    }
    // Where there are more than can be numbered, the program does not link.
    let new = |set: SetReg| match (constant(set), numbers.get(&set)) {
        (Some(place), _) => place,
        (None, number) => SetReg(number.map_or(0, |n| (*n).min(u32::from(u16::MAX)) as u16)),
    };
    struct Renumber<F>(F);
    impl<F: Fn(SetReg) -> SetReg> Visitor for Renumber<F> {
        fn set(&mut self, set: &mut SetReg, _: Access) {
            *set = (self.0)(*set);
        }
    }
    for item in drafts.iter_mut().flat_map(|draft| &mut draft.items) {
        if let Item::Op { op, .. } = item {
            op.visit(&mut Renumber(&new));
        }
    }
    keeps.iter_mut().for_each(|set| *set = new(*set));
    count
}

/// What is found of each register: its stretch, and those that cannot share.
struct Found {
    stretches: BTreeMap<SetReg, Stretch>,
    own: BTreeSet<SetReg>,
    draft: usize,
    at: usize,
}

impl Visitor for Found {
    fn set(&mut self, set: &mut SetReg, access: Access) {
        let here = Stretch { draft: self.draft, first: self.at, last: self.at };
        match self.stretches.get_mut(set) {
            Some(stretch) if stretch.draft == self.draft => stretch.last = self.at,
            Some(_) => _ = self.own.insert(*set),
            None => {
                if access != Access::Write {
                    self.own.insert(*set);
                }
                self.stretches.insert(*set, here);
            }
        }
    }
}

/// The ways back in a block: from where each begins again to where it goes back, in the order of the former.
fn loops_of(draft: &Draft) -> Vec<(usize, usize)> {
    let mut places: BTreeMap<Label, usize> = BTreeMap::new();
    for (at, item) in draft.items.iter().enumerate() {
        if let Item::Label(label) = item {
            places.insert(*label, at);
        }
    }
    let mut loops = Vec::new();
    for (at, item) in draft.items.iter().enumerate() {
        if let Item::Op { op, .. } = item
            && let Some(top) = op.target().and_then(|label| places.get(&label))
            && *top <= at
        {
            loops.push((*top, at));
        }
    }
    loops.sort_unstable();
    loops
}

/// How long what a register holds is needed, if it is needed in each turn of a loop that began later than it was written.
fn end_of_loops(loops: &[(usize, usize)], stretch: Stretch) -> usize {
    let from = loops.partition_point(|(top, _)| *top <= stretch.first);
    let mut last = stretch.last;
    for (top, back) in &loops[from..] {
        if *top > last {
            break;
        }
        last = last.max(*back);
    }
    last
}

#[cfg(test)]
mod tests {
    use super::super::op::{Op, Reg};
    use super::*;
    use parlour_grammar::span::{FileId, Origin, Span, Trace};

    fn draft(items: Vec<Item>) -> Draft {
        Draft { name: "test".into(), items }
    }

    fn op(op: Op) -> Item {
        Item::Op { op, origin: Origin { span: Span::new(FileId(0), 0, 0), trace: Trace::NONE } }
    }

    #[test]
    fn what_a_loop_needs_again_is_kept_to_its_end() {
        let (s, r, to) = (SetReg, Reg(0), Label(0));
        let mut drafts = [draft(vec![
            op(Op::Single { d: s(10), i: r }),
            op(Op::Single { d: s(11), i: r }),
            Item::Label(to),
            op(Op::SetCount { d: r, s: s(11) }),
            op(Op::Single { d: s(12), i: r }),
            op(Op::SetCount { d: r, s: s(12) }),
            op(Op::Loop { to }),
            op(Op::Single { d: s(13), i: r }),
            op(Op::SetCount { d: r, s: s(13) }),
        ])];
        let count = share_sets(&mut drafts, &mut [], |_| None);
        let used: Vec<String> = drafts[0]
            .items
            .iter()
            .filter_map(|item| if let Item::Op { op, .. } = item { Some(op.to_string()) } else { None })
            .collect();
        assert_eq!(
            used,
            [
                "single s0 r0",
                "single s0 r0",
                "count r0 s0",
                "single s1 r0",
                "count r0 s1",
                "loop @0",
                "single s0 r0",
                "count r0 s0"
            ]
        );
        assert_eq!(count, 2);
    }

    #[test]
    fn what_is_read_before_it_is_written_or_named_in_two_blocks_shares_nothing() {
        let (s, r) = (SetReg, Reg(0));
        let mut drafts = [
            draft(vec![op(Op::SetCount { d: r, s: s(5) }), op(Op::Single { d: s(6), i: r })]),
            draft(vec![op(Op::SetCount { d: r, s: s(6) }), op(Op::Single { d: s(7), i: r })]),
        ];
        let mut keeps = [s(6)];
        assert_eq!(share_sets(&mut drafts, &mut keeps, |_| None), 3);
        assert_eq!(keeps, [s(1)]);
    }
}
