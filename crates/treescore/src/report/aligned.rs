//! How far two texts agree that were aligned, as reports say it.

use serde::Serialize;

use super::model::Unit;
use super::number::{count, counted, figure};
use super::style::Style;
use crate::align::text::{Kind, TextCounts};
use crate::measure::{Fact, FactNumber, ratio};
use crate::read::Corpus;
use crate::run::{Difference, GroupTrees, TextSums, TreePlace};

/// The trees that make up one pair, by their numbers in the files, from 1; trees without words are in none.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PairTrees {
    /// The gold trees.
    pub gold: Vec<u64>,
    /// The system's trees.
    pub system: Vec<u64>,
    /// How their words meet, if texts were aligned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cells: Option<Cells>,
}

impl PairTrees {
    /// The trees of these numbers, with what there is to say about their text.
    pub(super) fn of(gold: &[u64], system: &[u64], text: &TextCounts) -> Self {
        Self { gold: gold.to_vec(), system: system.to_vec(), cells: Some(Cells::of(text)) }
    }
}

impl From<GroupTrees> for PairTrees {
    fn from(trees: GroupTrees) -> Self {
        let cells = trees.text.as_ref().map(Cells::of);
        Self { gold: trees.gold, system: trees.system, cells }
    }
}

/// The numbers of neighbouring trees as people read them: `12`, `12–14`, or a dash for none.
pub(super) fn shown_trees(trees: &[u64], style: &Style) -> String {
    let dash = style.glyphs().undefined;
    match (trees.first(), trees.last()) {
        (Some(first), Some(last)) if first < last => format!("{first}{dash}{last}"),
        (Some(first), _) => first.to_string(),
        (None, _) => dash.to_owned(),
    }
}

/// How many cells there are of each kind: the smallest stretches of text that begin and end with a word on both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cells {
    /// One word on each side, with the same text.
    pub same: u64,
    /// The same text in other words.
    pub retok: u64,
    /// Equal by the list of exceptions: `ca n't` and `can not`.
    pub equiv: u64,
    /// Other text.
    pub diff: u64,
    /// Text that only gold has.
    pub gold: u64,
    /// Text that only the system has.
    pub system: u64,
}

impl Cells {
    fn of(text: &TextCounts) -> Self {
        let count = |kind: Kind| text.cells[kind as usize];
        Self {
            same: count(Kind::Same),
            retok: count(Kind::Retok),
            equiv: count(Kind::Equiv),
            diff: count(Kind::Diff),
            gold: count(Kind::Gold),
            system: count(Kind::System),
        }
    }
}

/// How far two texts agree.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TextReport {
    /// Share of the characters of the longer text that the other has, too, in the same order.
    pub coverage: Option<f64>,
    /// Characters after normalisation.
    pub characters: Agreement,
    /// Words: those that begin and end at the same places are matched.
    pub words: Agreement,
    /// Ends of sentences.
    pub breaks: Agreement,
    /// Pairs with more than one tree on a side.
    pub merged: u64,
    /// Pairs without a tree of the system.
    pub gold_only: u64,
    /// Pairs without a gold tree.
    pub system_only: u64,
    /// Trees without words, which are in no pair.
    pub without_words: BothSides,
    /// What is not a tree, and so has no text.
    pub not_trees: BothSides,
    /// How the words meet.
    pub cells: Cells,
    /// Words that are not in the other text.
    pub differ: BothSides,
    /// At how many places that is.
    pub places: u64,
    /// The first of them.
    pub first: Option<FirstDifference>,
}

/// A number of each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BothSides {
    /// Of gold.
    pub gold: u64,
    /// Of the system.
    pub system: u64,
}

/// How many of something both sides have, and share.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Agreement {
    /// In gold.
    pub gold: u64,
    /// In the system.
    pub system: u64,
    /// In both.
    pub matched: u64,
    /// Share of gold's that the system has.
    pub recall: Option<f64>,
    /// Share of the system's that gold has.
    pub precision: Option<f64>,
    /// Harmonic mean of the two.
    pub f1: Option<f64>,
}

impl Agreement {
    pub(super) fn of(gold: u64, system: u64, matched: u64) -> Self {
        Self {
            gold,
            system,
            matched,
            recall: ratio(matched, gold),
            precision: ratio(matched, system),
            f1: ratio(2 * matched, gold + system),
        }
    }
}

/// The first place at which the texts differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FirstDifference {
    /// Number of the first gold tree of the pair.
    pub gold_tree: Option<u64>,
    /// Its file and line, if there are several files.
    pub gold_place: Option<String>,
    /// Its words at this place.
    pub gold: String,
    /// Number of the first tree of the system.
    pub system_tree: Option<u64>,
    /// Its file and line, if there are several files.
    pub system_place: Option<String>,
    /// Its words at this place.
    pub system: String,
}

impl FirstDifference {
    fn of(difference: &Difference, [gold, system]: [&Corpus; 2]) -> Self {
        let place = |corpus: &Corpus, tree: Option<TreePlace>| {
            let document = corpus.documents().get(tree?.document).filter(|_| corpus.documents().len() > 1);
            document.map(|document| format!("{}:{}", document.short_name(), tree.map_or(0, |tree| tree.line)))
        };
        let (ours, theirs) = (&difference.gold, &difference.system);
        Self {
            gold_tree: ours.0.map(|tree| tree.number),
            gold_place: place(gold, ours.0),
            gold: ours.1.clone(),
            system_tree: theirs.0.map(|tree| tree.number),
            system_place: place(system, theirs.0),
            system: theirs.1.clone(),
        }
    }
}

impl TextReport {
    /// What sums say, of the trees of gold and system.
    pub fn of(sums: &TextSums, corpora: [&Corpus; 2]) -> Self {
        let TextSums { text, without_words, not_trees, first, .. } = sums;
        let sides = |[gold, system]: [u64; 2]| BothSides { gold, system };
        Self {
            coverage: text.coverage(),
            characters: Agreement::of(text.gold_characters, text.system_characters, text.equal_characters),
            words: Agreement::of(text.gold_words, text.system_words, text.word_matches),
            breaks: Agreement::of(text.gold_trees, text.system_trees, text.break_matches),
            merged: text.merged,
            gold_only: text.gold_only,
            system_only: text.system_only,
            without_words: sides(*without_words),
            not_trees: sides(*not_trees),
            cells: Cells::of(text),
            differ: sides([text.gold_differ, text.system_differ]),
            places: text.places,
            first: first.as_ref().map(|first| FirstDifference::of(first, corpora)),
        }
    }

    /// Is everything in both texts?
    pub fn is_same_text(&self) -> bool {
        self.places == 0
    }

    /// What is worth a warning: that the texts differ, and that they seem to be unrelated.
    pub fn warnings(&self) -> Vec<String> {
        let Some(first) = &self.first else { return Vec::new() };
        let coverage = self.coverage.map_or_else(|| "0".to_owned(), |share| format!("{:.2}", 100.0 * share));
        let tree = |tree: Option<u64>, place: &Option<String>| {
            let place = place.as_ref().map(|place| format!(" ({place})")).unwrap_or_default();
            tree.map(|tree| format!(" {tree}{place}")).unwrap_or_default()
        };
        let words =
            |words: &str| if words.is_empty() { "nothing".to_owned() } else { format!("\"{words}\"") };
        let mut warnings = vec![format!(
            "text differs: {}, {} in {}; coverage {coverage} %; first: gold{} {} / system{} {}",
            counted(self.differ.gold, "gold word"),
            counted(self.differ.system, "system word"),
            counted(self.places, "place"),
            tree(first.gold_tree, &first.gold_place),
            words(&first.gold),
            tree(first.system_tree, &first.system_place),
            words(&first.system)
        )];
        let unread = [
            ("gold", self.not_trees.gold, self.breaks.gold),
            ("the system's file", self.not_trees.system, self.breaks.system),
        ];
        match unread.into_iter().find(|&(_, not_trees, trees)| not_trees > 0 && trees == 0) {
            Some((whose, not_trees, _)) => {
                warnings.push(format!(
                    "none of the {} in {whose} could be read as a tree",
                    counted(not_trees, "unit")
                ));
            }
            None if self.coverage.is_none_or(|share| share < 0.5) => {
                warnings
                    .push("these are probably not the same text: did you give the right files?".to_owned());
            }
            None => {}
        }
        warnings
    }

    /// One sentence for formats without a place for more: how far the texts agree.
    pub fn sentence(&self, style: &Style) -> String {
        let percent = |share| figure(share, Unit::Percent, style);
        format!(
            "texts aligned: coverage {}, words F1 {}, sentence breaks F1 {}; {} of {}, {} of {} only in one text",
            percent(self.coverage),
            percent(self.words.f1),
            percent(self.breaks.f1),
            count(self.differ.gold),
            counted(self.words.gold, "gold word"),
            count(self.differ.system),
            counted(self.words.system, "system word"),
        )
    }

    /// The lines that tables show.
    pub fn facts(&self) -> Vec<Fact> {
        let (count, percent) = (FactNumber::Count, FactNumber::Percent);
        let Cells { same, retok, equiv, diff, gold, system } = self.cells;
        vec![
            Fact {
                about: "text",
                numbers: vec![
                    ("coverage", percent(self.coverage)),
                    ("words F1", percent(self.words.f1)),
                    ("sentence breaks F1", percent(self.breaks.f1)),
                ],
            },
            Fact {
                about: "cells",
                numbers: vec![
                    ("same", count(same)),
                    ("split otherwise", count(retok)),
                    ("variants", count(equiv)),
                    ("differ", count(diff)),
                    ("only gold", count(gold)),
                    ("only system", count(system)),
                ],
            },
            Fact {
                about: "pairs",
                numbers: vec![
                    ("of several trees", count(self.merged)),
                    ("only gold", count(self.gold_only)),
                    ("only system", count(self.system_only)),
                ],
            },
        ]
    }
}
