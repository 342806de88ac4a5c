//! What a run keeps of each pair for statistics: numerators and denominators of the figures that are asked for.

use std::collections::BTreeMap;
use std::ops::Range;

use super::fold::{Summing, Sums, add_common, add_furthest, common_columns, count_wins, key_of, units};
use super::furthest::{Furthest, UnitDifference};
use super::label_rows::LabelRows;
use super::stat_rows::{Answer, StatRows};
use crate::measure::{Better, FacetSums, MeasureInfo, Parts, Quotient, Wins};
use crate::prepare::{Average, Empty};
use crate::setup::Folding;
use crate::values::Vocabulary;

/// The figures that are kept of each pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptFigures {
    /// The headline figure, in the average of its recipe.
    Headline,
    /// All figures, in all averages they have.
    All,
}

/// A figure in one average, and how it is read off counts.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptFigure {
    /// Its position among the figures of the measure.
    pub figure: usize,
    /// The average.
    pub average: Average,
    /// The figure as a quotient of the measure's counts.
    pub quotient: Quotient,
}

impl KeptFigure {
    /// A figure, if it has this average and is a quotient of counts.
    pub fn new(info: &MeasureInfo, figure: usize, average: Average) -> Option<Self> {
        let quotient = Quotient::of_measure(info, figure)?;
        // In a mean, a refused pair counts 0, which would be the best value where lower is better.
        let has_mean = info.figures[figure].has_mean && quotient.better() == Better::Higher;
        (average == Average::Corpus || has_mean).then_some(Self { figure, average, quotient })
    }
}

impl KeptFigures {
    /// The figures of a measure, the headline first.
    pub fn of(self, info: &MeasureInfo, average: Average) -> Vec<KeptFigure> {
        let other = if average == Average::Corpus { Average::Sentence } else { Average::Corpus };
        let figures = 0..match self {
            Self::Headline => info.figures.len().min(1),
            Self::All => info.figures.len(),
        };
        let averages = if self == Self::Headline { vec![average] } else { vec![average, other] };
        let all =
            averages.into_iter().flat_map(|average| figures.clone().map(move |figure| (figure, average)));
        all.filter_map(|(figure, average)| KeptFigure::new(info, figure, average)).collect()
    }
}

/// The figures of all pairs of one system by one setup.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The figures. Number `n` has its numerator in column `2 n` of the rows, its denominator behind it.
    pub figures: Vec<KeptFigure>,
    /// The pairs.
    pub rows: StatRows,
    /// In a breakdown by label or type: the headline figure of each label, in the pairs that have it.
    pub labels: LabelRows,
    /// The word alignment of each pair, in order, if alignments were asked for: `C`, `S`, `D` and `I`.
    pub steps: Vec<Vec<u8>>,
    /// The gold trees that were reached.
    reached: u64,
    /// Sums of the rows that came before those of `rows`, if there are many.
    sums: Option<Sums>,
    /// Of pairs that were summed: in how many this system (the second) is better than another one, by its position
    /// and figure by figure.
    wins: BTreeMap<usize, Vec<Wins>>,
    /// Of pairs that were summed: sums over those that another system (the first), by its position, and this one
    /// scored, for the figures that are compared over them.
    common: BTreeMap<usize, [Sums; 2]>,
    /// The same as rows, at the end.
    common_rows: BTreeMap<usize, [StatRows; 2]>,
    /// Of pairs that were summed: those that differ most from another system (the first), by its position.
    furthest: BTreeMap<usize, Furthest>,
}

impl Kept {
    pub(super) fn new(figures: Vec<KeptFigure>) -> Self {
        let rows = StatRows::new(2 * figures.len());
        Self {
            figures,
            rows,
            labels: LabelRows::default(),
            steps: Vec::new(),
            reached: 0,
            sums: None,
            wins: BTreeMap::new(),
            common: BTreeMap::new(),
            common_rows: BTreeMap::new(),
            furthest: BTreeMap::new(),
        }
    }

    /// What is kept of rows that have all counts of a measure, of a corpus with this many gold trees. `empty` is what
    /// undefined figures count in means.
    pub fn of_rows(figures: Vec<KeptFigure>, rows: &StatRows, empty: Empty, trees: u64) -> Self {
        let mut kept = Self::new(figures);
        let (mut row, mut parts) = (Vec::new(), Vec::new());
        for at in 0..rows.len() {
            row.clear();
            parts.clear();
            row.extend((0..rows.width()).map(|column| rows.count(at, column)));
            let answer = add_parts(&mut parts, &kept.figures, (&row, rows.answer(at)), empty);
            let gold = rows.gold(at);
            let gold = if gold.is_empty() { kept.reached..kept.reached } else { gold };
            kept.fill_to(gold.start);
            kept.reached = kept.reached.max(gold.end);
            kept.rows.push(gold, rows.cluster(at), answer, &parts);
        }
        kept.fill_to(trees);
        kept
    }

    /// The same figures with a key for each gold tree, which decides what is drawn together.
    #[must_use]
    pub fn with_keys(mut self, keys: &[u64]) -> Self {
        if self.rows.is_summed() {
            return self; // by these keys, or by their buckets
        }
        let key = |tree: u64| key_of(keys, tree);
        self.labels.set_clusters(key);
        let rows = std::mem::take(&mut self.rows).with_clusters(&key);
        Self { rows, ..self }
    }

    /// The rows whose gold trees have different keys: how many there are, and the gold trees of the first. A row is drawn as
    /// one, with the key of its first tree.
    pub fn mixed_keys(&self, keys: &[u64]) -> Option<(u64, Range<u64>)> {
        // Rows of single trees, and their sums, have one key each.
        let rows = (0..self.rows.len()).filter(|_| !self.rows.are_in_order() && !self.rows.is_summed());
        let is_mixed =
            |gold: &Range<u64>| gold.clone().any(|tree| key_of(keys, tree) != key_of(keys, gold.start));
        let mut mixed = rows.map(|row| self.rows.gold(row)).filter(is_mixed);
        let first = mixed.next()?;
        Some((1 + mixed.count() as u64, first))
    }

    /// Adds the pairs of a block, and clears it. Blocks come in the order of the input.
    pub(super) fn take(&mut self, part: &mut KeptPart) {
        let width = 2 * self.figures.len();
        let mut labels = part.labels.drain(..).peekable();
        for (at, row) in part.rows.drain(..).enumerate() {
            let gold = if row.gold.is_empty() { self.reached..self.reached } else { row.gold };
            // Unreadable trees, and trees without words, may be in no group.
            self.fill_to(gold.start);
            self.reached = self.reached.max(gold.end);
            let own = std::iter::from_fn(|| labels.next_if(|label| label.row == at));
            let own = own.map(|label| (part.names.name(label.name), label.parts));
            self.labels.add((gold.clone(), row.document), own);
            let counts = &part.counts[at * width..(at + 1) * width];
            self.rows.push(gold, row.document, row.answer, counts);
            if let Some(class) = row.class {
                self.rows.set_class(class);
            }
        }
        drop(labels);
        part.counts.clear();
        part.names.clear();
        self.steps.append(&mut part.steps);
    }

    /// True if the rows are so many that they are to be summed.
    pub(super) fn is_full(&self, folding: Folding) -> bool {
        self.sums.is_some() || self.rows.len() > folding.above() && self.rows.are_in_order()
    }

    /// Counts in how many of the units at hand this system is better than another one, and sums those that both
    /// scored. The last unit waits until the end: rows without gold trees may still join it.
    pub(super) fn meet(
        &mut self,
        (other, rows): (usize, &StatRows),
        (summing, most): (&Summing, usize),
        (empty, is_end): (Empty, bool),
    ) {
        let wins = self.wins.entry(other).or_insert_with(|| vec![Wins::default(); self.figures.len()]);
        let [mut first, mut second] = [rows, &self.rows].map(units);
        if !is_end {
            first.pop();
            second.pop();
        }
        let tables = [(rows, &first[..]), (&self.rows, &second[..])];
        count_wins(wins, &self.figures, tables, empty);
        if most > 0 {
            let furthest = self.furthest.entry(other).or_insert_with(|| Furthest::new(most));
            add_furthest(furthest, &self.figures, tables);
        }
        let columns = common_columns(&self.figures);
        if !columns.is_empty() {
            let width = self.rows.width();
            let sums = || [0, 1].map(|_| Sums::new(summing.clone(), width, columns.clone()));
            add_common(self.common.entry(other).or_insert_with(sums), tables);
        }
    }

    /// The rows of another system (the first) and of this one, of pairs that both scored, if pairs were summed. They have
    /// the figures that are compared over such pairs.
    pub fn common_with(&self, other: usize) -> Option<[&StatRows; 2]> {
        self.common_rows.get(&other).filter(|_| self.rows.is_summed()).map(|[first, second]| [first, second])
    }

    /// The pairs in which another system (the first) and this one differ most in the first figure, if pairs were summed.
    pub fn furthest_from(&self, other: usize) -> Option<Vec<UnitDifference>> {
        Some(self.furthest.get(&other).filter(|_| self.rows.is_summed())?.clone().into_list())
    }

    /// In how many pairs another system (the first) and this one are better, figure by figure, if pairs were summed.
    pub fn wins_against(&self, other: usize) -> Option<&[Wins]> {
        self.wins.get(&other).filter(|_| self.rows.is_summed()).map(Vec::as_slice)
    }

    /// Sums the rows at hand, but those of the last unit.
    pub(super) fn sum_up(&mut self, summing: &Summing) {
        let width = self.rows.width();
        let sums = self.sums.get_or_insert_with(|| Sums::new(summing.clone(), width, (0..width).collect()));
        let last = units(&self.rows).pop().unwrap_or(0..0);
        sums.add(&self.rows, 0..last.start);
        self.rows = self.rows.only(&last.collect::<Vec<_>>());
    }

    /// Ends keeping: the rows are the sums, if there are any.
    pub(super) fn finish(&mut self) {
        if let Some(mut sums) = self.sums.take() {
            sums.add(&self.rows, 0..self.rows.len());
            self.rows = sums.into_rows();
        }
        self.labels.finish();
        let common = std::mem::take(&mut self.common).into_iter();
        self.common_rows = common.map(|(other, both)| (other, both.map(Sums::into_rows))).collect();
    }

    /// True if rows were summed.
    pub(super) fn has_sums(&self) -> bool {
        self.sums.is_some()
    }

    /// Adds rows of zeros for gold trees up to this one.
    pub(super) fn fill_to(&mut self, trees: u64) {
        for tree in self.reached..trees {
            self.rows.push(tree..tree + 1, 0, false, &[]);
            if self.rows.class(0).is_some() {
                self.rows.set_class(u64::MAX);
            }
        }
        self.reached = self.reached.max(trees);
    }
}

/// The figures of the pairs of one block.
#[derive(Default)]
pub(super) struct KeptPart {
    rows: Vec<KeptRow>,
    counts: Vec<i128>,
    labels: Vec<KeptLabel>,
    /// The word alignments, if they are asked for.
    pub(super) steps: Vec<Vec<u8>>,
    names: Vocabulary,
    /// The labels of the pair at hand.
    of_pair: FacetSums,
}

/// Adds the numerators and denominators of a row in some figures. Returns what the system said: of a pair without counted
/// words, that it scored it, because there is nothing to answer.
fn add_parts(
    parts: &mut Vec<i128>,
    figures: &[KeptFigure],
    (row, answer): (&[i128], Answer),
    empty: Empty,
) -> Answer {
    let refused = answer == Answer::Refused;
    // A pair without counted words has a row of zeros, and is in no mean.
    let is_empty = !refused && row.first() == Some(&0);
    for KeptFigure { average, quotient, .. } in figures {
        let count = |at: usize| row.get(at).copied().unwrap_or(0);
        let Parts { numerator, denominator } = match (average, is_empty) {
            (Average::Sentence, true) => Parts::default(),
            _ => quotient.parts_of(*average, &count, refused, empty),
        };
        parts.extend([numerator, denominator]);
    }
    if is_empty { Answer::Scored } else { answer }
}

struct KeptRow {
    gold: Range<u64>,
    document: u64,
    answer: Answer,
    class: Option<u64>,
}

struct KeptLabel {
    row: usize,
    name: u32,
    parts: Parts,
}

/// A pair that is kept.
pub(super) struct KeptPair {
    pub(super) gold: Range<u64>,
    pub(super) document: usize,
    pub(super) answer: Answer,
    /// Its class in a breakdown by length or file.
    pub(super) class: Option<u64>,
}

impl KeptPart {
    /// Adds a pair with these counts, or what it missed if it was refused.
    pub(super) fn add(&mut self, pair: KeptPair, figures: &[KeptFigure], row: &[i128], empty: Empty) {
        let KeptPair { gold, document, answer, class } = pair;
        let answer = add_parts(&mut self.counts, figures, (row, answer), empty);
        self.rows.push(KeptRow { gold, document: document as u64, answer, class });
    }

    /// Where the labels of the next pair are summed.
    pub(super) fn labels_of_pair(&mut self) -> &mut FacetSums {
        self.of_pair.clear();
        &mut self.of_pair
    }

    /// Adds what the labels of the next pair come to in a figure.
    pub(super) fn add_labels(&mut self, figure: &Quotient) {
        for number in self.of_pair.sorted() {
            let name = self.names.number(self.of_pair.name(number));
            let parts = figure.parts(&self.of_pair.row(number));
            self.labels.push(KeptLabel { row: self.rows.len(), name, parts });
        }
    }
}
