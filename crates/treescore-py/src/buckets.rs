//! Statistics of tables that an engine keeps: of rows that come to the driver, or of sums by bucket.

use std::sync::Arc;

use pyo3::prelude::*;
use treescore::front::SystemScore;
use treescore::report::compare::{Compared, ComparedMeasure};
use treescore::report::model::RowKind;
use treescore::report::statistics::{ComparisonReport, StatisticsReport};
use treescore::run::KeptFigure;
use treescore::setup::{TestMethod, Used, bucket};
use treescore::stats::{Asked, Over, StatRows, StatSettings, Wins, compare, intervals, pair_parts};

use crate::comparison::{AskedComparison, Comparison};
use crate::records::Records;
use crate::score::{Score, average_of, find_figure};
use crate::setup::Setup;
use crate::{error, statistics};

/// The bits of a bucket's number.
const BITS: u32 = 16;

/// A figure of a setup, in the average in which it is shown.
fn kept(py: Python<'_>, score: &SystemScore, name: &str) -> PyResult<KeptFigure> {
    let figure = find_figure(py, score, Some(name))?;
    let found = KeptFigure::new(score.info(), figure, average_of(score, figure));
    found.ok_or_else(|| error::plain(py, format!("{name} is not a quotient of counts")))
}

fn empty(setup: &Bound<'_, Setup>) -> SystemScore {
    SystemScore::empty(setup.get().inner().clone(), "")
}

/// Sums by bucket as rows: numerator and denominator.
fn rows(py: Python<'_>, buckets: &[u64], parts: (&[i128], &[i128]), units: u64) -> PyResult<StatRows> {
    let is_sorted = buckets.is_sorted_by(|one, other| one < other)
        && buckets.last().is_none_or(|&last| last >> BITS == 0);
    if parts.0.len() != buckets.len() || parts.1.len() != buckets.len() || !is_sorted {
        return Err(error::plain(py, "sums by bucket must be ascending, one of each for each bucket"));
    }
    let both: Vec<[i128; 2]> =
        parts.0.iter().zip(parts.1).map(|(&numerator, &denominator)| [numerator, denominator]).collect();
    Ok(StatRows::of_buckets(2, units, buckets.iter().copied().zip(both.iter().map(|both| &both[..]))))
}

/// The interval of a figure whose numerators and denominators were summed by bucket.
#[pyfunction]
#[pyo3(signature = (setup, figure, buckets, numerators, denominators, units, level, resamples, seed))]
pub(crate) fn interval_of_buckets<'py>(
    py: Python<'py>,
    setup: &Bound<'py, Setup>,
    figure: &str,
    buckets: Vec<u64>,
    numerators: Vec<i128>,
    denominators: Vec<i128>,
    units: u64,
    level: f64,
    resamples: u64,
    seed: Option<u64>,
) -> PyResult<Bound<'py, PyAny>> {
    let figure = kept(py, &empty(setup), figure)?;
    let settings = statistics::settings(py, level, resamples, 1, seed)?;
    let rows = rows(py, &buckets, (&numerators, &denominators), units)?;
    let quotient = figure.quotient.of_parts(figure.average, 0);
    let asked = Asked { figure: &quotient, average: treescore::prepare::Average::Corpus, over: Over::Scored };
    let found = py.detach(|| intervals(&rows, &[asked], &settings).pop());
    let found = found.ok_or_else(|| error::plain(py, "there is no interval"))?;
    let ends = (found.ends.map(|(low, _)| low), found.ends.map(|(_, high)| high));
    Records::new(py)?.make("Interval", (found.value, ends.0, ends.1, level, resamples, settings.seed))
}

/// Compares two scores of the same pairs, in whatever order they have them.
#[pyfunction]
#[pyo3(signature = (first, second, names, figures, level, resamples, shuffles, seed))]
pub(crate) fn compare_scores(
    py: Python<'_>,
    first: &Bound<'_, Score>,
    second: &Bound<'_, Score>,
    names: (String, String),
    figures: Option<Vec<String>>,
    level: f64,
    resamples: u64,
    shuffles: u64,
    seed: Option<u64>,
) -> PyResult<Comparison> {
    let (mut one, mut other) = ((*first.get().inner).clone(), (*second.get().inner).clone());
    let (Some(known), Some(found)) = (&one.rows, &other.rows) else {
        return Err(pyo3::exceptions::PyLookupError::new_err(crate::score::NOT_KEPT));
    };
    let arranged = found.in_order_of(&known.names, known.len()).ok_or_else(|| {
        error::make(
            py,
            "SetupMismatch",
            ("the tables have different pairs; a comparison needs the same pairs",),
        )
    })?;
    other.rows = Some(arranged);
    (one.name, other.name) = names;
    let asked = AskedComparison {
        figures,
        reference: None,
        pairwise: false,
        shuffles,
        resamples,
        level,
        seed,
        threads: None,
    };
    Comparison::new(py, &[Arc::new(one), Arc::new(other)], &asked)
}

/// Numerators and denominators of two systems, pair by pair.
type Joined = (Vec<i128>, Vec<i128>, Vec<i128>, Vec<i128>);

/// For two scores of the same pairs in the same order: buckets; for each figure the numerators and denominators of both;
/// for each figure in how many pairs the first is better, the second, neither.
#[pyfunction]
pub(crate) fn joined_parts(
    py: Python<'_>,
    first: &Bound<'_, Score>,
    second: &Bound<'_, Score>,
    figures: Vec<String>,
) -> PyResult<(Vec<u64>, Vec<Joined>, Vec<(u64, u64, u64)>)> {
    let (one, other) = (&first.get().inner, &second.get().inner);
    let (Some(known), Some(found)) = (&one.rows, &other.rows) else {
        return Err(pyo3::exceptions::PyLookupError::new_err(crate::score::NOT_KEPT));
    };
    let buckets = (0..known.len()).map(|row| bucket(known.names.key(row), BITS)).collect();
    let settings = StatSettings { empty: one.setup.recipe.empty, ..StatSettings::default() };
    let (mut all, mut wins) = (Vec::new(), Vec::new());
    for name in &figures {
        let figure = kept(py, one, name)?;
        let (parts, won) =
            pair_parts([&known.rows, &found.rows], (&figure.quotient, figure.average), &settings);
        let column =
            |of: fn(&[treescore::stats::Parts; 2]) -> i128| parts.iter().map(of).collect::<Vec<i128>>();
        all.push((
            column(|both| both[0].numerator),
            column(|both| both[0].denominator),
            column(|both| both[1].numerator),
            column(|both| both[1].denominator),
        ));
        wins.push((won.first, won.second, won.equal));
    }
    Ok((buckets, all, wins))
}

/// Compares two systems whose numerators and denominators were summed by bucket.
#[pyfunction]
#[pyo3(signature = (setup, names, figures, buckets, first, second, wins, units, level, resamples, shuffles, seed))]
pub(crate) fn compare_of_buckets(
    py: Python<'_>,
    setup: &Bound<'_, Setup>,
    names: (String, String),
    figures: Vec<String>,
    buckets: Vec<u64>,
    first: Vec<(Vec<i128>, Vec<i128>)>,
    second: Vec<(Vec<i128>, Vec<i128>)>,
    wins: Vec<(u64, u64, u64)>,
    units: u64,
    level: f64,
    resamples: u64,
    shuffles: u64,
    seed: Option<u64>,
) -> PyResult<Comparison> {
    let score = empty(setup);
    let settings = StatSettings {
        empty: score.setup.recipe.empty,
        samples: true,
        ..statistics::settings(py, level, resamples, shuffles, seed)?
    };
    if first.len() != figures.len() || second.len() != figures.len() || wins.len() != figures.len() {
        return Err(error::plain(py, "there must be sums and wins for each figure"));
    }
    let mut comparisons = Vec::new();
    for (at, name) in figures.iter().enumerate() {
        let figure = kept(py, &score, name)?;
        let tables = [&first[at], &second[at]]
            .map(|(numerators, denominators)| rows(py, &buckets, (numerators, denominators), units));
        let [one, other] = tables;
        let (one, other) = (one?, other?);
        let quotient = figure.quotient.of_parts(figure.average, 0);
        let found = py
            .detach(|| compare(&one, &other, &[(&quotient, treescore::prepare::Average::Corpus)], &settings));
        let mut found = found.map_err(|e| error::plain(py, e))?;
        let Some(mut comparison) = found.pop() else { continue };
        let (better, worse, equal) = wins[at];
        comparison.wins = Wins { first: better, second: worse, equal };
        let p = comparison.test.p;
        comparisons.push(ComparisonReport {
            system: 1,
            against: 0,
            figure: figure.figure,
            average: figure.average,
            comparison,
            test: TestMethod::Randomisation,
            p_adjusted: p,
            left_out: 0,
        });
    }
    let compared = compared(&score, [names.0, names.1], (comparisons, units), settings);
    Ok(Comparison::of(compared, settings, units))
}

/// Differences as a comparison of two systems.
fn compared(
    score: &SystemScore,
    names: [String; 2],
    (comparisons, units): (Vec<ComparisonReport>, u64),
    settings: StatSettings,
) -> Compared {
    // Pairs of tables have names, and are drawn by them.
    let by_name = StatSettings { resample_by: treescore::setup::ResampleBy::Keys, ..settings };
    let used =
        Used { intervals: true, test: Some(TestMethod::Randomisation), folded: true, detectable: true };
    let signature = score.setup.signature().with_statistics(&by_name.signature(used));
    let measure = ComparedMeasure {
        info: score.info(),
        average: score.setup.recipe.average,
        pairs: units,
        comparisons,
        labels: Vec::new(),
        found: "",
        sentences: Vec::new(),
        segments: Vec::new(),
    };
    Compared {
        names: names.to_vec(),
        kind: RowKind::Pair,
        statistics: StatisticsReport {
            settings,
            test: Some(TestMethod::Randomisation),
            reference: 0,
            incomplete: None,
        },
        measures: vec![measure],
        notes: Vec::new(),
        signatures: vec![signature.to_string()],
    }
}
