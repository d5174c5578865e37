//! Maps of the equipment: from numbers, players and places to others.

use crate::board::Region;
use crate::lower::numbers::OFF;
use crate::lower::{Env, Lower};
use crate::program::op::{Cmp, Op, Reg};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::diagnostic::Diagnostic;
use parlour_grammar::rules::{Term, TermKind};

/// The greatest key of a map.
const MOST_KEYS: u32 = 4096;

impl<'t> Lower<'t> {
    /// What a map says of a key; what is in no map stands for itself.
    pub(in crate::lower) fn map_entry(&mut self, name: Option<&str>, key: &'t Term, term: &Term, env: &Env<'t>) -> Reg {
        let key = self.player_or_int(key, env);
        let mut pairs: Vec<(Reg, Reg)> = Vec::new();
        let mut found = false;
        for item in self.items() {
            let Some(call) = item.call().filter(|c| c.prim == Prim::Map) else { continue };
            if name.is_some() && call.look("name").and_then(Term::text) != name {
                continue;
            }
            call.heed("name");
            found = true;
            if let Some(list) = call.get("pairs") {
                for pair in list.members() {
                    let Some(pair) = pair.call() else { continue };
                    let (Some(k), Some(v)) = (pair.get("key"), pair.get("value")) else { continue };
                    pairs.push((self.player_or_int(k, env), self.landmark_or_int(v, env)));
                }
            } else if let (Some(keys), Some(values)) = (call.get("keys"), call.get("values")) {
                let (keys, values) = (self.spelled_out(keys, env), self.spelled_out(values, env));
                pairs.extend(keys.into_iter().zip(values));
            }
        }
        if !found {
            self.report(
                Diagnostic::error("E0412", "the game has no such map", term.origin, "nothing is mapped")
                    .help("add one to the equipment: `(map { (pair P1 0) (pair P2 63) })`"),
            );
        }
        let most = pairs.iter().filter_map(|(k, _)| self.const_of(*k)).max().unwrap_or(0).clamp(0, MOST_KEYS as i32);
        let mut table = vec![OFF; most as usize + 1];
        for (k, v) in pairs {
            if let (Some(k), Some(v)) = (self.const_of(k), self.const_of(v))
                && let Some(place) = usize::try_from(k).ok().and_then(|k| table.get_mut(k))
                && *place == OFF
            {
                *place = v;
            }
        }
        // What is in no map stands for itself.
        let mapped = self.table(table, key);
        if let Some(known) = self.const_of(mapped) {
            return if known == OFF { key } else { mapped };
        }
        let (value, off, end) = (self.b.reg(), self.c(OFF), self.b.label());
        self.op(Op::Move { d: value, a: mapped });
        self.op(Op::JumpCmp { cmp: Cmp::Ne, a: mapped, b: off, to: end });
        self.op(Op::Move { d: value, a: key });
        self.b.place(end);
        value
    }

    fn landmark_or_int(&mut self, term: &'t Term, env: &Env<'t>) -> Reg {
        let kind = self.eq.kind();
        let of = |region: Region| self.eq.board.region(kind, region).first().map_or(OFF, |s| *s as i32);
        let site = match term.symbol() {
            Some("FirstSite") => 0,
            Some("LastSite") => self.eq.board_sites() as i32 - 1,
            Some("CentreSite") => of(Region::Centre),
            Some("LeftSite") => of(Region::Left),
            Some("RightSite") => of(Region::Right),
            Some("Topsite") => of(Region::Top),
            Some("BottomSite") => of(Region::Bottom),
            _ => return self.int(term, env),
        };
        self.c(site)
    }

    /// The numbers of a list, ranges spelled out.
    fn spelled_out(&mut self, list: &'t Term, env: &Env<'t>) -> Vec<Reg> {
        let mut numbers = Vec::new();
        for member in list.members() {
            let TermKind::Range(ends) = &member.kind else {
                numbers.push(self.int(member, env));
                continue;
            };
            let ends: &'t (Term, Term) = ends;
            let (first, last) = (self.int(&ends.0, env), self.int(&ends.1, env));
            match (self.const_of(first), self.const_of(last)) {
                (Some(first), Some(last)) if last.abs_diff(first) < MOST_KEYS => {
                    numbers.extend((first..=last).map(|n| self.c(n)));
                }
                _ => self.unsupported(member),
            }
        }
        numbers
    }
}
