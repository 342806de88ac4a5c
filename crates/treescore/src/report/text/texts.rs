//! Agreement of the systems' texts and words with gold, where they were aligned.

use crate::measure::Fact;
use crate::report::aligned::TextReport;
use crate::report::model::{FigureUnit, Report};
use crate::report::number::{self, count};
use crate::report::speech::SpeechReport;
use crate::report::style::{Role, Style};
use crate::report::table::{Column, Table, TableCell};

/// The facts about the first system's text and words.
pub(super) fn facts(report: &Report, style: &Style) -> Vec<Fact> {
    let Some(system) = report.systems.first() else { return vec![] };
    let text = system.text.iter().flat_map(TextReport::facts);
    text.chain(system.speech.iter().flat_map(|speech| speech.facts(style))).collect()
}

/// Renders the tables of texts and of words, with one row for each system.
pub(super) fn tables(report: &Report, style: &Style) -> Vec<String> {
    [of_texts(report, style), of_speech(report, style)].into_iter().flatten().collect()
}

fn of_texts(report: &Report, style: &Style) -> Option<String> {
    let aligned = report.systems.iter().zip(report.short_names(style));
    let rows: Vec<Vec<TableCell>> =
        aligned.filter_map(|(system, name)| Some(row(&name, system.text.as_ref()?, style))).collect();
    let columns = vec![
        Column::left("text").shrinks_to(12),
        Column::right("coverage"),
        Column::right("words F1"),
        Column::right("breaks F1"),
        Column::right("same characters F1").rank(1),
        Column::right("merged"),
        Column::right("only gold").rank(2),
        Column::right("only system").rank(2),
    ];
    (!rows.is_empty()).then(|| Table { columns, rows }.render(style))
}

fn row(name: &str, text: &TextReport, style: &Style) -> Vec<TableCell> {
    let percent = |value| TableCell::plain(number::figure(value, FigureUnit::Percent, style));
    vec![
        TableCell::new(Role::Plain, name),
        percent(text.coverage),
        percent(text.words.f1),
        percent(text.breaks.f1),
        percent(text.same_characters.and_then(|same| same.brackets.f1)),
        TableCell::plain(count(text.merged)),
        TableCell::plain(count(text.gold_only)),
        TableCell::plain(count(text.system_only)),
    ]
}

fn of_speech(report: &Report, style: &Style) -> Option<String> {
    let percent = |value| TableCell::plain(number::figure(value, FigureUnit::Percent, style));
    let differs = |speech: &SpeechReport| speech.words.wer != speech.words.wer_equal_words;
    let has_equal_words = report.systems.iter().filter_map(|system| system.speech.as_ref()).any(differs);
    let mut speech = report.systems.iter().filter_map(|system| system.speech.as_ref());
    let interval = speech.find_map(SpeechReport::interval_title);
    let rows = report.systems.iter().zip(report.short_names(style)).filter_map(|(system, name)| {
        let speech = system.speech.as_ref()?;
        let words = &speech.words;
        let counts =
            [words.substituted, words.deleted, words.inserted].map(|words| TableCell::plain(count(words)));
        let mut row = vec![TableCell::new(Role::Plain, name), percent(words.wer)];
        let range = || speech.wer_range(style).unwrap_or_else(|| style.glyphs().undefined.to_owned());
        row.extend(interval.is_some().then(|| TableCell::new(Role::Dim, range())));
        row.extend(has_equal_words.then(|| percent(words.wer_equal_words)));
        row.extend(counts);
        row.extend([speech.boundaries.ends.f1, speech.boundaries.su_error].map(percent));
        Some(row)
    });
    let rows: Vec<Vec<TableCell>> = rows.collect();
    let equal_words = has_equal_words.then(|| Column::right("with equal words").rank(1));
    let interval = interval.map(|title| Column::right(&title).rank(3));
    let first = [Column::left("words").shrinks_to(12), Column::right("WER")].into_iter();
    let first = first.chain(interval).chain(equal_words);
    let rest = [
        Column::right("substituted").rank(2),
        Column::right("deleted").rank(2),
        Column::right("inserted").rank(2),
        Column::right("boundaries F1"),
        Column::right("SU error").rank(0),
    ];
    let columns = first.chain(rest).collect();
    (!rows.is_empty()).then(|| Table { columns, rows }.render(style))
}
