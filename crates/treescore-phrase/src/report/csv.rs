//! The table of models as comma-separated values, in full precision. Figures that a model lacks are empty. True
//! chunks, precision, recall and F1 are without `Null` in all rows.

use treescore::report::{Style, csv_cell};

use super::model::{ModelScores, PhraseReport, SequenceScores};
use crate::{Inventory, PhraseScores};

const HEADER: &str = "model,sentences,candidates,true_chunks,bits,bits_per_candidate,bits_per_sentence,\
log10_parses_per_sentence,expected_precision,expected_recall,precision,recall,f1,exact,accuracy,brier,calibration_error,infinite\n";

/// Renders one row per model, with a header.
///
/// ```
/// use treescore::report::Style;
/// use treescore_phrase::report::{PhraseReport, csv};
/// assert!(csv(&PhraseReport::default(), &Style::default()).starts_with("model,sentences,candidates,"));
/// ```
pub fn csv(report: &PhraseReport, style: &Style) -> String {
    let mut text = HEADER.to_owned();
    for model in &report.models {
        let figures = match &model.scores {
            ModelScores::Phrases(scores) => [
                scores.sentences.to_string(),
                scores.candidates.to_string(),
                without_null(scores).to_string(),
                scores.bits.to_string(),
                scores.bits_per_candidate().to_string(),
                scores.bits_per_sentence().to_string(),
                scores.log10_parses_per_sentence().to_string(),
                scores.expected_precision().to_string(),
                scores.expected_recall().to_string(),
                String::new(),
                String::new(),
                String::new(),
                String::new(),
                String::new(),
                scores.calibration.brier.to_string(),
                scores.calibration.error.to_string(),
                scores.infinite_candidates.to_string(),
            ],
            ModelScores::Sequences(scores) => [
                scores.tally.sentences.to_string(),
                String::new(),
                scores.phrases.true_chunks.to_string(),
                scores.tally.total_bits().to_string(),
                String::new(),
                scores.tally.bits_per_sentence().to_string(),
                scores.tally.log10_parses_per_sentence().to_string(),
                String::new(),
                String::new(),
                scores.phrases.precision().to_string(),
                scores.phrases.recall().to_string(),
                scores.phrases.f1().to_string(),
                scores.tally.exact_share().to_string(),
                scores.tally.accuracy().to_string(),
                String::new(),
                String::new(),
                scores.tally.infinite_sentences.to_string(),
            ],
            ModelScores::Chunks(scores) => of_chunks(scores),
        };
        text.push_str(&csv_cell(&model.name, style));
        for figure in &figures {
            text.extend([",", figure]);
        }
        text.push('\n');
    }
    text
}

/// The number of true chunks that are phrases.
fn without_null(scores: &PhraseScores) -> u64 {
    let phrases = scores.by_category.iter().filter(|category| &*category.name != Inventory::NULL);
    phrases.map(|category| category.true_chunks).sum()
}

/// The figures of a system without probabilities: chunks without `Null`.
fn of_chunks(scores: &SequenceScores) -> [String; 17] {
    let mut figures = <[String; 17]>::default();
    let of_phrases = [
        (0, scores.tally.sentences.to_string()),
        (2, scores.phrases.true_chunks.to_string()),
        (9, scores.phrases.precision().to_string()),
        (10, scores.phrases.recall().to_string()),
        (11, scores.phrases.f1().to_string()),
        (12, scores.tally.exact_share().to_string()),
        (13, scores.tally.accuracy().to_string()),
    ];
    for (at, figure) in of_phrases {
        figures[at] = figure;
    }
    figures
}
