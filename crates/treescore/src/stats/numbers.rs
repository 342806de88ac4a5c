//! Numbers that come out the same on every machine: only `+`, `-`, `*`, `/` and square roots, in a fixed order. The
//! functions of a system's library differ in the last bit.

pub(super) use crate::measure::tolerance;

/// e^x, for x between -700 and 700.
pub fn exp(x: f64) -> f64 {
    const LN2_HIGH: f64 = 0.693_147_180_369_123_8;
    const LN2_LOW: f64 = 1.908_214_929_270_587_7e-10;
    let k = (x * std::f64::consts::LOG2_E + 0.5).floor();
    let r = (x - k * LN2_HIGH) - k * LN2_LOW;
    let mut e = 1.0;
    for i in (1..=17).rev() {
        e = 1.0 + r * e / f64::from(i);
    }
    let k = (k as i32).clamp(-2000, 2000);
    e * power_of_two(k / 2) * power_of_two(k - k / 2)
}

/// 2^k for k from -1022 to 1023.
fn power_of_two(k: i32) -> f64 {
    f64::from_bits(((1023 + k) as u64) << 52)
}

/// The probability that a standard normal variable exceeds `a`, which is not negative.
pub fn normal_tail(a: f64) -> f64 {
    const INVERSE_ROOT_TAU: f64 = 0.398_942_280_401_432_7;
    let density = exp(-(a * a) / 2.0) * INVERSE_ROOT_TAU;
    if a < 3.0 {
        let (mut term, mut total) = (a, a);
        for k in (3..122).step_by(2) {
            term = term * (a * a) / f64::from(k);
            total += term;
        }
        return 0.5 - density * total;
    }
    let mut fraction = 0.0;
    for k in (1..=200).rev() {
        fraction = f64::from(k) / (a + fraction);
    }
    density / (a + fraction)
}

/// The distribution function of the standard normal distribution.
pub fn normal(x: f64) -> f64 {
    if x < 0.0 { normal_tail(-x) } else { 1.0 - normal_tail(x) }
}

/// The inverse of [`normal`], for p between 0 and 1, by halving.
#[expect(clippy::float_cmp, reason = "exactly one half is exactly zero")]
pub fn normal_inverse(p: f64) -> f64 {
    if p == 0.5 {
        return 0.0;
    }
    if p > 0.5 {
        return -normal_inverse(1.0 - p);
    }
    let (mut low, mut high) = (-9.0, 0.0);
    for _ in 0..64 {
        let middle = f64::midpoint(low, high);
        if normal(middle) < p {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// A quantile of ascending values, by linear interpolation: the default of numpy, pandas and R (type 7 of Hyndman and
/// Fan). `None` without values.
///
/// ```
/// use treescore::stats::quantile;
/// assert_eq!(quantile(&[1.0, 2.0, 4.0], 0.75), Some(3.0));
/// ```
pub fn quantile(ordered: &[f64], q: f64) -> Option<f64> {
    let last = ordered.len().checked_sub(1)?;
    let h = last as f64 * q;
    let below = h.floor();
    if below >= last as f64 {
        return ordered.last().copied();
    }
    let at = below as usize;
    Some(ordered[at] + (ordered[at + 1] - ordered[at]) * (h - below))
}

/// Holm's adjusted p-values (1979), in the order given. Undefined ones take no part.
///
/// ```
/// use treescore::stats::holm;
/// assert_eq!(holm(&[Some(0.02), None, Some(0.5)]), [Some(0.04), None, Some(0.5)]);
/// ```
pub fn holm(ps: &[Option<f64>]) -> Vec<Option<f64>> {
    let defined = ps.iter().enumerate().filter_map(|(place, p)| Some(((*p)?, place)));
    let mut order: Vec<(f64, usize)> = defined.collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut adjusted = vec![None; ps.len()];
    let mut largest: f64 = 0.0;
    for (rank, &(p, place)) in order.iter().enumerate() {
        largest = largest.max(((order.len() - rank) as f64 * p).min(1.0));
        adjusted[place] = Some(largest);
    }
    adjusted
}
