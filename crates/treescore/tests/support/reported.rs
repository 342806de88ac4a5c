//! The report of a run of one system.

use treescore::measure::Measure;
use treescore::report::build::{columns, system_report};
use treescore::report::model::{Derive, Report};
use treescore::run::{Job, Scored, Signature};

/// The report of one run of a measure.
pub fn report<M: Measure>(measure: &M, scored: &Scored<M::Tally>, job: &Job) -> Report {
    let pairs = Some(scored.totals.pairs + scored.totals.refused);
    let signature = Signature { pairs, ..Signature::of(measure.name(), job.recipe.clone()) };
    Report {
        treescore: "0".to_owned(),
        measure: measure.name().to_owned(),
        papers: measure.papers().to_vec(),
        columns: columns(measure.figures()),
        average: job.recipe.average,
        systems: vec![system_report(measure, job, scored)],
        signature: signature.to_string(),
        interrupted: scored.interrupted,
        derive: Derive::of::<M::Tally>(),
    }
}
