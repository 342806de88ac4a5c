//! Where words and sentences are the same, alignment changes no digit.

use proptest::prelude::*;
use treescore::measure::{Bins, Facet, Measure, Parseval, StructIou, TreeNode, WordAccuracy};
use treescore::prepare::Recipe;
use treescore::run::{Matches, PairRow, Scored};
use treescore::setup::Pairing;

use crate::aligned::job;
use crate::aligned::made::{files, same_words};
use crate::support::job::{Job, Run};
use crate::support::recipes::{named, recipe};
use crate::support::sketch::{Sketch, check};

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

/// Checks a measure with every named recipe, and with random ones.
fn changes_nothing<M: Measure>(measure: &M) {
    let recipes = prop_oneof![named(), recipe()];
    check(400, (same_words(), recipes, 0..3u8), |(pairs, mut recipe, by)| {
        // A tree whose words are all deleted by their tags has no text and is in no group. Every tree here
        // has a word that is not a trace.
        recipe.empties.retain(|name| name == b"-NONE-");
        let by = match by {
            0 => Some(Facet::Length(Bins(vec![1, 2, 4]))),
            1 => measure.info().facets.contains(&Facet::Label).then_some(Facet::Label),
            _ => None,
        };
        compare(measure, &pairs, recipe, by)
    });
}

fn compare<M: Measure>(
    measure: &M,
    pairs: &[(Sketch, Sketch)],
    recipe: Recipe,
    by: Option<Facet>,
) -> Result<(), TestCaseError> {
    let (gold, system): (Vec<_>, Vec<_>) = pairs.iter().cloned().unzip();
    let files = files(&gold, &system);
    let mut aligned = job(&files, recipe).by(by);
    aligned.ask.matches = Matches::All;
    let plain = Job { pairing: Pairing::InOrder, ..aligned.clone() };
    let Run { scored: from_groups, rows: group_rows } = aligned.run(measure);
    let Run { scored: from_pairs, rows: pair_rows } = plain.run(measure);
    prop_assert_eq!(group_rows.len(), pair_rows.len());
    for (group, pair) in group_rows.iter().zip(&pair_rows) {
        prop_assert_eq!(&group.trees, &Some([vec![pair.id.pair], vec![pair.id.pair]]));
        // A pair refused for words that only one side keeps is scored once it is aligned.
        if pair.refusal.is_none() {
            let shown = |row: &PairRow| {
                let PairRow { id, length, counts, refusal, matches, .. } = row;
                format!("{} {length:?} {counts:?} {refusal:?} {matches:?}", id.pair)
            };
            prop_assert_eq!(shown(group), shown(pair));
        }
    }
    if from_pairs.systems[0].setups[0].totals.refused == 0 {
        let shown = |scored: &Scored| format!("{:?} {:?}", scored.systems[0].setups, scored.gold);
        prop_assert_eq!(shown(&from_groups), shown(&from_pairs));
    }
    Ok(())
}
