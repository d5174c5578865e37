//! Turns in which all players move at once.
//!
//! Each chooses a move without seeing what the others choose: a row of sealed nodes. A choice is kept, by the number of its rule and
//! what it is about; when all have chosen, the moves are made in the order of the players, and then what is to follow all of them.

use crate::lower::turns::script::{Asked, CHANCE};
use crate::lower::{Env, Lower};
use crate::program::op::{BlockId, Cmp, FieldId, Op, Reg, RuleId};
use crate::program::{NodeKind, Role};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::diagnostic::{Diagnostic, codes};
use parlour_grammar::rules::{Call, Term};
use std::collections::{BTreeMap, BTreeSet};

/// Moves that are chosen before they are made.
#[derive(Default)]
pub(in crate::lower) struct Simultaneous {
    /// The player whose moves are being lowered.
    pub player: Option<u32>,
    /// By phase.
    deferred: BTreeMap<usize, Vec<Deferred>>,
    /// Consequences that wait until all moves have been made, by their form.
    pub after_all: BTreeSet<usize>,
    /// Which rule each player has chosen, counted from 1.
    moved: Option<FieldId>,
    /// What the choices are about, by their place in the rule.
    about: Vec<FieldId>,
    /// Where each player's own move is kept, for the ends.
    pub own: crate::lower::turns::at_once::OwnMoves,
}

/// A rule whose move is made later.
#[derive(Clone)]
struct Deferred {
    player: u32,
    rule: RuleId,
    effects: BlockId,
    after: Option<BlockId>,
    choices: Vec<Reg>,
}

impl<'t> Lower<'t> {
    /// Whether all players move at once in a phase.
    pub(in crate::lower) fn is_simultaneous(&self, phase: usize) -> bool {
        let mode = self.phases[phase].mode.or_else(|| self.call.get("mode"));
        mode.and_then(Term::call).and_then(|mode| mode.get("mode")).and_then(Term::symbol) == Some("Simultaneous")
    }

    /// The code of such a turn.
    pub(in crate::lower) fn simultaneous(&mut self, moves: &'t Term) {
        if self.refuse_in_turns_at_once(moves) {
            return;
        }
        self.turns.sealed += 1;
        let number = self.turns.sealed;
        let moved = self.moved_field();
        let outer = self.copy;
        let name = self.phases[outer.node].name.clone();
        for p in 1..=self.players() {
            let (out, player) = (self.b.label(), self.c(p as i32));
            let rank = self.load_at(self.known.rank, player);
            self.op(Op::JumpIf { c: rank, to: out });
            let script = self.turns.script.as_mut().expect("a turn is being lowered");
            (script.sealed, script.asked) = (Some(number), Some(Asked::Player(p)));
            self.within(p as usize, |l| {
                l.wait(&name, NodeKind::Sealed(number), Some(out), &|l, _| {
                    (l.copy.mover, l.turns.simultaneous.player) = (p, Some(p));
                    l.generate(moves, &Env::default());
                    (l.copy, l.turns.simultaneous.player) = (outer, None);
                });
            });
            self.b.place(out);
        }
        let script = self.turns.script.as_mut().expect("a turn is being lowered");
        (script.sealed, script.asked) = (None, None);
        // All of it is one ply.
        let (plies, one, before) = (self.known.plies, self.c(1), self.b.reg());
        self.op(Op::Load { d: before, field: plies });
        let deferred = self.turns.simultaneous.deferred.get(&outer.node).cloned().unwrap_or_default();
        for after_all in [false, true] {
            for made in &deferred {
                let Some(block) = (if after_all { made.after } else { Some(made.effects) }) else { continue };
                let (player, rule, other) =
                    (self.c(made.player as i32), self.c(made.rule.0 as i32 + 1), self.b.label());
                let chosen = self.load_at(moved, player);
                self.op(Op::JumpCmp { cmp: Cmp::Ne, a: chosen, b: rule, to: other });
                for (k, reg) in made.choices.iter().enumerate() {
                    let field = self.about_field(k);
                    self.op(Op::LoadAt { d: *reg, field, i: player });
                }
                self.op(Op::Call { block });
                if !after_all && self.ends_for_all(outer.node) {
                    self.keep_own_move(player);
                }
                self.b.place(other);
            }
        }
        let after = self.bin(crate::program::op::Bin::Add, before, one);
        self.op(Op::Store { field: plies, a: after });
    }

    /// Says so where the moves of such a turn hold what cannot wait until all have chosen.
    fn refuse_in_turns_at_once(&mut self, moves: &'t Term) -> bool {
        const OWN_NODES: [Prim; 5] = [Prim::Turn, Prim::TurnStep, Prim::AnyOrder, Prim::Choose, Prim::Ask];
        let (mut all, mut before): (Vec<&'t Term>, Vec<&'t Term>) = (Vec::new(), Vec::new());
        let is_chance = |term: &Term| term.call().is_some_and(|c| CHANCE.contains(&c.prim));
        let own_node = |term: &Term| term.call().is_some_and(|c| OWN_NODES.contains(&c.prim));
        crate::lower::usage::visit(moves, &mut |term| all.extend((is_chance(term) || own_node(term)).then_some(term)));
        crate::lower::effects::aftermath::visit_before(moves, &mut |term| {
            before.extend(is_chance(term).then_some(term))
        });
        let refused = all.into_iter().find(|term| !before.iter().any(|other| std::ptr::eq(*other, *term)));
        let Some(term) = refused else { return false };
        let name = term.call().map(|call| call.prim.row().name()).unwrap_or_default();
        let (label, help) = match is_chance(term) {
            true => (
                "chance would decide this while the moves are made",
                "let chance decide before the moves of the play, or in a phase in which the players move one after the other",
            ),
            false => (
                "this is a turn of several decisions",
                "with `(mode Simultaneous)` each player chooses one move; leave the mode out, and let others choose unseen with `(sealed …)`",
            ),
        };
        let message = format!("`({name} …)` does not go with players who move at once");
        self.report(Diagnostic::error(codes::AT_ONCE, message, term.origin, label).help(help));
        true
    }

    fn moved_field(&mut self) -> FieldId {
        if let Some(field) = self.turns.simultaneous.moved {
            return field;
        }
        let field = self.b.field("move of player", self.players() + 1, 5, 0, false);
        self.turns.simultaneous.moved = Some(field);
        self.turns.counters.push(field);
        self.turns.secrets.push(field);
        field
    }

    fn about_field(&mut self, k: usize) -> FieldId {
        while self.turns.simultaneous.about.len() <= k {
            let field = self.b.field("move about", self.players() + 1, 5, 0, false);
            self.turns.simultaneous.about.push(field);
            self.turns.counters.push(field);
            self.turns.secrets.push(field);
        }
        self.turns.simultaneous.about[k]
    }

    /// Whether a form makes moves of another player than the one whose moves are being lowered.
    pub(in crate::lower) fn is_of_another(&mut self, call: &'t Call) -> bool {
        let Some(player) = self.turns.simultaneous.player else { return false };
        let says = matches!(call.prim, Prim::FromTo | Prim::Select | Prim::Bet);
        let Some(role) = call.get("role").filter(|_| says) else { return false };
        let who = self.player_or_int(role, &Env::default());
        self.const_of(who).is_some_and(|who| who != player as i32)
    }

    /// Notes of a consequence whether it is to follow the moves of all players.
    pub(in crate::lower) fn note_after_all(&mut self, then: &'t Call, moves: &Term) {
        if then.flag("applyAfterAllMoves") {
            self.turns.simultaneous.after_all.insert(std::ptr::from_ref(moves) as usize);
        }
    }

    /// Whether a consequence waits until all players' moves have been made.
    pub(in crate::lower) fn waits_for_all(&self, moves: &Term) -> bool {
        let all = &self.turns.simultaneous;
        all.player.is_some() && all.after_all.contains(&(std::ptr::from_ref(moves) as usize))
    }

    /// The block of those consequences of a move that wait so.
    pub(in crate::lower) fn block_after_all(&mut self, env: &Env<'t>) -> Option<BlockId> {
        if !env.thens.iter().any(|(then, _)| self.waits_for_all(then)) {
            return None;
        }
        let block = self.b.begin_block("after all moves");
        self.consequences(env, false, true);
        self.op(Op::Ret {});
        self.b.end_block();
        Some(block)
    }

    /// The block that keeps a move of a rule, to be made later, in place of the one that makes it; none outside of such turns.
    pub(in crate::lower) fn deferred(
        &mut self,
        rule: RuleId,
        effects: BlockId,
        after: Option<BlockId>,
        choices: &[(Role, Reg)],
    ) -> Option<BlockId> {
        let player = self.turns.simultaneous.player?;
        let (moved, who) = (self.moved_field(), self.c(player as i32));
        let block = self.b.begin_block(&format!("keep a move of rule{}", rule.0));
        let number = self.c(rule.0 as i32 + 1);
        self.op(Op::StoreAt { field: moved, i: who, a: number });
        for (k, (_, reg)) in choices.iter().enumerate() {
            let field = self.about_field(k);
            self.op(Op::StoreAt { field, i: who, a: *reg });
        }
        self.op(Op::Ret {});
        self.b.end_block();
        let choices = choices.iter().map(|(_, reg)| *reg).collect();
        let made = Deferred { player, rule, effects, after, choices };
        self.turns.simultaneous.deferred.entry(self.copy.node).or_default().push(made);
        Some(block)
    }
}
