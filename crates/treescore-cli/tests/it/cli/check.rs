//! `treescore check`: layout, exit status, one file, several systems, standard input.

use serde_json::Value;

use super::{Place, Ran};

const GOLD: &str = "(TOP (S (NP-SBJ (N a)) (VP (V b) (NP (N c)))))\n(TOP (S (NP (N d)) (VP (V e))))\n";
const ROOTS: &str = "(ROOT (S (NP (N a)) (VP (V b) (NP (N c)))))\n(ROOT (S (NP (N d)) (VP (V e))))\n";

fn place() -> Place {
    let broken = "(TOP (S (NP (N a)) (VP (V b) (NP (N c)))))\n(TOP (S (NP (N d)) (VP (V x)\n";
    Place::with(&[
        ("gold.trees", GOLD.as_bytes()),
        ("same.trees", GOLD.as_bytes()),
        ("roots.trees", ROOTS.as_bytes()),
        ("broken.trees", broken.as_bytes()),
        ("short.trees", b"(TOP (S (NP (N a))))\n"),
        ("empty.trees", b" \n"),
    ])
}

fn check(place: &Place, args: &[&str]) -> Ran {
    place.run(&format!("check {}", args.join(" ")))
}

#[test]
fn a_paragraph_for_each_finding_and_what_was_read() {
    let ran = check(&place(), &["gold.trees", "roots.trees"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(1), ""));
    assert_eq!(
        ran.stdout,
        "\
root-differs     roots differ: gold TOP 2; system ROOT 2; ROOT counts as a
                 bracket
                 2 of 2 pairs; first: roots.trees:1:1
                 F1 over all pairs 100.00 instead of 87.50
                 help: --set root=dummy

function-tags    1 gold label with function tags (NP-SBJ), none in system; the
                 recipe cuts them off
                 1 of 9 brackets; first: gold.trees:1:9

1 finding and 1 note in 2 pairs; same words in all pairs
gold: brackets, UTF-8, 2 trees      system: brackets, UTF-8, 2 trees
"
    );
}

#[test]
fn the_status_says_how_serious_it_is() {
    let place = place();
    for (args, status, said) in [
        (&["gold.trees", "same.trees"][..], 0, "same words in all pairs"),
        (&["gold.trees", "roots.trees", "--ignore", "root-differs"], 0, "1 note in 2 pairs"),
        (&["gold.trees", "roots.trees", "--deny", "warnings"], 2, "root-differs"),
        (
            &["gold.trees", "broken.trees"],
            1,
            "not-a-tree       1 pair refused: a tree cannot be read; first:",
        ),
        (&["gold.trees", "short.trees"], 2, "count-differs    gold.trees has 2 trees, short.trees has 1"),
        (&["gold.trees", "empty.trees"], 2, "empty-file       empty.trees is empty"),
        (&["gold.trees"], 0, "no findings\ngold.trees: brackets, UTF-8, 2 trees"),
        (&["broken.trees"], 1, "1 tree cannot be read; first: "),
        (&["empty.trees"], 2, "empty-file"),
    ] {
        let ran = check(&place, args);
        assert_eq!(ran.status, Some(status), "{args:?}: {}{}", ran.stdout, ran.stderr);
        assert!(ran.stdout.contains(said), "{args:?}: {}", ran.stdout);
    }
    let ran = check(&place, &["gold.trees", "nothing.trees"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""));
}

#[test]
fn options_without_a_place_in_a_check_are_refused() {
    let place = place();
    for args in [&["--by", "label"][..], &["--strict"], &["--seed", "3"], &["-f", "csv"], &["--per-sentence"]]
    {
        let args: Vec<&str> = ["gold.trees", "roots.trees"].iter().chain(args).copied().collect();
        let ran = check(&place, &args);
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{args:?}");
        assert!(ran.stderr.contains(args[2]) || ran.stderr.contains("--format csv"), "{}", ran.stderr);
    }
}

#[test]
fn several_systems_have_names_and_numbers_of_their_own() {
    let ran = check(&place(), &["gold.trees", "same.trees", "roots.trees", "-f", "json"]);
    let checked: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(checked["schema"], "treescore.check/1");
    assert_eq!((&checked["pairs"], &checked["same_words"]), (&4.into(), &4.into()));
    assert_eq!(checked["systems"][1]["name"], "roots.trees");
    let found = checked["findings"].as_array().unwrap();
    let roots = found.iter().find(|one| one["id"] == "root-differs").unwrap();
    assert_eq!(roots["system"], "roots.trees");
}

#[test]
fn streams_are_read_once_and_their_remedies_priced() {
    let place = place();
    for (line, status, is_pair) in [("check - roots.trees", 1, true), ("check -", 0, false)] {
        let ran = place.pipe(line, GOLD.as_bytes());
        assert_eq!(ran.status, Some(status), "{}", ran.stderr);
        assert_eq!(ran.stdout.contains("help: --set root=dummy"), is_pair, "{}", ran.stdout);
    }
}
