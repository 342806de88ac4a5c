//! `--explain RECIPE`: what the rules are worth that lead from a score by another recipe to that of the report.

use std::mem;

use treescore::explain::{End, Explanation, Lattice};
use treescore::run::{Plan, score};
use treescore::setup::StatSettings;

use super::{OfScoreError, ReportError, ScoreError};
use crate::args::ScoreArgs;
use crate::interrupt;
use crate::job::{Job, threads_for_setups};
use crate::messages::Messages;
use crate::recipes;
use crate::watch::Follow;

/// A lattice, and the threads that its run takes.
pub(super) struct Explained {
    lattice: Lattice,
    threads: usize,
}

/// Finds the rules in which a recipe differs from that of the report's measure.
pub(super) fn lattice(
    args: &ScoreArgs,
    (job, setup): (&mut Job, usize),
    recipe: &str,
) -> Result<Explained, OfScoreError> {
    let setup = job.plan.setups[setup].clone();
    let other = recipes::find(recipe, &mut job.notes).map_err(ScoreError::from)?;
    let from = End::new(recipe, setup.clone().with_recipe(other));
    let seed =
        job.plan.ask.statistics.as_ref().map_or(StatSettings::default().seed, |asked| asked.settings.seed);
    let lattice = Lattice::new(from, End::new("this report", setup), &[], seed)
        .map_err(|error| ReportError::Explain { recipe: recipe.to_owned(), error })?;
    Ok(Explained { lattice, threads: threads_for_setups(args, &job.plan) })
}

/// Scores all systems by the setups between the two recipes. A system without a score has no explanation. `None` if the run was
/// interrupted.
pub(super) fn explain(
    explained: &Explained,
    plan: &mut Plan,
    messages: &Messages,
) -> Result<Option<Vec<Option<Explanation>>>, OfScoreError> {
    let (asked, setups) = (mem::take(&mut plan.ask), mem::take(&mut plan.setups));
    let threads = mem::replace(&mut plan.threads, explained.threads);
    explained.lattice.ask(plan);
    let mut follow = Follow::new(messages.progress(None));
    let scored = score(plan, &mut follow);
    follow.finish();
    (plan.ask, plan.setups, plan.threads) = (asked, setups, threads);
    let scored = scored.map_err(ScoreError::from)?;
    if scored.interrupted || interrupt::is_requested() {
        return Ok(None);
    }
    // All that can be missing is a figure of a system of which nothing was scored.
    Ok(Some((0..plan.systems.len()).map(|system| explained.lattice.explain(&scored, system).ok()).collect()))
}
