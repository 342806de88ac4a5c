//! A drawn axis with points. It shows differences, so it does not start at zero unless the figures do.

use crate::report::model::FigureUnit;
use crate::report::style::{Style, display_width};

/// The width of a drawn axis in columns.
pub(crate) const WIDTH: usize = 21;

/// The least distance between labels for figures of a unit.
pub(crate) fn least_step(unit: FigureUnit) -> f64 {
    match unit {
        FigureUnit::Percent => 1.0,
        FigureUnit::Fraction => 0.01,
        FigureUnit::PerPair => 0.1,
    }
}

/// A range of numbers mapped to [`WIDTH`] columns.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Axis {
    low: f64,
    high: f64,
    /// The distance between labels.
    step: f64,
}

impl Axis {
    /// Creates an axis around all values, with labels at least `least_step` apart; `None` if there is no
    /// value.
    pub(crate) fn around(values: impl Iterator<Item = f64>, least_step: f64) -> Option<Self> {
        let finite = values.filter(|value| value.is_finite());
        let (least, greatest) = finite.fold(None, |ends, value| match ends {
            None => Some((value, value)),
            Some((least, greatest)) => Some((value.min(least), value.max(greatest))),
        })?;
        let step = step(greatest - least).max(least_step);
        // The ends are multiples of a quarter step: close enough to the values that zero appears only if the
        // values come near it.
        let quarter = step / 4.0;
        let low = (least / quarter).floor() * quarter;
        let high = ((greatest / quarter).ceil() * quarter).max(low + quarter);
        let is_labelled = (high / step).floor() * step >= low;
        Some(Self { low: if is_labelled { low } else { (low / step).floor() * step }, high, step })
    }

    /// The column of a value.
    fn cell(&self, value: f64) -> usize {
        let share = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        (share * (WIDTH - 1) as f64).round() as usize
    }

    /// The labels over their columns. A label that would touch the one before is left out.
    pub(crate) fn header(&self) -> String {
        let mut header = String::new();
        let decimals = if self.step < 1.0 { (-self.step.log10()).ceil() as usize } else { 0 };
        let first = (self.low / self.step).ceil();
        let labels = (0..=8).map(|index| (first + f64::from(index)) * self.step);
        for value in labels.take_while(|&value| value <= self.high) {
            let label = format!("{value:.decimals$}");
            let start =
                self.cell(value).saturating_sub((label.len() - 1) / 2).min(WIDTH.saturating_sub(label.len()));
            if header.is_empty() || start > header.len() {
                header.push_str(&" ".repeat(start - header.len()));
                header.push_str(&label);
            }
        }
        header
    }

    /// Draws one point for each system, and the interval of the only one; undefined values are left out. Where two
    /// points share a column, the first system's is drawn; a point is drawn over the end of an interval.
    pub(crate) fn points(&self, values: &[Option<f64>], ends: Option<(f64, f64)>, style: &Style) -> String {
        let mut points: Vec<&str> = vec![" "; WIDTH];
        if let Some((low, high)) = ends.filter(|(low, high)| low.is_finite() && high.is_finite()) {
            let [left, line, right] = style.glyphs().interval;
            points[self.cell(low)..=self.cell(high)].fill(line);
            points[self.cell(low)] = left;
            points[self.cell(high)] = right;
        }
        for (system, value) in values.iter().enumerate().rev() {
            if let Some(value) = value.filter(|value| value.is_finite()) {
                points[self.cell(value)] = style.glyphs().point(system);
            }
        }
        let text = points.concat();
        debug_assert_eq!(display_width(&text), WIDTH, "every point takes one cell");
        text
    }
}

/// The distance between labels for a range: 1, 2 or 4 times a power of ten, so that two to four labels fit.
fn step(range: f64) -> f64 {
    const LABELS: f64 = 3.2;
    let least = (range / LABELS).max(1e-4);
    let power = 10_f64.powf(least.log10().floor());
    let steps = [1.0, 2.0, 4.0, 10.0].map(|factor| factor * power);
    steps.into_iter().find(|&step| step >= least).unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::{Axis, WIDTH};
    use crate::report::Style;

    #[test]
    fn labels_fit_the_values() {
        for (values, least_step, header, why) in [
            (vec![87.27, 96.23], 1.0, "  88      92      96", "by length"),
            (vec![72.15, 97.01], 1.0, "70     80      90", "by label"),
            (vec![10.0, 90.0], 1.0, "        40        80", "no zero without need"),
            (vec![0.0, 100.0], 1.0, "0       40      80", "zero if the values demand it"),
            (vec![91.41], 1.0, "91", "one value"),
            (vec![91.80, 92.10], 1.0, "          92", "two near values"),
            (vec![100.0, 100.0], 1.0, "100", "the greatest"),
            (vec![0.0], 1.0, "0", "the least"),
            (vec![0.7098, 0.7841], 0.01, "   0.72     0.76", "fractions"),
        ] {
            let axis = Axis::around(values.into_iter(), least_step).unwrap();
            assert_eq!(axis.header(), header, "{why}");
            assert!(axis.header().len() <= WIDTH, "{why}");
        }
        assert_eq!(Axis::around([f64::NAN].into_iter(), 1.0), None, "no value, no axis");
    }

    #[test]
    fn the_first_system_is_seen() {
        let axis = Axis::around([90.0, 95.0].into_iter(), 1.0).unwrap();
        let points = axis.points(&[Some(90.0), Some(90.0), None, Some(95.0)], None, &Style::default());
        assert_eq!(points, "●                   ◆");
    }
}
