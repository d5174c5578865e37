//! Dominoes on a board: their pips, the line of play, how they match, and the bag that they are dealt and taken from.
//!
//! Each half of a domino covers two by two sites, so that others can lie against its middle. The sites of a half have its pips as their
//! value. Dominoes that nobody has been dealt lie in a bag, in an order that chance has decided and nobody knows.

use crate::board::RelationType;
use crate::lower::equipment::{Container, Equipment};
use crate::lower::moves::Emission;
use crate::lower::{Env, Facet, Lower};
use crate::program::op::{Bin, Cmp, Op, Reg, SetReg};
use crate::program::{MoveKind, NodeKind, Role, Secrecy};
use parlour_grammar::diagnostic::{Diagnostic, codes};
use parlour_grammar::rules::{Call, Term};

/// The name of the bag.
pub(in crate::lower) const BAG: &str = "Bag";
/// How far the line of play reaches beyond the end of a domino.
const REACH: usize = 4;
/// The sides at which others may be laid: two sites of the walk of a domino, the direction there when it lies the first way, and whether
/// only doubles have the side.
const SIDES: [(usize, usize, usize, bool); 4] = [(0, 1, 3, false), (7, 6, 1, false), (2, 5, 0, true), (3, 4, 2, true)];

impl Equipment {
    /// Whether the game has dominoes that can lie on its board.
    #[must_use]
    pub fn has_dominoes(&self) -> bool {
        self.components.iter().any(|c| c.pips.is_some() && c.shape.is_some())
    }

    /// Where dominoes lie that nobody has been dealt.
    #[must_use]
    pub fn bag(&self) -> Option<&Container> {
        self.containers.iter().find(|c| c.name == BAG)
    }

    /// The pips of the half of a domino that covers a site, one of those it covers.
    #[must_use]
    pub fn pips_at(&self, component: u32, covered: &[u32], site: u32) -> Option<i32> {
        let (first, second) = self.components.get(component.checked_sub(1)? as usize)?.pips?;
        let at = covered.iter().position(|s| *s == site)?;
        Some(if 2 * at < covered.len() { first } else { second })
    }
}

impl<'t> Lower<'t> {
    /// By component a number that is 0 for what is no domino.
    fn by_domino(&self, of: impl Fn((i32, i32)) -> i32) -> Vec<i32> {
        std::iter::once(0).chain(self.eq.components.iter().map(|c| c.pips.map_or(0, &of))).collect()
    }

    /// The sites on which dominoes have their anchors.
    fn dominoes_on_board(&mut self) -> SetReg {
        let classes = self.by_domino(|_| 1).into_iter().map(|domino| domino - 1).collect();
        let table = self.b.table(classes);
        let index = self.b.index("domino", self.known.what, Some(table), 1);
        let (dominoes, board) = (self.class(index, 0), self.board_set());
        self.set_and(dominoes, board)
    }

    /// Sites of the walk of a domino: by way to lie and anchor, −1 where it does not fit.
    fn place_in_walk(&self, k: usize) -> Vec<i32> {
        let Some(shape) = self.eq.components.iter().find(|c| c.pips.is_some()).and_then(|c| c.shape) else {
            return Vec::new();
        };
        let shape = &self.eq.shapes[shape];
        let place = |way: u32, site: u32| shape.footprint(way, site).get(k).map_or(-1, |s| *s as i32);
        (0..shape.ways()).flat_map(|way| (0..self.eq.sites).map(move |site| place(way, site))).collect()
    }

    /// The site one step on in the direction of a number: by direction and site, −1 at the edge.
    fn one_step(&self) -> Vec<i32> {
        let (kind, board) = (self.eq.kind(), &self.eq.board);
        let step = |way, site| board.steps(kind, site, way).last().map_or(-1, |s| *s as i32);
        let ways = board.directions(kind, RelationType::Orthogonal);
        let row = |way: &crate::board::Direction| {
            let way = *way;
            (0..self.eq.sites).map(move |site| if site < self.eq.board_sites() { step(way, site) } else { -1 })
        };
        ways.iter().flat_map(row).collect()
    }

    /// After a domino has been laid: each site that it covers on the board gets the pips of its half.
    pub(in crate::lower) fn mark_pips(&mut self, site: Reg, what: Reg, way: Reg, piece: SetReg) {
        let Some(value) = self.known.value.filter(|_| self.eq.has_dominoes()) else { return };
        let (end, sites) = (self.b.label(), self.c(self.eq.sites as i32));
        let (board, zero) = (self.c(self.eq.board_sites() as i32), self.c(0));
        self.op(Op::JumpCmp { cmp: Cmp::Ge, a: site, b: board, to: end });
        let domino = self.by_domino(|_| 1);
        let domino = self.table(domino, what);
        self.op(Op::JumpUnless { c: domino, to: end });
        let (first, second) = (self.by_domino(|(a, _)| a), self.by_domino(|(_, b)| b));
        let (first, second) = (self.table(first, what), self.table(second, what));
        let at = self.b.reg();
        self.each(piece, at, |l| l.op(Op::StoreAt { field: value, i: at, a: second }));
        let way = self.bin(Bin::Max, way, zero);
        let row = self.bin(Bin::Mul, way, sites);
        let row = self.bin(Bin::Add, row, site);
        for k in 0..4 {
            let places = self.place_in_walk(k);
            let at = self.table(places, row);
            self.op(Op::StoreAt { field: value, i: at, a: first });
        }
        self.b.place(end);
    }

    /// `(sites LineOfPlay)`: where the next domino may lie: the middle of the board at first, then up to four sites on from both ends of
    /// each domino, from the sides of doubles, and beside its ends.
    pub(in crate::lower) fn line_of_play(&mut self, term: &'t Term) -> SetReg {
        if !self.has_dominoes(term) {
            return self.b.set_constant([]);
        }
        let kind = self.eq.kind();
        let (line, dominoes) = (self.b.set(), self.dominoes_on_board());
        let (none, end) = (self.b.set_constant([]), self.b.label());
        let centre = self.eq.board.region(kind, crate::board::Region::Centre).first().copied();
        let centre = self.b.set_constant(centre);
        self.op(Op::SetMove { d: line, a: centre });
        self.op(Op::JumpEmpty { s: dominoes, to: end });
        self.op(Op::SetMove { d: line, a: none });
        let (empty, anchor) = (self.empty_sites(kind), self.b.reg());
        let state = self.known.state.expect("dominoes have states");
        self.each(dominoes, anchor, |l| {
            let (what, way) = (l.load_at(l.known.what, anchor), l.load_at(state, anchor));
            let sites = l.c(l.eq.sites as i32);
            let row = l.bin(Bin::Mul, way, sites);
            let row = l.bin(Bin::Add, row, anchor);
            let doubles = l.by_domino(|(a, b)| i32::from(a == b));
            let double = l.table(doubles, what);
            for (left, right, heading, of_doubles) in SIDES {
                let done = l.b.label();
                if of_doubles {
                    l.op(Op::JumpUnless { c: double, to: done });
                }
                let (left, right) = (l.place_in_walk(left), l.place_in_walk(right));
                let ends = (l.table(left, row), l.table(right, row));
                let heading = l.turned(way, heading);
                l.extend_line(line, empty, ends, heading, !of_doubles, done);
                l.b.place(done);
            }
        });
        self.b.place(end);
        line
    }

    /// A heading turned by another.
    fn turned(&mut self, heading: Reg, by: usize) -> Reg {
        let (by, four) = (self.c(by as i32), self.c(4));
        let sum = self.bin(Bin::Add, heading, by);
        self.bin(Bin::Rem, sum, four)
    }

    /// The site next to one on the board; −1 at the edge.
    fn step_on(&mut self, site: Reg, heading: Reg) -> Reg {
        let sites = self.c(self.eq.sites as i32);
        let row = self.bin(Bin::Mul, heading, sites);
        let at = self.bin(Bin::Add, row, site);
        let steps = self.one_step();
        self.table(steps, at)
    }

    /// Adds the free sites on from the two sites of an end, as long as both are free; and those beside it. At least two must lie ahead, the
    /// first of them free.
    fn extend_line(
        &mut self,
        line: SetReg,
        empty: SetReg,
        ends: (Reg, Reg),
        heading: Reg,
        beside: bool,
        done: crate::program::op::Label,
    ) {
        let zero = self.c(0);
        let mut at = ends;
        for k in 0..REACH {
            let next = (self.step_on(at.0, heading), self.step_on(at.1, heading));
            for site in [next.0, next.1] {
                self.op(Op::JumpCmp { cmp: Cmp::Lt, a: site, b: zero, to: done });
            }
            if k == 0 {
                for site in [next.0, next.1] {
                    let ahead = self.step_on(site, heading);
                    self.op(Op::JumpCmp { cmp: Cmp::Lt, a: ahead, b: zero, to: done });
                }
            }
            for site in [next.0, next.1] {
                self.op(Op::JumpOutside { s: empty, i: site, to: done });
            }
            self.op(Op::SetInsert { d: line, i: next.0 });
            self.op(Op::SetInsert { d: line, i: next.1 });
            if k == 0 && beside {
                self.add_beside(line, empty, ends, heading);
            }
            at = next;
        }
    }

    /// Adds the free sites to both sides of an end.
    fn add_beside(&mut self, line: SetReg, empty: SetReg, ends: (Reg, Reg), heading: Reg) {
        let zero = self.c(0);
        for (site, other) in [(ends.0, ends.1), (ends.1, ends.0)] {
            for by in [1, 3] {
                let aside = self.turned(heading, by);
                let (next, skip) = (self.step_on(site, aside), self.b.label());
                self.op(Op::JumpCmp { cmp: Cmp::Lt, a: next, b: zero, to: skip });
                self.op(Op::JumpCmp { cmp: Cmp::Eq, a: next, b: other, to: skip });
                self.op(Op::JumpOutside { s: empty, i: next, to: skip });
                self.op(Op::SetInsert { d: line, i: next });
                self.b.place(skip);
            }
        }
    }

    /// `(is PipsMatch)`: whether a domino lies against whole ends of others, and nothing but equal pips meet. The first one does.
    pub(in crate::lower) fn pips_match(&mut self, value: Option<&'t Term>, term: &'t Term, env: &Env<'t>) -> Reg {
        let site = match value {
            Some(site) => self.int(site, env),
            None => self.load(self.fields.last_to.expect("every game has it")),
        };
        let (d, zero, one, end) = (self.b.reg(), self.c(0), self.c(1), self.b.label());
        self.op(Op::Move { d, a: one });
        let Some(pips) = self.known.value.filter(|_| self.has_dominoes(term)) else { return d };
        let (anchor, dominoes) = (self.anchor_of(site), self.dominoes_on_board());
        self.op(Op::JumpOutside { s: dominoes, i: anchor, to: end });
        let others = self.b.set();
        self.op(Op::SetMove { d: others, a: dominoes });
        self.op(Op::SetRemove { d: others, i: anchor });
        self.op(Op::JumpEmpty { s: others, to: end });
        self.op(Op::Move { d, a: zero });
        let near = self.near_table(&crate::lower::regions::directions::Dirs::of_relation(RelationType::Orthogonal));
        let (own, board, occupied) = (self.whole_piece(site), self.board_set(), self.occupied());
        let taken = self.set_and(occupied, board);
        let taken = self.set_diff(taken, own);
        let around = self.b.set();
        let none = self.b.set_constant([]);
        self.op(Op::SetMove { d: around, a: none });
        let (at, other, fails) = (self.b.reg(), self.b.reg(), self.b.label());
        self.each(own, at, |l| {
            let here = l.load_at(pips, at);
            let beside = l.b.set();
            l.op(Op::SetTable { d: beside, table: near, i: at });
            let beside = l.set_and(beside, taken);
            l.op(Op::SetOr { d: around, a: around, b: beside });
            l.each(beside, other, |l| {
                let there = l.load_at(pips, other);
                l.op(Op::JumpCmp { cmp: Cmp::Ne, a: here, b: there, to: fails });
            });
        });
        // Of the sites met, those in one line are two of one domino.
        let lines = self.lines_through();
        self.each(around, at, |l| {
            let (in_line, n, alone) = (l.b.set(), l.b.reg(), l.b.label());
            l.op(Op::SetTable { d: in_line, table: lines, i: at });
            let in_line = l.set_and(in_line, around);
            l.op(Op::SetCount { d: n, s: in_line });
            l.op(Op::JumpUnless { c: n, to: alone });
            l.op(Op::JumpCmp { cmp: Cmp::Gt, a: n, b: one, to: fails });
            l.op(Op::SetMin { d: other, s: in_line });
            let (a, b) = (l.anchor_of(at), l.anchor_of(other));
            l.op(Op::JumpCmp { cmp: Cmp::Ne, a, b, to: fails });
            l.op(Op::Move { d, a: one });
            l.b.place(alone);
        });
        self.op(Op::Jump { to: end });
        self.b.place(fails);
        self.op(Op::Move { d, a: zero });
        self.b.place(end);
        d
    }

    /// For each site those in line with it, orthogonally.
    fn lines_through(&mut self) -> crate::program::op::SetTableId {
        let (kind, board) = (self.eq.kind(), &self.eq.board);
        let rays = |site| board.rays(kind, site, RelationType::Orthogonal.direction()).flatten().copied().collect();
        let rows: Vec<Vec<u32>> =
            (0..self.eq.sites).map(|s| if s < self.eq.board_sites() { rays(s) } else { Vec::new() }).collect();
        self.b.set_table(rows)
    }

    fn has_dominoes(&mut self, term: &Term) -> bool {
        let some = self.eq.has_dominoes() && self.eq.board.headings(self.eq.kind()) == 4;
        if !some {
            let message = "the game has no dominoes on a board of squares";
            let found = Diagnostic::error(codes::NO_DOMINOES, message, term.origin, "what this is about");
            self.report(
                found.help("add `(dominoes upTo:6)` to the equipment, and a board such as `(boardless Square)`"),
            );
        }
        some
    }

    /// `(deal Dominoes 7)`: so many to each player, onto the sites of the hand; the others go to the bag.
    pub(in crate::lower) fn deal(&mut self, call: &'t Call, term: &'t Term) {
        if call.get("type").and_then(Term::symbol) == Some("Cards") {
            return self.cards_lie_in_zones(term);
        }
        if !self.has_dominoes(term) {
            return;
        }
        let kinds: Vec<i32> = (1..)
            .zip(&self.eq.components)
            .filter(|(_, c)| c.pips.is_some())
            .map(|(k, _)| k)
            .filter(|k| self.eq.body_of(*k as u32).is_none())
            .collect();
        let each = self.int_or(call.get("count"), 1, &Env::default());
        let each = self.const_of(each).and_then(|n| u32::try_from(n).ok()).unwrap_or(0);
        let hand = |p: u32| self.eq.containers.iter().find(|c| c.owner == p && c.name.starts_with("Hand"));
        let hands: Option<Vec<&Container>> = (1..=self.players()).map(hand).collect();
        let room = hands.as_ref().map_or(0, |hands| hands.iter().map(|h| h.sites).min().unwrap_or(0));
        let (Some(hands), Some(bag)) = (&hands, self.eq.bag()) else {
            return self.too_many_dealt(term, "each player needs a hand: `(hand Each size:7)`");
        };
        if each == 0 || each > room || each.saturating_mul(self.players()) as usize > kinds.len() {
            return self.too_many_dealt(
                term,
                "deal at least one to each, and no more than there are, and than hands have sites",
            );
        }
        let dealt = (0..each).flat_map(|k| hands.iter().map(move |hand| hand.first + k));
        let rest = kinds.len() - (each * self.players()) as usize;
        let places: Vec<u32> = dealt.chain(bag.first..bag.first + rest as u32).collect();
        let first_of_bag = bag.first;
        for (k, place) in places.into_iter().enumerate() {
            self.within(k + 1, |l| {
                l.wait("deal", NodeKind::Chance, None, &|l, _| l.deal_one(term, &kinds, place, place >= first_of_bag));
            });
        }
    }

    /// `(deal Cards …)`, `(split Deck)`: Ludii has cards in a stack, here they lie in zones, which only the rules can name.
    pub(in crate::lower) fn cards_lie_in_zones(&mut self, term: &Term) {
        let found = Diagnostic::error(
            codes::CARDS_WITHOUT_ZONES,
            "cards lie in zones",
            term.origin,
            "this does not say from where and to where the cards go",
        );
        let named =
            |owned: bool| self.eq.zones.iter().find(|zone| (zone.owner > 0) == owned).map(|zone| zone.base.clone());
        let (from, to) = (named(false).unwrap_or("Pile".to_owned()), named(true).unwrap_or("Hand".to_owned()));
        let before = match self.eq.zones.is_empty() {
            true => format!(
                "list `(zone \"{from}\" seenBy:Nobody)` and `(zone \"{to}\" Each seenBy:Owner)`, place the cards in the first, and "
            ),
            false => String::new(),
        };
        self.report(found.help(format!(
            "{before}let chance draw them for each player: `(forEach Player (draw (zone \"{from}\") (zone \"{to}\" Player) 5))`"
        )));
    }

    /// `(deal …)` among the effects of a move.
    pub(in crate::lower) fn dealt_in_play(&mut self, term: &Term) {
        let type_ = term.call().and_then(|call| call.get("type")).and_then(Term::symbol);
        if type_ == Some("Cards") {
            return self.cards_lie_in_zones(term);
        }
        let found = Diagnostic::error(
            codes::DEALT_IN_PLAY,
            "dominoes are dealt at the start",
            term.origin,
            "this is a move of play",
        );
        self.report(found.help("in play the mover takes one of the bag: `(take Domino)`"));
    }

    fn too_many_dealt(&mut self, term: &Term, help: &str) {
        let found =
            Diagnostic::error(codes::BAD_COUNT, "so many dominoes cannot be dealt", term.origin, "to these players");
        self.report(found.help(help));
    }

    /// Chance decides which of the dominoes that lie nowhere yet comes to a site.
    fn deal_one(&mut self, term: &'t Term, kinds: &[i32], place: u32, hidden: bool) {
        let (kind, site, here) = (self.var(term, "kind"), self.var(term, "site"), self.c(place as i32));
        self.op(Op::Move { d: site, a: here });
        let (first, last) = (kinds.first().copied().unwrap_or(1), kinds.last().copied().unwrap_or(0));
        let (first, last, one) = (self.c(first), self.c(last), self.c(1));
        let index = self.what_index();
        let dealt = self.by_domino(|_| 1);
        self.count_up(kind, first, last, |l| {
            let (skip, placed) = (l.b.label(), l.b.set());
            let domino = l.table(dealt, kind);
            l.op(Op::JumpUnless { c: domino, to: skip });
            l.op(Op::LoadSetAt { d: placed, index, i: kind });
            l.op(Op::JumpSome { s: placed, to: skip });
            let emission = Emission {
                kind: MoveKind::Chance,
                choices: vec![(Role::To, site), (Role::What, kind)],
                set: None,
                word: "deal".to_owned(),
                secrecy: if l.has_board_secrets() { Secrecy::OnBoard } else { Secrecy::Open },
            };
            let rule = l.rule(term, &Env::default(), &emission, |l, _| {
                l.put_piece(site, kind, None, crate::lower::effects::change::Traits::default());
                if let Some(field) = l.known.hidden[Facet::What as usize].filter(|_| hidden) {
                    let everybody = l.c((1 << l.players()) - 1);
                    l.op(Op::StoreAt { field, i: site, a: everybody });
                }
            });
            l.op(Op::EmitChance { rule, weight: one });
            l.b.place(skip);
        });
    }

    /// `(take Domino)`: the next of the bag comes to the first free site of the mover's hand, for all to see unless the rules hide it.
    /// Nothing happens where there is none, or no room.
    pub(in crate::lower) fn take_domino(&mut self) {
        let (Some(bag), Some(hand)) = (
            self.eq.bag().map(|c| c.first..c.first + c.sites),
            self.eq.containers.iter().find(|c| c.owner == self.copy.mover && c.name.starts_with("Hand")),
        ) else {
            return;
        };
        let hand = hand.first..hand.first + hand.sites;
        let (bag, hand, occupied) = (self.b.set_constant(bag), self.b.set_constant(hand), self.occupied());
        let (left, free) = (self.set_and(bag, occupied), self.set_diff(hand, occupied));
        let (from, to, end) = (self.b.reg(), self.b.reg(), self.b.label());
        self.op(Op::JumpEmpty { s: left, to: end });
        self.op(Op::JumpEmpty { s: free, to: end });
        self.op(Op::SetMin { d: from, s: left });
        self.op(Op::SetMin { d: to, s: free });
        self.acted_at(to);
        self.carry(from, to, None, false);
        let zero = self.c(0);
        for field in self.known.hidden.into_iter().flatten() {
            self.op(Op::StoreAt { field, i: to, a: zero });
        }
        self.b.place(end);
    }
}
