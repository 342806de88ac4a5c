//! Accessors of the report model that several renderers use.

use super::model::{
    Average, By, Coverage, Group, MeasureReport, Reason, Report, RowKind, Scores, SystemScores,
};
use super::number;
use super::style::{Style, visible};
use crate::measure::{Figure, MeasureInfo};

impl Report {
    /// The systems' names without the extension they all share: `heron` for `heron.trees`, `plover` for
    /// `plover.trees`.
    pub fn short_names(&self, style: &Style) -> Vec<String> {
        short_names(self.systems.iter().map(|system| system.name.as_str()), style)
    }

    /// The number of pairs read. Every system is read to the same pair, unless its file is shorter.
    pub fn pairs_read(&self) -> u64 {
        self.cells().map(|cell| cell.coverage.read).max().unwrap_or(0)
    }

    /// What rows describe: pairs, unless all measures agree on something else.
    pub fn kind(&self) -> RowKind {
        let mut kinds = self.cells().map(|cell| cell.coverage.kind);
        let first = kinds.next().unwrap_or_default();
        if kinds.all(|kind| kind == first) { first } else { RowKind::Pair }
    }

    /// The scores of every system by every measure.
    pub(crate) fn cells(&self) -> impl Iterator<Item = &SystemScores> {
        self.measures.iter().flat_map(|measure| &measure.cells)
    }
}

/// Removes the extension that all names share.
pub(crate) fn short_names<'n>(names: impl Iterator<Item = &'n str>, style: &Style) -> Vec<String> {
    let mut names: Vec<&str> = names.collect();
    while let Some(shorter) = strip_shared_extension(&names) {
        names = shorter;
    }
    names.into_iter().map(|name| visible(name, style)).collect()
}

fn strip_shared_extension<'a>(names: &[&'a str]) -> Option<Vec<&'a str>> {
    let (_, shared) = names.first()?.rsplit_once('.')?;
    let stem = |name: &&'a str| match name.rsplit_once('.') {
        Some((stem, extension)) if extension == shared && !stem.is_empty() => Some(stem),
        _ => None,
    };
    names.iter().map(stem).collect()
}

impl MeasureReport {
    /// The first figure of the measure, which is its headline.
    pub(crate) fn headline(&self) -> Option<&'static Figure> {
        self.info.figures.first()
    }

    /// The headline figure of a cell over all pairs.
    pub fn over_all_pairs(&self, cell: &SystemScores) -> Option<f64> {
        cell.all_pairs.value(self.average, 0)
    }

    /// The position of the system with which the others are compared: the first, unless it has no scores because
    /// it does not fit gold.
    pub fn reference(&self) -> usize {
        self.cells.iter().position(|cell| cell.coverage.read > 0).unwrap_or(0)
    }

    /// The headline figure of a cell over all pairs, minus that of the reference.
    pub(crate) fn difference(&self, cell: &SystemScores, style: &Style) -> String {
        let (Some(headline), Some(reference)) = (self.headline(), self.cells.get(self.reference())) else {
            return String::new();
        };
        if std::ptr::eq(reference, cell) {
            return String::new();
        }
        let both = self.over_all_pairs(cell).zip(self.over_all_pairs(reference));
        number::difference(both.map(|(value, reference)| value - reference), headline.unit, style)
    }
}

impl Coverage {
    /// The reason for pairs refused because their words differ. Aligning the texts would help them.
    pub fn other_words(&self) -> Option<&Reason> {
        self.reasons.iter().find(|reason| reason.is_about_words)
    }
}

impl RowKind {
    /// The name of the mean over pairs of this kind: `sentence mean` for pairs of sentences.
    pub(crate) fn mean(self) -> &'static str {
        match self {
            Self::Pair => "sentence mean",
            Self::Group => "group mean",
            Self::Side => "side mean",
            Self::Tree => "tree mean",
        }
    }
}

impl By {
    /// The name in machine formats.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Length => "length",
            Self::MaxLength => "max-length",
            Self::Label => "label",
            Self::LabelPairs => "label-pairs",
            Self::Type => "type",
            Self::File => "file",
        }
    }

    /// True for groups of items (by label or type), which have no means; false for groups of pairs.
    pub(crate) fn is_item_facet(self) -> bool {
        matches!(self, Self::Label | Self::LabelPairs | Self::Type)
    }

    /// The average that the groups have, if `headline` is that of the measure.
    pub(crate) fn average(self, headline: Average) -> Average {
        if self.is_item_facet() { Average::Corpus } else { headline }
    }
}

impl Group {
    /// Formats a figure of the group for tables.
    pub(crate) fn figure(&self, info: &MeasureInfo, average: Average, at: usize, style: &Style) -> String {
        self.scores.figure(info, average, at, style)
    }
}

impl Scores {
    /// The figures in an average.
    pub(crate) fn values(&self, average: Average) -> &[Option<f64>] {
        match average {
            Average::Corpus => &self.corpus,
            Average::Sentence => &self.sentence_mean,
        }
    }

    /// True if every figure is undefined in this average.
    pub(crate) fn is_undefined(&self, average: Average) -> bool {
        self.values(average).iter().all(Option::is_none)
    }

    /// A figure; `None` if it is undefined or does not exist.
    pub fn value(&self, average: Average, at: usize) -> Option<f64> {
        self.values(average).get(at).copied().flatten()
    }

    /// Formats a figure for tables.
    pub(crate) fn figure(&self, info: &MeasureInfo, average: Average, at: usize, style: &Style) -> String {
        let unit = info.figures.get(at).map(|figure| figure.unit);
        number::figure(self.value(average, at), unit.unwrap_or(super::model::FigureUnit::Percent), style)
    }

    /// A count by name.
    pub(crate) fn count(&self, info: &MeasureInfo, name: &str) -> Option<u64> {
        info.field(name).and_then(|at| self.counts.get(at)).and_then(|&count| count.try_into().ok())
    }

    /// Formats a count for tables.
    pub(crate) fn format_count(&self, info: &MeasureInfo, name: &str, style: &Style) -> String {
        self.count(info, name).map_or_else(|| style.glyphs().undefined.to_owned(), number::count)
    }
}

#[cfg(test)]
mod tests {
    use super::strip_shared_extension;

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
            assert_eq!(strip_shared_extension(&names), expected, "{names:?}");
        }
    }
}
