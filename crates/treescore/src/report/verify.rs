//! A published report, and whether scoring again gives the same numbers.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::str::FromStr;

use serde::Serialize;
use serde_json::Value;

use super::caption;
use super::format::{Format, render};
use super::json::in_memory;
use super::model::{Report, SCHEMA};
use super::number::count;
use super::style::{Style, display_width, visible, wrap};
use super::table::{Column, Table, TableCell};
use super::typeset::Typeset;
use crate::measure::Facet;
use crate::run::{KeptFigures, Plan};
use crate::setup::{Signature, SignatureError};

/// The schema of a verification in JSON.
const VERIFIED: &str = "treescore.verify/1";

/// How many differences people are shown.
const SHOWN: usize = 20;

/// The parts of a score that are not compared with the others: how it was made, which is compared by itself, and breakdowns
/// that cannot be repeated.
const OF_SCORE: [&str; 2] = ["signature", "breakdown"];

/// The parts of a measure that are compared by themselves.
const OF_MEASURE: [&str; 5] = ["name", "average", "setup", "scores", "comparisons"];

/// The parts of an input that are numbers: files may have other names, and hold the same trees in another format.
const OF_INPUT: [&str; 2] = ["units", "counts"];

/// The parts of a score that are compared first.
const FIRST: [&str; 3] = ["coverage", "headline", "scored"];

/// The parts of a system that are not compared: names, and what was noticed about its files.
const OF_SYSTEM: [&str; 2] = ["name", "findings"];

/// The parts of a report that are not numbers of this run, or are compared by themselves.
const OF_REPORT: [&str; 7] =
    ["schema", "treescore", "inputs", "findings", "systems", "measures", "interrupted"];

/// A report in JSON that was written before.
#[derive(Clone, Debug)]
pub struct Published {
    report: Value,
    signatures: Vec<Signature>,
    systems: Vec<String>,
}

/// Why a text is no published report.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PublishedError {
    /// It is not JSON.
    #[error("is not JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// It is some other JSON.
    #[error("is no report of scores in JSON: its `schema` must be {SCHEMA}")]
    Schema,
    /// It has no scores.
    #[error("has no scores that could be verified")]
    Empty,
    /// The run that wrote it was interrupted.
    #[error("was interrupted while it was written: its numbers are those of some pairs")]
    Interrupted,
    /// One of its signatures cannot be read.
    #[error("has a signature that cannot be repeated: {0}")]
    Signature(#[from] SignatureError),
}

impl FromStr for Published {
    type Err = PublishedError;

    fn from_str(text: &str) -> Result<Self, PublishedError> {
        let report: Value = serde_json::from_str(text)?;
        if report["schema"] != SCHEMA {
            return Err(PublishedError::Schema);
        }
        if report["interrupted"] == true {
            return Err(PublishedError::Interrupted);
        }
        let names = list(&report["systems"]).iter().map(|system| text_of(&system["name"]));
        let systems: Vec<String> = names.collect();
        let mut signatures = Vec::new();
        for measure in list(&report["measures"]) {
            let texts = list(&measure["scores"]).iter().map(|score| text_of(&score["signature"]));
            // A system without scores has none.
            let signed =
                texts.filter(|signature| !signature.is_empty()).map(|text| text.parse::<Signature>());
            signatures.extend(signed.collect::<Result<Vec<_>, _>>()?.into_iter().next());
        }
        if systems.is_empty() || signatures.is_empty() {
            return Err(PublishedError::Empty);
        }
        Ok(Self { report, signatures, systems })
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The parts of an object, but for these. What people know a score by comes first.
fn parts<'v>(value: &'v Value, but: &'v [&str]) -> impl Iterator<Item = &'v str> {
    let keys = value.as_object().into_iter().flat_map(|fields| fields.keys());
    let mut parts: Vec<&str> = keys.map(String::as_str).filter(|key| !but.contains(key)).collect();
    parts.sort_by_key(|part| FIRST.iter().position(|first| first == part).unwrap_or(FIRST.len()));
    parts.into_iter()
}

fn text_of(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

impl Published {
    /// How its numbers were made, measure by measure.
    pub fn signatures(&self) -> &[Signature] {
        &self.signatures
    }

    /// The names of its systems.
    pub fn systems(&self) -> &[String] {
        &self.systems
    }

    /// Asks a plan for all that is compared. The settings of its intervals and tests stay, unless there were none.
    pub fn ask(&self, plan: &mut Plan) {
        plan.ask.facet = self.facet();
        if self.signatures.iter().all(|signature| signature.statistics().is_none()) {
            plan.ask.statistics = None;
        }
        if let Some(statistics) = &mut plan.ask.statistics {
            statistics.figures = KeptFigures::All;
            statistics.intervals = KeptFigures::All;
            if let Some(reference) = self.reference() {
                statistics.reference = reference;
            }
        }
    }

    /// What its scores are broken down by, if that can be repeated.
    pub fn facet(&self) -> Option<Facet> {
        match self.breakdown()? {
            "label" => Some(Facet::Label),
            "label-pairs" => Some(Facet::LabelPairs),
            "type" => Some(Facet::Type),
            "file" => Some(Facet::File),
            _ => None,
        }
    }

    fn breakdown(&self) -> Option<&str> {
        self.report.pointer("/measures/0/scores/0/breakdown/by")?.as_str()
    }

    /// The system that the others were compared with, if they were not compared with each other.
    fn reference(&self) -> Option<usize> {
        let comparisons = self.report.pointer("/measures/0/comparisons").map(list)?;
        let mut others = comparisons.iter().map(|comparison| &comparison["against"]);
        let first = others.next().filter(|first| others.all(|other| other == *first))?;
        self.systems.iter().position(|name| *first == **name)
    }

    /// Compares every figure, count and coverage with those of a report made now from the same files.
    pub fn verify(&self, now: &Report) -> Verified {
        // Both sides are read from text, so that a number is the same if its digits are.
        let text = render(now, Format::Json, &Style::default());
        let now: Value = serde_json::from_str(&text).unwrap_or_default();
        let made_by = text_of(&self.report["treescore"]);
        let names =
            |report: &Value| list(&report["systems"]).iter().map(|one| text_of(&one["name"])).collect();
        let mut comparer = Comparer {
            is_whole: now["treescore"] == *made_by,
            names: [names(&self.report), names(&now)],
            verified: Verified { made_by, ..Verified::default() },
        };
        comparer.see_version(&now);
        comparer.compare_lists("measures", [&self.report, &now], |comparer, at, [then, now]| {
            comparer.measure(&format!("measure {}", at + 1), [then, now], self.facet().is_some());
        });
        comparer.compare_lists("systems", [&self.report, &now], |comparer, at, [then, now]| {
            let name = comparer.names[0][at].clone();
            comparer.parts(&format!("{name}: "), [then, now], &OF_SYSTEM);
        });
        // Trees in memory have no inputs, and a folder has others than its files one by one.
        if list(&self.report["inputs"]).len() == list(&now["inputs"]).len() {
            comparer.compare_lists("inputs", [&self.report, &now], |comparer, at, [then, now]| {
                let name = text_of(&then["name"]);
                let name = if name.is_empty() { format!("input {}", at + 1) } else { name };
                for part in OF_INPUT {
                    comparer.compare(&format!("{name}: {part}"), &then[part], &now[part]);
                }
            });
        }
        let Comparer { mut verified, .. } = comparer;
        verified.left_out.extend(self.left_out());
        verified
    }

    /// What is not compared.
    fn left_out(&self) -> Vec<String> {
        let is_there =
            |part: &&str| !self.report[*part].is_null() && self.report[*part] != Value::Array(vec![]);
        let lists = parts(&self.report, &OF_REPORT).filter(is_there).map(str::to_owned);
        let facet = self.breakdown().filter(|_| self.facet().is_none());
        lists.chain(facet.map(|facet| format!("breakdown by {facet}"))).collect()
    }
}

/// Whether scoring again gave the same numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// The version of treescore that made the published report.
    pub made_by: String,
    /// How many numbers were compared.
    pub compared: u64,
    /// Those that differ.
    pub differences: Vec<Difference>,
    /// How the two runs differ: version, settings, data.
    pub reasons: Vec<Difference>,
    /// Parts of the published report that were not compared.
    pub left_out: Vec<String>,
}

/// A number or setting that is another one now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Difference {
    /// Which number or setting.
    pub what: String,
    /// As it was published.
    pub then: String,
    /// As it is now.
    pub now: String,
}

impl Verified {
    /// True if every number is the same.
    pub fn is_same(&self) -> bool {
        self.differences.is_empty()
    }
}

/// Compares a published report with one made now.
struct Comparer {
    verified: Verified,
    /// The names of the systems, then and now: files may have been renamed.
    names: [Vec<String>; 2],
    /// True if the same version wrote both, so that nothing may be missing.
    is_whole: bool,
}

impl Comparer {
    /// Another version is told, whether or not numbers differ.
    fn see_version(&mut self, now: &Value) {
        let (then, now) = (self.verified.made_by.clone(), text_of(&now["treescore"]));
        if then != now {
            self.verified.reasons.push(Difference { what: "version".to_owned(), then, now });
        }
    }

    /// Compares two lists of a report item by item, and how long they are.
    fn compare_lists(
        &mut self,
        key: &str,
        [then, now]: [&Value; 2],
        mut compare: impl FnMut(&mut Self, usize, [&Value; 2]),
    ) {
        let (then, now) = (list(&then[key]), list(&now[key]));
        if then.len() != now.len() {
            self.differ(key, count(then.len() as u64), count(now.len() as u64));
        }
        for (at, (then, now)) in then.iter().zip(now).enumerate() {
            compare(self, at, [then, now]);
        }
    }

    /// Compares the scores of a measure, and what the report says about it.
    fn measure(&mut self, place: &str, [then, now]: [&Value; 2], has_breakdown: bool) {
        let name = then["name"].as_str().unwrap_or(place).to_owned();
        for part in ["name", "average"] {
            self.compare(&format!("{place}: {part}"), &then[part], &now[part]);
        }
        self.setups(&format!("{name}: setup"), [then, now].map(|measure| text_of(&measure["setup"])));
        if self.is_whole {
            self.parts(&format!("{name}: "), [then, now], &OF_MEASURE);
        }
        self.compare_lists("scores", [then, now], |comparer, at, [then, now]| {
            let system = comparer.names[0].get(at).cloned().unwrap_or_default();
            comparer.signatures(&format!("{name}, {system}"), [then, now], &system);
            let is_left_out = if has_breakdown { &OF_SCORE[..1] } else { &OF_SCORE[..] };
            comparer.parts(&format!("{name}, {system}: "), [then, now], is_left_out);
        });
        self.compare(&format!("{name}: comparisons"), &then["comparisons"], &now["comparisons"]);
    }

    /// Compares the parts of two objects, but for some.
    fn parts(&mut self, place: &str, [then, now]: [&Value; 2], but: &[&str]) {
        for part in parts(then, but) {
            self.compare(&format!("{place}{part}"), &then[part], &now[part]);
        }
        for part in parts(now, but).filter(|part| then.get(part).is_none()) {
            self.lack(&format!("{place}{part}"), &now[part]);
        }
    }

    /// Compares two values, leaf by leaf.
    fn compare(&mut self, place: &str, then: &Value, now: &Value) {
        // JSON is at most 128 levels deep: its reader refuses more.
        match (then, now) {
            (Value::Object(_), now) if now.is_object() => self.parts(&format!("{place} "), [then, now], &[]),
            (Value::Array(then), Value::Array(now)) if then.len() == now.len() => {
                for (at, (then, now)) in then.iter().zip(now).enumerate() {
                    let name =
                        ["figure", "name", "reason", "system"].into_iter().find_map(|key| then[key].as_str());
                    let name = name.map_or_else(|| (at + 1).to_string(), str::to_owned);
                    self.compare(&format!("{place} {name}"), then, now);
                }
            }
            _ => {
                self.verified.compared += 1;
                if then != now && !self.is_same_system(place, then, now) {
                    self.differ(place, shown(then), shown(now));
                }
            }
        }
    }

    /// True for names of the same system: its file may have another name now.
    fn is_same_system(&self, place: &str, then: &Value, now: &Value) -> bool {
        let position = |side: usize, name: &Value| self.names[side].iter().position(|one| *name == **one);
        let is_name = [" system", " against"].iter().any(|end| place.ends_with(end));
        is_name && position(0, then).is_some_and(|at| Some(at) == position(1, now))
    }

    /// Notes a part that the published report has not. Older versions wrote less.
    fn lack(&mut self, place: &str, now: &Value) {
        let is_nothing = now.is_null() || *now == Value::Array(Vec::new());
        if is_nothing {
            return;
        }
        if self.is_whole {
            self.verified.compared += 1;
            self.differ(place, shown(&Value::Null), shown(now));
        } else {
            self.verified.left_out.push(format!("{place} (not in the results)"));
        }
    }

    fn differ(&mut self, what: &str, then: String, now: String) {
        self.verified.differences.push(Difference { what: what.to_owned(), then, now });
    }

    /// Compares how scores of a measure are made. How files are read is in signatures: options and contents say it, too.
    fn setups(&mut self, place: &str, [then, now]: [String; 2]) {
        let (Ok(published), Ok(made)) = (then.parse::<Signature>(), now.parse::<Signature>()) else {
            return self.compare(place, &then.into(), &now.into());
        };
        self.verified.compared += 1;
        for (what, then, now) in published.differences(&made) {
            if !["version", "input", "repair"].contains(&&what[..]) {
                self.differ(&format!("{place} {what}"), then, now);
            }
        }
    }

    /// Compares how two scores were made.
    fn signatures(&mut self, place: &str, [then, now]: [&Value; 2], system: &str) {
        let [then, now] = [then, now].map(|score| text_of(&score["signature"]));
        let (Ok(signed), Ok(made)) = (then.parse::<Signature>(), now.parse::<Signature>()) else {
            return self.compare(&format!("{place}: signature"), &then.into(), &now.into());
        };
        self.verified.compared += 1;
        for (part, then, now) in signed.differences(&made) {
            // Another version may well give the same numbers.
            if part != "version" {
                self.differ(&format!("{place}: signature {part}"), then.clone(), now.clone());
            }
            let what = if part == "number of pairs" { format!("{part} of {system}") } else { part };
            let reason = Difference { what, then, now };
            if !self.verified.reasons.contains(&reason) {
                self.verified.reasons.push(reason);
            }
        }
        if signed.statistics().is_some() != made.statistics().is_some() {
            self.differ(&format!("{place}: signature"), without_version(&then), without_version(&now));
        }
    }
}

/// A signature without the version that made it, which comes first.
fn without_version(signature: &str) -> String {
    signature.split_once('|').map_or(signature, |(_, rest)| rest).to_owned()
}

/// A value on one line: long lists are only named.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(items) => format!("a list of {}", items.len()),
        Value::Object(fields) => format!("{} fields", fields.len()),
        other => other.to_string(),
    }
}

/// A verification in JSON.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Verify"))]
pub(super) struct VerifyJson<'v> {
    /// The name and version of this schema: `treescore.verify/1`.
    schema: &'v str,
    /// The version of treescore.
    treescore: &'v str,
    /// The version that made the published report.
    made_by: &'v str,
    /// True if every number is the same.
    same: bool,
    /// How many numbers were compared.
    compared: u64,
    /// The numbers that differ.
    differences: &'v [Difference],
    /// How the two runs differ: version, settings, data.
    reasons: &'v [Difference],
    /// Parts of the published report that were not compared.
    left_out: &'v [String],
}

/// Renders a verification as JSON.
///
/// ```
/// use treescore::report::verify::{Verified, render_json};
/// assert!(render_json(&Verified::default()).contains("\"same\": true"));
/// ```
pub fn render_json(verified: &Verified) -> String {
    let json = VerifyJson {
        schema: VERIFIED,
        treescore: env!("CARGO_PKG_VERSION"),
        made_by: &verified.made_by,
        same: verified.is_same(),
        compared: verified.compared,
        differences: &verified.differences,
        reasons: &verified.reasons,
        left_out: &verified.left_out,
    };
    in_memory(serde_json::to_string_pretty(&json)) + "\n"
}

/// Renders a verification for people.
pub fn render_text(verified: &Verified, style: &Style) -> String {
    let (differing, compared) = (verified.differences.len() as u64, count(verified.compared));
    let mut text = match differing {
        0 => format!("same: all {compared} numbers\n"),
        some => format!("differs: {} of {compared} numbers\n", count(some)),
    };
    text += &table(&verified.differences, SHOWN, style);
    if differing > SHOWN as u64 {
        let _ = writeln!(text, "and {} more", count(differing - SHOWN as u64)); // a string takes everything
    }
    for line in reasons(verified) {
        text += &(wrap(&visible(&line, style), style.width, 2).join("\n") + "\n");
    }
    if let Some(line) = left_out(verified) {
        text += &(line + "\n");
    }
    text
}

/// Renders a verification for a page or a paper: how many numbers were compared, and those that differ.
pub fn render_typeset(verified: &Verified, format: Format, style: &Style) -> String {
    let style = &style.typeset();
    let row = |name: &str, number: String| vec![TableCell::plain(name), TableCell::plain(number)];
    let summary = Table {
        columns: vec![Column::left("numbers"), Column::right("")],
        rows: vec![
            row("compared", count(verified.compared)),
            row("other now", count(verified.differences.len() as u64)),
        ],
    };
    let same = if verified.is_same() { "All numbers are the same." } else { "Some numbers are others now." };
    let mut caption = vec![same.to_owned()];
    let more = reasons(verified).into_iter().chain(left_out(verified));
    caption.extend(more.map(|line| caption::sentence(&visible(&line, style), &[])));
    let cells = |one: &Difference| {
        [&one.what, &one.then, &one.now].map(|text| TableCell::plain(visible(text, style))).to_vec()
    };
    let columns = ["number", "then", "now"].map(Column::left).to_vec();
    let differences = Table { columns, rows: verified.differences.iter().map(cells).collect() };
    let mut tables = vec![(summary, caption)];
    if !verified.is_same() {
        tables.push((differences, vec!["Numbers that are others now.".to_owned()]));
    }
    Typeset { tables, ..Typeset::default() }.write(format)
}

/// What was not compared, if anything.
fn left_out(verified: &Verified) -> Option<String> {
    let has_some = !verified.left_out.is_empty();
    has_some.then(|| format!("not compared: {}", verified.left_out.join(", ")))
}

/// Lines with a difference each: what, then and now.
fn table(differences: &[Difference], most: usize, style: &Style) -> String {
    let shown: Vec<_> = differences.iter().take(most).collect();
    let width = shown.iter().map(|one| display_width(&one.what)).max().unwrap_or(0);
    let line = |one: &&Difference| {
        let gap = " ".repeat(width - display_width(&one.what));
        let line = format!("  {}{gap}  then {}, now {}", one.what, one.then, one.now);
        visible(&line, style) + "\n"
    };
    shown.iter().map(line).collect()
}

/// Why numbers differ, as far as the signatures say it.
fn reasons(verified: &Verified) -> Vec<String> {
    let mut by_kind: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for Difference { what, then, now } in &verified.reasons {
        let kind = match what.as_str() {
            "version" => "version",
            "gold trees" => "data",
            what if what.starts_with("number of pairs") => "data",
            _ => "settings",
        };
        by_kind.entry(kind).or_default().push(format!("{what} then {then}, now {now}"));
    }
    if by_kind.is_empty() && !verified.is_same() {
        let why = "version, settings, gold trees and number of pairs are the same: the system's trees are others, or the results were changed";
        return vec![format!("why: {why}")];
    }
    by_kind.into_iter().map(|(kind, parts)| format!("{kind}: {}", parts.join("; "))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    /// A report with invented numbers, and a real signature.
    fn report() -> Report {
        let mut report = sample::tiny();
        let signature = crate::Setup::named("parseval").unwrap().signature().to_string();
        report
            .measures
            .iter_mut()
            .flat_map(|measure| &mut measure.cells)
            .for_each(|cell| cell.signature.clone_from(&signature));
        report
    }

    fn published(report: &Report) -> Published {
        render(report, Format::Json, &Style::default()).parse().unwrap()
    }

    #[test]
    fn a_report_verifies_itself() {
        let report = report();
        let verified = published(&report).verify(&report);
        assert!(verified.is_same() && verified.reasons.is_empty(), "{verified:?}");
        assert!(verified.compared > 10, "{}", verified.compared);
        assert!(render_text(&verified, &Style::default()).starts_with("same: all "));
    }

    #[test]
    fn a_changed_number_is_named() {
        let (report, mut other) = (report(), report());
        other.measures[0].cells[0].coverage.read += 1;
        let verified = published(&report).verify(&other);
        assert_eq!(verified.differences.len(), 1, "{verified:?}");
        assert!(verified.differences[0].what.ends_with(": coverage read"), "{verified:?}");
        assert!(render_text(&verified, &Style::default()).contains("trees are others"));
    }

    #[test]
    fn what_is_no_report() {
        for (text, message) in [
            ("{", "is not JSON"),
            ("{\"schema\": \"other\"}", "is no report of scores"),
            ("{\"schema\": \"treescore.report/1\"}", "has no scores"),
            ("{\"schema\": \"treescore.report/1\", \"interrupted\": true}", "was interrupted"),
        ] {
            let error = text.parse::<Published>().unwrap_err();
            assert!(error.to_string().starts_with(message), "{error}");
        }
    }
}
