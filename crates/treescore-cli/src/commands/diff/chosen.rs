//! Which pairs are drawn.

use treescore::measure::{Better, MeasureInfo};
use treescore::query::{Facts, Query};
use treescore::run::{PairRow, Plan};

/// Which pairs are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// This one.
    Pair(u64),
    /// The ones with the lowest scores. Refused pairs are among them only if no pair was scored.
    Worst(usize),
    /// All that fit the query.
    All,
}

/// Keeps rows of pairs that are wanted.
pub(super) struct Chooser {
    info: &'static MeasureInfo,
    choice: Choice,
    query: Option<Query>,
    /// Rows with their values, the lowest first.
    kept: Vec<(Option<f64>, PairRow)>,
    /// Refused rows, in case there are no others.
    refused: Vec<PairRow>,
    seen: u64,
}

/// What was chosen.
pub(super) struct Chosen {
    pub(super) rows: Vec<PairRow>,
    /// How many pairs there are.
    pub(super) seen: u64,
}

impl Chooser {
    pub(super) fn new(info: &'static MeasureInfo, choice: Choice, query: Option<Query>) -> Self {
        Self { info, choice, query, kept: Vec::new(), refused: Vec::new(), seen: 0 }
    }

    /// Looks at a row.
    pub(super) fn take(&mut self, plan: &Plan, row: PairRow) {
        if row.id.pair == 0 || row.setup != 0 {
            return;
        }
        self.seen += 1;
        let is_refused = row.refusal.is_some();
        if let Some(query) = &self.query {
            let document = plan.gold.document_name(row.id.document).unwrap_or_default();
            let facts = Facts {
                info: self.info,
                counts: (!is_refused).then_some(&row.counts),
                words: row.length,
                sketch: row.sketch.as_deref(),
                document: &document,
            };
            if !query.fits(&facts) {
                return;
            }
        }
        match self.choice {
            Choice::Pair(pair) if row.id.pair != pair => {}
            Choice::Pair(_) | Choice::All => self.kept.push((None, row)),
            Choice::Worst(most) if is_refused => {
                if self.refused.len() < most {
                    self.refused.push(row);
                }
            }
            Choice::Worst(most) => self.keep_worst(most, row),
        }
    }

    /// Keeps a row if it is among the worst so far. Of equal ones the first stay; undefined values are the best.
    fn keep_worst(&mut self, most: usize, row: PairRow) {
        let badness = |value: Option<f64>| match self.info.figures[0].better {
            Better::Higher => value.unwrap_or(f64::INFINITY),
            Better::Lower => value.map_or(f64::INFINITY, |value| -value),
        };
        let value = (self.info.derive)(&row.counts)[0];
        let place = self.kept.partition_point(|(kept, _)| badness(*kept) <= badness(value));
        if place < most {
            self.kept.insert(place, (value, row));
            self.kept.truncate(most);
        }
    }

    pub(super) fn finish(self) -> Chosen {
        let rows: Vec<PairRow> = self.kept.into_iter().map(|(_, row)| row).collect();
        Chosen { rows: if rows.is_empty() { self.refused } else { rows }, seen: self.seen }
    }
}
