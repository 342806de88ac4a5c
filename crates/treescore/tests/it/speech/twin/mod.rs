//! A naive twin of speech scoring, step by step as described in docs/recipes.md and docs/dependency.md: trees
//! are rewritten, tables are filled completely, and lists are searched from the beginning.

mod count;
mod heads;
mod table;
mod trees;
mod words;

use treescore::align::OneSided;
use treescore::align::sequence::Costs;
use treescore::prepare::Recipe;

use crate::speech::runs::Numbers;
use heads::{Dependency, Heads};
use trees::{Bracket, Word};
use words::Classes;

/// One side, prepared.
#[derive(Debug, Default)]
pub(crate) struct Side {
    /// The counted words.
    pub(crate) words: Vec<Word>,
    /// Their classes.
    pub(crate) classes: Vec<String>,
    /// Their forms, and the forms that equal them by a pair of the recipe.
    forms: Vec<(String, Vec<String>)>,
    brackets: Vec<Bracket>,
    dependencies: Vec<Dependency>,
    /// The number of words up to the end of each utterance that has any.
    ends: Vec<usize>,
}

impl Side {
    /// Reads and prepares the trees of a side, one on each line.
    pub(crate) fn read(text: &str, recipe: &Recipe) -> Self {
        let (classes, heads) = (Classes::new(recipe), Heads::named("charniak"));
        let mut side = Self::default();
        for line in text.lines() {
            let tree = trees::prepare(trees::parse(line), recipe, &mut side.words);
            if side.words.len() > side.ends.last().copied().unwrap_or(0) {
                side.ends.push(side.words.len());
            }
            side.brackets.extend(trees::brackets(&tree, recipe));
            let open = |word: &Word| !classes.is_closed(word, recipe);
            side.dependencies.extend(heads::dependencies(&tree, &heads, recipe, &open));
        }
        side.dependencies.sort_by_key(|one| one.word);
        side.classes = side.words.iter().map(|word| classes.class(&word.text)).collect();
        side.forms = side
            .words
            .iter()
            .map(|word| classes.form(&word.text))
            .map(|form| (form.clone(), classes.partners(&form)))
            .collect();
        side
    }

    /// True if the recipe makes a word of this side and one of another equal.
    pub(crate) fn is_equal(&self, word: usize, other: &Self, other_word: usize) -> bool {
        let ((form, partners), (other, _)) = (&self.forms[word], &other.forms[other_word]);
        form == other || partners.contains(other)
    }

    /// The cells of the words of both sides.
    pub(crate) fn align(&self, system: &Self, costs: Costs) -> Vec<table::Cell> {
        let is_equal = |i: usize, j: usize| self.is_equal(i, system, j);
        table::align(self.words.len(), system.words.len(), &is_equal, costs)
    }
}

/// The counts of all measures.
pub(crate) fn numbers(
    gold: &str,
    system: &str,
    recipe: &Recipe,
    (costs, one_sided): (Costs, OneSided),
) -> Numbers {
    let (gold, system) = (Side::read(gold, recipe), Side::read(system, recipe));
    let cells = gold.align(&system, costs);
    count::numbers(&gold, &system, &cells, recipe, (costs, one_sided))
}
