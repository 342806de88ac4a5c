//! Correlations for people.

use super::{CorrelateBlock, Correlated, Correlations};
use crate::report::number::{count, counted, figure};
use crate::report::style::{Role, Style, visible, wrap, wrap_signature};
use crate::report::table::{Column, Table, TableCell};
use crate::report::text::statistics::{Shown, title, weak};
use crate::stats::{Coefficient, NoInterval};

/// Renders all blocks with a blank line between them.
pub fn render(found: &Correlations, style: &Style) -> String {
    let block =
        |block: &CorrelateBlock| head(block, style) + &coefficients(block, style) + &most(block, style);
    let mut blocks: Vec<String> = found.blocks.iter().map(block).collect();
    blocks.push(found.signatures.iter().map(|signature| wrap_signature(signature, style)).collect());
    blocks.join("\n")
}

/// What is correlated, over how many units.
fn head(block: &CorrelateBlock, style: &Style) -> String {
    let name = |at: usize| format!("{} {}", block.figures[at].0, block.figures[at].1.title);
    let (units, member) = (counted(block.units as u64, block.noun()), block.kind.noun());
    let mut over = vec![match block.over {
        Correlated::Groups => format!("{units} of {}", counted(block.size as u64, member)),
        Correlated::Sentences | Correlated::Files => units,
    }];
    if block.left_out > 0 {
        over.push(format!("{} left out, where a figure is undefined", count(block.left_out as u64)));
    }
    if block.rest > 0 {
        over.push(format!("{} in no group", counted(block.rest as u64, member)));
    }
    let over = over.join("; ");
    let title = format!("{}: {} and {}", visible(&block.system, style), name(0), name(1));
    format!("{}\n{}\n", style.paint(Role::Strong, &title), style.paint(Role::Dim, &over))
}

fn name(coefficient: Coefficient) -> &'static str {
    match coefficient {
        Coefficient::Pearson => "Pearson's r",
        Coefficient::Spearman => "Spearman's rho",
        Coefficient::Kendall => "Kendall's tau",
    }
}

fn coefficients(block: &CorrelateBlock, style: &Style) -> String {
    let columns = vec![
        Column::left(""),
        Column::right("value"),
        Column::right(&title(&block.settings)),
        Column::right("p"),
    ];
    let glyphs = style.glyphs();
    let undefined = || glyphs.undefined.to_owned();
    let number = |value: f64| format!("{value:.3}").replace('-', glyphs.minus);
    let rows = block.coefficients.iter().map(|(coefficient, found)| {
        let name = name(*coefficient);
        let ends = found.interval.ends;
        let interval = ends.map(|(low, high)| format!("{} {} {}", number(low), glyphs.range, number(high)));
        let p = found.p.map(|p| if p < 0.0001 { format!("{p:.1e}") } else { format!("{p:.4}") });
        let has_p = *coefficient != Coefficient::Kendall;
        let texts = [
            name.to_owned(),
            found.interval.value.map_or_else(undefined, number),
            interval.unwrap_or_else(undefined),
            if has_p { p.unwrap_or_else(undefined) } else { String::new() },
        ];
        texts.map(TableCell::plain).to_vec()
    });
    Table { rows: rows.collect(), columns }.render(style) + &reasons(block, style)
}

/// Why coefficients or intervals are missing, and which intervals say less than they seem to.
fn reasons(block: &CorrelateBlock, style: &Style) -> String {
    let has = |reason: NoInterval, is_defined: bool| {
        let mut all = block.coefficients.iter().map(|(_, found)| &found.interval);
        all.any(|found| found.reason == Some(reason) && found.value.is_some() == is_defined)
    };
    let mut reasons = Vec::new();
    if has(NoInterval::Undefined, false) {
        reasons.push(why_undefined(block));
    }
    if has(NoInterval::Undefined, true) {
        reasons.push("no interval: the coefficient is undefined in every replicate".to_owned());
    }
    let shown: Vec<Shown> = block
        .coefficients
        .iter()
        .map(|(which, found)| Shown::new(name(*which).to_owned(), &found.interval))
        .collect();
    let units = format!("{}s", block.noun());
    reasons.extend(weak(&shown, &block.settings).into_iter().map(|note| note.replace("units", &units)));
    reasons.iter().map(|reason| style.paint(Role::Dim, reason) + "\n").collect()
}

/// Why a coefficient is undefined.
fn why_undefined(block: &CorrelateBlock) -> String {
    let is_constant = |value: fn(&(u64, f64, f64)) -> f64| {
        block.values.windows(2).all(|two| value(&two[0]).total_cmp(&value(&two[1])).is_eq())
    };
    if block.units < 2 {
        format!("undefined: too few units, because there is only one {}", block.noun())
    } else if is_constant(|unit| unit.1) || is_constant(|unit| unit.2) {
        "undefined: by one of the measures all values are equal".to_owned()
    } else {
        "undefined: by one of the measures the values hardly differ".to_owned()
    }
}

/// The sentences on which the measures disagree most.
fn most(block: &CorrelateBlock, style: &Style) -> String {
    if block.disagreements.is_empty() {
        return String::new();
    }
    let title = |at: usize| Column::right(block.figures[at].0).roomy(7);
    let columns = vec![
        Column::right(""),
        Column::left(&format!("{}s ranked most differently", block.noun())).roomy(40).shrinks_to(20),
        title(0),
        title(1),
        Column::right("ranks, %"),
    ];
    let rows = block.disagreements.iter().map(|found| {
        let value = |at: usize| figure(Some(found.values[at]), block.figures[at].1.unit, style);
        let ranks = found.ranks.map(|rank| format!("{:.0}", 100.0 * rank));
        let texts = [
            found.side.unwrap_or(found.tree).to_string(),
            visible(found.text.as_deref().unwrap_or_default(), style),
            value(0),
            value(1),
            ranks.join(" / "),
        ];
        texts.map(TableCell::plain).to_vec()
    });
    let table = Table { rows: rows.collect(), columns }.render(style);
    let note = format!(
        "ranks: the share of {}s that are worse, plus half of those that are equal (itself included)",
        block.noun()
    );
    let note: String =
        wrap(&note, style.width, 0).iter().map(|line| style.paint(Role::Dim, line) + "\n").collect();
    format!("\n{table}{note}")
}
