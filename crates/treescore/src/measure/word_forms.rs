//! Which word errors are case, punctuation or marks: what findings about word accuracy are read off.

use super::{Demands, Facet, Index, Unpaired};
use super::{
    FacetSums, Figure, FigureValues, Figures, ItemId, ItemView, Match, Measure, MeasureInfo, Pair, Side,
};
use crate::align::Refusal;
use crate::align::sequence::{self, Costs, Relation, SequenceCounts, SequenceError};
use crate::prepare::{Recipe, Rules, WordForm, write_plain};
use crate::tree::Which;
use crate::values::Vocabulary;
use crate::values::{Meter, counts, ratio};

counts! {
    /// Word errors in three forms of the words, and marks.
    WordFormCounts {
        /// Pairs.
        pairs: Count,
        /// Gold words.
        gold: Count,
        /// Errors, as the recipe compares words.
        errors: Count,
        /// Errors, if case does not matter.
        errors_without_case: Count,
        /// Gold words with a letter or digit.
        gold_without_punctuation: Count,
        /// Errors, if punctuation at the edges of words does not matter.
        errors_without_punctuation: Count,
        /// Gold words that are marks.
        gold_marks: Count,
        /// System words that are marks.
        system_marks: Count,
    }
}

impl WordFormCounts {
    /// The error rates: as the recipe compares words, without case, without punctuation.
    pub(crate) fn rates(&self) -> [Option<f64>; 3] {
        [
            ratio(self.errors, self.gold),
            ratio(self.errors_without_case, self.gold),
            ratio(self.errors_without_punctuation, self.gold_without_punctuation),
        ]
    }
}

impl Figures for WordFormCounts {
    const FIGURES: &'static [Figure] = &[Figure::percent("wer", "WER", 9).lower_is_better()];

    fn figures(&self) -> FigureValues {
        FigureValues::new([self.rates()[0]])
    }
}

/// Counts word errors with and without case and punctuation. A run that is surveyed adds it to word accuracy.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WordForms;

/// Buffers of [`WordForms`].
#[derive(Clone, Debug, Default)]
pub(crate) struct FormScratch {
    vocabulary: Vocabulary,
    sequence: sequence::Scratch,
    /// The words of both sides by their numbers, and the numbers of the words they are.
    sides: [Vec<(u32, u32)>; 2],
    pairs: Vec<(u32, u32)>,
    /// Words as written that are the same without case, or without punctuation.
    examples: Vec<(u32, u32)>,
    form: Vec<u8>,
}

/// Findings are worth some work, but not as much as the score: a pair that needs more cells is left out.
const MOST_CELLS: u64 = 100_000_000;

/// A form in which words are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    AsCompared,
    WithoutCase,
    WithoutPunctuation,
}

/// True for words that transcripts use as marks: in brackets, or after a percent sign.
pub(crate) fn is_mark(word: &[u8]) -> bool {
    matches!(word, [b'[', _, .., b']'] | [b'<', _, .., b'>'] | [b'{', _, .., b'}'] | [b'%', _, ..])
}

/// A word without punctuation at its edges.
pub(crate) fn trim(word: &[u8]) -> &[u8] {
    match std::str::from_utf8(word) {
        Ok(text) => text.trim_matches(|character: char| !character.is_alphanumeric()).as_bytes(),
        Err(_) => word,
    }
}

impl FormScratch {
    /// Numbers the words of one side in a form. Without punctuation, words of nothing else are left out.
    fn number(&mut self, which: Which, side: &Side<'_>, rules: &Rules, form: Form) {
        let Self { vocabulary, sides, form: buffer, .. } = self;
        let numbers = &mut sides[usize::from(which == Which::System)];
        numbers.clear();
        for (at, word) in (0..).zip(side.all_words()) {
            let word = if form == Form::WithoutPunctuation { trim(word) } else { word };
            if form == Form::WithoutPunctuation && word.is_empty() {
                continue;
            }
            let is_plain = form == Form::WithoutCase || rules.recipe().word_form == WordForm::Folded;
            let word = if is_plain {
                write_plain(word, buffer);
                &buffer[..]
            } else {
                rules.chained_word(word, buffer)
            };
            numbers.push((vocabulary.number(word), at));
        }
    }

    /// Counts the words of gold and the errors in a form, and finds the examples in it.
    fn errors(&mut self, pair: &Pair<'_>, form: Form) -> Result<(u64, u64), Refusal> {
        self.vocabulary.clear();
        self.number(Which::Gold, &pair.gold, pair.rules, form);
        self.number(Which::System, &pair.system, pair.rules, form);
        let Self { sides: [gold, system], sequence, pairs, examples, .. } = self;
        let relation = |i: usize, j: usize| {
            if gold[i].0 == system[j].0 { Relation::Equal } else { Relation::SameType }
        };
        let (gold_words, system_words, costs) = (gold.len(), system.len(), Costs::default());
        // Examples are worth some memory, but not any.
        let aligned = sequence::align(gold_words, system_words, relation, costs, sequence, pairs);
        if aligned.is_ok() && form != Form::AsCompared {
            let same = pairs.iter().map(|&(i, j)| (gold[i as usize], system[j as usize]));
            examples.extend(same.filter(|(a, b)| a.0 == b.0).map(|(a, b)| (a.1, b.1)));
        }
        let counts = match aligned {
            Ok(counts) => counts,
            Err(SequenceError::TooLong { .. }) => {
                sequence::count(gold_words, system_words, relation, costs, sequence)
                    .map_err(Refusal::TooLong)?
            }
            Err(error) => return Err(Refusal::TooLong(error)),
        };
        let SequenceCounts { substituted, deleted, inserted, .. } = counts;
        Ok((gold_words as u64, substituted + deleted + inserted))
    }
}

fn word<'a>(side: &Side<'a>, at: u32) -> &'a [u8] {
    side.words(at, at + 1).next().unwrap_or_default()
}

impl Measure for WordForms {
    type Counts = WordFormCounts;
    type Scratch = FormScratch;

    fn info(&self) -> &'static MeasureInfo {
        const INFO: &MeasureInfo =
            &MeasureInfo::new::<WordFormCounts>("word-forms", "word errors without case and punctuation");
        INFO
    }

    fn demands(&self) -> Demands {
        Demands { index: Index::Free, takes_empty: true, ..Demands::default() }
    }

    fn recipe(&self) -> Recipe {
        Recipe::raw()
    }

    fn attach(&self, meter: &Meter, scratch: &mut FormScratch) {
        scratch.sequence.attach(meter);
    }

    fn count(&self, pair: &Pair<'_>, scratch: &mut FormScratch) -> Result<WordFormCounts, Refusal> {
        scratch.examples.clear();
        let marks = |side: &Side<'_>| side.all_words().filter(|word| is_mark(word)).count() as u64;
        let (gold_marks, system_marks) = (marks(&pair.gold), marks(&pair.system));
        let of_marks = WordFormCounts { pairs: 1, gold_marks, system_marks, ..WordFormCounts::default() };
        if pair.gold.all_words().eq(pair.system.all_words()) {
            let gold = pair.gold.prepared.kept().len() as u64;
            let with_letters = pair.gold.all_words().filter(|word| !trim(word).is_empty()).count() as u64;
            return Ok(WordFormCounts { gold, gold_without_punctuation: with_letters, ..of_marks });
        }
        scratch.sequence.set_effort(MOST_CELLS);
        let mut found = [(0, 0); 3];
        for (found, form) in
            found.iter_mut().zip([Form::AsCompared, Form::WithoutCase, Form::WithoutPunctuation])
        {
            *found = match scratch.errors(pair, form) {
                Err(Refusal::TooLong(SequenceError::TooMuchWork { .. })) => {
                    scratch.examples.clear();
                    return Ok(of_marks);
                }
                errors => errors?,
            };
        }
        let [(gold, errors), (_, errors_without_case), without_punctuation] = found;
        let (gold_without_punctuation, errors_without_punctuation) = without_punctuation;
        Ok(WordFormCounts {
            gold,
            errors,
            errors_without_case,
            gold_without_punctuation,
            errors_without_punctuation,
            ..of_marks
        })
    }

    fn count_missed(&self, _gold: Option<&Unpaired<'_>>, _scratch: &mut FormScratch) -> WordFormCounts {
        WordFormCounts { pairs: 1, ..WordFormCounts::default() }
    }

    /// Produces no matches: examples are counted by [`fold`](Self::fold).
    fn compare(&self, _: &Pair<'_>, _: &mut FormScratch, _: &mut Vec<Match>) -> Result<(), Refusal> {
        Ok(())
    }

    fn view(&self, _: &Pair<'_>, _: &FormScratch, _: Which, _: ItemId) -> ItemView {
        ItemView::default()
    }

    /// Counts marks by their words, and words that differ in case or punctuation as confusions.
    fn fold(
        &self,
        _facet: &Facet,
        pair: &Pair<'_>,
        _matches: &[Match],
        scratch: &mut FormScratch,
        sums: &mut FacetSums,
    ) {
        for (which, side) in [(Which::Gold, &pair.gold), (Which::System, &pair.system)] {
            for mark in side.all_words().filter(|word| is_mark(word)) {
                sums.add(mark, |counts: &mut WordFormCounts| match which {
                    Which::Gold => counts.gold_marks += 1,
                    Which::System => counts.system_marks += 1,
                });
            }
        }
        for &(i, j) in &scratch.examples {
            let (gold, system) = (word(&pair.gold, i), word(&pair.system, j));
            if gold != system {
                sums.add_confusion(gold, system);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_and_edges() {
        for (word, mark, trimmed) in [
            ("[laughter]", true, "laughter"),
            ("<unk>", true, "unk"),
            ("{breath}", true, "breath"),
            ("%hesitation", true, "hesitation"),
            ("[]", false, ""),
            ("%", false, ""),
            ("bread.", false, "bread"),
            ("\u{ab}é\u{bb}", false, "é"),
            ("don't", false, "don't"),
        ] {
            assert_eq!(is_mark(word.as_bytes()), mark, "{word}");
            assert_eq!(trim(word.as_bytes()), trimmed.as_bytes(), "{word}");
        }
        assert_eq!(trim(b".\xff."), b".\xff.", "bytes that are not UTF-8 stay");
    }
}
