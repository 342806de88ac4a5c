//! A tree with its recipe applied: the words that count, and the brackets over them.

use rustc_hash::FxHashSet;

use super::quotes;
use super::recipe::{Punctuation, Recipe, Repeats, Root, Trivial};
use super::rules::{LabelRule, Rules};
use crate::tree::{Arena, Span};

/// The words and brackets of one side that count. Buffers only grow, so preparing allocates nothing once they are warm.
///
/// Brackets stand in opening order, which is the order of [`Span::key`].
#[derive(Clone, Debug, Default)]
pub struct Prepared {
    /// Numbers of the words that count; valid up to `words`.
    kept: Vec<u32>,
    /// For each word of the tree, how many kept words come before it; valid up to the tree's words + 1.
    before: Vec<u32>,
    words: usize,
    length: u32,
    spans: Vec<u64>,
    classes: Vec<u32>,
    brackets: usize,
    /// Classes seen over the same words, while repeated brackets are taken out.
    seen: FxHashSet<u32>,
}

fn grow(buffer: &mut Vec<u32>, length: usize) {
    if buffer.len() < length {
        buffer.resize(length.next_power_of_two(), 0);
    }
}

impl Prepared {
    /// Numbers (in the tree) of the words that count, in order.
    #[inline]
    pub fn kept(&self) -> &[u32] {
        &self.kept[..self.words]
    }

    /// How many words the sentence has by the recipe's way of counting its length.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// The spans of the brackets that count, as keys in opening order.
    #[inline]
    pub fn spans(&self) -> &[u64] {
        &self.spans[..self.brackets]
    }

    /// The classes of the same brackets.
    #[inline]
    pub fn classes(&self) -> &[u32] {
        &self.classes[..self.brackets]
    }

    /// Applies the rules to a tree.
    pub fn prepare(&mut self, arena: &Arena, rules: &Rules) {
        self.prepare_words(arena, rules, |_, rule| rule.keep_word);
        self.prepare_brackets(arena, rules);
    }

    /// The same, but the words numbered in `forced` (ascending) count whatever their tags.
    pub(super) fn prepare_with(&mut self, arena: &Arena, rules: &Rules, forced: &[u32]) {
        self.prepare_words(arena, rules, |number, rule| {
            rule.keep_word || forced.binary_search(&(number as u32)).is_ok()
        });
        self.prepare_brackets(arena, rules);
    }

    /// Applies the rules to a system tree whose words are deleted where the gold words are: `gold` says which words of the
    /// gold tree count. Empty elements go by each side's own tags.
    ///
    /// If the two do not have the same number of words, own tags decide after all.
    pub fn prepare_by_gold(&mut self, arena: &Arena, rules: &Rules, gold_arena: &Arena, gold: &Self) {
        let by_label = rules.by_label();
        let count =
            |arena: &Arena| arena.words().iter().filter(|w| !by_label[w.tag.index()].is_trace).count();
        if count(arena) != count(gold_arena) {
            return self.prepare(arena, rules);
        }
        let gold_words =
            gold_arena.words().iter().enumerate().filter(|(_, w)| !by_label[w.tag.index()].is_trace);
        let mut decisions = gold_words.map(|(number, _)| gold.counts(number));
        self.prepare_words(arena, rules, |_, rule| {
            !rule.is_trace && decisions.next().unwrap_or(rule.keep_word)
        });
        self.prepare_brackets(arena, rules);
    }

    fn prepare_words(
        &mut self,
        arena: &Arena,
        rules: &Rules,
        mut keep: impl FnMut(usize, &LabelRule) -> bool,
    ) {
        let by_label = rules.by_label();
        grow(&mut self.kept, arena.words().len() + 1);
        grow(&mut self.before, arena.words().len() + 1);
        // Slices of their own instead of the vectors: about 1 % of a run, because the loop need not ask after each store whether
        // the vectors have moved.
        let (kept_words, before) = (&mut self.kept[..], &mut self.before[..]);
        let (mut kept, mut length) = (0, 0);
        for (number, (word, before)) in arena.words().iter().zip(before.iter_mut()).enumerate() {
            let rule = &by_label[word.tag.index()];
            kept_words[kept] = number as u32;
            *before = kept as u32;
            kept += usize::from(keep(number, rule)); // no branch: which words go is hard to predict
            length += u32::from(rule.in_length);
        }
        before[arena.words().len()] = kept as u32;
        self.words = kept;
        self.length = length;
    }

    /// Does this word of the tree count?
    fn counts(&self, number: usize) -> bool {
        self.before[number] != self.before[number + 1]
    }

    fn prepare_brackets(&mut self, arena: &Arena, rules: &Rules) {
        grow(&mut self.classes, arena.nodes().len() + 1);
        if self.spans.len() < self.classes.len() {
            self.spans.resize(self.classes.len(), 0);
        }
        let (by_label, before) = (rules.by_label(), &self.before[..]);
        let (spans, classes) = (&mut self.spans[..], &mut self.classes[..]);
        let mut count = 0;
        for node in arena.nodes() {
            let rule = &by_label[node.label.index()];
            let (start, stop) = node.bounds();
            let (start, stop) = (before[start as usize], before[stop as usize]);
            spans[count] = (u64::from(start) << 32) | u64::from(!stop); // Span::key without its check
            classes[count] = rule.bracket;
            count += usize::from(rule.keep_bracket) & usize::from(start < stop);
        }
        self.brackets = count;
        let recipe = rules.recipe();
        if recipe.root == Root::Drop || recipe.trivial != Trivial::Count || recipe.repeats == Repeats::Once {
            self.apply_policies(arena, rules);
        }
    }

    /// The rarer policies, as a second pass over what is left.
    fn apply_policies(&mut self, arena: &Arena, rules: &Rules) {
        let recipe = rules.recipe();
        let words = self.words as u32;
        let root = (recipe.root == Root::Drop).then(|| self.first_root(arena, rules)).flatten();
        let mut count = 0;
        let mut previous = None;
        for at in (0..self.brackets).filter(|&at| root != Some(at)) {
            let (span, class) = (self.spans[at], self.classes[at]);
            if previous != Some(span) {
                self.seen.clear();
                previous = Some(span);
            }
            let is_new = self.seen.insert(if rules.spans_only() { 0 } else { class });
            let repeated = recipe.repeats == Repeats::Once && !is_new;
            if is_trivial(recipe, Span::of_key(span), words) || repeated {
                continue;
            }
            self.spans[count] = span;
            self.classes[count] = class;
            count += 1;
        }
        self.brackets = count;
    }

    /// Where the outermost bracket stands among the brackets that count, if it does: it can only be the first.
    fn first_root(&self, arena: &Arena, rules: &Rules) -> Option<usize> {
        let root = arena.nodes().first()?;
        let rule = rules.by_label()[root.label.index()];
        (rule.keep_bracket && self.brackets > 0 && self.words > 0).then_some(0)
    }
}

fn is_trivial(recipe: &Recipe, span: Span, words: u32) -> bool {
    let (is_word, is_sentence) = (span.width() == 1, span.width() == words);
    match recipe.trivial {
        Trivial::Count => false,
        Trivial::DropWords => is_word,
        Trivial::DropSentence => is_sentence,
        Trivial::DropBoth => is_word || is_sentence,
    }
}

/// One side of a pair on its way through preparation.
pub struct Side<'a> {
    /// The tree.
    pub arena: &'a Arena,
    /// The text its words are slices of.
    pub text: &'a [u8],
    /// What the recipe leaves of it.
    pub prepared: &'a mut Prepared,
}

/// Prepares both sides as the recipe asks, quotes included.
pub fn prepare_pair(gold: Side<'_>, system: Side<'_>, rules: &Rules) {
    gold.prepared.prepare(gold.arena, rules);
    match rules.recipe().punctuation {
        Punctuation::OwnTags => system.prepared.prepare(system.arena, rules),
        Punctuation::GoldTags => {
            system.prepared.prepare_by_gold(system.arena, rules, gold.arena, gold.prepared);
        }
    }
    if !rules.recipe().quotes.is_empty() && gold.prepared.words != system.prepared.words {
        quotes::repair(gold, system, rules);
    }
}

#[cfg(test)]
#[path = "prepared_tests.rs"]
mod tests;
