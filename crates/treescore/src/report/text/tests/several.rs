use super::*;

#[test]
fn as_designed() {
    let style = Style { break_signature: true, ..sample::style() };
    insta::assert_snapshot!(render(&sample::several(), &style), @"
    system       F1  all pairs      Δ  recall  precision
    heron     91.41      91.16          91.24      91.59
    plover    90.80      90.80  −0.36   90.91      90.69
    wren   !  91.52      87.96  −3.20   91.81      91.23

    F1, per cent, corpus average. all pairs: refused pairs count as zero.
    Δ: against heron over all pairs

    pairs    read  scored  refused
    heron   1,204   1,198        6   words differ 4, not a tree 2
    plover  1,204   1,204        –
    wren    1,204   1,164       40   no tree 40
    ! wren was scored without its 40 refused pairs, 31 of them longer than 40 words

    treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|
    index:words|avg:corpus|n:1204|r:7c1e94b2
    ");
}

#[test]
fn wide_has_the_rest() {
    insta::assert_snapshot!(render(&sample::several(), &at(120)), @"
    system       F1  all pairs      Δ  recall  precision  exact   mean   tags
    heron     91.41      91.16          91.24      91.59  38.31  92.58  97.02
    plover    90.80      90.80  −0.36   90.91      90.69  36.79  91.97  96.88
    wren   !  91.52      87.96  −3.20   91.81      91.23  38.66  92.41  97.10

    F1, per cent, corpus average. all pairs: refused pairs count as zero.
    Δ: against heron over all pairs

    pairs    read  scored  refused
    heron   1,204   1,198        6   words differ 4, not a tree 2
    plover  1,204   1,204        –
    wren    1,204   1,164       40   no tree 40
    ! wren was scored without its 40 refused pairs, 31 of them longer than 40 words

    treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2
    ");
}

#[test]
fn narrow() {
    insta::assert_snapshot!(render(&sample::several(), &at(50)), @"
    system       F1  all pairs      Δ  recall
    heron     91.41      91.16          91.24
    plover    90.80      90.80  −0.36   90.91
    wren   !  91.52      87.96  −3.20   91.81
    +1 column: --width 52

    F1, per cent, corpus average. all pairs: refused
    pairs count as zero.
    Δ: against heron over all pairs

    pairs    read  scored  refused
    heron   1,204   1,198        6
    plover  1,204   1,204        –
    wren    1,204   1,164       40
    +1 column: --width 53
    ! wren was scored without its 40 refused pairs, 31
      of them longer than 40 words

    treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2
    ");
}

#[test]
fn ascii_only() {
    let text = render(&sample::several(), &ascii());
    assert!(text.is_ascii());
    insta::assert_snapshot!(text, @"
    system       F1  all pairs   diff  recall  precision
    heron     91.41      91.16          91.24      91.59
    plover    90.80      90.80  -0.36   90.91      90.69
    wren   !  91.52      87.96  -3.20   91.81      91.23

    F1, per cent, corpus average. all pairs: refused pairs count as zero.
    diff: against heron over all pairs

    pairs    read  scored  refused
    heron   1,204   1,198        6   words differ 4, not a tree 2
    plover  1,204   1,204        -
    wren    1,204   1,164       40   no tree 40
    ! wren was scored without its 40 refused pairs, 31 of them longer than 40 words

    treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2
    ");
}

#[test]
fn colour() {
    insta::assert_snapshot!(coloured(&sample::several()), @"
    ␛[2msystem       F1  all pairs      Δ  recall  precision␛[0m
    ␛[1mheron␛[0m     ␛[1m91.41␛[0m      ␛[1m91.16␛[0m          91.24      91.59
    ␛[1mplover␛[0m    ␛[1m90.80␛[0m      ␛[1m90.80␛[0m  −0.36   90.91      90.69
    ␛[1mwren␛[0m   ␛[33m!␛[0m  ␛[1m91.52␛[0m      ␛[1m87.96␛[0m  −3.20   91.81      91.23

    ␛[2mF1, per cent, corpus average. all pairs: refused pairs count as zero.␛[0m
    ␛[2mΔ: against heron over all pairs␛[0m

    ␛[2mpairs    read  scored  refused␛[0m
    heron   1,204   1,198        ␛[33m6␛[0m   ␛[33mwords differ 4, not a tree 2␛[0m
    plover  1,204   1,204        –
    wren    1,204   1,164       ␛[33m40␛[0m   ␛[33mno tree 40␛[0m
    ␛[33m! wren was scored without its 40 refused pairs, 31 of them longer than 40 words␛[0m

    ␛[2mtreescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2␛[0m
    ");
}

#[test]
fn sentence_average() {
    let report = with_average(sample::several(), Average::Sentence);
    insta::assert_snapshot!(render(&report, &at(120)), @"
    system       F1  all pairs      Δ  recall  precision  exact  corpus   tags
    heron     92.58      92.12          92.47      92.83  38.31   91.41  97.02
    plover    91.97      91.97  −0.15   92.01      92.02  36.79   90.80  96.88
    wren   !  92.41      89.34  −2.78   92.60      92.31  38.66   91.52  97.10

    F1, per cent, sentence average. all pairs: refused pairs count as zero.
    Δ: against heron over all pairs

    pairs    read  scored  refused
    heron   1,204   1,198        6   words differ 4, not a tree 2
    plover  1,204   1,204        –
    wren    1,204   1,164       40   no tree 40
    ! wren was scored without its 40 refused pairs, 31 of them longer than 40 words

    treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2
    ");
}

#[test]
fn nothing_refused() {
    let mut report = sample::all_scored();
    sample::repeat(&mut report, "plover2.trees");
    insta::assert_snapshot!(render(&report, &at(80)), @"
    system      F1  all pairs     Δ  recall  precision
    plover   90.80      90.80         90.91      90.69
    plover2  90.80      90.80  0.00   90.91      90.69

    F1, per cent, corpus average. all pairs: refused pairs count as zero.
    Δ: against plover over all pairs

    1,204 pairs: all scored

    treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2
    ");
}

#[test]
fn everything_undefined() {
    let mut report = sample::undefined();
    sample::repeat(&mut report, "heron.trees");
    insta::assert_snapshot!(render(&report, &at(80)), @"
    system    F1  all pairs  Δ  recall  precision
    heron  !   –          –          –          –
    heron  !   –          –  –       –          –

    F1, per cent, corpus average. all pairs: refused pairs count as zero.
    Δ: against heron over all pairs

    pairs  read  scored  refused
    heron     2       0        2   no tree 2
    heron     2       0        2   no tree 2
    ! no pair of heron was scored
    ! no pair of heron was scored

    treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2
    ");
}
