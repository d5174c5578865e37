//! Randomness: a named generator, and our own way from it to an index, so that seeds replay across versions of libraries.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng};

/// A stream of random numbers: xoshiro256++ (Blackman and Vigna, 2018), seeded by splitmix64.
#[derive(Clone, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// The stream of `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Rng(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// The stream `name` of `seed`: streams of different names do not depend on each other.
    #[must_use]
    pub fn stream(seed: u64, name: &str) -> Self {
        // FNV-1a: short, fixed for good.
        let hash =
            name.bytes().fold(0xCBF2_9CE4_8422_2325, |h: u64, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01B3));
        Rng::new(seed ^ hash)
    }

    /// A number below `n`, each equally likely; 0 if `n` is 0. Lemire's method: multiply, and reject what would favour some.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        let mut product = u64::from((self.0.next_u64() >> 32) as u32) * u64::from(n);
        if (product as u32) < n {
            let threshold = n.wrapping_neg() % n.max(1);
            while (product as u32) < threshold {
                product = u64::from((self.0.next_u64() >> 32) as u32) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::Rng;

    #[test]
    fn seeds_replay() {
        let mut rng = Rng::new(7);
        let drawn: Vec<u32> = (0..8).map(|_| rng.below(100)).collect();
        let mut again = Rng::new(7);
        assert_eq!(drawn, (0..8).map(|_| again.below(100)).collect::<Vec<_>>());
        assert_ne!(drawn, {
            let mut other = Rng::stream(7, "dice");
            (0..8).map(|_| other.below(100)).collect::<Vec<_>>()
        });
    }

    #[test]
    fn is_uniform() {
        let mut rng = Rng::new(1);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7) as usize] += 1;
        }
        assert!(counts.iter().all(|c| (9_500..10_500).contains(c)), "{counts:?}");
    }
}
