//! The measures by name. A new measure is a file in `measure/` and a line here.

use std::ops::ControlFlow;

use crate::measure::{
    Attachment, ConceptAccuracy, DependencyMeasure, Figure, Index, Measure, Names, Parseval, StructIou,
    Tally, TreeNode, WordAccuracy,
};
use crate::prepare::{Recipe, SettingError};
use crate::read::Syntax;
use crate::report::build;
use crate::report::model::{Derive, Scores, SentenceScores, SystemReport};
use crate::run::{self, Job, Observer, RefusedAt, RunError, SentenceRow};

/// A measure by name.
pub struct Entry {
    /// Name in options.
    pub name: &'static str,
    /// Another name it answers to.
    pub alias: Option<&'static str>,
    /// What it measures, in one line.
    pub about: &'static str,
    /// Makes one with its usual settings.
    pub make: fn() -> Box<dyn AnyMeasure>,
}

/// All measures; the first is the default.
pub const MEASURES: &[Entry] = &[
    Entry::of::<Parseval>("parseval", "brackets: recall, precision, F1, crossing, tags").or("brackets"),
    Entry::of::<DependencyMeasure>(
        "dependency",
        "words with their relations and head words, as in SParseval",
    )
    .or("dependencies"),
    Entry {
        make: || Box::new(Made(DependencyMeasure::open_class())),
        ..Entry::of::<DependencyMeasure>("open-class", "dependency between words of open classes only")
    },
    Entry::of::<Attachment>("attachment", "words with the right head and labels: LAS, UAS"),
    Entry::of::<StructIou>("struct-iou", "trees over time, or over words that may differ"),
    Entry::of::<TreeNode>("tree-node", "all nodes by edit distance: correct, substituted, deleted, inserted"),
    Entry::of::<WordAccuracy>("word", "words in order: accuracy, word error rate and its parts"),
    Entry::of::<ConceptAccuracy>(
        "concept",
        "words in order, each with the labels around it: slots and values",
    ),
];

impl Entry {
    const fn of<M: Measure + Default + 'static>(name: &'static str, about: &'static str) -> Self {
        Self { name, alias: None, about, make: || Box::new(Made(M::default())) }
    }

    /// The same with another name to answer to.
    const fn or(self, alias: &'static str) -> Self {
        Self { alias: Some(alias), ..self }
    }
}

/// The measure of this name.
pub fn measure(name: &str) -> Option<&'static Entry> {
    MEASURES.iter().find(|entry| entry.name == name || entry.alias == Some(name))
}

/// A measure as the faces see it: any of them, with its settings.
pub trait AnyMeasure {
    /// Name in options and signatures.
    fn name(&self) -> &'static str;

    /// Its figures.
    fn figures(&self) -> &'static [Figure];

    /// The counts shown with every pair.
    fn shown_counts(&self) -> &'static [&'static str];

    /// BibTeX keys of the papers that define it.
    fn papers(&self) -> &'static [&'static str];

    /// What it asks of the two sides of a pair.
    fn index(&self) -> Index;

    /// How many bytes of trees are worth a thread's while, if that is not what it is for reading.
    fn block(&self) -> Option<usize>;

    /// How the trees are written.
    fn syntax(&self) -> Syntax;

    /// The recipe that is used if none is asked for.
    fn recipe(&self) -> Recipe;

    /// The names its tallies can be broken down by.
    fn names(&self) -> &'static [Names];

    /// Can it show what was mapped to what?
    fn maps(&self) -> bool;

    /// Its settings besides the recipe.
    fn settings(&self) -> Vec<(&'static str, String)>;

    /// Changes one of them; false if it has none of that name.
    ///
    /// # Errors
    /// If there is no such value.
    fn set(&mut self, key: &str, value: &str) -> Result<bool, SettingError>;

    /// How its figures are read off counts.
    fn derive(&self) -> Derive;

    /// Runs it.
    ///
    /// # Errors
    /// As [`run::score`].
    fn score(&self, job: &Job, watcher: &mut dyn Watcher) -> Result<Outcome, RunError>;
}

/// A measure in a box.
struct Made<M>(M);

impl<M: Measure> AnyMeasure for Made<M> {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn figures(&self) -> &'static [Figure] {
        self.0.figures()
    }

    fn shown_counts(&self) -> &'static [&'static str] {
        self.0.shown_counts()
    }

    fn papers(&self) -> &'static [&'static str] {
        self.0.papers()
    }

    fn index(&self) -> Index {
        self.0.index()
    }

    fn block(&self) -> Option<usize> {
        self.0.block()
    }

    fn syntax(&self) -> Syntax {
        self.0.syntax()
    }

    fn recipe(&self) -> Recipe {
        self.0.recipe()
    }

    fn names(&self) -> &'static [Names] {
        self.0.names()
    }

    fn maps(&self) -> bool {
        self.0.maps()
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        self.0.settings()
    }

    fn set(&mut self, key: &str, value: &str) -> Result<bool, SettingError> {
        self.0.set(key, value)
    }

    fn derive(&self) -> Derive {
        Derive::of::<M::Tally>()
    }

    fn score(&self, job: &Job, watcher: &mut dyn Watcher) -> Result<Outcome, RunError> {
        let measure = &self.0;
        let scored = run::score(job, measure, &mut Adapter { measure, watcher })?;
        let system = build::system_report(measure, job, &scored);
        Ok(Outcome { system, interrupted: scored.interrupted })
    }
}

/// Changes a setting of the measure, or else of the recipe.
///
/// # Errors
/// If neither has such a setting, or it does not take such a value.
pub fn set(
    measure: &mut dyn AnyMeasure,
    recipe: &mut Recipe,
    key: &str,
    value: &str,
) -> Result<(), SettingError> {
    if measure.set(key, value)? {
        return Ok(());
    }
    recipe.set(key, value).map_err(|error| match error {
        SettingError::Key { key, mut known } => {
            known.extend(measure.settings().iter().map(|(key, _)| *key));
            SettingError::Key { key, known }
        }
        SettingError::Value { .. } => error,
    })
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
    /// A pair was dealt with; only those of [`Job::sentences`].
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
    fn sentence(&mut self, row: SentenceRow<M::Tally>) {
        let scores = |tally: &M::Tally| Scores {
            values: self.measure.figures().iter().map(|figure| figure.key).zip(tally.corpus()).collect(),
            tally: tally.counts(),
        };
        self.watcher.pair(SentenceScores {
            pair: row.pair,
            words: row.length,
            utterance: row.utterance,
            scores: row.tally.as_ref().ok().map(scores),
            refused: row.tally.as_ref().err().map(ToString::to_string),
            mapping: row.detail,
            trees: row.trees.map(Into::into),
            speech: row.errors.map(Into::into),
        });
    }

    fn refused(&mut self, refused: &RefusedAt) {
        self.watcher.refused(refused);
    }

    fn progress(&mut self, pairs: u64, refused: u64, bytes: u64) -> ControlFlow<()> {
        self.watcher.progress(pairs, refused, bytes)
    }
}
