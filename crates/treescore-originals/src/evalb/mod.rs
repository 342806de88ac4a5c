//! EVALB and its SPMRL variant, byte for byte.
//!
//! There are two ways through one text. [`Literal`] does with one pair of lines what EVALB does, step by
//! step, errors and debug listings included. [`EvalbWork`] sends blocks of lines through treescore's pipeline
//! and falls back on the literal model pair by pair. Both make [`Output`]: rows and messages in order. A
//! [`Writer`] writes them and ends the run at the error limit; [`write_header`] and [`write_summary`] make
//! the rest of the report from [`Totals`].
//!
//! Parts arrive in the order of the input, so the error limit ends a run at the same message on any number of
//! threads. [The crate's front page](crate) has an example of both ways.

mod debug;
mod fast;
mod literal;
mod output;
mod read_rows;
mod row;
mod settings;
mod totals;
mod writer;

pub use fast::{EvalbPart, EvalbWork};
pub use literal::{LinePair, Literal};
pub use output::Output;
pub use read_rows::{RowsError, read_rows};
pub use row::{Figures, write_header};
pub(super) use row::{SEPARATOR, percent};
pub use settings::{Compact, Dialect, Settings};
pub(super) use totals::write_summary_block;
pub use totals::{Sums, Totals, write_status_file, write_summary};
pub use writer::{Flow, Writer};

/// Appends formatted text to a byte vector.
macro_rules! put {
    ($out:expr, $($arguments:tt)*) => {{
        // Writing to a vector cannot fail.
        let _ = std::io::Write::write_fmt($out, format_args!($($arguments)*));
    }};
}
pub(super) use put;
