//! Which labels were given instead of which: gold in rows, the first system in columns.

use std::fmt::Write as _;

use treescore::report::number::count;
use treescore::report::svg::escape;

use super::{Figured, Source, labels};
use crate::chart::cut_name;
use crate::pack::shown;

/// The labels that are shown.
const SHOWN: usize = 8;
/// The most frequent confusions in the table of numbers.
const LISTED: usize = 50;
/// Longer names are cut in the table of cells.
const LONGEST: usize = 12;

pub(super) fn draw(source: &Source<'_>) -> Option<Figured> {
    let breakdown = source.cells().first().and_then(labels::by_label)?;
    let mut pairs: Vec<(&str, &str, u64)> = breakdown
        .groups
        .iter()
        .flat_map(|group| {
            group.relabelled.iter().map(|other| (&group.name[..], &other.label[..], other.brackets))
        })
        .collect();
    pairs.sort_by(|a, b| b.2.cmp(&a.2).then(a.0.cmp(b.0)).then(a.1.cmp(b.1)));
    let most = pairs.first()?.2;
    // The labels of the most frequent confusions, in the order of the breakdown.
    let mut names: Vec<&str> = Vec::new();
    for &(gold, system, _) in &pairs {
        for name in [gold, system] {
            if names.len() < SHOWN && !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let rank =
        |name: &str| breakdown.groups.iter().position(|group| group.name == name).unwrap_or(usize::MAX);
    names.sort_by_key(|name| (rank(name), *name));
    let about = format!("{}; gold label in rows, system label in columns", source.names[0]);
    let title = "Labels confused on the same words".to_owned();
    let rows = pairs
        .iter()
        .take(LISTED)
        .map(|(gold, system, number)| vec![shown(gold), shown(system), count(*number)]);
    Some(Figured {
        id: "chart-confusions".to_owned(),
        title,
        about,
        drawing: heat(source, &names, &pairs, most),
        head: vec!["gold".to_owned(), source.names[0].clone(), "brackets".to_owned()],
        rows: rows.collect(),
    })
}

fn heat(source: &Source<'_>, names: &[&str], pairs: &[(&str, &str, u64)], most: u64) -> String {
    let mut out = String::from("<table class=\"heat\"><thead><tr><td></td>");
    for name in names {
        let _ = write!(out, "<th scope=\"col\">{}</th>", escape(&cut_name(&shown(name), LONGEST)));
    }
    out += "</tr></thead><tbody>";
    for gold in names {
        let _ = write!(out, "<tr><th scope=\"row\">{}</th>", escape(&cut_name(&shown(gold), LONGEST)));
        for system in names {
            let found = pairs.iter().find(|(a, b, _)| a == gold && b == system).map(|found| found.2);
            let _ = match found {
                Some(number) => {
                    let strength = (number as f64 / most as f64 * 60.0).round();
                    let address = escape(&source.address(&format!("relabel:{gold}>{system}"), 0));
                    write!(
                        out,
                        "<td class=\"h\" style=\"--w:{strength}%\"><a href=\"{address}\">{}</a></td>",
                        count(number)
                    )
                }
                None if gold == system => write!(out, "<td class=\"h dim\">·</td>"),
                None => write!(out, "<td class=\"h\"></td>"),
            };
        }
        out += "</tr>";
    }
    out + "</tbody></table>"
}
