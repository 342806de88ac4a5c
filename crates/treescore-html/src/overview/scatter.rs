//! Two systems, sentence by sentence: dots, or squares where there are too many.

use std::collections::BTreeMap;

use treescore::report::number::{count, counted};
use treescore::report::svg::escape;

use super::{Figured, Source};
use crate::chart::{Chart, Room, Scale, at_widths, cut_name, is_small};

const LEFT: f64 = 44.0;
const BOTTOM: f64 = 44.0;
/// More sentences than these are counted in squares.
const DOTS: usize = 2000;
const GRID: u32 = 100;
/// The least width of a chart with dots and small squares.
const WIDE: f64 = 560.0;
const SMALL_GRID: u32 = 25;

/// The figures of a pair by both systems.
struct Dot {
    pair: usize,
    words: u32,
    first: f64,
    second: f64,
}

pub(super) fn draw(source: &Source<'_>) -> Option<Figured> {
    if source.names.len() < 2 || source.headline.better != treescore::measure::Better::Higher {
        return None;
    }
    let dots: Vec<Dot> = dots(source).collect();
    if dots.is_empty() {
        return None;
    }
    let [one, other] = [&source.names[0], &source.names[1]];
    let better =
        |is: fn(f64, f64) -> bool| dots.iter().filter(|dot| is(dot.first, dot.second)).count() as u64;
    let (first_better, second_better) = (better(|a, b| a > b), better(|a, b| b > a));
    let equal = dots.len() as u64 - first_better - second_better;
    let noun = source.noun();
    let what = if dots.len() <= DOTS {
        format!("one dot for each {noun}, or squares where there is little room")
    } else {
        format!("squares: the larger, the more {noun}s")
    };
    let first_two = if source.names.len() > 2 { "; the first two systems" } else { "" };
    let about = format!(
        "{}{}{first_two}; {what}; {} equal ones on the diagonal",
        source.headline.title,
        source.unit(),
        count(equal)
    );
    let better = [first_better, second_better];
    let drawing = at_widths(Room::Half, |width| draw_chart(source, &dots, (width, &about), better));
    let head = vec![String::new(), format!("{noun}s")];
    let rows = vec![
        vec![format!("{one} better"), count(first_better)],
        vec![format!("{other} better"), count(second_better)],
        vec!["equal".to_owned(), count(equal)],
    ];
    let title = format!("{one} and {other}, {noun} by {noun}");
    Some(Figured { id: "chart-scatter".to_owned(), title, about, drawing, head, rows })
}

/// The chart at one width. Only a wide one has dots: squares are fewer, and can be hit on a small screen.
fn draw_chart(
    source: &Source<'_>,
    dots: &[Dot],
    (width, about): (f64, &str),
    [first_better, second_better]: [u64; 2],
) -> String {
    let height = width * 0.75;
    let (right, bottom) = (width - 20.0, height - BOTTOM);
    let unit = source.scale();
    let values = || dots.iter().flat_map(|dot| [dot.first * unit, dot.second * unit]);
    let ticks = if is_small(width) { 3.0 } else { 6.0 };
    let across = Scale::around(values(), ticks, (LEFT, right));
    let upwards = Scale::around(values(), ticks, (bottom, 16.0));
    let mut chart = Chart::new(width, height, about);
    for tick in across.ticks() {
        let (x, y) = (across.at(tick), upwards.at(tick));
        chart.line("ax", (x, 16.0), (x, bottom));
        chart.line("ax", (LEFT, y), (right, y));
        chart.text("", "middle", (x, bottom + 16.0), &across.tick(tick));
        chart.text("", "end", (LEFT - 6.0, y + 4.0), &upwards.tick(tick));
    }
    chart.line("diagonal", (LEFT, bottom), (right, 16.0));
    if dots.len() <= DOTS && width >= WIDE {
        draw_dots(&mut chart, source, dots, (&across, &upwards));
    } else {
        let grid = if width >= WIDE { GRID } else { SMALL_GRID };
        draw_squares(&mut chart, source, dots, (&across, &upwards, grid));
    }
    let letters = if is_small(width) { 12 } else { 24 };
    let [one, other] = [0, 1].map(|system: usize| cut_name(&source.names[system], letters));
    let mut total = |class: &str, anchor: &str, place: (f64, f64), text: String, query: &str| {
        chart.link(&source.address(query, 0), &text);
        chart.text(class, anchor, place, &text);
        chart.end_link();
    };
    let text = format!("{other} better on {}", count(second_better));
    total("b s s2", "start", (LEFT + 8.0, 30.0), text, "f1:2>f1:1");
    let text = format!("{one} better on {}", count(first_better));
    total("b s s1", "end", (width - 28.0, bottom - 10.0), text, "f1:1>f1:2");
    chart.text("", "end", (right, height - 10.0), &format!("{one} →"));
    chart.text("", "start", (LEFT, 10.0), &format!("{other} ↑"));
    chart.finish()
}

fn dots<'a>(source: &'a Source<'_>) -> impl Iterator<Item = Dot> + 'a {
    source.packed.entries.iter().enumerate().filter_map(|(at, entry)| {
        let (first, second) = (entry.systems[0].value?, entry.systems[1].value?);
        Some(Dot { pair: at + 1, words: entry.words.unwrap_or(0), first, second })
    })
}

fn draw_dots(chart: &mut Chart, source: &Source<'_>, dots: &[Dot], (across, upwards): (&Scale, &Scale)) {
    let unit = source.scale();
    for dot in dots {
        let class = match dot.first.partial_cmp(&dot.second) {
            Some(std::cmp::Ordering::Greater) => "s s1 dot",
            Some(std::cmp::Ordering::Less) => "s s2 dot",
            _ => "s s0 dot",
        };
        let radius = (1.6 + f64::from(dot.words).sqrt() * 0.35).min(6.0);
        let (x, y) = (across.at(dot.first * unit), upwards.at(dot.second * unit));
        let tip = format!(
            "{} {}: {} {}, {} {}",
            source.noun(),
            dot.pair,
            source.names[0],
            source.figure(Some(dot.first)),
            source.names[1],
            source.figure(Some(dot.second))
        );
        // Two thousand stops on the way of the keyboard would be a trap; the list has the same sentences.
        let tip = escape(&tip);
        chart.put(format_args!(
            "<a href=\"#s={}\" tabindex=\"-1\" aria-hidden=\"true\" data-tip=\"{tip}\"><circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"/></a>",
            dot.pair
        ));
    }
}

fn draw_squares(
    chart: &mut Chart,
    source: &Source<'_>,
    dots: &[Dot],
    (across, upwards, grid): (&Scale, &Scale, u32),
) {
    let size = f64::from(grid);
    let mut squares: BTreeMap<(u32, u32), u64> = BTreeMap::new();
    // As figures are shown, with four digits, because the list compares them so.
    let shown = |value: f64| (value.clamp(0.0, 1.0) * 10_000.0).round() / 10_000.0;
    let class = |value: f64| ((shown(value) * size + 1e-9).floor() as u32).min(grid - 1);
    for dot in dots {
        *squares.entry((class(dot.first), class(dot.second))).or_default() += 1;
    }
    let most = squares.values().copied().max().unwrap_or(1) as f64;
    let unit = source.scale();
    let widest = (across.at(unit / size * 2.0) - across.at(unit / size)).abs().max(4.0);
    // Without the last bits of binary fractions, which would stand in addresses.
    let end = |class: u32| (f64::from(class) * unit / size * 10_000.0).round() / 10_000.0;
    for ((first, second), number) in squares {
        let edge = (widest * (number as f64 / most).sqrt()).max(1.2);
        let middle = |class: u32| (f64::from(class) + 0.5) / size * unit;
        let (x, y) = (across.at(middle(first)), upwards.at(middle(second)));
        let name = match first.cmp(&second) {
            std::cmp::Ordering::Greater => "s s1 dot",
            std::cmp::Ordering::Less => "s s2 dot",
            std::cmp::Ordering::Equal => "s s0 dot",
        };
        let query = [(1, first), (2, second)].map(|(system, class)| {
            // The last class has its upper end.
            let below =
                if class + 1 == grid { String::new() } else { format!(" f1:{system}<{}", end(class + 1)) };
            format!("f1:{system}>={}{below}", end(class))
        });
        let range = |class: u32| format!("{}–{}", end(class), end(class + 1));
        let names = &source.names;
        let tip = format!(
            "{} {}, {} {}: {}",
            names[0],
            range(first),
            names[1],
            range(second),
            counted(number, source.noun())
        );
        let (address, tip) = (escape(&source.address(&query.join(" "), 0)), escape(&tip));
        chart.put(format_args!(
            "<a href=\"{address}\" tabindex=\"-1\" aria-hidden=\"true\" data-tip=\"{tip}\">"
        ));
        chart.rect(name, (x - edge / 2.0, y - edge / 2.0), (edge, edge));
        chart.end_link();
    }
}
