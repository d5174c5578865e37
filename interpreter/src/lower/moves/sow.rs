//! Sowing: pieces of a pit dropped one by one along a track, and captures where the last one falls.

use crate::lower::moves::Emission;
use crate::lower::numbers::OFF;
use crate::lower::{Env, Lower};
use crate::program::op::{Bin, Cmp, FieldId, Label, Op, Reg};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::diagnostic::Diagnostic;
use parlour_grammar::rules::{Call, Term};

/// One sowing: where it begins, how it goes round, and the registers that say how far it has come.
#[derive(Clone, Copy)]
struct Sowing<'a> {
    start: Reg,
    total: Reg,
    left: Reg,
    at: Reg,
    to: Reg,
    what: Reg,
    /// Whether the first piece stays where it was.
    origin: Option<Reg>,
    /// Where nothing more can be sown.
    end: Label,
    next: &'a [i32],
    sites: &'a [i32],
    includes_start: bool,
}

impl<'t> Lower<'t> {
    /// What is sown, which is settled before anything is done beside it: the pit, and how many of its pieces.
    pub(in crate::lower) fn seeds(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Option<(Reg, Reg)> {
        let Some(count_field) = self.known.count else {
            self.unsupported(term);
            return None;
        };
        let start = match call.get("start") {
            Some(start) => self.int(start, env),
            None => match env.to.or(env.from) {
                Some(site) => site,
                None => self.load(self.fields.last_to.expect("every game has it")),
            },
        };
        let total = match call.get("count") {
            Some(count) => self.int(count, env),
            None => self.load_at(count_field, start),
        };
        Some((start, total))
    }

    /// Code that sows pieces of a pit. The track's places are numbered in its order; a site's first place counts.
    pub(in crate::lower) fn sow(&mut self, call: &'t Call, term: &'t Term, (start, total): (Reg, Reg), env: &Env<'t>) {
        let zero = self.c(0);
        let name = call.get("track").and_then(Term::text);
        let mut owner = None;
        if let Some(said) = call.get("owner") {
            let who = self.player_or_int(said, env);
            owner = self.const_of(who);
            if owner.is_none() {
                return self.unsupported(said);
            }
        }
        let track = self.eq.tracks.iter().find(|t| match (name, owner) {
            (None, None) => true,
            (None, Some(owner)) => t.owner == owner as u32,
            (Some(name), None) => t.name == name,
            (Some(name), Some(owner)) => t.owner == owner as u32 && t.name.contains(name),
        });
        let Some((track, directed)) = track.map(|t| (t.track.clone(), t.directed)) else {
            self.report(
                Diagnostic::error(
                    "E0414",
                    "the board has no such track to sow along",
                    term.origin,
                    "no track of the board matches",
                )
                .help("describe one with the board: `(track \"Track\" \"1,E,N,W\" loop:True)`"),
            );
            return;
        };
        let sites: Vec<i32> = track.sites.iter().map(|s| s.map_or(OFF, |s| s as i32)).collect();
        let len = sites.len() as i32;
        let next: Vec<i32> = (0..len)
            .map(|i| {
                if i + 1 < len {
                    i + 1
                } else if track.looped {
                    0
                } else {
                    OFF
                }
            })
            .collect();
        let prev: Vec<i32> = (0..len)
            .map(|i| {
                if directed {
                    OFF
                } else if i > 0 {
                    i - 1
                } else if track.looped {
                    len - 1
                } else {
                    OFF
                }
            })
            .collect();
        let mut place_of = vec![OFF; self.eq.sites as usize];
        for (i, site) in sites.iter().enumerate().rev() {
            if let Some(place) = usize::try_from(*site).ok().and_then(|s| place_of.get_mut(s)) {
                *place = i as i32;
            }
        }
        let include_self = call.flag_or("includeSelf", true);
        let end = self.b.label();

        let (left, at, to) = (self.b.reg(), self.b.reg(), self.b.reg());
        let what = self.load_at(self.known.what, start);
        self.op(Op::JumpCmp { cmp: Cmp::Le, a: total, b: zero, to: end });
        self.op(Op::Move { d: left, a: total });
        let place = self.table(place_of, start);
        self.op(Op::Move { d: at, a: place });
        self.op(Op::JumpCmp { cmp: Cmp::Lt, a: at, b: zero, to: end });
        let inner = Env { to: Some(to), from: Some(start), ..env.clone() };
        let origin = call.get("origin").map(|origin| self.bool(origin, &Env { from: Some(start), ..env.clone() }));
        let whole = Sowing {
            start,
            total,
            left,
            at,
            to,
            what,
            origin,
            end,
            next: &next,
            sites: &sites,
            includes_start: include_self,
        };
        if ["skipIf", "sowEffect", "numPerHole"].iter().any(|slot| call.look(slot).is_some()) {
            // What is asked on the way is asked of the pits as they are before any piece is sown.
            self.perform_listed(|l| l.round(&whole, call, term, &inner, true));
        } else {
            self.round(&whole, call, term, &inner, false);
        }

        if let Some(capture) = call.get("apply") {
            let condition = call.get("if");
            match call.get("backtracking").map(|c| (c, true)).or(call.get("forward").map(|c| (c, false))) {
                None => {
                    if let Some(condition) = condition {
                        let c = self.bool(condition, &inner);
                        self.op(Op::JumpUnless { c, to: end });
                    }
                    self.perform(capture, &inner);
                }
                // All that is captured on the way is found before any of it is captured.
                Some((go_on, back)) => self.perform_listed(|l| {
                    let caught = l.b.label();
                    let (rounds, most, one) = (l.b.reg(), l.c(len), l.c(1));
                    l.op(Op::Move { d: rounds, a: zero });
                    let top = l.b.here();
                    if let Some(condition) = condition {
                        let c = l.bool(condition, &inner);
                        l.op(Op::JumpUnless { c, to: caught });
                    }
                    l.generate(capture, &inner.bare());
                    let c = l.bool(go_on, &inner);
                    l.op(Op::JumpUnless { c, to: caught });
                    l.go(at, if back { &prev } else { &next });
                    l.op(Op::JumpCmp { cmp: Cmp::Lt, a: at, b: zero, to: caught });
                    let site = l.table(sites, at);
                    l.op(Op::Move { d: to, a: site });
                    let c = l.bool(go_on, &inner);
                    l.op(Op::JumpUnless { c, to: caught });
                    if back {
                        l.op(Op::JumpCmp { cmp: Cmp::Eq, a: to, b: start, to: caught });
                    }
                    l.op(Op::Bin { op: Bin::Add, d: rounds, a: rounds, b: one });
                    l.op(Op::JumpCmp { cmp: Cmp::Ge, a: rounds, b: most, to: caught });
                    l.op(Op::Loop { to: top });
                    l.b.place(caught);
                }),
            }
        }
        self.b.place(end);
        debug_assert_eq!(call.prim, Prim::Sow);
    }

    /// All pieces leave the pit, then fall one by one: at once, or each as a transition to be carried out later.
    fn round(&mut self, sowing: &Sowing<'_>, call: &'t Call, term: &'t Term, env: &Env<'t>, later: bool) {
        let Sowing { start, total, left, at, to, what, origin, end, next, sites, includes_start } = *sowing;
        let (zero, one) = (self.c(0), self.c(1));
        self.dropping(start, term, env, later, 0, |l| l.take(start, total));
        if let Some(origin) = origin {
            let away = self.b.label();
            self.op(Op::JumpUnless { c: origin, to: away });
            self.dropping(start, term, env, later, 1, |l| {
                l.put_piece(start, what, None, crate::lower::effects::change::Traits::default())
            });
            self.op(Op::Bin { op: Bin::Sub, d: left, a: left, b: one });
            self.op(Op::Move { d: to, a: start });
            self.b.place(away);
        }
        // How many are left, as a value that rules may read: a pit takes one from it, however many fall there.
        let value = self.b.reg();
        self.op(Op::Move { d: value, a: total });
        let inner = Env { value: Some(value), ..env.clone() };
        let sown = self.b.label();
        let top = self.b.here();
        self.op(Op::JumpCmp { cmp: Cmp::Le, a: left, b: zero, to: sown });
        self.go(at, next);
        self.op(Op::JumpCmp { cmp: Cmp::Lt, a: at, b: zero, to: end });
        let site = self.table(sites.to_vec(), at);
        self.op(Op::Move { d: to, a: site });
        let again = self.b.label();
        if let Some(skip) = call.get("skipIf") {
            let c = self.bool(skip, &inner);
            self.op(Op::JumpIf { c, to: again });
        }
        if !includes_start {
            let other = self.b.label();
            self.op(Op::JumpCmp { cmp: Cmp::Ne, a: to, b: start, to: other });
            self.go(at, next);
            self.op(Op::JumpCmp { cmp: Cmp::Lt, a: at, b: zero, to: end });
            let site = self.table(sites.to_vec(), at);
            self.op(Op::Move { d: to, a: site });
            self.b.place(other);
        }
        if let Some(effect) = call.get("sowEffect") {
            if later { self.generate(effect, &inner.bare()) } else { self.perform(effect, &inner) }
        }
        let per_hole = call.get("numPerHole").map_or(one, |n| self.int(n, &inner));
        let drop = self.bin(Bin::Min, per_hole, left);
        // A pit keeps what is known of it, empty or not.
        let known = (self.known.state, self.known.rotation, self.known.value);
        let mut kept = |field: Option<FieldId>| field.map(|field| self.load_at(field, to));
        let traits = crate::lower::effects::change::Traits {
            state: kept(known.0),
            rotation: kept(known.1),
            value: kept(known.2),
            ..Default::default()
        };
        self.dropping(to, term, env, later, 2, |l| {
            l.put_piece(to, what, Some(drop), traits);
            l.acted_from(start);
        });
        self.op(Op::Bin { op: Bin::Sub, d: left, a: left, b: drop });
        self.op(Op::Bin { op: Bin::Sub, d: value, a: value, b: one });
        self.b.place(again);
        self.op(Op::Loop { to: top });
        self.b.place(sown);
    }

    fn dropping(
        &mut self,
        site: Reg,
        term: &'t Term,
        env: &Env<'t>,
        later: bool,
        which: usize,
        effects: impl FnOnce(&mut Self),
    ) {
        if !later {
            return effects(self);
        }
        let bare = env.bare();
        self.within(which, |l| l.emit(term, &bare, Emission::place(site), |l, _| effects(l)));
    }

    fn go(&mut self, at: Reg, steps: &[i32]) {
        let next = self.table(steps.to_vec(), at);
        self.op(Op::Move { d: at, a: next });
    }

    /// Takes so many of the counted pieces off a site.
    fn take(&mut self, site: Reg, n: Reg) {
        let Some(count) = self.known.count else { return };
        let before = self.load_at(count, site);
        let left = self.bin(Bin::Sub, before, n);
        let zero = self.c(0);
        let some = self.b.label();
        self.op(Op::JumpCmp { cmp: Cmp::Gt, a: left, b: zero, to: some });
        self.clear_site(site);
        self.b.place(some);
        let left = self.bin(Bin::Max, left, zero);
        self.op(Op::StoreAt { field: count, i: site, a: left });
    }
}
