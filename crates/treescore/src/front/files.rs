//! Scoring files of trees: [`score`] and the builder [`Scoring`].

use std::path::Path;

use crate::measure::Facet;
use crate::read::{Corpus, OpenError};
use crate::report::{Report, build};
use crate::run::{self, Plan, RunError};
use crate::setup::{Setup, UnknownMeasure};

/// Starts scoring systems against gold. Each path is a file, a folder, or an `@list` of files;
/// [`Scoring::run`] returns the report.
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

/// Why files could not be scored.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ScoringError {
    /// The measure does not exist.
    #[error(transparent)]
    Measure(#[from] UnknownMeasure),
    /// The measure has no such breakdown.
    #[error("{measure} has no breakdown by {facet}")]
    Facet {
        /// The name of the measure.
        measure: &'static str,
        /// The facet that was asked for.
        facet: &'static str,
    },
    /// The run failed.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// A builder for a run over files, made by [`score`].
///
/// ```
/// use treescore::measure::Facet;
/// let dir = tempfile::tempdir()?;
/// let path = |name: &str| dir.path().join(name);
/// std::fs::write(path("gold"), "(S (NP (D a) (N b)) (V c))")?;
/// std::fs::write(path("heron"), "(S (D a) (VP (N b) (V c)))")?;
/// let report = treescore::score(path("gold"), [path("heron")])?.by(Facet::Label).run()?;
/// assert_eq!(report.measures[0].cells[0].scored.corpus[0], Some(0.5)); // F1
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Scoring {
    plan: Plan,
}

impl Scoring {
    /// Adds a measure by name, with its default recipe. Without any measure, `parseval` is used.
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

    /// Adds a breakdown of the scores by `facet`.
    #[must_use]
    pub fn by(mut self, facet: Facet) -> Self {
        self.plan.ask.facet = Some(facet);
        self
    }

    /// Sets the number of threads. The scores do not depend on it.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.plan.threads = threads;
        self
    }

    /// Reads and scores everything, and returns the report.
    ///
    /// # Errors
    /// If a file cannot be read, gold and a system have different numbers of trees, or a measure does not
    /// have the breakdown.
    pub fn run(mut self) -> Result<Report, ScoringError> {
        if self.plan.setups.is_empty() {
            self = self.measure("parseval")?;
        }
        if let Some(facet) = self.plan.ask.facet.as_ref().filter(|facet| facet.is_item_facet()) {
            let lacks = |setup: &&Setup| !setup.measure.info().facets.contains(facet);
            if let Some(setup) = self.plan.setups.iter().find(lacks) {
                return Err(ScoringError::Facet { measure: setup.measure.info().name, facet: facet.name() });
            }
        }
        self.plan.pair_folders().map_err(RunError::from)?;
        let scored = run::score(&self.plan, &mut ())?;
        Ok(build::report(&self.plan, &scored))
    }
}
