//! One line per pair, written as the pairs are scored.
//!
//! [`Format::Table`], [`Format::Csv`] and [`Format::Jsonl`] can be written line by line, whatever the size of the corpus; in
//! [`Format::Json`] the pairs are part of the report.

use serde::Serialize;

use super::aligned::shown_trees;
use super::format::Format;
use super::model::{Column, SentenceScores, Unit};
use super::number;
use super::style::Style;
use super::text::mapping;

/// Writes one line per pair.
///
/// ```
/// use treescore::report::{Format, Style, model::SentenceScores, sentences::Sentences};
/// let sentences = Sentences::new("parseval", Format::Csv, vec![], &["gold"], Style::default()).unwrap();
/// assert_eq!(sentences.header(), "system,pair,words,tally_gold,refused\n");
/// let refused = SentenceScores { pair: 7, words: Some(3), utterance: None, scores: None, refused: Some("no tree, alas".into()), mapping: None, trees: None, speech: None };
/// assert_eq!(sentences.row("heron", &refused), "heron,7,3,,\"no tree, alas\"\n");
/// ```
pub struct Sentences {
    measure: &'static str,
    format: Format,
    columns: Vec<Column>,
    counts: Vec<&'static str>,
    style: Style,
    /// Does each line say which trees it is about?
    has_trees: bool,
    /// Does each line say how many words were recognised?
    has_words: bool,
}

/// A line of JSON.
#[derive(Serialize)]
struct Line<'a> {
    measure: &'a str,
    system: &'a str,
    #[serde(flatten)]
    scores: &'a SentenceScores,
}

impl Sentences {
    /// A writer of lines with the figures and counts of a measure, or `None` if the format has no lines.
    pub fn new(
        measure: &'static str,
        format: Format,
        columns: Vec<Column>,
        counts: &[&'static str],
        style: Style,
    ) -> Option<Self> {
        let has_lines = matches!(format, Format::Table | Format::Csv | Format::Jsonl);
        has_lines.then(|| Self {
            measure,
            format,
            columns,
            counts: counts.to_vec(),
            style,
            has_trees: false,
            has_words: false,
        })
    }

    /// Lines that say which trees they are about, because texts were aligned.
    #[must_use]
    pub fn with_trees(self) -> Self {
        Self { has_trees: true, ..self }
    }

    /// Lines that say how many words are wrong, because they were aligned as those of speech.
    #[must_use]
    pub fn with_word_errors(self) -> Self {
        Self { has_words: true, ..self }
    }

    /// The line before the first.
    pub fn header(&self) -> String {
        match self.format {
            Format::Csv => {
                let figures = self.columns.iter().map(|column| column.key.to_owned());
                let counts = self.counts.iter().map(|count| format!("tally_{count}"));
                let trees: &[&str] = if self.has_trees { &["gold_trees", "system_trees"] } else { &[] };
                let wer: &[&str] = if self.has_words { &["wer"] } else { &[] };
                let fixed = ["system", "pair"].iter().chain(trees).chain(&["words"]).chain(wer);
                let cells: Vec<String> = fixed
                    .map(|&name| name.to_owned())
                    .chain(figures)
                    .chain(counts)
                    .chain(["refused".to_owned()])
                    .collect();
                cells.join(",") + "\n"
            }
            Format::Table => {
                let cells: String = self.titles().map(|title| cell(title, title)).collect();
                let trees =
                    if self.has_trees { tree_cells("gold trees", "system trees") } else { String::new() };
                let wer = if self.has_words { cell("WER", "WER") } else { String::new() };
                format!("{:>7}{trees}  {:>5}{wer}{cells}\n", "pair", "words")
            }
            _ => String::new(),
        }
    }

    /// The line before the header where several measures have one each.
    pub fn heading(&self, is_first: bool) -> String {
        match self.format {
            Format::Table if is_first => format!("{}\n", self.measure),
            Format::Table => format!("\n{}\n", self.measure),
            _ => String::new(),
        }
    }

    /// The line before the first pair of one of several systems: in a table, pairs do not say whose they are.
    pub fn title(&self, system: &str, is_first: bool) -> String {
        match self.format {
            Format::Table if is_first => super::style::visible(system, &self.style) + "\n",
            Format::Table => format!("\n{}\n", super::style::visible(system, &self.style)),
            _ => String::new(),
        }
    }

    /// The line of one pair.
    pub fn row(&self, system: &str, pair: &SentenceScores) -> String {
        match self.format {
            Format::Csv => self.csv(system, pair),
            Format::Table => self.table(pair),
            _ => {
                serde_json::to_string(&Line { measure: self.measure, system, scores: pair })
                    .unwrap_or_default()
                    + "\n"
            }
        }
    }

    /// The figures of a table. What is there as a count is not there as a share of one sentence, too.
    fn shown(&self) -> impl Iterator<Item = &Column> {
        self.columns.iter().filter(|column| column.rank > 0 && !self.counts.contains(&column.key))
    }

    fn titles(&self) -> impl Iterator<Item = &'static str> {
        self.shown().map(|column| column.title).chain(self.counts.iter().copied())
    }

    fn csv(&self, system: &str, pair: &SentenceScores) -> String {
        let mut cells = vec![super::csv::quoted(system), pair.pair.to_string()];
        if self.has_trees {
            let list = |trees: &[u64]| trees.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
            let trees = pair.trees.as_ref();
            cells.push(trees.map(|trees| list(&trees.gold)).unwrap_or_default());
            cells.push(trees.map(|trees| list(&trees.system)).unwrap_or_default());
        }
        cells.push(pair.words.map(|words| words.to_string()).unwrap_or_default());
        if self.has_words {
            let wer = pair.speech.and_then(|words| words.wer);
            cells.push(wer.map(|wer| wer.to_string()).unwrap_or_default());
        }
        for column in &self.columns {
            let value = pair.scores.as_ref().and_then(|scores| scores.value(column.key));
            cells.push(value.map(|value| value.to_string()).unwrap_or_default());
        }
        for count in &self.counts {
            let value = pair.scores.as_ref().and_then(|scores| scores.tally.get(count));
            cells.push(value.map(ToString::to_string).unwrap_or_default());
        }
        cells.push(pair.refused.as_deref().map(super::csv::quoted).unwrap_or_default());
        cells.join(",") + "\n"
    }

    fn table(&self, pair: &SentenceScores) -> String {
        let words =
            pair.words.map_or_else(|| self.style.glyphs().undefined.to_owned(), |words| words.to_string());
        let cells: String = match (&pair.scores, &pair.refused) {
            (Some(scores), _) => {
                let figures = self.shown().map(|column| scores.figure(column, &self.style));
                let counts = self.counts.iter().map(|count| scores.counted(count, &self.style));
                figures.chain(counts).zip(self.titles()).map(|(text, title)| cell(&text, title)).collect()
            }
            (None, why) => {
                let why = super::style::visible(why.as_deref().unwrap_or_default(), &self.style);
                format!("  refused: {why}")
            }
        };
        let mapping = pair.mapping.as_ref().map(|mapping| mapping::table(mapping, &self.style));
        let mapping = mapping.map(|table| format!("\n{}\n", table.render(&self.style)));
        let trees = if self.has_trees { self.trees(pair) } else { String::new() };
        let wer = pair.speech.filter(|_| self.has_words && pair.scores.is_some());
        let wer = wer.map(|words| cell(&number::figure(words.wer, Unit::Percent, &self.style), "WER"));
        let (wer, mapping) = (wer.unwrap_or_default(), mapping.unwrap_or_default());
        format!("{:>7}{trees}  {words:>5}{wer}{cells}\n{mapping}", number::count(pair.pair))
    }

    /// The trees of a pair: `12`, `12–14`, or none.
    fn trees(&self, pair: &SentenceScores) -> String {
        let range = |trees: &[u64]| shown_trees(trees, &self.style);
        let both = pair.trees.as_ref().map(|trees| (range(&trees.gold), range(&trees.system)));
        let (gold, system) = both.unwrap_or_default();
        tree_cells(&gold, &system)
    }
}

fn tree_cells(gold: &str, system: &str) -> String {
    format!("  {gold:>10}  {system:>12}")
}

/// One number of a line, under its title.
fn cell(text: &str, title: &str) -> String {
    format!("  {text:>width$}", width = title.len().max(9))
}
