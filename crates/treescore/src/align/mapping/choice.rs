//! Which kernel computes a pair, by the number of its cells, and whether it is computed at all.

use super::limit::{MappingError, Need, fill_zeros, grow};
use super::shape::Shape;
use super::{Kernel, Mapper};

/// The path kernel is considered for a pair with more cells than this, by the other kernels' bound.
const PLANNED: u64 = 1 << 20;

/// It is considered if there are more cells than this for each pair of nodes: planning costs about as much as
/// ten cells.
const PLANNED_PER_PAIR: u64 = 64;

/// It is used if it has so many times fewer cells. The sparse kernel has fewer cells than its bound.
const GAIN: u64 = 2;
const GAIN_SPARSE: u64 = 4;

impl Mapper {
    /// Checks the limits and makes room for the matrix and for a table with this many cells. Returns whether
    /// the path kernel is to be used.
    pub(super) fn make_room(&mut self, table: u64, words: u64, kernel: Kernel) -> Result<bool, MappingError> {
        let (gold, system) = (self.gold.len(), self.system.len());
        let need = Need { gold: gold as u64, system: system as u64, table, words };
        need.check(self.limit)?;
        let by_paths = self.plan(self.limit - need.bytes(), kernel)?;
        fill_zeros(&mut self.td, gold * system)?;
        grow(&mut self.scratch.table, table as usize)?;
        Ok(by_paths)
    }

    /// Chooses between the path kernel and another, by their cells. Checks that they are not too many.
    fn plan(&mut self, bytes: u64, kernel: Kernel) -> Result<bool, MappingError> {
        let (gold, system) = (&self.gold, &self.system);
        let direction = self.direction.unwrap_or_else(|| Shape::cheaper(gold, system));
        let mut cells = Shape::cost(gold, system, direction);
        let is_worth_planning =
            cells > PLANNED && cells / PLANNED_PER_PAIR > gold.len() as u64 * system.len() as u64;
        let mut by_paths = false;
        if self.by_paths.unwrap_or(is_worth_planning)
            && let Some(planned) = self.paths.plan(gold, system, bytes)
        {
            let gain = if kernel == Kernel::Sparse { GAIN_SPARSE } else { GAIN };
            let is_allowed = cells <= self.effort;
            by_paths = self.by_paths.unwrap_or(planned < if is_allowed { cells / gain } else { cells });
            cells = if by_paths { planned } else { cells };
        }
        if cells > self.effort {
            let (gold, system) = (gold.len() as u64, system.len() as u64);
            return Err(MappingError::TooMuchWork { gold, system, cells, effort: self.effort });
        }
        self.scratch.gauge.begin(cells);
        Ok(by_paths)
    }
}
