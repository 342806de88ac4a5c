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
            "--system-input is given 3 times for 2 systems",
        ),
        ("gold system --gold-input conllu", "use trees, chunks-json, bio"),
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

/// A system that cannot be scored has no scores; the others do.
#[test]
fn one_bad_system_does_not_stop_the_others() {
    let place = Place::with(&[
        ("gold", COLUMNS.as_bytes()),
        ("system", SYSTEM.as_bytes()),
        ("short", b"the B-NP\n"),
        ("ragged", b"the DT B-NP\ngull B-NP\n"),
        ("trees", GOLD.as_bytes()),
        ("times", b"f 1 0.0 0.5 the\nf 1 0.5 0.5 gull\n"),
        ("model.tsv", b"# categories=NP,VP\n1\tNP\t0\t1\t0.5\n"),
        ("sure.tsv", b"1\tNP\t0\t9\t0.5\n"),
    ]);
    for (line, bad, said) in [
        ("gold short system", "short", "short: sentences: 1, but gold has 2"),
        ("gold system ragged", "ragged", "ragged:2: 2 columns; the lines before have 3"),
        ("gold trees system", "trees", "trees holds trees"),
        ("gold times system", "times", "times holds times"),
        ("gold system sure.tsv", "sure.tsv", "sure.tsv:1: "),
        ("gold system model.tsv --floor 0.01", "model.tsv", "model.tsv has other categories than system"),
    ] {
        let ran = place.run(&format!("phrase score {line} -f json"));
        assert_eq!(ran.status, Some(1), "{line}: {}", ran.stderr);
        let report = json(&ran);
        let names: Vec<_> =
            report["models"].as_array().unwrap().iter().map(|model| &model["model"]).collect();
        assert!(names.iter().all(|name| *name == "system") && !names.is_empty(), "{line}: {names:?}");
        assert_eq!(report["refused"][0]["model"], bad, "{line}");
        let text = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(said) && text.contains(&format!("no scores for {bad}")), "{line}: {text}");
        assert!(report["refused"][0]["reason"].as_str().unwrap().contains(said), "{line}");
    }
    // None is left: the reasons are said, and nothing is written.
    let ran = place.run("phrase score gold short ragged -o out");
    assert_eq!((ran.status, place.path("out").exists()), (Some(2), false));
    assert!(ran.stderr.contains("short: sentences") && ran.stderr.contains("ragged:2"), "{}", ran.stderr);
    // The only model with probabilities has none: there is no diagram, and that is said.
    let ran = place.run("phrase score gold system sure.tsv --reliability plot.svg");
    assert_eq!((ran.status, place.path("plot.svg").exists()), (Some(1), false));
    assert!(ran.stderr.contains("plot.svg is not written"), "{}", ran.stderr);
}

#[test]
fn chunks_have_encodings_and_findings() {
    let utf16 =
        |text: &str| [0xFEFF].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let wide: Vec<u8> = utf16(COLUMNS);
    let place = Place::with(&[
        ("gold", COLUMNS.as_bytes()),
        ("wide", &wide),
        ("utf", "café B-NP\n".as_bytes()),
        ("latin", b"caf\xe9 B-NP\n"),
        ("other", SYSTEM.replace("NP", "NX").as_bytes()),
        ("trees", "(S (NP (N café)))\n".as_bytes()),
        ("latin.trees", b"(S (NP (N caf\xe9)))\n"),
    ]);
    for (line, status, said) in [
        ("gold gold", 0, ""),
        ("wide gold", 0, "wide: UTF-16LE, decoded"),
        ("gold wide", 0, "wide: UTF-16LE, decoded"),
        ("gold wide --ignore encoding-utf16", 0, ""),
        ("gold wide --deny encoding-utf16", 2, "no scores because of encoding-utf16"),
        ("latin latin", 0, "latin: not UTF-8; bytes are compared as they are"),
        ("latin latin --encoding latin1", 0, ""),
        ("utf latin", 2, "latin is not UTF-8, the other side is"),
        ("utf latin", 2, "help: --system-encoding NAME"),
        ("latin utf", 2, "help: --gold-encoding NAME"),
        ("utf latin --system-encoding latin1", 0, ""),
        ("latin utf --gold-encoding latin1", 0, ""),
        ("latin latin utf --gold-encoding latin1 --system-encoding latin1 --system-encoding utf-8", 0, ""),
        ("latin latin --gold-encoding latin1 --system-encoding latin1 --encoding utf-8", 2, "has no effect"),
        ("latin latin --system-encoding latin1 --system-encoding latin1", 2, "given 2 times for 1 system"),
        ("gold other", 0, "3 system chunks with types that gold never has: NX 3"),
        ("gold other --ignore categories-differ", 0, ""),
        ("gold other --deny warnings", 2, "no scores because of categories-differ"),
        ("gold other --deny categories-differ -f json", 2, "no scores because of categories-differ"),
        ("latin.trees utf", 0, "latin.trees is not UTF-8, the other side is"),
        ("latin.trees utf --gold-encoding latin1", 0, ""),
    ] {
        let ran = place.run(&format!("phrase score {line}"));
        assert_eq!(ran.status, Some(status), "{line}: {}", ran.stderr);
        let text = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(if said.is_empty() { text.is_empty() } else { text.contains(said) }, "{line}: {text}");
        assert_eq!(ran.stdout.is_empty(), status == 2, "{line}");
    }
    let report = json(&place.run("phrase score wide wide -f json"));
    assert_eq!(report["findings"][0]["id"], "encoding-utf16");
    assert_eq!(report["models"][0]["findings"][0]["id"], "encoding-utf16");
    // Commands over trees.
    let chunks = |line: &str| place.run(&format!("phrase chunk {line}"));
    assert_eq!(chunks("latin.trees --encoding latin1").stdout, chunks("trees").stdout);
    assert!(chunks("latin.trees").stderr.contains("not UTF-8"));
}
