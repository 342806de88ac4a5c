//! The sequence kernel: the cheapest alignment of two sequences and, among the cheapest, the one with the
//! most correct items.
//!
//! It is the mapping kernel for trees of depth one, in the same max form: with weights of
//! `delete + insert - substitute`, the distance is the cost of deleting and inserting everything, minus the
//! largest weight of an alignment. Where the sequences are alike, most of the table is skipped (see `band`);
//! the result is the same.

mod band;
mod blocks;
mod error;
mod lonely;
mod losses;
mod steps;

pub(crate) use super::mapping::{DEFAULT_EFFORT, DEFAULT_LIMIT};
use super::mapping::{MappingError, Packing};
use crate::values::{Gauge, Meter};
use band::{Band, Sweep, Table};
use blocks::{Buffers, Ground, Saved};
pub use error::SequenceError;
use lonely::Lonely;
use losses::Losses;
use steps::{Steps, fill};

/// Costs of the operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Costs {
    /// Cost of replacing an item with another of the same type.
    pub substitute: u32,
    /// Cost of an item that only the system has.
    pub insert: u32,
    /// Cost of an item that only gold has.
    pub delete: u32,
}

impl Default for Costs {
    /// 4, 3 and 3, the usual costs in speech scoring.
    fn default() -> Self {
        Self { substitute: 4, insert: 3, delete: 3 }
    }
}

impl Costs {
    fn to_text(self) -> String {
        format!("{}, {} and {}", self.substitute, self.insert, self.delete)
    }

    /// The cost saved by mapping an item instead of deleting it and inserting the other. A pair whose weight
    /// is not positive is never mapped.
    pub fn weight(self, relation: Relation) -> i64 {
        let both = i64::from(self.delete) + i64::from(self.insert);
        match relation {
            Relation::Equal => both,
            Relation::SameType => both - i64::from(self.substitute),
            Relation::Apart => 0,
        }
    }
}

/// The relation of a gold item to a system item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// Same type and same label: correct when mapped.
    Equal,
    /// Same type, different labels: substituted when mapped.
    SameType,
    /// Different types: never mapped.
    Apart,
}

/// An item of a sequence, or a node of a tree: its label and its type, as interned integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Item {
    /// The label.
    pub label: u32,
    /// The type. Only items of the same type are mapped.
    pub kind: u32,
}

impl Item {
    /// The relation of `self`, a gold item, to a system item.
    pub fn relation(self, system: Self) -> Relation {
        match (self.kind == system.kind, self.label == system.label) {
            (false, _) => Relation::Apart,
            (true, true) => Relation::Equal,
            (true, false) => Relation::SameType,
        }
    }
}

/// Numbers of correct, substituted, deleted and inserted items.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct SequenceCounts {
    /// Mapped, with equal labels.
    pub correct: u64,
    /// Mapped, with different labels.
    pub substituted: u64,
    /// In gold only.
    pub deleted: u64,
    /// In the system only.
    pub inserted: u64,
}

impl SequenceCounts {
    /// Returns the counts that a packed value stands for, for two trees or sequences with these numbers of
    /// items.
    ///
    /// The weight and the number of correct items determine the other counts. The value must come from these
    /// items.
    pub fn from_value(gold: usize, system: usize, costs: Costs, packing: Packing, value: i64) -> Self {
        let correct = packing.equal(value);
        let other = packing.weight(value) - costs.weight(Relation::Equal) * correct as i64;
        let substituted = match costs.weight(Relation::SameType) {
            saved if saved > 0 => (other / saved).max(0) as u64,
            _ => 0,
        };
        let mapped = correct + substituted;
        let rest = |items: usize| (items as u64).saturating_sub(mapped);
        Self { correct, substituted, deleted: rest(gold), inserted: rest(system) }
    }

    /// The total cost of the operations.
    pub fn distance(self, costs: Costs) -> u64 {
        self.substituted * u64::from(costs.substitute)
            + self.deleted * u64::from(costs.delete)
            + self.inserted * u64::from(costs.insert)
    }
}

/// The cells that may still be computed for the pair at hand.
#[derive(Debug, Clone, Default)]
struct Budget {
    left: u64,
    gauge: Gauge,
}

impl Budget {
    /// Takes some cells. `None` if there are not enough, or if the work is to stop.
    #[inline]
    fn take(&mut self, cells: u64) -> Option<()> {
        self.left = self.left.checked_sub(cells)?;
        self.gauge.add(cells).ok()
    }
}

/// Memory reused from pair to pair, and its limit for one pair.
#[derive(Debug, Clone)]
pub struct Scratch {
    limit: u64,
    effort: u64,
    budget: Budget,
    row: Vec<i64>,
    losses: Losses,
    lonely: Lonely,
    steps: Steps,
    saved: Saved,
}

impl Default for Scratch {
    fn default() -> Self {
        Self::with_limit(DEFAULT_LIMIT)
    }
}

impl Scratch {
    /// Creates scratch space in which an alignment may take `limit` bytes. It takes a quarter of a byte per
    /// pair of items that can be aligned; if the sequences are alike, these are near the diagonal. Where that
    /// is more than the limit, it takes about its square root per item instead, and up to twice the time.
    pub fn with_limit(limit: u64) -> Self {
        Self {
            limit,
            effort: DEFAULT_EFFORT,
            budget: Budget::default(),
            row: Vec::new(),
            losses: Losses::default(),
            lonely: Lonely::default(),
            steps: Steps::default(),
            saved: Saved::default(),
        }
    }

    /// Scratch space with the same limits, without the memory.
    pub(crate) fn emptied(&self) -> Self {
        let budget = Budget { left: 0, gauge: self.budget.gauge.clone() };
        Self { effort: self.effort, budget, ..Self::with_limit(self.limit) }
    }

    /// The most bytes that an alignment of sequences with so many items takes, and the limit.
    pub(crate) fn need(&self, gold: usize, system: usize) -> [u64; 2] {
        let table = Table { height: gold, width: system, equal: 0 };
        [table.bytes(table.whole_band()), self.limit]
    }

    /// Changes the limit, in bytes per alignment.
    pub(crate) fn set_limit(&mut self, limit: u64) {
        self.limit = limit;
    }

    /// Changes the effort: how many cells may be computed for one alignment.
    pub(crate) fn set_effort(&mut self, effort: u64) {
        self.effort = effort;
    }

    /// Tells this meter how far long alignments are, and stops when it says so.
    pub(crate) fn attach(&mut self, meter: &Meter) {
        self.budget.gauge.attach(meter);
    }

    /// Finds the items that have no equal partner anywhere, for the next alignment, which is that of these items.
    /// Unrelated sequences are then aligned in little time.
    pub(crate) fn find_lonely(&mut self, gold: &[Item], system: &[Item]) {
        if gold.len().min(system.len()) > band::SHORT {
            self.lonely.find(gold, system);
        } else {
            self.lonely.clear();
        }
    }

    /// The error for two sequences that exceed the effort, or whose alignment was stopped.
    fn give_up(&self, gold: usize, system: usize, table: Table) -> SequenceError {
        if self.budget.gauge.is_stopped() {
            return SequenceError::Stopped;
        }
        let (gold, system, effort) = (gold as u64, system as u64, self.effort);
        SequenceError::TooMuchWork { gold, system, cells: table.most_cells(), effort }
    }

    /// Finds a band that contains all best alignments, and lower bounds of their losses. `None` if that takes
    /// too many cells.
    fn narrow(
        &mut self,
        table: Table,
        prefix: usize,
        relation: impl Fn(usize, usize) -> Relation,
        weights: [i64; 2],
    ) -> Option<Band> {
        self.lonely.trim(prefix, table);
        self.losses.begin(&self.lonely, weights[0] - weights[1]);
        self.budget.left = self.effort;
        self.budget.gauge.begin(table.most_cells().min(self.effort));
        let band = table.find_band(|band| self.value(table, band, &relation, weights));
        if let Some(band) = band.filter(|band| band.least > 0) {
            let is_equal = |at: usize, column: usize| relation(at, column) == Relation::Equal;
            self.losses.find(table, band, weights[0] - weights[1], &self.lonely, is_equal);
        }
        self.lonely.clear(); // it is that of this alignment only
        band
    }

    /// The largest value within a band. `None` if that takes too many cells.
    fn value(
        &mut self,
        table: Table,
        band: Band,
        relation: impl Fn(usize, usize) -> Relation,
        weights: [i64; 2],
    ) -> Option<i64> {
        let mut sweep = Sweep::new(table, band, &self.losses, &mut self.row);
        sweep.rows(0..table.height, &mut self.budget, |at, first, values| {
            fill(first, values, |column| worth(relation(at, column), weights));
        })?;
        Some(sweep.value())
    }
}

/// Counts the correct, substituted, deleted and inserted items of two sequences with `gold` and `system`
/// items.
///
/// Memory: 8 bytes per system item.
///
/// ```
/// use treescore::align::sequence::{Costs, SequenceCounts, Item, Scratch, count};
/// let items = |text: &str| text.bytes().map(|b| Item { label: b.into(), kind: 0 }).collect::<Vec<_>>();
/// let (gold, system) = (items("xya"), items("apq"));
/// let relation = |i: usize, j: usize| gold[i].relation(system[j]);
/// let counts = count(3, 3, relation, Costs::default(), &mut Scratch::default())?;
/// // Three substitutions cost 12 as well, but have nothing correct.
/// assert_eq!(counts, SequenceCounts { correct: 1, substituted: 0, deleted: 2, inserted: 2 });
/// # Ok::<(), treescore::align::sequence::SequenceError>(())
/// ```
///
/// # Errors
/// [`SequenceError::CostsTooLarge`], [`SequenceError::TooMuchWork`].
pub fn count(
    gold: usize,
    system: usize,
    relation: impl Fn(usize, usize) -> Relation,
    costs: Costs,
    scratch: &mut Scratch,
) -> Result<SequenceCounts, SequenceError> {
    let (packing, weights) = weights(gold, system, costs)?;
    let suffix = common_suffix(gold, system, &relation, weights[0]);
    let (height, width) = (gold - suffix, system - suffix);
    let prefix = common_prefix(height, width, &relation, weights[0]);
    let table = Table { height: height - prefix, width: width - prefix, equal: weights[0] };
    let relation = |at: usize, column: usize| relation(prefix + at, prefix + column);
    let band = scratch.narrow(table, prefix, relation, weights);
    let value = band.and_then(|band| scratch.value(table, band, relation, weights));
    let value = value.ok_or_else(|| scratch.give_up(gold, system, table))?;
    scratch.budget.gauge.end();
    let value = value + weights[0] * (prefix + suffix) as i64;
    Ok(SequenceCounts::from_value(gold, system, costs, packing, value))
}

/// Counts as [`count`] does, and writes the canonical alignment to `pairs`: positions from 0, ascending.
///
/// Canonical: from the end, prefer to pair the last items, else delete the gold item, else insert the system
/// item. A pair of weight 0 counts as one deletion and one insertion.
///
/// ```
/// use treescore::align::sequence::{Costs, Item, Scratch, align};
/// let items = |text: &str| text.bytes().map(|b| Item { label: b.into(), kind: 0 }).collect::<Vec<_>>();
/// let (gold, system) = (items("dabac"), items("acbac"));
/// let relation = |i: usize, j: usize| gold[i].relation(system[j]);
/// let mut pairs = Vec::new();
/// align(5, 5, relation, Costs::default(), &mut Scratch::default(), &mut pairs)?;
/// assert_eq!(pairs, [(1, 0), (2, 2), (3, 3), (4, 4)]);
/// # Ok::<(), treescore::align::sequence::SequenceError>(())
/// ```
///
/// # Errors
/// [`SequenceError`] if an alignment exceeds the limit of the scratch space, or if the costs are too large.
pub fn align(
    gold: usize,
    system: usize,
    relation: impl Fn(usize, usize) -> Relation,
    costs: Costs,
    scratch: &mut Scratch,
    pairs: &mut Vec<(u32, u32)>,
) -> Result<SequenceCounts, SequenceError> {
    pairs.clear();
    let (packing, weights) = weights(gold, system, costs)?;
    let suffix = common_suffix(gold, system, &relation, weights[0]);
    let (height, width) = (gold - suffix, system - suffix);
    let table = Table { height, width, equal: weights[0] };
    let band = scratch.narrow(table, 0, &relation, weights);
    let band = band.ok_or_else(|| scratch.give_up(gold, system, table))?;
    let Scratch { limit, row, losses, steps, saved, budget, .. } = scratch;
    pairs.extend((0..suffix).rev().map(|at| ((height + at) as u32, (width + at) as u32)));
    let worth = |at: usize, column: usize| worth(relation(at, column), weights);
    let ground = Ground { table, band, losses, worth };
    let value = Buffers { row, saved, steps, limit: *limit }.trace(&ground, budget, pairs);
    let value = match value.and_then(|value| value.ok_or_else(|| scratch.give_up(gold, system, table))) {
        Ok(value) => value + weights[0] * suffix as i64,
        Err(refused) => {
            pairs.clear();
            return Err(refused);
        }
    };
    scratch.budget.gauge.end();
    pairs.reverse();
    Ok(SequenceCounts::from_value(gold, system, costs, packing, value))
}

/// The packing, and the packed weights of an equal pair and of a pair of the same type.
fn weights(gold: usize, system: usize, costs: Costs) -> Result<(Packing, [i64; 2]), SequenceError> {
    let packing = Packing::new(gold, system, costs.weight(Relation::Equal))
        .map_err(|_: MappingError| SequenceError::CostsTooLarge { costs, items: gold.min(system) as u64 })?;
    let pack = |it| packing.pack(costs.weight(it), it == Relation::Equal);
    Ok((packing, [Relation::Equal, Relation::SameType].map(pack)))
}

fn worth(relation: Relation, [equal, same_type]: [i64; 2]) -> i64 {
    match relation {
        Relation::Equal => equal,
        Relation::SameType => same_type,
        Relation::Apart => 0,
    }
}

/// The number of equal items at the end, which need no table.
///
/// Exact: take two sequences with equal last items i, j. No pair is worth more than an equal one. In any
/// alignment at most one of i, j is mapped to something else (two such pairs would cross); replacing that
/// pair with (i, j) loses nothing. So the value is that of the rest plus one equal pair, and the canonical
/// alignment, which pairs the last items whenever that is optimal, does so.
fn common_suffix(
    gold: usize,
    system: usize,
    relation: impl Fn(usize, usize) -> Relation,
    equal: i64,
) -> usize {
    equal_run((0..gold).rev().zip((0..system).rev()), relation, equal)
}

/// The number of equal items at the start, which add exactly their own weight to the value, for the same
/// reason. This does not hold for the canonical alignment: `a` against `a a` is aligned at the end.
fn common_prefix(
    gold: usize,
    system: usize,
    relation: impl Fn(usize, usize) -> Relation,
    equal: i64,
) -> usize {
    equal_run((0..gold).zip(0..system), relation, equal)
}

fn equal_run(
    pairs: impl Iterator<Item = (usize, usize)>,
    relation: impl Fn(usize, usize) -> Relation,
    equal: i64,
) -> usize {
    if equal == 0 {
        return 0; // With free deletions and insertions nothing is ever mapped.
    }
    pairs.take_while(|&(i, j)| relation(i, j) == Relation::Equal).count()
}

#[cfg(test)]
mod tests;
