//! Builds a program: blocks of instructions, registers, constants, tables, fields; and links them.

mod alive;
mod fold;
mod reads;

use super::jumps;
use super::layout::{Field, Index, Stacks, Wellknown};
use super::op::{
    Access, BlockId, BlockTableId, FaultId, FieldId, IndexId, Label, LinesId, MapId, MemoId, NoteId, Op, Reg, RuleId,
    SetReg, SetTableId, TableId, Visitor, Word,
};
use super::passes::{self, Draft, Item};
use super::share;
use super::{
    Block, FaultInfo, LAST_REG, Lines, Memo, Note, NoteKind, Program, Rule, SET_REGS, SetTable, Slot, StepMap,
};
use parlour_grammar::span::Origin;
use std::collections::{BTreeMap, BTreeSet};

pub use alive::Alive;

/// Something a program has too much of for its encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

/// A program under construction. Labels and blocks are numbers until [`Builder::link`].
#[derive(Debug)]
pub struct Builder {
    /// Words of a site set.
    pub width: usize,
    /// Sites of all kinds and containers.
    pub sites: u32,
    /// The place in the rules that instructions stand for now.
    pub origin: Origin,
    /// Whether the position's hash is kept up to date: only where rules ask how often positions occurred.
    pub keeps_hash: bool,
    buffers: Vec<Buffer>,
    open: Vec<usize>,
    labels: Vec<Option<u32>>,
    next_reg: u32,
    next_set: u32,
    constants: BTreeMap<i32, Reg>,
    constant_values: Vec<i32>,
    set_constants: BTreeMap<Vec<u64>, SetReg>,
    set_constant_values: Vec<Vec<u64>>,
    tables: Vec<Vec<i32>>,
    set_tables: Vec<SetTable>,
    maps: Vec<StepMap>,
    lines: Vec<Lines>,
    block_tables: Vec<Vec<BlockId>>,
    rules: Vec<Rule>,
    memos: Vec<Memo>,
    faults: Vec<FaultInfo>,
    notes: Vec<Note>,
    fields: Vec<Field>,
    indexes: Vec<Index>,
    sealed: BTreeMap<BlockId, Sealed>,
}

/// A block that is as it will be, as those see it that run it.
#[derive(Debug)]
struct Sealed {
    /// What it is given in registers.
    given: Vec<Reg>,
    /// What it leaves in one.
    answer: Reg,
    /// What it reads that it has not written itself; what it is given aside.
    needed: Alive,
}

#[derive(Debug, Default)]
struct Buffer {
    name: String,
    ops: Vec<Op>,
    origins: Vec<Origin>,
}

/// What [`Builder::link`] needs beside what was built.
#[derive(Debug)]
pub struct Entries {
    /// Number of players.
    pub players: u32,
    /// Logs of occurrences.
    pub logs: u32,
    /// The fields with a fixed meaning.
    pub wellknown: Wellknown,
    /// The stacks.
    pub stacks: Option<Stacks>,
    /// The nodes.
    pub nodes: Vec<super::Node>,
    /// Number of phases.
    pub phases: usize,
    /// Number of nodes of the set-up.
    pub set_up_nodes: usize,
    /// The set-up.
    pub start: BlockId,
    /// Where play begins in a position that is set up.
    pub enter: BlockId,
    /// Generators.
    pub decide: BlockTableId,
    /// Plain generators, in a program compiled to explain.
    pub explain: Option<BlockTableId>,
    /// What follows a choice.
    pub resolve: BlockTableId,
    /// Random play.
    pub playout: BlockId,
    /// The register of the chosen rule.
    pub chosen: Reg,
    /// The register of the greatest number of plies.
    pub playout_limit: Reg,
}

impl Builder {
    /// An empty program for `sites` sites in sets of `width` words.
    #[must_use]
    pub fn new(width: usize, sites: u32, origin: Origin) -> Self {
        Builder {
            width,
            sites,
            origin,
            keeps_hash: false,
            buffers: Vec::new(),
            open: Vec::new(),
            labels: Vec::new(),
            next_reg: 0,
            next_set: 0,
            constants: BTreeMap::new(),
            constant_values: Vec::new(),
            set_constants: BTreeMap::new(),
            set_constant_values: Vec::new(),
            tables: Vec::new(),
            set_tables: Vec::new(),
            maps: Vec::new(),
            lines: Vec::new(),
            block_tables: Vec::new(),
            rules: Vec::new(),
            memos: Vec::new(),
            faults: Vec::new(),
            notes: Vec::new(),
            fields: Vec::new(),
            indexes: Vec::new(),
            sealed: BTreeMap::new(),
        }
    }

    // Registers and constants.

    /// A new register.
    pub fn reg(&mut self) -> Reg {
        self.next_reg += 1;
        Reg((self.next_reg - 1).min(u32::from(u16::MAX)) as u16)
    }

    /// A new set register.
    pub fn set(&mut self) -> SetReg {
        self.next_set += 1;
        SetReg((self.next_set - 1).min(u32::from(u16::MAX)) as u16)
    }

    /// Whether there are more registers than a program can name: it will not link, so there is no use in going on.
    #[must_use]
    pub fn is_overfull(&self) -> bool {
        self.next_reg as usize + self.constant_values.len() > usize::from(u16::MAX)
            || self.next_set as usize + self.set_constant_values.len() > usize::from(u16::MAX)
    }

    /// The register that holds `value`.
    pub fn constant(&mut self, value: i32) -> Reg {
        if let Some(reg) = self.constants.get(&value) {
            return *reg;
        }
        let reg = Reg(LAST_REG - self.constant_values.len().min(usize::from(u16::MAX)) as u16);
        self.constants.insert(value, reg);
        self.constant_values.push(value);
        reg
    }

    /// The value of a constant register.
    #[must_use]
    pub fn constant_of(&self, reg: Reg) -> Option<i32> {
        self.constant_values.get(usize::from(LAST_REG - reg.0)).copied()
    }

    /// The set register that holds these sites.
    pub fn set_constant(&mut self, sites: impl IntoIterator<Item = u32>) -> SetReg {
        let mut words = vec![0; self.width];
        // Whoever names a site that there is not has said so; here it is in no set.
        for site in sites.into_iter().filter(|site| *site < self.sites) {
            words[site as usize / 64] |= 1 << (site % 64);
        }
        if let Some(set) = self.set_constants.get(&words) {
            return *set;
        }
        let set = SetReg(u16::MAX - self.set_constant_values.len().min(usize::from(u16::MAX)) as u16);
        self.set_constants.insert(words.clone(), set);
        self.set_constant_values.push(words);
        set
    }

    /// The members of a constant set register.
    #[must_use]
    pub fn set_constant_of(&self, set: SetReg) -> Option<Vec<u32>> {
        let words = self.set_constant_values.get(usize::from(u16::MAX - set.0))?;
        Some((0..words.len() as u32 * 64).filter(|i| words[*i as usize / 64] >> (i % 64) & 1 != 0).collect())
    }

    // Tables.

    /// A table of integers; equal ones are shared.
    pub fn table(&mut self, values: Vec<i32>) -> TableId {
        TableId(intern(&mut self.tables, values))
    }

    /// A value of a table; −1 outside.
    #[must_use]
    pub fn table_value(&self, table: TableId, i: i32) -> i32 {
        let values = &self.tables[table.0 as usize];
        usize::try_from(i).ok().and_then(|i| values.get(i).copied()).unwrap_or(-1)
    }

    /// A table of site sets; equal ones are shared.
    pub fn set_table(&mut self, rows: impl IntoIterator<Item = Vec<u32>>) -> SetTableId {
        let (mut words, mut count) = (Vec::new(), 0);
        for row in rows {
            let at = words.len();
            words.resize(at + self.width, 0u64);
            for site in row.into_iter().filter(|site| *site < self.sites) {
                words[at + site as usize / 64] |= 1 << (site % 64);
            }
            count += 1;
        }
        SetTableId(intern(&mut self.set_tables, SetTable { rows: count, words }))
    }

    /// The sites of a row of a table of site sets; none outside.
    #[must_use]
    pub fn set_table_row(&self, table: SetTableId, row: i32) -> Vec<u32> {
        let words = usize::try_from(row).ok().and_then(|row| {
            let at = row.checked_mul(self.width)?;
            self.set_tables[table.0 as usize].words.get(at..at + self.width)
        });
        let words = words.unwrap_or_default();
        (0..words.len() as u32 * 64).filter(|i| words[*i as usize / 64] >> (i % 64) & 1 != 0).collect()
    }

    /// A step from site to site, as a partial map that must be one to one; equal ones are shared.
    pub fn map(&mut self, name: &str, forward: Vec<i32>) -> MapId {
        // Steps by equal distances become one shift of a masked set; beyond a few, following them site by site is as good.
        const MOST_GROUPS: usize = 6;
        let mut back = vec![-1; forward.len()];
        let mut groups: BTreeMap<i32, Vec<u64>> = BTreeMap::new();
        for (site, &to) in forward.iter().enumerate() {
            if to >= 0 {
                back[to as usize] = site as i32;
                let mask = groups.entry(to - site as i32).or_insert_with(|| vec![0; self.width]);
                mask[site / 64] |= 1 << (site % 64);
            }
        }
        let groups = if groups.len() <= MOST_GROUPS { groups.into_iter().collect() } else { Vec::new() };
        if let Some(at) = self.maps.iter().position(|m| m.forward == forward) {
            return MapId(at as u16);
        }
        self.maps.push(StepMap { name: name.to_owned(), forward, back, groups });
        MapId(last(&self.maps))
    }

    /// The table of a map's way back.
    pub fn back_table(&mut self, map: MapId) -> TableId {
        let back = self.maps[map.0 as usize].back.clone();
        self.table(back)
    }

    /// The same steps the other way.
    pub fn reversed_map(&mut self, map: MapId) -> MapId {
        let map = &self.maps[map.0 as usize];
        let (name, forward) = (format!("back along {}", map.name), map.back.clone());
        self.map(&name, forward)
    }

    /// A table of lines: for each site, lines as the sites needed and the sites forbidden.
    pub fn lines(&mut self, by_site: &[Vec<(Vec<u32>, Vec<u32>)>]) -> LinesId {
        let mut starts = vec![0];
        let mut words = Vec::new();
        for lines in by_site {
            for (needed, forbidden) in lines {
                for sites in [needed, forbidden] {
                    let at = words.len();
                    words.resize(at + self.width, 0u64);
                    for site in sites {
                        words[at + *site as usize / 64] |= 1 << (site % 64);
                    }
                }
            }
            starts.push(starts.last().copied().unwrap_or(0) + lines.len() as u32);
        }
        LinesId(intern(&mut self.lines, Lines { starts, words }))
    }

    /// A table of blocks.
    pub fn block_table(&mut self, blocks: Vec<BlockId>) -> BlockTableId {
        self.block_tables.push(blocks);
        BlockTableId(last(&self.block_tables))
    }

    /// A rule.
    pub fn rule(&mut self, rule: Rule) -> RuleId {
        self.rules.push(rule);
        RuleId(last(&self.rules))
    }

    /// A rule, to be completed.
    pub fn rule_mut(&mut self, id: RuleId) -> &mut Rule {
        &mut self.rules[id.0 as usize]
    }

    /// Answers to be kept of the block begun last.
    pub fn memo(&mut self) -> MemoId {
        let block = BlockId(*self.open.last().expect("a block has been begun") as u32);
        self.memos.push(Memo { block, words: Vec::new() });
        MemoId(last(&self.memos))
    }

    /// A fault.
    pub fn fault(&mut self, info: FaultInfo) -> FaultId {
        self.faults.push(info);
        FaultId(last(&self.faults))
    }

    // The state.

    /// A field of `len` integers in lanes of `1 << lane` bits. `hashed` fields belong to the position.
    pub fn field(&mut self, name: &str, len: u32, lane: u8, initial: i32, hashed: bool) -> FieldId {
        let id = self.fields.len();
        let hash = hashed.then(|| (id as u64 + 1).wrapping_mul(0xD6E8_FEB8_6659_FD93));
        self.fields.push(Field {
            name: name.to_owned(),
            base: 0,
            len,
            lane,
            initial,
            hash,
            indexes: Vec::new(),
            lasts: false,
        });
        FieldId(id as u16)
    }

    /// The field outlasts the rounds of a match.
    pub fn lasts(&mut self, id: FieldId) {
        self.fields[id.0 as usize].lasts = true;
    }

    /// Gives a field another length, before any code depends on it.
    pub fn resize_field(&mut self, id: FieldId, len: u32, lane: u8) {
        let field = &mut self.fields[id.0 as usize];
        (field.len, field.lane) = (len, lane);
    }

    /// The field's description.
    #[must_use]
    pub fn field_info(&self, id: FieldId) -> &Field {
        &self.fields[id.0 as usize]
    }

    /// An index derived from a field: class of a value by table (`None`: the value itself). Equal ones are shared.
    pub fn index(&mut self, name: &str, field: FieldId, classes_of: Option<TableId>, classes: u32) -> IndexId {
        if let Some(at) =
            self.indexes.iter().position(|i| i.field == field && i.classes_of == classes_of && i.classes == classes)
        {
            return IndexId(at as u16);
        }
        let id = IndexId(self.indexes.len() as u16);
        self.indexes.push(Index { name: name.to_owned(), field, classes_of, classes, base: 0, by_value: Vec::new() });
        self.fields[field.0 as usize].indexes.push(id);
        id
    }

    // Code.

    /// Begins a block; instructions go there until [`Builder::end_block`].
    pub fn begin_block(&mut self, name: &str) -> BlockId {
        self.buffers.push(Buffer { name: name.to_owned(), ..Buffer::default() });
        self.open.push(self.buffers.len() - 1);
        BlockId(self.buffers.len() as u32 - 1)
    }

    /// Ends the block begun last.
    pub fn end_block(&mut self) {
        self.open.pop();
    }

    /// Nothing is added any more to a block that was ended, which takes what it is given from these registers and leaves its answer in one.
    /// Who asks what others need that run it need not look into it again. Returns what of that it reads.
    pub fn seal(&mut self, block: BlockId, given: Vec<Reg>, answer: Reg) -> Vec<Reg> {
        let mut needed = self.needed_by(block);
        let read = given.iter().copied().filter(|reg| needed.regs.remove(reg)).collect();
        self.sealed.insert(block, Sealed { given, answer, needed });
        read
    }

    /// Goes on with a block that was ended.
    pub fn resume_block(&mut self, block: BlockId) {
        self.open.push(block.0 as usize);
    }

    /// Whether instructions go to this block now, outside of runs of generators and of what is tried there.
    #[must_use]
    pub fn is_plainly_in(&self, block: BlockId) -> bool {
        let depth = self.buffers[block.0 as usize].ops.iter().fold(0i32, |depth, op| match op {
            Op::Begin { .. } | Op::Mark {} => depth + 1,
            Op::End { .. } | Op::Rollback {} => depth - 1,
            _ => depth,
        });
        self.open.last() == Some(&(block.0 as usize)) && depth == 0
    }

    /// Ends the block begun last and forgets it: what was tried in it is not needed.
    pub fn drop_block(&mut self, block: BlockId) {
        self.open.pop();
        let buffer = &mut self.buffers[block.0 as usize];
        *buffer = Buffer { name: std::mem::take(&mut buffer.name), ..Buffer::default() };
    }

    /// A label, to be placed.
    pub fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() as u32 - 1)
    }

    /// Places a label before the next instruction.
    pub fn place(&mut self, label: Label) {
        let at = self.buffer().ops.len() as u32;
        self.labels[label.0 as usize] = Some(at);
    }

    /// A label at the next instruction.
    pub fn here(&mut self) -> Label {
        let label = self.label();
        self.place(label);
        label
    }

    /// Adds an instruction.
    pub fn push(&mut self, op: Op) {
        let origin = self.origin;
        let buffer = self.buffer();
        buffer.ops.push(op);
        buffer.origins.push(origin);
    }

    /// Something to tell who follows a run.
    pub fn note(&mut self, note: Note) -> NoteId {
        self.notes.push(note);
        NoteId(self.notes.len() as u32 - 1)
    }

    /// A note, to be completed.
    pub fn note_mut(&mut self, id: NoteId) -> &mut Note {
        &mut self.notes[id.0 as usize]
    }

    /// Makes the notes of a block silent that read a register below `base` other than these: its value is not at hand where the
    /// block runs.
    pub fn silence_notes(&mut self, block: BlockId, base: Reg, at_hand: &[Reg]) {
        let constants = self.constant_values.len();
        for op in &mut self.buffers[block.0 as usize].ops {
            if let Op::NoteInt { note, a } = *op
                && a.0 < base.0
                && usize::from(LAST_REG - a.0) >= constants
                && !at_hand.contains(&a)
            {
                self.notes[note.0 as usize].kind = NoteKind::Nothing;
                *op = Op::Note { note };
            }
        }
    }

    fn buffer(&mut self) -> &mut Buffer {
        let at = *self.open.last().expect("a block has been begun");
        &mut self.buffers[at]
    }

    /// The registers, below `base`, that a block and the blocks it calls read: those it takes from outside.
    #[must_use]
    pub fn taken_from_outside(&self, block: BlockId, base: Reg) -> Vec<Reg> {
        struct Reads<'a> {
            base: Reg,
            found: Vec<Reg>,
            seen: BTreeSet<Reg>,
            blocks: Vec<BlockId>,
            rules: Vec<RuleId>,
            builder: &'a Builder,
        }
        impl Visitor for Reads<'_> {
            fn reg(&mut self, reg: &mut Reg, access: Access) {
                let constant = self.builder.constant_of(*reg).is_some();
                if access != Access::Write && !constant && reg.0 < self.base.0 && self.seen.insert(*reg) {
                    self.found.push(*reg);
                }
            }
            fn block(&mut self, block: &mut BlockId) {
                self.blocks.push(*block);
            }
            fn rule(&mut self, rule: RuleId) {
                self.rules.push(rule);
            }
        }
        let mut reads = Reads {
            base,
            found: Vec::new(),
            seen: BTreeSet::new(),
            blocks: vec![block],
            rules: Vec::new(),
            builder: self,
        };
        let (mut next, mut next_rule) = (0, 0);
        let (mut blocks, mut rules) = (BTreeSet::new(), BTreeSet::new());
        while next < reads.blocks.len() || next_rule < reads.rules.len() {
            if let Some(&block) = reads.blocks.get(next) {
                next += 1;
                if !blocks.insert(block) {
                    continue;
                }
                if let Some(sealed) = self.sealed.get(&block) {
                    sealed.needed.regs.iter().for_each(|reg| reads.reg(&mut { *reg }, Access::Read));
                    continue;
                }
                for op in &self.buffers[block.0 as usize].ops {
                    // What only a note reads is no choice.
                    if matches!(op, Op::Note { .. } | Op::NoteInt { .. } | Op::NoteSet { .. }) {
                        continue;
                    }
                    let mut op = *op;
                    op.visit(&mut reads);
                }
            } else {
                let rule = reads.rules[next_rule];
                next_rule += 1;
                if !rules.insert(rule) {
                    continue;
                }
                let rule = &self.rules[rule.0 as usize];
                for (_, reg) in &rule.choices {
                    reads.reg(&mut { *reg }, Access::Read);
                }
                if rule.effects.0 != u32::MAX {
                    reads.blocks.push(rule.effects);
                }
            }
        }
        reads.found
    }

    /// Whether a block, with the blocks it calls, reads no register but those written there.
    #[must_use]
    pub fn stands_alone(&self, block: BlockId) -> bool {
        #[derive(Default)]
        struct Registers {
            read: BTreeSet<Reg>,
            written: BTreeSet<Reg>,
            sets_read: BTreeSet<SetReg>,
            sets_written: BTreeSet<SetReg>,
            blocks: Vec<BlockId>,
            rules: Vec<RuleId>,
        }
        impl Visitor for Registers {
            fn reg(&mut self, reg: &mut Reg, access: Access) {
                (if access == Access::Write { &mut self.written } else { &mut self.read }).insert(*reg);
            }
            fn set(&mut self, set: &mut SetReg, access: Access) {
                (if access == Access::Write { &mut self.sets_written } else { &mut self.sets_read }).insert(*set);
            }
            fn block(&mut self, block: &mut BlockId) {
                self.blocks.push(*block);
            }
            fn rule(&mut self, rule: RuleId) {
                self.rules.push(rule);
            }
        }
        let mut found = Registers { blocks: vec![block], ..Registers::default() };
        let mut seen = BTreeSet::new();
        loop {
            if let Some(block) = found.blocks.pop() {
                if let Some(sealed) = self.sealed.get(&block) {
                    found.read.extend(&sealed.needed.regs);
                    found.sets_read.extend(&sealed.needed.sets);
                    found.written.extend(&sealed.given);
                    found.written.insert(sealed.answer);
                    continue;
                }
                let ops = if seen.insert(block) { &self.buffers[block.0 as usize].ops[..] } else { &[] };
                for mut op in ops.iter().copied() {
                    op.visit(&mut found);
                }
            } else if let Some(rule) = found.rules.pop() {
                let rule = &self.rules[rule.0 as usize];
                found.read.extend(rule.choices.iter().map(|(_, reg)| *reg));
                found.blocks.extend((rule.effects.0 != u32::MAX).then_some(rule.effects));
            } else {
                break;
            }
        }
        let constants = (self.constant_values.len(), self.set_constant_values.len());
        found.read.difference(&found.written).all(|reg| usize::from(LAST_REG - reg.0) < constants.0)
            && found.sets_read.difference(&found.sets_written).all(|set| usize::from(u16::MAX - set.0) < constants.1)
    }

    /// The register that the next [`Builder::reg`] will give.
    #[must_use]
    pub fn next_reg(&self) -> Reg {
        Reg(self.next_reg.min(u32::from(u16::MAX)) as u16)
    }

    /// Puts everything in its final place. The place of one further block is told along; what it leaves in
    /// the registers of `keep` and `keep_sets` is read by the host; the latter get their final numbers.
    ///
    /// # Errors
    /// If the program has more of something than its encoding can name.
    pub fn link(
        mut self,
        entries: Entries,
        extra: Option<BlockId>,
        keep: &[Reg],
        keep_sets: &mut [SetReg],
    ) -> Result<(Program, Option<BlockId>), TooLarge> {
        let regs = self.next_reg as usize + self.constant_values.len();
        let sets = self.next_set as usize + self.set_constant_values.len();
        let most = usize::from(u16::MAX);
        if regs > most
            || sets > most
            || [
                self.rules.len(),
                self.tables.len(),
                self.set_tables.len(),
                self.fields.len(),
                self.indexes.len(),
                self.faults.len(),
                self.maps.len(),
                self.lines.len(),
                self.block_tables.len(),
                self.memos.len(),
            ]
            .iter()
            .any(|n| *n >= most)
        {
            return Err(TooLarge);
        }

        let zero = self.constant(0);
        for at in 0..self.memos.len() {
            if self.stands_alone(self.memos[at].block) {
                self.memos[at].words.push((0, 0));
            }
        }
        let mut drafts: Vec<Draft> = std::mem::take(&mut self.buffers)
            .into_iter()
            .map(|b| Draft::new(b.name, b.ops.into_iter().zip(b.origins).collect(), &self.labels))
            .collect();

        // Fields that no rule reads, and that mean nothing to the player's interface, need not be kept.
        let read = passes::fields_read(&drafts);
        let shown = entries.wellknown.fields();
        let stacked = entries.stacks.iter().flat_map(|s| [s.levels, s.height, s.top]).collect::<Vec<_>>();
        let dead: Vec<bool> = (0..self.fields.len() as u16)
            .map(FieldId)
            .map(|f| {
                let field = &self.fields[f.0 as usize];
                !read.contains(&f)
                    && !shown.contains(&f)
                    && !stacked.contains(&f)
                    && field.hash.is_none()
                    && field.indexes.is_empty()
            })
            .collect();
        let mut keeps: Vec<Reg> = self.rules.iter().flat_map(|r| r.choices.iter().map(|(_, reg)| *reg)).collect();
        keeps.extend([entries.chosen, entries.playout_limit]);
        keeps.extend(keep.iter().copied());
        passes::drop_dead_stores(&mut drafts, |f| dead[f.0 as usize], &keeps, keep_sets);
        for (field, dead) in self.fields.iter_mut().zip(&dead) {
            if *dead {
                field.len = 0;
            }
        }
        let mut roots: Vec<BlockId> = self.block_tables.iter().flatten().copied().collect();
        roots.extend([entries.start, entries.enter, entries.playout]);
        roots.extend(extra);
        roots.extend(self.memos.iter().map(|memo| memo.block));
        roots.extend(self.rules.iter().flat_map(|r| r.test.into_iter().chain([r.effects])));
        let labels = &mut self.labels;
        let mut fresh = || {
            labels.push(None);
            Label(labels.len() as u32 - 1)
        };
        passes::inline(&mut drafts, &roots, &mut fresh);
        let constants = &self.constant_values;
        let constant = |reg: Reg| constants.get(usize::from(LAST_REG - reg.0)).copied();
        jumps::straighten(&mut drafts, &constant, &mut fresh);

        // Scalars are a word each, which needs no look at their description.
        let mut words = 1;
        for field in &mut self.fields {
            field.base = words;
            words += field.words();
        }
        for index in &mut self.indexes {
            let within = |class: i32| if (0..index.classes as i32).contains(&class) { class as i16 } else { -1 };
            index.by_value = match index.classes_of {
                Some(table) => self.tables[table.0 as usize].iter().map(|c| within(*c)).collect(),
                None => (0..index.classes as i32).map(within).collect(),
            };
            index.base = words;
            words += index.classes * self.width as u32;
        }
        for draft in &mut drafts {
            for item in &mut draft.items {
                let Item::Op { op, .. } = item else { continue };
                match *op {
                    Op::Load { d, field } if self.fields[field.0 as usize].is_plain_scalar() => {
                        *op = Op::LoadWord { d, word: Word(self.fields[field.0 as usize].base) };
                    }
                    Op::Store { field, a } if self.fields[field.0 as usize].is_plain_scalar() => {
                        *op = Op::StoreWord { word: Word(self.fields[field.0 as usize].base), a };
                    }
                    _ => {}
                }
            }
        }

        passes::fuse(&mut drafts, &keeps, keep_sets, zero);
        passes::drop_unused(&mut drafts, &keeps, keep_sets);
        // What was read twice may be read once now.
        passes::fuse(&mut drafts, &keeps, keep_sets, zero);
        passes::pair(&mut drafts);

        let constants = self.set_constant_values.len();
        if constants > SET_REGS {
            return Err(TooLarge);
        }
        let constant = |set: SetReg| {
            let k = usize::from(u16::MAX - set.0);
            (k < constants).then(|| SetReg((SET_REGS - 1 - k) as u16))
        };
        let set_registers = share::share_sets(&mut drafts, keep_sets, constant);
        if set_registers as usize + constants > SET_REGS {
            return Err(TooLarge);
        }

        // Instruction 0 is where the outermost block returns to.
        let mut code = vec![Slot(Op::Stop {})];
        let mut origins = vec![self.origin];
        let mut blocks = vec![Block { name: "host".into(), start: 0, end: 1 }];
        let mut starts = vec![0; drafts.len()];
        let mut at = 1;
        let mut placed = vec![0; self.labels.len()];
        for (draft, start) in drafts.iter().zip(&mut starts) {
            *start = at;
            for item in &draft.items {
                match item {
                    Item::Label(label) => placed[label.0 as usize] = at,
                    Item::Op { .. } => at += 1,
                }
            }
        }
        for (draft, &start) in drafts.iter().zip(&starts) {
            let mut relocate = Relocate { labels: &placed, starts: &starts };
            for item in &draft.items {
                let Item::Op { op, origin } = item else { continue };
                let mut op = *op;
                op.visit(&mut relocate);
                code.push(Slot(op));
                origins.push(*origin);
            }
            if code.len() as u32 > start {
                blocks.push(Block { name: draft.name.clone(), start, end: code.len() as u32 });
            }
        }
        let place = |block: BlockId| BlockId(starts[block.0 as usize]);
        // Rules first met in a block that was dropped do nothing; no code names them.
        let nothing =
            blocks.iter().position(|b| b.name == "no effects").map_or(BlockId(0), |at| BlockId(blocks[at].start));
        for rule in &mut self.rules {
            rule.effects = if rule.effects.0 == u32::MAX { nothing } else { place(rule.effects) };
            rule.test = rule.test.map(place);
        }
        for table in &mut self.block_tables {
            for block in table {
                *block = place(*block);
            }
        }

        let extra = extra.map(place);
        for memo in &mut self.memos {
            memo.block = place(memo.block);
        }
        let mut program = Program {
            code,
            origins,
            notes: self.notes,
            blocks,
            constants: self.constant_values,
            set_constants: self.set_constant_values,
            registers: self.next_reg as u16,
            set_registers: set_registers as u16,
            tables: self.tables,
            set_tables: self.set_tables,
            maps: self.maps,
            lines: self.lines,
            block_tables: self.block_tables,
            rules: self.rules,
            memos: self.memos,
            faults: self.faults,
            fields: self.fields,
            indexes: self.indexes,
            words,
            width: self.width,
            sites: self.sites,
            players: entries.players,
            logs: entries.logs,
            wellknown: entries.wellknown,
            stacks: entries.stacks,
            nodes: entries.nodes,
            phases: entries.phases,
            set_up_nodes: entries.set_up_nodes,
            start: place(entries.start),
            enter: place(entries.enter),
            decide: entries.decide,
            explain: entries.explain,
            resolve: entries.resolve,
            playout: place(entries.playout),
            chosen: entries.chosen,
            playout_limit: entries.playout_limit,
            keeps_hash: self.keeps_hash,
        };
        program.settle_memos();
        Ok((program, extra))
    }
}

struct Relocate<'a> {
    labels: &'a [u32],
    starts: &'a [u32],
}

impl Visitor for Relocate<'_> {
    fn label(&mut self, label: &mut Label) {
        *label = Label(self.labels[label.0 as usize]);
    }
    fn block(&mut self, block: &mut BlockId) {
        *block = BlockId(self.starts[block.0 as usize]);
    }
}

fn intern<T: PartialEq>(all: &mut Vec<T>, one: T) -> u16 {
    if let Some(at) = all.iter().position(|x| *x == one) {
        return at as u16;
    }
    all.push(one);
    last(all)
}

/// The number of the last of these. Where there are more than can be numbered, the program does not link.
fn last<T>(all: &[T]) -> u16 {
    (all.len() - 1).min(usize::from(u16::MAX)) as u16
}
