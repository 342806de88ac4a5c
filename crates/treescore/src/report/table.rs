//! Table layout: two spaces between columns, no rules, no boxes, no wrapped rows.
//!
//! A table that is too wide is narrowed in this order: spare room is dropped, names are cut in the middle,
//! columns are left out by rank, with a note under the table.

use std::cmp::Reverse;
use std::io::{self, Write};

use unicode_width::UnicodeWidthChar;

use super::format::in_memory;
use super::style::{Role, Style, display_width};
use crate::values::Advice;

/// A table before it is laid out.
///
/// ```
/// use treescore::report::Style;
/// use treescore::report::table::{TableCell, Column, Table};
/// let table = Table {
///     columns: vec![Column::left("system"), Column::right("F1")],
///     rows: vec![vec![TableCell::plain("heron"), TableCell::plain("95.01")]],
/// };
/// assert_eq!(table.render(&Style::default()), "system     F1\nheron   95.01\n");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// The columns, from left to right.
    pub columns: Vec<Column>,
    /// The rows, with one cell for each column.
    pub rows: Vec<Vec<TableCell>>,
}

/// A column and its behaviour when space is short.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its heading.
    pub title: String,
    /// The side its text is flush with.
    pub align: Align,
    /// Spaces before it, unless it is the first.
    pub gap: usize,
    /// Its width when there is room.
    pub roomy: usize,
    /// The width it may be cut down to, for names.
    pub shrinks_to: Option<usize>,
    /// Its rank: columns with the lowest rank are left out first; `None` is never left out.
    pub rank: Option<u8>,
}

impl Column {
    /// Creates a column of numbers, which are never cut.
    pub fn right(title: &str) -> Self {
        Self { title: title.to_owned(), align: Align::Right, gap: 2, roomy: 0, shrinks_to: None, rank: None }
    }

    /// Creates a column of words.
    pub fn left(title: &str) -> Self {
        Self { align: Align::Left, ..Self::right(title) }
    }

    /// Sets the spaces before the column.
    pub fn gap(self, gap: usize) -> Self {
        Self { gap, ..self }
    }

    /// Sets the width of the column when there is room.
    pub fn roomy(self, roomy: usize) -> Self {
        Self { roomy, ..self }
    }

    /// Allows the column to be cut down to a width.
    pub fn shrinks_to(self, width: usize) -> Self {
        Self { shrinks_to: Some(width), ..self }
    }

    /// Allows the column to be left out; lower ranks go first.
    pub fn rank(self, rank: u8) -> Self {
        Self { rank: Some(rank), ..self }
    }
}

/// The side a column is flush with. Numbers of one column have equally many decimals, so flush right aligns
/// their decimal points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// The text of a table cell, in pieces with one role each.
#[derive(Clone, Debug, Default)]
pub struct TableCell(Vec<(Role, String)>);

impl TableCell {
    /// Creates a cell of one piece.
    pub fn new(role: Role, text: impl Into<String>) -> Self {
        Self(vec![(role, text.into())])
    }

    /// Creates a cell of one plain piece.
    pub fn plain(text: impl Into<String>) -> Self {
        Self::new(Role::Plain, text)
    }

    /// Appends a piece.
    pub fn push(&mut self, role: Role, text: impl Into<String>) {
        self.0.push((role, text.into()));
    }

    /// The text without roles.
    pub fn text(&self) -> String {
        self.0.iter().map(|(_, text)| text.as_str()).collect()
    }

    fn cut(&self, width: usize, style: &Style) -> Self {
        if display_width(&self.text()) <= width {
            return self.clone();
        }
        let role = self.0.first().map_or(Role::Plain, |&(role, _)| role);
        Self::new(role, cut_middle(&self.text(), width, style.glyphs().ellipsis))
    }
}

/// Makes the rows of a table, one after the other, and passes them on. An error of the visitor ends it.
pub(crate) type EachRow<'r> = dyn Fn(&mut dyn FnMut(Vec<TableCell>) -> io::Result<()>) -> io::Result<()> + 'r;

impl Table {
    /// Renders the table as complete lines, with a note if columns had to be left out.
    pub fn render(&self, style: &Style) -> String {
        self.render_rows(&|visit| self.rows.iter().cloned().try_for_each(visit), style)
    }

    /// Renders rows that are made twice, once for their widths.
    pub(crate) fn render_rows(&self, rows: &EachRow<'_>, style: &Style) -> String {
        in_memory(|out| self.write_rows(rows, style, out))
    }

    /// Writes rows that are made twice, once for their widths, so that neither they nor the text need be in memory.
    ///
    /// # Errors
    /// If the rows cannot be made or the table cannot be written.
    pub(crate) fn write_rows(
        &self,
        rows: &EachRow<'_>,
        style: &Style,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let all = self.places(rows)?;
        let layout = self.layout(all.clone(), style.width);
        let titles: Vec<TableCell> =
            self.columns.iter().map(|column| TableCell::plain(&column.title)).collect();
        let colourless = Style { colour: false, ..style.clone() };
        let header = self.line(&titles, &layout, &colourless);
        writeln!(out, "{}", style.paint(Role::Dim, &header))?;
        rows(&mut |row| writeln!(out, "{}", self.line(&row, &layout, style)))?;
        let dropped = self.columns.len() - layout.len();
        if dropped > 0 {
            let width = total(&all, |place| place.least);
            let ending = if dropped == 1 { "" } else { "s" };
            let (sign, _, advice) = style.append_advice(&Advice::Widen(width));
            let note = format!("+{dropped} column{ending}{sign}{advice}");
            writeln!(out, "{}", style.paint(Role::Dim, &note))?;
        }
        Ok(())
    }

    /// Chooses the columns to show, and their widths.
    fn layout(&self, mut places: Vec<Place>, width: usize) -> Vec<Place> {
        while !fit(&mut places, width) {
            let ranked = places
                .iter()
                .enumerate()
                .filter_map(|(at, place)| self.columns[place.column].rank.map(|rank| (rank, Reverse(at))));
            let Some((_, Reverse(lowest))) = ranked.min() else {
                // Nothing more can be left out: a line that is too long is better than a cut number.
                break;
            };
            places.remove(lowest);
        }
        places
    }

    /// The width of each column by its contents.
    fn places(&self, rows: &EachRow<'_>) -> io::Result<Vec<Place>> {
        let mut widths = vec![0; self.columns.len()];
        rows(&mut |row| {
            for (width, cell) in widths.iter_mut().zip(&row) {
                *width = display_width(&cell.text()).max(*width);
            }
            Ok(())
        })?;
        let place = |(index, column): (usize, &Column)| {
            let natural = widths[index].max(display_width(&column.title));
            let least = column.shrinks_to.map_or(natural, |least| natural.min(least));
            let gap = if index == 0 { 0 } else { column.gap };
            Place { column: index, gap, roomy: natural.max(column.roomy), natural, least, width: least }
        };
        Ok(self.columns.iter().enumerate().map(place).collect())
    }

    fn line(&self, row: &[TableCell], layout: &[Place], style: &Style) -> String {
        let mut line = String::new();
        // Spaces are written only before text, so that no line ends with spaces.
        let mut pending = 0;
        for place in layout {
            let cell = row.get(place.column).cloned().unwrap_or_default().cut(place.width, style);
            let spare = place.width.saturating_sub(display_width(&cell.text()));
            let (before, after) = match self.columns[place.column].align {
                Align::Left => (0, spare),
                Align::Right => (spare, 0),
            };
            pending += place.gap + before;
            for (role, piece) in &cell.0 {
                let text = piece.trim_end_matches(' ');
                if !text.is_empty() {
                    line.extend(std::iter::repeat_n(' ', std::mem::take(&mut pending)));
                    line.push_str(&style.paint(*role, text));
                }
                pending += piece.len() - text.len();
            }
            pending += after;
        }
        line
    }
}

/// The width of a column in the layout.
#[derive(Clone, Copy, Debug)]
struct Place {
    column: usize,
    gap: usize,
    roomy: usize,
    natural: usize,
    least: usize,
    width: usize,
}

fn total(places: &[Place], width: impl Fn(&Place) -> usize) -> usize {
    places.iter().map(|place| place.gap + width(place)).sum()
}

/// Sets the widths to the available room. Returns false if even the smallest widths are too wide.
fn fit(places: &mut [Place], width: usize) -> bool {
    if total(places, |place| place.roomy) <= width {
        for place in places {
            place.width = place.roomy;
        }
        return true;
    }
    for place in &mut *places {
        place.width = place.natural;
    }
    // The widest name is cut first, so that all names lose about the same.
    for _ in width..total(places, |place| place.natural) {
        let names = places.iter_mut().filter(|place| place.width > place.least);
        let Some(widest) = names.max_by_key(|place| place.width) else { return false };
        widest.width -= 1;
    }
    true
}

/// Cuts the middle out of `text` so that it fits in `width` columns: keeps two thirds at its beginning, an
/// ellipsis, and its end.
pub(crate) fn cut_middle(text: &str, width: usize, ellipsis: &str) -> String {
    if display_width(text) <= width {
        return text.to_owned();
    }
    let room = width.saturating_sub(display_width(ellipsis));
    let tail = room / 3;
    let head: String = take_columns(text.chars(), room - tail).collect();
    let mut end: Vec<char> = take_columns(text.chars().rev(), tail).collect();
    end.reverse();
    format!("{head}{ellipsis}{}", end.into_iter().collect::<String>())
}

fn take_columns(characters: impl Iterator<Item = char>, room: usize) -> impl Iterator<Item = char> {
    characters
        .scan(0, |used, character| {
            *used += character.width().unwrap_or(0);
            Some((*used, character))
        })
        .take_while(move |&(used, _)| used <= room)
        .map(|(_, character)| character)
}

#[cfg(test)]
mod tests {
    use super::{Column, Table, TableCell, cut_middle};
    use crate::report::style::{Role, Style};

    fn table() -> Table {
        Table {
            columns: vec![
                Column::left("system").shrinks_to(8),
                Column::right("F1"),
                Column::right("recall").rank(2),
                Column::right("tags").rank(1),
            ],
            rows: [("heron", "91.41"), ("a-rather-long-name", "100.00"), ("木", "–")]
                .map(|(name, f1)| {
                    vec![name, f1, "91.24", "97.02"].into_iter().map(TableCell::plain).collect()
                })
                .to_vec(),
        }
    }

    fn at(width: usize) -> String {
        table().render(&Style { width, ..crate::report::sample::style() })
    }

    #[test]
    fn columns_are_aligned_by_display_width() {
        insta::assert_snapshot!(at(80), @"
        system                  F1  recall   tags
        heron                91.41   91.24  97.02
        a-rather-long-name  100.00   91.24  97.02
        木                       –   91.24  97.02
        ");
    }

    #[test]
    fn names_are_cut_before_columns_are_left_out() {
        insta::assert_snapshot!(at(32), @"
        system         F1  recall   tags
        heron       91.41   91.24  97.02
        a-rath…me  100.00   91.24  97.02
        木              –   91.24  97.02
        ");
        insta::assert_snapshot!(at(26), @"
        system          F1  recall
        heron        91.41   91.24
        a-rath…ame  100.00   91.24
        木               –   91.24
        +1 column: --width 31
        ");
        insta::assert_snapshot!(at(1), @"
        system        F1
        heron      91.41
        a-rat…me  100.00
        木             –
        +2 columns: --width 31
        ");
    }

    #[test]
    fn no_line_ends_with_spaces_or_paint() {
        let mut two = TableCell::plain("a ");
        two.push(Role::Relabel, "b ");
        let table = Table {
            columns: vec![Column::left("x").roomy(9), Column::left("")],
            rows: vec![vec![two, TableCell::plain("")], vec![]],
        };
        let text = table.render(&Style { colour: true, ..Style::default() });
        assert_eq!(text, "\u{1b}[2mx\u{1b}[0m\na \u{1b}[33mb\u{1b}[0m\n\n");
    }

    #[test]
    fn names_are_cut_in_the_middle() {
        for (text, width, expected) in [
            ("bert-large-uncased-seed3", 16, "bert-large…seed3"),
            ("heron", 5, "heron"),
            ("heron", 4, "he…n"),
            ("木木木木", 6, "木木…"),
            ("heron", 0, "…"),
        ] {
            assert_eq!(cut_middle(text, width, "…"), expected, "{text} in {width}");
        }
        assert_eq!(cut_middle("bert-large-uncased", 10, "..."), "bert-...ed");
    }
}
