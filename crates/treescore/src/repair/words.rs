//! The words of a reply, aligned with those of gold.

use super::normal::Form;

/// Words that belong together, the last ones first in their sequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    /// Equal words.
    Match,
    /// One word of the reply is so many words of gold, joined.
    Split(usize),
    /// One word of gold is so many words of the reply, joined.
    Merge(usize),
    /// Different words.
    Change,
    /// A word of gold alone.
    Missing,
    /// A word of the reply alone.
    Extra,
}

impl Cell {
    /// The numbers of words of the reply and of gold.
    pub(super) fn words(self) -> (usize, usize) {
        match self {
            Self::Match | Self::Change => (1, 1),
            Self::Split(words) => (1, words),
            Self::Merge(words) => (words, 1),
            Self::Missing => (0, 1),
            Self::Extra => (1, 0),
        }
    }

    /// The words of gold that the reply has, in whatever pieces.
    fn covered(self) -> usize {
        match self {
            Self::Match | Self::Split(_) | Self::Merge(_) => self.words().1,
            Self::Change | Self::Missing | Self::Extra => 0,
        }
    }
}

/// Why words were not aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLarge {
    /// The steps that it would take, together with those before.
    pub(super) cells: u64,
}

/// Aligns words of replies with words of gold at the least cost.
#[derive(Debug)]
pub(super) struct Aligner {
    /// The lowest cost of each pair of beginnings, row by row; a row has one entry more than gold has words.
    costs: Vec<u32>,
    /// Steps that may be taken.
    effort: u64,
    /// Entries that a table may have.
    memory: u64,
    /// Steps that were taken.
    taken: u64,
}

impl Aligner {
    pub(super) fn new(effort: u64, memory: u64) -> Self {
        Self { costs: Vec::new(), effort, memory, taken: 0 }
    }

    /// The words of gold that the reply covers.
    pub(super) fn covered(&mut self, reply: &[Form], gold: &[Form]) -> Result<usize, TooLarge> {
        if reply == gold {
            return Ok(gold.len());
        }
        Ok(self.align(reply, gold)?.into_iter().map(Cell::covered).sum())
    }

    /// The cheapest alignment, from left to right.
    pub(super) fn align(&mut self, reply: &[Form], gold: &[Form]) -> Result<Vec<Cell>, TooLarge> {
        if reply == gold {
            return Ok(vec![Cell::Match; gold.len()]);
        }
        self.reserve(reply, gold)?;
        let width = gold.len() + 1;
        self.costs.clear();
        for row in 0..=reply.len() {
            for column in 0..width {
                let pair = Corner { reply: &reply[..row], gold: &gold[..column] };
                let cost = pair.options(&self.costs, width).map(|(cost, _)| cost).min();
                self.costs.push(cost.unwrap_or(0)); // there are no options before all words
            }
        }
        Ok(self.trace(reply, gold))
    }

    /// Counts the steps before they are taken.
    fn reserve(&mut self, reply: &[Form], gold: &[Form]) -> Result<(), TooLarge> {
        let size = |words: &[Form]| words.iter().map(|word| word.text.len() as u64 + 1).sum::<u64>();
        let times = |bytes: u64, words: usize| bytes.saturating_mul(words as u64 + 1);
        let cells = times(reply.len() as u64 + 1, gold.len());
        // Joined words are compared byte by byte.
        let steps = times(size(reply), gold.len()).saturating_add(times(size(gold), reply.len()));
        let taken = self.taken.saturating_add(steps);
        if taken > self.effort || cells > self.memory {
            return Err(TooLarge { cells: taken });
        }
        self.taken = taken;
        Ok(())
    }

    /// The cells of the cheapest path, found from its end. Of equal costs the first kind is taken.
    fn trace(&self, reply: &[Form], gold: &[Form]) -> Vec<Cell> {
        let (mut row, mut column, width) = (reply.len(), gold.len(), gold.len() + 1);
        let mut cells = Vec::new();
        while row > 0 || column > 0 {
            let cost = self.costs[row * width + column];
            let pair = Corner { reply: &reply[..row], gold: &gold[..column] };
            let Some((_, cell)) = pair.options(&self.costs, width).find(|option| option.0 == cost) else {
                break; // every entry of the table is the cost of one of its options
            };
            let (from_reply, from_gold) = cell.words();
            (row, column) = (row - from_reply, column - from_gold);
            cells.push(cell);
        }
        cells.reverse();
        cells
    }
}

/// Two beginnings of the sequences.
struct Corner<'f> {
    reply: &'f [Form],
    gold: &'f [Form],
}

impl Corner<'_> {
    /// What the last cell may be, with the cost of everything up to it, in the order of preference.
    fn options(&self, costs: &[u32], width: usize) -> impl Iterator<Item = (u32, Cell)> {
        let (row, column) = (self.reply.len(), self.gold.len());
        let (last, last_gold) = (self.reply.last(), self.gold.last());
        let both = last.zip(last_gold);
        let is_match = both.is_some_and(|(reply, gold)| reply.text == gold.text);
        let split = last.and_then(|word| joined(word, self.gold)).map(Cell::Split);
        let merge = last_gold.and_then(|word| joined(word, self.reply)).map(Cell::Merge);
        let change = both.filter(|_| !is_match).and_then(|(reply, gold)| change_cost(reply, gold));
        [
            is_match.then_some((0, Cell::Match)),
            split.map(|cell| (1, cell)),
            merge.map(|cell| (1, cell)),
            change.map(|cost| (cost, Cell::Change)),
            last_gold.map(|_| (3, Cell::Missing)),
            last.map(|_| (3, Cell::Extra)),
        ]
        .into_iter()
        .flatten()
        .map(move |(cost, cell)| {
            let (from_reply, from_gold) = cell.words();
            (cost + costs[(row - from_reply) * width + column - from_gold], cell)
        })
    }
}

/// How many words at the end of a sequence are the word if they are joined. One is not joined.
fn joined(word: &Form, words: &[Form]) -> Option<usize> {
    let mut rest = &*word.text;
    for (count, last) in (1..).zip(words.iter().rev()) {
        rest = rest.strip_suffix(&*last.text)?;
        if rest.is_empty() {
            return (count > 1).then_some(count);
        }
    }
    None
}

/// The cost of different words. Words with letters or digits never become words without.
fn change_cost(reply: &Form, gold: &Form) -> Option<u32> {
    let is_alike = || reply.lower.starts_with(&gold.lower) || gold.lower.starts_with(&reply.lower);
    (reply.is_worded == gold.is_worded).then(|| if is_alike() { 2 } else { 4 })
}
