//! An explanation for programs.

use serde::Serialize;

use super::{Explained, ShownExample};
use crate::explain::{Number, PairState, SettingChange, Step};
use crate::report::csv::line;
use crate::report::json::in_memory;
use crate::report::style::Style;

/// The schema of an explanation in JSON.
const SCHEMA: &str = "treescore.explain/1";

/// What each rule is worth.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Explain"))]
pub(in crate::report) struct ExplainJson<'e> {
    /// The name and version of this schema: `treescore.explain/1`.
    schema: &'e str,
    /// The version of treescore.
    treescore: &'e str,
    /// The name of the measure.
    measure: &'e str,
    /// The figure that is explained.
    figure: &'e str,
    /// What pairs are: `pair`, `group` or `side`.
    kind: crate::run::RowKind,
    /// The first number.
    from: NumberJson<'e>,
    /// The second number.
    to: NumberJson<'e>,
    /// The second minus the first, as a multiple of 2^-50: `points` of all rules, and `share` of all rules, add up to
    /// it exactly.
    difference: f64,
    /// How many orders the shares are means over; `null`: all.
    orders: Option<usize>,
    /// The seed of random orders.
    seed: u64,
    /// The rules, in the order in which they were switched.
    rules: Vec<RuleJson<'e>>,
}

/// A number that is explained.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Number"))]
struct NumberJson<'e> {
    /// What it is called.
    name: &'e str,
    /// The figure; `null` if it is undefined.
    value: Option<f64>,
    /// Its average.
    average: crate::prepare::Average,
    /// The pairs that it is over: `scored`, `all` (refused ones count as zero) or `within` (the cutoff).
    over: &'e str,
    /// How many pairs were scored.
    scored: u64,
    /// How many were refused.
    refused: u64,
    /// How it was made.
    signature: &'e str,
}

/// A rule, and what it is worth.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Rule"))]
struct RuleJson<'e> {
    /// The rule.
    rule: &'e str,
    /// What switching it does.
    name: &'e str,
    /// The settings that it changes.
    settings: &'e [SettingChange],
    /// What it is worth after the rules before it, as a fraction.
    points: f64,
    /// What it is worth whatever the order (its Shapley value), as a fraction.
    share: f64,
    /// The figure with the rules up to this one; `null` if it is undefined.
    value: Option<f64>,
    /// How many pairs change; `null` if trees were paired otherwise before.
    pairs: Option<u64>,
    /// How many pairs were refused before it, and after it.
    refused: [u64; 2],
    /// Pairs that show what it does.
    examples: Vec<ExampleJson<'e>>,
}

/// A pair that a rule changes.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Example"))]
struct ExampleJson<'e> {
    /// The number of the pair, group or side, from 1.
    pair: u64,
    /// The length of the gold sentence.
    words: u32,
    /// The gold tree in brackets, without tags; `null` if it could not be read again.
    gold: Option<&'e str>,
    /// The system's tree.
    system: Option<&'e str>,
    /// What the pair comes to before.
    before: StateJson<'e>,
    /// What it comes to after.
    after: StateJson<'e>,
}

/// What a pair comes to.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "State"))]
struct StateJson<'e> {
    /// Its figure; `null` if it is undefined or the pair was refused.
    value: Option<f64>,
    /// Why it was refused, if it was.
    refused: Option<&'e str>,
    /// What differs between the trees.
    differences: &'e [String],
}

/// Renders an explanation as one JSON object.
pub fn render_json(explained: &Explained) -> String {
    let found = &explained.explanation;
    let rules = found.steps.iter().zip(&explained.examples);
    let json = ExplainJson {
        schema: SCHEMA,
        treescore: env!("CARGO_PKG_VERSION"),
        measure: found.info.name,
        figure: found.figure().key,
        kind: found.kind,
        from: NumberJson::new(&found.from),
        to: NumberJson::new(&found.to),
        difference: found.difference().value(),
        orders: found.orders,
        seed: found.seed,
        rules: rules.map(|(step, examples)| RuleJson::new(step, examples)).collect(),
    };
    in_memory(serde_json::to_string_pretty(&json)) + "\n"
}

impl<'e> NumberJson<'e> {
    fn new(number: &'e Number) -> Self {
        Self {
            name: &number.name,
            value: number.value,
            average: number.average,
            over: number.pairs.as_str(),
            scored: number.scored,
            refused: number.refused,
            signature: &number.signature,
        }
    }
}

impl<'e> RuleJson<'e> {
    fn new(step: &'e Step, examples: &'e [ShownExample]) -> Self {
        Self {
            rule: step.rule.id,
            name: &step.rule.name,
            settings: &step.rule.settings,
            points: step.points.value(),
            share: step.share.value(),
            value: step.value,
            pairs: step.pairs,
            refused: [step.refused.0, step.refused.1],
            examples: examples.iter().map(ExampleJson::new).collect(),
        }
    }
}

impl<'e> ExampleJson<'e> {
    fn new(shown: &'e ShownExample) -> Self {
        let state = |state: &PairState, differences: &'e [String]| StateJson {
            value: state.value,
            refused: state.refused,
            differences,
        };
        let [before, after] = &shown.differences;
        Self {
            pair: shown.example.id.pair,
            words: shown.example.words,
            gold: shown.gold.as_deref(),
            system: shown.system.as_deref(),
            before: state(&shown.example.before, before),
            after: state(&shown.example.after, after),
        }
    }
}

/// The columns of an explanation in CSV.
const COLUMNS: [&str; 8] =
    ["rule", "name", "points", "share", "value", "pairs", "refused_before", "refused_after"];

/// Renders an explanation as comma-separated values: a line for the first number, for each rule, and for the second number.
pub fn render_csv(explained: &Explained, style: &Style) -> String {
    let found = &explained.explanation;
    let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
    let end = |what: &str, end: &Number| {
        let refused = end.refused.to_string();
        [what, &end.name, "", "", &number(end.value), "", &refused, &refused].map(str::to_owned)
    };
    let rule = |step: &Step| {
        [
            step.rule.id.to_owned(),
            step.rule.name.clone(),
            step.points.value().to_string(),
            step.share.value().to_string(),
            number(step.value),
            step.pairs.map(|pairs| pairs.to_string()).unwrap_or_default(),
            step.refused.0.to_string(),
            step.refused.1.to_string(),
        ]
    };
    let rows = std::iter::once(COLUMNS.map(str::to_owned)).chain([end("from", &found.from)]);
    let rows = rows.chain(found.steps.iter().map(rule)).chain([end("to", &found.to)]);
    rows.map(|row| line(&row, style)).collect()
}
