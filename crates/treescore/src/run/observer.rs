//! The observer of a run: rows, refusals, notes and progress while it runs.

use std::ops::ControlFlow;

use super::outcome::RefusedAt;
use super::row::PairRow;
use super::timed::TimesNote;

/// Receives the events of a run, in the order of the input.
pub trait Observer: Send {
    /// Called with the row of each requested pair, scored or refused.
    fn row(&mut self, _row: PairRow) {}

    /// Called with each refused pair.
    fn refused(&mut self, _refused: &RefusedAt) {}

    /// Called with each note about word times.
    fn times(&mut self, _note: TimesNote) {}

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
