//! Ordered matching (specification, section 10): the longest common subsequence of two sequences, and how many matches on the
//! original's own way through the table are of open class.
//!
//! The original fills a table of k, the length of the best matching of the first i gold and the first j test items, and takes along o, the open
//! matches on the way to a cell. Three things make it cheap to follow:
//!
//! * From a cell to the next, k grows by 0 or 1. A row of the table is a row of bits, and a row follows from the one before by an addition: only words of
//!   bits in which something matches, or into which a carry runs, are touched.
//! * The way is found from its end: where left, upper and diagonal neighbour have the same k, it comes from the diagonal one, else from the left one unless
//!   the upper one is greater. That needs two rows at a time, which are had by undoing what filling them did, block by block.
//! * The original does not compare what cannot lead to more matches than there are already, and leaves out columns for good. What is still able to exceed
//!   the best so far has its true k and true neighbours, whatever is left out elsewhere. From the last cell on, the way is in such cells, with one exception: if all matches are
//!   reached before the last row, that row is not compared any more, and the first step goes up where it would have gone left.

/// Rows between two states that are kept.
const BLOCK: usize = 1024;

/// For each class of gold items the test items that match it.
#[derive(Clone, Debug, Default)]
pub(super) struct Matches {
    /// Where the bits of a class begin; one more than there are classes.
    starts: Vec<usize>,
    bits: Vec<(usize, u64)>,
}

impl Matches {
    pub(super) fn clear(&mut self) {
        self.starts.clear();
        self.starts.push(0);
        self.bits.clear();
    }

    /// Adds a class that these test items match, given in order.
    pub(super) fn push(&mut self, items: impl IntoIterator<Item = usize>) {
        let start = self.bits.len();
        for item in items {
            let (word, bit) = (item / 64, 1 << (item % 64));
            match self.bits[start..].last_mut() {
                Some((last, bits)) if *last == word => *bits |= bit,
                _ => self.bits.push((word, bit)),
            }
        }
        self.starts.push(self.bits.len());
    }

    fn of(&self, class: usize) -> &[(usize, u64)] {
        &self.bits[self.starts[class]..self.starts[class + 1]]
    }
}

/// What changed in a word of bits.
#[derive(Clone, Copy, Debug)]
struct Change {
    word: usize,
    before: u64,
}

/// Matches two sequences; buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Ordered {
    /// A row: bit j is 0 where k grows from column j to column j + 1.
    row: Vec<u64>,
    /// The row before it, on the way back.
    above: Vec<u64>,
    /// The rows at which blocks begin.
    states: Vec<u64>,
    /// What the rows of the current block changed, and where the changes of each begin.
    changes: Vec<Change>,
    starts: Vec<usize>,
}

impl Ordered {
    /// How many items of the two sequences match in order, and how many of the matches that the original chooses `is_open` is true of. Gold
    /// items are given by their classes.
    pub(super) fn count(
        &mut self,
        gold: &[usize],
        tests: usize,
        matches: &Matches,
        is_open: impl Fn(usize, usize) -> bool,
    ) -> (u64, u64) {
        if gold.is_empty() || tests == 0 {
            return (0, 0);
        }
        self.fill(gold, tests, matches);
        let length = self.zeros(tests);
        let mut way = Way { i: gold.len(), j: tests, rise: false, is_first: true };
        let mut open = 0;
        let mut block = (gold.len() - 1) / BLOCK;
        loop {
            self.walk(block * BLOCK, &mut way, |i, j| open += u64::from(is_open(i, j)));
            if way.i == 0 || way.j == 0 {
                return (length, open);
            }
            block -= 1;
            self.load(block);
            self.fill_block(&gold[block * BLOCK..(block + 1) * BLOCK], matches);
        }
    }

    /// Fills all rows; the changes of the last block stay.
    fn fill(&mut self, gold: &[usize], tests: usize, matches: &Matches) {
        self.row.clear();
        self.row.resize(tests.div_ceil(64), u64::MAX);
        self.states.clear();
        for block in gold.chunks(BLOCK) {
            self.states.extend_from_slice(&self.row);
            self.fill_block(block, matches);
        }
    }

    fn load(&mut self, block: usize) {
        let width = self.row.len();
        self.row.copy_from_slice(&self.states[block * width..(block + 1) * width]);
    }

    fn fill_block(&mut self, gold: &[usize], matches: &Matches) {
        self.changes.clear();
        self.starts.clear();
        for &class in gold {
            self.starts.push(self.changes.len());
            self.fill_row(matches.of(class));
        }
        self.starts.push(self.changes.len());
    }

    /// The next row, from the bits of the columns that match: `(row + (row & bits)) | (row & !bits)`, as one long number.
    fn fill_row(&mut self, bits: &[(usize, u64)]) {
        let (mut at, mut has_carry) = (0, false);
        for &(word, bits) in bits {
            if has_carry {
                has_carry = self.carry(at, word);
            }
            let before = self.row[word];
            let (sum, is_over) = before.overflowing_add(before & bits);
            let (sum, is_over_again) = sum.overflowing_add(u64::from(has_carry));
            has_carry = is_over || is_over_again;
            self.set(word, sum | (before & !bits));
            at = word + 1;
        }
        if has_carry {
            self.carry(at, self.row.len());
        }
    }

    /// A carry sets the first bit that is 0; true if there is none before `end`.
    fn carry(&mut self, start: usize, end: usize) -> bool {
        let Some(at) = self.row[start..end].iter().position(|&bits| bits != u64::MAX) else { return true };
        let before = self.row[start + at];
        self.set(start + at, before | (before + 1));
        false
    }

    fn set(&mut self, word: usize, bits: u64) {
        let before = self.row[word];
        if before != bits {
            self.changes.push(Change { word, before });
            self.row[word] = bits;
        }
    }

    /// How often k grows in the first columns of the row.
    fn zeros(&self, columns: usize) -> u64 {
        (0..columns).step_by(64).map(|start| zeros_below(self.row[start / 64], columns - start)).sum()
    }

    /// Goes back through the current block, whose first row is `top + 1`, and tells of every match.
    fn walk(&mut self, top: usize, way: &mut Way, mut found: impl FnMut(usize, usize)) {
        self.above.clone_from(&self.row);
        self.undo_above(way.i - top);
        way.rise = self.rise(way.i - top, way.j);
        while way.i > top && way.j > 0 {
            let [grows, grew] = [&self.row, &self.above].map(|row| is_zero(row, way.j - 1));
            let is_match = way.rise && grows && !grew;
            match way.step(grows, grew) {
                Step::Left => way.j -= 1,
                step => {
                    if is_match {
                        found(way.i - 1, way.j - 1);
                    }
                    way.j -= usize::from(step == Step::Diagonal);
                    way.i -= 1;
                    if way.i > top {
                        self.row_up(way.i + 1 - top);
                        self.undo_above(way.i - top);
                        way.rise = self.rise(way.i - top, way.j);
                    }
                }
            }
            way.is_first = false;
        }
    }

    /// Is k of the row's cell greater than that of the cell above it? From what the row changed in the columns before.
    fn rise(&self, row: usize, columns: usize) -> bool {
        let changes = &self.changes[self.starts[row - 1]..self.starts[row]];
        let zeros = |bits: u64, word: usize| zeros_below(bits, columns.saturating_sub(word * 64));
        let now: u64 = changes.iter().map(|change| zeros(self.row[change.word], change.word)).sum();
        let before: u64 = changes.iter().map(|change| zeros(change.before, change.word)).sum();
        now > before
    }

    /// Makes `above`, which is this row, the row before it.
    fn undo_above(&mut self, row: usize) {
        for change in &self.changes[self.starts[row - 1]..self.starts[row]] {
            self.above[change.word] = change.before;
        }
    }

    /// Makes `row`, which is this row, the row before it.
    fn row_up(&mut self, row: usize) {
        for change in &self.changes[self.starts[row - 1]..self.starts[row]] {
            self.row[change.word] = change.before;
        }
    }
}

/// Where the way through the table has come to, from its end.
struct Way {
    i: usize,
    j: usize,
    /// Is k here greater than one row above?
    rise: bool,
    /// Is this the last cell of the table?
    is_first: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Diagonal,
    Left,
    Up,
}

impl Way {
    /// Where the cell comes from: `grows` says that its k is greater than to the left, `grew` the same of the row above. After a step to
    /// the left `rise` is that of the cell there.
    fn step(&mut self, grows: bool, grew: bool) -> Step {
        let rise = self.rise;
        if !grew && grows == rise {
            Step::Diagonal
        } else if !rise && (grows || self.is_first) {
            Step::Up
        } else {
            self.rise = rise && !grows || grew;
            Step::Left
        }
    }
}

fn is_zero(row: &[u64], column: usize) -> bool {
    row[column / 64] >> (column % 64) & 1 == 0
}

/// How many of the first `columns` bits are 0.
fn zeros_below(bits: u64, columns: usize) -> u64 {
    let mask = if columns >= 64 { u64::MAX } else { (1 << columns) - 1 };
    (!bits & mask).count_ones().into()
}

#[cfg(test)]
#[path = "ordered_tests.rs"]
mod tests;
