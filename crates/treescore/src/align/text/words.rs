//! Words in two flat lists.

/// The words of trees, copied.
#[derive(Clone, Debug, Default)]
pub struct Words {
    bytes: Vec<u8>,
    /// The end of each word.
    ends: Vec<usize>,
}

impl Words {
    /// Adds a word.
    pub fn push(&mut self, word: &[u8]) {
        self.bytes.extend_from_slice(word);
        self.ends.push(self.bytes.len());
    }

    /// Removes all words.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    fn end_before(&self, word: usize) -> usize {
        word.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0)
    }

    /// The words with numbers from `from` to before `to`.
    pub(super) fn view(&self, from: usize, to: usize) -> WordsView<'_> {
        let start = self.end_before(from);
        WordsView {
            bytes: self.bytes.get(start..self.end_before(to)).unwrap_or_default(),
            ends: self.ends.get(from..to).unwrap_or_default(),
            start,
        }
    }

    /// Removes all words after the first `words`.
    pub(super) fn truncate(&mut self, words: usize) {
        self.bytes.truncate(self.end_before(words));
        self.ends.truncate(words);
    }

    /// Removes the first `words` words.
    pub(super) fn forget(&mut self, words: usize) {
        let start = self.end_before(words);
        self.bytes.drain(..start);
        self.ends.drain(..words);
        self.ends.iter_mut().for_each(|end| *end -= start);
    }
}

/// Adjacent words.
#[derive(Clone, Copy, Debug)]
pub(super) struct WordsView<'a> {
    bytes: &'a [u8],
    ends: &'a [usize],
    start: usize,
}

impl<'a> WordsView<'a> {
    pub(super) fn len(self) -> usize {
        self.ends.len()
    }

    pub(super) fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    pub(super) fn iter(self) -> impl Iterator<Item = &'a [u8]> {
        let mut start = self.start;
        self.ends.iter().map(move |&end| {
            let word = self.bytes.get(start - self.start..end - self.start).unwrap_or_default();
            start = end;
            word
        })
    }

    /// True if one of the words is empty.
    pub(super) fn has_empty(self) -> bool {
        self.ends.first() == Some(&self.start) || self.ends.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// True if these are the same words, as written.
    pub(super) fn is_same(self, other: Self) -> bool {
        let ends = |view: Self| view.ends.iter().map(move |end| end - view.start);
        self.bytes == other.bytes && self.ends.len() == other.ends.len() && ends(self).eq(ends(other))
    }
}
