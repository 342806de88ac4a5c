//! Hash tables that no input can slow down.
//!
//! The keys come from files: labels, words, ids. With a fixed hash function a file can be made whose keys all
//! have the same hash, and every look-up then goes through all of them. Here each table hashes with random
//! numbers of its own, so that nobody knows which keys collide. Nothing that is written may depend on the
//! order of a table: it changes from run to run.

use std::hash::{BuildHasher, Hasher, RandomState};

/// A map from names to values.
///
/// ```
/// use treescore::values::hash::HashMap;
/// let mut numbers: HashMap<&[u8], usize> = HashMap::default();
/// numbers.insert(b"NP", 1);
/// assert_eq!(numbers.get(&b"NP"[..]), Some(&1));
/// ```
pub type HashMap<K, V> = std::collections::HashMap<K, V, Seed>;

/// A set of names.
pub type HashSet<T> = std::collections::HashSet<T, Seed>;

/// The random numbers that one table hashes with.
#[derive(Clone, Copy, Debug)]
pub struct Seed {
    start: u64,
    factor: u64,
}

impl Default for Seed {
    fn default() -> Self {
        let random = RandomState::new();
        Self { start: random.hash_one(0_u8), factor: random.hash_one(1_u8) }
    }
}

impl Seed {
    /// The hash of bytes that is the same in every run and table: to compare texts, never to find them.
    pub fn fixed() -> Self {
        Self { start: 0x243F_6A88_85A3_08D3, factor: 0x9E37_79B9_7F4A_7C15 }
    }

    /// The hash of a name.
    #[inline]
    pub fn hash(self, name: &[u8]) -> u64 {
        let mut hasher = self.build_hasher();
        hasher.write(name);
        hasher.finish()
    }

    /// A random odd number: the upper bits of its product with a key say where in a table the key belongs.
    pub(crate) fn multiplier(self) -> u64 {
        self.factor | 1
    }
}

impl BuildHasher for Seed {
    type Hasher = SeededHasher;

    #[inline]
    fn build_hasher(&self) -> SeededHasher {
        SeededHasher { state: self.start, factor: self.factor }
    }
}

/// The hash function: products of 128 bits whose halves are folded together, one for 16 bytes.
///
/// Both factors contain random numbers, so no bytes make a product zero or two products equal in every run.
/// It is not meant for secrets, and not as good as the hasher of the standard library; for names of a few
/// bytes it takes a third of the time.
#[derive(Clone, Copy, Debug)]
pub struct SeededHasher {
    state: u64,
    factor: u64,
}

impl SeededHasher {
    #[inline]
    fn add(&mut self, low: u64, high: u64) {
        self.state = fold(low ^ self.state, high ^ self.factor);
    }
}

impl Hasher for SeededHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (chunks, rest) = bytes.as_chunks::<16>();
        for chunk in chunks {
            self.add(eight(&chunk[..8]), eight(&chunk[8..]));
        }
        // The last pieces overlap; where they begin depends on the length.
        self.state = self.state.rotate_left(bytes.len() as u32 % 64);
        let length = rest.len();
        match length {
            8.. => self.add(eight(&rest[..8]), eight(&rest[length - 8..])),
            4.. => self.add(four(&rest[..4]), four(&rest[length - 4..])),
            1.. => {
                let ends = [rest[0], rest[length / 2], rest[length - 1], 0];
                self.add(u64::from(u32::from_le_bytes(ends)), 0);
            }
            0 => self.add(0, 0),
        }
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.add(u64::from(number), 0);
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.add(u64::from(number), 0);
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.add(number, 0);
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.add(number as u64, 0);
    }

    #[inline]
    fn finish(&self) -> u64 {
        // One product leaves keys that differ in a few bits in a pattern.
        fold(self.state, self.factor)
    }
}

/// The two halves of a product.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

#[inline]
fn eight(bytes: &[u8]) -> u64 {
    bytes.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

#[inline]
fn four(bytes: &[u8]) -> u64 {
    bytes.first_chunk().map_or(0, |bytes| u64::from(u32::from_le_bytes(*bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many keys a table of twice their number has on its fullest place, by the lower bits (where a table
    /// looks) and by the upper bits (what it compares first, and where tables of our own look).
    fn fullest(seed: Seed, keys: &[Vec<u8>]) -> usize {
        let places = (2 * keys.len()).next_power_of_two();
        let bits = places.trailing_zeros();
        let (mut lower, mut upper) = (vec![0; places], vec![0; places]);
        for key in keys {
            let hash = seed.hash(key);
            lower[hash as usize & (places - 1)] += 1;
            upper[(hash >> (64 - bits)) as usize] += 1;
        }
        lower.into_iter().chain(upper).max().unwrap_or(0)
    }

    /// Keys that differ in one piece only, beside a piece that the input chose.
    fn keys(before: &[u8], after: &[u8], length: u32) -> Vec<Vec<u8>> {
        let number = |n: u64| (0..length).map(move |at| (n >> (7 * at) & 127) as u8);
        let room = 1_u64 << (7 * length).min(13);
        (0..room)
            .map(|n| before.iter().copied().chain(number(n)).chain(after.iter().copied()).collect())
            .collect()
    }

    #[test]
    fn keys_made_to_collide_do_not() {
        // Eight bytes equal to a constant of a well-known hash function make its product zero, whatever follows.
        let constant = 0x243F_6A88_85A3_08D3_u64.to_le_bytes();
        let golden = 0x9E37_79B9_7F4A_7C15_u64.to_le_bytes();
        for _ in 0..4 {
            let seed = Seed::default();
            for piece in [&constant[..], &golden, &[0; 8], &[0xff; 8], b"", b"x", &[7; 16], &[7; 40]] {
                for length in [2, 4, 7, 8] {
                    for keys in
                        [keys(piece, b"", length), keys(b"", piece, length), keys(piece, piece, length)]
                    {
                        let most = fullest(seed, &keys);
                        assert!(most < 16, "{most} of {} keys of {piece:?} at one place", keys.len());
                    }
                }
            }
        }
    }

    #[test]
    fn names_of_every_length_have_hashes_of_their_own() {
        let seed = Seed::default();
        let text = [0_u8; 100];
        let mut hashes: Vec<u64> = (0..=100).map(|length| seed.hash(&text[..length])).collect();
        for at in 0..100 {
            let mut other = text;
            other[at] = 1;
            hashes.push(seed.hash(&other));
        }
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), 201);
    }

    #[test]
    fn numbers_spread_too() {
        let seed = Seed::default();
        for step in [1_u64, 64, 1 << 20, 1 << 32, 1 << 48] {
            let mut places = vec![0; 8192];
            for n in 0..4096 {
                places[seed.hash_one(n * step) as usize % 8192] += 1;
            }
            let most = places.into_iter().max().unwrap_or(0);
            assert!(most < 16, "{most} numbers at one place with steps of {step}");
        }
    }

    #[test]
    fn tables_differ_and_the_fixed_hash_does_not() {
        assert_ne!(Seed::default().hash(b"NP"), Seed::default().hash(b"NP"));
        assert_eq!(Seed::fixed().hash(b"NP"), Seed::fixed().hash(b"NP"));
    }
}
