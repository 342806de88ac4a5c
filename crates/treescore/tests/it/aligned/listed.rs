//! The groups of an alignment with their words.

use std::ops::ControlFlow;

use treescore::measure::Parseval;
use treescore::prepare::Recipe;
use treescore::run::{Listed, ListedGroup, Listing, list};

use crate::aligned::job;
use crate::support::files::Files;

/// Aligns two files as `treescore align` does, and returns the groups and the sums.
pub(crate) fn listed(files: &Files, recipe: &Recipe) -> (Vec<ListedGroup>, Listing) {
    let job = job(files, recipe.clone());
    let mut groups = Vec::new();
    let sums = list((&job.gold, &job.system), &job.setup(&Parseval), &mut |found, _| {
        match found {
            Listed::Group(group) => groups.push(group),
            Listed::NotATree(..) => {}
        }
        ControlFlow::Continue(())
    });
    (groups, sums.unwrap())
}
