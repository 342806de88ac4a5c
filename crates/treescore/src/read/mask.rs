//! Byte comparison, 64 bytes at a time.

/// What each byte of a group of eight adds to the group's sum.
const WEIGHTS: [u8; 64] = {
    let mut weights = [0; 64];
    let mut i = 0;
    while i < 64 {
        weights[i] = 1 << (i % 8);
        i += 1;
    }
    weights
};

/// Returns a mask whose bit `i` is set if `chunk[i] == byte`. `weights` must be [`WEIGHTS`].
///
/// Each byte adds its own power of two to the sum of its group of eight. In this form the compiler emits
/// compare, and, sum instructions; the obvious shift-and-or loop is three times slower, and intrinsics would
/// need `unsafe` for a gain of a few per cent. The weights are an argument, and the function is not inlined,
/// because a compiler that knows the weights turns the sums into ors, which it cannot vectorise: 130
/// instructions instead of 60, 4 % of a run.
#[inline(never)]
fn equal(chunk: &[u8; 64], byte: u8, weights: &[u8; 64]) -> u64 {
    let mut found = [0u8; 64];
    for (i, found) in found.iter_mut().enumerate() {
        *found = if chunk[i] == byte { weights[i] } else { 0 };
    }
    let mut mask = [0u8; 8];
    for (sum, group) in mask.iter_mut().zip(found.chunks_exact(8)) {
        *sum = group.iter().fold(0, |sum, &weight| sum.wrapping_add(weight));
    }
    u64::from_le_bytes(mask)
}

/// The positions of `(` in a block, one bit per byte.
#[derive(Clone, Debug)]
pub(super) struct Opens {
    bits: Vec<u64>,
    weights: Box<[u8; 64]>,
}

impl Default for Opens {
    fn default() -> Self {
        Self { bits: Vec::new(), weights: Box::new(WEIGHTS) }
    }
}

impl Opens {
    /// Finds every `(` in `text`, whose length is a multiple of 64.
    pub(super) fn find(&mut self, text: &[u8]) {
        self.bits.clear();
        self.bits.extend(text.as_chunks::<64>().0.iter().map(|chunk| equal(chunk, b'(', &self.weights)));
    }

    /// Walks over the positions from `start` on.
    pub(super) fn from(&self, start: usize) -> OpensWalk<'_> {
        let group = start / 64;
        let current = self.bits.get(group).map_or(0, |bits| bits & (u64::MAX << (start % 64)));
        OpensWalk { bits: &self.bits, group, current }
    }

    /// The last position in `start..end`, and the number of positions before it in that range.
    pub(super) fn last_within(&self, start: usize, end: usize) -> Option<(usize, usize)> {
        let (first, last) = (start / 64, end / 64);
        let (mut count, mut position) = (0, None);
        for (group, &bits) in self.bits.iter().enumerate().take(last + 1).skip(first) {
            let from = if group == first { u64::MAX << (start % 64) } else { u64::MAX };
            let to = if group == last { !(u64::MAX << (end % 64)) } else { u64::MAX };
            let bits = bits & from & to;
            count += bits.count_ones() as usize;
            if bits != 0 {
                position = Some(group * 64 + bits.ilog2() as usize);
            }
        }
        Some((position?, count - 1))
    }
}

/// A walk over the positions of `(`.
pub(super) struct OpensWalk<'a> {
    bits: &'a [u64],
    group: usize,
    current: u64,
}

impl OpensWalk<'_> {
    /// The next position, or `usize::MAX` after the last.
    #[inline]
    pub(super) fn next(&mut self) -> usize {
        while self.current == 0 {
            self.group += 1;
            match self.bits.get(self.group) {
                Some(&bits) => self.current = bits,
                None => return usize::MAX,
            }
        }
        let position = self.group * 64 + self.current.trailing_zeros() as usize;
        self.current &= self.current - 1;
        position
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_agree_with_a_naive_twin() {
        let mut chunk = [0u8; 64];
        let mut state = 7u32;
        for _ in 0..500 {
            for byte in &mut chunk {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                *byte = (state >> 28) as u8 + b'!';
            }
            let naive = (0..64).fold(0u64, |mask, i| mask | (u64::from(chunk[i] == b'(') << i));
            assert_eq!(equal(&chunk, b'(', &WEIGHTS), naive);
        }
    }

    #[test]
    fn the_walk_finds_every_position_from_anywhere() {
        let mut text = vec![b'.'; 256];
        let places = [0, 1, 63, 64, 127, 200, 255];
        for place in places {
            text[place] = b'(';
        }
        let mut opens = Opens::default();
        opens.find(&text);
        for start in 0..=256 {
            let mut walk = opens.from(start);
            for &place in places.iter().filter(|&&p| p >= start) {
                assert_eq!(walk.next(), place);
            }
            assert_eq!(walk.next(), usize::MAX);
            assert_eq!(walk.next(), usize::MAX);
            for end in start..=256 {
                let within: Vec<usize> =
                    places.iter().copied().filter(|p| (start..end).contains(p)).collect();
                let expected = within.last().map(|&last| (last, within.len() - 1));
                assert_eq!(opens.last_within(start, end), expected, "{start}..{end}");
            }
        }
    }
}
