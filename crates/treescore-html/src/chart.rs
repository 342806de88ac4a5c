//! What all charts share: elements of SVG, scales, the shapes of systems.
//!
//! Charts name no colour: classes do, and the style sheet has the hues. Every text is escaped.

use std::fmt::Write as _;

use treescore::report::svg::escape;

use crate::pack::shown;

/// A chart under construction.
#[derive(Debug)]
pub(crate) struct Chart(String);

impl Chart {
    /// Begins a chart of this size, which a sentence describes.
    pub(crate) fn new(width: f64, height: f64, description: &str) -> Self {
        let mut chart = Self(String::new());
        let description = escape(&shown(description));
        chart.put(format_args!(
            "<svg class=\"chart\" role=\"img\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" aria-label=\"{description}\">"
        ));
        chart
    }

    /// Appends an element as it is written.
    pub(crate) fn put(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.0.write_fmt(element);
    }

    pub(crate) fn line(&mut self, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
        self.put(format_args!(
            "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
        ));
    }

    pub(crate) fn rect(&mut self, class: &str, (x, y): (f64, f64), (width, height): (f64, f64)) {
        let (width, height) = (width.max(0.0), height.max(0.0));
        self.put(format_args!(
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>"
        ));
    }

    /// A line through points, or the outline of an area.
    pub(crate) fn path(&mut self, class: &str, points: &[(f64, f64)], is_closed: bool) {
        let mut path = String::new();
        for (at, (x, y)) in points.iter().enumerate() {
            let _ = write!(path, "{}{x:.1} {y:.1}", if at == 0 { "M" } else { "L" });
        }
        let end = if is_closed { "Z" } else { "" };
        self.put(format_args!("<path class=\"{class}\" d=\"{path}{end}\"/>"));
    }

    /// Writes a text: `start`, `middle` or `end` of it at this place.
    pub(crate) fn text(&mut self, class: &str, anchor: &str, (x, y): (f64, f64), text: &str) {
        let text = escape(&shown(text));
        self.put(format_args!(
            "<text class=\"{class}\" text-anchor=\"{anchor}\" x=\"{x:.1}\" y=\"{y:.1}\">{text}</text>"
        ));
    }

    /// The mark of a system, by its position.
    pub(crate) fn mark(&mut self, system: usize, (x, y): (f64, f64)) {
        let class = system_class(system);
        match system {
            0 => self.put(format_args!("<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.6\"/>")),
            1 => self.rect(&class, (x - 3.2, y - 3.2), (6.4, 6.4)),
            2 => self.path(&class, &[(x, y - 4.2), (x + 4.0, y + 3.2), (x - 4.0, y + 3.2)], true),
            3 => self.path(&class, &[(x, y - 4.4), (x + 4.0, y), (x, y + 4.4), (x - 4.0, y)], true),
            _ => self.put(format_args!(
                "<path class=\"{class} plus\" d=\"M{:.1} {y:.1}h8M{x:.1} {:.1}v8\"/>",
                x - 4.0,
                y - 4.0
            )),
        }
    }

    /// Opens a link to the sentences that a query finds, with what is shown when it is pointed at.
    pub(crate) fn link(&mut self, address: &str, tip: &str) {
        let (address, tip) = (escape(address), escape(&shown(tip)));
        self.put(format_args!(
            "<a href=\"{address}\" data-tip=\"{tip}\" aria-label=\"{tip}\"><title>{tip}</title>"
        ));
    }

    pub(crate) fn end_link(&mut self) {
        self.put(format_args!("</a>"));
    }

    /// The whole chart. Links in a picture would be hidden from those who do not see it, so that a chart with links is a
    /// group.
    pub(crate) fn finish(mut self) -> String {
        self.0.push_str("</svg>");
        if self.0.contains("<a href") {
            self.0 = self.0.replacen("role=\"img\"", "role=\"group\"", 1);
        }
        self.0
    }
}

/// How much room a chart has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Room {
    /// Half of the page; the chart is beside another one.
    Half,
    /// The whole width of the page.
    Full,
}

/// Draws a chart at three widths. The style sheet shows the widest that fits, so that letters keep their size and nothing scrolls.
pub(crate) fn at_widths(room: Room, mut draw: impl FnMut(f64) -> String) -> String {
    let (class, widths) = match room {
        Room::Half => ("half", [280.0, 420.0, 560.0]),
        Room::Full => ("full", [280.0, 620.0, 1180.0]),
    };
    let mut out = format!("<div class=\"drawn {class}\">");
    for (size, width) in ["small", "middle", "large"].into_iter().zip(widths) {
        let _ = write!(out, "<div class=\"{size}\">{}</div>", draw(width));
    }
    out + "</div>"
}

/// A name of at most so many characters, cut in the middle: names of systems often differ at their ends only.
pub(crate) fn cut_name(name: &str, most: usize) -> String {
    let all: Vec<char> = name.chars().collect();
    if all.len() <= most {
        return name.to_owned();
    }
    let tail = most.saturating_sub(1) / 2;
    let head = most.saturating_sub(1) - tail;
    all[..head].iter().chain([&'…']).chain(&all[all.len() - tail..]).collect()
}

/// True for the smallest width at which charts are drawn.
pub(crate) fn is_small(width: f64) -> bool {
    width < 400.0
}

/// The class of what belongs to a system. From the sixth on, systems are grey.
pub(crate) fn system_class(system: usize) -> String {
    if system < 5 { format!("s s{}", system + 1) } else { "s s0".to_owned() }
}

/// The address of the sentences that a query finds, of one system.
pub(crate) fn query(query: &str, system: Option<&str>) -> String {
    let mut address = format!("#q={}", encode(query));
    if let Some(system) = system {
        address += "&sys=";
        address += &encode(system);
    }
    address
}

/// Escapes a text for an address.
pub(crate) fn encode(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b':' | b'<' | b'>' | b'"' => {
                out.push(char::from(byte));
            }
            b' ' => out.push('+'),
            other => {
                let _ = write!(out, "%{other:02X}");
            }
        }
    }
    out
}

/// A range of values on an axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    low: f64,
    high: f64,
    step: f64,
    from: f64,
    to: f64,
}

impl Scale {
    /// An axis from `from` to `to` that has room for all values, with about so many ticks.
    pub(crate) fn around(values: impl Iterator<Item = f64>, ticks: f64, (from, to): (f64, f64)) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(|value| value.is_finite()) {
            (low, high) = (low.min(value), high.max(value));
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        // Equal values have no range of their own.
        let least = (high.abs() * 0.01).max(1e-4);
        if high - low < least {
            low = high - least;
        }
        let step = nice_step((high - low) / ticks);
        let low = (low / step).floor() * step;
        let high = ((high / step).ceil() * step).max(low + step);
        Self { low, high, step, from, to }
    }

    /// An axis over exactly this range.
    pub(crate) fn exact(low: f64, high: f64, step: f64, (from, to): (f64, f64)) -> Self {
        Self { low, high, step, from, to }
    }

    /// Where a value is.
    pub(crate) fn at(&self, value: f64) -> f64 {
        let share = (value.clamp(self.low, self.high) - self.low) / (self.high - self.low);
        self.from + share * (self.to - self.from)
    }

    /// The values with ticks.
    pub(crate) fn ticks(&self) -> impl Iterator<Item = f64> + '_ {
        let count = ((self.high - self.low) / self.step).round() as usize;
        (0..=count).map(|tick| self.low + tick as f64 * self.step)
    }

    /// A tick as a text, with as many decimals as its step needs.
    pub(crate) fn tick(&self, value: f64) -> String {
        let decimals = (-self.step.log10().floor()).clamp(0.0, 6.0) as usize;
        let decimals = if self.step.fract() == 0.0 { 0 } else { decimals };
        let text = format!("{value:.decimals$}");
        text.strip_prefix('-').map_or(text.clone(), |positive| format!("\u{2212}{positive}"))
    }
}

/// 1, 2 or 5 times a power of ten.
fn nice_step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0];
    steps.into_iter().map(|step| step * power).find(|&step| step >= least - 1e-12).unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_have_round_ticks() {
        let scale = Scale::around([87.3, 96.2].into_iter(), 4.0, (0.0, 100.0));
        assert_eq!(scale.ticks().map(|tick| scale.tick(tick)).collect::<Vec<_>>(), ["85", "90", "95", "100"]);
        let fine = Scale::around([0.78, 0.81].into_iter(), 3.0, (0.0, 1.0));
        assert_eq!(
            fine.ticks().map(|tick| fine.tick(tick)).collect::<Vec<_>>(),
            ["0.78", "0.79", "0.80", "0.81"]
        );
    }

    #[test]
    fn equal_values_have_different_ticks() {
        for value in [100.0, 1.0, 0.0, 1e-9] {
            let scale = Scale::around([value].into_iter(), 3.0, (0.0, 100.0));
            let ticks: Vec<String> = scale.ticks().map(|tick| scale.tick(tick)).collect();
            assert!(ticks.len() > 1 && ticks.windows(2).all(|two| two[0] != two[1]), "{value}: {ticks:?}");
        }
    }

    #[test]
    fn names_are_cut_in_the_middle() {
        for (name, most, cut) in
            [("heron", 8, "heron"), ("bert-large-seed3", 11, "bert-…seed3"), ("ééééé", 4, "éé…é")]
        {
            assert_eq!(cut_name(name, most), cut);
        }
    }

    #[test]
    fn addresses_hold_no_text_that_ends_them() {
        assert_eq!(query("label:PP f1<80", Some("a&b#")), "#q=label:PP+f1<80&sys=a%26b%23");
    }
}
