//! Rows for people: one line for each pair, under headings of fixed width.

use crate::measure::{Figure, MeasureInfo, ShownMatch};
use crate::report::aligned::format_trees;
use crate::report::model::{FigureUnit, Row, RowKind};
use crate::report::number;
use crate::report::style::{Style, display_width, visible};
use crate::report::table::cut_middle;
use crate::report::text::edit_table::{self, TableCosts};
use crate::report::text::matches;

/// The greatest width of a system's name.
const NAME: usize = 16;

/// The lines of a table that is written row by row.
pub(crate) struct TableRows {
    /// The names of the systems, if there are several.
    systems: Vec<String>,
    measures: Vec<&'static MeasureInfo>,
    kind: RowKind,
    has_word_errors: bool,
    /// The costs of word errors, if alignments are shown as tables.
    costs: Option<TableCosts>,
    style: Style,
}

impl TableRows {
    pub(crate) fn new(systems: &[String], measures: Vec<&'static MeasureInfo>, style: &Style) -> Self {
        let short = |name: &String| cut_middle(name, NAME, style.glyphs().ellipsis);
        let systems = if systems.len() > 1 { systems.iter().map(short).collect() } else { vec![] };
        let style = style.clone();
        Self { systems, measures, kind: RowKind::Pair, has_word_errors: false, costs: None, style }
    }

    /// Creates rows of one system by one measure.
    pub(crate) fn of_one(measure: &'static MeasureInfo, kind: RowKind, style: &Style) -> Self {
        Self::new(&[], vec![measure], style).of_kind(kind)
    }

    pub(crate) fn of_kind(self, kind: RowKind) -> Self {
        Self { kind, ..self }
    }

    pub(crate) fn with_word_errors(self) -> Self {
        Self { has_word_errors: true, ..self }
    }

    pub(crate) fn with_tables(self, costs: TableCosts) -> Self {
        Self { costs: Some(costs), ..self }
    }

    /// The line of headings.
    pub(crate) fn header(&self) -> String {
        let trees = if self.has_trees() { tree_cells("gold trees", "system trees") } else { String::new() };
        let wer = if self.has_word_errors { cell("WER", "WER") } else { String::new() };
        let (system, measure) = (self.system_cell("system"), self.measure_cell("measure"));
        let figures: String = match self.measures.as_slice() {
            [info] => titles(info).map(|title| cell(title, title)).collect(),
            _ => self.figure_cell("figure", "value"),
        };
        let noun = self.kind.as_str();
        format!("{noun:>7}{system}{measure}{trees}  {:>5}{wer}{figures}\n", "words")
    }

    /// The line of one pair, and its matches.
    pub(crate) fn row(&self, row: &Row) -> String {
        let undefined = || self.style.glyphs().undefined.to_owned();
        let pair = row.place.pair.map_or_else(undefined, number::count);
        let words = row.words.map_or_else(undefined, |words| words.to_string());
        let system = self.system_cell(self.systems.get(row.system).map_or("", String::as_str));
        let info = self.info(row);
        let measure = self.measure_cell(info.map_or("", |info| info.name));
        let trees = if self.has_trees() { self.trees(row) } else { String::new() };
        let mut line = format!("{pair:>7}{system}{measure}{trees}  {words:>5}");
        match &row.refused {
            None => {
                line.push_str(&self.word_errors(row));
                line.push_str(&info.map(|info| self.figures(info, row)).unwrap_or_default());
            }
            Some(refused) => {
                let advice =
                    refused.advice.as_ref().map(|advice| format!("; {}", (self.style.advice)(advice)));
                let why = refused.why.clone() + &advice.unwrap_or_default();
                line.push_str("  refused: ");
                line.push_str(&visible(&why, &self.style));
            }
        }
        let found = row.matches.as_ref().map(|found| format!("\n{}\n", self.matches(found, row, info)));
        format!("{line}\n{}", found.unwrap_or_default())
    }

    fn matches(&self, found: &[ShownMatch], row: &Row, info: Option<&'static MeasureInfo>) -> String {
        if let Some(costs) = self.costs {
            let distance = info.and_then(|info| row.counts.get(info.field("distance_millionths")?));
            let distance = distance.and_then(|&distance| distance.try_into().ok()).unwrap_or(u64::MAX);
            return edit_table::render(found, costs, distance, &self.style);
        }
        let worth = info.and_then(|info| info.worth).unwrap_or("worth");
        matches::render(found, worth, &self.style)
    }

    fn info(&self, row: &Row) -> Option<&'static MeasureInfo> {
        match self.measures.as_slice() {
            // With several measures, the rows of one measure may be written alone.
            [info] => Some(info),
            all => all.get(row.measure).copied(),
        }
    }

    fn has_trees(&self) -> bool {
        self.kind != RowKind::Pair
    }

    fn figures(&self, info: &MeasureInfo, row: &Row) -> String {
        if self.measures.len() > 1 {
            let title = info.figures.first().map_or("", |figure| figure.title);
            return self.figure_cell(title, &self.figure(info, row, 0));
        }
        let figures = shown(info).map(|(at, _)| self.figure(info, row, at));
        let counts = info.shown.iter().map(|name| self.count(info, row, name));
        figures.chain(counts).zip(titles(info)).map(|(text, title)| cell(&text, title)).collect()
    }

    fn figure(&self, info: &MeasureInfo, row: &Row, at: usize) -> String {
        let unit = info.figures.get(at).map_or(FigureUnit::Percent, |figure| figure.unit);
        number::figure(row.figures.get(at).copied().flatten(), unit, &self.style)
    }

    fn count(&self, info: &MeasureInfo, row: &Row, name: &str) -> String {
        let count =
            info.field(name).and_then(|at| row.counts.get(at)).and_then(|&count| count.try_into().ok());
        count.map_or_else(|| self.style.glyphs().undefined.to_owned(), number::count)
    }

    fn word_errors(&self, row: &Row) -> String {
        if !self.has_word_errors {
            return String::new();
        }
        let rate = row.speech.and_then(|words| words.rate());
        cell(&number::figure(rate, FigureUnit::Percent, &self.style), "WER")
    }

    /// The name of a system, if there are several.
    fn system_cell(&self, name: &str) -> String {
        let names = self.systems.iter().map(String::as_str);
        let width = names.chain(["system"]).map(display_width).max().unwrap_or(0);
        if self.systems.is_empty() { String::new() } else { pad(name, width) }
    }

    /// The name of a measure, if there are several.
    fn measure_cell(&self, name: &str) -> String {
        let names = self.measures.iter().map(|info| info.name);
        let width = names.chain(["measure"]).map(display_width).max().unwrap_or(0);
        if self.measures.len() > 1 { pad(name, width) } else { String::new() }
    }

    /// The title and value of the headline.
    fn figure_cell(&self, title: &str, value: &str) -> String {
        let titles = self.measures.iter().filter_map(|info| Some(info.figures.first()?.title));
        let width = titles.chain(["figure"]).map(display_width).max().unwrap_or(0);
        pad(title, width) + &cell(value, "value")
    }

    /// The trees of a pair: `12`, `12–14`, or none.
    fn trees(&self, row: &Row) -> String {
        let range = |trees: &[u64]| format_trees(trees, &self.style);
        tree_cells(&range(&row.place.gold_trees), &range(&row.place.system_trees))
    }
}

/// The figures of a table. A figure whose count is shown is left out.
fn shown(info: &MeasureInfo) -> impl Iterator<Item = (usize, &'static Figure)> {
    let is_shown = |figure: &Figure| figure.rank > 0 && !info.shown.contains(&figure.key);
    info.figures.iter().enumerate().filter(move |(_, figure)| is_shown(figure))
}

fn titles(info: &MeasureInfo) -> impl Iterator<Item = &'static str> {
    shown(info).map(|(_, figure)| figure.title).chain(info.shown.iter().copied())
}

fn pad(text: &str, width: usize) -> String {
    format!("  {text}{}", " ".repeat(width.saturating_sub(display_width(text))))
}

fn tree_cells(gold: &str, system: &str) -> String {
    format!("  {gold:>10}  {system:>12}")
}

/// One number of a line, under its heading.
fn cell(text: &str, title: &str) -> String {
    format!("  {text:>width$}", width = title.len().max(9))
}
