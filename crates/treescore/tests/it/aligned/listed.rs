//! The groups of an alignment with their words.

use std::ops::ControlFlow;

use treescore::measure::Parseval;
use treescore::prepare::Recipe;
use treescore::read::ReadOptions;
use treescore::run::{Listed, ListedGroup, Listing, list};

use crate::aligned::job;
use crate::support::files::Files;

/// Aligns two files as `treescore align` does, and returns the groups and the sums.
pub(crate) fn listed(files: &Files, recipe: &Recipe) -> (Vec<ListedGroup>, Listing) {
    let job = job(files, recipe.clone());
    let mut groups = Vec::new();
    let options = ReadOptions { as_wanted: true, ..ReadOptions::default() };
    let (gold, system) =
        (job.gold.clone().with_options(options.clone()), job.system.clone().with_options(options));
    let sums = list((&gold, &system), &job.setup(&Parseval), &mut |found, _| {
        match found {
            Listed::Group(group) => groups.push(group),
            Listed::NotATree(..) => {}
        }
        ControlFlow::Continue(())
    });
    (groups, sums.unwrap())
}
