//! `treescore selftest`: the laws on files made by hand.

use serde_json::Value;

use super::{GOLD, Place};

const SYSTEM: &str = "\
(TOP (S (NP (DT the) (NN cat)) (VP (VBD sat) (PRT (RB down))) (. .)))
(TOP (S (NP (NNP Mara)) (VP (VBD left)) (. .)))
(TOP (S (NP (PRP it)) (VBD rained)))
";

const LAWS: [&str; 6] = [
    "identity",
    "sides swapped",
    "threads and blocks",
    "parts add up",
    "matches fold to counts",
    "written and read back",
];

fn place() -> Place {
    let broken = GOLD.replace("(NNP Mara))", "(NNP Mara)");
    Place::with(&[
        ("gold", GOLD.as_bytes()),
        ("system", SYSTEM.as_bytes()),
        ("broken", broken.as_bytes()),
        ("words", b"the cat sat\nit rained\n"),
        ("short", GOLD.lines().next().unwrap().as_bytes()),
        ("none", b"(())\n(())\n"),
        ("disc", b"(S (VP (V 0=wake) (P 2=up)) (NP (N 1=her)))\n"),
    ])
}

/// The laws of a run in JSON.
fn laws(place: &Place, line: &str) -> Vec<Value> {
    let ran = place.run(&format!("selftest {line} -f json"));
    assert_eq!(ran.status, Some(0), "{line}: {}{}", ran.stdout, ran.stderr);
    let found: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(found["holds"], true, "{line}");
    found["laws"].as_array().unwrap().clone()
}

#[test]
fn the_laws_hold() {
    let place = place();
    for line in ["gold", "gold system", "gold system -r spmrl --unlabeled", "disc --threads 3"] {
        let found = laws(&place, line);
        let names: Vec<&str> = found.iter().map(|law| law["law"].as_str().unwrap()).collect();
        assert_eq!(names, LAWS, "{line}");
        assert!(found.iter().all(|law| law["outcome"] == "holds"), "{line}: {found:?}");
    }
    let text = place.run("selftest gold system").stdout;
    assert!(text.ends_with("\nholds: all 6 laws\n"), "{text}");
}

#[test]
fn every_measure_is_tested() {
    let place = place();
    let measures = "parseval,dependency,open-class,attachment,struct-iou,tree-node,leaf-ancestor";
    for files in ["gold", "gold system"] {
        let found = laws(&place, &format!("{files} -m {measures}"));
        assert_eq!(found.len(), 7 * 5 + 1);
        for law in found.iter().filter(|law| law["outcome"] != "holds") {
            assert_eq!((&law["measure"], &law["law"]), (&"tree-node".into(), &"sides swapped".into()));
            assert_eq!(law["note"], "does not apply: the measure is relative to gold");
        }
    }
    let found = laws(&place, "words -m word");
    assert!(found.iter().any(|law| law["law"] == "identity" && law["checked"] == 2), "{found:?}");
}

#[test]
fn one_bad_tree_does_not_end_the_run() {
    let found = laws(&place(), "broken");
    for law in &found {
        assert_eq!((&law["outcome"], &law["failed"]), (&"holds".into(), &0.into()), "{law}");
    }
    assert_eq!((&found[0]["checked"], &found[0]["refused"]), (&2.into(), &1.into()));
    assert_eq!(
        (&found[0]["first_refused"]["file"], &found[0]["first_refused"]["line"]),
        (&"broken".into(), &2.into())
    );
    assert_eq!(found[5]["refused"], 1);
}

#[test]
fn standard_input_is_tested() {
    let ran = place().run_with("selftest -", GOLD.as_bytes());
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert!(ran.stdout.contains("holds: all 6 laws"), "{}", ran.stdout);
}

#[test]
fn what_cannot_be_tested() {
    let place = place();
    for (line, said) in [
        ("gold short", "gold has 3 trees"),
        ("nothing", "nothing"),
        ("gold system system", "selftest takes one system"),
        ("gold system --align", "--align is not an option of selftest"),
        ("gold system --per-sentence", "--per-sentence is not an option of selftest"),
        ("gold system --seed 1", "--seed is not an option of selftest"),
        ("gold system --input replies", "--input replies is not for selftest"),
        ("gold system -f csv", "--format csv cannot show a self-test"),
        ("gold --skip X", "--skip"),
    ] {
        let ran = place.run(&format!("selftest {line}"));
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{line}: {}", ran.stderr);
        assert!(ran.stderr.contains(said), "{line}: {}", ran.stderr);
    }
}
