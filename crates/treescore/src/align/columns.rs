//! Word alignments made by other programs, transferred to the words of trees.
//!
//! A recogniser's transcript may have different words from the trees (`wasn't` for `was n't`), but it must
//! have the same text, ignoring case and hyphens. Tree words and columns that share a character share a cell.

use std::ops::Range;

use super::text::{Cell, Kind};
use crate::prepare::fold_bytes;
use crate::read::columns::{ColumnWords, WordColumns};
use crate::read::times::shorten;
use crate::tree::Which;

/// Why an alignment does not fit the trees.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ColumnsMismatch {
    /// An entry and a word of the trees have different text.
    #[error("{file}:{line}: `{entry}` is not word {number} of the {} trees, `{word}`", .which.as_str())]
    Differs {
        /// Name of the alignment.
        file: String,
        /// Its line, from 1.
        line: u64,
        /// The side of the trees.
        which: Which,
        /// The entry in that line.
        entry: Box<str>,
        /// Number of the word, from 1.
        number: u64,
        /// The word.
        word: Box<str>,
    },
    /// The alignment ends before the trees do.
    #[error("{file}:{line}: the alignment ends before word {number} of the {} trees, `{word}`", .which.as_str())]
    TooShort {
        /// Name of the alignment.
        file: String,
        /// Its last line.
        line: u64,
        /// The side of the trees.
        which: Which,
        /// Number of the word, from 1.
        number: u64,
        /// The word.
        word: Box<str>,
    },
    /// The trees end before the alignment does.
    #[error("{file}:{line}: the {} trees end after {words} words, before the end of `{entry}`", .which.as_str())]
    TooLong {
        /// Name of the alignment.
        file: String,
        /// Its line, from 1.
        line: u64,
        /// The side of the trees.
        which: Which,
        /// The entry in that line.
        entry: Box<str>,
        /// Number of words in the trees.
        words: u64,
    },
}

/// Converts columns to cells. Buffers are reused.
#[derive(Clone, Debug, Default)]
pub struct ColumnAligner {
    gold: Folded,
    system: Folded,
    /// Folded text of an entry.
    entry: Vec<u8>,
    slots: Vec<Slot>,
}

/// The contents of a column.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    /// Words that begin here, of gold and of the system.
    words: [u32; 2],
    /// True if some word continues in the next column.
    goes_on: bool,
}

/// The folded words of one side, concatenated, and the end of each.
#[derive(Clone, Debug, Default)]
struct Folded {
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl ColumnAligner {
    /// Puts the words of both sides into cells. `is_equal` takes the numbers of a gold word and a system word
    /// (from 0) and returns true if they count as the same although they are spelled differently.
    ///
    /// # Errors
    /// If the text of the columns is not the text of the words.
    pub fn cells<'w>(
        &mut self,
        columns: &WordColumns,
        gold: impl Iterator<Item = &'w [u8]> + Clone,
        system: impl Iterator<Item = &'w [u8]> + Clone,
        is_equal: impl Fn(usize, usize) -> bool,
        cells: &mut Vec<Cell>,
    ) -> Result<(), ColumnsMismatch> {
        self.slots.clear();
        self.slots.resize(columns.len(), Slot::default());
        self.place(columns, Which::Gold, gold)?;
        self.place(columns, Which::System, system)?;
        self.cut(is_equal, cells);
        Ok(())
    }

    /// Puts the words of a side into columns.
    fn place<'w>(
        &mut self,
        columns: &WordColumns,
        which: Which,
        words: impl Iterator<Item = &'w [u8]> + Clone,
    ) -> Result<(), ColumnsMismatch> {
        let Self { gold, system, entry, slots } = self;
        let folded = if which == Which::Gold { gold } else { system };
        folded.fill(words.clone());
        let mut placing = Placing { folded, which, slots, at: 0, next: 0, last: None };
        let place = columns.iter().enumerate().try_for_each(|(column, words)| {
            let Some(word) = word_of(&words, which) else { return Ok(()) };
            entry.clear();
            fold(word, entry);
            placing.place_entry(column, entry).map_err(|word| (Some(words), word))
        });
        place.and_then(|()| placing.finish().map_err(|word| (None, Some(word)))).map_err(|(column, word)| {
            let text = word.and_then(|word| words.clone().nth(word)).unwrap_or_default();
            mismatch(columns, which, column, word.map(|word| (word, text)), words.count())
        })
    }

    /// Cuts the columns into cells.
    fn cut(&self, is_equal: impl Fn(usize, usize) -> bool, cells: &mut Vec<Cell>) {
        cells.clear();
        let (mut starts, mut words) = ([0; 2], [0; 2]);
        for slot in &self.slots {
            words = [words[0] + slot.words[0], words[1] + slot.words[1]];
            if slot.goes_on || words == [0, 0] {
                continue;
            }
            let [gold, system] = words;
            let ends = [starts[0] + gold as usize, starts[1] + system as usize];
            let is_same = || self.gold.stretch(starts[0]..ends[0]) == self.system.stretch(starts[1]..ends[1]);
            let kind = match words {
                [_, 0] => Kind::Gold,
                [0, _] => Kind::System,
                [1, 1] if is_same() => Kind::Same,
                [1, 1] if is_equal(starts[0], starts[1]) => Kind::Equiv,
                [1, 1] => Kind::Diff,
                _ if is_same() => Kind::Retok,
                _ => Kind::Diff,
            };
            cells.push(Cell { gold, system, kind });
            (starts, words) = (ends, [0; 2]);
        }
    }
}

/// Converts the pairs of [`sequence::align`](super::sequence::align) to cells: one for each pair, and one for
/// each word without a partner. `gold` and `system` are the numbers of words. `is_equal` returns true if the
/// words of a pair count as the same.
pub(crate) fn cells_of_pairs(
    pairs: &[(u32, u32)],
    gold: usize,
    system: usize,
    is_equal: impl Fn(usize, usize) -> bool,
    cells: &mut Vec<Cell>,
) {
    cells.clear();
    let (mut next_gold, mut next_system) = (0, 0);
    let unpaired = |cells: &mut Vec<Cell>, gold: Range<usize>, system: Range<usize>| {
        // Insertions before deletions, the order of the canonical alignment: from the end, it deletes first.
        cells.extend(system.map(|_| Cell { gold: 0, system: 1, kind: Kind::System }));
        cells.extend(gold.map(|_| Cell { gold: 1, system: 0, kind: Kind::Gold }));
    };
    for &(gold_word, system_word) in pairs {
        let (gold_word, system_word) = (gold_word as usize, system_word as usize);
        unpaired(cells, next_gold..gold_word, next_system..system_word);
        let kind = if is_equal(gold_word, system_word) { Kind::Same } else { Kind::Diff };
        cells.push(Cell { gold: 1, system: 1, kind });
        (next_gold, next_system) = (gold_word + 1, system_word + 1);
    }
    unpaired(cells, next_gold..gold, next_system..system);
}

fn word_of<'c>(column: &ColumnWords<'c>, which: Which) -> Option<&'c [u8]> {
    match which {
        Which::Gold => column.gold,
        Which::System => column.system,
    }
}

/// The error for a column (or for the end of all columns) and the word expected there.
fn mismatch(
    columns: &WordColumns,
    which: Which,
    column: Option<ColumnWords<'_>>,
    word: Option<(usize, &[u8])>,
    words: usize,
) -> ColumnsMismatch {
    let file = columns.name().to_owned();
    let line = column.or_else(|| columns.iter().last()).map_or(1, |column| column.line);
    let entry = shorten(column.and_then(|column| word_of(&column, which)).unwrap_or_default());
    match (column, word) {
        (_, None) => ColumnsMismatch::TooLong { file, line, which, entry, words: words as u64 },
        (None, Some((number, word))) => {
            ColumnsMismatch::TooShort { file, line, which, number: number as u64 + 1, word: shorten(word) }
        }
        (Some(_), Some((number, word))) => ColumnsMismatch::Differs {
            file,
            line,
            which,
            entry,
            number: number as u64 + 1,
            word: shorten(word),
        },
    }
}

/// Appends the folded text of a word: lower case, without hyphens and without the backslashes that treebanks
/// write before `/` and `*`. A word of hyphens folds to nothing.
fn fold(word: &[u8], text: &mut Vec<u8>) {
    let mut bytes = fold_bytes(word).peekable();
    while let Some(byte) = bytes.next() {
        let is_escape = byte == b'\\' && matches!(bytes.peek(), Some(b'/' | b'*'));
        if byte != b'-' && !is_escape {
            text.push(byte);
        }
    }
}

impl Folded {
    fn fill<'w>(&mut self, words: impl Iterator<Item = &'w [u8]>) {
        self.text.clear();
        self.ends.clear();
        for word in words {
            fold(word, &mut self.text);
            self.ends.push(self.text.len());
        }
    }

    /// The start of a word in the folded text. For the number after the last word, the end of the text.
    fn start(&self, word: usize) -> usize {
        word.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0)
    }

    /// The folded text of some words.
    fn stretch(&self, words: Range<usize>) -> &[u8] {
        self.text.get(self.start(words.start)..self.start(words.end)).unwrap_or_default()
    }

    /// The word that has the character at this position; `None` at the end.
    fn word_at(&self, place: usize) -> Option<usize> {
        let word = self.ends.partition_point(|&end| end <= place);
        (word < self.ends.len()).then_some(word)
    }
}

/// The state of placing one side's words into columns.
struct Placing<'a> {
    folded: &'a Folded,
    which: Which,
    slots: &'a mut [Slot],
    /// Bytes of folded text placed so far.
    at: usize,
    /// The first word not begun yet.
    next: usize,
    /// The last column that received text.
    last: Option<usize>,
}

impl Placing<'_> {
    /// Places the text of an entry into its column. If the text is not what comes next, returns the next
    /// word, if there is one.
    fn place_entry(&mut self, column: usize, entry: &[u8]) -> Result<(), Option<usize>> {
        let folded = self.folded;
        let rest = folded.text.get(self.at..).unwrap_or_default();
        let common = entry.iter().zip(rest).take_while(|(a, b)| a == b).count();
        if common < entry.len() {
            return Err(folded.word_at(self.at + common));
        }
        if entry.is_empty() {
            // A word of hyphens matches an entry of hyphens; other hyphens are ignored.
            if self.is_next_empty() {
                self.begin(column);
            }
            return Ok(());
        }
        // Words of hyphens without an entry of their own go with the word before them.
        while self.is_next_empty() {
            self.begin(self.last.unwrap_or(column));
        }
        if folded.start(self.next) > self.at {
            let last = self.last.unwrap_or(column);
            self.slots.iter_mut().take(column).skip(last).for_each(|slot| slot.goes_on = true);
        }
        self.at += entry.len();
        self.last = Some(column);
        while self.next < folded.ends.len() && folded.start(self.next) < self.at {
            self.begin(column);
        }
        Ok(())
    }

    /// True if the next word has no text and its place is here.
    fn is_next_empty(&self) -> bool {
        self.folded.start(self.next) == self.at && self.folded.ends.get(self.next) == Some(&self.at)
    }

    /// Begins the next word in this column.
    fn begin(&mut self, column: usize) {
        if let Some(slot) = self.slots.get_mut(column) {
            slot.words[self.which as usize] += 1;
        }
        self.next += 1;
        self.last = self.last.max(Some(column));
    }

    /// Checks that every word is in a column. Otherwise returns the first word that is not, or not
    /// completely.
    fn finish(&mut self) -> Result<(), usize> {
        while self.is_next_empty() {
            self.begin(self.last.ok_or(self.next)?);
        }
        match self.folded.word_at(self.at) {
            Some(word) => Err(word),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
#[path = "columns_tests.rs"]
mod tests;
