//! Rows: the results of one pair of one system by one setup.

use std::fmt;
use std::ops::Range;

use serde::Serialize;

use super::aligned::ListedCell;
use super::replies::ReplyNote;
use crate::align::{Cause, Refusal};
use crate::measure::{AlignmentCounts, MeasureInfo, ShownMatch, Sketch};

/// What a row describes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RowKind {
    /// One tree, or one line, of each side.
    #[default]
    Pair,
    /// Trees that cover the same text.
    Group,
    /// A conversation side: all trees of a file.
    Side,
    /// An unreadable tree in no pair.
    Tree,
}

impl RowKind {
    /// The name: `pair`, `group`, `side` or `tree`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pair => "pair",
            Self::Group => "group",
            Self::Side => "side",
            Self::Tree => "tree",
        }
    }

    /// What it is to people who read the text: `sentence`, `group` or `side`.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Pair | Self::Tree => "sentence",
            Self::Group | Self::Side => self.as_str(),
        }
    }
}

/// The position of a tree in its corpus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The number of the document, from 0.
    pub document: usize,
    /// The line on which the tree begins, from 1.
    pub line: u64,
}

/// The number and position of a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowId {
    /// What the row describes.
    pub kind: RowKind,
    /// The number of the pair, group or side, from 1; 0 for a tree in no pair.
    pub pair: u64,
    /// The numbers of the gold trees in the corpus, from 0. If there is none, an empty range at the number of
    /// the next gold tree.
    pub gold: Range<u64>,
    /// The numbers of the system's trees, likewise.
    pub system: Range<u64>,
    /// The number of the gold document, from 0.
    pub document: usize,
    /// The position of the first gold tree, if any.
    pub gold_line: Option<Line>,
    /// The position of the first system tree, if any.
    pub system_line: Option<Line>,
}

/// `pair 57`; for a tree in no pair, its number in the corpus: `tree 57`.
impl fmt::Display for RowId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = match self.kind {
            RowKind::Tree if !self.gold.is_empty() => self.gold.start + 1,
            RowKind::Tree => self.system.start + 1,
            RowKind::Pair | RowKind::Group | RowKind::Side => self.pair,
        };
        write!(f, "{} {number}", self.kind.as_str())
    }
}

/// The results of one pair of one system by one setup.
#[derive(Clone, Debug)]
pub struct PairRow {
    /// The number and position of the pair.
    pub id: RowId,
    /// The position of the system.
    pub system: usize,
    /// The position of the setup.
    pub setup: usize,
    /// The length of the gold sentence; `None` if it could not be read.
    pub length: Option<u32>,
    /// The counts; for a refused pair, what it missed.
    pub counts: Vec<i128>,
    /// Why the pair was refused; `None` if it was scored.
    pub refusal: Option<Refusal>,
    /// Why the words of a refused pair differ, if they do and if that was asked for.
    pub cause: Option<Cause>,
    /// The items of both sides with their verdicts, if requested.
    pub matches: Option<Vec<ShownMatch>>,
    /// Both trees with their verdicts, if requested; of a refused pair, and of a measure without pictures, only the trees.
    pub sketch: Option<Box<Sketch>>,
    /// The utterance of the pair's times; `None` without times or if the pair was refused.
    pub utterance: Option<String>,
    /// For pairings by group: the numbers of the gold trees and of the system's trees, from 1. Trees without
    /// words are in no group.
    pub trees: Option<[Vec<u64>; 2]>,
    /// How far the words agree, if words or texts were aligned.
    pub alignment: Option<AlignmentCounts>,
    /// The aligned words of speech as written, if requested; `None` if the pair was refused.
    pub cells: Option<Vec<ListedCell>>,
    /// What became of the reply, if the system's unit is one.
    pub reply: Option<Box<ReplyNote>>,
}

impl PairRow {
    /// True if the pair was refused because its words differ.
    pub(super) fn is_about_words(&self) -> bool {
        self.refusal.as_ref().is_some_and(Refusal::is_about_words)
    }
}

/// The rows of one system by one setup as a table, for statistics and for export.
#[derive(Clone, Debug)]
pub struct PairTable {
    info: &'static MeasureInfo,
    ids: Vec<RowId>,
    lengths: Vec<Option<u32>>,
    refused: Vec<Option<&'static str>>,
    counts: Vec<i128>,
}

impl PairTable {
    /// Creates an empty table.
    pub(crate) fn new(info: &'static MeasureInfo) -> Self {
        Self { info, ids: Vec::new(), lengths: Vec::new(), refused: Vec::new(), counts: Vec::new() }
    }

    /// The measure, whose fields are the columns of counts.
    pub fn info(&self) -> &'static MeasureInfo {
        self.info
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// True if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// The number and position of a row's pair.
    pub fn id(&self, row: usize) -> &RowId {
        &self.ids[row]
    }

    /// The length of a row's gold sentence; `None` if it could not be read.
    pub fn length(&self, row: usize) -> Option<u32> {
        self.lengths[row]
    }

    /// The kind of a row's refusal; `None` if it was scored.
    pub fn refused(&self, row: usize) -> Option<&'static str> {
        self.refused[row]
    }

    /// The counts of a row, in the order of the measure's fields; for a refused pair, what it missed.
    pub fn counts(&self, row: usize) -> &[i128] {
        let width = self.info.fields.len();
        &self.counts[row * width..(row + 1) * width]
    }

    pub(super) fn push(&mut self, row: &PairRow) {
        self.ids.push(row.id.clone());
        self.lengths.push(row.length);
        self.refused.push(row.refusal.as_ref().map(Refusal::kind));
        self.counts.extend_from_slice(&row.counts);
    }
}
