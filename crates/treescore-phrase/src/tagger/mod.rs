//! A trigram tagger that gives, for any span, the exact probability of a tag sequence given the whole
//! sentence.

mod counts;
mod lattice;
mod transitions;
mod words;

use std::borrow::Cow;

pub(crate) use counts::{BEGIN, END};
pub use counts::{ReservedTag, Tag, TagCounts, TagSet, TaggerCounts, UNKNOWN};
pub use lattice::Lattice;
use transitions::Transitions;
pub use words::TaggerSettings;
use words::WordModel;

/// Decodes a word or tag. Model files are UTF-8, so invalid bytes are replaced by U+FFFD, in training and use
/// alike.
pub(crate) fn text(word: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(word)
}

/// A tagger, made from counts.
///
/// ```
/// use treescore_phrase::WordList;
/// use treescore_phrase::tagger::{Lattice, TagCounts, Tagger, TaggerSettings};
///
/// let mut counts = TagCounts::default();
/// counts.add([("the", "DT"), ("gulls", "NNS"), ("watch", "VBP")].into_iter());
/// counts.add([("the", "DT"), ("watch", "NN")].into_iter());
/// let counts = counts.freeze()?;
/// let tagger = Tagger::new(&counts, TaggerSettings::default());
/// let mut lattice = Lattice::default();
/// let words: WordList = ["the", "watch"].into_iter().collect();
/// lattice.fill(&tagger, &words, 0.01);
/// assert_eq!(lattice.best().map(|tag| counts.tags.name(tag)).collect::<Vec<_>>(), ["DT", "NN"]);
/// # Ok::<(), treescore_phrase::tagger::ReservedTag>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Tagger {
    transitions: Transitions,
    words: WordModel,
    begin: Tag,
    end: Tag,
}

impl Tagger {
    /// Creates the tagger from counts.
    pub fn new(counts: &TaggerCounts, settings: TaggerSettings) -> Self {
        Self {
            transitions: Transitions::new(counts),
            words: WordModel::new(counts, settings),
            begin: counts.tags.begin(),
            end: counts.tags.end(),
        }
    }

    // For the crates and tests of this workspace; not part of the interface.
    #[doc(hidden)]
    pub fn transitions(&self) -> &Transitions {
        &self.transitions
    }

    // For the crates and tests of this workspace; not part of the interface.
    #[doc(hidden)]
    pub fn words(&self) -> &WordModel {
        &self.words
    }
}

#[cfg(test)]
#[path = "tagger_tests.rs"]
mod tests;
