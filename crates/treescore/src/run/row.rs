//! Rows: one pair of one system by one setup, and where it comes from.

use std::fmt;
use std::ops::Range;

use serde::Serialize;

use crate::align::Refusal;
use crate::measure::{AlignmentCounts, MeasureInfo, ShownMatch};

/// What a row is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RowKind {
    /// One tree, or one line, of each side.
    #[default]
    Pair,
    /// Trees that cover the same text.
    Group,
    /// All trees of a file: a conversation side.
    Side,
    /// A tree that is in no pair, because it cannot be read.
    Tree,
}

impl RowKind {
    /// Its name: `pair`, `group`, `side` or `tree`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pair => "pair",
            Self::Group => "group",
            Self::Side => "side",
            Self::Tree => "tree",
        }
    }
}

/// Where a tree stands: number of its document, and the line it begins on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Number of its document, from 0.
    pub document: usize,
    /// Its line, from 1.
    pub line: u64,
}

/// What tells rows apart, and where they come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowId {
    /// What it is about.
    pub kind: RowKind,
    /// Number of the pair, group or side, from 1; 0 for a tree that is in no pair.
    pub pair: u64,
    /// The gold trees by their numbers in the corpus, from 0: from the first to behind the last. Empty where the next gold tree would
    /// be, if there is none.
    pub gold: Range<u64>,
    /// The system's trees.
    pub system: Range<u64>,
    /// Number of the gold document, from 0.
    pub document: usize,
    /// Where the first gold tree stands, if there is one.
    pub gold_line: Option<Line>,
    /// Where the first tree of the system stands, if there is one.
    pub system_line: Option<Line>,
}

/// `pair 57`; a tree that is in no pair, by its number in the corpus: `tree 57`.
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

/// One pair of one system by one setup.
#[derive(Clone, Debug)]
pub struct PairRow {
    /// Where it comes from.
    pub id: RowId,
    /// Position of the system.
    pub system: usize,
    /// Position of the setup.
    pub setup: usize,
    /// Length of the gold sentence, if it could be read.
    pub length: Option<u32>,
    /// The counts; of a refused pair, what it missed.
    pub counts: Vec<i128>,
    /// Why it was refused, if it was.
    pub refusal: Option<Refusal>,
    /// What became of each item, if that was asked for.
    pub matches: Option<Vec<ShownMatch>>,
    /// The utterance its times are from, if it has times and was scored.
    pub utterance: Option<String>,
    /// The trees it is made of, by their numbers from 1, if a pair is made of any number of trees: gold's and the system's. Trees
    /// without words are in none.
    pub trees: Option<[Vec<u64>; 2]>,
    /// What its alignment says about its words, if words or texts were aligned.
    pub alignment: Option<AlignmentCounts>,
}

/// The rows of one system by one setup, in columns: what statistics, JSON lines and tables of other programs read.
#[derive(Clone, Debug)]
pub struct PairTable {
    info: &'static MeasureInfo,
    ids: Vec<RowId>,
    lengths: Vec<Option<u32>>,
    refused: Vec<Option<&'static str>>,
    counts: Vec<i128>,
}

impl PairTable {
    /// A table without rows.
    pub fn new(info: &'static MeasureInfo) -> Self {
        Self { info, ids: Vec::new(), lengths: Vec::new(), refused: Vec::new(), counts: Vec::new() }
    }

    /// The measure, whose fields the counts have.
    pub fn info(&self) -> &'static MeasureInfo {
        self.info
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Where a row comes from.
    pub fn id(&self, row: usize) -> &RowId {
        &self.ids[row]
    }

    /// Length of the gold sentence of a row, if it could be read.
    pub fn length(&self, row: usize) -> Option<u32> {
        self.lengths[row]
    }

    /// The kind of refusal of a row; `None` if it was scored.
    pub fn refused(&self, row: usize) -> Option<&'static str> {
        self.refused[row]
    }

    /// The counts of a row, in the order of the measure's fields; of a refused pair, what it missed.
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
