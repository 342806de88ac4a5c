//! Parquet files: pairs are read from them; counts, sums and samples are written to them.

mod read;
mod samples;
mod write;

pub use read::{Columns, Pairs, is_parquet, read_pairs, read_table};
pub use samples::SampleWriter;
pub use write::{CountsWriter, TableWriter};
