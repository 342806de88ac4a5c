//! The random number generator: `SplitMix64`, in integers only, so that a seed means the same bytes on every
//! machine and for ever. (The algorithm is public domain, by Sebastiano Vigna.)

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub(crate) struct Rng {
    state: u64,
}

impl Rng {
    /// Creates the stream of `index` under `seed`. Streams of different indices are independent, so pair 7 is
    /// the same pair however many are generated.
    pub(crate) fn at(seed: u64, index: u64) -> Self {
        Self { state: mix(seed.wrapping_add(GOLDEN)) ^ mix(index.wrapping_mul(GOLDEN)) }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GOLDEN);
        mix(self.state)
    }

    /// Returns a number from `0..bound`; 0 if `bound` is 0.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        (((self.next() >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// Returns a number from `0..bound` for bounds of more than 32 bits; the bias is below 2⁻²⁴ for bounds
    /// under 2⁴⁰.
    pub(crate) fn below_wide(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }

    /// Returns a place in a list of `len` items, which must not be empty.
    pub(crate) fn place(&mut self, len: usize) -> usize {
        self.below(len as u32) as usize
    }

    /// True with probability `per_mille` / 1000.
    pub(crate) fn chance(&mut self, per_mille: u32) -> bool {
        self.below(1000) < per_mille
    }
}

const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::Rng;

    #[test]
    fn numbers_stay_below_their_bound_and_reach_every_value() {
        let mut rng = Rng::at(1, 2);
        let mut seen = [0u32; 7];
        for _ in 0..7000 {
            seen[rng.place(7)] += 1;
        }
        assert!(seen.iter().all(|&count| (800..1200).contains(&count)), "{seen:?}");
        assert_eq!(rng.below(0), 0);
    }

    #[test]
    fn streams_differ_by_seed_and_by_index() {
        let first = |seed, index| Rng::at(seed, index).below_wide(u64::MAX);
        assert_ne!(first(1, 0), first(1, 1));
        assert_ne!(first(1, 0), first(2, 0));
        assert_eq!(first(3, 4), first(3, 4));
    }
}
