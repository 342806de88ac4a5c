//! The report for people: tables in a terminal or a file.

mod axis;
mod breakdown;
pub(crate) mod chosen;
pub(crate) mod coverage;
pub(crate) mod edit_table;
pub(super) mod facts;
mod label_pairs;
pub(crate) mod matches;
pub(crate) mod measures;
pub(crate) mod one;
mod pool;
mod refused;
mod replies;
pub(crate) mod several;
pub(crate) mod signature;
pub(crate) mod statistics;
#[cfg(test)]
mod tests;
mod texts;
mod worst;

use std::io::{self, Write};

use super::baselines;
use super::model::{MeasureReport, Report};
use super::number;
use super::style::{Role, Style};
use super::table::Table;

pub(crate) use signature::{signature_lines, signatures};

/// Writes the report in blocks with a blank line between them: scores, coverage, breakdown, refused pairs,
/// worst pairs, signatures.
pub(super) fn write(report: &Report, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let mut blocks = Blocks { out, is_first: true };
    let scores = match (report.measures.as_slice(), report.systems.len()) {
        ([], _) | (_, 0) => vec![],
        _ if !style.columns.is_empty() => of_chosen_columns(report, style),
        ([measure], _) => of_one_measure(report, measure, style),
        (_, systems) => of_several_measures(report, systems, style),
    };
    blocks.extend(scores)?;
    blocks.extend(of_baselines(report, style))?;
    refused::write(report, style, &mut blocks)?;
    blocks.extend(worst::render(report, style))?;
    blocks.extend(report.interruption().map(|line| style.paint(Role::Relabel, &line) + "\n"))?;
    blocks.extend(signature::block(report, style))
}

/// The table of baselines, and what to know about them.
pub(super) fn of_baselines(report: &Report, style: &Style) -> Option<String> {
    let table = baselines::table(report, style)?;
    Some(table.render(style) + &several::lines(&baselines::notes(report, style), style))
}

/// Blocks of text with a blank line between them.
struct Blocks<'o> {
    out: &'o mut dyn Write,
    is_first: bool,
}

impl Blocks<'_> {
    /// Begins a block, which is then written.
    fn next(&mut self) -> io::Result<&mut dyn Write> {
        if !std::mem::replace(&mut self.is_first, false) {
            self.out.write_all(b"\n")?;
        }
        Ok(&mut *self.out)
    }

    fn extend(&mut self, blocks: impl IntoIterator<Item = String>) -> io::Result<()> {
        blocks.into_iter().try_for_each(|block| self.next()?.write_all(block.as_bytes()))
    }
}

fn of_one_measure(report: &Report, measure: &MeasureReport, style: &Style) -> Vec<String> {
    let mut blocks = vec![single_table(report, measure, style).render(style)];
    if let ([_], [cell]) = (report.systems.as_slice(), measure.cells.as_slice()) {
        let all: Vec<_> = cell.facts.iter().cloned().chain(texts::facts(report, style)).collect();
        blocks.extend(facts::render(&all, style));
    } else {
        blocks.push(several::caption(report, measure, style));
        blocks.extend(texts::tables(report, style));
    }
    blocks.extend(below(report, style));
    blocks.extend(breakdown::render(report, measure, style));
    blocks
}

fn of_chosen_columns(report: &Report, style: &Style) -> Vec<String> {
    let captions = several::lines(&chosen::caption_lines(report, style), style);
    let mut blocks = vec![chosen::table(report, style).render(style) + &captions];
    blocks.extend(texts::tables(report, style));
    blocks.extend(below(report, style));
    blocks.extend(breakdown_blocks(report, style));
    blocks
}

/// What stands below every table of scores: replies, coverage, and sentences about intervals.
fn below(report: &Report, style: &Style) -> Vec<String> {
    let mut blocks: Vec<String> = replies::render(report, style).into_iter().collect();
    blocks.push(coverage::render(report, style));
    blocks.extend(statistics_notes(report, style));
    blocks
}

/// The breakdowns, each under the name of its measure if there are several.
fn breakdown_blocks(report: &Report, style: &Style) -> Vec<String> {
    let measures: Vec<&MeasureReport> = shown_apart(report, style).collect();
    let blocks = measures.iter().filter_map(|measure| {
        let block = breakdown::render(report, measure, style)?;
        Some(if measures.len() > 1 { add_heading(measure, &block, style) } else { block })
    });
    blocks.collect()
}

/// The measures with tables of their own.
fn shown_apart<'r>(report: &'r Report, style: &'r Style) -> impl Iterator<Item = &'r MeasureReport> {
    report.measures.iter().enumerate().filter(|(at, _)| !style.is_twin(*at)).map(|(_, measure)| measure)
}

/// Sentences about intervals that say less than they seem to.
fn statistics_notes(report: &Report, style: &Style) -> Option<String> {
    let notes = statistics::notes(report, style.wide);
    (!notes.is_empty()).then(|| several::lines(&notes, style))
}

fn of_several_measures(report: &Report, systems: usize, style: &Style) -> Vec<String> {
    let mut blocks: Vec<String> = Vec::new();
    if style.wide {
        blocks.extend(report.measures.iter().map(|measure| wide(report, measure, style)));
    } else {
        blocks.push(measures::table(report, style).render(style));
        blocks.extend(measures::caption(report, style));
    }
    if systems == 1 {
        let cells = report.measures.iter().filter_map(|measure| Some((measure, measure.cells.first()?)));
        let named = cells.filter_map(|(measure, cell)| Some((measure, facts::render(&cell.facts, style)?)));
        blocks.extend(named.map(|(measure, facts)| add_heading(measure, &facts, style)));
        blocks.extend(facts::render(&texts::facts(report, style), style));
    } else {
        blocks.extend(texts::tables(report, style));
    }
    blocks.extend(below(report, style));
    blocks.extend(breakdown_blocks(report, style));
    blocks
}

/// Renders all figures of one of several measures.
fn wide(report: &Report, measure: &MeasureReport, style: &Style) -> String {
    let table = single_table(report, measure, style).render(style);
    let below = match measure.cells.as_slice() {
        [cell] if cell.coverage.refused > 0 => coverage::over_all_pairs(measure, cell, style) + "\n",
        [_] => String::new(),
        _ => several::caption(report, measure, style),
    };
    add_heading(measure, &(table + &below), style)
}

fn add_heading(measure: &MeasureReport, block: &str, style: &Style) -> String {
    format!("{}\n{block}", style.paint(Role::Strong, measure.info.name))
}

/// Makes the table of one measure.
fn single_table(report: &Report, measure: &MeasureReport, style: &Style) -> Table {
    match (report.systems.as_slice(), measure.cells.as_slice()) {
        ([system], [cell]) => one::table(report, measure, (&system.name, cell), style),
        _ => several::table(report, measure, style),
    }
}

/// Makes the table of scores; `None` without measures.
pub(crate) fn scores_table(report: &Report, style: &Style) -> Option<Table> {
    match (report.measures.as_slice(), report.systems.len()) {
        ([], _) | (_, 0) => None,
        _ if !style.columns.is_empty() => Some(chosen::table(report, style)),
        ([measure], _) => Some(single_table(report, measure, style)),
        _ => Some(measures::table(report, style)),
    }
}

/// Makes the tables of breakdowns, each with the sentences below it.
pub(crate) fn breakdowns<'a>(
    report: &'a Report,
    style: &'a Style,
) -> impl Iterator<Item = (Table, Vec<String>)> + 'a {
    shown_apart(report, style).filter_map(move |measure| breakdown::table(report, measure, style))
}

impl Report {
    /// A sentence about an interruption, if the numbers cover only some of the pairs, or intervals and tests are missing.
    pub fn interruption(&self) -> Option<String> {
        let noun = self.kind().as_str();
        self.interrupted.then(|| format!("interrupted after {}", number::counted(self.pairs_read(), noun)))
    }
}
