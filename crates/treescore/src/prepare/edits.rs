//! Speech repairs, and words that vanish with a bracket around them.
//!
//! Words below a label in the recipe's `edits` are *edited*. The order of things, one after the other:
//!
//! 1. Brackets of the recipe's `empties` vanish with everything below them, and what the recipe deletes is deleted. A label that is
//!    deleted is no repair.
//! 2. Each longest run of edited words that count, within one tree, is one bracket with the label of its first repair. If it is one
//!    word whose tag is the repair, it is no bracket, as no tag is.
//! 3. Every other bracket reaches from its first to its last word that counts and is not edited. What has none, such as brackets inside a
//!    repair, does not count.
//! 4. Only then it is decided which roots, trivial and repeated brackets count. The sentence reaches from its first to its last
//!    word that is not edited; if all are edited, it is all of them.
//!
//! That is what SParseval comes to by flattening repairs, moving them out of the edges of phrases, and merging neighbours. There,
//! neighbours are merged across sentences, too.

use std::ops::Range;

use super::policies;
use super::rules::Rules;
use crate::tree::{Arena, Label, Span};

/// What is known of a word before anything is deleted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mark {
    #[default]
    Plain,
    /// It vanishes with a bracket around it.
    Gone,
    /// It is edited; the number of its repair.
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
    /// It is the outermost bracket.
    Root,
    Bracket,
    /// It is the tag of a word.
    Tag,
}

/// The words of a tree that are marked; buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    words: Vec<Mark>,
    edits: Vec<Edit>,
    /// For each word that counts: the first one from it on that is not edited, and one past the last before it.
    reach: Vec<(u32, u32)>,
}

/// A bracket on its way: span, number, class.
type Ordered = (u64, u32, u32);

/// The words of a tree that count.
#[derive(Clone, Copy)]
pub(super) struct Kept<'a> {
    /// Their numbers in the tree.
    pub(super) words: &'a [u32],
    /// How many come before each word of the tree.
    pub(super) before: &'a [u32],
}

impl Kept<'_> {
    fn range(self, (start, stop): (u32, u32)) -> Range<usize> {
        self.before[start as usize] as usize..self.before[stop as usize] as usize
    }
}

impl Marks {
    /// Marks the words of a tree; false if there is nothing to mark, which is nearly always.
    pub(super) fn find(&mut self, arena: &Arena, rules: &Rules) -> bool {
        self.words.clear();
        self.words.resize(arena.words().len(), Mark::Plain);
        self.edits.clear();
        let by_label = rules.by_label();
        let (mut gone, mut edited, mut is_any) = (0, 0, false);
        for (at, node) in arena.nodes().iter().enumerate() {
            let rule = &by_label[node.label.index()];
            let mark = if at < gone {
                continue;
            } else if rule.is_emptied {
                gone = node.end();
                Mark::Gone
            } else if rule.is_edit && at >= edited {
                edited = node.end();
                let kind = if node.parent().is_none() { EditKind::Root } else { EditKind::Bracket };
                self.edit(node.label, kind)
            } else {
                continue;
            };
            let (start, stop) = node.bounds();
            self.words[start as usize..stop as usize].fill(mark);
            is_any = true;
        }
        for (number, word) in arena.words().iter().enumerate() {
            if by_label[word.tag.index()].is_edit_tag && self.words[number] == Mark::Plain {
                self.words[number] = self.edit(word.tag, EditKind::Tag);
                is_any = true;
            }
        }
        is_any
    }

    fn edit(&mut self, label: Label, kind: EditKind) -> Mark {
        self.edits.push(Edit { label, kind });
        Mark::Edited(self.edits.len() as u32 - 1)
    }

    /// Does this word vanish with a bracket around it?
    pub(super) fn is_gone(&self, number: usize) -> bool {
        self.words.get(number) == Some(&Mark::Gone)
    }

    /// Is this word edited?
    pub(super) fn is_edited(&self, number: usize) -> bool {
        matches!(self.words.get(number), Some(Mark::Edited(_)))
    }

    /// How many words that vanish would count for the length.
    pub(super) fn gone_length(&self, arena: &Arena, rules: &Rules) -> u32 {
        let words = arena.words().iter().zip(&self.words);
        let gone =
            words.filter(|(word, mark)| **mark == Mark::Gone && rules.by_label()[word.tag.index()].in_length);
        gone.count() as u32
    }

    /// The brackets that count, repeated ones included, in the order of [`Span::key`].
    pub(super) fn brackets(
        &mut self,
        arena: &Arena,
        rules: &Rules,
        kept: Kept<'_>,
        brackets: &mut Vec<Ordered>,
    ) {
        brackets.clear();
        self.find_reach(kept.words);
        // A word in no bracket is a tree of its own, and its tag no bracket.
        for root in arena.roots() {
            self.runs(rules, kept, kept.range(arena.nodes()[root.index()].bounds()), brackets);
            self.trimmed(arena, rules, kept, root.index(), brackets);
        }
        brackets.sort_unstable();
    }

    fn find_reach(&mut self, kept: &[u32]) {
        self.reach.clear();
        let mut behind = 0;
        for (place, &word) in (0..).zip(kept) {
            self.reach.push((0, behind));
            if !self.is_edited(word as usize) {
                behind = place + 1;
            }
        }
        self.reach.push((0, behind));
        let mut first = kept.len() as u32;
        for place in (0..=kept.len()).rev() {
            if kept.get(place).is_some_and(|&word| !self.is_edited(word as usize)) {
                first = place as u32;
            }
            self.reach[place].0 = first;
        }
    }

    /// From the first to the last word of a range that is not edited.
    fn trim(&self, range: &Range<usize>) -> Option<Span> {
        let (start, end) = (self.reach[range.start].0, self.reach[range.end].1);
        Span::new(start, end).filter(|span| span.width() > 0)
    }

    /// The words that make a sentence of the words of a tree.
    fn sentence(&self, range: &Range<usize>) -> Span {
        let all = || Span::new(range.start as u32, range.end as u32).unwrap_or_default();
        self.trim(range).unwrap_or_else(all)
    }

    /// The brackets of one tree that are no repairs, each as far as it reaches.
    fn trimmed(
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
            let is_dropped = at == root && policies::drops_root(recipe, rule);
            let Some(span) = self.trim(&kept.range(node.bounds())) else { continue };
            if rule.keep_bracket && !is_dropped && !policies::is_trivial(recipe, span, sentence) {
                brackets.push((span.key(), at as u32, rule.bracket));
            }
        }
    }

    /// The brackets over runs of edited words among some of one tree.
    fn runs(&self, rules: &Rules, kept: Kept<'_>, range: Range<usize>, brackets: &mut Vec<Ordered>) {
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
            let is_dropped = is_tag || (kind == EditKind::Root && policies::drops_root(recipe, rule));
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
