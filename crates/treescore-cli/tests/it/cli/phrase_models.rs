//! `treescore phrase train`, `eval` and `export`.

use serde_json::Value;

use crate::cli::Place;

/// Trees with ambiguous words, in two parts.
const FIRST: &str = "\
(S (NP (DT the) (NN watch)) (VP (VBD set) (PRT (RP up)) (NP (DT a) (NN light))) (. .))
(S (NP (PRP they)) (VP (VBP watch) (NP (DT the) (JJ light) (NN set))) (. .))
(S (VP (VB set) (NP (DT the) (NN watch)) (PP (IN by) (NP (DT the) (NN light)))) (. .))
( (-NONE- *) )
(S (NP (DT a) (NN set)) (VP (VBD lit) (PRT (RP up))) (. .))
";
const SECOND: &str = "\
(S (NP (DT the) (NN light)) (VP (VBZ watches)) (. .))
(S (VP (VB set) (NP (DT a) (JJ light) (NN watch))) (. .))
(S (NP (PRP they)) (VP (VBP set) (PP (IN by) (NP (NN light)))) (. .))
";
const TEST: &str = "\
(S (NP (DT the) (NN set)) (VP (VBD lit) (NP (DT a) (NN watch))) (. .))
(S (NP (PRP they)) (VP (VBP light) (NP (DT the) (NN set)) (PP (IN by) (NP (DT the) (NN watch)))) (. .))
";

/// A folder with the trees, and a model trained on them.
fn place() -> Place {
    let all = [FIRST, SECOND, TEST].concat();
    let files = [("first", FIRST), ("second", SECOND), ("test", TEST), ("all", &all)];
    let place = Place::with(&files.map(|(name, text)| (name, text.as_bytes())));
    quiet(&place, "phrase train --first first --second second -o model.json", 1);
    place
}

/// Runs a command that should end with a status, and say nothing else than what it prints.
fn quiet(place: &Place, line: &str, warnings: usize) -> String {
    let ran = place.run(line);
    assert_eq!(ran.status, Some(0), "{line}: {}", ran.stderr);
    assert_eq!(ran.stderr.lines().count(), warnings, "{line}: {}", ran.stderr);
    ran.stdout
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn the_table_of_all_models() {
    let place = place();
    insta::assert_snapshot!(quiet(&place, "phrase eval model.json test --blame category,rule", 0));
}

#[test]
fn ranges_name_the_same_trees_as_files_do() {
    let place = place();
    // Trees without words do not count.
    quiet(
        &place,
        "phrase train --first all --first-range 0:4 --second all --second-range 4:7 -o again.json",
        1,
    );
    assert_eq!(place.bytes("model.json"), place.bytes("again.json"));
    let found = quiet(&place, "phrase eval model.json all --range 7: -f json", 0);
    assert_eq!(
        json(&found)["models"],
        json(&quiet(&place, "phrase eval model.json test -f json", 0))["models"]
    );
}

#[test]
fn threads_do_not_matter() {
    let place = place();
    let run = |line: &str, threads: &str| {
        let args: Vec<&str> = line.split(' ').collect();
        let output = place.command(&args).env("TREESCORE_THREADS", threads).output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        output.stdout
    };
    for tags in ["tagger", "gold"] {
        let train = format!("phrase train --first all --second all --tags {tags} -o");
        run(&format!("{train} one.json"), "1");
        run(&format!("{train} three.json"), "3");
        assert_eq!(place.bytes("one.json"), place.bytes("three.json"), "{tags}");
        let eval = "phrase eval one.json all --blame rule -f json";
        assert_eq!(run(eval, "1"), run(eval, "3"), "{tags}");
        assert_eq!(run(eval, "1"), run(&format!("{eval} --threads 3"), "1"), "{tags}");
    }
}

#[test]
fn an_exported_model_scores_as_it_does_itself() {
    let place = place();
    for kind in ["0", "1", "XK", "G", "C"] {
        quiet(&place, &format!("phrase export model.json test --model {kind} -o out.jsonl"), 0);
        let scored = json(&quiet(&place, "phrase score test out.jsonl --sequence -f json", 0));
        let own = format!("phrase eval model.json test --models {kind},S --base {kind} -f json");
        let own = json(&quiet(&place, &own, 0));
        for (at, part, fields) in [
            (0, "phrase", &["bits", "expected_yes", "expected_true_yes"][..]),
            (1, "sequence", &["bits", "correct", "guessed"]),
        ] {
            for field in fields {
                let [one, other] =
                    [&own, &scored].map(|report| report["models"][at][part][*field].as_f64().unwrap());
                assert!((one - other).abs() <= 1e-9 * one, "{kind}, {field}: {one} and {other}");
            }
        }
    }
}

#[test]
fn a_line_for_each_sentence() {
    let place = place();
    quiet(&place, "phrase eval model.json test --models G,S --per-sentence rows.jsonl --json report.json", 0);
    let rows = String::from_utf8(place.bytes("rows.jsonl")).unwrap();
    let rows: Vec<Value> = rows.lines().map(json).collect();
    let report = json(std::str::from_utf8(&place.bytes("report.json")).unwrap());
    assert_eq!(rows.len(), 2);
    assert_eq!((&rows[1]["sent"], &rows[1]["n"]), (&"2".into(), &8.into()));
    for (of_row, of_report) in
        [("/bits/G", "/models/0/phrase/bits"), ("/sequence_bits", "/models/1/sequence/bits")]
    {
        let sum: f64 = rows.iter().map(|row| row.pointer(of_row).unwrap().as_f64().unwrap()).sum();
        let all = report.pointer(of_report).unwrap().as_f64().unwrap();
        assert!((sum - all).abs() < 1e-9, "{of_row}: {sum} and {all}");
    }
    assert_eq!(rows[0]["chunks"][0], json(r#"["NP",0,2]"#));
    assert!(rows[0]["best"].is_array());
}

#[test]
fn a_model_without_a_second_corpus() {
    let place = place();
    quiet(&place, "phrase train --first first -o less.json", 1);
    let table = quiet(&place, "phrase eval less.json test", 0);
    assert!(table.contains("\nXK ") && table.contains("\nS on XK ") && !table.contains("\nG "), "{table}");
    for line in ["eval less.json test --models G", "eval less.json test --base C", "export less.json test"] {
        let ran = place.run(&format!("phrase {line}"));
        assert_eq!(ran.status, Some(2), "{line}");
        assert!(ran.stderr.contains("trained without a second corpus"), "{line}: {}", ran.stderr);
    }
}

#[test]
fn what_cannot_be_done_is_said() {
    let place = place();
    std::fs::write(place.path("empty"), "\n").unwrap();
    let before = place.names();
    for (line, said) in [
        ("train --first - -o m.json", "- is read more than once in training: give a file"),
        ("train --first first --second second -o second", "--output second would overwrite an input file"),
        ("train --first first --tau 0 -o m.json", "tau is 0; it must be above 0 and at most 1"),
        ("train --first first --categories NP,VP -o m.json", "first:1: sentence 1: category "),
        ("train --first first --categories NP,NP -o m.json", "--categories: category NP is named twice"),
        (
            "train --first first --first-range 9: -o m.json",
            "the range 9: selects no trees: first has 4 trees",
        ),
        ("eval first test", "first is not a model (1:1: "),
        ("export test model.json", "the order of arguments"),
        ("eval empty test", "empty is empty, not a model"),
        ("train --first first --categories NP, -o m.json", "--categories: a category has no name"),
        ("train --first first --categories= -o m.json", "--categories: a category has no name"),
        ("train --first first --pseudo inf -o m.json", "--pseudo: m is inf; it must be finite"),
        (
            "eval model.json test --models S --blame category",
            "describe the base model, G: add it to --models",
        ),
        (
            "eval model.json test --models S,0 --reliability r",
            "describe the base model, G: add it to --models",
        ),
        ("eval model.json test --models 0 --base G --reliability r", "describe the base model, G: add it"),
        ("eval model.json test --models 0,XK --blame rule", "model XK has none"),
        ("eval model.json test --base 1 --blame coverage", "model 1 has none"),
        ("eval model.json test --json a --per-sentence a", "--json and --per-sentence both write to a"),
        ("eval nothing.json test", "nothing.json"),
        ("eval model.json test --floor 0.7", "the floor is 0.7; it must be greater than 0 and less than 0.5"),
        ("eval model.json test --json test", "--json test would overwrite an input file"),
        ("eval - -", "standard input"),
        ("export model.json test -o model.json", "--output model.json would overwrite an input file"),
    ] {
        let ran = place.run(&format!("phrase {line}"));
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{line}");
        assert!(ran.stderr.contains(said), "{line}: {}", ran.stderr);
        assert_eq!(place.names(), before, "{line}: nothing is written");
    }
}

#[test]
fn what_is_no_tree_is_left_out_and_said_once() {
    let place = place();
    std::fs::write(place.path("bad"), [FIRST, "(S (NP\n", SECOND].concat()).unwrap();
    let ran = place.run("phrase train --first bad --second bad -o bad.json");
    assert_eq!(ran.status, Some(1));
    assert_eq!(ran.stderr.matches("never closed").count(), 2, "{}", ran.stderr);
    let ran = place.run("phrase eval bad.json bad");
    assert_eq!(ran.status, Some(1));
    assert!(ran.stdout.contains("\n7 sentences, "), "{}", ran.stdout);
}
