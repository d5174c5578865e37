//! Numbers that may have fractions. Registers hold whole numbers: what depends on play may not have a fraction, and what has one is
//! known before play.

use crate::lower::equipment::graphs::real;
use crate::lower::{Env, Lower, is_int};
use crate::program::op::{Bin, Reg};
use parlour_grammar::catalogue::{Prim, Type};
use parlour_grammar::diagnostic::{Diagnostic, codes};
use parlour_grammar::rules::Term;

/// The scales that are tried for payoffs of which some have fractions.
const SCALES: [i32; 5] = [1, 10, 100, 1000, 10_000];

impl<'t> Lower<'t> {
    /// A number that may have a fraction, without it: what is cut off is known before play.
    pub(in crate::lower) fn whole_part(&mut self, term: &'t Term, env: &Env<'t>) -> Reg {
        match real(term).filter(|x| x.abs() < f64::from(i32::MAX)) {
            Some(x) => self.c(x as i32),
            None => self.without_fraction(term, env),
        }
    }

    /// Whether a number that may have a fraction is not zero.
    pub(in crate::lower) fn is_not_zero(&mut self, term: &'t Term, env: &Env<'t>) -> Reg {
        let value = match real(term) {
            Some(x) => self.c(i32::from(x != 0.0)),
            None => self.without_fraction(term, env),
        };
        let zero = self.c(0);
        self.cmp(crate::program::op::Cmp::Ne, value, zero)
    }

    /// Several numbers, all multiplied by what makes those with fractions whole: which is the greatest can be told from that.
    pub(in crate::lower) fn scaled(&mut self, terms: &[&'t Term], env: &Env<'t>) -> Vec<Reg> {
        let fractions: Vec<f64> = terms.iter().filter_map(|term| real(term)).collect();
        let is_whole = |x: f64, scale: i32| (x * f64::from(scale)).fract().abs() < 1e-9;
        let scale = SCALES.into_iter().find(|scale| fractions.iter().all(|x| is_whole(*x, *scale)));
        let scale = scale.unwrap_or(SCALES[SCALES.len() - 1]);
        let by = self.c(scale);
        let one = |l: &mut Self, term: &'t Term| match real(term) {
            Some(x) => l.c((x * f64::from(scale)).round() as i32),
            None => {
                let value = l.without_fraction(term, env);
                l.bin(Bin::Mul, value, by)
            }
        };
        terms.iter().map(|term| one(self, term)).collect()
    }

    /// A number that depends on play, made of whole ones only.
    fn without_fraction(&mut self, term: &'t Term, env: &Env<'t>) -> Reg {
        if is_int(term) {
            return self.int(term, env);
        }
        let call = term.call();
        let prim = call.map(|call| call.prim);
        let mut parts: Vec<&'t Term> = Vec::new();
        if let Some(call) = call {
            match call.get("list") {
                Some(list) => parts.extend(list.members()),
                None => parts.extend(["a", "b", "value"].into_iter().filter_map(|slot| call.get(slot))),
            }
        }
        let op = match prim {
            Some(Prim::ToFloat) if parts.first().is_some_and(|part| part.ty == Type::Bool) => {
                return self.bool(parts[0], env);
            }
            Some(Prim::ToFloat) => return self.int(parts[0], env),
            Some(Prim::AbsFloat) => {
                let value = self.without_fraction(parts[0], env);
                let zero = self.c(0);
                let negative = self.bin(Bin::Sub, zero, value);
                return self.bin(Bin::Max, value, negative);
            }
            Some(Prim::PlusFloat) => Bin::Add,
            Some(Prim::MinusFloat) => Bin::Sub,
            Some(Prim::TimesFloat) => Bin::Mul,
            Some(Prim::MaxFloat) => Bin::Max,
            Some(Prim::MinFloat) => Bin::Min,
            _ => match real(term).filter(|x| x.fract() == 0.0 && x.abs() < f64::from(i32::MAX)) {
                Some(x) => return self.c(x as i32),
                None => return self.fraction_in_play(term),
            },
        };
        let values: Vec<Reg> = parts.into_iter().map(|part| self.without_fraction(part, env)).collect();
        let zero = self.c(0);
        values.into_iter().reduce(|a, b| self.bin(op, a, b)).unwrap_or(zero)
    }

    fn fraction_in_play(&mut self, term: &Term) -> Reg {
        let found = Diagnostic::error(
            codes::FRACTION_IN_PLAY,
            "a number that depends on play has a fraction",
            term.origin,
            "this may not be whole",
        );
        self.report(
            found.help("numbers of play are whole: count in smaller units, such as hundredths: `(* 100 (score P1))`"),
        );
        self.c(0)
    }
}
