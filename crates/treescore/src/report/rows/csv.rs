//! Rows as comma-separated values, with one header for all measures.

use crate::align::WordCounts;
use crate::measure::MeasureInfo;
use crate::report::Style;
use crate::report::csv::{counts_of, figures_of, line};
use crate::report::model::Row;

/// The columns of the rows.
pub(super) struct CsvRows<'w> {
    pub(super) systems: &'w [String],
    pub(super) measures: &'w [&'static MeasureInfo],
    pub(super) has_trees: bool,
    pub(super) has_word_errors: bool,
    pub(super) style: &'w Style,
}

impl CsvRows<'_> {
    pub(super) fn header(&self) -> String {
        let mut names = ["system", "measure", "kind", "pair"].map(str::to_owned).to_vec();
        if self.has_trees {
            names.extend(["gold_trees", "system_trees"].map(str::to_owned));
        }
        names.extend(["file", "gold_line", "system_line", "utterance", "words"].map(str::to_owned));
        if self.has_word_errors {
            names.extend(["wer", "wer_equal_words"].map(str::to_owned));
        }
        names.extend(figures_of(self.measures).into_iter().map(str::to_owned));
        // The prefix keeps the count `system` apart from the column `system`.
        names.extend(counts_of(self.measures).into_iter().map(|name| format!("tally_{name}")));
        names.push("refused".to_owned());
        line(&names, self.style)
    }

    pub(super) fn row(&self, row: &Row) -> String {
        let place = &row.place;
        let number = |number: Option<u64>| number.map(|number| number.to_string()).unwrap_or_default();
        let info = self.measures.get(row.measure);
        let mut fields = vec![
            self.systems.get(row.system).cloned().unwrap_or_default(),
            info.map_or("", |info| info.name).to_owned(),
            place.kind.as_str().to_owned(),
            number(place.pair),
        ];
        if self.has_trees {
            let list = |trees: &[u64]| trees.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
            fields.extend([list(&place.gold_trees), list(&place.system_trees)]);
        }
        fields.extend([
            place.file.clone().unwrap_or_default(),
            number(place.gold_line),
            number(place.system_line),
            place.utterance.clone().unwrap_or_default(),
            number(row.words.map(u64::from)),
        ]);
        if self.has_word_errors {
            let words = row.speech.as_ref();
            let rates = [words.and_then(WordCounts::rate), words.and_then(WordCounts::rate_equal_words)];
            fields.extend(rates.map(|rate| rate.map(|rate| rate.to_string()).unwrap_or_default()));
        }
        fields.extend(figures_of(self.measures).into_iter().map(|key| {
            let value = info.and_then(|info| row.figures.get(info.figure(key)?).copied().flatten());
            value.filter(|value| value.is_finite()).map(|value| value.to_string()).unwrap_or_default()
        }));
        fields.extend(counts_of(self.measures).into_iter().map(|name| {
            let count = info.and_then(|info| row.counts.get(info.field(name)?));
            count.map(i128::to_string).unwrap_or_default()
        }));
        fields.push(row.refused.as_ref().map(|refused| refused.why.clone()).unwrap_or_default());
        line(&fields, self.style)
    }
}
