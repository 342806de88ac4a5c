//! The report for people: tables in a terminal or a file.

mod axis;
mod breakdown;
pub(crate) mod coverage;
pub(super) mod facts;
pub(crate) mod mapping;
pub(crate) mod one;
mod pool;
mod refused;
pub(crate) mod several;
#[cfg(test)]
mod tests;
mod texts;

use super::model::Report;
use super::number;
use super::style::{Role, Style};

/// The report in blocks with a blank line between them: scores, coverage, breakdown, refused pairs, signature.
///
/// ```
/// use treescore::report::{Style, model::Report, text};
///
/// let report = Report { signature: "treescore:0.1.0|m:parseval|n:0".into(), interrupted: true, ..Report::default() };
/// let text = text::render(&report, &Style::default());
/// assert_eq!(text, "interrupted after 0 pairs\n\ntreescore:0.1.0|m:parseval|n:0\n");
/// ```
pub fn render(report: &Report, style: &Style) -> String {
    let mut blocks = match report.systems.as_slice() {
        [] => vec![],
        [system] => {
            let table = one::table(report, system, style).render(style);
            let facts = facts::render(&system.facts, style);
            [Some(table), facts, Some(coverage::of_one(report, system, style))]
                .into_iter()
                .flatten()
                .collect()
        }
        _ => {
            let table = several::table(report, style).render(style);
            let texts = texts::of_several(report, style);
            [
                Some(table),
                Some(several::caption(report, style)),
                texts,
                Some(coverage::of_several(report, style)),
            ]
            .into_iter()
            .flatten()
            .collect()
        }
    };
    blocks.extend(breakdown::render(report, style));
    blocks.extend(refused::render(report, style));
    blocks.extend(interruption(report).map(|line| style.paint(Role::Relabel, &line) + "\n"));
    blocks.push(signature(&report.signature, style));
    blocks.join("\n")
}

/// What to say if the numbers cover only a part of the pairs.
pub(crate) fn interruption(report: &Report) -> Option<String> {
    report.interrupted.then(|| format!("interrupted after {}", number::counted(report.pairs_read(), "pair")))
}

/// One logical line: broken only where the style allows it, and only after `|`.
pub(crate) fn signature(signature: &str, style: &Style) -> String {
    let mut lines = vec![String::new()];
    for field in signature.split_inclusive('|') {
        match lines.last_mut() {
            Some(line)
                if !style.break_signature || line.is_empty() || line.len() + field.len() <= style.width =>
            {
                line.push_str(field);
            }
            _ => lines.push(field.to_owned()),
        }
    }
    lines.into_iter().map(|line| style.paint(Role::Dim, &line) + "\n").collect()
}
