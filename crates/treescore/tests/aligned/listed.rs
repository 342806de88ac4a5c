//! The groups that alignment finds, with their words.

use std::ops::ControlFlow;

use treescore::read::{Syntax, Unit};
use treescore::run::{AlignedInput, Listed, ListedGroup, TextAlignment, TextSums, list};

use crate::support::files::Files;
use treescore::prepare::Recipe;

/// Aligns two files as `treescore align` does: the groups, and the sums.
pub(crate) fn listed(files: &Files, recipe: &Recipe) -> (Vec<ListedGroup>, TextSums) {
    let job = files.job(recipe.clone());
    let alignment = TextAlignment::default();
    let input = AlignedInput {
        alignment: &alignment,
        gold: &job.gold,
        system: &job.system,
        unit: Unit::Tree,
        syntax: &Syntax::Trees,
        recipe,
        block: None,
    };
    let mut groups = Vec::new();
    let sums = list(&input, &mut |found, _| {
        match found {
            Listed::Group(group) => groups.push(group),
            Listed::NotATree(..) => {}
        }
        ControlFlow::Continue(())
    });
    (groups, sums.unwrap())
}
