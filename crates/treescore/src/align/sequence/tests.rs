//! Sequences against trees of depth one.

use super::*;
use crate::align::mapping::Mapper;
use proptest::prelude::*;

fn items(most: usize) -> impl Strategy<Value = Vec<Item>> {
    prop::collection::vec((0_u32..4, 0_u32..2).prop_map(|(label, kind)| Item { label, kind }), 0..most)
}

/// The same through the mapping kernel: the items are children of two roots that can only be mapped to each other.
fn as_trees(gold: &[Item], system: &[Item], costs: Costs) -> (Counts, Vec<(u32, u32)>) {
    let star = |items: &[Item]| -> Vec<u32> {
        let nodes = items.len() as u32 + 1;
        std::iter::once(nodes).chain(2..=nodes).collect()
    };
    let packing = Packing::new(gold.len() + 1, system.len() + 1, 1 << 20).unwrap();
    let weight = |i: usize, j: usize| match (i, j) {
        (0, 0) => packing.pack(1, false),
        (0, _) | (_, 0) => 0,
        _ => {
            let relation = gold[i - 1].relation(system[j - 1]);
            packing.pack(costs.weight(relation), relation == Relation::Equal)
        }
    };
    let mut pairs = Vec::new();
    let value = Mapper::new().mapping(&star(gold), &star(system), weight, &mut pairs).unwrap()
        - packing.pack(1, false);
    let pairs = pairs[1..].iter().map(|&(i, j)| (i - 1, j - 1)).collect();
    (Counts::of_value(gold.len(), system.len(), costs, packing, value), pairs)
}

/// Two sequences that may begin and end with the same items, of which a few are of the same type, so that there are many ties.
fn sequences() -> impl Strategy<Value = (Vec<Item>, Vec<Item>)> {
    (items(20), items(40), items(40), items(20)).prop_map(|(first, gold, system, last)| {
        ([&first[..], &gold, &last].concat(), [&first[..], &system, &last].concat())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_sequence_is_a_tree_of_depth_one(
        (gold, system) in sequences(), substitute in 0_u32..7, insert in 0_u32..4, delete in 0_u32..4, typed: bool,
    ) {
        let costs = Costs { substitute, insert, delete };
        let plain = |all: Vec<Item>| all.into_iter().map(|it| Item { kind: if typed { it.kind } else { 0 }, ..it }).collect();
        let (gold, system): (Vec<Item>, Vec<Item>) = (plain(gold), plain(system));
        let (counts, expected) = as_trees(&gold, &system, costs);
        let relation = |i: usize, j: usize| gold[i].relation(system[j]);
        let (mut scratch, mut pairs) = (Scratch::default(), Vec::new());
        prop_assert_eq!(count(gold.len(), system.len(), relation, costs, &mut scratch), Ok(counts));
        prop_assert_eq!(align(gold.len(), system.len(), relation, costs, &mut scratch, &mut pairs), Ok(counts));
        prop_assert_eq!(pairs, expected);
    }
}

#[test]
fn what_both_begin_and_end_with_needs_no_table() {
    const LONG: usize = 200_000;
    for (gold, system, correct) in [(LONG, LONG, LONG - 1), (LONG, LONG - 1, LONG - 1), (LONG, LONG, LONG)] {
        let looked_at = std::cell::Cell::new(0);
        let relation = |i: usize, j: usize| {
            looked_at.set(looked_at.get() + 1);
            let (ours, theirs) = (i, if gold > system && j >= LONG / 2 { j + 1 } else { j });
            let is_wrong = correct < gold && gold == system && i == LONG / 2;
            if ours == theirs && !is_wrong { Relation::Equal } else { Relation::SameType }
        };
        let counts = count(gold, system, relation, Costs::default(), &mut Scratch::default()).unwrap();
        assert_eq!(counts.correct, correct as u64);
        assert!(looked_at.get() < 3 * LONG, "{} pairs were looked at", looked_at.get());
    }
}

#[test]
fn what_is_too_long_or_too_dear_is_refused() {
    let apart = |_: usize, _: usize| Relation::Apart;
    let (mut scratch, mut pairs) = (Scratch::with_limit(100), Vec::new());
    let refused = align(20, 20, apart, Costs::default(), &mut scratch, &mut pairs);
    assert_eq!(refused, Err(SequenceError::TooLong { gold: 20, system: 20, bytes: 160, limit: 100 }));
    assert!(align(10, 20, apart, Costs::default(), &mut scratch, &mut pairs).is_ok());
    let costs = Costs { substitute: 0, insert: u32::MAX, delete: u32::MAX };
    assert!(count(4000, 4000, apart, costs, &mut scratch).is_ok());
    let refused = count(1 << 20, 1 << 20, apart, costs, &mut scratch);
    assert_eq!(refused, Err(SequenceError::CostsTooLarge { costs, items: 1 << 20 }));
}
