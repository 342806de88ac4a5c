//! A time axis: the words of a side as boxes over it, those of the other side under it. What both sides share is darker.

use super::MARGIN;
use super::pen::{Pen, shown};
use crate::draw::DrawnWord;
use crate::draw::widths::{Font, width};
use crate::report::svg::escape;

/// The space above the axis.
const HEAD: f64 = 12.0;
/// The height of a row of boxes.
const ROW: f64 = 20.0;
/// The height of the numbers under the ticks.
const NUMBERS: f64 = 22.0;
/// The least distance of two ticks.
const TICK: f64 = 56.0;

/// A time axis for one or two rows of words.
pub(super) struct Axis<'d> {
    /// The words of each side that have times.
    rows: Vec<Vec<(&'d DrawnWord, (f64, f64))>>,
    start: f64,
    end: f64,
    width: f64,
}

impl<'d> Axis<'d> {
    /// An axis of this width; `None` if no word has a time.
    pub(super) fn new(sides: &[&'d [DrawnWord]], width: f64) -> Option<Self> {
        let timed = |words: &'d [DrawnWord]| {
            words.iter().filter_map(|word| Some((word, word.time?))).collect::<Vec<_>>()
        };
        let rows: Vec<Vec<_>> = sides.iter().map(|words| timed(words)).collect();
        let spans = || rows.iter().flatten().map(|(_, time)| *time);
        let (start, end) = spans().reduce(|(start, end), (from, to)| (start.min(from), end.max(to)))?;
        // A moment is a line on an axis that has a length.
        Some(Self { rows, start, end: if end > start { end } else { start + 1.0 }, width })
    }

    pub(super) fn height(&self) -> f64 {
        HEAD + ROW * self.rows.len() as f64 + NUMBERS
    }

    fn x(&self, time: f64) -> f64 {
        MARGIN + (time - self.start) / (self.end - self.start) * self.width
    }

    /// Draws it, from this height on.
    pub(super) fn draw(&self, pen: &mut Pen, top: f64) {
        let line = top + HEAD + ROW;
        for (row, y) in self.rows.iter().zip([line - ROW, line]) {
            for (word, (start, end)) in row {
                self.draw_word(pen, word, (*start, *end), y);
            }
        }
        for (start, end) in self.shared() {
            let (x, wide) = (self.x(start), self.x(end) - self.x(start));
            for y in [line - ROW, line] {
                pen.put(format_args!(
                    "<rect class=\"o\" x=\"{x:.2}\" y=\"{:.2}\" width=\"{wide:.2}\" height=\"{:.2}\"/>",
                    y + 2.0,
                    ROW - 4.0
                ));
            }
        }
        pen.put(format_args!("<path d=\"M{MARGIN:.2} {line:.2}H{:.2}\"/>", MARGIN + self.width));
        self.draw_ticks(pen, top + self.height());
    }

    /// A word as a box, with its text if there is room for it.
    fn draw_word(&self, pen: &mut Pen, word: &DrawnWord, (start, end): (f64, f64), y: f64) {
        let (from, to) = (self.x(start), self.x(end));
        let text = shown(&word.text);
        let tip = escape(&format!("{text} {}", word.time_text().unwrap_or_default()));
        pen.put(format_args!(
            "<rect class=\"i\" x=\"{from:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{:.2}\"><title>{tip}</title></rect>",
            y + 2.0,
            (to - from).max(0.6),
            ROW - 4.0
        ));
        if width(&text, Font::Tag) + 4.0 < to - from {
            let (x, y, text) = (f64::midpoint(from, to), y + 14.0, escape(&text));
            pen.put(format_args!("<text class=\"t\" x=\"{x:.2}\" y=\"{y:.2}\">{text}</text>"));
        }
    }

    /// The stretches of time in which words of both sides in the same order overlap.
    fn shared(&self) -> Vec<(f64, f64)> {
        let [gold, system] = &self.rows[..] else { return Vec::new() };
        let (mut a, mut b, mut found) = (0, 0, Vec::new());
        while let (Some((_, one)), Some((_, other))) = (gold.get(a), system.get(b)) {
            let (start, end) = (one.0.max(other.0), one.1.min(other.1));
            if end > start {
                found.push((start, end));
            }
            if one.1 <= other.1 { a += 1 } else { b += 1 }
        }
        found
    }

    /// Round numbers of seconds under the boxes.
    fn draw_ticks(&self, pen: &mut Pen, bottom: f64) {
        let most = (self.width / TICK).floor().max(1.0);
        let step = nice_step((self.end - self.start) / most);
        let decimals = (-step.log10().floor()).clamp(0.0, 4.0) as usize;
        let first = (self.start / step - 1e-9).ceil();
        for number in 0..=most as u32 {
            let time = (first + f64::from(number)) * step;
            if time > self.end + step * 1e-9 {
                break;
            }
            let (x, from) = (self.x(time), bottom - NUMBERS);
            pen.put(format_args!("<path class=\"k\" d=\"M{x:.2} {from:.2}v4\"/>"));
            // Numbers at the edges stay inside the picture.
            let label = if time.abs() < 1e7 { format!("{time:.decimals$}") } else { format!("{time:.2e}") };
            let label = format!("{label} s");
            let half = width(&label, Font::Tag) / 2.0;
            let x = x.clamp(half.min(MARGIN + self.width), (self.width + 2.0 * MARGIN - half).max(half));
            let y = bottom - 5.0;
            pen.put(format_args!("<text class=\"t\" x=\"{x:.2}\" y=\"{y:.2}\">{label}</text>"));
        }
    }
}

/// The least of 1, 2 and 5 times a power of ten that is not below a number.
fn nice_step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0].into_iter().map(|step| step * power).find(|step| *step >= least).unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::{Axis, nice_step};
    use crate::draw::DrawnWord;
    use crate::draw::svg::Page;
    use crate::draw::svg::pen::Pen;

    fn words(times: &[(f64, f64)]) -> Vec<DrawnWord> {
        times.iter().map(|&time| DrawnWord { time: Some(time), ..DrawnWord::default() }).collect()
    }

    #[test]
    fn ticks_are_round_numbers() {
        for (least, step) in [(0.13, 0.2), (0.2, 0.2), (0.3, 0.5), (7.0, 10.0), (1.0, 1.0)] {
            assert!((nice_step(least) - step).abs() < 1e-12, "{least}");
        }
    }

    #[test]
    fn what_both_sides_share_is_found_in_order() {
        let (gold, system) = (words(&[(0.0, 1.0), (2.0, 3.0)]), words(&[(0.5, 2.5)]));
        let axis = Axis::new(&[&gold, &system], 300.0).unwrap();
        assert_eq!(axis.shared(), [(0.5, 1.0), (2.0, 2.5)]);
        let mut pen = Pen::new((324.0, 100.0), Page::Clear, "times");
        axis.draw(&mut pen, 10.0);
        let drawn = pen.finish();
        assert_eq!((drawn.matches("class=\"i\"").count(), drawn.matches("class=\"o\"").count()), (3, 4));
        assert!(drawn.contains(">0 s<") && drawn.contains(">3 s<"), "{drawn}");
    }

    #[test]
    fn any_times_give_an_axis_of_numbers() {
        for times in [vec![(1.0, 1.0)], vec![(0.0, 1e300)], vec![(-1e-300, 1e-300)], vec![(1e15, 1e15 + 0.5)]]
        {
            let words = words(&times);
            let axis = Axis::new(&[&words], 200.0).unwrap();
            let mut pen = Pen::new((224.0, 100.0), Page::Clear, "times");
            axis.draw(&mut pen, 10.0);
            let drawn = pen.finish();
            assert!(
                !drawn.contains("NaN") && !drawn.contains("inf") && drawn.len() < 5000,
                "{times:?}: {drawn}"
            );
        }
        assert!(Axis::new(&[&[DrawnWord::default()]], 100.0).is_none());
    }
}
