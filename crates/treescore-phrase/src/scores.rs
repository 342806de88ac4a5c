//! The scores of a tally of candidates.

use super::numbers::{Sum, cost_of_false};
use super::tally::{BINS, SpanCell, bin_of};
use super::{Category, Entropy, Inventory, Offender, PhraseTally};

/// How well a model's probabilities account for the true chunks.
#[derive(Clone, Debug, PartialEq)]
pub struct PhraseScores {
    /// Sentences.
    pub sentences: u64,
    /// Their words.
    pub tokens: u64,
    /// Candidates: every category over every span.
    pub candidates: u64,
    /// True chunks.
    pub true_chunks: u64,
    /// Sentences for which the model listed nothing.
    pub sentences_without_records: u64,
    /// The cost of all events, in bits; may be infinite.
    pub bits: f64,
    /// Sum of all probabilities.
    pub expected_yes: f64,
    /// Sum of the probabilities of true chunks.
    pub expected_true_yes: f64,
    /// Candidates whose outcome the model considered impossible.
    pub infinite_candidates: u64,
    /// By category, in the order of the inventory.
    pub by_category: Vec<CategoryScores>,
    /// Bits by length; the last entry includes all longer ones. Only lengths that some sentence has.
    pub by_length: Vec<(u32, f64)>,
    /// Bits spent on true chunks, and on all others.
    pub by_event: EventBits,
    /// How much the rules of a grammar cover.
    pub coverage: Coverage,
    /// How well the probabilities are calibrated.
    pub calibration: Calibration,
    /// The first candidates whose outcome the model considered impossible.
    pub offenders: Vec<Offender>,
    /// Candidates that are not listed but have probability 1 by default, by category and length.
    pub certain: Vec<(Category, u32, u64)>,
    /// The lowest probability, if a floor is set.
    pub floor: Option<f64>,
}

/// The bits of one category.
#[derive(Clone, Debug, PartialEq)]
pub struct CategoryScores {
    /// Its name.
    pub name: Box<str>,
    /// The cost of its candidates.
    pub bits: f64,
    /// Share of all bits; undefined if they are infinite.
    pub share: Option<f64>,
    /// True chunks.
    pub true_chunks: u64,
    /// Share of all true chunks.
    pub true_share: f64,
    /// Share of all candidates.
    pub candidate_share: f64,
    /// Share of all bits that was to be expected: true chunks cost the same in every category, and so do the
    /// candidates that are none. Undefined if the bits are infinite.
    pub expected_share: Option<f64>,
}

impl CategoryScores {
    /// Returns the share of the bits minus the expected share: Abney's −E(%H).
    pub fn excess(&self) -> Option<f64> {
        Some(self.share? - self.expected_share?)
    }
}

/// Bits by event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EventBits {
    /// Spent on true chunks.
    pub of_true: f64,
    /// Spent on all others.
    pub of_false: f64,
}

/// How much the rules of a grammar cover, as shares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coverage {
    /// Of true chunks.
    pub true_chunks: f64,
    /// Of all candidates.
    pub candidates: f64,
    /// Of the bits; undefined if they are infinite.
    pub bits: Option<f64>,
}

/// How well probabilities are calibrated: of all candidates with probability 0.7, seven in ten should be true
/// chunks.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    /// Mean squared distance of probability and truth.
    pub brier: f64,
    /// Mean distance of the mean probability and the share of true chunks, over the bins (expected
    /// calibration error).
    pub error: f64,
    /// The bins, from 0 to 1.
    pub bins: Vec<CalibrationBin>,
}

/// The candidates whose probability is in one bin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CalibrationBin {
    /// The least probability.
    pub from: f64,
    /// The upper end, exclusive; the last bin includes 1.
    pub to: f64,
    /// Candidates.
    pub candidates: u64,
    /// True chunks among them.
    pub true_chunks: u64,
    /// Sum of their probabilities.
    pub expected: f64,
}

impl CalibrationBin {
    /// Returns the mean probability; `None` without candidates.
    pub fn mean(&self) -> Option<f64> {
        (self.candidates > 0).then(|| self.expected / self.candidates as f64)
    }

    /// Returns the share of true chunks; `None` without candidates.
    pub fn observed(&self) -> Option<f64> {
        (self.candidates > 0).then(|| self.true_chunks as f64 / self.candidates as f64)
    }
}

/// Divides; 0 if the whole is 0.
fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

impl PhraseScores {
    /// Returns the candidates per sentence.
    pub(crate) fn candidates_per_sentence(&self) -> f64 {
        share(self.candidates as f64, self.sentences as f64)
    }

    /// Returns the entropy: bits per candidate.
    pub fn bits_per_candidate(&self) -> f64 {
        share(self.bits, self.candidates as f64)
    }

    /// Returns the bits per sentence.
    pub fn bits_per_sentence(&self) -> f64 {
        share(self.bits, self.sentences as f64)
    }

    /// Returns the decimal logarithm of the perplexity per sentence: the model seems to choose from 10 to
    /// this power of parses.
    pub fn log10_parses_per_sentence(&self) -> f64 {
        self.bits_per_sentence() * std::f64::consts::LOG10_2
    }

    /// Returns the share of the expected chunks that are true.
    pub fn expected_precision(&self) -> f64 {
        share(self.expected_true_yes, self.expected_yes)
    }

    /// Returns the share of the true chunks that are expected.
    pub fn expected_recall(&self) -> f64 {
        share(self.expected_true_yes, self.true_chunks as f64)
    }
}

/// The candidates of one category and length that are not special: all have the default probability, none is
/// a true chunk.
#[derive(Clone, Copy)]
struct Rest {
    candidates: u64,
    probability: f64,
    bits: f64,
}

impl Rest {
    fn new(spans: u64, cell: &SpanCell, probability: f64) -> Self {
        let candidates = spans.saturating_sub(cell.of_true.events() + cell.of_false.events());
        let bits = if candidates == 0 { 0.0 } else { candidates as f64 * cost_of_false(probability) };
        Self { candidates, probability, bits }
    }
}

/// The bits of some cells and of their remaining candidates.
#[derive(Default)]
struct Bits {
    of_true: Sum,
    of_false: Sum,
}

impl Bits {
    fn add(&mut self, cell: &SpanCell, rest: Rest) {
        let infinite = |count: u64| if count > 0 { f64::INFINITY } else { 0.0 };
        self.of_true.extend([cell.of_true.bits.total(), infinite(cell.of_true.infinite)]);
        self.of_false.extend([cell.of_false.bits.total(), infinite(cell.of_false.infinite), rest.bits]);
    }

    fn total(&self) -> f64 {
        self.of_true.total() + self.of_false.total()
    }
}

impl Entropy {
    /// Computes the scores of a tally that this made.
    pub fn scores(&self, tally: &PhraseTally, inventory: &Inventory) -> PhraseScores {
        let view = TallyView { entropy: self, tally, inventory };
        let by_category = view.by_category();
        let true_chunks = by_category.iter().map(|category| category.true_chunks).sum();
        let bits = by_category.iter().map(|category| category.bits).collect::<Sum>().total();
        let candidates = view.candidates();
        let events = view.bits(view.all());
        let certain: Vec<_> = view
            .rests()
            .filter(|(.., rest)| rest.bits.is_infinite())
            .map(|(category, length, rest)| (category, length, rest.candidates))
            .collect();
        PhraseScores {
            sentences: tally.sentences,
            tokens: tally.tokens,
            candidates,
            true_chunks,
            sentences_without_records: tally.sentences_without_records,
            bits,
            expected_yes: view.expected_yes(),
            expected_true_yes: tally.true_yes.total(),
            infinite_candidates: view.infinite() + certain.iter().map(|(.., count)| count).sum::<u64>(),
            by_length: view.by_length(),
            by_event: EventBits { of_true: events.of_true.total(), of_false: events.of_false.total() },
            coverage: Coverage {
                true_chunks: share(tally.covered_true.total(), true_chunks as f64),
                candidates: share(tally.covered.total(), candidates as f64),
                bits: share_of_bits(tally.covered_bits.total(), bits),
            },
            calibration: view.calibration(),
            by_category,
            offenders: tally.offenders.clone(),
            certain,
            floor: self.floor.get(),
        }
    }
}

/// Returns the share of the bits; `None` if they are infinite.
fn share_of_bits(part: f64, bits: f64) -> Option<f64> {
    bits.is_finite().then(|| share(part, bits))
}

/// A tally with everything needed to read it.
#[derive(Clone, Copy)]
struct TallyView<'a> {
    entropy: &'a Entropy,
    tally: &'a PhraseTally,
    inventory: &'a Inventory,
}

impl TallyView<'_> {
    fn row(self, category: Category) -> impl Iterator<Item = (Category, u32)> {
        (1..=self.entropy.defaults.longest()).map(move |length| (category, length))
    }

    fn all(self) -> impl Iterator<Item = (Category, u32)> {
        self.inventory.categories().flat_map(move |category| self.row(category))
    }

    fn rests(self) -> impl Iterator<Item = (Category, u32, Rest)> {
        self.all().map(move |(category, length)| (category, length, self.entry(category, length).1))
    }

    fn entry(self, category: Category, length: u32) -> (SpanCell, Rest) {
        let defaults = &self.entropy.defaults;
        let cell = self.tally.cells.get(defaults.cell(category, length)).copied().unwrap_or_default();
        let spans = self.tally.spans.get(length as usize - 1).copied().unwrap_or(0);
        (cell, Rest::new(spans, &cell, defaults.get(category, length)))
    }

    fn bits(self, cells: impl Iterator<Item = (Category, u32)>) -> Bits {
        let mut bits = Bits::default();
        for (category, length) in cells {
            let (cell, rest) = self.entry(category, length);
            bits.add(&cell, rest);
        }
        bits
    }

    fn candidates(self) -> u64 {
        let spans = self.tally.spans.iter().fold(0u64, |sum, &spans| sum.saturating_add(spans));
        spans.saturating_mul(self.inventory.len() as u64)
    }

    /// Counts the special candidates whose outcome the model considered impossible.
    fn infinite(self) -> u64 {
        self.tally.cells.iter().map(|cell| cell.of_true.infinite + cell.of_false.infinite).sum()
    }

    fn expected_yes(self) -> f64 {
        let mut expected = Sum::default();
        expected.add(self.tally.yes.total());
        expected.extend(self.rests().map(|(.., rest)| rest.candidates as f64 * rest.probability));
        expected.total()
    }

    fn by_category(self) -> Vec<CategoryScores> {
        let true_of = |category| {
            self.row(category).map(|(category, length)| self.entry(category, length).0.of_true.events()).sum()
        };
        let counts: Vec<u64> = self.inventory.categories().map(true_of).collect();
        let bits: Vec<f64> =
            self.inventory.categories().map(|category| self.bits(self.row(category)).total()).collect();
        let (all_true, all_bits) =
            (counts.iter().sum::<u64>(), bits.iter().copied().collect::<Sum>().total());
        let expected = self.expected(all_true);
        let rows = self.inventory.names().zip(counts).zip(bits);
        rows.map(|((name, true_chunks), bits)| CategoryScores {
            name: name.into(),
            bits,
            share: share_of_bits(bits, all_bits),
            true_chunks,
            true_share: share(true_chunks as f64, all_true as f64),
            candidate_share: 1.0 / self.inventory.len() as f64,
            expected_share: share_of_bits(expected(true_chunks), all_bits),
        })
        .collect()
    }

    /// The bits of a category with so many true chunks, if category made no difference: its parts of the bits of
    /// all true chunks, and of those of all other candidates.
    fn expected(self, all_true: u64) -> impl Fn(u64) -> f64 {
        let bits = self.bits(self.all());
        let (of_true, of_false) = (bits.of_true.total(), bits.of_false.total());
        let (all, each) = (self.candidates(), self.candidates() / (self.inventory.len() as u64).max(1));
        let part = |bits: f64, part: u64, whole: u64| {
            if bits > 0.0 { bits * share(part as f64, whole as f64) } else { 0.0 }
        };
        move |true_chunks| {
            let (others, all_others) = (each.saturating_sub(true_chunks), all.saturating_sub(all_true));
            part(of_true, true_chunks, all_true) + part(of_false, others, all_others)
        }
    }

    fn by_length(self) -> Vec<(u32, f64)> {
        let lengths = (1..).zip(&self.tally.spans).filter(|(_, spans)| **spans > 0).map(|(length, _)| length);
        let column = |length| self.inventory.categories().map(move |category| (category, length));
        lengths.map(|length| (length, self.bits(column(length)).total())).collect()
    }

    fn calibration(self) -> Calibration {
        let mut brier = Sum::default();
        brier.add(self.tally.brier.total());
        let bins = self.tally.bins;
        let mut expected: [Sum; BINS] = bins.map(|bin| [bin.probability.total()].into_iter().collect());
        let mut counts = bins.map(|bin| bin.probability.values());
        for (.., rest) in self.rests() {
            let number = rest.candidates as f64;
            brier.add(number * rest.probability * rest.probability);
            expected[bin_of(rest.probability)].add(number * rest.probability);
            counts[bin_of(rest.probability)] += rest.candidates;
        }
        let bins: Vec<_> = (0..BINS)
            .map(|at| CalibrationBin {
                from: at as f64 / BINS as f64,
                to: (at + 1) as f64 / BINS as f64,
                candidates: counts[at],
                true_chunks: bins[at].true_chunks,
                expected: expected[at].total(),
            })
            .collect();
        let distance: Sum = bins.iter().map(|bin| (bin.expected - bin.true_chunks as f64).abs()).collect();
        let all = self.candidates() as f64;
        Calibration { brier: share(brier.total(), all), error: share(distance.total(), all), bins }
    }
}
