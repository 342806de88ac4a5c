//! The difference of two systems: interval, tests, wins, and what could have been found.

use super::bootstrap::{Asked, Interval, Sampled, of_units};
use super::numbers::normal_inverse;
use super::randomisation::{Test, bootstrap_test, randomise};
use super::units::{Cuts, Units};
use crate::measure::{Over, Parts, Quotient, Wins};
use crate::prepare::Average;
use crate::run::{RowsError, StatRows};
use crate::setup::{ResampleBy, StatSettings};

/// The fewest units of a detectable difference.
const FEWEST_DETECTABLE: usize = 20;
/// The share of test sets in which a detectable difference is found.
const POWER: f64 = 0.8;

/// Everything about the difference of two systems in one figure: the second minus the first.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The number of units, after clustering and folding.
    pub keys: u64,
    /// The pairs that were compared.
    pub over: Over,
    /// The first system's figure over these pairs.
    pub first: Option<f64>,
    /// The second system's.
    pub second: Option<f64>,
    /// The difference with its interval.
    pub difference: Interval,
    /// The replicates of the difference.
    pub sampled: Sampled,
    /// The randomisation test.
    pub test: Test,
    /// The paired bootstrap.
    pub bootstrap_test: Test,
    /// In how many units which system is better. Of rows that were summed while scoring, in how many sums.
    pub wins: Wins,
    /// The true difference that would be found in four of five test sets.
    pub detectable: Option<f64>,
}

/// Why two systems cannot be compared: their rows are not about the same gold trees.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("system {}: {error}", .system + 1)]
pub struct Incomplete {
    /// Which of the two, from 0.
    pub system: usize,
    /// What is wrong with its rows.
    pub error: RowsError,
}

/// Compares two systems in some figures, each over the pairs that suit it. The draws are shared.
///
/// # Errors
/// If a gold tree is not in exactly one row of each system.
pub fn compare(
    first: &StatRows,
    second: &StatRows,
    figures: &[(&Quotient, Average)],
    settings: &StatSettings,
) -> Result<Vec<Comparison>, Incomplete> {
    compare_summed([first, second], None, figures, settings)
}

/// The same for rows that may have been summed while scoring. Such rows do not tell which pairs both systems scored,
/// so that rows of these come beside them.
pub(crate) fn compare_summed(
    tables: [&StatRows; 2],
    common: Option<[&StatRows; 2]>,
    figures: &[(&Quotient, Average)],
    settings: &StatSettings,
) -> Result<Vec<Comparison>, Incomplete> {
    let [first, second] = tables;
    let trees = first.trees().max(second.trees());
    for (system, table) in tables.iter().enumerate() {
        table.check_complete(trees).map_err(|error| Incomplete { system, error })?;
    }
    let asked: Vec<Asked<'_>> = figures
        .iter()
        .map(|&(figure, average)| Asked { figure, average, over: figure.compared_over(average) })
        .collect();
    let tables_of = |asked: &Asked<'_>| common.filter(|_| asked.over == Over::Common).unwrap_or(tables);
    let units: Vec<Units> =
        asked.iter().map(|asked| asked.compared_units(&tables_of(asked), settings)).collect();
    let tests = randomise(&asked, &units, settings);
    let sampled = of_units(&asked, &units, settings);
    let cuts = Cuts::new(&tables);
    let each = asked.iter().zip(&units).zip(tests.into_iter().zip(sampled));
    let comparisons = each.map(|((asked, units), (test, (difference, sampled)))| {
        let totals = units.totals();
        let value = |at: usize| asked.figure.value_of(asked.average, totals[at]);
        let error = difference.error.filter(|_| difference.units >= FEWEST_DETECTABLE);
        Comparison {
            keys: units.len(),
            over: asked.over,
            first: value(0),
            second: value(1),
            test,
            bootstrap_test: bootstrap_test(asked, units, &sampled, settings.samples),
            wins: wins(&cuts, tables, asked, settings),
            detectable: error.and_then(|error| detectable(error, settings)),
            difference,
            sampled: if settings.samples { sampled } else { Sampled::default() },
        }
    });
    Ok(comparisons.collect())
}

/// What each pair adds to a figure of two systems, and in how many pairs which of them is better: for engines that sum pairs
/// by bucket. Row `n` of both tables is about the same pair.
pub fn pair_parts(
    tables: [&StatRows; 2],
    (figure, average): (&Quotient, Average),
    settings: &StatSettings,
) -> (Vec<[Parts; 2]>, Wins) {
    let asked = Asked { figure, average, over: figure.compared_over(average) };
    let mut wins = Wins::default();
    let rows = 0..tables[0].len().min(tables[1].len());
    let parts = rows.map(|row| {
        let is_answered = tables.map(|table| table.is_answered(row));
        let is_left_out = asked.over == Over::Common && is_answered.contains(&false);
        let part = |table: &StatRows| asked.compared_parts(table, row, settings);
        let parts = if is_left_out { [Parts::default(); 2] } else { tables.map(part) };
        let value = |at: usize| {
            let is_unanswered = asked.over == Over::All && !is_answered[at];
            figure.unit_value(average, parts[at], is_unanswered, settings.empty)
        };
        wins.add(value(0), value(1), figure.better());
        parts
    });
    (parts.collect(), wins)
}

/// The true difference that a test finds in four of five test sets, from the standard error of the difference.
pub fn detectable(error: f64, settings: &StatSettings) -> Option<f64> {
    (error > 0.0).then(|| (-normal_inverse(settings.tail()) + normal_inverse(POWER)) * error)
}

/// Counts units in which a system is better, before clustering and folding.
fn wins(cuts: &Cuts, tables: [&StatRows; 2], asked: &Asked<'_>, settings: &StatSettings) -> Wins {
    let parts = |table: &StatRows, row: usize| asked.compared_parts(table, row, settings);
    let by_pair = StatSettings { resample_by: ResampleBy::Pair, ..*settings };
    let units = Units::joined(cuts, &tables, &parts, asked.over, &by_pair);
    let unanswered = tables.map(|table| cuts.unanswered(table));
    let value = |system: usize, unit: usize| {
        let is_unanswered = asked.over == Over::All && unanswered[system].contains(&unit);
        asked.figure.unit_value(asked.average, units.columns[system][unit], is_unanswered, settings.empty)
    };
    let mut wins = Wins { equal: units.silent, ..Wins::default() };
    for unit in 0..units.keys.len() {
        wins.add(value(0, unit), value(1, unit), asked.figure.better());
    }
    wins
}
