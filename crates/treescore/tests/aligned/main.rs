//! Alignment of texts: the kernel and the runner against their naive twin, and laws that hold for any two files.

#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

#[path = "../support/mod.rs"]
mod support;

mod accounts;
mod bytes;
mod listed;
mod local;
mod made;
mod plain;
mod twin;

use support::files::Files;
use support::kept::Kept;
use treescore::measure::Measure;
use treescore::prepare::Recipe;
use treescore::run::{Alignment, Job, Rows, Scored, SentenceRow, score};

/// A job that aligns the texts and tells of every group.
fn job(files: &Files, recipe: Recipe) -> Job {
    Job {
        alignment: Some(Alignment::default()),
        sentences: Rows::All,
        keep_refused: true,
        ..files.job(recipe)
    }
}

/// Runs a job; what it sums up, and its rows.
fn run<M: Measure>(job: &Job, measure: &M) -> (Scored<M::Tally>, Vec<SentenceRow<M::Tally>>) {
    let mut rows = Kept(Vec::new());
    let scored = score(job, measure, &mut rows).unwrap();
    (scored, rows.0)
}
