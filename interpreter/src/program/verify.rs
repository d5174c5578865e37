//! The verifier: what every compiled game must satisfy before it runs.

use super::op::{
    Access, BlockId, BlockTableId, FaultId, FieldId, IndexId, Label, LinesId, MapId, Op, Reg, RuleId, SetReg,
    SetTableId, TableId, Visitor, Word,
};
use super::{LAST_REG, Program, SET_REGS};
use std::fmt;

/// A flaw of a program. It is always a flaw of the compiler, never of a rule file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// The instruction, or the number of the table or rule concerned.
    pub at: usize,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at {}: {}", self.at, self.what)
    }
}

impl std::error::Error for VerifyError {}

impl Program {
    /// Checks operands, jumps, tables and the layout.
    ///
    /// # Errors
    /// The first flaw found.
    pub fn verify(&self) -> Result<(), VerifyError> {
        if self.code.len() != self.origins.len() {
            return Err(VerifyError { at: 0, what: "not every instruction has a place in the rules".into() });
        }
        for block in &self.blocks {
            let last = self.code.get((block.end as usize).wrapping_sub(1)).map(|slot| slot.0);
            if block.start >= block.end
                || !matches!(
                    last,
                    Some(
                        Op::Ret {}
                            | Op::StoreWordsRet { .. }
                            | Op::StoreAddRet { .. }
                            | Op::Stop {}
                            | Op::Jump { .. }
                            | Op::Fault { .. }
                    )
                )
            {
                return Err(VerifyError {
                    at: block.start as usize,
                    what: format!("block {} runs off its end", block.name),
                });
            }
            for pc in block.start..block.end {
                let mut check = Check { program: self, start: block.start, end: block.end, flaw: None };
                let mut op = self.code[pc as usize].0;
                op.visit(&mut check);
                if let Op::Beyond { maps, .. } | Op::Enclosed { maps, .. } = op {
                    let list = self.tables.get(maps.0 as usize).map_or(&[][..], |t| &t[..]);
                    check.need(list.iter().all(|m| (*m as u32 as usize) < self.maps.len()), "no such step in the list");
                }
                let backward = op.target().is_some_and(|to| to.0 <= pc);
                if backward && !matches!(op, Op::Loop { .. }) {
                    check.flaw.get_or_insert_with(|| "jumps back without burning fuel".into());
                }
                if let Some(what) = check.flaw {
                    return Err(VerifyError { at: pc as usize, what: format!("{op}: {what}") });
                }
            }
        }
        self.verify_tables()?;
        self.verify_layout()
    }

    fn verify_tables(&self) -> Result<(), VerifyError> {
        let starts: Vec<u32> = self.blocks.iter().map(|b| b.start).collect();
        let is_block = |b: BlockId| starts.binary_search(&b.0).is_ok();
        let flaw = |at: usize, what: &str| Err(VerifyError { at, what: what.into() });
        for (i, rule) in self.rules.iter().enumerate() {
            if !is_block(rule.effects) {
                return flaw(i, "a rule's effects are not a block");
            }
            if rule.test.is_some_and(|test| !is_block(test)) {
                return flaw(i, "a rule's test is not a block");
            }
            if rule.set_choice.is_some_and(|k| k >= rule.choices.len())
                || rule.derived.is_some_and(|k| k >= rule.choices.len())
            {
                return flaw(i, "a rule runs through a choice it does not have");
            }
            if rule.choices.iter().any(|(_, r)| r.0 >= self.registers) {
                return flaw(i, "a rule's choice is not a register");
            }
        }
        let per_node = self.nodes.len() * self.movers() as usize;
        for (i, table) in self.block_tables.iter().enumerate() {
            if table.iter().any(|b| !is_block(*b)) {
                return flaw(i, "a table of blocks has something else in it");
            }
        }
        for table in [self.decide, self.resolve].into_iter().chain(self.explain) {
            if self.block_tables[table.0 as usize].len() != per_node {
                return flaw(table.0 as usize, "a node lacks a block");
            }
        }
        for (i, table) in self.set_tables.iter().enumerate() {
            if table.words.len() != table.rows as usize * self.width {
                return flaw(i, "a table of sets has rows of another width");
            }
        }
        for (i, map) in self.maps.iter().enumerate() {
            if map.forward.len() != self.sites as usize || map.back.len() != self.sites as usize {
                return flaw(i, "a step does not cover the sites");
            }
            let paired = |a: &[i32], b: &[i32]| {
                a.iter().enumerate().all(|(s, &t)| t < 0 || b.get(t as usize) == Some(&(s as i32)))
            };
            if !paired(&map.forward, &map.back) || !paired(&map.back, &map.forward) {
                return flaw(i, "a step is not one to one");
            }
        }
        for (i, lines) in self.lines.iter().enumerate() {
            if lines.starts.len() != self.sites as usize + 1
                || lines.words.len() != lines.starts.last().copied().unwrap_or(0) as usize * 2 * self.width
            {
                return flaw(i, "a table of lines does not cover the sites");
            }
        }
        Ok(())
    }

    fn verify_layout(&self) -> Result<(), VerifyError> {
        let mut next = 1;
        for (i, field) in self.fields.iter().enumerate() {
            if field.base != next || !(3..=5).contains(&field.lane) {
                return Err(VerifyError { at: i, what: format!("field {} is misplaced", field.name) });
            }
            next += field.words();
        }
        for (i, index) in self.indexes.iter().enumerate() {
            if index.base != next || index.field.0 as usize >= self.fields.len() {
                return Err(VerifyError { at: i, what: format!("index {} is misplaced", index.name) });
            }
            next += index.classes * self.width as u32;
        }
        if next != self.words {
            return Err(VerifyError { at: next as usize, what: "the state has another size".into() });
        }
        Ok(())
    }
}

struct Check<'a> {
    program: &'a Program,
    start: u32,
    end: u32,
    flaw: Option<String>,
}

impl Check<'_> {
    fn need(&mut self, holds: bool, what: &str) {
        if !holds {
            self.flaw.get_or_insert_with(|| what.into());
        }
    }
}

impl Visitor for Check<'_> {
    fn reg(&mut self, reg: &mut Reg, access: Access) {
        let constant = usize::from(LAST_REG - reg.0) < self.program.constants.len();
        self.need(constant || reg.0 < self.program.registers, "no such register");
        self.need(!constant || access == Access::Read, "writes a constant");
    }
    fn set(&mut self, set: &mut SetReg, access: Access) {
        let constant = (SET_REGS - 1).wrapping_sub(set.0 as usize) < self.program.set_constants.len();
        self.need(constant || set.0 < self.program.set_registers, "no such set register");
        self.need(!constant || access == Access::Read, "writes a constant");
    }
    fn label(&mut self, label: &mut Label) {
        let within = (self.start..self.end).contains(&label.0);
        self.need(within, "jumps out of its block");
    }
    fn block(&mut self, block: &mut BlockId) {
        let known = self.program.blocks.binary_search_by_key(&block.0, |b| b.start).is_ok();
        self.need(known, "calls what is not a block");
    }
    fn field(&mut self, id: FieldId) {
        self.need((id.0 as usize) < self.program.fields.len(), "no such field");
    }
    fn word(&mut self, word: Word) {
        self.need(word.0 < self.program.words, "no such word");
    }
    fn index(&mut self, id: IndexId) {
        self.need((id.0 as usize) < self.program.indexes.len(), "no such index");
    }
    fn table(&mut self, id: TableId) {
        self.need((id.0 as usize) < self.program.tables.len(), "no such table");
    }
    fn set_table(&mut self, id: SetTableId) {
        self.need((id.0 as usize) < self.program.set_tables.len(), "no such table of sets");
    }
    fn map(&mut self, id: MapId) {
        self.need((id.0 as usize) < self.program.maps.len(), "no such step");
    }
    fn lines(&mut self, id: LinesId) {
        self.need((id.0 as usize) < self.program.lines.len(), "no such lines");
    }
    fn block_table(&mut self, id: BlockTableId) {
        self.need((id.0 as usize) < self.program.block_tables.len(), "no such table of blocks");
    }
    fn rule(&mut self, id: RuleId) {
        self.need((id.0 as usize) < self.program.rules.len(), "no such rule");
    }
    fn fault(&mut self, id: FaultId) {
        self.need((id.0 as usize) < self.program.faults.len(), "no such fault");
    }
}
