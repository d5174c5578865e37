//! What is kept aside while a block runs that may be running already.

use super::op::{Access, BlockId, BlockTableId, KeptId, Op, Reg, RuleId, SetReg, Visitor};
use super::{Kept, Program};
use std::collections::BTreeSet;

impl Program {
    /// Finds, for each place where registers are kept aside, those that the code writes which runs until they are put back.
    pub(super) fn settle_kept(&mut self, places: usize) {
        self.kept = vec![Kept::default(); places];
        for block in 0..self.blocks.len() {
            let code = self.blocks[block].start as usize..self.blocks[block].end as usize;
            for at in code.clone() {
                let Op::SaveRegs { kept } = self.code[at].0 else { continue };
                let back = (at..code.end).find(|back| self.puts_back(*back, kept)).unwrap_or(code.end);
                self.kept[kept.0 as usize] = Writes::of(self, at + 1..back);
            }
        }
    }

    fn puts_back(&self, at: usize, id: KeptId) -> bool {
        matches!(self.code[at].0, Op::RestoreRegs { kept, .. } if kept == id)
    }
}

/// What code writes, as it is found.
struct Writes<'a> {
    program: &'a Program,
    regs: BTreeSet<u16>,
    sets: BTreeSet<u16>,
    open: Vec<BlockId>,
}

impl Writes<'_> {
    fn of(program: &Program, code: std::ops::Range<usize>) -> Kept {
        let mut writes = Writes { program, regs: BTreeSet::new(), sets: BTreeSet::new(), open: Vec::new() };
        writes.code(code);
        let mut seen = BTreeSet::new();
        while let Some(start) = writes.open.pop() {
            if seen.insert(start)
                && let Ok(at) = program.blocks.binary_search_by_key(&start.0, |block| block.start)
            {
                let block = &program.blocks[at];
                writes.code(block.start as usize..block.end as usize);
            }
        }
        Kept { regs: runs(&writes.regs), sets: runs(&writes.sets) }
    }

    fn code(&mut self, code: std::ops::Range<usize>) {
        for slot in &self.program.code[code] {
            let mut op = slot.0;
            op.visit(self);
        }
    }
}

impl Visitor for Writes<'_> {
    fn reg(&mut self, reg: &mut Reg, access: Access) {
        if access != Access::Read {
            self.regs.insert(reg.0);
        }
    }
    fn set(&mut self, set: &mut SetReg, access: Access) {
        if access != Access::Read {
            self.sets.insert(set.0);
        }
    }
    fn block(&mut self, block: &mut BlockId) {
        self.open.push(*block);
    }
    fn block_table(&mut self, table: BlockTableId) {
        self.open.extend(&self.program.block_tables[table.0 as usize]);
    }
    fn rule(&mut self, rule: RuleId) {
        // Its choices are loaded where it is performed, or picked.
        let rule = &self.program.rules[rule.0 as usize];
        self.regs.extend(rule.choices.iter().map(|(_, reg)| reg.0));
        self.open.push(rule.effects);
        self.open.extend(rule.test);
    }
}

/// Numbers as runs, each from its first up to before the last.
fn runs(numbers: &BTreeSet<u16>) -> Vec<(u16, u16)> {
    let mut runs: Vec<(u16, u16)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, end)) if end == number => *end += 1,
            _ => runs.push((*number, number + 1)),
        }
    }
    runs
}
