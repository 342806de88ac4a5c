//! The scores of several systems: a row per system, the first is the reference.

use crate::report::model::{Average, Column as Figure, Report, SystemReport, Unit};
use crate::report::number;
use crate::report::style::{Role, Style, wrap};
use crate::report::table::{Cell, Column, Table};

use super::coverage::is_marked;

/// Width from which on the other figures are shown too.
const WIDE: usize = 120;

/// `system  F1  all pairs  Δ  recall  precision`, and at 120 columns the rest.
pub(crate) fn table(report: &Report, style: &Style) -> Table {
    let names = report.short_names(style);
    let is_any_marked = report.systems.iter().any(|system| is_marked(&system.coverage));
    let mut columns = vec![Column::left("system").shrinks_to(12)];
    if is_any_marked {
        columns.push(Column::left("").gap(1));
    }
    columns.extend(report.headline().map(|headline| Column::right(headline.title)));
    columns.push(Column::right("all pairs"));
    columns.push(Column::right(style.glyphs().delta));
    columns.extend(details(report).map(|figure| Column::right(figure.title).rank(figure.rank)));
    columns.extend(extras(report, style).iter().map(|extra| Column::right(extra.title(report)).rank(0)));
    let rows = report.systems.iter().zip(&names).map(|(system, name)| {
        let mut cells = vec![Cell::new(Role::Strong, name)];
        if is_any_marked {
            cells.push(Cell::new(Role::Relabel, if is_marked(&system.coverage) { "!" } else { "" }));
        }
        cells.extend(figures(report, system, style));
        cells
    });
    Table { rows: rows.collect(), columns }
}

/// What the columns mean.
pub(crate) fn caption(report: &Report, style: &Style) -> String {
    let lines = caption_lines(report, style);
    let wrapped = lines.iter().flat_map(|line| wrap(line, style.width, 0));
    wrapped.map(|line| style.paint(Role::Dim, &line) + "\n").collect()
}

pub(crate) fn caption_lines(report: &Report, style: &Style) -> Vec<String> {
    let names = report.short_names(style);
    let (Some(headline), Some(reference)) = (report.headline(), names.first()) else { return vec![] };
    let unit = match headline.unit {
        Unit::Percent => ", per cent",
        Unit::Fraction => "",
        Unit::PerPair => ", per pair",
    };
    let average = report.average.as_str();
    vec![
        format!("{}{unit}, {average} average. all pairs: refused pairs count as zero.", headline.title),
        format!("{}: against {reference} over all pairs", style.glyphs().delta),
    ]
}

/// The headline, the same over all pairs, the difference, the details, the extras.
fn figures(report: &Report, system: &SystemReport, style: &Style) -> Vec<Cell> {
    let scores = system.headline(report.average);
    let all_pairs = system.headline_over_all_pairs(report.average);
    let mut cells: Vec<Cell> = report
        .headline()
        .map(|headline| Cell::new(Role::Strong, scores.figure(headline, style)))
        .into_iter()
        .collect();
    let over_all = report.headline().map(|headline| all_pairs.figure(headline, style)).unwrap_or_default();
    cells.push(Cell::new(Role::Strong, over_all));
    cells.push(Cell::plain(difference(report, system, style)));
    cells.extend(details(report).map(|figure| Cell::plain(scores.figure(figure, style))));
    cells.extend(extras(report, style).iter().map(|extra| Cell::plain(extra.figure(report, system, style))));
    cells
}

/// Against the first system over all pairs; the first system has none.
fn difference(report: &Report, system: &SystemReport, style: &Style) -> String {
    let (Some(headline), Some(reference)) = (report.headline(), report.systems.first()) else {
        return String::new();
    };
    if std::ptr::eq(reference, system) {
        return String::new();
    }
    let value = |system: &SystemReport| system.headline_over_all_pairs(report.average).value(headline.key);
    let difference = value(system).zip(value(reference)).map(|(value, reference)| value - reference);
    number::difference(difference, headline.unit, style)
}

/// The two figures after the headline: what it is made of.
fn details(report: &Report) -> impl Iterator<Item = &Figure> {
    report.columns.iter().skip(1).take(2)
}

/// A column that is shown only when there is much room.
enum Extra<'a> {
    /// A figure of the summed tallies.
    Corpus(&'a Figure),
    /// The headline figure in the other average.
    OtherAverage(&'a Figure),
}

fn extras<'a>(report: &'a Report, style: &Style) -> Vec<Extra<'a>> {
    let has_means = report.systems.iter().any(|system| !system.sentence_mean.is_undefined());
    let other = report.headline().filter(|_| has_means).map(Extra::OtherAverage);
    if style.width < WIDE {
        // Where the mean is the headline, the corpus average is the one that others may report.
        return other.filter(|_| report.average == Average::Sentence).into_iter().collect();
    }
    // Amounts per pair are no shares and read as an outlier among per cents; they are in the table of one system.
    let rest = report.columns.iter().skip(3).filter(|figure| figure.unit != Unit::PerPair && figure.rank > 0);
    let mut extras: Vec<Extra> = rest.map(Extra::Corpus).collect();
    extras.splice(extras.len().min(1)..extras.len().min(1), other);
    extras
}

impl Extra<'_> {
    fn title(&self, report: &Report) -> &'static str {
        match (self, report.average) {
            (Self::Corpus(figure), _) => figure.title,
            (Self::OtherAverage(_), Average::Corpus) => "mean",
            (Self::OtherAverage(_), Average::Sentence) => "corpus",
        }
    }

    fn figure(&self, report: &Report, system: &SystemReport, style: &Style) -> String {
        match (self, report.average) {
            (Self::OtherAverage(figure), Average::Corpus) => system.sentence_mean.figure(figure, style),
            (Self::Corpus(figure) | Self::OtherAverage(figure), _) => system.corpus.figure(figure, style),
        }
    }
}
