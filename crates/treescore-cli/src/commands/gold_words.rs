//! The words of some gold trees of a run, read again after it.

use std::collections::BTreeMap;

use treescore::front::trees_of;
use treescore::run::Plan;
use treescore::tree::Tree;

/// The words of the gold trees with these numbers.
pub(super) fn words_of(plan: &Plan, numbers: &[u64]) -> BTreeMap<u64, String> {
    let words = |tree: &Tree| tree.words().map(String::from_utf8_lossy).collect::<Vec<_>>().join(" ");
    let trees = trees_of(&plan.gold, &plan.setups, numbers);
    trees.iter().map(|(&number, tree)| (number, words(tree))).collect()
}
