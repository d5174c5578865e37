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
        // Who share a rank, twice the middle of theirs, take up as many ranks as they are.
        let free = |r: i32| {
            given.iter().all(|g| {
                let sharing = given.iter().filter(|h| *h == g).count() as i32;
                !(g - sharing < 2 * r && 2 * r < g + sharing)
            })
        };
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
        if who == n + 1 && verdict != Verdict::Draw {
            // All of them share the first rank, or the last.
            let rank = if verdict == Verdict::Win { 2 } else { 2 * n.max(2) };
            for p in 1..=n {
                if active(self, p) {
                    self.settle(p, rank);
                }
            }
            let _ = self.store(known.over, 0, 1);
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
        self.end_unless_several_are_left();
    }

    /// The last player left is the best of those not yet ranked.
    fn end_unless_several_are_left(&mut self) {
        let known = &self.program.wellknown;
        let n = self.program.players as i32;
        let mut left = (1..=n).filter(|p| self.field(known.rank, *p) == 0);
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
        let active: smallvec::SmallVec<[i32; 16]> = (1..=n).filter(|p| self.field(known.rank, *p) == 0).collect();
        self.rank_among(&active, scores, best);
        let _ = self.store(known.over, 0, 1);
    }

    pub(super) fn rank_leavers(&mut self, scores: FieldId, leaving: FieldId) {
        let known = &self.program.wellknown;
        let n = self.program.players as i32;
        if self.field(known.over, 0) == 1 {
            return;
        }
        let leave = |p: &i32| self.field(known.rank, *p) == 0 && self.field(leaving, *p) != 0;
        let those: smallvec::SmallVec<[i32; 16]> = (1..=n).filter(leave).collect();
        let (_, worst) = self.free_ranks();
        self.rank_among(&those, scores, worst + 1 - those.len() as i32);
        self.end_unless_several_are_left();
    }

    /// Ranks some players from `best` on, those who tie sharing ranks.
    fn rank_among(&mut self, players: &[i32], scores: FieldId, best: i32) {
        let score = |run: &Self, p: i32| run.field(scores, p);
        for p in players {
            let above = players.iter().filter(|q| score(self, **q) > score(self, *p)).count() as i32;
            let equal = players.iter().filter(|q| score(self, **q) == score(self, *p)).count() as i32;
            // Those who tie share the ranks from best + above to best + above + equal − 1.
            self.settle(*p, 2 * (best + above) + equal - 1);
        }
    }

    /// A player has a rank now. Whose turn would be next must still be in.
    pub(super) fn settle(&mut self, p: i32, twice_rank: i32) {
        let known = &self.program.wellknown;
        let _ = self.store(known.rank, p, twice_rank);
        if self.program.players > 2 && self.field(known.next, 0) == p {
            let _ = self.store(known.next, 0, self.next_active(p));
        }
    }
}
