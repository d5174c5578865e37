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
    drop_unused(drafts, keeps, keep_sets);
}

/// Takes out computations that nothing uses. What is in `keeps` and `keep_sets` is read by the host.
pub(super) fn drop_unused(drafts: &mut [Draft], keeps: &[Reg], keep_sets: &[SetReg]) {
    let mut reads = Reads::of(drafts);
    keeps.iter().for_each(|reg| reads.regs[usize::from(reg.0)] += 1);
    keep_sets.iter().for_each(|set| reads.sets[usize::from(set.0)] += 1);
    loop {
        let mut changed = false;
        for draft in drafts.iter_mut() {
            let before = draft.items.len();
            // Backwards, so that what a computation alone has used goes with it.
            let mut kept: Vec<Item> = Vec::with_capacity(before);
            for item in draft.items.drain(..).rev() {
                if let Item::Op { mut op, .. } = item
                    && is_unused(&op, &reads)
                {
                    op.visit(&mut Unread(&mut reads));
                } else {
                    kept.push(item);
                }
            }
            kept.reverse();
            changed |= kept.len() != before;
            draft.items = kept;
        }
        if !changed {
            return;
        }
    }
}

/// Whether an instruction does nothing but compute what is not read.
fn is_unused(op: &Op, reads: &Reads) -> bool {
    match op {
        Op::Move { d, .. }
        | Op::Bin { d, .. }
        | Op::Cmp { d, .. }
        | Op::Not { d, .. }
        | Op::Table { d, .. }
        | Op::Load { d, .. }
        | Op::LoadWord { d, .. }
        | Op::LoadAt { d, .. }
        | Op::SetHas { d, .. }
        | Op::SetMeets { d, .. }
        | Op::SetWithin { d, .. }
        | Op::SetMin { d, .. }
        | Op::SetMax { d, .. }
        | Op::SetCount { d, .. } => reads.of_reg(*d) == 0,
        Op::SetMove { d, .. }
        | Op::SetAnd { d, .. }
        | Op::SetOr { d, .. }
        | Op::SetDiff { d, .. }
        | Op::LoadSet { d, .. }
        | Op::LoadSetAt { d, .. }
        | Op::LoadLike { d, .. }
        | Op::Single { d, .. }
        | Op::SetXor { d, .. }
        | Op::SetBetween { d, .. }
        | Op::Shift { d, .. }
        | Op::Run { d, .. }
        | Op::Flood { d, .. }
        | Op::Beyond { d, .. }
        | Op::Enclosed { d, .. }
        | Op::Fits { d, .. }
        | Op::SetTable { d, .. } => reads.of_set(*d) == 0,
        _ => false,
    }
}

/// How many instructions read each register.
struct Reads {
    regs: Vec<u32>,
    sets: Vec<u32>,
}

impl Reads {
    fn of(drafts: &[Draft]) -> Reads {
        let all = usize::from(u16::MAX) + 1;
        let mut reads = Reads { regs: vec![0; all], sets: vec![0; all] };
        for op in drafts.iter().flat_map(Draft::ops) {
            let mut op = *op;
            op.visit(&mut reads);
        }
        reads
    }

    fn of_reg(&self, reg: Reg) -> u32 {
        self.regs[usize::from(reg.0)]
    }

    fn of_set(&self, set: SetReg) -> u32 {
        self.sets[usize::from(set.0)]
    }
}

impl Visitor for Reads {
    fn reg(&mut self, reg: &mut Reg, access: Access) {
        self.regs[usize::from(reg.0)] += u32::from(access != Access::Write);
    }
    fn set(&mut self, set: &mut SetReg, access: Access) {
        self.sets[usize::from(set.0)] += u32::from(access != Access::Write);
    }
}

/// Takes back what an instruction counts.
struct Unread<'a>(&'a mut Reads);

impl Visitor for Unread<'_> {
    fn reg(&mut self, reg: &mut Reg, access: Access) {
        self.0.regs[usize::from(reg.0)] -= u32::from(access != Access::Write);
    }
    fn set(&mut self, set: &mut SetReg, access: Access) {
        self.0.sets[usize::from(set.0)] -= u32::from(access != Access::Write);
    }
}

/// Puts blocks that only one instruction calls in its place. `roots` are called from elsewhere.
pub(super) fn inline(drafts: &mut [Draft], roots: &[BlockId], fresh: &mut impl FnMut() -> Label) {
    // What is called from elsewhere, too, is not called once.
    let mut calls = vec![0u32; drafts.len()];
    for root in roots {
        if let Some(calls) = calls.get_mut(root.0 as usize) {
            *calls += 2;
        }
    }
    for op in drafts.iter().flat_map(Draft::ops) {
        if let Op::Call { block } = op {
            calls[block.0 as usize] += 1;
        }
    }
    let single = |block: BlockId| calls[block.0 as usize] == 1;
    // A block may itself hold calls to be inlined; calls do not go round among blocks called once, or they would never be
    // reached from a root.
    for at in 0..drafts.len() {
        let first = std::mem::take(&mut drafts[at].items);
        let mut items: Vec<Item> = Vec::with_capacity(first.len());
        // The blocks being put in their places, innermost last, and where each leads once it is over.
        let mut open = vec![(first.into_iter(), None)];
        while let Some((rest, end)) = open.last_mut() {
            match (rest.next(), *end) {
                (Some(Item::Op { op: Op::Call { block }, .. }), _)
                    // One that has been taken already is called where nothing runs.
                    if single(block) && !drafts[block.0 as usize].items.is_empty() =>
                {
                    let body = std::mem::take(&mut drafts[block.0 as usize].items);
                    open.push((body.into_iter(), Some(fresh())));
                }
                (Some(Item::Op { op: Op::Ret {}, origin }), Some(end)) => {
                    if rest.len() > 0 {
                        items.push(Item::Op { op: Op::Jump { to: end }, origin });
                    }
                }
                (Some(item), _) => items.push(item),
                (None, end) => {
                    items.extend(end.map(Item::Label));
                    open.pop();
                }
            }
        }
        drafts[at].items = items;
    }
}

/// Puts short sequences together: a word read only to be compared, or only to be increased.
pub(super) fn fuse(drafts: &mut [Draft], keeps: &[Reg], keep_sets: &[SetReg], zero: Reg) {
    let mut reads = Reads::of(drafts);
    // What the host reads is not read by the next instruction alone.
    keeps.iter().for_each(|reg| reads.regs[usize::from(reg.0)] += 2);
    keep_sets.iter().for_each(|set| reads.sets[usize::from(set.0)] += 2);
    let once = |r: Reg| reads.of_reg(r) == 1;
    let set_once = |s: SetReg| reads.of_set(s) == 1;
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
                    // What is only moved is put where it goes at once.
                    (_, Some(op), Some(Op::Move { d, a })) if a != d && once(a) && computes(op, a) => {
                        Some((2, with_result(op, a, d)))
                    }
                    (_, Some(op), Some(Op::SetMove { d, a })) if a != d && set_once(a) && computes_set(op, a) => {
                        Some((2, with_set(op, a, d)))
                    }
                    (_, Some(Op::Move { d, a }), Some(Op::JumpIf { c, to })) if c == d && once(d) => {
                        Some((2, Op::JumpIf { c: a, to }))
                    }
                    (_, Some(Op::Move { d, a }), Some(Op::JumpUnless { c, to })) if c == d && once(d) => {
                        Some((2, Op::JumpUnless { c: a, to }))
                    }
                    (_, Some(Op::Not { d, a }), Some(Op::JumpIf { c, to })) if c == d && once(d) => {
                        Some((2, Op::JumpUnless { c: a, to }))
                    }
                    (_, Some(Op::Not { d, a }), Some(Op::JumpUnless { c, to })) if c == d && once(d) => {
                        Some((2, Op::JumpIf { c: a, to }))
                    }
                    (_, Some(Op::Cmp { cmp, d, a, b }), Some(Op::JumpIf { c, to })) if c == d && once(d) => {
                        Some((2, Op::JumpCmp { cmp, a, b, to }))
                    }
                    (_, Some(Op::Cmp { cmp, d, a, b }), Some(Op::JumpUnless { c, to })) if c == d && once(d) => {
                        Some((2, Op::JumpCmp { cmp: cmp.negated(), a, b, to }))
                    }
                    (_, Some(Op::SetCount { d, s }), Some(Op::JumpIf { c, to })) if c == d && once(d) => {
                        Some((2, Op::JumpSome { s, to }))
                    }
                    (_, Some(Op::SetCount { d, s }), Some(Op::JumpUnless { c, to })) if c == d && once(d) => {
                        Some((2, Op::JumpEmpty { s, to }))
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
                        Op::JumpCmp { cmp, a, b, to } if b == d && a != d => {
                            Some((2, Op::JumpWord { cmp: cmp.swapped(), word, b: a, to }))
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
        draft.items = fused;
    }
}

/// Whether an instruction writes a register, whichever way it goes on, and nothing is kept of what was there.
fn computes(op: Op, reg: Reg) -> bool {
    op.target().is_none() && with_result(op, reg, Reg(reg.0 ^ 1)) != op
}

fn computes_set(op: Op, set: SetReg) -> bool {
    op.target().is_none() && with_set(op, set, SetReg(set.0 ^ 1)) != op
}

/// The instruction with another register for what it writes.
fn with_result(mut op: Op, from: Reg, to: Reg) -> Op {
    struct Rename(Reg, Reg);
    impl Visitor for Rename {
        fn reg(&mut self, reg: &mut Reg, access: Access) {
            if access == Access::Write && *reg == self.0 {
                *reg = self.1;
            }
        }
    }
    op.visit(&mut Rename(from, to));
    op
}

fn with_set(mut op: Op, from: SetReg, to: SetReg) -> Op {
    struct Rename(SetReg, SetReg);
    impl Visitor for Rename {
        fn set(&mut self, set: &mut SetReg, access: Access) {
            if access == Access::Write && *set == self.0 {
                *set = self.1;
            }
        }
    }
    op.visit(&mut Rename(from, to));
    op
}

/// Puts pairs of stores into words together, and the end of the block after them; a jump to the end is an end.
pub(super) fn pair(drafts: &mut [Draft]) {
    for draft in drafts.iter_mut() {
        draft.items = paired(std::mem::take(&mut draft.items));
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

fn paired(items: Vec<Item>) -> Vec<Item> {
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
