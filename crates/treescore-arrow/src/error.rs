//! Why a table cannot be read or made.

use arrow_schema::{ArrowError, DataType, Schema};
use treescore::front::NotAdded;
use treescore::run::RunError;

/// Why a table cannot be read or made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// There is no column with this name.
    #[error("there is no column `{name}`; {}", list(columns))]
    NoColumn {
        /// The name that was asked for.
        name: String,
        /// The columns of the table.
        columns: Vec<String>,
    },
    /// A column holds something else than is needed.
    #[error("column `{name}` holds {found}, not {wanted}; {}", list(columns))]
    Type {
        /// The name of the column.
        name: String,
        /// Its type.
        found: String,
        /// What is needed.
        wanted: &'static str,
        /// The columns of the table.
        columns: Vec<String>,
    },
    /// A row has no name.
    #[error("column `{name}` has no value in row {row}: every pair needs its own name")]
    NoName {
        /// The name of the column.
        name: String,
        /// The row, from 1.
        row: usize,
    },
    /// Two rows have the same name.
    #[error("column `{name}` holds {value} twice: every pair needs its own name")]
    NameTwice {
        /// The name of the column.
        name: String,
        /// The name of both pairs.
        value: String,
    },
    /// The rows of a document do not follow each other.
    #[error(
        "column `{name}`: the rows of `{document}` do not follow each other: sort the table by this column"
    )]
    Scattered {
        /// The name of the column.
        name: String,
        /// The document.
        document: String,
    },
    /// A column that is kept has the name of a column of counts.
    #[error("column `{0}` cannot be kept, because the counts have a column of this name: rename it")]
    Kept(String),
    /// The setup does not score pair by pair.
    #[error("a table of pairs is scored pair by pair, without alignment, ids in files and word times")]
    Pairing,
    /// The table is of a later version.
    #[error(
        "the table is treescore.{found}, but this treescore reads up to treescore.{newest}: use a newer one"
    )]
    Newer {
        /// The version of the table.
        found: String,
        /// The newest version that is known.
        newest: &'static str,
    },
    /// The table holds no counts.
    #[error("the table is neither treescore.counts nor treescore.totals: its metadata says {0}")]
    Unknown(String),
    /// The table was made with other settings.
    #[error("tables of different setups do not add up: {0} and {1}")]
    Setups(String, String),
    /// Pairs that do not add up.
    #[error(transparent)]
    NotAdded(#[from] NotAdded),
    /// Scoring failed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A table is not well formed.
    #[error(transparent)]
    Arrow(#[from] ArrowError),
    /// A file is not well formed, or cannot be written.
    #[cfg(feature = "parquet")]
    #[error(transparent)]
    Parquet(#[from] ::parquet::errors::ParquetError),
}

impl TableError {
    pub(crate) fn no_column(name: &str, schema: &Schema) -> Self {
        Self::NoColumn { name: name.to_owned(), columns: columns_of(schema) }
    }

    pub(crate) fn wrong_type(name: &str, found: &DataType, wanted: &'static str, schema: &Schema) -> Self {
        let (name, found) = (name.to_owned(), found.to_string());
        Self::Type { name, found, wanted, columns: columns_of(schema) }
    }
}

/// The names of the columns.
fn columns_of(schema: &Schema) -> Vec<String> {
    schema.fields().iter().map(|field| field.name().clone()).collect()
}

fn list(columns: &[String]) -> String {
    match columns {
        [] => "the table has no columns".to_owned(),
        [one] => format!("the only column is {one}"),
        all => format!("the columns are {}", all.join(", ")),
    }
}
