//! Random numbers as a function of the seed, the stream, the block of replicates and the key of a unit, so that
//! threads, order and other units change no draw.

/// Bootstrap weights.
const WEIGHTS: u32 = 0;
/// Swaps of randomisation tests.
const SWAPS: u32 = 1;
/// The order of random groups.
const GROUPS: u32 = 2;

/// How many blocks are drawn side by side: as many as compilers turn into vectors.
pub(super) const SIDE_BY_SIDE: usize = 16;
/// Replicates of the bootstrap in as many blocks.
pub(super) const REPLICATES: usize = SIDE_BY_SIDE * 4;
/// Shuffles in a block.
pub(super) const SHUFFLES: usize = 128;

/// The words of several counters, each word for all of them.
type Words = [[u32; SIDE_BY_SIDE]; 4];

/// Philox4x32-10 (Salmon et al. 2011): turns counters into random words, with one key.
#[inline]
fn philox(words: &mut Words, key: [u32; 2]) {
    let [mut k0, mut k1] = key;
    for _ in 0..10 {
        let [c0, c1, c2, c3] = &mut *words;
        for (((c0, c1), c2), c3) in c0.iter_mut().zip(c1).zip(c2).zip(c3) {
            let (p0, p1) = (0xD251_1F53 * u64::from(*c0), 0xCD9E_8D57 * u64::from(*c2));
            let (high0, high1) = ((p0 >> 32) as u32, (p1 >> 32) as u32);
            (*c0, *c1) = (high1 ^ *c1 ^ k0, p1 as u32);
            (*c2, *c3) = (high0 ^ *c3 ^ k1, p0 as u32);
        }
        k0 = k0.wrapping_add(0x9E37_79B9);
        k1 = k1.wrapping_add(0xBB67_AE85);
    }
}

/// Draws blocks from `block` on for one unit: word by word, each for all blocks.
#[inline]
fn draw(seed: u64, stream: u32, block: u32, key: u64) -> Words {
    let blocks = std::array::from_fn(|lane| block.wrapping_add(lane as u32));
    let [low, high] = [key as u32, (key >> 32) as u32];
    let mut words = [blocks, [stream; SIDE_BY_SIDE], [low; SIDE_BY_SIDE], [high; SIDE_BY_SIDE]];
    philox(&mut words, [seed as u32, (seed >> 32) as u32]);
    words
}

/// round(2^32 P(X ≤ k)) for k from 0, where X is Poisson with mean 1.
const THRESHOLDS: [u32; 12] = [
    1_580_030_169,
    3_160_060_337,
    3_950_075_422,
    4_213_413_783,
    4_279_248_374,
    4_292_415_292,
    4_294_609_778,
    4_294_923_276,
    4_294_962_463,
    4_294_966_817,
    4_294_967_253,
    4_294_967_292,
];

/// The weights of a unit in the replicates from `first` on, which is a multiple of four.
#[inline]
pub(super) fn weights(seed: u64, first: u32, key: u64) -> [u16; REPLICATES] {
    let words = draw(seed, WEIGHTS, first / 4, key);
    let mut weights = [0; REPLICATES];
    for (word, row) in words.iter().enumerate() {
        for (block, &drawn) in row.iter().enumerate() {
            let weight: u32 = THRESHOLDS.iter().map(|&threshold| u32::from(threshold <= drawn)).sum();
            weights[block * 4 + word] = weight as u16;
        }
    }
    weights
}

/// The swaps of a unit in blocks of 128 shuffles from `block` on: bit `s % 32` of word `s / 32` of each block.
#[inline]
pub(super) fn swaps(seed: u64, block: u32, key: u64) -> Words {
    draw(seed, SWAPS, block, key)
}

/// The priority of a unit in a run of random groups.
pub(super) fn priority(seed: u64, run: u32, key: u64) -> u64 {
    let words = draw(seed, GROUPS, run, key);
    u64::from(words[1][0]) << 32 | u64::from(words[0][0])
}

/// How often a unit is in a bootstrap replicate: Poisson with mean 1.
pub fn weight(seed: u64, replicate: u32, key: u64) -> u32 {
    u32::from(weights(seed, replicate / 4 * 4, key)[replicate as usize % 4])
}

/// True if the rows of two systems change places in a unit in a shuffle.
pub fn swap(seed: u64, shuffle: u32, key: u64) -> bool {
    let word = swaps(seed, shuffle / 128, key)[shuffle as usize / 32 % 4][0];
    word >> (shuffle % 32) & 1 == 1
}

/// The key of a unit that is named by a text: FNV-1a of its bytes.
pub fn key_of_text(text: &str) -> u64 {
    key_of_bytes(text.as_bytes())
}

/// The same of a text in any encoding.
pub fn key_of_bytes(text: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
    text.iter().fold(0xCBF2_9CE4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published answers.
    #[test]
    fn known_answers() {
        let all = u32::MAX;
        for (counter, key, expected) in [
            ([0; 4], [0; 2], [0x6627_E8D5, 0xE169_C58D, 0xBC57_AC4C, 0x9B00_DBD8]),
            ([all; 4], [all; 2], [0x408F_276D, 0x41C8_3B0E, 0xA20B_C7C6, 0x6D54_51FD]),
            (
                [0x243F_6A88, 0x85A3_08D3, 0x1319_8A2E, 0x0370_7344],
                [0xA409_3822, 0x299F_31D0],
                [0xD16C_FE09, 0x94FD_CCEB, 0x5001_E420, 0x2412_6EA1],
            ),
        ] {
            let mut words = counter.map(|word| [word; SIDE_BY_SIDE]);
            philox(&mut words, key);
            assert_eq!(words.map(|word| word[SIDE_BY_SIDE - 1]), expected, "{counter:x?} {key:x?}");
        }
    }
}
