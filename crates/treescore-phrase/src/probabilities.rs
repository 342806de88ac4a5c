//! The probabilities of a phrase model.

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

/// A phrase model: the probability, for every candidate, that it is a true chunk.
///
/// Implement it to score your own model without a file; [`PhraseScorer`](super::PhraseScorer) has an example.
pub trait PhraseProbabilities {
    /// Returns the categories it knows.
    fn inventory(&self) -> &Inventory;

    /// Returns the length (at least 1) from which all longer candidates of a category share one default.
    /// Results by length are pooled there.
    fn longest(&self) -> u32;

    /// Returns the probability of candidates that are not listed, by category and length (from 1).
    fn default(&self, category: Category, length: u32) -> f64;

    /// Adds the other candidates of a sentence to `out`, which is empty: each at most once, in any order.
    fn list_candidates(&mut self, sentence: &Sentence, out: &mut Vec<ListedCandidate>);
}

/// The default probabilities of a model as a table.
///
/// ```
/// use treescore_phrase::{Defaults, Inventory};
/// let inventory = Inventory::new(["NP", "Null"])?;
/// let defaults = Defaults::new(&inventory, 2, |_, length| 0.5 / f64::from(length));
/// let np = inventory.find(b"NP").unwrap();
/// assert_eq!((defaults.get(np, 1), defaults.get(np, 2), defaults.get(np, 9)), (0.5, 0.25, 0.25));
/// # Ok::<(), treescore_phrase::InventoryError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Defaults {
    longest: u32,
    /// By category, then length.
    table: Vec<f64>,
}

impl Defaults {
    /// Creates the table of `probability`, by category and length from 1 to `longest`.
    pub fn new(inventory: &Inventory, longest: u32, probability: impl Fn(Category, u32) -> f64) -> Self {
        let longest = longest.max(1);
        let row = |category| (1..=longest).map(move |length| (category, length));
        let table = inventory.categories().flat_map(row);
        Self { longest, table: table.map(|(category, length)| probability(category, length)).collect() }
    }

    /// Creates the table of a model's defaults.
    pub fn from_model(model: &impl PhraseProbabilities) -> Self {
        Self::new(model.inventory(), model.longest(), |category, length| model.default(category, length))
    }

    /// Returns the length at which all longer ones are pooled.
    pub fn longest(&self) -> u32 {
        self.longest
    }

    /// Returns the default of candidates with this category and length (0 for a category of another
    /// inventory).
    pub fn get(&self, category: Category, length: u32) -> f64 {
        self.table.get(self.cell(category, length)).copied().unwrap_or(0.0)
    }

    /// Returns the number of entries: categories times lengths.
    pub(super) fn len(&self) -> usize {
        self.table.len()
    }

    /// Returns the table with every probability changed.
    pub(super) fn map(self, change: impl Fn(f64) -> f64) -> Self {
        Self { longest: self.longest, table: self.table.into_iter().map(change).collect() }
    }

    /// Returns the index of a category and length in tables of this shape.
    pub(super) fn cell(&self, category: Category, length: u32) -> usize {
        let column = length.clamp(1, self.longest) - 1;
        category.index() * self.longest as usize + column as usize
    }
}
