//! Implementations that compute the value of a pair, with the time each step took.

use super::trees::{Pair, Tree};
use std::time::{Duration, Instant};
use treescore::align::mapping::{Kernel, Mapper, MappingError, Packing, Weights, intervals};

/// Time by step.
#[derive(Clone, Copy, Default)]
pub(crate) struct Spent {
    /// Reading and numbering the trees.
    pub(crate) numbering: Duration,
    pub(crate) weights: Duration,
    pub(crate) kernel: Duration,
}

impl Spent {
    pub(crate) fn all(self) -> Duration {
        self.numbering + self.weights + self.kernel
    }
}

impl std::ops::AddAssign for Spent {
    fn add_assign(&mut self, other: Self) {
        self.numbering += other.numbering;
        self.weights += other.weights;
        self.kernel += other.kernel;
    }
}

/// Computes the value of a pair: the weight of its best mapping.
pub(crate) type Way = Box<dyn FnMut(&Pair) -> (Spent, i64)>;

/// Packs weights and fills them in.
type Weighing = (fn(usize, usize) -> Result<Packing, MappingError>, fn(&Pair, Packing, &mut Weights<'_>));

fn way(mut mapper: Mapper, kernel: Kernel, (packing, fill): Weighing) -> Way {
    Box::new(move |pair| {
        let packing = packing(pair.gold.ends.len(), pair.system.ends.len()).expect("the trees are small");
        let start = Instant::now();
        let (mut numbered, mut filled) = (start, start);
        let value = mapper.value(&pair.gold.ends, &pair.system.ends, kernel, |weights| {
            numbered = Instant::now();
            fill(pair, packing, weights);
            filled = Instant::now();
        });
        let spent =
            Spent { numbering: numbered - start, weights: filled - numbered, kernel: filled.elapsed() };
        (spent, packing.weight(value.expect("the trees are small")))
    })
}

/// Labelled Struct-IoU with flexible terminals and words as times: two brackets need equal labels, a tag may
/// be mapped to anything it overlaps.
pub(crate) fn struct_iou(mapper: Mapper, kernel: Kernel) -> Way {
    let fill = |Pair { gold, system }: &Pair, packing: Packing, weights: &mut Weights<'_>| {
        intervals::fill(weights, &gold.spans, &system.spans, |i, j, iou| {
            let equal = gold.labels[i] == system.labels[j];
            let allowed = equal || gold.is_leaf(i) || system.is_leaf(j);
            if allowed { packing.pack(packing.fraction(iou), equal) } else { 0 }
        });
    };
    way(mapper, kernel, (Packing::for_fractions, fill))
}

/// Costs of the edit distance.
const SUBSTITUTE: i64 = 4;
const INSERT: i64 = 3;
const DELETE: i64 = 3;

/// Tree edit distance.
pub(crate) fn edit_distance(mapper: Mapper, kernel: Kernel) -> Way {
    let packing = |gold, system| Packing::new(gold, system, INSERT + DELETE);
    let fill = |Pair { gold, system }: &Pair, packing: Packing, weights: &mut Weights<'_>| {
        weights.fill(|i, j| {
            let equal = gold.labels[i] == system.labels[j];
            packing.pack(INSERT + DELETE - if equal { 0 } else { SUBSTITUTE }, equal)
        });
    };
    way(mapper, kernel, (packing, fill))
}

/// Converts the weight of a mapping to its distance, or a distance to its weight.
pub(crate) fn distance(pair: &Pair, weight: i64) -> i64 {
    DELETE * pair.gold.ends.len() as i64 + INSERT * pair.system.ends.len() as i64 - weight
}

/// The crate `apted` on the same trees, converted beforehand.
pub(crate) fn apted() -> Way {
    Box::new(|pair| {
        let (gold, system) = (to_apted(&pair.gold), to_apted(&pair.system));
        let start = Instant::now();
        let costs = apted::PerEditOperationStringNodeDataCostModel::new(
            DELETE as f32,
            INSERT as f32,
            SUBSTITUTE as f32,
        );
        let found = apted::APTED::new(costs).compute_edit_distance(&gold, &system);
        (Spent { kernel: start.elapsed(), ..Spent::default() }, distance(pair, found as i64))
    })
}

/// Converts a tree to `apted`'s type.
fn to_apted(tree: &Tree) -> apted::Node<apted::StringNodeData> {
    let mut done: Vec<(usize, apted::Node<apted::StringNodeData>)> = Vec::new();
    for (at, (label, &end)) in tree.labels.iter().zip(&tree.ends).enumerate().rev() {
        let mut node = apted::Node::new(apted::StringNodeData::new(label.to_string()));
        while let Some((_, child)) = done.pop_if(|child| child.0 < end as usize) {
            node.add_child(child);
        }
        done.push((at, node));
    }
    done.pop().map_or_else(|| apted::Node::new(apted::StringNodeData::new("")), |it| it.1)
}
