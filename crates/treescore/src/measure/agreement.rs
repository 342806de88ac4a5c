//! Agreement of the words or texts of a pair, as measures of their alignment. A pairing that aligns adds
//! these measures itself, so that word errors and text coverage are summed, grouped and written like all
//! other counts.

use super::same_characters::CharacterScratch;
use super::{
    AlignmentCounts, Denominator, Figure, FigureValues, Figures, ItemId, ItemView, Match, Measure,
    MeasureInfo, Pair, Unpaired,
};
use crate::align::text::TextCounts;
use crate::align::{Refusal, WordCounts};
use crate::tree::Which;
use crate::values::ratio;

/// Word errors of aligned speech.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WordAgreement;

impl Figures for WordCounts {
    const FIGURES: &'static [Figure] = &[
        Figure::percent("wer", "WER", 9)
            .per(Denominator::Gold)
            .lower_is_better()
            .quotient(&[("substituted", 1), ("deleted", 1), ("inserted", 1)], &[("gold", 1)]),
        Figure::percent("wer_equal_words", "WER with equal words", 7)
            .per(Denominator::Gold)
            .lower_is_better()
            .quotient(&[("errors_equal_words", 1)], &[("gold", 1)]),
        Figure::percent("boundaries_f1", "boundaries F1", 8)
            .quotient(&[("break_matches", 2)], &[("gold_breaks", 1), ("system_breaks", 1)]),
        Figure::percent("su_error", "SU error", 6).per(Denominator::Gold).lower_is_better().quotient(
            &[("gold_breaks", 1), ("system_breaks", 1), ("break_matches", -2)],
            &[("gold_breaks", 1)],
        ),
    ];

    fn figures(&self) -> FigureValues {
        let boundaries = ratio(2 * self.break_matches, self.gold_breaks + self.system_breaks);
        FigureValues::new([self.rate(), self.rate_equal_words(), boundaries, self.su_error()])
    }
}

impl Measure for WordAgreement {
    type Counts = WordCounts;
    type Scratch = ();

    fn info(&self) -> &'static MeasureInfo {
        const INFO: &MeasureInfo = &MeasureInfo::new::<WordCounts>("words", "word errors of aligned speech");
        INFO
    }

    fn counts_sentences(&self) -> bool {
        false
    }

    fn count(&self, pair: &Pair<'_>, (): &mut ()) -> Result<WordCounts, Refusal> {
        Ok(match pair.alignment {
            Some(AlignmentCounts::Words(counts)) => counts,
            Some(AlignmentCounts::Text(_)) | None => WordCounts::default(),
        })
    }

    fn count_missed(&self, gold: Option<&Unpaired<'_>>, (): &mut ()) -> WordCounts {
        WordCounts::missed(gold.map_or(0, |gold| gold.side.prepared.kept().len() as u64))
    }

    /// Produces no matches: the cells are listed instead.
    fn compare(&self, _pair: &Pair<'_>, (): &mut (), _matches: &mut Vec<Match>) -> Result<(), Refusal> {
        Ok(())
    }

    fn view(&self, _pair: &Pair<'_>, (): &(), _which: Which, _item: ItemId) -> ItemView {
        ItemView::default()
    }
}

/// Agreement of aligned texts.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TextAgreement;

impl Figures for TextCounts {
    const FIGURES: &'static [Figure] = &[
        Figure::percent("coverage", "coverage", 9),
        Figure::percent("words_f1", "words F1", 8)
            .quotient(&[("word_matches", 2)], &[("gold_words", 1), ("system_words", 1)]),
        Figure::percent("breaks_f1", "sentence breaks F1", 7)
            .quotient(&[("break_matches", 2)], &[("gold_trees", 1), ("system_trees", 1)]),
        Figure::percent("same_characters_f1", "at the same characters", 6)
            .quotient(&[("same_characters", 2)], &[("same_text_gold", 1), ("same_text_system", 1)]),
    ];

    fn figures(&self) -> FigureValues {
        FigureValues::new([
            self.coverage(),
            ratio(2 * self.word_matches, self.gold_words + self.system_words),
            ratio(2 * self.break_matches, self.gold_trees + self.system_trees),
            ratio(2 * self.same_characters, self.same_text_gold + self.same_text_system),
        ])
    }
}

impl Measure for TextAgreement {
    type Counts = TextCounts;
    type Scratch = CharacterScratch;

    fn info(&self) -> &'static MeasureInfo {
        const INFO: &MeasureInfo = &MeasureInfo::new::<TextCounts>("text", "how far aligned texts agree");
        INFO
    }

    fn counts_sentences(&self) -> bool {
        false
    }

    fn count(&self, pair: &Pair<'_>, scratch: &mut CharacterScratch) -> Result<TextCounts, Refusal> {
        let Some(AlignmentCounts::Text(counts)) = pair.alignment else { return Ok(TextCounts::default()) };
        let Some(same) = scratch.count(pair) else { return Ok(counts) };
        Ok(TextCounts {
            same_text: 1,
            same_text_gold: same.gold,
            same_text_system: same.system,
            same_characters: same.matched,
            ..counts
        })
    }

    fn count_missed(&self, _gold: Option<&Unpaired<'_>>, _: &mut CharacterScratch) -> TextCounts {
        TextCounts { pairs: 1, ..TextCounts::default() }
    }

    /// Produces no matches: the cells are listed instead.
    fn compare(
        &self,
        _pair: &Pair<'_>,
        _: &mut CharacterScratch,
        _matches: &mut Vec<Match>,
    ) -> Result<(), Refusal> {
        Ok(())
    }

    fn view(&self, _pair: &Pair<'_>, _: &CharacterScratch, _which: Which, _item: ItemId) -> ItemView {
        ItemView::default()
    }
}
