//! Terminal output as a picture: an SVG with one `<text>` per line of a terminal of a fixed width.

use std::fmt::Write as _;

/// Width of the terminal in columns; longer lines are wrapped.
pub(crate) const COLUMNS: usize = 88;
const CELL: (f64, usize) = (8.4, 19); // width and height of a character, in pixels
const MARGIN: usize = 16;

/// A picture of `command` and the coloured text that it prints.
pub(crate) fn svg(command: &str, printed: &str) -> String {
    let prompt = format!("\x1b[2m$\x1b[0m {command}");
    let lines: Vec<Vec<(char, String)>> =
        std::iter::once(prompt.as_str()).chain(printed.lines()).flat_map(wrapped).collect();
    let width = (COLUMNS as f64 * CELL.0).ceil() as usize + 2 * MARGIN;
    let height = lines.len() * CELL.1 + 2 * MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" xml:space=\"preserve\">\n\
         <style>text {{ font: 14px ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; white-space: pre; fill: #1f2328 }}\n\
         .s1 {{ font-weight: bold }} .s2 {{ fill: #6e7781 }} .s31 {{ fill: #cf222e }} .s33 {{ fill: #9a6700 }}</style>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#f6f8fa\"/>\n"
    );
    for (row, line) in lines.iter().enumerate().filter(|(_, line)| !line.is_empty()) {
        let (y, length) = (MARGIN + row * CELL.1 + 14, line.len() as f64 * CELL.0);
        writeln!(svg, "<text x=\"{MARGIN}\" y=\"{y}\" textLength=\"{length:.1}\">{}</text>", spans(line))
            .unwrap();
    }
    svg + "</svg>\n"
}

/// One printed line as lines of the terminal, each character with the classes of its style.
fn wrapped(line: &str) -> Vec<Vec<(char, String)>> {
    let (mut cells, mut style) = (Vec::new(), String::new());
    for (number, part) in line.split("\x1b[").enumerate() {
        let (codes, text) = if number == 0 { ("0", part) } else { part.split_once('m').unwrap() };
        let classes = codes.split(';').filter(|code| *code != "0").map(|code| format!("s{code}"));
        style = if number == 0 { style } else { classes.collect::<Vec<_>>().join(" ") };
        cells.extend(text.chars().map(|character| (character, style.clone())));
    }
    let mut lines = Vec::new();
    while cells.len() > COLUMNS {
        // On a terminal, signatures are broken after `|`.
        let end = cells[..COLUMNS]
            .iter()
            .rposition(|(character, _)| *character == '|')
            .map_or(COLUMNS, |at| at + 1);
        let rest = cells.split_off(end);
        lines.push(std::mem::replace(&mut cells, rest));
    }
    lines.push(cells);
    lines
}

fn spans(line: &[(char, String)]) -> String {
    let mut out = String::new();
    for run in line.chunk_by(|left, right| left.1 == right.1) {
        let text: String = run.iter().map(|(character, _)| character).collect();
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        match run[0].1.as_str() {
            "" => out += &text,
            style => write!(out, "<tspan class=\"{style}\">{text}</tspan>").unwrap(),
        }
    }
    out
}
