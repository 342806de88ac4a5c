//! Gold and system aligned by their texts: trees in groups that cover the same text, whatever their words and sentence breaks.
//!
//! Reading and aligning go on in one place, in the order of the text; what is then done with the groups is done by all threads.

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

/// Where a tree stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreePlace {
    /// Its number in the corpus, from 1.
    pub number: u64,
    /// Number of its document.
    pub document: usize,
    /// The line it begins on.
    pub line: u64,
}

/// Some groups of trees, ready to be measured.
#[derive(Debug, Default)]
pub(super) struct AlignedBlock {
    /// The gold trees of all groups.
    pub gold: Block,
    /// The system's trees.
    pub system: Block,
    /// Where the gold trees stand.
    pub gold_places: Vec<TreePlace>,
    /// Where the system's trees stand.
    pub system_places: Vec<TreePlace>,
    /// The groups, and trees that are none, in order.
    pub units: Vec<AlignedUnit>,
    /// The cells of all groups that have any.
    pub cells: Vec<Cell>,
    /// Number of the block, from 0.
    pub number: u64,
    /// Number of the first group, from 0.
    pub first_pair: u64,
    /// Is this one conversation side?
    pub is_side: bool,
    /// Gold trees that were read meanwhile.
    pub gold_hash: GoldHash,
    /// Trees without words that were read meanwhile, which are in no group: of gold and system.
    pub without_words: [u64; 2],
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

/// A group, or a tree that cannot be in one.
#[derive(Clone, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "nearly all are groups, and a box for each would have to be allocated"
)]
pub(super) enum AlignedUnit {
    /// Trees that cover the same text.
    Group(GroupAt),
    /// What is not a tree, and so has no text.
    NotATree(Which, TreePlace, Box<ReadError>),
}

/// Trees that cover the same text.
#[derive(Clone, Debug)]
pub(super) struct GroupAt {
    /// The gold trees, by number in the block.
    pub gold: Range<usize>,
    /// The system's trees.
    pub system: Range<usize>,
    /// Where their words meet, in [`AlignedBlock::cells`].
    pub cells: Range<usize>,
    /// One tree on each side, and each word has its partner.
    pub is_plain: bool,
    /// Number of the gold document: of the first gold tree, or of the one before if there is none.
    pub document: usize,
    /// How far its text agrees.
    pub text: TextCounts,
}

/// A place at which the texts differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Where the first gold tree of the group stands, if it has one, and the words.
    pub gold: (Option<TreePlace>, String),
    /// The same of the system.
    pub system: (Option<TreePlace>, String),
}

/// How many words of a difference are shown.
const SHOWN: usize = 8;

/// The first words of a difference, in one string.
fn some_words<'w>(words: impl Iterator<Item = &'w [u8]>) -> String {
    let mut words = words.map(|word| String::from_utf8_lossy(word).into_owned());
    let mut shown: Vec<String> = words.by_ref().take(SHOWN).collect();
    if words.next().is_some() {
        shown.push("…".to_owned());
    }
    shown.join(" ")
}
