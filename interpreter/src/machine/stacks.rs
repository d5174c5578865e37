//! Pieces on stacks: put on, taken off, moved together.

use super::run::Run;

impl<const W: usize> Run<'_, W> {
    pub(super) fn push(&mut self, site: i32, what: i32) -> Option<()> {
        let stacks = self.program.stacks.as_ref()?;
        let height = self.field(stacks.height, site);
        if height as u32 >= stacks.max {
            return None;
        }
        self.store(stacks.levels, site * stacks.max as i32 + height, what)?;
        self.store(stacks.height, site, height + 1)?;
        self.store(stacks.top, site, what)
    }

    pub(super) fn pull(&mut self, site: i32, level: i32) -> Option<()> {
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

    pub(super) fn shove(&mut self, from: i32, to: i32, lo: i32, n: i32) -> Option<()> {
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
}
