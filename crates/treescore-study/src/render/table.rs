//! Studies as tables for people.

use treescore::report::table::{Column, Table, TableCell};
use treescore::report::{Role, Style, wrap_signature};

use super::{grid, place, sentence, word_of};
use crate::info::StudyInfo;
use crate::result::{Item, Study};

/// The list of studies: name, paper and item, what each needs.
pub fn list(studies: &[StudyInfo], style: &Style) -> String {
    let columns = vec![Column::left("study"), Column::left("paper"), Column::left("needs")];
    let needs = |info: &StudyInfo| if info.usage.is_empty() { "nothing" } else { info.usage };
    let row = |info: &StudyInfo| [info.name, info.paper, needs(info)].map(TableCell::plain).to_vec();
    Table { columns, rows: studies.iter().map(row).collect() }.render(style)
}

/// A study as tables, with what was tested below each.
///
/// ```
/// use treescore::report::Style;
/// use treescore_study::{Study, render};
/// let study = Study { name: "averages".to_owned(), ..Study::default() };
/// assert!(render::table(&study, &Style::default()).starts_with("averages"));
/// ```
pub fn table(study: &Study, style: &Style) -> String {
    let mut text = format!("{}: {}\n", study.name, study.paper);
    for item in &study.items {
        text.extend([format!("\n{}\n", item.title)]);
        if !item.rows.is_empty() {
            text.push_str(&of_item(item, style).render(style));
        }
        text.extend(item.notes.iter().map(|note| format!("{note}\n")));
        for statement in &item.statements {
            text.extend([format!("{}\n", sentence(statement))]);
        }
    }
    if !study.remarks.is_empty() {
        text.push('\n');
    }
    for remark in &study.remarks {
        text.extend([format!("{remark}\n")]);
    }
    text.extend([format!("\n{}\n", wrap_signature(&study.signature, style).trim_end())]);
    text
}

fn of_item(item: &Item, style: &Style) -> Table {
    match grid(item) {
        Some(grid) => {
            let heads = grid.series.iter().map(|series| Column::right(series));
            let columns = [Column::left(&item.x)].into_iter().chain(heads).collect();
            let row = |(name, cells): (&String, &Vec<String>)| {
                [name].into_iter().chain(cells).map(TableCell::plain).collect()
            };
            Table { columns, rows: grid.places.iter().zip(&grid.cells).map(row).collect() }
        }
        None => lines(item, style),
    }
}

/// A line for each number.
fn lines(item: &Item, style: &Style) -> Table {
    let has_deviation = item.rows.iter().any(|row| row.deviation.is_some());
    let has_paper = item.rows.iter().any(|row| row.paper.is_some());
    let mut columns = vec![Column::left(""), Column::right("ours")];
    columns.extend(has_deviation.then(|| Column::right(if style.unicode { "±" } else { "+/-" })));
    columns.extend(has_paper.then(|| Column::right("paper")));
    columns.extend(has_paper.then(|| Column::left("word")));
    let row = |row: &crate::result::Row| {
        let shown = |value: Option<f64>| value.map_or_else(String::new, |value| row.digits.show(value));
        let name = [row.series.clone(), place(&row.x)].join(" ");
        let ours = row.ours.map_or_else(|| "-".to_owned(), |ours| row.digits.show(ours));
        let mut cells = vec![TableCell::plain(name.trim_end()), TableCell::new(Role::Plain, ours)];
        cells.extend(has_deviation.then(|| TableCell::plain(shown(row.deviation))));
        cells.extend(has_paper.then(|| TableCell::plain(shown(row.paper))));
        cells.extend(has_paper.then(|| TableCell::plain(word_of(row))));
        cells
    };
    Table { columns, rows: item.rows.iter().map(row).collect() }
}
