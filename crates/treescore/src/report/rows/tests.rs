use super::*;
use crate::align::WordCounts;
use crate::report::model::{Refused, RowPlace};
use crate::report::sample;
use crate::values::Advice;

fn writer(format: Format, report: &Report) -> RowWriter {
    let systems = report.systems.iter().map(|system| system.name.clone()).collect();
    let measures = report.measures.iter().map(|measure| measure.info).collect();
    RowWriter::new(format, systems, measures, sample::style()).unwrap()
}

fn written(mut writer: RowWriter, rows: &[Row]) -> String {
    let begin = writer.begin();
    begin + &rows.iter().map(|row| writer.row(row)).collect::<String>()
}

/// The rows of two systems by three measures.
fn of_several() -> Vec<Row> {
    let [scored, refused] = <[Row; 2]>::try_from(sample::rows()).unwrap();
    let of_iou = Row { measure: 2, figures: vec![Some(0.5)], counts: vec![1, 9, 1 << 90], ..scored.clone() };
    let of_system = |row: &Row| Row { system: 1, ..row.clone() };
    vec![scored.clone(), of_iou.clone(), of_system(&scored), of_system(&of_iou), refused]
}

#[test]
fn table_of_one_measure() {
    insta::assert_snapshot!(written(writer(Format::Table, &sample::one()), &sample::rows()), @"
    pair  words         F1     recall  precision      exact       tags    matched       gold     system   crossing
       1      7      57.14      50.00      66.67       0.00     100.00          2          4          3          1
       2      3  refused: not a tree: `)` without `(`, at column 42
    ");
    let mut row = sample::rows().remove(0);
    row.matches = Some(sample::matches());
    let refused = Refused { advice: Some(Advice::RaiseMemory), ..sample::rows()[1].refused.clone().unwrap() };
    let rows = [row, Row { refused: Some(refused), ..Row::default() }];
    insta::assert_snapshot!(written(writer(Format::Table, &sample::several()), &rows), @"
       pair  system  words         F1     recall  precision      exact       tags    matched       gold     system   crossing
          1  heron       7      57.14      50.00      66.67       0.00     100.00          2          4          3          1

      label       words  text
    ≠ ADJP ≠ VP       5  closed
    − NP            3–4  old maps

          –  heron       –  refused: not a tree: `)` without `(`, at column 42; raise the limit
    ");
}

#[test]
fn table_of_several_measures() {
    let rows = of_several();
    insta::assert_snapshot!(written(writer(Format::Table, &sample::several_measures()), &rows), @"
    pair  system  measure     words  figure          value
       1  heron   parseval        7  F1              57.14
       1  heron   struct-iou      7  Struct-IoU     0.5000
       1  plover  parseval        7  F1              57.14
       1  plover  struct-iou      7  Struct-IoU     0.5000
       2  heron   parseval        3  refused: not a tree: `)` without `(`, at column 42
    ");
    let of_one = [rows[0].clone(), rows[1].clone(), rows[4].clone()];
    insta::assert_snapshot!(written(writer(Format::Table, &sample::several_measures_of_one()), &of_one), @"
    pair  measure     words  figure          value
       1  parseval        7  F1              57.14
       1  struct-iou      7  Struct-IoU     0.5000
       2  parseval        3  refused: not a tree: `)` without `(`, at column 42
    ");
}

#[test]
fn csv_of_several_measures() {
    insta::assert_snapshot!(written(writer(Format::Csv, &sample::several_measures()), &of_several()), @r#"
    system,measure,kind,pair,file,gold_line,system_line,utterance,words,f1,recall,precision,exact,crossing,tags,struct_iou,tally_pairs,tally_matched,tally_gold,tally_system,tally_crossing,tally_words,tally_system_words,tally_tags,tally_exact,tally_no_crossing,tally_two_or_fewer_crossing,tally_nodes,tally_iou,refused
    heron.trees,parseval,pair,1,heron.trees,1,2,,7,0.5714,0.5,0.6667000000000001,0,1,1,,1,2,4,3,1,7,7,7,0,0,1,,,
    heron.trees,struct-iou,pair,1,heron.trees,1,2,,7,,,,,,,0.5,1,,,,,,,,,,,9,1237940039285380274899124224,
    plover.trees,parseval,pair,1,heron.trees,1,2,,7,0.5714,0.5,0.6667000000000001,0,1,1,,1,2,4,3,1,7,7,7,0,0,1,,,
    plover.trees,struct-iou,pair,1,heron.trees,1,2,,7,,,,,,,0.5,1,,,,,,,,,,,9,1237940039285380274899124224,
    heron.trees,parseval,pair,2,heron.trees,2,3,,3,,,,,,,,1,0,2,0,0,3,0,0,0,0,0,,,"not a tree: `)` without `(`, at column 42"
    "#);
}

#[test]
fn sides_have_trees_and_word_errors() {
    let place = RowPlace {
        kind: RowKind::Side,
        pair: Some(1),
        gold_trees: vec![1, 2, 3],
        system_trees: vec![1],
        utterance: Some("talk".to_owned()),
        ..RowPlace::default()
    };
    let words = WordCounts { gold: 10, correct: 9, deleted: 1, ..WordCounts::default() };
    let side = Row { place, speech: Some(words), ..sample::rows()[0].clone() };
    let place = RowPlace {
        kind: RowKind::Tree,
        pair: None,
        gold_trees: vec![4],
        system_trees: vec![],
        ..sample::rows()[1].place.clone()
    };
    let tree = Row { place, ..sample::rows()[1].clone() };
    let rows = [side, tree];
    let text =
        |format| written(writer(format, &sample::one()).of_kind(RowKind::Side).with_word_errors(), &rows);
    insta::assert_snapshot!(text(Format::Table), @"
    side  gold trees  system trees  words        WER         F1     recall  precision      exact       tags    matched       gold     system   crossing
       1         1–3             1      7      10.00      57.14      50.00      66.67       0.00     100.00          2          4          3          1
       –           4             –      3  refused: not a tree: `)` without `(`, at column 42
    ");
    insta::assert_snapshot!(text(Format::Csv), @r#"
    system,measure,kind,pair,gold_trees,system_trees,file,gold_line,system_line,utterance,words,wer,wer_equal_words,f1,recall,precision,exact,crossing,tags,tally_pairs,tally_matched,tally_gold,tally_system,tally_crossing,tally_words,tally_system_words,tally_tags,tally_exact,tally_no_crossing,tally_two_or_fewer_crossing,refused
    heron.trees,parseval,side,1,1 2 3,1,,,,talk,7,0.1,0,0.5714,0.5,0.6667000000000001,0,1,1,1,2,4,3,1,7,7,7,0,0,1,
    heron.trees,parseval,tree,,4,,heron.trees,2,3,,3,,,,,,,,,1,0,2,0,0,3,0,0,0,0,0,"not a tree: `)` without `(`, at column 42"
    "#);
    insta::assert_snapshot!(text(Format::Jsonl), @r#"
    {"system":"heron.trees","measure":"parseval","kind":"side","pair":1,"gold_trees":[1,2,3],"system_trees":[1],"file":null,"gold_line":null,"system_line":null,"utterance":"talk","words":7,"figures":{"f1":0.5714,"recall":0.5,"precision":0.6667000000000001,"exact":0.0,"crossing":1.0,"tags":1.0},"counts":{"pairs":1,"matched":2,"gold":4,"system":3,"crossing":1,"words":7,"system_words":7,"tags":7,"exact":0,"no_crossing":0,"two_or_fewer_crossing":1},"refused":null,"speech":{"wer":0.1,"wer_equal_words":0.0,"gold":10,"correct":9,"substituted":0,"deleted":1,"inserted":0}}
    {"system":"heron.trees","measure":"parseval","kind":"tree","pair":null,"gold_trees":[4],"system_trees":[],"file":"heron.trees","gold_line":2,"system_line":3,"words":3,"counts":{"pairs":1,"matched":0,"gold":2,"system":0,"crossing":0,"words":3,"system_words":0,"tags":0,"exact":0,"no_crossing":0,"two_or_fewer_crossing":0},"refused":{"kind":"not a tree","why":"not a tree: `)` without `(`, at column 42"}}
    "#);
}

#[test]
fn the_report_follows() {
    let (report, rows) = (sample::one(), sample::rows());
    let text = written(writer(Format::Table, &report), &rows) + &writer(Format::Table, &report).end(&report);
    assert!(text.contains("column 42\n\nheron.trees  "), "{text}");
    assert_eq!(writer(Format::Csv, &report).end(&report), "");
    assert_eq!(
        writer(Format::Jsonl, &report).end(&report),
        crate::report::render(&Report { rows: None, ..report.clone() }, Format::Jsonl, &Style::default())
    );
}

#[test]
fn pieces_of_json_are_one_object() {
    for rows in [vec![], sample::rows()] {
        let report = Report { interrupted: true, ..sample::tiny() };
        let text =
            written(writer(Format::Json, &report), &rows) + &writer(Format::Json, &report).end(&report);
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["rows"].as_array().unwrap().len(), rows.len());
        assert_eq!(value["interrupted"], true);
    }
}

#[test]
fn rows_that_were_kept_are_the_rows_that_are_written() {
    let report = sample::tiny();
    let kept = Report { rows: Some(sample::rows()), ..report.clone() };
    for format in [Format::Table, Format::Csv, Format::Json, Format::Jsonl] {
        let pieces =
            written(writer(format, &report), &sample::rows()) + &writer(format, &report).end(&report);
        let whole = crate::report::render(&kept, format, &sample::style());
        assert_eq!(whole, pieces.replace(env!("CARGO_PKG_VERSION"), "1.2.0"), "{format}");
    }
    let latex = crate::report::render(&kept, Format::Latex, &sample::style());
    assert_eq!(
        latex,
        crate::report::render(&report, Format::Latex, &Style::default()),
        "there is no room for rows"
    );
}
