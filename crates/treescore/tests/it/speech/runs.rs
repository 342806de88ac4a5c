//! Runs over sides, and the numbers they give.

use std::path::{Path, PathBuf};

use tempfile::TempDir;
use treescore::align::WordCounts;
use treescore::measure::dependency;
use treescore::measure::{
    Attachment, AttachmentCounts, BracketCounts, DependencyCounts, DependencyMeasure, Measure, Parseval,
};
use treescore::prepare::Recipe;
use treescore::read::Corpus;
use treescore::setup::{Pairing, WordAlignment};

use crate::support::files::write;
use crate::support::job::{Job, Run};

/// What all measures count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Numbers {
    /// Matched, gold, system, crossing; words of both sides, right tags.
    pub(crate) brackets: [u64; 7],
    /// Matched, matched whatever the labels, gold, system.
    pub(crate) dependency: [u64; 4],
    pub(crate) open: [u64; 4],
    pub(crate) in_order: [u64; 4],
    pub(crate) open_in_order: [u64; 4],
    /// The same, and words with the right labels.
    pub(crate) attachment: [u64; 5],
    pub(crate) errors: WordCounts,
}

/// Files of both sides, in folders of their own.
#[derive(Debug)]
pub(crate) struct Folders(TempDir);

impl Folders {
    /// Folders with one file for each side of a conversation.
    pub(crate) fn new<T: AsRef<str>>(sides: &[(T, T)]) -> Self {
        let folders = Self(tempfile::tempdir().unwrap());
        for name in ["gold", "system"] {
            std::fs::create_dir(folders.folder(name)).unwrap();
        }
        for (number, (gold, system)) in sides.iter().enumerate() {
            folders.rewrite(number, gold.as_ref(), system.as_ref());
        }
        folders
    }

    /// Other trees for one side.
    pub(crate) fn rewrite(&self, number: usize, gold: &str, system: &str) {
        for (name, text) in [("gold", gold), ("system", system)] {
            write(&self.folder(name).join(format!("{number:03}")), text.as_bytes());
        }
    }

    fn folder(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A job with this pairing.
    pub(crate) fn job(&self, recipe: &Recipe, pairing: Pairing) -> Job {
        let find = |path: &Path| Corpus::find(path).unwrap();
        let job = Job::new(find(&self.folder("gold")), find(&self.folder("system")), recipe.clone());
        Job { pairing, ..job }.keeping_all()
    }

    /// The numbers of a job that aligns words side by side.
    pub(crate) fn by_side(&self, recipe: &Recipe) -> Numbers {
        numbers(&self.job(recipe, Pairing::Sides(WordAlignment::default())))
    }
}

/// What a measure gives, where nothing is refused.
pub(crate) fn scored<M: Measure>(job: &Job, measure: &M) -> Run {
    let run = job.run(measure);
    assert_eq!(run.totals().refused, 0, "{:?}", run.scored.refused);
    run
}

pub(crate) fn brackets(tally: &BracketCounts) -> [u64; 7] {
    let BracketCounts { matched, gold, system, crossing, words, system_words, tags, .. } = *tally;
    [matched, gold, system, crossing, words, system_words, tags]
}

pub(crate) fn dependencies(tally: &DependencyCounts) -> [u64; 4] {
    [tally.matched, tally.unlabeled, tally.gold, tally.system]
}

pub(crate) fn attachment(tally: &AttachmentCounts) -> [u64; 5] {
    [tally.matched, tally.unlabeled, tally.gold, tally.system, tally.labels]
}

/// The numbers of a job, where nothing is refused.
pub(crate) fn numbers(job: &Job) -> Numbers {
    let in_order = |measure| DependencyMeasure { match_by: dependency::MatchBy::Order, ..measure };
    let of = |measure: DependencyMeasure| dependencies(&scored(job, &measure).counts());
    let parseval = scored(job, &Parseval);
    Numbers {
        brackets: brackets(&parseval.counts()),
        dependency: of(DependencyMeasure::default()),
        open: of(DependencyMeasure::open_class()),
        in_order: of(in_order(DependencyMeasure::default())),
        open_in_order: of(in_order(DependencyMeasure::open_class())),
        attachment: attachment(&scored(job, &Attachment::default()).counts()),
        errors: parseval.words(),
    }
}
