//! The moves of all pieces of a player.

use crate::lower::effects::aftermath::visit_before;
use crate::lower::turns::script::speaks_before;
use crate::lower::{Env, Lower};
use crate::program::op::{Bin, Cmp, Op};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::rules::{Call, Term, TermKind};

impl<'t> Lower<'t> {
    /// Whether chance decides something before a move of this term is chosen: in the term, or in the moves of the pieces that it is
    /// about.
    pub(in crate::lower) fn draws_before(&self, term: &'t Term) -> bool {
        speaks_before(term) || !self.pieces_that_draw(term).is_empty()
    }

    /// The items of the equipment whose pieces a term is about, where chance decides something before they move; and whether it is about
    /// those of others than the mover.
    fn pieces_that_draw(&self, term: &'t Term) -> Vec<(usize, bool)> {
        let items = self.items();
        let own_moves = |item: usize| items[item].call().and_then(|call| call.look("moves"));
        let chancy: Vec<usize> = (0..items.len()).filter(|i| own_moves(*i).is_some_and(speaks_before)).collect();
        if chancy.is_empty() {
            return Vec::new();
        }
        let mut forms: Vec<&'t Call> = Vec::new();
        visit_before(term, &mut |t| {
            let generates = |call: &&Call| call.prim == Prim::ForEachPiece && call.look("moves").is_none();
            forms.extend(t.call().filter(generates));
        });
        let is_about = |call: &Call, item: usize| {
            call.look("items").is_none_or(|names| {
                let names: Vec<&str> = names.members().iter().filter_map(Term::text).collect();
                let mut kinds = self.eq.components.iter().filter(|c| c.item == item);
                kinds.any(|c| names.contains(&c.base.as_str()) || names.contains(&c.name.as_str()))
            })
        };
        let of_others = |call: &Call| call.look("role").is_some_and(|role| role.symbol() != Some("Mover"));
        let found = chancy.into_iter().filter_map(|item| {
            let mut about = forms.iter().filter(|call| is_about(call, item)).peekable();
            about.peek()?;
            Some((item, about.any(|call| of_others(call))))
        });
        found.collect()
    }

    /// Draws what the moves of pieces ask of chance, once for all pieces that an item describes, if there are any.
    pub(in crate::lower) fn draw_for_pieces(&mut self, term: &'t Term, env: &Env<'t>) {
        for (item, of_others) in self.pieces_that_draw(term) {
            let Some(moves) = self.items()[item].call().and_then(|call| call.look("moves")) else { continue };
            let mover = self.copy.mover;
            let meant = |c: &&crate::lower::Component| c.item == item && (of_others || c.owner == mover);
            let kinds: Vec<i32> = (1..).zip(&self.eq.components).filter(|(_, c)| meant(c)).map(|(id, _)| id).collect();
            let (mut there, end) = (self.b.set_constant([]), self.b.label());
            for kind in kinds {
                let id = self.c(kind);
                let placed = self.sites_of_component(id);
                there = self.set_or(there, placed);
            }
            self.op(Op::JumpEmpty { s: there, to: end });
            self.within(item, |l| l.beforehand(moves, env));
            self.b.place(end);
        }
    }

    pub(in crate::lower) fn for_each_piece(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let role = call.get("role");
        let owners: Vec<u32> = match role.and_then(Term::symbol) {
            _ if self.depends_on_play(role) => {
                return self.for_each_piece_of(role.expect("asked above"), call, term, env);
            }
            None | Some("Mover") => vec![self.copy.mover],
            Some("All" | "Each") => (0..=self.players() + 1).collect(),
            Some(word) if self.several(word).is_some() => self.several(word).expect("asked above"),
            Some("Next") if self.players() == 2 => {
                let next = self.next_player();
                vec![self.const_of(next).map_or(3 - self.copy.mover, |next| next as u32)]
            }
            Some(word) => crate::lower::equipment::owners(Some(word), self.players()),
        };
        self.pieces_of(&owners, call, term, env);
    }

    /// Whether it is not known before play whose pieces these are.
    fn depends_on_play(&self, role: Option<&'t Term>) -> bool {
        role.is_some_and(|role| match role.symbol() {
            // Of two players the other one comes next, but where threats are looked for that may be the one who threatens.
            Some("Next") => self.players() != 2 || self.answering.is_some_and(|next| self.const_of(next).is_none()),
            Some(word) => matches!(word, "Prev" | "Player"),
            None => true,
        })
    }

    /// The pieces of a player who is known in play only: one case for each.
    fn for_each_piece_of(&mut self, role: &'t Term, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let who = self.player_or_int(role, env);
        for p in 1..=self.players() {
            let (player, other) = (self.c(p as i32), self.b.label());
            match self.const_of(who) {
                Some(k) if k != p as i32 => continue,
                Some(_) => {}
                None => self.op(Op::JumpCmp { cmp: Cmp::Ne, a: who, b: player, to: other }),
            }
            self.within(p as usize, |l| l.pieces_of(&[p], call, term, env));
            self.b.place(other);
        }
    }

    /// The moves of the pieces of these owners.
    fn pieces_of(&mut self, owners: &[u32], call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let role = call.get("role");
        let names: Vec<&str> =
            call.get("items").map(|i| i.members().iter().filter_map(Term::text).collect()).unwrap_or_default();
        let moves = call.get("moves");
        let everyone = matches!(role.and_then(Term::symbol), Some("All" | "Each"));
        let kind = self.kind_in(call, "on");
        self.note_pieces(owners, &names, term, env);
        let container = match call.get("containerName").and_then(Term::text) {
            Some(name) => {
                let sites: Vec<u32> = (self.eq.containers.iter())
                    .filter(|c| c.name.starts_with(name) && (c.owner == 0 || owners.contains(&c.owner)))
                    .flat_map(|c| c.first..c.first + c.sites)
                    .collect();
                self.b.set_constant(sites)
            }
            None => match call.get("container") {
                Some(number) => {
                    let number = self.int(number, env);
                    self.sites_of_container(number)
                }
                None => self.part(kind, crate::board::Region::Board),
            },
        };
        let all_sites = self.b.set_constant(0..self.eq.sites);
        // Where nothing says where the pieces are to stand, some may stand on other sites of the board.
        let anywhere = ["on", "container", "containerName"].iter().all(|slot| call.look(slot).is_none());
        let elsewhere = anywhere.then(|| {
            let held: u32 = self.eq.containers.iter().map(|c| c.sites).sum();
            self.b.set_constant(held..self.eq.sites)
        });
        let top = call.flag("top");
        if !names.is_empty() {
            for name in &names {
                if !self.eq.components.iter().any(|c| c.base == *name || c.name == *name) {
                    self.no_such_piece(name, term);
                }
            }
        }
        for c in 0..self.eq.components.len() {
            let component = &self.eq.components[c];
            let named = names.is_empty()
                || names.contains(&component.base.as_str())
                || names.contains(&component.name.as_str());
            if !owners.contains(&component.owner) || !named || component.body_of.is_some() {
                continue;
            }
            let own_moves = self.items().get(component.item).and_then(Term::call).and_then(|i| i.get("moves"));
            let Some(moves) = moves.or(own_moves) else { continue };
            // Pieces of another player move as if that player were to move.
            let (owner, outer) = (component.owner, (self.copy, self.posing));
            if owner != self.copy.mover && (1..=self.players()).contains(&owner) && !everyone {
                self.posing.get_or_insert(self.copy);
                self.copy.mover = owner;
            }
            let id = self.c(c as i32 + 1);
            let placed = self.sites_of_component(id);
            let placed = self.without_bodies(placed);
            if let (Some(stacks), false) = (self.stacks.clone(), top) {
                // On every level.
                let occupied = self.occupied();
                let occupied = if container == all_sites { occupied } else { self.set_and(occupied, container) };
                self.within(c + 2, |l| {
                    let (from, level) = (l.var(term, "from"), l.var(term, "level"));
                    let inner = Env {
                        from: Some(from),
                        level: Some(level),
                        from_set: None,
                        component: Some(c + 1),
                        ..env.clone()
                    };
                    l.each_level(occupied, (from, level), |l, cell| {
                        let what = l.load_at(stacks.levels, cell);
                        let skip = l.b.label();
                        l.op(Op::JumpCmp { cmp: Cmp::Ne, a: what, b: id, to: skip });
                        l.generate(moves, &inner);
                        l.b.place(skip);
                    });
                });
                (self.copy, self.posing) = outer;
                continue;
            }
            if let Some(others) = elsewhere.filter(|_| self.starts_elsewhere(moves)) {
                // What the form takes at once are sites of the usual kind: others are run through one by one.
                let (there, from) = (self.set_and(placed, others), self.var(term, "from"));
                let inner =
                    Env { from: Some(from), from_set: None, component: Some(c + 1), level: None, ..env.clone() };
                self.within(c + 2, |l| l.each(there, from, |l| l.generate(moves, &inner)));
                (self.copy, self.posing) = outer;
                continue;
            }
            let placed = if container == all_sites { placed } else { self.set_and(placed, container) };
            if let (Some(stacks), true) = (self.stacks.clone(), mentions_level(moves)) {
                // The level is that of the piece on top.
                self.within(c + 2, |l| {
                    let (from, level, one) = (l.var(term, "from"), l.var(term, "level"), l.c(1));
                    let inner = Env {
                        from: Some(from),
                        level: Some(level),
                        from_set: None,
                        component: Some(c + 1),
                        ..env.clone()
                    };
                    l.each(placed, from, |l| {
                        let height = l.load_at(stacks.height, from);
                        l.op(Op::Bin { op: Bin::Sub, d: level, a: height, b: one });
                        l.generate(moves, &inner);
                    });
                });
                (self.copy, self.posing) = outer;
                continue;
            }
            self.within(c + 2, |l| {
                let from = l.var(term, "from");
                let inner = Env {
                    from_set: Some(placed),
                    from: Some(from),
                    component: Some(c + 1),
                    level: None,
                    ..env.clone()
                };
                l.run_through_from(moves, &inner);
            });
            (self.copy, self.posing) = outer;
        }
    }

    /// Whether moves start from sites of another kind than the usual one.
    fn starts_elsewhere(&self, moves: &Term) -> bool {
        let mut found = false;
        crate::lower::usage::visit(moves, &mut |t| {
            let Some(call) = t.call().filter(|c| c.prim == Prim::From) else { return };
            found |= call.look("region").is_none() && self.kind_in(call, "siteType") != self.eq.kind();
        });
        found
    }

    /// Generates for each site of `env.from_set`, which `env.from` runs through: at once where the form can, else one by one.
    fn run_through_from(&mut self, moves: &'t Term, env: &Env<'t>) {
        let members = match &moves.kind {
            TermKind::Call(call) if call.prim == Prim::Or => call.get("list").expect("checked").members(),
            TermKind::List(members) => members,
            _ => &[],
        };
        if !members.is_empty() {
            let env = moves.call().map_or_else(|| env.clone(), |call| self.with_then(call, env));
            let at = std::ptr::from_ref(moves) as usize;
            return self.within(at, |l| members.iter().for_each(|m| l.run_through_from(m, &env)));
        }
        let (Some(set), Some(from)) = (env.from_set, env.from) else { return self.generate(moves, env) };
        if !self.plain && moves.call().is_some_and(|c| self.takes_a_set_of_origins(c, env)) {
            return self.generate(moves, env);
        }
        let inner = Env { from_set: None, ..env.clone() };
        self.each(set, from, |l| l.generate(moves, &inner));
    }
}

/// Whether moves ask for the level at hand.
fn mentions_level(moves: &Term) -> bool {
    let mut found = false;
    crate::lower::usage::visit(moves, &mut |t| found |= t.call().is_some_and(|c| c.prim == Prim::Level));
    found
}
