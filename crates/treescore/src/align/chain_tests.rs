//! Chains against a table of all values, and the number of matches visited.

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

/// Length and heavy matches of the best chain, from the full table.
fn naive(gold: &[Link], system: &[Link], matches: impl Fn(usize, usize) -> bool) -> (usize, usize) {
    let mut table = vec![vec![(0, 0); system.len() + 1]; gold.len() + 1];
    for (i, gold_link) in gold.iter().enumerate() {
        for (j, system_link) in system.iter().enumerate() {
            let (length, heavy) = table[i][j];
            let is_match = gold_link.key == system_link.key && matches(i, j);
            let longer = (length + 1, heavy + usize::from(gold_link.is_heavy && system_link.is_heavy));
            let without = table[i][j + 1].max(table[i + 1][j]);
            table[i + 1][j + 1] = if is_match { without.max(longer) } else { without };
        }
    }
    table[gold.len()][system.len()]
}

/// Length and heavy matches of `pairs`, which must be a chain of matches.
fn value(
    gold: &[Link],
    system: &[Link],
    matches: impl Fn(usize, usize) -> bool,
    pairs: &[(u32, u32)],
) -> (usize, usize) {
    assert!(pairs.windows(2).all(|two| two[0].0 < two[1].0 && two[0].1 < two[1].1), "{pairs:?}");
    let both = |&(i, j): &(u32, u32)| (gold[i as usize], system[j as usize]);
    let is_match =
        |pair: &(u32, u32)| both(pair).0.key == both(pair).1.key && matches(pair.0 as usize, pair.1 as usize);
    assert!(pairs.iter().all(is_match), "{pairs:?}");
    (pairs.len(), pairs.iter().filter(|pair| both(pair).0.is_heavy && both(pair).1.is_heavy).count())
}

fn links(keys: u64) -> impl Strategy<Value = Vec<Link>> {
    vec((0..keys, any::<bool>()).prop_map(|(key, is_heavy)| Link { key, is_heavy }), 0..24)
}

fn parsed(text: &str) -> Vec<Link> {
    text.bytes()
        .map(|byte| Link { key: byte.to_ascii_lowercase().into(), is_heavy: byte.is_ascii_uppercase() })
        .collect()
}

#[test]
fn the_longest_and_then_the_heaviest() {
    for (gold, system, expected, why) in [
        ("", "", (0, 0), "nothing"),
        ("abc", "", (0, 0), "nothing on one side"),
        ("abc", "abc", (3, 0), "all"),
        ("ABC", "ABC", (3, 3), "all, and all heavy"),
        ("Aa", "A", (1, 1), "the heavy one of two"),
        ("aA", "A", (1, 1), "at any position"),
        ("Ab", "ba", (1, 0), "only one of two that cross"),
        ("AbbcA", "bbA", (3, 1), "length, then weight"),
        ("Xab", "abX", (2, 0), "length before weight"),
        ("A", "aA", (1, 1), "a light match at the edge is not taken at once"),
    ] {
        let (gold, system) = (parsed(gold), parsed(system));
        let mut pairs = vec![(7, 7)];
        Chain::default().find(&gold, &system, |_, _| true, &mut pairs);
        assert_eq!(value(&gold, &system, |_, _| true, &pairs), expected, "{why}");
    }
}

#[test]
fn a_hundred_thousand_items_that_hardly_repeat_are_no_table() {
    let count = 100_000_u64;
    let scattered = |at: u64| at.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
    let gold: Vec<Link> =
        (0..count).map(|at| Link { key: scattered(at) % count, is_heavy: at % 3 == 0 }).collect();
    let mut system = gold.clone();
    system.iter_mut().step_by(7).for_each(|link| link.key = scattered(link.key + count) % count);
    let (mut chain, mut pairs) = (Chain::default(), Vec::new());
    chain.find(&gold, &system, |_, _| true, &mut pairs);
    assert!(pairs.len() as u64 >= count / 7 * 6 && (chain.matches.len() as u64) < 4 * count);
}

#[test]
fn the_longest_chain() {
    let links = |text: &str| -> Vec<Link> {
        text.bytes().map(|byte| Link { key: byte.into(), is_heavy: false }).collect()
    };
    let mut pairs = Vec::new();
    Chain::default().find(&links("sparse"), &links("parsers"), |_, _| true, &mut pairs);
    assert_eq!(pairs, [(1, 0), (2, 1), (3, 2), (4, 3), (5, 4)]);
}

proptest! {
    #[test]
    fn chains_are_as_good_as_the_table_says(gold in links(6), system in links(6), relation in any::<u64>()) {
        let matches = |i: usize, j: usize| relation >> ((7 * i + j) % 64) & 1 == 1 || relation % 3 == 0;
        let mut chain = Chain::default();
        let mut pairs = Vec::new();
        chain.find(&gold, &system, matches, &mut pairs);
        let expected = naive(&gold, &system, matches);
        prop_assert_eq!(value(&gold, &system, matches, &pairs), expected);
        // Both algorithms, whichever is faster; buffers are reused.
        let both = Both { gold: &gold, system: &system, matches };
        let (gold_range, system_range) = (0..gold.len(), 0..system.len());
        chain.prefers_matches(&both, &gold_range, &system_range);
        pairs.clear();
        chain.find_by_matches(&both, gold_range.clone(), system_range.clone(), &mut pairs);
        prop_assert_eq!(value(&gold, &system, matches, &pairs), expected);
        pairs.clear();
        chain.find_by_table(&both, gold_range, system_range, &mut pairs);
        prop_assert_eq!(value(&gold, &system, matches, &pairs), expected);
    }
}
