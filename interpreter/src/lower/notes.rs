//! What a program compiled to explain tells on its way. In any other program none of this leaves a trace.

use crate::lower::{Env, Lower};
use crate::program::op::{NoteId, Op, Reg, RuleId, SetReg, TableId};
use crate::program::{Note, NoteKind, Part, Role};
use parlour_grammar::catalogue::Type;
use parlour_grammar::rules::Term;
use parlour_grammar::span::Origin;

impl<'t> Lower<'t> {
    // Values.

    /// The value of a number or a truth value.
    pub(super) fn note_value(&mut self, term: &Term, value: Reg) {
        if self.explaining {
            let note = self.note(NoteKind::Value { truth: term.ty == Type::Bool }, term.origin, Vec::new());
            self.op(Op::NoteInt { note, a: value });
        }
    }

    /// The value of a region.
    pub(super) fn note_set(&mut self, term: &Term, set: SetReg) {
        if self.explaining {
            let note = self.note(NoteKind::Value { truth: term.ty == Type::Bool }, term.origin, Vec::new());
            self.op(Op::NoteSet { note, s: set });
        }
    }

    // Conditions.

    /// What is told from here on belongs to the next condition.
    pub(super) fn note_ask(&mut self) {
        if self.explaining {
            let note = self.note(NoteKind::Ask, self.b.origin, Vec::new());
            self.op(Op::Note { note });
        }
    }

    /// A condition of what the forms at hand make.
    pub(super) fn note_condition(&mut self, origin: Origin, holds: Reg, env: &Env<'t>) {
        if self.explaining {
            let note = self.note(NoteKind::Condition(true), origin, settled(env));
            self.op(Op::NoteInt { note, a: holds });
        }
    }

    /// A condition that one form needs to hold, and another not to hold.
    pub(super) fn note_branches(&mut self, origin: Origin, holds: Reg, yes: &Term, no: Option<&Term>, env: &Env<'t>) {
        if !self.explaining {
            return;
        }
        for (branch, wanted) in [(Some(yes), true), (no, false)] {
            let Some(branch) = branch else { continue };
            self.within(std::ptr::from_ref(branch) as usize, |l| {
                let note = l.note(NoteKind::Condition(wanted), origin, settled(env));
                l.op(Op::NoteInt { note, a: holds });
            });
        }
    }

    /// Whether a form has made moves, so that those after it make none.
    pub(super) fn note_priority(&mut self, first: &Term, later: &[Term], before: Reg, after: Reg, env: &Env<'t>) {
        if !self.explaining {
            return;
        }
        let made = self.bin(crate::program::op::Bin::Sub, after, before);
        for form in later {
            self.within(std::ptr::from_ref(form) as usize, |l| {
                let note = l.note(NoteKind::Condition(false), first.origin, settled(env));
                l.op(Op::NoteInt { note, a: made });
            });
        }
    }

    /// A condition on a site that lies on the way to those ahead.
    pub(super) fn note_passing(&mut self, origin: Origin, holds: Reg, ahead: (TableId, Reg), env: &Env<'t>) {
        if self.explaining {
            let settled = env.from.map(|from| (Some(Role::From), from)).into_iter().collect();
            let note = self.note(NoteKind::Condition(true), origin, settled);
            self.b.note_mut(note).ahead = Some(ahead);
            self.op(Op::NoteInt { note, a: holds });
        }
    }

    /// A condition asked of a transition that has all its choices; the transition is kept if it is as `wanted`.
    pub(super) fn note_kept(&mut self, origin: Origin, holds: Reg, wanted: bool, choices: &[(Role, Reg)]) {
        if self.explaining {
            let settled =
                choices.iter().filter(|(role, _)| *role != Role::Other).map(|(role, reg)| (Some(*role), *reg));
            let note = self.note(NoteKind::Condition(wanted), origin, settled.collect());
            self.op(Op::NoteInt { note, a: holds });
        }
    }

    /// The sites that a choice runs through.
    pub(super) fn note_within(&mut self, origin: Origin, role: Option<Role>, set: SetReg, env: &Env<'t>) {
        if self.explaining {
            let note = self.note(NoteKind::Within(role), origin, settled(env));
            self.op(Op::NoteSet { note, s: set });
        }
    }

    /// The only site that a choice can be.
    pub(super) fn note_within_one(&mut self, origin: Origin, role: Role, site: Reg, env: &Env<'t>) {
        if self.explaining {
            let set = self.single(site);
            self.note_within(origin, Some(role), set, env);
        }
    }

    /// The sites of the pieces whose moves are made.
    pub(super) fn note_pieces(&mut self, owners: &[u32], names: &[&str], term: &Term, env: &Env<'t>) {
        if !self.explaining {
            return;
        }
        let named = |name: &str| names.is_empty() || names.contains(&name);
        let components = self.eq.components.iter().enumerate();
        let fitting = components.filter(|(_, c)| owners.contains(&c.owner) && (named(&c.base) || named(&c.name)));
        let numbers: Vec<i32> = fitting.map(|(i, _)| i as i32 + 1).collect();
        let mut all = self.b.set_constant([]);
        for number in numbers {
            let number = self.c(number);
            let sites = self.sites_of_component(number);
            all = self.set_or(all, sites);
        }
        self.note_ask();
        self.note_within(term.origin, Some(Role::From), all, env);
    }

    /// The numbers that a loop runs through.
    pub(super) fn note_bounds(&mut self, term: &Term, (least, most): (Reg, Reg), env: &Env<'t>) {
        if self.explaining {
            for (kind, value) in [(NoteKind::Least, least), (NoteKind::Most, most)] {
                let note = self.note(kind, term.origin, settled(env));
                self.op(Op::NoteInt { note, a: value });
            }
        }
    }

    // What happens.

    /// A form is about to make moves.
    pub(super) fn note_generator(&mut self, term: &Term, env: &Env<'t>) {
        if self.explaining {
            let note = self.note(NoteKind::Generator, term.origin, settled(env));
            self.op(Op::Note { note });
        }
    }

    /// A transition.
    pub(super) fn note_emit(&mut self, rule: RuleId, term: &Term) {
        if self.explaining {
            let note = self.note(NoteKind::Emit(rule), term.origin, Vec::new());
            self.op(Op::Note { note });
        }
    }

    /// A part of a ply begins.
    pub(super) fn note_begin(&mut self, part: Part, origin: Origin) {
        if self.explaining {
            let note = self.note(NoteKind::Begin(part), origin, Vec::new());
            self.op(Op::Note { note });
        }
    }

    /// It is over.
    pub(super) fn note_done(&mut self, part: Part, origin: Origin) {
        if self.explaining {
            let note = self.note(NoteKind::Done(part), origin, Vec::new());
            self.op(Op::Note { note });
        }
    }

    fn note(&mut self, kind: NoteKind, origin: Origin, settled: Vec<(Option<Role>, Reg)>) -> NoteId {
        let scope = if matches!(kind, NoteKind::Value { .. }) { Vec::new() } else { self.path.clone() };
        self.b.note(Note { kind, origin, settled, ahead: None, scope })
    }
}

/// The choices that an environment has settled.
fn settled(env: &Env<'_>) -> Vec<(Option<Role>, Reg)> {
    let from = env.from.map(|r| (Some(Role::From), r));
    // Where sites are run through, `(to)` is the site at hand, too.
    let to = env.to.filter(|to| env.site != Some(*to)).map(|r| (Some(Role::To), r));
    // A site that is run through may become either, as long as nothing else is.
    let site = env.site.filter(|_| from.is_none() && to.is_none()).map(|r| (None, r));
    from.into_iter().chain(to).chain(site).collect()
}
