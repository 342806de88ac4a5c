//! Where words and sentences are the same, alignment changes no digit.

use std::fmt::Debug;

use proptest::prelude::*;
use treescore::measure::{Measure, Names, Parseval, StructIou, TreeNode, WordAccuracy};
use treescore::prepare::{PRESETS, Recipe};
use treescore::run::{Bins, GroupBy, Job, TextSums};

use crate::made::{files, same_words};
use crate::support::kept::Run;
use crate::support::recipes::recipe;
use crate::support::sketch::{Sketch, check};
use crate::{job, run};

#[test]
fn parseval() {
    changes_nothing(&Parseval);
}

#[test]
fn struct_iou() {
    changes_nothing(&StructIou::default());
}

#[test]
fn tree_node() {
    changes_nothing(&TreeNode::default());
}

#[test]
fn word_accuracy() {
    changes_nothing(&WordAccuracy::default());
}

/// With every recipe that has a name, and with random ones.
fn changes_nothing<M: Measure>(measure: &M)
where
    M::Tally: Debug,
{
    let named = (0..PRESETS.len()).prop_map(|at| PRESETS[at].recipe());
    let recipes = prop_oneof![named, recipe()];
    check(400, (same_words(), recipes, 0..3u8), |(pairs, mut recipe, by)| {
        // A tree whose words all vanish by their tags has no text, and is not there; there is always one that is no trace.
        recipe.empties.retain(|name| name == b"-NONE-");
        let by = match by {
            0 => Some(GroupBy::Length(Bins(vec![1, 2, 4]))),
            1 => measure.names().contains(&Names::Labels).then_some(GroupBy::Names(Names::Labels)),
            _ => None,
        };
        compare(measure, &pairs, recipe, by)
    });
}

fn compare<M: Measure>(
    measure: &M,
    pairs: &[(Sketch, Sketch)],
    recipe: Recipe,
    by: Option<GroupBy>,
) -> Result<(), TestCaseError>
where
    M::Tally: Debug,
{
    let (gold, system): (Vec<_>, Vec<_>) = pairs.iter().cloned().unzip();
    let files = files(&gold, &system);
    let aligned = Job { by, detail: true, ..job(&files, recipe) };
    let plain = Job { alignment: None, ..aligned.clone() };
    let Run { scored: mut ours, rows: our_rows } = run(&aligned, measure);
    let Run { scored: theirs, rows: their_rows } = run(&plain, measure);
    prop_assert_eq!(our_rows.len(), their_rows.len());
    for (our, their) in our_rows.iter().zip(&their_rows) {
        let trees = our.trees.as_ref().map(|trees| (trees.gold.clone(), trees.system.clone()));
        prop_assert_eq!(trees, Some((vec![their.pair], vec![their.pair])));
        // What is refused for words that only one side keeps is scored once it is aligned.
        if their.tally.is_ok() {
            let shown = |row: &treescore::run::SentenceRow<M::Tally>| {
                format!("{} {:?} {:?} {:?}", row.pair, row.length, row.tally, row.detail)
            };
            prop_assert_eq!(shown(our), shown(their));
        }
    }
    if theirs.totals.refused == 0 {
        ours.totals.text = TextSums::default();
        prop_assert_eq!(format!("{ours:?}"), format!("{theirs:?}"));
    }
    Ok(())
}
