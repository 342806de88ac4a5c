//! A comparison for people.

use super::{Compared, ComparedMeasure, SegmentTest};
use crate::measure::{Better, Figure, FigureUnit};
use crate::report::access::short_names;
use crate::report::model::{Average, RowKind};
use crate::report::number::{count, counted, difference, figure};
use crate::report::statistics::ComparisonReport;
use crate::report::style::{Role, Style, visible, wrap, wrap_signature};
use crate::report::table::{Column, Table, TableCell, cut_middle};
use crate::report::text::statistics::{Shown, detectable, difference_interval, p_value, title};
use crate::report::typeset::Typeset;
use crate::report::{Format, caption};
use crate::stats::{Over, TestKind};

/// The number of labels that are shown.
const LABELS: usize = 8;
/// The width of a sentence.
const SENTENCE: usize = 40;

/// Renders the comparison in blocks with a blank line between them.
pub fn render(compared: &Compared, style: &Style) -> String {
    let names = short_names(compared.names.iter().map(String::as_str), style);
    let mut blocks = Vec::new();
    for measure in &compared.measures {
        if compared.measures.len() > 1 {
            blocks.push(style.paint(Role::Strong, measure.info.name) + "\n");
        }
        for pair in pairs(measure) {
            blocks.push(figures(compared, measure, pair, &names, style).render(style));
            blocks.push(sentences(compared, measure, pair, &names, style));
        }
        blocks.extend(labels(measure, &names, style));
        blocks.extend(differing(compared.kind, measure, &names, style));
    }
    if !compared.notes.is_empty() {
        blocks.push(lines(&compared.notes, Role::Dim, style));
    }
    let signatures: String =
        compared.signatures.iter().map(|signature| wrap_signature(signature, style)).collect();
    if !signatures.is_empty() {
        blocks.push(signatures);
    }
    blocks.join("\n")
}

/// The same for a page or a paper: a table of figures for each two systems, without labels and sentences.
pub fn render_typeset(compared: &Compared, format: Format, style: &Style) -> String {
    let style = &style.typeset();
    let names = short_names(compared.names.iter().map(String::as_str), style);
    let mut tables = Vec::new();
    for measure in &compared.measures {
        for pair in pairs(measure) {
            let two = [pair.0, pair.1].map(|at| names.get(at).map_or("", String::as_str));
            let is_percent =
                measure.info.figures.first().is_some_and(|figure| figure.unit == FigureUnit::Percent);
            let unit = if is_percent { ", in per cent" } else { "" };
            let what = format!("{} and {} by {}{unit}.", two[0], two[1], measure.info.name);
            let (about, verdict) = said(compared, measure, pair, &names, style);
            let said = about.into_iter().chain(verdict).map(|line| caption::sentence(&line, &names));
            let caption: Vec<String> = std::iter::once(what).chain(said).collect();
            tables.push((figures(compared, measure, pair, &names, style), caption));
        }
    }
    let notes = compared.notes.iter().map(|note| caption::sentence(note, &names));
    if let Some((_, caption)) = tables.last_mut() {
        caption.extend(notes);
    }
    let signatures = compared.signatures.iter().map(|signature| (None, signature.clone()));
    Typeset { tables, signatures: signatures.collect(), papers: Vec::new() }.write(format)
}

/// The compared pairs of systems, in order: the first, and the second.
fn pairs(measure: &ComparedMeasure) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for found in &measure.comparisons {
        if !pairs.contains(&(found.against, found.system)) {
            pairs.push((found.against, found.system));
        }
    }
    pairs
}

/// The comparisons of two systems that are shown: the headline's average, and the headline in the other one.
fn shown(measure: &ComparedMeasure, pair: (usize, usize)) -> Vec<(&ComparisonReport, &'static Figure)> {
    let figure = |found: &ComparisonReport| &measure.info.figures[found.figure];
    let is_shown = |found: &&ComparisonReport| {
        let is_headline = found.figure == 0;
        let is_usual = found.average == measure.average && figure(found).rank > 0;
        (found.against, found.system) == pair && (is_usual || is_headline)
    };
    measure.comparisons.iter().filter(is_shown).map(|found| (found, figure(found))).collect()
}

/// The table of all figures.
fn figures(
    compared: &Compared,
    measure: &ComparedMeasure,
    (first, second): (usize, usize),
    names: &[String],
    style: &Style,
) -> Table {
    let name = |at: usize| names.get(at).map_or("", String::as_str);
    let found = shown(measure, (first, second));
    let has_marks = found.iter().any(|(found, _)| !found.mark().is_empty());
    let mut columns = vec![
        Column::left("").roomy(10),
        Column::right(name(first)).roomy(6),
        Column::right(name(second)).roomy(6),
        Column::right(style.glyphs().delta).roomy(6),
        Column::right(&title(&compared.statistics.settings)),
        Column::right("p"),
    ];
    columns.extend(has_marks.then(|| Column::left("").gap(1)));
    let rows = found.iter().map(|(found, shown)| {
        let role = if found.mark().is_empty() { Role::Plain } else { Role::Strong };
        let title = row_title(compared, measure, found);
        let comparison = &found.comparison;
        let value = |value: Option<f64>| TableCell::new(role, figure(value, shown.unit, style));
        let mut cells = vec![
            TableCell::new(role, title),
            value(comparison.first),
            value(comparison.second),
            TableCell::new(role, difference(comparison.difference.value, shown.unit, style)),
            TableCell::new(role, difference_interval(&comparison.difference, shown.unit, style)),
            TableCell::new(role, p_value(found.asked_test().p, style)),
        ];
        cells.extend(has_marks.then(|| TableCell::new(role, found.mark())));
        cells
    });
    Table { rows: rows.collect(), columns }
}

/// The name of a row: the figure, with its average if that is not the headline's.
fn row_title(compared: &Compared, measure: &ComparedMeasure, found: &ComparisonReport) -> String {
    let title = measure.info.figures[found.figure].title;
    match found.average {
        average if average == measure.average => title.to_owned(),
        Average::Sentence => format!("{title}, {}", compared.kind.mean()),
        Average::Corpus => format!("{title}, corpus"),
    }
}

/// The intervals of differences in the tables, with what they are about.
pub(super) fn shown_intervals(compared: &Compared) -> Vec<Shown> {
    let names = short_names(compared.names.iter().map(String::as_str), &Style::default());
    let name = |at: usize| names.get(at).map_or("", String::as_str);
    let mut all = Vec::new();
    for measure in &compared.measures {
        let pairs = pairs(measure);
        for &pair in &pairs {
            for (found, _) in shown(measure, pair) {
                let mut what = row_title(compared, measure, found);
                if compared.measures.len() > 1 {
                    what = format!("{} {what}", measure.info.name);
                }
                if pairs.len() > 1 {
                    what = format!("{what} of {} and {}", name(pair.0), name(pair.1));
                }
                all.push(Shown::new(what, &found.comparison.difference));
            }
        }
    }
    all
}

/// What the table says, in sentences.
fn sentences(
    compared: &Compared,
    measure: &ComparedMeasure,
    pair: (usize, usize),
    names: &[String],
    style: &Style,
) -> String {
    let (about, verdict) = said(compared, measure, pair, names, style);
    lines(&about, Role::Dim, style) + &lines(&verdict, Role::Strong, style)
}

/// What the table is about, and which system is better.
fn said(
    compared: &Compared,
    measure: &ComparedMeasure,
    pair: (usize, usize),
    names: &[String],
    style: &Style,
) -> (Vec<String>, Vec<String>) {
    let found = shown(measure, pair);
    let headline = found.iter().find(|(found, _)| found.figure == 0 && found.average == measure.average);
    let mut about = Vec::new();
    let mut verdict_lines = Vec::new();
    if let Some((found, shown)) = headline {
        about.push(wins_sentence(compared, measure, found, names));
        verdict_lines.push(verdict(compared, (found, shown), names, style));
        verdict_lines.extend(detectable(&[*found], (shown, &compared.statistics.settings), style));
    }
    let is_common = headline.is_some_and(|(found, _)| found.comparison.over == Over::Common);
    about.extend(qualifications(compared, &found, is_common));
    let is_pair = |test: &&SegmentTest| (test.against, test.system) == pair;
    about.extend(measure.segments.iter().filter(is_pair).map(|test| segment_sentence(test, style)));
    (about, verdict_lines)
}

/// `over all 24 pairs; heron better on 13, plover on 10, equal on 1`.
fn wins_sentence(
    compared: &Compared,
    measure: &ComparedMeasure,
    found: &ComparisonReport,
    names: &[String],
) -> String {
    let name = |at: usize| names.get(at).map_or("", String::as_str);
    let wins = found.comparison.wins;
    format!(
        "over {}; {} better on {}, {} on {}, equal on {}",
        over(compared, measure, found),
        name(found.against),
        count(wins.first),
        name(found.system),
        count(wins.second),
        count(wins.equal),
    )
}

/// Which system is better in the headline, or why none is called better.
fn verdict(
    compared: &Compared,
    (found, shown): (&ComparisonReport, &Figure),
    names: &[String],
    style: &Style,
) -> String {
    let name = |at: usize| names.get(at).map_or("", String::as_str);
    let p = found.asked_test().p;
    let adjusted = found.p_adjusted.filter(|_| found.p_adjusted != p);
    let holm =
        adjusted.map(|p| format!("{} adjusted for several systems (Holm)", p_sentence(Some(p), style)));
    match (found.better(shown.better), p) {
        (Some(better), _) => {
            let why = holm.unwrap_or_else(|| p_sentence(p, style));
            format!("{} is better in {} ({why})", name(better), shown.title)
        }
        (None, Some(_)) => {
            let why = holm.map(|why| format!(" ({why})")).unwrap_or_default();
            format!("no significant difference in {}{why}", shown.title)
        }
        (None, None) if found.comparison.difference.value.is_some() => {
            let noun = compared.unit_noun();
            format!("no p for {}: the paired bootstrap needs at least 10 {noun}s", shown.title)
        }
        (None, None) => format!("{} cannot be compared: it is undefined", shown.title),
    }
}

/// Which figures are over other pairs than the headline, lower if better, or tested exactly.
fn qualifications(
    compared: &Compared,
    found: &[(&ComparisonReport, &'static Figure)],
    is_common: bool,
) -> Vec<String> {
    let common = titles(found, |found, _| !is_common && found.comparison.over == Over::Common);
    let lower = titles(found, |_, shown| shown.better == Better::Lower);
    let exact = titles(found, |found, _| found.asked_test().kind == TestKind::Exact);
    let all = [
        (common, format!("over the {}s that both scored", compared.kind.as_str())),
        (lower, "lower is better".to_owned()),
        (exact, format!("few {}s differ, and p is exact", compared.unit_noun())),
    ];
    all.into_iter()
        .filter(|(titles, _)| !titles.is_empty())
        .map(|(titles, what)| format!("{titles}: {what}"))
        .collect()
}

/// The pairs that a comparison is about.
fn over(compared: &Compared, measure: &ComparedMeasure, found: &ComparisonReport) -> String {
    let (noun, wins) = (compared.kind.as_str(), found.comparison.wins);
    // Groups that share gold trees are joined, so that there may be fewer than each system has.
    let number = wins.first + wins.second + wins.equal;
    match found.left_out {
        0 if compared.kind != RowKind::Group || number == measure.pairs => {
            format!("all {}", counted(number, noun))
        }
        0 => format!("all {}", counted(number, &format!("joined {noun}"))),
        _ => format!("the {} that both scored", counted(number, noun)),
    }
}

/// The titles of the figures that a test holds for, each once.
fn titles(
    found: &[(&ComparisonReport, &Figure)],
    holds: impl Fn(&ComparisonReport, &Figure) -> bool,
) -> String {
    let mut titles: Vec<&str> = Vec::new();
    for (_, shown) in found.iter().filter(|(found, shown)| holds(found, shown)) {
        if !titles.contains(&shown.title) {
            titles.push(shown.title);
        }
    }
    titles.join(", ")
}

/// `p = 0.0209`, `p < 0.0001`.
fn p_sentence(p: Option<f64>, style: &Style) -> String {
    let text = p_value(p, style);
    match text.strip_prefix('<') {
        Some(limit) => format!("p < {limit}"),
        None => format!("p = {text}"),
    }
}

/// `matched pairs of segments: 214 segments, z = −2.31, p = 0.0209`.
fn segment_sentence(test: &SegmentTest, style: &Style) -> String {
    let found = &test.found;
    let number = |value: f64| format!("{value:.2}").replace('-', style.glyphs().minus);
    let segments = counted(found.segments, "segment");
    match found.z {
        Some(z) => format!(
            "matched pairs of segments: {segments}, z = {}, {}",
            number(z),
            p_sentence(found.p, style)
        ),
        None => format!("matched pairs of segments: {segments}, too few or too alike for a test"),
    }
}

/// What a measure counts of each label.
fn items(measure: &ComparedMeasure) -> &'static str {
    match measure.info.name {
        "parseval" => "brackets",
        "dependency" => "dependencies",
        _ => "nodes",
    }
}

/// Where two systems differ, by label.
fn labels(measure: &ComparedMeasure, names: &[String], style: &Style) -> Option<String> {
    let name = |at: usize| names.get(at).map_or("", String::as_str);
    if measure.labels.is_empty() {
        return None;
    }
    let what = format!("where they differ, in {} {}", items(measure), measure.found);
    let columns = vec![
        Column::left(&what).roomy(SENTENCE),
        Column::right(name(0)).roomy(7),
        Column::right(name(1)).roomy(7),
        Column::right(style.glyphs().delta).roomy(7),
    ];
    let number = |value: i128| count(u64::try_from(value).unwrap_or(0));
    let rows = measure.labels.iter().take(LABELS).map(|label| {
        let (sign, size) = match label.second - label.first {
            less if less < 0 => (style.glyphs().minus, -less),
            more => ("+", more),
        };
        let texts = [
            format!("  {}", visible(&label.label, style)),
            number(label.first),
            number(label.second),
            format!("{sign}{}", number(size)),
        ];
        texts.map(TableCell::plain).to_vec()
    });
    let mut text = Table { rows: rows.collect(), columns }.render(style);
    if measure.labels.len() > LABELS {
        let more = counted((measure.labels.len() - LABELS) as u64, "more label");
        text += &(style.paint(Role::Dim, &format!("  and {more}")) + "\n");
    }
    Some(text)
}

/// The sentences that differ most.
fn differing(kind: RowKind, measure: &ComparedMeasure, names: &[String], style: &Style) -> Option<String> {
    if measure.sentences.is_empty() {
        return None;
    }
    let unit = measure.info.figures.first()?.unit;
    let name = |at: usize| names.get(at).map_or("", String::as_str);
    let columns = vec![
        Column::right(""),
        Column::left(&format!("{}s that differ most", kind.noun())).roomy(SENTENCE),
        Column::right(name(0)).roomy(7),
        Column::right(name(1)).roomy(7),
    ];
    let rows = measure.sentences.iter().map(|sentence| {
        let text = visible(sentence.text.as_deref().unwrap_or_default(), style);
        let cut = cut_end(&text, SENTENCE, style);
        vec![
            TableCell::plain(sentence.side.unwrap_or(sentence.tree).to_string()),
            TableCell::plain(cut),
            TableCell::plain(figure(Some(sentence.first), unit, style)),
            TableCell::plain(figure(Some(sentence.second), unit, style)),
        ]
    });
    Some(Table { rows: rows.collect(), columns }.render(style))
}

/// Cuts a text at its end.
fn cut_end(text: &str, width: usize, style: &Style) -> String {
    let ellipsis = style.glyphs().ellipsis;
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let room = width.saturating_sub(ellipsis.chars().count());
    cut_middle(&(text.chars().take(room).collect::<String>() + ellipsis), width, ellipsis)
}

fn lines(lines: &[String], role: Role, style: &Style) -> String {
    let wrapped = lines.iter().flat_map(|line| wrap(line, style.width, 0));
    wrapped.map(|line| style.paint(role, &line) + "\n").collect()
}
