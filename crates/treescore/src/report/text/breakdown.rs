//! The scores by length, label or file, with a drawn axis.

use std::collections::{BTreeMap, BTreeSet};

use crate::report::model::{Average, By, Column as Figure, Group, Report, Unit};
use crate::report::number::{count, counted, figure};
use crate::report::style::{Labels, Role, Style, visible};
use crate::report::table::{Cell, Column, Table, cut_middle};

use super::axis::{self, Axis};
use super::pool::{Row, pool};

/// Cells of a system's name over its column.
const NAME: usize = 12;
/// How many of the labels given instead are named.
const RELABELLED: usize = 2;

/// The block, if a breakdown was asked for.
pub(crate) fn render(report: &Report, style: &Style) -> Option<String> {
    let by = report.systems.iter().find_map(|system| system.breakdown.as_ref())?.by;
    let headline = report.headline()?;
    let mut rows = merge(report);
    if by == By::Label && style.labels == Labels::Pooled {
        rows = pool(rows, report);
    }
    if matches!(by, By::Length | By::File) {
        rows.push(total(report));
    }
    if rows.is_empty() {
        return None;
    }
    let block = Block { report, by, headline, axis: axis(&rows, report, headline), style };
    let table = block.table(&rows).render(style);
    let caption = block.caption().map(|line| style.paint(Role::Dim, &line) + "\n");
    Some(table + &caption.unwrap_or_default())
}

/// Are the groups labels or types of nodes, not classes of pairs?
fn is_named(by: By) -> bool {
    matches!(by, By::Label | By::Type)
}

/// One row per name, in the order of the first system; names only later systems have come after.
fn merge(report: &Report) -> Vec<Row> {
    let groups: Vec<&[Group]> = report
        .systems
        .iter()
        .map(|system| system.breakdown.as_ref().map_or(&[][..], |breakdown| &breakdown.groups))
        .collect();
    let by_name: Vec<BTreeMap<&str, &Group>> = groups
        .iter()
        .map(|groups| groups.iter().map(|group| (group.name.as_str(), group)).collect())
        .collect();
    let mut seen = BTreeSet::new();
    let names = groups.iter().copied().flatten().map(|group| group.name.as_str());
    names
        .filter(|&name| seen.insert(name))
        .map(|name| Row {
            name: name.to_owned(),
            groups: by_name.iter().map(|groups| groups.get(name).map(|&group| group.clone())).collect(),
            pooled: None,
        })
        .collect()
}

fn total(report: &Report) -> Row {
    let groups = report.systems.iter().map(|system| {
        Some(Group {
            name: "all".to_owned(),
            scores: system.corpus.clone(),
            sentence_mean: Some(system.sentence_mean.clone()),
            relabelled: vec![],
            speech: system.speech.as_ref().map(|speech| speech.words),
        })
    });
    Row { name: "all".to_owned(), groups: groups.collect(), pooled: None }
}

fn axis(rows: &[Row], report: &Report, headline: &Figure) -> Option<Axis> {
    let least_step = match headline.unit {
        Unit::Percent => 1.0,
        Unit::Fraction => 0.01,
        Unit::PerPair => 0.1,
    };
    Axis::around(rows.iter().flat_map(|row| values(row, report, headline)).flatten(), least_step)
}

/// The headline figure of each system, in the unit that is shown.
fn values(row: &Row, report: &Report, headline: &Figure) -> Vec<Option<f64>> {
    let scale = if headline.unit == Unit::Percent { 100.0 } else { 1.0 };
    let value =
        |group: &Option<Group>| Some(group.as_ref()?.headline(report.average).value(headline.key)? * scale);
    row.groups.iter().map(value).collect()
}

/// What the parts of a breakdown share.
struct Block<'a> {
    report: &'a Report,
    by: By,
    headline: &'a Figure,
    axis: Option<Axis>,
    style: &'a Style,
}

impl Block<'_> {
    fn table(&self, rows: &[Row]) -> Table {
        Table { columns: self.columns(), rows: rows.iter().map(|row| self.row(row)).collect() }
    }

    fn columns(&self) -> Vec<Column> {
        let name = match self.by {
            By::Length | By::MaxLength => "words",
            By::Label => "label",
            By::Type => "type",
            By::File => "file",
        };
        let mut columns = vec![Column::left(name).roomy(7).shrinks_to(12)];
        columns.extend(self.counts().iter().map(|&title| Column::right(title).rank(3)));
        if self.has_speech() {
            columns.push(Column::right("WER").roomy(6).rank(4));
        }
        columns.extend(self.headlines());
        columns.extend(self.details().map(|figure| Column::right(short(figure.title)).roomy(6).rank(4)));
        if let Some(axis) = &self.axis {
            columns.push(Column::left(&axis.header()).roomy(axis::WIDTH).rank(2));
        }
        if self.has_relabelled() {
            columns.push(Column::left("relabelled as").rank(1));
        }
        columns
    }

    fn row(&self, row: &Row) -> Vec<Cell> {
        let style = self.style;
        let first = row.groups.iter().flatten().next();
        let mut cells = vec![Cell::plain(self.name(row))];
        cells.extend(self.counts().iter().map(|name| {
            Cell::plain(first.map_or_else(String::new, |group| group.scores.counted(name, style)))
        }));
        if self.has_speech() {
            let wer = first.and_then(|group| group.speech?.wer);
            cells.push(Cell::plain(figure(wer, Unit::Percent, style)));
        }
        let undefined = || style.glyphs().undefined.to_owned();
        cells.extend(row.groups.iter().map(|group| {
            let figure = group.as_ref().map_or_else(undefined, |group| {
                group.headline(self.report.average).figure(self.headline, style)
            });
            Cell::new(Role::Strong, figure)
        }));
        cells.extend(self.details().map(|figure| {
            Cell::plain(first.map_or_else(undefined, |group| group.scores.figure(figure, style)))
        }));
        if let Some(axis) = &self.axis {
            cells.push(Cell::plain(axis.points(&values(row, self.report, self.headline), style)));
        }
        if self.has_relabelled() {
            cells.push(self.relabelled(row));
        }
        cells
    }

    fn name(&self, row: &Row) -> String {
        let name = visible(&row.name, self.style);
        // Classes of length are ours and have a sign in them; labels and files are the user's and stay as they are.
        match self.by {
            By::Length => name.replace('–', self.style.glyphs().range),
            By::MaxLength => name.replace('≤', self.style.glyphs().at_most),
            By::Label | By::Type | By::File => name,
        }
    }

    /// The counts beside the name, of the first system that has the group.
    fn counts(&self) -> &'static [&'static str] {
        match (self.by, self.report.systems.len()) {
            (By::Length | By::MaxLength | By::File, _) => &["pairs", "gold"],
            (By::Label | By::Type, 1) => &["gold", "system"],
            (By::Label | By::Type, _) => &["gold"],
        }
    }

    /// The headline of one system, or the name of each with the point it has on the axis.
    fn headlines(&self) -> Vec<Column> {
        if self.report.systems.len() == 1 {
            return vec![Column::right(self.headline.title)];
        }
        let short = |name: &str| cut_middle(name, NAME, self.style.glyphs().ellipsis);
        let point = |system| self.style.glyphs().point(system);
        let names = self.report.short_names(self.style).into_iter().enumerate();
        names
            .map(|(system, name)| Column::right(&format!("{} {}", point(system), short(&name))).rank(5))
            .collect()
    }

    /// What the columns do not say themselves.
    fn caption(&self) -> Option<String> {
        let title = self.headline.title;
        let average = if is_named(self.by) { Average::Corpus } else { self.report.average }.as_str();
        if let [_, _, ..] = self.report.systems.as_slice() {
            let reference = self.report.short_names(self.style).into_iter().next()?;
            return Some(format!("{title}, {average} average; counts are those of {reference}"));
        }
        // Labels have no sentence mean; without a word they would seem not to agree with the headline.
        (self.report.average == Average::Sentence).then(|| format!("{title}, {average} average"))
    }

    /// What the headline is made of, by label for one system; figures that labels do not have are left out.
    fn details(&self) -> impl Iterator<Item = &Figure> {
        let is_shown = is_named(self.by) && self.report.systems.len() == 1;
        let has = |figure: &Figure| {
            let groups = self.report.systems.iter().filter_map(|system| system.breakdown.as_ref());
            groups
                .flat_map(|breakdown| &breakdown.groups)
                .any(|group| group.scores.value(figure.key).is_some())
        };
        let details = self.report.columns.iter().skip(1).take(if is_shown { 2 } else { 0 });
        details.filter(move |figure| has(figure))
    }

    /// Are there word errors of each group?
    fn has_speech(&self) -> bool {
        !is_named(self.by) && self.report.systems.iter().any(|system| system.speech.is_some())
    }

    fn has_relabelled(&self) -> bool {
        is_named(self.by) && self.report.systems.len() == 1
    }

    fn relabelled(&self, row: &Row) -> Cell {
        if let Some(labels) = row.pooled {
            let mut cell = Cell::plain(format!("{}: ", counted(labels as u64, "label")));
            cell.push(Role::Fix, "--all");
            return cell;
        }
        let relabelled = row.groups.iter().flatten().flat_map(|group| &group.relabelled).take(RELABELLED);
        let mut cell = Cell::default();
        for (index, label) in relabelled.enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            cell.push(Role::Plain, format!("{comma}{} ", visible(&label.label, self.style)));
            cell.push(Role::Relabel, count(label.brackets));
        }
        if cell.text().is_empty() { Cell::plain(self.style.glyphs().undefined) } else { cell }
    }
}

/// Headings of narrow columns.
fn short(title: &str) -> &str {
    if title == "precision" { "prec." } else { title }
}
