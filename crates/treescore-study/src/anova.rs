//! Analysis of variance with repeated measures: every unit has a score in every cell of a balanced design.

use std::collections::BTreeMap;

use treescore::stats::f_tail;

/// Scores in a balanced design: units on the first axis, then one axis for each factor.
#[derive(Clone, Debug)]
pub(crate) struct Design {
    /// The length of each axis.
    lengths: Vec<usize>,
    /// The scores; the last axis varies fastest.
    values: Vec<f64>,
}

/// An effect: of one factor, or an interaction of several.
#[derive(Clone, Debug)]
pub(crate) struct Effect {
    /// The axes of its factors, from 1.
    pub(crate) axes: Vec<usize>,
    /// Its sum of squares, and its degrees of freedom.
    pub(crate) squares: f64,
    pub(crate) freedom: usize,
    /// The degrees of freedom of its interaction with units, which is its error.
    pub(crate) error_freedom: usize,
    /// F against this error; `None` if there is none.
    pub(crate) f: Option<f64>,
    /// How spherical the effect is (Greenhouse and Geisser), which both degrees of freedom are multiplied by for p.
    pub(crate) epsilon: Option<f64>,
    /// The probability of so great an F by chance.
    pub(crate) p: Option<f64>,
    /// The share of effect and error that is effect.
    pub(crate) eta: Option<f64>,
    /// F against all that effects of up to three factors leave.
    pub(crate) pooled_f: Option<f64>,
}

impl Design {
    /// A design from the lengths of its axes and its scores. `None` if the numbers do not fit.
    pub(crate) fn new(lengths: Vec<usize>, values: Vec<f64>) -> Option<Self> {
        let cells = lengths.iter().try_fold(1_usize, |product, &length| product.checked_mul(length))?;
        (cells == values.len() && cells > 0).then_some(Self { lengths, values })
    }

    /// The number of factors.
    pub(crate) fn factors(&self) -> usize {
        self.lengths.len().saturating_sub(1)
    }

    /// The means over everything but some axes; the last of them varies fastest.
    pub(crate) fn means(&self, axes: &[usize]) -> Vec<f64> {
        let size: usize = axes.iter().map(|&axis| self.lengths[axis]).product();
        let mut sums = vec![0.0; size];
        let mut place = vec![0_usize; self.lengths.len()];
        for value in &self.values {
            let at = axes.iter().fold(0, |at, &axis| at * self.lengths[axis] + place[axis]);
            sums[at] += value;
            self.advance(&mut place);
        }
        let each = (self.values.len() / size) as f64;
        sums.into_iter().map(|sum| sum / each).collect()
    }

    /// The next cell.
    fn advance(&self, place: &mut [usize]) {
        for axis in (0..place.len()).rev() {
            place[axis] += 1;
            if place[axis] < self.lengths[axis] {
                return;
            }
            place[axis] = 0;
        }
    }

    /// The sum of squares of an effect, and its degrees of freedom.
    fn squares(&self, axes: &[usize], means: &mut BTreeMap<Vec<usize>, Vec<f64>>) -> (f64, usize) {
        let lengths: Vec<usize> = axes.iter().map(|&axis| self.lengths[axis]).collect();
        let size: usize = lengths.iter().product();
        let mut effect = vec![0.0; size];
        for chosen in 0..1_usize << axes.len() {
            let is_in = |at: usize| (chosen >> at) & 1 == 1;
            let some: Vec<usize> = (0..axes.len()).filter(|&at| is_in(at)).map(|at| axes[at]).collect();
            let part = means.entry(some.clone()).or_insert_with(|| self.means(&some));
            let sign = if (axes.len() - some.len()).is_multiple_of(2) { 1.0 } else { -1.0 };
            for (cell, value) in effect.iter_mut().enumerate() {
                let place = places(cell, &lengths);
                let at =
                    (0..axes.len()).filter(|&at| is_in(at)).fold(0, |sum, at| sum * lengths[at] + place[at]);
                *value += sign * part[at];
            }
        }
        let squares: f64 = effect.iter().map(|value| value * value).sum();
        let freedom = lengths.iter().map(|length| length - 1).product();
        (squares * self.values.len() as f64 / size as f64, freedom)
    }

    /// How far the covariances of an effect's contrasts over units are from spherical.
    fn epsilon(&self, axes: &[usize]) -> Option<f64> {
        let with_units: Vec<usize> = [0].iter().chain(axes).copied().collect();
        let lengths: Vec<usize> = axes.iter().map(|&axis| self.lengths[axis]).collect();
        let means = self.means(&with_units);
        let size: usize = lengths.iter().product();
        let rows: Vec<Vec<f64>> = means.chunks(size).map(|row| contrasts(row, &lengths)).collect();
        let width = rows.first()?.len();
        let middle: Vec<f64> =
            (0..width).map(|at| rows.iter().map(|row| row[at]).sum::<f64>() / rows.len() as f64).collect();
        let covariance = |a: usize, b: usize| -> f64 {
            rows.iter().map(|row| (row[a] - middle[a]) * (row[b] - middle[b])).sum()
        };
        let trace: f64 = (0..width).map(|at| covariance(at, at)).sum();
        let all = (0..width).flat_map(|a| (0..width).map(move |b| (a, b)));
        let squares: f64 = all.map(|(a, b)| covariance(a, b) * covariance(a, b)).sum();
        (squares > 0.0).then(|| trace * trace / (width as f64 * squares))
    }

    /// All effects of one to `most` factors. Pooled F has what effects of so many factors leave.
    pub(crate) fn effects(&self, most: usize) -> Vec<Effect> {
        let mut means = BTreeMap::new();
        let mut found: Vec<Effect> =
            subsets(self.factors(), most).into_iter().map(|axes| self.effect(axes, &mut means)).collect();
        let grand = self.values.iter().sum::<f64>() / self.values.len() as f64;
        let total: f64 = self.values.iter().map(|value| (value - grand) * (value - grand)).sum();
        let model: f64 = found.iter().map(|effect| effect.squares).sum();
        let freedom: usize = found.iter().map(|effect| effect.freedom).sum();
        let left = (self.values.len() - 1).saturating_sub(freedom);
        let error = (left > 0).then(|| (total - model) / left as f64).filter(|&error| error > 0.0);
        for effect in &mut found {
            effect.pooled_f = error.map(|error| effect.squares / effect.freedom as f64 / error);
        }
        found
    }

    fn effect(&self, axes: Vec<usize>, means: &mut BTreeMap<Vec<usize>, Vec<f64>>) -> Effect {
        let (squares, freedom) = self.squares(&axes, means);
        let with_units: Vec<usize> = [0].iter().chain(&axes).copied().collect();
        let (error_squares, error_freedom) = self.squares(&with_units, means);
        let is_defined = error_squares > 0.0 && error_freedom > 0 && freedom > 0;
        let f = is_defined.then(|| (squares / freedom as f64) / (error_squares / error_freedom as f64));
        let epsilon = self.epsilon(&axes);
        let p = f
            .zip(epsilon)
            .and_then(|(f, epsilon)| f_tail(f, freedom as f64 * epsilon, error_freedom as f64 * epsilon));
        let whole = squares + error_squares;
        let eta = (whole > 0.0).then(|| squares / whole);
        Effect { axes, squares, freedom, error_freedom, f, epsilon, p, eta, pooled_f: None }
    }
}

/// The place of a cell on each axis.
fn places(cell: usize, lengths: &[usize]) -> Vec<usize> {
    let mut place = vec![0; lengths.len()];
    let mut rest = cell;
    for at in (0..lengths.len()).rev() {
        place[at] = rest % lengths[at];
        rest /= lengths[at];
    }
    place
}

/// Orthonormal contrasts of an array along all its axes (Helmert's: each level against those before it).
fn contrasts(values: &[f64], lengths: &[usize]) -> Vec<f64> {
    let mut values = values.to_vec();
    let mut inner: usize = 1;
    for &length in lengths.iter().rev() {
        let outer = values.len() / (length * inner);
        let mut next = Vec::with_capacity(outer * (length - 1) * inner);
        for block in values.chunks(length * inner) {
            for level in 1..length {
                let scale = ((level * (level + 1)) as f64).sqrt();
                for at in 0..inner {
                    let before: f64 = (0..level).map(|before| block[before * inner + at]).sum();
                    next.push((before - level as f64 * block[level * inner + at]) / scale);
                }
            }
        }
        values = next;
        inner *= length - 1;
    }
    values
}

/// All sets of one to `most` axes, smaller ones first.
fn subsets(factors: usize, most: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = Vec::new();
    let mut last: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..most.min(factors) {
        let longer = last.iter().flat_map(|some: &Vec<usize>| {
            let from = some.last().map_or(1, |axis| axis + 1);
            (from..=factors).map(move |axis| some.iter().copied().chain([axis]).collect::<Vec<usize>>())
        });
        last = longer.collect();
        all.extend(last.iter().cloned());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four units in a two by three design, from the golden numbers.
    #[test]
    fn a_small_design() {
        let text = include_str!("../tests/conformance/anova.json");
        let golden: serde_json::Value = serde_json::from_str(text).unwrap();
        let numbers = |value: &serde_json::Value| -> Vec<f64> {
            let cells = value.as_array().unwrap().iter().flat_map(|unit| unit.as_array().unwrap());
            cells.flat_map(|row| row.as_array().unwrap()).map(|cell| cell.as_f64().unwrap()).collect()
        };
        let design = Design::new(vec![4, 2, 3], numbers(&golden["tiny"]["data"])).unwrap();
        for (found, expected) in design.effects(2).iter().zip(golden["tiny"]["effects"].as_array().unwrap()) {
            for (value, key) in [
                (Some(found.squares), "ss"),
                (found.f, "f"),
                (found.epsilon, "epsilon"),
                (found.p, "p"),
                (found.eta, "partial_eta_squared"),
                (found.pooled_f, "pooled_f"),
            ] {
                let (value, expected) = (value.unwrap(), expected[key].as_f64().unwrap());
                assert!(
                    (value - expected).abs() <= 1e-9 * expected.abs().max(1.0),
                    "{key}: {value}, not {expected}"
                );
            }
        }
    }

    /// The degrees of freedom of the paper's two designs, by number of factors.
    #[test]
    fn degrees_of_freedom() {
        for (levels, expected) in [(vec![3, 2, 2, 2, 3, 2], 78), (vec![3, 2, 2, 2, 2, 2, 2, 3], 157)] {
            let freedom = |axes: &Vec<usize>| axes.iter().map(|axis| levels[axis - 1] - 1).product::<usize>();
            assert_eq!(subsets(levels.len(), 3).iter().map(freedom).sum::<usize>(), expected);
        }
    }

    #[test]
    fn scores_without_differences_have_no_f() {
        let effect = &Design::new(vec![2, 2], vec![1.0; 4]).unwrap().effects(1)[0];
        assert_eq!((effect.f, effect.epsilon, effect.p, effect.eta), (None, None, None, None));
        assert!(Design::new(vec![2, 2], vec![1.0; 3]).is_none());
    }
}
