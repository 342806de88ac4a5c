//! Reuse of the gold tree for the start of a system tree.
//!
//! Two trees over the same words often start with the same bytes: two fifths of the text in the benchmarks.
//! Their meaning is known from the gold tree, so it is copied instead of read again (saves 4 % of a run, 7 %
//! of its instructions).

use super::mask::{Opens, equal_bytes};
use crate::tree::Arena;

/// A tree that was read without fault, in the same dialect and with the same labels.
#[derive(Clone, Copy)]
pub(super) struct Model<'a> {
    /// The tree.
    pub(super) arena: &'a Arena,
    /// The text it was read from.
    pub(super) text: &'a [u8],
    /// The range of that text it was read from.
    pub(super) extent: (usize, usize),
}

/// Copies the part that `text[start..end]` and the model have in common into `arena`. Returns where to go on
/// reading, which is at a `(`. `None` if they have nothing in common.
pub(super) fn copy_common(
    opens: &Opens,
    text: &[u8],
    (start, end): (usize, usize),
    arena: &mut Arena,
    model: &Model<'_>,
) -> Option<usize> {
    let (new, known) = (text.get(start..end)?, model.text.get(model.extent.0..model.extent.1)?);
    let (last, opened) = opens.last_within(start, start + equal_bytes(new, known))?;
    arena.begin_like(model.arena, opened, model.extent.0, start, last).then_some(last)
}
