//! Generators: what can be chosen, or is performed.

pub(in crate::lower) mod after;
pub(in crate::lower) mod each_piece;
pub(in crate::lower) mod families;
pub(in crate::lower) mod forced;
pub(in crate::lower) mod groups;
pub(in crate::lower) mod hop;
pub(in crate::lower) mod longest;
pub(in crate::lower) mod place;
pub(in crate::lower) mod sinks;
pub(in crate::lower) mod sow;
pub(in crate::lower) mod stakes;
pub(in crate::lower) mod thrusts;
pub(in crate::lower) mod travel;
pub(in crate::lower) mod votes;
pub(in crate::lower) mod walk;

use crate::lower::effects::pieces_to_choose;
use crate::lower::{Copy_, Env, Lower, Measure, Purpose, Sink, unasked};
use crate::program::op::{Bin, BlockId, BlockTableId, Cmp, Op, Reg, RuleId, SetReg, TableId, Want};
use crate::program::{MoveKind, Part, Role, Rule, Secrecy};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::rules::{Call, Term, TermKind};
use std::rc::Rc;

/// A transition about to be generated.
pub(in crate::lower) struct Emission {
    /// How the move is written.
    pub kind: MoveKind,
    /// What a player would name.
    pub choices: Vec<(Role, Reg)>,
    /// Where the destination (or another choice) runs through a set at once.
    pub set: Option<SetChoice>,
    /// The word of a move that is one.
    pub word: String,
    /// Who may know which piece it is about.
    pub secrecy: Secrecy,
}

/// A choice that runs through a set.
#[derive(Clone, Copy)]
pub(in crate::lower) struct SetChoice {
    /// The sites.
    pub set: SetReg,
    /// Which choice.
    pub choice: usize,
    /// Another choice, looked up by it.
    pub derived: Option<(usize, TableId)>,
}

impl Emission {
    pub fn travel(from: Reg, to: Reg) -> Emission {
        Emission {
            kind: MoveKind::Travel,
            choices: vec![(Role::From, from), (Role::To, to)],
            set: None,
            word: String::new(),
            secrecy: crate::program::Secrecy::Open,
        }
    }

    pub fn place(site: Reg) -> Emission {
        Emission {
            kind: MoveKind::Place,
            choices: vec![(Role::To, site)],
            set: None,
            word: String::new(),
            secrecy: crate::program::Secrecy::Open,
        }
    }

    pub fn pass() -> Emission {
        Emission {
            kind: MoveKind::Pass,
            choices: Vec::new(),
            set: None,
            word: String::new(),
            secrecy: crate::program::Secrecy::Open,
        }
    }

    pub fn word(word: impl Into<String>) -> Emission {
        Emission {
            kind: MoveKind::Word,
            choices: Vec::new(),
            set: None,
            word: word.into(),
            secrecy: crate::program::Secrecy::Open,
        }
    }

    pub fn told(mut self, secrecy: Secrecy) -> Emission {
        self.secrecy = secrecy;
        self
    }

    pub fn through(mut self, set: SetReg, choice: usize) -> Emission {
        self.set = Some(SetChoice { set, choice, derived: None });
        self
    }
}

/// Forms within forms that the compiler follows.
const DEEPEST: u32 = 400;

impl<'t> Lower<'t> {
    /// Code that generates the transitions of a term.
    pub(in crate::lower) fn generate(&mut self, term: &'t Term, env: &Env<'t>) {
        if self.b.is_overfull() {
            // Said once, when the program is linked.
            return;
        }
        if self.depth >= DEEPEST {
            self.error("E0510", "rules within rules go too deep", term.origin, "this is too far inside");
            return;
        }
        self.depth += 1;
        let at = std::ptr::from_ref(term) as usize;
        self.within(at, |l| l.at_origin(term.origin, |l| l.generate_here(term, env)));
        self.depth -= 1;
    }

    pub(in crate::lower) fn generate_here(&mut self, term: &'t Term, env: &Env<'t>) {
        let call = match &term.kind {
            TermKind::List(members) => {
                members.iter().for_each(|m| self.generate(m, env));
                return;
            }
            TermKind::Call(call) => call,
            _ => return self.unsupported(term),
        };
        if self.branch_on_directions(call, term, env, &mut |l| l.generate_here(term, env)) {
            return;
        }
        let get = |slot: &str| call.get(slot);
        if self.is_of_another(call) {
            return;
        }
        let env = &self.with_then(call, env);
        if matches!(call.prim, Prim::Slide | Prim::Hop | Prim::Walk | Prim::Leap | Prim::Step) {
            // What these compute at first is told where they begin.
            self.note_ask();
        }
        match call.prim {
            Prim::Or | Prim::And => {
                for member in get("list").expect("checked").members() {
                    self.generate(member, env);
                }
            }
            Prim::If => self.generate_if(call, env),
            Prim::Apply => {
                let skip = self.b.label();
                if let Some(condition) = get("if") {
                    self.note_ask();
                    self.unless(condition, env, skip);
                }
                if let Some(moves) = get("moves") {
                    self.generate(moves, env);
                }
                self.b.place(skip);
            }
            Prim::Random if call.look("probabilities").is_some() => self.generate_random(call, term, env),
            Prim::ForEachDie => self.for_each_die(call, term, env),
            Prim::Choose
            | Prim::Turn
            | Prim::TurnStep
            | Prim::AnyOrder
            | Prim::Ask
            | Prim::Sealed
            | Prim::Checkpoint => {
                self.generate_outside(call, term, env);
            }
            Prim::Priority => self.counting(|l| {
                let end = l.b.label();
                let (before, after) = (l.b.reg(), l.b.reg());
                l.op(Op::Emitted { d: before });
                let members = get("list").expect("checked").members();
                for (i, member) in members.iter().enumerate() {
                    l.generate(member, env);
                    if i + 1 < members.len() {
                        l.op(Op::Emitted { d: after });
                        l.note_priority(member, &members[i + 1..], before, after, env);
                        l.op(Op::JumpCmp { cmp: Cmp::Ne, a: before, b: after, to: end });
                    }
                }
                l.b.place(end);
            }),
            Prim::Do => self.generate_do(call, env),
            Prim::MaxMoves => self.generate_max(call, env),
            Prim::Append => self.generate_append(get("moves").expect("checked"), term, env),
            Prim::ForEachPiece => self.for_each_piece(call, term, env),
            Prim::ForEachSite => self.for_each_site(call, term, env),
            Prim::ForEachValue => self.for_each_value(call, term, env),
            Prim::ForEachPlayer => {
                let player = self.var(term, "player");
                let (one, n) = (self.c(1), self.c(self.players() as i32));
                let inner = Env { player: Some(player), ..env.clone() };
                self.count_up(player, one, n, |l| l.generate(get("moves").expect("checked"), &inner));
            }
            Prim::ForEachOf => {
                let players = get("players").expect("checked");
                let Some(of) = players.call() else { return self.unsupported(players) };
                for p in 1..=self.players() {
                    self.within(p as usize, |l| {
                        let skip = l.b.label();
                        if l.skip_unless_among(p, of, players, env, skip) {
                            let player = l.c(p as i32);
                            let inner = Env { player: Some(player), ..env.clone() };
                            l.generate(get("moves").expect("checked"), &inner);
                        }
                        l.b.place(skip);
                    });
                }
            }
            Prim::ForEachTeam => {
                for team in 1..=self.teams.iter().copied().max().unwrap_or(0) {
                    let inner = Env { team: Some(team), ..env.clone() };
                    self.within(team as usize, |l| l.generate(get("moves").expect("checked"), &inner));
                }
            }
            Prim::ForEachGroup => self.for_each_group(call, term, env),
            Prim::FirstMoveOnTrack => self.first_move_on_track(call, term, env),
            Prim::MaxDistance => self.generate_furthest(call, term, env),
            Prim::ForEachFamily => self.for_each_family(call, term, env),
            Prim::Revolve => self.generate_revolution(call, term, env),
            Prim::ForEachLevel => self.for_each_level(call, term, env),
            Prim::ForEachDirection => self.for_each_direction(call, term, env),
            Prim::Add | Prim::Claim => self.generate_add(call, term, env),
            Prim::Step => self.generate_step(call, term, env),
            Prim::Slide => self.generate_slide(call, term, env),
            Prim::Hop => self.generate_hop(call, term, env),
            Prim::Leap => self.generate_leap(call, term, env),
            Prim::Walk => self.generate_walk(call, term, env),
            Prim::FromTo => self.generate_from_to(call, term, env),
            Prim::Select => self.generate_select(call, term, env),
            Prim::Remove => self.generate_remove(call, term, env),
            Prim::Shoot => self.generate_shot(call, term, env),
            Prim::SetRotation => self.generate_rotation(call, term, env),
            Prim::Enclose => self.generate_enclose(call, term, env),
            Prim::Directional => self.generate_directional(call, term, env),
            Prim::Intervene => self.generate_intervene(call, term, env),
            Prim::Custodial => self.generate_custodial(call, term, env),
            Prim::Surround => self.generate_surround(call, term, env),
            Prim::ZoneMove => self.generate_zone_move(call, term, env),
            Prim::Satisfy => self.generate_satisfy(call, term, env),
            Prim::Pass => {
                self.emit(term, env, Emission::pass(), |_, _| {});
            }
            Prim::AvoidStoredState => self.generate_avoiding(get("moves").expect("checked"), env),
            Prim::Bet => self.generate_bet(call, term, env),
            Prim::SetTrumpSuit => self.generate_trump_suit(call, term, env),
            Prim::Propose | Prim::Vote => self.generate_words(call, term, env),
            Prim::SwapPlayers => {
                self.named_players_swap(call, term, env);
                self.emit(term, env, Emission::word("Swap"), |l, _| l.swap_players());
            }
            Prim::Promote if self.purpose == Purpose::Choose || pieces_to_choose(call) > 1 => {
                self.generate_promote(call, term, env);
            }
            Prim::RememberValue => {
                let end = self.b.label();
                if let Some(known) = self.remembered_before(call, env) {
                    self.op(Op::JumpIf { c: known, to: end });
                }
                self.generate_effect(term, env);
                self.b.place(end);
            }
            _ => self.generate_effect(term, env),
        }
    }

    /// Lowers what hangs on how many transitions there are already.
    pub(in crate::lower) fn counting(&mut self, form: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.counted, true);
        form(self);
        self.counted = outer;
    }

    /// The environment with the consequence of a form added: those of inner forms come first.
    pub(in crate::lower) fn with_then(&mut self, call: &'t Call, env: &Env<'t>) -> Env<'t> {
        let Some(then) = call.get("then").and_then(Term::call) else { return env.clone() };
        let moves = then.get("moves").expect("checked");
        self.note_after_all(then, moves);
        let mut inner = env.clone();
        inner.thens.insert(0, (moves, Rc::new(env.bare())));
        inner
    }

    fn generate_if(&mut self, call: &'t Call, env: &Env<'t>) {
        let condition = call.get("condition").expect("checked");
        let (yes, no) = (call.get("yes").expect("checked"), call.get("no"));
        self.note_ask();
        let c = self.settled_condition(condition, env);
        self.note_branches(condition.origin, c, yes, no, env);
        match self.const_of(c) {
            Some(0) => {
                if let Some(no) = no {
                    self.generate(no, env);
                }
                return;
            }
            Some(_) => return self.generate(yes, env),
            None => {}
        }
        let (otherwise, end) = (self.b.label(), self.b.label());
        self.at_origin(condition.origin, |l| l.op(Op::JumpUnless { c, to: otherwise }));
        self.generate(yes, env);
        if no.is_some() {
            self.op(Op::Jump { to: end });
        }
        self.b.place(otherwise);
        if let Some(no) = no {
            self.generate(no, env);
        }
        self.b.place(end);
    }

    /// Only the transitions that begin the longest turns, or that take most pieces off.
    fn generate_max(&mut self, call: &'t Call, env: &Env<'t>) {
        let moves = call.get("moves").expect("checked");
        let alone = call.get("word").and_then(Term::symbol) == Some("Captures");
        let value = if alone { None } else { call.get("value") };
        let taken = match (value.is_none() && call.flag("withValue"), alone) {
            (true, _) => Some(crate::lower::Taken::Values),
            (false, true) => Some(crate::lower::Taken::Pieces),
            (false, false) => None,
        };
        let within = !alone && self.is_turn(self.copy.node);
        let step = within.then(|| (moves, Rc::new(env.clone())));
        let measure = Measure { value, taken, alone, step, places: None };
        self.generate_best(moves, measure, env);
    }

    /// Only the transitions that measure the most.
    pub(in crate::lower) fn generate_best(&mut self, moves: &'t Term, measure: Measure<'t>, env: &Env<'t>) {
        let greatest = self.b.reg();
        if self.measuring {
            // Inside a measurement every continuation counts: the greatest is taken outside.
            return self.generate(moves, env);
        }
        let zero = self.c(0);
        self.op(Op::Move { d: greatest, a: zero });
        // First the greatest value is found, then those that have it are kept.
        let end = self.b.label();
        self.op(Op::Begin { want: Want::Count, end });
        // Nothing is picked up on the way there.
        let outer = self.sinks.clone();
        self.sinks.retain(|sink| !matches!(sink, Sink::Collect(..) | Sink::Tally(..) | Sink::Only(_)));
        self.sinks.push(Sink::Greatest(greatest, measure.clone()));
        self.within(1, |l| l.generate(moves, env));
        self.sinks = outer;
        self.b.place(end);
        let ignored = self.b.reg();
        self.op(Op::End { d: ignored });
        self.sinks.push(Sink::Equal(greatest, measure));
        self.generate(moves, env);
        self.sinks.pop();
    }

    /// One transition that performs all of a generator's, if there is any.
    fn generate_append(&mut self, moves: &'t Term, term: &'t Term, env: &Env<'t>) {
        let skip = self.b.label();
        let any = self.exists(moves, env);
        self.note_condition(moves.origin, any, env);
        self.op(Op::JumpUnless { c: any, to: skip });
        let emission = match env.site.or(env.to) {
            Some(site) => Emission::place(site),
            None => Emission::word("Go"),
        };
        let inner = env.bare();
        self.emit(term, env, emission, |l, _| l.perform(moves, &inner));
        self.b.place(skip);
    }

    // Running through things.

    fn for_each_site(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        self.note_ask();
        let region = call.get("region").expect("checked");
        let set = self.region(region, env);
        self.note_within(region.origin, None, set, env);
        let site = self.var(term, "site");
        let moves = call.get("moves").expect("checked");
        let inner = Env { site: Some(site), to: Some(site), ..env.clone() };
        if let Some(fallback) = call.get("noMoveYet") {
            let (before, after) = (self.b.reg(), self.b.reg());
            self.op(Op::Emitted { d: before });
            self.counting(|l| l.each(set, site, |l| l.generate(moves, &inner)));
            let end = self.b.label();
            self.op(Op::Emitted { d: after });
            self.op(Op::JumpCmp { cmp: Cmp::Ne, a: before, b: after, to: end });
            self.generate(fallback, env);
            self.b.place(end);
            return;
        }
        self.each(set, site, |l| l.generate(moves, &inner));
    }

    fn for_each_value(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let moves = call.get("moves").expect("checked");
        let value = self.var(term, "value");
        let inner = Env { value: Some(value), ..env.clone() };
        if let Some(memory) = call.get("values").and_then(|values| self.as_remembered(values)) {
            return self.each_remembered(memory, value, |l| l.generate(moves, &inner));
        }
        let bounds = match (call.get("min"), call.get("max"), call.get("values").map(|v| &v.kind)) {
            (Some(min), Some(max), _) => Some((self.int(min, env), self.int(max, env))),
            (_, _, Some(TermKind::Range(ends))) => {
                let ends: &'t (Term, Term) = ends;
                Some((self.int(&ends.0, env), self.int(&ends.1, env)))
            }
            (_, _, Some(TermKind::Call(range))) if matches!(range.prim, Prim::Range | Prim::Exact) => {
                self.range(range, env)
            }
            _ => None,
        };
        if let Some((lo, hi)) = bounds {
            self.note_bounds(term, (lo, hi), env);
            self.count_up(value, lo, hi, |l| l.generate(moves, &inner));
            return;
        }
        let Some(values) = call.get("values") else { return self.unsupported(term) };
        self.each_in_list(values, env, &mut |l, number| {
            l.op(Op::Move { d: value, a: number });
            l.generate(moves, &inner);
        });
    }

    /// The bounds of a range.
    pub(in crate::lower) fn range(&mut self, call: &'t Call, env: &Env<'t>) -> Option<(Reg, Reg)> {
        Some(match call.prim {
            Prim::Exact => {
                let value = self.int(call.get("value")?, env);
                (value, value)
            }
            Prim::RangeMax => (self.c(0), self.int(call.get("max")?, env)),
            Prim::RangeMin => (self.int(call.get("min")?, env), self.c(crate::lower::numbers::INFINITY)),
            Prim::Range => {
                let min = self.int(call.get("min")?, env);
                (min, call.get("max").map_or(min, |m| self.int(m, env)))
            }
            _ => return None,
        })
    }

    fn for_each_level(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let Some(stacks) = self.stacks.clone() else { return self.unsupported(term) };
        let site = self.int(call.get("site").expect("checked"), env);
        let from_top = call.get("stackDirection").and_then(Term::symbol) != Some("FromBottom");
        let (step, level) = (self.var(term, "step"), self.var(term, "level"));
        let (zero, one) = (self.c(0), self.c(1));
        let height = self.load_at(stacks.height, site);
        let last = self.bin(Bin::Sub, height, one);
        let inner = Env { level: Some(level), site: env.site.or(Some(site)), ..env.clone() };
        self.count_up(step, zero, last, |l| {
            let at = if from_top { l.bin(Bin::Sub, last, step) } else { step };
            l.op(Op::Move { d: level, a: at });
            l.generate(call.get("moves").expect("checked"), &inner);
        });
    }

    // Emission.

    /// A transition with its effects; `effects` adds what happens before the consequences.
    pub(in crate::lower) fn emit(
        &mut self,
        term: &'t Term,
        env: &Env<'t>,
        mut emission: Emission,
        effects: impl FnOnce(&mut Self, &Env<'t>),
    ) {
        let elsewhere = self.b.label();
        self.aim(&mut emission, elsewhere);
        self.emit_aimed(term, env, emission, effects);
        self.b.place(elsewhere);
    }

    fn emit_aimed(
        &mut self,
        term: &'t Term,
        env: &Env<'t>,
        emission: Emission,
        effects: impl FnOnce(&mut Self, &Env<'t>),
    ) {
        if self.purpose == Purpose::Ask && self.sinks.is_empty() {
            // Nothing will happen: only that there is a transition counts.
            unasked::excuse(term);
            let rule = self.bare_rule(term);
            match emission.set {
                Some(choice) => self.op(Op::EmitSet { rule, s: choice.set }),
                None => self.op(Op::Emit { rule }),
            }
            return;
        }
        if let [Sink::Collect(set, role, _)] = self.sinks[..] {
            unasked::excuse(term);
            self.collect_choice(&emission, set, role);
            return self.count_collected(term, &emission);
        }
        let begins = env.firsts.iter().filter_map(|first| first.done).collect::<Vec<_>>();
        if let Some(choice) = emission.set
            && (!self.sinks.is_empty() || !begins.is_empty() || self.explaining && self.plain)
        {
            // Each must be looked at by itself, but where that is left until one of them is picked.
            let (_, reg) = emission.choices[choice.choice];
            let (all, end) = (self.b.label(), self.b.label());
            let later = self.tests_later(env);
            if later {
                self.op(Op::JumpUntested { to: all });
            }
            let single = Emission { set: None, ..emission };
            self.each(choice.set, reg, |l| {
                if let Some((k, table)) = choice.derived {
                    let (_, other) = single.choices[k];
                    l.op(Op::Table { d: other, table, i: reg });
                }
                l.emit_aimed(term, env, single, effects);
            });
            if later && let Some(rule) = self.rule_ids.get(&self.key(term, "rule")).copied() {
                self.op(Op::Jump { to: end });
                self.b.place(all);
                let made = self.b.rule_mut(rule);
                made.set_choice = Some(choice.choice);
                made.derived = choice.derived.map(|(k, _)| k);
                self.op(match choice.derived {
                    Some((_, back)) => Op::EmitBack { rule, s: choice.set, back },
                    None => Op::EmitSet { rule, s: choice.set },
                });
            }
            self.b.place(end);
            return;
        }
        let rule = self.rule(term, env, &emission, effects);
        let kept = self.b.label();
        self.apply_sinks(rule, env, kept);
        if let Some((set, role)) = self.collecting() {
            self.collect_choice(&emission, set, role);
            self.count_collected(term, &emission);
            return self.b.place(kept);
        }
        match emission.set {
            Some(SetChoice { set: s, derived: Some((k, back)), .. }) => {
                self.b.rule_mut(rule).derived = Some(k);
                self.op(Op::EmitBack { rule, s, back });
            }
            Some(choice) => self.op(Op::EmitSet { rule, s: choice.set }),
            None => {
                self.note_emit(rule, term);
                self.op(Op::Emit { rule });
            }
        }
        let one = self.c(1);
        begins.into_iter().for_each(|done| self.op(Op::Move { d: done, a: one }));
        self.b.place(kept);
    }

    /// Where it matters how many transitions there are, one that is only collected counts, too.
    fn count_collected(&mut self, term: &'t Term, emission: &Emission) {
        if !self.counted {
            return;
        }
        let none = self.b.label();
        if let Some(choice) = emission.set {
            self.op(Op::JumpEmpty { s: choice.set, to: none });
        }
        let rule = self.bare_rule(term);
        self.op(Op::Emit { rule });
        self.b.place(none);
    }

    /// The rule of a term: made the first time, found again in the plain form.
    pub(in crate::lower) fn rule(
        &mut self,
        term: &'t Term,
        env: &Env<'t>,
        emission: &Emission,
        effects: impl FnOnce(&mut Self, &Env<'t>),
    ) -> RuleId {
        let key = self.key(term, "rule");
        if let Some(rule) = self.rule_ids.get(&key) {
            return *rule;
        }
        let on_sites = emission.choices.iter().any(|(role, _)| matches!(role, Role::From | Role::To));
        let secrecy = match emission.secrecy {
            Secrecy::Announced | Secrecy::Private | Secrecy::Untold => emission.secrecy,
            _ if on_sites && self.eq.board_secrets => Secrecy::OnBoard,
            secrecy => secrecy,
        };
        let id = self.b.rule(Rule {
            kind: emission.kind,
            choices: emission.choices.clone(),
            set_choice: None,
            derived: None,
            effects: BlockId(u32::MAX),
            test: None,
            word: emission.word.clone(),
            secrecy,
            piece: None,
            origin: term.origin,
        });
        self.rule_ids.insert(key, id);
        let tested = self.sinks.iter().any(|sink| matches!(sink, Sink::Afterwards(.., following) if *following > 0));
        if tested {
            self.scalar(|f| &mut f.left_out, "consequences left out", 0);
        }
        let base = self.b.next_reg();
        let choosing = self.purpose != Purpose::Perform;
        let block = self.b.begin_block(&format!("effects of rule{}", id.0));
        let outer = (
            std::mem::replace(&mut self.purpose, Purpose::Perform),
            std::mem::take(&mut self.sinks),
            std::mem::replace(&mut self.plain, false),
            std::mem::take(&mut self.decided),
        );
        self.note_begin(Part::Effect, term.origin);
        let posed = self.copy;
        let waits = choosing && self.is_followed_by_chance(term, env);
        let happens = |l: &mut Self| l.happen(env, emission, choosing, tested, effects);
        let resumable = if waits {
            Some(self.in_aftermath(&format!("what rule{} does", id.0), happens))
        } else {
            happens(self);
            None
        };
        self.copy = posed;
        self.note_done(Part::Effect, term.origin);
        let after = choosing.then(|| self.block_after_all(env)).flatten();
        (self.purpose, self.sinks, self.plain, self.decided) = outer;
        self.op(Op::Ret {});
        self.b.end_block();
        // What the effects read of the generator's registers is a choice too: two transitions that differ in it differ.
        let mut choices = emission.choices.clone();
        let travels = emission.kind == MoveKind::Travel;
        let mut taken = self.b.taken_from_outside(block, base);
        taken.extend(after.into_iter().flat_map(|after| self.b.taken_from_outside(after, base)));
        if self.routines.wanted {
            // A routine reads what it has been given, which lies below.
            let needed = self.b.needed_by(block);
            taken.retain(|reg| needed.regs.contains(reg) || after.is_some());
        }
        for reg in taken {
            let known = [self.chosen, self.playout_limit, self.kept];
            if !known.contains(&reg) && !self.turns.enters_by(reg) && !choices.iter().any(|(_, r)| *r == reg) {
                // Of pieces that are run through on every level, the level is where the move is from.
                let is_level = travels && env.level == Some(reg);
                let role = if is_level {
                    Role::LevelFrom
                } else if self.kinds.contains(&reg) {
                    Role::What
                } else {
                    Role::Other
                };
                choices.push((role, reg));
            }
        }
        if let Some(die) = env.die.filter(|_| choosing) {
            choices.push((Role::Die, die));
        }
        if self.explaining {
            let mut at_hand: Vec<Reg> = choices.iter().map(|(_, reg)| *reg).collect();
            at_hand.extend([self.chosen, self.playout_limit, self.kept]);
            for block in [block].into_iter().chain(resumable) {
                self.b.silence_notes(block, base, &at_hand);
            }
        }
        let kept = choosing.then(|| self.deferred(id, block, after, &choices)).flatten();
        let rule = self.b.rule_mut(id);
        rule.choices = choices;
        rule.effects = kept.unwrap_or(block);
        rule.set_choice = emission.set.map(|choice| choice.choice);
        id
    }

    /// What happens by a transition: what comes first, its own effects, what is noted of it, and its consequences.
    fn happen(
        &mut self,
        env: &Env<'t>,
        emission: &Emission,
        choosing: bool,
        tested: bool,
        effects: impl FnOnce(&mut Self, &Env<'t>),
    ) {
        let posed = self.copy;
        let outer = self.decided.was_pending;
        if choosing {
            self.copy = self.posing.unwrap_or(posed);
            self.decided.was_pending = self.usage.applies_pending.then(|| self.is_pending());
            self.begin_ply();
            self.copy = posed;
            let site = [Role::To, Role::From]
                .into_iter()
                .find_map(|role| emission.choices.iter().find(|(r, _)| *r == role).map(|(_, reg)| *reg));
            let site = site.unwrap_or_else(|| self.c(crate::lower::numbers::OFF));
            if let Some(field) = self.fields.came {
                // Those of the move before are few: only they are gone through, and not the whole board.
                let (before, zero, there) = (self.came_to(), self.c(0), self.b.reg());
                self.each(before, there, |l| l.op(Op::StoreAt { field, i: there, a: zero }));
            }
            self.acted_at(site);
        }
        if !env.firsts.is_empty() {
            let done = self.b.label();
            self.op(Op::JumpIf { c: self.tried, to: done });
            for first in &env.firsts {
                let skip = self.b.label();
                if let Some(done) = first.done {
                    self.op(Op::JumpIf { c: done, to: skip });
                }
                self.perform(first.moves, &first.env);
                self.b.place(skip);
            }
            self.b.place(done);
            let zero = self.c(0);
            self.op(Op::Move { d: self.tried, a: zero });
        }
        effects(self, env);
        self.decided.was_pending = outer;
        if choosing && let (Some(field), Some(step)) = (self.turns.picked, self.turns.picking) {
            let step = self.c(step);
            self.op(Op::Store { field, a: step });
        }
        if !env.used.is_empty() {
            self.use_dice(&env.used);
        }
        if let (Some((equal, double)), Some(pips)) = (env.double, env.pips) {
            self.replay_double(equal, double, pips);
        }
        self.copy = self.posing.unwrap_or(posed);
        if choosing {
            self.acted();
            self.record_last(emission);
        }
        self.consequences(env, tested, false);
        if choosing && !env.thens.is_empty() {
            self.acted();
        }
        self.copy = posed;
    }

    /// What follows a transition: what does so at once, or what waits for the moves of all players.
    pub(in crate::lower) fn consequences(&mut self, env: &Env<'t>, tested: bool, after_all: bool) {
        let over = self.b.label();
        for (i, (then, then_env)) in env.thens.iter().enumerate() {
            if self.waits_for_all(then) != after_all {
                continue;
            }
            if let (Some(left_out), true) = (self.fields.left_out, tested) {
                // As many of the last are left out where a condition is asked that comes before them.
                let (left_out, rest) = (self.load(left_out), self.c((env.thens.len() - i) as i32));
                self.op(Op::JumpCmp { cmp: Cmp::Ge, a: left_out, b: rest, to: over });
            }
            let then_env = Env {
                from: env.from,
                to: env.to,
                between: env.between,
                level: env.level,
                level_from: env.level_from,
                level_to: env.level_to,
                ..(**then_env).clone()
            };
            self.perform(then, &then_env);
        }
        self.b.place(over);
    }

    /// What every ply begins with: nothing is pending any more, and the mover has had a move.
    fn begin_ply(&mut self) {
        let zero = self.c(0);
        if self.usage.pending {
            let field = self.pending_field();
            self.op(Op::Fill { field, a: zero });
        }
        if let Some(field) = self.fields.stalemated {
            let mover = self.c(self.copy.mover as i32);
            self.op(Op::StoreAt { field, i: mover, a: zero });
        }
    }

    /// A rule without choices or effects, for runs that only ask whether there is a transition.
    fn bare_rule(&mut self, term: &'t Term) -> RuleId {
        let key = (Copy_ { node: usize::MAX, mover: 0 }, Vec::new(), "bare");
        if let Some(rule) = self.rule_ids.get(&key) {
            return *rule;
        }
        let block = self.b.begin_block("no effects");
        self.op(Op::Ret {});
        self.b.end_block();
        let id = self.b.rule(Rule {
            kind: MoveKind::Effect,
            choices: Vec::new(),
            set_choice: None,
            derived: None,
            effects: block,
            test: None,
            word: String::new(),
            secrecy: Secrecy::Open,
            piece: None,
            origin: term.origin,
        });
        self.rule_ids.insert(key, id);
        id
    }

    /// The sites that the transitions of a generator lead to, or start from. Where there is a goal, others than its sites may be missing.
    pub(in crate::lower) fn collect(
        &mut self,
        moves: &'t Term,
        role: Role,
        goal: Option<SetReg>,
        env: &Env<'t>,
    ) -> SetReg {
        let set = self.b.set();
        let none = self.b.set_constant([]);
        self.op(Op::SetMove { d: set, a: none });
        let end = self.b.label();
        self.op(Op::Begin { want: Want::Count, end });
        let outer = (
            std::mem::replace(&mut self.purpose, Purpose::Ask),
            std::mem::replace(&mut self.sinks, vec![Sink::Collect(set, role, goal)]),
        );
        let inner = env.bare();
        self.generate(moves, &inner);
        (self.purpose, self.sinks) = outer;
        self.b.place(end);
        let ignored = self.b.reg();
        self.op(Op::End { d: ignored });
        set
    }

    /// Whether an opponent of `owner` could move onto a site of `region`, as if the turn were theirs and that of `next` came then;
    /// `trial` is done first, to be taken back.
    pub(in crate::lower) fn threats(
        &mut self,
        moves: Option<&'t Term>,
        region: SetReg,
        (owner, next): (Reg, Reg),
        env: &Env<'t>,
        trial: impl FnOnce(&mut Self),
    ) -> Reg {
        let any = self.b.reg();
        let zero = self.c(0);
        let (node, prev, players) = (self.copy.node, self.known.prev, self.players());
        self.op(Op::Mark {});
        trial(self);
        self.op(Op::Store { field: prev, a: owner });
        self.op(Op::Move { d: any, a: zero });
        let end = self.b.label();
        let outer = (
            self.copy,
            std::mem::replace(&mut self.threatening, true),
            self.posing.take(),
            self.answering.replace(next),
        );
        for p in 1..=players {
            let (skip, enemy) = (self.b.label(), self.c(p as i32));
            match self.const_of(owner) {
                Some(k) if k == p as i32 => continue,
                Some(_) => {}
                None => self.op(Op::JumpCmp { cmp: Cmp::Eq, a: owner, b: enemy, to: skip }),
            }
            self.copy = Copy_ { node, mover: p };
            let reached = match moves {
                Some(moves) => {
                    // Explanations tell of all moves.
                    let goal = (!self.explaining).then_some(region);
                    self.within(p as usize, |l| l.collect(moves, Role::To, goal, env))
                }
                None => {
                    let (block, reached, goal) = self.reach_block(self.copy);
                    self.op(Op::SetMove { d: goal, a: region });
                    self.op(Op::Call { block });
                    reached
                }
            };
            self.op(Op::SetMeets { d: any, a: reached, b: region });
            self.op(Op::JumpIf { c: any, to: end });
            self.b.place(skip);
        }
        (self.copy, self.threatening, self.posing, self.answering) = outer;
        self.b.place(end);
        self.op(Op::Rollback {});
        any
    }

    /// A block that finds the sites that moves of a node and mover lead to, where it leaves them, and where it takes those from that
    /// count. Every question about threats asks it: it cannot be running then, since nothing asks for threats while they are looked for.
    fn reach_block(&mut self, copy: Copy_) -> (BlockId, SetReg, SetReg) {
        if let Some(known) = self.reach_blocks.get(&copy) {
            return *known;
        }
        let goal = self.b.set();
        let block = self.b.begin_block(&format!("reach of {} in {}", copy.mover, self.phases[copy.node].name));
        // A way of its own: the loop variables of the generator itself may be in use.
        let outer = (
            std::mem::replace(&mut self.path, vec![usize::MAX]),
            std::mem::replace(&mut self.plain, false),
            std::mem::take(&mut self.sinks),
            std::mem::take(&mut self.decided),
            self.answering.take(),
        );
        let play = self.phases[copy.node].play.or_else(|| self.rules.get("play"));
        let reached = match play.and_then(Term::call).and_then(|p| p.get("moves")) {
            Some(moves) => {
                let goal = (!self.explaining).then_some(goal);
                self.collect(moves, Role::To, goal, &Env::default())
            }
            None => self.b.set_constant([]),
        };
        (self.path, self.plain, self.sinks, self.decided, self.answering) = outer;
        self.op(Op::Ret {});
        self.b.end_block();
        self.reach_blocks.insert(copy, (block, reached, goal));
        (block, reached, goal)
    }

    /// The table of generators without forced passes, by node and mover.
    pub(in crate::lower) fn moves_table(&mut self) -> BlockTableId {
        let mut all = Vec::new();
        for node in 0..self.phases.len() {
            for mover in self.movers() {
                all.push(self.moves_block(Copy_ { node, mover }, true));
            }
        }
        self.b.block_table(all)
    }

    /// Whether what moves there are may hang on whether somebody has none.
    fn moves_ask_for_moves(&self) -> bool {
        let plays = self.phases.iter().filter_map(|phase| phase.play).chain(self.rules.get("play"));
        plays.chain(self.items()).any(|term| crate::lower::turns::script::speaks(term, &[Prim::NoMoves]))
    }

    /// The generator of a node and mover without its forced pass, as a block of its own; where it is asked whether there are any
    /// moves, perhaps one in which that is not asked again.
    pub(in crate::lower) fn moves_block(&mut self, copy: Copy_, asked: bool) -> BlockId {
        let stalemating = asked && self.moves_ask_for_moves();
        let key = (copy, stalemating);
        if let Some(block) = self.move_blocks.get(&key) {
            return *block;
        }
        let block = self.b.begin_block(&format!("moves of {} in {}", copy.mover, self.phases[copy.node].name));
        // Known before it is filled: it may ask for itself.
        self.move_blocks.insert(key, block);
        // What follows its moves is not what follows those of the other.
        let path = if stalemating { vec![usize::MAX - 2] } else { Vec::new() };
        let outer = (
            (std::mem::replace(&mut self.copy, copy), self.posing.take()),
            std::mem::replace(&mut self.purpose, Purpose::Choose),
            std::mem::take(&mut self.sinks),
            std::mem::replace(&mut self.path, path),
            std::mem::replace(&mut self.plain, false),
            std::mem::replace(&mut self.threatening, false),
            (std::mem::take(&mut self.decided), std::mem::replace(&mut self.stalemating, stalemating)),
        );
        self.generate_play(copy.node);
        (
            (self.copy, self.posing),
            self.purpose,
            self.sinks,
            self.path,
            self.plain,
            self.threatening,
            (self.decided, self.stalemating),
        ) = outer;
        self.op(Op::Ret {});
        self.b.end_block();
        block
    }

    /// The moves of a phase.
    pub(in crate::lower) fn generate_play(&mut self, node: usize) {
        let play = self.phases[node].play.or_else(|| self.rules.get("play"));
        let Some(moves) = play.and_then(Term::call).and_then(|p| p.get("moves")) else { return };
        if self.is_unplayed() {
            // One move, whose consequence is all that the play makes.
            let thens = vec![(moves, Rc::new(Env::default()))];
            let at = std::ptr::from_ref(moves) as usize;
            return self
                .within(at, |l| l.emit(moves, &Env { thens, ..Env::default() }, Emission::word("tick"), |_, _| {}));
        }
        self.generate(moves, &Env::default());
    }
}
