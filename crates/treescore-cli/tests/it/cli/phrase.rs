//! `treescore phrase chunk` and `treescore phrase score`.

use std::io::Write;
use std::process::Stdio;

use crate::cli::{GOLD, Place, Ran};

const MODEL: &str = "\
# default=0.01
sent\tcat\tstart\tend\tp
1\tNP\t0\t2\t0.75
1\tVP\t2\t3\t0.9
3\tNP\t0\t1\t0.6
";

fn place() -> Place {
    Place::with(&[("gold", GOLD.as_bytes()), ("model.tsv", MODEL.as_bytes())])
}

impl Place {
    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    fn json(&self, line: &str) -> serde_json::Value {
        let ran = self.run(&format!("phrase score {line} -f json"));
        assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""), "{line}");
        serde_json::from_str(&ran.stdout).unwrap()
    }

    fn run_with_input(&self, line: &str, input: &[u8]) -> Ran {
        let args: Vec<&str> = line.split(' ').collect();
        let mut command = self.command(&args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        Ran::of(&child.wait_with_output().unwrap())
    }
}

#[test]
fn chunks_in_every_format() {
    for (options, expected) in [
        (
            "",
            "[NP the cat] [VP sat] [ADVP down] [Null .]\n[NP Mara] [VP left] [Null .]\n[NP it] [VP rained]\n",
        ),
        ("--range 1:2", "[NP Mara] [VP left] [Null .]\n"),
        ("--range 2:3 --format bio", "it PRP B-NP\nrained VBD B-VP\n\n"),
        (
            "--range 2: --format jsonl",
            "{\"sent\":\"3\",\"n\":2,\"chunks\":[[\"NP\",0,1],[\"VP\",1,2]],\"words\":[\"it\",\"rained\"],\"tags\":[\"PRP\",\"VBD\"]}\n",
        ),
    ] {
        let ran = place().run(&format!("phrase chunk gold {options}"));
        assert_eq!(
            (ran.status, ran.stdout.as_str(), ran.stderr.as_str()),
            (Some(0), expected, ""),
            "{options}"
        );
    }
}

#[test]
fn prepositions_with_and_without_their_objects() {
    let place = Place::with(&[("gold", b"(PP (IN of) (NP (NN fog)))")]);
    assert_eq!(place.run("phrase chunk gold").stdout, "[PP of fog]\n");
    assert_eq!(place.run("phrase chunk gold --pp bare").stdout, "[PP of] [NP fog]\n");
}

#[test]
fn the_name_of_the_output_says_how_it_is_written() {
    let place = place();
    for (name, first) in [("c.jsonl", "{\"sent\""), ("c.bio", "the DT B-NP"), ("c.txt", "[NP the cat]")] {
        let ran = place.run(&format!("phrase chunk gold -o {name}"));
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(0), ""), "{name}");
        assert!(place.text(name).starts_with(first), "{name}");
    }
}

#[test]
fn what_is_no_tree_is_left_out() {
    let place = Place::with(&[("gold", b"(S (NP (NN a)))\n(S (NP (NN b))\n(S (-NONE- *))\n(NP (NN c))\n")]);
    let ran = place.run("phrase chunk gold");
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(1), "[NP a]\n[NP c]\n"));
    for said in ["gold:2:1", "this tree is skipped", "1 tree skipped: not a tree", "1 tree skipped: no words"]
    {
        assert!(ran.stderr.contains(said), "{said}: {}", ran.stderr);
    }
    let ran = place.run("phrase chunk gold --range 5:9");
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""));
    assert!(ran.stderr.contains("the range 5:9 selects no trees: gold has 2 trees"), "{}", ran.stderr);
}

#[test]
fn a_model_is_scored_on_trees_and_on_chunks_alike() {
    let place = place();
    assert_eq!(place.run("phrase chunk gold -o gold.jsonl").status, Some(0));
    let by_trees = place.json("gold model.tsv --sequence");
    let by_chunks = place.json("gold.jsonl model.tsv --sequence");
    assert_eq!(by_trees["models"], by_chunks["models"]);
    let phrase = &by_trees["models"][0]["phrase"];
    assert_eq!((&phrase["sentences"], &phrase["true_chunks"]), (&3.into(), &9.into()));
    // 5, 3 and 2 words: 15 + 6 + 3 spans of 27 categories.
    assert_eq!(phrase["candidates"], 24 * 27);
    assert_eq!(phrase["sentences_without_records"], 1);
    assert_eq!(by_trees["models"][1]["model"], "S on model.tsv");
}

#[test]
fn every_format_of_a_model_gives_the_same() {
    let place = place();
    let mut lines = vec![
        "{\"format\":\"treescore-phrase-probabilities\",\"version\":1,\"default\":{\"p\":0.01}}".to_owned(),
    ];
    for line in MODEL.lines().skip(2) {
        let [sent, cat, start, end, p] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        lines
            .push(format!("{{\"sent\":{sent},\"cat\":\"{cat}\",\"start\":{start},\"end\":{end},\"p\":{p}}}"));
    }
    let text = lines.join("\n");
    std::fs::write(place.path("model.jsonl"), &text).unwrap();
    std::fs::write(place.path("unnamed"), &text).unwrap();
    std::fs::write(place.path("model.zst"), zstd::encode_all(MODEL.as_bytes(), 1).unwrap()).unwrap();
    let expected = place.json("gold model.tsv")["models"][0]["phrase"].clone();
    for name in ["model.jsonl", "unnamed", "model.zst"] {
        assert_eq!(place.json(&format!("gold {name}"))["models"][0]["phrase"], expected, "{name}");
    }
    for (line, input) in [
        ("phrase score - model.tsv -f json", GOLD.as_bytes()),
        ("phrase score gold - -f json", text.as_bytes()),
        ("phrase score gold - -f json", MODEL.as_bytes()),
    ] {
        let ran = place.run_with_input(line, input);
        assert_eq!(ran.status, Some(0), "{line}: {}", ran.stderr);
        let found: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!(found["models"][0]["phrase"], expected, "{line}");
    }
}

#[test]
fn tables_and_files_beside_them() {
    let place = place();
    let ran = place
        .run("phrase score gold model.tsv --sequence --blame event --json all.json --reliability plot.svg");
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
    for said in [
        "bits/cand.",
        "S on model.tsv",
        "chunks without Null",
        "Brier score",
        "true chunks",
        "\n1 sentence without records\n",
        "|m:phrase|pp:full|K:20|n:3|",
    ] {
        assert!(ran.stdout.contains(said), "{said}: {}", ran.stdout);
    }
    assert!(!ran.stdout.contains("excess"), "blame by category was not asked for");
    let all: serde_json::Value = serde_json::from_str(&place.text("all.json")).unwrap();
    assert_eq!(all["settings"]["K"], "20");
    assert!(place.text("plot.svg").starts_with("<svg "));
    let ran = place.run("phrase score gold model.tsv -f csv -o out.csv");
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(0), ""));
    assert!(place.text("out.csv").starts_with("model,sentences,"));
}

#[test]
fn impossible_events_are_infinite_unless_there_is_a_floor() {
    let place = Place::with(&[("gold", GOLD.as_bytes()), ("model.tsv", b"1\tNP\t0\t2\t0.75\n")]);
    let ran = place.run("phrase score gold model.tsv");
    assert_eq!(ran.status, Some(0));
    assert_eq!(ran.row("model.tsv")[..3], ["inf", "inf", "inf"]);
    assert!(ran.stdout.contains("8 outcomes considered impossible"), "{}", ran.stdout);
    assert!(ran.stdout.contains("  sentence 1: VP 2 to 3, P 0\n"), "{}", ran.stdout);
    let sure = Place::with(&[("gold", GOLD.as_bytes()), ("model.tsv", b"# default=1\n")]);
    let ran = sure.run("phrase score gold model.tsv");
    assert_eq!(ran.stdout.matches(" not listed: ").count(), 10, "{}", ran.stdout);
    assert!(ran.stdout.contains(" more not listed\n"), "{}", ran.stdout);
    let floored = place.run("phrase score gold model.tsv --floor 1e-6");
    assert!(
        !floored.stdout.contains("inf") && floored.stdout.contains("|floor:0.000001|"),
        "{}",
        floored.stdout
    );
}

#[test]
fn wrong_lines_are_named() {
    for (model, said) in [
        ("9\tNP\t0\t2\t0.75\n", "model.tsv:1: gold has no sentence 9"),
        ("1\tNP\t0\t2\t1.5\n", "model.tsv:1: 1.5 is not between 0 and 1"),
        ("1\tNP\t0\t2\t0\n1\tNP\t0\t2\t0\n", "model.tsv:2: this candidate is already listed in"),
        ("# categories=NP,VP\n1\tNP\t0\t2\t0\n", "gold: sentence 1: category ADVP is not in the inventory"),
    ] {
        let place = Place::with(&[("gold", GOLD.as_bytes()), ("model.tsv", model.as_bytes())]);
        let ran = place.run("phrase score gold model.tsv -o out --json all.json");
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{model}");
        assert!(
            ran.stderr.contains(said) && ran.stderr.contains("treescore: could not score"),
            "{}",
            ran.stderr
        );
        assert_eq!(place.names(), ["gold", "model.tsv"], "nothing is written");
    }
}

#[test]
fn what_cannot_be_done_is_said() {
    let chunks = "{\"sent\":\"1\",\"n\":2,\"chunks\":[[\"NP\",0,1]]}\n";
    let place = Place::with(&[
        ("gold", GOLD.as_bytes()),
        ("chunks", chunks.as_bytes()),
        ("model.tsv", b"1\tNP\t0\t1\t0.5\n"),
        ("folder/a.tsv", b""),
        ("folder/b.tsv", b""),
    ]);
    for (line, said) in [
        ("phrase score chunks model.tsv --sequence", "chunks: "),
        (
            "phrase score chunks model.tsv --range 0:1",
            "--range selects trees, but chunks is a file of chunks",
        ),
        ("phrase score chunks model.tsv --pp full", "--pp needs trees, but chunks"),
        ("phrase score gold model.tsv -o x --json x", "--output and --json both write to x"),
        ("phrase score gold model.tsv --json - --reliability y", "--output and --json both write to -"),
        (
            "phrase score gold model.tsv --json x --reliability ./x",
            "--json and --reliability both write to ./x",
        ),
        ("phrase chunk chunks", "chunks is a file of gold chunks: chunks, but trees are needed here"),
        ("phrase score gold folder", "is more than one file"),
        ("phrase score gold missing", "cannot read missing"),
        ("phrase score - -", "standard input can be read only once"),
        ("phrase score gold model.tsv -o model.tsv", "would overwrite an input file"),
        ("phrase score gold model.tsv --json gold", "would overwrite an input file"),
        ("phrase score gold model.tsv --floor 0.5", "the floor is 0.5; it must be greater than 0"),
        ("phrase score gold model.tsv --range 3", "is not a range"),
        ("phrase chunk gold -o gold", "would overwrite an input file"),
        ("phrase chunk gold -o none/out", "the folder does not exist"),
    ] {
        let ran = place.run(line);
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{line}");
        assert!(ran.stderr.contains(said), "{line}: {}", ran.stderr);
    }
    assert_eq!(place.text("gold"), GOLD);
}
