//! A word: a slice of the text it was read from.

use super::Label;

/// A word of a sentence and its tag. The bytes stay in the text; their first eight are kept here, which decides nearly every
/// comparison without touching the text.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    head: u64,
    offset: u32,
    length: u32,
    /// Label of the bracket directly over the word.
    pub tag: Label,
}

impl Word {
    /// The word at `text[offset..offset + length]`; `head` holds its first eight bytes, little-endian, padded with zeros.
    #[inline]
    pub(crate) fn new(head: u64, offset: usize, length: usize, tag: Label) -> Self {
        Self { head, offset: offset as u32, length: length as u32, tag }
    }

    /// The word at `text[start..end]`, which are places in the text.
    pub(crate) fn of(text: &[u8], (start, end): (usize, usize), tag: Label) -> Self {
        let bytes = &text[start..end];
        let mut head = [0; 8];
        let shown = bytes.len().min(8);
        head[..shown].copy_from_slice(&bytes[..shown]);
        Self::new(u64::from_le_bytes(head), start, bytes.len(), tag)
    }

    /// The word's bytes in the text it was read from (empty if `text` is another, shorter one).
    pub fn bytes<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        text.get(self.offset as usize..self.offset as usize + self.length as usize).unwrap_or_default()
    }

    /// Where the word begins in its text.
    pub fn offset(&self) -> usize {
        self.offset as usize
    }

    /// The same word in a text that has its bytes `to` instead of `from` bytes from the beginning.
    #[inline]
    pub(crate) fn moved(&self, from: usize, to: usize) -> Self {
        Self { offset: self.offset.wrapping_sub(from as u32).wrapping_add(to as u32), ..*self }
    }

    /// The same word under another tag.
    pub(crate) fn tagged(&self, tag: Label) -> Self {
        Self { tag, ..*self }
    }

    /// Same bytes? Each word comes with the text it was read from.
    #[inline]
    pub fn same(&self, text: &[u8], other: &Self, other_text: &[u8]) -> bool {
        self.head == other.head
            && self.length == other.length
            && (self.length <= 8 || self.bytes(text) == other.bytes(other_text))
    }
}
