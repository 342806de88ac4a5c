//! Intervals, differences and p-values in tables, and the sentences that explain them.

use crate::measure::Figure;
use crate::report::model::{FigureUnit, MeasureReport, Report, SystemScores};
use crate::report::number::{difference, figure};
use crate::report::statistics::{ComparisonReport, IntervalReport, StatisticsReport};
use crate::report::style::{Role, Style};
use crate::report::table::{Column, TableCell};
use crate::setup::{IntervalMethod, StatSettings, TestMethod};
use crate::stats::{Interval, NoInterval, Over};

/// Intervals from fewer units are rough.
const ROUGH: usize = 20;
/// An interval without width says little about fewer units.
const CERTAIN: usize = 100;
/// Corrected intervals read quantiles farther out, and should have as many replicates.
const BCA_REPLICATES: u64 = 5000;
/// The number of names in a sentence about intervals.
const NAMED: usize = 5;

/// The heading of intervals: `95 % interval`.
pub(crate) fn title(settings: &StatSettings) -> String {
    format!("{} % interval", settings.level_text())
}

/// An interval in the unit of its figure: `90.88 – 91.93`, or a dash.
pub(crate) fn interval(interval: &Interval, unit: FigureUnit, style: &Style) -> String {
    let end = |value: f64| figure(Some(value), unit, style);
    range(interval.ends.map(|(low, high)| (end(low), end(high))), style)
}

/// The interval of a difference, with signs.
pub(crate) fn difference_interval(interval: &Interval, unit: FigureUnit, style: &Style) -> String {
    let end = |value: f64| difference(Some(value), unit, style);
    range(interval.ends.map(|(low, high)| (end(low), end(high))), style)
}

fn range(ends: Option<(String, String)>, style: &Style) -> String {
    let glyphs = style.glyphs();
    ends.map_or_else(|| glyphs.undefined.to_owned(), |(low, high)| format!("{low} {} {high}", glyphs.range))
}

/// A p-value with four decimals.
pub(crate) fn p_value(p: Option<f64>, style: &Style) -> String {
    match p {
        None => style.glyphs().undefined.to_owned(),
        Some(p) if p < 0.000_05 => "<0.0001".to_owned(),
        Some(p) => format!("{p:.4}"),
    }
}

/// The columns of a difference with its test: `Δ`, `p`, and marks if any difference is significant.
pub(crate) struct DifferenceColumns {
    has_tests: bool,
    has_marks: bool,
}

impl DifferenceColumns {
    pub(crate) fn new(measures: &[MeasureReport]) -> Self {
        let mut found = measures.iter().flat_map(|measure| &measure.comparisons);
        let has_marks = found.clone().any(|found| !found.mark().is_empty());
        Self { has_tests: found.next().is_some(), has_marks }
    }

    pub(crate) fn columns(&self, style: &Style) -> Vec<Column> {
        let mut columns = vec![Column::right(style.glyphs().delta)];
        columns.extend(self.has_tests.then(|| Column::right("p")));
        columns.extend(self.has_marks.then(|| Column::left("").gap(1)));
        columns
    }

    /// The cells of one system, which are empty for the reference.
    pub(crate) fn cells(&self, measure: &MeasureReport, system: usize, style: &Style) -> Vec<TableCell> {
        let cell = measure.cells.get(system);
        let found = measure.comparison(system, 0, measure.average);
        let unit = measure.headline().map_or(FigureUnit::Percent, |headline| headline.unit);
        let delta = match (found, cell) {
            (Some(found), _) => difference(found.comparison.difference.value, unit, style),
            (None, Some(cell)) if !self.has_tests => measure.difference(cell, style),
            _ => String::new(),
        };
        let mut cells = vec![TableCell::plain(delta)];
        let p = found.map(|found| p_value(found.asked_test().p, style)).unwrap_or_default();
        cells.extend(self.has_tests.then(|| TableCell::plain(p)));
        let mark = found.map(ComparisonReport::mark).unwrap_or_default();
        cells.extend(self.has_marks.then(|| TableCell::new(Role::Strong, mark)));
        cells
    }
}

/// The column of the headline's interval, if there are intervals.
pub(crate) fn column(report: &Report) -> Option<Column> {
    let has_any = report.cells().any(|cell| !cell.intervals.is_empty());
    let statistics = report.statistics.as_ref().filter(|_| has_any)?;
    Some(Column::right(&title(&statistics.settings)))
}

/// The cell of the headline's interval over the scored pairs.
pub(crate) fn cell(measure: &MeasureReport, cell: &SystemScores, style: &Style) -> TableCell {
    let found = cell.interval(0, measure.average, Over::Scored);
    let unit = measure.headline().map_or(FigureUnit::Percent, |headline| headline.unit);
    let undefined = || style.glyphs().undefined.to_owned();
    TableCell::new(Role::Dim, found.map_or_else(undefined, |found| interval(&found.interval, unit, style)))
}

/// Against what differences are tested, and how.
pub(crate) struct Tested {
    /// The name of the system that the others are compared with.
    pub(crate) reference: String,
    /// `approximate randomisation; ** p < 0.01`.
    pub(crate) how: String,
}

/// How differences were tested, if they were.
pub(crate) fn tested(report: &Report, style: &Style) -> Option<Tested> {
    let statistics = report.statistics.as_ref()?;
    let mut found = report.measures.iter().flat_map(|measure| &measure.comparisons).peekable();
    found.peek()?;
    let reference = report.short_names(style).into_iter().nth(statistics.reference)?;
    let test = match statistics.test? {
        TestMethod::Randomisation => "approximate randomisation",
        TestMethod::Bootstrap => "paired bootstrap",
    };
    let marks: Vec<&str> = found.map(ComparisonReport::mark).collect();
    let has = |mark: &str| marks.contains(&mark);
    let explained = [("*", "p < 0.05"), ("**", "p < 0.01")];
    let explained: Vec<String> = explained
        .into_iter()
        .filter(|(mark, _)| has(mark))
        .map(|(mark, meaning)| format!("{mark} {meaning}"))
        .collect();
    let marks = match (explained.is_empty(), report.systems.len() > 2) {
        (true, false) => String::new(),
        (false, false) => format!("; {}", explained.join(", ")),
        (false, true) => format!("; {} (Holm)", explained.join(", ")),
        // A small p without a mark wants a reason.
        (true, true) => "; adjusted for several systems (Holm), no p is below 0.05".to_owned(),
    };
    Some(Tested { reference, how: format!("{test}{marks}") })
}

/// `A true difference of about 0.62 would be found (p < 0.05) four times in five on test sets like this; smaller ones
/// less often.`
pub(crate) fn detectable(
    found: &[&ComparisonReport],
    (headline, settings): (&Figure, &StatSettings),
    style: &Style,
) -> Option<String> {
    let mut values: Vec<f64> = found.iter().filter_map(|found| found.comparison.detectable).collect();
    values.sort_by(f64::total_cmp);
    let show = |value: f64| figure(Some(value), headline.unit, style);
    let (least, greatest) = (show(*values.first()?), show(*values.last()?));
    let size = if least == greatest {
        format!("of about {least}")
    } else {
        format!("of about {least} to {greatest}, depending on the systems,")
    };
    let level = tail(settings);
    Some(format!(
        "A true difference {size} would be found (p < {level}) four times in five on test sets like this; smaller ones less often."
    ))
}

/// What is beyond the level: `0.05` for 95 %.
fn tail(settings: &StatSettings) -> String {
    let thousandths = 1000 - settings.level.min(1000);
    let text = format!("0.{thousandths:03}");
    text.trim_end_matches('0').to_owned()
}

/// The sentence about detectable differences in the headline of a measure.
pub(crate) fn detectable_headline(report: &Report, measure: &MeasureReport, style: &Style) -> Option<String> {
    let statistics = report.statistics.as_ref()?;
    let is_headline = |found: &&ComparisonReport| (found.figure, found.average) == (0, measure.average);
    let found: Vec<&ComparisonReport> = measure.comparisons.iter().filter(is_headline).collect();
    detectable(&found, (measure.headline()?, &statistics.settings), style)
}

/// A shown interval, with the name of what it is about.
pub(crate) struct Shown {
    name: String,
    units: usize,
    ends: Option<(f64, f64)>,
    is_too_few: bool,
    is_uncorrected: bool,
}

impl Shown {
    pub(crate) fn new(name: String, interval: &Interval) -> Self {
        Self {
            name,
            units: interval.units,
            ends: interval.ends,
            is_too_few: interval.reason == Some(NoInterval::TooFewUnits),
            is_uncorrected: interval.note.is_some(),
        }
    }

    fn of_report(name: String, interval: &IntervalReport) -> Self {
        Self {
            name,
            units: interval.units,
            ends: interval.low.zip(interval.high),
            is_too_few: interval.reason == Some(NoInterval::TooFewUnits.as_str()),
            is_uncorrected: interval.note.is_some(),
        }
    }

    fn is_rough(&self) -> bool {
        self.ends.is_some() && self.units < ROUGH
    }

    fn is_point(&self) -> bool {
        self.ends.is_some_and(|(low, high)| low.total_cmp(&high).is_eq()) && self.units < CERTAIN
    }
}

/// Sentences about shown intervals that say less than they seem to, one for each kind. What they are about is named
/// unless it is all that is shown.
pub(crate) fn weak(shown: &[Shown], settings: &StatSettings) -> Vec<String> {
    let mut notes = Vec::new();
    let mut note = |is_weak: &dyn Fn(&Shown) -> bool, sentence: &str| {
        let found: Vec<&str> =
            shown.iter().filter(|shown| is_weak(shown)).map(|shown| shown.name.as_str()).collect();
        if !found.is_empty() {
            let names = if found.len() == shown.len() { String::new() } else { list_names(&found) };
            notes.push(format!("{sentence}{names}"));
        }
    };
    let fewest = shown.iter().filter(|shown| shown.is_rough()).map(|shown| shown.units).min();
    let rough = format!("intervals from so few units ({}) are rough", fewest.unwrap_or_default());
    note(&Shown::is_rough, &rough);
    note(&Shown::is_point, "an interval without width does not mean certainty");
    note(&|shown| shown.is_too_few, "no interval from fewer than 10 units");
    note(&|shown| shown.is_uncorrected, "bca is undefined here: the interval is the percentile interval");
    let is_short = settings.method == IntervalMethod::Bca && settings.replicates < BCA_REPLICATES;
    if is_short && shown.iter().any(|shown| shown.ends.is_some()) {
        notes.push(format!("bca intervals should have {BCA_REPLICATES} replicates or more"));
    }
    notes
}

/// `: F1, recall and 3 more`.
fn list_names(all: &[&str]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in all {
        if !names.contains(name) {
            names.push(name);
        }
    }
    let more = match names.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    names.truncate(NAMED);
    format!(": {}{more}", names.join(", "))
}

/// Sentences that qualify the intervals of scores. `is_wide`: each of several measures has a table of its own.
pub(crate) fn notes(report: &Report, is_wide: bool) -> Vec<String> {
    let Some(statistics) = &report.statistics else { return Vec::new() };
    let mut notes = weak(&shown(report, is_wide), &statistics.settings);
    notes.extend(incomplete(statistics));
    notes
}

/// Why systems could not be compared.
pub(crate) fn incomplete(statistics: &StatisticsReport) -> Option<String> {
    statistics.incomplete.as_ref().map(|why| format!("systems could not be compared: {why}"))
}

/// The intervals in tables of scores: of headlines, and of word error rates.
fn shown(report: &Report, is_wide: bool) -> Vec<Shown> {
    let is_single = report.systems.len() == 1;
    let names = report.short_names(&Style::default());
    let with_name = |what: String, system: usize| match names.get(system) {
        Some(name) if !is_single => format!("{what} of {name}"),
        _ => what,
    };
    let mut shown = Vec::new();
    for measure in &report.measures {
        let title = measure.headline().map_or("", |headline| headline.title);
        let is_only = report.measures.len() == 1;
        let what = if is_only { title.to_owned() } else { format!("{} {title}", measure.info.name) };
        for (system, cell) in measure.cells.iter().enumerate() {
            let found = if is_single && (is_only || is_wide) {
                cell.headline_interval(measure.average)
            } else {
                cell.interval(0, measure.average, Over::Scored)
            };
            shown.extend(found.map(|found| Shown::new(with_name(what.clone(), system), &found.interval)));
        }
    }
    for (at, system) in report.systems.iter().enumerate() {
        let wer = system.speech.as_ref().and_then(|speech| speech.wer_interval.as_ref());
        shown.extend(wer.map(|wer| Shown::of_report(with_name("WER".to_owned(), at), wer)));
    }
    shown
}
