//! The log of positions that have occurred: append-only, outside the state.

/// How often each position has occurred in a game so far.
#[derive(Clone, Debug)]
pub struct Log {
    /// The keys noted, in order.
    keys: Vec<u64>,
    /// Open addressing: key and count; a count of 0 is a free place.
    table: Vec<(u64, u32)>,
    /// The places in use, so that clearing costs no more than filling did.
    used: Vec<u32>,
}

impl Default for Log {
    fn default() -> Self {
        Log { keys: Vec::new(), table: vec![(0, 0); 64], used: Vec::new() }
    }
}

impl Log {
    /// Number of positions noted.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether nothing has been noted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Notes a position.
    pub fn push(&mut self, key: u64) {
        if (self.used.len() + 1) * 2 > self.table.len() {
            self.grow();
        }
        let at = self.place(key);
        if self.table[at].1 == 0 {
            self.table[at].0 = key;
            self.used.push(at as u32);
        }
        self.table[at].1 += 1;
        self.keys.push(key);
    }

    /// How often a position has been noted.
    #[must_use]
    pub fn count(&self, key: u64) -> u32 {
        self.table[self.place(key)].1
    }

    /// Whether the last `len` notes came three times in a row.
    #[must_use]
    pub fn is_cycle(&self, len: usize) -> bool {
        let Some(start) = self.keys.len().checked_sub(3 * len) else { return false };
        let last = &self.keys[start..];
        len > 0 && (len..3 * len).all(|i| last[i] == last[i - len])
    }

    /// Forgets all but the first `len` notes.
    pub fn truncate(&mut self, len: usize) {
        if len >= self.keys.len() {
            return;
        }
        if len == 0 {
            for at in self.used.drain(..) {
                self.table[at as usize].1 = 0;
            }
            self.keys.clear();
            return;
        }
        // Taking entries out would break the chains of open addressing: the latest note is the last one of its chain only
        // when its count falls to 0 in reverse order of insertion, which is the order used here.
        while self.keys.len() > len {
            let Some(key) = self.keys.pop() else { break };
            let at = self.place(key);
            self.table[at].1 -= 1;
            if self.table[at].1 == 0 {
                debug_assert_eq!(self.used.last(), Some(&(at as u32)));
                self.used.pop();
            }
        }
    }

    /// Becomes equal to another log, without a new allocation where there is room.
    pub fn copy_from(&mut self, other: &Log) {
        self.clear();
        other.keys.iter().for_each(|key| self.push(*key));
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.truncate(0);
    }

    fn place(&self, key: u64) -> usize {
        let mask = self.table.len() - 1;
        let mut at = (key ^ (key >> 32)) as usize & mask;
        while self.table[at].1 != 0 && self.table[at].0 != key {
            at = (at + 1) & mask;
        }
        at
    }

    #[cold]
    fn grow(&mut self) {
        let size = self.table.len() * 2;
        let old = std::mem::replace(&mut self.table, vec![(0, 0); size]);
        // In the order of insertion, so that `truncate` may go on in reverse.
        for at in &mut self.used {
            let entry = old[*at as usize];
            let mask = size - 1;
            let mut to = (entry.0 ^ (entry.0 >> 32)) as usize & mask;
            while self.table[to].1 != 0 {
                to = (to + 1) & mask;
            }
            self.table[to] = entry;
            *at = to as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Log;

    #[test]
    fn counts_and_forgets_in_order() {
        let mut log = Log::default();
        let keys: Vec<u64> = (0..500u64).map(|i| (i % 170).wrapping_mul(0x9E37_79B9_7F4A_7C15)).collect();
        let mut counts = Vec::new();
        for key in &keys {
            log.push(*key);
            counts.push(log.count(*key));
        }
        for i in (0..keys.len()).rev() {
            assert_eq!(log.count(keys[i]), counts[i]);
            log.truncate(i);
            assert_eq!(log.count(keys[i]), counts[i] - 1);
        }
        assert!(log.is_empty());
    }
}
