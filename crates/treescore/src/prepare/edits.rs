//! Speech repairs, and words that are removed with a bracket around them.
//!
//! Words below a label in the recipe's `edits` are *edited*. The steps, in this order:
//!
//! 1. Brackets in the recipe's `empties` are removed with everything below them, and deleted labels are
//!    deleted. A deleted label is not a repair.
//! 2. Each longest run of edited words that count, within one tree, is one bracket with the label of its
//!    first repair. A run of one word whose tag is the repair is not a bracket, because tags are not
//!    brackets.
//! 3. Every other bracket reaches from its first to its last word that counts and is not edited. A bracket
//!    without such words, for example inside a repair, does not count.
//! 4. Only then are root, trivial and repeated brackets dropped. The sentence reaches from its first to its
//!    last word that is not edited; if all are edited, it is all of them.
//!
//! The result is that of SParseval, which flattens repairs, moves them out of the edges of phrases, and
//! merges neighbours. SParseval also merges neighbours across sentences.

use std::ops::Range;

use super::policies;
use super::rules::Rules;
use crate::tree::{Arena, Label, Span};

/// The mark of a word before anything is deleted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mark {
    #[default]
    Plain,
    /// Removed with a bracket around it.
    Removed,
    /// Edited, with the number of its repair.
    Edited(u32),
}

/// An outermost repair.
#[derive(Clone, Copy, Debug)]
struct Edit {
    label: Label,
    kind: EditKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EditKind {
    /// The outermost bracket.
    Root,
    Bracket,
    /// The tag of a word.
    Tag,
}

/// The marked words of a tree. Buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    words: Vec<Mark>,
    edits: Vec<Edit>,
    /// For each word that counts: the first word from it on that is not edited, and one past the last before
    /// it.
    reach: Vec<(u32, u32)>,
}

/// A bracket before sorting: span, number, class.
type Ordered = (u64, u32, u32);

/// The words of a tree that count.
#[derive(Clone, Copy)]
pub(super) struct Kept<'a> {
    /// Their numbers in the tree.
    pub(super) words: &'a [u32],
    /// The number of them before each word of the tree.
    pub(super) before: &'a [u32],
}

impl Kept<'_> {
    fn range(self, (start, stop): (u32, u32)) -> Range<usize> {
        self.before[start as usize] as usize..self.before[stop as usize] as usize
    }
}

impl Marks {
    /// Marks the words of a tree. Returns false if nothing is marked, which is the usual case.
    pub(super) fn find(&mut self, arena: &Arena, rules: &Rules) -> bool {
        // Without a mark, there is no list of marks either.
        self.words.clear();
        self.edits.clear();
        let words = arena.words().len();
        let by_label = rules.by_label();
        let (mut removed, mut edited, mut is_any) = (0, 0, false);
        for (at, node) in arena.nodes().iter().enumerate() {
            let rule = &by_label[node.label.index()];
            let mark = if at < removed {
                continue;
            } else if rule.is_emptied {
                removed = node.end();
                Mark::Removed
            } else if rule.is_edit && at >= edited {
                edited = node.end();
                let kind = if node.parent().is_none() { EditKind::Root } else { EditKind::Bracket };
                self.add_edit(node.label, kind)
            } else {
                continue;
            };
            let (start, stop) = node.bounds();
            self.words.resize(words, Mark::Plain);
            self.words[start as usize..stop as usize].fill(mark);
            is_any = true;
        }
        for (number, word) in arena.words().iter().enumerate() {
            let is_edit_tag = by_label[word.tag.index()].is_edit_tag;
            if is_edit_tag && self.words.get(number).is_none_or(|mark| *mark == Mark::Plain) {
                self.words.resize(words, Mark::Plain);
                self.words[number] = self.add_edit(word.tag, EditKind::Tag);
                is_any = true;
            }
        }
        is_any
    }

    fn add_edit(&mut self, label: Label, kind: EditKind) -> Mark {
        self.edits.push(Edit { label, kind });
        Mark::Edited(self.edits.len() as u32 - 1)
    }

    /// True if this word is removed with a bracket around it.
    pub(super) fn is_removed(&self, number: usize) -> bool {
        self.words.get(number) == Some(&Mark::Removed)
    }

    /// True if this word is edited.
    pub(super) fn is_edited(&self, number: usize) -> bool {
        matches!(self.words.get(number), Some(Mark::Edited(_)))
    }

    /// The number of removed words that would count for the length.
    pub(super) fn removed_length(&self, arena: &Arena, rules: &Rules) -> u32 {
        let words = arena.words().iter().zip(&self.words);
        let removed = words
            .filter(|(word, mark)| **mark == Mark::Removed && rules.by_label()[word.tag.index()].in_length);
        removed.count() as u32
    }

    /// Collects the brackets that count, repeated ones included, in the order of [`Span::key`].
    pub(super) fn collect_brackets(
        &mut self,
        arena: &Arena,
        rules: &Rules,
        kept: Kept<'_>,
        brackets: &mut Vec<Ordered>,
    ) {
        brackets.clear();
        self.find_reach(kept.words);
        // A word outside all brackets is its own tree, and its tag is not a bracket.
        for root in arena.roots() {
            self.add_runs(rules, kept, kept.range(arena.nodes()[root.index()].bounds()), brackets);
            self.add_trimmed(arena, rules, kept, root.index(), brackets);
        }
        brackets.sort_unstable();
    }

    fn find_reach(&mut self, kept: &[u32]) {
        self.reach.clear();
        let mut after = 0;
        for (place, &word) in (0..).zip(kept) {
            self.reach.push((0, after));
            if !self.is_edited(word as usize) {
                after = place + 1;
            }
        }
        self.reach.push((0, after));
        let mut first = kept.len() as u32;
        for place in (0..=kept.len()).rev() {
            if kept.get(place).is_some_and(|&word| !self.is_edited(word as usize)) {
                first = place as u32;
            }
            self.reach[place].0 = first;
        }
    }

    /// The span from the first to the last word of a range that is not edited.
    pub(super) fn trim(&self, range: &Range<usize>) -> Option<Span> {
        let (start, end) = (self.reach[range.start].0, self.reach[range.end].1);
        Span::new(start, end).filter(|span| span.width() > 0)
    }

    /// The sentence of a tree with these words.
    fn sentence(&self, range: &Range<usize>) -> Span {
        let all = || Span::new(range.start as u32, range.end as u32).unwrap_or_default();
        self.trim(range).unwrap_or_else(all)
    }

    /// Adds the brackets of one tree that are not repairs, each as far as it reaches.
    fn add_trimmed(
        &self,
        arena: &Arena,
        rules: &Rules,
        kept: Kept<'_>,
        root: usize,
        brackets: &mut Vec<Ordered>,
    ) {
        let recipe = rules.recipe();
        let nodes = &arena.nodes()[root..arena.nodes()[root].end()];
        let Some(sentence) = self.trim(&kept.range(nodes[0].bounds())) else { return };
        for (at, node) in (root..).zip(nodes) {
            let rule = &rules.by_label()[node.label.index()];
            let is_dropped = at == root && policies::is_dropped_root(recipe, rule);
            let Some(span) = self.trim(&kept.range(node.bounds())) else { continue };
            if rule.keep_bracket && !is_dropped && !policies::is_trivial(recipe, span, sentence) {
                brackets.push((span.key(), at as u32, rule.bracket));
            }
        }
    }

    /// Adds the brackets over runs of edited words in one tree.
    fn add_runs(&self, rules: &Rules, kept: Kept<'_>, range: Range<usize>, brackets: &mut Vec<Ordered>) {
        let recipe = rules.recipe();
        let sentence = self.sentence(&range);
        let mut place = range.start;
        while place < range.end {
            let start = place;
            let mut run = kept.words[start..range.end].iter();
            place += run.position(|&word| !self.is_edited(word as usize)).unwrap_or(range.end - start);
            let Mark::Edited(edit) = self.words[kept.words[start] as usize] else {
                place += 1;
                continue;
            };
            let Edit { label, kind } = self.edits[edit as usize];
            let rule = &rules.by_label()[label.index()];
            let is_tag = kind == EditKind::Tag && place == start + 1;
            let is_dropped = is_tag || (kind == EditKind::Root && policies::is_dropped_root(recipe, rule));
            let span = Span::new(start as u32, place as u32).unwrap_or_default();
            if !is_dropped && !policies::is_trivial(recipe, span, sentence) {
                brackets.push((span.key(), 0, rule.bracket));
            }
        }
    }
}

#[cfg(test)]
#[path = "edits_tests.rs"]
mod tests;
