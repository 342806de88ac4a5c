//! Tables as Arrow streams, which polars, `DuckDB`, pyarrow and nanoarrow take as they are.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    ArrayRef, Decimal128Array, Float64Array, Int32Array, Int64Array, RecordBatch, RecordBatchIterator,
    StringArray,
};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use treescore::front::{PairNames, SystemScore};
use treescore::setup::bucket;
use treescore::values::FieldKind;

/// The bits of a bucket's number.
const BUCKET_BITS: u32 = 16;

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

/// The type of a count in tables.
pub(crate) fn count_type(kind: FieldKind) -> DataType {
    match kind {
        FieldKind::Count => DataType::Int64,
        FieldKind::Fixed | FieldKind::Millionths => DataType::Decimal128(38, 0),
    }
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

/// The schema `treescore.counts/1`.
pub(crate) fn counts_schema(setup: &treescore::Setup, has_texts: bool) -> Schema {
    let info = setup.measure.info();
    let name = if has_texts { DataType::Utf8 } else { DataType::Int64 };
    let mut fields = vec![
        Field::new("pair", name, false),
        Field::new("bucket", DataType::Int32, false),
        Field::new("words", DataType::Int32, true),
        Field::new("refused", DataType::Utf8, true),
        Field::new("why", DataType::Utf8, true),
    ];
    fields.extend(info.figures.iter().map(|figure| Field::new(figure.key, DataType::Float64, true)));
    let tally = |field: &treescore::values::Field| {
        Field::new(format!("tally_{}", field.name), count_type(field.kind), false)
    };
    fields.extend(info.fields.iter().map(tally));
    Schema::new_with_metadata(fields, metadata("counts/1", setup))
}

/// What a schema says about how its numbers were made.
fn metadata(schema: &str, setup: &treescore::Setup) -> HashMap<String, String> {
    let all = [
        ("schema", schema.to_owned()),
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ("measure", setup.measure.info().name.to_owned()),
        ("signature", setup.signature().to_string()),
    ];
    all.into_iter().map(|(key, value)| (format!("treescore.{key}"), value)).collect()
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
    let info = score.info();
    let Some(table) = &score.rows else {
        return Err(pyo3::exceptions::PyLookupError::new_err("the score keeps no pairs"));
    };
    let schema = counts_schema(&score.setup, matches!(table.names, PairNames::Texts(_)));
    let refused = |row: &usize| table.refused.get(row);
    let mut columns: Vec<ArrayRef> = vec![
        name_column(&table.names, rows),
        Arc::new(Int32Array::from_iter_values(
            rows.iter().map(|&row| bucket(table.names.key(row), BUCKET_BITS) as i32),
        )),
        Arc::new(
            rows.iter().map(|&row| table.lengths[row].map(|length| length as i32)).collect::<Int32Array>(),
        ),
        Arc::new(
            rows.iter().map(|row| refused(row).map(|refused| refused.kind.as_str())).collect::<StringArray>(),
        ),
        Arc::new(
            rows.iter().map(|row| refused(row).map(|refused| refused.why.as_str())).collect::<StringArray>(),
        ),
    ];
    let mut figures: Vec<Vec<Option<f64>>> = vec![Vec::with_capacity(rows.len()); info.figures.len()];
    for &row in rows {
        let is_refused = table.rows.is_refused(row);
        let values = (info.derive)(&table.counts(row));
        figures
            .iter_mut()
            .zip(values.iter())
            .for_each(|(column, value)| column.push(value.filter(|_| !is_refused)));
    }
    columns.extend(figures.into_iter().map(|column| Arc::new(Float64Array::from(column)) as ArrayRef));
    for (at, field) in info.fields.iter().enumerate() {
        let values = rows.iter().map(|&row| table.rows.count(row, at));
        columns.push(count_column(field.kind, values)?);
    }
    RecordBatch::try_new(Arc::new(schema), columns).map_err(failed)
}

fn count_column(kind: FieldKind, values: impl Iterator<Item = i128>) -> PyResult<ArrayRef> {
    Ok(match kind {
        FieldKind::Count => Arc::new(Int64Array::from_iter_values(values.map(|value| value as i64))),
        FieldKind::Fixed | FieldKind::Millionths => {
            let decimals = Decimal128Array::from_iter_values(values);
            Arc::new(decimals.with_precision_and_scale(38, 0).map_err(failed)?)
        }
    })
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
    let schema = counts_schema(setup.get().inner(), text_ids);
    schema.fields().iter().map(|field| (field.name().clone(), type_name(field.data_type()))).collect()
}
