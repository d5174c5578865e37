//! The same games written by hand, as fast as was easy: what the interpreter is measured against.
//!
//! Each function plays one uniformly random game. Bitboards, moves counted per direction and picked by rank, tables for what
//! never changes: no legality that the game does not need, no history but where a rule asks for it.

/// xorshift64: enough for random play, and nearly free.
pub struct Rng(pub u64);

impl Rng {
    #[inline(always)]
    fn next(&mut self) -> u64 {
        let mut x = self.0;
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        self.0 = x;
        x
    }

    #[inline(always)]
    fn below(&mut self, n: u32) -> u32 {
        (((self.next() >> 32) * n as u64) >> 32) as u32
    }
}

/// The place of set bit number `n`.
#[inline(always)]
fn nth(mut b: u64, n: u32) -> u32 {
    for _ in 0..n {
        b &= b - 1;
    }
    b.trailing_zeros()
}

/// What was played so far.
#[derive(Default, Clone, Copy)]
pub struct R {
    /// Plies.
    pub moves: u64,
    /// Games won by the first player.
    pub w1: u64,
    /// Games drawn.
    pub draw: u64,
}

// ---------------- Tic-Tac-Toe ----------------
pub fn ttt_table() -> [bool; 512] {
    let l = [0b111u16, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100];
    let mut t = [false; 512];
    for i in 0..512u16 {
        t[i as usize] = l.iter().any(|&m| i & m == m);
    }
    t
}
pub fn ttt(rng: &mut Rng, t: &[bool; 512], r: &mut R) {
    let (mut me, mut opp) = (0u16, 0u16);
    let mut n = 0u32;
    loop {
        let empty = !(me | opp) & 511;
        if empty == 0 {
            r.draw += 1;
            break;
        }
        let k = rng.below(9 - n);
        let s = nth(empty as u64, k);
        me |= 1 << s;
        n += 1;
        if t[me as usize] {
            if n & 1 == 1 {
                r.w1 += 1;
            }
            break;
        }
        std::mem::swap(&mut me, &mut opp);
    }
    r.moves += n as u64;
}
// ---------------- Breakthrough 8x8 ----------------
const FA: u64 = 0x0101010101010101;
const FH: u64 = 0x8080808080808080;
pub fn breakthrough(rng: &mut Rng, r: &mut R) {
    // white moves up (<<8), black moves down (>>8)
    let (mut w, mut b) = (0xFFFFu64, 0xFFFFu64 << 48);
    let mut n = 0u64;
    loop {
        // white
        let e = !(w | b);
        let f = (w << 8) & e;
        let l = ((w & !FA) << 7) & !w;
        let rt = ((w & !FH) << 9) & !w;
        let (cf, cl, cr) = (f.count_ones(), l.count_ones(), rt.count_ones());
        let t = cf + cl + cr;
        if t == 0 {
            r.draw += 1;
            break;
        }
        let k = rng.below(t);
        n += 1;
        let (to, from) = if k < cf {
            let s = nth(f, k);
            (s, s - 8)
        } else if k < cf + cl {
            let s = nth(l, k - cf);
            (s, s - 7)
        } else {
            let s = nth(rt, k - cf - cl);
            (s, s - 9)
        };
        w ^= (1 << to) | (1 << from);
        b &= !(1 << to);
        if to >= 56 || b == 0 {
            r.w1 += 1;
            break;
        }
        // black
        let e = !(w | b);
        let f = (b >> 8) & e;
        let l = ((b & !FA) >> 9) & !b;
        let rt = ((b & !FH) >> 7) & !b;
        let (cf, cl, cr) = (f.count_ones(), l.count_ones(), rt.count_ones());
        let t = cf + cl + cr;
        if t == 0 {
            r.draw += 1;
            break;
        }
        let k = rng.below(t);
        n += 1;
        let (to, from) = if k < cf {
            let s = nth(f, k);
            (s, s + 8)
        } else if k < cf + cl {
            let s = nth(l, k - cf);
            (s, s + 9)
        } else {
            let s = nth(rt, k - cf - cl);
            (s, s + 7)
        };
        b ^= (1 << to) | (1 << from);
        w &= !(1 << to);
        if to < 8 || w == 0 {
            break;
        }
    }
    r.moves += n;
}
// ---------------- Reversi 8x8 ----------------
#[inline(always)]
fn sh(x: u64, d: usize) -> u64 {
    match d {
        0 => x << 8,
        1 => x >> 8,
        2 => (x & !FH) << 1,
        3 => (x & !FA) >> 1,
        4 => (x & !FH) << 9,
        5 => (x & !FA) << 7,
        6 => (x & !FH) >> 7,
        _ => (x & !FA) >> 9,
    }
}
#[inline(always)]
fn rmoves(me: u64, op: u64) -> u64 {
    let e = !(me | op);
    let mut m = 0;
    let mut d = 0;
    while d < 8 {
        let mut x = sh(me, d) & op;
        x |= sh(x, d) & op;
        x |= sh(x, d) & op;
        x |= sh(x, d) & op;
        x |= sh(x, d) & op;
        x |= sh(x, d) & op;
        m |= sh(x, d) & e;
        d += 1;
    }
    m
}
#[inline(always)]
fn rflip(me: u64, op: u64, s: u64) -> u64 {
    let mut f = 0;
    let mut d = 0;
    while d < 8 {
        let mut x = sh(s, d) & op;
        x |= sh(x, d) & op;
        x |= sh(x, d) & op;
        x |= sh(x, d) & op;
        x |= sh(x, d) & op;
        x |= sh(x, d) & op;
        if sh(x, d) & me != 0 {
            f |= x;
        }
        d += 1;
    }
    f
}
pub fn reversi(rng: &mut Rng, r: &mut R) {
    let (mut me, mut op) = ((1u64 << 28) | (1 << 35), (1u64 << 27) | (1 << 36));
    let mut n = 0u64;
    let mut p1 = true;
    let mut passed = false;
    loop {
        let m = rmoves(me, op);
        if m == 0 {
            if passed {
                break;
            }
            passed = true;
            n += 1;
            std::mem::swap(&mut me, &mut op);
            p1 = !p1;
            continue;
        }
        passed = false;
        let s = 1u64 << nth(m, rng.below(m.count_ones()));
        let f = rflip(me, op, s);
        me |= s | f;
        op &= !f;
        n += 1;
        std::mem::swap(&mut me, &mut op);
        p1 = !p1;
    }
    let (a, b) = if p1 { (me, op) } else { (op, me) };
    if a.count_ones() > b.count_ones() {
        r.w1 += 1
    } else if a.count_ones() == b.count_ones() {
        r.draw += 1
    }
    r.moves += n;
}
// ---------------- Death Stacks 6x6 ----------------
// stack = (len, bits) bits: bit i = owner (0/1) of i-th piece from the BOTTOM. 24 pieces max in total -> u32 bits.
/// open-addressing repetition table, cleared by replaying the used-slot list
pub struct Tab {
    k: Vec<u64>,
    c: Vec<u8>,
    used: Vec<u32>,
    mask: usize,
}
impl Tab {
    pub fn new(bits: u32) -> Self {
        let n = 1usize << bits;
        Tab { k: vec![0; n], c: vec![0; n], used: Vec::with_capacity(n / 2), mask: n - 1 }
    }
    fn clear(&mut self) {
        for &i in &self.used {
            self.c[i as usize] = 0;
        }
        self.used.clear();
    }
    #[inline(always)]
    fn inc(&mut self, key: u64) -> u8 {
        let mut i = key as usize & self.mask;
        loop {
            if self.c[i] == 0 {
                self.k[i] = key;
                self.c[i] = 1;
                self.used.push(i as u32);
                return 1;
            }
            if self.k[i] == key {
                self.c[i] += 1;
                return self.c[i];
            }
            i = (i + 1) & self.mask;
        }
    }
}
/// `ends[(site * 24 + k - 1) * 8 ..]`: the distinct end squares of an exact walk of k steps, the start excluded;
/// `before[site * 25 + k]`: how many such ends all shorter walks from that site have.
pub struct DS {
    ends: Vec<u8>,
    before: Vec<u32>,
    z: Vec<u64>,
}
fn reflect(p: i32) -> i32 {
    let m = p.rem_euclid(10);
    if m > 5 { 10 - m } else { m }
}
impl DS {
    pub fn new() -> Self {
        let ds = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
        let mut ends = vec![0u8; 36 * 24 * 8];
        let mut before = vec![0u32; 36 * 25];
        for s in 0..36i32 {
            for k in 1..=24i32 {
                let mut seen = vec![s as u8];
                for (dx, dy) in ds {
                    let e = (reflect(s / 6 + dy * k) * 6 + reflect(s % 6 + dx * k)) as u8;
                    if !seen.contains(&e) {
                        seen.push(e);
                    }
                }
                for (i, &e) in seen[1..].iter().enumerate() {
                    ends[(s as usize * 24 + k as usize - 1) * 8 + i] = e;
                }
                before[s as usize * 25 + k as usize] = before[s as usize * 25 + k as usize - 1] + seen.len() as u32 - 1;
            }
        }
        let mut g = Rng(0x9E3779B97F4A7C15);
        let z = (0..36 * 24 * 2).map(|_| g.next()).collect();
        DS { ends, before, z }
    }
}
#[inline(always)]
fn zst(d: &DS, s: usize, from: u32, len: u32, bits: u32) -> u64 {
    let mut h = 0;
    for l in from..len {
        h ^= d.z[(s * 24 + l as usize) * 2 + ((bits >> l) & 1) as usize];
    }
    h
}
pub fn death(rng: &mut Rng, d: &DS, hist: &mut Tab, r: &mut R, cap: u32) {
    let mut len = [0u8; 36];
    let mut bits = [0u32; 36];
    let mut h = 0u64;
    let mut ctl = [0x3Fu64, 0x3Fu64 << 30]; // controlled-site masks
    for i in 0..6 {
        len[i] = 2;
        bits[i] = 0;
        len[30 + i] = 2;
        bits[30 + i] = 3;
    }
    for s in 0..36 {
        h ^= zst(d, s, 0, len[s] as u32, bits[s]);
    }
    hist.clear();
    hist.inc(h);
    let mut p = 0usize;
    let mut n = 0u32;
    let side = 0xA5A5_1234_9876_5A5Au64;
    loop {
        // moves of a site: the ends of all k up to its height; only k >= height - 4 of the too-tall ones when there is one
        let mine = ctl[p];
        let (mut big, mut tot) = (0u32, 0u32);
        let mut b = mine;
        while b != 0 {
            let s = b.trailing_zeros() as usize;
            b &= b - 1;
            let l = len[s] as usize;
            let c = d.before[s * 25 + l];
            tot += c;
            if l > 4 {
                big += c - d.before[s * 25 + l - 5];
            }
        }
        let forced = big > 0;
        let mut k = rng.below(if forced { big } else { tot });
        let mut b = mine;
        let (s, lo) = loop {
            let q = b.trailing_zeros() as usize;
            b &= b - 1;
            let l = len[q] as usize;
            if forced && l <= 4 {
                continue;
            }
            let lo = if forced { l - 5 } else { 0 };
            let c = d.before[q * 25 + l] - d.before[q * 25 + lo];
            if k < c {
                break (q, lo);
            }
            k -= c;
        };
        let k = k + d.before[s * 25 + lo];
        let mut take = lo + 1;
        while d.before[s * 25 + take] <= k {
            take += 1;
        }
        let to = d.ends[(s * 24 + take - 1) * 8 + (k - d.before[s * 25 + take - 1]) as usize] as usize;
        let take = take as u32;
        let ls = len[s] as u32;
        let lt = len[to] as u32;
        let base = ls - take;
        let top = bits[s] >> base;
        n += 1;
        h ^= zst(d, s, base, ls, bits[s]);
        bits[s] &= (1u32 << base) - 1;
        len[s] = base as u8;
        bits[to] |= top << lt;
        len[to] = (lt + take) as u8;
        h ^= zst(d, to, lt, lt + take, bits[to]);
        let m = (1u64 << s) | (1u64 << to);
        ctl[0] &= !m;
        ctl[1] &= !m;
        if base > 0 {
            ctl[((bits[s] >> (base - 1)) & 1) as usize] |= 1 << s;
        }
        ctl[((bits[to] >> (lt + take - 1)) & 1) as usize] |= 1 << to;
        p ^= 1;
        if ctl[p] == 0 {
            if p == 1 {
                r.w1 += 1;
            }
            break;
        }
        let key = h ^ if p == 1 { side } else { 0 };
        if hist.inc(key) >= 3 || n >= cap {
            r.draw += 1;
            break;
        }
    }
    r.moves += n as u64;
}
