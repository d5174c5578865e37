//! What is done to the blocks of a program before they are linked: fields that nothing reads go, blocks that are called from
//! one place are put there, scalars become words.

use super::op::{Access, Bin, BlockId, Cmp, FieldId, Label, Op, Reg, SetReg, Visitor};
use parlour_grammar::span::Origin;
use std::collections::BTreeMap;

/// A block on its way to being linked: instructions between labels.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub name: String,
    pub items: Vec<Item>,
}

/// A label, or an instruction.
#[derive(Clone, Debug)]
pub(super) enum Item {
    Label(Label),
    Op { op: Op, origin: Origin },
}

impl Draft {
    /// The instructions of a block, with labels as the instructions name them; `positions` tells where each label stands.
    pub fn new(name: String, ops: Vec<(Op, Origin)>, positions: &[Option<u32>]) -> Draft {
        let mut labels: BTreeMap<u32, Vec<Label>> = BTreeMap::new();
        for (op, _) in &ops {
            if let Some(label) = op.target()
                && let Some(at) = positions[label.0 as usize]
            {
                let here = labels.entry(at).or_default();
                if !here.contains(&label) {
                    here.push(label);
                }
            }
        }
        let mut items = Vec::new();
        let end = ops.len() as u32;
        for (at, (op, origin)) in ops.into_iter().enumerate() {
            items.extend(labels.remove(&(at as u32)).into_iter().flatten().map(Item::Label));
            items.push(Item::Op { op, origin });
        }
        items.extend(labels.remove(&end).into_iter().flatten().map(Item::Label));
        Draft { name, items }
    }

    fn ops(&self) -> impl Iterator<Item = &Op> {
        self.items.iter().filter_map(|i| match i {
            Item::Op { op, .. } => Some(op),
            Item::Label(_) => None,
        })
    }
}

/// The fields that some instruction reads.
pub(super) fn fields_read(drafts: &[Draft]) -> Vec<FieldId> {
    let mut read = Vec::new();
    for op in drafts.iter().flat_map(Draft::ops) {
        let fields: &[FieldId] = match op {
            Op::Load { field, .. }
            | Op::LoadAt { field, .. }
            | Op::Seek { field, .. }
            | Op::Remap { field, .. }
            | Op::Rank { scores: field } => &[*field],
            Op::Leave { scores, leaving } => &[*scores, *leaving],
            _ => &[],
        };
        for field in fields {
            if !read.contains(field) {
                read.push(*field);
            }
        }
    }
    read
}

/// Takes out the stores into fields that `is_dead`, and then the computations that nothing uses any more.
pub(super) fn drop_dead_stores(
    drafts: &mut [Draft],
    is_dead: impl Fn(FieldId) -> bool,
    keeps: &[Reg],
    keep_sets: &[SetReg],
) {
    for draft in drafts.iter_mut() {
        draft.items.retain(|item| {
            !matches!(item, Item::Op { op: Op::Store { field, .. } | Op::StoreAt { field, .. } | Op::Fill { field, .. }, .. }
                if is_dead(*field))
        });
    }
    loop {
        let mut used = Used::default();
        for op in drafts.iter().flat_map(Draft::ops) {
            let mut op = *op;
            op.visit(&mut used);
        }
        let unused = |r: &Reg| !used.regs.contains(r) && !keeps.contains(r);
        let mut changed = false;
        for draft in drafts.iter_mut() {
            let before = draft.items.len();
            draft.items.retain(|item| {
                let Item::Op { op, .. } = item else { return true };
                match op {
                    Op::Move { d, .. }
                    | Op::Bin { d, .. }
                    | Op::Cmp { d, .. }
                    | Op::Not { d, .. }
                    | Op::Table { d, .. }
                    | Op::Load { d, .. }
                    | Op::LoadAt { d, .. }
                    | Op::SetHas { d, .. }
                    | Op::SetCount { d, .. } => !unused(d),
                    Op::SetMove { d, .. }
                    | Op::SetAnd { d, .. }
                    | Op::SetOr { d, .. }
                    | Op::SetDiff { d, .. }
                    | Op::LoadSet { d, .. }
                    | Op::LoadSetAt { d, .. }
                    | Op::Single { d, .. }
                    | Op::Beyond { d, .. }
                    | Op::Enclosed { d, .. }
                    | Op::Fits { d, .. }
                    | Op::SetTable { d, .. } => used.sets.contains(d) || keep_sets.contains(d),
                    _ => true,
                }
            });
            changed |= draft.items.len() != before;
        }
        if !changed {
            return;
        }
    }
}

#[derive(Default)]
struct Used {
    regs: std::collections::BTreeSet<Reg>,
    sets: std::collections::BTreeSet<SetReg>,
}

impl Visitor for Used {
    fn reg(&mut self, reg: &mut Reg, access: Access) {
        if access != Access::Write {
            self.regs.insert(*reg);
        }
    }
    fn set(&mut self, set: &mut SetReg, access: Access) {
        if access != Access::Write {
            self.sets.insert(*set);
        }
    }
}

/// Puts blocks that only one instruction calls in its place. `roots` are called from elsewhere.
pub(super) fn inline(drafts: &mut [Draft], roots: &[BlockId], fresh: &mut impl FnMut() -> Label) {
    let mut calls: BTreeMap<BlockId, u32> = BTreeMap::new();
    for op in drafts.iter().flat_map(Draft::ops) {
        if let Op::Call { block } = op {
            *calls.entry(*block).or_insert(0) += 1;
        }
    }
    let single = |b: &BlockId| calls.get(b) == Some(&1) && !roots.contains(b);
    // A block may itself hold calls to be inlined; calls do not go round among blocks called once, or they would never be
    // reached from a root.
    for at in 0..drafts.len() {
        while let Some(place) = drafts[at].items.iter().position(
            |i| matches!(i, Item::Op { op: Op::Call { block }, .. } if single(block) && block.0 as usize != at),
        ) {
            let Item::Op { op: Op::Call { block }, .. } = drafts[at].items[place] else {
                unreachable!("it was just found")
            };
            let body = std::mem::take(&mut drafts[block.0 as usize].items);
            if body.is_empty() {
                // Taken already: the call stands in a block that is never run.
                break;
            }
            let end = fresh();
            let last = body.len() - 1;
            let mut spliced: Vec<Item> = Vec::with_capacity(body.len() + 1);
            for (k, item) in body.into_iter().enumerate() {
                match item {
                    Item::Op { op: Op::Ret {}, .. } if k == last => {}
                    Item::Op { op: Op::Ret {}, origin, .. } => {
                        spliced.push(Item::Op { op: Op::Jump { to: end }, origin })
                    }
                    other => spliced.push(other),
                }
            }
            spliced.push(Item::Label(end));
            drafts[at].items.splice(place..=place, spliced);
        }
    }
}

/// Puts short sequences together: a word read only to be compared, or only to be increased.
pub(super) fn fuse(drafts: &mut [Draft], keeps: &[Reg], keep_sets: &[SetReg], zero: Reg) {
    struct Reads(BTreeMap<Reg, u32>, BTreeMap<SetReg, u32>);
    impl Visitor for Reads {
        fn reg(&mut self, reg: &mut Reg, access: Access) {
            if access != Access::Write {
                *self.0.entry(*reg).or_insert(0) += 1;
            }
        }
        fn set(&mut self, set: &mut SetReg, access: Access) {
            if access != Access::Write {
                *self.1.entry(*set).or_insert(0) += 1;
            }
        }
    }
    let mut reads = Reads(keeps.iter().map(|r| (*r, 2)).collect(), keep_sets.iter().map(|s| (*s, 2)).collect());
    for op in drafts.iter().flat_map(Draft::ops) {
        let mut op = *op;
        op.visit(&mut reads);
    }
    let once = |r: Reg| reads.0.get(&r) == Some(&1);
    let set_once = |s: SetReg| reads.1.get(&s) == Some(&1);
    for draft in drafts.iter_mut() {
        let mut fused: Vec<Item> = Vec::with_capacity(draft.items.len());
        for item in draft.items.drain(..) {
            fused.push(item);
            // What a fusion makes may be fused again with what stands before it.
            loop {
                let op_at = |back: usize| match fused.len().checked_sub(back).map(|at| &fused[at]) {
                    Some(Item::Op { op, .. }) => Some(*op),
                    _ => None,
                };
                let replacement = match (op_at(3), op_at(2), op_at(1)) {
                    (
                        Some(Op::LoadWord { d, word }),
                        Some(Op::Bin { op: Bin::Add, d: sum, a, b }),
                        Some(Op::StoreWord { word: to, a: stored }),
                    ) if word == to && stored == sum && a == d && b != d && once(d) && once(sum) => {
                        Some((3, Op::AddWord { word, a: b }))
                    }
                    (Some(Op::SetCount { d, s }), Some(Op::Not { d: none, a }), Some(Op::JumpUnless { c, to }))
                        if a == d && c == none && once(d) && once(none) =>
                    {
                        Some((3, Op::JumpSome { s, to }))
                    }
                    (_, Some(Op::LoadAt { d, field, i }), Some(Op::LoadSetAt { d: set, index, i: class }))
                        if class == d && once(d) =>
                    {
                        Some((2, Op::LoadLike { d: set, index, field, i }))
                    }
                    (_, Some(Op::SetHas { d, s, i }), Some(Op::JumpUnless { c, to })) if c == d && once(d) => {
                        Some((2, Op::JumpOutside { s, i, to }))
                    }
                    (_, Some(Op::Line { d, s, i, lines }), Some(Op::JumpUnless { c, to })) if c == d && once(d) => {
                        Some((2, Op::JumpNoLine { s, i, lines, to }))
                    }
                    (_, Some(Op::LoadLike { d, index, field, i }), Some(Op::JumpNoLine { s, i: at, lines, to }))
                        if s == d && at == i && set_once(d) =>
                    {
                        Some((2, Op::JumpNoLineLike { index, field, i, lines, to }))
                    }
                    (_, Some(Op::LoadSet { d, index, class }), Some(Op::JumpSome { s, to }))
                        if s == d && set_once(d) =>
                    {
                        Some((2, Op::JumpClass { index, class, to }))
                    }
                    (_, Some(Op::LoadSet { d, index, class }), Some(Op::EmitSet { rule, s }))
                        if s == d && set_once(d) =>
                    {
                        Some((2, Op::EmitClass { rule, index, class }))
                    }
                    (_, Some(Op::LoadWord { d, word }), Some(jump)) if once(d) => match jump {
                        Op::JumpCmp { cmp, a, b, to } if a == d && b != d => {
                            Some((2, Op::JumpWord { cmp, word, b, to }))
                        }
                        Op::JumpIf { c, to } if c == d => Some((2, Op::JumpWord { cmp: Cmp::Ne, word, b: zero, to })),
                        Op::JumpUnless { c, to } if c == d => {
                            Some((2, Op::JumpWord { cmp: Cmp::Eq, word, b: zero, to }))
                        }
                        _ => None,
                    },
                    _ => None,
                };
                if let Some((n, new)) = replacement
                    && let Some(Item::Op { origin, .. }) = fused.last().cloned()
                {
                    fused.truncate(fused.len() - n);
                    fused.push(Item::Op { op: new, origin });
                    continue;
                }
                break;
            }
        }
        draft.items = pair(fused);
        // A jump to the block's end is an end.
        if let [.., Item::Label(end), Item::Op { op: Op::Ret {}, .. }] = draft.items[..] {
            for item in &mut draft.items {
                if let Item::Op { op: op @ Op::JumpEmitted { .. }, .. } = item
                    && op.target() == Some(end)
                {
                    *op = Op::RetEmitted {};
                }
            }
        }
    }
}

/// Puts pairs of stores into words together, and the end of the block after them.
fn pair(items: Vec<Item>) -> Vec<Item> {
    let mut paired: Vec<Item> = Vec::with_capacity(items.len());
    for item in items {
        let both = match (paired.last(), &item) {
            (Some(Item::Op { op: Op::StoreWord { word, a }, .. }), Item::Op { op, .. }) => match *op {
                Op::StoreWord { word: second, a: b } => Some(Op::StoreWords { word: *word, a: *a, second, b }),
                Op::AddWord { word: second, a: b } => Some(Op::StoreAdd { word: *word, a: *a, second, b }),
                _ => None,
            },
            (Some(Item::Op { op: Op::StoreWords { word, a, second, b }, .. }), Item::Op { op: Op::Ret {}, .. }) => {
                Some(Op::StoreWordsRet { word: *word, a: *a, second: *second, b: *b })
            }
            (Some(Item::Op { op: Op::StoreAdd { word, a, second, b }, .. }), Item::Op { op: Op::Ret {}, .. }) => {
                Some(Op::StoreAddRet { word: *word, a: *a, second: *second, b: *b })
            }
            _ => None,
        };
        match (both, paired.last_mut()) {
            (Some(new), Some(Item::Op { op, .. })) => *op = new,
            _ => paired.push(item),
        }
    }
    paired
}
