//! Edit distances by bit vectors: 64 rows of the table at a time (Myers 1999; Hyyrö 2003), only where the distance
//! can still be within the limit.

use treescore::values::hash::HashMap;

/// Rows in a block.
const ROWS: usize = 64;

/// Vertical differences of a block in the current column, and the value of its last row. Values are never too
/// small, and exact wherever a way within the limit leads.
#[derive(Clone, Copy, Debug)]
struct Block {
    plus: u64,
    minus: u64,
    value: usize,
}

impl Block {
    /// A block below a row with this value, as if every row added an error.
    fn below(value: usize) -> Self {
        Self { plus: !0, minus: 0, value: value + ROWS }
    }

    /// Moves on by a column. `equal` has the rows whose character is that of the column, `above` is the difference
    /// of the row above the block: -1, 0 or 1. Returns that of its last row.
    fn step(&mut self, equal: u64, above: i8) -> i8 {
        let Self { plus, minus, .. } = *self;
        let rises = equal | minus;
        let equal = equal | u64::from(above < 0);
        let same = (((equal & plus).wrapping_add(plus)) ^ plus) | equal;
        let up = minus | !(same | plus);
        let down = plus & same;
        let last = i8::from(up >> (ROWS - 1) == 1) - i8::from(down >> (ROWS - 1) == 1);
        let (up, down) = (up << 1 | u64::from(above > 0), down << 1 | u64::from(above < 0));
        self.plus = down | !(rises | up);
        self.minus = up & rises;
        self.value = self.value.saturating_add_signed(last.into());
        last
    }
}

/// The places of the characters of a text: for each, the blocks that have it and their rows.
#[derive(Clone, Debug, Default)]
struct Places {
    by_character: HashMap<char, Vec<(usize, u64)>>,
}

impl Places {
    fn fill(&mut self, text: &[char]) {
        self.by_character.clear();
        for (row, &character) in text.iter().enumerate() {
            let (block, bit) = (row / ROWS, 1 << (row % ROWS));
            let blocks = self.by_character.entry(character).or_default();
            match blocks.last_mut() {
                Some((last, rows)) if *last == block => *rows |= bit,
                _ => blocks.push((block, bit)),
            }
        }
    }

    /// The blocks from `first` on that have a character.
    fn of(&self, character: char, first: usize) -> &[(usize, u64)] {
        let all = self.by_character.get(&character).map_or(&[][..], Vec::as_slice);
        &all[all.partition_point(|(block, _)| *block < first)..]
    }
}

/// The current column of the table; buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Columns {
    places: Places,
    blocks: Vec<Block>,
    /// How many of them were left out at the top.
    first: usize,
}

impl Columns {
    /// True if at most `limit` insertions, deletions and substitutions of characters turn one text into the other.
    pub(super) fn is_within(&mut self, one: &[char], other: &[char], limit: usize) -> bool {
        if one.is_empty() || one.len().abs_diff(other.len()) > limit {
            return one.is_empty() && other.len() <= limit;
        }
        self.places.fill(one);
        self.blocks.clear();
        self.first = 0;
        let count = one.len().div_ceil(ROWS);
        let mut above_all = 0;
        for (column, &character) in other.iter().enumerate() {
            self.open(count, above_all, limit);
            if self.first >= self.blocks.len() {
                return false;
            }
            self.step(character);
            above_all = column + 1;
            let left = Left { one: one.len(), other: other.len() - above_all, limit };
            self.close(&left);
        }
        self.open(count, above_all, limit);
        self.blocks.len() == count && self.last_value(one.len(), above_all) <= limit
    }

    /// Adds the blocks below that a way within the limit can reach from the row above them.
    fn open(&mut self, count: usize, above_all: usize, limit: usize) {
        while self.blocks.len() < count {
            let value = match self.blocks.last() {
                Some(last) if self.blocks.len() > self.first => last.value,
                Some(_) => return,
                None => above_all,
            };
            if value > limit {
                return;
            }
            self.blocks.push(Block::below(value));
        }
    }

    fn step(&mut self, character: char) {
        let mut places = self.places.of(character, self.first).iter().peekable();
        // In the row above all blocks, and above the first one that is left, every column adds an error.
        let mut above = 1;
        for (number, block) in self.blocks.iter_mut().enumerate().skip(self.first) {
            let equal = places.next_if(|(block, _)| *block == number).map_or(0, |(_, rows)| *rows);
            above = block.step(equal, above);
        }
    }

    /// Leaves out blocks at both ends from which the limit cannot be kept.
    fn close(&mut self, left: &Left) {
        while self.first < self.blocks.len() && left.is_too_much(self.first, self.blocks[self.first].value) {
            self.first += 1;
        }
        while let Some(last) = self.blocks.last()
            && self.blocks.len() > self.first
            && left.is_too_much(self.blocks.len() - 1, last.value)
        {
            self.blocks.pop();
        }
    }

    /// The value of the last row of the text, which the last block may go beyond.
    fn last_value(&self, rows: usize, above_all: usize) -> usize {
        let Some(last) = self.blocks.last() else { return above_all };
        let beyond = self.blocks.len() * ROWS - rows;
        let of_rows =
            |bits: u64| if beyond == 0 { 0 } else { (bits >> (ROWS - beyond)).count_ones() as usize };
        (last.value + of_rows(last.minus)).saturating_sub(of_rows(last.plus))
    }
}

/// What is left of both texts.
struct Left {
    /// Characters of the first text.
    one: usize,
    /// Characters of the other text behind the column.
    other: usize,
    limit: usize,
}

impl Left {
    /// True if no row of a block with this value in its last row keeps within the limit to the end: rows differ by
    /// one error each, and so do the lengths that are left.
    fn is_too_much(&self, block: usize, value: usize) -> bool {
        let left = self.one.saturating_sub((block + 1) * ROWS);
        let apart = left.abs_diff(self.other).saturating_sub(ROWS);
        (value + apart).saturating_sub(ROWS) > self.limit
    }
}

#[cfg(test)]
mod tests {
    use super::super::distance::tests::naive;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_limit_is_that_of_the_table(
            one in "[ab한]{0,12}|[abc]{50,300}", other in "[ab한]{0,12}|[abc]{50,300}",
            edits in prop::collection::vec((0_usize..300, "[abc]{0,2}"), 0..40), by in 0_usize..9,
        ) {
            // Two unrelated texts, and two that are alike.
            let one: Vec<char> = one.chars().collect();
            let mut alike = one.clone();
            for (at, new) in edits {
                let at = at % (alike.len() + 1);
                let end = (at + 1).min(alike.len());
                alike.splice(at..end, new.chars());
            }
            let mut columns = Columns::default();
            for other in [other.chars().collect(), alike] {
                let distance = naive(&one, &other);
                for limit in [distance.saturating_sub(by + 1), distance.saturating_sub(1), distance, distance + by] {
                    prop_assert_eq!(columns.is_within(&one, &other, limit), distance <= limit, "{} within {}", distance, limit);
                }
            }
        }
    }
}
