//! An explanation for people.

use super::axis::Axis;
use super::{Explained, ShownExample};
use crate::explain::{Explanation, Number, PairState, Step};
use crate::measure::FigureUnit;
use crate::report::number::{count, counted, difference, figure};
use crate::report::style::{Role, Style, display_width, visible, wrap, wrap_signature};
use crate::report::table::{Column, Table, TableCell};
use crate::report::typeset::Typeset;
use crate::report::{Format, caption};
use crate::values::Advice;

/// The width of the bars, if there is room, and their least width.
const BARS: (usize, usize) = (28, 10);
/// How many differences of an example are listed.
const DIFFERENCES: usize = 6;

/// Renders the explanation in blocks with a blank line between them.
pub fn render(explained: &Explained, style: &Style) -> String {
    let explanation = &explained.explanation;
    let mut blocks = vec![table(explanation, style), sentences(explanation, style)];
    for (step, examples) in explanation.steps.iter().zip(&explained.examples) {
        blocks.extend(examples.iter().map(|shown| example(explanation, step, shown, style)));
    }
    blocks.push(reading(explanation, style));
    let signatures = [&explanation.from, &explanation.to].map(|end| wrap_signature(&end.signature, style));
    blocks.push(signatures.concat());
    blocks.retain(|block| !block.is_empty());
    blocks.join("\n")
}

/// The same for a page or a paper: the table, without bars and examples.
pub fn render_typeset(explained: &Explained, format: Format, style: &Style) -> String {
    let (explanation, style) = (&explained.explanation, style.typeset());
    let mut table = waterfall(explanation, &style);
    table.columns.remove(BAR);
    for row in &mut table.rows {
        row.remove(BAR);
    }
    // The bars are gone, and the first and last rows end before the pairs.
    let width = table.columns.len();
    table.rows.iter_mut().for_each(|row| row.resize(width, TableCell::default()));
    let sentences = lines(explanation).into_iter().chain(how_to_read(explanation, &style));
    let sentences = sentences.map(|line| caption::sentence(&visible(&line, &style), &[]));
    let caption = std::iter::once(what(explained, &style)).chain(sentences).collect();
    let ends = [&explanation.from, &explanation.to];
    let signatures = ends.map(|end| (Some(end_name(end, &style)), end.signature.clone())).to_vec();
    Typeset { tables: vec![(table, caption)], signatures, papers: Vec::new() }.write(format)
}

/// `Why F1 of heron by parseval differs between the recipes raw and collins, on 24 pairs, in per cent.`
fn what(explained: &Explained, style: &Style) -> String {
    let Explanation { info, kind, from, to, .. } = &explained.explanation;
    let figure = explained.explanation.figure();
    let of =
        explained.system.as_ref().map(|name| format!(" of {}", visible(name, style))).unwrap_or_default();
    let pairs = counted(from.scored + from.refused, kind.as_str());
    let unit = if figure.unit == FigureUnit::Percent { ", in per cent" } else { "" };
    let ends = [from, to].map(|end| visible(&end.name, style));
    let [from, to] = ends;
    format!(
        "Why {}{of} by {} differs between the recipes {from} and {to}, on {pairs}{unit}.",
        figure.title, info.name
    )
}

/// The position of the bars among the columns.
const BAR: usize = 4;

/// The waterfall: the first number, each rule, the second number.
fn table(explanation: &Explanation, style: &Style) -> String {
    waterfall(explanation, style).render(style)
}

fn waterfall(explanation: &Explanation, style: &Style) -> Table {
    let unit = explanation.figure().unit;
    let scaled =
        |value: Option<f64>| value.unwrap_or(0.0) * if unit == FigureUnit::Percent { 100.0 } else { 1.0 };
    let ends = [&explanation.from, &explanation.to];
    let all = ends.iter().map(|end| end.value).chain(explanation.steps.iter().map(|step| step.value));
    let names = explanation.steps.iter().map(|step| step.rule.name.clone());
    let names = names.chain(ends.iter().map(|end| end_name(end, style)));
    let longest = names.map(|name| display_width(&name)).max().unwrap_or(0);
    // The columns of numbers, with the spaces before them.
    let others = longest + 4 * 9 + 3;
    let width = style.width.saturating_sub(others).clamp(BARS.1, BARS.0);
    let axis = Axis::new(all.map(scaled), unit, width);
    let end = |end: &Number| {
        let texts = [
            String::new(),
            String::new(),
            figure(end.value, unit, style),
            axis.mark(scaled(end.value), style),
        ];
        let name = TableCell::new(Role::Strong, end_name(end, style));
        std::iter::once(name).chain(texts.map(|text| TableCell::new(Role::Strong, text))).collect::<Vec<_>>()
    };
    let mut rows = vec![end(&explanation.from)];
    let mut before = explanation.from.value;
    for step in &explanation.steps {
        let (points, share) = (step.points.value(), step.share.value());
        let role = if points < 0.0 { Role::Relabel } else { Role::Plain };
        rows.push(vec![
            TableCell::plain(visible(&step.rule.name, style)),
            TableCell::new(role, difference(Some(points), unit, style)),
            TableCell::plain(difference(Some(share), unit, style)),
            TableCell::plain(figure(step.value, unit, style)),
            TableCell::new(role, axis.bar(scaled(before), scaled(step.value), style)),
            TableCell::plain(step.pairs.map_or_else(|| style.glyphs().undefined.to_owned(), count)),
        ]);
        before = step.value;
    }
    rows.push(end(&explanation.to));
    let columns = vec![
        Column::left("rule"),
        Column::right("points").gap(3),
        Column::right("share").gap(3),
        Column::right(explanation.figure().title).gap(3),
        Column::left(&axis.title()).gap(3).rank(1),
        Column::right(&format!("{}s", explanation.kind.as_str())).gap(3),
    ];
    Table { columns, rows }
}

fn end_name(end: &Number, style: &Style) -> String {
    visible(&format!("recipe {}", end.name), style)
}

/// What the table does not say: no rule at all, pairs that are refused.
fn sentences(explanation: &Explanation, style: &Style) -> String {
    paint(&lines(explanation).iter().map(|line| visible(line, style)).collect::<Vec<_>>(), style)
}

fn lines(explanation: &Explanation) -> Vec<String> {
    let noun = explanation.kind.as_str();
    let mut lines = Vec::new();
    if explanation.steps.is_empty() {
        lines.push("the two recipes have the same rules: there is nothing to explain".to_owned());
    }
    for step in &explanation.steps {
        let (before, after) = step.refused;
        if before != after {
            let how = if after > before { "more refused" } else { "fewer refused" };
            let number = counted(before.abs_diff(after), noun);
            lines.push(format!("{}: {number} {how}", step.rule.name));
        }
    }
    for end in [&explanation.from, &explanation.to].into_iter().filter(|end| end.refused > 0) {
        let (read, refused) = (counted(end.scored + end.refused, noun), count(end.refused));
        lines.push(format!("recipe {}: {read}, {refused} refused", end.name));
    }
    lines
}

/// One pair that shows what a rule does.
fn example(explanation: &Explanation, step: &Step, shown: &ShownExample, style: &Style) -> String {
    let unit = explanation.figure().unit;
    let name = style.paint(Role::Strong, &visible(&step.rule.name, style));
    let points = difference(Some(step.points.value()), unit, style);
    let mut text = format!("{name}  {points}   {}\n", shown.example.id);
    for (side, tree) in [("gold", &shown.gold), ("system", &shown.system)] {
        if let Some(tree) = tree {
            text += &hung(side, &visible(tree, style), style);
        }
    }
    let [before, after] = &shown.differences;
    let states = [("before", &shown.example.before, before), ("after", &shown.example.after, after)];
    for (when, state, differences) in states {
        text += &hung(when, &describe(explanation, state, differences, style), style);
    }
    text
}

/// `F1 60.00: missing VP “sells honey”, extra VP “sells honey .”`.
fn describe(explanation: &Explanation, state: &PairState, differences: &[String], style: &Style) -> String {
    let value = match state.refused {
        Some(why) => return format!("refused: {why}"),
        None => figure(state.value, explanation.figure().unit, style),
    };
    let title = explanation.figure().title;
    let listed = differences.iter().take(DIFFERENCES).map(|found| visible(found, style));
    let mut listed: Vec<String> = listed.collect();
    if differences.len() > DIFFERENCES {
        listed.push(format!("{} more", differences.len() - DIFFERENCES));
    }
    if listed.is_empty() {
        format!("{title} {value}")
    } else {
        format!("{title} {value}: {}", listed.join(", "))
    }
}

/// A line with a word before it, and those that it is too long for under it.
fn hung(word: &str, text: &str, style: &Style) -> String {
    const INDENT: usize = 10;
    let lines = wrap(&format!("  {word:<8}{text}"), style.width, INDENT);
    lines.into_iter().map(|line| line + "\n").collect()
}

/// How the columns are to be read.
fn reading(explanation: &Explanation, style: &Style) -> String {
    paint(&how_to_read(explanation, style), style)
}

fn how_to_read(explanation: &Explanation, style: &Style) -> Vec<String> {
    if explanation.steps.is_empty() {
        return Vec::new();
    }
    let (sign, _, advice) = style.append_advice(&Advice::OrderRules);
    let over = match explanation.orders {
        None => "all orders".to_owned(),
        Some(orders) => format!("{orders} random orders, seed {}", explanation.seed),
    };
    vec![
        format!(
            "rules are switched in the order shown; another order gives other single values and the same total{sign}{advice}"
        ),
        format!("share: what a rule is worth whatever the order, the mean over {over}; the same total"),
    ]
}

fn paint(lines: &[String], style: &Style) -> String {
    let wrapped = lines.iter().flat_map(|line| wrap(line, style.width, 0));
    wrapped.map(|line| style.paint(Role::Dim, &line) + "\n").collect()
}
