//! Files of trees, scored in a few words.

use std::path::Path;

use crate::measure::Facet;
use crate::read::{Corpus, OpenError};
use crate::report::{Report, build};
use crate::run::{self, Plan, RunError};
use crate::setup::{Setup, UnknownMeasure};

/// Scores systems against gold: files, folders, or `@list`s of files. [`Scoring::run`] gives the report.
///
/// # Errors
/// If a file does not exist.
///
/// ```no_run
/// use treescore::measure::Facet;
/// let report = treescore::score("gold.trees", ["a.trees", "b.trees"])?
///     .measure("dependency")?
///     .by(Facet::Label)
///     .run()?;
/// println!("{report}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn score<P: AsRef<Path>>(
    gold: impl AsRef<Path>,
    systems: impl IntoIterator<Item = P>,
) -> Result<Scoring, OpenError> {
    let mut found = Vec::new();
    for system in systems {
        found.push(Corpus::find(system.as_ref())?);
    }
    Corpus::tell_apart(&mut found);
    let systems = found.into_iter().map(Into::into).collect();
    Ok(Scoring { plan: Plan::new(Corpus::find(gold.as_ref())?.into(), systems, Vec::new()) })
}

/// Why files were not scored.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ScoringError {
    /// A measure that does not exist.
    #[error(transparent)]
    Measure(#[from] UnknownMeasure),
    /// A breakdown that a measure does not have.
    #[error("{measure} has no scores by {facet}")]
    Facet {
        /// The measure.
        measure: &'static str,
        /// What it was to be broken down by.
        facet: &'static str,
    },
    /// The run failed.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// A run over files that is put together step by step.
pub struct Scoring {
    plan: Plan,
}

impl Scoring {
    /// Adds a measure by name, with its own recipe. Without any, it is `parseval`.
    ///
    /// # Errors
    /// If no measure has this name.
    pub fn measure(self, name: &str) -> Result<Self, UnknownMeasure> {
        Ok(self.setup(Setup::named(name)?))
    }

    /// Adds a setup.
    #[must_use]
    pub fn setup(mut self, setup: Setup) -> Self {
        self.plan.setups.push(setup);
        self
    }

    /// Breaks the scores down.
    #[must_use]
    pub fn by(mut self, facet: Facet) -> Self {
        self.plan.ask.facet = Some(facet);
        self
    }

    /// Works on so many threads; the numbers do not depend on it.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.plan.threads = threads;
        self
    }

    /// Scores everything in one pass.
    ///
    /// # Errors
    /// If a file cannot be read, gold and a system do not have equally many trees, or a measure has no such breakdown.
    pub fn run(mut self) -> Result<Report, ScoringError> {
        if self.plan.setups.is_empty() {
            self = self.measure("parseval")?;
        }
        if let Some(facet) = self.plan.ask.facet.as_ref().filter(|facet| facet.is_of_items()) {
            let lacks = |setup: &&Setup| !setup.measure.info().facets.contains(facet);
            if let Some(setup) = self.plan.setups.iter().find(lacks) {
                return Err(ScoringError::Facet { measure: setup.measure.info().name, facet: facet.name() });
            }
        }
        let scored = run::score(&self.plan, &mut ())?;
        Ok(build::report(&self.plan, &scored))
    }
}
