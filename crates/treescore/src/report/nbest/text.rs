//! N-best lists for people.

use super::{NbestChoice, NbestMeasure, NbestPoint, NbestReport, NbestRow};
use crate::measure::FigureUnit;
use crate::report::Format;
use crate::report::number::{count, counted, figure};
use crate::report::style::{Role, Style, visible, wrap, wrap_signature};
use crate::report::table::{Column, Table, TableCell};
use crate::report::typeset::Typeset;

/// Renders a block for each measure, with a blank line between them.
pub fn render(report: &NbestReport, style: &Style) -> String {
    let block = |measure: &NbestMeasure| {
        let rows = measure.rows.as_ref().map(|rows| sentences(measure, rows, style) + "\n");
        head(report, measure, style)
            + &rows.unwrap_or_default()
            + &curves(measure, style)
            + &notes(measure, style)
    };
    let mut blocks: Vec<String> = report.measures.iter().map(block).collect();
    let signatures = report.measures.iter().map(|measure| wrap_signature(&measure.signature, style));
    blocks.push(signatures.collect());
    blocks.join("\n")
}

fn head(report: &NbestReport, measure: &NbestMeasure, style: &Style) -> String {
    let (shortest, longest) = report.lengths;
    let each = if shortest == longest { shortest.to_string() } else { format!("{shortest} to {longest}") };
    let headline = measure.info.figures.first().map_or("", |figure| figure.title);
    let title = format!("{}: {} {headline}", visible(&report.name, style), measure.info.name);
    let trees = counted(report.candidates, "tree");
    let over = format!("{} with {each} trees each, {trees}", counted(report.sentences, "sentence"));
    format!("{}\n{}\n", style.paint(Role::Strong, &title), style.paint(Role::Dim, &over))
}

/// The heading of a choice.
fn title(choice: NbestChoice) -> &'static str {
    match choice {
        NbestChoice::Mbr => "MBR",
        other => other.as_str(),
    }
}

/// The same for a page or a paper: the curve of each measure.
pub fn render_typeset(report: &NbestReport, format: Format, style: &Style) -> String {
    let style = style.typeset();
    let caption = |measure: &NbestMeasure| {
        let headline = measure.info.figures.first().map_or("", |figure| figure.title);
        let over = counted(report.sentences, "sentence");
        let (name, trees) = (visible(&report.name, &style), count(report.candidates));
        vec![format!(
            "{headline} of {name} by {} over the first n trees{}: {over}, {trees} trees.",
            measure.info.name,
            unit(measure)
        )]
    };
    let each = |measure: &NbestMeasure| {
        let table = of_sentences(measure, measure.rows.as_ref()?, &style)?;
        let (headline, name) = (measure.info.figures.first()?.title, visible(&report.name, &style));
        let what =
            format!("{headline} of {name} by {} for each sentence{}.", measure.info.name, unit(measure));
        Some((table, vec![what]))
    };
    let tables = report.measures.iter().flat_map(|measure| {
        let curve = curve(measure, &style).map(|table| (table, caption(measure)));
        each(measure).into_iter().chain(curve)
    });
    let signatures = report.measures.iter().map(|measure| (None, measure.signature.clone()));
    Typeset { tables: tables.collect(), signatures: signatures.collect(), papers: Vec::new() }.write(format)
}

/// The unit of the headline, for a caption.
fn unit(measure: &NbestMeasure) -> &'static str {
    let is_percent = measure.info.figures.first().is_some_and(|figure| figure.unit == FigureUnit::Percent);
    if is_percent { ", in per cent" } else { "" }
}

/// The headline of every choice over the first n trees.
fn curves(measure: &NbestMeasure, style: &Style) -> String {
    curve(measure, style).map(|table| table.render(style)).unwrap_or_default()
}

fn curve(measure: &NbestMeasure, style: &Style) -> Option<Table> {
    let headline = measure.info.figures.first()?;
    let choices = measure.points.first().map(|point| &point.choices[..]).unwrap_or_default();
    let numbers = choices.iter().map(|found| Column::right(title(found.choice)).roomy(8));
    let columns = std::iter::once(Column::right("n").roomy(4)).chain(numbers).collect();
    let row = |point: &NbestPoint| {
        let n = if point.is_all { "all".to_owned() } else { point.n.to_string() };
        let values =
            point.choices.iter().map(|found| figure(measure.headline(&found.scores), headline.unit, style));
        std::iter::once(n).chain(values).map(TableCell::plain).collect()
    };
    Some(Table { columns, rows: measure.points.iter().map(row).collect() })
}

/// What of the lists could not be used.
fn notes(measure: &NbestMeasure, style: &Style) -> String {
    let mut notes = Vec::new();
    if !measure.faulty.is_empty() {
        let reasons: Vec<String> =
            measure.faulty.iter().map(|(kind, number)| format!("{kind} ({})", count(*number))).collect();
        notes.push(format!("{} not scored: {}", counted(measure.faulty(), "tree"), reasons.join(", ")));
    }
    let choices = measure.points.last().map(|point| &point.choices[..]).unwrap_or_default();
    let missed =
        |choice: NbestChoice| choices.iter().find(|found| found.choice == choice).map(|found| found.missed);
    for (choice, what) in [
        (NbestChoice::First, "whose first tree was not scored"),
        (NbestChoice::Oracle, "without a tree that was scored"),
    ] {
        if let Some(missed) = missed(choice).filter(|&missed| missed > 0) {
            notes.push(format!(
                "{} {what}: nothing found there, for `{}`",
                counted(missed, "sentence"),
                title(choice)
            ));
        }
    }
    let lines = notes.iter().flat_map(|note| wrap(note, style.width, 0));
    lines.map(|line| style.paint(Role::Dim, &line) + "\n").collect()
}

/// A line for each sentence: the headline of each choice, with the place of its tree.
fn sentences(measure: &NbestMeasure, rows: &[NbestRow], style: &Style) -> String {
    of_sentences(measure, rows, style).map(|table| table.render(style)).unwrap_or_default()
}

fn of_sentences(measure: &NbestMeasure, rows: &[NbestRow], style: &Style) -> Option<Table> {
    let headline = measure.info.figures.first()?;
    let has_mbr =
        measure.points.iter().any(|point| point.choices.iter().any(|found| found.choice == NbestChoice::Mbr));
    let mut columns = vec![Column::right("sentence"), Column::right("trees")];
    columns.extend(["first", "oracle", "tree", "expected"].map(|name| Column::right(name).roomy(8)));
    columns.extend(["MBR", "tree"].map(|name| Column::right(name).roomy(8)).into_iter().filter(|_| has_mbr));
    let undefined = || style.glyphs().undefined.to_owned();
    let place = |at: Option<usize>| at.map_or_else(undefined, |at| (at + 1).to_string());
    let value = |value: Option<f64>| figure(value, headline.unit, style);
    let row = |row: &NbestRow| {
        let mut texts = vec![row.number.to_string(), row.candidates.len().to_string()];
        texts.extend([
            value(row.figure(Some(0))),
            value(row.figure(row.oracle)),
            place(row.oracle),
            value(row.expected),
        ]);
        texts.extend([value(row.figure(row.mbr)), place(row.mbr)].into_iter().filter(|_| has_mbr));
        texts.into_iter().map(TableCell::plain).collect()
    };
    Some(Table { columns, rows: rows.iter().map(row).collect() })
}
