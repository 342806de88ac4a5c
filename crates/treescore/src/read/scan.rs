//! The scanner: from the text of a tree to an arena.
//!
//! A *segment* runs from one `(` to the next. Nearly every segment of a treebank is `(LABEL ` or `(TAG word))) `, and those are
//! taken apart eight bytes at a time; everything else (more blanks, tabs, long labels, faults) goes byte by byte through
//! [`careful`](Scanner::careful). Both give the same result where both apply, which a property test checks.

use super::fault::{Fault, FaultKind};
use super::mask::Opens;
use super::replay::{self, Model};
use crate::tree::{Arena, Label, Labels, Word};

/// Which reading of odd spacing is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Blanks mean nothing: `( S …)` is `(S …)`, `(NN cat )` is `(NN cat)`, `(NP )` is an empty bracket.
    Native,
    /// As EVALB reads: `(NP )` holds a word without letters, and what EVALB cannot read is a fault.
    Evalb,
}

/// Bytes that must follow the text given to a scanner, so that eight-byte loads need no edge case.
pub(super) const PADDING: usize = 64;

/// Turns the text of one side into arenas, block by block.
///
/// Labels are interned in a table of the caller's, which both sides share, so that labels can be compared across trees.
#[derive(Clone, Debug, Default)]
pub struct Scanner {
    opens: Opens,
}

impl Scanner {
    /// A scanner that has seen no block yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Looks at a new block; its length must be a multiple of 64, as [`Block::padded`](super::Block::padded) gives it.
    pub fn begin(&mut self, padded: &[u8]) {
        self.opens.find(padded);
    }

    /// Reads `padded[start..end]` of the block last given to [`begin`](Self::begin) into `arena`.
    ///
    /// # Errors
    /// The first fault; the arena then holds what was read before it.
    pub fn scan(
        &self,
        padded: &[u8],
        extent: (usize, usize),
        dialect: Dialect,
        labels: &mut Labels,
        arena: &mut Arena,
    ) -> Result<(), Fault> {
        arena.clear();
        self.go_on(padded, (extent.0, extent), dialect, labels, arena)
    }

    /// As [`scan`](Self::scan), with another tree as a model: what both begin with is not read again.
    ///
    /// # Errors
    /// As for [`scan`](Self::scan).
    pub fn scan_like(
        &self,
        model: &Model<'_>,
        padded: &[u8],
        extent: (usize, usize),
        dialect: Dialect,
        labels: &mut Labels,
        arena: &mut Arena,
    ) -> Result<(), Fault> {
        arena.clear();
        let from = replay::begin(&self.opens, padded, extent, arena, model).unwrap_or(extent.0);
        self.go_on(padded, (from, extent), dialect, labels, arena)
    }

    /// Reads the extent from `from` on. Not inlined: two copies cost registers and 1 to 4 % of the instructions.
    #[inline(never)]
    fn go_on(
        &self,
        padded: &[u8],
        (from, (start, end)): (usize, (usize, usize)),
        dialect: Dialect,
        labels: &mut Labels,
        arena: &mut Arena,
    ) -> Result<(), Fault> {
        let mut walk = self.opens.from(from);
        let mut at = walk.next();
        let mut reading = Reading { text: padded, start, end, dialect, labels, arena };
        reading.tail(from, at.min(end))?;
        while at < end {
            let next = walk.next();
            let stop = next.min(end);
            match reading.regular(at, stop) {
                Some(behind) if behind == stop => {}
                Some(behind) => reading.tail(behind, stop)?,
                None => reading.careful(at, stop)?,
            }
            at = next;
        }
        reading.finish()
    }
}

/// The state of reading one extent.
struct Reading<'a> {
    text: &'a [u8],
    start: usize,
    end: usize,
    dialect: Dialect,
    labels: &'a mut Labels,
    arena: &'a mut Arena,
}

const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// The lowest set high bit marks the first byte that is at most 0x20. (Bits above it may be wrong: the borrow runs upwards.)
#[inline]
fn blanks(word: u64) -> u64 {
    word.wrapping_sub(LOW * 0x21) & !word & HIGH
}

/// The lowest set high bit marks the first byte that is `byte`.
#[inline]
fn equal(word: u64, byte: u8) -> u64 {
    let zeroed = word ^ (LOW * byte as u64);
    zeroed.wrapping_sub(LOW) & !zeroed & HIGH
}

/// How many bytes come before the first marked one; 8 if none is marked.
#[inline]
fn before(marks: u64) -> usize {
    marks.trailing_zeros() as usize / 8
}

/// The bytes of `word` up to and including the first marked one; all if none is marked.
#[inline]
fn through(word: u64, marks: u64) -> u64 {
    word & (marks ^ marks.wrapping_sub(1))
}

/// Marks the bytes that end a word.
#[inline]
fn ends(word: u64) -> u64 {
    equal(word, b')') | blanks(word)
}

/// How many bytes come before the first one that `marks` marks, eight at a time; `None` if the text ends before.
#[inline]
fn run(text: &[u8], marks: impl Fn(u64) -> u64) -> Option<usize> {
    let chunks = text.as_chunks::<8>().0.iter().map(|bytes| marks(u64::from_le_bytes(*bytes)));
    let (skipped, found) = chunks.enumerate().find(|&(_, found)| found != 0)?;
    Some(8 * skipped + before(found))
}

/// What is looked at of a segment: one bounds check for all loads. The `(`, a label, a blank, a word and
/// eight more bytes fit in.
type Window = [u8; 32];

/// Eight bytes of a window; `at` is at most 24.
#[inline]
fn load(window: &Window, at: usize) -> u64 {
    window.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

impl Reading<'_> {
    /// Takes the segment `at..stop` if it has the usual form, and says how far: what is left is blanks and `)`, or a fault in
    /// their place. Otherwise leaves everything as it was and says `None`.
    #[inline]
    fn regular(&mut self, at: usize, stop: usize) -> Option<usize> {
        let window: &Window = self.text.get(at..)?.first_chunk()?;
        let head = load(window, 1);
        let marks = equal(head, b' ');
        if marks == 0 {
            return self.long_label(at, stop);
        }
        // Anything but a label and one blank (tabs, closing brackets) is not in the table.
        let label = self.labels.find_packed(through(head, marks))?;
        let inside = before(marks) + 2;
        if at + inside == stop {
            self.arena.open(label);
            return Some(stop);
        }
        let first = load(window, inside);
        let marks = ends(first);
        if marks == 0 {
            return self.any_word(at + inside, stop, label);
        }
        let length = before(marks);
        let closes = load(window, inside + length) ^ (LOW * b')' as u64);
        let closing = before(closes); // 8 stands for eight and more: the rest is tail
        let behind = at + inside + length + closing;
        if length == 0 || closing == 0 || closing > self.arena.depth() + 1 {
            return None;
        }
        let is_last = behind + 1 == stop && window[inside + length + closing] == b' ';
        // A word with a `(` in it, or one cut off by the end of the extent, reaches beyond `stop`: not for this way.
        if !is_last && behind != stop && self.text.get(behind..stop).is_none_or(|rest| rest.contains(&0)) {
            return None;
        }
        let head = first & ((marks ^ marks.wrapping_sub(1)) >> 8);
        self.arena.word(Word::new(head, at + inside, length, label));
        self.arena.close(closing - 1);
        Some(if is_last { stop } else { behind })
    }

    /// [`regular`](Self::regular) for a label of eight or more bytes, as treebanks with rich morphology have.
    #[inline(never)]
    fn long_label(&mut self, at: usize, stop: usize) -> Option<usize> {
        // From its beginning, because a tab, `)` or NUL may stand in the first eight bytes, where only spaces were looked for; and
        // no further than the segment, because a million brackets without a blank must not be looked at a million times.
        let length = run(self.text.get(at + 1..stop + 8)?, |bytes| blanks(bytes) | equal(bytes, b')'))?;
        let behind = at + 1 + length;
        if behind >= stop || self.text[behind] != b' ' {
            return None;
        }
        let label = self.labels.intern(&self.text[at + 1..behind]);
        if behind + 1 == stop {
            self.arena.open(label);
            return Some(stop);
        }
        self.any_word(behind + 1, stop, label)
    }

    /// [`regular`](Self::regular) from the word on, which begins at `start` and may have any length.
    #[inline(never)]
    fn any_word(&mut self, start: usize, stop: usize, label: Label) -> Option<usize> {
        let rest = self.text.get(start..)?;
        let first = u64::from_le_bytes(*rest.first_chunk()?);
        let length = run(self.text.get(start..stop + 8)?, ends)?;
        let closing = before(u64::from_le_bytes(*rest.get(length..)?.first_chunk()?) ^ (LOW * b')' as u64));
        let behind = start + length + closing;
        if length == 0 || closing == 0 || closing > self.arena.depth() + 1 {
            return None;
        }
        if self.text.get(behind..stop)?.contains(&0) {
            return None;
        }
        let head = if length < 8 { first & !(u64::MAX << (8 * length)) } else { first };
        self.arena.word(Word::new(head, start, length, label));
        self.arena.close(closing - 1);
        let is_last = behind + 1 == stop && self.text[behind] == b' ';
        Some(if is_last { stop } else { behind })
    }

    /// Closes the innermost open bracket, whose `)` stands at `at`.
    #[inline]
    fn close(&mut self, at: usize) -> Result<(), Fault> {
        if self.arena.depth() == 0 {
            return Err(self.fault(FaultKind::ExtraClose, at));
        }
        self.arena.close(1);
        Ok(())
    }

    /// Takes the segment `at..stop` byte by byte.
    #[inline(never)]
    fn careful(&mut self, at: usize, stop: usize) -> Result<(), Fault> {
        if self.dialect == Dialect::Evalb && self.text[at..stop].contains(&0) {
            return Err(self.fault(FaultKind::BareWord, at)); // undefined there: not for this reader to interpret
        }
        let (name, behind) = self.token(at + 1, stop);
        if self.byte(behind, stop).is_none_or(|byte| byte == b')') {
            self.open(name);
            return self.tail(behind, stop);
        }
        let (word, after) = self.token(self.skip_blanks(behind, stop), stop);
        match self.byte(after, stop) {
            Some(b')') if word.0 == word.1 && self.dialect == Dialect::Native => {
                self.open(name);
                self.tail(after, stop)
            }
            Some(b')') => {
                self.word(name, word);
                self.tail(after + 1, stop)
            }
            None if word.0 == word.1 => {
                self.open(name);
                Ok(())
            }
            _ if self.dialect == Dialect::Evalb => Err(self.fault(FaultKind::BareWord, word.0)),
            _ => self.spaced_out(name, word, after, stop),
        }
    }

    /// The native reading of a word that is not directly followed by `)`: `( S (…`, `( NN cat)`, `(NN cat )`.
    fn spaced_out(&mut self, name: Token, word: Token, after: usize, stop: usize) -> Result<(), Fault> {
        let next = self.skip_blanks(after, stop);
        if next == self.end {
            return Err(self.fault(FaultKind::Unclosed { brackets: self.arena.depth() + 1 }, word.0));
        }
        if self.byte(next, stop) == Some(b')') {
            self.word(name, word);
            return self.tail(next + 1, stop);
        }
        if name.0 != name.1 {
            let bare = if next < stop { next } else { word.0 };
            return Err(self.fault(FaultKind::BareWord, bare));
        }
        // A blank came before the label: what looked like the word is the label.
        let (second, behind) = self.token(next, stop);
        if second.0 == second.1 {
            self.open(word);
            return self.tail(next, stop);
        }
        let close = self.skip_blanks(behind, stop);
        if self.byte(close, stop) != Some(b')') {
            return Err(self.fault(FaultKind::BareWord, second.0));
        }
        self.word(word, second);
        self.tail(close + 1, stop)
    }

    /// What may follow up to the next `(`: blanks and closing brackets.
    fn tail(&mut self, from: usize, stop: usize) -> Result<(), Fault> {
        for at in from..stop {
            match self.text[at] {
                b')' => self.close(at)?,
                byte if is_blank(byte) => {}
                _ if self.arena.depth() > 0 => return Err(self.fault(FaultKind::BareWord, at)),
                _ => return Err(self.fault(FaultKind::TextOutside, at)),
            }
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), Fault> {
        if self.arena.depth() > 0 {
            return Err(self.fault(FaultKind::Unclosed { brackets: self.arena.depth() }, self.start));
        }
        if self.dialect == Dialect::Native {
            if !self.arena.is_one_tree() {
                return Err(self.fault(FaultKind::SecondTree, self.start));
            }
            self.arena.unwrap_unlabelled_root();
        }
        Ok(())
    }

    fn byte(&self, at: usize, stop: usize) -> Option<u8> {
        (at < stop).then(|| self.text[at])
    }

    fn token(&self, from: usize, stop: usize) -> (Token, usize) {
        let token = token(self.text, from, stop);
        (token, token.1)
    }

    fn skip_blanks(&self, from: usize, stop: usize) -> usize {
        skip_blanks(self.text, from, stop)
    }

    fn open(&mut self, (start, end): Token) {
        let label = self.labels.intern(&self.text[start..end]);
        self.arena.open(label);
    }

    fn word(&mut self, (tag_start, tag_end): Token, word: Token) {
        let tag = self.labels.intern(&self.text[tag_start..tag_end]);
        self.arena.word(Word::of(self.text, word, tag));
    }

    #[cold]
    fn fault(&self, kind: FaultKind, at: usize) -> Fault {
        explained(self.text, (self.start, self.end), kind, at)
    }
}

/// The fault with the place that explains it, found by going over the brackets once more.
pub(super) fn explained(text: &[u8], (start, end): (usize, usize), kind: FaultKind, at: usize) -> Fault {
    let brackets = outline(&text[start..end]);
    let complete = brackets.complete.map(|offset| start + offset);
    let innermost = brackets.open.last().map(|&offset| start + offset);
    match kind {
        FaultKind::Unclosed { .. } => Fault { kind, at: innermost.unwrap_or(at), also: None },
        FaultKind::SecondTree => {
            let behind = complete.map_or(at, |complete| skip_blanks(text, complete + 1, end));
            Fault { kind, at: behind, also: complete }
        }
        FaultKind::ExtraClose | FaultKind::TextOutside => {
            Fault { kind, at, also: complete.filter(|&complete| complete < at) }
        }
        _ => Fault { kind, at, also: None },
    }
}

/// Start and end of a label or word in the text.
pub(super) type Token = (usize, usize);

/// What stands between `from` and the next blank or bracket; may be empty.
pub(super) fn token(text: &[u8], from: usize, stop: usize) -> Token {
    (from, from + text[from..stop].iter().take_while(|&&byte| !is_delimiter(byte)).count())
}

/// The first byte from `from` on that is not blank, or `stop`.
pub(super) fn skip_blanks(text: &[u8], from: usize, stop: usize) -> usize {
    from + text[from..stop].iter().take_while(|&&byte| is_blank(byte)).count()
}

/// Where the brackets of a text stand that close nothing or stay open.
struct Outline {
    /// The bracket that completed the first tree.
    complete: Option<usize>,
    /// The brackets still open at the end, outer first.
    open: Vec<usize>,
}

fn outline(text: &[u8]) -> Outline {
    let mut outline = Outline { complete: None, open: Vec::new() };
    for (at, byte) in text.iter().enumerate() {
        if *byte == b'(' {
            outline.open.push(at);
        } else if *byte == b')' && outline.open.pop().is_some() && outline.open.is_empty() {
            outline.complete.get_or_insert(at);
        }
    }
    outline
}

/// The six bytes that separate; nothing else is white space, in any encoding.
#[inline]
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

fn is_delimiter(byte: u8) -> bool {
    is_blank(byte) || byte == b'(' || byte == b')'
}

#[cfg(test)]
#[path = "scan_tests.rs"]
mod tests;
