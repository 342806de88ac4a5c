//! The measures by name. A new measure is a file in `measure/` and a line here.

use std::ops::ControlFlow;

use crate::measure::{Figure, Measure, Parseval, Tally};
use crate::report::build;
use crate::report::model::{Scores, SentenceScores, SystemReport};
use crate::run::{self, Job, Observer, RefusedAt, RunError, SentenceRow};

/// A measure as the faces see it.
pub struct Entry {
    /// Name in options.
    pub name: &'static str,
    /// What it measures, in one line.
    pub about: &'static str,
    /// Its figures.
    pub figures: fn() -> &'static [Figure],
    /// The counts shown with every pair.
    pub shown_counts: fn() -> &'static [&'static str],
    /// BibTeX keys of the papers that define it.
    pub papers: fn() -> &'static [&'static str],
    /// Runs it.
    pub score: fn(&Job, &mut dyn Watcher) -> Result<Outcome, RunError>,
}

/// All measures; the first is the default.
pub const MEASURES: &[Entry] =
    &[Entry::of::<Parseval>("parseval", "brackets: recall, precision, F1, crossing, tags")];

impl Entry {
    const fn of<M: Measure + Default>(name: &'static str, about: &'static str) -> Self {
        Self {
            name,
            about,
            figures: || M::default().figures(),
            shown_counts: || M::default().shown_counts(),
            papers: || M::default().papers(),
            score: score::<M>,
        }
    }
}

/// The measure of this name.
pub fn measure(name: &str) -> Option<&'static Entry> {
    MEASURES.iter().find(|entry| entry.name == name)
}

/// What a run of any measure comes to.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The report of the system.
    pub system: SystemReport,
    /// True if the watcher ended the run.
    pub interrupted: bool,
}

/// Is told how a run of any measure goes, in the order of the input.
pub trait Watcher: Send {
    /// A pair was dealt with; only if [`Job::sentences`] is set.
    fn pair(&mut self, _scores: SentenceScores) {}

    /// A pair was refused.
    fn refused(&mut self, _refused: &RefusedAt) {}

    /// So many pairs, refusals and bytes so far; `Break` ends the run.
    fn progress(&mut self, _pairs: u64, _refused: u64, _bytes: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl Watcher for () {}

/// Makes what a typed run tells fit for a watcher.
struct Adapter<'w, M> {
    measure: &'w M,
    watcher: &'w mut dyn Watcher,
}

impl<M: Measure> Observer<M::Tally> for Adapter<'_, M> {
    fn sentence(&mut self, row: &SentenceRow<M::Tally>) {
        let scores = |tally: &M::Tally| Scores {
            values: self.measure.figures().iter().map(|figure| figure.key).zip(tally.corpus()).collect(),
            tally: tally.counts(),
        };
        self.watcher.pair(SentenceScores {
            pair: row.pair,
            words: row.length,
            scores: row.tally.as_ref().ok().map(scores),
            refused: row.tally.as_ref().err().map(ToString::to_string),
        });
    }

    fn refused(&mut self, refused: &RefusedAt) {
        self.watcher.refused(refused);
    }

    fn progress(&mut self, pairs: u64, refused: u64, bytes: u64) -> ControlFlow<()> {
        self.watcher.progress(pairs, refused, bytes)
    }
}

fn score<M: Measure + Default>(job: &Job, watcher: &mut dyn Watcher) -> Result<Outcome, RunError> {
    let measure = M::default();
    let scored = run::score(job, &measure, &mut Adapter { measure: &measure, watcher })?;
    let system = build::system_report(&measure, job, &scored);
    Ok(Outcome { system, interrupted: scored.interrupted })
}
