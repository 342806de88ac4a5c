//! What each rule is worth, as a waterfall: from the figure by another recipe to that of the report, one rule at a time.

use treescore::explain::{Explanation, Number, Step};
use treescore::report::number::{count, difference, figure};
use treescore::report::visible;

use super::{Figured, Source};
use crate::chart::{Chart, Room, Scale, at_widths, cut_name, is_small};

const ROW: f64 = 23.0;
const RIGHT: f64 = 56.0;

/// A chart for each system that has an explanation.
pub(super) fn draw(source: &Source<'_>) -> impl Iterator<Item = Figured> {
    let found = source.explanations.iter().enumerate();
    found.filter_map(|(system, found)| Some(one(source, system, found.as_ref()?)))
}

fn one(source: &Source<'_>, system: usize, found: &Explanation) -> Figured {
    let about = format!(
        "{} of {}{}, from recipe {} to this report, one rule at a time",
        found.figure().title,
        source.names[system],
        source.unit(),
        visible(&found.from.name, &source.style)
    );
    let drawing = at_widths(Room::Half, |width| waterfall(source, found, (width, &about)));
    Figured {
        id: format!("chart-explain-{}", system + 1),
        title: "What each rule is worth".to_owned(),
        about,
        drawing,
        head: ["rule", "points", "share in any order", found.figure().title, "changed"]
            .map(str::to_owned)
            .to_vec(),
        rows: table(source, found),
    }
}

/// The steps from left to right, the ends as upright lines. What takes away is dashed.
fn waterfall(source: &Source<'_>, found: &Explanation, (width, about): (f64, &str)) -> String {
    let left = if is_small(width) { 104.0 } else { 168.0 };
    let drawn = |value: Option<f64>| source.drawn(value.unwrap_or(0.0));
    let steps = &found.steps;
    let values = [&found.from, &found.to].map(|end| drawn(end.value)).into_iter();
    let values = values.chain(steps.iter().map(|step| drawn(step.value)));
    let across = Scale::around(values, 3.0, (left, width - RIGHT));
    let mut chart = Chart::new(width, ROW * (steps.len() + 2) as f64 + 4.0, about);
    let name = |name: &str| cut_name(&visible(name, &source.style), (left / 7.0) as usize);
    let end = |chart: &mut Chart, at: usize, title: &str, number: &Number| {
        let (x, y) = (across.at(drawn(number.value)), middle(at));
        chart.text("b", "start", (0.0, y + 4.0), &name(title));
        chart.line("all", (x, y - 8.0), (x, y + 8.0));
        chart.text("b", "start", (x + 7.0, y + 4.0), &source.figure(number.value));
    };
    end(&mut chart, 0, &format!("recipe {}", found.from.name), &found.from);
    end(&mut chart, steps.len() + 1, "this report", &found.to);
    let mut before = across.at(drawn(found.from.value));
    chart.line("ax", (before, middle(0) + 8.0), (before, middle(1) - 8.0));
    for (at, step) in steps.iter().enumerate() {
        let (after, y) = (across.at(drawn(step.value)), middle(at + 1));
        let class = if step.points.value() < 0.0 { "step less" } else { "step" };
        chart.text("v", "start", (0.0, y + 4.0), &name(&step.rule.name));
        chart.rect(class, (before.min(after), y - 6.0), ((after - before).abs().max(1.5), 12.0));
        chart.text("v", "start", (before.max(after) + 7.0, y + 4.0), &points(source, step));
        chart.line("ax", (after, y + 8.0), (after, y + ROW - 8.0));
        before = after;
    }
    chart.finish()
}

/// The middle of a row.
fn middle(row: usize) -> f64 {
    12.0 + ROW * row as f64
}

fn points(source: &Source<'_>, step: &Step) -> String {
    difference(Some(step.points.value()), source.headline.unit, &source.style)
}

fn table(source: &Source<'_>, found: &Explanation) -> Vec<Vec<String>> {
    let unit = source.headline.unit;
    let shown = |value: Option<f64>| figure(value, unit, &source.style);
    let end = |name: String, number: &Number| {
        vec![name, String::new(), String::new(), shown(number.value), String::new()]
    };
    let step = |step: &Step| {
        let share = difference(Some(step.share.value()), unit, &source.style);
        let changed = step.pairs.map_or_else(|| "–".to_owned(), count);
        vec![visible(&step.rule.name, &source.style), points(source, step), share, shown(step.value), changed]
    };
    let first = end(format!("recipe {}", visible(&found.from.name, &source.style)), &found.from);
    let last = end("this report".to_owned(), &found.to);
    std::iter::once(first).chain(found.steps.iter().map(step)).chain([last]).collect()
}
