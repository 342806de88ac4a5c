//! Columns of a table, by name: trees and names of pairs.

use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type};
use arrow_array::{Array, ArrayRef, ArrowPrimitiveType, RecordBatch};
use arrow_schema::DataType;
use treescore::front::PairNames;

use crate::TableError;

/// The column with this name.
pub(crate) fn column<'b>(batch: &'b RecordBatch, name: &str) -> Result<&'b ArrayRef, TableError> {
    batch.column_by_name(name).ok_or_else(|| TableError::no_column(name, &batch.schema()))
}

/// The texts of a column; a null is `None`. All types of text are read: plain, large, views and dictionaries.
///
/// # Errors
/// If there is no such column, or if it holds something else.
pub fn texts<'b>(batch: &'b RecordBatch, name: &str) -> Result<Vec<Option<&'b str>>, TableError> {
    let array = column(batch, name)?;
    texts_of(array).ok_or_else(|| TableError::wrong_type(name, array.data_type(), "text", &batch.schema()))
}

fn texts_of(array: &dyn Array) -> Option<Vec<Option<&str>>> {
    Some(match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().iter().collect(),
        DataType::LargeUtf8 => array.as_string::<i64>().iter().collect(),
        DataType::Utf8View => array.as_string_view().iter().collect(),
        DataType::Null => vec![None; array.len()],
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary();
            let values = texts_of(dictionary.values())?;
            // The keys of an empty dictionary are all null, and cannot be looked up.
            if values.is_empty() {
                return Some(vec![None; array.len()]);
            }
            let keys = dictionary.normalized_keys();
            let text = |(row, key): (usize, &usize)| (!array.is_null(row)).then(|| values[*key]).flatten();
            keys.iter().enumerate().map(text).collect()
        }
        _ => return None,
    })
}

/// The names of pairs in a column: whole numbers or texts, each of them once.
///
/// # Errors
/// If there is no such column, if it holds something else, and if a name is missing or stands twice.
pub fn names(batch: &RecordBatch, name: &str) -> Result<PairNames, TableError> {
    let array = column(batch, name)?;
    let names = match (numbers_of(array), texts_of(array)) {
        (Some(numbers), _) => PairNames::Integers(present(name, numbers)?),
        (None, Some(texts)) => {
            PairNames::Texts(present(name, texts)?.into_iter().map(str::to_owned).collect())
        }
        (None, None) => {
            let wanted = "whole numbers or text";
            return Err(TableError::wrong_type(name, array.data_type(), wanted, &batch.schema()));
        }
    };
    check_unique(name, &names, batch.num_rows())?;
    Ok(names)
}

/// Checks that no name stands twice in this column.
pub(crate) fn check_unique(column: &str, names: &PairNames, rows: usize) -> Result<(), TableError> {
    names.check_unique(rows).map_err(|error| match error {
        treescore::front::NotAdded::Twice(value) => TableError::NameTwice { name: column.to_owned(), value },
        other => other.into(),
    })
}

fn present<T>(name: &str, values: Vec<Option<T>>) -> Result<Vec<T>, TableError> {
    let missing = |row: usize| TableError::NoName { name: name.to_owned(), row: row + 1 };
    values.into_iter().enumerate().map(|(row, value)| value.ok_or_else(|| missing(row))).collect()
}

fn numbers_of(array: &dyn Array) -> Option<Vec<Option<i64>>> {
    Some(match array.data_type() {
        DataType::Int8 => widen::<Int8Type>(array),
        DataType::Int16 => widen::<Int16Type>(array),
        DataType::Int32 => widen::<Int32Type>(array),
        DataType::Int64 => widen::<Int64Type>(array),
        DataType::UInt8 => widen::<UInt8Type>(array),
        DataType::UInt16 => widen::<UInt16Type>(array),
        DataType::UInt32 => widen::<UInt32Type>(array),
        _ => return None,
    })
}

fn widen<T: ArrowPrimitiveType<Native: Into<i64>>>(array: &dyn Array) -> Vec<Option<i64>> {
    array.as_primitive::<T>().iter().map(|value| value.map(Into::into)).collect()
}
