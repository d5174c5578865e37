//! The constraints of a puzzle, expanded before play: each becomes tests of few sites, so that an assignment asks only those that its
//! site takes part in.
//!
//! A test fails once its constraint is surely broken, whatever open sites will hold. Differing values, counts and sums know that by
//! themselves; any other condition is asked once all sites that it reads have a value.

use crate::lower::puzzles::hints::Part;
use crate::lower::{Env, Lower, Purpose};

use crate::program::op::{Bin, Cmp, Op, Reg, SetReg};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::diagnostic::{Diagnostic, Dialect, codes};
use parlour_grammar::rules::{Call, Term};
use std::collections::BTreeSet;

/// A constraint on certain sites.
#[derive(Clone)]
pub(in crate::lower) struct Test<'t> {
    /// What must hold.
    pub kind: TestKind<'t>,
    /// The sites whose values it depends on; `None` if it may be any.
    pub scope: Option<BTreeSet<u32>>,
    /// Whether it is about the last move: then it is no matter of the position.
    pub of_move: bool,
    /// The constraint it comes from.
    pub term: &'t Term,
}

/// What must hold on certain sites.
#[derive(Clone)]
pub(in crate::lower) enum TestKind<'t> {
    /// No value occurs twice, some excepted.
    Different { sites: Vec<u32>, except: Vec<i32> },
    /// The same of what a site sees, itself included, while it has a value other than 0.
    Seen { centre: u32, sites: Vec<u32>, except: Vec<i32> },
    /// A value occurs so often.
    Count { sites: Vec<u32>, value: i32, result: i32 },
    /// The values come to so much.
    Sum { sites: Vec<u32>, result: i32 },
    /// Two rows of sites do not hold the same.
    Unlike { a: Vec<u32>, b: Vec<u32> },
    /// A condition.
    Term { condition: &'t Term, env: Box<Env<'t>> },
}

/// The sites that code reads; `None` once it may be any.
pub(in crate::lower) struct Scope {
    sites: Option<BTreeSet<u32>>,
    of_move: bool,
}

impl Scope {
    fn nothing() -> Scope {
        Scope { sites: Some(BTreeSet::new()), of_move: false }
    }

    fn add(&mut self, sites: Option<BTreeSet<u32>>) {
        self.sites = match (self.sites.take(), sites) {
            (Some(mut all), Some(more)) => {
                all.extend(more);
                Some(all)
            }
            _ => None,
        };
    }
}

/// Most constraints that those of a puzzle stand for, each of them counted, with all that lies in it.
const MOST_CONSTRAINTS: usize = 1 << 18;

impl<'t> Lower<'t> {
    /// Expands a constraint into tests.
    pub(in crate::lower) fn expand_constraint(&mut self, term: &'t Term, env: &Env<'t>, tests: &mut Vec<Test<'t>>) {
        if !self.may_expand(term) {
            return;
        }
        let at = std::ptr::from_ref(term) as usize;
        self.within(at, |l| l.at_origin(term.origin, |l| l.expand_constraint_here(term, env, tests)));
    }

    /// Counts one more constraint. Returns whether there is room for it.
    fn may_expand(&mut self, term: &Term) -> bool {
        self.constraints += 1;
        if self.constraints == MOST_CONSTRAINTS {
            let message = "the constraints are too many";
            let label = format!("with this, they are more than {MOST_CONSTRAINTS}");
            let help = "`forAll` within `forAll` multiplies: ask for each site only what is about those beside it";
            self.report(Diagnostic::error(codes::TOO_MANY_CONSTRAINTS, message, term.origin, label).help(help));
        }
        self.constraints < MOST_CONSTRAINTS
    }

    fn expand_constraint_here(&mut self, term: &'t Term, env: &Env<'t>, tests: &mut Vec<Test<'t>>) {
        let Some(call) = term.call() else { return self.expand_condition(term, env, tests) };
        let get = |slot: &str| call.get(slot);
        match call.prim {
            Prim::AndBool => {
                for member in get("list").expect("checked").members() {
                    self.expand_constraint(member, env, tests);
                }
            }
            Prim::OrBool => {
                let open = self.unsettled(get("list").expect("checked").members(), env);
                match open[..] {
                    [one] => self.expand_constraint(one, env, tests),
                    _ => self.expand_condition(term, env, tests),
                }
            }
            Prim::ForAll => {
                let constraint = get("constraint").expect("checked");
                for (i, inner) in self.elements(call, term, env).into_iter().enumerate() {
                    self.within(i, |l| l.expand_constraint(constraint, &inner, tests));
                }
            }
            Prim::AllSites if Self::is_for_each(call) => match self.fixed_sites(get("region").expect("checked"), env) {
                Some(sites) => {
                    for site in sites {
                        let inner = self.with_site(site, env);
                        self.within(site as usize, |l| l.expand_constraint(get("if").expect("checked"), &inner, tests));
                    }
                }
                None => self.expand_condition(term, env, tests),
            },
            Prim::IfBool => match self.settled_truth(get("condition").expect("checked"), env) {
                Some(true) => self.expand_constraint(get("yes").expect("checked"), env, tests),
                Some(false) => match get("no") {
                    Some(no) => self.expand_constraint(no, env, tests),
                    None => self.expand_condition(term, env, tests),
                },
                None => self.expand_condition(term, env, tests),
            },
            Prim::AllDifferent | Prim::IsCount | Prim::IsUnique => match self.static_tests(call, term, env) {
                Some(found) => {
                    // Said once, of the first of its regions.
                    let _ = found.iter().all(|kind| self.is_possible(kind, term));
                    for kind in found {
                        let scope = Some(kind.sites().into_iter().collect());
                        tests.push(Test { kind, scope, of_move: false, term });
                    }
                }
                None => self.expand_condition(term, env, tests),
            },
            _ => self.expand_condition(term, env, tests),
        }
    }

    fn expand_condition(&mut self, term: &'t Term, env: &Env<'t>, tests: &mut Vec<Test<'t>>) {
        match self.settled_truth(term, env) {
            Some(true) => {}
            Some(false) if self.dialect == Dialect::Parlour => {
                let help = "it does not depend on what is assigned: compare values, such as `(value Piece at:(from))`";
                self.report(
                    Diagnostic::error(codes::NEVER_HOLDS, "this can never hold", term.origin, "it is false").help(help),
                );
            }
            _ => {
                let kind = TestKind::Term { condition: term, env: Box::new(env.bare()) };
                tests.push(Test { kind, scope: None, of_move: false, term });
            }
        }
    }

    /// `(forAll …)`: what its constraint is about, one after the other.
    fn elements(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Vec<Env<'t>> {
        let word = call.get("element").and_then(Term::symbol).unwrap_or_default();
        if let Some(kind) = crate::lower::equipment::graphs::site_type(word) {
            let first = self.first(kind);
            let sites = first..first + self.eq.board.count(kind) as u32;
            return sites
                .map(|site| Env { from: Some(self.c(site as i32)), site: None, to: None, ..env.clone() })
                .collect();
        }
        let kind = self.eq.kind();
        let constraint = call.get("constraint").expect("checked");
        let (mut two, mut number) = (false, false);
        crate::lower::usage::visit(constraint, &mut |term| {
            two |= term.call().is_some_and(|call| call.prim == Prim::ToSite);
            number |= Self::is_hint_at_hand(term);
        });
        let hints = self.hints();
        let strict = self.dialect == Dialect::Parlour;
        if strict && !hints.iter().any(|hint| hint.kind == kind) {
            let message = format!("no {} has a hint", kind.name().to_lowercase());
            let help = format!("give hints: `(hints {{ … }} {})` in the equipment", kind.name());
            self.report(Diagnostic::error(codes::NO_HINT, message, term.origin, "this runs through them").help(help));
        }
        let mut found = Vec::new();
        for hint in hints.iter().filter(|hint| hint.kind == kind) {
            let says = |message: &str, help: &str| {
                Diagnostic::error(codes::BAD_HINT, message, hint.origin, "of this hint")
                    .also(constraint.origin, "asked here")
                    .help(help)
            };
            if strict && two && hint.sites.len() != 2 {
                let found = says(
                    "two sites are compared, and these are not two",
                    "name two sites, in the order in which they are compared",
                );
                self.report(found);
                continue;
            }
            if strict && number && hint.number.is_none() {
                self.report(says(
                    "its number is asked, and it has none",
                    "write the number behind the sites: `(hint {\"A1\" \"B1\"} 3)`",
                ));
                continue;
            }
            let site = |l: &mut Self, at: usize| hint.sites.get(at).map(|site| l.c(*site as i32));
            found.push(Env {
                from: site(self, 0),
                to: site(self, 1),
                site: None,
                hint: Some(self.c(hint.number.unwrap_or(0))),
                hint_sites: Some(self.b.set_constant(hint.sites.iter().copied())),
                ..env.clone()
            });
        }
        found
    }

    /// The tests that a ludeme of puzzles stands for, if all it names is known before play.
    fn static_tests(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Option<Vec<TestKind<'t>>> {
        let word = call.get("word").and_then(Term::symbol).unwrap_or_default();
        match call.prim {
            Prim::AllDifferent => {
                let mut except = Vec::new();
                for value in call.get("except").or(call.get("excepts")).map(Term::members).unwrap_or_default() {
                    let value = self.int(value, env);
                    except.push(self.const_of(value)?);
                }
                let parts = match call.get("region") {
                    Some(region) => {
                        vec![Part { sites: self.fixed_sites(region, env)?, hint: None, centre: None, family: None }]
                    }
                    None => self.parts(None, true, term),
                };
                let kind = |part: Part| match part.centre {
                    Some(centre) => TestKind::Seen { centre, sites: part.sites, except: except.clone() },
                    None => TestKind::Different { sites: part.sites, except: except.clone() },
                };
                Some(parts.into_iter().map(kind).collect())
            }
            Prim::IsUnique => {
                let parts = self.parts(None, self.dialect == Dialect::Parlour, term);
                let mut pairs = Vec::new();
                for (i, one) in parts.iter().enumerate() {
                    for other in &parts[i + 1..] {
                        if one.family == other.family && one.sites.len() == other.sites.len() {
                            pairs.push(TestKind::Unlike { a: one.sites.clone(), b: other.sites.clone() });
                        }
                    }
                }
                Some(pairs)
            }
            Prim::IsCount => {
                let result = call.get("result").expect("checked");
                // A hint that is no loop's is that of each region.
                let by_region = Self::is_hint_at_hand(result) && env.hint.is_none();
                let of = match call.get("of") {
                    Some(of) => self.int(of, env),
                    None => self.c(1),
                };
                let value = self.const_of(of)?;
                let parts = match call.get("region") {
                    Some(region) => {
                        vec![Part { sites: self.fixed_sites(region, env)?, hint: None, centre: None, family: None }]
                    }
                    // In Ludii's dialect only the regions that the board defines have a sum.
                    None if word == "Sum" || self.dialect == Dialect::Parlour => {
                        let name = call.get("name").and_then(Term::text);
                        self.parts(name, self.dialect == Dialect::Parlour, term)
                    }
                    None => return None,
                };
                let wanted = if by_region { None } else { Some(self.int(result, env)) };
                let wanted = match wanted {
                    Some(wanted) => Some(self.const_of(wanted)?),
                    None => None,
                };
                let mut kinds = Vec::new();
                for part in parts {
                    let Some(result) = wanted.or(part.hint) else {
                        let help = "the regions of hints are `HintRegions`: name them in the equipment, `(regions \"Cages\" HintRegions)`, and here, `(is Sum \"Cages\" (hint))`";
                        let found = Diagnostic::error(
                            codes::NO_HINT,
                            "not every region here has a hint",
                            result.origin,
                            "its number is asked",
                        );
                        self.report(found.help(help));
                        break;
                    };
                    let sites = part.sites;
                    kinds.push(if word == "Sum" {
                        TestKind::Sum { sites, result }
                    } else {
                        TestKind::Count { sites, value, result }
                    });
                }
                Some(kinds)
            }
            _ => None,
        }
    }

    /// Whether some values pass a test; where none do, that is said.
    fn is_possible(&mut self, kind: &TestKind<'t>, term: &'t Term) -> bool {
        let Some(values) = self.eq.values.filter(|_| self.dialect == Dialect::Parlour) else { return true };
        let (sites, asked, least, most) = match kind {
            TestKind::Count { sites, result, .. } => (sites, i64::from(*result), 0, sites.len() as i64),
            TestKind::Sum { sites, result } => {
                let n = sites.len() as i64;
                (sites, i64::from(*result), n * i64::from(values.least), n * i64::from(values.most))
            }
            _ => return true,
        };
        if (least..=most).contains(&asked) {
            return true;
        }
        let names: Vec<String> = sites.iter().take(6).map(|site| self.eq.label(*site)).collect();
        let more = if sites.len() > names.len() { " …" } else { "" };
        let message = format!("{} sites cannot come to {asked}: {}{more}", sites.len(), names.join(" "));
        let help = format!("with their values they come to {least} at least and {most} at most");
        self.report(Diagnostic::error(codes::NEVER_HOLDS, message, term.origin, "asked here").help(help));
        false
    }

    /// Whether `(all Sites …)` is meant, and not that all differ.
    fn is_for_each(call: &Call) -> bool {
        call.get("word").and_then(Term::symbol) == Some("Sites")
    }

    fn with_site(&mut self, site: u32, env: &Env<'t>) -> Env<'t> {
        Env { site: Some(self.c(site as i32)), from: None, to: None, ..env.clone() }
    }

    /// The sites of a region that is known before play.
    pub(in crate::lower) fn fixed_sites(&mut self, region: &'t Term, env: &Env<'t>) -> Option<Vec<u32>> {
        let scratch = self.b.begin_block("scratch");
        let set = self.region(region, env);
        let sites = self.b.set_at_load(scratch, set);
        self.b.drop_block(scratch);
        sites
    }

    /// The truth of a condition that is known before play.
    fn settled_truth(&mut self, term: &'t Term, env: &Env<'t>) -> Option<bool> {
        let scratch = self.b.begin_block("scratch");
        let c = self.bool(term, env);
        let truth = self.const_of(c).map(|k| k != 0);
        self.b.drop_block(scratch);
        truth
    }

    /// The members of a disjunction that are not known to fail.
    fn unsettled(&mut self, members: &'t [Term], env: &Env<'t>) -> Vec<&'t Term> {
        members.iter().filter(|member| self.settled_truth(member, env) != Some(false)).collect()
    }

    // Code.

    /// Code for a test: 0 once it has surely failed. What it depends on is written down in it.
    pub(in crate::lower) fn lower_test(&mut self, test: &mut Test<'t>) -> Reg {
        match &test.kind {
            TestKind::Term { condition, env } => {
                let (condition, env) = (*condition, env.clone());
                let mut scope = Scope::nothing();
                let may = self.may(condition, &env, true, &mut scope);
                (test.scope, test.of_move) = (scope.sites, scope.of_move);
                may
            }
            kind => {
                let kind = kind.clone();
                self.lower_static(&kind)
            }
        }
    }

    fn lower_static(&mut self, kind: &TestKind<'t>) -> Reg {
        let (d, zero, one, end) = (self.b.reg(), self.c(0), self.c(1), self.b.label());
        self.op(Op::Move { d, a: zero });
        match kind {
            TestKind::Different { sites, except } => self.fails_unless_different(sites, except, end),
            TestKind::Seen { centre, sites, except } => {
                let (centre, skip) = (self.c(*centre as i32), self.b.label());
                let value = self.assigned(centre, 0);
                self.op(Op::JumpUnless { c: value, to: skip });
                self.fails_unless_different(sites, except, end);
                self.b.place(skip);
            }
            TestKind::Count { sites, value, result } => {
                let (n, open) = self.counted(sites, *value);
                self.fails_out_of_reach(n, open, (0, 1), *result, end);
            }
            TestKind::Sum { sites, result } => {
                let (sum, open) = self.summed(sites);
                let ends = self.eq.values.map_or((0, 0), |values| (values.least, values.most));
                self.fails_out_of_reach(sum, open, ends, *result, end);
            }
            TestKind::Unlike { a, b } => {
                let unlike = self.b.label();
                for (one, other) in a.iter().zip(b) {
                    let (one, other) = (self.c(*one as i32), self.c(*other as i32));
                    let (one, other) = (self.load_at(self.known.what, one), self.load_at(self.known.what, other));
                    self.op(Op::JumpUnless { c: one, to: unlike });
                    self.op(Op::JumpCmp { cmp: Cmp::Ne, a: one, b: other, to: unlike });
                }
                self.op(Op::Jump { to: end });
                self.b.place(unlike);
            }
            TestKind::Term { .. } => {}
        }
        self.op(Op::Move { d, a: one });
        self.b.place(end);
        d
    }

    /// Goes on at `fails` unless no value occurs twice among the sites.
    fn fails_unless_different(&mut self, sites: &[u32], except: &[i32], fails: crate::program::op::Label) {
        let Some(values) = self.eq.values else { return };
        let set = self.b.set_constant(sites.iter().copied());
        let (site, one, index) = (self.b.reg(), self.c(1), self.what_index());
        let excepted: Vec<i32> = except.iter().map(|value| values.component(*value)).filter(|c| *c > 0).collect();
        // In Ludii's dialect 0 is no value among others: where all differ it is not there, unless it is excepted.
        let nought = (self.dialect == Dialect::Ludii && !except.contains(&0)).then(|| values.component(0));
        self.each(set, site, |l| {
            let (like, what, next) = (l.b.set(), l.load_at(l.known.what, site), l.b.label());
            l.op(Op::JumpUnless { c: what, to: next });
            for component in excepted {
                let component = l.c(component);
                l.op(Op::JumpCmp { cmp: Cmp::Eq, a: what, b: component, to: next });
            }
            if let Some(nought) = nought.filter(|component| *component > 0) {
                let nought = l.c(nought);
                l.op(Op::JumpCmp { cmp: Cmp::Eq, a: what, b: nought, to: fails });
            }
            l.op(Op::LoadSetAt { d: like, index, i: what });
            let same = l.set_and(like, set);
            let n = l.size_of(same);
            l.op(Op::JumpCmp { cmp: Cmp::Gt, a: n, b: one, to: fails });
            l.b.place(next);
        });
    }

    /// Goes on at `fails` if what has been reached cannot come to a result, each open site adding from the first of `ends` to the second.
    /// In Ludii's dialect only what is too much already is out of reach, as long as a site is open.
    fn fails_out_of_reach(
        &mut self,
        reached: Reg,
        open: Reg,
        (least, most): (i32, i32),
        result: i32,
        fails: crate::program::op::Label,
    ) {
        let result = self.c(result);
        if self.dialect == Dialect::Ludii {
            let some = self.b.label();
            self.op(Op::JumpCmp { cmp: Cmp::Gt, a: reached, b: result, to: fails });
            self.op(Op::JumpIf { c: open, to: some });
            self.op(Op::JumpCmp { cmp: Cmp::Ne, a: reached, b: result, to: fails });
            self.b.place(some);
            return;
        }
        for (cmp, end) in [(Cmp::Gt, least), (Cmp::Lt, most)] {
            let end = self.c(end);
            let more = self.bin(Bin::Mul, open, end);
            let bound = self.bin(Bin::Add, reached, more);
            self.op(Op::JumpCmp { cmp, a: bound, b: result, to: fails });
        }
    }

    /// How often a value occurs among sites, and how many of them are open.
    pub(in crate::lower) fn counted(&mut self, sites: &[u32], value: i32) -> (Reg, Reg) {
        let set = self.b.set_constant(sites.iter().copied());
        let component = self.eq.values.map_or(0, |values| values.component(value));
        let component = self.c(component.max(0));
        let with = self.sites_of_component(component);
        let with = self.set_and(with, set);
        (self.size_of(with), self.open_among(set))
    }

    /// The sum of the values of sites, and how many of them are open.
    pub(in crate::lower) fn summed(&mut self, sites: &[u32]) -> (Reg, Reg) {
        let set = self.b.set_constant(sites.iter().copied());
        let sum = self.sum_over(set, |l, site| l.assigned(site, 0));
        (sum, self.open_among(set))
    }

    fn open_among(&mut self, set: SetReg) -> Reg {
        let open = self.open_sites();
        let open = self.set_and(open, set);
        self.size_of(open)
    }

    /// The sites without a value, those of other kinds included.
    pub(in crate::lower) fn open_sites(&mut self) -> SetReg {
        let index = self.empty_index();
        self.class(index, 0)
    }

    /// Whether a condition may still come to have a truth value, open sites holding whatever they will.
    fn may(&mut self, term: &'t Term, env: &Env<'t>, wanted: bool, scope: &mut Scope) -> Reg {
        if !self.may_expand(term) {
            return self.c(1);
        }
        let at = std::ptr::from_ref(term) as usize;
        self.within(at, |l| l.at_origin(term.origin, |l| l.may_here(term, env, wanted, scope)))
    }

    fn may_here(&mut self, term: &'t Term, env: &Env<'t>, wanted: bool, scope: &mut Scope) -> Reg {
        let Some(call) = term.call() else { return self.may_condition(term, env, wanted, scope) };
        let get = |slot: &str| call.get(slot).expect("checked");
        match call.prim {
            Prim::Not => self.may(get("a"), env, !wanted, scope),
            Prim::AndBool | Prim::OrBool => {
                let members: Vec<(&'t Term, Env<'t>)> =
                    get("list").members().iter().map(|m| (m, env.clone())).collect();
                self.may_chain(members, (call.prim == Prim::AndBool) == wanted, wanted, scope)
            }
            Prim::IfBool if call.look("no").is_some() => {
                let ways = [(true, get("yes")), (false, get("no"))].map(|(truth, then)| {
                    let condition = self.may(get("condition"), env, truth, scope);
                    let then = self.may(then, env, wanted, scope);
                    self.bin(Bin::And, condition, then)
                });
                self.bin(Bin::Or, ways[0], ways[1])
            }
            Prim::ForAll => {
                let constraint = get("constraint");
                let members = self.elements(call, term, env).into_iter().map(|inner| (constraint, inner)).collect();
                self.may_chain(members, wanted, wanted, scope)
            }
            Prim::AllSites if Self::is_for_each(call) => match self.fixed_sites(get("region"), env) {
                Some(sites) => {
                    let members = sites.into_iter().map(|site| (get("if"), self.with_site(site, env))).collect();
                    self.may_chain(members, wanted, wanted, scope)
                }
                None => self.may_condition(term, env, wanted, scope),
            },
            Prim::AllDifferent | Prim::IsCount | Prim::IsUnique => match self.static_tests(call, term, env) {
                Some(kinds) => self.may_tests(&kinds, wanted, scope),
                None => {
                    let help = "the sites, what is counted and how much it comes to must be settled: they may depend on `(from)`, `(site)` and `(hint)`";
                    let found = Diagnostic::error(
                        codes::NO_REGIONS,
                        "this is not known before play",
                        term.origin,
                        "it depends on play",
                    );
                    self.report(found.help(help));
                    self.c(1)
                }
            },
            // What stands in a line now stands there in the end; and what does not may come to.
            Prim::IsLine => {
                let read = self.read_by(term, env, scope);
                if wanted {
                    return self.once_all_assigned(read, |l| l.bool(term, env));
                }
                let line = self.bool(term, env);
                self.not(line)
            }
            _ => self.may_condition(term, env, wanted, scope),
        }
    }

    /// Whether all, or any, of several conditions may come to have a truth value.
    fn may_chain(&mut self, members: Vec<(&'t Term, Env<'t>)>, all: bool, wanted: bool, scope: &mut Scope) -> Reg {
        let (d, end) = (self.b.reg(), self.b.label());
        let start = self.c(i32::from(all));
        self.op(Op::Move { d, a: start });
        for (i, (member, env)) in members.into_iter().enumerate() {
            let c = self.within(i, |l| l.may(member, &env, wanted, scope));
            self.op(Op::Move { d, a: c });
            self.op(if all { Op::JumpUnless { c: d, to: end } } else { Op::JumpIf { c: d, to: end } });
        }
        self.b.place(end);
        d
    }

    fn may_tests(&mut self, kinds: &[TestKind<'t>], wanted: bool, scope: &mut Scope) -> Reg {
        let sites: BTreeSet<u32> = kinds.iter().flat_map(TestKind::sites).collect();
        scope.add(Some(sites.clone()));
        let (d, end) = (self.b.reg(), self.b.label());
        let hold = |l: &mut Self| {
            let one = l.c(1);
            l.op(Op::Move { d, a: one });
            for kind in kinds {
                let holds = l.lower_static(kind);
                l.op(Op::Move { d, a: holds });
                l.op(Op::JumpUnless { c: d, to: end });
            }
            l.b.place(end);
            d
        };
        if wanted {
            return hold(self);
        }
        self.once_all_assigned(Some(sites), |l| {
            let holds = hold(l);
            l.not(holds)
        })
    }

    /// A condition that is asked once all sites that it reads have a value. In Ludii's dialect it is asked at any time: there what is
    /// open counts as 0.
    fn may_condition(&mut self, term: &'t Term, env: &Env<'t>, wanted: bool, scope: &mut Scope) -> Reg {
        if let Some(truth) = self.settled_truth(term, env) {
            return self.c(i32::from(truth == wanted));
        }
        let read = self.read_by(term, env, scope);
        let ask = |l: &mut Self| {
            let c = l.bool(term, env);
            if wanted { c } else { l.not(c) }
        };
        if self.dialect == Dialect::Ludii { ask(self) } else { self.once_all_assigned(read, ask) }
    }

    /// The sites whose values a condition reads, which are added to a scope.
    fn read_by(&mut self, term: &'t Term, env: &Env<'t>, scope: &mut Scope) -> Option<BTreeSet<u32>> {
        let scratch = self.b.begin_block("scratch");
        self.bool(term, env);
        let read = self.b.reads(scratch, self.known.what);
        self.b.drop_block(scratch);
        let last = [self.fields.last_from, self.fields.last_to];
        scope.of_move |= last.into_iter().flatten().any(|field| read.fields.contains(&field));
        scope.add(read.places.clone());
        read.places
    }

    /// 1 while one of the sites is open, else what is asked.
    fn once_all_assigned(&mut self, sites: Option<BTreeSet<u32>>, ask: impl FnOnce(&mut Self) -> Reg) -> Reg {
        let on_board = 0..self.eq.board_sites();
        let sites: Vec<u32> = match sites {
            Some(sites) => sites.into_iter().filter(|site| on_board.contains(site)).collect(),
            None => on_board.collect(),
        };
        let set = self.b.set_constant(sites);
        let (d, end, one) = (self.b.reg(), self.b.label(), self.c(1));
        let open = self.open_sites();
        let open = self.set_and(open, set);
        self.op(Op::Move { d, a: one });
        self.op(Op::JumpSome { s: open, to: end });
        let c = ask(self);
        self.op(Op::Move { d, a: c });
        self.b.place(end);
        d
    }

    /// Lowers something that has no part in the generator around it.
    pub(in crate::lower) fn aside<T>(&mut self, at: usize, lower: impl FnOnce(&mut Self) -> T) -> T {
        let outer = (
            std::mem::take(&mut self.sinks),
            std::mem::replace(&mut self.purpose, Purpose::Ask),
            std::mem::replace(&mut self.path, vec![usize::MAX, at]),
            std::mem::replace(&mut self.plain, false),
            std::mem::take(&mut self.decided),
        );
        let result = lower(self);
        (self.sinks, self.purpose, self.path, self.plain, self.decided) = outer;
        result
    }

    /// A constraint of puzzles as a condition elsewhere: whether it is not broken.
    pub(in crate::lower) fn constraint(&mut self, term: &'t Term, env: &Env<'t>) -> Reg {
        if self.eq.values.is_none() {
            let help = "such constraints are part of `(satisfy …)`, on a board with `(values …)`";
            self.report(
                Diagnostic::error(codes::ONE_PUZZLE, "this is no puzzle", term.origin, "a constraint of puzzles")
                    .help(help),
            );
            return self.c(0);
        }
        self.may(term, env, true, &mut Scope::nothing())
    }
}

impl TestKind<'_> {
    /// The sites it is about; none of a condition.
    pub fn sites(&self) -> Vec<u32> {
        match self {
            TestKind::Different { sites, .. }
            | TestKind::Seen { sites, .. }
            | TestKind::Count { sites, .. }
            | TestKind::Sum { sites, .. } => sites.clone(),
            TestKind::Unlike { a, b } => a.iter().chain(b).copied().collect(),
            TestKind::Term { .. } => Vec::new(),
        }
    }
}
