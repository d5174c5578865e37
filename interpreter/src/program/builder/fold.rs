//! Sets that code computes without looking at the state: they are found when the game is loaded.

use super::Builder;
use crate::program::op::{BlockId, Label, Op, Reg, SetReg};
use std::collections::{BTreeMap, BTreeSet};

/// Most instructions that are followed.
const MOST_STEPS: usize = 100_000;

impl Builder {
    /// The set that a block under construction leaves in a register, if its code depends on nothing but constants.
    #[must_use]
    pub fn set_at_load(&self, block: BlockId, set: SetReg) -> Option<Vec<u32>> {
        let mut run = Run { builder: self, numbers: BTreeMap::new(), sets: BTreeMap::new() };
        let ops = &self.buffers[block.0 as usize].ops;
        let mut at = 0;
        for _ in 0..MOST_STEPS {
            let Some(op) = ops.get(at) else { return Some(run.set(set)?.into_iter().collect()) };
            at = match run.step(*op)? {
                Some(label) => self.labels[label.0 as usize]? as usize,
                None => at + 1,
            };
        }
        None
    }
}

struct Run<'a> {
    builder: &'a Builder,
    numbers: BTreeMap<Reg, i32>,
    sets: BTreeMap<SetReg, BTreeSet<u32>>,
}

impl Run<'_> {
    fn number(&self, reg: Reg) -> Option<i32> {
        self.builder.constant_of(reg).or_else(|| self.numbers.get(&reg).copied())
    }

    fn set(&self, set: SetReg) -> Option<BTreeSet<u32>> {
        match self.builder.set_constant_of(set) {
            Some(sites) => Some(sites.into_iter().collect()),
            None => self.sets.get(&set).cloned(),
        }
    }

    fn site(&self, reg: Reg) -> Option<Option<u32>> {
        let site = self.number(reg)?;
        Some(u32::try_from(site).ok().filter(|site| *site < self.builder.sites))
    }

    /// Where it goes on; none at all where the instruction depends on the state.
    fn step(&mut self, op: Op) -> Option<Option<Label>> {
        let jump = |wanted: bool, to: Label| Some(wanted.then_some(to));
        match op {
            Op::Jump { to } | Op::Loop { to } => return Some(Some(to)),
            // What is told on the way changes nothing.
            Op::Note { .. } | Op::NoteInt { .. } | Op::NoteSet { .. } => {}
            Op::JumpIf { c, to } => return jump(self.number(c)? != 0, to),
            Op::JumpUnless { c, to } => return jump(self.number(c)? == 0, to),
            Op::JumpCmp { cmp, a, b, to } => return jump(cmp.apply(self.number(a)?, self.number(b)?), to),
            Op::JumpSome { s, to } => return jump(!self.set(s)?.is_empty(), to),
            Op::JumpEmpty { s, to } => return jump(self.set(s)?.is_empty(), to),
            Op::Each { s, d, to } => match self.set(s)?.pop_first() {
                Some(site) => {
                    self.sets.get_mut(&s)?.pop_first();
                    self.numbers.insert(d, site as i32);
                }
                None => return Some(Some(to)),
            },
            Op::Move { d, a } => _ = self.numbers.insert(d, self.number(a)?),
            Op::Bin { op, d, a, b } => _ = self.numbers.insert(d, op.apply(self.number(a)?, self.number(b)?)?),
            Op::Cmp { cmp, d, a, b } => {
                self.numbers.insert(d, i32::from(cmp.apply(self.number(a)?, self.number(b)?)));
            }
            Op::Not { d, a } => _ = self.numbers.insert(d, i32::from(self.number(a)? == 0)),
            Op::Table { d, table, i } => {
                let value = self.builder.table_value(table, self.number(i)?);
                self.numbers.insert(d, value);
            }
            Op::Range { lo, hi, table, i } => {
                let values = &self.builder.tables[table.0 as usize];
                let at = usize::try_from(self.number(i)?).ok();
                let ends = at.and_then(|at| Some((*values.get(at)?, *values.get(at + 1)?)));
                let (from, to) = ends.unwrap_or((0, 0));
                self.numbers.extend([(lo, from), (hi, to)]);
            }
            Op::Advance { d, p, table, to } => {
                let at = self.number(p)?;
                let values = &self.builder.tables[table.0 as usize];
                let value = usize::try_from(at).ok().and_then(|at| values.get(at).copied()).unwrap_or(-1);
                self.numbers.extend([(d, value), (p, at.saturating_add(1))]);
                if value < 0 {
                    return Some(Some(to));
                }
            }
            Op::SetMove { d, a } => _ = self.sets.insert(d, self.set(a)?),
            Op::SetAnd { d, a, b } => _ = self.sets.insert(d, &self.set(a)? & &self.set(b)?),
            Op::SetOr { d, a, b } => _ = self.sets.insert(d, &self.set(a)? | &self.set(b)?),
            Op::SetDiff { d, a, b } => _ = self.sets.insert(d, &self.set(a)? - &self.set(b)?),
            Op::SetXor { d, a, b } => _ = self.sets.insert(d, &self.set(a)? ^ &self.set(b)?),
            Op::Single { d, i } => _ = self.sets.insert(d, self.site(i)?.into_iter().collect()),
            Op::SetInsert { d, i } => {
                let site = self.site(i)?;
                let mut set = self.set(d)?;
                set.extend(site);
                self.sets.insert(d, set);
            }
            Op::SetRemove { d, i } => {
                let site = self.site(i)?;
                let mut set = self.set(d)?;
                site.into_iter().for_each(|site| _ = set.remove(&site));
                self.sets.insert(d, set);
            }
            Op::SetHas { d, s, i } => {
                let has = self.site(i)?.is_some_and(|site| self.set(s).is_some_and(|set| set.contains(&site)));
                self.set(s)?;
                self.numbers.insert(d, i32::from(has));
            }
            Op::SetCount { d, s } => _ = self.numbers.insert(d, self.set(s)?.len() as i32),
            Op::SetMin { d, s } => _ = self.numbers.insert(d, self.set(s)?.first().map_or(-1, |site| *site as i32)),
            Op::SetMax { d, s } => _ = self.numbers.insert(d, self.set(s)?.last().map_or(-1, |site| *site as i32)),
            Op::SetTable { d, table, i } => {
                let row = self.builder.set_table_row(table, self.number(i)?);
                self.sets.insert(d, row.into_iter().collect());
            }
            Op::Shift { d, a, map } => {
                let forward = &self.builder.maps[map.0 as usize].forward;
                let to = |site: u32| forward.get(site as usize).and_then(|to| u32::try_from(*to).ok());
                self.sets.insert(d, self.set(a)?.into_iter().filter_map(to).collect());
            }
            _ => return None,
        }
        Some(None)
    }
}
