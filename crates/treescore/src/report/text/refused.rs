//! Every refused pair with its lines and its reason.

use crate::report::model::{RefusedPair, Report};
use crate::report::style::{Role, Style, visible};
use crate::report::table::{Cell, Column, Table};

/// One table per system that has refused pairs and was asked to list them; with several systems its name stands above.
pub(crate) fn render(report: &Report, style: &Style) -> Vec<String> {
    let is_named = report.systems.len() > 1;
    let listed = report.systems.iter().zip(report.short_names(style));
    let listed = listed.filter_map(|(system, name)| Some((name, system.refused.as_ref()?)));
    let block = |(name, pairs): (String, &Vec<RefusedPair>)| {
        let heading = if is_named { style.paint(Role::Strong, &name) + "\n" } else { String::new() };
        heading + &table(pairs, style).render(style)
    };
    listed.filter(|(_, pairs)| !pairs.is_empty()).map(block).collect()
}

fn table(pairs: &[RefusedPair], style: &Style) -> Table {
    let line = |line: Option<u64>| match line {
        Some(line) => format!("line {line}"),
        None => style.glyphs().undefined.to_owned(),
    };
    let columns = vec![
        Column::right("pair"),
        Column::left("gold").roomy(10),
        Column::left("system").roomy(16),
        Column::left("why").shrinks_to(60),
    ];
    let rows = pairs.iter().map(|pair| {
        vec![
            Cell::plain(pair.pair.to_string()),
            Cell::plain(line(pair.gold_line)),
            Cell::plain(line(pair.system_line)),
            Cell::plain(visible(&pair.why, style)),
        ]
    });
    Table { rows: rows.collect(), columns }
}
