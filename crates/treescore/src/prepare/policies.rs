//! What a recipe says about brackets besides their labels: outermost ones, trivial ones, repeated ones.

use rustc_hash::FxHashSet;

use super::recipe::{Recipe, Repeats, Root, Trivial};
use super::rules::{LabelRule, Rules};
use crate::tree::Span;

/// Is there anything to look at besides labels?
pub(super) fn any(recipe: &Recipe) -> bool {
    recipe.root != Root::Count || recipe.trivial != Trivial::Count || recipe.repeats == Repeats::Once
}

/// Does a root with this label not count?
pub(super) fn drops_root(recipe: &Recipe, rule: &LabelRule) -> bool {
    match recipe.root {
        Root::Count => false,
        Root::Drop => true,
        Root::Dummy => rule.is_dummy,
    }
}

/// Does a bracket over these words not count, in a sentence of these words?
pub(super) fn is_trivial(recipe: &Recipe, span: Span, sentence: Span) -> bool {
    let (is_word, is_sentence) = (span.width() == 1, span == sentence);
    match recipe.trivial {
        Trivial::Count => false,
        Trivial::DropWords => is_word,
        Trivial::DropSentence => is_sentence,
        Trivial::DropBoth => is_word || is_sentence,
    }
}

/// The brackets over the same words that were seen; they must come in the order of [`Span::key`].
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    span: Option<u64>,
    classes: FxHashSet<u32>,
}

impl Seen {
    /// Begins another tree.
    pub(super) fn clear(&mut self) {
        self.span = None;
    }

    /// Does this bracket not count because it was there before?
    pub(super) fn is_repeat(&mut self, rules: &Rules, span: u64, class: u32) -> bool {
        if rules.recipe().repeats == Repeats::Each {
            return false;
        }
        if self.span != Some(span) {
            self.classes.clear();
            self.span = Some(span);
        }
        !self.classes.insert(if rules.spans_only() { 0 } else { class })
    }
}
