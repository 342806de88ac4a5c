//! Tables of where the bits were spent.

use super::model::RuleRow;
use crate::{CategoryScores, PhraseScores};
use treescore::report::model::FigureUnit;
use treescore::report::number::{difference, figure};
use treescore::report::table::{Column, Table, TableCell};
use treescore::report::{Role, Style, visible};

/// How the bits of a model are broken down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blame {
    /// By category.
    Category,
    /// By length.
    Length,
    /// By event: a true chunk or not.
    Event,
    /// By whether the rules of a grammar cover it.
    Coverage,
}

/// Number of categories with a row of their own.
const SHOWN: usize = 5;
/// A bar has at most this many blocks, one per percentage point.
const BLOCKS: f64 = 40.0;

/// Renders the table of one model; `None` if it would be empty.
pub(super) fn render_block(blame: Blame, name: &str, scores: &PhraseScores, style: &Style) -> Option<String> {
    let title = format!("blame, model {}", visible(name, style));
    match blame {
        Blame::Category => Some(render_categories(&title, &scores.by_category, style)),
        Blame::Length => {
            let rows = scores.by_length.iter().map(|(length, bits)| (format!("length {length}"), *bits));
            Some(render_shares(&title, rows, scores.bits, style))
        }
        Blame::Event => {
            let events =
                [("true chunks", scores.by_event.of_true), ("other candidates", scores.by_event.of_false)];
            let rows = events.into_iter().map(|(name, bits)| (name.to_owned(), bits));
            Some(render_shares(&title, rows, scores.bits, style))
        }
        Blame::Coverage => (scores.coverage.candidates > 0.0).then(|| render_coverage(&title, scores, style)),
    }
}

/// Several categories as one.
#[derive(Default)]
struct Pool {
    categories: usize,
    share: f64,
    expected: f64,
    is_undefined: bool,
}

fn render_categories(title: &str, categories: &[CategoryScores], style: &Style) -> String {
    let mut order: Vec<&CategoryScores> = categories.iter().collect();
    order.sort_by(|a, b| b.bits.total_cmp(&a.bits)); // stable: equals stay in the order of the inventory
    let mut rows: Vec<Vec<TableCell>> = Vec::new();
    let mut rest = Pool::default();
    for (at, category) in order.iter().enumerate() {
        if at < SHOWN || categories.len() == SHOWN + 1 {
            let name = visible(&category.name, style);
            rows.push(row(name, category.share, category.expected_share, style));
        } else {
            rest.categories += 1;
            rest.share += category.share.unwrap_or(0.0);
            rest.expected += category.expected_share.unwrap_or(0.0);
            rest.is_undefined |= category.share.is_none();
        }
    }
    if rest.categories > 0 {
        let [share, expected] = [rest.share, rest.expected].map(|sum| (!rest.is_undefined).then_some(sum));
        rows.push(row(format!("other ({})", rest.categories), share, expected, style));
    }
    let columns = vec![
        Column::left(title).shrinks_to(12),
        Column::right("bits %").gap(4),
        Column::right("expected %").gap(3),
        Column::right("excess").gap(3),
        Column::left(""),
    ];
    Table { columns, rows }.render(style)
}

fn row(name: String, share: Option<f64>, expected: Option<f64>, style: &Style) -> Vec<TableCell> {
    let excess = share.zip(expected).map(|(share, expected)| share - expected);
    let role = if excess.is_some_and(|excess| excess < 0.0) { Role::Dim } else { Role::Plain };
    vec![
        TableCell::plain(name),
        TableCell::plain(figure(share, FigureUnit::Percent, style)),
        TableCell::plain(figure(expected, FigureUnit::Percent, style)),
        TableCell::plain(difference(excess, FigureUnit::Percent, style)),
        TableCell::new(role, excess.map_or(String::new(), |excess| bar(excess, style))),
    ]
}

/// Draws a bar with one block per percentage point, from zero.
fn bar(share: f64, style: &Style) -> String {
    let points = (100.0 * share.abs()).min(BLOCKS);
    let (above, below) = if style.unicode { ("▉", "░") } else { ("#", ".") };
    let mut bar = (if share < 0.0 { below } else { above }).repeat(points as usize);
    if style.unicode {
        let eighths = (points.fract() * 8.0) as usize;
        bar.push_str(["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"].get(eighths).copied().unwrap_or_default());
    }
    bar
}

/// Renders the bits of each row, and their share of all.
fn render_shares(title: &str, rows: impl Iterator<Item = (String, f64)>, bits: f64, style: &Style) -> String {
    let rows = rows.map(|(name, part)| {
        let share = (bits.is_finite() && bits > 0.0).then(|| part / bits);
        let amount = if part.is_infinite() { "inf".to_owned() } else { format!("{part:.2}") };
        vec![
            TableCell::plain(name),
            TableCell::plain(amount),
            TableCell::plain(figure(share, FigureUnit::Percent, style)),
        ]
    });
    let columns = vec![
        Column::left(title).shrinks_to(12),
        Column::right("bits").gap(4),
        Column::right("bits %").gap(3),
    ];
    Table { columns, rows: rows.collect() }.render(style)
}

fn render_coverage(title: &str, scores: &PhraseScores, style: &Style) -> String {
    let rows = [
        ("true chunks", Some(scores.coverage.true_chunks)),
        ("candidates", Some(scores.coverage.candidates)),
        ("bits", scores.coverage.bits),
    ];
    let rows = rows.map(|(name, covered)| {
        let rest = covered.map(|covered| 1.0 - covered);
        let cell = |value| TableCell::plain(figure(value, FigureUnit::Percent, style));
        vec![TableCell::plain(name), cell(covered), cell(rest)]
    });
    let columns = vec![
        Column::left(title).shrinks_to(12),
        Column::right("covered %").gap(4),
        Column::right("not covered %").gap(3),
    ];
    Table { columns, rows: rows.into() }.render(style)
}

/// Renders the rules of one model that cost most.
pub(super) fn render_rules(name: &str, rows: &[RuleRow], style: &Style) -> String {
    let rows = rows.iter().map(|row| {
        let arrow = if style.unicode { "→" } else { "->" };
        let rule = format!("{} {arrow} {}", row.category, row.tags.join(" "));
        let bits = if row.bits.is_infinite() { "inf".to_owned() } else { format!("{:.2}", row.bits) };
        let amounts = [bits, format!("{:.1}", row.found), format!("{:.1}", row.true_ones)];
        let mut cells = vec![TableCell::plain(visible(&rule, style))];
        cells.extend(amounts.map(TableCell::plain));
        cells.push(TableCell::plain(figure(Some(row.probability), FigureUnit::Percent, style)));
        cells
    });
    let columns = vec![
        Column::left(&format!("blame, model {}", visible(name, style))).shrinks_to(24),
        Column::right("bits").gap(4),
        Column::right("found").gap(3),
        Column::right("true").gap(3),
        Column::right("P %").gap(3),
    ];
    Table { columns, rows: rows.collect() }.render(style)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_written_with_their_evidence() {
        let row = |category: &str, tags: &[&str], bits| RuleRow {
            category: category.to_owned(),
            tags: tags.iter().map(|&tag| tag.to_owned()).collect(),
            bits,
            found: 1697.04,
            true_ones: 185.16,
            probability: 0.1091,
        };
        let rows = [row("SBAR", &["IN"], 1764.178), row("NP", &["DT", "J\u{1}", "NN"], f64::INFINITY)];
        insta::assert_snapshot!(render_rules("G", &rows, &Style::default()), @"
        blame, model G       bits    found    true     P %
        SBAR → IN         1764.18   1697.0   185.2   10.91
        NP → DT J␁ NN         inf   1697.0   185.2   10.91
        ");
        let ascii = Style { unicode: false, ..Style::default() };
        assert!(render_rules("G", &rows, &ascii).contains("\nSBAR -> IN "));
    }

    #[test]
    fn bars_begin_at_zero() {
        let ascii = Style { unicode: false, ..Style::default() };
        for (share, unicode, plain) in [
            (0.131, "▉▉▉▉▉▉▉▉▉▉▉▉▉", "#############"),
            (0.0465, "▉▉▉▉▋", "####"),
            (-0.0575, "░░░░░▊", "....."),
            (0.0, "", ""),
            (9.0, "▉▉▉▉▉▉▉▉▉▉▉▉▉▉▉▉▉▉▉▉▉▉▉▉▉▉▉▉▉▉▉▉▉▉▉▉▉▉▉▉", "########################################"),
        ] {
            assert_eq!(bar(share, &Style::default()), unicode, "{share}");
            assert_eq!(bar(share, &ascii), plain, "{share}");
        }
    }
}
