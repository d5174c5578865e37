//! `(satisfy …)`: values are assigned to sites such that no constraint is surely broken; and `(is Solved)`.
//!
//! Where nothing is broken yet, the open sites that a value may go to are found as sets: what differs, counts and sums say which sites
//! are closed to it. Other conditions are asked of each assignment that is left, after it, as far as its site takes part in them;
//! random play leaves that until it has picked one.

pub(in crate::lower) mod constraints;
pub(in crate::lower) mod hints;

use crate::lower::moves::Emission;
use crate::lower::puzzles::constraints::{Test, TestKind};
use crate::lower::{Env, Lower, Sink};
use crate::program::op::{Bin, BlockId, BlockTableId, Cmp, FieldId, Op, Reg, RuleId, SetReg, SetTableId, TableId};
use crate::program::{MoveKind, Role, Secrecy};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::diagnostic::{Diagnostic, Dialect, codes};
use parlour_grammar::rules::{Call, Term};
use parlour_grammar::span::Origin;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The name of the field that keeps which values are left on each site.
pub(crate) const MARKS: &str = "marks";

/// A puzzle, expanded.
pub(in crate::lower) struct Puzzle<'t> {
    /// The sites whose values are to be found.
    variables: Vec<u32>,
    /// Its constraints, on a few sites each.
    tests: Vec<Test<'t>>,
    /// Their code, and where each leaves whether it holds.
    blocks: BlockTableId,
    holds: Reg,
    /// The block that asks a list of tests, from the place in `lists` on that is in `at`; and where it leaves whether all hold.
    ask: BlockId,
    at: Reg,
    sound: Reg,
    /// Where the lists begin: all tests; those of the position; those of it that no set says.
    all: i32,
    standing: i32,
    /// By site: the tests it takes part in, and those of them that no set says.
    of_site: TableId,
    rest_of_site: TableId,
    /// Whether any test must be asked by itself.
    has_rest: bool,
    /// Whether something was broken when moves were made last.
    broken: Reg,
    /// The block that finds the sites of which one alone may mend what is broken, and where it leaves them.
    suspect: BlockId,
    suspects: SetReg,
    /// What must differ in pairs: for each site those it must differ from, and the components that need not.
    peers: Vec<(SetTableId, Vec<i32>)>,
    /// Whether a value may be changed, or a value excluded and let in again.
    changes: bool,
    marks: Option<FieldId>,
}

/// Which tests an assignment must pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::lower) enum Asked {
    /// All: something may be broken already.
    All,
    /// Those that its site takes part in.
    OfSite,
    /// Those of them that no set says.
    Rest,
    /// Of a move that random play has picked: all if something was broken when its moves were made, else those of its site.
    Picked,
}

impl<'t> Lower<'t> {
    /// The assignments that break nothing.
    pub(in crate::lower) fn generate_satisfy(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let _ = call;
        let (Some(values), Some(puzzle)) = (self.eq.values, self.puzzle(term)) else { return };
        self.note_generator(term, env);
        let (site, what) = (self.var(term, "to"), self.var(term, "what"));
        let inner = Env { from: Some(site), to: Some(site), ..env.clone() };
        let (least, most) = (self.c(values.component(values.least)), self.c(values.component(values.most)));
        let variables = self.b.set_constant(puzzle.variables.iter().copied());
        let open = self.open_sites();
        let open = self.set_and(open, variables);
        // Values are no pieces that others bring into play: what a site may change to is any of them.
        let candidates = if puzzle.changes { variables } else { open };
        if self.plain {
            self.count_up(what, least, most, |l| {
                l.assign_through(candidates, Asked::All, &puzzle, term, (site, what), &inner);
            });
        } else {
            let (broken, end) = (self.b.label(), self.b.label());
            let (zero, one) = (self.c(0), self.c(1));
            self.op(Op::Move { d: puzzle.broken, a: one });
            self.jump_if_broken(&puzzle, broken);
            self.op(Op::Move { d: puzzle.broken, a: zero });
            let counts = self.counts_of(&puzzle);
            let sums = self.sums_of(&puzzle);
            self.count_up(what, least, most, |l| {
                let free = l.open_to(what, open, &puzzle, &counts, &sums);
                let asked = if puzzle.has_rest { Some(Asked::Rest) } else { None };
                l.assign_within(free, asked, &puzzle, term, (site, what), &inner);
                if puzzle.changes {
                    let taken = l.set_diff(variables, open);
                    l.assign_through(taken, Asked::OfSite, &puzzle, term, (site, what), &inner);
                }
            });
            self.op(Op::Jump { to: end });
            self.b.place(broken);
            self.op(Op::Call { block: puzzle.suspect });
            let candidates = self.set_and(candidates, puzzle.suspects);
            self.count_up(what, least, most, |l| {
                l.assign_through(candidates, Asked::All, &puzzle, term, (site, what), &inner);
            });
            self.b.place(end);
        }
        if let Some(marks) = puzzle.marks {
            self.within(1, |l| l.generate_marks(marks, variables, term, &inner));
        }
    }

    /// Assignments to the sites of a set; in our own dialect, none of the value that a site has.
    fn assign_through(
        &mut self,
        set: SetReg,
        asked: Asked,
        puzzle: &Rc<Puzzle<'t>>,
        term: &'t Term,
        (site, what): (Reg, Reg),
        env: &Env<'t>,
    ) {
        let set = if self.dialect == Dialect::Ludii {
            set
        } else {
            let same = self.sites_of_component(what);
            self.set_diff(set, same)
        };
        self.assign_within(set, Some(asked), puzzle, term, (site, what), env);
    }

    fn assign_within(
        &mut self,
        set: SetReg,
        asked: Option<Asked>,
        puzzle: &Rc<Puzzle<'t>>,
        term: &'t Term,
        (site, what): (Reg, Reg),
        env: &Env<'t>,
    ) {
        let emission = Emission {
            kind: MoveKind::Assign,
            choices: vec![(Role::To, site), (Role::What, what)],
            set: None,
            word: String::new(),
            secrecy: Secrecy::Open,
        };
        if let Some(asked) = asked {
            self.sinks.push(Sink::Constraints(asked, site, puzzle.clone()));
        }
        let marks = puzzle.marks;
        self.emit(term, env, emission.through(set, 0), |l, _| l.assign(site, what, marks));
        if asked.is_some() {
            self.sinks.pop();
        }
    }

    /// A site gets a value: all others are excluded.
    fn assign(&mut self, site: Reg, what: Reg, marks: Option<FieldId>) {
        self.op(Op::StoreAt { field: self.known.what, i: site, a: what });
        if let Some(field) = marks {
            let (value, zero, one) = (self.b.reg(), self.c(0), self.c(1));
            let (row, last) = self.row_of_marks(site);
            self.count_up(value, zero, last, |l| {
                let at = l.bin(Bin::Add, row, value);
                l.op(Op::StoreAt { field, i: at, a: zero });
            });
            let at = self.bin(Bin::Add, row, what);
            let at = self.bin(Bin::Sub, at, one);
            self.op(Op::StoreAt { field, i: at, a: one });
        }
    }

    /// Where the marks of a site begin, and the number of the last of them.
    fn row_of_marks(&mut self, site: Reg) -> (Reg, Reg) {
        let kinds = self.eq.values.map_or(1, |values| values.kinds()) as i32;
        let (width, last) = (self.c(kinds), self.c(kinds - 1));
        (self.bin(Bin::Mul, site, width), last)
    }

    /// Values that a site may have are excluded, or let in again; the only one that is left is its value.
    fn generate_marks(&mut self, field: FieldId, variables: SetReg, term: &'t Term, env: &Env<'t>) {
        let Some(values) = self.eq.values else { return };
        let (site, what) = (self.var(term, "to"), self.var(term, "what"));
        let inner = Env { from: Some(site), to: Some(site), ..env.clone() };
        let (least, most) = (self.c(values.component(values.least)), self.c(values.component(values.most)));
        self.count_up(what, least, most, |l| {
            // The value that a site has is not to be excluded.
            let same = l.sites_of_component(what);
            let set = l.set_diff(variables, same);
            let emission = Emission {
                kind: MoveKind::Mark,
                choices: vec![(Role::To, site), (Role::What, what)],
                set: None,
                word: String::new(),
                secrecy: Secrecy::Open,
            };
            l.emit(term, &inner, emission.through(set, 0), |l, _| l.toggle(field, site, what));
        });
    }

    fn toggle(&mut self, field: FieldId, site: Reg, what: Reg) {
        let (zero, one, none) = (self.c(0), self.c(1), self.c(-1));
        let (row, last) = self.row_of_marks(site);
        let at = self.bin(Bin::Add, row, what);
        let at = self.bin(Bin::Sub, at, one);
        let mark = self.load_at(field, at);
        let mark = self.not(mark);
        self.op(Op::StoreAt { field, i: at, a: mark });
        let (found, next, several, end) = (self.b.reg(), self.b.reg(), self.b.label(), self.b.label());
        let only = self.b.label();
        self.op(Op::Move { d: found, a: none });
        self.op(Op::Seek { k: found, field, row, last, to: several });
        self.op(Op::Move { d: next, a: found });
        self.op(Op::Seek { k: next, field, row, last, to: only });
        self.b.place(several);
        self.op(Op::StoreAt { field: self.known.what, i: site, a: zero });
        self.op(Op::Jump { to: end });
        self.b.place(only);
        let value = self.bin(Bin::Add, found, one);
        self.op(Op::StoreAt { field: self.known.what, i: site, a: value });
        self.b.place(end);
    }

    /// The marks of the sites that have a value say so, where play begins.
    pub(in crate::lower) fn settle_marks(&mut self) {
        let Some(Some(puzzle)) = self.puzzle.clone() else { return };
        let Some(field) = puzzle.marks else { return };
        let all = self.board_set();
        let open = self.open_sites();
        let taken = self.set_diff(all, open);
        let site = self.b.reg();
        self.each(taken, site, |l| {
            let what = l.load_at(l.known.what, site);
            l.assign(site, what, Some(field));
        });
    }

    // What is closed to a value.

    /// Goes on at `broken` if something is broken as the position stands.
    fn jump_if_broken(&mut self, puzzle: &Puzzle<'t>, broken: crate::program::op::Label) {
        // In Ludii's dialect more than pairs can be wrong: there all tests are asked.
        let peers = if self.dialect == Dialect::Ludii { &[] } else { &puzzle.peers[..] };
        for (peers, excepted) in peers {
            self.each_pair_of_peers(*peers, excepted, |l, near, like| {
                let meets = l.b.reg();
                l.op(Op::SetMeets { d: meets, a: near, b: like });
                l.op(Op::JumpIf { c: meets, to: broken });
            });
        }
        let at = self.c(puzzle.standing);
        self.op(Op::Move { d: puzzle.at, a: at });
        self.op(Op::Call { block: puzzle.ask });
        self.op(Op::JumpUnless { c: puzzle.sound, to: broken });
    }

    /// Runs `body` for each site with a value that must differ: with the sites it must differ from, and those with the same value.
    fn each_pair_of_peers(
        &mut self,
        peers: SetTableId,
        excepted: &[i32],
        body: impl FnOnce(&mut Self, SetReg, SetReg),
    ) {
        let Some(values) = self.eq.values else { return };
        let (component, site, near) = (self.b.reg(), self.b.reg(), self.b.set());
        let (first, last) = (self.c(1), self.c(values.kinds() as i32));
        self.count_up(component, first, last, |l| {
            let skip = l.skip_excepted(component, excepted);
            let like = l.sites_of_component(component);
            l.each(like, site, |l| {
                l.op(Op::SetTable { d: near, table: peers, i: site });
                body(l, near, like);
            });
            l.b.place(skip);
        });
    }

    fn skip_excepted(&mut self, component: Reg, excepted: &[i32]) -> crate::program::op::Label {
        let skip = self.b.label();
        for other in excepted {
            let other = self.c(*other);
            self.op(Op::JumpCmp { cmp: Cmp::Eq, a: component, b: other, to: skip });
        }
        skip
    }

    /// For each value that is counted: the sites that may not get it, and those that may get no other.
    fn counts_of(&mut self, puzzle: &Puzzle<'t>) -> Vec<(i32, SetReg, SetReg)> {
        let mut sets: BTreeMap<i32, (SetReg, SetReg)> = BTreeMap::new();
        for test in &puzzle.tests {
            let TestKind::Count { sites, value, result } = &test.kind else { continue };
            let none = self.b.set_constant([]);
            let (never, only) = *sets.entry(*value).or_insert_with(|| {
                let both = (self.b.set(), self.b.set());
                self.op(Op::SetMove { d: both.0, a: none });
                self.op(Op::SetMove { d: both.1, a: none });
                both
            });
            let set = self.b.set_constant(sites.iter().copied());
            let (n, open) = self.counted(sites, *value);
            let (result, one) = (self.c(*result), self.c(1));
            let (not_full, next) = (self.b.label(), self.b.label());
            self.op(Op::JumpCmp { cmp: Cmp::Lt, a: n, b: result, to: not_full });
            self.op(Op::SetOr { d: never, a: never, b: set });
            self.op(Op::Jump { to: next });
            self.b.place(not_full);
            let missing = self.bin(Bin::Sub, result, n);
            if self.dialect == Dialect::Ludii {
                // The last open site settles it.
                self.op(Op::JumpCmp { cmp: Cmp::Ne, a: open, b: one, to: next });
                self.op(Op::SetOr { d: only, a: only, b: set });
                self.op(Op::JumpCmp { cmp: Cmp::Eq, a: missing, b: one, to: next });
                self.op(Op::SetOr { d: never, a: never, b: set });
            } else {
                // All open sites are needed.
                self.op(Op::JumpCmp { cmp: Cmp::Lt, a: missing, b: open, to: next });
                self.op(Op::SetOr { d: only, a: only, b: set });
            }
            self.b.place(next);
        }
        sets.into_iter().map(|(value, (never, only))| (value, never, only)).collect()
    }

    /// For each sum: its sites, and the least and the greatest value that one more of them may get.
    fn sums_of(&mut self, puzzle: &Puzzle<'t>) -> Vec<(SetReg, Reg, Reg)> {
        let mut sums = Vec::new();
        for test in &puzzle.tests {
            let TestKind::Sum { sites, result } = &test.kind else { continue };
            let set = self.b.set_constant(sites.iter().copied());
            let (sum, open) = self.summed(sites);
            let (result, one) = (self.c(*result), self.c(1));
            let left = self.bin(Bin::Sub, result, sum);
            let others = self.bin(Bin::Sub, open, one);
            let (least, most) = if self.dialect == Dialect::Ludii {
                // Only the last open site must get what is left.
                let (few, last, all) = (self.b.reg(), self.b.label(), self.c(i32::MIN));
                self.op(Op::Move { d: few, a: left });
                self.op(Op::JumpUnless { c: others, to: last });
                self.op(Op::Move { d: few, a: all });
                self.b.place(last);
                (few, left)
            } else {
                let values = self.eq.values.map_or((0, 0), |values| (values.least, values.most));
                let (least, most) = (self.c(values.0), self.c(values.1));
                let (by_least, by_most) = (self.bin(Bin::Mul, others, least), self.bin(Bin::Mul, others, most));
                (self.bin(Bin::Sub, left, by_most), self.bin(Bin::Sub, left, by_least))
            };
            sums.push((set, least, most));
        }
        sums
    }

    /// The open sites that a value may go to, as far as sets say.
    fn open_to(
        &mut self,
        component: Reg,
        open: SetReg,
        puzzle: &Puzzle<'t>,
        counts: &[(i32, SetReg, SetReg)],
        sums: &[(SetReg, Reg, Reg)],
    ) -> SetReg {
        let Some(values) = self.eq.values else { return open };
        let (free, near, site) = (self.b.set(), self.b.set(), self.b.reg());
        self.op(Op::SetMove { d: free, a: open });
        for (peers, excepted) in &puzzle.peers {
            let skip = self.skip_excepted(component, excepted);
            let like = self.sites_of_component(component);
            self.each(like, site, |l| {
                l.op(Op::SetTable { d: near, table: *peers, i: site });
                l.op(Op::SetDiff { d: free, a: free, b: near });
            });
            self.b.place(skip);
        }
        for (value, never, only) in counts {
            let (counted, other, next) = (self.c(values.component(*value)), self.b.label(), self.b.label());
            self.op(Op::JumpCmp { cmp: Cmp::Ne, a: component, b: counted, to: other });
            self.op(Op::SetDiff { d: free, a: free, b: *never });
            self.op(Op::Jump { to: next });
            self.b.place(other);
            self.op(Op::SetDiff { d: free, a: free, b: *only });
            self.b.place(next);
        }
        if sums.is_empty() {
            return free;
        }
        let shift = self.c(values.first - 1);
        let value = self.bin(Bin::Add, component, shift);
        for (set, least, most) in sums {
            let (closed, next) = (self.b.label(), self.b.label());
            self.op(Op::JumpCmp { cmp: Cmp::Lt, a: value, b: *least, to: closed });
            self.op(Op::JumpCmp { cmp: Cmp::Le, a: value, b: *most, to: next });
            self.b.place(closed);
            self.op(Op::SetDiff { d: free, a: free, b: *set });
            self.b.place(next);
        }
        free
    }

    // What is asked afterwards.

    /// Leaves whether a transition of a rule, just generated, passes the tests it must pass.
    pub(in crate::lower) fn ask_constraints(
        &mut self,
        asked: Asked,
        site: Reg,
        puzzle: &Puzzle<'t>,
        rule: RuleId,
    ) -> Reg {
        let kept = self.b.reg();
        self.op(Op::Mark {});
        self.op(Op::CallRule { rule });
        if self.explaining {
            let (zero, one, end) = (self.c(0), self.c(1), self.b.label());
            let choices = self.b.rule_mut(rule).choices.clone();
            self.op(Op::Move { d: kept, a: zero });
            for (i, test) in puzzle.tests.iter().enumerate() {
                let other = self.b.label();
                if let Some(scope) = test.scope.as_ref().filter(|_| !test.of_move) {
                    // What the site takes no part in is told only if it is broken.
                    let (scope, i) = (self.b.set_constant(scope.iter().copied()), self.c(i as i32));
                    let (concerned, told) = (self.b.reg(), self.b.label());
                    self.op(Op::SetHas { d: concerned, s: scope, i: site });
                    self.op(Op::JumpIf { c: concerned, to: told });
                    self.op(Op::CallAt { blocks: puzzle.blocks, i });
                    self.op(Op::JumpIf { c: puzzle.holds, to: other });
                    self.b.place(told);
                }
                self.note_ask();
                let i = self.c(i as i32);
                self.op(Op::CallAt { blocks: puzzle.blocks, i });
                self.tell_sites(test, site);
                self.note_kept(test.term.origin, puzzle.holds, true, &choices);
                self.op(Op::JumpUnless { c: puzzle.holds, to: end });
                self.b.place(other);
            }
            self.op(Op::Move { d: kept, a: one });
            self.b.place(end);
        } else {
            let all = self.c(puzzle.all);
            let narrow = match asked {
                Asked::All => None,
                Asked::OfSite => Some(puzzle.of_site),
                Asked::Rest => Some(puzzle.rest_of_site),
                Asked::Picked => Some(if puzzle.changes { puzzle.of_site } else { puzzle.rest_of_site }),
            };
            self.op(Op::Move { d: puzzle.at, a: all });
            if let Some(table) = narrow {
                let wide = self.b.label();
                if asked == Asked::Picked {
                    self.op(Op::JumpIf { c: puzzle.broken, to: wide });
                }
                self.op(Op::Table { d: puzzle.at, table, i: site });
                self.b.place(wide);
            }
            self.op(Op::Call { block: puzzle.ask });
            self.op(Op::Move { d: kept, a: puzzle.sound });
        }
        self.op(Op::Rollback {});
        kept
    }

    /// Tells the sites that a test is about: of values that are not to occur twice, those with the value of the site, if there are others.
    fn tell_sites(&mut self, test: &Test<'t>, site: Reg) {
        let sites = match &test.kind {
            TestKind::Term { env, .. } => self.sites_at_hand(env),
            kind => kind.sites(),
        };
        if sites.is_empty() {
            return;
        }
        let (told, all) = (self.b.set(), self.b.set_constant(sites));
        self.op(Op::SetMove { d: told, a: all });
        if matches!(test.kind, TestKind::Different { .. } | TestKind::Seen { .. }) {
            let what = self.load_at(self.known.what, site);
            let like = self.sites_of_component(what);
            let like = self.set_and(like, all);
            let (n, one, alone) = (self.size_of(like), self.c(1), self.b.label());
            self.op(Op::JumpCmp { cmp: Cmp::Le, a: n, b: one, to: alone });
            self.op(Op::SetMove { d: told, a: like });
            self.b.place(alone);
        }
        self.note_set(test.term, told);
    }

    /// The sites that a constraint speaks of as those at hand: of which cell, or of which hint, it is.
    fn sites_at_hand(&self, env: &Env<'t>) -> Vec<u32> {
        let named = [env.from, env.to, env.site].into_iter().flatten();
        let mut sites: Vec<u32> =
            named.filter_map(|site| self.const_of(site)).filter_map(|site| u32::try_from(site).ok()).collect();
        sites.dedup();
        sites
    }

    /// `(is Solved)`: all constraints hold, where sites that are still open count as 0; where 0 is no value, none may be open.
    pub(in crate::lower) fn is_solved(&mut self, term: &'t Term) -> Reg {
        let zero = self.c(0);
        let (Some(puzzle), Some(values)) = (self.puzzle(term), self.eq.values) else { return zero };
        let (d, end) = (self.b.reg(), self.b.label());
        self.op(Op::Move { d, a: zero });
        let variables = self.b.set_constant(puzzle.variables.iter().copied());
        let open = self.open_sites();
        let open = self.set_and(open, variables);
        let nought = (values.least..=values.most).contains(&0).then(|| values.component(0));
        match nought {
            None => self.op(Op::JumpSome { s: open, to: end }),
            Some(nought) => {
                // Sums and counts are not reached as a rule: then there is no need to look further.
                for test in &puzzle.tests {
                    let (n, result) = match &test.kind {
                        TestKind::Count { sites, value, result } if *value != 0 => {
                            (self.counted(sites, *value).0, *result)
                        }
                        TestKind::Sum { sites, result } => (self.summed(sites).0, *result),
                        _ => continue,
                    };
                    let result = self.c(result);
                    self.op(Op::JumpCmp { cmp: Cmp::Ne, a: n, b: result, to: end });
                }
                self.op(Op::Mark {});
                let (site, nought) = (self.b.reg(), self.c(nought));
                self.each(open, site, |l| l.op(Op::StoreAt { field: l.known.what, i: site, a: nought }));
            }
        }
        let all = self.c(puzzle.all);
        self.op(Op::Move { d: puzzle.at, a: all });
        self.op(Op::Call { block: puzzle.ask });
        self.op(Op::Move { d, a: puzzle.sound });
        if nought.is_some() {
            self.op(Op::Rollback {});
        }
        self.b.place(end);
        d
    }

    // Expansion.

    /// The puzzle of the game, expanded when it is first asked for.
    pub(in crate::lower) fn puzzle(&mut self, at: &Term) -> Option<Rc<Puzzle<'t>>> {
        if let Some(known) = &self.puzzle {
            return known.clone();
        }
        self.puzzle = Some(None);
        let mut all: Vec<(&'t Term, &'t Call)> = Vec::new();
        crate::lower::usage::visit(self.game, &mut |term| {
            all.extend(term.call().filter(|call| call.prim == Prim::Satisfy).map(|call| (term, call)));
        });
        let wrong = |message: &str, origin: Origin, label: &str, help: &str| {
            Diagnostic::error(codes::ONE_PUZZLE, message, origin, label).help(help)
        };
        let (term, call) = match all[..] {
            [one] => one,
            [] => {
                let help = "say what is to be found: `(play (satisfy { … }))`";
                self.report(wrong("there is no puzzle to be solved", at.origin, "asked here", help));
                return None;
            }
            [_, (second, _), ..] => {
                let help = "put all constraints into one";
                self.report(wrong("the game has two puzzles", second.origin, "the second `(satisfy …)`", help));
                return None;
            }
        };
        if self.players() != 1 {
            let help = "write `(players 1)`";
            self.report(wrong("a puzzle is solved by one player", term.origin, "this is for one", help));
            return None;
        }
        self.values(term)?;
        let puzzle = self.aside(0, |l| l.expand_puzzle(call, term));
        self.puzzle = Some(Some(puzzle.clone()));
        Some(puzzle)
    }

    fn expand_puzzle(&mut self, call: &'t Call, term: &'t Term) -> Rc<Puzzle<'t>> {
        let mut tests = Vec::new();
        let constraints = call.get("constraints").expect("checked").members();
        for constraint in constraints {
            self.expand_constraint(constraint, &Env::default(), &mut tests);
        }
        self.givens_break_nothing(&tests);
        let holds = self.b.reg();
        let mut blocks = Vec::new();
        for (i, test) in tests.iter_mut().enumerate() {
            let block = self.b.begin_block("constraint");
            let c = self.aside(i, |l| l.at_origin(test.term.origin, |l| l.lower_test(test)));
            self.op(Op::Move { d: holds, a: c });
            self.op(Op::Ret {});
            self.b.end_block();
            blocks.push(block);
        }
        let blocks = self.b.block_table(blocks);
        let variables = self.variables(constraints, &tests, term);
        self.eq.variables.clone_from(&variables);

        // What must differ in pairs is said by sets, and so are counts and sums.
        let mut pairs: BTreeMap<Vec<i32>, Vec<BTreeSet<u32>>> = BTreeMap::new();
        let sites = self.eq.sites as usize;
        let values = self.eq.values.expect("a puzzle has values");
        let said_by_sets = |test: &Test<'t>| match test.kind {
            TestKind::Different { .. } => self.dialect == Dialect::Parlour || values.least > 0 || values.most < 0,
            TestKind::Count { .. } | TestKind::Sum { .. } => true,
            _ => false,
        };
        for test in tests.iter().filter(|test| said_by_sets(test)) {
            let TestKind::Different { sites: region, except } = &test.kind else { continue };
            let mut except: Vec<i32> = except.iter().map(|value| values.component(*value)).collect();
            except.sort_unstable();
            let near = pairs.entry(except).or_insert_with(|| vec![BTreeSet::new(); sites]);
            for site in region {
                near[*site as usize].extend(region.iter().filter(|other| *other != site));
            }
        }
        // Lists of tests, each ended by −1.
        let mut lists: Vec<i32> = Vec::new();
        let mut list = |chosen: &dyn Fn(&Test<'t>) -> bool| -> i32 {
            let start = lists.len() as i32;
            lists.extend(tests.iter().enumerate().filter(|(_, test)| chosen(test)).map(|(i, _)| i as i32));
            lists.push(-1);
            start
        };
        let all = list(&|_| true);
        let in_pairs = |test: &Test<'t>| matches!(test.kind, TestKind::Different { .. }) && said_by_sets(test);
        let ludii = self.dialect == Dialect::Ludii;
        let standing = list(&|test| !test.of_move && (ludii || !in_pairs(test)));
        let concerns =
            |test: &Test<'t>, site: u32| test.of_move || test.scope.as_ref().is_none_or(|scope| scope.contains(&site));
        let (mut of_site, mut rest_of_site) = (vec![0; sites], vec![0; sites]);
        for site in &variables {
            of_site[*site as usize] = list(&|test| concerns(test, *site));
            rest_of_site[*site as usize] = list(&|test| concerns(test, *site) && !said_by_sets(test));
        }
        let lasting = list(&|test| !test.of_move);
        let has_rest = tests.iter().any(|test| !said_by_sets(test));
        let peers = pairs
            .into_iter()
            .map(|(except, near)| (self.b.set_table(near.into_iter().map(|sites| sites.into_iter().collect())), except))
            .collect();
        let of_site = self.b.table(of_site);
        let rest_of_site = self.b.table(rest_of_site);
        let (ask, at, sound) = self.ask_block(lists.clone(), blocks, holds);
        let (suspect, suspects) = self.suspect_block(lists, lasting, blocks, holds, &tests);
        let marks = (ludii || call.flag("marks")).then(|| {
            let len = self.eq.board_sites() * values.kinds();
            self.b.field(MARKS, len, 3, 1, true)
        });
        let changes = ludii || call.flag("changes");
        let parts = Puzzle {
            variables,
            tests,
            blocks,
            holds,
            ask,
            at,
            sound,
            all,
            standing,
            of_site,
            rest_of_site,
            has_rest,
            broken: self.b.reg(),
            suspect,
            suspects,
            peers,
            changes,
            marks,
        };
        Rc::new(parts)
    }

    /// The block that asks a list of tests until one fails.
    fn ask_block(&mut self, lists: Vec<i32>, blocks: BlockTableId, holds: Reg) -> (BlockId, Reg, Reg) {
        let table = self.b.table(lists);
        let (at, sound, test) = (self.b.reg(), self.b.reg(), self.b.reg());
        let block = self.b.begin_block("constraints");
        let (done, end) = (self.b.label(), self.b.label());
        let (zero, one) = (self.c(0), self.c(1));
        self.op(Op::Move { d: sound, a: zero });
        let top = self.b.here();
        self.op(Op::Advance { d: test, p: at, table, to: done });
        self.op(Op::CallAt { blocks, i: test });
        self.op(Op::JumpUnless { c: holds, to: end });
        self.op(Op::Loop { to: top });
        self.b.place(done);
        self.op(Op::Move { d: sound, a: one });
        self.b.place(end);
        self.op(Op::Ret {});
        self.b.end_block();
        (block, at, sound)
    }

    /// The block that finds what all tests of a list that fail have in common: only a site of that can mend them.
    fn suspect_block(
        &mut self,
        lists: Vec<i32>,
        list: i32,
        blocks: BlockTableId,
        holds: Reg,
        tests: &[Test<'t>],
    ) -> (BlockId, SetReg) {
        let n = self.eq.board_sites();
        let scope = |test: &Test<'t>| match &test.scope {
            Some(scope) => scope.iter().copied().collect(),
            None => (0..n).collect::<Vec<u32>>(),
        };
        let scopes = self.b.set_table(tests.iter().map(scope));
        let table = self.b.table(lists);
        let (at, test, suspects, scope) = (self.b.reg(), self.b.reg(), self.b.set(), self.b.set());
        let block = self.b.begin_block("what is broken");
        let (done, start, everything) = (self.b.label(), self.c(list), self.b.set_constant(0..n));
        self.op(Op::SetMove { d: suspects, a: everything });
        self.op(Op::Move { d: at, a: start });
        let top = self.b.here();
        self.op(Op::Advance { d: test, p: at, table, to: done });
        self.op(Op::CallAt { blocks, i: test });
        let next = self.b.label();
        self.op(Op::JumpIf { c: holds, to: next });
        self.op(Op::SetTable { d: scope, table: scopes, i: test });
        self.op(Op::SetAnd { d: suspects, a: suspects, b: scope });
        self.b.place(next);
        self.op(Op::Loop { to: top });
        self.b.place(done);
        self.op(Op::Ret {});
        self.b.end_block();
        (block, suspects)
    }

    /// The sites whose values are to be found: those that constraints are about, but for the givens.
    fn variables(&mut self, constraints: &'t [Term], tests: &[Test<'t>], term: &'t Term) -> Vec<u32> {
        let n = self.eq.board_sites();
        let mut found: BTreeSet<u32> = BTreeSet::new();
        if self.dialect == Dialect::Ludii {
            // There it is the form of a constraint that says which they are.
            for constraint in constraints {
                let Some(call) = constraint.call() else { continue };
                match call.prim {
                    Prim::ForAll => {
                        found.extend(0..n);
                        break;
                    }
                    Prim::AllDifferent | Prim::IsUnique | Prim::IsCount => match call.get("region") {
                        Some(_) if call.get("word").and_then(Term::symbol) == Some("Count") => {}
                        Some(region) => {
                            let set = self.region(region, &Env::default());
                            found.extend(self.b.set_constant_of(set).unwrap_or_default());
                        }
                        None => {
                            found.extend(self.parts(None, true, constraint).into_iter().flat_map(|part| part.sites))
                        }
                    },
                    _ => {}
                }
            }
        } else {
            for test in tests {
                match &test.scope {
                    Some(scope) => found.extend(scope),
                    None => found.extend(0..n),
                }
            }
        }
        let variables: Vec<u32> =
            found.into_iter().filter(|site| *site < n && !self.givens.contains_key(site)).collect();
        if variables.is_empty() && self.diags.is_empty() && self.dialect == Dialect::Parlour {
            let help = "constraints are about the values of sites that are not given";
            let found = Diagnostic::error(
                codes::ONE_PUZZLE,
                "there is nothing to be found",
                term.origin,
                "no constraint reads an open site",
            );
            self.report(found.help(help));
        }
        variables
    }

    /// Says so if givens break a constraint by themselves.
    fn givens_break_nothing(&mut self, tests: &[Test<'t>]) {
        if self.dialect == Dialect::Ludii {
            return;
        }
        for test in tests {
            let given = |site: &u32| self.givens.get(site).map(|(value, origin)| (*site, *value, *origin));
            let sites = test.kind.sites();
            let values: Vec<(u32, i32, Origin)> = sites.iter().filter_map(given).collect();
            let open = sites.len() - values.len();
            let broken: Vec<(u32, i32, Origin)> = match &test.kind {
                TestKind::Different { except, .. } => {
                    let pair = values.iter().enumerate().find_map(|(i, one)| {
                        let same = values[..i].iter().find(|other| other.1 == one.1 && !except.contains(&one.1));
                        same.map(|other| vec![*other, *one])
                    });
                    pair.unwrap_or_default()
                }
                TestKind::Count { value, result, .. } => {
                    let alike: Vec<_> = values.iter().filter(|(_, v, _)| v == value).copied().collect();
                    let n = alike.len() as i32;
                    if n > *result || open == 0 && n != *result {
                        if alike.is_empty() { values } else { alike }
                    } else {
                        Vec::new()
                    }
                }
                TestKind::Sum { result, .. } => {
                    let sum: i64 = values.iter().map(|(_, value, _)| i64::from(*value)).sum();
                    let nonnegative = self.eq.values.is_some_and(|v| v.least >= 0);
                    let over = nonnegative && sum > i64::from(*result);
                    if over || open == 0 && sum != i64::from(*result) { values } else { Vec::new() }
                }
                _ => Vec::new(),
            };
            let Some((_, _, last)) = broken.last() else { continue };
            let names: Vec<String> =
                broken.iter().take(6).map(|(site, value, _)| format!("{}={value}", self.eq.label(*site))).collect();
            let found = Diagnostic::error(codes::GIVENS_CLASH, "the givens break a constraint", *last, names.join(" "))
                .also(test.term.origin, "this can never hold");
            return self.report(found.help("change one of them, or take it out"));
        }
    }
}
