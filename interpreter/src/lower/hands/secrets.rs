//! Who sees what of the pieces on sites: declared with the kinds of piece, changed by effects.
//!
//! A kind of piece says who sees its pieces and who knows what they are. What effects change is kept with each piece, as the players for
//! whom it is *not* as its kind says, so that it goes along with the piece, and a game in which nothing changes keeps nothing.

use crate::lower::equipment::Component;
use crate::lower::{Env, Lower};
use crate::program::Secrecy;
use crate::program::op::{Bin, Cmp, Op, Reg, SetReg};
use parlour_grammar::rules::{Call, Term, TermKind};

/// Who sees a fact.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Audience {
    /// The player it belongs to.
    Owner,
    /// All players but the one it belongs to.
    Others,
    /// All players.
    #[default]
    Everyone,
    /// No player.
    Nobody,
}

impl Audience {
    /// The audience of a word of the language.
    pub(in crate::lower) fn of(term: Option<&Term>) -> Audience {
        match term.and_then(Term::symbol) {
            Some("Owner") => Audience::Owner,
            Some("Others") => Audience::Others,
            Some("Nobody") => Audience::Nobody,
            _ => Audience::Everyone,
        }
    }

    /// Whether a player is among those who see what belongs to `owner`.
    #[must_use]
    pub fn includes(self, player: u32, owner: u32) -> bool {
        match self {
            Audience::Owner => player == owner,
            Audience::Others => player != owner,
            Audience::Everyone => true,
            Audience::Nobody => false,
        }
    }
}

/// What there is to see of a piece on a site.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Facet {
    /// That there is one.
    Presence,
    /// Of which kind it is.
    What,
    /// Whose it is.
    Who,
    /// Its state.
    State,
    /// How many there are.
    Count,
    /// How it is turned.
    Rotation,
    /// Its value.
    Value,
}

impl Facet {
    /// All of them, in the order of their numbers.
    pub const ALL: [Facet; 7] =
        [Facet::Presence, Facet::What, Facet::Who, Facet::State, Facet::Count, Facet::Rotation, Facet::Value];

    /// Its name, as the language has it; presence has none.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Facet::Presence => "",
            Facet::What => "What",
            Facet::Who => "Who",
            Facet::State => "State",
            Facet::Count => "Count",
            Facet::Rotation => "Rotation",
            Facet::Value => "Value",
        }
    }

    /// Its name in the state.
    pub(in crate::lower) fn field(self) -> String {
        format!("hidden {}", self.word().to_lowercase()).trim_end().to_owned()
    }

    /// Whether it is a part of what a piece is, which `knownBy:` is about.
    fn is_known(self) -> bool {
        matches!(self, Facet::What | Facet::State | Facet::Rotation | Facet::Value)
    }

    /// The facets that the words of a term name; presence if there are none.
    fn named(data: Option<&Term>) -> Vec<Facet> {
        let Some(data) = data else { return vec![Facet::Presence] };
        let words: Vec<&str> = match &data.kind {
            TermKind::List(members) => members.iter().filter_map(Term::symbol).collect(),
            _ => data.symbol().into_iter().collect(),
        };
        Facet::ALL.into_iter().filter(|f| words.contains(&f.word())).collect()
    }

    /// The facets that an effect changes: `set Hidden` those it names; `reveal` and `hide` all where they name none.
    pub(in crate::lower) fn changed(call: &Call, all: bool) -> Vec<Facet> {
        match call.get("data") {
            None if all => Facet::ALL.to_vec(),
            data => Facet::named(data),
        }
    }
}

impl Component {
    /// Whether a facet of pieces of this kind is hidden from a player as long as nothing changes that.
    #[must_use]
    pub fn hides(&self, facet: Facet, player: u32) -> bool {
        !self.seen_by.includes(player, self.owner) || facet.is_known() && !self.known_by.includes(player, self.owner)
    }

    /// Whether anything of it is hidden from anybody.
    #[must_use]
    pub fn is_secret(&self) -> bool {
        self.seen_by != Audience::Everyone || self.known_by != Audience::Everyone
    }
}

impl<'t> Lower<'t> {
    /// Whether some player may not see something of what is on sites.
    pub(in crate::lower) fn has_board_secrets(&self) -> bool {
        self.known.hidden.iter().any(Option::is_some) || self.eq.components.iter().any(Component::is_secret)
    }

    /// Who is told what is chosen by `(choose …)` or rolled by `(roll "Name" …)`.
    pub(in crate::lower) fn told_of(call: &Call) -> Secrecy {
        match call.get("seenBy").and_then(Term::symbol) {
            Some("Mover") => Secrecy::Private,
            Some("Nobody") => Secrecy::Untold,
            _ => Secrecy::Announced,
        }
    }

    /// For each kind of piece, the players from whom a facet is hidden if nothing changes that: one bit each.
    fn hidden_by_kind(&self, facet: Facet) -> Vec<i32> {
        // Presence is a facet of its own: what hides it hides the others too, without their saying so.
        let hides = |c: &Component, p: u32| match facet {
            Facet::Presence => !c.seen_by.includes(p, c.owner),
            _ => facet.is_known() && !c.known_by.includes(p, c.owner),
        };
        let mask = |c: &Component| {
            let players = (1..=self.players()).filter(|p| hides(c, *p));
            players.fold(0, |mask, p| mask | 1 << (p - 1))
        };
        std::iter::once(0).chain(self.eq.components.iter().map(mask)).collect()
    }

    /// The players that a term means, one bit each.
    fn players_mask(&mut self, term: Option<&'t Term>, env: &Env<'t>) -> Reg {
        let n = self.players();
        let all = (1i32 << n) - 1;
        let bits = |players: Vec<u32>| players.into_iter().filter(|p| *p <= n).fold(0, |m, p| m | 1 << (p - 1));
        let Some(term) = term else { return self.c(all) };
        match term.symbol() {
            Some("All" | "Each" | "Shared" | "Any") => return self.c(all),
            Some("Enemy" | "NonMover") => {
                let others = bits(self.enemies());
                return self.c(others);
            }
            _ => {}
        }
        let who = self.player_or_int(term, env);
        let masks = (0..=self.players()).map(|p| if (1..=n).contains(&p) { 1 << (p - 1) } else { 0 }).collect();
        let mask = self.table(masks, who);
        // Who is no player is nobody.
        let zero = self.c(0);
        self.bin(Bin::Max, mask, zero)
    }

    /// The players from whom a facet of the piece in a cell is hidden, one bit each.
    fn hidden_from(&mut self, facet: Facet, what: Reg, cell: Reg) -> Reg {
        let kinds = self.hidden_by_kind(facet);
        let usual = self.table(kinds, what);
        match self.known.hidden[facet as usize] {
            Some(field) => {
                let changed = self.load_at(field, cell);
                self.bin(Bin::Xor, usual, changed)
            }
            None => usual,
        }
    }

    /// From now on, facets of the piece in a cell are hidden from players, or seen by them. Nothing stands for an empty cell.
    fn change_hidden(&mut self, facets: &[Facet], what: Reg, cell: Reg, mask: Reg, hide: Reg) {
        let (skip, all) = (self.b.label(), self.c(-1));
        if !self.hides_sites {
            self.op(Op::JumpUnless { c: what, to: skip });
        }
        for facet in facets {
            let Some(field) = self.known.hidden[*facet as usize] else { continue };
            let before = self.hidden_from(*facet, what, cell);
            let after = match self.const_of(hide) {
                Some(0) => {
                    let rest = self.bin(Bin::Xor, mask, all);
                    self.bin(Bin::And, before, rest)
                }
                Some(_) => self.bin(Bin::Or, before, mask),
                None => {
                    let (d, seen, end) = (self.b.reg(), self.b.label(), self.b.label());
                    self.op(Op::JumpUnless { c: hide, to: seen });
                    self.op(Op::Bin { op: Bin::Or, d, a: before, b: mask });
                    self.op(Op::Jump { to: end });
                    self.b.place(seen);
                    let rest = self.bin(Bin::Xor, mask, all);
                    self.op(Op::Bin { op: Bin::And, d, a: before, b: rest });
                    self.b.place(end);
                    d
                }
            };
            let kinds = self.hidden_by_kind(*facet);
            let usual = self.table(kinds, what);
            let changed = self.bin(Bin::Xor, after, usual);
            self.op(Op::StoreAt { field, i: cell, a: changed });
        }
        self.b.place(skip);
    }

    /// `(set Hidden …)`, `(reveal …)`, `(hide …)`: the operands now, the change when it is carried out.
    pub(in crate::lower) fn prepare_hidden(
        &mut self,
        call: &'t Call,
        hides: Option<bool>,
        env: &Env<'t>,
    ) -> impl FnOnce(&mut Lower<'t>) + use<'t> {
        let facets = Facet::changed(call, hides.is_some());
        let sites = match call.get("region") {
            Some(region) => self.sites_said(call, region, env),
            None => {
                let site = self.site_in(call, "at", env);
                self.single_if_any(site)
            }
        };
        let mask = self.players_mask(call.get("to").or(call.get("from")), env);
        let hide = match (hides, call.get("value")) {
            (Some(hides), _) => self.c(i32::from(hides)),
            (None, Some(value)) => self.bool(value, env),
            (None, None) => self.c(1),
        };
        let level = call.get("level").map(|level| self.int(level, env));
        move |l: &mut Lower<'t>| {
            let site = l.b.reg();
            l.each(sites, site, |l| match (l.stacks.clone(), level) {
                (None, _) => {
                    let what = l.kind_at(site);
                    l.change_hidden(&facets, what, site, mask, hide);
                }
                (Some(stacks), Some(level)) => {
                    let cell = l.cell_at(site, level);
                    let what = l.load_at(stacks.levels, cell);
                    l.change_hidden(&facets, what, cell, mask, hide);
                }
                // Of a stack, all its pieces.
                (Some(stacks), None) => {
                    let (at, zero, one) = (l.b.reg(), l.c(0), l.c(1));
                    let height = l.load_at(stacks.height, site);
                    let last = l.bin(Bin::Sub, height, one);
                    l.count_up(at, zero, last, |l| {
                        let cell = l.cell_at(site, at);
                        let what = l.load_at(stacks.levels, cell);
                        l.change_hidden(&facets, what, cell, mask, hide);
                    });
                }
            });
        }
    }

    /// The set of one site; the empty set for a site off the board.
    fn single_if_any(&mut self, site: Reg) -> SetReg {
        if self.const_of(site).is_some_and(|s| s >= 0) {
            return self.single(site);
        }
        let set = self.b.set();
        let none = self.b.set_constant([]);
        let (zero, end) = (self.c(0), self.b.label());
        self.op(Op::SetMove { d: set, a: none });
        self.op(Op::JumpCmp { cmp: Cmp::Lt, a: site, b: zero, to: end });
        self.op(Op::SetInsert { d: set, i: site });
        self.b.place(end);
        set
    }

    /// `(is Hidden What at:(to) to:Mover)`: whether there is something there that the player does not see.
    pub(in crate::lower) fn is_hidden(&mut self, call: &'t Call, env: &Env<'t>) -> Reg {
        let site = self.site_in(call, "at", env);
        let mask = self.players_mask(call.get("to"), env);
        let facet = Facet::named(call.get("data"))[0];
        let level = call.get("level");
        self.hidden_at(facet, site, level, mask, env)
    }

    fn hidden_at(&mut self, facet: Facet, site: Reg, level: Option<&'t Term>, mask: Reg, env: &Env<'t>) -> Reg {
        let cell = self.cell(site, level, env);
        let what = match (self.stacks.clone(), level) {
            (Some(stacks), Some(_)) => self.load_at(stacks.levels, cell),
            _ => self.kind_at(site),
        };
        let mut hidden = self.hidden_from(facet, what, cell);
        if facet != Facet::Presence {
            let whole = self.hidden_from(Facet::Presence, what, cell);
            hidden = self.bin(Bin::Or, hidden, whole);
        }
        let zero = self.c(0);
        let met = self.bin(Bin::And, hidden, mask);
        self.cmp(Cmp::Ne, met, zero)
    }

    /// `(sites Hidden What to:Mover)`.
    pub(in crate::lower) fn sites_hidden(&mut self, call: &'t Call, env: &Env<'t>) -> SetReg {
        let mask = self.players_mask(call.get("to"), env);
        let facet = Facet::named(call.get("data"))[0];
        let found = self.b.set();
        let looked_at = if self.hides_sites { self.b.set_constant(0..self.eq.sites) } else { self.occupied() };
        let none = self.b.set_constant([]);
        self.op(Op::SetMove { d: found, a: none });
        let site = self.b.reg();
        self.each(looked_at, site, |l| {
            let skip = l.b.label();
            let hidden = l.hidden_at(facet, site, None, mask, &Env::default());
            l.op(Op::JumpUnless { c: hidden, to: skip });
            l.op(Op::SetInsert { d: found, i: site });
            l.b.place(skip);
        });
        found
    }
}
