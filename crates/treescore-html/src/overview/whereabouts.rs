//! Where the brackets went: matched in the middle, not found to the left, wrong to the right.

use treescore::report::number::count;

use super::{Figured, Source};
use crate::chart::{Chart, Room, at_widths, cut_name, is_small};

/// The height of a row, without a name over it.
const ROW: f64 = 34.0;

/// Sums of marks of one system.
#[derive(Clone, Copy, Default)]
struct Sums {
    matched: u64,
    missing: u64,
    relabelled: u64,
    extra: u64,
    crossing: u64,
}

pub(super) fn draw(source: &Source<'_>) -> Option<Figured> {
    let systems = source.names.len();
    let mut sums = vec![Sums::default(); systems];
    for entry in &source.packed.entries {
        for (sum, system) in sums.iter_mut().zip(&entry.systems) {
            sum.matched += u64::from(system.marks.matched);
            sum.missing += u64::from(system.marks.missing);
            sum.relabelled += u64::from(system.marks.relabelled);
            sum.extra += u64::from(system.marks.extra);
            sum.crossing += u64::from(system.marks.crossing);
        }
    }
    let left = sums.iter().map(|sum| sum.missing + sum.relabelled).max()?;
    let right = sums.iter().map(|sum| sum.relabelled + sum.extra + sum.crossing).max()?;
    if sums.iter().all(|sum| sum.matched == 0) && left + right == 0 {
        return None;
    }
    let drawing = at_widths(Room::Full, |width| {
        // Names stand over their rows where there is no room beside them.
        let (name, matched, row) = if is_small(width) { (0.0, 74.0, 48.0) } else { (110.0, 110.0, 34.0) };
        let scale = (width - name - matched) / (left + right).max(1) as f64;
        let frame = Frame { name, matched, row, scale, middle: name + left as f64 * scale + matched / 2.0 };
        let description =
            "for each system, how many brackets are missing, relabelled, matched, crossing and extra";
        let mut chart = Chart::new(width, 24.0 + row * systems as f64, description);
        let (from, to) = (frame.middle - matched / 2.0, frame.middle + matched / 2.0);
        chart.text("", "end", (from.max(90.0), 12.0), "gold, not found");
        if !is_small(width) {
            chart.text("", "middle", (frame.middle, 12.0), "matched");
        }
        chart.text("", "start", (to.min(width - 85.0), 12.0), "system, wrong");
        for (system, sum) in sums.iter().enumerate() {
            draw_system(&mut chart, source, &frame, (system, sum));
        }
        chart.finish()
    });
    let head =
        ["system", "matched", "missing", "relabelled", "extra", "crossing"].map(str::to_owned).to_vec();
    let row = |(name, sum): (&String, &Sums)| {
        let numbers = [sum.matched, sum.missing, sum.relabelled, sum.extra, sum.crossing].map(count);
        std::iter::once(name.clone()).chain(numbers).collect()
    };
    let rows = source.names.iter().zip(&sums).map(row).collect();
    let (title, about) = ("Where the brackets went".to_owned(), String::new());
    Some(Figured { id: "where".to_owned(), title, about, drawing, head, rows })
}

/// Where rows and numbers are, at one width of the chart.
struct Frame {
    /// The width of names; 0 if they are over their rows.
    name: f64,
    /// The width of the number of matched brackets, and the middle of it.
    matched: f64,
    middle: f64,
    /// The height of a row.
    row: f64,
    /// The width of a bracket.
    scale: f64,
}

/// The row of a system: its name, what it matched, and a segment for each mark.
fn draw_system(chart: &mut Chart, source: &Source<'_>, frame: &Frame, (system, sum): (usize, &Sums)) {
    let top = 24.0 + frame.row * system as f64;
    let y = top + frame.row - ROW;
    let name = if frame.name > 0.0 { y + 17.0 } else { top + 11.0 };
    chart.text("b", "start", (0.0, name), &cut_name(&source.names[system], 15));
    let tip = format!("{}: {} matched", source.names[system], count(sum.matched));
    chart.link(&source.address("-refused", system), &tip);
    chart.text("b", "middle", (frame.middle, y + 17.0), &count(sum.matched));
    chart.end_link();
    let [relabelled, missing, crossing, extra] =
        [sum.relabelled, sum.missing, sum.crossing, sum.extra].map(|number| number as f64 * frame.scale);
    let (gold, wrong) = (frame.middle - frame.matched / 2.0, frame.middle + frame.matched / 2.0);
    for (mark, number, x, width) in [
        (Mark::Relabelled, sum.relabelled, gold - relabelled, relabelled),
        (Mark::Missing, sum.missing, gold - relabelled - missing, missing),
        (Mark::Relabelled, sum.relabelled, wrong, relabelled),
        (Mark::Crossing, sum.crossing, wrong + relabelled, crossing),
        (Mark::Extra, sum.extra, wrong + relabelled + crossing, extra),
    ] {
        if number > 0 {
            mark.draw(chart, source, system, (number, x, y, width));
        }
    }
}

#[derive(Clone, Copy)]
enum Mark {
    Missing,
    Relabelled,
    Extra,
    Crossing,
}

impl Mark {
    /// The name, its sign, its class, and the term of a query.
    fn names(self) -> [&'static str; 4] {
        match self {
            Self::Missing => ["missing", "−", "missing", "mark:missing"],
            Self::Relabelled => ["relabelled", "≠", "relabel", "mark:relabel"],
            Self::Extra => ["extra", "+", "extra", "mark:extra"],
            Self::Crossing => ["crossing", "×", "cross", "mark:cross"],
        }
    }

    fn draw(
        self,
        chart: &mut Chart,
        source: &Source<'_>,
        system: usize,
        (number, x, y, width): (u64, f64, f64, f64),
    ) {
        let [name, sign, class, term] = self.names();
        let text = format!("{sign} {}", count(number));
        let long = format!("{text} {name}");
        chart.link(
            &source.address(term, system),
            &format!("{}: {} {name}", source.names[system], count(number)),
        );
        chart.rect(&format!("share {class}"), (x + 0.8, y + 3.0), (width - 1.6, 20.0));
        if matches!(self, Self::Relabelled) {
            for line in [y + 21.0, y + 24.0] {
                chart.line("under relabel", (x + 0.8, line), (x + width - 0.8, line));
            }
        }
        // A rough width of letters: what does not fit is in the tip and in the table.
        let shown = if width > long.chars().count() as f64 * 6.4 + 8.0 { Some(&long) } else { Some(&text) };
        if let Some(shown) = shown.filter(|shown| width > shown.chars().count() as f64 * 6.4 + 4.0) {
            chart.text(&format!("seg-text {class}"), "middle", (x + width / 2.0, y + 17.0), shown);
        }
        chart.end_link();
    }
}
