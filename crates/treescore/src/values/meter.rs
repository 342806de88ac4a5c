//! How far long work is, and a way to stop it.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Follows the work on large pairs, and stops a run. All copies are one meter.
///
/// The cells of a large pair are known before they are computed, so the meter tells which part of them is done.
/// A stopped run ends within some milliseconds, in the middle of a pair, too. What was scored until then is its
/// outcome; the pairs at hand are left out.
///
/// ```
/// use treescore::Setup;
/// use treescore::read::Units;
/// use treescore::run::{Meter, Observer, Plan, score};
///
/// struct Impatient(Meter);
///
/// impl Observer for Impatient {
///     fn meter(&self) -> Meter {
///         self.0.clone()
///     }
/// }
///
/// let meter = Meter::default();
/// meter.stop(); // from any thread, at any time
/// let trees: Units = ["(S (N a))"].into_iter().collect();
/// let plan = Plan::new(trees.clone().into(), vec![trees.into()], vec![Setup::named("parseval")?]);
/// let scored = score(&plan, &mut Impatient(meter))?;
/// assert!(scored.interrupted);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct Meter(Arc<State>);

/// Called by threads that work on a large pair, now and then.
type Tick = Box<dyn Fn(Option<f64>) + Send + Sync>;

#[derive(Default)]
struct State {
    is_stopped: AtomicBool,
    /// Cells of the large pairs at work: those that are done, and all.
    done: AtomicU64,
    known: AtomicU64,
    tick: Option<Tick>,
}

impl Meter {
    /// Creates a meter that calls `tick` every some million cells with the part of the large pairs at work that is
    /// done, from 0 to 1. Any thread may call it.
    pub fn with_tick(tick: impl Fn(Option<f64>) + Send + Sync + 'static) -> Self {
        Self(Arc::new(State { tick: Some(Box::new(tick)), ..State::default() }))
    }

    /// Stops the run.
    pub fn stop(&self) {
        self.0.is_stopped.store(true, Ordering::Relaxed);
    }

    /// True if the run is to stop.
    pub fn is_stopped(&self) -> bool {
        self.0.is_stopped.load(Ordering::Relaxed)
    }

    /// The part of the large pairs at work that is done, from 0 to 1; `None` if no pair is large.
    pub fn part(&self) -> Option<f64> {
        let [done, known] = [&self.0.done, &self.0.known].map(|cells| cells.load(Ordering::Relaxed));
        (known > 0).then(|| (done as f64 / known as f64).min(1.0))
    }
}

impl fmt::Debug for Meter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Meter").field(&self.is_stopped()).field(&self.part()).finish()
    }
}

/// The work was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// The cells of one kernel, which tells a [`Meter`] about them. Pairs with few cells touch nothing that threads share.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gauge {
    meter: Meter,
    /// Cells of the pair: all, those that are done, and those that the meter knows to be done.
    known: u64,
    done: u64,
    told: u64,
}

/// Cells between two looks at the meter: some milliseconds of work.
const STRIDE: u64 = 1 << 20;

impl Gauge {
    /// Tells another meter from now on.
    pub(crate) fn attach(&mut self, meter: &Meter) {
        self.end();
        self.meter = meter.clone();
    }

    /// Begins with a pair of at most this many cells.
    pub(crate) fn begin(&mut self, cells: u64) {
        self.end();
        self.known = cells;
    }

    /// Counts cells that are done.
    #[inline]
    pub(crate) fn add(&mut self, cells: u64) -> Result<(), Stopped> {
        self.done += cells;
        if self.done - self.told < STRIDE { Ok(()) } else { self.tell() }
    }

    /// Counts this share of the pair's cells as done: some of them need not be computed.
    pub(crate) fn reach(&mut self, share: u64, of: u64) -> Result<(), Stopped> {
        let cells = u128::from(self.known) * u128::from(share) / u128::from(of.max(1));
        self.add(u64::try_from(cells).unwrap_or(u64::MAX).saturating_sub(self.done))
    }

    #[cold]
    fn tell(&mut self) -> Result<(), Stopped> {
        let state = &self.meter.0;
        if self.told == 0 {
            state.known.fetch_add(self.known, Ordering::Relaxed);
        }
        state.done.fetch_add(self.done - self.told, Ordering::Relaxed);
        self.told = self.done;
        if let Some(tick) = &state.tick {
            tick(self.meter.part());
        }
        if self.meter.is_stopped() { Err(Stopped) } else { Ok(()) }
    }

    /// True if the work is to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.meter.is_stopped()
    }

    /// Ends the pair.
    pub(crate) fn end(&mut self) {
        if self.told > 0 {
            self.meter.0.done.fetch_sub(self.told, Ordering::Relaxed);
            self.meter.0.known.fetch_sub(self.known, Ordering::Relaxed);
        }
        (self.known, self.done, self.told) = (0, 0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn large_pairs_are_followed_and_small_ones_are_not() {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&seen);
        let meter = Meter::with_tick(move |part| log.lock().unwrap().push(part.unwrap_or(-1.0)));
        let mut gauge = Gauge::default();
        gauge.attach(&meter);
        gauge.begin(STRIDE - 1);
        assert_eq!(gauge.add(STRIDE - 1), Ok(()));
        assert_eq!(meter.part(), None, "a small pair");
        gauge.begin(4 * STRIDE);
        for _ in 0..4 {
            assert_eq!(gauge.add(STRIDE / 2), Ok(()));
        }
        assert_eq!(meter.part(), Some(0.5));
        let mut other = Gauge::default();
        other.attach(&meter);
        other.begin(4 * STRIDE);
        assert_eq!(other.reach(3, 3), Ok(()));
        assert_eq!(meter.part(), Some(0.75), "of both pairs");
        gauge.end();
        assert_eq!(meter.part(), Some(1.0));
        meter.stop();
        other.begin(STRIDE);
        assert_eq!(other.add(STRIDE), Err(Stopped));
        other.end();
        assert_eq!((meter.part(), seen.lock().unwrap().as_slice()), (None, &[0.25, 0.5, 0.75, 1.0][..]));
    }

    #[test]
    fn more_cells_than_were_known_are_no_more_than_all() {
        let (meter, mut gauge) = (Meter::default(), Gauge::default());
        gauge.attach(&meter);
        gauge.begin(STRIDE);
        assert_eq!(gauge.add(3 * STRIDE), Ok(()));
        assert_eq!(meter.part(), Some(1.0));
    }
}
