//! The samples behind intervals and tests, in a Parquet file.

use std::io::Write;
use std::sync::Arc;

use arrow_array::builder::{Float64Builder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use treescore::report::compare::SampleLine;

use super::write::TableWriter;
use crate::TableError;

/// Rows that are encoded at a time.
const ROWS: usize = 8192;

/// The columns of texts, which repeat.
const TEXTS: [&str; 7] = ["kind", "measure", "system", "reference", "figure", "average", "over"];

/// Writes samples to a Parquet file: the columns that CSV has.
pub struct SampleWriter<W: Write + Send> {
    table: TableWriter<W>,
    schema: SchemaRef,
    texts: [StringBuilder; 7],
    replicates: Int64Builder,
    /// Numerator and denominator: integers of any size, as decimal numbers.
    parts: [StringBuilder; 2],
    values: Float64Builder,
    rows: usize,
}

impl<W: Write + Send> SampleWriter<W> {
    /// Begins a file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(out: W) -> Result<Self, TableError> {
        let texts = TEXTS.map(|name| Field::new(name, DataType::Utf8, false));
        let numbers = [
            Field::new("replicate", DataType::Int64, false),
            Field::new("numerator", DataType::Utf8, true),
            Field::new("denominator", DataType::Utf8, true),
            Field::new("value", DataType::Float64, true),
        ];
        let schema: SchemaRef = Arc::new(Schema::new(texts.into_iter().chain(numbers).collect::<Vec<_>>()));
        let table = TableWriter::new(out, Arc::clone(&schema), &TEXTS)?;
        let (replicates, values) = (Int64Builder::new(), Float64Builder::new());
        let (texts, parts) = (Default::default(), Default::default());
        Ok(Self { table, schema, texts, replicates, parts, values, rows: 0 })
    }

    /// Adds a sample.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn push(&mut self, line: &SampleLine<'_>) -> Result<(), TableError> {
        let texts =
            [line.kind, line.measure, line.system, line.reference, line.figure, line.average, line.over];
        self.texts.iter_mut().zip(texts).for_each(|(column, text)| column.append_value(text));
        self.replicates.append_value(line.replicate as i64);
        let parts = [&line.numerator, &line.denominator];
        self.parts.iter_mut().zip(parts).for_each(|(column, part)| column.append_option(part.as_ref()));
        self.values.append_option(line.value);
        self.rows += 1;
        if self.rows < ROWS { Ok(()) } else { self.write() }
    }

    fn write(&mut self) -> Result<(), TableError> {
        self.rows = 0;
        let mut columns: Vec<ArrayRef> = Vec::new();
        for column in &mut self.texts {
            columns.push(Arc::new(column.finish()));
        }
        columns.push(Arc::new(self.replicates.finish()));
        for column in &mut self.parts {
            columns.push(Arc::new(column.finish()));
        }
        columns.push(Arc::new(self.values.finish()));
        self.table.write(&RecordBatch::try_new(Arc::clone(&self.schema), columns)?)
    }

    /// Ends the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self) -> Result<W, TableError> {
        self.write()?;
        let version = ("treescore.version".to_owned(), env!("CARGO_PKG_VERSION").to_owned());
        self.table.finish([version])
    }
}
