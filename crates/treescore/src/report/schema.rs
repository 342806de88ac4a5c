//! The JSON Schema of the JSON report.

use super::json;
use super::model::Report;

/// The JSON Schema of what [`json::render`] writes, indented.
///
/// ```
/// assert!(treescore::report::schema().contains("\"title\": \"Report\""));
/// ```
pub fn schema() -> String {
    json::in_memory(serde_json::to_string_pretty(&schemars::schema_for!(Report))) + "\n"
}

#[cfg(test)]
mod tests {
    use crate::report::sample;

    #[test]
    fn the_schema_names_the_fields_of_the_report() {
        let schema: serde_json::Value = serde_json::from_str(&super::schema()).unwrap();
        let report: serde_json::Value =
            serde_json::from_str(&crate::report::json::render(&sample::tiny())).unwrap();
        let fields = |value: &serde_json::Value| -> Vec<String> {
            value.as_object().unwrap().keys().cloned().collect()
        };
        assert_eq!(fields(&schema["properties"]), fields(&report));
        assert_eq!(fields(&schema["$defs"]["SystemReport"]["properties"]), fields(&report["systems"][0]));
    }
}
