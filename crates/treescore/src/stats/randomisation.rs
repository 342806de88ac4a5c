//! Paired approximate randomisation: what if chance had decided, unit by unit, which result is which system's?

use std::ops::Range;

use super::bootstrap::{Asked, FEWEST_UNITS, Sampled};
use super::columns::{Column, Columns, Limb};
use super::draws::{SHUFFLES, SIDE_BY_SIDE, swaps};
use super::numbers::tolerance;
use super::units::Units;
use crate::measure::Parts;
use crate::setup::StatSettings;
use crate::values::choice;

/// All patterns of swaps are tried if at most this many units differ.
const EXACT_UP_TO: usize = 16;

choice! {
    /// How a p-value was found.
    TestKind {
        /// By random shuffles.
        Randomisation = "randomisation",
        /// By all patterns of swaps.
        Exact = "exact",
        /// By bootstrap replicates.
        Bootstrap = "bootstrap",
    }
}

/// A p-value and what it rests on.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// How it was found.
    pub kind: TestKind,
    /// The p-value, two-sided. `None` if the difference is undefined, or there are too few units for a bootstrap.
    pub p: Option<f64>,
    /// Outcomes at least as far from zero as the difference; undefined ones are among them.
    pub extreme: Option<u64>,
    /// The number of shuffles, patterns or replicates.
    pub outcomes: u64,
    /// Outcomes in which the difference is undefined.
    pub undefined: u64,
    /// The outcomes, if samples are kept.
    pub values: Vec<Option<f64>>,
}

impl Test {
    fn none(kind: TestKind) -> Self {
        Self { kind, p: None, extreme: None, outcomes: 0, undefined: 0, values: Vec::new() }
    }
}

/// Outcomes, counted as they come.
#[derive(Default)]
struct Tally {
    extreme: u64,
    outcomes: u64,
    undefined: u64,
    values: Vec<Option<f64>>,
}

impl Tally {
    fn add(&mut self, value: Option<f64>, is_extreme: impl Fn(f64) -> bool, is_kept: bool) {
        self.outcomes += 1;
        self.undefined += u64::from(value.is_none());
        self.extreme += u64::from(value.is_none_or(is_extreme));
        if is_kept {
            self.values.push(value);
        }
    }

    /// The test. An exact one includes the observed outcome.
    fn test(self, kind: TestKind) -> Test {
        let Self { extreme, outcomes, undefined, values } = self;
        let p = match kind {
            TestKind::Exact => extreme as f64 / outcomes as f64,
            TestKind::Randomisation | TestKind::Bootstrap => (extreme + 1) as f64 / (outcomes + 1) as f64,
        };
        Test { kind, p: Some(p), extreme: Some(extreme), outcomes, undefined, values }
    }
}

/// An outcome this far from zero, or farther, is extreme.
fn limit(asked: &Asked<'_>, observed: f64, totals: &[Parts]) -> f64 {
    let figures = totals.iter().filter_map(|&total| asked.figure.value_of(asked.average, total));
    observed.abs() - tolerance(&figures.collect::<Vec<f64>>())
}

/// Tests figures of two systems, each over its units. All have the same keys, and share the draws.
pub(super) fn randomise(figures: &[Asked<'_>], units: &[Units], settings: &StatSettings) -> Vec<Test> {
    let mut tests = Vec::with_capacity(figures.len());
    let mut open = Vec::new();
    for (asked, units) in figures.iter().zip(units) {
        let totals = units.totals();
        let Some(observed) = asked.value(&totals) else {
            tests.push(Test::none(TestKind::Randomisation));
            continue;
        };
        let moved = Moved::new(units);
        let outcome = Outcome { asked: *asked, limit: limit(asked, observed, &totals), totals };
        if moved.differing() <= EXACT_UP_TO {
            tests.push(outcome.exact(&moved, settings.samples));
        } else {
            open.push((tests.len(), outcome, moved));
            tests.push(Test::none(TestKind::Randomisation));
        }
    }
    let Some(keys) = units.first().map(|units| &units.keys[..]) else { return tests };
    let moved: Vec<&Moved> = open.iter().map(|(_, _, moved)| moved).collect();
    let swapped = Swapped::new(keys, &moved);
    let mut tallies: Vec<Tally> = open.iter().map(|_| Tally::default()).collect();
    // A batch at a time, so that any number of shuffles takes bounded memory.
    let batch = BATCH * settings.threads.max(1) as u64;
    let mut start = 0;
    while start < settings.shuffles && !open.is_empty() {
        let shuffles = start..settings.shuffles.min(start + batch);
        for (((_, outcome, _), tally), sums) in
            open.iter().zip(&mut tallies).zip(swapped.sums(shuffles.clone(), settings))
        {
            for sum in sums {
                outcome.count(tally, sum, settings.samples);
            }
        }
        start = shuffles.end;
    }
    for ((place, ..), tally) in open.iter().zip(tallies) {
        tests[*place] = tally.test(TestKind::Randomisation);
    }
    tests
}

/// The number of shuffles that a thread works on at a time, a multiple of those that are drawn side by side.
const BATCH: u64 = 1 << 15;

/// The paired bootstrap: how often replicates are as far from the difference as that is from zero.
pub(super) fn bootstrap_test(asked: &Asked<'_>, units: &Units, sampled: &Sampled, is_kept: bool) -> Test {
    let totals = units.totals();
    match asked.value(&totals).filter(|_| units.sized() >= FEWEST_UNITS) {
        None => Test::none(TestKind::Bootstrap),
        Some(observed) => {
            let limit = limit(asked, observed, &totals);
            let mut tally = Tally::default();
            for &value in &sampled.values {
                tally.add(value, |value| (value - observed).abs() >= limit, is_kept);
            }
            tally.test(TestKind::Bootstrap)
        }
    }
}

/// What moves from one system to the other if a unit is swapped.
struct Moved(Vec<Parts>);

impl Moved {
    fn new(units: &Units) -> Self {
        let [first, second] = &units.columns[..] else { return Self(Vec::new()) };
        Self(first.iter().zip(second).map(|(first, second)| *second - *first).collect())
    }

    fn differing(&self) -> usize {
        self.0.iter().filter(|parts| !parts.is_nothing()).count()
    }
}

/// What decides whether an outcome is extreme.
struct Outcome<'a> {
    asked: Asked<'a>,
    limit: f64,
    totals: Vec<Parts>,
}

impl Outcome<'_> {
    /// The difference if this much has moved.
    fn value(&self, moved: Parts) -> Option<f64> {
        let [mut first, second] = self.totals[..] else { return None };
        first += moved;
        self.asked.value(&[first, second - moved])
    }

    /// Counts the outcome in which this much has moved.
    fn count(&self, tally: &mut Tally, moved: Parts, is_kept: bool) {
        tally.add(self.value(moved), |value| value.abs() >= self.limit, is_kept);
    }

    /// All patterns: number `j` swaps the `i`-th of the differing units if bit `i` of it is 1.
    fn exact(&self, moved: &Moved, is_kept: bool) -> Test {
        let differing: Vec<Parts> = moved.0.iter().copied().filter(|parts| !parts.is_nothing()).collect();
        let mut sums = vec![Parts::default()];
        for parts in differing {
            let swapped: Vec<Parts> = sums.iter().map(|&sum| [sum, parts].into_iter().sum()).collect();
            sums.extend(swapped);
        }
        let mut tally = Tally::default();
        for sum in sums {
            self.count(&mut tally, sum, is_kept);
        }
        tally.test(TestKind::Exact)
    }
}

/// What moves in the units that differ, ready to be added up.
struct Swapped {
    keys: Vec<u64>,
    columns: Columns,
    /// The number of figures.
    figures: usize,
}

impl Swapped {
    fn new(keys: &[u64], moved: &[&Moved]) -> Self {
        let is_moved = |unit: &usize| moved.iter().any(|moved| !moved.0[*unit].is_nothing());
        let places: Vec<usize> = (0..keys.len()).filter(is_moved).collect();
        let column = |moved: &Moved, part: fn(&Parts) -> i128| {
            places.iter().map(|&place| part(&moved.0[place])).collect::<Vec<i128>>()
        };
        let given = moved.iter().flat_map(|moved| {
            [column(moved, |parts| parts.numerator), column(moved, |parts| parts.denominator)]
        });
        let columns = Columns::new(given, 1);
        Self { keys: places.iter().map(|&place| keys[place]).collect(), columns, figures: moved.len() }
    }

    /// For each figure, what moves in each of some shuffles. They begin with a whole block.
    fn sums(&self, shuffles: Range<u64>, settings: &StatSettings) -> Vec<Vec<Parts>> {
        let limbs: Vec<&Limb> = self.columns.distinct.iter().flat_map(|column| &column.limbs).collect();
        let number = (shuffles.end - shuffles.start) as usize;
        let first = (shuffles.start / SHUFFLES as u64) as usize;
        let blocks = first..first + number.div_ceil(SHUFFLES);
        let mut sums = limb_sums(&self.keys, &limbs, blocks, settings).into_iter();
        let mut of_column = |column: &Column| -> Vec<i128> {
            let own: Vec<Vec<i64>> = sums.by_ref().take(column.limbs.len()).collect();
            (0..number).map(|shuffle| Column::combine(own.iter().map(|limb| limb[shuffle]))).collect()
        };
        let sums: Vec<Vec<i128>> = self.columns.distinct.iter().map(&mut of_column).collect();
        let mut sums = self.columns.spread(&sums);
        let mut of_figure = |_: usize| {
            let (top, bottom) = sums.next().zip(sums.next())?;
            let parts = |shuffle| Parts { numerator: top(shuffle), denominator: bottom(shuffle) };
            Some((0..number).map(parts).collect())
        };
        (0..self.figures).map_while(&mut of_figure).collect()
    }
}

/// For each limb, the sum over the swapped units in each shuffle.
fn limb_sums(keys: &[u64], limbs: &[&Limb], blocks: Range<usize>, settings: &StatSettings) -> Vec<Vec<i64>> {
    let share = blocks.len().div_ceil(settings.threads.max(1));
    let share = share.next_multiple_of(SIDE_BY_SIDE).max(SIDE_BY_SIDE);
    let starts: Vec<usize> = blocks.clone().step_by(share).collect();
    let work = |start: usize| sum_blocks(settings.seed, (start, share.min(blocks.end - start)), keys, limbs);
    let parts: Vec<Vec<Vec<i64>>> = std::thread::scope(|scope| {
        let others: Vec<_> = starts.iter().skip(1).map(|&start| scope.spawn(move || work(start))).collect();
        let mut all: Vec<_> = starts.first().map(|&start| work(start)).into_iter().collect();
        all.extend(others.into_iter().filter_map(|other| other.join().ok()));
        all
    });
    let mut sums = vec![Vec::with_capacity(blocks.len() * SHUFFLES); limbs.len()];
    for part in parts {
        for (sum, more) in sums.iter_mut().zip(part) {
            sum.extend(more);
        }
    }
    sums
}

/// The sums of some blocks of shuffles. Eight units at a time: the sums of their 256 subsets are tabulated, and
/// each shuffle adds one of them.
fn sum_blocks(seed: u64, (start, blocks): (usize, usize), keys: &[u64], limbs: &[&Limb]) -> Vec<Vec<i64>> {
    let is_short = |limb: &usize| matches!(limbs[*limb], Limb::Short(_));
    let (short, long): (Vec<usize>, Vec<usize>) = (0..limbs.len()).partition(is_short);
    let mut short: Vec<Lanes<i32>> = short.chunks(LANES).map(|limbs| Lanes::new(limbs, blocks)).collect();
    let mut long: Vec<Lanes<i64>> = long.chunks(LANES).map(|limbs| Lanes::new(limbs, blocks)).collect();
    let mut subsets = vec![0_u8; blocks.next_multiple_of(SIDE_BY_SIDE) * SHUFFLES];
    for (eight, keys) in keys.chunks(8).enumerate() {
        write_subsets(seed, start, keys, &mut subsets);
        let units = eight * 8..eight * 8 + keys.len();
        for lanes in &mut short {
            lanes.add(limbs, units.clone(), &subsets);
        }
        for lanes in &mut long {
            lanes.add(limbs, units.clone(), &subsets);
        }
    }
    let mut sums = vec![Vec::new(); limbs.len()];
    for lanes in short {
        lanes.write(&mut sums);
    }
    for lanes in long {
        lanes.write(&mut sums);
    }
    sums
}

/// How many limbs are added up side by side.
const LANES: usize = 4;

/// The sums of some limbs in each shuffle.
struct Lanes<T> {
    /// The numbers of the limbs, at most [`LANES`].
    limbs: Vec<usize>,
    sums: Vec<[T; LANES]>,
    /// The sums of all subsets of up to eight units.
    table: [[T; LANES]; 256],
}

/// A number that holds the sums of a limb.
trait Lane: Copy + Default + std::ops::Add<Output = Self> + Into<i64> {
    fn new(value: i64) -> Self;
}

impl Lane for i32 {
    fn new(value: i64) -> Self {
        value as Self
    }
}

impl Lane for i64 {
    fn new(value: i64) -> Self {
        value
    }
}

impl<T: Lane> Lanes<T> {
    fn new(limbs: &[usize], blocks: usize) -> Self {
        let zero = [T::default(); LANES];
        Self { limbs: limbs.to_vec(), sums: vec![zero; blocks * SHUFFLES], table: [zero; 256] }
    }

    /// Adds up to eight units.
    fn add(&mut self, limbs: &[&Limb], units: Range<usize>, subsets: &[u8]) {
        let Self { limbs: own, sums, table } = self;
        for (bit, unit) in units.enumerate() {
            let mut value = [T::default(); LANES];
            for (value, &limb) in value.iter_mut().zip(&*own) {
                *value = T::new(limbs[limb].get(unit));
            }
            let (known, new) = table.split_at_mut(1 << bit);
            for (new, known) in new.iter_mut().zip(known) {
                *new = std::array::from_fn(|lane| known[lane] + value[lane]);
            }
        }
        for (sum, &subset) in sums.iter_mut().zip(subsets) {
            let more = &table[usize::from(subset)];
            *sum = std::array::from_fn(|lane| sum[lane] + more[lane]);
        }
    }

    /// Writes the sums of its limbs.
    fn write(&self, all: &mut [Vec<i64>]) {
        for (lane, &limb) in self.limbs.iter().enumerate() {
            all[limb] = self.sums.iter().map(|sums| sums[lane].into()).collect();
        }
    }
}

/// For each shuffle, which of up to eight units are swapped, as bits.
fn write_subsets(seed: u64, start: usize, keys: &[u64], subsets: &mut [u8]) {
    for (at, many) in subsets.chunks_exact_mut(SIDE_BY_SIDE * SHUFFLES).enumerate() {
        let mut drawn = [[[0_u32; SIDE_BY_SIDE]; 4]; 8];
        for (drawn, &key) in drawn.iter_mut().zip(keys) {
            *drawn = swaps(seed, (start + at * SIDE_BY_SIDE) as u32, key);
        }
        for (place, eight) in many.chunks_exact_mut(8).enumerate() {
            let (block, byte) = (place / 16, place % 16);
            let row = |unit: usize| (drawn[unit][byte / 4][block] >> (byte % 4 * 8)) as u8;
            let rows = std::array::from_fn(row);
            eight.copy_from_slice(&transpose(u64::from_le_bytes(rows)).to_le_bytes());
        }
    }
}

/// Exchanges rows and columns of eight by eight bits.
#[inline]
fn transpose(mut bits: u64) -> u64 {
    for (shift, mask) in [(7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0xF0F0_F0F0)] {
        let swapped = (bits ^ (bits >> shift)) & mask;
        bits ^= swapped ^ (swapped << shift);
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::super::draws::swap;
    use super::*;
    use crate::measure::{Better, Over, Quotient};
    use crate::prepare::Average;
    use proptest::prelude::*;

    #[test]
    fn rows_become_columns() {
        for row in 0..8 {
            for column in 0..8 {
                assert_eq!(transpose(1 << (8 * row + column)), 1 << (8 * column + row));
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]
        /// Tables of subsets give what a loop over the units gives, with any number of threads.
        #[test]
        fn tables_give_what_a_loop_gives(
            values in proptest::collection::vec((any::<u32>(), -(1_i128 << 90)..(1_i128 << 90), -9..9_i128), 17..60),
            seed: u64, shuffles in 1..700_u64, threads in 1..4_usize,
        ) {
            let keys: Vec<u64> = values.iter().map(|value| u64::from(value.0)).collect();
            let parts = |value: &(u32, i128, i128)| Parts { numerator: value.1, denominator: value.2 };
            let moved = Moved(values.iter().map(parts).collect());
            let settings = StatSettings { seed, shuffles, threads, ..StatSettings::default() };
            let sums = Swapped::new(&keys, &[&moved]).sums(0..shuffles, &settings).remove(0);
            prop_assert_eq!(sums.len(), shuffles as usize);
            for (shuffle, sum) in sums.iter().enumerate() {
                let is_swapped = |unit: &usize| swap(seed, shuffle as u32, keys[*unit]);
                let expected: Parts = (0..keys.len()).filter(is_swapped).map(|unit| moved.0[unit]).sum();
                prop_assert_eq!(*sum, expected, "shuffle {}", shuffle);
            }
        }
    }

    /// Shuffles come in batches, and need not be kept. Neither changes a count.
    #[test]
    fn batches_count_what_is_kept() {
        let figure = Quotient::new(vec![(0, 1)], vec![(1, 1)], 1.0, Better::Higher);
        let asked = Asked { figure: &figure, average: Average::Corpus, over: Over::All };
        let part = |numerator: u64| Parts { numerator: i128::from(numerator), denominator: 10 };
        let units = Units {
            keys: (0..30).collect(),
            columns: vec![
                (0..30).map(|key| part(key % 7)).collect(),
                (0..30).map(|key| part(key * key % 9)).collect(),
            ],
            is_folded: false,
            silent: 0,
        };
        let shuffles = 2 * BATCH + 5;
        let test = |threads: usize, samples: bool| {
            let settings = StatSettings { shuffles, threads, samples, ..StatSettings::default() };
            randomise(&[asked], std::slice::from_ref(&units), &settings).remove(0)
        };
        let kept = test(1, true);
        assert_eq!((kept.outcomes, kept.values.len() as u64), (shuffles, shuffles));
        assert_eq!(test(3, true), kept);
        for threads in [1, 3] {
            assert_eq!(test(threads, false), Test { values: Vec::new(), ..kept.clone() });
        }
    }
}
