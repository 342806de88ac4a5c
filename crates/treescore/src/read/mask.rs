//! Byte comparison, 64 bytes at a time.

use wide::u8x16;

/// Returns a mask whose bit `i` is set if `chunk[i]` passes a test, which looks at sixteen bytes at once.
#[inline]
pub(super) fn bits(chunk: &[u8; 64], test: impl Fn(u8x16) -> u8x16) -> u64 {
    let parts = chunk.as_chunks::<16>().0.iter().zip([0, 16, 32, 48]);
    parts.fold(0, |mask, (part, at)| mask | (u64::from(test(u8x16::new(*part)).to_bitmask()) << at))
}

/// Returns a mask whose bit `i` is set if `chunk[i] == byte`.
#[inline]
pub(super) fn equal(chunk: &[u8; 64], byte: u8) -> u64 {
    bits(chunk, |part| part.simd_eq(u8x16::splat(byte)))
}

/// The number of leading bytes that two texts share. The last bytes of the shorter text, if they fill no group of sixteen,
/// are not compared.
#[inline]
pub(super) fn equal_bytes(one: &[u8], other: &[u8]) -> usize {
    let mut same = 0;
    for (one, other) in one.as_chunks::<16>().0.iter().zip(other.as_chunks::<16>().0) {
        let equal = u8x16::new(*one).simd_eq(u8x16::new(*other)).to_bitmask() & 0xFFFF;
        if equal != 0xFFFF {
            return same + (!equal).trailing_zeros() as usize;
        }
        same += 16;
    }
    same
}

/// Returns a mask of the white space of 64 bytes: blank, tab, newline, vertical tab, form feed, return.
#[inline]
pub(super) fn blanks(chunk: &[u8; 64]) -> u64 {
    let is_control = |part: u8x16| {
        // The five bytes from tab to return; others are at least five more than tab, or wrap around.
        (part - u8x16::splat(b'\t')).saturating_sub(u8x16::splat(4)).simd_eq(u8x16::splat(0))
    };
    bits(chunk, |part| part.simd_eq(u8x16::splat(b' ')) | is_control(part))
}

/// The last bytes of a text, filled up with blanks.
pub(super) fn last_chunk(rest: &[u8]) -> [u8; 64] {
    let mut last = [b' '; 64];
    last.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
    last
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
    fn equal_bytes_are_never_too_many() {
        let text: Vec<u8> = (0..100).collect();
        for length in 0..100 {
            assert_eq!(equal_bytes(&text, &text[..length]), length / 16 * 16);
            let mut other = text.clone();
            other[length] = b'x' ^ 0x80;
            assert_eq!(equal_bytes(&text, &other), length.min(96));
        }
    }

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
            assert_eq!(equal(&chunk, b'('), naive);
        }
    }

    #[test]
    fn blanks_agree_with_a_naive_twin() {
        for start in (0..=255u8).step_by(64) {
            let chunk: [u8; 64] = std::array::from_fn(|at| start.wrapping_add(at as u8));
            let is_blank = |byte: u8| byte == b' ' || (b'\t'..=b'\r').contains(&byte);
            let naive = (0..64).fold(0u64, |mask, i| mask | (u64::from(is_blank(chunk[i])) << i));
            assert_eq!(blanks(&chunk), naive);
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
