//! Studies as Markdown.

use super::{grid, place, sentence, word_of};
use crate::result::{Item, Row, Study};

/// A study as tables of Markdown, with what was tested below each.
pub fn markdown(study: &Study) -> String {
    let mut text = format!("## {}: {}\n", study.name, escape(&study.paper));
    for item in &study.items {
        text.extend([format!("\n**{}**\n\n", escape(&item.title))]);
        text.push_str(&of_item(item));
        for (at, note) in item.notes.iter().enumerate() {
            text.push_str(if at == 0 { "\n" } else { "" });
            text.extend([format!("{}\\\n", escape(note))]);
        }
        for (at, statement) in item.statements.iter().enumerate() {
            text.push_str(if at == 0 { "\n" } else { "" });
            text.extend([format!("- {}\n", escape(&sentence(statement)))]);
        }
    }
    for (at, remark) in study.remarks.iter().enumerate() {
        text.push_str(if at == 0 { "\n" } else { "" });
        text.extend([format!("{}\n", escape(remark))]);
    }
    text.extend([format!("\n`{}`\n", study.signature.replace('`', "'"))]);
    text
}

fn of_item(item: &Item) -> String {
    let (heads, rows): (Vec<String>, Vec<Vec<String>>) = if let Some(grid) = grid(item) {
        let heads = [item.x.clone()].into_iter().chain(grid.series).collect();
        let row = |(place, cells)| [place].into_iter().chain(cells).collect();
        (heads, grid.places.into_iter().zip(grid.cells).map(row).collect())
    } else {
        let heads = ["", "ours", "±", "paper", "word"].map(str::to_owned).to_vec();
        (heads, item.rows.iter().map(line).collect())
    };
    if rows.is_empty() {
        return String::new();
    }
    let cells = |cells: &[String]| cells.iter().map(|cell| escape(cell)).collect::<Vec<_>>().join(" | ");
    let rule: Vec<&str> = (0..heads.len()).map(|at| if at == 0 { "---" } else { "--:" }).collect();
    let rows: Vec<String> = rows.iter().map(|row| format!("| {} |\n", cells(row))).collect();
    format!("| {} |\n|{}|\n{}", cells(&heads), rule.join("|"), rows.concat())
}

fn line(row: &Row) -> Vec<String> {
    let shown = |value: Option<f64>| value.map_or_else(String::new, |value| row.digits.show(value));
    let name = [row.series.clone(), place(&row.x)].join(" ").trim_end().to_owned();
    vec![name, shown(row.ours), shown(row.deviation), shown(row.paper), word_of(row)]
}

/// Text that Markdown takes as text.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '|' | '*' | '_' | '`' | '<' | '[' | ']' | '\\' => out.extend(['\\', character]),
            control if control.is_control() => out.push(' '),
            other => out.push(other),
        }
    }
    out
}
