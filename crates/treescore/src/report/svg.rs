//! Drawings as SVG: a few shapes, texts that are escaped, and numbers that are the same on every machine.

use std::fmt::Write as _;

/// A drawing under construction.
///
/// ```
/// use treescore::report::svg::Svg;
/// let mut svg = Svg::new(100.0, 50.0);
/// svg.text((10.0, 20.0), "start", "F1 < 90 & more");
/// let text = svg.finish();
/// assert!(text.contains("F1 &lt; 90 &amp; more") && text.ends_with("</svg>\n"));
/// ```
#[derive(Clone, Debug)]
pub struct Svg(String);

impl Svg {
    /// Begins a drawing of this size on white.
    pub fn new(width: f64, height: f64) -> Self {
        let mut svg = Self(String::new());
        svg.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"11\">"
        ));
        svg.put(format_args!("<rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>"));
        svg
    }

    fn put(&mut self, line: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "{line}");
    }

    /// Draws the outline of a rectangle.
    pub fn frame(&mut self, (x, y): (f64, f64), (width, height): (f64, f64)) {
        self.put(format_args!(
            "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"none\" stroke=\"#857f73\"/>"
        ));
    }

    /// Draws a line.
    pub fn line(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64), stroke: &str) {
        self.put(format_args!(
            "<line x1=\"{x1:.2}\" y1=\"{y1:.2}\" x2=\"{x2:.2}\" y2=\"{y2:.2}\" stroke=\"{stroke}\"/>"
        ));
    }

    /// Draws a line through points, in this order.
    pub fn path(&mut self, points: &[(f64, f64)], stroke: &str) {
        let places: Vec<String> = points.iter().map(|(x, y)| format!("{x:.2},{y:.2}")).collect();
        let places = places.join(" ");
        self.put(format_args!(
            "<polyline points=\"{places}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"1.5\"/>"
        ));
    }

    /// Draws a filled rectangle, with a text that is shown when it is pointed at.
    pub fn bar(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), fill: &str, title: &str) {
        let title = escape(title);
        self.put(format_args!(
            "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"{fill}\"><title>{title}</title></rect>"
        ));
    }

    /// Draws a dot, with a text that is shown when it is pointed at.
    pub fn dot(&mut self, (x, y): (f64, f64), fill: &str, title: &str) {
        let title = escape(title);
        self.put(format_args!(
            "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"3\" fill=\"{fill}\" fill-opacity=\"0.6\"><title>{title}</title></circle>"
        ));
    }

    /// Writes a text: `start`, `middle` or `end` of it at this place.
    pub fn text(&mut self, (x, y): (f64, f64), anchor: &str, text: &str) {
        let text = escape(text);
        self.put(format_args!("<text x=\"{x:.2}\" y=\"{y:.2}\" text-anchor=\"{anchor}\">{text}</text>"));
    }

    /// Writes a text upwards, with its middle at this place.
    pub fn upright(&mut self, (x, y): (f64, f64), text: &str) {
        let text = escape(text);
        self.put(format_args!(
            "<text x=\"{x:.2}\" y=\"{y:.2}\" text-anchor=\"middle\" transform=\"rotate(-90 {x:.2} {y:.2})\">{text}</text>"
        ));
    }

    /// The whole drawing.
    pub fn finish(mut self) -> String {
        self.0.push_str("</svg>\n");
        self.0
    }
}

/// Escapes a text for XML, which cannot contain control characters, nor U+FFFE and U+FFFF.
///
/// ```
/// assert_eq!(treescore::report::svg::escape("a<b & \u{1b}\u{ffff}"), "a&lt;b &amp; \u{fffd}\u{fffd}");
/// ```
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            other if other.is_control() || matches!(other, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            other => out.push(other),
        }
    }
    out
}

/// A scatter plot: a dot for each unit.
#[derive(Clone, Debug, Default)]
pub struct Scatter {
    /// Above the plot.
    pub title: String,
    /// Below the horizontal axis.
    pub x: String,
    /// Beside the vertical axis.
    pub y: String,
    /// The dots: both values, and what is shown when a dot is pointed at.
    pub dots: Vec<(f64, f64, String)>,
}

/// The side of the square with the dots.
const SIDE: f64 = 360.0;
const LEFT: f64 = 64.0;
const TOP: f64 = 40.0;
/// The colour of dots.
const DOT: &str = "#0b6e66";

impl Scatter {
    /// Draws the plot.
    pub fn draw(&self) -> String {
        let mut svg = Svg::new(LEFT + SIDE + 24.0, TOP + SIDE + 48.0);
        svg.text((LEFT, TOP - 16.0), "start", &self.title);
        svg.frame((LEFT, TOP), (SIDE, SIDE));
        let across = Scale::new(self.dots.iter().map(|dot| dot.0));
        let upwards = Scale::new(self.dots.iter().map(|dot| dot.1));
        let bottom = TOP + SIDE;
        for tick in across.ticks() {
            let x = LEFT + across.share(tick) * SIDE;
            svg.line((x, bottom), (x, bottom + 4.0), "#857f73");
            svg.text((x, bottom + 16.0), "middle", &across.label(tick));
        }
        for tick in upwards.ticks() {
            let y = bottom - upwards.share(tick) * SIDE;
            svg.line((LEFT - 4.0, y), (LEFT, y), "#857f73");
            svg.text((LEFT - 8.0, y + 4.0), "end", &upwards.label(tick));
        }
        svg.text((LEFT + SIDE / 2.0, bottom + 36.0), "middle", &self.x);
        svg.upright((18.0, TOP + SIDE / 2.0), &self.y);
        for (x, y, title) in &self.dots {
            let place = (LEFT + across.share(*x) * SIDE, bottom - upwards.share(*y) * SIDE);
            svg.dot(place, DOT, title);
        }
        svg.finish()
    }
}

/// A range of values with round ends, and a step between its ticks.
///
/// ```
/// use treescore::report::svg::Scale;
/// let scale = Scale::new([0.52, 0.98].into_iter());
/// let labels: Vec<String> = scale.ticks().into_iter().map(|tick| scale.label(tick)).collect();
/// assert_eq!(labels.join(" "), "0.5 0.6 0.7 0.8 0.9 1.0");
/// assert_eq!(scale.share(0.5), 0.0);
/// ```
#[derive(Clone, Debug)]
pub struct Scale {
    low: f64,
    high: f64,
    step: f64,
}

impl Scale {
    /// A scale that covers all finite values.
    pub fn new(values: impl Iterator<Item = f64>) -> Self {
        let (low, high) = values
            .filter(|value| value.is_finite())
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        if low > high {
            return Self { low: 0.0, high: 1.0, step: 0.5 };
        }
        if high - low < 1e-9 {
            // Equal values stand in the middle of an axis, with ticks on both sides.
            let around = if low.abs() < 1e-9 { 0.5 } else { 0.1 * low.abs() };
            return Self::between(low - around, high + around);
        }
        Self::between(low, high)
    }

    /// A scale from a lower to a higher value, with round ends.
    fn between(low: f64, high: f64) -> Self {
        let range = (high - low).max(1e-9);
        let power = 10_f64.powf((range / 5.0).log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
        let step = steps.into_iter().find(|step| range / step <= 6.0).unwrap_or(10.0 * power);
        Self { low: (low / step).floor() * step, high: (high / step).ceil() * step, step }
    }

    /// Where a value is between both ends, from 0 to 1.
    pub fn share(&self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low).max(1e-12)).clamp(0.0, 1.0)
    }

    /// The values at which ticks stand.
    pub fn ticks(&self) -> Vec<f64> {
        let number = ((self.high - self.low) / self.step).round().clamp(0.0, 20.0) as u32;
        (0..=number).map(|at| self.low + f64::from(at) * self.step).collect()
    }

    /// A value with as many decimals as ticks need.
    pub fn label(&self, value: f64) -> String {
        let decimals = if self.step < 1.0 { (-self.step.log10()).ceil().clamp(0.0, 9.0) as usize } else { 0 };
        format!("{value:.decimals$}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plots_stand_any_values() {
        for dots in [
            vec![],
            vec![(0.5, 0.5)],
            vec![(0.0, 1.0), (1.0, 0.0)],
            vec![(f64::NAN, 1.0), (-3.0, 1e9)],
            vec![(-3.5, 2.0), (40.0, 2.0)],
        ] {
            let dots = dots.into_iter().map(|(x, y)| (x, y, "<a>".to_owned())).collect();
            let text = Scatter { dots, ..Scatter::default() }.draw();
            assert!(
                text.starts_with("<svg ") && text.ends_with("</svg>\n") && !text.contains("<a>"),
                "{text}"
            );
        }
    }

    #[test]
    fn ticks_are_round() {
        let labels = |values: [f64; 2]| {
            let scale = Scale::new(values.into_iter());
            scale.ticks().into_iter().map(|tick| scale.label(tick)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(labels([0.52, 0.98]), "0.5 0.6 0.7 0.8 0.9 1.0");
        assert_eq!(labels([3.0, 27.0]), "0 5 10 15 20 25 30");
    }

    #[test]
    fn equal_values_have_ticks_on_both_sides() {
        for (value, expected) in [(0.5, 5), (1.0, 5), (0.0, 6), (-40.0, 5), (1e-12, 6)] {
            let scale = Scale::new([value, value].into_iter());
            let ticks = scale.ticks();
            assert!(ticks.len() >= expected, "{value}: {ticks:?}");
            assert!(ticks[0] < value && value < ticks[ticks.len() - 1], "{value}: {ticks:?}");
            let labels: Vec<String> = ticks.iter().map(|&tick| scale.label(tick)).collect();
            assert!(labels.windows(2).all(|two| two[0] != two[1]), "{value}: {labels:?}");
        }
    }
}
