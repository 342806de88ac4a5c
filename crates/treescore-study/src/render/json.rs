//! Studies as JSON, with all numbers in full.

use serde_json::{Value, json};

use super::word_of;
use crate::result::{Item, Row, Statement, Study, Xvalue};

/// A study as JSON.
pub fn json(study: &Study) -> String {
    let value = json!({
        "format": "treescore.study/1",
        "study": study.name,
        "paper": study.paper,
        "signature": study.signature,
        "measures": study.measures,
        "refused": study.refused,
        "remarks": study.remarks,
        "items": study.items.iter().map(of_item).collect::<Vec<_>>(),
    });
    format!("{value:#}\n")
}

fn of_item(item: &Item) -> Value {
    json!({
        "item": item.title,
        "x": item.x,
        "notes": item.notes,
        "rows": item.rows.iter().map(of_row).collect::<Vec<_>>(),
        "statements": item.statements.iter().map(of_statement).collect::<Vec<_>>(),
    })
}

fn of_row(row: &Row) -> Value {
    let x = match &row.x {
        Xvalue::None => Value::Null,
        Xvalue::Number(number) => json!(number),
        Xvalue::Name(name) => json!(name),
    };
    let word = row.word.as_ref().map(|_| word_of(row));
    json!({"series": row.series, "x": x, "ours": row.ours, "deviation": row.deviation, "paper": row.paper, "word": word})
}

fn of_statement(statement: &Statement) -> Value {
    json!({"statement": statement.text, "word": statement.word.to_string(), "why": statement.why, "of": statement.of})
}
