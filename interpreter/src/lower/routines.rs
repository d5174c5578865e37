//! Effects, and questions whether somebody can move, as routines: where a game would be too large for a program otherwise, what many
//! moves do or ask is lowered once for each mover, and called with what they have at hand. Forms that say the same are one.

use super::{Copy_, Env, Lower, Purpose};
use crate::program::op::{BlockId, Op, Reg};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::rules::{Term, TermKind};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Forms from which on it is worth a routine.
const LEAST_FORMS: usize = 12;

/// What may be at hand, in registers.
type AtHand = [Option<Reg>; 9];

/// What a routine is for: whose, who moves in truth, the number of what is said, what is at hand, which way the piece at hand faces, and
/// whether threats are being looked for.
type Key = (Copy_, Option<Copy_>, usize, [bool; 9], Option<String>, [bool; 2], Option<Reg>);

/// A routine: its block, where it takes what is at hand from, and where a question leaves its answer.
type Routine = (BlockId, AtHand, Reg);

/// The routines so far.
#[derive(Default)]
pub(super) struct Routines {
    /// Whether there are any: only in games that would be too large otherwise.
    pub wanted: bool,
    known: BTreeMap<Key, Routine>,
    /// The number of what each form says, by its place, and by what it says.
    numbers: BTreeMap<usize, usize>,
    said: BTreeMap<String, usize>,
}

fn at_hand(env: &Env<'_>) -> AtHand {
    [env.from, env.to, env.between, env.site, env.level, env.level_from, env.level_to, env.value, env.player]
}

impl<'t> Lower<'t> {
    /// Performs an effect by its routine. Returns whether it has one.
    pub(super) fn perform_by_routine(&mut self, term: &'t Term, env: &Env<'t>) -> bool {
        self.call_routine(term, &env.bare(), |l, env, _| l.perform_in_place(term, env)).is_some()
    }

    /// The answer to the question whether somebody can move, if that has a routine.
    pub(super) fn ask_routine(&mut self, term: &'t Term, env: &Env<'t>) -> Option<Reg> {
        if !self.routines.wanted || term.call().is_none_or(|c| c.prim != Prim::CanMove) {
            return None;
        }
        let answer = self.call_routine(term, &env.bare(), |l, env, answer| {
            let c = l.bool_in_place(term, env);
            l.op(Op::Move { d: answer, a: c });
        })?;
        let d = self.b.reg();
        self.op(Op::Move { d, a: answer });
        Some(d)
    }

    fn call_routine(
        &mut self,
        term: &'t Term,
        env: &Env<'t>,
        body: impl FnOnce(&mut Self, &Env<'t>, Reg),
    ) -> Option<Reg> {
        if !self.routines.wanted || !may_be_shared(env) || self.is_chancy(term) || forms(term) < LEAST_FORMS {
            return None;
        }
        let given = at_hand(env);
        let facing = env.component.and_then(|c| self.eq.components[c - 1].facing).map(|d| d.to_string());
        let number = self.number_of(term);
        let (kinds, within) = (given.map(|reg| reg.is_some()), [self.threatening, self.stalemating]);
        let key = (self.copy, self.posing, number, kinds, facing, within, self.decided.was_pending);
        let (block, taken, answer) = match self.routines.known.get(&key) {
            Some(known) => *known,
            None => self.routine(key, env, body),
        };
        for (from, to) in given.into_iter().zip(taken) {
            if let (Some(a), Some(d)) = (from, to) {
                self.op(Op::Move { d, a });
            }
        }
        self.op(Op::Call { block });
        Some(answer)
    }

    fn routine(&mut self, key: Key, env: &Env<'t>, body: impl FnOnce(&mut Self, &Env<'t>, Reg)) -> Routine {
        let taken = at_hand(env).map(|reg| reg.map(|_| self.b.reg()));
        let [from, to, between, site, level, level_from, level_to, value, player] = taken;
        let inner = Env { from, to, between, site, level, level_from, level_to, value, player, ..env.clone() };
        let answer = self.b.reg();
        let block = self.b.begin_block(&format!("routine of {}", self.copy.mover));
        let routine = (block, taken, answer);
        // Known before it is filled: it may ask for moves that it follows.
        self.routines.known.insert(key, routine);
        let outer = (
            std::mem::replace(&mut self.path, vec![usize::MAX - 1, self.routines.known.len()]),
            std::mem::replace(&mut self.purpose, Purpose::Perform),
            std::mem::take(&mut self.sinks),
            std::mem::replace(&mut self.plain, false),
            std::mem::take(&mut self.decided),
        );
        body(self, &inner, answer);
        (self.path, self.purpose, self.sinks, self.plain, self.decided) = outer;
        self.op(Op::Ret {});
        self.b.end_block();
        routine
    }

    /// The number of what a form says: forms that say the same have the same.
    fn number_of(&mut self, term: &Term) -> usize {
        let at = std::ptr::from_ref(term) as usize;
        if let Some(number) = self.routines.numbers.get(&at) {
            return *number;
        }
        let mut text = String::new();
        say(term, &mut text);
        let next = self.routines.said.len();
        let number = *self.routines.said.entry(text).or_insert(next);
        self.routines.numbers.insert(at, number);
        number
    }
}

/// What a term says, wherever it stands.
fn say(term: &Term, out: &mut String) {
    _ = match &term.kind {
        TermKind::Int(n) => write!(out, "{n} "),
        TermKind::Real(x) => write!(out, "{x}r "),
        TermKind::Bool(b) => write!(out, "{b} "),
        TermKind::Text(text) => write!(out, "{text:?} "),
        TermKind::Symbol(word) => write!(out, "{word}:{:?} ", term.ty),
        TermKind::List(members) => {
            out.push('{');
            members.iter().for_each(|member| say(member, out));
            write!(out, "}} ")
        }
        TermKind::Range(ends) => {
            out.push('[');
            say(&ends.0, out);
            say(&ends.1, out);
            write!(out, "] ")
        }
        TermKind::Call(call) => {
            _ = write!(out, "({:?}.{} ", call.prim, call.signature);
            for (slot, arg) in &call.args {
                _ = write!(out, "{slot}=");
                say(arg, out);
            }
            write!(out, ") ")
        }
    };
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
