//! Trees as nested lists: whether their first strings are labels.

use crate::read::json::{Event, Nesting, unescape};
use crate::read::recognise::{Confidence, looks_like_label, nine_of_ten};

/// How lists are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ArrayReading {
    /// Every string is a word.
    Bare,
    /// The first string of a list is its label.
    Labelled,
}

/// A list that is open.
#[derive(Clone, Copy, Debug, Default)]
struct Open {
    members: usize,
}

/// What was counted in one value.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "any of them may be true of a value")]
pub(super) struct ArrayTally {
    open: Vec<Open>,
    /// True if there is something else than strings and lists, or an empty list.
    has_others: bool,
    /// True if a list has not exactly two members.
    has_odd: bool,
    /// True if a list begins with a list.
    has_inner_start: bool,
    /// True if the outermost list has a list in it.
    has_list: bool,
    begins_with_string: bool,
    heads: usize,
    labels: usize,
    strings: usize,
    lists: usize,
}

impl ArrayTally {
    /// Takes an event. `scratch` is memory for labels with escapes.
    pub(super) fn event(&mut self, text: &[u8], event: Event, scratch: &mut Vec<u8>) {
        match event {
            Event::Begin(Nesting::List) => self.begin(),
            Event::End(Nesting::List) => self.end(),
            Event::String(raw) => {
                scratch.clear();
                match text.get(raw.start..raw.end) {
                    Some(plain) if !plain.contains(&b'\\') => self.string(plain),
                    _ => {
                        self.has_others |= unescape(text, raw, scratch).is_err();
                        self.string(scratch);
                    }
                }
            }
            _ => self.has_others = true,
        }
    }

    pub(super) fn begin(&mut self) {
        if let Some(open) = self.open.last_mut() {
            self.has_inner_start |= open.members == 0;
            open.members += 1;
            self.has_list |= self.open.len() == 1;
        }
        self.lists += 1;
        self.open.push(Open::default());
    }

    pub(super) fn end(&mut self) {
        let Some(open) = self.open.pop() else { return };
        self.has_others |= open.members == 0;
        self.has_odd |= open.members != 2;
    }

    pub(super) fn string(&mut self, text: &[u8]) {
        let depth = self.open.len();
        self.strings += 1;
        let Some(open) = self.open.last_mut() else { return };
        if open.members == 0 {
            self.heads += 1;
            self.labels += usize::from(looks_like_label(text));
            self.begins_with_string |= depth == 1;
        }
        open.members += 1;
    }

    pub(super) fn other(&mut self) {
        self.has_others = true;
    }

    /// True if a list at the top is itself a tree: a string and lists, or lists of two that are not labelled
    /// trees.
    pub(super) fn is_tree(&self) -> bool {
        let has_odd = self.has_odd || self.open.iter().any(|open| open.members > 2);
        if self.has_others || self.lists == 0 || self.strings == 0 {
            false
        } else if self.begins_with_string {
            self.has_list
        } else {
            !has_odd && !nine_of_ten(self.labels, self.heads)
        }
    }
}

/// What was counted in all values of a file.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ArraysTally {
    has_odd: bool,
    has_three: bool,
    has_inner_start: bool,
    heads: usize,
    labels: usize,
}

impl ArraysTally {
    /// Adds a value, if it is a tree.
    pub(super) fn add(&mut self, tree: &ArrayTally) {
        if tree.has_others || tree.lists == 0 {
            return;
        }
        self.has_odd |= tree.strings > 1 && tree.has_odd;
        self.has_three |= tree.strings > 2;
        self.has_inner_start |= tree.has_inner_start;
        self.heads += tree.heads;
        self.labels += tree.labels;
    }

    /// How the lists of the file are read, and how sure that is.
    pub(super) fn reading(&self) -> (ArrayReading, Confidence) {
        match (self.has_inner_start, !self.has_odd && self.has_three) {
            (true, _) => (ArrayReading::Bare, Confidence::Certain),
            (false, false) => (ArrayReading::Labelled, Confidence::Certain),
            (false, true) if nine_of_ten(self.labels, self.heads) => {
                (ArrayReading::Labelled, Confidence::Likely)
            }
            (false, true) => (ArrayReading::Bare, Confidence::Ambiguous),
        }
    }
}
