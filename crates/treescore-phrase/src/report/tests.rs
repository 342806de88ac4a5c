//! Reports of invented models.

use super::*;
use crate::{
    ChunkOptions, Defaults, Entropy, Floor, Inventory, ListedCandidate, PhraseTally, Sentence, SequenceTally,
    Sequences,
};
use treescore::report::Style;

fn inventory() -> Inventory {
    Inventory::new(["NP", "VP", "PP", "ADJP", "ADVP", "Null", "PRT"]).unwrap()
}

/// A model that lists two candidates of one sentence.
fn report(default: f64, floor: Floor) -> PhraseReport {
    let tree =
        treescore::read::one("(S (NP (DT the) (NN cat)) (VP (VBD sat) (PP (IN on) (NP (PRP it)))) (. .))")
            .unwrap();
    let mut sentence = Sentence::of_tree(&tree, &inventory(), ChunkOptions::default()).unwrap().unwrap();
    sentence.id.push_str("s<1>");
    let listed = |name: &str, start, end, probability| {
        let category = inventory().find(name.as_bytes()).unwrap();
        ListedCandidate { category, start, end, probability, covered: 0.5 }
    };
    let listed =
        [listed("NP", 0, 2, 0.75), listed("VP", 2, 3, 0.9), listed("PP", 3, 4, 0.4), listed("PP", 3, 5, 0.5)];
    let defaults = Defaults::new(&inventory(), 3, |_, length| default / f64::from(length));
    let mut entropy = Entropy::new(defaults.clone(), floor);
    let mut sequences = Sequences::new(&inventory(), defaults, floor);
    let (mut tally, mut chosen) = (PhraseTally::default(), SequenceTally::default());
    entropy.add(0, &sentence, &listed, &mut tally);
    sequences.add(&sentence, &listed, &mut chosen).unwrap();
    let scores = entropy.scores(&tally, &inventory());
    let phrases = ModelScores::Phrases(Box::new(scores));
    let sequences = ModelScores::Sequences(Box::new(SequenceScores::of(chosen, &inventory())));
    PhraseReport {
        models: vec![
            ModelReport { name: "a & b".into(), scores: phrases },
            ModelReport { name: "S on a & b".into(), scores: sequences },
        ],
        categories: inventory().names().map(str::to_owned).collect(),
        settings: vec![("pp", "full".into()), ("K", "3".into())],
        sentences: 1,
        ..PhraseReport::default()
    }
}

const ALL: [Blame; 4] = [Blame::Category, Blame::Length, Blame::Event, Blame::Coverage];

#[test]
fn tables_for_people() {
    insta::assert_snapshot!(text(&report(0.02, Floor::NONE), &inventory(), &ALL[1..], &Style::default()), @r"
    model         bits/cand.   bits/sent.   log10 parses     exp. P     exp. R
    a & b            0.06965        10.24            3.1      52.33      54.25
    S on a & b                       4.97            1.5   P  75.00   R  75.00

    chunks without Null     F1  recall  precision   tags  exact  no parse
    S on a & b           85.71  100.00      75.00  83.33   0.00         0

    calibration  Brier score  calibration error
    a & b           0.009965           0.012562

    blame, model a & b    bits   bits %
    length 1              7.67    74.91
    length 2              1.89    18.49
    length 3              0.68     6.60

    blame, model a & b    bits   bits %
    true chunks           7.21    70.43
    other candidates      3.03    29.57

    blame, model a & b    covered %   not covered %
    true chunks               37.50           62.50
    candidates                 1.36           98.64
    bits                      11.25           88.75

    1 sentence, 4 true chunks, 147 candidates (7 categories)

    treescore:0.1.0|m:phrase|pp:full|K:3|n:1|r:95f9efdf
    ");
}

#[test]
fn categories_are_blamed_for_more_than_was_to_be_expected() {
    let found = text(&report(0.02, Floor::NONE), &inventory(), &[Blame::Category], &Style::default());
    let rows: Vec<String> =
        (found.lines()).map(|line| line.split_whitespace().take(4).collect::<Vec<_>>().join(" ")).collect();
    for row in [
        "Null 58.20 21.74 +36.45",
        "PP 19.90 21.74 −1.85",
        "NP 7.27 21.74 −14.47",
        "VP 4.56 21.74 −17.18",
        "ADJP 3.36 4.34 −0.98",
        "other (2) 6.72 8.69",
    ] {
        assert!(rows.iter().any(|other| other == row), "{row}: {found}");
    }
}

#[test]
fn impossible_outcomes_are_listed() {
    let ascii = Style { unicode: false, ..Style::default() };
    insta::assert_snapshot!(text(&report(0.0, Floor::NONE), &inventory(), &[Blame::Category], &ascii), @r"
    model         bits/cand.   bits/sent.   log10 parses     exp. P     exp. R
    a & b                inf          inf            inf      84.31      53.75
    S on a & b                        inf            inf   P   0.00   R   0.00

    chunks without Null    F1  recall  precision  tags  exact  no parse
    S on a & b           0.00    0.00       0.00  0.00   0.00         1

    calibration  Brier score  calibration error
    a & b           0.010085           0.015306

    blame, model a & b    bits %   expected %   excess
    Null                       -            -        -
    PP                         -            -        -
    NP                         -            -        -
    VP                         -            -        -
    ADJP                       -            -        -
    other (2)                  -            -        -

    a & b: 1 outcome considered impossible; set a minimum probability
      sentence s<1>: Null 5 to 6, P 0

    1 sentence, 4 true chunks, 147 candidates (7 categories)

    treescore:0.1.0|m:phrase|pp:full|K:3|n:1|r:95f9efdf
    ");
    let floored = text(&report(0.0, Floor::new(0.001).unwrap()), &inventory(), &[], &ascii);
    assert!(floored.contains("probabilities clipped to [0.001, 0.999]\n"), "{floored}");
    assert!(!floored.contains("inf"), "{floored}");
}

#[test]
fn figures_for_programs() {
    insta::assert_snapshot!(csv(&report(0.02, Floor::NONE), &Style::default()), @r"
    model,sentences,candidates,true_chunks,bits,bits_per_candidate,bits_per_sentence,log10_parses_per_sentence,expected_precision,expected_recall,precision,recall,f1,exact,accuracy,brier,calibration_error,infinite
    a & b,1,147,3,10.238567559685116,0.06965011945364025,10.238567559685116,3.082115948097389,0.5233118971061094,0.5425,,,,,,0.00996538170823885,0.012562358276643992,0
    S on a & b,1,,3,4.9741220229922565,,4.9741220229922565,1.4973599310134724,,,0.75,1,0.8571428571428571,0,0.8333333333333334,,,0
    ");
    let found: serde_json::Value =
        serde_json::from_str(&json(&report(0.0, Floor::NONE), &inventory())).unwrap();
    let phrase = &found["models"][0]["phrase"];
    assert_eq!(phrase["bits"], "inf");
    assert_eq!(phrase["by_category"]["NP"]["share"], serde_json::Value::Null);
    assert_eq!(phrase["offenders"][0]["sent"], "s<1>");
    assert_eq!(found["models"][1]["sequence"]["true_chunks"], 4);
}

#[test]
fn the_drawing_is_xml() {
    let report = report(0.02, Floor::NONE);
    let (_, scores) = report.phrase_models().next().unwrap();
    let svg = reliability("a & <b>\u{1}", scores);
    assert!(svg.contains("a &amp; &lt;b&gt;\u{fffd}: Brier score 0."), "{svg}");
    assert_eq!(svg.matches("<circle").count(), 5, "{svg}");
    assert_eq!(svg.matches("<rect").count(), 12, "two frames and ten bars: {svg}");
}
