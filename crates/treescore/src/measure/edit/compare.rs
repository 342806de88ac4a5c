//! The cheapest edit of gold to the system's items, by one of two kernels.

use super::level::Shape;
use crate::align::Refusal;
use crate::align::items::Items;
use crate::align::mapping::{Kernel, Mapper, MappingError, Packing, identical};
use crate::align::sequence::{self, Costs, Relation, SequenceCounts, SequenceError};
use crate::values::Meter;

/// Memory of the kernels, reused from pair to pair.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kernels {
    mapper: Mapper,
    sequence: sequence::Scratch,
}

/// Why two forests were not compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum EditError {
    /// The trees cannot be mapped.
    #[error(transparent)]
    Tree(#[from] MappingError),
    /// The sequences cannot be aligned.
    #[error(transparent)]
    Sequence(#[from] SequenceError),
}

impl From<EditError> for Refusal {
    fn from(error: EditError) -> Self {
        match error {
            EditError::Tree(error) => Self::TooLarge(error),
            EditError::Sequence(error) => Self::TooLong(error),
        }
    }
}

impl Kernels {
    /// Limits the memory for one pair, in bytes, and the work, in cells.
    pub(super) fn set_limits(&mut self, bytes: u64, cells: u64) {
        self.mapper.set_limit(bytes);
        self.mapper.set_effort(cells);
        self.sequence.set_limit(bytes);
        self.sequence.set_effort(cells);
    }

    /// Gives the memory of sequences back.
    pub(super) fn empty(&mut self) {
        self.sequence = self.sequence.emptied();
    }

    /// Tells a meter how far large pairs are.
    pub(super) fn attach(&mut self, meter: &Meter) {
        self.mapper.attach(meter);
        self.sequence.attach(meter);
    }

    /// Counts the correct, substituted, deleted and inserted items, without the dummy roots.
    pub(super) fn counts(
        &mut self,
        gold: &Items,
        system: &Items,
        shape: Shape,
        costs: Costs,
    ) -> Result<SequenceCounts, EditError> {
        match shape {
            Shape::Sequence => {
                let relation = |i: usize, j: usize| relation(gold, system, i + 1, j + 1);
                self.sequence.find_lonely(&gold.items()[1..], &system.items()[1..]);
                Ok(sequence::count(gold.len(), system.len(), relation, costs, &mut self.sequence)?)
            }
            Shape::Tree if is_identical(gold, system) => {
                Ok(SequenceCounts { correct: gold.len() as u64, ..SequenceCounts::default() })
            }
            Shape::Tree => {
                let weighing = Weighing::new(gold, system, costs)?;
                let value = self.mapper.value(gold.ends(), system.ends(), Kernel::Dense, |weights| {
                    weights.fill(|i, j| weighing.weight(i, j));
                })?;
                Ok(weighing.counts(value))
            }
        }
    }

    /// Finds the corresponding items, as ascending pairs of numbers, without the dummy roots.
    pub(super) fn mapping(
        &mut self,
        gold: &Items,
        system: &Items,
        shape: Shape,
        costs: Costs,
        pairs: &mut Vec<(u32, u32)>,
    ) -> Result<(), EditError> {
        match shape {
            Shape::Sequence => {
                let relation = |i: usize, j: usize| relation(gold, system, i + 1, j + 1);
                self.sequence.find_lonely(&gold.items()[1..], &system.items()[1..]);
                sequence::align(gold.len(), system.len(), relation, costs, &mut self.sequence, pairs)?;
                for (i, j) in pairs {
                    (*i, *j) = (*i + 1, *j + 1);
                }
            }
            Shape::Tree if is_identical(gold, system) => {
                pairs.clear();
                pairs.extend((1..=gold.len() as u32).map(|node| (node, node)));
            }
            Shape::Tree => {
                let weighing = Weighing::new(gold, system, costs)?;
                self.mapper.mapping(gold.ends(), system.ends(), |i, j| weighing.weight(i, j), pairs)?;
                pairs.retain(|&pair| pair != (0, 0));
            }
        }
        Ok(())
    }
}

fn relation(gold: &Items, system: &Items, i: usize, j: usize) -> Relation {
    gold.items()[i].relation(system.items()[j])
}

/// True for equal trees. They need no kernel: no pair of nodes is worth more than an equal one.
fn is_identical(gold: &Items, system: &Items) -> bool {
    identical(gold.ends(), system.ends(), |node| gold.items()[node] == system.items()[node])
}

/// The weights of pairs of nodes in the mapping kernel.
struct Weighing<'a> {
    gold: &'a Items,
    system: &'a Items,
    costs: Costs,
    packing: Packing,
    equal: i64,
    same_type: i64,
}

impl<'a> Weighing<'a> {
    fn new(gold: &'a Items, system: &'a Items, costs: Costs) -> Result<Self, MappingError> {
        let packing = Packing::new(gold.ends().len(), system.ends().len(), costs.weight(Relation::Equal))?;
        let equal = packing.pack(costs.weight(Relation::Equal), true);
        let same_type = packing.pack(costs.weight(Relation::SameType), false);
        Ok(Self { gold, system, costs, packing, equal, same_type })
    }

    /// The weight of a pair. The dummy roots are equal to each other and to no other node, so they are always
    /// mapped to each other.
    fn weight(&self, i: usize, j: usize) -> i64 {
        match relation(self.gold, self.system, i, j) {
            Relation::Equal => self.equal,
            Relation::SameType => self.same_type,
            Relation::Apart => 0,
        }
    }

    fn counts(&self, value: i64) -> SequenceCounts {
        let (gold, system) = (self.gold.len(), self.system.len());
        SequenceCounts::from_value(gold, system, self.costs, self.packing, value - self.equal)
    }
}
