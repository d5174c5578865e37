//! Set registers, and the run for each width of sets.

use super::Core;
use super::log::Log;
use super::run::Fault;
use super::state::State;
use crate::program::SET_REGS;

/// A site set of `W` words.
pub(crate) type Bits<const W: usize> = [u64; W];

macro_rules! widths {
    ($($name:ident $w:literal)*) => {
        /// The set registers of a machine.
        #[derive(Clone, Debug)]
        pub(crate) enum SetFile {
            $($name(Box<[Bits<$w>; SET_REGS]>),)*
        }

        impl SetFile {
            /// Registers for sets of `width` words.
            pub fn new(width: usize) -> Self {
                match width {
                    $($w => SetFile::$name(
                        vec![[0; $w]; SET_REGS].into_boxed_slice().try_into().expect("the length is right"),
                    ),)*
                    _ => unreachable!("a verified program has one of the widths"),
                }
            }

            /// Fills a register.
            pub fn put(&mut self, at: usize, words: &[u64]) {
                match self {
                    $(SetFile::$name(sets) => sets[at].copy_from_slice(words),)*
                }
            }

            /// The members of a register.
            pub fn members(&self, at: usize) -> Vec<u32> {
                let words: &[u64] = match self {
                    $(SetFile::$name(sets) => &sets[at],)*
                };
                (0..words.len() as u32 * 64).filter(|i| words[*i as usize / 64] >> (i % 64) & 1 != 0).collect()
            }

            /// Runs from `pc` until the program stops.
            pub fn run(&mut self, program: &crate::program::Program, core: &mut Core, regs: &mut [i32; 1 << 16], state: &mut State, log: &mut Log, pc: u32) -> Result<(), Fault> {
                match self {
                    $(SetFile::$name(sets) => super::run::run::<$w>(core, regs, sets, state, log, program, pc),)*
                }
            }
        }
    };
}

widths! { W1 1 W2 2 W4 4 W16 16 W64 64 }

#[inline(always)]
pub(crate) fn zip<const W: usize>(a: &Bits<W>, b: &Bits<W>, f: impl Fn(u64, u64) -> u64) -> Bits<W> {
    std::array::from_fn(|i| f(a[i], b[i]))
}

#[inline(always)]
pub(crate) fn count<const W: usize>(a: &Bits<W>) -> u32 {
    a.iter().map(|w| w.count_ones()).sum()
}

#[inline(always)]
pub(crate) fn is_empty<const W: usize>(a: &Bits<W>) -> bool {
    a.iter().all(|w| *w == 0)
}

#[inline(always)]
pub(crate) fn has<const W: usize>(a: &Bits<W>, i: i32) -> bool {
    (0..W as i32 * 64).contains(&i) && a[i as usize / 64] >> (i % 64) & 1 != 0
}

#[inline(always)]
pub(crate) fn min<const W: usize>(a: &Bits<W>) -> Option<u32> {
    (0..W).find(|i| a[*i] != 0).map(|i| i as u32 * 64 + a[i].trailing_zeros())
}

#[inline(always)]
pub(crate) fn max<const W: usize>(a: &Bits<W>) -> Option<u32> {
    (0..W).rev().find(|i| a[*i] != 0).map(|i| i as u32 * 64 + 63 - a[i].leading_zeros())
}

/// Member number `n`, counted from 0; there must be one.
#[inline(always)]
pub(crate) fn nth<const W: usize>(a: &Bits<W>, mut n: u32) -> u32 {
    for (i, word) in a.iter().enumerate() {
        let here = word.count_ones();
        if n < here {
            return i as u32 * 64 + nth_bit(*word, n);
        }
        n -= here;
    }
    0
}

/// The place of set bit number `n` of a word: halves of it are counted, then the rest is stripped bit by bit.
#[inline(always)]
fn nth_bit(mut word: u64, mut n: u32) -> u32 {
    let mut base = 0;
    let low = (word as u32).count_ones();
    if n >= low {
        n -= low;
        word >>= 32;
        base = 32;
    }
    let low = (word as u16).count_ones();
    if n >= low {
        n -= low;
        word >>= 16;
        base += 16;
    }
    for _ in 0..n {
        word &= word - 1;
    }
    base + word.trailing_zeros()
}

/// `{ s + d : s ∈ a }`, sites falling off the ends left out.
#[inline(always)]
pub(crate) fn shift<const W: usize>(a: &Bits<W>, d: i32) -> Bits<W> {
    if W == 1 {
        let by = d.unsigned_abs();
        let moved = if d >= 0 { a[0].checked_shl(by) } else { a[0].checked_shr(by) };
        return [moved.unwrap_or(0); W];
    }
    let (words, bits) = (d.unsigned_abs() as usize / 64, d.unsigned_abs() % 64);
    std::array::from_fn(|i| {
        if d >= 0 {
            let low = i.checked_sub(words).map_or(0, |k| a[k]);
            let lower = i.checked_sub(words + 1).map_or(0, |k| a[k]);
            if bits == 0 { low } else { low << bits | lower >> (64 - bits) }
        } else {
            let high = a.get(i + words).copied().unwrap_or(0);
            let higher = a.get(i + words + 1).copied().unwrap_or(0);
            if bits == 0 { high } else { high >> bits | higher << (64 - bits) }
        }
    })
}

/// The sites that steps by `distance`, which is not 0, from sites of `mask` reach from `seed` through sites of `through` alone.
#[inline(always)]
pub(crate) fn run<const W: usize>(seed: &Bits<W>, through: &Bits<W>, mask: &Bits<W>, distance: i32) -> Bits<W> {
    let and = |a: &Bits<W>, b: &Bits<W>| zip(a, b, |a, b| a & b);
    // Runs double in length each round: after shifts by `by`, `reach` holds what fewer than twice as many steps reach, and `path`
    // the sites behind which as many lie open. Sets of one word take the rounds that a usual board needs without asking whether
    // they are needed: a branch that goes now one way, now the other costs more than a round.
    let open = and(through, &shift(mask, distance));
    let (mut reach, mut path, mut by, mut round) = (*seed, open, distance, 0);
    while W == 1 && round < 3 || !is_empty(&path) {
        reach = zip(&reach, &and(&path, &shift(&reach, by)), |a, b| a | b);
        path = and(&path, &shift(&path, by));
        by = by.saturating_mul(2);
        round += 1;
    }
    and(&open, &shift(&reach, distance))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run_by_steps<const W: usize>(seed: &Bits<W>, through: &Bits<W>, mask: &Bits<W>, distance: i32) -> Bits<W> {
        let mut all = [0; W];
        loop {
            let from = zip(&zip(seed, &all, |a, b| a | b), mask, |a, b| a & b);
            let reached = zip(&shift(&from, distance), through, |a, b| a & b);
            let next = zip(&all, &reached, |a, b| a | b);
            if next == all {
                return all;
            }
            all = next;
        }
    }

    #[test]
    fn runs_are_steps_until_nothing_changes() {
        let mut word = 0x9E37_79B9_7F4A_7C15_u64;
        let mut next = || {
            word ^= word << 13;
            word ^= word >> 7;
            word ^= word << 17;
            word
        };
        for round in 0..2000 {
            // Dense enough for long runs.
            let dense =
                |next: &mut dyn FnMut() -> u64| next() | next() | if round % 2 == 0 { next() } else { u64::MAX };
            let (seed, through, mask) = (next() & next(), dense(&mut next), dense(&mut next));
            let (wide_through, wide_mask) = ([through, dense(&mut next)], [mask, dense(&mut next)]);
            let wide_seed = [seed, next() & next()];
            for d in [1, -1, 7, -7, 8, -8, 9, -9, 63, -63, 64, -64, 100, -100] {
                assert_eq!(
                    run(&[seed], &[through], &[mask], d),
                    run_by_steps(&[seed], &[through], &[mask], d),
                    "by {d}"
                );
                assert_eq!(
                    run(&wide_seed, &wide_through, &wide_mask, d),
                    run_by_steps(&wide_seed, &wide_through, &wide_mask, d),
                    "by {d}, two words"
                );
            }
        }
    }

    #[test]
    fn shifts_move_every_member() {
        let a: Bits<2> = [0x8000_0000_0000_0001, 0x8000_0000_0000_0003];
        let members = |s: &Bits<2>| (0..128).filter(|i| has(s, *i)).collect::<Vec<i32>>();
        for d in -127..=127 {
            let expected: Vec<i32> = members(&a).into_iter().map(|i| i + d).filter(|i| (0..128).contains(i)).collect();
            assert_eq!(members(&shift(&a, d)), expected, "by {d}");
        }
    }

    #[test]
    fn nth_agrees_with_the_list() {
        let mut word = 0x1234_5678_9ABC_DEF1_u64;
        for _ in 0..1000 {
            word ^= word << 13;
            word ^= word >> 7;
            word ^= word << 17;
            let a = [word & (word >> 3), word];
            let members: Vec<i32> = (0..128).filter(|i| has(&a, *i)).collect();
            for (n, member) in members.iter().enumerate() {
                assert_eq!(nth(&a, n as u32) as i32, *member);
            }
        }
    }
}
