//! A hash that identifies the gold trees behind a score, independent of threads and blocks.

use std::fmt;
use std::str::FromStr;

use xxhash_rust::xxh3::xxh3_64;

/// A hash of numbered gold trees: the sum of one hash for each tree's number and text. The order in which
/// trees are added, blocks and threads do not matter.
///
/// ```
/// use treescore::setup::GoldHash;
/// let (mut one, mut other) = (GoldHash::default(), GoldHash::default());
/// one.add(0, b"(S (N a))");
/// one.add(1, b"(S (N b))");
/// other.add(1, b" (S (N b))\n");
/// other.add(0, b"(S (N a))");
/// assert_eq!(one, other);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GoldHash(u32);

impl GoldHash {
    /// Adds the tree with this number, counted from 0. Surrounding white space is ignored.
    #[inline]
    pub fn add(&mut self, number: u64, text: &[u8]) {
        // The number goes in by an odd factor and the high half of a product, so that equal trees at
        // different positions do not cancel out.
        let hash = xxh3_64(text.trim_ascii()) ^ number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = u128::from(hash) * 0xD6E8_FEB8_6659_FD93;
        self.0 = self.0.wrapping_add((mixed >> 64) as u32 ^ mixed as u32);
    }

    /// Adds the trees of another hash.
    pub fn merge(&mut self, other: Self) {
        self.0 = self.0.wrapping_add(other.0);
    }
}

impl fmt::Display for GoldHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", self.0)
    }
}

impl FromStr for GoldHash {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let is_hash = text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_hash.then(|| u32::from_str_radix(text, 16).ok()).flatten().map(Self).ok_or(())
    }
}
