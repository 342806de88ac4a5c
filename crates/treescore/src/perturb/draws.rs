//! The random numbers. The conversion from bits to numbers is spelled out here, and a test fixes its results:
//! published perturbations must not change with the version of a library.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A stream of random numbers: `ChaCha8` with the seed in the first eight bytes of its key (little-endian)
/// and zeros in the others.
#[derive(Clone, Debug)]
pub(crate) struct Draws(ChaCha8Rng);

impl Draws {
    pub(crate) fn new(seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Self(ChaCha8Rng::from_seed(key))
    }

    /// Draws the next number in `[0, 1)`: the high 53 of the next 64 bits, divided by 2^53.
    pub(crate) fn unit(&mut self) -> f64 {
        const STEP: f64 = 1.0 / (1_u64 << 53) as f64;
        (self.0.next_u64() >> 11) as f64 * STEP
    }
}
