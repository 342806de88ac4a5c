//! Ordered matching (specification, section 10): the longest common subsequence of two sequences, and how
//! many matches on the original's path through its table are of open class.
//!
//! The original fills a table of k, the length of the best matching of the first i gold and the first j test
//! items, and carries along o, the number of open matches on the path to a cell. Three facts make the path
//! cheap to follow:
//!
//! * From one cell to the next, k grows by 0 or 1. So a row of the table is a row of bits, and each row
//!   follows from the one above by an addition. Only machine words with a matching bit, or with a carry into
//!   them, are touched.
//! * The path is found from its end. Where the left, upper and diagonal neighbours have the same k, the path
//!   comes from the diagonal one; otherwise from the left one, unless the upper one is greater. This needs
//!   two rows at a time, which come from undoing the changes of each row, block by block.
//! * The original does not compare items that cannot lead to more matches than it already has, and drops
//!   columns for good. A cell that can still exceed the best so far has its true k and true neighbours,
//!   regardless of what is dropped elsewhere. From the last cell on, the path stays in such cells, with one
//!   exception: if all matches are found before the last row, that row is not compared any more, and the
//!   first step goes up instead of left.

/// Rows between two saved states.
const BLOCK: usize = 1024;

/// For each class of gold items, the matching test items.
#[derive(Clone, Debug, Default)]
pub(super) struct Matches {
    /// Where the bits of each class begin; one more at the end.
    starts: Vec<usize>,
    bits: Vec<(usize, u64)>,
}

impl Matches {
    pub(super) fn clear(&mut self) {
        self.starts.clear();
        self.starts.push(0);
        self.bits.clear();
    }

    /// Adds a class that matches these test items, given in order.
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

    fn get(&self, class: usize) -> &[(usize, u64)] {
        &self.bits[self.starts[class]..self.starts[class + 1]]
    }
}

/// The former value of a machine word of a row.
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
    /// The row above, while the path is followed back.
    above: Vec<u64>,
    /// The rows at which blocks begin.
    states: Vec<u64>,
    /// The changes made by the rows of the current block, and where those of each row begin.
    changes: Vec<Change>,
    starts: Vec<usize>,
}

impl Ordered {
    /// Returns how many items of the two sequences match in order, and for how many of the matches that the
    /// original chooses `is_open` is true. Gold items are given by their classes.
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
        let mut path = Path { i: gold.len(), j: tests, rise: false, is_first: true };
        let mut open = 0;
        let mut block = (gold.len() - 1) / BLOCK;
        loop {
            self.walk(block * BLOCK, &mut path, |i, j| open += u64::from(is_open(i, j)));
            if path.i == 0 || path.j == 0 {
                return (length, open);
            }
            block -= 1;
            self.load(block);
            self.fill_block(&gold[block * BLOCK..(block + 1) * BLOCK], matches);
        }
    }

    /// Fills all rows; the changes of the last block are kept.
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
            self.fill_row(matches.get(class));
        }
        self.starts.push(self.changes.len());
    }

    /// Computes the next row from the bits of the matching columns: `(row + (row & bits)) | (row & !bits)`,
    /// as one long number.
    fn fill_row(&mut self, bits: &[(usize, u64)]) {
        let (mut at, mut has_carry) = (0, false);
        for &(word, bits) in bits {
            if has_carry {
                has_carry = self.carry(at, word);
            }
            let before = self.row[word];
            let (sum, is_over) = before.overflowing_add(before & bits);
            let (sum, is_over_with_carry) = sum.overflowing_add(u64::from(has_carry));
            has_carry = is_over || is_over_with_carry;
            self.set(word, sum | (before & !bits));
            at = word + 1;
        }
        if has_carry {
            self.carry(at, self.row.len());
        }
    }

    /// Propagates a carry: sets the first 0 bit. Returns true if there is none before `end`.
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

    /// Returns how often k grows in the first columns of the row.
    fn zeros(&self, columns: usize) -> u64 {
        (0..columns).step_by(64).map(|start| zeros_below(self.row[start / 64], columns - start)).sum()
    }

    /// Follows the path back through the current block, whose first row is `top + 1`, and calls `found` with
    /// every match.
    fn walk(&mut self, top: usize, path: &mut Path, mut found: impl FnMut(usize, usize)) {
        self.above.clone_from(&self.row);
        self.undo_above(path.i - top);
        path.rise = self.rise(path.i - top, path.j);
        while path.i > top && path.j > 0 {
            let [grows, grew] = [&self.row, &self.above].map(|row| is_zero(row, path.j - 1));
            let is_match = path.rise && grows && !grew;
            match path.step(grows, grew) {
                Step::Left => path.j -= 1,
                step => {
                    if is_match {
                        found(path.i - 1, path.j - 1);
                    }
                    path.j -= usize::from(step == Step::Diagonal);
                    path.i -= 1;
                    if path.i > top {
                        self.row_up(path.i + 1 - top);
                        self.undo_above(path.i - top);
                        path.rise = self.rise(path.i - top, path.j);
                    }
                }
            }
            path.is_first = false;
        }
    }

    /// True if k of the row's cell is greater than that of the cell above it, computed from the changes in
    /// the columns before.
    fn rise(&self, row: usize, columns: usize) -> bool {
        let changes = &self.changes[self.starts[row - 1]..self.starts[row]];
        let zeros = |bits: u64, word: usize| zeros_below(bits, columns.saturating_sub(word * 64));
        let now: u64 = changes.iter().map(|change| zeros(self.row[change.word], change.word)).sum();
        let before: u64 = changes.iter().map(|change| zeros(change.before, change.word)).sum();
        now > before
    }

    /// Turns `above`, which holds this row, into the row above it.
    fn undo_above(&mut self, row: usize) {
        for change in &self.changes[self.starts[row - 1]..self.starts[row]] {
            self.above[change.word] = change.before;
        }
    }

    /// Turns `row`, which holds this row, into the row above it.
    fn row_up(&mut self, row: usize) {
        for change in &self.changes[self.starts[row - 1]..self.starts[row]] {
            self.row[change.word] = change.before;
        }
    }
}

/// The current cell of the path, which is followed from its end.
struct Path {
    i: usize,
    j: usize,
    /// True if k is greater here than one row above.
    rise: bool,
    /// True in the last cell of the table.
    is_first: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Diagonal,
    Left,
    Up,
}

impl Path {
    /// Returns where the cell comes from. `grows` says that its k is greater than to the left, `grew` says
    /// the same of the row above. After a step to the left, `rise` is that of the new cell.
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

/// Counts the zeros among the first `columns` bits.
fn zeros_below(bits: u64, columns: usize) -> u64 {
    let mask = if columns >= 64 { u64::MAX } else { (1 << columns) - 1 };
    (!bits & mask).count_ones().into()
}

#[cfg(test)]
#[path = "ordered_tests.rs"]
mod tests;
