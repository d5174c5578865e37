//! Transitions: what each mode makes of one, and of a set of them.

use super::Mode;
use super::run::{IS_SET, Run, join, lookup, r};
use super::sets::{self, Bits};
use crate::program::op::{RuleId, TableId};

impl<const W: usize> Run<'_, W> {
    /// Enough is known: unwinds to the end of the present run, and takes back what it has tried.
    #[inline(always)]
    pub(super) fn leave(&mut self) -> usize {
        let frame = self.core.frames.last().expect("a transition belongs to a run");
        let (end, calls, marks) = (frame.end as usize, frame.calls as usize, frame.marks as usize);
        self.core.calls.truncate(calls);
        while self.core.marks.len() > marks {
            self.rollback();
        }
        end
    }

    /// Takes back every effect since the last mark.
    pub(super) fn rollback(&mut self) {
        let mark = self.core.marks.pop().expect("a rollback follows a mark");
        while self.core.journal.len() > mark.journal as usize {
            let (at, word) = self.core.journal.pop().expect("its length was looked at");
            self.words[at as usize] = word;
        }
        self.log.truncate(mark.log as usize);
    }

    #[inline(always)]
    pub(super) fn emit(&mut self, rule: RuleId) -> Option<usize> {
        let choices = &self.program.rules[rule.0 as usize].choices;
        let frame = self.core.frames.last_mut().expect("a transition belongs to a run");
        frame.count += 1;
        match frame.mode {
            Mode::Exists => return Some(self.leave()),
            Mode::Count => {}
            Mode::List | Mode::Segments | Mode::Untested => {
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

    pub(super) fn emit_set(&mut self, id: RuleId, set: &Bits<W>, n: u32, back: Option<TableId>) -> Option<usize> {
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
            Mode::Segments | Mode::Untested => {
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
    pub(super) fn load_set_choice(&mut self, rule: u16, site: i32, back: Option<TableId>) {
        let rule = &self.program.rules[rule as usize];
        let (_, reg) = rule.choices[rule.set_choice.unwrap_or(0)];
        r!(self, reg) = site;
        if let Some((k, table)) = rule.derived.zip(back) {
            r!(self, rule.choices[k].1) = lookup(self.program, table.0, site);
        }
    }

    /// Where the segment with transition number `k` of those that begin at `start` lies, and the number of `k` within it.
    #[inline(always)]
    fn segment(&self, start: usize, mut k: u32) -> Option<(usize, u32)> {
        let mut at = start;
        while let Some(&head) = self.core.arena[..self.core.top].get(at) {
            let n = self.program.rules[(head & !IS_SET) as usize].choices.len();
            let (count, size) =
                if head & IS_SET == 0 { (1, 1 + n) } else { (self.core.arena[at + 1] as u32, 3 + n + 2 * W) };
            if k < count {
                return Some((at, k));
            }
            k -= count;
            at += size;
        }
        None
    }

    /// The set of a segment that is one, whose rule has `n` choices.
    #[inline(always)]
    fn set_of_segment(&self, at: usize, n: usize) -> Bits<W> {
        let words = &self.core.arena[at + 3 + n..at + 3 + n + 2 * W];
        std::array::from_fn(|i| join(words[2 * i], words[2 * i + 1]))
    }

    /// Loads transition number `k` of the segments that begin at `start`; its rule.
    pub(super) fn pick(&mut self, start: usize, k: u32) -> i32 {
        let program = self.program;
        let Some((at, k)) = self.segment(start, k) else { return -1 };
        let head = self.core.arena[at];
        let id = head & !IS_SET;
        let rule = &program.rules[id as usize];
        let first = at + if head & IS_SET == 0 { 1 } else { 3 };
        for (i, (_, reg)) in rule.choices.iter().enumerate() {
            r!(self, reg) = self.core.arena[first + i];
        }
        if head & IS_SET != 0 {
            let back = u16::try_from(self.core.arena[at + 2]).ok().map(TableId);
            let set = self.set_of_segment(at, rule.choices.len());
            self.load_set_choice(id as u16, sets::nth(&set, k) as i32, back);
        }
        id
    }

    /// Takes transition number `k` out of the segments that begin at `start`.
    #[cold]
    pub(super) fn take_out(&mut self, start: usize, k: u32) {
        let Some((at, k)) = self.segment(start, k) else { return };
        let head = self.core.arena[at];
        let n = self.program.rules[(head & !IS_SET) as usize].choices.len();
        if head & IS_SET == 0 {
            let top = self.core.top;
            self.core.arena.copy_within(at + 1 + n..top, at);
            self.core.top = top - 1 - n;
        } else {
            let site = sets::nth(&self.set_of_segment(at, n), k) as usize;
            self.core.arena[at + 1] -= 1;
            self.core.arena[at + 3 + n + site / 32] &= !(1 << (site % 32));
        }
    }

    /// Hands each distinct transition of the list just ended to the run around it.
    pub(super) fn distinct(&mut self) -> Option<usize> {
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
}
