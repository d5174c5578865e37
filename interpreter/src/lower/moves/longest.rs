//! The longest turns: what a transition counts with the most that can follow it.

use crate::lower::{Copy_, Env, Lower, Measure, Purpose, Sink, Taken};
use crate::program::op::{Bin, Cmp, Op, Reg, RuleId, Want};

/// Whose longest turn is asked for: a node and mover, the step that it is within, and what counts.
pub(in crate::lower) type Asked = (Copy_, Option<usize>, Option<Taken>);

impl<'t> Lower<'t> {
    /// What this transition counts, with the most that the rest of its turn can count.
    pub(in crate::lower) fn measure(&mut self, rule: RuleId, measure: &Measure<'t>, env: &Env<'t>) -> Reg {
        if let Some(places) = &measure.places {
            let off = self.c(crate::lower::numbers::OFF);
            let place = |l: &mut Self, site: Option<Reg>| l.table(places.to_vec(), site.unwrap_or(off));
            let (from, to) = (place(self, env.from), place(self, env.to));
            let (far, back) = (self.bin(Bin::Sub, to, from), self.bin(Bin::Sub, from, to));
            return self.bin(Bin::Max, far, back);
        }
        if let Some(taken) = measure.taken.filter(|_| measure.alone) {
            let before = self.standing_together(taken);
            self.op(Op::Mark {});
            self.op(Op::CallRule { rule });
            let each = self.taken_since(taken, before);
            self.op(Op::Rollback {});
            return each;
        }
        let (value, each) = (self.b.reg(), self.b.reg());
        let outer = (std::mem::take(&mut self.sinks), std::mem::replace(&mut self.purpose, Purpose::Ask));
        let counts = self.int_or(measure.value, 1, env);
        (self.sinks, self.purpose) = outer;
        // Kept aside: the same turn is measured from the next transition on.
        self.op(Op::Move { d: each, a: counts });
        let before = measure.taken.map(|taken| (taken, self.standing_together(taken)));
        if before.is_none() && measure.step.is_none() && self.alternates() {
            // Whatever it does, the turn is over.
            return each;
        }
        self.op(Op::Move { d: value, a: each });
        self.op(Op::Mark {});
        self.try_rule(rule, env);
        if let Some((taken, before)) = before {
            let counts = self.taken_since(taken, before);
            self.op(Op::Move { d: each, a: counts });
            self.op(Op::Move { d: value, a: each });
        }
        let end = self.b.label();
        if measure.step.is_none() {
            let next = self.load(self.known.next);
            let mover = self.c(self.copy.mover as i32);
            self.op(Op::JumpCmp { cmp: Cmp::Ne, a: next, b: mover, to: end });
            self.op(Op::Store { field: self.known.prev, a: mover });
            // As where a ply ends: that the mover moves again holds for one move.
            let usual = self.next_active(mover);
            self.op(Op::Store { field: self.known.next, a: usual });
        }
        let longest = self.longest_turn(measure);
        self.op(Op::Bin { op: Bin::Add, d: value, a: longest, b: each });
        self.b.place(end);
        self.op(Op::Rollback {});
        value
    }

    /// What all pieces that are not to be taken off count together.
    fn standing_together(&mut self, taken: Taken) -> Reg {
        let mut sites = self.occupied();
        if self.usage.dooms {
            let doomed = self.doomed_sites();
            sites = self.set_diff(sites, doomed);
        }
        if self.stacks.is_none() {
            // What the mover's own pieces are worth may change by a move; nothing is taken by that.
            let mover = self.c(self.copy.mover as i32);
            let own = self.owned_by_player(mover);
            sites = self.set_diff(sites, own);
        }
        let total = match (taken, self.known.value, self.stacks.is_some()) {
            (Taken::Pieces, ..) => self.sum_over(sites, Self::pieces_at),
            (Taken::Values, None, _) => self.c(0),
            (Taken::Values, Some(value), false) => self.sum_over(sites, |l, site| l.load_at(value, site)),
            (Taken::Values, Some(value), true) => {
                let (total, site, level, zero) = (self.b.reg(), self.b.reg(), self.b.reg(), self.c(0));
                self.op(Op::Move { d: total, a: zero });
                self.each_level(sites, (site, level), |l, cell| {
                    let of_piece = l.load_at(value, cell);
                    l.op(Op::Bin { op: Bin::Add, d: total, a: total, b: of_piece });
                });
                total
            }
        };
        // Kept aside: it is computed in the same registers again.
        let d = self.b.reg();
        self.op(Op::Move { d, a: total });
        d
    }

    /// What is gone of what stood before.
    fn taken_since(&mut self, taken: Taken, before: Reg) -> Reg {
        let (now, zero) = (self.standing_together(taken), self.c(0));
        let gone = self.bin(Bin::Sub, before, now);
        self.bin(Bin::Max, gone, zero)
    }

    /// The most that the moves can count which the mover can still make in this turn, or in this step.
    fn longest_turn(&mut self, measure: &Measure<'t>) -> Reg {
        let step = measure.step.as_ref().map(|(moves, _)| std::ptr::from_ref(*moves) as usize);
        let key = (self.copy, step, measure.taken);
        let (block, result) = match self.longest.get(&key) {
            Some(found) => *found,
            None => {
                let block = self.b.begin_block(&format!(
                    "longest turn of {} in {}",
                    self.copy.mover, self.phases[self.copy.node].name
                ));
                let (greatest, result) = (self.b.reg(), self.b.reg());
                // Known before it is filled: it asks for itself. The result has a register of its own, since the greatest so far of the
                // turn that asks must stay.
                self.longest.insert(key, (block, result));
                let outer = (
                    std::mem::replace(&mut self.purpose, Purpose::Ask),
                    std::mem::replace(&mut self.sinks, vec![Sink::Greatest(greatest, measure.clone())]),
                    std::mem::replace(&mut self.path, vec![2]),
                    std::mem::replace(&mut self.plain, false),
                    std::mem::replace(&mut self.measuring, true),
                    std::mem::take(&mut self.decided),
                );
                // Several orders of moves lead to one position.
                let (memo, known) = (self.b.memo(), self.b.label());
                let zero = self.c(0);
                self.op(Op::Recall { memo, d: result, to: known });
                self.op(Op::SaveRegs {});
                self.op(Op::Move { d: greatest, a: zero });
                let end = self.b.label();
                self.op(Op::Begin { want: Want::Count, end });
                match &measure.step {
                    Some((moves, env)) => self.generate(moves, env),
                    None => self.generate_play(self.copy.node),
                }
                self.b.place(end);
                let (any, over) = (self.b.reg(), self.b.label());
                self.op(Op::End { d: any });
                self.op(Op::Move { d: result, a: greatest });
                // That a turn is over is found as quickly as it is recalled.
                self.op(Op::JumpUnless { c: any, to: over });
                self.op(Op::Remember { memo, a: result });
                self.b.place(over);
                self.op(Op::RestoreRegs { d: result });
                self.b.place(known);
                self.op(Op::Ret {});
                self.b.end_block();
                (self.purpose, self.sinks, self.path, self.plain, self.measuring, self.decided) = outer;
                (block, result)
            }
        };
        let d = self.b.reg();
        self.op(Op::Call { block });
        self.op(Op::Move { d, a: result });
        d
    }
}
