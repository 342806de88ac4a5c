//! The verdict: at most three sentences, chosen by rule. None is said without its number.

use treescore::measure::Better;
use treescore::report::model::HeadlineOver;
use treescore::report::number::{count, difference};
use treescore::report::statistics::ComparisonReport;

use super::Source;

/// A sentence in pieces; names of systems are strong.
pub(crate) struct Sentence {
    pub(crate) pieces: Vec<(bool, String)>,
}

impl Sentence {
    fn new(pieces: Vec<(bool, String)>) -> Self {
        Self { pieces }
    }
}

fn strong(name: &str) -> (bool, String) {
    (true, name.to_owned())
}

fn plain(text: impl Into<String>) -> (bool, String) {
    (false, text.into())
}

pub(super) fn sentences(source: &Source<'_>) -> Vec<Sentence> {
    let mut all = Vec::new();
    all.extend(if source.names.len() > 1 { leader(source) } else { alone(source) });
    all.extend(detectable(source));
    all.extend(flattered(source));
    all.truncate(3);
    all
}

/// One system: its figure and how sure it is, over the pairs that the headline is about.
fn alone(source: &Source<'_>) -> Option<Sentence> {
    let cell = source.cells().first()?;
    let average = source.measure.average;
    let (value, over) = match cell.coverage.headline()? {
        HeadlineOver::Scored => (cell.scored.value(average, 0)?, String::new()),
        HeadlineOver::AllPairs => {
            (cell.all_pairs.value(average, 0)?, format!(" over all {}s", source.noun()))
        }
    };
    let interval = cell.headline_interval(average);
    let ends = interval.and_then(|found| found.interval.ends);
    let level =
        source.report.statistics.as_ref().map(|found| found.settings.level_text()).unwrap_or_default();
    let sure = ends.map_or_else(String::new, |(low, high)| {
        format!(" ({level} % interval {} – {})", source.figure(Some(low)), source.figure(Some(high)))
    });
    Some(Sentence::new(vec![
        strong(&source.names[0]),
        plain(format!(" has {} {}{over}{sure}.", source.headline.title, source.figure(Some(value)))),
    ]))
}

/// The leader over all pairs, and whether the test separates it from the next.
fn leader(source: &Source<'_>) -> Option<Sentence> {
    let is_higher = source.headline.better == Better::Higher;
    let value = |system: usize| source.measure.beside_difference(system, &source.cells()[system]);
    let mut ranked: Vec<(usize, f64)> =
        (0..source.cells().len()).filter_map(|system| Some((system, value(system)?))).collect();
    ranked.sort_by(|a, b| if is_higher { b.1.total_cmp(&a.1) } else { a.1.total_cmp(&b.1) });
    let [(first, best), (next, _), ..] = ranked[..] else { return None };
    let mut pieces = vec![
        strong(&source.names[first]),
        plain(format!(
            " leads with {} {} over all {}s",
            source.headline.title,
            source.figure(Some(best)),
            source.noun()
        )),
    ];
    let between = |a: usize, b: usize| {
        let is_headline =
            |found: &&ComparisonReport| (found.figure, found.average) == (0, source.measure.average);
        let mut found = source.measure.comparisons.iter().filter(is_headline);
        found.find(|found| [(a, b), (b, a)].contains(&(found.system, found.against)))
    };
    // Systems are compared with the reference only, which need not be the next.
    let reference = source.measure.reference();
    let other = if between(first, next).is_some() || reference == first { next } else { reference };
    if let Some(found) = between(first, other) {
        let lead =
            found.comparison.difference.value.map(|delta| if found.system == first { delta } else { -delta });
        let lead = difference(lead, source.headline.unit, &source.style);
        let is_separate = !found.mark().is_empty();
        let verdict = if is_separate { ", apart from " } else { ", but it cannot be told apart from " };
        let role = if other == next { "" } else { "the reference, " };
        pieces.push(plain(format!("{verdict}{role}")));
        pieces.push(strong(&source.names[other]));
        let p = found.asked_test().p;
        let shown = p.map_or_else(String::new, |p| format!(", p = {p:.4}"));
        // The table has the p of each test; whether systems are apart is decided with regard to how many there are.
        let adjusted = found.p_adjusted.filter(|adjusted| p.is_some_and(|p| (adjusted - p).abs() > 5e-5));
        let adjusted = adjusted.map_or_else(String::new, |p| format!(", corrected for several tests {p:.4}"));
        pieces.push(plain(format!(" ({lead}{shown}{adjusted})")));
    }
    pieces.push(plain("."));
    Some(Sentence::new(pieces))
}

/// The smallest difference that the test set can show.
fn detectable(source: &Source<'_>) -> Option<Sentence> {
    let is_headline =
        |found: &&ComparisonReport| (found.figure, found.average) == (0, source.measure.average);
    let found = source.measure.comparisons.iter().filter(is_headline);
    let least = found.filter_map(|found| found.comparison.detectable).reduce(f64::min)?;
    let text = format!(
        "A true difference of about {} would be found four times in five on test sets like this.",
        source.figure(Some(least))
    );
    Some(Sentence::new(vec![plain(text)]))
}

/// The systems that look better without the pairs that they refused: the one that gains most, and the names of the others.
fn flattered(source: &Source<'_>) -> Option<Sentence> {
    let average = source.measure.average;
    let found = source.cells().iter().enumerate().filter_map(|(system, cell)| {
        let (scored, all) = (cell.scored.value(average, 0)?, cell.all_pairs.value(average, 0)?);
        let interval = cell.interval(0, average, treescore::stats::Over::Scored);
        let half = interval.and_then(|found| found.interval.ends);
        let half = half.map_or(f64::INFINITY, |(low, high)| (high - low) / 2.0);
        let is_much = cell.coverage.refused * 100 > cell.coverage.read || scored - all > half;
        (cell.coverage.refused > 0 && is_much).then_some((system, scored, all, cell.coverage.refused))
    });
    let mut found: Vec<(usize, f64, f64, u64)> = found.collect();
    found.sort_by(|a, b| (b.1 - b.2).abs().total_cmp(&(a.1 - a.2).abs()));
    let &(system, scored, all, refused) = found.first()?;
    let others: Vec<&str> = found[1..].iter().map(|found| source.names[found.0].as_str()).collect();
    let others =
        if others.is_empty() { String::new() } else { format!(" So it is with {}.", others.join(", ")) };
    let title = source.headline.title;
    let (scored, all) = (source.figure(Some(scored)), source.figure(Some(all)));
    let noun = source.noun();
    Some(Sentence::new(vec![
        strong(&source.names[system]),
        plain(format!(
            " has {title} {scored} on what was scored; {} {noun}{} refused, and with {} counted as zero it is {all}.{others}",
            count(refused),
            if refused == 1 { " was" } else { "s were" },
            if refused == 1 { "it" } else { "those" },
        )),
    ]))
}
