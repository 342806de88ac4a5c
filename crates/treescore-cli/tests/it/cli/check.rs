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
        ("bare.trees", b"(S (NP (N a)) (VP (V b) (NP (N c))))\n(S (NP (N d)) (VP (V e)))\n"),
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

/// Recipes of measures differ: what one takes care of, another may count.
#[test]
fn findings_are_told_under_the_recipe_of_every_measure() {
    let place = place();
    let alone = check(&place, &["gold.trees", "roots.trees", "-m", "ted"]);
    assert!(
        alone.stdout.contains("function-tags    1 gold label with function tags (NP-SBJ), none in system\n")
    );
    for measures in ["parseval,ted", "ted,parseval"] {
        let ran = check(&place, &["gold.trees", "roots.trees", "-m", measures]);
        assert_eq!(ran.status, Some(1), "{}", ran.stdout);
        // One recipe deletes gold's root, the other counts it.
        let told = ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains("parseval: roots differ: gold TOP 2; system ROOT 2; ROOT counts"), "{told}");
        assert!(told.contains("ted: roots differ: gold TOP 2; system ROOT 2; TOP counts"), "{told}");
        assert!(ran.stdout.contains("ted: 1 gold label with function tags (NP-SBJ)"), "{}", ran.stdout);
        assert!(!ran.stdout.contains("cuts them off"), "{}", ran.stdout);
        let scored = place.run(&format!("gold.trees roots.trees -m {measures} --deny function-tags"));
        assert_eq!(scored.status, Some(2), "{}", scored.stderr);
    }
    // A root that one recipe deletes counts under the other.
    let ran = check(&place, &["gold.trees", "bare.trees", "-m", "parseval,ted", "-f", "json"]);
    let checked: Value = serde_json::from_str(&ran.stdout).unwrap();
    let found = checked["findings"].as_array().unwrap();
    let roots = found.iter().find(|one| one["id"] == "root-differs").unwrap();
    assert_eq!(roots["message"], "ted: roots differ: gold TOP 2; system S 2; TOP counts as a bracket");
    assert_eq!((&roots["count"], &roots["side"]), (&2.into(), &"gold".into()));
}

/// Where words are not compared, nothing is said about them.
#[test]
fn same_words_are_counted_only_where_words_are_compared() {
    let place = Place::with(&[
        ("gold", b"the gull slept\n"),
        ("system", b"a dog barked\n"),
        ("gold.trees", b"(S (N a) (V b))\n"),
        ("system.trees", b"(S (N a) (V c))\n"),
        ("replies.jsonl", b"{\"reply\": \"(S (N a) (V c))\"}\n"),
    ]);
    for (line, same) in [
        ("gold system -m word --input plain", Value::Null),
        ("gold.trees system.trees -m ted", Value::Null),
        ("gold.trees system.trees --align", Value::Null),
        ("gold.trees replies.jsonl --input replies", Value::Null),
        ("gold.trees system.trees", 0.into()),
        ("gold.trees system.trees -m ted,parseval", 0.into()),
        ("gold.trees gold.trees", 1.into()),
    ] {
        let ran = place.run(&format!("check {line} -f json"));
        let checked: Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!((&checked["same_words"], &checked["systems"][0]["same_words"]), (&same, &same), "{line}");
        let table = place.run(&format!("check {line}"));
        assert_eq!(table.stdout.contains("same words in"), !same.is_null(), "{line}: {}", table.stdout);
    }
}

/// What a remedy is worth is said of every measure, in the average of its recipe.
#[test]
fn remedies_are_priced_by_every_measure() {
    let place = place();
    for (options, name) in [
        ("-m struct-iou", "struct_iou"),
        ("-m leaf-ancestor --set labels=keep --set del=none", "leaf_ancestor"),
        ("--set avg=sentence", "f1"),
    ] {
        let ran = place.run(&format!("check gold.trees roots.trees {options} -f json"));
        let checked: Value = serde_json::from_str(&ran.stdout).unwrap();
        let found = checked["findings"].as_array().unwrap();
        let roots = found.iter().find(|one| one["id"] == "root-differs").unwrap();
        let headline = |more: &str| {
            let scored = place.run(&format!("gold.trees roots.trees {options} {more} --no-tests -f json"));
            let measure = &scored.report()["measures"][0];
            let average = if measure["average"] == "sentence" { "sentence_mean" } else { "corpus" };
            measure["scores"][0]["all_pairs"][average][name].clone()
        };
        let worth = [name.into(), headline(""), headline("--set root=dummy")];
        assert_eq!(roots["figure"], Value::from(worth.to_vec()), "{options}: {}", ran.stdout);
    }
}

/// A refusal stands above what the files are.
#[test]
fn refusals_say_what_was_read() {
    let place = Place::with(&[
        ("gold.trees", b"(TOP (S (N a) (V b)))\n"),
        ("system.trees", b"((a) (b))\n"),
        ("two.trees", b"(S (N a))\n(S (N b))\n"),
    ]);
    let ran = place.run("check gold.trees system.trees -f json");
    let checked: Value = serde_json::from_str(&ran.stdout).unwrap();
    let found = &checked["findings"][0];
    assert_eq!((ran.status, &found["id"], &found["side"]), (Some(2), &"no-labels".into(), &"system".into()));
    assert_eq!(found["message"], "the system's brackets have no labels: compare spans");
    assert_eq!(found["first"], "system.trees:1:1");
    assert_eq!(
        found["help"],
        serde_json::json!(["-r unsupervised-sentence", "--unlabeled --set punct=gold"])
    );
    assert_eq!(checked["inputs"][1]["format"], "bare", "{checked}");
    let table = place.run("check gold.trees two.trees").stdout;
    let last = "gold: brackets, UTF-8, 1 tree      system: brackets, UTF-8, 2 trees\n";
    assert!(table.starts_with("count-differs") && table.ends_with(last), "{table}");
}
