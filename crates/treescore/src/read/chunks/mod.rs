//! Chunks in columns: one word per line, with its chunk tag in the last column.
//!
//! [`BioReader`] reads a file sentence by sentence. One rule reads IOB1, IOB2, IOBES and BILOU alike: a chunk
//! begins at `B`, `S` and `U`; at any other tag after `O` or after another type; and after `E`, `S`, `L` and
//! `U`. Words outside of chunks are chunks of one word, called [`NULL`].

mod bio;
mod tag;

#[cfg(test)]
mod tests;

use std::io;

pub use bio::BioReader;

use super::FileFault;
use crate::values::choice;

/// The category of words that are in no chunk.
pub const NULL: &str = "Null";

choice! {
    /// The column that holds the chunk tags.
    #[derive(Default)]
    BioColumn {
        /// The last; it must not be one of two columns of the same types, gold and system.
        #[default]
        Last = "bio",
        /// The last but one.
        Gold = "bio:gold",
        /// The last.
        System = "bio:system",
    }
}

/// A chunk: its category and the words `start..end`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordChunk {
    /// The category.
    pub category: Box<str>,
    /// The first word, from 0.
    pub start: u32,
    /// One past the last word.
    pub end: u32,
}

/// A sentence: its words, and the chunks that cover them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChunkedSentence {
    /// The line of its first word, from 1.
    pub line: u64,
    /// The chunks, in order.
    pub chunks: Vec<WordChunk>,
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl ChunkedSentence {
    /// The number of words.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True if there are no words.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The words, in order.
    pub fn words(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let word = self.text.get(start..end).unwrap_or_default();
            start = end;
            word
        })
    }

    fn clear(&mut self) {
        self.line = 0;
        self.chunks.clear();
        self.text.clear();
        self.ends.clear();
    }

    fn push_word(&mut self, word: &[u8]) {
        self.text.extend_from_slice(word);
        self.ends.push(self.text.len());
    }
}

/// Why a file of chunks is not read.
#[derive(Debug, thiserror::Error)]
pub enum ChunksError {
    /// The file is not what it seems to be.
    #[error("{0}")]
    Fault(#[from] FileFault),
    /// The operating system reported an error.
    #[error(transparent)]
    Io(#[from] io::Error),
}
