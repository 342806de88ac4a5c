//! Listings of the word alignment that speech scoring used, side by side or utterance by utterance.

use std::collections::BTreeMap;

use serde::Serialize;

use super::alignment::{AlignmentFormat, Step, shown, words};
use super::model::{Row, RowKind};
use super::number::{count, figure};
use super::speech::{SpeechReport, WordReport};
use super::style::{Style, visible};
use super::text::facts;
use crate::align::text::Kind;
use crate::measure::FigureUnit;
use crate::run::ListedCell;

/// A pair of a listing: a conversation side or an utterance.
#[derive(Serialize)]
struct PairLine<'p> {
    kind: RowKind,
    pair: Option<u64>,
    file: Option<&'p str>,
    gold_line: Option<u64>,
    system_line: Option<u64>,
    words: Option<WordReport>,
    refused: Option<&'p str>,
    steps: Vec<Step>,
}

/// All pairs together.
#[derive(Serialize)]
struct Whole<'w> {
    words: Option<&'w SpeechReport>,
    confusions: &'w [Confusion],
}

/// Two words that were aligned and are not the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Confusion {
    /// The gold word, without case.
    pub gold: String,
    /// The system's word, without case.
    pub system: String,
    /// How often.
    pub count: u64,
    /// True if the recipe makes the two equal.
    pub is_equal: bool,
}

/// Writes the aligned words of pairs one by one, and counts confusions.
///
/// ```
/// use treescore::align::text::Kind;
/// use treescore::report::alignment::AlignmentFormat;
/// use treescore::report::model::Row;
/// use treescore::report::word_alignment::WordAlignmentWriter;
/// use treescore::run::ListedCell;
/// let cell = |kind, gold: &str, system: &str| ListedCell {
///     kind,
///     gold: vec![gold.into()],
///     system: vec![system.into()],
/// };
/// let cells = [cell(Kind::Same, "The", "the"), cell(Kind::Diff, "cat", "hat")];
/// let mut writer = WordAlignmentWriter::new(AlignmentFormat::Text, Default::default());
/// writer.pair(&Row::default(), Some(&cells), true);
/// assert_eq!(writer.confusions()[0].system, "hat");
/// ```
pub struct WordAlignmentWriter {
    format: AlignmentFormat,
    style: Style,
    pairs: u64,
    confusions: BTreeMap<(String, String), (u64, bool)>,
}

/// The number of confusions that text lists.
const SHOWN: usize = 10;

impl WordAlignmentWriter {
    /// Creates a writer of this format. `style` applies to text only.
    pub fn new(format: AlignmentFormat, style: Style) -> Self {
        Self { format, style, pairs: 0, confusions: BTreeMap::new() }
    }

    /// The text before the first pair.
    pub fn header(&self) -> String {
        match self.format {
            AlignmentFormat::Json => "{\n \"pairs\": [".to_owned(),
            AlignmentFormat::Text | AlignmentFormat::Jsonl => String::new(),
        }
    }

    /// Formats a pair, if it is shown, and counts its confusions in any case. A refused pair has no cells.
    pub fn pair(&mut self, row: &Row, cells: Option<&[ListedCell]>, is_shown: bool) -> String {
        let cells = cells.unwrap_or_default();
        self.count(cells);
        if !is_shown {
            return String::new();
        }
        self.pairs += 1;
        match self.format {
            AlignmentFormat::Text => self.text(row, cells),
            AlignmentFormat::Json => {
                let comma = if self.pairs > 1 { "," } else { "" };
                format!("{comma}\n  {}", json(row, cells))
            }
            AlignmentFormat::Jsonl => json(row, cells) + "\n",
        }
    }

    /// The text after the last pair.
    pub fn footer(&self, speech: Option<&SpeechReport>) -> String {
        let confusions = self.confusions();
        let whole = Whole { words: speech, confusions: &confusions };
        let whole = serde_json::to_string(&whole).unwrap_or_default();
        match self.format {
            AlignmentFormat::Text => {
                let facts = speech.and_then(|speech| facts::render(&speech.facts(&self.style), &self.style));
                facts.unwrap_or_default() + &self.list(&confusions)
            }
            AlignmentFormat::Json => format!("\n ],\n {}\n", whole.strip_prefix('{').unwrap_or_default()),
            AlignmentFormat::Jsonl => whole + "\n",
        }
    }

    /// The confusions, most frequent first.
    pub fn confusions(&self) -> Vec<Confusion> {
        let all = self.confusions.iter().map(|((gold, system), &(count, is_equal))| Confusion {
            gold: gold.clone(),
            system: system.clone(),
            count,
            is_equal,
        });
        let mut all: Vec<Confusion> = all.collect();
        all.sort_by_key(|confusion| std::cmp::Reverse(confusion.count));
        all
    }

    fn count(&mut self, cells: &[ListedCell]) {
        for cell in cells.iter().filter(|cell| matches!(cell.kind, Kind::Diff | Kind::Equiv)) {
            let text = |words: &[Vec<u8>]| shown(words).join(" ").to_lowercase();
            let seen = self.confusions.entry((text(&cell.gold), text(&cell.system))).or_default();
            *seen = (seen.0 + 1, cell.kind == Kind::Equiv);
        }
    }

    fn text(&self, row: &Row, cells: &[ListedCell]) -> String {
        let number = row.place.pair.map(|pair| format!(" {}", count(pair))).unwrap_or_default();
        let file = row.place.file.as_deref().map(|file| format!("  {}", visible(file, &self.style)));
        let what = match (&row.refused, &row.speech) {
            (Some(refused), _) => format!("refused: {}", visible(&refused.why, &self.style)),
            (None, Some(words)) => {
                format!("WER {}", figure(words.rate(), FigureUnit::Percent, &self.style))
            }
            (None, None) => String::new(),
        };
        let head = format!("{}{number}{}  {what}", row.place.kind.as_str(), file.unwrap_or_default());
        let cells = if cells.is_empty() { String::new() } else { words(cells, &self.style) };
        format!("{}\n{cells}\n", head.trim_end())
    }

    /// The most frequent confusions as lines.
    fn list(&self, confusions: &[Confusion]) -> String {
        if confusions.is_empty() {
            return String::new();
        }
        let line = |confusion: &Confusion| {
            let mark = if confusion.is_equal { "  (equal by the recipe)" } else { "" };
            let words = format!("{} / {}", confusion.gold, confusion.system);
            format!("{:>7}  {}{mark}\n", count(confusion.count), visible(&words, &self.style))
        };
        let lines: String = confusions.iter().take(SHOWN).map(line).collect();
        let rest = confusions.len().saturating_sub(SHOWN);
        let rest =
            if rest > 0 { format!("         and {} more\n", count(rest as u64)) } else { String::new() };
        format!("\nconfusions: gold / system\n{lines}{rest}")
    }
}

fn json(row: &Row, cells: &[ListedCell]) -> String {
    let line = PairLine {
        kind: row.place.kind,
        pair: row.place.pair,
        file: row.place.file.as_deref(),
        gold_line: row.place.gold_line,
        system_line: row.place.system_line,
        words: row.speech.as_ref().map(WordReport::from),
        refused: row.refused.as_ref().map(|refused| refused.why.as_str()),
        steps: cells.iter().map(Step::from).collect(),
    };
    serde_json::to_string(&line).unwrap_or_default()
}
