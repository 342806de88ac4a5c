//! Removing what the parameters delete, and what is left of a tree: words with tags, phrases over them.

use super::names::{LabelFacts, Names};
use super::repairs::RepairKind;
use super::scan::{ItemKind, Line};
use treescore::tree::Label;

/// A word that is left, with the label around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) tag: Label,
    pub(super) word: u32,
}

/// A bracket higher than that of a word, over words counted from the first of its tree.
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

/// Where a tree ends in the lists.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ends {
    pub(super) tokens: usize,
    pub(super) phrases: usize,
    /// Subtrees removed that count for the length.
    pub(super) removed: u64,
}

impl Trees {
    /// Where the tree before this one ends.
    pub(super) fn before(&self, tree: usize) -> Ends {
        tree.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or_default()
    }
}

/// Cleans one line after the other; buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Cleaner {
    /// The brackets around the current item.
    open: Vec<Open>,
    /// The phrases of this tree, in the order in which they are written.
    found: Vec<Found>,
    /// What had to be repaired in this tree.
    pub(super) repairs: Vec<RepairKind>,
}

#[derive(Clone, Copy, Debug)]
struct Open {
    /// Behind its last item.
    end: usize,
    /// Index of the phrase.
    found: usize,
    /// Its label as written.
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
    /// Adds what is left of a line's tree.
    pub(super) fn clean(&mut self, line: &Line<'_>, names: &mut Names<'_>, out: &mut Trees) {
        self.open.clear();
        self.found.clear();
        self.repairs.clear();
        let first = out.tokens.len();
        let (mut at, mut removed) = (0, 0);
        while let Some(item) = line.items.get(at) {
            self.close_before(at, out.tokens.len() - first);
            // A bare word is treated as if it had a bracket with the label of the one around it.
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

    /// Closes the brackets that end at an item or before it; `words` are left so far.
    fn close_before(&mut self, at: usize, words: usize) {
        while let Some(open) = self.open.pop_if(|open| open.end <= at) {
            let found = &mut self.found[open.found];
            found.end = words as u32;
            let height = found.height;
            self.grow(height);
        }
    }

    /// The innermost open bracket has a child of this height.
    fn grow(&mut self, child: usize) {
        if let Some(around) = self.open.last() {
            let height = &mut self.found[around.found].height;
            *height = (*height).max(child + 1);
        }
    }

    /// Is this child removed with everything inside of it?
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

    /// A kind of repair is told once per tree.
    fn repair(&mut self, kind: RepairKind) {
        if !self.repairs.contains(&kind) {
            self.repairs.push(kind);
        }
    }
}

#[cfg(test)]
#[path = "clean_tests.rs"]
mod tests;
