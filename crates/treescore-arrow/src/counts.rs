//! Scoring of a batch: a row of counts for each row of trees.

use std::sync::Arc;

use arrow_array::RecordBatch;
use treescore::Setup;
use treescore::front::{PairName, PairNames};
use treescore::read::Units;
use treescore::run::{Ask, Observer, PairRow, Plan, Rows, score};
use treescore::setup::Pairing;

use crate::TableError;
use crate::builder::{CountsBuilder, CountsRow};
use crate::columns::{column, names, texts};
use crate::schema::{NameType, with_keys};

/// The columns of a table of pairs, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairColumns {
    /// The gold trees.
    pub gold: String,
    /// The trees of the system.
    pub system: String,
    /// The names of the pairs. `None`: they are numbered.
    pub id: Option<String>,
    /// Columns that are kept, in front of the counts.
    pub keep: Vec<String>,
}

impl Default for PairColumns {
    /// `gold` and `system`, as in `treescore.pairs/1`; the pairs are numbered.
    fn default() -> Self {
        Self { gold: "gold".to_owned(), system: "system".to_owned(), id: None, keep: Vec::new() }
    }
}

/// Scores a batch: as many rows of `treescore.counts/1` as it has, in its order. Pairs without names are numbered from `first`
/// on. A row that cannot be scored is a refused pair, not an error.
///
/// # Errors
/// If a column is missing or holds something else than text, if a name is missing or stands twice in the batch, and if the
/// setup does not score pair by pair.
pub fn counts(
    batch: &RecordBatch,
    setup: &Setup,
    columns: &PairColumns,
    first: u64,
) -> Result<RecordBatch, TableError> {
    if !matches!(setup.pairing, Pairing::InOrder) || setup.by_id || setup.times.is_some() {
        return Err(TableError::Pairing);
    }
    let ids = columns.id.as_ref().map(|id| names(batch, id)).transpose()?;
    let (gold, system) = (units(batch, &columns.gold)?, units(batch, &columns.system)?);
    let kept: Vec<_> = columns.keep.iter().map(|name| column(batch, name)).collect::<Result<_, _>>()?;
    let kind = if matches!(ids, Some(PairNames::Texts(_))) { NameType::Text } else { NameType::Number };
    let mut rows = Collected { builder: CountsBuilder::new(setup, kind), names: ids, before: first - 1 };
    let schema = batch.schema();
    let fields = columns.keep.iter().filter_map(|name| schema.fields().find(name)).map(|(_, field)| field);
    let schema = with_keys(fields.cloned(), rows.builder.schema())?;
    if batch.num_rows() > 0 {
        let ask = Ask { rows: Rows::All, ..Ask::default() };
        score(&Plan { ask, ..Plan::new(gold.into(), vec![system.into()], vec![setup.clone()]) }, &mut rows)?;
    }
    let counted = rows.builder.finish()?;
    let all = kept.into_iter().chain(counted.columns()).map(Arc::clone).collect();
    Ok(RecordBatch::try_new(Arc::new(schema), all)?)
}

/// The trees of a column. A null is a missing tree.
fn units(batch: &RecordBatch, name: &str) -> Result<Units, TableError> {
    let mut units = Units::new(name);
    texts(batch, name)?.into_iter().for_each(|tree| units.push(tree.unwrap_or_default().as_bytes()));
    Ok(units)
}

/// Collects the rows of a run.
struct Collected {
    builder: CountsBuilder,
    names: Option<PairNames>,
    /// The number of pairs before the first.
    before: u64,
}

impl Observer for Collected {
    fn row(&mut self, row: PairRow) {
        let at = self.builder.len();
        let (name, key) = if let Some(names) = &self.names {
            (names.get(at), names.key(at))
        } else {
            let before = self.before + at as u64;
            (PairName::Number(before as i64 + 1), before)
        };
        let refused = row.refusal.as_ref().map(|refusal| (refusal.kind(), refusal.to_string()));
        self.builder.push(CountsRow {
            name: &name,
            key,
            words: row.length,
            refused: refused.as_ref().map(|(kind, why)| (*kind, why.as_str())),
            counts: &row.counts,
        });
    }
}
