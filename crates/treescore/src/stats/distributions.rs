//! Tails of Fisher's F and Student's t, and short descriptions of samples.

use super::numbers::exp;

/// The mean of some values. `None` without values.
///
/// ```
/// assert_eq!(treescore::stats::mean(&[1.0, 2.0, 6.0]), Some(3.0));
/// ```
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| exact_sum(values.iter().copied()) / values.len() as f64)
}

/// The standard deviation of a sample: squares over one less than the number of values. `None` below two values.
///
/// ```
/// assert_eq!(treescore::stats::deviation(&[1.0, 3.0]), Some(2.0_f64.sqrt()));
/// ```
pub fn deviation(values: &[f64]) -> Option<f64> {
    let others = values.len().checked_sub(1).filter(|&others| others > 0)?;
    let middle = mean(values)?;
    let squares = exact_sum(values.iter().map(|value| (value - middle) * (value - middle)));
    Some((squares / others as f64).sqrt())
}

/// A sum whose rounding errors are carried along (Neumaier).
fn exact_sum(values: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut lost) = (0.0_f64, 0.0);
    for value in values {
        let next = sum + value;
        lost += if sum.abs() >= value.abs() { (sum - next) + value } else { (value - next) + sum };
        sum = next;
    }
    sum + lost
}

/// The probability that Fisher's F with these degrees of freedom, which need not be whole, exceeds `f`. `None` if a
/// degree is not positive, or `f` is not a number.
///
/// ```
/// let p = treescore::stats::f_tail(4.0, 1.0, 10.0).unwrap();
/// assert!((p - 0.0734).abs() < 1e-4);
/// ```
pub fn f_tail(f: f64, upper: f64, lower: f64) -> Option<f64> {
    let is_defined = upper > 0.0 && lower > 0.0 && !f.is_nan();
    if is_defined && f.is_infinite() {
        return Some(if f > 0.0 { 0.0 } else { 1.0 });
    }
    is_defined.then(|| incomplete_beta(lower / 2.0, upper / 2.0, lower / (lower + upper * f.max(0.0))))
}

/// The value that Student's t with these degrees of freedom exceeds with probability `tail`, which is between 0 and
/// one half. `None` outside.
///
/// ```
/// let t = treescore::stats::t_quantile(0.025, 30.0).unwrap();
/// assert!((t - 2.042_272).abs() < 1e-6);
/// ```
pub fn t_quantile(tail: f64, freedom: f64) -> Option<f64> {
    let is_defined = tail > 0.0 && tail < 0.5 && freedom > 0.0;
    // 1 - x of the beta distribution falls from one to zero as t grows: halved until it is at hand.
    let share = is_defined.then(|| {
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..200 {
            let middle = f64::midpoint(low, high);
            if incomplete_beta(freedom / 2.0, 0.5, middle) < 2.0 * tail {
                low = middle;
            } else {
                high = middle;
            }
        }
        f64::midpoint(low, high)
    })?;
    (share > 0.0).then(|| (freedom * (1.0 - share) / share).sqrt())
}

/// The regularised incomplete beta function.
fn incomplete_beta(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    let logarithm = ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (-x).ln_1p();
    let front = exp(logarithm.clamp(-700.0, 700.0));
    let value = if x > (a + 1.0) / (a + b + 2.0) {
        1.0 - front * super::correlation::beta_fraction(b, a, 1.0 - x) / b
    } else {
        front * super::correlation::beta_fraction(a, b, x) / a
    };
    value.clamp(0.0, 1.0)
}

/// The logarithm of the gamma function of a positive number: Stirling's series, from 16 upwards.
fn ln_gamma(x: f64) -> f64 {
    const HALF_LN_TAU: f64 = 0.918_938_533_204_672_7;
    const SERIES: [f64; 6] =
        [1.0 / 12.0, -1.0 / 360.0, 1.0 / 1260.0, -1.0 / 1680.0, 1.0 / 1188.0, -691.0 / 360_360.0];
    let (mut at, mut product) = (x, 1.0);
    while at < 16.0 {
        product *= at;
        at += 1.0;
    }
    let inverse_square = 1.0 / (at * at);
    let tail = SERIES.iter().rev().fold(0.0, |sum, term| sum * inverse_square + term) / at;
    (at - 0.5) * at.ln() - at + HALF_LN_TAU + tail - product.ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(found: Option<f64>, expected: f64) {
        let found = found.unwrap();
        assert!((found - expected).abs() <= 1e-10 * expected.abs().max(1e-3), "{found}, not {expected}");
    }

    #[test]
    fn tails_in_closed_form() {
        for f in [0.1, 1.0, 7.5] {
            // With two upper degrees: (1 + 2f/d)^(-d/2).
            assert_near(f_tail(f, 2.0, 10.0), (1.0 + f / 5.0_f64).powf(-5.0));
            assert_near(f_tail(f, 2.0, 3.4), (1.0 + f / 1.7_f64).powf(-1.7));
            // With two lower degrees: 1 - (uf/(2 + uf))^(u/2).
            assert_near(f_tail(f, 5.0, 2.0), 1.0 - (5.0 * f / (2.0 + 5.0 * f)).powf(2.5));
        }
        assert_eq!(f_tail(0.0, 3.0, 4.0), Some(1.0));
        assert_eq!(f_tail(f64::INFINITY, 3.0, 4.0), Some(0.0));
        assert_eq!([f_tail(1.0, 0.0, 4.0), f_tail(f64::NAN, 1.0, 4.0)], [None, None]);
    }

    #[test]
    fn quantiles_in_closed_form() {
        // One degree is Cauchy's distribution: the cotangent of pi times the tail. Two have an algebraic form.
        assert_near(t_quantile(0.025, 1.0), 1.0 / (0.025 * std::f64::consts::PI).tan());
        assert_near(t_quantile(0.025, 2.0), 0.95 * (2.0 / (0.05 * 1.95_f64)).sqrt());
        assert_eq!([t_quantile(0.0, 3.0), t_quantile(0.5, 3.0), t_quantile(0.1, 0.0)], [None; 3]);
    }

    #[test]
    fn samples_are_described() {
        assert_eq!((mean(&[]), deviation(&[1.0])), (None, None));
        assert_eq!(mean(&[1e16, 1.0, -1e16, 1.0]), Some(0.5));
    }
}
