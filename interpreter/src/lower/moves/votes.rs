//! Proposals, and votes on them.

use crate::lower::moves::Emission;
use crate::lower::{Env, Lower};
use crate::program::op::{Bin, Cmp, Op, Reg};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::rules::{Call, Term};

impl<'t> Lower<'t> {
    /// `(move Propose …)` and `(move Vote …)`: a word for each text.
    pub(in crate::lower) fn generate_words(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let propose = call.prim == Prim::Propose;
        let words = call.get(if propose { "proposition" } else { "vote" }).expect("checked").members();
        for (i, word) in words.iter().enumerate() {
            let Some(text) = word.text() else { continue };
            let id = self.proposition(text);
            self.within(i, |l| {
                let kind = if propose { "Propose" } else { "Vote" };
                l.emit(term, env, Emission::word(format!("{kind} {text}")), move |l, _| l.propose_or_vote(propose, id));
            });
        }
    }

    /// The number of a proposal.
    pub(in crate::lower) fn proposition(&mut self, text: &str) -> Reg {
        let at = match self.propositions.iter().position(|p| p == text) {
            Some(at) => at,
            None => {
                self.propositions.push(text.to_owned());
                self.propositions.len() - 1
            }
        };
        self.c(at as i32)
    }

    /// A proposal stands until all players have voted; a majority for one vote decides it.
    fn propose_or_vote(&mut self, propose: bool, id: Reg) {
        let proposed = self.scalar(|f| &mut f.proposed, "proposed", -1);
        if propose {
            return self.op(Op::Store { field: proposed, a: id });
        }
        let texts = self.texts_of_votes();
        let decided = self.scalar(|f| &mut f.decided, "decided", -1);
        let tally = self.array(|f| &mut f.tally, "votes", texts, 0);
        let cast = self.scalar(|f| &mut f.votes, "votes cast", 0);
        let (zero, one, n) = (self.c(0), self.c(1), self.c(self.players() as i32));
        let votes = self.load_at(tally, id);
        let votes = self.bin(Bin::Add, votes, one);
        self.op(Op::StoreAt { field: tally, i: id, a: votes });
        let total = self.load(cast);
        let total = self.bin(Bin::Add, total, one);
        self.op(Op::Store { field: cast, a: total });
        let open = self.b.label();
        self.op(Op::JumpCmp { cmp: Cmp::Lt, a: total, b: n, to: open });
        let half = self.c(self.players() as i32 / 2);
        let k = self.b.reg();
        let last = self.c(texts as i32 - 1);
        self.count_up(k, zero, last, |l| {
            let votes = l.load_at(tally, k);
            let skip = l.b.label();
            l.op(Op::JumpCmp { cmp: Cmp::Le, a: votes, b: half, to: skip });
            l.op(Op::Store { field: decided, a: k });
            l.b.place(skip);
        });
        self.op(Op::Fill { field: tally, a: zero });
        self.op(Op::Store { field: cast, a: zero });
        let none = self.c(-1);
        self.op(Op::Store { field: proposed, a: none });
        self.b.place(open);
    }

    /// How many texts are proposed and voted for at most.
    fn texts_of_votes(&self) -> u32 {
        let mut texts = 0;
        crate::lower::usage::visit(self.game, &mut |term| {
            let call = term.call().filter(|c| matches!(c.prim, Prim::Propose | Prim::Vote | Prim::IsProposed));
            let named =
                call.into_iter().flat_map(|c| ["proposition", "vote"].into_iter().filter_map(|slot| c.get(slot)));
            texts += named.map(|t| t.members().len() as u32).sum::<u32>();
        });
        texts.max(1)
    }
}
