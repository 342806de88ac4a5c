//! Tables in Parquet files.

use std::io::Write;
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::ColumnPath;
use treescore::Setup;

use crate::TableError;
use crate::builder::{CountsBuilder, CountsRow};
use crate::schema::{COUNTS, NameType, SYSTEM_NAME, metadata, with_keys};

/// Level of compression.
const LEVEL: i32 = 3;
/// Rows of a row group, at most.
const GROUP_ROWS: usize = 250_000;
/// Bytes of a row group, at most.
const GROUP_BYTES: usize = 64 << 20;
/// Rows that are encoded at a time.
const ROWS: usize = 8192;

/// Writes a table to a Parquet file, batch by batch.
pub struct TableWriter<W: Write + Send> {
    writer: ArrowWriter<W>,
    metadata: Vec<(String, String)>,
}

impl<W: Write + Send> TableWriter<W> {
    /// Begins a file. Columns that repeat few texts, by name, are written as dictionaries.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(out: W, schema: SchemaRef, repeated: &[&str]) -> Result<Self, TableError> {
        let mut properties = WriterProperties::builder()
            .set_created_by(format!("treescore {}", env!("CARGO_PKG_VERSION")))
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(LEVEL)?))
            .set_max_row_group_row_count(Some(GROUP_ROWS))
            .set_max_row_group_bytes(Some(GROUP_BYTES))
            .set_statistics_enabled(EnabledStatistics::Page)
            .set_dictionary_enabled(false);
        for &name in repeated {
            properties = properties.set_column_dictionary_enabled(ColumnPath::from(name), true);
        }
        let metadata = schema.metadata().iter().map(|(key, value)| (key.clone(), value.clone())).collect();
        // Readers that find Arrow's schema take its metadata, and leave alone what is known at the end only.
        let options =
            ArrowWriterOptions::new().with_properties(properties.build()).with_skip_arrow_metadata(true);
        Ok(Self { writer: ArrowWriter::try_new_with_options(out, schema, options)?, metadata })
    }

    /// Writes a batch.
    ///
    /// # Errors
    /// If it cannot be written, or has another schema.
    pub fn write(&mut self, batch: &RecordBatch) -> Result<(), TableError> {
        Ok(self.writer.write(batch)?)
    }

    /// Ends the file, whose metadata is that of the schema and these entries.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self, more: impl IntoIterator<Item = (String, String)>) -> Result<W, TableError> {
        let mut entries = std::mem::take(&mut self.metadata);
        entries.extend(more);
        entries.sort();
        for (key, value) in entries {
            self.writer.append_key_value_metadata(KeyValue::new(key, value));
        }
        Ok(self.writer.into_inner()?)
    }
}

/// Writes counts to a Parquet file, row by row: `treescore.counts/1`, with the name of the system in front.
pub struct CountsWriter<W: Write + Send> {
    table: TableWriter<W>,
    schema: SchemaRef,
    builder: CountsBuilder,
    /// The system of each row that is not written yet.
    systems: Vec<String>,
}

impl<W: Write + Send> CountsWriter<W> {
    /// Begins a file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(out: W, setup: &Setup, names: NameType) -> Result<Self, TableError> {
        let builder = CountsBuilder::new(setup, names);
        let key = Arc::new(Field::new(SYSTEM_NAME, DataType::Utf8, false));
        let schema = with_keys([key], builder.schema())?;
        // The metadata is written at the end, when the formats of the input are known.
        let schema: SchemaRef = Arc::new(Schema::new(schema.fields));
        let table = TableWriter::new(out, Arc::clone(&schema), &[SYSTEM_NAME, "refused", "why"])?;
        Ok(Self { table, schema, builder, systems: Vec::new() })
    }

    /// Adds a row of a system.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn push(&mut self, system: &str, row: CountsRow<'_>) -> Result<(), TableError> {
        self.systems.push(system.to_owned());
        self.builder.push(row);
        if self.builder.len() < ROWS { Ok(()) } else { self.write() }
    }

    fn write(&mut self) -> Result<(), TableError> {
        let systems: ArrayRef = Arc::new(StringArray::from(std::mem::take(&mut self.systems)));
        let counted = self.builder.finish()?;
        let columns = std::iter::once(&systems).chain(counted.columns()).map(Arc::clone).collect();
        self.table.write(&RecordBatch::try_new(Arc::clone(&self.schema), columns)?)
    }

    /// Ends the file. `setup` is that of the score, with the formats that were read.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self, setup: &Setup) -> Result<W, TableError> {
        self.write()?;
        self.table.finish(metadata(COUNTS, setup))
    }
}
