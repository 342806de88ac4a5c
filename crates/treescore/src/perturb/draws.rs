//! The random numbers. The conversion from bits to numbers is spelled out here, and a test fixes its results:
//! published perturbations must not change with the version of a library.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A stream of random numbers: `ChaCha8` with the seed in the first eight bytes of its key (little-endian)
/// and zeros in the others.
///
/// ```
/// use treescore::perturb::Draws;
/// let mut draws = Draws::new(12345);
/// let mut items = [1, 2, 3, 4];
/// draws.shuffle(&mut items);
/// items.sort_unstable();
/// assert_eq!(items, [1, 2, 3, 4]);
/// assert!(draws.unit() < 1.0 && draws.below(6) < 6);
/// ```
#[derive(Clone, Debug)]
pub struct Draws(ChaCha8Rng);

impl Draws {
    /// The start of the stream of a seed.
    pub fn new(seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Self(ChaCha8Rng::from_seed(key))
    }

    /// Draws the next number in `[0, 1)`: the high 53 of the next 64 bits, divided by 2^53.
    pub fn unit(&mut self) -> f64 {
        const STEP: f64 = 1.0 / (1_u64 << 53) as f64;
        (self.0.next_u64() >> 11) as f64 * STEP
    }

    /// Draws the next whole number below a bound: the next number in `[0, 1)` times the bound, rounded down. 0 if the
    /// bound is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        ((self.unit() * bound as f64) as usize).min(bound.saturating_sub(1))
    }

    /// Shuffles items from the end: each with one at or before its place.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}
