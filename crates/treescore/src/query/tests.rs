//! Queries and the pairs that fit them.

use super::{Facts, Query};
use crate::Scorer;
use crate::measure::registry;

const GOLD: &str = "(S (NP (D The) (N shop)) (VP (V was) (ADJP (J closed))) (PP (P by) (N noon)))";
const SYSTEM: &str = "(S (NP (D The) (N shop)) (VP (V was) (VP (J closed))) (P by) (N noon))";

#[test]
fn pairs_fit_queries() {
    let info = registry::measure("parseval").unwrap().info();
    let mut scorer = Scorer::of("parseval").unwrap();
    let sketch = scorer.sketch(GOLD, SYSTEM).unwrap();
    let score = scorer.score(GOLD, SYSTEM).unwrap();
    let counts: Vec<i128> = info.fields.iter().map(|field| score.count(field.name).unwrap()).collect();
    let facts =
        Facts { info, counts: Some(&counts), words: Some(6), sketch: Some(&sketch), document: "harbour-03" };
    for (query, expected) in [
        ("shop", true),
        ("SHO", true),
        ("maps", false),
        ("-maps", true),
        ("\"The shop\"", true),
        ("\"shop The\"", false),
        ("label:PP", true),
        ("sys:PP", false),
        ("gold:PP", true),
        ("mark:missing", true),
        ("mark:cross", false),
        ("relabel:ADJP>VP", true),
        ("relabel:VP>ADJP", false),
        ("f1<100", true),
        ("f1<10", false),
        ("words>5 words<=6", true),
        ("doc:harbour", true),
        ("refused", false),
        ("label:PP -refused f1<100", true),
    ] {
        assert_eq!(Query::parse(query, info).unwrap().fits(&facts), expected, "{query}");
    }
}

#[test]
fn errors_name_the_term() {
    let info = registry::measure("parseval").unwrap().info();
    for (query, term) in [
        ("label:PP mark:wrong", "mark:wrong"),
        ("words>many", "words>many"),
        ("f9<80", "f9<80"),
        ("relabel:PP", "relabel:PP"),
        ("label:", "label:"),
        ("disagree", "disagree"),
        ("a \"b c", "\"b c"),
        ("", ""),
    ] {
        assert_eq!(Query::parse(query, info).unwrap_err().term, term, "{query}");
    }
}
