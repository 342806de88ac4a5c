//! Tables of counts, built row by row.

use std::sync::Arc;

use arrow_array::builder::{Float64Builder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, Decimal128Array, Int32Array, Int64Array, RecordBatch};
use arrow_schema::{ArrowError, SchemaRef};
use treescore::Setup;
use treescore::front::PairName;
use treescore::measure::MeasureInfo;
use treescore::setup::bucket;
use treescore::values::FieldKind;

use crate::schema::{NameType, counts_schema};

/// The bits of a bucket's number.
const BUCKET_BITS: u32 = 16;

/// One row of counts.
#[derive(Clone, Copy, Debug)]
pub struct CountsRow<'r> {
    /// What the pair is called.
    pub name: &'r PairName,
    /// The key by which statistics draw the pair.
    pub key: u64,
    /// The length of the gold sentence; `None` if it could not be read.
    pub words: Option<u32>,
    /// The kind of refusal and the reason; `None` if the pair was scored.
    pub refused: Option<(&'r str, &'r str)>,
    /// The counts; of a refused pair, what it missed.
    pub counts: &'r [i128],
}

/// Builds batches of `treescore.counts/1`, row by row.
///
/// ```
/// use treescore::Setup;
/// use treescore::front::PairName;
/// use treescore_arrow::{CountsBuilder, CountsRow, NameType};
/// let setup = Setup::named("parseval")?;
/// let mut builder = CountsBuilder::new(&setup, NameType::Number);
/// let counts = vec![0; setup.measure.info().fields.len()];
/// let (name, refused) = (PairName::Number(1), Some(("no tree", "the system has no tree")));
/// builder.push(CountsRow { name: &name, key: 0, words: None, refused, counts: &counts });
/// assert_eq!(builder.finish()?.num_rows(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct CountsBuilder {
    schema: SchemaRef,
    info: &'static MeasureInfo,
    names: Names,
    buckets: Vec<i32>,
    words: Vec<Option<i32>>,
    refused: StringBuilder,
    why: StringBuilder,
    /// The values of each figure.
    figures: Vec<Float64Builder>,
    /// The values of each count.
    counts: Vec<Integers>,
}

/// A column of integers: 64 bits for counts, decimals for real values in fixed point. A count takes no more than it needs
/// while a table is built: there may be millions of rows.
pub(crate) enum Integers {
    Counts(Vec<i64>),
    Values(Vec<i128>),
    /// A count that does not fit.
    TooLarge(i128),
}

impl Integers {
    pub(crate) fn new(is_count: bool) -> Self {
        if is_count { Self::Counts(Vec::new()) } else { Self::Values(Vec::new()) }
    }

    pub(crate) fn push(&mut self, value: i128) {
        match (&mut *self, i64::try_from(value)) {
            (Self::Counts(all), Ok(value)) => all.push(value),
            (Self::Counts(_), Err(_)) => *self = Self::TooLarge(value),
            (Self::Values(all), _) => all.push(value),
            (Self::TooLarge(_), _) => {}
        }
    }

    pub(crate) fn finish(self) -> Result<ArrayRef, ArrowError> {
        match self {
            Self::Counts(all) => Ok(Arc::new(Int64Array::from(all))),
            Self::Values(all) => Ok(Arc::new(Decimal128Array::from(all).with_precision_and_scale(38, 0)?)),
            Self::TooLarge(value) => {
                Err(ArrowError::ComputeError(format!("the count {value} does not fit 64 bits")))
            }
        }
    }
}

/// The column of names.
enum Names {
    Numbers(Int64Builder),
    Texts(StringBuilder),
}

impl Names {
    fn new(kind: NameType) -> Self {
        match kind {
            NameType::Number => Self::Numbers(Int64Builder::new()),
            NameType::Text => Self::Texts(StringBuilder::new()),
        }
    }

    /// Adds a name. A name of another kind cannot be in the column, which then holds nothing in its place.
    fn push(&mut self, name: &PairName) {
        match (self, name) {
            (Self::Numbers(all), PairName::Number(number)) => all.append_value(*number),
            (Self::Numbers(all), PairName::Text(_)) => all.append_null(),
            (Self::Texts(all), name) => all.append_value(name.to_string()),
        }
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Numbers(all) => Arc::new(all.finish()),
            Self::Texts(all) => Arc::new(all.finish()),
        }
    }
}

impl CountsBuilder {
    /// Creates a builder without rows.
    pub fn new(setup: &Setup, names: NameType) -> Self {
        let info = setup.measure.info();
        Self {
            schema: Arc::new(counts_schema(setup, names)),
            info,
            names: Names::new(names),
            buckets: Vec::new(),
            words: Vec::new(),
            refused: StringBuilder::new(),
            why: StringBuilder::new(),
            figures: info.figures.iter().map(|_| Float64Builder::new()).collect(),
            counts: columns_of(info),
        }
    }

    /// The schema of the batches.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// The number of rows so far.
    pub fn len(&self) -> usize {
        self.buckets.len()
    }

    /// True if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.buckets.is_empty()
    }

    /// Adds a row.
    pub fn push(&mut self, row: CountsRow<'_>) {
        self.names.push(row.name);
        self.buckets.push(bucket(row.key, BUCKET_BITS) as i32);
        self.words.push(row.words.map(|words| words as i32));
        self.refused.append_option(row.refused.map(|(kind, _)| kind));
        self.why.append_option(row.refused.map(|(_, why)| why));
        let values = (self.info.derive)(row.counts);
        for (column, value) in self.figures.iter_mut().zip(values.iter()) {
            column.append_option(value.filter(|_| row.refused.is_none()));
        }
        for (column, &count) in self.counts.iter_mut().zip(row.counts) {
            column.push(count);
        }
    }

    /// The rows as a batch. The builder is empty afterwards.
    ///
    /// # Errors
    /// If a number does not fit its column.
    pub fn finish(&mut self) -> Result<RecordBatch, ArrowError> {
        let mut columns: Vec<ArrayRef> = vec![
            self.names.finish(),
            Arc::new(Int32Array::from(std::mem::take(&mut self.buckets))),
            Arc::new(Int32Array::from(std::mem::take(&mut self.words))),
            Arc::new(self.refused.finish()),
            Arc::new(self.why.finish()),
        ];
        for column in &mut self.figures {
            columns.push(Arc::new(column.finish()));
        }
        for column in std::mem::replace(&mut self.counts, columns_of(self.info)) {
            columns.push(column.finish()?);
        }
        RecordBatch::try_new(Arc::clone(&self.schema), columns)
    }
}

/// Empty columns of counts.
fn columns_of(info: &MeasureInfo) -> Vec<Integers> {
    info.fields.iter().map(|field| Integers::new(field.kind == FieldKind::Count)).collect()
}
