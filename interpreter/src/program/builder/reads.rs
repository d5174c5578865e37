//! What a block reads of the state.

use super::Builder;
use crate::program::op::{Access, BlockId, BlockTableId, FieldId, IndexId, LinesId, Op, Reg, RuleId, SetReg, Visitor};
use std::collections::{BTreeMap, BTreeSet};

/// What a block reads of the state.
#[derive(Clone, Debug, Default)]
pub struct Reads {
    /// The places of a field whose values it reads; `None` if that may be any of them.
    pub places: Option<BTreeSet<u32>>,
    /// The fields it reads.
    pub fields: BTreeSet<FieldId>,
}

impl Builder {
    /// What a block under construction reads of `field`, whose places are sites, and of the state besides.
    #[must_use]
    pub fn reads(&self, block: BlockId, field: FieldId) -> Reads {
        let ops = &self.buffers[block.0 as usize].ops;
        let mut reads = Reads { places: Some(BTreeSet::new()), fields: BTreeSet::new() };
        let known = self.known_members(ops);
        for op in ops {
            let seen = Operands::of(*op);
            reads.fields.extend(seen.fields.iter().copied());
            let places = match *op {
                Op::LoadAt { field: from, i, .. } if from == field => self.members(i, &known),
                // What is taken from an index counts where it is used.
                Op::LoadSet { .. } | Op::LoadSetAt { .. } => Some(BTreeSet::new()),
                Op::LoadLike { field: from, i, .. } if from == field => self.members(i, &known),
                Op::JumpNoLineLike { i, lines, .. } => self.sites_of_lines(i, lines, &known),
                Op::Store { .. } | Op::StoreAt { .. } => Some(BTreeSet::new()),
                _ if seen.indexes || seen.blocks || seen.fields.contains(&field) => None,
                _ => Some(BTreeSet::new()),
            };
            reads.add(places);
        }
        // Sets taken from an index: only as far as they are cut down to sites known before play.
        let from_state: BTreeSet<SetReg> = ops
            .iter()
            .filter_map(|op| match op {
                Op::LoadSet { d, .. } | Op::LoadSetAt { d, .. } | Op::LoadLike { d, .. } => Some(*d),
                _ => None,
            })
            .collect();
        for op in ops {
            let used: Vec<SetReg> =
                Operands::of(*op).sets_read.into_iter().filter(|s| from_state.contains(s)).collect();
            if used.is_empty() {
                continue;
            }
            let places = match *op {
                Op::SetAnd { a, b, .. } | Op::SetMeets { a, b, .. } => {
                    let fixed = self.set_constant_of(a).or_else(|| self.set_constant_of(b));
                    fixed.map(|sites| sites.into_iter().collect())
                }
                Op::Line { i, lines, .. } | Op::JumpNoLine { i, lines, .. } => self.sites_of_lines(i, lines, &known),
                Op::SetHas { i, .. } | Op::JumpOutside { i, .. } => self.members(i, &known),
                _ => None,
            };
            reads.add(places);
        }
        reads
    }

    /// For each register that loops over sets known before play write, and nothing else, what they run through.
    fn known_members(&self, ops: &[Op]) -> BTreeMap<Reg, BTreeSet<u32>> {
        let mut sets: BTreeMap<SetReg, Option<BTreeSet<u32>>> = BTreeMap::new();
        for op in ops {
            for d in Operands::of(*op).sets_written {
                let value = match *op {
                    Op::SetMove { a, .. } => self.set_constant_of(a).map(|sites| sites.into_iter().collect()),
                    _ => None,
                };
                let same = sets.get(&d).is_none_or(|before| *before == value);
                sets.insert(d, value.filter(|_| same));
            }
        }
        let mut known: BTreeMap<Reg, Option<BTreeSet<u32>>> = BTreeMap::new();
        for op in ops {
            for d in Operands::of(*op).written {
                let value = match *op {
                    Op::Each { s, .. } => sets.get(&s).cloned().flatten(),
                    _ => None,
                };
                match known.get_mut(&d) {
                    Some(before) => {
                        *before = before.take().zip(value).map(|(mut all, more)| {
                            all.extend(more);
                            all
                        });
                    }
                    None => _ = known.insert(d, value),
                }
            }
        }
        known.into_iter().filter_map(|(reg, sites)| Some((reg, sites?))).collect()
    }

    fn members(&self, reg: Reg, known: &BTreeMap<Reg, BTreeSet<u32>>) -> Option<BTreeSet<u32>> {
        match self.constant_of(reg) {
            Some(site) => Some(u32::try_from(site).ok().into_iter().collect()),
            None => known.get(&reg).cloned(),
        }
    }

    /// The sites of all lines through the sites that a register may hold.
    fn sites_of_lines(&self, reg: Reg, lines: LinesId, known: &BTreeMap<Reg, BTreeSet<u32>>) -> Option<BTreeSet<u32>> {
        let table = &self.lines[lines.0 as usize];
        let mut found = BTreeSet::new();
        for site in self.members(reg, known)? {
            let (lo, hi) = (table.starts.get(site as usize)?, table.starts.get(site as usize + 1)?);
            let words = table.words.get(*lo as usize * 2 * self.width..*hi as usize * 2 * self.width)?;
            for (at, word) in words.iter().enumerate() {
                let base = (at % self.width) as u32 * 64;
                found.extend((0..64).filter(|bit| word >> bit & 1 != 0).map(|bit| base + bit));
            }
            found.insert(site);
        }
        Some(found)
    }
}

impl Reads {
    fn add(&mut self, places: Option<BTreeSet<u32>>) {
        self.places = self.places.take().zip(places).map(|(mut all, more)| {
            all.extend(more);
            all
        });
    }
}

/// The operands of an instruction.
#[derive(Default)]
struct Operands {
    written: Vec<Reg>,
    sets_read: Vec<SetReg>,
    sets_written: Vec<SetReg>,
    fields: Vec<FieldId>,
    indexes: bool,
    blocks: bool,
}

impl Operands {
    fn of(mut op: Op) -> Operands {
        let mut found = Operands::default();
        op.visit(&mut found);
        // What loops take out of a set stays what it was.
        if let Op::Each { s, .. } = op {
            found.sets_written.retain(|set| *set != s);
        }
        found
    }
}

impl Visitor for Operands {
    fn reg(&mut self, reg: &mut Reg, access: Access) {
        if access != Access::Read {
            self.written.push(*reg);
        }
    }

    fn set(&mut self, set: &mut SetReg, access: Access) {
        if access != Access::Write {
            self.sets_read.push(*set);
        }
        if access != Access::Read {
            self.sets_written.push(*set);
        }
    }

    fn block(&mut self, _: &mut BlockId) {
        self.blocks = true;
    }

    fn field(&mut self, field: FieldId) {
        self.fields.push(field);
    }

    fn index(&mut self, _: IndexId) {
        self.indexes = true;
    }

    fn block_table(&mut self, _: BlockTableId) {
        self.blocks = true;
    }

    fn rule(&mut self, _: RuleId) {
        self.blocks = true;
    }
}
