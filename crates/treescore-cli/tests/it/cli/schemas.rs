//! What is printed as JSON fits the published schemas.

use serde_json::Value;

use crate::cli::Place;

/// Keywords that explain.
const EXPLAINING: [&str; 5] = ["$defs", "$schema", "description", "format", "title"];

/// Says where a value does not fit a schema.
fn misfits(value: &Value, schema: &Value, root: &Value, path: &str) -> Vec<String> {
    let Some(rules) = schema.as_object() else {
        let fits = schema != &Value::Bool(false);
        return if fits { Vec::new() } else { vec![format!("{path}: not allowed")] };
    };
    let mut found = Vec::new();
    for (keyword, rule) in rules {
        let all = || rule.as_array().unwrap().iter();
        let choices = || all().filter(|one| misfits(value, one, root, path).is_empty()).count();
        let fits = match keyword.as_str() {
            "$ref" => {
                let name = rule.as_str().unwrap().strip_prefix('#').unwrap();
                found.extend(misfits(value, root.pointer(name).unwrap(), root, path));
                true
            }
            "type" if rule.is_array() => all().any(|name| is_of_type(value, name)),
            "type" => is_of_type(value, rule),
            "enum" => all().any(|one| one == value),
            "const" => rule == value,
            "anyOf" => choices() > 0,
            "oneOf" => choices() == 1,
            "minimum" => value.as_f64().is_none_or(|number| number >= rule.as_f64().unwrap()),
            "maximum" => value.as_f64().is_none_or(|number| number <= rule.as_f64().unwrap()),
            "prefixItems" => {
                for (at, (item, rule)) in value.as_array().into_iter().flatten().zip(all()).enumerate() {
                    found.extend(misfits(item, rule, root, &format!("{path}/{at}")));
                }
                true
            }
            "minItems" => value.as_array().is_none_or(|items| items.len() as u64 >= rule.as_u64().unwrap()),
            "maxItems" => value.as_array().is_none_or(|items| items.len() as u64 <= rule.as_u64().unwrap()),
            "required" => all().all(|name| value.get(name.as_str().unwrap()).is_some()),
            "items" => {
                for (at, item) in value.as_array().into_iter().flatten().enumerate() {
                    found.extend(misfits(item, rule, root, &format!("{path}/{at}")));
                }
                true
            }
            "properties" => {
                // What is printed is described: an unknown name is a misfit, unless others are allowed.
                for (name, item) in value.as_object().into_iter().flatten() {
                    match rule.get(name) {
                        Some(rule) => found.extend(misfits(item, rule, root, &format!("{path}/{name}"))),
                        None if rules.contains_key("additionalProperties") => {}
                        None => found.push(format!("{path}/{name}: not in the schema")),
                    }
                }
                true
            }
            "additionalProperties" => {
                let is_other =
                    |name: &str| rules.get("properties").is_none_or(|known| known.get(name).is_none());
                for (name, item) in value.as_object().into_iter().flatten().filter(|(name, _)| is_other(name))
                {
                    found.extend(misfits(item, rule, root, &format!("{path}/{name}")));
                }
                true
            }
            other => {
                assert!(EXPLAINING.contains(&other), "{other} is not checked");
                true
            }
        };
        if !fits {
            found.push(format!("{path}: {keyword} {rule}"));
        }
    }
    found
}

fn is_of_type(value: &Value, name: &Value) -> bool {
    match name.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("unknown type {other}"),
    }
}

fn schema(of: &str) -> Value {
    let docs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let text = std::fs::read_to_string(docs.join(format!("{of}.schema.json"))).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn json_fits_its_schema() {
    let place = Place::with(&[
        ("gold", include_bytes!("../../../../../examples/gold.trees")),
        ("heron.trees", include_bytes!("../../../../../examples/heron.trees")),
        ("plover.trees", include_bytes!("../../../../../examples/plover.trees")),
        ("wren.trees", include_bytes!("../../../../../examples/wren.trees")),
    ]);
    for system in ["heron", "wren"] {
        let table = place.run(&format!("evalb gold {system}.trees")).stdout;
        std::fs::write(place.path(&format!("{system}.txt")), table).unwrap();
    }
    for (of, line) in [
        ("compare", "compare gold heron.trees plover.trees"),
        ("compare", "compare gold heron.trees plover.trees wren.trees --pairwise --ci bca --level 99.9"),
        ("compare", "compare gold heron.trees wren.trees -m parseval,struct-iou --test bootstrap"),
        ("compare", "compare gold heron.trees gold --resample-by file"),
        ("compare", "compare gold heron.trees wren.trees --utterances"),
        ("compare", "compare --evalb heron.txt wren.txt"),
        (
            "correlate",
            "correlate gold heron.trees wren.trees -m parseval,struct-iou,tree-node --pair-by line",
        ),
        ("correlate", "correlate gold heron.trees -m parseval,struct-iou"),
        ("correlate", "correlate gold heron.trees -m parseval,struct-iou --over files"),
        ("correlate", "correlate gold heron.trees -m parseval,struct-iou --over groups --group 2"),
        ("report", "gold heron.trees wren.trees"),
        ("report", "gold heron.trees --by label --per-sentence"),
    ] {
        let ran = place.run(&format!("{line} -f json"));
        assert!(matches!(ran.status, Some(0 | 1)), "{line}: {}", ran.stderr);
        let (value, schema) = (serde_json::from_str(&ran.stdout).unwrap(), schema(of));
        assert_eq!(misfits(&value, &schema, &schema, ""), Vec::<String>::new(), "{line}");
    }
}

/// The check itself finds what does not fit.
#[test]
fn misfits_are_found() {
    let schema = schema("correlate");
    let good = serde_json::json!({"schema": "", "treescore": "", "correlations": [], "signatures": [""]});
    assert_eq!(misfits(&good, &schema, &schema, ""), Vec::<String>::new());
    for (name, bad) in
        [("signatures", Value::Null), ("correlations", serde_json::json!([1])), ("more", Value::Null)]
    {
        let mut value = good.clone();
        value[name] = bad;
        assert!(!misfits(&value, &schema, &schema, "").is_empty(), "{name}");
    }
}
