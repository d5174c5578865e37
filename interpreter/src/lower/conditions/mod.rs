//! Conditions.

pub(in crate::lower) mod angles;
pub(in crate::lower) mod connect;
pub(in crate::lower) mod drawn;
pub(in crate::lower) mod patterns;
pub(in crate::lower) mod predicates;
pub(in crate::lower) mod sight;

use crate::lower::regions::directions::Dirs;
use crate::lower::{Env, Lower, Purpose};
use crate::program::op::{Bin, Cmp, LinesId, Op, Reg, SetReg, Want};
use parlour_grammar::catalogue::{Prim, Type};
use parlour_grammar::diagnostic::{Diagnostic, Dialect, codes};
use parlour_grammar::rules::{Call, Term, TermKind};

impl<'t> Lower<'t> {
    /// The value of a condition: 1 or 0.
    pub(in crate::lower) fn bool(&mut self, term: &'t Term, env: &Env<'t>) -> Reg {
        match self.ask_routine(term, env) {
            Some(answer) => answer,
            None => self.bool_in_place(term, env),
        }
    }

    /// The same where it stands.
    pub(in crate::lower) fn bool_in_place(&mut self, term: &'t Term, env: &Env<'t>) -> Reg {
        match &term.kind {
            TermKind::Bool(b) => self.c(i32::from(*b)),
            TermKind::Call(call) => {
                let c = self.at_origin(term.origin, |l| l.bool_of_call(call, term, env));
                self.note_value(term, c);
                c
            }
            TermKind::List(members) if members.len() == 1 => self.bool(&members[0], env),
            _ => {
                self.error("E0507", "a condition is needed here", term.origin, "this is something else");
                self.c(0)
            }
        }
    }

    /// The value of a condition, or `default` where it is left out.
    fn bool_or(&mut self, term: Option<&'t Term>, default: i32, env: &Env<'t>) -> Reg {
        match term {
            Some(term) => self.bool(term, env),
            None => self.c(default),
        }
    }

    fn bool_of_call(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Reg {
        let get = |slot: &str| call.get(slot);
        let word = get("word").and_then(Term::symbol).unwrap_or_default();
        match call.prim {
            Prim::AndBool => self.chain(get("list").expect("checked").members(), true, env),
            Prim::Won => self.has_won(get("player").expect("checked"), term, env),
            Prim::OrBool => self.chain(get("list").expect("checked").members(), false, env),
            Prim::Xor => {
                let (a, b) = (self.bool(get("a").expect("checked"), env), self.bool(get("b").expect("checked"), env));
                self.bin(Bin::Xor, a, b)
            }
            Prim::Not => {
                let a = self.bool(get("a").expect("checked"), env);
                self.not(a)
            }
            Prim::IfBool => {
                let c = self.bool(get("condition").expect("checked"), env);
                let (yes, no) = (get("yes").expect("checked"), get("no"));
                match self.const_of(c) {
                    Some(0) => return self.bool_or(no, 0, env),
                    Some(_) => return self.bool(yes, env),
                    None => {}
                }
                let d = self.b.reg();
                let yes = |l: &mut Self| {
                    let a = l.bool(yes, env);
                    l.op(Op::Move { d, a });
                };
                self.branch(c, yes, |l| {
                    let a = l.bool_or(no, 0, env);
                    l.op(Op::Move { d, a });
                });
                d
            }
            Prim::Equals | Prim::NotEquals => {
                let cmp = if call.prim == Prim::Equals { Cmp::Eq } else { Cmp::Ne };
                let (a, b) = (get("a").expect("checked"), get("b").expect("checked"));
                if a.ty == Type::Region && b.ty == Type::Region && !crate::lower::is_int(a) && !crate::lower::is_int(b)
                {
                    let (a, b) = (self.region(a, env), self.region(b, env));
                    let differing = self.b.set();
                    self.op(Op::SetXor { d: differing, a, b });
                    let n = self.b.reg();
                    self.op(Op::SetCount { d: n, s: differing });
                    let zero = self.c(0);
                    return self.cmp(cmp, n, zero);
                }
                self.compare(cmp, a, b, env)
            }
            Prim::Less | Prim::LessOrEqual | Prim::Greater | Prim::GreaterOrEqual => {
                let cmp = match call.prim {
                    Prim::Less => Cmp::Lt,
                    Prim::LessOrEqual => Cmp::Le,
                    Prim::Greater => Cmp::Gt,
                    _ => Cmp::Ge,
                };
                let (a, b) = (get("a").expect("checked"), get("b").expect("checked"));
                if self.is_ludii_puzzle() {
                    let (a, b) = (self.int(a, env), self.int(b, env));
                    return self.compare_sites(cmp, a, b);
                }
                self.compare(cmp, a, b, env)
            }
            Prim::ToBool => self.is_not_zero(get("value").expect("checked"), env),

            Prim::IsPlayer => {
                let who = self.player_or_int(get("role").expect("checked"), env);
                self.is_player(word, who, term)
            }
            Prim::Has => self.has_attribute(call, term, env),
            Prim::IsPaired => self.is_paired(call, env),
            Prim::IsSite => {
                let site = self.site_in(call, "site", env);
                let what = self.kind_at(site);
                let zero = self.c(0);
                // A place off the board is neither empty nor occupied.
                if word == "Empty" {
                    let empty = self.cmp(Cmp::Eq, what, zero);
                    let on = self.cmp(Cmp::Ge, site, zero);
                    self.bin(Bin::And, empty, on)
                } else {
                    self.cmp(Cmp::Ne, what, zero)
                }
            }
            Prim::IsIn => self.is_in(call, env),
            Prim::IsLine => self.is_line(call, term, env),
            Prim::IsConnected if word == "Blocked" => self.is_blocked(call, term, env),
            Prim::IsConnected => self.is_connected(call, term, env),
            Prim::IsLoop => self.is_loop(call, term, env),
            Prim::IsTree => self.is_tree(word, call, term, env),
            Prim::IsRegularGraph => self.is_regular(call, term, env),
            Prim::IsPath => self.is_path(call, term, env),
            Prim::IsCrossing => self.is_crossing(call, env),
            Prim::IsTriggered => {
                let event = get("event").and_then(Term::text).unwrap_or_default();
                let who = self.player_or_int(get("role").expect("checked"), env);
                let (field, first) = self.trigger_place(event);
                let at = self.bin(Bin::Add, first, who);
                self.load_at(field, at)
            }
            Prim::IsProposed => {
                let proposition = get("proposition").and_then(Term::text).unwrap_or_default();
                let id = self.proposition(proposition);
                let field = if word == "Proposed" {
                    self.scalar(|f| &mut f.proposed, "proposed", -1)
                } else {
                    self.scalar(|f| &mut f.decided, "decided", -1)
                };
                let now = self.load(field);
                self.cmp(Cmp::Eq, now, id)
            }
            Prim::IsSimple => match word {
                "Full" => {
                    let empty = self.empty_sites(self.eq.kind());
                    let d = self.b.reg();
                    self.op(Op::SetCount { d, s: empty });
                    self.not(d)
                }
                "Pending" => match self.decided.was_pending {
                    Some(before) => before,
                    None => self.is_pending(),
                },
                "Cycle" => self.is_cycle(),
                _ => {
                    self.unsupported(term);
                    self.c(0)
                }
            },
            Prim::IsInteger if matches!(word, "Odd" | "Even") => {
                let value = self.int_or(get("value"), 0, env);
                let two = self.c(2);
                let rest = self.bin(Bin::Rem, value, two);
                let zero = self.c(0);
                self.cmp(if word == "Odd" { Cmp::Ne } else { Cmp::Eq }, rest, zero)
            }
            Prim::IsInteger if word == "Visited" => {
                let site = self.int_or(get("value"), -1, env);
                let n = self.eq.sites;
                let field = self.array(|f| &mut f.visited, "visited", n, 0);
                let mut visited = self.load_at(field, site);
                if env.going_on {
                    for last in [self.fields.last_from, self.fields.last_to] {
                        let last = self.load(last.expect("every game has it"));
                        let there = self.cmp(Cmp::Eq, site, last);
                        visited = self.bin(Bin::Or, visited, there);
                    }
                }
                visited
            }
            Prim::IsInteger if word == "PipsMatch" => self.pips_match(get("value"), term, env),
            Prim::IsInteger if word == "SidesMatch" => self.sides_match(get("value"), term, env),
            Prim::IsInteger if word == "Flat" => self.is_flat(get("value"), env),
            Prim::IsThreatened if word == "Within" => {
                let what = self.int_or(get("what"), 0, env);
                let region = match (get("in"), get("at")) {
                    (Some(region), _) => self.sites_said(call, region, env),
                    (None, Some(at)) => {
                        let site = self.site_said(call, at, env);
                        self.single(site)
                    }
                    _ => self.board_set(),
                };
                let index = self.what_index();
                let set = self.b.set();
                self.op(Op::LoadSetAt { d: set, index, i: what });
                let d = self.b.reg();
                self.op(Op::SetMeets { d, a: set, b: region });
                d
            }
            Prim::IsThreatened => self.is_threatened(call, env),
            Prim::IsRepeat => {
                let times = self.times_before(term);
                let zero = self.c(0);
                self.cmp(Cmp::Gt, times, zero)
            }
            Prim::IsPattern => self.pattern(call, None, env),
            Prim::IsTarget => self.is_target(call, env),
            Prim::AllGroups => self.all_groups(call, term, env),
            Prim::AllValues => self.all_in_list(get("array").expect("checked"), get("if").expect("checked"), env),
            Prim::IsLastSite => {
                let wanted =
                    get("siteType").and_then(Term::symbol).and_then(crate::lower::equipment::graphs::site_type);
                let field = if word == "LastTo" { self.fields.last_to } else { self.fields.last_from };
                let site = self.load(field.expect("every game has it"));
                let kinds = (0..self.eq.sites).map(|s| i32::from(Some(self.eq.place_of(s).0) == wanted)).collect();
                let is = self.table(kinds, site);
                let one = self.c(1);
                self.cmp(Cmp::Eq, is, one)
            }
            Prim::IsHidden => self.is_hidden(call, env),
            Prim::IsAngle => self.is_angle(word, call, term, env),
            Prim::IsRelated => {
                let relation =
                    get("relation").and_then(Term::symbol).and_then(crate::lower::regions::directions::relation);
                let Some(relation) = relation else {
                    self.unsupported(term);
                    return self.c(0);
                };
                let site = self.site_said(call, get("site").expect("checked"), env);
                let near = self.near_table(&Dirs::of_relation(relation));
                let set = self.b.set();
                self.op(Op::SetTable { d: set, table: near, i: site });
                let region = self.region(get("region").expect("checked"), env);
                let d = self.b.reg();
                self.op(Op::SetMeets { d, a: set, b: region });
                d
            }

            Prim::AllFamily => self.quantified(call, true, term, env),
            Prim::SomeFamily => self.quantified(call, false, term, env),
            Prim::AllSites if word == "Sites" => {
                let set = self.region(get("region").expect("checked"), env);
                let condition = get("if").expect("checked");
                self.for_all(set, condition, term, env)
            }
            Prim::AllSites => {
                let set = self.region(get("region").expect("checked"), env);
                let all = self.for_all(set, get("if").expect("checked"), term, env);
                let differ = self.hold_different(set);
                self.bin(Bin::And, all, differ)
            }
            Prim::AllSimple if word == "DiceEqual" => self.all_dice_equal(term),
            Prim::AllSimple if word == "DiceUsed" => self.all_dice_used(term),
            Prim::IsInteger if word == "AnyDie" => {
                let value = self.int_or(get("value"), 0, env);
                self.is_any_die(value, term)
            }
            Prim::AllSimple if word == "Passed" => {
                let passes = self.passes_in_a_row();
                let n = self.c(self.players() as i32);
                self.cmp(Cmp::Ge, passes, n)
            }
            // Where the last move was from and to counts as visited by a turn that may go on.
            Prim::CanMove => self.exists(get("moves").expect("checked"), &Env { going_on: true, ..env.clone() }),
            Prim::NoPieces => self.no_pieces(call, env),
            Prim::NoStacks => {
                let owned = self.owned_by(get("role").expect("checked"), env);
                let set = match get("in") {
                    Some(region) => {
                        let region = self.sites_said(call, region, env);
                        self.set_and(owned, region)
                    }
                    None => owned,
                };
                let d = self.b.reg();
                self.op(Op::SetCount { d, s: set });
                self.not(d)
            }
            Prim::NoMoves => {
                let role = get("role").expect("checked");
                let who = self.player(role, env);
                match self.fields.stalemated {
                    // Of the next player it is looked up; of any other it is what its last turn showed.
                    Some(field) if role.symbol() != Some("Next") => self.load_at(field, who),
                    _ => self.no_moves(who),
                }
            }
            Prim::WasPass => self.was_pass(),
            Prim::IsSolved => self.is_solved(term),
            Prim::IsCount | Prim::IsUnique | Prim::AllDifferent | Prim::ForAll => self.constraint(term, env),
            _ => {
                self.unsupported(term);
                self.c(0)
            }
        }
    }

    fn compare(&mut self, cmp: Cmp, a: &'t Term, b: &'t Term, env: &Env<'t>) -> Reg {
        let (a, b) = (self.player_or_int_of(a, env), self.player_or_int_of(b, env));
        self.cmp(cmp, a, b)
    }

    fn player_or_int_of(&mut self, term: &'t Term, env: &Env<'t>) -> Reg {
        self.int(term, env)
    }

    /// A conjunction or disjunction that stops at the first member that settles it.
    fn chain(&mut self, members: &'t [Term], all: bool, env: &Env<'t>) -> Reg {
        let d = self.b.reg();
        let end = self.b.label();
        let mut constant = true;
        let (zero, one) = (self.c(0), self.c(1));
        self.op(Op::Move { d, a: if all { one } else { zero } });
        for member in members {
            let c = self.bool(member, env);
            match self.const_of(c) {
                Some(k) if (k != 0) == all => continue,
                Some(_) => {
                    if constant {
                        return if all { zero } else { one };
                    }
                    self.op(Op::Move { d, a: c });
                    self.op(Op::Jump { to: end });
                    break;
                }
                None => {
                    constant = false;
                    self.op(Op::Move { d, a: c });
                    self.op(if all { Op::JumpUnless { c, to: end } } else { Op::JumpIf { c, to: end } });
                }
            }
        }
        self.b.place(end);
        if constant { if all { one } else { zero } } else { d }
    }

    fn is_player(&mut self, word: &str, who: Reg, term: &Term) -> Reg {
        let mover = self.mover();
        let n = self.c(self.players() as i32);
        let one = self.c(1);
        match word {
            "Friend" if self.has_teams() => self.is_one_of(who, &self.partners(self.copy.mover)),
            "Mover" | "Friend" => self.cmp(Cmp::Eq, who, mover),
            "Next" => {
                let next = self.load(self.known.next);
                self.cmp(Cmp::Eq, who, next)
            }
            "Prev" => {
                let prev = self.load(self.known.prev);
                self.cmp(Cmp::Eq, who, prev)
            }
            "Enemy" => {
                // Neither neutral pieces nor those of all are enemies.
                self.is_one_of(who, &self.enemies())
            }
            "Active" => {
                let rank = self.load_at(self.known.rank, who);
                let out = self.not(rank);
                let below = self.cmp(Cmp::Le, who, n);
                let above = self.cmp(Cmp::Ge, who, one);
                let within = self.bin(Bin::And, below, above);
                self.bin(Bin::And, out, within)
            }
            _ => {
                self.unsupported(term);
                self.c(0)
            }
        }
    }

    fn is_in(&mut self, call: &'t Call, env: &Env<'t>) -> Reg {
        if let Some(memory) = call.get("array").and_then(|array| self.as_remembered(array)) {
            let value = match call.get("sites") {
                Some(value) => self.int(value, env),
                None => self.site_in(call, "sites", env),
            };
            let (times, zero) = (self.times_remembered(memory, value), self.c(0));
            return self.cmp(Cmp::Ne, times, zero);
        }
        if let Some(array) = call.get("array") {
            let Some(site) = call.get("sites") else { return self.c(0) };
            let value = self.int(site, env);
            return self.is_in_list(value, array, env);
        }
        let region = call.get("region").expect("checked");
        if call.look("sites").is_none() && region.ty == Type::Int {
            self.report(
                Diagnostic::error(codes::MISSING, "`is In` lacks its `region`", region.origin, "this is what is looked for; it is not said where")
                    .help("write `(is In (to) (sites Top))`: first a site, then a region; one site is compared by `(= (to) …)`"),
            );
            return self.c(0);
        }
        let pending = region
            .call()
            .is_some_and(|c| c.prim == Prim::SitesSimple && c.get("word").and_then(Term::symbol) == Some("Pending"));
        if let Some(number) =
            call.get("sites").filter(|v| pending && self.usage.pending_numbers && crate::lower::is_int(v))
        {
            let number = self.int(number, env);
            return self.is_pending_number(number);
        }
        let set = self.region(region, env);
        let Some(sites) = call.get("sites") else {
            let site = self.site_in(call, "sites", env);
            let d = self.b.reg();
            self.op(Op::SetHas { d, s: set, i: site });
            return d;
        };
        let mut all: Option<Reg> = None;
        for member in sites.members() {
            let site = self.int(member, env);
            let d = self.b.reg();
            self.op(Op::SetHas { d, s: set, i: site });
            all = Some(all.map_or(d, |a| self.bin(Bin::And, a, d)));
        }
        all.unwrap_or_else(|| self.c(1))
    }

    /// Whether every site of a set satisfies a condition on `(site)`.
    fn for_all(&mut self, set: SetReg, condition: &'t Term, term: &'t Term, env: &Env<'t>) -> Reg {
        // Site by site it can be told for which it fails.
        if let Some(good) =
            self.where_(condition, crate::lower::conditions::predicates::Var::Site, env).filter(|_| !self.explaining)
        {
            let d = self.b.reg();
            self.op(Op::SetWithin { d, a: set, b: good });
            return d;
        }
        let site = self.var(term, "site");
        let d = self.b.reg();
        let (zero, one) = (self.c(0), self.c(1));
        let end = self.b.label();
        self.op(Op::Move { d, a: zero });
        let inner = Env { site: Some(site), ..env.clone() };
        self.each(set, site, |l| {
            let c = l.bool(condition, &inner);
            l.op(Op::JumpUnless { c, to: end });
        });
        self.op(Op::Move { d, a: one });
        self.b.place(end);
        d
    }

    /// Whether no two sites of a set hold the same kind of piece, or are both empty.
    fn hold_different(&mut self, set: SetReg) -> Reg {
        let (d, zero, one, end) = (self.b.reg(), self.c(0), self.c(1), self.b.label());
        let (site, index) = (self.b.reg(), self.what_index());
        self.op(Op::Move { d, a: zero });
        self.each(set, site, |l| {
            let (like, what) = (l.b.set(), l.kind_at(site));
            l.op(Op::LoadSetAt { d: like, index, i: what });
            let same = l.set_and(like, set);
            let n = l.size_of(same);
            l.op(Op::JumpCmp { cmp: Cmp::Gt, a: n, b: one, to: end });
        });
        self.op(Op::Move { d, a: one });
        self.b.place(end);
        d
    }

    /// Whether a site has all its sites below occupied: pieces lie flat on it.
    fn is_flat(&mut self, site: Option<&'t Term>, env: &Env<'t>) -> Reg {
        let site = match (site, env.to.or(env.site)) {
            (Some(site), _) => self.int(site, env),
            (None, Some(to)) => to,
            (None, None) => self.load(self.fields.last_to.expect("every game has it")),
        };
        let below = self.near_table(&Dirs::new(vec![crate::board::Direction::Downward]));
        let (set, d) = (self.b.set(), self.b.reg());
        self.op(Op::SetTable { d: set, table: below, i: site });
        let occupied = self.occupied();
        self.op(Op::SetWithin { d, a: set, b: occupied });
        d
    }

    /// Whether a generator has any transition.
    pub(in crate::lower) fn exists(&mut self, moves: &'t Term, env: &Env<'t>) -> Reg {
        let d = self.b.reg();
        let end = self.b.label();
        self.op(Op::Begin { want: Want::Exists, end });
        let outer = (std::mem::replace(&mut self.purpose, Purpose::Ask), std::mem::take(&mut self.sinks));
        let inner = env.bare();
        self.generate(moves, &inner);
        (self.purpose, self.sinks) = outer;
        self.b.place(end);
        self.op(Op::End { d });
        d
    }

    /// Whether a player, were it the one to move, would have no move.
    fn no_moves(&mut self, who: Reg) -> Reg {
        // The moves of another that this looks for are not asked in turn whom they leave without moves: that might have no end.
        if self.stalemating {
            return self.c(0);
        }
        // The present node's generators, as if the turn had passed: previous, mover and next move on by one.
        let known = self.known.clone();
        let d = self.b.reg();
        let players = self.players();
        self.op(Op::Mark {});
        let mover = self.c(self.copy.mover as i32);
        let successor = self.next_active(who);
        self.op(Op::Store { field: known.prev, a: mover });
        self.op(Op::Store { field: known.mover, a: who });
        self.op(Op::Store { field: known.next, a: successor });
        let phase = self.phase_of_player(who);
        // Where no generator is being lowered, none is running either: there is nothing to keep aside.
        let running = self.depth > 0;
        if running {
            self.op(Op::SaveRegs {});
        }
        let found = self.b.reg();
        let end = self.b.label();
        self.op(Op::Begin { want: Want::Exists, end });
        // Which copy of which node: known only now.
        let one = self.c(1);
        let at = self.bin(Bin::Sub, who, one);
        let at = match phase {
            Some(phase) => {
                let n = self.c(players as i32);
                let base = self.bin(Bin::Mul, phase, n);
                self.bin(Bin::Add, base, at)
            }
            None => at,
        };
        let table = self.moves_table();
        self.op(Op::CallAt { blocks: table, i: at });
        self.b.place(end);
        self.op(Op::End { d: found });
        if running {
            self.op(Op::RestoreRegs { d: found });
        }
        self.op(Op::Rollback {});
        self.op(Op::Not { d, a: found });
        d
    }

    /// Whether a move of its owner's opponents could lead to a piece: to one of a kind where it stands, to one that is put on a site in
    /// trial, or to any on a site.
    fn is_threatened(&mut self, call: &'t Call, env: &Env<'t>) -> Reg {
        if self.threatening {
            call.excuse();
            return self.c(0);
        }
        let place = match (call.get("in"), call.get("at")) {
            (Some(region), _) => Some(self.sites_said(call, region, env)),
            (None, Some(at)) => {
                let site = self.site_said(call, at, env);
                Some(self.single(site))
            }
            (None, None) => None,
        };
        let Some(what) = call.get("what") else {
            let region = place.unwrap_or_else(|| self.board_set());
            let occupied = self.occupied();
            let region = self.set_and(region, occupied);
            let (site, d, end) = (self.b.reg(), self.b.reg(), self.b.label());
            let zero = self.c(0);
            self.op(Op::Move { d, a: zero });
            self.each(region, site, |l| {
                let what = l.kind_at(site);
                let owner = l.owner_of(what);
                let one = l.single(site);
                let c = l.threats(call.get("moves"), one, (owner, owner), env, |_| {});
                l.op(Op::Move { d, a: c });
                l.op(Op::JumpIf { c, to: end });
            });
            self.b.place(end);
            return d;
        };
        let what = self.int(what, env);
        let owner = self.owner_of(what);
        // Only moves that are said may speak of who comes next.
        let sides = (owner, if call.look("moves").is_some() { self.next_player() } else { owner });
        match place {
            None => {
                let index = self.what_index();
                let set = self.b.set();
                self.op(Op::LoadSetAt { d: set, index, i: what });
                self.threats(call.get("moves"), set, sides, env, |_| {})
            }
            Some(region) => self.threats(call.get("moves"), region, sides, env, |l| {
                let site = l.b.reg();
                l.each(region, site, |l| {
                    if l.stacks.is_none() {
                        l.clear_site(site);
                    }
                    l.put_piece(site, what, None, crate::lower::effects::change::Traits::default());
                });
            }),
        }
    }

    fn is_line(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Reg {
        let length = self.int(call.get("length").expect("checked"), env);
        if let Some(known) = self.const_of(length) {
            if known >= 1 {
                return self.is_line_of(known, call, term, env);
            }
            self.error("E0508", "a line has at least one site", term.origin, "this asks for none");
            return self.c(0);
        }
        // Of a length that play decides, each that the board has room for is looked for where it is the one.
        let board = &self.eq.board;
        let most = board.rows(self.eq.kind()).max(board.columns(self.eq.kind())) as i32;
        let (d, zero, end) = (self.b.reg(), self.c(0), self.b.label());
        self.op(Op::Move { d, a: zero });
        for k in 1..=most {
            let (other, length_k) = (self.b.label(), self.c(k));
            self.op(Op::JumpCmp { cmp: Cmp::Ne, a: length, b: length_k, to: other });
            let found = self.within(k as usize, |l| l.is_line_of(k, call, term, env));
            self.op(Op::Move { d, a: found });
            self.op(Op::Jump { to: end });
            self.b.place(other);
        }
        self.b.place(end);
        d
    }

    fn is_line_of(&mut self, length: i32, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Reg {
        let by_level = call.flag("byLevel");
        let exact = call.flag("exact");
        let dirs = match call.get("directions") {
            Some(d) => self.directions(d, env),
            None => Dirs::of_relation(crate::board::RelationType::Adjacent),
        };
        if by_level {
            return self.is_line_by_level(call, length, &dirs, env);
        }
        if self.eq.values.is_some() && self.dialect == Dialect::Parlour && call.look("who").is_none() {
            return self.is_line_of_values((length, exact), &dirs, call, term, env);
        }
        let through = match call.get("through") {
            Some(site) => self.int(site, env),
            None => self.load(self.fields.last_to.expect("every game has it")),
        };
        let top = call.flag("top");
        let kinds: Option<Vec<Reg>> = match (call.get("what"), call.get("whats")) {
            (Some(what), _) => Some(vec![self.int(what, env)]),
            (None, Some(whats)) => Some(whats.members().iter().map(|what| self.int(what, env)).collect()),
            (None, None) => None,
        };
        // What makes lines through a site: where nothing is said, pieces like the one there. An empty site is in no line.
        let of_line = |l: &mut Self, through: Reg| {
            let set = if let Some(who) = call.get("who") {
                if top { l.owned_by(who, env) } else { l.owned_anywhere(who, &[], env) }
            } else {
                let kinds = kinds.clone().unwrap_or_else(|| vec![l.kind_at(through)]);
                if top || l.stacks.is_none() { l.sites_of_components(&kinds) } else { l.kinds_anywhere(&kinds) }
            };
            match call.get("if") {
                Some(condition) => l.filtered(set, condition, crate::lower::conditions::predicates::Var::To, term, env),
                None => set,
            }
        };
        let same_for_all = kinds.is_some() || call.look("who").is_some();
        let contiguous = call.flag_or("contiguous", true);
        let lines = match contiguous {
            true => match self.lines_of((length, exact), &dirs, term) {
                Some(lines) => Some(lines),
                None => return self.c(0),
            },
            false => None,
        };
        let (d, zero) = (self.b.reg(), self.c(0));
        self.op(Op::Move { d, a: zero });
        let end = self.b.label();
        let look = |l: &mut Self, set: SetReg, site: Reg| match lines {
            Some(lines) => l.op(Op::Line { d, s: set, i: site, lines }),
            None => l.line_with_gaps(d, (set, site), length, exact, &dirs),
        };
        match call.get("throughAny") {
            Some(any) => {
                let (pivots, site) = (self.region(any, env), self.b.reg());
                let of_all = same_for_all.then(|| of_line(self, through));
                self.each(pivots, site, |l| {
                    let set = of_all.unwrap_or_else(|| of_line(l, site));
                    look(l, set, site);
                    l.op(Op::JumpIf { c: d, to: end });
                });
            }
            None => {
                let set = of_line(self, through);
                look(self, set, through);
            }
        }
        self.b.place(end);
        d
    }

    /// Whether so many sites of a set lie on a straight line through a site of it, whatever lies between them.
    fn line_with_gaps(&mut self, found: Reg, (set, site): (SetReg, Reg), length: i32, exact: bool, dirs: &Dirs) {
        let (zero, one, need) = (self.c(0), self.c(1), self.c(length));
        let (count, at, there, end) = (self.b.reg(), self.b.reg(), self.b.reg(), self.b.label());
        self.op(Op::Move { d: found, a: zero });
        self.op(Op::SetHas { d: there, s: set, i: site });
        self.op(Op::JumpUnless { c: there, to: end });
        for direction in self.singles(dirs) {
            self.op(Op::Move { d: count, a: one });
            for way in [Some(direction), direction.opposite()].into_iter().flatten() {
                let tables = self.ray_tables(&Dirs::new(vec![way]));
                self.each_ray(tables, site, |l, cursor, next| {
                    let again = l.b.here();
                    l.op(Op::Advance { d: at, p: cursor, table: tables.sites, to: next });
                    l.op(Op::SetHas { d: there, s: set, i: at });
                    l.op(Op::Bin { op: Bin::Add, d: count, a: count, b: there });
                    l.op(Op::Loop { to: again });
                });
            }
            self.op(Op::Cmp { cmp: if exact { Cmp::Eq } else { Cmp::Ge }, d: found, a: count, b: need });
            self.op(Op::JumpIf { c: found, to: end });
        }
        self.b.place(end);
    }

    /// The lines of a length, unless there are too many of them.
    fn lines_of(&mut self, (length, exact): (i32, bool), dirs: &Dirs, term: &'t Term) -> Option<LinesId> {
        // Of each site in each of about four ways as many lines as a line has sites, two sets each.
        let around = self.eq.board.rows(self.eq.kind()).max(self.eq.board.columns(self.eq.kind())) as usize;
        let room = self.has_room(self.eq.sites as usize * 8 * around.min(length as usize), term);
        room.then(|| self.line_table(length as u32, exact, dirs, term))
    }

    /// A line of equal values in a puzzle: of those that are said, or of any. It is a matter of the position and not of the last move, so
    /// it goes through any site if nothing else is said.
    fn is_line_of_values(
        &mut self,
        line: (i32, bool),
        dirs: &Dirs,
        call: &'t Call,
        term: &'t Term,
        env: &Env<'t>,
    ) -> Reg {
        let Some((values, lines)) = self.eq.values.zip(self.lines_of(line, dirs, term)) else { return self.c(0) };
        let pivots = match (call.get("through"), call.get("throughAny")) {
            (Some(site), _) => {
                let site = self.int(site, env);
                self.single(site)
            }
            (None, Some(any)) => self.region(any, env),
            (None, None) => self.board_set(),
        };
        let (d, zero, end) = (self.b.reg(), self.c(0), self.b.label());
        self.op(Op::Move { d, a: zero });
        let look = |l: &mut Self, set: SetReg| {
            let set = match call.get("if") {
                Some(condition) => l.filtered(set, condition, crate::lower::conditions::predicates::Var::To, term, env),
                None => set,
            };
            let (from, site) = (l.set_and(set, pivots), l.b.reg());
            l.each(from, site, |l| {
                l.op(Op::Line { d, s: set, i: site, lines });
                l.op(Op::JumpIf { c: d, to: end });
            });
        };
        let said = match (call.get("what"), call.get("whats")) {
            (Some(value), _) => std::slice::from_ref(value),
            (None, Some(list)) => list.members(),
            (None, None) => {
                let (component, last, one) = (self.b.reg(), self.c(values.kinds() as i32), self.c(1));
                self.count_up(component, one, last, |l| {
                    let set = l.sites_of_component(component);
                    look(l, set);
                });
                &[]
            }
        };
        if !said.is_empty() {
            let mut all = self.b.set_constant([]);
            for value in said {
                let set = self.sites_of_value(value, env);
                all = self.set_or(all, set);
            }
            look(self, all);
        }
        self.b.place(end);
        d
    }

    /// Whether pieces of one owner make a line on the sides of stacks: level by level along a direction (level, rising or falling
    /// by one a step, too), or straight up.
    fn is_line_by_level(&mut self, call: &'t Call, length: i32, dirs: &Dirs, env: &Env<'t>) -> Reg {
        let Some(stacks) = self.stacks.clone() else { return self.c(0) };
        let site = match call.get("through") {
            Some(site) => self.int(site, env),
            None => self.load(self.fields.last_to.expect("every game has it")),
        };
        let (zero, one, need) = (self.c(0), self.c(1), self.c(length));
        let (found, count, at, level, step) = (self.b.reg(), self.b.reg(), self.b.reg(), self.b.reg(), self.b.reg());
        self.op(Op::Move { d: found, a: zero });
        let height = self.load_at(stacks.height, site);
        let top = self.bin(Bin::Sub, height, one);
        let cell = self.cell_at(site, top);
        let what = self.load_at(stacks.levels, cell);
        let who = self.owner_of(what);
        let end = self.b.label();
        let same = |l: &mut Self, at: Reg, level: Reg, out: crate::program::op::Label| {
            l.op(Op::JumpCmp { cmp: Cmp::Lt, a: level, b: zero, to: out });
            let h = l.load_at(stacks.height, at);
            l.op(Op::JumpCmp { cmp: Cmp::Ge, a: level, b: h, to: out });
            let cell = l.cell_at(at, level);
            let what = l.load_at(stacks.levels, cell);
            let owner = l.owner_of(what);
            l.op(Op::JumpCmp { cmp: Cmp::Ne, a: owner, b: who, to: out });
        };
        // Straight down from the top.
        self.op(Op::Move { d: count, a: zero });
        self.op(Op::Move { d: level, a: top });
        let counted = self.b.label();
        let again = self.b.here();
        same(self, site, level, counted);
        self.op(Op::Bin { op: Bin::Add, d: count, a: count, b: one });
        self.op(Op::Bin { op: Bin::Sub, d: level, a: level, b: one });
        self.op(Op::Loop { to: again });
        self.b.place(counted);
        self.op(Op::Cmp { cmp: Cmp::Ge, d: found, a: count, b: need });
        self.op(Op::JumpIf { c: found, to: end });
        // Along each line through the site, on the level, rising and falling: both ways of a line count together.
        let singles = self.singles(dirs);
        for direction in &singles {
            for slope in [0, 1, -1] {
                self.op(Op::Move { d: count, a: one });
                for (way, sign) in [(Some(*direction), 1), (direction.opposite(), -1)] {
                    let Some(way) = way else { continue };
                    let tables = self.ray_tables(&Dirs::new(vec![way]));
                    let slope = self.c(slope * sign);
                    self.each_ray(tables, site, |l, cursor, next| {
                        l.op(Op::Move { d: step, a: top });
                        let again = l.b.here();
                        l.op(Op::Advance { d: at, p: cursor, table: tables.sites, to: next });
                        l.op(Op::Bin { op: Bin::Add, d: step, a: step, b: slope });
                        same(l, at, step, next);
                        l.op(Op::Bin { op: Bin::Add, d: count, a: count, b: one });
                        l.op(Op::Loop { to: again });
                    });
                }
                self.op(Op::Cmp { cmp: Cmp::Ge, d: found, a: count, b: need });
                self.op(Op::JumpIf { c: found, to: end });
            }
        }
        self.b.place(end);
        found
    }
}
