//! One side of a pair, as it was read.

/// A range of the side's line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Slice {
    pub(in super::super) start: usize,
    pub(in super::super) end: usize,
}

/// The result for a word or bracket; the discriminants are the digits of the listing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Outcome {
    Unmatched = 0,
    Matched = 1,
    Ignored = 5,
    NotEvaluated = 9,
}

impl Outcome {
    pub(in super::super) fn digit(self) -> u8 {
        self as u8
    }
}

#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Word {
    pub(in super::super) tag: Slice,
    pub(in super::super) text: Slice,
    pub(in super::super) outcome: Outcome,
}

#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Bracket {
    pub(in super::super) label: Slice,
    /// Words before the bracket.
    pub(in super::super) start: i64,
    /// Words before its end; -1 while it is open, and for ever if it is never closed.
    pub(in super::super) end: i64,
    pub(in super::super) outcome: Outcome,
    /// The text from after the label to the closing bracket.
    pub(in super::super) inside: Slice,
    /// The enclosing bracket when it was opened.
    pub(super) parent: Option<usize>,
}

impl Bracket {
    pub(super) fn is_counted(&self) -> bool {
        self.outcome != Outcome::Ignored
    }

    pub(super) fn same_span(&self, other: &Self) -> bool {
        (self.start, self.end) == (other.start, other.end)
    }

    pub(super) fn crosses(&self, other: &Self) -> bool {
        let cuts = |a: &Self, b: &Self| a.start < b.start && b.start < a.end && a.end < b.end;
        cuts(self, other) || cuts(other, self)
    }
}

/// A quotation mark or apostrophe that quote repair may reinsert.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuoteWord {
    pub(super) tag: Slice,
    pub(super) text: Slice,
    /// Words before it.
    pub(super) index: usize,
    /// Brackets opened before it.
    pub(super) brackets: usize,
    /// The innermost enclosing bracket; the others follow by [`Bracket::parent`].
    pub(super) innermost: Option<usize>,
    /// Number of enclosing brackets.
    pub(super) depth: usize,
}

#[derive(Debug, Default)]
pub(in super::super) struct Sentence {
    pub(super) line: Vec<u8>,
    pub(in super::super) words: Vec<Word>,
    /// In opening order.
    pub(in super::super) brackets: Vec<Bracket>,
    /// The open brackets, innermost last.
    pub(super) stack: Vec<usize>,
    /// Opened minus closed brackets; negative after surplus closing brackets.
    pub(super) depth: i64,
    pub(super) quotes: Vec<QuoteWord>,
    /// Words that count for the length.
    pub(super) length: u64,
}

impl Sentence {
    /// Returns the bytes of a range of the line.
    pub(in super::super) fn text(&self, slice: Slice) -> &[u8] {
        self.line.get(slice.start..slice.end).unwrap_or_default()
    }

    pub(super) fn reset(&mut self, line: &[u8]) {
        self.line.clear();
        self.line.extend_from_slice(line);
        self.words.clear();
        self.brackets.clear();
        self.stack.clear();
        self.quotes.clear();
        (self.depth, self.length) = (0, 0);
    }
}
