//! Writes the text of one tree in brackets on a tape.
//!
//! First all brackets are gone through, without asking what becomes of them; the first fault in the text is
//! kept. Then it is known which brackets have words, and the tree is written.

use std::ops::Range;

use super::bracket_text::{TreeReading, TreeText};
use super::bracket_tokens::{Token, Tokens};
use crate::read::error::ReadError;
use crate::read::fault::FaultKind;
use crate::read::scan::explain;
use crate::read::tape::Tape;
use crate::read::window::Landmark;

/// A bracket of the text.
#[derive(Debug)]
pub(super) struct Bracket {
    pub(super) label: Option<Range<usize>>,
    /// The bracket around it. The outermost one is its own parent.
    pub(super) parent: usize,
    /// How many words are directly in it.
    pub(super) own_words: usize,
    /// How many words are under it, once it is closed; before, how many came before it.
    words: usize,
    /// How many brackets are directly in it, and how many of these have words.
    brackets: usize,
    full_brackets: usize,
    /// The end of its part of the list of brackets.
    end: usize,
}

/// What stands in the text, in order.
#[derive(Debug)]
pub(super) enum Item {
    Open(usize),
    Word { bracket: usize, text: Range<usize> },
    Close(usize),
}

/// What becomes of a bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Kept,
    /// It is the tag of its word.
    Tag,
    /// It is left out, with everything in it.
    Gone,
    /// It is left out; what is in it is not.
    Hidden,
}

/// Memory for writing trees, reused.
#[derive(Debug, Default)]
pub(super) struct TreeWriter {
    pub(super) brackets: Vec<Bracket>,
    pub(super) items: Vec<Item>,
    words: usize,
    /// The first fault in the text, and its byte.
    fault: Option<(FaultKind, usize)>,
    /// The bracket that names the tree: `(ID x)`.
    id: Option<usize>,
    /// The outermost brackets up to this number are wrappers.
    wrappers: usize,
}

impl TreeWriter {
    /// Writes a tree.
    pub(super) fn write(
        &mut self,
        source: TreeText<'_>,
        reading: TreeReading,
        tape: &mut Tape,
    ) -> Result<(), Box<ReadError>> {
        let TreeText { text, first, is_raw } = source;
        let raw_brackets = self.read(text, is_raw, reading);
        if reading.has_ids() {
            self.take_id(text, tape);
        }
        if let Some((kind, at)) = self.fault {
            let fault = explain(text, (0, text.len()), kind, at);
            return Err(Box::new(ReadError::new(fault, text, Landmark::first(first))));
        }
        tape.counts.add("raw_brackets", raw_brackets);
        if reading.has_labels() {
            self.find_wrappers();
        }
        if reading == TreeReading::Placed {
            return super::placed::write(self, text, first, tape);
        }
        self.write_items(text, reading, tape);
        Ok(())
    }

    /// The words of the tree that was last written, as they stand in its text.
    pub(super) fn words(&self) -> impl Iterator<Item = Range<usize>> {
        self.items.iter().filter_map(|item| match item {
            Item::Word { bracket, text } if self.id != Some(*bracket) => Some(text.clone()),
            _ => None,
        })
    }

    /// Goes through the text once. Returns how many raw brackets are words.
    fn read(&mut self, text: &[u8], is_raw: bool, reading: TreeReading) -> u64 {
        self.brackets.clear();
        self.items.clear();
        (self.words, self.fault, self.id, self.wrappers) = (0, None, None, 0);
        let (mut open, mut depth, mut trees) = (0, 0usize, 0usize);
        let mut tokens = Tokens::new(text, is_raw);
        for token in tokens.by_ref() {
            match token {
                Token::Open(_) => {
                    trees += usize::from(depth == 0);
                    open = self.open(open, depth, reading);
                    depth += 1;
                }
                Token::Close(at) if depth == 0 => self.find(FaultKind::ExtraClose, at),
                Token::Close(_) => {
                    self.close(open, reading);
                    open = self.brackets[open].parent;
                    depth -= 1;
                }
                Token::Atom(at, _) if depth == 0 => self.find(FaultKind::TextOutside, at),
                Token::Atom(start, end) => self.atom(open, start..end, reading),
            }
        }
        if depth > 0 {
            // Words without brackets may well come from the bracket that is missing: `(NFP :()`.
            self.fault = self.fault.filter(|(kind, _)| *kind != FaultKind::BareWord);
            self.find(FaultKind::Unclosed { brackets: depth }, 0);
        } else if trees > 1 {
            self.find(FaultKind::SecondTree, 0);
        }
        tokens.raw_brackets
    }

    fn find(&mut self, kind: FaultKind, at: usize) {
        self.fault.get_or_insert((kind, at));
    }

    fn open(&mut self, parent: usize, depth: usize, reading: TreeReading) -> usize {
        let number = self.brackets.len();
        let parent = if depth == 0 { number } else { parent };
        if let Some(around) = self.brackets.get_mut(parent) {
            around.brackets += 1;
            if reading == TreeReading::Tagged && around.own_words > 0 {
                // The word stands before this bracket, so it is the last item.
                let at = self.items.last().map_or(0, Item::start);
                self.find(FaultKind::BareWord, at);
            }
        }
        self.brackets.push(Bracket {
            label: None,
            parent,
            own_words: 0,
            words: self.words,
            brackets: 0,
            full_brackets: 0,
            end: number + 1,
        });
        self.items.push(Item::Open(number));
        number
    }

    fn atom(&mut self, open: usize, text: Range<usize>, reading: TreeReading) {
        let bracket = &mut self.brackets[open];
        let is_first = bracket.brackets == 0 && bracket.own_words == 0;
        if is_first && bracket.label.is_none() && reading.has_labels() {
            bracket.label = Some(text);
            return;
        }
        bracket.own_words += 1;
        if !is_first && reading == TreeReading::Tagged {
            self.find(FaultKind::BareWord, text.start);
        }
        self.words += 1;
        self.items.push(Item::Word { bracket: open, text });
    }

    fn close(&mut self, number: usize, reading: TreeReading) {
        let end = self.brackets.len();
        let bracket = &mut self.brackets[number];
        if reading == TreeReading::WithoutLemmas && bracket.own_words == 2 && bracket.brackets == 0 {
            bracket.own_words = 1;
            self.items.pop();
            self.words -= 1;
        }
        bracket.words = self.words - bracket.words;
        bracket.end = end;
        let (parent, is_full) = (bracket.parent, bracket.words > 0);
        if parent != number && is_full {
            self.brackets[parent].full_brackets += 1;
        }
        self.items.push(Item::Close(number));
    }

    /// Finds `(ID x)` beside the tree, in a bracket without label: it names the tree and is no word of it.
    fn take_id(&mut self, text: &[u8], tape: &mut Tape) {
        if self.brackets.first().is_none_or(|root| root.label.is_some()) {
            return;
        }
        let first = self.brackets.get(1).map_or(1, |first| first.end);
        let is_id = |bracket: &Bracket| {
            let label = bracket.label.clone().and_then(|label| text.get(label));
            bracket.parent == 0 && bracket.own_words == 1 && bracket.brackets == 0 && label == Some(b"ID")
        };
        let Some(number) = (first..self.brackets.len()).find(|&at| is_id(&self.brackets[at])) else { return };
        let named = |item: &Item| match item {
            Item::Word { bracket, text } if *bracket == number => Some(text.clone()),
            _ => None,
        };
        if let Some(id) = self.items.iter().find_map(named).and_then(|id| text.get(id)) {
            tape.id(id);
            self.id = Some(number);
            self.words -= 1;
            self.brackets[0].words = self.brackets[0].words.saturating_sub(1);
            self.brackets[0].full_brackets = self.brackets[0].full_brackets.saturating_sub(1);
        }
    }

    /// Finds the outermost brackets that have no label and hold nothing but one bracket: `( (S …) )`.
    fn find_wrappers(&mut self) {
        let mut at = 0;
        while let Some(bracket) = self.brackets.get(at) {
            if bracket.label.is_some() || bracket.own_words > 0 || bracket.full_brackets != 1 {
                return;
            }
            // Brackets without words may stand before the one that has some.
            let Some(inner) =
                (at + 1..bracket.end).find(|&inner| self.brackets[inner].words > 0 && self.id != Some(inner))
            else {
                return;
            };
            at = inner;
            self.wrappers = inner;
        }
    }

    /// What becomes of a bracket.
    pub(super) fn fate(&self, number: usize, reading: TreeReading) -> Fate {
        let bracket = &self.brackets[number];
        if self.id == Some(number) || (bracket.words == 0 && self.words > 0) {
            Fate::Gone
        } else if number < self.wrappers {
            Fate::Hidden
        } else if reading.has_tags()
            && bracket.label.is_some()
            && bracket.own_words == 1
            && bracket.full_brackets == 0
        {
            Fate::Tag
        } else {
            Fate::Kept
        }
    }

    fn write_items(&self, text: &[u8], reading: TreeReading, tape: &mut Tape) {
        let label =
            |number: usize| self.brackets[number].label.clone().map_or(&b""[..], |label| &text[label]);
        for item in &self.items {
            match item {
                Item::Open(number) if self.fate(*number, reading) == Fate::Kept => tape.open(label(*number)),
                Item::Close(number) if self.fate(*number, reading) == Fate::Kept => tape.close(),
                Item::Word { bracket, text: word } => match self.fate(*bracket, reading) {
                    Fate::Gone => {}
                    Fate::Tag => tape.word(Some(label(*bracket)), &text[word.clone()]),
                    Fate::Kept | Fate::Hidden => tape.word(None, &text[word.clone()]),
                },
                Item::Open(_) | Item::Close(_) => {}
            }
        }
    }
}

impl Item {
    fn start(&self) -> usize {
        match self {
            Self::Word { text, .. } => text.start,
            Self::Open(_) | Self::Close(_) => 0,
        }
    }
}
