//! Signatures: how the numbers were made, one line for each measure.

use crate::report::model::{MeasureReport, Report};
use crate::report::style::{Style, display_width, wrap_signature};

/// The signatures, each with the name of its system if the systems of a measure have different signatures.
pub(crate) fn signatures(report: &Report, style: &Style) -> Vec<(Option<String>, String)> {
    let names = report.short_names(style);
    report.measures.iter().flat_map(|measure| of_measure(measure, &names)).collect()
}

/// The signatures, each on a line of its own, behind the name of its system if that is needed.
pub(crate) fn signature_lines(report: &Report) -> Vec<String> {
    let line = |(name, signature): (Option<String>, String)| match name {
        Some(name) => format!("{name}  {signature}"),
        None => signature,
    };
    signatures(report, &Style::default()).into_iter().map(line).collect()
}

fn of_measure(measure: &MeasureReport, names: &[String]) -> Vec<(Option<String>, String)> {
    // Without systems there are no pairs to count, only a setup.
    let Some(first) = measure.cells.first() else { return vec![(None, measure.setup.clone())] };
    if measure.cells.iter().all(|cell| cell.signature == first.signature) {
        return vec![(None, first.signature.clone())];
    }
    let both = measure.cells.iter().zip(names);
    both.map(|(cell, name)| (Some(name.clone()), cell.signature.clone())).collect()
}

/// Renders the block at the end of the report.
pub(super) fn block(report: &Report, style: &Style) -> Option<String> {
    let lines = signatures(report, style);
    let width = lines.iter().flat_map(|(name, _)| name).map(|name| display_width(name)).max().unwrap_or(0);
    let line = |(name, signature): &(Option<String>, String)| {
        let padded = |name: &String| format!("{name}{}", " ".repeat(width + 2 - display_width(name)));
        let name = name.as_ref().map(padded).unwrap_or_default();
        wrap_signature(&format!("{name}{signature}"), style)
    };
    (!lines.is_empty()).then(|| lines.iter().map(line).collect())
}
