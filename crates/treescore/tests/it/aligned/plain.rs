//! Where words and sentences are the same, alignment changes no digit.

use proptest::prelude::*;
use treescore::measure::{Bins, Facet, Measure, Parseval, StructIou, TreeNode, WordAccuracy};
use treescore::prepare::{PRESETS, Recipe};
use treescore::run::{Matches, PairRow, Scored};
use treescore::setup::Pairing;

use crate::aligned::job;
use crate::aligned::made::{files, same_words};
use crate::support::job::{Job, Run};
use crate::support::recipes::recipe;
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

/// With every recipe that has a name, and with random ones.
fn changes_nothing<M: Measure>(measure: &M) {
    let named = (0..PRESETS.len()).prop_map(|at| PRESETS[at].recipe());
    let recipes = prop_oneof![named, recipe()];
    check(400, (same_words(), recipes, 0..3u8), |(pairs, mut recipe, by)| {
        // A tree whose words all vanish by their tags has no text, and is not there; there is always one that is no trace.
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
    let Run { scored: ours, rows: our_rows } = aligned.run(measure);
    let Run { scored: theirs, rows: their_rows } = plain.run(measure);
    prop_assert_eq!(our_rows.len(), their_rows.len());
    for (our, their) in our_rows.iter().zip(&their_rows) {
        prop_assert_eq!(&our.trees, &Some([vec![their.id.pair], vec![their.id.pair]]));
        // What is refused for words that only one side keeps is scored once it is aligned.
        if their.refusal.is_none() {
            let shown = |row: &PairRow| {
                let PairRow { id, length, counts, refusal, matches, .. } = row;
                format!("{} {length:?} {counts:?} {refusal:?} {matches:?}", id.pair)
            };
            prop_assert_eq!(shown(our), shown(their));
        }
    }
    if theirs.systems[0].setups[0].totals.refused == 0 {
        let shown = |scored: &Scored| format!("{:?} {:?}", scored.systems[0].setups, scored.gold);
        prop_assert_eq!(shown(&ours), shown(&theirs));
    }
    Ok(())
}
