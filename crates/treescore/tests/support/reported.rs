//! The report of a run of one system.

use treescore::measure::{BracketTally, Measure, Parseval};
use treescore::prepare;
use treescore::report::build::{columns, system_report};
use treescore::report::model::{Average, Derive, Report};
use treescore::run::{Job, Scored, Signature};

/// The report of one run of PARSEVAL.
pub fn report(scored: &Scored<BracketTally>, job: &Job) -> Report {
    let pairs = Some(scored.totals.pairs + scored.totals.refused);
    let signature = Signature { pairs, ..Signature::of(Parseval.name(), job.recipe.clone()) };
    Report {
        treescore: "0".to_owned(),
        measure: Parseval.name().to_owned(),
        papers: Parseval.papers().to_vec(),
        columns: columns(Parseval.figures()),
        average: match job.recipe.average {
            prepare::Average::Corpus => Average::Corpus,
            prepare::Average::Sentence => Average::Sentence,
        },
        systems: vec![system_report(&Parseval, job, scored)],
        signature: signature.to_string(),
        interrupted: scored.interrupted,
        derive: Derive::of::<BracketTally>(),
    }
}
