//! What players have to stake, and what they say of cards: amounts, bets, the pot, the trump suit.

use crate::lower::moves::Emission;
use crate::lower::numbers::OFF;
use crate::lower::{Env, Lower};
use crate::program::op::{FieldId, Op};
use crate::program::{MoveKind, Role, Secrecy};
use parlour_grammar::rules::{Call, Term, TermKind};

impl<'t> Lower<'t> {
    /// What each player has, by index.
    pub(in crate::lower) fn amount_field(&mut self) -> FieldId {
        let n = self.players() + 1;
        *self.known.amount.get_or_insert_with(|| self.b.field("amount", n, 5, 0, false))
    }

    /// What lies in the middle.
    pub(in crate::lower) fn pot_field(&mut self) -> FieldId {
        *self.known.pot.get_or_insert_with(|| self.b.field("pot", 1, 5, 0, false))
    }

    /// `(move Bet …)`: one move for each amount that a player may bet; it becomes what the player has.
    pub(in crate::lower) fn generate_bet(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let field = self.amount_field();
        let role = call.get("role").expect("checked");
        let range = call.get("range").expect("checked");
        let who = self.player_or_int(role, env);
        self.must_play(who, role.origin);
        let bounds = match &range.kind {
            TermKind::Range(ends) => Some((self.int(&ends.0, env), self.int(&ends.1, env))),
            TermKind::Call(range) => self.range(range, env),
            _ => None,
        };
        let Some((lo, hi)) = bounds else { return self.unsupported(range) };
        let bet = self.var(term, "bet");
        self.count_up(bet, lo, hi, |l| {
            let emission = Emission {
                kind: MoveKind::Word,
                choices: vec![(Role::Count, bet)],
                set: None,
                word: "Bet".to_owned(),
                secrecy: Secrecy::Open,
            };
            l.emit(term, env, emission, |l, _| l.op(Op::StoreAt { field, i: who, a: bet }));
        });
    }

    /// `(card TrumpSuit)`: −1 as long as none has been said.
    pub(in crate::lower) fn trump_suit(&mut self) -> FieldId {
        self.scalar(|f| &mut f.trump, "trump suit", OFF)
    }

    /// `(set TrumpSuit …)`: one move for each suit that may be the trump suit.
    pub(in crate::lower) fn generate_trump_suit(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let field = self.trump_suit();
        for (at, suit) in call.get("suits").expect("checked").members().iter().enumerate() {
            let chosen = self.var(term, "suit");
            self.within(at, |l| {
                let value = l.int(suit, env);
                l.op(Op::Move { d: chosen, a: value });
                let emission = Emission {
                    kind: MoveKind::Word,
                    choices: vec![(Role::Count, chosen)],
                    set: None,
                    word: "Trump".to_owned(),
                    secrecy: Secrecy::Open,
                };
                l.emit(term, env, emission, |l, _| l.op(Op::Store { field, a: chosen }));
            });
        }
    }
}
