//! Phrase models on real trees, against the numbers of the specification. The data is not part of the
//! project: the test looks for it in the folder `TREESCORE_DATA`, or in `../shared/data` next to the
//! workspace, and says so if it is missing.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests read their data, and fail by panicking"
)]

use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};

use treescore::read::Corpus;
use treescore::run::Rows;
use treescore_phrase::models::{
    Evaluation, EvaluationTally, ModelKind, ModelSettings, PhraseModel, TagSource,
};
use treescore_phrase::run::{EvaluationWork, TrainingPass, TrainingSum};
use treescore_phrase::run::{SentenceInput, SentenceWork, sentences};
use treescore_phrase::tagger::Lattice;
use treescore_phrase::{ChunkOptions, Chunker, Floor, Inventory, PhraseScores, Pp, Sentence, SequenceTally};

const FIRST: Range<u64> = 0..1706;
const SECOND: Range<u64> = 1706..2365;
const TEST: Range<u64> = 2365..3914;
const KINDS: [ModelKind; 5] = [ModelKind::Zero, ModelKind::One, ModelKind::Xk, ModelKind::G, ModelKind::C];

/// The trees, if the data is there.
fn trees() -> Option<Corpus> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("TREESCORE_DATA").map_or_else(beside, PathBuf::from);
    let file = folder.join("gold/wsj.gold.full");
    if !file.is_file() {
        eprintln!("skipped: no {}", file.display());
        return None;
    }
    Some(Corpus::find(&file).unwrap())
}

fn over<W: SentenceWork>(
    corpus: &Corpus,
    range: Range<u64>,
    pp: Pp,
    work: &W,
    mut take: impl FnMut(&mut W::Part) + Send,
) {
    let chunker = Chunker::new(Inventory::default(), ChunkOptions { pp });
    let input = SentenceInput { corpus, chunker: &chunker, range: Some(range), threads: 2, block: None };
    let read = sentences(&input, work, &mut |part, _| {
        assert!(part.faulty.is_empty());
        take(&mut part.part);
        ControlFlow::Continue(())
    });
    assert!(read.unwrap().is_complete);
}

fn train(corpus: &Corpus, settings: ModelSettings) -> PhraseModel {
    let inventory = Inventory::default();
    let pass = |range, pass: &TrainingPass<'_>, sum: &mut TrainingSum| {
        over(corpus, range, settings.pp, pass, |part| sum.merge(std::mem::take(part)));
    };
    let mut sum = TrainingSum::default();
    pass(FIRST, &TrainingPass::First(&settings, &inventory), &mut sum);
    pass(SECOND, &TrainingPass::SecondTags(&settings, &inventory), &mut sum);
    let model = sum.model(inventory).unwrap();
    let mut sum = TrainingSum::default();
    pass(FIRST, &TrainingPass::Rules(&model), &mut sum);
    let model = sum.improve(model).unwrap();
    let mut sum = TrainingSum::default();
    pass(SECOND, &TrainingPass::Second(&model), &mut sum);
    sum.improve(model).unwrap()
}

struct Results {
    scores: Vec<(ModelKind, PhraseScores)>,
    sequence: SequenceTally,
}

fn evaluate(corpus: &Corpus, model: &PhraseModel, base: ModelKind) -> Results {
    let plan = Evaluation::new(model, KINDS.to_vec(), Some(base), Floor::NONE).unwrap();
    let mut tally = EvaluationTally::default();
    let work = EvaluationWork { plan: &plan, rows: Rows::None };
    over(corpus, TEST, model.counts().settings.pp, &work, |part| {
        assert_eq!(part.failed, None);
        tally += std::mem::take(&mut part.tally);
    });
    Results { scores: plan.scores(&tally), sequence: plan.sequence(&tally).unwrap().1.clone() }
}

/// Collects all deviations, so that one run shows all of them.
#[derive(Default)]
struct Wrong(Vec<String>);

impl Wrong {
    /// `expected` is rounded to its printed digits.
    fn near(&mut self, found: f64, expected: &str, tolerance: f64, what: &str) {
        let decimals = expected.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        let number: f64 = expected.parse().unwrap();
        let half_a_digit = 0.5001 * 10_f64.powi(-i32::try_from(decimals).unwrap());
        if (found - number).abs() > half_a_digit + tolerance * number.abs() {
            self.0.push(format!("{what}: {found} instead of {expected}"));
        }
    }

    fn within(&mut self, found: u64, expected: u64, tolerance: u64, what: &str) {
        if found.abs_diff(expected) > tolerance {
            self.0.push(format!("{what}: {found} instead of {expected}"));
        }
    }

    fn check(&self) {
        assert!(self.0.is_empty(), "{}", self.0.join("\n"));
    }
}

/// Model, bits per candidate and sentence, log10 of parses, EP, ER, covered true chunks and bits.
type PhraseRow = (&'static str, [&'static str; 7]);
/// Base, bits per sentence, log10 of parses, correct, guessed, precision, recall, exact.
type SequenceRow = (&'static str, [&'static str; 2], [u64; 2], [&'static str; 3]);

struct Setting {
    pp: Pp,
    tags: TagSource,
    rules: usize,
    chunks: u64,
    phrase: &'static [PhraseRow],
    sequence: &'static [SequenceRow],
}

const NONE: &str = "0.0000";

const SETTINGS: [Setting; 4] = [
    Setting {
        pp: Pp::Full,
        tags: TagSource::Tagger,
        rules: 3631,
        chunks: 19122,
        phrase: &[
            ("0", ["1.00000000", "9310.17172", "2802.6410", "0.1326", "50.0000", NONE, NONE]),
            ("1", ["0.01458616", "135.79962", "40.8798", "0.1326", "0.1342", NONE, NONE]),
            ("XK", ["0.00813035", "75.69499", "22.7865", "5.8222", "6.0220", NONE, NONE]),
            ("G", ["0.00335757", "31.25952", "9.4101", "53.1816", "53.4292", "95.0153", "80.8429"]),
            ("C", ["0.00287258", "26.74422", "8.0508", "62.5255", "60.6855", "95.0153", "77.7540"]),
        ],
        sequence: &[
            ("1", ["100.52733", "30.2617"], [0, 1549], [NONE, NONE, NONE]),
            ("XK", ["46.36788", "13.9581"], [333, 2715], ["12.2652", "1.7414", "0.3873"]),
            ("G", ["12.85552", "3.8699"], [15301, 20076], ["76.2154", "80.0178", "18.5926"]),
            ("C", ["10.69730", "3.2202"], [15716, 20026], ["78.4780", "82.1881", "22.2724"]),
        ],
    },
    Setting {
        pp: Pp::Full,
        tags: TagSource::Gold,
        rules: 1550,
        chunks: 19122,
        phrase: &[
            ("G", ["0.00329873", "30.71175", "9.2452", "56.5180", "57.2603", "94.6763", "76.3593"]),
            ("C", ["0.00281443", "26.20282", "7.8878", "67.5189", "65.8389", "94.6763", "72.2912"]),
        ],
        sequence: &[
            ("G", ["12.34067", "3.7149"], [15632, 20493], ["76.2797", "81.7488", "20.4003"]),
            ("C", ["10.34638", "3.1146"], [16132, 20177], ["79.9524", "84.3636", "26.2750"]),
        ],
    },
    Setting {
        pp: Pp::Bare,
        tags: TagSource::Tagger,
        rules: 2635,
        chunks: 22581,
        phrase: &[
            ("0", ["1.00000000", "9310.17172", "2802.6410", "0.1566", "50.0000", NONE, NONE]),
            ("1", ["0.01684877", "156.86492", "47.2210", "0.1566", "0.1583", NONE, NONE]),
            ("XK", ["0.00867548", "80.77022", "24.3143", "7.6474", "7.9015", NONE, NONE]),
            ("G", ["0.00323811", "30.14733", "9.0753", "59.6675", "59.9500", "96.9067", "85.8863"]),
            ("C", ["0.00273255", "25.44049", "7.6584", "67.7524", "66.3869", "96.9067", "83.4068"]),
        ],
        sequence: &[
            ("1", ["118.60891", "35.7048"], [0, 1549], [NONE, NONE, NONE]),
            ("XK", ["50.08581", "15.0773"], [96, 2425], ["3.9588", "0.4251", "0.3873"]),
            ("G", ["11.72223", "3.5287"], [19217, 23674], ["81.1734", "85.1025", "20.5939"]),
            ("C", ["9.59743", "2.8891"], [19543, 23362], ["83.6529", "86.5462", "25.4358"]),
        ],
    },
    Setting {
        pp: Pp::Bare,
        tags: TagSource::Gold,
        rules: 1139,
        chunks: 22581,
        phrase: &[
            ("G", ["0.00317231", "29.53471", "8.8908", "62.7848", "63.2433", "96.8248", "82.4876"]),
            ("C", ["0.00265830", "24.74921", "7.4503", "72.3876", "70.9805", "96.8248", "79.1014"]),
        ],
        sequence: &[
            ("G", ["10.95897", "3.2990"], [19718, 23954], ["82.3161", "87.3212", "24.5965"]),
            ("C", ["8.97353", "2.7013"], [20009, 23537], ["85.0108", "88.6099", "30.0194"]),
        ],
    },
];

impl Setting {
    fn settings(&self) -> ModelSettings {
        ModelSettings { pp: self.pp, tags: self.tags, ..ModelSettings::default() }
    }

    fn name(&self) -> String {
        format!("{:?} / {}", self.pp, self.tags.as_str())
    }

    /// The relative tolerance of real numbers, and the absolute tolerance of counts. Sequences exactly at the
    /// probability limit may be lost to rounding.
    fn tolerance(&self, kind: &str) -> (f64, u64) {
        if self.tags == TagSource::Gold || !matches!(kind, "G" | "C") { (1e-6, 0) } else { (1e-4, 5) }
    }

    fn check(&self, corpus: &Corpus, wrong: &mut Wrong) -> PhraseModel {
        let model = train(corpus, self.settings());
        wrong.within(model.counts().rules.len() as u64, self.rules as u64, 0, &self.name());
        for (base, bits, counts, shares) in self.sequence {
            let results = evaluate(corpus, &model, base.parse().unwrap());
            let (what, tolerance) = (format!("{}, S on {base}", self.name()), self.tolerance(base));
            let (sequence, chunks) = (&results.sequence, results.sequence.chunks());
            wrong.near(sequence.bits_per_sentence(), bits[0], tolerance.0, &what);
            wrong.near(sequence.log10_parses_per_sentence(), bits[1], tolerance.0, &what);
            wrong.within(chunks.correct, counts[0], tolerance.1, &what);
            wrong.within(chunks.guessed, counts[1], tolerance.1, &what);
            wrong.within(chunks.true_chunks, self.chunks, 0, &what);
            let found = [chunks.precision(), chunks.recall(), sequence.exact_share()];
            // A count within its tolerance moves a share by as much.
            let slack = 10.0 * tolerance.0;
            for (found, expected) in found.into_iter().zip(shares) {
                wrong.near(100.0 * found, expected, slack, &what);
            }
            if *base == "G" {
                self.check_phrase(&results, wrong);
            }
        }
        model
    }

    fn check_phrase(&self, results: &Results, wrong: &mut Wrong) {
        for (name, figures) in self.phrase {
            let (what, tolerance) = (format!("{}, {name}", self.name()), self.tolerance(name).0);
            let (_, scores) = results.scores.iter().find(|(kind, _)| kind.as_str() == *name).unwrap();
            let found = [
                scores.bits_per_candidate(),
                scores.bits_per_sentence(),
                scores.log10_parses_per_sentence(),
                100.0 * scores.expected_precision(),
                100.0 * scores.expected_recall(),
                100.0 * scores.coverage.true_chunks,
                100.0 * scores.coverage.bits.unwrap(),
            ];
            for (found, expected) in found.into_iter().zip(figures) {
                wrong.near(found, expected, tolerance, &what);
            }
            wrong.within(scores.candidates, 14_421_456, 0, &what);
        }
        if (self.pp, self.tags) == (Pp::Full, TagSource::Tagger) {
            check_blame(results, wrong);
        }
    }
}

/// Category, share of bits, share of true chunks, expected share, in per cent, under model G. The last is known to two
/// decimals.
const BLAME: [(&str, [&str; 3]); 5] = [
    ("NP", ["41.8395", "28.4751", "20.22"]),
    ("PP", ["23.5856", "18.4970", "13.57"]),
    ("VP", ["14.0393", "20.2542", "14.74"]),
    ("Null", ["4.4008", "23.6691", "17.01"]),
    ("ADJP", ["4.2410", "1.7362", "2.39"]),
];

fn check_blame(results: &Results, wrong: &mut Wrong) {
    let of = |kind| &results.scores.iter().find(|(other, _)| *other == kind).unwrap().1;
    for (name, figures) in BLAME {
        let row = of(ModelKind::G).by_category.iter().find(|row| &*row.name == name).unwrap();
        let found = [row.share.unwrap(), row.true_share, row.expected_share.unwrap()];
        for ((found, expected), tolerance) in found.into_iter().zip(figures).zip([1e-4, 1e-4, 6e-3]) {
            wrong.near(100.0 * found, expected, tolerance, name);
        }
    }
    for (kind, expected) in [(ModelKind::G, "66.7096"), (ModelKind::C, "69.6372")] {
        let scores = of(kind);
        wrong.near(100.0 * scores.by_event.of_true / scores.bits, expected, 1e-4, "true chunks by event");
    }
}

#[test]
fn the_tables_of_the_specification() {
    let Some(corpus) = trees() else { return };
    let mut wrong = Wrong::default();
    for setting in &SETTINGS {
        let model = setting.check(&corpus, &mut wrong);
        if (setting.pp, setting.tags) == (Pp::Full, TagSource::Tagger) {
            check_tagger(&corpus, &model, &mut wrong);
        }
    }
    wrong.check();
}

/// Counts the words whose most probable tag is the right one.
struct Tagging<'m>(&'m PhraseModel);

impl SentenceWork for Tagging<'_> {
    type Worker = Lattice;
    type Part = (u64, u64);

    fn worker(&self) -> Lattice {
        Lattice::default()
    }

    fn begin(&self, part: &mut (u64, u64)) {
        *part = (0, 0);
    }

    fn sentence(
        &self,
        lattice: &mut Lattice,
        _: u64,
        sentence: &Sentence,
        _: &Inventory,
        part: &mut (u64, u64),
    ) {
        lattice.fill(self.0.tagger().unwrap(), &sentence.words, 1.0);
        for (tag, gold) in lattice.best().zip(sentence.tags.iter()) {
            part.0 += u64::from(self.0.counts().tags.name(tag).as_bytes() == gold);
            part.1 += 1;
        }
    }
}

fn check_tagger(corpus: &Corpus, model: &PhraseModel, wrong: &mut Wrong) {
    let weights = model.tagger().unwrap().transitions().weights();
    for (found, expected) in weights.into_iter().zip(["0.13224295", "0.30571861", "0.56203844"]) {
        wrong.near(found, expected, 1e-8, "lambda");
    }
    let (mut right, mut words) = (0, 0);
    over(corpus, TEST, Pp::Full, &Tagging(model), |part| {
        right += part.0;
        words += part.1;
    });
    wrong.within(words, 36_663, 0, "words");
    wrong.within(right, 34_761, 1, "words with the right tag");
}
