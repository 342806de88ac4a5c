//! The headline by length: a line for each system, with the interval of the first as a band.

use treescore::report::model::{Breakdown, By, Group, SystemScores};
use treescore::report::number::count;

use super::{Figured, Source, line_class};
use crate::chart::{Chart, Room, Scale, at_widths, cut_name, is_small};

const HEIGHT: f64 = 280.0;
const LEFT: f64 = 44.0;
const BOTTOM: f64 = 52.0;
/// The room that the name of a class and its number need.
const CLASS_NAME: f64 = 36.0;

pub(super) fn draw(source: &Source<'_>) -> Option<Figured> {
    let of: Vec<&Breakdown> = source.cells().iter().filter_map(by_length).collect();
    let first = *of.first()?;
    let value =
        |group: &Group| group.scores.value(source.measure.average, 0).map(|value| source.drawn(value));
    let ends = |group: &Group| {
        group.interval.as_ref()?.ends.map(|(low, high)| (source.drawn(low), source.drawn(high)))
    };
    // Classes without a figure of any system are left out at both ends.
    let is_there = |at: &usize| of.iter().any(|all| all.groups.get(*at).and_then(value).is_some());
    let classes: Vec<usize> = (0..first.groups.len()).filter(is_there).collect();
    if classes.len() < 2 {
        return None;
    }
    let values = of.iter().flat_map(|all| classes.iter().filter_map(|&at| value(all.groups.get(at)?)));
    let band = classes.iter().filter_map(|&at| ends(&first.groups[at])).flat_map(|(low, high)| [low, high]);
    let upwards = Scale::around(values.chain(band), 4.0, (HEIGHT - BOTTOM, 14.0));
    let has_band = classes.iter().any(|&at| ends(&first.groups[at]).is_some());
    let band = if has_band { format!("; band: interval of {}", source.names[0]) } else { String::new() };
    let about = format!("{} by number of words{}{band}", source.headline.title, source.unit());
    let drawing = at_widths(Room::Half, |width| {
        let frame = Frame::new(width, classes.len());
        let mut chart = Chart::new(width, HEIGHT, &about);
        for tick in upwards.ticks() {
            let y = upwards.at(tick);
            chart.line("ax", (LEFT, y), (frame.right, y));
            chart.text("", "end", (LEFT - 8.0, y + 4.0), &upwards.tick(tick));
        }
        draw_band(&mut chart, &classes, |place, at| {
            ends(&first.groups[at]).map(|(low, high)| (frame.x(place), upwards.at(low), upwards.at(high)))
        });
        let mut last_y: Vec<(usize, f64)> = Vec::new();
        for (system, all) in of.iter().enumerate().rev() {
            let groups =
                classes.iter().enumerate().filter_map(|(place, &at)| Some((place, all.groups.get(at)?)));
            let points = groups
                .filter_map(|(place, group)| Some((group, (frame.x(place), upwards.at(value(group)?)))));
            let points: Vec<(&Group, (f64, f64))> = points.collect();
            draw_line(&mut chart, source, system, &points);
            last_y.extend(points.last().map(|(_, point)| (system, point.1)));
        }
        label_lines(&mut chart, source, &frame, &mut last_y);
        let named = classes.iter().enumerate().map(|(place, &at)| (place, &first.groups[at]));
        name_classes(&mut chart, source, &frame, named);
        chart.finish()
    });
    let (head, rows) = table(source, &of, &classes);
    Some(Figured {
        id: "chart-length".to_owned(),
        title: title(source, first, &classes),
        about,
        drawing,
        head,
        rows,
    })
}

/// Where classes are, at one width of the chart.
struct Frame {
    /// The end of the axis; names of lines are behind it.
    right: f64,
    /// The first class, and the distance of two.
    first: f64,
    step: f64,
    /// How many characters names have.
    letters: usize,
}

impl Frame {
    fn new(width: f64, classes: usize) -> Self {
        let (margin, edge, letters) = if is_small(width) { (58.0, 10.0, 8) } else { (96.0, 20.0, 13) };
        let (first, right) = (LEFT + edge, width - margin);
        Self { right, first, step: (right - edge - first) / (classes - 1).max(1) as f64, letters }
    }

    fn x(&self, class: usize) -> f64 {
        self.first + class as f64 * self.step
    }
}

/// The line of a system, with a link at each point.
fn draw_line(chart: &mut Chart, source: &Source<'_>, system: usize, points: &[(&Group, (f64, f64))]) {
    chart.path(&line_class(system), &points.iter().map(|(_, point)| *point).collect::<Vec<_>>(), false);
    for &(group, point) in points {
        let figure = source.figure(group.scores.value(source.measure.average, 0));
        let tip = format!("{}, {} words: {figure}", source.names[system], group.name);
        chart.link(&source.address(&words_query(&group.name), system), &tip);
        chart.mark(system, point);
        chart.end_link();
    }
}

/// The classes under the axis, and how many pairs they have; not all of them where they would touch.
fn name_classes<'g>(
    chart: &mut Chart,
    source: &Source<'_>,
    frame: &Frame,
    classes: impl Iterator<Item = (usize, &'g Group)>,
) {
    let (names, numbers) = (HEIGHT - BOTTOM + 20.0, HEIGHT - BOTTOM + 34.0);
    let every = (CLASS_NAME / frame.step).ceil().max(1.0) as usize;
    for (place, group) in classes.filter(|(place, _)| place % every == 0) {
        chart.text("", "middle", (frame.x(place), names), &group.name);
        chart.text("", "middle", (frame.x(place), numbers), &pairs(source, group));
    }
    chart.text("", "start", (frame.right + 4.0, names), "words");
    let noun = format!("{}s", source.report.kind().as_str());
    chart.text("", "start", (frame.right + 4.0, numbers), &noun);
}

/// A finding if the interval of the last class lies wholly below that of the first, otherwise a name.
fn title(source: &Source<'_>, of: &Breakdown, classes: &[usize]) -> String {
    let ends = |at: Option<&usize>| of.groups.get(*at?)?.interval.as_ref()?.ends;
    match (ends(classes.first()), ends(classes.last())) {
        (Some(short), Some(long)) if long.1 < short.0 => "Longer sentences score lower".to_owned(),
        _ => format!("{} by length", source.headline.title),
    }
}

/// The breakdown by length, wherever it is.
fn by_length(cell: &SystemScores) -> Option<&Breakdown> {
    let all = [&cell.breakdown, &cell.second_breakdown];
    all.into_iter().flatten().find(|breakdown| breakdown.by == By::Length)
}

fn pairs(source: &Source<'_>, group: &Group) -> String {
    let field = source.measure.info.field("pairs").and_then(|at| group.scores.counts.get(at).copied());
    field.and_then(|pairs| u64::try_from(pairs).ok()).map(count).unwrap_or_default()
}

/// The query that finds the sentences of a class: `words>10 words<21` for `11–20`, `words>40` for `41+`.
fn words_query(class: &str) -> String {
    let number = |text: &str| text.trim().parse::<u64>().ok();
    if let Some(from) = class.strip_suffix('+').and_then(number) {
        return format!("words>{}", from.saturating_sub(1));
    }
    match class.split_once('–').and_then(|(from, to)| Some((number(from)?, number(to)?))) {
        Some((from, to)) => format!("words>{} words<{}", from.saturating_sub(1), to + 1),
        None => number(class)
            .map_or_else(String::new, |only| format!("words>{} words<{}", only.saturating_sub(1), only + 1)),
    }
}

fn draw_band(chart: &mut Chart, classes: &[usize], at: impl Fn(usize, usize) -> Option<(f64, f64, f64)>) {
    let points: Vec<(f64, f64, f64)> =
        classes.iter().enumerate().filter_map(|(place, &class)| at(place, class)).collect();
    if points.len() < 2 {
        return;
    }
    let upper = points.iter().map(|&(x, _, high)| (x, high));
    let lower = points.iter().rev().map(|&(x, low, _)| (x, low));
    chart.path("s s1 band", &upper.chain(lower).collect::<Vec<_>>(), true);
}

/// Names the lines at their ends, apart from each other.
fn label_lines(chart: &mut Chart, source: &Source<'_>, frame: &Frame, ends: &mut [(usize, f64)]) {
    ends.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut free = f64::NEG_INFINITY;
    for (system, y) in ends {
        let y = y.max(free);
        let name = cut_name(&source.names[*system], frame.letters);
        let class = format!("b {}", crate::chart::system_class(*system));
        chart.text(&class, "start", (frame.right - 8.0, y + 4.0), &name);
        free = y + 13.0;
    }
}

fn table(source: &Source<'_>, of: &[&Breakdown], classes: &[usize]) -> (Vec<String>, Vec<Vec<String>>) {
    let mut head = vec!["words".to_owned(), format!("{}s", source.report.kind().as_str())];
    head.extend(source.names.iter().cloned());
    head.push("interval".to_owned());
    let row = |&at: &usize| {
        let group = &of[0].groups[at];
        let mut cells = vec![group.name.clone(), pairs(source, group)];
        let value = |all: &&Breakdown| {
            source.figure(all.groups.get(at).and_then(|group| group.scores.value(source.measure.average, 0)))
        };
        cells.extend(of.iter().map(value));
        cells.push(interval(source, group));
        cells
    };
    (head, classes.iter().map(row).collect())
}

/// The interval of a group, as text.
pub(super) fn interval(source: &Source<'_>, group: &Group) -> String {
    let ends = group.interval.as_ref().and_then(|interval| interval.ends);
    ends.map_or_else(
        || "–".to_owned(),
        |(low, high)| format!("{} – {}", source.figure(Some(low)), source.figure(Some(high))),
    )
}

#[cfg(test)]
mod tests {
    #[test]
    fn classes_as_queries() {
        for (class, expected) in
            [("1–10", "words>0 words<11"), ("41+", "words>40"), ("5", "words>4 words<6"), ("x", "")]
        {
            assert_eq!(super::words_query(class), expected, "{class}");
        }
    }
}
