//! The state of a game: a flat row of words, laid out by the program.

use crate::program::Program;
use crate::program::layout::Field;
use crate::program::op::FieldId;

/// All that is needed to go on with a game, but for the log of past positions. Copying it is one copy of its words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct State {
    pub(crate) words: Vec<u64>,
}

/// The word of the position's hash.
pub(crate) const HASH: usize = 0;

/// The part of the hash that value `v` at place `i` of a field contributes.
#[inline(always)]
pub(crate) fn hash_part(seed: u64, i: u32, v: i32) -> u64 {
    if v == 0 {
        return 0;
    }
    // The finaliser of splitmix64 (Steele, Lea and Flood, 2014) over a key that differs for each field, place and value.
    let mut z = seed.wrapping_add((u64::from(i) << 32 | u64::from(v as u32)).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Reads place `i` of a field; the caller has checked that `i` is within.
#[inline(always)]
pub(crate) fn read(words: &[u64], field: &Field, i: u32) -> i32 {
    let per = 6 - field.lane;
    let word = words[(field.base + (i >> per)) as usize];
    let shift = (i & ((1 << per) - 1)) << field.lane;
    match field.lane {
        3 => i32::from((word >> shift) as u8),
        4 => i32::from((word >> shift) as u16),
        _ => (word >> shift) as i32,
    }
}

/// The word that holds place `i`, its index, and the word with `v` put there.
#[inline(always)]
pub(crate) fn with(words: &[u64], field: &Field, i: u32, v: i32) -> (usize, u64) {
    let per = 6 - field.lane;
    let at = (field.base + (i >> per)) as usize;
    let shift = (i & ((1 << per) - 1)) << field.lane;
    let mask = match field.lane {
        3 => 0xFF,
        4 => 0xFFFF,
        _ => 0xFFFF_FFFF_u64,
    };
    (at, words[at] & !(mask << shift) | ((v as u32 as u64 & mask) << shift))
}

impl State {
    /// Puts every field to its initial value.
    pub(crate) fn reset(&mut self, program: &Program) {
        self.words.clear();
        self.words.resize(program.words as usize, 0);
        for field in &program.fields {
            if field.initial != 0 {
                for i in 0..field.len {
                    let (at, word) = with(&self.words, field, i, field.initial);
                    self.words[at] = word;
                }
            }
        }
        self.derive(program);
    }

    /// Place `i` of a field; 0 outside it.
    #[must_use]
    pub fn get(&self, program: &Program, id: FieldId, i: u32) -> i32 {
        let field = &program.fields[id.0 as usize];
        if i < field.len { read(&self.words, field, i) } else { 0 }
    }

    /// Sets place `i` of a field, if it is kept, and nothing that is derived from it: see [`State::derive`].
    pub(crate) fn put(&mut self, program: &Program, id: FieldId, i: u32, value: i32) {
        let field = &program.fields[id.0 as usize];
        if i < field.len {
            let (at, word) = with(&self.words, field, i, value);
            self.words[at] = word;
        }
    }

    /// Becomes equal to another state of the same program, without a new allocation.
    pub fn copy_from(&mut self, other: &State) {
        self.words.clone_from(&other.words);
    }

    /// Becomes equal to a state of another program of the same game: fields are found by name. What the other program does not keep,
    /// since none of its rules reads it, stays as it is.
    pub(crate) fn adapt(&mut self, program: &Program, from: &Program, other: &State) {
        for field in &program.fields {
            let Some(old) = from.fields.iter().find(|f| f.name == field.name) else { continue };
            for i in 0..field.len.min(old.len) {
                let (at, word) = with(&self.words, field, i, read(&other.words, old, i));
                self.words[at] = word;
            }
        }
        self.derive(program);
    }

    /// Takes what outlasts the rounds of a match over from a state of another of its games.
    pub(crate) fn take_over(&mut self, program: &Program, from: &Program, before: &State) {
        for field in program.fields.iter().filter(|field| field.lasts) {
            let Some(old) = from.fields.iter().find(|old| old.lasts && old.name == field.name) else { continue };
            for i in 0..field.len.min(old.len) {
                let (at, word) = with(&self.words, field, i, read(&before.words, old, i));
                self.words[at] = word;
            }
        }
    }

    /// Computes hash and indexes from the fields.
    pub(crate) fn derive(&mut self, program: &Program) {
        self.words[HASH] = if program.keeps_hash { self.computed_hash(program) } else { 0 };
        for index in &program.indexes {
            let field = &program.fields[index.field.0 as usize];
            let words = index.classes as usize * program.width;
            self.words[index.base as usize..][..words].fill(0);
            for i in 0..field.len {
                let value = read(&self.words, field, i);
                let class = index.class_of(value);
                if class >= 0 {
                    self.words[index.base as usize + class as usize * program.width + i as usize / 64] |= 1 << (i % 64);
                }
            }
        }
    }

    /// The hash of the position: sites, kinds, owners, site values.
    #[must_use]
    pub fn hash(&self, program: &Program) -> u64 {
        if program.keeps_hash { self.words[HASH] } else { self.computed_hash(program) }
    }

    fn computed_hash(&self, program: &Program) -> u64 {
        let mut hash = 0;
        for field in &program.fields {
            if let Some(seed) = field.hash {
                for i in 0..field.len {
                    hash ^= hash_part(seed, i, read(&self.words, field, i));
                }
            }
        }
        hash
    }

    /// Its words.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Debug builds: everything derived must equal what its fields give.
    #[cfg(debug_assertions)]
    pub(crate) fn check_derived(&self, program: &Program) {
        let mut fresh = self.clone();
        if let Some(stacks) = &program.stacks {
            for site in 0..program.fields[stacks.height.0 as usize].len {
                let height = self.get(program, stacks.height, site) as u32;
                let top =
                    if height == 0 { 0 } else { self.get(program, stacks.levels, site * stacks.max + height - 1) };
                assert_eq!(
                    top,
                    self.get(program, stacks.top, site),
                    "the top of site {site} is not what its stack says"
                );
                for level in height..stacks.max {
                    assert_eq!(
                        self.get(program, stacks.levels, site * stacks.max + level),
                        0,
                        "a piece above the top of site {site}"
                    );
                }
            }
        }
        fresh.derive(program);
        assert_eq!(fresh.words[HASH], self.words[HASH], "the hash is not what the fields give");
        for index in &program.indexes {
            let range = index.base as usize..index.base as usize + index.classes as usize * program.width;
            assert_eq!(
                fresh.words[range.clone()],
                self.words[range],
                "index {} is not what its field gives",
                index.name
            );
        }
    }
}
