//! Chance among the effects of a move, and wherever else code may stop in the midst of what it does.
//!
//! A move whose effects hold chance does them in a block that is entered again, as a turn is: where something is to be drawn it waits
//! at a node of chance, and goes on behind it. What it has at hand there is kept in the state and put back. When it is through, the ply
//! is over as after any other move. A move that is only tried does not wait: it goes on with the first of all outcomes.

use crate::lower::turns::script::{Script, speaks};
use crate::lower::{Env, Lower};
use crate::program::builder::Alive;
use crate::program::op::{BlockId, Cmp, FieldId, Op, Reg, SetReg};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::rules::{Call, Term};
use std::collections::BTreeMap;

/// Code that may wait wherever it stands, not only between statements.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct Resumable {
    /// Its block.
    block: BlockId,
    /// Keeps what it has at hand.
    pub keep: BlockId,
    /// Puts that back.
    pub restore: BlockId,
}

/// Nodes of chance among the effects of moves.
#[derive(Default)]
pub(in crate::lower) struct Aftermath {
    /// By node and mover: the block that goes on there, and the node at which the move was chosen.
    pub goes_on: BTreeMap<(usize, u32), (BlockId, usize)>,
    /// Where registers are kept meanwhile.
    kept: Vec<FieldId>,
    kept_sets: Vec<FieldId>,
}

/// Shows what of a term happens before its moves are chosen: all but their consequences.
pub(in crate::lower) fn visit_before<'t>(term: &'t Term, f: &mut impl FnMut(&'t Term)) {
    crate::lower::usage::visit_some(term, &|slot| slot != "then" && slot != "apply", f);
}

/// Whether chance decides in what a term adds to its moves.
fn speaks_after(term: &Term) -> bool {
    let (mut all, mut before) = (0, 0);
    let chancy =
        |t: &Term| usize::from(t.call().is_some_and(|c| crate::lower::turns::script::CHANCE.contains(&c.prim)));
    crate::lower::usage::visit(term, &mut |t| all += chancy(t));
    visit_before(term, &mut |t| before += chancy(t));
    all > before
}

impl<'t> Lower<'t> {
    /// Whether chance decides among the effects of any move.
    pub(in crate::lower) fn has_aftermath(&self) -> bool {
        *self.turns.has_aftermath.get_or_init(|| {
            let mut played = ["play", "phases"].into_iter().filter_map(|slot| self.rules.get(slot));
            if self.is_unplayed() {
                return played.any(|term| speaks(term, crate::lower::turns::script::CHANCE));
            }
            played.chain(self.items()).any(speaks_after)
        })
    }

    /// Whether chance decides in what a move of this form does.
    pub(in crate::lower) fn is_followed_by_chance(&self, term: &Term, env: &Env<'t>) -> bool {
        // Of moves that are made at once, all is made when all have been chosen.
        self.has_aftermath()
            && self.turns.simultaneous.player.is_none()
            && (speaks_after(term)
                || env.thens.iter().any(|(then, _)| speaks(then, crate::lower::turns::script::CHANCE)))
    }

    /// Does `body`, the effects of a move, in a block that may wait in the midst of them.
    pub(in crate::lower) fn in_aftermath(&mut self, name: &str, body: impl FnOnce(&mut Self)) -> BlockId {
        let entry = self.entry();
        let zero = self.c(0);
        let chosen_at = self.turns.waiting.unwrap_or(self.posing.unwrap_or(self.copy).node);
        let outer = std::mem::replace(&mut self.turns.around, self.turns.script.take());
        let block = self.b.begin_block(name);
        let (again, end) = (self.b.label(), self.b.label());
        self.op(Op::JumpIf { c: entry, to: again });
        let mut script = Script::new(end, false);
        script.resumable = Some(self.resumable(block));
        self.turns.script = Some(script);
        body(self);
        self.b.place(end);
        let nodes = self.end_script(entry, again);
        self.op(Op::Ret {});
        self.b.end_block();
        self.turns.script = std::mem::replace(&mut self.turns.around, outer);
        let mover = self.posing.unwrap_or(self.copy).mover;
        for node in nodes {
            self.turns.aftermath.goes_on.insert((node, mover), (block, chosen_at));
        }
        self.op(Op::Move { d: entry, a: zero });
        self.op(Op::Call { block });
        block
    }

    /// The blocks that keep and restore what a block has at hand: to be filled once it is known what that is.
    pub(in crate::lower) fn resumable(&mut self, block: BlockId) -> Resumable {
        let mut empty = |name: &str| {
            let block = self.b.begin_block(name);
            self.b.end_block();
            block
        };
        Resumable { block, keep: empty("keep"), restore: empty("restore") }
    }

    /// Fills the blocks that keep and restore what is at hand where a script stops.
    pub(in crate::lower) fn settle_kept(&mut self, script: &Script<'t>) {
        let Some(Resumable { block, keep, restore }) = script.resumable else { return };
        let mut alive = Alive::default();
        for (_, label) in &script.stops {
            alive.extend(&self.b.alive_behind(block, *label));
        }
        // What is asked at a node may need more.
        for block in &script.asks {
            alive.extend(&self.b.needed_by(*block));
        }
        let others = [self.chosen, self.playout_limit, self.kept];
        alive.regs.retain(|reg| !self.turns.enters_by(*reg) && !others.contains(reg));
        let regs: Vec<(Reg, FieldId)> = alive.regs.iter().enumerate().map(|(i, r)| (*r, self.place_kept(i))).collect();
        let sets: Vec<(SetReg, FieldId)> =
            alive.sets.iter().enumerate().map(|(i, s)| (*s, self.place_kept_set(i))).collect();
        self.b.resume_block(keep);
        for (reg, field) in &regs {
            self.op(Op::Store { field: *field, a: *reg });
        }
        for (set, field) in &sets {
            let (site, zero, one) = (self.b.reg(), self.c(0), self.c(1));
            self.op(Op::Fill { field: *field, a: zero });
            self.each(*set, site, |l| l.op(Op::StoreAt { field: *field, i: site, a: one }));
        }
        self.op(Op::Ret {});
        self.b.end_block();
        self.b.resume_block(restore);
        for (reg, field) in regs {
            self.op(Op::Load { d: reg, field });
        }
        for (set, field) in sets {
            let kept = self.drawn_set(field);
            self.op(Op::SetMove { d: set, a: kept });
        }
        self.op(Op::Ret {});
        self.b.end_block();
    }

    fn place_kept(&mut self, at: usize) -> FieldId {
        if at == self.turns.aftermath.kept.len() {
            let field = self.counter("at hand");
            self.turns.aftermath.kept.push(field);
        }
        self.turns.aftermath.kept[at]
    }

    fn place_kept_set(&mut self, at: usize) -> FieldId {
        if at == self.turns.aftermath.kept_sets.len() {
            let field = self.b.field("sites at hand", self.eq.sites, 0, 0, false);
            self.turns.counters.push(field);
            self.turns.aftermath.kept_sets.push(field);
        }
        self.turns.aftermath.kept_sets[at]
    }

    /// Whether code may wait just where it stands now.
    pub(in crate::lower) fn may_wait_here(&self) -> bool {
        let resumable = self.turns.script.as_ref().and_then(|script| script.resumable);
        resumable.is_some_and(|r| self.b.is_plainly_in(r.block))
    }

    /// Whether a term of the effects being lowered is to be drawn where it stands.
    pub(in crate::lower) fn draws_here(&self, term: &Term) -> bool {
        self.may_wait_here() && speaks(term, crate::lower::turns::script::CHANCE)
    }

    /// Code that waits for chance; where a move is only tried, `otherwise` instead.
    pub(in crate::lower) fn unless_tried(&mut self, wait: impl FnOnce(&mut Self), otherwise: impl FnOnce(&mut Self)) {
        if !self.may_wait_here() || self.turns.set_up_is_open() {
            return wait(self);
        }
        let (tried, end) = (self.b.label(), self.b.label());
        self.op(Op::JumpTried { to: tried });
        // Several nodes of one form are told apart by their place in it.
        let at = usize::MAX - self.turns.script.as_ref().map_or(0, |script| script.stops.len());
        self.within(at, wait);
        self.op(Op::Jump { to: end });
        self.b.place(tried);
        otherwise(self);
        self.b.place(end);
    }

    /// Performs what holds chance, one after the other, where it is one of a few forms. Returns whether it was.
    pub(in crate::lower) fn perform_chance(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> bool {
        let get = |slot: &str| call.get(slot);
        match call.prim {
            Prim::Random if call.look("probabilities").is_some() => {
                self.random_choice(call, term);
                let field = self.settled_slot(term);
                let end = self.b.label();
                for (i, moves) in get("moves").expect("checked").members().iter().enumerate() {
                    let other = self.b.label();
                    let (drawn, here) = (self.load(field), self.c(i as i32 + 1));
                    self.op(Op::JumpCmp { cmp: Cmp::Ne, a: drawn, b: here, to: other });
                    self.perform(moves, env);
                    self.op(Op::Jump { to: end });
                    self.b.place(other);
                }
                self.b.place(end);
            }
            Prim::ForEachSite if call.look("noMoveYet").is_none() => {
                let (region, moves) = (get("region").expect("checked"), get("moves").expect("checked"));
                let (set, site) = (self.region(region, env), self.b.reg());
                let inner = Env { site: Some(site), to: Some(site), ..env.clone() };
                self.each(set, site, |l| l.perform(moves, &inner));
            }
            Prim::ForEachPlayer => {
                for p in 1..=self.players() {
                    let player = self.c(p as i32);
                    let inner = Env { player: Some(player), ..env.clone() };
                    self.within(p as usize, |l| l.perform(get("moves").expect("checked"), &inner));
                }
            }
            Prim::Do if call.look("next").is_some() && call.look("ifAfterwards").is_none() => {
                for moves in ["moves", "next"].into_iter().filter_map(get) {
                    self.perform(moves, env);
                }
            }
            Prim::Draw => self.draw_pieces(call, term, env),
            _ => return false,
        }
        if let Some(then) = get("then").and_then(Term::call).and_then(|then| then.get("moves")) {
            self.perform(then, env);
        }
        true
    }
}
