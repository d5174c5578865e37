//! Lists of numbers: run through one by one, where they are asked for. None is ever kept as a list.

use crate::board::RelationType;
use crate::lower::numbers::OFF;
use crate::lower::regions::directions::Dirs;
use crate::lower::{Env, Lower};
use crate::program::op::{Bin, Cmp, Op, Reg};
use parlour_grammar::catalogue::{Prim, Type};
use parlour_grammar::rules::{Call, Term, TermKind};

/// What is done with each number of a list. Code for it may be made several times.
type Body<'a, 't> = &'a mut dyn FnMut(&mut Lower<'t>, Reg);

impl<'t> Lower<'t> {
    /// Runs `body` for each number of a list, in order.
    pub(in crate::lower) fn each_in_list(&mut self, list: &'t Term, env: &Env<'t>, body: Body<'_, 't>) {
        let call = match &list.kind {
            TermKind::List(members) => {
                for (i, member) in members.iter().enumerate() {
                    self.within(i, |l| l.each_in_list(member, env, body));
                }
                return;
            }
            TermKind::Range(ends) => {
                let ends: &'t (Term, Term) = ends;
                let (a, b, value) = (self.int(&ends.0, env), self.int(&ends.1, env), self.b.reg());
                let (lo, hi) = (self.bin(Bin::Min, a, b), self.bin(Bin::Max, a, b));
                return self.count_up(value, lo, hi, |l| body(l, value));
            }
            TermKind::Call(call) if list.ty == Type::Ints => call,
            _ => {
                let value = self.int(list, env);
                return body(self, value);
            }
        };
        match call.prim {
            Prim::ValuesRemembered => {
                let memory = self.remembered(call);
                let (value, time, one) = (self.b.reg(), self.b.reg(), self.c(1));
                self.each_remembered(memory, value, |l| {
                    let times = l.times_remembered(memory, value);
                    l.count_up(time, one, times, |l| body(l, value));
                });
            }
            Prim::Results => self.each_result(call, env, |l, value| body(l, value)),
            Prim::Array => {
                let inner = call.get("list").expect("checked");
                if inner.ty == Type::Region && inner.call().is_some() {
                    let (sites, site) = (self.region(inner, env), self.b.reg());
                    self.each(sites, site, |l| body(l, site));
                } else {
                    self.each_in_list(inner, env, body);
                }
            }
            Prim::SizesGroup => self.each_group_size(call, list, env, body),
            Prim::PlayersOf | Prim::PlayersTeam | Prim::Team => {
                for p in 1..=self.players() {
                    self.within(p as usize, |l| {
                        let skip = l.b.label();
                        if l.skip_unless_among(p, call, list, env, skip) {
                            let player = l.c(p as i32);
                            body(l, player);
                        }
                        l.b.place(skip);
                    });
                }
            }
            Prim::IfInts => {
                let c = self.bool(call.get("condition").expect("checked"), env);
                let (otherwise, end) = (self.b.label(), self.b.label());
                self.op(Op::JumpUnless { c, to: otherwise });
                self.within(1, |l| l.each_in_list(call.get("yes").expect("checked"), env, body));
                self.op(Op::Jump { to: end });
                self.b.place(otherwise);
                if let Some(no) = call.get("no") {
                    self.within(2, |l| l.each_in_list(no, env, body));
                }
                self.b.place(end);
            }
            Prim::DifferenceInts => {
                // Each number that is taken away takes one like it, the first.
                let (source, remove) = (call.get("source").expect("checked"), call.get("remove").expect("checked"));
                let (at, zero, one) = (self.b.reg(), self.c(0), self.c(1));
                self.op(Op::Move { d: at, a: zero });
                self.each_in_list(source, env, &mut |l, value| {
                    let skip = l.b.label();
                    l.op(Op::Bin { op: Bin::Add, d: at, a: at, b: one });
                    let removed = l.count_list(remove, Some(value), env);
                    let (so_far, place) = (l.b.reg(), l.b.reg());
                    l.op(Op::Move { d: so_far, a: zero });
                    l.op(Op::Move { d: place, a: zero });
                    l.within(1, |l| {
                        l.each_in_list(source, env, &mut |l, other| {
                            l.op(Op::Bin { op: Bin::Add, d: place, a: place, b: one });
                            let (same, before) = (l.cmp(Cmp::Eq, other, value), l.cmp(Cmp::Le, place, at));
                            let counts = l.bin(Bin::And, same, before);
                            l.op(Op::Bin { op: Bin::Add, d: so_far, a: so_far, b: counts });
                        });
                    });
                    l.op(Op::JumpCmp { cmp: Cmp::Le, a: so_far, b: removed, to: skip });
                    body(l, value);
                    l.b.place(skip);
                });
            }
            Prim::UnionInts | Prim::IntersectionInts => {
                let lists = call.get("list").expect("checked").members();
                let all = call.prim == Prim::IntersectionInts;
                for (i, member) in lists.iter().enumerate() {
                    if all && i > 0 {
                        break;
                    }
                    // A number that several lists have is one.
                    let others = if all { &lists[1..] } else { &lists[..i] };
                    self.within(i, |l| {
                        l.each_in_list(member, env, &mut |l, value| {
                            let skip = l.b.label();
                            for other in others {
                                let has = l.is_in_list(value, other, env);
                                l.op(if all {
                                    Op::JumpUnless { c: has, to: skip }
                                } else {
                                    Op::JumpIf { c: has, to: skip }
                                });
                            }
                            body(l, value);
                            l.b.place(skip);
                        });
                    });
                }
            }
            _ => self.unsupported(list),
        }
    }

    /// Whether a list has a number.
    pub(in crate::lower) fn is_in_list(&mut self, value: Reg, list: &'t Term, env: &Env<'t>) -> Reg {
        if let Some(memory) = self.as_remembered(list) {
            let (times, zero) = (self.times_remembered(memory, value), self.c(0));
            return self.cmp(Cmp::Ne, times, zero);
        }
        let (d, zero) = (self.b.reg(), self.c(0));
        self.op(Op::Move { d, a: zero });
        self.each_in_list(list, env, &mut |l, other| {
            let same = l.cmp(Cmp::Eq, value, other);
            l.op(Op::Bin { op: Bin::Or, d, a: d, b: same });
        });
        d
    }

    /// The sum, product, greatest or least number of a list; of none, the sum is 0, the product 1, the greatest and least −1.
    pub(in crate::lower) fn fold_list(&mut self, op: Bin, list: &'t Term, env: &Env<'t>) -> Reg {
        let (total, any) = (self.b.reg(), self.b.reg());
        let (zero, one) = (self.c(0), self.c(1));
        let neutral = match op {
            Bin::Add => zero,
            Bin::Mul => one,
            _ => self.c(OFF),
        };
        self.op(Op::Move { d: total, a: neutral });
        if matches!(op, Bin::Add | Bin::Mul) {
            self.each_in_list(list, env, &mut |l, value| l.op(Op::Bin { op, d: total, a: total, b: value }));
            return total;
        }
        self.op(Op::Move { d: any, a: zero });
        self.each_in_list(list, env, &mut |l, value| {
            let (first, end) = (l.b.label(), l.b.label());
            l.op(Op::JumpUnless { c: any, to: first });
            l.op(Op::Bin { op, d: total, a: total, b: value });
            l.op(Op::Jump { to: end });
            l.b.place(first);
            l.op(Op::Move { d: total, a: value });
            l.op(Op::Move { d: any, a: one });
            l.b.place(end);
        });
        total
    }

    /// How many numbers a list has; or how many of them are `value`.
    pub(in crate::lower) fn count_list(&mut self, list: &'t Term, value: Option<Reg>, env: &Env<'t>) -> Reg {
        let (n, zero, one) = (self.b.reg(), self.c(0), self.c(1));
        self.op(Op::Move { d: n, a: zero });
        self.each_in_list(list, env, &mut |l, other| {
            let counts = value.map_or(one, |value| l.cmp(Cmp::Eq, value, other));
            l.op(Op::Bin { op: Bin::Add, d: n, a: n, b: counts });
        });
        n
    }

    /// The number of a list at an index, from 0; −1 beyond.
    pub(in crate::lower) fn list_at(&mut self, list: &'t Term, index: Reg, env: &Env<'t>) -> Reg {
        let (found, at) = (self.b.reg(), self.b.reg());
        let (off, zero, one) = (self.c(OFF), self.c(0), self.c(1));
        self.op(Op::Move { d: found, a: off });
        self.op(Op::Move { d: at, a: zero });
        self.each_in_list(list, env, &mut |l, value| {
            let skip = l.b.label();
            l.op(Op::JumpCmp { cmp: Cmp::Ne, a: at, b: index, to: skip });
            l.op(Op::Move { d: found, a: value });
            l.b.place(skip);
            l.op(Op::Bin { op: Bin::Add, d: at, a: at, b: one });
        });
        found
    }

    /// Whether a condition holds for every number of a list, as `(value)`.
    pub(in crate::lower) fn all_in_list(&mut self, list: &'t Term, condition: &'t Term, env: &Env<'t>) -> Reg {
        let (d, one, held) = (self.b.reg(), self.c(1), self.b.reg());
        self.op(Op::Move { d, a: one });
        self.each_in_list(list, env, &mut |l, number| {
            l.op(Op::Move { d: held, a: number });
            let c = l.bool(condition, &Env { value: Some(held), ..env.clone() });
            l.op(Op::Bin { op: Bin::And, d, a: d, b: c });
        });
        d
    }

    /// The sites among the numbers of a list.
    pub(in crate::lower) fn sites_in_list(&mut self, list: &'t Term, env: &Env<'t>) -> crate::program::op::SetReg {
        let (d, none) = (self.b.set(), self.b.set_constant([]));
        let (zero, sites) = (self.c(0), self.c(self.eq.sites as i32));
        self.op(Op::SetMove { d, a: none });
        self.each_in_list(list, env, &mut |l, value| {
            let skip = l.b.label();
            l.op(Op::JumpCmp { cmp: Cmp::Lt, a: value, b: zero, to: skip });
            l.op(Op::JumpCmp { cmp: Cmp::Ge, a: value, b: sites, to: skip });
            l.op(Op::SetInsert { d, i: value });
            l.b.place(skip);
        });
        d
    }

    /// Runs `body` for each number of `(results …)`, in order.
    fn each_result(&mut self, results: &'t Call, env: &Env<'t>, body: impl FnOnce(&mut Self, Reg)) {
        let said = results.get("from").expect("checked");
        let (from, to) = (self.b.reg(), self.b.reg());
        // One site is looked from even where it is none, as before the first move.
        let froms = if crate::lower::is_int(said) {
            let site = self.int(said, env);
            self.op(Op::Move { d: from, a: site });
            None
        } else {
            Some(self.region(said, env))
        };
        let each = |l: &mut Self, run: &mut dyn FnMut(&mut Self)| match froms {
            Some(froms) => l.each(froms, from, run),
            None => run(l),
        };
        let mut body = Some(body);
        each(self, &mut |l| {
            let Some(body) = body.take() else { return };
            let inner = Env { from: Some(from), ..env.clone() };
            let tos = l.region(results.get("to").expect("checked"), &inner);
            l.each(tos, to, |l| {
                let inner = Env { to: Some(to), ..inner.clone() };
                let value = l.int(results.get("value").expect("checked"), &inner);
                body(l, value);
            });
        });
    }

    /// `(sizes Group …)`: how many sites each group has.
    fn each_group_size(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>, body: Body<'_, 't>) {
        let dirs = match call.get("directions") {
            Some(d) => self.directions(d, env),
            None => Dirs::of_relation(RelationType::Adjacent),
        };
        let near = self.near_table(&dirs);
        let kind = self.kind_in(call, "siteType");
        let board = self.part(kind, crate::board::Region::Board);
        let within = match (call.get("if"), call.get("role").or(call.get("of"))) {
            (Some(condition), _) => {
                self.filtered(board, condition, crate::lower::conditions::predicates::Var::To, term, env)
            }
            (None, Some(role)) => {
                let owned = self.owned_by(role, env);
                self.set_and(owned, board)
            }
            (None, None) => {
                let occupied = self.occupied();
                self.set_and(occupied, board)
            }
        };
        let least = self.int_or(call.get("min"), 0, env);
        let size = self.b.reg();
        self.each_group(within, Some(within), near, |l, group| {
            let skip = l.b.label();
            l.op(Op::SetCount { d: size, s: group });
            l.op(Op::JumpCmp { cmp: Cmp::Lt, a: size, b: least, to: skip });
            body(l, size);
            l.b.place(skip);
        });
    }

    /// Whether player `p` can be among those that `(players …)` or `(team)` means; where that depends on play, code that goes on at
    /// `skip` if not.
    pub(in crate::lower) fn skip_unless_among(
        &mut self,
        p: u32,
        call: &'t Call,
        term: &'t Term,
        env: &Env<'t>,
        skip: crate::program::op::Label,
    ) -> bool {
        let n = self.players();
        let player = self.c(p as i32);
        match call.prim {
            Prim::Team => {
                let Some(team) = env.team else {
                    self.unsupported(term);
                    return false;
                };
                if self.teams[p as usize] != team {
                    return false;
                }
            }
            Prim::PlayersTeam => {
                let word = call.get("team").and_then(Term::symbol).unwrap_or_default();
                if !self.several(word).is_some_and(|players| players.contains(&p)) {
                    return false;
                }
            }
            _ => {
                let of = match call.get("of") {
                    Some(of) => self.player_or_int(of, env),
                    None => self.mover(),
                };
                let word = call.get("word").and_then(Term::symbol).unwrap_or_default();
                let meant = |other: u32| match word {
                    "All" => true,
                    "NonMover" => p != other,
                    "Enemy" => !self.partners(other).contains(&p),
                    "Friend" => self.partners(other).contains(&p),
                    _ => p != other && self.partners(other).contains(&p),
                };
                let table: Vec<i32> =
                    (0..=n + 1).map(|other| i32::from((1..=n).contains(&other) && meant(other))).collect();
                let c = self.table(table, of);
                match self.const_of(c) {
                    Some(0) => return false,
                    Some(_) => {}
                    None => self.op(Op::JumpUnless { c, to: skip }),
                }
            }
        }
        if let Some(condition) = call.get("if") {
            self.unless(condition, &Env { player: Some(player), ..env.clone() }, skip);
        }
        true
    }
}
