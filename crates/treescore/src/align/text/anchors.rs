//! Anchors: substrings that occur exactly once on each side, so that both texts certainly correspond there.

use crate::values::hash::Seed;

/// How often a substring was seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Seen {
    #[default]
    Never,
    Once,
    Often,
}

impl Seen {
    fn again(self) -> Self {
        if self == Self::Never { Self::Once } else { Self::Often }
    }
}

/// A substring of gold, and its first position on each side.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    tag: u32,
    gold: u32,
    system: u32,
    in_gold: Seen,
    in_system: Seen,
}

/// Finds common substrings of one length. Buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Anchors {
    /// Hash table of the substrings of gold, with open addressing.
    slots: Vec<Slot>,
    /// The slot of each substring of gold, in text order.
    order: Vec<u32>,
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
        for (at, &slot) in self.order.iter().enumerate() {
            let slot = &self.slots[slot as usize];
            if slot.in_gold == Seen::Once && slot.in_system == Seen::Once {
                self.pairs.push((at, slot.system as usize));
            }
        }
        self.chain.longest(&self.pairs, into)
    }

    /// The common substring of length `size` nearest to the start: the smallest sum of distances, then the
    /// smallest in gold.
    pub(super) fn nearest(&mut self, gold: &[u32], system: &[u32], size: usize) -> Option<Pair> {
        if !self.fill(gold, system, size) {
            return None;
        }
        let common = self.slots.iter().filter(|slot| slot.in_system != Seen::Never);
        let pairs = common.map(|slot| (slot.gold as usize, slot.system as usize));
        pairs.min_by_key(|&(gold, system)| (gold + system, gold))
    }

    /// Reads both texts into the slots. Returns false if one of them is too short.
    fn fill(&mut self, gold: &[u32], system: &[u32], size: usize) -> bool {
        if gold.len() < size || system.len() < size {
            return false;
        }
        let room = (2 * (gold.len() - size + 1)).next_power_of_two().max(2);
        self.slots.clear();
        self.slots.resize(room, Slot::default());
        self.order.clear();
        let factor = self.seed.multiplier();
        for (at, (hash, gram)) in hashes(gold, size, factor).zip(gold.windows(size)).enumerate() {
            let (place, tag) = self.place(gold, hash, gram);
            let slot = &mut self.slots[place];
            if slot.in_gold == Seen::Never {
                (slot.gold, slot.tag) = (at as u32, tag);
            }
            slot.in_gold = slot.in_gold.again();
            self.order.push(place as u32);
        }
        for (at, (hash, gram)) in hashes(system, size, factor).zip(system.windows(size)).enumerate() {
            let (place, _) = self.place(gold, hash, gram);
            let slot = &mut self.slots[place];
            if slot.in_gold != Seen::Never {
                if slot.in_system == Seen::Never {
                    slot.system = at as u32;
                }
                slot.in_system = slot.in_system.again();
            }
        }
        true
    }

    /// The slot of a substring, or the free slot where it belongs. Hash matches are verified.
    fn place(&self, gold: &[u32], hash: u64, gram: &[u32]) -> (usize, u32) {
        let mixed = hash.wrapping_mul(self.seed.multiplier());
        let tag = mixed as u32;
        let mask = self.slots.len() - 1;
        let mut at = (mixed >> (64 - self.slots.len().trailing_zeros())) as usize;
        loop {
            let slot = &self.slots[at];
            let is_it = || slot.tag == tag && &gold[slot.gold as usize..][..gram.len()] == gram;
            if slot.in_gold == Seen::Never || is_it() {
                return (at, tag);
            }
            at = (at + 1) & mask;
        }
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
