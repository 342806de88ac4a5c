//! The invented numbers of the design, for tests: one gold file, the systems heron, plover and wren.

use std::collections::BTreeMap;

use crate::measure::BracketTally;

use super::model::{
    Average, Breakdown, By, Column, Coverage, Derive, Group, Reason, RefusedPair, Relabelled, Report, Scores,
    SystemReport, Unit, WithinCutoff,
};

const KEYS: [&str; 6] = ["f1", "recall", "precision", "exact", "crossing", "tags"];
const SIGNATURE: &str = "treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2";

fn columns() -> Vec<Column> {
    let column = |key, title, unit, rank| Column { key, title, unit, rank };
    vec![
        column("f1", "F1", Unit::Percent, 100),
        column("recall", "recall", Unit::Percent, 90),
        column("precision", "precision", Unit::Percent, 80),
        column("exact", "exact", Unit::Percent, 30),
        column("crossing", "crossing", Unit::PerPair, 20),
        column("tags", "tags", Unit::Percent, 10),
    ]
}

/// Figures as tables show them: per cent, except crossing; a missing one is undefined.
fn scores(figures: &[f64], tally: &[(&'static str, i128)]) -> Scores {
    let scale = |key: &str| if key == "crossing" { 1.0 } else { 100.0 };
    let value =
        |(index, key): (usize, &&'static str)| (*key, figures.get(index).map(|figure| figure / scale(key)));
    Scores { values: KEYS.iter().enumerate().map(value).collect(), tally: tally.iter().copied().collect() }
}

fn brackets(pairs: i128, gold: i128, system: i128, matched: i128) -> [(&'static str, i128); 4] {
    [("pairs", pairs), ("gold", gold), ("system", system), ("matched", matched)]
}

fn system(name: &str, corpus: Scores, mean: &[f64], all_pairs: f64, coverage: Coverage) -> SystemReport {
    let scored = coverage.scored as f64 / coverage.read as f64;
    SystemReport {
        name: name.to_owned(),
        corpus,
        within_cutoff: Some(WithinCutoff {
            words: 40,
            scores: scores(
                &[92.04, 91.87, 92.21, 40.95, 0.48, 97.05],
                &brackets(1_116, 18_669, 18_600, 17_151),
            ),
            sentence_mean: scores(&[93.10, 93.02, 93.31], &[]),
        }),
        sentence_mean: scores(mean, &[]),
        all_pairs: scores(&[all_pairs, 90.74, 91.59], &brackets(1_204, 21_604, 21_404, 19_604)),
        // Refused pairs count as zero, so the mean shrinks by their share.
        all_pairs_sentence_mean: scores(&mean.iter().map(|figure| figure * scored).collect::<Vec<_>>(), &[]),
        facts: Vec::new(),
        text: None,
        speech: None,
        coverage,
        breakdown: None,
        refused: None,
        sentences: None,
    }
}

fn reason(why: &str, pairs: u64, first: &str, note: Option<&str>) -> Reason {
    Reason { why: why.to_owned(), pairs, first: first.to_owned(), note: note.map(str::to_owned) }
}

fn heron() -> SystemReport {
    let coverage = Coverage {
        read: 1_204,
        scored: 1_198,
        refused: 6,
        refused_beyond_cutoff: 1,
        reasons: vec![
            reason("words differ", 4, "pair 312", Some("one system sentence seems to be missing")),
            reason("not a tree", 2, "heron.trees:118:42", None),
        ],
        notes: vec![],
    };
    let corpus = scores(&[91.41, 91.24, 91.59, 38.31, 0.55, 97.02], &brackets(1_198, 21_486, 21_404, 19_604));
    system("heron.trees", corpus, &[92.58, 92.47, 92.83], 91.16, coverage)
}

fn plover() -> SystemReport {
    let coverage = Coverage { read: 1_204, scored: 1_204, ..Coverage::default() };
    let corpus = scores(&[90.80, 90.91, 90.69, 36.79, 0.61, 96.88], &brackets(1_204, 21_604, 21_656, 19_640));
    system("plover.trees", corpus, &[91.97, 92.01, 92.02], 90.80, coverage)
}

fn wren() -> SystemReport {
    let coverage = Coverage {
        read: 1_204,
        scored: 1_164,
        refused: 40,
        refused_beyond_cutoff: 31,
        reasons: vec![reason("no tree", 40, "pair 12", None)],
        notes: vec![],
    };
    let corpus = scores(&[91.52, 91.81, 91.23, 38.66, 0.53, 97.10], &brackets(1_164, 20_070, 20_198, 18_426));
    system("wren.trees", corpus, &[92.41, 92.60, 92.31], 87.96, coverage)
}

fn report(systems: Vec<SystemReport>) -> Report {
    Report {
        treescore: "1.2.0".to_owned(),
        measure: "parseval".to_owned(),
        papers: vec!["black-etal-1991-procedure"],
        columns: columns(),
        average: Average::Corpus,
        systems,
        signature: SIGNATURE.to_owned(),
        interrupted: false,
        derive: Derive::of::<BracketTally>(),
    }
}

/// Section 2: heron alone, six pairs refused.
pub(crate) fn one() -> Report {
    report(vec![heron()])
}

/// Section 2 with nothing refused.
pub(crate) fn all_scored() -> Report {
    report(vec![plover()])
}

/// Section 3: heron, plover and wren.
pub(crate) fn several() -> Report {
    report(vec![heron(), plover(), wren()])
}

/// Two pairs, one figure.
pub(crate) fn tiny() -> Report {
    let tiny = |value| Scores {
        values: BTreeMap::from([("f1", value)]),
        tally: BTreeMap::from([("gold", 4), ("matched", 2), ("system", 3)]),
    };
    let system = SystemReport {
        name: "heron.trees".to_owned(),
        corpus: tiny(Some(4.0 / 7.0)),
        within_cutoff: None,
        sentence_mean: tiny(None),
        all_pairs: tiny(Some(0.5)),
        all_pairs_sentence_mean: tiny(None),
        facts: Vec::new(),
        text: None,
        speech: None,
        coverage: Coverage {
            read: 2,
            scored: 1,
            refused: 1,
            refused_beyond_cutoff: 0,
            reasons: vec![reason("not a tree", 1, "heron.trees:2:1", None)],
            notes: vec![],
        },
        breakdown: None,
        refused: None,
        sentences: None,
    };
    Report {
        columns: columns()[..1].to_vec(),
        signature: "treescore:1.2.0|n:2".to_owned(),
        ..report(vec![system])
    }
}

/// Nothing could be scored: every figure is undefined.
pub(crate) fn undefined() -> Report {
    let coverage = Coverage {
        read: 2,
        scored: 0,
        refused: 2,
        refused_beyond_cutoff: 0,
        reasons: vec![reason("no tree", 2, "pair 1", None)],
        notes: vec![],
    };
    let nothing = system("heron.trees", scores(&[], &[]), &[], f64::NAN, coverage);
    report(vec![SystemReport { within_cutoff: None, all_pairs: scores(&[], &[]), ..nothing }])
}

/// Both files are empty.
pub(crate) fn zero_pairs() -> Report {
    let mut report = undefined();
    report.systems[0].coverage = Coverage::default();
    report
}

/// Section 5, by length.
pub(crate) fn by_length() -> Breakdown {
    let classes = [
        ("1–10", 187, 1_010, 96.23),
        ("11–20", 402, 5_402, 93.84),
        ("21–30", 341, 7_213, 91.61),
        ("31–40", 186, 5_044, 89.89),
        ("41+", 82, 2_817, 87.27),
    ];
    let group = |(name, pairs, gold, f1): (&str, i128, i128, f64)| Group {
        name: name.to_owned(),
        scores: scores(&[f1], &[("pairs", pairs), ("gold", gold)]),
        sentence_mean: None,
        relabelled: vec![],
        speech: None,
    };
    Breakdown { by: By::Length, groups: classes.into_iter().map(group).collect() }
}

/// Section 5, by label; the eight rare labels add up to the row `other`.
pub(crate) fn by_label() -> Breakdown {
    let frequent = [
        ("NP", 9_480, 9_431, 8_870, "ADVP 21, ADJP 18, QP 2"),
        ("VP", 4_412, 4_398, 4_063, "ADJP 41, S 14"),
        ("PP", 2_961, 2_987, 2_566, "SBAR 27, ADVP 19"),
        ("S", 2_604, 2_588, 2_372, "VP 16, SBAR 11"),
        ("SBAR", 841, 836, 742, "PP 38, S 9"),
        ("ADVP", 402, 391, 332, "NP 17, ADJP 15"),
        ("ADJP", 291, 280, 206, "VP 33, NP 14"),
        ("QP", 178, 181, 166, "NP 6"),
        ("WHNP", 151, 150, 146, ""),
        ("PRT", 88, 86, 74, "PP 3"),
    ];
    let rare = [
        ("X", 6),
        ("UCP", 10),
        ("INTJ", 10),
        ("NX", 10),
        ("SQ", 10),
        ("LST", 10),
        ("CONJP", 10),
        ("FRAG", 12),
    ];
    let rare = rare.map(|(name, gold)| match name {
        "FRAG" => label(name, gold, 8, 6, ""),
        "X" => label(name, gold, 6, 6, ""),
        _ => label(name, gold, 10, 9, ""),
    });
    let frequent =
        frequent.map(|(name, gold, system, matched, instead)| label(name, gold, system, matched, instead));
    Breakdown { by: By::Label, groups: frequent.into_iter().chain(rare).collect() }
}

fn label(name: &str, gold: i128, system: i128, matched: i128, instead: &str) -> Group {
    let per_cent = |part: i128, whole: i128| 100.0 * part as f64 / whole as f64;
    let figures = [per_cent(2 * matched, gold + system), per_cent(matched, gold), per_cent(matched, system)];
    let relabelled = instead.split(", ").filter_map(|label| {
        let (label, brackets) = label.split_once(' ')?;
        Some(Relabelled { label: label.to_owned(), brackets: brackets.parse().ok()? })
    });
    Group {
        name: name.to_owned(),
        scores: scores(&figures, &[("gold", gold), ("system", system), ("matched", matched)]),
        sentence_mean: None,
        relabelled: relabelled.collect(),
        speech: None,
    }
}

/// Section 4.
pub(crate) fn refused_pairs() -> Vec<RefusedPair> {
    [
        (57, 57, 118, "not a tree: `)` without `(` at column 42"),
        (58, 58, 119, "not a tree: 2 brackets are never closed"),
        (312, 312, 373, "words differ at word 1: \"Nobody\" / \"Rain\""),
        (313, 313, 374, "words differ at word 1: \"Rain\" / \"A\""),
        (314, 314, 375, "21 words in gold, 17 in the system"),
        (315, 315, 376, "words differ at word 1: \"A\" / \"Two\""),
    ]
    .map(|(pair, gold, system, why)| RefusedPair {
        pair,
        gold_line: Some(gold),
        system_line: Some(system),
        why: why.to_owned(),
    })
    .to_vec()
}
