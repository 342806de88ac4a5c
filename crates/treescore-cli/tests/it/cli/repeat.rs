//! `treescore rerun` and `treescore verify`: published scores, made again.

use serde_json::Value;

use super::{GOLD, Place, Ran};

const SYSTEM: &str = "\
(TOP (S (NP (DT the) (NN cat)) (VP (VBD sat) (PRT (RB down))) (. .)))
(TOP (S (NP (NNP Mara)) (VP (VBD left)) (. .)))
(TOP (S (NP (PRP it)) (VBD rained)))
";

fn place() -> Place {
    let two_pairs = |text: &str| text.lines().take(2).fold(String::new(), |all, line| all + line + "\n");
    Place::with(&[
        ("gold", GOLD.as_bytes()),
        ("system", SYSTEM.as_bytes()),
        ("other", SYSTEM.replace("(NP (PRP it))", "(X (PRP it))").as_bytes()),
        ("gold2", two_pairs(GOLD).as_bytes()),
        ("system2", two_pairs(SYSTEM).as_bytes()),
    ])
}

fn signature(ran: &Ran) -> String {
    let cell = &ran.report()["measures"][0]["scores"][0]["signature"];
    cell.as_str().unwrap().to_owned()
}

fn rerun(place: &Place, signature: &str, args: &[&str]) -> Ran {
    let args: Vec<&str> = ["rerun", signature].iter().chain(args).copied().collect();
    Ran::of(&place.command(&args).output().unwrap())
}

#[test]
fn a_score_is_made_again_from_its_signature() {
    let place = place();
    let first = place.run("gold system -r spmrl --unlabeled --seed 7 -f json");
    let signature = signature(&first);
    let again = rerun(&place, &signature, &["gold", "system", "-f", "json"]);
    assert_eq!((again.status, &again.stdout), (Some(0), &first.stdout), "{}", again.stderr);
    assert!(again.stderr.contains("are those of the signature"), "{}", again.stderr);
    // Other data differ in gold and number of pairs; another version in nothing that counts.
    let other = rerun(&place, &signature, &["gold2", "system2"]);
    assert_eq!(other.status, Some(1));
    assert!(
        other.stderr.contains("number of pairs: the signature says 3, this run has 2"),
        "{}",
        other.stderr
    );
    assert!(other.stderr.contains("gold trees: "), "{}", other.stderr);
    let older = rerun(&place, &signature.replace("treescore:0.1.0", "treescore:0.0.9"), &["gold", "system"]);
    assert_eq!(older.status, Some(0));
    assert!(older.stderr.contains("version: the signature says 0.0.9"), "{}", older.stderr);
}

#[test]
fn what_decides_numbers_is_not_given_twice() {
    let place = place();
    let signature = signature(&place.run("gold system -f json"));
    for option in
        [&["-m", "word"][..], &["-r", "spmrl"], &["--set", "root=drop"], &["--unlabeled"], &["--by", "label"]]
    {
        let args: Vec<&str> = ["gold", "system"].iter().chain(option).copied().collect();
        let ran = rerun(&place, &signature, &args);
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{option:?}");
    }
    let ran = rerun(&place, "treescore:0.1.0|m:parseval", &["gold", "system"]);
    assert!(ran.status == Some(2) && ran.stderr.contains("the signature has no r:HASH"), "{}", ran.stderr);
}

#[test]
fn results_are_verified_number_by_number() {
    let place = place();
    for (options, what) in [
        ("gold system", "one system"),
        ("gold system other -m parseval,leaf-ancestor", "systems and measures"),
        ("gold system --by label --no-tests", "labels"),
        ("gold system --align", "aligned texts"),
        ("gold system -m struct-iou,tree-node --seed 5 --resamples 200", "mappings"),
    ] {
        place.run(&format!("{options} -f json -o results.json -q"));
        let systems = if options.contains("other") { "gold system other" } else { "gold system" };
        let same = place.run(&format!("verify results.json {systems}"));
        assert_eq!(same.status, Some(0), "{what}: {}{}", same.stdout, same.stderr);
        assert!(same.stdout.starts_with("same: all "), "{what}: {}", same.stdout);
    }
    place.run("gold system -f json -o results.json -q");
    let ran = place.run("verify results.json gold other");
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    assert!(ran.stdout.contains("parseval, system: scored corpus f1"), "{}", ran.stdout);
    let why = ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(why.contains("the system's trees are others, or the results were changed"), "{}", ran.stdout);
    let ran = place.run("verify results.json gold2 system2 -f json");
    let verified: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!((ran.status, &verified["same"]), (Some(1), &Value::Bool(false)));
    let reasons: Vec<&str> =
        verified["reasons"].as_array().unwrap().iter().map(|one| one["what"].as_str().unwrap()).collect();
    assert_eq!(reasons, ["number of pairs of system", "gold trees"]);
}

/// The exit status is the answer, also if nobody reads the text.
#[test]
fn a_closed_pipe_is_no_verdict() {
    let place = place();
    place.run("gold system -f json -o results.json");
    let script = "{ sleep 0.3; exec \"$TS\" verify results.json gold other; echo never; } 2>/dev/null | true; echo ${PIPESTATUS[0]}";
    let mut shell = std::process::Command::new("bash");
    let ran =
        shell.args(["-c", script]).current_dir(place.path("")).env("TS", env!("CARGO_BIN_EXE_treescore"));
    let ran = Ran::of(&ran.output().unwrap());
    assert_eq!(ran.stdout.trim(), "1", "{}", ran.stderr);
}

#[test]
fn what_cannot_be_verified() {
    let place = place();
    place.run("gold system --per-sentence --by length -f json -o results.json -q");
    let ran = place.run("verify results.json gold system");
    assert_eq!(ran.status, Some(0), "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("not compared: rows, breakdown by length"), "{}", ran.stdout);
    for (line, said) in [
        (
            "verify results.json gold system other",
            "the results are of system, but the number of systems given is 2",
        ),
        ("verify gold gold system", "gold is not JSON"),
        ("verify nothing gold system", "nothing"),
        ("verify results.json gold system -m word", "--measure"),
        ("verify results.json gold system -f csv", "--format csv cannot show a verification"),
    ] {
        let ran = place.run(line);
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{line}");
        assert!(ran.stderr.contains(said), "{line}: {}", ran.stderr);
    }
}

#[test]
fn every_number_of_results_is_compared() {
    let replies =
        "{\"replies\": [\"(S (NP (DT the) (NN cat)) (VP (VBD sat) (ADVP (RB down))) (. .))\", \"no\"]}\n"
            .repeat(3);
    let place = Place::with(&[("gold", GOLD.as_bytes()), ("replies.jsonl", replies.as_bytes())]);
    let ran = place.run("gold replies.jsonl --input replies -f json");
    let mut report = ran.report();
    std::fs::write(place.path("results.json"), &ran.stdout).unwrap();
    let same = place.run("verify results.json gold replies.jsonl");
    assert_eq!(same.status, Some(0), "{}{}", same.stdout, same.stderr);
    report["systems"][0]["replies"]["valid"]["rate"] = 0.999.into();
    report["measures"][0]["scores"][0]["replies"]["samples"]["samples"] = 77.into();
    std::fs::write(place.path("changed.json"), report.to_string()).unwrap();
    let changed = place.run("verify changed.json gold replies.jsonl");
    assert_eq!(changed.status, Some(1), "{}", changed.stdout);
    assert!(changed.stdout.contains("differs: 2 of"), "{}", changed.stdout);
}

#[test]
fn results_are_not_overwritten_and_baselines_are_named() {
    let place = place();
    std::fs::write(
        place.path("results.json"),
        place.run("gold system --unlabeled --baselines -f json").stdout,
    )
    .unwrap();
    let before = place.bytes("results.json");
    let ran = place.run("verify results.json gold system -o results.json");
    assert_eq!(ran.status, Some(2), "{}", ran.stderr);
    assert!(place.bytes("results.json") == before);
    let ran = place.run("verify results.json gold system");
    assert!(ran.stdout.contains("not compared: baselines"), "{}", ran.stdout);
}

/// A change to published results.
type Change = fn(&mut Value);

/// Results are taken apart part by part: whatever is changed or missing is noticed.
#[test]
fn changed_results_are_noticed() {
    let place = place();
    let whole = place.run("gold system other -m parseval,leaf-ancestor -f json -q").report();
    let verify = |report: &Value| {
        std::fs::write(place.path("results.json"), report.to_string()).unwrap();
        place.run("verify results.json gold system other")
    };
    let same = verify(&whole);
    assert_eq!(same.status, Some(0), "{}", same.stdout);
    let measure = |report: &mut Value| report["measures"][0].take();
    let changes: [(&str, Change); 12] = [
        ("systems of comparisons", |of| {
            for comparison in of["comparisons"].as_array_mut().unwrap() {
                let system = comparison["system"].take();
                comparison["system"] = comparison["against"].take();
                comparison["against"] = system;
            }
        }),
        ("the average", |of| of["average"] = "sentence".into()),
        ("the name", |of| of["name"] = "dependency".into()),
        ("the setup", |of| of["setup"] = "treescore:0.1.0|m:parseval|r:0".into()),
        ("papers", |of| of["papers"] = Value::Array(Vec::new())),
        ("a figure", |of| drop(of["scores"][0]["scored"]["corpus"].as_object_mut().unwrap().remove("f1"))),
        ("all pairs", |of| drop(of["scores"][0].as_object_mut().unwrap().remove("all_pairs"))),
        ("intervals", |of| drop(of["scores"][1].as_object_mut().unwrap().remove("intervals"))),
        ("a score", |of| drop(of["scores"].as_array_mut().unwrap().pop())),
        ("comparisons", |of| of["comparisons"] = Value::Array(Vec::new())),
        ("the system of a score", |of| of["scores"][0]["system"] = "other".into()),
        ("the pairs of a signature", |of| {
            let signature = of["scores"][1]["signature"].as_str().unwrap().replace("|n:3|", "|n:2|");
            of["scores"][1]["signature"] = signature.into();
        }),
    ];
    for (what, change) in changes {
        let mut report = whole.clone();
        let mut part = measure(&mut report);
        change(&mut part);
        report["measures"][0] = part;
        let ran = verify(&report);
        assert_eq!(ran.status, Some(1), "{what}: {}{}", ran.stdout, ran.stderr);
    }
    let mut units = whole.clone();
    units["inputs"][1]["units"] = 7.into();
    assert!(verify(&units).stdout.contains("system: units  then 7, now 3"), "{}", verify(&units).stdout);
    // A signature whose settings were changed cannot be repeated.
    let mut settings = whole.clone();
    let cell = &mut settings["measures"][0]["scores"][1]["signature"];
    *cell = cell.as_str().unwrap().replace("labels:cut", "labels:keep").into();
    let ran = verify(&settings);
    assert!(ran.status == Some(2) && ran.stderr.contains("has a signature"), "{}", ran.stderr);
    // Another version is told, and may have written less.
    let mut older = whole.clone();
    older["treescore"] = "0.0.9".into();
    older["measures"][0]["scores"][0].as_object_mut().unwrap().remove("all_pairs");
    let ran = verify(&older);
    assert_eq!(ran.status, Some(0), "{}", ran.stdout);
    let told = ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("version: version then 0.0.9, now 0.1.0"), "{told}");
    assert!(told.contains("not compared: parseval, system: all_pairs (not in the results)"), "{told}");
}

/// What the results were compared with is repeated, and systems with other numbers of pairs are no difference.
#[test]
fn systems_are_verified_as_they_were_compared() {
    let place = place();
    std::fs::write(place.path("part"), SYSTEM.replacen("cat", "dog", 1)).unwrap();
    for (line, systems) in [
        ("gold system other --reference other", "gold system other"),
        ("gold system other part", "gold system other part"),
    ] {
        place.run(&format!("{line} -f json -o results.json -q"));
        let ran = place.run(&format!("verify results.json {systems}"));
        assert_eq!(
            (ran.status, ran.stderr.contains("the signature says")),
            (Some(0), false),
            "{}",
            ran.stdout
        );
    }
}

/// The field of JSON that a signature names is read again, and stands in the new signature.
#[test]
fn fields_are_those_of_the_signature() {
    let lines = |field: &str| {
        GOLD.lines().fold(String::new(), |all, tree| all + &format!("{{\"{field}\": \"{tree}\"}}\n"))
    };
    let replies = lines("reply2");
    let trees = lines("best");
    let files = [("gold", GOLD.as_bytes()), ("r.jsonl", replies.as_bytes()), ("t.jsonl", trees.as_bytes())];
    let place = Place::with(&files);
    for (system, option) in [("r.jsonl", "--input replies:reply2"), ("t.jsonl", "--system-input json:best")] {
        let first = place.run(&format!("gold {system} {option} -f json"));
        let signature = signature(&first);
        let again = rerun(&place, &signature, &["gold", system, "-f", "json"]);
        assert_eq!(again.status, Some(0), "{}", again.stderr);
        assert_eq!(self::signature(&again), signature);
    }
}

/// A score is made again with intervals if it had some, and what is not made again is said.
#[test]
fn intervals_are_made_again_if_there_were_some() {
    let place = place();
    let with = signature(&place.run("gold system -f json"));
    let without = signature(&place.run("gold system -f json --no-tests"));
    assert!(with.contains("|boot:1000|") && !without.contains("|boot:"), "{with} {without}");
    let again = rerun(&place, &without, &["gold", "system", "-f", "json"]);
    assert_eq!((again.status, self::signature(&again)), (Some(0), without), "{}", again.stderr);
    let left_out = rerun(&place, &with, &["gold", "system", "--no-tests"]);
    assert_eq!(left_out.status, Some(0));
    let told = left_out.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("its intervals and tests were not made again"), "{told}");
}
