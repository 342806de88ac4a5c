mod breakdown;
mod one;
mod refused;
mod several;

use super::render;
use crate::report::model::{Average, Breakdown, By, Group, Report};
use crate::report::sample;
use crate::report::{Labels, Style};

fn at(width: usize) -> Style {
    Style { width, ..Style::default() }
}

fn ascii() -> Style {
    Style { unicode: false, ..Style::default() }
}

/// Colour on, with the escape codes to be seen.
fn coloured(report: &Report) -> String {
    render(report, &Style { colour: true, ..Style::default() }).replace('\u{1b}', "␛")
}

/// The first block of lines that has this text in it.
fn block(report: &Report, text: &str, style: &Style) -> String {
    render(report, style).split("\n\n").find(|block| block.contains(text)).unwrap_or_default().to_owned()
}

fn broken_down(mut report: Report, breakdown: &Breakdown) -> Report {
    for system in &mut report.systems {
        system.breakdown = Some(breakdown.clone());
    }
    report
}
