use super::*;
use crate::values::Advice;

#[test]
fn one_system() {
    let mut report = sample::one();
    report.refused = Some(RefusedRows::new(sample::refused_rows()));
    insta::assert_snapshot!(render(&report, &at(80)), @r#"
    heron.trees                F1   recall  precision    exact  crossing     tags
    corpus                  91.41    91.24      91.59    38.31      0.55    97.02
    ≤ 40 words              92.04    91.87      92.21    40.95      0.48    97.05
    sentence mean           92.58    92.47      92.83        –         –        –

    1,204 pairs: 1,198 scored, 6 refused      F1 over all pairs 91.16
      4  words differ     first: pair 312; one system sentence seems to be missing
      2  not a tree       first: heron.trees:118:42
                          fix the shift: --align

    pair  gold        system            why
      57  line 57     line 118          not a tree: `)` without `(` at column 42
      58  line 58     line 119          not a tree: 2 brackets are never closed
     312  line 312    line 373          words differ at word 1: "Nobody" / "Rain"
     313  line 313    line 374          words differ at word 1: "Rain" / "A"
     314  line 314    line 375          21 words in gold, 17 in the system
     315  line 315    line 376          words differ at word 1: "A" / "Two"

    treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2
    "#);
}

#[test]
fn narrow() {
    let mut report = sample::one();
    report.refused = Some(RefusedRows::new(sample::refused_rows()));
    insta::assert_snapshot!(block(&report, "line 57", &at(60)), @r#"
    pair  gold      system    why
      57  line 57   line 118  not a tree: `)` without `(` at column 42
      58  line 58   line 119  not a tree: 2 brackets are never closed
     312  line 312  line 373  words differ at word 1: "Nobody" / "Rain"
     313  line 313  line 374  words differ at word 1: "Rain" / "A"
     314  line 314  line 375  21 words in gold, 17 in the system
     315  line 315  line 376  words differ at word 1: "A" / "Two"
    "#);
}

#[test]
fn several_systems() {
    let mut report = sample::several();
    let mut rows = sample::refused_rows();
    rows.truncate(4);
    rows[0].place.gold_line = None;
    rows[1].place.system_line = None;
    rows[2..].iter_mut().for_each(|row| row.system = 2);
    report.refused = Some(RefusedRows::new(rows));
    insta::assert_snapshot!(block(&report, "column 42", &at(80)), @"
    heron
    pair  gold        system            why
      57  –           line 118          not a tree: `)` without `(` at column 42
      58  line 58     –                 not a tree: 2 brackets are never closed
    ");
    insta::assert_snapshot!(block(&report, "Nobody", &at(80)), @r#"
    wren
    pair  gold        system            why
     312  line 312    line 373          words differ at word 1: "Nobody" / "Rain"
     313  line 313    line 374          words differ at word 1: "Rain" / "A"
    "#);
}

#[test]
fn files_and_measures_where_they_differ() {
    let mut report = sample::several_measures_of_one();
    let mut rows = sample::refused_rows();
    rows.truncate(2);
    rows[0].place.file = Some("a.mrg".to_owned());
    rows[1].place.file = Some("b.mrg".to_owned());
    rows[1].measures = vec![0, 1, 2];
    rows[1].refused.advice = Some(Advice::AlignTexts);
    report.refused = Some(RefusedRows::new(rows));
    insta::assert_snapshot!(block(&report, "a.mrg", &at(110)), @"
    pair  file   gold     system    measure   why
      57  a.mrg  line 57  line 118  parseval  not a tree: `)` without `(` at column 42
      58  b.mrg  line 58  line 119  all       not a tree: 2 brackets are never closed; align the texts: --align
    ");
}

#[test]
fn advice_without_options() {
    let report = with_breakdown(sample::one(), &sample::by_label());
    let text = render(&report, &Style { width: 100, ..Style::default() });
    assert!(
        text.contains("                      list them     fix the shift by aligning the texts\n"),
        "{text}"
    );
    assert!(text.contains("  8 labels; show all labels\n"), "{text}");
    let text = render(&report, &Style { width: 60, ..Style::default() });
    assert!(text.contains("+1 column; needs a width of 63\n"), "{text}");
}
