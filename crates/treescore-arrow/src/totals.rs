//! Sums as rows of `treescore.totals/1`.

use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringArray};
use arrow_schema::{DataType, Field};
use treescore::Setup;
use treescore::front::{ColumnKind, SystemScore};

use crate::TableError;
use crate::builder::Integers;
use crate::schema::{SYSTEM_NAME, totals_schema, with_keys};

/// One row of sums for each score, with the name of the system in front. All scores have this setup.
///
/// # Errors
/// If a number does not fit its column.
///
/// ```
/// use treescore::Setup;
/// use treescore::front::SystemScore;
/// use treescore_arrow::totals;
/// let setup = Setup::named("parseval")?;
/// let rows = totals(&setup, &[&SystemScore::empty(setup.clone(), "heron")])?;
/// assert_eq!((rows.num_rows(), rows.schema().field(0).name().as_str()), (1, "system_name"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn totals(setup: &Setup, scores: &[&SystemScore]) -> Result<RecordBatch, TableError> {
    let key = Arc::new(Field::new(SYSTEM_NAME, DataType::Utf8, false));
    let schema = with_keys([key], &totals_schema(setup))?;
    let rows: Vec<Vec<i128>> = scores.iter().map(|score| score.to_row()).collect();
    let names = StringArray::from_iter_values(scores.iter().map(|score| &score.name));
    let mut columns: Vec<ArrayRef> = vec![Arc::new(names)];
    for (at, (_, kind)) in SystemScore::row_columns(setup).into_iter().enumerate() {
        let mut column = Integers::new(kind == ColumnKind::Count);
        for row in &rows {
            column.push(row[at]);
        }
        columns.push(column.finish()?);
    }
    Ok(RecordBatch::try_new(Arc::new(schema), columns)?)
}
