//! Tables of counts and of sums, added up to a score.

use std::collections::BTreeMap;

use arrow_array::cast::AsArray;
use arrow_array::types::{Decimal128Type, Int32Type, Int64Type};
use arrow_array::{Array, RecordBatch};
use arrow_schema::{DataType, Schema};
use treescore::Setup;
use treescore::front::SystemScore;

use crate::TableError;
use crate::columns::{column, texts};
use crate::schema::{COUNTS, TOTALS};

/// The two kinds of tables that add up.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Counts,
    Totals,
}

/// Adds up rows of `treescore.counts` and of `treescore.totals` to a score with this name, which keeps no pairs. Columns that are
/// not known are left alone.
///
/// # Errors
/// If a table is neither, was made with another setup or by a later version, or lacks a column.
pub fn total<'b>(
    batches: impl IntoIterator<Item = &'b RecordBatch>,
    setup: Setup,
    name: &str,
) -> Result<SystemScore, TableError> {
    let mut score = SystemScore::empty(setup, name);
    for batch in batches {
        match check(&batch.schema(), &score.setup)? {
            Kind::Counts => add_counts(batch, &mut score)?,
            Kind::Totals => add_totals(batch, &mut score)?,
        }
    }
    Ok(score)
}

/// The kind of a table, by its metadata.
fn check(schema: &Schema, setup: &Setup) -> Result<Kind, TableError> {
    let of = |key: &str| schema.metadata().get(&format!("treescore.{key}")).cloned().unwrap_or_default();
    let found = of("schema");
    let kinds = [(COUNTS, Kind::Counts), (TOTALS, Kind::Totals)];
    let Some((newest, kind)) = kinds.into_iter().find(|(newest, _)| name_of(newest) == name_of(&found))
    else {
        return Err(TableError::Unknown(if found.is_empty() { "nothing".to_owned() } else { found }));
    };
    if found != newest {
        return Err(TableError::Newer { found, newest });
    }
    let (signature, own) = (of("signature"), setup.signature().to_string());
    if signature == own { Ok(kind) } else { Err(TableError::Setups(signature, own)) }
}

/// `counts` of `counts/1`.
fn name_of(schema: &str) -> &str {
    schema.split_once('/').map_or(schema, |(name, _)| name)
}

fn add_counts(batch: &RecordBatch, score: &mut SystemScore) -> Result<(), TableError> {
    let fields = score.info().fields;
    let counts = fields.iter().map(|field| integers(batch, &format!("tally_{}", field.name)));
    let counts = counts.collect::<Result<Vec<_>, _>>()?;
    let words = column(batch, "words")?.as_primitive_opt::<Int32Type>();
    let refused = texts(batch, "refused")?;
    for (row, refused) in refused.into_iter().enumerate() {
        let length = words.filter(|words| words.is_valid(row)).map(|words| words.value(row) as u32);
        let of_row: Vec<i128> = counts.iter().map(|column| column[row]).collect();
        score.add_counts(&of_row, length, refused);
    }
    Ok(())
}

fn add_totals(batch: &RecordBatch, score: &mut SystemScore) -> Result<(), TableError> {
    let mut sums: BTreeMap<String, i128> = BTreeMap::new();
    for (name, _) in SystemScore::row_columns(&score.setup) {
        // A column that an older version did not have counts nothing.
        if batch.column_by_name(&name).is_some() {
            sums.insert(name.clone(), integers(batch, &name)?.into_iter().sum());
        }
    }
    let more = SystemScore::of_row(score.setup.clone(), score.name.clone(), &sums);
    Ok(score.merge(&more)?)
}

/// The integers of a column; a null counts nothing.
fn integers(batch: &RecordBatch, name: &str) -> Result<Vec<i128>, TableError> {
    let array = column(batch, name)?;
    Ok(match array.data_type() {
        DataType::Int64 => {
            let values = array.as_primitive::<Int64Type>();
            values.iter().map(|value| value.unwrap_or(0).into()).collect()
        }
        DataType::Decimal128(_, 0) => {
            array.as_primitive::<Decimal128Type>().iter().map(Option::unwrap_or_default).collect()
        }
        other => return Err(TableError::wrong_type(name, other, "whole numbers", &batch.schema())),
    })
}
