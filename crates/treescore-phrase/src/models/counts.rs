//! The counts that a model consists of, as stored in a model file.

use super::ModelSettings;
use crate::tagger::{Tag, TagSet, TaggerCounts};
use crate::{Category, Inventory};

/// The stored counts of a model. Its probabilities follow from them.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelCounts {
    /// The settings it was trained with.
    pub settings: ModelSettings,
    /// The categories of chunks.
    pub inventory: Inventory,
    /// Candidates and true chunks of the first corpus.
    pub first: FirstTotals,
    /// The tags of rules.
    pub tags: TagSet,
    /// The tagger's counts; `None` if tags are certain.
    pub tagger: Option<TaggerCounts>,
    /// Candidates of the second corpus, if there was one.
    pub second: Option<SecondTotals>,
    /// The rules, sorted by the name of the category, then by tags.
    pub rules: Vec<Rule>,
}

/// Candidates and true chunks of the first corpus.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FirstTotals {
    /// Number of sentences.
    pub sentences: u64,
    /// Number of spans by length, from 1.
    pub spans: Vec<u64>,
    /// Number of true chunks by category, then length.
    pub true_chunks: Vec<u64>,
}

/// Candidates of the second corpus that rules do not cover.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SecondTotals {
    /// Number of sentences.
    pub sentences: u64,
    /// Number of spans by length, from 1.
    pub spans: Vec<u64>,
    /// How much of the candidates is covered, by category, then length.
    pub covered: Vec<f64>,
    /// How much of the true chunks is not covered, by category, then length.
    pub uncovered_true: Vec<f64>,
}

/// A category and a sequence of tags that it may consist of.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// The category.
    pub category: Category,
    /// The tags, one or more.
    pub tags: Box<[Tag]>,
    /// How often it occurred in the first corpus.
    pub weight: f64,
    /// How often it was found in the second corpus, and how often it was right.
    pub found: Evidence,
    /// The same by the tag that followed, sorted.
    pub follow: Vec<(Tag, Evidence)>,
}

/// How often something was found, and how often it was a true chunk. Both are sums of probabilities.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Evidence {
    /// How often it was found.
    pub all: f64,
    /// How often it was a true chunk.
    pub true_ones: f64,
}
