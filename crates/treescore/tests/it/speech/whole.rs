//! Speech scoring from end to end against the naive twin: all counts are equal.

use proptest::prelude::*;
use treescore::align::OneSided;
use treescore::align::sequence::Costs;
use treescore::prepare::Recipe;
use treescore::setup::{Pairing, WordAlignment};

use crate::speech::made::{PLAIN, SPEECH, Side, Vocabulary, manner, recipe, sides, text};
use crate::speech::runs::{Folders, numbers};
use crate::speech::twin;
use crate::support::sketch::check;

fn compare(
    folders: &Folders,
    (gold, system): &(Side, Side),
    recipe: &Recipe,
    (costs, one_sided): (Costs, OneSided),
) -> Result<(), TestCaseError> {
    let (gold, system) = (text(gold), text(system));
    folders.rewrite(0, &gold, &system);
    let alignment = WordAlignment { costs, one_sided, ..WordAlignment::default() };
    let found = numbers(&folders.job(recipe, Pairing::Sides(alignment)));
    let expected = twin::numbers(&gold, &system, recipe, (costs, one_sided));
    prop_assert_eq!(found, expected, "\n{}\n{}", gold, system);
    Ok(())
}

fn like_the_twin(cases: u32, from: Vocabulary, words: usize) {
    let folders = Folders::new::<&str>(&[]);
    check(cases, (sides(from, words), recipe(), manner()), |(sides, recipe, manner)| {
        compare(&folders, &sides, &recipe, manner)
    });
}

#[test]
fn short_sides() {
    like_the_twin(2000, SPEECH, 8);
}

#[test]
fn longer_sides() {
    like_the_twin(400, SPEECH, 30);
}

#[test]
fn sides_without_repairs() {
    like_the_twin(600, PLAIN, 16);
}
