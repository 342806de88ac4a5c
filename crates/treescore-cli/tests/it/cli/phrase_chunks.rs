//! `treescore phrase score` with files of chunks.

use crate::cli::{GOLD, Place, Ran};

const COLUMNS: &str = "the DT B-NP\ngull NN I-NP\nslept VBD B-VP\n\nrain NN B-NP\nfell VBD B-VP\n";
/// Two NPs for `the gull`: 3 of 5 guessed chunks are among the 4 true ones, and 4 of 5 tags are right.
const SYSTEM: &str = "the B-NP\ngull B-NP\nslept B-VP\n\nrain B-NP\nfell I-VP\n";

fn json(ran: &Ran) -> serde_json::Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {}{}", ran.stdout, ran.stderr))
}

/// The chunks of trees, written and read again, are those of the trees.
#[test]
fn written_chunks_are_read_again() {
    let place = Place::with(&[("gold", GOLD.as_bytes())]);
    place.run("phrase chunk gold --format bio -o columns");
    place.run("phrase chunk gold --format jsonl -o lines");
    for gold in ["gold", "columns", "lines"] {
        let ran = place.run(&format!("phrase score {gold} columns lines -f json"));
        let models = json(&ran)["models"].clone();
        for at in 0..2 {
            let conll = &models[at]["chunks"]["conll"];
            assert_eq!((&conll["f1"], &conll["accuracy"]), (&1.0.into(), &1.0.into()), "{gold}, {at}");
        }
    }
}

#[test]
fn chunks_are_counted_as_conlleval_does() {
    let place = Place::with(&[("gold", COLUMNS.as_bytes()), ("system", SYSTEM.as_bytes())]);
    let ran = place.run("phrase score gold system -f json");
    let model = json(&ran)["models"][0].clone();
    let conll = &model["chunks"]["conll"];
    assert_eq!(
        ["correct", "guessed", "true_chunks"].map(|field| conll[field].as_u64().unwrap()),
        [3, 5, 4],
        "{model}"
    );
    assert_eq!(
        ["precision", "recall", "accuracy"].map(|field| conll[field].to_string()),
        ["0.6", "0.75", "0.8"],
        "{model}"
    );
    assert!(!ran.stdout.contains("bits"), "{}", ran.stdout);
    let csv = place.run("phrase score gold system -f csv").stdout;
    assert_eq!(csv.lines().nth(1), Some("system,2,,4,,,,,,,0.6,0.75,0.6666666666666666,0.5,0.8,,,"));
    // With a floor, models of all kinds have bits.
    let table = place.run("phrase score gold system --floor 0.01 --blame none").stdout;
    assert!(table.starts_with("model") && table.contains("chunks without Null"), "{table}");
    assert!(table.contains("|K:20|floor:0.01|"), "{table}");
}

#[test]
fn what_cannot_be_scored_is_said() {
    let place = Place::with(&[
        ("gold", COLUMNS.as_bytes()),
        ("system", SYSTEM.as_bytes()),
        ("short", b"the B-NP\n"),
        ("ragged", b"the DT B-NP\ngull B-NP\n"),
        ("words", SYSTEM.replace("rain", "hail").as_bytes()),
        ("two", b"the B-NP B-NP\n"),
        ("trees", GOLD.as_bytes()),
        ("model.tsv", b"# categories=NP,VP\n1\tNP\t0\t1\t0.5\n"),
    ]);
    for (line, said) in [
        ("gold short", "short: sentences: 1, but gold has 2"),
        ("gold words", "sentence 2: other words than in gold:"),
        ("gold ragged", "ragged:2: 2 columns; the lines before have 3"),
        ("two two", "two:1:1: the last two columns are both chunk tags; choose bio:gold or bio:system"),
        ("gold system --sequence", "--sequence needs probabilities"),
        ("gold system --reliability x.svg", "--reliability needs probabilities"),
        ("gold system --range 0:1", "--range selects trees"),
        ("gold trees --system-input trees", "trees holds trees"),
        ("model.tsv system --gold-input probabilities", "model.tsv holds probabilities, not gold"),
        (
            "gold system system --system-input bio --system-input bio --system-input bio",
            "systems: 2, given: 3",
        ),
        ("gold system --gold-input conllu", "use trees, chunks-json, bio"),
        ("gold system model.tsv --floor 0.01", "model.tsv has other categories than system"),
    ] {
        let ran = place.run(&format!("phrase score {line}"));
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{line}");
        let text = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(said), "{line}: {text}");
    }
    assert_eq!(
        place.run("phrase score two two --gold-input bio:gold --system-input bio:system").status,
        Some(0)
    );
}
