//! What counts when texts are aligned: bare words, broken trees, recipes from files, traces, roots.

use serde_json::Value;

use crate::cli::Place;
use crate::cli::align::{message, signature};
use crate::json;

fn pair(gold: &str, system: &str) -> Place {
    Place::with(&[("gold", gold.as_bytes()), ("system", system.as_bytes())])
}

#[test]
fn bare_words_are_words() {
    let tree = "(S (VP (V go) (NP the dog)) (. .))\n";
    let place = pair(tree, &tree.replace("(. .))", "(. .)"));
    let ran = place.run("gold gold --align");
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert_eq!(ran.row("corpus"), ["100.00", "100.00", "100.00", "100.00", "0.00", "100.00"]);
    // A second fault is not hidden by the first, which is none here.
    let ran = place.run("gold system --align");
    assert_eq!(ran.status, Some(1));
    assert!(ran.stderr.starts_with("error: 1 bracket is never closed\n"), "{}", ran.stderr);
}

/// What meets a broken tree stands alone, and is missed there; it is not missed a second time.
#[test]
fn what_is_not_a_tree_is_missed_once() {
    let whole = "(S (A a) (B b))\n(S (C c) (D d))\n";
    let broken = "(S (A a) (B b))\n(S (C c) (D d\n";
    for (measure, figure) in [("parseval", "recall"), ("parseval", "f1"), ("struct-iou", "struct_iou")] {
        let ran = pair(whole, broken).run(&format!("-m {measure} gold system --align -f json"));
        assert_eq!(ran.status, Some(1), "{}", ran.stderr);
        let report = ran.report();
        for pairs in ["scored", "all_pairs"] {
            let mean = &json::scores(&report, 0)[pairs]["sentence_mean"];
            assert_eq!(mean[figure], 0.5, "{measure} {pairs} {figure}");
        }
        let unpaired = &json::system(&report)["unpaired"];
        assert_eq!(unpaired["unreadable"], serde_json::json!({"gold": 0, "system": 1}));
        assert!(json::signature(&report).contains("|n:2|"), "{}", json::signature(&report));
    }
    let report = pair(broken, whole).run("gold system --align -f json").report();
    let [recall, precision] =
        ["recall", "precision"].map(|key| &json::scores(&report, 0)["all_pairs"]["corpus"][key]);
    assert_eq!((recall, precision), (&Value::from(1.0), &Value::from(0.5)), "a broken gold tree");
    assert_eq!(json::system(&report)["unpaired"]["unreadable"]["gold"], 1);
}

#[test]
fn rows_of_what_is_not_a_tree_say_which_it_is() {
    let place = pair("(S (A a) (B b))\n(S (C c) (D d))\n", "(S (A a) (B b))\n(S (C c) (D d\n");
    let csv = place.run("gold system --align --per-sentence -f csv").stdout;
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    let trees: Vec<&[&str]> = rows.iter().map(|row| &row[2..11]).collect();
    let expected: [&[&str]; 4] = [
        &[
            "kind",
            "pair",
            "gold_trees",
            "system_trees",
            "file",
            "gold_line",
            "system_line",
            "utterance",
            "words",
        ],
        &["group", "1", "1", "1", "gold", "1", "1", "", "2"],
        &["tree", "", "", "2", "system", "", "2", "", ""],
        &["group", "2", "2", "", "gold", "2", "", "", "2"],
    ];
    assert_eq!(trees, expected);
    assert!(rows[2].last().unwrap().starts_with("not a tree: 2 brackets are never closed"), "{csv}");
    let table = place.run("gold system --align --per-sentence").stdout;
    assert!(table.starts_with("  group  gold trees  system trees  words  "), "{table}");
    assert!(table.contains("\n      –           –             2      –  refused: not a tree: "), "{table}");
}

/// Recipes from files: tallies of brackets and tags.
#[test]
fn labels_of_aligned_files_are_equal_for_brackets_only() {
    let tree = "(S (NP (NN a) (X b)) (VP (V c)))\n";
    let tags = ("(S (X a) (PRT (RP b)))\n", "(S (PRT a) (X (RP b)))\n");
    for (gold, system, file, recipe, counts, why) in [
        (tree, tree, "DELETE_LABEL NN\nEQ_LABEL NN NP\n", "aligned:", [3, 3, 3, 2], "NP is not deleted"),
        (tree, tree, "DELETE_LABEL NN\nEQ_LABEL NN NP\n", "", [2, 2, 2, 2], "as in EVALB, NP is"),
        (tags.0, tags.1, "EQ_LABEL X PRT\n", "aligned:", [2, 2, 2, 1], "tags are compared as written"),
        (tags.0, tags.1, "EQ_LABEL X PRT\n", "", [2, 2, 2, 2], "as in EVALB, tags are equal, too"),
    ] {
        let place = pair(gold, system);
        std::fs::write(place.path("own.prm"), file).unwrap();
        let report = place.run(&format!("gold system --align -r {recipe}own.prm -f json")).report();
        let found = json::numbers(json::counts(&report), ["matched", "gold", "system", "tags"]);
        assert_eq!(found, counts, "{why}");
    }
}

#[test]
fn what_a_file_says_twice_counts_once() {
    let place = pair("(S (A a))\n", "(S (A a))\n");
    std::fs::write(place.path("once.prm"), "DELETE_LABEL NN\nEQ_LABEL NN NP\n").unwrap();
    let twice = "DELETE_LABEL NN\nDELETE_LABEL NN\nEQ_LABEL NN NP\nEQ_LABEL NP NN\nEQ_LABEL NN NP\nFOO 1\n";
    std::fs::write(place.path("twice.prm"), twice).unwrap();
    let [once, twice] = ["once", "twice"].map(|name| {
        place.run(&format!("gold system --align -r aligned:{name}.prm --ignore same-file,format"))
    });
    assert!(signature(&once).contains("|del:-NONE-,NN|eq:NN=NP|equate:brackets|"), "{}", once.stdout);
    assert_eq!(signature(&twice), signature(&once));
    assert_eq!(message(&once), "");
    assert_eq!(message(&twice), "warning: twice.prm:6: `FOO 1` is not a keyword and was ignored");
}

#[test]
fn traces_are_no_text_unless_asked_for() {
    let traces = "(S (NP (-NONE- *)) (VP (V go) (NP (-NONE- *T*-1))))\n";
    let place = pair(traces, "(S (VP (V go)))\n");
    for (line, coverage, score, words, has_traces) in [
        ("-m struct-iou gold system", 1.0, "struct_iou", None, false),
        ("-m struct-iou gold gold --keep-empty", 1.0, "struct_iou", None, true),
        ("gold system", 1.0, "f1", Some(1), false),
        ("gold gold", 1.0, "f1", Some(1), false),
        // They are aligned, and then deleted by the recipe.
        ("gold system --keep-empty", 0.25, "f1", Some(1), true),
        // A recipe that keeps them counts them.
        ("gold gold --keep-empty -r raw", 1.0, "f1", Some(3), true),
    ] {
        let ran = place.run(&format!("{line} --align -f json"));
        let report = ran.report();
        assert_eq!(json::system(&report)["text"]["coverage"], coverage, "{line}");
        assert_eq!(json::corpus(&report)[score], 1.0, "{line}");
        assert_eq!(json::counts(&report)["words"].as_u64(), words, "{line}");
        let signature = json::signature(&report);
        assert_eq!(signature.contains("|traces:keep|"), has_traces, "{signature}");
        let files = line.trim_start_matches("-m struct-iou ").split(" --").next().unwrap();
        let again = place.run(&format!("{files} --signature {signature} -f json"));
        assert_eq!((again.stdout, again.status), (ran.stdout, Some(0)), "{line}: {}", again.stderr);
    }
}

#[test]
fn files_of_traces_only_have_no_text() {
    let place = pair("(S (NP (-NONE- *)))\n", "(S (NP (-NONE- *)))\n");
    let ran = place.run("gold system --align --ignore same-file,format");
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""), "{}", ran.stdout);
    assert!(ran.stdout.contains("0 groups: none scored"), "{}", ran.stdout);
    assert_eq!(place.run("align gold system").status, Some(0));
}

#[test]
fn roots_that_only_hold_the_tree_do_not_count() {
    let place = pair(
        "(S1 (S (A a) (B b)))\n(ROOT (S (A c) (B d)))\n(TOP (S (A e)))\n",
        "(S (A a) (B b))\n(TOP (S (A c) (B d)))\n(S1 (S (A e)))\n",
    );
    for (options, has_dummies, f1) in [
        ("--align", true, "100.00"),
        ("--align -r collins", false, "66.67"),
        ("--align --set root=count", false, "66.67"),
        ("--align -r collins --set root=dummy", true, "100.00"),
        ("--set root=dummy", true, "100.00"),
        ("", false, "66.67"),
        ("--align -m struct-iou", false, "0.7619"),
    ] {
        let ran = place.run(&format!("gold system {options}"));
        assert_eq!(signature(&ran).contains("|root:dummy|"), has_dummies, "{options}: {}", ran.stdout);
        assert_eq!(ran.row("corpus")[0], f1, "{options}: {}", ran.stdout);
    }
}

#[test]
fn differences_have_a_file_where_there_are_several() {
    let one: &[u8] = b"(S (A a))\n";
    let place = Place::with(&[
        ("gold/a", one),
        ("gold/b", b"(S (A b))\n(S (A c) (B x))\n"),
        ("system/a", one),
        ("system/b", b"(S (A b))\n\n(S (A c) (B y))\n"),
    ]);
    for command in ["gold system --align", "align gold system"] {
        let ran = place.run(command);
        let expected = "first difference: \"x\" in gold tree 3 (b:2), \"y\" in system tree 3 (b:3)";
        assert!(ran.stderr.contains(expected), "{command}: {}", ran.stderr);
    }
    let ran = place.run("gold/b system/b --align");
    assert!(
        ran.stderr.contains("first difference: \"x\" in gold tree 2, \"y\" in system tree 2"),
        "{}",
        ran.stderr
    );
}
