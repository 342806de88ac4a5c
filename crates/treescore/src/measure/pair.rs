//! Two trees ready to be measured, over what they have in common.

use crate::align::text::TextCounts;
use crate::align::{CellIndex, WordCounts};
use crate::prepare::{Prepared, Rules};
use crate::tree::{Arena, Labels, Which};

/// One side of a pair, ready to be measured.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// The tree as it was read.
    pub arena: &'a Arena,
    /// The text its words are slices of.
    pub text: &'a [u8],
    /// What the recipe leaves of it.
    pub prepared: &'a Prepared,
}

impl<'a> Side<'a> {
    /// The words from the `start`-th to before the `end`-th of those that count.
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
    /// The system's tree.
    pub system: Side<'a>,
    /// What the recipe says about labels.
    pub rules: &'a Rules,
    /// The names of the labels.
    pub labels: &'a Labels,
    /// What the two have in common.
    pub index: CommonIndex<'a>,
    /// What the alignment of this pair says about its words, if words or texts were aligned.
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

/// What the two trees of a pair have in common.
#[derive(Clone, Copy)]
pub enum CommonIndex<'a> {
    /// The same words, number by number.
    Words,
    /// Nothing; the measure finds out itself what corresponds. Where it needs positions, word *k* of gold is where word *k* of the
    /// system is.
    Free,
    /// When each word that counts was spoken, in seconds.
    Times {
        /// The gold words, from start to end.
        gold: &'a [(f64, f64)],
        /// The system's words.
        system: &'a [(f64, f64)],
    },
    /// The cells of aligned words or texts; brackets are over the cells.
    Cells(&'a CellIndex),
    /// Positions on an axis that both aligned texts share.
    Positions(&'a CellIndex),
}

impl<'a> CommonIndex<'a> {
    /// The intervals of the words of one side, if they are on an axis that both sides share.
    pub(crate) fn intervals(self, which: Which) -> Option<&'a [(f64, f64)]> {
        match (self, which) {
            (Self::Times { gold, .. }, Which::Gold) => Some(gold),
            (Self::Times { system, .. }, Which::System) => Some(system),
            (Self::Positions(meeting), Which::Gold) => Some(meeting.gold_positions()),
            (Self::Positions(meeting), Which::System) => Some(meeting.system_positions()),
            (Self::Words | Self::Free | Self::Cells(_), _) => None,
        }
    }

    /// Are these times, in seconds?
    pub(crate) fn is_time(self) -> bool {
        matches!(self, Self::Times { .. })
    }
}

/// What the alignment of a pair says about its words.
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
    /// What the recipe says about labels.
    pub rules: &'a Rules,
    /// The names of the labels.
    pub labels: &'a Labels,
}

/// What a measure needs of the two sides of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Index {
    /// The same words, number by number.
    Words,
    /// Intervals of time, or of words where there are no times; the words themselves do not matter.
    Intervals,
    /// Nothing: the measure finds out itself what corresponds.
    Free,
}

impl Index {
    /// The name in signatures; whether words have times is for the data to say.
    pub fn as_str(self, has_times: bool) -> &'static str {
        match self {
            Self::Words => "words",
            Self::Intervals if has_times => "time",
            Self::Intervals => "position",
            Self::Free => "free",
        }
    }
}
