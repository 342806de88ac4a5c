//! A published report, and whether scoring again gives the same numbers.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::str::FromStr;

use serde::Serialize;
use serde_json::Value;

use super::format::{Format, render};
use super::json::in_memory;
use super::model::{Report, SCHEMA};
use super::number::count;
use super::style::{Style, display_width, visible, wrap};
use crate::measure::Facet;
use crate::run::{KeptFigures, Plan};
use crate::setup::{Signature, SignatureError};

/// The schema of a verification in JSON.
const VERIFIED: &str = "treescore.verify/1";

/// How many differences people are shown.
const SHOWN: usize = 20;

/// The parts of a score that are not compared: what it is a score of, and how it was made, which is compared by itself.
const OF_SCORE: [&str; 2] = ["system", "signature"];

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
        let signature = |measure: &Value| {
            let mut scores = list(&measure["scores"]).iter().map(|score| text_of(&score["signature"]));
            scores.find(|signature| !signature.is_empty()).map(|text| text.parse::<Signature>())
        };
        let signatures = list(&report["measures"]).iter().filter_map(signature);
        let signatures = signatures.collect::<Result<Vec<_>, _>>()?;
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

    /// Compares every figure, count and coverage with those of a report made now from the same files.
    pub fn verify(&self, now: &Report) -> Verified {
        // Both sides are read from text, so that a number is the same if its digits are.
        let text = render(now, Format::Json, &Style::default());
        let now: Value = serde_json::from_str(&text).unwrap_or_default();
        let mut verified = Verified { made_by: text_of(&self.report["treescore"]), ..Verified::default() };
        let measures = list(&self.report["measures"]).iter().zip(list(&now["measures"]));
        for (then, now) in measures {
            let name = text_of(&then["name"]);
            let scores = list(&then["scores"]).iter().zip(list(&now["scores"]));
            for ((then, now), system) in scores.zip(&self.systems) {
                verified.explain(&text_of(&then["signature"]), &text_of(&now["signature"]), system);
                let is_taken = |part: &str| part != "breakdown" || self.facet().is_some();
                for part in parts(then, &OF_SCORE).filter(|part| is_taken(part)) {
                    verified.compare(&format!("{name}, {system}: {part}"), &then[part], &now[part]);
                }
            }
            verified.compare(&format!("{name}: comparisons"), &then["comparisons"], &now["comparisons"]);
        }
        for ((then, now), system) in
            list(&self.report["systems"]).iter().zip(list(&now["systems"])).zip(&self.systems)
        {
            for part in parts(then, &OF_SYSTEM) {
                verified.compare(&format!("{system}: {part}"), &then[part], &now[part]);
            }
        }
        verified.left_out = self.left_out();
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

    /// Compares two values, leaf by leaf. Fields that an older version did not write are passed over.
    fn compare(&mut self, place: &str, then: &Value, now: &Value) {
        // JSON is at most 128 levels deep: its reader refuses more.
        match (then, now) {
            (Value::Object(then), now) if now.is_object() => {
                for (key, value) in then {
                    self.compare(&format!("{place} {key}"), value, &now[key]);
                }
            }
            (Value::Array(then), Value::Array(now)) if then.len() == now.len() => {
                for (at, (then, now)) in then.iter().zip(now).enumerate() {
                    let name =
                        ["figure", "name", "reason", "system"].into_iter().find_map(|key| then[key].as_str());
                    let name = name.map_or_else(|| (at + 1).to_string(), str::to_owned);
                    self.compare(&format!("{place} {name}"), then, now);
                }
            }
            (Value::String(_), Value::String(_))
                if place.ends_with(" system") || place.ends_with(" against") => {}
            _ => {
                self.compared += 1;
                if then != now {
                    let what = place.to_owned();
                    self.differences.push(Difference { what, then: shown(then), now: shown(now) });
                }
            }
        }
    }

    /// Adds how two signatures differ.
    fn explain(&mut self, then: &str, now: &str, system: &str) {
        let (Ok(then), Ok(now)) = (then.parse::<Signature>(), now.parse::<Signature>()) else { return };
        for (what, then, now) in then.differences(&now) {
            let what = if what == "number of pairs" { format!("{what} of {system}") } else { what };
            let reason = Difference { what, then, now };
            if !self.reasons.contains(&reason) {
                self.reasons.push(reason);
            }
        }
    }
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
    if !verified.left_out.is_empty() {
        let _ = writeln!(text, "not compared: {}", verified.left_out.join(", "));
    }
    text
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
        let why = "version, settings, gold trees and number of pairs are the same: the system's trees must be others";
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
        assert!(render_text(&verified, &Style::default()).contains("trees must be others"));
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
