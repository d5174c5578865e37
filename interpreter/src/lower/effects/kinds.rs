//! Which piece an effect is about: by name, by number, or as play has it.

use crate::lower::effects::change::Traits;
use crate::lower::{Env, Lower};
use crate::program::op::{Cmp, Op, Reg};
use parlour_grammar::diagnostic::{Diagnostic, Dialect};
use parlour_grammar::rules::{Call, Term};

/// The piece that an `(add …)` puts down.
pub(in crate::lower) struct PieceToAdd<'t> {
    what: What<'t>,
    state: Option<&'t Term>,
}

enum What<'t> {
    Component(i32),
    Computed(&'t Term),
    /// It has been computed.
    Settled(Reg),
}

impl<'t> Lower<'t> {
    /// The pieces that an `(add …)` can put down: one form for each.
    pub(in crate::lower) fn pieces_to_add(&mut self, call: &'t Call, term: &'t Term) -> Vec<PieceToAdd<'t>> {
        let Some(piece) = call.get("piece").and_then(Term::call) else {
            let mover = self.copy.mover;
            let own = self.eq.components.iter().position(|c| c.owner == mover);
            let shared = self.eq.components.iter().position(|c| c.owner == self.players() + 1);
            return match own.or(shared) {
                Some(at) => vec![PieceToAdd { what: What::Component(at as i32 + 1), state: None }],
                None => {
                    self.report(
                        Diagnostic::error("E0411", "the mover has no piece to add", term.origin, "which piece is not said")
                            .help("give the players pieces, such as `(piece \"Disc\" Each)`, or say which piece: `(move Add (piece \"Disc0\") …)`"),
                    );
                    Vec::new()
                }
            };
        };
        let state = piece.get("state");
        let mut pieces = Vec::new();
        for member in piece.get("piece").expect("checked").members() {
            let what = match member.text() {
                Some(name) => {
                    let name = name.to_owned();
                    let id = match self.eq.component(&name) {
                        Some(id) => self.c(id as i32),
                        None => {
                            let mover = self.mover();
                            self.component_by_owner(&name, mover, member)
                        }
                    };
                    What::Component(self.const_of(id).unwrap_or(0))
                }
                None => What::Computed(member),
            };
            pieces.push(PieceToAdd { what, state });
        }
        pieces
    }

    /// How many pieces are put down, where that is said: as it is before anything is done.
    pub(in crate::lower) fn settle_count(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Option<Reg> {
        let a = self.int(call.get("count")?, env);
        if self.const_of(a).is_some() {
            return Some(a);
        }
        let d = self.var(term, "count");
        self.op(Op::Move { d, a });
        Some(d)
    }

    /// A piece whose kind is computed, once it has been.
    pub(in crate::lower) fn settle_piece(
        &mut self,
        piece: PieceToAdd<'t>,
        term: &'t Term,
        env: &Env<'t>,
    ) -> PieceToAdd<'t> {
        let What::Computed(kind) = piece.what else { return piece };
        let a = self.numbered_piece(kind, env);
        let what = match self.const_of(a) {
            Some(id) => What::Component(id),
            None => {
                let d = self.var(term, "what");
                self.op(Op::Move { d, a });
                self.kinds.insert(d);
                What::Settled(d)
            }
        };
        PieceToAdd { what, ..piece }
    }

    pub(in crate::lower) fn piece_named(
        &mut self,
        piece: Option<&'t Term>,
        role: Option<&'t Term>,
        term: &'t Term,
        env: &Env<'t>,
    ) -> Reg {
        let pieces = piece.and_then(Term::call).and_then(|p| p.get("piece"));
        // Where there is nothing to choose, a list is of one.
        let Some(piece) = pieces.and_then(|pieces| pieces.members().first()) else { return self.c(0) };
        self.piece_itself(piece, role, term, env)
    }

    pub(in crate::lower) fn piece_itself(
        &mut self,
        piece: &'t Term,
        role: Option<&'t Term>,
        term: &'t Term,
        env: &Env<'t>,
    ) -> Reg {
        match piece.text() {
            Some(name) => {
                let name = name.to_owned();
                let who = match role {
                    Some(role) => self.player_or_int(role, env),
                    None => match self.eq.component(&name) {
                        Some(id) => return self.c(id as i32),
                        None => self.mover(),
                    },
                };
                self.component_by_owner(&name, who, term)
            }
            None => self.numbered_piece(piece, env),
        }
    }

    /// A kind of piece that is said by its number. Nothing else may ever stand on a site.
    fn numbered_piece(&mut self, number: &'t Term, env: &Env<'t>) -> Reg {
        let a = self.int(number, env);
        let most = self.eq.components.len() as i32;
        let message = "no piece has this number";
        let help = format!(
            "kinds of piece are numbered from 1 to {most}, in the order of the equipment: say its name instead"
        );
        match self.const_of(a) {
            Some(k) if k > most || k < 1 && self.dialect == Dialect::Parlour => {
                let label = format!("there is no piece {k}");
                self.report(Diagnostic::error("E0411", message, number.origin, label).help(help));
                self.c(0)
            }
            Some(_) => a,
            None => {
                let (ok, most) = (self.b.label(), self.c(most));
                self.op(Op::JumpCmp { cmp: Cmp::Le, a, b: most, to: ok });
                self.fault("E0411", message, help, number.origin);
                self.b.place(ok);
                a
            }
        }
    }

    /// What is put down, how many of it, and what is said of it: as it is before anything is done.
    pub(in crate::lower) fn addition(
        &mut self,
        piece: &PieceToAdd<'t>,
        count: Option<&'t Term>,
        env: &Env<'t>,
    ) -> (Reg, Option<Reg>, Traits) {
        let what = match &piece.what {
            What::Component(id) => self.c(*id),
            What::Computed(term) => self.numbered_piece(term, env),
            What::Settled(what) => *what,
        };
        let count = count.map(|c| self.int(c, env));
        let state = piece.state.map(|s| self.int(s, env));
        (what, count, Traits { state, yields: self.dialect == Dialect::Ludii, ..Traits::default() })
    }
}
