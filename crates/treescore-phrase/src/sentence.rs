//! A sentence as models see it.

use super::Chunk;

/// A list of words or tags, in two reusable arrays.
///
/// ```
/// use treescore_phrase::WordList;
/// let words: WordList = ["the", "cat"].into_iter().collect();
/// assert_eq!((words.len(), words.get(1)), (2, &b"cat"[..]));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WordList {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl WordList {
    /// Returns the number of words.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True if the list is empty.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns one word (empty past the last).
    pub fn get(&self, at: usize) -> &[u8] {
        let Some(&end) = self.ends.get(at) else { return &[] };
        let start = at.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        &self.bytes[start..end]
    }

    /// Returns all words, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        (0..self.len()).map(|at| self.get(at))
    }

    /// Adds a word.
    pub fn push(&mut self, word: &[u8]) {
        self.bytes.extend_from_slice(word);
        self.ends.push(self.bytes.len());
    }

    /// Removes all words but keeps the memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }
}

impl<W: AsRef<[u8]>> FromIterator<W> for WordList {
    fn from_iter<I: IntoIterator<Item = W>>(words: I) -> Self {
        let mut list = Self::default();
        words.into_iter().for_each(|word| list.push(word.as_ref()));
        list
    }
}

/// A sentence without empty elements, and its true chunks. It can be reused.
///
/// [`Sentence::of_tree`] makes one from a tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence {
    /// Its name in probability files: the number of its tree from 1, unless the gold file names it.
    pub id: String,
    /// Its number of words. A gold chunk file may give no more than that.
    pub length: u32,
    /// Its words, if known.
    pub words: WordList,
    /// Their tags, if known.
    pub tags: WordList,
    /// The true chunks, by start. In a sentence made from a tree, every word is in exactly one.
    pub chunks: Vec<Chunk>,
}

impl Sentence {
    /// Empties it but keeps its memory.
    pub fn clear(&mut self) {
        self.id.clear();
        self.length = 0;
        self.words.clear();
        self.tags.clear();
        self.chunks.clear();
    }

    /// True if every word is in exactly one chunk, and the chunks are in order.
    pub fn is_partition(&self) -> bool {
        let behind = self
            .chunks
            .iter()
            .try_fold(0, |at, chunk| (chunk.start == at && chunk.start < chunk.end).then_some(chunk.end));
        behind == Some(self.length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Inventory;

    #[test]
    fn words_are_stored_in_order() {
        let list: WordList = ["the", "", "cat"].into_iter().collect();
        assert_eq!(list.iter().collect::<Vec<_>>(), [&b"the"[..], b"", b"cat"]);
        assert_eq!((list.len(), list.get(2), list.get(3)), (3, &b"cat"[..], &b""[..]));
    }

    #[test]
    fn which_chunks_are_a_partition() {
        let np = Inventory::default().find(b"NP").unwrap();
        for (length, spans, expected) in [
            (3, &[(0, 2), (2, 3)][..], true),
            (0, &[], true),
            (1, &[], false),
            (3, &[(0, 2)], false),
            (3, &[(1, 3)], false),
            (3, &[(0, 2), (1, 3)], false),
            (3, &[(2, 3), (0, 2)], false),
            (3, &[(0, 3), (3, 3)], false),
        ] {
            let chunks = spans.iter().map(|&(start, end)| Chunk { category: np, start, end }).collect();
            let sentence = Sentence { length, chunks, ..Sentence::default() };
            assert_eq!(sentence.is_partition(), expected, "{length} words, {spans:?}");
        }
    }
}
