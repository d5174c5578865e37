//! The forms of a turn: steps, choices, questions to other players, sealed decisions.

pub(in crate::lower) mod at_once;
pub(in crate::lower) mod chance;
pub(in crate::lower) mod dice;
pub(in crate::lower) mod people;
pub(in crate::lower) mod ply;
pub(in crate::lower) mod ranking;
pub(in crate::lower) mod rounds;
pub(in crate::lower) mod script;
pub(in crate::lower) mod simultaneous;
pub(in crate::lower) mod start;
pub(in crate::lower) mod teams;

use crate::lower::moves::Emission;
use crate::lower::turns::script::{Asked, speaks};
use crate::lower::{Env, Lower, Purpose};
use crate::program::op::{Bin, Cmp, FieldId, Op, Reg};
use crate::program::{MoveKind, NodeKind, Role};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::diagnostic::Diagnostic;
use parlour_grammar::rules::{Call, Term, TermKind};

/// A step that may be begun at a node, among others.
struct Alternative<'t> {
    call: &'t Call,
    /// How often it has been done in this turn, where that matters.
    done: Option<FieldId>,
    /// Whether the player may leave it out.
    optional: bool,
}

/// Statements: what is not a decision by itself.
const STATEMENTS: &[Prim] = &[
    Prim::Turn,
    Prim::TurnStep,
    Prim::AnyOrder,
    Prim::Ask,
    Prim::Sealed,
    Prim::Finish,
    Prim::Checkpoint,
    Prim::Roll,
    Prim::Draw,
    Prim::Random,
    Prim::If,
    Prim::ForEachPlayer,
];

/// Effects that are carried out where they stand in a turn.
const EFFECTS: &[Prim] = &[
    Prim::Seq,
    Prim::Let,
    Prim::UseDie,
    Prim::SetVar,
    Prim::SetValue,
    Prim::SetPlayer,
    Prim::SetSite,
    Prim::SetHidden,
    Prim::Reveal,
    Prim::Hide,
    Prim::AddScore,
    Prim::MoveAll,
    Prim::SetNextPlayer,
    Prim::MoveAgain,
    Prim::SetPending,
    Prim::RememberValue,
    Prim::ForgetValue,
    Prim::Trigger,
    Prim::TakeControl,
    Prim::Note,
];

fn name_of(call: &Call) -> &str {
    call.get("name").and_then(Term::text).unwrap_or_default()
}

/// How a step or a value is written where it is a word of a move.
fn word_of(name: &str) -> String {
    name.to_lowercase().split_whitespace().collect::<Vec<_>>().join("_")
}

impl<'t> Lower<'t> {
    /// Code of a statement of a turn.
    pub(in crate::lower) fn statement(&mut self, term: &'t Term, env: &Env<'t>) {
        let at = std::ptr::from_ref(term) as usize;
        if self.b.is_overfull() {
            return;
        }
        self.within(at, |l| l.at_origin(term.origin, |l| l.statement_here(term, env)));
    }

    /// Statements and effects, one after the other.
    fn in_sequence(&mut self, call: &'t Call, env: &Env<'t>) {
        let get = |slot: &str| call.get(slot);
        for member in get("list").expect("checked").members() {
            let inner = member.call().map(|c| c.prim);
            let statement = inner.is_some_and(|p| STATEMENTS.contains(&p) || EFFECTS.contains(&p) || p == Prim::Choose);
            if statement {
                self.statement(member, env);
            } else {
                self.draw_values(member, env);
                self.perform(member, env);
            }
        }
    }

    fn statement_here(&mut self, term: &'t Term, env: &Env<'t>) {
        let call = match &term.kind {
            TermKind::List(members) => return self.statements(members, env),
            TermKind::Call(call) => call,
            _ => return self.unsupported(term),
        };
        let get = |slot: &str| call.get(slot);
        match call.prim {
            Prim::Turn => {
                if let Some(begin) = get("begin") {
                    self.perform(begin, env);
                }
                self.statements(get("list").expect("checked").members(), env);
                if let Some(end) = get("end") {
                    // Whatever leads to the end of the turn leads here.
                    let outer = self.turns.script.as_ref().expect("within a turn").end;
                    self.b.place(outer);
                    let after = self.b.label();
                    self.turns.script.as_mut().expect("within a turn").end = after;
                    self.perform(end, env);
                }
            }
            Prim::TurnStep => self.step(call, term, &[], env),
            Prim::AnyOrder => self.any_order(get("list").expect("checked").members(), &[], term, env),
            Prim::Ask => {
                let player = get("player").expect("checked");
                let script = self.turns.script.as_mut().expect("within a turn");
                let outer = script.asked.replace(Asked::By(player, Box::new(env.clone())));
                self.statements(get("list").expect("checked").members(), env);
                self.turns.script.as_mut().expect("within a turn").asked = outer;
            }
            Prim::Sealed => self.sealed(get("list").expect("checked"), env),
            Prim::Finish => {
                let word = get("word").and_then(Term::symbol).unwrap_or_default();
                let script = self.turns.script.as_ref().expect("within a turn");
                let (step_end, end) = (script.step_ends.last().copied(), script.end);
                let to = match (word, step_end) {
                    ("Step", Some(step_end)) => step_end,
                    ("Turn", _) => end,
                    ("Round" | "Match", _) if self.is_match() => {
                        self.finish_round(word);
                        end
                    }
                    _ => return self.nothing_to_finish(word, term),
                };
                self.op(Op::Jump { to });
                // What follows is reached by no other way, and must still be a whole block.
            }
            Prim::Checkpoint => {
                let ends = self.ends_here();
                let on = self.b.label();
                self.op(Op::Call { block: ends });
                let over = self.load(self.known.over);
                self.op(Op::JumpUnless { c: over, to: on });
                self.op(Op::Ret {});
                self.b.place(on);
            }
            Prim::And if call.look("then").is_none() && self.is_chancy(term) => {
                get("list").expect("checked").members().iter().for_each(|m| self.statement(m, env));
            }
            Prim::Roll => self.roll(call, term, env),
            Prim::Draw => self.draw_pieces(call, term, env),
            Prim::Random if call.look("probabilities").is_some() => {
                self.random_choice(call, term);
                let (field, zero) = (self.settled_slot(term), self.c(0));
                let end = self.b.label();
                for (i, moves) in get("moves").expect("checked").members().iter().enumerate() {
                    let other = self.b.label();
                    let (drawn, here) = (self.load(field), self.c(i as i32 + 1));
                    self.op(Op::JumpCmp { cmp: Cmp::Ne, a: drawn, b: here, to: other });
                    self.op(Op::Store { field, a: zero });
                    self.statement(moves, env);
                    self.op(Op::Jump { to: end });
                    self.b.place(other);
                }
                self.b.place(end);
            }
            Prim::If => {
                let (otherwise, end) = (self.b.label(), self.b.label());
                let condition = get("condition").expect("checked");
                self.draw_values(condition, env);
                self.unless(condition, env, otherwise);
                self.statement(get("yes").expect("checked"), env);
                self.op(Op::Jump { to: end });
                self.b.place(otherwise);
                if let Some(no) = get("no") {
                    self.statement(no, env);
                }
                self.b.place(end);
            }
            Prim::ForEachPlayer => {
                for p in 1..=self.players() {
                    let player = self.c(p as i32);
                    let inner = Env { player: Some(player), ..env.clone() };
                    self.within(p as usize, |l| l.statement(get("moves").expect("checked"), &inner));
                }
            }
            Prim::Seq => self.in_sequence(call, env),
            // What chance decides comes first, then what hangs on it.
            Prim::And if self.is_chancy(term) => self.in_sequence(call, env),
            prim if EFFECTS.contains(&prim) => {
                self.draw_values(term, env);
                self.as_asked(|l| l.perform(term, env));
            }
            _ => {
                self.draw_values(term, env);
                let none = self.b.label();
                let kind = self.kind_here();
                let name = if call.prim == Prim::Choose { name_of(call).to_owned() } else { self.step_name() };
                let inner = env.clone();
                self.wait(&name, kind, Some(none), &|l, _| l.generate(term, &inner));
                if call.prim == Prim::Choose {
                    // Where nothing could be chosen, what was chosen before does not count any more.
                    let end = self.b.label();
                    self.op(Op::Jump { to: end });
                    self.b.place(none);
                    let (slot, zero) = (self.slot(name_of(call)), self.c(0));
                    self.as_asked(|l| l.keep(slot, zero));
                    self.b.place(end);
                } else {
                    self.b.place(none);
                }
            }
        }
    }

    /// Does what belongs to the player who is asked here, if anyone is.
    fn as_asked(&mut self, body: impl FnOnce(&mut Self)) {
        let asked = self.turns.script.as_ref().and_then(|s| s.asked.clone());
        let (Some(field), Some(asked)) = (self.turns.decider, asked) else { return body(self) };
        let (who, zero) = (self.asked(&asked), self.c(0));
        self.op(Op::Store { field, a: who });
        body(self);
        self.op(Op::Store { field, a: zero });
    }

    /// The name of the step around, or else of the phase, for decisions that have none of their own.
    fn step_name(&self) -> String {
        let step = self.turns.script.as_ref().and_then(|script| script.steps.last());
        step.cloned().unwrap_or_else(|| self.phases[self.copy.node].name.clone())
    }

    fn kind_here(&self) -> NodeKind {
        match self.turns.script.as_ref().and_then(|s| s.sealed) {
            Some(number) => NodeKind::Sealed(number),
            None => NodeKind::Decision,
        }
    }

    /// Statements one after the other; steps that are possible at any time are offered before each other step.
    fn statements(&mut self, members: &'t [Term], env: &Env<'t>) {
        let anytime = |t: &&Term| t.call().is_some_and(|c| c.prim == Prim::TurnStep && c.flag("anytime"));
        let anytimes: Vec<&'t Term> = members.iter().filter(anytime).collect();
        // What is offered at any time is optional, and as often as it can be, whatever else is said.
        for step in anytimes.iter().filter_map(|step| step.call()) {
            for slot in ["optional", "repeat"] {
                step.heed(slot);
            }
        }
        for member in members.iter().filter(|m| !anytime(m)) {
            match member.call().filter(|c| c.prim == Prim::TurnStep) {
                Some(step) if !anytimes.is_empty() => {
                    let at = std::ptr::from_ref(member) as usize;
                    self.within(at, |l| l.at_origin(member.origin, |l| l.step(step, member, &anytimes, env)));
                }
                None if !anytimes.is_empty() && member.call().is_some_and(|c| c.prim == Prim::AnyOrder) => {
                    let at = std::ptr::from_ref(member) as usize;
                    let steps = member.call().and_then(|c| c.get("list")).expect("checked").members();
                    self.within(at, |l| l.at_origin(member.origin, |l| l.any_order(steps, &anytimes, member, env)));
                }
                _ => self.statement(member, env),
            }
        }
        if let Some(first) = anytimes.first() {
            let at = std::ptr::from_ref::<Term>(first) as usize;
            self.within(at, |l| l.offered(&[], &anytimes, first, env));
        }
    }

    // Steps.

    /// A step: done once, or as often as it says; others may come before it.
    fn step(&mut self, call: &'t Call, term: &'t Term, anytimes: &[&'t Term], env: &Env<'t>) {
        self.offered(&[call], anytimes, term, env);
    }

    fn any_order(&mut self, members: &'t [Term], anytimes: &[&'t Term], term: &'t Term, env: &Env<'t>) {
        let mut steps = Vec::new();
        for member in members {
            match member.call().filter(|c| c.prim == Prim::TurnStep) {
                Some(call) => steps.push(call),
                None => self.report(
                    Diagnostic::error(
                        "E0520",
                        "only steps can be taken in any order",
                        member.origin,
                        "this is no step",
                    )
                    .help("give it a name: `(step \"Name\" …)`"),
                ),
            }
        }
        self.offered(&steps, anytimes, term, env);
    }

    /// Several steps are offered until none is left that must be done and the player wants no more.
    fn offered(&mut self, steps: &[&'t Call], anytimes: &[&'t Term], term: &'t Term, env: &Env<'t>) {
        let mut alternatives: Vec<Alternative<'t>> = Vec::new();
        let all = steps.iter().map(|s| (*s, false)).chain(anytimes.iter().filter_map(|t| Some((t.call()?, true))));
        for (call, anytime) in all {
            let optional = anytime || call.flag("optional");
            let repeat = call.get("repeat");
            let endless = repeat.is_some_and(|r| r.symbol() == Some("Any"));
            if endless && !optional && !self.decides(call) && call.look("if").is_none() {
                self.report(
                    Diagnostic::error(
                        "E0521",
                        format!("the step `{}` can repeat for ever", name_of(call)),
                        term.origin,
                        "nobody decides anything in it",
                    )
                    .help("say how often, as in `repeat:3`, or how long, with `if:…`"),
                );
            }
            alternatives.push(Alternative { call, done: None, optional });
        }
        // A step with nothing to decide at its beginning, alone and once, is just what it holds.
        if let [Alternative { call, optional: false, .. }] = &alternatives[..]
            && !self.begins_with_choice(call)
        {
            return self.plain_step(call, env);
        }
        for (i, alternative) in alternatives.iter_mut().enumerate() {
            let endless = alternative.call.get("repeat").is_some_and(|r| r.symbol() == Some("Any"));
            let key = self.path.iter().chain([&(i + 1)]).map(ToString::to_string).collect::<Vec<_>>().join(".");
            let anytime = anytimes.iter().any(|t| t.call().is_some_and(|c| std::ptr::eq(c, alternative.call)));
            if !(endless || anytime && alternative.call.look("repeat").is_none()) {
                alternative.done = Some(self.counter_of(&key, alternative.call));
            }
        }
        let alternatives = alternatives;
        let (end, zero, one) = (self.b.label(), self.c(0), self.c(1));
        let top = self.b.here();
        for alternative in &alternatives {
            if let Some(first) = self.first_of(alternative.call) {
                self.draw_values(first, env);
            }
        }
        let must = alternatives.iter().any(|a| !a.optional);
        let names: Vec<&str> = alternatives.iter().map(|a| name_of(a.call)).collect();
        let name = names.join(" or ");
        let kind = self.kind_here();
        let inner = env.clone();
        let begun = self.b.label();
        self.turns.script.as_mut().expect("within a turn").step_ends.push(begun);
        // Where none of the steps can be begun, what is possible at any time is offered before the next.
        let waits_for = if steps.is_empty() { alternatives.len() } else { steps.len() };
        self.wait(&name, kind, Some(end), &|l, decline| {
            let alternatives = if decline { &alternatives[..] } else { &alternatives[..waits_for] };
            l.counting(|l| {
                for (i, a) in alternatives.iter().enumerate().filter(|(_, a)| !a.optional) {
                    l.begin_step(i, a, &inner);
                }
            });
            let skip = l.b.label();
            if must && decline {
                l.op(Op::JumpEmitted { to: skip });
                l.decline(term, alternatives.len());
                l.b.place(skip);
            }
            for (i, a) in alternatives.iter().enumerate().filter(|(_, a)| a.optional) {
                l.begin_step(i, a, &inner);
            }
            if !must && decline {
                l.decline(term, alternatives.len());
            }
        });
        self.turns.script.as_mut().expect("within a turn").step_ends.pop();
        self.b.place(begun);
        let picked = self.turns.picked.expect("made with the entry");
        let which = self.load(picked);
        self.op(Op::Store { field: picked, a: zero });
        for (i, alternative) in alternatives.iter().enumerate() {
            let (other, after) = (self.b.label(), self.b.label());
            let here = self.c(i as i32);
            self.op(Op::JumpCmp { cmp: Cmp::Ne, a: which, b: here, to: other });
            let script = self.turns.script.as_mut().expect("within a turn");
            // Leaving a step that stands alone leaves its repetitions too.
            let left = if alternatives.len() == 1 || steps.len() == 1 && i == 0 { end } else { after };
            script.step_ends.push(left);
            if let Some(finish) = self.turns.finish {
                // The move that began it may have ended it.
                let level = self.load(finish);
                self.op(Op::JumpCmp { cmp: Cmp::Eq, a: level, b: one, to: left });
            }
            let rest = alternative.call.get("list").expect("checked").members();
            let skip = usize::from(self.begins_with_choice(alternative.call));
            self.in_step(alternative.call, |l| l.within(i + 1, |l| l.statements(&rest[skip.min(rest.len())..], env)));
            self.turns.script.as_mut().expect("within a turn").step_ends.pop();
            self.b.place(after);
            self.step_over();
            if let Some(done) = alternative.done {
                let n = self.load(done);
                let n = self.bin(Bin::Add, n, one);
                self.op(Op::Store { field: done, a: n });
            }
            // What is done once is done: what may come before it is offered before the next step.
            if i == 0 && steps.len() == 1 && alternative.call.look("repeat").is_none() {
                self.op(Op::Jump { to: end });
            } else {
                self.op(Op::Loop { to: top });
            }
            self.b.place(other);
        }
        self.b.place(end);
        self.step_over();
        for alternative in &alternatives {
            if let Some(done) = alternative.done {
                self.op(Op::Store { field: done, a: zero });
            }
        }
    }

    fn in_step(&mut self, step: &Call, lower: impl FnOnce(&mut Self)) {
        let name = name_of(step).to_owned();
        self.turns.script.as_mut().expect("within a turn").steps.push(name);
        lower(self);
        self.turns.script.as_mut().expect("within a turn").steps.pop();
    }

    /// A step that was left from within is over now.
    fn step_over(&mut self) {
        let Some(field) = self.turns.finish else { return };
        let (zero, one) = (self.c(0), self.c(1));
        let end = self.turns.script.as_ref().expect("within a turn").end;
        let level = self.load(field);
        self.op(Op::JumpCmp { cmp: Cmp::Gt, a: level, b: one, to: end });
        self.op(Op::Store { field, a: zero });
    }

    /// A step that must be done, and does not begin with a choice.
    fn plain_step(&mut self, call: &'t Call, env: &Env<'t>) {
        let (end, after) = (self.b.label(), self.b.label());
        let (zero, one) = (self.c(0), self.c(1));
        let repeat = call.get("repeat");
        let left = repeat.filter(|r| r.symbol() != Some("Any")).map(|repeat| {
            let key = self.path.iter().map(ToString::to_string).collect::<Vec<_>>().join(".");
            let field = self.counter_of(&key, call);
            let n = self.int(repeat, env);
            self.op(Op::Store { field, a: n });
            field
        });
        let top = self.b.here();
        if let Some(left) = left {
            let n = self.load(left);
            self.op(Op::JumpCmp { cmp: Cmp::Le, a: n, b: zero, to: end });
            let n = self.bin(Bin::Sub, n, one);
            self.op(Op::Store { field: left, a: n });
        }
        if let Some(condition) = call.get("if") {
            self.unless(condition, env, end);
        }
        self.turns.script.as_mut().expect("within a turn").step_ends.push(end);
        self.in_step(call, |l| l.statements(call.get("list").expect("checked").members(), env));
        self.turns.script.as_mut().expect("within a turn").step_ends.pop();
        self.b.place(after);
        if repeat.is_some() {
            self.op(Op::Loop { to: top });
        }
        self.b.place(end);
        self.step_over();
        if let Some(left) = left {
            self.op(Op::Store { field: left, a: zero });
        }
    }

    /// The counter of a step: one for each way that leads to it, whoever moves.
    fn counter_of(&mut self, key: &str, call: &Call) -> FieldId {
        let name = format!("step {} {key}", name_of(call));
        let at = std::ptr::from_ref(call) as usize;
        let key = at ^ name.bytes().fold(0usize, |h, b| h.wrapping_mul(31).wrapping_add(usize::from(b)));
        if let Some(field) = self.turns.settled.get(&key) {
            return *field;
        }
        let field = self.counter(&format!("step {}", name_of(call)));
        self.turns.settled.insert(key, field);
        field
    }

    fn first_of(&self, call: &'t Call) -> Option<&'t Term> {
        call.get("list")?.members().first()
    }

    /// Whether the first thing of a step is a choice of the player, so that making it begins the step.
    fn begins_with_choice(&self, call: &'t Call) -> bool {
        let first = self.first_of(call).and_then(Term::call);
        first.is_some_and(|c| !STATEMENTS.contains(&c.prim) && !EFFECTS.contains(&c.prim))
    }

    /// Whether anybody, or chance, decides something in a step.
    fn decides(&self, call: &'t Call) -> bool {
        let members = call.get("list").map(Term::members).unwrap_or_default();
        // Chance decides as long as something is made of it: a roll alone ends nothing, but the game may end behind it.
        let chance = members.iter().any(|m| speaks(m, &[Prim::Roll]));
        members.iter().any(|m| {
            m.call().is_some_and(|c| match c.prim {
                Prim::Roll => false,
                Prim::Checkpoint => chance,
                Prim::Finish | Prim::Draw | Prim::Ask | Prim::Sealed | Prim::AnyOrder => true,
                Prim::If | Prim::TurnStep | Prim::ForEachPlayer => {
                    speaks(m, &[Prim::Finish, Prim::Choose]) || c.prim == Prim::TurnStep && self.decides(c)
                }
                prim => !EFFECTS.contains(&prim),
            })
        })
    }

    /// The choices that begin a step, if it may be begun.
    fn begin_step(&mut self, i: usize, alternative: &Alternative<'t>, env: &Env<'t>) {
        let call = alternative.call;
        let not = self.b.label();
        if let Some(done) = alternative.done {
            let most = match call.get("repeat") {
                Some(repeat) => self.int(repeat, env),
                None => self.c(1),
            };
            let n = self.load(done);
            self.op(Op::JumpCmp { cmp: Cmp::Ge, a: n, b: most, to: not });
        }
        if let Some(condition) = call.get("if") {
            // It says what a player may do: it is among the moves.
            self.depth += 1;
            self.unless(condition, env, not);
            self.depth -= 1;
        }
        let outer = self.turns.picking.replace(i as i32);
        self.within(i + 1, |l| match l.first_of(call) {
            Some(first) if l.begins_with_choice(call) => l.generate(first, env),
            Some(first) => l.emit(first, env, Emission::word(word_of(name_of(call))), |_, _| {}),
            None => {}
        });
        self.turns.picking = outer;
        self.b.place(not);
    }

    /// The player has had enough.
    fn decline(&mut self, term: &'t Term, number: usize) {
        let outer = self.turns.picking.replace(number as i32);
        self.within(0, |l| l.emit(term, &Env::default(), Emission::word("done"), |_, _| {}));
        self.turns.picking = outer;
    }

    // Choices.

    /// The values of a `(choose …)`: each keeps itself under the name.
    pub(in crate::lower) fn generate_choose(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let name = name_of(call);
        let slot = self.slot(name);
        let told = Self::told_of(call);
        if let Some(words) = call.get("words") {
            for (i, word) in words.members().iter().enumerate() {
                let Some(text) = word.text() else { continue };
                self.within(i + 1, |l| {
                    l.emit(term, env, Emission::word(word_of(text)).told(told), move |l, _| {
                        let value = l.c(i as i32);
                        l.keep(slot, value);
                    });
                });
            }
            return;
        }
        if let Some(directions) = call.get("directions") {
            return self.choose_direction(call, directions, slot, term, env);
        }
        if let Some(zone) = call.get("zone") {
            return self.choose_kind(call, zone, slot, term, env);
        }
        if let Some(region) = call.get("region") {
            let sites = self.region(region, env);
            let site = self.var(term, "site");
            let inner = Env { site: Some(site), ..env.clone() };
            return self.each(sites, site, |l| {
                let skip = l.b.label();
                if let Some(condition) = call.get("if") {
                    l.unless(condition, &inner, skip);
                }
                l.emit(term, env, Emission::place(site).told(told), |l, _| l.keep(slot, site));
                l.b.place(skip);
            });
        }
        let Some(values) = call.get("values") else { return };
        let value = self.var(term, "value");
        let inner = Env { value: Some(value), ..env.clone() };
        let one = |l: &mut Self| {
            let skip = l.b.label();
            if let Some(condition) = call.get("if") {
                l.unless(condition, &inner, skip);
            }
            let choices = vec![(Role::Count, value)];
            let emission = Emission { kind: MoveKind::Number, choices, set: None, word: String::new(), secrecy: told };
            l.emit(term, env, emission, |l, _| l.keep(slot, value));
            l.b.place(skip);
        };
        let bounds: Option<(Reg, Reg)> = match &values.kind {
            TermKind::Range(ends) => Some((self.int(&ends.0, env), self.int(&ends.1, env))),
            TermKind::Call(range) if matches!(range.prim, Prim::Range | Prim::Exact) => self.range(range, env),
            _ => None,
        };
        if let Some((lo, hi)) = bounds {
            return self.count_up(value, lo, hi, one);
        }
        if !matches!(values.kind, TermKind::List(_)) {
            return self.unsupported(values);
        }
        for (i, member) in values.members().iter().enumerate() {
            let v = self.int(member, env);
            self.op(Op::Move { d: value, a: v });
            self.within(i + 1, one);
        }
    }

    /// A direction: its number is kept, counted from 1 in the order of the board's directions.
    fn choose_direction(&mut self, call: &'t Call, said: &'t Term, slot: FieldId, term: &'t Term, env: &Env<'t>) {
        let dirs = self.directions(said, env);
        let singles = self.singles(&dirs);
        let all = self.eq.board.directions(self.eq.kind(), crate::board::RelationType::All).to_vec();
        let told = Self::told_of(call);
        for direction in singles {
            let Some(number) = all.iter().position(|d| *d == direction) else { continue };
            self.within(number + 1, |l| {
                let (skip, value) = (l.b.label(), l.c(number as i32 + 1));
                if let Some(condition) = call.get("if") {
                    l.unless(condition, &Env { value: Some(value), ..env.clone() }, skip);
                }
                l.emit(term, env, Emission::word(direction.to_string()).told(told), |l, _| l.keep(slot, value));
                l.b.place(skip);
            });
        }
    }

    /// A kind of piece in a zone. It is known to who chooses; choosing it tells the others, or the end of the sealed decision.
    fn choose_kind(&mut self, call: &'t Call, zone: &'t Term, slot: FieldId, term: &'t Term, env: &Env<'t>) {
        let secrecy = if call.look("seenBy").is_some() { Self::told_of(call) } else { self.secrecy_of_choice(zone) };
        self.each_kind_of(zone, call.get("if"), term, env, |l, kind| {
            let choices = vec![(Role::What, kind)];
            let emission = Emission { kind: MoveKind::Place, choices, set: None, word: String::new(), secrecy };
            // What is chosen must not be tied to where the loop over the kinds stands.
            l.emit(term, env, emission, |l, _| l.keep(slot, kind));
        });
    }

    /// Keeps a value under a name: as the last, and as that of the player who decides.
    pub(in crate::lower) fn keep(&mut self, slot: FieldId, value: Reg) {
        let zero = self.c(0);
        let who = self.decider();
        self.op(Op::StoreAt { field: slot, i: zero, a: value });
        self.op(Op::StoreAt { field: slot, i: who, a: value });
    }

    /// The value of a `(chosen …)`.
    pub(in crate::lower) fn chosen_value(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Reg {
        let name = name_of(call);
        let known = self.names().iter().any(|n| n == name);
        if !known {
            let mut names: Vec<String> = self.names().iter().map(|n| format!("`{n}`")).collect();
            names.sort();
            names.dedup();
            let found = Diagnostic::error("E0522", format!("nothing is kept as `{name}`"), term.origin, "unknown name");
            let help = if names.is_empty() {
                "values get names by `(choose …)`, `(roll …)` and `(let …)`".to_owned()
            } else {
                format!("what is kept: {}", names.join(", "))
            };
            self.report(found.help(help));
            return self.c(0);
        }
        let slot = self.slot(name);
        let i = match call.get("of") {
            Some(of) => self.player_or_int(of, env),
            None => self.c(0),
        };
        self.load_at(slot, i)
    }

    /// The names that values are kept under.
    fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        crate::lower::usage::visit(self.game, &mut |t| {
            if let Some(call) = t.call()
                && matches!(call.prim, Prim::Choose | Prim::Roll | Prim::Let)
            {
                names.extend(call.look("name").and_then(Term::text).map(str::to_owned));
            }
        });
        names
    }

    // Sealed decisions.

    fn sealed(&mut self, list: &'t Term, env: &Env<'t>) {
        let mut names: Vec<&'t str> = Vec::new();
        let mut reads: Vec<(&'t str, &'t Term)> = Vec::new();
        let mut others: Vec<&'t Term> = Vec::new();
        crate::lower::usage::visit(list, &mut |t| {
            let Some(call) = t.call() else { return };
            let name = call.look("name").and_then(Term::text).unwrap_or_default();
            match call.prim {
                Prim::Choose => names.push(name),
                Prim::Chosen => reads.push((name, t)),
                Prim::Ask | Prim::ForEachPlayer | Prim::If => {}
                prim if EFFECTS.contains(&prim) || STATEMENTS.contains(&prim) => others.push(t),
                _ => {}
            }
        });
        if let Some((name, at)) = reads.into_iter().find(|(name, _)| names.contains(name)) {
            self.report(
                Diagnostic::error(
                    "E0523",
                    format!("`{name}` is still sealed here"),
                    at.origin,
                    "this would be told too early",
                )
                .help("read it after the `(sealed …)`, where it is known to all"),
            );
        }
        if let Some(at) = others.first() {
            self.report(
                Diagnostic::error("E0524", "a sealed decision only chooses", at.origin, "this happens in sight of all")
                    .help("choose values, as in `(sealed { (ask P1 (choose …)) (ask P2 (choose …)) })`, and let things happen after it"),
            );
        }
        self.turns.sealed += 1;
        let number = self.turns.sealed;
        for name in names {
            let slot = self.slot(name);
            if !self.turns.secrets.contains(&slot) {
                self.turns.secrets.push(slot);
            }
        }
        let script = self.turns.script.as_mut().expect("within a turn");
        let outer = script.sealed.replace(number);
        self.statements(list.members(), env);
        self.turns.script.as_mut().expect("within a turn").sealed = outer;
    }

    // Leaving.

    pub(in crate::lower) fn nothing_to_finish(&mut self, word: &str, term: &Term) {
        let word = word.to_lowercase();
        self.report(
            Diagnostic::error("E0525", format!("there is no {word} to finish here"), term.origin, "nothing around it")
                .help("`(finish Step)` belongs into a `(step …)`, `(finish Turn)` into a `(turn …)`, `(finish Round)` and `(finish Match)` into a game with `(rounds …)`"),
        );
    }

    /// What `(finish …)` does among the effects of a move: the turn goes on from there once they are done.
    pub(in crate::lower) fn finish_level(&mut self, word: &str, term: &'t Term) -> Option<(FieldId, i32)> {
        let script = self.turns.around.as_ref().or(self.turns.script.as_ref());
        let level = match word {
            "Step" if script.is_some_and(|s| !s.step_ends.is_empty()) || self.turns.picking.is_some() => 1,
            "Turn" if script.is_some_and(|s| s.whole) => 2,
            "Round" | "Match" if self.is_match() => 2,
            _ => {
                self.nothing_to_finish(word, term);
                return None;
            }
        };
        self.turns.finish.map(|field| (field, level))
    }

    /// A condition that asks whether somebody has moves.
    fn asks_for_moves(&self) -> Option<&'t Term> {
        let mut asking = None;
        crate::lower::usage::visit(self.game, &mut |t| {
            if t.call().is_some_and(|c| c.prim == Prim::NoMoves) {
                asking = asking.or(Some(t));
            }
        });
        asking
    }

    /// The form of a turn where moves are asked for at once: those that may begin it.
    pub(in crate::lower) fn generate_outside(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        match call.prim {
            Prim::Turn | Prim::TurnStep | Prim::AnyOrder | Prim::Ask if self.purpose == Purpose::Ask => {
                if let Some(first) = call.get("list").and_then(|l| l.members().first()) {
                    self.generate(first, env);
                }
            }
            Prim::Choose if self.turns.script.is_some() => self.generate_choose(call, term, env),
            _ if self.purpose == Purpose::Ask || call.prim == Prim::Turn && self.asks_for_moves().is_some() => {
                let asking = self.asks_for_moves().map_or(term.origin, |t| t.origin);
                let message = "the moves of a turn cannot be looked at beforehand";
                self.report(
                    Diagnostic::error("E0838", message, asking, "this asks for the moves of a turn to come")
                        .also(term.origin, "which is this one")
                        .help("say what a player needs in order to move, such as `(= 0 (count Pieces Next))`"),
                );
            }
            _ => self.report(
                Diagnostic::error(
                    "E0526",
                    format!("`({} …)` belongs into a turn", call.prim.row().name()),
                    term.origin,
                    "this is among the moves of one decision",
                )
                .help("put it into `(turn { … })`, or into a step of one"),
            ),
        }
    }
}
