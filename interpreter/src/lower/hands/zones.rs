//! Zones: off-board pieces of which only the number of each kind matters.
//!
//! Every zone is a row of one field: place 0 of the row holds how many pieces there are, place *k* how many of kind *k*. An order
//! that nobody knows is no part of the state: a shuffled pile is its counts, and what is drawn from it is decided by chance,
//! each kind as likely as there are pieces of it.

use crate::lower::conditions::predicates::Var;
use crate::lower::equipment::attributes::Attribute;
use crate::lower::hands::secrets::Audience;
use crate::lower::moves::Emission;
use crate::lower::{Env, Lower, Purpose};
use crate::program::op::{Bin, Cmp, FieldId, Op, Reg};
use crate::program::{MoveKind, NodeKind, Role, Secrecy};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::diagnostic::{Diagnostic, codes};
use parlour_grammar::rules::{Call, Term};

/// Most zones of one name.
const MOST_ZONES: i32 = 1024;

/// A zone.
#[derive(Clone, Debug)]
pub struct Zone {
    /// The name it is declared by: `Hand`.
    pub base: String,
    /// Its own name: `Hand1`.
    pub name: String,
    /// The player it belongs to; 0 for none.
    pub owner: u32,
    /// Who sees what is in it; how many pieces it has is seen by all.
    pub seen_by: Audience,
}

/// The zones that the equipment declares.
pub(in crate::lower) fn read(items: &[Term], players: u32, diags: &mut Vec<Diagnostic>) -> Vec<Zone> {
    let mut zones: Vec<Zone> = Vec::new();
    for item in items {
        let Some(call) = item.call().filter(|c| c.prim == Prim::ZoneSpec) else { continue };
        let base = call.get("name").and_then(Term::text).unwrap_or_default();
        if zones.iter().any(|z| z.base == base) {
            diags.push(Diagnostic::error(
                "E0407",
                format!("the zone `{base}` is described twice"),
                item.origin,
                "the second description",
            ));
            continue;
        }
        let owned = call.look("role").is_some();
        let seen_by = Audience::of(call.get("seenBy"));
        let zone = |name: String, owner: u32| Zone { base: base.to_owned(), name, owner, seen_by };
        if let Some(number) = call.get("number") {
            match crate::lower::equipment::graphs::whole(number) {
                Some(n) if (1..=MOST_ZONES).contains(&n) => {
                    zones.extend((1..=n).map(|k| zone(format!("{base}{k}"), 0)))
                }
                _ => diags.push(Diagnostic::error(
                    "E0406",
                    "the number of zones is out of range",
                    number.origin,
                    format!("1 to {MOST_ZONES}"),
                )),
            }
        } else if owned {
            let owners = crate::lower::equipment::owners(call.get("role").and_then(Term::symbol), players);
            for owner in owners {
                let shared = owner == 0 || owner > players;
                let (name, owner) = if shared { (base.to_owned(), 0) } else { (format!("{base}{owner}"), owner) };
                zones.push(zone(name, owner));
            }
        } else {
            zones.push(zone(base.to_owned(), 0));
        }
        if matches!(seen_by, Audience::Owner | Audience::Others)
            && zones.last().is_some_and(|z| z.base == base && z.owner == 0)
        {
            diags.push(
                Diagnostic::error(
                    "E0420",
                    format!("the zone `{base}` has no owner"),
                    item.origin,
                    "who sees it depends on whose it is",
                )
                .help("say whose it is, `(zone \"Hand\" Each seenBy:Owner)`, or who sees it"),
            );
        }
    }
    zones
}

/// The attributes and kinds of a deck or of dominoes: name, values.
pub(in crate::lower) fn family(call: &Call, known: &mut Vec<Attribute>) -> Vec<(String, Vec<(usize, i32)>)> {
    let number = |slot: &str, default: i32| {
        call.get(slot).map_or(Some(default), crate::lower::equipment::graphs::whole).unwrap_or(0)
    };
    let mut at = |name: &str| {
        known.iter().position(|a| a.name == name).unwrap_or_else(|| {
            known.push(Attribute { name: name.to_owned(), words: Vec::new() });
            known.len() - 1
        })
    };
    match call.prim {
        Prim::Dominoes => {
            let (low, high) = (at("value"), at("value2"));
            let most = number("upTo", 6).clamp(0, 99);
            (0..=most)
                .flat_map(|a| (a..=most).map(move |b| (a, b)))
                .map(|(a, b)| (format!("Domino{a}{b}"), vec![(low, a), (high, b)]))
                .collect()
        }
        Prim::Domino => {
            let (low, high) = (at("value"), at("value2"));
            let name = call.get("name").and_then(Term::text).unwrap_or_default().to_owned();
            vec![(name, vec![(low, number("value", 0)), (high, number("value2", 0))])]
        }
        Prim::Card => {
            let names = ["rank", "value", "trumpRank", "trumpValue", "suit"];
            let values = names.iter().map(|n| (at(n), number(n, 0))).collect();
            vec![(call.get("name").and_then(Term::text).unwrap_or_default().to_owned(), values)]
        }
        _ => {
            let names = ["suit", "rank", "value", "trumpRank", "trumpValue"].map(&mut at);
            let suits = number("suits", 4).clamp(1, 64);
            let specs: Vec<[i32; 4]> = match call.get("cards") {
                Some(cards) => (cards.members().iter().filter_map(Term::call))
                    .map(|c| {
                        let n = |slot: &str| c.get(slot).and_then(crate::lower::equipment::graphs::whole);
                        let (rank, value) = (n("rank").unwrap_or(0), n("value").unwrap_or(0));
                        [rank, value, n("trumpRank").unwrap_or(rank), n("trumpValue").unwrap_or(value)]
                    })
                    .collect(),
                None => (0..number("cardsBySuit", 13).clamp(1, 1024)).map(|k| [k; 4]).collect(),
            };
            (1..=suits)
                .flat_map(|suit| specs.iter().map(move |spec| (suit, *spec)))
                .map(|(suit, [rank, value, trump_rank, trump_value])| {
                    let values = [suit, rank, value, trump_rank, trump_value];
                    (format!("Card{rank}-{suit}"), names.into_iter().zip(values).collect())
                })
                .collect()
        }
    }
}

impl<'t> Lower<'t> {
    /// The field of the zones.
    fn counts(&self) -> FieldId {
        self.known.zones.expect("a game with zones has it")
    }

    /// The place of a zone's total: that of the zone's row.
    pub(in crate::lower) fn zone_row(&mut self, term: &'t Term, env: &Env<'t>) -> Option<Reg> {
        let call = term.call().filter(|c| c.prim == Prim::ZoneRef)?;
        let name = call.get("name").and_then(Term::text).unwrap_or_default();
        let rows: Vec<usize> = (0..self.eq.zones.len()).filter(|i| self.eq.zones[*i].base == name).collect();
        let Some(&first) = rows.first() else {
            let names: Vec<String> = self.eq.zones.iter().map(|z| format!("`{}`", z.base)).collect();
            let mut names = names;
            names.dedup();
            let help = if names.is_empty() {
                format!("add one to the equipment: `(zone \"{name}\")`")
            } else {
                format!("the zones are {}", names.join(", "))
            };
            let found = Diagnostic::error("E0419", format!("no zone is called `{name}`"), term.origin, "unknown zone");
            self.report(found.help(help));
            return None;
        };
        let width = self.eq.components.len() as i32 + 1;
        let owned = self.eq.zones[first].owner != 0;
        match call.get("of") {
            None if rows.len() == 1 => Some(self.c(first as i32 * width)),
            None => {
                let found = Diagnostic::error(
                    "E0420",
                    format!("there are {} zones called `{name}`", rows.len()),
                    term.origin,
                    "which of them is not said",
                );
                self.report(found.help(if owned {
                    format!("add whose it is: `(zone \"{name}\" Mover)`")
                } else {
                    format!("add its number: `(zone \"{name}\" 1)`")
                }));
                None
            }
            Some(of) => {
                let which = self.player_or_int(of, env);
                // By owner, or by number; whoever has none has the one there is for all.
                let most = rows.iter().map(|r| self.eq.zones[*r].owner).max().unwrap_or(0).max(rows.len() as u32);
                let places: Vec<i32> = (0..=most)
                    .map(|k| {
                        let found = if owned {
                            rows.iter().find(|r| self.eq.zones[**r].owner == k)
                        } else {
                            rows.get((k as usize).wrapping_sub(1))
                        };
                        found.map_or(-1, |r| *r as i32 * width)
                    })
                    .collect();
                if let Some(k) = self.const_of(which)
                    && usize::try_from(k).ok().and_then(|k| places.get(k)).is_none_or(|p| *p < 0)
                {
                    let found = Diagnostic::error(
                        "E0420",
                        format!("there is no zone `{name}` {k}"),
                        of.origin,
                        "no zone is meant by this",
                    );
                    self.report(found);
                    return None;
                }
                let row = self.table(places, which);
                if self.const_of(row).is_none() {
                    let (some, zero) = (self.b.label(), self.c(0));
                    self.op(Op::JumpCmp { cmp: Cmp::Ge, a: row, b: zero, to: some });
                    self.fault(
                        "E0609",
                        format!("a zone `{name}` is asked for that there is not"),
                        "name a player who has one, or a number from 1 on, wherever this is reached",
                        of.origin,
                    );
                    self.b.place(some);
                }
                Some(row)
            }
        }
    }

    /// Whether everybody sees what is in the zone that a term names.
    fn is_seen_by_all(&self, term: &Term) -> bool {
        let name = term.call().and_then(|c| c.get("name")).and_then(Term::text).unwrap_or_default();
        self.eq.zones.iter().filter(|z| z.base == name).all(|z| z.seen_by == Audience::Everyone)
    }

    /// Where moves are generated, what they are must not depend on pieces that who moves does not see: that would tell.
    fn warn_of_secret(&mut self, term: &'t Term) {
        if self.depth == 0 || self.purpose == Purpose::Perform {
            return;
        }
        let Some(call) = term.call() else { return };
        let name = call.get("name").and_then(Term::text).unwrap_or_default();
        let Some(seen_by) = self.eq.zones.iter().find(|z| z.base == name).map(|z| z.seen_by) else { return };
        let own = call.get("of").is_some_and(|of| match of.symbol() {
            Some("Mover") => true,
            Some(word) => word == format!("P{}", self.copy.mover),
            // Who decides is asked for nothing but what that player sees.
            None => of.call().is_some_and(|c| c.prim == Prim::Mover || c.prim == Prim::Decider),
        });
        if seen_by == Audience::Everyone {
            return;
        }
        // Even if the mover may know: who does not see the zone must not be told what follows from it.
        if !self.eq.private_phases.contains(&self.copy.node) {
            self.eq.private_phases.push(self.copy.node);
        }
        if seen_by == Audience::Owner && own {
            return;
        }
        let found = Diagnostic::warning(
            "W0501",
            format!("what may be played depends on what is in `{name}`, which the mover does not see"),
            term.origin,
            "a secret is read here",
        );
        self.report(found.help("read what the mover sees, or let more players see the zone with `seenBy:`"));
    }

    /// Who may know which piece of a zone is chosen, before it is.
    pub(in crate::lower) fn secrecy_of_choice(&self, zone: &Term) -> Secrecy {
        if self.is_seen_by_all(zone) { Secrecy::Open } else { Secrecy::UntilMade }
    }

    /// Runs `body` for each kind of piece in the zone that a term names, if the condition holds for it.
    pub(in crate::lower) fn each_kind_of(
        &mut self,
        zone: &'t Term,
        condition: Option<&'t Term>,
        term: &'t Term,
        env: &Env<'t>,
        body: impl FnOnce(&mut Self, Reg),
    ) {
        let Some(row) = self.zone_row(zone, env) else { return };
        self.warn_of_secret(zone);
        let kind = self.var(term, "kind");
        self.each_kind(row, kind, condition, env, |l, _, _| body(l, kind));
    }

    /// `n` more pieces of a kind in a zone; or fewer.
    pub(in crate::lower) fn zone_add(&mut self, row: Reg, kind: Reg, n: Reg) {
        let field = self.counts();
        for place in [row, self.bin(Bin::Add, row, kind)] {
            let there = self.load_at(field, place);
            let sum = self.bin(Bin::Add, there, n);
            self.op(Op::StoreAt { field, i: place, a: sum });
        }
    }

    fn zone_take(&mut self, row: Reg, kind: Reg) {
        let minus = self.c(-1);
        self.zone_add(row, kind, minus);
    }

    /// Runs `body` for each kind that a zone has and that satisfies the condition: the kind, and how many there are.
    fn each_kind(
        &mut self,
        row: Reg,
        kind: Reg,
        condition: Option<&'t Term>,
        env: &Env<'t>,
        body: impl FnOnce(&mut Self, Reg, &Env<'t>),
    ) {
        let (field, zero, last) = (self.counts(), self.c(0), self.c(self.eq.components.len() as i32));
        let inner = Env { kind: Some(kind), ..env.clone() };
        let (exit, skip) = (self.b.label(), self.b.label());
        self.op(Op::Move { d: kind, a: zero });
        let top = self.b.here();
        self.op(Op::Seek { k: kind, field, row, last, to: exit });
        let place = self.bin(Bin::Add, row, kind);
        let there = self.load_at(field, place);
        if let Some(condition) = condition {
            self.unless(condition, &inner, skip);
        }
        body(self, there, &inner);
        self.b.place(skip);
        self.op(Op::Loop { to: top });
        self.b.place(exit);
    }

    /// `(count (zone …) if:…)`
    pub(in crate::lower) fn count_zone(&mut self, call: &'t Call, env: &Env<'t>) -> Reg {
        let Some(row) = self.zone_row(call.get("zone").expect("checked"), env) else { return self.c(0) };
        let Some(condition) = call.get("if") else { return self.load_at(self.counts(), row) };
        self.warn_of_secret(call.get("zone").expect("checked"));
        let (sum, kind, zero) = (self.b.reg(), self.b.reg(), self.c(0));
        self.op(Op::Move { d: sum, a: zero });
        self.each_kind(row, kind, Some(condition), env, |l, there, _| {
            l.op(Op::Bin { op: Bin::Add, d: sum, a: sum, b: there });
        });
        sum
    }

    /// `(sum "pips" (zone …))`
    pub(in crate::lower) fn sum_attribute(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Reg {
        let name = call.get("name").and_then(Term::text).unwrap_or_default();
        if let Some(region) = call.get("in") {
            return self.sum_over_sites(name, region, term, env);
        }
        let Some(row) = self.zone_row(call.get("zone").expect("checked"), env) else { return self.c(0) };
        self.warn_of_secret(call.get("zone").expect("checked"));
        let (sum, kind, zero) = (self.b.reg(), self.b.reg(), self.c(0));
        self.op(Op::Move { d: sum, a: zero });
        self.each_kind(row, kind, call.get("if"), env, |l, there, _| {
            let value = l.attribute_of(name, kind, term);
            let value = l.bin(Bin::Mul, value, there);
            l.op(Op::Bin { op: Bin::Add, d: sum, a: sum, b: value });
        });
        sum
    }

    /// `(move (zone …) (zone …))`, `(move (zone …) (sites …))`, `(move (site) (zone …))`
    pub(in crate::lower) fn generate_zone_move(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let to = call.get("to").expect("checked");
        let Some(from) = call.get("from") else { return self.generate_take_off(call, to, term, env) };
        let Some(row) = self.zone_row(from, env) else { return };
        self.warn_of_secret(from);
        let kind = self.var(term, "kind");
        let site = self.var(term, "to");
        let to_zone = to.call().is_some_and(|c| c.prim == Prim::ZoneRef);
        let secrecy = match (self.is_seen_by_all(from), !to_zone || self.is_seen_by_all(to)) {
            (true, _) => Secrecy::Open,
            (false, true) => Secrecy::UntilMade,
            (false, false) => Secrecy::Kept,
        };
        if to_zone && self.zone_row(to, env).is_none() {
            return;
        }
        // A condition on `(to)` is one on each site, any other on the kind alone.
        let (of_kind, of_site) = match call.get("if") {
            Some(condition) if !to_zone && self.depends(condition, Var::To, env) => (None, Some(condition)),
            condition => (condition, None),
        };
        self.each_kind(row, kind, of_kind, env, |l, _, inner| match to_zone {
            true => {
                let emission = Emission {
                    kind: MoveKind::Place,
                    choices: vec![(Role::What, kind)],
                    set: None,
                    word: String::new(),
                    secrecy,
                };
                l.emit(term, inner, emission, |l, e| {
                    let (Some(from), Some(to)) = (l.zone_row(from, e), l.zone_row(to, e)) else { return };
                    l.zone_take(from, kind);
                    let one = l.c(1);
                    l.zone_add(to, kind, one);
                });
            }
            false => {
                // Where it may go can depend on what it is.
                let mut region = l.region(to, inner);
                if let Some(condition) = of_site {
                    region = l.filtered(region, condition, Var::To, term, inner);
                }
                let inner = &Env { to: Some(site), ..inner.clone() };
                let emission = Emission {
                    kind: MoveKind::Place,
                    choices: vec![(Role::What, kind), (Role::To, site)],
                    set: None,
                    word: String::new(),
                    secrecy,
                };
                l.emit(term, inner, emission.through(region, 1), |l, e| {
                    let Some(from) = l.zone_row(from, e) else { return };
                    l.zone_take(from, kind);
                    l.put_piece(site, kind, None, crate::lower::effects::change::Traits::default());
                });
            }
        });
    }

    /// Pieces leave their sites for a zone.
    fn generate_take_off(&mut self, call: &'t Call, to: &'t Term, term: &'t Term, env: &Env<'t>) {
        let sites = self.region(call.get("site").expect("checked"), env);
        if self.zone_row(to, env).is_none() {
            return;
        }
        let site = self.var(term, "site");
        self.each(sites, site, |l| {
            let empty = l.b.label();
            let what = l.what_at(site, call.get("level"), env);
            l.op(Op::JumpUnless { c: what, to: empty });
            let emission = Emission {
                kind: MoveKind::Effect,
                choices: vec![(Role::To, site)],
                set: None,
                word: String::new(),
                secrecy: crate::program::Secrecy::Open,
            };
            l.emit(term, env, emission, |l, e| {
                let Some(row) = l.zone_row(to, e) else { return };
                let kind = l.what_at(site, call.get("level"), e);
                let one = l.c(1);
                l.zone_add(row, kind, one);
                let said = l.removal(call, e);
                l.remove_at(call, site, said);
            });
            l.b.place(empty);
        });
    }

    /// `(move All (zone …) (zone …))`
    pub(in crate::lower) fn move_all(&mut self, from: Reg, to: Reg) {
        let (field, kind, zero) = (self.counts(), self.b.reg(), self.c(0));
        let same = self.b.label();
        self.op(Op::JumpCmp { cmp: Cmp::Eq, a: from, b: to, to: same });
        self.each_kind(from, kind, None, &Env::default(), |l, there, _| {
            l.zone_add(to, kind, there);
            let place = l.bin(Bin::Add, from, kind);
            l.op(Op::StoreAt { field, i: place, a: zero });
        });
        self.op(Op::StoreAt { field, i: from, a: zero });
        self.b.place(same);
    }

    /// `(place "Card" "Pile" count:2)`: so many of each kind that the name stands for. Returns how many those are, if that is known;
    /// nothing if no zone is called so.
    #[expect(clippy::option_option, reason = "whether there is such a zone, and whether the number is known")]
    pub(in crate::lower) fn place_in_zone(
        &mut self,
        names: &[&str],
        zone: &str,
        count: Option<Reg>,
        term: &Term,
    ) -> Option<Option<u32>> {
        if !self.eq.zones.iter().any(|z| z.base == zone || z.name == zone) {
            return None;
        }
        let mut rows = 0;
        let width = self.eq.components.len() as i32 + 1;
        let n = count.unwrap_or_else(|| self.c(1));
        for name in names {
            let called = |c: &crate::lower::Component| c.body_of.is_none() && (c.base == *name || c.name == *name);
            let kinds: Vec<usize> = (0..self.eq.components.len()).filter(|i| called(&self.eq.components[*i])).collect();
            if kinds.is_empty() {
                self.no_such_piece(name, term);
            }
            for (at, z) in self.eq.zones.clone().iter().enumerate() {
                for kind in &kinds {
                    let owner = self.eq.components[*kind].owner;
                    let shared = owner == 0 || owner > self.players();
                    // Pieces of a player go to the player's own zone where there is one for each.
                    if z.name == zone || z.base == zone && (z.owner == 0 || shared || z.owner == owner) {
                        let (row, kind) = (self.c(at as i32 * width), self.c(*kind as i32 + 1));
                        self.zone_add(row, kind, n);
                        rows += 1;
                    }
                }
            }
        }
        Some(self.const_of(n).and_then(|n| u32::try_from(n).ok()?.checked_mul(rows)))
    }

    /// `(draw (zone "Pile") (zone "Hand" Mover) 2 refill:(zone "Discard"))`, `(draw (zone "Pile") (sites Board))`: each piece is
    /// decided by chance, when the one before has been drawn; a pile that has run out is filled when the next is due, and not before.
    pub(in crate::lower) fn draw_pieces(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let from = call.get("from").expect("checked");
        if self.zone_row(from, env).is_none() {
            return;
        }
        // Where each of them goes: to the zone, or to a site.
        let (places, seen): (Vec<Option<u32>>, bool) = match (call.get("to"), call.get("sites")) {
            (Some(to), _) => {
                let number = self.int_or(call.get("count"), 1, env);
                let Some(count) = self.const_of(number).filter(|n| (0..=MOST_ZONES).contains(n)) else {
                    let at = call.get("count").map_or(term.origin, |count| count.origin);
                    let label = match self.const_of(number) {
                        Some(n) => format!("this is {n}"),
                        None => "this depends on play".to_owned(),
                    };
                    let message = format!("how many pieces are drawn is a number from 0 to {MOST_ZONES}");
                    return self.report(Diagnostic::error(codes::BAD_COUNT, message, at, label).help(
                        "say a number or an option; to draw until something holds, draw one at a time in a step: \
                         `(step \"Draw\" repeat:Any if:… (draw …))`",
                    ));
                };
                if self.zone_row(to, env).is_none() {
                    return;
                }
                (vec![None; count as usize], self.is_seen_by_all(to))
            }
            (None, Some(region)) => {
                let sites = self.region(region, env);
                let Some(sites) = self.b.set_constant_of(sites) else {
                    return self.report(
                        Diagnostic::error(
                            "E0557",
                            "chance decides in a loop",
                            region.origin,
                            "these sites are not known before play",
                        )
                        .help("draw onto sites that are fixed, such as `(sites Board)` or `(sites Row 1)`"),
                    );
                };
                (sites.into_iter().map(Some).collect(), !self.has_board_secrets())
            }
            (None, None) => return self.unsupported(term),
        };
        // What could be drawn tells what is in the pile.
        let secrecy = match (self.is_seen_by_all(from), seen) {
            (true, true) => Secrecy::Open,
            (false, true) => Secrecy::UntilMade,
            (_, false) if call.look("sites").is_some() => Secrecy::OnBoard,
            (_, false) => Secrecy::Hidden,
        };
        for (k, place) in places.into_iter().enumerate() {
            let some = self.b.label();
            let Some(row) = self.zone_row(from, env) else { return };
            let left = self.load_at(self.counts(), row);
            self.op(Op::JumpIf { c: left, to: some });
            if let Some(refill) = call.get("refill") {
                let Some(other) = self.zone_row(refill, env) else { return };
                self.move_all(other, row);
                let left = self.load_at(self.counts(), row);
                self.op(Op::JumpIf { c: left, to: some });
            }
            self.fault(
                "E0519",
                "there is nothing left to draw",
                "say what happens when the pile runs out, such as `refill:(zone \"Discard\")`",
                term.origin,
            );
            self.b.place(some);
            let inner = env.clone();
            self.within(k + 1, |l| {
                l.wait("draw", NodeKind::Chance, None, &|l, _| {
                    let Some(row) = l.zone_row(from, &inner) else { return };
                    let kind = l.var(term, "kind");
                    let site = place.map(|site| {
                        let (reg, site) = (l.var(term, "site"), l.c(site as i32));
                        l.op(Op::Move { d: reg, a: site });
                        reg
                    });
                    l.each_kind(row, kind, None, &inner, |l, there, e| {
                        let emission = Emission {
                            kind: MoveKind::Chance,
                            choices: site
                                .map(|site| (Role::To, site))
                                .into_iter()
                                .chain([(Role::What, kind)])
                                .collect(),
                            set: None,
                            word: "draw".to_owned(),
                            secrecy,
                        };
                        let bare = Env { kind: None, ..e.clone() };
                        let rule = l.rule(term, &bare, &emission, |l, e| {
                            let Some(from) = l.zone_row(from, e) else { return };
                            l.zone_take(from, kind);
                            match (site, call.get("to").and_then(|to| l.zone_row(to, e))) {
                                (Some(site), _) => {
                                    l.put_piece(site, kind, None, crate::lower::effects::change::Traits::default())
                                }
                                (None, Some(to)) => {
                                    let one = l.c(1);
                                    l.zone_add(to, kind, one);
                                }
                                (None, None) => {}
                            }
                        });
                        l.op(Op::EmitChance { rule, weight: there });
                    });
                });
            });
        }
        if let Some(then) = call.get("then").and_then(Term::call).and_then(|t| t.get("moves")) {
            self.statement(then, env);
        }
    }
}
