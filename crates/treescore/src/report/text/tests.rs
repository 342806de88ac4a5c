mod breakdown;
mod matches;
mod measures;
mod one;
mod refused;
mod several;
mod sides;

use crate::report::format::in_memory;
use crate::report::model::{Average, Breakdown, By, Group, Report};
use crate::report::sample;
use crate::report::{LabelRows, RefusedRows, Style};

fn render(report: &Report, style: &Style) -> String {
    in_memory(|out| super::write(report, style, out))
}

fn at(width: usize) -> Style {
    Style { width, ..sample::style() }
}

fn ascii() -> Style {
    Style { unicode: false, ..sample::style() }
}

/// The report with visible escape codes for colour.
fn coloured(report: &Report) -> String {
    render(report, &Style { colour: true, ..sample::style() }).replace('\u{1b}', "␛")
}

/// The first block of lines that contains this text.
fn block(report: &Report, text: &str, style: &Style) -> String {
    render(report, style).split("\n\n").find(|block| block.contains(text)).unwrap_or_default().to_owned()
}

fn with_breakdown(mut report: Report, breakdown: &Breakdown) -> Report {
    for cell in report.measures.iter_mut().flat_map(|measure| &mut measure.cells) {
        cell.breakdown = Some(breakdown.clone());
    }
    report
}

fn with_average(mut report: Report, average: Average) -> Report {
    report.measures.iter_mut().for_each(|measure| measure.average = average);
    report
}
