//! Word alignments of other programs, carried over to the words of trees.
//!
//! A recogniser's transcript may have other words than the trees (`wasn't` for `was n't`), but it has the same text: case and hyphens do
//! not matter, everything else does. Tree words and columns that share a character share a cell.

use std::ops::Range;

use super::text::{Cell, Kind};
use crate::prepare::fold_bytes;
use crate::read::columns::{ColumnWords, WordColumns};
use crate::read::times::shorten;
use crate::tree::Which;

/// Why an alignment is not one of these trees.
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
        /// Whose trees.
        which: Which,
        /// What the line says.
        entry: Box<str>,
        /// Number of the word, from 1.
        number: u64,
        /// The word.
        word: Box<str>,
    },
    /// The alignment ends, but the trees go on.
    #[error("{file}:{line}: the alignment ends before word {number} of the {} trees, `{word}`", .which.as_str())]
    TooShort {
        /// Name of the alignment.
        file: String,
        /// Its last line.
        line: u64,
        /// Whose trees.
        which: Which,
        /// Number of the word, from 1.
        number: u64,
        /// The word.
        word: Box<str>,
    },
    /// The trees end, but the alignment goes on.
    #[error("{file}:{line}: the {} trees end after {words} words, before the end of `{entry}`", .which.as_str())]
    TooLong {
        /// Name of the alignment.
        file: String,
        /// Its line, from 1.
        line: u64,
        /// Whose trees.
        which: Which,
        /// What the line says.
        entry: Box<str>,
        /// How many words the trees have.
        words: u64,
    },
}

/// Makes cells of columns. Buffers are reused.
#[derive(Clone, Debug, Default)]
pub struct ColumnAligner {
    gold: Folded,
    system: Folded,
    /// Text of an entry.
    entry: Vec<u8>,
    slots: Vec<Slot>,
}

/// What belongs to a column.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    /// Words that begin here, of gold and of the system.
    words: [u32; 2],
    /// Does some word go on in the next column?
    goes_on: bool,
}

/// Words of one side as they are compared, one behind the other, and where each ends.
#[derive(Clone, Debug, Default)]
struct Folded {
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl ColumnAligner {
    /// Puts the words of both sides into cells. `is_equal` says of a gold word and one of the system, by their numbers from 0, whether
    /// they count as the same though they are written otherwise.
    ///
    /// ```
    /// use treescore::align::ColumnAligner;
    /// use treescore::align::text::{Cell, Kind};
    /// use treescore::read::columns::WordColumns;
    ///
    /// let columns = WordColumns::from_bytes("talk", b"it it 000\nWasn't was 001\n not 010\ncold gold 001\n")?;
    /// let words = |text: &'static str| text.split(' ').map(str::as_bytes);
    /// let mut cells = Vec::new();
    /// ColumnAligner::default().cells(
    ///     &columns,
    ///     words("it was n't cold"),
    ///     words("it was not gold"),
    ///     |_, _| false,
    ///     &mut cells,
    /// )?;
    /// let kinds: Vec<_> = cells.iter().map(|&Cell { gold, system, kind }| (gold, system, kind)).collect();
    /// let expected = [(1, 1, Kind::Same), (2, 1, Kind::Diff), (0, 1, Kind::System), (1, 1, Kind::Diff)];
    /// assert_eq!(kinds, expected);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the text of the columns is not that of the words.
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
            placing.entry(column, entry).map_err(|word| (Some(words), word))
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

/// Cells of the pairs that [`sequence::align`](super::sequence::align) gives, for so many words of both sides: one for each pair, and one
/// for each word without a partner. `is_equal` says of a pair whether its words count as the same.
pub fn cells_of_pairs(
    pairs: &[(u32, u32)],
    gold: usize,
    system: usize,
    is_equal: impl Fn(usize, usize) -> bool,
    cells: &mut Vec<Cell>,
) {
    cells.clear();
    let (mut ours, mut theirs) = (0, 0);
    let alone = |cells: &mut Vec<Cell>, gold: Range<usize>, system: Range<usize>| {
        // In the order of the canonical alignment, which from the end deletes first.
        cells.extend(system.map(|_| Cell { gold: 0, system: 1, kind: Kind::System }));
        cells.extend(gold.map(|_| Cell { gold: 1, system: 0, kind: Kind::Gold }));
    };
    for &(our, their) in pairs {
        let (our, their) = (our as usize, their as usize);
        alone(cells, ours..our, theirs..their);
        let kind = if is_equal(our, their) { Kind::Same } else { Kind::Diff };
        cells.push(Cell { gold: 1, system: 1, kind });
        (ours, theirs) = (our + 1, their + 1);
    }
    alone(cells, ours..gold, theirs..system);
}

fn word_of<'c>(column: &ColumnWords<'c>, which: Which) -> Option<&'c [u8]> {
    match which {
        Which::Gold => column.gold,
        Which::System => column.system,
    }
}

/// The error for a column, or for the end of all, and the word that is in its place.
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

/// Appends the text of a word that is compared: case folded, without hyphens. Nothing is left of a word of hyphens.
fn fold(word: &[u8], text: &mut Vec<u8>) {
    text.extend(fold_bytes(word).filter(|&byte| byte != b'-'));
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

    /// Where a word begins; that of the word behind the last is where the text ends.
    fn start(&self, word: usize) -> usize {
        word.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0)
    }

    /// The text of some words.
    fn stretch(&self, words: Range<usize>) -> &[u8] {
        self.text.get(self.start(words.start)..self.start(words.end)).unwrap_or_default()
    }

    /// The word that has the character at this place, if it is not the end.
    fn word_at(&self, place: usize) -> Option<usize> {
        let word = self.ends.partition_point(|&end| end <= place);
        (word < self.ends.len()).then_some(word)
    }
}

/// The words of a side on their way into columns.
struct Placing<'a> {
    folded: &'a Folded,
    which: Which,
    slots: &'a mut [Slot],
    /// How much of the text is in columns.
    at: usize,
    /// The first word that has not begun.
    next: usize,
    /// The last column that took something.
    last: Option<usize>,
}

impl Placing<'_> {
    /// Puts what an entry says into its column. If that is not what comes next: which word does, if any is left.
    fn entry(&mut self, column: usize, entry: &[u8]) -> Result<(), Option<usize>> {
        let folded = self.folded;
        let rest = folded.text.get(self.at..).unwrap_or_default();
        let common = entry.iter().zip(rest).take_while(|(ours, theirs)| ours == theirs).count();
        if common < entry.len() {
            return Err(folded.word_at(self.at + common));
        }
        if entry.is_empty() {
            // Hyphens meet hyphens; else they are nothing.
            if self.is_next_empty() {
                self.begin(column);
            }
            return Ok(());
        }
        // Hyphens that have no entry of their own go with what is before them.
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

    /// Has the next word no text, and is its place here?
    fn is_next_empty(&self) -> bool {
        self.folded.start(self.next) == self.at && self.folded.ends.get(self.next) == Some(&self.at)
    }

    /// The next word begins in this column.
    fn begin(&mut self, column: usize) {
        if let Some(slot) = self.slots.get_mut(column) {
            slot.words[self.which as usize] += 1;
        }
        self.next += 1;
        self.last = self.last.max(Some(column));
    }

    /// Is every word in a column? If not: the first that is not, or not wholly.
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
