//! Two trees over a common index: the input of a measure.

use crate::align::text::TextCounts;
use crate::align::{CellIndex, WordCounts};
use crate::prepare::{Prepared, Rules};
use crate::tree::{Arena, Labels, Which};

/// One side of a pair.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// The tree as read.
    pub arena: &'a Arena,
    /// The text that the words are slices of.
    pub text: &'a [u8],
    /// The tree as the recipe prepares it.
    pub prepared: &'a Prepared,
}

impl<'a> Side<'a> {
    /// All counted words.
    pub(crate) fn all_words(&self) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        self.words(0, self.prepared.kept().len() as u32)
    }

    /// The counted words from the `start`-th to before the `end`-th.
    pub(crate) fn words(&self, start: u32, end: u32) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        let Self { arena, text, prepared } = *self;
        let kept = prepared.kept().get(start as usize..end as usize).unwrap_or_default();
        kept.iter().map(move |&word| arena.words()[word as usize].bytes(text))
    }
}

/// Two trees over a common index.
#[derive(Clone, Copy)]
pub struct Pair<'a> {
    /// The gold tree.
    pub gold: Side<'a>,
    /// The system tree.
    pub system: Side<'a>,
    /// The recipe's rules for labels.
    pub rules: &'a Rules,
    /// The interned labels.
    pub labels: &'a Labels,
    /// The common index.
    pub index: CommonIndex<'a>,
    /// Counts of the alignment of this pair, if words or texts were aligned.
    pub alignment: Option<AlignmentCounts>,
}

impl<'a> Pair<'a> {
    /// One of the two sides.
    pub fn side(&self, which: Which) -> &Side<'a> {
        match which {
            Which::Gold => &self.gold,
            Which::System => &self.system,
        }
    }
}

/// The common index of the two sides of a pair.
#[derive(Clone, Copy)]
pub enum CommonIndex<'a> {
    /// The same words: word *k* of gold is word *k* of the system.
    Words,
    /// None: the measure finds correspondences itself. Where it needs positions, word *k* of gold is where
    /// word *k* of the system is.
    Free,
    /// The times of all counted words, in seconds.
    Times {
        /// The gold words: start and end.
        gold: &'a [(f64, f64)],
        /// The system words: start and end.
        system: &'a [(f64, f64)],
    },
    /// The cells of aligned words or texts; brackets are over the cells.
    Cells(&'a CellIndex),
    /// Positions on an axis that both aligned texts share.
    Positions(&'a CellIndex),
}

impl<'a> CommonIndex<'a> {
    /// The intervals of the words of one side, if both sides share an axis.
    pub(crate) fn intervals(self, which: Which) -> Option<&'a [(f64, f64)]> {
        match (self, which) {
            (Self::Times { gold, .. }, Which::Gold) => Some(gold),
            (Self::Times { system, .. }, Which::System) => Some(system),
            (Self::Positions(cells), Which::Gold) => Some(cells.gold_positions()),
            (Self::Positions(cells), Which::System) => Some(cells.system_positions()),
            (Self::Words | Self::Free | Self::Cells(_), _) => None,
        }
    }

    /// True if the intervals are times in seconds.
    pub(crate) fn is_time(self) -> bool {
        matches!(self, Self::Times { .. })
    }
}

/// Counts of the alignment of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlignmentCounts {
    /// Texts were aligned by their characters.
    Text(TextCounts),
    /// Words of speech were aligned.
    Words(WordCounts),
}

/// A gold tree without a usable partner.
#[derive(Clone, Copy)]
pub struct Unpaired<'a> {
    /// The tree.
    pub side: Side<'a>,
    /// The recipe's rules for labels.
    pub rules: &'a Rules,
    /// The interned labels.
    pub labels: &'a Labels,
}

/// The common index that a measure needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Index {
    /// The same words: word *k* of gold is word *k* of the system.
    Words,
    /// Intervals of time, or of words where there are no times; the words themselves do not matter.
    Intervals,
    /// None: the measure finds correspondences itself.
    Free,
    /// The cells of aligned words; where words are not aligned, none.
    Cells,
}

impl Index {
    /// The name in signatures. Intervals are called `time` if the words have times, else `position`.
    pub fn as_str(self, has_times: bool) -> &'static str {
        match self {
            Self::Words => "words",
            Self::Intervals if has_times => "time",
            Self::Intervals => "position",
            Self::Free | Self::Cells => "free",
        }
    }
}
