//! The scores by length, label, type or file, with a drawn axis.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::measure::{Denominator, Figure};
use crate::report::model::{Average, By, FigureUnit, Group, MeasureReport, Report, Scores, SystemScores};
use crate::report::number::{count, counted, figure};
use crate::report::style::{LabelRows, Role, Style, visible};
use crate::report::table::{Column, Table, TableCell, cut_middle};
use crate::stats::Over;
use crate::values::Advice;

use super::axis::{self, Axis};
use super::label_pairs;
use super::pool::{Row, pool};
use super::several;
use super::statistics::{self, Shown};

/// The width of a system's name over its scores.
const NAME: usize = 12;
/// The number of labels given instead that are named.
const RELABELLED: usize = 2;

/// Renders the breakdown of a measure; `None` if there is none.
pub(crate) fn render(report: &Report, measure: &MeasureReport, style: &Style) -> Option<String> {
    if is_of_pairs(measure) {
        let (table, captions) = label_pairs::table(report, measure, style);
        return Some(table.render(style) + &several::lines(&captions, style));
    }
    let (mut block, rows) = prepare(report, measure, style)?;
    block.axis = axis(&rows, block.average, (block.at, block.headline));
    Some(block.render(&rows) + &several::lines(&block.captions(&rows), style))
}

/// The breakdown of a measure as a table without a drawn axis, and the sentences below it; `None` if there is none.
pub(crate) fn table(report: &Report, measure: &MeasureReport, style: &Style) -> Option<(Table, Vec<String>)> {
    if is_of_pairs(measure) {
        let (table, captions) = label_pairs::table(report, measure, style);
        let what = label_pairs::what(report, measure, style);
        return Some((table, std::iter::once(what).chain(captions).collect()));
    }
    let (block, rows) = prepare(report, measure, style)?;
    let block = Block { is_typeset: true, ..block };
    let cells = rows.iter().map(|row| block.row(row)).collect();
    Some((Table { columns: block.columns(), rows: cells }, block.captions(&rows)))
}

/// True if the breakdown is by labels that meet, which has a table of its own.
fn is_of_pairs(measure: &MeasureReport) -> bool {
    measure.cells.iter().filter_map(|cell| cell.breakdown.as_ref()).any(|all| all.by == By::LabelPairs)
}

/// The rows of a breakdown, and what its parts share; `None` if there is none.
fn prepare<'a>(
    report: &'a Report,
    measure: &'a MeasureReport,
    style: &'a Style,
) -> Option<(Block<'a>, Vec<Row<'a>>)> {
    let by = measure.cells.iter().find_map(|cell| cell.breakdown.as_ref())?.by;
    // If the headline is undefined for every label of several systems, recall stands in.
    let recall = measure.info.figures.iter().position(|figure| figure.denominator == Denominator::Gold);
    let at = recall.filter(|_| measure.cells.len() > 1 && is_one_sided(measure, by)).unwrap_or(0);
    let headline = measure.info.figures.get(at)?;
    let mut rows = merge(measure);
    if by == By::Label && style.labels == LabelRows::Pooled {
        rows = pool(rows, measure.info, others(measure));
    }
    if matches!(by, By::Length | By::File) {
        rows.push(total(measure));
    }
    let average = by.average(measure.average);
    let block = Block { report, measure, by, average, at, headline, axis: None, is_typeset: false, style };
    (!rows.is_empty()).then_some((block, rows))
}

/// Makes one row for each name, in the order of the first system; names that only later systems have come
/// last.
fn merge(measure: &MeasureReport) -> Vec<Row<'_>> {
    let groups: Vec<&[Group]> = measure
        .cells
        .iter()
        .map(|cell| cell.breakdown.as_ref().map_or(&[][..], |breakdown| &breakdown.groups))
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
            name: Cow::Borrowed(name),
            groups: by_name
                .iter()
                .map(|groups| groups.get(name).map(|&group| Cow::Borrowed(group)))
                .collect(),
            pooled: None,
        })
        .collect()
}

/// How many labels are summed up in one row because there are too many to list: the most of any system.
fn others(measure: &MeasureReport) -> usize {
    let breakdowns = measure.cells.iter().filter_map(|cell| cell.breakdown.as_ref());
    breakdowns.map(|breakdown| breakdown.others as usize).max().unwrap_or(0)
}

/// True if labels are not compared, so that figures over the system's labels are undefined.
fn is_one_sided(measure: &MeasureReport, by: By) -> bool {
    let Some(at) = measure.info.field("system").filter(|_| by.is_item_facet()) else { return false };
    let count = |scores: &Scores| scores.counts.get(at).copied().unwrap_or(0);
    measure.cells.iter().all(|cell| {
        let mut groups = cell.breakdown.iter().flat_map(|breakdown| &breakdown.groups);
        count(&cell.scored) > 0 && groups.all(|group| count(&group.scores) == 0)
    })
}

/// The row of all scored pairs. Its word errors are those of the whole system.
fn total(measure: &MeasureReport) -> Row<'_> {
    let group = |cell: &SystemScores| Group {
        name: "all".to_owned(),
        scores: cell.scored.clone(),
        interval: cell.interval(0, measure.average, Over::Scored).map(|found| found.interval.clone()),
        ..Group::default()
    };
    let groups = measure.cells.iter().map(|cell| Some(Cow::Owned(group(cell))));
    Row { name: Cow::Borrowed("all"), groups: groups.collect(), pooled: None }
}

/// The ends of the only system's interval, in its display unit.
fn ends(row: &Row<'_>, headline: &Figure) -> Option<(f64, f64)> {
    let [Some(group)] = row.groups.as_slice() else { return None };
    let (low, high) = group.interval.as_ref()?.ends?;
    let scale = if headline.unit == FigureUnit::Percent { 100.0 } else { 1.0 };
    Some((low * scale, high * scale))
}

fn axis(rows: &[Row<'_>], average: Average, (at, headline): (usize, &Figure)) -> Option<Axis> {
    let points = rows.iter().flat_map(|row| values(row, average, (at, headline))).flatten();
    let ends = rows.iter().filter_map(|row| ends(row, headline)).flat_map(|(low, high)| [low, high]);
    Axis::around(points.chain(ends), axis::least_step(headline.unit))
}

/// The headline figure of each system, in its display unit.
fn values(row: &Row<'_>, average: Average, (at, headline): (usize, &Figure)) -> Vec<Option<f64>> {
    let scale = if headline.unit == FigureUnit::Percent { 100.0 } else { 1.0 };
    let value = |group: &Option<Cow<'_, Group>>| Some(group.as_ref()?.scores.value(average, at)? * scale);
    row.groups.iter().map(value).collect()
}

/// The content that the parts of a breakdown share.
struct Block<'a> {
    report: &'a Report,
    measure: &'a MeasureReport,
    by: By,
    /// The average of the headlines.
    average: Average,
    /// The position of the headline among the figures.
    at: usize,
    headline: &'a Figure,
    /// The axis, if one is drawn.
    axis: Option<Axis>,
    /// True if the table is for a page or a paper, where options mean nothing.
    is_typeset: bool,
    style: &'a Style,
}

impl Block<'_> {
    /// The caption, and what is to be said about intervals.
    fn captions(&self, rows: &[Row<'_>]) -> Vec<String> {
        self.caption().into_iter().chain(self.weak_intervals(rows)).collect()
    }

    /// Renders row by row: there may be very many.
    fn render(&self, rows: &[Row<'_>]) -> String {
        let table = Table { columns: self.columns(), rows: Vec::new() };
        table.render_rows(&|visit| rows.iter().map(|row| self.row(row)).try_for_each(visit), self.style)
    }

    fn columns(&self) -> Vec<Column> {
        let name = match self.by {
            By::Length | By::MaxLength => "words",
            By::Label => "label",
            By::LabelPairs => "labels",
            By::Type => "type",
            By::File => "file",
        };
        let mut columns = vec![Column::left(name).roomy(7).shrinks_to(12)];
        columns.extend(self.counts().iter().map(|&title| Column::right(title).rank(3)));
        if self.has_speech() {
            columns.push(Column::right("WER").roomy(6).rank(4));
        }
        columns.extend(self.headlines());
        columns.extend(self.other_headlines());
        columns.extend(self.interval_title().map(|title| Column::right(&title)));
        columns.extend(self.details().map(|(_, figure)| Column::right(short(figure.title)).roomy(6).rank(4)));
        if let Some(axis) = &self.axis {
            columns.push(Column::left(&axis.header()).roomy(axis::WIDTH).rank(2));
        }
        if self.has_relabelled() {
            columns.push(Column::left("relabelled as").rank(1));
        }
        columns
    }

    fn row(&self, row: &Row<'_>) -> Vec<TableCell> {
        let style = self.style;
        let reference = row.groups.get(self.measure.reference()).and_then(Option::as_ref);
        let first = reference.or_else(|| row.groups.iter().flatten().next()).map(AsRef::as_ref);
        let mut cells = vec![TableCell::plain(self.name(row))];
        cells.extend(self.counts().iter().map(|name| {
            TableCell::plain(
                first.map_or_else(String::new, |group| {
                    group.scores.format_count(self.measure.info, name, style)
                }),
            )
        }));
        if self.has_speech() {
            let system = self.report.systems.get(self.measure.reference());
            let whole = || system.and_then(|system| system.speech.as_ref()?.words.wer);
            let wer = first.and_then(|group| group.speech.map_or_else(whole, |words| words.rate()));
            cells.push(TableCell::plain(figure(wer, FigureUnit::Percent, style)));
        }
        let undefined = || style.glyphs().undefined.to_owned();
        cells.extend(row.groups.iter().map(|group| {
            let figure = group.as_ref().map_or_else(undefined, |group| {
                group.figure(self.measure.info, self.average, self.at, style)
            });
            TableCell::new(Role::Strong, figure)
        }));
        if let Some((average, _)) = self.other_average() {
            let figure = |group: &Group| group.figure(self.measure.info, average, self.at, style);
            let groups = row.groups.iter().map(|group| group.as_deref());
            cells.extend(groups.map(|group| TableCell::plain(group.map_or_else(undefined, figure))));
        }
        if self.interval_title().is_some() {
            let interval = first.and_then(|group| group.interval.as_ref());
            let text = interval
                .map_or_else(undefined, |interval| statistics::interval(interval, self.headline.unit, style));
            cells.push(TableCell::new(Role::Dim, text));
        }
        cells.extend(self.details().map(|(at, _)| {
            let figure = |group: &Group| group.figure(self.measure.info, Average::Corpus, at, style);
            TableCell::plain(first.map_or_else(undefined, figure))
        }));
        if let Some(axis) = &self.axis {
            let values = values(row, self.average, (self.at, self.headline));
            cells.push(TableCell::plain(axis.points(&values, ends(row, self.headline), style)));
        }
        if self.has_relabelled() {
            cells.push(self.relabelled(row));
        }
        cells
    }

    fn name(&self, row: &Row<'_>) -> String {
        let name = visible(&row.name, self.style);
        // Names of length classes have signs that depend on the style; labels and files are the user's own
        // text and stay as they are.
        match self.by {
            By::Length => name.replace('–', self.style.glyphs().range),
            By::MaxLength => name.replace('≤', self.style.glyphs().at_most),
            By::Label | By::LabelPairs | By::Type | By::File => name,
        }
    }

    /// The heading of intervals: those of one system, by length or file. By label they are only drawn.
    fn interval_title(&self) -> Option<String> {
        let statistics = self.report.statistics.as_ref()?;
        let cells = &self.measure.cells;
        let is_shown = cells.len() == 1 && !self.by.is_item_facet() && !cells[0].intervals.is_empty();
        is_shown.then(|| statistics::title(&statistics.settings))
    }

    /// The counts beside the name. With several systems, those of the reference, or of the first that has the
    /// group.
    fn counts(&self) -> &'static [&'static str] {
        match (self.by, self.measure.cells.len()) {
            (By::Length | By::MaxLength | By::File, _) => &["pairs", "gold"],
            (By::Label | By::LabelPairs | By::Type, 1) if !self.is_one_sided() => &["gold", "system"],
            (By::Label | By::LabelPairs | By::Type, _) => &["gold"],
        }
    }

    /// The column of the headline of one system, or a column for each system with its point on the axis.
    fn headlines(&self) -> Vec<Column> {
        if self.measure.cells.len() == 1 {
            return vec![Column::right(self.headline.title)];
        }
        let short = |name: &str| cut_middle(name, NAME, self.style.glyphs().ellipsis);
        let names = self.report.short_names(self.style).into_iter().enumerate();
        let titles = names.map(|(system, name)| {
            // Without an axis there are no points that they could name.
            if self.is_typeset {
                name
            } else {
                format!("{} {}", self.style.glyphs().point(system), short(&name))
            }
        });
        titles.map(|title| Column::right(&title).rank(5)).collect()
    }

    /// The average that the headline is not, and its heading: by greatest length both are shown, because they part
    /// as sentences get longer.
    fn other_average(&self) -> Option<(Average, &'static str)> {
        let is_shown = self.by == By::MaxLength && self.headline.has_mean;
        is_shown.then_some(match self.average {
            Average::Corpus => (Average::Sentence, "sentence mean"),
            Average::Sentence => (Average::Corpus, "corpus"),
        })
    }

    /// The columns of the average that the headlines are not: one for each system, in the same order.
    fn other_headlines(&self) -> Vec<Column> {
        let Some((_, title)) = self.other_average() else { return Vec::new() };
        if self.measure.cells.len() == 1 {
            return vec![Column::right(title)];
        }
        let names = self.report.short_names(self.style).into_iter().enumerate();
        let titles = names.map(|(system, name)| {
            if self.is_typeset {
                format!("{name}, {title}")
            } else {
                format!("{} {title}", self.style.glyphs().point(system))
            }
        });
        titles.map(|title| Column::right(&title).rank(4)).collect()
    }

    /// The caption: facts the columns do not show.
    fn caption(&self) -> Option<String> {
        let title = self.headline.title;
        if self.is_typeset {
            return self.full_caption();
        }
        let average = self.average.as_str();
        if self.measure.cells.len() > 1 {
            let names = self.report.short_names(self.style);
            let reference = names.get(self.measure.reference())?;
            return Some(format!("{title}, {average} average; counts are those of {reference}"));
        }
        // Labels have no sentence mean; without this caption the scores would seem to contradict the
        // headline.
        (self.measure.average == Average::Sentence).then(|| format!("{title}, {average} average"))
    }

    /// `F1 of heron by parseval and sentence length, in per cent, from summed counts`.
    fn full_caption(&self) -> Option<String> {
        let by = match self.by {
            By::Length => "sentence length",
            By::MaxLength => "greatest sentence length",
            By::Label => "label",
            By::LabelPairs => "labels that meet",
            By::Type => "node type",
            By::File => "file",
        };
        let unit = if self.headline.unit == FigureUnit::Percent { ", in per cent" } else { "" };
        let average = match self.average {
            Average::Corpus => "from summed counts",
            Average::Sentence => "as means over pairs",
        };
        let names = self.report.short_names(self.style);
        let reference = names.get(self.measure.reference())?;
        // A figure may have the name of its measure.
        let (title, name) = (self.headline.title, self.measure.info.name);
        let of = if title == name { String::new() } else { format!(" ({name})") };
        let start = format!("{title} by {by}{of}{unit}, {average}");
        Some(match names.len() {
            1 => start,
            _ => format!("{start}; counts are those of {reference}"),
        })
    }

    /// Sentences about intervals of groups that say less than they seem to. Those of labels are only drawn, so that a
    /// missing one needs no reason.
    fn weak_intervals(&self, rows: &[Row<'_>]) -> Vec<String> {
        let Some(statistics) = self.report.statistics.as_ref().filter(|_| self.measure.cells.len() == 1)
        else {
            return Vec::new();
        };
        let is_drawn = self.by.is_item_facet();
        if is_drawn && self.is_typeset {
            return Vec::new();
        }
        // The last row is that of all pairs. Its interval is the headline's, which has its own sentence.
        let groups = rows.len() - usize::from(matches!(self.by, By::Length | By::File));
        let shown: Vec<Shown> = rows[..groups]
            .iter()
            .filter_map(|row| Some((row, row.groups.first()?.as_ref()?.interval.as_ref()?)))
            .filter(|(_, interval)| interval.ends.is_some() || !is_drawn)
            .map(|(row, interval)| Shown::new(self.name(row), interval))
            .collect();
        let said = statistics::notes(self.report, self.style.wide);
        let notes = statistics::weak(&shown, &statistics.settings);
        notes.into_iter().filter(|note| !said.contains(note)).collect()
    }

    /// The figures behind the headline, by label for one system. Figures that labels do not have are left
    /// out.
    fn details(&self) -> impl Iterator<Item = (usize, &'static Figure)> {
        let is_shown = self.by.is_item_facet() && self.measure.cells.len() == 1;
        let has = |at: usize| {
            let breakdowns = self.measure.cells.iter().filter_map(|cell| cell.breakdown.as_ref());
            let mut groups = breakdowns.flat_map(|breakdown| &breakdown.groups);
            groups.any(|group| group.scores.value(Average::Corpus, at).is_some())
        };
        let details = self.measure.info.figures.iter().enumerate().skip(1).take(if is_shown { 2 } else { 0 });
        // If labels are not compared, a figure over the system's labels is undefined everywhere and shown as
        // a dash.
        let is_one_sided = self.is_one_sided();
        details.filter(move |(at, _)| is_one_sided || has(*at))
    }

    fn is_one_sided(&self) -> bool {
        is_one_sided(self.measure, self.by)
    }

    /// True if the groups have word errors.
    fn has_speech(&self) -> bool {
        !self.by.is_item_facet() && self.report.systems.iter().any(|system| system.speech.is_some())
    }

    fn has_relabelled(&self) -> bool {
        self.by.is_item_facet() && self.measure.cells.len() == 1 && !self.is_one_sided()
    }

    fn relabelled(&self, row: &Row<'_>) -> TableCell {
        if let Some(labels) = row.pooled {
            let mut cell = TableCell::plain(counted(labels as u64, "label"));
            if !self.is_typeset {
                let (sign, role, advice) = self.style.append_advice(&Advice::ShowAllLabels);
                cell.push(Role::Plain, sign);
                cell.push(role, advice);
            }
            return cell;
        }
        let relabelled = row.groups.iter().flatten().flat_map(|group| &group.relabelled).take(RELABELLED);
        let mut cell = TableCell::default();
        for (index, label) in relabelled.enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            cell.push(Role::Plain, format!("{comma}{} ", visible(&label.label, self.style)));
            cell.push(Role::Relabel, count(label.brackets));
        }
        if cell.text().is_empty() { TableCell::plain(self.style.glyphs().undefined) } else { cell }
    }
}

/// The heading of a narrow column.
fn short(title: &str) -> &str {
    if title == "precision" { "prec." } else { title }
}
