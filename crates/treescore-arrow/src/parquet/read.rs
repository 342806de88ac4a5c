//! Pairs from a Parquet file.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::Schema;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
use parquet::errors::ParquetError;
use parquet::file::metadata::{ParquetMetaData, RowGroupMetaData};
use treescore::front::PairNames;
use treescore::read::Units;

use crate::TableError;
use crate::columns::{check_unique, names, texts};

/// The first four bytes of a Parquet file.
const MAGIC: &[u8] = b"PAR1";

/// Rows that are decoded at a time: some megabytes of trees.
const ROWS: usize = 4096;

/// True if these first bytes of a file are those of Parquet.
///
/// ```
/// assert!(treescore_arrow::parquet::is_parquet(b"PAR1\x15\x04"));
/// assert!(!treescore_arrow::parquet::is_parquet(b"(S (N a))"));
/// ```
pub fn is_parquet(first: &[u8]) -> bool {
    first.starts_with(MAGIC)
}

/// The columns that pairs are read from, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// The gold trees.
    pub gold: String,
    /// The trees of each system.
    pub systems: Vec<String>,
    /// The names of the pairs. `None`: they are numbered.
    pub id: Option<String>,
    /// The documents of the pairs. `None`: all pairs are one document.
    pub doc: Option<String>,
}

/// Pairs that were read.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    /// The gold trees.
    pub gold: Units,
    /// The trees of each system, as many as there are gold trees.
    pub systems: Vec<Units>,
    /// What the pairs are called.
    pub names: PairNames,
}

/// Reads pairs from a file. A null is a missing tree. The pairs of a document must follow each other.
///
/// # Errors
/// If the file is damaged, if a column is missing or has another type, and if a name is missing or stands twice.
pub fn read_pairs(file: File, columns: &Columns) -> Result<Pairs, TableError> {
    let wanted: Vec<&str> = [&columns.gold]
        .into_iter()
        .chain(&columns.systems)
        .chain(&columns.id)
        .chain(&columns.doc)
        .map(String::as_str)
        .collect();
    let mut reading = Reading::new(columns);
    let empty = read_batches(file, &wanted, &mut |batch| reading.add(batch))?;
    // Types are checked even if there are no rows.
    reading.add(&empty)?;
    let Pairs { gold, names, .. } = &reading.pairs;
    if let Some(id) = &columns.id {
        check_unique(id, names, gold.len())?;
    }
    Ok(reading.pairs)
}

/// Reads a whole table, such as one of counts, batch by batch.
///
/// # Errors
/// If the file is damaged.
pub fn read_table(file: File) -> Result<Vec<RecordBatch>, TableError> {
    let builder = ParquetRecordBatchReaderBuilder::try_new(file)?;
    check_chunks(builder.metadata())?;
    // Batches come without the metadata of the file.
    let entries = builder.metadata().file_metadata().key_value_metadata();
    let entries = entries.into_iter().flatten().filter(|entry| entry.key.starts_with("treescore."));
    let metadata: HashMap<String, String> =
        entries.filter_map(|entry| Some((entry.key.clone(), entry.value.clone()?))).collect();
    let reader = builder.build()?;
    let schema = arrow_array::RecordBatchReader::schema(&reader);
    let schema = Arc::new(Schema::new_with_metadata(schema.fields().clone(), metadata));
    reader.map(|batch| Ok(batch?.with_schema(Arc::clone(&schema))?)).collect()
}

/// Reads some columns of a file, and hands them over batch by batch. Returns a batch without rows.
fn read_batches(
    file: File,
    wanted: &[&str],
    each: &mut dyn FnMut(&RecordBatch) -> Result<(), TableError>,
) -> Result<RecordBatch, TableError> {
    // Texts are read as plain ones, even if they were written as dictionaries or large texts.
    let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
    let builder = ParquetRecordBatchReaderBuilder::try_new_with_options(file, options)?;
    check_chunks(builder.metadata())?;
    let schema: &Schema = builder.schema();
    let mut roots = Vec::new();
    for name in wanted {
        let (at, _) = schema.fields().find(name).ok_or_else(|| TableError::no_column(name, schema))?;
        roots.push(at);
    }
    for name in wanted {
        check_type(schema, name)?;
    }
    let mask = ProjectionMask::roots(builder.parquet_schema(), roots);
    let reader = builder.with_projection(mask).with_batch_size(ROWS).build()?;
    let schema = arrow_array::RecordBatchReader::schema(&reader);
    for batch in reader {
        each(&batch?)?;
    }
    Ok(RecordBatch::new_empty(schema))
}

/// Refuses places that no file has, which the reader takes for granted.
fn check_chunks(metadata: &ParquetMetaData) -> Result<(), TableError> {
    let mut chunks = metadata.row_groups().iter().flat_map(RowGroupMetaData::columns);
    let is_damaged = chunks.any(|chunk| {
        let start = chunk.dictionary_page_offset().unwrap_or(0).min(chunk.data_page_offset());
        start < 0 || chunk.compressed_size() < 0 || chunk.num_values() < 0
    });
    if is_damaged || metadata.row_groups().iter().any(|group| group.num_rows() < 0) {
        return Err(ParquetError::General("a column is at a negative place".to_owned()).into());
    }
    Ok(())
}

/// Refuses nested columns before they are decoded, with all columns of the file in the message.
fn check_type(schema: &Schema, name: &str) -> Result<(), TableError> {
    match schema.field_with_name(name) {
        Ok(field) if field.data_type().is_nested() => {
            let wanted = "text or whole numbers";
            Err(TableError::wrong_type(name, field.data_type(), wanted, schema))
        }
        _ => Ok(()),
    }
}

/// Pairs, as far as they were read.
struct Reading<'c> {
    columns: &'c Columns,
    pairs: Pairs,
    documents: HashSet<String>,
    last: Option<String>,
}

impl<'c> Reading<'c> {
    fn new(columns: &'c Columns) -> Self {
        let systems = columns.systems.iter().map(Units::new).collect();
        let pairs = Pairs { gold: Units::new(&columns.gold), systems, names: PairNames::InOrder };
        Self { columns, pairs, documents: HashSet::new(), last: None }
    }

    fn add(&mut self, batch: &RecordBatch) -> Result<(), TableError> {
        let rows = self.pairs.gold.len();
        if let Some(id) = &self.columns.id {
            add_names(&mut self.pairs.names, names(batch, id), rows)?;
        }
        let documents = match &self.columns.doc {
            Some(doc) => texts(batch, doc)?,
            None => Vec::new(),
        };
        let gold = texts(batch, &self.columns.gold)?;
        let systems: Vec<_> =
            self.columns.systems.iter().map(|name| texts(batch, name)).collect::<Result<_, _>>()?;
        for (row, tree) in gold.into_iter().enumerate() {
            if self.columns.doc.is_some() {
                self.begin_document(documents[row].unwrap_or_default())?;
            }
            self.pairs.gold.push(tree.unwrap_or_default().as_bytes());
            for (units, trees) in self.pairs.systems.iter_mut().zip(&systems) {
                units.push(trees[row].unwrap_or_default().as_bytes());
            }
        }
        Ok(())
    }

    /// Begins a document, if the pair is not of the last one.
    fn begin_document(&mut self, name: &str) -> Result<(), TableError> {
        if self.last.as_deref() == Some(name) {
            return Ok(());
        }
        if !self.documents.insert(name.to_owned()) {
            let column = self.columns.doc.clone().unwrap_or_default();
            return Err(TableError::Scattered { name: column, document: name.to_owned() });
        }
        self.last = Some(name.to_owned());
        self.pairs.gold.begin_document(name);
        self.pairs.systems.iter_mut().for_each(|units| units.begin_document(name));
        Ok(())
    }
}

/// Adds the names of more pairs, behind this number of rows.
fn add_names(
    all: &mut PairNames,
    more: Result<PairNames, TableError>,
    rows: usize,
) -> Result<(), TableError> {
    let more = more.map_err(|error| match error {
        TableError::NoName { name, row } => TableError::NoName { name, row: row + rows },
        other => other,
    })?;
    match (&mut *all, more) {
        (PairNames::Integers(all), PairNames::Integers(more)) => all.extend(more),
        (PairNames::Texts(all), PairNames::Texts(more)) => all.extend(more),
        (_, more) => *all = more,
    }
    Ok(())
}
