//! The headline by label: a point and an interval for the first system, marks for the others.

use treescore::report::model::{Average, Breakdown, By, Group, SystemScores};
use treescore::report::number::count;

use super::{Figured, Source};
use crate::chart::{Chart, Room, Scale, at_widths, cut_name, is_small};
use crate::pack::shown;

const ROW: f64 = 21.0;
const LEFT: f64 = 128.0;
const RIGHT: f64 = 56.0;
/// The labels that are drawn; all are in the table, up to [`LISTED`].
const DRAWN: usize = 12;
const LISTED: usize = 100;
/// Labels with fewer gold brackets say little.
const FEWEST: u64 = 5;

pub(super) fn draw(source: &Source<'_>) -> Option<Figured> {
    let of: Vec<Option<&Breakdown>> = source.cells().iter().map(by_label).collect();
    let first = (*of.first()?)?;
    let is_drawn = |group: &&Group| gold(source, group) >= FEWEST && value(source, group).is_some();
    let drawn: Vec<&Group> = first.groups.iter().filter(is_drawn).take(DRAWN).collect();
    if drawn.is_empty() {
        return None;
    }
    let other = |system: usize, name: &str| {
        of[system].and_then(|all| all.groups.iter().find(|group| group.name == name))
    };
    let values = drawn.iter().flat_map(|group| {
        let marks = (0..of.len()).filter_map(|system| value(source, other(system, &group.name)?));
        let ends = group.interval.as_ref().and_then(|found| found.ends).into_iter();
        marks.chain(ends.flat_map(|(low, high)| [source.drawn(low), source.drawn(high)])).collect::<Vec<_>>()
    });
    let values: Vec<f64> = values.collect();
    let others = if source.names.len() > 1 { "; marks: the other systems" } else { "" };
    let has_intervals =
        drawn.iter().any(|group| group.interval.as_ref().is_some_and(|found| found.ends.is_some()));
    let bar = if has_intervals { format!("; bar: interval of {}", source.names[0]) } else { String::new() };
    let all = first.groups.len();
    let left_out = if drawn.len() < all {
        format!("; {} of {all} labels are drawn, the table has the others", drawn.len())
    } else {
        String::new()
    };
    let about = format!(
        "{} by label{}, most frequent first{left_out}{bar}{others}",
        source.headline.title,
        source.unit()
    );
    let drawing = at_widths(Room::Half, |width| {
        let ticks = if is_small(width) { 2.0 } else { 5.0 };
        let across = Scale::around(values.iter().copied(), ticks, (LEFT, width - RIGHT));
        let height = 26.0 + ROW * drawn.len() as f64;
        let mut chart = Chart::new(width, height, &about);
        let bottom = height - 22.0;
        for tick in across.ticks() {
            chart.line("ax", (across.at(tick), 0.0), (across.at(tick), bottom));
            chart.text("", "middle", (across.at(tick), bottom + 16.0), &across.tick(tick));
        }
        for (at, group) in drawn.iter().enumerate() {
            let of_systems = (0..of.len())
                .rev()
                .filter_map(|system| Some((system, across.at(value(source, other(system, &group.name)?)?))));
            let place = (width, ROW * at as f64 + ROW / 2.0);
            draw_label(&mut chart, (source, &across), (place, group), of_systems);
        }
        chart.finish()
    });
    let (head, rows) = table(source, first, &other);
    Some(Figured {
        id: "chart-label".to_owned(),
        title: title(source, &first.groups),
        about,
        drawing,
        head,
        rows,
    })
}

/// The row of a label: its name, how often it is there, the interval of the first system, the marks of all.
fn draw_label(
    chart: &mut Chart,
    (source, across): (&Source<'_>, &Scale),
    ((width, y), group): ((f64, f64), &Group),
    of_systems: impl Iterator<Item = (usize, f64)>,
) {
    chart.text("b", "start", (0.0, y + 4.0), &cut_name(&group.name, 12));
    chart.text("", "end", (LEFT - 12.0, y + 4.0), &count(gold(source, group)));
    let shown = source.figure(group.scores.value(Average::Corpus, 0));
    let tip = format!("{}: {shown}, interval {}", group.name, super::lengths::interval(source, group));
    chart.link(&source.address(&format!("label:{}", group.name), 0), &tip);
    if let Some((low, high)) = group.interval.as_ref().and_then(|found| found.ends) {
        let (low, high) = (across.at(source.drawn(low)), across.at(source.drawn(high)));
        chart.rect("s s1 range", (low, y - 4.0), (high - low, 8.0));
    }
    for (system, x) in of_systems {
        chart.mark(system, (x, y));
    }
    chart.text("v", "end", (width, y + 4.0), &shown);
    chart.end_link();
}

/// Labels have no means: their figures are those of the corpus.
fn value(source: &Source<'_>, group: &Group) -> Option<f64> {
    group.scores.value(Average::Corpus, 0).map(|value| source.drawn(value))
}

fn gold(source: &Source<'_>, group: &Group) -> u64 {
    let found = source.measure.info.field("gold").and_then(|at| group.scores.counts.get(at).copied());
    found.and_then(|gold| u64::try_from(gold).ok()).unwrap_or(0)
}

pub(super) fn by_label(cell: &SystemScores) -> Option<&Breakdown> {
    let all = [&cell.breakdown, &cell.second_breakdown];
    all.into_iter().flatten().find(|breakdown| breakdown.by == By::Label)
}

/// A finding if one label of all is lowest by more than its interval, and there often enough; otherwise a name.
fn title(source: &Source<'_>, all: &[Group]) -> String {
    let mut ranked: Vec<(f64, &Group)> =
        all.iter().filter_map(|group| Some((value(source, group)?, group))).collect();
    ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
    if let [(_, lowest), (next, _), ..] = ranked[..]
        && let Some((_, high)) = lowest.interval.as_ref().and_then(|found| found.ends)
        && source.drawn(high) < next
        && gold(source, lowest) >= FEWEST
    {
        return format!("{} is the weakest label", cut_name(&shown(&lowest.name), 24));
    }
    format!("{} by label", source.headline.title)
}

fn table<'g>(
    source: &Source<'_>,
    first: &'g Breakdown,
    other: &impl Fn(usize, &str) -> Option<&'g Group>,
) -> (Vec<String>, Vec<Vec<String>>) {
    let mut head = vec!["label".to_owned(), "gold".to_owned()];
    head.extend(source.names.iter().cloned());
    head.push("interval".to_owned());
    let row = |group: &'g Group| {
        let mut cells = vec![shown(&group.name), count(gold(source, group))];
        let shown = |system| {
            let found = other(system, &group.name);
            source.figure(found.and_then(|group| group.scores.value(Average::Corpus, 0)))
        };
        cells.extend((0..source.names.len()).map(shown));
        cells.push(super::lengths::interval(source, group));
        cells
    };
    (head, first.groups.iter().take(LISTED).map(row).collect())
}
