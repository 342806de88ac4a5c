//! The scanner: from the text of a tree to an arena.
//!
//! A *segment* runs from one `(` to the next. Nearly every segment of a treebank is `(LABEL ` or `(TAG
//! word))) `; these are read eight bytes at a time. All others (more blanks, tabs, long labels, faults) are
//! read byte by byte in [`read_carefully`](Reading::read_carefully). Both give the same result where both
//! apply; a property test checks it.

use super::fault::{Fault, FaultKind};
use super::mask::Opens;
use super::pieces::Pieces;
use super::replay::{self, Model};
use crate::tree::{Arena, Label, Labels, Word};

/// The interpretation of unusual spacing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Blanks have no meaning: `( S …)` is `(S …)`, `(NN cat )` is `(NN cat)`, `(NP )` is an empty bracket.
    Native,
    /// As in EVALB: `(NP )` holds an empty word, and what EVALB cannot read is a fault.
    Evalb,
}

/// How many bytes must follow the text given to a scanner, so that eight-byte loads need no special case.
pub(super) const PADDING: usize = 64;

/// Reads the text of one side into arenas, block by block.
///
/// Labels are interned in a table of the caller, which all sides share, so that labels can be compared across
/// trees.
#[derive(Clone, Debug, Default)]
pub struct Scanner {
    opens: Opens,
}

impl Scanner {
    /// Creates a scanner that has seen no block.
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts a new block. Its length must be a multiple of 64, as in
    /// [`Block::padded`](super::Block::padded).
    pub fn begin(&mut self, padded: &[u8]) {
        self.opens.find(padded);
    }

    /// Reads `padded[start..end]` of the block last given to [`begin`](Self::begin) into `arena`.
    ///
    /// # Errors
    /// The first fault. The arena then holds the part before it.
    pub fn scan(
        &self,
        padded: &[u8],
        extent: (usize, usize),
        dialect: Dialect,
        labels: &mut Labels,
        arena: &mut Arena,
    ) -> Result<(), Fault> {
        arena.clear();
        self.scan_from(padded, (extent.0, extent), dialect, labels, arena, None)
    }

    /// Like [`scan`](Self::scan), and notes the pieces of the tree.
    ///
    /// # Errors
    /// As for [`scan`](Self::scan).
    pub(super) fn scan_pieces(
        &self,
        padded: &[u8],
        extent: (usize, usize),
        dialect: Dialect,
        labels: &mut Labels,
        (arena, pieces): (&mut Arena, &mut Pieces),
    ) -> Result<(), Fault> {
        arena.clear();
        pieces.begin(extent);
        self.scan_from(padded, (extent.0, extent), dialect, labels, arena, Some(pieces))
    }

    /// Like [`scan`](Self::scan), but copies the part that the tree has in common with a model.
    ///
    /// # Errors
    /// As for [`scan`](Self::scan).
    pub(super) fn scan_like(
        &self,
        model: &Model<'_>,
        padded: &[u8],
        extent: (usize, usize),
        dialect: Dialect,
        labels: &mut Labels,
        arena: &mut Arena,
    ) -> Result<(), Fault> {
        arena.clear();
        let from = replay::copy_common(&self.opens, padded, extent, arena, model).unwrap_or(extent.0);
        self.scan_from(padded, (from, extent), dialect, labels, arena, None)
    }

    /// Reads the extent from byte `from` on. Not inlined: two copies cost registers and 1 to 4 % of the
    /// instructions.
    #[inline(never)]
    fn scan_from(
        &self,
        padded: &[u8],
        (from, (start, end)): (usize, (usize, usize)),
        dialect: Dialect,
        labels: &mut Labels,
        arena: &mut Arena,
        pieces: Option<&mut Pieces>,
    ) -> Result<(), Fault> {
        let mut walk = self.opens.from(from);
        let mut at = walk.next();
        let mut reading = Reading { text: padded, start, end, dialect, labels, arena, pieces };
        reading.read_tail(from, at.min(end))?;
        while at < end {
            let next = walk.next();
            let stop = next.min(end);
            match reading.read_regular(at, stop) {
                Some(past) if past == stop => {}
                Some(past) => {
                    reading.read_tail(past, stop)?;
                    reading.tail_read();
                }
                None => {
                    reading.give_up_pieces();
                    reading.read_carefully(at, stop)?;
                }
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
    /// Where the pieces of the tree are noted, if somebody wants them.
    pieces: Option<&'a mut Pieces>,
}

pub(super) const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// Marks the first byte that is at most 0x20 with its high bit. Higher marks may be wrong, because the borrow
/// runs upwards.
#[inline]
fn mark_blanks(word: u64) -> u64 {
    word.wrapping_sub(LOW * 0x21) & !word & HIGH
}

/// Marks the first byte that equals `byte` with its high bit.
#[inline]
pub(super) fn mark_equal(word: u64, byte: u8) -> u64 {
    let zeroed = word ^ (LOW * byte as u64);
    zeroed.wrapping_sub(LOW) & !zeroed & HIGH
}

/// The number of bytes before the first mark; 8 if there is none.
#[inline]
pub(super) fn bytes_before(marks: u64) -> usize {
    marks.trailing_zeros() as usize / 8
}

/// The bytes of `word` up to and including the first marked one; all if none is marked.
#[inline]
pub(super) fn bytes_through(word: u64, marks: u64) -> u64 {
    word & (marks ^ marks.wrapping_sub(1))
}

/// Marks the first byte that ends a word.
#[inline]
pub(super) fn mark_ends(word: u64) -> u64 {
    mark_equal(word, b')') | mark_blanks(word)
}

/// The number of bytes before the first one that `marks` marks, eight at a time. `None` if the text ends
/// before.
#[inline]
fn find_mark(text: &[u8], marks: impl Fn(u64) -> u64) -> Option<usize> {
    let chunks = text.as_chunks::<8>().0.iter().map(|bytes| marks(u64::from_le_bytes(*bytes)));
    let (skipped, found) = chunks.enumerate().find(|&(_, found)| found != 0)?;
    Some(8 * skipped + bytes_before(found))
}

/// The part of a segment that is looked at: one bounds check for all loads. Has room for `(`, a label, a
/// blank, a word and eight more bytes.
type Window = [u8; 32];

/// Loads eight bytes of a window. `at` is at most 24.
#[inline]
fn load(window: &Window, at: usize) -> u64 {
    window.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

impl Reading<'_> {
    /// Reads the segment `at..stop` if it has the usual form, and returns how far: blanks and `)`, or a
    /// fault, may follow. Otherwise changes nothing and returns `None`.
    #[inline]
    fn read_regular(&mut self, at: usize, stop: usize) -> Option<usize> {
        let window: &Window = self.text.get(at..)?.first_chunk()?;
        let head = load(window, 1);
        let marks = mark_equal(head, b' ');
        if marks == 0 {
            return self.read_long_label(at, stop);
        }
        // Anything but a label and one blank (tabs, closing brackets) is not in the table.
        let label = self.labels.find_packed(bytes_through(head, marks))?;
        let inside = bytes_before(marks) + 2;
        if at + inside == stop {
            self.arena.open(label);
            return Some(stop);
        }
        let first = load(window, inside);
        let marks = mark_ends(first);
        if marks == 0 {
            return self.read_any_word(at + inside, stop, label);
        }
        let length = bytes_before(marks);
        let closes = load(window, inside + length) ^ (LOW * b')' as u64);
        let closing = bytes_before(closes); // 8 means eight or more: the rest is read as the tail
        let past = at + inside + length + closing;
        if length == 0 || closing == 0 || closing > self.arena.depth() + 1 {
            return None;
        }
        let is_last = past + 1 == stop && window[inside + length + closing] == b' ';
        // A word that contains a `(`, or that the end of the extent cuts off, reaches beyond `stop`: not
        // handled here.
        if !is_last && past != stop && self.text.get(past..stop).is_none_or(|rest| rest.contains(&0)) {
            return None;
        }
        let head = first & ((marks ^ marks.wrapping_sub(1)) >> 8);
        self.arena.word(Word::new(head, at + inside, length, label));
        self.arena.close(closing - 1);
        self.end_piece(stop);
        Some(if is_last { stop } else { past })
    }

    /// [`read_regular`](Self::read_regular) for a label of eight or more bytes, as in treebanks with rich
    /// morphology.
    #[inline(never)]
    fn read_long_label(&mut self, at: usize, stop: usize) -> Option<usize> {
        // Starts at the label's first byte, because the first eight bytes may contain a tab, `)` or NUL, and
        // only spaces were looked for. Stops at the end of the segment, because a million brackets without a
        // blank must not be scanned a million times.
        let length = find_mark(self.text.get(at + 1..stop + 8)?, |bytes| {
            mark_blanks(bytes) | mark_equal(bytes, b')')
        })?;
        let past = at + 1 + length;
        if past >= stop || self.text[past] != b' ' {
            return None;
        }
        let label = self.labels.intern(&self.text[at + 1..past]);
        if past + 1 == stop {
            self.arena.open(label);
            return Some(stop);
        }
        self.read_any_word(past + 1, stop, label)
    }

    /// [`read_regular`](Self::read_regular) from the word on, which starts at `start` and may have any
    /// length.
    #[inline(never)]
    fn read_any_word(&mut self, start: usize, stop: usize, label: Label) -> Option<usize> {
        let rest = self.text.get(start..)?;
        let first = u64::from_le_bytes(*rest.first_chunk()?);
        let length = find_mark(self.text.get(start..stop + 8)?, mark_ends)?;
        let closing =
            bytes_before(u64::from_le_bytes(*rest.get(length..)?.first_chunk()?) ^ (LOW * b')' as u64));
        let past = start + length + closing;
        if length == 0 || closing == 0 || closing > self.arena.depth() + 1 {
            return None;
        }
        let is_last = past + 1 == stop && self.text[past] == b' ';
        if !is_last && past != stop && self.text.get(past..stop)?.contains(&0) {
            return None;
        }
        let head = if length < 8 { first & !(u64::MAX << (8 * length)) } else { first };
        self.arena.word(Word::new(head, start, length, label));
        self.arena.close(closing - 1);
        self.end_piece(stop);
        Some(if is_last { stop } else { past })
    }

    /// Notes that the piece of the last word ends before `stop`.
    #[inline]
    fn end_piece(&mut self, stop: usize) {
        if let Some(pieces) = &mut self.pieces {
            pieces.end(stop, self.arena);
        }
    }

    /// More brackets were closed behind the last word.
    #[cold]
    fn tail_read(&mut self) {
        if let Some(pieces) = &mut self.pieces {
            pieces.close(self.arena);
        }
    }

    /// The tree has no pieces.
    #[cold]
    fn give_up_pieces(&mut self) {
        if let Some(pieces) = &mut self.pieces {
            pieces.give_up();
        }
    }

    /// Closes the innermost open bracket; its `)` is at `at`.
    #[inline]
    fn close(&mut self, at: usize) -> Result<(), Fault> {
        if self.arena.depth() == 0 {
            return Err(self.fault(FaultKind::ExtraClose, at));
        }
        self.arena.close(1);
        Ok(())
    }

    /// Reads the segment `at..stop` byte by byte.
    #[inline(never)]
    fn read_carefully(&mut self, at: usize, stop: usize) -> Result<(), Fault> {
        if self.dialect == Dialect::Evalb && self.text[at..stop].contains(&0) {
            return Err(self.fault(FaultKind::BareWord, at)); // undefined in EVALB, so not interpreted here
        }
        let (name, past) = self.token(at + 1, stop);
        if self.byte(past, stop).is_none_or(|byte| byte == b')') {
            self.open(name);
            return self.read_tail(past, stop);
        }
        let (word, after) = self.token(self.skip_blanks(past, stop), stop);
        match self.byte(after, stop) {
            Some(b')') if word.0 == word.1 && self.dialect == Dialect::Native => {
                self.open(name);
                self.read_tail(after, stop)
            }
            Some(b')') => {
                self.word(name, word);
                self.read_tail(after + 1, stop)
            }
            None if word.0 == word.1 => {
                self.open(name);
                Ok(())
            }
            _ if self.dialect == Dialect::Evalb => Err(self.fault(FaultKind::BareWord, word.0)),
            _ => self.read_spaced(name, word, after, stop),
        }
    }

    /// Reads a word that is not directly followed by `)`, in the native dialect: `( S (…`, `( NN cat)`, `(NN
    /// cat )`.
    fn read_spaced(&mut self, name: Token, word: Token, after: usize, stop: usize) -> Result<(), Fault> {
        let next = self.skip_blanks(after, stop);
        if next == self.end {
            return Err(self.fault(FaultKind::Unclosed { brackets: self.arena.depth() + 1 }, word.0));
        }
        if self.byte(next, stop) == Some(b')') {
            self.word(name, word);
            return self.read_tail(next + 1, stop);
        }
        if name.0 != name.1 {
            let bare = if next < stop { next } else { word.0 };
            return Err(self.fault(FaultKind::BareWord, bare));
        }
        // A blank came before the label, so the apparent word is the label.
        let (second, past) = self.token(next, stop);
        if second.0 == second.1 {
            self.open(word);
            return self.read_tail(next, stop);
        }
        let close = self.skip_blanks(past, stop);
        if self.byte(close, stop) != Some(b')') {
            return Err(self.fault(FaultKind::BareWord, second.0));
        }
        self.word(word, second);
        self.read_tail(close + 1, stop)
    }

    /// Reads the rest up to the next `(`: blanks and closing brackets.
    fn read_tail(&mut self, from: usize, stop: usize) -> Result<(), Fault> {
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
            if let Some(pieces) = &mut self.pieces
                && self.arena.is_unwrapped()
            {
                pieces.unwrap();
            }
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
        self.arena.word(Word::from_range(self.text, word, tag));
    }

    #[cold]
    fn fault(&self, kind: FaultKind, at: usize) -> Fault {
        // Words without brackets may well come from the bracket that is missing: `(NFP :()`.
        let is_open = |brackets: &usize| {
            *brackets > 0 && kind == FaultKind::BareWord && self.dialect == Dialect::Native
        };
        let brackets = Some(outline(&self.text[self.start..self.end]).open.len()).filter(is_open);
        let kind = brackets.map_or(kind, |brackets| FaultKind::Unclosed { brackets });
        explain(self.text, (self.start, self.end), kind, at)
    }
}

/// Adds the position that explains a fault, found by reading the brackets once more.
pub(super) fn explain(text: &[u8], (start, end): (usize, usize), kind: FaultKind, at: usize) -> Fault {
    let brackets = outline(&text[start..end]);
    let complete = brackets.complete.map(|offset| start + offset);
    let innermost = brackets.open.last().map(|&offset| start + offset);
    match kind {
        FaultKind::Unclosed { .. } => Fault { kind, at: innermost.unwrap_or(at), also: None },
        FaultKind::SecondTree => {
            let past = complete.map_or(at, |complete| skip_blanks(text, complete + 1, end));
            Fault { kind, at: past, also: complete }
        }
        FaultKind::ExtraClose | FaultKind::TextOutside => {
            Fault { kind, at, also: complete.filter(|&complete| complete < at) }
        }
        _ => Fault { kind, at, also: None },
    }
}

/// The start and end of a label or word in the text.
pub(super) type Token = (usize, usize);

/// The token from `from` to the next blank or bracket; may be empty.
pub(super) fn token(text: &[u8], from: usize, stop: usize) -> Token {
    (from, from + text[from..stop].iter().take_while(|&&byte| !is_delimiter(byte)).count())
}

/// The first non-blank byte from `from` on, or `stop`.
pub(super) fn skip_blanks(text: &[u8], from: usize, stop: usize) -> usize {
    from + text[from..stop].iter().take_while(|&&byte| is_blank(byte)).count()
}

/// The unbalanced brackets of a text.
struct Outline {
    /// The bracket that completes the first tree.
    complete: Option<usize>,
    /// The brackets still open at the end, outermost first.
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

/// The six blank bytes. Nothing else is white space, in any encoding.
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
