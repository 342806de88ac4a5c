//! The schemas `treescore.counts/1` and `treescore.totals/1`. A column that is renamed, is removed or means something else
//! makes a new number; a new column does not.

use std::collections::HashMap;

use arrow_schema::{DataType, Field, FieldRef, Schema};
use treescore::Setup;
use treescore::front::{ColumnKind, SystemScore};
use treescore::values::FieldKind;

use crate::TableError;

/// The kind and number of tables of counts.
pub(crate) const COUNTS: &str = "counts/1";
/// The kind and number of tables of sums.
pub(crate) const TOTALS: &str = "totals/1";

/// The name of the column with the system, if rows of several systems are in one table.
pub const SYSTEM_NAME: &str = "system_name";

/// The type of the names of pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameType {
    /// Numbers.
    Number,
    /// Texts.
    Text,
}

/// The type of a count in tables.
pub fn count_type(kind: FieldKind) -> DataType {
    match kind {
        FieldKind::Count => DataType::Int64,
        FieldKind::Fixed | FieldKind::Millionths => decimal(),
    }
}

fn decimal() -> DataType {
    DataType::Decimal128(38, 0)
}

/// The schema `treescore.counts/1` of a setup.
///
/// ```
/// use treescore::Setup;
/// use treescore_arrow::{NameType, counts_schema};
/// let schema = counts_schema(&Setup::named("parseval")?, NameType::Number);
/// assert_eq!(schema.field(0).name(), "pair");
/// assert_eq!(schema.metadata()["treescore.schema"], "counts/1");
/// # Ok::<(), treescore::setup::UnknownMeasure>(())
/// ```
pub fn counts_schema(setup: &Setup, names: NameType) -> Schema {
    let info = setup.measure.info();
    let name = match names {
        NameType::Number => DataType::Int64,
        NameType::Text => DataType::Utf8,
    };
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
    Schema::new_with_metadata(fields, metadata(COUNTS, setup))
}

/// The schema `treescore.totals/1` of a setup.
pub fn totals_schema(setup: &Setup) -> Schema {
    let columns = SystemScore::row_columns(setup).into_iter().map(|(name, kind)| {
        let kind = match kind {
            ColumnKind::Count => DataType::Int64,
            ColumnKind::Fixed => decimal(),
        };
        Field::new(name, kind, true)
    });
    Schema::new_with_metadata(columns.collect::<Vec<_>>(), metadata(TOTALS, setup))
}

/// A schema with other columns in front.
///
/// # Errors
/// If both have a column of the same name.
pub fn with_keys(keys: impl IntoIterator<Item = FieldRef>, schema: &Schema) -> Result<Schema, TableError> {
    let mut fields: Vec<FieldRef> = Vec::new();
    for key in keys.into_iter().chain(schema.fields().iter().cloned()) {
        if let Some(twice) = fields.iter().find(|field| field.name() == key.name()) {
            return Err(TableError::Kept(twice.name().clone()));
        }
        fields.push(key);
    }
    Ok(Schema::new_with_metadata(fields, schema.metadata().clone()))
}

/// What a schema says about how its numbers were made. No time, path or host.
pub(crate) fn metadata(schema: &str, setup: &Setup) -> HashMap<String, String> {
    let all = [
        ("schema", schema.to_owned()),
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ("measure", setup.measure.info().name.to_owned()),
        ("signature", setup.signature().to_string()),
    ];
    all.into_iter().map(|(key, value)| (format!("treescore.{key}"), value)).collect()
}
