use super::*;

#[test]
fn as_designed() {
    let style = Style { break_signature: true, ..sample::style() };
    insta::assert_snapshot!(render(&sample::one(), &style), @r"
    heron.trees                F1   recall  precision    exact  crossing     tags
    corpus                  91.41    91.24      91.59    38.31      0.55    97.02
    ≤ 40 words              92.04    91.87      92.21    40.95      0.48    97.05
    sentence mean           92.58    92.47      92.83        –         –        –

    1,204 pairs: 1,198 scored, 6 refused      F1 over all pairs 91.16
      4  words differ     first: pair 312; one system sentence seems to be missing
      2  not a tree       first: heron.trees:118:42
                          list them: --refused     fix the shift: --align

    treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|
    index:words|avg:corpus|n:1204|r:7c1e94b2
    ");
}

#[test]
fn wide_has_counts_and_a_whole_signature() {
    insta::assert_snapshot!(render(&sample::one(), &at(120)), @"
    heron.trees                F1   recall  precision    exact  crossing     tags     gold   system  matched
    corpus                  91.41    91.24      91.59    38.31      0.55    97.02   21,486   21,404   19,604
    ≤ 40 words              92.04    91.87      92.21    40.95      0.48    97.05   18,669   18,600   17,151
    sentence mean           92.58    92.47      92.83        –         –        –   21,486   21,404   19,604

    1,204 pairs: 1,198 scored, 6 refused      F1 over all pairs 91.16
      4  words differ     first: pair 312; one system sentence seems to be missing
      2  not a tree       first: heron.trees:118:42
                          list them: --refused     fix the shift: --align

    treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2
    ");
}

#[test]
fn narrow_leaves_out_columns() {
    insta::assert_snapshot!(render(&sample::one(), &Style { break_signature: true, ..at(60) }), @r"
    heron.trees       F1  recall  precision  exact  crossing
    corpus         91.41   91.24      91.59  38.31      0.55
    ≤ 40 words     92.04   91.87      92.21  40.95      0.48
    sentence mean  92.58   92.47      92.83      –         –
    +1 column: --width 63

    1,204 pairs: 1,198 scored, 6 refused
    F1 over all pairs 91.16
      4  words differ     first: pair 312; one system sentence
                          seems to be missing
      2  not a tree       first: heron.trees:118:42
                          list them: --refused
                          fix the shift: --align

    treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|
    eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2
    ");
}

#[test]
fn ascii_only() {
    let text = render(&sample::one(), &ascii());
    assert!(text.is_ascii());
    insta::assert_snapshot!(text, @r"
    heron.trees                F1   recall  precision    exact  crossing     tags
    corpus                  91.41    91.24      91.59    38.31      0.55    97.02
    <= 40 words             92.04    91.87      92.21    40.95      0.48    97.05
    sentence mean           92.58    92.47      92.83        -         -        -

    1,204 pairs: 1,198 scored, 6 refused      F1 over all pairs 91.16
      4  words differ     first: pair 312; one system sentence seems to be missing
      2  not a tree       first: heron.trees:118:42
                          list them: --refused     fix the shift: --align

    treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2
    ");
}

#[test]
fn colour() {
    insta::assert_snapshot!(coloured(&sample::one()), @r"
    ␛[2mheron.trees                F1   recall  precision    exact  crossing     tags␛[0m
    corpus                  ␛[1m91.41␛[0m    91.24      91.59    38.31      0.55    97.02
    ≤ 40 words              92.04    91.87      92.21    40.95      0.48    97.05
    sentence mean           92.58    92.47      92.83        –         –        –

    1,204 pairs: 1,198 scored, ␛[33m6 refused␛[0m      F1 over all pairs 91.16
    ␛[33m  4  words differ     first: pair 312; one system sentence seems to be missing␛[0m
    ␛[33m  2  not a tree       first: heron.trees:118:42␛[0m
                          list them: ␛[32m--refused␛[0m     fix the shift: ␛[32m--align␛[0m

    ␛[2mtreescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2␛[0m
    ");
}

#[test]
fn sentence_average_comes_first() {
    let report = with_average(sample::one(), Average::Sentence);
    insta::assert_snapshot!(coloured(&report), @r"
    ␛[2mheron.trees                F1   recall  precision    exact  crossing     tags␛[0m
    sentence mean           ␛[1m92.58␛[0m    92.47      92.83        –         –        –
    ≤ 40 words              93.10    93.02      93.31        –         –        –
    corpus                  91.41    91.24      91.59    38.31      0.55    97.02

    1,204 pairs: 1,198 scored, ␛[33m6 refused␛[0m      F1 over all pairs 92.12
    ␛[33m  4  words differ     first: pair 312; one system sentence seems to be missing␛[0m
    ␛[33m  2  not a tree       first: heron.trees:118:42␛[0m
                          list them: ␛[32m--refused␛[0m     fix the shift: ␛[32m--align␛[0m

    ␛[2mtreescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2␛[0m
    ");
}

#[test]
fn nothing_refused() {
    insta::assert_snapshot!(render(&sample::all_scored(), &at(80)), @"
    plover.trees               F1   recall  precision    exact  crossing     tags
    corpus                  90.80    90.91      90.69    36.79      0.61    96.88
    ≤ 40 words              92.04    91.87      92.21    40.95      0.48    97.05
    sentence mean           91.97    92.01      92.02        –         –        –

    1,204 pairs: all scored

    treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2
    ");
}

#[test]
fn everything_undefined() {
    insta::assert_snapshot!(render(&sample::undefined(), &at(80)), @"
    heron.trees                F1   recall  precision    exact  crossing     tags

    2 pairs: 0 scored, 2 refused      F1 over all pairs –
      2  no tree          first: pair 1
                          list them: --refused

    treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2
    ");
}

#[test]
fn zero_pairs() {
    insta::assert_snapshot!(render(&sample::zero_pairs(), &at(80)), @"
    heron.trees                F1   recall  precision    exact  crossing     tags
    corpus                      –        –          –        –         –        –
    sentence mean               –        –          –        –         –        –

    0 pairs: none scored

    treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2
    ");
}

#[test]
fn interrupted() {
    let report = Report { interrupted: true, ..sample::all_scored() };
    insta::assert_snapshot!(render(&report, &at(80)), @"
    plover.trees               F1   recall  precision    exact  crossing     tags
    corpus                  90.80    90.91      90.69    36.79      0.61    96.88
    ≤ 40 words              92.04    91.87      92.21    40.95      0.48    97.05
    sentence mean           91.97    92.01      92.02        –         –        –

    1,204 pairs: all scored

    interrupted after 1,204 pairs

    treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2
    ");
}

#[test]
fn long_names_are_cut_and_controls_shown() {
    let mut report = sample::one();
    report.systems[0].name = "bert-large-uncased-\u{1b}[31m-with-a-very-long-name-seed3.trees".to_owned();
    insta::assert_snapshot!(block(&report, "corpus", &at(80)), @"
    bert-large-uncased-␛…ed3.trees     F1  recall  precision  exact  crossing   tags
    corpus                          91.41   91.24      91.59  38.31      0.55  97.02
    ≤ 40 words                      92.04   91.87      92.21  40.95      0.48  97.05
    sentence mean                   92.58   92.47      92.83      –         –      –
    ");
}
