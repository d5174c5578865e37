//! Rankings by several criteria: of all who are still in, or of those who leave together.

use crate::lower::{Env, Lower};
use crate::program::op::{Bin, Cmp, FieldId, Op, Reg, Verdict};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::rules::{Call, Term};

impl<'t> Lower<'t> {
    /// `(ranking { (count (zone "Trophies" Player)) … })`: all who are still in are ranked, and the game is over.
    pub(in crate::lower) fn ranking(&mut self, call: &'t Call, env: &Env<'t>) {
        let standing = self.standing(call, env);
        self.op(Op::Rank { scores: standing });
    }

    /// `(payoffs { (payoff P1 5.5) … })`: the highest payoff is best, and who is not named gets none. Payoffs known before play may be
    /// fractions, since only their order counts; those computed in play are whole.
    pub(in crate::lower) fn payoffs(&mut self, call: &'t Call, env: &Env<'t>) {
        let list = call.get("payoffs").expect("checked").members();
        let payoffs: Vec<(&'t Term, &'t Term)> = (list.iter().filter_map(Term::call))
            .filter_map(|payoff| Some((payoff.get("role")?, payoff.get("payoff")?)))
            .collect();
        let known: Option<Vec<f64>> =
            payoffs.iter().map(|(_, payoff)| crate::lower::equipment::graphs::real(payoff)).collect();
        let scaled: Vec<Reg> = match known {
            Some(_) => Vec::new(),
            None => self.scaled(&payoffs.iter().map(|(_, payoff)| *payoff).collect::<Vec<_>>(), env),
        };
        let mut settled: Vec<(Reg, Reg)> = Vec::new();
        for (at, (role, _)) in payoffs.iter().enumerate() {
            let who = self.player(role, env);
            let value = match &known {
                Some(values) => {
                    // As many steps from nothing as there are payoffs between.
                    let own = values[at];
                    let mut between: Vec<f64> =
                        values.iter().copied().filter(|v| v.abs() <= own.abs() && v * own > 0.0).collect();
                    between.sort_by(f64::total_cmp);
                    between.dedup();
                    let steps = between.len() as i32;
                    self.c(if own < 0.0 { -steps } else { steps })
                }
                None => scaled[at],
            };
            settled.push((who, value));
        }
        let (scores, zero) = (self.array_of_players(|f| &mut f.standing, "standing"), self.c(0));
        self.op(Op::Fill { field: scores, a: zero });
        for (who, value) in settled {
            self.op(Op::StoreAt { field: scores, i: who, a: value });
        }
        self.op(Op::Rank { scores });
    }

    /// `(forEach Player if:… (ranking { … }))`: those for whom the condition holds leave the game together, behind all others,
    /// ranked among themselves.
    pub(in crate::lower) fn ranking_of_leavers(
        &mut self,
        players: &[u32],
        condition: &'t Term,
        call: &'t Call,
        env: &Env<'t>,
    ) {
        let leaving = self.array_of_players(|f| &mut f.leaving, "leaving");
        let (zero, one) = (self.c(0), self.c(1));
        let (some, none) = (self.b.reg(), self.b.label());
        self.op(Op::Move { d: some, a: zero });
        self.op(Op::Fill { field: leaving, a: zero });
        for p in players {
            let player = self.c(*p as i32);
            let skip = self.b.label();
            // Who is out already does not leave again.
            let rank = self.load_at(self.known.rank, player);
            self.op(Op::JumpIf { c: rank, to: skip });
            self.unless(condition, &Env { player: Some(player), ..env.clone() }, skip);
            self.op(Op::StoreAt { field: leaving, i: player, a: one });
            self.op(Op::Move { d: some, a: one });
            self.b.place(skip);
        }
        self.op(Op::JumpUnless { c: some, to: none });
        let standing = self.standing(call, env);
        self.op(Op::Leave { scores: standing, leaving });
        self.op(Op::Fill { field: leaving, a: zero });
        self.b.place(none);
    }

    /// A player gets a verdict. That it is a loss is kept where a rule forbids to bring it upon oneself.
    pub(in crate::lower) fn verdict(&mut self, who: Reg, verdict: Verdict) {
        self.op(Op::Result { who, verdict });
        if verdict == Verdict::Loss && self.meta_rule(Prim::MetaNoSuicide).is_some() {
            let (field, one) = (self.array_of_players(|f| &mut f.lost, "lost"), self.c(1));
            self.op(Op::StoreAt { field, i: who, a: one });
        }
    }

    /// Whether the mover has lost: by a verdict, or as the one who is left behind all others.
    pub(in crate::lower) fn has_lost(&mut self) -> Reg {
        let field = self.array_of_players(|f| &mut f.lost, "lost");
        let (mover, zero, one) = (self.mover(), self.c(0), self.c(1));
        let (d, end) = (self.b.reg(), self.b.label());
        let said = self.load_at(field, mover);
        self.op(Op::Move { d, a: said });
        self.op(Op::JumpIf { c: said, to: end });
        let own = self.load_at(self.known.rank, mover);
        self.op(Op::JumpUnless { c: own, to: end });
        let own_number = self.copy.mover;
        for p in (1..=self.players()).filter(|p| *p != own_number) {
            let other = self.c(p as i32);
            let rank = self.load_at(self.known.rank, other);
            self.op(Op::JumpCmp { cmp: Cmp::Eq, a: rank, b: zero, to: end });
            self.op(Op::JumpCmp { cmp: Cmp::Ge, a: rank, b: own, to: end });
        }
        // Alone there is nobody to be behind.
        if self.players() > 1 {
            self.op(Op::Move { d, a: one });
        }
        self.b.place(end);
        d
    }

    /// `(forEach Player if:… (result Player Loss))`: those who lose together share their ranks. The last one left does not lose.
    pub(in crate::lower) fn losses(&mut self, players: &[u32], condition: &'t Term, result: &'t Term, env: &Env<'t>) {
        let (zero, one) = (self.c(0), self.c(1));
        let mut lost = Vec::new();
        for p in players {
            let (player, loses, skip) = (self.c(*p as i32), self.b.reg(), self.b.label());
            self.op(Op::Move { d: loses, a: zero });
            let rank = self.load_at(self.known.rank, player);
            self.op(Op::JumpIf { c: rank, to: skip });
            let inner = Env { player: Some(player), ..env.clone() };
            self.unless(condition, &inner, skip);
            self.result(result, &inner);
            self.op(Op::Move { d: loses, a: one });
            self.b.place(skip);
            lost.push((player, loses));
        }
        let (mut sum, mut n, alone) = (zero, zero, self.b.label());
        for (player, loses) in &lost {
            let rank = self.load_at(self.known.rank, *player);
            let counted = self.bin(Bin::Mul, rank, *loses);
            sum = self.bin(Bin::Add, sum, counted);
            n = self.bin(Bin::Add, n, *loses);
        }
        self.op(Op::JumpCmp { cmp: Cmp::Le, a: n, b: one, to: alone });
        let shared = self.bin(Bin::Div, sum, n);
        for (player, loses) in lost {
            let other = self.b.label();
            self.op(Op::JumpUnless { c: loses, to: other });
            self.op(Op::StoreAt { field: self.known.rank, i: player, a: shared });
            self.b.place(other);
        }
        self.b.place(alone);
    }

    /// For each player the number of players who are better, as a negative number: the first criterion in which two differ counts.
    fn standing(&mut self, call: &'t Call, env: &Env<'t>) -> FieldId {
        let standing = self.array_of_players(|f| &mut f.standing, "standing");
        let criteria = call.get("criteria").expect("checked").members();
        let values: Vec<Vec<Reg>> = (1..=self.players())
            .map(|p| {
                let inner = Env { player: Some(self.c(p as i32)), ..env.clone() };
                self.within(p as usize, |l| criteria.iter().map(|c| l.int(c, &inner)).collect())
            })
            .collect();
        for (p, own) in values.iter().enumerate() {
            let (better, one) = (self.b.reg(), self.c(-1));
            let zero = self.c(0);
            self.op(Op::Move { d: better, a: zero });
            for (_, other) in values.iter().enumerate().filter(|(q, _)| *q != p) {
                let (is_better, next) = (self.b.label(), self.b.label());
                for (a, b) in other.iter().zip(own) {
                    self.op(Op::JumpCmp { cmp: Cmp::Gt, a: *a, b: *b, to: is_better });
                    self.op(Op::JumpCmp { cmp: Cmp::Lt, a: *a, b: *b, to: next });
                }
                self.op(Op::Jump { to: next });
                self.b.place(is_better);
                self.op(Op::Bin { op: Bin::Add, d: better, a: better, b: one });
                self.b.place(next);
            }
            let player = self.c(p as i32 + 1);
            self.op(Op::StoreAt { field: standing, i: player, a: better });
        }
        standing
    }

    fn array_of_players(
        &mut self,
        which: fn(&mut crate::lower::Fields) -> &mut Option<FieldId>,
        name: &str,
    ) -> FieldId {
        let players = self.players() + 1;
        self.array(which, name, players, 0)
    }
}
