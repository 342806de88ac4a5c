//! Sixty-four bytes at a time: which of them are a given byte.

/// Bit `i` is set if `chunk[i] == byte`.
///
/// Each byte contributes its own power of two to the sum of its group of eight. Written this way the compiler turns it into
/// compare, and, sum instructions; the obvious shift-and-or loop is three times slower, and intrinsics would need `unsafe`
/// for a gain of a few per cent.
#[inline]
pub(super) fn equal(chunk: &[u8; 64], byte: u8) -> u64 {
    let mut weights = [0u8; 64];
    for (i, (weight, &found)) in weights.iter_mut().zip(chunk).enumerate() {
        *weight = if found == byte { 1 << (i % 8) } else { 0 };
    }
    let mut mask = [0u8; 8];
    for (sum, group) in mask.iter_mut().zip(weights.chunks_exact(8)) {
        *sum = group.iter().fold(0, |sum, &weight| sum.wrapping_add(weight));
    }
    u64::from_le_bytes(mask)
}

/// The positions of `(` in a block, one bit per byte.
#[derive(Clone, Debug, Default)]
pub(super) struct Opens {
    bits: Vec<u64>,
}

impl Opens {
    /// Finds every `(` in `text`, whose length is a multiple of 64.
    pub(super) fn find(&mut self, text: &[u8]) {
        self.bits.clear();
        self.bits.extend(text.as_chunks::<64>().0.iter().map(|chunk| equal(chunk, b'(')));
    }

    /// A walk over the positions from `start` on.
    pub(super) fn from(&self, start: usize) -> OpensWalk<'_> {
        let group = start / 64;
        let current = self.bits.get(group).map_or(0, |bits| bits & (u64::MAX << (start % 64)));
        OpensWalk { bits: &self.bits, group, current }
    }
}

/// Walks over the positions of `(`.
pub(super) struct OpensWalk<'a> {
    bits: &'a [u64],
    group: usize,
    current: u64,
}

impl OpensWalk<'_> {
    /// The next position, or `usize::MAX` behind the last.
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
    fn masks_agree_with_looking_at_each_byte() {
        let mut chunk = [0u8; 64];
        let mut state = 7u32;
        for _ in 0..500 {
            for byte in &mut chunk {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                *byte = (state >> 28) as u8 + b'!';
            }
            let naive = (0..64).fold(0u64, |mask, i| mask | (u64::from(chunk[i] == b'(') << i));
            assert_eq!(equal(&chunk, b'('), naive);
        }
    }

    #[test]
    fn the_walk_finds_every_position_from_anywhere() {
        let mut text = vec![b'.'; 256];
        let places = [0, 1, 63, 64, 127, 200, 255];
        places.iter().for_each(|&p| text[p] = b'(');
        let mut opens = Opens::default();
        opens.find(&text);
        for start in 0..=256 {
            let mut walk = opens.from(start);
            for &place in places.iter().filter(|&&p| p >= start) {
                assert_eq!(walk.next(), place);
            }
            assert_eq!(walk.next(), usize::MAX);
            assert_eq!(walk.next(), usize::MAX);
        }
    }
}
