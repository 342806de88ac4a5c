//! Gold and system aligned by their texts: trees in groups that cover the same text, whatever their words and sentence breaks.
//!
//! Reading and aligning go on in one place, in the order of the text; what is then done with the groups is done by all threads.

mod by_group;
mod feed;
mod listing;
mod reader;
mod sides;

use std::ops::{AddAssign, Range};

use crate::align::text::{Cell, Tables, TextCounts};
use crate::align::{OneSided, WordCounts};
use crate::values::choice;
use crate::measure::Index;
use crate::prepare::{Recipe, Rules};
use crate::read::{Block, ReadError, Syntax};
use crate::run::spoken::WordAlignment;
use crate::tree::Which;

pub(super) use by_group::ByGroup;
pub use listing::{Listed, ListedCell, ListedGroup, list};
pub use reader::{AlignedInput, AlignedReader};
pub use sides::SidesReader;

/// How the two sides are aligned, if word k is not to meet word k.
#[derive(Clone, Debug)]
pub enum Alignment {
    /// By their characters: words and sentence breaks may differ, and groups of trees that cover the same text are pairs.
    Text(TextAlignment),
    /// By their words, as speech is: words may be wrong, missing or too many.
    Words(WordAlignment),
}

/// How texts are aligned.
#[derive(Clone, Debug)]
pub struct TextAlignment {
    /// What counts as the same text.
    pub tables: Tables,
    /// What becomes of words that only one side has.
    pub one_sided: OneSided,
    /// Are traces part of the text?
    pub traces: Traces,
}

choice! {
    /// Are traces (`-NONE-`) part of the text?
    Traces {
        /// No, where the recipe deletes them.
        Drop = "drop",
        /// Yes: they are aligned like words. Whether they count is for the recipe to say.
        Keep = "keep",
    }
}

impl Default for Alignment {
    /// By their characters.
    fn default() -> Self {
        Self::Text(TextAlignment::default())
    }
}

impl Default for TextAlignment {
    /// The usual tables; words of one side are skipped.
    fn default() -> Self {
        Self { tables: Tables::default(), one_sided: OneSided::Skip, traces: Traces::Drop }
    }
}

impl Alignment {
    /// Its settings as `(key, value)`, in a fixed order: everything that changes a number of a measure with this index.
    pub fn settings(&self, index: Index) -> Vec<(&'static str, String)> {
        match self {
            Self::Text(text) => text.settings(index),
            Self::Words(words) => words.settings(index),
        }
    }

    /// The name of the common index in signatures.
    pub fn index(&self) -> &'static str {
        match self {
            Self::Text(_) => Self::TEXT,
            Self::Words(words) => words.chunk.as_str(),
        }
    }

    /// The name of the index that texts have in common.
    pub const TEXT: &'static str = "text";

    /// What becomes of words that only one side has.
    pub fn one_sided(&self) -> OneSided {
        match self {
            Self::Text(text) => text.one_sided,
            Self::Words(words) => words.one_sided,
        }
    }

    /// The rules of a recipe for trees that are aligned like this.
    pub(super) fn rules(&self, recipe: Recipe, syntax: &Syntax) -> Rules {
        match self {
            Self::Text(text) => text.rules(recipe, syntax),
            Self::Words(_) => Rules::of(recipe, syntax),
        }
    }
}

impl TextAlignment {
    /// Its settings as `(key, value)`: see [`Alignment::settings`].
    pub fn settings(&self, index: Index) -> Vec<(&'static str, String)> {
        let one_sided = ("one-sided", self.one_sided.as_str().to_owned());
        let traces = ("traces", self.traces.as_str().to_owned());
        let tables = [("norm", self.tables.normaliser.name()), ("exc", self.tables.exceptions.name())];
        let shown =
            [(index == Index::Words).then_some(one_sided), (self.traces == Traces::Keep).then_some(traces)];
        tables.into_iter().chain(shown.into_iter().flatten()).collect()
    }

    /// The rules of a recipe for trees whose texts are aligned like this.
    pub(super) fn rules(&self, recipe: Recipe, syntax: &Syntax) -> Rules {
        let rules = Rules::of(recipe, syntax);
        if self.traces == Traces::Keep { rules.aligning_traces() } else { rules }
    }
}

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
pub struct AlignedBlock {
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
    /// Number of the first unit, from 0; of all units, if they are a conversation side and what of it is no tree.
    pub first_pair: u64,
    /// Is this one conversation side?
    pub is_side: bool,
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
pub enum AlignedUnit {
    /// Trees that cover the same text.
    Group(GroupAt),
    /// What is not a tree, and so has no text.
    NotATree(Which, TreePlace, Box<ReadError>),
}

/// Trees that cover the same text.
#[derive(Clone, Debug)]
pub struct GroupAt {
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
    /// What there is to say about its text.
    pub text: TextCounts,
}

/// How far texts agree, over a whole run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextSums {
    /// The sums of the groups.
    pub text: TextCounts,
    /// The same for speech.
    pub words: WordCounts,
    /// Trees without words, of gold and system.
    pub without_words: [u64; 2],
    /// What could not be read, and so has no text, of gold and system.
    pub not_trees: [u64; 2],
    /// The first place at which the texts differ.
    pub first: Option<Difference>,
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

impl AddAssign for TextSums {
    fn add_assign(&mut self, other: Self) {
        self.text += other.text;
        self.words += other.words;
        for which in 0..2 {
            self.without_words[which] += other.without_words[which];
            self.not_trees[which] += other.not_trees[which];
        }
        if self.first.is_none() {
            self.first = other.first;
        }
    }
}
