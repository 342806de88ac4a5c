//! The recipes for unsupervised parsing, against the evaluations as their papers describe them, written out.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use treescore::measure::Parseval;
use treescore::prepare::{Average, Preset};

use super::{files, run};
use crate::support::sketch::{Sketch, check, pair};

/// The tags of words that are left out.
const PUNCTUATION: [&str; 3] = [",", "''", "-NONE-"];

/// The spans of several words that are not the whole sentence, each once, and the number of words.
fn spans(tree: &Sketch) -> (BTreeSet<(usize, usize)>, usize) {
    let is_word = |at: usize| !PUNCTUATION.contains(&tree.steps[at].tag.as_str());
    let place = |end: usize| (0..end).filter(|&at| is_word(at)).count();
    let words = place(tree.steps.len());
    let spans = tree.brackets().into_iter().map(|(_, start, end)| (place(start), place(end)));
    (spans.filter(|(start, end)| end - start > 1 && end - start < words).collect(), words)
}

/// F1 of a sentence: a side without spans has nothing wrong with it.
fn f1(gold: &Sketch, system: &Sketch) -> f64 {
    let ((gold, _), (system, _)) = (spans(gold), spans(system));
    let shared = gold.intersection(&system).count() as f64;
    let share = |all: usize| if all == 0 { 1.0 } else { shared / all as f64 };
    let (recall, precision) = (share(gold.len()), share(system.len()));
    if recall + precision == 0.0 { 0.0 } else { 2.0 * recall * precision / (recall + precision) }
}

/// Both sides have gold's tags, and labels that no recipe deletes.
fn plain((gold, mut system): (Sketch, Sketch)) -> (Sketch, Sketch) {
    for (step, gold) in system.steps.iter_mut().zip(&gold.steps) {
        step.tag.clone_from(&gold.tag);
    }
    let relabel = |mut tree: Sketch| {
        "S".clone_into(&mut tree.root);
        tree.steps.iter_mut().flat_map(|step| &mut step.opens).for_each(|label| "X".clone_into(label));
        tree
    };
    (relabel(gold), relabel(system))
}

#[test]
fn means_over_sentences_are_those_of_the_papers() {
    for (name, shortest) in [("prpn", 1), ("c-pcfg", 2)] {
        let recipe = Preset::named(name).unwrap().recipe();
        check(300, vec(pair().prop_map(plain), 1..6), |pairs| {
            let run = run(&Parseval, &files(&pairs), recipe.clone());
            let counted = pairs.iter().filter(|(gold, _)| spans(gold).1 >= shortest);
            let all: Vec<f64> = counted.map(|(gold, system)| f1(gold, system)).collect();
            let expected = (!all.is_empty()).then(|| all.iter().sum::<f64>() / all.len() as f64);
            let found = run.totals().all_scored().figures(Average::Sentence).first().copied().flatten();
            prop_assert_eq!(found.is_some(), expected.is_some(), "{} {:?} {:?}", name, found, expected);
            let difference = found.unwrap_or(0.0) - expected.unwrap_or(0.0);
            prop_assert!(difference.abs() < 1e-12, "{} {:?} {:?}", name, found, expected);
            Ok(())
        });
    }
}
