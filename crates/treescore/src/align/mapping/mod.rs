//! The mapping kernel: the correspondence of the nodes of two ordered trees with the largest total weight.
//!
//! A mapping is a one-to-one set of node pairs that preserves ancestors and left-to-right order. With weights
//! of `delete + insert - substitute` its value gives the tree edit distance; with overlaps in time it gives
//! Struct-IoU. Weights are packed ([`Packing`]), so that among mappings of the same weight the one with the
//! most equal labels wins.
//!
//! # Cost
//! At most the product of both trees' key sums in the cheaper direction, or what the cheapest paths cost, if
//! that is much less (`paths`): no more than the cube of the number of nodes. Usually less, because chains need no
//! tables (module `chains`), only children need no rows and columns (`forest`), and the sparse kernel leaves
//! out subtrees that have nothing in common (`sparse`).
//!
//! # Memory
//! 8 bytes per pair of nodes; 8 bytes per column and keyroot on the path from a node to the root (a few in
//! parse trees); two bits per pair of nodes in the sparse kernel; 16 bytes per pair of nodes if the mapping
//! itself is requested. Trees of 10,000 nodes thus need 0.8 GB for a value and 1.6 GB for a mapping. That
//! exceeds the default limit of 200 MB, so they are refused unless [`Mapper::with_limit`] allows more. The need is
//! computed before anything is allocated.

mod chains;
mod choice;
mod dense;
mod forest;
pub mod intervals;
mod limit;
mod partners;
mod paths;
mod shape;
mod sparse;
mod table;
#[cfg(test)]
mod tests;
mod trace;
mod weight;

pub use limit::MappingError;
pub(crate) use limit::{DEFAULT_EFFORT, DEFAULT_LIMIT, effort_setting, round_up};
pub use shape::Direction;
use shape::Shape;
pub use weight::{Packing, Weights};

use crate::tree::Which;
use crate::values::{Gauge, Meter};
use partners::Partners;
use shape::Numbering;

/// The algorithm for a value. All give the same result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// All pairs of subtrees: for weights that are mostly positive, as in edit distances.
    Dense,
    /// Only subtrees that have something in common: for weights that are mostly 0, as in Struct-IoU.
    Sparse,
}

/// Maps pairs of trees, reusing its memory.
///
/// A tree is given by its ends in preorder: the subtree of node `i` is `i..ends[i]`. Nodes are identified by
/// their preorder numbers.
///
/// ```
/// use treescore::align::mapping::{Mapper, Packing};
/// let gold = (["S", "a", "X", "b"], [4, 2, 4, 4]); // (S a (X b))
/// let system = (["S", "a", "b"], [3, 2, 3]); // (S a b)
/// let packing = Packing::new(4, 3, 6)?; // costs: delete 3, insert 3, substitute 4
/// let weight = |i: usize, j: usize| {
///     let equal = gold.0[i] == system.0[j];
///     packing.pack(if equal { 6 } else { 2 }, equal)
/// };
/// let mut pairs = Vec::new();
/// let value = Mapper::new().mapping(&gold.1, &system.1, weight, &mut pairs)?;
/// assert_eq!(pairs, [(0, 0), (1, 1), (3, 2)]);
/// assert_eq!(4 * 3 + 3 * 3 - packing.weight(value), 3); // the distance: X is deleted
/// # Ok::<(), treescore::align::mapping::MappingError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Mapper {
    limit: u64,
    effort: u64,
    direction: Option<Direction>,
    /// Whether the path kernel is used; by its cost, if `None`.
    by_paths: Option<bool>,
    gold: Shape,
    system: Shape,
    rows: Numbering,
    columns: Numbering,
    td: Vec<i64>,
    scratch: Scratch,
    sparse: sparse::Sparse,
    paths: paths::Paths,
    filling: Vec<u32>,
    tracing: Tracing,
}

/// Memory of all kernels.
#[derive(Debug, Default, Clone)]
struct Scratch {
    table: Vec<i64>,
    rows: forest::Rows,
    columns: forest::TableColumns,
    inside: Vec<[i64; 2]>,
    collected: Vec<i64>,
    /// The cells of the pair at hand.
    gauge: Gauge,
}

/// Memory that only tracing needs.
#[derive(Debug, Default, Clone)]
struct Tracing {
    rows: Numbering,
    columns: Numbering,
    row_at: Vec<u32>,
    column_at: Vec<u32>,
    stack: Vec<(u32, u32)>,
}

impl Default for Mapper {
    fn default() -> Self {
        Self::with_limit(DEFAULT_LIMIT)
    }
}

impl Mapper {
    /// Creates a mapper with the default limit of 200 MB.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a mapper that takes at most `limit` bytes for one pair. Memory taken for a large pair is kept
    /// for the next.
    pub fn with_limit(limit: u64) -> Self {
        Self {
            limit,
            effort: DEFAULT_EFFORT,
            direction: None,
            by_paths: None,
            gold: Shape::default(),
            system: Shape::default(),
            rows: Numbering::default(),
            columns: Numbering::default(),
            td: Vec::new(),
            scratch: Scratch::default(),
            sparse: sparse::Sparse::default(),
            paths: paths::Paths::default(),
            filling: Vec::new(),
            tracing: Tracing::default(),
        }
    }

    /// Changes the limit, in bytes per pair.
    pub(crate) fn set_limit(&mut self, limit: u64) {
        self.limit = limit;
    }

    /// Changes the effort: how many cells may be computed for one pair.
    pub(crate) fn set_effort(&mut self, effort: u64) {
        self.effort = effort;
    }

    /// Tells this meter how far large pairs are, and stops when it says so.
    pub(crate) fn attach(&mut self, meter: &Meter) {
        self.scratch.gauge.attach(meter);
    }

    /// Fixes the direction instead of choosing the cheaper one. For tests and benchmarks: the values are the
    /// same.
    pub fn with_direction(self, direction: Direction) -> Self {
        Self { direction: Some(direction), by_paths: Some(false), ..self }
    }

    /// Uses the path kernel for every pair, whatever it costs. For tests and benchmarks.
    pub fn with_paths(self) -> Self {
        Self { by_paths: Some(true), ..self }
    }

    /// Returns the largest value of a mapping. `fill` sets the packed weights; pairs that it does not set are
    /// not mapped.
    ///
    /// ```
    /// use treescore::align::mapping::{Kernel, Mapper};
    /// let (gold, system) = ([3, 2, 3], [2, 2]); // (S a b), (S b)
    /// let value = Mapper::new().value(&gold, &system, Kernel::Sparse, |weights| {
    ///     weights.set(0, 0, 6);
    ///     weights.set(2, 1, 6);
    /// })?;
    /// assert_eq!(value, 12);
    /// # Ok::<(), treescore::align::mapping::MappingError>(())
    /// ```
    ///
    /// # Errors
    /// If the ends are not those of a tree, or if the trees or weights are too large.
    pub fn value(
        &mut self,
        gold: &[u32],
        system: &[u32],
        kernel: Kernel,
        fill: impl FnOnce(&mut Weights<'_>),
    ) -> Result<i64, MappingError> {
        if !self.number(gold, system)? {
            return Ok(0);
        }
        let (mut cells, mut words) = (table::cells(&self.rows, &self.columns), 0);
        if kernel == Kernel::Sparse {
            cells = cells.max(sparse::cells(&self.rows, &self.columns));
            words = Partners::words(&self.rows, &self.columns);
        }
        let by_paths = self.make_room(cells, words, kernel)?;
        self.weigh(fill)?;
        let Self { rows, columns, td, scratch, .. } = self;
        match kernel {
            _ if by_paths => self.paths.run([rows, columns], td, scratch)?,
            Kernel::Dense => dense::run(rows, columns, td, scratch)?,
            Kernel::Sparse => {
                self.sparse.make_room(rows, columns)?;
                self.sparse.run(rows, columns, td, scratch)?;
            }
        }
        scratch.gauge.end();
        Ok(self.td[self.td.len() - 1])
    }

    /// Returns the largest value and writes the canonical mapping that has it to `pairs`: preorder numbers,
    /// ascending.
    ///
    /// Canonical: from the right, prefer to pair subtrees, prefer to map two roots, else leave the gold node
    /// unmapped, else the system node. It depends on the values only, not on the direction in which they were
    /// computed. `weight` must be a pure function.
    ///
    /// # Errors
    /// If the ends are not those of a tree, or if the trees or weights are too large.
    pub fn mapping(
        &mut self,
        gold: &[u32],
        system: &[u32],
        weight: impl Fn(usize, usize) -> i64,
        pairs: &mut Vec<(u32, u32)>,
    ) -> Result<i64, MappingError> {
        pairs.clear();
        if !self.number(gold, system)? {
            return Ok(0);
        }
        let table = (self.rows.len() as u64 + 1) * (self.columns.len() as u64 + 1);
        let by_paths = self.make_room(table, 0, Kernel::Dense)?;
        self.weigh(|weights| weights.fill(&weight))?;
        let Self { rows, columns, td, scratch, .. } = self;
        if by_paths {
            self.paths.run([rows, columns], td, scratch)?;
        } else {
            dense::run(rows, columns, td, scratch)?;
        }
        self.trace(weight, pairs)?;
        self.scratch.gauge.end();
        Ok(self.td[self.td.len() - 1])
    }

    /// Reads both trees and numbers their nodes. Returns false if one of them is empty.
    fn number(&mut self, gold: &[u32], system: &[u32]) -> Result<bool, MappingError> {
        for (which, shape, ends) in
            [(Which::Gold, &mut self.gold, gold), (Which::System, &mut self.system, system)]
        {
            shape.rebuild(ends).map_err(|node| MappingError::NotATree {
                which,
                node: node as u64,
                end: u64::from(ends[node]),
            })?;
        }
        let direction = self.direction.unwrap_or_else(|| Shape::cheaper(&self.gold, &self.system));
        self.rows.rebuild(&self.gold, direction);
        self.columns.rebuild(&self.system, direction);
        Ok(!gold.is_empty() && !system.is_empty())
    }

    fn weigh(&mut self, fill: impl FnOnce(&mut Weights<'_>)) -> Result<(), MappingError> {
        let Self { rows, columns, td, filling, .. } = self;
        let mut weights = Weights { cells: td, rows, columns, largest: 0, scratch: filling };
        fill(&mut weights);
        weights.check()
    }

    fn trace(
        &mut self,
        weight: impl Fn(usize, usize) -> i64,
        pairs: &mut Vec<(u32, u32)>,
    ) -> Result<(), MappingError> {
        let Tracing { rows, columns, row_at, column_at, stack } = &mut self.tracing;
        for (side, shape, computed, at) in [
            (&mut *rows, &self.gold, &self.rows, &mut *row_at),
            (columns, &self.system, &self.columns, column_at),
        ] {
            side.rebuild(shape, Direction::Left);
            at.clear();
            at.extend(side.node.iter().map(|&node| computed.at[node as usize]));
        }
        let values = trace::Values { rows, columns, row_at, column_at, td: &self.td };
        values.trace(weight, &mut self.scratch, stack, pairs)?;
        pairs.sort_unstable();
        Ok(())
    }
}

/// True if the two trees are identical: equal ends, and `same` is true for every node.
///
/// If so, and if no pair of nodes is worth more than a pair of identical ones, the value is the sum of the
/// weights of `(i, i)`, and the canonical mapping maps each node to itself. No kernel is needed.
pub(crate) fn identical(gold: &[u32], system: &[u32], same: impl FnMut(usize) -> bool) -> bool {
    gold == system && (0..gold.len()).all(same)
}
