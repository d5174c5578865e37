//! What chance decides: rolls, draws, one of several moves. Each is a node of its own, whose outcomes have weights.

use crate::lower::moves::Emission;
use crate::lower::{Env, Lower};
use crate::program::op::{Bin, Cmp, FieldId, Op, Reg, SetReg};
use crate::program::{MoveKind, NodeKind, Role, Secrecy};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::diagnostic::{Diagnostic, codes};
use parlour_grammar::rules::{Call, Term, TermKind};

/// Weights are whole numbers: probabilities are taken to so many parts.
const PARTS: f64 = 1_000_000.0;
/// Most pieces that one rule places by chance.
const MOST_PLACED: i32 = 256;
/// Most outcomes of one roll.
const MOST_OUTCOMES: usize = 1 << 16;

fn greatest_divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { greatest_divisor(b, a % b) }
}

impl<'t> Lower<'t> {
    /// One outcome of chance, with what it does.
    fn outcome(
        &mut self,
        term: &'t Term,
        choices: Vec<(Role, Reg)>,
        word: &str,
        weight: Reg,
        secrecy: Secrecy,
        effects: impl FnOnce(&mut Self),
    ) {
        let emission = Emission { kind: MoveKind::Chance, choices, set: None, word: word.to_owned(), secrecy };
        let rule = self.rule(term, &Env::default(), &emission, |l, _| effects(l));
        self.op(Op::EmitChance { rule, weight });
    }

    /// `(roll)`: all dice of the equipment; `(roll "Name" …)`: one die, its result kept.
    pub(in crate::lower) fn roll(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        if call.look("name").is_some() {
            self.roll_one(call, term, env);
        } else {
            self.roll_dice(term);
        }
        if let Some(then) = call.get("then").and_then(Term::call).and_then(|t| t.get("moves")) {
            self.statement(then, env);
        }
    }

    /// A roll among the effects of a move, without what follows it. What is only tried rolls nothing.
    pub(in crate::lower) fn roll_here(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let named = call.look("name").is_some();
        self.unless_tried(|l| if named { l.roll_one(call, term, env) } else { l.roll_dice(term) }, |_| {});
    }

    fn roll_one(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let name = call.get("name").and_then(Term::text).unwrap_or_default();
        let word = name.to_lowercase().split_whitespace().collect::<Vec<_>>().join("_");
        let slot = self.slot(name);
        let told = Self::told_of(call);
        if let Some(d) = call.get("d") {
            let faces = self.int(d, env);
            match self.const_of(faces) {
                Some(k) if k < 1 => return self.no_faces(d),
                Some(_) => {}
                None => {
                    let (ok, one) = (self.b.label(), self.c(1));
                    self.op(Op::JumpCmp { cmp: Cmp::Ge, a: faces, b: one, to: ok });
                    self.fault(
                        "E0607",
                        "a die without faces is rolled",
                        "let the number of faces be at least 1 whenever it is rolled",
                        d.origin,
                    );
                    self.b.place(ok);
                }
            }
            let inner = env.clone();
            return self.wait(name, NodeKind::Chance, None, &|l, _| {
                let (faces, one) = (l.int(d, &inner), l.c(1));
                let face = l.var(term, "face");
                l.count_up(face, one, faces, |l| {
                    l.outcome(term, vec![(Role::Count, face)], &word, one, told, |l| l.keep(slot, face));
                });
            });
        }
        let whole = |l: &mut Self, t: &'t Term| {
            let value = l.int(t, env);
            l.const_of(value)
        };
        let list = call.get("faces").expect("checked");
        let faces: Option<Vec<i32>> = list.members().iter().map(|t| whole(self, t)).collect();
        let Some(faces) = faces else { return self.unsupported(list) };
        let weights: Vec<i32> = match call.get("biased") {
            Some(biased) => match biased.members().iter().map(|t| whole(self, t)).collect() {
                Some(weights) => weights,
                None => return self.unsupported(biased),
            },
            None => vec![1; faces.len()],
        };
        if faces.is_empty() {
            return self.no_faces(list);
        }
        if weights.len() != faces.len() || weights.iter().any(|w| *w < 0) || weights.iter().all(|w| *w == 0) {
            return self.bad_weights(call.get("biased").unwrap_or(list), faces.len());
        }
        let outcomes = merged(faces.into_iter().zip(weights));
        self.wait(name, NodeKind::Chance, None, &|l, _| {
            let face = l.var(term, "face");
            for (value, weight) in &outcomes {
                let (value, weight) = (l.c(*value), l.c(*weight));
                l.op(Op::Move { d: face, a: value });
                l.outcome(term, vec![(Role::Count, face)], &word, weight, told, |l| l.keep(slot, face));
            }
        });
    }

    fn no_faces(&mut self, at: &Term) {
        self.report(
            Diagnostic::error("E0527", "a die needs at least one face", at.origin, "this die has none")
                .help("say how many faces it has, as in `d:6`"),
        );
    }

    fn bad_weights(&mut self, at: &Term, n: usize) {
        self.report(
            Diagnostic::error("E0528", "these are not the weights of the outcomes", at.origin, "of these weights")
                .help(format!("give {n} weights, none of them negative and not all of them 0")),
        );
    }

    /// All dice of the equipment: each outcome is what all of them show.
    fn roll_dice(&mut self, term: &'t Term) {
        let dice = self.eq.dice.clone();
        if dice.is_empty() {
            return self.report(
                Diagnostic::error("E0529", "there are no dice to roll", term.origin, "the equipment has none").help(
                    "add some to the equipment, such as `(dice d:6 num:2)`, or roll one here: `(roll \"Steps\" d:6)`",
                ),
            );
        }
        let kinds: Vec<Vec<(i32, i32)>> =
            dice.iter().map(|d| merged(d.faces.iter().copied().zip(d.weights.iter().copied()))).collect();
        let count = kinds.iter().try_fold(1usize, |n, k| n.checked_mul(k.len()).filter(|n| *n <= MOST_OUTCOMES));
        let Some(count) = count else {
            return self.report(
                Diagnostic::error("E0530", "a roll has too many outcomes", term.origin, "of all these dice together")
                    .help(format!("roll at most {MOST_OUTCOMES} outcomes at once; roll the dice one after the other with `(roll \"Name\" d:…)`")),
            );
        };
        // Every outcome is a row: the first die varies slowest.
        let mut rows: Vec<Vec<i32>> = vec![Vec::with_capacity(count); dice.len()];
        let mut weights = Vec::with_capacity(count);
        for mut k in 0..count {
            let mut weight = 1i32;
            for (i, kind) in kinds.iter().enumerate().rev() {
                let (value, w) = kind[k % kind.len()];
                k /= kind.len();
                rows[i].push(value);
                weight = weight.saturating_mul(w);
            }
            weights.push(weight);
        }
        self.wait("roll", NodeKind::Chance, None, &|l, _| {
            let shown: Vec<Reg> = (0..rows.len()).map(|i| l.within(i + 1, |l| l.var(term, "face"))).collect();
            let (k, zero, last) = (l.var(term, "outcome"), l.c(0), l.c(count as i32 - 1));
            let (tables, weights) = (rows.clone(), weights.clone());
            l.count_up(k, zero, last, |l| {
                for (table, face) in tables.into_iter().zip(&shown) {
                    let table = l.b.table(table);
                    l.op(Op::Table { d: *face, table, i: k });
                }
                let table = l.b.table(weights);
                let weight = l.b.reg();
                l.op(Op::Table { d: weight, table, i: k });
                let choices = shown.iter().map(|face| (Role::Count, *face)).collect();
                l.outcome(term, choices, "", weight, Secrecy::Open, |l| l.dice_show(&shown));
            });
        });
    }

    /// Which of several moves: its number, counted from 1, is settled for the form.
    pub(in crate::lower) fn random_choice(&mut self, call: &'t Call, term: &'t Term) {
        let list = call.get("probabilities").expect("asked for");
        let moves = call.get("moves").expect("checked").members().len();
        let mut parts = Vec::new();
        for weight in list.members() {
            match weight.kind {
                TermKind::Int(n) => parts.push(f64::from(n)),
                TermKind::Real(x) => parts.push(x),
                _ => return self.unsupported(weight),
            }
        }
        let whole: Vec<i64> = parts.iter().map(|p| (p * PARTS).round() as i64).collect();
        let divisor = whole.iter().fold(0, |a, b| greatest_divisor(a, b.abs()));
        let weights: Option<Vec<i32>> = whole.iter().map(|w| i32::try_from(w / divisor.max(1)).ok()).collect();
        let Some(weights) =
            weights.filter(|w| w.len() == moves && w.iter().all(|w| *w >= 0) && w.iter().any(|w| *w > 0))
        else {
            return self.bad_weights(list, moves);
        };
        let field = self.settled_slot(term);
        let first = self.c(weights.iter().position(|w| *w > 0).map_or(1, |at| at as i32 + 1));
        let wait = |l: &mut Self| {
            l.wait("random", NodeKind::Chance, None, &|l, _| {
                let which = l.var(term, "which");
                for (i, weight) in weights.iter().enumerate() {
                    let (value, weight) = (l.c(i as i32 + 1), l.c(*weight));
                    l.op(Op::Move { d: which, a: value });
                    l.outcome(term, vec![(Role::Count, which)], "", weight, Secrecy::Open, |l| {
                        l.op(Op::Store { field, a: which })
                    });
                }
            });
        };
        self.unless_tried(wait, |l| l.op(Op::Store { field, a: first }));
    }

    /// Draws the random numbers and sites that a term speaks of, before it is evaluated: but for what its moves lead to.
    pub(in crate::lower) fn draw_values(&mut self, term: &'t Term, env: &Env<'t>) {
        let mut found: Vec<(&'t Term, &'t Call)> = Vec::new();
        crate::lower::effects::aftermath::visit_before(term, &mut |t| {
            if let Some(call) = t.call()
                && matches!(call.prim, Prim::ValueRandom | Prim::SitesRandom | Prim::DirectionsRandom)
            {
                found.push((t, call));
            }
        });
        for (t, call) in innermost_first(found) {
            let at = std::ptr::from_ref(t) as usize;
            self.within(at, |l| {
                l.at_origin(t.origin, |l| match call.prim {
                    Prim::ValueRandom => l.draw_number(call, t, env),
                    Prim::DirectionsRandom => l.draw_directions(call, t, env),
                    _ => l.draw_sites(call, t, env),
                });
            });
        }
        self.draw_for_pieces(term, env);
    }

    /// `(value Random …)`: drawn here, where the code may wait, or else before the decision.
    pub(in crate::lower) fn random_number(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Reg {
        if self.may_wait_here() && !self.turns.set_up_is_open() {
            self.draw_number(call, term, env);
        }
        self.settled_value(term).unwrap_or_else(|| {
            self.unsupported(term);
            self.c(0)
        })
    }

    /// `(sites Random …)`: drawn here, where the code may wait, or else before the decision.
    pub(in crate::lower) fn random_sites(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> SetReg {
        if self.may_wait_here() && !self.turns.set_up_is_open() {
            self.draw_sites(call, term, env);
        }
        if self.settled_value(term).is_none() {
            self.unsupported(term);
        }
        let field = self.drawn_sites(term);
        self.drawn_set(field)
    }

    /// The bounds of what is drawn.
    fn drawn_range(&mut self, range: &'t Term, env: &Env<'t>) -> Option<(Reg, Reg)> {
        let bounds = match &range.kind {
            TermKind::Range(ends) => Some((self.int(&ends.0, env), self.int(&ends.1, env))),
            TermKind::Call(range) => self.range(range, env),
            _ => None,
        };
        if bounds.is_none() {
            self.unsupported(range);
        }
        bounds
    }

    /// Something must be in the range that is drawn from.
    fn must_hold_values(&mut self, lo: Reg, hi: Reg, range: &'t Term) {
        if let (Some(lo), Some(hi)) = (self.const_of(lo), self.const_of(hi))
            && lo <= hi
        {
            return;
        }
        let ok = self.b.label();
        self.op(Op::JumpCmp { cmp: Cmp::Le, a: lo, b: hi, to: ok });
        self.fault(
            codes::NO_VALUES,
            "a number is drawn from an empty range",
            "let the lower end be no greater than the upper one whenever it is drawn",
            range.origin,
        );
        self.b.place(ok);
    }

    fn draw_number(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let field = self.settled_slot(term);
        let range = call.get("range").expect("checked");
        let wait = |l: &mut Self| {
            l.wait("number", NodeKind::Chance, None, &|l, _| {
                let Some((lo, hi)) = l.drawn_range(range, env) else { return };
                l.must_hold_values(lo, hi, range);
                let (value, one) = (l.var(term, "value"), l.c(1));
                l.count_up(value, lo, hi, |l| {
                    l.outcome(term, vec![(Role::Count, value)], "", one, Secrecy::Open, |l| {
                        l.op(Op::Store { field, a: value })
                    });
                });
            });
        };
        self.unless_tried(wait, |l| {
            if let Some((lo, _)) = l.drawn_range(range, env) {
                l.op(Op::Store { field, a: lo });
            }
        });
    }

    /// `(directions Random …)`: each choice of so many is an outcome.
    fn draw_directions(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let field = self.settled_slot(term);
        let Some(choices) = self.ways_to_draw(call, term, env) else { return };
        let wait = |l: &mut Self| {
            l.wait("directions", NodeKind::Chance, None, &|l, _| {
                let (chosen, one) = (l.var(term, "chosen"), l.c(1));
                for (i, directions) in choices.iter().enumerate() {
                    let word = directions.iter().map(|d| d.name()).collect::<Vec<_>>().join("+");
                    let number = l.c(i as i32 + 1);
                    l.op(Op::Move { d: chosen, a: number });
                    l.outcome(term, vec![(Role::Count, chosen)], &word, one, Secrecy::Open, |l| {
                        l.op(Op::Store { field, a: chosen });
                    });
                }
            });
        };
        self.unless_tried(wait, |l| {
            let first = l.c(1);
            l.op(Op::Store { field, a: first });
        });
    }

    fn draw_sites(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let field = self.drawn_sites(term);
        let zero = self.c(0);
        self.op(Op::Fill { field, a: zero });
        let n = self.int_or(call.get("num"), 1, env);
        let Some(n) = self.const_of(n).filter(|n| (0..=1024).contains(n)) else { return self.unsupported(term) };
        let left = |l: &mut Self| {
            let all = match call.get("region") {
                Some(region) => l.region(region, env),
                None => l.b.set_constant(0..l.eq.board_sites()),
            };
            let left = l.b.set();
            let drawn = l.drawn_set(field);
            l.op(Op::SetDiff { d: left, a: all, b: drawn });
            left
        };
        let wait = |l: &mut Self| {
            let end = l.b.label();
            for i in 0..n {
                l.within(i as usize + 1, |l| {
                    l.wait("site", NodeKind::Chance, Some(end), &|l, _| {
                        let (left, one, site) = (left(l), l.c(1), l.var(term, "site"));
                        l.each(left, site, |l| {
                            l.outcome(term, vec![(Role::To, site)], "", one, Secrecy::Open, |l| {
                                let one = l.c(1);
                                l.op(Op::StoreAt { field, i: site, a: one });
                            });
                        });
                    });
                });
            }
            l.b.place(end);
        };
        self.unless_tried(wait, |l| {
            for _ in 0..n {
                let (left, site, one) = (left(l), l.b.reg(), l.c(1));
                l.op(Op::SetMin { d: site, s: left });
                l.op(Op::StoreAt { field, i: site, a: one });
            }
        });
    }

    /// `(place Random …)`: each piece on an empty site of a region; or all of them in a stack, in any order.
    pub(in crate::lower) fn place_at_random(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let known = |l: &mut Self, t: &'t Term| l.most_placed(t, env).filter(|n| (0..=MOST_PLACED).contains(n));
        let fact = |l: &mut Self, slot: &str| call.get(slot).map(|fact| l.int(fact, env));
        let traits = crate::lower::effects::change::Traits {
            state: fact(self, "state"),
            value: fact(self, "value"),
            rotation: None,
            ..Default::default()
        };
        let mut pieces: Vec<(i32, i32)> = Vec::new();
        let mut drawn: Vec<(usize, &'t Term)> = Vec::new();
        if let Some(counts) = call.get("counts") {
            for count in counts.members() {
                let Some(count) = count.call() else { continue };
                let (Some(item), Some(n)) = (count.get("item"), count.get("count")) else { continue };
                let Some(most) = known(self, n) else { return self.unsupported(n) };
                drawn.extend(self.settled_value(n).map(|_| (pieces.len(), n)));
                pieces.push((self.item_placed(item), most));
            }
        } else {
            let counts = call.get("count").map(Term::members).unwrap_or_default();
            for (i, item) in call.get("items").map(Term::members).unwrap_or_default().iter().enumerate() {
                let count = counts.get(i).or(counts.first().filter(|_| call.look("where").is_none()));
                let n = count.map_or(Some(1), |n| known(self, n));
                let drawn_count = count.filter(|n| self.settled_value(n).is_some());
                drawn.extend(drawn_count.map(|n| (pieces.len(), n)));
                let Some(n) = n else { return self.unsupported(term) };
                pieces.push((self.item_placed(item), n));
            }
        }
        if let Some(place) = call.get("where") {
            let site = self.int(place, env);
            if let Some((_, count)) = drawn.first() {
                return self.unsupported(count);
            }
            return self.stack_at_random(&pieces, site, traits, term);
        }
        let end = self.b.label();
        for (k, (what, n)) in pieces.into_iter().enumerate() {
            let enough = self.b.label();
            let drawn = drawn.iter().find(|(at, _)| *at == k).map(|(_, count)| *count);
            for i in 0..n {
                let inner = env.clone();
                if let Some(count) = drawn.and_then(|count| self.settled_value(count)) {
                    let placed = self.c(i);
                    self.op(Op::JumpCmp { cmp: Cmp::Le, a: count, b: placed, to: enough });
                }
                self.within(k * MOST_PLACED as usize + i as usize + 1, |l| {
                    l.wait("place", NodeKind::Chance, Some(end), &|l, _| {
                        let all = match call.get("region") {
                            Some(region) => l.region(region, &inner),
                            None => l.b.set_constant(0..l.eq.board_sites()),
                        };
                        let occupied = l.occupied();
                        let (free, site, one) = (l.set_diff(all, occupied), l.var(term, "site"), l.c(1));
                        l.each(free, site, |l| {
                            l.outcome(term, vec![(Role::To, site)], "", one, Secrecy::OnBoard, |l| {
                                let what = l.c(what);
                                l.put_piece(site, what, None, traits);
                            });
                        });
                    });
                });
            }
            self.b.place(enough);
        }
        self.b.place(end);
    }

    /// How many pieces are placed at most: a number known before play, or one that is drawn now.
    fn most_placed(&mut self, count: &'t Term, env: &Env<'t>) -> Option<i32> {
        let Some(call) = count.call().filter(|c| c.prim == Prim::ValueRandom) else {
            let n = self.int(count, env);
            return self.const_of(n);
        };
        self.draw_values(count, env);
        let (_, most) = self.drawn_range(call.get("range").expect("checked"), env)?;
        self.const_of(most)
    }

    fn item_placed(&mut self, item: &'t Term) -> i32 {
        let name = item.text().unwrap_or_default();
        let named = |owner: u32| self.eq.component_of(name, owner);
        match self.eq.component(name).or_else(|| (0..self.players() + 2).find_map(named)) {
            Some(id) => id as i32,
            None => {
                self.no_such_piece(name, item);
                0
            }
        }
    }

    /// Pieces are stacked on a site, each time one of those that are left.
    fn stack_at_random(
        &mut self,
        pieces: &[(i32, i32)],
        site: Reg,
        traits: crate::lower::effects::change::Traits,
        term: &'t Term,
    ) {
        let field = self.b.field("left to place", pieces.len() as u32, 4, 0, false);
        self.turns.counters.push(field);
        for (k, (_, n)) in pieces.iter().enumerate() {
            let (k, n) = (self.c(k as i32), self.c(*n));
            self.op(Op::StoreAt { field, i: k, a: n });
        }
        let whats: Vec<i32> = pieces.iter().map(|(what, _)| *what).collect();
        for i in 0..pieces.iter().map(|(_, n)| n).sum() {
            self.within(i as usize + 1, |l| {
                l.wait("place", NodeKind::Chance, None, &|l, _| {
                    let (k, zero, last) = (l.var(term, "which"), l.c(0), l.c(whats.len() as i32 - 1));
                    let whats = whats.clone();
                    l.count_up(k, zero, last, |l| {
                        let (left, none, one) = (l.load_at(field, k), l.b.label(), l.c(1));
                        l.op(Op::JumpUnless { c: left, to: none });
                        l.outcome(term, vec![(Role::Count, k)], "", left, Secrecy::OnBoard, |l| {
                            let left = l.load_at(field, k);
                            let less = l.bin(Bin::Sub, left, one);
                            l.op(Op::StoreAt { field, i: k, a: less });
                            let what = l.table(whats, k);
                            l.put_piece(site, what, None, traits);
                        });
                        l.b.place(none);
                    });
                });
            });
        }
    }

    /// The sites drawn for a form.
    pub(in crate::lower) fn drawn_sites(&mut self, term: &Term) -> FieldId {
        let at = std::ptr::from_ref(term) as usize;
        if let Some(field) = self.turns.settled.get(&at) {
            return *field;
        }
        let field = self.b.field("sites drawn", self.eq.sites, 3, 0, false);
        self.turns.counters.push(field);
        self.turns.settled.insert(at, field);
        field
    }

    pub(in crate::lower) fn drawn_set(&mut self, field: FieldId) -> SetReg {
        let table = self.b.table(vec![-1, 0]);
        let index = self.b.index("drawn", field, Some(table), 1);
        self.class(index, 0)
    }

    /// What was settled of a form, if it is asked where that has happened.
    pub(in crate::lower) fn settled_value(&mut self, term: &Term) -> Option<Reg> {
        let at = std::ptr::from_ref(term) as usize;
        let field = *self.turns.settled.get(&at)?;
        Some(self.load(field))
    }

    /// The moves of the alternative that chance has drawn.
    pub(in crate::lower) fn generate_random(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let Some(drawn) = self.settled_value(term) else { return self.unsupported(term) };
        for (i, moves) in call.get("moves").expect("checked").members().iter().enumerate() {
            let (skip, here) = (self.b.label(), self.c(i as i32 + 1));
            self.op(Op::JumpCmp { cmp: Cmp::Ne, a: drawn, b: here, to: skip });
            self.generate(moves, env);
            self.b.place(skip);
        }
    }

    /// A condition, as it was before chance decided what it may depend on.
    pub(in crate::lower) fn settled_condition(&mut self, condition: &'t Term, env: &Env<'t>) -> Reg {
        // What another could do is asked in their place: what is settled is about the turn at hand.
        let anew = self.threatening || self.stalemating;
        let settled = if anew { None } else { self.settled_value(condition) };
        let Some(settled) = settled else { return self.bool(condition, env) };
        let (d, known, zero, one) = (self.b.reg(), self.b.label(), self.c(0), self.c(1));
        let value = self.bin(Bin::Sub, settled, one);
        self.op(Op::Move { d, a: value });
        self.op(Op::JumpCmp { cmp: Cmp::Ne, a: settled, b: zero, to: known });
        let now = self.bool(condition, env);
        self.op(Op::Move { d, a: now });
        self.b.place(known);
        d
    }
}

/// Equal faces are one outcome, with the sum of their weights.
fn merged(faces: impl Iterator<Item = (i32, i32)>) -> Vec<(i32, i32)> {
    let mut outcomes: Vec<(i32, i32)> = Vec::new();
    for (value, weight) in faces.filter(|(_, weight)| *weight > 0) {
        match outcomes.iter_mut().find(|(v, _)| *v == value) {
            Some((_, w)) => *w = w.saturating_add(weight),
            None => outcomes.push((value, weight)),
        }
    }
    outcomes
}

/// Those within others before these: what is drawn may hang on them.
fn innermost_first<'t>(found: Vec<(&'t Term, &'t Call)>) -> Vec<(&'t Term, &'t Call)> {
    let (mut open, mut closed) = (Vec::new(), Vec::new());
    for (term, call) in found {
        let is_within = |outer: &'t Term| {
            let mut within = false;
            crate::lower::usage::visit(outer, &mut |t| within |= std::ptr::eq(t, term));
            within
        };
        while let Some(outer) = open.pop_if(|(outer, _): &mut (&'t Term, &'t Call)| !is_within(outer)) {
            closed.push(outer);
        }
        open.push((term, call));
    }
    closed.extend(open.into_iter().rev());
    closed
}
