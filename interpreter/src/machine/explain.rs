//! Why a move is, or is not, legal, and what a ply does: what a program compiled to explain tells while it runs.

use super::State;
use super::run::Run;
use super::sets;
use crate::program::op::{NoteId, Reg, SetReg};
use crate::program::{MoveKind, Note, NoteKind, Part, Program, Role};
use parlour_grammar::span::Origin;
use std::collections::BTreeMap;

/// What is asked about: a move as far as it is known.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// What kind of move; any of these, and any at all if there are none.
    pub kinds: Vec<MoveKind>,
    /// Its word, for a move that is one.
    pub word: Option<String>,
    /// The choices named, by what they are about.
    pub choices: Vec<(Role, i32)>,
}

impl Wanted {
    /// Whether a rule can make such a move.
    #[must_use]
    pub fn may_be_of(&self, program: &Program, rule: u16) -> bool {
        let rule = &program.rules[rule as usize];
        (self.kinds.is_empty() || self.kinds.contains(&rule.kind))
            && self.word.as_ref().is_none_or(|word| rule.word.eq_ignore_ascii_case(word))
            && self.choices.iter().all(|(role, _)| rule.choices.iter().any(|(r, _)| r == role))
    }

    /// How many of the named choices agree with those settled; `None` if one contradicts.
    fn agreement(&self, settled: &[(Option<Role>, Reg)], regs: &[i32]) -> Option<usize> {
        let mut agreed = 0;
        for (role, reg) in settled {
            let value = regs[reg.0 as usize];
            match role {
                Some(role) => {
                    for (_, wanted) in self.choices.iter().filter(|(r, _)| r == role) {
                        if *wanted != value {
                            return None;
                        }
                        agreed += 1;
                    }
                }
                None => {
                    let mut sites = self.choices.iter().filter(|(r, _)| is_site(*r)).peekable();
                    if sites.peek().is_some() {
                        agreed += 1;
                        sites.find(|(_, wanted)| *wanted == value)?;
                    }
                }
            }
        }
        Some(agreed)
    }
}

fn is_site(role: Role) -> bool {
    matches!(role, Role::From | Role::To)
}

/// A value that was told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Told {
    /// None.
    Nothing,
    /// A number, or a truth value.
    Int(i32),
    /// Sites.
    Sites(Vec<u32>),
    /// How often a condition within held, of how often it was asked.
    Times(u32, u32),
}

/// A condition that was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    /// Which note told of it.
    pub note: NoteId,
    /// The condition.
    pub origin: Origin,
    /// Its truth value.
    pub holds: bool,
    /// Whether what depends on it needs it to hold.
    pub wanted: bool,
    /// How many of the named choices were settled, and agreed.
    pub agreed: usize,
    /// For the sites that a choice runs through: the sites asked about, and those sites.
    pub sites: Option<(Vec<u32>, Vec<u32>)>,
    /// The values of the terms in it, in the order in which they were computed, each the last it had.
    pub values: Vec<(Origin, bool, Told)>,
    /// The part of a ply that asked, and the form that it is.
    pub part: Option<(Part, Origin)>,
}

/// A form that was about to make moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Near {
    /// The form.
    pub origin: Origin,
    /// How many of the named choices agreed.
    pub agreed: usize,
    /// The values of the terms that were computed for it.
    pub values: Vec<(Origin, bool, Told)>,
    /// The numbers that the loops around it run through.
    pub bounds: Vec<(i32, i32)>,
}

/// Something that a form did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The form; none for what every ply does.
    pub origin: Option<Origin>,
    /// The part of the ply it belongs to.
    pub part: Option<Part>,
    /// The state after it.
    pub after: State,
}

/// The answer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explanation {
    /// The rules that make the move, each with the conditions that held.
    pub made_by: Vec<(u16, Vec<Asked>)>,
    /// What stood against it, or was asked in the ply: those that came closest first.
    pub asked: Vec<Asked>,
    /// The forms that were about to make it, nearest first.
    pub generators: Vec<Near>,
    /// What was done, in order.
    pub steps: Vec<Step>,
}

/// Follows a run.
#[derive(Clone, Debug)]
pub(crate) struct Tracer {
    wanted: Wanted,
    answer: Explanation,
    /// Values since the last condition, in order, and how often each was told.
    values: Vec<(NoteId, Told, u32)>,
    /// Conditions of runs within: how often each held, and how often it was asked.
    inner: Vec<(NoteId, u32, u32)>,
    /// The numbers that loops run through, by the note of the greatest.
    bounds: Vec<(NoteId, i32, i32)>,
    least: i32,
    /// Runs under way where the tracer began.
    base: usize,
    /// Conditions that are as they should be for what agreed, by note.
    held: BTreeMap<NoteId, Asked>,
    /// The parts of the ply under way.
    open: Vec<(Part, Origin)>,
    /// Effects under way that are only tried.
    tried: usize,
    known: State,
}

/// Steps of a ply that are kept at most: what goes on longer is not read by anyone.
const MOST_STEPS: usize = 1000;

impl Tracer {
    /// `base` is the number of runs under way: one where a generator is followed.
    pub fn new(wanted: Wanted, state: &State, base: usize) -> Self {
        Tracer {
            wanted,
            answer: Explanation::default(),
            values: Vec::new(),
            inner: Vec::new(),
            bounds: Vec::new(),
            least: 0,
            base,
            held: BTreeMap::new(),
            open: Vec::new(),
            tried: 0,
            known: state.clone(),
        }
    }

    fn told(&mut self, id: NoteId, told: Told) {
        let before = self.values.iter().position(|(other, ..)| *other == id);
        let times = before.map_or(0, |at| self.values.remove(at).2);
        self.values.push((id, told, times + 1));
    }

    fn told_within(&mut self, id: NoteId, holds: bool) {
        match self.inner.iter_mut().find(|(other, ..)| *other == id) {
            Some((_, held, asked)) => (*held, *asked) = (*held + u32::from(holds), *asked + 1),
            None => self.inner.push((id, u32::from(holds), 1)),
        }
    }

    fn forget(&mut self) {
        self.values.clear();
        self.inner.clear();
    }

    /// The values told since the last condition; `once`, without those that a loop has told several times.
    fn values(&self, program: &Program, once: bool) -> Vec<(Origin, bool, Told)> {
        let value = |id: NoteId, told: Told| {
            let note = &program.notes[id.0 as usize];
            match note.kind {
                NoteKind::Value { truth } => Some((note.origin, truth, told)),
                _ => None,
            }
        };
        let own = self.values.iter().filter(|(_, _, times)| !once || *times == 1);
        let own = own.filter_map(|(id, told, _)| value(*id, told.clone()));
        own.chain(self.inner.iter().filter_map(|(id, held, asked)| value(*id, Told::Times(*held, *asked)))).collect()
    }

    /// A condition, with the values told since it was begun.
    fn condition(
        &mut self,
        program: &Program,
        id: NoteId,
        holds: bool,
        wanted: bool,
        agreed: usize,
        sites: Option<(Vec<u32>, Vec<u32>)>,
    ) {
        let note = &program.notes[id.0 as usize];
        let values = self.values(program, sites.is_some());
        let part = self.open.last().copied();
        let asked = Asked { note: id, origin: note.origin, holds, wanted, agreed, sites, values, part };
        if part.is_some() {
            self.answer.asked.push(asked);
        } else if holds == wanted {
            self.held.insert(id, asked);
        } else if !self.answer.asked.iter().any(|a| a.note == id && a.agreed >= agreed) {
            self.answer.asked.retain(|a| a.note != id);
            self.answer.asked.push(asked);
        }
    }

    fn emitted(&mut self, program: &Program, note: &Note, rule: u16, regs: &[i32]) {
        let choices = &program.rules[rule as usize].choices;
        let settled: Vec<(Option<Role>, Reg)> = choices.iter().map(|(role, reg)| (Some(*role), *reg)).collect();
        let fits = self.wanted.may_be_of(program, rule)
            && self.wanted.agreement(&settled, regs).is_some_and(|agreed| agreed >= self.wanted.choices.len());
        if fits && !self.answer.made_by.iter().any(|(made, _)| *made == rule) {
            let of = |asked: &&Asked| note.scope.starts_with(&program.notes[asked.note.0 as usize].scope);
            let held = self.held.values().filter(of).cloned().collect();
            self.answer.made_by.push((rule, held));
        }
    }

    /// What has changed since the last look was done by the form at hand.
    fn look(&mut self, words: &[u64]) {
        if self.known.words != words && self.answer.steps.len() < MOST_STEPS {
            self.known.words.clear();
            self.known.words.extend_from_slice(words);
            let (part, origin) = self.open.last().copied().unzip();
            self.answer.steps.push(Step { origin, part, after: self.known.clone() });
        }
    }

    pub fn finish(mut self) -> Explanation {
        self.answer.asked.sort_by_key(|asked| std::cmp::Reverse(asked.agreed));
        self.answer.generators.sort_by_key(|near| std::cmp::Reverse(near.agreed));
        self.answer
    }
}

impl<const W: usize> Run<'_, W> {
    /// The members of a set register.
    #[cold]
    pub(super) fn members(&self, s: SetReg) -> Vec<u32> {
        let mut rest = self.s(s);
        let mut members = Vec::new();
        while let Some(site) = sets::min(&rest) {
            rest[site as usize / 64] &= rest[site as usize / 64] - 1;
            members.push(site);
        }
        members
    }

    #[cold]
    pub(super) fn note(&mut self, id: NoteId, told: Told) {
        let Some(tracer) = &mut self.core.tracer else { return };
        let program = self.program;
        let note = &program.notes[id.0 as usize];
        let regs = &self.regs[..];
        // Runs within the run ask whether there are moves, which are not the player's; trials are taken back.
        let performing = tracer.open.last().is_some_and(|(part, _)| *part == Part::Effect);
        let outer = self.core.frames.len() <= tracer.base + usize::from(performing);
        let trial = !self.core.marks.is_empty();
        match note.kind {
            NoteKind::Nothing => {}
            NoteKind::Value { .. } if outer => tracer.told(id, told),
            NoteKind::Value { truth: true } => tracer.told_within(id, told != Told::Int(0)),
            NoteKind::Ask if outer => tracer.forget(),
            // What effects ask while they are tried is no condition of the move.
            NoteKind::Condition(_) if trial && tracer.tried > 0 => {}
            NoteKind::Condition(wanted) if outer => {
                let Told::Int(value) = told else { return };
                let Some(agreed) = tracer.wanted.agreement(&note.settled, regs) else { return };
                if let Some((table, cursor)) = note.ahead {
                    // Only what lies on the way to the destination asked about matters.
                    let rest = program.tables[table.0 as usize].iter().skip(regs[cursor.0 as usize] as u32 as usize);
                    let mut rest = rest.take_while(|site| **site >= 0);
                    let to = tracer.wanted.choices.iter().find(|(role, _)| *role == Role::To);
                    if to.is_some_and(|(_, to)| !rest.any(|site| site == to)) {
                        return;
                    }
                }
                tracer.condition(program, id, value != 0, wanted, agreed, None);
            }
            NoteKind::Within(role) if outer => {
                let Told::Sites(sites) = told else { return };
                let Some(agreed) = tracer.wanted.agreement(&note.settled, regs) else { return };
                let named = |r: Role| role.map_or_else(|| is_site(r), |role| role == r);
                let sought: Vec<u32> =
                    tracer.wanted.choices.iter().filter(|(r, _)| named(*r)).map(|(_, site)| *site as u32).collect();
                if !sought.is_empty() {
                    let holds = sought.iter().any(|site| sites.contains(site));
                    tracer.condition(program, id, holds, true, agreed, Some((sought, sites)));
                }
            }
            NoteKind::Least | NoteKind::Most if outer => {
                let (Told::Int(value), Some(_)) = (told, tracer.wanted.agreement(&note.settled, regs)) else { return };
                if note.kind == NoteKind::Least {
                    tracer.least = value;
                } else {
                    tracer.bounds.retain(|(other, ..)| *other != id);
                    tracer.bounds.push((id, tracer.least, value));
                }
            }
            NoteKind::Generator if outer => {
                if let Some(agreed) = tracer.wanted.agreement(&note.settled, regs) {
                    let around = |id: &NoteId| note.scope.starts_with(&program.notes[id.0 as usize].scope);
                    let bounds = tracer.bounds.iter().filter(|(id, ..)| around(id)).map(|(_, lo, hi)| (*lo, *hi));
                    let bounds = bounds.collect();
                    let near = Near { origin: note.origin, agreed, values: tracer.values(program, true), bounds };
                    let known = tracer.answer.generators.iter().position(|n| n.origin == near.origin);
                    match known {
                        Some(at) if tracer.answer.generators[at].agreed < agreed => tracer.answer.generators[at] = near,
                        Some(_) => {}
                        None => tracer.answer.generators.push(near),
                    }
                }
            }
            NoteKind::Emit(rule) if outer => tracer.emitted(program, note, rule.0, regs),
            NoteKind::Begin(_) if trial => tracer.tried += 1,
            NoteKind::Done(_) if trial => tracer.tried = tracer.tried.saturating_sub(1),
            NoteKind::Begin(part) => {
                tracer.tried = 0;
                tracer.look(self.words);
                tracer.open.push((part, note.origin));
            }
            NoteKind::Done(part) => {
                tracer.look(self.words);
                if let Some(at) = tracer.open.iter().rposition(|open| *open == (part, note.origin)) {
                    tracer.open.truncate(at);
                }
            }
            _ => {}
        }
    }
}
