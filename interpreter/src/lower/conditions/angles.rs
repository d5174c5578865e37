//! Angles between the lines from one site to two others.

use crate::board::{Point, Region, SiteType};
use crate::lower::conditions::predicates::Var;
use crate::lower::{Env, Lower};
use crate::program::op::{Bin, Cmp, Op, Reg};
use parlour_grammar::rules::{Call, Term};

/// The larger side of the board, in the whole numbers that places are rounded to: products of two fit a number.
const SCALE: f64 = 10_000.0;

impl<'t> Lower<'t> {
    /// Whether lines to two sites, one for each condition, meet at a site in an angle of the kind that is asked for. The angle is that
    /// between the lines, so at most half a turn.
    pub(in crate::lower) fn is_angle(&mut self, word: &str, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Reg {
        let get = |slot: &str| call.get(slot).expect("checked");
        let at = self.site_said(call, get("at"), env);
        let ends = ["condition", "condition2"].map(|slot| {
            let sites = self.part(self.kind_in(call, "siteType"), Region::Board);
            self.filtered(sites, get(slot), Var::Site, term, env)
        });
        let (found, end) = (self.b.reg(), self.b.label());
        let (zero, one) = (self.c(0), self.c(1));
        self.op(Op::Move { d: found, a: zero });
        self.op(Op::JumpCmp { cmp: Cmp::Lt, a: at, b: zero, to: end });
        let (first, second, places) = (self.b.reg(), self.b.reg(), self.places());
        self.each(ends[0], first, |l| {
            let to_first = l.line(&places, at, first);
            l.each(ends[1], second, |l| {
                let next = l.b.label();
                for (a, b) in [(first, at), (second, at), (first, second)] {
                    l.op(Op::JumpCmp { cmp: Cmp::Eq, a, b, to: next });
                }
                let to_second = l.line(&places, at, second);
                let is = l.makes_angle(word, to_first, to_second);
                l.op(Op::JumpUnless { c: is, to: next });
                l.op(Op::Move { d: found, a: one });
                l.op(Op::Jump { to: end });
                l.b.place(next);
            });
        });
        self.b.place(end);
        found
    }

    /// Where sites are, to the right and upwards, in whole numbers.
    fn places(&self) -> [Vec<i32>; 2] {
        let axes: [fn(Point) -> f64; 2] = [|point| point.x, |point| point.y];
        let sides = axes.map(|axis| {
            let all =
                SiteType::ALL.into_iter().flat_map(|kind| self.eq.board.positions(kind)).map(|point| axis(*point));
            let (low, high) = all.fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at), high.max(at)));
            high - low
        });
        let unit = SCALE / sides[0].max(sides[1]).max(f64::EPSILON);
        axes.map(|axis| self.by_site(|board, kind, s| (axis(board.position(kind, s)) * unit).round() as i32))
    }

    /// How far it is from one site to another, to the right and upwards.
    fn line(&mut self, places: &[Vec<i32>; 2], from: Reg, to: Reg) -> [Reg; 2] {
        places.each_ref().map(|places| {
            let (from, to) = (self.table(places.clone(), from), self.table(places.clone(), to));
            self.bin(Bin::Sub, to, from)
        })
    }

    fn makes_angle(&mut self, word: &str, [x1, y1]: [Reg; 2], [x2, y2]: [Reg; 2]) -> Reg {
        let (xx, yy) = (self.bin(Bin::Mul, x1, x2), self.bin(Bin::Mul, y1, y2));
        let dot = self.bin(Bin::Add, xx, yy);
        // Both lines are off by no more than one in each direction, so the product by no more than their lengths.
        let lengths = [x1, y1, x2, y2].map(|side| self.magnitude(side));
        let mut off = self.c(2);
        for length in lengths {
            off = self.bin(Bin::Add, off, length);
        }
        match word {
            "Acute" => self.cmp(Cmp::Gt, dot, off),
            "Right" => {
                let size = self.magnitude(dot);
                self.cmp(Cmp::Le, size, off)
            }
            "Obtuse" => {
                let zero = self.c(0);
                let back = self.bin(Bin::Sub, zero, dot);
                let (xy, yx) = (self.bin(Bin::Mul, x1, y2), self.bin(Bin::Mul, y1, x2));
                let cross = self.bin(Bin::Sub, xy, yx);
                let aside = self.magnitude(cross);
                let (wide, bent) = (self.cmp(Cmp::Gt, back, off), self.cmp(Cmp::Gt, aside, off));
                self.bin(Bin::And, wide, bent)
            }
            // Between two lines there is no more than half a turn.
            _ => self.c(0),
        }
    }

    fn magnitude(&mut self, value: Reg) -> Reg {
        let zero = self.c(0);
        let other = self.bin(Bin::Sub, zero, value);
        self.bin(Bin::Max, value, other)
    }
}
