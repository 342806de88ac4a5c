//! The weight of a pair of nodes, as one integer.

use super::limit::MappingError;
use super::shape::Numbering;

/// Packs two numbers into one: a weight and, in the lower bits, the number of pairs with equal labels. Among
/// mappings of the same weight, the kernels' maximum then has the most equal labels.
///
/// ```
/// use treescore::align::mapping::Packing;
/// let packing = Packing::new(5, 9, 6)?; // at most five pairs, worth at most six each
/// let sum = packing.pack(6, true) + packing.pack(2, false) + packing.pack(6, true);
/// assert_eq!((packing.weight(sum), packing.equal(sum)), (14, 2));
/// # Ok::<(), treescore::align::mapping::MappingError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packing {
    shift: u32,
    largest: i64,
}

impl Packing {
    /// Creates a packing for trees with these numbers of nodes, and weights of at most `largest`.
    ///
    /// # Errors
    /// [`MappingError::WeightTooLarge`] if the weights of as many pairs as possible could overflow a 64-bit
    /// integer.
    pub fn new(gold_nodes: usize, system_nodes: usize, largest: i64) -> Result<Self, MappingError> {
        let pairs = gold_nodes.min(system_nodes);
        let shift = usize::BITS - pairs.leading_zeros();
        let most = if shift < 31 { most_addable(pairs) >> shift } else { 0 };
        // One is reserved for the pair's own equal label.
        if largest >= most {
            return Err(MappingError::WeightTooLarge { weight: largest, most: (most - 1).max(0) });
        }
        Ok(Self { shift, largest })
    }

    /// Creates a packing for weights that are fractions from 0 to 1, with as many bits as fit: 1 becomes
    /// 2<sup>62-2s</sup> where up to 2<sup>s</sup> weights are summed. [`Self::fraction`] converts a fraction
    /// to a weight.
    ///
    /// # Errors
    /// [`MappingError::WeightTooLarge`] for more than 2<sup>30</sup> nodes.
    pub fn for_fractions(gold_nodes: usize, system_nodes: usize) -> Result<Self, MappingError> {
        let shift = usize::BITS - gold_nodes.min(system_nodes).leading_zeros();
        let bits = 62_u32.saturating_sub(2 * shift);
        Self::new(gold_nodes, system_nodes, 1 << bits)
    }

    /// Converts a fraction to a weight, rounded; 1 becomes the largest weight.
    pub fn fraction(self, fraction: f64) -> i64 {
        let exact = fraction.clamp(0.0, 1.0) * self.largest as f64;
        // Like `round`, which would be a function call.
        let whole = exact as i64;
        whole + i64::from(exact - whole as f64 >= 0.5)
    }

    /// Packs a weight. A weight of 0 or less gives 0: such a pair is never mapped, regardless of its labels.
    /// A weight above the largest counts as the largest.
    pub fn pack(self, weight: i64, equal: bool) -> i64 {
        if weight <= 0 { 0 } else { (weight.min(self.largest) << self.shift) + i64::from(equal) }
    }

    /// The weight in a packed sum.
    pub fn weight(self, sum: i64) -> i64 {
        sum >> self.shift
    }

    /// The number of pairs with equal labels in a packed sum.
    pub fn equal(self, sum: i64) -> u64 {
        (sum & ((1 << self.shift) - 1)) as u64
    }

    /// The largest weight, as given.
    pub(crate) fn largest(self) -> i64 {
        self.largest
    }
}

/// The largest number that can be summed `pairs` times.
fn most_addable(pairs: usize) -> i64 {
    i64::MAX / (pairs.max(1) as i64)
}

/// The matrix of weights, filled by the caller. Nodes are identified by their preorder numbers, in any
/// order the kernel stores them.
///
/// All weights are 0 at first: such pairs are not mapped. Negative weights count as 0.
#[derive(Debug)]
pub struct Weights<'a> {
    pub(super) cells: &'a mut [i64],
    pub(super) rows: &'a Numbering,
    pub(super) columns: &'a Numbering,
    pub(super) largest: i64,
    /// Scratch for the code that fills the weights, so that it need not allocate.
    pub(super) scratch: &'a mut Vec<u32>,
}

/// The weights of one gold node.
pub(super) struct Row<'a> {
    cells: &'a mut [i64],
    /// Columns of the system's nodes.
    at: &'a [u32],
    largest: &'a mut i64,
}

impl Row<'_> {
    /// Sets the weight of one pair. A node out of range is ignored.
    #[inline]
    pub(super) fn set(&mut self, system: usize, weight: i64) {
        if let Some(cell) = self.at.get(system).and_then(|&at| self.cells.get_mut(at as usize)) {
            *cell = weight.max(0);
            *self.largest = weight.max(*self.largest);
        }
    }
}

impl Weights<'_> {
    /// The weights of a gold node; `None` if it is out of range.
    #[inline]
    pub(super) fn row(&mut self, gold: usize) -> Option<Row<'_>> {
        let width = self.columns.len();
        let &at = self.rows.at.get(gold)?;
        let cells = &mut self.cells[at as usize * width..][..width];
        Some(Row { cells, at: &self.columns.at, largest: &mut self.largest })
    }

    /// Sets the weight of one pair. Nodes out of range are ignored.
    pub fn set(&mut self, gold: usize, system: usize, weight: i64) {
        if let Some(mut row) = self.row(gold) {
            row.set(system, weight);
        }
    }

    /// Sets the weights of all pairs.
    pub fn fill(&mut self, mut weight: impl FnMut(usize, usize) -> i64) {
        let width = self.columns.len().max(1);
        let mut largest = 0;
        for (row, &gold) in self.cells.chunks_exact_mut(width).zip(&self.rows.node) {
            for (cell, &system) in row.iter_mut().zip(&self.columns.node) {
                *cell = weight(gold as usize, system as usize).max(0);
                largest = largest.max(*cell);
            }
        }
        self.largest = self.largest.max(largest);
    }

    /// Checks that the weights can be summed.
    pub(super) fn check(&self) -> Result<(), MappingError> {
        let most = most_addable(self.rows.len().min(self.columns.len()));
        let weight = self.largest;
        if weight > most { Err(MappingError::WeightTooLarge { weight, most }) } else { Ok(()) }
    }
}
