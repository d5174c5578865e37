//! What becomes of a transition before it counts as a move: collected, asked about afterwards, compared.

use crate::lower::moves::{Emission, SetChoice};
use crate::lower::puzzles::Asked;
use crate::lower::{Copy_, Env, Lower, Purpose, Sink};
use crate::program::op::{Bin, BlockId, Cmp, Label, Op, Reg, RuleId, SetReg};
use crate::program::{MoveKind, Role};
use parlour_grammar::rules::Term;

impl<'t> Lower<'t> {
    /// The set into which choices are collected, if they are.
    pub(in crate::lower) fn collecting(&self) -> Option<(SetReg, Role)> {
        self.sinks.iter().find_map(|sink| match sink {
            Sink::Collect(set, role, _) => Some((*set, *role)),
            _ => None,
        })
    }

    /// The only destinations that count: of what leads elsewhere nothing need be asked, unless it matters how many transitions there are.
    fn goal(&self) -> Option<SetReg> {
        let (goal, others) = match &self.sinks[..] {
            [Sink::Collect(_, Role::To, Some(goal)) | Sink::Only(goal), others @ ..] => (*goal, others),
            _ => return None,
        };
        let all_count = others.iter().all(|sink| matches!(sink, Sink::Afterwards(..)));
        (all_count && !self.plain && !self.counted).then_some(goal)
    }

    /// Of possible destinations those that count.
    pub(in crate::lower) fn aimed(&mut self, set: SetReg) -> SetReg {
        match self.goal() {
            Some(goal) => self.set_and(set, goal),
            None => set,
        }
    }

    /// The same for a transition about to be generated: goes on at `elsewhere` if it leads to no such site.
    pub(in crate::lower) fn aim(&mut self, emission: &mut Emission, elsewhere: Label) {
        let to = emission.choices.iter().position(|(role, _)| *role == Role::To);
        match (&mut emission.set, to) {
            (Some(choice), Some(to)) if choice.choice == to => choice.set = self.aimed(choice.set),
            (None, Some(to)) => self.unless_aimed(emission.choices[to].1, elsewhere),
            _ => {}
        }
    }

    /// Goes on at `skip` unless a destination counts.
    pub(in crate::lower) fn unless_aimed(&mut self, site: Reg, skip: Label) {
        if let Some(s) = self.goal() {
            self.op(Op::JumpOutside { s, i: site, to: skip });
        }
    }

    /// Puts the choice of a role into the set. What starts and ends on one site does both there.
    pub(in crate::lower) fn collect_choice(&mut self, emission: &Emission, set: SetReg, role: Role) {
        let at = |role| emission.choices.iter().position(|(r, _)| *r == role);
        let Some(at) = at(role).or_else(|| at(Role::To)) else { return };
        match emission.set {
            Some(choice) if choice.choice == at => self.op(Op::SetOr { d: set, a: set, b: choice.set }),
            Some(SetChoice { set: through, derived: Some((k, table)), .. }) if k == at => {
                let (site, other) = (self.b.reg(), self.b.reg());
                self.each(through, site, |l| {
                    l.op(Op::Table { d: other, table, i: site });
                    l.op(Op::SetInsert { d: set, i: other });
                });
            }
            // The set runs through another choice: this one counts if there is any.
            Some(choice) => {
                let skip = self.b.label();
                self.op(Op::JumpEmpty { s: choice.set, to: skip });
                self.op(Op::SetInsert { d: set, i: emission.choices[at].1 });
                self.b.place(skip);
            }
            None => self.op(Op::SetInsert { d: set, i: emission.choices[at].1 }),
        }
    }

    /// Runs the transition through the sinks; one that is not kept goes to `dropped`. Random play does so only with the one it has picked.
    pub(in crate::lower) fn apply_sinks(&mut self, rule: RuleId, env: &Env<'t>, dropped: Label) {
        if !self.tests_later(env) {
            return self.ask_sinks(rule, env, dropped);
        }
        let test = match self.b.rule_mut(rule).test {
            Some(test) => test,
            None => self.test_block(rule, env),
        };
        let untested = self.b.label();
        self.op(Op::JumpUntested { to: untested });
        self.op(Op::Call { block: test });
        self.op(Op::JumpUnless { c: self.kept, to: dropped });
        self.b.place(untested);
    }

    /// Whether it may be left until a transition is picked to ask what the sinks ask: that must depend on nothing but the transition, and
    /// nothing on how many there are.
    pub(in crate::lower) fn tests_later(&mut self, env: &Env<'t>) -> bool {
        let of_all = self.sinks.iter().filter(|sink| matches!(sink, Sink::Fresh(_) | Sink::Unlost(_))).count();
        if self.sinks.is_empty()
            || self.purpose != Purpose::Choose
            || self.plain
            || self.counted
            || !env.firsts.is_empty()
            || of_all != self.asked_of_all().len()
        {
            return false;
        }
        let later = self.sinks.clone().iter().all(|sink| match sink {
            Sink::Fresh(_) | Sink::Unlost(_) => true,
            Sink::Afterwards(condition, env, known, seat, _) => {
                known.get_or_init(|| self.condition_block(condition, env, *seat)).stands_alone
            }
            Sink::Constraints(..) => true,
            Sink::Stored
            | Sink::Collect(..)
            | Sink::Greatest(..)
            | Sink::Equal(..)
            | Sink::Tally(..)
            | Sink::Only(..) => false,
        });
        // What explains lowers the same until here, so that rules have the same numbers there.
        later && !self.explaining
    }

    /// The block that leaves in [`Lower::kept`] whether the sinks keep a transition of a rule.
    fn test_block(&mut self, rule: RuleId, env: &Env<'t>) -> BlockId {
        let block = self.b.begin_block(&format!("test of rule{}", rule.0));
        self.b.rule_mut(rule).test = Some(block);
        let (dropped, end) = (self.b.label(), self.b.label());
        let (zero, one) = (self.c(0), self.c(1));
        let outer = self.sinks.clone();
        for sink in &mut self.sinks {
            if let Sink::Constraints(asked, ..) = sink {
                *asked = Asked::Picked;
            }
        }
        self.ask_sinks(rule, env, dropped);
        self.sinks = outer;
        self.op(Op::Move { d: self.kept, a: one });
        self.op(Op::Jump { to: end });
        self.b.place(dropped);
        self.op(Op::Move { d: self.kept, a: zero });
        self.b.place(end);
        self.op(Op::Ret {});
        self.b.end_block();
        block
    }

    fn ask_sinks(&mut self, rule: RuleId, env: &Env<'t>, dropped: Label) {
        // The innermost first: what a form around it compares are the moves that it keeps.
        for sink in self.sinks.clone().into_iter().rev() {
            match sink {
                Sink::Collect(..) | Sink::Tally(..) => {}
                Sink::Stored => self.drop_stored(rule, env, dropped),
                Sink::Constraints(asked, site, puzzle) => {
                    let kept = self.ask_constraints(asked, site, &puzzle, rule);
                    self.op(Op::JumpUnless { c: kept, to: dropped });
                }
                Sink::Only(set) => {
                    if let Some(i) = self.destination(rule) {
                        self.op(Op::JumpOutside { s: set, i, to: dropped });
                    }
                }
                Sink::Fresh(repetition) => {
                    if self.b.rule_mut(rule).kind == MoveKind::Pass {
                        continue;
                    }
                    self.op(Op::Mark {});
                    self.try_rule(rule, env);
                    let times = self.times_before(repetition);
                    let seen = self.b.reg();
                    self.op(Op::Move { d: seen, a: times });
                    self.op(Op::Rollback {});
                    let settled = self.b.rule_mut(rule).choices.clone();
                    self.note_kept(repetition.origin, seen, false, &settled);
                    self.at_origin(repetition.origin, |l| l.op(Op::JumpIf { c: seen, to: dropped }));
                }
                Sink::Unlost(rule_above) => {
                    let ends = self.ends_here();
                    self.op(Op::Mark {});
                    self.try_rule(rule, env);
                    self.op(Op::Call { block: ends });
                    let lost = self.has_lost();
                    self.op(Op::Rollback {});
                    let choices = self.b.rule_mut(rule).choices.clone();
                    self.note_kept(rule_above.origin, lost, false, &choices);
                    self.at_origin(rule_above.origin, |l| l.op(Op::JumpIf { c: lost, to: dropped }));
                }
                Sink::Afterwards(condition, outside, known, seat, following) => {
                    let asked = known.get_or_init(|| self.condition_block(condition, &outside, seat));
                    let Afterwards { block, holds, .. } = *asked;
                    self.op(Op::Mark {});
                    if let (Some(left_out), true) = (self.fields.left_out, following > 0) {
                        let n = self.c(following as i32);
                        self.op(Op::Store { field: left_out, a: n });
                    }
                    self.try_rule(rule, env);
                    self.note_ask();
                    self.op(Op::Call { block });
                    let kept = self.b.reg();
                    self.op(Op::Move { d: kept, a: holds });
                    self.op(Op::Rollback {});
                    let choices = self.b.rule_mut(rule).choices.clone();
                    self.note_kept(condition.origin, kept, true, &choices);
                    self.at_origin(condition.origin, |l| l.op(Op::JumpUnless { c: kept, to: dropped }));
                }
                Sink::Greatest(greatest, measure) => {
                    let value = self.measure(rule, &measure, env);
                    self.op(Op::Bin { op: Bin::Max, d: greatest, a: greatest, b: value });
                }
                Sink::Equal(greatest, measure) => {
                    let value = self.measure(rule, &measure, env);
                    let choices = self.b.rule_mut(rule).choices.clone();
                    if self.explaining {
                        let kept = self.cmp(Cmp::Eq, value, greatest);
                        self.note_kept(self.b.origin, kept, true, &choices);
                    }
                    self.op(Op::JumpCmp { cmp: Cmp::Ne, a: value, b: greatest, to: dropped });
                }
            }
        }
        // Only what all others keep is counted.
        for sink in self.sinks.clone() {
            if let (Sink::Tally(once, twice), Some(i)) = (sink, self.destination(rule)) {
                self.tally(once, twice, i);
            }
        }
    }

    /// Makes a transition where it is generated: what comes first of it has been done there already.
    pub(in crate::lower) fn try_rule(&mut self, rule: RuleId, env: &Env<'t>) {
        if !env.firsts.is_empty() {
            let one = self.c(1);
            self.op(Op::Move { d: self.tried, a: one });
        }
        self.op(Op::CallRule { rule });
    }

    /// Where a rule's transitions lead.
    fn destination(&mut self, rule: RuleId) -> Option<Reg> {
        self.b.rule_mut(rule).choices.iter().find(|(role, _)| *role == Role::To).map(|(_, reg)| *reg)
    }

    fn tally(&mut self, once: SetReg, twice: SetReg, site: Reg) {
        let (again, end) = (self.b.label(), self.b.label());
        let known = self.b.reg();
        self.op(Op::SetHas { d: known, s: once, i: site });
        self.op(Op::JumpIf { c: known, to: again });
        self.op(Op::SetInsert { d: once, i: site });
        self.op(Op::Jump { to: end });
        self.b.place(again);
        self.op(Op::SetInsert { d: twice, i: site });
        self.b.place(end);
    }

    /// A block that computes a condition on the state reached, and where it leaves the answer: one for all moves of a generator.
    fn condition_block(
        &mut self,
        condition: &'t Term,
        env: &Env<'t>,
        (copy, posing): (Copy_, Option<Copy_>),
    ) -> Afterwards {
        let block = self.b.begin_block("condition afterwards");
        let mut path = self.path.clone();
        path.push(usize::MAX);
        let outer = (
            std::mem::take(&mut self.sinks),
            std::mem::replace(&mut self.purpose, Purpose::Ask),
            std::mem::replace(&mut self.path, path),
            std::mem::take(&mut self.decided),
            (std::mem::replace(&mut self.copy, copy), std::mem::replace(&mut self.posing, posing)),
        );
        // A mover who goes on is not the next: that is who answers. What is stored here is taken back with the move.
        if !self.alternates() {
            let (next, prev, mover, other) = (
                self.load(self.known.next),
                self.load(self.known.prev),
                self.c(self.copy.mover as i32),
                self.b.label(),
            );
            self.op(Op::JumpCmp { cmp: Cmp::Ne, a: next, b: mover, to: other });
            self.op(Op::Store { field: self.known.next, a: prev });
            self.b.place(other);
        }
        let holds = self.b.reg();
        let c = self.bool(condition, env);
        self.op(Op::Move { d: holds, a: c });
        (self.sinks, self.purpose, self.path, self.decided, (self.copy, self.posing)) = outer;
        self.op(Op::Ret {});
        self.b.end_block();
        Afterwards { block, holds, stands_alone: self.b.stands_alone(block) }
    }
}

/// A condition on the state reached.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct Afterwards {
    /// Computes it.
    block: BlockId,
    /// Where the answer is.
    holds: Reg,
    /// Whether it depends on the state alone, and not on loops around it.
    stands_alone: bool,
}
