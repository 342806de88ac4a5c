//! Which pairs a rule changes.

use super::{Pairs, Points};
use crate::run::{PairTable, RowId};

/// A pair that a rule changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// The pair.
    pub id: RowId,
    /// The number of its words that count; 0 if gold could not be read.
    pub words: u32,
    /// What it was before.
    pub before: PairState,
    /// What it is after.
    pub after: PairState,
    /// The places of the setups before and after among those of the lattice.
    pub setups: (usize, usize),
}

/// What a pair comes to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PairState {
    /// Its figure; `None` if it is undefined or was refused.
    pub value: Option<f64>,
    /// Why it was refused, if it was.
    pub refused: Option<&'static str>,
}

impl Example {
    pub(super) fn between(self, before: usize, after: usize) -> Self {
        Self { setups: (before, after), ..self }
    }

    /// How much the figure of the pair changes; nothing found is zero.
    fn change(&self) -> f64 {
        self.after.value.unwrap_or(0.0) - self.before.value.unwrap_or(0.0)
    }
}

/// The pairs that a rule changes.
#[derive(Default)]
pub(super) struct Changed {
    pub(super) pairs: Option<u64>,
    pub(super) examples: Vec<Example>,
}

/// How many examples of a rule are kept.
const KEPT: usize = 100;

/// The pairs whose counts differ between two setups. First come those that change as the figure does, and of those the ones
/// that change most and have fewest words.
pub(super) fn changed((before, after): (&PairTable, &PairTable), points: Points) -> Changed {
    let is_same_pair = |row: usize| before.id(row) == after.id(row);
    if before.len() != after.len() || !(0..before.len()).all(is_same_pair) {
        return Changed::default();
    }
    let differs = |row: &usize| {
        before.counts(*row) != after.counts(*row) || before.refused(*row) != after.refused(*row)
    };
    let mut examples: Vec<Example> = Vec::new();
    let mut pairs = 0;
    for row in (0..before.len()).filter(differs) {
        pairs += 1;
        examples.push(Example {
            id: before.id(row).clone(),
            words: before.length(row).or(after.length(row)).unwrap_or_default(),
            before: state(before, row),
            after: state(after, row),
            setups: (0, 0),
        });
        if examples.len() >= 2 * KEPT {
            keep_best(&mut examples, points);
        }
    }
    keep_best(&mut examples, points);
    Changed { pairs: Some(pairs), examples }
}

fn keep_best(examples: &mut Vec<Example>, points: Points) {
    let sign = points.value().signum();
    let order = |a: &Example, b: &Example| {
        let against = |example: &Example| example.change() * sign < 0.0;
        let by_change = b.change().abs().total_cmp(&a.change().abs());
        let by_size = (a.words, a.id.pair).cmp(&(b.words, b.id.pair));
        against(a).cmp(&against(b)).then(by_change).then(by_size)
    };
    examples.sort_by(order);
    examples.truncate(KEPT);
}

fn state(table: &PairTable, row: usize) -> PairState {
    let refused = table.refused(row);
    let value = (table.info().derive)(table.counts(row))[0].filter(|_| refused.is_none());
    PairState { value, refused }
}

/// The pairs that come in or go out if a figure is over other pairs, or over those up to another length: before and after.
pub(super) fn covered(
    table: &PairTable,
    before: (Pairs, Option<u32>),
    after: (Pairs, Option<u32>),
) -> Changed {
    let is_over = |(pairs, cutoff): (Pairs, Option<u32>), row: usize| {
        let is_long = || table.length(row).zip(cutoff).is_some_and(|(length, cutoff)| length > cutoff);
        match pairs {
            Pairs::All => true,
            Pairs::Scored => table.refused(row).is_none(),
            Pairs::Within => table.refused(row).is_none() && !is_long(),
        }
    };
    let rows = (0..table.len()).filter(|&row| is_over(before, row) != is_over(after, row));
    let mut examples: Vec<Example> = rows
        .map(|row| Example {
            id: table.id(row).clone(),
            words: table.length(row).unwrap_or_default(),
            before: state(table, row),
            after: state(table, row),
            setups: (0, 0),
        })
        .collect();
    let pairs = examples.len() as u64;
    examples.sort_by_key(|example| (example.words, example.id.pair));
    examples.truncate(KEPT);
    Changed { pairs: Some(pairs), examples }
}

/// All scored pairs, without examples: they stay as they are, and only their weights change.
pub(super) fn all(table: &PairTable) -> Changed {
    let scored = (0..table.len()).filter(|&row| table.refused(row).is_none()).count();
    Changed { pairs: Some(scored as u64), examples: Vec::new() }
}
