//! Weights by overlap, as Struct-IoU needs them: which nodes cover the same stretch of time or words, and by
//! how much.
//!
//! Most pairs of nodes do not overlap at all. In preorder the intervals of a tree begin in ascending order,
//! so a sweep over both trees visits overlapping pairs only: a system node that ends before a gold node
//! begins cannot overlap any later gold node.

use super::weight::Weights;

/// Overlaps below this (in seconds, or in words) count as nothing.
const LEAST: f64 = 1e-6;

/// Intersection over union of two intervals `(start, end)`. 0 if they share or cover less than a millionth,
/// or if a time is NaN.
///
/// ```
/// use treescore::align::mapping::intervals::iou;
/// assert_eq!(iou((0.0, 2.0), (1.0, 4.0)), 0.25);
/// assert_eq!(iou((0.0, 2.0), (2.0, 4.0)), 0.0);
/// ```
#[inline]
pub fn iou(gold: (f64, f64), system: (f64, f64)) -> f64 {
    // This order of operands lets NaN through to the last comparison, with one instruction per operation.
    let least = |a: f64, b: f64| if a < b { a } else { b };
    let most = |a: f64, b: f64| if a > b { a } else { b };
    let shared = least(gold.1, system.1) - most(gold.0, system.0);
    // The hull of intervals that overlap is their union.
    let hull = most(system.1, gold.1) - least(system.0, gold.0);
    if shared >= LEAST && hull >= LEAST { shared / hull } else { 0.0 }
}

/// Sets the weight of every pair of nodes whose intervals overlap to the result of `packed`, which takes both
/// nodes and their [`iou`]. Other pairs are not visited. Intervals are in preorder, like the nodes.
///
/// Takes time proportional to the number of overlapping pairs, or to all pairs if the intervals of a side do
/// not begin in ascending order.
///
/// ```
/// use treescore::align::mapping::{Kernel, Mapper, Packing, intervals};
/// let (gold, system) = ([3, 2, 3], [2, 2]); // (S a b), (S b)
/// let packing = Packing::for_fractions(3, 2)?;
/// let value = Mapper::new().value(&gold, &system, Kernel::Sparse, |weights| {
///     let (gold, system) = ([(0.0, 2.0), (0.0, 1.0), (1.0, 2.0)], [(0.0, 2.0), (0.5, 2.0)]);
///     intervals::fill(weights, &gold, &system, |_, _, iou| packing.pack(packing.fraction(iou), true));
/// })?;
/// assert_eq!(packing.equal(value), 2);
/// assert_eq!(packing.weight(value), packing.fraction(1.0) + packing.fraction(1.0 / 1.5));
/// # Ok::<(), treescore::align::mapping::MappingError>(())
/// ```
pub fn fill(
    weights: &mut Weights<'_>,
    gold: &[(f64, f64)],
    system: &[(f64, f64)],
    packed: impl FnMut(usize, usize, f64) -> i64,
) {
    if begin_in_order(gold) && begin_in_order(system) {
        sweep(weights, gold, system, packed);
    } else {
        fill_all_pairs(weights, gold, system, packed);
    }
}

/// NaN is in no order.
fn begin_in_order(intervals: &[(f64, f64)]) -> bool {
    intervals.is_sorted_by(|one, other| one.0 <= other.0)
}

fn fill_all_pairs(
    weights: &mut Weights<'_>,
    gold: &[(f64, f64)],
    system: &[(f64, f64)],
    mut packed: impl FnMut(usize, usize, f64) -> i64,
) {
    for (i, &of_gold) in gold.iter().enumerate() {
        for (j, &of_system) in system.iter().enumerate() {
            let overlap = iou(of_gold, of_system);
            if overlap > 0.0 {
                weights.set(i, j, packed(i, j, overlap));
            }
        }
    }
}

fn sweep(
    weights: &mut Weights<'_>,
    gold: &[(f64, f64)],
    system: &[(f64, f64)],
    mut packed: impl FnMut(usize, usize, f64) -> i64,
) {
    // A linked list of the system nodes that have not ended: each entry is the number of the next node, from
    // 1; entry 0 is the head.
    let mut next = std::mem::take(weights.scratch);
    next.clear();
    next.extend(0..=system.len() as u32);
    for (i, &of_gold) in gold.iter().enumerate() {
        let Some(mut row) = weights.row(i) else { break };
        let mut before = 0;
        while let Some(&of_system) = system.get(next[before] as usize) {
            let j = next[before] as usize;
            if of_system.0 >= of_gold.1 {
                break;
            }
            if of_system.1 <= of_gold.0 {
                next[before] = next[j + 1];
                continue;
            }
            let overlap = iou(of_gold, of_system);
            if overlap > 0.0 {
                row.set(j, packed(i, j, overlap));
            }
            before = j + 1;
        }
    }
    *weights.scratch = next;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::align::mapping::{Kernel, Mapper};
    use proptest::prelude::*;

    /// All weights that `fill` sets for trees of these sizes.
    fn filled(gold: usize, system: usize, fill: impl FnOnce(&mut Weights<'_>)) -> Vec<i64> {
        let star = |nodes: usize| std::iter::once(nodes as u32).chain(2..=nodes as u32).collect::<Vec<_>>();
        let (gold, system) = (star(gold), star(system));
        let mut cells = Vec::new();
        let value = Mapper::new().value(&gold, &system, Kernel::Dense, |weights| {
            fill(weights);
            cells.extend_from_slice(weights.cells);
        });
        assert!(value.is_ok());
        cells
    }

    fn instant() -> impl Strategy<Value = f64> {
        prop_oneof![
            20 => (0_u8..12).prop_map(f64::from),
            8 => -1.0..9.0,
            1 => prop::sample::select(vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e-7]),
        ]
    }

    fn intervals() -> impl Strategy<Value = Vec<(f64, f64)>> {
        (prop::collection::vec((instant(), instant()), 1..30), any::<bool>()).prop_map(
            |(mut intervals, sorted)| {
                if sorted {
                    intervals.sort_by(|one, other| one.0.total_cmp(&other.0));
                }
                intervals
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn the_sweep_sets_what_a_double_loop_sets(gold in intervals(), system in intervals()) {
            let packed = |i: usize, j: usize, iou: f64| (iou * 1e9) as i64 + (i * 100 + j) as i64;
            let asked = |i: usize, j: usize, iou: f64| {
                assert!(iou > 0.0, "asked about {i} and {j}, which do not overlap");
                packed(i, j, iou)
            };
            let swept = filled(gold.len(), system.len(), |weights| fill(weights, &gold, &system, asked));
            let looped = filled(gold.len(), system.len(), |weights| {
                weights.fill(|i, j| {
                    let iou = iou(gold[i], system[j]);
                    if iou > 0.0 { packed(i, j, iou) } else { 0 }
                });
            });
            prop_assert_eq!(swept, looped);
        }
    }

    #[test]
    fn intervals_beyond_the_trees_are_ignored() {
        for (gold, system, expected) in
            [(1, 2, vec![1, 1, 0, 0]), (3, 1, vec![1, 0, 1, 0]), (3, 3, vec![1; 4])]
        {
            let [gold, system] = [gold, system].map(|nodes| vec![(0.0, 1.0); nodes]);
            let mut set = filled(2, 2, |weights| fill(weights, &gold, &system, |_, _, _| 1));
            set.reverse(); // the root is last in the kernel's order
            assert_eq!(set, expected);
        }
    }
}
