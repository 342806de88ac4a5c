//! Names as small integers.

use std::fmt;

use super::hash::Seed;

/// Numbers for names: equal names have equal numbers, counted from 0 in order of first appearance.
///
/// Names are stored one after the other, so that there may be millions of them. Numbers within a pair are cleared for the
/// next one: words do not accumulate, and once warm, nothing is allocated.
///
/// ```
/// use treescore::values::Vocabulary;
/// let mut names = Vocabulary::default();
/// assert_eq!((names.number(b"von"), names.number(b"nach"), names.number(b"von")), (0, 1, 0));
/// assert_eq!(names.name(1), b"nach");
/// names.clear();
/// assert_eq!(names.number(b"nach"), 0);
/// ```
#[derive(Clone, Default)]
pub struct Vocabulary {
    /// Open addressing; the length is a power of two, and at most half of the slots are taken.
    /// A slot holds `first` plus the number of its name; what is less is of an earlier pair, and free.
    slots: Vec<u32>,
    first: u32,
    seed: Seed,
    bytes: Vec<u8>,
    entries: Vec<Entry>,
}

/// Beyond this the slots are cleared, so that there is room for the numbers of any pair.
const MOST_FIRST: u32 = 1 << 30;

/// The end of a name in `bytes`, and above it some bits of its hash. A line may have millions of names, and both in full
/// would take twice the memory.
#[derive(Clone, Copy, Debug)]
struct Entry(u64);

impl Entry {
    /// Names of one pair take less than 64 GiB: each of its units is shorter than one.
    const END_BITS: u32 = 36;

    fn new(hash: u64, end: usize) -> Self {
        Self(hash >> Self::END_BITS << Self::END_BITS | end as u64)
    }

    #[inline]
    fn end(self) -> usize {
        (self.0 & ((1 << Self::END_BITS) - 1)) as usize
    }

    /// True for the hash of the name; of others, for one in 2^28. A slot is found by other bits.
    #[inline]
    fn may_have(self, hash: u64) -> bool {
        (self.0 ^ hash) >> Self::END_BITS == 0
    }
}

impl Vocabulary {
    /// Removes all names.
    pub fn clear(&mut self) {
        self.first = self.first.saturating_add(self.entries.len() as u32);
        self.bytes.clear();
        self.entries.clear();
        if self.first > MOST_FIRST {
            self.slots.fill(0);
            self.first = 1;
        }
    }

    /// The number of a name. A new name gets the next number.
    pub fn number(&mut self, name: &[u8]) -> u32 {
        if self.slots.len() < 2 * (self.entries.len() + 1) {
            self.grow();
        }
        let hash = self.seed.hash(name);
        match self.find(hash, name) {
            Ok(number) => number,
            Err(slot) => {
                let number = self.entries.len() as u32;
                self.slots[slot] = self.first + number;
                self.bytes.extend_from_slice(name);
                self.entries.push(Entry::new(hash, self.bytes.len()));
                number
            }
        }
    }

    /// The name with this number; empty if there is none.
    pub fn name(&self, number: u32) -> &[u8] {
        let number = number as usize;
        let Some(entry) = self.entries.get(number) else { return &[] };
        let start = number.checked_sub(1).map_or(0, |before| self.entries[before].end());
        &self.bytes[start..entry.end()]
    }

    /// The number of a name that is there.
    pub fn get(&self, name: &[u8]) -> Option<u32> {
        if self.slots.is_empty() { None } else { self.find(self.seed.hash(name), name).ok() }
    }

    /// Adds a number whose name is empty, and which no name has: the empty name itself is to be added before.
    pub(crate) fn add_unnamed(&mut self) {
        self.entries.push(Entry::new(0, self.bytes.len()));
    }

    /// The number of names.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True if there are no names.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The number of a name, or the free slot for it.
    #[expect(
        clippy::inline_always,
        reason = "every word is looked up, and the call takes as long as the look-up"
    )]
    #[inline(always)]
    fn find(&self, hash: u64, name: &[u8]) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let Some(number) = self.slots[at].checked_sub(self.first) else { return Err(at) };
            if self.entries[number as usize].may_have(hash) && self.name(number) == name {
                return Ok(number);
            }
            at = (at + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let length = (2 * self.slots.len()).max(64);
        // The old slots are not needed beside the new ones.
        self.slots = Vec::new();
        self.slots.resize(length, 0);
        self.first = 1;
        let mut start = 0;
        for (number, entry) in self.entries.iter().enumerate() {
            let mut at = self.seed.hash(&self.bytes[start..entry.end()]) as usize & (length - 1);
            start = entry.end();
            while self.slots[at] != 0 {
                at = (at + 1) & (length - 1);
            }
            self.slots[at] = self.first + number as u32;
        }
    }
}

/// The names by their numbers. Where they are stored differs from run to run.
impl fmt::Debug for Vocabulary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = (0..self.len() as u32).map(|number| String::from_utf8_lossy(self.name(number)));
        f.debug_list().entries(names).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_are_those_of_a_list(rounds in proptest::collection::vec(proptest::collection::vec("[a-c]{0,4}", 0..120), 1..5), wrap: bool) {
            let mut names = Vocabulary::default();
            for round in rounds {
                names.clear();
                if wrap {
                    names.first = MOST_FIRST;
                }
                let mut list: Vec<String> = Vec::new();
                for name in round {
                    if !list.contains(&name) {
                        list.push(name.clone());
                    }
                    let number = names.number(name.as_bytes());
                    prop_assert_eq!(list.iter().position(|one| *one == name), Some(number as usize));
                    prop_assert_eq!(names.name(number), name.as_bytes());
                }
                prop_assert_eq!(names.len(), list.len());
                prop_assert_eq!(names.name(list.len() as u32), b"");
            }
        }
    }
}
