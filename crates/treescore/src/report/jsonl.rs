//! The report as JSON Lines: one self-contained object for each measure and system, for appending to a log of
//! experiments.

use std::io::{self, Write};

use serde::Serialize;

use super::aligned::TextReport;
use super::json::{ComparisonJson, RefusedList, RowJson, ScoresOfSystem, comparisons};
use super::model::{Average, MeasureReport, Report, Row, SCHEMA, SystemReport, SystemScores, UnpairedTrees};
use super::replies::ReplyReport;
use super::speech::SpeechReport;

/// Writes one line for each measure and system.
pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    for (measure, of_measure) in report.measures.iter().enumerate() {
        for (system, cell) in of_measure.cells.iter().enumerate().take(report.systems.len()) {
            serde_json::to_writer(&mut *out, &Line::new(report, (measure, of_measure), (system, cell)))?;
            out.write_all(b"\n")?;
        }
    }
    Ok(())
}

#[derive(Serialize)]
struct Line<'a> {
    schema: &'a str,
    treescore: &'a str,
    measure: &'a str,
    average: Average,
    system: &'a str,
    unpaired: Option<UnpairedTrees>,
    text: &'a Option<TextReport>,
    words: Option<&'a SpeechReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    replies: Option<&'a ReplyReport>,
    #[serde(flatten)]
    scores: ScoresOfSystem<'a>,
    /// The differences to other systems, if there are any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comparisons: Vec<ComparisonJson<'a>>,
    /// The pairs of this system that this measure refused, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<RefusedList<'a>>,
    /// The worst pairs of this system by this measure, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    worst: Option<Vec<RowJson<'a>>>,
    interrupted: bool,
}

impl<'a> Line<'a> {
    fn new(
        report: &'a Report,
        (at_measure, measure): (usize, &'a MeasureReport),
        (at_system, cell): (usize, &'a SystemScores),
    ) -> Self {
        let system: &SystemReport = &report.systems[at_system];
        let only = Some((at_system, at_measure));
        let refused = report.refused.as_ref().map(|rows| RefusedList { report, rows, only });
        let worst = report.worst.as_ref().map(|rows| {
            let is_here = |row: &&Row| row.system == at_system && row.measure == at_measure;
            rows.iter().filter(is_here).map(|row| RowJson::of_report(report, row)).collect()
        });
        Self {
            schema: SCHEMA,
            treescore: &report.treescore,
            measure: measure.info.name,
            average: measure.average,
            system: &system.name,
            unpaired: system.unpaired,
            text: &system.text,
            words: system.speech.as_ref(),
            replies: system.replies.as_ref(),
            scores: ScoresOfSystem::new(report, measure, cell),
            comparisons: comparisons(report, measure, Some(at_system)),
            refused,
            worst,
            interrupted: report.interrupted,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::report::{Format, Style, sample};

    #[test]
    fn one_line_per_system() {
        let mut report = sample::tiny();
        sample::repeat(&mut report, "wren\n.trees");
        insta::assert_snapshot!(crate::report::render(&report, Format::Jsonl, &Style::default()), @r#"
        {"schema":"treescore.report/1","treescore":"1.2.0","measure":"parseval","average":"corpus","system":"heron.trees","unpaired":null,"text":null,"words":null,"signature":"treescore:1.2.0|n:1/2","coverage":{"kind":"pair","read":2,"scored":1,"empty":0,"refused":1,"refused_beyond_cutoff":0,"reasons":[{"why":"not a tree","pairs":1,"first":"heron.trees:2:1","note":null}],"notes":[]},"headline":"all_pairs","scored":{"corpus":{"f1":0.5714285714285714,"recall":null,"precision":null,"exact":null,"crossing":null,"tags":null},"sentence_mean":{"f1":null,"recall":null,"precision":null},"counts":{"pairs":1,"matched":2,"gold":4,"system":3,"crossing":0,"words":0,"system_words":0,"tags":0,"exact":0,"no_crossing":0,"two_or_fewer_crossing":0},"means":{}},"within_cutoff":null,"all_pairs":{"corpus":{"f1":0.5,"recall":null,"precision":null,"exact":null,"crossing":null,"tags":null},"sentence_mean":{"f1":null,"recall":null,"precision":null},"counts":{"pairs":1,"matched":2,"gold":4,"system":3,"crossing":0,"words":0,"system_words":0,"tags":0,"exact":0,"no_crossing":0,"two_or_fewer_crossing":0},"means":{}},"breakdown":null,"interrupted":false}
        {"schema":"treescore.report/1","treescore":"1.2.0","measure":"parseval","average":"corpus","system":"wren\n.trees","unpaired":null,"text":null,"words":null,"signature":"treescore:1.2.0|n:1/2","coverage":{"kind":"pair","read":2,"scored":1,"empty":0,"refused":1,"refused_beyond_cutoff":0,"reasons":[{"why":"not a tree","pairs":1,"first":"heron.trees:2:1","note":null}],"notes":[]},"headline":"all_pairs","scored":{"corpus":{"f1":0.5714285714285714,"recall":null,"precision":null,"exact":null,"crossing":null,"tags":null},"sentence_mean":{"f1":null,"recall":null,"precision":null},"counts":{"pairs":1,"matched":2,"gold":4,"system":3,"crossing":0,"words":0,"system_words":0,"tags":0,"exact":0,"no_crossing":0,"two_or_fewer_crossing":0},"means":{}},"within_cutoff":null,"all_pairs":{"corpus":{"f1":0.5,"recall":null,"precision":null,"exact":null,"crossing":null,"tags":null},"sentence_mean":{"f1":null,"recall":null,"precision":null},"counts":{"pairs":1,"matched":2,"gold":4,"system":3,"crossing":0,"words":0,"system_words":0,"tags":0,"exact":0,"no_crossing":0,"two_or_fewer_crossing":0},"means":{}},"breakdown":null,"interrupted":false}
        "#);
    }
}
