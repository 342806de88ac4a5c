use super::*;

#[test]
fn by_length() {
    let report = with_breakdown(sample::one(), &sample::by_length());
    insta::assert_snapshot!(block(&report, "1–10", &at(80)), @"
    words    pairs    gold     F1    88      92      96
    1–10       187   1,010  96.23                    ●
    11–20      402   5,402  93.84                ●
    21–30      341   7,213  91.61           ●
    31–40      186   5,044  89.89        ●
    41+         82   2,817  87.27   ●
    all      1,198  21,486  91.41           ●
    ");
}

#[test]
fn by_length_in_ascii() {
    let report = with_breakdown(sample::one(), &sample::by_length());
    assert!(render(&report, &ascii()).is_ascii());
    insta::assert_snapshot!(block(&report, "1-10", &ascii()), @"
    words    pairs    gold     F1    88      92      96
    1-10       187   1,010  96.23                    o
    11-20      402   5,402  93.84                o
    21-30      341   7,213  91.61           o
    31-40      186   5,044  89.89        o
    41+         82   2,817  87.27   o
    all      1,198  21,486  91.41           o
    ");
}

#[test]
fn by_length_of_several() {
    let mut report = with_breakdown(sample::several(), &sample::by_length());
    for (system, shift) in [(1, -0.006), (2, 0.012)] {
        for group in &mut report.measures[0].cells[system].breakdown.as_mut().unwrap().groups {
            group.scores.corpus[0] = group.scores.corpus[0].map(|f1| f1 + shift);
        }
    }
    // A class in which this system has no pair.
    report.measures[0].cells[2].breakdown.as_mut().unwrap().groups.pop();
    insta::assert_snapshot!(block(&report, "1–10", &at(80)), @"
    words    pairs    gold  ● heron  ■ plover  ▲ wren     88     92     96
    1–10       187   1,010    96.23     95.63   97.43                  ■● ▲
    11–20      402   5,402    93.84     93.24   95.04              ■● ▲
    21–30      341   7,213    91.61     91.01   92.81          ■● ▲
    31–40      186   5,044    89.89     89.29   91.09       ■● ▲
    41+         82   2,817    87.27     86.67       –   ■●
    all      1,198  21,486    91.41     90.80   91.52          ■●
    F1, corpus average; counts are those of heron
    ");
    insta::assert_snapshot!(block(&report, "1-10", &ascii()), @"
    words    pairs    gold  o heron  x plover  + wren     88     92     96
    1-10       187   1,010    96.23     95.63   97.43                  xo +
    11-20      402   5,402    93.84     93.24   95.04              xo +
    21-30      341   7,213    91.61     91.01   92.81          xo +
    31-40      186   5,044    89.89     89.29   91.09       xo +
    41+         82   2,817    87.27     86.67       -   xo
    all      1,198  21,486    91.41     90.80   91.52          xo
    F1, corpus average; counts are those of heron
    ");
}

#[test]
fn by_length_with_an_empty_class() {
    let mut breakdown = sample::by_length();
    breakdown.groups[0].scores.sentence_mean[0] = None;
    breakdown.groups[0].scores.counts.fill(0);
    let report = with_average(with_breakdown(sample::one(), &breakdown), Average::Sentence);
    insta::assert_snapshot!(block(&report, "1–10", &at(80)), @r"
    words    pairs    gold     F1     88         92
    1–10         0       0      –
    11–20      402   5,402  93.84                      ●
    21–30      341   7,213  91.61               ●
    31–40      186   5,044  89.89          ●
    41+         82   2,817  87.27   ●
    all      1,198  21,486  92.58                  ●
    F1, sentence average
    ");
}

#[test]
fn by_label() {
    let report = with_breakdown(sample::one(), &sample::by_label());
    insta::assert_snapshot!(block(&report, "WHNP", &at(120)), @"
    label     gold  system     F1  recall   prec.  70     80      90      relabelled as
    NP       9,480   9,431  93.81   93.57   94.05                   ●     ADVP 21, ADJP 18
    VP       4,412   4,398  92.24   92.09   92.38                  ●      ADJP 41, S 14
    PP       2,961   2,987  86.28   86.66   85.91              ●          SBAR 27, ADVP 19
    S        2,604   2,588  91.37   91.09   91.65                  ●      VP 16, SBAR 11
    SBAR       841     836  88.49   88.23   88.76               ●         PP 38, S 9
    ADVP       402     391  83.73   82.59   84.91            ●            NP 17, ADJP 15
    ADJP       291     280  72.15   70.79   73.57    ●                    VP 33, NP 14
    QP         178     181  92.48   93.26   91.71                  ●      NP 6
    WHNP       151     150  97.01   96.69   97.33                      ●  –
    PRT         88      86  85.06   84.09   86.05             ●           PP 3
    other       78      74  86.84   84.62   89.19              ●          8 labels: --all
    ");
}

#[test]
fn by_label_leaves_out_what_was_given_instead_first() {
    let report = with_breakdown(sample::one(), &sample::by_label());
    insta::assert_snapshot!(block(&report, "WHNP", &at(80)), @"
    label     gold  system     F1  recall   prec.  70     80      90
    NP       9,480   9,431  93.81   93.57   94.05                   ●
    VP       4,412   4,398  92.24   92.09   92.38                  ●
    PP       2,961   2,987  86.28   86.66   85.91              ●
    S        2,604   2,588  91.37   91.09   91.65                  ●
    SBAR       841     836  88.49   88.23   88.76               ●
    ADVP       402     391  83.73   82.59   84.91            ●
    ADJP       291     280  72.15   70.79   73.57    ●
    QP         178     181  92.48   93.26   91.71                  ●
    WHNP       151     150  97.01   96.69   97.33                      ●
    PRT         88      86  85.06   84.09   86.05             ●
    other       78      74  86.84   84.62   89.19              ●
    +1 column: --width 83
    ");
    insta::assert_snapshot!(block(&report, "WHNP", &at(60)), @"
    label     gold  system     F1  recall   prec.
    NP       9,480   9,431  93.81   93.57   94.05
    VP       4,412   4,398  92.24   92.09   92.38
    PP       2,961   2,987  86.28   86.66   85.91
    S        2,604   2,588  91.37   91.09   91.65
    SBAR       841     836  88.49   88.23   88.76
    ADVP       402     391  83.73   82.59   84.91
    ADJP       291     280  72.15   70.79   73.57
    QP         178     181  92.48   93.26   91.71
    WHNP       151     150  97.01   96.69   97.33
    PRT         88      86  85.06   84.09   86.05
    other       78      74  86.84   84.62   89.19
    +2 columns: --width 83
    ");
}

#[test]
fn by_label_in_full() {
    let report = with_breakdown(sample::one(), &sample::by_label());
    let style = Style { labels: LabelRows::All, ..at(120) };
    insta::assert_snapshot!(block(&report, "CONJP", &style), @"
    label     gold  system      F1  recall   prec.  60        80      100  relabelled as
    NP       9,480   9,431   93.81   93.57   94.05                   ●     ADVP 21, ADJP 18
    VP       4,412   4,398   92.24   92.09   92.38                  ●      ADJP 41, S 14
    PP       2,961   2,987   86.28   86.66   85.91               ●         SBAR 27, ADVP 19
    S        2,604   2,588   91.37   91.09   91.65                  ●      VP 16, SBAR 11
    SBAR       841     836   88.49   88.23   88.76                ●        PP 38, S 9
    ADVP       402     391   83.73   82.59   84.91              ●          NP 17, ADJP 15
    ADJP       291     280   72.15   70.79   73.57        ●                VP 33, NP 14
    QP         178     181   92.48   93.26   91.71                  ●      NP 6
    WHNP       151     150   97.01   96.69   97.33                     ●   –
    PRT         88      86   85.06   84.09   86.05               ●         PP 3
    X            6       6  100.00  100.00  100.00                      ●  –
    UCP         10      10   90.00   90.00   90.00                 ●       –
    INTJ        10      10   90.00   90.00   90.00                 ●       –
    NX          10      10   90.00   90.00   90.00                 ●       –
    SQ          10      10   90.00   90.00   90.00                 ●       –
    LST         10      10   90.00   90.00   90.00                 ●       –
    CONJP       10      10   90.00   90.00   90.00                 ●       –
    FRAG        12       8   60.00   50.00   75.00  ●                      –
    ");
}

#[test]
fn by_label_in_colour() {
    let mut breakdown = sample::by_label();
    breakdown.groups.drain(2..10);
    let report = with_breakdown(sample::one(), &breakdown);
    let style = Style { colour: true, ..at(120) };
    insta::assert_snapshot!(block(&report, "ADVP", &style).replace('\u{1b}', "␛"), @"
    ␛[2mlabel     gold  system     F1  recall   prec.       88        92      relabelled as␛[0m
    NP       9,480   9,431  ␛[1m93.81␛[0m   93.57   94.05                      ●  ADVP ␛[33m21␛[0m, ADJP ␛[33m18␛[0m
    VP       4,412   4,398  ␛[1m92.24␛[0m   92.09   92.38                  ●      ADJP ␛[33m41␛[0m, S ␛[33m14␛[0m
    other       78      74  ␛[1m86.84␛[0m   84.62   89.19    ●                    8 labels: ␛[32m--all␛[0m
    ");
}

#[test]
fn by_label_of_several() {
    let report = with_breakdown(sample::several(), &sample::by_label());
    insta::assert_snapshot!(block(&report, "WHNP", &at(80)), @"
    label     gold  ● heron  ■ plover  ▲ wren  70     80      90
    NP       9,480    93.81     93.81   93.81                   ●
    VP       4,412    92.24     92.24   92.24                  ●
    PP       2,961    86.28     86.28   86.28              ●
    S        2,604    91.37     91.37   91.37                  ●
    SBAR       841    88.49     88.49   88.49               ●
    ADVP       402    83.73     83.73   83.73            ●
    ADJP       291    72.15     72.15   72.15    ●
    QP         178    92.48     92.48   92.48                  ●
    WHNP       151    97.01     97.01   97.01                      ●
    PRT         88    85.06     85.06   85.06             ●
    other       78    86.84     86.84   86.84              ●
    F1, corpus average; counts are those of heron
    ");
}

#[test]
fn by_file() {
    let groups = ["wsj_0001.mrg", "a-very-long-folder-name/and-a-long-file-name-0002.mrg"];
    let scores = sample::by_length().groups[0].scores.clone();
    let group = |name: &str| Group { name: name.to_owned(), scores: scores.clone(), ..Group::default() };
    let breakdown = Breakdown { by: By::File, groups: groups.map(group).to_vec(), others: 0 };
    let report = with_breakdown(sample::one(), &breakdown);
    insta::assert_snapshot!(block(&report, "wsj", &at(80)), @"
    file                                 pairs    gold     F1      92     94     96
    wsj_0001.mrg                           187   1,010  96.23                     ●
    a-very-long-folder-name…me-0002.mrg    187   1,010  96.23                     ●
    all                                  1,198  21,486  91.41   ●
    ");
}

#[test]
fn no_groups() {
    let report =
        with_breakdown(sample::undefined(), &Breakdown { by: By::Length, groups: vec![], others: 0 });
    insta::assert_snapshot!(block(&report, "words", &at(80)), @"
    words    pairs  gold  F1
    all          –     –   –
    ");
}
