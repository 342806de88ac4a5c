//! Invented reports for tests: one gold file, the systems heron, plover and wren.

use crate::measure::{Figure, FigureUnit, FigureValues, ItemView, MeasureInfo, ShownMatch, Verdict};
use crate::values::{Advice, Field, FieldKind, Fixed, ratio};

use super::Style;
use super::model::{
    Average, Breakdown, By, Coverage, Group, MeasureReport, Reason, Refused, RefusedRow, Relabelled, Report,
    Row, RowPlace, Scores, SystemReport, SystemScores, WithinCutoff,
};

const SIGNATURE: &str = "treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2";

const fn count(name: &'static str) -> Field {
    Field { name, kind: FieldKind::Count }
}

/// PARSEVAL with its real figures and fields.
pub(crate) static PARSEVAL: MeasureInfo = MeasureInfo {
    name: "parseval",
    about: "labelled brackets",
    figures: &[
        Figure::percent("f1", "F1", 100).with_mean(),
        Figure::percent("recall", "recall", 90).with_mean(),
        Figure::percent("precision", "precision", 80).with_mean(),
        Figure::percent("exact", "exact", 30),
        Figure::percent("crossing", "crossing", 20).in_unit(FigureUnit::PerPair).lower_is_better(),
        Figure::percent("tags", "tags", 10),
    ],
    fields: &[
        count("pairs"),
        count("matched"),
        count("gold"),
        count("system"),
        count("crossing"),
        count("words"),
        count("system_words"),
        count("tags"),
        count("exact"),
        count("no_crossing"),
        count("two_or_fewer_crossing"),
    ],
    shown: &["matched", "gold", "system", "crossing"],
    facets: &[],
    worth: None,
    is_drawn: true,
    papers: &["black-etal-1991-procedure"],
    derive: |row| {
        let at = |at: usize| row.get(at).and_then(|&count| u64::try_from(count).ok()).unwrap_or(0);
        let (matched, gold, system) = (at(1), at(2), at(3));
        let f1 = ratio(2 * matched, gold + system);
        FigureValues::new([f1, ratio(matched, gold), ratio(matched, system), None, None, None])
    },
    facts: |_| vec![],
};

/// Dependencies, with some of the figures of PARSEVAL.
pub(crate) static DEPENDENCY: MeasureInfo = MeasureInfo {
    name: "dependency",
    about: "head dependencies",
    figures: &[
        Figure::percent("f1", "F1", 100).with_mean(),
        Figure::percent("recall", "recall", 90).with_mean(),
        Figure::percent("precision", "precision", 80).with_mean(),
    ],
    fields: &[count("pairs"), count("matched"), count("gold"), count("system")],
    shown: &[],
    facets: &[],
    worth: None,
    is_drawn: true,
    papers: &["roark-etal-2006-sparseval"],
    derive: |_| FigureValues::default(),
    facts: |_| vec![],
};

/// Struct-IoU: a fraction, a mean, a fixed-point sum.
pub(crate) static STRUCT_IOU: MeasureInfo = MeasureInfo {
    name: "struct-iou",
    about: "trees over intervals",
    figures: &[Figure::percent("struct_iou", "Struct-IoU", 100).with_mean().in_unit(FigureUnit::Fraction)],
    fields: &[count("pairs"), count("nodes"), Field { name: "iou", kind: FieldKind::Fixed }],
    shown: &[],
    facets: &[],
    worth: Some("IoU"),
    is_drawn: true,
    papers: &["shi-etal-2024-structured"],
    derive: |_| FigureValues::default(),
    facts: |_| vec![],
};

/// A style with advice in the wording of a command line.
pub(crate) fn style() -> Style {
    let wording = |advice: &Advice| match advice {
        Advice::ListRefused => "list them: --refused".to_owned(),
        Advice::AlignTexts => "align the texts: --align".to_owned(),
        Advice::FixShift => "fix the shift: --align".to_owned(),
        Advice::ShowAllLabels => "show all labels: --all".to_owned(),
        Advice::Widen(width) => format!("widen the table: --width {width}"),
        other => other.to_string(),
    };
    Style { advice: wording, ..Style::default() }
}

/// Figures as tables show them: percentages, except crossing; missing ones are undefined.
fn values(info: &MeasureInfo, figures: &[f64]) -> Vec<Option<f64>> {
    let scale = |figure: &Figure| if figure.unit == FigureUnit::Percent { 100.0 } else { 1.0 };
    let value = |(at, figure)| figures.get(at).map(|value| value / scale(figure));
    info.figures.iter().enumerate().map(value).collect()
}

fn scores(corpus: &[f64], mean: &[f64], counts: &[i128]) -> Scores {
    of_measure(&PARSEVAL, corpus, mean, counts)
}

fn of_measure(info: &MeasureInfo, corpus: &[f64], mean: &[f64], counts: &[i128]) -> Scores {
    let sentence_mean = values(info, mean);
    let pairs = counts.first().and_then(|&pairs| u64::try_from(pairs).ok()).unwrap_or(0);
    let sum = |mean: &Option<f64>| match mean {
        Some(mean) => Fixed { sum: Fixed::point(mean * pairs as f64), values: pairs },
        None => Fixed::default(),
    };
    let means = sentence_mean.iter().map(sum).collect();
    let padded = (0..info.fields.len()).filter(|_| !counts.is_empty());
    let counts = padded.map(|at| counts.get(at).copied().unwrap_or(0)).collect();
    Scores { corpus: values(info, corpus), sentence_mean, counts, means }
}

fn brackets(pairs: i128, gold: i128, system: i128, matched: i128) -> [i128; 4] {
    [pairs, matched, gold, system]
}

fn cell(scored: Scores, mean: &[f64], all_pairs: f64, coverage: Coverage) -> SystemScores {
    let share = coverage.scored as f64 / coverage.read as f64;
    // Refused pairs count as zero, so the mean shrinks by their share.
    let all_mean: Vec<f64> = mean.iter().map(|figure| figure * share).collect();
    SystemScores {
        signature: SIGNATURE.to_owned(),
        scored,
        within_cutoff: Some(WithinCutoff {
            words: 40,
            scores: scores(
                &[92.04, 91.87, 92.21, 40.95, 0.48, 97.05],
                &[93.10, 93.02, 93.31],
                &brackets(1_116, 18_669, 18_600, 17_151),
            ),
        }),
        all_pairs: scores(&[all_pairs, 90.74, 91.59], &all_mean, &brackets(1_204, 21_604, 21_404, 19_604)),
        intervals: Vec::new(),
        facts: Vec::new(),
        coverage,
        breakdown: None,
        second_breakdown: None,
        replies: None,
    }
}

fn reason(why: &str, pairs: u64, first: &str, note: Option<&str>) -> Reason {
    Reason {
        why: why.to_owned(),
        pairs,
        first: first.to_owned(),
        note: note.map(str::to_owned),
        causes: Vec::new(),
        is_about_words: why == "words differ",
        advice: None,
    }
}

fn heron_coverage() -> Coverage {
    Coverage {
        read: 1_204,
        scored: 1_198,
        refused: 6,
        refused_beyond_cutoff: 1,
        reasons: vec![
            reason("words differ", 4, "pair 312", Some("one system sentence seems to be missing")),
            reason("not a tree", 2, "heron.trees:118:42", None),
        ],
        ..Coverage::default()
    }
}

fn plover_coverage() -> Coverage {
    Coverage { read: 1_204, scored: 1_204, ..Coverage::default() }
}

fn heron() -> SystemScores {
    let (corpus, mean) = ([91.41, 91.24, 91.59, 38.31, 0.55, 97.02], [92.58, 92.47, 92.83]);
    let scored = scores(&corpus, &mean, &brackets(1_198, 21_486, 21_404, 19_604));
    cell(scored, &mean, 91.16, heron_coverage())
}

fn plover() -> SystemScores {
    let (corpus, mean) = ([90.80, 90.91, 90.69, 36.79, 0.61, 96.88], [91.97, 92.01, 92.02]);
    let scored = scores(&corpus, &mean, &brackets(1_204, 21_604, 21_656, 19_640));
    cell(scored, &mean, 90.80, plover_coverage())
}

fn wren() -> SystemScores {
    let coverage = Coverage {
        read: 1_204,
        scored: 1_164,
        refused: 40,
        refused_beyond_cutoff: 31,
        reasons: vec![reason("no tree", 40, "pair 12", None)],
        ..Coverage::default()
    };
    let (corpus, mean) = ([91.52, 91.81, 91.23, 38.66, 0.53, 97.10], [92.41, 92.60, 92.31]);
    let scored = scores(&corpus, &mean, &brackets(1_164, 20_070, 20_198, 18_426));
    cell(scored, &mean, 87.96, coverage)
}

fn named(name: &str) -> SystemReport {
    SystemReport { name: name.to_owned(), ..SystemReport::default() }
}

fn report(systems: Vec<(&str, SystemScores)>) -> Report {
    let (names, cells): (Vec<&str>, Vec<SystemScores>) = systems.into_iter().unzip();
    Report {
        treescore: "1.2.0".to_owned(),
        systems: names.into_iter().map(named).collect(),
        measures: vec![MeasureReport {
            info: &PARSEVAL,
            average: Average::Corpus,
            setup: SIGNATURE.replace("|n:1204", ""),
            cells,
            comparisons: Vec::new(),
        }],
        ..Report::default()
    }
}

/// heron alone, with six refused pairs.
pub(crate) fn one() -> Report {
    report(vec![("heron.trees", heron())])
}

/// heron alone, with nothing refused.
pub(crate) fn all_scored() -> Report {
    report(vec![("plover.trees", plover())])
}

/// heron, plover and wren.
pub(crate) fn several() -> Report {
    report(vec![("heron.trees", heron()), ("plover.trees", plover()), ("wren.trees", wren())])
}

/// heron and plover by parseval, dependency and struct-iou.
pub(crate) fn several_measures() -> Report {
    let mut report = report(vec![("heron.trees", heron()), ("plover.trees", plover())]);
    let cell = |info: &MeasureInfo, scored: &[f64], all_pairs: f64, counts: &[i128], coverage| SystemScores {
        signature: SIGNATURE.replace("parseval", info.name),
        scored: of_measure(info, scored, scored, counts),
        within_cutoff: None,
        all_pairs: of_measure(info, &[all_pairs], &[all_pairs], counts),
        intervals: vec![],
        facts: vec![],
        coverage,
        breakdown: None,
        second_breakdown: None,
        replies: None,
    };
    let of_dependency = |scored: &[f64], all_pairs, coverage| {
        cell(&DEPENDENCY, scored, all_pairs, &[1_198, 19_000, 21_000, 21_000], coverage)
    };
    let of_iou = |scored, all_pairs, coverage| {
        cell(&STRUCT_IOU, &[scored], all_pairs, &[1_198, 38_204, 1 << 90], coverage)
    };
    let measure = |info: &'static MeasureInfo, average, cells| MeasureReport {
        info,
        average,
        setup: SIGNATURE.replace("parseval", info.name).replace("|n:1204", ""),
        cells,
        comparisons: Vec::new(),
    };
    report.measures.push(measure(
        &DEPENDENCY,
        Average::Corpus,
        vec![
            of_dependency(&[90.02, 89.90, 90.14], 89.80, heron_coverage()),
            of_dependency(&[89.77, 89.70, 89.84], 89.77, plover_coverage()),
        ],
    ));
    report.measures.push(measure(
        &STRUCT_IOU,
        Average::Sentence,
        vec![of_iou(0.9512, 0.9480, heron_coverage()), of_iou(0.9498, 0.9498, plover_coverage())],
    ));
    report
}

/// heron by parseval, dependency and struct-iou.
pub(crate) fn several_measures_of_one() -> Report {
    let mut report = several_measures();
    report.systems.truncate(1);
    report.measures.iter_mut().for_each(|measure| measure.cells.truncate(1));
    report
}

/// Repeats the first system of a report under another name.
pub(crate) fn repeat(report: &mut Report, name: &str) {
    report.systems.push(named(name));
    for measure in &mut report.measures {
        measure.cells.extend(measure.cells.first().cloned());
    }
}

/// Two pairs, with F1 as the only figure.
pub(crate) fn tiny() -> Report {
    let tiny = |value: f64| Scores {
        sentence_mean: vec![],
        means: vec![],
        ..scores(&[100.0 * value], &[], &brackets(1, 4, 3, 2))
    };
    let coverage = Coverage {
        read: 2,
        scored: 1,
        refused: 1,
        reasons: vec![reason("not a tree", 1, "heron.trees:2:1", None)],
        ..Coverage::default()
    };
    let cell = SystemScores {
        signature: "treescore:1.2.0|n:1/2".to_owned(),
        scored: tiny(4.0 / 7.0),
        within_cutoff: None,
        all_pairs: tiny(0.5),
        intervals: Vec::new(),
        facts: Vec::new(),
        coverage,
        breakdown: None,
        second_breakdown: None,
        replies: None,
    };
    let mut report = report(vec![("heron.trees", cell)]);
    report.measures[0].setup = "treescore:1.2.0".to_owned();
    report
}

/// Nothing could be scored: every figure is undefined.
pub(crate) fn undefined() -> Report {
    let coverage = Coverage {
        read: 2,
        refused: 2,
        reasons: vec![reason("no tree", 2, "pair 1", None)],
        ..Coverage::default()
    };
    let nothing = cell(scores(&[], &[], &[]), &[], f64::NAN, coverage);
    let nothing = SystemScores { within_cutoff: None, all_pairs: scores(&[], &[], &[]), ..nothing };
    report(vec![("heron.trees", nothing)])
}

/// Both files are empty.
pub(crate) fn zero_pairs() -> Report {
    let mut report = undefined();
    report.measures[0].cells[0].coverage = Coverage::default();
    report
}

/// A breakdown by length.
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
        scores: scores(&[f1], &[f1], &brackets(pairs, gold, 0, 0)),
        ..Group::default()
    };
    Breakdown { by: By::Length, groups: classes.into_iter().map(group).collect(), others: 0 }
}

/// A breakdown by label; the eight rare labels add up to the row `other`.
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
    Breakdown { by: By::Label, groups: frequent.into_iter().chain(rare).collect(), others: 0 }
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
        scores: scores(&figures, &[], &brackets(0, gold, system, matched)),
        relabelled: relabelled.collect(),
        ..Group::default()
    }
}

/// The refused pairs of the first system.
pub(crate) fn refused_rows() -> Vec<RefusedRow> {
    let row = |(pair, system_line, kind, why): (u64, u64, &str, &str)| RefusedRow {
        system: 0,
        measures: vec![0],
        place: RowPlace {
            pair: Some(pair),
            gold_line: Some(pair),
            system_line: Some(system_line),
            ..RowPlace::default()
        },
        refused: Refused { kind: kind.to_owned(), why: why.to_owned(), advice: None },
    };
    [
        (57, 118, "not a tree", "not a tree: `)` without `(` at column 42"),
        (58, 119, "not a tree", "not a tree: 2 brackets are never closed"),
        (312, 373, "words differ", "words differ at word 1: \"Nobody\" / \"Rain\""),
        (313, 374, "words differ", "words differ at word 1: \"Rain\" / \"A\""),
        (314, 375, "words differ", "21 words in gold, 17 in the system"),
        (315, 376, "words differ", "words differ at word 1: \"A\" / \"Two\""),
    ]
    .map(row)
    .to_vec()
}

/// Two pairs of the first system by PARSEVAL: one scored, one refused.
pub(crate) fn rows() -> Vec<Row> {
    let place = |pair| RowPlace {
        pair: Some(pair),
        gold_trees: vec![pair],
        system_trees: vec![pair],
        file: Some("heron.trees".to_owned()),
        gold_line: Some(pair),
        system_line: Some(pair + 1),
        ..RowPlace::default()
    };
    let scored = Row {
        place: place(1),
        words: Some(7),
        figures: values(&PARSEVAL, &[57.14, 50.0, 66.67, 0.0, 1.0, 100.0]),
        counts: vec![1, 2, 4, 3, 1, 7, 7, 7, 0, 0, 1],
        ..Row::default()
    };
    let refused = Row {
        place: place(2),
        words: Some(3),
        figures: vec![None; 6],
        counts: vec![1, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0],
        refused: Some(Refused {
            kind: "not a tree".to_owned(),
            why: "not a tree: `)` without `(`, at column 42".to_owned(),
            advice: None,
        }),
        ..Row::default()
    };
    vec![scored, refused]
}

/// One bracket relabelled, one missing.
pub(crate) fn matches() -> Vec<ShownMatch> {
    let bracket = |label: &str, words, text: &str| {
        Some(ItemView {
            label: label.to_owned(),
            words: Some(words),
            text: text.to_owned(),
            ..ItemView::default()
        })
    };
    let shown = |verdict, gold, system| ShownMatch { verdict, gold, system, worth: None };
    vec![
        shown(Verdict::Relabelled, bracket("ADJP", (4, 5), "closed"), bracket("VP", (4, 5), "closed")),
        shown(Verdict::Missing, bracket("NP", (2, 4), "old maps"), None),
    ]
}
