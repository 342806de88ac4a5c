use super::*;

#[test]
fn one_system() {
    let mut report = sample::one();
    report.systems[0].refused = Some(sample::refused_pairs());
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
    report.systems[0].refused = Some(sample::refused_pairs());
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
    let mut pairs = sample::refused_pairs();
    pairs[0].gold_line = None;
    pairs[1].system_line = None;
    report.systems[0].refused = Some(pairs[..2].to_vec());
    report.systems[1].refused = Some(vec![]);
    report.systems[2].refused = Some(pairs[2..4].to_vec());
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
