//! The line over a pair, and the sentences under it.

use std::fmt::Write as _; // writing to a string cannot fail

use super::cells;
use crate::draw::crossings;
use crate::draw::{Drawn, DrawnNode, Mark, PairPicture, View};
use crate::report::{Role, Style, display_width};
use crate::values::{count, counted};

/// The crossing brackets that are told one by one.
const CUTS_MAX: usize = 20;

/// The line over a pair, and an empty one: number, figure, how many brackets have each mark; or why it was refused.
pub fn title(picture: &PairPicture, style: &Style) -> String {
    let title = &picture.title;
    let mut parts = vec![title.number.clone()];
    if let Some((name, value)) = &title.figure {
        parts.push(format!("{name} {}", style.paint(Role::Strong, value)));
    }
    match &title.refused {
        Some(why) => {
            let why = cells::cut(why, 400, style);
            parts.push(style.paint(Role::Relabel, "refused") + ": " + &why);
        }
        None => parts.push(counts(picture.counts, style)),
    }
    parts.join("   ") + "\n\n"
}

/// `11 matched, 3 − missing`: what there is of each.
fn counts([matched, rest @ ..]: [usize; 5], style: &Style) -> String {
    let mut parts = vec![format!("{} matched", count(matched as u64))];
    for (number, mark) in rest.into_iter().zip(Mark::SIGNED).filter(|(number, _)| *number > 0) {
        let sign = style.paint(mark.role(), mark.sign(style.unicode));
        parts.push(format!("{} {sign} {}", count(number as u64), mark.name()));
    }
    parts.join(", ")
}

/// The sentences under a pair: what crossing brackets cut, how well brackets agree, what is left out.
pub fn cuts(view: &View, style: &Style) -> String {
    let mut out = String::new();
    let columns = view.columns.as_deref().unwrap_or_default();
    let (gold, system) = (&view.gold, &view.system);
    let all = crossings::cuts(gold, system, columns);
    for cut in all.iter().take(CUTS_MAX) {
        let node = &system.nodes[cut.system];
        let name = Mark::Crossing.before(&cells::label(&node.label, style), style.unicode);
        let name = style.paint(Mark::Crossing.role(), &name);
        let Some((first, rest)) = cut.gold.split_first() else { continue };
        let first = &gold.nodes[*first];
        let label = Mark::Plain.before(&cells::label(&first.label, style), style.unicode);
        let (own, other) = (quoted(system, node, style), quoted(gold, first, style));
        let more = match rest.len() {
            0 => String::new(),
            more => format!(" and {}", counted(more as u64, "more bracket")),
        };
        let _ = writeln!(out, "{name} {own} cuts gold {label} {other}{more}");
    }
    if all.len() > CUTS_MAX {
        let more = (all.len() - CUTS_MAX) as u64;
        let _ = writeln!(out, "{} more", counted(more, "crossing bracket"));
    }
    for (drawn, name) in [(gold, "gold"), (system, "system")] {
        if !drawn.left_out.is_nothing() {
            let _ = writeln!(out, "{name}: {}", drawn.left_out.to_text());
        }
    }
    out
}

/// The words of a bracket in quotes, cut in the middle if they are many.
fn quoted(drawn: &Drawn, node: &DrawnNode, style: &Style) -> String {
    let words = drawn.texts(node).take(400);
    let words: Vec<String> = words.map(|word| cells::cut(word, 24, style)).collect();
    let text = words.join(" ");
    let dots = if style.unicode { "…" } else { "..." };
    match &words[..] {
        [first, .., last] if display_width(&text) > 36 => format!("\"{first} {dots} {last}\""),
        _ => format!("\"{text}\""),
    }
}
