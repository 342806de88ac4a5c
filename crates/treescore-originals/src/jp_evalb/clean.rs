//! Removes what the parameters delete, and collects the rest of a tree: words with tags, phrases over them.

use super::names::{LabelFacts, Names};
use super::repairs::RepairKind;
use super::scan::{ItemKind, Line};
use treescore::tree::Label;

/// A remaining word, with the label around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) tag: Label,
    pub(super) word: u32,
}

/// A bracket above a word's own bracket, over words counted from the first of its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Phrase {
    pub(super) label: Label,
    pub(super) start: u32,
    pub(super) end: u32,
}

/// The cleaned trees of a side, one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Trees {
    pub(super) tokens: Vec<Token>,
    pub(super) phrases: Vec<Phrase>,
    pub(super) ends: Vec<Ends>,
}

/// The position in the lists where a tree ends.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ends {
    pub(super) tokens: usize,
    pub(super) phrases: usize,
    /// Removed subtrees that count for the length.
    pub(super) removed: u64,
}

impl Trees {
    /// Returns the end of the tree before this one.
    pub(super) fn before(&self, tree: usize) -> Ends {
        tree.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or_default()
    }
}

/// Cleans one line after the other; buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Cleaner {
    /// The brackets around the current item.
    open: Vec<Open>,
    /// The phrases of this tree, in the order of their opening brackets.
    found: Vec<Found>,
    /// The repairs made in this tree.
    pub(super) repairs: Vec<RepairKind>,
}

#[derive(Clone, Copy, Debug)]
struct Open {
    /// One past its last item.
    end: usize,
    /// Index of the phrase.
    found: usize,
    /// Index of the item with its label.
    item: usize,
}

#[derive(Clone, Copy, Debug)]
struct Found {
    label: Option<Label>,
    start: u32,
    end: u32,
    height: usize,
}

impl Cleaner {
    /// Appends the cleaned tree of a line.
    pub(super) fn clean(&mut self, line: &Line<'_>, names: &mut Names<'_>, out: &mut Trees) {
        self.open.clear();
        self.found.clear();
        self.repairs.clear();
        let first = out.tokens.len();
        let (mut at, mut removed) = (0, 0);
        while let Some(item) = line.items.get(at) {
            self.close_before(at, out.tokens.len() - first);
            // A bare word is treated as if it had a bracket with the label of the enclosing one.
            let label = match (item.kind, self.open.last()) {
                (ItemKind::Word, Some(around)) => line.items[around.item].text,
                _ => item.text,
            };
            let (number, facts) = names.label(label);
            if item.kind == ItemKind::Word {
                self.repair(RepairKind::BareWord);
            }
            if (at > 0 || line.is_wrapped) && self.is_removed(line, at, facts) {
                removed += u64::from(facts.counts_for_length);
                at = item.end;
                continue;
            }
            let word = if item.kind == ItemKind::Word { Some(item.text) } else { line.only_word(at) };
            if let Some(word) = word {
                out.tokens.push(Token { tag: number, word: names.word(word) });
                self.grow(2);
                at = item.end;
            } else {
                let start = (out.tokens.len() - first) as u32;
                self.open.push(Open { end: item.end, found: self.found.len(), item: at });
                self.found.push(Found { label: facts.bracket, start, end: start, height: 1 });
                at += 1;
            }
        }
        self.close_before(usize::MAX, out.tokens.len() - first);
        out.phrases.extend(
            self.found
                .iter()
                .filter(|found| found.height > 2)
                .filter_map(|found| Some(Phrase { label: found.label?, start: found.start, end: found.end })),
        );
        out.ends.push(Ends { tokens: out.tokens.len(), phrases: out.phrases.len(), removed });
    }

    /// Closes the brackets that end at an item or before it; `words` is the number of words so far.
    fn close_before(&mut self, at: usize, words: usize) {
        while let Some(open) = self.open.pop_if(|open| open.end <= at) {
            let found = &mut self.found[open.found];
            found.end = words as u32;
            let height = found.height;
            self.grow(height);
        }
    }

    /// Updates the height of the innermost open bracket for a child of this height.
    fn grow(&mut self, child: usize) {
        if let Some(around) = self.open.last() {
            let height = &mut self.found[around.found].height;
            *height = (*height).max(child + 1);
        }
    }

    /// True if this child is removed with everything inside it.
    fn is_removed(&mut self, line: &Line<'_>, at: usize, facts: LabelFacts) -> bool {
        if facts.is_deleted || !facts.is_quote {
            return facts.is_deleted;
        }
        let item = &line.items[at];
        let first = if item.kind == ItemKind::Word { Some(item) } else { line.first_child(at) };
        if let Some(word) = first.filter(|first| first.kind == ItemKind::Word) {
            return matches!(word.text, "'" | "\"" | "/");
        }
        self.repair(RepairKind::QuoteLabel);
        false
    }

    /// Records a kind of repair, once per tree.
    fn repair(&mut self, kind: RepairKind) {
        if !self.repairs.contains(&kind) {
            self.repairs.push(kind);
        }
    }
}

#[cfg(test)]
#[path = "clean_tests.rs"]
mod tests;
