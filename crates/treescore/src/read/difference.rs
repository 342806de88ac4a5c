//! A system's tree, read as a difference from the gold tree over the same words.
//!
//! Both texts are read in step, [piece](super::pieces) by piece. Where a piece is the same in both, nothing is read: it
//! opens and closes the same number of brackets over the same word. Only the other pieces are read, and only the
//! brackets that were open before a run of equal pieces and end in it are looked at. What remains is how the trees
//! differ, which is little: parsers get most of a sentence right.
//!
//! Whatever is odd here (spacing, empty brackets, several trees, another number of words) is not read but declined, and
//! then read as usual. Nothing depends on which way a tree was read; property tests check that.

use super::mask::equal_bytes;
use super::pieces::{NONE, Piece, number};
use super::scan::{LOW, bytes_before, bytes_through, mark_ends, mark_equal};
use crate::tree::{Arena, Label, Labels, Node, Word};

/// A bracket of the system that is not the same in gold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OwnBracket {
    pub(crate) label: Label,
    /// The number of its first word, and one past that of its last.
    pub(crate) bounds: (u32, u32),
}

/// How a system's tree differs from its gold tree, which has as many words. Brackets of both sides that are in no list are
/// the same in both trees.
#[derive(Clone, Debug, Default)]
pub(crate) struct Difference {
    /// The words that were read, with their numbers: others are the same in both trees, as are their tags.
    pub(crate) words: Vec<(u32, Word)>,
    /// The brackets of gold that the system may not have, by their numbers in the tree.
    pub(crate) gold: Vec<u32>,
    /// The brackets of the system that gold may not have. Neither list is in order.
    pub(crate) system: Vec<OwnBracket>,
    /// The open brackets of the system above `base`: numbers in gold, or in `system` if marked.
    open: Vec<u32>,
    /// The open bracket of gold that is open in the system, too, as are all brackets around it.
    base: u32,
}

/// Marks an open bracket as one in `Difference::system`.
const OWN: u32 = 1 << 31;

/// A gold tree with its pieces, and its text with padding.
pub(super) struct GoldPieces<'a> {
    pub(super) arena: &'a Arena,
    pub(super) pieces: &'a [Piece],
    pub(super) padded: &'a [u8],
    pub(super) extent: (usize, usize),
}

impl Difference {
    /// Reads the tree in an extent of a padded text. `None` if it is declined.
    #[inline(never)]
    pub(super) fn find(
        &mut self,
        gold: &GoldPieces<'_>,
        padded: &[u8],
        extent: (usize, usize),
        labels: &mut Labels,
    ) -> Option<()> {
        self.begin();
        let (nodes, pieces) = (gold.arena.nodes(), gold.pieces);
        // Comparing goes a little too far, into the padding or the next unit.
        let gold_text = gold.padded.get(..gold.extent.1 + 16)?;
        let text = padded.get(..extent.1 + 16)?;
        if !gold.arena.is_one_tree() {
            return None;
        }
        let (mut from, mut to) = (gold.extent.0, extent.0);
        // The innermost open bracket of gold, and how many brackets it has opened.
        let (mut top, mut opened) = (NONE, 0);
        let mut at = 0;
        while at < pieces.len() {
            if self.begins_again(at) {
                return None;
            }
            let same = equal_bytes(&gold_text[from..], &text[to..]).min(extent.1 - to);
            let reached = (from + same) as u32;
            let mut equal = pieces[at..].iter().take_while(|piece| piece.end <= reached).count();
            // The last piece has to be the end of both units: the system's may have more brackets to close.
            if at + equal == pieces.len() && gold.extent.1 - from != extent.1 - to {
                equal -= 1;
            }
            if equal > 0 {
                at += equal;
                let last = pieces[at - 1];
                if self.is_level(top) {
                    self.base = last.top;
                } else {
                    self.carry_on(nodes, top, at as u32, last.top)?;
                }
                (top, opened) = (last.top, last.opened);
                to += last.end as usize - from;
            }
            if at == pieces.len() {
                break;
            }
            if self.begins_again(at) {
                return None;
            }
            let piece = pieces[at];
            if at == 0 && gold.arena.is_unwrapped() {
                text[to..].starts_with(b"( (").then_some(())?;
                to += 2;
            }
            let mut reading = Reading { text, at: to, end: extent.1, labels };
            let tag = self.open(nodes, &mut reading, (&mut top, &mut opened), (at as u32, piece.opened))?;
            let word = reading.word(tag)?;
            self.words.push((at as u32, word));
            let is_last = at + 1 == pieces.len();
            let wrapper = usize::from(is_last && gold.arena.is_unwrapped());
            // The first bracket closes the tag.
            for _ in 1..reading.closings()?.checked_sub(wrapper)? {
                self.close(nodes, at as u32 + 1)?;
            }
            reading.next_piece(is_last)?;
            self.gold.extend(opened..piece.opened);
            (top, opened) = (piece.top, piece.opened);
            (from, to) = (piece.end as usize, reading.at);
            at += 1;
        }
        (to == extent.1 && self.is_closed()).then_some(())
    }

    fn begin(&mut self) {
        self.words.clear();
        self.gold.clear();
        self.system.clear();
        self.open.clear();
        self.base = NONE;
    }

    /// True if all brackets of the system that are open are those of gold that are open, up to this one.
    #[inline]
    fn is_level(&self, top: u32) -> bool {
        self.open.is_empty() && self.base == top
    }

    /// True if a second tree of the system begins with word `at`.
    #[inline]
    fn begins_again(&self, at: usize) -> bool {
        at > 0 && self.is_closed()
    }

    /// True if no bracket of the system is open.
    #[inline]
    fn is_closed(&self) -> bool {
        self.is_level(NONE)
    }

    /// Opens the brackets before word `at`, and returns its tag. Gold has opened `opened` brackets before, of which `top`
    /// is the innermost open one, and opens some more up to number `last`.
    #[inline]
    fn open(
        &mut self,
        nodes: &[Node],
        reading: &mut Reading<'_>,
        (top, opened): (&mut u32, &mut u32),
        (at, last): (u32, u32),
    ) -> Option<Label> {
        loop {
            let label = reading.label()?;
            if label == Label::EMPTY {
                return None;
            }
            if reading.text[reading.at] != b'(' {
                return Some(label);
            }
            if *opened < last && nodes[*opened as usize].label == label {
                // The same bracket, as far as is known: it may still end elsewhere.
                if self.is_level(*top) {
                    self.base = *opened;
                } else {
                    self.open.push(*opened);
                }
                *top = *opened;
                *opened += 1;
            } else {
                self.open.push(self.system.len() as u32 | OWN);
                self.system.push(OwnBracket { label, bounds: (at, at) });
            }
        }
    }

    /// Closes the innermost open bracket of the system behind this many words. `None` if there is none.
    #[inline]
    fn close(&mut self, nodes: &[Node], stop: u32) -> Option<()> {
        let number_of = match self.open.pop() {
            Some(own) if own & OWN != 0 => {
                self.system[(own & !OWN) as usize].bounds.1 = stop;
                return Some(());
            }
            Some(shared) => shared,
            None => {
                let base = self.base;
                self.base = number(nodes.get(base as usize)?.parent());
                base
            }
        };
        let node = &nodes[number_of as usize];
        let (start, gold_stop) = node.bounds();
        if gold_stop != stop {
            self.system.push(OwnBracket { label: node.label, bounds: (start, stop) });
            self.gold.push(number_of);
        }
        Some(())
    }

    /// Passes over equal pieces up to word `behind` while the open brackets of both trees, `top` in gold, are not the same.
    /// Behind them `last` is the innermost open one of gold.
    #[inline(never)]
    fn carry_on(&mut self, nodes: &[Node], top: u32, behind: u32, last: u32) -> Option<()> {
        // As many brackets from before end in both trees, behind the same words.
        let mut outer = top;
        while let Some(node) = nodes.get(outer as usize).filter(|node| node.bounds().1 <= behind) {
            let stop = node.bounds().1;
            self.close(nodes, stop)?;
            if self.is_closed() && stop < behind {
                return None; // a second tree begins
            }
            outer = number(node.parent());
        }
        if self.is_level(outer) {
            self.base = last;
            return Some(());
        }
        // What was opened in these pieces and is still open was not open before.
        let from = self.open.len();
        let mut inner = last;
        while inner != outer {
            self.open.push(inner);
            inner = number(nodes.get(inner as usize)?.parent());
        }
        self.open[from..].reverse();
        Some(())
    }
}

/// A piece that is read, in a text with sixteen bytes of padding.
struct Reading<'a> {
    text: &'a [u8],
    at: usize,
    end: usize,
    labels: &'a mut Labels,
}

/// Marks the first byte that is no part of a label or word.
#[inline]
fn mark_token_end(word: u64) -> u64 {
    mark_ends(word) | mark_equal(word, b'(')
}

impl Reading<'_> {
    #[inline]
    fn load(&self, at: usize) -> Option<u64> {
        self.text.get(at..)?.first_chunk().map(|bytes| u64::from_le_bytes(*bytes))
    }

    /// The first byte from `at` on that is no part of a label or word.
    #[inline]
    fn token_end(&self, mut at: usize) -> Option<usize> {
        loop {
            let marks = mark_token_end(self.load(at)?);
            if marks != 0 {
                return Some(at + bytes_before(marks));
            }
            at += 8;
        }
    }

    /// Reads `(LABEL ` of a label that is known, or long.
    #[inline]
    fn label(&mut self) -> Option<Label> {
        if self.text[self.at] != b'(' {
            return None;
        }
        let head = self.load(self.at + 1)?;
        let marks = mark_token_end(head);
        if marks == 0 {
            return self.long_label();
        }
        // The table may have labels of other formats that have brackets in them. With the byte behind the label, which is
        // no blank then, none is found.
        self.at += 2 + bytes_before(marks);
        self.labels.find_packed(bytes_through(head, marks))
    }

    #[inline(never)]
    fn long_label(&mut self) -> Option<Label> {
        let (start, end) = (self.at + 1, self.token_end(self.at + 1)?);
        self.at = end + 1;
        (end < self.end && self.text[end] == b' ').then(|| self.labels.intern(&self.text[start..end]))
    }

    /// Reads a word.
    #[inline]
    fn word(&mut self, tag: Label) -> Option<Word> {
        let (start, end) = (self.at, self.token_end(self.at)?);
        self.at = end;
        let length = end - start;
        if length == 0 {
            return None;
        }
        let first = self.load(start)?;
        let head = if length < 8 { first & !(u64::MAX << (8 * length)) } else { first };
        Some(Word::new(head, start, length, tag))
    }

    /// Reads closing brackets, and returns how many.
    #[inline]
    fn closings(&mut self) -> Option<usize> {
        let start = self.at;
        loop {
            let others = self.load(self.at)? ^ (LOW * b')' as u64);
            self.at += bytes_before(others); // eight if there is no other
            if others != 0 {
                return (self.at > start).then_some(self.at - start);
            }
        }
    }

    /// Reads the blank before the next piece, or nothing at the end.
    #[inline]
    fn next_piece(&mut self, is_last: bool) -> Option<()> {
        if is_last {
            return (self.at == self.end).then_some(());
        }
        self.at += 1;
        (self.at < self.end && self.text[self.at - 1..].starts_with(b" (")).then_some(())
    }
}

#[cfg(test)]
#[path = "difference_tests.rs"]
mod tests;
