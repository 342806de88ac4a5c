//! Beginning a system tree with what it has in common with its gold tree.
//!
//! Two trees over the same words often begin with the same bytes: two fifths of the text in the benchmarks. What those bytes
//! mean is known from the gold tree, so it is copied instead of read again (4 % of a run, 7 % of its instructions).

use super::mask::Opens;
use crate::tree::Arena;

/// A tree that was read without fault, in the same dialect and with the same labels.
#[derive(Clone, Copy)]
pub struct Model<'a> {
    /// The tree.
    pub arena: &'a Arena,
    /// The text it was read from.
    pub text: &'a [u8],
    /// The bytes of that text it was read from.
    pub extent: (usize, usize),
}

/// Fills `arena` with what `text[start..end]` and the model have in common and says where to go on reading, which is at a `(`;
/// `None` if there is nothing in common.
pub(super) fn begin(
    opens: &Opens,
    text: &[u8],
    (start, end): (usize, usize),
    arena: &mut Arena,
    model: &Model<'_>,
) -> Option<usize> {
    let (ours, theirs) = (text.get(start..end)?, model.text.get(model.extent.0..model.extent.1)?);
    let (last, opened) = opens.last_within(start, start + common(ours, theirs))?;
    arena.begin_like(model.arena, opened, model.extent.0, start, last).then_some(last)
}

/// How many bytes two texts have in common at the beginning, or a few less: the last bytes of the shorter one are not looked at.
fn common(one: &[u8], other: &[u8]) -> usize {
    let groups = one.as_chunks::<16>().0.iter().zip(other.as_chunks::<16>().0);
    let same = groups.clone().take_while(|(a, b)| a == b).count();
    let Some((a, b)) = groups.clone().nth(same) else { return 16 * same };
    16 * same + (u128::from_le_bytes(*a) ^ u128::from_le_bytes(*b)).trailing_zeros() as usize / 8
}

#[cfg(test)]
mod tests {
    use super::common;

    #[test]
    fn common_bytes_are_never_too_many() {
        let text: Vec<u8> = (0..100).collect();
        for length in 0..100 {
            assert_eq!(common(&text, &text[..length]), length / 16 * 16);
            let mut other = text.clone();
            other[length] = b'x' ^ 0x80;
            assert_eq!(common(&text, &other), length.min(96));
        }
    }
}
