//! Why a move is, or is not, legal: the conditions that were asked about it.

use crate::program::op::Reg;
use crate::program::{Program, Role};
use parlour_grammar::span::Origin;

/// What is asked about: a move as far as it is known.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// The choices named, by what they are about.
    pub choices: Vec<(Role, i32)>,
}

impl Wanted {
    /// How many of the named choices `settled` agrees with; `None` if it contradicts one.
    fn agreement(&self, settled: &[(Role, Reg)], regs: &[i32]) -> Option<usize> {
        let mut agreed = 0;
        for (role, value) in &self.choices {
            if let Some((_, reg)) = settled.iter().find(|(r, _)| r == role) {
                if regs[reg.0 as usize] != *value {
                    return None;
                }
                agreed += 1;
            }
        }
        Some(agreed)
    }
}

/// A condition that did not hold, for a transition that agreed with the question so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The condition.
    pub origin: Origin,
    /// How many of the named choices were settled, and agreed.
    pub agreed: usize,
}

/// The answer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explanation {
    /// The rules that make the move.
    pub made_by: Vec<u16>,
    /// The conditions that failed, those that came closest first.
    pub failures: Vec<Failure>,
    /// The conditions that held for a transition that agreed.
    pub held: Vec<Origin>,
}

#[derive(Clone, Debug)]
pub(crate) struct Tracer {
    wanted: Wanted,
    answer: Explanation,
}

impl Tracer {
    pub fn new(wanted: Wanted) -> Self {
        Tracer { wanted, answer: Explanation::default() }
    }

    /// A conditional jump at `pc` is about to be decided; `taken` says how.
    pub fn jump(&mut self, program: &Program, pc: u32, taken: bool, regs: &[i32]) {
        let Ok(at) = program.guards.binary_search_by_key(&pc, |g| g.pc) else { return };
        let guard = &program.guards[at];
        let Some(agreed) = self.wanted.agreement(&guard.settled, regs) else { return };
        let origin = program.origins[pc as usize];
        if taken == guard.jumps_if_holds {
            if !self.answer.held.contains(&origin) {
                self.answer.held.push(origin);
            }
        } else {
            let failure = Failure { origin, agreed };
            if !self.answer.failures.contains(&failure) {
                self.answer.failures.push(failure);
            }
        }
    }

    /// A transition of `rule` with its choices in the registers.
    pub fn emit(&mut self, program: &Program, rule: u16, regs: &[i32]) {
        let choices = &program.rules[rule as usize].choices;
        if self.wanted.agreement(choices, regs) == Some(self.wanted.choices.len())
            && !self.answer.made_by.contains(&rule)
        {
            self.answer.made_by.push(rule);
        }
    }

    pub fn finish(mut self) -> Explanation {
        self.answer.failures.sort_by_key(|f| std::cmp::Reverse(f.agreed));
        self.answer
    }
}
