//! Tables as Arrow streams, which polars, `DuckDB`, pyarrow and nanoarrow take as they are.

use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, Float64Array, Int64Array, RecordBatch, RecordBatchIterator, StringArray};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use treescore::front::{PairNames, SystemScore};
use treescore_arrow::{CountsBuilder, CountsRow, NameType, counts_schema};

fn failed(error: ArrowError) -> PyErr {
    pyo3::exceptions::PyRuntimeError::new_err(error.to_string())
}

/// Exports one batch as a stream.
pub(crate) fn export(py: Python<'_>, batch: RecordBatch) -> PyResult<Bound<'_, PyAny>> {
    let schema = batch.schema();
    let reader = RecordBatchIterator::new(std::iter::once(Ok(batch)), schema);
    let stream = FFI_ArrowArrayStream::new(Box::new(reader));
    Ok(PyCapsule::new_with_value(py, stream, c"arrow_array_stream")?.into_any())
}

/// Exports a schema.
pub(crate) fn export_schema<'py>(py: Python<'py>, schema: &Schema) -> PyResult<Bound<'py, PyAny>> {
    let schema = arrow_schema::ffi::FFI_ArrowSchema::try_from(schema).map_err(failed)?;
    Ok(PyCapsule::new_with_value(py, schema, c"arrow_schema")?.into_any())
}

/// The name of a type, for Python.
pub(crate) fn type_name(kind: &DataType) -> &'static str {
    match kind {
        DataType::Int64 => "int64",
        DataType::Int32 => "int32",
        DataType::Float64 => "float64",
        DataType::Decimal128(..) => "decimal",
        _ => "string",
    }
}

/// The type of names of pairs.
pub(crate) fn name_type(has_texts: bool) -> NameType {
    if has_texts { NameType::Text } else { NameType::Number }
}

/// The names of pairs as a column.
fn name_column(names: &PairNames, rows: &[usize]) -> ArrayRef {
    match names {
        PairNames::Texts(all) => Arc::new(StringArray::from_iter_values(rows.iter().map(|&row| &all[row]))),
        _ => Arc::new(Int64Array::from_iter_values(rows.iter().map(|&row| match names.get(row) {
            treescore::front::PairName::Number(number) => number,
            treescore::front::PairName::Text(_) => 0,
        }))),
    }
}

/// Some rows of a score as a table of counts.
pub(crate) fn counts(score: &SystemScore, rows: &[usize]) -> PyResult<RecordBatch> {
    let Some(table) = &score.rows else {
        return Err(pyo3::exceptions::PyLookupError::new_err("the score keeps no pairs"));
    };
    let has_texts = matches!(table.names, PairNames::Texts(_));
    let mut builder = CountsBuilder::new(&score.setup, name_type(has_texts));
    let mut row_counts = Vec::new();
    for &row in rows {
        table.read_counts(row, &mut row_counts);
        let refused = table.refused.get(&row);
        builder.push(CountsRow {
            name: &table.names.get(row),
            key: table.names.key(row),
            words: table.lengths[row],
            refused: refused.map(|refused| (refused.kind.as_str(), refused.why.as_str())),
            counts: &row_counts,
        });
    }
    builder.finish().map_err(failed)
}

/// Trees as a table: names and texts.
pub(crate) fn trees(names: &PairNames, texts: Vec<Option<String>>) -> PyResult<RecordBatch> {
    let rows: Vec<usize> = (0..texts.len()).collect();
    let ids = name_column(names, &rows);
    let schema = Schema::new(vec![
        Field::new("id", ids.data_type().clone(), false),
        Field::new("tree", DataType::Utf8, true),
    ]);
    let texts: StringArray = texts.into_iter().collect();
    RecordBatch::try_new(Arc::new(schema), vec![ids, Arc::new(texts)]).map_err(failed)
}

/// A table of texts and numbers, column by column.
pub(crate) enum Column {
    Texts(Vec<Option<String>>),
    Numbers(Vec<Option<f64>>),
    Integers(Vec<i64>),
}

/// A table with named columns.
pub(crate) fn table(columns: Vec<(String, Column)>) -> PyResult<RecordBatch> {
    let (mut fields, mut arrays): (Vec<Field>, Vec<ArrayRef>) = Default::default();
    for (name, column) in columns {
        let (array, is_nullable): (ArrayRef, bool) = match column {
            Column::Texts(all) => (Arc::new(all.into_iter().collect::<StringArray>()), true),
            Column::Numbers(all) => (Arc::new(Float64Array::from(all)), true),
            Column::Integers(all) => (Arc::new(Int64Array::from(all)), false),
        };
        fields.push(Field::new(name, array.data_type().clone(), is_nullable));
        arrays.push(array);
    }
    RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays).map_err(failed)
}

/// The columns of `treescore.counts/1`, as names and types.
#[pyfunction]
pub(crate) fn counts_columns(
    setup: &Bound<'_, crate::setup::Setup>,
    text_ids: bool,
) -> Vec<(String, &'static str)> {
    let schema = counts_schema(setup.get().inner(), name_type(text_ids));
    schema.fields().iter().map(|field| (field.name().clone(), type_name(field.data_type()))).collect()
}
