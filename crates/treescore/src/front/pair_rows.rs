//! The pairs of one score, kept in little room: what statistics, tables and breakdowns are read off.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::{Deserialize, Serialize};

use crate::align::Refusal;
use crate::measure::{Facet, MeasureInfo, Sum};
use crate::prepare::Empty;
use crate::read::ReadError;
use crate::report::diagnostic;
use crate::run::{Answer, PairRow, RowKind, StatRows};
use crate::stats::key_of_text;
use crate::tree::Which;

/// What the pairs of a score are called. Names are unique, and decide what statistics draw for a pair.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PairNames {
    /// The numbers from 1, in order.
    #[default]
    InOrder,
    /// The numbers of pairs that were chosen from others.
    Numbers(Vec<u64>),
    /// Numbers that somebody gave to them.
    Integers(Vec<i64>),
    /// Texts that somebody gave to them.
    Texts(Vec<String>),
}

/// The name of one pair.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PairName {
    /// A number.
    Number(i64),
    /// A text.
    Text(String),
}

/// Why pairs do not add up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotAdded {
    /// The scores were made in different ways.
    #[error("scores of different setups do not add up: {0} and {1}")]
    Setups(String, String),
    /// A pair is in both.
    #[error("pair {0} is in both scores, so that they do not add up")]
    Twice(String),
    /// Pairs have names in one score, and numbers or names of another kind in the other.
    #[error("pairs with names do not add up with pairs that have numbers, or names of another kind")]
    Names,
    /// Pairs were kept in one score only.
    #[error("a score that keeps its pairs and one that does not do not add up")]
    Kept,
    /// The breakdowns are not by the same property.
    #[error("scores with different breakdowns do not add up")]
    Facets,
}

impl PairNames {
    /// The names of some rows, in this order.
    #[must_use]
    pub fn choose(&self, rows: &[usize]) -> Self {
        match self {
            Self::InOrder => Self::Numbers(rows.iter().map(|&row| row as u64 + 1).collect()),
            Self::Numbers(all) => Self::Numbers(rows.iter().map(|&row| all[row]).collect()),
            Self::Integers(all) => Self::Integers(rows.iter().map(|&row| all[row]).collect()),
            Self::Texts(all) => Self::Texts(rows.iter().map(|&row| all[row].clone()).collect()),
        }
    }

    /// The name of the pair at this place.
    pub fn get(&self, row: usize) -> PairName {
        match self {
            Self::InOrder => PairName::Number(row as i64 + 1),
            Self::Numbers(all) => PairName::Number(all.get(row).map_or(0, |&number| number as i64)),
            Self::Integers(all) => PairName::Number(all.get(row).copied().unwrap_or_default()),
            Self::Texts(all) => PairName::Text(all.get(row).cloned().unwrap_or_default()),
        }
    }

    /// The place of the pair with this name.
    pub fn find(&self, name: &PairName) -> Option<usize> {
        match (self, name) {
            (Self::InOrder, PairName::Number(number)) => usize::try_from(*number).ok()?.checked_sub(1),
            (Self::Numbers(all), PairName::Number(number)) => {
                all.iter().position(|&other| other as i64 == *number)
            }
            (Self::Integers(all), PairName::Number(number)) => all.iter().position(|other| other == number),
            (Self::Texts(all), PairName::Text(text)) => all.iter().position(|other| other == text),
            _ => None,
        }
    }

    /// The key by which statistics draw: the number from 0 of a pair without a name; else what the name comes to.
    pub fn key(&self, row: usize) -> u64 {
        match self {
            Self::InOrder => row as u64,
            Self::Numbers(all) => all.get(row).map_or(0, |&number| number.wrapping_sub(1)),
            Self::Integers(all) => all.get(row).map_or(0, |&number| number as u64),
            Self::Texts(all) => all.get(row).map_or(0, |text| key_of_text(text)),
        }
    }

    /// Puts the names of more pairs behind the names of these. Both are of kinds that go together.
    fn and(&mut self, rows: usize, other: &Self, more: usize) {
        let numbers = |names: &Self, count: usize| match names {
            Self::Numbers(all) => all.clone(),
            _ => (1..=count as u64).collect(),
        };
        match (&mut *self, other) {
            (Self::Integers(all), Self::Integers(others)) => all.extend_from_slice(others),
            (Self::Texts(all), Self::Texts(others)) => all.extend_from_slice(others),
            (Self::Numbers(all), _) => all.extend(numbers(other, more)),
            (_, Self::Numbers(others)) => {
                let mut all = numbers(self, rows);
                all.extend_from_slice(others);
                *self = Self::Numbers(all);
            }
            _ => {}
        }
    }

    /// True if names of both kinds may stand beside each other.
    fn goes_with(&self, other: &Self) -> bool {
        let is_number = |names: &Self| matches!(names, Self::InOrder | Self::Numbers(_));
        match (self, other) {
            (Self::Integers(_), Self::Integers(_)) | (Self::Texts(_), Self::Texts(_)) => true,
            _ => is_number(self) && is_number(other),
        }
    }

    /// Checks that no name stands twice.
    ///
    /// # Errors
    /// Names the first that does.
    pub fn check_unique(&self, rows: usize) -> Result<(), NotAdded> {
        if *self == Self::InOrder {
            return Ok(());
        }
        let mut seen = HashSet::with_capacity(rows);
        for row in 0..rows {
            if !seen.insert(self.get(row)) {
                return Err(NotAdded::Twice(self.get(row).to_string()));
            }
        }
        Ok(())
    }
}

impl std::fmt::Display for PairName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

/// A refused pair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusedPair {
    /// The kind, as in the coverage.
    pub kind: String,
    /// The reason in one line.
    pub why: String,
    /// The line of the gold tree in its file.
    pub gold_line: Option<u64>,
    /// The line of the system's tree in its file.
    pub system_line: Option<u64>,
    /// The fault, if one side is not a tree.
    pub fault: Option<FaultText>,
}

/// What is wrong with a unit, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultText {
    /// The side: `gold` or `system`.
    pub side: String,
    /// The kind of fault.
    pub kind: String,
    /// What was found.
    pub title: String,
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: u64,
    /// The line with a mark at the column.
    pub snippet: String,
}

impl FaultText {
    /// Words a fault of one side.
    pub fn new(which: Which, error: &ReadError) -> Self {
        Self {
            side: which.as_str().to_owned(),
            kind: error.kind.name().to_owned(),
            title: error.title(),
            line: error.position.line,
            column: error.position.column,
            snippet: diagnostic::snippet_of(error),
        }
    }
}

/// The pairs of one system by one setup.
///
/// ```
/// use treescore::front::PairRows;
/// let rows = PairRows::default();
/// assert!(rows.is_empty());
/// ```
#[derive(Clone, Debug, Default)]
pub struct PairRows {
    /// What the pairs are called.
    pub names: PairNames,
    /// The length of each gold sentence; `None` if it could not be read.
    pub lengths: Vec<Option<u32>>,
    /// Counts, gold trees, files and answers. The key of a cluster is the number of the file.
    pub rows: StatRows,
    /// The refused pairs, by their place.
    pub refused: BTreeMap<usize, RefusedPair>,
    /// The names so far, once pairs were added: so that adding a batch takes no longer the more there are.
    seen: HashSet<PairName>,
}

impl PairRows {
    /// Creates rows of a measure.
    pub fn new(info: &MeasureInfo) -> Self {
        Self { rows: StatRows::new(info.fields.len()), ..Self::default() }
    }

    /// Rows that were stored.
    pub(super) fn restored(
        names: PairNames,
        lengths: Vec<Option<u32>>,
        rows: StatRows,
        refused: BTreeMap<usize, RefusedPair>,
    ) -> Self {
        Self { names, lengths, rows, refused, seen: HashSet::new() }
    }

    /// Adds a row of a run. A tree in no pair is not one.
    pub fn push(&mut self, row: &PairRow) {
        if row.id.kind == RowKind::Tree {
            return;
        }
        if let Some(refusal) = &row.refusal {
            let line = |at: Option<crate::run::Line>| at.map(|at| at.line);
            let fault = match refusal {
                Refusal::NotATree(which, error) => Some(FaultText::new(*which, error)),
                _ => None,
            };
            let refused = RefusedPair {
                kind: refusal.kind().to_owned(),
                why: refusal.to_string(),
                gold_line: line(row.id.gold_line),
                system_line: line(row.id.system_line),
                fault,
            };
            self.refused.insert(self.rows.len(), refused);
        }
        // A pair that is refused without any gold word has no gold tree.
        self.lengths.push(row.length.filter(|&words| words > 0 || row.refusal.is_none()));
        let is_missing = row.trees.as_ref().is_some_and(|[_, system]| system.is_empty());
        let answer = match (&row.refusal, is_missing) {
            (Some(_), _) => Answer::Refused,
            (None, true) => Answer::Missing,
            (None, false) => Answer::Scored,
        };
        self.rows.push(row.id.gold.clone(), row.id.document as u64, answer, &row.counts);
    }

    /// Adds a pair that is about the gold tree behind the last one, by its counts: of a refused pair what it missed, with the
    /// kind of refusal and the reason.
    pub fn add_counts(
        &mut self,
        row: &[i128],
        length: Option<u32>,
        refused: Option<(String, Option<String>)>,
    ) {
        let (at, is_refused) = (self.rows.len(), refused.is_some());
        if let Some((kind, why)) = refused {
            let why = why.unwrap_or_else(|| kind.clone());
            let refused = RefusedPair { kind, why, gold_line: None, system_line: None, fault: None };
            self.refused.insert(at, refused);
        }
        self.lengths.push(length);
        self.rows.push(at as u64..at as u64 + 1, 0, is_refused, row);
    }

    /// The number of pairs.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// True if there are no pairs.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The counts of a pair, in the order of the measure's fields; of a refused pair, what it missed.
    pub fn counts(&self, row: usize) -> Vec<i128> {
        let mut counts = Vec::new();
        self.read_counts(row, &mut counts);
        counts
    }

    /// The same, into a buffer that is used again.
    pub fn read_counts(&self, row: usize, counts: &mut Vec<i128>) {
        counts.clear();
        counts.extend((0..self.rows.width()).map(|column| self.rows.count(row, column)));
    }

    /// The rows as statistics draw them. If pairs have names, these are the keys of clusters.
    pub fn for_statistics(&self) -> StatRows {
        match self.names {
            PairNames::InOrder => self.rows.clone(),
            _ => self.rows.clone().with_clusters(&|tree| self.names.key(usize::try_from(tree).unwrap_or(0))),
        }
    }

    /// The same pairs in the order of other names; `None` if they are not the same pairs.
    pub fn in_order_of(&self, names: &PairNames, rows: usize) -> Option<Self> {
        if rows != self.len() {
            return None;
        }
        let places: HashMap<PairName, usize> = (0..rows).map(|row| (self.names.get(row), row)).collect();
        let mut arranged =
            Self { names: names.clone(), rows: StatRows::new(self.rows.width()), ..Self::default() };
        for row in 0..rows {
            let from = *places.get(&names.get(row))?;
            arranged.lengths.push(self.lengths[from]);
            let at = row as u64;
            arranged.rows.push(
                at..at + 1,
                self.rows.cluster(from),
                self.rows.answer(from),
                &self.counts(from),
            );
            if let Some(refused) = self.refused.get(&from) {
                arranged.refused.insert(row, refused.clone());
            }
        }
        Some(arranged)
    }

    /// Adds the pairs of another score.
    ///
    /// # Errors
    /// If a pair is in both, or names are of different kinds.
    pub fn merge(&mut self, other: &Self) -> Result<(), NotAdded> {
        let (rows, trees) = (self.len(), self.rows.trees());
        if rows == 0 {
            self.names.clone_from(&other.names);
        } else if self.names != PairNames::InOrder || other.names != PairNames::InOrder {
            self.check_others(other)?;
            self.names.and(rows, &other.names, other.len());
        }
        self.lengths.extend_from_slice(&other.lengths);
        for row in 0..other.len() {
            let gold = other.rows.gold(row);
            let gold = gold.start + trees..gold.end + trees;
            self.rows.push(gold, other.rows.cluster(row), other.rows.answer(row), &other.counts(row));
        }
        self.refused.extend(other.refused.iter().map(|(&row, refused)| (row + rows, refused.clone())));
        Ok(())
    }

    /// Checks that the names of other pairs are of the same kind, and that no pair is in both. Nothing has changed if not.
    fn check_others(&mut self, other: &Self) -> Result<(), NotAdded> {
        if !self.names.goes_with(&other.names) {
            return Err(NotAdded::Names);
        }
        if self.seen.len() != self.len() {
            self.seen = (0..self.len()).map(|row| self.names.get(row)).collect();
        }
        let new = || (0..other.len()).map(|row| other.names.get(row));
        if let Some(twice) = new().find(|name| self.seen.contains(name)) {
            return Err(NotAdded::Twice(twice.to_string()));
        }
        self.seen.extend(new());
        Ok(())
    }

    /// The sum of the scored pairs of each group, where `group` says which one a pair is in.
    pub fn sums<K: Ord>(
        &self,
        info: &'static MeasureInfo,
        empty: Empty,
        group: impl Fn(usize) -> Option<K>,
    ) -> BTreeMap<K, Sum> {
        let mut sums: BTreeMap<K, Sum> = BTreeMap::new();
        for row in (0..self.len()).filter(|&row| !self.rows.is_refused(row)) {
            if let Some(key) = group(row) {
                let sum = sums.entry(key).or_insert_with(|| Sum::new(info));
                sum.add_pair(&self.counts(row), empty);
            }
        }
        sums
    }

    /// The class of a pair in a breakdown by length or file.
    pub(super) fn class(&self, row: usize, facet: &Facet) -> Option<u64> {
        match facet {
            Facet::File => Some(self.rows.cluster(row)),
            Facet::Label | Facet::LabelPairs | Facet::Type => None,
            by_length => by_length.class_of_length(self.lengths[row]?),
        }
    }
}
