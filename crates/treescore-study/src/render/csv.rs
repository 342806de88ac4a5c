//! Studies as comma-separated values: one row for each number, in full.

use treescore::report::{Style, csv_cell};

use super::{place, word_of};
use crate::result::Study;

/// A row for each number, with a header.
///
/// ```
/// use treescore::report::Style;
/// use treescore_study::{Study, render};
/// assert_eq!(render::csv(&Study::default(), &Style::default()), "study,item,series,x,ours,deviation,paper,word\n");
/// ```
pub fn csv(study: &Study, style: &Style) -> String {
    let mut text = "study,item,series,x,ours,deviation,paper,word\n".to_owned();
    for item in &study.items {
        for row in &item.rows {
            let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
            let fields = [
                study.name.clone(),
                item.title.clone(),
                row.series.clone(),
                place(&row.x),
                number(row.ours),
                number(row.deviation),
                number(row.paper),
                word_of(row),
            ];
            let cells: Vec<String> = fields.iter().map(|field| csv_cell(field, style)).collect();
            text.push_str(&cells.join(","));
            text.push('\n');
        }
    }
    text
}
