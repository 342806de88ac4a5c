//! The text of one side, as far as it is read and not returned yet.

use super::Feed;
use super::forms::Forms;
use super::path::{TREE, WORD};
use super::spelling::Spelling;
use super::words::{Words, WordsView};

/// Trees that are read but not returned yet. Either all of their words are in normal form or none: while
/// there is only one tree, its characters may turn out not to be needed.
#[derive(Clone, Debug, Default)]
pub(super) struct TextSide {
    words: Words,
    /// The number of words up to the end of each tree.
    tree_ends: Vec<usize>,
    characters: Vec<u32>,
    /// The number of characters up to the end of each word.
    character_ends: Vec<usize>,
    /// What was returned but is still in the lists: numbers of trees, words and characters.
    gone: Gone,
    has_ended: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Gone {
    trees: usize,
    words: usize,
    characters: usize,
}

impl TextSide {
    /// Forgets everything, including the end of the text.
    pub(super) fn restart(&mut self) {
        self.clear();
        self.has_ended = false;
    }

    fn clear(&mut self) {
        self.words.truncate(0);
        self.tree_ends.clear();
        self.characters.clear();
        self.character_ends.clear();
        self.gone = Gone::default();
    }

    /// The number of trees.
    pub(super) fn trees(&self) -> usize {
        self.tree_ends.len() - self.gone.trees
    }

    /// The number of characters in normal form.
    pub(super) fn length(&self) -> usize {
        self.characters.len() - self.gone.characters
    }

    /// True if the whole text has been read.
    pub(super) fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Reads one more tree. Returns false if there is none.
    pub(super) fn pull<F: Feed>(&mut self, feed: &mut F) -> Result<bool, F::Error> {
        while !self.has_ended {
            let before = self.words.len();
            match feed.next_tree(&mut self.words) {
                Ok(true) if self.words.len() > before => {
                    self.tree_ends.push(self.words.len());
                    return Ok(true);
                }
                // A tree without words has no place in the text.
                Ok(true) => {}
                Ok(false) => {
                    self.words.truncate(before);
                    self.has_ended = true;
                }
                Err(error) => {
                    self.words.truncate(before);
                    return Err(error);
                }
            }
        }
        Ok(false)
    }

    /// Makes sure that there is a tree. Returns false at the end of the text.
    pub(super) fn pull_first<F: Feed>(&mut self, feed: &mut F) -> Result<bool, F::Error> {
        Ok(self.trees() > 0 || self.pull(feed)?)
    }

    /// Reads until there are more than `characters` characters, or the text ends.
    pub(super) fn fill<F: Feed>(
        &mut self,
        more_than: usize,
        feed: &mut F,
        forms: &mut Forms,
    ) -> Result<(), F::Error> {
        self.normalise(forms);
        while self.length() <= more_than && self.pull(feed)? {
            self.normalise(forms);
        }
        Ok(())
    }

    /// Converts all words to normal form.
    pub(super) fn normalise(&mut self, forms: &mut Forms) {
        let view = self.words.view(self.character_ends.len(), self.words.len());
        for word in view.iter() {
            forms.append(word, &mut self.characters);
            self.character_ends.push(self.characters.len());
        }
    }

    /// The words of the first tree, as written.
    pub(super) fn first_tree(&self) -> WordsView<'_> {
        self.words.view(self.gone.words, self.words_up_to(1))
    }

    /// Index of the first word after the first `trees` trees.
    fn words_up_to(&self, trees: usize) -> usize {
        let last = (self.gone.trees + trees).checked_sub(1);
        last.and_then(|last| self.tree_ends.get(last)).copied().unwrap_or(0)
    }

    /// The number of words in the first `trees` trees.
    pub(super) fn words_in(&self, trees: usize) -> usize {
        self.words_up_to(trees).saturating_sub(self.gone.words)
    }

    /// The number of characters in the first `trees` trees.
    pub(super) fn characters_in(&self, trees: usize) -> usize {
        let last = self.words_up_to(trees).checked_sub(1);
        let end = last.and_then(|last| self.character_ends.get(last)).copied().unwrap_or(0);
        end.saturating_sub(self.gone.characters)
    }

    /// The number of trees that end within the first `characters` characters.
    pub(super) fn trees_within(&self, characters: usize) -> usize {
        let end = self.gone.characters + characters;
        let ends_within = |&tree: &usize| {
            let last = tree.checked_sub(1).and_then(|last| self.character_ends.get(last));
            last.is_some_and(|&last| last <= end)
        };
        self.tree_ends.get(self.gone.trees..).unwrap_or_default().partition_point(ends_within)
    }

    /// The characters in normal form.
    pub(super) fn characters(&self) -> &[u32] {
        self.characters.get(self.gone.characters..).unwrap_or_default()
    }

    /// The words in normal form.
    pub(super) fn spelling(&self) -> Spelling<'_> {
        let ends = self.character_ends.get(self.gone.words..).unwrap_or_default();
        Spelling::new(self.characters(), ends, self.gone.characters)
    }

    /// The ends of the words of the first `trees` trees, in characters.
    pub(super) fn word_ends(&self, trees: usize, into: &mut Vec<usize>) {
        let ends = self.character_ends.get(self.gone.words..self.words_up_to(trees)).unwrap_or_default();
        into.clear();
        into.extend(ends.iter().map(|end| end - self.gone.characters));
    }

    /// The boundaries before each of the first `length` characters and after the last.
    pub(super) fn marks(&self, length: usize, into: &mut Vec<u8>) {
        into.clear();
        into.resize(length + 1, 0);
        let mut mark = |end: usize, bits: u8| {
            if let Some(mark) = into.get_mut(end - self.gone.characters) {
                *mark |= bits;
            }
        };
        mark(self.gone.characters, WORD | TREE);
        let ends = self.character_ends.get(self.gone.words..).unwrap_or_default();
        ends.iter().take_while(|&&end| end <= self.gone.characters + length).for_each(|&end| mark(end, WORD));
        for tree in self.tree_ends.get(self.gone.trees..).unwrap_or_default() {
            match tree.checked_sub(1).and_then(|last| self.character_ends.get(last)) {
                Some(&end) if end <= self.gone.characters + length => mark(end, TREE),
                _ => break,
            }
        }
    }

    /// Drops the first `trees` trees. The lists are moved only now and then, so that the cost per tree is
    /// small.
    pub(super) fn advance(&mut self, trees: usize) {
        let (words, characters) = (self.words_up_to(trees), self.characters_in(trees));
        self.gone.trees += trees;
        if self.gone.trees >= self.tree_ends.len() {
            self.clear();
        } else if trees > 0 {
            self.gone.words = words;
            self.gone.characters += characters;
            if 2 * self.gone.words >= self.words.len() {
                self.forget();
            }
        }
    }

    fn forget(&mut self) {
        let gone = std::mem::take(&mut self.gone);
        self.words.forget(gone.words);
        self.tree_ends.drain(..gone.trees);
        self.tree_ends.iter_mut().for_each(|end| *end -= gone.words);
        self.characters.drain(..gone.characters);
        self.character_ends.drain(..gone.words.min(self.character_ends.len()));
        self.character_ends.iter_mut().for_each(|end| *end -= gone.characters);
    }
}
