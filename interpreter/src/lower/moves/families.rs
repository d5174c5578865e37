//! Families of regions that the board has: every ring, segment, row, column. Conditions and moves for each, the region at hand being
//! `(sites)`; and turning the sites of a region around the middle.

use crate::board::Region;
use crate::lower::moves::Emission;
use crate::lower::{Env, Lower};
use crate::program::op::{Op, Reg};
use parlour_grammar::diagnostic::Diagnostic;
use parlour_grammar::rules::{Call, Term};

impl<'t> Lower<'t> {
    /// Whether all regions of a family, or some, satisfy a condition on `(sites)`.
    pub(in crate::lower) fn quantified(&mut self, call: &'t Call, all: bool, term: &'t Term, env: &Env<'t>) -> Reg {
        let condition = call.get("if").expect("checked");
        let (zero, one) = (self.c(0), self.c(1));
        let (d, end) = (self.b.reg(), self.b.label());
        self.op(Op::Move { d, a: if all { zero } else { one } });
        for (i, sites) in self.family(call, term).into_iter().enumerate() {
            let inner = Env { group: Some(self.b.set_constant(sites)), ..env.clone() };
            let c = self.within(i, |l| l.bool(condition, &inner));
            self.op(if all { Op::JumpUnless { c, to: end } } else { Op::JumpIf { c, to: end } });
        }
        self.op(Op::Move { d, a: if all { one } else { zero } });
        self.b.place(end);
        // The register is written on each way here, so that a jump finds what it means.
        d
    }

    /// The moves for each region of a family.
    pub(in crate::lower) fn for_each_family(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let moves = call.get("moves").expect("checked");
        let word = call.get("word").and_then(Term::symbol).unwrap_or_default();
        for (i, sites) in self.family(call, term).into_iter().enumerate() {
            let group = Some(self.b.set_constant(sites));
            let inner = Env { group, family: Some((word, i + 1)), from_set: None, ..env.clone() };
            self.within(i, |l| l.generate(moves, &inner));
        }
    }

    /// `(revolve (sites) by:1)`: what stands on each site goes so many places on, clockwise around the middle of the board.
    pub(in crate::lower) fn generate_revolution(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let region = self.region(call.get("region").expect("checked"), env);
        let by = self.int_or(call.get("by"), 1, env);
        let (Some(sites), Some(by)) = (self.b.set_constant_of(region), self.const_of(by)) else {
            let found =
                Diagnostic::error("E0531", "what revolves is not known before play", term.origin, "revolved here");
            let help = "name a region that does not change in play, such as `(sites)` of a ring, by a fixed number";
            return self.report(found.help(help));
        };
        if self.stacks.is_some() {
            // No site is free to begin with: stacks would need room beside the board.
            return self.unsupported(term);
        }
        let n = self.eq.board_sites();
        if sites.len() < 2 || sites.iter().any(|s| *s >= n) {
            let found = Diagnostic::error("E0531", "these sites cannot revolve", term.origin, "revolved here");
            return self.report(found.help("two or more sites of the board are needed, such as those of a ring"));
        }
        let around = self.eq.board.around_their_middle(self.eq.kind(), &sites);
        let mut placed: Vec<_> = sites.into_iter().zip(around).collect();
        placed.sort_by(|(_, a), (_, b)| a.angle.total_cmp(&b.angle));
        if placed.windows(2).any(|w| w[0].1.same_angle(w[1].1)) {
            let found = Diagnostic::error(
                "E0531",
                "these sites have no order around their middle",
                term.origin,
                "revolved here",
            );
            return self
                .report(found.help("two of them lie in one direction from the middle of them all: revolve a ring"));
        }
        let ring: Vec<u32> = placed.into_iter().map(|(site, _)| site).collect();
        let name = match env.family {
            Some((word, i)) => format!("{}{i}", word.to_lowercase()),
            None => format!("ring:{}", self.eq.label(ring[0])),
        };
        self.emit(term, env, Emission::word(format!("{name}{by:+}")), |l, _| l.revolve(&ring, by));
    }

    /// All that stands on a row of sites goes so many places on along it; the last lead on to the first.
    fn revolve(&mut self, ring: &[u32], by: i32) {
        let n = ring.len() as i32;
        let by = by.rem_euclid(n) as usize;
        if by == 0 {
            return;
        }
        let regs: Vec<Reg> = ring.iter().map(|s| self.c(*s as i32)).collect();
        for field in self.facts() {
            let values: Vec<Reg> = regs.iter().map(|s| self.load_at(field, *s)).collect();
            for (i, value) in values.into_iter().enumerate() {
                let to = regs[(i + by) % ring.len()];
                self.op(Op::StoreAt { field, i: to, a: value });
            }
        }
    }

    /// The regions of a family, in order: rings from the middle out, segments clockwise from the top, rows and columns ascending.
    fn family(&mut self, call: &Call, term: &Term) -> Vec<Vec<u32>> {
        let (kind, word) = (self.eq.kind(), call.get("word").and_then(Term::symbol).unwrap_or_default());
        let board = &self.eq.board;
        let families: Vec<Vec<u32>> = match word.trim_end_matches('s') {
            "Row" => (0..board.rows(kind)).map(|k| board.region(kind, Region::Row(k))).collect(),
            "Column" => (0..board.columns(kind)).map(|k| board.region(kind, Region::Column(k))).collect(),
            "Ring" => board.rings(kind),
            _ => board.segments(kind),
        };
        if families.is_empty() {
            self.error("E0531", "the board has no such regions", term.origin, "there is nothing to run through");
        }
        families
    }

    /// The first so many sites of a region.
    pub(in crate::lower) fn limited(&mut self, call: &'t Call, env: &Env<'t>) -> crate::program::op::SetReg {
        let most = self.int(call.get("count").expect("checked"), env);
        let region = self.region(call.get("region").expect("checked"), env);
        let (d, none) = (self.b.set(), self.b.set_constant([]));
        let (taken, site, zero, one) = (self.b.reg(), self.b.reg(), self.c(0), self.c(1));
        self.op(Op::SetMove { d, a: none });
        self.op(Op::Move { d: taken, a: zero });
        self.each(region, site, |l| {
            let full = l.b.label();
            l.op(Op::JumpCmp { cmp: crate::program::op::Cmp::Ge, a: taken, b: most, to: full });
            l.op(Op::SetInsert { d, i: site });
            l.op(Op::Bin { op: crate::program::op::Bin::Add, d: taken, a: taken, b: one });
            l.b.place(full);
        });
        d
    }
}
