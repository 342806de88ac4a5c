//! Intervals and comparisons as JSON.

use serde::Serialize;

use crate::measure::MeasureInfo;
use crate::report::model::{Average, MeasureReport, Report};
use crate::report::statistics::{ComparisonReport, FigureInterval, IntervalReport};
use crate::setup::StatSettings;
use crate::stats::{Test, Wins};

/// How sure a figure is.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FigureInterval"))]
pub(super) struct IntervalJson {
    /// The figure.
    figure: &'static str,
    /// Over the corpus, or the mean of the sentences.
    average: Average,
    /// The pairs: `scored` or `all`.
    over: &'static str,
    /// The figure over these pairs.
    value: Option<f64>,
    /// The interval.
    interval: IntervalReport,
    /// A bound for the smallest true difference to a rival that would be found in four of five test sets, if its
    /// errors are independent; `null` if there are too few units.
    detectable_at_most: Option<f64>,
}

impl IntervalJson {
    pub(super) fn new(measure: &MeasureReport, found: &FigureInterval, settings: &StatSettings) -> Self {
        Self {
            figure: measure.info.figures[found.figure].key,
            average: found.average,
            over: found.over.as_str(),
            value: found.interval.value,
            interval: IntervalReport::new(&found.interval, settings),
            detectable_at_most: found.detectable_at_most,
        }
    }
}

/// The difference of two systems in a figure: `system` minus `against`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Comparison"))]
pub(in crate::report) struct ComparisonJson<'r> {
    /// The system.
    system: &'r str,
    /// The system it is compared with.
    against: &'r str,
    /// The figure.
    figure: &'static str,
    /// Over the corpus, or the mean of the sentences.
    average: Average,
    /// The pairs: `all`, or those that both systems scored (`common`), for figures that a missing answer does not
    /// lower.
    over: &'static str,
    /// Pairs that no figure is about, because the counts of one of the systems are not known.
    #[serde(skip_serializing_if = "is_zero")]
    left_out: u64,
    /// The figure of each system over these pairs: the values that the difference is of. Groups and sides without an answer
    /// count as refused pairs do, so that they may differ from `all_pairs`.
    values: BothJson<Option<f64>>,
    /// The difference; `null` is undefined.
    difference: Option<f64>,
    /// The interval of the difference.
    interval: IntervalReport,
    /// The test.
    test: TestJson,
    /// In how many units which system is better.
    better: WinsJson,
    /// The smallest true difference that would be found in four of five test sets; `null` if there are too few units
    /// or no differences.
    detectable: Option<f64>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// A value for each system.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "BothSystems"))]
struct BothJson<T> {
    /// Of the system.
    system: T,
    /// Of the system it is compared with.
    against: T,
}

/// A p-value and what it rests on.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Test"))]
struct TestJson {
    /// How it was found: `randomisation`, `exact` or `bootstrap`.
    kind: &'static str,
    /// The p-value, two-sided.
    p: Option<f64>,
    /// The p-value after Holm's correction for the number of comparisons in this figure.
    p_adjusted: Option<f64>,
    /// Outcomes at least as far from zero as the difference.
    extreme: Option<u64>,
    /// The number of outcomes: shuffles, patterns or replicates.
    outcomes: u64,
    /// Outcomes in which the difference is undefined.
    undefined: u64,
}

/// In how many units which system is better.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Wins"))]
struct WinsJson {
    /// The system.
    system: u64,
    /// The system it is compared with.
    against: u64,
    /// Neither.
    equal: u64,
}

impl<'r> ComparisonJson<'r> {
    pub(in crate::report) fn new<N: AsRef<str>>(
        names: &'r [N],
        info: &MeasureInfo,
        found: &ComparisonReport,
        settings: &StatSettings,
    ) -> Self {
        let name = |at: usize| names.get(at).map_or("", N::as_ref);
        let comparison = &found.comparison;
        let Test { kind, p, extreme, outcomes, undefined, .. } = found.asked_test();
        let Wins { first, second, equal } = comparison.wins;
        Self {
            system: name(found.system),
            against: name(found.against),
            figure: info.figures[found.figure].key,
            average: found.average,
            over: comparison.over.as_str(),
            left_out: found.left_out,
            values: BothJson { system: comparison.second, against: comparison.first },
            difference: comparison.difference.value,
            interval: IntervalReport::new(&comparison.difference, settings),
            test: TestJson {
                kind: kind.as_str(),
                p: *p,
                p_adjusted: found.p_adjusted,
                extreme: *extreme,
                outcomes: *outcomes,
                undefined: *undefined,
            },
            better: WinsJson { system: second, against: first, equal },
            detectable: comparison.detectable,
        }
    }
}

/// The comparisons of a measure: all, or those of one system.
pub(in crate::report) fn comparisons<'r>(
    report: &'r Report,
    measure: &MeasureReport,
    system: Option<usize>,
) -> Vec<ComparisonJson<'r>> {
    let settings = report.statistics.as_ref().map(|statistics| statistics.settings).unwrap_or_default();
    let is_asked = |found: &&ComparisonReport| system.is_none_or(|system| found.system == system);
    let all = measure.comparisons.iter().filter(is_asked);
    all.map(|found| ComparisonJson::new(&report.systems, measure.info, found, &settings)).collect()
}
