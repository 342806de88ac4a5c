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
mod positions;
mod twin;

use support::files::Files;
use support::kept::{self, Run};
use treescore::measure::Measure;
use treescore::prepare::Recipe;
use treescore::run::{Alignment, Job, Rows};

/// A job that aligns the texts and tells of every group.
fn job(files: &Files, recipe: Recipe) -> Job {
    Job {
        alignment: Some(Alignment::default()),
        sentences: Rows::All,
        keep_refused: true,
        ..files.job(recipe)
    }
}

/// Runs a job on files that can be read.
fn run<M: Measure>(job: &Job, measure: &M) -> Run<M::Tally> {
    kept::run(job, measure).unwrap()
}
