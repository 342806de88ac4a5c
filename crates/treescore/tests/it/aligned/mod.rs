//! Text alignment: the kernel and the runner against their naive twin, and laws for any two files.

mod accounts;
mod bytes;
mod listed;
mod local;
mod made;
mod plain;
mod positions;
mod twin;

use crate::support::files::Files;
use crate::support::job::Job;
use treescore::prepare::Recipe;
use treescore::setup::{Pairing, TextAlignment};

/// A job that aligns the texts and keeps every group.
fn job(files: &Files, recipe: Recipe) -> Job {
    Job { pairing: Pairing::Text(TextAlignment::default()), ..files.job(recipe) }.keeping_all()
}
