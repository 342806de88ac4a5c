//! Which gold trees a score is about, as a hash that does not depend on threads and blocks.

use std::fmt;
use std::str::FromStr;

use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The sum over gold trees of a hash of the tree's text mixed with its number. Order, blocks and threads do not matter.
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
    /// Adds the tree of this number, from 0. White space around it does not matter.
    #[inline]
    pub fn add(&mut self, number: u64, text: &[u8]) {
        let hash = xxh3_64_with_seed(text.trim_ascii(), number);
        self.0 = self.0.wrapping_add((hash >> 32) as u32 ^ hash as u32);
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
