//! The loop that runs instructions.

use super::log::Log;
use super::sets::{self, Bits, zip};
use super::state::{self, HASH, State, class_of};
use super::{Core, Frame, Mode, SpeculationMark};
use crate::program::op::{BlockTableId, FieldId, Op, RuleId, SetReg, TableId, Verdict};
use crate::program::{Program, SET_REGS};
use parlour_grammar::span::Origin;
use std::sync::Arc;

/// Why a run could not go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// More loops than any rule should need before the next decision.
    Fuel(Origin),
    /// A value that its field cannot hold, or a stack higher than the game allows.
    Overflow(Origin),
    /// A rule says that this must not happen; an index into [`Program::faults`].
    Rule(u16),
    /// Moves within moves without end.
    Depth(Origin),
    /// The state does not belong to the program.
    NoSuchNode,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Fault::Fuel(_) => "a rule goes on without end",
            Fault::Overflow(_) => "a value or a stack grows beyond what the game can hold",
            Fault::Rule(_) => "a rule forbids it",
            Fault::Depth(_) => "moves within moves go too deep",
            Fault::NoSuchNode => "the state does not belong to this game",
        })
    }
}

impl std::error::Error for Fault {}

/// Calls within calls that a run may make.
const DEPTH: usize = 4096;
/// Set in a segment's rule number: the segment is a set, not one transition.
const IS_SET: i32 = 1 << 30;

/// Runs from `start` until the program stops or the block returns.
pub(crate) fn run<const W: usize>(
    core: &mut Core,
    regs: &mut [i32; 1 << 16],
    sets: &mut [Bits<W>; SET_REGS],
    state: &mut State,
    log: &mut Log,
    start: u32,
) -> Result<(), Fault> {
    let program = Arc::clone(&core.program);
    Run { program: &program, core, regs, sets, words: &mut state.words, log }.go(start)
}

struct Run<'a, const W: usize> {
    program: &'a Program,
    core: &'a mut Core,
    regs: &'a mut [i32; 1 << 16],
    sets: &'a mut [Bits<W>; SET_REGS],
    words: &'a mut [u64],
    log: &'a mut Log,
}

macro_rules! r {
    ($self:ident, $reg:expr) => {
        $self.regs[$reg.0 as usize]
    };
}

impl<const W: usize> Run<'_, W> {
    #[inline(always)]
    fn s(&self, s: SetReg) -> Bits<W> {
        self.sets[s.0 as usize % SET_REGS]
    }

    #[inline(always)]
    fn put(&mut self, s: SetReg, value: Bits<W>) {
        self.sets[s.0 as usize % SET_REGS] = value;
    }

    fn go(&mut self, start: u32) -> Result<(), Fault> {
        let program = self.program;
        let code = &program.code[..];
        let explaining = self.core.explain.is_some();
        let mut pc = start as usize;
        // The first instruction of every program is `stop`: the outermost block returns there.
        self.core.calls.push(0);
        if let Some(frame) = self.core.frames.last_mut() {
            frame.calls = self.core.calls.len() as u32 - 1;
        }
        macro_rules! origin {
            () => {
                program.origins[pc - 1]
            };
        }
        macro_rules! decide {
            ($taken:expr, $to:expr) => {{
                let taken = $taken;
                if explaining {
                    self.trace(pc - 1, taken);
                }
                if taken {
                    pc = $to.0 as usize;
                }
            }};
        }
        loop {
            let at = pc;
            pc += 1;
            // Matched in place: only the operands that an instruction has are read.
            match code[at].0 {
                Op::Jump { to } => pc = to.0 as usize,
                Op::JumpIf { c, to } => decide!(r!(self, c) != 0, to),
                Op::JumpUnless { c, to } => decide!(r!(self, c) == 0, to),
                Op::JumpCmp { cmp, a, b, to } => decide!(cmp.apply(r!(self, a), r!(self, b)), to),
                Op::JumpWord { cmp, word, b, to } => {
                    decide!(cmp.apply(self.words[word.0 as usize] as i32, r!(self, b)), to);
                }
                Op::JumpEmitted { to } => {
                    if self.core.frames.last().is_some_and(|f| f.count > 0) {
                        pc = to.0 as usize;
                    }
                }
                Op::JumpEmpty { s, to } => decide!(sets::is_empty(&self.s(s)), to),
                Op::Loop { to } => {
                    if self.core.fuel == 0 {
                        return Err(Fault::Fuel(origin!()));
                    }
                    self.core.fuel -= 1;
                    pc = to.0 as usize;
                }
                Op::Call { block } => {
                    self.call(pc, origin!())?;
                    pc = block.0 as usize;
                }
                Op::CallAt { blocks, i } => {
                    let table = &program.block_tables[blocks.0 as usize];
                    let block = usize::try_from(r!(self, i)).ok().and_then(|i| table.get(i)).ok_or(Fault::NoSuchNode)?;
                    self.call(pc, origin!())?;
                    pc = block.0 as usize;
                }
                Op::Ret {} => pc = self.core.calls.pop().unwrap_or(0) as usize,
                Op::Stop {} => return Ok(()),
                Op::Fault { fault } => return Err(Fault::Rule(fault.0)),

                Op::Move { d, a } => r!(self, d) = r!(self, a),
                Op::Bin { op, d, a, b } => r!(self, d) = op.apply(r!(self, a), r!(self, b)),
                Op::Cmp { cmp, d, a, b } => r!(self, d) = i32::from(cmp.apply(r!(self, a), r!(self, b))),
                Op::Not { d, a } => r!(self, d) = i32::from(r!(self, a) == 0),
                Op::Table { d, table, i } => {
                    let table = &program.tables[table.0 as usize];
                    r!(self, d) = table.get(r!(self, i) as u32 as usize).copied().unwrap_or(-1);
                }
                Op::Range { lo, hi, table, i } => {
                    let table = &program.tables[table.0 as usize];
                    let i = r!(self, i) as u32 as usize;
                    let (a, b) = match table.get(i..i.wrapping_add(2)) {
                        Some(&[a, b]) => (a, b),
                        _ => (0, 0),
                    };
                    r!(self, lo) = a;
                    r!(self, hi) = b;
                }
                Op::Advance { d, p, table, to } => {
                    let table = &program.tables[table.0 as usize];
                    let value = table.get(r!(self, p) as u32 as usize).copied().unwrap_or(-1);
                    r!(self, p) += 1;
                    r!(self, d) = value;
                    if value < 0 {
                        pc = to.0 as usize;
                    }
                }

                Op::LoadWord { d, word } => r!(self, d) = self.words[word.0 as usize] as i32,
                Op::StoreWord { word, a } => self.write(word.0 as usize, u64::from(r!(self, a) as u32)),
                Op::AddWord { word, a } => {
                    let sum = (self.words[word.0 as usize] as i32).wrapping_add(r!(self, a));
                    self.write(word.0 as usize, u64::from(sum as u32));
                }
                Op::Load { d, field } => r!(self, d) = state::read(self.words, &program.fields[field.0 as usize], 0),
                Op::LoadAt { d, field, i } => r!(self, d) = self.field(field, r!(self, i)),
                Op::Store { field, a } => self.store(field, 0, r!(self, a)).ok_or_else(|| Fault::Overflow(origin!()))?,
                Op::StoreAt { field, i, a } => {
                    self.store(field, r!(self, i), r!(self, a)).ok_or_else(|| Fault::Overflow(origin!()))?;
                }
                Op::Fill { field, a } => {
                    for i in 0..program.fields[field.0 as usize].len {
                        self.store(field, i as i32, r!(self, a)).ok_or_else(|| Fault::Overflow(origin!()))?;
                    }
                }

                Op::SetMove { d, a } => self.put(d, self.s(a)),
                Op::SetAnd { d, a, b } => self.put(d, zip(&self.s(a), &self.s(b), |a, b| a & b)),
                Op::SetOr { d, a, b } => self.put(d, zip(&self.s(a), &self.s(b), |a, b| a | b)),
                Op::SetDiff { d, a, b } => self.put(d, zip(&self.s(a), &self.s(b), |a, b| a & !b)),
                Op::SetXor { d, a, b } => self.put(d, zip(&self.s(a), &self.s(b), |a, b| a ^ b)),
                Op::SetBetween { d, a, lo, hi } => {
                    let mut set = self.s(a);
                    for i in 0..W as i32 * 64 {
                        if i < r!(self, lo) || i >= r!(self, hi) {
                            set[i as usize / 64] &= !(1 << (i % 64));
                        }
                    }
                    self.put(d, set);
                }
                Op::SetInsert { d, i } => {
                    let i = r!(self, i);
                    if (0..W as i32 * 64).contains(&i) {
                        self.sets[d.0 as usize % SET_REGS][i as usize / 64] |= 1 << (i % 64);
                    }
                }
                Op::SetRemove { d, i } => {
                    let i = r!(self, i);
                    if (0..W as i32 * 64).contains(&i) {
                        self.sets[d.0 as usize % SET_REGS][i as usize / 64] &= !(1 << (i % 64));
                    }
                }
                Op::SetHas { d, s, i } => r!(self, d) = i32::from(sets::has(&self.s(s), r!(self, i))),
                Op::SetCount { d, s } => r!(self, d) = sets::count(&self.s(s)) as i32,
                Op::SetWithin { d, a, b } => {
                    r!(self, d) = i32::from(sets::is_empty(&zip(&self.s(a), &self.s(b), |a, b| a & !b)));
                }
                Op::SetMeets { d, a, b } => {
                    r!(self, d) = i32::from(!sets::is_empty(&zip(&self.s(a), &self.s(b), |a, b| a & b)));
                }
                Op::SetMin { d, s } => r!(self, d) = sets::min(&self.s(s)).map_or(-1, |i| i as i32),
                Op::SetMax { d, s } => r!(self, d) = sets::max(&self.s(s)).map_or(-1, |i| i as i32),
                Op::Each { s, d, to } => {
                    let set = &mut self.sets[s.0 as usize % SET_REGS];
                    match sets::min(set) {
                        Some(i) => {
                            set[i as usize / 64] &= set[i as usize / 64] - 1;
                            r!(self, d) = i as i32;
                        }
                        None => pc = to.0 as usize,
                    }
                }
                Op::LoadSet { d, index, class } => {
                    let base = program.indexes[index.0 as usize].base as usize + class.0 as usize * W;
                    let set = self.words[base..base + W].try_into().expect("the slice has the width");
                    self.put(d, set);
                }
                Op::LoadSetAt { d, index, i } => {
                    let index = &program.indexes[index.0 as usize];
                    let class = r!(self, i) as u32;
                    let set = if class < index.classes {
                        let base = index.base as usize + class as usize * W;
                        self.words[base..base + W].try_into().expect("the slice has the width")
                    } else {
                        [0; W]
                    };
                    self.put(d, set);
                }
                Op::SetTable { d, table, i } => {
                    let at = r!(self, i) as u32 as usize * W;
                    let words = &program.set_tables[table.0 as usize].words;
                    let set = words.get(at..at + W).map_or([0; W], |row| row.try_into().expect("the row has the width"));
                    self.put(d, set);
                }
                Op::Shift { d, a, map } => self.put(d, self.shifted(&self.s(a), map.0)),
                Op::Run { d, seed, through, map } => {
                    let through = self.s(through);
                    let mut front = zip(&self.shifted(&self.s(seed), map.0), &through, |a, b| a & b);
                    let mut all = front;
                    while !sets::is_empty(&front) {
                        front = zip(&self.shifted(&front, map.0), &zip(&through, &all, |a, b| a & !b), |a, b| a & b);
                        all = zip(&all, &front, |a, b| a | b);
                    }
                    self.put(d, all);
                }
                Op::Flood { d, seed, within, near } => {
                    let (within, near) = (self.s(within), &program.set_tables[near.0 as usize].words);
                    let mut all = zip(&self.s(seed), &within, |a, b| a & b);
                    let mut front = all;
                    while let Some(site) = sets::min(&front) {
                        front[site as usize / 64] &= front[site as usize / 64] - 1;
                        let at = site as usize * W;
                        let Some(row) = near.get(at..at + W) else { continue };
                        for k in 0..W {
                            let new = row[k] & within[k] & !all[k];
                            all[k] |= new;
                            front[k] |= new;
                        }
                    }
                    self.put(d, all);
                }
                Op::Line { d, s, i, lines } => {
                    let lines = &program.lines[lines.0 as usize];
                    let set = self.s(s);
                    let site = r!(self, i) as u32 as usize;
                    let found = site < program.sites as usize
                        && (lines.starts[site]..lines.starts[site + 1]).any(|line| {
                            let at = line as usize * 2 * W;
                            let row = &lines.words[at..at + 2 * W];
                            (0..W).all(|k| row[k] & !set[k] == 0 && row[W + k] & set[k] == 0)
                        });
                    r!(self, d) = i32::from(found);
                }

                Op::Begin { want, end } => self.begin(want.into(), end.0),
                Op::End { d } => {
                    let len = self.core.top as u32;
                    let frame = self.core.frames.last_mut().expect("a run that ends has begun");
                    r!(self, d) = frame.count as i32;
                    match frame.mode {
                        Mode::List => (frame.cursor, frame.limit) = (frame.start, len),
                        _ => {
                            self.core.frames.pop();
                        }
                    }
                }
                Op::Emitted { d } => r!(self, d) = self.core.frames.last().map_or(0, |f| f.count as i32),
                Op::Emit { rule } => {
                    if explaining {
                        self.trace_emit(rule.0);
                    }
                    if let Some(end) = self.emit(rule) {
                        pc = end;
                    }
                }
                Op::EmitSet { rule, s } => {
                    let set = self.s(s);
                    let n = sets::count(&set);
                    if n > 0
                        && let Some(end) = self.emit_set(rule, &set, n, None)
                    {
                        pc = end;
                    }
                }
                Op::EmitBack { rule, s, back } => {
                    let set = self.s(s);
                    let n = sets::count(&set);
                    if n > 0
                        && let Some(end) = self.emit_set(rule, &set, n, Some(back))
                    {
                        pc = end;
                    }
                }
                Op::Perform { to } => {
                    let frame = self.core.frames.last_mut().expect("a list is performed after it ended");
                    if frame.cursor >= frame.limit {
                        self.core.top = frame.start as usize;
                        self.core.frames.pop();
                        pc = to.0 as usize;
                    } else {
                        let at = frame.cursor as usize;
                        let rule = &program.rules[self.core.arena[at] as usize];
                        frame.cursor += 1 + rule.choices.len() as u32;
                        for (k, (_, reg)) in rule.choices.iter().enumerate() {
                            r!(self, reg) = self.core.arena[at + 1 + k];
                        }
                        self.burn(origin!())?;
                        self.call(pc - 1, origin!())?;
                        pc = rule.effects.0 as usize;
                    }
                }
                Op::Distinct {} => {
                    if let Some(end) = self.distinct() {
                        pc = end;
                    }
                }
                Op::CallRule { rule } => {
                    self.call(pc, origin!())?;
                    pc = program.rules[rule.0 as usize].effects.0 as usize;
                }
                Op::CallRuleAt { rule } => {
                    let rule = program.rules.get(r!(self, rule) as u32 as usize).ok_or(Fault::NoSuchNode)?;
                    self.call(pc, origin!())?;
                    pc = rule.effects.0 as usize;
                }

                Op::Mark {} => self.core.marks.push(SpeculationMark {
                    journal: self.core.journal.len() as u32,
                    log: self.log.len() as u32,
                }),
                Op::Rollback {} => self.rollback(),
                Op::SaveRegs {} => {
                    let n = program.registers as usize;
                    if self.core.saved.len() > n * 64 {
                        return Err(Fault::Depth(origin!()));
                    }
                    self.core.saved.extend_from_slice(&self.regs[..n]);
                    self.save_sets();
                }
                Op::RestoreRegs { d } => {
                    let keep = r!(self, d);
                    self.restore_sets();
                    let n = program.registers as usize;
                    let from = self.core.saved.len() - n;
                    self.regs[..n].copy_from_slice(&self.core.saved[from..]);
                    self.core.saved.truncate(from);
                    r!(self, d) = keep;
                }

                Op::Push { site, what } => {
                    self.push(r!(self, site), r!(self, what)).ok_or_else(|| Fault::Overflow(origin!()))?;
                }
                Op::Pull { site, level } => {
                    self.pull(r!(self, site), r!(self, level)).ok_or_else(|| Fault::Overflow(origin!()))?;
                }
                Op::Shove { from, to, lo, n } => {
                    self.shove(r!(self, from), r!(self, to), r!(self, lo), r!(self, n))
                        .ok_or_else(|| Fault::Overflow(origin!()))?;
                }

                Op::Decide { blocks, limit, to } => {
                    let known = &program.wellknown;
                    if self.scalar(known.over) != 0 || self.scalar(known.plies) >= r!(self, limit) {
                        pc = to.0 as usize;
                    } else {
                        self.core.fuel = super::FUEL;
                        self.begin(Mode::Segments, pc as u32);
                        self.call(pc, origin!())?;
                        pc = self.block_here(blocks)?;
                    }
                }
                Op::Resolve { blocks, rule } => {
                    let frame = self.core.frames.pop().expect("a run that ends has begun");
                    let k = self.core.rng.below(frame.count);
                    r!(self, rule) = self.pick(frame.start as usize, k);
                    self.call(pc - 2, origin!())?;
                    pc = self.block_here(blocks)?;
                }
                Op::Random { d, n } => {
                    let n = r!(self, n).max(0) as u32;
                    r!(self, d) = self.core.rng.below(n) as i32;
                }

                Op::LogPosition { log, who } => {
                    let key = position_key(self.words[HASH], log.0, r!(self, who));
                    self.log.push(key);
                }
                Op::Occurrences { d, log, who } => {
                    let key = position_key(self.words[HASH], log.0, r!(self, who));
                    r!(self, d) = self.log.count(key) as i32;
                }
                Op::Cycle { d, log: _, len } => r!(self, d) = i32::from(self.log.is_cycle(len.0 as usize)),
                Op::Result { who, verdict } => self.result(r!(self, who), verdict),
                Op::Rank { scores } => self.rank(scores),
                Op::NextActive { d, p } => r!(self, d) = self.next_active(r!(self, p)),
            }
        }
    }

    #[inline(always)]
    fn call(&mut self, back: usize, origin: Origin) -> Result<(), Fault> {
        if self.core.calls.len() >= DEPTH {
            return Err(Fault::Depth(origin));
        }
        self.core.calls.push(back as u32);
        Ok(())
    }

    #[inline(always)]
    fn begin(&mut self, mode: Mode, end: u32) {
        self.core.frames.push(Frame {
            mode,
            count: 0,
            end,
            calls: self.core.calls.len() as u32,
            marks: self.core.marks.len() as u32,
            start: self.core.top as u32,
            cursor: 0,
            limit: 0,
            found: None,
        });
    }

    /// A field that is one number.
    #[inline(always)]
    fn scalar(&self, field: FieldId) -> i32 {
        self.words[self.program.fields[field.0 as usize].base as usize] as i32
    }

    /// Where the block of the present node and mover begins.
    #[inline(always)]
    fn block_here(&self, blocks: BlockTableId) -> Result<usize, Fault> {
        let known = &self.program.wellknown;
        let place = self.scalar(known.node) * self.program.players as i32 + self.scalar(known.mover) - 1;
        let block = self.program.block_tables[blocks.0 as usize].get(place as u32 as usize).ok_or(Fault::NoSuchNode)?;
        Ok(block.0 as usize)
    }

    #[inline(always)]
    fn burn(&mut self, origin: Origin) -> Result<(), Fault> {
        self.core.fuel = self.core.fuel.checked_sub(1).ok_or(Fault::Fuel(origin))?;
        Ok(())
    }

    #[cold]
    fn trace(&mut self, pc: usize, taken: bool) {
        if let Some(tracer) = &mut self.core.explain {
            tracer.jump(self.program, pc as u32, taken, &self.regs[..]);
        }
    }

    #[cold]
    fn trace_emit(&mut self, rule: u16) {
        // Transitions of inner runs (`can Move`, consequences) are not the player's.
        if self.core.frames.len() == 1
            && let Some(tracer) = &mut self.core.explain
        {
            tracer.emit(self.program, rule, &self.regs[..]);
        }
    }

    // Fields.

    #[inline(always)]
    fn field(&self, id: FieldId, i: i32) -> i32 {
        let field = &self.program.fields[id.0 as usize];
        if (i as u32) < field.len { state::read(self.words, field, i as u32) } else { 0 }
    }

    #[inline(always)]
    fn write(&mut self, at: usize, word: u64) {
        if !self.core.marks.is_empty() {
            self.core.journal.push((at as u32, self.words[at]));
        }
        self.words[at] = word;
    }

    /// The one mutation primitive; `None` if the field cannot hold the value.
    #[inline]
    fn store(&mut self, id: FieldId, i: i32, v: i32) -> Option<()> {
        let program = self.program;
        let field = &program.fields[id.0 as usize];
        let i = i as u32;
        if i >= field.len {
            return Some(());
        }
        let old = state::read(self.words, field, i);
        if old == v {
            return Some(());
        }
        if v < field.min() || v > field.max() {
            return None;
        }
        let (at, word) = state::with(self.words, field, i, v);
        self.write(at, word);
        for index in &field.indexes {
            let index = &program.indexes[index.0 as usize];
            let (before, after) = (class_of(program, index, old), class_of(program, index, v));
            if before != after {
                let (place, bit) = (index.base as usize + i as usize / 64, 1u64 << (i % 64));
                if let Some(class) = before {
                    self.write(place + class * W, self.words[place + class * W] & !bit);
                }
                if let Some(class) = after {
                    self.write(place + class * W, self.words[place + class * W] | bit);
                }
            }
        }
        if let Some(seed) = field.hash
            && program.keeps_hash
        {
            let hash = self.words[HASH] ^ state::hash_part(seed, i, old) ^ state::hash_part(seed, i, v);
            self.write(HASH, hash);
        }
        Some(())
    }

    // Sets.

    #[inline(always)]
    fn shifted(&self, a: &Bits<W>, map: u16) -> Bits<W> {
        let map = &self.program.maps[map as usize];
        let mut all = [0; W];
        if map.groups.is_empty() {
            let mut rest = *a;
            while let Some(site) = sets::min(&rest) {
                rest[site as usize / 64] &= rest[site as usize / 64] - 1;
                let to = map.forward.get(site as usize).copied().unwrap_or(-1);
                if to >= 0 {
                    all[to as usize / 64] |= 1 << (to % 64);
                }
            }
            return all;
        }
        for (distance, mask) in &map.groups {
            let moving: Bits<W> = std::array::from_fn(|k| a[k] & mask[k]);
            all = zip(&all, &sets::shift(&moving, *distance), |a, b| a | b);
        }
        all
    }

    fn save_sets(&mut self) {
        for set in &self.sets[..self.program.set_registers as usize] {
            for word in set {
                self.core.saved.extend_from_slice(&[*word as i32, (*word >> 32) as i32]);
            }
        }
    }

    fn restore_sets(&mut self) {
        let n = self.program.set_registers as usize;
        let from = self.core.saved.len() - n * W * 2;
        for (k, pair) in self.core.saved[from..].chunks_exact(2).enumerate() {
            self.sets[k / W][k % W] = join(pair[0], pair[1]);
        }
        self.core.saved.truncate(from);
    }

    // Generators.

    /// Enough is known: unwinds to the end of the present run, and takes back what it has tried.
    #[inline(always)]
    fn leave(&mut self) -> usize {
        let frame = self.core.frames.last().expect("a transition belongs to a run");
        let (end, calls, marks) = (frame.end as usize, frame.calls as usize, frame.marks as usize);
        self.core.calls.truncate(calls);
        while self.core.marks.len() > marks {
            self.rollback();
        }
        end
    }

    /// Takes back every effect since the last mark.
    fn rollback(&mut self) {
        let mark = self.core.marks.pop().expect("a rollback follows a mark");
        while self.core.journal.len() > mark.journal as usize {
            let (at, word) = self.core.journal.pop().expect("its length was looked at");
            self.words[at as usize] = word;
        }
        self.log.truncate(mark.log as usize);
    }

    #[inline(always)]
    fn emit(&mut self, rule: RuleId) -> Option<usize> {
        let choices = &self.program.rules[rule.0 as usize].choices;
        let frame = self.core.frames.last_mut().expect("a transition belongs to a run");
        frame.count += 1;
        match frame.mode {
            Mode::Exists => return Some(self.leave()),
            Mode::Count => {}
            Mode::List | Mode::Segments => {
                let room = self.core.room(1 + choices.len());
                room[0] = i32::from(rule.0);
                for (place, (_, reg)) in room[1..].iter_mut().zip(choices) {
                    *place = self.regs[reg.0 as usize];
                }
            }
            Mode::Nth(0) => {
                frame.found = Some(rule.0);
                return Some(self.leave());
            }
            Mode::Nth(k) => frame.mode = Mode::Nth(k - 1),
            Mode::Contains => {
                let target = self.core.target.as_ref().expect("the host has set it");
                if target.rule == rule.0
                    && choices.iter().zip(&target.values).all(|((_, reg), v)| self.regs[reg.0 as usize] == *v)
                {
                    frame.found = Some(1);
                    return Some(self.leave());
                }
            }
        }
        None
    }

    fn emit_set(&mut self, id: RuleId, set: &Bits<W>, n: u32, back: Option<TableId>) -> Option<usize> {
        let program = self.program;
        let rule = &program.rules[id.0 as usize];
        let chosen = rule.set_choice.unwrap_or(0);
        let derived = rule.derived.zip(back);
        let frame = self.core.frames.last_mut().expect("a transition belongs to a run");
        frame.count += n;
        match frame.mode {
            Mode::Exists => {
                frame.count = 1;
                return Some(self.leave());
            }
            Mode::Count => {}
            Mode::List => {
                let mut rest = *set;
                while let Some(site) = sets::min(&rest) {
                    rest[site as usize / 64] &= rest[site as usize / 64] - 1;
                    let room = self.core.room(1 + rule.choices.len());
                    room[0] = i32::from(id.0);
                    for (place, (_, reg)) in room[1..].iter_mut().zip(&rule.choices) {
                        *place = self.regs[reg.0 as usize];
                    }
                    room[1 + chosen] = site as i32;
                    if let Some((k, table)) = derived {
                        room[1 + k] = lookup(program, table.0, site as i32);
                    }
                }
            }
            Mode::Segments => {
                let choices = rule.choices.len();
                let room = self.core.room(3 + choices + 2 * W);
                room[0] = i32::from(id.0) | IS_SET;
                room[1] = n as i32;
                room[2] = back.map_or(-1, |b| i32::from(b.0));
                for (place, (_, reg)) in room[3..].iter_mut().zip(&rule.choices) {
                    *place = self.regs[reg.0 as usize];
                }
                for (pair, word) in room[3 + choices..].chunks_exact_mut(2).zip(set) {
                    (pair[0], pair[1]) = (*word as i32, (*word >> 32) as i32);
                }
            }
            Mode::Nth(k) => {
                if k >= n {
                    frame.mode = Mode::Nth(k - n);
                } else {
                    frame.found = Some(id.0);
                    self.load_set_choice(id.0, sets::nth(set, k) as i32, back);
                    return Some(self.leave());
                }
            }
            Mode::Contains => {
                let target = self.core.target.as_ref().expect("the host has set it");
                if target.rule == id.0 && target.values.len() == rule.choices.len() {
                    let site = target.values[chosen];
                    let agrees = |(k, (_, reg)): (usize, &(_, crate::program::op::Reg))| {
                        let value = match derived {
                            _ if k == chosen => site,
                            Some((d, table)) if d == k => lookup(program, table.0, site),
                            _ => self.regs[reg.0 as usize],
                        };
                        target.values[k] == value
                    };
                    if sets::has(set, site) && rule.choices.iter().enumerate().all(agrees) {
                        frame.found = Some(1);
                        return Some(self.leave());
                    }
                }
            }
        }
        None
    }

    #[inline(always)]
    fn load_set_choice(&mut self, rule: u16, site: i32, back: Option<TableId>) {
        let rule = &self.program.rules[rule as usize];
        let (_, reg) = rule.choices[rule.set_choice.unwrap_or(0)];
        r!(self, reg) = site;
        if let Some((k, table)) = rule.derived.zip(back) {
            r!(self, rule.choices[k].1) = lookup(self.program, table.0, site);
        }
    }

    /// Loads transition number `k` of the segments that begin at `start`; its rule.
    fn pick(&mut self, start: usize, mut k: u32) -> i32 {
        let program = self.program;
        let mut at = start;
        while let Some(&head) = self.core.arena[..self.core.top].get(at) {
            let id = head & !IS_SET;
            let rule = &program.rules[id as usize];
            let n = rule.choices.len();
            if head & IS_SET == 0 {
                if k == 0 {
                    for (i, (_, reg)) in rule.choices.iter().enumerate() {
                        r!(self, reg) = self.core.arena[at + 1 + i];
                    }
                    self.core.top = start;
                    return id;
                }
                k -= 1;
                at += 1 + n;
            } else {
                let count = self.core.arena[at + 1] as u32;
                if k < count {
                    let back = u16::try_from(self.core.arena[at + 2]).ok().map(TableId);
                    for (i, (_, reg)) in rule.choices.iter().enumerate() {
                        r!(self, reg) = self.core.arena[at + 3 + i];
                    }
                    let words = &self.core.arena[at + 3 + n..at + 3 + n + 2 * W];
                    let set: Bits<W> = std::array::from_fn(|i| join(words[2 * i], words[2 * i + 1]));
                    self.load_set_choice(id as u16, sets::nth(&set, k) as i32, back);
                    self.core.top = start;
                    return id;
                }
                k -= count;
                at += 3 + n + 2 * W;
            }
        }
        -1
    }

    /// Hands each distinct transition of the list just ended to the run around it.
    fn distinct(&mut self) -> Option<usize> {
        let program = self.program;
        let frame = self.core.frames.pop().expect("a list has just ended");
        let items = self.core.arena[frame.start as usize..self.core.top].to_vec();
        self.core.top = frame.start as usize;
        let size = |at: usize| 1 + program.rules[items[at] as usize].choices.len();
        let mut at = 0;
        while at < items.len() {
            let item = &items[at..at + size(at)];
            let mut earlier = 0;
            let mut seen = false;
            while earlier < at && !seen {
                seen = items[earlier..earlier + size(earlier)] == *item;
                earlier += size(earlier);
            }
            if !seen {
                let id = item[0] as u16;
                for ((_, reg), value) in program.rules[id as usize].choices.iter().zip(&item[1..]) {
                    r!(self, reg) = *value;
                }
                if let Some(end) = self.emit(RuleId(id)) {
                    return Some(end);
                }
            }
            at += size(at);
        }
        None
    }

    // Stacks.

    fn push(&mut self, site: i32, what: i32) -> Option<()> {
        let stacks = self.program.stacks.as_ref()?;
        let height = self.field(stacks.height, site);
        if height as u32 >= stacks.max {
            return None;
        }
        self.store(stacks.levels, site * stacks.max as i32 + height, what)?;
        self.store(stacks.height, site, height + 1)?;
        self.store(stacks.top, site, what)
    }

    fn pull(&mut self, site: i32, level: i32) -> Option<()> {
        let stacks = self.program.stacks.as_ref()?;
        let (height, base) = (self.field(stacks.height, site), site * stacks.max as i32);
        if !(0..height).contains(&level) {
            return Some(());
        }
        for at in level..height {
            for field in std::iter::once(stacks.levels).chain(stacks.facts.iter().copied()) {
                let above = if at + 1 < height { self.field(field, base + at + 1) } else { 0 };
                self.store(field, base + at, above)?;
            }
        }
        self.store(stacks.height, site, height - 1)?;
        let top = if height > 1 { self.field(stacks.levels, base + height - 2) } else { 0 };
        self.store(stacks.top, site, top)
    }

    fn shove(&mut self, from: i32, to: i32, lo: i32, n: i32) -> Option<()> {
        let stacks = self.program.stacks.as_ref()?;
        let max = stacks.max as i32;
        let height = self.field(stacks.height, from);
        let n = n.min(height - lo);
        if lo < 0 || n <= 0 {
            return Some(());
        }
        if from == to {
            // The pieces leave the stack, and come back on top of what is left: the levels lo.. turn about.
            for _ in 0..n {
                let piece = self.field(stacks.levels, from * max + lo);
                let facts: smallvec::SmallVec<[i32; 4]> =
                    stacks.facts.iter().map(|f| self.field(*f, from * max + lo)).collect();
                self.pull(from, lo)?;
                self.push(from, piece)?;
                let top = self.field(stacks.height, from) - 1;
                for (field, value) in stacks.facts.iter().zip(facts) {
                    self.store(*field, from * max + top, value)?;
                }
            }
            return Some(());
        }
        let landing = self.field(stacks.height, to);
        if landing + n > max {
            return None;
        }
        for field in std::iter::once(stacks.levels).chain(stacks.facts.iter().copied()) {
            for k in 0..n {
                let value = self.field(field, from * max + lo + k);
                self.store(field, to * max + landing + k, value)?;
            }
            for at in lo..height {
                let above = if at + n < height { self.field(field, from * max + at + n) } else { 0 };
                self.store(field, from * max + at, above)?;
            }
        }
        self.store(stacks.height, to, landing + n)?;
        self.store(stacks.height, from, height - n)?;
        let left = if height > n { self.field(stacks.levels, from * max + height - n - 1) } else { 0 };
        self.store(stacks.top, from, left)?;
        let top = self.field(stacks.levels, to * max + landing + n - 1);
        self.store(stacks.top, to, top)
    }

    // The outcome.

    fn next_active(&self, p: i32) -> i32 {
        let n = self.program.players as i32;
        let mut q = p;
        for _ in 0..n {
            q = q % n + 1;
            if self.field(self.program.wellknown.rank, q) == 0 {
                return q;
            }
        }
        p
    }

    /// Twice the ranks not yet given, best first, given that `n` of the players are still in.
    fn free_ranks(&self) -> (i32, i32) {
        let known = &self.program.wellknown;
        let n = self.program.players as i32;
        let given: smallvec::SmallVec<[i32; 16]> = (1..=n).map(|p| self.field(known.rank, p)).filter(|r| *r != 0).collect();
        let free = |r: i32| !given.contains(&(2 * r));
        let best = (1..=n).find(|r| free(*r)).unwrap_or(n);
        let worst = (1..=n).rev().find(|r| free(*r)).unwrap_or(n);
        (best, worst)
    }

    fn result(&mut self, who: i32, verdict: Verdict) {
        let known = &self.program.wellknown;
        let n = self.program.players as i32;
        let active = |run: &Self, p: i32| run.field(known.rank, p) == 0;
        if self.field(known.over, 0) == 1 {
            return;
        }
        if n == 2 && verdict != Verdict::Draw && (who == 1 || who == 2) {
            // The usual case: one is first, the other second.
            let first = if verdict == Verdict::Win { who } else { 3 - who };
            self.settle(first, 2);
            self.settle(3 - first, 4);
            let _ = self.store(known.over, 0, 1);
            return;
        }
        let (best, worst) = self.free_ranks();
        match verdict {
            Verdict::Draw => {
                for p in 1..=n {
                    if active(self, p) {
                        self.settle(p, best + worst);
                    }
                }
            }
            Verdict::Win if (1..=n).contains(&who) && active(self, who) => self.settle(who, 2 * best),
            // Alone there is no one to lose to: the rank after the only one.
            Verdict::Loss if n == 1 => self.settle(1, 4),
            Verdict::Loss if (1..=n).contains(&who) && active(self, who) => self.settle(who, 2 * worst),
            Verdict::Win | Verdict::Loss => {}
        }
        let mut left = (1..=n).filter(|p| active(self, *p));
        match (left.next(), left.next()) {
            (Some(last), None) if n > 1 => {
                let (best, _) = self.free_ranks();
                self.settle(last, 2 * best);
                let _ = self.store(known.over, 0, 1);
            }
            (None, _) => {
                let _ = self.store(known.over, 0, 1);
            }
            _ => {}
        }
    }

    fn rank(&mut self, scores: FieldId) {
        let known = &self.program.wellknown;
        let n = self.program.players as i32;
        if self.field(known.over, 0) == 1 {
            return;
        }
        let (best, _) = self.free_ranks();
        let score = |run: &Self, p: i32| run.field(scores, p);
        let active: smallvec::SmallVec<[i32; 16]> = (1..=n).filter(|p| self.field(known.rank, *p) == 0).collect();
        for p in &active {
            let above = active.iter().filter(|q| score(self, **q) > score(self, *p)).count() as i32;
            let equal = active.iter().filter(|q| score(self, **q) == score(self, *p)).count() as i32;
            // Those who tie share the ranks from best + above to best + above + equal − 1.
            self.settle(*p, 2 * (best + above) + equal - 1);
        }
        let _ = self.store(known.over, 0, 1);
    }

    fn settle(&mut self, p: i32, twice_rank: i32) {
        let _ = self.store(self.program.wellknown.rank, p, twice_rank);
    }
}

#[inline(always)]
fn join(low: i32, high: i32) -> u64 {
    u64::from(low as u32) | u64::from(high as u32) << 32
}

#[inline(always)]
fn lookup(program: &Program, table: u16, i: i32) -> i32 {
    program.tables[table as usize].get(i as u32 as usize).copied().unwrap_or(-1)
}

#[inline(always)]
fn position_key(hash: u64, log: u16, who: i32) -> u64 {
    hash ^ state::hash_part(0x7061_726C_6F75_7221, u32::from(log), who + 1)
}
