//! Figures as bars over an axis.

use crate::measure::FigureUnit;
use crate::report::style::Style;

/// An axis from below the lowest figure to above the highest.
pub(super) struct Axis {
    low: f64,
    high: f64,
    width: usize,
    decimals: usize,
}

impl Axis {
    /// An axis of some columns for figures as they are printed.
    pub(super) fn new(figures: impl Iterator<Item = f64> + Clone, unit: FigureUnit, width: usize) -> Self {
        let (grid, decimals) = if unit == FigureUnit::Fraction { (0.005, 3) } else { (0.5, 1) };
        let low = (figures.clone().fold(f64::INFINITY, f64::min) / grid).floor() * grid;
        let high = (figures.fold(f64::NEG_INFINITY, f64::max) / grid).ceil() * grid;
        let high = if high > low { high } else { low + grid };
        Self { low, high, width: width.max(2), decimals }
    }

    /// Its ends, as far from each other as it is long.
    pub(super) fn title(&self) -> String {
        let [low, high] = [self.low, self.high].map(|end| format!("{end:.*}", self.decimals));
        let room = self.width.saturating_sub(low.len());
        format!("{low}{high:>room$}")
    }

    fn column(&self, figure: f64) -> usize {
        let place = (figure - self.low) / (self.high - self.low) * (self.width - 1) as f64;
        (place.round() as usize).min(self.width - 1)
    }

    /// A mark at a figure.
    pub(super) fn mark(&self, figure: f64, style: &Style) -> String {
        " ".repeat(self.column(figure)) + if style.unicode { "┃" } else { "|" }
    }

    /// A bar from one figure to another; nothing if they are the same.
    pub(super) fn bar(&self, from: f64, to: f64, style: &Style) -> String {
        let block = match (from < to, style.unicode) {
            _ if from.total_cmp(&to).is_eq() => return String::new(),
            (true, true) => "█",
            (true, false) => "#",
            (false, true) => "░",
            (false, false) => ".",
        };
        let (start, end) = (self.column(from.min(to)), self.column(from.max(to)));
        " ".repeat(start) + &block.repeat((end - start).max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_stand_where_their_figures_are() {
        let axis = Axis::new([88.94, 91.41].into_iter(), FigureUnit::Percent, 28);
        let (unicode, ascii) = (Style::default(), Style { unicode: false, ..Style::default() });
        assert_eq!(axis.title(), "88.5                    91.5");
        assert_eq!(axis.mark(88.94, &unicode), "    ┃");
        assert_eq!(axis.bar(88.94, 89.41, &unicode), "    ████");
        assert_eq!(axis.bar(89.41, 88.94, &ascii), "    ....");
        assert_eq!(axis.bar(91.41, 91.42, &ascii), "                          #");
        assert_eq!(axis.bar(91.41, 91.41, &ascii), "");
        let point = Axis::new([0.5, 0.5].into_iter(), FigureUnit::Fraction, 12);
        assert_eq!(point.title(), "0.500  0.505");
    }
}
