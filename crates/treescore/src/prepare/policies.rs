//! The parts of a recipe that concern root, trivial and repeated brackets.

use crate::values::hash::HashSet;

use super::recipe::{Recipe, Repeats, Root, Trivial};
use super::rules::{LabelRule, Rules};
use crate::tree::Span;

/// True if the recipe restricts brackets by more than their labels.
pub(super) fn has_any(recipe: &Recipe) -> bool {
    recipe.root != Root::Count || recipe.trivial != Trivial::Count || recipe.repeats == Repeats::Once
}

/// True if a root with this label does not count.
pub(super) fn is_dropped_root(recipe: &Recipe, rule: &LabelRule) -> bool {
    match recipe.root {
        Root::Count => false,
        Root::Drop => true,
        Root::Dummy => rule.is_dummy,
    }
}

/// True if a bracket with this span does not count in this sentence.
pub(super) fn is_trivial(recipe: &Recipe, span: Span, sentence: Span) -> bool {
    let (is_word, is_sentence) = (span.width() == 1, span == sentence);
    match recipe.trivial {
        Trivial::Count => false,
        Trivial::DropWords => is_word,
        Trivial::DropSentence => is_sentence,
        Trivial::DropBoth => is_word || is_sentence,
    }
}

/// The brackets seen over the current span. Brackets must come in the order of [`Span::key`].
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    span: Option<u64>,
    classes: HashSet<u32>,
}

impl Seen {
    /// Starts another tree.
    pub(super) fn clear(&mut self) {
        self.span = None;
    }

    /// True if this bracket does not count because it occurred before.
    pub(super) fn is_repeat(&mut self, rules: &Rules, span: u64, class: u32) -> bool {
        if rules.recipe().repeats != Repeats::Once {
            return false;
        }
        if self.span != Some(span) {
            self.classes.clear();
            self.span = Some(span);
        }
        !self.classes.insert(if rules.spans_only() { 0 } else { class })
    }
}
