//! Intervals and comparisons of a report, from the figures that a run kept of each pair.

use std::borrow::Cow;

use serde::Serialize;

use super::model::{Average, Breakdown, By, Group, HeadlineOver, MeasureReport, Report, SystemScores};
use crate::measure::{Better, Bins, Facet};
use crate::prepare::Empty;
use crate::run::{
    Kept, KeptFigure, KeptFigures, Plan, RowsError, Scored, StatRows, Statistics, SystemScored,
};
use crate::setup::{Folding, IntervalMethod, ResampleBy, Signature, StatSettings, TestMethod, Used};
use crate::stats::{
    Asked, Comparison, Incomplete, Interval, IntervalNote, NoInterval, Over, Quotient, Test, compare_summed,
    detectable, holm, intervals,
};

/// The fewest units of a detectable difference.
const FEWEST_DETECTABLE: usize = 20;

/// How the intervals and tests of a report were made.
#[derive(Clone, Debug, PartialEq)]
pub struct StatisticsReport {
    /// The settings.
    pub settings: StatSettings,
    /// The test, if there are several systems.
    pub test: Option<TestMethod>,
    /// The system that the others are compared with.
    pub reference: usize,
    /// Why systems could not be compared, if they could not.
    pub incomplete: Option<String>,
}

/// An interval as machine formats show it: fractions at full precision.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Interval"))]
pub struct IntervalReport {
    /// The lower end; `null` if there is no interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The level: 0.95.
    pub level: f64,
    /// How the ends were found: `percentile` or `bca`; `null` if there is no interval.
    pub method: Option<&'static str>,
    /// Why there is no interval: `undefined` or `too few units`.
    pub reason: Option<&'static str>,
    /// What is unusual about the ends: `bca undefined`.
    pub note: Option<&'static str>,
    /// The number of bootstrap replicates.
    pub replicates: u64,
    /// Replicates in which the figure is undefined.
    pub undefined: usize,
    /// The number of units (pairs, files, sides) that count.
    pub units: usize,
    /// The standard error, by leaving out one unit at a time.
    pub standard_error: Option<f64>,
}

impl IntervalReport {
    pub(super) fn new(interval: &Interval, settings: &StatSettings) -> Self {
        Self {
            low: interval.ends.map(|(low, _)| low),
            high: interval.ends.map(|(_, high)| high),
            level: f64::from(settings.level) / 1000.0,
            method: interval.method.map(IntervalMethod::as_str),
            reason: interval.reason.map(NoInterval::as_str),
            note: interval.note.map(IntervalNote::as_str),
            replicates: settings.replicates,
            undefined: interval.undefined,
            units: interval.units,
            standard_error: interval.error,
        }
    }

    /// The level in per cent: `95`, `99.9`.
    pub(crate) fn level_text(&self) -> String {
        let text = format!("{:.1}", 100.0 * self.level);
        text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
    }
}

/// How sure a figure of one system is.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureInterval {
    /// The position of the figure.
    pub figure: usize,
    /// The average.
    pub average: Average,
    /// The pairs.
    pub over: Over,
    /// The interval.
    pub interval: Interval,
    /// A bound for the true difference to a rival that would be found in four of five test sets, if its errors are
    /// independent.
    pub detectable_at_most: Option<f64>,
}

/// The difference of two systems in one figure.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparisonReport {
    /// The position of the system.
    pub system: usize,
    /// The position of the system it is compared with.
    pub against: usize,
    /// The position of the figure.
    pub figure: usize,
    /// The average.
    pub average: Average,
    /// What was found: `first` is `against`, `second` is the system.
    pub comparison: Comparison,
    /// The test that was asked for.
    pub test: TestMethod,
    /// The p-value, corrected for the number of systems.
    pub p_adjusted: Option<f64>,
    /// Pairs that no figure is about, because the counts of one of the systems are not known.
    pub left_out: u64,
}

impl ComparisonReport {
    /// The test that was asked for.
    pub fn asked_test(&self) -> &Test {
        match self.test {
            TestMethod::Randomisation => &self.comparison.test,
            TestMethod::Bootstrap => &self.comparison.bootstrap_test,
        }
    }

    /// `**` for a corrected p below 0.01, `*` below 0.05.
    pub fn mark(&self) -> &'static str {
        match self.p_adjusted {
            Some(p) if p < 0.01 => "**",
            Some(p) if p < 0.05 => "*",
            _ => "",
        }
    }

    /// The system that is better, if the difference is significant.
    pub fn better(&self, better: Better) -> Option<usize> {
        let difference = self.comparison.difference.value.filter(|_| !self.mark().is_empty())?;
        let is_system = (difference > 0.0) == (better == Better::Higher);
        (difference != 0.0).then_some(if is_system { self.system } else { self.against })
    }
}

/// Adds intervals and comparisons to a report, and says in its signatures how they were made.
pub(super) fn add(report: &mut Report, plan: &Plan, scored: &Scored) {
    let Some(asked) = &plan.ask.statistics else { return };
    let mut shown = StatisticsReport {
        settings: asked.settings,
        test: (plan.systems.len() > 1 && asked.compared).then_some(asked.test),
        reference: reference(asked, scored),
        incomplete: None,
    };
    for (at, measure) in report.measures.iter_mut().enumerate() {
        let settings = settings_of(plan, asked, at);
        for (cell, system) in measure.cells.iter_mut().zip(&scored.systems) {
            let Some(kept) = &system.setups[at].kept else { continue };
            let kept = by_keys(kept, asked);
            cell.intervals = figure_intervals(&kept, asked.intervals, has_refused(cell), &settings);
            if asked.groups {
                let is_folded = cell.intervals.iter().any(|found| found.interval.is_folded);
                let breakdowns = [&mut cell.breakdown, &mut cell.second_breakdown].into_iter().flatten();
                for (breakdown, facet) in breakdowns.zip(plan.ask.facets()) {
                    let bins = match facet {
                        Facet::Quantiles(quantiles) => Some(scored.bins(*quantiles)),
                        _ => None,
                    };
                    add_group_intervals(breakdown, (&kept, is_folded), (facet, bins), &settings);
                }
            }
        }
        match comparisons(plan, scored, at) {
            Ok(found) => measure.comparisons = found,
            Err(Mismatch { system, error }) => {
                let name = report.systems.get(system).map(|system| system.name.clone()).unwrap_or_default();
                shown.incomplete.get_or_insert(format!("{name}: {}", error.error));
            }
        }
        sign(measure, plan, &settings);
    }
    for (system, scored) in report.systems.iter_mut().zip(&scored.systems) {
        if let (Some(speech), Some(kept)) = (&mut system.speech, &scored.kept_words) {
            let settings = StatSettings { empty: Empty::Skip, ..settings_of(plan, asked, 0) };
            let found = figure_intervals(&by_keys(kept, asked), KeptFigures::All, true, &settings);
            // The words of a refused pair are deleted.
            let wer = found.iter().find(|found| found.figure == 0 && found.over == Over::All);
            speech.wer_interval = wer.map(|wer| IntervalReport::new(&wer.interval, &settings));
        }
    }
    report.statistics = Some(shown);
}

fn has_refused(cell: &SystemScores) -> bool {
    cell.coverage.refused > 0
}

/// The settings of one setup: its recipe decides what undefined scores of sentences count.
pub(super) fn settings_of(plan: &Plan, asked: &Statistics, at: usize) -> StatSettings {
    let empty = plan.setups.get(at).map_or(Empty::Skip, |setup| setup.recipe.empty);
    StatSettings { empty, threads: plan.threads, ..asked.settings }
}

/// The kept rows with the keys that decide what is drawn together.
fn by_keys<'k>(kept: &'k Kept, asked: &Statistics) -> Cow<'k, Kept> {
    match &asked.keys {
        // Rows that were summed while scoring were summed by these keys.
        Some(keys) if asked.settings.resample_by == ResampleBy::Keys && !kept.rows.is_summed() => {
            Cow::Owned(kept.clone().with_keys(keys))
        }
        _ => Cow::Borrowed(kept),
    }
}

/// The kept rows of a system by a setup, if it was scored.
pub(super) fn kept_of<'k>(
    scored: &'k Scored,
    system: usize,
    at: usize,
    asked: &Statistics,
) -> Option<Cow<'k, Kept>> {
    let system = scored.systems.get(system).filter(|system| system.uneven.is_none())?;
    Some(by_keys(system.setups.get(at)?.kept.as_ref()?, asked))
}

/// A kept figure as a quotient of the kept columns.
pub(super) fn asked_of(kept: &Kept, figure: usize, average: Average) -> Option<Quotient> {
    let at = kept.figures.iter().position(|kept| (kept.figure, kept.average) == (figure, average))?;
    Some(kept.figures[at].quotient.of_parts(average, at))
}

/// The kept figures as quotients of the kept columns.
fn quotients(kept: &Kept) -> Vec<Quotient> {
    let each = kept.figures.iter().enumerate();
    each.map(|(at, figure)| figure.quotient.of_parts(figure.average, at)).collect()
}

/// The intervals of kept figures: over the scored pairs, and over all pairs if some were refused. The headline is the
/// first of them.
fn figure_intervals(
    kept: &Kept,
    which: KeptFigures,
    with_all: bool,
    settings: &StatSettings,
) -> Vec<FigureInterval> {
    let mut quotients = quotients(kept);
    if which == KeptFigures::Headline {
        quotients.truncate(1);
    }
    let overs = if with_all { &[Over::Scored, Over::All][..] } else { &[Over::Scored][..] };
    let asked: Vec<(usize, Asked<'_>)> = quotients
        .iter()
        .enumerate()
        .flat_map(|(at, figure)| {
            overs.iter().map(move |&over| (at, Asked { figure, average: Average::Corpus, over }))
        })
        .collect();
    let figures: Vec<Asked<'_>> = asked.iter().map(|(_, asked)| *asked).collect();
    let found = intervals(&kept.rows, &figures, settings);
    let each = asked.into_iter().zip(found);
    each.map(|((at, asked), interval)| {
        let error = interval.error.filter(|_| interval.units >= FEWEST_DETECTABLE);
        let bound = error.and_then(|error| detectable(error * std::f64::consts::SQRT_2, settings));
        let kept = &kept.figures[at];
        FigureInterval {
            figure: kept.figure,
            average: kept.average,
            over: asked.over,
            interval,
            detectable_at_most: bound,
        }
    })
    .collect()
}

/// Why systems cannot be compared, and which one is at fault.
pub(super) struct Mismatch {
    pub(super) system: usize,
    pub(super) error: Incomplete,
}

/// Compares systems by one setup: with the reference, or all with each other. Systems without scores are left out.
pub(super) fn comparisons(
    plan: &Plan,
    scored: &Scored,
    at: usize,
) -> Result<Vec<ComparisonReport>, Mismatch> {
    let is_compared = |asked: &&Statistics| asked.compared && !scored.interrupted;
    let Some(asked) = plan.ask.statistics.as_ref().filter(is_compared) else {
        return Ok(Vec::new());
    };
    compare_kept(scored, asked, &settings_of(plan, asked, at), &|system| kept_of(scored, system, at, asked))
}

/// Compares the word errors of systems, if words of speech are aligned.
pub(super) fn word_comparisons(plan: &Plan, scored: &Scored) -> Result<Vec<ComparisonReport>, Mismatch> {
    let Some(asked) = plan.ask.statistics.as_ref().filter(|_| !scored.interrupted) else {
        return Ok(Vec::new());
    };
    let settings = StatSettings { empty: Empty::Skip, ..settings_of(plan, asked, 0) };
    compare_kept(scored, asked, &settings, &|system| {
        Some(by_keys(scored.systems[system].kept_words.as_ref()?, asked))
    })
}

/// Compares systems by what was kept of them. Systems without scores are left out.
fn compare_kept<'k>(
    scored: &'k Scored,
    asked: &Statistics,
    settings: &StatSettings,
    kept: &dyn Fn(usize) -> Option<Cow<'k, Kept>>,
) -> Result<Vec<ComparisonReport>, Mismatch> {
    let systems: Vec<usize> =
        (0..scored.systems.len()).filter(|&system| scored.systems[system].uneven.is_none()).collect();
    let kept: Vec<Cow<'_, Kept>> = systems.iter().filter_map(|&system| kept(system)).collect();
    let Some(first) = kept.first().filter(|_| kept.len() == systems.len()) else { return Ok(Vec::new()) };
    // The kept columns are worked out already.
    let figures: Vec<(KeptFigure, Average)> = first
        .figures
        .iter()
        .zip(quotients(first))
        .map(|(kept, quotient)| (KeptFigure { quotient, ..*kept }, Average::Corpus))
        .collect();
    let rows: Vec<&StatRows> = kept.iter().map(|kept| &kept.rows).collect();
    let reference = reference(asked, scored);
    let place = systems.iter().position(|&system| system == reference);
    let asked = Statistics { reference: place.unwrap_or(0), ..asked.clone() };
    let name = |place: usize| systems.get(place).copied().unwrap_or_default();
    // Where pairs were summed while they were scored, wins were counted against some systems only.
    let is_unknown = |&(first, second): &(usize, usize)| {
        kept[second].rows.is_summed() && kept[second].wins_against(name(first)).is_none()
    };
    if asked.pairs(rows.len()).iter().any(is_unknown) {
        let error = Incomplete { system: 0, error: RowsError::Summed };
        return Err(Mismatch { system: reference, error });
    }
    let common = |first: usize, second: usize| kept[second].common_with(name(first));
    match compare_pairs((&rows, &common), &figures, &asked, settings) {
        Err(Mismatch { system, error }) => Err(Mismatch { system: name(system), error }),
        Ok(mut all) => {
            for (number, found) in all.iter_mut().enumerate() {
                let second = &kept[found.system];
                (found.system, found.against) = (name(found.system), name(found.against));
                // Sums do not tell pairs apart, so that these were counted before.
                let wins =
                    second.wins_against(found.against).and_then(|wins| wins.get(number % figures.len()));
                if let Some(wins) = wins {
                    found.comparison.wins = *wins;
                }
            }
            Ok(all)
        }
    }
}

/// Compares systems whose rows have the counts of a measure.
pub(super) fn compare_rows(
    rows: &[&StatRows],
    figures: &[KeptFigure],
    asked: &Statistics,
    settings: &StatSettings,
) -> Result<Vec<ComparisonReport>, Mismatch> {
    let figures: Vec<(KeptFigure, Average)> =
        figures.iter().map(|figure| (figure.clone(), figure.average)).collect();
    compare_pairs((rows, &|_, _| None), &figures, asked, settings)
}

/// The rows of pairs that two systems scored, if others are summed with them.
type CommonRows<'r> = dyn Fn(usize, usize) -> Option<[&'r StatRows; 2]> + 'r;

/// Compares systems in figures, each read off the columns of the rows in an average.
fn compare_pairs<'r>(
    (rows, common): (&[&'r StatRows], &CommonRows<'r>),
    figures: &[(KeptFigure, Average)],
    asked: &Statistics,
    settings: &StatSettings,
) -> Result<Vec<ComparisonReport>, Mismatch> {
    let quotients: Vec<(&Quotient, Average)> =
        figures.iter().map(|(figure, average)| (&figure.quotient, *average)).collect();
    let mut all = Vec::new();
    for (against, system) in asked.pairs(rows.len()) {
        let found =
            compare_summed([rows[against], rows[system]], common(against, system), &quotients, settings)
                .map_err(|error| Mismatch {
                    system: if error.system == 0 { against } else { system },
                    error,
                })?;
        all.extend(figures.iter().zip(found).map(|((kept, _), comparison)| ComparisonReport {
            system,
            against,
            figure: kept.figure,
            average: kept.average,
            comparison,
            test: asked.test,
            p_adjusted: None,
            left_out: 0,
        }));
    }
    adjust(&mut all);
    Ok(all)
}

/// The system with which the others are compared. If it has no scores because it does not fit gold, the first that
/// has them stands in.
fn reference(asked: &Statistics, scored: &Scored) -> usize {
    let has_scores = |system: &SystemScored| system.uneven.is_none();
    if scored.systems.get(asked.reference).is_some_and(has_scores) {
        return asked.reference;
    }
    scored.systems.iter().position(has_scores).unwrap_or(asked.reference)
}

/// Corrects p-values within each figure and average.
fn adjust(all: &mut [ComparisonReport]) {
    let mut families: Vec<(usize, Average)> = Vec::new();
    for found in &*all {
        if !families.contains(&(found.figure, found.average)) {
            families.push((found.figure, found.average));
        }
    }
    for family in families {
        let is_member = |found: &&mut ComparisonReport| (found.figure, found.average) == family;
        let mut members: Vec<&mut ComparisonReport> = all.iter_mut().filter(is_member).collect();
        let p: Vec<Option<f64>> = members.iter().map(|found| found.asked_test().p).collect();
        for (member, adjusted) in members.iter_mut().zip(holm(&p)) {
            member.p_adjusted = adjusted;
        }
    }
}

/// Says in the signatures of a measure how its intervals and tests were made.
fn sign(measure: &mut MeasureReport, plan: &Plan, settings: &StatSettings) {
    let is_compared = |asked: &&Statistics| asked.compared && plan.systems.len() > 1;
    let test = plan.ask.statistics.as_ref().filter(is_compared).map(|asked| asked.test);
    let folded = measure.comparisons.iter().any(|found| found.comparison.difference.is_folded);
    for cell in &mut measure.cells {
        if cell.intervals.is_empty() {
            continue;
        }
        let folded = folded || cell.intervals.iter().any(|found| found.interval.is_folded);
        let used = Used { intervals: true, test, folded, detectable: test.is_some() };
        if let Ok(signature) = cell.signature.parse::<Signature>() {
            cell.signature = signature.with_statistics(&settings.signature(used)).to_string();
        }
    }
}

/// Adds the intervals of the headline in the groups of a breakdown. Rows of the whole may be folded.
fn add_group_intervals(
    breakdown: &mut Breakdown,
    (kept, is_whole_folded): (&Kept, bool),
    (facet, bins): (&Facet, Option<Bins>),
    settings: &StatSettings,
) {
    let Some(headline) = kept.figures.first().filter(|figure| figure.figure == 0) else { return };
    // The rows of a class are few, but they are drawn as in the whole.
    let above = if is_whole_folded { 0 } else { settings.folding.above() };
    let folding = Folding::new(above, settings.folding.bits()).unwrap_or(settings.folding);
    let settings = StatSettings { folding, ..*settings };
    let interval = |rows: &StatRows, average: Average, column: usize| {
        let figure = headline.quotient.of_parts(average, column);
        let asked = Asked { figure: &figure, average: Average::Corpus, over: Over::Scored };
        intervals(rows, &[asked], &settings).pop()
    };
    let nothing = StatRows::new(kept.rows.width());
    if *facet == Facet::LabelPairs {
        return; // pairs of labels have no figure
    }
    if facet.is_item_facet() {
        for group in &mut breakdown.groups {
            let label = group.label.as_ref().filter(|_| has_headline(group, Average::Corpus));
            let rows = label.and_then(|label| kept.labels.rows(label));
            // Without a figure, the interval says why there is none.
            group.interval = interval(rows.as_ref().unwrap_or(&nothing), Average::Corpus, 0);
        }
        return;
    }
    let is_cumulative = breakdown.by == By::MaxLength;
    // Rows of quantiles are classed by their length.
    let class_of = |class: u64| match &bins {
        Some(bins) => bins.class_of(u32::try_from(class).unwrap_or(u32::MAX)),
        None => class,
    };
    let mut members = vec![Vec::new(); breakdown.groups.len()];
    for row in 0..kept.rows.len() {
        let class = kept.rows.class(row).map(class_of);
        let Some(class) = class.and_then(|class| usize::try_from(class).ok()) else { continue };
        if let Some(members) = members.get_mut(class) {
            members.push(row);
        }
    }
    let mut so_far = Vec::new();
    for (group, mut rows) in breakdown.groups.iter_mut().zip(members) {
        if is_cumulative {
            so_far.append(&mut rows);
            rows.clone_from(&so_far);
        }
        let is_defined = has_headline(group, headline.average);
        let rows = if is_defined { kept.rows.only(&rows) } else { nothing.clone() };
        group.interval = interval(&rows, headline.average, 0);
    }
}

/// True if the headline figure of a group is defined.
fn has_headline(group: &Group, average: Average) -> bool {
    group.scores.value(average, 0).is_some()
}

impl SystemScores {
    /// The interval of a figure, if there is one.
    pub fn interval(&self, figure: usize, average: Average, over: Over) -> Option<&FigureInterval> {
        let mut all = self.intervals.iter();
        all.find(|found| (found.figure, found.average, found.over) == (figure, average, over))
    }

    /// The interval of the headline, over the pairs that the headline is about.
    pub fn headline_interval(&self, average: Average) -> Option<&FigureInterval> {
        let over = match self.coverage.headline()? {
            HeadlineOver::AllPairs => Over::All,
            HeadlineOver::Scored => Over::Scored,
        };
        self.interval(0, average, over)
    }
}

impl MeasureReport {
    /// The comparison of a system with the reference in a figure.
    pub fn comparison(&self, system: usize, figure: usize, average: Average) -> Option<&ComparisonReport> {
        let mut all = self.comparisons.iter();
        all.find(|found| (found.system, found.figure, found.average) == (system, figure, average))
    }

    /// The headline of a system over the pairs that its difference is about. `None` without comparisons, and for a
    /// reference whose value depends on the system that it is compared with.
    pub(crate) fn compared_value(&self, system: usize) -> Option<f64> {
        let is_headline = |found: &&ComparisonReport| (found.figure, found.average) == (0, self.average);
        let mut values = self.comparisons.iter().filter(is_headline).filter_map(|found| {
            let values = [(found.system, found.comparison.second), (found.against, found.comparison.first)];
            values.into_iter().find(|(whose, _)| *whose == system)?.1
        });
        let first = values.next()?;
        values.all(|value| value.total_cmp(&first).is_eq()).then_some(first)
    }

    /// The headline of a system beside its difference: over the pairs of the comparison, or else over all pairs.
    pub fn beside_difference(&self, system: usize, cell: &SystemScores) -> Option<f64> {
        self.compared_value(system).or_else(|| self.over_all_pairs(cell))
    }
}
