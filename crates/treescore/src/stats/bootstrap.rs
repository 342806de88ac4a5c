//! Bootstrap: weighted sums of units, and intervals from them.

use std::ops::Range;

use super::columns::{Column, Columns, Limb};
use super::draws::{REPLICATES, weights};
use super::numbers::{normal, normal_inverse, quantile, tolerance};
use super::units::Units;
use crate::measure::{Better, Over, Parts, Quotient};
use crate::prepare::Average;
use crate::run::StatRows;
use crate::setup::{IntervalMethod, StatSettings};
use crate::values::choice;

/// The fewest units of an interval.
pub(super) const FEWEST_UNITS: usize = 10;
/// The largest weight of a unit in a replicate.
const LARGEST_WEIGHT: u128 = 12;

/// A figure that is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'f> {
    /// The figure.
    pub figure: &'f Quotient,
    /// Over the corpus, or the mean of the sentences.
    pub average: Average,
    /// The pairs.
    pub over: Over,
}

impl Asked<'_> {
    /// The value of sums: of one system's figure, or of the second's minus the first's.
    pub(super) fn value(&self, sums: &[Parts]) -> Option<f64> {
        let value = |parts: &Parts| self.figure.value_of(self.average, *parts);
        match sums {
            [one] => value(one),
            [first, second] => Some(value(second)? - value(first)?),
            _ => None,
        }
    }

    /// Numerators and denominators by unit.
    pub(super) fn units(&self, tables: &[&StatRows], settings: &StatSettings) -> Units {
        let parts = |table: &StatRows, row: usize| self.parts(table, row, settings);
        Units::new(tables, &parts, self.over, settings)
    }

    /// The same for a comparison.
    pub(super) fn compared_units(&self, tables: &[&StatRows], settings: &StatSettings) -> Units {
        let parts = |table: &StatRows, row: usize| self.compared_parts(table, row, settings);
        Units::new(tables, &parts, self.over, settings)
    }

    /// What a row adds in a comparison. Gold trees without an answer count as a refused pair does: nothing is achieved,
    /// and in a mean they count 0.
    pub(super) fn compared_parts(&self, table: &StatRows, row: usize, settings: &StatSettings) -> Parts {
        let parts = self.parts(table, row, settings);
        if !table.is_missing(row) || self.figure.better() != Better::Higher {
            return parts;
        }
        let is_mean = self.figure.is_mean(self.average);
        Parts { numerator: 0, denominator: if is_mean { 1 } else { parts.denominator } }
    }

    /// What a row adds.
    pub(super) fn parts(&self, table: &StatRows, row: usize, settings: &StatSettings) -> Parts {
        let count = |column: usize| table.count(row, column);
        self.figure.parts_of(self.average, &count, table.is_refused(row), settings.empty)
    }
}

choice! {
    /// Why an interval has no ends.
    NoInterval {
        /// The figure, or every replicate of it, is undefined.
        Undefined = "undefined",
        /// There are too few units with a denominator.
        TooFewUnits = "too few units",
    }
}

choice! {
    /// What is unusual about the ends of an interval.
    IntervalNote {
        /// The corrected interval is undefined, so that the ends are percentiles.
        BcaUndefined = "bca undefined",
    }
}

/// An interval, or the reason why there is none.
#[derive(Clone, Debug, PartialEq)]
pub struct Interval {
    /// The figure, or the difference.
    pub value: Option<f64>,
    /// The ends.
    pub ends: Option<(f64, f64)>,
    /// How the ends were found.
    pub method: Option<IntervalMethod>,
    /// Why there are no ends.
    pub reason: Option<NoInterval>,
    /// What is unusual about the ends.
    pub note: Option<IntervalNote>,
    /// The number of units with a denominator; of two systems, the smaller number.
    pub units: usize,
    /// The number of replicates in which the value is undefined.
    pub undefined: usize,
    /// The standard error, by leaving out one unit at a time.
    pub error: Option<f64>,
    /// True if units were summed into buckets.
    pub is_folded: bool,
}

/// The sums and values of all replicates, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sampled {
    /// For each replicate, the sums of one or two systems, if samples are kept.
    pub sums: Vec<Vec<Parts>>,
    /// For each replicate, the value; `None` is undefined.
    pub values: Vec<Option<f64>>,
}

/// The intervals of figures of one system.
pub fn intervals(rows: &StatRows, figures: &[Asked<'_>], settings: &StatSettings) -> Vec<Interval> {
    let units: Vec<Units> = figures.iter().map(|asked| asked.units(&[rows], settings)).collect();
    of_units(figures, &units, settings).into_iter().map(|(interval, _)| interval).collect()
}

/// The interval of a figure over the rows of a class. Units and draws are those of the whole table, so that classes
/// add up to the whole in every replicate.
pub fn intervals_of_class(
    rows: &StatRows,
    asked: Asked<'_>,
    is_in_class: &dyn Fn(usize) -> bool,
    settings: &StatSettings,
) -> (Interval, Sampled) {
    let parts = |table: &StatRows, row: usize| {
        if is_in_class(row) { asked.parts(table, row, settings) } else { Parts::default() }
    };
    let units = Units::new(&[rows], &parts, asked.over, settings);
    of_units(&[asked], &[units], settings).remove(0)
}

/// The interval of a figure of one system, or of the difference of two, with its replicates.
pub fn sample(tables: &[&StatRows], asked: Asked<'_>, settings: &StatSettings) -> (Interval, Sampled) {
    of_units(&[asked], &[asked.units(tables, settings)], settings).remove(0)
}

/// The intervals of figures, each over its units. All have the same keys, and share the draws.
pub(super) fn of_units(
    figures: &[Asked<'_>],
    units: &[Units],
    settings: &StatSettings,
) -> Vec<(Interval, Sampled)> {
    let replicates = replicate_all(figures, units, settings);
    let each = figures.iter().zip(units).zip(replicates);
    each.map(|((asked, units), sampled)| {
        let knife = Jackknife::of(units, asked);
        let observed = Observed { value: asked.value(&units.totals()), units: units.sized() };
        let interval =
            Interval { is_folded: units.is_folded, ..interval(observed, &sampled.values, knife, settings) };
        (interval, sampled)
    })
    .collect()
}

/// The number of replicates that a thread works on at a time.
const BATCH: u64 = 1 << 14;

/// The values of all replicates, figure by figure; their sums only if samples are kept.
fn replicate_all(figures: &[Asked<'_>], units: &[Units], settings: &StatSettings) -> Vec<Sampled> {
    let mut all: Vec<Sampled> = figures.iter().map(|_| Sampled::default()).collect();
    let Some(first) = units.first() else { return all };
    let numbers = |column: &Vec<Parts>, part: fn(&Parts) -> i128| column.iter().map(part).collect();
    let given = units.iter().flat_map(|units| &units.columns).flat_map(|column| {
        [numbers(column, |parts| parts.numerator), numbers(column, |parts| parts.denominator)]
    });
    let columns = Columns::new(given, LARGEST_WEIGHT);
    let batch = BATCH * settings.threads.max(1) as u64;
    let mut start = 0;
    while start < settings.replicates {
        let replicates = start..settings.replicates.min(start + batch);
        let sums = weighted_sums(&first.keys, &columns.distinct, replicates.clone(), settings);
        let mut sums = columns.spread(&sums);
        for ((asked, units), sampled) in figures.iter().zip(units).zip(&mut all) {
            let parts: Vec<_> = units.columns.iter().map_while(|_| sums.next().zip(sums.next())).collect();
            for replicate in 0..(replicates.end - replicates.start) as usize {
                let sum = parts
                    .iter()
                    .map(|(top, bottom)| Parts { numerator: top(replicate), denominator: bottom(replicate) });
                let sum: Vec<Parts> = sum.collect();
                sampled.values.push(asked.value(&sum));
                if settings.samples {
                    sampled.sums.push(sum);
                }
            }
        }
        start = replicates.end;
    }
    all
}

/// For each column the weighted sums of some replicates.
fn weighted_sums(
    keys: &[u64],
    columns: &[Column],
    replicates: Range<u64>,
    settings: &StatSettings,
) -> Vec<Vec<i128>> {
    let number = (replicates.end - replicates.start) as usize;
    let chunks: Vec<u32> = replicates.step_by(REPLICATES).map(|first| first as u32).collect();
    let share = chunks.len().div_ceil(settings.threads.max(1)).max(1);
    let parts: Vec<Vec<Vec<i128>>> = std::thread::scope(|scope| {
        let work = |chunks: &[u32]| -> Vec<Vec<Vec<i128>>> {
            chunks.iter().map(|&first| sum_chunk(settings.seed, first, keys, columns)).collect()
        };
        let mut shares = chunks.chunks(share);
        let own = shares.next();
        let others: Vec<_> = shares.map(|chunks| scope.spawn(move || work(chunks))).collect();
        let mut all = own.map(work).unwrap_or_default();
        all.extend(others.into_iter().flat_map(|other| other.join().unwrap_or_default()));
        all
    });
    let mut sums = vec![Vec::with_capacity(number); columns.len()];
    for part in parts {
        for (sum, more) in sums.iter_mut().zip(part) {
            let room = number - sum.len();
            sum.extend(more.into_iter().take(room));
        }
    }
    sums
}

/// The weighted sums of the columns in the replicates from `first` on.
fn sum_chunk(seed: u64, first: u32, keys: &[u64], columns: &[Column]) -> Vec<Vec<i128>> {
    let limbs = || columns.iter().flat_map(|column| &column.limbs);
    let mut sums: Vec<Sums<'_>> = limbs().map(Sums::new).collect();
    for (unit, &key) in keys.iter().enumerate() {
        let weights = weights(seed, first, key);
        for sums in &mut sums {
            sums.add(&weights, unit);
        }
    }
    let mut sums = sums.iter();
    let of_column = |column: &Column| {
        let own: Vec<&Sums<'_>> = sums.by_ref().take(column.limbs.len()).collect();
        (0..REPLICATES).map(|at| Column::combine(own.iter().map(|sums| sums.get(at)))).collect()
    };
    columns.iter().map(of_column).collect()
}

/// The weighted sums of a limb. Each kind of limb has the loop that compilers turn into the shortest vectors.
enum Sums<'l> {
    Short(&'l [i16], [i32; REPLICATES]),
    Small(&'l [u32], [i64; REPLICATES]),
    Wide(&'l [i64], [i64; REPLICATES]),
}

impl<'l> Sums<'l> {
    fn new(limb: &'l Limb) -> Self {
        match limb {
            Limb::Short(values) => Self::Short(values, [0; REPLICATES]),
            Limb::Small(values) => Self::Small(values, [0; REPLICATES]),
            Limb::Wide(values) => Self::Wide(values, [0; REPLICATES]),
        }
    }

    #[inline]
    fn add(&mut self, weights: &[u16; REPLICATES], unit: usize) {
        match self {
            Self::Short(values, sums) => {
                let value = i32::from(values[unit]);
                for (sum, &weight) in sums.iter_mut().zip(weights) {
                    *sum += i32::from(weight as i16) * value;
                }
            }
            Self::Small(values, sums) => {
                let value = u64::from(values[unit]);
                for (sum, &weight) in sums.iter_mut().zip(weights) {
                    *sum += (u64::from(weight) * value) as i64;
                }
            }
            Self::Wide(values, sums) => {
                let value = values[unit];
                for (sum, &weight) in sums.iter_mut().zip(weights) {
                    *sum += i64::from(weight) * value;
                }
            }
        }
    }

    fn get(&self, at: usize) -> i64 {
        match self {
            Self::Short(_, sums) => i64::from(sums[at]),
            Self::Small(_, sums) | Self::Wide(_, sums) => sums[at],
        }
    }
}

/// What leaving out one unit at a time says.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Jackknife {
    error: Option<f64>,
    acceleration: Option<f64>,
}

impl Jackknife {
    fn of(units: &Units, asked: &Asked<'_>) -> Self {
        let totals = units.totals();
        let mut rest = totals.clone();
        let mut without = |place: usize| {
            for ((rest, total), column) in rest.iter_mut().zip(&totals).zip(&units.columns) {
                *rest = *total - column[place];
            }
            asked.value(&rest)
        };
        let values: Vec<f64> = units.counted().filter_map(&mut without).collect();
        let count = values.len() as f64;
        if values.len() < 2 {
            return Self::default();
        }
        let mean = values.iter().fold(0.0, |total, value| total + value) / count;
        let near = tolerance(&[mean]);
        let (mut squares, mut cubes) = (0.0, 0.0);
        for value in values {
            let u = mean - value;
            if u.abs() > near {
                squares += u * u;
                cubes += u * u * u;
            }
        }
        let acceleration = if squares > 0.0 { cubes / (6.0 * squares * f64::sqrt(squares)) } else { 0.0 };
        let error = f64::sqrt(squares * (count - 1.0) / count);
        Self { error: Some(error), acceleration: Some(acceleration) }
    }
}

/// The value of the whole, and the number of units with a denominator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Observed {
    pub(super) value: Option<f64>,
    pub(super) units: usize,
}

/// The interval of replicates of a value.
pub(super) fn interval(
    observed: Observed,
    values: &[Option<f64>],
    knife: Jackknife,
    settings: &StatSettings,
) -> Interval {
    let mut defined: Vec<f64> = values.iter().flatten().copied().collect();
    defined.sort_by(f64::total_cmp);
    let without_ends = Interval {
        value: observed.value,
        ends: None,
        method: None,
        reason: None,
        note: None,
        units: observed.units,
        undefined: values.len() - defined.len(),
        error: knife.error,
        is_folded: false,
    };
    let Some(value) = observed.value.filter(|_| !defined.is_empty()) else {
        return Interval { reason: Some(NoInterval::Undefined), ..without_ends };
    };
    if observed.units < FEWEST_UNITS {
        return Interval { reason: Some(NoInterval::TooFewUnits), ..without_ends };
    }
    let is_bca = settings.method == IntervalMethod::Bca;
    let corrected = is_bca.then(|| bca_ends(value, &defined, knife.acceleration, settings.tail())).flatten();
    let (low, high) = corrected.unwrap_or_else(|| settings.quantiles());
    let method = if corrected.is_some() { IntervalMethod::Bca } else { IntervalMethod::Percentile };
    let note = (is_bca && corrected.is_none()).then_some(IntervalNote::BcaUndefined);
    let ends = quantile(&defined, low).zip(quantile(&defined, high));
    Interval { ends, method: Some(method), note, ..without_ends }
}

/// The quantiles at which a corrected interval ends, from ascending replicates.
fn bca_ends(observed: f64, defined: &[f64], acceleration: Option<f64>, tail: f64) -> Option<(f64, f64)> {
    let near = tolerance(&[observed]);
    let below = defined.iter().filter(|&&value| value < observed - near).count();
    let equal = defined.iter().filter(|&&value| (value - observed).abs() <= near).count();
    bca_places([below, equal, defined.len()], acceleration?, tail)
}

/// The same from the numbers of replicates below the observed value, equal to it, and of all.
fn bca_places([below, equal, all]: [usize; 3], acceleration: f64, tail: f64) -> Option<(f64, f64)> {
    let share = (2 * below + equal) as f64 / (2 * all) as f64;
    if share <= 0.0 || share >= 1.0 {
        return None;
    }
    let (bias, z) = (normal_inverse(share), normal_inverse(tail));
    let end = |z: f64| {
        let shifted = bias + z;
        let bottom = 1.0 - acceleration * shifted;
        (bottom > 0.0).then(|| normal(bias + shifted / bottom))
    };
    end(z).zip(end(-z))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cases of the recorded numbers, which the rest of the program cannot reach.
    #[test]
    fn ends_of_corrected_intervals() {
        let file = include_str!("../../tests/conformance/statistics/numbers.json");
        let numbers: serde_json::Value = serde_json::from_str(file).unwrap();
        for case in numbers["bca"].as_array().unwrap() {
            let count = |name: &str| usize::try_from(case[name].as_u64().unwrap()).unwrap();
            let counts = [count("below"), count("equal"), count("defined")];
            let tail = (1000 - case["level"].as_i64().unwrap()) as f64 / 2000.0;
            let ends = case["acceleration"].as_f64().and_then(|a| bca_places(counts, a, tail));
            let bits = |value: &serde_json::Value| value.as_f64().map(f64::to_bits);
            let expected = bits(&case["ends"][0]).zip(bits(&case["ends"][1]));
            assert_eq!(ends.map(|(low, high)| (low.to_bits(), high.to_bits())), expected, "{case}");
        }
    }
}
