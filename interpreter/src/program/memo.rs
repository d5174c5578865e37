//! What the answer of a block depends on.

use super::op::{BlockId, BlockTableId, FieldId, IndexId, Op, RuleId, Visitor, Word};
use super::{Memo, Program};
use std::collections::BTreeSet;

impl Program {
    /// Finds, for each block whose answers are to be kept, the words of the state that code reads which may run meanwhile. Where more is
    /// read than the state, nothing is kept.
    pub(super) fn settle_memos(&mut self) {
        let words: Vec<_> = self.memos.iter().map(|memo| Reads::of(self, memo)).collect();
        for (memo, words) in self.memos.iter_mut().zip(words) {
            memo.words = words;
        }
    }
}

/// What code reads, as it is found.
struct Reads<'a> {
    program: &'a Program,
    words: BTreeSet<u32>,
    open: Vec<BlockId>,
    /// Whether the instruction at hand only writes the fields and words it names.
    writes: bool,
}

impl Reads<'_> {
    fn of(program: &Program, memo: &Memo) -> Vec<(u32, u32)> {
        if memo.words.is_empty() {
            // It has been found to read more than the state.
            return Vec::new();
        }
        let mut reads = Reads { program, words: BTreeSet::new(), open: vec![memo.block], writes: false };
        let mut seen = BTreeSet::new();
        while let Some(start) = reads.open.pop() {
            let Ok(at) = program.blocks.binary_search_by_key(&start.0, |block| block.start) else { continue };
            let block = &program.blocks[at];
            if !seen.insert(start) {
                continue;
            }
            for slot in &program.code[block.start as usize..block.end as usize] {
                if reads.more_than_the_state(slot.0) {
                    return Vec::new();
                }
            }
        }
        runs(&reads.words)
    }

    /// Notes what an instruction reads; whether that is more than the state.
    fn more_than_the_state(&mut self, mut op: Op) -> bool {
        let known = &self.program.wellknown;
        match op {
            Op::LogPosition { .. } | Op::Occurrences { .. } | Op::Cycle { .. } => return true,
            Op::StoreAdd { second, .. } | Op::StoreAddRet { second, .. } => self.word(second),
            Op::Push { .. } | Op::Pull { .. } | Op::Shove { .. } => {
                if let Some(stacks) = &self.program.stacks {
                    let fields = [stacks.levels, stacks.height, stacks.top];
                    fields.iter().chain(&stacks.facts).for_each(|field| self.all_of(*field));
                }
            }
            Op::Result { .. } | Op::Rank { .. } | Op::Leave { .. } | Op::NextActive { .. } => {
                known.fields().into_iter().for_each(|field| self.all_of(field));
            }
            _ => {}
        }
        self.writes = matches!(
            op,
            Op::Store { .. }
                | Op::StoreAt { .. }
                | Op::Fill { .. }
                | Op::StoreWord { .. }
                | Op::StoreWords { .. }
                | Op::StoreWordsRet { .. }
                | Op::StoreAdd { .. }
                | Op::StoreAddRet { .. }
        );
        op.visit(self);
        self.writes = false;
        false
    }

    fn all_of(&mut self, field: FieldId) {
        let field = &self.program.fields[field.0 as usize];
        self.words.extend(field.base..field.base + field.words());
    }
}

impl Visitor for Reads<'_> {
    fn field(&mut self, field: FieldId) {
        if !self.writes {
            self.all_of(field);
        }
    }
    fn word(&mut self, word: Word) {
        if !self.writes {
            self.words.insert(word.0);
        }
    }
    fn index(&mut self, index: IndexId) {
        // It follows from its field.
        self.all_of(self.program.indexes[index.0 as usize].field);
    }
    fn block(&mut self, block: &mut BlockId) {
        self.open.push(*block);
    }
    fn block_table(&mut self, table: BlockTableId) {
        self.open.extend(&self.program.block_tables[table.0 as usize]);
    }
    fn rule(&mut self, rule: RuleId) {
        let rule = &self.program.rules[rule.0 as usize];
        self.open.push(rule.effects);
        self.open.extend(rule.test);
    }
}

/// Numbers as runs, each from its first up to before the last.
fn runs(numbers: &BTreeSet<u32>) -> Vec<(u32, u32)> {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, end)) if end == number => *end += 1,
            _ => runs.push((*number, number + 1)),
        }
    }
    runs
}
