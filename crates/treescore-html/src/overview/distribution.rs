//! How many sentences have which figure: a histogram for each system, perfect ones apart.

use treescore::report::number::{count, counted};

use super::{Figured, Source};
use crate::chart::{Chart, Room, Scale, at_widths, cut_name, is_small, system_class};

const LEFT: f64 = 84.0;
const RIGHT: f64 = 64.0;
const BINS: usize = 20;
const ROW: f64 = 70.0;
/// From the sixth system on there is no room but in the table.
const SYSTEMS: usize = 5;

/// The figures of one system: in classes, perfect ones, all.
struct Histogram {
    bins: [u64; BINS],
    perfect: u64,
    all: u64,
}

pub(super) fn draw(source: &Source<'_>) -> Option<Figured> {
    // A distance has no largest value.
    if source.headline.better != treescore::measure::Better::Higher {
        return None;
    }
    let listed: Vec<Histogram> = (0..source.names.len()).map(|system| histogram(source, system)).collect();
    let systems = listed.len().min(SYSTEMS);
    let found = &listed[..systems];
    let all: u64 = found.iter().map(|found| found.all).sum();
    if all == 0 {
        return None;
    }
    let most = found.iter().flat_map(|found| found.bins.iter().copied().chain([found.perfect])).max()?;
    // Low classes that are empty everywhere are left out.
    let first = (0..BINS).find(|&bin| found.iter().any(|found| found.bins[bin] > 0)).unwrap_or(BINS - 1);
    let first = first.min(BINS / 2) / 2 * 2;
    let others = if listed.len() > systems { "; the other systems are in the table" } else { "" };
    let about = format!(
        "{}s by their own {}{}; perfect ones apart, at the right{others}",
        source.noun(),
        source.headline.title,
        source.unit()
    );
    let drawing = at_widths(Room::Half, |width| {
        let unit = source.scale();
        let low = first as f64 / BINS as f64 * unit;
        let across = Scale::exact(low, unit, unit / 10.0, (LEFT, width - RIGHT));
        let height = ROW * systems as f64 + 24.0;
        let mut chart = Chart::new(width, height, &about);
        let ticks: Vec<f64> = across.ticks().collect();
        for (from_end, &tick) in ticks.iter().rev().enumerate() {
            chart.line("ax", (across.at(tick), 0.0), (across.at(tick), height - 22.0));
            if from_end % 2 == 0 || !is_small(width) {
                chart.text("", "middle", (across.at(tick), height - 6.0), &across.tick(tick));
            }
        }
        for (system, found) in found.iter().enumerate() {
            draw_system(&mut chart, (source, &across), (system, found), (first, most, width));
        }
        chart.finish()
    });
    let (head, rows) = table(source, &listed, first);
    let title = format!("{}s by their own {}", capital(source.noun()), source.headline.title);
    Some(Figured { id: "chart-distribution".to_owned(), title, about, drawing, head, rows })
}

/// The histogram of one system. `first` is the lowest class that is drawn, `most` the number of the highest bar, `width` that of
/// the chart.
fn draw_system(
    chart: &mut Chart,
    (source, across): (&Source<'_>, &Scale),
    (system, found): (usize, &Histogram),
    (first, most, width): (usize, u64, f64),
) {
    let bottom = ROW * (system + 1) as f64 - 6.0;
    let tall = |number: u64| (number as f64 / most.max(1) as f64) * (ROW - 16.0);
    chart.text("b", "start", (0.0, bottom - 4.0), &cut_name(&source.names[system], 11));
    let area = format!("{} area", system_class(system));
    for (bin, &number) in found.bins.iter().enumerate().skip(first).filter(|(_, number)| **number > 0) {
        let (from, to) = (class(bin, source.scale()), class(bin + 1, source.scale()));
        let (x, range) = (across.at(from), format!("from {} to {}", across.tick(from), across.tick(to)));
        let tip = format!("{}: {} {range}", source.names[system], counted(number, source.noun()));
        chart.link(&source.address(&bin_query(source, bin), system), &tip);
        chart.rect(&area, (x, bottom - tall(number)), (across.at(to) - x - 1.0, tall(number)));
        chart.end_link();
    }
    let x = width - RIGHT + 3.0;
    let share = if found.all == 0 { 0.0 } else { 100.0 * found.perfect as f64 / found.all as f64 };
    let tip = format!("{}: {} perfect", source.names[system], counted(found.perfect, source.noun()));
    chart.link(&source.address(&format!("f1={}", source.scale()), system), &tip);
    chart.rect(&system_class(system), (x, bottom - tall(found.perfect)), (5.0, tall(found.perfect)));
    chart.end_link();
    // Beside the link: its name is the number of sentences, and would not hold the text in it.
    chart.text("v", "start", (x + 10.0, bottom - 14.0), &format!("{share:.1} %"));
    chart.text("", "start", (x + 10.0, bottom - 2.0), "perfect");
    chart.line("ax0", (LEFT, bottom), (width - RIGHT, bottom));
}

fn histogram(source: &Source<'_>, system: usize) -> Histogram {
    let mut found = Histogram { bins: [0; BINS], perfect: 0, all: 0 };
    for value in source.packed.entries.iter().filter_map(|entry| entry.systems[system].value) {
        // As figures are shown, because the list compares them so.
        let value = (value * 10_000.0).round() / 10_000.0;
        found.all += 1;
        if value >= 1.0 {
            found.perfect += 1;
        } else {
            found.bins[((value.max(0.0) * BINS as f64) as usize).min(BINS - 1)] += 1;
        }
    }
    found
}

fn class(bin: usize, unit: f64) -> f64 {
    bin as f64 / BINS as f64 * unit
}

/// The query that finds the sentences of a class. The term is `f1` for every headline, in per cent.
fn bin_query(source: &Source<'_>, bin: usize) -> String {
    let unit = source.scale();
    let decimals = if unit > 1.0 { 2 } else { 4 };
    let below = |value: f64| format!("{value:.decimals$}");
    let step = if unit > 1.0 { 0.01 } else { 0.0001 };
    if bin == 0 {
        return format!("f1<{}", below(class(1, unit)));
    }
    format!("f1>{} f1<{}", below(class(bin, unit) - step), below(class(bin + 1, unit)))
}

pub(super) fn capital(noun: &str) -> String {
    let mut letters = noun.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().collect::<String>() + letters.as_str())
        .unwrap_or_default()
}

fn table(source: &Source<'_>, found: &[Histogram], first: usize) -> (Vec<String>, Vec<Vec<String>>) {
    let mut head = vec![source.headline.title.to_owned()];
    head.extend(source.names.iter().take(found.len()).cloned());
    let unit = source.scale();
    let decimals = if unit > 1.0 { 0 } else { 2 };
    let mut rows: Vec<Vec<String>> = (first..BINS)
        .map(|bin| {
            let name =
                format!("{:.decimals$} to below {:.decimals$}", class(bin, unit), class(bin + 1, unit));
            let mut row = vec![name];
            row.extend(found.iter().map(|found| count(found.bins[bin])));
            row
        })
        .collect();
    let mut last = vec!["perfect".to_owned()];
    last.extend(found.iter().map(|found| count(found.perfect)));
    rows.push(last);
    (head, rows)
}
