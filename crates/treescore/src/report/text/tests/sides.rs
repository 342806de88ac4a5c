//! Pairs that are groups of trees or conversation sides.

use super::*;
use crate::align::WordCounts;
use crate::align::text::TextCounts;
use crate::report::aligned::TextReport;
use crate::report::model::{BothSides, RowKind, UnpairedTrees};
use crate::report::speech::{EqualWords, SpeechReport, SpeechUnit};

fn of_kind(kind: RowKind, unreadable: u64) -> Report {
    let mut report = sample::all_scored();
    report.measures[0].cells[0].coverage.kind = kind;
    let unreadable = BothSides { gold: 0, system: unreadable };
    report.systems[0].unpaired = Some(UnpairedTrees { unreadable, ..UnpairedTrees::default() });
    report
}

#[test]
fn sides() {
    let mut report = of_kind(RowKind::Side, 0);
    let words = WordCounts { gold: 100, correct: 90, substituted: 8, deleted: 2, ..WordCounts::default() };
    let words = WordCounts { errors_equal_words: 7, ..words };
    let pair = |a: &str, b: &str, count| EqualWords { words: [a.to_owned(), b.to_owned()], count };
    let equal = [("uh", "um", 2), ("not", "n't", 1), ("is", "'s", 1), ("was", "'s", 1)];
    let equal = equal.map(|(a, b, count)| pair(a, b, count)).to_vec();
    report.systems[0].speech = Some(SpeechReport::new(&words, equal, SpeechUnit::Side));
    insta::assert_snapshot!(render(&report, &at(80)), @"
    plover.trees               F1   recall  precision    exact  crossing     tags
    corpus                  90.80    90.91      90.69    36.79      0.61    96.88
    ≤ 40 words              92.04    91.87      92.21    40.95      0.48    97.05
    side mean               91.97    92.01      92.02        –         –        –

    words       WER 10.00   gold 100   substituted 8   deleted 2   inserted 0
                7.00 with equal words of the recipe (uh = um, not = n't, is = 's)
    utterances  boundaries F1 –   SU error –   gold 0   system 0

    1,204 sides: all scored

    treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2
    ");
    sample::repeat(&mut report, "heron.trees");
    insta::assert_snapshot!(render(&report, &at(80)), @"
    system     F1  all sides     Δ  recall  precision
    plover  90.80      90.80         90.91      90.69
    heron   90.80      90.80  0.00   90.91      90.69

    F1, per cent, corpus average. all sides: refused sides count as zero.
    Δ: against plover over all sides

    words     WER  with equal words  substituted  deleted  inserted  boundaries F1
    plover  10.00              7.00            8        2         0              –
    +1 column: --width 88

    1,204 sides: all scored

    treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2
    ");
}

#[test]
fn trees_that_cannot_be_read() {
    let mut report = of_kind(RowKind::Group, 1);
    let text = TextCounts { gold_words: 10, system_words: 10, word_matches: 9, ..TextCounts::default() };
    report.systems[0].text = Some(TextReport::of(&text, None));
    insta::assert_snapshot!(render(&report, &at(80)), @"
    plover.trees               F1   recall  precision    exact  crossing     tags
    corpus                  90.80    90.91      90.69    36.79      0.61    96.88
    ≤ 40 words              92.04    91.87      92.21    40.95      0.48    97.05
    group mean              91.97    92.01      92.02        –         –        –

    text    coverage –   words F1 90.00   sentence breaks F1 –
    cells   same 0   split differently 0   variants 0   different 0   only gold 0
            only system 0
    groups  with several trees 0   only gold 0   only system 0

    1,204 groups: all scored; 1 tree cannot be read and counts as missing
                         list them: --refused

    treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2
    ");
    let coverage = &mut report.measures[0].cells[0].coverage;
    (coverage.scored, coverage.refused) = (1_203, 1);
    insta::assert_snapshot!(block(&report, "refused", &at(80)), @"
    1,204 groups: 1,203 scored, 1 refused      F1 over all groups 90.80
    1 tree cannot be read and counts as missing
                         list them: --refused
    ");
    sample::repeat(&mut report, "heron.trees");
    insta::assert_snapshot!(block(&report, "read", &at(80)), @"
    groups   read  scored  refused
    plover  1,204   1,203        1   1 unreadable tree
    heron   1,204   1,203        1
    ");
}

#[test]
fn pairs_that_add_nothing() {
    let mut report = sample::all_scored();
    report.measures[0].cells[0].coverage.empty = 1;
    insta::assert_snapshot!(block(&report, "all scored", &at(80)), @"
    1,204 pairs: all scored
    note: 1 pair has no counted words and adds nothing
    ");
}
