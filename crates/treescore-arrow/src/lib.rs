//! Parse scores as tables: pairs of trees in, counts and sums out.
//!
//! [`counts()`] takes a record batch with columns of trees and gives a batch with a row of counts for each pair. It knows no
//! engine and no file format. [`total()`] adds such rows up to a score. The schemas are [`counts_schema`]
//! (`treescore.counts/1`) and [`totals_schema`] (`treescore.totals/1`).
//!
//! ```
//! use std::sync::Arc;
//! use arrow_array::{ArrayRef, RecordBatch, StringArray};
//! use treescore::Setup;
//! use treescore_arrow::{PairColumns, counts, total};
//!
//! let column = |trees: [Option<&str>; 2]| Arc::new(StringArray::from(trees.to_vec())) as ArrayRef;
//! let pairs = RecordBatch::try_from_iter([
//!     ("gold", column([Some("(S (N a) (V b))"), Some("(S (N a))")])),
//!     ("system", column([Some("(S (N a) (V b))"), None])),
//! ])?;
//! let setup = Setup::named("parseval")?;
//! let rows = counts(&pairs, &setup, &PairColumns::default(), 1)?;
//! assert_eq!(rows.num_rows(), 2);
//! let score = total([&rows], setup, "system")?;
//! assert_eq!((score.totals.scored, score.totals.refused), (1, 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Feature `parquet`: the module `parquet` reads pairs from Parquet files, and writes tables to them.

mod builder;
mod columns;
mod counts;
mod error;
#[cfg(feature = "parquet")]
pub mod parquet;
mod schema;
mod total;
mod totals;

// Those who make tables need the same version.
pub use {arrow_array, arrow_schema};

pub use builder::{CountsBuilder, CountsRow};
pub use columns::{names, texts};
pub use counts::{PairColumns, counts};
pub use error::TableError;
pub use schema::{NameType, SYSTEM_NAME, count_type, counts_schema, totals_schema, with_keys};
pub use total::total;
pub use totals::totals;
