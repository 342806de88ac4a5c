//! Sequences against trees of depth one.

use super::*;
use crate::align::mapping::Mapper;
use proptest::prelude::*;

fn items(most: usize) -> impl Strategy<Value = Vec<Item>> {
    prop::collection::vec((0_u32..4, 0_u32..2).prop_map(|(label, kind)| Item { label, kind }), 0..most)
}

/// The same through the mapping kernel: the items are children of two roots that can only be mapped to each
/// other.
fn as_trees(gold: &[Item], system: &[Item], costs: Costs) -> (SequenceCounts, Vec<(u32, u32)>) {
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
    (SequenceCounts::from_value(gold.len(), system.len(), costs, packing, value), pairs)
}

/// The same with the full table, written as simply as possible.
fn plain(gold: &[Item], system: &[Item], costs: Costs) -> (SequenceCounts, Vec<(u32, u32)>) {
    let packing = Packing::new(gold.len(), system.len(), costs.weight(Relation::Equal)).unwrap();
    let worth = |i: usize, j: usize| {
        let relation = gold[i].relation(system[j]);
        packing.pack(costs.weight(relation), relation == Relation::Equal)
    };
    let mut best = vec![vec![0_i64; system.len() + 1]; gold.len() + 1];
    for i in 1..=gold.len() {
        for j in 1..=system.len() {
            best[i][j] = best[i - 1][j].max(best[i][j - 1]).max(best[i - 1][j - 1] + worth(i - 1, j - 1));
        }
    }
    let (mut i, mut j, mut pairs) = (gold.len(), system.len(), Vec::new());
    while i > 0 && j > 0 {
        if best[i][j] == best[i - 1][j - 1] + worth(i - 1, j - 1) {
            (i, j) = (i - 1, j - 1);
            if worth(i, j) > 0 {
                pairs.push((i as u32, j as u32));
            }
        } else if best[i][j] == best[i - 1][j] {
            i -= 1;
        } else {
            j -= 1;
        }
    }
    pairs.reverse();
    let value = best[gold.len()][system.len()];
    (SequenceCounts::from_value(gold.len(), system.len(), costs, packing, value), pairs)
}

/// A sequence of some hundred items of few or many kinds, and a disturbed copy: items are deleted, inserted
/// and changed, stretches deleted or moved, so that the alignment leaves narrow bands.
fn disturbed() -> impl Strategy<Value = (Vec<Item>, Vec<Item>)> {
    let edit = (0_usize..400, 0_usize..4, 0_u32..1000, 0_usize..90);
    (1_u32..40, 1_u32..3).prop_flat_map(move |(labels, kinds)| {
        let item = (0..labels, 0..kinds).prop_map(|(label, kind)| Item { label, kind });
        let edits = prop::collection::vec(edit.clone(), 0..60);
        (prop::collection::vec(item, 60..300), edits).prop_map(move |(gold, edits)| {
            let mut system = gold.clone();
            for (at, what, label, length) in edits {
                let at = at.min(system.len());
                let item = Item { label: label % (labels + 2), kind: label % kinds };
                match what {
                    0 => system.insert(at, item),
                    1 => drop(system.drain(at..(at + length / 30).min(system.len()))),
                    2 => system[at..].first_mut().into_iter().for_each(|old| *old = item),
                    _ if length > 60 => {
                        let most = system.len() - at;
                        system[at..].rotate_left(length.min(gold.len() / 3).min(most));
                    }
                    _ => {}
                }
            }
            (gold, system)
        })
    })
}

/// The usual costs, no costs, and the largest possible costs.
fn costs() -> impl Strategy<Value = Costs> {
    let cost = || prop_oneof![4 => 0_u32..7, 1 => Just(0), 1 => Just(u32::MAX)];
    (cost(), cost(), cost()).prop_map(|(substitute, insert, delete)| Costs { substitute, insert, delete })
}

/// Two sequences that may begin and end with the same items; few types, so that there are many ties.
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

    #[test]
    fn a_band_gives_what_the_whole_table_gives((gold, system) in disturbed(), costs in costs(), swapped: bool) {
        let (gold, system) = if swapped { (system, gold) } else { (gold, system) };
        let (counts, expected) = plain(&gold, &system, costs);
        let relation = |i: usize, j: usize| gold[i].relation(system[j]);
        let (mut scratch, mut pairs) = (Scratch::default(), Vec::new());
        prop_assert_eq!(count(gold.len(), system.len(), relation, costs, &mut scratch), Ok(counts));
        prop_assert_eq!(align(gold.len(), system.len(), relation, costs, &mut scratch, &mut pairs), Ok(counts));
        prop_assert_eq!(&pairs, &expected);
        for limit in [10_000, 2000, 500, 100] {
            scratch.set_limit(limit);
            if let Ok(found) = align(gold.len(), system.len(), relation, costs, &mut scratch, &mut pairs) {
                prop_assert_eq!((found, &pairs), (counts, &expected), "{} bytes", limit);
            }
        }
    }
}

/// A conversation side, and the same as recognised with one word in `one_in` wrong: substituted, deleted or
/// inserted.
fn recognised(words: usize, one_in: usize) -> (Vec<Item>, Vec<Item>) {
    let word = |number: usize| Item { label: (number * 7919 % 1009) as u32, kind: 0 };
    let gold: Vec<Item> = (0..words).map(word).collect();
    let mut system = Vec::new();
    for (at, &item) in gold.iter().enumerate() {
        match (at % one_in, at / one_in % 6) {
            (0, 0) => {}
            (0, 1) => system.extend([item, Item { label: 5000, kind: 0 }]),
            (0, _) => system.push(Item { label: 6000, kind: 0 }),
            _ => system.push(item),
        }
    }
    (gold, system)
}

#[test]
fn sequences_that_are_alike_need_little_time_and_memory() {
    for (words, one_in, most_looked_at, limit) in
        [(6000, 10, 10, 1_200_000), (6000, 4, 4, 2_900_000), (20_000, 1000, 200, 1_000_000)]
    {
        let (gold, system) = recognised(words, one_in);
        let looked_at = std::cell::Cell::new(0);
        let relation = |i: usize, j: usize| {
            looked_at.set(looked_at.get() + 1);
            gold[i].relation(system[j])
        };
        let (mut scratch, mut pairs) = (Scratch::with_limit(limit), Vec::new());
        let counts =
            align(gold.len(), system.len(), relation, Costs::default(), &mut scratch, &mut pairs).unwrap();
        assert_eq!(counts.correct + counts.substituted, pairs.len() as u64);
        let (looked_at, all) = (looked_at.get(), gold.len() * system.len());
        assert!(looked_at * most_looked_at < all, "{looked_at} of {all} pairs were looked at");
    }
}

#[test]
fn little_memory_gives_the_same_alignment() {
    for (words, one_in) in [(6000, 10), (3000, 2), (1000, 3)] {
        let (gold, system) = recognised(words, one_in);
        let relation = |i: usize, j: usize| gold[i].relation(system[j]);
        let run = |limit: u64, pairs: &mut Vec<(u32, u32)>| {
            let mut scratch = Scratch::with_limit(limit);
            align(gold.len(), system.len(), relation, Costs::default(), &mut scratch, pairs)
        };
        let (mut whole, mut blocks) = (Vec::new(), vec![(7, 7)]);
        let counts = run(u64::MAX, &mut whole);
        let Err(SequenceError::TooLong { bytes: limit, .. }) = run(0, &mut blocks) else {
            panic!("{words} words need memory");
        };
        assert!(blocks.is_empty());
        assert!(limit * 3 < (words * words / 4) as u64, "{limit} bytes for {words} words");
        assert_eq!((run(limit, &mut blocks), &blocks), (counts, &whole), "{words} words");
    }
}

#[test]
fn what_both_begin_and_end_with_needs_no_table() {
    const LONG: usize = 200_000;
    for (gold, system, correct) in [(LONG, LONG, LONG - 1), (LONG, LONG - 1, LONG - 1), (LONG, LONG, LONG)] {
        let looked_at = std::cell::Cell::new(0);
        let relation = |i: usize, j: usize| {
            looked_at.set(looked_at.get() + 1);
            let partner = if gold > system && j >= LONG / 2 { j + 1 } else { j };
            let is_wrong = correct < gold && gold == system && i == LONG / 2;
            if i == partner && !is_wrong { Relation::Equal } else { Relation::SameType }
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

/// Pairs of unrelated sequences: just as many cells as are allowed, and one more.
#[test]
fn what_needs_more_cells_than_allowed_is_refused() {
    let items = |from: u32, length: u32| -> Vec<Item> {
        (from..from + length).map(|label| Item { label, kind: 0 }).collect()
    };
    for (gold, system) in [(10, 10), (300, 300), (100, 700)] {
        let (a, b) = (items(0, gold), items(1000, system));
        let relation = |i: usize, j: usize| a[i].relation(b[j]);
        let run = |effort: u64| {
            let mut scratch = Scratch::default();
            scratch.set_effort(effort);
            let mut pairs = Vec::new();
            let aligned = align(a.len(), b.len(), relation, Costs::default(), &mut scratch, &mut pairs);
            let counted = count(a.len(), b.len(), relation, Costs::default(), &mut scratch);
            assert_eq!(aligned, counted, "{gold} and {system}, {effort}");
            counted
        };
        let Err(SequenceError::TooMuchWork { cells, effort: 1, .. }) = run(1) else {
            panic!("{gold} and {system} items need more than one cell");
        };
        assert!(run(cells).is_ok(), "{gold} and {system}: what the message says is enough");
        let least =
            (1..=cells).collect::<Vec<_>>().partition_point(|&effort| run(effort).is_err()) as u64 + 1;
        assert!(run(least).is_ok() && run(least - 1).is_err(), "{gold} and {system}: {least}");
    }
}
