//! A tree before it is written: brackets without words vanish, brackets over one word become tags.

use std::ops::Range;

use crate::read::tape::Tape;

/// One step of a tree.
#[derive(Clone, Debug)]
enum Piece {
    Open { label: Range<usize>, is_wrapper: bool },
    Word { tag: Option<Range<usize>>, word: Range<usize> },
    Close,
}

/// A bracket that is open.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// The number of its piece.
    piece: usize,
    members: usize,
}

/// What becomes of a bracket over one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OneWord {
    /// The tag of the word.
    Tag,
    /// A bracket like any other.
    Bracket,
}

/// A tree that is being put together, reused from unit to unit.
#[derive(Clone, Debug, Default)]
pub(super) struct TreeDraft {
    pieces: Vec<Piece>,
    bytes: Vec<u8>,
    open: Vec<Open>,
}

impl TreeDraft {
    /// Begins a new tree.
    pub(super) fn clear(&mut self) {
        self.pieces.clear();
        self.bytes.clear();
        self.open.clear();
    }

    /// True if there is no word.
    pub(super) fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Opens a bracket.
    pub(super) fn open(&mut self, label: &[u8]) {
        self.count();
        self.open.push(Open { piece: self.pieces.len(), members: 0 });
        let label = self.copy(label);
        self.pieces.push(Piece::Open { label, is_wrapper: false });
    }

    /// Adds a word to the innermost bracket.
    pub(super) fn word(&mut self, tag: Option<&[u8]>, word: &[u8]) {
        self.count();
        let tag = tag.map(|tag| self.copy(tag));
        let word = self.copy(word);
        self.pieces.push(Piece::Word { tag, word });
    }

    /// Closes the innermost bracket.
    pub(super) fn close(&mut self, one_word: OneWord) {
        let Some(Open { piece, members }) = self.open.pop() else { return };
        let tag = match self.pieces.get_mut(piece) {
            Some(Piece::Open { label, is_wrapper }) => {
                *is_wrapper = members == 1 && label.start == label.end;
                label.clone()
            }
            _ => return,
        };
        let inside = self.pieces.get(piece + 1..).unwrap_or_default();
        match inside {
            [] => {
                self.pieces.truncate(piece);
                if let Some(parent) = self.open.last_mut() {
                    parent.members -= 1;
                }
            }
            [Piece::Word { tag: None, word }] if one_word == OneWord::Tag && tag.start < tag.end => {
                let word = word.clone();
                self.pieces.truncate(piece);
                self.pieces.push(Piece::Word { tag: Some(tag), word });
            }
            _ => self.pieces.push(Piece::Close),
        }
    }

    /// Writes the tree. With `unwrap`, outermost brackets without a label over one bracket are left out.
    pub(super) fn write(&self, unwrap: bool, tape: &mut Tape) {
        let mut pieces = &self.pieces[..];
        while let [Piece::Open { is_wrapper: true, .. }, inside @ .., Piece::Close] = pieces
            && unwrap
            && !matches!(inside, [Piece::Word { tag: None, .. }])
        {
            pieces = inside;
        }
        for piece in pieces {
            match piece {
                Piece::Open { label, .. } => tape.open(self.text(label)),
                Piece::Word { tag, word } => {
                    tape.word(tag.as_ref().map(|tag| self.text(tag)), self.text(word));
                }
                Piece::Close => tape.close(),
            }
        }
    }

    /// Writes a tree whose words stand elsewhere in the sentence: `order` holds the places of the words. Returns
    /// false, and writes nothing, if these are not the places of all words.
    pub(super) fn write_placed(&self, order: &[usize], tape: &mut Tape) -> bool {
        let words = self.pieces.iter().filter_map(|piece| match piece {
            Piece::Word { tag, word } => Some((tag.as_ref(), word)),
            _ => None,
        });
        let mut placed = vec![None; order.len()];
        let mut count = 0;
        for (word, &place) in words.zip(order.iter().chain(std::iter::repeat(&usize::MAX))) {
            match placed.get_mut(place) {
                Some(free @ None) => *free = Some(word),
                _ => return false,
            }
            count += 1;
        }
        if count != order.len() {
            return false;
        }
        for (tag, word) in placed.into_iter().flatten() {
            tape.word(tag.map(|tag| self.text(tag)), self.text(word));
        }
        let mut next = order.iter();
        for piece in &self.pieces {
            match piece {
                Piece::Open { label, .. } => tape.open(self.text(label)),
                Piece::Word { .. } => tape.leaf(next.next().copied().unwrap_or_default()),
                Piece::Close => tape.close(),
            }
        }
        true
    }

    fn count(&mut self) {
        if let Some(parent) = self.open.last_mut() {
            parent.members += 1;
        }
    }

    fn copy(&mut self, text: &[u8]) -> Range<usize> {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(text);
        start..self.bytes.len()
    }

    fn text(&self, range: &Range<usize>) -> &[u8] {
        self.bytes.get(range.clone()).unwrap_or_default()
    }
}
