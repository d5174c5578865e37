//! The loop that runs instructions.

use super::explain::Told;
use super::log::Log;
use super::sets::{self, Bits, zip};
use super::state::{self, HASH, State};
use super::{Core, Frame, Mode, SpeculationMark};
use crate::program::op::{BlockTableId, FieldId, IndexId, LinesId, Op, SetReg, SetTableId, TableId};
use crate::program::{Program, SET_REGS};
use parlour_grammar::span::Origin;

/// Why a run could not go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// More loops than any rule should need before the next decision.
    Fuel(Origin),
    /// A value that its field cannot hold, or a stack higher than the game allows.
    Overflow(Origin),
    /// A rule says that this must not happen; an index into [`Program::faults`], and the place of the rule.
    Rule(u16, Origin),
    /// Moves within moves without end.
    Depth(Origin),
    /// A number that does not fit in 32 bits.
    Large(Origin),
    /// The state does not belong to the program.
    NoSuchNode,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Fault::Fuel(_) => "a rule goes on without end",
            Fault::Overflow(_) => "a value or a stack grows beyond what the game can hold",
            Fault::Rule(..) => "a rule forbids it",
            Fault::Depth(_) => "moves within moves go too deep",
            Fault::Large(_) => "a number grows too large",
            Fault::NoSuchNode => "the state does not belong to this game",
        })
    }
}

impl std::error::Error for Fault {}

/// Calls within calls that a run may make.
const DEPTH: usize = 4096;
/// Fuel that the beginning of a round costs: so many of them may follow each other without a decision.
const ROUND_FUEL: u64 = super::FUEL / 1000;
/// Fuel that an outcome of chance costs the plies after it, up to the next decision.
const CHANCE_FUEL: u64 = 2_000;
/// Set in a segment's rule number: the segment is a set, not one transition.
pub(super) const IS_SET: i32 = 1 << 30;

/// Runs from `start` until the program stops or the block returns.
pub(crate) fn run<const W: usize>(
    core: &mut Core,
    regs: &mut [i32; 1 << 16],
    sets: &mut [Bits<W>; SET_REGS],
    state: &mut State,
    log: &mut Log,
    program: &Program,
    start: u32,
) -> Result<(), Fault> {
    Run { program, core, regs, sets, words: &mut state.words, log }.go(start)
}

pub(super) struct Run<'a, const W: usize> {
    pub(super) program: &'a Program,
    pub(super) core: &'a mut Core,
    pub(super) regs: &'a mut [i32; 1 << 16],
    pub(super) sets: &'a mut [Bits<W>; SET_REGS],
    pub(super) words: &'a mut [u64],
    pub(super) log: &'a mut Log,
}

/// The register of an operand.
macro_rules! r {
    ($self:ident, $reg:expr) => {
        $self.regs[$reg.0 as usize]
    };
}

pub(super) use r;

impl<const W: usize> Run<'_, W> {
    #[inline(always)]
    pub(super) fn s(&self, s: SetReg) -> Bits<W> {
        self.sets[s.0 as usize % SET_REGS]
    }

    #[inline(always)]
    pub(super) fn put(&mut self, s: SetReg, value: Bits<W>) {
        self.sets[s.0 as usize % SET_REGS] = value;
    }

    pub(super) fn go(&mut self, start: u32) -> Result<(), Fault> {
        let program = self.program;
        let code = &program.code[..];
        let mut pc = start as usize;
        // The first instruction of every program is `stop`: the outermost block returns there.
        self.core.calls.push(0);
        self.core.calls.extend(self.core.then.take());
        if let Some(frame) = self.core.frames.last_mut() {
            frame.calls = self.core.calls.len() as u32 - 1;
        }
        macro_rules! origin {
            () => {
                program.origins[pc - 1]
            };
        }
        macro_rules! decide {
            ($taken:expr, $to:expr) => {
                if $taken {
                    pc = $to.0 as usize;
                }
            };
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
                Op::JumpSome { s, to } => decide!(!sets::is_empty(&self.s(s)), to),
                Op::JumpOutside { s, i, to } => decide!(!sets::has(&self.s(s), r!(self, i)), to),
                Op::JumpNoLine { s, i, lines, to } => decide!(!self.has_line(lines, &self.s(s), r!(self, i)), to),
                Op::JumpNoLineLike { index, field, i, lines, to } => {
                    let i = r!(self, i);
                    let set = self.class(index, self.field(field, i));
                    decide!(!self.has_line(lines, &set, i), to);
                }
                Op::JumpClass { index, class, to } => {
                    decide!(!sets::is_empty(&self.class(index, i32::from(class.0))), to);
                }
                Op::JumpUntested { to } => {
                    if self.core.frames.last().is_some_and(|f| f.mode == Mode::Untested) {
                        pc = to.0 as usize;
                    }
                }
                Op::JumpTried { to } => decide!(!self.core.marks.is_empty(), to),
                Op::RetEmitted {} => {
                    if self.core.frames.last().is_some_and(|f| f.count > 0) {
                        pc = self.core.calls.pop().unwrap_or(0) as usize;
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
                    let block =
                        usize::try_from(r!(self, i)).ok().and_then(|i| table.get(i)).ok_or(Fault::NoSuchNode)?;
                    self.call(pc, origin!())?;
                    pc = block.0 as usize;
                }
                Op::Ret {} => pc = self.core.calls.pop().unwrap_or(0) as usize,
                Op::Stop {} => return Ok(()),
                Op::Fault { fault } => {
                    return Err(Fault::Rule(fault.0, program.faults[fault.0 as usize].origin));
                }

                Op::Move { d, a } => r!(self, d) = r!(self, a),
                Op::Bin { op, d, a, b } => {
                    r!(self, d) = op.apply(r!(self, a), r!(self, b)).ok_or_else(|| Fault::Large(origin!()))?;
                }
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
                    let sum = (self.words[word.0 as usize] as i32)
                        .checked_add(r!(self, a))
                        .ok_or_else(|| Fault::Large(origin!()))?;
                    self.write(word.0 as usize, u64::from(sum as u32));
                }
                Op::StoreWords { word, a, second, b } => {
                    self.write(word.0 as usize, u64::from(r!(self, a) as u32));
                    self.write(second.0 as usize, u64::from(r!(self, b) as u32));
                }
                Op::StoreAdd { word, a, second, b } => {
                    self.write(word.0 as usize, u64::from(r!(self, a) as u32));
                    let sum = (self.words[second.0 as usize] as i32)
                        .checked_add(r!(self, b))
                        .ok_or_else(|| Fault::Large(origin!()))?;
                    self.write(second.0 as usize, u64::from(sum as u32));
                }
                Op::StoreWordsRet { word, a, second, b } => {
                    self.write(word.0 as usize, u64::from(r!(self, a) as u32));
                    self.write(second.0 as usize, u64::from(r!(self, b) as u32));
                    pc = self.core.calls.pop().unwrap_or(0) as usize;
                }
                Op::StoreAddRet { word, a, second, b } => {
                    self.write(word.0 as usize, u64::from(r!(self, a) as u32));
                    let sum = (self.words[second.0 as usize] as i32)
                        .checked_add(r!(self, b))
                        .ok_or_else(|| Fault::Large(origin!()))?;
                    self.write(second.0 as usize, u64::from(sum as u32));
                    pc = self.core.calls.pop().unwrap_or(0) as usize;
                }
                Op::Load { d, field } => r!(self, d) = state::read(self.words, &program.fields[field.0 as usize], 0),
                Op::LoadAt { d, field, i } => r!(self, d) = self.field(field, r!(self, i)),
                Op::Store { field, a } => {
                    self.store(field, 0, r!(self, a)).ok_or_else(|| Fault::Overflow(origin!()))?
                }
                Op::StoreAt { field, i, a } => {
                    self.store(field, r!(self, i), r!(self, a)).ok_or_else(|| Fault::Overflow(origin!()))?;
                }
                Op::Remap { field, s, table } => {
                    self.remap(field, &self.s(s), table.0).ok_or_else(|| Fault::Overflow(origin!()))?;
                }
                Op::NewRound {} => {
                    // Rounds without a decision must not follow each other for long.
                    let left = self.core.fuel.checked_sub(ROUND_FUEL).ok_or(Fault::Fuel(origin!()))?;
                    self.core.fuel = left;
                    for (id, field) in program.fields.iter().enumerate().filter(|(_, field)| !field.lasts) {
                        for i in 0..field.len {
                            // The initial value fits.
                            let _ = self.store(FieldId(id as u16), i as i32, field.initial);
                        }
                    }
                }
                Op::Seek { k, field, row, last, to } => {
                    let (row, last, mut at) = (r!(self, row), r!(self, last), r!(self, k).saturating_add(1));
                    while at <= last && self.field(field, row.wrapping_add(at)) == 0 {
                        at += 1;
                    }
                    r!(self, k) = at;
                    if at > last {
                        pc = to.0 as usize;
                    }
                }
                Op::Fill { field, a } => {
                    self.fill(field, r!(self, a)).ok_or_else(|| Fault::Overflow(origin!()))?;
                }

                Op::SetMove { d, a } => self.put(d, self.s(a)),
                Op::SetAnd { d, a, b } => self.put(d, zip(&self.s(a), &self.s(b), |a, b| a & b)),
                Op::SetOr { d, a, b } => self.put(d, zip(&self.s(a), &self.s(b), |a, b| a | b)),
                Op::SetDiff { d, a, b } => self.put(d, zip(&self.s(a), &self.s(b), |a, b| a & !b)),
                Op::SetXor { d, a, b } => self.put(d, zip(&self.s(a), &self.s(b), |a, b| a ^ b)),
                Op::SetBetween { d, a, lo, hi } => {
                    let below = |bound: i32| -> Bits<W> {
                        std::array::from_fn(|k| match bound.saturating_sub(64 * k as i32) {
                            n if n <= 0 => 0,
                            n if n >= 64 => u64::MAX,
                            n => (1 << n) - 1,
                        })
                    };
                    let between = zip(&below(r!(self, hi)), &below(r!(self, lo)), |hi, lo| hi & !lo);
                    self.put(d, zip(&self.s(a), &between, |a, b| a & b));
                }
                Op::Single { d, i } => {
                    let i = r!(self, i);
                    let mut set = [0; W];
                    if (0..W as i32 * 64).contains(&i) {
                        set[i as usize / 64] = 1 << (i % 64);
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
                Op::LoadLike { d, index, field, i } => {
                    let set = self.class(index, self.field(field, r!(self, i)));
                    self.put(d, set);
                }
                Op::LoadSetAt { d, index, i } => {
                    let set = self.class(index, r!(self, i));
                    self.put(d, set);
                }
                Op::SetTable { d, table, i } => {
                    let at = r!(self, i) as u32 as usize * W;
                    let words = &program.set_tables[table.0 as usize].words;
                    let set =
                        words.get(at..at + W).map_or([0; W], |row| row.try_into().expect("the row has the width"));
                    self.put(d, set);
                }
                Op::Fits { d, table, i, c, s } => {
                    let fitting = self.fitting(table.0, r!(self, i), self.s(c), &self.s(s));
                    self.put(d, fitting);
                }
                Op::Shift { d, a, map } => self.put(d, self.shifted(&self.s(a), map.0)),
                Op::Run { d, seed, through, map } => {
                    let (all, _) = self.run_of(&self.s(seed), &self.s(through), map.0);
                    self.put(d, all);
                }
                Op::Beyond { d, seed, through, maps } => {
                    let all = self.beyond(&self.s(seed), &self.s(through), maps);
                    self.put(d, all);
                }
                Op::Enclosed { d, seed, through, goal, maps } => {
                    let all = self.enclosed(&self.s(seed), &self.s(through), &self.s(goal), maps);
                    self.put(d, all);
                }
                Op::Flood { d, seed, within, near } => {
                    let all = self.flood_of(&self.s(seed), &self.s(within), near);
                    self.put(d, all);
                }
                Op::Line { d, s, i, lines } => {
                    r!(self, d) = i32::from(self.has_line(lines, &self.s(s), r!(self, i)));
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
                    if let Some(end) = self.emit(rule) {
                        pc = end;
                    }
                }
                Op::EmitChance { rule, weight } => {
                    let weight = r!(self, weight);
                    if weight > 0 {
                        if self.core.frames.len() == 1 {
                            self.core.weights.push(weight);
                        }
                        if let Some(end) = self.emit(rule) {
                            pc = end;
                        }
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
                Op::EmitClass { rule, index, class } => {
                    let set = self.class(index, i32::from(class.0));
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

                Op::Mark {} => self
                    .core
                    .marks
                    .push(SpeculationMark { journal: self.core.journal.len() as u32, log: self.log.len() as u32 }),
                Op::Rollback {} => self.rollback(),
                Op::SaveRegs {} => {
                    let n = program.registers as usize;
                    if self.core.saved.len() > (n + program.set_registers as usize * W * 2) * 64 {
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

                Op::Recall { memo, d, to } => {
                    if let Some(answer) = self.recall(memo) {
                        r!(self, d) = answer;
                        pc = to.0 as usize;
                    }
                }
                Op::Remember { memo, a } => self.remember(memo, r!(self, a)),

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

                Op::Note { note } => self.note(note, Told::Nothing),
                Op::NoteInt { note, a } => self.note(note, Told::Int(r!(self, a))),
                Op::NoteSet { note, s } => {
                    let members = self.members(s);
                    self.note(note, Told::Sites(members));
                }

                Op::Decide { blocks, limit, to } => {
                    let known = &program.wellknown;
                    if self.scalar(known.over) != 0 || self.scalar(known.plies) >= r!(self, limit) {
                        pc = to.0 as usize;
                    } else {
                        self.core.fuel = std::mem::replace(&mut self.core.next_fuel, super::FUEL);
                        // Effects may have asked whether there are outcomes.
                        self.core.weights.clear();
                        self.begin(Mode::Untested, pc as u32);
                        self.call(pc, origin!())?;
                        pc = self.block_here(blocks)?;
                    }
                }
                Op::Resolve { blocks, rule } => {
                    let frame = *self.core.frames.last().expect("a run that ends has begun");
                    let k = if self.core.weights.is_empty() {
                        self.core.rng.below(frame.count)
                    } else {
                        let Some(left) = self.core.fuel.checked_sub(CHANCE_FUEL) else {
                            return Err(self.chance_without_end(origin!()));
                        };
                        self.core.next_fuel = left;
                        let k = super::drawn(&self.core.weights, &mut self.core.chance);
                        self.core.weights.clear();
                        k
                    };
                    let chosen = self.pick(frame.start as usize, k);
                    r!(self, rule) = chosen;
                    let picked = program.rules.get(chosen as u32 as usize).ok_or(Fault::NoSuchNode)?;
                    if let Some(test) = picked.test {
                        if let Some(frame) = self.core.frames.last_mut() {
                            frame.cursor = k;
                        }
                        self.call(pc, origin!())?;
                        pc = test.0 as usize;
                    } else {
                        self.core.frames.pop();
                        self.core.top = frame.start as usize;
                        self.call(pc - 2, origin!())?;
                        self.core.calls.push(self.block_here(blocks)? as u32);
                        pc = picked.effects.0 as usize;
                    }
                }
                Op::Settle { decide, resolve, rule, kept } => {
                    let frame = self.core.frames.last_mut().expect("a run that ends has begun");
                    let (start, picked) = (frame.start as usize, frame.cursor);
                    if r!(self, kept) != 0 {
                        self.core.frames.pop();
                        self.core.top = start;
                        self.call(pc - 3, origin!())?;
                        self.core.calls.push(self.block_here(resolve)? as u32);
                        pc = program.rules[r!(self, rule) as usize].effects.0 as usize;
                    } else if frame.count > 1 {
                        frame.count -= 1;
                        self.take_out(start, picked);
                        self.burn(origin!())?;
                        pc -= 2;
                    } else {
                        // No move is legal: what is left, such as a pass, comes of asking so.
                        (frame.mode, frame.count) = (Mode::Segments, 0);
                        self.core.top = start;
                        self.burn(origin!())?;
                        self.call(pc - 2, origin!())?;
                        pc = self.block_here(decide)?;
                    }
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
                Op::Leave { scores, leaving } => self.rank_leavers(scores, leaving),
                Op::NextActive { d, p } => r!(self, d) = self.next_active(r!(self, p)),
            }
        }
    }

    #[inline(always)]
    pub(super) fn call(&mut self, back: usize, origin: Origin) -> Result<(), Fault> {
        if self.core.calls.len() >= DEPTH {
            return Err(Fault::Depth(origin));
        }
        self.core.calls.push(back as u32);
        Ok(())
    }

    #[inline(always)]
    pub(super) fn begin(&mut self, mode: Mode, end: u32) {
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
    pub(super) fn scalar(&self, field: FieldId) -> i32 {
        self.words[self.program.fields[field.0 as usize].base as usize] as i32
    }

    /// Where the block of the present node and mover begins.
    #[inline(always)]
    pub(super) fn block_here(&self, blocks: BlockTableId) -> Result<usize, Fault> {
        let known = &self.program.wellknown;
        let place = self.program.place(self.scalar(known.node), self.scalar(known.mover));
        let block = self.program.block_tables[blocks.0 as usize].get(place as u32 as usize).ok_or(Fault::NoSuchNode)?;
        Ok(block.0 as usize)
    }

    /// Chance goes on without end at the node at which the state is.
    #[cold]
    #[inline(never)]
    fn chance_without_end(&self, at: Origin) -> Fault {
        let node = self.program.nodes.get(self.scalar(self.program.wellknown.node) as usize);
        Fault::Fuel(node.map_or(at, |node| node.origin))
    }

    #[inline(always)]
    pub(super) fn burn(&mut self, origin: Origin) -> Result<(), Fault> {
        self.core.fuel = self.core.fuel.checked_sub(1).ok_or(Fault::Fuel(origin))?;
        Ok(())
    }

    // Fields.

    #[inline(always)]
    pub(super) fn field(&self, id: FieldId, i: i32) -> i32 {
        let field = &self.program.fields[id.0 as usize];
        if (i as u32) < field.len { state::read(self.words, field, i as u32) } else { 0 }
    }

    #[inline(always)]
    pub(super) fn write(&mut self, at: usize, word: u64) {
        if !self.core.marks.is_empty() {
            self.core.journal.push((at as u32, self.words[at]));
        }
        self.words[at] = word;
    }

    /// Stores a value in all places of a field; `None` if it cannot hold it.
    fn fill(&mut self, id: FieldId, v: i32) -> Option<()> {
        let program = self.program;
        let field = &program.fields[id.0 as usize];
        // A word whose lanes all have the value already stays as it is.
        let (bits, lanes) = (1u32 << field.lane, 64 >> field.lane);
        let lane = u64::from(v as u32) & ((1 << bits) - 1);
        let full = (0..lanes).fold(0, |word, k| word | lane << (k * bits));
        for (k, first) in (0..field.len).step_by(lanes as usize).enumerate() {
            if self.words[field.base as usize + k] != full || v < field.min() || v > field.max() {
                for i in first..(first + lanes).min(field.len) {
                    self.store(id, i as i32, v)?;
                }
            }
        }
        Some(())
    }

    /// The one mutation primitive; `None` if the field cannot hold the value.
    #[inline]
    pub(super) fn store(&mut self, id: FieldId, i: i32, v: i32) -> Option<()> {
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
            let (before, after) = (index.class_of(old), index.class_of(v));
            if before != after {
                let (place, bit) = (index.base as usize + i as usize / 64, 1u64 << (i % 64));
                if before >= 0 {
                    let at = place + before as usize * W;
                    self.write(at, self.words[at] & !bit);
                }
                if after >= 0 {
                    let at = place + after as usize * W;
                    self.write(at, self.words[at] | bit);
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

    /// A class of a derived index; empty outside.
    #[inline(always)]
    pub(super) fn class(&self, index: IndexId, class: i32) -> Bits<W> {
        let index = &self.program.indexes[index.0 as usize];
        if (class as u32) < index.classes {
            let base = index.base as usize + class as usize * W;
            self.words[base..base + W].try_into().expect("the slice has the width")
        } else {
            [0; W]
        }
    }

    /// The sites that steps from `seed` reach through sites of `through` alone, and the step beyond them.
    #[inline(always)]
    pub(super) fn run_of(&self, seed: &Bits<W>, through: &Bits<W>, map: u16) -> (Bits<W>, Bits<W>) {
        if let [(distance, mask)] = &self.program.maps[map as usize].groups[..]
            && let Ok(mask) = <&Bits<W>>::try_from(&mask[..])
            && *distance != 0
        {
            // Most steps are one shift of a masked set: then nothing is looked up on the way.
            let all = sets::run(seed, through, mask, *distance);
            return (all, sets::shift(&zip(&all, mask, |a, b| a & b), *distance));
        }
        self.run_by_steps(seed, through, map)
    }

    #[inline(never)]
    fn run_by_steps(&self, seed: &Bits<W>, through: &Bits<W>, map: u16) -> (Bits<W>, Bits<W>) {
        let mut front = zip(&self.shifted(seed, map), through, |a, b| a & b);
        let mut all = front;
        while !sets::is_empty(&front) {
            front = zip(&self.shifted(&front, map), &zip(through, &all, |a, b| a & !b), |a, b| a & b);
            all = zip(&all, &front, |a, b| a | b);
        }
        (all, self.shifted(&all, map))
    }

    #[inline(never)]
    fn beyond(&self, seed: &Bits<W>, through: &Bits<W>, maps: TableId) -> Bits<W> {
        let mut all = [0; W];
        for map in &self.program.tables[maps.0 as usize] {
            let (_, beyond) = self.run_of(seed, through, *map as u16);
            all = zip(&all, &beyond, |a, b| a | b);
        }
        all
    }

    #[inline(never)]
    fn enclosed(&self, seed: &Bits<W>, through: &Bits<W>, goal: &Bits<W>, maps: TableId) -> Bits<W> {
        let mut all = [0; W];
        for map in &self.program.tables[maps.0 as usize] {
            let (run, beyond) = self.run_of(seed, through, *map as u16);
            let meets = !sets::is_empty(&zip(&beyond, goal, |a, b| a & b));
            all = zip(&all, &run, |a, b| if meets { a | b } else { a });
        }
        all
    }

    /// Values of a field change by a table; `None` if the field cannot hold one.
    #[inline(never)]
    fn remap(&mut self, field: FieldId, set: &Bits<W>, table: u16) -> Option<()> {
        let mut rest = *set;
        while let Some(site) = sets::min(&rest) {
            rest[site as usize / 64] &= rest[site as usize / 64] - 1;
            let new = lookup(self.program, table, self.field(field, site as i32));
            if new >= 0 {
                self.store(field, site as i32, new)?;
            }
        }
        Some(())
    }

    /// The sites of `within` that a path inside it joins to `seed`.
    #[inline(never)]
    pub(super) fn flood_of(&self, seed: &Bits<W>, within: &Bits<W>, near: SetTableId) -> Bits<W> {
        let near = &self.program.set_tables[near.0 as usize].words;
        let mut all = zip(seed, within, |a, b| a & b);
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
        all
    }

    /// Whether a line of the table through a site lies within a set.
    #[inline(always)]
    pub(super) fn has_line(&self, lines: LinesId, set: &Bits<W>, site: i32) -> bool {
        let lines = &self.program.lines[lines.0 as usize];
        let Some(&[from, to]) = lines.starts.get(site as u32 as usize..).and_then(|s| s.first_chunk::<2>()) else {
            return false;
        };
        let rows = &lines.words[from as usize * 2 * W..to as usize * 2 * W];
        rows.chunks_exact(2 * W).any(|row| (0..W).all(|k| row[k] & !set[k] == 0 && row[W + k] & set[k] == 0))
    }

    #[inline(always)]
    pub(super) fn shifted(&self, a: &Bits<W>, map: u16) -> Bits<W> {
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

    /// The members `k` of a set for which row `i + k` of a table has a member and lies within `good`.
    fn fitting(&self, table: u16, i: i32, mut rest: Bits<W>, good: &Bits<W>) -> Bits<W> {
        let words = &self.program.set_tables[table as usize].words;
        let mut found = [0; W];
        while let Some(site) = sets::min(&rest) {
            let (word, bit) = (site as usize / 64, 1 << (site % 64));
            rest[word] &= !bit;
            let at = i.wrapping_add(site as i32) as u32 as usize * W;
            let row = words.get(at..at + W).unwrap_or_default();
            let within = row.iter().zip(good).all(|(row, good)| row & !good == 0);
            if within && row.iter().any(|word| *word != 0) {
                found[word] |= bit;
            }
        }
        found
    }

    pub(super) fn save_sets(&mut self) {
        for set in &self.sets[..self.program.set_registers as usize] {
            for word in set {
                self.core.saved.extend_from_slice(&[*word as i32, (*word >> 32) as i32]);
            }
        }
    }

    pub(super) fn restore_sets(&mut self) {
        let n = self.program.set_registers as usize;
        let from = self.core.saved.len() - n * W * 2;
        for (k, pair) in self.core.saved[from..].chunks_exact(2).enumerate() {
            self.sets[k / W][k % W] = join(pair[0], pair[1]);
        }
        self.core.saved.truncate(from);
    }
}

#[inline(always)]
pub(super) fn join(low: i32, high: i32) -> u64 {
    u64::from(low as u32) | u64::from(high as u32) << 32
}

#[inline(always)]
pub(super) fn lookup(program: &Program, table: u16, i: i32) -> i32 {
    program.tables[table as usize].get(i as u32 as usize).copied().unwrap_or(-1)
}

#[inline(always)]
fn position_key(hash: u64, log: u16, who: i32) -> u64 {
    hash ^ state::hash_part(0x7061_726C_6F75_7221, u32::from(log), who + 1)
}
