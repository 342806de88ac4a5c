//! Short ways to what renderers ask of the model again and again.

use super::model::{Average, Column, Coverage, Group, Reason, Report, Scores, SystemReport, WithinCutoff};
use super::number;
use super::speech::SpeechReport;
use super::style::{Style, visible};
use crate::align::Refusal;

impl Report {
    /// The figure that stands for the whole measure, if the measure has figures.
    pub(crate) fn headline(&self) -> Option<&Column> {
        self.columns.first()
    }

    /// The systems' names without the extension they all share: `heron` for `heron.trees`, `plover` for `plover.trees`.
    pub(crate) fn short_names(&self, style: &Style) -> Vec<String> {
        let mut names: Vec<&str> = self.systems.iter().map(|system| system.name.as_str()).collect();
        while let Some(shorter) = without_shared_extension(&names) {
            names = shorter;
        }
        names.into_iter().map(|name| visible(name, style)).collect()
    }

    /// Pairs read so far: every system is read to the same pair, unless its file is shorter.
    pub(crate) fn pairs_read(&self) -> u64 {
        self.systems.iter().map(|system| system.coverage.read).max().unwrap_or(0)
    }
}

fn without_shared_extension<'a>(names: &[&'a str]) -> Option<Vec<&'a str>> {
    let (_, shared) = names.first()?.rsplit_once('.')?;
    let stem = |name: &&'a str| match name.rsplit_once('.') {
        Some((stem, extension)) if extension == shared && !stem.is_empty() => Some(stem),
        _ => None,
    };
    names.iter().map(stem).collect()
}

impl Coverage {
    /// The pairs that were refused because the two sides have other words: alignment would help.
    pub fn other_words(&self) -> Option<&Reason> {
        self.reasons.iter().find(|reason| reason.why == Refusal::WORDS_DIFFER)
    }
}

impl SystemReport {
    /// Are pairs made of any number of trees, so that a tree that cannot be read is in none?
    pub(crate) fn is_by_group(&self) -> bool {
        let is_by_side = self.speech.as_ref().is_some_and(SpeechReport::is_by_side);
        let unread = self.text.as_ref().map(|text| text.not_trees);
        let unread = unread.or(self.speech.as_ref().map(|speech| speech.not_trees)).unwrap_or_default();
        // A pair may be refused as well, and then it is counted as anywhere else.
        (self.text.is_some() || is_by_side) && unread.gold + unread.system == self.coverage.refused
    }

    /// The scores the recipe calls the headline.
    pub(crate) fn headline(&self, average: Average) -> &Scores {
        match average {
            Average::Corpus => &self.corpus,
            Average::Sentence => &self.sentence_mean,
        }
    }

    /// The same with the refused pairs counted as zero.
    pub(crate) fn headline_over_all_pairs(&self, average: Average) -> &Scores {
        match average {
            Average::Corpus => &self.all_pairs,
            Average::Sentence => &self.all_pairs_sentence_mean,
        }
    }
}

impl WithinCutoff {
    /// The scores the recipe calls the headline.
    pub(crate) fn headline(&self, average: Average) -> &Scores {
        match average {
            Average::Corpus => &self.scores,
            Average::Sentence => &self.sentence_mean,
        }
    }
}

impl Group {
    /// The scores the recipe calls the headline, where the group has them.
    pub(crate) fn headline(&self, average: Average) -> &Scores {
        match (average, &self.sentence_mean) {
            (Average::Sentence, Some(mean)) => mean,
            _ => &self.scores,
        }
    }
}

impl Scores {
    /// Is there no figure at all?
    pub(crate) fn is_undefined(&self) -> bool {
        self.values.values().all(Option::is_none)
    }

    /// A figure, `None` if it is undefined or not there.
    pub(crate) fn value(&self, key: &str) -> Option<f64> {
        self.values.get(key).copied().flatten()
    }

    /// A figure as tables print it.
    pub(crate) fn figure(&self, column: &Column, style: &Style) -> String {
        number::figure(self.value(column.key), column.unit, style)
    }

    /// A count of the tally.
    pub(crate) fn count(&self, name: &str) -> Option<u64> {
        self.tally.get(name).and_then(|&count| u64::try_from(count).ok())
    }

    /// A count as tables print it.
    pub(crate) fn counted(&self, name: &str, style: &Style) -> String {
        self.count(name).map_or_else(|| style.glyphs().undefined.to_owned(), number::count)
    }
}

#[cfg(test)]
mod tests {
    use super::without_shared_extension;

    #[test]
    fn only_what_all_names_share_is_left_out() {
        for (names, expected) in [
            (vec!["heron.trees", "wren.trees"], Some(vec!["heron", "wren"])),
            (vec!["heron.trees", "wren.mrg"], None),
            (vec!["v1.2", "v1.3"], None),
            (vec!["heron", "wren"], None),
            (vec![".trees", "wren.trees"], None),
            (vec![], None),
        ] {
            assert_eq!(without_shared_extension(&names), expected, "{names:?}");
        }
    }
}
