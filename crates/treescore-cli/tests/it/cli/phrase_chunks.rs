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
    // Columns mean the same in all rows: of 5 true chunks, one is Null.
    let place = Place::with(&[
        ("gold", b"the B-NP\ngull I-NP\nslept B-VP\n. O\n\nrain B-NP\nfell B-VP\n\n"),
        ("system", b"the B-NP\ngull B-NP\nslept B-VP\n. O\n\nrain B-NP\nfell I-VP\n\n"),
    ]);
    let csv = place.run("phrase score gold system --floor 0.01 --sequence -f csv").stdout;
    let columns = |line: &str| line.split(',').map(str::to_owned).collect::<Vec<_>>();
    let rows: Vec<Vec<String>> = csv.lines().map(columns).collect();
    let of = |name: &str| rows[0].iter().position(|column| column == name).unwrap();
    let [chunks, precision, recall] = ["true_chunks", "precision", "recall"].map(of);
    assert!(rows[1..].iter().all(|row| row[chunks] == "4") && rows.len() == 4, "{csv}");
    assert!(rows[2..].iter().all(|row| [&row[precision], &row[recall]] == ["0.6", "0.75"]), "{csv}");
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
        ("head", b"the B-NP\ngull B-NP\nslept B-VP\n\n"),
        ("words", SYSTEM.replace("rain", "hail").as_bytes()),
        ("case", SYSTEM.replace("the", "The").as_bytes()),
        ("two", b"the B-NP B-NP\n"),
        ("trees", b"(S (NP (DT the) (NN gull)) (VP (VBD slept)))\n(S (NP (NN rain)) (VP (VBD fell)))\n"),
        ("model.tsv", b"# categories=NP,VP\n1\tNP\t0\t1\t0.5\n"),
    ]);
    for (line, said) in [
        ("gold short", "gold has 2 sentences, short has 1; words first differ in sentence 1: look for"),
        ("gold short", "= first: short:1:1"),
        ("gold head", "gold has 2 sentences, head has 1; sentence 1 has the same words = first: gold:5:1"),
        ("gold words", "sentence 2: words differ at word 1: \"rain\" / \"hail\" = first: words:5:1"),
        ("gold case", "sentence 1: words differ at word 1: \"the\" / \"The\"; cause: case = first: case:1:1"),
        ("trees case", "sentence 1: words differ at word 1: \"the\" / \"The\"; cause: case"),
        ("gold ragged", "ragged:2: 2 columns; the lines before have 3"),
        (
            "two two",
            "two:1:1: the last two columns are both chunk tags; choose bio:gold or bio:system: --gold-input, \
             --system-input",
        ),
        ("gold system --blame length", "--blame needs probabilities"),
        ("gold system --sequence", "--sequence needs probabilities"),
        ("gold system --reliability x.svg", "--reliability needs probabilities"),
        ("gold system --range 0:1", "--range selects trees"),
        ("gold trees --system-input trees", "trees holds trees"),
        ("model.tsv system --gold-input probabilities", "model.tsv holds probabilities, not gold"),
        (
            "gold system system --system-input bio --system-input bio --system-input bio",
            "--system-input is given 3 times for 2 systems",
        ),
        ("gold system --gold-input conllu", "use chunks-json, bio"),
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
        ("gold short system", "short", "gold has 2 sentences, short has 1"),
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
    assert!(ran.stderr.contains("short has 1; words") && ran.stderr.contains("ragged:2"), "{}", ran.stderr);
    // The only model with probabilities has none: there is no diagram, and that is said.
    let ran = place.run("phrase score gold system sure.tsv --reliability plot.svg");
    assert_eq!((ran.status, place.path("plot.svg").exists()), (Some(1), false));
    assert!(ran.stderr.contains("plot.svg is not written"), "{}", ran.stderr);
    let ran = place.run("phrase score gold system sure.tsv --sequence --blame length");
    assert_eq!(ran.status, Some(1));
    for option in ["--sequence", "--blame"] {
        assert!(ran.stderr.contains(&format!("{option} has no effect: no prob")), "{}", ran.stderr);
    }
}

#[test]
fn chunks_have_encodings_and_findings() {
    let utf16 =
        |text: &str| [0xFEFF].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let wide: Vec<u8> = utf16(COLUMNS);
    let place = Place::with(&[
        ("gold", COLUMNS.as_bytes()),
        ("wide", &wide),
        ("utf", "café B-NP\n\n".as_bytes()),
        ("latin", b"caf\xe9 B-NP\n\n"),
        ("other-words", "tea B-NP\n\n".as_bytes()),
        ("unended", "café B-NP\n".as_bytes()),
        ("outside", b"tea O\n\n"),
        ("latin.tsv", b"# caf\xe9\n1\tNP\t0\t1\t0.5\n"),
        ("other", SYSTEM.replace("NP", "NX").as_bytes()),
        ("latin.trees", b"(S (NP (N caf\xe9)))\n"),
    ]);
    for (line, status, said) in [
        ("gold gold --ignore same-file", 0, ""),
        ("wide gold", 0, "wide: UTF-16LE, decoded"),
        ("gold wide", 0, "wide: UTF-16LE, decoded"),
        ("gold wide --ignore encoding-utf16", 0, ""),
        ("gold wide --deny encoding-utf16", 2, "no scores because of encoding-utf16"),
        ("latin latin", 0, "latin: not UTF-8; bytes are compared as they are"),
        ("latin latin --encoding latin1", 0, "the same, byte for byte"),
        (
            "utf latin",
            2,
            "warning: latin is not UTF-8, the other side is; as windows-1252 1 of 1 sentences have the same words, \
             as it stands 0 = first: latin:1:4",
        ),
        ("utf latin", 2, "help: --system-encoding windows-1252"),
        ("latin utf", 2, "help: --gold-encoding windows-1252"),
        ("latin other-words", 2, "warning: latin is not UTF-8, the other side is = first: latin:1:4 error"),
        ("unended utf", 0, ""),
        ("utf unended", 0, ""),
        ("outside other-words", 0, "note: outside: read as chunks in columns"),
        ("other-words outside", 0, "note: outside: read as chunks in columns"),
        ("other-words outside --system-input bio", 0, ""),
        ("utf latin.tsv --blame none", 0, "note: latin.tsv: not UTF-8"),
        ("utf latin --system-encoding latin1", 0, ""),
        ("latin utf --gold-encoding latin1", 0, ""),
        (
            "latin latin utf --gold-encoding latin1 --system-encoding latin1 --system-encoding utf-8",
            0,
            "the same, byte for byte",
        ),
        ("latin latin --gold-encoding latin1 --system-encoding latin1 --encoding utf-8", 2, "has no effect"),
        ("latin latin --system-encoding latin1 --system-encoding latin1", 2, "given 2 times for 1 system"),
        ("gold other", 0, "3 system chunks with types that gold never has: NX 3"),
        ("gold other --ignore categories-differ", 0, ""),
        ("gold other --deny warnings", 2, "no scores because of categories-differ"),
        ("gold other --deny categories-differ -f json", 2, "no scores because of categories-differ"),
        ("latin.trees utf", 2, "latin.trees is not UTF-8, the other side is; as windows-1252 1 of 1"),
        ("latin.trees utf --gold-encoding latin1", 0, "choose it: --gold-input bare"),
    ] {
        let ran = place.run(&format!("phrase score {line}"));
        assert_eq!(ran.status, Some(status), "{line}: {}", ran.stderr);
        let text = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(if said.is_empty() { text.is_empty() } else { text.contains(said) }, "{line}: {text}");
        assert_eq!(ran.stdout.is_empty(), status == 2, "{line}");
    }
}

/// One file in an unknown code is told once, and only where there are words to compare.
#[test]
fn encodings_are_told_once() {
    let wide: Vec<u8> =
        [0xFEFF].into_iter().chain(COLUMNS.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let place = Place::with(&[
        ("wide", &wide),
        ("utf", "café B-NP\n\n".as_bytes()),
        ("latin", b"caf\xe9 B-NP\n\n"),
        ("latin.tsv", b"# caf\xe9\n1\tNP\t0\t1\t0.5\n"),
        ("trees", "(S (NP (N café)))\n".as_bytes()),
        ("latin.trees", b"(S (NP (N caf\xe9)))\n"),
    ]);
    let ran = place.run("phrase score latin latin");
    assert_eq!(ran.stderr.matches("compared as they are").count(), 1, "{}", ran.stderr);
    let ran = place.run("phrase score latin utf");
    assert!(!ran.stderr.contains("compared as they are"), "{}", ran.stderr);
    let ran = place.run("phrase score latin.trees latin.tsv");
    assert!(!ran.stderr.contains("the other side"), "{}", ran.stderr);
    let report = json(&place.run("phrase score wide wide -f json"));
    assert_eq!(report["findings"][0]["id"], "encoding-utf16");
    assert_eq!(report["models"][0]["findings"][0]["id"], "encoding-utf16");
    // Commands over trees.
    let chunks = |line: &str| place.run(&format!("phrase chunk {line}"));
    assert_eq!(chunks("latin.trees --encoding latin1").stdout, chunks("trees").stdout);
    assert!(chunks("latin.trees").stderr.contains("not UTF-8"));
}

/// Sentences are partners by id; in order if columns or no ids in common leave nothing else. What was done is said.
#[test]
fn partners_are_found_and_told() {
    let lines = |sentences: &[(&str, &str)]| -> Vec<u8> {
        let line = |(id, word): &(&str, &str)| {
            format!("{{\"sent\":\"{id}\",\"n\":1,\"chunks\":[[\"NP\",0,1]],\"words\":[\"{word}\"]}}\n")
        };
        sentences.iter().map(line).collect::<String>().into_bytes()
    };
    let place = Place::with(&[
        ("gold.jsonl", &lines(&[("a", "x"), ("b", "y"), ("c", "z")])),
        ("moved.jsonl", &lines(&[("c", "z"), ("a", "x"), ("b", "y")])),
        ("typo.jsonl", &lines(&[("a", "x"), ("bb", "y"), ("c", "z")])),
        ("numbers.jsonl", &lines(&[("1", "x"), ("2", "y"), ("3", "z")])),
        ("wordless.jsonl", b"{\"sent\":\"a\",\"n\":1,\"chunks\":[[\"NP\",0,1]]}\n{\"sent\":\"b\",\"n\":1,\"chunks\":[[\"NP\",0,1]]}\n{\"sent\":\"c\",\"n\":1,\"chunks\":[[\"NP\",0,1]]}\n"),
        ("columns", b"x B-NP\n\ny B-NP\n\nz B-NP\n\n"),
        ("folder/1.txt", b"x B-NP\n\ny B-NP\n\n"),
        ("folder/2.txt", b"z B-NP\n\n"),
    ]);
    for (line, status, said) in [
        ("gold.jsonl gold.jsonl --ignore same-file", 0, ""),
        ("gold.jsonl columns", 0, ""),
        ("gold.jsonl folder", 0, ""),
        ("folder columns", 0, ""),
        ("gold.jsonl moved.jsonl", 0, "note: the same 3 sentences in another order: a / c; paired by id"),
        ("gold.jsonl moved.jsonl --ignore order-differs", 0, ""),
        (
            "gold.jsonl typo.jsonl",
            2,
            "error: sentences of one side only: 1 of gold (b), 1 of the system (bb) = first: typo.jsonl:2:1",
        ),
        (
            "gold.jsonl numbers.jsonl",
            0,
            "note: no sentence has the same id on both sides (a / 1); paired in order",
        ),
        ("gold.jsonl wordless.jsonl", 0, "note: words are not compared: wordless.jsonl has none"),
    ] {
        let ran = place.run(&format!("phrase score {line}"));
        assert_eq!(ran.status, Some(status), "{line}: {}", ran.stderr);
        let text = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(if said.is_empty() { text.is_empty() } else { text.contains(said) }, "{line}: {text}");
        assert!(status == 2 || ran.stdout.contains("100.00"), "{line}: {}", ran.stdout);
    }
    let report = json(&place.run("phrase score gold.jsonl typo.jsonl columns -f json"));
    assert_eq!(report["refused"][0]["findings"][0]["id"], "ids-differ", "{report}");
    assert_eq!(report["refused"][0]["findings"][0]["first"], "typo.jsonl:2:1");
}

/// A gold tree that is faulty or not selected costs its own sentence only.
#[test]
fn one_faulty_gold_tree_costs_one_sentence() {
    let place = Place::with(&[
        ("gold", b"(S (NP (N x)))\n(S (NP (N y\n(S (NP (N z)))\n(S (NP (N w)))\n"),
        ("all", b"x B-NP\n\ny B-NP\n\nz B-NP\n\nw B-VP\n\n"),
        ("used", b"x B-NP\n\nz B-NP\n\nw B-VP\n\n"),
        ("short", b"x B-NP\n\nz B-NP\n\n"),
        ("model.tsv", b"# default=0.01\n1\tNP\t0\t1\t0.5\n2\tNP\t0\t1\t0.5\n"),
    ]);
    let told = |line: &str| {
        let ran = place.run(&format!("phrase score {line}"));
        let text = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        (ran.status, text, ran.stdout)
    };
    for (line, status, said, f1) in [
        ("gold all", 1, "note: all: left out: 1 sentence whose gold tree is faulty or not selected", "66.67"),
        ("gold used", 1, "1 tree skipped", "66.67"),
        ("gold all --range 0:1", 0, "all: left out: 3 sentences whose gold trees are faulty", "100.00"),
        ("gold short --range 0:2", 1, "1 tree skipped", "100.00"),
        ("gold short", 2, "gold has 3 sentences, short has 2; sentences 1 to 2 have the same words", ""),
        ("gold model.tsv", 1, "model.tsv: left out: 1 candidate of gold trees", ""),
    ] {
        let (found, text, stdout) = told(line);
        assert_eq!(found, Some(status), "{line}: {text}");
        assert!(text.contains(said) && stdout.contains(f1), "{line}: {text}{stdout}");
    }
}

/// Categories that do not fit cost the bits of a system, not its chunks.
#[test]
fn other_categories_cost_bits_only() {
    let place = Place::with(&[
        ("gold", COLUMNS.as_bytes()),
        ("system", SYSTEM.as_bytes()),
        ("model.tsv", b"# categories=NP,VP,Null\n1\tNP\t0\t1\t0.5\n"),
    ]);
    let ran = place.run("phrase score gold model.tsv system --floor 0.001 -f json");
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    assert!(ran.stderr.contains("no bits for system"), "{}", ran.stderr);
    let report = json(&ran);
    assert_eq!(report["models"][1]["model"], "system");
    assert_eq!(report["models"][1]["chunks"]["conll"]["recall"], 0.75);
    assert_eq!(report["refused"][0]["model"], "system");
}

/// The remedies that are proposed are options of the command, and work.
#[test]
fn formats_can_be_given() {
    let place = Place::with(&[
        ("bare", b"((x y) z)\n((x y) z)\n"),
        ("rb.trees", b"(x (y z))\n(x (y z))\n"),
        ("z.txt", b"z O\n\nz B-NP\n\n"),
        ("gold", GOLD.as_bytes()),
        ("latin", b"(S (NP (N caf\xe9)))\n"),
    ]);
    for (line, status, said) in [
        ("chunk gold --input brackets", 0, ""),
        ("chunk gold --input bracket", 2, "did you mean brackets?"),
        ("chunk rb.trees --input brackets", 0, ""),
        ("chunk rb.trees", 2, "--input brackets"),
        ("score rb.trees gold --gold-input brackets --system-input brackets", 2, "gold holds trees"),
        ("score rb.trees z.txt --gold-input brackets --ignore categories-differ", 0, ""),
        ("score rb.trees z.txt", 2, "choose bare or brackets: --gold-input, --system-input"),
        ("train --first gold --second latin -o model", 0, "latin is not UTF-8, gold is"),
        ("train --first gold --input brackets -o model", 0, ""),
        ("eval model latin --input brackets -f json", 0, "not UTF-8"),
        ("export model gold --input brackets --model XK", 0, ""),
    ] {
        let ran = place.run(&format!("phrase {line}"));
        assert_eq!(ran.status, Some(status), "{line}: {}", ran.stderr);
        let text = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(if said.is_empty() { text.is_empty() } else { text.contains(said) }, "{line}: {text}");
    }
    let report = json(&place.run("phrase eval model latin -f json"));
    let ids: Vec<_> = report["findings"].as_array().unwrap().iter().map(|finding| &finding["id"]).collect();
    assert!(ids.iter().any(|id| *id == "encoding-8bit"), "{ids:?}");
}

/// How trees were read is told; what is denied is not written; JSON holds no other bytes.
#[test]
fn trees_have_findings_and_remedies() {
    let nbest = include_bytes!("../../../../../examples/gulls.nbest");
    let place = Place::with(&[
        ("json", br#"{"tree": ["S", ["NP", ["N", "a"]], ["VP", ["V", "b"]]]}"#),
        ("nbest", nbest),
        ("latin", b"(S (NP (NN caf\xe9)) (VP (VBZ opens)))\n"),
        ("latin.bio", b"caf\xe9 B-NP\nopens B-VP\n\n"),
        ("utf", "(S (NP (NN café)) (VP (VBZ opens)))\n".as_bytes()),
        ("utf.bio", "café B-NP\nopens B-VP\n\n".as_bytes()),
        ("folder/a.bio", "café B-NP\nopens B-VP\n\n".as_bytes()),
        ("folder/b.bin", b"\0\x01\x02"),
    ]);
    for (line, status, said) in [
        ("chunk json", 0, "json: trees in JSON"),
        ("chunk json --ignore format", 0, ""),
        ("chunk json --deny format", 2, "no results because of format"),
        ("chunk latin --format jsonl", 2, "latin is not UTF-8 (sentence 1), and JSON must be"),
        ("chunk latin --format jsonl --encoding latin1", 0, ""),
        ("chunk latin --format bio --ignore encoding-8bit", 0, ""),
        ("score utf.bio utf.bio", 0, "gold and system are the same, byte for byte"),
        ("score utf utf.bio", 0, ""),
        ("score utf folder", 0, "b.bin: left out, because not text"),
        ("score utf latin.bio utf.bio", 1, "help: --system-encoding windows-1252 --system-encoding utf-8"),
        ("score utf latin.bio utf.bio --system-encoding windows-1252 --system-encoding utf-8", 0, ""),
        (
            "train --first latin --second utf -o model --deny encoding-differs",
            2,
            "because of encoding-differs",
        ),
    ] {
        let ran = place.run(&format!("phrase {line}"));
        let text = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(ran.status, Some(status), "{line}: {text}");
        assert!(if said.is_empty() { text.is_empty() } else { text.contains(said) }, "{line}: {text}");
        assert_eq!(ran.stdout.is_empty(), status == 2, "{line}");
    }
    assert!(place.run("phrase chunk nbest").stderr.contains("n-best list, 5 trees"));
    assert!(!place.path("model").exists());
}
