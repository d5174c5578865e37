//! Effects, and questions whether somebody can move, as routines: where a game would be too large for a program otherwise, what many
//! moves do or ask is lowered once for each mover, and called with what they have at hand. Forms that say the same are one.

use crate::lower::{Copy_, Env, Lower, Purpose};
use crate::program::op::{BlockId, Op, Reg};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::rules::{Term, TermKind};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Forms from which on it is worth a routine.
const LEAST_FORMS: usize = 12;

/// What may be at hand, in registers.
type AtHand = [Option<Reg>; 9];

/// What a routine is for: whose, who moves in truth, the number of what is said, which way the piece at hand faces, and whether threats
/// are being looked for, or whether somebody can move, or can go on.
type Key = (Copy_, Option<Copy_>, usize, Option<String>, [bool; 3], Option<Reg>);

/// A routine.
#[derive(Clone, Copy)]
struct Routine {
    block: BlockId,
    /// Where it takes what is at hand from.
    taken: AtHand,
    /// What of this it reads.
    read: [bool; 9],
    /// Where a question leaves its answer.
    answer: Reg,
}

impl Routine {
    /// Whether it does the same where this is at hand.
    fn serves(&self, kinds: [bool; 9]) -> bool {
        let mut each = self.taken.iter().zip(self.read).zip(kinds);
        each.all(|((taken, read), given)| given == taken.is_some() || taken.is_some() && !read)
    }
}

/// The routines so far.
#[derive(Default)]
pub(super) struct Routines {
    /// Whether there are any: only in games that would be too large otherwise.
    pub wanted: bool,
    known: BTreeMap<Key, Vec<Routine>>,
    made: usize,
    /// The number of what each form says, by its place, and by what it says.
    numbers: BTreeMap<usize, usize>,
    said: BTreeMap<String, usize>,
}

impl Routines {
    fn that_serves(&self, key: &Key, kinds: [bool; 9]) -> Option<Routine> {
        self.known.get(key)?.iter().find(|routine| routine.serves(kinds)).copied()
    }
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
        let away = from_nothing(term).then(|| without_what_is_at_hand(env));
        let env = away.as_ref().unwrap_or(env);
        let given = at_hand(env);
        // A question whether somebody can move is about a turn that may go on.
        let asks = term.call().is_some_and(|c| c.prim == Prim::CanMove);
        let facing = env.component.and_then(|c| self.eq.components[c - 1].facing).map(|d| d.to_string());
        let number = self.number_of(term);
        let within = [self.threatening, self.stalemating && self.may_ask_for_moves(term), env.going_on || asks];
        let key = (self.copy, self.posing, number, facing, within, self.decided.was_pending);
        let kinds = given.map(|reg| reg.is_some());
        let Routine { block, taken, answer, .. } = match self.routines.that_serves(&key, kinds) {
            Some(known) => known,
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

    /// Whether what a form says may hang on whether somebody has no moves.
    fn may_ask_for_moves(&self, term: &'t Term) -> bool {
        let asks = |term: &'t Term| crate::lower::turns::script::speaks(term, &[Prim::NoMoves]);
        asks(term) || crate::lower::turns::script::speaks(term, &[Prim::ForEachPiece]) && self.items().iter().any(asks)
    }

    fn routine(&mut self, key: Key, env: &Env<'t>, body: impl FnOnce(&mut Self, &Env<'t>, Reg)) -> Routine {
        let taken = at_hand(env).map(|reg| reg.map(|_| self.b.reg()));
        let [from, to, between, site, level, level_from, level_to, value, player] = taken;
        let inner = Env { from, to, between, site, level, level_from, level_to, value, player, ..env.clone() };
        let answer = self.b.reg();
        let block = self.b.begin_block(&format!("routine of {}", self.copy.mover));
        let mut routine = Routine { block, taken, read: [true; 9], answer };
        // Known before it is filled: it may ask for moves that it follows.
        let (at, number) = (self.routines.known.entry(key.clone()).or_default().len(), self.routines.made);
        self.routines.made += 1;
        self.routines.known.entry(key.clone()).or_default().push(routine);
        let outer = (
            std::mem::replace(&mut self.path, vec![usize::MAX - 1, number]),
            std::mem::replace(&mut self.purpose, Purpose::Perform),
            std::mem::take(&mut self.sinks),
            std::mem::replace(&mut self.plain, false),
            std::mem::take(&mut self.decided),
        );
        body(self, &inner, answer);
        (self.path, self.purpose, self.sinks, self.plain, self.decided) = outer;
        self.op(Op::Ret {});
        self.b.end_block();
        let read = self.b.seal(block, taken.into_iter().flatten().collect(), answer);
        routine.read = taken.map(|reg| reg.is_some_and(|reg| read.contains(&reg)));
        if let Some(known) = self.routines.known.get_mut(&key).and_then(|known| known.get_mut(at)) {
            *known = routine;
        }
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

fn without_what_is_at_hand<'t>(env: &Env<'t>) -> Env<'t> {
    Env {
        from: None,
        to: None,
        between: None,
        site: None,
        level: None,
        level_from: None,
        level_to: None,
        value: None,
        player: None,
        ..env.clone()
    }
}

/// Whether a form asks for nothing that is at hand: it is about pieces wherever they are.
fn from_nothing(term: &Term) -> bool {
    let mut asks = false;
    super::usage::visit(term, &mut |t| {
        asks |= match &t.kind {
            TermKind::Call(call) => !FROM_NOTHING.contains(&call.prim),
            TermKind::Symbol(word) => word == "Player",
            _ => false,
        }
    });
    !asks
}

/// Forms that do not ask for what is at hand.
const FROM_NOTHING: &[Prim] = &[
    Prim::CanMove,
    Prim::Do,
    Prim::And,
    Prim::Or,
    Prim::Not,
    Prim::ForEachPiece,
    Prim::IsThreatened,
    Prim::Id,
    Prim::PlayerOf,
    Prim::SetNextPlayer,
];

/// Whether all that is at hand can be told to a routine.
fn may_be_shared(env: &Env<'_>) -> bool {
    env.group.is_none()
        && env.kind.is_none()
        && env.pips.is_none()
        && env.die.is_none()
        && env.double.is_none()
        && env.family.is_none()
        && env.team.is_none()
        && env.track.is_none()
        && env.from_set.is_none()
        && env.used.is_empty()
        && !env.running
}

/// How many forms a term stands for: one that is about all pieces stands for the moves of each.
fn forms(term: &Term) -> usize {
    let mut forms = 0;
    super::usage::visit(term, &mut |t| {
        forms += t.call().map_or(0, |call| if call.prim == Prim::ForEachPiece { LEAST_FORMS } else { 1 });
    });
    forms
}
