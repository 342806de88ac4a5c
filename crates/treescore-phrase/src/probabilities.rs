//! What a phrase model says.

use super::{Category, Inventory, Sentence};

/// A candidate whose probability is not the default.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ListedCandidate {
    /// Its category.
    pub category: Category,
    /// Its first word.
    pub start: u32,
    /// One past its last word.
    pub end: u32,
    /// The probability that it is a true chunk.
    pub probability: f64,
    /// How much of it the rules of a grammar cover, from 0 to 1; 0 for models without rules.
    pub covered: f64,
}

/// A phrase model: the probability that a candidate is a true chunk, for every candidate. Implement it to measure a model without
/// a file.
pub trait PhraseProbabilities {
    /// The categories it knows.
    fn inventory(&self) -> &Inventory;

    /// From this length on (at least 1), candidates of a category share one default; results by length are pooled here.
    fn longest(&self) -> u32;

    /// The probability of candidates that are not listed, by category and length (from 1).
    fn default(&self, category: Category, length: u32) -> f64;

    /// Puts the other candidates of a sentence into `out`, which is empty; each at most once, in any order.
    fn listed(&mut self, sentence: &Sentence, out: &mut Vec<ListedCandidate>);
}

/// The default probabilities of a model as a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Defaults {
    longest: u32,
    /// By category, then length.
    table: Vec<f64>,
}

impl Defaults {
    /// The table of `probability`, by category and length from 1 to `longest`.
    pub fn new(inventory: &Inventory, longest: u32, probability: impl Fn(Category, u32) -> f64) -> Self {
        let longest = longest.max(1);
        let row = |category| (1..=longest).map(move |length| (category, length));
        let table = inventory.categories().flat_map(row);
        Self { longest, table: table.map(|(category, length)| probability(category, length)).collect() }
    }

    /// The defaults of a model.
    pub fn of(model: &impl PhraseProbabilities) -> Self {
        Self::new(model.inventory(), model.longest(), |category, length| model.default(category, length))
    }

    /// The length in which all greater ones are pooled.
    pub fn longest(&self) -> u32 {
        self.longest
    }

    /// The default of a candidate with this category and length (0 for a category of another inventory).
    pub fn get(&self, category: Category, length: u32) -> f64 {
        self.table.get(self.cell(category, length)).copied().unwrap_or(0.0)
    }

    /// How many entries there are: categories times lengths.
    pub(super) fn len(&self) -> usize {
        self.table.len()
    }

    /// The same with every probability changed.
    pub(super) fn map(self, change: impl Fn(f64) -> f64) -> Self {
        Self { longest: self.longest, table: self.table.into_iter().map(change).collect() }
    }

    /// Place of a category and length in tables of this shape.
    pub(super) fn cell(&self, category: Category, length: u32) -> usize {
        let column = length.clamp(1, self.longest) - 1;
        category.index() * self.longest as usize + column as usize
    }
}
