//! The JSON Schema of the JSON report.

use schemars::generate::SchemaSettings;

use super::json;
use super::model::Report;

/// What `--format json` writes: a report, or one for each of several measures.
#[derive(serde::Serialize, schemars::JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is wanted")]
enum Written {
    /// One measure.
    One(Box<Report>),
    /// Several.
    Several(Vec<Report>),
}

/// The JSON Schema of what [`json::render`] writes, indented.
///
/// ```
/// assert!(treescore::report::schema().contains("\"Report\": {"));
/// ```
pub fn schema() -> String {
    let generator = SchemaSettings::default().for_serialize().into_generator();
    json::in_memory(serde_json::to_string_pretty(&generator.into_root_schema_for::<Written>())) + "\n"
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use crate::report::sample;

    #[test]
    fn the_schema_names_the_fields_of_the_report() {
        let schema: serde_json::Value = serde_json::from_str(&super::schema()).unwrap();
        let report: serde_json::Value =
            serde_json::from_str(&crate::report::json::render(&sample::tiny())).unwrap();
        let fields = |value: &serde_json::Value| -> Vec<String> {
            value.as_object().unwrap().keys().cloned().collect()
        };
        // What is there only now and then is not demanded.
        let demanded = |schema: &serde_json::Value| -> Vec<String> {
            let mut names: Vec<String> = serde_json::from_value(schema["required"].clone()).unwrap();
            names.sort();
            names
        };
        assert_eq!(demanded(&schema["$defs"]["Report"]), fields(&report));
        assert_eq!(demanded(&schema["$defs"]["SystemReport"]), fields(&report["systems"][0]));
    }

    /// The fields of `value` that its schema does not know, and those it demands that are not there, at any depth.
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

    #[test]
    fn reports_fit_the_schema() {
        let schema: Value = serde_json::from_str(&super::schema()).unwrap();
        let mut report = sample::tiny();
        for breakdown in [sample::by_label(), sample::by_length()] {
            report.systems[0].breakdown = Some(breakdown);
            report.systems[0].refused = Some(sample::refused_pairs());
            let value: Value = serde_json::from_str(&crate::report::json::render(&report)).unwrap();
            let mut found = Vec::new();
            misfits(&schema, &schema, &value, "", &mut found);
            assert_eq!(found, Vec::<String>::new());
        }
    }
}
