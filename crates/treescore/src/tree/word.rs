//! A word: a slice of the text from which it was read.

use super::Label;

/// A word of a sentence and its tag. The bytes stay in the text; the first eight are copied here and decide
/// nearly every comparison without touching the text. Words are not interned: each is compared once, with one
/// word of the other side, and a table would cost a look-up per word and grow with the corpus.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    head: u64,
    offset: u32,
    length: u32,
    /// The label of the bracket directly over the word.
    pub tag: Label,
}

impl Word {
    /// Creates the word at `text[offset..offset + length]`. `head` holds its first eight bytes,
    /// little-endian, padded with zeros.
    #[inline]
    pub(crate) fn new(head: u64, offset: usize, length: usize, tag: Label) -> Self {
        Self { head, offset: offset as u32, length: length as u32, tag }
    }

    /// Creates the word at `text[start..end]`.
    pub(crate) fn from_range(text: &[u8], (start, end): (usize, usize), tag: Label) -> Self {
        let bytes = &text[start..end];
        let mut head = [0; 8];
        let shown = bytes.len().min(8);
        head[..shown].copy_from_slice(&bytes[..shown]);
        Self::new(u64::from_le_bytes(head), start, bytes.len(), tag)
    }

    /// The bytes of the word in its text. Empty if `text` is another, shorter text.
    pub fn bytes<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        text.get(self.offset as usize..self.offset as usize + self.length as usize).unwrap_or_default()
    }

    /// The offset of the word in its text.
    pub fn offset(&self) -> usize {
        self.offset as usize
    }

    /// The same word in a text whose part at `from` is at `to`.
    #[inline]
    pub(crate) fn rebase(&self, from: usize, to: usize) -> Self {
        Self { offset: self.offset.wrapping_sub(from as u32).wrapping_add(to as u32), ..*self }
    }

    /// The same word with another tag.
    pub(crate) fn with_tag(&self, tag: Label) -> Self {
        Self { tag, ..*self }
    }

    /// True if both words have the same bytes. Each word comes with its text.
    #[inline]
    pub(crate) fn has_same_bytes(&self, text: &[u8], other: &Self, other_text: &[u8]) -> bool {
        self.head == other.head
            && self.length == other.length
            && (self.length <= 8 || self.bytes(text) == other.bytes(other_text))
    }
}
