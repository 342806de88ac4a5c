//! The words of some gold trees, read again after a run.

use std::collections::BTreeMap;

use treescore::read::{Trees, UnitKind};
use treescore::run::{InputTrees, Plan};

/// The words of the gold trees with these numbers, from 1. Standard input cannot be read again, and then there are
/// none: numbers have to do.
pub(super) fn words_of(plan: &Plan, numbers: &[u64]) -> BTreeMap<u64, String> {
    let mut found = BTreeMap::new();
    let words_of_tree = |tree: &treescore::tree::Tree| {
        tree.words().map(String::from_utf8_lossy).collect::<Vec<_>>().join(" ")
    };
    if let InputTrees::Memory(units) = &plan.gold.trees {
        for &number in numbers {
            let at = usize::try_from(number - 1).unwrap_or(usize::MAX);
            if let Some(Ok(tree)) = units.tree(at) {
                found.insert(number, words_of_tree(&tree));
            }
        }
        return found;
    }
    let corpus = plan.gold.corpus().filter(|corpus| !corpus.is_stdin());
    let (Some(corpus), Some(&last)) = (corpus, numbers.iter().max()) else { return found };
    let is_by_line = plan
        .setups
        .iter()
        .any(|setup| setup.unit == Some(UnitKind::Line) || setup.measure.demands().syntax.is_by_line());
    let unit = if is_by_line { UnitKind::Line } else { UnitKind::Tree };
    let Ok(trees) = Trees::wanted(corpus.clone(), unit) else { return found };
    for (number, unit) in (1..=last).zip(trees).filter(|(number, _)| numbers.contains(number)) {
        if let Ok(Ok(tree)) = unit.map(|unit| unit.tree) {
            found.insert(number, words_of_tree(&tree));
        }
    }
    found
}
