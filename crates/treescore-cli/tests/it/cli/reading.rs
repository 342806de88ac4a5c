//! How files are read, where a wrong reading would give a wrong number without a word.

use crate::cli::{Place, Ran};

const TREES: &[u8] = b"(S (NP (D the) (N cat)) (VP (V sat) (R down)))\n(S (NP (N she)) (VP (V ran)))\n";

/// Runs a line on a gold and a system file.
fn run(gold: &str, system: &str, line: &str) -> Ran {
    Place::with(&[("g", gold.as_bytes()), ("s", system.as_bytes())]).run(line)
}

/// The same sentences as one-line trees of another form have the same words.
#[test]
fn one_line_trees_are_read_as_what_they_are() {
    for (format, system) in [
        ("discbracket", "(S (NP (D 0=the) (N 1=cat)) (VP (V 2=sat) (R 3=down)))\n(S (N 0=she) (V 1=ran))\n"),
        ("bare", "((the cat) (sat down))\n(she ran)\n"),
        ("bare", "(the (cat (sat down)))\n(she ran)\n"),
        (
            "lemma-leaves",
            "(S (NP (D the the) (N cat cat)) (VP (V sat sit) (R down down)))\n(S (N she she) (V ran run))\n",
        ),
        (
            "brackets",
            "( (S (NP (D the) (N cat)) (VP (V sat) (R down))) (ID a,1))\n( (S (N she) (V ran)) (ID a,2))\n",
        ),
    ] {
        let place = Place::with(&[("g", TREES), ("s", system.as_bytes())]);
        let ran = place.run("-m word g s -f json");
        let report = ran.report();
        assert_eq!(report["inputs"][1]["format"], format, "{}", ran.stderr);
        let counts = &report["measures"][0]["scores"][0]["scored"]["counts"];
        assert_eq!(counts["substituted"], 0, "{format}: {counts}");
        assert_eq!(counts["inserted"], 0, "{format}: {counts}");
        assert_eq!(counts["deleted"], 0, "{format}: {counts}");
    }
    let alone = run("(a (b c))\n", "(a (b c))\n(x y)\n(u v)\n", "-m word g s");
    assert!(alone.stderr.contains("s: utterances with trees"), "{}", alone.stderr);
}

/// Both readings are told if nothing decides.
#[test]
fn two_readings_of_utterances_are_told() {
    let forest = "(S (D El el) (N gato gato) (V duerme dormir))\n";
    let ran = run("(S (D un) (N perro))\n", forest, "-m word g s");
    assert!(ran.stderr.contains("another reading is possible: --input lemma-leaves"), "{}", ran.stderr);
}

#[test]
fn comments_between_utterances_are_no_utterances() {
    let gold = "from (P kiel) please\nyes\n";
    let system = "# by hand\n# sent_id = a\nfrom (P kiel) please\n;; x\n%% y\n*x* z\nyes\n";
    for measure in ["word", "tree-node", "concept"] {
        let ran = run(gold, system, &format!("-m {measure} g s -f json"));
        assert_eq!(ran.status, Some(0), "{}", ran.stderr);
        let report = ran.report();
        assert_eq!(report["inputs"][1]["counts"]["comments"], 5, "{measure}");
        assert_eq!(report["inputs"][1]["units"], 2, "{measure}");
    }
    let plain = run("# a b\n", "# a b\n", "-m word --input plain g s -f json").report();
    assert_eq!(plain["inputs"][1]["units"], 1);
}

#[test]
fn skipped_utterances() {
    let gold = "(CODE x)\n(S (A a)) b\n (CODE (X y)) \n(CODE x) z\n";
    let system = "(S (A a)) b\n(CODE x) z\n";
    let ran = run(gold, system, "-m word g s --skip CODE -f json");
    let report = ran.report();
    assert_eq!(report["inputs"][0]["counts"]["skipped"], 2, "{}", ran.stderr);
    assert_eq!(report["inputs"][0]["units"], 2);
    assert_eq!(run(system, system, "-m word g s --skip CODE").status, Some(2), "no such tree");
}
