//! Assigns words to columns (specification, section 7.4).

use super::Stop;
use super::columns::AlignmentColumn;
use super::equal::surface_equal;
use super::names::Word;
use super::put_all;
use treescore::tree::{Labels, Which};

/// The text for a missing word.
const NOTHING: &[u8] = b"(null)";

/// The places of one side's words; buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Placed {
    /// The columns, including those made by splitting.
    pub(super) columns: Vec<AlignmentColumn>,
    /// For each word its column.
    pub(super) places: Vec<u32>,
}

impl Placed {
    /// Places the words of a side, in order. A word that does not fit its column is placed anyway, with a
    /// warning.
    pub(super) fn place(
        &mut self,
        which: Which,
        columns: &[AlignmentColumn],
        side: impl Iterator<Item = Word>,
        notes: &mut Notes<'_>,
    ) -> Result<(), Stop> {
        self.columns.clear();
        self.places.clear();
        let rest = columns.iter().copied().peekable();
        let mut placing = Placing { which, rest, split: None, placed: self, notes };
        for word in side {
            placing.word(word)?;
        }
        if let Some(last) = placing.split.take() {
            let (column, _) = placing.settle(last);
            placing.placed.columns.push(column);
        }
        placing.placed.columns.extend(placing.rest);
        Ok(())
    }

    /// Updates the places of the gold words after placing test words, because splitting those has added
    /// columns.
    pub(super) fn follow(&mut self, test: &Self) {
        let mut old = (0..).zip(&test.columns).filter(|(_, column)| column.split_by != Some(Which::System));
        let mut passed = 0;
        for place in &mut self.places {
            if let Some((now, _)) = old.nth((*place - passed) as usize) {
                passed = *place + 1;
                *place = now;
            }
        }
    }
}

/// What placing needs from the run, and its warnings.
pub(super) struct Notes<'a> {
    pub(super) words: &'a mut Labels,
    /// The number that messages show: how many units came before.
    pub(super) unit: u64,
    pub(super) warnings: &'a mut Vec<u8>,
}

/// A column to place a word in.
#[derive(Clone, Copy, Debug)]
struct Next {
    column: AlignmentColumn,
    /// For a column made by splitting, what is left of the word that was split. It becomes a word of its own only
    /// when it stays: the tails of a cell with many words would be as long as its square.
    tail: Option<Tail>,
}

/// The end of a word.
#[derive(Clone, Copy, Debug)]
struct Tail {
    word: Word,
    start: usize,
}

struct Placing<'a, 'n> {
    which: Which,
    /// The next columns: one made by splitting, then the given ones.
    split: Option<Next>,
    rest: std::iter::Peekable<std::iter::Copied<std::slice::Iter<'a, AlignmentColumn>>>,
    placed: &'a mut Placed,
    notes: &'a mut Notes<'n>,
}

impl Placing<'_, '_> {
    fn next(&mut self) -> Option<Next> {
        let given = |column| Next { column, tail: None };
        self.split.take().or_else(|| self.rest.next().map(given))
    }

    /// Returns the end of a word that splitting left, as far as there is one.
    fn text(&self, tail: Tail) -> &[u8] {
        self.notes.words.name(tail.word).get(tail.start..).unwrap_or_default()
    }

    /// Returns the column with its word of this side, and the word that it expects.
    fn settle(&mut self, next: Next) -> (AlignmentColumn, Option<Word>) {
        let mut column = next.column;
        if let Some(tail) = next.tail {
            let text = self.text(tail).to_vec();
            let word = self.notes.words.intern(&text);
            self.set(&mut column, word);
        }
        (column, self.expected(&column))
    }

    /// Stores the word of this side.
    fn set(&self, column: &mut AlignmentColumn, word: Word) {
        match self.which {
            Which::Gold => column.gold = Some(word),
            Which::System => column.test = Some(word),
        }
    }

    fn is_skipped(&self, column: &AlignmentColumn) -> bool {
        match self.which {
            Which::Gold => column.gold.is_none(),
            Which::System => column.is_deletion,
        }
    }

    /// Returns the word of this side that a column expects.
    fn expected(&self, column: &AlignmentColumn) -> Option<Word> {
        match self.which {
            Which::Gold => column.gold,
            Which::System => column.test.or(column.gold),
        }
    }

    fn word(&mut self, word: Word) -> Result<(), Stop> {
        let next = self.find(word)?;
        if next.tail.is_none() && self.expected(&next.column).is_none() {
            return Ok(());
        }
        self.placed.places.push(self.placed.columns.len() as u32);
        match self.tail_behind(word, &next) {
            Some(tail) if self.text(tail).is_empty() => {
                let mut column = next.column;
                self.set(&mut column, word);
                self.placed.columns.push(column);
            }
            Some(tail) => self.split(next.column, word, tail),
            None => {
                let (column, expected) = self.settle(next);
                self.placed.columns.push(column);
                if let Some(expected) = expected.filter(|&expected| expected != word) {
                    self.join_or_warn(word, expected, &column);
                }
            }
        }
        Ok(())
    }

    /// Returns the next column that expects a word of this side; columns before it are skipped.
    fn find(&mut self, word: Word) -> Result<Next, Stop> {
        let mut first = None;
        while let Some(next) = self.next() {
            // What splitting leaves is a word of this side, so its column is not skipped.
            if next.tail.is_some() || !self.is_skipped(&next.column) {
                return Ok(next);
            }
            first = first.or(Some(next.column));
            self.placed.columns.push(next.column);
        }
        let (unit, number) = self.numbers(first.and_then(|column| column.number));
        let mut message = Vec::new();
        let start = format!("warning: {} mis-alignment: ({unit},{number}) ", self.side_name());
        put_all(&mut message, &[start.as_bytes(), self.notes.words.name(word), b"\n"]);
        Err(Stop::Message(message))
    }

    /// Returns what is left of the column's word if the given word is a prefix of it. A test word must be
    /// stored to be split.
    fn tail_behind(&self, word: Word, next: &Next) -> Option<Tail> {
        let stored = match self.which {
            Which::Gold => next.column.gold,
            Which::System => next.column.test,
        };
        let whole = next.tail.or_else(|| stored.map(|word| Tail { word, start: 0 }))?;
        let prefix = self.notes.words.name(word);
        self.text(whole).starts_with(prefix).then_some(Tail { start: whole.start + prefix.len(), ..whole })
    }

    fn split(&mut self, mut column: AlignmentColumn, word: Word, tail: Tail) {
        match self.which {
            Which::Gold => {
                let is_deletion = column.is_deletion || column.test.is_some();
                let split_by = Some(self.which);
                let new = AlignmentColumn { gold: None, test: None, is_deletion, number: None, split_by };
                self.split = Some(Next { column: new, tail: Some(tail) });
                column.gold = Some(word);
                column.test = column.test.filter(|&test| test != word);
            }
            Which::System => {
                let filled = self.split_target();
                let filled = AlignmentColumn { is_deletion: false, ..filled };
                self.split = Some(Next { column: filled, tail: Some(tail) });
                column.test = Some(word);
            }
        }
        self.placed.columns.push(column);
    }

    /// Returns the column after the one that is split, if it is a deletion; else a new one.
    fn split_target(&mut self) -> AlignmentColumn {
        let new = AlignmentColumn {
            gold: None,
            test: None,
            is_deletion: false,
            number: None,
            split_by: Some(self.which),
        };
        // `split` is empty here: if it held a column, that is the one being split.
        self.rest.next_if(|next| next.is_deletion).unwrap_or(new)
    }

    /// Skips the next column if the word equals the words of two columns together; otherwise warns.
    fn join_or_warn(&mut self, word: Word, expected: Word, column: &AlignmentColumn) {
        // There is no split column here: it would have been the one that the word did not fit.
        if let Some(next) = self.rest.peek().copied() {
            let text = |word: Option<Word>| word.map_or(NOTHING, |word| self.notes.words.name(word));
            let both = text(Some(expected)).iter().chain(text(self.expected(&next)));
            if surface_equal(both.copied(), text(Some(word)).iter().copied()) {
                self.placed.columns.extend(self.rest.next());
                return;
            }
        }
        let (unit, number) = self.numbers(column.number);
        let start =
            format!("warning, potential {} mis-alignment ({unit},{}): ", self.side_name(), number + 1);
        let (word, expected) = (self.notes.words.name(word), self.notes.words.name(expected));
        put_all(self.notes.warnings, &[start.as_bytes(), word, b" ", expected, b"\n"]);
    }

    /// Returns unit and column as messages show them.
    fn numbers(&self, column: Option<u64>) -> (i128, i128) {
        column.map_or((-1, -1), |number| (self.notes.unit.into(), number.into()))
    }

    fn side_name(&self) -> &'static str {
        match self.which {
            Which::Gold => "gold",
            Which::System => "test",
        }
    }
}

#[cfg(test)]
#[path = "place_tests.rs"]
mod tests;
