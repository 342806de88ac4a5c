//! Words in normal form, concatenated.

/// Adjacent words of one side in normal form.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spelling<'a> {
    characters: &'a [u32],
    ends: &'a [usize],
    /// The position of the first character, in the coordinates of `ends`.
    start: usize,
}

impl<'a> Spelling<'a> {
    pub(super) fn new(characters: &'a [u32], ends: &'a [usize], start: usize) -> Self {
        Self { characters, ends, start }
    }

    pub(super) fn len(self) -> usize {
        self.ends.len()
    }

    pub(super) fn is_empty(self) -> bool {
        self.ends.is_empty()
    }

    /// The number of characters in these words.
    pub(super) fn characters(self) -> usize {
        self.ends.last().map_or(0, |end| end - self.start)
    }

    /// True if both have the same characters, regardless of word boundaries.
    pub(super) fn reads_like(self, other: Self) -> bool {
        self.text() == other.text()
    }

    fn text(self) -> &'a [u32] {
        self.characters.get(..self.characters()).unwrap_or_default()
    }

    /// The first `words` words, and the rest.
    pub(super) fn split(self, words: usize) -> (Self, Self) {
        let (first, rest) = self.ends.split_at(words.min(self.ends.len()));
        let first = Self { ends: first, ..self };
        let used = first.characters();
        let characters = self.characters.get(used..).unwrap_or_default();
        (first, Self { characters, ends: rest, start: self.start + used })
    }

    pub(super) fn iter(self) -> impl Iterator<Item = &'a [u32]> {
        let mut start = self.start;
        self.ends.iter().map(move |&end| {
            let word = self.characters.get(start - self.start..end - self.start).unwrap_or_default();
            start = end;
            word
        })
    }
}
