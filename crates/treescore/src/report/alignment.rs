//! Listings of an alignment, group by group: as text and as JSON. [`write::columns`](crate::write::columns) writes
//! word alignments for speech scorers.

use serde::Serialize;

use super::aligned::{Cells, TextReport, format_trees};
use super::model::UnpairedTrees;
use super::style::{Role, Style, display_width, visible};
use crate::align::text::Kind;
use crate::run::{ListedCell, ListedGroup};
use crate::values::choice;

choice! {
    /// The format of a listing.
    AlignmentFormat {
        /// For people.
        Text = "text",
        /// One JSON value.
        Json = "json",
        /// One line of JSON for each group, and one for the whole.
        Jsonl = "jsonl",
    }
}

/// A group in JSON.
#[derive(Serialize)]
struct GroupLine<'g> {
    gold: &'g [u64],
    system: &'g [u64],
    cells: Cells,
    steps: Vec<Step>,
}

/// A cell in JSON.
#[derive(Serialize)]
pub(super) struct Step {
    kind: &'static str,
    gold: Vec<String>,
    system: Vec<String>,
}

impl From<&ListedCell> for Step {
    fn from(cell: &ListedCell) -> Self {
        Self { kind: cell.kind.as_str(), gold: shown(&cell.gold), system: shown(&cell.system) }
    }
}

pub(super) fn shown(words: &[Vec<u8>]) -> Vec<String> {
    words.iter().map(|word| String::from_utf8_lossy(word).into_owned()).collect()
}

/// Writes the groups of an alignment one by one.
pub struct AlignmentWriter {
    format: AlignmentFormat,
    style: Style,
    groups: u64,
}

impl AlignmentWriter {
    /// Creates a writer of this format. `style` applies to text only.
    pub fn new(format: AlignmentFormat, style: Style) -> Self {
        Self { format, style, groups: 0 }
    }

    /// The text before the first group.
    pub fn header(&self) -> String {
        match self.format {
            AlignmentFormat::Text => row("gold", "system", ""),
            AlignmentFormat::Json => "{\n \"pairs\": [".to_owned(),
            AlignmentFormat::Jsonl => String::new(),
        }
    }

    /// Formats one group.
    pub fn group(&mut self, group: &ListedGroup) -> Vec<u8> {
        self.groups += 1;
        match self.format {
            AlignmentFormat::Text => self.text(group).into_bytes(),
            AlignmentFormat::Json => {
                let comma = if self.groups > 1 { "," } else { "" };
                format!("{comma}\n  {}", json(group)).into_bytes()
            }
            AlignmentFormat::Jsonl => (json(group) + "\n").into_bytes(),
        }
    }

    /// The text after the last group.
    pub fn footer(&self, report: &TextReport, unpaired: &UnpairedTrees, tables: &[(&str, String)]) -> String {
        let tables: serde_json::Map<String, serde_json::Value> =
            tables.iter().map(|(key, value)| ((*key).to_owned(), value.clone().into())).collect();
        let whole = serde_json::json!({ "text": report, "unpaired": unpaired, "tables": tables });
        let fields = whole.to_string();
        match self.format {
            AlignmentFormat::Text => super::text::facts::render(&report.facts(), &self.style)
                .map(|facts| format!("\n{facts}"))
                .unwrap_or_default(),
            AlignmentFormat::Json => format!("\n ],\n {}\n", &fields[1..]),
            AlignmentFormat::Jsonl => fields + "\n",
        }
    }

    fn text(&self, group: &ListedGroup) -> String {
        let range = |trees: &[u64]| format_trees(trees, &self.style);
        let mut text = row(&range(&group.gold), &range(&group.system), verdict(group));
        if group.cells.iter().any(|cell| cell.kind != Kind::Same) {
            text.push_str(&words(&group.cells, &self.style));
        }
        text
    }
}

/// The words of both sides, one cell under the other, with a mark under cells that are not the same.
pub(super) fn words(all: &[ListedCell], style: &Style) -> String {
    let width = style.width.max(40);
    let mut text = String::new();
    let mut lines = Lines::default();
    for cell in all {
        let (gold, system) = (join(&cell.gold, style), join(&cell.system, style));
        let cell_width = display_width(&gold).max(display_width(&system)).max(1);
        if !lines.gold.is_empty() && INDENT + lines.width + cell_width > width {
            text.push_str(&lines.take(style));
        }
        lines.push(&gold, &system, mark(cell.kind), cell_width);
    }
    text + &lines.take(style)
}

fn join(words: &[Vec<u8>], style: &Style) -> String {
    if words.is_empty() {
        return style.glyphs().undefined.to_owned();
    }
    visible(&shown(words).join(" "), style)
}

const INDENT: usize = 10;

fn row(gold: &str, system: &str, what: &str) -> String {
    format!("{gold:<9}{system:<9}{what}").trim_end().to_owned() + "\n"
}

/// Describes a group in a few words.
fn verdict(group: &ListedGroup) -> &'static str {
    let differs = group.text.places > 0;
    let is_merged = group.gold.len() > 1 || group.system.len() > 1;
    match (group.gold.is_empty(), group.system.is_empty()) {
        (true, _) => "only system",
        (_, true) => "only gold",
        _ if differs => "text differs",
        _ if is_merged => "different sentence breaks",
        _ if group.cells.iter().any(|cell| cell.kind != Kind::Same) => "different words",
        _ => "same",
    }
}

/// The mark under a cell.
fn mark(kind: Kind) -> &'static str {
    match kind {
        Kind::Same => "",
        Kind::Retok => "=",
        Kind::Equiv => "~",
        Kind::Diff => "x",
        Kind::Gold => "-",
        Kind::System => "+",
    }
}

/// Three lines that grow together.
#[derive(Default)]
struct Lines {
    gold: String,
    system: String,
    marks: String,
    width: usize,
}

impl Lines {
    fn push(&mut self, gold: &str, system: &str, mark: &str, width: usize) {
        for (line, text) in [(&mut self.gold, gold), (&mut self.system, system), (&mut self.marks, mark)] {
            line.push_str(text);
            line.push_str(&" ".repeat(width - display_width(text) + 2));
        }
        self.width += width + 2;
    }

    fn take(&mut self, style: &Style) -> String {
        let Self { gold, system, marks, .. } = std::mem::take(self);
        let line =
            |name: &str, text: &str| format!("  {name:<8}{}", text.trim_end()).trim_end().to_owned() + "\n";
        let marks = if marks.trim().is_empty() {
            String::new()
        } else {
            style.paint(Role::Relabel, line("", &marks).trim_end()) + "\n"
        };
        line("gold", &gold) + &line("system", &system) + &marks
    }
}

fn json(group: &ListedGroup) -> String {
    let line = GroupLine {
        gold: &group.gold,
        system: &group.system,
        cells: Cells::from(&group.text),
        steps: group.cells.iter().map(Step::from).collect(),
    };
    serde_json::to_string(&line).unwrap_or_default()
}
