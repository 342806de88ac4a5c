//! What was mapped to what in one pair, node by node.

use crate::measure::{Fate, Mapped, NodeView};
use crate::report::model::Unit;
use crate::report::number;
use crate::report::style::{Role, Style, cells, visible};
use crate::report::table::{Cell, Column, Table};

/// Cells that a node may be cut down to.
const NODE: usize = 14;

/// The table of a mapping. Nodes with overlaps come worst first, and those without partners last; others stay in order.
pub(crate) fn table(mapping: &[Mapped], style: &Style) -> Table {
    let mut rows: Vec<&Mapped> = mapping.iter().collect();
    let shown = Shown::of(mapping);
    if shown.overlaps {
        let place = |row: &Mapped| (row.fate == Fate::Extra, row.iou.is_none());
        let overlap = |row: &Mapped| row.iou.unwrap_or(0.0);
        rows.sort_by(|a, b| place(a).cmp(&place(b)).then(overlap(a).total_cmp(&overlap(b))));
    }
    let width = |side: fn(&Mapped) -> Option<&NodeView>| {
        mapping.iter().filter_map(side).map(|node| cells(&visible(&node.label, style))).max().unwrap_or(0)
    };
    let widths = (width(|row| row.gold.as_ref()), width(|row| row.system.as_ref()));
    Table { columns: shown.columns(), rows: rows.iter().map(|row| shown.row(row, widths, style)).collect() }
}

/// Which columns there are.
struct Shown {
    kinds: bool,
    index: Option<Index>,
    overlaps: bool,
}

/// Where nodes stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Index {
    /// In seconds.
    Time,
    /// In words.
    Words,
}

impl Shown {
    fn of(mapping: &[Mapped]) -> Self {
        let any = |has: fn(&NodeView) -> bool| {
            mapping.iter().flat_map(|row| [&row.gold, &row.system]).flatten().any(has)
        };
        let index = if any(|node| node.time.is_some()) {
            Some(Index::Time)
        } else {
            any(|node| node.words.is_some()).then_some(Index::Words)
        };
        Self {
            kinds: any(|node| node.kind.is_some()),
            index,
            overlaps: mapping.iter().any(|row| row.iou.is_some()),
        }
    }

    fn columns(&self) -> Vec<Column> {
        let mut columns = vec![
            Column::left("gold").roomy(18).shrinks_to(NODE),
            Column::left("system").roomy(18).shrinks_to(NODE),
        ];
        if self.kinds {
            columns.push(Column::left("type").rank(1));
        }
        if let Some(index) = self.index {
            let what = if index == Index::Words { "words" } else { "time" };
            columns.push(Column::right(&format!("gold {what}")).rank(3));
            columns.push(Column::right(&format!("system {what}")).rank(2));
        }
        if self.overlaps {
            columns.push(Column::right("IoU"));
        }
        columns.push(Column::left(""));
        columns
    }

    fn row(&self, row: &Mapped, widths: (usize, usize), style: &Style) -> Vec<Cell> {
        let (mark, role) = mark(row.fate, style);
        let node = |node: &Option<NodeView>, width| match node {
            Some(node) => Cell::new(role, text(node, width, style)),
            None => Cell::plain(style.glyphs().undefined),
        };
        let mut row_cells = vec![node(&row.gold, widths.0), node(&row.system, widths.1)];
        if self.kinds {
            let kind = row.gold.as_ref().or(row.system.as_ref()).and_then(|node| node.kind.as_deref());
            row_cells.push(Cell::plain(visible(kind.unwrap_or_default(), style)));
        }
        if self.index.is_some() {
            let place = |node: &Option<NodeView>| Cell::plain(place(node.as_ref(), style));
            row_cells.extend([&row.gold, &row.system].map(place));
        }
        if self.overlaps {
            let undefined = || style.glyphs().undefined.to_owned();
            row_cells.push(Cell::plain(row.iou.map_or_else(undefined, |iou| format!("{iou:.3}"))));
        }
        row_cells.push(Cell::new(role, mark));
        row_cells
    }
}

/// Where a node stands: `1.66 – 2.36`, or `3 – 5`.
fn place(node: Option<&NodeView>, style: &Style) -> String {
    let glyphs = style.glyphs();
    let seconds = |time: f64| number::figure(Some(time), Unit::PerPair, style);
    match node.map(|node| (node.time, node.words)) {
        Some((Some((start, end)), _)) => format!("{} {} {}", seconds(start), glyphs.range, seconds(end)),
        Some((None, Some((start, end)))) => format!("{start} {} {end}", glyphs.range),
        _ => glyphs.undefined.to_owned(),
    }
}

fn mark(fate: Fate, style: &Style) -> (&'static str, Role) {
    let glyphs = style.glyphs();
    match fate {
        Fate::Matched => ("", Role::Plain),
        Fate::Relabelled => (glyphs.differs, Role::Relabel),
        Fate::Missing => (glyphs.minus, Role::Missing),
        Fate::Extra => ("+", Role::Extra),
    }
}

/// `NP   the boat`: the words of all nodes begin in one column.
fn text(node: &NodeView, width: usize, style: &Style) -> String {
    let label = visible(&node.label, style);
    if node.text.is_empty() {
        return label;
    }
    let spare = " ".repeat(width.saturating_sub(cells(&label)));
    format!("{label}{spare} {}", visible(&node.text, style))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(label: &str, text: &str, time: Option<(f64, f64)>) -> NodeView {
        NodeView { label: label.to_owned(), text: text.to_owned(), time, ..NodeView::default() }
    }

    #[test]
    fn the_worst_overlap_comes_first() {
        let at = |label, text, start, end| Some(node(label, text, Some((start, end))));
        let rows = [
            Mapped {
                iou: Some(0.833),
                ..Mapped::of(at("DT", "the", 0.92, 1.02), at("DT", "the", 0.9, 1.02), true)
            },
            Mapped::of(at("PP", "at the pier", 1.66, 2.36), None, false),
            Mapped {
                iou: Some(0.286),
                ..Mapped::of(at("IN", "at", 1.66, 1.78), at("JJ", "adrift", 1.63, 2.05), false)
            },
            Mapped::of(None, at("ADJP", "adrift", 1.63, 2.05), false),
        ];
        insta::assert_snapshot!(table(&rows, &Style::default()).render(&Style::default()), @r"
        gold                system                gold time  system time    IoU
        IN at               JJ   adrift         1.66 – 1.78  1.63 – 2.05  0.286  ≠
        DT the              DT   the            0.92 – 1.02  0.90 – 1.02  0.833
        PP at the pier      –                   1.66 – 2.36            –      –  −
        –                   ADJP adrift                   –  1.63 – 2.05      –  +
        ");
    }

    #[test]
    fn words_stay_in_order() {
        let word = |word: &str| Some(node(word, "", None));
        let rows = [
            Mapped::of(word("d_i"), None, false),
            Mapped::of(word("drei"), word("drei"), true),
            Mapped::of(None, word("zwei"), false),
            Mapped::of(word("von"), word("nach"), false),
        ];
        let style = Style { unicode: false, ..Style::default() };
        insta::assert_snapshot!(table(&rows, &style).render(&style), @r"
        gold                system
        d_i                 -                   -
        drei                drei
        -                   zwei                +
        von                 nach                ~
        ");
    }
}
