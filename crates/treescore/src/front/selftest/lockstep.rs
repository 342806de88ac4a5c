//! Two runs at the same time, whose rows are compared as they come: neither run is kept in memory.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use super::SelftestError;
use super::sides::{Manner, Sides};
use crate::run::{Observer, PairRow, Progress, Scored};
use crate::values::Meter;

/// Rows of the first run that may wait for the second.
const AHEAD: usize = 1024;

/// What two runs came to.
pub(super) struct Both {
    pub(super) scored: [Scored; 2],
    /// The number of rows of each.
    pub(super) rows: [u64; 2],
}

impl Both {
    /// How the numbers of rows differ, if they do.
    pub(super) fn uneven(&self) -> Option<String> {
        let [one, other] = self.rows;
        (one != other).then(|| format!("one run has {one} rows, the other {other}"))
    }
}

/// Compares two rows of the same pair.
pub(super) type Compare<'c> = &'c mut (dyn FnMut(PairRow, PairRow) + Send);

/// Carries out two runs, and compares their rows.
pub(super) fn in_step(
    sides: &Sides<'_>,
    [first, second]: [Manner<'_>; 2],
    compare: Compare<'_>,
    observer: &mut dyn Observer,
) -> Result<Both, SelftestError> {
    let meter = observer.meter();
    let (sender, receiver) = sync_channel(AHEAD);
    thread::scope(|scope| {
        let ahead = scope.spawn(move || {
            let mut sending = Sending { rows: sender, meter, is_wanted: true };
            sides.score(first, &mut sending)
        });
        let mut comparing = Comparing { rows: receiver, compare, observer, compared: 0, seen: 0 };
        let second = sides.score(second, &mut comparing);
        let Comparing { rows, compared, seen, .. } = comparing;
        // Rows that the second run does not have; without them the first would wait.
        let left = second.as_ref().map_or(0, |_| rows.iter().count() as u64);
        drop(rows);
        let ahead = ahead.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        // The error of the second run is first: it may be why the first one ended.
        let second = second?;
        Ok(Both { scored: [ahead?, second], rows: [compared + left, seen] })
    })
}

/// Passes on the rows of the first run.
struct Sending {
    rows: SyncSender<PairRow>,
    meter: Meter,
    /// False once nobody reads the rows.
    is_wanted: bool,
}

impl Observer for Sending {
    fn row(&mut self, row: PairRow) {
        self.is_wanted = self.is_wanted && self.rows.send(row).is_ok();
    }

    fn meter(&self) -> Meter {
        self.meter.clone()
    }

    fn progress(&mut self, _progress: Progress) -> ControlFlow<()> {
        if self.is_wanted { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// Compares the rows of the second run with those of the first.
struct Comparing<'c> {
    rows: Receiver<PairRow>,
    compare: Compare<'c>,
    observer: &'c mut dyn Observer,
    compared: u64,
    seen: u64,
}

impl Observer for Comparing<'_> {
    fn row(&mut self, row: PairRow) {
        self.seen += 1;
        if let Ok(first) = self.rows.recv() {
            self.compared += 1;
            (self.compare)(first, row);
        }
    }

    fn meter(&self) -> Meter {
        self.observer.meter()
    }

    fn progress(&mut self, progress: Progress) -> ControlFlow<()> {
        self.observer.progress(progress)
    }
}
