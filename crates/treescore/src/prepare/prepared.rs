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
    /// Classes of brackets that count and are over no place of the common index.
    void: Vec<u32>,
    is_nested: bool,
    /// Brackets with their numbers and classes, while they are put over another index.
    order: Vec<(u64, u32, u32)>,
    ends: Vec<u32>,
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

    /// Is this word of the tree part of a speech repair?
    pub fn is_edited(&self, _number: usize) -> bool {
        false
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

    /// The classes of brackets that count though no place of the common index is under them: they are never found, and cross nothing.
    pub fn void(&self) -> &[u32] {
        &self.void
    }

    /// How many brackets count, void ones included.
    pub fn brackets(&self) -> u32 {
        (self.brackets + self.void.len()) as u32
    }

    /// Does no bracket cross another of the same side?
    pub fn is_nested(&self) -> bool {
        self.is_nested
    }

    /// Applies the rules to a tree.
    pub fn prepare(&mut self, arena: &Arena, rules: &Rules) {
        self.prepare_where(arena, rules, |_, rule| rule.keep_word);
    }

    /// The same, but the words numbered in `forced` (ascending) count whatever their tags.
    pub(super) fn prepare_with(&mut self, arena: &Arena, rules: &Rules, forced: &[u32]) {
        self.prepare_where(arena, rules, |number, rule| {
            rule.keep_word || forced.binary_search(&(number as u32)).is_ok()
        });
    }

    /// The same, but `keep` says which words count, from their numbers in the tree and what the recipe says about their tags.
    pub(crate) fn prepare_where(
        &mut self,
        arena: &Arena,
        rules: &Rules,
        keep: impl FnMut(usize, &LabelRule) -> bool,
    ) {
        self.prepare_words(arena, rules, keep);
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
        self.prepare_where(arena, rules, |_, rule| {
            !rule.is_trace && decisions.next().unwrap_or(rule.keep_word)
        });
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
        self.void.clear();
        self.is_nested = true;
        let recipe = rules.recipe();
        if recipe.root != Root::Count || recipe.trivial != Trivial::Count || recipe.repeats == Repeats::Once {
            self.apply_policies(arena, rules);
        }
    }

    /// The rarer policies, as a second pass over what is left. Where there are several trees, each has its root and its sentence.
    fn apply_policies(&mut self, arena: &Arena, rules: &Rules) {
        let (recipe, by_label) = (rules.recipe(), rules.by_label());
        let (mut at, mut count, mut words) = (0, 0, 0);
        let mut previous = None;
        for node in arena.nodes() {
            let rule = &by_label[node.label.index()];
            let (start, stop) = node.bounds();
            let (start, stop) = (self.before[start as usize], self.before[stop as usize]);
            let is_root = node.parent().is_none();
            if is_root {
                words = stop - start;
            }
            if !rule.keep_bracket || start >= stop {
                continue;
            }
            let (span, class) = (self.spans[at], self.classes[at]);
            at += 1;
            if is_root && (recipe.root == Root::Drop || (recipe.root == Root::Dummy && rule.is_dummy)) {
                continue;
            }
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

    /// Puts the brackets over another index than the words that count. `places[w].0` is the first place at word `w` or behind it, and
    /// `places[w].1` is one past the last place before word `w`; there is one more of them than words. A bracket without any place
    /// becomes [void](Self::void).
    ///
    /// Two words may have one place: then brackets may stand in another order than before, and may even cross.
    pub fn reindex(&mut self, places: &[(u32, u32)]) {
        self.order.clear();
        for at in 0..self.brackets {
            let span = Span::of_key(self.spans[at]);
            let (start, end) = (places[span.start() as usize].0, places[span.end() as usize].1);
            match Span::new(start, end).filter(|span| span.width() > 0) {
                Some(span) => self.order.push((span.key(), at as u32, self.classes[at])),
                None => self.void.push(self.classes[at]),
            }
        }
        self.order.sort_unstable();
        self.brackets = self.order.len();
        self.ends.clear();
        for (at, &(key, _, class)) in self.order.iter().enumerate() {
            let span = Span::of_key(key);
            while self.ends.last().is_some_and(|&end| end <= span.start()) {
                self.ends.pop();
            }
            self.is_nested &= self.ends.last().is_none_or(|&end| span.end() <= end);
            self.ends.push(span.end());
            (self.spans[at], self.classes[at]) = (key, class);
        }
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
