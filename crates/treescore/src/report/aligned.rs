//! Agreement of two aligned texts, as reports show it.

use serde::Serialize;

use super::model::{BothSides, FigureUnit, UnpairedTrees};
use super::number::{count, counted, figure};
use super::style::Style;
use crate::align::text::TextCounts;
use crate::measure::{Fact, FactNumber};
use crate::values::ratio;

/// Formats the numbers of consecutive trees: `12`, `12–14`, or a dash for none.
pub(super) fn format_trees(trees: &[u64], style: &Style) -> String {
    let dash = style.glyphs().undefined;
    match (trees.first(), trees.last()) {
        (Some(first), Some(last)) if first < last => format!("{first}{dash}{last}"),
        (Some(first), _) => first.to_string(),
        (None, _) => dash.to_owned(),
    }
}

/// The number of cells of each kind. A cell is one of the shortest stretches of text that begin and end with
/// a word on both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cells {
    /// One word on each side, with the same text.
    pub same: u64,
    /// The same text, split into different words.
    pub retok: u64,
    /// Equal by the table of exceptions: `ca n't` and `can not`.
    pub equiv: u64,
    /// Different text.
    pub diff: u64,
    /// Text that only gold has.
    pub gold: u64,
    /// Text that only the system has.
    pub system: u64,
}

impl From<&TextCounts> for Cells {
    fn from(text: &TextCounts) -> Self {
        Self {
            same: text.cells_same,
            retok: text.cells_retok,
            equiv: text.cells_equiv,
            diff: text.cells_diff,
            gold: text.cells_gold,
            system: text.cells_system,
        }
    }
}

/// How far two texts agree.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TextReport {
    /// Share of the characters of the longer text that the other text has too, in the same order.
    pub coverage: Option<f64>,
    /// Characters after normalisation.
    pub characters: Agreement,
    /// Words. A word is matched if it begins and ends at the same positions as a word on the other side.
    pub words: Agreement,
    /// Sentence breaks.
    pub breaks: Agreement,
    /// Brackets of groups with the same text, compared by their first and last characters. Absent where only texts
    /// were compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_characters: Option<SameCharacters>,
    /// Groups with more than one tree on a side.
    pub merged: u64,
    /// Groups without a system tree.
    pub gold_only: u64,
    /// Groups without a gold tree.
    pub system_only: u64,
    /// Cells of each kind.
    pub cells: Cells,
    /// Words that are not in the other text.
    pub differ: BothSides,
    /// The number of places where the texts differ.
    pub places: u64,
    /// The first of these places.
    pub first: Option<FirstDifference>,
}

/// Brackets at the same characters: no rule says what belongs together. Counted only in groups whose texts are
/// the same, but for case.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SameCharacters {
    /// Groups whose texts are the same.
    pub groups: u64,
    /// Their brackets. Those with the same label, first and last character are matched.
    #[serde(flatten)]
    pub brackets: Agreement,
}

/// The number of items on each side, and of those they share.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Agreement {
    /// Items in gold.
    pub gold: u64,
    /// Items in the system.
    pub system: u64,
    /// Items in both.
    pub matched: u64,
    /// Share of gold's items that the system has.
    pub recall: Option<f64>,
    /// Share of the system's items that gold has.
    pub precision: Option<f64>,
    /// Harmonic mean of recall and precision.
    pub f1: Option<f64>,
}

impl Agreement {
    pub(super) fn new(gold: u64, system: u64, matched: u64) -> Self {
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

/// The first place where the texts differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FirstDifference {
    /// Number of the first gold tree of the group.
    pub gold_tree: Option<u64>,
    /// Its file and line, if there are several files.
    pub gold_place: Option<String>,
    /// The gold words at this place.
    pub gold: String,
    /// Number of the first system tree of the group.
    pub system_tree: Option<u64>,
    /// Its file and line, if there are several files.
    pub system_place: Option<String>,
    /// The system's words at this place.
    pub system: String,
}

impl TextReport {
    /// Creates the report of summed counts.
    pub fn of(text: &TextCounts, first: Option<FirstDifference>) -> Self {
        Self {
            coverage: text.coverage(),
            characters: Agreement::new(text.gold_characters, text.system_characters, text.equal_characters),
            words: Agreement::new(text.gold_words, text.system_words, text.word_matches),
            breaks: Agreement::new(text.gold_trees, text.system_trees, text.break_matches),
            same_characters: None,
            merged: text.merged,
            gold_only: text.gold_only,
            system_only: text.system_only,
            cells: Cells::from(text),
            differ: BothSides { gold: text.gold_differ, system: text.system_differ },
            places: text.places,
            first,
        }
    }

    /// The same report with the brackets at the same characters, which only scoring counts.
    #[must_use]
    pub fn with_brackets(self, text: &TextCounts) -> Self {
        let brackets = Agreement::new(text.same_text_gold, text.same_text_system, text.same_characters);
        Self { same_characters: Some(SameCharacters { groups: text.same_text, brackets }), ..self }
    }

    /// Warnings for texts that differ, and that seem to be unrelated or unreadable.
    pub fn warnings(&self, unpaired: &UnpairedTrees) -> Vec<String> {
        let Some(first) = &self.first else { return Vec::new() };
        let coverage = self.coverage.map_or_else(|| "0".to_owned(), |share| format!("{:.2}", 100.0 * share));
        let tree = |side: &str, tree: Option<u64>, place: &Option<String>| {
            let place = place.as_ref().map(|place| format!(" ({place})")).unwrap_or_default();
            tree.map_or_else(|| side.to_owned(), |tree| format!("{side} tree {tree}{place}"))
        };
        let words =
            |words: &str| if words.is_empty() { "nothing".to_owned() } else { format!("\"{words}\"") };
        let mut warnings = vec![format!(
            "text differs: {}, {} in {}; coverage {coverage} %; first difference: {} in {}, {} in {}",
            counted(self.differ.gold, "gold word"),
            counted(self.differ.system, "system word"),
            counted(self.places, "place"),
            words(&first.gold),
            tree("gold", first.gold_tree, &first.gold_place),
            words(&first.system),
            tree("system", first.system_tree, &first.system_place)
        )];
        let unread = [
            ("gold", unpaired.unreadable.gold, self.breaks.gold),
            ("the system's file", unpaired.unreadable.system, self.breaks.system),
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

    /// Summarises the agreement in one sentence, for formats without room for tables.
    pub(crate) fn sentence(&self, style: &Style) -> String {
        let percent = |share| figure(share, FigureUnit::Percent, style);
        let same = self.same_characters;
        let characters =
            same.map(|same| format!(", brackets at the same characters F1 {}", percent(same.brackets.f1)));
        format!(
            "texts aligned: coverage {}, words F1 {}, sentence breaks F1 {}{}; {} of {}, {} of {} only in one text",
            percent(self.coverage),
            percent(self.words.f1),
            percent(self.breaks.f1),
            characters.unwrap_or_default(),
            count(self.differ.gold),
            counted(self.words.gold, "gold word"),
            count(self.differ.system),
            counted(self.words.system, "system word"),
        )
    }

    /// The lines of numbers that tables show.
    pub(crate) fn facts(&self) -> Vec<Fact> {
        let (count, percent) = (FactNumber::Count, FactNumber::Percent);
        let Cells { same, retok, equiv, diff, gold, system } = self.cells;
        let mut facts = vec![
            Fact {
                about: "text",
                numbers: vec![
                    ("coverage", percent(self.coverage)),
                    ("words F1", percent(self.words.f1)),
                    ("sentence breaks F1", percent(self.breaks.f1)),
                ],
                note: None,
            },
            Fact {
                about: "cells",
                numbers: vec![
                    ("same", count(same)),
                    ("split differently", count(retok)),
                    ("variants", count(equiv)),
                    ("different", count(diff)),
                    ("only gold", count(gold)),
                    ("only system", count(system)),
                ],
                note: None,
            },
            Fact {
                about: "groups",
                numbers: vec![
                    ("with several trees", count(self.merged)),
                    ("only gold", count(self.gold_only)),
                    ("only system", count(self.system_only)),
                ],
                note: None,
            },
        ];
        facts.extend(self.same_characters.map(|same| Fact {
            about: "brackets",
            numbers: vec![
                ("at the same characters F1", percent(same.brackets.f1)),
                ("in groups with the same text", count(same.groups)),
            ],
            note: None,
        }));
        facts
    }
}
