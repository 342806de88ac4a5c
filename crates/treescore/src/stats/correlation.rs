//! Correlation of two values over units: Pearson, Spearman, Kendall, with intervals.

use super::bootstrap::{Interval, Jackknife, Observed, interval};
use super::draws::{REPLICATES, priority, weights};
use crate::setup::{IntervalMethod, StatSettings};
use crate::values::choice;

choice! {
    /// A coefficient of correlation.
    Coefficient {
        /// Pearson's r: how nearly the values lie on a line.
        Pearson = "pearson",
        /// Spearman's rho: Pearson's r of ranks.
        Spearman = "spearman",
        /// Kendall's tau-b: how many pairs of units are ordered alike.
        Kendall = "kendall",
    }
}

/// A coefficient with its interval.
#[derive(Clone, Debug, PartialEq)]
pub struct Correlation {
    /// The coefficient with its interval.
    pub interval: Interval,
    /// Units in which one of the values is undefined.
    pub left_out: usize,
    /// The two-sided p-value under Student's t; not for Kendall.
    pub p: Option<f64>,
    /// The coefficient in each replicate, if samples are kept.
    pub values: Vec<Option<f64>>,
}

/// Correlates two values over units with these keys. Units in which either is undefined are left out.
///
/// ```
/// use treescore::stats::{Coefficient, StatSettings, correlate};
/// let keys: Vec<u64> = (0..30).collect();
/// let x: Vec<Option<f64>> = keys.iter().map(|&key| Some(key as f64)).collect();
/// let y: Vec<Option<f64>> = keys.iter().map(|&key| Some((key * key) as f64)).collect();
/// let rho = correlate(&keys, &x, &y, Coefficient::Spearman, &StatSettings::default());
/// assert_eq!(rho.interval.value, Some(1.0));
/// ```
pub fn correlate(
    keys: &[u64],
    x: &[Option<f64>],
    y: &[Option<f64>],
    coefficient: Coefficient,
    settings: &StatSettings,
) -> Correlation {
    let defined = keys.iter().zip(x).zip(y).filter_map(|((&key, &x), &y)| Some((key, x?, y?)));
    let mut kept: Vec<(u64, f64, f64)> = defined.collect();
    kept.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.total_cmp(&b.2)));
    let values =
        Values::new(kept.iter().map(|unit| unit.1).collect(), kept.iter().map(|unit| unit.2).collect());
    let observed = values.coefficient(coefficient, &vec![1; kept.len()]);
    let keys: Vec<u64> = kept.iter().map(|unit| unit.0).collect();
    let sampled = replicate(&keys, &values, coefficient, settings);
    // The jackknife would take as many coefficients as there are units, so there is no corrected interval.
    let plain = StatSettings { method: IntervalMethod::Percentile, ..*settings };
    let whole = Observed { value: observed, units: kept.len() };
    let p = observed.filter(|_| coefficient != Coefficient::Kendall);
    Correlation {
        interval: interval(whole, &sampled, Jackknife::default(), &plain),
        left_out: x.len() - kept.len(),
        p: p.and_then(|r| correlation_p(r, kept.len())),
        values: if settings.samples { sampled } else { Vec::new() },
    }
}

/// The coefficient in each replicate.
fn replicate(
    keys: &[u64],
    values: &Values,
    coefficient: Coefficient,
    settings: &StatSettings,
) -> Vec<Option<f64>> {
    let mut found = Vec::new();
    for first in (0..settings.replicates).step_by(REPLICATES) {
        let drawn: Vec<[u16; REPLICATES]> =
            keys.iter().map(|&key| weights(settings.seed, first as u32, key)).collect();
        for lane in 0..(settings.replicates - first).min(REPLICATES as u64) as usize {
            let weights: Vec<u32> = drawn.iter().map(|unit| u32::from(unit[lane])).collect();
            found.push(values.coefficient(coefficient, &weights));
        }
    }
    found
}

/// Values of units, with their orders. A unit with weight 3 is there three times.
struct Values {
    x: Vec<f64>,
    y: Vec<f64>,
    /// Groups of units with equal x, ascending.
    by_x: Vec<Vec<usize>>,
    /// Groups of units with equal y, ascending.
    by_y: Vec<Vec<usize>>,
    /// The number of each unit's group of equal y, from 1.
    rank_y: Vec<usize>,
}

impl Values {
    fn new(x: Vec<f64>, y: Vec<f64>) -> Self {
        let (by_x, by_y) = (groups_of_equals(&x), groups_of_equals(&y));
        let mut rank_y = vec![0; y.len()];
        for (rank, group) in by_y.iter().enumerate() {
            for &unit in group {
                rank_y[unit] = rank + 1;
            }
        }
        Self { x, y, by_x, by_y, rank_y }
    }

    fn coefficient(&self, coefficient: Coefficient, weights: &[u32]) -> Option<f64> {
        match coefficient {
            Coefficient::Pearson => self.pearson(weights),
            Coefficient::Spearman => self.spearman(weights),
            Coefficient::Kendall => self.kendall(weights),
        }
    }

    fn pearson(&self, weights: &[u32]) -> Option<f64> {
        let count: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
        if count < 2 || !has_spread(&self.by_x, weights) || !has_spread(&self.by_y, weights) {
            return None;
        }
        let units = || self.x.iter().zip(&self.y).zip(weights).map(|((x, y), &w)| (x, y, f64::from(w)));
        let (mut total_x, mut total_y) = (0.0, 0.0);
        for (x, y, times) in units() {
            total_x += times * x;
            total_y += times * y;
        }
        let (mean_x, mean_y) = (total_x / count as f64, total_y / count as f64);
        let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
        for (x, y, times) in units() {
            let (dx, dy) = (x - mean_x, y - mean_y);
            xx += times * (dx * dx);
            yy += times * (dy * dy);
            xy += times * (dx * dy);
        }
        (xx > 0.0 && yy > 0.0).then(|| clip(xy / f64::sqrt(xx * yy)))
    }

    /// Pearson's r of mean ranks, in integers: ranks are doubled.
    fn spearman(&self, weights: &[u32]) -> Option<f64> {
        let (x, y) = (double_ranks(&self.by_x, weights), double_ranks(&self.by_y, weights));
        let weight = |unit: usize| i128::from(weights[unit]);
        let count: i128 = (0..weights.len()).map(weight).sum();
        let sum = |ranks: &[i128]| -> i128 { (0..ranks.len()).map(|unit| weight(unit) * ranks[unit]).sum() };
        let product = |a: &[i128], b: &[i128]| -> i128 {
            let all: i128 = (0..a.len()).map(|unit| weight(unit) * a[unit] * b[unit]).sum();
            count * all - sum(a) * sum(b)
        };
        let (xx, yy, xy) = (product(&x, &x), product(&y, &y), product(&x, &y));
        (xx > 0 && yy > 0).then(|| clip(xy as f64 / (xx as f64 * yy as f64).sqrt()))
    }

    /// Pairs that are ordered alike minus pairs that are not, over those without ties.
    fn kendall(&self, weights: &[u32]) -> Option<f64> {
        let mut seen = Counts::new(self.by_y.len());
        let mut difference = 0_i128;
        for group in &self.by_x {
            for &unit in group {
                let rank = self.rank_y[unit];
                let (below, up_to) = (seen.up_to(rank - 1), seen.up_to(rank));
                difference += i128::from(weights[unit]) * (i128::from(below) - i128::from(seen.all - up_to));
            }
            for &unit in group {
                seen.add(self.rank_y[unit], u64::from(weights[unit]));
            }
        }
        let pairs = |count: u64| i128::from(count) * (i128::from(count) - 1).max(0) / 2;
        let weight_of = |group: &Vec<usize>| group.iter().map(|&unit| u64::from(weights[unit])).sum::<u64>();
        let tied = |groups: &[Vec<usize>]| groups.iter().map(|group| pairs(weight_of(group))).sum::<i128>();
        let (free_x, free_y) = (pairs(seen.all) - tied(&self.by_x), pairs(seen.all) - tied(&self.by_y));
        let is_defined = free_x > 0 && free_y > 0;
        is_defined.then(|| clip(difference as f64 / (free_x as f64 * free_y as f64).sqrt()))
    }
}

/// The places of equal values, in groups, ascending by value.
fn groups_of_equals(values: &[f64]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    #[expect(clippy::float_cmp, reason = "ties are exactly equal values; zero has two signs")]
    order.chunk_by(|&a, &b| values[a] == values[b]).map(<[usize]>::to_vec).collect()
}

/// True if there are two different values among those with weight.
fn has_spread(groups: &[Vec<usize>], weights: &[u32]) -> bool {
    groups.iter().filter(|group| group.iter().any(|&unit| weights[unit] > 0)).nth(1).is_some()
}

/// Twice the mean rank of each unit.
fn double_ranks(groups: &[Vec<usize>], weights: &[u32]) -> Vec<i128> {
    let mut ranks = vec![0; weights.len()];
    let mut before = 0;
    for group in groups {
        let tied: i128 = group.iter().map(|&unit| i128::from(weights[unit])).sum();
        for &unit in group {
            ranks[unit] = 2 * before + tied + 1;
        }
        before += tied;
    }
    ranks
}

/// Rounding must not take a correlation out of its range.
fn clip(r: f64) -> f64 {
    r.clamp(-1.0, 1.0)
}

/// Counts by rank, with sums of all ranks up to one (a Fenwick tree).
struct Counts {
    tree: Vec<u64>,
    all: u64,
}

impl Counts {
    fn new(ranks: usize) -> Self {
        Self { tree: vec![0; ranks + 1], all: 0 }
    }

    fn add(&mut self, mut rank: usize, count: u64) {
        self.all += count;
        while rank < self.tree.len() {
            self.tree[rank] += count;
            rank += rank & rank.wrapping_neg();
        }
    }

    fn up_to(&self, mut rank: usize) -> u64 {
        let mut sum = 0;
        while rank > 0 {
            sum += self.tree[rank];
            rank &= rank - 1;
        }
        sum
    }
}

/// The two-sided p-value of a correlation of `n` values, under Student's t with n - 2 degrees of freedom. `None` below
/// three values.
#[expect(clippy::many_single_char_names, reason = "the names of the formula")]
pub fn correlation_p(r: f64, n: usize) -> Option<f64> {
    let freedom = n.checked_sub(2).filter(|&freedom| freedom > 0)?;
    let square = r * r;
    if square >= 1.0 {
        return Some(0.0);
    }
    if square <= 0.0 {
        return Some(1.0);
    }
    let (x, a, b) = (1.0 - square, freedom as f64 / 2.0, 0.5);
    let is_odd = freedom % 2 == 1;
    // 1 / B(a, 1/2): 1 / pi for a = 1/2, and 1/2 for a = 1; from there upwards.
    let (mut inverse_beta, mut at) = if is_odd { (std::f64::consts::FRAC_1_PI, 0.5) } else { (0.5, 1.0) };
    while at < a {
        inverse_beta = inverse_beta * (at + 0.5) / at;
        at += 1.0;
    }
    let mut power = if is_odd { x.sqrt() } else { 1.0 };
    let (mut base, mut exponent) = (x, freedom / 2);
    while exponent > 0 {
        if exponent % 2 == 1 {
            power *= base;
        }
        base *= base;
        exponent /= 2;
    }
    let front = power * r.abs() * inverse_beta;
    Some(if x < (a + 1.0) / (a + b + 2.0) {
        front * beta_fraction(a, b, x) / a
    } else {
        1.0 - front * beta_fraction(b, a, square) / b
    })
}

/// The continued fraction of the incomplete beta function, by Lentz's method.
#[expect(clippy::many_single_char_names, reason = "the names of the formula")]
pub(super) fn beta_fraction(a: f64, b: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let away = |value: f64| if value.abs() > TINY { value } else { TINY };
    let mut c = 1.0;
    let mut d = 1.0 / away(1.0 - (a + b) * x / (a + 1.0));
    let mut h = d;
    for m in 1..=100_000 {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut step = 1.0;
        for term in [even, odd] {
            d = 1.0 / away(1.0 + term * d);
            c = away(1.0 + term / c);
            step = d * c;
            h *= step;
        }
        if (step - 1.0).abs() < 1e-15 {
            break;
        }
    }
    h
}

/// Puts units into random groups of a size, each into at most one, and returns their places. What does not fill a group
/// is left out.
pub fn random_groups(seed: u64, keys: &[u64], size: usize, run: u32) -> Vec<Vec<usize>> {
    let mut order: Vec<(u64, u64, usize)> =
        keys.iter().enumerate().map(|(place, &key)| (priority(seed, run, key), key, place)).collect();
    order.sort_unstable();
    let places = |group: &[(u64, u64, usize)]| group.iter().map(|&(_, _, place)| place).collect();
    order.chunks_exact(size.max(1)).map(places).collect()
}
