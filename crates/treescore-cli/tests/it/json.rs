//! Where things are in the JSON of a report (docs/output.md).

use serde_json::Value;

/// The report that was printed.
pub(crate) fn report(stdout: &str) -> Value {
    serde_json::from_str(stdout).unwrap_or_else(|error| panic!("{error}: {stdout}"))
}

/// JSON Lines, one value per line.
pub(crate) fn lines(stdout: &str) -> Vec<Value> {
    stdout.lines().map(report).collect()
}

/// The first system: `text`, `words`, `unpaired`.
pub(crate) fn system(report: &Value) -> &Value {
    &report["systems"][0]
}

/// What a measure found about the first system: `signature`, `coverage`, `scored`, `all_pairs`, `breakdown`.
pub(crate) fn scores(report: &Value, measure: usize) -> &Value {
    &report["measures"][measure]["scores"][0]
}

/// Figures of the summed counts of the scored pairs, by the first measure.
pub(crate) fn corpus(report: &Value) -> &Value {
    &scores(report, 0)["scored"]["corpus"]
}

/// Summed counts of the scored pairs, by the first measure.
pub(crate) fn counts(report: &Value) -> &Value {
    counts_by(report, 0)
}

/// Summed counts of the scored pairs, by one of the measures.
pub(crate) fn counts_by(report: &Value, measure: usize) -> &Value {
    &scores(report, measure)["scored"]["counts"]
}

/// The signature of the first system and measure.
pub(crate) fn signature(report: &Value) -> &str {
    scores(report, 0)["signature"].as_str().unwrap()
}

/// The rows of `--per-sentence`.
pub(crate) fn rows(report: &Value) -> &[Value] {
    report["rows"].as_array().unwrap()
}

/// Is this line of JSON Lines a row? The others are whole systems.
pub(crate) fn is_row(line: &Value) -> bool {
    line.get("kind").is_some()
}

/// Integers by their names.
pub(crate) fn numbers<const N: usize>(value: &Value, keys: [&str; N]) -> [u64; N] {
    keys.map(|key| value[key].as_u64().unwrap_or_else(|| panic!("`{key}` is not a number in {value}")))
}
