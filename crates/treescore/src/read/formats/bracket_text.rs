//! The text of one tree in brackets, and the ways to read it.

use super::tree_writer::TreeWriter;
use crate::read::error::ReadError;
use crate::read::tape::Tape;
use crate::read::window::Position;

/// How the text of a tree is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TreeReading {
    /// Every word has a bracket of its own, which is its tag; another word is a fault.
    Tagged,
    /// A bracket over nothing but one word is its tag; words beside others have none.
    Labelled,
    /// No word has a tag: a bracket over one word is a bracket.
    Untagged,
    /// There are neither labels nor tags: everything is a word.
    Bare,
    /// As `Labelled`; of three atoms in a bracket the last is dropped: `(tag word lemma)`.
    WithoutLemmas,
    /// As `Labelled`; words have positions: `0=word`.
    Placed,
}

impl TreeReading {
    pub(super) const fn has_labels(self) -> bool {
        !matches!(self, Self::Bare)
    }

    pub(super) const fn has_tags(self) -> bool {
        !matches!(self, Self::Bare | Self::Untagged)
    }

    /// True if `(ID x)` names the tree.
    pub(super) const fn has_ids(self) -> bool {
        matches!(self, Self::Tagged | Self::Labelled | Self::Untagged)
    }
}

/// Writes the text of one tree on the tape. The caller begins and ends the unit.
///
/// The text starts at the position `first`. A tree without any word is written with all its brackets: the
/// parser failed, or the tree is one over stretches of sound.
///
/// # Errors
/// If the text is not exactly one tree. What was written before must then be dropped: `Tape::refuse`.
pub(crate) fn write_tree(
    text: &[u8],
    reading: TreeReading,
    first: Position,
    tape: &mut Tape,
) -> Result<(), Box<ReadError>> {
    TreeWriter::default().write(TreeText { text, first, is_raw: false }, reading, tape)
}

/// The text of a tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeText<'t> {
    pub(super) text: &'t [u8],
    /// The position of its first byte.
    pub(super) first: Position,
    /// True if raw brackets are words.
    pub(super) is_raw: bool,
}
