//! The pairs with the lowest figures.

use super::row::PairRow;
use crate::align::Cause;
use crate::measure::{Better, MeasureInfo};

/// The worst pairs of one system by one setup: refused pairs first, then by headline figure, then by number.
#[derive(Default)]
pub(super) struct Worst {
    rows: Vec<(Rank, PairRow)>,
}

/// The sort key of a pair: the lowest is the worst.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Rank {
    is_scored: bool,
    /// The headline figure, negated if lower figures are better.
    value: f64,
    number: u64,
}

impl Rank {
    fn scored(info: &MeasureInfo, value: f64, number: u64) -> Self {
        let is_lower_better = info.figures.first().is_some_and(|figure| figure.better == Better::Lower);
        Self { is_scored: true, value: if is_lower_better { -value } else { value }, number }
    }

    fn is_before(&self, other: &Self) -> bool {
        let order = self.is_scored.cmp(&other.is_scored);
        let order = order.then(self.value.total_cmp(&other.value)).then(self.number.cmp(&other.number));
        order.is_lt()
    }
}

impl Worst {
    /// True if a scored pair with this headline figure is among the worst so far. A pair without a figure
    /// never is.
    pub(super) fn wants(&self, most: usize, info: &MeasureInfo, number: u64, value: Option<f64>) -> bool {
        value.is_some_and(|value| self.has_room(most, Rank::scored(info, value, number)))
    }

    fn has_room(&self, most: usize, rank: Rank) -> bool {
        most > 0 && (self.rows.len() < most || self.rows.last().is_some_and(|(last, _)| rank.is_before(last)))
    }

    /// Adds a scored pair for which [`wants`](Self::wants) was true.
    pub(super) fn add_scored(&mut self, most: usize, info: &MeasureInfo, value: Option<f64>, row: PairRow) {
        if let Some(value) = value {
            self.insert(most, Rank::scored(info, value, row.id.pair), row);
        }
    }

    /// Adds a refused pair if it is among the worst so far.
    pub(super) fn add_refused(&mut self, most: usize, number: u64, row: impl FnOnce() -> PairRow) {
        let rank = Rank { is_scored: false, value: 0.0, number };
        if self.has_room(most, rank) {
            self.insert(most, rank, row());
        }
    }

    fn insert(&mut self, most: usize, rank: Rank, row: PairRow) {
        let at = self.rows.partition_point(|(other, _)| other.is_before(&rank));
        self.rows.insert(at, (rank, row));
        self.rows.truncate(most);
    }

    /// Notes why the words of a pair differ, if the pair is here.
    pub(super) fn explain(&mut self, number: u64, cause: Cause) {
        let found = self.rows.iter_mut().find(|(rank, row)| rank.number == number && row.is_about_words());
        if let Some((_, row)) = found {
            row.cause = Some(cause);
        }
    }

    /// Adds the worst pairs of `other`, and empties it.
    pub(super) fn take(&mut self, most: usize, other: &mut Self) {
        for (rank, row) in other.rows.drain(..) {
            if self.has_room(most, rank) {
                self.insert(most, rank, row);
            }
        }
    }

    /// The rows, the worst first.
    pub(super) fn into_rows(self) -> Vec<PairRow> {
        self.rows.into_iter().map(|(_, row)| row).collect()
    }
}
