//! The list of refused pairs. There may be as many as there are pairs, so a face may keep them outside memory, and
//! formats go through them instead of holding them.

use std::fmt;
use std::io;
use std::sync::Arc;

use super::model::{RefusedRow, RowPlace};

/// Refused pairs in the order of a report, gone through as often as a format needs.
pub trait RefusedPairs: Send + Sync {
    /// Calls `visit` with each refused pair. An error of `visit` ends it.
    ///
    /// # Errors
    /// That of `visit`, or if the pairs cannot be read.
    fn each(&self, visit: &mut dyn FnMut(&RefusedRow) -> io::Result<()>) -> io::Result<()>;
}

impl RefusedPairs for Vec<RefusedRow> {
    fn each(&self, visit: &mut dyn FnMut(&RefusedRow) -> io::Result<()>) -> io::Result<()> {
        self.iter().try_for_each(visit)
    }
}

/// The refused pairs of a report, wherever they are kept: ordered by pair, then system.
///
/// ```
/// use treescore::report::RefusedRows;
/// let mut pairs = 0;
/// RefusedRows::new(Vec::new()).each(&mut |_row| {
///     pairs += 1;
///     Ok(())
/// })?;
/// assert_eq!(pairs, 0);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone)]
pub struct RefusedRows(Arc<dyn RefusedPairs>);

impl RefusedRows {
    /// A list of these pairs, which are in [order](RefusedRow::order).
    pub fn new(pairs: impl RefusedPairs + 'static) -> Self {
        Self(Arc::new(pairs))
    }

    /// Calls `visit` with each refused pair. An error of `visit` ends it.
    ///
    /// # Errors
    /// That of `visit`, or if the pairs cannot be read.
    pub fn each(&self, visit: &mut dyn FnMut(&RefusedRow) -> io::Result<()>) -> io::Result<()> {
        self.0.each(visit)
    }
}

impl fmt::Debug for RefusedRows {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("RefusedRows").finish_non_exhaustive()
    }
}

impl RefusedRow {
    /// The place of the row in a list: by pair, then system. Trees in no pair come last, gold's first.
    pub fn order(&self) -> ([u64; 4], &str) {
        let RowPlace { pair, gold_line, system_line, .. } = &self.place;
        let last = |number: &Option<u64>| number.unwrap_or(u64::MAX);
        ([last(pair), self.system as u64, last(gold_line), last(system_line)], &self.refused.why)
    }

    /// Takes the measures of the next row if it is the same pair, refused for the same reason in a later pass. Returns
    /// the next row if it is not.
    pub fn absorb(&mut self, mut next: Self) -> Option<Self> {
        if (self.system, &self.place, &self.refused) != (next.system, &next.place, &next.refused) {
            return Some(next);
        }
        self.measures.append(&mut next.measures);
        self.measures.sort_unstable();
        None
    }
}
