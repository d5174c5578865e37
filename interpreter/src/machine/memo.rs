//! Answers that are kept: what a block found in a state, for the next time that it is asked in one that is the same to it.

use super::run::Run;
use crate::program::Program;
use crate::program::op::MemoId;

/// How many answers are kept.
const PLACES: usize = 1 << 14;

/// Answers by a hash of what they depend on, each in one place; a newer one takes it. As with the log of positions, two states of one
/// hash are taken for the same.
#[derive(Clone, Debug)]
pub(crate) struct Memos(Vec<(u64, i32)>);

impl Memos {
    /// Room for what a program keeps.
    pub fn new(program: &Program) -> Memos {
        let keeps = program.memos.iter().any(|memo| !memo.words.is_empty());
        Memos(if keeps { vec![(0, 0); PLACES] } else { Vec::new() })
    }
}

/// Odd numbers with about as many ones as zeros.
const FACTORS: [u64; 4] = [0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB, 0x8EBC_6AF0_9C88_C6E3, 0x5899_65CC_7537_4CC3];

#[inline(always)]
fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

impl<const W: usize> Run<'_, W> {
    #[inline(never)]
    pub(super) fn recall(&self, id: MemoId) -> Option<i32> {
        let key = self.memo_key(id)?;
        let (kept, answer) = *self.core.memo.0.get(key as usize % PLACES)?;
        (kept == key).then_some(answer)
    }

    #[inline(never)]
    pub(super) fn remember(&mut self, id: MemoId, answer: i32) {
        if let Some(key) = self.memo_key(id)
            && let Some(place) = self.core.memo.0.get_mut(key as usize % PLACES)
        {
            *place = (key, answer);
        }
    }

    /// A hash of all that the answer depends on, never 0; none where it is not kept.
    fn memo_key(&self, id: MemoId) -> Option<u64> {
        let memo = &self.program.memos[id.0 as usize];
        if memo.words.is_empty() {
            return None;
        }
        // Four hashes in turns, which need not wait for each other.
        let mut hashes = FACTORS.map(|factor| factor ^ (u64::from(id.0) + 1));
        for (from, to) in &memo.words {
            for words in self.words[*from as usize..*to as usize].chunks(FACTORS.len()) {
                for ((hash, factor), word) in hashes.iter_mut().zip(FACTORS).zip(words) {
                    *hash = mix(*hash ^ word, factor);
                }
            }
        }
        let all = hashes.iter().zip(FACTORS).fold(0, |all, (hash, factor)| mix(all ^ hash, factor));
        Some(all | 1 << 63)
    }
}
