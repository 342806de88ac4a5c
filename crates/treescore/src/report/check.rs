//! A check: everything that was found about the input, most serious first, without scores.

use std::fmt::Write as _;

use serde::Serialize;

use super::findings::FindingReport;
use super::inputs::{InputReport, inputs, inspected};
use super::json::in_memory;
use super::number::{count, counted};
use super::style::{Role, Style, display_width, visible, wrap};
use super::table::{Column, Table, TableCell};
use super::typeset::Typeset;
use crate::findings::{Severity, pairs_with_same_words};
use crate::read::{Format, InputFacts};
use crate::run::{Input, Plan, Scored};

/// The schema of a check in JSON.
const SCHEMA: &str = "treescore.check/1";

/// What was found about two or more files, or about one.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// The files that were read, by side and format. Empty if one of them could not be read.
    pub inputs: Vec<InputReport>,
    /// What was found, in the order in which it is told.
    pub findings: Vec<FindingReport>,
    /// The systems; none if the check is of one file.
    pub systems: Vec<CheckedSystem>,
}

/// The pairs of gold and one system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckedSystem {
    /// Its name.
    pub name: String,
    /// The number of pairs.
    pub pairs: u64,
    /// The number of pairs with the same words on both sides; `null` if no measure compares the words of pairs.
    pub same_words: Option<u64>,
    /// The number of pairs that a score would refuse.
    pub refused: u64,
}

impl Checked {
    /// Collects what a run has read; findings are added by the face, which words them.
    pub fn new(plan: &Plan, scored: &Scored) -> Self {
        let names = plan.systems.iter().map(Input::short_name);
        let systems = names.zip(&scored.systems).enumerate().map(|(at, (name, system))| {
            let refused = system.setups.iter().map(|setup| setup.totals.refused).max().unwrap_or(0);
            let pairs = system.setups.iter().map(|setup| setup.totals.read()).max().unwrap_or(0);
            CheckedSystem { name, pairs, same_words: pairs_with_same_words(plan, scored, at), refused }
        });
        Self { inputs: inputs(plan, scored), findings: Vec::new(), systems: systems.collect() }
    }

    /// A check that ended with a refusal. `sides` are the files, as far as they can be read at all, gold first: the name of
    /// each side, and what its files are.
    pub fn refused(finding: FindingReport, sides: &[(String, Vec<InputFacts>)]) -> Self {
        let inputs = sides.iter().enumerate().flat_map(|(at, (name, facts))| {
            let side = if at == 0 && sides.len() > 1 { "gold" } else { name };
            inspected(side, name, facts)
        });
        Self { inputs: inputs.collect(), findings: vec![finding], systems: Vec::new() }
    }

    /// Collects what was read of one file, which the plan has on both sides.
    pub fn of_one(plan: &Plan, scored: &Scored) -> Self {
        let mut inputs = inputs(plan, scored);
        inputs.retain(|input| input.side == "gold");
        for input in &mut inputs {
            input.side.clone_from(&input.name);
        }
        Self { inputs, ..Self::default() }
    }

    /// How serious the most serious finding is; pairs that would be refused are as serious as a warning.
    pub fn severity(&self) -> Option<Severity> {
        let found = self.findings.iter().map(|finding| finding.severity);
        let refused = self.systems.iter().filter(|system| system.refused > 0).map(|_| Severity::Warning);
        found.chain(refused).max_by_key(|severity| *severity as u8)
    }

    /// The number of pairs with the same words, if words are compared.
    fn same_words(&self) -> Option<u64> {
        self.systems.iter().map(|system| system.same_words).sum()
    }

    fn total(&self, of: impl Fn(&CheckedSystem) -> u64) -> u64 {
        self.systems.iter().map(of).sum()
    }

    /// The name of the system that a finding is about, if there are several.
    fn name_of(&self, finding: &FindingReport) -> Option<&str> {
        let system = finding.system.filter(|_| self.systems.len() > 1)?;
        self.systems.get(system).map(|system| system.name.as_str())
    }
}

/// A check in JSON.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Check"))]
pub(super) struct CheckJson<'c> {
    /// The name and version of this schema: `treescore.check/1`.
    schema: &'c str,
    /// The version of treescore.
    treescore: &'c str,
    /// The files that were read, by side and format.
    inputs: &'c [InputReport],
    /// What was found, most serious first.
    findings: Vec<FoundJson<'c>>,
    /// The number of pairs of all systems.
    pairs: u64,
    /// The number of pairs with the same words on both sides; `null` if no measure compares the words of pairs.
    same_words: Option<u64>,
    /// The systems, one by one.
    systems: &'c [CheckedSystem],
}

/// A finding, and the system it is about.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "CheckFinding"))]
struct FoundJson<'c> {
    #[serde(flatten)]
    finding: &'c FindingReport,
    /// The name of the system it is about, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    system: Option<&'c str>,
}

/// Renders a check as JSON.
///
/// ```
/// use treescore::report::check::{Checked, render_json};
/// assert!(render_json(&Checked::default()).contains("\"findings\": []"));
/// ```
pub fn render_json(checked: &Checked) -> String {
    let findings = checked.findings.iter();
    let json = CheckJson {
        schema: SCHEMA,
        treescore: env!("CARGO_PKG_VERSION"),
        inputs: &checked.inputs,
        findings: findings.map(|finding| FoundJson { finding, system: checked.name_of(finding) }).collect(),
        pairs: checked.total(|system| system.pairs),
        same_words: checked.same_words(),
        systems: &checked.systems,
    };
    in_memory(serde_json::to_string_pretty(&json)) + "\n"
}

/// Renders a check for people: a paragraph for each finding, then what was read.
pub fn render(checked: &Checked, style: &Style) -> String {
    let ids = checked.findings.iter().map(|finding| display_width(finding.id.as_str()));
    let indent = ids.max().unwrap_or(0).max(16) + 1;
    let mut text = String::new();
    for finding in &checked.findings {
        text += &paragraph(finding, checked.name_of(finding), indent, style);
        text.push('\n');
    }
    text += &summary(checked, style);
    for input in lines_of_inputs(checked, style) {
        text += &style.paint(Role::Dim, &input);
        text.push('\n');
    }
    text
}

/// Renders a check for a page or a paper: a row for each finding.
pub fn render_typeset(checked: &Checked, format: super::Format, style: &Style) -> String {
    let style = &style.typeset();
    let row = |finding: &FindingReport| {
        let message = match checked.name_of(finding).filter(|name| !finding.message.starts_with(name)) {
            Some(name) => format!("{name}: {}", finding.message),
            None => finding.message.clone(),
        };
        let worth = finding.worth("").unwrap_or_default();
        let texts = [
            finding.id.as_str().to_owned(),
            finding.severity.as_str().to_owned(),
            message,
            finding.place().unwrap_or_default(),
            worth,
            finding.help.join("; "),
        ];
        texts.map(|text| TableCell::plain(visible(&text, style))).to_vec()
    };
    let columns = ["finding", "severity", "what", "where", "worth", "help"].map(Column::left).to_vec();
    let table = Table { columns, rows: checked.findings.iter().map(row).collect() };
    let lines = summary(checked, style);
    let lines = std::iter::once(lines.trim_end().replace('\n', " ")).chain(lines_of_inputs(checked, style));
    let caption = lines.map(|line| super::caption::sentence(&line, &[])).collect();
    Typeset { tables: vec![(table, caption)], ..Typeset::default() }.write(format)
}

fn paragraph(finding: &FindingReport, system: Option<&str>, indent: usize, style: &Style) -> String {
    let role = match finding.severity {
        Severity::Refusal => Role::Extra,
        Severity::Warning => Role::Relabel,
        Severity::Note => Role::Plain,
    };
    let width = style.width.saturating_sub(indent).max(30);
    let message = match system.filter(|name| !finding.message.starts_with(name)) {
        Some(name) => format!("{name}: {}", finding.message),
        None => finding.message.clone(),
    };
    let help = finding.help.iter().map(|help| format!("help: {help}"));
    let parts = [message].into_iter().chain(finding.place()).chain(finding.worth("")).chain(help);
    let lines = parts.flat_map(|part| wrap(&visible(&part, style), width, 0));
    let mut text = String::new();
    for (at, line) in lines.enumerate() {
        let id = finding.id.as_str();
        let before = if at == 0 { style.paint(role, id) } else { String::new() };
        let gap = if at == 0 { indent.saturating_sub(display_width(id)) } else { indent };
        let _ = writeln!(text, "{before}{}{line}", " ".repeat(gap)); // a string takes everything
    }
    text
}

fn summary(checked: &Checked, style: &Style) -> String {
    let is_note = |finding: &&FindingReport| finding.severity == Severity::Note;
    let notes = checked.findings.iter().filter(is_note).count() as u64;
    let found = checked.findings.len() as u64 - notes;
    let mut parts = match (found, notes) {
        (0, 0) => "no findings".to_owned(),
        (0, notes) => counted(notes, "note"),
        (found, 0) => counted(found, "finding"),
        (found, notes) => format!("{} and {}", counted(found, "finding"), counted(notes, "note")),
    };
    if !checked.systems.is_empty() {
        let (pairs, refused) = (checked.total(|system| system.pairs), checked.total(|system| system.refused));
        let _ = write!(parts, " in {}", counted(pairs, "pair"));
        if let Some(same) = checked.same_words() {
            let same =
                if same == pairs && pairs > 0 { "all pairs".to_owned() } else { counted(same, "pair") };
            let _ = write!(parts, "; same words in {same}");
        }
        if refused > 0 {
            let _ = write!(parts, "; a score would refuse {}", count(refused));
        }
    }
    wrap(&parts, style.width, 0).join("\n") + "\n"
}

/// What was read, side by side if there is room.
fn lines_of_inputs(checked: &Checked, style: &Style) -> Vec<String> {
    let is_of_systems = |input: &&InputReport| input.side != "gold" && input.role == "units";
    let mut systems: Vec<&str> =
        checked.inputs.iter().filter(is_of_systems).map(|input| &input.side[..]).collect();
    systems.dedup();
    let has_one_system = systems.len() == 1 && checked.inputs.iter().any(|input| input.side == "gold");
    let one = |input: &InputReport| {
        let InputReport { side, format, encoding, units, .. } = input;
        let unit = format.parse::<Format>().map_or("unit", |format| format.holds().unit());
        // One system needs no name.
        let side = if has_one_system && side != "gold" { "system" } else { side };
        let what = if input.role == "times" { format!("{side} times") } else { side.to_owned() };
        let encoding = if encoding.starts_with("utf") { encoding.to_uppercase() } else { encoding.clone() };
        format!("{what}: {format}, {encoding}, {}", counted(*units, unit))
    };
    let all: Vec<String> = checked.inputs.iter().map(|input| visible(&one(input), style)).collect();
    let joined = all.join("      ");
    if display_width(&joined) <= style.width { vec![joined] } else { all }
}
