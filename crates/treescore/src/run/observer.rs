//! The observer of a run: rows, refusals, notes and progress while it runs.

use std::ops::ControlFlow;

use super::outcome::RefusedAt;
use super::row::PairRow;
use super::timed::TimesNote;
use crate::values::Meter;

/// Receives the events of a run, in the order of the input.
///
/// ```
/// use treescore::Setup;
/// use treescore::read::Units;
/// use treescore::run::{Observer, Plan, RefusedAt, score};
///
/// struct Log(Vec<String>);
///
/// impl Observer for Log {
///     fn refused(&mut self, refused: &RefusedAt) {
///         self.0.push(format!("{}: {}", refused.id, refused.refusal));
///     }
/// }
///
/// let gold: Units = ["(S (N a))"].into_iter().collect();
/// let system: Units = ["(S (N b))"].into_iter().collect();
/// let mut log = Log(Vec::new());
/// score(&Plan::new(gold.into(), vec![system.into()], vec![Setup::named("parseval")?]), &mut log)?;
/// assert!(log.0[0].starts_with("pair 1: words differ"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Observer: Send {
    /// Called with the row of each requested pair, scored or refused.
    fn row(&mut self, _row: PairRow) {}

    /// Called instead of [`row`](Self::row) if there are several passes, which come one after the other; `pair` is
    /// the number of the row's pair, or of the pair before it if it is in none. Returns the row if it does not keep
    /// it. The run then keeps it in memory, and passes all such rows to `row` at the end, ordered by pair, system
    /// and setup.
    fn row_of_pass(&mut self, _pass: usize, _pair: u64, row: PairRow) -> Option<PairRow> {
        Some(row)
    }

    /// Called with each refused pair.
    fn refused(&mut self, _refused: &RefusedAt) {}

    /// Called with each note about word times.
    fn times(&mut self, _note: TimesNote) {}

    /// The meter of the run, asked for once: it follows large pairs, and stops the run.
    fn meter(&self) -> Meter {
        Meter::default()
    }

    /// Called with the progress of the run; `Break` ends it.
    fn progress(&mut self, _progress: Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl Observer for () {}

/// The progress of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Pairs so far, over all systems. A pair is counted once in each pass that reads it.
    pub pairs: u64,
    /// Refused pairs so far.
    pub refused: u64,
    /// Bytes read so far, after decompression.
    pub bytes: u64,
}
