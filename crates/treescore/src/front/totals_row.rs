//! Sums as one row of named integers: what engines add up, column by column, in any order.

use std::collections::BTreeMap;

use super::system_score::SystemScore;
use crate::measure::{MeasureInfo, Sum};
use crate::report::model::Reason;
use crate::setup::Setup;
use crate::values::{FieldKind, Fixed};

/// The kinds of refusals that have a column of their own; others are counted together.
const KINDS: [&str; 14] = [
    "not a tree",
    "no tree",
    "no partner",
    "words differ",
    "too large",
    "too much work",
    "no head",
    "no heads",
    "discontinuous",
    "no word alignment",
    "alignment of other words",
    "no times",
    "wrong times",
    "number of times differs",
];
const OTHER: &str = "other";

/// Whether an integer of a row fits 64 bits, or is a real value in fixed point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// A number of things.
    Count,
    /// A sum of real values in fixed point, which needs more than 64 bits.
    Fixed,
}

/// The three sums of a row.
const SUMS: [&str; 3] = ["scored", "missed", "within"];

fn kind_column(kind: &str) -> String {
    format!("refused_{}", kind.replace(' ', "_"))
}

impl SystemScore {
    /// The columns of [`to_row`](Self::to_row) for a setup, each with its kind.
    ///
    /// ```
    /// use treescore::Setup;
    /// use treescore::front::SystemScore;
    /// let columns = SystemScore::row_columns(&Setup::named("parseval")?);
    /// assert_eq!(columns[0].0, "read");
    /// assert!(columns.iter().any(|(name, _)| name == "scored_f1_sum"));
    /// # Ok::<(), treescore::setup::UnknownMeasure>(())
    /// ```
    pub fn row_columns(setup: &Setup) -> Vec<(String, ColumnKind)> {
        let info = setup.measure.info();
        let first = ["read", "scored", "refused", "empty", "scored_beyond", "refused_beyond"];
        let mut columns: Vec<(String, ColumnKind)> =
            first.into_iter().map(|name| (name.to_owned(), ColumnKind::Count)).collect();
        let kinds = KINDS.into_iter().chain([OTHER]);
        columns.extend(kinds.map(|kind| (kind_column(kind), ColumnKind::Count)));
        for sum in SUMS {
            columns.extend(info.fields.iter().map(|field| {
                let is_count = field.kind == FieldKind::Count;
                let kind = if is_count { ColumnKind::Count } else { ColumnKind::Fixed };
                (format!("{sum}_{}", field.name), kind)
            }));
        }
        for sum in SUMS {
            for figure in info.figures.iter().filter(|figure| figure.has_mean) {
                columns.push((format!("{sum}_{}_sum", figure.key), ColumnKind::Fixed));
                columns.push((format!("{sum}_{}_pairs", figure.key), ColumnKind::Count));
            }
        }
        columns
    }

    /// The sums as a row, in the order of [`row_columns`](Self::row_columns). Rows of one setup add up.
    pub fn to_row(&self) -> Vec<i128> {
        let totals = &self.totals;
        let numbers = [
            totals.read(),
            totals.scored,
            totals.refused,
            totals.empty,
            totals.scored_beyond,
            totals.refused_beyond,
        ];
        let mut row: Vec<i128> = numbers.into_iter().map(i128::from).collect();
        let pairs = |of: &dyn Fn(&str) -> bool| -> i128 {
            self.coverage
                .reasons
                .iter()
                .filter(|reason| of(&reason.why))
                .map(|reason| i128::from(reason.pairs))
                .sum()
        };
        row.extend(KINDS.iter().map(|kind| pairs(&|why| why == *kind)));
        row.push(pairs(&|why| !KINDS.contains(&why)));
        let sums = [totals.all_scored(), totals.missed.clone(), totals.within.clone()];
        for sum in &sums {
            row.extend_from_slice(sum.counts());
        }
        for sum in &sums {
            let means = self.info().figures.iter().zip(sum.means()).filter(|(figure, _)| figure.has_mean);
            means.for_each(|(_, mean)| row.extend([mean.sum, i128::from(mean.values)]));
        }
        row
    }

    /// The score of a row by name, or of a sum of such rows. Columns that are missing count nothing.
    pub fn of_row(setup: Setup, name: impl Into<String>, row: &BTreeMap<String, i128>) -> Self {
        let mut score = Self::empty(setup, name);
        let info = score.info();
        let get = |column: &str| row.get(column).copied().unwrap_or(0);
        let count = |column: &str| u64::try_from(get(column)).unwrap_or(0);
        let [scored, missed, within] = SUMS.map(|sum| read_sum(info, sum, &get));
        let totals = &mut score.totals;
        totals.beyond = scored.minus(&within);
        (totals.missed, totals.within) = (missed, within);
        (totals.scored, totals.refused) = (count("scored"), count("refused"));
        (totals.empty, totals.scored_beyond) = (count("empty"), count("scored_beyond"));
        totals.refused_beyond = count("refused_beyond");
        for kind in KINDS.into_iter().chain([OTHER]) {
            let pairs = count(&kind_column(kind));
            if pairs > 0 {
                score.coverage.reasons.push(Reason::new(kind, pairs, String::new()));
            }
        }
        score.coverage.sort();
        score.coverage.count(&score.totals);
        score
    }
}

fn read_sum(info: &'static MeasureInfo, sum: &str, get: &dyn Fn(&str) -> i128) -> Sum {
    let counts = info.fields.iter().map(|field| get(&format!("{sum}_{}", field.name)));
    let means = info.figures.iter().map(|figure| Fixed {
        sum: get(&format!("{sum}_{}_sum", figure.key)),
        values: u64::try_from(get(&format!("{sum}_{}_pairs", figure.key))).unwrap_or(0),
    });
    Sum::of_parts(info, counts.collect(), means)
}
