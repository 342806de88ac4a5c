//! The matches of one pair, item by item, with the marks of the five verdicts.

use crate::measure::{ItemView, ShownMatch, Verdict};
use crate::report::model::FigureUnit;
use crate::report::number;
use crate::report::style::{Role, Style, display_width, visible};
use crate::report::table::{Column, Table, TableCell};

/// The width that an item may be cut down to.
const ITEM: usize = 14;

/// Renders matches as lines, or a sentence if there are none. `worth` names the value of a match.
pub(crate) fn render(matches: &[ShownMatch], worth: &str, style: &Style) -> String {
    if matches.is_empty() {
        "no differences\n".to_owned()
    } else {
        table(matches, worth, style).render(style)
    }
}

fn table(matches: &[ShownMatch], title: &str, style: &Style) -> Table {
    let shape = Shape::new(matches);
    let mut rows: Vec<&ShownMatch> = matches.iter().collect();
    if shape.has_worth {
        // The worst overlap first; unmatched items last, gold's before the system's.
        let place = |row: &ShownMatch| (row.gold.is_none(), row.worth.is_none());
        let worth = |row: &ShownMatch| row.worth.unwrap_or(0.0);
        rows.sort_by(|a, b| place(a).cmp(&place(b)).then(worth(a).total_cmp(&worth(b))));
    }
    if shape.is_of_pairs() {
        let width = |side: fn(&ShownMatch) -> Option<&ItemView>| {
            let items = matches.iter().filter_map(side);
            items.map(|item| display_width(&visible(&item.label, style))).max().unwrap_or(0)
        };
        let widths = (width(|row| row.gold.as_ref()), width(|row| row.system.as_ref()));
        let rows = rows.iter().map(|row| shape.pair_row(row, widths, style)).collect();
        return Table { columns: shape.pair_columns(title), rows };
    }
    let rows = rows.iter().map(|row| shape.item_row(row, style)).collect();
    Table { columns: shape.item_columns(), rows }
}

/// The columns of a table of matches.
#[expect(clippy::struct_excessive_bools, reason = "each is a column that may be there")]
struct Shape {
    has_kinds: bool,
    has_times: bool,
    has_words: bool,
    has_heads: bool,
    has_worth: bool,
}

impl Shape {
    fn new(matches: &[ShownMatch]) -> Self {
        let any = |has: fn(&ItemView) -> bool| {
            matches.iter().flat_map(|row| [&row.gold, &row.system]).flatten().any(has)
        };
        Self {
            has_kinds: any(|item| item.kind.is_some()),
            has_times: any(|item| item.time.is_some()),
            has_words: any(|item| item.words.is_some()),
            has_heads: any(|item| item.head.is_some()),
            has_worth: matches.iter().any(|row| row.worth.is_some()),
        }
    }

    /// True if the two sides are shown next to each other. Items that match over the same words need only one
    /// column.
    fn is_of_pairs(&self) -> bool {
        self.has_worth || self.has_times || !self.has_words && !self.has_heads
    }

    /// The columns of items: mark, label, words and text of a bracket; head of a dependency.
    fn item_columns(&self) -> Vec<Column> {
        let mut columns = vec![Column::left(""), Column::left("label").gap(1).roomy(10).shrinks_to(ITEM)];
        columns.extend(self.has_kinds.then(|| Column::left("type").rank(1)));
        columns.extend(self.has_words.then(|| Column::right("words")));
        let text = if self.has_heads { "word" } else { "text" };
        columns.push(Column::left(text).shrinks_to(ITEM));
        columns.extend(self.has_heads.then(|| Column::left("head").shrinks_to(ITEM)));
        columns
    }

    fn item_row(&self, row: &ShownMatch, style: &Style) -> Vec<TableCell> {
        let (mark, role) = mark(row.verdict, style);
        let Some(item) = row.gold.as_ref().or(row.system.as_ref()) else {
            return vec![TableCell::new(role, mark)];
        };
        let between = if row.verdict == Verdict::Matched { "=" } else { style.glyphs().differs };
        let both = |of: &dyn Fn(&ItemView) -> String, between: &str| match (&row.gold, &row.system) {
            (Some(gold), Some(system)) if of(gold) != of(system) => {
                format!("{} {between} {}", of(gold), of(system))
            }
            _ => of(item),
        };
        let text = |text: Option<&String>| text.map(|text| visible(text, style)).unwrap_or_default();
        let mut row_cells = vec![TableCell::new(role, mark)];
        row_cells.push(TableCell::plain(both(&|item| visible(&item.label, style), between)));
        if self.has_kinds {
            row_cells.push(TableCell::plain(both(&|item| text(item.kind.as_ref()), "/")));
        }
        if self.has_words {
            row_cells.push(TableCell::plain(both(&|item| words(item, style), "/")));
        }
        row_cells.push(TableCell::plain(both(&|item| visible(&item.text, style), "/")));
        if self.has_heads {
            row_cells.push(TableCell::plain(both(&|item| text(item.head.as_ref()), "/")));
        }
        row_cells
    }

    fn pair_columns(&self, worth: &str) -> Vec<Column> {
        let mut columns = vec![
            Column::left("gold").roomy(18).shrinks_to(ITEM),
            Column::left("system").roomy(18).shrinks_to(ITEM),
        ];
        columns.extend(self.has_kinds.then(|| Column::left("type").rank(1)));
        if self.has_times || self.has_words {
            let what = if self.has_times { "time" } else { "words" };
            columns.push(Column::right(&format!("gold {what}")).rank(3));
            columns.push(Column::right(&format!("system {what}")).rank(2));
        }
        columns.extend(self.has_worth.then(|| Column::right(worth)));
        columns.push(Column::left(""));
        columns
    }

    fn pair_row(&self, row: &ShownMatch, widths: (usize, usize), style: &Style) -> Vec<TableCell> {
        let (mark, role) = mark(row.verdict, style);
        let undefined = || style.glyphs().undefined.to_owned();
        let item = |item: &Option<ItemView>, width| {
            TableCell::plain(item.as_ref().map_or_else(undefined, |item| text(item, width, style)))
        };
        let mut row_cells = vec![item(&row.gold, widths.0), item(&row.system, widths.1)];
        if self.has_kinds {
            let kind = row.gold.as_ref().or(row.system.as_ref()).and_then(|item| item.kind.as_deref());
            row_cells.push(TableCell::plain(visible(kind.unwrap_or_default(), style)));
        }
        if self.has_times || self.has_words {
            let place = |item: &Option<ItemView>| {
                TableCell::plain(item.as_ref().map_or_else(undefined, |item| place(item, style)))
            };
            row_cells.extend([&row.gold, &row.system].map(place));
        }
        if self.has_worth {
            row_cells.push(TableCell::plain(row.worth.map_or_else(undefined, |worth| format!("{worth:.3}"))));
        }
        row_cells.push(TableCell::new(role, mark));
        row_cells
    }
}

/// Formats the position of an item: `1.66 – 2.36` in seconds, or `3 – 5` in words.
fn place(item: &ItemView, style: &Style) -> String {
    let seconds = |time: f64| number::figure(Some(time), FigureUnit::PerPair, style);
    let glyphs = style.glyphs();
    match (item.time, item.words) {
        (Some((start, end)), _) => format!("{} {} {}", seconds(start), glyphs.range, seconds(end)),
        (None, Some((start, end))) => format!("{start} {} {end}", glyphs.range),
        (None, None) => glyphs.undefined.to_owned(),
    }
}

/// Formats the first and the last word, from 1: `3–5`. An item without words is between two words.
fn words(item: &ItemView, style: &Style) -> String {
    match item.words {
        Some((start, end)) if start + 1 < end => format!("{}{}{end}", start + 1, style.glyphs().range),
        Some((start, end)) if start < end => end.to_string(),
        _ => style.glyphs().undefined.to_owned(),
    }
}

pub(super) fn mark(verdict: Verdict, style: &Style) -> (&'static str, Role) {
    let glyphs = style.glyphs();
    match verdict {
        Verdict::Matched => ("", Role::Plain),
        Verdict::Relabelled => (glyphs.differs, Role::Relabel),
        Verdict::Missing => (glyphs.minus, Role::Missing),
        Verdict::Extra => ("+", Role::Extra),
        Verdict::Crossing => (glyphs.crossing, Role::Cross),
    }
}

/// Formats the label and the words of an item, with all words in one column: `NP   the boat`.
fn text(item: &ItemView, width: usize, style: &Style) -> String {
    let label = visible(&item.label, style);
    if item.text.is_empty() {
        return label;
    }
    let spare = " ".repeat(width.saturating_sub(display_width(&label)));
    format!("{label}{spare} {}", visible(&item.text, style))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(label: &str, text: &str) -> ItemView {
        ItemView { label: label.to_owned(), text: text.to_owned(), ..ItemView::default() }
    }

    fn shown(verdict: Verdict, gold: Option<ItemView>, system: Option<ItemView>) -> ShownMatch {
        ShownMatch { verdict, gold, system, worth: None }
    }

    #[test]
    fn the_worst_overlap_comes_first() {
        let at = |label, text, start, end| Some(ItemView { time: Some((start, end)), ..item(label, text) });
        let matches = [
            ShownMatch {
                worth: Some(0.833),
                ..shown(Verdict::Matched, at("DT", "the", 0.92, 1.02), at("DT", "the", 0.9, 1.02))
            },
            shown(Verdict::Missing, at("PP", "at the pier", 1.66, 2.36), None),
            ShownMatch {
                worth: Some(0.286),
                ..shown(Verdict::Relabelled, at("IN", "at", 1.66, 1.78), at("JJ", "adrift", 1.63, 2.05))
            },
            shown(Verdict::Extra, None, at("ADJP", "adrift", 1.63, 2.05)),
        ];
        insta::assert_snapshot!(render(&matches, "IoU", &Style::default()), @r"
        gold                system                gold time  system time    IoU
        IN at               JJ   adrift         1.66 – 1.78  1.63 – 2.05  0.286  ≠
        DT the              DT   the            0.92 – 1.02  0.90 – 1.02  0.833
        PP at the pier      –                   1.66 – 2.36            –      –  −
        –                   ADJP adrift                   –  1.63 – 2.05      –  +
        ");
    }

    #[test]
    fn words_stay_in_order() {
        let word = |word: &str| Some(item(word, ""));
        let matches = [
            shown(Verdict::Missing, word("d_i"), None),
            shown(Verdict::Matched, word("drei"), word("drei")),
            shown(Verdict::Extra, None, word("zwei")),
            shown(Verdict::Relabelled, word("von"), word("nach")),
        ];
        let style = Style { unicode: false, ..Style::default() };
        insta::assert_snapshot!(render(&matches, "IoU", &style), @r"
        gold                system
        d_i                 -                   -
        drei                drei
        -                   zwei                +
        von                 nach                ~
        ");
    }

    #[test]
    fn brackets_have_one_mark_each() {
        let bracket = |label: &str, start, end, text: &str| {
            Some(ItemView { words: Some((start, end)), ..item(label, text) })
        };
        let matches = [
            shown(
                Verdict::Matched,
                bracket("S", 0, 7, "he sold old maps"),
                bracket("S", 0, 7, "he sold old maps"),
            ),
            shown(Verdict::Relabelled, bracket("ADJP", 4, 5, "closed"), bracket("VP", 4, 5, "closed")),
            shown(Verdict::Matched, bracket("PRT", 5, 6, "can not"), bracket("ADVP", 5, 7, "cannot")),
            shown(Verdict::Missing, bracket("NP", 2, 4, "old maps"), None),
            shown(Verdict::Crossing, None, bracket("NP", 2, 5, "old maps and")),
            shown(Verdict::Extra, None, bracket("ADJP", 6, 6, "")),
        ];
        insta::assert_snapshot!(render(&matches, "IoU", &Style::default()), @"
          label         words  text
          S               1–7  he sold old maps
        ≠ ADJP ≠ VP         5  closed
          PRT = ADVP  6 / 6–7  can not / cannot
        − NP              3–4  old maps
        × NP              3–5  old maps and
        + ADJP              –
        ");
        let ascii = Style { unicode: false, colour: true, ..Style::default() };
        insta::assert_snapshot!(render(&matches, "IoU", &ascii).replace('\u{1b}', "␛"), @"
        ␛[2m  label         words  text␛[0m
          S               1-7  he sold old maps
        ␛[33m~␛[0m ADJP ~ VP         5  closed
          PRT = ADVP  6 / 6-7  can not / cannot
        ␛[36m-␛[0m NP              3-4  old maps
        ␛[35;1mx␛[0m NP              3-5  old maps and
        ␛[31m+␛[0m ADJP              -
        ");
    }

    #[test]
    fn dependencies_have_heads() {
        let dependency = |label: &str, word: &str, head: &str| {
            Some(ItemView { head: Some(head.to_owned()), ..item(label, word) })
        };
        let matches = [
            shown(Verdict::Missing, dependency("NP>S", "she", "sells"), None),
            shown(
                Verdict::Relabelled,
                dependency("NP>VP", "honey", "sells"),
                dependency("NP>S", "honey", "sells"),
            ),
            shown(Verdict::Extra, None, dependency("TOP", "sells", "")),
        ];
        insta::assert_snapshot!(render(&matches, "IoU", &Style::default()), @"
          label         word   head
        − NP>S          she    sells
        ≠ NP>VP ≠ NP>S  honey  sells
        + TOP           sells
        ");
    }

    #[test]
    fn nothing_differs() {
        assert_eq!(render(&[], "IoU", &Style::default()), "no differences\n");
    }
}
