//! A study as text: a table, CSV, JSON, Markdown, and its plots as SVG. Nothing is computed here.

mod csv;
mod json;
mod markdown;
mod plot;
mod table;

pub use csv::csv;
pub use json::json;
pub use markdown::markdown;
pub use plot::svg;
pub use table::{list, table};

use crate::result::{Item, Row, Statement, Xvalue};

/// The word of a row, or nothing.
fn word_of(row: &Row) -> String {
    row.word.as_ref().map(ToString::to_string).unwrap_or_default()
}

/// The place of a number as text.
fn place(x: &Xvalue) -> String {
    match x {
        Xvalue::None => String::new(),
        Xvalue::Number(number) => number.to_string(),
        Xvalue::Name(name) => name.clone(),
    }
}

/// A statement with its word and, if it is not true, why.
fn sentence(statement: &Statement) -> String {
    let why = if statement.why.is_empty() { String::new() } else { format!(" ({})", statement.why) };
    format!("{}: {}{why}", statement.word, statement.text)
}

/// An item with several numbers in each series, as a grid: a row for each place, a column for each series. The cells hold
/// our number, its deviation and the paper's number.
struct Grid {
    series: Vec<String>,
    places: Vec<String>,
    cells: Vec<Vec<String>>,
}

/// The item as a grid, if it has places.
fn grid(item: &Item) -> Option<Grid> {
    if item.x.is_empty() || item.rows.is_empty() {
        return None;
    }
    let (mut series, mut places): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for row in &item.rows {
        let at = place(&row.x);
        if !series.contains(&row.series) {
            series.push(row.series.clone());
        }
        if !places.contains(&at) {
            places.push(at);
        }
    }
    let mut cells = vec![vec![String::new(); series.len()]; places.len()];
    for row in &item.rows {
        let at = place(&row.x);
        let found = places
            .iter()
            .position(|place| *place == at)
            .zip(series.iter().position(|name| *name == row.series));
        if let Some((down, across)) = found {
            cells[down][across] = cell(row);
        }
    }
    Some(Grid { series, places, cells })
}

/// Our number with the paper's in brackets, if it has one that is printed otherwise.
fn cell(row: &Row) -> String {
    let ours = row.ours.map_or_else(|| "-".to_owned(), |ours| row.digits.show(ours));
    let paper = row.paper.map(|paper| row.digits.show(paper)).filter(|paper| *paper != ours);
    let mark = if row.marked { "*" } else { "" };
    paper.map_or_else(|| format!("{ours}{mark}"), |paper| format!("{ours}{mark} ({paper})"))
}
