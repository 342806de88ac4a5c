use serde_json::{Value, json};

use super::*;
use crate::models::ModelKind;

const EXAMPLE: &str = include_str!("../../tests/conformance/small-model.json");

fn error(file: &Value) -> String {
    PhraseModel::load(file.to_string().as_bytes()).map(drop).unwrap_err().to_string()
}

/// A model file with a tagger.
fn tagged() -> Value {
    let mut file: Value = serde_json::from_str(EXAMPLE).unwrap();
    file["settings"]["tags"] = json!("tagger");
    file["tagger"] = json!({
        "words": {"a": {"DT": 2, "NN": 1}, "b": {"NN": 1}},
        "trigrams": [["<s>", "<s>", "DT", 2], ["<s>", "DT", "NN", 2], ["DT", "NN", "</s>", 2]],
    });
    file["rules"] = json!([
        {"cat": "NP", "tags": ["DT", "NN"], "weight": 1.5, "n": 2, "t": 1, "follow": {"</s>": [1, 1], "NN": [1, 0]}},
    ]);
    assert!(PhraseModel::load(file.to_string().as_bytes()).is_ok());
    file
}

#[test]
fn faults_are_reported_with_their_place() {
    for (path, value, expected) in [
        ("/format", json!("x"), "not a phrase model: `format` is \"x\""),
        ("/version", json!(2), "model file version 2 is not supported; only version 1 is"),
        ("/settings/pp", json!("half"), "settings.pp: is \"half\"; it must be full or bare"),
        ("/settings/tags", json!(""), "settings.tags: is \"\"; it must be tagger or gold"),
        ("/settings/K", json!(0), "settings: K is 0; it must be from 1 to 10,000"),
        ("/settings/tau", json!(0.0), "settings: tau is 0; it must be above 0 and at most 1"),
        ("/settings/m", json!(-1), "settings: m is -1; it must be finite, and 0 or more"),
        ("/settings/eps", json!(2), "settings: eps is 2; it must be from 0 to 1"),
        ("/categories/1", json!("ADJP"), "categories: category ADJP is named twice"),
        ("/categories", json!([]), "categories: there are no categories"),
        ("/first/spans", json!([1, 2]), "first.spans: has 2 numbers, but K is 3"),
        ("/first/spans/0", json!(u64::MAX), "first.spans: the sum is too large"),
        ("/first/true/NP", json!([1]), "first.true.NP: has 1 numbers, but K is 3"),
        ("/first/true/NP/0", json!(22), "first.true.NP: there are more true chunks than spans"),
        ("/first/true/XP", json!([0, 0, 0]), "first.true.XP: is not among the categories"),
        ("/second/covered/NP/1", json!(-0.5), "second.covered: -0.5 is not a valid sum"),
        ("/tagger/words/a/DT", json!(0), "tagger.words.a: 0 is not a valid count of DT"),
        ("/tagger/words/b", json!({}), "tagger.words.b: has no tags"),
        ("/tagger/words/b/<~1s>", json!(1), "tagger.words: </s> cannot be the tag of a word"),
        ("/tagger/words/b/JJ", json!(1), "tagger.trigrams: no trigram ends in JJ"),
        ("/tagger/trigrams/0/3", json!(0), "tagger.trigrams: 0 is not a valid count of <s> <s> DT"),
        ("/tagger/trigrams/1/1", json!("</s>"), "impossible trigram: <s> </s> NN"),
        ("/tagger/trigrams/1", json!(["<s>", "<s>", "DT", 1]), "tagger.trigrams: a trigram occurs twice"),
        ("/tagger/trigrams/2/2", json!("NN"), "tagger.trigrams: no trigram ends in </s>"),
        ("/rules/0/cat", json!("XP"), "rules[0]: XP is not among the categories"),
        ("/rules/0/tags/0", json!("JJ"), "rules[0]: the tagger does not know the tag JJ"),
        ("/rules/0/tags", json!([]), "rules[0]: has no tags"),
        ("/rules/0/weight", json!(-1), "rules[0]: -1 is not a valid sum"),
        ("/rules/0/t", json!(3), "rules[0]: 3 of 2 cannot be true"),
        ("/rules/0/follow/JJ", json!([1, 1]), "rules[0].follow.JJ: this tag cannot follow"),
        ("/rules/0/follow/NN", json!([1, 2]), "rules[0].follow.NN: 2 of 1 cannot be true"),
    ] {
        let mut file = tagged();
        let (parent, name) = path.rsplit_once('/').unwrap();
        match file.pointer_mut(parent).unwrap() {
            Value::Object(fields) => drop(fields.insert(name.replace("~1", "/"), value)),
            list => list[name.parse::<usize>().unwrap()] = value,
        }
        let found = error(&file);
        assert!(found.contains(expected), "{path}: {found}, not {expected}");
    }
}

#[test]
fn missing_and_repeated_fields() {
    for (from, to, expected) in [
        (r#""tau""#, r#""tow""#, "missing field `tau`"),
        (r#""sentences": 3"#, r#""sentences": -3"#, "25:17: invalid value: integer `-3`"),
        (r#""NP": ["#, r#""VP": ["#, "first.true.VP: occurs twice"),
        (r#""weight": 1.0"#, r#""weight": 1e999"#, "number out of range"),
        ("}", "", "EOF while parsing"),
    ] {
        let text = if to.is_empty() {
            EXAMPLE.trim_end().trim_end_matches('}').to_owned()
        } else {
            EXAMPLE.replacen(from, to, 1)
        };
        let found = PhraseModel::load(text.as_bytes()).map(drop).unwrap_err().to_string();
        assert!(found.contains(expected), "{to}: {found}, not {expected}");
    }
    assert_eq!(
        PhraseModel::load(b"{}").map(drop).unwrap_err(),
        ModelFileError::Format { found: String::new() }
    );
    assert!(matches!(
        PhraseModel::load(b"\n [").map(drop).unwrap_err(),
        ModelFileError::Json { line: 2, .. }
    ));
    let mut file = tagged();
    file["rules"] = json!([file["rules"][0], file["rules"][0]]);
    assert_eq!(error(&file), "rules: NP -> DT NN occurs twice");
    file.as_object_mut().unwrap().remove("tagger");
    assert_eq!(error(&file), "tagger: is missing, but `tags` is `tagger`");
}

#[test]
fn unknown_fields_are_ignored() {
    let mut file = tagged();
    file["comment"] = json!("trained on a rainy day");
    file["rules"][0]["colour"] = json!(["red"]);
    assert!(PhraseModel::load(file.to_string().as_bytes()).is_ok());
}

#[test]
fn a_model_without_a_second_corpus_has_no_rules_to_use() {
    let mut file = tagged();
    file.as_object_mut().unwrap().remove("second");
    let model = PhraseModel::load(file.to_string().as_bytes()).unwrap();
    for name in ModelKind::VALUES {
        let kind: ModelKind = name.parse().unwrap();
        assert_eq!(model.probabilities(kind).is_err(), kind.has_rules(), "{name}");
    }
    let said = model.probabilities(ModelKind::C).map(drop).unwrap_err().to_string();
    assert!(said.starts_with("the model was trained without a second corpus"), "{said}");
}
