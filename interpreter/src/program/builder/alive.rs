//! Which registers hold something that is still needed at a place in a block.

use super::super::op::{Access, BlockId, BlockTableId, Label, Op, Reg, RuleId, SetReg, Visitor};
use super::{Builder, LAST_REG};
use std::collections::{BTreeMap, BTreeSet};

/// Registers whose values are needed. Constants are not among them.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Alive {
    /// Numbers.
    pub regs: BTreeSet<Reg>,
    /// Sets of sites.
    pub sets: BTreeSet<SetReg>,
}

impl Alive {
    /// Adds what `other` has.
    pub fn extend(&mut self, other: &Alive) {
        self.regs.extend(&other.regs);
        self.sets.extend(&other.sets);
    }
}

/// What a block takes from outside, and what it writes.
#[derive(Clone, Default)]
struct Effect {
    reads: Alive,
    writes: Alive,
}

impl Builder {
    /// What a block reads that it has not written itself.
    #[must_use]
    pub fn needed_by(&self, block: BlockId) -> Alive {
        let mut scan = Scan { builder: self, known: BTreeMap::new(), now: Effect::default() };
        scan.block(block).reads
    }

    /// What is read behind a label of a block, and was written before it.
    #[must_use]
    pub fn alive_behind(&self, block: BlockId, label: Label) -> Alive {
        let ops = &self.buffers[block.0 as usize].ops;
        let at = |label: Label| self.labels[label.0 as usize].unwrap_or(0) as usize;
        let place = at(label);
        let mut scan = Scan { builder: self, known: BTreeMap::new(), now: Effect::default() };
        let mut alive = scan.ops(&ops[place..]).reads;
        // A loop around the place comes by what stands before it once more.
        for op in &ops[place..] {
            if let Some(top) = op.target().map(at).filter(|top| *top < place) {
                alive.extend(&scan.ops(&ops[top..place]).reads);
            }
        }
        alive
    }
}

/// Follows instructions in the order in which they stand: whoever writes a register does so before it is read.
struct Scan<'a> {
    builder: &'a Builder,
    known: BTreeMap<BlockId, Effect>,
    now: Effect,
}

impl Scan<'_> {
    fn block(&mut self, block: BlockId) -> Effect {
        if let Some(effect) = self.known.get(&block) {
            return effect.clone();
        }
        if let Some(sealed) = self.builder.sealed.get(&block) {
            let mut effect = Effect { reads: sealed.needed.clone(), writes: Alive::default() };
            effect.reads.regs.extend(&sealed.given);
            effect.writes.regs.insert(sealed.answer);
            return effect;
        }
        // A block that asks for itself adds nothing to what it needs.
        self.known.insert(block, Effect::default());
        let builder = self.builder;
        let effect = self.ops(&builder.buffers[block.0 as usize].ops);
        self.known.insert(block, effect.clone());
        effect
    }

    fn ops(&mut self, ops: &[Op]) -> Effect {
        let outer = std::mem::take(&mut self.now);
        for op in ops {
            // What only a note reads is needed by nobody.
            if matches!(op, Op::Note { .. } | Op::NoteInt { .. } | Op::NoteSet { .. }) {
                continue;
            }
            let mut op = *op;
            let mut parts = Parts::default();
            op.visit(&mut parts);
            parts.reads.iter().for_each(|reg| self.read(*reg));
            parts.sets_read.iter().for_each(|set| self.read_set(*set));
            let through = matches!(op, Op::EmitSet { .. } | Op::EmitClass { .. } | Op::EmitBack { .. });
            for rule in parts.rules {
                let rule = &self.builder.rules[rule.0 as usize];
                if through {
                    // These are filled for each member of the set.
                    let filled = [rule.set_choice, rule.derived].into_iter().flatten();
                    self.now.writes.regs.extend(filled.filter_map(|k| Some(rule.choices.get(k)?.1)));
                }
                let choices: Vec<Reg> = rule.choices.iter().map(|(_, reg)| *reg).collect();
                choices.into_iter().for_each(|reg| self.read(reg));
                parts.blocks.extend((rule.effects.0 != u32::MAX).then_some(rule.effects));
            }
            for table in parts.tables {
                parts.blocks.extend(&self.builder.block_tables[table.0 as usize]);
            }
            for block in parts.blocks {
                let called = self.block(block);
                called.reads.regs.iter().for_each(|reg| self.read(*reg));
                called.reads.sets.iter().for_each(|set| self.read_set(*set));
                self.now.writes.extend(&called.writes);
            }
            self.now.writes.regs.extend(parts.writes);
            self.now.writes.sets.extend(parts.sets_written);
        }
        std::mem::replace(&mut self.now, outer)
    }

    fn read(&mut self, reg: Reg) {
        let constant = usize::from(LAST_REG - reg.0) < self.builder.constant_values.len();
        if !constant && !self.now.writes.regs.contains(&reg) {
            self.now.reads.regs.insert(reg);
        }
    }

    fn read_set(&mut self, set: SetReg) {
        let constant = usize::from(u16::MAX - set.0) < self.builder.set_constant_values.len();
        if !constant && !self.now.writes.sets.contains(&set) {
            self.now.reads.sets.insert(set);
        }
    }
}

/// What one instruction names.
#[derive(Default)]
struct Parts {
    reads: Vec<Reg>,
    writes: Vec<Reg>,
    sets_read: Vec<SetReg>,
    sets_written: Vec<SetReg>,
    blocks: Vec<BlockId>,
    tables: Vec<BlockTableId>,
    rules: Vec<RuleId>,
}

impl Visitor for Parts {
    fn reg(&mut self, reg: &mut Reg, access: Access) {
        (if access == Access::Write { &mut self.writes } else { &mut self.reads }).push(*reg);
        if access == Access::Both {
            self.writes.push(*reg);
        }
    }
    fn set(&mut self, set: &mut SetReg, access: Access) {
        (if access == Access::Write { &mut self.sets_written } else { &mut self.sets_read }).push(*set);
        if access == Access::Both {
            self.sets_written.push(*set);
        }
    }
    fn block(&mut self, block: &mut BlockId) {
        self.blocks.push(*block);
    }
    fn block_table(&mut self, table: BlockTableId) {
        self.tables.push(table);
    }
    fn rule(&mut self, rule: RuleId) {
        self.rules.push(rule);
    }
}
