//! Who plays: the mover, games that nobody plays, and players found by what they have.

use crate::lower::{Copy_, Env, Lower};
use crate::program::op::{Cmp, Label, Op, Reg, Verdict};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::diagnostic::Diagnostic;
use parlour_grammar::rules::{Call, Term};
use std::ops::RangeInclusive;

/// Forms that are about who moves, or that let somebody decide.
const OF_PLAYERS: &[Prim] = &[
    Prim::Mover,
    Prim::Next,
    Prim::Prev,
    Prim::Turn,
    Prim::TurnStep,
    Prim::AnyOrder,
    Prim::Ask,
    Prim::Sealed,
    Prim::Choose,
    Prim::Chosen,
    Prim::Decider,
    Prim::Rounds,
    Prim::MetaSwap,
];

/// Words for players, besides their numbers.
const WORDS_OF_PLAYERS: &[&str] =
    &["Mover", "Next", "Prev", "Enemy", "NonMover", "Friend", "Ally", "TeamMover", "Own", "Each"];

impl<'t> Lower<'t> {
    pub(in crate::lower) fn players(&self) -> u32 {
        self.eq.players.len() as u32
    }

    /// Those who may be to move: the players, or nobody (0) where nobody plays.
    pub(in crate::lower) fn movers(&self) -> RangeInclusive<u32> {
        self.players().min(1)..=self.players()
    }

    /// The place of a node and mover in a table of blocks.
    pub(in crate::lower) fn place_of(&self, node: usize, mover: u32) -> usize {
        let movers = self.movers();
        node * movers.clone().count() + (mover - movers.start()) as usize
    }

    /// Whether the game goes on by itself.
    pub(in crate::lower) fn is_unplayed(&self) -> bool {
        self.players() == 0
    }

    /// The player to move, for a form that is about that player.
    pub(in crate::lower) fn mover(&mut self) -> Reg {
        self.needs_players();
        self.c(self.copy.mover as i32)
    }

    /// Said of a form that is about players, where there are none.
    pub(in crate::lower) fn needs_players(&mut self) {
        if self.is_unplayed() {
            self.report(
                Diagnostic::error(
                    "E0532",
                    "nobody plays this game",
                    self.b.origin,
                    "this is about a player, or about who is to move",
                )
                .help("say it of the pieces themselves, or of `All`, and make pieces `Shared`; or give the game players: `(players 2)`"),
            );
        }
    }

    /// What a game without players must not speak of: players, and decisions.
    pub(in crate::lower) fn check_unplayed(&mut self) {
        if !self.is_unplayed() {
            return;
        }
        let mut about_players = Vec::new();
        crate::lower::usage::visit(self.game, &mut |t| {
            let decides = t.call().is_some_and(|call| OF_PLAYERS.contains(&call.prim));
            let names = t.symbol().is_some_and(|word| {
                let number = word.strip_prefix('P').and_then(|n| n.parse::<u32>().ok());
                number.is_some() || WORDS_OF_PLAYERS.contains(&word)
            });
            if decides || names {
                about_players.push(t.origin);
            }
        });
        for origin in about_players {
            self.at_origin(origin, Self::needs_players);
        }
    }

    /// Where nobody plays, the game is over once its play would do nothing any more; then it goes on at `over`. Whether it would is not
    /// known where chance has a part in that.
    pub(in crate::lower) fn unless_nothing_goes_on(&mut self, over: Label) {
        if !self.is_unplayed() {
            return;
        }
        let (here, goes_on) = (self.copy, self.b.label());
        let nobody = self.c(0);
        for node in 0..self.phases.len() {
            let play = self.phases[node].play.or_else(|| self.rules.get("play"));
            let moves = play.and_then(Term::call).and_then(|p| p.get("moves"));
            let other = self.b.label();
            if let Some(phase) = self.phase_of_player(nobody) {
                let this = self.c(node as i32);
                self.op(Op::JumpCmp { cmp: Cmp::Ne, a: phase, b: this, to: other });
            }
            self.copy = Copy_ { node, ..here };
            match moves {
                Some(moves) if self.is_chancy(moves) => self.op(Op::Jump { to: goes_on }),
                Some(moves) => {
                    let some = self.exists(moves, &Env::default());
                    self.op(Op::JumpIf { c: some, to: goes_on });
                    self.op(Op::Result { who: nobody, verdict: Verdict::Draw });
                    self.op(Op::Jump { to: over });
                }
                None => {}
            }
            self.b.place(other);
        }
        self.copy = here;
        self.b.place(goes_on);
    }

    /// `(player Most …)`, `(player Least …)`: nobody (0) if the condition holds for none.
    pub(in crate::lower) fn player_by(&mut self, most: bool, call: &'t Call, env: &Env<'t>) -> Reg {
        let n = self.players();
        let (found, value) = (self.b.reg(), self.b.reg());
        let nobody = self.c(0);
        self.op(Op::Move { d: found, a: nobody });
        for k in 0..n {
            let player = self.c(((self.copy.mover - 1 + k) % n + 1) as i32);
            let inner = Env { player: Some(player), ..env.clone() };
            let (skip, better) = (self.b.label(), self.b.label());
            if let Some(condition) = call.get("if") {
                self.unless(condition, &inner, skip);
            }
            let here = self.int(call.get("value").expect("checked"), &inner);
            self.op(Op::JumpUnless { c: found, to: better });
            let cmp = if most { Cmp::Le } else { Cmp::Ge };
            self.op(Op::JumpCmp { cmp, a: here, b: value, to: skip });
            self.b.place(better);
            self.op(Op::Move { d: value, a: here });
            self.op(Op::Move { d: found, a: player });
            self.b.place(skip);
        }
        found
    }
}
