//! Brackets, against counting them one by one.

use proptest::prelude::*;

use super::*;
use crate::sparseval::names::Names;
use crate::sparseval::sample::{self, Naive, PARAMS, branches, line};

/// Gives the leaves every second column, so that there are gaps.
fn spread(tree: &mut Tree, step: u32) {
    let mut order = Order::default();
    tree.order(&mut order);
    let mut place = 1;
    for &id in &order.nodes {
        if tree.is_leaf(id) {
            tree.node_mut(id).place = place;
            place += step;
        }
    }
}

/// Label, begin and end of every phrase; `end` is where the last word ended.
fn brackets(node: &Naive, step: u32, end: &mut u32, found: &mut Vec<(String, u32, u32)>) {
    let begin = *end;
    match node {
        Naive::Leaf(..) => *end = if begin == 0 { 2 } else { begin + step },
        Naive::Phrase(label, children) => {
            for child in children {
                brackets(child, step, end, found);
            }
            if label != "D" {
                found.push((label.clone(), begin, *end));
            }
        }
    }
}

fn naive(gold: &[(String, u32, u32)], test: &[(String, u32, u32)], labelling: Labelling) -> BracketCounts {
    let mut free: Vec<_> = gold.iter().collect();
    let mut matched = 0;
    for bracket in test {
        let same = |other: &&(String, u32, u32)| {
            (other.1, other.2) == (bracket.1, bracket.2)
                && (labelling == Labelling::Unlabeled || other.0 == bracket.0)
        };
        if let Some(at) = free.iter().position(same) {
            free.remove(at);
            matched += 1;
        }
    }
    let crosses = |one: &(String, u32, u32), other: &(String, u32, u32)| {
        one.1 < other.1 && other.1 < one.2 && one.2 < other.2
            || other.1 < one.1 && one.1 < other.2 && other.2 < one.2
    };
    let crossing = test.iter().filter(|test| gold.iter().any(|gold| crosses(gold, test))).count() as u64;
    BracketCounts { matched, gold: gold.len() as u64, test: test.len() as u64, crossing }
}

proptest! {
    #[test]
    fn counts(gold in branches(), test in branches(), steps in (1_u32..3, 1_u32..3)) {
        let mut names = Names::new(&PARAMS);
        let mut side = |branches: &[Naive], step| {
            let mut tree = sample::read(&line(branches), &mut names);
            spread(&mut tree, step);
            let (mut end, mut found) = (0, Vec::new());
            for branch in branches {
                brackets(branch, step, &mut end, &mut found);
            }
            (tree, found)
        };
        let ((gold, gold_brackets), (test, test_brackets)) = (side(&gold, steps.0), side(&test, steps.1));
        for labelling in [Labelling::Labeled, Labelling::Unlabeled] {
            prop_assert_eq!(Brackets::default().count(&gold, &test, labelling), naive(&gold_brackets, &test_brackets, labelling));
        }
    }
}
