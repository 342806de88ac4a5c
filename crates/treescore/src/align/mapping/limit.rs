//! Memory limits of a mapping, and why one was not computed.

use crate::tree::Which;
use crate::values::Stopped;

/// Default limit for one pair, in bytes: enough for about 3,500 by 3,500 nodes with a mapping, 4,900 by 4,900
/// without, or to align two sequences of 28,000 items each.
pub(crate) const DEFAULT_LIMIT: u64 = 200_000_000;

/// Default limit of the work for one pair, in cells of tables: about ten seconds.
pub(crate) const DEFAULT_EFFORT: u64 = 5_000_000_000;

/// The setting in a signature; none for the default.
pub(crate) fn effort_setting(key: &'static str, effort: u64) -> Option<(&'static str, String)> {
    (effort != DEFAULT_EFFORT).then(|| (key, format!("{effort:e}")))
}

/// Rounds a number of cells up to so many digits.
pub(crate) fn round_up(cells: u64, digits: u32) -> u64 {
    let unit = 10_u64.pow(cells.checked_ilog10().unwrap_or(0).saturating_sub(digits - 1));
    cells.div_ceil(unit).saturating_mul(unit)
}

/// Why a pair of trees was not mapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MappingError {
    /// The ends do not describe one ordered tree in preorder.
    #[error("the {} ends are not those of one tree: node {node} ends at {end}", .which.as_str())]
    NotATree {
        /// The side.
        which: Which,
        /// The first node (in preorder, from 0) that does not fit.
        node: u64,
        /// The end that was given for it.
        end: u64,
    },
    /// The pair needs more memory than is allowed.
    #[error("trees of {gold} and {system} nodes need {bytes} bytes to be mapped; the limit is {limit}")]
    TooLarge {
        /// Nodes of the gold tree.
        gold: u64,
        /// Nodes of the system tree.
        system: u64,
        /// Bytes needed.
        bytes: u64,
        /// Bytes allowed.
        limit: u64,
    },
    /// The pair needs more work than is allowed.
    #[error(
        "trees of {gold} and {system} nodes need {:e} cells to be mapped; the limit is {effort:e}",
        round_up(*.cells, 2)
    )]
    TooMuchWork {
        /// Nodes of the gold tree.
        gold: u64,
        /// Nodes of the system tree.
        system: u64,
        /// Cells needed, at most.
        cells: u64,
        /// Cells allowed.
        effort: u64,
    },
    /// The limit allows the pair, but the machine does not have the memory.
    #[error("cannot allocate {bytes} bytes to map two trees")]
    NoMemory {
        /// Size of the array that could not be allocated.
        bytes: u64,
    },
    /// The sum of the weights could exceed a 64-bit integer.
    #[error("a weight of {weight} is too large for trees of this size; the largest allowed weight is {most}")]
    WeightTooLarge {
        /// The largest weight.
        weight: i64,
        /// The largest weight that can be summed without overflow.
        most: i64,
    },
    /// The run was stopped.
    #[error("the run was stopped")]
    Stopped,
}

impl From<Stopped> for MappingError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// Empties `array` and reserves exactly `length` elements.
pub(super) fn reserve<T>(array: &mut Vec<T>, length: usize) -> Result<(), MappingError> {
    array.clear();
    let bytes = (length * size_of::<T>()) as u64;
    array.try_reserve_exact(length).map_err(|_| MappingError::NoMemory { bytes })
}

/// Empties `array` and fills it with exactly `length` zeros.
pub(super) fn fill_zeros(array: &mut Vec<i64>, length: usize) -> Result<(), MappingError> {
    reserve(array, length)?;
    array.resize(length, 0);
    Ok(())
}

/// Grows `array` to at least `length`; its contents are arbitrary.
pub(super) fn grow(array: &mut Vec<i64>, length: usize) -> Result<(), MappingError> {
    if array.len() < length { fill_zeros(array, length) } else { Ok(()) }
}

/// Upper bound, per node, of the memory that does not grow with the product of both sizes: numberings and
/// lists of nodes. (Such arrays double when they grow.)
const PER_NODE: u64 = 280;

/// The memory that one pair needs: the matrix of subtree pairs, the forest table, and the bits of the sparse
/// kernel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Need {
    pub(super) gold: u64,
    pub(super) system: u64,
    /// Cells of the forest table.
    pub(super) table: u64,
    /// Words of bits.
    pub(super) words: u64,
}

impl Need {
    pub(super) fn bytes(self) -> u64 {
        let matrix = self.gold.saturating_mul(self.system).saturating_mul(8);
        let rest = self.table.saturating_add(self.words).saturating_mul(8);
        let nodes = (self.gold + self.system).saturating_mul(PER_NODE);
        matrix.saturating_add(rest).saturating_add(nodes)
    }

    pub(super) fn check(self, limit: u64) -> Result<(), MappingError> {
        let (bytes, Self { gold, system, .. }) = (self.bytes(), self);
        if bytes > limit { Err(MappingError::TooLarge { gold, system, bytes, limit }) } else { Ok(()) }
    }
}
