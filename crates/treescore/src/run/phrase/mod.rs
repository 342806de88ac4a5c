//! Phrase recognition over whole treebanks.

mod sentences;

pub use sentences::{
    FaultyTree, RangeError, SentenceObserver, SentenceRange, SentenceWork, SentencesError, TreeCounts,
    Treebank, over_sentences,
};
