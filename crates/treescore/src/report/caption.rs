//! Captions in full sentences, for tables in Markdown and LaTeX.

use super::columns::Shows;
use super::model::{Average, FigureUnit, MeasureReport, Report, RowKind};
use super::number::{count, counted};
use super::style::Style;
use super::text::{chosen, coverage, several, statistics};
use crate::setup::IntervalMethod;

/// More systems are counted, not named.
const NAMED: usize = 4;

/// The caption of the table of scores: what it shows, what its columns mean, and what was refused.
pub fn of_scores(report: &Report, style: &Style) -> Vec<String> {
    let names = report.short_names(style);
    if report.measures.is_empty() || names.is_empty() {
        return Vec::new();
    }
    let mut sentences = vec![what(report, &names, style)];
    sentences.extend(columns(report, style));
    sentences.extend(others(report, &names, style).iter().map(|note| sentence(note, &names)));
    sentences
}

/// A note as a sentence, without the word that marks it: it begins with a capital, unless with a name, and ends with a full stop.
pub(super) fn sentence(note: &str, names: &[String]) -> String {
    let note = note.strip_prefix("note: ").unwrap_or(note);
    let word = note.split([' ', ',', ';']).next().unwrap_or_default();
    let is_word = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase());
    let mut text = note.to_owned();
    if is_word && !names.iter().any(|name| name == word) {
        text[..1].make_ascii_uppercase();
    }
    if !text.ends_with(['.', '!', '?']) {
        text.push('.');
    }
    text
}

/// `F1 of heron and plover by parseval on 24 pairs, in per cent, from summed counts.`
fn what(report: &Report, names: &[String], style: &Style) -> String {
    let mut measures: Vec<&str> = Vec::new();
    for name in report.measures.iter().map(|measure| measure.info.name) {
        if !measures.contains(&name) {
            measures.push(name);
        }
    }
    let (is_one, has_rows) = (report.measures.len() == 1, names.len() == 1 && style.columns.is_empty());
    let headline = report.measures.first().and_then(MeasureReport::headline);
    let title = headline.filter(|_| is_one && !has_rows && style.columns.is_empty());
    let title = title.map_or("Scores", |headline| headline.title);
    let systems =
        if names.len() > NAMED { format!("{} systems", count(names.len() as u64)) } else { list(names) };
    let pairs = counted(report.pairs_read(), noun(report.kind()));
    let mut text = format!("{title} of {systems} by {} on {pairs}", list(&measures));
    let units = || report.measures.iter().filter_map(MeasureReport::headline).map(|headline| headline.unit);
    if units().all(|unit| unit == FigureUnit::Percent) {
        text.push_str(", in per cent");
    }
    let averages = || report.measures.iter().map(|measure| measure.average);
    let average = averages().next().filter(|&first| averages().all(|average| average == first));
    // The table of one system by one measure has a row for each average.
    match average.filter(|_| !(is_one && has_rows)) {
        Some(Average::Corpus) => text.push_str(", from summed counts"),
        Some(Average::Sentence) => text.extend([", as means over ", report.kind().as_str(), "s"]),
        None => {}
    }
    let amounts = amounts(report, (is_one && has_rows, style));
    if !amounts.is_empty() {
        text.extend(["; ", &list(&amounts), " per ", report.kind().as_str()]);
    }
    text + "."
}

/// The shown figures that are amounts.
fn amounts(report: &Report, (has_all, style): (bool, &Style)) -> Vec<&'static str> {
    let figures =
        |measure: usize| report.measures.get(measure).map_or(&[][..], |measure| measure.info.figures);
    let all = figures(0).iter().filter(|figure| has_all && figure.rank > 0);
    let chosen = style.columns.iter().filter_map(|column| match column.shows {
        Shows::Figure(at) => figures(column.measure).get(at),
        _ => None,
    });
    let amounts = all.chain(chosen).filter(|figure| figure.unit == FigureUnit::PerPair);
    amounts.map(|figure| figure.title).collect()
}

/// What columns mean, as far as they are there.
fn columns(report: &Report, style: &Style) -> Vec<String> {
    let is_several = report.systems.len() > 1;
    let has = |shown: Shows, usual: bool| {
        if style.columns.is_empty() {
            usual
        } else {
            style.columns.iter().any(|column| column.shows == shown)
        }
    };
    let mut sentences = Vec::new();
    if let Some(found) = report.statistics.as_ref().filter(|_| has(Shows::Interval, true)) {
        let settings = &found.settings;
        let how = match settings.method {
            IntervalMethod::Percentile => "",
            IntervalMethod::Bca => "bias-corrected and accelerated ",
        };
        let (level, replicates) = (settings.level_text(), count(settings.replicates));
        sentences
            .push(format!("Intervals are {how}{level} % bootstrap intervals from {replicates} replicates."));
    }
    if has(Shows::AllPairs, is_several || report.measures.len() > 1) {
        let (name, rule) = (several::all_pairs(report), several::rule_of_all_pairs(report));
        sentences.push(format!("In the column of {name}, {rule}."));
    }
    if report.systems.len() == 1 && !style.columns.is_empty() {
        let rule = chosen::rule_of_refused(report);
        sentences.extend(rule.map(|rule| format!("Figures are {rule}.")));
    }
    let averages = || report.measures.iter().map(|measure| measure.average);
    if averages().any(|average| Some(average) != averages().next()) {
        let noun = report.kind().as_str();
        sentences
            .push(format!("A mean is one of the {noun}s' figures; other figures are from summed counts."));
    }
    let has_differences = has(Shows::Difference, is_several) || has(Shows::P, is_several);
    if let Some(first) = report.measures.first().filter(|_| has_differences) {
        sentences.extend(several::differences_sentence(report, first, style));
        if report.measures.len() == 1 {
            sentences.extend(statistics::detectable_headline(report, first, style));
        }
    }
    sentences
}

/// What else is to be said: refused pairs, texts, speech, weak intervals.
fn others(report: &Report, names: &[String], style: &Style) -> Vec<String> {
    let mut notes = Vec::new();
    let entries = coverage::entries(report);
    if names.len() == 1 {
        let notes_of = entries.iter().filter(|entry| !entry.is_complete());
        notes.extend(notes_of.map(|entry| coverage_note(report, entry, style)));
    } else {
        let marked = entries.iter().filter(|entry| entry.is_marked());
        notes.extend(marked.map(|entry| format!("! {}", entry.mark_sentence(names, style))));
    }
    notes.extend(coverage::notes(report, style));
    for (system, name) in report.systems.iter().zip(names) {
        let whose = if names.len() > 1 { format!("{name}: ") } else { String::new() };
        notes.extend(system.text.iter().map(|text| whose.clone() + &text.sentence(style)));
        notes.extend(system.speech.iter().map(|speech| whose.clone() + &speech.sentence(style)));
    }
    notes.extend(statistics::notes(report, false));
    notes.extend(report.interruption());
    notes
}

/// The coverage of one system. A table of several measures has the scores over all pairs in a column of its
/// own.
fn coverage_note(report: &Report, entry: &coverage::Entry, style: &Style) -> String {
    let by = entry.measure.map(|measure| format!("{}: ", measure.info.name)).unwrap_or_default();
    let sentence = format!("{by}{}", entry.sentence());
    match report.measures.as_slice() {
        [measure] if entry.cell.coverage.refused > 0 => {
            format!("{sentence}; {}", coverage::over_all_pairs(measure, entry.cell, style))
        }
        _ => sentence,
    }
}

fn noun(kind: RowKind) -> &'static str {
    match kind {
        RowKind::Pair => "pair",
        RowKind::Group => "group",
        RowKind::Side => "conversation side",
        RowKind::Tree => "tree",
    }
}

/// `heron, plover and wren`.
pub(super) fn list<S: AsRef<str>>(names: &[S]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    #[test]
    fn notes_become_sentences() {
        let names = ["heron".to_owned()];
        for (note, expected) in [
            ("no interval from few units", "No interval from few units."),
            ("heron was scored", "heron was scored."),
            ("parseval: 6 refused", "parseval: 6 refused."),
            ("It ends.", "It ends."),
            ("note: words differ", "Words differ."),
            ("1,204 pairs", "1,204 pairs."),
            ("", "."),
        ] {
            assert_eq!(sentence(note, &names), expected);
        }
    }

    #[test]
    fn captions() {
        let first = |report: &Report| of_scores(report, &Style::default()).remove(0);
        for (report, expected) in [
            (sample::one(), "Scores of heron by parseval on 1,204 pairs, in per cent; crossing per pair."),
            (
                sample::several(),
                "F1 of heron, plover and wren by parseval on 1,204 pairs, in per cent, from summed counts.",
            ),
            (
                sample::several_measures(),
                "Scores of heron and plover by parseval, dependency and struct-iou on 1,204 pairs.",
            ),
        ] {
            assert_eq!(first(&report), expected);
        }
        assert!(of_scores(&Report::default(), &Style::default()).is_empty());
    }
}
