//! What moves do: actions, performed in order, and generators performed in full.

pub(in crate::lower) mod aftermath;
pub(in crate::lower) mod capture;
pub(in crate::lower) mod change;
pub(in crate::lower) mod kinds;
pub(in crate::lower) mod large;
pub(in crate::lower) mod pairs;
pub(in crate::lower) mod remember;
pub(in crate::lower) mod stored;

use crate::lower::moves::Emission;
use crate::lower::numbers::OFF;
use crate::lower::{Env, Lower, Purpose};
use crate::program::op::{Bin, Cmp, FieldId, Op, Reg, Want};
use crate::program::{MoveKind, Part, Role};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::diagnostic::Dialect;
use parlour_grammar::rules::{Call, Term, TermKind};

/// An action whose operands have been computed: code that carries it out.
pub(in crate::lower) type Commit<'t> = Box<dyn FnOnce(&mut Lower<'t>) + 't>;

impl<'t> Lower<'t> {
    /// Code that performs all transitions of a term, in order: evaluated in full first, then carried out one by one, each with
    /// its consequences.
    pub(in crate::lower) fn perform(&mut self, term: &'t Term, env: &Env<'t>) {
        if !self.perform_by_routine(term, env) {
            self.perform_in_place(term, env);
        }
    }

    /// The same where it stands.
    pub(in crate::lower) fn perform_in_place(&mut self, term: &'t Term, env: &Env<'t>) {
        self.note_begin(Part::Effect, term.origin);
        self.at_origin(term.origin, |l| l.perform_here(term, env));
        self.note_done(Part::Effect, term.origin);
    }

    fn perform_here(&mut self, term: &'t Term, env: &Env<'t>) {
        let env = &env.bare();
        if let Some(call) = term.call() {
            match call.prim {
                // Each member sees what the one before it did.
                Prim::Seq => {
                    for member in call.get("list").expect("checked").members() {
                        self.perform(member, env);
                        self.acted();
                    }
                    return;
                }
                Prim::If if call.look("then").is_none() => {
                    let c = self.bool(call.get("condition").expect("checked"), env);
                    let (no, end) = (self.b.label(), self.b.label());
                    let (yes, otherwise) = (call.get("yes").expect("checked"), call.get("no"));
                    match self.const_of(c) {
                        Some(0) => return otherwise.into_iter().for_each(|n| self.perform(n, env)),
                        Some(_) => return self.perform(yes, env),
                        None => {}
                    }
                    self.op(Op::JumpUnless { c, to: no });
                    self.perform(yes, env);
                    if otherwise.is_some() {
                        self.op(Op::Jump { to: end });
                    }
                    self.b.place(no);
                    if let Some(otherwise) = otherwise {
                        self.perform(otherwise, env);
                    }
                    self.b.place(end);
                    return;
                }
                Prim::Custodial if call.look("then").is_none() && self.perform_flanking(call, env) => return,
                Prim::ForEachGroup if call.look("then").is_none() => {
                    return self.perform_for_each_group(call, term, env);
                }
                // Each time round sees what the one before did.
                Prim::While if call.look("then").is_none() => {
                    let (condition, moves) =
                        (call.get("condition").expect("checked"), call.get("moves").expect("checked"));
                    let exit = self.b.label();
                    let top = self.b.here();
                    let c = self.bool(condition, env);
                    self.op(Op::JumpUnless { c, to: exit });
                    self.perform(moves, env);
                    self.op(Op::Loop { to: top });
                    self.b.place(exit);
                    return;
                }
                _ => {}
            }
        }
        let draws = self.draws_here(term);
        if draws && term.call().is_some_and(|call| self.perform_chance(call, term, env)) {
            return;
        }
        if self.is_simple(term) {
            let commits = self.prepare(term, env);
            commits.into_iter().for_each(|commit| commit(self));
            return;
        }
        if draws {
            self.draw_values(term, env);
        }
        self.perform_listed(|l| l.generate(term, env));
    }

    /// Carries out all transitions that `generate` emits, once all of them are known.
    pub(in crate::lower) fn perform_listed(&mut self, generate: impl FnOnce(&mut Self)) {
        let end = self.b.label();
        let (ignored, done) = (self.b.reg(), self.b.label());
        self.op(Op::Begin { want: Want::List, end });
        let outer = (
            std::mem::replace(&mut self.purpose, Purpose::Perform),
            std::mem::take(&mut self.sinks),
            std::mem::replace(&mut self.plain, false),
        );
        generate(self);
        (self.purpose, self.sinks, self.plain) = outer;
        self.b.place(end);
        self.op(Op::End { d: ignored });
        self.op(Op::Perform { to: done });
        self.b.place(done);
    }

    /// Custodial capture by sets, where what happens to one captured piece cannot change what happens to another.
    fn perform_flanking(&mut self, call: &'t Call, env: &Env<'t>) -> bool {
        let apply = call.get("between").and_then(Term::call).and_then(|b| b.get("apply")).and_then(Term::call);
        let Some(apply) = apply.filter(|a| a.look("if").is_none()).and_then(|a| a.get("moves")) else { return false };
        if !self.is_simple(apply) || apply.call().is_some_and(|c| c.look("then").is_some()) {
            return false;
        }
        let Some(flanking) = self.flanking_of(call, env) else { return false };
        let from = match call.get("from").and_then(Term::call).and_then(|f| Some((f, f.get("region")?))) {
            Some((clause, site)) => self.site_said(clause, site, env),
            None => self.load(self.fields.last_to.expect("every game has it")),
        };
        let flanked = self.flanked_by(&flanking, from, env);
        // Whose pieces become whose is the same for all: then they change together.
        if let Some(control) = apply.call().filter(|c| c.prim == Prim::TakeControl)
            && control.get("at").is_some_and(|at| at.call().is_some_and(|c| c.prim == Prim::BetweenSite))
            && let (Some(by), Some(of)) = (control.get("by"), control.get("of"))
            && by.symbol().is_some()
            && of.symbol().is_some()
        {
            self.at_origin(apply.origin, |l| {
                let (by, of) = (l.player_or_int(by, env), l.controlled(of, env));
                l.take_control(flanked, of, by);
            });
            return true;
        }
        let between = self.b.reg();
        let inner = Env { from: Some(from), between: Some(between), ..env.clone() };
        self.each(flanked, between, |l| l.perform(apply, &inner));
        true
    }

    /// Whether a term is one transition (or a fixed few, under conditions) whose operands can be computed beforehand.
    fn is_simple(&self, term: &Term) -> bool {
        let Some(call) = term.call() else {
            return matches!(&term.kind, TermKind::List(members) if members.iter().all(|m| self.is_simple(m)));
        };
        let clause = |slot: &str| call.look(slot).and_then(Term::call);
        match call.prim {
            Prim::Promote if pieces_to_choose(call) > 1 => false,
            Prim::And | Prim::Or => {
                call.look("then").is_none()
                    && call.look("list").is_some_and(|l| l.members().iter().all(|m| self.is_simple(m)))
            }
            Prim::AllCombinations => {
                call.look("then").is_none()
                    && ["list1", "list2"].iter().all(|s| call.look(s).is_some_and(|m| self.is_simple(m)))
            }
            Prim::If => {
                call.look("then").is_none()
                    && self.is_simple(call.look("yes").expect("checked"))
                    && call.look("no").is_none_or(|n| self.is_simple(n))
            }
            // What follows does so for each piece that is removed.
            Prim::Remove => call.look("then").is_none(),
            Prim::MoveAgain
            | Prim::AddScore
            | Prim::SetPlayer
            | Prim::SetSite
            | Prim::SetHidden
            | Prim::Reveal
            | Prim::Hide
            | Prim::SetVar
            | Prim::SetValue
            | Prim::SetPending
            | Prim::RememberValue
            | Prim::ForgetValue
            | Prim::RememberPair
            | Prim::RememberState
            | Prim::SetNextPlayer
            | Prim::Trigger
            | Prim::Promote
            | Prim::Flip
            | Prim::Sow
            | Prim::SwapPlayers
            | Prim::SwapPieces
            | Prim::TakeControl
            | Prim::MoveAll
            | Prim::Pass
            | Prim::Let
            | Prim::Finish
            | Prim::UseDie
            | Prim::Push
            | Prim::Attract
            | Prim::TakeDomino
            | Prim::Note => true,
            Prim::Roll => self.may_wait_here(),
            Prim::Add | Prim::Claim => clause("to").is_some_and(|t| {
                t.look("if").is_none() && t.look("apply").is_none() && t.look("region").is_none_or(crate::lower::is_int)
            }),
            Prim::FromTo => {
                let from = clause("from")
                    .is_some_and(|f| f.look("if").is_none() && f.look("region").is_some_and(crate::lower::is_int));
                // Where nothing stands, nothing follows.
                from && call.look("then").is_none()
                    && clause("to").is_some_and(|t| {
                        t.look("if").is_none()
                            && t.look("apply").is_none()
                            && t.look("region").is_none_or(crate::lower::is_int)
                    })
            }
            _ => false,
        }
    }

    /// Computes the operands of a simple term now; the code that carries it out comes back.
    fn prepare(&mut self, term: &'t Term, env: &Env<'t>) -> Vec<Commit<'t>> {
        self.at_origin(term.origin, |l| -> Vec<Commit<'t>> {
            if let TermKind::List(members) = &term.kind {
                return members.iter().flat_map(|m| l.prepare(m, env)).collect();
            }
            let call = term.call().expect("a simple term is a ludeme");
            match call.prim {
                Prim::And | Prim::Or => {
                    return call
                        .get("list")
                        .expect("checked")
                        .members()
                        .iter()
                        .flat_map(|m| l.prepare(m, env))
                        .collect();
                }
                Prim::AllCombinations => {
                    return ["list1", "list2"]
                        .iter()
                        .flat_map(|s| l.prepare(call.get(s).expect("checked"), env))
                        .collect();
                }
                Prim::If => {
                    let c = l.bool(call.get("condition").expect("checked"), env);
                    let yes = l.prepare(call.get("yes").expect("checked"), env);
                    let no = call.get("no").map_or_else(Vec::new, |n| l.prepare(n, env));
                    return vec![Box::new(move |l: &mut Lower<'t>| {
                        let (otherwise, end) = (l.b.label(), l.b.label());
                        l.op(Op::JumpUnless { c, to: otherwise });
                        yes.into_iter().for_each(|commit| commit(l));
                        l.op(Op::Jump { to: end });
                        l.b.place(otherwise);
                        no.into_iter().for_each(|commit| commit(l));
                        l.b.place(end);
                    })];
                }
                _ => {}
            }
            let mut commits = vec![l.prepare_action(call, term, env)];
            if let Some(then) = call.get("then").and_then(Term::call) {
                let moves = then.get("moves").expect("checked");
                let inner = env.clone();
                commits.push(Box::new(move |l: &mut Lower<'t>| l.perform(moves, &inner)));
                // Of what is remembered already nothing follows.
                if let Some(known) = l.remembered_before(call, env) {
                    return vec![Box::new(move |l: &mut Lower<'t>| {
                        let end = l.b.label();
                        l.op(Op::JumpIf { c: known, to: end });
                        commits.into_iter().for_each(|commit| commit(l));
                        l.b.place(end);
                    })];
                }
            }
            commits
        })
    }

    fn prepare_action(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Commit<'t> {
        let origin = term.origin;
        let action = self.action(call, term, env);
        Box::new(move |l: &mut Lower<'t>| {
            l.note_begin(Part::Effect, origin);
            l.at_origin(origin, |l| action(l));
            l.note_done(Part::Effect, origin);
        })
    }

    fn action(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Commit<'t> {
        let get = |slot: &str| call.get(slot);
        let word = get("word").and_then(Term::symbol).unwrap_or_default();
        match call.prim {
            Prim::MoveAgain => {
                let (next, mover) = (self.known.next, self.mover());
                Box::new(move |l| l.op(Op::Store { field: next, a: mover }))
            }
            Prim::Let => {
                let slot = self.slot(get("name").and_then(Term::text).unwrap_or_default());
                let value = self.int(get("value").expect("checked"), env);
                Box::new(move |l| l.keep(slot, value))
            }
            Prim::Finish => {
                let level = self.finish_level(word, term);
                let word = word.to_owned();
                Box::new(move |l| {
                    if let Some((field, level)) = level {
                        let level = l.c(level);
                        l.op(Op::Store { field, a: level });
                    }
                    if word == "Round" || word == "Match" {
                        l.finish_round(&word);
                    }
                })
            }
            Prim::TakeDomino => {
                if self.eq.bag().is_none() || !self.eq.has_dominoes() {
                    self.unsupported(term);
                }
                Box::new(|l| l.take_domino())
            }
            Prim::UseDie => {
                let at = get("at").map(|at| self.int(at, env));
                let used = env.used.clone();
                Box::new(move |l| match at {
                    Some(at) => l.use_die_at(at),
                    None => l.use_dice(&used),
                })
            }
            Prim::SetNextPlayer => {
                let next = self.known.next;
                let players = get("players").expect("checked");
                let who = match players.members().first() {
                    Some(first) => self.player_or_int(first, env),
                    None => self.mover(),
                };
                let origin = term.origin;
                Box::new(move |l| {
                    l.must_play(who, origin);
                    l.op(Op::Store { field: next, a: who });
                })
            }
            Prim::AddScore => {
                let score = self.score_field();
                let mut added = Vec::new();
                if let (Some(roles), Some(scores)) = (get("roles"), get("scores")) {
                    for (role, value) in roles.members().iter().zip(scores.members()) {
                        added.push((self.each_of(role, env), self.int(value, env)));
                    }
                } else {
                    added.push((
                        self.each_of(get("role").expect("checked"), env),
                        self.int(get("score").expect("checked"), env),
                    ));
                }
                Box::new(move |l| {
                    let each = added.into_iter().flat_map(|(all, value)| all.into_iter().map(move |who| (who, value)));
                    for (who, value) in each {
                        let before = l.load_at(score, who);
                        let after = l.bin(Bin::Add, before, value);
                        l.op(Op::StoreAt { field: score, i: who, a: after });
                    }
                })
            }
            Prim::SetPlayer => {
                let all = self.each_of(get("role").expect("checked"), env);
                let value = self.int(get("value").expect("checked"), env);
                let n = self.players() + 1;
                let field = match word {
                    "Score" => self.score_field(),
                    "Amount" => self.amount_field(),
                    _ => self.array(|f| &mut f.value_of, "value of player", n, OFF),
                };
                Box::new(move |l| all.into_iter().for_each(|who| l.op(Op::StoreAt { field, i: who, a: value })))
            }
            Prim::SetHidden => Box::new(self.prepare_hidden(call, None, env)),
            Prim::Reveal => Box::new(self.prepare_hidden(call, Some(false), env)),
            Prim::Hide => Box::new(self.prepare_hidden(call, Some(true), env)),
            Prim::SetSite => {
                let site = self.site_in(call, "at", env);
                let value = self.int(get("value").expect("checked"), env);
                let field = match word {
                    "State" => self.known.state,
                    "Value" => self.known.value,
                    _ => self.known.count,
                };
                let Some(field) = field else {
                    self.unsupported(term);
                    return Box::new(|_| {});
                };
                let cell = if word == "Count" { site } else { self.cell(site, get("level"), env) };
                let what = self.known.what;
                if word == "State" && self.eq.has_large() {
                    // Of a large piece it is how it lies.
                    return Box::new(move |l| {
                        l.acted_at(site);
                        l.carry(cell, cell, Some(value), false);
                    });
                }
                Box::new(move |l| {
                    l.acted_at(site);
                    l.op(Op::StoreAt { field, i: cell, a: value });
                    if word == "Count" {
                        // No pieces left is an empty site.
                        let skip = l.b.label();
                        let zero = l.c(0);
                        l.op(Op::JumpIf { c: value, to: skip });
                        l.op(Op::StoreAt { field: what, i: cell, a: zero });
                        l.b.place(skip);
                    }
                })
            }
            Prim::SetVar => {
                let field = self.variable(get("name").and_then(Term::text));
                let value = self.int_or(get("value"), OFF, env);
                Box::new(move |l| l.op(Op::Store { field, a: value }))
            }
            Prim::SetValue => {
                let value = self.int_or(get("value"), OFF, env);
                let field = match word {
                    "Counter" => self.counter_field(),
                    _ => self.pot_field(),
                };
                Box::new(move |l| l.op(Op::Store { field, a: value }))
            }
            Prim::SetPending => self.set_pending(get("value"), env),
            Prim::RememberValue => {
                let value = self.int(get("value").expect("checked"), env);
                Box::new(move |l| l.remember(call, value))
            }
            Prim::ForgetValue => match get("value") {
                Some(value) => {
                    let value = self.int(value, env);
                    Box::new(move |l| l.forget(call, value))
                }
                None => {
                    call.heed("all");
                    Box::new(move |l| l.forget_all(call))
                }
            },
            Prim::RememberPair => Box::new(self.remember_pair(call, env)),
            Prim::RememberState => Box::new(|l| l.remember_state()),
            Prim::Trigger => {
                let (field, first) = self.trigger_place(get("event").and_then(Term::text).unwrap_or_default());
                let who = self.player_or_int(get("role").expect("checked"), env);
                let at = self.bin(Bin::Add, first, who);
                Box::new(move |l| {
                    let one = l.c(1);
                    l.op(Op::StoreAt { field, i: at, a: one });
                })
            }
            Prim::Remove => {
                let region = get("region").expect("checked");
                if crate::lower::is_int(region) || region.ty == parlour_grammar::catalogue::Type::Int {
                    let (site, said) = (self.site_said(call, region, env), self.removal(call, env));
                    return Box::new(move |l| l.remove_at(call, site, said));
                }
                let (sites, said) = (self.sites_said(call, region, env), self.removal(call, env));
                Box::new(move |l| {
                    let site = l.b.reg();
                    l.each(sites, site, |l| l.remove_at(call, site, said));
                })
            }
            Prim::Promote => {
                let site = match get("site") {
                    Some(site) => self.int(site, env),
                    None => env.to.or(env.site).unwrap_or_else(|| self.c(OFF)),
                };
                let what = self.piece_named(get("piece"), get("role"), term, env);
                self.kinds.insert(what);
                Box::new(move |l| {
                    // No piece is what nothing becomes.
                    let (none, one) = (l.b.label(), l.c(1));
                    match l.const_of(what) {
                        Some(what) if what < 1 => return,
                        Some(_) => {}
                        None => l.op(Op::JumpCmp { cmp: Cmp::Lt, a: what, b: one, to: none }),
                    }
                    l.replace_piece(site, what);
                    l.b.place(none);
                })
            }
            Prim::TakeControl => {
                let by = self.player_or_int(get("by").expect("checked"), env);
                let of = self.controlled(get("of").expect("checked"), env);
                let sites = match (get("at"), get("to")) {
                    (Some(at), _) => {
                        let site = self.site_said(call, at, env);
                        self.single(site)
                    }
                    (None, Some(region)) => self.sites_said(call, region, env),
                    _ => self.occupied(),
                };
                Box::new(move |l| l.take_control(sites, of, by))
            }
            Prim::Flip => {
                let site = match get("site") {
                    Some(site) => self.int(site, env),
                    None => env.to.or(env.site).unwrap_or_else(|| self.c(OFF)),
                };
                Box::new(move |l| l.flip(site))
            }
            Prim::Add | Prim::Claim => {
                let clause = get("to").and_then(Term::call).expect("checked");
                let site = match clause.get("region") {
                    Some(site) => self.site_said(clause, site, env),
                    None => env.to.or(env.site).unwrap_or_else(|| self.c(OFF)),
                };
                let piece = self.pieces_to_add(call, term).into_iter().next();
                let addition = piece.map(|piece| self.addition(&piece, get("count"), env));
                let level = self.settle_insertion(call, site, env);
                Box::new(move |l| {
                    if let Some((what, count, traits)) = addition {
                        l.unless_none(count, |l| {
                            l.put_piece(site, what, count, traits);
                            l.insert(site, level);
                        });
                    }
                })
            }
            Prim::FromTo => {
                let clause = |slot: &str| call.get(slot).and_then(Term::call).expect("checked");
                let from = self.site_said(clause("from"), clause("from").get("region").expect("checked"), env);
                let level = clause("from").get("level").map(|level| self.int(level, env));
                let to = match clause("to").get("region") {
                    Some(site) => self.site_said(clause("to"), site, env),
                    None => env.to.or(env.site).unwrap_or_else(|| self.c(OFF)),
                };
                let count = get("count").map(|c| self.int(c, env));
                let copy = call.flag("copy");
                let stack = call.flag("stack");
                Box::new(move |l| {
                    l.unless_nowhere(from, to, |l| match count {
                        _ if level.is_some() && l.levels_are_single() => l.move_piece(from, to, level),
                        Some(count) => l.move_count(from, to, count, copy, false),
                        None if copy => l.copy_piece(from, to),
                        // The piece on the level, and all above it.
                        None if stack => {
                            let lo = level.unwrap_or_else(|| l.c(0));
                            l.move_pieces(from, to, lo, None);
                        }
                        None => l.move_piece(from, to, level),
                    });
                })
            }
            Prim::SwapPieces => {
                let sites = match (get("site1"), get("site2")) {
                    (Some(a), Some(b)) => (self.int(a, env), self.int(b, env)),
                    _ => (
                        self.load(self.fields.last_from.expect("every game has it")),
                        self.load(self.fields.last_to.expect("every game has it")),
                    ),
                };
                if self.stacks.is_some() {
                    self.unsupported(term);
                    return Box::new(|_| {});
                }
                Box::new(move |l| {
                    for field in l.facts() {
                        let (a, b) = (l.load_at(field, sites.0), l.load_at(field, sites.1));
                        l.op(Op::StoreAt { field, i: sites.0, a: b });
                        l.op(Op::StoreAt { field, i: sites.1, a });
                    }
                })
            }
            Prim::SwapPlayers => {
                self.named_players_swap(call, term, env);
                Box::new(|l| l.swap_players())
            }
            Prim::MoveAll => {
                let from = self.zone_row(get("from").expect("checked"), env);
                let to = self.zone_row(get("to").expect("checked"), env);
                Box::new(move |l| {
                    if let (Some(from), Some(to)) = (from, to) {
                        l.move_all(from, to);
                    }
                })
            }
            Prim::Sow => {
                let (env, seeds) = (env.clone(), self.seeds(call, term, env));
                Box::new(move |l| {
                    if let Some(seeds) = seeds {
                        l.sow(call, term, seeds, &env);
                    }
                })
            }
            Prim::Push | Prim::Attract => {
                let (env, push) = (env.clone(), call.prim == Prim::Push);
                Box::new(move |l| {
                    let mut thrust = |l: &mut Self| if push { l.push(call, &env) } else { l.attract(call, &env) };
                    if !l.branch_on_directions(call, term, &env, &mut thrust) {
                        thrust(l);
                    }
                })
            }
            Prim::Note => {
                // It changes nothing, but speaks of players that there are.
                call.heed("message");
                for who in [get("player"), get("to")].into_iter().flatten() {
                    self.player_or_int(who, env);
                }
                Box::new(|_| {})
            }
            Prim::Pass => Box::new(|_| {}),
            Prim::Roll => {
                let env = env.clone();
                Box::new(move |l| l.roll_here(call, term, &env))
            }
            _ => {
                self.unsupported(term);
                Box::new(|_| {})
            }
        }
    }

    /// Whose pieces are taken; nobody's in particular where they are everybody's.
    fn controlled(&mut self, of: &'t Term, env: &Env<'t>) -> Option<Reg> {
        (of.symbol() != Some("All")).then(|| self.player_or_int(of, env))
    }

    /// A simple effect where transitions are generated: one transition that carries it out.
    pub(in crate::lower) fn generate_effect(&mut self, term: &'t Term, env: &Env<'t>) {
        if !self.is_simple(term) {
            if term.call().is_some_and(|c| matches!(c.prim, Prim::Seq | Prim::While)) {
                let bare = env.bare();
                return self.emit(term, env, effect(env), |l, _| l.perform(term, &bare));
            }
            return self.unsupported(term);
        }
        if self.purpose == Purpose::Ask && self.sinks.is_empty() {
            return self.emit(term, env, effect(env), |_, _| {});
        }
        // The form's own consequence is among the environment's already.
        let call = term.call().expect("a simple term is a ludeme");
        if matches!(call.prim, Prim::AllCombinations) {
            let commits = self.prepare(term, env);
            return self.emit(term, env, effect(env), |l, _| commits.into_iter().for_each(|commit| commit(l)));
        }
        let emission = match (call.prim, call.get("site1"), call.get("site2")) {
            // Pieces that change places go from one site to the other.
            (Prim::SwapPieces, Some(from), Some(to)) => {
                let (from, to) = (self.int(from, env), self.int(to, env));
                let sites = (self.var(term, "from"), self.var(term, "to"));
                self.op(Op::Move { d: sites.0, a: from });
                self.op(Op::Move { d: sites.1, a: to });
                Emission::travel(sites.0, sites.1)
            }
            (Prim::TakeDomino, ..) => Emission { word: "take".to_owned(), ..effect(env) },
            _ => effect(env),
        };
        let commit = self.prepare_action(call, term, env);
        self.emit(term, env, emission, |l, _| commit(l));
    }

    /// `(promote … (piece { … }))`: one move for each piece that can be chosen.
    pub(in crate::lower) fn generate_promote(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let at = match call.get("site") {
            Some(site) => self.int(site, env),
            None => env.to.or(env.site).unwrap_or_else(|| self.c(OFF)),
        };
        let (site, zero, end) = (self.var(term, "to"), self.c(0), self.b.label());
        self.op(Op::Move { d: site, a: at });
        self.op(Op::JumpCmp { cmp: Cmp::Lt, a: site, b: zero, to: end });
        let pieces = call.get("piece").and_then(Term::call).and_then(|p| p.get("piece")).expect("counted before");
        for (i, piece) in pieces.members().iter().enumerate() {
            self.within(i, |l| {
                let id = l.piece_itself(piece, call.get("role"), term, env);
                let (what, none, one) = (l.var(term, "what"), l.b.label(), l.c(1));
                l.op(Op::Move { d: what, a: id });
                // No piece is what nothing becomes.
                l.op(Op::JumpCmp { cmp: Cmp::Lt, a: what, b: one, to: none });
                let emission = Emission {
                    kind: MoveKind::Effect,
                    choices: vec![(Role::To, site), (Role::What, what)],
                    set: None,
                    word: String::new(),
                    secrecy: crate::program::Secrecy::Open,
                };
                l.emit(term, env, emission, |l, _| l.replace_piece(site, what));
                l.b.place(none);
            });
        }
        self.b.place(end);
    }

    // Events, proposals, players.

    /// Where an event is kept: a field, and the place of player 0 in it.
    pub(in crate::lower) fn trigger_place(&mut self, event: &str) -> (FieldId, Reg) {
        const MOST_EVENTS: u32 = 16;
        let at = match self.events.iter().position(|e| e == event) {
            Some(at) => at,
            None => {
                self.events.push(event.to_owned());
                self.events.len() - 1
            }
        };
        let per_event = self.players() + 2;
        let field = self.array(|f| &mut f.triggered, "events", per_event * MOST_EVENTS, 0);
        (field, self.c((at as u32 % MOST_EVENTS * per_event) as i32))
    }

    /// Among more than two players it would matter which of them change sides.
    /// The two players of a `(swap Players …)`: those of the game.
    pub(in crate::lower) fn named_players_swap(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        self.two_players_swap(term);
        let who = ["player1", "player2"].map(|slot| self.player_or_int(call.get(slot).expect("checked"), env));
        if who[0] == who[1] {
            self.unsupported(term);
        }
    }

    pub(in crate::lower) fn two_players_swap(&mut self, term: &'t Term) {
        if self.players() != 2 {
            self.unsupported(term);
        }
    }

    /// The two players change sides; the one who swapped has not moved yet.
    pub(in crate::lower) fn swap_players(&mut self) {
        let swapped = self.scalar(|f| &mut f.swapped, "sides swapped", 0);
        let now = self.load(swapped);
        let turned = self.not(now);
        self.op(Op::Store { field: swapped, a: turned });
        let mover = self.c(self.copy.mover as i32);
        self.op(Op::Store { field: self.known.next, a: mover });
    }

    pub(in crate::lower) fn is_cycle(&mut self) -> Reg {
        let log = self.positional_log();
        let d = self.b.reg();
        let len = self.players() * self.players();
        self.op(Op::Cycle { d, log: crate::program::op::Small(log), len: crate::program::op::Small(len as u16) });
        d
    }

    /// Notes the move just made: what `(last To)` and its kin read.
    pub(in crate::lower) fn record_last(&mut self, emission: &Emission) {
        let (from, to) =
            (self.fields.last_from.expect("every game has it"), self.fields.last_to.expect("every game has it"));
        let of = |role: Role| emission.choices.iter().find(|(r, _)| *r == role).map(|(_, reg)| *reg);
        let off = self.c(OFF);
        let landing = of(Role::To).unwrap_or(off);
        self.op(Op::Store { field: to, a: landing });
        self.op(Op::Store { field: from, a: of(Role::From).unwrap_or(landing) });
        if self.usage.asks_for_levels {
            let level = of(Role::LevelTo).filter(|_| emission.kind == MoveKind::Place);
            let level = level.unwrap_or_else(|| self.c(0));
            self.op(Op::Store { field: self.fields.last_level.expect("every game has it"), a: level });
        }
        let plies = self.load(self.known.plies);
        let one = self.c(1);
        let more = self.bin(Bin::Add, plies, one);
        if emission.kind == MoveKind::Pass {
            // How many passes in a row, and the ply of the last: any other move need not say that it is none.
            let (passes, pass_ply) = self.pass_fields();
            let before = self.passes_in_a_row();
            let mut n = self.bin(Bin::Add, before, one);
            if self.usage.moves_again && self.players() > 1 {
                // Only a turn that is nothing but passes is passed, and counts once.
                let prev = self.load(self.known.prev);
                let mover = self.c(self.copy.mover as i32);
                let begins = self.cmp(Cmp::Ne, prev, mover);
                n = self.bin(Bin::Add, before, begins);
            }
            self.op(Op::Store { field: passes, a: n });
            self.op(Op::Store { field: pass_ply, a: more });
            let ends = self.phases[self.copy.node].end.or_else(|| self.rules.get("end"));
            if self.ends_by_passes() && ends.is_some() {
                // A full round of passes is a draw, once the ends have been judged, unless the rules say something of passes
                // themselves. A phase that has no ends goes on.
                let skip = self.b.label();
                let (all, pending) =
                    (self.c(self.players() as i32), self.c(crate::lower::turns::ply::DRAWN_UNLESS_ENDED));
                self.op(Op::JumpCmp { cmp: Cmp::Lt, a: n, b: all, to: skip });
                self.op(Op::Store { field: self.known.over, a: pending });
                self.b.place(skip);
            }
        }
        self.op(Op::Store { field: self.known.plies, a: more });
    }

    fn pass_fields(&self) -> (FieldId, FieldId) {
        (self.fields.passes.expect("every game has it"), self.fields.pass_ply.expect("every game has it"))
    }

    /// 1 if the last move was a pass.
    pub(in crate::lower) fn was_pass(&mut self) -> Reg {
        let (_, pass_ply) = self.pass_fields();
        let (last, plies) = (self.load(pass_ply), self.load(self.known.plies));
        self.cmp(Cmp::Eq, last, plies)
    }

    /// How many passes the last moves were.
    pub(in crate::lower) fn passes_in_a_row(&mut self) -> Reg {
        let (passes, _) = self.pass_fields();
        let was = self.was_pass();
        let n = self.load(passes);
        self.bin(Bin::Mul, was, n)
    }
}

impl<'t> Lower<'t> {
    /// `(move Set Rotation …)`: a move for each rotation that a piece may take, or for the next and the one before.
    pub(in crate::lower) fn generate_rotation(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let Some(field) = self.known.rotation else { return self.unsupported(term) };
        let at = match call.get("to").and_then(Term::call).and_then(|to| Some((to, to.get("region")?))) {
            Some((clause, site)) => self.site_said(clause, site, env),
            None => match env.from.or(env.to).or(env.site) {
                Some(site) => site,
                None => self.load(self.fields.last_from.expect("every game has it")),
            },
        };
        let (site, zero, end) = (self.var(term, "to"), self.c(0), self.b.label());
        self.op(Op::Move { d: site, a: at });
        self.op(Op::JumpCmp { cmp: Cmp::Lt, a: site, b: zero, to: end });
        let cell = self.cell(site, None, env);
        let now = self.load_at(field, cell);
        let ways =
            self.c(self.eq.board.directions(self.eq.kind(), crate::board::RelationType::All).len().max(1) as i32);
        let mut turned: Vec<(Option<&'t Term>, Reg)> = Vec::new();
        for direction in call.get("directions").map(Term::members).unwrap_or_default() {
            turned.push((None, self.int(direction, env)));
        }
        // Where rotations are listed, Ludii offers the next and the one before besides.
        let unless_said = turned.is_empty() || self.dialect == Dialect::Ludii;
        for (slot, by) in [("previous", -1), ("next", 1)] {
            if call.look(slot).is_some() || unless_said {
                let by = self.c(by);
                let turn = self.bin(Bin::Add, now, by);
                let turn = self.bin(Bin::Add, turn, ways);
                turned.push((call.get(slot), self.bin(Bin::Rem, turn, ways)));
            }
        }
        for (i, (condition, turn)) in turned.into_iter().enumerate() {
            self.within(i, |l| {
                let (rotation, skip) = (l.var(term, "rotation"), l.b.label());
                if let Some(condition) = condition {
                    l.unless(condition, env, skip);
                }
                l.op(Op::Move { d: rotation, a: turn });
                let emission = Emission {
                    kind: MoveKind::Effect,
                    choices: vec![(Role::To, site), (Role::Rotation, rotation)],
                    set: None,
                    word: String::new(),
                    secrecy: crate::program::Secrecy::Open,
                };
                l.emit(term, env, emission, |l, e| {
                    let cell = l.cell(site, None, e);
                    l.acted_at(site);
                    l.op(Op::StoreAt { field, i: cell, a: rotation });
                });
                l.b.place(skip);
            });
        }
        self.b.place(end);
    }
}

/// How an effect is listed where it is chosen: by the site it is about.
fn effect(env: &Env<'_>) -> Emission {
    let choices = env.between.or(env.to).or(env.site).map(|site| (Role::To, site)).into_iter().collect();
    Emission { kind: MoveKind::Effect, choices, set: None, word: String::new(), secrecy: crate::program::Secrecy::Open }
}

/// How many pieces a `(promote …)` names.
pub(in crate::lower) fn pieces_to_choose(call: &Call) -> usize {
    call.get("piece").and_then(Term::call).and_then(|p| p.get("piece")).map_or(0, |pieces| pieces.members().len())
}
