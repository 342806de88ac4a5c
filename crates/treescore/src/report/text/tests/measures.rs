use super::*;

#[test]
fn of_several_systems() {
    insta::assert_snapshot!(render(&sample::several_measures(), &at(80)), @"
    system  measure     figure             score  all pairs        Δ
    heron   parseval    F1                 91.41      91.16
            dependency  F1                 90.02      89.80
            struct-iou  Struct-IoU, mean  0.9512     0.9480
    plover  parseval    F1                 90.80      90.80    −0.36
            dependency  F1                 89.77      89.77    −0.03
            struct-iou  Struct-IoU, mean  0.9498     0.9498  +0.0018

    all pairs: refused pairs count as zero.
    mean: mean of the pairs' figures; the other figures are of summed counts
    Δ: against heron over all pairs

    pairs    read  scored  refused
    heron   1,204   1,198        6   words differ 4, not a tree 2
    plover  1,204   1,204        –

    treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2
    treescore:1.2.0|m:dependency|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2
    treescore:1.2.0|m:struct-iou|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2
    ");
}

#[test]
fn of_one_system() {
    insta::assert_snapshot!(render(&sample::several_measures_of_one(), &at(80)), @"
    heron.trees           figure             score  recall  precision  all pairs
    parseval              F1                 91.41   91.24      91.59      91.16
    dependency            F1                 90.02   89.90      90.14      89.80
    struct-iou            Struct-IoU, mean  0.9512                        0.9480

    all pairs: refused pairs count as zero.
    mean: mean of the pairs' figures; the other figures are of summed counts

    1,204 pairs: 1,198 scored, 6 refused
      4  words differ     first: pair 312; one system sentence seems to be missing
      2  not a tree       first: heron.trees:118:42
                          list them: --refused     fix the shift: --align

    treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2
    treescore:1.2.0|m:dependency|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2
    treescore:1.2.0|m:struct-iou|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2
    ");
}

#[test]
fn with_the_same_headline() {
    let mut report = sample::several_measures_of_one();
    report.measures.truncate(2);
    insta::assert_snapshot!(block(&report, "parseval  ", &at(80)), @"
    heron.trees              F1  recall  precision  all pairs
    parseval              91.41   91.24      91.59      91.16
    dependency            90.02   89.90      90.14      89.80
    ");
    let mut report = sample::several_measures();
    report.measures.truncate(2);
    insta::assert_snapshot!(block(&report, "parseval  ", &at(80)), @"
    system  measure        F1  all pairs      Δ
    heron   parseval    91.41      91.16
            dependency  90.02      89.80
    plover  parseval    90.80      90.80  −0.36
            dependency  89.77      89.77  −0.03
    ");
}

#[test]
fn wide_has_a_block_for_each() {
    let style = Style { wide: true, ..at(80) };
    insta::assert_snapshot!(render(&sample::several_measures_of_one(), &style), @"
    parseval
    heron.trees                F1   recall  precision    exact  crossing     tags
    corpus                  91.41    91.24      91.59    38.31      0.55    97.02
    ≤ 40 words              92.04    91.87      92.21    40.95      0.48    97.05
    sentence mean           92.58    92.47      92.83        –         –        –
    F1 over all pairs 91.16

    dependency
    heron.trees                F1   recall  precision
    corpus                  90.02    89.90      90.14
    sentence mean           90.02    89.90      90.14
    F1 over all pairs 89.80

    struct-iou
    heron.trees           Struct-IoU
    sentence mean             0.9512
    corpus                    0.9512
    Struct-IoU over all pairs 0.9480

    1,204 pairs: 1,198 scored, 6 refused
      4  words differ     first: pair 312; one system sentence seems to be missing
      2  not a tree       first: heron.trees:118:42
                          list them: --refused     fix the shift: --align

    treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2
    treescore:1.2.0|m:dependency|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2
    treescore:1.2.0|m:struct-iou|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2
    ");
    insta::assert_snapshot!(block(&sample::several_measures(), "dependency", &style), @"
    dependency
    system     F1  all pairs      Δ  recall  precision
    heron   90.02      89.80          89.90      90.14
    plover  89.77      89.77  −0.03   89.70      89.84
    F1, per cent, corpus average. all pairs: refused pairs count as zero.
    Δ: against heron over all pairs
    ");
}

#[test]
fn coverage_where_measures_do_not_agree() {
    let mut report = sample::several_measures();
    let coverage = &mut report.measures[2].cells[1].coverage;
    (coverage.scored, coverage.refused, coverage.empty) = (1_180, 24, 3);
    insta::assert_snapshot!(block(&report, "read", &at(80)), @"
    pairs   measure      read  scored  refused
    heron               1,204   1,198        6   words differ 4, not a tree 2
    plover  parseval    1,204   1,204        –
            dependency  1,204   1,204        –
            struct-iou  1,204   1,180       24
    ! plover (struct-iou) was scored without its 24 refused pairs
    note: 3 pairs of plover (struct-iou) have no counted words and add nothing
    ");
    let mut report = sample::several_measures_of_one();
    report.measures[2].cells[0].coverage.refused = 7;
    insta::assert_snapshot!(block(&report, "read", &at(80)), @"
    pairs  measure      read  scored  refused
    heron  parseval    1,204   1,198        6   words differ 4, not a tree 2
           dependency  1,204   1,198        6   words differ 4, not a tree 2
           struct-iou  1,204   1,198        7   words differ 4, not a tree 2
    ");
}

#[test]
fn breakdowns_are_under_names() {
    let report = with_breakdown(sample::several_measures_of_one(), &sample::by_length());
    let text = render(&report, &at(80));
    let headings: Vec<&str> = text.split("\n\n").filter(|block| block.contains("1–10")).collect();
    assert_eq!(headings.len(), 3);
    assert!(headings[1].starts_with("dependency\nwords "), "{}", headings[1]);
}

#[test]
fn signatures_of_systems_may_differ() {
    let mut report = sample::several_measures();
    report.measures.truncate(1);
    report.measures[0].cells[1].signature = "treescore:1.2.0|m:parseval|n:1204".to_owned();
    insta::assert_snapshot!(block(&report, "treescore:", &at(80)), @"
    heron   treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2
    plover  treescore:1.2.0|m:parseval|n:1204
    ");
}
