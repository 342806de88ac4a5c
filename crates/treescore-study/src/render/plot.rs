//! The plots of a study, one below the other in one drawing.

use treescore::report::svg::{Scale, Svg};

use crate::result::{Curve, Marks, Plot, PlotAxis, Study, Upright};

const LEFT: f64 = 72.0;
const TOP: f64 = 40.0;
const WIDTH: f64 = 440.0;
const HEIGHT: f64 = 320.0;
/// Room on the right of a plot: the legend, and a second axis.
const BESIDE: f64 = 210.0;
/// Room from the bottom of a plot to the end of its drawing.
const BELOW: f64 = 56.0;
const LINE: &str = "#857f73";
const COLOURS: [&str; 8] =
    ["#0b6e66", "#b5542b", "#3f5fa8", "#8a6d00", "#7a3b7d", "#4f7f2f", "#a8324a", "#555555"];

/// The plots of a study as one SVG. `None` if it has none.
pub fn svg(study: &Study) -> Option<String> {
    if study.plots.is_empty() {
        return None;
    }
    let each = TOP + HEIGHT + BELOW;
    let mut svg = Svg::new(LEFT + WIDTH + BESIDE, each * study.plots.len() as f64);
    for (at, plot) in study.plots.iter().enumerate() {
        let heading = [study.name.as_str(), &plot.title].join(": ");
        Frame::new(plot, at as f64 * each + TOP).draw(plot, heading.trim_end_matches(": "), &mut svg);
    }
    Some(svg.finish())
}

/// A plot at its place.
struct Frame {
    top: f64,
    x: Axis,
    left: Axis,
    right: Option<Axis>,
}

/// An axis with its scale; logarithmic ones have the scale of logarithms.
struct Axis {
    scale: Scale,
    is_logarithmic: bool,
}

impl Axis {
    fn new(axis: &PlotAxis, values: impl Iterator<Item = f64>) -> Self {
        let is_logarithmic = axis.logarithmic;
        let values = values.filter_map(|value| Self::along(is_logarithmic, value));
        Self { scale: Scale::new(values), is_logarithmic }
    }

    fn along(is_logarithmic: bool, value: f64) -> Option<f64> {
        if is_logarithmic { (value > 0.0).then(|| value.log10()) } else { value.is_finite().then_some(value) }
    }

    /// Where a value is, from 0 to 1.
    fn share(&self, value: f64) -> Option<f64> {
        Self::along(self.is_logarithmic, value).map(|value| self.scale.share(value))
    }

    fn ticks(&self) -> Vec<(f64, String)> {
        let text = |tick: f64| {
            if self.is_logarithmic { format!("{:.2e}", 10_f64.powf(tick)) } else { self.scale.label(tick) }
        };
        self.scale.ticks().into_iter().map(|tick| (self.scale.share(tick), text(tick))).collect()
    }
}

impl Frame {
    fn new(plot: &Plot, top: f64) -> Self {
        let points = || plot.curves.iter().flat_map(|curve| &curve.points);
        let has_bars = plot.curves.iter().any(|curve| curve.marks == Marks::Bars);
        let of = |upright: Upright| {
            let curves = plot.curves.iter().filter(move |curve| curve.upright == upright);
            let bottom = (has_bars && upright == Upright::Left).then_some(0.0);
            curves
                .flat_map(|curve| &curve.points)
                .flat_map(|&(_, y, deviation)| [y - deviation.unwrap_or(0.0), y + deviation.unwrap_or(0.0)])
                .chain(bottom)
        };
        let right = plot.right.as_ref().map(|axis| Axis::new(axis, of(Upright::Right)));
        let named = [-0.5, plot.names.len() as f64 - 0.5].into_iter().filter(|_| !plot.names.is_empty());
        let x = Axis::new(&plot.x, points().map(|point| point.0).chain(named));
        Self { top, x, left: Axis::new(&plot.y, of(Upright::Left)), right }
    }

    fn across(&self, x: f64) -> Option<f64> {
        self.x.share(x).map(|share| LEFT + share * WIDTH)
    }

    fn upwards(&self, upright: Upright, y: f64) -> Option<f64> {
        let axis = if upright == Upright::Left { &self.left } else { self.right.as_ref()? };
        axis.share(y).map(|share| self.top + HEIGHT - share * HEIGHT)
    }

    fn draw(&self, plot: &Plot, heading: &str, svg: &mut Svg) {
        let bottom = self.top + HEIGHT;
        svg.text((LEFT, self.top - 16.0), "start", heading);
        svg.frame((LEFT, self.top), (WIDTH, HEIGHT));
        self.draw_ticks(plot, svg);
        svg.text((LEFT + WIDTH / 2.0, bottom + 36.0), "middle", &plot.x.label);
        svg.upright((18.0, self.top + HEIGHT / 2.0), &plot.y.label);
        if let Some(right) = &plot.right {
            svg.upright((LEFT + WIDTH + 52.0, self.top + HEIGHT / 2.0), &right.label);
        }
        let bars = plot.curves.iter().filter(|curve| curve.marks == Marks::Bars).count();
        let mut bar = 0;
        for (number, curve) in plot.curves.iter().enumerate() {
            let colour = COLOURS[number % COLOURS.len()];
            match curve.marks {
                Marks::Bars => {
                    self.draw_bars(curve, colour, (bar, bars), svg);
                    bar += 1;
                }
                Marks::Dots | Marks::Line => self.draw_points(curve, colour, svg),
            }
            if !curve.name.is_empty() {
                let at = self.top + 12.0 + 16.0 * number as f64;
                svg.bar((LEFT + WIDTH + 66.0, at - 8.0), (10.0, 8.0), colour, &curve.name);
                svg.text((LEFT + WIDTH + 82.0, at), "start", &curve.name);
            }
        }
    }

    fn draw_ticks(&self, plot: &Plot, svg: &mut Svg) {
        let bottom = self.top + HEIGHT;
        let named = plot.names.iter().enumerate();
        let named: Vec<(f64, String)> =
            named.map(|(at, name)| (self.x.share(at as f64).unwrap_or(0.0), name.clone())).collect();
        let along = if named.is_empty() { self.x.ticks() } else { named };
        for (share, text) in along {
            let x = LEFT + share * WIDTH;
            svg.line((x, bottom), (x, bottom + 4.0), LINE);
            // Names of two parts have a line for each, so that neighbours do not overlap.
            for (line, part) in text.split(", ").enumerate() {
                svg.text((x, bottom + 16.0 + 13.0 * line as f64), "middle", part);
            }
        }
        for (share, text) in self.left.ticks() {
            let y = bottom - share * HEIGHT;
            svg.line((LEFT - 4.0, y), (LEFT, y), LINE);
            svg.text((LEFT - 8.0, y + 4.0), "end", &text);
        }
        for (share, text) in self.right.iter().flat_map(Axis::ticks) {
            let y = bottom - share * HEIGHT;
            svg.line((LEFT + WIDTH, y), (LEFT + WIDTH + 4.0, y), LINE);
            svg.text((LEFT + WIDTH + 8.0, y + 4.0), "start", &text);
        }
    }

    /// Dots or a line, with bars for deviations.
    fn draw_points(&self, curve: &Curve, colour: &str, svg: &mut Svg) {
        let places: Vec<(f64, f64)> = curve
            .points
            .iter()
            .filter_map(|&(x, y, _)| self.across(x).zip(self.upwards(curve.upright, y)))
            .collect();
        if curve.marks == Marks::Line {
            svg.path(&places, colour);
        }
        for &(x, y, deviation) in &curve.points {
            let Some((across, up)) = self.across(x).zip(self.upwards(curve.upright, y)) else { continue };
            if let Some(deviation) = deviation {
                let ends =
                    [y - deviation, y + deviation].map(|y| self.upwards(curve.upright, y).unwrap_or(up));
                svg.line((across, ends[0]), (across, ends[1]), colour);
            }
            svg.dot((across, up), colour, format!("{} {x:.4}, {y:.4}", curve.name).trim_start());
        }
    }

    /// Bars beside those of other curves.
    fn draw_bars(&self, curve: &Curve, colour: &str, (bar, bars): (usize, usize), svg: &mut Svg) {
        let width = 0.8 / bars.max(1) as f64;
        let bottom = self.top + HEIGHT;
        for &(x, y, _) in &curve.points {
            let from = x - 0.4 + width * bar as f64;
            let ends = self.across(from).zip(self.across(from + width));
            let Some(((left, right), up)) = ends.zip(self.upwards(curve.upright, y)) else { continue };
            svg.bar((left, up), (right - left, bottom - up), colour, &format!("{} {y:.4}", curve.name));
        }
    }
}
