//! Pairs of groups: gold and system trees that cover the same text, with possibly different
//! words and sentence breaks.
//!
//! Reading and aligning happen under one lock, in the order of the text; the groups are then measured by all
//! threads.

mod by_group;
mod feed;
mod listing;
mod reader;
mod sides;

use std::ops::Range;

use crate::align::text::{Cell, TextCounts};
use crate::read::{Block, ReadError};
use crate::setup::GoldHash;
use crate::tree::Which;

pub(super) use by_group::ByGroup;
pub use listing::{Listed, ListedCell, ListedGroup, Listing, list};
pub(super) use reader::AlignedReader;
pub(super) use sides::SidesReader;

/// The position of a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreePlace {
    /// The number of the tree in the corpus, from 1.
    pub number: u64,
    /// The number of the document.
    pub document: usize,
    /// The line on which the tree begins.
    pub line: u64,
    /// The column of its first character, from 1.
    pub column: u64,
}

/// A block of groups, ready to be measured.
#[derive(Debug, Default)]
pub(super) struct AlignedBlock {
    /// The gold trees of all groups.
    pub gold: Block,
    /// The system's trees.
    pub system: Block,
    /// The positions of the gold trees.
    pub gold_places: Vec<TreePlace>,
    /// The positions of the system's trees.
    pub system_places: Vec<TreePlace>,
    /// The groups and the unreadable trees, in order.
    pub units: Vec<AlignedUnit>,
    /// The cells of all groups that are not plain.
    pub cells: Vec<Cell>,
    /// The number of the block, from 0.
    pub number: u64,
    /// The number of the first group, from 0.
    pub first_pair: u64,
    /// True if the block is a conversation side.
    pub is_side: bool,
    /// The hash of the gold trees read for this block.
    pub gold_hash: GoldHash,
    /// The numbers of trees without words read for this block, of gold and system. They are in no group.
    pub without_words: [u64; 2],
    /// The system's trees without any word: the first, and how many.
    pub failed: Option<(TreePlace, u64)>,
}

impl AlignedBlock {
    fn clear(&mut self) {
        self.gold.clear();
        self.system.clear();
        self.units.clear();
        self.cells.clear();
        self.gold_places.clear();
        self.system_places.clear();
    }
}

/// A group, or an unreadable tree.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "nearly every unit is a group")]
pub(super) enum AlignedUnit {
    /// Trees that cover the same text.
    Group(GroupAt),
    /// An unreadable tree, which has no text; and whether it is the last of its document.
    NotATree(Which, TreePlace, Box<ReadError>, bool),
}

/// Trees that cover the same text.
#[derive(Clone, Debug)]
pub(super) struct GroupAt {
    /// The gold trees, by their numbers in the block.
    pub gold: Range<usize>,
    /// The system's trees.
    pub system: Range<usize>,
    /// The cells, as a range of [`AlignedBlock::cells`].
    pub cells: Range<usize>,
    /// True for one tree on each side with the same words.
    pub is_plain: bool,
    /// The number of the gold document: that of the first gold tree, or the last one seen if there is none.
    pub document: usize,
    /// How far the texts agree.
    pub text: TextCounts,
}

/// A difference between two aligned texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The position of the group's first gold tree, if any, and the differing gold words.
    pub gold: (Option<TreePlace>, String),
    /// The same for the system.
    pub system: (Option<TreePlace>, String),
}

/// The number of words shown of a difference.
const SHOWN: usize = 8;

/// The first words of a difference as one string.
fn join_words<'w>(words: impl Iterator<Item = &'w [u8]>) -> String {
    let mut words = words.map(|word| String::from_utf8_lossy(word).into_owned());
    let mut shown: Vec<String> = words.by_ref().take(SHOWN).collect();
    if words.next().is_some() {
        shown.push("…".to_owned());
    }
    shown.join(" ")
}
