//! Made-up recipes.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use treescore::prepare::{
    Average, Compare, Cut, DeletedWords, Empty, Equate, Name, PRESETS, Punctuation, Recipe, Repeats, Root,
    Trivial, WordForm,
};

use super::sketch::{LABELS, TAGS};

fn names(from: &'static [&'static str]) -> impl Strategy<Value = Vec<Name>> {
    subsequence(from, 0..4).prop_map(|names| names.iter().map(|name| name.as_bytes().to_vec()).collect())
}

/// A named recipe. Words are compared, which alignment needs.
pub fn named() -> impl Strategy<Value = Recipe> {
    (0..PRESETS.len()).prop_map(|at| {
        let mut recipe = PRESETS[at].recipe();
        if recipe.word_form == WordForm::Any {
            recipe.word_form = WordForm::Exact;
        }
        recipe
    })
}

/// The recipe, unless only one of several equal brackets can match: then a tree does not match itself.
pub fn matching_itself(recipe: Recipe) -> Recipe {
    let repeats = if recipe.repeats == Repeats::MatchOnce { Repeats::Each } else { recipe.repeats };
    Recipe { repeats, ..recipe }
}

/// Any recipe: a named one, or random choices. No quotes: the recipes repair them, and the twin does not.
pub fn recipe() -> impl Strategy<Value = Recipe> {
    let labels = || {
        select(&["S", "NP", "VP", "ADVP", "PRT", "X", "N", "V"][..]).prop_map(|name| name.as_bytes().to_vec())
    };
    // Empties are rare, because they delete much.
    let empties = prop_oneof![3 => Just(Vec::new()), 1 => names(&LABELS[1..]), 1 => names(&TAGS)];
    let lists = (names(&LABELS), names(&TAGS), names(&TAGS), vec((labels(), labels()), 0..4), empties);
    let cuts = || select(&[Cut::Keep, Cut::Penn, Cut::Spmrl][..]);
    let equate = select(&[Equate::Everything, Equate::Brackets][..]);
    let shape = (
        select(&[Compare::Labels, Compare::Labels, Compare::Spans][..]),
        select(&[Root::Count, Root::Drop][..]),
        select(&[Repeats::Each, Repeats::Each, Repeats::Once, Repeats::MatchOnce][..]),
        select(&[Trivial::Count, Trivial::DropWords, Trivial::DropSentence, Trivial::DropBoth][..]),
    );
    let words = (
        select(&[DeletedWords::Drop, DeletedWords::Keep][..]),
        select(&[Punctuation::OwnTags, Punctuation::GoldTags][..]),
        select(&[Empty::Skip, Empty::One, Empty::Zero][..]),
        select(&[None, Some(2), Some(5)][..]),
    );
    let random =
        (lists, (cuts(), cuts(), equate), shape, words).prop_map(|(lists, cuts, shape, words)| Recipe {
            labels: cuts.0,
            tags: cuts.1,
            delete: [lists.0, lists.1].concat(),
            deleted_words: words.0,
            empties: lists.4,
            uncounted: lists.2,
            equal_labels: lists.3,
            equate: cuts.2,
            equal_words: Vec::new(),
            word_form: WordForm::Exact,
            quotes: Vec::new(),
            edits: Vec::new(),
            closed: Vec::new(),
            compare: shape.0,
            root: shape.1,
            punctuation: words.1,
            repeats: shape.2,
            trivial: shape.3,
            empty: words.2,
            average: Average::Corpus,
            cutoff: words.3,
            shortest: 1,
        });
    // Which sentences are too short is decided by gold alone, so that sides cannot be exchanged.
    let named = named().prop_map(|recipe| Recipe { quotes: Vec::new(), shortest: 1, ..recipe });
    prop_oneof![1 => named, 3 => random]
}
