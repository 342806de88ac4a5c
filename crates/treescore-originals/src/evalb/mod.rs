//! EVALB and its SPMRL variant, byte for byte.
//!
//! [`Judging`] scores whole blocks of lines through the general pipeline; [`Literal`] judges any pair of lines the way EVALB does, errors and debug listings included; [`write_row`], [`write_header`] and
//! [`write_summary`] render figures that may as well come from elsewhere; [`Writer`] applies the error limit to what was made.

mod debug;
mod fast;
mod literal;
mod output;
mod row;
mod settings;
mod totals;
mod writer;

pub use fast::{Judge, Judged, Judging};
pub use literal::{LinePair, Literal};
pub use output::{Message, Output, Weight};
pub use row::{Figures, write_header, write_row};
pub(super) use row::{SEPARATOR, percent};
pub use settings::{Compact, Dialect, Settings};
pub(super) use totals::write_summary_block;
pub use totals::{Sums, Totals, write_status_file, write_summary};
pub use writer::{Flow, Writer};

/// Formats onto the end of a byte vector.
macro_rules! put {
    ($out:expr, $($arguments:tt)*) => {{
        // Writing to a vector cannot fail.
        let _ = std::io::Write::write_fmt($out, format_args!($($arguments)*));
    }};
}
pub(super) use put;
