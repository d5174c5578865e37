//! How a game comes out: verdicts, ranks.

use super::run::Run;
use crate::program::op::{FieldId, Verdict};

impl<const W: usize> Run<'_, W> {
    pub(super) fn next_active(&self, p: i32) -> i32 {
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
    pub(super) fn free_ranks(&self) -> (i32, i32) {
        let known = &self.program.wellknown;
        let n = self.program.players as i32;
        let given: smallvec::SmallVec<[i32; 16]> =
            (1..=n).map(|p| self.field(known.rank, p)).filter(|r| *r != 0).collect();
        let free = |r: i32| !given.contains(&(2 * r));
        let best = (1..=n).find(|r| free(*r)).unwrap_or(n);
        let worst = (1..=n).rev().find(|r| free(*r)).unwrap_or(n);
        (best, worst)
    }

    pub(super) fn result(&mut self, who: i32, verdict: Verdict) {
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

    pub(super) fn rank(&mut self, scores: FieldId) {
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

    pub(super) fn settle(&mut self, p: i32, twice_rank: i32) {
        let _ = self.store(self.program.wellknown.rank, p, twice_rank);
    }
}
