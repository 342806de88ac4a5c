//! JSON Schemas of what is rendered as JSON.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;

use super::check::CheckJson;
use super::compare::CompareJson;
use super::correlate::CorrelateJson;
use super::explain::ExplainJson;
use super::json::{self, ReportJson};
use super::nbest::NbestJson;
use super::selftest::SelftestJson;
use super::verify::VerifyJson;
use crate::values::choice;

choice! {
    /// What has a JSON Schema.
    SchemaOf {
        /// A report of scores.
        Report = "report",
        /// A comparison of systems.
        Compare = "compare",
        /// Correlations of measures.
        Correlate = "correlate",
        /// What was found about the input.
        Check = "check",
        /// Whether a published report can be repeated.
        Verify = "verify",
        /// What rules are worth.
        Explain = "explain",
        /// Scores of n-best lists.
        Nbest = "nbest",
        /// Whether the laws of scoring hold.
        Selftest = "selftest",
    }
}

/// The JSON Schema of a report, or of the JSON of a command, indented.
///
/// ```
/// use treescore::report::{SchemaOf, schema};
/// assert!(schema(SchemaOf::Report).contains("\"title\": \"Report\""));
/// ```
pub fn schema(of: SchemaOf) -> String {
    match of {
        SchemaOf::Report => schema_of::<ReportJson>(),
        SchemaOf::Compare => schema_of::<CompareJson<'_>>(),
        SchemaOf::Check => schema_of::<CheckJson<'_>>(),
        SchemaOf::Verify => schema_of::<VerifyJson<'_>>(),
        SchemaOf::Correlate => schema_of::<CorrelateJson<'_>>(),
        SchemaOf::Explain => schema_of::<ExplainJson<'_>>(),
        SchemaOf::Nbest => schema_of::<NbestJson<'_>>(),
        SchemaOf::Selftest => schema_of::<SelftestJson<'_>>(),
    }
}

fn schema_of<T: JsonSchema>() -> String {
    let generator = SchemaSettings::default().for_serialize().into_generator();
    json::in_memory(serde_json::to_string_pretty(&generator.into_root_schema_for::<T>())) + "\n"
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use crate::align::WordCounts;
    use crate::align::text::TextCounts;
    use crate::report::aligned::{Cells, TextReport};
    use crate::report::model::{Report, RowKind, UnpairedTrees};
    use crate::report::speech::{SpeechReport, SpeechUnit};
    use crate::report::{Format, RefusedRows, Style, render, sample};

    #[test]
    fn the_schema_names_the_fields_of_the_report() {
        let schema: Value = serde_json::from_str(&super::schema(super::SchemaOf::Report)).unwrap();
        let report: Value =
            serde_json::from_str(&crate::report::render(&sample::tiny(), Format::Json, &Style::default()))
                .unwrap();
        let fields = |value: &Value| -> Vec<String> { value.as_object().unwrap().keys().cloned().collect() };
        // Fields that appear only on request are not required.
        let required = |schema: &Value| -> Vec<String> {
            let mut names: Vec<String> = serde_json::from_value(schema["required"].clone()).unwrap();
            names.sort();
            names
        };
        assert_eq!(required(&schema), fields(&report));
        assert_eq!(required(&schema["$defs"]["System"]), fields(&report["systems"][0]));
        assert_eq!(required(&schema["$defs"]["Measure"]), fields(&report["measures"][0]));
        assert_eq!(required(&schema["$defs"]["SystemScores"]), fields(&report["measures"][0]["scores"][0]));
    }

    /// Collects the fields of `value` that its schema does not know, and the required fields that are
    /// missing, at any depth.
    fn misfits(root: &Value, schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
        let named = schema["$ref"].as_str().and_then(|name| root.pointer(name.trim_start_matches('#')));
        if let Some(named) = named {
            return misfits(root, named, value, at, found);
        }
        if let Some(any) = schema["anyOf"].as_array() {
            if let Some(some) = any.iter().find(|schema| schema["type"] != "null" && !value.is_null()) {
                misfits(root, some, value, at, found);
            }
            return;
        }
        if let Some(fields) = value.as_object() {
            let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            found.extend(
                required.filter(|key| !fields.contains_key(*key)).map(|key| format!("{at}: no {key}")),
            );
            for (key, inner) in fields {
                let known = schema["properties"].get(key).or_else(|| schema.get("additionalProperties"));
                match known {
                    Some(known) => misfits(root, known, inner, &format!("{at}/{key}"), found),
                    None => found.push(format!("{at}: {key} is not in the schema")),
                }
            }
        }
        for inner in value.as_array().into_iter().flatten() {
            misfits(root, &schema["items"], inner, at, found);
        }
    }

    fn assert_fits(report: &Report) {
        let schema: Value = serde_json::from_str(&super::schema(super::SchemaOf::Report)).unwrap();
        let value: Value = serde_json::from_str(&render(report, Format::Json, &Style::default())).unwrap();
        let mut found = Vec::new();
        misfits(&schema, &schema, &value, "", &mut found);
        assert_eq!(found, Vec::<String>::new());
    }

    #[test]
    fn reports_fit_the_schema() {
        assert_fits(&sample::several_measures());
        let mut report = sample::one();
        for breakdown in [sample::by_label(), sample::by_length()] {
            report.measures[0].cells[0].breakdown = Some(breakdown);
            report.refused = Some(RefusedRows::new(sample::refused_rows()));
            assert_fits(&report);
        }
    }

    #[test]
    fn rows_fit_the_schema() {
        let mut rows = sample::rows();
        rows[0].matches = Some(sample::matches());
        rows[0].cells = Some(Cells::default());
        rows[0].speech = Some(WordCounts::default());
        rows[1].place.kind = RowKind::Tree;
        rows[1].place.utterance = Some("talk".to_owned());
        assert_fits(&Report { worst: Some(rows.clone()), rows: Some(rows), ..sample::one() });
    }

    #[test]
    fn aligned_texts_and_speech_fit_the_schema() {
        let mut report = sample::one();
        let text = TextReport::of(&TextCounts::default(), None);
        let speech = SpeechReport::new(&WordCounts::default(), Vec::new(), SpeechUnit::Side);
        let system = &mut report.systems[0];
        (system.text, system.speech, system.unpaired) =
            (Some(text), Some(speech), Some(UnpairedTrees::default()));
        assert_fits(&report);
    }
}
