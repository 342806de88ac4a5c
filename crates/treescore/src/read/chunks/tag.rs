//! Chunk tags, and the chunks that a row of them says.

use super::{ChunkedSentence, NULL, WordChunk};

/// A chunk tag: `O`, or a letter and a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tag<'t> {
    Outside,
    Inside { letter: u8, kind: &'t [u8] },
}

impl<'t> Tag<'t> {
    /// Reads a tag. `None` if it is none.
    pub(super) fn new(text: &'t [u8]) -> Option<Self> {
        match text {
            b"O" => Some(Self::Outside),
            [letter @ (b'B' | b'I' | b'E' | b'S' | b'L' | b'U' | b'M'), b'-', kind @ ..]
                if !kind.is_empty() =>
            {
                Some(Self::Inside { letter: *letter, kind })
            }
            _ => None,
        }
    }

    /// The type, if the tag has one.
    pub(super) fn kind(self) -> Option<&'t [u8]> {
        match self {
            Self::Outside => None,
            Self::Inside { kind, .. } => Some(kind),
        }
    }
}

/// What the tag before a word says about it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Before {
    /// Nothing goes on: the start of a sentence, `O`, or the last word of a chunk.
    #[default]
    Over,
    /// The last chunk may go on.
    Open,
}

/// Adds the next word's tag to the chunks of a sentence.
pub(super) fn add_tag(sentence: &mut ChunkedSentence, before: Before, tag: Tag<'_>) -> Before {
    let start = sentence.ends.len() as u32;
    let (category, letter) = match tag {
        Tag::Outside => {
            sentence.chunks.push(WordChunk { category: NULL.into(), start, end: start + 1 });
            return Before::Over;
        }
        Tag::Inside { letter, kind } => (String::from_utf8_lossy(kind), letter),
    };
    let last = sentence.chunks.last_mut().filter(|_| before == Before::Open);
    match last.filter(|last| *last.category == *category && !matches!(letter, b'B' | b'S' | b'U')) {
        Some(last) => last.end = start + 1,
        None => sentence.chunks.push(WordChunk { category: category.into(), start, end: start + 1 }),
    }
    if matches!(letter, b'E' | b'S' | b'L' | b'U') { Before::Over } else { Before::Open }
}
