//! Effects as routines: where a game would be too large for a program otherwise, what many moves do is lowered once for each mover, and
//! called with what the moves have at hand.

use super::{Copy_, Env, Lower, Purpose};
use crate::program::op::{BlockId, Op, Reg};
use parlour_grammar::rules::Term;
use std::collections::BTreeMap;

/// Forms of an effect from which on it is worth a routine.
const LEAST_FORMS: usize = 12;

/// What an effect is lowered for.
type Key = (Copy_, Option<Copy_>, usize, [bool; 9], Option<String>);

/// The routines so far.
#[derive(Default)]
pub(super) struct Routines {
    /// Whether effects are routines: only in games that would be too large otherwise.
    pub wanted: bool,
    known: BTreeMap<Key, (BlockId, [Option<Reg>; 9])>,
}

/// What may be at hand.
fn at_hand(env: &Env<'_>) -> [Option<Reg>; 9] {
    [env.from, env.to, env.between, env.site, env.level, env.level_from, env.level_to, env.value, env.player]
}

impl<'t> Lower<'t> {
    /// Performs an effect by its routine. Returns whether it has one.
    pub(super) fn perform_by_routine(&mut self, then: &'t Term, env: &Env<'t>) -> bool {
        let env = &env.bare();
        if !self.routines.wanted || !may_be_shared(env) || self.is_chancy(then) || forms(then) < LEAST_FORMS {
            return false;
        }
        let given = at_hand(env);
        let facing = env.component.and_then(|c| self.eq.components[c - 1].facing).map(|d| d.to_string());
        let key = (self.copy, self.posing, std::ptr::from_ref(then) as usize, given.map(|reg| reg.is_some()), facing);
        let (block, taken) = match self.routines.known.get(&key) {
            Some(known) => *known,
            None => self.routine(key, then, env),
        };
        for (from, to) in given.into_iter().zip(taken) {
            if let (Some(a), Some(d)) = (from, to) {
                self.op(Op::Move { d, a });
            }
        }
        self.op(Op::Call { block });
        true
    }

    fn routine(&mut self, key: Key, then: &'t Term, env: &Env<'t>) -> (BlockId, [Option<Reg>; 9]) {
        let taken = at_hand(env).map(|reg| reg.map(|_| self.b.reg()));
        let [from, to, between, site, level, level_from, level_to, value, player] = taken;
        let inner = Env { from, to, between, site, level, level_from, level_to, value, player, ..env.clone() };
        let block = self.b.begin_block(&format!("what moves of {} do", self.copy.mover));
        // Known before it is filled: it may ask for moves that it follows.
        self.routines.known.insert(key, (block, taken));
        let outer = (
            std::mem::replace(&mut self.path, vec![usize::MAX - 1, self.routines.known.len()]),
            std::mem::replace(&mut self.purpose, Purpose::Perform),
            std::mem::take(&mut self.sinks),
            std::mem::replace(&mut self.plain, false),
            std::mem::take(&mut self.decided),
        );
        self.perform_in_place(then, &inner);
        (self.path, self.purpose, self.sinks, self.plain, self.decided) = outer;
        self.op(Op::Ret {});
        self.b.end_block();
        (block, taken)
    }
}

/// Whether all that is at hand can be told to a routine.
fn may_be_shared(env: &Env<'_>) -> bool {
    env.group.is_none()
        && env.kind.is_none()
        && env.pips.is_none()
        && env.die.is_none()
        && env.double.is_none()
        && env.family.is_none()
        && env.team.is_none()
        && env.from_set.is_none()
        && env.used.is_empty()
        && !env.going_on
        && !env.running
}

fn forms(term: &Term) -> usize {
    let mut forms = 0;
    super::usage::visit(term, &mut |t| forms += usize::from(t.call().is_some()));
    forms
}
