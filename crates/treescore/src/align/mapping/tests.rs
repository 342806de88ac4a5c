//! All kernels against each other, against an enumeration of all mappings, and against another program.

use super::*;
use proptest::prelude::*;

/// A tree in preorder: ends and labels.
#[derive(Clone, Debug)]
pub(super) struct Toy {
    pub(super) ends: Vec<u32>,
    pub(super) labels: Vec<u8>,
}

impl Toy {
    /// Builds a tree from depths and labels in preorder. A depth that skips a level is reduced to the next
    /// level.
    pub(super) fn new(nodes: &[(u8, u8)]) -> Self {
        let mut ends = vec![nodes.len() as u32; nodes.len()];
        let mut open: Vec<usize> = Vec::new();
        for (node, &(depth, _)) in nodes.iter().enumerate() {
            let depth = if node == 0 { 0 } else { usize::from(depth).clamp(1, open.len()) };
            for closed in open.drain(depth..) {
                ends[closed] = node as u32;
            }
            open.push(node);
        }
        Self { ends, labels: nodes.iter().map(|&(_, label)| label).collect() }
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    fn above(&self, a: usize, b: usize) -> bool {
        a < b && b < self.ends[a] as usize
    }

    fn left_of(&self, a: usize, b: usize) -> bool {
        self.ends[a] as usize <= b
    }
}

fn compatible(gold: &Toy, system: &Toy, (i, j): (usize, usize), (k, p): (usize, usize)) -> bool {
    i != k
        && j != p
        && gold.above(i, k) == system.above(j, p)
        && gold.above(k, i) == system.above(p, j)
        && gold.left_of(i, k) == system.left_of(j, p)
        && gold.left_of(k, i) == system.left_of(p, j)
}

/// The value of the best mapping that extends `chosen` by nodes from `next` on.
fn brute(
    gold: &Toy,
    system: &Toy,
    weight: &dyn Fn(usize, usize) -> i64,
    next: usize,
    chosen: &mut Vec<(usize, usize)>,
) -> i64 {
    if next == gold.len() {
        return chosen.iter().map(|&(i, j)| weight(i, j)).sum();
    }
    let mut best = brute(gold, system, weight, next + 1, chosen);
    for j in 0..system.len() {
        if weight(next, j) > 0 && chosen.iter().all(|&pair| compatible(gold, system, pair, (next, j))) {
            chosen.push((next, j));
            best = best.max(brute(gold, system, weight, next + 1, chosen));
            chosen.pop();
        }
    }
    best
}

pub(super) fn toy(most: usize) -> impl Strategy<Value = Toy> {
    (1..=most, 1_u8..12).prop_flat_map(|(nodes, deepest)| {
        prop::collection::vec((1..=deepest, 0_u8..4), nodes).prop_map(|nodes| Toy::new(&nodes))
    })
}

/// Weights without a pattern, `percent` of which are positive.
pub(super) fn scattered(seed: u64, percent: u64) -> impl Fn(usize, usize) -> i64 {
    move |i, j| {
        let mixed = (seed ^ ((i as u64) << 32 | j as u64)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 20;
        if mixed % 100 < percent { (mixed / 100 % 9 + 1) as i64 } else { 0 }
    }
}

/// Weights of an edit distance with the costs sub, ins, del. If `typed`, labels of different parity have
/// different types.
pub(super) fn edit<'a>(
    gold: &'a Toy,
    system: &'a Toy,
    [substitute, insert, delete]: [i64; 3],
    typed: bool,
) -> (Packing, impl Fn(usize, usize) -> i64 + 'a) {
    let packing = Packing::new(gold.len(), system.len(), insert + delete).unwrap();
    (packing, move |i: usize, j: usize| {
        let (a, b) = (gold.labels[i], system.labels[j]);
        let cost = if a == b { 0 } else { substitute };
        if typed && a % 2 != b % 2 { 0 } else { packing.pack(insert + delete - cost, a == b) }
    })
}

/// The value, on which all five ways to compute it must agree.
pub(super) fn value(gold: &Toy, system: &Toy, weight: &dyn Fn(usize, usize) -> i64) -> i64 {
    let mut values = Vec::new();
    for direction in [Direction::Left, Direction::Right] {
        let mut mapper = Mapper::new().with_direction(direction);
        for kernel in [Kernel::Dense, Kernel::Sparse] {
            let found = mapper.value(&gold.ends, &system.ends, kernel, |weights| weights.fill(weight));
            values.push((found.unwrap(), kernel, direction));
        }
    }
    let mut mapper = Mapper::new().with_paths();
    let found = mapper.value(&gold.ends, &system.ends, Kernel::Dense, |weights| weights.fill(weight));
    values.push((found.unwrap(), Kernel::Dense, Direction::Left));
    assert!(values.iter().all(|found| found.0 == values[0].0), "{values:?}: {gold:?} {system:?}");
    values[0].0
}

/// The mapping, checked from both directions: the same, valid, and of the right value.
pub(super) fn mapping(gold: &Toy, system: &Toy, weight: &dyn Fn(usize, usize) -> i64) -> Vec<(u32, u32)> {
    let (mut from_left, mut from_right) = (Vec::new(), Vec::new());
    let best = Mapper::new()
        .with_direction(Direction::Left)
        .mapping(&gold.ends, &system.ends, weight, &mut from_left)
        .unwrap();
    Mapper::new()
        .with_direction(Direction::Right)
        .mapping(&gold.ends, &system.ends, weight, &mut from_right)
        .unwrap();
    assert_eq!(from_left, from_right, "{gold:?} {system:?}");
    let mut by_paths = Vec::new();
    Mapper::new().with_paths().mapping(&gold.ends, &system.ends, weight, &mut by_paths).unwrap();
    assert_eq!(from_left, by_paths, "{gold:?} {system:?}");
    let pairs: Vec<(usize, usize)> = from_left.iter().map(|&(i, j)| (i as usize, j as usize)).collect();
    for (at, &pair) in pairs.iter().enumerate() {
        assert!(weight(pair.0, pair.1) > 0);
        assert!(
            pairs[..at].iter().all(|&other| compatible(gold, system, other, pair)),
            "{pairs:?} {gold:?} {system:?}"
        );
    }
    assert_eq!(pairs.iter().map(|&(i, j)| weight(i, j)).sum::<i64>(), best);
    from_left
}

pub(super) fn apted_tree(toy: &Toy) -> apted::Node<apted::StringNodeData> {
    let mut done: Vec<(usize, apted::Node<apted::StringNodeData>)> = Vec::new();
    for node in (0..toy.len()).rev() {
        let mut new = apted::Node::new(apted::StringNodeData::new(toy.labels[node].to_string()));
        while done.last().is_some_and(|child| child.0 < toy.ends[node] as usize) {
            new.add_child(done.pop().unwrap().1);
        }
        done.push((node, new));
    }
    done.pop().unwrap().1
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn kernels_find_the_best_of_all_mappings(a in toy(6), b in toy(6), seed: u64, percent in 5_u64..=100, typed: bool) {
        let weight = scattered(seed, percent);
        prop_assert_eq!(value(&a, &b, &weight), brute(&a, &b, &weight, 0, &mut Vec::new()));
        for costs in [[4, 3, 3], [1, 1, 1], [7, 3, 3], [0, 2, 1]] {
            let (_, weight) = edit(&a, &b, costs, typed);
            prop_assert_eq!(value(&a, &b, &weight), brute(&a, &b, &weight, 0, &mut Vec::new()));
        }
    }

    #[test]
    fn kernels_agree_on_larger_trees(a in toy(45), b in toy(45), seed: u64, percent in 1_u64..=60) {
        let weight = scattered(seed, percent);
        value(&a, &b, &weight);
        mapping(&a, &b, &weight);
    }

    #[test]
    fn the_canonical_mapping_is_optimal(a in toy(30), b in toy(30), typed: bool) {
        let (_, weight) = edit(&a, &b, [4, 3, 3], typed);
        let worth: i64 = mapping(&a, &b, &weight).iter().map(|&(i, j)| weight(i as usize, j as usize)).sum();
        prop_assert_eq!(worth, value(&a, &b, &weight));
    }

    #[test]
    fn distances_are_those_of_another_program(a in toy(40), b in toy(40)) {
        for costs @ [substitute, insert, delete] in [[1, 1, 1], [4, 3, 3], [3, 2, 5]] {
            let (packing, weight) = edit(&a, &b, costs, false);
            let saved = packing.weight(value(&a, &b, &weight));
            let distance = delete * a.len() as i64 + insert * b.len() as i64 - saved;
            let model = apted::PerEditOperationStringNodeDataCostModel::new(delete as f32, insert as f32, substitute as f32);
            let (left, right) = (apted_tree(&a), apted_tree(&b));
            let by_apted = apted::APTED::new(model).compute_edit_distance(&left, &right);
            prop_assert_eq!(distance, by_apted as i64);
        }
    }

    #[test]
    fn fractions_are_rounded(fraction in -0.5_f64..1.5, nodes in 0_usize..3000) {
        let packing = Packing::for_fractions(nodes, nodes).unwrap();
        let exact = fraction.clamp(0.0, 1.0) * packing.largest() as f64;
        prop_assert_eq!(packing.fraction(fraction), exact.round() as i64);
        let half = 0.5 / packing.largest() as f64;
        prop_assert_eq!((packing.fraction(half), packing.fraction(half * 0.999)), (1, 0));
    }

    #[test]
    fn swapping_sides_changes_no_value(a in toy(30), b in toy(30), seed: u64) {
        let weight = scattered(seed, 30);
        prop_assert_eq!(value(&a, &b, &weight), value(&b, &a, &|i, j| weight(j, i)));
    }

    #[test]
    fn identical_trees_are_mapped_node_by_node(a in toy(30)) {
        prop_assert!(identical(&a.ends, &a.ends.clone(), |_| true));
        let (_, weight) = edit(&a, &a, [4, 3, 3], false);
        let each: Vec<_> = (0..a.len() as u32).map(|node| (node, node)).collect();
        prop_assert_eq!(mapping(&a, &a, &weight), each);
    }

    #[test]
    fn any_ends_and_weights_give_a_value_or_an_error(
        a in prop::collection::vec(0_u32..12, 0..10), b in prop::collection::vec(0_u32..12, 0..10), weight: i64,
    ) {
        let mut pairs = Vec::new();
        let good = Toy::new(&[(0, 0), (1, 0), (2, 0), (1, 0)]).ends;
        for (gold, system) in [(&a, &b), (&a, &good), (&good, &b), (&good, &good)] {
            let _ = Mapper::new().mapping(gold, system, |_, _| weight, &mut pairs);
            for kernel in [Kernel::Dense, Kernel::Sparse] {
                let _ = Mapper::new().value(gold, system, kernel, |weights| weights.set(a.len(), b.len(), weight));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// More nodes than a word has bits, and more cells than a table that keeps all its rows may have.
    #[test]
    fn kernels_agree_on_very_large_trees(a in toy(200), b in toy(300), seed: u64, percent in 0_u64..=8) {
        let weight = scattered(seed, percent);
        value(&a, &b, &weight);
        value(&a, &b, &|i, j| weight(i / 16, j / 16));
    }
}

#[test]
fn one_mapper_serves_pairs_of_any_size_in_turn() {
    let mut mapper = Mapper::new();
    for (gold, system, expected) in [(5, 9, 5), (60, 40, 40), (1, 1, 1), (2, 70, 2), (30, 30, 30)] {
        let [a, b] = [gold, system].map(|nodes| Toy::new(&vec![(1, 0); nodes]));
        for kernel in [Kernel::Dense, Kernel::Sparse] {
            let found = mapper.value(&a.ends, &b.ends, kernel, |weights| weights.fill(|_, _| 1));
            assert_eq!(found, Ok(expected), "{gold} against {system}");
        }
    }
}

#[test]
fn what_is_not_a_tree_is_refused_with_its_first_bad_node() {
    for (ends, node, why) in [
        (&[2, 2, 3][..], 0, "two trees"),
        (&[0], 0, "ends before it begins"),
        (&[2], 0, "ends after the last node"),
        (&[4, 3, 4, 4], 2, "crosses its parent"),
        (&[3, 2, 2], 2, "ends at itself"),
    ] {
        let error = Mapper::new().value(&[1], ends, Kernel::Dense, |_| ()).unwrap_err();
        let expected =
            MappingError::NotATree { which: Which::System, node, end: u64::from(ends[node as usize]) };
        assert_eq!(error, expected, "{why}");
    }
}

#[test]
fn without_nodes_there_is_nothing_to_map() {
    let mut pairs = vec![(1, 1)];
    assert_eq!(Mapper::new().value(&[], &[1], Kernel::Sparse, |_| ()), Ok(0));
    assert_eq!(Mapper::new().mapping(&[1], &[], |_, _| 1, &mut pairs), Ok(0));
    assert!(pairs.is_empty());
}

#[test]
fn too_much_memory_is_refused_before_it_is_taken() {
    let chain = vec![10_000; 10_000];
    let error = Mapper::new().value(&chain, &chain, Kernel::Dense, |_| ()).unwrap_err();
    let text = "trees of 10000 and 10000 nodes need 805840024 bytes to be mapped; the limit is 200000000";
    assert_eq!(error.to_string(), text);
    let small = [3, 2, 3];
    assert!(Mapper::with_limit(100).value(&small, &small, Kernel::Dense, |_| ()).is_err());
}

#[test]
fn weights_that_do_not_add_up_are_refused() {
    let found = Mapper::new().value(&[2, 2], &[2, 2], Kernel::Dense, |weights| weights.set(0, 0, i64::MAX));
    assert_eq!(found, Err(MappingError::WeightTooLarge { weight: i64::MAX, most: i64::MAX / 2 }));
    assert!(Packing::new(1000, 1000, i64::MAX / 1000).is_err());
    assert!(Packing::new(usize::MAX, usize::MAX, 1).is_err());
    for nodes in [0, 1, 2, 100, 1000, 1 << 20] {
        let packing = Packing::for_fractions(nodes, nodes).unwrap();
        let one = packing.pack(packing.fraction(1.0), true);
        let sum = one.checked_mul(nodes as i64).unwrap();
        assert_eq!(packing.equal(sum), nodes as u64);
        assert_eq!(packing.weight(sum), packing.fraction(1.0) * nodes as i64);
    }
}

/// Runs `work` on a stack too small for recursion over such trees.
fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(64 * 1024).spawn(work).unwrap().join().unwrap();
}

#[test]
fn depth_costs_no_stack() {
    on_a_small_stack(|| {
        let chain = vec![2000; 2000];
        let mut pairs = Vec::new();
        let equal = |i: usize, j: usize| i64::from(i % 7 == j % 7);
        let value = Mapper::new().mapping(&chain, &chain, equal, &mut pairs);
        assert_eq!((value, pairs.len()), (Ok(2000), 2000));
        let sparse = Mapper::new().value(&chain, &chain, Kernel::Sparse, |weights| weights.fill(equal));
        assert_eq!(sparse, Ok(2000));
    });
}

#[test]
fn width_costs_no_stack() {
    on_a_small_stack(|| {
        let star: Vec<u32> = std::iter::once(5001).chain(2..=5001).collect();
        let equal = |i: usize, j: usize| i64::from(i.min(1) == j.min(1));
        for kernel in [Kernel::Dense, Kernel::Sparse] {
            let value =
                Mapper::with_limit(220_000_000).value(&star, &star, kernel, |weights| weights.fill(equal));
            assert_eq!(value, Ok(5001), "{kernel:?}");
        }
    });
}

#[test]
#[ignore = "takes 0.8 and 1.6 GB"]
fn ten_thousand_nodes_fit_a_raised_limit() {
    let chain = vec![10_000; 10_000];
    let star: Vec<u32> = std::iter::once(10_000).chain(2..=10_000).collect();
    // A root over 3,333 nodes with two leaves each.
    let bush: Vec<u32> = (0..10_000).map(|node| if node % 3 == 1 { node + 3 } else { node + 1 }).collect();
    let bush = [&[10_000], &bush[1..]].concat();
    for (ends, kernel, limit) in [
        (&chain, Kernel::Dense, 810),
        (&star, Kernel::Dense, 810),
        (&bush, Kernel::Dense, 810),
        (&bush, Kernel::Sparse, 835),
    ] {
        // Nodes are worth something near the node with the same number.
        let near = |i: usize, j: usize| i64::from(i / 30 == j / 30);
        let value =
            Mapper::with_limit(limit * 1_000_000).value(ends, ends, kernel, |weights| weights.fill(near));
        assert_eq!(value, Ok(10_000), "{kernel:?}");
    }
    let mut pairs = Vec::new();
    let value = Mapper::with_limit(1_610_000_000).mapping(&bush, &bush, |_, _| 1, &mut pairs);
    assert_eq!((value, pairs.len()), (Ok(10_000), 10_000));
}

#[test]
fn identical_trees_have_equal_shapes_and_nodes() {
    let (gold, system) = (["S", "a", "b"], ["S", "a", "c"]);
    assert!(identical(&[3, 2, 3], &[3, 2, 3], |_| true));
    assert!(!identical(&[3, 2, 3], &[3, 2, 3], |node| gold[node] == system[node]));
    assert!(!identical(&[3, 2, 3], &[3, 3, 3], |_| true));
}

#[test]
fn key_sums_by_hand() {
    let mut shape = Shape::default();
    shape.rebuild(&[4, 2, 4, 4]).unwrap(); // (S a (X b))
    assert_eq!(shape.key_sum(Direction::Left), 4 + 2); // the root and X, which has a left sibling
    assert_eq!(shape.key_sum(Direction::Right), 4 + 1); // the root and a
}
