use serde_json::Value;

use crate::report::model::{Report, Row};
use crate::report::{Format, RefusedRows, Style, sample};

fn render(report: &Report) -> String {
    crate::report::format::in_memory(|out| super::write(report, out))
}

#[test]
fn the_whole_object() {
    let mut report = sample::tiny();
    report.refused = Some(RefusedRows::new(sample::refused_rows()[..1].to_vec()));
    report.worst = Some(vec![Row { matches: Some(sample::matches()), ..sample::rows()[0].clone() }]);
    insta::assert_snapshot!(super::compact(&super::report::ReportJson::new(&report)), @r#"
    {"schema":"treescore.report/1","treescore":"1.2.0","refused":[{"system":"heron.trees","measures":["parseval"],"kind":"pair","pair":57,"file":null,"gold_line":57,"system_line":118,"refused":{"kind":"not a tree","why":"not a tree: `)` without `(` at column 42"}}],"worst":[{"system":"heron.trees","measure":"parseval","kind":"pair","pair":1,"file":"heron.trees","gold_line":1,"system_line":2,"words":7,"figures":{"f1":0.5714,"recall":0.5,"precision":0.6667000000000001,"exact":0.0,"crossing":1.0,"tags":1.0},"counts":{"pairs":1,"matched":2,"gold":4,"system":3,"crossing":1,"words":7,"system_words":7,"tags":7,"exact":0,"no_crossing":0,"two_or_fewer_crossing":1},"refused":null,"matches":[{"verdict":"relabelled","gold":{"label":"ADJP","text":"closed","words":[4,5]},"system":{"label":"VP","text":"closed","words":[4,5]}},{"verdict":"missing","gold":{"label":"NP","text":"old maps","words":[2,4]},"system":null}]}],"inputs":[],"findings":[],"systems":[{"name":"heron.trees","unpaired":null,"text":null,"words":null,"findings":[]}],"measures":[{"name":"parseval","average":"corpus","setup":"treescore:1.2.0","papers":["black-etal-1991-procedure"],"figures":[{"key":"f1","title":"F1","unit":"percent","rank":100,"has_mean":true,"better":"higher"},{"key":"recall","title":"recall","unit":"percent","rank":90,"has_mean":true,"better":"higher"},{"key":"precision","title":"precision","unit":"percent","rank":80,"has_mean":true,"better":"higher"},{"key":"exact","title":"exact","unit":"percent","rank":30,"has_mean":false,"better":"higher"},{"key":"crossing","title":"crossing","unit":"per-pair","rank":20,"has_mean":false,"better":"lower"},{"key":"tags","title":"tags","unit":"percent","rank":10,"has_mean":false,"better":"higher"}],"counts":[{"name":"pairs","kind":"count"},{"name":"matched","kind":"count"},{"name":"gold","kind":"count"},{"name":"system","kind":"count"},{"name":"crossing","kind":"count"},{"name":"words","kind":"count"},{"name":"system_words","kind":"count"},{"name":"tags","kind":"count"},{"name":"exact","kind":"count"},{"name":"no_crossing","kind":"count"},{"name":"two_or_fewer_crossing","kind":"count"}],"scores":[{"system":"heron.trees","signature":"treescore:1.2.0|n:1/2","coverage":{"kind":"pair","read":2,"scored":1,"empty":0,"refused":1,"refused_beyond_cutoff":0,"reasons":[{"why":"not a tree","pairs":1,"first":"heron.trees:2:1","note":null}],"notes":[]},"headline":"all_pairs","scored":{"corpus":{"f1":0.5714285714285714,"recall":null,"precision":null,"exact":null,"crossing":null,"tags":null},"sentence_mean":{"f1":null,"recall":null,"precision":null},"counts":{"pairs":1,"matched":2,"gold":4,"system":3,"crossing":0,"words":0,"system_words":0,"tags":0,"exact":0,"no_crossing":0,"two_or_fewer_crossing":0},"means":{}},"within_cutoff":null,"all_pairs":{"corpus":{"f1":0.5,"recall":null,"precision":null,"exact":null,"crossing":null,"tags":null},"sentence_mean":{"f1":null,"recall":null,"precision":null},"counts":{"pairs":1,"matched":2,"gold":4,"system":3,"crossing":0,"words":0,"system_words":0,"tags":0,"exact":0,"no_crossing":0,"two_or_fewer_crossing":0},"means":{}},"breakdown":null}]}],"interrupted":false}
    "#);
}

#[test]
fn rows_stand_on_lines() {
    let report = Report { rows: Some(sample::rows()), ..sample::tiny() };
    let text = crate::report::render(&report, Format::Json, &Style::default());
    insta::assert_snapshot!(text.lines().take(10).collect::<Vec<_>>().join("\n"), @r#"
    {
      "schema": "treescore.report/1",
      "treescore": "1.2.0",
      "rows": [
        {"system":"heron.trees","measure":"parseval","kind":"pair","pair":1,"file":"heron.trees","gold_line":1,"system_line":2,"words":7,"figures":{"f1":0.5714,"recall":0.5,"precision":0.6667000000000001,"exact":0.0,"crossing":1.0,"tags":1.0},"counts":{"pairs":1,"matched":2,"gold":4,"system":3,"crossing":1,"words":7,"system_words":7,"tags":7,"exact":0,"no_crossing":0,"two_or_fewer_crossing":1},"refused":null},
        {"system":"heron.trees","measure":"parseval","kind":"pair","pair":2,"file":"heron.trees","gold_line":2,"system_line":3,"words":3,"counts":{"pairs":1,"matched":0,"gold":2,"system":0,"crossing":0,"words":3,"system_words":0,"tags":0,"exact":0,"no_crossing":0,"two_or_fewer_crossing":0},"refused":{"kind":"not a tree","why":"not a tree: `)` without `(`, at column 42"}}
      ],
      "inputs": [],
      "findings": [],
      "systems": [
    "#);
}

#[test]
fn several_measures_are_one_object() {
    let text = render(&sample::several_measures());
    let value: Value = serde_json::from_str(&text).unwrap();
    let measures = value["measures"].as_array().unwrap();
    let names: Vec<&str> = measures.iter().filter_map(|measure| measure["name"].as_str()).collect();
    assert_eq!(names, ["parseval", "dependency", "struct-iou"]);
    assert_eq!(measures[2]["counts"][2]["kind"], "fixed");
    assert_eq!(measures[2]["scores"][1]["scored"]["counts"]["iou"], (1_i128 << 90).to_string());
}

#[test]
fn groups_have_scores_and_labels() {
    let mut report = sample::tiny();
    let mut breakdown = sample::by_label();
    breakdown.groups = breakdown.groups.drain(8..10).collect();
    report.measures[0].cells[0].breakdown = Some(breakdown);
    let value: Value = serde_json::from_str(&render(&report)).unwrap();
    insta::assert_snapshot!(value["measures"][0]["scores"][0]["breakdown"], @r#"
    {"by":"label","groups":[{"corpus":{"crossing":null,"exact":null,"f1":0.9700996677740864,"precision":0.9733333333333333,"recall":0.966887417218543,"tags":null},"counts":{"crossing":0,"exact":0,"gold":151,"matched":146,"no_crossing":0,"pairs":0,"system":150,"system_words":0,"tags":0,"two_or_fewer_crossing":0,"words":0},"means":{"f1":{"pairs":0,"sum":"0"},"precision":{"pairs":0,"sum":"0"},"recall":{"pairs":0,"sum":"0"}},"name":"WHNP","sentence_mean":{"f1":null,"precision":null,"recall":null}},{"corpus":{"crossing":null,"exact":null,"f1":0.8505747126436782,"precision":0.8604651162790699,"recall":0.8409090909090909,"tags":null},"counts":{"crossing":0,"exact":0,"gold":88,"matched":74,"no_crossing":0,"pairs":0,"system":86,"system_words":0,"tags":0,"two_or_fewer_crossing":0,"words":0},"means":{"f1":{"pairs":0,"sum":"0"},"precision":{"pairs":0,"sum":"0"},"recall":{"pairs":0,"sum":"0"}},"name":"PRT","relabelled":[{"brackets":3,"label":"PP"}],"sentence_mean":{"f1":null,"precision":null,"recall":null}}]}
    "#);
}

/// The numbers in a value that a reader with doubles would round.
fn large(value: &Value) -> Vec<&Value> {
    match value {
        Value::Number(number) if !number.is_f64() && number.as_u64().is_none_or(|n| n > 1 << 53) => {
            vec![value]
        }
        Value::Array(values) => values.iter().flat_map(large).collect(),
        Value::Object(fields) => fields.values().flat_map(large).collect(),
        _ => vec![],
    }
}

#[test]
fn no_number_is_too_large() {
    for format in [Format::Json, Format::Jsonl] {
        let text = crate::report::render(&sample::several_measures(), format, &Style::default());
        let values = serde_json::Deserializer::from_str(&text).into_iter::<Value>();
        for value in values.map(Result::unwrap) {
            assert_eq!(large(&value), Vec::<&Value>::new());
        }
    }
}

#[test]
fn not_a_number_is_null() {
    let mut report = sample::tiny();
    report.measures[0].cells[0].scored.corpus[0] = Some(f64::NAN);
    let value: Value = serde_json::from_str(&render(&report)).unwrap();
    assert_eq!(value["measures"][0]["scores"][0]["scored"]["corpus"]["f1"], Value::Null);
}

#[test]
fn nothing_is_valid_json() {
    let value: Value = serde_json::from_str(&render(&Report::default())).unwrap();
    assert_eq!(value["schema"], "treescore.report/1");
    assert!(value.get("rows").is_none(), "rows were not asked for");
}
