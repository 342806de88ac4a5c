//! The report for people.

use std::fmt::Write as _;

use super::blame::{self, Blame};
use super::model::{ModelReport, ModelScores, PhraseReport};
use crate::{Inventory, PhraseScores};
use treescore::report::model::FigureUnit;
use treescore::report::number::{count, counted, figure};
use treescore::report::table::{Column, Table, TableCell};
use treescore::report::{Role, Style, visible};
use treescore::values::Advice;

/// The number of kinds of candidates to name if they are certain without being listed.
const CERTAIN: usize = 10;

/// Renders the report in blocks separated by blank lines: the table of models, chunks, calibration,
/// breakdowns, impossible outcomes, totals, signature.
pub fn text(report: &PhraseReport, inventory: &Inventory, blame: &[Blame], style: &Style) -> String {
    let mut blocks: Vec<String> = models(report, style).into_iter().collect();
    blocks.extend(chunks(report, style));
    blocks.extend(calibration(report, style));
    let is_blamed = |name: &str| report.blamed.as_deref().is_none_or(|blamed| blamed == name);
    for (name, scores) in report.phrase_models().filter(|(name, _)| is_blamed(name)) {
        blocks.extend(blame.iter().filter_map(|which| blame::render_block(*which, name, scores, style)));
    }
    let rules = report.rules.iter().filter(|(name, _)| is_blamed(name));
    blocks.extend(rules.map(|(name, rows)| blame::render_rules(name, rows, style)));
    blocks.extend(
        report.phrase_models().filter_map(|(name, scores)| impossible(name, scores, inventory, style)),
    );
    blocks.push(
        report.phrase_models().next().map_or_else(|| chunk_amounts(report), |(_, scores)| amounts(scores)),
    );
    blocks.push(treescore::report::wrap_signature(&report.signature(), style));
    blocks.join("\n")
}

/// Formats a number with `decimals` decimals; infinity is `inf`.
fn fixed(value: f64, decimals: usize) -> String {
    if value.is_infinite() { "inf".to_owned() } else { format!("{value:.decimals$}") }
}

fn percent(value: f64, style: &Style) -> String {
    figure(Some(value), FigureUnit::Percent, style)
}

fn models(report: &PhraseReport, style: &Style) -> Option<String> {
    let columns = vec![
        Column::left("model").shrinks_to(8),
        Column::right("bits/cand.").roomy(12),
        Column::right("bits/sent.").roomy(11),
        Column::right("log10 parses").roomy(13),
        Column::right("exp. P").roomy(9),
        Column::right("exp. R").roomy(9),
    ];
    let rows: Vec<_> = report.models.iter().filter_map(|model| row(model, style)).collect();
    (!rows.is_empty()).then(|| Table { columns, rows }.render(style))
}

/// The row of a model that has bits.
fn row(model: &ModelReport, style: &Style) -> Option<Vec<TableCell>> {
    let name = TableCell::plain(visible(&model.name, style));
    Some(match &model.scores {
        ModelScores::Phrases(scores) => vec![
            name,
            TableCell::new(Role::Strong, fixed(scores.bits_per_candidate(), 5)),
            TableCell::plain(fixed(scores.bits_per_sentence(), 2)),
            TableCell::plain(fixed(scores.log10_parses_per_sentence(), 1)),
            TableCell::plain(percent(scores.expected_precision(), style)),
            TableCell::plain(percent(scores.expected_recall(), style)),
        ],
        // Precision and recall of the chosen sequence are not the expected ones of the column titles, so they
        // are named in place.
        ModelScores::Sequences(scores) => vec![
            name,
            TableCell::plain(""),
            TableCell::plain(fixed(scores.tally.bits_per_sentence(), 2)),
            TableCell::plain(fixed(scores.tally.log10_parses_per_sentence(), 1)),
            TableCell::plain(format!("P {:>6}", percent(scores.tally.chunks().precision(), style))),
            TableCell::plain(format!("R {:>6}", percent(scores.tally.chunks().recall(), style))),
        ],
        ModelScores::Chunks(_) => return None,
    })
}

/// Renders the best sequences as shared tasks on chunks score them.
fn chunks(report: &PhraseReport, style: &Style) -> Option<String> {
    let mut titles = ["F1", "recall", "precision", "tags", "exact"].map(Column::right).to_vec();
    titles.insert(0, Column::left("chunks without Null").shrinks_to(8));
    let is_searched = |model: &ModelReport| matches!(model.scores, ModelScores::Sequences(_));
    let has_searched = report.models.iter().any(is_searched);
    titles.extend(has_searched.then(|| Column::right("no parse")));
    let rows: Vec<Vec<TableCell>> = report
        .choosing_models()
        .map(|(model, scores)| {
            let share = |value: f64| TableCell::plain(percent(value, style));
            let mut row = vec![
                TableCell::plain(visible(&model.name, style)),
                TableCell::new(Role::Strong, percent(scores.phrases.f1(), style)),
                share(scores.phrases.recall()),
                share(scores.phrases.precision()),
                share(scores.tally.accuracy()),
                share(scores.tally.exact_share()),
            ];
            let no_parse = if is_searched(model) { count(scores.tally.no_parse) } else { String::new() };
            row.extend(has_searched.then(|| TableCell::plain(no_parse)));
            row
        })
        .collect();
    (!rows.is_empty()).then(|| Table { columns: titles, rows }.render(style))
}

fn calibration(report: &PhraseReport, style: &Style) -> Option<String> {
    let columns = vec![
        Column::left("calibration").shrinks_to(8),
        Column::right("Brier score"),
        Column::right("calibration error"),
    ];
    let rows: Vec<Vec<TableCell>> = report
        .phrase_models()
        .map(|(name, scores)| {
            let calibration = &scores.calibration;
            let digits = |value: f64| TableCell::plain(fixed(value, 6));
            vec![TableCell::plain(visible(name, style)), digits(calibration.brier), digits(calibration.error)]
        })
        .collect();
    (!rows.is_empty()).then(|| Table { columns, rows }.render(style))
}

/// Lists the outcomes that the model considered impossible.
fn impossible(name: &str, scores: &PhraseScores, inventory: &Inventory, style: &Style) -> Option<String> {
    if scores.infinite_candidates == 0 {
        return None;
    }
    let number = counted(scores.infinite_candidates, "outcome");
    let mut text = format!(
        "{}: {number} considered impossible; {}\n",
        visible(name, style),
        (style.advice)(&Advice::Floor)
    );
    for one in &scores.offenders {
        let (sentence, chunk) = (visible(&one.sentence, style), one.chunk);
        let category = visible(inventory.name(chunk.category), style);
        let _ = writeln!(
            text,
            "  sentence {sentence}: {category} {} to {}, P {}",
            chunk.start, chunk.end, one.probability
        );
    }
    for &(category, length, number) in scores.certain.iter().take(CERTAIN) {
        let category = visible(inventory.name(category), style);
        let _ = writeln!(text, "  {} not listed: {category} of length {length}, P 1", count(number));
    }
    if let Some(more) = scores.certain.get(CERTAIN..).filter(|more| !more.is_empty()) {
        let candidates = more.iter().map(|(.., number)| number).sum();
        let _ = writeln!(text, "  and {} more not listed", count(candidates));
    }
    Some(text)
}

/// The size of the data, where nothing has probabilities.
fn chunk_amounts(report: &PhraseReport) -> String {
    let chunks = report.choosing_models().next().map_or(0, |(_, scores)| scores.phrases.true_chunks);
    format!("{}, {}\n", counted(report.sentences, "sentence"), counted(chunks, "true chunk"))
}

fn amounts(scores: &PhraseScores) -> String {
    let categories = scores.by_category.len();
    let mut text = format!(
        "{}, {}, {} (",
        counted(scores.sentences, "sentence"),
        counted(scores.true_chunks, "true chunk"),
        counted(scores.candidates, "candidate"),
    );
    let _ = writeln!(text, "{categories} {})", if categories == 1 { "category" } else { "categories" });
    // Models without listed candidates have no records for any sentence, which is not worth a line.
    if (1..scores.sentences).contains(&scores.sentences_without_records) {
        let _ = writeln!(text, "{} without records", counted(scores.sentences_without_records, "sentence"));
    }
    if let Some(floor) = scores.floor {
        let _ = writeln!(text, "probabilities clipped to [{floor}, {}]", 1.0 - floor);
    }
    text
}
