use proptest::prelude::*;

use super::*;

/// All positions of a substring.
fn places(text: &[u32], gram: &[u32]) -> Vec<usize> {
    (0..text.len()).filter(|&at| text[at..].starts_with(gram)).collect()
}

/// All pairs of substrings that occur once on each side.
fn unique(gold: &[u32], system: &[u32], size: usize) -> Vec<Pair> {
    let grams = gold.windows(size).enumerate().filter(|(_, gram)| places(gold, gram).len() == 1);
    grams
        .filter_map(|(at, gram)| match places(system, gram)[..] {
            [other] => Some((at, other)),
            _ => None,
        })
        .collect()
}

/// The length of the longest increasing sequence, by brute force.
fn longest(pairs: &[Pair]) -> usize {
    let mut lengths: Vec<usize> = Vec::new();
    for (number, pair) in pairs.iter().enumerate() {
        let before = (0..number).filter(|&other| pairs[other].1 < pair.1).map(|other| lengths[other]);
        lengths.push(before.max().unwrap_or(0) + 1);
    }
    lengths.into_iter().max().unwrap_or(0)
}

fn nearest(gold: &[u32], system: &[u32], size: usize) -> Option<Pair> {
    let pairs = gold
        .windows(size)
        .enumerate()
        .flat_map(|(at, gram)| places(system, gram).into_iter().map(move |other| (at, other)));
    pairs.min_by_key(|&(gold, system)| (gold + system, gold))
}

proptest! {
    #[test]
    fn as_slow_search_finds(
        gold in prop::collection::vec(0..4_u32, 0..60),
        system in prop::collection::vec(0..4_u32, 0..60),
        size in 1..6_usize,
    ) {
        let mut anchors = Anchors::default();
        let mut found = vec![(7, 7)];
        let count = anchors.find(&gold, &system, size, &mut found);
        let expected = unique(&gold, &system, size);
        prop_assert_eq!(found.remove(0), (7, 7));
        prop_assert_eq!(count, found.len());
        prop_assert_eq!(found.len(), longest(&expected));
        prop_assert!(found.iter().all(|pair| expected.contains(pair)));
        prop_assert!(found.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1));
        prop_assert_eq!(anchors.nearest(&gold, &system, size), nearest(&gold, &system, size));
    }
}

#[test]
fn ties_are_broken_by_patience() {
    let chain = |systems: &[usize]| {
        let pairs: Vec<Pair> = systems.iter().copied().enumerate().collect();
        let mut into = Vec::new();
        Chain::default().longest(&pairs, &mut into);
        into.into_iter().map(|(_, system)| system).collect::<Vec<_>>()
    };
    assert_eq!(chain(&[1, 0, 3, 2]), [0, 2], "the smallest tails");
    assert_eq!(chain(&[2, 3, 0, 1]), [0, 1], "tails are replaced by smaller ones");
    assert_eq!(chain(&[1, 2, 0]), [1, 2], "rebuilt from the last tail");
    assert!(chain(&[]).is_empty());
}
