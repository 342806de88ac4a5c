//! The report as JSON: the model, field for field, with fractions at full precision and `null` for undefined.

use serde::Serialize;

use super::model::Report;

/// The report as one indented JSON value.
///
/// ```
/// use treescore::report::{json, model::Report};
///
/// let report = Report { signature: "treescore:0.1.0|m:parseval|n:0".into(), ..Report::default() };
/// assert!(json::render(&report).starts_with("{\n  \"treescore\": \"0.1.0\",\n"));
/// ```
pub fn render(report: &Report) -> String {
    in_memory(serde_json::to_string_pretty(report)) + "\n"
}

/// Several reports as one indented JSON array.
pub(crate) fn render_all(reports: &[Report]) -> String {
    in_memory(serde_json::to_string_pretty(reports)) + "\n"
}

/// One line, without the line end.
pub(crate) fn compact(value: &impl Serialize) -> String {
    in_memory(serde_json::to_string(value))
}

pub(crate) fn in_memory(text: serde_json::Result<String>) -> String {
    text.expect("the keys of the model are strings and its values plain, and memory takes any text")
}

#[cfg(test)]
mod tests {
    use crate::report::{Report, sample};

    #[test]
    fn the_fields_of_the_report() {
        let report = Report { systems: vec![], ..sample::tiny() };
        insta::assert_snapshot!(super::render(&report), @r#"
        {
          "treescore": "1.2.0",
          "measure": "parseval",
          "columns": [
            {
              "key": "f1",
              "title": "F1",
              "unit": "percent",
              "rank": 100
            }
          ],
          "papers": [
            "black-etal-1991-procedure"
          ],
          "average": "corpus",
          "systems": [],
          "signature": "treescore:1.2.0|n:2",
          "interrupted": false
        }
        "#);
    }

    #[test]
    fn the_fields_of_a_system() {
        let mut system = sample::tiny().systems.remove(0);
        system.refused = Some(sample::refused_pairs()[..1].to_vec());
        let mut breakdown = sample::by_label();
        breakdown.groups = breakdown.groups.drain(8..10).collect();
        insta::assert_snapshot!(super::compact(&system), @r#"
        {"name":"heron.trees","corpus":{"values":{"f1":0.5714285714285714},"tally":{"gold":4,"matched":2,"system":3}},"within_cutoff":null,"sentence_mean":{"values":{"f1":null},"tally":{"gold":4,"matched":2,"system":3}},"all_pairs":{"values":{"f1":0.5},"tally":{"gold":4,"matched":2,"system":3}},"all_pairs_sentence_mean":{"values":{"f1":null},"tally":{"gold":4,"matched":2,"system":3}},"coverage":{"read":2,"scored":1,"refused":1,"refused_beyond_cutoff":0,"reasons":[{"why":"not a tree","pairs":1,"first":"heron.trees:2:1","note":null}],"notes":[]},"text":null,"breakdown":null,"refused":[{"pair":57,"gold_line":57,"system_line":118,"why":"not a tree: `)` without `(` at column 42"}],"sentences":null}
        "#);
        insta::assert_snapshot!(super::compact(&breakdown), @r#"
        {"by":"label","groups":[{"name":"WHNP","scores":{"values":{"crossing":null,"exact":null,"f1":0.9700996677740864,"precision":0.9733333333333333,"recall":0.966887417218543,"tags":null},"tally":{"gold":151,"matched":146,"system":150}}},{"name":"PRT","scores":{"values":{"crossing":null,"exact":null,"f1":0.8505747126436782,"precision":0.8604651162790699,"recall":0.8409090909090909,"tags":null},"tally":{"gold":88,"matched":74,"system":86}},"relabelled":[{"label":"PP","brackets":3}]}]}
        "#);
    }

    #[test]
    fn large_sums_keep_every_digit() {
        let mut report = sample::tiny();
        report.systems[0]
            .sentence_mean
            .tally
            .insert("f1_sum", 170_141_183_460_469_231_731_687_303_715_884_105_727);
        let text = super::render(&report);
        assert!(text.contains("170141183460469231731687303715884105727"), "{text}");
    }

    #[test]
    fn not_a_number_is_null() {
        let mut report = sample::tiny();
        report.systems[0].corpus.values.insert("f1", Some(f64::NAN));
        assert!(super::render(&report).contains("\"f1\": null"));
    }
}
