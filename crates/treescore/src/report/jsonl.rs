//! The report as JSON Lines: one object per system, complete in itself, for appending to a log of experiments.

use serde::Serialize;

use super::json;
use super::model::{Average, Report, SystemReport};

/// One line per system: the fields of the system after those of the report that say what the numbers are.
///
/// ```
/// use treescore::report::{jsonl, model::Report};
///
/// let report = Report { signature: "treescore:0.1.0|m:parseval|n:0".into(), ..Report::default() };
/// assert_eq!(jsonl::render(&report), "");
/// ```
pub fn render(report: &Report) -> String {
    report.systems.iter().map(|system| json::compact(&Line::of(report, system)) + "\n").collect()
}

#[derive(Serialize)]
struct Line<'a> {
    treescore: &'a str,
    measure: &'a str,
    average: Average,
    signature: &'a str,
    interrupted: bool,
    #[serde(flatten)]
    system: &'a SystemReport,
}

impl<'a> Line<'a> {
    fn of(report: &'a Report, system: &'a SystemReport) -> Self {
        let Report { treescore, measure, average, signature, interrupted, .. } = report;
        Self { treescore, measure, average: *average, signature, interrupted: *interrupted, system }
    }
}

#[cfg(test)]
mod tests {
    use crate::report::sample;

    #[test]
    fn one_line_per_system() {
        let mut report = sample::tiny();
        report.systems.push(report.systems[0].clone());
        report.systems[1].name = "wren\n.trees".to_owned();
        insta::assert_snapshot!(super::render(&report), @r#"
        {"treescore":"1.2.0","measure":"parseval","average":"corpus","signature":"treescore:1.2.0|n:2","interrupted":false,"name":"heron.trees","corpus":{"values":{"f1":0.5714285714285714},"tally":{"gold":4,"matched":2,"system":3}},"within_cutoff":null,"sentence_mean":{"values":{"f1":null},"tally":{"gold":4,"matched":2,"system":3}},"all_pairs":{"values":{"f1":0.5},"tally":{"gold":4,"matched":2,"system":3}},"all_pairs_sentence_mean":{"values":{"f1":null},"tally":{"gold":4,"matched":2,"system":3}},"coverage":{"read":2,"scored":1,"refused":1,"refused_beyond_cutoff":0,"reasons":[{"why":"not a tree","pairs":1,"first":"heron.trees:2:1","note":null}],"notes":[]},"text":null,"breakdown":null,"refused":null,"sentences":null}
        {"treescore":"1.2.0","measure":"parseval","average":"corpus","signature":"treescore:1.2.0|n:2","interrupted":false,"name":"wren\n.trees","corpus":{"values":{"f1":0.5714285714285714},"tally":{"gold":4,"matched":2,"system":3}},"within_cutoff":null,"sentence_mean":{"values":{"f1":null},"tally":{"gold":4,"matched":2,"system":3}},"all_pairs":{"values":{"f1":0.5},"tally":{"gold":4,"matched":2,"system":3}},"all_pairs_sentence_mean":{"values":{"f1":null},"tally":{"gold":4,"matched":2,"system":3}},"coverage":{"read":2,"scored":1,"refused":1,"refused_beyond_cutoff":0,"reasons":[{"why":"not a tree","pairs":1,"first":"heron.trees:2:1","note":null}],"notes":[]},"text":null,"breakdown":null,"refused":null,"sentences":null}
        "#);
    }
}
