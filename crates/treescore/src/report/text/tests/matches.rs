//! The worst pairs, with their matches.

use super::*;
use crate::report::model::Row;

#[test]
fn worst_pairs() {
    let mut report = sample::one();
    let [scored, refused] = <[Row; 2]>::try_from(sample::rows()).unwrap();
    let alike = Row { matches: Some(vec![]), ..scored.clone() };
    report.worst = Some(vec![refused, Row { matches: Some(sample::matches()), ..scored }, alike]);
    let text = render(&report, &at(80));
    let from = text.find("worst").unwrap();
    insta::assert_snapshot!(&text[from..], @"
    worst pairs by F1
       pair  words         F1     recall  precision      exact       tags    matched       gold     system   crossing
          2      3  refused: not a tree: `)` without `(`, at column 42
          1      7      57.14      50.00      66.67       0.00     100.00          2          4          3          1

      label       words  text
    ≠ ADJP ≠ VP       5  closed
    − NP            3–4  old maps

          1      7      57.14      50.00      66.67       0.00     100.00          2          4          3          1

    no differences

    treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2
    ");
}

#[test]
fn worst_pairs_of_several() {
    let mut report = sample::several_measures();
    let row = |system, measure| Row { system, measure, ..sample::rows()[0].clone() };
    report.worst = Some(vec![row(0, 0), row(1, 0), row(1, 2)]);
    insta::assert_snapshot!(block(&report, "worst pairs by Struct-IoU", &at(80)), @"
    worst pairs by Struct-IoU, plover, struct-iou
       pair  words  Struct-IoU
          1      7      0.5714
    ");
}
