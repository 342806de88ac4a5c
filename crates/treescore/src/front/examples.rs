//! The trees of examples, read again, and what differs between them.

use super::{Scorer, trees_of};
use crate::measure::Verdict;
use crate::report::explain::{Explained, ShownExample};
use crate::run::{Plan, RowKind};
use crate::setup::{Pairing, Setup};
use crate::tree::{Event, Tree};

/// Adds the trees of all examples to an explanation, where pairs are trees in order and can be read again. The setups are
/// those of the [`Lattice`](crate::explain::Lattice).
pub fn read_examples(explained: &mut Explained, plan: &Plan, setups: &[Setup]) {
    let is_plain = |setup: &Setup| {
        matches!(setup.pairing, Pairing::InOrder) && !setup.by_id && setup.input.skip.is_empty()
    };
    let (Some(setup), Some(system)) = (plan.setups.first(), plan.systems.first()) else { return };
    if !is_plain(setup) {
        return;
    }
    let is_pair = |shown: &&mut ShownExample| shown.example.id.kind == RowKind::Pair;
    let numbers: Vec<u64> = explained.examples.iter().flatten().map(|shown| shown.example.id.pair).collect();
    let gold = trees_of(&plan.gold, &plan.setups, &numbers);
    let system = trees_of(system, &plan.setups, &numbers);
    for shown in explained.examples.iter_mut().flatten().filter(is_pair) {
        let number = shown.example.id.pair;
        let (gold, system) = (gold.get(&number), system.get(&number));
        shown.gold = gold.map(brackets);
        shown.system = system.map(brackets);
        if let (Some(gold), Some(system)) = (gold, system) {
            let (before, after) = shown.example.setups;
            shown.differences = [before, after]
                .map(|at| setups.get(at).map(|setup| differences(setup, gold, system)).unwrap_or_default());
        }
    }
}

/// What differs between two trees; nothing if the pair is refused.
fn differences(setup: &Setup, gold: &Tree, system: &Tree) -> Vec<String> {
    let Ok(matches) = Scorer::new(setup.clone()).matches(gold, system) else { return Vec::new() };
    let differing = matches.iter().filter(|found| found.verdict != Verdict::Matched);
    differing.map(ToString::to_string).collect()
}

/// A tree in brackets, without the tags of words.
fn brackets(tree: &Tree) -> String {
    let mut text = String::new();
    for event in tree.arena().walk() {
        if !matches!(event, Event::Close) && !text.is_empty() {
            text.push(' ');
        }
        match event {
            Event::Open(node) => {
                text.push('(');
                text += &String::from_utf8_lossy(tree.name(node.label));
            }
            Event::Word(word) => text += &String::from_utf8_lossy(word.bytes(tree.text())),
            Event::Close => text.push(')'),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_have_no_tags() {
        let tree =
            crate::read::one("(TOP (S (NP (PRP She)) (VP (VBZ sells) (NP (NN honey))) (. .)))").unwrap();
        assert_eq!(brackets(&tree), "(TOP (S (NP She) (VP sells (NP honey)) .))");
    }
}
