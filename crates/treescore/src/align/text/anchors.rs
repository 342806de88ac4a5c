//! Anchors: substrings that occur exactly once on each side, so that both texts certainly correspond there.

use crate::values::hash::Seed;

/// A substring of gold: its first position on each side, or [`NEVER`], with [`OFTEN`] if there are more. A text may have
/// millions of characters, and each is the start of a substring.
#[derive(Clone, Copy, Debug)]
struct Slot {
    gold: u32,
    system: u32,
}

/// Stands for a substring that is not there.
const NEVER: u32 = u32::MAX;
/// Added to the first position of a substring that is there more than once.
const OFTEN: u32 = 1 << 31;

impl Slot {
    const FREE: Self = Self { gold: NEVER, system: NEVER };

    /// The first positions, if both sides have the substring.
    fn pair(self) -> Option<Pair> {
        let position = |seen: u32| (seen & !OFTEN) as usize;
        (self.system != NEVER).then(|| (position(self.gold), position(self.system)))
    }

    /// The positions, if each side has the substring once.
    fn unique(self) -> Option<Pair> {
        let is_once = |seen: u32| seen & OFTEN == 0;
        self.pair().filter(|_| is_once(self.gold) && is_once(self.system))
    }
}

/// Sees a substring at a position.
fn see(seen: &mut u32, at: usize) {
    *seen = if *seen == NEVER { at as u32 } else { *seen | OFTEN };
}

/// Finds common substrings of one length. Buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Anchors {
    /// Hash table of the substrings of gold, with open addressing.
    slots: Vec<Slot>,
    /// Some bits of the hash of each slot; 0 for a free one.
    tags: Vec<u8>,
    pairs: Vec<Pair>,
    chain: Chain,
    seed: Seed,
}

/// The start of a substring in gold and in the system.
pub(super) type Pair = (usize, usize);

impl Anchors {
    /// Appends the anchors of length `size`: of the substrings that occur exactly once on each side, a
    /// longest sequence that is in the same order in both texts. Returns their number.
    pub(super) fn find(&mut self, gold: &[u32], system: &[u32], size: usize, into: &mut Vec<Pair>) -> usize {
        if !self.fill(gold, system, size) {
            return 0;
        }
        self.pairs.clear();
        self.pairs.extend(self.slots.iter().filter_map(|slot| slot.unique()));
        self.pairs.sort_unstable();
        self.chain.longest(&self.pairs, into)
    }

    /// The common substring of length `size` nearest to the start: the smallest sum of distances, then the
    /// smallest in gold.
    pub(super) fn nearest(&mut self, gold: &[u32], system: &[u32], size: usize) -> Option<Pair> {
        if !self.fill(gold, system, size) {
            return None;
        }
        let common = self.slots.iter().filter_map(|slot| slot.pair());
        common.min_by_key(|&(gold, system)| (gold + system, gold))
    }

    /// Reads both texts into the slots. Returns false if one of them is too short.
    fn fill(&mut self, gold: &[u32], system: &[u32], size: usize) -> bool {
        if gold.len() < size || system.len() < size || gold.len().max(system.len()) >= OFTEN as usize {
            return false;
        }
        // Most slots are taken: it is the tags that are searched, which are next to each other.
        let room = (gold.len() - size + 1) / 4 * 5 + 5;
        self.slots.clear();
        self.slots.resize(room, Slot::FREE);
        self.tags.clear();
        self.tags.resize(room, 0);
        let factor = self.seed.multiplier();
        for (at, (hash, gram)) in hashes(gold, size, factor).zip(gold.windows(size)).enumerate() {
            let (place, tag) = self.place(gold, hash, gram);
            see(&mut self.slots[place].gold, at);
            self.tags[place] = tag;
        }
        for (at, (hash, gram)) in hashes(system, size, factor).zip(system.windows(size)).enumerate() {
            let (place, _) = self.place(gold, hash, gram);
            if self.tags[place] != 0 {
                see(&mut self.slots[place].system, at);
            }
        }
        true
    }

    /// The slot of a substring, or the free slot where it belongs. Hash matches are verified.
    fn place(&self, gold: &[u32], hash: u64, gram: &[u32]) -> (usize, u8) {
        let mixed = hash.wrapping_mul(self.seed.multiplier());
        // The upper bits say where, some of the others what it is.
        let tag = ((mixed >> 16) as u8).max(1);
        let mut at = (((mixed >> 32) * self.slots.len() as u64) >> 32) as usize;
        loop {
            let found = self.tags[at];
            let is_it = || gold[(self.slots[at].gold & !OFTEN) as usize..][..gram.len()] == *gram;
            if found == 0 || found == tag && is_it() {
                return (at, tag);
            }
            at += 1;
            if at == self.slots.len() {
                at = 0;
            }
        }
    }

    /// Gives back the memory of long texts.
    pub(super) fn give_back(&mut self) {
        self.slots = Vec::new();
        self.tags = Vec::new();
        self.pairs = Vec::new();
        self.chain = Chain::default();
    }
}

/// Rolling hashes of all substrings of this length.
fn hashes(text: &[u32], size: usize, factor: u64) -> impl Iterator<Item = u64> {
    let add =
        move |hash: u64, &character: &u32| hash.wrapping_mul(factor).wrapping_add(u64::from(character) + 1);
    let first = text[..size].iter().fold(0, add);
    let oldest = (1..size).fold(1_u64, |power, _| power.wrapping_mul(factor));
    let mut hash = first;
    let moved = text.iter().zip(&text[size..]).map(move |(old, new)| {
        hash = add(hash.wrapping_sub(oldest.wrapping_mul(u64::from(*old) + 1)), new);
        hash
    });
    std::iter::once(first).chain(moved)
}

/// Longest increasing subsequence, by patience sorting.
#[derive(Clone, Debug, Default)]
struct Chain {
    /// For each length, the last pair of the best sequence of that length.
    tails: Vec<u32>,
    /// For each pair, the one before it in the best sequence that ends with it; itself if there is none.
    before: Vec<u32>,
}

impl Chain {
    /// Appends the longest sequence of pairs in system order. `pairs` is in gold order.
    fn longest(&mut self, pairs: &[Pair], into: &mut Vec<Pair>) -> usize {
        self.tails.clear();
        self.before.clear();
        for (number, &(_, system)) in pairs.iter().enumerate() {
            let is_before = |tail: &u32| pairs[*tail as usize].1 < system;
            // The two texts are mostly in the same order, and the new pair is the last.
            let length = match self.tails.last() {
                Some(last) if is_before(last) => self.tails.len(),
                _ => self.tails.partition_point(is_before),
            };
            let number = number as u32;
            self.before.push(length.checked_sub(1).map_or(number, |shorter| self.tails[shorter]));
            match self.tails.get_mut(length) {
                Some(tail) => *tail = number,
                None => self.tails.push(number),
            }
        }
        let start = into.len();
        let mut at = self.tails.last().copied();
        while let Some(number) = at {
            into.push(pairs[number as usize]);
            at = Some(self.before[number as usize]).filter(|&before| before != number);
        }
        into[start..].reverse();
        into.len() - start
    }
}

#[cfg(test)]
#[path = "anchors_tests.rs"]
mod tests;
