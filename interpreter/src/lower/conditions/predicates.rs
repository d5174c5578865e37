//! Conditions on one site, as the set of all sites that satisfy them: the root of set-wise generation.

use crate::lower::regions::directions::speaks_of_last;
use crate::lower::{Env, Lower};
use crate::program::op::{Cmp, Op, Reg, SetReg};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::rules::{Call, Term, TermKind};

/// The word by which a condition speaks of its site.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::lower) enum Var {
    From,
    To,
    Between,
    Site,
}

impl Var {
    fn prim(self) -> Prim {
        match self {
            Var::From => Prim::FromSite,
            Var::To => Prim::ToSite,
            Var::Between => Prim::BetweenSite,
            Var::Site => Prim::Site,
        }
    }

    /// The environment where the word stands for `site`.
    pub(in crate::lower) fn bind<'t>(self, env: &Env<'t>, site: Reg) -> Env<'t> {
        let mut env = env.clone();
        match self {
            Var::From => env.from = Some(site),
            Var::To => env.to = Some(site),
            Var::Between => env.between = Some(site),
            Var::Site => env.site = Some(site),
        }
        env
    }
}

impl<'t> Lower<'t> {
    /// The sites of a region that a condition on `(to)` allows, if they can be found as a set and not one by one.
    pub(in crate::lower) fn landings(
        &mut self,
        region: SetReg,
        condition: Option<&'t Term>,
        env: &Env<'t>,
    ) -> Option<SetReg> {
        match condition {
            Some(c) => self.where_(c, Var::To, env).map(|good| self.set_and(region, good)),
            None if self.plain => None,
            None => Some(region),
        }
    }

    /// The sites that satisfy a condition on `var`, if it can be said with sets. Never where plain code is wanted.
    pub(in crate::lower) fn where_(&mut self, condition: &'t Term, var: Var, env: &Env<'t>) -> Option<SetReg> {
        if self.plain || !self.sayable(condition, var, env) {
            return None;
        }
        Some(self.at_origin(condition.origin, |l| l.say(condition, var, env)))
    }

    /// Whether a term's value depends on the site that `var` stands for.
    pub(in crate::lower) fn depends(&self, term: &Term, var: Var, env: &Env<'t>) -> bool {
        let mut found = false;
        crate::lower::usage::visit(term, &mut |t| {
            if let TermKind::Call(call) = &t.kind {
                found |= call.prim == var.prim();
                // What lies ahead in the direction of the move hangs on both its ends.
                let in_line = || call.look("directions").is_some_and(speaks_of_last);
                found |= call.prim == Prim::Ahead && matches!(var, Var::From | Var::To) && in_line();
                // What is asked without a site is asked of the destination.
                found |= call.prim == Prim::IsInteger && call.look("value").is_none() && var == Var::To;
                // Words that fall back on another where they have no meaning of their own.
                found |= call.prim == Prim::Site && var == Var::To && env.site.is_none();
                found |= matches!(call.prim, Prim::ToSite | Prim::FromSite)
                    && var == Var::Site
                    && if call.prim == Prim::ToSite { env.to.is_none() } else { env.from.is_none() };
                // A read without a place is about the site at hand.
                let slots: &[&str] = match call.prim {
                    Prim::What
                    | Prim::Who
                    | Prim::State
                    | Prim::Rotation
                    | Prim::ValuePiece
                    | Prim::CountAt
                    | Prim::CountSites
                    | Prim::CountLiberties
                    | Prim::SizeGroup
                    | Prim::SizeStack
                    | Prim::TopLevel
                    | Prim::Cost => &["at", "in", "name"],
                    Prim::Column | Prim::RowOf | Prim::Layer | Prim::PhaseOf => &["of"],
                    Prim::IsInteger if call.get("word").and_then(Term::symbol) == Some("Flat") => &["value"],
                    _ => return,
                };
                found |= slots.iter().all(|slot| call.look(slot).is_none());
            }
        });
        found
    }

    pub(in crate::lower) fn is_var(&self, term: &Term, var: Var, env: &Env<'t>) -> bool {
        let Some(call) = term.call() else { return false };
        call.prim == var.prim()
            || call.prim == Prim::Site && var == Var::To && env.site.is_none()
            || call.prim == Prim::ToSite && var == Var::Site && env.to.is_none()
    }

    /// A read of the top piece at the site: `(what at:(to))` and its kin, without a level.
    fn reads_var<'c>(&self, term: &'c Term, var: Var, env: &Env<'t>) -> Option<&'c Call> {
        let call = term.call()?;
        let reads = call.prim == Prim::Who
            || call.prim == Prim::What && !self.reads_bottoms()
            || call.prim == Prim::State && self.stacks.is_none() && self.known.state.is_some() && !self.eq.has_large();
        let at_var = self.is_var(call.get("at")?, var, env);
        (reads && at_var && call.look("level").is_none()).then_some(call)
    }

    pub(in crate::lower) fn sayable(&mut self, condition: &'t Term, var: Var, env: &Env<'t>) -> bool {
        if !self.depends(condition, var, env) {
            return true;
        }
        let Some(call) = condition.call() else { return false };
        let get = |slot: &str| call.get(slot).expect("checked");
        match call.prim {
            Prim::AndBool | Prim::OrBool => get("list").members().iter().all(|m| self.sayable(m, var, env)),
            Prim::Xor => self.sayable(get("a"), var, env) && self.sayable(get("b"), var, env),
            Prim::Not => self.sayable(get("a"), var, env),
            Prim::IsSite => call.get("site").is_some_and(|s| self.is_var(s, var, env)),
            Prim::IsIn => {
                call.get("region").is_some_and(|r| !self.depends(r, var, env))
                    && call
                        .get("sites")
                        .is_some_and(|s| s.members().len() == 1 && self.is_var(&s.members()[0], var, env))
            }
            Prim::IsPlayer => {
                let who = self.reads_var(get("role"), var, env).is_some_and(|c| c.prim == Prim::Who);
                let word = call.get("word").and_then(Term::symbol);
                who && matches!(word, Some("Mover" | "Next" | "Prev" | "Friend" | "Enemy"))
                    || self.reads_var(get("role"), var, env).is_some_and(|c| c.prim == Prim::State)
                        && matches!(word, Some("Mover" | "Friend" | "Enemy"))
            }
            Prim::Equals | Prim::NotEquals => {
                let (a, b) = (get("a"), get("b"));
                let one_way = |x: &Term, y: &Term| {
                    (self.is_var(x, var, env) || self.reads_var(x, var, env).is_some())
                        && !self.depends(y, var, env)
                        && crate::lower::is_int(y)
                };
                one_way(a, b) || one_way(b, a)
            }
            Prim::CanMove => self.flanking(get("moves"), var, env).is_some(),
            _ => false,
        }
    }

    fn say(&mut self, condition: &'t Term, var: Var, env: &Env<'t>) -> SetReg {
        let all = self.b.set_constant(0..self.eq.sites);
        let none = self.b.set_constant([]);
        if !self.depends(condition, var, env) {
            // The same for every site.
            let c = self.bool(condition, env);
            match self.const_of(c) {
                Some(0) => return none,
                Some(_) => return all,
                None => {}
            }
            let d = self.b.set();
            let end = self.b.label();
            self.op(Op::SetMove { d, a: all });
            self.op(Op::JumpIf { c, to: end });
            self.op(Op::SetMove { d, a: none });
            self.b.place(end);
            return d;
        }
        let call = condition.call().expect("only ludemes depend on a site");
        let get = |slot: &str| call.get(slot).expect("checked");
        match call.prim {
            Prim::AndBool | Prim::OrBool => {
                let mut members = get("list").members().iter();
                let mut set = self.say(members.next().expect("a list has members"), var, env);
                for member in members {
                    let other = self.say(member, var, env);
                    set = if call.prim == Prim::AndBool { self.set_and(set, other) } else { self.set_or(set, other) };
                }
                set
            }
            Prim::Xor => {
                let (a, b) = (self.say(get("a"), var, env), self.say(get("b"), var, env));
                let d = self.b.set();
                self.op(Op::SetXor { d, a, b });
                d
            }
            Prim::Not => {
                let a = self.say(get("a"), var, env);
                self.set_diff(all, a)
            }
            Prim::IsSite => {
                let index = self.empty_index();
                let empty = self.class(index, 0);
                if call.get("word").and_then(Term::symbol) == Some("Empty") { empty } else { self.set_diff(all, empty) }
            }
            Prim::IsIn => self.region(get("region"), env),
            Prim::IsPlayer => {
                let word = call.get("word").and_then(Term::symbol).unwrap_or_default();
                let mover = self.mover();
                let of_state = self.reads_var(get("role"), var, env).is_some_and(|c| c.prim == Prim::State);
                if word == "Enemy" || word == "Friend" && self.has_teams() {
                    let mut set = None;
                    for p in self.several(word).expect("there are several") {
                        let who = self.c(p as i32);
                        let owned = if of_state { self.with_state(who) } else { self.owned_by_player(who) };
                        set = Some(set.map_or(owned, |set| self.set_or(set, owned)));
                    }
                    return set.unwrap_or(none);
                }
                let who = match word {
                    "Next" => self.load(self.known.next),
                    "Prev" => self.load(self.known.prev),
                    _ => mover,
                };
                if of_state { self.with_state(who) } else { self.owned_by_player(who) }
            }
            Prim::Equals | Prim::NotEquals => {
                let (a, b) = (get("a"), get("b"));
                let (about, other) =
                    if self.is_var(a, var, env) || self.reads_var(a, var, env).is_some() { (a, b) } else { (b, a) };
                let value = self.int(other, env);
                let set = match self.reads_var(about, var, env).map(|c| c.prim) {
                    None => self.single(value),
                    Some(Prim::What) => self.with_what(value),
                    Some(Prim::State) => self.with_state(value),
                    Some(_) => self.with_who(value),
                };
                if call.prim == Prim::Equals { set } else { self.set_diff(all, set) }
            }
            Prim::CanMove => {
                let flanking = self.flanking(get("moves"), var, env).expect("it was found sayable");
                self.flanked_from(&flanking, env)
            }
            _ => unreachable!("it was found sayable"),
        }
    }

    /// The sites whose component is the one in a register; 0 for empty sites.
    fn with_what(&mut self, what: Reg) -> SetReg {
        let index = self.what_index();
        let d = self.b.set();
        self.op(Op::LoadSetAt { d, index, i: what });
        d
    }

    /// The sites whose owner is the one in a register; an empty site has owner 0, as neutral pieces do.
    fn with_who(&mut self, who: Reg) -> SetReg {
        let zero = self.c(0);
        let owned = self.owned_by_player(who);
        let nobody = self.cmp(Cmp::Eq, who, zero);
        let index = self.empty_index();
        let empty = self.class(index, 0);
        match self.const_of(nobody) {
            Some(0) => owned,
            Some(_) => self.set_or(owned, empty),
            None => {
                let d = self.b.set();
                let end = self.b.label();
                self.op(Op::SetMove { d, a: owned });
                self.op(Op::JumpUnless { c: nobody, to: end });
                self.op(Op::SetOr { d, a: owned, b: empty });
                self.b.place(end);
                d
            }
        }
    }

    /// The occupied sites whose piece has the state in a register. (An empty site has state 0 too.)
    fn with_state(&mut self, state: Reg) -> SetReg {
        let field = self.known.state.expect("states were found in use");
        let most = self.most_state();
        let index = self.b.index("state", field, None, most + 1);
        let d = self.b.set();
        self.op(Op::LoadSetAt { d, index, i: state });
        d
    }

    /// The members of a set that satisfy a condition.
    pub(in crate::lower) fn filtered(
        &mut self,
        set: SetReg,
        condition: &'t Term,
        var: Var,
        at: &'t Term,
        env: &Env<'t>,
    ) -> SetReg {
        let inner_env = match var {
            Var::Site => Env { site: None, ..env.clone() },
            _ => env.clone(),
        };
        if let Some(good) = self.where_(condition, var, &inner_env) {
            return self.set_and(set, good);
        }
        let site = self.var(at, "filter");
        let d = self.b.set();
        let none = self.b.set_constant([]);
        self.op(Op::SetMove { d, a: none });
        let inner = var.bind(&inner_env, site);
        self.each(set, site, |l| {
            let skip = l.b.label();
            let c = l.bool(condition, &inner);
            l.op(Op::JumpUnless { c, to: skip });
            l.op(Op::SetInsert { d, i: site });
            l.b.place(skip);
        });
        d
    }

    /// The sites of the board that satisfy a condition on `(to)`.
    pub(in crate::lower) fn filtered_board(&mut self, condition: &'t Term, at: &'t Term, env: &Env<'t>) -> SetReg {
        let board = self.board_set();
        self.filtered(board, condition, Var::To, at, env)
    }
}
