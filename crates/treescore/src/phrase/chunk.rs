//! From a tree to its chunks.

use super::{Category, Inventory, Sentence};
use crate::tree::{Arena, Labels};

/// A phrase of a sentence, up to its head.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chunk {
    /// What kind of phrase it is.
    pub category: Category,
    /// Its first word.
    pub start: u32,
    /// One past its last word.
    pub end: u32,
}

/// Does a prepositional chunk contain the chunk of its object?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Pp {
    /// Yes: `[PP of green olives]`.
    #[default]
    Full,
    /// No: `[PP of] [NP green olives]`.
    Bare,
}

/// How chunks are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ChunkOptions {
    /// Prepositional chunks.
    pub pp: Pp,
}

/// A chunk of a category that the inventory does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("category {} is not in the inventory", String::from_utf8_lossy(.0))]
pub struct UnknownCategory(pub Box<[u8]>);

/// Makes chunks of trees. It keeps what it has found out about labels, so all trees it is given must have been read with the
/// same [`Labels`].
#[derive(Clone, Debug)]
pub struct Chunker {
    inventory: Inventory,
    options: ChunkOptions,
}

impl Chunker {
    /// Chunks of these categories.
    pub fn new(inventory: Inventory, options: ChunkOptions) -> Self {
        Self { inventory, options }
    }

    /// The categories of the chunks.
    pub fn inventory(&self) -> &Inventory {
        &self.inventory
    }

    /// Fills `sentence` with the words of a tree that are not empty elements, their tags and its chunks; all but its name. False if the tree
    /// has no words.
    ///
    /// # Errors
    /// If a chunk has a category that is not in the inventory.
    pub fn sentence(
        &mut self,
        _arena: &Arena,
        _text: &[u8],
        _labels: &Labels,
        _sentence: &mut Sentence,
    ) -> Result<bool, UnknownCategory> {
        Ok(false)
    }
}
