//! Some trees of a run, read again after it.

use std::collections::BTreeMap;

use crate::read::{Trees, UnitKind};
use crate::run::{Input, InputTrees};
use crate::setup::Setup;
use crate::tree::Tree;

/// The trees of a side with these numbers, from 1. Standard input cannot be read again, and then there are none: numbers
/// have to do.
pub fn trees_of(input: &Input, setups: &[Setup], numbers: &[u64]) -> BTreeMap<u64, Tree> {
    let mut found = BTreeMap::new();
    if let InputTrees::Memory(units) = &input.trees {
        for &number in numbers {
            let at = usize::try_from(number - 1).unwrap_or(usize::MAX);
            if let Some(Ok(tree)) = units.tree(at) {
                found.insert(number, tree);
            }
        }
        return found;
    }
    let corpus = input.corpus().filter(|corpus| !corpus.is_stdin());
    let (Some(corpus), Some(&last)) = (corpus, numbers.iter().max()) else { return found };
    let is_by_line = setups
        .iter()
        .any(|setup| setup.unit == Some(UnitKind::Line) || setup.measure.demands().syntax.is_by_line());
    let unit = if is_by_line { UnitKind::Line } else { UnitKind::Tree };
    let Ok(trees) = Trees::wanted(corpus.clone(), unit) else { return found };
    for (number, unit) in (1..=last).zip(trees).filter(|(number, _)| numbers.contains(number)) {
        if let Ok(Ok(tree)) = unit.map(|unit| unit.tree) {
            found.insert(number, tree);
        }
    }
    found
}
