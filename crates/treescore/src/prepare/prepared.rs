//! A tree after its recipe was applied: the words that count, and the brackets over them.

use super::edits::{Kept, Marks};
use super::policies::{self, Seen};
use super::quotes;
use super::recipe::Punctuation;
use super::rules::{LabelRule, Rules};
use crate::tree::{Arena, Label, Span};

/// The words and brackets of one side that count. Buffers only grow, so warm preparation allocates nothing.
///
/// Brackets are in opening order, which is the order of [`Span::key`].
///
/// If a recipe defines speech repairs (`edits`), a run of edited words is one bracket, and other brackets
/// reach from their first to their last word that is not edited. Edited words count like others. Edits are
/// marks: trees are never rewritten, so brackets and dependencies need no second kind of tree.
#[derive(Clone, Debug, Default)]
pub struct Prepared {
    /// The numbers of the words that count; valid up to `words`.
    kept: Vec<u32>,
    /// For each word of the tree, the number of kept words before it; valid up to the tree's words + 1.
    before: Vec<u32>,
    words: usize,
    length: u32,
    spans: Vec<u64>,
    classes: Vec<u32>,
    brackets: usize,
    /// Words that are edited or removed with a bracket around them; valid if `has_marks`.
    marks: Marks,
    has_marks: bool,
    seen: Seen,
    /// The classes of brackets that count but cover no position of the common index.
    void: Vec<u32>,
    is_nested: bool,
    /// The spans of all brackets over the words that count, void ones last, if brackets were moved to another
    /// index; else empty.
    origins: Vec<u64>,
    /// Scratch for moving brackets to another index: spans, numbers and classes.
    order: Vec<(u64, u32, u32)>,
    ends: Vec<u32>,
    /// Scratch for moving brackets to another index: the spans of brackets that become void.
    void_spans: Vec<u64>,
    /// The words of brackets whose words are not one stretch, by the key of the span that stands for them.
    gapped: Vec<(u64, Vec<(u32, u32)>)>,
}

/// From this length on, a buffer gets exactly the room it needs.
const LONG: usize = 1 << 16;

fn grow(buffer: &mut Vec<u32>, length: usize) {
    if buffer.len() < length {
        // Doubling saves copies; a giant line should not waste as much again.
        let room = if length < LONG { length.next_power_of_two() } else { length };
        buffer.reserve_exact(room - buffer.len());
        buffer.resize(room, 0);
    }
}

impl Prepared {
    /// The numbers (in the tree) of the words that count, in order.
    #[inline]
    pub fn kept(&self) -> &[u32] {
        &self.kept[..self.words]
    }

    /// The length of the sentence as the recipe counts it.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// The spans of the brackets that count, as keys in opening order.
    #[inline]
    pub(crate) fn spans(&self) -> &[u64] {
        &self.spans[..self.brackets]
    }

    /// The classes of these brackets.
    #[inline]
    pub(crate) fn classes(&self) -> &[u32] {
        &self.classes[..self.brackets]
    }

    /// The classes of brackets that count but cover no position of the common index: they never match and
    /// cross nothing.
    pub(crate) fn void(&self) -> &[u32] {
        &self.void
    }

    /// The number of brackets that count, void ones included.
    pub(crate) fn brackets(&self) -> u32 {
        (self.brackets + self.void.len()) as u32
    }

    /// The class of a bracket, and the words that count under it. Void brackets are numbered after all
    /// others. The words are numbered among those that count, even if brackets were moved to another index.
    // Inlined, though pictures call it, too: leaf-ancestor and dependencies ask it for every bracket.
    #[inline]
    pub(crate) fn bracket(&self, number: usize) -> (u32, Span) {
        let class = match number.checked_sub(self.brackets) {
            Some(void) => self.void.get(void),
            None => self.classes.get(number),
        };
        let span = self.origins.get(number).or_else(|| self.spans().get(number));
        (class.copied().unwrap_or_default(), span.map_or_else(Span::default, |&key| Span::from_key(key)))
    }

    /// The bracket of the tree that each bracket that counts is, void ones included. Looked up, not kept: only pictures
    /// need it.
    pub(crate) fn bracket_nodes(&self, arena: &Arena, rules: &Rules) -> Vec<Option<u32>> {
        super::origins::bracket_nodes(self, arena, rules)
    }

    /// The bracket that is the root of a tree as it is written, if it counts.
    pub(crate) fn root_bracket(&self, arena: &Arena, rules: &Rules) -> Option<usize> {
        let root = arena.nodes().first().filter(|_| !arena.is_unwrapped())?;
        let rule = &rules.by_label()[root.label.index()];
        if !rule.keep_bracket || policies::is_dropped_root(rules.recipe(), rule) {
            return None;
        }
        let all = 0..self.words;
        let span = if self.has_marks { self.marks.trim(&all)? } else { Span::new(0, self.words as u32)? };
        // Brackets over the same words with the same label are as good as each other.
        (0..self.brackets).find(|&at| self.bracket(at) == (rule.bracket, span))
    }

    /// True if no two brackets of this side cross. They may if several words share a cell.
    pub(crate) fn is_nested(&self) -> bool {
        self.is_nested
    }

    /// True if this word of the tree is part of a speech repair, whether it counts or not.
    pub(crate) fn is_edited(&self, number: usize) -> bool {
        self.has_marks && self.marks.is_edited(number)
    }

    /// True if this word of the tree is removed with a bracket around it.
    pub(super) fn is_removed(&self, number: usize) -> bool {
        self.has_marks && self.marks.is_removed(number)
    }

    /// Applies the rules to a tree.
    pub fn prepare(&mut self, arena: &Arena, rules: &Rules) {
        self.prepare_where(arena, rules, |_, rule| rule.keep_word);
    }

    /// Like [`prepare`](Self::prepare), but the words numbered in `forced` (ascending) count regardless of
    /// their tags.
    pub(super) fn prepare_with(&mut self, arena: &Arena, rules: &Rules, forced: &[u32]) {
        self.prepare_where(arena, rules, |number, rule| {
            rule.keep_word || forced.binary_search(&(number as u32)).is_ok()
        });
    }

    /// Like [`prepare`](Self::prepare), but `keep` decides which words count, from their numbers in the tree
    /// and the rules for their tags. It is not called for words that are removed with a bracket around them.
    pub(crate) fn prepare_where(
        &mut self,
        arena: &Arena,
        rules: &Rules,
        keep: impl FnMut(usize, &LabelRule) -> bool,
    ) {
        self.mark(arena, rules);
        self.prepare_marked(arena, rules, keep);
    }

    #[inline]
    fn mark(&mut self, arena: &Arena, rules: &Rules) {
        self.has_marks = rules.may_have_marks() && self.marks.find(arena, rules);
    }

    fn prepare_marked(
        &mut self,
        arena: &Arena,
        rules: &Rules,
        mut keep: impl FnMut(usize, &LabelRule) -> bool,
    ) {
        if !self.has_marks {
            self.prepare_words(arena, rules, keep);
            return self.prepare_brackets(arena, rules);
        }
        let marks = std::mem::take(&mut self.marks);
        self.prepare_words(arena, rules, |number, rule| !marks.is_removed(number) && keep(number, rule));
        self.length -= marks.removed_length(arena, rules);
        self.marks = marks;
        self.prepare_repaired_brackets(arena, rules);
    }

    /// Applies the rules to a system tree whose words are deleted where the gold words are. `gold` holds the
    /// words of the gold tree that count. Empty elements are deleted by the tags of each side.
    ///
    /// If the two trees do not have the same number of words, the system's tags decide.
    fn prepare_by_gold(&mut self, arena: &Arena, rules: &Rules, gold_arena: &Arena, gold: &Self) {
        self.mark(arena, rules);
        if self.real_words(arena, rules).count() != gold.real_words(gold_arena, rules).count() {
            return self.prepare_marked(arena, rules, |_, rule| rule.keep_word);
        }
        let mut decisions = gold.real_words(gold_arena, rules).map(|number| gold.is_counted(number));
        self.prepare_marked(arena, rules, |_, rule| {
            !rule.is_trace && decisions.next().unwrap_or(rule.keep_word)
        });
    }

    /// The numbers of the words that are not empty elements.
    fn real_words<'a>(&'a self, arena: &'a Arena, rules: &'a Rules) -> impl Iterator<Item = usize> + 'a {
        let words = arena.words().iter().enumerate();
        let real = words.filter(|(number, word)| {
            !rules.by_label()[word.tag.index()].is_trace && !self.is_removed(*number)
        });
        real.map(|(number, _)| number)
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
        // Slices instead of vectors save about 1 % of a run, because the loop need not check after each store
        // whether the vectors have moved.
        let (kept_words, before) = (&mut self.kept[..], &mut self.before[..]);
        let (mut kept, mut length) = (0, 0);
        for (number, (word, before)) in arena.words().iter().zip(before.iter_mut()).enumerate() {
            let rule = &by_label[word.tag.index()];
            kept_words[kept] = number as u32;
            *before = kept as u32;
            kept += usize::from(keep(number, rule)); // no branch: which words count is hard to predict
            length += u32::from(rule.in_length);
        }
        before[arena.words().len()] = kept as u32;
        self.words = kept;
        self.length = length;
    }

    /// The key of a bracket over these words of the tree, from the first to before the last, if any of them counts.
    #[inline]
    pub(super) fn key_of(&self, (start, stop): (u32, u32)) -> Option<u64> {
        let (start, stop) = (self.before[start as usize], self.before[stop as usize]);
        (start < stop).then_some((u64::from(start) << 32) | u64::from(!stop))
    }

    /// True if this word of the tree counts.
    #[inline]
    pub(super) fn is_counted(&self, number: usize) -> bool {
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
        self.origins.clear();
        self.gapped.clear();
        self.is_nested = true;
        if policies::has_any(rules.recipe()) {
            self.apply_policies(arena, rules);
        }
    }

    /// Prepares brackets where words are edited or removed: spans and order differ. No two cross, because a
    /// run of edited words is entirely inside or entirely outside a range between two words that are not
    /// edited.
    fn prepare_repaired_brackets(&mut self, arena: &Arena, rules: &Rules) {
        let kept = Kept { words: &self.kept[..self.words], before: &self.before };
        self.marks.collect_brackets(arena, rules, kept, &mut self.order);
        grow(&mut self.classes, self.order.len());
        if self.spans.len() < self.classes.len() {
            self.spans.resize(self.classes.len(), 0);
        }
        self.seen.clear();
        self.brackets = 0;
        for &(span, _, class) in &self.order {
            if !self.seen.is_repeat(rules, span, class) {
                (self.spans[self.brackets], self.classes[self.brackets]) = (span, class);
                self.brackets += 1;
            }
        }
        self.void.clear();
        self.origins.clear();
        self.is_nested = true;
    }

    /// The stretches of words of a bracket, if they are not one.
    pub(crate) fn gapped_words(&self, number: usize) -> Option<&[(u32, u32)]> {
        let key = *self.spans().get(number)?;
        let found = self.gapped.iter().find(|(span, _)| *span == key)?;
        Some(&found.1)
    }

    /// True if the words of some bracket are not one stretch.
    pub(crate) fn has_gaps(&self) -> bool {
        !self.gapped.is_empty()
    }

    /// Replaces the words of brackets that are not one stretch.
    pub(super) fn set_gapped(&mut self, gapped: Vec<(u64, Vec<(u32, u32)>)>) {
        self.gapped = gapped;
    }

    /// The number of words that count before this word of the tree.
    pub(super) fn kept_before(&self, number: u32) -> u32 {
        self.before[number as usize]
    }

    /// Replaces the brackets: span, the words that are shown for it, class; in the order of spans.
    pub(crate) fn replace_brackets(&mut self, brackets: &[(u64, u64, u32)], rules: &Rules) {
        grow(&mut self.classes, brackets.len() + 1);
        if self.spans.len() < self.classes.len() {
            self.spans.resize(self.classes.len(), 0);
        }
        self.seen.clear();
        self.origins.clear();
        self.void.clear();
        self.brackets = 0;
        for &(span, shown, class) in brackets {
            if !self.seen.is_repeat(rules, span, class) {
                (self.spans[self.brackets], self.classes[self.brackets]) = (span, class);
                self.origins.push(shown);
                self.brackets += 1;
            }
        }
        self.is_nested = false;
    }

    /// Applies the rarer policies in a second pass. Each of several trees has its own root and its own
    /// sentence.
    fn apply_policies(&mut self, arena: &Arena, rules: &Rules) {
        let (recipe, by_label) = (rules.recipe(), rules.by_label());
        let (mut at, mut count, mut sentence) = (0, 0, Span::default());
        self.seen.clear();
        for node in arena.nodes() {
            let rule = &by_label[node.label.index()];
            let (start, stop) = node.bounds();
            let (start, stop) = (self.before[start as usize], self.before[stop as usize]);
            let is_root = node.parent().is_none();
            if is_root {
                sentence = Span::new(start, stop).unwrap_or_default();
            }
            if !rule.keep_bracket || start >= stop {
                continue;
            }
            let (span, class) = (self.spans[at], self.classes[at]);
            at += 1;
            let is_dropped = is_root && policies::is_dropped_root(recipe, rule);
            if is_dropped
                || policies::is_trivial(recipe, Span::from_key(span), sentence)
                || self.seen.is_repeat(rules, span, class)
            {
                continue;
            }
            self.spans[count] = span;
            self.classes[count] = class;
            count += 1;
        }
        self.brackets = count;
    }

    /// Moves the brackets from the words that count to another index. `places[w].0` is the first position at
    /// or after word `w`, and `places[w].1` is one past the last position before word `w`; `places` has one
    /// more element than there are words. A bracket without any position becomes [void](Self::void).
    ///
    /// Two words may share a position. Then brackets may change their order, and may even cross.
    pub(crate) fn reindex(&mut self, places: &[(u32, u32)]) {
        self.order.clear();
        let mut void_origins = std::mem::take(&mut self.void_spans);
        void_origins.clear();
        for at in 0..self.brackets {
            let span = Span::from_key(self.spans[at]);
            let (start, end) = (places[span.start() as usize].0, places[span.end() as usize].1);
            if let Some(span) = Span::new(start, end).filter(|span| span.width() > 0) {
                self.order.push((span.key(), at as u32, self.classes[at]));
            } else {
                self.void.push(self.classes[at]);
                void_origins.push(self.spans[at]);
            }
        }
        self.order.sort_unstable();
        self.brackets = self.order.len();
        self.origins.clear();
        self.origins.extend(self.order.iter().map(|&(_, at, _)| self.spans[at as usize]));
        self.origins.extend_from_slice(&void_origins);
        self.void_spans = void_origins;
        self.ends.clear();
        for (at, &(key, _, class)) in self.order.iter().enumerate() {
            let span = Span::from_key(key);
            while self.ends.last().is_some_and(|&end| end <= span.start()) {
                self.ends.pop();
            }
            self.is_nested &= self.ends.last().is_none_or(|&end| span.end() <= end);
            self.ends.push(span.end());
            (self.spans[at], self.classes[at]) = (key, class);
        }
    }
}

/// One side of a pair during preparation.
pub(crate) struct SideToPrepare<'a> {
    /// The tree.
    pub(crate) arena: &'a Arena,
    /// The text that contains its words.
    pub(crate) text: &'a [u8],
    /// The result.
    pub(crate) prepared: &'a mut Prepared,
}

/// Prepares the system side after gold was prepared alone. Returns true if quotes were put back, perhaps on
/// the gold side, too, which is then no longer as prepared alone.
pub(crate) fn prepare_partner(gold: SideToPrepare<'_>, system: SideToPrepare<'_>, rules: &Rules) -> bool {
    // Words without tags cannot say which of them are punctuation.
    let is_untagged = |arena: &Arena| arena.words().first().is_some_and(|word| word.tag == Label::BARE);
    match rules.recipe().punctuation {
        Punctuation::OwnTags if is_untagged(system.arena) && !is_untagged(gold.arena) => {
            system.prepared.prepare_by_gold(system.arena, rules, gold.arena, gold.prepared);
        }
        Punctuation::OwnTags => system.prepared.prepare(system.arena, rules),
        Punctuation::GoldTags => {
            system.prepared.prepare_by_gold(system.arena, rules, gold.arena, gold.prepared);
        }
    }
    let has_quotes = !rules.recipe().quotes.is_empty() && gold.prepared.words != system.prepared.words;
    if has_quotes {
        quotes::repair(gold, system, rules);
    }
    has_quotes
}

#[cfg(test)]
#[path = "prepared_tests.rs"]
pub(super) mod tests;
